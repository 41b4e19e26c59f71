"""The rows of the results ledger that notebook 18 owns, each by the measurement that would fail
were it false."""

import numpy as np
import pytest
from scipy import integrate, stats

from helpers import data
from helpers.kernels import cosine, fourier, gaussian, hunt, linear, sinc, spectra
from helpers.kernels.features import waves
from helpers.kernels.gram import certificate
from helpers.margins.svm import kernel_machine
from tests.known import deviation
from tests.lessons.room import Room

figures = Room("18")

X = np.random.default_rng(18).normal(size=(25, 2))
LINE = np.random.default_rng(19).uniform(-3, 3, 25)


def test_shift_invariance():
    """S-3.6.Def11: the Gaussian sees differences alone, the linear kernel does not."""
    for k, same in ((gaussian(0.7), True), (cosine(3.0), True), (linear(), False)):
        assert np.allclose(k(X), k(X + 5.0)) == same


def test_euler_and_one_complex_wave():
    """S-3.6.Euler, S-3.6.Eq158: the identities, and the Gram matrix of one complex wave: rank
    one, no negative eigenvalue, and equal modulo 2 pi / omega."""
    t = np.linspace(-5, 5, 101)
    for omega in (0.0, 1.3, 7.0):
        up, down = np.exp(1j * omega * t), np.exp(-1j * omega * t)
        assert up == pytest.approx(np.cos(omega * t) + 1j * np.sin(omega * t))
        assert (up + down) / 2 == pytest.approx(np.cos(omega * t))
        r = figures.chord.compute(np.array([[omega, 1.0], [5, 0], [9, 0]]), False, 15)
        assert r["values"][:-1] == pytest.approx(0, abs=1e-9)
        assert r["values"][-1] == pytest.approx(15)
    period = 2 * np.pi / 1.3
    assert np.exp(-1.3j * (t + period)) == pytest.approx(np.exp(-1.3j * t))


def test_positive_weights_give_a_kernel():
    """S-3.6.Eq159: random weights >= 0 give positive semidefinite Gram matrices, complex and real;
    a negative one does not."""
    rng = np.random.default_rng(0)
    for _ in range(20):
        chosen = np.column_stack([rng.uniform(0.5, 11, 3), rng.uniform(0.2, 1.5, 3)])
        chosen[:, 0] = np.sort(chosen[:, 0]) + [0, 0.4, 0.8]
        for mirror in (True, False):
            r = figures.chord.compute(chosen, mirror, 20)
            assert r["values"][0] > -1e-9
            turned = chosen * [[1, 1], [1, 1], [1, -1]]
            assert figures.chord.compute(turned, mirror, 20)["values"][0] < -1e-6
    omega, m = rng.normal(0, 4, 300), rng.uniform(0, 1, 300)
    Phi = spectra.waves(LINE[:, None], omega[:, None])
    assert certificate(Phi @ np.diag(np.append(m, m)) @ Phi.T).psd


def test_one_pair_of_frequencies_is_a_cosine():
    """S-3.6.SingleFreq: the average of conjugate waves is cos, with the features cos and sin."""
    r = figures.chord.compute(np.array([[4.0, 1.0], [5, 0], [9, 0]]), True, 10)
    assert r["h"] == pytest.approx(np.cos(4 * figures.SPAN))
    Phi = spectra.waves(LINE[:, None], [[4.0]])
    assert Phi @ Phi.T == pytest.approx(cosine(4.0)(LINE))


def test_symmetric_weights_give_a_real_kernel_and_only_they():
    """S-3.6.Real."""
    chosen = np.array(figures.CHORD)
    assert figures.chord.compute(chosen, True, 10)["imaginary"] == 0
    assert figures.chord.compute(chosen, False, 10)["imaginary"] > 0.1
    still = np.array([[0.0, 1.0], [5, 0], [9, 0]])
    assert figures.chord.compute(still, False, 10)["imaginary"] == 0


def test_bochner_decides():
    """S-3.6.Thm9: bumps with spectra >= 0 have no negative eigenvalue at 60 random sets; those
    whose spectrum goes below 0 are convicted by the guilty frequency itself."""
    rng = np.random.default_rng(1)
    omega = np.linspace(0, 20, 801)
    for name, bump in spectra.SHAPES.items():
        s = bump.spectrum(omega)
        if bump.kernel:
            assert s.min() > -1e-12
            values = hunt.smallest(bump.h, rng.uniform(0, 4, (60, 14)))
            assert values.min() > -1e-9, name
        else:
            guilty = omega[s.argmin()]
            x = 0.15 * np.arange(60)
            K = hunt.gram_of(bump.h, x)
            c, d = np.cos(guilty * x), np.sin(guilty * x)
            assert min(c @ K @ c, d @ K @ d) < -0.1, name


def test_flat_tops_hear_nothing():
    """S-3.6.Thm9 and the cliff: 2 (1 - h(t)) / t^2 tends to the mean square frequency; 0 for
    exp(-|t|^3) and exp(-t^4), which are no kernels."""
    t = 1e-3
    for name in ("Gaussian", "wave packet", "1/cosh t"):
        bump = spectra.SHAPES[name]
        moment = (
            2 * integrate.quad(lambda w, b=bump: w * w * float(b.spectrum(np.array(w))), 0, 40)[0]
        )
        assert 2 * (1 - float(bump.h(np.array(t)))) / t**2 == pytest.approx(moment, rel=1e-3)
    for p in (3, 4):
        assert 2 * (1 - hunt.power(p)(t)) / t**2 < 0.01
        assert spectra.spectrum(hunt.power(p), np.linspace(0, 8, 81)).min() < -1e-3


def test_all_mass_at_zero_is_the_constant_kernel():
    """S-3.6.Const."""
    r = figures.chord.compute(np.array([[0.0, 1.0], [5, 0], [9, 0]]), True, 12)
    assert np.all(r["h"] == 1)
    assert r["values"] == pytest.approx([0] * 11 + [12], abs=1e-9)


@pytest.mark.parametrize("a", [0.5, 2.0, 9.0])
def test_flat_spectra_give_sinc(a):
    """S-3.6.Sinc (erratum E20): mass 2a gives 2 sin(at)/t, mass 1 gives sin(at)/(at); PSD."""
    t = np.array([0.2, 0.9, 3.1])
    flat = [integrate.quad(lambda w, u=u: np.cos(w * u), -a, a)[0] for u in t]
    assert flat == pytest.approx(2 * np.sin(a * t) / t)
    h = spectra.sinc_kernel(a)
    assert np.array(flat) / (2 * a) == pytest.approx(h(t))
    assert h(0.0) == 1 and certificate(hunt.gram_of(h, LINE)).psd


def test_the_limit_of_sinc():
    """S-3.6.SincLimit (erratum E21): |sin(at)/(at)| <= 1/(at) -> 0 off 0 and 1 at 0; the other
    normalisation keeps swinging between -2/t and 2/t."""
    t = np.array([0.3, 1.0, 4.0])
    for a in (10.0, 1e3, 1e6):
        assert np.all(np.abs(spectra.sinc_kernel(a)(t)) <= 1 / (a * t))
    swing = 2 * np.sin(np.arange(1e3, 1.1e3) * 1.0)
    assert swing.max() > 1.9 and swing.min() < -1.9


def test_the_inverse_transform_in_the_plane():
    """S-3.6.InvFT (erratum E22): (2 pi)^-2 in the plane; 1/(2 pi) gives mass 2 pi."""
    g = np.linspace(-9, 9, 361)
    one = np.exp(-g * g / 2)
    transform = lambda w: np.trapezoid(one * np.cos(w * g), g)  # noqa: E731
    for w in ((0.0, 0.0), (1.0, -0.5), (2.0, 1.0)):
        found = transform(w[0]) * transform(w[1]) / (2 * np.pi) ** 2
        assert found == pytest.approx(stats.multivariate_normal(np.zeros(2)).pdf(w))
    assert spectra.SHAPES["Gaussian"].spectrum(1.0) == pytest.approx(transform(1.0) / (2 * np.pi))


def test_the_box_is_no_kernel():
    """S-3.6.Box: sin(omega)/(pi omega), negative at 4.5; three points convict it."""
    s = spectra.SHAPES["box"].spectrum
    for omega in (0.7, 4.5, 9.0):
        area = integrate.quad(lambda t, w=omega: np.cos(w * t), -1, 1)[0]
        assert s(omega) == pytest.approx(area / (2 * np.pi))
        assert s(omega) == pytest.approx(np.sin(omega) / (np.pi * omega))
    assert s(4.5) < -0.06
    r = figures.listen.compute("box", 1.0, 4.5, 24, 0.2)
    assert r["at"] < 0 and r["here"] < 0
    assert hunt.smallest(spectra.SHAPES["box"].h, np.array([0, 0.9, 1.8])) < -0.3


@pytest.mark.parametrize("ell", [0.4, 1.0, 2.5])
def test_the_gaussian_hears_a_normal_law(ell):
    """S-3.6.Gauss (erratum E23): variance 1/ell^2 gives exp(-t^2/(2 ell^2)); the exponent of the
    proof is a square around -it/ell^2."""
    law = stats.norm(0, 1 / ell)
    for t in (0.3, 1.0, 2.0):
        got = law.expect(lambda w, t=t: np.cos(w * t))
        assert got == pytest.approx(float(gaussian(ell)([[0.0]], [[t]])[0, 0]))
        omega = np.linspace(-3, 3, 13)
        left = (-(ell**2) * omega**2 - 2j * omega * t) / 2
        right = -(ell**2) * (omega + 1j * t / ell**2) ** 2 / 2 - t**2 / (2 * ell**2)
        assert left == pytest.approx(right)
    r = figures.listen.compute("Gaussian", ell, 1.0, 24, 0.2)
    assert r["spectrum"] == pytest.approx(law.pdf(figures.TONES))


def test_random_fourier_features():
    """S-3.6.RFF (erratum E61): at D = 8000 every entry within 0.06; the mean square error follows
    the law at three D for both kinds; in 64 coordinates as in one."""
    rng = np.random.default_rng(2)
    W, b = rng.normal(size=(8000, 2)), rng.uniform(0, 2 * np.pi, 8000)
    for shifts in (None, b):
        Phi = spectra.random_features(X, W, shifts)
        assert np.abs(Phi @ Phi.T - gaussian(1.0)(X)).max() < 0.06
    for kind in ("cosine and sine", "shifted cosines"):
        for d in figures.DIMENSIONS:
            for D in (5.0, 50.0, 1000.0):
                r = figures.cosines.compute(D, 1.0, kind, d, 1.5, 1)
                assert abs(r["square"] - r["expected"]) < 5 * r["spread"]
    ratio = figures.cosines.compute(10.0, 1.0, kind, 1, 1.5, 1)["law_here"]
    assert ratio == pytest.approx(
        10 * figures.cosines.compute(1000.0, 1.0, kind, 1, 1.5, 1)["law_here"]
    )


def test_gamma_mixture_is_rational_quadratic():
    """S-3.6.RQ (errata E24, E77): shape alpha and rate alpha/beta; rate beta and scale beta give
    other kernels."""
    t = np.linspace(0, 4, 9)
    alpha, beta = 2.0, 3.0
    h = spectra.rational_quadratic(t, alpha, beta)
    assert spectra.gamma_mixture(t, alpha, alpha / beta) == pytest.approx(h, abs=3e-3)
    assert spectra.gamma_mixture(t, alpha, beta) == pytest.approx(
        (1 + t**2 / (2 * beta)) ** -alpha, abs=3e-3
    )
    assert np.abs(spectra.gamma_mixture(t, alpha, beta) - h).max() > 0.1
    assert certificate(hunt.gram_of(lambda u: spectra.rational_quadratic(u, alpha, beta), LINE)).psd


def test_rational_quadratic_tends_to_the_gaussian_from_above():
    """S-3.6.RQlimit (erratum E25): the sup distance falls in alpha; it is never below, so less
    steep; its tail is longer."""
    t = np.linspace(0, 8, 801)
    normal = np.exp(-t * t / 2)
    gaps = [
        np.abs(spectra.rational_quadratic(t, a, 1.0) - normal).max() for a in (0.5, 1, 4, 16, 64)
    ]
    assert np.all(np.diff(gaps) < 0) and gaps[-1] < 0.005
    for a in (0.5, 4.0):
        assert np.all(spectra.rational_quadratic(t, a, 1.0) >= normal)
        assert spectra.rational_quadratic(8.0, a, 1.0) > 1e6 * normal[-1]


def test_vanishing_at_infinity():
    """S-3.6.Def12 (erratum E26): sums of Gaussians die away, so they stay 1 from the constant 1,
    and fit a bump that vanishes at infinity uniformly."""
    x = np.linspace(-9, 9, 91)
    far = np.linspace(-40, 40, 801)
    k = gaussian(0.5)
    one, bump = (
        k(far, x) @ np.linalg.solve(k(x) + 1e-10 * np.eye(91), y)
        for y in (1 + 0 * x, 1 / np.cosh(x))
    )
    assert np.abs(one - 1).max() > 0.99
    assert np.abs(bump - 1 / np.cosh(far)).max() < 0.01


def test_full_spectra_learn_everything_and_sinc_does_not():
    """S-3.6.Thm10, S-3.6.ExUniv: the Gaussian's error falls below 1 %, the sinc's stays over what
    is beyond its cut-off at every penalty and stretch."""
    best = min(
        figures.deaf.compute("Gaussian", 1 / 6, 7.0, lam, 8.0)["missed"] for lam in (1e-6, 1e-9)
    )
    assert best < 0.01
    for lam in np.geomspace(1e-9, 1, 10):
        for reach in (2.0, 5.0, 8.0):
            r = figures.deaf.compute("sinc", 1 / 6, 7.0, lam, reach)
            assert r["missed"] > r["beyond"] > 0.8
    r = figures.deaf.compute("sinc", 1 / 6, 7.0, 1e-2, 8.0)
    assert r["missed"] < 1.02 * r["beyond"]
    assert figures.deaf.compute("sinc", 0.1, 7.0, 1e-4, 8.0)["missed"] < 0.01


def test_the_svm_tends_to_the_bayes_error():
    """S-3.6.Consist: noisy xor, Gaussian kernel: the error falls towards 2q(1 - q)."""
    q = stats.norm.cdf(-1 / 0.7)
    k, (new, label) = gaussian(1.0), data.xor(3000, np.random.default_rng(99), sigma=0.7)
    errors = []
    for n in (25, 100, 400):
        found = []
        for seed in range(3):
            points, y = data.xor(n, np.random.default_rng(seed), sigma=0.7)
            machine = kernel_machine(k(points), y, C=n**0.5)
            found.append(np.mean(np.sign(machine.predict(k(new, points))) != label))
        errors.append(np.mean(found))
    assert np.all(np.diff(errors) < 0)
    bayes = 2 * q * (1 - q)
    assert deviation(np.sign(new.prod(axis=1)) != label, bayes) < 4
    assert errors[-1] < bayes + 0.02


@pytest.mark.parametrize("L", [1, 4, 30])
def test_stacked_frequencies(L):
    """R-57: 2d(L + 1) features, kernel sum over frequencies and coordinates."""
    Phi = np.hstack([waves(2 * np.pi * step / L)(X) for step in range(L + 1)])
    assert Phi.shape == (25, 4 * (L + 1))
    assert Phi @ Phi.T == pytest.approx(fourier(L)(X))
    assert figures.stack.compute(float(L), True, "2π")["count"] == 4 * (L + 1)


def test_scaled_they_tend_to_sinc():
    """R-58, R-59 (erratum R10): times 2 pi / L within 0.02 at L = 4000; unscaled it grows with L,
    so the weights learn infinitely many numbers."""
    r = figures.stack.compute(4000.0, True, "2π")
    assert r["gap"].max() < 0.02 and np.all(r["gap"] <= r["allowed"] + 1e-12)
    raw = [figures.stack.compute(L, False, "2π")["curve"][0] for L in (10.0, 100.0, 1000.0)]
    assert raw == pytest.approx([11, 101, 1001])
    ranks = [np.linalg.matrix_rank(sinc()(np.linspace(0, n / 2, n))) for n in (5, 10, 20)]
    assert ranks == [5, 10, 20]


def test_the_diagonal_of_the_sinc_kernel():
    """R-61 (erratum R11): PSD with 2 pi on the diagonal; with 0 far below 0."""
    fine, wrong = (figures.stack.compute(20.0, True, on)["values"] for on in ("2π", "0"))
    assert fine[0] > -1e-9 and wrong[0] < -6
    assert np.diag(sinc()(X)) == pytest.approx(4 * np.pi)
    twice = sinc()(X) - 4 * np.pi * np.eye(25)
    assert certificate(twice).smallest < -12
