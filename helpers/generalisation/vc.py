"""How many labellings of n points a class can draw, and what that says about learning.

A labelling is a row of True (inside, +) and False; number L of n points has bit i of L for point i.
A class is asked for all 2^n at once: the answer is an array (2^n,), True where some member draws
it. Half-spaces are decided by circuits (smallest dependent sets), boxes by the smallest box.
"""

from itertools import combinations
from math import comb

import numpy as np
from scipy.optimize import linprog

from helpers import check
from helpers.generalisation.concentration import heads_tail, whole_size

TINY = 1e-10  # a singular value below this is 0: coordinates have three digits


def all_labellings(n):
    """(2^n, n): every labelling of n points; row L holds the bits of L."""
    return (np.arange(2**n)[:, None] >> np.arange(n) & 1).astype(bool)


def boxes(points, below=False):
    """Which labellings a box with sides along the axes draws; with `below` it has no lower end.

    One column: intervals, or half-lines x <= a. The smallest box around the points inside must hold
    no other point.
    """
    points = check.rows("points", points)
    inside = all_labellings(len(points))
    high = np.where(inside[:, :, None], points, -np.inf).max(axis=1, keepdims=True)
    low = np.where(inside[:, :, None], points, np.inf).min(axis=1, keepdims=True)
    low = -np.inf if below else low
    return (((low <= points) & (points <= high)).all(axis=2) == inside).all(axis=1)


def circuits(F):
    """(count, n) of -1, 0, 1: signs of the smallest linear dependencies among the rows of F (n, k).

    Gordan and Caratheodory: signs y are those of F w for some w exactly if no circuit or its
    negative agrees with y wherever it is not 0. For F = (1, x) this is Radon's theorem.
    """
    F = check.rows("F", F)
    n, k = F.shape
    rows = [np.zeros((0, n))]
    for size in range(1, min(k + 1, n) + 1):
        chosen = np.array(list(combinations(range(n), size)))
        left, values, _ = np.linalg.svd(F[chosen])
        rank = (values > TINY).sum(axis=1)
        weights = left[:, :, -1]  # the dependency, if there is exactly one
        whole = (rank == size - 1) & (np.abs(weights) > TINY).all(axis=1)
        signs = np.zeros((whole.sum(), n))
        np.put_along_axis(signs, chosen[whole], np.sign(weights[whole]), axis=1)
        rows.append(signs)
    return np.vstack(rows)


def without(C, n):
    """(2^n,): which labellings of n points agree with no row of signs in C, point after point."""
    Y, last = np.zeros((1, 0)), n - 1 - np.argmax(C[:, ::-1] != 0, axis=1)
    for j in range(n):
        Y = np.vstack([np.insert(Y, j, sign, axis=1) for sign in (-1, 1)])
        ends_here = C[last == j, : j + 1]
        Y = Y[(Y @ ends_here.T < np.abs(ends_here).sum(axis=1)).all(axis=1)]
    drawn = np.zeros(2**n, dtype=bool)
    drawn[(Y > 0) @ (1 << np.arange(n))] = True
    return drawn


def half_spaces(F):
    """Which labellings are the signs of F w for some w: half-spaces among the features F (n, k)."""
    C = circuits(F)
    return without(np.vstack([C, -C]), len(F))


def polygons(points):
    """Which labellings a convex set draws: no point outside lies in the hull of those inside."""
    C = circuits(affine(points))
    C = np.vstack([C, -C])
    return without(C[(C < 0).sum(axis=1) == 1], len(points))


def discs(points):
    """Which labellings a disc draws: half-spaces among (1, x, |x|^2), the last row labelled -."""
    return half_spaces(lifted(points))[: 2 ** len(points)]


def affine(points):
    """(n, d + 1): the features (1, x) of half-spaces with an offset."""
    points = check.rows("points", points)
    return np.column_stack([np.ones(len(points)), points])


def lifted(points):
    """(n + 1, 4): the features (1, x1, x2, |x|^2) of circles, and a row (0, 0, 0, 1).

    A disc gives |x|^2 a negative weight: it labels that row, the point at infinity, with -.
    """
    squares = np.square(points).sum(axis=1)
    return np.vstack([np.column_stack([affine(points), squares]), [0, 0, 0, 1]])


def in_general_position(F):
    """Is every k of the n rows of F (n, k) independent? Then no circuit is shorter than k + 1."""
    k = np.shape(F)[1]
    return bool((np.abs(circuits(F)).sum(axis=1) == k + 1).all())


def disc_around(points, inside):
    """(centre, radius) of a disc that draws the labelling, or None; one linear program.

    A disc is 2 <c, x> + k - |x|^2 >= 0; the smallest |value| over the points is made large.
    """
    points, y = check.rows("points", points), np.where(inside, 1.0, -1.0)
    A = np.column_stack([-y[:, None] * affine(points), np.ones(len(y))]) * [1, 2, 2, 1]
    for reach in (4, 1e5):  # a small disc if there is one
        bounds = [(None, None), (-reach, reach), (-reach, reach), (None, 1)]
        result = linprog([0, 0, 0, -1], A, -y * np.square(points).sum(axis=1), bounds=bounds)
        if result.success and result.x[3] > TINY:
            k, *centre = result.x[:3]
            return np.array(centre), float(np.sqrt(max(k + np.square(centre).sum(), 0)))
    return None


# counting


def sauer(n, d):
    """Sauer: the largest number of labellings of n points that VC dimension d allows."""
    return sum(comb(n, i) for i in range(min(d, n) + 1))


def vc_of(table):
    """The VC dimension of a table (rows, n) of labellings: its largest shattered set of columns."""
    table, d = np.asarray(table, dtype=int), 0
    columns = range(table.shape[1])
    while any(
        len(np.unique(table[:, chosen] @ (1 << np.arange(d + 1)))) == 2 ** (d + 1)
        for chosen in combinations(columns, d + 1)
    ):
        d += 1
    return d


def shift_column(table, j):
    """One step of Sauer's proof: in column j a 1 becomes 0 unless that row is there already."""
    rows, shifted = {tuple(row) for row in table.tolist()}, table.copy()
    for row in shifted:
        if row[j]:
            lower = (*row[:j], 0, *row[j + 1 :])
            row[j] = int(lower in rows)
    return shifted


def sine_number(labels):
    """The whole number theta/pi for which sin(theta x) has these signs at x = 1/10, 1/100, ...

    labels: True for +. A minus puts a 1 at its decimal place, a half turn for its point alone.
    """
    return 1 + sum(10**i for i, plus in enumerate(labels, start=1) if not plus)


# the ghost sample, for thresholds on the line: exact laws


def deviation_tail(n, eps):
    """P(sup |L - L_hat| >= eps) for thresholds: Kolmogorov's law, by Marsaglia, Tsang and Wang."""
    k = int(n * eps) + 1
    if n * eps**2 > 15:  # below 1e-12, which a difference from 1 cannot tell from 0
        return 0.0
    m, h = 2 * k - 1, k - n * eps
    i = np.arange(m)
    powers = h ** np.arange(1, m + 1)
    H = (i[:, None] - i + 1 >= 0).astype(float)
    H[:, 0] -= powers
    H[-1] -= powers[::-1]
    H[-1, 0] += max(2 * h - 1, 0) ** m
    steps = np.maximum(i[:, None] - i + 1, 0)
    H /= np.cumprod(np.append(1.0, np.arange(1, m + 1)))[steps]
    power = np.linalg.matrix_power(H, n)[k - 1, k - 1]
    return float(max(1 - power * np.prod(np.arange(1, n + 1) / n), 0))


def ghost_tail(n, eps):
    """P(sup |L_hat - L_hat'| >= eps) for thresholds and two samples of n: reflected paths."""
    k = int(np.ceil(n * eps - 1e-9))
    if k <= 0:
        return 1.0
    signed = ((-1) ** (j - 1) * comb(2 * n, n - j * k) for j in range(1, n // k + 1))
    return 2 * sum(signed) / comb(2 * n, n)


def signs_tail(n, eps):
    """P(max_k |sigma_1 + ... + sigma_k| >= n eps) for n random signs: a walk between walls."""
    m = int(np.ceil(n * eps - 1e-9))
    if m <= 0 or m > n:
        return float(m <= 0)
    j = np.arange(1, 2 * m, 2)
    angle = j * np.pi / (2 * m)
    stays = (-1.0) ** (j // 2) * np.cos(angle) ** n / np.tan(angle / 2)
    return float(max(1 - stays.sum() / m, 0))


# the price


def vc_tail(n, log_s, eps):
    """Vapnik and Chervonenkis: P(sup |L - L_hat| >= eps) <= 8 s exp(-n eps^2 / 32)."""
    return np.exp(np.log(8) + log_s - n * np.square(eps) / 32)


def vc_excess(n, d, delta):
    """The VC bound on the excess risk, for n >= d: sqrt(128 (d ln(en/d) + ln(8/delta)) / n)."""
    return np.sqrt(128 * (d * np.log(np.e * n / d) + np.log(8 / delta)) / n)


def vc_size(eps, d, delta):
    """The smallest n >= d for which `vc_excess` is at most eps."""
    n = float(d)
    for _ in range(200):  # a contraction: n on the right stands in a logarithm
        n = max(128 * (d * np.log(np.e * n / d) + np.log(8 / delta)) / eps**2, d)
    return whole_size(n)


def cells_excess(n, d, p):
    """Expected excess risk of a majority vote in each of d equally likely cells, exactly.

    A label is wrong with probability p < 1/2; a tie is a coin. No learner is better on average over
    the 2^d ways to label the cells.
    """
    spread = 9 * np.sqrt(n / d * (1 - 1 / d)) + 9
    m = np.arange(max(int(n / d - spread), 0), min(int(n / d + spread), n) + 1)
    weights = -np.diff(heads_tail(n, 1 / d, np.append(m, m[-1] + 1)))
    k = (m + 1) // 2  # a tie of 2k votes is as good as 2k - 1 votes
    wrong = np.where(m == 0, 0.5, heads_tail(np.maximum(2 * k - 1, 1), p, np.maximum(k, 1)))
    return float((1 - 2 * p) * (weights @ wrong))
