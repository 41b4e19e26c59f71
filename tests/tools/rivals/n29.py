"""Asymptotics: many logistic regressions and tables at once, beside scikit-learn."""

import numpy as np
from scipy.special import expit
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

from helpers.estimation import asymptotics as asy


def rivals(rng):
    X = rng.normal(size=(50, 200, 5))
    y = np.where(rng.random((50, 200)) < expit(X @ np.ones(5)), 1.0, -1.0)
    machine = LogisticRegression(
        C=1 / (2 * 200 * 0.01), fit_intercept=False, tol=1e-9, max_iter=500
    )
    yield (
        "logistic regression, 50 samples, n = 200, d = 5",
        lambda: asy.newton_batch(X, y, 0.01),
        lambda: np.array([machine.fit(a, b).coef_[0] for a, b in zip(X, y)]),
        1e-4,
        "all samples in one Newton iteration beside one at a time",
    )

    def classes():
        found = []
        for a, b in zip(X, y):
            bayes = GaussianNB(var_smoothing=0).fit(a, b)
            shared = bayes.class_prior_ @ bayes.var_
            up, down = bayes.theta_[1], bayes.theta_[0]
            prior = np.log(bayes.class_prior_[1] / bayes.class_prior_[0])
            w = (up - down) / shared
            found.append([prior - w @ (up + down) / 2, *w])
        return np.array(found)

    yield (
        "naive Bayes, 50 samples, n = 200, d = 5",
        lambda: asy.naive_bayes(X, y),
        classes,
        1e-8,
        "all samples at once beside one at a time",
    )
