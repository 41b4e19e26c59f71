"""Three or eight? Margins on small pictures of digits (part IV)."""

import numpy as np

from helpers import data
from helpers.margins import boosting, perceptron, stumps, svm

TRAINING = 180


def pictures():
    """(X, y) for training and for testing: threes are +1, eights −1; pixels between 0 and 1."""
    digits = data.load("digits")
    rows = np.flatnonzero((digits.y == 3) | (digits.y == 8))
    rows = np.random.default_rng(0).permutation(rows)
    X, y = digits.X[rows] / 16, np.where(digits.y[rows] == 3, 1.0, -1.0)
    return (X[:TRAINING], y[:TRAINING]), (X[TRAINING:], y[TRAINING:])


def wrong(scores, y):
    return float(np.mean(y * scores <= 0))


def a():
    """(4 points) A plane separates all 180; the widest has margin 0.28 and about two dozen support
    vectors. Two points for the machine with its certificate (duality gap), one for the margin, one
    for counting the support vectors."""
    (X, y), (X_new, y_new) = pictures()
    machine = svm.hard_margin(X, y)
    return machine.width, len(machine.support), machine.gap, wrong(machine.plane(X_new), y_new)


def b():
    """(4 points) Novikoff promises at most R²/γ² corrections, with the padded rows and the margin
    of the widest plane through 0 in the padded space: 283. The perceptron makes 65.
    Two points for the bound with the right γ (‖w‖ = 1, the bias counted), two for the
    comparison."""
    (X, y), _ = pictures()
    X = perceptron.pad(X)
    gamma = svm.hard_margin(X, y, bias=False).width
    run = perceptron.train(X, y, epochs=1000)
    return run.T, float((X**2).sum(axis=1).max() / gamma**2), bool(run.extra["converged"])


def c():
    """(4 points) The soft machine over C: with C = 1 149 of 180 points are support vectors and 19 %
    of the new digits are wrong; from C = 100 on none is. Here the hard margin is as good as any:
    these classes are clean. Two points for the curve on a validation part (choosing C on the test
    part costs both), two for saying how λ = 1/(2C) moves the number of support vectors."""
    (X, y), (X_new, y_new) = pictures()
    found = {}
    for C in (1.0, 10.0, 100.0, 1e4):
        machine = svm.soft_margin(X, y, C)
        found[C] = (len(machine.support), wrong(machine.plane(X_new), y_new))
    return found


def d():
    """(4 points) AdaBoost with stumps: no training mistake after 11 rounds; test error 15 % with
    one stump, about 2 % with a hundred, still falling after the last training mistake. Two points
    for the run, two for the smallest margin, which grows meanwhile."""
    (X, y), (X_new, y_new) = pictures()
    run = boosting.adaboost(y, stumps.stump_learner(X, y), 100)
    first = int(np.argmax(boosting.training_error(run, y) == 0)) + 1
    rules = run.extra["rules"]
    tests = {T: wrong(stumps.votes(rules[:T], run.eta[:T], X_new), y_new) for T in (1, 20, 100)}
    margins = boosting.margins(run, y).min(axis=1)
    return first, tests, float(margins[first - 1]), float(margins[-1])


def e():
    """(4 points, by hand) Margin in the plane and margin of the vote: are the examples with the
    smallest margin the same in both? Full marks: both margins defined (1), the overlap of the
    twenty smallest, here counted, against what chance would give, 20 · 20/180 = 2.2 (2), one
    picture of a digit that both find hard (1)."""
    (X, y), _ = pictures()
    plane = np.argsort(svm.soft_margin(X, y, 10.0).margins)[:20]
    run = boosting.adaboost(y, stumps.stump_learner(X, y), 100)
    vote = np.argsort(boosting.margins(run, y)[-1])[:20]
    return len(set(plane.tolist()) & set(vote.tolist()))
