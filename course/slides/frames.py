"""A live figure without its kernel: pictures made beforehand, through which its sliders move.

One slider moves at a time: from the first picture every control in sight, from a step of the
story the control that the step is about. Each picture knows where every slider truly stands.
"""

from html import escape

import numpy as np
from matplotlib.text import Text

from course.slides.pixels import Encoder
from helpers.live import canvas, controls, words
from helpers.live.words import theorem

STOPS = 13  # pictures along a slider from the first picture
FEWER = 9  # along a slider from a step of the story


class Film:
    """Everything a page needs to play one figure.

    `data` is plain, for JSON; `pictures` has (plain, sharp) of every frame, and `settle` chooses.
    Without `sharp`, as a rehearsal wants it, there are only plain ones.
    """

    def __init__(self, figure, stops=STOPS, sharp=True):
        self._figure, self._taken, self._sharp, self.pictures = figure, {}, sharp, []
        self._sight = in_sight(figure)
        self._encoder = Encoder([self._pixels(v) for v in [figure.first, *figure.presets.values()]])
        self.data = {"name": figure.name, "frames": [], "states": []}
        self._add_state("reset", "", figure.first, self._sight, stops)
        # what changes nothing from the first picture, such as λ without a penalty, may from a step
        silent = [name for name in self._sight if name not in self.data["states"][0]["tracks"]]
        looks = {step.name: step.look for step in getattr(figure, "story", ())}
        for name, values in figure.presets.items():
            subject = _subject(figure, self._sight, values)
            movable = dict.fromkeys([subject, *silent])
            self._add_state(name, looks.get(name, ""), values, movable, min(stops, FEWER))
        self.data["controls"] = [_control(figure, name) for name in self._sight]
        figure.reset()
        self._describe()

    @property
    def standing(self):
        """The numbers of the frames at which a lecture stops: first picture and steps."""
        return {state["frame"] for state in self.data["states"]}

    def settle(self, sharp):
        """Put the pictures into the frames: sharp ones for these numbers, plain ones else."""
        for number, (frame, pair) in enumerate(zip(self.data["frames"], self.pictures)):
            frame["src"] = pair[number in sharp]
        return self.data

    def _describe(self):
        """What the page needs of the picture itself: its size, its panels, its letters."""
        figure, data = self._figure, self.data
        data["width"], data["height"] = (round(canvas.DPI * side) for side in figure.size)
        data["first"] = self._encoder.first
        data["cuts"] = cuts(figure)
        data["veils"] = [figure.canvas.box(panel) for panel in getattr(figure, "veiled", ())]
        data["letters"] = letters(figure)

    def _add_state(self, name, look, values, movable, stops):
        """The first picture or a step: its picture, its sentence, and the ways from it."""
        tracks, states = {}, self.data["states"]
        for control in filter(None, movable):
            along = states and states[0]["tracks"].get(control)
            if not along or not _differs(self._figure.first, values) <= {control}:
                here = _stops(self._figure, control, values[control], stops)
                along = [self._frame({**values, control: value}) for value in here]
            if len({self._look(number) for number in along}) > 1:
                tracks[control] = along
        state = {"name": name, "look": look, "frame": self._frame(values), "tracks": tracks}
        states.append(state)

    def _look(self, number):
        """All that is seen of a frame; a control that changes none of it has no track and rests."""
        frame = self.data["frames"][number]
        return *self.pictures[number], frame["told"], frame["proved"]

    def _frame(self, values):
        """The number of the picture at these values; it is drawn only once."""
        key = tuple(values.items())
        if key not in self._taken:
            picture, figure = self._pixels(values), self._figure
            self._taken[key] = len(self.pictures)
            plain = self._encoder.over(picture, sharp=False)
            self.pictures.append((plain, self._encoder.over(picture) if self._sharp else plain))
            told = {"alt": figure.alt, "told": escape(figure.told), "proved": proved(figure)}
            told["shown"] = [_said(figure.controls[name]) for name in self._sight]
            told["at"] = [_place(figure.controls[name]) for name in self._sight]
            self.data["frames"].append(told)
        return self._taken[key]

    def _pixels(self, values):
        self._figure.set(**values)
        return np.array(self._figure.canvas.pixels(density=2))


def in_sight(figure):
    """The names of the controls that are not folded away."""
    return [name for name in figure.controls if name not in controls.folded(figure)]


def proved(figure):
    """The headline, and whatever fails; claims that hold besides, or do not apply, are silent."""
    claims, first = figure.claims(), figure.headlined
    headline = "" if first is None or first.why_not else theorem(first)
    others = [c for c in claims if c is not figure.headlined and not c.why_not and not c.holds]
    return headline + "".join(f'<p class="broken">✗ {escape(str(c))}</p>' for c in others)


def cuts(figure):
    """Where the picture may be cut between panels that stand side by side: fractions, 0 to 1."""
    boxes = [figure.canvas.box(panel) for panel, _ in enumerate(figure.canvas.figure.axes)]
    columns = []
    for left, right in sorted((box[0], box[0] + box[2]) for box in boxes):
        if columns and left < columns[-1][1]:
            columns[-1][1] = max(right, columns[-1][1])
        else:
            columns.append([left, right])
    between = [(a[1] + b[0]) / 2 for a, b in zip(columns, columns[1:])]
    return [0.0, *between, 1.0]


def letters(figure):
    """The size of the smallest words in the picture, in points."""
    found = figure.canvas.figure.findobj(Text)
    return min((text.get_fontsize() for text in found if _seen(text)), default=0)


def _seen(text):
    return bool(text.get_visible() and text.get_text().strip())


def _subject(figure, sight, values):
    """What a step is about: the first slider that it moves, or the figure's first slider."""
    sliders = [name for name in sight if hasattr(figure.controls[name], "min")]
    moved = [name for name in sliders if name in _differs(figure.first, values)]
    return next(iter(moved or sliders), None)


def _differs(first, values):
    return {name for name in values if values[name] != first[name]}


def _stops(figure, name, here, count):
    """The values at which a control is photographed: in order, with those of steps."""
    control = figure.controls[name]
    steps = figure.presets.values()
    named = [values[name] for values in steps if _differs(figure.first, values) <= {name}]
    if isinstance(control.value, bool):
        return [False, True]
    if hasattr(control, "options"):
        return list(control.options)
    if not hasattr(control, "min"):  # a text box: what the steps type
        return list(dict.fromkeys([here, *(values[name] for values in steps)]))
    if isinstance(control.value, int):
        last = (control.max - control.min) // control.step
        grid = np.linspace(0, last, count).round().astype(int)
        return sorted({here, *named, *(control.min + control.step * int(i) for i in grid)})
    low, high = control.min, control.max
    grid = np.geomspace(low, high, count) if control.logarithmic else np.linspace(low, high, count)
    rounded = (float(np.clip(float(f"{value:.3g}"), low, high)) for value in grid)
    return sorted({here, *named, *rounded})


def _control(figure, name):
    """What the page shows for a control: its label, and a slider, a list or a box."""
    control = figure.controls[name]
    kind = "toggle" if isinstance(control.value, bool) else "choice"
    kind = "range" if hasattr(control, "min") else kind
    return {"name": name, "label": control.description, "kind": kind}


def _place(control):
    """Where a slider's thumb stands, from 0 to 1; 0 for what is no slider."""
    if not hasattr(control, "min") or control.max == control.min:
        return 0.0
    ends = np.array([control.min, control.value, control.max], float)
    low, here, high = np.log(ends) if getattr(control, "logarithmic", False) else ends
    return round(float((here - low) / (high - low)), 4)


def _said(control):
    """A control's value in words."""
    if isinstance(control.value, bool):
        return "on" if control.value else "off"
    return control.value if isinstance(control.value, str) else words.number(control.value)
