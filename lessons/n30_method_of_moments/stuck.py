"""Four topics, eight words: texts about sport, cooking, weather, music."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.estimation import moments as mm
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, log_slider
from lessons.n30_method_of_moments.world import (
    FOUND,
    LONG,
    ROUNDS,
    SEARCH,
    SHARES,
    SHOWN,
    STARTS,
    STUCK,
    D,
    K,
    four_topics,
    starts,
)

WORDS = ("goal", "match", "salt", "oven", "rain", "wind", "song", "drum")
TOPICS = ("sport", "food", "weather", "music")
BLURS = np.array([0.004, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32])


class Stuck(Figure):
    """EM from twelve random starts, on all the texts there could be."""

    guess = Guess(
        "A method called EM starts from four random word lists and improves them. Sixty random "
        "starts, all the texts one could wish for. When are more of them at wrong topics after 300 "
        "rounds?",
        {
            "when topics are blurred and share many words": "Then every start arrives: each list "
            "gets a part of every text, and is pulled towards all topics.",
            "when topics are clear and share hardly any words": "A list that took the wrong topic "
            "is pulled by no text of another one: nothing tells it to leave.",
            "never, with so many texts": "Texts are not the problem. The place where the search "
            "starts is.",
            "equally often": "The right panel says otherwise: 14 against 0 of sixty.",
        },
        answer="when topics are clear and share hardly any words",
    )

    size = (10.4, 4.6)
    veiled = (2,)
    play = "t"
    story = """
a bad end
    Start 4 took food and weather for one topic and found sport twice. Its curve is one of three
    that end below the dashed line.
a good end | start=1
    Another start, the same texts: all four topics are found.
the first round | t=1
    After one round every list still mixes words of several topics. The second row already has
    food and weather together.
blurred topics | blur=0.32
    A third of all words are noise. Every start is at the top or close to it; on the right nobody
    is stuck after 300 rounds.
clearer still | blur=0.005
    Only one word in two hundred is noise: nearly a quarter of the sixty starts are stuck. The
    clearer the topics, the weaker the pull on a list in the wrong place.
"""
    handles = [
        Handle(
            "choose the blur",
            at=lambda r: (r.blur, r.here),
            to=lambda r, x, y: dict(blur=x),
            panel=2,
        )
    ]
    notes = """Ask the class before the right panel: most expect blurred topics to be hard. Then
    ask what start 4 would have to do to get out: shrink one of its two sport topics to nothing and
    move it to weather. Hardly any text pulls it there when topics are clear."""
    widths = [1.15, 1, 1]
    panels = (
        axes(xticks=np.arange(D) + 0.5, yticks=[0.5, 1.5, 2.5, 3.5, 5, 6, 7, 8]),
        axes("rounds of EM", (0, ROUNDS + 3), "log-likelihood, minus the truth’s", (-1.6, 0.1)),
        axes(
            "blur of the topics", (0.0036, 0.36, "log"), f"stuck starts of {STARTS}", (-0.4, 15.5)
        ),
    )

    def sliders(self):
        return dict(
            blur=log_slider("blur", 0.01, 0.004, 0.32),
            start=int_slider("start", 4, 1, SHOWN),
            t=int_slider("rounds t", ROUNDS, 0, ROUNDS),
        )

    @staticmethod
    def compute(blur, start, t):
        """Twelve runs of EM on the exact chances of all texts, and the topics of one of them."""
        true = four_topics(blur)
        chances = mm.triple_chances(true, SHARES)
        B, pi = starts()
        run = mm.em(chances, B[:SHOWN], pi[:SHOWN], ROUNDS)
        heights, top = run.extra["loglik"], float(mm.log_likelihood(chances, true, SHARES))
        every, weight = mm.parameters(run.w, D, K)
        words = (every * weight[..., None, :]).sum(axis=-1)
        found, share = every[t, start - 1], weight[t, start - 1]
        order = mm.match(found, true)
        counts = stuck_shares()
        return dict(
            true=true,
            found=found[:, order],
            share=share[order],
            heights=heights,
            top=top,
            rise=float(np.diff(heights, axis=0).min()),
            best=float(heights.max()),
            words=float(np.abs(words[1:] - true @ SHARES).max()),
            sums=float(np.abs(every.sum(axis=-2) - 1).max()),
            below=int(np.sum(top - heights[-1] > STUCK)),
            off=float(np.abs(found[:, order] - true).max()),
            counts=counts,
            here=float(np.interp(np.log(blur), np.log(BLURS), counts)),
        )

    def picture(self, left, middle, right):
        left.ax.set_xticklabels(WORDS, rotation=60)
        left.ax.set_yticklabels([*TOPICS, *["found"] * K])
        right.ticks(x=[0.005, 0.02, 0.08, 0.32])
        left.ax.set_title("truth on top; darker: likelier", fontsize=11)

        image = plots.heatmap(left.ax, (0, D, 8.5, 0), 0, 0.5, "Blues", origin="upper")
        many = plots.bundle(middle.ax, SHOWN, "12 starts", "0.65", 1.1)
        one = plots.curves(middle.ax, ["this one"], color=FOUND, lw=2.4)
        top = plots.level(middle.ax, "truth", plots.TRUTH, "--")
        middle.legend(columnspacing=0.6, handlelength=1.1)
        line = plots.curves(right.ax, ["after 300 rounds"], color=SEARCH, marker="o", ms=5)

        now, here = plots.star(middle.ax), plots.star(right.ax)

        def move(r):
            rows = np.full((17, D), np.nan)  # half a row between the true and the found topics
            rows[:8], rows[9:] = np.repeat(r.true.T, 2, axis=0), np.repeat(r.found.T, 2, axis=0)
            time, short = np.arange(ROUNDS + 1), r.heights - r.top
            mine = short[:, r.start - 1]
            return (
                *image(rows),
                *many(time, short.T),
                *one(time, mine),
                *top(0.0),
                *line(BLURS, r.counts),
                *now(r.t, max(mine[r.t], -1.55)),
                *here(r.blur, r.here),
            )

        left.add(move)

    def caption(self, r):
        if r.off < 0.05:
            return f"Start {r.start} has found all four topics."
        last = r.top - r.heights[r.t, r.start - 1]
        when = "1 round" if r.t == 1 else f"{r.t} rounds"
        said = f"After {when} start {r.start} is {last:.2g} below the truth"
        if r.t < ROUNDS or last < STUCK:
            return f"{said}."
        worst = TOPICS[int(np.abs(r.found - r.true).max(axis=0).argmax())]
        return f"{said}: it has no list for {worst} alone. {r.below} of the twelve starts end so."

    def numbers(self, r):
        return (
            f"log-likelihood {r.heights[r.t, r.start - 1]:.4g} after {r.t} rounds, of the truth "
            f"{r.top:.4g}; {r.below} of {SHOWN} starts end more than {STUCK} below it; of "
            f"{STARTS} starts about {r.here:.0f} are stuck after {LONG} rounds."
        )

    def headline(self, r):
        return Claim(
            "EM never goes down",
            "Theorem 30.1",
            measured=round(r.rise, 9) if r.rise > 0 else r.rise,  # no 6.8e-12 for a reader
            bound=0.0,
            kind=">=",
            tol=1e-12,
            words="No round of EM lowers the likelihood: here is the smallest rise of all rounds "
            "of all twelve starts.",
        )

    def identities(self, r):
        return [
            Claim("nobody gets above the truth", "section 1", r.best, r.top),
            Claim("right word frequencies after one round", "section 1", r.words, 0.0, "=="),
            Claim("chances add up to 1", "section 1", r.sums, 0.0, "=="),
        ]


@lru_cache(1)
def stuck_shares():
    """For each of BLURS how many of the sixty starts are stuck after 300 rounds."""
    counts = []
    for blur in BLURS:
        true = four_topics(blur)
        chances = mm.triple_chances(true, SHARES)
        run = mm.em(chances, *starts(), LONG)
        top = mm.log_likelihood(chances, true, SHARES)
        counts.append(int(np.sum(top - run.extra["loglik"][-1] > STUCK)))
    return np.array(counts)
