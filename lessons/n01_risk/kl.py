"""The Kullback-Leibler risk: learning a distribution with the loss log g(z)/f_theta(z).

    R(theta) = E log g(z) - E log f_theta(z) = KL(g | f_theta)         g is the law, f_theta the
                                                                       model
    R_S(theta) = (1/n) sum_i log g(z_i)/f_theta(z_i)                   its minimiser is the MLE, g
                                                                       or no g

Here g is a mixture of two normals, and neither of the two models contains it unless the mixture is
trivial.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import ndtr

from helpers.descent.bisection import first_true


@dataclass(frozen=True)
class Mixture:
    """g = (1 - a) N(0, 1) + a N(shift, 1)."""

    a: float
    shift: float

    @property
    def mean(self):
        return self.a * self.shift

    @property
    def variance(self):
        return 1 + self.a * (1 - self.a) * self.shift**2

    def density(self, z):
        z = np.asarray(z, dtype=float)
        return (
            (1 - self.a) * np.exp(-(z**2) / 2) + self.a * np.exp(-((z - self.shift) ** 2) / 2)
        ) / np.sqrt(2 * np.pi)

    def cdf(self, z):
        return (1 - self.a) * ndtr(z) + self.a * ndtr(np.asarray(z) - self.shift)

    @cached_property
    def median(self):
        low, high = min(0.0, self.shift) - 9, max(0.0, self.shift) + 9
        return first_true(lambda z: self.cdf(z) >= 0.5, low, high)

    def absolute(self, theta):
        """E|z - theta|: for N(m, 1) it is 2 phi(t) + t (2 Phi(t) - 1), t = theta - m."""

        def one(t):
            return 2 * np.exp(-(t**2) / 2) / np.sqrt(2 * np.pi) + t * (2 * ndtr(t) - 1)

        theta = np.asarray(theta, dtype=float)
        return (1 - self.a) * one(theta) + self.a * one(theta - self.shift)

    @cached_property
    def entropy(self):
        """-E log g, by the trapezium rule on a grid that holds all but 1e-15 of g."""
        z = np.linspace(min(0.0, self.shift) - 9, max(0.0, self.shift) + 9, 2001)
        g = self.density(z)
        return float(-(g * np.log(g)).sum() * (z[1] - z[0]))

    def draw(self, coins, normals):
        """A sample from uniform `coins` and standard `normals` of one shape.

        So sliders can share draws.
        """
        return normals + self.shift * (coins < self.a)


@dataclass(frozen=True)
class Location:
    """A model f_theta(z) = f(z - theta): normal N(theta, 1) or Laplace exp(-|z - theta|)/2."""

    name: str

    def log_density(self, z, theta):
        r = np.asarray(z, dtype=float) - theta
        return (
            -(r**2) / 2 - np.log(2 * np.pi) / 2 if self.name == "normal" else -np.abs(r) - np.log(2)
        )

    def empirical(self, z, theta):
        """-(1/n) sum_i log f_theta(z_i) at each theta (k,), for samples z (..., n).

        The shape is (..., k).
        """
        z, theta = np.asarray(z, dtype=float), np.asarray(theta, dtype=float)
        if self.name == "normal":  # two moments say it all
            mean, spread = z.mean(axis=-1, keepdims=True), z.var(axis=-1, keepdims=True)
            return (spread + (mean - theta) ** 2) / 2 + np.log(2 * np.pi) / 2
        return np.abs(z[..., None] - theta).mean(axis=-2) + np.log(2)

    def kl(self, g, theta):
        """KL(g | f_theta) = E log g - E log f_theta, the risk."""
        theta = np.asarray(theta, dtype=float)
        if self.name == "normal":
            return (g.variance + (g.mean - theta) ** 2) / 2 + np.log(2 * np.pi) / 2 - g.entropy
        return g.absolute(theta) + np.log(2) - g.entropy

    def projection(self, g):
        """theta*, the minimiser of the KL risk.

        It is the mean of g for the normal model, and its median for Laplace.
        """
        return g.mean if self.name == "normal" else g.median

    def mle(self, z):
        """The minimiser of (1/n) sum_i -log f_theta(z_i), over the last axis.

        It is the mean or the median of the sample.
        """
        return np.mean(z, axis=-1) if self.name == "normal" else np.median(z, axis=-1)


NORMAL, LAPLACE = Location("normal"), Location("Laplace")
