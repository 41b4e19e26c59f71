"""How well a class fits coin flips: Rademacher complexity, exactly wherever signs can be listed.

    complexity of F on z_1, ..., z_n:    mean over signs s of  max_f (1/n) sum_i s_i f(z_i)

A finite class is a matrix V (m, n): one row per function, one column per example. Nothing is put
between bars: with |sum| a single function would have a complexity.
"""

import numpy as np
from scipy.linalg import hadamard
from scipy.special import gammaln

from helpers import check
from helpers.kernels.gram import square


def signs(n):
    """All 2^n vectors of n signs, (2^n, n); the first is all +1."""
    n = check.whole("n", n)
    if n > 16:
        raise ValueError(f"2^{n} sign vectors are too many to list: n must be at most 16")
    return 1.0 - 2.0 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)


def balanced_signs(n, rng, count=256):
    """`count` random sign vectors (count, n), any two columns of which are exactly uncorrelated.

    Each row alone is uniform. Means of s_i s_j over the rows are what they are over all 2^n signs,
    so second moments come out exactly, not only up to luck. `count` is a power of 2, at least n.
    """
    if n > count:
        raise ValueError(f"{count} rows serve at most {count} columns, not {n}")
    columns = rng.permutation(count)[:n]
    return hadamard(count)[:, columns] * rng.choice([-1.0, 1.0], size=n)


def complexity(V, S=None):
    """Mean over the rows of S of the largest (1/n) <s, v> over the rows v of V (m, n).

    Without S all 2^n signs are taken: the empirical Rademacher complexity, exactly.
    """
    V = check.array("V", V, ndim=2)
    S = signs(V.shape[1]) if S is None else S
    return float(np.max(V @ S.T, axis=0).mean() / V.shape[1])


def massart(size, n, radius=1.0):
    """Massart's lemma: at most radius sqrt(2 ln(size) / n).

    It bounds the complexity of `size` vectors whose root mean square is at most `radius`.
    """
    return radius * np.sqrt(2 * np.log(size) / n)


class Stumps:
    """All stumps on the rows of X (n, d), sorted once for as many weightings as come."""

    def __init__(self, X):
        columns = check.rows("X", X).T
        self.order = np.argsort(columns, axis=1, kind="stable")
        low = np.take_along_axis(columns, self.order, axis=1)
        self.cut = np.column_stack([low[:, :-1] < low[:, 1:], np.ones(len(low), bool)])

    @property
    def count(self):
        """How many stumps give different answers, at most.

        There are two ways round each cut, and two constants.
        """
        return 2 * int(self.cut[:, :-1].sum()) + 2

    def edges(self, W):
        """(k, d n): sum_i W[:, i] h(x_i) for each stump h.

        h says +1 up to a place in the order of a feature and -1 behind it; the last place of each
        is a constant. The sum is 0 where no cut fits.
        """
        left = np.cumsum(W[:, self.order], axis=2)
        return ((2 * left - left[:, :, -1:]) * self.cut).reshape(len(W), -1)

    def best(self, W):
        """(k,): the largest sum_i W[:, i] h(x_i) over all stumps, for each row of W (k, n)."""
        return np.abs(self.edges(W)).max(axis=1)


def ball(Z, S, B=1.0, p=2.0):
    """Complexity of x -> <w, x> with |w|_p <= B at the rows of Z (n, d), over the signs S.

    The best w meets the sum of s_i z_i with B times its dual norm, 1/p + 1/q = 1.
    """
    q = {1: np.inf, np.inf: 1}.get(p) or p / (p - 1)
    return float(B * np.linalg.norm(S @ Z, ord=q, axis=1).mean() / len(Z))


def l2_bound(B, C, n):
    """B C / sqrt(n), for |w|_2 <= B and root mean square |z|_2 = C."""
    return B * C / np.sqrt(n)


def l1_bound(B, C, n, d):
    """B C sqrt(2 ln(2d) / n), for |w|_1 <= B and |z|_inf <= C: Massart for the 2d corners."""
    return massart(2 * d, n, B * C)


def kernel_ball(K, S, B=1.0):
    """Complexity of the ball of radius B in the space of a kernel with Gram matrix K, over S."""
    K = square("K", K)
    squares = np.einsum("si,si->s", S @ K, S)
    return float(B * np.sqrt(squares.clip(0)).mean() / len(K))


def kernel_bound(K, B=1.0):
    """(B/n) sqrt(trace K)."""
    return B * np.sqrt(np.trace(K)) / len(K)


def deviation(n, delta):
    """sqrt(ln(1/delta) / (2n)): McDiarmid for a function that one of n examples moves by 1/n."""
    return np.sqrt(np.log(1 / delta) / (2 * n))


def data_bound(error, R, n, delta):
    """What training data alone promise of the risk of every rule at once.

    Its training error + R + 3 deviations at delta/2. R is the empirical complexity of the +-1
    rules, twice that of the loss.
    """
    return error + R + 3 * deviation(n, delta / 2)


def ramp(m, theta):
    """1 for margins up to 0, 0 from theta on, a line of slope -1/theta between."""
    return np.clip(1 - np.asarray(m) / theta, 0, 1)


def margin_bound(share, R, theta, n, delta):
    """Error <= share of training margins up to theta + (2/theta) R + a deviation."""
    return share + 2 * R / theta + deviation(n, delta)


# functions that never fall, with values in [0, 1]: everything in closed form


def mean_distance(n):
    """E|s_1 + ... + s_n| = n C(n - 1, floor((n - 1) / 2)) / 2^(n - 1); n may be an array."""
    half = (np.asarray(n) - 1) // 2
    log_choose = gammaln(n) - gammaln(half + 1) - gammaln(n - half)
    return n * np.exp(log_choose - (np.asarray(n) - 1) * np.log(2))


def rising_complexity(n):
    """Complexity of all functions that never fall, with values in [0, 1], at n ordered places.

    The best of them is a step, so it is the mean highest point of a walk over n:
    E max(0, S_1, ..., S_n) = E|S_n| - P(S_n > 0), by reflection.
    """
    n = check.whole("n", n)
    back = 0.0 if n % 2 else np.exp(gammaln(n + 1) - 2 * gammaln(n / 2 + 1) - n * np.log(2))
    return float((mean_distance(n) - (1 - back) / 2) / n)


def log_staircases(n, levels):
    """ln of the number of sequences of n numbers that never fall, out of `levels` values."""
    return gammaln(n + levels) - gammaln(n + 1) - gammaln(levels)


def one_scale(n, digits):
    """The bound from one cover: round to `digits` binary digits.

    Pay half a step, and count what is left.
    """
    step = 2.0 ** -np.asarray(digits)
    return step / 2 + massart_log(log_staircases(n, 1 / step), n, (1 - step) / 2)


def chain_links(n, digits):
    """(digits,): Massart's lemma for each binary digit alone.

    Digit j is 0 or 2^-j, so half of that is its radius.
    """
    step = 2.0 ** -np.arange(1, digits + 1)
    return massart_log(log_staircases(n, 1 / step), n, step / 2)


def massart_log(log_size, n, radius):
    """Massart's bound from the logarithm of the size."""
    return radius * np.sqrt(2 * np.asarray(log_size) / n)
