"""Two topics of three words: points in a triangle."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.estimation import moments as mm
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, slider
from lessons.n30_method_of_moments.world import CORNERS, FOUND, plane, triangle

PAIR_NAMES = ("rr", "rw", "rs", "ww", "ws", "ss")
TRIPLE_NAMES = ("rrr", "rrw", "rrs", "rww", "rws", "rss", "www", "wws", "wss", "sss")


class Pairs(Figure):
    """Two models whose words and pairs have the same chances, and whose triples have not."""

    guess = Guess(
        "There are two topics. You know the exact chance of every word and of every pair of words "
        "in a text, but not how common each topic is. Do you know the topics?",
        {
            "yes": "Pairs give a line on which both topics lie. On it two places and a share are "
            "unknown, and mean and variance are only two equations.",
            "yes, if the topics differ enough": "Distance does not help: try its slider.",
            "no: a whole line of other topics has the same pairs": "Drag the star: every pair "
            "keeps its chance, and only triples change.",
            "no: only the words that both share": "Pairs say more than that: they give the line on "
            "which both topics lie.",
        },
        answer="no: a whole line of other topics has the same pairs",
    )

    size = (10.4, 4.4)
    veiled = (0, 1)
    MEAN = np.array([0.4, 0.32, 0.28])
    story = """
another pair of topics
    Black rings: the true topics. Blue point and star: the topics of another model. It gives all
    six pairs their true chances (bars end at the black marks), not the triples.
slide along | share=0.5
    Now the other model has two equally common topics, at equal distances from the mean. The
    pairs still agree.
the same again | share=0.25
    Blue stands on black: only at the true share do the triples agree too.
too far | share=0.86
    The star has left the triangle: one of its chances is negative, so this is no model, and
    there are no bars to draw.
topics close together | distance=0.08
    The nearer the topics, the smaller the difference between triples: more texts are needed to
    see it.
equal shares | true_share=0.5, share=0.7
    Now the truth has equal shares. Shares of 0.7 and 0.3 still give the same pairs, and other
    triples.
"""
    handles = [
        Handle(
            "move this topic along the line",
            at=lambda r: tuple(plane(r.rival)[1]),
            to=lambda r, x, y: dict(share=r.share_at(x, y)),
        )
    ]
    notes = """Say it in one dimension: two points with weights, given their mean and variance. Two
    equations, three unknowns. Let somebody drag the blue topic and watch the pairs stay. Then ask
    what the third equation would be: skewness, which needs three words of one text."""
    widths = [1, 1.5]
    panels = (
        axes(),
        axes("words in any order: r rain, w wind, s song", (-0.7, 15.7), "chance", (0, 0.28)),
    )

    def sliders(self):
        return dict(
            share=slider("blue’s share π₁′", 0.75, 0.1, 0.9, 0.01),
            true_share=slider("true share π₁", 0.25, 0.1, 0.9, 0.01),
            distance=slider("distance of the topics", 0.17, 0.04, 0.25, 0.01),
            angle=int_slider("direction of the line", 20, 0, 175, 5),
        )

    @staticmethod
    def compute(share, true_share, distance, angle):
        """Truth and rival, their moments, and where the rival would be for any share."""
        turn = np.deg2rad(angle)
        flat = np.column_stack([CORNERS, np.ones(3)])
        spread = distance * np.linalg.solve(flat.T, [np.cos(turn), np.sin(turn), 0.0])
        true, pi = mm.two_topics(Pairs.MEAN, spread, true_share)
        rival, other = mm.two_topics(Pairs.MEAN, spread, share)
        valid = bool(true.min() >= 0), bool(rival.min() >= 0)
        know = [
            moments_told(*m) if ok else None for m, ok in zip(((true, pi), (rival, other)), valid)
        ]
        centre, way = Pairs.MEAN @ CORNERS, np.array([np.cos(turn), np.sin(turn)])

        def share_at(x, y):
            """The share for which topic 2 stands nearest to this place."""
            t = max(float((np.array([x, y]) - centre) @ way), 1e-3) / distance
            return t**2 / (1 + t**2)

        dual = spread / (spread @ spread)
        skews = [(2 * s - 1) / np.sqrt(s * (1 - s)) for s in (true_share, share)]
        return dict(
            true=true,
            rival=rival,
            know=know,
            valid=valid,
            share_at=share_at,
            centre=centre,
            way=way,
            skews=skews,
            third=[None if m is None else third(m, dual) for m in know],
        )

    def picture(self, left, right):
        triangle(left.ax)
        line = plots.curves(left.ax, [None], color="0.6", lw=1.2, ls=":")
        truth = plots.circles(left.ax, "true topics", 13)
        mean = plots.mark(left.ax, "mean", "P", "0.5", 9)
        blue = plots.spots(left.ax, "other model", marker="o", ms=9, color=FOUND, mec="white")

        at = np.r_[np.arange(6), np.arange(6, 16)]
        right.ax.set_xticks(at, [*PAIR_NAMES, *TRIPLE_NAMES], rotation=60)

        right.ax.axvline(5.5, color="0.5", lw=1)
        right.ax.text(2.5, 0.264, "pairs", ha="center", color="0.35")
        right.ax.text(10.5, 0.264, "triples", ha="center", color="0.35")
        bars = plots.bars(right.ax, 16, "other model", (FOUND, 0.5), at)
        edge = plots.spots(right.ax, "truth", marker="_", ms=19, mew=2.4, color=plots.TRUTH)

        here = plots.star(left.ax, 14)

        def move(r):
            ends = r.centre + np.outer([-1, 1], r.way)
            heights = [np.full(16, np.nan) if m is None else np.r_[m[3], m[4]] for m in r.know]
            return (
                *line(ends[:, 0], ends[:, 1]),
                *truth(plane(r.true)),
                *mean(*r.centre),
                *blue(*plane(r.rival).T),
                *bars(heights[1]),
                *edge(at, heights[0]),
                *here(*plane(r.rival)[1]),
            )

        left.add(move)

    def hindrance(self, r):
        """The hypothesis that these values break, or nothing."""
        if all(r.valid):
            return ""
        who = "true" if not r.valid[0] else "blue"
        return f"a {who} topic is outside the triangle: it has a negative chance"

    def caption(self, r):
        if self.hindrance(r):
            return f"No model: {self.hindrance(r)}."
        gap = np.abs(r.know[0][4] - r.know[1][4]).max()
        if gap < 1e-9:
            return "The blue model is the truth: pairs and triples agree."
        return (
            f"Every pair has the same chance in both models. The chances of triples differ by up "
            f"to {gap:.2g}."
        )

    def numbers(self, r):
        told = [f"topics at shares {s:.2f} and {1 - s:.2f}" for s in (r.true_share, r.share)]
        return f"truth: {told[0]}; other model: {told[1]}. {self.caption(r)}"

    def headline(self, r):
        why = self.hindrance(r)
        pair = [0.0 if why else float(m[1][0, 1]) for m in r.know]
        return Claim(
            "other topics, the same pairs",
            "Theorem 30.3",
            measured=pair[1],
            bound=pair[0],
            kind="==",
            why_not=why,
            words="First rain, then wind has the same chance in both models, and so has every "
            "other pair.",
        )

    def identities(self, r):
        why = self.hindrance(r)
        a, b = (None, None) if why else r.know
        gap = [0.0 if why else float(np.abs(a[i] - b[i]).max()) for i in (0, 1)]
        rows = 0.0 if why else float(np.abs(b[1].sum(axis=1) - b[0]).max())
        third = 0.0 if why else r.third[1] - r.third[0]
        return [
            Claim("all words agree", "Theorem 30.3", gap[0], 0.0, "==", why_not=why),
            Claim("all pairs agree", "Theorem 30.3", gap[1], 0.0, "==", why_not=why),
            Claim("rows of pairs add up to words", "section 3", rows, 0.0, "==", why_not=why),
            Claim(
                "triples differ by the skewness",
                "Theorem 30.3",
                third,
                r.skews[1] - r.skews[0],
                "==",
                why_not=why,
            ),
        ]


@lru_cache(64)
def chances_of(B, pi):
    """Chances of sorted pairs and of sorted triples, from the moments; arguments are tuples."""
    M1, M2, M3 = mm.topic_moments(np.array(B), np.array(pi))
    upper = np.triu_indices(3)
    pairs = M2[upper] * np.where(upper[0] == upper[1], 1, 2)
    words, orders = mm.triples(3)
    return M1, M2, M3, pairs, orders * M3[tuple(words.T)]


def moments_told(B, pi):
    """`chances_of` for arrays."""
    return chances_of(tuple(map(tuple, B)), tuple(pi))


def third(know, dual):
    """The third moment along the line, in units of the spread."""
    return float(np.einsum("abc,a,b,c", know[2], dual, dual, dual))
