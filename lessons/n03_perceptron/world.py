"""What the figures of this lesson share, and its own laws and cases."""

from functools import cache
from itertools import permutations

import numpy as np

from helpers import plots
from helpers.live import Handle
from helpers.live.controls import points, written
from helpers.margins import perceptron

NAMES = "ABCD"
PLANE = (-1.0, 2.0, -0.7, 1.5)  # what the panel shows: left, right, bottom, top
LAST = 120  # passes on the clock
MAILS = perceptron.pad(perceptron.MAILS)


@cache
def orders(n):
    """All orders of n examples; number 0 is the order in which they stand."""
    return np.array(list(permutations(range(n))))


def inside(label, places):
    """A `points` control whose points stay in the panel PLANE."""
    control = points(label, places)
    parse, (left, right, low, high) = control.argument, PLANE

    def within(typed):
        found = parse(typed)
        if (found < (left, low)).any() or (found > (right, high)).any():
            ranges = f"between {left:g} and {right:g}, and between {low:g} and {high:g}"
            raise ValueError(f"{label} must lie in the picture: {ranges}")
        return found

    control.argument = within
    return control


def grip(name, i, label):
    """A handle for one point of a control that `inside` made."""

    def to(r, x, y):
        places = getattr(r, name).copy()
        left, right, low, high = PLANE
        places[i] = np.clip(x, left, right), np.clip(y, low, high)
        return {name: written(places)}

    return Handle(label, lambda r: getattr(r, name)[i], to)


def plural(count, word):
    """ "1 correction", "2 corrections"."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def corners(ax, below=False):
    """Four points with their letters, and rings round some of them. move(x, y, ringed).

    below: the letters stand below on the left, where the normal of a line for OR does not come.
    """
    dots, ring = plots.points(ax, ["+", "-"], None, 130, zorder=4), plots.circles(ax, size=20)
    away = np.array([-0.06, -0.06] if below else [0.07, 0.06])
    style = dict(ha="right", va="top") if below else {}
    letters = [ax.text(0, 0, name, fontsize=14, zorder=5, **style) for name in NAMES]

    def move(x, y, ringed):
        for letter, place in zip(letters, x):
            letter.set_position(place + away)
        return *dots(x[y > 0], x[y < 0]), *ring(x[ringed]), *letters

    return move


def score_bars(ax, names, top):
    """Scores as bars with their numbers: blue and up is right, red and down is wrong.

    move(scores, was): `was` are older scores, drawn as short dashes.
    """
    n = len(names)
    ax.set(xlim=(-0.6, n - 0.4), ylim=(-top, top), xticks=range(n), xticklabels=names)
    ax.grid(False)
    ax.axhline(0, color="black", lw=1)
    bars = plots.bars(ax, n, width=0.6)
    (dash,) = ax.plot([], [], ls="", marker="_", ms=30, mew=2.5, color="0.35")
    told = [ax.text(k, 0, "", ha="center", fontsize=13) for k in range(n)]

    def move(scores, was):
        shown = np.clip(scores, -top, top)
        patches = bars(shown)
        for patch, label, score, height in zip(patches, told, scores, shown):
            patch.set_facecolor(plots.BLUE if score > 0 else plots.RED)
            # a number stands beyond the end of its bar, or inside where there is no room
            above = (height >= 0) == (abs(height) < 0.85 * top)
            gap = 0.03 * top if above else -0.03 * top
            label.set(text=told_score(score), y=height + gap, va="bottom" if above else "top")
        dash.set_data(range(n), np.full(n, np.nan) if was is None else was)
        return *patches, dash, *told

    return move


def told_score(score):
    """At most two digits after the point, no negative zero."""
    return f"{round(float(score), 2) + 0.0:g}".replace("-", "−")


def places(ax):
    """How many different places the hand has had, pass by pass. move(r)."""
    ax.set(xlim=(0, LAST + 2), ylim=(0, LAST + 2), xlabel="passes $E$")
    ax.set_ylabel("places so far")
    ax.plot([0, LAST], [0, LAST], color=plots.BOUND, ls="--", label="if it never came back")
    count = plots.curves(ax, ["different places"], color=plots.FIT, lw=2.6)
    star = plots.star(ax)
    plots.legend_above(ax)
    return lambda r: (
        *count(np.arange(1, r.E + 1), r.places),
        *star(r.E, r.places[-1]),
    )


@cache
def mail_runs():
    """The perceptron on the six e-mails in each of their 720 orders: last weights, corrections."""
    runs = [perceptron.train(MAILS, perceptron.SPAM, order) for order in orders(6)]
    times = [np.bincount(run.extra["rows"], minlength=6) for run in runs]
    return np.array([run.last for run in runs]), np.array(times)
