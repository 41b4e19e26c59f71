"""Finite classes: laws against enumeration, SciPy and simulation; sizes that are the smallest."""

import itertools

import numpy as np
import pytest
from scipy import optimize, stats

from helpers.generalisation import pac
from tests import known


@pytest.mark.parametrize("size, eps, delta", [(10, 0.1, 0.05), (10**6, 0.1, 0.05), (7, 0.3, 0.2)])
def test_sizes_are_the_smallest_and_agree_with_the_errors(size, eps, delta):
    """S-4.5.Sample198."""
    n = pac.realisable_size(size, eps, delta)
    assert size * np.exp(-eps * n) <= delta < size * np.exp(-eps * (n - 1))
    assert pac.realisable_error(size, n, delta) <= eps < pac.realisable_error(size, n - 1, delta)
    m = known.agnostic_size(size, eps, delta)
    assert 2 * size * np.exp(-m * eps**2 / 2) <= delta < 2 * size * np.exp(-(m - 1) * eps**2 / 2)
    assert pac.agnostic_excess(size, m, delta) <= eps < pac.agnostic_excess(size, m - 1, delta)


def test_the_sizes_that_the_text_quotes():
    assert [pac.realisable_size(N, 0.1, 0.05) for N in (10, 100, 1000, 10**6)] == [53, 77, 100, 169]
    assert [known.agnostic_size(N, 0.1, 0.05) for N in (10, 10**6)] == [1199, 3501]


def test_thinning_is_binomial_at_every_time():
    """Of a million hypotheses with error 0.1 a share (0.9)^n is left, within five deviations."""
    left = pac.thinned([0.1, 0.5], [10**6, 1000], 30, np.random.default_rng(0))
    assert left.shape == (31, 2) and (np.diff(left, axis=0) <= 0).all()
    for n in (1, 10, 30):
        share = pac.survival(0.1, n)
        assert abs(left[n, 0] - 1e6 * share) <= 5 * np.sqrt(1e6 * share * (1 - share))


def test_some_event_by_enumeration():
    probs = np.array([0.1, 0.5, 0.02])
    happens = np.array(list(itertools.product([False, True], repeat=3)))
    weights = np.where(happens, probs, 1 - probs).prod(axis=1)
    assert pac.some_event(probs) == pytest.approx(weights[happens.any(axis=1)].sum())
    assert pac.some_event([0.1, 0.2], np.array([3, 2])) == pytest.approx(1 - 0.9**3 * 0.8**2)
    assert pac.some_event([1.0, 0.2]) == 1 and pac.some_event([1.0], np.array([0])) == 0


def test_some_event_keeps_the_digits_of_small_probabilities():
    assert pac.some_event([1e-18], np.array([10**6])) == pytest.approx(1e-12, rel=1e-9)


@pytest.mark.parametrize("values, share, n", [(3, 0.25, 4), (2, 0.5, 3), (3, 1 / 3, 4)])
def test_the_law_of_what_was_not_seen_by_enumeration(values, share, n):
    """Draws: one of the values, or nothing."""
    probs = [share] * values + [1 - values * share]
    law = np.zeros(values + 1)
    for draws in itertools.product(range(values + 1), repeat=n):
        unseen = values - len(set(draws) - {values})
        law[unseen] += np.prod([probs[draw] for draw in draws])
    assert pac.unseen_law(values, share, n)[n] == pytest.approx(law)


def test_unseen_values_have_their_closed_mean_and_inclusion_exclusion():
    law = pac.unseen_law(10, 0.1, 40)
    assert law @ np.arange(11) == pytest.approx(10 * 0.9 ** np.arange(41))
    signs = [
        (-1) ** k * stats.binom.pmf(k, 10, 0.5) * 2**10 * (1 - k / 10) ** 40 for k in range(11)
    ]
    assert law[40, 0] == pytest.approx(sum(signs))


def test_the_learner_finds_the_smallest_consistent_conjunction():
    """Against all 32 conjunctions: it is consistent, and every consistent one is a subset."""
    rng = np.random.default_rng(1)
    for _ in range(40):
        X = (rng.random((6, 5)) < 0.7).astype(float)
        y = pac.conjunction(X, rng.random(5) < 0.4)
        kept = pac.learn_conjunction(X, y)
        every = [np.array(J, dtype=bool) for J in itertools.product([0, 1], repeat=5)]
        fits = [J for J in every if np.array_equal(pac.conjunction(X, J), y)]
        assert any(np.array_equal(J, kept) for J in fits)
        assert all((kept | ~J).all() for J in fits)


def test_without_a_positive_example_everything_is_kept():
    assert pac.learn_conjunction([[1, 0], [0, 1]], [0, 0]).all()
    assert pac.conjunction([[1, 0], [0, 0]], [False, False]).tolist() == [1, 1]
    with pytest.raises(ValueError, match="one answer per row"):
        pac.learn_conjunction([[1, 0]], [1, 0])


def test_the_law_of_features_too_many_by_simulation():
    d, k, q, n, runs = 6, 2, 0.7, 8, 20_000
    X = np.random.default_rng(2).random((runs, n, d)) < q
    positive = X[:, :, :k].all(axis=2)
    extra = (X[:, :, k:] | ~positive[:, :, None]).all(axis=1).sum(axis=1)
    found = np.bincount(extra, minlength=d - k + 1) / runs
    law = pac.extra_law(d, k, q, n)
    assert law.sum(axis=1) == pytest.approx(np.ones(n + 1))
    assert np.abs(found - law[n]).max() <= 5 * 0.5 / np.sqrt(runs)
    assert law[0, d - k] == 1


def test_the_binomial_law_is_scipys():
    n, p, k = np.array([[3], [10]]), 0.3, np.arange(6)
    assert pac.binomial_law(n, p, k) == pytest.approx(stats.binom.pmf(k, n, p))
    assert pac.binomial_law(4, np.array([0.0, 1.0]), 4) == pytest.approx([0, 1])


def enumerated(risks, n):
    """(weights, empirical risks) of every outcome of independent hypotheses."""
    counts = np.array(list(itertools.product(range(n + 1), repeat=len(risks))))
    weights = np.prod([stats.binom.pmf(counts[:, j], n, r) for j, r in enumerate(risks)], axis=0)
    return weights, counts / n


@pytest.mark.parametrize("eps", [0.1, 0.15, 0.3])
def test_deviations_and_excess_by_enumeration(eps):
    """At 0.1 and 0.3 a risk lies exactly on the border: it counts."""
    risks, n = np.array([0.2, 0.3, 0.5]), 7
    weights, seen = enumerated(risks, n)
    wide = np.abs(seen - risks).max(axis=1) >= eps - 1e-9
    assert pac.deviation_tail(risks, n, eps) == pytest.approx(weights[wide].sum())
    minimal = seen == seen.min(axis=1, keepdims=True)
    worst = np.where(minimal, risks, 0).max(axis=1)  # of several minimisers the worst
    failed = worst - 0.2 >= eps - 1e-9
    assert pac.excess_tail(risks, n, eps) == pytest.approx(weights[failed].sum())
    assert pac.excess_tail(risks, n, 0.31) == 0


def test_the_excess_of_two_hypotheses_by_hand():
    assert pac.realisable_excess(3, 0.2) == pytest.approx(0.2 * 0.8**3)
    for n in (4, 5):
        pmf = stats.binom.pmf(np.arange(n + 1), n, 0.4)  # cases that the worse one wins
        wins = np.where(2 * np.arange(n + 1) > n, 1, np.where(2 * np.arange(n + 1) == n, 0.5, 0))
        assert pac.noisy_excess(n, 0.2) == pytest.approx(0.2 * pmf @ wins)


@pytest.mark.parametrize("n", [5, 6, 101, 1000])
def test_the_worst_gaps_are_those_of_scipys_minimiser(n):
    for excess, worst in (
        (pac.realisable_excess, pac.realisable_worst),
        (pac.noisy_excess, pac.noisy_worst),
    ):
        gap, height = worst(n)
        found = optimize.minimize_scalar(
            lambda g, f=excess: -float(f(n, g)),
            bounds=(0, min(4 / np.sqrt(n), 1)),
            method="bounded",
        )
        assert height == pytest.approx(-found.fun, rel=1e-5)
        assert gap == pytest.approx(found.x, rel=2e-2)
