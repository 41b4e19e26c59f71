"""The figure `promise`."""

import numpy as np

from helpers import plots
from helpers.descent import bounds, optim, problems
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider, log_slider, slider
from lessons.n07_gradient_descent.world import bent

KINK, HUBER, VALLEY = "kink |w|", "Huber", "valley, κ = 100"
TIMES = np.geomspace(0.05, 2, 65)

CURVATURES = np.array([0.01, 1.0])

PROMISES = {
    KINK: ("Theorem 7.4", "The average of T points is at most R²/(2ηT) + ηρ²/2 above the floor."),
    HUBER: ("Theorem 7.5", "The last point is at most R²/(2ηT) above the floor."),
    VALLEY: ("Theorem 7.6", "The height is at most (1 − 2ηβμ/(β+μ))ᵀ βR²/2."),
}


LONGEST = {HUBER: "1/β = 1", VALLEY: "2/(β+μ) = 1.98"}


class Promise(Figure):
    """Three theorems, each on a function that uses up what it allows, or nearly."""

    guess = Guess(
        "Bounds have the name of being pessimistic. Of which of the three kinds is there a "
        "function on which descent uses up 40 % or more of what the theorem allows?",
        {
            "of none": "Look where the star is, and where the dashed curve ends: never far apart.",
            "only of the kink": "That one even uses up everything, with the right step. But the "
            "others are not far off.",
            "of all three": "Nearly half of it for Huber (all of the sharp constant); in the "
            "valley 64 % from this start and all of it from the steep axis; for the kink all of "
            "it, with the right step. The bounds are tight; most functions are not the worst.",
        },
        answer="of all three",
    )

    veiled = (0, 1)
    story = """
kink
    The average point, and what Theorem 7.4 allows. Half is used.
kink, reached | T=100, c=0.1
    Steps that just arrive: nothing is left over.
Huber | f="Huber"
    The worst smooth function there is. Half is used.
Huber, too long | f="Huber", c=1.5
    Beyond 1/β the theorem is silent. No harm here.
valley | f="valley, κ = 100", T=120
    Curved in all directions: it falls off a cliff.
valley, 6 % too long | f="valley, κ = 100", T=120, c=1.06
    Past 2/β the cliff is gone.
"""
    sees = {
        "kink": lambda r: r.f == KINK and r.c == 1 and 0.45 < r.error[-1] / r.bound[-1] < 0.6,
        "kink, reached": lambda r: r.f == KINK and np.isclose(r.error[-1], r.bound[-1]),
        "Huber": lambda r: r.f == HUBER and 0.45 < r.error[-1] / r.bound[-1] < 0.55,
        "Huber, too long": lambda r: np.isnan(r.bound[-1]) and r.error[-1] < r.error[0],
        "valley": lambda r: r.f == VALLEY and r.error[-1] < r.error[0] / 100,
        "valley, 6 % too long": lambda r: r.eta > 2 and np.all(np.diff(r.error) > 0),
    }
    handles = [
        Handle(
            "this is the step", lambda r: (r.c, r.error[-1]), lambda r, x, y: dict(c=x), panel=1
        ),
    ]
    notes = """A bound is a promise about the worst function of a class. Ask for each of the three
    whether somebody can find a function that uses it up. The right panel is the tuning curve: the
    bound alone chooses the step, before anything is run."""
    widths = (3, 2)
    shared = dict(sharey=True)
    panels = (
        axes("steps", (1, 300), "height above the floor", (1e-3, 20)),
        axes("step $c$, relative to the prescribed one", (0.05, 2), title="after $T$ steps"),
    )

    def sliders(self):
        return dict(
            f=choice("function", KINK, [KINK, HUBER, VALLEY]),
            c=log_slider("relative step c", 1, 0.05, 2),
            R=slider("distance R", 2, 0.5, 3, 0.1),
            T=int_slider("steps T", 90, 1, 300),
        )

    @staticmethod
    def compute(f, c, R, T):
        """Errors and bounds after 1, ..., T steps; the same after T steps for other step sizes."""
        unit = {KINK: R / T**0.5, HUBER: 1.0, VALLEY: 2 / 1.01}[f]
        t, eta = np.arange(1, T + 1), c * unit
        if f == VALLEY:
            q = problems.valley(100)
            error = q.gap(optim.gradient_descent(q.grad, [0.6 * R, 0.8 * R], eta, T).w[1:])
            kept = (1 - np.outer(TIMES * unit, CURVATURES)) ** T * [0.6 * R, 0.8 * R]
            errors = q.gap(kept)
        else:
            value, grad = (np.abs, np.sign) if f == KINK else bent(R / (2 * c * T + 1))
            run = optim.gradient_descent(grad, R, eta, T)
            error = value(run.averages() if f == KINK else run.w[1:])[:, 0]
            errors = tuned(f, R, TIMES * unit, T)
        return dict(
            eta=eta,
            t=t,
            error=error,
            bound=allowed(f, R, eta, t),
            errors=errors,
            allowed=np.array([allowed(f, R, time * unit, T) for time in TIMES]),
        )

    def picture(self, left, right):
        right.legend(show=False)

        left.curve("measured", plots.FIT, shows=lambda r: (r.t, r.error), log="xy")
        left.curve("the theorem allows", plots.BOUND, shows=lambda r: (r.t, r.bound), ls="--")
        left.star(label="after $T$ steps", shows=lambda r: (*plots.gaps([r.T, r.error[-1]]),))
        left.note(
            y=0.12,
            shows=lambda r: (
                "height of the average point" if r.f == KINK else "height of the last point"
            ),
        )

        right.curve("measured", plots.FIT, shows=lambda r: (TIMES, r.errors), log="xy")
        right.curve("allowed", plots.BOUND, shows=lambda r: (TIMES, r.allowed), ls="--")
        right.star(shows=lambda r: (*plots.gaps([r.c, r.error[-1]]),))

    def caption(self, r):
        if not np.isfinite(r.bound[-1]):
            return f"η = {r.eta:.3g} is too long for the theorem: nothing is promised."
        used = r.error[-1] / r.bound[-1]
        return f"After {r.T} steps {100 * used:.0f} % of what the theorem allows is used up."

    def numbers(self, r):
        what = "average" if r.f == KINK else "last"
        said = (
            f"the bound is {r.bound[-1]:.3g}" if np.isfinite(r.bound[-1]) else "there is no bound"
        )
        return (
            f"with η = {r.eta:.3g} the {what} point is {r.error[-1]:.3g} above the floor after "
            f"{r.T} steps; {said}."
        )

    def headline(self, r):
        cited, words = PROMISES[r.f]
        bound = r.bound[-1]
        too_long = "" if np.isfinite(bound) else f"η = {r.eta:.3g} is over {LONGEST[r.f]}"
        return Claim(
            "the promise", cited, r.error[-1], bound, tol=1e-13, why_not=too_long, words=words
        )

    def identities(self, r):
        kink = "" if r.f == KINK and abs(r.c * r.T**0.5 - 1) < 1e-6 else "only if η = R/(ρT)"
        huber = "" if r.f == HUBER else "only for the Huber function"
        inside = 0.505 <= r.eta <= 2 / 1.01 + 1e-9
        usual = "" if r.f == VALLEY and inside else "only in the valley, η from 0.505 to 2/(β+μ)"
        last, sharp = r.error[-1], r.R**2 / (4 * r.eta * r.T + 2)
        loose = bounds.strong_bound(1, r.R, 100, r.T)
        return [
            Claim("kink: reached", "Theorem 7.4", last, r.bound[-1], "==", why_not=kink),
            Claim("Huber: R²/(4ηT + 2/β)", "Theorem 7.5", last, sharp, "==", why_not=huber),
            Claim("valley: e^(−T/κ) βR²/2", "Theorem 7.6", last, loose, tol=1e-13, why_not=usual),
        ]


def tuned(f, R, etas, T):
    """Heights after T steps from R with each of the step sizes, run side by side; every step size
    has the Huber function that is worst for it."""
    value, grad = (np.abs, np.sign) if f == KINK else bent(R / (2 * etas * T + 1))
    w, total = np.full(len(etas), float(R)), 0.0
    for _ in range(T):
        total = total + w
        w = w - etas * grad(w)
    return value(total / T if f == KINK else w)


def allowed(f, R, eta, T):
    """What the theorem for this function says about T steps; NaN where it says nothing."""
    if f == KINK:
        return bounds.lipschitz_bound(R, eta, 1.0, T)
    if f == HUBER:
        return bounds.smooth_bound(R, eta, T) if eta <= 1 + 1e-12 else np.nan * T
    mu, beta = CURVATURES
    factor = 1 - 2 * eta * beta * mu / (beta + mu)
    return factor**T * R**2 / 2 if eta <= 2 / (beta + mu) + 1e-12 else np.nan * T
