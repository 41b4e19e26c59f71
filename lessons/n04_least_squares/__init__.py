"""The figures of notebook 04, least squares.

Core: wiggle (freedom), close (two points too close), phantom (ridge as extra data), parts (bias
and variance), paths (choosing lam). Further: giants (double descent), belief (a Gaussian prior).
"""

from functools import cache, lru_cache

import numpy as np

from helpers import data, plots
from helpers.linear import bias_variance, least_squares
from helpers.live import (
    Claim,
    Figure,
    Handle,
    Step,
    choice,
    int_slider,
    log_slider,
    points,
    regularisation,
    slider,
    text,
    toggle,
)
from helpers.live.controls import written
from helpers.live.words import number

GRID = np.linspace(0, 1, 201)
TRUTH = np.sin(2 * np.pi * GRID)
NEW_X, NEW_Y = data.sine(200, np.random.default_rng(100), sigma=0.25)
PLAIN = dict(color=plots.PURPLE, ls="-.")  # least squares without a penalty, in every figure


def shown(error):
    """Three digits; rounding error is 0."""
    return number(float(error)) if error > 1e-9 else "0"


def bare(*axes):
    """No small ticks, which crowd a logarithmic axis."""
    for ax in axes:
        ax.minorticks_off()


TEN_X, _ = data.sine(10, np.random.default_rng(4), sigma=0.25)
TEN = "-0.16 0.60 1.40 1.03 -0.07 -0.34 -1.02 -0.95 -1.05 0.06"  # a sine and noise of size 0.25
LIFTED = "-0.16 0.60 1.40 1.03 -0.07 0.36 -1.02 -0.95 -1.05 0.06"  # the sixth is 0.7 higher


def ten_numbers(typed):
    """Ten answers from a text box."""
    try:
        found = np.array([float(word) for word in typed.split()])
    except ValueError:
        found = np.empty(0)
    if len(found) != 10 or not (np.abs(found) <= 3).all():
        raise ValueError("the answers must be ten numbers between -3 and 3, with blanks between")
    return found


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


class wiggle(Figure):
    """A polynomial fitted to noisy points of a sine: too simple, right, too free."""

    play = "M"
    veiled = (1,)
    more = ("answers",)
    story = [
        Step("too simple", "A line has two coefficients. It misses both kinds of points.", M=1),
        Step("about right", "Four coefficients follow the wave. Both errors have dropped.", M=3),
        Step(
            "hits all ten",
            "Ten coefficients, ten examples: the green error falls off the panel. The dashed one?",
            M=9,
        ),
        Step(
            "one moves",
            "The sixth example went up by 0.7, and the curve swings everywhere. Try it at M = 3.",
            M=9,
            answers=LIFTED,
        ),
        Step(
            "held back",
            "Degree 9 again, but long coefficients now have a price. Where did the swing go?",
            M=9,
            penalty=True,
        ),
        Step(
            "too tight",
            "A price this high leaves w = 0, nearly: a flat line that has learnt nothing.",
            M=9,
            penalty=True,
            lam=1000.0,
        ),
        Step(
            "more data",
            "No price, but ninety more examples: the same freedom does no harm.",
            M=9,
            n=100,
        ),
    ]
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

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(-0.02, 1.02), ylim=(-2.2, 2.2), xlabel="$x$", ylabel="$y$")
        right.set(xlim=(-0.4, 12.4), ylim=(4e-3, 6), xlabel="degree $M$", xticks=range(0, 13, 3))
        right.set_ylabel("mean squared error")
        left.plot(NEW_X, NEW_Y, ".", color="#f0b58f", ms=5, mew=0, label="new points")
        left.plot(GRID, TRUTH, color=plots.TRUTH, lw=1.2, label="truth")
        fit = plots.curves(left, ["fit"], color=plots.FIT, lw=2.6)
        dots = plots.points(left, ["examples"], legend=None, size=75, zorder=4)
        dots(None)[0].set(color=plots.TRAIN)
        train = plots.curves(right, ["on examples"], log="y", color=plots.TRAIN, marker="o", ms=5)
        test = plots.curves(right, ["on new points"], color=plots.TEST, marker="s", ms=4, ls="--")
        here = plots.star(right)
        bare(right)
        plots.legend_above(left)
        plots.legend_above(right)
        return lambda r: (
            *fit(GRID, r.fit),
            *dots(np.column_stack([r.x, r.y])),
            *train(range(13), r.train),
            *test(range(13), r.test),
            *here(r.M, r.test[r.M]),
        )

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


def minimum(ridge, lam):
    """The smallest value of the mean squared residual + lam |w|^2."""
    w = ridge.w(lam)
    return np.mean((ridge.X @ w - ridge.y) ** 2) + lam * w @ w


class close(Figure):
    """A line through two points that are too close: its slope explodes unless it is held."""

    LAMS = np.geomspace(1e-6, 10, 90)
    veiled = (1,)
    story = [
        Step(
            "the cliff", "Two examples almost above each other. Follow the blue curve to the right."
        ),
        Step("single digits", "λ = 0.0001, and the slope is down from 2000 to 5.", lam=1e-4),
        Step(
            "the worst distance",
            "The points moved apart to 2√λ. Blue touches the dashed line: the bound is reached.",
            eps=0.02,
            lam=1e-4,
        ),
        Step(
            "far apart",
            "Points that say enough about the slope hardly feel the same λ.",
            eps=1,
            lam=1e-4,
        ),
        Step("too tight", "A large λ ignores even good examples.", eps=1, lam=10),
    ]
    handles = [
        Handle(
            "move the second example",
            at=lambda r: (r.eps, -1),
            to=lambda r, x, y: dict(eps=x),
        ),
        Handle(
            "choose λ",
            at=lambda r: (r.lam, abs(r.w[0])),
            to=lambda r, x, y: dict(lam=x),
            panel=1,
        ),
    ]
    notes = """Collect numbers for the guess on the board; most say 0.1 or 1. After "the cliff" ask
    what is left of the two examples when λ grows: their mean, 0. "The worst distance" is where the
    inequality of arithmetic and geometric means is an equality (s² = nλ)."""

    def sliders(self):
        return dict(
            eps=log_slider("distance ε", 0.001, 0.001, 1), lam=regularisation(1e-6, 1e-6, 10)
        )

    @staticmethod
    def compute(eps, lam):
        """The line through (0, 1) and (ε, -1), by least squares and by ridge."""
        ridge = least_squares.Ridge([[0, 1], [eps, 1]], [1, -1])
        w0, w = ridge.w(0.0), ridge.w(lam)  # slope and intercept
        slopes = np.abs(ridge.w(close.LAMS)[:, 0])
        return dict(ridge=ridge, w0=w0, w=w, slopes=slopes, bound=1 / (2 * np.sqrt(lam)))

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(1, 1.2))
        left.set(xlim=(-0.6, 1.3), ylim=(-2.4, 2.4), xlabel="$x$", ylabel="$y$")
        left.set_xticks([-0.5, 0, 0.5, 1])
        right.set(xlim=(5e-7, 15), ylim=(2e-3, 4000), xlabel="regularisation $\\lambda$")
        right.set_ylabel("slope, without its sign")
        plain = plots.curves(left, ["least squares"], **PLAIN)
        held = plots.curves(left, ["ridge"], color=plots.FIT, lw=2.6)
        dots = plots.points(left, ["examples"], legend=None, size=80, zorder=4)
        dots(None)[0].set(color=plots.TRAIN)
        level = plots.level(right, "least squares", plots.PURPLE, "-.")
        limit = plots.curves(right, ["bound"], log="xy", color=plots.BOUND, ls="--")
        slope = plots.curves(right, ["ridge"], color=plots.FIT, lw=2.6)
        here = plots.star(right)
        right.axhspan(1, 10, color=plots.YELLOW, alpha=0.25, lw=0)
        right.text(13, 5, "single digits", ha="right", fontsize=11)
        bare(right)
        plots.legend_above(left)
        plots.legend_above(right)
        x = np.array([-0.6, 1.3])
        return lambda r: (
            *plain(x, r.w0[0] * x + r.w0[1]),
            *held(x, r.w[0] * x + r.w[1]),
            *dots([[0, 1], [r.eps, -1]]),
            *level(abs(r.w0[0])),
            *limit(self.LAMS, 1 / (2 * np.sqrt(self.LAMS))),
            *slope(self.LAMS, r.slopes),
            *here(r.lam, abs(r.w[0])),
        )

    def caption(self, r):
        text = f"Least squares has slope {r.w0[0]:.4g}, ridge {r.w[0]:.3g}."
        return text.replace(" -", " −")

    def numbers(self, r):
        return (
            f"least squares has slope {r.w0[0]:.4g} and intercept {r.w0[1]:.3g}, "
            f"ridge {r.w[0]:.3g} and {r.w[1]:.3g}; the condition number falls from "
            f"{r.ridge.condition(0.0):.3g} to {r.ridge.condition(r.lam):.3g}."
        )

    def headline(self, r):
        return Claim(
            "‖w‖ ≤ ‖y‖ / (2√(nλ))",
            "Theorem 4.3",
            np.linalg.norm(r.w),
            r.bound,
            words="However close the examples are, ridge is no longer than ‖y‖ / (2√(nλ)).",
        )

    def identities(self, r):
        X = r.ridge.X
        eig = np.linalg.eigvalsh(X.T @ X + 2 * r.lam * np.eye(2))
        top = least_squares.condition_bound(X, r.lam)
        return [
            Claim("least squares has slope −2/ε", "section 2", r.w0[0], -2 / r.eps, "=="),
            Claim("smallest eigenvalue ≥ nλ", "Theorem 4.3", eig[0], 2 * r.lam, ">="),
            Claim("condition number ≤ 1 + s₁²/(nλ)", "Theorem 4.3", eig[1] / eig[0], top, tol=1e-6),
        ]


EIGHT = [
    (0.35, 0.2),
    (0.6, 1.1),
    (0.8, 0.9),
    (1.1, 2.0),
    (1.3, 1.5),
    (1.5, 2.7),
    (1.8, 2.4),
    (1.9, 3.1),
]


def limited(control, low, high):
    """A `points` control that refuses numbers outside [low, high]."""
    parse = control.argument

    def checked(typed):
        found = parse(typed)
        if (found < low).any() or (found > high).any():
            raise ValueError(f"{control.description} must lie between {low:g} and {high:g}")
        return found

    control.argument = checked
    return control


def example(i):
    """A handle that moves the i-th example, while it is used."""

    def to(r, x, y):
        places = r.examples.copy()
        places[i] = np.clip(x, 0.05, 4), np.clip(y, -0.4, 4.2)
        return dict(examples=written(places))

    return Handle("move this example", lambda r: r.examples[i] if i < r.n else None, to)


class phantom(Figure):
    """Ridge as least squares with one invented point at height 0."""

    more = ("examples",)
    SLOPES = np.linspace(-0.5, 2.5, 121)
    story = [
        Step(
            "at the origin", "Nearly no penalty: the phantom stands at 0, where it pulls nothing."
        ),
        Step(
            "walks out",
            "λ = 0.1: the phantom walks right along the axis, and the line tips.",
            lam=0.1,
        ),
        Step(
            "far out",
            "λ = 2: a long arm, a strong pull. The bowl on the right has tipped too.",
            lam=2,
        ),
        Step(
            "two examples only",
            "The same λ = 2 with n = 2: the phantom stands nearer, because our loss is a mean.",
            lam=2,
            n=2,
        ),
    ]
    handles = [
        Handle(
            "drag the phantom",
            at=lambda r: (r.reach, 0),
            to=lambda r, x, y: dict(lam=max(x, 0.01) ** 2 / r.n),
        ),
        *(example(i) for i in range(8)),
    ]
    notes = """Drag the phantom slowly. Ask why a point at the origin costs nothing (every line
    through 0 hits it). Then drag an example far out and see who wins."""

    def sliders(self):
        return dict(
            lam=regularisation(0.001, 0.001, 2),
            n=int_slider("examples used n", 8, 1, 8),
            examples=limited(points("examples", EIGHT), -10, 10),
        )

    @staticmethod
    def compute(lam, n, examples):
        """A line through the origin: least squares on n examples, and with one invented."""
        x, y = examples[:n].T
        A, b = least_squares.augment(x, y, lam)  # one more row: sqrt(n lam), with answer 0
        w0, w = (least_squares.least_squares(*rows).w[0] for rows in ((x, y), (A, b)))
        loss = np.mean((np.outer(phantom.SLOPES, x) - y) ** 2, axis=1)
        squares = ((A * phantom.SLOPES - b[:, None]) ** 2).sum(axis=0) / n
        best = np.mean((w * x - y) ** 2) + lam * w**2
        lowest = np.mean((w0 * x - y) ** 2)
        reach = np.sqrt(n * lam)
        return dict(
            x=x, y=y, w0=w0, w=w, loss=loss, squares=squares, best=best, lowest=lowest, reach=reach
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(-0.15, 4.3), ylim=(-0.5, 4.3), xlabel="$x$", ylabel="$y$")
        right.set(xlim=(-0.5, 2.5), ylim=(0, 6), xlabel="slope $w$", ylabel="what is minimised")
        left.axhline(0, color="0.6", lw=1)
        plain = plots.curves(left, ["without phantom"], **PLAIN)
        held = plots.curves(left, ["with it"], color=plots.FIT, lw=2.6)
        dots = plots.points(left, ["examples", "phantom"], legend=None, size=80, zorder=4)
        for dot, colour, marker in zip(dots(None, None), (plots.TRAIN, plots.ORANGE), "oD"):
            dot.set(color=colour, marker=marker)
        loss = plots.curves(right, ["mean loss"], **PLAIN)
        both = plots.curves(right, ["+ $\\lambda w^2$"], color=plots.FIT, lw=2.6)
        same = plots.points(right, ["with phantom"], legend=None, size=38)
        same(None)[0].set(color=plots.ORANGE, marker="D")
        low = plots.mark(right, marker="v", colour=plots.PURPLE, size=9)
        here = plots.star(right)
        plots.legend_above(left)
        plots.legend_above(right)
        ends, s = np.array([-0.15, 4.3]), self.SLOPES
        return lambda r: (
            *plain(ends, ends * r.w0),
            *held(ends, ends * r.w),
            *dots(np.column_stack([r.x, r.y]), [[r.reach, 0]]),
            *loss(s, r.loss),
            *both(s, r.loss + r.lam * s**2),
            *same(np.column_stack([s, r.squares])[4::8]),
            *low(r.w0, r.lowest),
            *here(r.w, r.best),
        )

    def caption(self, r):
        effect = f"pulls the slope from {r.w0:.3g} to {r.w:.3g}"
        if f"{r.w0:.3g}" == f"{r.w:.3g}":
            effect = f"hardly pulls: the slope stays {r.w:.3g}"
        return f"The phantom stands {r.reach:.2g} from the origin and {effect}."

    def headline(self, r):
        return Claim(
            "least squares on n + 1 points = ridge on n",
            "Theorem 4.4",
            r.w,
            least_squares.Ridge(r.x, r.y).w(r.lam)[0],
            "==",
            words="Least squares with the phantom is ridge without it.",
        )

    def identities(self, r):
        formula = r.x @ r.y / (r.x @ r.x + r.n * r.lam)
        objective = r.loss[-1] + r.lam * self.SLOPES[-1] ** 2
        return [
            Claim("slope = Σxy / (Σx² + nλ)", "Theorem 4.3, d = 1", r.w, formula, "=="),
            Claim("one objective, at w = 2.5", "Theorem 4.4", r.squares[-1], objective, "=="),
        ]


@cache
def factors(n):
    """The powers 1, x, ..., x^12 at n even points as Q R, and the sine there as Q'f: R and Q'f."""
    x = np.linspace(0, 1, n)
    Q, R = np.linalg.qr(least_squares.polynomial(x, 12))
    return R, Q.T @ np.sin(2 * np.pi * x)


@cache
def wave(n, M):
    """Ridge of the sine on the powers up to M at n even points, without noise.

    X'X = R'R and X'f = R'Q'f, so that 13 rows of R tell all that n rows of X tell.
    """
    R, f = factors(n)
    ridge = least_squares.Ridge(R[:, : M + 1], f)
    ridge.n = n  # the penalty is n lam |w|^2, whatever the number of rows
    return ridge


def split(n, M, sigma, lam, step=1):
    """Bias, variance and noise in closed form, averaged over every `step`-th point of the grid."""
    rows = least_squares.polynomial(GRID[::step], M)
    return bias_variance.ridge_risk(wave(n, M), sigma, lam, rows, TRUTH[::step])


def one_line(x, curves):
    """Curves over x joined to one line with gaps, which is drawn faster than many lines."""
    gap = np.full((len(curves), 1), np.nan)
    return np.tile(np.append(x, np.nan), len(curves)), np.hstack([curves, gap]).ravel()


class parts(Figure):
    """Bias, variance and noise of a polynomial fit, repeated with fresh noise."""

    veiled = (1,)
    play = "M"
    SEEN, FITS, RUNS = 25, 100, 8000  # curves drawn, fits measured, fits for the closed form
    story = [
        Step(
            "too simple", "25 lines, nearly the same, all wrong: the distance to the truth is bias."
        ),
        Step(
            "n = 5000",
            "500 times the data: the lines now agree, and are as wrong as before.",
            n="5000",
        ),
        Step("about right", "Degree 3: little bias, little variance. Noise is what remains.", M=3),
        Step("too free", "Degree 9: right on average, and wild each time.", M=9),
        Step(
            "held back",
            "A tiny penalty: a little orange in exchange for nearly all the blue.",
            M=9,
            lam=1e-5,
        ),
        Step("too tight", "Now bias is all there is, at every degree.", M=9, lam=1.0),
        Step(
            "more data",
            "200 examples instead of a penalty: variance dies of data.",
            M=9,
            n="200",
        ),
    ]
    handles = [
        Handle(
            "choose the degree",
            at=lambda r: (r.M, r.over_M[:, r.M].sum()),
            to=lambda r, x, y: dict(M=x),
            panel=1,
        )
    ]
    notes = """Before "n = 5000" let everybody write down the new height of the bar. Afterwards
    ask which of the three parts more data can remove, which a penalty, which nobody."""

    def sliders(self):
        return dict(
            M=int_slider("degree M", 1, 0, 12),
            lam=log_slider("regularisation λ", 1e-16, 1e-16, 10, per_decade=10),
            n=choice("examples n", "10", {str(n): n for n in (10, 20, 50, 200, 1000, 5000)}),
            sigma=slider("noise σ", 0.25, 0, 0.5, 0.05),
        )

    @staticmethod
    def compute(M, lam, n, sigma):
        """Fit fresh noise again and again, and split the error of the fits."""
        rng, rows = np.random.default_rng(n), least_squares.polynomial(GRID, M)
        fits = bias_variance.repeat_ridge(wave(n, M), sigma, lam, rows, parts.FITS, rng)
        measured = bias_variance.bias_variance(fits, TRUTH, sigma)
        many = bias_variance.repeat_ridge(wave(n, M), sigma, lam, rows[::8], parts.RUNS, rng)
        errors = ((many - TRUTH[::8]) ** 2).mean(axis=1)
        over_M = np.array([split(n, k, sigma, lam).rows()[:3] for k in range(13)]).T
        return dict(
            fits=fits, mean=fits.mean(axis=0), measured=measured, errors=errors, over_M=over_M
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2.4))
        left.set(xlim=(0, 1), ylim=(-2.2, 2.2), xlabel="$x$", ylabel="$y$")
        right.set(xlim=(-0.6, 12.6), ylim=(0, 1), xlabel="degree $M$", xticks=range(0, 13, 3))
        right.set_ylabel("mean squared error, new points")
        spread = plots.curves(left, ["25 fits"], color=plots.SKY, lw=0.9)
        left.plot(GRID, TRUTH, color=plots.TRUTH, lw=1.6, zorder=3, label="truth")
        mean = plots.curves(left, ["mean fit"], color=plots.ORANGE, ls="--", lw=2.6, zorder=4)
        names, colours = ["bias²", "variance", "noise"], [plots.ORANGE, plots.SKY, "0.8"]
        bars = plots.stack(right, np.arange(-0.5, 13), names, colours, ["//"])
        here = plots.star(right)
        plots.legend_above(left)
        plots.legend_above(right)
        return lambda r: (
            *spread(*one_line(GRID, r.fits[: self.SEEN])),
            *mean(GRID, r.mean),
            *bars(r.over_M),
            *here(r.M, r.over_M[:, r.M].sum()),
        )

    def caption(self, r):
        bias2, variance, noise = r.over_M[:, r.M]
        largest = ("bias²", "variance", "noise")[np.argmax(r.over_M[:, r.M])]
        return (
            f"The largest part is {largest}: bias² {shown(bias2)}, variance {shown(variance)}, "
            f"noise {shown(noise)}."
        )

    def numbers(self, r):
        b, v, s, total = r.measured.rows()
        return (
            f"over 100 samples of {r.n} examples bias² is {shown(b)}, variance {shown(v)} and "
            f"noise {shown(s)}: a new point is missed by {shown(total)} in the mean square."
        )

    def headline(self, r):
        return Claim(
            "bias² + variance = mean squared distance from the truth",
            "Theorem 4.5",
            r.measured.bias2 + r.measured.variance,
            np.mean((r.fits - TRUTH) ** 2),
            "==",
            words="Over 100 fits, bias² plus variance is the squared distance from the truth.",
        )

    def identities(self, r):
        bias2, variance, *_ = split(r.n, r.M, r.sigma, r.lam, step=8).rows()
        slack = 5 * r.errors.std() / np.sqrt(self.RUNS) + 1e-12
        ridge = wave(r.n, r.M)
        inside = r.sigma**2 * (ridge.shrinkage(r.lam) ** 2).sum() / r.n  # σ² tr H² / n
        return [
            Claim(
                "8000 fits miss the closed form by at most 5 standard errors",
                "Theorem 4.5",
                abs(r.errors.mean() - bias2 - variance),
                slack,
            ),
            Claim(
                "variance at the examples ≤ σ² df/n",
                "Theorem 4.6",
                inside,
                r.sigma**2 * ridge.df(r.lam) / r.n,
            ),
        ]


class paths(Figure):
    """Ridge on 442 patients: which λ, if nobody but the training rows may be asked?"""

    veiled = (1,)
    PATIENTS = data.load("diabetes")
    LAMS = np.geomspace(1e-4, 1e3, 71)
    PAIR, REST = [4, 5], [0, 1, 2, 3, 6, 7, 8, 9]  # total cholesterol and ldl; the others
    story = [
        Step(
            "least squares",
            "Total cholesterol and ldl: two long coefficients that nearly cancel each other.",
        ),
        Step(
            "a little",
            "λ = 0.1: the pair has collapsed, and the green training error has barely moved.",
            lam=0.1,
        ),
        Step(
            "the choice",
            "The lowest point. It needed only the 60 patients; where is the dashed curve lowest?",
            lam=0.316,
        ),
        Step(
            "nothing left", "λ = 1000: every prediction is the mean of the training rows.", lam=1000
        ),
        Step("40 patients", "Fewer rows: green flatters more, and orange says so.", n=40),
        Step(
            "400 patients",
            "Green and orange agree: little to hold back. Red is only 42 people now.",
            n=400,
        ),
    ]
    handles = [Handle("choose λ", at=lambda r: (r.lam, r.now[1]), to=lambda r, x, y: dict(lam=x))]
    notes = """Ask for the meaning of the green curve's left end (the best fit) and for a way to
    choose λ without the dashed curve. One split is an anecdote: change n and watch the two
    minima move apart and together."""

    def sliders(self):
        return dict(
            lam=regularisation(1e-4, 1e-4, 1e3), n=int_slider("training rows n", 60, 40, 400)
        )

    @staticmethod
    def compute(lam, n):
        """Ridge on n of the 442 patients for many λ at once, and how far it misses whom."""
        order = np.random.default_rng(0).permutation(442)
        X, y = paths.PATIENTS.X[order], paths.PATIENTS.y[order]
        X, y = data.standardise(X, like=X[:n]), y - y[:n].mean()
        ridge = least_squares.Ridge(X[:n], y[:n])
        grid = np.append(paths.LAMS, lam)
        misses = [
            ridge.fitted(grid) - y[:n],  # its own rows
            ridge.loo(grid),  # each row, predicted without it
            ridge.predict(X[n:], grid) - y[n:],  # rows nobody has seen
        ]
        errors = [np.sqrt(np.mean(e**2, axis=1)) for e in misses]
        lowest = np.argmin(errors[1][:-1])
        return dict(
            ridge=ridge,
            path=ridge.w(paths.LAMS),
            errors=[e[:-1] for e in errors],
            now=[e[-1] for e in errors],
            chosen=(paths.LAMS[lowest], errors[1][lowest]),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2.2))
        left.set(xlim=(6e-5, 1.7e3), ylim=(46, 84), xlabel="regularisation $\\lambda$")
        left.set_ylabel("root mean squared error")
        right.set(xlim=(6e-5, 1.7e3), ylim=(-130, 90), xlabel="regularisation $\\lambda$")
        right.set_ylabel("coefficient")
        train = plots.curves(left, ["training rows"], log="x", color=plots.TRAIN)
        loo = plots.curves(left, ["leave one out"], color=plots.ORANGE, ls="-.", lw=2.6)
        test = plots.curves(left, ["other patients"], color=plots.TEST, ls="--")
        lowest = plots.mark(left, "lowest", "v", plots.ORANGE, 9)
        here = plots.star(left)
        right.axhline(0, color="0.6", lw=1)
        rest = plots.bundle(right, 8, "other eight", lw=1.2)
        colours = dict(log="x", legend=None)
        first = plots.curves(right, ["cholesterol"], color=plots.FIT, lw=2.6, **colours)
        second = plots.curves(right, ["ldl"], color=plots.PURPLE, ls="--", lw=2.6, **colours)
        line = plots.level(right, across=True)
        bare(left, right)
        plots.legend_above(left)
        plots.legend_above(right)
        return lambda r: (
            *train(self.LAMS, r.errors[0]),
            *loo(self.LAMS, r.errors[1]),
            *test(self.LAMS, r.errors[2]),
            *lowest(*r.chosen),
            *here(r.lam, r.now[1]),
            *rest(self.LAMS, r.path.T[self.REST]),
            *first(self.LAMS, r.path[:, self.PAIR[0]]),
            *second(self.LAMS, r.path[:, self.PAIR[1]]),
            *line(r.lam),
        )

    def caption(self, r):
        return (
            f"A patient left out is missed by {r.now[1]:.3g}, one that nobody has seen by "
            f"{r.now[2]:.3g}."
        )

    def numbers(self, r):
        return (
            f"with {r.ridge.df(r.lam):.3g} degrees of freedom the fit misses its {r.n} training "
            f"rows by {r.now[0]:.3g}, a row left out by {r.now[1]:.3g} and the other "
            f"{442 - r.n} rows by {r.now[2]:.3g}; leaving one out would choose "
            f"λ = {r.chosen[0]:.2g}."
        )

    def headline(self, r):
        X, y = r.ridge.X, r.ridge.y
        G = X.T @ X + r.n * r.lam * np.eye(10)
        without = G - X[:, :, None] * X[:, None, :]  # row i left out of the i-th of n systems
        refit = np.linalg.solve(without, (X.T @ y - X * y[:, None])[:, :, None])[:, :, 0]
        return Claim(
            "leave one out: formula = n refits",
            "Theorem 4.6",
            r.now[1],
            np.sqrt(np.mean((y - (X * refit).sum(axis=1)) ** 2)),
            "==",
            tol=1e-7,
            words="One fit gives the same leave-one-out error as n fits, each without a row.",
        )

    def identities(self, r):
        X, lengths = r.ridge.X, np.linalg.norm(r.path, axis=1)
        G = X.T @ X + r.n * r.lam * np.eye(10)
        trace = np.trace(X @ np.linalg.solve(G, X.T))
        return [
            Claim("Σ s²/(s² + nλ) = trace of H", "Theorem 4.6", r.ridge.df(r.lam), trace, "=="),
            Claim("a larger λ, a shorter w", "section 3", np.diff(lengths).max(), 0),
            Claim(
                "a larger λ, a larger training error",
                "section 3",
                np.diff(r.errors[0]).min(),
                0,
                ">=",
            ),
        ]


X20 = np.linspace(0, 1, 20)
WIDTHS = [*range(1, 5), *range(6, 17, 2), *range(17, 24), 25, 28, 32, 40, 60, 100, 200, 400, 600]
POWERS = {"equal": 0.0, "falling as 1/√k": 0.5, "falling as 1/k": 1.0}


@cache
def columns(lengths):
    """600 Legendre polynomials at the 20 examples and on the grid; the k-th has length k^-p."""
    scale = np.arange(1, 601) ** -POWERS[lengths]
    return [least_squares.legendre(x, 599) * scale for x in (X20, GRID)]


@cache
def ladder(lengths):
    """The decompositions of the first D columns, for every D of WIDTHS."""
    Psi, Psi_new = columns(lengths)
    return bias_variance.Ladder(Psi, X20, Psi_new, GRID, WIDTHS)


@lru_cache(maxsize=200)
def giant(lengths, M):
    """The decomposition of the first M + 1 columns; answers come later."""
    return least_squares.Ridge(columns(lengths)[0][:, : M + 1], X20)


class giants(Figure):
    """Twenty examples and up to 600 coefficients: the error rises, and falls again."""

    veiled = (1,)
    more = ("sigma",)
    story = [
        Step("classical", "Six coefficients follow the wave; the errors are close.", M=5),
        Step(
            "the peak", "20 coefficients, 20 examples: exactly one polynomial hits them all.", M=19
        ),
        Step("a giant", "600 coefficients. It hits every example too, and look how mildly.", M=599),
        Step(
            "equal lengths",
            "With equal columns, short no longer means smooth: it forgets between the examples.",
            M=599,
            lengths="equal",
        ),
        Step("the peak, held back", "A small penalty, and there is no peak.", M=19, penalty=True),
        Step(
            "no noise",
            "Without noise the twenty answers agree with a smooth curve: no peak.",
            M=19,
            sigma=0,
        ),
    ]
    handles = [
        Handle(
            "choose the number of coefficients",
            at=lambda r: (r.D, r.now[1]),
            to=lambda r, x, y: dict(M=x - 1),
            panel=1,
        )
    ]
    notes = """Stop at "the peak" and ask for degree 599. Say that degree 599 does not beat degree 5
    here: it is only far better than degree 19."""

    def sliders(self):
        return dict(
            lengths=choice("column lengths", "falling as 1/√k", list(POWERS)),
            M=int_slider("degree M", 19, 0, 599),
            penalty=toggle("penalty λ‖w‖²"),
            lam=regularisation(1e-3, 1e-10, 10),
            sigma=slider("noise σ", 0.25, 0, 0.5, 0.05),
        )

    @staticmethod
    def compute(M, penalty, lam, sigma, lengths):
        """The shortest w that fits 20 noisy examples best, with M + 1 Legendre polynomials."""
        y = np.sin(2 * np.pi * X20) + sigma * np.random.default_rng(2).standard_normal(20)
        strength = lam if penalty else 0.0
        models, ridge = ladder(lengths).with_answers(y, TRUTH), giant(lengths, M).with_answers(y)
        fit = ridge.predict(columns(lengths)[1][:, : M + 1], strength)
        train, test = models.errors(strength)
        old = np.mean((ridge.fitted(strength) - y) ** 2).round(12)
        return dict(
            models=models,
            ridge=ridge,
            strength=strength,
            w=ridge.w(strength),
            fit=fit,
            D=M + 1,
            errors=(train.round(12), test + sigma**2),
            now=(old, np.mean((fit - TRUTH) ** 2) + sigma**2),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2.4))
        left.set(xlim=(-0.01, 1.01), ylim=(-2.2, 2.2), xlabel="$x$", ylabel="$y$")
        right.set(xlim=(0.9, 700), ylim=(1e-2, 1e5), xlabel="coefficients $D = M + 1$")
        right.set_ylabel("mean squared error")
        left.plot(GRID, TRUTH, color=plots.TRUTH, lw=1.2, label="truth")
        fit = plots.curves(left, ["fit"], color=plots.FIT, lw=2.6)
        dots = plots.points(left, ["examples"], legend=None, size=65, zorder=4)
        dots(None)[0].set(color=plots.TRAIN)
        train = plots.curves(right, ["on examples"], log="xy", color=plots.TRAIN)
        test = plots.curves(right, ["on new points"], color=plots.TEST, ls="--")
        here = plots.star(right)
        # the spikes at the examples are narrower than the grid: draw the fit there too
        xs = np.concatenate([GRID, X20])
        order = np.argsort(xs)
        right.axvline(20, color="0.6", lw=1, ls=":")
        right.text(21.5, 3e4, "$D = n$", fontsize=12)
        bare(right)
        plots.legend_above(left)
        plots.legend_above(right)
        return lambda r: (
            *fit(xs[order], np.concatenate([r.fit, r.ridge.fitted(r.strength)])[order]),
            *dots(np.column_stack([X20, r.ridge.y])),
            *train(WIDTHS, r.errors[0]),
            *test(WIDTHS, r.errors[1]),
            *here(r.D, r.now[1]),
        )

    def caption(self, r):
        return f"Degree {r.M} misses new points by {shown(r.now[1])} in the mean square."

    def numbers(self, r):
        train, test = map(shown, r.now)
        return (
            f"degree {r.M} misses the 20 examples by {train} and new points by {test} in the "
            f"mean square; its coefficients have length {np.linalg.norm(r.w):.3g}."
        )

    def headline(self, r):
        on = "the penalty is on" * r.penalty
        few = "there are fewer coefficients than examples" * (r.M < 19)
        at_n = r.models.ridges[WIDTHS.index(20)].w(0.0)
        return Claim(
            "beyond D = n the shortest w only gets shorter",
            "Theorem 4.7",
            np.linalg.norm(r.w),
            np.linalg.norm(at_n),
            why_not=on or few,
            words="Beyond D = n, more columns only make the shortest solution shorter.",
        )

    def identities(self, r):
        on = "the penalty is on" * r.penalty
        few = "there are fewer coefficients than examples" * (r.M < 19)
        quiet = "the noise is under 0.02, which makes hardly a peak" * (r.sigma < 0.02)
        train, test = r.errors
        k = np.searchsorted(WIDTHS, r.M + 1, side="right") - 1  # the next smaller model
        smaller = r.models.ridges[k].w(r.strength)
        value = r.now[0] + r.strength * r.w @ r.w
        before = train[k] + r.strength * smaller @ smaller
        hit = dict(kind="==", tol=1e-9, why_not=on or few)
        gaps = test[-1] - train[-1], test[WIDTHS.index(20)] - train[WIDTHS.index(20)]
        return [
            Claim("more freedom, never a larger minimum", "Theorem 4.1", value, before),
            Claim("D ≥ n: every example is hit", "Theorem 4.1", r.now[0], 0, **hit),
            Claim("gap at D = 600 under the gap at D = 20", "observed", *gaps, why_not=on or quiet),
        ]


class belief(Figure):
    """Ridge as the most probable line under a Gaussian prior."""

    story = [
        Step("five examples", "Prior (dotted) and data (dash-dot) meet in the posterior."),
        Step("stubborn", "A narrow prior: five examples hardly move it.", prior_sd=0.1),
        Step("open-minded", "A wide prior: the posterior is what the data say.", prior_sd=5),
        Step("many examples", "Forty examples outvote the prior.", n=40),
        Step("loud noise", "Loud noise: the examples are believed less, the prior more.", sigma=2),
    ]
    handles = [
        Handle(
            "choose the prior's width",
            at=lambda r: (2.448 * r.prior_sd, 0),
            to=lambda r, x, y: dict(prior_sd=abs(x) / 2.448),
        )
    ]
    notes = """Drag the dotted curve. Where would λ = 0 be, where λ = ∞?"""

    def sliders(self):
        return dict(
            sigma=log_slider("noise σ", 0.6, 0.1, 2),
            prior_sd=log_slider("prior width σ_w", 0.5, 0.05, 5),
            n=int_slider("examples n", 5, 2, 40),
        )

    @staticmethod
    def compute(sigma, prior_sd, n):
        """Posterior of intercept and slope, and the band it gives for the line."""
        x = np.random.default_rng(6).uniform(-1.5, 1.5, n)
        noise = np.random.default_rng(7).standard_normal(n)
        X, y = np.column_stack([np.ones(n), x]), 0.5 - 1.2 * x + sigma * noise
        mean, cov = least_squares.posterior(X, y, sigma, prior_sd)
        w0 = least_squares.least_squares(X, y).w
        t = np.linspace(-2, 2, 41)
        sd = np.sqrt(cov[0, 0] + 2 * cov[0, 1] * t + cov[1, 1] * t**2)
        data_alone = w0, sigma**2 * np.linalg.inv(X.T @ X)
        prior = np.zeros(2), prior_sd**2 * np.eye(2)
        regions = [(mean, cov), data_alone, prior]
        lam, line = sigma**2 / (n * prior_sd**2), mean[0] + mean[1] * t
        return dict(
            X=X, y=y, mean=mean, cov=cov, w0=w0, t=t, sd=sd, regions=regions, lam=lam, line=line
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2)
        left.set(xlim=(-2.6, 2.6), ylim=(-2.6, 2.6), xlabel="intercept", ylabel="slope")
        right.set(xlim=(-2, 2), ylim=(-4, 4), xlabel="$x$", ylabel="$y$")
        regions = plots.ellipses(left, ["posterior", "data alone", "prior"], legend=None)
        looks = (plots.FIT, "-"), (plots.PURPLE, "-."), (plots.BLACK, ":")
        for line, (colour, dash) in zip(left.lines, looks):
            line.set(color=colour, ls=dash)
        mode = plots.star(left)
        spread = plots.band(right, colour=plots.FIT)
        line = plots.curves(right, ["most probable"], color=plots.FIT, lw=2.6)
        plain = plots.curves(right, ["least squares"], **PLAIN)
        dots = plots.points(right, ["examples"], legend=None, size=60, zorder=4)
        dots(None)[0].set(color=plots.TRAIN)
        plots.legend_above(left)
        plots.legend_above(right)
        return lambda r: (
            *regions(*r.regions),
            *mode(*r.mean),
            *spread(r.t, r.line - 1.96 * r.sd, r.line + 1.96 * r.sd),
            *line(r.t, r.line),
            *plain(r.t, r.w0[0] + r.w0[1] * r.t),
            *dots(np.column_stack([r.X[:, 1], r.y])),
        )

    def caption(self, r):
        return (
            f"The prior pulls the slope from {r.w0[1]:.3g} to {r.mean[1]:.3g}: it is worth "
            f"λ = {r.lam:.2g}."
        )

    def numbers(self, r):
        return (
            f"noise and prior amount to λ = {r.lam:.3g}; the most probable line has intercept "
            f"{r.mean[0]:.3g} and slope {r.mean[1]:.3g}, least squares {r.w0[0]:.3g} and "
            f"{r.w0[1]:.3g}."
        )

    def headline(self, r):
        return Claim(
            "most probable slope = ridge slope at λ = σ²/(n σ_w²)",
            "Theorem 4.8",
            r.mean[1],
            least_squares.Ridge(r.X, r.y).w(r.lam)[1],
            "==",
            words="The most probable line is the ridge line at λ = σ²/(n σ_w²).",
        )

    def identities(self, r):
        s = least_squares.Ridge(r.X, r.y).s
        volume = np.prod(1 / (s**2 / r.sigma**2 + 1 / r.prior_sd**2))
        widest = np.sqrt(np.linalg.eigvalsh(r.cov)[-1])
        both = np.linalg.det(r.cov) / volume
        return [
            Claim("precisions add: volume of the posterior", "Theorem 4.8", both, 1, "=="),
            Claim("nowhere less sure than the prior", "Theorem 4.8", widest, r.prior_sd),
        ]
