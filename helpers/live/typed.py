"""How controls look in a notebook: a slider with a box to type in, a list, a tick, a text."""

import ipywidgets as widgets
from traitlets import Any, Unicode, observe, validate

from helpers.live import control as kinds

WIDTH = "320px"


def widget(control):
    """The widget of a control; its `value` is the control's."""
    if isinstance(control, kinds.Number):
        return Number(control)
    if isinstance(control, kinds.Choice):
        return _dressed(widgets.Dropdown, control, options=control.options)
    if isinstance(control, kinds.Toggle):
        return _dressed(widgets.Checkbox, control, indent=False)
    return _dressed(widgets.Text, control, continuous_update=False)


class Number(widgets.HBox):
    """A slider with a box to type in; `value` is exact, whatever stops the slider has.

    A browser rounds what it is sent to the nearest stop and sends that back. So a message from
    the slider that lies within half a stop of the value is an echo, not a move, and is ignored; so
    is one that answers the value before, which comes late when two steps of a story are pressed in
    haste. A move is rounded to three digits. A typed value that cannot be leaves the value as it
    is and puts one sentence into `complaint`.
    """

    value = Any()
    complaint = Unicode()

    def __init__(self, control):
        self.control, self.slider = control, _slider(control)
        self.box = widgets.FloatText(
            step=None,
            tooltip=f"type a value for {control.description}",
            layout=widgets.Layout(width="88px"),
        )
        self._sliding = False
        self._sent = self._unanswered = None
        super().__init__([self.slider, self.box], value=control.value)
        self.layout = widgets.Layout(width=WIDTH)
        self.add_class("live-number")
        self.slider.observe(self._slid, "value")
        self.box.observe(self._typed, "value")

    @validate("value")
    def _inside(self, proposal):
        return self.control.taken(proposal["value"])

    @observe("value")
    def _show(self, change):
        self.complaint = ""
        self.box.value = change["new"]
        # writing to a slider under the hand would pull it back to where it was a moment ago
        if not self._sliding:
            self._sent, self._unanswered = change["new"], self._sent
            self.slider.value = change["new"]

    def _slid(self, change):
        if self._at_one_stop(change["new"], self.value):
            if change["new"] != self.value:
                self._sent = None  # the browser has answered: no answer to this is late any more
            return
        before, self._unanswered = self._unanswered, None
        # a browser answers only what it has to round: the very same number is a hand's
        if before not in (None, change["new"]) and self._at_one_stop(change["new"], before):
            self.slider.value = self.value
            return
        self._sliding = True
        try:
            self.value = self.control.rounded(change["new"])
        finally:
            self._sliding = False

    def _typed(self, change):
        self.complaint = ""
        if change["new"] == self.value:
            return
        try:
            self.value = self.control.read(change["new"])
        except ValueError as error:
            self.box.value = self.value
            self.complaint = str(error)

    def _at_one_stop(self, one, other):
        apart = abs(self.control.place(one) - self.control.place(other))
        return apart < self.control.step / 2 * (1 - 1e-6)


def _slider(control):
    """The slider alone, without its number."""
    kind = widgets.IntSlider if isinstance(control, kinds.Whole) else widgets.FloatSlider
    look = {}
    if control.logarithmic:
        kind, look = widgets.FloatLogSlider, {"base": 10}
    ends = {"min": control.place(control.min), "max": control.place(control.max)}
    slider = kind(description=control.description, readout=False, step=control.step, **ends, **look)
    slider.style = {"description_width": "initial"}
    slider.layout = widgets.Layout(width="235px")
    return slider


def _dressed(make, control, **options):
    made = make(value=control.value, description=control.description, **options)
    made.style = {"description_width": "initial"}
    made.layout = widgets.Layout(width=WIDTH)
    return made
