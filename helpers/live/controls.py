"""The controls of a live figure, made by their kind.

The last word of a label is its symbol ("step size η"); captions use it.
"""

import numpy as np

from helpers import check
from helpers.live.control import Choice, Control, Number, Text, Toggle, Whole
from helpers.live.words import number

IN_SIGHT = 4  # controls of a figure; the rest is folded under "more"


def slider(label, value, lo, hi, step=0.01):
    """A linear slider on [lo, hi]."""
    return Number(label, float(value), float(lo), float(hi), step)


def log_slider(label, value, lo, hi, per_decade=20):
    """A slider on [lo, hi] with equal ratios between its stops."""
    check.positive("lo", lo)
    return Number(label, float(value), float(lo), float(hi), 1 / per_decade, logarithmic=True)


def int_slider(label, value, lo, hi, step=1):
    """A slider over the whole numbers lo, lo + step, ..., hi."""
    return Whole(label, value, lo, hi, step)


def choice(label, value, options):
    """One of several: a list of strings, or a dict from text to what `compute` receives."""
    value = check.one_of(label, value, list(options))
    if isinstance(options, dict):
        return Choice(label, value, options, options.__getitem__)
    return Choice(label, value, options)


def toggle(label, value=False):
    """On or off."""
    return Toggle(label, bool(value))


def text(label, value, parse):
    """A text box; `parse` turns what was typed into a value, or raises ValueError."""
    parse(value)  # the author's own default must be valid
    return Text(label, value, parse)


def points(label, places):
    """Points of the plane as one control: a text box "x y, x y, ...", an array (n, 2) in compute.

    With `story.point_handles` each of them can be dragged.
    """
    count = len(places)

    def parse(typed):
        try:
            found = np.array([[float(x) for x in pair.split()] for pair in typed.split(",")])
        except ValueError:
            found = np.empty(0)
        if found.shape != (count, 2) or not np.isfinite(found).all():
            raise ValueError(f"{label} must be {count} points “x y”, separated by commas")
        return found

    return text(label, written(places), parse)


def written(places):
    """Points as the text of a `points` control."""
    return ", ".join(f"{x:.3g} {y:.3g}" for x, y in places)


def step_size(value, lo, hi):
    return log_slider("step size η", value, lo, hi)


def regularisation(value, lo, hi):
    return log_slider("regularisation λ", value, lo, hi)


def bandwidth(value, lo, hi):
    return log_slider("bandwidth ℓ", value, lo, hi)


def temperature(value, lo, hi):
    return log_slider("temperature τ", value, lo, hi)


def replaced(figure, own, changed):
    """A figure's own controls, some of them replaced by the notebook."""
    unknown = set(changed) - set(own)
    if unknown:
        raise ValueError(f"{figure} has no control named {', '.join(sorted(unknown))}")
    for name, control in changed.items():
        if not isinstance(control, Control):
            raise ValueError(f"{name} must be a control, such as slider(...) makes")
    return {**own, **changed}


def folded(figure):
    """The names of the controls that are not in sight."""
    names = list(figure.controls)
    unknown = set(figure.more) - set(names)
    if unknown:
        raise ValueError(f"{figure.name}: more names no control: {', '.join(sorted(unknown))}")
    if not figure.more:
        return names[IN_SIGHT:]
    if len(names) - len(figure.more) > IN_SIGHT:
        raise ValueError(f"{figure.name}: more than {IN_SIGHT} controls are in sight")
    return [name for name in names if name in figure.more]


def spoken(control):
    """The control's value in words: "η = 0.1", "kernel Gaussian", "average on"."""
    label, value = control.description, control.value
    if isinstance(value, bool):
        return f"{label} {'on' if value else 'off'}"
    if isinstance(value, str):
        return f"{label} {value}"
    symbol = label.split()[-1] if len(label.split()[-1]) <= 3 else label
    return f"{symbol} = {number(value)}"
