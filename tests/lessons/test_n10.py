"""Figures of notebook 10: what they compute, checked another way, and claims that see an error."""

import numpy as np
import pytest

from helpers.descent import chains, langevin, wells
from lessons.n10_langevin import bayes
from tests.lessons.room import Room

figures = Room("10")


def failing(figure):
    return [c.name for c in figure.claims() if not c.why_not and not c.holds]


def scaled(module, name, factor, monkeypatch):
    """Plant a function that is wrong by a factor."""
    right = getattr(module, name)
    monkeypatch.setattr(module, name, lambda *a, **k: factor * right(*a, **k))


@pytest.mark.parametrize("name", ["shaking", "noises", "wells", "averages", "clip", "regression"])
def test_claims_hold_along_the_story(show, name):
    figure = show(name)
    assert not failing(figure)
    for index, step in enumerate(figure.story):
        figure.show(index)
        assert not failing(figure), step.name


@pytest.mark.parametrize("wrong", [0.9, 1.1])
@pytest.mark.parametrize("name", ["shaking", "regression"])
def test_a_variance_at_rest_that_is_ten_per_cent_wrong_is_seen(show, monkeypatch, name, wrong):
    scaled(chains, "stationary_variance", wrong, monkeypatch)
    figure = show(name)
    steps = {"shaking": [dict(eta=0.001), dict(eta=0.01)], "regression": [dict(micro=10)]}
    for step in steps[name]:
        figure.set(**step)
        assert failing(figure), f"nothing noticed at {step}"


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_a_band_that_is_ten_per_cent_wrong_is_seen(show, monkeypatch, wrong):
    scaled(chains, "variance_path", wrong, monkeypatch)
    figure = show("shaking")
    for T in (1, 20, 300):
        figure.set(T=T)
        assert failing(figure) == ["variance of the band = a geometric sum"]


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_noise_of_batches_that_is_ten_per_cent_wrong_is_seen(show, monkeypatch, wrong):
    scaled(bayes.NormalMean, "gradient_variance", wrong, monkeypatch)
    figure = show("noises")
    for m in (1, 5, 20, 45):
        figure.set(m=m)
        assert not figure.claims()[0].holds and "error of the estimate / V" in failing(figure)
    assert failing(show("shaking", m=1))


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_kicks_that_are_ten_per_cent_wrong_are_seen(show, monkeypatch, wrong):
    scaled(langevin, "_shakes", wrong**0.5, monkeypatch)
    assert failing(show("shaking", eta=0.001))
    assert failing(show("noises"))
    assert "kicks / 2η, within 5 standard errors" in failing(show("averages"))


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_averages_see_a_variance_that_is_ten_per_cent_wrong(show, monkeypatch, wrong):
    scaled(chains, "average_variance", wrong, monkeypatch)
    figure = show("averages")
    for p in (0.35, 0.75, 1):
        for T in (3, 100, 2000):
            figure.set(p=p, T=T)
            found = failing(figure)
            assert {"plain: recursion / squares", "weighted: recursion / squares"} <= set(found)


def test_the_steps_of_the_matrix_and_the_count_of_switches_see_ten_per_cent(show, monkeypatch):
    right = wells.step_matrix
    monkeypatch.setattr(wells, "step_matrix", lambda g, x, eta, tau: right(g, x, eta, 1.1 * tau))
    assert "variance of one step / 2ητ" in failing(show("wells"))
    monkeypatch.setattr(wells, "step_matrix", right)
    scaled(wells, "expected_switches", 1.1, monkeypatch)
    assert "switches: forwards / backwards" in failing(show("wells", tau=0.5))


def test_the_posterior_of_the_regression_sees_a_wrong_number(show, monkeypatch):
    figure = show("regression")
    law = figures.lab()[0].law
    wrong = bayes.NormalInverseGamma(law.mu, 1.1 * law.V, law.phi, law.psi)
    monkeypatch.setattr(figures.lab()[0], "law", wrong)
    figure.set(micro=2)
    assert not figure.claims()[0].holds


def test_theorem_10_7_is_the_limit_and_the_pushes_are_those_of_the_chain():
    """The frozen variance to three digits, and the coefficients against a chain kicked once."""
    eta = 1.5 / np.arange(1, 40_001)
    plain = figures.pushes(eta, np.ones(len(eta)))
    variance = (plain**2 * np.append(1, 2 * eta[:-1])).sum()
    assert variance == pytest.approx(1 / 2.5, abs=1e-3)
    short, w = 0.7 / np.arange(1, 9), np.zeros(9)
    for t in range(8):
        w[t + 1] = w[t] - short[t] * w[t] + (t == 3)
    assert figures.pushes(short, short)[4] == pytest.approx(short @ w[:-1] / short.sum())


def test_exact_switches_are_those_of_many_chains(b=1.2, tau=2.0, eta=0.05, k=4000):
    grid = wells.even_grid(b + 6, b / 2, eta, tau, fine=2.5)

    def grad(w):
        return wells.grad_wells(w, b)

    exact = wells.expected_switches(grad, -b, eta, tau, 300, b / 2, grid)
    run = langevin.sgld(grad, np.full((k, 1), -b), eta, tau, 300, np.random.default_rng(0))
    found = wells.mode_switches(run.w[..., 0], -b / 2, b / 2)
    assert abs(found.mean() - exact) < 5 * found.std() / k**0.5 < 0.06 * exact


@pytest.mark.parametrize(("b", "eta"), [(1.0, 0.1), (1.5, 0.03), (2.0, 0.02)])
def test_the_curve_of_switches_is_that_of_the_fine_grid(b, eta):
    def grad(w):
        return wells.grad_wells(w, b)

    for tau, count in list(zip(figures.HEATS, figures.switch_curve(b, eta)))[::5]:
        grid = wells.even_grid(b + 3.6 * tau**0.5, b / 2, eta, tau, fine=2.5)
        exact = wells.expected_switches(grad, -b, eta, tau, 300, b / 2, grid)
        assert count == pytest.approx(exact, rel=0.02)


def test_handles_are_their_sliders(show):
    for name, values in {"shaking": "burn", "noises": "eta", "wells": "tau", "clip": "c"}.items():
        figure = show(name)
        handle = figure.handles[0]
        x, y = handle.at(figure.r)
        assert handle.to(figure.r, x, y)[values] == pytest.approx(figure.values[values])
    figure = show("averages", T=50)
    for handle in figure.handles:
        assert handle.at(figure.r)[0] == 50


def test_the_plain_loop_of_the_notebook_is_sgld():
    """The eight lines of section 1, with the same random numbers, step for step."""
    z, eta, tau, m = figures.NORMAL.z, 0.01, 1.5, 10
    rng = np.random.default_rng(3)
    J = [rng.choice(50, m, replace=False) for _ in range(40)]
    xi = np.random.default_rng(4).standard_normal((40, 1))[:, 0]
    w, points = 2.0, []
    for t in range(40):
        slope = 50 / m * np.sum(z[J[t]] - w) - w
        w = w + eta * slope + np.sqrt(2 * eta * tau) * xi[t]
        points.append(w)
    batch = iter(J)
    run = langevin.sgld(
        lambda w: 5 * np.sum(z[next(batch)] - w, keepdims=True) - w,
        [2.0],
        eta,
        tau,
        40,
        np.random.default_rng(4),
    )
    assert run.w[1:, 0] == pytest.approx(np.array(points))
