"""Numbers that are slid or typed: a slider and a box beside it, with one exact value."""

from math import log10

import ipywidgets as widgets
from traitlets import CFloat, Int, TraitError, Unicode, observe, validate

WIDTH = "320px"


class Number(widgets.HBox):
    """A slider with a box to type in; `value` is exact, whatever stops the slider has.

    A browser rounds what it is sent to the nearest stop and sends that back. So a message from
    the slider that lies within half a stop of the value is an echo, not a move, and is ignored; so
    is one that answers the value before, which comes late when two steps of a story are pressed in
    haste. A move is rounded to three digits. A typed value that cannot be leaves the value as it
    is and puts one sentence into `complaint`.
    """

    value = CFloat()
    complaint = Unicode()

    def __init__(self, kind, label, value, lo, hi, log=False, **options):
        self.description, self.min, self.max, self.logarithmic = label, lo, hi, log
        self.slider = kind(description=label, readout=False, **options)
        self.slider.style = {"description_width": "initial"}
        self.slider.layout = widgets.Layout(width="235px")
        self.step = self.slider.step
        self.box = widgets.FloatText(
            step=None, tooltip=f"type a value for {label}", layout=widgets.Layout(width="88px")
        )
        self._sliding = False
        self._told = self._unanswered = None
        super().__init__([self.slider, self.box], value=value)
        self.layout = widgets.Layout(width=WIDTH)
        self.add_class("live-number")
        self.slider.observe(self._slid, "value")
        self.box.observe(self._typed, "value")

    @validate("value")
    def _inside(self, proposal):
        value = proposal["value"]
        if not self.min <= value <= self.max:
            between = f"between {self.min:g} and {self.max:g}"
            raise ValueError(f"{self.description} must be {between}: {value:g} is outside")
        return value

    @observe("value")
    def _show(self, change):
        self.complaint = ""
        self.box.value = change["new"]
        # writing to a slider under the hand would pull it back to where it was a moment ago
        if not self._sliding:
            self._told, self._unanswered = change["new"], self._told
            self.slider.value = change["new"]

    def _slid(self, change):
        if self._at_one_stop(change["new"], self.value):
            if change["new"] != self.value:
                self._told = None  # the browser has answered: no answer to this is late any more
            return
        before, self._unanswered = self._unanswered, None
        # a browser answers only what it has to round: the very same number is a hand's
        if before not in (None, change["new"]) and self._at_one_stop(change["new"], before):
            self.slider.value = self.value
            return
        self._sliding = True
        try:
            self.value = min(max(self._rounded(change["new"]), self.min), self.max)
        finally:
            self._sliding = False

    def _typed(self, change):
        self.complaint = ""
        if change["new"] == self.value:
            return
        try:
            self.value = self._read(change["new"])
        except (ValueError, TraitError) as error:
            self.box.value = self.value
            self.complaint = str(error)

    def _at_one_stop(self, one, other):
        apart = abs(self._place(one) - self._place(other))
        return apart < self.slider.step / 2 * (1 - 1e-6)

    def _place(self, value):
        return log10(value) if self.logarithmic else value

    def _rounded(self, value):
        return float(f"{value:.3g}")

    def _read(self, typed):
        return typed


class Whole(Number):
    """A slider over whole numbers."""

    value = Int()

    def _rounded(self, value):
        return int(value)

    def _read(self, typed):
        if typed != round(typed):
            raise ValueError(f"{self.description} must be a whole number: {typed:g} is not")
        return int(typed)
