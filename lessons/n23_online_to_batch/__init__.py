"""The figures of notebook 23, online to batch: predict, look, learn; what it pays is its risk."""

from lessons.card import Card
from lessons.n23_online_to_batch.budget import Budget as budget
from lessons.n23_online_to_batch.kiosk import Kiosk as kiosk
from lessons.n23_online_to_batch.passes import Passes as passes
from lessons.n23_online_to_batch.pupil import Pupil as pupil
from lessons.n23_online_to_batch.spread import Spread as spread
from lessons.n23_online_to_batch.tree import Tree as tree

CARD = Card(
    title="online to batch",
    question="How does low regret become low risk?",
    part="VI Online learning",
    needs=(
        "08",
        "20",
    ),
    sliders="**step size η**, rounds",
    row=7,
    weeks={"second": (10, "low regret is low risk, with one pass over the data")},
    terms=(
        "online-to-batch",
        "martingale",
        "regret",
        "excess risk",
        "i.i.d.",
        "progressive validation",
        "averag",
        "generalisation",
        "with high probability|confidence",
        "stochastic gradient descent",
    ),
)

__all__ = [
    "pupil",
    "tree",
    "kiosk",
    "budget",
    "passes",
    "spread",
]
