"""One lid over one step."""

import numpy as np
from scipy import special

from helpers import plots
from helpers.generalisation import concentration as con
from helpers.live import Claim, Figure, Guess, axes, choice, int_slider, slider
from lessons.n24_concentration.world import relative

X = np.linspace(-2.6, 3.4, 601)
TILTS = np.linspace(0, 2, 401)
LEAST = 1e-5


def coin_rate(eps):
    return con.bernoulli_kl((1 + eps) / 2, 0.5)


def two_bars(x):
    """The law of a coin ±1 as two narrow bars; a bar's height is its probability."""
    return np.where(np.abs(np.abs(x) - 1) < 0.06, 0.5, 0.0)


def bell(x):
    return np.exp(-x * x / 2) / np.sqrt(2 * np.pi)


def waiting(x):
    return np.where(x >= -1, np.exp(-np.maximum(x, -1) - 1), 0.0)


def exponential_log_mgf(t):
    """log M of a waiting time of mean 1, minus 1; infinite from t = 1 on."""
    inside = np.minimum(t, 1 - 1e-12)
    return np.where(np.asarray(t) < 1, -inside - np.log1p(-inside), np.inf)


# name: density, log M(t), exact tail of the mean of n, best t, rate function
LAWS = {
    "coin ±1": (
        two_bars,
        lambda t: np.log(np.cosh(t)),
        lambda n, eps: con.binomial_tail(n, 0.5, eps / 2),
        np.arctanh,
        coin_rate,
    ),
    "normal": (
        bell,
        lambda t: np.square(t) / 2,
        lambda n, eps: special.ndtr(-eps * np.sqrt(n)),
        lambda eps: eps,
        lambda eps: eps**2 / 2,
    ),
    "waiting time": (
        waiting,
        exponential_log_mgf,
        lambda n, eps: special.gammaincc(n, n * (1 + eps)),
        lambda eps: eps / (1 + eps),
        lambda eps: eps - np.log1p(eps),
    ),
}


class Lid(Figure):
    """A step under an exponential lid: Chernoff's method, with the slope of the lid to choose."""

    guess = Guess(
        "The mean of the lid is a promise for the tail. Which lid gives the smallest promise?",
        {
            "the flattest: it is lowest on the right": "At t = 0 the lid is 1 everywhere, and so "
            "is its mean.",
            "the steepest: it hugs the step on the left": "It does, and on the right it shoots up "
            "where the law still lives.",
            "one in between": "There is a valley. For a normal law with variance 1 its floor is at "
            "t = ε.",
        },
        answer="one in between",
    )

    size = (10, 4.2)
    veiled = (1,)
    story = """
a flat lid | t=0
    At t = 0 the lid is 1 everywhere: the promise is 1, which is no promise.
too steep | t=1.4
    The lid hugs the step on the left but shoots up where the law still lives: the promise is
    over 1.
the best lid | t=0.6
    In between lies the valley. For the normal law its floor is at t = ε.
one example | t=0.6, n=1
    With n = 1 the best lid promises little: the truth is a third of it.
fifty examples | t=0.6, n=50
    Each example multiplies the promise by the same factor. The valley is deep now.
a lid that breaks | law="waiting time", t=1.2
    For waiting times the lid’s mean is infinite from t = 1 on: there is no promise.
"""
    sees = {
        "a flat lid": lambda r: r.promise == 1,
        "too steep": lambda r: r.promise > 1,
        "the best lid": lambda r: abs(r.t - r.top) < 0.005 and abs(r.top - r.eps) < 1e-9,
        "one example": lambda r: r.n == 1 and abs(r.exact / r.floor - 1 / 3) < 0.02,
        "fifty examples": lambda r: abs(r.floor / np.exp(-(r.eps**2) / 2) ** 50 - 1) < 1e-9,
        "a lid that breaks": lambda r: np.isinf(r.promise),
    }
    notes = """Draw the step and the lid by hand first: Markov's inequality is nothing but “the step
    lies under the lid, so its mean does”. Ask for the best t before you wake the right panel."""
    panels = (
        axes("value x of one example", (X[0], X[-1]), "height", (0, 3)),
        axes("slope t of the lid", (0, 2), "probability", (LEAST, 10, "log")),
    )

    def sliders(self):
        return dict(
            t=slider("slope t", 1, 0, 2, 0.01),
            eps=slider("distance ε", 0.6, 0.05, 0.95, 0.05),
            n=int_slider("examples n", 10, 1, 50),
            law=choice("law", "normal", list(LAWS)),
        )

    @staticmethod
    def compute(t, eps, n, law):
        """(M(t) e^(-tε))^n for all t and for this one, beside the exact tail of the mean."""
        density, log_mgf, tail, best, rate = LAWS[law]
        with np.errstate(over="ignore"):
            valley = np.exp(n * (log_mgf(TILTS) - TILTS * eps))
            promise = float(np.exp(n * (log_mgf(t) - t * eps)))
        top = float(best(eps))
        return dict(
            density=density(X),
            over=np.exp(np.minimum(t * (X - eps), 4)),
            step=(X >= eps).astype(float),
            valley=valley,
            promise=promise,
            exact=float(tail(n, eps)),
            top=top,
            floor=float(np.exp(n * (log_mgf(top) - top * eps))),
            by_rate=float(np.exp(-n * rate(eps))),
        )

    def picture(self, left, right):
        left.band(None, "0.5", 0.35, shows=lambda r: (X, 0 * X, r.density))
        left.ax.fill_between([], [], color="0.5", alpha=0.35, lw=0, label="law of one example")
        left.curve("step", plots.TRUTH, shows=lambda r: (X, r.step))
        left.curve("lid", plots.BLUE, shows=lambda r: (X, r.over), ls="--")

        right.curve(
            "promise", plots.BLUE, shows=lambda r: (TILTS, np.maximum(r.valley, LEAST)), ls="--"
        )
        right.level("truth", plots.TRUTH, "-", shows=lambda r: max(r.exact, LEAST))
        right.mark("its floor", "D", plots.SKY, 9, shows=lambda r: (r.top, max(r.floor, LEAST)))

        right.hand("choose t", shows=lambda r: (r.t, min(max(r.promise, LEAST), 8)), t="x")

    def caption(self, r):
        if not np.isfinite(r.promise):
            return "Here the mean of the lid is infinite: nothing is promised. Go back below t = 1."
        if r.promise >= 1:
            return f"A promise of {r.promise:.2g}: every probability is below that."
        if abs(r.t - r.top) < 0.005:  # half a step of the slider
            return f"This is the best lid: it promises {r.floor:.2g}. The truth is {r.exact:.2g}."
        return (
            f"This lid promises {r.promise:.2g}; the best one, t = {r.top:.2g}, promises "
            f"{r.floor:.2g}."
        )

    def numbers(self, r):
        return (
            f"lid with promise {r.promise:.3g}, best slope {r.top:.3g} with promise {r.floor:.3g}, "
            f"exact tail of the mean {r.exact:.3g}."
        )

    def headline(self, r):
        return Claim(
            "Chernoff’s bound, at every slope",
            "Theorem 24.3",
            measured=r.exact,
            bound=r.promise,
            tol=relative(min(r.promise, 1)),
            why_not="" if np.isfinite(r.promise) else "M(t) is infinite from t = 1 on",
            words="The average is at least ε with probability at most (M(t)e^(−tε))ⁿ, if t ≥ 0.",
        )

    def identities(self, r):
        lowest = float(np.min(r.valley))
        return [
            Claim("no lid beats the best", "Theorem 24.3", r.floor, lowest, tol=relative(lowest)),
            Claim(
                "the floor is e^(−nI(ε))",
                "Theorem 24.3",
                r.floor,
                r.by_rate,
                "==",
                tol=relative(r.by_rate),
            ),
        ]
