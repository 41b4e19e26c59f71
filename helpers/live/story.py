"""What a figure declares besides its mathematics: the steps of its story and its handles."""

import ast
from collections.abc import Callable
from dataclasses import dataclass

from helpers.live.controls import written


class Step:
    """One step of a figure's story: a name, a sentence that says what to look at, and values.

    Values that are not named are those of the first picture.
    """

    def __init__(self, name, look, /, **values):
        self.name, self.look, self.values = name, look, values

    def __repr__(self):
        return f"Step({self.name!r}, {self.values})"


def steps(text):
    """A story written as text: "name | control=value, ..." and, indented, what to look at."""
    written_steps = []
    for line in filter(str.strip, text.splitlines()):
        if line.startswith(" "):
            written_steps[-1][1].append(line.strip())
        else:
            name, _, values = line.partition(" | ")
            given = ast.parse(f"dict({values})", mode="eval").body.keywords
            written_steps.append((name, [], {k.arg: ast.literal_eval(k.value) for k in given}))
    return tuple(Step(name, " ".join(look), **values) for name, look, values in written_steps)


@dataclass(frozen=True)
class Handle:
    """A point of the picture that can be dragged; it moves controls, never anything of its own.

    at(r)        where it stands, in data coordinates of the panel; None while there is nothing
    to(r, x, y)  the control values for the hand at (x, y); rounded to the controls' stops
    """

    label: str
    at: Callable
    to: Callable
    panel: int = 0


def point_handles(name, count, label="move this point", panel=0):
    """A handle for each point of the `points` control of that name."""

    def handle(i):
        def to(r, x, y):
            places = getattr(r, name).copy()
            places[i] = x, y
            return {name: written(places)}

        return Handle(label, lambda r: getattr(r, name)[i], to, panel)

    return [handle(i) for i in range(count)]


def presets(name, story, first):
    """All control values of every step, by the step's name; `first` are those of the figure."""
    found = {}
    for step in story:
        unknown = set(step.values) - set(first)
        if unknown or step.name in found:
            what = f"has no control {', '.join(sorted(unknown))}" if unknown else "comes twice"
            raise ValueError(f"{name}: step “{step.name}” {what}")
        found[step.name] = {**first, **step.values}
    return found
