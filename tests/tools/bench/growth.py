"""Cost against size."""

from functools import partial

import numpy as np

from helpers.descent.langevin import sgld
from helpers.descent.newton import conjugate_gradient
from helpers.descent.optim import gradient_descent
from helpers.descent.problems import chain, valley
from helpers.kernels import gaussian
from helpers.kernels.ridge import KernelRidge
from helpers.linear.least_squares import Ridge
from tests.tools.bench.clock import milliseconds, sentence


def tasks():
    """What is run, its sizes, and the run as a function of the size."""
    rng, q = np.random.default_rng(0), valley(30.0)
    data = {
        n: (rng.normal(size=(n, 10)), rng.normal(size=n)) for n in (100, 200, 400, 800, 1600, 3200)
    }
    gram = {n: gaussian(2.0)(data[n][0]) for n in (100, 200, 400, 800)}
    return [
        (
            "ridge, all λ (SVD), d = 10, n =",
            (400, 800, 1600, 3200),
            lambda n: Ridge(*data[n]).w(0.1),
        ),
        ("Gaussian Gram matrix, n =", (100, 200, 400, 800), lambda n: gaussian(2.0)(data[n][0])),
        (
            "kernel ridge, all λ, n =",
            (100, 200, 400, 800),
            lambda n: KernelRidge(gram[n], data[n][1]).alpha(0.1),
        ),
        (
            "gradient descent, d = 2, T =",
            (250, 500, 1000, 2000),
            lambda n: gradient_descent(q.grad, [1, 1], 0.5, n),
        ),
        (
            "Langevin, 100 chains, d = 2, T =",
            (125, 250, 500, 1000),
            lambda n: sgld(lambda w: -w, np.zeros((100, 2)), 0.1, 1.0, n, np.random.default_rng(0)),
        ),
        (
            "conjugate gradients, 20 steps, d =",
            (100, 200, 400, 800),
            lambda n: conjugate_gradient(chain(n, 50.0).A, np.ones(n), np.zeros(n), 20),
        ),
    ]


def growth_rows():
    """Cost against size."""
    words = "Exponent: slope of the logarithm of time on that of size, over the last three sizes."
    return ["task", "size: ms", "", "", "", "exponent"], [row(*task) for task in tasks()], words


def row(name, sizes, run):
    try:
        times = [milliseconds(partial(run, n), 3) for n in sizes]
    except Exception as error:
        return [name, sentence(error), *[""] * 4]
    slope = np.polyfit(np.log(sizes[-3:]), np.log(times[-3:]), 1)[0]
    return [name, *(f"{n}: {t:.2f}" for n, t in zip(sizes, times)), f"{slope:.1f}"]
