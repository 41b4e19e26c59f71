"""The figure `race`."""

from functools import lru_cache

import numpy as np

from helpers import data, losses, plots
from helpers.descent import optim
from helpers.linear import logistic
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, slider, step_size, toggle

OVERLAP, SEPARABLE = "classes overlap", "a line separates"
ACROSS = np.array([2.0, -1.0])


class Race(Figure):
    """Gradient descent and Newton's method on one logistic loss, from a start of your choice."""

    guess = Guess(
        "The loss is convex, a bowl without false valleys. Newton's jump goes to the minimum of "
        "the parabola that fits it best. Can such a full jump ever lead <b>up</b>hill?",
        {
            "no, not on a convex function": "The direction is downhill, but nothing limits the "
            "length of the jump.",
            "yes, from far away": "Right. Far out the loss is nearly straight. A parabola that is "
            "nearly flat has its minimum miles away, on the other side of the bowl.",
            "yes, close to the minimum": "Close enough, the parabola is an excellent likeness: the "
            "number of right digits doubles with every jump. (How close is enough? Exercise 3.)",
        },
        answer="yes, from far away",
    )

    more = ("corr", "a", "b")
    PENALTY, LIM = 0.01, (-6, 6)
    story = """
off they go
    Both leave the circle for the cross. Count the squares of Newton.
a valley | corr=0.95
    Columns nearly alike: descent creeps, Newton is not bothered.
too far | a=4.0, b=2.0, search=False
    The loss is nearly straight here, so the parabola's minimum is miles away.
halved | a=4.0, b=2.0
    The same start; each step is halved until the loss falls.
η too long | eta=30
    Descent with a step far over 2/β: it jumps across and back.
no minimum | labels="a line separates"
    A line separates the classes: no cross anywhere, and both paths walk off for ever.
a price on length | labels="a line separates", penalty=True
    The same data, and a penalty: there is a minimum again.
"""
    sees = {
        "off they go": lambda r: r.gaps[1][-1] < 1e-9 and r.gaps[0][-1] < r.gaps[0][0] / 10,
        "a valley": lambda r: r.corr == 0.95 and r.gaps[1][-1] < 1e-9 < 1e-3 < r.gaps[0][-1],
        "too far": lambda r: not r.search and r.gaps[1][1] > r.gaps[1][0] < r.gaps[1][-1],
        "halved": lambda r: r.a == 4 and r.search and r.gaps[1][-1] < 1e-9,
        "η too long": lambda r: r.eta > 2 / r.beta and r.gaps[0][-1] > r.gaps[0][0],
        "no minimum": lambda r: r.w_star is None and np.linalg.norm(r.paths[0][-1]) > 4,
        "a price on length": lambda r: r.labels == SEPARABLE and r.w_star is not None,
    }
    handles = [Handle("drag the start", at=lambda r: (r.a, r.b), to=lambda r, x, y: dict(a=x, b=y))]
    notes = """There is no formula for the minimiser, so somebody has to walk. Let them guess the
    number of Newton's steps, then drag the start outwards with "halve the step" off until Newton
    fails; where is the border? "No minimum" prepares section 4: ask where the paths go."""
    widths = (1.15, 1)
    panels = (axes(), axes("step $t$", (-0.5, 60.5), "loss above its infimum", (1e-13, 30)))

    def sliders(self):
        return dict(
            eta=step_size(1.2, 0.1, 50),
            search=toggle("halve Newton's step", True),
            labels=choice("labels", OVERLAP, [OVERLAP, SEPARABLE]),
            penalty=toggle("penalty 0.01·‖w‖²"),
            corr=slider("correlation ϱ", 0.8, 0, 0.95, 0.05),
            a=slider("start w₁", -2, -6, 6, 0.1),
            b=slider("start w₂", 3, -6, 6, 0.1),
        )

    @staticmethod
    def compute(eta, search, labels, penalty, corr, a, b):
        """Sixty steps of descent and at most sixty of Newton's method from (a, b)."""
        X, y = two_columns(corr, labels)
        lam, w0, t = Race.PENALTY * penalty, np.array([a, b]), np.arange(61)
        f, grad = losses.objective(losses.logistic, X, y, lam)
        hess = logistic.hessian(X, y, lam)
        walks_off = labels == SEPARABLE and not penalty
        w_star = None if walks_off else logistic.fit(X, y, lam)
        lowest = 0.0 if walks_off else f(w_star)
        paths = [
            optim.gradient_descent(grad, w0, eta, 60).w,
            newton_path(f, grad, hess, w0, search),
        ]
        beta = losses.constants(losses.logistic, X, lam)[1]
        bound = np.full(61, np.nan)
        if eta <= 1 / beta and not walks_off:
            bound[1:] = np.sum((w0 - w_star) ** 2) / (2 * eta * t[1:])
        gaps = [np.maximum(f(path) - lowest, 1e-16) for path in paths]
        return dict(
            X=X, y=y, f=f, t=t, w0=w0, w_star=w_star, paths=paths, gaps=gaps, beta=beta, bound=bound
        )

    def picture(self, left, right):
        left.ax.set(xlim=self.LIM, ylim=self.LIM, xlabel="$w_1$", ylabel="$w_2$")

        levels = np.geomspace(0.02, 12, 15)
        left.moving_contours(self.LIM, levels, n=40, linewidths=0.9, alpha=0.7, shows=lambda r: r.f)
        left.curve("descent", plots.FIT, shows=lambda r: (*r.paths[0].T,), marker="o", ms=4, lw=1.5)
        walk = dict(color=plots.ORANGE, marker="s", ms=6, lw=1.8, mec="black", mew=0.5)
        left.curves(["Newton"], ls="--", shows=lambda r: (*r.paths[1].T,), **walk)
        left.circles("start", size=13, shows=lambda r: r.w0)
        left.mark(
            "minimum",
            "X",
            plots.BLACK,
            11,
            shows=lambda r: (*(r.w_star if r.w_star is not None else (np.nan, np.nan)),),
        )
        right.curve("descent", plots.FIT, shows=lambda r: (r.t, r.gaps[0]), log="y", lw=2.6)
        right.curves(["Newton"], ls="--", shows=lambda r: (r.t, r.gaps[1]), **walk)
        right.curve("bound for descent", plots.BOUND, shows=lambda r: (r.t, r.bound), ls="--")

    def caption(self, r):
        if r.w_star is None:
            length = np.linalg.norm(r.paths[0][-1])
            return f"No minimum: after 60 steps descent stands at ‖w‖ = {length:.3g} and walks on."
        if r.gaps[1][-1] > 1e-6:
            return "Newton's full steps overshoot and end nowhere: too far for the parabola."
        if r.gaps[0][-1] > r.gaps[0][0]:
            return f"Descent ends higher than it began: η is over 2/β = {2 / r.beta:.3g}."
        return (
            f"Newton arrives in {len(r.paths[1]) - 1} steps; after 60, descent is "
            f"{r.gaps[0][-1]:.2g} above the minimum."
        )

    def numbers(self, r):
        where = "above the infimum 0" if r.w_star is None else "above the minimum"
        ends = [f"{g[-1]:.2g} {where}" if g[-1] < 1e6 else "out of sight" for g in r.gaps]
        return (
            f"after 60 steps descent is {ends[0]}; Newton, after {len(r.paths[1]) - 1} steps, is "
            f"{ends[1]}; the largest step with a promise is 1/β = {1 / r.beta:.3g}."
        )

    def headline(self, r):
        none = "there is no minimum" * (r.w_star is None)
        too_long = f"η is over 1/β = {1 / r.beta:.3g}" * (r.eta > 1 / r.beta)
        return Claim(
            "descent: f(w_T) − f* ≤ ‖w₀ − w*‖²/(2ηT)",
            "Theorem 6.6",
            r.gaps[0][-1],
            r.bound[-1],
            why_not=none or too_long,
            words="After T steps descent is at most ‖w₀ − w*‖²/(2ηT) above the minimum.",
        )

    def identities(self, r):
        lam = self.PENALTY * r.penalty
        moved = r.paths[1][min(1, len(r.paths[1]) - 1)]
        step = weighted_regression(r.X, r.y, r.w0, lam)
        halved = "the first step was halved" * (not full_step(r, moved, lam))
        none = "there is no minimum" * (r.w_star is None)
        said, seen = balance(r.X, r.y, r.w_star, lam)
        full = "full steps" * (not r.search)
        down = np.diff(r.gaps[1]).max(initial=-1.0)
        return [
            Claim(
                "Newton's step is a weighted regression (w₁ after it)",
                "Theorem 6.7",
                moved[0],
                step[0],
                "==",
                tol=1e-5,
                why_not=halved,
            ),
            Claim(
                "at the minimum, x₁·said + 2λw₁ and x₁·seen have one mean",
                "Theorem 6.4",
                said,
                seen,
                "==",
                tol=1e-8,
                why_not=none,
            ),
            Claim(
                "with halving, every Newton step goes down",
                "section 3",
                down,
                0,
                tol=1e-12,
                why_not=full,
            ),
        ]


@lru_cache(maxsize=64)
def two_columns(corr, labels):
    """80 examples with two correlated columns; labels by chance, or by a line with a gap."""
    rng = np.random.default_rng(5)
    X = data.correlated(80, 2, corr, rng)
    chance = logistic.probability(X @ ACROSS)
    y = np.where(rng.uniform(size=80) < chance, 1.0, -1.0)
    if labels == SEPARABLE:
        y = np.where(chance > 0.5, 1.0, -1.0)
        X = X + 0.6 * y[:, None] * ACROSS / np.linalg.norm(ACROSS)
    return X, y


def newton_path(f, grad, hess, w, halve, T=60):
    """The points of Newton's method from w; each step is halved until f falls, if so asked.

    It ends where the gradient is rounding error, or where the ground is too flat for a parabola.
    """
    path = [w]
    for _ in range(T):
        g, H = grad(w), hess(w)
        if np.linalg.norm(g) < 1e-9 or np.linalg.cond(H) > 1e10 or np.linalg.norm(w) > 1e3:
            break
        v, eta = np.linalg.solve(H, g), 1.0
        while halve and g @ v > 1e-10 and f(w - eta * v) > f(w) - 1e-4 * eta * g @ v:
            eta /= 2
        w = w - eta * v
        path.append(w)
    return np.array(path)


def weighted_regression(X, y, w, lam):
    """Newton's step from w as a least-squares problem: rows scaled by sqrt(D), ridge rows below."""
    p = logistic.probability(X @ w)
    D = np.maximum(p * (1 - p), 1e-300)
    rows = np.vstack([np.sqrt(D)[:, None] * X, np.sqrt(2 * lam * len(y)) * np.eye(X.shape[1])])
    answers = np.append(np.sqrt(D) * (X @ w + ((y + 1) / 2 - p) / D), np.zeros(X.shape[1]))
    return np.linalg.lstsq(rows, answers, rcond=None)[0]


def full_step(r, moved, lam):
    """Was Newton's first step taken in full?"""
    grad = losses.objective(losses.logistic, r.X, r.y, lam)[1](r.w0)
    curved = logistic.hessian(r.X, r.y, lam)(r.w0) @ (moved - r.w0) + grad
    return np.abs(curved).max() <= 1e-9 * max(1.0, np.abs(grad).max())


def balance(X, y, w, lam):
    """Mean of x_1 times what w says, plus 2 lam w_1; and mean of x_1 times what was seen."""
    if w is None:
        return np.nan, np.nan
    said = (X[:, 0] * logistic.probability(X @ w)).mean() + 2 * lam * w[0]
    return said, (X[:, 0] * (y + 1) / 2).mean()
