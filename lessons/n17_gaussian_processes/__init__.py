"""The figures of notebook 17, Gaussian processes: a band around a curve, its honesty, its use."""

from lessons.card import Card
from lessons.n17_gaussian_processes.band import Band as band
from lessons.n17_gaussian_processes.evidence import Evidence as evidence
from lessons.n17_gaussian_processes.hunt import Hunt as hunt
from lessons.n17_gaussian_processes.prior import Prior as prior
from lessons.n17_gaussian_processes.questions import Questions as questions
from lessons.n17_gaussian_processes.sure import Sure as sure
from lessons.n17_gaussian_processes.world import HIDDEN, HILLS, SIX, XS, YS, design

CARD = Card(
    title="gaussian processes",
    question="How sure is the curve between the points?",
    part="V Kernels",
    needs=("14",),
    sliders="**kernel bandwidth ℓ**, **regularisation λ**, noise",
    row=4,
    weeks={"second": (8, "how sure the curve is, and where to ask next")},
    terms=(
        "Gaussian process",
        "prior",
        "posterior",
        "covariance function|covariance",
        "length scale|lengthscale",
        "marginal likelihood|evidence",
        "hyperparameter",
        "credible band|credible",
        "coverage",
        "active learning",
        "Bayesian optimisation|Bayesian optimization",
        "acquisition function",
        "expected improvement",
        "upper confidence bound",
        "exploration",
        "exploitation",
        "Cholesky",
    ),
)

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
