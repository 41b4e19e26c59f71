"""What the figures of this lesson share, and its own laws and cases."""

import numpy as np

from helpers import losses, plots

# the two classes, told apart by colour and mark
PLUS = dict(marker="X", color=plots.ORANGE, mec="black", mew=0.3, ls="")

MINUS = dict(marker="o", color=plots.SKY, mec="black", mew=0.4, ls="")


def classes(ax, names, size, **style):
    """Points of two classes. move(positive, negative) with (k, 2) arrays."""
    looks = zip(names, (PLUS, MINUS))
    dots = [ax.plot([], [], label=name, ms=size, **look, **style)[0] for name, look in looks]

    def move(*groups):
        for dot, places in zip(dots, groups):
            dot.set_data(*np.transpose(places))
        return dots

    return move


TAUS = np.geomspace(0.05, 20, 80)


def loss_at(margins, tau):
    """Mean logistic loss of the margins at temperature tau; a trailing axis of tau: one each."""
    return losses.logistic(margins / tau).mean(axis=-1)
