"""Perceptron, softmax regression and multi-class machines beside scikit-learn."""

import numpy as np
from sklearn.linear_model import LogisticRegression, Perceptron
from sklearn.svm import LinearSVC

from helpers import data
from helpers.linear import softmax
from helpers.margins import multiclass, perceptron


def rivals(rng):
    yield from two_classes()
    yield from three_classes()


def two_classes():
    moons, sides = data.moons(200, np.random.default_rng(0), sigma=0.2)
    disc = perceptron.with_margin(200, 0.02, np.random.default_rng(5))
    for name, X, y, passes in (
        ("margin 0.02, 2 passes", *disc, 2),
        ("moons, 20 passes, never at an end", perceptron.pad(moons), sides, 20),
    ):

        def ours(X=X, y=y, passes=passes):
            return perceptron.train(X, y, epochs=passes).last

        def sklearn(X=X, y=y, passes=passes):
            how = dict(shuffle=False, tol=None, max_iter=passes, fit_intercept=False)
            return Perceptron(**how).fit(X, y).coef_[0]

        yield (
            f"perceptron, n = 200, {name}",
            ours,
            sklearn,
            1e-10,
            "ours jumps from mistake to mistake in Python and keeps every correction, "
            "theirs visits all, compiled",
        )


def three_classes():
    wine = data.load("wine")
    W, c, lam = perceptron.pad(data.standardise(wine.X)), wine.y.astype(int), 0.01
    C = 1 / (2 * len(c) * lam)

    def multinomial():
        return LogisticRegression(C=C, fit_intercept=False, tol=1e-8, max_iter=1000).fit(W, c).coef_

    how = dict(fit_intercept=False, tol=1e-7, max_iter=100_000)
    machine = LinearSVC(C=C, multi_class="crammer_singer", **how)
    yield (
        "softmax regression, wine, n = 178, d = 14, 3 classes",
        lambda: softmax.fit(W, c, lam).T,
        multinomial,
        1e-5,
        "ours Newton to rounding error with a dense Hessian, theirs L-BFGS to 1e-8 (multinomial)",
    )
    yield (
        "the same as the soft machine at τ = 1",
        lambda: multiclass.soft_machine(W, c, lam, 1.0, 0.0).W,
        multinomial,
        1e-5,
        "the same Newton steps, the Hessian summed over pairs of classes",
    )
    yield (
        "multi-class SVM, wine, 3 classes",
        lambda: multiclass.machine(W, c, lam).W,
        lambda: machine.fit(W, c).coef_,
        1e-5,
        "ours an interior-point method, certified by its dual; theirs compiled "
        "coordinate ascent (liblinear)",
    )
