"""Pictures of a film as small files: what differs from the first picture, on a palette of its own.

Every picture is drawn at double density, sharp on a 1080p projector; of each there is also a
plain one, half as wide, for decks that would become too large.
"""

import base64
import io

import numpy as np
from PIL import Image

CLEAR = 0  # the palette's entry that stands for "as in the first picture"
COLOURS = 96


class Encoder:
    """Writes pictures of one figure; made from those that stand longest, the first of them first.

    Pictures are (height, width, 3) bytes.
    """

    def __init__(self, pictures):
        self._first = _joined(pictures[0])
        self._lookup, self._colours = _palette([_joined(_halved(one)) for one in pictures])
        self._half = _joined(_halved(pictures[0]))
        self.first = self.whole(pictures[0])

    def whole(self, picture):
        """All of a picture."""
        return _webp(self._lookup[_bins(_joined(picture))], self._colours)

    def over(self, picture, sharp=True):
        """What lies over the first picture; empty where nothing differs."""
        first = self._first if sharp else self._half
        pixels = _joined(picture if sharp else _halved(picture))
        changed = _wider(pixels != first)
        if not changed.any():
            return ""
        index = np.full(first.shape, CLEAR, np.uint8)
        index[changed] = self._lookup[_bins(pixels[changed])]
        return _webp(index, self._colours)


def _joined(rgb):
    """One number per pixel: red, green and blue in its lowest bytes."""
    red, green, blue = (rgb[:, :, k].astype(np.uint32) for k in range(3))
    return red | green << 8 | blue << 16


def _halved(rgb):
    """The mean of each square of four pixels."""
    height, width = (side // 2 * 2 for side in rgb.shape[:2])
    wide = rgb[:height, :width].astype(np.uint16)
    four = wide[::2, ::2] + wide[1::2, ::2] + wide[::2, 1::2] + wide[1::2, 1::2]
    return (four // 4).astype(np.uint8)


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


def _palette(pictures):
    """(table from bin to palette entry, the palette) for some pictures; CLEAR is left free."""
    stack = np.vstack(pictures)
    bands = [(stack >> shift & 255).astype(np.uint8) for shift in (0, 8, 16)]
    sample = Image.fromarray(np.dstack(bands)).quantize(COLOURS, method=Image.Quantize.FASTOCTREE)
    colours = np.array(sample.getpalette(), np.int32).reshape(-1, 3)
    colours = np.vstack([[255, 255, 255], [255, 255, 255], colours[:COLOURS]])
    level = np.arange(32) * 255 // 31
    bins = np.stack(np.meshgrid(level, level, level, indexing="ij"), axis=-1).reshape(-1, 3)
    distance = (bins**2).sum(1)[:, None] - 2 * bins @ colours[1:].T + (colours[1:] ** 2).sum(1)
    return (1 + distance.argmin(1)).astype(np.uint8), colours


def _webp(index, colours):
    """WebP without loss: two thirds of a PNG, and every browser reads it."""
    table = np.hstack([colours, np.full((len(colours), 1), 255)]).astype(np.uint8)
    table[CLEAR] = 0
    out = io.BytesIO()
    Image.fromarray(table[index]).save(out, "webp", lossless=True, quality=40, method=2)
    return base64.b64encode(out.getvalue()).decode()
