"""The figures of notebook 18, Fourier features: spectra, waves, random cosines, band limits."""

from lessons.card import Card
from lessons.n18_fourier_features.budget import Budget as budget
from lessons.n18_fourier_features.chord import Chord as chord
from lessons.n18_fourier_features.cosines import Cosines as cosines
from lessons.n18_fourier_features.deaf import Deaf as deaf
from lessons.n18_fourier_features.listen import Listen as listen
from lessons.n18_fourier_features.stack import Stack as stack

CARD = Card(
    title="fourier features",
    question="Which frequencies does a kernel hear?",
    part="V Kernels",
    needs=("15",),
    sliders="**kernel bandwidth ℓ**, features D",
    row=4,
    weeks={"second": 6},
    terms=(
        "Bochner",
        "spectral density|spectral measure",
        "random Fourier features",
        "shift-invariant|stationary",
        "Fourier transform",
        "Monte Carlo",
        "universal",
        "band-limited|band limit",
        "sinc",
        "positive definite",
        "bandwidth",
        "feature map",
    ),
)

__all__ = [
    "listen",
    "chord",
    "cosines",
    "budget",
    "deaf",
    "stack",
]
