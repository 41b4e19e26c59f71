"""Growth: the number of labellings against n."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.generalisation import vc
from helpers.live import (
    Claim,
    Figure,
    Guess,
    axes,
    choice,
    int_slider,
)
from lessons.n26_vc_dimension.world import KINDS

LARGEST = 12
SIZES = np.arange(1, LARGEST + 1)
AXIS = (0.5, LARGEST + 0.5)
TURNS = (
    2
    * np.pi
    * np.random.default_rng(26).permutation(
        (np.arange(LARGEST) + np.random.default_rng(6).uniform(0, 0.6, LARGEST)) / LARGEST
    )
)


def extremes_first(P):
    """The same points, the farthest left, right, down and up before the others."""
    ends = [*P.argmin(axis=0), *P.argmax(axis=0)]
    return P[ends + [i for i in range(len(P)) if i not in ends]]


OVAL = extremes_first(np.column_stack([np.cos(TURNS), 0.7 * np.sin(TURNS + 0.3)]))


class Growth(Figure):
    """Labellings that a class draws, counted exactly, beside all 2^n and what Sauer allows."""

    guess = Guess(
        "Twelve points have 4096 labellings. How many of them can a straight line draw?",
        {
            "about 130": "134, which is 3 %. From the fourth point on the number grows like n², "
            "not like 2ⁿ.",
            "about 600": "Even that would be 15 %. The share falls faster.",
            "about 2000": "Half of them is what is left at six points: 32 of 64.",
            "about 3600": "The share of four points, 14 of 16, does not last.",
        },
        answer="about 130",
    )

    size = (10, 4.3)
    veiled = (0, 1)
    story = """
half-planes
    Up to three points blue follows all 2ⁿ. From four on it falls behind: 134 of 4096.
at the bend | n=4
    Three points are shattered, four are not. The bend is at the VC dimension.
discs | cls="discs"
    The same VC dimension, more labellings: discs use up what Sauer allows, exactly.
intervals | cls="intervals"
    Intervals reach Sauer’s number too, with VC dimension two.
rectangles | cls="rectangles"
    The first four points are the extremes: all 16. The fall on the right begins at five.
convex polygons | cls="convex polygons"
    No bend, no fall: all 4096. There is no end to what they can memorise.
"""
    sees = {
        "half-planes": lambda r: (r.counts[:3] == 2 ** SIZES[:3]).all() and r.total == 134,
        "at the bend": lambda r: r.counts[2] == 8 and r.counts[3] < 16 and r.n == r.d + 1,
        "discs": lambda r: (r.counts == r.sums).all() and r.d == 3,
        "intervals": lambda r: (r.counts == r.sums).all() and r.d == 2,
        "rectangles": lambda r: r.counts[3] == 16 and r.counts[4] < 32,
        "convex polygons": lambda r: r.total == 4096,
    }
    notes = """The left panel is logarithmic: a straight line is exponential growth, a bent one is
    polynomial. The right panel is the one to remember: memory is perfect up to d and then
    collapses. Ask where 100 points would be: 9902 of 10³⁰."""

    panels = (
        axes("points n", AXIS, "labellings", (1, 6000, "log"), xticks=SIZES),
        axes("points n", AXIS, "share of all labellings", (0, 1.06), xticks=SIZES),
    )

    def sliders(self):
        return dict(
            cls=choice("class", "half-planes", list(KINDS)),
            n=int_slider("points n", LARGEST, 1, LARGEST),
        )

    @staticmethod
    def compute(cls, n):
        """Counts up to LARGEST points, and Sauer's chain of bounds at n."""
        counts, d = growth_of(cls), KINDS[cls].vc
        sums = np.array([vc.sauer(int(m), d or LARGEST) for m in SIZES])
        dims = d or LARGEST
        return dict(
            counts=counts,
            total=int(counts[n - 1]),
            d=d,
            sums=sums,
            simple=np.where(SIZES >= dims, (np.e * SIZES / dims) ** dims, np.nan),
            middle=(n / dims) ** dims * (1 + dims / n) ** n,
            losses=loss_vectors(cls, n),
        )

    def picture(self, left, right):
        left.ax.plot(SIZES, 2.0**SIZES, color=plots.TRUTH, ls=":", label="all $2^n$")
        finite = lambda r, y: (SIZES, y if r.d else np.full(LARGEST, np.nan))  # noqa: E731
        left.curve("Sauer’s sum", plots.BOUND, lambda r: finite(r, r.sums), ls="--")
        left.curve("$(en/d)^d$", plots.ORANGE, lambda r: finite(r, r.simple), ls="-.")
        left.curve("drawn", plots.BLUE, lambda r: (SIZES, r.counts), marker="o")
        right.ax.set_title("share that is drawn")
        right.curve("", plots.BLUE, lambda r: (SIZES, r.counts / 2.0**SIZES), marker="o")
        right.level(None, plots.BOUND, across=True, shows=lambda r: r.d or np.nan)
        right.legend(show=False)
        right.hand("choose n", shows=lambda r: (r.n, r.total / 2**r.n), n="x")

    def caption(self, r):
        if r.d is None:
            return f"Convex polygons draw all {2**r.n} labellings of {r.n} points in a ring."
        if r.n <= r.d and r.total == 2**r.n:
            return f"All {r.total}: up to the VC dimension, {r.d}, every labelling is drawn."
        return (
            f"{r.cls.capitalize()} draw {r.total} of {2**r.n} labellings; Sauer allows "
            f"{r.sums[r.n - 1]}."
        )

    def numbers(self, r):
        return (
            f"{r.cls} draw {', '.join(map(str, r.counts))} labellings of 1 to {LARGEST} points; "
            f"Sauer allows {r.sums[r.n - 1]} at n = {r.n}."
        )

    def headline(self, r):
        return Claim(
            "Sauer’s lemma",
            "Theorem 26.2",
            r.total,
            r.sums[r.n - 1],
            why_not="" if r.d else "this class shatters sets of any size",
            words="VC dimension d allows at most C(n,0) + … + C(n,d) labellings of n points.",
        )

    def identities(self, r):
        count = KINDS[r.cls].count
        far = "" if r.d and r.n >= r.d else "n is below the VC dimension"
        return [
            Claim(
                "the exact count",
                "Theorem 26.1",
                r.total,
                count(r.n) if count else r.total,
                "==",
                why_not="" if count else "for this class the number depends on the points",
            ),
            Claim("Sauer’s sum, simpler", "section 2", r.sums[r.n - 1], r.middle, why_not=far),
            Claim(
                "and simpler still",
                "section 2",
                r.middle,
                r.simple[r.n - 1] if not far else np.inf,
                why_not=far,
            ),
            Claim("as many vectors of losses", "section 2", r.losses, r.total, "=="),
        ]


@lru_cache(8)
def growth_of(cls):
    """(LARGEST,): how many labellings of the first n points of OVAL the class draws."""
    codes = np.flatnonzero(KINDS[cls].draws(OVAL))
    return np.array([len(np.unique(codes % 2**n)) for n in SIZES])


@lru_cache(128)
def loss_vectors(cls, n):
    """How many vectors of 0-1 losses members have on the first n points with random answers."""
    codes = np.unique(np.flatnonzero(KINDS[cls].draws(OVAL)) % 2**n)
    guesses = vc.all_labellings(n)[codes]
    answers = np.random.default_rng(n).random(n) < 0.5
    return len(np.unique(guesses != answers, axis=0))
