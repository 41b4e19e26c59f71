"""The rows of the results ledger that notebook 26 owns, each by the measurement that would fail
were it false."""

from itertools import permutations, product
from math import comb

import numpy as np
import pytest

from helpers.generalisation import vc
from lessons.n26_vc_dimension import slips
from tests.lessons.room import Room

figures = Room("26")

RNG = np.random.default_rng(26)


def test_thresholds_have_n_plus_one_behaviours():
    """S-4.9.LossClass, S-4.9.Def17: labellings and loss vectors of thresholds, by enumeration, are
    n + 1; no class draws more than its growth function says at any points."""
    for n in range(1, 9):
        x, y = RNG.random(n), RNG.random(n) < 0.5
        guesses = {tuple(x <= a) for a in np.append(x, -1)}
        losses = {tuple((x <= a) != y) for a in np.append(x, -1)}
        assert len(guesses) == len(losses) == n + 1 == vc.boxes(x, below=True).sum()


@pytest.mark.parametrize("cls", list(figures.KINDS))
def test_as_many_loss_vectors_as_labellings(cls):
    """S-4.10.Eq240: with any answers, for every class."""
    P = RNG.normal(size=(6, 2))
    rows = vc.all_labellings(6)[figures.KINDS[cls].draws(P)]
    for y in RNG.random((5, 6)) < 0.5:
        assert len(np.unique(rows != y, axis=0)) == len(rows)


def test_intervals_are_counted_and_miss_101():
    """S-4.10.Intervals, S-4.10.Def18 (erratum E37): C(n+1, 2) + 1 labellings, VC dimension 2; of
    three points {middle} is drawn, and 101 is the only one that is not."""
    for n in range(1, 9):
        drawn = vc.boxes(RNG.random(n))
        assert drawn.sum() == comb(n + 1, 2) + 1
        assert drawn.all() == (n <= 2)
    three = vc.boxes(np.arange(3.0))
    assert three[0b010] and np.flatnonzero(~three).tolist() == [0b101]
    assert "010 is drawn" in slips.middle() and "101" in slips.middle()


def test_rectangles_shatter_a_diamond_and_no_five_points():
    """S-4.10.Rect (erratum E38): 4 shattered, no 5 of 500; turned ones shatter a pentagon."""
    assert vc.boxes([[-1, 0], [0, 1], [1, 0], [0, -1]]).all()
    assert not any(vc.boxes(RNG.normal(size=(5, 2))).all() for _ in range(500))
    angle = 2 * np.pi * np.arange(5) / 5
    assert slips.rotated_labellings(np.column_stack([np.cos(angle), np.sin(angle)])).all()
    assert "32 of 32" in slips.turned()


def test_one_sine_draws_every_labelling():
    """S-4.10.Sine: all labellings of 1 to 8 points, by floating point and by whole numbers."""
    for n in range(1, 9):
        x = 10.0 ** -np.arange(1, n + 1)
        for plus in vc.all_labellings(n):
            turns = vc.sine_number(plus)
            assert ((np.sin(np.pi * turns * x) > 0) == plus).all()
            assert [turns // 10**j % 2 == 0 for j in range(1, n + 1)] == plus.tolist()


def test_a_space_of_dimension_k_shatters_at_most_k_points():
    """S-4.10.Thm17: polynomials of degree q shatter q + 1 points and never q + 2; random spaces of
    functions shatter at most their dimension."""
    for q in range(5):
        x = np.sort(RNG.random(q + 2))
        powers = np.vander(x, q + 1)
        assert vc.half_spaces(powers[:-1]).all() and not vc.half_spaces(powers).all()
    for k in (1, 2, 3, 4):
        for _ in range(20):
            assert not vc.half_spaces(RNG.normal(size=(k + 1, k))).all()


def test_half_spaces_through_zero_shatter_the_unit_vectors():
    """S-4.10.Halfspace: 2^d labellings of the unit vectors, with w = ±1; no d + 1 points."""
    for d in (1, 2, 3, 4, 5):
        assert vc.half_spaces(np.eye(d)).all()
        for w in product((-1, 1), repeat=d):
            assert (np.sign(np.eye(d) @ w) == w).all()
        assert not vc.half_spaces(np.vstack([np.eye(d), RNG.normal(size=d)])).all()


def test_sauers_lemma_on_random_tables_and_where_it_is_reached():
    """S-4.10.Lem4: every table has at most the sum of its VC dimension; intervals and discs reach
    it; 2^n for n <= d."""
    for _ in range(200):
        n = int(RNG.integers(2, 6))
        rows = RNG.choice(2**n, int(RNG.integers(1, 2**n + 1)), replace=False)
        table = vc.all_labellings(n)[rows]
        assert len(table) <= vc.sauer(n, vc.vc_of(table))
    for n in range(1, 9):
        P = RNG.normal(size=(n, 2))
        assert vc.discs(P).sum() == vc.sauer(n, 3)
        assert vc.boxes(P[:, 0]).sum() == vc.sauer(n, 2)
        assert vc.half_spaces(vc.affine(P)).sum() == n * n - n + 2 <= vc.sauer(n, 3)
        assert vc.sauer(n, n) == vc.sauer(n, n + 3) == 2**n


def test_the_simpler_forms_of_sauers_sum():
    """S-4.10.Eq250: all d <= 11, n <= 200."""
    for d in range(1, 12):
        for n in range(d, 201):
            middle = (n / d) ** d * (1 + d / n) ** n
            assert vc.sauer(n, d) <= middle * (1 + 1e-12) <= (np.e * n / d) ** d * (1 + 1e-11)


def test_shifting_keeps_rows_and_does_not_raise_the_vc_dimension():
    """S-4.10.Shift : rows kept and distinct, no set newly shattered, downward closed
    after one sweep, at most d ones in a row; the notes' table as recomputed."""
    for _ in range(100):
        n = int(RNG.integers(2, 6))
        rows = RNG.choice(2**n, int(RNG.integers(1, 2**n + 1)), replace=False)
        table = vc.all_labellings(n)[rows].astype(int)
        d, last = vc.vc_of(table), table
        for j in range(n):
            last = vc.shift_column(last, j)
            assert len(np.unique(last, axis=0)) == len(table) and vc.vc_of(last) <= d
        kept = {tuple(row) for row in last.tolist()}
        for row in kept:
            assert sum(row) <= d
            assert all((*row[:j], 0, *row[j + 1 :]) in kept for j in range(n))
    assert figures.shifted("four rows")[-1].tolist() == [
        [0, 1, 0, 1],
        [0, 0, 0, 1],
        [0, 1, 0, 0],
        [0, 0, 0, 0],
    ]


def test_the_ghost_sample_costs_a_factor_two_and_half_the_distance():
    """S-4.9.Lem3 (erratum E36): exact laws of both suprema for thresholds, wherever n eps^2 >= 2;
    without that it fails; and by simulation both laws are the ones meant."""
    for n in (20, 50, 100, 400):
        for eps in np.linspace(np.sqrt(2 / n), 1, 25):
            assert vc.deviation_tail(n, eps) <= 2 * vc.ghost_tail(n, eps / 2) + 1e-12
    runs = [figures.ghost.compute(20, 0.3, False, seed) for seed in range(400)]
    for name, law in (("gap", vc.deviation_tail), ("twin", vc.ghost_tail)):
        share = np.mean([run[name] >= 0.3 - 1e-9 for run in runs])
        exact = law(20, 0.3)
        assert abs(share - exact) <= 5 * np.sqrt(exact * (1 - exact) / 400)
    assert "0.381" in slips.dependent() and "0.234" in slips.dependent()


def test_random_signs_leave_the_law_and_then_cost_a_factor_two():
    """S-4.9.Signs232: for n = 3 pairs all orders, with and without all swaps, give one law;
    then the union bound over two halves, with exact laws."""
    n = 3
    plain, swapped = [], []
    for ranks in permutations(range(2 * n)):
        pair = np.array(ranks).reshape(2, n)
        plain.append(_gap(np.isin(np.arange(2 * n), pair[0])))
        for sigma in product((False, True), repeat=n):
            mixed = np.where(sigma, pair[1], pair[0])
            swapped.append(_gap(np.isin(np.arange(2 * n), mixed)))
    for level in (1, 2, 3):
        assert np.mean(np.array(plain) >= level) == pytest.approx(
            np.mean(np.array(swapped) >= level)
        )
    for n in (20, 50, 200):
        for eps in np.linspace(0.05, 1, 20):
            assert vc.ghost_tail(n, eps / 2) <= 2 * vc.signs_tail(n, eps / 4) + 1e-12


def _gap(first):
    """The largest gap between two samples, in counts, when `first` says who is in the first."""
    return np.abs(np.cumsum(np.where(first, 1, -1))).max()


def test_one_exponential_for_each_labelling():
    """S-4.9.Eq237: the exact law of the largest walk against 2 (n + 1) e^(-n eps^2/32)."""
    for n in (20, 100, 400):
        for eps in np.linspace(0.05, 1, 20):
            bound = 2 * (n + 1) * np.exp(-n * eps**2 / 32)
            assert vc.signs_tail(n, eps / 4) <= bound
            assert 4 * bound == pytest.approx(vc.vc_tail(n, np.log(n + 1), eps))


def test_the_growth_function_bound_holds_and_its_constants_invert():
    """S-4.9.Eq239: 8 s e^(-n eps^2/32) is above the exact law; solved for eps it is
    sqrt(128 (ln s + ln 8/delta) / n), which fails with probability delta when put back."""
    for n, delta in ((50, 0.05), (400, 0.01)):
        for eps in (0.1, 0.3, 0.9):
            assert vc.deviation_tail(n, eps) <= vc.vc_tail(n, np.log(n + 1), eps)
        s = n + 1
        excess = np.sqrt(128 * (np.log(s) + np.log(8 / delta)) / n)
        assert vc.vc_tail(n, np.log(s), excess / 2) == pytest.approx(delta)


def test_the_vc_bound_has_slope_one_half_and_is_empty_at_a_thousand():
    """S-4.10.Eq254: back-substitution with (en/d)^d; slope −1/2 up to the logarithm; over 1 at n =
    1000 for half-planes; above the exact excess risk in cells at every noise."""
    n = 10.0 ** np.arange(4, 10)
    slopes = np.diff(np.log(vc.vc_excess(n, 3, 0.05))) / np.diff(np.log(n))
    assert np.all(slopes > -0.5) and slopes[-1] == pytest.approx(-0.5, abs=0.03)
    assert vc.vc_excess(1000, 3, 0.05) > 1
    for m, d, p in product((10, 1000, 30_000), (1, 3, 10), (0.0, 0.3, 0.45)):
        assert vc.cells_excess(m, d, p) <= vc.vc_excess(m, d, 0.05)


def test_votes_of_stumps_have_dimension_two_two_four():
    """U-X1, U-D6 (erratum U14): brute force over one, two and three stumps on five points."""
    assert [slips.vote_dimension(T) for T in (1, 2, 3)] == [2, 2, 4]
    assert [slips.vote_dimension(T, 4) for T in (1, 2, 3)] == [2, 2, 4]
