"""AdaBoost: a weak rule, new weights, another weak rule, ...; and what theory promises.

    weak(D_t) -> h_t,    eps_t = sum of D_t(i) where h_t(x_i) != y_i,
    alpha_t = 1/2 ln((1 - eps_t) / eps_t)
    D_{t+1}(i) = D_t(i) exp(-alpha_t y_i h_t(x_i)) / z_t,                F = sum_t alpha_t h_t

A run is a descent on the mean exponential loss in the space of scores: point F (n,), direction h_t,
step alpha_t. The notes number the normaliser of round t as z_{t+1}; here it is z[t - 1], beside
eps[t - 1] and alpha[t - 1].
"""

import numpy as np
from scipy.optimize import linprog
from scipy.special import logsumexp

from helpers import check
from helpers.trace import Trace

COIN = 1e-12  # an error within this of 1/2 is no better than a coin


def log_odds(eps):
    """alpha = 1/2 ln((1 - eps)/eps).

    It minimises z(alpha) = (1 - eps) e^-alpha + eps e^alpha.
    """
    return 0.5 * np.log((1 - eps) / eps)


def adaboost(y, weak, T, step=log_odds, first=None):
    """T rounds of boosting with the weak learner `weak`.

    A weak learner maps D (n,) to (answers h (n,), numbers that describe the rule).

    `step` maps the weighted error to alpha; `first` is D_1 (uniform if None). Trace: w (T + 1, n)
    the scores F of the examples, v (T, n) the answers h_t, eta (T,) the alpha_t; extra: D (T + 1,
    n), eps and z (T,), rules (T, ...), stopped. The run ends with a rule that makes no error: it
    outvotes all before it. It ends, without the rule, when the best rule is no better than a coin.
    """
    y, T, n = check.signs("y", y), check.whole("T", T), len(y)
    F, D, H = np.zeros((T + 1, n)), np.empty((T + 1, n)), np.empty((T, n))
    alpha, eps, z, rules, stopped = np.zeros(T), np.empty(T), np.empty(T), [], "T rounds"
    D[0] = _distribution(first, n)
    for t in range(T):
        H[t], rule = weak(D[t])
        agree = y * H[t]
        eps[t] = D[t] @ (agree < 0)
        if eps[t] >= 0.5 - COIN:
            T, stopped = t, "no rule beats a coin"
            break
        alpha[t] = step(eps[t]) if eps[t] > 0 else 1 + alpha.sum()
        new = D[t] * np.exp(-alpha[t] * agree)
        z[t] = new.sum()
        F[t + 1], D[t + 1] = F[t] + alpha[t] * H[t], new / z[t]
        rules.append(rule)
        if eps[t] == 0:
            T, stopped = t + 1, "a rule without error"
            break
    extra = {
        "D": D[: T + 1],
        "eps": eps[:T],
        "z": z[:T],
        "rules": np.array(rules),
        "stopped": stopped,
    }
    return Trace(F[: T + 1], H[:T], alpha[:T], extra)


def _distribution(D, n):
    D = np.full(n, 1 / n) if D is None else check.array("D", D, shape=(n,))
    if (D < 0).any() or D.sum() <= 0:
        raise ValueError("D must be weights that are not negative, and not all zero")
    return D / D.sum()


def training_error(run, y):
    """Share of examples that the vote after round t = 1, ..., T gets wrong, (T,).

    A tie F = 0 is wrong.
    """
    return (check.signs("y", y) * run.w[1:] <= 0).mean(axis=1)


def exponential_loss(run, y):
    """(1/n) sum_i exp(-y_i F(x_i)) after round t = 1, ..., T, (T,).

    It is the product of z_1, ..., z_t from uniform D_1.
    """
    return np.exp(_log_sum(run, y) - np.log(len(y)))


def margins(run, y):
    """y_i F(x_i) / sum_s alpha_s after round t = 1, ..., T, (T, n).

    It is in [-1, 1], and positive where the vote is right.
    """
    return check.signs("y", y) * run.w[1:] / np.cumsum(run.eta)[:, None]


def smooth_margin(run, y):
    """-ln(sum_i exp(-y_i F(x_i))) / sum_s alpha_s, (T,).

    It is below the smallest margin by at most ln n / sum_s alpha_s.
    """
    return -_log_sum(run, y) / np.cumsum(run.eta)


def _log_sum(run, y):
    return logsumexp(-check.signs("y", y) * run.w[1:], axis=1)


def margin_share_bound(run, theta, t=None):
    """exp(theta sum_s alpha_s) prod_s z_s over the first t rounds (all if None).

    theta are numbers of any shape.

    From uniform D_1 the share of examples with margin <= theta is at most this.
    """
    log = np.log(run.extra["z"][:t]).sum() + np.asarray(theta) * run.eta[:t].sum()
    return np.exp(np.minimum(log, 700.0))


def upsilon(r, eta=1.0):
    """-ln z / alpha of a round: what it adds to the margin.

    The edge is r = 1 - 2 eps and the step alpha = eta log_odds(eps).

    Grows with r. At eta = 1 it is -ln(1 - r^2) / ln((1 + r)/(1 - r)), between r/2 and r; for eta ->
    0 it is r itself.
    """
    r = np.asarray(r, dtype=float)
    alpha = eta * np.arctanh(np.clip(r, 1e-6, 1 - 1e-15))
    return np.where(
        r < 1e-6, (1 - eta / 2) * r, -np.log(np.cosh(alpha) - r * np.sinh(alpha)) / alpha
    )


def game_value(M):
    """(rho, lam, D) of the game M (n, m), M_ij = y_i h_j(x_i): by linear programming

        rho = max over lam in the simplex of min_i (M lam)_i
            = min over D in the simplex of max_j (D' M)_j.

    rho is the largest smallest margin of any vote; gamma = rho/2 is the largest advantage that the
    rules have for every weighting of the examples; lam (m,) is the best vote, D (n,) the hardest
    weighting.
    """
    M = check.array("M", M, ndim=2)
    n, m = M.shape
    # unknowns lam and rho: maximise rho with rho <= (M lam)_i; the prices of these n conditions are
    # the hardest D
    solution = linprog(
        np.append(np.zeros(m), -1.0),
        A_ub=np.column_stack([-M, np.ones(n)]),
        b_ub=np.zeros(n),
        A_eq=[np.append(np.ones(m), 0.0)],
        b_eq=[1.0],
        bounds=[(0, None)] * m + [(None, None)],
    )
    return (
        float(solution.x[-1]),
        np.maximum(solution.x[:-1], 0.0),
        np.maximum(-solution.ineqlin.marginals, 0.0),
    )


def rounds_needed(n, gamma):
    """ln(2n) / (2 gamma^2), the T from which exp(-2 T gamma^2) <= 1/(2n).

    Then none of n examples can be wrong.
    """
    return np.log(2 * check.whole("n", n)) / (2 * check.positive("gamma", gamma) ** 2)


def sample_size(eps, delta, d, gamma, c=1.0):
    """The n from which n >= (c/eps) (ln 1/delta + T d ln(T + 1) ln 1/eps).

    T = ln(2n)/(2 gamma^2).

    d is the VC dimension of the weak rules. The right-hand side grows like ln n, so the steps n <-
    right-hand side fall from far above to the last crossing.
    """
    n, last = 1e30, np.inf
    while n < last * (1 - 1e-12):
        n, last = sample_bound(n, eps, delta, d, gamma, c), n
    return n


def sample_bound(n, eps, delta, d, gamma, c=1.0):
    """(c/eps) (ln 1/delta + T d ln(T + 1) ln 1/eps) with T = ln(2n)/(2 gamma^2).

    n may be an array.
    """
    for name, value in (("eps", eps), ("delta", delta), ("gamma", gamma)):
        if not 0 < check.number(name, value) < 1:
            raise ValueError(f"{name} must lie between 0 and 1, but it is {value:g}")
    T = np.log(2 * np.asarray(n, dtype=float)) / (2 * gamma**2)
    return (
        c / eps * (np.log(1 / delta) + T * check.positive("d", d) * np.log(T + 1) * np.log(1 / eps))
    )
