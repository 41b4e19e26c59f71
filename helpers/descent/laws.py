"""What stochastic gradient descent does on average: exact laws, no sampling."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from helpers import check
from helpers.descent.batches import correction
from helpers.descent.chains import average_variance, linear_law
from helpers.descent.problems import Quadratic, least_squares
from helpers.trace import running_means


@dataclass(frozen=True)
class LeastSquaresLaw:
    """Batch SGD on least squares, every step with a new batch of m of the n examples.

    f(w) = (1/n) sum_i (<w, x_i> - y_i)^2.

    Example i pushes by G_i u with G_i = 2 x_i [x_i', <w*, x_i> - y_i]; `spread` is the covariance
    of its entries, (d, d+1, d, d+1). A batch divides it by m, or a little more without replacement.
    """

    f: Quadratic
    spread: np.ndarray
    n: int

    @property
    def d(self):
        return len(self.f.b)

    @cached_property
    def _flow(self):
        """The parts of K = F0 - eta F1 + eta^2 (F2 + c S), matrices on vec(U).

        c is that of `correction`.
        """
        d, one = self.d, np.eye(self.d + 1)
        A = np.zeros((d + 1, d + 1))
        A[:d, :d] = self.f.A
        S = np.zeros((d + 1,) * 4)
        S[:d, :d] = self.spread.transpose(0, 2, 1, 3)
        size = (d + 1) ** 2
        return np.eye(size), np.kron(A, one) + np.kron(one, A), np.kron(A, A), S.reshape(size, size)

    def step(self, eta, m, replace=True):
        """K ((d+1)^2, (d+1)^2): one step of the second moments."""
        stay, pull, pull2, shake = self._flow
        return stay - eta * pull + eta**2 * (pull2 + correction(self.n, m, replace) * shake)

    def second_moments(self, w0, eta, m, t, replace=True):
        """U_t = E u u' after t steps from w0, for whole numbers t (k,): (k, d+1, d+1).

        Powers of K by squaring.
        """
        t = np.asarray(t)
        u = np.append(check.array("w0", w0, shape=(self.d,)) - self.f.w_star, 1.0)
        U, K = (
            np.tile(np.outer(u, u).ravel(), (len(t), 1)),
            self.step(check.positive("step size eta", eta), m, replace),
        )
        with np.errstate(
            all="ignore"
        ):  # a step that is too long ends at inf or NaN, which pictures leave out
            for bit in range(int(t.max()).bit_length()):
                now = t >> bit & 1 == 1
                U[now] = U[now] @ K.T
                K = K @ K
        return U.reshape(len(t), self.d + 1, self.d + 1)

    def excess(self, U):
        """E f(w) - f(w*), (k,), from second moments U (k, d+1, d+1).

        It is tr(A E (w - w*)(w - w*)')/2.
        """
        with np.errstate(all="ignore"):
            return (U[:, : self.d, : self.d] * self.f.A).sum(axis=(1, 2)) / 2

    def mean_and_sd(self, U):
        """Mean and standard deviation of every coordinate of w, (k, d) each.

        They come from second moments U (k, d+1, d+1).
        """
        away = U[:, : self.d, self.d]
        with np.errstate(all="ignore"):
            variance = np.einsum("tii->ti", U)[:, : self.d] - away**2
            return self.f.w_star + away, np.sqrt(np.maximum(variance, 0))

    def average(self, w0, eta, m, first, last, replace=True):
        """Mean and standard deviation (d,) of an average of points.

        They are those after first, ..., last - 1 steps from w0.

        Given w_s, the point k steps later has mean w* + (I - eta A)^k (w_s - w*), so their
        covariance is Var(w_s) (I - eta A)^k; the powers are summed in the eigenvectors of A.
        """
        t, (lam, Q) = np.arange(first, last), np.linalg.eigh(self.f.A)
        U = self.second_moments(w0, eta, m, t, replace)
        away = U[:, : self.d, self.d]
        V = Q.T @ (U[:, : self.d, : self.d] - away[:, :, None] * away[:, None, :]) @ Q
        left, r, flat = (last - 1 - t)[:, None], 1 - eta * lam, np.abs(eta * lam) < 1e-14
        later = np.where(
            flat, left, r * (1 - r**left) / np.where(flat, 1.0, eta * lam)
        )  # r + r^2 + ... + r^left
        total = (V * (1 + later[:, :, None] + later[:, None, :])).sum(axis=0)
        variance = np.diag(Q @ total @ Q.T) / len(t) ** 2
        return self.f.w_star + away.mean(axis=0), np.sqrt(np.maximum(variance, 0))

    def heights(self, w0, eta, m, t, replace=True):
        """E f(w_{t+1}) - f(w*), the expected height above the floor after t steps from w0.

        t (k,) are whole numbers.
        """
        return self.excess(self.second_moments(w0, eta, m, t, replace))

    def longest_step(self, m, replace=True):
        """The mean square error stays bounded if and only if eta is below this.

        1/lam_max of P^{-1} (A x A + c S) with P = A x I + I x A, because K - I is then first
        singular. As m grows it tends to 2/beta, that of descent.
        """
        if self.f.mu <= 1e-14 * self.f.beta:
            raise ValueError(
                "the columns of X are linearly dependent: in some directions SGD is "
                "never pulled back"
            )
        d, (_, pull, pull2, shake) = self.d, self._flow
        block = [i * (d + 1) + j for i in range(d) for j in range(d)]
        pull, both = (
            M[np.ix_(block, block)] for M in (pull, pull2 + correction(self.n, m, replace) * shake)
        )
        return 1 / np.abs(np.linalg.eigvals(np.linalg.solve(pull, both))).max()

    def floor(self, eta, m, replace=True):
        """E f(w_t) - f(w*) for t -> infinity, which a constant step never loses.

        It is inf from `longest_step` on.
        """
        if eta >= self.longest_step(m, replace):
            return np.inf
        d, size = self.d, (self.d + 1) ** 2
        K = self.step(eta, m, replace)
        block = [i * (d + 1) + j for i in range(d) for j in range(d)]
        U = np.linalg.solve((np.eye(size) - K)[np.ix_(block, block)], K[block, size - 1])
        return float(U @ self.f.A.ravel()) / 2


def law(X, y):
    """The LeastSquaresLaw of a sample X (n, d), y (n,)."""
    f = least_squares(X, y)
    X, y = check.pair(X, y)
    d = X.shape[1]
    G = (2 * X[:, :, None] * np.column_stack([X, X @ f.w_star - y])[:, None]).reshape(len(y), -1)
    G -= G.mean(axis=0)
    return LeastSquaresLaw(f, (G.T @ G / len(y)).reshape(d, d + 1, d, d + 1), len(y))


def bowl_errors(eta, start, sigma):
    """SGD on w^2/2 from `start` with steps eta (T,) and noise of deviation sigma.

    Three arrays (T,):

    |E w_{T+1}|,   root mean square of w_{T+1},   root mean square of the average of w_1, ..., w_T.
    """
    eta, V = check.array("eta", eta, ndim=1), check.nonnegative("sigma", sigma) ** 2
    mean, var = linear_law(eta, 1.0, 0.0, V, start)
    middle = running_means(mean[:-1])
    shake = average_variance(eta, np.ones(len(eta)), 1.0, 0.0, V)
    return np.abs(mean[1:]), np.sqrt(mean**2 + var)[1:], np.sqrt(middle**2 + shake)


# ---- step sizes eta_t = eta t^(-s) + floor


def powers(eta, s, T, floor=0.0):
    """eta_1, ..., eta_T as an array (T,): eta t^(-s) + floor."""
    (
        check.positive("step size eta", eta),
        check.nonnegative("s", s),
        check.nonnegative("floor", floor),
    )
    return eta * np.arange(1, check.whole("T", T) + 1) ** -float(s) + floor


def integral(eta, s, T, floor=0.0, power=1):
    """The integral of (eta t^(-s) + floor)^power from 1 to T, power 1 or 2; T may be inf.

    As the integrand falls,

        integral to T + 1  <=  sum_{t <= T}  <=  first term + integral to T,

    so the sum over all t is finite if and only if the integral to inf is.
    """
    terms = {
        1: [(eta, s), (floor, 0.0)],
        2: [(eta**2, 2 * s), (2 * eta * floor, s), (floor**2, 0.0)],
    }
    return sum(c * _of_power(a, T) for c, a in terms[check.one_of("power", power, (1, 2))] if c > 0)


def _of_power(a, T):
    """The integral of t^(-a) from 1 to T."""
    if np.isinf(T):
        return np.inf if a <= 1 else 1 / (a - 1)
    return float(np.log(T) if a == 1 else np.expm1((1 - a) * np.log(T)) / (1 - a))
