"""Slips and other right answers, notebook 12."""

import numpy as np

from answers.n12 import losses_of, many_step, vote

# 12-losses


def scores(W, X):
    return np.asarray(X) @ np.asarray(W).T


def last_of_several(W, X, y):
    """Tie: the last of the largest scores answers."""
    S = scores(W, X)
    answers = S.shape[1] - 1 - S[:, ::-1].argmax(axis=1)
    return [float(np.mean(answers != y)), losses_of(W, X, y)[1]]


def ties_are_right(W, X, y):
    """Tie: an own score that is largest with others counts as right."""
    S = scores(W, X)
    own = S[np.arange(len(y)), y]
    return [float(np.mean(own < S.max(axis=1))), losses_of(W, X, y)[1]]


def hinge_of_margin_two(W, X, y):
    """Constant: a lead of 2 is asked for."""
    S, n = scores(W, X), np.arange(len(y))
    U = S - S[n, y][:, None] + 2
    U[n, y] = 0
    return [losses_of(W, X, y)[0], float(U.max(axis=1).mean())]


def strongest_rival_first(W, X, y):
    """Sign: own minus rival."""
    S, n = scores(W, X), np.arange(len(y))
    U = S[n, y][:, None] - S + 1
    U[n, y] = 0
    return [losses_of(W, X, y)[0], float(U.max(axis=1).mean())]


def classes_from_one(W, X, y):
    """Index: classes are counted from 1."""
    return losses_of(W, X, [(k - 1) % len(W) for k in y])


def exchanged(W, X, y):
    """Order: hinge first."""
    return losses_of(W, X, y)[::-1]


def mean_over_rivals(W, X, y):
    """Mean for max: the mean over the rivals."""
    S, n = scores(W, X), np.arange(len(y))
    U = np.maximum(S - S[n, y][:, None] + 1, 0)
    U[n, y] = 0
    return [losses_of(W, X, y)[0], float((U.sum(axis=1) / (S.shape[1] - 1)).mean())]


def worst_example(W, X, y):
    """Max for mean: the worst example's hinge."""
    S, n = scores(W, X), np.arange(len(y))
    U = S - S[n, y][:, None] + 1
    U[n, y] = 0
    return [losses_of(W, X, y)[0], float(U.max())]


def smallest_score(W, X, y):
    """Sign: the smallest score answers."""
    return [float(np.mean(scores(W, X).argmin(axis=1) != y)), losses_of(W, X, y)[1]]


def per_class(W, X, y):
    """Axis: divided by the number of classes."""
    return [part * len(y) / len(W) / 2 for part in losses_of(W, X, y)]


def three_classes(W, X, y):
    """Index: only the first two classes are rivals."""
    return [losses_of(W, X, y)[0], losses_of([*W[:2], *[[-9] * len(W[0])] * (len(W) - 2)], X, y)[1]]


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


def most_defeats(h):
    """Sign: the class with the fewest wins."""
    w = wins(h)
    return [*w, w.index(min(w))]


def from_one(h):
    """Index: classes are counted from 1."""
    *w, first = vote(h)
    return [*w, first + 1]


def without_winner(h):
    """Term lost: the winner is missing."""
    return wins(h)


def last_class_lost(h):
    """Index: the last class is not counted."""
    w = [*wins(h)[:-1], 0]
    return [*w, w.index(max(w))]


def shares(h):
    """Scale: shares of duels won."""
    *w, first = vote(h)
    return [*(k / (len(h) - 1) for k in w), first]


def zeros_count(h):
    """Tie: a 0 of the table is taken for a win."""
    w = (np.asarray(h) - np.asarray(h).T >= 0).sum(axis=1).tolist()
    return [*w, w.index(max(w))]


def no_sole_winner(h):
    """Special case: -1 if several have the most."""
    *w, first = vote(h)
    return [*w, first if w.count(max(w)) == 1 else -1]


def below_the_diagonal(h):
    """Index: the lower half is read, where zeros stand."""
    w = (np.asarray(h) < 0).sum(axis=0).tolist()
    return [*w, w.index(max(w))]


def duel_decides(h):
    """Rule: of several, the one that won the duel between the first two."""
    *w, first = vote(h)
    top = [k for k, n in enumerate(w) if n == max(w)]
    return [*w, top[1] if len(top) > 1 and h[top[0]][top[1]] < 0 else first]


def winner_first(h):
    """Order: the winner stands first."""
    *w, first = vote(h)
    return [first, *w]


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


def rivals_row_only(W, X, y, lam, eta):
    """Term lost: only the rival's row moves."""
    P, X = pushes(W, X, y)
    return moved(W, X, y, lam, eta, np.maximum(P, 0).T @ X / len(X))


def all_rivals(W, X, y, lam, eta):
    """Rule: every rival that is too near is pushed."""
    A, X = np.asarray(W, dtype=float), np.asarray(X, dtype=float)
    own = np.eye(len(A))[np.asarray(y)]
    S = X @ A.T
    near = (S + 1 - own > (S * own).sum(axis=1, keepdims=True)) * (1 - own)
    return moved(W, X, y, lam, eta, (near - own * near.sum(axis=1, keepdims=True)).T @ X / len(X))


def last_of_equals(W, X, y, lam, eta):
    """Tie: of several that hurt equally the last counts."""
    A, X = np.asarray(W, dtype=float), np.asarray(X, dtype=float)
    own = np.eye(len(A))[np.asarray(y)]
    worst = len(A) - 1 - np.argmax((X @ A.T + 1 - own)[:, ::-1], axis=1)
    return moved(W, X, y, lam, eta, (np.eye(len(A))[worst] - own).T @ X / len(X))


def rivals_only(W, X, y, lam, eta):
    """Special case: the own class does not compete, so a clear lead still pushes."""
    A, X = np.asarray(W, dtype=float), np.asarray(X, dtype=float)
    own = np.eye(len(A))[np.asarray(y)]
    worst = np.argmax(np.where(own, -np.inf, X @ A.T), axis=1)
    return moved(W, X, y, lam, eta, (np.eye(len(A))[worst] - own).T @ X / len(X))


def divided_by_hurt(W, X, y, lam, eta):
    """n for m: divided by the number of examples that hurt."""
    P, X = pushes(W, X, y)
    return moved(W, X, y, lam, eta, P.T @ X / max(P.any(axis=1).sum(), 1))


def lead_of_half(W, X, y, lam, eta):
    """Constant: a lead of 0.3 is enough."""
    A, X = np.asarray(W, dtype=float), np.asarray(X, dtype=float)
    own = np.eye(len(A))[np.asarray(y)]
    worst = np.eye(len(A))[np.argmax(X @ A.T + 0.3 * (1 - own), axis=1)]
    return moved(W, X, y, lam, eta, (worst - own).T @ X / len(X))


def penalty_grows(W, X, y, lam, eta):
    """Sign: the penalty makes W longer."""
    return many_step(W, X, y, -lam, eta)


def first_example(W, X, y, lam, eta):
    """Early stop: only the last example of the batch counts."""
    return many_step(W, X[-1:], y[-1:], lam, eta)


def transposed(W, X, y, lam, eta):
    """Axis: the result is transposed."""
    return np.transpose(many_step(W, X, y, lam, eta)).tolist()


def change_only(W, X, y, lam, eta):
    """Form: the change instead of the new W."""
    return np.subtract(many_step(W, X, y, lam, eta), W).tolist()


def gradient_per_class(W, X, y, lam, eta):
    """n for m: divided by the number of classes too."""
    P, X = pushes(W, X, y)
    return moved(W, X, y, lam, eta, P.T @ X / len(X) / len(W))


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
    "12-losses": (
        last_of_several,
        ties_are_right,
        hinge_of_margin_two,
        strongest_rival_first,
        classes_from_one,
        exchanged,
        mean_over_rivals,
        worst_example,
        smallest_score,
        per_class,
        three_classes,
    ),
    "12-vote": (
        most_defeats,
        from_one,
        without_winner,
        last_class_lost,
        shares,
        zeros_count,
        no_sole_winner,
        below_the_diagonal,
        duel_decides,
        winner_first,
    ),
    "12-step": (
        rivals_row_only,
        all_rivals,
        last_of_equals,
        rivals_only,
        divided_by_hurt,
        lead_of_half,
        penalty_grows,
        first_example,
        transposed,
        change_only,
        gradient_per_class,
    ),
}
RIGHT = {
    "12-losses": (by_loops, by_take),
    "12-vote": (pair_by_pair, as_floats),
    "12-step": (example_by_example, with_add_at),
}
