"""Live figures: one class each, with its story, its theorems and handles to drag."""

from helpers.live.claim import Claim, five_errors, mean_and_errors
from helpers.live.controls import (
    bandwidth,
    choice,
    int_slider,
    log_slider,
    points,
    regularisation,
    slider,
    step_size,
    temperature,
    text,
    toggle,
)
from helpers.live.figure import Figure, figures
from helpers.live.guess import Guess, GuessNumber
from helpers.live.panel import axes
from helpers.live.ready import ready
from helpers.live.score import score_card, tally
from helpers.live.source import source
from helpers.live.story import Handle, Step, point_handles

__all__ = [
    "Claim",
    "Figure",
    "Guess",
    "GuessNumber",
    "Handle",
    "Step",
    "axes",
    "bandwidth",
    "choice",
    "figures",
    "five_errors",
    "int_slider",
    "log_slider",
    "mean_and_errors",
    "point_handles",
    "points",
    "ready",
    "regularisation",
    "score_card",
    "slider",
    "source",
    "step_size",
    "tally",
    "temperature",
    "text",
    "toggle",
]
