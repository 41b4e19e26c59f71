"""Live figures: sliders that move artists on one persistent canvas, with the theorems checked beside them."""

from helpers.live.claim import Claim
from helpers.live.controls import (
    bandwidth,
    choice,
    int_slider,
    log_slider,
    regularisation,
    slider,
    step_size,
    temperature,
    text,
    toggle,
)
from helpers.live.figure import Live, figures
from helpers.live.source import source

__all__ = [
    "Claim",
    "Live",
    "bandwidth",
    "choice",
    "figures",
    "int_slider",
    "log_slider",
    "regularisation",
    "slider",
    "source",
    "step_size",
    "temperature",
    "text",
    "toggle",
]
