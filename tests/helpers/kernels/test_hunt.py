"""Bumps on trial: closed forms, spectra by quadrature, and a search that misses none of them."""

import numpy as np
import pytest
from scipy.integrate import quad

from helpers.kernels import gaussian, hunt, laplace

SHAPES = hunt.SHAPES
BUMPS = [name for name in SHAPES if name not in ("1 − t²", "t²")]


def transform(h, omega):
    """2 times the integral of h(t) cos(omega t) over t > 0: Bochner's test."""
    if h(50.0) > 1e-5:  # a slow tail: the oscillating rule of QUADPACK
        return 2 * quad(h, 0, np.inf, weight="cos", wvar=omega, limlst=200)[0]
    near = quad(lambda t: float(h(t)) * np.cos(omega * t), 0, 1, limit=200)[0]
    return 2 * (near + quad(lambda t: float(h(t)) * np.cos(omega * t), 1 + 1e-8, 12, limit=400)[0])


@pytest.mark.parametrize("name", BUMPS)
def test_a_bump_is_a_kernel_exactly_if_its_spectrum_is_nowhere_negative(name):
    spectrum = [transform(SHAPES[name].h, omega) for omega in np.linspace(0.05, 12, 120)]
    assert (min(spectrum) > -1e-6) == SHAPES[name].kernel


@pytest.mark.parametrize("name", list(SHAPES))
def test_the_hunt_convicts_every_impostor_and_no_kernel(name):
    h = SHAPES[name].h
    found = min(hunt.smallest(h, hunt.hunt(h, n)) for n in range(2, 9))
    assert found > -1e-12 if SHAPES[name].kernel else found < -0.05


def test_the_raised_cosine_needs_five_points():
    h = SHAPES["raised cosine"].h
    assert hunt.smallest(h, hunt.hunt(h, 4)) > -1e-12
    assert hunt.smallest(h, hunt.hunt(h, 5)) == pytest.approx(-0.0296, abs=1e-4)
    rng = np.random.default_rng(0)
    assert hunt.smallest(h, rng.uniform(0, 3, (4000, 4))).min() > -1e-12


def test_smallest_is_batched_and_agrees_with_the_kernels_of_the_family():
    x = np.random.default_rng(1).normal(size=(3, 5, 6))
    both = hunt.smallest(SHAPES["Gaussian"].h, x)
    assert both.shape == (3, 5)
    assert hunt.gram_of(SHAPES["Gaussian"].h, x[0, 0]) == pytest.approx(gaussian(1)(x[0, 0]))
    assert hunt.gram_of(SHAPES["Laplace"].h, x[0, 0]) == pytest.approx(laplace(1)(x[0, 0]))
    assert both[2, 4] == pytest.approx(np.linalg.eigvalsh(gaussian(1)(x[2, 4]))[0])


@pytest.mark.parametrize("p", [0.5, 1, 2, 2.5])
def test_three_points_are_a_form_of_the_gram_matrix(p):
    h, t, v = hunt.power(p), 0.3, np.array([1.0, -2.0, 1.0])
    assert hunt.three_points(h, t) == pytest.approx(v @ hunt.gram_of(h, [-t, 0, t]) @ v)
    assert hunt.three_points(h, 1e-3) / 1e-3**p == pytest.approx(
        8 - 2 ** (p + 1), rel=0.2, abs=1e-3
    )


def test_the_box_has_its_edge_inside_whatever_rounding_says():
    K = hunt.gram_of(SHAPES["box"].h, np.arange(4) * 0.3 / 0.3)
    assert K[0].tolist() == [1, 1, 0, 0]
    assert SHAPES["box"].h((0.9 - 0.6) / 0.3) == 1  # a little over 1 for a computer
    assert hunt.smallest(SHAPES["box"].h, [0, 0.9, 1.8]) == pytest.approx(1 - 2**0.5)


def test_bad_input_gets_a_sentence():
    with pytest.raises(ValueError, match="n must be"):
        hunt.hunt(SHAPES["box"].h, 1)
    with pytest.raises(ValueError, match="p must be"):
        hunt.power(0)
