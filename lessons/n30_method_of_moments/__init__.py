"""The figures of notebook 30, method of moments: a mixture by search, and by counting."""

from functools import lru_cache

import numpy as np
from scipy.special import gamma, logsumexp, ndtri

from helpers import plots
from helpers.estimation import moments as mm
from helpers.live import Claim, Figure, Handle, Step, choice, int_slider, log_slider, slider

FOUND = plots.FIT  # what was learnt
SEARCH = plots.RED  # learnt by search from a random start


# four topics, eight words: texts about sport, cooking, weather, music

WORDS = ("goal", "match", "salt", "oven", "rain", "wind", "song", "drum")
TOPICS = ("sport", "food", "weather", "music")
D, K = 8, 4
SHARES = np.array([0.4, 0.3, 0.2, 0.1])
BLURS = np.array([0.004, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32])
STARTS, SHOWN, ROUNDS, LONG = 60, 12, 60, 300
STUCK = 0.02  # so far below the truth, per text, counts as stuck


def four_topics(blur):
    """B (8, 4): each topic has two words of its own; a part `blur` is spread over all eight."""
    return (1 - blur) * np.kron(np.eye(K), np.full((2, 1), 0.5)) + blur / D


@lru_cache(1)
def starts():
    """Sixty random places from which EM may set out."""
    B = np.random.default_rng(5).dirichlet(np.full(D, 3.0), size=(STARTS, K))
    B[[3, 17]] = B[[17, 3]]  # start 4 ends in a true local optimum, not near a saddle
    return np.swapaxes(B, 1, 2), np.full((STARTS, K), 1 / K)


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


def beside(found, true):
    """The columns of `found` in the order of the topics that they are nearest to."""
    return found[:, mm.match(found, true)]


class stuck(Figure):
    """EM from twelve random starts, on all the texts there could be."""

    size = (10.4, 4.6)
    veiled = (2,)
    play = "t"
    story = [
        Step(
            "a bad end",
            "Start 4 took food and weather for one topic and found sport twice. Its curve is "
            "one of three that end below the dashed line.",
        ),
        Step("a good end", "Another start, the same texts: all four topics are found.", start=1),
        Step(
            "the first round",
            "After one round every list still mixes words of several topics. The second row "
            "already has food and weather together.",
            t=1,
        ),
        Step(
            "blurred topics",
            "A third of all words are noise. Every start climbs to the top; on the right nobody "
            "is stuck.",
            blur=0.32,
        ),
        Step(
            "clearer still",
            "Only one word in two hundred is noise: nearly a quarter of the sixty starts are "
            "stuck. The clearer the topics, the weaker the pull on a list in the wrong place.",
            blur=0.005,
        ),
    ]
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
    move it to weather, downhill at first. Hardly any text pulls it there when topics are clear."""

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

    def picture(self, fig):
        left, middle, right = plots.panels(
            fig,
            dict(xticks=np.arange(D) + 0.5, yticks=[0.5, 1.5, 2.5, 3.5, 5, 6, 7, 8]),
            dict(xlim=(0, ROUNDS + 3), ylim=(-1.6, 0.1), xlabel="rounds of EM"),
            dict(xscale="log", xlim=(0.0036, 0.36), ylim=(-0.4, 15.5), xlabel="blur of the topics"),
            width_ratios=[1.15, 1, 1],
        )
        left.set_xticklabels(WORDS, rotation=60)
        left.set_yticklabels([*TOPICS, *["found"] * K])
        plots.ticks(right, x=[0.005, 0.02, 0.08, 0.32])
        left.set_title("truth on top; darker: likelier", fontsize=11)
        middle.set_ylabel("log-likelihood, minus the truth’s")
        right.set_ylabel(f"stuck starts of {STARTS}")
        image = plots.heatmap(left, (0, D, 8.5, 0), 0, 0.5, "Blues", origin="upper")
        many = plots.bundle(middle, SHOWN, "12 starts", "0.65", 1.1)
        one = plots.curves(middle, ["this one"], color=FOUND, lw=2.4)
        top = plots.level(middle, "truth", plots.TRUTH, "--")
        plots.legend_above(middle, columnspacing=0.6, handlelength=1.1)
        line = plots.curves(right, ["after 300 rounds"], color=SEARCH, marker="o", ms=5)
        plots.legend_above(right)
        now, here = plots.star(middle), plots.star(right)

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

        return move

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


# two topics of three words: points in a triangle

THREE = ("rain", "wind", "song")
CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, np.sqrt(0.75)]])
PAIR_NAMES = ("rr", "rw", "rs", "ww", "ws", "ss")
TRIPLE_NAMES = ("rrr", "rrw", "rrs", "rww", "rws", "rss", "www", "wws", "wss", "sss")


def plane(B):
    """Columns of chances of three words as points (k, 2) of the triangle."""
    return B.T @ CORNERS


def triangle(ax):
    """The triangle of all word chances, its corners named by the words."""
    ax.plot(*CORNERS[[0, 1, 2, 0]].T, color="0.5", lw=1.2)
    ax.set(xlim=(-0.12, 1.12), ylim=(-0.13, 1.0), xticks=[], yticks=[], aspect="equal")
    for (x, y), word, down in zip(CORNERS, THREE, (-0.09, -0.09, 0.03)):
        ax.text(x, y + down, f"only “{word}”", ha="center", fontsize=12, color="0.35")
    ax.spines[:].set_visible(False)
    ax.grid(False)


@lru_cache(64)
def chances_of(B, pi):
    """Chances of sorted pairs and of sorted triples, from the moments; arguments are tuples."""
    M1, M2, M3 = mm.topic_moments(np.array(B), np.array(pi))
    upper = np.triu_indices(3)
    pairs = M2[upper] * np.where(upper[0] == upper[1], 1, 2)
    words, orders = mm.triples(3)
    return M1, M2, M3, pairs, orders * M3[tuple(words.T)]


def moments_told(B, pi):
    """`chances_of` for arrays."""
    return chances_of(tuple(map(tuple, B)), tuple(pi))


class pairs(Figure):
    """Two models whose words and pairs have the same chances, and whose triples have not."""

    size = (10.4, 4.4)
    veiled = (0, 1)
    MEAN = np.array([0.4, 0.32, 0.28])
    story = [
        Step(
            "another pair of topics",
            "Black rings: the true topics. Blue point and star: the topics of another model. "
            "It gives all six pairs their true chances (bars end at the black marks), not the "
            "triples.",
        ),
        Step(
            "slide along",
            "Now the other model has two equally common topics, at equal distances from the mean. "
            "The pairs still agree.",
            share=0.5,
        ),
        Step(
            "the same again",
            "Blue stands on black: only at the true share do the triples agree too.",
            share=0.25,
        ),
        Step(
            "too far",
            "The star has left the triangle: one of its chances is negative, so this is no model, "
            "and there are no bars to draw.",
            share=0.86,
        ),
        Step(
            "topics close together",
            "The nearer the topics, the smaller the difference between triples: more texts are "
            "needed to see it.",
            distance=0.08,
        ),
        Step(
            "equal shares",
            "Now the truth has equal shares. Shares of 0.7 and 0.3 still give the same pairs, "
            "and other triples.",
            true_share=0.5,
            share=0.7,
        ),
    ]
    handles = [
        Handle(
            "move this topic along the line",
            at=lambda r: tuple(plane(r.rival)[1]),
            to=lambda r, x, y: dict(share=r.share_at(x, y)),
        )
    ]
    notes = """Say it in one dimension: two points with weights, given their mean and variance. Two
    equations, three unknowns. Let somebody drag the blue topic and watch the pairs stay. Then ask
    what the third equation would be: skewness, which needs three words of one text."""

    def sliders(self):
        return dict(
            share=slider("blue’s share π₁′", 0.75, 0.1, 0.9, 0.01),
            true_share=slider("true share π₁", 0.25, 0.1, 0.9, 0.01),
            distance=slider("distance of the topics", 0.17, 0.04, 0.25, 0.01),
            angle=int_slider("direction of the line", 20, 0, 175, 5),
        )

    @staticmethod
    def compute(share, true_share, distance, angle):
        """Truth and rival, their moments, and where the rival would be for any share."""
        turn = np.deg2rad(angle)
        flat = np.column_stack([CORNERS, np.ones(3)])
        spread = distance * np.linalg.solve(flat.T, [np.cos(turn), np.sin(turn), 0.0])
        true, pi = mm.two_topics(pairs.MEAN, spread, true_share)
        rival, other = mm.two_topics(pairs.MEAN, spread, share)
        valid = bool(true.min() >= 0), bool(rival.min() >= 0)
        know = [
            moments_told(*m) if ok else None for m, ok in zip(((true, pi), (rival, other)), valid)
        ]
        centre, way = pairs.MEAN @ CORNERS, np.array([np.cos(turn), np.sin(turn)])

        def share_at(x, y):
            """The share for which topic 2 stands nearest to this place."""
            t = max(float((np.array([x, y]) - centre) @ way), 1e-3) / distance
            return t**2 / (1 + t**2)

        dual = spread / (spread @ spread)
        skews = [(2 * s - 1) / np.sqrt(s * (1 - s)) for s in (true_share, share)]
        return dict(
            true=true,
            rival=rival,
            know=know,
            valid=valid,
            share_at=share_at,
            centre=centre,
            way=way,
            skews=skews,
            third=[None if m is None else third(m, dual) for m in know],
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(),
            dict(xlim=(-0.7, 15.7), ylim=(0, 0.28), ylabel="chance"),
            width_ratios=[1, 1.5],
        )
        triangle(left)
        line = plots.curves(left, [None], color="0.6", lw=1.2, ls=":")
        truth = plots.circles(left, "true topics", 13)
        mean = plots.mark(left, "mean", "P", "0.5", 9)
        blue = plots.spots(left, "other model", marker="o", ms=9, color=FOUND, mec="white")
        plots.legend_above(left)
        at = np.r_[np.arange(6), np.arange(6, 16)]
        right.set_xticks(at, [*PAIR_NAMES, *TRIPLE_NAMES], rotation=60)
        right.set_xlabel("words in any order: r rain, w wind, s song")
        right.axvline(5.5, color="0.5", lw=1)
        right.text(2.5, 0.264, "pairs", ha="center", color="0.35")
        right.text(10.5, 0.264, "triples", ha="center", color="0.35")
        bars = plots.bars(right, 16, "other model", (FOUND, 0.5), at)
        edge = plots.spots(right, "truth", marker="_", ms=19, mew=2.4, color=plots.TRUTH)
        plots.legend_above(right)
        here = plots.star(left, 14)

        def move(r):
            ends = r.centre + np.outer([-1, 1], r.way)
            heights = [np.full(16, np.nan) if m is None else np.r_[m[3], m[4]] for m in r.know]
            return (
                *line(ends[:, 0], ends[:, 1]),
                *truth(plane(r.true)),
                *mean(*r.centre),
                *blue(*plane(r.rival).T),
                *bars(heights[1]),
                *edge(at, heights[0]),
                *here(*plane(r.rival)[1]),
            )

        return move

    def hindrance(self, r):
        """The hypothesis that these values break, or nothing."""
        if all(r.valid):
            return ""
        who = "true" if not r.valid[0] else "blue"
        return f"a {who} topic is outside the triangle: it has a negative chance"

    def caption(self, r):
        if self.hindrance(r):
            return f"No model: {self.hindrance(r)}."
        gap = np.abs(r.know[0][4] - r.know[1][4]).max()
        if gap < 1e-9:
            return "The blue model is the truth: pairs and triples agree."
        return (
            f"Every pair has the same chance in both models. The chances of triples differ by up "
            f"to {gap:.2g}."
        )

    def numbers(self, r):
        told = [f"topics at shares {s:.2f} and {1 - s:.2f}" for s in (r.true_share, r.share)]
        return f"truth: {told[0]}; other model: {told[1]}. {self.caption(r)}"

    def headline(self, r):
        why = self.hindrance(r)
        pair = [0.0 if why else float(m[1][0, 1]) for m in r.know]
        return Claim(
            "other topics, the same pairs",
            "Theorem 30.3",
            measured=pair[1],
            bound=pair[0],
            kind="==",
            why_not=why,
            words="First rain, then wind has the same chance in both models, and so has every "
            "other pair.",
        )

    def identities(self, r):
        why = self.hindrance(r)
        a, b = (None, None) if why else r.know
        gap = [0.0 if why else float(np.abs(a[i] - b[i]).max()) for i in (0, 1)]
        rows = 0.0 if why else float(np.abs(b[1].sum(axis=1) - b[0]).max())
        third = 0.0 if why else r.third[1] - r.third[0]
        return [
            Claim("all words agree", "Theorem 30.3", gap[0], 0.0, "==", why_not=why),
            Claim("all pairs agree", "Theorem 30.3", gap[1], 0.0, "==", why_not=why),
            Claim("rows of pairs add up to words", "section 3", rows, 0.0, "==", why_not=why),
            Claim(
                "triples differ by the skewness",
                "Theorem 30.3",
                third,
                r.skews[1] - r.skews[0],
                "==",
                why_not=why,
            ),
        ]


def third(know, dual):
    """The third moment along the line, in units of the spread."""
    return float(np.einsum("abc,a,b,c", know[2], dual, dual, dual))


# three topics of three words, recovered without a start

SIZES = {"300": 300, "3000": 3000, "30 000": 30_000, "300 000": 300_000, "all texts": None}
CLEAR = np.array([[0.76, 0.14, 0.22], [0.14, 0.76, 0.18], [0.10, 0.10, 0.60]])
WEIGHTS = np.array([0.45, 0.35, 0.20])
ANGLES = np.arange(0, 181, 3)


def scores(angle):
    """v (..., 3): a score for each word, so that b'v is the shadow of the point b on the line of
    this direction, counted from the middle of the triangle."""
    turn = np.deg2rad(np.asarray(angle, dtype=float))[..., None]
    way = np.concatenate([np.cos(turn), np.sin(turn)], axis=-1)
    return way @ (CORNERS - CORNERS.mean(axis=0)).T


@lru_cache(64)
def seen_moments(closeness, n, i):
    """True topics, exact moments, and the moments of n texts (all texts: the exact ones)."""
    mean = CLEAR @ WEIGHTS
    true = (1 - closeness) * CLEAR + closeness * mean[:, None]
    exact = mm.topic_moments(true, WEIGHTS)
    if n is None:
        return true, exact, exact
    rng = np.random.default_rng([30, i])
    counts = rng.multinomial(n, mm.triple_chances(true, WEIGHTS))
    return true, exact, mm.moments_of(counts / n, 3)


def eigen_bound(true, exact, seen, v):
    """Bauer and Fike: no eigenvalue of the sample's matrix is farther from all ratios than this."""
    right, got = ((M3 @ v) @ np.linalg.inv(M2) for _, M2, M3 in (exact, seen))
    return float(np.linalg.cond(true) * np.linalg.norm(got - right, 2)), right, got


class recover(Figure):
    """Topics as eigenvectors; their eigenvalues are the shadows that the topics cast."""

    size = (10, 4.3)
    veiled = (1,)
    story = [
        Step(
            "no start needed",
            "Three shadows, three different eigenvalues: the eigenvectors are the topics, to the "
            "last digit.",
        ),
        Step(
            "two shadows meet",
            "Straight up, two topics have the same shadow: any mixture of them is an eigenvector, "
            "and two blue points are no topics.",
            angle=90,
        ),
        Step(
            "one degree away",
            "With all texts one degree is enough: three topics again.",
            angle=89,
        ),
        Step(
            "one degree away, 3000 texts",
            "With a sample it is not: the shadows nearly meet, and the blue points are far off.",
            angle=89,
            n="3000",
            i=15,
        ),
        Step(
            "a good direction, 3000 texts",
            "The same texts, shadows far apart: all three topics are nearly right.",
            n="3000",
            i=15,
        ),
        Step(
            "more texts",
            "A hundred times as many texts: about a tenth of the error.",
            n="300 000",
            i=15,
        ),
        Step(
            "similar topics",
            "Topics close together cast shadows close together. Turn the line: even the best "
            "direction, 107°, leaves an error of 0.05.",
            closeness=0.6,
            n="3000",
        ),
    ]
    handles = [
        Handle(
            "turn the direction v",
            at=lambda r: tuple(np.array([0.5, 0.3]) + 0.42 * r.way),
            to=lambda r, x, y: dict(angle=turned(x, y)),
        ),
        Handle(
            "choose the direction",
            at=lambda r: (r.angle, 0.44),
            to=lambda r, x, y: dict(angle=x),
            panel=1,
        ),
    ]
    notes = """Turn the arrow slowly with 3000 texts: whenever two shadows cross, two blue points
    fly apart. With all texts they do so at the crossing only. Ask why the eigenvalues stay in the
    grey bands even there: the theorem is about eigenvalues; eigenvectors need the gap."""

    def sliders(self):
        return dict(
            angle=int_slider("direction v", 65, 0, 180),
            n=choice("texts n", "all texts", SIZES),
            closeness=slider("closeness of the topics", 0, 0, 0.8, 0.05),
            i=int_slider("new random sample", 1, 1, 20),
        )

    @staticmethod
    def compute(angle, n, closeness, i):
        """Topics found in this direction, and the eigenvalues found in all of them."""
        true, exact, seen = seen_moments(closeness, n, i)
        v = scores(angle)
        bound, right, got = eigen_bound(true, exact, seen, v)
        found, pi, ratios = mm.recover(*seen, 3, v)
        order = mm.match(found, true)
        shadows = true.T @ v
        apart = np.abs(ratios[:, None] - shadows).min(axis=1).max()
        if n is not None:
            apart = np.abs(np.linalg.eigvals(got)[:, None] - shadows).min(axis=1).max()
        sorted_shadows = np.sort(shadows)
        every = scores(ANGLES)
        turn = np.deg2rad(angle)
        return dict(
            true=true,
            found=found[:, order],
            pi=pi[order],
            ratios=ratios[order],
            shadows=shadows,
            way=np.array([np.cos(turn), np.sin(turn)]),
            gap=float(np.diff(sorted_shadows).min()),
            apart=float(apart),
            bound=bound,
            off=float(np.abs(plane(found[:, order]) - plane(true)).max()),
            lines=every @ true,
            dots=all_ratios(closeness, n, i),
            traced=(float(np.trace(right)), float(shadows.sum())),
            ones=float(np.abs(seen[2] @ np.ones(3) - seen[1]).max()),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(),
            dict(
                xlim=(-4, 184),
                ylim=(-0.5, 0.5),
                xlabel="direction of v in degrees",
                ylabel="shadow, eigenvalue",
            ),
            width_ratios=[1, 1.25],
        )
        right.set_xticks(range(0, 181, 30))
        casts, crosses = shadow_panel(left), crossing_panel(right)
        return lambda r: (*casts(r), *crosses(r))

    def caption(self, r):
        if r.n is None and r.gap < 1e-9:
            return "Two topics have the same shadow: the eigenvectors found are not the topics."
        if r.n is None:
            return (
                f"Exact chances: every topic is found. The nearest shadows are {r.gap:.2g} apart."
            )
        return (
            f"The nearest two shadows are {r.gap:.2g} apart; the worst of the found topics is "
            f"{min(r.off, 99):.2g} away from its place."
        )

    def numbers(self, r):
        told = ", ".join(f"{s:.3g}" for s in r.shadows)
        got = ", ".join(f"{s:.3g}" for s in r.ratios)
        return f"shadows {told}; eigenvalues {got}. {self.caption(r)}"

    def headline(self, r):
        return Claim(
            "eigenvalues are nearly shadows",
            "Theorem 30.5",
            measured=r.apart,
            bound=r.bound,
            tol=1e-7,
            words="Every eigenvalue found is near a shadow: within the error of the sample’s "
            "matrix times the theorem’s factor (grey bars).",
        )

    def identities(self, r):
        why = "" if r.n is None else "a sample has errors"
        close = why or "two shadows are too close" * (r.gap < 1e-3)
        sums = float(np.abs(r.found.sum(axis=0) - 1).max())
        return [
            Claim(
                "the topics, found exactly", "Theorem 30.4", r.off, 0.0, "==", 1e-8, why_not=close
            ),
            Claim(
                "their shares, found exactly",
                "Theorem 30.4",
                float(np.abs(r.pi - WEIGHTS).max()),
                0.0,
                "==",
                1e-8,
                why_not=close,
            ),
            Claim("eigenvalues add up to the shadows", "Theorem 30.4", *r.traced, "=="),
            Claim("with score 1 triples become pairs", "section 4", r.ones, 0.0, "=="),
            Claim("found topics add up to 1", "section 4", sums, 0.0, "==", 1e-6),
        ]


def shadow_panel(ax):
    """Topics in the triangle and their shadows on the line of v. move(r)."""
    triangle(ax)
    axis = plots.curves(ax, [None], color="0.55", lw=1.4)
    drops = [plots.curves(ax, [None], color="0.55", lw=1, ls=":") for _ in range(3)]
    feet = plots.spots(ax, "shadows", marker="x", ms=7, mew=2, color="0.35")
    truth = plots.circles(ax, "true topics", 13)
    blue = plots.spots(ax, "found", marker="o", ms=8, color=FOUND, mec="white")
    plots.legend_above(ax)
    head = plots.star(ax, 15)

    def move(r):
        middle, tip = CORNERS.mean(axis=0), np.array([0.5, 0.3]) + 0.42 * r.way
        ends = middle + np.outer([-0.75, 0.75], r.way)
        places, foot = plane(r.true), middle + np.outer(r.shadows, r.way)
        return (
            *axis(ends[:, 0], ends[:, 1]),
            *(a for d, p, f in zip(drops, places, foot) for a in d([p[0], f[0]], [p[1], f[1]])),
            *feet(*foot.T),
            *truth(places),
            *blue(*np.clip(plane(r.found), -0.1, 1.1).T),
            *head(*tip),
        )

    return move


def crossing_panel(ax):
    """Shadows and eigenvalues in every direction, and what is allowed in this one. move(r)."""
    names, black = ["shadows of the topics", None, None], dict(color=plots.TRUTH, lw=1.4, ls="-")
    bars = [
        plots.curves(ax, [name], color="0.7", lw=8, solid_capstyle="butt")
        for name in ("bound", None, None)
    ]
    lines = plots.curves(ax, names, legend=None, **black)
    dots = plots.spots(ax, "eigenvalues found", marker="o", ms=3.5, color=FOUND)
    here = plots.level(ax, None, plots.BOUND, "--", across=True)
    plots.legend_above(ax, columnspacing=0.8)
    where = plots.star(ax, 15)

    def move(r):
        half = min(r.bound, 0.6)
        return (
            *(a for b, s in zip(bars, r.shadows) for a in b([r.angle] * 2, [s - half, s + half])),
            *lines(ANGLES, *r.lines.T),
            *dots(np.repeat(ANGLES, 3), r.dots.ravel()),
            *here(r.angle),
            *where(r.angle, 0.44),
        )

    return move


def turned(x, y):
    """The direction, from 0 to 180 degrees, in which the hand is seen from the arrow's foot."""
    angle = np.degrees(np.arctan2(y - 0.3, x - 0.5))
    return float(angle if angle >= 0 else (0 if angle > -90 else 180))


@lru_cache(64)
def all_ratios(closeness, n, i):
    """(61, 3): the eigenvalues found in every direction of ANGLES."""
    _, _, (M1, M2, M3) = seen_moments(closeness, n, i)
    turned_by = np.einsum("abc,ic->iab", M3, scores(ANGLES)) @ np.linalg.inv(M2)
    return np.linalg.eigvals(turned_by).real


# the delta method: a moment map that may be flat

NS = np.geomspace(10, 1e6, 41)
QUANTILES = ndtri((np.arange(2000) + 0.5) / 2000)
REACH = 1.96  # 95 % of a normal variable
WALL, FLOOR = 0.94, -0.89  # where the bars of the left panel are


def bent(theta, c):
    """The moment map M of the figure: c theta + theta^3."""
    return c * theta + theta**3


def bent_inverse(m, c):
    """The theta with c theta + theta^3 = m: Cardano's formula."""
    if c == 0:
        return np.cbrt(m)
    return 2 * np.sqrt(c / 3) * np.sinh(np.arcsinh(1.5 * np.asarray(m) / c * np.sqrt(3 / c)) / 3)


def typical_error(theta, c, n):
    """Root mean square of theta-hat - theta for each n, where the mean is N(M(theta), 1/n)."""
    m = bent(theta, c) + QUANTILES / np.sqrt(np.reshape(n, (-1, 1)))
    return np.sqrt(((bent_inverse(m, c) - theta) ** 2).mean(axis=1))


def most_bent(low, high, c):
    """The largest |second derivative| of the inverse map, 6|t|/(c + 3t²)³, for t from low to
    high."""
    peak = np.sqrt(c / 15)
    inside = [t for t in (-peak, peak) if low <= t <= high]
    slopes = [c + 3 * t * t for t in (low, high, *inside)]
    if min(slopes) <= 0 or (c == 0 and low <= 0 <= high):
        return np.inf
    return max(6 * abs(t) / s**3 for t, s in zip((low, high, *inside), slopes))


def bent_panel(ax):
    """The moment map with its tangent; a ribbon of means goes from the wall to it, and a ribbon of
    estimates leaves it for the floor. move(r)."""
    across, down = (plots.band(ax, None, colour, 0.3) for colour in (plots.RED, FOUND))
    wall, floor = (
        plots.curves(ax, [name], color=colour, lw=7, solid_capstyle="butt")
        for name, colour in (("95 % of the m̂", plots.RED), ("95 % of the θ̂", FOUND))
    )
    curve = plots.curves(ax, ["m = M(θ)"], color=plots.TRUTH)
    tangent = plots.curves(ax, [None], color=plots.BOUND, ls="--", lw=1.6)
    plots.legend_above(ax, columnspacing=0.8, handlelength=1.0)
    here, theta, wide = plots.star(ax), np.linspace(-1.3, 1.3, 201), np.array([-3.0, 3.0])

    def move(r):
        means = r.m + r.half * np.linspace(-1, 1, 81)
        found = bent_inverse(means, r.c)
        return (
            *across(np.maximum(np.r_[-WALL, found], -WALL), np.r_[means[0], means], means[-1]),
            *down(found, FLOOR, np.maximum(means, FLOOR)),
            *wall([-WALL] * 2, means[[0, -1]]),
            *floor(r.ends, [FLOOR] * 2),
            *curve(theta, bent(theta, r.c)),
            *tangent(wide, r.m + r.steep * (wide - r.theta)),
            *here(r.theta, r.m),
        )

    return move


class delta(Figure):
    """An error of the moment, turned into an error of the parameter by the slope of a curve."""

    size = (10.4, 4.4)
    veiled = (0, 1)
    story = [
        Step(
            "a slope of a quarter",
            "Red: where the measured moment may be. Across to the curve and down: blue, where the "
            "estimate may be, is nearly four times as wide.",
        ),
        Step(
            "a steep map",
            "A curve of slope 1: a step of the parameter moves the moment as far, and blue is as "
            "wide as red.",
            c=1,
        ),
        Step(
            "few examples",
            "With 30 examples red reaches to where the curve is steeper than its tangent. So the "
            "tangent overstates the error.",
            n=30,
        ),
        Step(
            "a hundred times as many",
            "A hundred times the examples, a tenth of the error: slope −1/2 on the right.",
            n=250_000,
        ),
        Step(
            "flat",
            "The curve is level at the star: a small step of the parameter hardly moves the "
            "moment. The error falls like the sixth root of n: 64 times as many examples only "
            "halve it.",
            c=0,
        ),
        Step(
            "beside the flat place",
            "At θ = 0.5 the same map has a slope again: with enough examples the error falls at "
            "its usual rate.",
            c=0,
            theta=0.5,
        ),
    ]
    handles = [
        Handle(
            "choose θ",
            at=lambda r: (r.theta, r.m),
            to=lambda r, x, y: dict(theta=x),
        ),
        Handle(
            "choose n",
            at=lambda r: (r.n, r.exact),
            to=lambda r, x, y: dict(n=x),
            panel=1,
        ),
    ]
    notes = """Let them read the stretching off the tangent before you say derivative. Then ask what
    happens where the curve on the left is level: the parameter may be anywhere in a wide range.
    The notes ask for a continuous inverse; here it is continuous, and the rate is wrong."""

    def sliders(self):
        return dict(
            n=log_slider("examples n", 2500, 10, 1e6),
            c=slider("smallest slope c", 0.25, 0, 1, 0.05),
            theta=slider("true θ", 0, -0.6, 0.6, 0.05),
        )

    @staticmethod
    def compute(n, c, theta):
        """The range of the mean, of the estimate, the tangent's version, and errors for every n."""
        m, steep = bent(theta, c), c + 3 * theta**2
        half = REACH / np.sqrt(n)
        low, high = (float(bent_inverse(m + s * half, c)) for s in (-1, 1))
        bend = most_bent(low, high, c)
        inside = m + half * np.linspace(-1, 1, 81)
        linear = theta + (inside - m) / steep if steep > 0 else np.full(81, np.inf)
        h = 1e-4 * steep**1.5
        both = [bent_inverse(m + s * h, c) for s in (-1, 1)]
        return dict(
            m=m,
            steep=steep,
            half=half,
            ends=(low, high),
            predicted=1 / (steep * np.sqrt(n)) if steep > 0 else np.inf,
            exact=float(typical_error(theta, c, [n])[0]),
            curve=typical_error(theta, c, NS),
            bound=0.5 * bend * half**2,
            remainder=float(np.abs(bent_inverse(inside, c) - linear).max()),
            tilt=float((both[1] - both[0]) / (2 * h)) if h > 0 else np.inf,
            sixth=float(typical_error(theta, c, [64 * n])[0]),
            size=np.sqrt(2 ** (1 / 3) * gamma(5 / 6) / np.sqrt(np.pi)) / n ** (1 / 6),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-0.95, 0.95), ylim=(-0.9, 0.9), xlabel="parameter θ", ylabel="moment m"),
            dict(xscale="log", yscale="log", xlim=(8, 1.3e6), ylim=(3e-4, 2), xlabel="examples n"),
            width_ratios=[1, 1.15],
        )
        right.set_ylabel("typical error of θ̂")
        bends = bent_panel(left)
        usual = plots.curves(right, ["by the tangent"], color=plots.BOUND, ls="--")
        exact = plots.curves(right, ["exact"], color=FOUND)
        plots.legend_above(right)
        where, none = plots.star(right), np.full(len(NS), np.nan)
        return lambda r: (
            *bends(r),
            *usual(NS, none if r.steep == 0 else 1 / (r.steep * np.sqrt(NS))),
            *exact(NS, r.curve),
            *where(r.n, r.exact),
        )

    def caption(self, r):
        if r.steep == 0:
            return (
                f"The map is flat here: the estimate is off by {r.exact:.2g}, and with 64 times "
                f"as many examples still by {r.sixth:.2g}."
            )
        return (
            f"The mean is off by {1 / np.sqrt(r.n):.2g}, the estimate by {r.exact:.2g}, by the "
            f"tangent {r.predicted:.2g}."
        )

    def numbers(self, r):
        return (
            f"typical error of the mean {1 / np.sqrt(r.n):.3g}, of the estimate {r.exact:.3g}; "
            f"the map's slope is {r.steep:.3g}."
        )

    def headline(self, r):
        flat = "the moment map is flat somewhere in this range" * bool(np.isinf(r.bound))
        return Claim(
            "a tangent is nearly the curve",
            "Theorem 30.6",
            measured=0.0 if flat else 1000 * r.remainder,
            bound=0.0 if flat else 1000 * r.bound,
            why_not=flat,
            words="In the red range the tangent misses the curve, sideways, by at most ½K · (half "
            "the range)²; unit: 0.001.",
        )

    def identities(self, r):
        flat = r.steep == 0
        slope = "the map is flat here" * flat
        not_flat = "" if flat else "the map is not flat here"
        return [
            Claim(
                "slope of the inverse = 1/slope",
                "Theorem 30.6",
                0.0 if flat else r.tilt * r.steep,
                1.0,
                "==",
                1e-3,
                why_not=slope,
            ),
            Claim(
                "64 times the examples, half the error",
                "section 5",
                r.sixth,
                r.exact / 2,
                "==",
                1e-6,
                why_not=not_flat,
            ),
            Claim(
                "the error at a flat place",
                "section 5",
                r.exact,
                r.size,
                "==",
                2e-3,
                why_not=not_flat,
            ),
        ]


# how many texts: the same topics as in the first figure, learnt from samples

TEXTS = {"100": 100, "1000": 1000, "10 000": 10_000, "100 000": 100_000, "a million": 1_000_000}
COUNTS = np.array(list(TEXTS.values()))
HAZE = {"clear (0.02)": 0.02, "hazy (0.1)": 0.1, "blurred (0.3)": 0.3}
REPEATS = 60
METHODS = {"moments": (FOUND, "o"), "then EM": (plots.GREEN, "s"), "EM alone": (SEARCH, "^")}
DIRECTIONS = {
    "number of the word": np.arange(1, D + 1) / D,
    "an unlucky one": np.random.default_rng(3).normal(size=D),
}


def errors(found, true):
    """(r,): root of the sum of squared errors of all 32 chances, topics paired in the best way."""
    return np.array([np.linalg.norm(beside(one, true) - true) for one in found])


def predicted_error(blur, v):
    """Root of the trace of the delta method's covariance of the topics found from one text; the
    derivatives are differences of `recover` in the chance of each triple."""
    true = four_topics(blur)
    chances = mm.triple_chances(true, SHARES)
    h = 1e-3 * chances.min()

    def found(sign):
        moved = chances + sign * h * np.eye(len(chances))
        return np.array([beside(B, true) for B in mm.recover(*mm.moments_of(moved, D), K, v)[0]])

    slopes = (found(1) - found(-1)).reshape(len(chances), -1).T / (2 * h)
    return float(np.sqrt(np.trace(mm.delta_variance(slopes, mm.shares_covariance(chances)))))


def least_error(blur):
    """What no estimator can beat for large n, for one text: the inverse of Fisher's information
    about the free chances of B and pi."""
    true = four_topics(blur)
    chances = mm.triple_chances(true, SHARES)
    ways = np.zeros((K * (D - 1) + K - 1, D * K + K))
    for row, (i, j) in enumerate(free_pairs()):
        ways[row, i], ways[row, j] = 1, -1
    h, flat = 0.2 * true.min(), np.r_[true.ravel(), SHARES]

    def at(sign):
        return mm.triple_chances(*mm.parameters(flat + sign * h * ways, D, K))

    slopes = (8 * (at(0.5) - at(-0.5)) - (at(1) - at(-1))).T / (6 * h)  # exact for cubics and less
    spread = np.linalg.inv(slopes.T @ (slopes / chances[:, None]))
    return float(np.sqrt(np.trace(ways[:, : D * K].T @ spread @ ways[:, : D * K])))


def free_pairs():
    """Places of the parameters between which chance can be moved: a column of B, or pi."""
    for h in range(K):
        for word in range(D - 1):
            yield word * K + h, (D - 1) * K + h
    for h in range(K - 1):
        yield D * K + h, D * K + K - 1


@lru_cache(32)
def learnt(blur, direction):
    """(3, 5, 60): errors of moments, of moments and then EM, and of EM from one random start, for
    each of COUNTS and sixty samples; the two predictions; how many searches are stuck."""
    true, rng = four_topics(blur), np.random.default_rng(30)
    chances = mm.triple_chances(true, SHARES)
    seen = np.array([rng.multinomial(n, chances, size=REPEATS) / n for n in COUNTS])
    seen = seen.reshape(-1, len(chances))
    found, pi, _ = mm.recover(*mm.moments_of(seen, D), K, DIRECTIONS[direction])
    better = mm.em(seen, *mm.made_valid(found, pi), 60)
    search, below = searched(blur)
    three = errors(found, true), errors(mm.parameters(better.last, D, K)[0], true), search
    lines = predicted_error(blur, DIRECTIONS[direction]), least_error(blur)
    return np.array(three).reshape(3, len(COUNTS), REPEATS), lines, below


@lru_cache(4)
def searched(blur):
    """Errors (300,) of EM from one random start for each sample of `learnt`, and (5,) how many of
    sixty are stuck: lower than EM from the true topics."""
    true, rng = four_topics(blur), np.random.default_rng(30)
    chances = mm.triple_chances(true, SHARES)
    seen = np.array([rng.multinomial(n, chances, size=REPEATS) / n for n in COUNTS])
    seen = seen.reshape(-1, len(chances))
    B, pi = (np.tile(a, (len(COUNTS), *[1] * (a.ndim - 1))) for a in starts())
    run = mm.em(seen, B, pi, 150)
    ideal = mm.em(seen, np.tile(true, (len(seen), 1, 1)), np.tile(SHARES, (len(seen), 1)), 30)
    below = ideal.extra["loglik"][-1] - run.extra["loglik"][-1] > STUCK
    found = mm.parameters(run.last, D, K)[0]
    return errors(found, true), below.reshape(len(COUNTS), -1).sum(axis=1)


@lru_cache(1)
def all_learnt():
    """Everything for `rate`, once: moving a slider then costs nothing."""
    return {(b, v): learnt(b, v) for b in HAZE.values() for v in DIRECTIONS}


class rate(Figure):
    """Error against the number of texts: moments, EM from a random start, and both together."""

    size = (10.4, 4.4)
    veiled = (0, 1)
    story = [
        Step(
            "clear topics",
            "Blue falls to a tenth when n grows a hundredfold. From 1000 texts on green and both "
            "theories lie inside blue: nothing is lost. Red does not fall.",
        ),
        Step(
            "a million texts",
            "On the right each mark is one sample. Most red ones are as good as blue; the few near "
            "1 are stuck, and alone keep the mean square up.",
            n="a million",
        ),
        Step(
            "blurred topics",
            "Now nearly every search arrives, and moments pay: a fifth more error than the least "
            "possible (dotted). Green, EM from their answer, repairs it.",
            blur="blurred (0.3)",
        ),
        Step(
            "an unlucky direction",
            "Two topics have nearly the same shadow. From 100 000 texts on blue follows its dashed "
            "line, at four times the error of the first scores. Green, EM from there, is best.",
            v="an unlucky one",
            blur="hazy (0.1)",
            n="100 000",
        ),
        Step(
            "few texts, bad direction",
            "With 100 texts and that direction the answer of the moments is useless (marks at "
            "the top edge are worse still), and the theorem promises nothing.",
            v="an unlucky one",
            blur="blurred (0.3)",
            n="100",
        ),
    ]
    handles = [
        Handle(
            "choose n",
            at=lambda r: (r.n, float(min(r.mean[0], 4.5))),
            to=lambda r, x, y: dict(n=nearest_count(x)),
        )
    ]
    notes = """The dashed line is computed from the model alone, by the delta method: no sample was
    used. Ask for the factor between blue and the dotted line: it is the price of using three
    moments only. In the clear world there is hardly any; in the blurred one EM is safe anyway."""

    def sliders(self):
        return dict(
            n=choice("texts n", "10 000", TEXTS),
            blur=choice("topics", "clear (0.02)", HAZE),
            v=choice("scores v", "number of the word", list(DIRECTIONS)),
        )

    @staticmethod
    def compute(n, blur, v):
        """All errors at this blur and direction, their root mean squares, and both lines."""
        found, lines, below = all_learnt()[blur, v]
        j = int(np.flatnonzero(COUNTS == n)[0])
        square = found[0, j] ** 2 * n / lines[0] ** 2
        fall = np.log10(found[0, -3] / found[0, -1])  # a hundred times as many texts
        return dict(
            found=found,
            lines=lines,
            j=j,
            below=int(below[j]),
            curves=np.sqrt((found**2).mean(axis=2)),
            mean=np.sqrt((found[:, j] ** 2).mean(axis=1)),
            middle=float(np.median(found[2, j])),
            ratio=float(square.mean()),
            chance=5 * float(square.std(ddof=1)) / np.sqrt(REPEATS),
            fall=float(fall.mean()),
            slack=5 * float(fall.std(ddof=1)) / np.sqrt(REPEATS),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xscale="log", xlim=(70, 1.5e6), xlabel="texts n", ylabel="error of the topics"),
            dict(xlim=(-0.5, 2.5), xlabel="method, at this n", xticks=range(3)),
            width_ratios=[1.35, 1],
        )
        for ax in (left, right):
            ax.set(yscale="log", ylim=(4e-4, 6))
        right.set_ylabel(f"error of each of {REPEATS} samples")
        right.set_xticklabels(METHODS)
        hollow = dict(ls="-", mew=1.6, mfc="none")
        looks = (((FOUND, 0.4), 6, 13), (plots.GREEN, 1.4, 7), (SEARCH, 1.4, 8))  # nested
        lines = [
            plots.spots(left, name, marker=m, mec=edge, color=c, lw=lw, ms=ms, **hollow)
            for (name, (edge, m)), (c, lw, ms) in zip(METHODS.items(), looks)
        ]
        clouds = [
            plots.spots(right, marker=m, ms=4.5, color=c, alpha=0.6) for c, m in METHODS.values()
        ]
        dash = plots.curves(left, ["delta"], color=plots.BOUND, ls="--")
        least = plots.curves(left, ["least possible"], color=plots.TRUTH, ls=":", lw=1.6)
        plots.legend_above(left, columnspacing=0.6, handlelength=1.1)
        here, shift = plots.star(left), np.linspace(-0.3, 0.3, REPEATS)

        def move(r):
            shown = np.minimum(r.curves, 4.5), np.minimum(r.found[:, r.j], 4.5)
            return (
                *lines[0](COUNTS, shown[0][0]),
                *dash(COUNTS, r.lines[0] / np.sqrt(COUNTS)),
                *(a for m, y in zip(lines[1:], shown[0][1:]) for a in m(COUNTS, y)),
                *least(COUNTS, r.lines[1] / np.sqrt(COUNTS)),
                *(a for i, m in enumerate(clouds) for a in m(i + shift, shown[1][i])),
                *here(r.n, float(min(r.mean[0], 4.5))),
            )

        return move

    def caption(self, r):
        verb = "is" if r.below == 1 else "are"
        return (
            f"Moments are off by {r.mean[0]:.2g}, with EM after them {r.mean[1]:.2g}, EM alone "
            f"{r.mean[2]:.2g}: {r.below} of its sixty searches {verb} stuck."
        )

    def numbers(self, r):
        return (
            f"root mean square errors {r.mean[0]:.3g} (moments), {r.mean[1]:.3g} (then EM), "
            f"{r.mean[2]:.3g} (EM alone); the delta method says {r.lines[0] / np.sqrt(r.n):.3g}, "
            f"the least possible is {r.lines[1] / np.sqrt(r.n):.3g}."
        )

    def hindrance(self, r):
        """The hypothesis that these values break, or nothing."""
        small = r.lines[0] / np.sqrt(r.n) > 0.05
        return "n is too small: the tangent is no stand-in yet" * bool(small)

    def headline(self, r):
        return Claim(
            "the error is the delta method’s",
            "Theorem 30.7",
            measured=abs(r.ratio - 1),
            bound=r.chance,
            why_not=self.hindrance(r),
            words="n times the mean squared error is as the delta method says, within 5 standard "
            "errors.",
        )

    def identities(self, r):
        late = "10 000 texts are too few in this direction" * bool(
            r.lines[0] / np.sqrt(COUNTS[-3]) > 0.05
        )
        return [
            Claim(
                "from 10 000 to a million: a tenth of the error",
                "Theorem 30.7",
                abs(r.fall - 1),
                r.slack,
                why_not=late,
            ),
            Claim("nothing beats Fisher’s bound", "section 6", r.lines[1], r.lines[0]),
        ]


def nearest_count(x):
    """The name of the stop that is nearest to x on a logarithmic axis."""
    return list(TEXTS)[int(np.argmin(np.abs(np.log(COUNTS / max(x, 1)))))]


# exponential families: a loaded die

FACES = np.arange(1, 7)
GRID = np.linspace(-1, 1, 101)


@lru_cache(128)
def throws(load, n, i):
    """How often each face comes in n throws of a die with chances proportional to e^(load x)."""
    p = mm.tilted(FACES, load)[0]
    return np.random.default_rng([30, i]).multinomial(n, p) / n


@lru_cache(128)
def matched(mean):
    """The θ whose die has this mean, by halving; none if every throw was the same end face."""
    if not 1 < mean < 6:
        return np.sign(mean - 3.5) * np.inf
    low, high = -60.0, 60.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if mm.tilted(FACES, middle)[2][0] < mean else (low, middle)
    return high


class die(Figure):
    """A loaded die: where the likelihood is highest the model's mean is the sample's."""

    size = (10.4, 4.3)
    veiled = (0, 1)
    story = [
        Step(
            "too fair",
            "The model’s mean is below the sample’s, and the likelihood rises to the right: by "
            "exactly their difference.",
        ),
        Step(
            "the best θ",
            "At the top the slope is 0: both means agree. The bars still differ from the throws.",
            theta=0.34,
        ),
        Step(
            "too far",
            "The model’s mean is above the sample’s now: the likelihood falls.",
            theta=0.7,
        ),
        Step(
            "ten throws",
            "A small sample has another mean and another top, but the same rule.",
            n=10,
        ),
        Step("a die loaded down", "Below 3.5 the best θ is negative.", load=-0.3),
    ]
    handles = [
        Handle(
            "choose θ",
            at=lambda r: (r.theta, max(r.height, -3.25)),
            to=lambda r, x, y: dict(theta=x),
            panel=1,
        )
    ]
    notes = """Ask which of the six frequencies the fitted die gets right: in general none. It gets
    their mean right, and nothing else was looked at. Then ask for the slope at θ = 0 without
    calculus: it is the sample mean minus 3.5."""

    def sliders(self):
        return dict(
            theta=slider("tilt θ", 0, -0.7, 0.7, 0.01),
            n=log_slider("throws n", 60, 10, 1000),
            load=slider("true θ*", 0.4, -0.5, 0.5, 0.05),
            i=int_slider("new random sample", 1, 1, 20),
        )

    @staticmethod
    def compute(theta, n, load, i):
        """Frequencies, the die of this θ, and the likelihood of every θ."""
        shares = throws(load, round(n), i)
        mean = float(shares @ FACES)
        p, A, model, cov = mm.tilted(FACES, theta)
        best = matched(mean)
        exists = np.isfinite(best)
        q, top, top_mean, _ = mm.tilted(FACES, best if exists else 0.0)
        h = 1e-4
        up, down = (mm.tilted(FACES, theta + s * h) for s in (1, -1))
        return dict(
            shares=shares,
            p=p,
            mean=mean,
            model=float(model[0]),
            best=best,
            height=theta * mean - A,
            heights=GRID * mean - logsumexp(np.outer(GRID, FACES), axis=1),
            top=best * mean - top if exists else 0.0,
            top_mean=float(top_mean[0]),
            apart=float(q @ np.log(q / p)),
            tilt=(up[1] - down[1]) / (2 * h),
            bend=(up[2][0] - down[2][0]) / (2 * h),
            variance=float(cov[0, 0]),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0.4, 6.6), ylim=(0, 0.52), xlabel="face x", ylabel="share"),
            dict(xlim=(-0.8, 0.8), ylim=(-3.3, -1.1), xlabel="tilt θ"),
            width_ratios=[1, 1.2],
        )
        right.set_ylabel("log-likelihood per throw")
        seen = plots.bars(left, 6, "throws", plots.TRAIN, FACES - 0.2, 0.38)
        fit = plots.bars(left, 6, "model", FOUND, FACES + 0.2, 0.38)
        means = [
            plots.level(left, name, c, ls, across=True)
            for name, c, ls in (("their means", plots.TRAIN, "-"), (None, FOUND, "--"))
        ]
        plots.legend_above(left)
        curve = plots.curves(right, ["log-likelihood of θ"], color=FOUND)
        tangent = plots.curves(right, ["slope: difference of the means"], color=plots.RED, ls="--")
        plots.legend_above(right)
        here, ends = plots.star(right), np.array([-0.45, 0.45])

        def move(r):
            return (
                *seen(r.shares),
                *fit(r.p),
                *means[0](r.mean),
                *means[1](r.model),
                *curve(GRID, r.heights),
                *tangent(r.theta + ends, r.height + (r.mean - r.model) * ends),
                *here(r.theta, max(r.height, -3.25)),
            )

        return move

    def caption(self, r):
        gap = r.mean - r.model
        if abs(gap) < 0.02:
            return f"Both means are {r.mean:.2f}: the likelihood is at its top."
        way = "rises" if gap > 0 else "falls"
        return (
            f"The throws have mean {r.mean:.2f}, the model {r.model:.2f}: the likelihood {way} "
            f"with slope {abs(gap):.2f}."
        )

    def numbers(self, r):
        return (
            f"mean of the throws {r.mean:.3g}, of the model {r.model:.3g}; log-likelihood "
            f"{r.height:.4g}, at best {r.top:.4g}."
        )

    def headline(self, r):
        none = "" if np.isfinite(r.best) else "all throws show the same end face: no θ is best"
        return Claim(
            "matching the mean is most likely",
            "Theorem 30.2",
            measured=r.height,
            bound=r.top,
            why_not=none,
            words="No θ has a higher likelihood than the one whose mean is the sample’s.",
        )

    def identities(self, r):
        none = "" if np.isfinite(r.best) else "all throws show the same end face: no θ is best"
        return [
            Claim("slope of A = mean", "Theorem 30.2", r.tilt, r.model, "==", 1e-6),
            Claim("bend of A = variance", "Theorem 30.2", r.bend, r.variance, "==", 1e-6),
            Claim(
                "the best θ matches the mean",
                "Theorem 30.2",
                r.top_mean,
                r.mean,
                "==",
                why_not=none,
            ),
            Claim(
                "what a wrong θ loses is a divergence",
                "Theorem 30.2",
                r.top - r.height,
                r.apart,
                "==",
                why_not=none,
            ),
        ]
