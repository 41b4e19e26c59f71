"""The figure `wiggle`."""

import numpy as np

from helpers import data, plots
from helpers.linear import least_squares
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    int_slider,
    regularisation,
    text,
    toggle,
)
from lessons.n04_least_squares import bias_variance
from lessons.n04_least_squares.world import GRID, TEN_X, TRUTH, bare, shown

NEW_X, NEW_Y = data.sine(200, np.random.default_rng(100), sigma=0.25)
TEN = "-0.16 0.60 1.40 1.03 -0.07 -0.34 -1.02 -0.95 -1.05 0.06"  # a sine and noise of size 0.25
LIFTED = "-0.16 0.60 1.40 1.03 -0.07 0.36 -1.02 -0.95 -1.05 0.06"  # the sixth is 0.7 higher


# ninety more: each falls into a wide gap that those before it have left
MORE_X = (0.5 + np.arange(1, 91) * (np.sqrt(5) - 1) / 2) % 1
MORE_Y = np.sin(2 * np.pi * MORE_X) + 0.25 * np.random.default_rng(5).standard_normal(90)


def lift(i):
    """A handle that moves the i-th of the ten examples up and down."""

    def to(r, x, y):
        heights = r.answers.copy()
        heights[i] = np.clip(y, -2.2, 2.2)
        return dict(answers=" ".join(f"{h:.2f}" for h in heights))

    return Handle("move this example", lambda r: (TEN_X[i], r.answers[i]), to)


class Wiggle(Figure):
    """A polynomial fitted to noisy points of a sine: too simple, right, too free."""

    guess = Guess(
        "The blue curve is the polynomial of degree $M = 3$ that misses the ten green examples "
        "least. The pale dots are new points. A polynomial of degree 9 has ten coefficients: what "
        "will it do?",
        {
            "come closer to both": "Closer to the examples, yes: all the way. But look at the "
            "dots.",
            "hit the examples, lose the new points": "Right. It can bend through all ten examples, "
            "and pays for it in between, most of all near the ends.",
            "stay nearly as it is": "Nothing holds it: ten coefficients can meet ten demands "
            "exactly, and the best fit uses what it is given.",
        },
        answer="hit the examples, lose the new points",
    )

    play = "M"
    veiled = (1,)
    more = ("answers",)
    story = """
too simple | M=1
    A line has two coefficients. It misses both kinds of points.
about right | M=3
    Four coefficients follow the wave. Both errors have dropped.
hits all ten | M=9
    Ten coefficients, ten examples: the green error falls off the panel. The dashed one?
one moves | M=9, answers="-0.16 0.60 1.40 1.03 -0.07 0.36 -1.02 -0.95 -1.05 0.06"
    The sixth example went up by 0.7, and the curve swings everywhere. Try it at M = 3.
held back | M=9, penalty=True
    Degree 9 again, now with a penalty on long coefficients. Where did the swing go?
too tight | M=9, penalty=True, lam=1000.0
    A penalty this large leaves w = 0, nearly: a flat line that has learnt nothing.
more data | M=9, n=100
    No penalty, but ninety more examples: the same freedom does hardly any harm.
"""
    sees = {
        "too simple": lambda r: min(r.train[r.M], r.test[r.M]) > 0.2,
        "about right": lambda r: r.train[3] < r.train[1] / 3 and r.test[3] < r.test[1] / 2,
        "hits all ten": lambda r: r.train[r.M] < 1e-9 and r.test[r.M] > r.test[3],
        "one moves": lambda r: r.answers[5] > 0 and swing(r.x, r.M) > 0.1,
        "held back": lambda r: r.penalty and r.test[9] < 0.15,
        "too tight": lambda r: np.linalg.norm(r.w) < 0.01,
        "more data": lambda r: not r.penalty and r.test[9] < 1.1 * r.test.min(),
    }
    handles = [
        *(lift(i) for i in range(10)),
        Handle(
            "choose the degree",
            at=lambda r: (r.M, r.test[r.M]),
            to=lambda r, x, y: dict(M=x),
            panel=1,
        ),
    ]
    notes = """Let the class vote on the best M before anything moves. "Hits all ten", then "held
    back": the same degree 9, another curve. Drag the sixth example at degree 3 and at degree 9:
    this is variance, long before the word. "More data" cures it too. Leave open by what exactly
    the curve is held back until Theorem 4.3."""
    widths = (3, 2)
    panels = (
        axes("$x$", (-0.02, 1.02), "$y$", (-2.2, 2.2)),
        axes("degree $M$", (-0.4, 12.4), "mean squared error", (4e-3, 6), xticks=range(0, 13, 3)),
    )

    def sliders(self):
        return dict(
            M=int_slider("degree M", 3, 0, 12),
            n=int_slider("examples n", 10, 10, 100),
            penalty=toggle("penalty λ‖w‖²"),
            lam=regularisation(1e-4, 1e-10, 1e3),
            answers=text("answers y", TEN, ten_numbers),
        )

    @staticmethod
    def compute(M, n, penalty, lam, answers):
        """Fit polynomials of degree 0 to 12 to n noisy points of a sine; look at degree M."""
        x, y = np.append(TEN_X, MORE_X[: n - 10]), np.append(answers, MORE_Y[: n - 10])
        powers, new_powers = (least_squares.polynomial(at, 12) for at in (x, NEW_X))
        models = bias_variance.Ladder(powers, y, new_powers, NEW_Y, widths=range(1, 14))
        strength = lam if penalty else 0.0
        train, test = models.errors(strength)
        model = models.ridges[M]
        fit = model.predict(least_squares.polynomial(GRID, M), strength)
        w = model.w(strength)
        return dict(
            x=x, y=y, models=models, strength=strength, train=train, test=test, fit=fit, w=w
        )

    def picture(self, left, right):
        left.ax.plot(NEW_X, NEW_Y, ".", color="#f0b58f", ms=5, mew=0, label="new points")
        left.ax.plot(GRID, TRUTH, color=plots.TRUTH, lw=1.2, label="truth")
        left.curve("fit", plots.FIT, shows=lambda r: (GRID, r.fit), lw=2.6)
        dots = plots.points(left.ax, ["examples"], legend=None, size=75, zorder=4)
        dots(None)[0].set(color=plots.TRAIN)
        right.curve(
            "on examples",
            plots.TRAIN,
            shows=lambda r: (range(13), r.train),
            log="y",
            marker="o",
            ms=5,
        )
        right.curve(
            "on new points",
            plots.TEST,
            shows=lambda r: (range(13), r.test),
            marker="s",
            ms=4,
            ls="--",
        )
        right.star(shows=lambda r: (r.M, r.test[r.M]))
        bare(right.ax)

        left.add(dots, shows=lambda r: np.column_stack([r.x, r.y]))

    def caption(self, r):
        train, test = r.train[r.M], r.test[r.M]
        if train < 1e-9:
            return f"It hits all {r.n} examples, and misses new points by {test:.2g} (mean square)."
        if test < 1.25 * train and train > 0.2:
            return f"Both are missed badly: examples by {train:.2g}, new points by {test:.2g}."
        return f"New points are missed {test / train:.1f} times as much as the examples."

    def numbers(self, r):
        held = f"held back by λ = {r.strength:.2g}" if r.penalty else "not held back"
        return (
            f"the polynomial of degree {r.M}, {held}, misses its {r.n} examples by "
            f"{shown(r.train[r.M])} and new points by {shown(r.test[r.M])} in the mean square; "
            f"its coefficients have length {np.linalg.norm(r.w):.3g}."
        )

    def headline(self, r):
        smaller, best = (minimum(r.models.ridges[M], r.strength) for M in (max(r.M - 1, 0), r.M))
        what = "mean loss plus penalty" if r.penalty else "error on the examples"
        return Claim(
            "more freedom, never a larger minimum",
            "Theorem 4.1",
            best,
            smaller,
            why_not="" if r.M else "degree 0 has nothing below it",
            words=f"The {what} of degree M is never above that of degree M − 1.",
        )

    def identities(self, r):
        other = least_squares.Ridge(least_squares.legendre(r.x, r.M), r.y)
        guesses = other.predict(least_squares.legendre(NEW_X, r.M), 0.0)
        on = "the penalty is on" * r.penalty
        few = "there are fewer coefficients than examples" * (r.n > r.M + 1)
        many = "several polynomials fit equally well" * (r.n <= r.M)
        same = np.mean((guesses - NEW_Y) ** 2)
        return [
            Claim(
                "as many coefficients as examples hit them all",
                "Theorem 4.1",
                r.train[r.M],
                0,
                "==",
                tol=1e-12,
                why_not=on or few,
            ),
            Claim(
                "another basis, the same polynomial",
                "section 1",
                r.test[r.M],
                same,
                "==",
                tol=1e-4,
                why_not=on or many,
            ),
        ]


def ten_numbers(typed):
    """Ten answers from a text box."""
    try:
        found = np.array([float(word) for word in typed.split()])
    except ValueError:
        found = np.empty(0)
    if len(found) != 10 or not (np.abs(found) <= 3).all():
        raise ValueError("the answers must be ten numbers between -3 and 3, with blanks between")
    return found


def swing(x, M):
    """By how much the curve moves at least half-way between examples when the sixth rises by 0.7.

    The fit is linear in the answers, so the change is the fit to 0.7 at the sixth and 0 elsewhere.
    """
    change = np.polyfit(x, 0.7 * (np.arange(len(x)) == 5), M)
    x = np.sort(x)
    return np.abs(np.polyval(change, (x[1:] + x[:-1]) / 2)).min()


def minimum(ridge, lam):
    """The smallest value of the mean squared residual + lam |w|^2."""
    w = ridge.w(lam)
    return np.mean((ridge.X @ w - ridge.y) ** 2) + lam * w @ w
