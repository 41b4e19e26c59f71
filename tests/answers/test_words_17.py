"""What tasks, hints, feedback and rubrics of notebooks 17 to 31 say, computed in another way."""

import numpy as np
import pytest
from scipy import stats

from answers.n25 import SQUARED
from answers.n31 import relu_weights
from helpers.desk.checking import find
from helpers.estimation import moments
from helpers.kernels import mmd
from helpers.online import bandits, mirror
from lessons.n18_fourier_features.listen import TONES
from lessons.n30_method_of_moments import world

TWO = [np.kron(np.eye(2), np.ones((50, 1)))[:, 0]]  # the first fifty points are the first sample


def said(id, words):
    """Are these words in the texts of the exercise? A test that computes them must not drift."""
    return words in repr(vars(find(id))).replace("\\xa0", " ")


@pytest.mark.slow
@pytest.mark.parametrize(
    "draw, sees",
    [
        (lambda rng: 2 * rng.normal(size=50), False),
        (lambda rng: rng.choice([-0.95, 0.95], 50) + 0.31225 * rng.normal(size=50), False),
        (lambda rng: 1 + rng.normal(size=50), True),
    ],
    ids=["wider", "two humps", "shift"],
)
def test_at_a_wide_bandwidth_only_the_shift_stands_out_from_what_shuffling_gives(draw, sees):
    """The size of D² does not decide, but its size beside that of the shuffles."""
    rng, found = np.random.default_rng(19), []
    for _ in range(40):
        z = np.append(rng.normal(size=50), draw(rng))
        first = np.array(TWO + [rng.permutation(100) < 50 for _ in range(99)], dtype=float)
        u = mmd.shuffled_mmd2(np.exp(-((z[:, None] - z) ** 2) / (2 * 100**2)), first)
        found.append((u[0] / u[1:].std(), mmd.p_value(u[0], u[1:]) <= 0.05))
    ratio, power = np.mean(found, axis=0)
    assert (ratio > 5 and power > 0.9) if sees else (ratio < 1 and power < 0.3)


def test_centred_losses_change_neither_learner_and_halve_both_bounds():
    Z, d, T, eta = np.random.default_rng(21).random((40, 6)), 6, 40, 0.7
    for geometry in (mirror.ENTROPIC, mirror.QUADRATIC):
        run, centred = (mirror.mirror_descent(L, geometry, eta) for L in (Z, Z - 0.5))
        assert np.allclose(run.w, centred.w)
        assert np.allclose(mirror.regret(run), mirror.regret(centred))
        whole, half = geometry.dual(np.ones(d)), geometry.dual(np.full(d, 0.5))
        assert half == whole / 2 and geometry.dual(Z - 0.5).max() <= half
        tuned = np.sqrt(2 * geometry.width(d) * T) * np.array([whole, half])
        assert tuned[0] == pytest.approx(mirror.tuned(geometry, d, T)[1])
        assert tuned[1] == pytest.approx(tuned[0] / 2)


def test_a_schedule_beats_both_games_in_which_no_constant_step_is_good():
    """Wait until K losses were seen, then take the step 1/t."""
    d, T, K = 300, 400, 52
    steps = np.where(np.arange(T) < K, 0, 1 / np.maximum(np.arange(T), 1))
    floor = (1 - 1 / d) * np.sqrt(d * T) / 4
    for Z in (mirror.one_good(T, d), mirror.see_saw(T, d)):
        before = np.cumsum(Z, axis=0) - Z
        w = mirror.QUADRATIC.mirror(-steps[:, None] * before)
        assert (w * Z).sum() - Z.sum(axis=0).min() < 0.75 * floor
    assert said("21-newsroom", "no constant step size") and said("21-newsroom", "A schedule can")


def test_mixing_raises_the_mean_regret_and_saves_the_unlucky_runs():
    """One arm costs 1 in the first quarter, the other afterwards."""
    T, eta = 3000, bandits.tuned(2, 3000)[0]
    Z = (np.arange(T)[:, None] < 750) == np.array([True, False])
    U = np.random.default_rng(22).random((T, 400))
    mean, unlucky = [], []
    for gamma in (0, 0.1):
        paid = bandits.bandit_eg(Z.astype(float), eta, U, gamma).extra["paid"].sum(axis=0)
        mean.append(paid.mean() - 750)
        unlucky.append(np.mean(paid - 750 > T / 5))
    assert mean[0] + 50 < mean[1] and unlucky[0] > 0.2 and unlucky[1] < 0.01


def test_the_clinic_s_numbers():
    eta, bound = bandits.tuned(4, 200)
    assert round(eta, 2) == 0.06 and round(bound) == 47
    assert said("22-clinic", "47 of 200 patients") and said("22-clinic", "about 0.06")


def test_pairs_of_hypotheses_need_the_smallest_number_that_theorem_25_1_calls_enough():
    promise = lambda N, n: N * np.exp(-0.1 * n)  # noqa: E731
    assert promise(1e6, 169) <= 0.05 < promise(1e6, 168)
    assert promise(1e12, SQUARED.answer) <= 0.05 < promise(1e12, SQUARED.answer - 1)


def test_below_d_examples_the_bound_allows_an_excess_risk_of_9_4():
    """Half of it for the gap between risk and mean loss, as after Theorem 26.6."""
    n = 60_000
    gap = np.sqrt(32 / n * (n * np.log(2) + np.log(8 / 0.05)))
    log_bound = np.log(8) + n * np.log(2) - n * gap**2 / 32
    assert log_bound == pytest.approx(np.log(0.05)) and round(2 * gap, 1) == 9.4
    assert said("26-million", "excess risk of 9.4")


MILES = {"all alike": stats.uniform(), "most drive a lot": stats.beta(5, 1.5)}
MILES["some drive very much"] = stats.gamma(4)


@pytest.mark.parametrize("law", MILES.values(), ids=list(MILES))
@pytest.mark.parametrize("power", [1, 2])
def test_through_zero_the_textbook_s_bar_is_too_short_for_all_laws_of_the_miles(law, power):
    """With an intercept it can be too long, so the task fixes the line at 0."""
    noise = lambda x: x**power  # noqa: E731
    ratio = law.expect(lambda x: x**2 * noise(x)) / (law.moment(2) * law.expect(noise))
    assert ratio > 1.05
    assert said("29-drivers", "a line through 0")
    if law is MILES["most drive a lot"]:
        square = law.expect(lambda x: (x - law.mean()) ** 2 * noise(x))
        assert square / (law.var() * law.expect(noise)) < 0.85  # with an intercept


def test_with_exact_chances_starts_are_stuck_for_a_time():
    """More data do not mend this, more rounds do."""
    true = world.four_topics(0.01)
    chances = moments.triple_chances(true, world.SHARES)
    top = moments.log_likelihood(chances, true, world.SHARES)
    (B, pi), stuck = world.starts(), []
    for rounds in (300, 5000):
        run = moments.em(chances, B, pi, rounds)
        below = top - run.extra["loglik"][-1] > world.STUCK
        B, pi = (part[below] for part in moments.parameters(run.w[-1], world.D, world.K))
        stuck.append(below.sum())
    assert stuck == [13, 5]
    assert said("30-archive", "13 of 60 starts") and said("30-archive", "five of them still")
    slow = run.extra["loglik"][1000] - run.extra["loglik"][900]
    assert np.median(slow) < 1e-3  # a plateau: a hundred rounds that nobody sees


def test_shadows_cross_where_the_hint_says():
    """The scores of two topics are equal at 90°, near 37° and near 146°."""
    places = world.plane(world.CLEAR)
    sides = [places[i] - places[j] for i, j in ((0, 1), (0, 2), (1, 2))]
    angles = sorted(np.degrees(np.arctan2(-x, y)) % 180 for x, y in sides)
    assert np.round(angles).tolist() == [37, 90, 146]
    assert said("30-ruin", "near 37°") and said("30-ruin", "near 146°")


def test_a_bend_further_left_is_another_network_so_the_task_says_where_units_bend():
    """The first unit may bend anywhere left of x[0], and c moves with it."""
    x, y = [-1.0, -0.5, 1.0, 4.0], [2.0, 0.0, 3.0, 3.0]
    biases, weights, c = relu_weights(x, y)
    moved = [biases[0] + 1, *biases[1:]], weights, c - weights[0]
    at = np.linspace(-1, 4, 101)
    networks = (biases, weights, c), moved
    said_by = [c + np.maximum(at[:, None] + b, 0) @ w for b, w, c in networks]
    assert np.allclose(*said_by) and np.allclose(said_by[0], np.interp(at, x, y))
    assert "unit j bends at x[j]" in relu_weights.__doc__


# places to find


def seen(id, **values):
    """What the figure of an exercise computes at these values."""
    figure = find(id).make()
    figure.set(**values)
    r = figure.r
    figure.dispose()
    return r


@pytest.mark.slow  # makes figures
def test_eight_points_must_be_farther_apart_than_0_2_to_convict():
    def lowest(spacing):
        r = seen("18-caught", shape="exp(−t⁴)", n=8, spacing=spacing)
        return r.readings[(TONES > 4) & (TONES < 7)].min() / r.top

    assert lowest(0.2) > -0.03 and lowest(0.3) < -0.03 and lowest(0.4) < -0.03


@pytest.mark.slow
def test_small_steps_need_more_than_a_hundred_customers_to_arrive():
    r = seen("23-late", T=300, eta=0.02)
    assert 100 < r.B / r.eta < 120


@pytest.mark.slow
@pytest.mark.parametrize("n, share", [(10, 0), (14, 1)])
def test_with_ten_points_no_swap_at_the_right_lifts_the_line(n, share):
    r = seen("28-lift", n=n, y_new=6.0)
    below = r.y[r.i] < r.w * r.x[r.i]
    assert r.x[r.i] == 1 and below == bool(share) and r.moved == pytest.approx(share * r.bound)


def test_few_experts_have_a_lower_bound_with_ogd():
    lower = [d for d in range(2, 50) if d - 1 < 2 * np.log(d)]
    assert lower == [2, 3] and said("21-upset", "for d = 2 and 3")


def test_the_place_of_the_floor_that_the_hint_names_has_sharpness_5_25():
    u = 2.25
    assert u**2 + 1 / u**2 == pytest.approx(5.25, abs=0.02)
    assert said("31-on-the-edge", "sharpness is about 5.25")
