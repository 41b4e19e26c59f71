"""The rows of the results ledger that notebook 24 owns, each by the measurement that would fail
were it false."""

import numpy as np
import pytest
from scipy import special, stats

from helpers.generalisation import concentration as con
from tests.lessons.room import Room

figures = Room("24")

T = np.concatenate([np.linspace(-25, -0.02, 400), np.linspace(0.02, 25, 400)])


def test_the_average_settles_on_the_mean_with_variance_v_over_n():
    """S-4.6.Mean, S-4.6.LLN, S-4.6.Cheb: exact laws of the average of n coins: its mean is p, its
    variance v/n, and the mass off by 0.05 falls to 0 below Chebyshev's bound."""
    p, outside = 0.13, []
    for n in (10, 100, 1000, 10_000):
        k = np.arange(n + 1)
        law = stats.binom.pmf(k, n, p)
        assert law @ (k / n) == pytest.approx(p)
        assert law @ (k / n - p) ** 2 == pytest.approx(p * (1 - p) / n)
        outside.append(con.two_sided_tail(n, p, 0.05))
        assert outside[-1] == pytest.approx(law[np.abs(k / n - p) >= 0.05 - 1e-12].sum(), abs=1e-12)
        assert outside[-1] <= con.chebyshev(p * (1 - p), n, 0.05)
    assert np.all(np.diff(outside) < 0) and outside[-1] < 1e-30


@pytest.mark.parametrize("kind", ["coin, p = 0.13", "waiting time"])
def test_the_law_of_the_mean_approaches_the_normal_one(kind):
    """S-4.6.CLT: the largest gap falls at least like the Berry-Esseen bound, below 0.04 at 1000."""
    gaps = [figures.fan.compute(n, kind)["gap"] for n in (10, 100, 1000)]
    allowed = [figures.fan.compute(n, kind)["allowed"] for n in (10, 100, 1000)]
    assert np.all(np.diff(gaps) < 0) and gaps[-1] < 0.04
    assert np.all(np.array(gaps) <= allowed)
    assert gaps[0] / gaps[-1] == pytest.approx(10, rel=0.35)  # like 1/sqrt(n)


def test_cauchy_means_never_settle():
    """S-4.6.LLN needs a mean: the law of a Cauchy average is that of one draw."""
    z = np.array([0.5, 2.0])
    for n in (1, 100, 1000):
        assert figures.mean_cdf("Cauchy", n, np.sqrt(n) * z) == pytest.approx(stats.cauchy.cdf(z))
    means = figures.streams("Cauchy")[:, -1]
    low, high = np.quantile(means, [0.25, 0.75])
    assert 1 < high - low < 4  # the quartiles of one draw are 2 apart


def test_tails_decay_like_a_gaussian_in_eps_and_exponentially_in_n():
    """S-4.6.Tail202 (erratum E33): ln P is quadratic in eps and linear in n, for exact tails."""
    eps = np.array([4.0, 8.0, 16.0, 32.0])
    slopes = np.diff(np.log(-special.log_ndtr(-eps))) / np.diff(np.log(eps))
    assert slopes[-1] == pytest.approx(2, abs=0.06) and np.all(slopes < 2)
    logs = [np.log(con.binomial_tail(n, 0.5, 0.1)) for n in (500, 1000, 1500)]
    assert logs[2] - logs[1] == pytest.approx(logs[1] - logs[0], rel=0.05)


def test_markov_holds_for_four_laws_and_is_attained_by_two_points():
    """S-4.6.Thm14, S-A.2.Markov (erratum E59): P(Z >= s) <= EZ/s; the printed (350) is weaker than
    Markov at the same place, for every eps."""
    laws = (stats.expon(), stats.uniform(0, 2), stats.gamma(3), stats.poisson(1.5))
    for law in laws:
        for s in (0.5, 1, 2, 5):
            tail = law.sf(s) + (law.pmf(s) if hasattr(law.dist, "pmf") else 0)
            assert tail <= con.markov(law.mean(), s) + 1e-12
            sharp, printed = con.markov(law.mean(), law.mean() + s), con.markov(law.mean(), s)
            assert law.sf(law.mean() + s) <= sharp < printed
    for s in (2.0, 7.0):  # Z = s with probability 1/s
        probs = np.array([1 - 1 / s, 1 / s])
        assert probs[1] == pytest.approx(con.markov(probs @ [0, s], s))


def test_moment_generating_functions_of_sums_are_products():
    """S-4.6.Def15, S-4.6.MGFsum, S-4.6.MGFgauss: two waiting times make a Gamma law; a normal law
    has exp(v t^2 / 2), by integration."""
    x = np.linspace(1e-9, 200, 2_000_001)
    for t in (-1.0, 0.2, 0.5):
        one = np.trapezoid(np.exp(t * x - x), x)
        assert one == pytest.approx(1 / (1 - t), rel=1e-4)
        assert np.exp(figures.exponential_log_mgf(t) + t) == pytest.approx(one, rel=1e-4)
        both = np.trapezoid(x * np.exp(t * x - x), x)
        assert both == pytest.approx(one**2, rel=1e-4)
    z = np.linspace(-40, 40, 400_001)
    density = np.exp(-(z**2) / 8) / np.sqrt(8 * np.pi) * (z[1] - z[0])
    assert con.log_mgf(z, density, 0.7) == pytest.approx(4 * 0.7**2 / 2, rel=1e-9)


@pytest.mark.parametrize("law", list(figures.LAWS))
def test_chernoff_at_every_slope_and_its_best(law):
    """S-4.6.Chernoff207, S-4.6.Chernoff208, S-4.6.Tail211: (M(t) e^(-t eps))^n is above the exact
    tail at each t, its minimum is at the stated t, and for the normal law it is e^(-n eps^2/2)."""
    _, log_mgf, tail, best, rate = figures.LAWS[law]
    for n in (1, 10, 40):
        for eps in (0.2, 0.6, 0.9):
            t = np.linspace(0, min(6, 0.999 if law == "waiting time" else 6), 60_001)
            promises = np.exp(n * (log_mgf(t) - t * eps))
            assert tail(n, eps) <= promises.min() * (1 + 1e-9)
            assert t[np.argmin(promises)] == pytest.approx(best(eps), abs=2e-4)
            assert promises.min() == pytest.approx(np.exp(-n * rate(eps)), rel=1e-6)
    assert figures.LAWS["normal"][4](0.6) == pytest.approx(0.6**2 / 2)


def test_exact_tails_of_the_figures_laws_are_those_of_scipy():
    """S-4.6.Chernoff208: the truth beside which the promises stand."""
    n, eps = 12, 0.5
    assert figures.LAWS["coin ±1"][2](n, eps) == pytest.approx(stats.binom.sf(8, 12, 0.5))
    assert figures.LAWS["normal"][2](n, eps) == pytest.approx(stats.norm.sf(eps * np.sqrt(n)))
    assert figures.LAWS["waiting time"][2](n, eps) == pytest.approx(stats.gamma.sf(18, 12))


def test_sub_gaussian_needs_all_t_and_mean_zero():
    """S-4.6.Def16 (errata E34, E65): the normal law needs the variance itself; Laplace and laws "
    "with
    another mean need more than any number."""
    normal = con.needed_parameter(4 * T**2 / 2, T)
    assert normal == pytest.approx(np.full(len(T), 4.0))  # sigma = 2: the parameter is 4, not 2
    assert np.isinf(con.needed_parameter(figures.laplace_log_mgf(T), T)).any()
    t = np.array([1e-2, 1e-3, 1e-4])
    uncentred = con.needed_parameter(t / 2 + figures.uniform_log_mgf(t), t)
    assert uncentred == pytest.approx(1 / t, rel=0.01)


def test_hoeffdings_lemma_on_two_hundred_laws():
    """S-4.6.HoeffLemma: variance <= smallest parameter <= (b - a)^2/4, and variance <= -ab."""
    rng = np.random.default_rng(24)
    for _ in range(200):
        values, probs = rng.normal(size=4), rng.dirichlet(np.ones(4))
        values = values - values @ probs
        a, b, variance = values.min(), values.max(), probs @ values**2
        t = T / (b - a)
        needed = con.needed_parameter(con.log_mgf(values, probs, t), t)
        assert variance <= -a * b + 1e-12 <= (b - a) ** 2 / 4 + 2e-12
        assert needed.max() <= (b - a) ** 2 / 4 * (1 + 1e-9)
        assert needed[np.argmin(np.abs(t))] == pytest.approx(variance, rel=0.05, abs=1e-3)
    fair = con.needed_parameter(con.log_mgf([0.5, -0.5], [0.5, 0.5], 1e-3), 1e-3)
    assert fair == pytest.approx(0.25, abs=1e-6)  # attained


def test_parameters_add_and_scale():
    """S-4.6.SubSum, S-4.6.SubMult: coins ±1: the sum of two needs 2, three times one needs 9."""
    sides, half = [1.0, -1.0], [0.5, 0.5]
    one = con.needed_parameter(con.log_mgf(sides, half, T), T).max()
    sums = con.needed_parameter(con.log_mgf([2, 0, -2], [0.25, 0.5, 0.25], T), T).max()
    scaled = con.needed_parameter(con.log_mgf([3.0, -3.0], half, T / 3), T / 3).max()
    assert one == pytest.approx(1, abs=1e-3)
    assert sums == pytest.approx(2 * one) and scaled == pytest.approx(9 * one)


def test_hoeffding_holds_for_exact_tails_with_equal_and_unequal_ranges():
    """S-4.6.Thm15, S-4.6.Eq214: coins, and a sum of coins of widths 1, 2, 4 by enumeration."""
    for n, p in ((10, 0.5), (200, 0.13), (1000, 0.3)):
        eps = np.linspace(0.01, 0.4, 40)
        assert np.all(con.binomial_tail(n, p, eps) <= [con.hoeffding(n, e) for e in eps])
    widths = np.array([1.0, 2.0, 4.0] * 3)
    flips = (np.arange(2**9)[:, None] >> np.arange(9)) & 1
    means = (flips * widths).mean(axis=1) - widths.mean() / 2
    shares = [(np.mean(means >= e), con.hoeffding(9, e, widths)) for e in (0.2, 0.5, 0.9)]
    assert all(share <= bound for share, bound in shares) and shares[0][0] > 0.3
    B, n, eps = 3.0, 40, 0.7
    assert con.hoeffding(n, eps, 2 * B) == pytest.approx(np.exp(-n * eps**2 / (2 * B**2)))


@pytest.mark.parametrize("statistic", figures.STATISTICS)
def test_mcdiarmid_for_three_functions_with_exact_laws(statistic):
    """S-4.6.Thm16, S-4.6.McDRem: the exact tail is below the bound; one draw changes as much as is
    said; for an average the bound is Hoeffding's."""
    for n in (10, 60):
        values, law, change = figures.exact_law(statistic, n)
        assert law.sum() == pytest.approx(1) and law.min() >= 0
        assert figures.largest_change(statistic, n) == pytest.approx(change)
        mean, spread = values @ law, np.ptp(values)
        for eps in np.linspace(0.02, 0.6, 20) * spread:
            bound = con.mcdiarmid(np.full(n, change), eps)
            assert con.tail_of(law, values, mean + eps) <= bound
    changes = np.full(60, 1 / 60)
    assert con.mcdiarmid(changes, 0.1) == pytest.approx(con.hoeffding(60, 0.1))


def test_jensen_and_hoelder():
    """S-A.2.Jensen, S-A.2.Holder: three convex functions on an empirical law; three pairs (p, q),
    with equality where |u|^p and |v|^q are proportional."""
    rng = np.random.default_rng(3)
    x = rng.normal(size=50)
    for f in (np.square, np.exp, np.abs):
        assert f(x.mean()) <= f(x).mean()
    for p in (1.2, 2.0, 5.0):
        q = p / (p - 1)
        for _ in range(50):
            u, v = rng.normal(size=6), rng.normal(size=6)
            assert abs(u @ v) <= np.linalg.norm(u, p) * np.linalg.norm(v, q) + 1e-12
        v = np.sign(u) * np.abs(u) ** (p - 1)
        assert u @ v == pytest.approx(np.linalg.norm(u, p) * np.linalg.norm(v, q))
