"""The figures of notebook 13, boosting, and the runs of AdaBoost that they look at.

A run is made once and kept while only the number of rounds is moved:

    a shape in the plane, a target on the line, breast cancer:  Example(X, y, run, test)
    the game of eight examples and eight rules:                 eight_run(eta, start), a Trace"""

from lessons.card import Card
from lessons.n13_boosting.eight import Eight as eight
from lessons.n13_boosting.greedy import Greedy as greedy
from lessons.n13_boosting.interval import Interval as interval
from lessons.n13_boosting.margins import Margins as margins
from lessons.n13_boosting.price import Price as price
from lessons.n13_boosting.rounds import Rounds as rounds
from lessons.n13_boosting.world import PLANE, cancer, line

CARD = Card(
    title="boosting",
    question="How do weak rules become a strong one, and why does it not overfit?",
    part="IV Margins",
    needs=("02",),
    sliders="rounds, edge",
    row=8,
    live=(
        "rounds",
        "margins",
    ),
    weeks={"ten": (9, "weak rules, one vote, and the margins it leaves"), "five": (4, "")},
    terms=(
        "weak learner",
        "boosting",
        "AdaBoost",
        "decision stump",
        "ensemble",
        "edge",
        "exponential loss",
        "margin",
        "overfitting",
        "label noise",
        "coordinate descent|functional gradient",
        "minimax theorem|von Neumann",
        "early stopping",
        "training error",
        "test error",
    ),
)

__all__ = [
    "rounds",
    "greedy",
    "interval",
    "margins",
    "eight",
    "price",
    "PLANE",
    "cancer",
    "line",
]
