"""Figures of notebook 05: what they show, checked another way, and claims that see an error."""

import numpy as np
import pytest
from scipy.optimize import linprog

from helpers.linear import lasso
from lessons.n05_sparsity import sparse_recovery as recovery
from tests.lessons.claims import broken
from tests.lessons.room import Room

figures = Room("05")


@pytest.fixture(scope="module")
def made():
    """Every figure once, before anything is planted: caches hold what is right."""
    names = ("touch", "rules", "path", "recovery", "taste")
    every = {name: getattr(figures, name)() for name in names}
    yield every
    for figure in every.values():
        figure.dispose()


@pytest.fixture
def show(made):
    """A figure by its class name, at its first values but for those given."""

    def at(name, **values):
        figure = made[name]
        figure.set(**{**figure.first, **values})
        return figure

    return at


@pytest.mark.parametrize("name", ["touch", "rules", "path", "recovery", "taste"])
def test_every_claim_holds_at_every_step_of_the_story(show, name):
    figure = show(name)
    for values in figure.presets.values():
        figure.set(**values)
        assert not broken(figure)


# corners


def test_the_corner_holds_the_star_from_below_zero_to_above_a_half(show):
    """The numbers of the text: at c_1 = 2.2 the wedge goes from -0.31 to 0.62."""
    figure, held = show("touch"), []
    for c2 in np.arange(-1, 1, 0.05).round(2):
        figure.set(c2=float(c2))
        held += [c2] if figure.r.w[1] == 0 else []
    assert (min(held), max(held)) == (-0.3, 0.6)
    figure.set(c2=0.6)
    assert figure.r.pull == pytest.approx([0.898, 0.820], abs=1e-3)
    figure.set(p=1.2)
    assert figure.r.w == pytest.approx([1.16, 0.08], abs=5e-3)


def test_the_star_is_a_handle_in_both_panels(show):
    figure = show("touch")
    plane, height = figure.handles
    assert plane.to(figure.r, 1.5, -0.7) == dict(c1=1.5, c2=-0.7)
    figure.set(**plane.to(figure.r, 1.5, -0.7))
    assert tuple(plane.at(figure.r)) == (1.5, -0.7) and height.at(figure.r)[0] == -0.7
    assert height.to(figure.r, 1.2, 0.0) == dict(c2=1.2)


@pytest.mark.parametrize("values", [dict(c2=1.6), dict(p=2, c2=0.6), dict(p=1.2, c2=0.6)])
@pytest.mark.parametrize("turn", [-0.02, 0.02])
def test_an_answer_beside_the_touching_point_is_noticed(show, monkeypatch, values, turn):
    right = lasso.touching

    def planted(A, c, p, radius):
        w = right(A, c, p, radius)
        angle = np.arctan2(w[:, 1], w[:, 0]) + turn
        return lasso._at_angle(angle, p, radius)

    monkeypatch.setattr(figures.lassos, "touching", planted)
    assert len(broken(show("touch", **values))) >= 2


def test_a_corner_that_holds_too_long_and_one_that_lets_go_too_soon_are_noticed(show, monkeypatch):
    monkeypatch.setattr(
        figures.lassos, "touching", lambda A, c, p, radius: np.tile([radius, 0.0], (len(c), 1))
    )
    assert "corner: the pull sideways is at most the pull along" in broken(show("touch", c2=0.7))
    edge = np.array([1.1, 0.1])
    monkeypatch.setattr(
        figures.lassos, "touching", lambda A, c, p, radius: np.tile(edge, (len(c), 1))
    )
    assert "edge: both pulls are equal" in broken(show("touch", c2=0.5))


def test_the_dual_norm_is_the_largest_pull_along_the_ball():
    m = np.array([0.7, -1.9])
    for p in (1, 1.3, 2, 4):
        edge = lasso.ball_edge(p, 1.0, 2000)
        assert figures.dual_norm(m, p) == pytest.approx((edge @ m).max(), rel=1e-5)
    assert figures.dual_norm(np.zeros(2), 3) == 0


# rules


@pytest.mark.parametrize("wrong", [0.9, 1.1, 2])
def test_a_wrong_threshold_or_share_is_noticed(show, monkeypatch, wrong):
    right = lasso.shrink
    monkeypatch.setattr(
        figures.lassos, "shrink", lambda b, lam, p, a=1.0: right(b, wrong * lam, p, a)
    )
    assert "lasso" in broken(show("rules"))[0]
    monkeypatch.setattr(figures, "lowest", lambda b, lam, a, p: right(b, wrong * lam, p, a))
    assert "ridge keeps the share a²/(a² + λ)" in broken(show("rules"))


def test_a_count_that_decides_wrongly_is_noticed(show, monkeypatch):
    right = lasso.shrink
    monkeypatch.setattr(
        figures.lassos,
        "shrink",
        lambda b, lam, p, a=1.0: right(b, 4 * lam if p == 0 else lam, p, a),
    )
    assert "counting: cost by the rule = lowest cost" in broken(show("rules"))


def test_the_diamond_is_the_threshold(show):
    figure = show("rules", a=2)
    handle = figure.handles[1]
    assert handle.at(figure.r) == (1 / 8, 0.0)
    assert handle.to(figure.r, 0.5, 0.0)["lam"] == pytest.approx(4.0)
    figure.set(a=0.3, lam=20)
    assert handle.at(figure.r) is None, "a threshold outside the picture has no handle"


# the path


def test_the_star_on_the_path_is_lambda(show):
    figure = show("path", lam=0.05)
    handle = figure.handles[0]
    assert handle.at(figure.r) == (0.05, 0.0)
    assert handle.to(figure.r, 0.7, 0.2) == dict(lam=0.7)


def test_the_story_of_the_path_is_true(show):
    figure = show("path")

    def at(**values):
        figure.set(**values)
        return figure.r.w

    assert not at(lam=1.5).any()
    assert np.flatnonzero(at(lam=1.1)).tolist() == [2]
    assert np.flatnonzero(at(lam=0.3)).tolist() == [2, 3, 6, 8]
    assert at(lam=0.02)[6] < -0.1 and at(lam=0.002)[6] == 0
    three = at(columns="three matter", lam=0.05)
    assert np.flatnonzero(three).tolist() == [0, 1, 2]
    assert (np.abs(three[:3]) < [0.5, 0.4, 0.25]).all()


@pytest.mark.parametrize("lam", [1.1, 0.3, 0.02])
def test_a_solution_that_is_a_little_off_is_noticed(show, monkeypatch, lam):
    right = lasso.lasso
    monkeypatch.setattr(
        figures.lassos, "lasso", lambda X, y, lam, *w0: right(X, y, 0.99 * lam, *w0)
    )
    assert len(broken(show("path", lam=lam))) >= 2
    monkeypatch.setattr(figures.lassos, "lasso", lambda X, y, lam, *w0: -right(X, y, lam, *w0))
    assert "g·w = λ‖w‖₁: pulls have the signs of w" in broken(show("path", lam=lam))


def test_a_gap_that_promises_too_much_and_sweeps_that_climb_are_noticed(show, monkeypatch):
    right = lasso.duality_gap
    monkeypatch.setattr(figures.lassos, "duality_gap", lambda *given: 0.1 * right(*given))
    assert "height over the minimum ≤ duality gap" in broken(show("path", lam=0.3, T=1))
    sweeps = lasso.coordinate_descent

    def backwards(X, y, lam, T, *w0):
        run = sweeps(X, y, lam, T, *w0)
        return run if w0 else type(run)(run.w[::-1], -run.v[::-1], run.eta)

    monkeypatch.setattr(figures.lassos, "coordinate_descent", backwards)
    assert "the last sweep went down" in broken(show("path", lam=0.3, T=2))


# recovery


@pytest.mark.parametrize("n, s", [(9, 2), (9, 1), (12, 3), (30, 3), (40, 11)])
def test_recovery_holds_where_few_equations_made_it_slow(show, n, s):
    assert not broken(show("recovery", n=n, s=s, d=80))


def test_a_solver_that_stops_too_soon_is_noticed(show, monkeypatch):
    right = recovery.least_l1
    monkeypatch.setattr(figures.recoveries, "least_l1", lambda X, W: right(X, W, T=50))
    assert "length that ℓ1 finds" in broken(show("recovery", n=9, s=2))[0]


def test_a_solver_that_cheats_is_noticed(show, monkeypatch):
    """The truth itself, the shortest ℓ2 solution, or something off the equations is no answer."""
    right = recovery.least_l1
    monkeypatch.setattr(figures.recoveries, "least_l1", lambda X, W: (W, right(X, W)[1]))
    assert broken(show("recovery", n=12, s=11))
    spread = lambda X, W: (W @ np.linalg.pinv(X) @ X, right(X, W)[1])  # noqa: E731
    monkeypatch.setattr(figures.recoveries, "least_l1", spread)
    assert "no vector found is longer than the truth" in broken(show("recovery"))
    monkeypatch.setattr(figures.recoveries, "least_l1", lambda X, W: (0.9 * W, right(X, W)[1]))
    assert "largest answer + worst miss = largest answer" in broken(show("recovery"))


def test_a_certificate_for_nothing_is_noticed(show, monkeypatch):
    monkeypatch.setattr(figures.recoveries, "certified", lambda X, W: np.ones(len(W), bool))
    assert "certified vectors that are found" in broken(show("recovery", n=12))


def test_a_projection_that_is_none_is_noticed(show, monkeypatch):
    right = recovery.least_l2
    monkeypatch.setattr(figures.recoveries, "least_l2", lambda X, W: 0.9 * right(X, W))
    assert "least ℓ2: kept² + lost² = s" in broken(show("recovery"))


def test_the_numbers_of_the_text_about_recovery(show):
    found = [int(show("recovery", n=n).r.right.sum()) for n in (12, 16, 20)]
    assert found == [8, 16, 20]
    assert 80 * recovery.transition(3 / 80) == pytest.approx(13.3, abs=0.05)


def test_the_star_of_recovery_moves_both_numbers(show):
    figure = show("recovery")
    handle = figure.handles[0]
    assert handle.at(figure.r) == (3 / 80, 30 / 80)
    assert handle.to(figure.r, 0.1, 0.5) == dict(s=8, n=40)


# what a tip catches


@pytest.mark.parametrize("p", [1.2, 2, 4])
def test_beyond_p_1_a_tip_catches_its_ray_and_no_star_beside_it(p):
    A, tips = figures.bowl(25, 3), [(1.2, 0), (-1.2, 0), (0, 1.2), (0, -1.2)]
    for (start, end), tip in zip(figures.cells(p, 1.2, 25, 3), tips):
        on = start + 0.05 * (end - start)
        beside = on + 0.5 * np.abs(np.array(tip))[::-1] / 1.2
        w, moved = figures.lassos.touching(A, np.vstack([on, beside]), p, 1.2)
        assert np.allclose(start, tip) and np.allclose(w, tip, atol=1e-2)
        assert np.abs(moved - tip).max() > np.abs(w - tip).max()


# the optimiser's choice


def test_the_start_is_a_handle(show):
    figure = show("taste")
    handle = figure.handles[0]
    figure.set(**handle.to(figure.r, 1.0, -0.5))
    assert tuple(handle.at(figure.r)) == (1.0, -0.5)


@pytest.mark.parametrize("values", [dict(), dict(T=1), dict(w1=1.0, w2=-2.0, T=3)])
def test_a_descent_that_forgets_its_start_or_its_step_is_noticed(show, monkeypatch, values):
    right = figures.optim.gradient_descent

    def decayed(grad, start, eta, T):
        return right(lambda w: grad(w) + 0.02 * w, start, eta, T)

    monkeypatch.setattr(figures.optim, "gradient_descent", decayed)
    assert "unseen part of the point after T steps, and of the start" in broken(
        show("taste", **values)
    )
    monkeypatch.setattr(
        figures.optim, "gradient_descent", lambda grad, w, eta, T: right(grad, w, 0.9 * eta, T)
    )
    assert "distance to the end = |1 − 2η|^T · at the start" in broken(show("taste", **values))
    monkeypatch.setattr(figures.lassos, "descent_limit", lambda X, y, w0: figures.ROW + 0.9 * w0)
    assert "length² of the end = 1 + u²" in broken(show("taste", **values))


# sentences and guesses


def test_the_rule_that_takes_the_same_amount_off_two_and_off_four(show):
    """By the lowest points that are found by looking, not by the formulas."""
    taken = {}
    for b in (2.0, 4.0):
        r = show("rules", b=b).r
        taken[b] = b - r.found
    (ridge2, lasso2, count2), (ridge4, lasso4, count4) = taken[2.0], taken[4.0]
    assert lasso2 == pytest.approx(lasso4, abs=1e-4) and lasso2 > 0.4
    assert ridge2 / 2 == pytest.approx(ridge4 / 4, abs=1e-4) and abs(count2) + abs(count4) < 1e-4


def test_at_infinity_the_corners_of_the_ball_lie_off_the_axes():
    """p = 1 is the only power with corners on the axes; the square has corners of its own."""
    square = lasso.touching(np.eye(2), np.array([[2.0, 1.9], [2.0, 0.3]]), 60, 1.0)
    assert square[0] == pytest.approx([1, 1], abs=0.05) and square[1, 1] == pytest.approx(
        0.3, abs=0.02
    )


def test_on_the_single_ray_of_a_smooth_ball_the_caption_names_the_zero(show):
    for p in (1.2, 2, 4):
        figure = show("touch", p=p, tilt=0, c2=0)
        assert "coefficient 2 is 0." in figure.caption(figure.r)
    figure = show("touch", p=2, tilt=0, c2=0.3)
    assert "Both coefficients" in figure.caption(figure.r)


@pytest.mark.parametrize("n, s, d, count", [(18, 6, 55, 6), (19, 7, 60, 4), (5, 2, 50, 6)])
def test_a_vector_that_is_not_found_is_not_the_shortest(show, n, s, d, count):
    """At these places a solver that stops within half a per cent passes by the true vector."""
    r = show("recovery", n=n, s=s, d=d).r
    assert r.right.sum() == count
    for w, right in zip(r.W, r.right):
        rows = np.hstack([r.X, -r.X])
        shortest = linprog(np.ones(2 * d), A_eq=rows, b_eq=r.X @ w).fun
        assert right == (shortest > s - 1e-6)


def test_the_borders_of_the_text_about_counting():
    said = {(3, 80): (13, 15), (10, 80): (31, 51), (3, 10**6): (57, 44)}
    for (s, d), (border, product) in said.items():
        assert np.ceil(d * recovery.transition(s / d) - 0.3) == border
        assert round(s * np.log(2 * d)) == product
    for s, d in ((1, 10**6), (3, 80), (10, 80), (15, 80), (3, 10**6)):
        assert d * recovery.transition(s / d) < 2 * s * np.log(d / s)


def test_one_gaussian_equation_tells_all_sign_vectors_apart():
    x = np.random.default_rng(0).normal(size=8)
    signs = np.array(np.meshgrid(*[[-1, 0, 1]] * 8)).reshape(8, -1)
    assert np.diff(np.sort(x @ signs)).min() > 1e-9 and signs.shape[1] == 6561


def test_descent_ends_at_the_fit_nearest_to_its_start(show):
    line = figures.ROW + np.linspace(-5, 5, 20001)[:, None] * figures.UNSEEN
    for w1, w2, eta in ((-2, 1.2, 0.1), (3, -2, 0.4), (0, 2, 0.85)):
        r = show("taste", w1=w1, w2=w2, eta=eta, T=60).r
        nearest = line[np.linalg.norm(line - [w1, w2], axis=1).argmin()]
        assert r.run.last == pytest.approx(nearest, abs=1e-3)


def test_the_star_pushed_up_by_half_a_unit_leaves_the_answer_where_it_is(show):
    """The answer by a search over the diamond's edge."""
    edge = lasso.ball_edge(1, 1.2, 4000)
    for c2 in (0.1, 0.6):
        r = show("touch", c2=c2).r
        away = edge - r.c
        assert edge[((away @ r.A) * away).sum(axis=1).argmin()] == pytest.approx([1.2, 0], abs=1e-9)
