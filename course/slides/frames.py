"""A live figure without its kernel: pictures made beforehand, through which its sliders move.

One slider moves at a time: from the first picture every control in sight, from a step of the
story the control that the step is about. A frame holds only the pixels that differ from the first
picture, on a palette of the figure's own: some 5 kB each.
"""

import base64
import io
from html import escape

import numpy as np
from PIL import Image

from helpers.live import Figure, controls, layout

STOPS = 13  # pictures along a slider from the first picture
FEWER = 9  # along a slider from a step of the story
CLEAR = 0  # the palette's entry that stands for "as in the first picture"


class Film:
    """Everything a page needs to play one figure; `data` is plain, for JSON."""

    def __init__(self, figure, stops=STOPS):
        self._figure, self._taken, self._pixels = figure, {}, []
        self._sight = in_sight(figure)
        self.data = {"name": figure.name, "frames": [], "states": []}
        self._add_state("reset", "", figure.first, self._sight, stops)
        looks = {step.name: step.look for step in getattr(figure, "story", ())}
        for name, values in figure.presets.items():
            subject = _subject(figure, self._sight, values)
            self._add_state(name, looks.get(name, ""), values, [subject], min(stops, FEWER))
        self.data["controls"] = [_control(figure, name) for name in self._sight]
        figure.reset()
        self._encode()

    def _add_state(self, name, look, values, movable, stops):
        """The first picture or a step: its picture, its sentence, and the ways from it."""
        tracks = {}
        for control in filter(None, movable):
            if _differs(self._figure.first, values) <= {control} and self.data["states"]:
                # the step lies on a track that is there already
                tracks[control] = self.data["states"][0]["tracks"][control]
            else:
                along = _stops(self._figure, control, values[control], stops)
                tracks[control] = [self._frame({**values, control: value}) for value in along]
        state = {"name": name, "look": look, "frame": self._frame(values), "tracks": tracks}
        self.data["states"].append(state)

    def _frame(self, values):
        """The number of the picture at these values; it is drawn only once."""
        key = tuple(values.items())
        if key not in self._taken:
            figure = self._figure
            figure.set(**values)
            self._taken[key] = len(self._pixels)
            self._pixels.append(_whole(figure.image()))
            shown = [_said(figure.controls[name]) for name in self._sight]
            self.data["frames"].append({"alt": figure.alt, "words": words(figure), "shown": shown})
        return self._taken[key]

    def _encode(self):
        first = self._pixels[self.data["states"][0]["frame"]]
        lookup, colours = _palette([self._pixels[state["frame"]] for state in self.data["states"]])
        self.data["first"] = _png(lookup[_bins(first)], colours)
        self.data["height"], self.data["width"] = first.shape
        for frame, pixels in zip(self.data["frames"], self._pixels):
            changed = _wider(pixels != first)
            over = np.full(first.shape, CLEAR, np.uint8)
            over[changed] = lookup[_bins(pixels[changed])]
            frame["src"] = _png(over, colours) if changed.any() else ""


def in_sight(figure):
    """The names of the controls that are not folded away."""
    folded = layout.folded(figure) if isinstance(figure, Figure) else []
    return [name for name in figure.controls if name not in folded]


def words(figure):
    """What stands under the picture now, as HTML: the caption and the claims."""
    if not isinstance(figure, Figure):
        return figure.words.value
    return f"<p>{escape(figure.told)}</p>{figure.proved.html}"


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
    named = [
        values[name]
        for values in figure.presets.values()
        if _differs(figure.first, values) <= {name}
    ]
    if isinstance(control.value, bool):
        return [False, True]
    if hasattr(control, "options"):
        return list(control.options)
    if not hasattr(control, "min"):  # a text box: what the steps type
        return list(dict.fromkeys([here, *(values[name] for values in figure.presets.values())]))
    if isinstance(control.value, int):
        grid = (
            np.linspace(0, (control.max - control.min) // control.step, count).round().astype(int)
        )
        return sorted({here, *named, *(control.min + control.step * int(i) for i in grid)})
    low, high = control.min, control.max
    grid = np.geomspace(low, high, count) if control.logarithmic else np.linspace(low, high, count)
    return sorted(
        {here, *named, *(float(np.clip(float(f"{value:.3g}"), low, high)) for value in grid)}
    )


def _control(figure, name):
    """What the page shows for a control: its label, and a slider, a list or a box."""
    control = figure.controls[name]
    kind = (
        "toggle"
        if isinstance(control.value, bool)
        else "range"
        if hasattr(control, "min")
        else "choice"
    )
    return {"name": name, "label": control.description, "kind": kind}


def _said(control):
    """A control's value in words."""
    if isinstance(control.value, bool):
        return "on" if control.value else "off"
    return control.value if isinstance(control.value, str) else controls.number(control.value)


def _whole(png):
    """A picture with one number per pixel: red, green and blue in its lowest bytes."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGBA")).view("<u4")[:, :, 0]


def _wider(mask):
    """The mask and its neighbours.

    Where a browser scales both pictures, their seams then lie on pixels that agree.
    """
    for axis in (0, 1):
        mask = mask | np.roll(mask, 1, axis) | np.roll(mask, -1, axis)
    return mask


def _bins(pixels):
    """One number per colour, 5 bits a channel."""
    return (pixels >> 3 & 31) << 10 | (pixels >> 11 & 31) << 5 | pixels >> 19 & 31


def _palette(pictures, size=96):
    """(table from bin to palette entry, the palette) for some pictures; CLEAR is left free."""
    stack = np.vstack(pictures)[:, :, None].view(np.uint8)[:, :, :3]
    sample = Image.fromarray(np.ascontiguousarray(stack)).quantize(
        size, method=Image.Quantize.FASTOCTREE
    )
    colours = np.array(sample.getpalette(), np.int32).reshape(-1, 3)
    colours = np.vstack([[255, 255, 255], [255, 255, 255], colours[:size]])
    level = np.arange(32) * 255 // 31
    bins = np.stack(np.meshgrid(level, level, level, indexing="ij"), axis=-1).reshape(-1, 3)
    distance = (bins**2).sum(1)[:, None] - 2 * bins @ colours[1:].T + (colours[1:] ** 2).sum(1)
    return (1 + distance.argmin(1)).astype(np.uint8), colours


def _png(index, colours):
    picture, out = Image.fromarray(index), io.BytesIO()
    picture.putpalette(colours.astype(np.uint8).tobytes())
    picture.save(out, "png", transparency=CLEAR, compress_level=6)
    return base64.b64encode(out.getvalue()).decode()
