"""What ReLU units can draw, and what training draws with them."""

from functools import lru_cache

import numpy as np

from helpers import networks as nn
from helpers import plots
from helpers.live import Claim, Figure, Guess, axes, choice, int_slider
from lessons.n31_neural_networks.world import SECOND

UNITS = np.arange(4, 41, 4)
GRID = np.linspace(0, 1, 801)
TARGETS = {  # function, its largest second derivative
    "wave": (lambda x: np.sin(2 * np.pi * x), 4 * np.pi**2),
    "bump": (lambda x: np.exp(-30 * (x - 0.5) ** 2), 60.0),
}


PATIENCE = 3000


class Bends(Figure):
    """A curve drawn by H ReLU units: by construction, and by training."""

    guess = Guess(
        "Two networks of twenty ReLU units draw the wave. One is built by hand, with its bends at "
        "equal distances. The other starts at random and takes 3000 steps of gradient descent on "
        "64 points. Whose largest error is smaller?",
        {
            "the trained one’s: it may put its bends where they help": "It may, and it does not "
            "get there in 3000 steps: some units are off everywhere, others bend at the same "
            "place.",
            "both are about equal": "They have equal powers. But one has to find the weights.",
            "the hand-made one’s, by a factor of ten": "0.012 against 0.13.",
        },
        answer="the hand-made one’s, by a factor of ten",
    )

    size = (10, 4.4)
    veiled = (0, 1)
    story = """
twenty units
    Built by hand, twenty bends follow the wave to the width of the line. Trained, the same
    twenty units miss it in places.
four units | H=4
    Four bends are few. Built by hand, the network is off by 0.21; the theorem allows 0.31.
    Trained, it stays flat where the wave rises.
forty units | H=40
    Built by hand: twice as many bends, a quarter of the error. Trained: the error falls too,
    but less, and not with every unit that is added.
a bump | target="bump"
    The bump is flat near both ends, and bends there are wasted; the theorem holds even so.
    Training could put them in better places. It does not.
"""
    notes = """“Universal approximation” says that good weights exist. Ask how the class would find
    them for the wave: at equal distances, a bend each. Nobody trained anything. Then show what
    three thousand steps of descent make of the same units: existence is not training."""
    widths = [1.3, 1]
    panels = (
        axes("x", (0, 1), "y(x)", (-1.25, 1.25)),
        axes("hidden units H", (3.6, 45, "log"), "largest error", (2e-3, 1, "log")),
    )

    def sliders(self):
        return dict(
            H=int_slider("hidden units H", 20, 4, 40, 4),
            target=choice("curve", "wave", list(TARGETS)),
        )

    @staticmethod
    def compute(H, target):
        """Both networks, their largest errors at every H, and the bound."""
        f, bent = TARGETS[target]
        truth = f(GRID)
        built, errors = None, []
        for units in UNITS:
            knots = np.linspace(0, 1, units + 1)
            net = nn.Net((1, int(units), 1), "ReLU")
            w = nn.interpolant(knots, f(knots))
            made = net(w, GRID[:, None])[:, 0]
            errors.append(np.abs(made - truth).max())
            if units == H:
                built, at_knots = made, net(w, knots[:, None])[:, 0]
        i = list(UNITS).index(H)
        learnt = trained_bends()[list(TARGETS).index(target)]
        missed = np.abs(learnt - truth).max(axis=1)
        knots = np.linspace(0, 1, H + 1)
        return dict(
            truth=truth,
            built=built,
            learnt=learnt[i],
            errors=np.array(errors),
            missed=missed,
            error=float(errors[i]),
            miss=float(missed[i]),
            knots=knots,
            at_knots=f(knots),
            bounds=bent / (8 * UNITS.astype(float) ** 2),
            bound=bent / (8 * H**2),
            polygon=float(np.abs(built - np.interp(GRID, knots, f(knots))).max()),
            touch=float(np.abs(at_knots - f(knots)).max()),
        )

    def picture(self, left, right):
        right.ticks(x=UNITS[[0, 1, 2, 4, 9]])
        left.curve("curve", plots.TRUTH, shows=lambda r: (GRID, r.truth), lw=4, alpha=0.35)
        left.curve("built by hand", plots.FIT, shows=lambda r: (GRID, r.built), lw=1.8)
        left.curve("trained", SECOND, shows=lambda r: (GRID, r.learnt), ls="--")
        left.spots(marker="o", ms=5, color=plots.FIT, shows=lambda r: (r.knots, r.at_knots))

        right.curve("bound", plots.BOUND, shows=lambda r: (UNITS, r.bounds), ls="--")
        right.curve("built", plots.FIT, shows=lambda r: (UNITS, r.errors), marker="o", ms=5)
        right.curve("trained", SECOND, shows=lambda r: (UNITS, r.missed), marker="s", ms=5, ls="--")

        right.hand("choose H", shows=lambda r: (r.H, r.error), H="x")

    def caption(self, r):
        return (
            f"With {r.H} units: built by hand, off by at most {r.error:.2g}; after {PATIENCE} "
            f"steps of training off by {r.miss:.2g}."
        )

    def numbers(self, r):
        return (
            f"largest error {r.error:.3g} by construction, {r.miss:.2g} by training; the bound is "
            f"{r.bound:.3g}."
        )

    def headline(self, r):
        return Claim(
            "H units can draw the curve this well",
            "Theorem 31.5",
            measured=r.error,
            bound=r.bound,
            words="There is a ReLU network of H units whose error is nowhere over M/(8H²), where M "
            "is the largest |y″|.",
        )

    def identities(self, r):
        return [
            Claim("the network is the polygon", "Theorem 31.5", r.polygon, 0.0, "=="),
            Claim("on the curve at every bend", "Theorem 31.5", r.touch, 0.0, "=="),
        ]


@lru_cache(1)
def trained_bends():
    """For each target, ReLU networks of UNITS hidden units after PATIENCE steps: (10, P) weights.

    They are trained side by side with 40 units each. Those beyond H are 0 throughout: a unit whose
    weights are all 0 says 0 and feels no slope.
    """
    net, rng = nn.Net((1, 40, 1), "ReLU"), np.random.default_rng(0)
    x = np.linspace(0, 1, 64)[:, None]
    w = np.zeros((len(TARGETS), len(UNITS), net.P))
    for start, H in zip(np.moveaxis(w, 1, 0), UNITS):
        tilt, place = 2 * rng.normal(size=H), rng.random(H)
        (W, b), (V, _) = net.layers(start)
        W[..., 0, :H], b[..., 0, :H] = tilt, -tilt * place
        V[..., :H, 0] = rng.normal(size=H) / np.sqrt(H)
    y = np.stack([f(x) for f, _ in TARGETS.values()])[:, None]
    run = nn.train(net, w, x, lambda f, rows: (f - y) / len(x), 0.1, PATIENCE, every=PATIENCE)
    return net(run.last, GRID[:, None])[..., 0]
