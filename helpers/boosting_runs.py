"""AdaBoost on examples worth looking at, each run once and kept while only the number of rounds is moved.

    shape in the plane, target on the line, breast cancer:  Example(X, y, run, test)
    the game of eight examples and eight rules:              eight(eta, start), a Trace
"""
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from helpers import boosting, check, data, stumps
from helpers.trace import Trace

PLANE = {"rings": data.rings, "moons": data.moons, "parabolas": data.curved, "stripes": data.stripes,
         "exclusive or": data.xor}
GRID = (np.arange(1000) + 0.5) / 1000  # where a rule on [0, 1] is compared with its target


@dataclass(frozen=True)
class Example:
    """A training set and AdaBoost's run on it with stumps; test (T,) is the error on new examples after each round."""

    X: np.ndarray
    y: np.ndarray
    run: Trace
    test: np.ndarray | None = None

    @cached_property
    def game(self):
        """(2 gamma, best vote, hardest weights) of all stumps on this training set, by linear programming."""
        return boosting.game_value(self.y[:, None] * stumps.every_stump(self.X))

    @property
    def gamma(self):
        """The advantage that stumps have for every weighting of this training set."""
        return self.game[0] / 2

    def vote(self, t, X):
        """F after t rounds at the rows of X."""
        return stumps.vote(self.run.extra["rules"][:t], self.run.eta[:t], X)

    def round(self, t):
        """What happened in round t = 1, 2, ... (the last one if the run ended before): see the keys."""
        t, extra = min(t, self.run.T), self.run.extra
        rule, cut = extra["rules"][t - 1], np.full(self.X.shape[1], np.nan)
        if np.isfinite(rule[1]):
            cut[int(rule[0])] = rule[1]
        return {"t": t, "rule": rule, "cut": cut,  # the threshold, at the place of its feature; a constant has none
                "D": extra["D"][t - 1], "D_new": extra["D"][t], "h": self.run.v[t - 1],
                "eps": extra["eps"][t - 1], "alpha": self.run.eta[t - 1], "product": np.prod(extra["z"][:t]),
                "wrong": self.y * self.run.w[t] <= 0}

    def first_without_error(self):
        """The first round after which no training example is wrong; 0 if there is none."""
        right = boosting.training_error(self.run, self.y) == 0
        return int(np.argmax(right)) + 1 if right.any() else 0


def fit(X, y, T, X_test=None, y_test=None):
    """AdaBoost with stumps as an Example."""
    run = boosting.adaboost(y, stumps.stump_learner(X, y), T)
    if X_test is None:
        return Example(X, y, run)
    return Example(X, y, run, (stumps.votes(run.extra["rules"], run.eta, X_test) * y_test <= 0).mean(axis=1))


@lru_cache(32)
def plane(shape, i, n=60, T=100):
    """n points of a shape of PLANE, drawn with seed i."""
    return fit(*PLANE[check.one_of("shape", shape, PLANE)](n, np.random.default_rng(i)), T)


@lru_cache(32)
def line(k, n, i, T=300):
    """n uniform points, sorted, of the target on [0, 1] with k changes of sign; tested on a fine grid."""
    x = np.sort(np.random.default_rng(i).uniform(size=n))
    return fit(x[:, None], alternating(x, k), T, GRID[:, None], alternating(GRID, k))


def alternating(x, k):
    """The target on [0, 1] that starts with -1 and changes sign at 1/(k+1), ..., k/(k+1); k = 2 is an interval."""
    return np.where(np.floor(np.asarray(x, dtype=float) * (k + 1)).astype(int) % 2, 1.0, -1.0)


def alternating_gamma(y):
    """gamma of stumps and constants for labels y in the order of x: 1/(2k) for k changes, k odd; 1/(2k + 2), k even."""
    k = np.count_nonzero(np.diff(y))
    return 1 / (2 * (k + (k % 2 == 0)))


@lru_cache(8)
def cancer(n, wrong=0.0, i=0, T=300):
    """Breast cancer: n patients to train on, a share `wrong` of their labels flipped; the others to test on."""
    rng, everybody = np.random.default_rng(i), data.load("breast_cancer")
    (X, y), (X_test, y_test) = data.split(everybody.X, 2.0 * everybody.y - 1, n / len(everybody.y), rng)
    return fit(X, np.where(rng.uniform(size=n) < wrong, -y, y), T, X_test, y_test)


# A game M_ij = y_i h_j(x_i) on which AdaBoost from equal weights ends with margin 1/3, where 3/8 is possible.
EIGHT = np.array([[-1, 1, 1, 1, 1, -1, -1, 1], [-1, 1, 1, -1, -1, 1, 1, 1], [1, -1, 1, 1, 1, -1, 1, 1],
                  [1, -1, 1, 1, -1, 1, 1, 1], [1, -1, 1, -1, 1, 1, 1, -1], [1, 1, -1, 1, 1, 1, 1, -1],
                  [1, 1, -1, 1, 1, 1, -1, 1], [1, 1, 1, 1, -1, -1, 1, -1]], dtype=float)
EIGHT.setflags(write=False)


@lru_cache(32)
def eight(eta=1.0, start=0, T=600):
    """T rounds on EIGHT with steps eta log_odds(eps), from equal weights (start 0) or random ones (start 1, 2, ...)."""
    y = np.ones(8)
    first = np.random.default_rng(start).dirichlet(y) if start else None
    return boosting.adaboost(y, stumps.column_learner(EIGHT, y), T, lambda eps: eta * boosting.log_odds(eps), first)
