"""The facts behind the ledger rows of notebook 21: online gradient and mirror descent."""

import numpy as np
import pytest
from scipy.optimize import minimize

from helpers import losses
from helpers.online import mirror
from tests.lessons.room import Room

figures = Room("21")

BOTH = pytest.mark.parametrize(
    "geometry", [mirror.QUADRATIC, mirror.ENTROPIC], ids=lambda g: g.name
)


def games(T, d):
    rng = np.random.default_rng(0)
    return {
        "coins": mirror.coins(T, d, rng),
        "one good": mirror.one_good(T, d),
        "see-saw": mirror.see_saw(T, d),
        "changing": mirror.changing(T, d),
        "uniform": rng.random((T, d)),
    }


def points(rng, count, d):
    """Points of the simplex: corners, the middle, and random ones."""
    return np.vstack([np.eye(d), np.full(d, 1 / d), rng.dirichlet(np.full(d, 0.5), count)])


def convex_game(T, seed=1):
    """Absolute losses |<w, x_t> - y_t| of a mixture of three: values f(t, w), subgradients."""
    rng = np.random.default_rng(seed)
    X, y = rng.uniform(-1, 1, (T, 3)), rng.uniform(-1, 1, T)

    def value(w):
        return losses.absolute(X @ w - y)

    return X, y, value, lambda t, w: np.sign(X[t] @ w - y[t]) * X[t]


def test_gradient_descent_with_the_right_sign():
    """S-2.6.Alg4 (errata E04, E05): lazy OGD is a projection of minus the summed losses, starts at
    the equal weights, obeys BL sqrt T; the printed sign loses nearly every round. Without a
    constraint it is w - eta z."""
    d, T = 10, 400
    eta, bound = mirror.tuned(mirror.QUADRATIC, d, T)
    assert bound <= np.sqrt(d * T)
    for Z in games(T, d).values():
        run = mirror.mirror_descent(Z, mirror.QUADRATIC, eta)
        assert run.w[0] == pytest.approx(np.full(d, 1 / d))
        assert mirror.regret(run)[-1] <= np.sqrt(d * T)
    Z = mirror.one_good(T, d)
    printed = mirror.QUADRATIC.mirror(eta * np.concatenate([np.zeros((1, d)), np.cumsum(Z, 0)]))
    assert (printed[:-1] * Z).sum() > 390 > 2 * bound
    small = mirror.mirror_descent(Z[:5], mirror.QUADRATIC, 0.01)  # nothing is cut off: plain steps
    step = -0.01 * (Z[0] - Z[0].mean())
    assert np.diff(small.w, axis=0) == pytest.approx(np.tile(step, (5, 1)))


@BOTH
def test_the_true_regret_is_below_the_linearised_one(geometry):
    """S-2.6.Lin61: in every round and for every u, and the linearised one is below the bound."""
    X, y, value, subgradient = convex_game(150)
    eta, bound = mirror.tuned(geometry, 3, 150)
    run = mirror.linearised_descent(subgradient, 150, 3, geometry, eta)
    mine = losses.absolute((run.w[:-1] * X).sum(axis=1) - y)
    for u in points(np.random.default_rng(2), 20, 3):
        straight = ((run.w[:-1] - u) * run.v).sum(axis=1)
        assert np.all(mine - value(u) <= straight + 1e-12)
        assert straight.sum() <= bound


@pytest.mark.parametrize("d", [3, 10, 30])
def test_experts_with_gradient_descent(d):
    """S-2.6.Ex9: regret at most sqrt(dT) at eta = 1/sqrt(dT), for five games; even sqrt((d-1)T)."""
    T = 300
    for Z in games(T, d).values():
        run = mirror.mirror_descent(Z, mirror.QUADRATIC, 1 / np.sqrt(d * T))
        assert mirror.regret(run)[-1] <= np.sqrt(d * T)
    assert mirror.tuned(mirror.QUADRATIC, d, T)[1] == pytest.approx(np.sqrt((d - 1) * T))
    assert np.sqrt((Z**2).sum(axis=1)).max() <= np.sqrt(d)


@BOTH
def test_mirror_descent_is_the_minimiser(geometry):
    """S-2.7.Alg5: w_t beats 4000 points of the simplex for psi(w) - <theta, w>, every round."""
    rng, eta = np.random.default_rng(3), 0.4
    run = mirror.mirror_descent(rng.random((12, 5)), geometry, eta)
    others = points(rng, 4000, 5)
    for w, theta in zip(run.w, run.extra["theta"]):
        mine = geometry.value(w) / eta - w @ theta
        assert np.all(geometry.value(others) / eta - others @ theta >= mine - 1e-12)


def test_only_the_entropic_regulariser_has_a_wall():
    """S-2.7.Regs: the slope at w_1 = 1e-8, by differences of our regularisers."""
    slope = {}
    for geometry in (mirror.QUADRATIC, mirror.ENTROPIC):
        a, b = (np.array([x, 1 - x]) for x in (1e-8, 1.1e-8))
        slope[geometry.name] = float((geometry.value(b) - geometry.value(a)) / 1e-9)
    assert slope["entropic"] < -15 and abs(slope["quadratic"]) < 1.01
    assert mirror.mirror_descent(mirror.one_good(50, 3), mirror.ENTROPIC, 1.0).w.min() > 0
    assert mirror.mirror_descent(mirror.one_good(50, 3), mirror.QUADRATIC, 1.0).w.min() == 0


@pytest.mark.parametrize("kind", list(figures.WELLS))
@pytest.mark.parametrize("theta", [-1.2, 0.0, 0.7])
def test_a_supporting_line_touches_and_never_crosses(kind, theta):
    """S-2.7.Def4: the figure's line: above psi nowhere, equal to it where it touches, and -psi* is
    its height at 0."""
    r = figures.slope.compute(kind, theta, 0.3, 1.3)
    value = figures.WELLS[kind][0]
    line = theta * figures.FINE - r["star_"]
    assert np.all(1.3 * value(figures.FINE) - line >= -1e-9)
    assert 1.3 * value(np.array(r["touch"])) == pytest.approx(theta * r["touch"] - r["star_"])
    assert theta * 0 - r["star_"] == pytest.approx(line[len(line) // 2])


def test_conjugates_are_convex_and_twice_is_the_envelope():
    """S-2.7.Facts: psi* is convex, Fenchel-Young, psi** = psi on a grid if psi is convex; the two
    wells lose their hump."""
    for kind in figures.WELLS:
        stars, twice = figures.conjugates(kind, 1.0)
        assert np.all(np.diff(stars, 2) >= -1e-9)
        psi = figures.WELLS[kind][0](figures.PLACES)
        gap = psi[:, None] + stars - np.outer(figures.PLACES, figures.SLOPES)
        assert gap.min() >= -1e-6
        inside = np.isfinite(psi)
        if "two wells" not in kind:
            assert twice[inside] == pytest.approx(psi[inside], abs=2e-3)
    middle = len(figures.PLACES) // 2
    assert psi[middle] == pytest.approx(0.5) and twice[middle] == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize("lam", [0.7, 1.0, 3.3])
def test_the_conjugate_scales(lam):
    """S-2.7.Scaling: (lam psi)*(theta) = lam psi*(theta/lam), by brute force on one grid."""
    grid, slopes = np.linspace(-6, 6, 4801), np.linspace(-1.5, 1.5, 31)
    psi = grid**2 / 2 + np.abs(grid - 0.3)
    scaled = mirror.conjugate_on_grid(lam * psi, grid, slopes)[0]
    assert scaled == pytest.approx(lam * mirror.conjugate_on_grid(psi, grid, slopes / lam)[0])
    assert not np.allclose(scaled, mirror.conjugate_on_grid(psi, grid, slopes)[0]) or lam == 1


@pytest.mark.parametrize("eta", [0.4, 1.0, 2.5])
def test_the_conjugate_of_a_square_is_a_square(eta):
    """S-2.7.Ex10: psi = w^2/(2 eta) has psi* = eta theta^2/2, attained at eta theta."""
    grid, slopes = np.linspace(-6, 6, 12001), np.linspace(-2, 2, 21)
    star, touch = mirror.conjugate_on_grid(grid**2 / (2 * eta), grid, slopes)
    assert star == pytest.approx(eta * slopes**2 / 2, abs=1e-6)
    assert touch == pytest.approx(eta * slopes, abs=1e-3)


@pytest.mark.parametrize("eta", [0.3, 1.0, 4.0])
def test_the_conjugate_of_the_entropy_is_log_sum_exp(eta):
    """S-2.7.Ex11 (erratum E08): SciPy's maximum of <theta, w> - psi(w) is (1/eta) log sum
    e^(eta theta), attained at the softmax; without the logarithm it is another number."""
    theta = np.array([0.8, -0.5, 0.1])

    def minus(x):
        w = np.exp(x - x.max()) / np.exp(x - x.max()).sum()
        return mirror.ENTROPIC.value(w) / eta - w @ theta

    found = minimize(minus, np.zeros(3), tol=1e-12)
    w = np.exp(found.x - found.x.max())
    assert -found.fun == pytest.approx(mirror.ENTROPIC.conjugate(eta * theta) / eta, abs=1e-8)
    assert w / w.sum() == pytest.approx(mirror.ENTROPIC.mirror(eta * theta), abs=1e-4)
    assert abs(np.exp(eta * theta).sum() / eta + found.fun) > 0.1


@BOTH
def test_weights_are_the_gradient_of_the_conjugate(geometry):
    """S-2.7.DualMap (erratum E06): by differences; the gradient of psi at w is theta up to a common
    number, and a common number changes no weight."""
    theta, eta, h = np.array([0.3, -0.2, 0.1, 0.0]), 0.8, 1e-6 * np.eye(4)
    w = geometry.mirror(eta * theta)
    slopes = geometry.conjugate(eta * (theta + h)) - geometry.conjugate(eta * (theta - h))
    assert slopes / (2e-6 * eta) == pytest.approx(w, abs=1e-6)
    back = (w if geometry is mirror.QUADRATIC else np.log(w) + 1) / eta
    assert np.ptp(back - theta) < 1e-9
    assert geometry.mirror(eta * (theta + 7)) == pytest.approx(w)


def test_divergences_are_the_gap_and_not_negative():
    """S-2.7.Def5, S-2.7.Ex12, S-2.7.Ex13: half the squared distance, KL, scaling, and the red gap
    of the figure for smooth functions."""
    rng = np.random.default_rng(4)
    w, u = points(rng, 100, 4), rng.dirichlet(np.ones(4), 105)
    half = mirror.bregman(mirror.QUADRATIC.value, lambda v: v, w, u)
    kl = mirror.bregman(mirror.ENTROPIC.value, lambda v: np.log(v) + 1, w, u)
    assert half == pytest.approx(((w - u) ** 2).sum(axis=1) / 2)
    assert kl == pytest.approx(figures.kl(w, u)) and kl.min() >= 0 and half.min() >= 0
    scaled = mirror.bregman(
        lambda v: 3 * mirror.ENTROPIC.value(v), lambda v: 3 * np.log(v) + 3, w, u
    )
    assert scaled == pytest.approx(3 * kl)
    for kind in figures.SMOOTH:
        r = figures.slope.compute(kind, 0.6, -0.4, 1.0)
        assert r["gap"] == pytest.approx(r["bregman"], abs=2e-3)


def test_a_kink_is_not_smooth_though_it_grows_slowly():
    """S-2.7.Def6 (erratum E07): |w| <= w^2/2 + 1/2 everywhere, but D from -h to h over half the
    square of 2h is 1/h; the quadratic regulariser meets both definitions with 1."""
    w = np.linspace(-3, 3, 61)
    assert np.all(np.abs(w) <= w**2 / 2 + 0.5 + 1e-12)
    for h in (0.1, 0.01):
        gap = mirror.bregman(lambda v: np.abs(v).sum(), np.sign, np.array([h]), np.array([-h]))
        assert gap / ((2 * h) ** 2 / 2) == pytest.approx(1 / h)


def test_pinsker():
    """S-2.7.Ex-strong: KL >= half the squared 1-norm on 500 pairs, nearly reached: no
    constant over 1. The quadratic one is 1/d-strong in the 1-norm, and not more."""
    rng = np.random.default_rng(6)
    w, u = rng.dirichlet(np.ones(4), 500), rng.dirichlet(np.ones(4), 500)
    rulers = figures.three_rulers(w, u)
    assert np.all(rulers[0] >= rulers[2])
    near = figures.three_rulers(np.array([0.51, 0.49]), np.array([0.5, 0.5]))
    assert near[0] == pytest.approx(near[2], rel=1e-3)
    assert np.all(rulers[1] >= rulers[2] / 4 - 1e-12)
    tight = figures.three_rulers(
        np.full(4, 0.25) + 0.1 * np.array([1, 1, -1, -1]), np.full(4, 0.25)
    )
    assert tight[1] == pytest.approx(tight[2] / 4)


@BOTH
def test_strong_convexity_below_is_smoothness_above(geometry):
    """S-2.7.Lem2: D_{psi*} <= eta/2 dual^2 for 500 random steps; nearly reached, so no smaller
    constant would do; and eta scales it."""
    rng, eta = np.random.default_rng(7), 0.7
    theta, z = rng.normal(size=(500, 5)), rng.normal(size=(500, 5))

    def gap(theta, z):
        w = geometry.mirror(eta * theta)
        star = [geometry.conjugate(eta * t) / eta for t in (theta - z, theta)]
        return star[0] - star[1] + (w * z).sum(axis=-1)

    assert np.all(gap(theta, z) <= eta / 2 * geometry.dual(z) ** 2 + 1e-12)
    flat, step = np.zeros(2), np.array([0.01, -0.01])
    assert gap(flat, step) == pytest.approx(eta / 2 * geometry.dual(step) ** 2, rel=1e-3)


@BOTH
def test_the_norm_bound_follows(geometry):
    """S-2.7.Eq81: each move is below its norm, so the regret is below start plus norms."""
    rng = np.random.default_rng(8)
    for Z in games(60, 6).values():
        run = mirror.mirror_descent(Z, geometry, 0.6)
        for u in points(rng, 5, 6):
            found = mirror.terms(run, geometry, u)
            assert np.all(found["moves"] <= found["norms"] + 1e-12)
            assert ((run.w[:-1] - u) * Z).sum() <= found["start"] + found["norms"].sum()


@pytest.mark.parametrize("d", [2, 20, 100])
def test_the_bound_of_exponentiated_gradient(d):
    """S-2.7.Ex15 (erratum E09): at most log d/eta + eta T/2, at most sqrt(2 T log d) at the tuned
    eta; an inequality: coins stay well below."""
    T = 200
    eta, bound = mirror.tuned(mirror.ENTROPIC, d, T)
    assert (eta, bound) == pytest.approx((np.sqrt(2 * np.log(d) / T), np.sqrt(2 * T * np.log(d))))
    for name, Z in games(T, d).items():
        for factor in (0.1, 1, 4):
            found = mirror.regret(mirror.mirror_descent(Z, mirror.ENTROPIC, factor * eta))[-1]
            assert found <= np.log(d) / (factor * eta) + factor * eta * T / 2
            if name == "coins" and factor == 1:
                assert found < 0.6 * bound


def test_norms_and_the_two_bounds():
    """S-2.7.Compare (erratum E10): norms fall with p; the quadratic range on the simplex is
    (1 - 1/d)/2; sqrt(2 log d) < sqrt d from d = 3 on; and no step size saves OGD from sqrt(dT)."""
    x = np.random.default_rng(9).normal(size=(200, 8))
    one, two, top = (np.linalg.norm(x, p, axis=1) for p in (1, 2, np.inf))
    assert np.all(one >= two) and np.all(two >= top)
    for d in (2, 10, 100):
        corner, middle = np.eye(d)[0], np.full(d, 1 / d)
        width = mirror.QUADRATIC.value(corner) - mirror.QUADRATIC.value(middle)
        assert width == pytest.approx((1 - 1 / d) / 2) == pytest.approx(mirror.QUADRATIC.width(d))
    d = np.arange(3, 1000)
    assert np.all(np.sqrt(2 * np.log(d)) < np.sqrt(d))
    etas = np.geomspace(1e-5, 100, 3001)
    for d, T in ((2, 2), (10, 40), (100, 100), (300, 400)):
        worst = figures.two_regrets(mirror.QUADRATIC, d, T, etas).max(axis=0)
        floor = (1 - 1 / d) * np.sqrt(d * T) / 4
        assert np.all(worst >= floor)
    assert worst.min() <= 1.01 * floor  # at d = 300 it is all but reached
