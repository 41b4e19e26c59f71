"""The figures of notebook 16: what its words and numbers say, measured."""

import numpy as np
import pytest

from helpers.kernels import rkhs
from helpers.live.controls import written
from tests.lessons.claims import broken
from tests.lessons.room import Room

figures = Room("16")

FIVE = np.array(figures.FIVE)


def paid(kernel, bandwidth=0.1, **moved):
    given = dict(yours=False, places=FIVE, x=0.61, height=1.4)
    return figures.cheapest.compute(kernel, bandwidth, **{**given, **moved})


def test_every_list_has_another_winner():
    """The text's numbers 18, 30, 32, 23; kinks cost infinitely much where bending is charged."""
    slope = paid("slope")
    assert list(slope["prices"].values()) == pytest.approx([18.3, 30.0, 31.9, 23.0], abs=0.05)
    for kernel in figures.CURVES:
        found = paid(kernel)
        assert min(found["prices"], key=found["prices"].get) == kernel
        assert found["prices"][kernel] == pytest.approx(found["least"])
    bend, strict = paid("bend")["prices"], paid("Gaussian")["prices"]
    assert np.isinf([bend["slope"], bend["Laplace"]]).all() and np.isfinite(bend["Gaussian"])
    assert sum(map(np.isinf, strict.values())) == 3
    assert 650 < paid("Gaussian", 0.5)["least"] / paid("Gaussian")["least"] < 750


def test_the_worked_number_of_the_polygon():
    x, y = FIVE.T
    pieces = np.diff(y) ** 2 / np.diff(x)
    assert pieces.sum() == pytest.approx(18.176, abs=5e-4)
    assert paid("slope")["least"] - pieces.sum() == pytest.approx(0.148, abs=5e-4)


def test_the_worked_number_of_the_detour():
    """The star of the last step: 0.75 above the polygon, neighbours 0.11 away on both sides."""
    found = paid("slope")
    assert 1.4 - np.interp(0.61, *FIVE.T) == pytest.approx(0.75)
    assert found["detour"] == pytest.approx(0.75**2 * (1 / 0.11 + 1 / 0.11))
    assert (found["detour"], found["mine"]) == pytest.approx((10.2, 28.6), abs=0.05)


@pytest.mark.parametrize("kernel", list(figures.CURVES))
def test_no_star_beats_the_winner(kernel):
    """Wherever it stands; on the curve it costs nothing; the detour is Pythagoras'."""
    least = paid(kernel)["least"]
    for x in (0.02, 0.2, 0.4, 0.61, 0.8, 0.99):
        for height in (-0.5, 0.5, 2.0):
            found = paid(kernel, x=x, height=height)
            assert found["mine"] >= least * (1 - 1e-9)
            assert found["mine"] - least == pytest.approx(found["detour"], rel=1e-6, abs=1e-6)
    on = float(np.interp(0.6, *FIVE.T))
    assert paid("slope", x=0.6, height=on)["detour"] == pytest.approx(0, abs=1e-9)


def test_points_can_be_dragged_but_not_through_each_other(show):
    figure = show("cheapest")
    handle = figure.handles[2]
    for x, y in ((0.9, 1.0), (0.05, -3.0), (0.6, 1.7)):
        figure.set(**handle.to(figure.r, x, y))
        assert np.diff(figure.r.places[:, 0]).min() >= figures.GAP - 1e-9
        assert not broken(figure)
    first, last = figure.handles[0], figure.handles[4]
    figure.set(**first.to(figure.r, -1.0, 0.0))
    figure.set(**last.to(figure.r, 2.0, 0.0))
    assert 0 <= figure.r.places[0, 0] < 0.01 and figure.r.places[4, 0] > 0.99
    with pytest.raises(ValueError, match="distance"):
        figure.set(places=written([(0.1, 0), (0.11, 1), *figures.FIVE[2:]]))


def test_the_headline_fails_for_a_curve_that_is_not_the_cheapest(show):
    """Were the polygon's own price too high, the claim would say so."""
    figure = show("cheapest")
    r = figure.r
    r.least = 1.3 * r.least
    assert not figure.headline(r).holds


def test_a_spike_has_a_price_and_no_size():
    first, thin, wide = (figures.spike.compute(w, 0.5, "tent") for w in (0.25, 0.02, 0.5))
    assert (first["size"], first["price"]) == pytest.approx((0.167, 8), abs=1e-3)
    assert thin["size"] < 0.014 and thin["price"] == pytest.approx(100)
    assert wide["price"] == pytest.approx(4) and wide["floor"] == 2
    bump = figures.spike.compute(0.25, 0.5, "round bump")
    assert bump["price"] == pytest.approx(np.pi**2)
    assert figures.spike.compute(0.8, 0.8, "shoulder")["price"] == pytest.approx(1.25)
    heights = figures.profile("tent", 0.5, 0.25)
    assert heights.f[0] == pytest.approx(np.clip(1 - 4 * np.abs(heights.u - 0.5), 0, None))


def test_no_story_step_of_the_spike_answers_the_exercise(show):
    figure = show("spike")
    for step in figure.story:
        figure.show(figure.story.index(step))
        assert figure.r.price > 1.2 * figure.r.floor


def test_extra_centres_are_used_only_by_the_other_penalty():
    for centre in (0.0, 0.3, 0.72, 1.0):
        given = (0.01, 0.15), (centre, np.array(figures.EIGHT))
        r = figures.extra.compute(*given[0], True, *given[1])
        assert r["used"] < 1e-9 and r["many"] == pytest.approx(r["few"])
        other = figures.extra.compute(*given[0], False, *given[1])
        assert other["used"] > 0.25 and np.all(np.abs(other["c"]) > 1e-6)


def test_what_the_story_says_about_the_bias():
    """26 blue and 14 orange points: shares right with and without b, step by step."""
    far = figures.bias.compute("linear", 0.01, 1.0, -3.2, -0.8)
    assert far["right"] == [1.0, 0.65]
    assert np.all(figures.SIGNS[far["both"][1].margins < 0] < 0)  # every orange one, no blue one
    assert figures.bias.compute("linear", 0.01, 1.0, 0.0, 0.0)["right"] == [1.0, 1.0]
    assert figures.bias.compute("Gaussian", 0.01, 1.0, -3.2, -0.8)["right"] == [1.0, 1.0]
    taken = figures.bias.compute("Gaussian", 0.3, 1.0, -3.2, -0.8)
    assert taken["right"] == [0.65, 1.0] and taken["both"][0].lam == pytest.approx(0.3)
    behind = figures.bias.compute("linear", 0.01, 1.0, 3.2, 0.8)
    assert behind["right"] == [1.0, 0.35]
    for r, blue in ((far, False), (behind, True)):  # given up is the cloud nearer to the origin
        machine = r["both"][1]
        lost = machine.margins < 0
        assert np.array_equal(lost, (figures.SIGNS > 0) == blue)
        assert np.abs(machine.margins[lost]).mean() < 0.5 * np.abs(machine.margins[~lost]).mean()


def shaded(j=1, show=figures.VIEWS[0], bandwidth=0.7, centre=True, star=(0.1, 0.1)):
    return figures.components.compute(bandwidth, j, show, "blob in a ring", centre, *star)


def test_the_first_component_tells_inside_from_outside():
    r = shaded()
    assert r["parted"] == 1.0 and r["shares"][0] == pytest.approx(0.25, abs=0.01)
    assert r["rival"] > 0.99 * r["pca"].s[0]
    middle, corner = r["Z"][22, 22], r["Z"][22, 2]
    assert middle > 0.9 and corner < 0
    assert shaded(2)["parted"] < 0.6
    assert shaded(bandwidth=5.0)["parted"] < 0.6
    whole = shaded(bandwidth=2.0, centre=False)["Z"]
    assert whole.min() > 0


def test_the_largest_variance_is_promised_for_centred_features_alone(show):
    assert not show("components", j=2).headlined.why_not
    figure = show("components", centre=False, bandwidth=2)
    assert "not centred" in figure.headlined.why_not


def test_signs_of_eigenvectors_do_not_show(monkeypatch):
    """Every direction reversed: the picture, the caption and the claims stay as they are."""
    figure = figures.components()
    before, told = figure.image(), figure.describe()
    make = figures.KernelPCA.__init__

    def reversed_signs(self, K, centre=True):
        make(self, K, centre)
        self.A = -self.A

    monkeypatch.setattr(figures.KernelPCA, "__init__", reversed_signs)
    figure.set(j=3)
    figure.reset()
    assert figure.image() == before and figure.describe() == told
    figure.dispose()


def test_novelty_is_low_at_the_data_and_high_in_the_gap():
    r = shaded(10, figures.VIEWS[1], star=(1.1, 0.1))
    assert r["star"] > 3 * r["rest"][0]
    assert r["star"] == pytest.approx(r["again"])
    far = shaded(10, figures.VIEWS[1], star=(2.6, 2.6))
    assert far["star"] > r["star"]


def test_components_rank_sides_without_a_sign():
    sides = np.array([0, 0, 1, 1])
    assert figures.in_order(np.array([1.0, 2, 3, 4]), sides) == 1
    assert figures.in_order(np.array([4.0, 3, 2, 1]), sides) == 1
    assert figures.in_order(np.array([1.0, 4, 2, 3]), sides) == 0.5


def test_polynomials_reproduce_and_the_running_integral_ends_there():
    r = figures.reproduce.compute(0.3, 4, "a cubic")
    assert r["running"][-1] == pytest.approx(r["value"], abs=1e-3)
    assert r["integral"] == pytest.approx(r["value"])
    small = figures.reproduce.compute(0.3, 1, "a cubic")
    u, w = rkhs.nodes([])
    line = np.polynomial.Polynomial.fit(u, figures.TARGETS["a cubic"][0](u), 1, w=np.sqrt(w))
    assert small["integral"] == pytest.approx(line(0.3))
    assert small["integral"] == pytest.approx(0.54, abs=5e-3)  # as the step says
    assert figures.reproduce.compute(1.0, 4, "a cubic")["R"].max() == pytest.approx(25)


def test_waves_add_up_to_their_functions():
    x = figures.ROUND
    whole = {name: figures.COSINES @ c for name, c in figures.WAVY.items()}
    assert whole["|x|"] == pytest.approx(np.abs(x), abs=0.01)
    assert whole["cos 3x"] == pytest.approx(np.cos(3 * x))
    away = np.abs(np.abs(x) - np.pi / 2) > 0.2
    assert whole["a jump"][away] == pytest.approx(1.0 * (np.abs(x) < np.pi / 2)[away], abs=0.02)


def test_bills_as_the_story_tells_them():
    lists = list(figures.TARIFFS.values())
    bill = figures.prices.compute(0.5, 13, figures.roof(), lists[2])["bill"]
    assert bill[13] == pytest.approx(85_000, rel=0.01)
    assert 550 < bill[15] / bill[13] < 650
    tame = figures.prices.compute(0.5, 200, figures.roof(), lists[0])
    assert tame["now"] == pytest.approx(tame["limit"], rel=2e-3) and tame["now"] < tame["limit"]
    assert tame["limit"] == pytest.approx(4.6, abs=0.02)
    growing = figures.prices.compute(0.5, 200, figures.roof(), lists[1])["bill"]
    steps = growing[[51, 101, 151]] - growing[[49, 99, 149]]
    assert steps == pytest.approx(np.full(3, 16 * 0.5**4 / np.pi**2), rel=0.01)
    jump = figures.prices.compute(0.5, 200, figures.jump(), lists[0])["bill"]
    assert jump[200] - jump[100] == pytest.approx(jump[100] - jump[0], rel=0.1)
    round_one = figures.prices.compute(0.5, 200, figures.bell(), lists[2])["bill"]
    assert round_one[9] == pytest.approx(round_one[200], rel=1e-3)


def test_three_bills_are_drawn_and_the_chosen_one_is_thick(show):
    """|x| at ℓ = ½: one bill is level, one climbs slowly, one leaves the picture."""
    figure = show("prices")
    level, slow, wild = (bill[[13, 200]] for bill in figure.r.bills)
    assert level == pytest.approx([4.6, 4.6], abs=0.05)
    assert slow == pytest.approx([4.8, 14], abs=0.5) and wild[0] > 8e4
    for i, name in enumerate(figures.TARIFFS):
        figure.set(tariff=name)
        assert figure.r.chosen == i and np.array_equal(figure.r.bill, figure.r.bills[i])
        lines = {line.get_label(): line for line in figure.canvas.figure.axes[1].lines}
        widths = [lines[other.split(":")[0]].get_linewidth() for other in figures.TARIFFS]
        assert int(np.argmax(widths)) == i and sorted(widths)[1] < 2


def test_no_number_is_given_where_the_weights_are_cut_off(show):
    """Beyond exp(−690) weights are cut off; no bill that contains such a wave is told."""
    figure = show("prices")
    figure.set(N=200)
    assert figure.caption(figure.r) == "The first 200 waves cost more than 10¹²."
    cut = 0.5 * figures.WAVES**2 > 690
    gaussian = list(figures.TARIFFS.values())[2]
    assert figures.prices.compute(1.0, 200, figures.roof(), gaussian)["bill"][cut].min() > 1e12


def test_a_jump_is_drawn_without_overshoot():
    lists = list(figures.TARIFFS.values())
    r = figures.prices.compute(0.5, 200, figures.WAVY["a jump"], lists[0])
    assert set(r["whole"]) == {0.0, 1.0} and r["part"].max() > 1.05


def test_the_slope_is_free_with_the_spline_only():
    """With min(x, z) + xz the function f(x) = x costs 1/2, not 1 + 1."""
    x = np.linspace(0, 1, 201)[1:]
    K = np.minimum.outer(x, x) + np.outer(x, x)
    assert x @ np.linalg.solve(K, x) == pytest.approx(0.5, abs=0.01)
