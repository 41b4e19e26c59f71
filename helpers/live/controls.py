"""The controls of a live figure: ipywidgets with a text label, a typed value and a fixed look.

The last word of a label is its symbol ("step size η"); captions use it. Each control also carries
`argument`, which turns the widget's plain value into what `compute` receives (the identity, but for
text boxes and choices among objects).
"""

from math import log10

import ipywidgets as widgets
from traitlets import CFloat, observe, validate

from helpers import check

WIDTH = "320px"


class Number(widgets.HBox):
    """A slider with a box to type in; `value` is exact, whatever stops the slider has.

    A browser rounds what it is sent to the nearest stop and sends that back. So a message from the slider that lies
    within half a stop of the value is an echo, not a move, and is ignored; a move is rounded to three digits.
    """

    value = CFloat()

    def __init__(self, kind, label, value, lo, hi, log, **options):
        self.description, self.min, self.max, self.logarithmic = label, float(lo), float(hi), log
        self.slider = kind(description=label, readout=False, **options)
        self.slider.style, self.slider.layout = {"description_width": "initial"}, widgets.Layout(width="235px")
        self.box = widgets.BoundedFloatText(
            min=lo, max=hi, step=None, layout=widgets.Layout(width="78px"), tooltip=f"type a value for {label}"
        )
        self._sliding = False
        super().__init__([self.slider, self.box], value=value)
        self.layout = widgets.Layout(width=WIDTH)
        self.slider.observe(self._slid, "value")
        self.box.observe(self._typed, "value")

    @validate("value")
    def _inside(self, proposal):
        value = proposal["value"]
        if not self.min <= value <= self.max:
            raise ValueError(f"{self.description} must be between {self.min:g} and {self.max:g}, but it is {value:g}")
        return value

    @observe("value")
    def _show(self, change):
        self.box.value = change["new"]
        if not self._sliding:  # writing to a slider under the hand would pull it back to where it was a moment ago
            self.slider.value = change["new"]

    def _slid(self, change):
        if abs(self._place(change["new"]) - self._place(self.value)) < self.slider.step / 2 * (1 - 1e-6):
            return
        self._sliding = True
        try:
            self.value = min(max(float(f"{change['new']:.3g}"), self.min), self.max)
        finally:
            self._sliding = False

    def _typed(self, change):
        self.value = change["new"]

    def _place(self, value):
        return log10(value) if self.logarithmic else value


def slider(label, value, lo, hi, step=0.01):
    """A linear slider on [lo, hi]."""
    return _dress(
        Number, label, value, lo, hi, kind=widgets.FloatSlider, lo=lo, hi=hi, log=False, min=lo, max=hi, step=step
    )


def log_slider(label, value, lo, hi, per_decade=20):
    """A slider on [lo, hi] with equal ratios between its stops."""
    check.positive("lo", lo)
    return _dress(
        Number,
        label,
        value,
        lo,
        hi,
        kind=widgets.FloatLogSlider,
        lo=lo,
        hi=hi,
        log=True,
        base=10,
        min=log10(lo),
        max=log10(hi),
        step=1 / per_decade,
    )


def int_slider(label, value, lo, hi, step=1):
    """A slider over the whole numbers lo, lo + step, ..., hi."""
    return _dress(widgets.IntSlider, label, value, lo, hi, min=lo, max=hi, step=step)


def choice(label, value, options):
    """One of several: a list of strings, or a dict from text to what `compute` receives."""
    control = _dress(widgets.Dropdown, label, check.one_of(label, value, list(options)), options=list(options))
    if isinstance(options, dict):
        control.argument = options.__getitem__
    return control


def toggle(label, value=False):
    """On or off."""
    return _dress(widgets.Checkbox, label, bool(value), indent=False)


def text(label, value, parse):
    """A text box; `parse` turns what was typed into a value, or raises ValueError with one sentence."""
    control = _dress(widgets.Text, label, value, continuous_update=False)
    control.argument = parse
    parse(value)  # the author's own default must be valid
    return control


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


def spoken(control):
    """The control's value in words: "η = 0.1", "kernel Gaussian", "average on"."""
    label, value = control.description, control.value
    if isinstance(value, bool):
        return f"{label} {'on' if value else 'off'}"
    if isinstance(value, str):
        return f"{label} {value}"
    symbol = label.split()[-1] if len(label.split()[-1]) <= 3 else label
    return f"{symbol} = {number(value)}"


def number(value):
    """Three significant digits; whole numbers in full."""
    return str(value) if isinstance(value, int) else f"{value:.3g}"


def _dress(make, label, value, low=None, high=None, **options):
    if low is not None and not low <= value <= high:
        raise ValueError(f"{label}: the start value {value} is outside [{low}, {high}]")
    if make is Number:
        control = Number(label=label, value=value, **options)
    else:
        control = make(value=value, description=label, **options)
        control.style, control.layout = {"description_width": "initial"}, widgets.Layout(width=WIDTH)
    control.argument = lambda value: value
    return control
