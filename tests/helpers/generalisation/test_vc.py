"""Labellings, counts, exact laws and bounds, against brute force, SciPy and closed forms."""

from itertools import combinations, product
from math import comb, factorial

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import linprog

from helpers.generalisation import vc

RNG = np.random.default_rng(26)
GRID = [RNG.integers(-2, 3, (5, 2)) / 2 for _ in range(12)]  # many ties, lines and circles
LOOSE = [RNG.normal(size=(6, 2)) for _ in range(4)]


def separable(F, y):
    """Is y the sign of F w for some w? A linear program, one for each labelling."""
    signed = -np.asarray(y)[:, None] * F
    return linprog(np.zeros(F.shape[1]), signed, -np.ones(len(F)), bounds=(None, None)).success


def test_labelling_number_l_holds_the_bits_of_l():
    assert vc.all_labellings(3)[6].tolist() == [False, True, True]
    assert len(np.unique(vc.all_labellings(5), axis=0)) == 32


@pytest.mark.parametrize("P", [*GRID, *LOOSE])
def test_half_planes_are_those_of_a_linear_program(P):
    F = vc.affine(P)
    signs = 2 * vc.all_labellings(len(P)) - 1
    assert vc.half_spaces(F).tolist() == [separable(F, y) for y in signs]


@pytest.mark.parametrize("P", [*GRID[:6], *LOOSE[:2]])
def test_discs_are_those_of_a_linear_program_and_each_is_found(P):
    drawn = vc.discs(P)
    F = vc.lifted(P)
    for inside, yes in zip(vc.all_labellings(len(P)), drawn):
        assert yes == separable(F, np.append(np.where(inside, 1, -1), -1))
        found = vc.disc_around(P, inside)
        assert (found is not None) == yes
        if yes and inside.any():
            centre, radius = found
            assert ((np.linalg.norm(P - centre, axis=1) <= radius) == inside).all()


@pytest.mark.slow
@pytest.mark.parametrize("P", [*GRID, *LOOSE[:2]])
def test_polygons_keep_every_point_outside_the_hull_of_those_inside(P):
    def in_hull(p, Q):
        A = np.vstack([Q.T, np.ones(len(Q))])
        return linprog(np.zeros(len(Q)), A_eq=A, b_eq=np.append(p, 1)).success

    for inside, yes in zip(vc.all_labellings(len(P)), vc.polygons(P)):
        caught = inside.any() and any(in_hull(p, P[inside]) for p in P[~inside])
        assert yes == (not caught)


@pytest.mark.parametrize("P", [*GRID[:5], *LOOSE])
def test_boxes_by_trying_every_box(P):
    ends = [[-9, *np.unique(column), 9] for column in P.T]
    found = set()
    for a, b in product(ends[0], repeat=2):
        for c, e in product(ends[1], repeat=2):
            inside = (a <= P[:, 0]) & (P[:, 0] <= b) & (c <= P[:, 1]) & (P[:, 1] <= e)
            found.add(int(inside @ (1 << np.arange(len(P)))))
    assert set(np.flatnonzero(vc.boxes(P))) == found
    below = {int((P[:, 0] <= a) @ (1 << np.arange(len(P)))) for a in ends[0]}
    assert set(np.flatnonzero(vc.boxes(P[:, :1], below=True))) == below


def test_circuits_of_a_square_are_its_diagonals():
    square = vc.affine([[0, 0], [1, 0], [1, 1], [0, 1]])
    (circuit,) = vc.circuits(square)
    assert (circuit * circuit[0]).tolist() == [1, -1, 1, -1]
    three = vc.circuits(vc.affine([[0, 0], [1, 1], [3, 3], [0, 1]]))
    assert [row.tolist() for row in three * three[:, :1]] == [[1, -1, 1, 0]]


def test_general_position():
    assert vc.in_general_position(vc.affine(LOOSE[0]))
    assert not vc.in_general_position(vc.affine([[0, 0], [1, 1], [2, 2], [0, 1]]))
    square = [[0, 0], [1, 0], [1, 1], [0, 1]]
    assert not vc.in_general_position(vc.lifted(square))  # on a circle
    assert not vc.in_general_position(vc.lifted([[0, 0], [1, 1], [2, 2]]))  # on a line


def test_sauers_sum_counts_rows_with_few_ones():
    for n, d in product(range(1, 9), range(5)):
        assert vc.sauer(n, d) == (vc.all_labellings(n).sum(axis=1) <= d).sum()


def test_the_vc_dimension_of_a_table():
    for d in range(1, 5):
        few = vc.all_labellings(5)[vc.all_labellings(5).sum(axis=1) <= d]
        assert vc.vc_of(few) == d
    assert vc.vc_of([[0, 1, 1]]) == 0
    assert vc.vc_of([[0, 1, 0], [1, 1, 0], [0, 1, 1], [1, 1, 1]]) == 2  # columns 0 and 2


def test_a_shift_moves_what_it_may_and_nothing_else():
    table = np.array([[1, 1], [0, 1], [1, 0]])
    assert vc.shift_column(table, 0).tolist() == [[1, 1], [0, 1], [0, 0]]
    assert table.tolist() == [[1, 1], [0, 1], [1, 0]]  # the table given is not touched


def test_sine_numbers():
    assert vc.sine_number([True, False, False, True]) == 1101
    assert vc.sine_number([True]) == 1 and vc.sine_number([False]) == 11


@pytest.mark.parametrize("n", [1, 2, 5, 20, 60, 100])
def test_kolmogorovs_law_is_scipys(n):
    for eps in (0.03, 0.1, 0.23, 0.4, 0.5, 0.77):
        assert vc.deviation_tail(n, eps) == pytest.approx(stats.kstwo.sf(eps, n), abs=2e-12)


def test_kolmogorovs_law_at_four_hundred():
    assert vc.deviation_tail(400, 0.1) == pytest.approx(stats.kstwo.sf(0.1, 400), rel=1e-6)
    assert vc.deviation_tail(400, 0.9) == 0


def test_two_samples_by_all_orders():
    n = 4
    orders = [set(chosen) for chosen in combinations(range(2 * n), n)]
    for eps in (0.2, 0.25, 0.5, 0.75, 1.0):
        gaps = [
            max(abs(np.cumsum([1 if i in order else -1 for i in range(2 * n)]))) / n
            for order in orders
        ]
        share = np.mean([gap >= eps - 1e-9 for gap in gaps])
        assert vc.ghost_tail(n, eps) == pytest.approx(share)
    assert vc.ghost_tail(4, 0) == 1 and vc.ghost_tail(4, 1.1) == 0


def test_random_signs_by_all_walks():
    for n in (3, 8):
        walks = np.cumsum(list(product((-1, 1), repeat=n)), axis=1)
        reach = np.abs(walks).max(axis=1) / n
        for eps in (0.1, 0.3, 0.5, 0.8, 1.0):
            assert vc.signs_tail(n, eps) == pytest.approx(np.mean(reach >= eps - 1e-9))
    assert vc.signs_tail(3, 0) == 1 and vc.signs_tail(3, 1.4) == 0


def test_the_bound_put_back_in_and_its_size():
    for eps, d, delta in ((0.5, 3, 0.05), (0.1, 65, 0.01), (0.3, 1, 0.2)):
        n = vc.vc_size(eps, d, delta)
        assert vc.vc_excess(n, d, delta) <= eps < vc.vc_excess(n - 1, d, delta)
        at = vc.vc_excess(n, d, delta)
        assert vc.vc_tail(n, d * np.log(np.e * n / d), at / 2) == pytest.approx(delta)
    assert [vc.vc_size(0.5, d, 0.05) for d in (1, 3, 65)] == [7692, 17450, 318677]


def test_cells_by_all_counts():
    """The multinomial law of right and wrong labels in one cell, term by term."""
    for n, d, p in ((1, 3, 0.2), (6, 2, 0.3), (9, 4, 0.1), (5, 1, 0.4)):
        total = 0.0
        for wrong, right in product(range(n + 1), repeat=2):
            rest = n - wrong - right
            if rest < 0:
                continue
            ways = factorial(n) / (factorial(wrong) * factorial(right) * factorial(rest))
            chance = ways * (p / d) ** wrong * ((1 - p) / d) ** right * (1 - 1 / d) ** rest
            total += chance * ((wrong > right) + 0.5 * (wrong == right))
        assert vc.cells_excess(n, d, p) == pytest.approx((1 - 2 * p) * total)
    assert vc.cells_excess(7, 5, 0) == pytest.approx(0.8**7 / 2)


def test_the_hardest_noise_costs_the_root_of_d_over_n():
    for n, d in ((300, 3), (6500, 65)):
        worst = max(vc.cells_excess(n, d, p) for p in np.linspace(0.2, 0.499, 60))
        assert worst * np.sqrt(n / d) == pytest.approx(0.17, abs=0.002)


def test_counts_add_up():
    assert comb(12, 3) + comb(12, 2) + 13 == vc.sauer(12, 3) == 299
