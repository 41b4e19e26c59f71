"""Online to batch: one pass side by side, neighbours of every prefix, beside scikit-learn."""

import numpy as np
from scipy.optimize import minimize
from sklearn.linear_model import SGDClassifier
from sklearn.neighbors import KNeighborsClassifier

from helpers import losses
from helpers.online import batch


def rivals(rng):
    X = rng.integers(0, 17, size=(400, 64)).astype(float)
    y = rng.choice([-1.0, 1.0], 400)

    def refits():
        paid = [float(y[0] != 1)]
        for t in range(1, 100):
            machine = KNeighborsClassifier(1, algorithm="brute").fit(X[:t], y[:t])
            paid.append(float(machine.predict(X[t : t + 1])[0] != y[t]))
        return np.array(paid)

    yield (
        "progressive error of the nearest neighbour, 100 rounds",
        lambda: batch.progressive(batch.nearest_answers(X, y, 100).w, y)[0],
        refits,
        1e-12,
        "one new row a round beside 99 refits; ours also tests all 400 images in each round",
    )
    rows = X / np.linalg.norm(X, axis=1).max()
    Z = (rows * y[:, None])[:, None]

    def scikit():
        machine = SGDClassifier(
            loss="hinge",
            penalty=None,
            learning_rate="constant",
            eta0=0.5,
            shuffle=False,
            max_iter=1,
            tol=None,
            fit_intercept=False,
        )
        return machine.fit(rows, y).coef_[0]

    yield (
        "one pass of hinge SGD, 400 images",
        lambda: batch.one_pass(batch.of_margin(losses.hinge)[1], Z, np.zeros(64), 0.5).last[0],
        scikit,
        1e-8,
        "ours keeps every answer; scikit-learn's loop is compiled and keeps the last",
    )
    places = rng.normal(size=(6, 2))
    yield (
        "the place with the shortest mean walk, six homes",
        lambda: batch.best_place(places),
        lambda: (
            minimize(
                batch.mean_distance,
                places.mean(axis=0),
                places,
                method="Nelder-Mead",
                options=dict(xatol=1e-10, fatol=1e-14),
            ).x
        ),
        1e-5,
        "Weiszfeld beside SciPy's simplex",
    )
