"""The figures of notebook 06, logistic regression.

tumour (temperature), race (descent and Newton), away (separable data), iris (three classes), sure
(calibration)."""

from lessons.n06_logistic.away import Away as away
from lessons.n06_logistic.iris import Iris as iris
from lessons.n06_logistic.race import Race as race
from lessons.n06_logistic.sure import Sure as sure
from lessons.n06_logistic.tumour import Tumour as tumour

__all__ = [
    "tumour",
    "race",
    "away",
    "iris",
    "sure",
]
