"""Small neural networks in NumPy: forward and backward pass, descent, sharpness, kernel.

A network maps rows X (n, d) to outputs (n, c). Its weights are one flat vector w (P,), or k of them
side by side, (k, P): every function keeps the axes that come before the last ones. The objective
is *mean* loss + lam |w|^2; a loss enters through `pull`, its derivative in the outputs.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from helpers import check
from helpers.trace import Trace

# ---- activations: (value at s, slope at s given the value h)


def _sigmoid(s):
    return 0.5 + 0.5 * np.tanh(0.5 * s)


ACTIVATIONS = {
    "tanh": (np.tanh, lambda s, h: 1 - h * h),
    "ReLU": (lambda s: np.maximum(s, 0), lambda s, h: (s > 0).astype(float)),
    "sigmoid": (_sigmoid, lambda s, h: h * (1 - h)),
    "softplus": (lambda s: np.logaddexp(0, s), lambda s, h: _sigmoid(s)),
    "cosine": (np.cos, lambda s, h: -np.sin(s)),
    "none": (lambda s: s, lambda s, h: np.ones_like(s)),
}


@dataclass(frozen=True)
class Net:
    """Layers of sizes (d, H, ..., c): h <- act(h W + b), the last one without act.

    In w the layers follow each other, W (in, out) row by row and then b (out,).
    """

    sizes: tuple
    activation: str = "tanh"
    bias: bool = True

    def __post_init__(self):
        check.one_of("activation", self.activation, ACTIVATIONS)

    @cached_property
    def places(self):
        """Where W and b of each layer stand in w: (from, between, to, shape of W)."""
        spans, at = [], 0
        for shape in pairwise(self.sizes):
            middle = at + shape[0] * shape[1]
            spans.append((at, middle, middle + shape[1] * self.bias, shape))
            at = spans[-1][2]
        return spans

    @property
    def P(self):
        """How many weights."""
        return self.places[-1][2]

    def start(self, rng, gain=1.0):
        """Random weights (P,): W normal with variance gain^2 / (rows of W), b = 0."""
        w = np.zeros(self.P)
        for first, middle, _, shape in self.places:
            w[first:middle] = gain / np.sqrt(shape[0]) * rng.normal(size=middle - first)
        return w

    def layers(self, w):
        """[(W, b), ...] as views of w; b is None without biases."""
        pairs = []
        for first, middle, last, shape in self.places:
            W = w[..., first:middle].reshape(*w.shape[:-1], *shape)
            pairs.append((W, w[..., None, middle:last] if self.bias else None))
        return pairs

    def forward(self, w, X):
        """[(s, h), ...] layer by layer, what goes into the units and what comes out.

        First comes (X, X), and in the last pair h = s is the output.
        """
        return self._up(self.layers(w), X)

    def _up(self, layers, X):
        value, states = ACTIVATIONS[self.activation][0], [(X, X)]
        for W, b in layers:
            s = states[-1][1] @ W
            if b is not None:
                s += b
            states.append((s, value(s) if len(states) < len(layers) else s))
        return states

    def __call__(self, w, X):
        """Outputs (..., n, c)."""
        return self.forward(w, X)[-1][1]

    def backward(self, w, states, pull):
        """The derivative of sum(pull * outputs) in w, by the chain rule.

        From the last layer to the first; and [delta, ...], the derivatives in each layer's s.
        """
        grad = np.empty((*pull.shape[:-2], self.P))
        return grad, self._down(self.layers(w), self.layers(grad), states, pull)

    def _down(self, layers, grads, states, pull):
        """Fill `grads`, views like `layers`, and return the deltas."""
        _, slope = ACTIVATIONS[self.activation]
        deltas = [pull]
        for number in range(len(layers) - 1, -1, -1):
            delta, into = deltas[0], states[number][1]
            np.matmul(into.swapaxes(-1, -2), delta, out=grads[number][0])
            if self.bias:
                delta.sum(axis=-2, keepdims=True, out=grads[number][1])
            if number:
                back = delta @ layers[number][0].swapaxes(-1, -2)
                deltas.insert(0, back * slope(*states[number]))
        return deltas

    def jacobian(self, w, X):
        """(n, P): the derivative of the one output at each row of X, in all weights."""
        rows = np.broadcast_to(w, (len(X), self.P))
        states = self.forward(rows, X[:, None, :])
        return self.backward(rows, states, np.ones((len(X), 1, 1)))[0]


# ---- losses: pull(outputs, rows) is the derivative of the mean loss over these rows


def half_squares(y):
    """The mean of |f - y|^2 / 2 over the rows; y (n, c)."""
    return lambda f, rows: (f - y[rows]) / f.shape[-2]


def gradient(net, X, pull, lam=0.0):
    """w -> the gradient of mean loss + lam |w|^2 over all rows of X."""

    def grad(w):
        states = net.forward(w, X)
        return net.backward(w, states, pull(states[-1][1], slice(None)))[0] + 2 * lam * w

    return grad


# ---- descent


def train(net, w, X, pull, eta, T, lam=0.0, draws=None, every=1):
    """T steps w <- w - eta (gradient + 2 lam w) -> Trace.

    With `draws` (T, m), step t uses only those rows of X. eta is a number, or (k, 1) for runs side
    by side; every so many points are kept.
    """
    if np.min(eta) <= 0:
        raise ValueError(f"step size eta must be positive, but it is {np.min(eta):g}")
    w = np.array(w, dtype=float)
    v = np.empty_like(w)
    layers, slopes = net.layers(w), net.layers(v)  # views: they follow w and v
    points, steps = [w.copy()], []
    with np.errstate(all="ignore"):  # a run that diverges says so by itself
        for t in range(check.whole("T", T)):
            rows = slice(None) if draws is None else draws[t]
            states = net._up(layers, X[rows])
            net._down(layers, slopes, states, pull(states[-1][1], rows))
            if lam:
                v += 2 * lam * w
            w -= eta * v
            if (t + 1) % every == 0 or t + 1 == T:
                points.append(w.copy())
                steps.append(v.copy())
    points = np.array(points)
    lost = ~np.isfinite(points).all(axis=tuple(range(1, points.ndim)))
    gone = int(np.argmax(lost)) * every if lost.any() else None
    return Trace(points, np.array(steps), np.array([eta] * len(steps)), {}, gone, every)


def sharpness(grad, w, v, rounds=8, h=1e-4):
    """(largest curvature (...), its direction (..., P)) at w (..., P), by Lanczos' method.

    From v: the best that v, Hv, H²v, ... can say; each Hv comes from two gradients a distance 2h
    apart.
    """
    basis, images = [], []
    for _ in range(rounds):
        v = v / np.linalg.norm(v, axis=-1, keepdims=True)
        basis.append(v)
        images.append((grad(w + h * v) - grad(w - h * v)) / (2 * h))
        Q, v = np.stack(basis, axis=-2), images[-1]
        for _ in range(2):  # once leaves rounding errors
            v = v - ((Q @ v[..., None]).swapaxes(-1, -2) @ Q)[..., 0, :]
    small = Q @ np.stack(images, axis=-2).swapaxes(-1, -2)
    values, turns = np.linalg.eigh((small + small.swapaxes(-1, -2)) / 2)
    return values[..., -1], (turns[..., None, :, -1] @ Q)[..., 0, :]


# ---- two weights: f(x) = v u x at the one example x = 1, y = 1, loss (1 - uv)^2 / 2


def two_weights(u, v, eta, T):
    """The points (t, 2), t <= T + 1, of descent on (1 - uv)^2 / 2; ends early beyond 10^6."""
    points = [(u, v)]
    for _ in range(T):
        pull = eta * (1 - u * v)
        u, v = u + pull * v, v + pull * u
        if not abs(u) + abs(v) < 1e6:
            break
        points.append((u, v))
    return np.array(points)


# ---- what a network can draw


def interpolant(x, y):
    """Weights of Net((1, N, 1), "ReLU") that joins the N + 1 points (x, y) by straight lines.

    x rises. Unit j bends at x[j], by the change of slope there.
    """
    x, y = check.array("x", x, ndim=1), check.array("y", y, ndim=1)
    if len(x) < 2 or len(x) != len(y) or np.diff(x).min() <= 0:
        raise ValueError("x must rise, with at least two entries and one y for each")
    slopes = np.diff(y) / np.diff(x)
    return np.concatenate([np.ones_like(slopes), -x[:-1], np.diff(slopes, prepend=0.0), y[:1]])


def signal(W, gain, activation, h):
    """(depth + 1, runs) squared lengths of the layers h <- act(gain W_l h), and of gradients.

    A gradient has length 1 and is on its way back; W (depth, runs, H, H), from h (runs, H, 1).
    """
    value, slope = ACTIVATIONS[activation]
    states, sizes = [], [(h * h).sum(axis=(1, 2))]
    for layer in W:
        s = gain * (layer @ h)
        h = value(s)
        states.append(slope(s, h))
        sizes.append((h * h).sum(axis=(1, 2)))
    back = np.full_like(h, 1 / np.sqrt(h.shape[1]))
    pulls = [np.ones(len(h))]
    for layer, bend in zip(W[::-1], states[::-1]):
        back = gain * (np.swapaxes(layer, 1, 2) @ (bend * back))
        pulls.append((back * back).sum(axis=(1, 2)))
    return np.array(sizes), np.array(pulls)
