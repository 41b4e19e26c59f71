"""The figure `gallery`."""

import numpy as np

from helpers import losses, plots
from helpers.learning import surrogate
from helpers.live import Claim, Figure, Guess, Handle, Step, log_slider, slider

MARGINS = np.linspace(-4, 5, 361)  # 0 is one of them


PLACES = np.linspace(-3, 3, 241)  # thresholds


SHOWN = {
    "0-1": losses.zero_one,
    "hinge": losses.hinge,
    "logistic": losses.logistic,
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
            "exponential": "It runs from examples far on the <i>wrong</i> side. On the right side "
            "$e^{-m}$ is nearly 0.",
            "squared": "Right: $(1 - m)^2$ wants the margin to be 1, and a margin of 5 costs 16.",
        },
        answer="squared",
    )

    veiled = (1,)
    story = [
        Step("in line", "The eleventh example stands among its kind: all five agree.", place=1),
        Step("far and right", "Right already, and farther: which threshold moves?", place=5),
        Step("far and wrong", "On the wrong side now. Which loss pays any price for it?", place=-4),
        Step(
            "score 0", "A threshold of 0 gives it no sign, a mistake: all five step aside.", place=0
        ),
        Step(
            "timid", "Small scores: all losses but one are nearly straight lines.", c=0.3, place=-4
        ),
        Step(
            "bold", "Large scores: doubts vanish, and far mistakes cost even more.", c=3, place=-4
        ),
    ]
    notes = """Start with a vote: which loss is afraid of a right answer? Far and right: only the
    squared loss has moved, and makes a mistake to please an example that was right already. Far
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

    def sliders(self):
        return dict(
            place=slider("eleventh example x", 3, -4, 5, 0.1),
            c=log_slider("scale c", 1, 0.2, 3),
        )

    @staticmethod
    def compute(place, c):
        """For each loss the thresholds b at which the score c(x - b) has the least mean loss."""
        x = np.append(TEN, place)
        margins = c * (x - PLACES[:, None]) * LABELS  # one row for each threshold
        mean = np.array([loss(margins).mean(axis=1) for loss in SHOWN.values()])
        lowest = [np.flatnonzero(row <= row.min() + 1e-12) for row in mean]
        middle = np.array([i[len(i) // 2] for i in lowest])
        return dict(
            m=c * place,
            margins=margins,
            mean=mean,
            best=PLACES[middle],
            spans=[PLACES[i[[0, -1]]] for i in lowest],
            wrong=np.round(11 * mean[0, middle]).astype(int),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(2, 3))
        left.set(
            xlim=(-4, 5), ylim=(0, 8), xlabel="margin $m = y\\,s$", ylabel="loss of one example"
        )
        right.set(xlim=(-4.3, 5.3), ylim=(-0.7, 5.7), xlabel="examples $x$ and threshold $b$")
        right.set_yticks(ROWS, SHOWN)
        right.text(-4.2, -0.5, "examples", fontsize=11)
        graphs = plots.curves(left, list(SHOWN), legend=None)
        graphs(MARGINS, *(loss(MARGINS) for loss in SHOWN.values()))
        eleventh = plots.level(left, "the 11th", across=True)  # its margin at b = 0
        plots.legend_above(left, ncols=3)
        left.set_title("\n ")  # two rows of legend
        minus, plus = (
            right.plot(TEN[LABELS[:10] == s], [0] * 5, ls="", **look)[0]
            for s, look in ((-1, CROSS), (1, PLUS))
        )
        bars = [right.plot([], [], color=plots.COLOURS[i], lw=5, alpha=0.45)[0] for i in range(5)]
        spots = plots.points(right, [""] * 5, legend=None, size=110)
        counts = [right.text(0, row, "", va="center", fontsize=11) for row in ROWS]
        star = plots.mark(right, "the eleventh, label +1", size=16)
        right.legend(
            [minus, plus, *star(0, 0)],
            ["label −1", "label +1", "the eleventh (+1)"],
            **ABOVE,
        )

        def move(r):
            for bar, span, row in zip(bars, r.spans, ROWS):
                bar.set_data(span, [row, row])
            for text, b, span, row, k in zip(counts, r.best, r.spans, ROWS, r.wrong):
                text.set_position((max(span[1], b) + 0.25, row))
                text.set_text(
                    "no mistake" if k == 0 else "1 mistake" if k == 1 else f"{k} mistakes"
                )
            places = ([[b, row]] for b, row in zip(r.best, ROWS))
            return *eleventh(r.m), *bars, *spots(*places), *counts, *star(r.place, 0)

        return move

    def caption(self, r):
        worst = [name for name, k in zip(SHOWN, r.wrong) if k > r.wrong[0]]
        if worst:
            return f"More mistakes than necessary: {', '.join(worst)}."
        return "No loss makes more mistakes than necessary."

    def numbers(self, r):
        words = ", ".join(f"{name} {b:.2f} ({k})" for name, b, k in zip(SHOWN, r.best, r.wrong))
        return f"lowest thresholds (and mistakes there): {words}."

    def headline(self, r):
        share, others = r.mean[0], r.mean[1:] / [[1], [np.log(2)], [1], [1]]
        closest = np.unravel_index(np.argmax(share / np.maximum(others, 1e-300)), others.shape)
        return Claim(
            "hinge, logistic/ln 2, exponential, squared ≥ 0-1, where their ratio is least",
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
