"""Stability: one example replaced, beside refits and SciPy."""

import numpy as np
from scipy.optimize import minimize_scalar
from sklearn.linear_model import Ridge

from helpers import losses
from helpers.generalisation import stability


def rivals(rng):
    X, y, new = rng.normal(size=(100, 10)), rng.normal(size=100), rng.normal(size=10)
    machine = Ridge(alpha=10, fit_intercept=False)

    def refits():
        found = []
        for i in range(100):
            other_X, other_y = X.copy(), y.copy()
            other_X[i], other_y[i] = new, 1.0
            found.append(y[i] - machine.fit(other_X, other_y).predict(X[i : i + 1])[0])
        return np.array(found)

    yield (
        "ridge after each of 100 swaps, n = 100, d = 10",
        lambda: stability.swapped_residuals(X, y, new, np.array(1.0), 0.1)[1],
        refits,
        1e-8,
        "one matrix and 2 × 2 systems beside 100 refits",
    )
    x, answers = rng.uniform(-1, 1, (60, 30)), rng.normal(size=(60, 30))

    def scalar():
        return np.array(
            [
                minimize_scalar(
                    lambda w, a=a, b=b: np.abs(w * a - b).mean() + 0.3 * w * w,
                    bracket=(-1, 1),
                    options=dict(xtol=1e-12),
                ).x
                for a, b in zip(x, answers)
            ]
        )

    yield (
        "absolute loss + λw², 60 samples of 30",
        lambda: stability.slope(losses.absolute, x, answers, 0.3),
        scalar,
        1e-5,
        "SciPy, one sample at a time",
    )
