"""Many classes from machines for two: one against all, one against one, and their votes."""

import numpy as np

from helpers import check
from helpers.linear import logistic
from helpers.margins import perceptron, svm
from helpers.margins.perceptron import pad

# ---- machines for two classes: a learner maps X (n, d), t (n,) in {-1, +1} and lam to (w_1, ...,
# w_d, b)

LEARNERS = {
    "soft SVM": lambda X, t, lam: np.append((m := svm.soft_margin(X, t, 1 / (2 * lam))).w, m.b),
    "logistic": lambda X, t, lam: logistic.fit(pad(X), t, lam),
    "perceptron": lambda X, t, lam: perceptron.train(pad(X), t, epochs=20).last,
}
READINGS = ("left open", "lowest label", "by score", "one rule fewer")


def one_vs_all(X, y, learner, *settings):
    """(c, ...): row k is learner(X, t, *settings) for class k against all the others.

    t = +1 on class k and -1 on the others.
    """
    X, y, c = check.class_pair(X, y)
    return np.array([learner(X, np.where(y == k, 1.0, -1.0), *settings) for k in range(c)])


def one_vs_one(X, y, learner, *settings):
    """(c, c, ...): [k, l] is what the learner makes of class k (+1) against class l (-1).

    It is trained on their rows only.

    [l, k] = -[k, l]: these are c(c - 1)/2 trainings, the other half is the same planes seen from
    the other side.
    """
    X, y, c = check.class_pair(X, y)
    rules = {}
    for k in range(c):
        for l in range(k + 1, c):
            rows = (y == k) | (y == l)
            rules[k, l] = learner(X[rows], np.where(y[rows] == k, 1.0, -1.0), *settings)
            rules[l, k] = -rules[k, l]
    none = np.zeros_like(rules[0, 1])
    return np.array([[rules.get((k, l), none) for l in range(c)] for k in range(c)])


# ---- what they say, for the rows of X as the learner saw them (padded, if its weights have a bias)


def votes(W, X):
    """(n, c): how many of its duels each class wins at each row of X; a score of 0 is nobody's."""
    return (_duels(W, X) > 0).sum(axis=2)


def claimed(W, X, how="left open"):
    """One against all, for the rows of X: the one class whose score is positive.

    Where none is, -1; where several are, -2.

    how  "lowest label"  argmax of the signs, the first one if several are largest: never in doubt
          "by score"        argmax of the scores
          "one rule fewer"  without the last rule: the last class is what nobody claims
    """
    X = check.rows("X", X)
    if check.one_of("how", how, READINGS) == "one rule fewer":
        labels = claimed(W[:-1], X)
        return np.where(labels == -1, len(W) - 1, labels)
    scores = X @ W.T
    if how == "lowest label":
        return (scores > 0).argmax(axis=1)
    many, best = (scores > 0).sum(axis=1), scores.argmax(axis=1)
    return best if how == "by score" else np.select([many == 1, many == 0], [best, -1], -2)


def outvoted(W, X, how="left open"):
    """One against one, for the rows of X: the class that wins most duels.

    -2 where several have as many.

    how   as for `claimed`; "by score": among those, and only those, the highest sum of scores
    """
    scores = _duels(W, X)
    counts = (scores > 0).sum(axis=2)
    if check.one_of("how", how, READINGS) == "lowest label":
        return counts.argmax(axis=1)
    winner = sole_winner(counts)
    sums = np.where(counts == counts.max(axis=1, keepdims=True), scores.sum(axis=2), -np.inf)
    return np.where(winner >= 0, winner, sums.argmax(axis=1) if how == "by score" else -2)


def sole_winner(counts):
    """For each row the class with the most of `counts` (n, c).

    -1 where several share the first place.
    """
    counts = np.asarray(counts)
    best = counts.max(axis=1, keepdims=True)
    return np.where((counts == best).sum(axis=1) == 1, counts.argmax(axis=1), -1)


def _duels(W, X):
    """(n, c, c): the scores <x, W[k, l]>."""
    return (check.rows("X", X) @ W.reshape(-1, W.shape[2]).T).reshape(-1, *W.shape[:2])


def printed_votes(h, symmetric=True):
    """argmax_i sum_j sign(j - i) h[i, j], Durham's formula.

    The rules h (n, c, c) are given for i < j only.

    For j < i the formula meets a rule that was never trained. Right is h[i, j] := h[j, i]
    (`symmetric`); the reading h[i, j] := -h[j, i], "the same rule with the classes exchanged",
    counts defeats as wins.
    """
    h = np.triu(check.array("h", h, ndim=3), 1)
    full = h + (1 if symmetric else -1) * h.transpose(0, 2, 1)
    i = np.arange(h.shape[1])
    return (np.sign(i[None, :] - i[:, None]) * full).sum(axis=2).argmax(axis=1)
