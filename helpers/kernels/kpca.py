"""Principal components in the features of a kernel, from the kernel alone.

Centre the features, psi~(x) = psi(x) - their mean over the n points: the Gram matrix becomes H K H,
H = I - 11'/n. An eigenvector a of it, with eigenvalue n s and scaled to a' H K H a = 1, gives the
direction v = sum_i a_i psi~(x_i) of length 1, along which the points have variance s.
"""

import numpy as np

from helpers import check
from helpers.kernels.gram import square


class KernelPCA:
    """All components of a Gram matrix K (n, n), largest variance first.

    s (m,) are the variances; columns of A (n, m) the coefficients of unit directions. Directions
    have no sign of their own: use squares of scores. With centre=False the mean is left in.
    """

    def __init__(self, K, centre=True):
        self.K, self.centre = square("K", K), bool(centre)
        self.n = len(self.K)
        values, vectors = np.linalg.eigh(self._centred(self.K))
        values, vectors = values[::-1], vectors[:, ::-1]
        positive = values > 10 * self.n * np.finfo(float).eps * max(values[0], np.finfo(float).tiny)
        self.s, self.A = values[positive] / self.n, vectors[:, positive] / np.sqrt(values[positive])

    def _centred(self, K_new):
        """<psi~(new), psi~(x_i)> from K_new (m, n) = k(new, points)."""
        if not self.centre:
            return K_new
        own = self.K.mean(axis=0)
        return K_new - K_new.mean(axis=1, keepdims=True) - own + own.mean()

    def scores(self, K_new, which=slice(None)):
        """Coordinates of new points along all directions, or those named, from K_new (m, n)."""
        K_new = check.array("K_new", K_new, shape=(None, self.n))
        return self._centred(K_new) @ self.A[:, which]

    def length2(self, K_new, diag):
        """|psi~(new)|^2, (m,): how far new points are from the mean; diag (m,) = k(new, new)."""
        if not self.centre:
            return np.asarray(diag, dtype=float)
        return diag - 2 * np.mean(K_new, axis=1) + self.K.mean()

    def missed(self, K_new, diag, r):
        """What the first r directions leave over of |psi~(new)|^2, (m,): the novelty of points."""
        r = check.whole("r", r, low=0)
        return self.length2(K_new, diag) - (self.scores(K_new, slice(r)) ** 2).sum(axis=1)

    def variance(self, weights):
        """Variance of the points along the direction sum_i weights_i psi~(x_i), made a unit."""
        scores = self._centred(self.K) @ check.array("weights", weights, shape=(self.n,))
        length2 = check.positive("the length of the direction", weights @ scores)
        return float(np.mean(scores**2) / length2)
