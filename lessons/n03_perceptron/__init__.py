"""The figures of notebook 03, the perceptron, and the runs that they look at."""

from lessons.n03_perceptron.forever import Forever as forever
from lessons.n03_perceptron.margin import Margin as margin
from lessons.n03_perceptron.spam import Spam as spam
from lessons.n03_perceptron.steps import Steps as steps
from lessons.n03_perceptron.world import MAILS, mail_runs
from lessons.n03_perceptron.xor import Xor as xor

__all__ = [
    "steps",
    "margin",
    "xor",
    "forever",
    "spam",
    "MAILS",
    "mail_runs",
]
