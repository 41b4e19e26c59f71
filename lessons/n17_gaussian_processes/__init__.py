"""The figures of notebook 17, Gaussian processes: a band around a curve, its honesty, its use."""

from lessons.n17_gaussian_processes.band import Band as band
from lessons.n17_gaussian_processes.evidence import Evidence as evidence
from lessons.n17_gaussian_processes.hunt import Hunt as hunt
from lessons.n17_gaussian_processes.prior import Prior as prior
from lessons.n17_gaussian_processes.questions import Questions as questions
from lessons.n17_gaussian_processes.sure import Sure as sure
from lessons.n17_gaussian_processes.world import HIDDEN, HILLS, SIX, XS, YS, design

__all__ = [
    "band",
    "sure",
    "evidence",
    "questions",
    "hunt",
    "prior",
    "HIDDEN",
    "HILLS",
    "SIX",
    "XS",
    "YS",
    "design",
]
