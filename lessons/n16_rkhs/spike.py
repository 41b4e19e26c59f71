"""Spike: a function that is 1 at a point, its size and its price by min(x, z)."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.kernels import rkhs
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, log_slider, slider
from lessons.n16_rkhs.world import GRID, here

WIDTHS = np.geomspace(0.02, 1, 24)
PROFILES = ("tent", "round bump", "shoulder")


class Spike(Figure):
    """A function that is 1 at one point: its L2 size can vanish, its price cannot."""

    guess = Guess(
        r"How low can the price $\int_0^1 f'^2$ be, if $f(0) = 0$ and $f(\frac12) = 1$? (The tent "
        "on the left below costs 8. A tent from 0 to 1 costs 4.)",
        {
            "as near to 0 as you like": "The function has to climb from 0 to 1 on a stretch of "
            "length ½. That is not free.",
            "1": "A climb of 1 on a stretch of length h costs at least 1/h, and here h = ½.",
            "2": "Climb evenly, slope 2 on half the way, 4 · ½ = 2. Then stay up: coming down is "
            "charged, too.",
            "4: nothing beats the tent": "The tent comes down again. Nobody asked it to.",
        },
        answer="2",
    )

    veiled = (1,)
    story = """
a tent
    It is 1 at the star. Its size, the integral of f², is 0.17; its price, the integral of f′²,
    is 8.
a spike | h=0.02
    Nearly nothing is left of its size. Its price went up: the sides are steep.
a wide tent | h=0.5
    The tent of the question, as wide as [0, 1]: price 4. The dashed line at 2 is the floor:
    nothing that is 1 at ½ can be cheaper.
round | shape="round bump"
    A round bump of the same width is dearer than a tent: slope is cheapest if it is spread
    evenly.
farther out | x=0.9, h=0.5
    At x = 0.9 the floor is lower, 1/0.9: there is more room to climb. But this tent costs 2.4.
    Which shape gets down to the floor? That is Exercise 2.
"""
    handles = [
        Handle("choose the place", at=lambda r: (r.x, 1.0), to=lambda r, x, y: dict(x=x)),
        Handle(
            "choose the half-width",
            at=lambda r: (r.h, r.price),
            to=lambda r, x, y: dict(h=x),
            panel=1,
        ),
    ]
    notes = """Ask for a function that is 1 at ½ and costs less than the tent. Most try rounder
    shapes first, which are dearer. The right idea is not to come down again: after ½ slope is a
    waste. That function is k(½, ·), and exercise 2 asks for it at another place."""
    widths = [1.2, 1]
    panels = (
        axes("$u$", (0, 1), "$f(u)$", (0, 1.1)),
        axes("half-width $h$", (0.018, 1.1, "log"), "size, price", (0.01, 130, "log")),
    )

    def sliders(self):
        return dict(
            h=log_slider("half-width h", 0.25, 0.02, 1),
            x=slider("place x", 0.5, 0.1, 1.0, 0.05),
            shape=choice("shape", "tent", PROFILES),
        )

    @staticmethod
    def compute(h, x, shape):
        """Size and price of the function, and the floor 1 / k(x, x)."""
        f = profile(shape, x, h)
        return dict(
            f=f,
            size=f.size,
            price=f.slope_price,
            floor=1 / x,
            curves=sizes(shape, x),
            value=f.integral(f.f[1] * (f.u < x)),
            drawn=np.interp(GRID, [0, *f.u, 1], [0, *f.f[0], f.end]),
        )

    def picture(self, left, right):
        right.ax.set_xticks([0.02, 0.1, 0.5, 1], ["0.02", "0.1", "0.5", "1"])
        right.ax.set_yticks([0.01, 0.1, 1, 10, 100], ["0.01", "0.1", "1", "10", "100"])
        left.curve("f", plots.FIT, shows=lambda r: (GRID, r.drawn), lw=2.6)

        right.curve("price ∫f′²", plots.FIT, shows=lambda r: (WIDTHS, r.curves[1]))
        right.curve("size ∫f²", plots.PURPLE, shows=lambda r: (WIDTHS, r.curves[0]), ls="-.")
        right.level("floor 1/k(x, x)", plots.BOUND, "--", shows=lambda r: r.floor)

        tip, star = here(left.ax), here(right.ax)
        left.add(tip, shows=lambda r: (r.x, 1.0))
        left.add(star, shows=lambda r: (r.h, r.price))

    def caption(self, r):
        return (
            f"Size {r.size:.2g}, price {r.price:.3g}; the price can never be below {r.floor:.3g}."
        )

    def numbers(self, r):
        return (
            f"the function is 1 at {r.x:.2g}; the integral of its square is {r.size:.3g}, its "
            f"price {r.price:.4g}, and 1/k(x, x) is {r.floor:.3g}."
        )

    def headline(self, r):
        return Claim(
            "a value is paid for",
            "Theorem 16.2",
            measured=r.value**2,
            bound=r.x * r.price,
            words="f(x)² is at most k(x, x) times the price of f: no function gets a value for "
            "nothing.",
        )

    def identities(self, r):
        whole = r.shape == "tent" and r.h <= min(r.x, 1 - r.x) + 1e-9
        why = "" if whole else "the formula is for a whole tent"
        return [
            Claim("⟨f, k(x, ·)⟩ = f(x)", "Theorem 16.2", r.value, 1.0, "==", 1e-9),
            Claim("size of a tent: 2h/3", "section 2", r.size, 2 * r.h / 3, "==", 1e-9, why),
            Claim("price of a tent: 2/h", "section 2", r.price, 2 / r.h, "==", 1e-9, why),
        ]


def profile(kind, x, w):
    """A function that is 0 at 0 and 1 at x, as a Curve: it rises within w before x, and falls
    within w after x (a shoulder does not fall)."""
    rise, fall = min(w, x), w
    u, weights = rkhs.nodes([x - rise, x, x + fall])
    t = np.where(u < x, (u - x) / rise, (u - x) / fall)
    rate = np.where(u < x, 1 / rise, 1 / fall)
    near = np.abs(t) < 1
    if kind == "round bump":
        f = np.where(near, (1 + np.cos(np.pi * t)) / 2, 0.0)
        slope = np.where(near, -np.pi / 2 * np.sin(np.pi * t) * rate, 0.0)
    else:
        f, slope = np.where(near, 1 - np.abs(t), 0.0), np.where(near, -np.sign(t) * rate, 0.0)
    if kind == "shoulder":
        f, slope = np.where(u < x, f, 1.0), np.where(u < x, slope, 0.0)
    return rkhs.Curve(u, weights, np.array([f, slope, 0 * u]), (0.0, 0.0), f[-1], True)


@lru_cache(64)
def sizes(kind, x):
    """(size, price) at every width of WIDTHS."""
    shapes = [profile(kind, x, w) for w in WIDTHS]
    return np.array([(c.size, c.slope_price) for c in shapes]).T
