"""Figures of notebook 09: what they compute, checked another way, and claims that see an error."""

import numpy as np
import pytest

from helpers.descent import adaptive, projections, svrg
from tests.lessons.claims import broken
from tests.lessons.room import Room

figures = Room("09")

NAMES = ["leash", "nearest", "decades", "control", "snapshot", "scale", "rare"]


@pytest.mark.parametrize("name", NAMES)
def test_the_claims_hold_at_every_step_of_the_story(show, name):
    figure = show(name)
    for index in range(len(figure.story)):
        figure.show(index)
        assert not broken(figure), figure.story[index].name


# projection


def test_both_kinds_of_runs_see_the_same_examples():
    """Three steps by hand, with and without the disc."""
    x, y = figures.pairs()
    r = figures.leash.compute(3, 20.0, 1.5, 7)
    for way, radius in zip(r["paths"], (1.5, 1e9)):
        w = np.array([1.0, -1.0])
        for t in range(3):
            j = figures.RIDES[t, 6]
            push = -np.sin((y[j] - w[0] - w[1] * x[j]) / 2) / 2
            w = w - 20 / (t + 1) * push * np.array([1, x[j]])
            w = w * min(1, radius / np.hypot(*w))
            assert way[t + 1] == pytest.approx(w)


def test_the_function_is_flat_at_its_lowest_point_and_convex_inside():
    x, y = figures.pairs()
    assert np.abs(projections.cos_grad(figures.lowest(), x, y).mean(axis=0)).max() < 1e-12
    assert 1.5 < figures.roof() < 3
    out = np.array([0.0, figures.roof() + 0.7])
    turned = [projections.cos_hessian(out[::k], x, y) for k in (1, -1)]
    assert min(np.linalg.eigvalsh(H)[0] for H in turned) < 0


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_leash_sees_a_gain_that_is_a_tenth_wrong_and_a_disc_that_is_too_large(
    show, monkeypatch, wrong
):
    figure, right = show("leash", T=50), figures.gained
    monkeypatch.setattr(figures, "gained", lambda *given: wrong * right(*given))
    figure.set(T=60)
    assert broken(figure) == ["what that bound gives away = what projecting gained"]
    monkeypatch.undo()
    ball = projections.project_ball
    monkeypatch.setattr(figures.projections, "project_ball", lambda w, B: ball(w, 1.1 * B))
    figure.set(T=61)
    assert "largest ‖w‖ of the projected runs ≤ B" in broken(figure)


def test_the_bound_of_leash_is_reached_where_nothing_is_projected(show):
    figure = show("leash", T=200, eta=0.5)
    headline = figure.claims()[0]
    assert headline.measured == pytest.approx(headline.bound)


def test_the_sides_for_a_convex_function_by_hand():
    x, y = figures.pairs()
    points, weights = np.array([[1.0, -1.0], [0.2, 0.4]]), np.array([2.0, 1.0])
    slopes = [projections.cos_grad(w, x, y).mean(axis=0) @ (w - figures.lowest()) for w in points]
    gap, bound = figures.convex_sides(points, weights)
    assert bound == pytest.approx((2 * slopes[0] + slopes[1]) / 3)
    mean = (2 * points[0] + points[1]) / 3
    low = projections.cos_loss(figures.lowest(), x, y)
    assert gap == pytest.approx(projections.cos_loss(mean, x, y) - low)


def test_nearest_sees_a_point_that_is_not_nearest(show, monkeypatch):
    figure = show("nearest")
    shapes = {**projections.SHAPES, "ball": lambda w: projections.project_ball(w, 1.02)}
    monkeypatch.setattr(figures.projections, "SHAPES", shapes)
    figure.set(a=1.9)
    assert "‖w − Pw‖ = the least distance, by SciPy's optimiser" in broken(figure)
    shapes["ball"] = lambda w: np.where(np.abs(w) > 1, 1.5 * w, w)
    figure.set(a=1.95)
    assert "‖Pw − Pz‖ ≤ ‖w − z‖" in broken(figure)


def test_on_the_circle_two_points_are_torn_apart_and_no_claim_applies(show):
    figure = show("nearest", shape="circle", a=0.1, b=0.0, c=-0.1, d=0.0)
    assert figure.r.closer == pytest.approx(2) and figure.r.apart == pytest.approx(0.2)
    assert all(claim.why_not for claim in figure.claims())


def test_the_points_and_the_edge_are_dragged(show):
    figure = show("nearest")
    assert figure.handles[1].to(figure.r, 0.5, -0.5) == {"c": 0.5, "d": -0.5}
    figure = show("leash")
    assert figure.handles[0].to(figure.r, 1.2, 1.6) == {"B": pytest.approx(2.0)}


def test_the_second_snapshot_is_dragged_along_the_work_spent(show):
    figure = show("snapshot")
    passes, height = figure.handles[0].at(figure.r)
    assert passes == pytest.approx(1.4)  # one pass, then 200 steps of two gradients each, n = 1000
    taken = (figures.PASSES > 1.41) & (figures.PASSES < 2.39)  # while the snapshot is computed
    assert figure.r.heights[1][taken] == pytest.approx(height)
    assert figure.handles[0].to(figure.r, 21.0, height) == {"kappa": pytest.approx(10_000)}
    assert figure.handles[0].to(figure.r, 0.5, height) == {"kappa": 1}
    assert show("snapshot", kappa=1e5).r.second is None  # after more than a hundred passes


# scaling


@pytest.mark.parametrize("wrong", [0.98, 1.02])
def test_decades_sees_an_identity_that_is_two_per_cent_wrong(show, monkeypatch, wrong):
    right = figures.scaled_sum
    monkeypatch.setattr(figures, "scaled_sum", lambda *given: wrong * right(*given))
    figure = show("decades", T=50)
    for eta in (0.003, 0.1, 1.0, 10.0):
        figure.set(eta=eta)
        assert len(broken(figure)) == 1, f"nothing noticed at {eta}"


def test_decades_sees_steps_that_are_too_long(show, monkeypatch):
    longest = adaptive.adam_longest
    monkeypatch.setattr(figures.adaptive, "adam_longest", lambda t: 0.9 * longest(t))
    figure = show("decades", T=50)
    assert broken(figure) == ["Adam: step over the longest possible, worst"]
    monkeypatch.undo()
    bound = adaptive.adagrad_bound
    monkeypatch.setattr(figures.adaptive, "adagrad_bound", lambda *given: 0.5 * bound(*given))
    figure.set(T=400, eta=10.0)
    assert len(broken(figure)) == 1


def test_the_text_of_decades_is_what_its_sweep_says():
    """Best of 33 steps after 400, 100 and 50 steps, and what happens at 1."""
    last = figures.sweeps()[0]
    best = [[figures.ETAS[np.argmin(curve[T])] for curve in last] for T in (400, 100, 50)]
    assert best[0] == pytest.approx([0.0075, 0.42, 0.042], rel=0.01)
    assert [b[0] for b in best[1:]] == pytest.approx([0.024, 0.042], rel=0.02)
    lows = [curve[400].min() for curve in last]
    assert lows == pytest.approx([0.043, 0.059, 0.067], abs=6e-4)
    at_one = [curve[400][24] for curve in last]
    assert figures.ETAS[24] == pytest.approx(1) and at_one[0] > 1e3
    assert at_one[1:] == pytest.approx([0.095, 0.9], abs=0.005)


def test_the_sweep_and_the_run_agree(show):
    figure = show("decades", eta=1.0, T=100)
    at = [curve[24] for curve in figure.r.sweep]
    assert at[1:] == pytest.approx(figure.r.now[1:], rel=1e-6)


def test_scale_sees_a_law_that_is_two_per_cent_wrong(show, monkeypatch):
    right = figures.settled
    monkeypatch.setattr(figures, "settled", lambda *given: 1.02 * right(*given))
    figure = show("scale", eps=0.1)
    for values in ({}, {"sigma": 0.1}, {"cond": 300.0, "sigma": 0.2, "theta": 60.0}):
        figure.set(**{**figure.first, "eps": 0.1, **values})
        assert figure.claims()[0].name in broken(figure), values


def test_the_expected_heights_are_those_of_many_runs(show):
    r = figures.scale.compute(30.0, 0.1, 0.2, 15.0)
    noise = 0.2 * np.random.default_rng(0).normal(size=(20, 4000, 2))
    for P, exact in zip(r["ways"], r["gaps"]):
        w = np.tile(r["start"], (4000, 1))
        for xi in noise:
            w = w - (r["f"].grad(w) + xi) @ P.T
        gaps = r["f"].gap(w)
        assert abs(gaps.mean() - exact[20]) < 5 * gaps.std() / 4000**0.5


def test_rare_sees_swapped_features(show, monkeypatch):
    right = adaptive.effective_rates
    monkeypatch.setattr(figures.adaptive, "effective_rates", lambda run: right(run)[..., ::-1])
    figure = show("rare", p=0.2)
    assert len(broken(figure)) == 1


# memory


@pytest.mark.parametrize("wrong", [0.99, 1.01])
def test_control_sees_a_formula_that_is_one_per_cent_wrong(show, monkeypatch, wrong):
    right = svrg.Moments.variance
    monkeypatch.setattr(svrg.Moments, "variance", lambda self, c: wrong * right(self, c))
    figure = show("control")
    for values in ({}, {"c": -0.9}, {"c": 2.0, "rho": -0.5}, {"unit": 0.5, "c": -1.0}):
        figure.set(**{**figure.first, **values})
        assert figure.claims()[0].name in broken(figure), values


def test_the_parcels_are_white_to_the_last_digit():
    Z = figures.white()
    assert np.abs(Z.mean(axis=0)).max() < 1e-12
    assert np.abs(Z.T @ Z / len(Z) - np.eye(2)).max() < 1e-12


@pytest.mark.parametrize("wrong", [0.95, 1.05])
def test_snapshot_sees_a_noise_that_is_five_per_cent_wrong(show, monkeypatch, wrong):
    right = figures.noise_at
    monkeypatch.setattr(figures, "noise_at", lambda *given: wrong * right(*given))
    figure = show("snapshot")
    for values in ({}, {"n": "100"}, {"n": "10000"}, {"kappa": 10.0}, {"kappa": 2.0}, {"eta": 0.3}):
        figure.set(**{**figure.first, **values})
        assert figure.claims()[0].name in broken(figure), values


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_snapshot_sees_directions_whose_correction_is_a_tenth_off(show, monkeypatch, wrong):
    """c = -0.9 or -1.1 instead of -1: still unbiased, but neither the noise nor the law agree."""

    def planted(G, G_snap):
        return G - wrong * (G_snap - G_snap.mean(axis=0))

    monkeypatch.setattr(figures.svrg, "svrg_singles", planted)
    figure = show("snapshot")
    assert figure.claims()[0].name in broken(figure)


def test_the_bound_on_the_noise_divided_by_ten_fails(show, monkeypatch):
    right = svrg.smoothness_of_singles
    monkeypatch.setattr(figures.svrg, "smoothness_of_singles", lambda X: right(X) / 10**0.5)
    figure = show("snapshot")
    for values in ({}, {"n": "100"}, {"n": "10000"}, {"kappa": 3.0}):
        figure.set(**{**figure.first, **values})
        assert "noise / ‖w − w̃‖² ≤ mean β_j²" in broken(figure), values


def test_snapshot_sees_a_law_with_another_step(show, monkeypatch):
    right = svrg.SVRGLaw.heights
    monkeypatch.setattr(svrg.SVRGLaw, "heights", lambda self, w, t: 1.01 * right(self, w, t))
    figure = show("snapshot", kappa=20.0)
    assert broken(figure) == ["exact height after 2 steps = mean over all n second steps"]
