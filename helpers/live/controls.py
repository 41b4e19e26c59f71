"""The controls of a live figure: ipywidgets with a text label, a typed value and a fixed look.

The last word of a label is its symbol ("step size η"); captions use it. Each control also carries
`start`, its first value, and `argument`, which turns the widget's plain value into what `compute`
receives (the identity, but for text boxes and choices among objects).
"""

from math import log10

import ipywidgets as widgets
import numpy as np

from helpers import check
from helpers.live.typed import WIDTH, Number, Whole
from helpers.live.words import number


def slider(label, value, lo, hi, step=0.01):
    """A linear slider on [lo, hi]."""
    span = dict(min=lo, max=hi, step=step)
    return _number(Number, widgets.FloatSlider, label, float(value), float(lo), float(hi), **span)


def log_slider(label, value, lo, hi, per_decade=20):
    """A slider on [lo, hi] with equal ratios between its stops."""
    check.positive("lo", lo)
    span = dict(base=10, min=log10(lo), max=log10(hi), step=1 / per_decade, log=True)
    kind = widgets.FloatLogSlider
    return _number(Number, kind, label, float(value), float(lo), float(hi), **span)


def int_slider(label, value, lo, hi, step=1):
    """A slider over the whole numbers lo, lo + step, ..., hi."""
    span = dict(min=lo, max=hi, step=step)
    return _number(Whole, widgets.IntSlider, label, value, lo, hi, **span)


def choice(label, value, options):
    """One of several: a list of strings, or a dict from text to what `compute` receives."""
    value = check.one_of(label, value, list(options))
    control = _dress(widgets.Dropdown, label, value, options=list(options))
    if isinstance(options, dict):
        control.argument = options.__getitem__
    return control


def toggle(label, value=False):
    """On or off."""
    return _dress(widgets.Checkbox, label, bool(value), indent=False)


def text(label, value, parse):
    """A text box; `parse` turns what was typed into a value, or raises ValueError."""
    control = _dress(widgets.Text, label, value, continuous_update=False)
    control.argument = parse
    parse(value)  # the author's own default must be valid
    return control


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


def move(control, value):
    """Set a control; ValueError if it cannot take the value."""
    label = control.description
    try:
        control.value = value
    except ValueError:
        raise
    except Exception as error:  # traitlets' own message is a paragraph about internals
        raise ValueError(f"{label} cannot be {value!r}") from error
    if control.value != value:
        raise ValueError(f"{label} = {value!r} is outside its control's range")


def replaced(figure, own, changed):
    """A figure's own controls, some of them replaced by the notebook."""
    unknown = set(changed) - set(own)
    if unknown:
        raise ValueError(f"{figure} has no control named {', '.join(sorted(unknown))}")
    for name, control in changed.items():
        if not hasattr(control, "argument"):
            raise ValueError(f"{name} must be a control, such as slider(...) makes")
        own[name].close()
    return {**own, **changed}


def nearest(control, value):
    """The value of a control that is nearest to what a hand wants; sliders have stops."""
    if not isinstance(control, Number):
        return value
    value = min(max(value, control.min), control.max)
    if control.logarithmic:
        return min(max(float(f"{value:.3g}"), control.min), control.max)
    steps = round((value - control.min) / control.step)
    stop = min(control.min + steps * control.step, control.max)
    return stop if isinstance(control, Whole) else float(f"{stop:.6g}")


def stops(control, named=()):
    """Values worth a test: all stops of a slider, and its exact values in order.

    Exact are the ends, 0 and 1 where they are inside, the start and the `named` ones of a story.
    """
    if isinstance(control.value, bool):
        return [False, True]
    if isinstance(control, widgets.Dropdown):
        return list(control.options)
    if not isinstance(control, Number):
        return list(dict.fromkeys([control.start, *named]))
    inside = [value for value in (0, 1) if control.min <= value <= control.max]
    kind = type(control.value)
    exact = map(kind, [control.min, control.max, control.start, *inside, *named])
    return sorted({*exact, *_slider_stops(control)})


def spoken(control):
    """The control's value in words: "η = 0.1", "kernel Gaussian", "average on"."""
    label, value = control.description, control.value
    if isinstance(value, bool):
        return f"{label} {'on' if value else 'off'}"
    if isinstance(value, str):
        return f"{label} {value}"
    symbol = label.split()[-1] if len(label.split()[-1]) <= 3 else label
    return f"{symbol} = {number(value)}"


def _slider_stops(control):
    if isinstance(control, Whole):
        return range(control.min, control.max + 1, control.step)
    low, high = control._place(control.min), control._place(control.max)
    places = low + control.step * np.arange(int((high - low) / control.step + 1e-9) + 1)
    values = 10.0**places if control.logarithmic else places
    return [min(max(control._rounded(v), control.min), control.max) for v in values]


def _number(make, kind, label, value, lo, hi, **options):
    if not lo <= value <= hi:
        raise ValueError(f"{label}: the start value {value:g} is outside [{lo:g}, {hi:g}]")
    control = make(kind, label, value, lo, hi, **options)
    control.start, control.argument = control.value, lambda value: value
    return control


def _dress(make, label, value, **options):
    control = make(value=value, description=label, **options)
    control.style = {"description_width": "initial"}
    control.layout = widgets.Layout(width=WIDTH)
    control.start, control.argument = value, lambda value: value
    return control
