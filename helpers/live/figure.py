"""The live figure: controls, one picture, one caption, and the claims that the picture illustrates.

    setup(fig)            draws everything once, returns move(result) -> the artists that change
    compute(**values)     a pure function of the control values
    caption(result, ...)  a sentence that describes the current picture: alt text and visible caption
    claims(result, ...)   the theorems, measured

A slider move costs compute + draw + encode. While the hand moves, frames are drawn at screen density;
a moment after it rests, the same picture is sent once more at double density, sharp on any screen.
"""

import asyncio
import html
import time

import ipywidgets as widgets

from helpers.live import canvas, controls

REST = 0.4  # seconds without a move before the sharp picture is made

_made = {}


def figures():
    """Every live figure of this process, in order."""
    return list(_made.values())


class Live(widgets.VBox):
    """A picture with its controls, claims and caption; see the module for its parts."""

    def __init__(self, name, setup, compute, caption, claims=None, size=(10, 4.2), presets=None, play=None, **sliders):
        self.name, self.controls = name, sliders
        self._compute, self._caption, self._claims = compute, caption, claims or (lambda result, **values: [])
        self.first = self.values
        self.presets = {name: {**self.first, **values} for name, values in (presets or {}).items()}
        self._canvas, self._quiet, self._resting = canvas.Canvas(setup, size), False, None
        self.picture = widgets.Image(
            format="png", layout=widgets.Layout(width="100%", max_width=f"{size[0] * 100:g}px")
        )
        self.picture._view_count = 0  # asks the browser to count the views
        self.picture.observe(self._sharpen_later, "_view_count")
        self.words = widgets.HTML()
        super().__init__([self._control_box(play), self._button_box(), self.picture, self.words])
        self.add_class("live-figure")
        self._draw()
        for control in sliders.values():
            control.observe(self._on_change, "value")
        if name in _made:  # its cell was run again: the old one goes
            _made.pop(name).dispose()
        _made[name] = self

    # what tests, grids of frames and readers use

    @property
    def values(self):
        """Plain values of all controls."""
        return {name: control.value for name, control in self.controls.items()}

    def set(self, **values):
        """Move controls, compute and draw at once; raises on a value that a control cannot take."""
        unknown = set(values) - set(self.controls)
        if unknown:
            raise ValueError(f"{self.name} has no control named {', '.join(sorted(unknown))}")
        before, self._quiet = self.values, True
        try:
            for name, value in values.items():
                controls.move(self.controls[name], value)
            self._quiet = False
            self._draw()
        except Exception:  # nothing is lost: the controls go back to the picture that is shown
            self._quiet = True
            for name, value in before.items():
                self.controls[name].value = value
            raise
        finally:
            self._quiet = False

    def reset(self):
        """Back to the first frame."""
        self.set(**self.first)

    def claims(self):
        """The theorems at the current values."""
        return self._current_claims

    def image(self):
        """The current frame, PNG bytes."""
        return self._frame

    def stored(self):
        """The current picture as the saved notebook keeps it: a palette PNG."""
        return canvas.small_png(self._canvas.pixels())

    def describe(self):
        """Caption and verdicts as plain text, a line each."""
        return "\n".join([self.alt, *map(str, self.claims())])

    def dispose(self):
        """Close every widget of this figure."""
        if self._resting is not None:
            self._resting.cancel()
        for widget in [*self._parts, *self.children, self]:
            widget.close()

    # drawing

    def _draw(self):
        clock = [time.perf_counter()]
        arguments = {name: control.argument(control.value) for name, control in self.controls.items()}
        result = self._compute(**arguments)
        # caption and claims first: if they fail, the picture that stands is still described rightly
        found = list(self._claims(result, **arguments))
        sentence = self._caption(result, **arguments)
        clock.append(time.perf_counter())
        self._canvas.move(result)
        pixels = self._canvas.pixels()
        clock.append(time.perf_counter())
        self._frame = canvas.png(pixels)
        clock.append(time.perf_counter())
        self._current_claims, self.result = found, result
        self.alt = f"At {', '.join(map(controls.spoken, self.controls.values()))}: {sentence}"
        self.picture.value = self._frame
        self.words.value = _words(self.alt, found)
        self.cost = {part: 1e3 * (b - a) for part, a, b in zip(("compute", "draw", "encode"), clock, clock[1:])}

    def _on_change(self, _):
        """A control moved in the browser: draw, and say in one sentence what is wrong if it cannot be drawn."""
        if not self._quiet:
            self._guard(self._draw)

    def _guard(self, action):
        try:
            action()
        except Exception as error:
            self._complain(error)
        else:
            self._sharpen_later()

    def _complain(self, error):
        what = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        self.words.value = (
            f'<p role="alert" class="live-error"><b>Not drawn.</b> {html.escape(what)}. '
            f"The picture above is still the last one that could be drawn.</p>"
        )

    def _sharpen_later(self, _=None):
        if not self.picture._view_count:  # nobody is looking: a notebook executed without a browser
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # no kernel around us, so nobody to look
            return
        if self._resting is not None:
            self._resting.cancel()
        self._resting = loop.call_later(REST, self._sharpen)

    def _sharpen(self):
        self._resting = None
        self.picture.value = canvas.png(self._canvas.pixels(density=2))

    # layout

    def _control_box(self, play):
        self._parts = list(self.controls.values())
        if play is not None:
            target = self.controls[play]
            button = widgets.Play(
                min=target.min,
                max=target.max,
                step=target.step,
                value=target.value,
                interval=150,
                description=f"play {target.description}",
                show_repeat=False,
            )
            self._parts[list(self.controls).index(play) : 0] = [button]
            self._link = widgets.jslink((button, "value"), (target, "value"))
        return widgets.Box(self._parts, layout=widgets.Layout(flex_flow="row wrap", align_items="center"))

    def _button_box(self):
        buttons = [self._button("reset", self.first, "back to the first picture", "undo")]
        buttons += [self._button(name, values, f"show: {name}") for name, values in self.presets.items()]
        self._parts += buttons
        return widgets.Box(buttons, layout=widgets.Layout(flex_flow="row wrap"))

    def _button(self, name, values, tooltip, icon=""):
        button = widgets.Button(description=name, tooltip=tooltip, icon=icon, layout=widgets.Layout(width="auto"))
        button.on_click(lambda _: self._guard(lambda: self.set(**values)))
        return button

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        return {**data, "image/png": self.stored(), "text/plain": self.describe()}, {"image/png": {"alt": self.alt}}


def _words(alt, claims):
    """The caption and the verdicts as HTML; a verdict is told by its word and its mark, not by colour."""
    lines = "".join(
        f"<li><b>{_mark(c)}</b> {html.escape(str(c))} <i>({html.escape(c.source)})</i></li>" for c in claims
    )
    return (
        f'<div class="live-words" role="status" style="line-height:1.45;max-width:1000px;white-space:normal">'
        f'<p style="margin:.3em 0">{html.escape(alt)}</p>'
        f'<ul style="list-style:none;margin:0;padding:0">{lines}</ul></div>'
    )


def _mark(claim):
    return "○" if claim.why_not else "✓" if claim.holds else "✗"
