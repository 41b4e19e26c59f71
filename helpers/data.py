"""Data: five small real sets that are shipped, and generators for the rest.

    iris = load("iris")                                # X (150, 4), y (150,), names, target_names
    X, y = rings(200, np.random.default_rng(0))        # every generator draws from the rng it is
                                                       given

Classes of the generators are -1 and +1, blobs and real sets are coded 0, 1, 2, ...
"""

import csv
import gzip
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from . import check

FOLDER = Path(__file__).resolve().parent.parent / "data"
CLASSES = {
    "iris": ("setosa", "versicolor", "virginica"),
    "wine": ("first", "second", "third"),
    "breast_cancer": ("malignant", "benign"),
    "digits": tuple("0123456789"),
    "diabetes": (),  # regression: y is the disease progression itself
}


@dataclass(frozen=True)
class Data:
    """A data set, read-only: row i of X (n, d) has the answer y[i]; `names` are the d columns."""

    X: np.ndarray
    y: np.ndarray
    names: tuple
    target_names: tuple  # target_names[y[i]] is the class of row i; empty for regression

    def __post_init__(self):
        self.X.setflags(write=False)
        self.y.setflags(write=False)


@cache
def load(name):
    """The shipped set `name`: iris, wine, breast_cancer, digits or diabetes.

    The digits have 8 x 8 pixels with values 0..16.
    """
    check.one_of("name", name, tuple(CLASSES))
    with _open(name) as file:
        header, *rows = csv.reader(file)
    X = np.array([row[:-1] for row in rows], dtype=float)
    code = {label: k for k, label in enumerate(CLASSES[name])}
    y = np.array([code[row[-1]] if code else float(row[-1]) for row in rows])
    return Data(X, y, tuple(header[:-1]), CLASSES[name])


def _open(name):
    for file, opener in ((FOLDER / f"{name}.csv", open), (FOLDER / f"{name}.csv.gz", gzip.open)):
        if file.exists():
            return opener(file, "rt", encoding="utf-8", newline="")
    raise FileNotFoundError(
        f"the data file {name}.csv is not in {FOLDER}: install the project from its own folder "
        "with `pip install -e .`, which keeps data/ beside helpers/"
    )


def standardise(X, like=None):
    """(X - mean) / sd per column, with the mean and sd of `like`, or of X itself if None.

    A constant column becomes 0.

    Test rows are scaled like the training rows: standardise(X_test, like=X_train).
    """
    X = check.rows("X", X)
    ref = X if like is None else check.array("like", like, shape=(None, X.shape[1]))
    mean, sd = ref.mean(axis=0), ref.std(axis=0)
    constant = sd <= 1e-12 * (1 + np.abs(mean))
    return (X - mean) / np.where(constant, 1.0, sd)


def split(X, y, fraction, rng):
    """Shuffle the rows and cut: (X, y) of the first round(fraction n), (X, y) of the rest.

    Neither part is empty.
    """
    X, y = np.asarray(X), np.asarray(y)
    if len(X) != len(y):
        raise ValueError(
            f"X has {len(X)} rows but y has {len(y)} entries: one answer per row is needed"
        )
    n, k = len(y), round(check.positive("fraction", fraction) * len(y))
    if not 0 < k < n:
        raise ValueError(
            f"fraction = {fraction:g} puts {k} of {n} rows in the first part: both parts need a row"
        )
    order = rng.permutation(n)
    return (X[order[:k]], y[order[:k]]), (X[order[k:]], y[order[k:]])


def as_signs(y):
    """2y - 1: answers 0 and 1 as labels -1 and +1."""
    y = check.array("y", y)
    if not np.isin(y, (0, 1)).all():
        raise ValueError(f"y must hold 0 and 1 only, but it holds {np.unique(y)[:4]}")
    return 2 * y - 1


def curve(f, x, sigma, rng):
    """y = f(x) + sigma N(0, 1), one answer per entry of x."""
    x = check.array("x", x, ndim=1)
    return f(x) + check.nonnegative("sigma", sigma) * rng.standard_normal(len(x))


def sine(n, rng, sigma=0.2, even=True):
    """x in [0, 1], evenly spaced or uniform at random, and y = sin(2 pi x) + sigma N(0, 1)."""
    n = check.whole("n", n)
    x = np.linspace(0, 1, n) if even else np.sort(rng.uniform(0, 1, n))
    return x, curve(lambda t: np.sin(2 * np.pi * t), x, sigma, rng)


def linear_model(X, w, sigma, rng):
    """y = X w + sigma N(0, 1) for given rows X (n, d)."""
    X = check.rows("X", X)
    w = check.array("w", w, shape=(X.shape[1],))
    return X @ w + check.nonnegative("sigma", sigma) * rng.standard_normal(len(X))


def correlated(n, d, rho, rng):
    """n rows of N(0, (1 - rho) I + rho 1 1').

    Their variances are 1, and every two columns have correlation rho >= 0.
    """
    rho = check.nonnegative("rho", rho)
    if rho > 1:
        raise ValueError(f"rho is a correlation, at most 1, but it is {rho:g}")
    Z, common = (
        rng.standard_normal((check.whole("n", n), check.whole("d", d))),
        rng.standard_normal((n, 1)),
    )
    return np.sqrt(1 - rho) * Z + np.sqrt(rho) * common


def bivariate_normal(n, rng, mu_x=0.0, mu_y=0.0, sigma_x=1.0, sigma_y=1.0, rho=0.5):
    """n pairs (x, y), jointly normal with correlation rho.

    `best_line` is the line that they are to teach.
    """
    if abs(check.number("rho", rho)) > 1:
        raise ValueError(f"rho is a correlation, between -1 and 1, but it is {rho:g}")
    sigma_x, sigma_y = check.positive("sigma_x", sigma_x), check.positive("sigma_y", sigma_y)
    u, v = rng.standard_normal((2, check.whole("n", n)))
    return mu_x + sigma_x * u, mu_y + sigma_y * (rho * u + np.sqrt(1 - rho**2) * v)


def best_line(mu_x=0.0, mu_y=0.0, sigma_x=1.0, sigma_y=1.0, rho=0.5):
    """(w_1, w_2), the line w_1 + w_2 x that minimises E(y - w_1 - w_2 x)^2.

    w_2 = rho sigma_y / sigma_x is its slope and w_1 = mu_y - w_2 mu_x.
    """
    slope = rho * sigma_y / check.positive("sigma_x", sigma_x)
    return np.array([mu_y - slope * mu_x, slope])


def rings(n, rng, radii=(1.0, 2.0), sigma=0.1):
    """Two noisy circles around 0: y = -1 on the first radius, +1 on the second."""
    y = _alternate(n)
    r = np.where(y < 0, *radii) + check.nonnegative("sigma", sigma) * rng.standard_normal(n)
    angle = rng.uniform(0, 2 * np.pi, n)
    return np.column_stack([r * np.cos(angle), r * np.sin(angle)]), y


def xor(n, rng, sigma=0.3):
    """Four clouds around (+-1, +-1), y = the product of the signs of their centre."""
    corners = rng.choice([-1.0, 1.0], size=(check.whole("n", n), 2))
    return corners + check.nonnegative("sigma", sigma) * rng.standard_normal((n, 2)), corners.prod(
        axis=1
    )


def moons(n, rng, sigma=0.1):
    """Two interleaved half circles, y = -1 above, +1 below."""
    y, angle = _alternate(n), rng.uniform(0, np.pi, n)
    X = np.where(
        y[:, None] < 0,
        np.column_stack([np.cos(angle), np.sin(angle)]),
        np.column_stack([1 - np.cos(angle), 0.5 - np.sin(angle)]),
    )
    return X + check.nonnegative("sigma", sigma) * rng.standard_normal((n, 2)), y


def curved(n, rng, sigma=0.15):
    """Two parallel parabolas x_1 = x_2^2 - 1.2 + 0.6 y, blurred.

    No line parts them; a plane in (x_1, x_2, x_2^2) can.
    """
    y, v = _alternate(n), rng.uniform(-1.7, 1.7, n)
    X = np.column_stack([v**2 - 1.2 + 0.6 * y, v])
    return X + check.nonnegative("sigma", sigma) * rng.standard_normal((n, 2)), y


def stripes(n, rng, sigma=0.15):
    """A stripe along x_2 = 0, y = -1, between two at x_2 = -1.5 and 1.5, y = +1."""
    y, v = _alternate(n), rng.uniform(-2, 2, n)
    X = np.column_stack([v, np.where(y > 0, rng.choice([-1.5, 1.5], n), 0.0)])
    return X + check.nonnegative("sigma", sigma) * rng.standard_normal((n, 2)), y


def blobs(n, centres, rng, sigma=1.0):
    """n points in round clouds, as equal in size as can be.

    y = 0, 1, ... says around which row of `centres` a point lies.
    """
    centres = check.rows("centres", centres)
    y = np.arange(check.whole("n", n)) % len(centres)
    return centres[y] + check.nonnegative("sigma", sigma) * rng.standard_normal(
        (n, centres.shape[1])
    ), y


def mesh(lim, n=44):
    """The (n^2, 2) points of a grid over the square (lo, hi), or over (lo, hi, ylo, yhi)."""
    lo, hi, *rest = lim
    ylo, yhi = rest or (lo, hi)
    X, Y = np.meshgrid(np.linspace(lo, hi, n), np.linspace(ylo, yhi, n))
    return np.column_stack([X.ravel(), Y.ravel()])


def _alternate(n):
    """-1, +1, -1, ...: classes as equal as can be."""
    return np.where(np.arange(check.whole("n", n)) % 2, 1.0, -1.0)
