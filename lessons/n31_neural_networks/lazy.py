"""Lazy training: a network beside its tangent."""

from functools import lru_cache

import numpy as np

from helpers import networks as nn
from helpers import plots
from helpers.kernels import tangent
from helpers.live import (
    Claim,
    Figure,
    Guess,
    axes,
    bandwidth,
    int_slider,
    log_slider,
    point_handles,
    points,
)
from lessons.n31_neural_networks.world import SECOND

PLACED = ((-1.3, 0.2), (-0.8, -0.6), (-0.3, 0.5), (0.2, 0.9), (0.7, -0.4), (1.3, 0.1))
WIDEST = 300
AXIS = np.linspace(-1.8, 1.8, 121)


class Lazy(Figure):
    """A wide network, trained, beside what its kernel at the start predicts."""

    guess = Guess(
        "One hundred cosine units, 301 weights, six points to fit. By how much do the weights have "
        "to move, as a share of their length?",
        {
            "about 100 %: they start at random": "That is what one thinks of learning. With so "
            "many, each has to help only a little.",
            "about 4 %": "And if the output is multiplied by 10, less than half a percent.",
            "not at all": "They do move: the curve has to come to the points.",
        },
        answer="about 4 %",
    )

    size = (10, 4.6)
    veiled = (0, 1)
    more = ("T", "data")
    story = """
a hundred units
    301 weights and six points. Trained (blue), the network does nearly what its kernel at the
    start had said (dashed).
twenty units | H=20
    A narrow one has to move its weights, and the kernel moves with them: outside the points the
    prediction is off.
three hundred | H=300
    Wide: each weight hardly moves, all together fit the points.
a louder output | alpha=10
    The same hundred units with α = 10: tiny moves are enough, and the tangent is exact to the
    eye.
a narrow kernel | ell=0.2
    Frequencies drawn with ℓ = 0.2: the kernel is a spike, and every point pulls only its
    neighbourhood.
a wide kernel | ell=1
    ℓ = 1: the kernel knows only slow curves, and the six points are too quick for it. The
    network is not lazy here: it leaves its kernel and gets nearer.
"""
    handles = point_handles("data", len(PLACED))
    notes = """Drag a point: network and kernel are both trained anew at every move. The bandwidth
    of notebook 14 is here the spread of the first layer's weights at the start. The kernel is
    fixed before the network has seen a single example: in this regime it learns no features."""
    widths = [1.25, 1]
    panels = (
        axes("x", (-1.8, 1.8), "f(x) minus its start", (-1.6, 1.6)),
        axes("x", (-1.8, 1.8), "kernel with point 3", (-0.6, 2.8)),
    )

    def sliders(self):
        return dict(
            H=int_slider("hidden units H", 100, 20, WIDEST, 10),
            ell=bandwidth(0.5, 0.2, 2),
            alpha=log_slider("output scale α", 1, 0.3, 30),
            T=int_slider("steps T", 200, 10, 300, 10),
            data=points("data", PLACED),
        )

    @staticmethod
    def compute(H, ell, alpha, T, data):
        """Train the network, and say what the kernel at its start predicts."""
        net, w = cosine_start(H, ell)
        x, y = data[:, :1], data[:, 1]
        c = alpha * np.sqrt(2 / H)
        J, at = c * net.jacobian(w, x), c * net.jacobian(w, AXIS[:, None])
        K = J @ J.T
        eta = len(y) / np.linalg.eigvalsh(K)[-1]
        base = net(w, x)

        def pull(f, rows):
            return c * (c * (f - base) - y[:, None]) / len(y)

        last = nn.train(net, w, x, pull, eta, T, every=T).last
        says = c * (net(last, AXIS[:, None]) - net(w, AXIS[:, None]))[:, 0]
        kernel, stepped = tangent.tangent(J, at, y, eta, T), tangent_steps(J, at, y, eta, T)
        later = c * net.jacobian(last, x)
        turn = np.cos(np.arange(len(w)))
        ahead, behind = (net(w + s * turn, x)[:, 0] for s in (1e-5, -1e-5))
        return dict(
            says=says,
            kernel=kernel,
            gap=float(np.abs(says - kernel).max()),
            moved=float(np.linalg.norm(last - w) / np.linalg.norm(w)),
            changed=float(np.linalg.norm(later @ later.T - K) / np.linalg.norm(K)),
            stepped=float(np.abs(stepped - kernel).max()),
            middle=(float(stepped[len(AXIS) // 2]), float(kernel[len(AXIS) // 2])),
            slopes=(float((J @ turn)[0]), float(c * (ahead - behind)[0] / 2e-5)),
            slice=at @ J[2] / alpha**2,
            sliced=c * net.jacobian(last, AXIS[:, None]) @ later[2] / alpha**2,
            exact=tangent.cosine_kernel(AXIS, x[2], ell)[:, 0],
            pair=float(K[2, 3] / alpha**2 - 2 / H - tangent.cosine_kernel(x[2], x[3], ell)[0, 0]),
            allowed=five_errors(net, w, x[2, 0], x[3, 0]),
        )

    def picture(self, left, right):
        left.curve("network, trained", plots.FIT, shows=lambda r: (AXIS, r.says))
        left.curve("by its kernel", SECOND, shows=lambda r: (AXIS, r.kernel), ls="--")
        left.spots(
            "points", marker="o", ms=8, color=plots.TRAIN, mec="white", shows=lambda r: (*r.data.T,)
        )

        right.curve("H = ∞", plots.TRUTH, shows=lambda r: (AXIS, r.exact), lw=4, alpha=0.3)
        right.curve("at the start", SECOND, shows=lambda r: (AXIS, r.slice), ls="--")
        right.curve("trained", plots.FIT, shows=lambda r: (AXIS, r.sliced), lw=1.5)

    def caption(self, r):
        return (
            f"{3 * r.H + 1} weights, 6 points. The weights moved by {100 * r.moved:.2g} %; network "
            f"and kernel differ by at most {r.gap:.2g}."
        )

    def numbers(self, r):
        return (
            f"network and tangent differ by up to {r.gap:.2g}; weights moved by {r.moved:.2g} of "
            f"their length, the kernel changed by {r.changed:.2g} of its size."
        )

    def headline(self, r):
        return Claim(
            "descent on the tangent is kernel regression",
            "Theorem 31.9",
            measured=r.middle[0],
            bound=r.middle[1],
            kind="==",
            tol=1e-7,
            words="The tangent of the network, trained step by step in all its weights, predicts "
            "at x = 0 what a formula with the kernel alone says.",
        )

    def identities(self, r):
        return [
            Claim("the same at all places x", "Theorem 31.9", r.stepped, 0.0, "==", 1e-7),
            Claim("slopes by differences", "Theorem 31.3", *r.slopes, "==", 1e-5),
            Claim(
                "the kernel’s mean, within five standard errors",
                "Theorem 31.10",
                abs(r.pair),
                r.allowed,
            ),
        ]


@lru_cache(1)
def cosine_draws():
    """Standard normal u and v, and phases b, for the widest network; narrower ones share them."""
    rng = np.random.default_rng(31)
    return rng.normal(size=WIDEST), 2 * np.pi * rng.random(WIDEST), rng.normal(size=WIDEST)


def cosine_start(H, ell):
    """The network of H cosines and its weights at the start: frequencies N(0, 1/ell^2)."""
    net = nn.Net((1, H, 1), "cosine")
    u, b, v = (part[:H] for part in cosine_draws())
    return net, np.concatenate([u / ell, b, v, [0.0]])


def tangent_steps(J, at, y, eta, T):
    """What `tangent.tangent` says, by taking the steps with all the weights."""
    w = np.zeros(J.shape[1])
    for _ in range(T):
        w -= eta / len(y) * ((J @ w - y) @ J)
    return at @ w


def five_errors(net, w, x, z):
    """Five standard errors of k(x, z), a mean over units of 2 cos cos + 2 v² (1 + xz) sin sin."""
    (U, b), (V, _) = net.layers(w)
    s, t = U[0] * x + b[0], U[0] * z + b[0]
    each = 2 * np.cos(s) * np.cos(t) + 2 * V[:, 0] ** 2 * np.sin(s) * np.sin(t) * (1 + x * z)
    return 5 * float(each.std(ddof=1)) / np.sqrt(len(each))
