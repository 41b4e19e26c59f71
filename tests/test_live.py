"""The live figure without a browser."""

import io
import warnings

import numpy as np
import pytest
from PIL import Image

from helpers import live, plots
from helpers.live import Claim, Live, canvas, choice, controls, int_slider, log_slider, slider, step_size, text, toggle


def picture(fig):
    left, right = fig.subplots(1, 2)
    left.set(xlim=(-2.5, 2.5), ylim=(-2.5, 2.5))
    right.set(xlim=(0, 100), ylim=(1e-12, 1e3))
    track, lines, hills = (
        plots.path(left),
        plots.against_bound(right),
        plots.moving_contours(left, (-2.5, 2.5), 5, n=20),
    )
    return lambda r: (*hills(r["f"]), *track(r["w"]), *lines(np.arange(len(r["gap"])), r["gap"], r["bound"]))


def run(eta, T, kappa, flip=False, shape="bowl"):
    if kappa == 3:
        raise ValueError("three is not allowed here")
    lam = np.array([1.0, kappa])
    w = np.array([2.0, -1.0 if flip else 1.0]) * (1 - eta * lam) ** np.arange(T + 1)[:, None]
    gap, rate = (lam * w**2).sum(1) / 2, np.abs(1 - eta * lam).max()
    return dict(w=w, gap=gap, bound=gap[0] * rate ** (2 * np.arange(T + 1)), f=lambda u: (lam * u**2).sum(1), rate=rate)


def claims(r, eta, **others):
    return [
        Claim("contraction", "a test", r["gap"][-1], r["bound"][-1], why_not="" if r["rate"] < 1 else "step too long")
    ]


def caption(r, **values):
    return f"the gap is {r['gap'][-1]:.2g} at the end of the path."


@pytest.fixture
def figure():
    return Live(
        "test",
        picture,
        run,
        caption,
        claims,
        presets={"long": dict(eta=0.45)},
        play="T",
        eta=step_size(0.1, 0.01, 0.5),
        T=int_slider("steps T", 50, 1, 100),
        kappa=slider("condition κ", 4, 1, 4, 0.5),
        flip=toggle("flipped"),
        shape=choice("shape", "bowl", ["bowl", "cup"]),
    )


def test_the_picture_depends_on_the_values_alone(figure):
    first, rng = figure.image(), np.random.default_rng(0)
    seen = {first}
    for _ in range(20):
        figure.set(eta=float(rng.uniform(0.01, 0.5)), T=int(rng.integers(1, 100)), flip=bool(rng.integers(2)))
        seen.add(figure.image())
    there = dict(figure.values)
    once = figure.image()
    figure.reset()
    assert figure.image() == first and len(seen) > 15
    figure.set(**there)
    assert figure.image() == once


def test_the_blitted_frame_is_the_full_draw(figure):
    """What the cached background and the moving artists give is, pixel for pixel, matplotlib's own drawing."""
    figure.set(eta=0.3)
    blitted = figure._canvas.pixels().copy()
    fresh = canvas.Canvas(picture, (10, 4.2))
    fresh.move(figure.result)
    assert np.array_equal(blitted, fresh.pixels())
    agg = fresh._agg
    for artist in fresh._moved:
        artist.set_animated(False)
    agg.draw()
    different = np.any(np.asarray(agg.buffer_rgba())[:, :, :3] != blitted, axis=2)
    assert different.mean() < 0.01  # grid and legend may lie above a curve in a full draw, nothing else differs


def test_the_fast_png_is_the_picture(figure):
    pixels = figure._canvas.pixels()
    assert np.array_equal(np.asarray(Image.open(io.BytesIO(figure.image()))), pixels)


def test_the_sharp_picture_is_the_same_picture_with_twice_the_pixels(figure):
    sharp = figure._canvas.pixels(density=2).astype(float)
    plain = figure._canvas.pixels().astype(float)
    assert sharp.shape == (2 * plain.shape[0], 2 * plain.shape[1], 3)
    halved = sharp.reshape(plain.shape[0], 2, plain.shape[1], 2, 3).mean(axis=(1, 3))
    assert np.abs(halved - plain).mean() < 4  # of 255
    assert figure.image() == canvas.png(figure._canvas.pixels())


def test_a_saved_output_is_a_small_picture_with_its_description(figure):
    data, metadata = figure._repr_mimebundle_()
    assert metadata["image/png"]["alt"] == figure.alt and data["text/plain"].startswith(figure.alt)
    assert len(data["image/png"]) < min(60_000, len(figure.image()))
    assert Image.open(io.BytesIO(data["image/png"])).mode == "P"
    assert "contraction: " in data["text/plain"] and "holds" in data["text/plain"]


def test_the_description_names_every_value(figure):
    assert figure.alt.startswith("At η = 0.1, T = 50, κ = 4, flipped off, shape bowl: the gap is ")
    figure.set(eta=0.123456, flip=True)
    assert "η = 0.123, " in figure.alt and "flipped on" in figure.alt
    assert figure.alt in figure.words.value.replace("&#x27;", "'")


@pytest.mark.parametrize(
    "values, sentence",
    [
        (dict(eta=7.0), "between 0.01 and 0.5"),
        (dict(eta=float("nan")), "between"),
        (dict(T=0), "outside"),
        (dict(T=2.5), "steps T"),
        (dict(shape="ring"), "cannot be 'ring'"),
        (dict(nonsense=1), "no control named nonsense"),
        (dict(kappa=3), "three is not allowed"),
        (dict(eta="fast"), "cannot be 'fast'"),
    ],
)
def test_a_value_that_cannot_be_raises_and_nothing_is_lost(figure, values, sentence):
    before = figure.image(), figure.values, figure.alt
    with pytest.raises(ValueError, match=sentence):
        figure.set(**values)
    assert (figure.image(), figure.values, figure.alt) == before


def test_an_error_behind_a_slider_is_one_sentence_under_the_picture(figure):
    """As the browser moves it: the callback does not raise, the last picture stays, the next good value clears it."""
    shown = figure.picture.value
    figure.controls["kappa"].slider.value = 3
    assert "three is not allowed here" in figure.words.value and 'role="alert"' in figure.words.value
    assert figure.picture.value == shown
    figure.controls["kappa"].slider.value = 2
    assert "Not drawn" not in figure.words.value and figure.picture.value != shown


def test_buttons_move_the_figure(figure):
    buttons = {b.description: b for b in figure.children[1].children}
    assert list(buttons) == ["reset", "long"]
    first = figure.image()
    buttons["long"].click()
    assert figure.values["eta"] == 0.45 and figure.image() != first
    assert "does not apply: step too long" not in figure.describe()
    buttons["reset"].click()
    assert figure.image() == first


def test_running_a_cell_again_replaces_its_figure(figure):
    count = len(live.figures())
    again = Live(
        "test",
        picture,
        run,
        caption,
        eta=step_size(0.1, 0.01, 0.5),
        T=int_slider("steps T", 5, 1, 9),
        kappa=slider("κ", 4, 1, 4),
    )
    assert len(live.figures()) == count and live.figures()[-1] is again
    assert figure.picture.comm is None  # the old one's widgets are closed


def test_the_cost_of_the_last_move_is_known(figure):
    figure.set(eta=0.2)
    assert set(figure.cost) == {"compute", "draw", "encode"} and all(v > 0 for v in figure.cost.values())


def test_an_artist_found_to_move_later_is_not_left_in_the_background():
    def late(fig):
        ax = fig.subplots()
        ax.set(xlim=(0, 1), ylim=(0, 1))
        a, b = ax.plot([0, 1], [0.2, 0.2])[0], ax.plot([0, 1], [0.5, 0.5])[0]

        def move(y):
            b.set_ydata([y, y])
            return (a,) if y == 0.5 else (a, b)

        return move

    drawn = canvas.Canvas(late, (4, 3))
    drawn.move(0.5)
    drawn.pixels()
    drawn.move(0.9)
    moved = drawn.pixels().copy()
    fresh = canvas.Canvas(late, (4, 3))
    fresh.move(0.9)
    assert np.array_equal(moved, fresh.pixels())


# claims


@pytest.mark.parametrize(
    "measured, bound, kind, holds",
    [
        (1, 2, "<=", True),
        (2, 2, "<=", True),
        (2.1, 2, "<=", False),
        (2, 1, ">=", True),
        (1, 2, ">=", False),
        (2, 2, "==", True),
        (2, 2.1, "==", False),
        (float("nan"), 1, "<=", False),
        (1, float("nan"), "<=", False),
        (1, float("inf"), "<=", True),
        (float("inf"), float("inf"), "==", True),
    ],
)
def test_a_claim_holds_when_it_does(measured, bound, kind, holds):
    assert Claim("c", "s", measured, bound, kind).holds is holds


def test_the_tolerance_is_relative_to_a_large_bound_and_absolute_to_a_small_one():
    assert Claim("c", "s", 1e6 + 0.5, 1e6, tol=1e-6).holds and not Claim("c", "s", 1e6 + 2, 1e6, tol=1e-6).holds
    assert Claim("c", "s", 1e-7, 0, tol=1e-6).holds and not Claim("c", "s", 1e-5, 0, tol=1e-6).holds


def test_verdicts_are_words():
    assert str(Claim("c", "s", 1, 2)) == "c: 1 ≤ 2, holds"
    assert str(Claim("c", "s", 3, 2)) == "c: 3 ≤ 2, FAILS"
    assert str(Claim("c", "s", 3, 2, why_not="too long")) == "c: 3 ≤ 2, does not apply: too long"
    assert str(Claim("c", "s", 3, float("nan"), why_not="too long")) == "c: does not apply: too long"
    assert str(Claim("c", "s", 3e-15, 0, "==")) == "c: 0 = 0, holds"
    assert str(Claim("c", "s", 6e-11, 2e-11, ">=", tol=1e-14)) == "c: 6e-11 ≥ 2e-11, holds"
    with pytest.raises(ValueError, match="kind must be one of"):
        Claim("c", "s", 1, 2, "<")


# controls


def test_a_browser_that_rounds_to_its_stops_does_not_move_the_value():
    """The browser answers 0.12 with the nearest stop of its grid; that is an echo. One stop further is a move."""
    number = log_slider("scale C", 0.12, 0.005, 1)
    stops = np.geomspace(0.005, 1, round(20 * np.log10(200)) + 1)
    near = float(stops[np.argmin(np.abs(np.log(stops / 0.12)))])
    number.slider.value = near
    assert number.value == 0.12
    number.slider.value = near * 10**0.05
    assert number.value == float(f"{near * 10**0.05:.3g}") == number.box.value
    number.box.value = 0.3
    assert number.value == 0.3 == number.slider.value


def test_typed_values_stay_inside():
    number = slider("point w", 0, -1, 1, 0.1)
    number.box.value = 7
    assert number.value == 1.0


def test_the_four_named_sliders_have_their_labels():
    made = [
        live.step_size(1, 0.1, 2),
        live.regularisation(1, 0.1, 2),
        live.bandwidth(1, 0.1, 2),
        live.temperature(1, 0.1, 2),
    ]
    assert [c.description for c in made] == ["step size η", "regularisation λ", "bandwidth ℓ", "temperature τ"]


def test_a_text_box_gives_compute_what_it_parsed():
    def parse(words):
        try:
            return [float(w) for w in words.split()]
        except ValueError:
            raise ValueError(f"“{words}” is not a list of numbers separated by blanks") from None

    def line(fig):
        ax = fig.subplots()
        ax.set(xlim=(0, 4), ylim=(0, 4))
        move = plots.curves(ax, ["a"])
        return lambda r: move(np.arange(len(r)), r)

    figure = Live(
        "typed",
        line,
        lambda numbers: np.array(numbers),
        lambda r, numbers: f"the sum is {sum(numbers):g}, over the list.",
        size=(4, 3),
        numbers=text("numbers", "1 2 3", parse),
    )
    assert "the sum is 6" in figure.alt
    figure.set(numbers="1 2 4")
    assert "the sum is 7" in figure.alt
    with pytest.raises(ValueError, match="not a list of numbers"):
        figure.set(numbers="1 two")
    assert figure.values == {"numbers": "1 2 4"}


def test_a_start_value_outside_its_range_is_the_authors_mistake():
    with pytest.raises(ValueError, match="start value"):
        int_slider("steps T", 0, 1, 9)
    with pytest.raises(ValueError, match="must be one of"):
        choice("shape", "ring", ["bowl"])


def test_numbers_are_spoken_with_three_digits():
    assert controls.spoken(slider("condition κ", 3.14159, 1, 4)) == "κ = 3.14"
    assert controls.spoken(int_slider("number of experts", 12345, 1, 99999)) == "number of experts = 12345"
    assert controls.spoken(toggle("average", True)) == "average on"


# movers


def test_curves_break_where_a_value_is_not_a_number(figure):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.isnan(plots.gaps([1, np.inf, -1e200, np.nan, 5])).tolist() == [False, True, True, True, False]


def test_a_histogram_is_a_density_of_the_whole_sample():
    import matplotlib.figure

    ax = matplotlib.figure.Figure().subplots()
    (steps,) = plots.histogram(ax, [0, 1, 3])([0.5, 0.6, 2, 9])  # one of four lies outside
    assert steps.get_data().values.tolist() == [0.5, 0.125]
