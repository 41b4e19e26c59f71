"""Handles on the picture of a figure: where they stand, and what a hand or an arrow key does."""

from helpers.live import controls
from helpers.live.canvas import DPI

NUDGES = (4, 8, 16, 32, 64, 128)  # pixels; an arrow key moves a handle by the first that counts


def grip(figure, handle):
    """A handle as the browser needs it: its place on the picture and its value in words."""
    place = handle.at(figure.r)
    if place is None:
        return {"label": handle.label, "hidden": True}
    u, v = figure.canvas.place(handle.panel, *place)
    moved = [figure.controls[name] for name in handle.to(figure.r, *place)]
    text = ", ".join(map(controls.spoken, moved))
    return {"label": handle.label, "u": u, "v": v, "value": moved[0].value, "text": text}


def pull(figure, message):
    """Move the controls that a handle stands for; the message is what the browser sent."""
    handle = figure.handles[message["name"]]
    if "arrow" not in message:
        move(figure, handle, message["u"], message["v"])
        return
    place = grip(figure, handle)
    width, height = (DPI * side for side in figure.size)
    right, down = message["arrow"]
    for pixels in NUDGES:
        if move(
            figure, handle, place["u"] + pixels * right / width, place["v"] + pixels * down / height
        ):
            return


def move(figure, handle, u, v):
    """Bring a handle near the place (u, v) of the picture, as its controls can; did it move?"""
    wanted = handle.to(figure.r, *figure.canvas.point(handle.panel, u, v))
    values = {name: figure.controls[name].nearest(x) for name, x in wanted.items()}
    changed = any(figure.controls[name].value != value for name, value in values.items())
    if changed:
        figure.set(**values)
    return changed
