"""SGD, twice."""

from functools import lru_cache

import numpy as np

from helpers import losses, plots
from helpers.generalisation import stability as st
from helpers.live import (
    Claim,
    Figure,
    Guess,
    axes,
    choice,
    int_slider,
    mean_and_errors,
    step_size,
)
from lessons.n28_stability.world import SECOND

LINEAR = losses.Loss("linear", lambda m: -m, lambda m: -np.ones_like(m), rho=1.0, beta=0.0)
PAIRS, SHOWN = 40, 10
STEPS = 300
RUNS = {
    "logistic": losses.logistic,
    "Huber": losses.huber(1.0),
    "linear": LINEAR,
    "absolute": losses.absolute,
}


UNIFORM = np.random.default_rng(28).random((STEPS, PAIRS))


class Sgd(Figure):
    """Two runs that draw the same examples; one of them has one label the other way round."""

    guess = Guess(
        "Train twice as long with the same step size. How far apart can the twins be, compared "
        "with before?",
        {
            "as far as you like: small differences explode": "Not for a convex loss and steps that "
            "are short enough: a step on the same example never drives them apart.",
            "up to twice as far": "Each meeting adds at most 2ρη, and there are T/n meetings on "
            "average.",
            "no farther: both converge": "With a constant step neither has to. And each meeting "
            "may drive them apart again.",
        },
        answer="up to twice as far",
    )

    size = (10, 4.3)
    veiled = (1,)
    story = """
twins
    Left: two runs that part when they first meet the swapped example, and stay side by side in
    between. Right: the distance, and what it may be.
half the step | eta=0.5
    Half of η: half the distance that is allowed. Short steps are stable.
stop early | T=20
    A tenth of the steps, a tenth of what is allowed.
as far as allowed | loss="linear", eta=0.1
    With the linear loss nothing brings the twins together again: the bound is reached, at every
    meeting.
too long a step | loss="Huber", eta=8
    η = 8 is over 2/β = 2: a step may now push two points apart. A few pairs go farther than
    their own meetings allow; the mean ends far below.
a kink | loss="absolute", eta=0.5
    The absolute loss has no β at all. Near its kink twins step to different sides, and one pair
    goes a third too far.
"""
    sees = {
        "half the step": lambda r: abs(r.expected[-1] - 10) < 1e-9,
        "stop early": lambda r: abs(r.expected[-1] - 2) < 1e-9,
        "as far as allowed": lambda r: np.allclose(r.apart, r.allowed),
        "too long a step": lambda r: (
            r.eta > r.limit
            and 1 < (r.apart > r.allowed + 1e-9).any(axis=0).sum() < 5
            and r.last[0] < 0.3 * r.last[1]
        ),
        "a kink": lambda r: r.limit == 0 and abs(r.used - 4 / 3) < 0.05,
    }
    notes = """Ask when the two paths part: not before the first meeting. Then: how often do they
    meet the swapped example in T steps out of n? T/n times. Each meeting costs 2ρη at most, and in
    between steps only bring points together. That is the whole proof."""
    widths = [1, 1.3]
    panels = (
        axes("$w_1$", (-2, 6), "$w_2$", (-2, 6)),
        axes("step t", (0, STEPS + 4), "distance of the twins", (0.008, 60, "log")),
    )

    def sliders(self):
        return dict(
            eta=step_size(1, 0.01, 10),
            T=int_slider("steps T", 200, 1, STEPS),
            n=int_slider("examples n", 20, 5, 40),
            loss=choice("loss", "logistic", RUNS),
        )

    @staticmethod
    def compute(eta, T, n, loss):
        """Forty pairs of runs, their distances, and how often each met the swapped example."""
        X, y = cloud()
        draws = (n * UNIFORM[:T]).astype(int)
        one, two = st.twin_runs(loss, X[:n], y[:n], X[0], -1.0, 0, eta, draws)
        apart = np.linalg.norm(one - two, axis=2)
        meetings = np.cumsum(np.vstack([np.zeros(PAIRS), draws == 0]), axis=0)
        allowed = 2 * loss.rho * eta * meetings
        return dict(
            paths=(one[:, 0], two[:, 0]),
            apart=apart,
            mean=apart.mean(axis=1),
            allowed=allowed,
            worst=float((apart - allowed).max()),
            used=float(np.max(apart / np.maximum(allowed, 1e-12))),
            last=(float(apart[-1].mean()), float(allowed[-1].mean())),
            expected=2 * loss.rho * eta * np.arange(T + 1) / n,
            met=mean_and_errors(meetings[-1]),
            limit=2 / loss.beta if loss.beta > 0 else np.inf,
        )

    def picture(self, left, right):
        left.curve("run", plots.FIT, lambda r: (*r.paths[0].T,), lw=1.6)
        left.curve("its twin", SECOND, lambda r: (*r.paths[1].T,), lw=1.6, ls="--")
        left.mark(None, "o", plots.FIT, 9, shows=lambda r: (*r.paths[0][-1],))
        left.mark(None, "s", SECOND, 9, shows=lambda r: (*r.paths[1][-1],))

        parted = lambda r: np.where(r.apart > 1e-9, r.apart, np.nan)[:, :SHOWN]  # noqa: E731
        shown = lambda r: (np.arange(r.T + 1), parted(r).T)  # noqa: E731
        right.bundle(SHOWN, "ten pairs", "0.75", 0.8, shows=shown)
        mean = plots.curves(right.ax, ["mean of 40"], color=plots.FIT, lw=2.6)
        allowed = lambda r: over_time(r, r.expected)  # noqa: E731
        right.curve("allowed, 2ρηt/n", plots.BOUND, allowed, ls="--")
        right.add(mean, shows=lambda r: over_time(r, r.mean))  # above the bound, left of its name
        right.hand("choose T", shows=lambda r: (r.T, float(np.clip(r.mean[-1], 0.009, 55))), T="x")

    def caption(self, r):
        if self.hindrance(r):
            return (
                "The theorem is silent here. Of what its meetings allow, one pair used "
                f"{100 * r.used:.0f} %."
            )
        return (
            f"On average the twins met the swapped example {r.met[0]:.3g} times in {r.T} steps and "
            f"are {r.last[0]:.2g} apart; {r.last[1]:.3g} is allowed."
        )

    def numbers(self, r):
        return (
            f"mean distance of forty pairs {r.last[0]:.3g}, 2ρη times their mean number of meetings"
            f" {r.last[1]:.3g}, 2ρηT/n {r.expected[-1]:.3g}."
        )

    def hindrance(self, r):
        """The hypothesis that these values break, or nothing."""
        if np.isinf(r.loss.beta):
            return "the absolute loss has a kink: it is not smooth"
        return f"η is over 2/β = {r.limit:.3g}" if r.eta > r.limit else ""

    def headline(self, r):
        return Claim(
            "SGD is stable",
            "Theorem 28.5",
            measured=r.last[0],
            bound=r.last[1],
            why_not=self.hindrance(r),
            words="Twins are at most 2ρη apart for each meeting with the swapped example; on "
            "average there are T/n meetings.",
        )

    def identities(self, r):
        reached = "" if r.loss is LINEAR else "only the linear loss reaches it"
        return [
            Claim(
                "at every step of every pair",
                "Theorem 28.5",
                r.worst,
                0.0,
                why_not=self.hindrance(r),
            ),
            Claim(
                "meetings: T/n within five standard errors",
                "Theorem 28.5",
                abs(r.met[0] - r.T / r.n),
                max(r.met[1], 5 * np.sqrt(r.T * (1 - 1 / r.n) / r.n / PAIRS)),
            ),
            Claim(
                "the linear loss reaches the bound",
                "section 5",
                r.last[0],
                r.last[1],
                "==",
                why_not=reached,
            ),
        ]


def over_time(r, distance):
    """A distance after each step; a logarithmic axis has no place for 0."""
    return np.arange(r.T + 1), np.where(distance > 0, distance, np.nan)


@lru_cache(1)
def cloud():
    """Forty points of the unit disc with labels ±1; the first is (1, 0) and says +1."""
    rng = np.random.default_rng(5)
    angle, radius = 2 * np.pi * rng.random(40), np.sqrt(rng.random(40))
    X = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    y = np.where(X @ [1.0, 0.6] + 0.4 * rng.normal(size=40) > 0, 1.0, -1.0)
    X[0], y[0] = (1.0, 0.0), 1.0
    return X, y
