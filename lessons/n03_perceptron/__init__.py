"""The figures of notebook 03, the perceptron, and the runs that they look at."""

from lessons.card import Card
from lessons.n03_perceptron.forever import Forever as forever
from lessons.n03_perceptron.margin import Margin as margin
from lessons.n03_perceptron.spam import Spam as spam
from lessons.n03_perceptron.steps import Steps as steps
from lessons.n03_perceptron.world import MAILS, mail_runs
from lessons.n03_perceptron.xor import Xor as xor

CARD = Card(
    title="perceptron",
    question="When does correcting mistakes ever end?",
    part="II Linear models",
    sliders="steps, margin",
    row=4,
    live=(
        "steps",
        "margin",
    ),
    weeks={"ten": 2, "five": 2},
    terms=(
        "linearly separable|linear separability",
        "margin",
        "mistake bound",
        "Novikoff",
        "bias|intercept",
        "one-vs-rest|one-vs-all|one against all|one-versus-rest",
        "one-vs-one|one-versus-one",
        "online learning",
        "hyperplane",
        "averaged perceptron|averaged",
        "held-out",
        "early stopping",
        "learning rate",
    ),
)

__all__ = [
    "steps",
    "margin",
    "xor",
    "forever",
    "spam",
    "MAILS",
    "mail_runs",
]
