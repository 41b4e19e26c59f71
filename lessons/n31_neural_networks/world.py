"""What the figures of this lesson share, and its own laws and cases."""

from functools import lru_cache

import numpy as np

from helpers import networks as nn
from helpers import plots

SECOND = plots.ORANGE  # the other network of a picture


def loss_of_two(w):
    """(1 - uv)^2 / 2 at points (k, 2)."""
    return 0.5 * (1 - w[:, 0] * w[:, 1]) ** 2


WIRED = nn.Net((1, 3, 1), "ReLU")
TRIO = nn.Net((3, 30, 3), "ReLU", bias=False)  # the third input is always 1
STEPS, EVERY, SAMPLE, FRESH = 800, 20, 40, 300


def three_arms(n, rng):
    """n points around three directions, and their classes; neighbours overlap."""
    k = rng.integers(3, size=n)
    angle = 2 * np.pi * k / 3 + 0.8 * rng.normal(size=n)
    reach = 1 + 0.35 * rng.normal(size=n)
    return np.column_stack([reach * np.cos(angle), reach * np.sin(angle), np.ones(n)]), k


@lru_cache(8)
def trio_world(sample):
    """Training points and classes, fresh ones, and the start, for one random sample."""
    rng = np.random.default_rng(30 + sample)
    X, k = three_arms(SAMPLE, rng)
    fresh, kinds = three_arms(FRESH, rng)
    order = np.concatenate([rng.permutation(SAMPLE) for _ in range(STEPS)])
    return X, k, fresh, kinds, TRIO.start(rng, 1.4), order


def probabilities(z):
    """Softmax of scores (..., c)."""
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    e /= e.sum(axis=-1, keepdims=True)
    return e


def lead(z, k, tau=1.0):
    """Mean of own score minus mean score by the probabilities: tau² times the slope of the log loss
    in tau."""
    return float((z[np.arange(len(k)), k] - (probabilities(z / tau) * z).sum(axis=1)).mean())


DEEP = nn.Net((1, 10, 10, 10, 1))
RATES = (0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3)
MARCH, STRIDE = 2000, 10


@lru_cache(1)
def marches():
    """Eight runs that differ in η only: sharpness and loss (201, 8), and the sharpness at the end
    from the whole Hessian, (8,)."""
    rng = np.random.default_rng(0)
    X = np.linspace(-1.5, 1.5, 16)[:, None]
    y, w = np.sin(3 * X), DEEP.start(rng)
    runs = len(RATES)
    pull = nn.half_squares(y)
    run = nn.train(
        DEEP, np.tile(w, (runs, 1)), X, pull, np.array(RATES)[:, None], MARCH, every=STRIDE
    )
    grad = nn.gradient(DEEP, X, pull)
    first, v = nn.sharpness(grad, w, rng.normal(size=w.shape), 40)
    found, v = [np.full(runs, first)], np.tile(v, (runs, 1))
    for w in run.w[1:]:
        value, v = nn.sharpness(grad, w, v)
        found.append(value)
    value, _ = nn.sharpness(grad, run.last, v, 30)
    found[-1] = value
    loss = 0.5 * ((DEEP(run.w, X) - y) ** 2).mean(axis=(-1, -2))
    return np.array(found), loss, np.array([whole_hessian(grad, w) for w in run.last])


@lru_cache(1)
def rising():
    """The share of all steps at which the loss of each of the eight runs rises, (8,)."""
    X = np.linspace(-1.5, 1.5, 16)[:, None]
    y, w = np.sin(3 * X), DEEP.start(np.random.default_rng(0))
    rates, pull = np.array(RATES)[:, None], nn.half_squares(y)
    run = nn.train(DEEP, np.tile(w, (len(RATES), 1)), X, pull, rates, MARCH)
    loss = np.array([0.5 * ((DEEP(w, X) - y) ** 2).mean(axis=(-1, -2)) for w in run.w])
    return (np.diff(loss, axis=0) > 0).mean(axis=0)


def whole_hessian(grad, w, h=1e-4):
    """Largest eigenvalue of the Hessian at w (P,), column by column from differences."""
    steps = h * np.eye(len(w))
    H = (grad(w + steps) - grad(w - steps)) / (2 * h)
    return float(np.linalg.eigvalsh((H + H.T) / 2)[-1])


def told(value):
    """A small or large number as a power of ten, another one plainly."""
    if 1e-3 <= value < 1e4:
        return f"{value:.2g}"
    power = str(round(np.log10(value)))
    return "about 10" + power.translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


HEIGHTS = (2.0, 0.0, -2.0)


def layer_places():
    """Where the ten weights stand on the picture of the network."""
    into = [(0.92, 0.526 * t + 0.17) for t in HEIGHTS]
    out = [(2.62, 0.503 * t + 0.17) for t in HEIGHTS]
    return [*into, *[(1.75, t + 0.96) for t in HEIGHTS], *out, (3.5, 0.96)]


def signed(value, digits=2):
    """A number with a proper minus; rounding error is 0."""
    text = f"{value:.{digits}f}"
    return (f"{0:.{digits}f}" if float(text) == 0 else text).replace("-", "−")


def half_square(net, w, x, y):
    """(f(x) - y)^2 / 2 for weights (..., P)."""
    return 0.5 * (net(w, np.array([[x]]))[..., 0, 0] - y) ** 2
