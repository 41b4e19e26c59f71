"""Two Bayesian models whose posterior is known exactly, to judge a sampler by.

`NormalMean`: z_i ~ N(w, sigma^2), w ~ N(0, s^2). Normal regression with unknown noise:
`NormalInverseGamma`,

    y_i | beta, sigma^2 ~ N(x_i' beta, sigma^2),
    beta | sigma^2 ~ N(mu, sigma^2 V),    sigma^2 ~ IG(phi, psi),

in the coordinates w = (beta, gamma), gamma = log sigma^2, which range over all of R^(d+1).
Likelihoods are sums over examples, not means, because a posterior is (likelihood) x (prior).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import gammaln, polygamma

from helpers import check


@dataclass(frozen=True)
class NormalMean:
    """z_i ~ N(w, sigma^2) with known sigma and prior w ~ N(0, s^2).

    The posterior is N(mean, 1/precision).
    """

    z: np.ndarray
    sigma: float = 1.0
    s: float = 1.0

    def __post_init__(self):
        object.__setattr__(self, "z", check.array("z", self.z, ndim=1))
        check.positive("sigma", self.sigma), check.positive("s", self.s)

    @cached_property
    def precision(self):
        """a = n/sigma^2 + 1/s^2"""
        return len(self.z) / self.sigma**2 + 1 / self.s**2

    @cached_property
    def mean(self):
        """The posterior mean, which is also the mode (MAP)."""
        return self.z.sum() / self.sigma**2 / self.precision

    def log_density(self, w):
        """log N(w | mean, 1/precision), the posterior's."""
        return (
            np.log(self.precision / (2 * np.pi)) / 2
            - self.precision * (np.asarray(w) - self.mean) ** 2 / 2
        )

    def score(self, w, z):
        """sum_j d/dw log N(z_j | w, sigma^2) for w (..., 1) and batches z (..., m)."""
        return (z.sum(axis=-1, keepdims=True) - z.shape[-1] * w) / self.sigma**2

    def prior_score(self, w):
        return -w / self.s**2

    def gradient_variance(self, m, replace=True):
        """V_sg = Var((n/m) sum_J score) = n^2 var(z) / (m sigma^4).

        Without replacement it is (n-m)/(n-1) times that.
        """
        n = len(self.z)
        V = n**2 * self.z.var() / (m * self.sigma**4)
        return V if replace else V * (n - m) / max(n - 1, 1)


@dataclass(frozen=True)
class NormalInverseGamma:
    """beta | sigma^2 ~ N(mu, sigma^2 V), sigma^2 ~ IG(phi, psi).

    It serves as prior, as posterior and tempered.
    """

    mu: np.ndarray
    V: np.ndarray
    phi: float
    psi: float

    def __post_init__(self):
        mu = check.array("mu", self.mu, ndim=1)
        V = check.array("V", self.V, ndim=2, shape=(len(mu), len(mu)))
        if not np.allclose(V, V.T) or np.linalg.eigvalsh(V)[0] <= 0:
            raise ValueError("V must be symmetric and positive definite")
        object.__setattr__(self, "mu", mu)
        object.__setattr__(self, "V", V)
        check.positive("phi", self.phi), check.positive("psi", self.psi)

    @property
    def d(self):
        return len(self.mu)

    @cached_property
    def precision(self):
        """V^{-1}"""
        return np.linalg.inv(self.V)

    @cached_property
    def log_det(self):
        return np.linalg.slogdet(self.V)[1]

    def log_beta(self, beta, gamma):
        """log N(beta | mu, e^gamma V) = -(d log 2pi + d gamma + log det V + e^-gamma q)/2.

        q = |beta-mu|^2 in V^-1.
        """
        return (
            -(self.d * (np.log(2 * np.pi) + gamma) + self.log_det + np.exp(-gamma) * self._q(beta))
            / 2
        )

    def log_gamma(self, gamma):
        """The logarithm of the density of gamma = log sigma^2.

        The density is IG(e^gamma | phi, psi) times the Jacobian e^gamma.
        """
        return (
            self.phi * np.log(self.psi)
            - gammaln(self.phi)
            - self.phi * gamma
            - self.psi * np.exp(-gamma)
        )

    def log_density(self, w):
        """log f(beta, gamma) for points w (..., d+1), normalised."""
        w = np.asarray(w, dtype=float)
        return self.log_beta(w[..., :-1], w[..., -1]) + self.log_gamma(w[..., -1])

    def gradient(self, w):
        """The gradient of the log-density at w = (beta, g), of shape (..., d+1).

        It is (-e^-g V^-1 (beta-mu), -d/2 + e^-g q/2 - phi + psi e^-g).
        """
        delta, shrink = w[..., :-1] - self.mu, np.exp(-w[..., -1:])
        pull = delta @ self.precision
        q = (delta * pull).sum(axis=-1, keepdims=True)
        return np.concatenate(
            [-shrink * pull, shrink * (q / 2 + self.psi) - self.d / 2 - self.phi], axis=-1
        )

    def posterior(self, X, y):
        """The law of (beta, gamma) given the examples.

        It is of the same kind, with new mu, V, phi, psi.
        """
        X, y = check.pair(X, y)
        precision = self.precision + X.T @ X
        V = np.linalg.inv(precision)
        mu = np.linalg.solve(precision, self.precision @ self.mu + X.T @ y)
        delta = mu - self.mu
        misfit = ((y - X @ mu) ** 2).sum() + delta @ self.precision @ delta
        return NormalInverseGamma(mu, (V + V.T) / 2, self.phi + len(y) / 2, self.psi + misfit / 2)

    def temper(self, tau):
        """The law with density f(beta, gamma)^(1/tau).

        V -> tau V, psi -> psi/tau, phi -> (phi + d/2)/tau - d/2.
        """
        tau = check.positive("tau", tau)
        phi = (self.phi + self.d / 2) / tau - self.d / 2
        if phi <= 0:
            raise ValueError(
                f"at temperature {tau:g} the tempered density cannot be normalised: use a "
                f"smaller tau"
            )
        return NormalInverseGamma(self.mu, tau * self.V, phi, self.psi / tau)

    @property
    def mode(self):
        """The maximiser of f(beta, gamma): (mu, log(psi / (phi + d/2)))."""
        return np.append(self.mu, np.log(self.psi / (self.phi + self.d / 2)))

    def marginal(self, x, j):
        """The density of coordinate j of w = (beta, gamma) at x.

        It is a Student t for beta_j, and `log_gamma` for the last.

        beta_j has 2 phi degrees of freedom, centre mu_j and squared scale V_jj psi/phi.
        """
        if j == self.d:
            return np.exp(self.log_gamma(x))
        nu, scale = 2 * self.phi, np.sqrt(self.V[j, j] * self.psi / self.phi)
        constant = gammaln((nu + 1) / 2) - gammaln(nu / 2) - np.log(nu * np.pi) / 2 - np.log(scale)
        return np.exp(constant - (nu + 1) / 2 * np.log1p(((x - self.mu[j]) / scale) ** 2 / nu))

    def sd(self):
        """Standard deviations of beta_1, ..., beta_d and of gamma.

        Those of beta are infinite for phi <= 1; the variance of gamma is trigamma(phi).
        """
        variance = self.psi / (self.phi - 1) if self.phi > 1 else np.inf  # the mean of sigma^2
        return np.append(np.sqrt(variance * np.diag(self.V)), np.sqrt(polygamma(1, self.phi)))

    def draw(self, rng, N):
        """N independent draws (N, d+1) of (beta, gamma)."""
        sigma2 = self.psi / rng.gamma(self.phi, size=N)
        beta = (
            self.mu
            + np.sqrt(sigma2)[:, None]
            * rng.standard_normal((N, self.d))
            @ np.linalg.cholesky(self.V).T
        )
        return np.column_stack([beta, np.log(sigma2)])

    def _q(self, beta):
        delta = np.asarray(beta) - self.mu
        return ((delta @ self.precision) * delta).sum(axis=-1)
