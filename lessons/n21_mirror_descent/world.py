"""What the figures of this lesson share, and its own laws and cases."""

import numpy as np

from helpers import plots
from helpers.linear.softmax import entropy, simplex_points
from helpers.online import mirror

EG, OGD = plots.FIT, plots.ORANGE  # the two learners, in every panel
DASHED, DOTTED = dict(color=plots.BOUND, ls="--"), dict(color=plots.BOUND, ls=":")


def pair_of_curves(ax, names=("EG", "OGD"), **line):
    """A solid curve for EG, dash-dotted for OGD. move(x, eg, ogd)."""
    looks = zip(names, (EG, OGD), ("-", "-."))
    lines = [plots.curves(ax, [name], color=c, ls=ls, **line) for name, c, ls in looks]
    return lambda x, eg, ogd: (*lines[0](x, eg), *lines[1](x, ogd))


def counted(ax):
    """The number of experts along a logarithmic axis, and regret up another."""
    ax.set(xscale="log", yscale="log", xlim=(1.8, 340), xlabel="experts d")
    plots.ticks(ax, x=[2, 10, 40, 100, 300])


def minus(value, digits=2):
    """A number with a proper minus sign, and none before zero."""
    return f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")


TOSSES = {i: mirror.coins(400, 300, np.random.default_rng(2100 + i)) for i in range(1, 6)}
GAMES = ("coins", "one good expert", "see-saw", "the best changes")


def played(losses, T, d, sample):
    """Losses (T, d) of a game."""
    if losses == "coins":
        return TOSSES[sample][:T, :d]
    return dict(zip(GAMES[1:], (mirror.one_good, mirror.see_saw, mirror.changing)))[losses](T, d)


def two_entropies(w):
    """sum_j p_j log p_j with p = ((1 + w)/2, (1 - w)/2); infinite beyond -1 and 1."""
    inside = np.abs(w) <= 1
    p = (1 + np.where(inside, w, 0.0)) / 2
    return np.where(inside, -entropy(np.stack([p, 1 - p], axis=-1)), np.inf)


WELLS = {  # R, its derivative, its conjugate
    "quadratic w²/2": (lambda w: w * w / 2, lambda w: w, lambda t: t * t / 2),
    "entropy of two experts": (
        two_entropies,
        lambda w: np.arctanh(np.clip(w, -1 + 1e-15, 1 - 1e-15)),
        lambda t: np.logaddexp(t, -t),
    ),
    "|w| on [−1, 1]": (
        lambda w: np.where(np.abs(w) <= 1 + 1e-12, np.abs(w), np.inf),
        np.sign,
        lambda t: np.maximum(np.abs(t) - 1, 0),
    ),
    "two wells (w² − 1)²/2": (
        lambda w: (w * w - 1) ** 2 / 2,
        lambda w: 2 * w * (w * w - 1),
        None,
    ),
}


SMOOTH = [name for name in WELLS if "|" not in name]
CORNERS = simplex_points(np.eye(3))


def triangle(ax, names=("expert 1", "expert 2", "expert 3")):
    """The simplex of three experts, its corners named."""
    ax.plot(*np.vstack([CORNERS, CORNERS[:1]]).T, color="0.2", lw=1.4)
    ax.set(xlim=(-0.12, 1.12), ylim=(-0.13, 1.0), xticks=[], yticks=[], aspect="equal")
    ax.grid(False)
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    places = ((0, -0.03, "top"), (1, -0.03, "top"), (0.5, 0.92, "bottom"))
    for (x, y, va), name in zip(places, names):
        ax.text(x, y, name, ha="center", va=va, fontsize=11)
