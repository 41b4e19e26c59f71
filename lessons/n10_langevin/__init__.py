"""The figures of notebook 10, Langevin dynamics.

Random numbers are drawn once: every position of the controls meets the same batches and kicks."""

from lessons.card import Card
from lessons.n10_langevin.averages import Averages as averages
from lessons.n10_langevin.clip import Clip as clip
from lessons.n10_langevin.noises import Noises as noises
from lessons.n10_langevin.regression import Regression as regression
from lessons.n10_langevin.shaking import Shaking as shaking
from lessons.n10_langevin.wells import Wells as wells
from lessons.n10_langevin.world import NORMAL

CARD = Card(
    title="langevin",
    question="What if we never stop shaking?",
    part="III Optimisation",
    needs=("08",),
    sliders="**temperature τ**, step size",
    row=9,
    live=(
        "shaking",
        "wells",
    ),
    weeks={"ten": 10, "five": 5},
    terms=(
        "posterior",
        "prior",
        "likelihood",
        "maximum a posteriori|MAP",
        "Bayesian linear regression",
        "Langevin",
        "SGLD|stochastic gradient Langevin",
        "MCMC|Markov chain Monte Carlo",
        "Markov chain",
        "stationary distribution",
        "burn-in",
        "effective sample size",
        "temperature",
        "Gibbs distribution|Boltzmann",
        "posterior predictive|predictive distribution",
        "credible",
        "autocorrelation",
        "conjugate prior|conjugate",
        "discretisation",
    ),
)

__all__ = [
    "shaking",
    "noises",
    "wells",
    "averages",
    "clip",
    "regression",
    "NORMAL",
]
