"""Exact tails against SciPy, enumeration and each other; bounds where they are attained."""

import itertools

import numpy as np
import pytest
from scipy import stats

from helpers.generalisation import concentration as con


@pytest.mark.parametrize("n, p, eps", [(5, 0.5, 0.1), (100, 0.13, 0.1), (1000, 0.13, 0.05)])
def test_the_binomial_tail_is_scipys(n, p, eps):
    k = int(np.ceil(n * (p + eps) - 1e-9))
    assert con.binomial_tail(n, p, eps) == pytest.approx(stats.binom.sf(k - 1, n, p), rel=1e-10)
    below = int(np.floor(n * (p - eps) + 1e-9))
    both = stats.binom.sf(k - 1, n, p) + stats.binom.cdf(below, n, p)
    assert con.two_sided_tail(n, p, eps) == pytest.approx(both, rel=1e-10)


def test_a_share_that_is_reached_exactly_counts_in_spite_of_rounding():
    """0.1 + 0.2 is not 0.3 in floating point: ten coins, p = 0.1, eps = 0.2 mean three heads."""
    assert con.at_least(10, 0.1, 0.2) == 3
    assert con.heads_tail(10, 0.1, np.array([0, 3, 11])) == pytest.approx(
        [1, stats.binom.sf(2, 10, 0.1), 0]
    )


def test_kl_of_coins_is_its_sum_and_pinsker_holds():
    p, q = 0.13, np.array([0.0, 0.13, 0.4, 1.0])
    expected = [np.log(1 / 0.87), 0, 0.4 * np.log(0.4 / 0.13) + 0.6 * np.log(0.6 / 0.87)]
    assert con.bernoulli_kl(q, p) == pytest.approx([*expected, np.log(1 / 0.13)])
    assert (con.bernoulli_kl(q, p) >= 2 * (q - p) ** 2).all()


def test_chernoff_is_attained_where_all_coins_must_be_heads():
    assert con.chernoff(7, 0.3, 0.7) == pytest.approx(0.3**7)
    assert con.binomial_tail(7, 0.3, 0.7) == pytest.approx(0.3**7)


def test_chernoff_is_the_smallest_promise_of_all_lids():
    n, p, eps, t = 40, 0.2, 0.15, np.linspace(0, 5, 50_001)
    lids = np.exp(n * (con.log_mgf([1, 0], [p, 1 - p], t) - t * (p + eps)))
    assert con.chernoff(n, p, eps) == pytest.approx(lids.min(), rel=1e-6)


def test_hoeffding_with_equal_and_with_unequal_widths():
    assert con.hoeffding(50, 0.1) == pytest.approx(np.exp(-1))
    assert con.hoeffding(50, 0.1, 2) == pytest.approx(np.exp(-0.25))
    widths = np.array([1.0, 2.0, 3.0])
    assert con.hoeffding(3, 0.5, widths) == pytest.approx(np.exp(-2 * 9 * 0.25 / 14))
    assert con.mcdiarmid(widths / 3, 0.5) == pytest.approx(con.hoeffding(3, 0.5, widths))


def test_markov_and_chebyshev_are_attained_by_laws_of_two_and_three_points():
    values, probs = np.array([0.0, 5.0]), np.array([0.8, 0.2])
    assert probs[values >= 5].sum() == pytest.approx(con.markov(values @ probs, 5))
    values, probs = np.array([-2.0, 0.0, 2.0]), np.array([0.1, 0.8, 0.1])
    assert probs[np.abs(values) >= 2].sum() == pytest.approx(con.chebyshev(probs @ values**2, 1, 2))


def test_the_normal_tail_is_scipys():
    expected = stats.norm.sf(0.1, scale=np.sqrt(0.113 / 1000))
    assert con.normal_tail(1000, 0.113, 0.1) == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("eps, delta", [(0.05, 0.05), (0.3, 0.2), (0.011, 1e-5)])
def test_sample_sizes_are_the_smallest(eps, delta):
    n = con.hoeffding_size(eps, delta)
    assert 2 * con.hoeffding(n, eps) <= delta < 2 * con.hoeffding(n - 1, eps)
    m = con.chebyshev_size(0.2, eps, delta)
    assert con.chebyshev(0.2, m, eps) <= delta < con.chebyshev(0.2, m - 1, eps)


def test_a_size_that_comes_out_whole_is_not_rounded_up():
    assert con.chebyshev_size(0.25, 0.05, 0.05) == 2000
    assert con.hoeffding_size(5.0, 0.9) == 1


def test_the_exact_interval_leaves_delta_in_its_tails():
    low, high = con.exact_interval(130, 1000, 0.05)
    assert stats.binom.sf(129, 1000, low) == pytest.approx(0.025)
    assert stats.binom.cdf(130, 1000, high) == pytest.approx(0.025)
    assert con.exact_interval(0, 10, 0.1)[0] == 0 and con.exact_interval(10, 10, 0.1)[1] == 1
    expected = stats.binomtest(7, 20).proportion_ci(0.95)
    assert con.exact_interval(7, 20, 0.05) == pytest.approx((expected.low, expected.high))


def test_the_parameter_of_a_coin_is_the_top_of_its_hill():
    t = np.linspace(0.001, 20, 200_001)
    for p in (0.01, 0.13, 0.4):
        hill = con.needed_parameter(con.log_mgf([1 - p, -p], [p, 1 - p], t), t).max()
        assert con.coin_parameter(p) == pytest.approx(hill, rel=1e-6)
    assert con.coin_parameter(0.5) == 0.25
    assert con.coin_parameter(0.4999) == pytest.approx(0.25, abs=1e-6)


@pytest.mark.parametrize("n, m", [(4, 4), (5, 3)])
def test_the_law_of_different_values_by_enumeration(n, m):
    counts = [len(set(draws)) for draws in itertools.product(range(m), repeat=n)]
    expected = np.bincount(counts, minlength=n + 1) / m**n
    assert con.distinct_law(n, m) == pytest.approx(expected)


def test_the_mean_number_of_different_values():
    law = con.distinct_law(200)
    assert law @ np.arange(201) == pytest.approx(200 * (1 - (1 - 1 / 200) ** 200))


@pytest.mark.parametrize("n, p", [(6, 0.5), (8, 0.3)])
def test_the_law_of_the_longest_run_by_enumeration(n, p):
    flips = np.array(list(itertools.product([False, True], repeat=n)))
    weights = p ** flips.sum(axis=1) * (1 - p) ** (~flips).sum(axis=1)
    expected = np.bincount(con.longest_run(flips), weights, minlength=n + 1)
    assert con.run_law(n, p) == pytest.approx(expected)
    assert con.longest_run(flips.T, axis=0) == pytest.approx(con.longest_run(flips))


def test_small_probabilities_of_long_runs_keep_their_digits():
    """All heads, and all but one end: the last two entries of the law."""
    law = con.run_law(60)
    assert law[60] == pytest.approx(0.5**60, rel=1e-12)
    assert law[59] == pytest.approx(2 * 0.5**60, rel=1e-12)


def test_the_tail_of_a_law_counts_its_level():
    assert con.tail_of(np.array([0.5, 0.3, 0.2]), np.array([0.0, 1.0, 2.0]), 1.0) == 0.5
