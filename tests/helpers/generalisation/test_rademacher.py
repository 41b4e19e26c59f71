"""Complexities against enumeration, closed forms, linear programming and each other."""

import itertools

import numpy as np
import pytest
from scipy.optimize import linprog

from helpers.generalisation import rademacher as rad
from helpers.kernels.algebra import gaussian
from helpers.margins import stumps


def by_loops(V):
    """The definition, word by word."""
    n = len(V[0])
    best = [max(s @ v for v in np.asarray(V)) for s in map(np.array, coins(n))]
    return np.mean(best) / n


def coins(n):
    return itertools.product([1.0, -1.0], repeat=n)


def test_signs_are_all_different_and_complete():
    S = rad.signs(5)
    assert S.shape == (32, 5) and len(np.unique(S, axis=0)) == 32
    assert np.all(S[0] == 1) and set(np.unique(S)) == {-1, 1}
    with pytest.raises(ValueError, match="at most 16"):
        rad.signs(17)


@pytest.mark.parametrize("n", [1, 7, 100, 256])
def test_balanced_signs_are_exactly_uncorrelated(n):
    S = rad.balanced_signs(n, np.random.default_rng(n))
    assert S.shape == (256, n) and np.all(np.abs(S) == 1)
    assert np.array_equal(S.T @ S, 256 * np.eye(n))
    with pytest.raises(ValueError, match="at most 256"):
        rad.balanced_signs(257, np.random.default_rng(0))


def test_a_balanced_sign_is_a_fair_coin():
    """Over seeds every entry is +1 half of the time: 400 seeds, five standard errors."""
    found = np.array([rad.balanced_signs(6, np.random.default_rng(s))[[0, 3]] for s in range(400)])
    assert np.all(np.abs(found.mean(axis=0)) < 5 / np.sqrt(400))


def test_complexity_is_its_definition():
    rng = np.random.default_rng(1)
    for m, n in ((1, 3), (4, 2), (6, 5)):
        V = rng.normal(size=(m, n))
        assert rad.complexity(V) == pytest.approx(by_loops(V))
    S = rad.signs(4)[:3]
    V = rng.normal(size=(2, 4))
    assert rad.complexity(V, S) == pytest.approx(np.mean([max(V @ s) for s in S]) / 4)


@pytest.mark.parametrize("n", [1, 4, 9])
def test_cubes_have_one_and_a_half(n):
    """S-4.11.Def19, S-4.11.Singleton: all signs 1, all 0/1 patterns 1/2, one function 0."""
    assert rad.complexity(rad.signs(n)) == 1
    assert rad.complexity((rad.signs(n) + 1) / 2) == 0.5
    single = np.random.default_rng(n).normal(size=(1, n))
    assert rad.complexity(single) == pytest.approx(0, abs=1e-15)


def test_massart_is_attained_in_the_limit_of_two_functions_at_no_n_but_never_exceeded():
    """S-4.11.Lem5."""
    rng = np.random.default_rng(2)
    for _ in range(100):
        V = rng.normal(size=(rng.integers(1, 30), rng.integers(2, 9)))
        radius = np.sqrt((V**2).mean(axis=1).max())
        assert rad.complexity(V) <= rad.massart(*V.shape, radius) + 1e-12
    assert rad.massart(100, 50, 3) == pytest.approx(3 * np.sqrt(2 * np.log(100) / 50))
    V = rng.choice([-1.0, 1.0], size=(64, 12))  # not far below for random signs
    assert rad.complexity(V) >= 0.5 * rad.massart(64, 12)


@pytest.mark.parametrize("seed", range(4))
def test_the_best_stump_is_the_best_of_all_listed_ones(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 5, size=(9, 3)) / 1.0  # with many ties
    W = rng.normal(size=(20, 9))
    some, every = rad.Stumps(X), stumps.every_stump(X)
    assert some.best(W) == pytest.approx((W @ every).max(axis=1))
    assert every.shape[1] <= some.count


def test_stumps_without_ties_are_counted_exactly_on_one_feature():
    X = np.random.default_rng(0).normal(size=(12, 1))
    assert rad.Stumps(X).count == stumps.every_stump(X).shape[1] == 24


def test_edges_are_those_of_the_rules_they_name():
    rng = np.random.default_rng(3)
    X, W = rng.normal(size=(7, 2)), rng.normal(size=(1, 7))
    some = rad.Stumps(X)
    edges = some.edges(W)[0].reshape(2, 7)
    for j in range(2):
        for k in range(7):
            h = np.where(X[:, j] <= X[some.order[j, k], j], 1.0, -1.0)
            assert edges[j, k] == pytest.approx(W[0] @ h)


@pytest.mark.parametrize("p", [1, 2, np.inf])
def test_the_ball_meets_every_pull_as_far_as_an_optimiser(p):
    rng = np.random.default_rng(4)
    Z, S = rng.normal(size=(4, 3)), rad.signs(4)
    best = [farthest(s @ Z / 4, p) for s in S]
    assert rad.ball(Z, S, 1.7, p) == pytest.approx(1.7 * np.mean(best), rel=1e-6)


def farthest(v, p):
    """max <w, v> over the unit ball: a linear program for p = 1 and inf, v itself for p = 2."""
    if p == 2:
        return v @ (v / np.linalg.norm(v))
    if p == np.inf:
        return -linprog(-v, bounds=[(-1, 1)] * len(v)).fun
    split = linprog(np.append(-v, v), A_ub=np.ones((1, 2 * len(v))), b_ub=[1], bounds=(0, None))
    return -split.fun


def test_balls_between_have_the_dual_exponent():
    Z, S = np.array([[3.0, 4.0]]), np.array([[1.0]])
    q = 3 / (3 - 1)
    assert rad.ball(Z, S, 2.0, 3) == pytest.approx(2 * (3**q + 4**q) ** (1 / q))


def test_the_l2_ball_is_the_ball_of_the_linear_kernel():
    rng = np.random.default_rng(5)
    Z, S = rng.normal(size=(6, 4)), rad.signs(6)
    assert rad.kernel_ball(Z @ Z.T, S, 1.3) == pytest.approx(rad.ball(Z, S, 1.3))
    C = np.sqrt((Z**2).sum(axis=1).mean())
    assert rad.kernel_bound(Z @ Z.T, 1.3) == pytest.approx(rad.l2_bound(1.3, C, 6))


def test_second_moments_over_balanced_signs_are_exact():
    rng = np.random.default_rng(6)
    Z = rng.normal(size=(40, 5))
    S = rad.balanced_signs(40, rng)
    squares = ((S @ Z / 40) ** 2).sum(axis=1)
    assert squares.mean() == pytest.approx((Z**2).sum() / 40**2)


def test_a_kernel_ball_between_its_two_limits():
    X = np.random.default_rng(7).normal(size=(10, 2))
    S = rad.signs(10)
    assert rad.kernel_ball(gaussian(1e-4)(X), S) == pytest.approx(1 / np.sqrt(10))
    wide = rad.kernel_ball(gaussian(1e6)(X), S)
    assert wide == pytest.approx(rad.mean_distance(10) / 10, rel=1e-4)
    assert wide >= rad.kernel_bound(gaussian(1e6)(X)) / np.sqrt(2)


def test_the_corners_of_the_l1_ball_are_its_class():
    rng = np.random.default_rng(8)
    Z = rng.uniform(-1, 1, size=(6, 4))
    corners = np.vstack([Z.T, -Z.T])
    assert rad.ball(Z, rad.signs(6), 1, 1) == pytest.approx(rad.complexity(corners))
    assert rad.ball(Z, rad.signs(6), 1, 1) <= rad.l1_bound(1, np.abs(Z).max(), 6, 4)
    assert rad.l1_bound(2, 3, 50, 4) == pytest.approx(6 * np.sqrt(2 * np.log(8) / 50))


def test_bounds_in_closed_form():
    assert rad.deviation(50, np.exp(-4)) == pytest.approx(0.2)
    assert rad.data_bound(0.1, 0.2, 50, 2 * np.exp(-4)) == pytest.approx(0.9)
    assert rad.margin_bound(0.1, 0.06, 0.3, 50, np.exp(-4)) == pytest.approx(0.1 + 0.4 + 0.2)
    assert rad.ramp([-1, 0, 0.1, 0.4, 2], 0.4) == pytest.approx([1, 1, 0.75, 0, 0])


@pytest.mark.parametrize("n", [1, 2, 3, 8, 11])
def test_the_walk_by_enumeration(n):
    walks = np.cumsum(rad.signs(n), axis=1)
    assert rad.mean_distance(n) == pytest.approx(np.abs(walks[:, -1]).mean())
    highest = np.maximum(walks.max(axis=1), 0).mean()
    assert rad.rising_complexity(n) == pytest.approx(highest / n)
    steps = np.array([(np.arange(n) >= k) / 1.0 for k in range(n + 1)])
    assert rad.rising_complexity(n) == pytest.approx(rad.complexity(steps))


@pytest.mark.parametrize("n, levels", [(3, 4), (5, 2), (4, 8)])
def test_staircases_by_enumeration(n, levels):
    count = sum(1 for _ in itertools.combinations_with_replacement(range(levels), n))
    assert np.exp(rad.log_staircases(n, levels)) == pytest.approx(count)


def test_one_cover_and_a_chain_bound_every_link_exactly():
    """n = 5, two digits: all staircases are listed; each digit, and all of them, are under their
    Massart bound; the chain's links are the printed formula."""
    n = 5
    fine = np.array(list(itertools.combinations_with_replacement(range(4), n))) / 4
    first, second = np.floor(2 * fine) / 2, fine - np.floor(2 * fine) / 2
    links = rad.chain_links(n, 2)
    assert rad.complexity(np.unique(first, axis=0)) <= links[0]
    assert rad.complexity(np.unique(second, axis=0)) <= links[1]
    assert rad.complexity(fine) <= links.sum()
    assert rad.complexity(fine) <= rad.one_scale(n, 2) - 1 / 8
    by_hand = [2.0 ** -(j + 1) * np.sqrt(2 * rad.log_staircases(n, 2**j) / n) for j in (1, 2)]
    assert links == pytest.approx(by_hand)
    expected = 1 / 8 + 3 / 8 * np.sqrt(2 * np.log(len(fine)) / n)
    assert rad.one_scale(n, 2) == pytest.approx(expected)
    assert rad.massart_log(np.log(7), 9, 2) == pytest.approx(rad.massart(7, 9, 2))
