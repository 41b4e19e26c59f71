"""Spectra of bumps, readings by points, random cosines, band limits."""

import numpy as np
import pytest
from scipy import integrate, special, stats
from sklearn.kernel_approximation import RBFSampler

from helpers.kernels import gaussian, hunt, spectra
from tests.known import deviation

GAUSS = spectra.SHAPES["Gaussian"].h
every = pytest.mark.parametrize("name", list(spectra.SHAPES))
OMEGA = np.linspace(0, 20, 81)


@every
def test_a_spectrum_is_the_integral_of_bump_times_wave(name):
    """Closed forms and the midpoint rule beside adaptive quadrature."""
    bump = spectra.SHAPES[name]
    reach = 400 if name == "1/(1 + t²)" else 60 if name in ("Laplace", "1/cosh t") else 12
    for omega in (0.3, 1.0, 2.5, 4.5, 7.3):
        if reach == 400:
            found = integrate.quad(bump.h, 0, np.inf, weight="cos", wvar=omega)[0]
        else:
            found = (
                integrate.quad(
                    lambda t: bump.h(np.array(t)), 0, reach, weight="cos", wvar=omega, limit=2000
                )[0]
                if name not in ("box",)
                else np.sin(omega) / omega
            )
        assert bump.spectrum(np.array(omega)) == pytest.approx(found / np.pi, abs=2e-5)


@every
def test_bumps_are_one_at_zero_even_and_their_verdict_is_the_sign(name):
    bump, t = spectra.SHAPES[name], np.linspace(0, 5, 101)
    assert bump.h(np.zeros(1)) == pytest.approx(1)
    assert bump.h(t) == pytest.approx(bump.h(-t))
    s = bump.spectrum(np.linspace(0, 60, 2401))
    assert (s.min() > -1e-9) == bump.kernel
    if not bump.kernel:
        assert s.min() < -0.02 * s.max()


@every
def test_inversion_builds_the_bump_again(name):
    bump = spectra.SHAPES[name]
    if name in ("box", "Laplace", "triangle", "cap"):
        return  # their spectra end too slowly for a plain sum
    omega = np.linspace(0, 80, 16001)
    s = bump.spectrum(omega)
    for t in (0.0, 0.4, 0.9, 1.7):
        total = 2 * np.trapezoid(s * np.cos(omega * t), omega)
        assert total == pytest.approx(float(bump.h(np.array(t))), abs=2e-4)


def test_shapes_that_notebook_15_knows_are_the_same():
    for name in set(spectra.SHAPES) & set(hunt.SHAPES):
        assert spectra.SHAPES[name].h is hunt.SHAPES[name].h
        assert spectra.SHAPES[name].kernel == hunt.SHAPES[name].kernel


@every
def test_a_reading_is_the_quadratic_form_of_waves(name):
    h = spectra.SHAPES[name].h
    for n, spacing, omega in ((5, 0.3, 2.0), (24, 0.2, 6.5), (1, 0.1, 3.0), (40, 0.7, 11.0)):
        x = spacing * np.arange(n)
        K, c, d = hunt.gram_of(h, x), np.cos(omega * x), np.sin(omega * x)
        wanted = (c @ K @ c + d @ K @ d) / n
        assert spectra.reading(h, n, spacing, omega) == pytest.approx(wanted, abs=1e-9)


def test_many_points_read_the_spectrum():
    for name in ("Gaussian", "smooth bump", "Mexican hat"):
        bump = spectra.SHAPES[name]
        got = 0.02 / (2 * np.pi) * spectra.reading(bump.h, 20_000, 0.02, OMEGA)
        assert got == pytest.approx(bump.spectrum(OMEGA), abs=2e-3)


@pytest.mark.parametrize("bad", [0, -3, 2.5])
def test_a_reading_needs_points_and_a_spacing(bad):
    with pytest.raises(ValueError):
        spectra.reading(GAUSS, bad, 0.1, 1.0)
    with pytest.raises(ValueError):
        spectra.reading(GAUSS, 5, -0.1, 1.0)


def test_features_of_waves_and_their_kernel():
    rng = np.random.default_rng(0)
    X, W, b = rng.normal(size=(6, 3)), rng.normal(size=(9, 3)), rng.uniform(0, 6, 9)
    difference = (X[:, None] - X) @ W.T
    total = (X[:, None] + X) @ W.T
    pairs, shifted = spectra.random_features(X, W), spectra.random_features(X, W, b)
    assert pairs.shape == (6, 18) and shifted.shape == (6, 9)
    assert pairs @ pairs.T == pytest.approx(np.cos(difference).mean(axis=2))
    other = np.cos(difference) + np.cos(total + 2 * b)
    assert shifted @ shifted.T == pytest.approx(other.mean(axis=2))
    assert spectra.waves(X, W) == pytest.approx(3 * pairs)
    assert np.diag(pairs @ pairs.T) == pytest.approx(1)


def test_the_same_features_as_scikit_learn():
    X = np.random.default_rng(1).normal(size=(20, 4))
    sampler = RBFSampler(gamma=0.5, n_components=30, random_state=0).fit(X)
    ours = spectra.random_features(X, sampler.random_weights_.T, sampler.random_offset_)
    assert ours == pytest.approx(sampler.transform(X))


@pytest.mark.parametrize("shifted", [False, True])
@pytest.mark.parametrize("t", [0.0, 0.7, 1.5, 3.0])
def test_the_law_of_the_error(shifted, t):
    """Mean, mean square and its spread by quadrature over the frequency and the shift, and for D
    frequencies by drawing."""
    z, weight = np.polynomial.hermite_e.hermegauss(120)
    weight = weight / weight.sum()
    b = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    says = np.cos(z[:, None] * t) + (np.cos(2 * b) if shifted else 0 * b)
    error = says - GAUSS(t)
    mean = lambda f: float(weight @ f.mean(axis=1))  # noqa: E731
    assert mean(error) == pytest.approx(0, abs=1e-9)
    assert spectra.mean_square(GAUSS, t, 1, shifted) == pytest.approx(mean(error**2), abs=1e-9)
    square = mean(error**2)
    assert spectra.spread(GAUSS, t, 1, shifted) == pytest.approx(
        np.sqrt(max(mean(error**4) - square**2, 0)), abs=1e-6
    )
    rng = np.random.default_rng(2)
    many = np.cos(rng.normal(size=(40_000, 7)) * t)
    if shifted:
        many = many + np.cos(rng.uniform(0, 2 * np.pi, many.shape))
    found = (many.mean(axis=1) - GAUSS(t)) ** 2
    if t > 0 or shifted:
        assert deviation(found, spectra.mean_square(GAUSS, t, 7, shifted)) < 4
        assert found.std() == pytest.approx(spectra.spread(GAUSS, t, 7, shifted), rel=0.05)


def test_the_gaussian_law_in_closed_form():
    t = np.linspace(0, 4, 41)
    assert spectra.mean_square(GAUSS, t, 5) == pytest.approx((1 - GAUSS(t) ** 2) ** 2 / 10)


def test_frequencies_of_other_kernels():
    """Cauchy frequencies give Laplace, uniform ones sinc."""
    q = (np.arange(20_000) + 0.5) / 20_000
    for h, law in (
        (spectra.SHAPES["Laplace"].h, stats.cauchy),
        (spectra.sinc_kernel(3.0), stats.uniform(-3, 6)),
    ):
        t = np.array([0.3, 1.0, 2.0])
        got = np.cos(np.multiply.outer(t, law.ppf(q))).mean(axis=1)
        assert got == pytest.approx(h(t), abs=2e-3)


def test_all_pairs_at_once():
    """Hoeffding and a union: 2 (n (n - 1) / 2) exp(-D eps^2 / 2) = delta."""
    eps = spectra.largest_error(40, 300, 0.05)
    assert 40 * 39 * np.exp(-300 * eps**2 / 2) == pytest.approx(0.05)
    rng = np.random.default_rng(3)
    X, K, failures = rng.normal(size=(40, 5)), None, 0
    K = gaussian(1.0)(X)
    for _ in range(100):
        Phi = spectra.random_features(X, rng.normal(size=(300, 5)))
        failures += np.abs(Phi @ Phi.T - K).max() > eps
    assert failures <= 5


def test_the_energy_of_a_packet():
    t = np.linspace(-15, 15, 30_001)
    for omega, width in ((7.0, 1.0), (2.0, 0.6), (0.0, 1.3), (11.0, 0.8)):
        g = spectra.packet(t, omega, width)
        assert spectra.packet_beyond(0.0, omega, width) == pytest.approx(np.trapezoid(g**2, t))
        w = np.linspace(5, 25, 401)
        hat = np.cos(np.multiply.outer(w, t[::20])) @ g[::20] * 0.02
        assert spectra.packet_beyond(5.0, omega, width) == pytest.approx(
            np.trapezoid(hat**2, w) / np.pi, rel=2e-3, abs=1e-9
        )


def test_sinc_kernel():
    h = spectra.sinc_kernel(6.0)
    t = np.linspace(0.01, 30, 500)
    assert h(0.0) == 1 and h(t) == pytest.approx(np.sin(6 * t) / (6 * t))
    assert np.all(np.abs(h(t)) <= 1 / (6 * t))
    with pytest.raises(ValueError):
        spectra.sinc_kernel(-1.0)(t)


def test_the_rational_quadratic_kernel_is_a_mean_of_gaussians():
    t = np.linspace(0, 5, 26)
    for alpha, beta in ((0.7, 2.0), (2.0, 3.0), (20.0, 0.5)):
        h = spectra.rational_quadratic(t, alpha, beta)
        rate = alpha / beta
        law = stats.gamma(alpha, scale=1 / rate)
        exact = [law.expect(lambda tau, u=u: np.exp(-tau * u * u / 2)) for u in t[1::5]]
        assert h[1::5] == pytest.approx(exact, abs=1e-6)
        assert spectra.gamma_mixture(t, alpha, rate) == pytest.approx(h, abs=5e-3)
    tau = special.gammaincinv(2.0, 0.5) / 3.0
    assert spectra.gamma_mixture(np.array(1.0), 2.0, 3.0, count=1) == pytest.approx(
        np.exp(-tau / 2)
    )
