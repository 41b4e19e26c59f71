"""Mirror descent: identities, brute force, closed forms, attained and one-sided bounds."""

import numpy as np
import pytest
from scipy.optimize import minimize

from helpers.descent.projections import scipy_nearest
from helpers.online import mirror

BOTH = pytest.mark.parametrize(
    "geometry", [mirror.QUADRATIC, mirror.ENTROPIC], ids=lambda g: g.name
)


def simplex(rng, k, d):
    return rng.dirichlet(np.full(d, 0.6), k)


@BOTH
def test_the_mirror_is_the_maximiser_and_the_gradient_of_the_conjugate(geometry):
    """Against 4000 points of the simplex, against differences, and by Fenchel-Young."""
    rng = np.random.default_rng(0)
    for theta in rng.normal(size=(5, 4)):
        w, star = geometry.mirror(theta), geometry.conjugate(theta)
        assert star == pytest.approx(w @ theta - geometry.value(w), abs=1e-12)
        others = simplex(rng, 4000, 4)
        assert np.all(others @ theta - geometry.value(others) <= star + 1e-12)
        steps = 1e-5 * np.eye(4)
        slopes = geometry.conjugate(theta + steps) - geometry.conjugate(theta - steps)
        assert slopes / 2e-5 == pytest.approx(w, abs=1e-6)
        assert geometry.mirror(theta + 3.7) == pytest.approx(w)


def test_the_mirrors_by_hand():
    assert mirror.QUADRATIC.mirror(np.array([0.4, 0.0])) == pytest.approx([0.7, 0.3])
    assert mirror.QUADRATIC.mirror(np.array([0.2, -0.5, 0.1])) == pytest.approx(
        scipy_nearest("simplex", [0.2, -0.5, 0.1]), abs=1e-6
    )
    assert mirror.ENTROPIC.mirror(np.log([1.0, 2.0, 5.0])) == pytest.approx([1 / 8, 2 / 8, 5 / 8])
    assert mirror.ENTROPIC.conjugate(np.log([1.0, 2.0, 5.0])) == pytest.approx(np.log(8))
    assert mirror.QUADRATIC.conjugate(np.array([0.4, 0.0])) == pytest.approx(0.28 - 0.29)


@BOTH
def test_widths_and_dual_norms(geometry):
    """max R - min R over the simplex; the dual norm is the largest <z, v> over the norm's ball."""
    rng, d = np.random.default_rng(1), 5
    corner, centre = geometry.value(np.eye(d)[0]), geometry.value(np.full(d, 1 / d))
    assert corner - centre == pytest.approx(geometry.width(d))
    assert np.all(geometry.value(simplex(rng, 500, d)) <= corner + 1e-12)
    z = np.array([3.0, -4.0, 1.0])
    assert geometry.dual(z) == pytest.approx(
        {"quadratic": np.sqrt(26), "entropic": 4}[geometry.name]
    )


@BOTH
def test_weights_come_from_the_past_alone(geometry):
    rng = np.random.default_rng(2)
    Z = rng.random((20, 6))
    run = mirror.mirror_descent(Z, geometry, 0.3)
    assert run.w.shape == (21, 6) and run.T == 20
    assert run.w[0] == pytest.approx(np.full(6, 1 / 6))
    other = Z.copy()
    other[10:] = rng.random((10, 6))
    assert np.array_equal(mirror.mirror_descent(other, geometry, 0.3).w[:11], run.w[:11])
    assert run.w[10] == pytest.approx(geometry.mirror(-0.3 * Z[:10].sum(axis=0)))
    best = minimize(
        lambda x: (
            geometry.value(np.abs(x) / np.abs(x).sum()) / 0.3
            + Z[:10].sum(axis=0) @ np.abs(x) / np.abs(x).sum()
        ),
        np.full(6, 1 / 6),
        method="Nelder-Mead",
        options=dict(maxiter=20_000, maxfev=20_000, xatol=1e-9, fatol=1e-13),
    ).x
    assert np.abs(best) / np.abs(best).sum() == pytest.approx(run.w[10], abs=1e-3)


@BOTH
def test_games_side_by_side_and_one_at_a_time(geometry):
    Z = np.random.default_rng(3).random((15, 3, 4))
    together = mirror.mirror_descent(Z, geometry, 0.5)
    for i in range(3):
        alone = mirror.mirror_descent(Z[:, i], geometry, 0.5)
        assert together.w[:, i] == pytest.approx(alone.w)
        assert mirror.regret(together)[:, i] == pytest.approx(mirror.regret(alone))
        told = mirror.linearised_descent(lambda t, w: Z[t, i], 15, 4, geometry, 0.5)  # noqa: B023
        assert told.w == pytest.approx(alone.w) and np.array_equal(told.v, Z[:, i])


def test_softmax_of_the_sum_is_multiplication_round_by_round():
    """S-2.7.Ex14."""
    Z = mirror.coins(30, 7, np.random.default_rng(4))
    assert mirror.multiplied(Z, 0.4) == pytest.approx(
        mirror.mirror_descent(Z, mirror.ENTROPIC, 0.4).w
    )


def test_regret_by_hand():
    run = mirror.mirror_descent([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]], mirror.QUADRATIC, 0.5)
    assert run.w[:3] == pytest.approx(np.array([[0.5, 0.5], [0.25, 0.75], [0.0, 1.0]]))
    assert mirror.regret(run) == pytest.approx([0.5, 0.75, 1.75 - 1])


@BOTH
def test_the_terms_add_up_to_the_regret(geometry):
    """S-2.7.Thm2: start + moves - slack, exactly, after every round and against every u."""
    rng = np.random.default_rng(5)
    run = mirror.mirror_descent(rng.random((40, 5)), geometry, 0.7)
    gain = np.cumsum((run.w[:-1] * run.v).sum(axis=1))
    for u in [*np.eye(5)[:2], np.full(5, 0.2), *simplex(rng, 5, 5)]:
        found = mirror.terms(run, geometry, u)
        exact = gain - np.cumsum(run.v @ u)
        assert found["start"] + np.cumsum(found["moves"]) - found["slack"] == pytest.approx(exact)
        assert found["slack"].min() >= -1e-12 and found["moves"].min() >= -1e-12
        assert np.all(found["moves"] <= found["norms"] + 1e-12)
        assert found["start"] == pytest.approx(
            (geometry.value(u) - geometry.value(np.full(5, 0.2))) / 0.7
        )
    assert found["norms"][3] == pytest.approx(0.35 * geometry.dual(run.v[3]) ** 2)


@BOTH
@pytest.mark.parametrize("d, T", [(2, 10), (30, 400), (300, 50)])
def test_the_bound_and_its_best_step(geometry, d, T):
    eta, promised = mirror.tuned(geometry, d, T)
    assert promised == pytest.approx(mirror.bound(geometry, d, T, eta))
    grid = np.geomspace(eta / 30, 30 * eta, 2001)
    assert mirror.bound(geometry, d, T, grid).min() == pytest.approx(promised, rel=1e-4)
    expected = {"quadratic": (d - 1) * T, "entropic": 2 * T * np.log(d)}[geometry.name]
    assert promised == pytest.approx(np.sqrt(expected))
    for Z in games(T, d):
        for factor in (0.1, 1, 5):
            run = mirror.mirror_descent(Z, geometry, factor * eta)
            assert mirror.regret(run)[-1] <= mirror.bound(geometry, d, T, factor * eta) + 1e-9


def games(T, d):
    return (
        mirror.coins(T, d, np.random.default_rng(6)),
        mirror.one_good(T, d),
        mirror.see_saw(T, d),
        mirror.changing(T, d),
    )


def test_the_losses_by_hand():
    assert mirror.one_good(2, 3).tolist() == [[0, 1, 1], [0, 1, 1]]
    assert mirror.see_saw(3, 4).tolist() == [[1, 1, 0, 0], [0, 0, 1, 1], [1, 1, 0, 0]]
    assert mirror.changing(4, 3).tolist() == [[0, 1, 1], [0, 1, 1], [1, 1, 0], [1, 1, 0]]
    heads = mirror.coins(400, 50, np.random.default_rng(7))
    assert set(np.unique(heads)) == {0, 1} and abs(heads.mean() - 0.5) < 5 * 0.5 / np.sqrt(20_000)


@BOTH
@pytest.mark.parametrize("d, T", [(2, 4), (10, 40), (60, 100)])
@pytest.mark.parametrize("eta", [0.003, 0.05, 0.7, 8.0])
def test_the_two_closed_forms_are_runs(geometry, d, T, eta):
    for Z, closed in (
        (mirror.one_good, mirror.good_regret),
        (mirror.see_saw, mirror.see_saw_regret),
    ):
        measured = mirror.regret(mirror.mirror_descent(Z(T, d), geometry, eta))[-1]
        assert closed(geometry, d, T, eta) == pytest.approx(measured, abs=1e-9)
        assert closed(geometry, d, T, np.array([1.0, eta]))[1] == pytest.approx(measured, abs=1e-9)


def test_bregman_of_the_two_regularisers():
    rng = np.random.default_rng(8)
    w, u = simplex(rng, 50, 4), rng.dirichlet(np.ones(4), 50)
    half = mirror.bregman(mirror.QUADRATIC.value, lambda u: u, w, u)
    assert half == pytest.approx(((w - u) ** 2).sum(axis=1) / 2)
    kl = mirror.bregman(mirror.ENTROPIC.value, lambda u: np.log(u) + 1, w, u)
    assert kl == pytest.approx((w * np.log(w / u)).sum(axis=1))


def test_the_conjugate_on_a_grid():
    grid = np.linspace(-4, 4, 801)
    slopes = np.array([-2.0, 0.0, 1.5])
    star, at = mirror.conjugate_on_grid(grid**2, grid, slopes)
    assert star == pytest.approx(slopes**2 / 4, abs=1e-4) and at == pytest.approx(
        slopes / 2, abs=0.01
    )
    one = mirror.conjugate_on_grid(np.abs(grid), grid, 0.5)
    assert one[0] == pytest.approx(0) and one[1] == pytest.approx(0)


def test_bad_input_gets_a_sentence():
    with pytest.raises(ValueError, match="eta"):
        mirror.mirror_descent(np.ones((3, 2)), mirror.ENTROPIC, 0.0)
    with pytest.raises(ValueError, match="losses Z"):
        mirror.mirror_descent([[1.0, np.nan]], mirror.ENTROPIC, 1.0)
