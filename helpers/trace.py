"""One record for everything that iterates."""
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np


@dataclass(frozen=True)
class Trace:
    """A run, aligned and read-only: w[i+1] was reached from w[i] by step size eta[i] along v[i].

    Losses, gaps, regrets and bounds are computed afterwards, from these arrays.
    """

    w: np.ndarray    # (T + 1, d) points; w[0] is the start, w_1 of the notes
    v: np.ndarray    # (T, d) directions
    eta: np.ndarray  # (T,) step sizes
    extra: dict = field(default_factory=dict)  # what else the method has: momentum, drawn indices, mistakes, ...
    diverged_at: int | None = None  # the step t = 1, 2, ... whose new point was no longer a finite number
    every: int = 1   # only every so many points (and the last) were kept, with the v and eta that left them

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
        """Mean of the T points that were stepped from, without the first `burn`: (1/T) sum_t w_t of the notes."""
        return self.w[burn:-1].mean(axis=0)

    def averages(self):
        """Running means (T, d): row t - 1 is the mean of the first t points that were stepped from."""
        return np.cumsum(self.w[:-1], axis=0) / np.arange(1, len(self.w))[:, None]

    def weighted(self, burn=0):
        """Mean of the points that were stepped from, each weighted by its step size: sum_t eta_t w_t / sum_t eta_t."""
        eta = self.eta[burn:]
        return eta @ self.w[burn:-1] / eta.sum()

    def best(self, f):
        """The recorded point with the smallest f; `f` maps (k, d) points to (k,) values."""
        return self.w[np.argmin(f(self.w))]
