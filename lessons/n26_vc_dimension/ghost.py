"""The ghost sample."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.generalisation import vc
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, slider, toggle
from lessons.n26_vc_dimension.world import between_walls, whole

GAPS = np.linspace(0.02, 1, 50)
LEAST = 1e-7
CHAIN = ("truth", "2 · ghost", "4 · signs", "VC bound")
NAMED = dict(xlabel="distance ε", ylabel="probability")


class Ghost(Figure):
    """A sample, a second one that nobody has, and four exact probabilities."""

    guess = Guess(
        "50 examples. With probability 3 % the sample’s share is 0.2 or more from the risk at some "
        "threshold. How often do two samples of 50 differ by 0.2 or more at some threshold?",
        {
            "3 %": "Both of them err, and often in opposite directions.",
            "6 %": "That would count only samples that are off by 0.2 on their own. Two gaps of "
            "0.1 at the same threshold, in opposite directions, will do.",
            "27 %": "Both err, and their errors add up. So one asks for half the distance instead.",
            "60 %": "Too often: 0.16 or more happens in 55 % of all cases.",
        },
        answer="27 %",
    )

    size = (10, 4.4)
    veiled = (1,)
    story = """
truth and sample
    Black is the risk of each threshold, green its share in the sample. The black bar is the
    largest gap between them.
the ghost | new=2
    Dashed orange is a second sample. The blue bar is the largest gap between the two: the truth
    is not needed. Thin line: twice the chance at twice the distance.
swap at random | swap=True
    A coin for each pair: keep or swap. The picture changes, its law does not.
few examples | n=20, eps=0.4
    Twenty examples: two of the four curves never come below 1, a third one only beyond ε = 0.5.
    They promise next to nothing.
many examples | n=400, eps=0.1
    With 400 all four curves come below 1, one after the other: that is the proof.
"""
    sees = {
        "few examples": lambda r: (
            (r.over.min(axis=1) >= 1).sum() == 2 and GAPS[np.argmax(r.over[1] < 1)] > 0.5
        ),
        "many examples": lambda r: (
            (np.diff((r.over >= 1).sum(axis=1)) > 0).all() and r.over[3, -1] < 1
        ),
    }
    handles = [
        Handle(
            "choose ε",
            at=lambda r: (r.eps, max(r.chain[0], LEAST)),
            to=lambda r, x, y: dict(eps=x),
            panel=1,
        )
    ]
    more = ("new",)
    notes = """The idea of the proof in one picture: the diagonal is unknown, and there are too
    many thresholds. The ghost makes it finite: two samples have 2n points, and at most 2n + 1
    thresholds differ on them. Every step of the chain is computed exactly here, so the class sees
    which step loses how much."""
    widths = [1, 1.2]
    panels = (
        axes("threshold a", (0, 1), "share of x ≤ a", (0, 1)),
        dict(xlim=(0, 1), yscale="log", ylim=(LEAST, 1e4), **NAMED),
    )

    def sliders(self):
        return dict(
            n=int_slider("examples n", 50, 20, 400, 10),
            eps=slider("distance ε", 0.2, 0.02, 1, 0.02),
            swap=toggle("swap pairs at random"),
            new=int_slider("new random sample", 1, 1, 20),
        )

    @staticmethod
    def compute(n, eps, swap, new):
        """Two samples and their largest gaps; the chain of probabilities, exactly."""
        rng = np.random.default_rng(new)
        pair = rng.random((2, n))
        if swap:
            pair = np.where(rng.random(n) < 0.5, pair, pair[::-1])
        sample, other = np.sort(pair, axis=1)
        both = np.sort(pair.ravel())
        shares = [np.searchsorted(s, both, side="right") / n for s in (sample, other)]
        k = int(np.argmax(np.abs(shares[0] - shares[1])))
        above, below = np.arange(1, n + 1) / n - sample, sample - np.arange(n) / n
        i = int(np.argmax(np.maximum(above, below)))
        edge = (i + 1) / n if above[i] >= below[i] else i / n
        return dict(
            curves=(step_curve(sample), step_curve(other)),
            gap=float(max(above[i], below[i])),
            gap_at=(sample[i], sample[i], edge),
            twin=float(np.abs(shares[0] - shares[1])[k]),
            twin_at=(both[k], shares[0][k], shares[1][k]),
            over=chain_over(n),
            chain=chain_at(n, eps),
            walked=walked(n, eps),
            same=vc.ghost_tail(n, eps),
        )

    def picture(self, left, right):
        left.ax.plot([0, 1], [0, 1], color=plots.TRUTH, label="truth")
        steps = [
            plots.curves(left.ax, [name], color=colour, ls=dash)
            for name, colour, dash in (("sample", plots.TRAIN, "-"), ("ghost", plots.TEST, "--"))
        ]
        bars = [
            left.ax.plot([], [], color=c, lw=6, alpha=0.7, solid_capstyle="butt")[0]
            for c in (plots.TRUTH, plots.BLUE)
        ]

        right.ax.axhspan(1, 1e4, color="0.93", zorder=0)
        right.ax.text(0.98, 4e3, "over 1: no promise", ha="right", va="top", color="0.35")
        looks = ((plots.TRUTH, "-"), (plots.BLUE, "--"), (plots.PURPLE, "-."), (plots.BOUND, ":"))
        chain = [
            plots.curves(right.ax, [name], color=c, ls=ls) for name, (c, ls) in zip(CHAIN, looks)
        ]
        joined, met = doubled(right.ax), plots.mark(right.ax, None, "D", plots.BLUE, 9)

        here = plots.star(right.ax)
        words = [beside(right.ax, plots.TRUTH), beside(right.ax, plots.BLUE, va="top")]

        def move(r):
            for bar, (x, low, high) in zip(bars, (r.gap_at, r.twin_at)):
                bar.set_data([x, x], [low, high])
            lines = [a for mover, c in zip(steps, r.curves) for a in mover(*c)]
            for mover, y in zip(chain, r.over):
                lines += mover(GAPS, np.where(y < LEAST, np.nan, y))
            lines += (*joined(r.eps, r.same), *met(r.eps, max(r.same, LEAST)))
            for word, chance in zip(words, (r.chain[0], r.same)):
                lines += word(r.eps, chance)
            return *lines, *bars, *here(r.eps, max(r.chain[0], LEAST))

        left.add(move)

    def caption(self, r):
        return (
            f"A gap of {r.eps:.2g} or more somewhere: to the truth with probability "
            f"{told(r.chain[0])} (star), to a ghost with {told(r.same)} (full diamond)."
        )

    def numbers(self, r):
        said = ", ".join(f"{name}: {value:.3g}" for name, value in zip(CHAIN, r.chain))
        return f"largest gap {r.gap:.3g}, to the ghost {r.twin:.3g}; at this ε {said}."

    def headline(self, r):
        small = "" if r.n * r.eps**2 >= 2 else "nε² is below 2"
        return Claim(
            "the ghost sample",
            "Theorem 26.5",
            r.chain[0],
            r.chain[1],
            tol=1e-12,
            why_not=small,
            words="A gap of ε to the truth is at most twice as likely as one of ε/2 to a ghost.",
        )

    def identities(self, r):
        massart = 2 * np.exp(-2 * r.n * r.eps**2)
        return [
            Claim("the ghost, walk by walk", "section 4", r.chain[1] / 2, r.walked[0], "=="),
            Claim("the signs, walk by walk", "section 4", r.chain[2] / 4, r.walked[1], "=="),
            Claim("random signs", "section 4", r.chain[1], r.chain[2]),
            Claim("one exponential for each labelling", "section 4", r.chain[2], r.chain[3]),
            Claim("Massart’s bound", "section 4", r.chain[0], massart, tol=1e-12),
        ]


@lru_cache(64)
def chain_over(n):
    """(4, len(GAPS)): the four probabilities of the chain, at every ε."""
    return np.array([chain_at(n, eps) for eps in GAPS]).T


def chain_at(n, eps):
    """The truth and the three bounds of the proof, each larger than the one before."""
    return (
        vc.deviation_tail(n, eps),
        2 * vc.ghost_tail(n, eps / 2),
        4 * vc.signs_tail(n, eps / 4),
        float(vc.vc_tail(n, np.log(n + 1), eps)),
    )


def walked(n, eps):
    """The ghost's and the signs' probability once more, by walks that are followed step by step."""
    ghost = 1 - between_walls(2 * n, whole(n * eps / 2))[1] / between_walls(2 * n, 2 * n + 1)[1]
    return ghost, 1 - between_walls(n, whole(n * eps / 4))[0]


def step_curve(sample):
    """(x, share): the share of a sample up to x, as the corners of a staircase on [0, 1]."""
    x = np.repeat(np.sort(sample), 2)
    share = np.arange(len(sample) + 1) / len(sample)
    return np.r_[0, x, 1], np.repeat(share, 2)


def doubled(ax):
    """From a point to the one of twice the distance and twice the chance. move(eps, same)."""
    (line,) = ax.plot(
        [], [], color=plots.BLUE, lw=1.2, marker="D", mfc="white", ms=7, markevery=[1]
    )

    def move(eps, same):
        hidden = np.nan if 2 * eps > 1 or same < LEAST else 1
        line.set_data([eps, 2 * eps], [hidden * same, 2 * hidden * same])
        return [line]

    return move


def beside(ax, colour, va="center"):
    """A probability, written to the right of its mark. move(eps, probability)."""
    style = dict(facecolor="white", alpha=0.8, edgecolor="none", pad=1)
    word = ax.text(0, 1, "", color=colour, fontweight="bold", va=va, bbox=style, zorder=5)

    def move(eps, probability):
        shown = probability >= LEAST and eps <= 0.8
        word.set(text=told(probability) if shown else "", x=eps + 0.035, y=max(probability, LEAST))
        return [word]

    return move


def told(probability):
    """A probability in words; of a tiny one only how small it is."""
    if probability >= 0.1:
        return f"{100 * probability:.0f} %"
    return f"{100 * probability:.2g} %" if probability >= 1e-4 else "less than 0.01 %"
