"""What the figures of this lesson share, and its own laws and cases."""

from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from helpers import data
from helpers.generalisation import rademacher as rad


@lru_cache(1)
def patients():
    """The breast cancer data in a fixed random order: X (569, 30), y in {-1, +1}, names."""
    cancer = data.load("breast_cancer")
    order = np.random.default_rng(27).permutation(len(cancer.y))
    X, y = data.standardise(cancer.X)[order], data.as_signs(cancer.y)[order]
    return SimpleNamespace(X=X, y=y, names=cancer.names)


BY_PATIENTS = dict(xscale="log", xlim=(19, 430), xlabel="patients n")
SIZES = np.arange(20, 401, 20)
SAMPLES = 200


@lru_cache(1)
def population():
    """569 patients as the whole world: ten features, all stumps on them."""
    return rad.Stumps(patients().X[:, :10])


def world_labels(labels):
    """The labels of the whole world: those of the doctors, or coins flipped once for all."""
    y = patients().y
    return y if labels == "true" else np.random.default_rng(8).choice([-1.0, 1.0], size=len(y))


@lru_cache(64)
def drawn(n, labels):
    """200 samples of n patients, drawn with repetition: counts, worst gaps, one coin fit each, and
    the learner's training error and risk."""
    rng, y, world = np.random.default_rng([27, n]), world_labels(labels), population()
    N = len(y)
    counts = rng.multinomial(n, np.full(N, 1 / N), size=SAMPLES)
    heads = rng.binomial(counts, 0.5)
    worst = world.best(((counts / n - 1 / N) * y).astype(np.float32)) / 2
    fits = world.best(((2 * heads - counts) / n).astype(np.float32))
    edges = world.edges(counts * y / n)
    place = np.abs(edges).argmax(axis=1)
    at = edges[np.arange(SAMPLES), place]
    true_edge = world.edges(y[None] / N)[0, place] * np.sign(at)
    return SimpleNamespace(
        counts=counts,
        worst=worst,
        fits=fits,
        train=(1 - np.abs(at)) / 2,
        risk=(1 - true_edge) / 2,
    )


def coin_flips(number, n):
    """The first n of 400 coin flips; each number has its own."""
    return np.random.default_rng([27, number]).choice([-1.0, 1.0], size=400)[:n]


def spread(n):
    """Fixed heights in [-1, 1] that keep neighbouring dots apart."""
    return np.random.default_rng(3).uniform(-1, 1, 400)[:n]


def place_of_cut(r):
    """Where the rule cuts, between two patients; None if it remembers everybody."""
    return None if r.cut is None else (r.cut - 0.5) / (r.n - 1)
