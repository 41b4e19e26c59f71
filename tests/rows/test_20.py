"""The rows of the results ledger that notebook 20 owns, each by the measurement that would fail
were it false."""

import itertools

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from helpers.descent.optim import gradient_descent
from helpers.descent.projections import project_ball, project_box, project_simplex
from helpers.online import experts as ex
from tests.known import deviation
from tests.lessons.room import Room

figures = Room("20")

ETAS = (0.02, 0.15, 0.6, 4.0)


def drifting(rng, T=120, d=3):
    """Losses with a mean that wanders."""
    return rng.normal(size=(T, d)) + np.cumsum(0.2 * rng.normal(size=(T, d)), axis=0)


@pytest.mark.parametrize("change", [1, 7, 30])
def test_predictions_know_the_past_only(change):
    """S-2.1.Protocol: other losses from round t on change nothing up to round t."""
    rng = np.random.default_rng(0)
    Z = rng.uniform(-1, 1, (40, 3))
    other = Z.copy()
    other[change:] = -50 * np.sign(Z[: change + 1].sum(axis=0))
    learners = (
        ex.follow_leader,
        ex.running_mean,
        lambda Z: ex.ftrl(Z, 0.3),
        lambda Z: ex.hedge(Z, 0.3),
    )
    for learner in learners:
        first, second = learner(Z).w, learner(other).w
        assert np.array_equal(first[: change + 1], second[: change + 1])
        assert not np.allclose(first[change + 1], second[change + 1])
    table, labels = rng.integers(2, size=(40, 9)), rng.integers(2, size=40)
    turned = labels.copy()
    turned[change:] = 1 - turned[change:]
    said = [ex.halving(table, y).extra["said"] for y in (labels, turned)]
    assert np.array_equal(said[0][: change + 1], said[1][: change + 1])
    for rule in figures.RULES.values():
        said = [ex.answers(rule, y) for y in (labels, turned)]
        assert np.array_equal(said[0][: change + 1], said[1][: change + 1])


def test_spam_with_zero_one_loss():
    """S-2.1.Ex1: the true word never errs, a coin on about half of the mails."""
    T = 400
    rng = np.random.default_rng(1)
    mails = rng.integers(2, size=(T, 16))
    labels = mails[:, 5]
    losses = (mails != labels[:, None]).sum(axis=0)
    assert losses[5] == 0 and np.delete(losses, 5).min() > T / 2 - 5 * np.sqrt(T) / 2
    coin = (rng.integers(2, size=T) != labels).sum()
    assert abs(coin - T / 2) <= 3 * np.sqrt(T) / 2
    assert figures.survivors.compute(4, 12, "random mails", 1)["best"] == 0


def test_regret_two_ways():
    """S-2.1.Def1: the maximum over experts is the learner's loss minus the smallest one."""
    rng = np.random.default_rng(2)
    Z = rng.uniform(0, 1, (50, 6))
    run = ex.hedge(Z, 0.4)
    against = [sum((w - np.eye(6)[j]) @ z for w, z in zip(run.w, Z)) for j in range(6)]
    assert ex.regret(run, "simplex")[-1] == pytest.approx(max(against))
    said, labels = rng.integers(2, size=(2, 30))
    each = [(said != labels).sum() - (labels != y).sum() for y in (0, 1)]
    assert figures.regret_of_answers(said, labels)[-1] == max(each)


def test_regret_can_be_negative():
    """S-2.1.Rem-neg: 0…01…1: “repeat the last” errs once, both experts T/2 times."""
    labels = figures.FIXED["no for half, then yes"](100)
    said = ex.answers(figures.RULES["repeat the last answer"], labels)
    assert (said != labels).sum() == 1
    assert figures.regret_of_answers(said, labels)[-1] == 1 - 50


@pytest.mark.parametrize("T", [1, 10, 101])
@pytest.mark.parametrize("rule", list(figures.RULES))
def test_every_rule_without_randomness_can_be_forced(rule, T):
    """S-2.2.Ex2: the opposite truth costs it every round; regret at least T/2."""
    said, labels = ex.opposed(figures.RULES[rule], T)
    assert np.array_equal(said, ex.answers(figures.RULES[rule], labels))
    assert (said != labels).all()
    assert figures.regret_of_answers(said, labels)[-1] >= T / 2


def test_without_a_perfect_expert_halving_ends():
    """S-2.2.Assm1: two constant experts, contrary labels: nobody is left, mistakes exceed 1."""
    table = np.tile([0, 1], (10, 1))
    labels, said = [], 1
    for t in range(10):
        labels.append(1 - said)
        said = int(ex.halving(table[: t + 2][:10], [*labels, 0][:10]).extra["said"][-1])
    run = ex.halving(table, labels)
    assert run.w[-1].sum() == 0 and run.extra["mistakes"].sum() > np.log2(2)


def test_a_mistake_halves_and_somebody_is_left():
    """S-2.2.Alg1: with a perfect expert, for random tables; the votes counted one by one."""
    rng = np.random.default_rng(3)
    for _ in range(100):
        N = int(rng.integers(2, 40))
        table = rng.integers(2, size=(12, N))
        labels = table[:, rng.integers(N)]
        run = ex.halving(table, labels)
        alive, wrong = run.w.sum(axis=1), run.extra["mistakes"]
        assert alive[-1] >= 1
        assert np.all(alive[1:][wrong] <= alive[:-1][wrong] / 2)
        left = list(range(N))
        for t in range(12):
            assert run.extra["said"][t] == (2 * table[t, left].sum() >= len(left))
            left = [i for i in left if table[t, i] == labels[t]]


def test_halving_makes_at_most_log_two_mistakes():
    """S-2.2.Ex3: many streams; the hardest table reaches it for 16, 256 and 1024 experts."""
    rng = np.random.default_rng(4)
    for _ in range(300):
        N = int(rng.integers(1, 70))
        table = rng.integers(2, size=(15, N))
        run = ex.halving(table, table[:, rng.integers(N)])
        assert run.extra["mistakes"].sum() <= np.log2(N)
    for k in (4, 8, 10):
        assert ex.halving(*ex.hardest_table(k, k + 3)).extra["mistakes"].sum() == k


@pytest.mark.parametrize("shape", list(ex.LOWEST))
def test_the_best_fixed_point_dominates(shape):
    """S-2.3.OCO: regret against the best u is at least that against 2000 others, and attained."""
    rng = np.random.default_rng(5)
    Z = drifting(rng)
    project = dict(box=project_box, ball=project_ball, simplex=project_simplex)[shape]
    run = ex.ftrl(Z, 0.1, project)
    U = project(3 * rng.normal(size=(2000, 3)))
    total = Z.sum(axis=0)
    best = dict(
        box=-np.sign(total),
        ball=-total / np.linalg.norm(total),
        simplex=np.eye(3)[np.argmin(total)],
    )[shape]
    own, paid = ex.regret(run, shape)[-1], ex.paid(run).sum()
    assert np.all(paid - U @ total <= own + 1e-9)
    assert paid - best @ total == pytest.approx(own)


@pytest.mark.parametrize("f", [lambda w: w**2, lambda w: w**4, lambda w: abs(w - 0.3)])
def test_low_regret_minimises(f):
    """S-2.3.Opt17: f(mean w) <= mean f(w) = min f + Regret/T for a run of gradient steps."""
    slope = lambda w: (f(w + 1e-6) - f(w - 1e-6)) / 2e-6  # noqa: E731
    run = gradient_descent(slope, 0.9, 0.05, 300, project=project_box)
    values = f(run.w[:-1, 0])
    grid = np.linspace(-1, 1, 20_001)
    regret = max((values - f(u)).sum() for u in (grid[np.argmin(f(grid))], -1.0, 1.0))
    assert f(run.average()[0]) <= values.mean()
    assert values.mean() == pytest.approx(f(grid).min() + regret / 300)


def test_gradient_descent_is_not_always_linear():
    """S-2.3.Rates (erratum E62): on w^4 the log-log slope is -2; on w^2 f squares at 2T."""
    fourth = gradient_descent(lambda w: 4 * w**3, 1.0, 0.05, 8000).w[:, 0] ** 4
    assert np.log2(fourth[8000] / fourth[4000]) == pytest.approx(-2, abs=0.02)
    square = gradient_descent(lambda w: 2 * w, 1.0, 0.1, 40).w[:, 0] ** 2
    assert square[40] == pytest.approx(square[20] ** 2)


def test_online_least_squares_is_convex():
    """S-2.3.Ex4: midpoints of (w·x - y)^2; with a hollow instead of a bowl it fails."""
    rng = np.random.default_rng(6)
    a, b, x = rng.normal(size=(3, 500, 4))
    y = rng.normal(size=500)
    f = lambda w: ((w * x).sum(axis=1) - y) ** 2  # noqa: E731
    assert np.all(f((a + b) / 2) <= (f(a) + f(b)) / 2 + 1e-12)
    assert np.any(f((a + b) / 2) < (f(a) + f(b)) / 2 - 0.1)


def test_randomising_makes_the_loss_linear():
    """S-2.3.Ex5: experts drawn by the weights pay <w, z> on average, in every round."""
    rng = np.random.default_rng(7)
    Z = rng.integers(2, size=(30, 5)).astype(float)
    run = ex.hedge(Z, 0.5)
    for w, z, expected in zip(run.w, Z, ex.paid(run)):
        drawn = z[rng.choice(5, size=4000, p=w)]
        assert abs(drawn.mean() - expected) <= 5 * np.sqrt(0.25 / 4000)
    r = figures.coin.compute(0.12, 100, figures.RULES["always say no"], "fair coins")
    assert abs(r["tossed"] - r["expected"]) <= r["allowed"] < 2


def test_the_leader_minimises_what_was_lost():
    """S-2.4.Alg2: w_{t+1} against a grid, linear and squared losses."""
    rng = np.random.default_rng(8)
    grid = np.linspace(-1, 1, 2001)
    z = rng.uniform(-1, 1, 30)
    linear, square = ex.follow_leader(z[:, None]).w[:, 0], ex.running_mean(z[:, None]).w[:, 0]
    for t in range(1, 31):
        assert linear[t] * z[:t].sum() == pytest.approx((grid * z[:t].sum()).min())
        total = ((grid[:, None] - z[:t]) ** 2).sum(axis=1)
        assert ((square[t] - z[:t]) ** 2).sum() <= total.min() + 1e-12


def losses_ahead(kind, rng):
    """FTL on forty losses: what it paid, what one look ahead pays, and every fixed u."""
    z, U = rng.uniform(-1, 1, 40), np.linspace(-1, 1, 201)[:, None]
    if kind == "linear":
        w = ex.follow_leader(z[:, None]).w[:, 0]
        return w[:-1] * z, w[1:] * z, (U * z).sum(axis=1)
    w = ex.running_mean(z[:, None]).w[:, 0]
    return (w[:-1] - z) ** 2 / 2, (w[1:] - z) ** 2 / 2, ((U - z) ** 2 / 2).sum(axis=1)


@pytest.mark.parametrize("kind", ["linear", "squared"])
def test_looking_ahead_beats_every_fixed_point(kind):
    """S-2.4.Lem1, S-2.4.Lem1proof (erratum E01): the look-ahead pays less than every u, and FTL's
    regret is below what it saves; FTL itself does not pay less than every u."""
    rng = np.random.default_rng(9)
    for _ in range(50):
        paid, ahead, fixed = losses_ahead(kind, rng)
        assert ahead.sum() <= fixed.min() + 1e-9
        assert paid.sum() - fixed.min() <= (paid - ahead).sum() + 1e-9
        assert paid.sum() > fixed.min()
    run = ex.follow_leader(ex.seesaw(100))
    assert (run.w[1:] * run.v).sum() == -99.5 and ex.paid(run).sum() == 99


def test_the_leader_of_squared_losses_is_the_mean():
    """S-2.4.Eq29 (erratum E02: w_1 is free): against SciPy."""
    rng = np.random.default_rng(10)
    z = rng.normal(size=12)
    w = ex.running_mean(z[:, None], first=0.7).w[:, 0]
    assert w[0] == 0.7
    for t in range(1, 13):
        f = lambda w: ((w - z[:t]) ** 2).sum()  # noqa: E731, B023
        assert w[t] == pytest.approx(minimize_scalar(f).x, abs=1e-7)
        assert w[t] == pytest.approx(z[:t].mean())


@pytest.mark.parametrize("T", [10, 100, 1000])
@pytest.mark.parametrize("cloud", list(figures.CLOUDS))
def test_squared_losses_cost_a_logarithm(cloud, T):
    """S-2.4.Ex6: what one look ahead saves, 4L^2/t at most, and both bounds; our exact form is
    half of the printed bound; E02: a first guess outside the ball violates it."""
    z, t = figures.CLOUDS[cloud][:T], np.arange(1, T + 1)
    w = ex.running_mean(z[:, None]).w[:, 0]
    paid, ahead = (w[:-1] - z) ** 2 / 2, (w[1:] - z) ** 2 / 2
    assert paid - ahead == pytest.approx((1 - (1 - 1 / t) ** 2) / 2 * (w[:-1] - z) ** 2)
    assert np.all(paid - ahead <= 4 / t + 1e-12)
    regret = paid.sum() - ((z - z.mean()) ** 2).sum() / 2
    assert regret == pytest.approx(((w[:-1] - z) ** 2 / t).sum() / 2)
    assert regret <= 2 * (1 + np.log(T)) <= 4 * (1 + np.log(T))
    r = figures.curved.compute(T, figures.CLOUDS[cloud], 0.0)
    assert r["regret"][-1] == pytest.approx(regret)
    wild = figures.curved.compute(2, figures.CLOUDS[cloud], 5.0)
    assert wild["regret"][-1] > 4 * (1 + np.log(2))


def test_the_harmonic_sum():
    """S-2.4.Eq34: at most 1 + ln T up to 1e5, and more than ln T."""
    t = np.arange(1, 100_001)
    harmonic = np.cumsum(1 / t)
    assert np.all(harmonic <= 1 + np.log(t)) and np.all(harmonic > np.log(t))


@pytest.mark.parametrize("T", [1, 2, 7, 100, 333])
def test_the_see_saw(T):
    """S-2.4.Ex7: FTL pays T - 1 and regrets T - 1/2; u = 0 pays nothing; FTRL regrets below √T."""
    Z = ex.seesaw(T)
    assert Z[0, 0] == -0.5 and np.all(np.abs(Z[1:]) == 1) and np.all(Z[1:] * Z[:-1] < 0)
    run = ex.follow_leader(Z)
    assert ex.paid(run).sum() == T - 1
    assert ex.regret(run)[-1] == T - 0.5
    assert ex.regret(ex.ftrl(Z, 1 / np.sqrt(T)))[-1] <= np.sqrt(T)


@pytest.mark.parametrize("eta", ETAS)
def test_ftrl_minimises_losses_and_penalty(eta):
    """S-2.5.Alg3: every w_t against a fine grid of [-1, 1]."""
    rng = np.random.default_rng(11)
    z, grid = rng.uniform(-1, 1, 25), np.linspace(-1, 1, 20_001)
    w = ex.ftrl(z[:, None], eta).w[:, 0]
    for t in range(26):
        found = grid[np.argmin(grid * z[:t].sum() + grid**2 / (2 * eta))]
        assert w[t] == pytest.approx(found, abs=6e-5)


@pytest.mark.parametrize("eta", ETAS)
def test_ftrl_without_a_set_is_a_gradient_step(eta):
    """S-2.5.Eq43: w_{t+1} = w_t - eta z_t, to 1e-12."""
    Z = drifting(np.random.default_rng(12))
    w, run = np.zeros(3), ex.ftrl(Z, eta, lambda w: w)
    for t, z in enumerate(Z):
        assert run.w[t] == pytest.approx(w, abs=1e-12)
        w = w - eta * z


@pytest.mark.parametrize("project", [project_ball, project_simplex, project_box])
def test_lazy_projection_is_the_minimum(project):
    """S-2.5.Eq45: P(eta theta) beats 3000 points of S in the objective of FTRL."""
    rng = np.random.default_rng(13)
    Z, eta = drifting(rng, 20), 0.3
    U = project(2 * rng.normal(size=(3000, 3)))
    run = ex.ftrl(Z, eta, project)
    for t in (0, 1, 5, 20):
        total = Z[:t].sum(axis=0)
        value = lambda w: w @ total + (w * w).sum(axis=-1) / (2 * eta)  # noqa: E731, B023
        assert value(run.w[t]) <= value(U).min() + 1e-12


@pytest.mark.parametrize("eta", ETAS)
def test_the_regret_of_ftrl_is_bounded(eta):
    """S-2.5.Thm1, S-2.5.Eq49: for random u of the ball and drifting losses; the weaker form lies
    above, by the moves; on signs both are tested by enumeration, and the first is reached."""
    rng = np.random.default_rng(14)
    for _ in range(20):
        Z = drifting(rng, 60)
        run = ex.ftrl(Z, eta, project_ball)
        U = project_ball(rng.normal(size=(200, 3)))
        squares = (Z**2).sum()
        regrets = ex.paid(run).sum() - U @ Z.sum(axis=0)
        sizes = (U**2).sum(axis=1)
        assert np.all(regrets <= sizes / (2 * eta) + eta / 2 * squares + 1e-9)
        moves = ex.paid(run).sum() - (run.w[1:] * run.v).sum()
        assert np.all(regrets <= sizes / (2 * eta) + moves + 1e-9)
        assert moves <= eta * squares + 1e-9
    worst = ex.regret(ex.ftrl(ex.all_signs(10), eta))[-1].max()
    assert worst <= ex.ftrl_bound(eta, 10) + 1e-12


@pytest.mark.parametrize("k, T", [(2, 12), (4, 12), (10, 12), (3, 7), (5, 5), (1, 9)])
def test_the_bound_is_reached(k, T):
    """S-2.5.Thm1: 1/eta whole, at most T, of the parity of T; otherwise it is not, at 0.289."""
    assert ex.regret(ex.ftrl(ex.all_signs(T), 1 / k))[-1].max() == pytest.approx(
        ex.ftrl_bound(1 / k, T)
    )
    z = np.array([1.0, -1.0] * ((T - k) // 2) + [-1.0] * k)[:, None]
    assert ex.regret(ex.ftrl(z, 1 / k))[-1] == pytest.approx(ex.ftrl_bound(1 / k, T))
    assert ex.worst_regret(0.289, 12) < ex.ftrl_bound(0.289, 12) - 0.03


def test_what_reaches_the_bound_is_a_sum_that_stays_within_and_ends_there():
    """Theorem 20.5: 550 of 4096 sequences, those with |theta| <= 1/eta that end at 1/eta."""
    Z, eta = ex.all_signs(12), 0.25
    theta = np.abs(ex.seen(Z)[..., 0])
    there = (theta.max(axis=0) <= 1 / eta) & (theta[-1] == 1 / eta)
    regrets = ex.regret(ex.ftrl(Z, eta))[-1]
    assert there.sum() == 550
    assert np.array_equal(there, np.abs(regrets - ex.ftrl_bound(eta, 12)) < 1e-9)


@pytest.mark.parametrize("B, L, T", [(1.0, 1.0, 100), (2.0, 0.5, 64), (0.3, 4.0, 9)])
def test_the_tuned_step_size(B, L, T):
    """S-2.5.Cor1: the supremum over the ball of radius B is at most B L √T, for losses of length
    L; no other step size has a lower bound."""
    rng = np.random.default_rng(15)
    eta, promised = ex.tuned(B, L, T)
    assert promised == pytest.approx(ex.ftrl_bound(eta, L**2 * T, B))
    assert np.all(ex.ftrl_bound(np.geomspace(1e-3, 1e3, 400), L**2 * T, B) >= promised - 1e-12)
    Z = L * project_ball(50 * rng.normal(size=(T, 30, 2)))
    run = ex.ftrl(Z, eta, lambda w: project_ball(w, B))
    total = np.linalg.norm(Z.sum(axis=0), axis=-1)
    assert np.all(ex.paid(run).sum(axis=0) + B * total <= promised + 1e-9)


def test_where_two_terms_are_equal():
    """S-2.5.SideCalc: a/eta + b eta has its minimum 2√(ab) at √(a/b)."""
    for a, b in itertools.product((0.2, 3.0), (0.5, 40.0)):
        found = minimize_scalar(
            lambda s, a=a, b=b: a / np.exp(s) + b * np.exp(s), bounds=(-9, 9), method="bounded"
        )
        assert np.exp(found.x) == pytest.approx(np.sqrt(a / b), rel=1e-4)
        assert found.fun == pytest.approx(2 * np.sqrt(a * b))


@pytest.mark.parametrize("project", [project_ball, project_simplex, project_box])
def test_projections_do_not_stretch(project):
    """S-2.5.Eq55: |Pa - Pb| <= |a - b|, and FTRL moves by at most eta |z|."""
    rng = np.random.default_rng(16)
    a, b = 3 * rng.normal(size=(2, 2000, 4))
    assert np.all(
        np.linalg.norm(project(a) - project(b), axis=1) <= np.linalg.norm(a - b, axis=1) + 1e-12
    )
    Z = drifting(rng, 200, 4)
    run = ex.ftrl(Z, 0.2, project)
    moved = np.linalg.norm(np.diff(run.w, axis=0), axis=1)
    assert np.all(moved <= 0.2 * np.linalg.norm(Z, axis=1) + 1e-12)


def test_every_learner_regrets_the_same_against_coins():
    """Theorem 20.6: the mean over all sequences is E|S_T| for FTL, FTRL and a stubborn learner;
    for T = 64, 4096 drawn sequences agree within four standard errors."""
    Z = ex.all_signs(9)
    for run in (ex.follow_leader(Z), ex.ftrl(Z, 0.3), ex.ftrl(Z, 1e-9)):
        assert ex.regret(run)[-1].mean() == pytest.approx(ex.coin_regret(9))
    drawn = ex.regret(ex.ftrl(figures.DRAWN, 0.125))[-1]
    assert deviation(drawn, ex.coin_regret(64)) < 4
    assert ex.coin_regret(400) == pytest.approx(np.sqrt(2 * 400 / np.pi), rel=1e-2)
