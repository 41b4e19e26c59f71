"""Prices: functions on the circle, wave by wave."""

import numpy as np

from helpers import plots
from helpers.kernels import rkhs
from helpers.live import Claim, Figure, Guess, Handle, axes, bandwidth, choice, int_slider
from helpers.live.words import number
from lessons.n16_rkhs.world import CURVES, TARIFFS, WAVES, here, roof, told

ROUND = np.linspace(-np.pi, np.pi, 361)
COSINES = np.cos(np.outer(ROUND, WAVES))


def jump():
    """1 for |x| < π/2 and 0 beyond."""
    c = np.zeros(201)
    c[0], c[1:] = 0.5, 2 * np.sin(WAVES[1:] * np.pi / 2).round() / (np.pi * WAVES[1:])
    return c


def bell():
    """A round bump: coefficients exp(-j² / 8)."""
    return np.where(WAVES == 0, 0.5, 1.0) * np.exp(-(WAVES**2.0) / 8)


WAVY = {
    "|x|": roof(),
    "cos 3x": (WAVES == 3).astype(float),
    "a jump": jump(),
    "a round bump": bell(),
}


BILLS = ("Laplace", "bend", "Gaussian")  # their colours and dashes are those of CURVES


class Prices(Figure):
    """A function on the circle as a sum of waves, and its bill, wave after wave."""

    guess = Guess(
        r"The Gaussian list has $q_j = e^{-(\ell j)^2/2}$. Its sums can come as close to any "
        r"continuous function as you like. What is the price of |x| itself, at $\ell = \frac12$?",
        {
            "about 5": "That is its price by Laplace’s list.",
            "about 85 000": "That is the price of its first thirteen waves. There are more.",
            "infinite": "Its coefficients fall like 1/j², prices grow like exp(j²/8). The copies "
            "get better, and dearer without end.",
        },
        answer="infinite",
    )

    size = (10, 4.4)
    veiled = (1,)
    story = """
a V, Gaussian prices
    Thirteen waves look like the V of |x|. By the Gaussian’s list, thick, they cost 85 000
    already, and the next two multiply that by 600: |x| is beyond price.
a V, Laplace’s prices | tariff="like Laplace: 1/(1 + (ℓj)²)"
    The same waves. This bill is level: |x| has a finite price, in spite of its kinks.
one wave | target="cos 3x"
    cos 3x is one wave, and cheap by every list: all three bills go up once, and stay.
a jump | target="a jump", tariff="like Laplace: 1/(1 + (ℓj)²)", N=200
    A jump is beyond price even by Laplace’s list: all three bills grow without end.
pay for bending | tariff="bending: 1/(1 + (ℓj)⁴)", N=200
    Bending is charged, and a kink is beyond price: the bill of |x| grows by about the same for
    every odd wave, and never stops.
a round bump | target="a round bump"
    Round enough for every list, even the Gaussian’s: all three bills are soon level.
"""
    handles = [
        Handle(
            "choose N",
            at=lambda r: (r.N, float(np.clip(r.now, 0.33, 9e5))),
            to=lambda r, x, y: dict(N=x),
            panel=1,
        )
    ]
    notes = """The same thirteen waves on the left, three bills on the right. “Universal” means:
    every continuous function can be approached. It does not mean that it is in the space: the price
    of ever better copies goes to infinity."""
    panels = (
        axes("$x$", (-np.pi, np.pi), "$f(x)$", (-1.2, 3.4)),
        axes("waves $N$", (0.9, 220, "log"), "price of the first $N$ waves", (0.3, 1e6, "log")),
    )

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.5, 0.1, 1),
            N=int_slider("waves N", 13, 1, 200),
            target=choice("function", "|x|", WAVY),
            tariff=choice("weights q", "Gaussian: exp(−(ℓj)²/2)", TARIFFS),
        )

    @staticmethod
    def compute(bandwidth, N, target, tariff):
        """The first N waves, and the running sum of c²/s, by every list and by the chosen one."""
        s = tariff(bandwidth * WAVES)
        bills = [rkhs.circle_bill(target, q(bandwidth * WAVES)) for q in TARIFFS.values()]
        chosen = list(TARIFFS.values()).index(tariff)
        bill = bills[chosen]
        part = COSINES[:, : N + 1] @ target[: N + 1]
        return dict(
            part=part,
            whole=itself(target),
            bills=bills,
            chosen=chosen,
            bill=bill,
            now=float(bill[N]),
            width=float(s[: N + 1].sum()),
            top=float(np.abs(part).max()),
            last=float(target[N] ** 2 / s[N]),
            roof=target[0] == np.pi / 2 and chosen == 0,
            limit=5 * np.pi**2 / 12 + 2 * bandwidth**2,
        )

    def picture(self, left, right):
        left.ax.set_xticks([-np.pi, 0, np.pi], ["−π", "0", "π"])
        right.ax.set_xticks([1, 10, 100], ["1", "10", "100"])
        whole = plots.curves(left.ax, ["f"], color=plots.TRUTH, lw=1, zorder=3)
        part = plots.curves(left.ax, ["its first N waves"], color=plots.FIT, lw=3.2)

        looks = zip(TARIFFS, (CURVES[own] for own in BILLS))
        bills = [
            plots.curves(right.ax, [name.split(":")[0]], color=c, ls=ls, drawstyle="steps-post")
            for name, (_, c, ls) in looks
        ]

        star = here(right.ax)

        def move(r):
            lines = [
                line
                for bill, paid in zip(bills, r.bills)
                for line in bill(WAVES[1:], np.clip(paid[1:], 1e-3, 1e9))
            ]
            for i, line in enumerate(lines):
                line.set(lw=3.4 if i == r.chosen else 1.4, zorder=3 if i == r.chosen else 2)
            at = star(r.N, float(np.clip(r.now, 0.33, 9e5)))
            return (*whole(ROUND, r.whole), *part(ROUND, r.part), *lines, *at)

        left.add(move)

    def caption(self, r):
        price = number(r.now) if 1e3 < r.now < 1e6 else billed(r.now)
        return f"The first {r.N} waves cost {price}." if r.N > 1 else f"One wave costs {price}."

    def numbers(self, r):
        rows = zip(TARIFFS, r.bills)
        all_three = ", ".join(f"{name.split(':')[0]} {billed(b[r.N])}" for name, b in rows)
        return (
            f"the first {r.N} waves cost {billed(r.now)}; the last of them {billed(r.last)}; "
            f"by each list: {all_three}."
        )

    def headline(self, r):
        return Claim(
            "a value is paid for, wave by wave",
            "Theorem 16.2",
            r.top,
            float(np.sqrt(r.width * r.now)),
            words="|f(x)| is at most √k(x, x) times the root of the bill, for the kernel of these "
            "waves.",
        )

    def identities(self, r):
        return [
            Claim("the bill is at least its last wave", "section “Waves”", r.now, r.last, ">="),
            Claim(
                "|x| never costs more than 5π²/12 + 2ℓ²",
                "section “Waves”",
                r.now,
                r.limit,
                why_not="" if r.roof else "it is for |x| and the first list",
            ),
        ]


def itself(target):
    """The function on ROUND: the sum of its waves, but a jump without their overshoot."""
    if np.array_equal(target, WAVY["a jump"]):
        return np.where(np.abs(ROUND) < np.pi / 2, 1.0, 0.0)
    return COSINES @ target


def billed(price):
    """A price in words; beyond 10¹² (and long before weights are cut off) only that it is so."""
    return told(float(price)) if price < 1e12 else "more than 10¹²"
