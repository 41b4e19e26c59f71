"""Slips and other right answers, notebook 30."""

import numpy as np
from scipy.linalg import eig

from answers.n30 import em_round
from helpers.desk.edits import after, before, edit, whole

# 30-find-topics


def told(pi, B):
    return [[float(pi[h]), *map(float, B[:, h])] for h in np.argsort(-np.asarray(pi))]


def no_projection(M1, M2, M3, k):
    M2, M3 = np.array(M2), np.array(M3)
    v = np.random.default_rng(7).normal(size=len(M1))
    values, vectors = np.linalg.eig((M3 @ v) @ np.linalg.pinv(M2))
    B = vectors.real[:, np.argsort(np.abs(values))[:k]]
    B = B / B.sum(axis=0)
    return told(np.linalg.lstsq(B, np.array(M1), rcond=None)[0], B)


def by_generalised_eigenvalues(M1, M2, M3, k):
    """Another way: Y x = r X x, and B from X x."""
    M1, M2, M3 = np.array(M1), np.array(M2), np.array(M3)
    v = np.random.default_rng(3).normal(size=len(M1))
    U = np.linalg.svd(M2)[0][:, :k]
    X, Y = U.T @ M2 @ U, U.T @ (M3 @ v) @ U
    B = U @ X @ eig(Y, X)[1].real
    B = B / B.sum(axis=0)
    return told(np.linalg.pinv(B) @ M1, B)


def by_the_pseudo_inverse(M1, M2, M3, k):
    """Another way: no projection, positive scores, the k largest eigenvalues."""
    M1, M2, M3 = np.array(M1), np.array(M2), np.array(M3)
    v = 1 + np.random.default_rng(3).random(len(M1))
    values, vectors = np.linalg.eig((M3 @ v) @ np.linalg.pinv(M2, rcond=1e-10))
    B = vectors.real[:, np.argsort(-values.real)[:k]]
    B = B / B.sum(axis=0)
    return np.array(told(np.linalg.pinv(B) @ M1, B))


def by_whitening(M1, M2, M3, k):
    """Another way: whiten M2, then the scored triples are symmetric."""
    M1, M2, M3 = np.array(M1), np.array(M2), np.array(M3)
    values, vectors = np.linalg.eigh(M2)
    W = vectors[:, -k:] / np.sqrt(values[-k:])
    v = np.random.default_rng(11).normal(size=len(M1))
    turned = np.linalg.eigh(W.T @ (M3 @ v) @ W)[1]
    B = vectors[:, -k:] @ (np.sqrt(values[-k:])[:, None] * turned)
    B = B / B.sum(axis=0)
    return told(np.linalg.lstsq(B, M1, rcond=None)[0], B)


# 30-em-round


def text_by_text(texts, B, pi):
    """Another way: loops and exact sums of logarithms."""
    d, k = len(B), len(pi)
    new, weight = [[0.0] * k for _ in range(d)], [0.0] * k
    for text in texts:
        score = [np.log(pi[h]) + sum(np.log(B[w][h]) for w in text) for h in range(k)]
        total = np.logaddexp.reduce(score)
        for h in range(k):
            part = np.exp(score[h] - total)
            weight[h] += part / len(texts)
            for w in text:
                new[w][h] += part
    sums = [sum(row[h] for row in new) for h in range(k)]
    return [[[row[h] / sums[h] for h in range(k)] for row in new], weight]


def as_arrays(texts, B, pi):
    """Another type: arrays."""
    new, shares = em_round(texts, B, pi)
    return [np.array(new), np.array(shares)]


SLIPS = {
    "30-find-topics": {
        "Order: by the chance of the first word.": after(
            lambda rows: sorted(rows, key=lambda row: row[1])
        ),
        "Order: the share after the chances.": after(
            lambda rows: [[*row[1:], row[0]] for row in rows]
        ),
        "Special case: without a projection there are "
        "d eigenvalues, and the k smallest are kept.": whole(no_projection),
        "Index: the first k eigenvectors of M2, which belong to the smallest eigenvalues.": edit(
            "[:, d - k:]", "[:, :k]"
        ),
        "Early stop: the small eigenvectors, not multiplied by U.": edit(
            "    return", "    B = vectors / vectors.sum(axis=0)\n    return"
        ),
        "Sign: shares from the sizes of the eigenvectors, not from M1.": edit(
            "np.linalg.lstsq(B, M1, rcond=None)[0]",
            "np.linalg.norm(B, axis=0) / np.linalg.norm(B, axis=0).sum()",
        ),
        "Constant: the eigenvalues of M2 for the shares.": edit(
            "np.linalg.lstsq(B, M1, rcond=None)[0]",
            "np.linalg.eigvalsh(M2)[-k:] / np.linalg.eigvalsh(M2)[-k:].sum()",
        ),
        "Power: M2 squared instead of inverted.": edit(
            "np.linalg.inv(U.T @ M2 @ U)", "(U.T @ M2 @ U)"
        ),
    },
    "30-em-round": {
        "Denominator: the sum of q instead of its mean.": edit("q.mean(axis=0)", "q.sum(axis=0)"),
        "Early stop: the shares are not renewed.": edit("q.mean(axis=0)", "pi"),
        "Index: k rows of d.": after(lambda answer: [np.transpose(answer[0]), answer[1]]),
        "Power: π enters twice.": edit("np.log(pi)", "2 * np.log(pi)"),
        "Special case: longer texts are cut.": before(
            lambda texts, B, pi: ([text[:3] for text in texts], B, pi)
        ),
        "Constant: one is added to every count.": edit("counts.T @ q", "counts.T @ q + 1"),
        "Denominator: word counts divided by the weight of texts, not of words.": edit(
            "new / new.sum(axis=0)", "new / q.sum(axis=0)"
        ),
        "Early stop, reversed: one round too many.": whole(
            lambda texts, B, pi: em_round(texts, *em_round(texts, B, pi))
        ),
    },
}
RIGHT = {
    "30-find-topics": (by_generalised_eigenvalues, by_the_pseudo_inverse, by_whitening),
    "30-em-round": (text_by_text, as_arrays),
}
