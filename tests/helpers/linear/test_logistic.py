"""Logistic and softmax regression, reliability: identities, finite differences, SciPy and
scikit-learn."""

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit, logit

from helpers import data, losses
from helpers.descent import newton, optim
from helpers.linear import logistic, softmax
from helpers.margins import svm
from lessons.n06_logistic.reliability import reliability
from tests import known


def noisy(n=60, d=3, seed=0):
    """Overlapping classes, so that lam = 0 has a minimiser."""
    rng = np.random.default_rng(seed)
    X = logistic.with_ones(rng.normal(size=(n, d - 1)))
    return X, np.where(rng.uniform(size=n) < expit(X @ np.linspace(-1, 1.5, d)), 1.0, -1.0)


# ---- scores and probabilities


def test_sigmoid_and_log_odds_are_inverse_and_the_temperature_divides_the_log_odds():
    s = np.linspace(-20, 20, 81)
    assert logistic.probability(s) == pytest.approx(expit(s))
    assert logistic.probability(-s) == pytest.approx(1 - expit(s))
    for tau in (0.5, 1, 3):
        assert logistic.log_odds(logistic.probability(s / 4, tau)) == pytest.approx(
            s / 4 / tau, abs=1e-9
        )
    assert logistic.log_odds([0.2, 0.7]) == pytest.approx(logit([0.2, 0.7]))
    assert logistic.probability([-1e5, 0, 1e5], 0.01).tolist() == [0, 0.5, 1]


def test_confidence_is_the_probability_of_the_answer_given():
    assert logistic.confidence([0.05, 0.5, 0.8]) == pytest.approx([0.95, 0.5, 0.8])
    assert data.as_signs([0, 1, 1]).tolist() == [-1, 1, 1]


# ---- the minimiser


def test_the_hessian_is_the_derivative_of_the_gradient():
    X, y = noisy()
    for lam in (0.0, 0.3):
        grad, w = losses.objective(losses.logistic, X, y, lam)[1], np.array([0.4, -1, 2])
        numeric = [(grad(w + h) - grad(w - h)) / 2e-5 for h in 1e-5 * np.eye(3)]
        assert logistic.hessian(X, y, lam)(w) == pytest.approx(np.array(numeric), abs=1e-9)


@pytest.mark.parametrize("lam", [0.0, 0.001, 0.5])
def test_reweighted_least_squares_is_newtons_step(lam):
    X, y = noisy()
    w, grad = np.array([0.3, 0.2, -0.5]), losses.objective(losses.logistic, X, y, lam)[1]
    step = newton.newton(grad, logistic.hessian(X, y, lam), w, 1).last
    assert known.irls_step(X, y, w, lam) == pytest.approx(step, rel=1e-10)
    p = expit(
        X @ w
        # and it is the weighted regression of the working answers, solved by rows scaled with
        # sqrt(D)
    )
    D = p * (1 - p)
    z = X @ w + ((y + 1) / 2 - p) / D
    rows = np.vstack([np.sqrt(D / len(y))[:, None] * X, np.sqrt(2 * lam) * np.eye(3)])
    answers = np.append(np.sqrt(D / len(y)) * z, np.zeros(3))
    assert step == pytest.approx(np.linalg.lstsq(rows, answers, rcond=None)[0], rel=1e-9)


@pytest.mark.parametrize("lam", [0.0, 1e-4, 0.1])
def test_the_gradient_vanishes_at_the_fit_and_scipy_finds_nothing_lower(lam):
    X, y = noisy(seed=1)
    X = X * [1, 100, 0.01]  # badly scaled columns
    f, grad = losses.objective(losses.logistic, X, y, lam)
    w = logistic.fit(X, y, lam)
    assert np.abs(grad(w)).max() < 1e-12
    assert f(w) <= minimize(f, np.zeros(3), jac=grad, method="BFGS").fun + 1e-12


@pytest.mark.parametrize("C", [0.05, 1.0, 30.0])
def test_scikit_learn_agrees_with_lam_one_over_two_n_C(C):
    from sklearn.linear_model import LogisticRegression

    X, y = noisy(seed=2)
    theirs = (
        LogisticRegression(C=C, fit_intercept=False, tol=1e-12, max_iter=5000).fit(X, y).coef_[0]
    )
    assert logistic.fit(X, y, 1 / (2 * len(y) * C)) == pytest.approx(theirs, abs=2e-5)
    cancer = data.load("breast_cancer")  # real data: the first ten columns
    X, y = logistic.with_ones(data.standardise(cancer.X[:, :10])), 2.0 * cancer.y - 1
    model = LogisticRegression(C=C, fit_intercept=False, tol=1e-10, max_iter=5000).fit(X, y)
    ours = logistic.fit(X, y, 1 / (2 * len(y) * C))
    assert logistic.probability(X @ ours) == pytest.approx(model.predict_proba(X)[:, 1], abs=1e-4)


def test_newton_with_halving_arrives_from_where_full_steps_run_away():
    X, y = noisy(seed=3)
    f, grad = losses.objective(losses.logistic, X, y, 1e-3)
    start, hess = np.array([30.0, 30, -30]), logistic.hessian(X, y, 1e-3)
    safe, full = newton.minimise(f, grad, hess, start), newton.newton(grad, hess, start, 12)
    assert (np.diff(f(safe.w)) <= 1e-14).all() and safe.last == pytest.approx(
        logistic.fit(X, y, 1e-3), rel=1e-9
    )
    assert safe.extra["stopped"] == "rounding error" and safe.eta.min() < 1
    assert f(full.last) > f(start) or full.diverged_at
    assert safe.w[1:] == pytest.approx(safe.w[:-1] - safe.eta[:, None] * safe.v)


def test_near_the_minimum_the_number_of_right_digits_doubles():
    X, y = noisy(seed=4)
    f, grad = losses.objective(losses.logistic, X, y, 0.01)
    w_star = logistic.fit(X, y, 0.01)
    run = newton.minimise(f, grad, logistic.hessian(X, y, 0.01), w_star + 0.5)
    errors = np.linalg.norm(run.w - w_star, axis=1)
    used = [(a, b) for a, b in zip(errors, errors[1:]) if a > 1e-6]
    assert len(used) >= 3 and all(b <= 2 * a**2 for a, b in used)


@pytest.mark.parametrize(
    "X, y",
    [
        ([[1, -1], [1, 1]], [-1, 1]),  # separable
        ([[1, -1], [1, 0], [1, 0], [1, 1]], [-1, -1, 1, 1]),  # weakly: both classes on the line
        ([[1, 1], [1, 1], [2, 2], [2, 2]], [-1, 1, -1, 1]),  # dependent columns
        ([[1e4, -1], [1e4, 1]], [-1, 1]),
    ],
)
def test_without_lam_a_fit_that_does_not_exist_is_refused_in_one_sentence(X, y):
    with pytest.raises(ValueError, match="take lam > 0"):
        logistic.fit(np.array(X, dtype=float), np.array(y, dtype=float))
    assert np.isfinite(logistic.fit(np.array(X, dtype=float), np.array(y, dtype=float), 1e-4)).all()


def test_the_best_temperature_is_where_the_loss_is_flat_and_is_one_for_a_fit_without_penalty():
    X, y = noisy(n=300, seed=5)
    s = X @ logistic.fit(X, y)
    assert logistic.best_temperature(s, y) == pytest.approx(1, abs=1e-9)
    assert logistic.best_temperature(7 * s, y) == pytest.approx(7)
    f = lambda t: losses.logistic(y * s * 3 / t).mean()  # noqa: E731
    assert all(f(3.0) < f(t) for t in (2.9, 3.1))
    assert logistic.best_temperature(-s, y) == np.inf


def test_along_w_over_tau_the_mean_loss_of_a_penalised_fit_has_slope_two_lam_norm_squared():
    X, y = noisy(seed=6)
    for lam in (0.01, 0.3):
        w = logistic.fit(X, y, lam)
        slope = (
            np.subtract(
                *(losses.mean_loss(losses.logistic, X, y, w / t) for t in (1 + 1e-5, 1 - 1e-5))
            )
            / 2e-5
        )
        assert slope == pytest.approx(2 * lam * w @ w, rel=1e-7)


# ---- separable data


def test_the_normalised_gradient_is_gradient_over_loss_even_where_the_loss_is_no_float():
    X, y = noisy(seed=7)
    for w in ([0.0, 0, 0], [1, -2, 0.5]):
        f, grad = losses.objective(losses.logistic, X, y)
        assert logistic.normalised_grad(X, y)(np.array(w, float)) == pytest.approx(
            grad(w) / f(w), rel=1e-12
        )
    far = logistic.normalised_grad(np.array([[1.0], [2]]), np.array([1.0, 1]))(np.array([5000.0]))
    assert far == pytest.approx([-1])  # only the closest point counts: -x of it
    one = logistic.normalised_grad(
        np.array([[1.0]]), np.array([1.0])
    )  # the two formulas meet at a margin of 30
    assert one(np.array([31.0])) == pytest.approx([-1], rel=1e-12) == one(np.array([29.9]))


def test_small_angles_are_accurate():
    for a in (1e-9, 0.3, np.pi / 2, 3.0):
        assert logistic.angle([2 * np.cos(a), 2 * np.sin(a)], [1, 0]) == pytest.approx(a, rel=1e-7)


def test_the_loss_bound_and_the_norm_bound_hold_and_the_norm_bound_is_attained():
    X, y = np.array([[0.3, 1.0], [-0.2, -1.5], [1, 0.4]]), np.array([1.0, -1, 1])
    gamma, eta = (
        1 / np.linalg.norm(svm.hard_margin(X, y, bias=False).w),
        1 / losses.constants(losses.logistic, X)[1],
    )
    f, grad = losses.objective(losses.logistic, X, y)
    run, t = optim.gradient_descent(grad, np.zeros(2), eta, 400), np.arange(1, 401)
    assert (f(run.w[1:]) <= logistic.separable_loss_bound(gamma, eta, t)).all()
    u = (
        np.log(400) * svm.hard_margin(X, y, bias=False).w
    )  # ln T / gamma times the unit direction: its norm is 1/gamma
    bound = logistic.separable_loss_bound(gamma, eta, 400)
    assert bound == pytest.approx(1 / 400 + u @ u / (2 * eta * 400)) and f(u) <= 1 / 400
    assert logistic.norm_needed(losses.logistic(6.0), 2.0) == pytest.approx(
        3
    )  # one point with |x| = 2, w along it


# ---- bad input


@pytest.mark.parametrize(
    "call",
    [
        lambda: logistic.probability(1.0, 0),
        lambda: logistic.probability(1.0, -1),
        lambda: logistic.log_odds([0, 0.5]),
        lambda: data.as_signs([-1, 1]),
        lambda: logistic.fit([[1.0], [2]], [0, 1], 0.1),
        lambda: logistic.fit([[1.0], [2]], [1, -1], -1),
        lambda: logistic.fit([[np.nan], [2]], [1, -1], 0.1),
        lambda: softmax.softmax([1, 2], 0),
        lambda: softmax.one_hot([0, 3], 3),
        lambda: softmax.objective([[1.0], [2]], [0], c=2),
        lambda: softmax.fit([[1.0], [2]], [0, 1], 0),
        lambda: reliability([0.5, 1.2], [0, 1], 1),
        lambda: reliability([0.5], [1], 2),
        lambda: reliability([0.5], [2], 1),
    ],
)
def test_bad_input_gets_one_sentence(call):
    with pytest.raises(ValueError) as error:
        call()
    assert "\n" not in str(error.value) and len(str(error.value)) > 20
