"""The figure `sure`."""

import numpy as np

from helpers import data, plots
from helpers.linear import logistic
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, slider, temperature, toggle
from lessons.n06_logistic.reliability import curved_cases, reliability, true_odds
from lessons.n06_logistic.world import loss_at

X_AXIS = np.linspace(-3, 3, 121)


class Sure(Figure):
    """Is a probability worth anything? The reliability diagram of a right and a wrong model."""

    guess = Guess(
        "At $q = 0$ the line is the right model. Now bend the truth to $q = 1$ and fit a line "
        "again, to 4000 cases. What will the ten bins show?",
        {
            "they stay near the diagonal: the fit is the best one": "Best among lines. On average "
            "over <i>all</i> cases it is right, bin by bin it is not.",
            "both ends are seen more often than said, the middle less": "Right: both ends of the "
            "parabola rise above the line. The same bend appears in the diagram.",
            "an S: too sure at both ends": "That is the shape of a temperature below 1. A line "
            "that was fitted to the data has no reason to be too sure.",
        },
        answer="both ends are seen more often than said, the middle less",
    )

    veiled = (1,)
    more = ("n", "sample")
    story = """
right model
    The truth is linear, and so is the fit: ten points on the diagonal.
wrong model | q=1
    The truth is bent, the fit is not. Look at both ends.
right again | q=1, square=True
    With x² as a column the fit can bend too.
overconfident | tau=0.3
    τ = 0.3 after the fit: said 0.9, seen less. An S.
timid | tau=3
    τ = 3: the points stand steeper than the diagonal.
wrong and heated | q=1, tau=2
    Can a temperature straighten a wrong model? Try all τ.
"""
    sees = {
        "right model": lambda r: r.bins.gap < 0.02 and not r.square and r.off < 0.05,
        "wrong model": lambda r: bends(r)[0] > 0.1 > 0 > bends(r)[1] and r.tau == 1,
        "right again": lambda r: r.square and r.q == 1 and r.bins.gap < 0.03,
        "overconfident": lambda r: r.tau < 1 and bends(r)[2] > 0.05 > -0.05 > bends(r)[3],
        "timid": lambda r: r.q == 0 and r.tau > 1 and bends(r)[2] < -0.05 < 0.05 < bends(r)[3],
        "wrong and heated": lambda r: r.q == 1 and r.tau == 2 and r.bins.gap > 0.13,
    }
    handles = [
        Handle(
            "bend the truth",
            at=lambda r: (0, logistic.probability(-r.q)),
            to=lambda r, x, y: dict(q=float(-logistic.log_odds(np.clip(y, 0.05, 0.95)))),
        )
    ]
    notes = """Press "wrong model" and ask what the diagram would look like had we fitted nothing
    but the overall share. Then "overconfident": this S is what an over-trained network shows.
    Temperature repairs that shape, and nothing else."""
    panels = (
        axes("$x$", (-3, 3), "probability of $y = 1$", (-0.02, 1.02)),
        axes(
            "said: mean probability in the bin",
            (-0.02, 1.02),
            "seen: share of ones in the bin",
            (-0.02, 1.02),
        ),
    )

    def sliders(self):
        return dict(
            tau=temperature(1, 0.1, 10),
            q=slider("bend q", 0, -1.5, 1.5, 0.1),
            square=toggle("fit x² too", False),
            n=int_slider("cases n", 4000, 500, 8000, 500),
            sample=int_slider("new random sample i", 1, 1, 50),
        )

    @staticmethod
    def compute(tau, q, square, n, sample):
        """Draw n cases with bent log-odds, fit a line (or a parabola), compare said and seen."""
        x, y = curved_cases(n, 1.5, q, np.random.default_rng(sample))

        def features(x):
            return logistic.with_ones(np.column_stack([x, x**2]) if square else x)

        w = logistic.fit(features(x), data.as_signs(y))
        s, truth = features(x) @ w, logistic.probability(true_odds(X_AXIS, 1.5, q))
        said = logistic.probability(features(X_AXIS) @ w, tau)
        p, middle = logistic.probability(s, tau), np.abs(X_AXIS) <= 2
        off = np.abs(truth - said)[middle].max()
        return dict(x=x, y=y, s=s, p=p, truth=truth, said=said, off=off, bins=reliability(p, y))

    def picture(self, left, right):
        left.ax.set_yticks([0, 0.25, 0.5, 0.75, 1])

        left.curve("truth", plots.TRUTH, shows=lambda r: (X_AXIS, r.truth), lw=1.6)
        left.curve(
            "said: the fit, at $\\tau$",
            plots.FIT,
            shows=lambda r: (X_AXIS, r.said),
            lw=2.6,
            ls="--",
        )
        left.mark(None, "D", plots.BLACK, 9, shows=lambda r: (0, logistic.probability(-r.q)))
        right.ax.plot([0, 1], [0, 1], color=plots.TRUTH, lw=1, label="said = seen")
        right.band(
            "chance (5 s.e.)",
            plots.SKY,
            0.35,
            shows=lambda r: (r.bins.p, r.bins.p - r.bins.allowed, r.bins.p + r.bins.allowed),
        )
        right.points(
            ["ten bins"],
            legend=None,
            size=60,
            zorder=5,
            shows=lambda r: np.column_stack([r.bins.p, r.bins.share]),
        )
        right.ax.fill_between([0], [0], [0], color=plots.SKY, alpha=0.35, label="chance (5 s.e.)")

    def caption(self, r):
        return (
            f"Said and seen differ by {r.bins.gap:.3f} on average over the bins; the fit is off "
            f"the truth by up to {r.off:.2f} (for x between −2 and 2)."
        )

    def numbers(self, r):
        return (
            f"the fitted probability is off by up to {r.off:.3f} for |x| ≤ 2; in the diagram said "
            f"and seen differ by {r.bins.gap:.3f} on average, at worst {r.bins.worst:.2f} times "
            "what chance allows (shaded: about five standard errors)."
        )

    def headline(self, r):
        margins = data.as_signs(r.y) * r.s
        return Claim(
            "on its own cases no τ beats τ = 1",
            "Theorem 6.12",
            loss_at(margins, r.tau),
            loss_at(margins, 1.0),
            ">=",
            words="On the cases it was fitted to, no temperature has a smaller loss than τ = 1.",
        )

    def identities(self, r):
        warm = "τ is not 1" * (r.tau != 1)
        bent = "the model is wrong: the log-odds are bent" * (r.q != 0 and not r.square)
        p = logistic.probability(r.s)
        means, moments = (p.mean(), r.y.mean()), ((r.x * p).mean(), (r.x * r.y).mean())
        scores = (r.s * p).mean(), (r.s * r.y).mean()
        second = "at τ = 1, x·said and x·seen have one mean"
        third = "at τ = 1, s·said and s·seen have one mean"
        chance = "illustration: every bin within five standard errors"
        return [
            Claim("at τ = 1, mean said = mean seen", "Theorem 6.12", *means, "==", tol=1e-8),
            Claim(second, "Theorem 6.12", *moments, "==", tol=1e-8),
            Claim(third, "Theorem 6.12", *scores, "==", tol=1e-7),
            Claim(chance, "Bernstein's inequality", r.bins.worst, 1, why_not=warm or bent),
        ]


def bends(r):
    """Seen minus said: the least of the two ends, the most in the middle, first and last bins."""
    off = r.bins.share - r.bins.p
    return min(off[0], off[-1]), off[3:7].max(), off[:3].mean(), off[-3:].mean()
