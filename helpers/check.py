"""Bad input gets one sentence that says what to do.

Every function returns the checked value, so a caller writes `X = check.array("X", X, ndim=2)` and
goes on.
"""

import numpy as np


def array(name, a, ndim=None, shape=None):
    """`a` as a finite float array of `ndim` dimensions and the given shape.

    A None in `shape` stands for any length.
    """
    try:
        a = np.asarray(a, dtype=float)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be an array of numbers with rows of equal length") from None
    if ndim is not None and a.ndim != ndim:
        raise ValueError(
            f"{name} must have {ndim} dimension{'s' * (ndim != 1)}, but its shape is {a.shape}"
        )
    if shape is not None and (
        len(shape) != a.ndim or any(s not in (None, k) for s, k in zip(shape, a.shape))
    ):
        wanted = "(" + ", ".join("any" if s is None else str(s) for s in shape) + ")"
        raise ValueError(f"{name} must have shape {wanted}, but its shape is {a.shape}")
    if a.size == 0:
        raise ValueError(f"{name} is empty: give at least one entry")
    if not np.isfinite(a).all():
        where = tuple(int(i) for i in np.argwhere(~np.isfinite(a))[0])
        raise ValueError(f"{name} has a {a[where]} at index {where}: remove or replace it first")
    return a


def rows(name, X):
    """`X` as (n, d): a vector becomes one column."""
    X = np.asarray(X)
    return array(name, X[:, None] if X.ndim == 1 else X, ndim=2)


def pair(X, y):
    """`X` (n, d) and `y` (n,) with one answer per row."""
    X, y = rows("X", X), array("y", y, ndim=1)
    if len(X) != len(y):
        raise ValueError(
            f"X has {len(X)} rows but y has {len(y)} entries: one answer per row is needed"
        )
    return X, y


def signs(name, y, both=False):
    """Labels `y` (n,) as -1.0 and +1.0; with `both` neither may be missing."""
    y = array(name, y, ndim=1)
    if not (np.abs(y) == 1).all():
        raise ValueError(f"labels {name} must be -1 and +1, but {name} holds {np.unique(y)[:4]}")
    if both and len(np.unique(y)) < 2:
        raise ValueError(f"both classes are needed: {name} must hold -1 and +1")
    return y


def signed_pair(X, y, both=False):
    """`X` (n, d) and labels `y` (n,) of -1 and +1."""
    X, y = pair(X, y)
    return X, signs("y", y, both)


def classes(name, y, c=None):
    """Classes `y` (n,) as whole numbers 0, ..., c - 1, and c.

    Without `c` every class must occur.
    """
    y = array(name, y, ndim=1)
    values = set(np.unique(y))
    if c is None:
        c = int(y.max()) + 1
        if c < 2 or values != set(range(c)):
            raise ValueError(f"classes {name} must be 0, 1, ..., each with at least one row")
    elif not values <= set(range(whole("c", c, low=2))):
        raise ValueError(
            f"classes {name} must be among 0, ..., {c - 1}, but {name} holds {sorted(values)[:6]}"
        )
    return y.astype(int), c


def class_pair(X, y, c=None):
    """`X` (n, d), classes `y` (n,) in 0, ..., c - 1, and c."""
    X, y = pair(X, y)
    return X, *classes("y", y, c)


def positive(name, v):
    """`v` > 0, a finite number."""
    v = number(name, v)
    if v <= 0:
        raise ValueError(f"{name} must be positive, but it is {v:g}")
    return v


def nonnegative(name, v):
    """`v` >= 0, a finite number."""
    v = number(name, v)
    if v < 0:
        raise ValueError(f"{name} must not be negative, but it is {v:g}")
    return v


def number(name, v):
    """`v` as a finite float."""
    try:
        v = float(v)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be a number, but it is {v!r}") from None
    if not np.isfinite(v):
        raise ValueError(f"{name} must be a finite number, but it is {v}")
    return v


def whole(name, v, low=1):
    """`v` as an int >= low."""
    if isinstance(v, bool) or int(number(name, v)) != v:
        raise ValueError(f"{name} must be a whole number, but it is {v}")
    if v < low:
        raise ValueError(f"{name} must be at least {low}, but it is {v}")
    return int(v)


def one_of(name, v, options):
    """`v`, if it is among `options`."""
    if v not in options:
        raise ValueError(f"{name} must be one of {', '.join(map(str, options))}, but it is {v!r}")
    return v
