"""The figures of notebook 15, kernel design: bumps on trial, rules, series, words, a forecast."""

from helpers.kernels import text
from lessons.card import Card
from lessons.n15_kernel_design.cliff import Cliff as cliff
from lessons.n15_kernel_design.forecast import Forecast as forecast
from lessons.n15_kernel_design.impostor import Impostor as impostor
from lessons.n15_kernel_design.monomials import Monomials as monomials
from lessons.n15_kernel_design.rules import Rules as rules
from lessons.n15_kernel_design.series import Series as series
from lessons.n15_kernel_design.words import Words as words
from lessons.n15_kernel_design.world import TIME, measured

CARD = Card(
    title="kernel design",
    question="Which functions are kernels?",
    part="V Kernels",
    needs=("14",),
    sliders="**kernel bandwidth ℓ**, points, power p",
    row=3,
    weeks={"second": (6, "which functions are kernels, and which frequencies they hear")},
    terms=(
        "positive semidefinite|positive definite",
        "Mercer",
        "Gram matrix",
        "polynomial kernel",
        "Gaussian kernel",
        "Laplace kernel|Laplacian kernel|Laplace’s kernel|Laplace's kernel",
        "string kernel",
        "edit distance",
        "Schur product",
        "feature map",
        "eigenvalue",
        "closure|sum and product|sums and products",
    ),
)

__all__ = [
    "impostor",
    "cliff",
    "rules",
    "series",
    "forecast",
    "monomials",
    "words",
    "TIME",
    "measured",
    "text",
]
