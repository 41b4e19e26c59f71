"""Slips and other right answers, notebook 12, as tables."""

import numpy as np

from answers.n12 import losses_of, vote
from helpers.desk.edits import after, before, edit, whole

# 12-losses


def scores(W, X):
    return np.asarray(X) @ np.asarray(W).T


def by_loops(W, X, y):
    wrong = hinge = 0.0
    for x, own in zip(X, y):
        s = [sum(a * b for a, b in zip(row, x)) for row in W]
        wrong += s.index(max(s)) != own
        hinge += max(0.0, *(1 + s[k] - s[own] for k in range(len(s)) if k != own))
    return (wrong / len(y), hinge / len(y))


def by_take(W, X, y):
    S, i = scores(W, X), np.asarray(y)[:, None]
    lead = S + 1 - np.take_along_axis(S, i, axis=1)
    np.put_along_axis(lead, i, 0.0, axis=1)
    return np.array([np.mean(np.argmax(S, axis=1) != np.ravel(i)), np.mean(lead.max(axis=1))])


# 12-vote


def wins(h):
    return vote(h)[:-1]


def duel_decides(h):
    *w, first = vote(h)
    top = [k for k, n in enumerate(w) if n == max(w)]
    return [*w, top[1] if len(top) > 1 and h[top[0]][top[1]] < 0 else first]


def pair_by_pair(h):
    count = [0] * len(h)
    for i in range(len(h)):
        for j in range(i + 1, len(h)):
            count[i if h[i][j] == 1 else j] += 1
    return (*count, max(range(len(h)), key=lambda k: (count[k], -k)))


def as_floats(h):
    h = np.triu(np.array(h, dtype=float), 1)
    count = (h > 0).sum(axis=1) + (h < 0).sum(axis=0)
    return np.append(count, np.argmax(count)).astype(float)


# 12-step


def moved(W, X, y, lam, eta, hinge, penalty=None):
    """A step with this table of pushes on the rows of W."""
    W = np.asarray(W, dtype=float)
    slope = 2 * lam * W if penalty is None else penalty
    return (W - eta * (hinge + slope)).tolist()


def pushes(W, X, y):
    """(worst - own) for each example, and the examples."""
    W, X, y = np.asarray(W, dtype=float), np.asarray(X, dtype=float), np.asarray(y)
    own = np.eye(len(W))[y]
    return np.eye(len(W))[np.argmax(X @ W.T + 1 - own, axis=1)] - own, X


def all_rivals(W, X, y, lam, eta):
    A, X = np.asarray(W, dtype=float), np.asarray(X, dtype=float)
    own = np.eye(len(A))[np.asarray(y)]
    S = X @ A.T
    near = (S + 1 - own > (S * own).sum(axis=1, keepdims=True)) * (1 - own)
    return moved(W, X, y, lam, eta, (near - own * near.sum(axis=1, keepdims=True)).T @ X / len(X))


def example_by_example(W, X, y, lam, eta):
    new = [[(1 - 2 * eta * lam) * a for a in row] for row in W]
    for x, own in zip(X, y):
        hurt = [np.dot(row, x) + (k != own) for k, row in enumerate(W)]
        worst = hurt.index(max(hurt))
        for j, v in enumerate(x):
            new[worst][j] -= eta * v / len(X)
            new[own][j] += eta * v / len(X)
    return new


def with_add_at(W, X, y, lam, eta):
    W, X, y = np.array(W, dtype=float), np.array(X, dtype=float), np.array(y)
    U = X @ W.T + 1
    U[np.arange(len(y)), y] -= 1
    G = 2 * lam * W
    np.add.at(G, U.argmax(axis=1), X / len(y))
    np.add.at(G, y, -X / len(y))
    return W - eta * G


SLIPS = {
    "12-losses": {
        "Tie: the last of the largest scores answers.": edit(
            "S.argmax(axis=1)", "S.shape[1] - 1 - S[:, ::-1].argmax(axis=1)"
        ),
        "Tie: an own score that is largest with others counts as right.": edit(
            "S.argmax(axis=1) != y", "S[own] < S.max(axis=1)"
        ),
        "Constant: a lead of 2 is asked for.": edit("+ ~own", "+ 2 * ~own"),
        "Sign: own minus rival.": edit("S - S[own][:, None] + ~own", "S[own][:, None] - S + ~own"),
        "Index: classes are counted from 1.": before(
            lambda W, X, y: (W, X, [(k - 1) % len(W) for k in y])
        ),
        "Order: hinge first.": after(lambda answer: answer[::-1]),
        "Mean for max: the mean over the rivals.": edit(
            "U.max(axis=1)", "(np.maximum(U, 0).sum(axis=1) / (S.shape[1] - 1))"
        ),
        "Max for mean: the worst example's hinge.": edit("U.max(axis=1).mean()", "U.max()"),
        "Sign: the smallest score answers.": edit("S.argmax", "S.argmin"),
        "Axis: divided by the number of classes.": whole(
            lambda W, X, y: [part * len(y) / len(W) / 2 for part in losses_of(W, X, y)]
        ),
        "Index: only the first two classes are rivals.": edit(
            "U.max(axis=1)", "np.where(own | (np.arange(S.shape[1]) < 2), U, 0).max(axis=1)"
        ),
    },
    "12-vote": {
        "Sign: the class with the fewest wins.": edit("max(wins)", "min(wins)"),
        "Index: classes are counted from 1.": edit(
            "wins.index(max(wins))", "wins.index(max(wins)) + 1"
        ),
        "Term lost: the winner is missing.": after(lambda answer: answer[:-1]),
        "Index: the last class is not counted.": edit(
            "won.sum(axis=1).tolist()", "[*won.sum(axis=1).tolist()[:-1], 0]"
        ),
        "Scale: shares of duels won.": edit("[*wins,", "[*(k / (len(h) - 1) for k in wins),"),
        "Tie: a 0 of the table is taken for a win.": edit("> 0", ">= 0"),
        "Special case: -1 if several have the most.": edit(
            "wins.index(max(wins))", "wins.index(max(wins)) if wins.count(max(wins)) == 1 else -1"
        ),
        "Index: the lower half is read, where zeros stand.": edit(
            "np.asarray(h) - np.asarray(h).T > 0", "np.asarray(h).T < 0"
        ),
        "Rule: of several, the one that won the duel between the first two.": whole(duel_decides),
        "Order: the winner stands first.": after(lambda answer: [answer[-1], *answer[:-1]]),
    },
    "12-step": {
        "Term lost: only the rival's row moves.": edit(
            "(worst - own)", "np.maximum(worst - own, 0)"
        ),
        "Rule: every rival that is too near is pushed.": whole(all_rivals),
        "Tie: of several that hurt equally the last counts.": edit(
            "np.argmax(X @ W.T + 1 - own, axis=1)",
            "len(W) - 1 - np.argmax((X @ W.T + 1 - own)[:, ::-1], axis=1)",
        ),
        "Special case: the own class does not compete, so a clear lead still pushes.": edit(
            "X @ W.T + 1 - own", "np.where(own, -np.inf, X @ W.T)"
        ),
        "n for m: divided by the number of examples that hurt.": edit(
            "len(y)", "max((worst != own).any(axis=1).sum(), 1)"
        ),
        "Constant: a lead of 0.3 is enough.": edit("1 - own", "0.3 * (1 - own)"),
        "Sign: the penalty makes W longer.": before(lambda W, X, y, lam, eta: (W, X, y, -lam, eta)),
        "Early stop: only the last example of the batch counts.": before(
            lambda W, X, y, lam, eta: (W, X[-1:], y[-1:], lam, eta)
        ),
        "Axis: the result is transposed.": after(lambda answer: np.transpose(answer).tolist()),
        "Form: the change instead of the new W.": edit(
            "(W - eta * ((worst - own).T @ X / len(y) + 2 * lam * W))",
            "(-eta * ((worst - own).T @ X / len(y) + 2 * lam * W))",
        ),
        "n for m: divided by the number of classes too.": edit("/ len(y)", "/ len(y) / len(W)"),
    },
}
RIGHT = {
    "12-losses": (by_loops, by_take),
    "12-vote": (pair_by_pair, as_floats),
    "12-step": (example_by_example, with_add_at),
}
