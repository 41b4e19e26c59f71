"""The rows of the results ledger that notebook 25 owns, each by the measurement that would fail
were it false."""

import numpy as np
import pytest
from scipy import stats

from helpers.generalisation import concentration as con
from helpers.generalisation import pac
from lessons.n25_pac import slips as errata
from tests import known
from tests.lessons.room import Room

figures = Room("25")


def test_a_bad_hypothesis_survives_with_its_power_and_no_more():
    """S-4.5.Assm3, S-4.5.Assm4, S-4.5.Surv187: (1 − R)^n by simulation; the perfect one always
    survives; with more error the chance is smaller."""
    errors = np.array([0.0, 0.1, 0.15, 0.4])
    draws = np.random.default_rng(25).random((20_000, 12, 4)) < errors
    shares = (~draws.any(axis=1)).mean(axis=0)
    expected = pac.survival(errors, 12)
    assert shares[0] == 1 and np.all(np.diff(expected) < 0)
    assert np.all(np.abs(shares - expected) <= 5 * np.sqrt(expected / 20_000) + 1e-12)
    assert np.all(expected[1:] <= 0.9**12 + 1e-12) and expected[1] == pytest.approx(0.9**12)


@pytest.mark.parametrize("kind", figures.KINDS)
def test_the_chain_of_the_union_bound(kind):
    """S-4.5.Union188 (erratum E31), S-4.5.Template: the simulated chance of a bad survivor is below
    the sum, N(1−ε)^n and Ne^(−εn), in three worlds; ERM with a lot among survivors fails less."""
    size, eps, n = 10, 0.1, 30
    failed = 0
    for i in range(400):
        rng = np.random.default_rng(i)
        one, every = rng.random(n), rng.random((size, n))
        errs = {
            figures.KINDS[0]: np.tile(one < eps, (size, 1)),
            figures.KINDS[1]: every < eps,
            figures.KINDS[2]: np.floor(one / eps) == np.arange(size)[:, None],
        }[kind]
        failed += bool((~errs.any(axis=1)).any())
    exact = figures.some_left(size, eps)[kind][n]
    assert abs(failed / 400 - exact) <= 5 * np.sqrt(exact * (1 - exact) / 400)
    assert exact <= size * (1 - eps) ** n <= size * np.exp(-eps * n)
    survives = pac.survival(0.1, 10)
    assert "0.17" in errata.lucky_choice() and survives / 2 < 0.18 < survives


def test_a_near_tight_class_of_64_fails_at_most_with_delta():
    """S-4.5.Thm13: all 63 others have error exactly the promised one; exact failure is at most
    delta, and at least half of what the chain allows for small eps."""
    for delta in (0.2, 0.05, 0.01):
        for n in (50, 200, 1000):
            eps = pac.realisable_error(64, n, delta)
            failure = pac.some_event(pac.survival([eps], n), np.array([63]))
            assert failure <= delta
            if n == 1000:
                assert failure >= 0.8 * delta


@pytest.mark.parametrize("drawn", figures.DRAWN)
def test_conjunctions_are_consistent_and_keep_the_truth(drawn):
    """S-4.5.Ex16 (errata E32, E70): every prefix of five samples; risk on fresh examples; the bound
    at all n; n = d leaves a risk near 1/e under the second law."""
    d, k, q = 12, 2, 0.8
    for i in range(5):
        X, y = figures.rows_seen(d, k, q, drawn, i)
        for n in (1, 5, 20, 80):
            kept = pac.learn_conjunction(X[:n], y[:n])
            assert kept[:k].all()
            assert np.array_equal(pac.conjunction(X[:n], kept), y[:n])
        assert pac.learn_conjunction(X, y).sum() == k  # 200 examples find the truth
    risks, law, _ = figures.laws(d, k, q, drawn)
    high = risks[np.argmax(np.cumsum(law, axis=1) >= 0.95 - 1e-12, axis=1)]
    n = np.arange(1, figures.MOST + 1)
    assert np.all(high[1:] <= pac.realisable_error(2.0**d, n, 0.05))
    mean = pac.unseen_law(200, 1 / 200, 200)[200] @ np.arange(201) / 200
    assert mean == pytest.approx(np.exp(-1), abs=0.002)
    assert "6 of their 16" in errata.subsets()


def test_the_exact_risk_of_a_rule_is_its_error_on_fresh_examples():
    """S-4.5.Ex16: q^k − q^(k+j), and j/d."""
    rng, d, k, q = np.random.default_rng(0), 8, 2, 0.8
    kept = np.array([1, 1, 1, 0, 1, 0, 0, 0], dtype=bool)
    X = (rng.random((200_000, d)) < q).astype(float)
    wrong = np.mean(pac.conjunction(X, kept) != pac.conjunction(X, np.arange(d) < k))
    assert wrong == pytest.approx(figures.laws(d, k, q, figures.DRAWN[0])[0][2], abs=0.005)
    X = 1.0 - np.eye(d)  # each lacks one feature, all equally likely
    wrong = np.mean(pac.conjunction(X, kept) != pac.conjunction(X, np.arange(d) < k))
    assert wrong == pytest.approx(figures.laws(d, k, q, figures.DRAWN[1])[0][2])


def test_pac_learnable_in_one_over_eps_and_the_logarithm_of_one_over_delta():
    """S-4.5.PAC (erratum E63): n doubles when ε halves, a tenth of δ adds ln(10)/ε; coin labels
    keep every hypothesis at one half."""
    n, half = (pac.realisable_size(1000, eps, 0.05) for eps in (0.01, 0.005))
    assert half == pytest.approx(2 * n, abs=2)
    more = pac.realisable_size(1000, 0.01, 0.005) - n
    assert more == pytest.approx(np.log(10) / 0.01, abs=1)
    assert "0.50" in errata.coin_labels()


def all_tables(risks, n, count):
    """Empirical risks of independent hypotheses in many samples."""
    return np.random.default_rng(7).binomial(n, risks, size=(count, len(risks))) / n


def test_the_excess_is_three_terms_the_middle_one_not_positive():
    """S-4.7.Decomp218, S-4.7.Eq219: 500 data sets; regret ≤ 2 sup in each, so the probabilities
    are in order, exactly, at every ε; (E71) often it is 0 and the gap is not."""
    risks, n = np.array([0.2, 0.25, 0.4, 0.5]), 30
    seen = all_tables(risks, n, 500)
    chosen, rows = seen.argmin(axis=1), np.arange(500)
    middle = seen[rows, chosen] - seen[:, 0]
    first, last = risks[chosen] - seen[rows, chosen], seen[:, 0] - risks[0]
    excess, gaps = risks[chosen] - risks[0], np.abs(seen - risks).max(axis=1)
    assert first + middle + last == pytest.approx(excess)
    assert middle.max() <= 0 and np.all(excess <= 2 * gaps + 1e-12)
    for eps in (0.04, 0.1, 0.2, 0.3):
        assert pac.excess_tail(risks, n, eps) <= pac.deviation_tail(risks, n, eps / 2) + 1e-12
    assert np.mean(excess == 0) > 0.5 and gaps.min() > 0
    two = np.array([0.45, 0.55])  # reached: both look like 0.5
    assert two[1] - two[0] == pytest.approx(2 * np.abs(two - 0.5).max())


def test_a_sum_is_large_only_if_one_of_its_parts_is():
    """S-4.7.Facts: signed laws, dependent or not."""
    rng = np.random.default_rng(3)
    for _ in range(100):
        x, y = rng.normal(size=(2, 400)) + rng.normal(size=(2, 1))
        for pair in ((x, y), (x, -x + 0.1), (x, x)):
            for eps in (-1.0, 0.0, 0.3, 2.0):
                left = np.mean(sum(pair) >= eps)
                assert left <= sum(np.mean(part >= eps / 2) for part in pair) + 1e-12


def test_two_sided_hoeffding_and_its_union():
    """S-4.8.Eq221, S-4.8.Eq222: exact binomial tails, one hypothesis and twenty."""
    risks = np.linspace(0.05, 0.5, 20)
    for n in (20, 100, 400):
        for eps in (0.05, 0.1, 0.2):
            tails = con.two_sided_tail(n, risks, eps)
            assert np.all(tails <= 2 * np.exp(-2 * n * eps**2))
            expected = [
                stats.binom.pmf(np.arange(n + 1), n, r)[
                    np.abs(np.arange(n + 1) / n - r) >= eps - 1e-9
                ].sum()
                for r in risks
            ]
            assert tails == pytest.approx(expected, abs=1e-10)
            assert pac.deviation_tail(risks, n, eps) <= min(1, 40 * np.exp(-2 * n * eps**2))


def test_the_agnostic_promise_fails_at_most_with_delta():
    """S-4.8.Eq223, D-3.4, D-3.5: exact failure at the promised excess, at the promised sample size,
    and the constant: half of the promise is exactly what the union over gaps needs."""
    risks = np.linspace(0.3, 0.5, 12)
    for delta in (0.3, 0.05):
        for eps in (0.1, 0.15):
            m = known.agnostic_size(len(risks), eps, delta)
            assert pac.excess_tail(risks, m, eps) <= pac.deviation_tail(risks, m, eps / 2) <= delta
        for n in (50, 300):
            promise = pac.agnostic_excess(len(risks), n, delta)
            assert 2 * len(risks) * np.exp(-2 * n * (promise / 2) ** 2) == pytest.approx(delta)
            assert pac.excess_tail(risks, n, promise) <= delta


def test_sixteen_times_the_examples_a_sixteenth_and_a_quarter():
    """S-4.8.Rates (erratum E35): exact worst worlds; and the majority vote's mistakes do not grow
    with T."""
    perfect = [pac.realisable_worst(n)[1] for n in (100, 1600)]
    noisy = [pac.noisy_worst(n)[1] for n in (100, 1600)]
    assert perfect[0] / perfect[1] == pytest.approx(16, rel=0.01)
    assert noisy[0] / noisy[1] == pytest.approx(4, rel=0.002)
    assert [n * pac.realisable_worst(n)[1] for n in (10, 640)] == pytest.approx(
        [0.3505, 0.3676], abs=1e-4
    )
    c = np.linspace(0.5, 1, 100_001)
    assert (c * stats.norm.cdf(-c)).max() == pytest.approx(figures.LIMIT, abs=1e-6)
    assert "6, 6, 6" in errata.halving()
    fixed = [pac.noisy_excess(n, 0.3) for n in (100, 400)]
    assert fixed[0] / fixed[1] > 1e4  # one law with a clear best hypothesis: much faster


def test_the_worst_consistent_hypothesis_in_a_thousand_trials():
    """R-2 (erratum R01): failure of the worst survivor at n = ln(N/δ)/ε; for the squared loss a
    rare large error breaks it."""
    size, eps, delta = 40, 0.1, 0.1
    n, rng = pac.realisable_size(size, eps, delta), np.random.default_rng(2)
    errors = np.append(0.0, rng.uniform(eps, 1.3 * eps, size - 1))
    alive = [(rng.random((n, size)) >= errors).all(axis=0) for _ in range(1000)]
    failures = np.mean([errors[a].max() >= eps for a in alive])
    exact = pac.some_event(pac.survival(errors[1:], n))
    assert exact <= delta and abs(failures - exact) <= 5 * np.sqrt(exact / 1000)
    m = pac.realisable_size(2, 0.1, 0.05)
    assert 0.03 * 10**2 > 0.1 and pac.survival(0.03, m) == pytest.approx(0.324, abs=0.001)


def test_noise_free_regression_is_exact_from_n_equal_d():
    """R-3: as many examples as parameters, and not one less."""
    rng, d = np.random.default_rng(9), 8
    w = rng.normal(size=d)
    for n in (4, 7, 8, 12):
        X = rng.normal(size=(n, d))
        off = np.linalg.norm(np.linalg.lstsq(X, X @ w, rcond=None)[0] - w)
        assert (off < 1e-9) if n >= d else (off > 0.05)


@pytest.mark.parametrize("law", figures.EXCESS)
def test_markov_turns_a_mean_into_a_probability(law):
    """D-3.7 (erratum E3-01): P(ξ ≥ E ξ/δ) ≤ δ for three laws, by their distribution functions;
    two values reach it; for the exponential law it is far from equality."""
    for delta in (0.5, 0.1, 0.02):
        assert figures.excess_above(law, 0.1, 1 / delta) <= delta + 1e-12
    x = np.array([1.0, 3.0, 9.0])
    expected = {
        "two values": np.full(3, 0.1),
        "exponential": stats.expon.sf(x),
        "squared normal": stats.chi2(1).sf(x),
    }[law]
    assert figures.excess_above(law, 0.1, x) == pytest.approx(expected)
    assert figures.excess_above("two values", 0.1, 10) == 0.1
    assert figures.excess_above("two values", 0.1, 10.01) == 0
    assert "0.99995" in errata.markov_equality()


def test_the_mean_form_of_the_promise():
    """S-4.5.Thm13, in the mean: E R ≤ (1 + ln N)/n for the worst survivor, by integrating exact
    tails of a class of 64."""
    risks, n = np.linspace(0, 0.5, 64), 40
    order = np.sort(risks)
    # the worst survivor is order[j] if it survives and all worse ones die
    alive = pac.survival(order, n)
    worse_die = np.append(np.cumprod((1 - alive)[::-1])[::-1][1:], 1)
    mean = np.sum(order * alive * worse_die)
    assert 0.3 * (1 + np.log(64)) / n < mean <= (1 + np.log(64)) / n


def test_zero_is_no_perfect_hypothesis():
    """S-4.5.Union188 (erratum E30): with the printed 0-1 loss the constant 0 never errs."""
    assert "printed 0, holds 1" in errata.always_zero()
