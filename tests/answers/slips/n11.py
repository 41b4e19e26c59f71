"""Slips and other right answers, notebook 11."""

import numpy as np

from answers.n11 import margin, rule, svm_step

# 11-margin


def score_when_separating(lines, X, y):
    """Special case: a line that separates is not divided by the length of w."""
    found = margin(lines, X, y)
    return [m * np.linalg.norm(w) if m > 0 else m for m, (w, _) in zip(found, lines)]


def length_with_bias(lines, X, y):
    """Norm: the bias counts in the length."""
    found = margin(lines, X, y)
    return [m * np.linalg.norm(w) / np.hypot(np.linalg.norm(w), b or 1)
            for m, (w, b) in zip(found, lines)]  # fmt: skip


def sum_norm(lines, X, y):
    """Norm: the sum of sizes for the length."""
    return [
        m * np.linalg.norm(w) / np.abs(w).sum() for m, (w, _) in zip(margin(lines, X, y), lines)
    ]


def both_sides(lines, X, y):
    """Constant: the width of the street, twice the margin."""
    return [2 * m for m in margin(lines, X, y)]


def bias_turned(lines, X, y):
    """Sign: b is subtracted."""
    return margin([(w, -b) for w, b in lines], X, y)


def zero_when_wrong(lines, X, y):
    """Special case: 0 for a line that errs."""
    return [max(m, 0.0) for m in margin(lines, X, y)]


def mean_distance(lines, X, y):
    """Mean for min: the mean distance."""
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    return [float(np.mean(y * (X @ w + b)) / np.linalg.norm(w)) for w, b in lines]


def first_length(lines, X, y):
    """Index: the length of the first w for all lines."""
    size = np.linalg.norm(lines[0][0])
    return [m * np.linalg.norm(w) / size for m, (w, _) in zip(margin(lines, X, y), lines)]


def positives_only(lines, X, y):
    """Index: only points of class +1."""
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    return margin(lines, X[y > 0], y[y > 0])


def best_line(lines, X, y):
    """Form: the best margin alone."""
    return [max(margin(lines, X, y))]


def labels_ignored(lines, X, y):
    """Argument ignored: the sign of the score instead of the label, when all are right."""
    X = np.asarray(X, dtype=float)
    return [float(np.min(np.abs(X @ w + b)) / np.linalg.norm(w)) for w, b in lines]


def point_by_point(lines, X, y):
    found = []
    for w, b in lines:
        size = sum(a * a for a in w) ** 0.5
        unit = [a / size for a in w]
        found.append(min(l * (np.dot(unit, x) + b / size) for x, l in zip(np.asarray(X), y)))
    return np.array(found)


def by_matrix(lines, X, y):
    W, b = np.array([w for w, _ in lines], dtype=float), np.array([b for _, b in lines])
    scores = np.asarray(y)[:, None] * (np.asarray(X, dtype=float) @ W.T + b)
    return tuple((scores / np.sqrt((W**2).sum(axis=1))).min(axis=0))


# 11-rule


def limit_c(alpha, X, y, C):
    """Constant: C for C/n as the largest price."""
    w = (alpha * np.asarray(y)) @ X
    free = (np.asarray(alpha) > 1e-9) & (np.asarray(alpha) < C - 1e-9)
    return [*w, np.mean((y - X @ w)[free])]


def bias_sign(alpha, X, y, C):
    """Sign: the bias is turned round."""
    *w, b = rule(alpha, X, y, C)
    return [*w, -b]


def first_on_the_edge(alpha, X, y, C):
    """Special case: the bias from the point with the largest price."""
    *w, _ = rule(alpha, X, y, C)
    i = int(np.argmax(alpha))
    return [*w, y[i] - X[i] @ np.array(w)]


def bias_of_all(alpha, X, y, C):
    """Index: the mean over all points."""
    *w, _ = rule(alpha, X, y, C)
    return [*w, np.mean(y - X @ np.array(w))]


def between_classes(alpha, X, y, C):
    """Rule: halfway between the class means."""
    *w, _ = rule(alpha, X, y, C)
    s = X @ np.array(w)
    return [*w, -(s[np.asarray(y) > 0].mean() + s[np.asarray(y) < 0].mean()) / 2]


def scaled_by_n(alpha, X, y, C):
    """Scale: w is divided by n."""
    *w, b = rule(alpha, X, y, C)
    return [*(np.array(w) / len(y)), b]


def bias_first(alpha, X, y, C):
    """Order: the bias stands first."""
    *w, b = rule(alpha, X, y, C)
    return [b, *w]


def unit_w(alpha, X, y, C):
    """Scale: w is made a unit vector."""
    *w, b = rule(alpha, X, y, C)
    return [*(np.array(w) / np.linalg.norm(w)), b]


def without_y(alpha, X, y, C):
    """Term lost: the bias is minus the score."""
    *w, _ = rule(alpha, X, y, C)
    free = (np.asarray(alpha) > 1e-9) & (np.asarray(alpha) < C / len(y) - 1e-9)
    return [*w, -np.mean((X @ np.array(w))[free][: 1 + free.sum() // 2])]


def one_from_the_edge(alpha, X, y, C):
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    w = sum(a * label * x for a, label, x in zip(alpha, y, X))
    i = int(np.argmin(np.abs(np.asarray(alpha) - C / len(y) / 2)))
    return np.append(w, y[i] - X[i] @ w)


def by_the_product(alpha, X, y, C):
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    w = np.einsum("i,i,ij->j", alpha, y, X)
    edge = [i for i, a in enumerate(alpha) if 1e-7 < a < C / len(y) - 1e-7]
    return (*w.tolist(), float(np.median([y[i] - X[i] @ w for i in edge])))


# 11-step


def bias_stays(w, b, X, y, lam, eta):
    """Term lost: the bias never moves."""
    return [*svm_step(w, b, X, y, lam, eta)[:-1], b]


def penalty_after(w, b, X, y, lam, eta):
    """Order: the penalty shrinks the new w."""
    *moved, c = svm_step(w, b, X, y, 0.0, eta)
    return [*((1 - 2 * eta * lam) * np.array(moved)), c]


def without_eta(w, b, X, y, lam, eta):
    """Argument ignored: the penalty shrinks by 2 lam, without eta."""
    *moved, c = svm_step(w, b, X, y, 0.0, eta)
    return [*(np.array(moved) - 2 * lam * np.asarray(w)), c]


def labels_lost(w, b, X, y, lam, eta):
    """Sign: every example pulls as if it were +1."""
    X, y, w = np.asarray(X, dtype=float), np.asarray(y), np.asarray(w, dtype=float)
    hit = (y * (X @ w + b) < 1) / len(y)
    return [*(w - eta * (2 * lam * w - hit @ X)), b + eta * hit.sum()]


def away(w, b, X, y, lam, eta):
    """Sign: the hinge is climbed."""
    X, y, w = np.asarray(X, dtype=float), np.asarray(y), np.asarray(w, dtype=float)
    hit = y * (y * (X @ w + b) < 1) / len(y)
    return [*(w - eta * (2 * lam * w + hit @ X)), b - eta * hit.sum()]


def penalty_when_hit(w, b, X, y, lam, eta):
    """Special case: no penalty when nobody is in the street."""
    scores = np.asarray(y) * (np.asarray(X) @ w + b)
    return svm_step(w, b, X, y, lam, eta) if (scores < 1).any() else [*w, b]


def bias_ignored(w, b, X, y, lam, eta):
    """Term lost: the scores forget b."""
    X, y, w = np.asarray(X, dtype=float), np.asarray(y), np.asarray(w, dtype=float)
    hit = y * (y * (X @ w) < 1) / len(y)
    return [*(w - eta * (2 * lam * w - hit @ X)), b + eta * hit.sum()]


def first_example(w, b, X, y, lam, eta):
    """Early stop: only the first example of the batch."""
    return svm_step(w, b, X[:1], y[:1], lam, eta)


def edge_half(w, b, X, y, lam, eta):
    """Tie: an example on its edge pulls half."""
    X, y, w = np.asarray(X, dtype=float), np.asarray(y), np.asarray(w, dtype=float)
    s = y * (X @ w + b)
    hit = y * ((s < 1) + (s == 1) / 2) / len(y)
    return [*(w - eta * (2 * lam * w - hit @ X)), b + eta * hit.sum()]


def smooth_hinge(w, b, X, y, lam, eta):
    """Loss: the squared hinge."""
    X, y, w = np.asarray(X, dtype=float), np.asarray(y), np.asarray(w, dtype=float)
    hit = 2 * y * np.maximum(1 - y * (X @ w + b), 0) / len(y)
    return [*(w - eta * (2 * lam * w - hit @ X)), b + eta * hit.sum()]


def example_by_example(w, b, X, y, lam, eta):
    new, c = [(1 - 2 * eta * lam) * a for a in w], b
    for x, label in zip(np.asarray(X, dtype=float).tolist(), y):
        if label * (sum(a * v for a, v in zip(w, x)) + b) < 1:
            new = [a + eta * label * v / len(y) for a, v in zip(new, x)]
            c += eta * label / len(y)
    return (*new, c)


def with_ones(w, b, X, y, lam, eta):
    A, v = np.column_stack([X, np.ones(len(y))]), np.append(w, b).astype(float)
    felt = np.asarray(y) * (A @ v) < 1
    slope = 2 * lam * np.append(w, 0) - (np.asarray(y) * felt) @ A / len(y)
    return v - eta * slope


SLIPS = {
    "11-margin": (
        score_when_separating,
        length_with_bias,
        sum_norm,
        both_sides,
        bias_turned,
        zero_when_wrong,
        mean_distance,
        first_length,
        positives_only,
        best_line,
        labels_ignored,
    ),
    "11-rule": (
        limit_c,
        bias_sign,
        first_on_the_edge,
        bias_of_all,
        between_classes,
        scaled_by_n,
        bias_first,
        unit_w,
        without_y,
    ),
    "11-step": (
        bias_stays,
        penalty_after,
        without_eta,
        labels_lost,
        away,
        penalty_when_hit,
        bias_ignored,
        first_example,
        edge_half,
        smooth_hinge,
    ),
}
RIGHT = {
    "11-margin": (point_by_point, by_matrix),
    "11-rule": (one_from_the_edge, by_the_product),
    "11-step": (example_by_example, with_ones),
}
