"""What the exercise cells of the notebooks call."""

import contextlib
import hashlib
import importlib
import operator
import os
import string

import numpy as np


def check(answer, expected, hint="", tol=1e-6):
    """Print whether answer() gives `expected`; never raises, whatever the answer does.

    `answer` is a function of no arguments: an unfinished solution fails here and not before.
    """
    try:
        got = answer()
    except NotImplementedError:
        return print("not yet: the function is still to be written." + _hint(hint))
    except Exception as error:
        return print(f"not yet: it stopped with {type(error).__name__}: {error}." + _hint(hint))
    if close(got, expected, tol):
        return print("right")
    return print(f"not yet: it gave {_short(got)}, expected {_short(expected)}." + _hint(hint))


def close(got, expected, tol=1e-8):
    """Are the two the same plain data, numbers within tol of the largest?

    False for None, NaN, a wrong shape or a wrong type.
    """
    if isinstance(expected, str | bool):
        return type(got) is type(expected) and got == expected
    if isinstance(expected, tuple | list) and not _numeric(expected):
        return (
            isinstance(got, tuple | list)
            and len(got) == len(expected)
            and all(close(g, e, tol) for g, e in zip(got, expected))
        )
    if not _numeric(got) or not _numeric(expected):
        return False
    got, expected = np.asarray(got, dtype=float), np.asarray(expected, dtype=float)
    scale = max(1.0, float(np.abs(expected).max(initial=0)))
    return got.shape == expected.shape and bool(np.all(np.abs(got - expected) <= tol * scale))


def alike(got, wrong, tol=1e-8):
    """Is it the known wrong answer? As `close`, but a number that both lost, NaN, is alike."""
    if _numeric(got) and _numeric(wrong) and np.shape(got) == np.shape(wrong):
        got, wrong = np.asarray(got, dtype=float), np.asarray(wrong, dtype=float)
        lost = np.isnan(got) & np.isnan(wrong)
        got, wrong = np.where(lost, 0.0, got), np.where(lost, 0.0, wrong)
    return close(got, wrong, tol)


def cases(exercise, count):
    """`count` random generators for the hidden tests of one exercise.

    Their seeds depend on the environment variable HOMEWORK_SALT: knowing this file is not knowing
    the inputs.
    """
    salt = os.environ.get("HOMEWORK_SALT", "open course")
    for i in range(count):
        yield np.random.default_rng(
            list(hashlib.sha256(f"{salt}/{exercise}/{i}".encode()).digest())
        )


@contextlib.contextmanager
def taken_away(names):
    """Inside, the helpers with these names refuse to work, under whatever name they were imported.

    The code of the function itself is exchanged, so that `from ... import f` sees it too.
    """
    functions = [located(name) for name in names]
    codes = [function.__code__ for function in functions]
    for function in functions:
        function.__code__ = refuse.__code__
    try:
        yield
    finally:
        for function, code in zip(functions, codes):
            function.__code__ = code


def refuse(*_, **__):
    """What a helper does that is taken away; it runs among the helper's names and needs none."""
    raise PermissionError(
        "a helper of the course that solves this exercise is taken away: write it yourself"
    )


def refused(error):
    """Was it a helper that is taken away?"""
    return isinstance(error, PermissionError) and "is taken away" in str(error)


def located(name):
    """The function "helpers.losses:mean_loss", or the method "helpers.kernels.ridge:Ridge.loo"."""
    module, _, path = name.partition(":")
    return operator.attrgetter(path)(importlib.import_module(module))


def lettered(options):
    """Letter -> option, in order."""
    return dict(zip(string.ascii_lowercase, options))


def _numeric(value):
    """Plain numbers, or nested sequences or arrays of them in a rectangle."""
    try:
        return np.asarray(value).dtype.kind in "biuf"
    except ValueError:
        return False


def _short(value):
    if _numeric(value):
        return np.array2string(np.asarray(value), precision=4, threshold=6, separator=", ").replace(
            "\n", ""
        )
    return repr(value)[:80]


def _hint(hint):
    return f" Hint: {hint}." if hint else ""
