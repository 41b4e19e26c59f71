"""The numbers to predict in 17 to 31, their traps, and numbers in rubrics, by other ways."""

from itertools import combinations, product

import numpy as np
import pytest
from scipy import optimize, stats

from helpers.desk.checking import find
from helpers.kernels import gp
from tests.answers.test_words_17 import said

LOG = np.log
MILLION = 10**6
BULBS = np.exp(-1), 5 / 20  # the chance, the standard error of the mean lifetime


def bound(eta_free, d, T):
    """The tuned bound of EG or OGD: the step size that makes it smallest is searched for."""
    start, move = eta_free
    return optimize.minimize_scalar(lambda s: start / np.exp(s) + np.exp(s) * T * move).fun


def least(holds):
    """The smallest whole number from which on something holds."""
    high = 1
    while not holds(high):
        high *= 2
    return next(n for n in range(high // 2, high + 1) if holds(n))


def rest(u):
    """The sharpness at which tiny steps on (1 - uv)²/2 from (u, 0) come to rest."""
    w = np.array([u, 0.0])
    for _ in range(3000):
        w += 0.005 * (1 - w[0] * w[1]) * w[::-1]
    return w @ w


def ogd(d):
    return (1 - 1 / d) / 2, d / 2


def eg(d):
    return LOG(d), 1 / 2


def excess(n):
    """Mean excess of least squares with 12 normal inputs, noise variance 1, times one half."""
    return 6 / (n - 13)


ANSWERS = {
    "17-lake": optimize.brentq(lambda c: 4 - (4 * c) ** 2 / 4 - 1, 0, 1),
    "20-million": max(m for m in range(40) if MILLION // 2**m >= 1),
    "21-million": bound(ogd(MILLION), MILLION, 50) / bound(eg(MILLION), MILLION, 50),
    "22-visitors": optimize.brentq(
        lambda T: np.sqrt(2 * 25 * LOG(25) / T) - np.sqrt(2 * LOG(25) / 10_000), 1, 1e7
    ),
    "23-mails": 100 * 20 / 500,
    "24-two-points": least(lambda n: 2 * np.exp(-2 * n * 0.02**2) <= 0.01),
    "25-squared": least(lambda n: MILLION**2 * np.exp(-0.1 * n) <= 0.05),
    "27-loss-class": 0.5 * (0.7 - 0.3),
    "28-bus": 9 * (1 + 1 / 20) - np.trace(np.eye(20) - 1 / 20) / 20 * 9,
    "29-budget": least(lambda n: 12 / (2 * n) <= 0.01),
    "30-bulbs": 0.25 * optimize.approx_fprime([5.0], lambda m: np.exp(-5 / m[0]), 1e-7)[0],
    "31-tiny-steps": optimize.brentq(lambda u: rest(u) - 5, 1.5, 3, xtol=1e-3),
}
TRAPS = {
    "17-lake": [np.sqrt(1 / 2), 3 / 4, 1 / 2, 1 / 4],
    "20-million": [20, np.log2(MILLION), 6, LOG(MILLION), 14, MILLION - 1, MILLION / 2],
    "21-million": [
        np.sqrt(MILLION / LOG(MILLION)),
        MILLION / LOG(MILLION),
        MILLION / LOG(MILLION) / 2,
        np.sqrt(MILLION),
        bound(ogd(300), 300, 50) / bound(eg(300), 300, 50),
        np.sqrt(MILLION / (2 * np.log10(MILLION))),
    ],
    "22-visitors": [5 * 10_000, 10_000, 2 * 25 * 10_000, 25**2 * 10_000],
    "24-two-points": [
        least(lambda n: np.exp(-2 * n * 0.02**2) <= 0.01),
        least(lambda n: 2 * np.exp(-n * 0.02**2) <= 0.01),
        least(lambda n: 0.25 / (n * 0.02**2) <= 0.01),
        np.log10(200) / (2 * 0.02**2),
        LOG(200) / (2 * 0.02),
    ],
    "25-squared": [
        2 * 169,
        least(lambda n: MILLION**2 * np.exp(-0.1 * n) <= 1),
        least(lambda n: MILLION**2 * 10 ** (-0.1 * n) <= 0.05),
        169**2,
    ],
    "28-bus": [9 / 20, 2 * 3 / 20, 9 + 9 / 20, 0, 2 * 9 / 19],
    "29-budget": [
        12 / 0.01, 12 / 0.01**2, 6, 6 / 0.1, 1 / (2 * 0.01),
        least(lambda n: n > 13 and excess(n) <= 0.01),
    ],
    "30-bulbs": [
        BULBS[1], 1 / (5 * 20), np.sqrt(BULBS[0] * (1 - BULBS[0]) / 400), BULBS[0] / 5,
        BULBS[1] / 5, BULBS[1] * BULBS[0], BULBS[0] / 5 * 5 / 400, BULBS[0] / 5 / 20,
    ],
    "31-tiny-steps": [
        np.sqrt(5), np.sqrt((5 + np.sqrt(21)) / 2), np.sqrt(21), 2 / 5
    ],
}  # fmt: skip


@pytest.mark.parametrize("id", ANSWERS)
def test_a_number_to_predict_comes_out_in_another_way(id):
    exercise = find(id)
    assert abs(ANSWERS[id] - exercise.answer) <= exercise.within


@pytest.mark.parametrize("id", TRAPS)
def test_a_trap_is_the_number_that_its_mistake_leads_to(id):
    exercise = find(id)
    assert len(TRAPS[id]) == len(exercise.traps)
    for number, (trap, words) in zip(TRAPS[id], exercise.traps):
        assert abs(number - trap) <= exercise.within, words


def test_no_five_questions_tell_over_2_4_per_cent_more_than_the_greedy_ones():
    figure = find("17-beat").make()
    figure.set(**find("17-beat").answer)
    r, places = figure.r, np.linspace(0, 1, 41)
    K = np.exp(-((places[:, None] - places) ** 2) / (2 * r.bandwidth**2))
    lists = np.array(list(combinations(range(41), 5)))
    best = max(
        gp.information(K[part[:, :, None], part[:, None, :]], r.sigma).max()
        for part in np.array_split(lists, 20)
    )
    figure.dispose()
    assert round(100 * (best / r.greedy - 1), 1) == 2.4 and r.here == pytest.approx(best)
    assert round(100 * (1 / (1 - np.exp(-1)) - 1)) == 58


def test_twelve_holes_can_tell_95_per_cent_from_50_but_not_from_85():
    few = max(k for k in range(13) if stats.binom.cdf(k, 12, 0.95) <= 0.05)
    assert stats.binom.cdf(few, 12, 0.85) < 0.3 and stats.binom.cdf(few, 12, 0.5) > 0.95
    assert said("17-drill", "cannot tell 95 % from 85 %")


def test_the_archive_s_errors_of_a_kernel_value():
    """A Gaussian kernel with value k has the value k⁴ at twice the distance."""
    error = lambda k: np.sqrt(((1 + k**4) / 2 - k**2) / 200)  # noqa: E731
    assert np.round(error(0.9), 2) == 0.01 and np.round(error(0.001), 2) == 0.05
    assert MILLION * 2 * 200 == 4e8 and said("18-archive", "4·10⁸")


def test_a_smooth_average_has_weights_below_zero_and_the_average_of_it_has_none():
    w = np.linspace(0.01, 40, 4000)
    once = np.sin(w) / w
    assert np.sin(4.5) / 4.5 < 0 and once.min() < 0 and (once**2).min() >= 0
    t = np.linspace(-1, 1, 20_001)
    assert np.cos(4.5 * t).mean() == pytest.approx(np.sin(4.5) / 4.5, abs=1e-4)


@pytest.mark.parametrize(
    "z, half, share",
    [
        ("----++++++++", False, 1),
        ("----++++++++", True, 0.991),
        ("-----+++++++", False, 0.786),
        ("---+++++++++", False, 0.929),
        ("--------++++", False, 0.714),
    ],
)
def test_what_an_adversary_with_one_change_of_sign_reaches(z, half, share):
    """Regret over its bound 1/(2η) + ηT/2 for unit losses, or ¼ for the first one, by hand."""
    losses = np.array([1.0 if sign == "+" else -1.0 for sign in z])
    losses[0] *= 0.5 if half else 1
    stake = np.clip(-(np.cumsum(losses) - losses) / 4, -1, 1)
    regret = stake @ losses + abs(losses.sum())
    assert regret / (2 + (losses**2).sum() / 8) == pytest.approx(share, abs=5e-4)


def test_numbers_of_advice():
    assert np.sqrt(20 / 2 * LOG(10)) / 20 == pytest.approx(0.24, abs=0.001)  # 20 fund
    assert 100 / (2 * np.sqrt(2 * MILLION)) == pytest.approx(0.035, abs=0.0005)  # 23 bank
    assert 1.96 * np.sqrt(0.13 * 0.87 / 1000) == pytest.approx(0.021, abs=0.0005)  # 24 newspaper
    assert np.sqrt(LOG(40) / 2000) == pytest.approx(0.043, abs=0.0005)
    low, high = stats.binomtest(130, 1000).proportion_ci(method="exact")
    assert (round(low, 3), round(high, 3)) == (0.110, 0.152)
    assert np.sqrt(LOG(2 / 0.05) / 4000) == pytest.approx(0.030, abs=0.0005)  # 25 zoo
    assert np.sqrt(LOG(2 * 1000 / 0.05) / 4000) == pytest.approx(0.051, abs=0.0005)
    assert least(lambda n: 1000 * np.exp(-0.1 * n) <= 1) == 70  # 25 silent: it is 1 at n = 69.1
    assert 0.25 / (0.01 * 0.99) == pytest.approx(25, abs=0.3)  # 24 Chebyshev wins


def test_five_points_have_thirty_labellings_by_discs_and_their_outsides():
    """Signs of functions of a space of dimension 4 on five points in general position."""
    rng = np.random.default_rng(26)
    at = rng.normal(size=(5, 2))
    values = np.column_stack([np.ones(5), at, (at**2).sum(axis=1)])
    drawn = 0
    for signs in product((-1, 1), repeat=5):  # is there a function with signs * values at least 1?
        rows = -np.array(signs)[:, None] * values
        drawn += optimize.linprog(np.zeros(4), rows, -np.ones(5), bounds=(None, None)).success
    assert drawn == 30
