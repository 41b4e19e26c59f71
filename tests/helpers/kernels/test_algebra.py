"""The kernel algebra against identities of kernels, and its printing, refusals and speed."""

import math

import numpy as np
import pytest

from helpers import kernels
from helpers.kernels import (
    Kernel,
    constant,
    cosine,
    exp,
    features,
    fourier,
    gaussian,
    gram,
    laplace,
    linear,
    periodic,
    polynomial,
    sinc,
    substrings,
)
from helpers.kernels.gram import Pairs, certificate

rng = np.random.default_rng(0)


X, Z = rng.normal(size=(30, 2)), rng.normal(size=(7, 2))


MEMBERS = [
    constant(0.7),
    linear(),
    polynomial(3, 0.5),
    gaussian(0.8),
    laplace(0.8),
    periodic(0.7, 1.3),
    cosine(2.5),
    fourier(5),
    sinc(),
    exp(0.3 * linear()),
    linear().of(features.quadratic),
]


@pytest.mark.parametrize("k", MEMBERS, ids=repr)
def test_every_member_is_symmetric_psd_and_agrees_with_itself_on_parts(k):
    K = k(X)
    assert certificate(K).psd
    assert k(X, Z)[3, 5] == pytest.approx(k(X[3:4], Z[5:6])[0, 0])
    assert k.diag(X) == pytest.approx(np.diag(K))
    assert k(Pairs(X, Z)) == pytest.approx(k(X, Z))


@pytest.mark.parametrize("k", MEMBERS, ids=repr)
def test_a_kernel_prints_as_the_python_that_rebuilds_it(k):
    names = {**vars(kernels), "quadratic": features.quadratic}
    long = np.float64(1.5) * (k + linear()) ** 2 * gaussian(0.5) + 1
    for combined in (k, 2 * k, long, (2 * k).of(features.quadratic)):
        assert repr(combined) == combined.name == str(combined)
        again = eval(combined.name, names)
        assert isinstance(again, Kernel) and again.name == combined.name
        assert again(X, Z) == pytest.approx(combined(X, Z))


def test_brackets_appear_only_where_they_are_needed():
    assert repr(2 * gaussian(0.5) + linear() ** 2) == "2 * gaussian(0.5) + linear() ** 2"
    assert repr((1 + linear()) ** 2 * gaussian(1)) == "(1 + linear()) ** 2 * gaussian(1)"
    assert repr((linear() ** 2) ** 3) == "(linear() ** 2) ** 3"
    assert repr((gaussian(1) + 1).of(features.quadratic)) == "(gaussian(1) + 1).of(quadratic)"
    assert repr(sum([gaussian(1), linear()])) == "gaussian(1) + linear()"


def test_the_algebra_is_the_algebra_of_the_matrices():
    a, b = gaussian(0.8), polynomial(2)
    assert (a + b)(X, Z) == pytest.approx(a(X, Z) + b(X, Z))
    assert (a * b)(X, Z) == pytest.approx(a(X, Z) * b(X, Z))
    assert (3 * a + 0.5)(X, Z) == pytest.approx(3 * a(X, Z) + 0.5)
    assert (b**3)(X, Z) == pytest.approx(b(X, Z) ** 3)
    assert sum([a, b, a])(X, Z) == pytest.approx((2 * a + b)(X, Z))
    assert math.prod([a, b, b])(X, Z) == pytest.approx((a * b**2)(X, Z))
    assert exp(a)(X, Z) == pytest.approx(np.exp(a(X, Z)))
    assert linear().of(features.quadratic)(X, Z) == pytest.approx(
        features.quadratic(X) @ features.quadratic(Z).T
    )


@pytest.mark.parametrize(
    "bad",
    [
        lambda k: -1 * k,
        lambda k: -k,
        lambda k: k - k,
        lambda k: 1 - k,
        lambda k: k * -0.1,
        lambda k: k**0.5,
        lambda k: k**-1,
        lambda k: k + "a",
        lambda k: np.nan * k,
        lambda k: k + substrings(1),
        lambda k: k(["a", "b"]),
        lambda k: k(X, Z[:, :1]),
        lambda k: k([[np.nan]]),
        lambda k: (1e300 * k**2 * 1e300)(X),
        lambda k: substrings(1)(X),
        lambda k: substrings(1)("ab"),
    ],
)
def test_steps_that_leave_the_kernels_are_refused_with_a_sentence(bad):
    with pytest.raises(ValueError, match="[a-z]{2,} [a-z]"):
        bad(gaussian(1.0))


@pytest.mark.parametrize(
    "make",
    [
        lambda: gaussian(0),
        lambda: laplace(-1),
        lambda: polynomial(1.5),
        lambda: polynomial(2, -1),
        lambda: periodic(0, 1),
        lambda: constant(-1),
        lambda: fourier(0),
        lambda: substrings(0),
        lambda: gaussian(np.nan),
        lambda: gaussian("wide"),
    ],
)
def test_bad_parameters_are_refused(make):
    with pytest.raises(ValueError):
        make()


def test_closed_forms():
    x, z = X[:1], Z[:1]
    gap = np.linalg.norm(x - z)
    assert gaussian(0.6)(x, z)[0, 0] == pytest.approx(np.exp(-(gap**2) / (2 * 0.36)))
    assert laplace(0.6)(x, z)[0, 0] == pytest.approx(np.exp(-gap / 0.6))
    assert polynomial(3, 0.5)(x, z)[0, 0] == pytest.approx((x[0] @ z[0] + 0.5) ** 3)
    assert constant(2.5)(x, z)[0, 0] == 2.5


def test_product_of_gaussians_is_gaussian():
    assert (gaussian(3) * gaussian(4))(X) == pytest.approx(
        gaussian(2.4)(X)
    )  # 1/3^2 + 1/4^2 = 1/2.4^2


def test_winding_the_line_gives_the_periodic_kernel():
    def circle(X):
        return np.hstack([np.cos(2 * np.pi * X / 0.7), np.sin(2 * np.pi * X / 0.7)])

    assert periodic(0.7, 1.3)(X, Z) == pytest.approx(gaussian(1.3).of(circle)(X, Z))


@pytest.mark.parametrize("width", [1e-300, 1e-3, 1e3, 1e160])
def test_extreme_bandwidths_give_the_limits_and_no_warning(width):
    limit = np.eye(30) if width < 1 else np.ones((30, 30))
    assert gaussian(width)(X) == pytest.approx(limit, abs=1e-4)
    assert laplace(width)(X) == pytest.approx(limit, abs=1e-2)
    periodic(1.0, width)(X)


def test_distances_are_computed_once_for_all_bandwidths_and_all_terms(monkeypatch):
    calls = []
    monkeypatch.setattr(gram, "cdist", lambda *a: calls.append(1) or np.zeros((30, 7)))
    pairs = Pairs(X, Z)
    for width in (0.1, 0.2, 0.4):
        (gaussian(width) + laplace(width) * gaussian(2 * width))(pairs)
    assert len(calls) == 1


def test_features_are_computed_once_for_all_terms():
    calls = []

    def psi(A):
        calls.append(1)
        return A

    pairs = Pairs(X)
    assert (gaussian(1).of(psi) + linear().of(psi))(pairs) == pytest.approx(
        (gaussian(1) + linear())(X)
    )
    assert len(calls) == 1


# --- waves: USC CSCI 567, lecture 4, Examples 2 to 4 ---


def test_waves_have_the_cosine_kernel():
    """R-56."""
    assert features.waves(2.5)(X).shape == (30, 4)
    assert linear().of(features.waves(2.5))(X, Z) == pytest.approx(cosine(2.5)(X, Z))


@pytest.mark.parametrize("L", [1, 2, 7])
def test_stacked_waves_have_the_fourier_kernel(L):
    grid = np.array(
        [[0.0], [1.0], [0.5], [-2.0], [0.3], [1e-12]]
    )  # whole differences make the closed form 0/0
    for A in (X, grid):
        Phi = np.hstack([features.waves(2 * np.pi * l / L)(A) for l in range(L + 1)])
        assert Phi.shape[1] == 2 * A.shape[1] * (L + 1)
        assert fourier(L)(A) == pytest.approx(Phi @ Phi.T, abs=1e-6)


def test_scaled_waves_tend_to_the_sinc_kernel_and_unscaled_ones_do_not():
    x, z = [[0.15, -0.3]], [[0.75, 0.2]]
    assert (2 * np.pi / 40000 * fourier(40000))(x, z) == pytest.approx(sinc()(x, z), abs=2e-3)
    assert abs(fourier(40000)(x, z)[0, 0]) > 100 * abs(sinc()(x, z)[0, 0])


def test_the_sinc_kernel_is_2_pi_where_coordinates_agree():
    x = [[0.3, 0.1], [0.3, 0.6]]
    expected = 2 * np.pi + np.sin(2 * np.pi * 0.5) / 0.5
    assert sinc()(x) == pytest.approx(np.array([[4 * np.pi, expected], [expected, 4 * np.pi]]))
    hollow = sinc()(np.linspace(0, 1, 12))
    assert certificate(hollow).psd
    assert certificate(hollow - np.diag(np.diag(hollow))).smallest == pytest.approx(
        -2 * np.pi, rel=1e-3
    )
