"""What the figures of this lesson share, and its own laws and cases."""

import numpy as np

from helpers import data
from helpers.margins import svm

CLOUD = data.blobs(20, [[0, 0], [0, 0]], np.random.default_rng(17), sigma=0.75)[0]
SIGNS = np.where(np.arange(20) % 2, 1.0, -1.0)
PRICES = np.linspace(0, 6, 301)
BASE = data.blobs(40, [[1.3, 0.7], [-1.3, -0.7]], np.random.default_rng(57), sigma=0.75)[0]
LABELS = np.where(np.arange(40) % 2, -1.0, 1.0)
XS = data.blobs(100, [[1, 0.5], [-1, -0.5]], np.random.default_rng(0))[0]
YS = np.where(np.arange(100) % 2, -1.0, 1.0)


def points_apart(gap):
    """Twenty points in two classes, pushed apart along (0.8, 0.6)."""
    return CLOUD + gap * SIGNS[:, None] * [0.8, 0.6]


def point_sets():
    """Three problems in the plane: 200 points to train on, the others new."""
    cancer, mixed = data.load("breast_cancer"), np.random.default_rng(0).permutation(569)
    found = {
        "moons": data.moons(600, np.random.default_rng(1), sigma=0.25),
        "rings": data.rings(600, np.random.default_rng(2), sigma=0.25),
        "patients": (data.standardise(cancer.X[mixed][:, :2]), 1.0 - 2 * cancer.y[mixed]),
    }
    return {name: svm.study(X, y, 200, data.mesh((-3, 3))) for name, (X, y) in found.items()}


SETS = point_sets()


def plane(ax, half, high=None):
    """Axes for two coordinates, the same scale on both if `high` is left out."""
    high = half if high is None else high
    ax.set(xlim=(-half, half), ylim=(-high, high), xlabel="$x_1$", ylabel="$x_2$")


def shown(value):
    """Three digits after the point, without a minus in front of zero."""
    return f"{0.0 if abs(value) < 5e-4 else value:.3f}"


def with_star(x1, x2):
    """Forty points; the first, of class +1, is the star."""
    return np.vstack([[x1, x2], BASE[1:]])
