"""The persistent canvas: what is kept, what is drawn again, and the PNG that is sent."""

import io

import numpy as np
import pytest
from PIL import Image

from helpers import plots
from helpers.live import canvas
from tests.live import sample


@pytest.fixture
def figure():
    return sample.fit()


def test_the_blitted_frame_is_the_full_draw(figure):
    """Background and moving artists together are what matplotlib draws by itself."""
    figure.set(M=9, lift=0.5)
    blitted = figure.canvas.pixels().copy()
    fresh = canvas.Canvas(figure.picture, figure.size)
    fresh.move(figure.r)
    assert np.array_equal(blitted, fresh.pixels())
    for artist in fresh._moved:
        artist.set_animated(False)
    fresh._agg.draw()
    whole = np.asarray(fresh._agg.buffer_rgba())[:, :, :3]
    # grid and legend may lie above a curve in a full draw, nothing else differs
    assert np.any(whole != blitted, axis=2).mean() < 0.01


def test_the_fast_png_is_the_picture(figure):
    shown = np.asarray(Image.open(io.BytesIO(figure.image())))
    assert np.array_equal(shown, figure.canvas.pixels())


def test_the_sharp_picture_is_the_same_picture_with_twice_the_pixels(figure):
    plain = figure.canvas.pixels().astype(float)
    sharp = figure.canvas.pixels(density=2).astype(float)
    height, width, _ = plain.shape
    assert sharp.shape == (2 * height, 2 * width, 3)
    halved = sharp.reshape(height, 2, width, 2, 3).mean(axis=(1, 3))
    assert np.abs(halved - plain).mean() < 4  # of 255
    assert figure.image() == canvas.png(figure.canvas.pixels())


def test_an_artist_found_to_move_later_is_not_left_in_the_background():
    def late(fig):
        ax = fig.subplots()
        ax.set(xlim=(0, 1), ylim=(0, 1))
        a, b = (ax.plot([0, 1], [y, y])[0] for y in (0.2, 0.5))

        def move(y):
            b.set_ydata([y, y])
            return (a,) if y == 0.5 else (a, b)

        return move

    drawn, fresh = canvas.Canvas(late, (4, 3)), canvas.Canvas(late, (4, 3))
    drawn.move(0.5)
    drawn.pixels()
    drawn.move(0.9)
    fresh.move(0.9)
    assert np.array_equal(drawn.pixels(), fresh.pixels())


def test_the_style_of_the_kit_is_drawn_whatever_the_notebook_set(figure):
    import matplotlib

    before = figure.image()
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "yellow"}):
        assert sample.fit().image() == before


def test_a_place_on_the_picture_and_its_data_point_belong_together(figure):
    rng = np.random.default_rng(0)
    for panel, low, high in ((0, (0, -2), (1, 2)), (1, (0, 0.01), (12, 5))):
        for point in rng.uniform(low, high, (5, 2)):
            assert np.allclose(
                figure.canvas.point(panel, *figure.canvas.place(panel, *point)), point
            )


def test_a_place_is_where_the_mark_is_drawn(figure):
    """The star of the right panel, found by its colour, stands where the handle does."""
    u, v = figure.canvas.place(1, figure.r.M, figure.r.errors[figure.r.M])
    pixels = figure.canvas.pixels().astype(int)
    blue = np.array([int(plots.BLUE[i : i + 2], 16) for i in (1, 3, 5)])
    height, width, _ = pixels.shape
    ys, xs = np.nonzero((np.abs(pixels - blue).sum(2) < 30) & (np.arange(width) > 0.6 * width))
    assert abs(xs.mean() / width - u) < 0.005 and abs(ys.mean() / height - v) < 0.01


def test_the_stored_picture_looks_like_the_sent_one(figure):
    stored = np.asarray(Image.open(io.BytesIO(figure.stored())).convert("RGB")).astype(int)
    assert np.abs(stored - figure.canvas.pixels().astype(int)).mean() < 1


def test_a_colour_that_means_something_is_stored_as_it_is(figure):
    """Seen: a star that was yellow in JupyterLab was peach in the saved file."""
    drawn = figure.canvas.pixels().astype(int)
    stored = np.asarray(Image.open(io.BytesIO(figure.stored())).convert("RGB")).astype(int)
    met = 0
    for colour in (plots.BLUE, plots.RED, plots.GREEN, plots.YELLOW):
        here = (drawn == [int(colour[i : i + 2], 16) for i in (1, 3, 5)]).all(2)
        met += here.any()
        assert (stored[here] == drawn[here]).all(), colour
    assert met > 1


def test_a_picture_of_many_colours_keeps_a_small_star():
    ramp = np.repeat(np.linspace(0, 255, 40), 5).astype(np.uint8)  # 25 pixels of each colour
    picture = np.stack(np.broadcast_arrays(ramp[:, None], ramp[None], np.uint8(66)), axis=2)
    picture[100:103, 50:53] = [240, 228, 66]
    stored = np.asarray(Image.open(io.BytesIO(canvas.small_png(picture))).convert("RGB"))
    assert (stored[100:103, 50:53] == [240, 228, 66]).all()
    assert np.abs(stored.astype(int) - picture).mean() < 8
