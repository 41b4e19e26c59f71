"""The figure `several`."""

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, axes, int_slider, slider
from lessons.n01_risk import risk

W = np.linspace(-1, 3, 161)  # weights of the noisy line
SIZES = np.arange(3, 201)
FEW = risk.LineSamples(400, 200, np.random.default_rng(1))  # eight of them are drawn
MANY = risk.LineSamples(10_000, 200, np.random.default_rng(2))  # means are taken over these


class Several(Figure):
    """Empirical risks of several samples about the risk; training error and risk of ERM."""

    guess = Guess(
        "Green: the mean squared error of a slope $w$ on a learner's own 20 examples. Black: on "
        "new examples. Each learner takes the minimum of its own curve, the triangle. On average, "
        "what is its height as an estimate of the error on new examples?",
        {
            "it is too low": "Right. The examples were used twice, to choose w and to judge it.",
            "it is right": "That is true at a w chosen <i>before</i> the examples are seen. The "
            "triangle was chosen with them: it is the luckiest point of its own curve.",
            "it is too high": "Then the learners would do better on new examples than on those "
            "they were fitted to. It is the other way round.",
        },
        answer="it is too low",
    )

    size = (10, 3.7)
    veiled = (1,)
    play = "n"
    story = """
eight learners
    Each learner goes to its own triangle. How high are they?
few examples | n=5
    Five examples each: five of the eight triangles are below the dotted line, three far below.
many examples | n=200
    200 each: the curves lie close together, and training error meets risk.
a fixed w | w=2.5
    At a w chosen beforehand the mean of R_S (star) lies on the curve of R.
little noise | sigma=0.2
    Little noise: all triangles are near w = 1, and the curves differ mainly in how steep they are.
eight others | group=7
    Eight other samples. A learner gets one, and never knows which.
"""
    notes = """Take a vote on whether the bottom of R_S is above or below that of R. Then few
    examples: on average the minima lie below the least risk (left, dotted), while the risk there is
    above it (right, red). Many examples closes the gap. A fixed w: unbiased, everywhere on R."""
    sees = {
        "eight learners": lambda r: r.n == 20 and np.ptp(r.minima[:, 1]) > 0.5,
        "few examples": lambda r: (
            (r.minima[:, 1] < r.sigma**2).sum() == 5 and (r.minima[:, 1] < 0.2).sum() == 3
        ),
        "many examples": lambda r: r.true - r.training < 0.02 * r.sigma**2 and r.n == 200,
        "a fixed w": lambda r: (
            r.w == 2.5 and abs(r.here[1] / risk.line_risk(r.w, r.sigma) - 1) < 0.02
        ),
        "little noise": lambda r: np.abs(r.minima[:, 0] - 1).max() < 0.15 and r.sigma < 0.3,
        "eight others": lambda r: r.group == 7,
    }
    widths = (3, 2)
    panels = (
        axes("weight $w$", (-1, 3), "risk", (0, 5)),
        axes("examples $n$", (3, 200), "mean loss / $\\sigma^2$", (0.5, 2.1)),
    )

    def sliders(self):
        return dict(
            n=int_slider("examples n", 20, 3, 200),
            sigma=slider("noise σ", 1, 0.1, 1.5, 0.05),
            w=slider("weight w", 0, -1, 3, 0.05),
            group=int_slider("new random samples i", 1, 1, 50),
        )

    @staticmethod
    def compute(n, sigma, w, group):
        """Eight empirical risks beside the risk; means of ERM over 10 000 samples."""
        eight = slice(8 * group - 8, 8 * group)
        minima = np.column_stack([FEW.erm(sigma, n), FEW.training(sigma, n)])
        at_w = MANY.empirical([w], sigma, n)[:, 0]
        at_truth = MANY.empirical([risk.SLOPE], sigma, n)[:, 0]
        training, w_hat = MANY.training(sigma, n), MANY.erm(sigma, n)
        return dict(
            R=risk.line_risk(W, sigma),
            eight=FEW.empirical(W, sigma, n)[eight],
            minima=minima[eight],
            here=(w, at_w.mean()),
            fixed=at_w,
            gain=at_truth - training,  # what fitting takes off the empirical risk
            training=training.mean(),
            true=risk.line_risk(w_hat, sigma).mean(),
            curves=risk.erm_risks(1.0, SIZES),
        )

    def picture(self, left, right):
        left.bundle(8, "$R_S$, eight samples", plots.TRAIN, 1, shows=lambda r: (W, r.eight))
        left.curve("risk $R$", plots.TRUTH, shows=lambda r: (W, r.R), lw=2.6)
        left.add(lowest(left.ax), shows=lambda r: r.sigma**2)
        minima = plots.points(left.ax, ["minima"], legend=None, size=55)
        minima(None)[0].set(color=plots.TRAIN, marker="v", mec="black")
        left.add(minima, shows=lambda r: r.minima)
        left.hand("choose a weight", shows=lambda r: r.here, name="mean at your $w$", w="x")

        training, true = "training: $R_S(\\hat w)$", "true risk: $R(\\hat w)$"
        right.curve(training, plots.TRAIN, shows=lambda r: (SIZES, r.curves[0]), log="x")
        right.curve(true, plots.TEST, shows=lambda r: (SIZES, r.curves[1]), ls="--")
        right.ax.axhline(1, color=plots.TRUTH, ls=":", lw=1.6)
        dots = plots.points(right.ax, ["", ""], legend=None, size=80)
        for dot, colour in zip(dots(None, None), (plots.TRAIN, plots.TEST)):
            dot.set(color=colour, mec="black")
        right.add(
            dots, shows=lambda r: ([[r.n, r.training / r.sigma**2]], [[r.n, r.true / r.sigma**2]])
        )
        _whole_numbers(right.ax, (3, 10, 30, 100))

    def caption(self, r):
        best = r.sigma**2
        return (
            f"On average the training error is {r.training:.3g}, the risk {r.true:.3g}; "
            f"the least risk is {best:.3g}."
        )

    def numbers(self, r):
        here = risk.line_risk(r.w, r.sigma)
        return (
            f"at your w the risk is {here:.3g}, the mean of 10 000 estimates {r.here[1]:.3g}; "
            f"at their minimisers they average {r.training:.3g}, but the risk there averages "
            f"{r.true:.3g}."
        )

    def headline(self, r):
        return Claim(
            "1 − (R_S(w*) − R_S(ŵ))/σ² averages 1 − 1/n, within 5 standard errors (7 % of 1/n)",
            "Theorem 1.2",
            1 - r.gain.mean() / r.sigma**2,
            1 - 1 / r.n,
            "==",
            tol=5 * np.sqrt(2 / 10_000) / r.n,
            words="In units of σ² the training error of ERM averages 1 − 1/n; 1 is the least risk.",
        )

    def identities(self, r):
        few = "" if r.n >= 9 else "n is under 9: too heavy a tail for standard errors"
        fixed = r.here[1] / risk.line_risk(r.w, r.sigma)
        # averaged over the noise the risk of ERM is σ²(1 + 1/Σx²): only the x are left to chance
        inverse = (r.n - 2) * np.mean(1 / MANY.squares(r.n))
        spread = np.sqrt(2 / max(r.n - 4, 1) / 10_000)
        return [
            Claim(
                "at a fixed w, R_S averages R, within 5 standard errors",
                "Theorem 1.1",
                fixed,
                1,
                "==",
                tol=5 * np.sqrt(2 / r.n / 10_000),
            ),
            Claim(
                "1/Σx² averages 1/(n − 2), so R(ŵ) averages σ²(1 + 1/(n − 2)), within 5 s.e.",
                "Theorem 1.2",
                inverse,
                1,
                "==",
                tol=5 * spread,
                why_not=few,
            ),
            Claim(
                "in every sample R_S(ŵ) ≤ R_S(w*): least gain",
                "Theorem 1.2",
                r.gain.min(),
                0,
                ">=",
            ),
        ]


def _whole_numbers(ax, ticks):
    """Plain numbers on a logarithmic axis."""
    ax.set_xticks(ticks, [str(tick) for tick in ticks])
    ax.minorticks_off()


def lowest(ax):
    """The least risk as a line with its name, which stands where there is room. move(height)."""
    line = plots.level(ax)
    name = ax.text(2.96, 0, "lowest risk $\\sigma^2$", ha="right", va="center", fontsize=11)

    def move(height):
        name.set_y(height + (0.2 if height < 0.36 else -0.2))
        return *line(height), name

    return move
