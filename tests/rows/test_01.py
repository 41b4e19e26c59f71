"""The rows of the results ledger that notebook 01 owns, each by the measurement that would fail
were it false."""

import numpy as np
import pytest

from helpers import data, losses
from helpers.linear import least_squares
from helpers.margins import perceptron
from helpers.margins.separation import separation
from lessons.n01_risk import kl, risk
from tests import known
from tests.rows import ramps

rng = np.random.default_rng(21)
W = np.linspace(-1, 3, 81)
SAMPLES = risk.LineSamples(400, 1600, np.random.default_rng(2))


def fresh_line(n, sigma, seed):
    """A sample of the noisy line."""
    r = np.random.default_rng(seed)
    x = r.standard_normal(n)
    return x[:, None], data.linear_model(x, [risk.SLOPE], sigma, r)


# the words


def test_a_test_set_tells_the_risk_and_the_training_set_flatters():
    """D-1.S1: over splits the mean test risk is the true risk of the fits; the training risk is
    below it."""
    train, test, true = [], [], []
    for seed in range(1500):
        X, y = fresh_line(30, 1.0, seed)
        (A, a), (B, b) = data.split(X, y, 2 / 3, np.random.default_rng(seed))
        assert len(A) == 20 and len(B) == 10 and not set(A[:, 0]) & set(B[:, 0])
        w = least_squares.least_squares(A, a).w
        train.append(least_squares.objective(A, a)[0](w))
        test.append(least_squares.objective(B, b)[0](w))
        true.append(risk.line_risk(w[0], 1.0))
    off = np.subtract(test, true)
    assert abs(off.mean()) < 5 * off.std() / len(off) ** 0.5
    assert np.mean(train) < np.mean(true) - 5 * np.std(train) / len(train) ** 0.5


def test_examples_are_pairs_and_hypotheses_map_rows_to_answers():
    """D-1.1, D-1.2, D-1.13: shapes; a function of x and its weights w give the same predictions."""
    X, y = risk.half_planes(7, 0.1, rng)
    assert (
        X.shape == (7, 2)
        and y.shape == (7,)
        and set(y) <= {-1.0, 1.0}
        and X.dtype == y.dtype == float
    )
    w = np.array([2.0, -1.0])
    h = lambda X: np.sign(X @ w)  # noqa: E731
    assert h(X).shape == (7,)
    assert np.mean(h(X) != y) == losses.mean_loss(losses.zero_one, X, y, w)


def test_a_linear_rule_adds_and_its_sign_forgets_the_scale():
    """D-1.4, D-1.5: h(x + x') = h(x) + h(x'); sign <w, x> is unchanged by c > 0 and flipped by c <
    0."""
    w, x, x2 = rng.normal(size=(3, 5))
    assert np.isclose(w @ (x + x2), w @ x + w @ x2)
    X, y = risk.half_planes(50, 0.2, rng)
    w = np.array([0.3, -1.2])
    error = losses.mean_loss(losses.zero_one, X, y, w)
    assert losses.mean_loss(losses.zero_one, X, y, 7 * w) == error
    assert np.isclose(losses.mean_loss(losses.zero_one, X, y, -0.1 * w), 1 - error)


def test_losses_are_not_negative_and_grow_with_the_error_but_the_log_ratio_is_not_a_loss():
    """D-1.6, D-1.7: loss >= 0 and monotone in |residual|; log g/f is negative on part of a sample,
    its mean is KL."""
    u = np.linspace(-6, 6, 401)
    for loss in losses.MARGIN + losses.RESIDUAL:
        assert (loss(u) >= 0).all()
    assert (np.diff(losses.squared(u[u >= 0])) > 0).all() and (
        np.diff(losses.squared(u[u <= 0])) < 0
    ).all()
    assert all((np.diff(loss(u)) <= 0).all() for loss in losses.MARGIN)
    g, n = kl.Mixture(0.3, 3.0), 20000
    z = g.draw(rng.uniform(size=n), rng.standard_normal(n))
    log_ratio = np.log(g.density(z)) - kl.NORMAL.log_density(z, 1.9)
    assert 0.1 < np.mean(log_ratio < 0) < 0.9
    assert abs(log_ratio.mean() - kl.NORMAL.kl(g, 1.9)) < 5 * log_ratio.std() / n**0.5


def test_with_labels_0_and_1_the_product_form_misses_the_errors_on_0():
    """D-1.8: 1(<w, x> y < 0) with y in {0, 1} counts no error on y = 0; with y = +-1 it counts
    all."""
    X, w = rng.normal(size=(4000, 2)), np.array([1.0, -1.0])
    y = rng.integers(2, size=4000)
    error = np.mean((X @ w > 0) != y)
    assert np.mean((X @ w) * y < 0) == np.mean(((X @ w) < 0) & (y == 1)) < error - 0.15
    assert np.isclose(losses.mean_loss(losses.zero_one, X, 2.0 * y - 1, w), error)


def test_least_squares_minimises_the_empirical_risk_of_the_regression_triple():
    """D-1.10, D-1.24: no other w is lower; the residual is orthogonal to the columns."""
    X = rng.normal(size=(25, 3))
    y = data.linear_model(X, [1.0, 0.0, -2.0], 1.0, rng)
    w = least_squares.least_squares(X, y).w
    f = losses.objective(losses.squared, X, y)[0]
    assert (f(w + rng.normal(size=(500, 3))) > f(w)).all()
    assert np.abs(X.T @ (X @ w - y)).max() < 1e-10


def test_a_tie_must_count_as_a_mistake():
    """D-1.11: at w = 0 the printed form < 0 says 0, the true error is 1; away from ties both
    agree."""
    X, y = risk.half_planes(60, 0.3, rng)
    zero, w = np.zeros(2), np.array([1.0, 0.4])
    assert losses.mean_loss(risk.printed_zero_one, X, y, zero) == 0
    assert losses.mean_loss(losses.zero_one, X, y, zero) == 1 == np.mean(np.sign(X @ zero) != y)
    assert losses.mean_loss(risk.printed_zero_one, X, y, w) == losses.mean_loss(
        losses.zero_one, X, y, w
    )


def test_samples_of_one_law_differ_and_share_their_moments():
    """D-1.12, D-1.26: two seeds, two samples, one law; an algorithm gives one answer for one
    sample."""
    a, b, again = (risk.half_planes(20000, 0.2, np.random.default_rng(seed)) for seed in (1, 2, 1))
    assert (
        not np.array_equal(a[0], b[0])
        and np.array_equal(a[0], again[0])
        and np.array_equal(a[1], again[1])
    )
    assert np.abs(a[0].mean(axis=0) - b[0].mean(axis=0)).max() < 5 * (2 / 20000) ** 0.5
    small = [risk.erm(losses.logistic, X[:40], y[:40]) for X, y in (a, again, b)]
    assert np.array_equal(small[0], small[1]) and not np.allclose(small[0], small[2])


def test_the_squared_loss_has_its_gradient_and_the_zero_one_loss_has_none():
    """D-1.14, D-1.15: 2(<w, x> - y) x by differences; the 0-1 loss is flat, and a tie is an
    error."""
    w, x, y = rng.normal(size=3), rng.normal(size=(1, 3)), np.array([-1.0])
    h = 1e-6 * np.eye(3)

    def slope(loss):
        return (losses.mean_loss(loss, x, y, w + h) - losses.mean_loss(loss, x, y, w - h)) / 2e-6

    assert np.allclose(slope(losses.squared), 2 * (w @ x[0] - y[0]) * x[0], atol=1e-6)
    assert (slope(losses.zero_one) == 0).all()
    whole, tie = np.array([[3.0, 2.0, 1.0]]), np.array([2.0, -3.0, 0.0])  # at a right angle
    assert losses.mean_loss(losses.zero_one, whole, y, tie) == 1
    assert losses.mean_loss(risk.printed_zero_one, whole, y, tie) == 0


# risk and empirical risk


def test_the_error_of_the_empirical_risk_falls_like_one_over_root_n():
    """D-1.16, D-1.20: at one w and uniformly over a grid of w, the log-log slope against n is
    -1/2."""
    ns = np.array([25, 100, 400, 1600])
    fixed, worst = [], []
    for n in ns:
        off = SAMPLES.empirical(W, 1.0, n) - risk.line_risk(W, 1.0)
        fixed.append(np.sqrt((off[:, 20] ** 2).mean()))
        worst.append(np.abs(off).max(axis=1).mean())
    for error in (fixed, worst):
        assert abs(np.polyfit(np.log(ns), np.log(error), 1)[0] + 0.5) < 0.1


def test_the_risk_minimiser_has_slope_zero_and_no_rival():
    """D-1.17, D-1.18: R(w) = sigma^2 + (w - 1)^2, by draws; its derivative vanishes at w* = 1."""
    X, y = fresh_line(10**5, 0.6, 5)
    for w in (-0.5, 1.0, 2.0):
        loss = (X[:, 0] * w - y) ** 2
        assert abs(loss.mean() - risk.line_risk(w, 0.6)) < 5 * loss.std() / len(y) ** 0.5
    assert abs(risk.line_risk(1 + 1e-6, 0.6) - risk.line_risk(1 - 1e-6, 0.6)) < 1e-15
    assert W[risk.line_risk(W, 0.6).argmin()] == 1


def test_the_zero_one_risk_is_an_angle_and_a_tie_is_an_error():
    """D-1.19: Pr(y <w, x> <= 0) = p + (1 - 2p) angle/pi by draws; for w = 0 it is 1, and the
    printed form says 0."""
    X, y = risk.half_planes(10**5, 0.1, np.random.default_rng(3))
    for a in (0.2, 2.0):
        seen = losses.mean_loss(losses.zero_one, X, y, [np.cos(a), np.sin(a)])
        R = risk.angle_risk(a, 0.1)
        assert abs(seen - R) < 5 * np.sqrt(R * (1 - R) / 10**5)
    assert (
        losses.mean_loss(losses.zero_one, X, y, [0, 0])
        == 1
        > losses.mean_loss(risk.printed_zero_one, X, y, [0, 0])
    )


def test_the_empirical_risk_is_unbiased_for_a_fixed_hypothesis_and_biased_for_its_minimiser():
    """D-1.22, S-4.3.Def14: the mean over samples is R(w) for fixed w; at the minimiser it is
    sigma^2 (1 - 1/n)."""
    n = 10
    fixed, own = SAMPLES.empirical([0.0], 1.0, n)[:, 0], SAMPLES.training(1.0, n)
    assert abs(fixed.mean() - 2) < 5 * known.line_spread(0.0, 1.0, n) / 20
    assert abs(own.mean() - 0.9) < 5 * own.std() / 20 and own.mean() < 1 - 3 * own.std() / 20
    x, y = risk.threshold_sample(30, 0.4, 0.1, rng)
    assert np.isclose(
        risk.threshold_errors(x, y, [0.3])[0], sum((t > 0.3) != (v > 0) for t, v in zip(x, y)) / 30
    )


@pytest.mark.parametrize("seed", range(8))
def test_the_empirical_zero_one_risk_reaches_0_exactly_if_the_perceptron_ends(seed):
    """D-1.25: exhaustive directions find error 0 iff the perceptron (no bias) converges."""
    X, y = risk.half_planes(8, 0.12, np.random.default_rng(seed))
    ends = perceptron.train(X, y, epochs=3000).extra["converged"]
    assert bool(ends) == (risk.best_direction(X, y)[1] == 0)


def test_along_the_ridge_path_the_training_risk_rises_and_the_penalty_falls():
    """D-1.28."""
    X = rng.normal(size=(30, 4))
    y = data.linear_model(X, [1.0, 2.0, 0.0, -1.0], 1.0, rng)
    w = least_squares.Ridge(X, y).w(np.geomspace(1e-4, 100, 60))
    assert (np.diff(losses.mean_loss(losses.squared, X, y, w)) > 0).all()
    assert (np.diff((w**2).sum(axis=1)) < 0).all()


def test_the_ridge_penalised_zero_one_loss_has_no_minimiser():
    """D-1.36: below every w there is a lower one; 0 is above the infimum; as printed 0 is the
    minimiser."""
    X, y = risk.half_planes(30, 0.2, np.random.default_rng(4))
    F = losses.objective(losses.zero_one, X, y, 0.5)[0]
    least = risk.best_direction(X, y)[1]
    for w in rng.normal(size=(200, 2)):
        assert F(w / 2) < F(w) and F(w) > least
    a = risk.best_direction(X, y)[0]
    near = F(np.geomspace(1, 1e-6, 30)[:, None] * [np.cos(a), np.sin(a)])
    assert (np.diff(near) <= 0).all() and near[-1] - least < 1e-9 and F(np.zeros(2)) == 1 > least
    printed = losses.objective(risk.printed_zero_one, X, y, 0.5)[0]
    assert printed(np.zeros(2)) == 0 < printed(rng.normal(size=(500, 2))).min()


def test_the_kl_risk_is_the_mean_log_ratio_and_its_empirical_minimiser_the_mle():
    """D-1.37: draws against the closed form; argmin of -mean log f is the MLE, which tends to the
    KL projection."""
    g, n = kl.Mixture(0.3, 3.0), 40000
    z = g.draw(rng.uniform(size=n), rng.standard_normal(n))
    for model in (kl.NORMAL, kl.LAPLACE):
        loss = np.log(g.density(z)) - model.log_density(z, 2.0)
        assert abs(loss.mean() - model.kl(g, 2.0)) < 5 * loss.std() / n**0.5
        assert (loss < 0).any() and model.kl(g, np.linspace(-2, 5, 50)).min() > 0
        theta = np.append(np.linspace(-1, 4, 501), model.mle(z[:101]))
        assert model.empirical(z[:101], theta).argmin() == 501
        far = [abs(model.mle(z[:k]) - model.projection(g)) for k in (100, n)]
        assert far[1] < 0.05
    assert (
        abs(kl.NORMAL.projection(g) - kl.LAPLACE.projection(g)) > 0.2
    )  # the model decides what is estimated


# Liang, sections 4.3 and 4.4


def test_the_same_example_over_and_over_teaches_nothing_more():
    """S-4.3.Assm2: with independent examples R_S tends to R; with one example repeated its spread
    stays."""
    spread = {}
    for n in (10, 1000):
        free, stuck = [], []
        for seed in range(200):
            x, y = risk.threshold_sample(n, 0.4, 0.2, np.random.default_rng(seed))
            free.append(risk.threshold_errors(x, y, [0.5])[0])
            stuck.append(risk.threshold_errors(np.repeat(x[:1], n), np.repeat(y[:1], n), [0.5])[0])
        spread[n] = np.std(free), np.std(stuck)
    assert spread[1000][0] < spread[10][0] / 5 and spread[1000][1] > 0.9 * spread[10][1] > 0.3


def test_the_excess_risk_exceeds_its_bound_no_more_often_than_delta():
    """S-4.4.PAC185: with epsilon from (223); and at a tenth of it the frequency is over delta, so
    the test can fail."""
    grid, n, delta = np.linspace(0, 1, 21), 100, 0.1
    eps = np.sqrt(2 * (np.log(len(grid)) + np.log(2 / delta)) / n)
    excess = []
    for seed in range(500):
        errors = risk.threshold_errors(
            *risk.threshold_sample(n, 0.4, 0.3, np.random.default_rng(seed)), grid
        )
        excess.append(risk.threshold_risk(grid[errors.argmin()], 0.4, 0.3) - 0.3)
    assert np.mean(np.array(excess) >= eps) <= delta < np.mean(np.array(excess) >= eps / 10)


# Liang's appendix


def test_ramps_are_cauchy_in_l2_and_have_no_continuous_limit():
    """S-A.1.Def22, S-A.1.Def23: L2 distances vanish far out; the largest distance to a later ramp
    stays over 1/2."""
    x = np.linspace(0, 1, 200001)
    for k in (10, 100, 1000):
        near, sup = ramps.ramp_distances(k, 4 * k)
        direct = ramps.ramp(k, x) - ramps.ramp(4 * k, x)
        assert np.isclose(near, np.sqrt((direct**2).mean()), rtol=1e-2) and near < 0.5 / k**0.5
        assert np.isclose(sup, np.abs(direct).max(), atol=1e-2) and sup >= 0.5


def test_the_constant_one_is_in_no_lp_but_the_last():
    """S-A.1.Lp: its norm on [-c, c] grows without bound for p < inf, and is 1 for p = inf."""
    x = np.linspace(-1, 1, 2001)
    for p in (1, 2, 5):
        norms = [ramps.one_norm_on(c, p) for c in (1, 1e3, 1e6, 1e9)]
        assert all(b > 3 * a for a, b in zip(norms, norms[1:]))
        assert np.isclose(norms[0], (2 * np.mean(np.abs(1 + 0 * x) ** p)) ** (1 / p))
    assert ramps.one_norm_on(1e9, np.inf) == 1


def test_the_trace_is_cyclic_and_not_more():
    """S-A.1.Trace."""
    A, B, C = rng.normal(size=(3, 4, 4))
    assert np.isclose(np.trace(A @ B @ C), np.trace(B @ C @ A))
    assert abs(np.trace(A @ B @ C) - np.trace(B @ A @ C)) > 0.1


# Waterloo's tables


def test_the_tables_are_rows_with_labels():
    """W-1.1.1."""
    assert (
        perceptron.MAILS.shape == (6, 5)
        and perceptron.SPAM.shape == (6,)
        and len(perceptron.WORDS) == 5
    )
    assert perceptron.mail("and viagra").tolist() == [1, 1, 0, 0, 0]


def test_the_e_mails_are_separable_and_the_perceptron_flags_the_new_one():
    """W-1.1.2: viagra + nigeria - 1/2 has no error; the perceptron ends and calls the new e-mail
    spam."""
    X = perceptron.pad(perceptron.MAILS)
    assert losses.mean_loss(losses.zero_one, X, perceptron.SPAM, [0, 1, 0, 0, 1, -0.5]) == 0
    assert separation(perceptron.MAILS, perceptron.SPAM).separable
    run = perceptron.train(X, perceptron.SPAM)
    assert (
        run.extra["converged"]
        and perceptron.pad(perceptron.mail("and viagra")[None])[0] @ run.last > 0
    )


def test_the_or_table_is_the_maximum_and_a_line_separates_it():
    """W-1.1.3."""
    assert (np.where(perceptron.CORNERS.max(axis=1) > 0, 1, -1) == perceptron.OR).all()
    assert separation(perceptron.CORNERS, perceptron.OR).separable
