"""Figures of notebook 26: claims that see a wrong count, and numbers that the text quotes."""

import numpy as np
import pytest

from helpers.generalisation import vc
from helpers.live.controls import written
from lessons.n26_vc_dimension import slips
from lessons.n26_vc_dimension.price import SIZES, hardest_curve
from tests.lessons.claims import broken, forget
from tests.lessons.room import Room

figures = Room("26")

SQUARE = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (0, 0), (0, 0.5)]


def one_less(draws):
    """A class that has lost the last labelling that it draws."""

    def wrong(*given, **more):
        drawn = draws(*given, **more)
        drawn[np.flatnonzero(drawn)[-1]] = False
        return drawn

    return wrong


@pytest.mark.parametrize("name", ["shatter", "growth"])
@pytest.mark.parametrize("cls, part", [("half-planes", "half_spaces"), ("intervals", "boxes")])
def test_a_lost_labelling_is_seen(show, monkeypatch, name, cls, part):
    figure = show(name, cls=cls)
    assert not broken(figure)
    monkeypatch.setattr(vc, part, one_less(getattr(vc, part)))
    forget(figures)
    figure.set(cls=cls)
    assert broken(figure)


@pytest.mark.parametrize("places", [SQUARE, figures.ON_A_LINE, [(0.2, 0.1)] * 6])
def test_claims_hold_for_points_that_are_not_in_general_position(show, places):
    figure = show("shatter", places=written(places))
    for cls in figures.KINDS:
        for n, labelling in ((3, 5), (4, 6), (6, 1)):
            figure.set(cls=cls, n=n, labelling=labelling)
            assert not broken(figure)


def test_the_member_that_is_drawn_draws_the_labelling():
    """The polygon of every class holds exactly the points inside, at every labelling."""
    from matplotlib.path import Path

    P = np.array(figures.SIX[:5])
    for cls, kind in figures.KINDS.items():
        for number in np.flatnonzero(kind.draws(P))[1:]:
            inside = vc.all_labellings(5)[number]
            region = figures.member(cls, P, inside)
            if cls == "convex polygons":
                centre = region.mean(axis=0)
                region = centre + 1.001 * (region - centre) if len(region) > 2 else None
            if region is not None:
                assert Path(region).contains_points(P).tolist() == inside.tolist(), (cls, number)


def test_culprits_show_why_a_labelling_is_not_drawn():
    P = np.array(figures.FOUR)
    diagonal = np.array([True, False, True, False])
    assert figures.culprits("half-planes", P, diagonal).all()
    line = np.array(figures.ON_A_LINE[:3])
    outer = np.array([True, False, True])
    for cls in ("intervals", "rectangles", "convex polygons"):
        assert figures.culprits(cls, line, outer)[1]


@pytest.mark.parametrize(
    "name, values, formula, factor",
    [
        ("growth", dict(cls="discs"), "sauer", 0.9),
        ("growth", dict(cls="discs"), "sauer", 1.1),
        ("one_number", {}, "sine_number", 1.1),
        ("ghost", dict(n=50, eps=0.2), "deviation_tail", 1.5),
        ("ghost", {}, "ghost_tail", 1.1),
        ("ghost", dict(eps=0.6), "signs_tail", 0.9),
        ("price", {}, "vc_size", 0.9),
        ("price", {}, "vc_size", 1.1),
        ("price", {}, "vc_tail", 1.1),
        ("price", dict(p=0), "cells_excess", 1.5),
    ],
)
def test_a_wrong_formula_is_seen(show, monkeypatch, name, values, formula, factor):
    figure, right = show(name, **values), getattr(vc, formula)
    assert not broken(figure)

    def wrong(*given):
        value = factor * right(*given)
        return int(value) if isinstance(right(*given), int) else value

    monkeypatch.setattr(vc, formula, wrong)
    figure.set(**values)
    assert broken(figure)


def test_a_shift_that_forgets_to_look_is_seen(show, monkeypatch):
    def careless(table, j):
        table = table.copy()
        table[:, j] = 0
        return table

    monkeypatch.setattr(vc, "shift_column", careless)
    forget(figures)
    assert "no row is lost" in broken(show("shift", t=3))


def test_the_rows_are_counted_against_the_dimension_of_the_table_in_sight(show):
    """Eleven rows at every step; Sauer's number falls with the VC dimension, from 26 to 16."""
    figure = show("shift")
    for t, bound in ((0, 26), (1, 16), (5, 16)):
        figure.set(t=t)
        assert (figure.headlined.measured, figure.headlined.bound) == (11, bound)
        assert figure.r.counts.tolist() == [11] * (figures.STEPS + 1)


def test_the_hand_chooses_labels_and_tiles(show):
    figure = show("shatter")
    tile = figure.handles[-1]
    for number in range(16):
        figure.set(labelling=number)
        assert tile.to(figure.r, *tile.at(figure.r)) == {"labelling": number}
    wave = show("one_number", n=4, labelling=15)
    for i in range(4):
        flipped = wave.handles[i].to(wave.r, 0.0, -1.0)["labelling"]
        assert flipped == 15 - 2**i
    assert wave.handles[5].at(wave.r) is None


def test_the_numbers_of_the_text():
    """Guesses and worked numbers, computed."""
    assert figures.growth_of("half-planes")[-1] == 134 and vc.sauer(12, 3) == 299
    assert 4**3 * (1 + 1 / 4) ** 12 == pytest.approx(931, abs=1)
    assert (np.e * 4) ** 3 == pytest.approx(1285.5, abs=1)
    assert vc.deviation_tail(50, 0.2) == pytest.approx(0.0314, abs=1e-4)
    assert vc.ghost_tail(50, 0.2) == pytest.approx(0.272, abs=1e-3)
    assert figures.chain_at(50, 0.2)[3] == pytest.approx(383, abs=1)
    assert 2 * np.exp(-4) == pytest.approx(0.037, abs=5e-4)
    assert vc.vc_size(0.5, 3, 0.05) == 17450 and vc.vc_size(0.1, 3, 0.05) == 570114
    assert vc.vc_excess(500, 3, 0.05) == pytest.approx(2.45, abs=0.01)
    assert vc.vc_size(0.08, 3, 0.05) == pytest.approx(0.92e6, rel=0.01)
    assert figures.cells_size(0.1, 3, 0.3) == 9
    assert figures.counted(17450) == "17 450" and figures.counted(2.5e6) == "2.5 million"
    assert figures.told(0.0314) == "3.1 %" and figures.told(0.0) == "less than 0.01 %"
    assert figures.told(0.272) == "27 %" and figures.told(0.9999) == "100 %"
    assert vc.ghost_tail(50, 0.16) == pytest.approx(0.55, abs=0.005)
    assert vc.vc_excess(20, 3, 0.05) == pytest.approx(9.39, abs=0.01)
    assert figures.growth_of("rectangles")[:5].tolist() == [2, 4, 8, 16, 26]  # shattered up to d


def test_rectangles_that_may_turn_shatter_a_pentagon():
    angle = 2 * np.pi * np.arange(5) / 5 + 0.3
    pentagon = np.column_stack([np.cos(angle), np.sin(angle)])
    assert slips.rotated_labellings(pentagon).all() and not vc.boxes(pentagon).all()


def test_the_notes_on_what_the_bound_costs():
    """One p: exponential in the end. Hardest p for each n: slope -1/2. Factor: sixty thousand."""
    r = figures.price.compute(3, 0.1, 0.3)
    assert 6e4 < r["sizes"][0] / r["sizes"][1] < 7e4
    sizes = np.array([9, 30, 100, 300])
    excess = np.log([vc.cells_excess(int(n), 3, 0.3) for n in sizes])
    slopes = np.diff(excess) / np.diff(np.log(sizes))
    assert slopes[0] > -0.8 and slopes[1] < -1.5 and slopes[2] < -4
    for d in (1, 3, 65):
        for n in (2 * d, 20 * d, 200 * d):
            every = max(vc.cells_excess(n, d, p) for p in np.linspace(0, 0.499, 200))
            assert figures.hardest_excess(n, d) == pytest.approx(every, rel=0.005)
    far = SIZES[SIZES > 30]
    curve = hardest_curve(3)[SIZES > 30]
    assert np.polyfit(np.log(far), np.log(curve), 1)[0] == pytest.approx(-0.5, abs=0.01)
    assert curve * np.sqrt(far / 3) == pytest.approx(0.17, abs=0.002)


def test_markov_makes_a_mean_hold_for_95_percent_of_the_samples():
    """Simulated: with the number of examples that the headline names, the excess is over 0.1 in
    fewer than 5 % of the samples."""
    rng, n = np.random.default_rng(26), figures.price.compute(3, 0.1, 0.3)["surely"]
    counts = rng.multinomial(n, np.full(3, 1 / 3), size=20_000)
    wrong = rng.binomial(counts, 0.3)
    lost = (2 * wrong > counts) + 0.5 * (2 * wrong == counts)
    assert np.mean(0.4 * lost.mean(axis=1) > 0.1) < 0.05


def test_the_guesses_and_their_feedback():
    """Lines through pairs of points, Kolmogorov's law by simulation, the bound by its formula."""
    four = np.array([(-0.75, 0.7), (0.4, 0.55), (0.8, -0.35), (-0.35, -0.75)])
    inside = np.array([(0.0, 0.0), (1, 0), (0, 1), (0.3, 0.3)])
    assert _labellings_by_lines(four) == 14 == _labellings_by_lines(inside)
    single = np.eye(4, dtype=bool)
    drawn = vc.half_spaces(vc.affine(four)), vc.half_spaces(vc.affine(inside))
    rows = [np.flatnonzero((vc.all_labellings(4) == one).all(axis=1))[0] for one in single]
    assert drawn[0][rows].all() and not drawn[1][rows].all()  # a single +: only below
    assert 12**2 - 12 + 2 == 134 and 134 / 4096 == pytest.approx(0.03, abs=0.003)
    assert 6**2 - 6 + 2 == 32 and 600 / 4096 == pytest.approx(0.15, abs=0.004)
    rng = np.random.default_rng(26)
    differ = [_largest_difference(rng.random((2, 50))) for _ in range(3000)]
    assert np.mean(np.array(differ) >= 10) == pytest.approx(0.27, abs=0.03)
    assert np.mean(np.array(differ) >= 8) == pytest.approx(0.55, abs=0.03)
    bound = lambda n: np.sqrt(128 / n * (3 * np.log(np.e * n / 3) + np.log(160)))  # noqa: E731
    assert bound(17_450) <= 0.5 < bound(17_449)
    assert [bound(20), bound(500), bound(1e6)] == pytest.approx([9.4, 2.5, 0.08], rel=0.05)


def _labellings_by_lines(points):
    """Both sides of every line through two points, turned a little each way."""
    found = set()
    for angle in np.linspace(0, 2 * np.pi, 3600, endpoint=False):
        height = points @ [np.cos(angle), np.sin(angle)]
        found |= {tuple(height > cut) for cut in [-9, *height]}
    return len(found)


def _largest_difference(pair):
    """n times the largest difference of two empirical distribution functions."""
    steps = np.sort(np.column_stack([pair.ravel(), np.repeat([1, -1], 50)]).view("f8,f8"), axis=0)
    return np.abs(np.cumsum(steps.view(float)[:, 1])).max()
