"""What the figures of this lesson share, and its own laws and cases."""

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import numpy as np

from helpers import check, data, plots
from helpers.margins import boosting, stumps
from helpers.trace import Trace

PLANE = {
    "rings": data.rings,
    "moons": data.moons,
    "parabolas": data.curved,
    "stripes": data.stripes,
    "exclusive or": data.xor,
}


ROUNDS = 300  # of the runs on a line and on patients
GRID = (np.arange(1000) + 0.5) / 1000  # where a rule on [0, 1] is compared with its target


@dataclass(frozen=True)
class Example:
    """A training set and AdaBoost's run on it with stumps.

    test (T,) is the error on new examples after each round.
    """

    X: np.ndarray
    y: np.ndarray
    run: Trace
    test: np.ndarray | None = None

    @cached_property
    def game(self):
        """(2 gamma, best vote, hardest weights) of all stumps on these examples."""
        return boosting.game_value(self.y[:, None] * stumps.every_stump(self.X))

    @property
    def gamma(self):
        """The advantage that stumps have for every weighting of this training set."""
        return self.game[0] / 2

    def vote(self, t, X):
        """F after t rounds at the rows of X."""
        return stumps.vote(self.run.extra["rules"][:t], self.run.eta[:t], X)

    def round(self, t):
        """What happened in round t = 1, 2, ... (the last one if the run ended before)."""
        t, extra = min(t, self.run.T), self.run.extra
        rule, cut = extra["rules"][t - 1], np.full(self.X.shape[1], np.nan)
        if np.isfinite(rule[1]):
            cut[int(rule[0])] = rule[1]
        return {
            "t": t,
            "rule": rule,
            "cut": cut,  # the threshold, at the place of its feature; a constant has none
            "D": extra["D"][t - 1],
            "D_new": extra["D"][t],
            "h": self.run.v[t - 1],
            "eps": extra["eps"][t - 1],
            "alpha": self.run.eta[t - 1],
            "product": np.prod(extra["z"][:t]),
            "wrong": self.y * self.run.w[t] <= 0,
        }

    @cached_property
    def train(self):
        """The training error after each round."""
        return boosting.training_error(self.run, self.y)

    def first_without_error(self):
        """The first round after which no training example is wrong; 0 if there is none."""
        right = self.train == 0
        return int(np.argmax(right)) + 1 if right.any() else 0

    def safe_from(self):
        """The round from which no training example is wrong any more; T + 1 if there is none."""
        return int(np.max(np.flatnonzero(self.train > 0), initial=-1)) + 2


def fit(X, y, T, X_test=None, y_test=None):
    """AdaBoost with stumps as an Example."""
    run = boosting.adaboost(y, stumps.stump_learner(X, y), T)
    if X_test is None:
        return Example(X, y, run)
    return Example(
        X, y, run, (stumps.votes(run.extra["rules"], run.eta, X_test) * y_test <= 0).mean(axis=1)
    )


@lru_cache(32)
def plane(shape, i, n=60, T=100):
    """n points of a shape of PLANE, drawn with seed i."""
    return fit(*PLANE[check.one_of("shape", shape, PLANE)](n, np.random.default_rng(i)), T)


@lru_cache(32)
def line(k, n, i, T=ROUNDS):
    """n uniform points of the target with k changes of sign; tested on a fine grid."""
    x = np.sort(np.random.default_rng(i).uniform(size=n))
    return fit(x[:, None], alternating(x, k), T, GRID[:, None], alternating(GRID, k))


def alternating(x, k):
    """The target on [0, 1]: -1 at first, another sign at 1/(k+1), ..., k/(k+1)."""
    return np.where(np.floor(np.asarray(x, dtype=float) * (k + 1)).astype(int) % 2, 1.0, -1.0)


@lru_cache(8)
def cancer(n, wrong=0.0, i=0, T=ROUNDS):
    """Breast cancer: n patients to train on, a share `wrong` of labels flipped; others to test."""
    rng, everybody = np.random.default_rng(i), data.load("breast_cancer")
    (X, y), (X_test, y_test) = data.split(
        everybody.X, 2.0 * everybody.y - 1, n / len(everybody.y), rng
    )
    return fit(X, np.where(rng.uniform(size=n) < wrong, -y, y), T, X_test, y_test)


# The game M_ij = y_i h_j(x_i) of Rudin, Daubechies and Schapire: AdaBoost from equal weights ends
# with margin 1/3, where 3/8 is possible.
EIGHT = np.array(
    [
        [-1, 1, 1, 1, 1, -1, -1, 1],
        [-1, 1, 1, -1, -1, 1, 1, 1],
        [1, -1, 1, 1, 1, -1, 1, 1],
        [1, -1, 1, 1, -1, 1, 1, 1],
        [1, -1, 1, -1, 1, 1, 1, -1],
        [1, 1, -1, 1, 1, 1, 1, -1],
        [1, 1, -1, 1, 1, 1, -1, 1],
        [1, 1, 1, 1, -1, -1, 1, -1],
    ],
    dtype=float,
)


EIGHT.setflags(write=False)


@lru_cache(32)
def eight_run(eta=1.0, start=0, T=1000):
    """T rounds on EIGHT with steps eta log_odds(eps); start 0 is equal weights, others random."""
    y = np.ones(8)
    first = np.random.default_rng(start).dirichlet(y) if start else None
    return boosting.adaboost(
        y, stumps.column_learner(EIGHT, y), T, lambda eps: eta * boosting.log_odds(eps), first
    )


@cache
def rings():
    """AdaBoost's run on two rings, and (60, m): +1 where rule j is right about example i."""
    example = plane("rings", 1)
    return example, example.y[:, None] * stumps.every_stump(example.X)


@cache
def largest_margin():
    """The value of the game EIGHT, by linear programming."""
    return boosting.game_value(EIGHT)[0]


def bubbles(ax, size=50, least=0):
    """Two classes of points whose areas are weights, `size` for 1/60. move(xy, y, D)."""
    dots = [
        ax.scatter([], [], c=c, marker=m, ec="white", lw=0.6, zorder=3)
        for c, m in zip(plots.COLOURS, "os")
    ]

    def move(xy, y, D):
        for dot, own in zip(dots, (y > 0, y < 0)):
            dot.set(offsets=xy[own], sizes=60 * size * D[own] + least)
        return dots

    return move


def held(values, last):
    """`values` up to round `last`; the vote of a run that ended stays as it is."""
    return np.concatenate([values, np.full(last - len(values), values[-1])])


def plural(count):
    """ "round" or "rounds"."""
    return "round" if count == 1 else "rounds"


def factor(eps, alpha):
    """z(alpha) = (1 - eps) e^-alpha + eps e^alpha: what a step does to the exponential loss."""
    return (1 - eps) * np.exp(-alpha) + eps * np.exp(alpha)
