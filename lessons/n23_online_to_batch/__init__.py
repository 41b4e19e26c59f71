"""The figures of notebook 23, online to batch: predict, look, learn; what it pays is its risk."""

from lessons.n23_online_to_batch.budget import Budget as budget
from lessons.n23_online_to_batch.kiosk import Kiosk as kiosk
from lessons.n23_online_to_batch.passes import Passes as passes
from lessons.n23_online_to_batch.pupil import Pupil as pupil
from lessons.n23_online_to_batch.spread import Spread as spread
from lessons.n23_online_to_batch.tree import Tree as tree

__all__ = [
    "pupil",
    "tree",
    "kiosk",
    "budget",
    "passes",
    "spread",
]
