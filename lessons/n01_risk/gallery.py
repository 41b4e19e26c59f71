"""The figure `gallery`."""

import numpy as np

from helpers import losses, plots
from helpers.learning import surrogate
from helpers.live import Claim, Figure, Guess, Handle, axes, log_slider, slider

MARGINS = np.linspace(-4, 5, 361)  # 0 is one of them
PLACES = np.linspace(-3, 3, 241)  # thresholds
SHOWN = {
    "0-1": losses.zero_one,
    "hinge": losses.hinge,
    "logistic / ln 2": surrogate.SURROGATES["logistic / ln 2"],
    "exponential": losses.exponential,
    "squared": surrogate.squared,
}


TEN = np.array([-2, -1.6, -1.2, -0.8, -0.3, 0.3, 0.8, 1.2, 1.6, 2])
LABELS = np.repeat([-1.0, 1.0], [5, 6])
ROWS = np.arange(5, 0, -1)  # heights of the five losses
CROSS = dict(marker="X", color=plots.ORANGE, ms=9, mec="black", mew=0.6)
PLUS = dict(marker="P", color=plots.SKY, ms=9, mec="black", mew=0.6)
ABOVE = dict(loc="lower left", bbox_to_anchor=(-0.02, 1), ncols=3, frameon=False)


class Gallery(Figure):
    """Five losses of the margin, and what each of them does to a threshold."""

    guess = Guess(
        "The eleventh example moves far to the <b>right</b>, where it is right without any doubt. "
        "Which loss moves its threshold, and even makes a mistake elsewhere?",
        {
            "0-1": "It counts mistakes; one that is right costs 0, however far away.",
            "hinge": "Beyond a margin of 1 the hinge is 0: it does not look any more.",
            "exponential": "It is large far on the <i>wrong</i> side. On the right side "
            "$e^{-m}$ is nearly 0.",
            "squared": "Right: $(1 - m)^2$ wants the margin to be 1, and a margin of 5 costs 16.",
        },
        answer="squared",
    )

    veiled = (1,)
    story = """
in line | place=1
    The eleventh example stands among its kind: no loss makes a mistake.
far and right | place=5
    Right already, and farther: which threshold moves?
far and wrong | place=-4
    On the wrong side now. Which loss makes other mistakes to soften this one?
score 0 | place=0
    At b = 0 its score is exactly 0, a mistake: no loss keeps that threshold.
timid | c=0.3, place=-4
    Small scores: about b = 0 every margin is under 1, where the hinge is a straight line. It
    drifts far to the left.
bold | c=3, place=-4
    Large scores: a far mistake costs even more. The exponential loss gives up five others for it.
"""
    sees = {
        "in line": lambda r: r.place == 1 and not r.wrong.any(),
        "far and right": lambda r: r.wrong.tolist() == [0, 0, 0, 0, 1] and r.place == 5,
        "far and wrong": lambda r: r.wrong.tolist() == [1, 1, 2, 5, 2],
        "score 0": lambda r: r.place == 0 and not any(low <= 0 <= high for low, high in r.spans),
        "timid": lambda r: r.margins[np.abs(PLACES) < 0.3].max() < 1 and r.spans[1][1] < -1,
        "bold": lambda r: r.wrong[3] == 6 and r.wrong[0] == 1,
    }
    notes = """Start with a vote: which loss is afraid of a right answer? Far and right: only the
    squared loss makes a mistake, to please an example that was right already. Far
    and wrong: now the exponential runs furthest, the 0-1 loss shrugs (one mistake is one
    mistake). Score 0: is it a mistake? It must be, or w = 0 is perfect."""
    handles = [
        Handle(
            "move the eleventh example",
            at=lambda r: (r.place, 0),
            to=lambda r, x, y: dict(place=x),
            panel=1,
        )
    ]

    widths = (2, 3)
    panels = (
        axes("margin $m = y\\,s$", (-4, 5), "loss of one example", (0, 8)),
        axes("examples $x$ and threshold $b$", (-4.3, 5.3), ylim=(-0.7, 5.7)),
    )

    def sliders(self):
        return dict(
            place=slider("eleventh example x", 3, -4, 5, 0.1),
            c=log_slider("scale c", 1, 0.2, 3),
        )

    @staticmethod
    def compute(place, c):
        """For each loss the thresholds b at which the score c(x - b) has the least mean loss, and
        the fewest mistakes that one of them makes."""
        x = np.append(TEN, place)
        margins = c * (x - PLACES[:, None]) * LABELS  # one row for each threshold
        mean = np.array([loss(margins).mean(axis=1) for loss in SHOWN.values()])
        lowest = [np.flatnonzero(row <= row.min() + 1e-12) for row in mean]
        mistakes = np.round(11 * mean[0]).astype(int)
        return dict(
            m=c * place,
            margins=margins,
            mean=mean,
            spans=[PLACES[i[[0, -1]]] for i in lowest],
            wrong=np.array([mistakes[i].min() for i in lowest]),
        )

    def picture(self, left, right):
        left.legend(show=False)
        graphs = plots.curves(left.ax, list(SHOWN), legend=None)
        graphs(MARGINS, *(loss(MARGINS) for loss in SHOWN.values()))
        left.level("the 11th", across=True, shows=lambda r: r.m)  # its margin at b = 0
        plots.legend_above(left.ax, ncols=3)
        left.ax.set_title("\n ")  # two rows of legend

        right.legend(show=False)
        right.ax.set_yticks(ROWS, SHOWN)
        right.ax.text(-4.2, -0.5, "examples", fontsize=11)
        minus, plus = (
            right.ax.plot(TEN[LABELS[:10] == s], [0] * 5, ls="", **look)[0]
            for s, look in ((-1, CROSS), (1, PLUS))
        )
        right.add(spans_and_counts(right.ax), shows=lambda r: (r.spans, r.wrong))
        right.points([""] * 5, legend=None, size=110, shows=lambda r: (*dots(r.spans),))
        star = plots.mark(right.ax, "the eleventh, label +1", size=16)
        right.add(star, shows=lambda r: (r.place, 0))
        right.ax.legend(
            [minus, plus, *star(0, 0)],
            ["label −1", "label +1", "the eleventh (+1)"],
            **ABOVE,
        )

    def caption(self, r):
        worst = [name for name, k in zip(SHOWN, r.wrong) if k > r.wrong[0]]
        if worst:
            return f"More mistakes than necessary: {', '.join(worst)}."
        return "No loss makes more mistakes than necessary."

    def numbers(self, r):
        spans = (f"{a:.2f}" if a == b else f"{a:.2f} to {b:.2f}" for a, b in r.spans)
        words = ", ".join(f"{name} {s} ({k})" for name, s, k in zip(SHOWN, spans, r.wrong))
        return f"thresholds of lowest mean loss (and fewest mistakes there): {words}."

    def headline(self, r):
        share, others = r.mean[0], r.mean[1:]
        closest = np.unravel_index(np.argmax(share / np.maximum(others, 1e-300)), others.shape)
        return Claim(
            "hinge, logistic / ln 2, exponential, squared ≥ 0-1, where their ratio is least",
            "Theorem 1.3",
            others[closest],
            share[closest[1]],
            ">=",
            words="No mean loss is below the share of mistakes, at any threshold.",
        )

    def identities(self, r):
        scores = r.margins * LABELS
        squares = (scores - LABELS) ** 2 - (1 - r.margins) ** 2
        rescaled = losses.zero_one(r.margins / r.c).mean(axis=1)
        return [
            Claim("(s − y)² = (1 − m)²", "section 2", np.abs(squares).max(), 0, "=="),
            Claim(
                "the 0-1 loss does not see c", "section 2", np.ptp(r.mean[0] - rescaled), 0, "=="
            ),
        ]


def spans_and_counts(ax):
    """A bar over the lowest thresholds of each loss, and the fewest mistakes there.

    move(spans, wrong).
    """
    bars = [ax.plot([], [], color=plots.COLOURS[i], lw=5, alpha=0.45)[0] for i in range(5)]
    counts = [ax.text(0, row, "", va="center", fontsize=11) for row in ROWS]

    def move(spans, wrong):
        for bar, text, span, row, k in zip(bars, counts, spans, ROWS, wrong):
            bar.set_data(span, [row, row])
            text.set_position((span[1] + 0.25, row))
            text.set_text("no mistake" if k == 0 else "1 mistake" if k == 1 else f"{k} mistakes")
        return *bars, *counts

    return move


def dots(spans):
    """One dot for each loss whose mean is lowest at a single threshold."""
    return [[[low, row]] if low == high else None for (low, high), row in zip(spans, ROWS)]
