"""Mixtures of topics, learnt by search (EM) and by moments; the delta method; exponential families.

A text has three words, drawn independently from the word chances of its hidden topic: h ~ pi, then
each word ~ B[:, h]. B (d, k) has columns of sum 1. Word order carries nothing, so all data are how
often each sorted triple of words occurs; there are d (d + 1) (d + 2) / 6 of them.
"""

from functools import lru_cache
from itertools import combinations_with_replacement, permutations

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.special import logsumexp

from helpers import check
from helpers.trace import Trace

# ---- texts of three words, and their moments


@lru_cache(8)
def triples(d):
    """(words, orders): the sorted triples (c, 3) of d words, and their numbers of orders.

    A triple can be read in 1, 3 or 6 orders.
    """
    words = np.array(list(combinations_with_replacement(range(d), 3)))
    orders = np.array([len(set(permutations(row))) for row in words.tolist()], dtype=float)
    return words, orders


@lru_cache(8)
def word_counts(d):
    """(c, d): how often each word stands in each sorted triple."""
    return (triples(d)[0][:, :, None] == np.arange(d)).sum(axis=1).astype(float)


def model(B, pi):
    """B (..., d, k) and pi (..., k), checked: every column of B, and pi, holds chances of sum 1."""
    B, pi = check.array("B", B), check.array("pi", pi)
    for name, a, sums in (("a column of B", B, B.sum(axis=-2)), ("pi", pi, pi.sum(axis=-1))):
        if a.min() < -1e-9 or np.abs(sums - 1).max() > 1e-6:
            raise ValueError(f"{name} must hold chances: none negative, and their sum 1")
    return B, pi


def triple_chances(B, pi):
    """(..., c): the chance of each sorted triple of words."""
    B, pi = model(B, pi)
    words, orders = triples(B.shape[-2])
    a, b, c = (B[..., words[:, j], :] for j in range(3))
    return orders * (a * b * c * pi[..., None, :]).sum(axis=-1)


def topic_moments(B, pi):
    """(M1, M2, M3): the chances of a word, of a pair and of a triple, in this order of words.

    M1 = B pi, M2 = B diag(pi) B', M3 = sum_h pi_h b_h (x) b_h (x) b_h.
    """
    B, pi = model(B, pi)
    return B @ pi, (B * pi) @ B.T, np.einsum("h,ah,bh,ch->abc", pi, B, B, B)


def moments_of(shares, d):
    """(M1, M2, M3) of texts whose sorted triples have these shares (..., c).

    Every order of a triple gets the same part, so that all three are symmetric.
    """
    words, orders = triples(d)
    part = np.asarray(shares) / orders
    M3 = np.zeros((*part.shape[:-1], d, d, d))
    for p in permutations(range(3)):
        M3[..., words[:, p[0]], words[:, p[1]], words[:, p[2]]] = part
    M2 = M3.sum(axis=-1)
    return M2.sum(axis=-1), M2, M3


def draw_texts(B, pi, n, rng):
    """(n, 3): the words of n texts, numbered from 0."""
    B, pi = model(B, pi)
    topic = rng.choice(len(pi), size=check.whole("n", n), p=pi)
    chance = np.cumsum(B, axis=0)[:, topic]
    return (rng.random((n, 3, 1)) > chance.T[:, None, :]).sum(axis=2)


def shares_of(texts, d):
    """(c,): which share of the texts (n, 3) each sorted triple has."""
    texts = np.sort(check.array("texts", texts, ndim=2, shape=(None, 3)).astype(int), axis=1)
    if texts.min() < 0 or texts.max() >= d:
        raise ValueError(f"words must be numbered from 0 to {d - 1}")
    place = np.zeros((d, d, d), dtype=int)
    words = triples(d)[0]
    place[tuple(words.T)] = np.arange(len(words))
    return np.bincount(place[tuple(texts.T)], minlength=len(words)) / len(texts)


# ---- search: EM


def log_likelihood(shares, B, pi):
    """(...,): the mean over texts of the log-chance of its sorted triple, for shares (..., c)."""
    occurs = np.asarray(shares) > 0
    chance = np.where(occurs, triple_chances(B, pi), 1.0)
    return (shares * np.log(np.maximum(chance, 1e-300))).sum(axis=-1)


def em(shares, B, pi, T):
    """T rounds of expectation-maximisation from s starts B (s, d, k), pi (s, k), side by side.

    shares: (c,) of the sorted triples, or (s, c). The points of the Trace are rows of B, one after
    the other, then pi: `parameters` parts them. extra["loglik"] is (T + 1, s).
    """
    B, pi = model(B, pi)
    s, d, k = B.shape
    words, orders = triples(d)
    counts, shares = word_counts(d).T / 3, np.broadcast_to(shares, (s, len(words)))[..., None]
    points, heights = [], []
    for _ in range(check.whole("T", T) + 1):
        points.append(np.concatenate([B.reshape(s, -1), pi], axis=1))
        a, b, c = (B[:, words[:, j]] for j in range(3))
        joint = np.maximum(a * b * c * pi[:, None, :], 1e-300)  # text and topic together
        chance = joint.sum(axis=2, keepdims=True)
        heights.append((shares[..., 0] * np.log(orders * chance[..., 0])).sum(axis=1))
        belongs = joint * (shares / chance)  # E: each text goes to topics by their posterior
        pi = belongs.sum(axis=1)  # M: count
        B = counts @ belongs / np.maximum(pi, 1e-300)[:, None, :]
        B /= B.sum(axis=1, keepdims=True)
    w = np.array(points)
    return Trace(w, np.diff(w, axis=0), np.ones(T), {"loglik": np.array(heights)})


def parameters(w, d, k):
    """(B, pi) from points (..., d k + k) of `em`."""
    return w[..., : d * k].reshape(*w.shape[:-1], d, k), w[..., d * k :]


# ---- moments instead of search


def recover(M1, M2, M3, k, v):
    """(B, pi, ratios): the topics whose moments these are, with no start; all may be stacked.

    U spans the k leading eigenvectors of M2; the eigenvectors of (U'M3(v)U)(U'M2U)^-1 are U'b_h and
    its eigenvalues the ratios b_h'v. Columns are scaled to sum 1; pi solves B pi = M1. With moments
    of few texts B may have negative entries, and real parts are taken of complex ones.
    """
    M2 = check.array("M2", M2)
    d = M2.shape[-1]
    if not 1 <= check.whole("k", k) <= d:
        raise ValueError(f"k must be at most the number of words, {d}, but it is {k}")
    v = check.array("v", v, shape=(d,))
    U = np.linalg.eigh(M2)[1][..., d - k :]
    Ut = np.swapaxes(U, -1, -2)
    X, Y = Ut @ M2 @ U, Ut @ (M3 @ v) @ U
    try:
        turned = np.swapaxes(np.linalg.solve(X, Y), -1, -2)  # Y X^-1, since both are symmetric
    except np.linalg.LinAlgError:
        raise ValueError(f"M2 has fewer than {k} directions: are the topics different?") from None
    ratios, vectors = np.linalg.eig(turned)
    B = U @ vectors.real
    sums = B.sum(axis=-2, keepdims=True)
    B = B / np.where(np.abs(sums) < 1e-12, 1e-12, sums)
    pi = (np.linalg.pinv(B) @ np.asarray(M1)[..., None])[..., 0]
    return B, pi, ratios.real


def made_valid(B, pi, floor=1e-3):
    """The nearest thing to topics that EM can start from: chances of at least about `floor`."""
    B, pi = np.maximum(B, floor), np.maximum(pi, floor)
    return B / B.sum(axis=-2, keepdims=True), pi / pi.sum(axis=-1, keepdims=True)


def match(estimate, true):
    """The order of the columns of `estimate` that puts each beside its topic of `true`.

    Topics have no numbers, so errors are measured after the best pairing (squared distance).
    """
    apart = ((estimate[:, :, None] - true[:, None, :]) ** 2).sum(axis=0)
    return linear_sum_assignment(apart.T)[1]


def two_topics(mean, spread, share):
    """(B, pi) of two topics on the line mean + t spread.

    M1 = mean and M2 = mean mean' + spread spread' whatever the share pi_1 is: pairs of words cannot
    tell them apart.
    """
    mean, spread = check.array("mean", mean, ndim=1), check.array("spread", spread, ndim=1)
    if not 0 < share < 1:
        raise ValueError(f"share must be between 0 and 1, but it is {share:g}")
    odds = np.sqrt((1 - share) / share)
    return np.column_stack([mean - spread * odds, mean + spread / odds]), np.array(
        [share, 1 - share]
    )


# ---- the delta method: what an error of the moments does to the parameters


def delta_variance(slopes, V):
    """slopes V slopes': n times the covariance of g(m) for large n.

    m is the mean of n vectors of covariance V (p, p); slopes (q, p) are the derivatives of g.
    """
    slopes = np.atleast_2d(check.array("slopes", slopes))
    return slopes @ check.array("V", V, ndim=2) @ slopes.T


def left_inverse(G, V=None):
    """An L with L G = I for slopes G (p, q) of a moment map, p >= q.

    It is the pseudo-inverse, or, given the covariance V of the moments, the one with the smallest
    L V L'.
    """
    G = check.array("G", G, ndim=2)
    weighed = G.T if V is None else np.linalg.solve(check.array("V", V, ndim=2), G).T
    if np.linalg.matrix_rank(G) < G.shape[1]:
        raise ValueError("the slopes have too low a rank: some parameter does not move any moment")
    return np.linalg.solve(weighed @ G, weighed)


def shares_covariance(chances):
    """diag(p) - p p': n times the covariance of the shares of c kinds among n texts."""
    return np.diag(chances) - np.outer(chances, chances)


# ---- exponential families on finitely many points: p(x) = exp(phi(x)'theta - A(theta))


def tilted(phi, theta):
    """(p, A, mean, covariance) for rows phi (m, q) of an exponential family.

    p are the chances, A is the log-partition function; its gradient is E phi and its Hessian the
    covariance of phi.
    """
    phi, theta = check.rows("phi", phi), np.atleast_1d(check.array("theta", theta))
    scores = phi @ theta
    A = logsumexp(scores)
    p = np.exp(scores - A)
    mean = p @ phi
    return p, float(A), mean, (phi - mean).T @ ((phi - mean) * p[:, None])
