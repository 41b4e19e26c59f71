"""What the figures of this lesson share, and its own laws and cases."""

import numpy as np

from helpers import plots

SECOND = plots.ORANGE  # you; the learner that sees more, or mixes
ALLOWED = "chance is allowed five standard errors"


def heap(ax, edges, label, colour):
    """A histogram as filled steps, its highest bar 1. move(sample, chances)."""
    steps = ax.stairs(np.zeros(len(edges) - 1), edges, fill=True, alpha=0.65)
    steps.set(color=colour, label=label)

    def move(sample, chances):
        inside = np.clip(sample, edges[0], edges[-1])
        bars = np.histogram(inside, edges, weights=chances)[0]
        steps.set_data(bars / bars.max())
        return (steps,)

    return move


CHANCES = np.array([0.2, 0.5, 0.6, 0.7])
