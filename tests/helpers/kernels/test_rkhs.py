"""Prices: coefficients against integrals, Pythagoras, closed forms, finite differences."""

import numpy as np
import pytest
from numpy.polynomial import Polynomial
from scipy.integrate import quad
from scipy.interpolate import CubicSpline

from helpers.kernels import gaussian, laplace, linear, rkhs
from helpers.kernels.gram import Pairs, certificate
from helpers.kernels.ridge import KernelRidge

X, Y = np.array([0.1, 0.25, 0.5, 0.7, 0.95]), np.array([0.5, 1.5, -0.7, 0.4, 1.0])
RULE = rkhs.nodes(X)
OWN = {"slope": "slope_price", "bend": "bend_price"}


def kernel_of(name, bandwidth):
    return {
        "slope": 1 + rkhs.brownian(),
        "bend": 1 + linear() + rkhs.cubic_spline(),
        "Laplace": laplace(bandwidth),
        "Gaussian": gaussian(bandwidth),
    }[name]


each = pytest.mark.parametrize("name", list(rkhs.SHAPES))


def test_the_two_kernels_are_integrals():
    for x, z in ((0.3, 0.8), (0.8, 0.3), (0.5, 0.5)):
        assert rkhs.brownian()([x], [z])[0, 0] == pytest.approx(min(x, z))
        exact = quad(lambda u: max(x - u, 0) * max(z - u, 0), 0, 1, points=[x, z])[0]  # noqa: B023
        assert rkhs.cubic_spline()([x], [z])[0, 0] == pytest.approx(exact)
    for k in (rkhs.brownian(), rkhs.cubic_spline()):
        assert certificate(k(X)).smallest > 0
        assert k.diag(X) == pytest.approx(np.diag(k(X)))
        assert k(Pairs(X, X[:2])) == pytest.approx(k(X)[:, :2])


@pytest.mark.parametrize("bad", [[-0.1, 0.2], [[0.1, 0.2]]])
def test_they_compare_single_numbers_from_0_on(bad):
    with pytest.raises(ValueError, match="single numbers"):
        rkhs.brownian()(bad)


@each
def test_shapes_are_the_kernels_and_their_derivatives(name):
    z = np.array([0.03, 0.33, 0.61, 0.99])
    k, first, second = rkhs.shape(name, z, X, 0.3)
    assert k == pytest.approx(kernel_of(name, 0.3)(z, X))
    h = 1e-4
    up, down = (rkhs.shape(name, z + s, X, 0.3) for s in (h, -h))
    assert first == pytest.approx((up[0] - down[0]) / (2 * h), abs=1e-5)
    assert second == pytest.approx((up[1] - down[1]) / (2 * h), abs=1e-5)


@pytest.mark.parametrize("bandwidth", [0.08, 0.3, 1.0])
@pytest.mark.parametrize("name", ["slope", "bend", "Laplace"])
def test_the_price_is_the_integral(name, bandwidth):
    """alpha' K alpha = y' K^-1 y = what the list says, to ten digits."""
    K = kernel_of(name, bandwidth)(X)
    alpha = rkhs.coefficients(K, Y)
    curve = rkhs.curve(name, X, alpha, bandwidth, RULE)
    charged = getattr(curve, OWN[name]) if name in OWN else curve.laplace_price(bandwidth)
    assert rkhs.price(alpha, K) == pytest.approx(charged, rel=1e-10)
    assert rkhs.price(alpha, K) == pytest.approx(Y @ alpha)


def test_the_cheapest_curves_are_known_ones():
    """min: a polygon; the spline kernel with its lines: a natural cubic spline on the right."""
    rule, z = rkhs.nodes(X), np.linspace(0.1, 0.95, 60)
    for name, expected in (("slope", np.interp(z, X, Y)), ("bend", None)):
        alpha = rkhs.coefficients(kernel_of(name, 1)(X), Y)
        found = rkhs.shape(name, z, X, 1)[0] @ alpha
        curve = rkhs.curve(name, X, alpha, 1, rule)
        if name == "bend":
            slope = rkhs.shape(name, X[:1], X, 1)[1] @ alpha
            ends = ((1, slope[0]), (2, 0.0))
            expected = CubicSpline(X, Y, bc_type=ends)(z)
            assert curve.f[2, curve.u > 0.95] == pytest.approx(0, abs=1e-12)
        assert found == pytest.approx(expected, abs=1e-9)


def test_the_reproducing_property():
    """<f, k(x, .)> = f(x), by coefficients and, for min, by the integral of f' k'."""
    rng = np.random.default_rng(0)
    alpha, x = rng.normal(size=5), 0.42
    for k in (rkhs.brownian(), rkhs.cubic_spline(), gaussian(0.2)):
        assert rkhs.inner(alpha, k(X, [x]), [1.0]) == pytest.approx((k([x], X) @ alpha)[0])
    rule = rkhs.nodes([*X, x])
    f, r = rkhs.curve("slope", X, alpha, 1, rule), rkhs.curve("slope", [x], [1.0], 1, rule)
    value = f.start[0] * r.start[0] + f.integral(f.f[1] * r.f[1])
    assert value == pytest.approx((rkhs.shape("slope", [x], X, 1)[0] @ alpha)[0])


@each
def test_a_detour_costs_what_pythagoras_says(name):
    k, new, height = kernel_of(name, 0.2), 0.6, 1.3
    K, extra = k(X), rkhs.detour(k(X), Y, k(X, [new])[:, 0], k([new])[0, 0], height)
    both, ys = np.append(X, new), np.append(Y, height)
    dearer = ys @ rkhs.coefficients(k(both), ys)
    assert extra == pytest.approx(dearer - Y @ rkhs.coefficients(K, Y))
    on_it = (k([new], X) @ rkhs.coefficients(K, Y))[0]
    assert rkhs.detour(K, Y, k(X, [new])[:, 0], k([new])[0, 0], on_it) == pytest.approx(0, abs=1e-9)


def test_extra_centres_get_nothing_unless_coefficients_are_penalised():
    k, centres = laplace(0.2), np.append(X, [0.17, 0.4, 0.83])
    c = rkhs.with_centres(k(X, centres), k(centres), Y, 0.03)
    assert c[5:] == pytest.approx(np.zeros(3), abs=1e-12)
    assert c[:5] == pytest.approx(KernelRidge(k(X), Y).alpha(0.03))
    other = rkhs.with_centres(k(X, centres), k(centres), Y, 0.03, of_price=False)
    assert np.abs(other[5:]).max() > 0.1

    def objective(c):
        return np.mean((k(X, centres) @ c - Y) ** 2) + 0.03 * c @ c

    for step in np.eye(8) * 1e-4:
        assert objective(other) < min(objective(other + step), objective(other - step))


def test_polynomials_reproduce():
    """Integral of R_x f = f(x) for f of the degree; R_1(1) = (D + 1)^2."""
    u, w = rkhs.nodes([], 40)
    f = Polynomial([0.3, -1, 2, 4])
    for degree in (3, 6):
        R = rkhs.legendre_kernel([0.2, 1.0], u, degree)
        assert R @ (w * f(u)) == pytest.approx([f(0.2), f(1.0)])
        assert rkhs.legendre_kernel([1.0], [1.0], degree)[0, 0] == pytest.approx((degree + 1) ** 2)
    assert rkhs.legendre_kernel([0.2], u, 2) @ (w * f(u)) != pytest.approx([f(0.2)])


def test_waves_pay_one_by_one():
    assert rkhs.circle_bill([1, 0, 3], [1, 0, 0.5]) == pytest.approx([1, 1, 19])
    # the same by a Gram matrix, where everything is finite: three waves at seven points
    s, c = np.array([1.0, 0.4, 0.1]), np.array([0.5, -1.0, 0.3])
    x = 2 * np.pi * np.arange(7) / 7
    K = sum(s[j] * np.cos(j * (x[:, None] - x)) for j in range(3))
    y = sum(c[j] * np.cos(j * x) for j in range(3))
    assert rkhs.circle_bill(c, s)[-1] == pytest.approx(y @ np.linalg.pinv(K) @ y)


def test_l2_and_nodes():
    u, w = rkhs.nodes([0.5, 2.0, -1.0])
    assert w.sum() == pytest.approx(1) and w @ np.abs(u - 0.5) == pytest.approx(0.25)
    tent = rkhs.Curve(u, w, np.array([1 - 2 * np.abs(u - 0.5), 0 * u, 0 * u]), (0, 2), 0, True)
    assert tent.size == pytest.approx(1 / 3) and tent.bend_price == np.inf


def test_bad_input_gets_one_sentence():
    with pytest.raises(ValueError, match="coincide"):
        rkhs.coefficients(np.ones((2, 2)), [1.0, 2.0])
    with pytest.raises(ValueError, match="name"):
        rkhs.shape("cubic", X, X, 1)
