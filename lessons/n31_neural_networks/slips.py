"""What the notes say about networks before they end, measured for notebook 31."""

import numpy as np

from helpers.desk.slips import Slip
from lessons.n31_neural_networks.world import loss_of_two


def not_convex():
    """The loss of the smallest network at two perfect pairs of weights, and half-way between."""
    ends = loss_of_two(np.array([[1.0, 1.0], [-1.0, -1.0], [0.0, 0.0]]))
    return (
        f"two weights, half the squared error: {ends[0]:.0f} at (1, 1) and at (−1, −1), but "
        f"{ends[2]:.1f} half-way"
    )


SLIPS = (
    Slip(
        "Durham 2, Note 1",
        "networks are among the non-convex problems to be treated in the convex setting",
        "a convex loss is convex in the scores; in the weights of a network it is not",
        not_convex,
    ),
)
