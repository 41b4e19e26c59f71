"""Diabetes: the same on real data."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.data import load, standardise
from helpers.generalisation import stability as st
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    int_slider,
    mean_and_errors,
    regularisation,
)

ORDERS, SHIFTS = 10, 13  # 13 times 34 is 442: every patient has its turn
GROUPS = np.arange(20, 161, 20)
PENALTIES = np.geomspace(0.003, 10, 11)


class Patients(Figure):
    """Diabetes: training error plus replace-one is the test error, before anybody is tested."""

    guess = Guess(
        "Nobody knows the law of these patients, the loss is squared and one patient may be an "
        "outlier. What is training error + replace-one, averaged over many draws of $n$?",
        {
            "the test error": "The proof used only that names may be exchanged. A random order of "
            "patients is all it takes.",
            "a bound above the test error": "No bound: an identity. It needed no law, no "
            "convexity, no slope.",
            "too low: it never saw a test set": "It saw one fresh patient, and that is enough on "
            "average.",
        },
        answer="the test error",
    )

    size = (10, 4.3)
    veiled = (0, 1)
    story = """
forty patients
    Green: error on the forty. Red: on the other 402. Blue squares: green plus what one swap
    does. They follow the red curve, up to the chance of 130 draws.
twenty patients | n=20, lam=0.003
    Ten measurements, twenty patients, hardly a penalty: the forecast is hardly better than
    saying the mean, which costs 1.
a strong penalty | lam=10
    Stable, and nearly as bad on its own patients as on others.
the valley | lam=0.4
    The best λ for forty patients: the sum of fit and stability is smallest.
160 patients | n=160
    Four times as many patients, a quarter of the gap: on the right the points fall like 1/n.
"""
    sees = {
        "twenty patients": lambda r: 0.9 < r.test < 1 and r.n == 20,
        "a strong penalty": lambda r: 0.9 * r.test < r.train < r.test and r.train > 0.75,
        "the valley": lambda r: r.test < 1.005 * r.curves[1].min(),
        "160 patients": lambda r: abs(r.fall[7] / r.fall[1] - 1 / 4) < 0.04 and r.n == 160,
    }
    handles = [
        Handle(
            "choose λ",
            at=lambda r: (r.lam, float(np.clip(r.test, 0.22, 1.08))),
            to=lambda r, x, y: dict(lam=x),
        )
    ]
    notes = """The blue squares need one patient more than the training set, the red curve needs
    hundreds. Say why the identity is exact here although the patients are no sample of a known
    law: a random order of 442 patients is exchangeable, and nothing else was used."""
    widths = [1.35, 1]
    panels = (
        axes("regularisation λ", (0.0027, 11, "log"), "mean squared error", (0.2, 1.1)),
        axes("patients n", (10, 170), "overfitting", (0, 0.76)),
    )

    def sliders(self):
        return dict(
            lam=regularisation(0.03, 0.003, 10),
            n=int_slider("patients n", 40, 20, 160, 20),
        )

    @staticmethod
    def compute(lam, n):
        """Means over 130 draws at this λ, the curves, and one refit as a check."""
        train, test, replace = measured_on_patients(n, lam)
        X, y, x_new, y_new = (part[0] for part in draws_of(n))
        row = int(np.flatnonzero(GROUPS == n)[0])
        near = int(np.argmin(np.abs(np.log(PENALTIES / lam))))
        return dict(
            train=float(train.mean()),
            test=float(test.mean()),
            replace=float(replace.mean()),
            apart=mean_and_errors((test - train - replace).reshape(ORDERS, SHIFTS).mean(axis=1)),
            curves=patient_curves()[row].T,
            fall=patient_curves()[:, near, 1] - patient_curves()[:, near, 0],
            near=float(PENALTIES[near]),
            swapped=float(st.swapped_residuals(X, y, x_new, y_new, lam)[1][0]),
            refit=refitted(n, lam),
        )

    def picture(self, left, right):
        right.ax.set_xticks(GROUPS[[0, 1, 3, 5, 7]])
        left.ax.axhline(1, color="0.6", lw=1, ls=":")
        left.ax.text(0.2, 1.01, "saying the mean", color="0.4", fontsize=10)
        train = plots.curves(left.ax, ["training"], color=plots.TRAIN, ls="-.")
        test = plots.curves(left.ax, ["test"], color=plots.TEST)
        ones = plots.spots(left.ax, "training + replace-one", marker="s", ms=6, color=plots.BLUE)

        dots = plots.spots(right.ax, "measured", marker="o", ms=8, color=plots.TEST)
        slope = plots.curves(right.ax, ["∝ 1/n"], color=plots.BOUND, ls="--")

        here, there = plots.star(left.ax), plots.star(right.ax)
        left.add(train, shows=lambda r: (PENALTIES, r.curves[0]))
        left.add(test, shows=lambda r: (PENALTIES, r.curves[1]))
        left.add(ones, shows=lambda r: (PENALTIES, r.curves[0] + r.curves[2]))
        right.add(slope, shows=lambda r: (GROUPS, r.fall[-1] * GROUPS[-1] / GROUPS))
        right.add(dots, shows=lambda r: (GROUPS, r.fall))
        left.add(here, shows=lambda r: (r.lam, float(np.clip(r.test, 0.22, 1.08))))
        left.add(there, shows=lambda r: (r.n, float(np.clip(r.test - r.train, 0, 0.75))))

    def caption(self, r):
        return (
            f"{r.train:.3f} on their own patients plus {r.replace:.3f} replace-one makes "
            f"{r.train + r.replace:.3f}; the test says {r.test:.3f}."
        )

    def numbers(self, r):
        return (
            f"mean squared error {r.train:.4g} in training and {r.test:.4g} in test, "
            f"overfitting {r.test - r.train:.4g}, replace-one {r.replace:.4g}, over 130 draws."
        )

    def headline(self, r):
        return Claim(
            "overfitting = replace-one, on patients",
            "Theorem 28.3",
            measured=abs(r.apart[0]),
            bound=r.apart[1],
            words="Test error = training error + replace-one: over 130 draws they differ by less "
            "than five standard errors.",
        )

    def identities(self, r):
        return [
            Claim("the swap formula is the refit", "Theorem 28.6", r.swapped, r.refit, "=="),
        ]


@lru_cache(1)
def patients_data():
    """442 patients, ten measurements each, standardised; and 130 random orders of them.

    Ten orders are drawn; each is also begun at 12 other places, so that patients come in turn.
    """
    data = load("diabetes")
    rng = np.random.default_rng(28)
    drawn = [rng.permutation(len(data.y)) for _ in range(ORDERS)]
    orders = np.array([np.roll(one, 34 * k) for one in drawn for k in range(SHIFTS)])
    return standardise(data.X), standardise(data.y[:, None])[:, 0], orders


def draws_of(n):
    """130 samples: X (130, n, 10), y (130, n), and a fresh patient for each."""
    X, y, orders = patients_data()
    S, fresh = orders[:, :n], orders[:, n]
    return X[S], y[S], X[fresh], y[fresh]


def measured_on_patients(n, lam):
    """(training, test, replace-one), each (130,): ridge on n patients, tested on all the others."""
    X, y, _ = patients_data()
    XS, yS, x_new, y_new = draws_of(n)
    before, after = st.swapped_residuals(XS, yS, x_new, y_new, lam)
    Xt = np.swapaxes(XS, 1, 2)
    w = np.linalg.solve(Xt @ XS + n * lam * np.eye(X.shape[1]), Xt @ yS[..., None])[..., 0]
    everybody = ((w @ X.T - y) ** 2).sum(axis=1)
    train = (before**2).mean(axis=1)
    return train, (everybody - n * train) / (len(y) - n), (after**2).mean(axis=1) - train


@lru_cache(1)
def patient_curves():
    """(groups, penalties, 3): the means of all three, for the curves."""
    return np.array(
        [[[np.mean(v) for v in measured_on_patients(n, lam)] for lam in PENALTIES] for n in GROUPS]
    )


def refitted(n, lam):
    """The residual at the first patient of the first draw after the swap, by fitting again."""
    X, y, x_new, y_new = (part[0] for part in draws_of(n))
    other_X, other_y = X.copy(), y.copy()
    other_X[0], other_y[0] = x_new, y_new
    w = np.linalg.solve(other_X.T @ other_X + n * lam * np.eye(X.shape[1]), other_X.T @ other_y)
    return float(y[0] - X[0] @ w)
