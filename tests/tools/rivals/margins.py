"""Support vector machines, cold and warm, and AdaBoost beside scikit-learn."""

import numpy as np
from sklearn.ensemble import AdaBoostClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from helpers import data
from helpers.kernels import gaussian
from helpers.kernels.gram import Pairs
from helpers.margins import boosting, stumps, svm
from helpers.margins.svm_qp import best_bias, solve


def rivals(rng):
    yield from margin(rng)
    yield from warm(rng)


def margin(rng):
    for n in (100, 200, 500):
        X, y = data.moons(n, np.random.default_rng(0))
        yield (
            f"SVM, Gaussian kernel, n = {n}, cold",
            lambda X=X, y=y: svm.kernel_machine(gaussian(0.5)(X), y, 10).scores,
            lambda X=X, y=y, n=n: SVC(C=10 / n, gamma=2.0, tol=1e-9).fit(X, y).decision_function(X),
            1e-5,
            "ours factors the whole matrix, libsvm works on pairs; tolerance 1e-9 for both",
        )
    tumours = data.load("breast_cancer")
    X = tumours.X + 1e-9 * np.random.default_rng(0).normal(
        size=tumours.X.shape
    )  # no two stumps tie
    y = np.where(tumours.y == 1, 1.0, -1.0)

    def ours():
        run = boosting.adaboost(y, stumps.stump_learner(X, y, "gini"), 50)
        return np.sign(stumps.vote(run.extra["rules"], run.eta, X))

    def theirs():
        rival = AdaBoostClassifier(
            DecisionTreeClassifier(max_depth=1), n_estimators=50, random_state=0
        )
        return rival.fit(X, y).predict(X)

    yield (
        "AdaBoost with stumps, n = 569, d = 30, 50 rounds",
        ours,
        theirs,
        0.0,
        "presorted once; same predictions",
    )


def warm(rng):
    """What a slider pays: the SVM from the answer one notch away, beside libsvm, which begins."""
    X, y = data.moons(200, np.random.default_rng(0), sigma=0.25)
    notch = 10**0.05  # a log slider has twenty steps per decade
    kept, pairs = gaussian(0.5)(X), Pairs(X)
    before = solve(kept, y, 10 / 200)
    for name, C, width in (("C", 10 * notch, 0.5), ("bandwidth", 10.0, 0.5 * notch)):

        def ours(C=C, width=width):
            K = kept if width == 0.5 else gaussian(width)(pairs)
            seen = K @ (solve(K, y, C / 200, start=(before, 10 / 200)) * y)
            return seen + best_bias(seen, y)

        def theirs(C=C, width=width):
            return SVC(C=C / 200, gamma=1 / (2 * width**2), tol=1e-9).fit(X, y).decision_function(X)

        yield (
            f"SVM, Gaussian kernel, n = 200, {name} one notch on, warm",
            ours,
            theirs,
            1e-5,
            "ours starts from the last answer and keeps what did not change, libsvm starts anew",
        )
