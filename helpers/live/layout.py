"""The rows of a live figure: its controls, with a play button and reset, and its story."""

import ipywidgets as widgets

from helpers.live import controls

PACE = 150  # milliseconds between two steps of the play button


def row(children, look):
    """Widgets side by side that wrap; `look` is the row's class."""
    box = widgets.Box(list(children))
    box.add_class(look)
    return box


def button(text, tooltip, action, look):
    """A button with a class that styles it."""
    made = widgets.Button(description=text, tooltip=tooltip)
    made.layout.width = "auto"
    made.add_class(look)
    made.on_click(lambda _: action())
    return made


def playing(dial):
    """A control and, before it, a button that moves it along: one unit."""
    control = dial.control
    player = widgets.Play(
        min=control.min,
        max=control.max,
        step=control.step,
        value=control.value,
        interval=PACE,
        show_repeat=False,
        description=f"play {control.description}",
    )
    unit = widgets.HBox([player, dial])
    unit.link = widgets.jslink((player, "value"), (dial.slider, "value"))
    unit.add_class("live-unit")
    return unit


class Controls(widgets.VBox):
    """All controls of a figure; the folded ones appear at a click, or when a step moves one."""

    def __init__(self, figure, dials, reset):
        self._folded = controls.folded(figure)
        shown = {
            name: playing(dial) if name == figure.play else dial for name, dial in dials.items()
        }
        rest = [shown.pop(name) for name in self._folded]
        tools = [button("reset", "back to the first picture", reset, "live-reset")]
        self.rest = row(rest, "live-more")
        self.opener = button("more ▾", "more controls", self.turn, "live-opener")
        if rest:
            tools.append(self.opener)
        grid = row([*shown.values(), row(tools, "live-tools")], "live-grid")
        super().__init__([grid, self.rest])
        self.add_class("live-controls")
        self.fold(True)

    def turn(self):
        """Open what is folded, fold what is open."""
        self.fold(self.rest.layout.display != "none")

    def fold(self, away):
        self.rest.layout.display = "none" if away else ""
        self.opener.description = "more ▾" if away else "less ▴"

    def reveal(self, names):
        """Open the folded controls if one of the names is among them."""
        if set(names) & set(self._folded):
            self.fold(False)


class Story(widgets.Box):
    """A numbered button for each step, and `next`."""

    def __init__(self, steps, show, forward):
        self.buttons = [
            button(f"{i + 1} · {step.name}", step.look, lambda i=i: show(i), "live-step")
            for i, step in enumerate(steps)
        ]
        onward = button("next ▸", "the next step of the story", forward, "live-next")
        super().__init__([*self.buttons, onward] if steps else [])
        self.add_class("live-story")
        if not steps:
            self.layout.display = "none"

    def mark(self, index):
        """Show at which step the figure stands; None if at none."""
        for i, step in enumerate(self.buttons):
            (step.add_class if i == index else step.remove_class)("here")


def close(widget):
    """Close a widget and everything in it."""
    for child in getattr(widget, "children", ()):
        close(child)
    widget.close()
