"""One record for everything that iterates."""

from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np


@dataclass(frozen=True)
class Trace:
    """A run, aligned and read-only: w[i+1] was reached from w[i] by step size eta[i] along v[i].

    One run has points (d,), k runs side by side have points (k, d); every array starts with the
    axis of time. Losses, gaps, regrets and bounds are computed afterwards, from these arrays.
    """

    w: np.ndarray  # (T + 1, d) or (T + 1, k, d) points; w[0] is the start, w_1 of the notes
    v: np.ndarray  # (T, d) or (T, k, d) directions
    eta: np.ndarray  # (T,) step sizes
    extra: dict = field(
        default_factory=dict
    )  # what else the method has: momentum, drawn indices, mistakes, ...
    diverged_at: int | None = (
        None  # the step t = 1, 2, ... whose new point was no longer a finite number
    )
    every: int = (
        1  # only every so many points (and the last) were kept, with the v and eta that left them
    )

    def __post_init__(self):
        arrays = [self.w, self.v, self.eta, *self.extra.values()]
        for a in arrays:
            if isinstance(a, np.ndarray):
                a.setflags(write=False)
        object.__setattr__(self, "extra", MappingProxyType(dict(self.extra)))

    @property
    def T(self):
        """How many steps are recorded."""
        return len(self.eta)

    @property
    def last(self):
        return self.w[-1]

    def average(self, burn=0):
        """Mean of the T points that were stepped from, without the first `burn`.

        It is (1/T) sum_t w_t of the notes.
        """
        return self.w[burn:-1].mean(axis=0)

    def averages(self, burn=0.0):
        """Running means, shaped like v: row t - 1 is the mean of the first t points.

        They are points that were stepped from, without the first floor(burn t) of them; burn = 0.5
        keeps the second half.
        """
        return running_means(self.w[:-1], burn)

    def weighted(self, burn=0):
        """Mean of the points that were stepped from, each weighted by its step size.

        sum_t eta_t w_t / sum_t eta_t.
        """
        eta, points = self.eta[burn:], self.w[burn:-1]
        return (eta @ points.reshape(len(eta), -1) / eta.sum()).reshape(points.shape[1:])

    def weighted_averages(self):
        """Running weighted means, shaped like v.

        Row t - 1 is sum_{s<=t} eta_s w_s / sum_{s<=t} eta_s.
        """
        eta = _along_time(self.eta, self.v)
        return np.cumsum(eta * self.w[:-1], axis=0) / np.cumsum(eta, axis=0)

    def best(self, f):
        """The recorded point with the smallest f; `f` maps (k, d) points to (k,) values."""
        return self.w[np.argmin(f(self.w))]


def running_means(points, burn=0.0):
    """Row t - 1 is the mean of the first t entries of `points` (T, ...).

    Without the first floor(burn t) of them.
    """
    if not 0 <= burn < 1:
        raise ValueError(
            f"burn is the share of points left out, at least 0 and under 1, but it is {burn:g}"
        )
    sums = np.cumsum(points, axis=0)
    t = np.arange(1, len(sums) + 1)
    out = np.floor(burn * t).astype(int)
    before = np.where(_along_time(out > 0, sums), sums[out - 1], 0.0)
    return (sums - before) / _along_time(t - out, sums)


def _along_time(a, like):
    """The vector `a` (T,) as (T, 1, ...), to go with an array that has as many axes as `like`."""
    return a.reshape(-1, *[1] * (like.ndim - 1))
