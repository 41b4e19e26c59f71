"""The rows of the results ledger that notebook 31 owns, beyond the notes' text, each by the
measurement that would fail were it false."""

import numpy as np
import pytest

from helpers import networks as nn
from helpers.kernels import tangent
from tests.known import deviation
from tests.lessons.room import Room

figures = Room("31")


def test_a_network_adds_up_what_its_units_say():
    """X-31.13: the network of the second figure, by hand."""
    net, w = nn.Net((1, 3, 1), "ReLU"), figures.USUAL
    by_hand = 0.1 + 0.7 * max(1.0 * 1 + 0.0, 0) + 1.2 * max(-0.8 + 0.3, 0) - 0.9 * max(0.6, 0)
    assert net(w, np.array([[1.0]]))[0, 0] == pytest.approx(by_hand) == pytest.approx(0.26)
    s = np.linspace(-3, 3, 13)
    assert nn.ACTIVATIONS["sigmoid"][0](s) == pytest.approx(1 / (1 + np.exp(-s)))
    assert nn.ACTIVATIONS["tanh"][0](s) == pytest.approx(np.sinh(s) / np.cosh(s))
    none = nn.Net((2, 5, 5, 1), "none")  # without activation: a line
    v, X = none.start(np.random.default_rng(0)), np.random.default_rng(1).normal(size=(3, 2))
    assert none(v, X[:1] + X[1:2] - X[2:]) == pytest.approx(
        none(v, X[:1]) + none(v, X[1:2]) - none(v, X[2:])
    )


def test_descent_rests_only_where_the_sharpness_is_at_most_two_over_eta():
    """X-31.1: random starts and steps; one run nearly reaches the bound, and a start next to a
    minimum that is too sharp leaves it."""
    rng, used = np.random.default_rng(31), []
    for _ in range(300):
        u, v, eta = rng.uniform(0.5, 4), rng.uniform(-1, 2), rng.uniform(0.05, 0.6)
        path = nn.two_weights(u, v, eta, 4000)
        miss = 1 - path[-1].prod()
        if len(path) == 4001 and abs(miss) < 1e-9:
            size = float((path[-1] ** 2).sum())
            assert size <= 2 / eta * (1 + 1e-6)
            assert figures.curvature_of_two(path[-1]) == pytest.approx(size, abs=1e-5)
            used.append(size * eta / 2)
    assert len(used) > 100 and max(used) > 0.85
    near = nn.two_weights(2.25, 0.45, 0.38, 4000)[-1]
    assert 0.99 < (near**2).sum() * 0.38 / 2 < 1
    left = nn.two_weights(3.0, 1 / 3 + 1e-7, 0.3, 4000)[-1]
    assert (left**2).sum() < 2 / 0.3 < 9


def test_every_step_eats_a_known_part_of_the_difference():
    """X-31.2: along random runs, step by step; and the sharpness at rest."""
    rng = np.random.default_rng(0)
    for _ in range(50):
        u, v, eta = rng.uniform(0.5, 2), rng.uniform(-1, 1), rng.uniform(0.01, 0.3)
        path = nn.two_weights(u, v, eta, 3000)
        gap, miss = path[:, 0] ** 2 - path[:, 1] ** 2, 1 - path.prod(axis=1)
        assert gap[1:] == pytest.approx(gap[:-1] * (1 - (eta * miss[:-1]) ** 2), abs=1e-12)
        assert (path[-1] ** 2).sum() == pytest.approx(np.hypot(gap[-1], 2), abs=1e-8)
    tiny = nn.two_weights(21**0.25, 0.0, 1e-3, 20_000)[-1]  # exercise 1
    assert (tiny**2).sum() == pytest.approx(5, abs=0.01)


class Counted(np.ndarray):
    """An array that counts the multiplications of its matrix products."""

    count = 0

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        plain = [np.asarray(a) for a in inputs]
        if ufunc is np.matmul:
            Counted.count += plain[0].shape[-2] * plain[0].shape[-1] * plain[1].shape[-1]
        if out:
            options["out"] = tuple(np.asarray(a) for a in out)
        return np.asarray(getattr(ufunc, method)(*plain, **options)).view(Counted)


@pytest.mark.parametrize("activation", ["tanh", "ReLU", "sigmoid", "softplus"])
def test_backpropagation_gives_all_slopes_with_two_multiplications_a_weight(activation):
    """X-31.3: every slope by differences; products counted on the way up and on the way down."""
    net, rng = nn.Net((4, 6, 5, 1), activation), np.random.default_rng(31)
    w, x, y = net.start(rng) + 0.05, rng.normal(size=(1, 4)), 0.7
    states = net.forward(w, x)
    grad, _ = net.backward(w, states, states[-1][1] - y)
    loss = lambda w: 0.5 * (net(w, x)[0, 0] - y) ** 2  # noqa: E731
    by_hand = [(loss(w + e) - loss(w - e)) / 2e-6 for e in 1e-6 * np.eye(net.P)]
    assert grad == pytest.approx(by_hand, abs=1e-8)
    matrices = 4 * 6 + 6 * 5 + 5 * 1
    counted = w.view(Counted)
    Counted.count = 0
    up = net.forward(counted, x)
    assert Counted.count == matrices
    Counted.count = 0
    net.backward(counted, up, up[-1][1] - y)
    assert matrices < Counted.count <= 2 * matrices


def test_twins_stay_twins():
    """X-31.4: fifty twins under SGD with weight decay; one that differs a little leaves."""
    net, rng = nn.Net((2, 50, 1)), np.random.default_rng(31)
    w = np.concatenate([np.repeat([0.3, -0.5], 50), np.full(50, 0.1), np.full(50, 0.2), [0.0]])
    X = rng.normal(size=(20, 2))
    pull, draws = nn.half_squares(np.sin(X[:, :1])), rng.integers(20, size=(300, 5))
    (U, b), (V, _) = net.layers(nn.train(net, w, X, pull, 0.1, 300, 0.01, draws).last)
    spread = max(np.ptp(U, axis=1).max(), np.ptp(b), np.ptp(V))
    assert spread < 1e-12 and abs(U[0, 0] - 0.3) > 0.01
    w[0] += 0.1
    (U, _), _ = net.layers(nn.train(net, w, X, pull, 0.1, 300, 0.01, draws).last)
    assert np.ptp(U, axis=1).max() > 0.05


def test_a_network_of_h_units_draws_any_curve():
    """X-31.5: the bound holds, and a parabola reaches it at every H."""
    grid = np.linspace(0, 1, 4001)[:, None]
    curves = (
        (lambda x: x**2, 2.0),
        (lambda x: np.sin(2 * np.pi * x), 4 * np.pi**2),
        (lambda x: np.exp(-30 * (x - 0.5) ** 2), 60.0),
    )
    for i, (f, bent) in enumerate(curves):
        for H in (1, 3, 10, 40):
            knots = np.linspace(0, 1, H + 1)
            net = nn.Net((1, H, 1), "ReLU")
            error = np.abs(net(nn.interpolant(knots, f(knots)), grid) - f(grid)).max()
            assert error <= bent / (8 * H**2) * (1 + 1e-9)
            if i == 0:
                assert error == pytest.approx(1 / (4 * H**2), rel=1e-3)
    assert np.abs(np.gradient(np.gradient(curves[2][0](grid[:, 0]), grid[:, 0]))).max() < 60.01


def homogeneous(D, rng):
    """A ReLU network of D layers without biases, three scores, and ten examples."""
    net = nn.Net((3, *[8] * (D - 1), 3), "ReLU", bias=False)
    X = np.column_stack([rng.normal(size=(10, 2)), np.ones(10)])
    return net, net.start(rng, 1.4), X, rng.integers(3, size=10)


@pytest.mark.parametrize("D", [1, 2, 3])
def test_temperature_is_the_size_of_the_weights(D):
    """X-31.6"""
    net, w, X, _ = homogeneous(D, np.random.default_rng(D))
    for tau in (0.3, 2.0, 7.0):
        cooled = net(w * tau ** (-1 / D), X)
        assert cooled == pytest.approx(net(w, X) / tau)
        assert np.all(cooled.argmax(axis=1) == net(w, X).argmax(axis=1))
    biased = nn.Net((3, 8, 3), "ReLU")
    v = biased.start(np.random.default_rng(0)) + 0.5
    assert np.abs(biased(v / np.sqrt(2), X) - biased(v, X) / 2).max() > 0.01


@pytest.mark.parametrize("D", [1, 2, 3])
def test_weight_decay_makes_a_network_shy_on_its_own_examples(D):
    """X-31.7: the pull on every layer, anywhere; both sides at the minimum; A is the slope in τ."""
    net, w, X, k = homogeneous(D, np.random.default_rng(40 + D))
    Y, lam = np.eye(3)[k], 0.03
    pull = lambda f, rows: (figures.probabilities(f) - Y[rows]) / len(f)  # noqa: E731

    def sides(w):
        grad = nn.gradient(net, X, pull)(w)
        pairs = zip(net.layers(w), net.layers(grad))
        return [-(W * G).sum() for (W, _), (G, _) in pairs], figures.lead(net(w, X), k)

    pulls, A = sides(w)
    assert pulls == pytest.approx([A] * D)
    z, h = net(w, X), 1e-5
    by_tau = (figures.log_loss(z, k, 1 + h) - figures.log_loss(z, k, 1 - h)) / (2 * h)
    assert by_tau == pytest.approx(A, abs=1e-7)
    last = nn.train(net, w, X, pull, 0.2, 5_000, lam, every=5_000).last
    last = nn.train(net, last, X, pull, 0.005, 10_000, lam, every=10_000).last  # kinks: it bounced
    assert sides(last)[1] == pytest.approx(2 * lam / D * last @ last, rel=1e-3)
    sizes = [(W**2).sum() for W, _ in net.layers(last)]
    assert sizes == pytest.approx([sizes[0]] * D, rel=1e-3)
    assert sides(last)[1] > 0


def test_the_sharpness_settles_at_two_over_eta():
    """X-31.8: six of eight step sizes; the two shortest stay below, and their loss only falls."""
    sharp, loss, whole = figures.marches()
    assert sharp[0] == pytest.approx(np.full(8, 4.53), abs=0.02)
    for i, eta in enumerate(figures.RATES):
        share = sharp[100:, i].mean() * eta / 2
        if eta < 0.06:
            assert share < 0.9 and np.all(np.diff(loss[:, i]) < 0)
        else:
            assert 0.9 < share < 1.1 and np.any(np.diff(loss[:, i]) > 0)
        assert sharp[-1, i] == pytest.approx(whole[i], rel=1e-3)
    assert np.all(loss[-1] < loss[0] / 50)


def test_the_tangent_of_a_network_is_a_kernel_machine():
    """X-31.9: a real network's slopes; steps against the formula, and the shortest move."""
    net, w = figures.cosine_start(60, 0.5)
    data = np.array(figures.PLACED)
    J, at = (net.jacobian(w, x[:, None]) / 5 for x in (data[:, 0], np.linspace(-1.5, 1.5, 9)))
    y, eta = data[:, 1], 6 / np.linalg.eigvalsh(J @ J.T)[-1]
    for T in (1, 7, 200):
        stepped = figures.tangent_steps(J, at, y, eta, T)
        assert tangent.tangent(J, at, y, eta, T) == pytest.approx(stepped, abs=1e-9)
    assert tangent.tangent(J, at, y, eta, 10**7) == pytest.approx(
        at @ np.linalg.pinv(J) @ y, abs=1e-6
    )
    wide = [figures.lazy.compute(H, 0.5, 1.0, 200, data)["moved"] for H in (20, 100, 300)]
    assert wide[0] > wide[1] > wide[2]
    loud = [figures.lazy.compute(100, 0.5, a, 200, data)["gap"] for a in (1.0, 10.0, 30.0)]
    assert loud[0] > 3 * loud[1] > 3 * loud[2]


@pytest.mark.parametrize("ell", [0.4, 1.0])
def test_the_bandwidth_is_the_spread_of_the_first_layer(ell):
    """X-31.10: units are independent, so 200 000 of them are one very wide network."""
    rng, x, z = np.random.default_rng(31), 0.3, -0.5
    u, v = rng.normal(size=200_000) / ell, rng.normal(size=200_000)
    b = 2 * np.pi * rng.random(200_000)
    s, t = u * x + b, u * z + b
    each = 2 * np.cos(s) * np.cos(t) + 2 * v**2 * (1 + x * z) * np.sin(s) * np.sin(t)
    exact = tangent.cosine_kernel([x], [z], ell)[0, 0]
    assert deviation(each, exact) < 4
    assert deviation(each, tangent.cosine_kernel([x], [z], 1.3 * ell)[0, 0]) > 5


@pytest.mark.parametrize("gain", [1.0, 2**0.5, 2.0])
def test_a_relu_layer_keeps_half_of_the_square(gain):
    """X-31.11: independent ratios of 4000 layers; gradients of 60 networks against the stretch."""
    rng, H = np.random.default_rng(31), 12
    W = rng.normal(size=(1, 4000, H, H)) / np.sqrt(H)
    sizes, _ = nn.signal(W, gain, "ReLU", rng.normal(size=(4000, H, 1)))
    ratios = sizes[1] / sizes[0]
    assert deviation(ratios, gain**2 / 2) < 4 and deviation(ratios, 0.6 * gain**2) > 5
    W = rng.normal(size=(10, 60, H, H)) / np.sqrt(H)
    stretch = np.linalg.norm(W, 2, axis=(2, 3))
    for activation, slope in (("ReLU", 1), ("sigmoid", 0.25), ("tanh", 1)):
        _, pulls = nn.signal(W, gain, activation, rng.normal(size=(60, H, 1)))
        most = np.cumprod((slope * gain * stretch[::-1]) ** 2, axis=0)
        assert np.all(pulls[1:] <= most * (1 + 1e-12))


def test_the_error_peaks_where_weights_and_examples_are_equal_in_number():
    """X-31.12: median error of ten draws on new points, and the length of the shortest fit."""
    rng, n = np.random.default_rng(31), 60
    found = {H: [] for H in (10, 60, 600)}
    for _ in range(10):
        X = np.column_stack([rng.normal(size=(n + 500, 3)), np.ones(n + 500)])
        y = np.sin(2 * X[:, 0]) + 0.05 * rng.normal(size=n + 500)
        for H, errors in found.items():
            h = np.maximum(X @ rng.normal(size=(4, H)), 0)
            v = np.linalg.pinv(h[:n]) @ y[:n]
            errors.append((np.sqrt(np.mean((h @ v - y)[n:] ** 2)), np.linalg.norm(v)))
    error = {H: np.median(pairs, axis=0) for H, pairs in found.items()}
    assert error[60][0] > 2 * error[10][0] > 2 * error[600][0]
    assert error[60][1] > error[600][1]
