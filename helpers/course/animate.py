"""A live figure as an animated picture, for places without a kernel such as the README."""

import io
import json

import numpy as np
from PIL import Image

from helpers.course.paths import notebooks
from helpers.live import figures


def figure_of(number, name):
    """Run a notebook's cells here and return its live figure of that name."""
    space, (path,) = {}, notebooks(number)
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code":
            exec(compile(source, path.name, "exec"), space)
        if f'Live("{name}"' in source:
            return next(figure for figure in figures() if figure.name == name)
    raise ValueError(f"notebook {number} has no figure {name}")


def sweep(figure, control, values, target, width=800, milliseconds=90):
    """Write a GIF that moves one control through the values and back."""
    frames = []
    for value in [*values, *values[::-1]]:
        figure.set(**{control: value})
        picture = Image.open(io.BytesIO(figure.image()))
        frames.append(
            picture.resize((width, round(width * picture.height / picture.width)), Image.Resampling.LANCZOS).quantize(
                32
            )
        )
    figure.reset()
    frames[0].save(target, save_all=True, append_images=frames[1:], duration=milliseconds, loop=0, optimize=True)


def readme_picture(target):
    """The picture at the top of the README: the step size of gradient descent from creeping to blowing up."""
    sweep(figure_of("07", "valley"), "eta", [float(f"{e:.3g}") for e in np.geomspace(0.05, 2.1, 24)], target)
