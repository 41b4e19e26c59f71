"""Slips and other right answers, notebook 30."""

import numpy as np
from scipy.linalg import eig

from answers.n30 import em_round, find_topics

# 30-find-topics


def solved(M1, M2, M3, k, v=None, keep=None):
    """(pi, B) of a plain recovery; `keep` chooses eigenvectors of M2."""
    M1, M2, M3 = np.array(M1), np.array(M2), np.array(M3)
    v = np.random.default_rng(7).normal(size=len(M1)) if v is None else v
    U = np.linalg.eigh(M2)[1]
    U = U[:, len(M1) - k :] if keep is None else U[:, keep]
    B = U @ np.linalg.eig((U.T @ (M3 @ v) @ U) @ np.linalg.inv(U.T @ M2 @ U))[1].real
    B = B / B.sum(axis=0)
    return np.linalg.lstsq(B, M1, rcond=None)[0], B


def told(pi, B):
    return [[float(pi[h]), *map(float, B[:, h])] for h in np.argsort(-np.asarray(pi))]


def not_sorted(M1, M2, M3, k):
    """Order: by the chance of the first word."""
    return sorted(find_topics(M1, M2, M3, k), key=lambda row: row[1])


def share_last(M1, M2, M3, k):
    """Order: the share after the chances."""
    return [[*row[1:], row[0]] for row in find_topics(M1, M2, M3, k)]


def no_projection(M1, M2, M3, k):
    """Special case: without a projection there are d eigenvalues, and the k smallest are kept."""
    M2, M3 = np.array(M2), np.array(M3)
    v = np.random.default_rng(7).normal(size=len(M1))
    values, vectors = np.linalg.eig((M3 @ v) @ np.linalg.pinv(M2))
    B = vectors.real[:, np.argsort(np.abs(values))[:k]]
    B = B / B.sum(axis=0)
    return told(np.linalg.lstsq(B, np.array(M1), rcond=None)[0], B)


def smallest_directions(M1, M2, M3, k):
    """Index: the first k eigenvectors of M2, which belong to the smallest eigenvalues."""
    M1, M2, M3 = np.array(M1), np.array(M2), np.array(M3)
    v = np.random.default_rng(7).normal(size=len(M1))
    U = np.linalg.eigh(M2)[1][:, :k]
    B = U @ np.linalg.eig((U.T @ (M3 @ v) @ U) @ np.linalg.pinv(U.T @ M2 @ U))[1].real
    B = B / B.sum(axis=0)
    return told(np.linalg.lstsq(B, M1, rcond=None)[0], B)


def not_lifted(M1, M2, M3, k):
    """Early stop: the small eigenvectors, not multiplied by U."""
    M1, M2, M3 = np.array(M1), np.array(M2), np.array(M3)
    v = np.random.default_rng(7).normal(size=len(M1))
    U = np.linalg.eigh(M2)[1][:, len(M1) - k :]
    small = np.linalg.eig((U.T @ (M3 @ v) @ U) @ np.linalg.inv(U.T @ M2 @ U))[1].real
    small = small / small.sum(axis=0)
    return told(np.linalg.lstsq(U @ small, M1, rcond=None)[0], small)


def absolute_values(M1, M2, M3, k):
    """Sign: shares from the sizes of the eigenvectors, not from M1."""
    _, B = solved(M1, M2, M3, k)
    size = np.linalg.norm(B, axis=0)
    return told(size / size.sum(), B)


def eigenvalues_as_shares(M1, M2, M3, k):
    """Constant: the eigenvalues of M2 for the shares."""
    _, B = solved(M1, M2, M3, k)
    values = np.linalg.eigvalsh(np.array(M2))[-k:]
    return told(values / values.sum(), B)


def squared_triples(M1, M2, M3, k):
    """Power: M2 squared instead of inverted."""
    M1, M2, M3 = np.array(M1), np.array(M2), np.array(M3)
    v = np.random.default_rng(7).normal(size=len(M1))
    U = np.linalg.eigh(M2)[1][:, len(M1) - k :]
    B = U @ np.linalg.eig((U.T @ (M3 @ v) @ U) @ (U.T @ M2 @ U))[1].real
    B = B / B.sum(axis=0)
    return told(np.linalg.lstsq(B, M1, rcond=None)[0], B)


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


def responsibilities(texts, B, pi):
    B, pi = np.array(B), np.array(pi)
    counts = np.array([np.bincount(text, minlength=len(B)) for text in texts], dtype=float)
    score = np.log(pi) + counts @ np.log(B)
    q = np.exp(score - score.max(axis=1, keepdims=True))
    return counts, q / q.sum(axis=1, keepdims=True)


def summed_shares(texts, B, pi):
    """Denominator: the sum of q instead of its mean."""
    new, shares = em_round(texts, B, pi)
    return [new, (len(texts) * np.array(shares)).tolist()]


def old_shares(texts, B, pi):
    """Early stop: the shares are not renewed."""
    return [em_round(texts, B, pi)[0], list(pi)]


def transposed(texts, B, pi):
    """Index: k rows of d."""
    new, shares = em_round(texts, B, pi)
    return [np.array(new).T.tolist(), shares]


def squared_shares(texts, B, pi):
    """Power: π enters twice."""
    return em_round(texts, B, (np.array(pi) ** 2).tolist())


def first_three_words(texts, B, pi):
    """Special case: longer texts are cut."""
    return em_round([text[:3] for text in texts], B, pi)


def smoothed(texts, B, pi):
    """Constant: one is added to every count."""
    counts, q = responsibilities(texts, B, pi)
    new = counts.T @ q + 1
    return [(new / new.sum(axis=0)).tolist(), q.mean(axis=0).tolist()]


def divided_by_texts(texts, B, pi):
    """Denominator: word counts divided by the weight of texts, not of words."""
    counts, q = responsibilities(texts, B, pi)
    return [(counts.T @ q / q.sum(axis=0)).tolist(), q.mean(axis=0).tolist()]


def two_rounds(texts, B, pi):
    """Early stop, reversed: one round too many."""
    return em_round(texts, *em_round(texts, B, pi))


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
    "30-find-topics": (
        not_sorted,
        share_last,
        no_projection,
        smallest_directions,
        not_lifted,
        absolute_values,
        eigenvalues_as_shares,
        squared_triples,
    ),
    "30-em-round": (
        summed_shares,
        old_shares,
        transposed,
        squared_shares,
        first_three_words,
        smoothed,
        divided_by_texts,
        two_rounds,
    ),
}
RIGHT = {
    "30-find-topics": (by_generalised_eigenvalues, by_the_pseudo_inverse, by_whitening),
    "30-em-round": (text_by_text, as_arrays),
}
