"""A live figure as an animated picture, for places without a kernel such as the README."""

import io

import numpy as np
from PIL import Image

from course import notebooks
from course.perform import figures_of


def sweep(figure, control, values, target, width=800, milliseconds=90):
    """Write a GIF that moves one control through the values and back."""
    frames = []
    for value in [*values, *values[::-1]]:
        figure.set(**{control: value})
        picture = Image.open(io.BytesIO(figure.image()))
        frames.append(
            picture.resize(
                (width, round(width * picture.height / picture.width)), Image.Resampling.LANCZOS
            ).quantize(32)
        )
    figure.reset()
    frames[0].save(
        target,
        save_all=True,
        append_images=frames[1:],
        duration=milliseconds,
        loop=0,
        optimize=True,
    )


def readme_picture(target):
    """The picture at the top of the README: a step size from creeping to blowing up."""
    (path,) = notebooks.paths("07")
    (valley,) = figures_of(path, ["valley"])
    sweep(valley, "eta", [float(f"{e:.3g}") for e in np.geomspace(0.05, 2.1, 24)], target)
