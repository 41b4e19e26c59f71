"""Hunt: where is the top?."""

import numpy as np

from helpers import plots
from helpers.kernels import gaussian, gp
from helpers.live import Claim, Figure, Guess, Handle, axes, bandwidth, choice, int_slider, slider
from lessons.n17_gaussian_processes.world import HIDDEN, HILLS, sd_of, tidy

LAST = 20
JITTER = 0.01
SEARCHES = ("highest mean", "expected improvement", "UCB", "largest variance")
EDGES = np.random.default_rng(9).normal(size=4000)


class Hunt(Figure):
    """Bayesian optimisation: a hidden function, what is known of it, and where to ask next."""

    guess = Guess(
        "The simplest rule asks where the mean is highest. Its first answer, at x = 0.3, is 0.28 "
        "(the prior mean is 0). Where are the next nineteen questions?",
        {
            "they climb to the top": "To climb, a rule must leave the place where it stands.",
            "they climb the nearest hill": "Not even that.",
            "all at x = 0.3": "One good answer makes the mean highest right there, and asking "
            "again changes nothing.",
            "all over the place": "That is the rule of largest variance.",
        },
        answer="all at x = 0.3",
    )

    size = (10, 4.6)
    play = "T"
    more = ("hidden", "start")
    story = """
the highest mean
    Eight questions, all at one place: elsewhere the mean is lower. Only the first told
    anything.
expected improvement | rule="expected improvement"
    Orange: how much an answer would improve on the best one, on average. Where the band is
    wide, there is hope.
found | rule="expected improvement", T=12
    Twelve questions: nine to look around, the last three at the top. Near 0.4 the band is still
    wide, but its upper edge is below the best answer: hardly anything to win.
little curiosity | rule="UCB", beta=0.5, T=20
    UCB with β = 0.5 climbs the first hill that it meets, and stays. The function leaves the
    band; right, the gap stays above the certificate.
much curiosity | rule="UCB", beta=5.0, T=16
    With β = 5 the band is wide enough to hold the function. The gap is nearly 0 after 5
    questions, the certificate only after 12.
a bandwidth too long | rule="expected improvement", bandwidth=0.2, T=20
    ℓ = 0.2: the model is sure where it is wrong. The function leaves the band, and the search
    is stuck on the lower hill. The certificate is nearly 0.
"""
    handles = [
        Handle(
            "move the first question",
            at=lambda r: (r.start, float(r.f[round(100 * r.start)])),
            to=lambda r, x, y: dict(start=x),
        ),
        Handle(
            "choose T",
            at=lambda r: (r.T, float(r.gaps[r.T - 1])),
            to=lambda r, x, y: dict(T=x),
            panel=1,
        ),
    ]
    notes = """Play the questions one by one and let the class point at the next one before it
    comes. The band is mean ± β standard deviations; the dashed level is the ceiling: no value
    can be above it while the function stays in the band."""
    mosaic = "ac;bc"
    widths = (1.9, 1)
    shared = dict(height_ratios=(3, 1))
    panels = (
        axes("", (0, 1), "f(x)", (-2.6, 2.6), xticklabels=[]),
        axes("x", (0, 1), "score", (0, 1.08), yticks=[0, 1]),
        axes("questions T", (0.5, LAST + 0.5), "gap: top minus best answer", (-0.06, 2.4)),
    )

    def sliders(self):
        return dict(
            T=int_slider("questions T", 8, 1, LAST),
            rule=choice("rule", SEARCHES[0], list(SEARCHES)),
            bandwidth=bandwidth(0.1, 0.03, 0.3),
            beta=slider("curiosity β", 2.5, 0.5, 5, 0.1),
            hidden=choice("hidden function", "two hills", HIDDEN),
            start=slider("first question", 0.3, 0, 1, 0.01),
        )

    @staticmethod
    def compute(T, rule, bandwidth, beta, hidden, start):
        """The search of T questions, what it believes now, and what it would ask next."""
        K, first = gaussian(bandwidth)(HILLS), round(100 * start)
        run = gp.run_queries(K, hidden, JITTER, LAST, rule_of(rule, beta), first=first)
        asked = run.extra["asked"]
        mean, sd = run.w[T], sd_of(run.extra["variance"][T])
        score = run.extra["score"][T]
        best = float(hidden[asked[:T]].max())
        bests = np.maximum.accumulate(hidden[asked])
        upper = run.w[1:] + beta * sd_of(run.extra["variance"][1:])
        gain = gp.expected_improvement(mean, sd, best)
        i = int(np.argmax(gain))
        luck = np.maximum(mean[i] + sd[i] * EDGES - best, 0)
        return dict(
            f=hidden,
            asked=asked[:T],
            mean=mean,
            sd=sd,
            score=(score - score.min()) / max(np.ptp(score), 1e-12),
            following=int(asked[T]) if T < LAST else None,
            best=best,
            gap=float(hidden.max() - best),
            gaps=hidden.max() - bests,
            rooms=upper.max(axis=1) - bests,
            roof=float((mean + beta * sd).max()),
            outside=float((np.abs(hidden - mean) - beta * sd).max()),
            gain=(float(gain[i]), float(luck.mean()), float(luck.std() / np.sqrt(len(luck)))),
        )

    def picture(self, top, low, right):
        right.ax.set_xticks([1, 5, 10, 15, 20])
        shade = plots.band(top.ax, "mean ± β sd", plots.SKY, 0.35)
        shade(HILLS, HILLS, HILLS)
        top.add(shade, shows=lambda r: (HILLS, r.mean - r.beta * r.sd, r.mean + r.beta * r.sd))
        top.curve("mean", plots.FIT, shows=lambda r: (HILLS, r.mean))
        top.curve("hidden", plots.TRUTH, shows=lambda r: (HILLS, r.f), ls=":")
        look = dict(marker="o", ms=8, color=plots.TRAIN, mec="white")
        answers = plots.spots(top.ax, "answers", **look)
        top.level("ceiling", plots.BOUND, "--", shows=lambda r: r.roof)
        top.add(answers, shows=lambda r: (HILLS[r.asked], r.f[r.asked]))
        top.legend(columnspacing=0.8)
        low.curve(None, plots.ORANGE, shows=lambda r: (HILLS, r.score))
        low.level(
            None,
            plots.ORANGE,
            ":",
            across=True,
            shows=lambda r: np.nan if r.following is None else HILLS[r.following],
        )
        ticks = np.arange(1, LAST + 1)
        right.curve("gap", plots.FIT, shows=lambda r: (ticks, r.gaps), marker="o", ms=4)
        right.curve("certificate", plots.BOUND, shows=lambda r: (ticks, r.rooms), ls="--")
        right.star(shows=lambda r: (r.T, float(r.gaps[r.T - 1])))

    def caption(self, r):
        known = len(set(r.asked.tolist()))
        short = f"{r.gap:.2f} below the top" if r.gap >= 0.005 else "at the top"
        return (
            f"{r.T} question{'s' * (r.T > 1)} at {known} place{'s' * (known > 1)}: the best answer "
            f"is {tidy(r.best, 2)}, {short}."
        )

    def numbers(self, r):
        return (
            f"best answer {r.best:.3g}, gap {r.gap:.3g}; no value above {r.roof:.3g} inside the "
            f"band; largest expected improvement {r.gain[0]:.2g}."
        )

    def headline(self, r):
        return Claim(
            "how much can still be won",
            "Theorem 17.7",
            r.gap,
            r.roof - r.best,
            why_not="the hidden function leaves the band" * (r.outside > 0),
            words="While the function stays in the band, the gap is at most the band’s highest "
            "point minus the best answer.",
        )

    def identities(self, r):
        exact, mean, error = r.gain
        rise = float(np.diff(r.gaps).max())
        return [
            Claim(
                "expected improvement, by 4000 draws: within five standard errors",
                "Theorem 17.8",
                abs(exact - mean),
                5 * error + 1e-6,
                why_not="" if mean else "none of the 4000 draws improves on the best answer",
            ),
            Claim("the gap never grows", "section 5", rise, 0.0),
        ]


def rule_of(name, beta):
    """The rule of a search by its name."""
    own = dict(zip(SEARCHES, (gp.upper_bound(0.0), gp.improvement, None, gp.largest_variance)))
    return own[name] or gp.upper_bound(beta)
