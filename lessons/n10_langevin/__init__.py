"""The figures of notebook 10, Langevin dynamics.

Random numbers are drawn once: every position of the controls meets the same batches and kicks."""

from lessons.n10_langevin.averages import Averages as averages
from lessons.n10_langevin.clip import Clip as clip
from lessons.n10_langevin.noises import Noises as noises
from lessons.n10_langevin.regression import Regression as regression
from lessons.n10_langevin.shaking import Shaking as shaking
from lessons.n10_langevin.wells import Wells as wells
from lessons.n10_langevin.world import NORMAL

__all__ = [
    "shaking",
    "noises",
    "wells",
    "averages",
    "clip",
    "regression",
    "NORMAL",
]
