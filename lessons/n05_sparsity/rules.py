"""One coefficient."""

import numpy as np

from helpers import plots
from helpers.linear import lasso as lassos
from helpers.live import Claim, Figure, Guess, Handle, axes, log_slider, regularisation, slider

B = np.linspace(-4, 4, 401)

SHARES = np.linspace(-0.7, 1.7, 241)  # of b; 0 is among them, where the costs have their kinks


SHARES[70] = 0.0


POWERS = (2, 1, 0)


class Rules(Figure):
    """What three penalties make of one least-squares coefficient."""

    guess = Guess(
        r"Three penalties: $\lambda w^2$ (ridge), $\lambda|w|$ (lasso), $\lambda$ for every $w \ne "
        "0$ (count). One rule divides, one subtracts, one decides. Which one takes the <b>same, "
        "positive amount</b> off a coefficient of 2 and off one of 4?",
        {
            "ridge": "Ridge takes the same <i>share</i>: it divides.",
            "the lasso": r"Its slope is $\lambda$ everywhere but at 0, so it takes the same amount "
            "off every coefficient, until nothing is left.",
            "counting": "Counting takes nothing off, or all of it. So the amounts are equal only "
            "if both stay, and then they are 0.",
        },
        answer="the lasso",
    )

    veiled = (0,)
    story = """
three valleys
    Right: fit plus penalty, for every w. Three penalties, three lowest points: ridge (circle),
    lasso (square), counting (triangle).
small b | b=0.4
    A small coefficient: the valley of ℓ₁ now has its lowest point exactly in the kink at 0.
    Ridge's is beside it.
large b | b=3.5
    A large coefficient: the lasso takes the same amount off as before, ridge takes half,
    counting takes nothing.
a dearer price | lam=4
    Drag the diamond on the axis, which is the threshold: everything to its left becomes 0.
a short column | a=0.5
    The same λ, but a column half as long: the threshold is four times as large.
a long column | a=2
    A column twice as long is hardly touched: λ means nothing without the units.
"""
    sees = {
        "three valleys": lambda r: 0 < r.w[0] < r.w[1] < r.w[2] and np.allclose(r.found, r.w),
        "small b": lambda r: r.w[1] == 0 < r.w[0],
        "large b": lambda r: np.allclose(r.b - r.w, [r.b / 2, 0.5, 0]),
        "a dearer price": lambda r: r.threshold == 2 and not r.rules[1][np.abs(B) <= 2].any(),
        "a short column": lambda r: np.isclose(r.threshold, 4 * r.lam / 2),
        "a long column": lambda r: r.w[1] > 0.9 * r.b and np.isclose(r.threshold, r.lam / 8),
    }
    handles = [
        Handle("your b", at=lambda r: (r.b, r.w[1]), to=lambda r, x, y: dict(b=abs(x))),
        Handle(
            "the threshold",
            at=lambda r: (r.lam / (2 * r.a**2), 0.0) if r.lam / (2 * r.a**2) < 4 else None,
            to=lambda r, x, y: dict(lam=2 * r.a**2 * max(x, 1e-3)),
        ),
    ]
    notes = """Ask for each curve: which operation is it? Divide, subtract, decide. Then let b run
    through the threshold and watch the valley on the right: the minimum of the blue curve slides
    down to the kink and stays there."""
    widths = (3, 2)
    panels = (
        axes("what least squares says, $b$", (-4, 4), "what is left of it, $w$", (-4, 4)),
        axes(
            "$w$, as a share of $b$",
            (-0.6, 1.6),
            "cost, as a share of the cost of $w = 0$",
            (0, 2.2),
        ),
    )

    def sliders(self):
        return dict(
            b=slider("least squares b", 1.5, 0.1, 4, 0.05),
            lam=regularisation(1, 0.02, 20),
            a=log_slider("length of the column a", 1, 0.3, 3),
        )

    @staticmethod
    def compute(b, lam, a):
        """Three rules as formulas, and the lowest points of three cost curves, found by looking."""
        return dict(
            rules=[lassos.shrink(B, lam, p, a) for p in POWERS],
            w=np.array([lassos.shrink(b, lam, p, a) for p in POWERS]),
            found=np.array([lowest(b, lam, a, p) for p in POWERS]),
            costs=[cost(SHARES * b, b, lam, a, p) / (a * b) ** 2 for p in POWERS],
            threshold=lam / (2 * a**2),
        )

    def picture(self, left, right):
        right.legend(show=False)

        left.ax.plot([-4, 4], [-4, 4], color="0.7", lw=1.2, ls=":")
        names = ["ridge $\\lambda w^2$", "lasso $\\lambda|w|$", "count $\\lambda\\,1(w \\neq 0)$"]
        look = list(zip((plots.PURPLE, plots.BLUE, plots.ORANGE), ("-.", "-", "--"), "os^"))
        curves, valleys, dots, floors = [], [], [], []
        for name, (colour, dash, shape) in zip(names, look):
            curves.append(plots.curves(left.ax, [name], color=colour, ls=dash, lw=2.4))
            valleys.append(plots.curves(right.ax, [name], color=colour, ls=dash, lw=2.4))
            dots.append(plots.mark(left.ax, marker=shape, colour=colour, size=9))
            floors.append(plots.mark(right.ax, marker=shape, colour=colour, size=9))
        threshold = plots.mark(left.ax, marker="D", colour="white", size=10)
        star = plots.star(left.ax)

        def move(r):
            artists = []
            for curve, valley, dot, floor, rule, charge, w in zip(
                curves, valleys, dots, floors, r.rules, r.costs, r.w
            ):
                height = 1.0 if w == 0 else np.interp(w / r.b, SHARES, charge)
                jump = (SHARES == 0) & (charge is r.costs[2])  # the count's cost has a gap there
                artists += [*curve(B, rule), *valley(SHARES, np.where(jump, np.nan, charge))]
                artists += [*dot(r.b, w), *floor(w / r.b, height)]
            return (*artists, *threshold(r.threshold, 0.0), *star(r.b, r.w[1]))

        left.add(move)

    def caption(self, r):
        ridge, lasso, count = r.w
        left = "exactly 0" if lasso == 0 else f"{lasso:.2f}"
        kept = "all of it" if count else "nothing"
        return f"Of b = {r.b:.2f} ridge leaves {ridge:.2f}, the lasso {left}, counting {kept}."

    def numbers(self, r):
        return (
            f"of b = {r.b:.3g} ridge leaves {r.w[0]:.4g}, the lasso {r.w[1]:.4g} (threshold "
            f"{r.threshold:.3g}), counting {r.w[2]:.4g} (kept if b is over "
            f"{r.lam**0.5 / r.a:.3g})."
        )

    def headline(self, r):
        return Claim(
            "lasso: the lowest point of the cost is at sign(b)·max(|b| − λ/(2a²), 0)",
            "Theorem 5.3",
            r.found[1],
            r.w[1],
            "==",
            tol=1e-5,
            words="The lasso subtracts λ/(2a²) and stops at zero.",
        )

    def identities(self, r):
        given, three = (r.b, r.lam, r.a), "Theorem 5.3"
        spent, least = cost(r.w[2], *given, 0), cost(r.found[2], *given, 0)
        kept, share = r.found[0] / r.b, r.a**2 / (r.a**2 + r.lam)
        return [
            Claim("ridge keeps the share a²/(a² + λ)", three, kept, share, "==", tol=1e-5),
            Claim("counting: cost by the rule = lowest cost", three, spent, least, "==", tol=1e-6),
        ]


def cost(w, b, lam, a, p):
    """a²(w − b)² + λ|w|^p, where |w|⁰ counts w ≠ 0."""
    return a**2 * (w - b) ** 2 + lam * lassos.power(np.asarray(w)[..., None], p)


def lowest(b, lam, a, p):
    """The lowest point of `cost`, found by looking: 0, and a grid that is made finer ten times."""
    centre, half = b / 2, abs(b)
    for _ in range(10):
        w = np.append(centre + half * np.linspace(-1, 1, 41), 0.0)
        centre, half = w[cost(w, b, lam, a, p).argmin()], half / 8
    return centre
