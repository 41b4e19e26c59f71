"""Networks: gradients by differences, a second library, closed forms, and laws of descent."""

import numpy as np
import pytest
from sklearn.neural_network import MLPRegressor

from helpers import networks as nn
from helpers.kernels import tangent

SMOOTH = [name for name in nn.ACTIVATIONS if name != "ReLU"]
each = pytest.mark.parametrize("activation", list(nn.ACTIVATIONS))


def rng():
    return np.random.default_rng(31)


def differences(f, w, h=1e-6):
    """The gradient of f, a number, at w, by differences."""
    return np.array([(f(w + h * e) - f(w - h * e)) / (2 * h) for e in np.eye(len(w))])


def sample(n=7, d=3, c=2):
    X = rng().normal(size=(n, d))
    return X, np.sin(X @ rng().normal(size=(d, c)))


@each
@pytest.mark.parametrize("bias", [True, False])
def test_backpropagation_is_the_gradient(activation, bias):
    net, (X, y) = nn.Net((3, 4, 5, 2), activation, bias), sample()
    w = net.start(rng()) + 0.1
    lam = 0.03

    def f(w):
        return 0.5 * ((net(w, X) - y) ** 2).sum(axis=1).mean() + lam * w @ w

    found = nn.gradient(net, X, nn.half_squares(y), lam)(w)
    assert found == pytest.approx(differences(f, w), abs=1e-7)


@each
def test_deltas_are_slopes_in_what_goes_into_a_unit(activation):
    """A change of the bias of one unit, seen by one example, is a change of its s."""
    net, (X, y) = nn.Net((3, 4, 2), activation), sample(n=1)
    w = net.start(rng()) + 0.1
    states = net.forward(w, X)
    grad, deltas = net.backward(w, states, states[-1][1] - y)
    first, middle, last, _ = net.places[0]
    assert grad[middle:last] == pytest.approx(deltas[0][0])
    loss = differences(lambda w: 0.5 * ((net(w, X) - y) ** 2).sum(), w)
    assert deltas[0][0] == pytest.approx(loss[middle:last], abs=1e-7)


def test_forward_agrees_with_scikit_learn():
    X, y = sample(40, 3, 1)
    other = MLPRegressor(hidden_layer_sizes=(6, 4), activation="tanh", max_iter=1, random_state=0)
    other.partial_fit(X, y[:, 0])
    parts = [a for W, b in zip(other.coefs_, other.intercepts_) for a in (W.ravel(), b)]
    net = nn.Net((3, 6, 4, 1))
    assert net.P == sum(map(len, parts))
    assert net(np.concatenate(parts), X)[:, 0] == pytest.approx(other.predict(X))


def test_the_start_has_the_variance_asked_for():
    net = nn.Net((100, 200, 1))
    (W, b), (V, _) = net.layers(net.start(rng(), gain=3.0))
    assert W.var() == pytest.approx(9 / 100, rel=0.03) and not b.any()
    assert V.var() == pytest.approx(9 / 200, rel=0.3)


def test_layers_are_views_also_of_runs_side_by_side():
    net = nn.Net((2, 3, 1))
    for lead in ((), (4,), (4, 5)):
        w = np.zeros((*lead, net.P))
        for W, b in net.layers(w):
            W += 1
            b += 2
        assert (w > 0).all()


@each
def test_a_row_of_the_jacobian_is_the_gradient_of_one_output(activation):
    net, (X, _) = nn.Net((3, 4, 4, 1), activation), sample()
    w = net.start(rng()) + 0.1
    J = net.jacobian(w, X)
    for i in (0, 6):
        wanted = differences(lambda w: net(w, X[i : i + 1])[0, 0], w)  # noqa: B023
        assert J[i] == pytest.approx(wanted, abs=1e-7)


def test_training_takes_the_steps_it_says():
    net, (X, y) = nn.Net((3, 4, 2)), sample()
    w, lam, eta = net.start(rng()), 0.02, 0.1
    run = nn.train(net, w, X, nn.half_squares(y), eta, 6, lam)
    grad = nn.gradient(net, X, nn.half_squares(y), lam)
    for i in range(6):
        assert run.v[i] == pytest.approx(grad(run.w[i]))
        assert run.w[i + 1] == pytest.approx(run.w[i] - eta * run.v[i])
    thin = nn.train(net, w, X, nn.half_squares(y), eta, 6, lam, every=4)
    assert thin.w == pytest.approx(run.w[[0, 4, 6]]) and thin.every == 4


def test_sgd_uses_the_rows_that_were_drawn():
    net, (X, y) = nn.Net((3, 4, 2)), sample()
    w, draws = net.start(rng()), np.array([[0, 2], [5, 5]])
    run = nn.train(net, w, X, nn.half_squares(y), 0.1, 2, draws=draws)
    for i, rows in enumerate(draws):
        alone = nn.gradient(net, X[rows], nn.half_squares(y[rows]))(run.w[i])
        assert run.v[i] == pytest.approx(alone)


def test_runs_side_by_side_are_runs():
    net, (X, y) = nn.Net((3, 4, 2)), sample()
    w, etas = net.start(rng()), np.array([[0.1], [0.3]])
    both = nn.train(net, np.tile(w, (2, 1)), X, nn.half_squares(y), etas, 20)
    for i in range(2):
        alone = nn.train(net, w, X, nn.half_squares(y), float(etas[i, 0]), 20)
        assert both.w[:, i] == pytest.approx(alone.w, abs=1e-12)


def test_weight_decay_alone_shrinks_by_one_factor():
    net = nn.Net((3, 4, 2))
    w = net.start(rng())
    run = nn.train(net, w, np.ones((2, 3)), lambda f, rows: 0 * f, 0.2, 10, lam=0.5)
    assert run.last == pytest.approx(w * (1 - 2 * 0.2 * 0.5) ** 10)


def test_a_run_that_explodes_says_when():
    net, (X, y) = nn.Net((3, 4, 2), "none"), sample()
    run = nn.train(net, net.start(rng()), X, nn.half_squares(y), 50.0, 60)
    assert run.diverged_at is not None and not np.isfinite(run.last).all()
    assert np.isfinite(run.w[run.diverged_at - 1]).all()
    assert nn.train(net, net.start(rng()), X, nn.half_squares(y), 0.01, 5).diverged_at is None


def test_bad_input_gets_one_sentence():
    net, (X, y) = nn.Net((3, 4, 2)), sample()
    with pytest.raises(ValueError, match="step size eta must be positive"):
        nn.train(net, net.start(rng()), X, nn.half_squares(y), 0.0, 5)
    with pytest.raises(ValueError, match="activation must be one of"):
        nn.Net((1, 1), "swish")
    with pytest.raises(ValueError, match="x must rise"):
        nn.interpolant([0.0, 0.0, 1.0], [1.0, 2.0, 3.0])


def test_sharpness_is_the_largest_eigenvalue():
    net, (X, y) = nn.Net((3, 5, 4, 2)), sample()
    grad = nn.gradient(net, X, nn.half_squares(y))
    w = np.stack([net.start(np.random.default_rng(i)) for i in range(3)])
    value, v = nn.sharpness(grad, w, rng().normal(size=w.shape), 25)
    for i in range(3):
        H = np.array([(grad(w[i] + e) - grad(w[i] - e)) / 2e-5 for e in 1e-5 * np.eye(net.P)])
        assert value[i] == pytest.approx(np.linalg.eigvalsh((H + H.T) / 2)[-1], rel=1e-6)
        assert H @ v[i] == pytest.approx(value[i] * v[i], abs=1e-4)
        assert np.linalg.norm(v[i]) == pytest.approx(1)


def test_two_weights_are_a_network():
    net, one = nn.Net((1, 1, 1), "none", bias=False), np.ones((1, 1))
    run = nn.train(net, [1.7, 0.3], one, nn.half_squares(one), 0.2, 30)
    assert nn.two_weights(1.7, 0.3, 0.2, 30) == pytest.approx(run.w)
    assert len(nn.two_weights(3.0, 0.2, 0.5, 4000)) < 20


def test_the_interpolant_joins_the_points():
    x = np.array([-1.0, -0.2, 0.1, 0.9, 2.0])
    y = np.array([0.3, -1.0, 0.5, 0.5, 3.0])
    net = nn.Net((1, 4, 1), "ReLU")
    grid = np.linspace(-1, 2, 301)
    assert net(nn.interpolant(x, y), grid[:, None])[:, 0] == pytest.approx(np.interp(grid, x, y))
    assert net(nn.interpolant(x, y), np.array([[-5.0]]))[0, 0] == pytest.approx(0.3)


@each
def test_signals_are_those_of_the_network(activation):
    """`signal` beside Net with the same matrices: sizes, and the gradient of its mean output."""
    H, depth, gain = 6, 3, 1.3
    W = rng().normal(size=(depth, 1, H, H)) / np.sqrt(H)
    h = rng().normal(size=(1, H, 1))
    sizes, pulls = nn.signal(W, gain, activation, h)
    net = nn.Net((*[H] * (depth + 1), 1), activation, bias=False)
    parts = [*(gain * layer[0].T.ravel() for layer in W), np.full(H, 1 / np.sqrt(H))]
    w = np.concatenate(parts)
    states = net.forward(w, h[:, :, 0])
    assert sizes[:, 0] == pytest.approx([float((a * a).sum()) for _, a in states[:-1]])
    by_input = differences(lambda x: net(w, x[None])[0, 0], h[0, :, 0])
    assert pulls[-1, 0] == pytest.approx(by_input @ by_input, rel=1e-5)
    assert pulls[0, 0] == 1


@pytest.mark.parametrize("eta", [0.05, 0.3, 0.6])
def test_the_tangent_formula_is_descent(eta):
    J, at, y = rng().normal(size=(5, 12)), rng().normal(size=(4, 12)), rng().normal(size=5)
    w = np.zeros(12)
    for _ in range(25):
        w -= eta / 5 * J.T @ (J @ w - y)
    assert tangent.tangent(J, at, y, eta, 25) == pytest.approx(at @ w, abs=1e-9)


def test_long_training_of_the_tangent_is_the_shortest_fit():
    J, at, y = rng().normal(size=(5, 12)), rng().normal(size=(4, 12)), rng().normal(size=5)
    assert tangent.tangent(J, at, y, 0.1, 100_000) == pytest.approx(at @ np.linalg.pinv(J) @ y)


def test_the_mean_kernel_of_cosines():
    """Against the Jacobians of 300 random networks, within five standard errors."""
    H, ell, x = 50, 0.7, np.array([-0.9, 0.2, 1.4])
    net, draw, found = nn.Net((1, H, 1), "cosine"), rng(), []
    for _ in range(300):
        parts = draw.normal(size=H) / ell, 2 * np.pi * draw.random(H), draw.normal(size=H), [0.0]
        J = np.sqrt(2 / H) * net.jacobian(np.concatenate(parts), x[:, None])
        found.append(J @ J.T - 2 / H)  # the last weight, c, adds 2/H
    found = np.array(found)
    error = found.std(axis=0) / np.sqrt(len(found))
    assert np.all(np.abs(found.mean(axis=0) - tangent.cosine_kernel(x, x, ell)) < 5 * error)
    assert error.max() < 0.06
