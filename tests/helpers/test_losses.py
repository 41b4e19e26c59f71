"""Losses against finite differences, their own constants, and each other."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from helpers import losses
from helpers.losses import MARGIN, RESIDUAL, Loss, constants, huber, mean_grad, mean_loss, objective

ALL = [*MARGIN, *RESIDUAL, huber(0.3)]
CONVEX = [loss for loss in ALL if loss is not losses.zero_one]
KINKS = {"zero-one": [0], "perceptron": [0], "hinge": [1], "absolute": [0]}
GRID = np.linspace(-6, 6, 481)[:-1] + 0.0051
rng = np.random.default_rng(0)
X, labels = rng.normal(size=(40, 3)), rng.choice([-1.0, 1.0], size=40)
answers = X @ [1.0, -2, 0.5] + 0.3


def by_name(loss):
    return loss.name


@pytest.mark.parametrize("loss", ALL, ids=by_name)
def test_the_slope_is_the_derivative(loss):
    h = 1e-6
    assert loss.grad(GRID) == pytest.approx(
        (loss.value(GRID + h) - loss.value(GRID - h)) / (2 * h), rel=1e-6, abs=1e-7
    )


@pytest.mark.parametrize("loss", CONVEX, ids=by_name)
def test_the_slope_is_a_subgradient_everywhere_even_at_kinks(loss):
    u = np.array([-2, -1, -0.3, 0, 0.3, 1, 2.0])[:, None]
    assert (loss.value(GRID) >= loss.value(u) + loss.grad(u) * (GRID - u) - 1e-12).all()


@pytest.mark.parametrize("loss", CONVEX, ids=by_name)
def test_rho_and_beta_are_the_sharp_constants(loss):
    u = np.linspace(-40, 40, 4001)
    slope, curvature = np.abs(loss.grad(u)).max(), (np.diff(loss.grad(u)) / np.diff(u)).max()
    if np.isfinite(loss.rho):
        assert slope == pytest.approx(loss.rho, rel=1e-9)
    else:
        assert slope > 70  # grows with the range
    if np.isfinite(loss.beta):
        assert curvature == pytest.approx(loss.beta, rel=1e-4)
    else:
        assert curvature > 10  # a jump, or exponential growth


def test_values_by_hand():
    m = np.array([-2.0, 0, 0.5, 1, 3])
    assert losses.zero_one(m).tolist() == [1, 1, 0, 0, 0]
    assert losses.perceptron(m).tolist() == [2, 0, 0, 0, 0]
    assert losses.hinge(m).tolist() == [3, 1, 0.5, 0, 0]
    assert losses.squared_hinge(m).tolist() == [9, 1, 0.25, 0, 0]
    assert losses.logistic(m) == pytest.approx(np.log(1 + np.exp(-m)))
    assert losses.exponential(m) == pytest.approx(np.e**-m)
    assert losses.squared(m).tolist() == [4, 0, 0.25, 1, 9] and losses.absolute(m).tolist() == [
        2,
        0,
        0.5,
        1,
        3,
    ]
    assert huber(1)(m).tolist() == [1.5, 0, 0.125, 0.5, 2.5] and huber(2)(m).tolist() == [
        2,
        0,
        0.125,
        0.5,
        4,
    ]


def test_surrogates_lie_above_the_zero_one_loss_and_the_logistic_does_so_in_bits():
    for loss in (losses.hinge, losses.squared_hinge, losses.exponential):
        assert (loss(GRID) >= losses.zero_one(GRID)).all() and loss(0.0) == 1  # attained
    assert (losses.logistic(GRID) / np.log(2) >= losses.zero_one(GRID)).all()
    assert losses.logistic(0.0) == pytest.approx(np.log(2))


def test_the_logistic_loss_neither_overflows_nor_loses_its_tail():
    assert losses.logistic([-1e4, 800, 36]) == pytest.approx(
        [1e4, 0, np.exp(-36)], rel=1e-12, abs=0
    )
    assert losses.logistic.grad(np.array([-1e4, 1e4])).tolist() == [-1, 0]
    assert losses.exponential([-1e4, 1e4]).tolist() == [np.inf, 0]  # and no warning


@pytest.mark.parametrize("loss", CONVEX, ids=by_name)
@pytest.mark.parametrize("lam", [0, 0.7])
def test_the_gradient_of_the_mean_is_right(loss, lam):
    y, w = labels if loss.of == "margin" else answers, np.array([0.2, -0.4, 0.3])
    numeric = approx_fprime(w, lambda u: mean_loss(loss, X, y, u, lam), 1e-7)
    assert mean_grad(loss, X, y, w, lam) == pytest.approx(numeric, rel=1e-5, abs=1e-5)


@pytest.mark.parametrize("loss", [losses.logistic, losses.squared], ids=by_name)
def test_the_objective_is_the_mean_loss_plus_lam_times_the_squared_norm(loss):
    y, w = labels if loss.of == "margin" else answers, np.array([0.2, -0.4, 0.3])
    one_by_one = [
        loss(y[i] * (X[i] @ w) if loss.of == "margin" else X[i] @ w - y[i]) for i in range(40)
    ]
    assert mean_loss(loss, X, y, w, 0.7) == pytest.approx(
        sum(one_by_one) / 40 + 0.7 * (0.2**2 + 0.4**2 + 0.3**2)
    )


def test_many_points_at_once_give_what_single_points_give():
    f, grad = objective(losses.logistic, X, labels, 0.1)
    W = rng.normal(size=(4, 5, 3))
    assert f(W).shape == (4, 5) and f(W)[1, 2] == pytest.approx(f(W[1, 2]))
    assert grad(W).shape == W.shape and grad(W)[3, 4] == pytest.approx(grad(W[3, 4]))


@pytest.mark.parametrize("loss", [losses.logistic, losses.squared], ids=by_name)
def test_the_smoothness_of_the_objective_is_the_top_of_its_hessian(loss, lam=0.2):
    """At w = 0 the logistic loss has its largest curvature everywhere: beta is attained there."""
    y = labels if loss.of == "margin" else answers
    grad = objective(loss, X, y, lam)[1]
    h = 1e-5
    H = np.array([(grad(h * e) - grad(-h * e)) / (2 * h) for e in np.eye(3)])
    assert constants(loss, X, lam) == (np.inf, pytest.approx(np.linalg.eigvalsh(H)[-1], rel=1e-6))


def test_the_slope_of_the_objective_is_at_most_rho_and_reaches_it():
    """All points on one ray with one label: the perceptron gradient is the mean of the x_i, of norm
    mean |x_i|."""
    ray = np.outer([1.0, 2, 6], [0.6, 0.8])
    assert constants(losses.perceptron, ray)[0] == pytest.approx(3)
    assert np.linalg.norm(mean_grad(losses.perceptron, ray, -np.ones(3), [1, 1])) == pytest.approx(
        3
    )


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: mean_loss(losses.hinge, X, answers, np.zeros(3)), "labels y must be -1 and"),
        (
            lambda: mean_loss(losses.hinge, X, labels, np.zeros(3), lam=-1),
            "lam must not be negative",
        ),
        (lambda: mean_grad(losses.squared, X[:5], answers, np.zeros(3)), "one answer per row"),
        (lambda: huber(0), "c must be positive"),
    ],
)
def test_bad_input_gets_a_sentence(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_a_loss_is_a_frozen_record():
    with pytest.raises(AttributeError):
        losses.hinge.rho = 2
    assert Loss("none", np.abs, np.sign).rho == np.inf and losses.hinge.of == "margin"
