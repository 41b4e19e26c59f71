"""The figures of notebook 18, Fourier features: spectra, waves, random cosines, band limits."""

from lessons.n18_fourier_features.budget import Budget as budget
from lessons.n18_fourier_features.chord import Chord as chord
from lessons.n18_fourier_features.cosines import Cosines as cosines
from lessons.n18_fourier_features.deaf import Deaf as deaf
from lessons.n18_fourier_features.listen import Listen as listen
from lessons.n18_fourier_features.stack import Stack as stack

__all__ = [
    "listen",
    "chord",
    "cosines",
    "budget",
    "deaf",
    "stack",
]
