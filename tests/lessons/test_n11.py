"""Figures of notebook 11: what they compute, checked another way, and claims that see an error."""

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from scipy.optimize import minimize

from helpers.margins import pegasos, separation, svm
from lessons.n11_svm import bias_penalty
from tests.lessons.claims import broken
from tests.lessons.room import Room

figures = Room("11")


@pytest.mark.parametrize(
    "name, values",
    [
        ("price", dict(alpha=1.3, t=0.2)),
        ("price", dict(alpha=0.7, t=2.4)),
        ("soft", dict(x1=0.1)),
        ("bend", dict(ell=1.0)),
        ("steps", dict(T=40, s1=-1.5, s2=2, eta=0.05)),
        ("steps", dict(T=40, s1=-1.5, s2=2, rule="Pegasos")),
    ],
)
def test_claims_hold_as_they_are(show, name, values):
    """Away from the first picture, where a wrong formula would still agree."""
    assert broken(show(name, **values)) == []


# street


def test_the_best_line_is_the_one_that_scipy_finds(show):
    r = show("street").r
    found = minimize(
        lambda p: p[:2] @ p[:2] / 2,
        [1.0, 1.0, 0.0],
        method="SLSQP",
        options={"ftol": 1e-15},
        constraints={"type": "ineq", "fun": lambda p: r.y * (r.X @ p[:2] + p[2]) - 1},
    ).x
    assert r.best.width == pytest.approx(1 / np.hypot(*found[:2]), rel=1e-6)
    assert r.best.width == pytest.approx(0.677, abs=5e-4)
    assert show("street").r.margin == pytest.approx(0.463, abs=5e-4)


def test_the_line_follows_the_hand(show):
    figure = show("street", angle=60, offset=0.4)
    push, turn, choose = figure.handles
    x, y = push.at(figure.r)
    assert push.to(figure.r, x, y)["offset"] == pytest.approx(0.4)
    moved = push.to(figure.r, *(0.9 * figure.r.v + [-figure.r.v[1], figure.r.v[0]]))
    assert moved["offset"] == pytest.approx(0.9)
    assert turn.to(figure.r, *turn.at(figure.r))["angle"] == pytest.approx(60)
    for hand in ((1.0, 2.0), (-2.0, 0.5), (0.0, 0.0), (0.3, 0.0)):
        v = svm.unit(np.radians(turn.to(figure.r, *hand)["angle"]))
        if np.hypot(*hand) > 0.4:
            assert v @ hand == pytest.approx(0.4), "the line passes through the hand"
    assert choose.to(figure.r, 37.0, 9)["angle"] == 37.0


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_the_search_sees_a_margin_that_is_ten_per_cent_wrong(show, monkeypatch, wrong):
    right = separation.margin
    monkeypatch.setattr(figures.separation, "margin", lambda *given: wrong * right(*given))
    assert "margin = distance found by search" in broken(show("street"))


def test_a_narrower_street_is_noticed(show, monkeypatch):
    """A hard margin that is not the largest: its w is a soft one's, scaled until it is allowed."""

    def planted(X, y):
        m = svm.soft_margin(X, y, 3.0)
        scale = 1 / m.margins.min()
        return svm.Machine(scale * m.alpha, scale * m.b, scale * m.scores, y, np.inf, scale * m.w)

    monkeypatch.setattr(figures.svm, "hard_or_none", planted)
    assert "1/‖w‖ = the best of 3601 angles" in broken(show("street", gap=2.4))


# price


def test_the_gap_of_the_parabola_has_its_closed_form(show):
    figure = show("price", alpha=2, t=0.5)
    assert (figure.r.P.p_star, figure.r.cheap[1]) == pytest.approx((2.25, 2.0), abs=1e-4)
    assert figure.handles[1].at(figure.r) == pytest.approx((2, 2.0), abs=1e-4)
    assert figure.handles[0].to(figure.r, 1.2, 0) == dict(t=1.2)


def test_a_constraint_that_is_one_tenth_off_is_noticed(show, monkeypatch):
    right = figures.duality.Program.lagrangian
    planted = lambda self, alpha: right(self, 1.1 * np.asarray(alpha))  # noqa: E731
    monkeypatch.setattr(figures.duality.Program, "lagrangian", planted)
    figure = show("price", alpha=2)
    assert "p* − D(α) = (α − α*)²/4 + α(r − 2)⁺" in broken(figure)
    assert "the best price is 2(2 − r)⁺" in broken(figure)


# soft


def test_the_path_of_costs_is_that_of_machines_solved_one_by_one():
    for place in ((1.5, 0.6), (-2.0, 0.6), (0.3, -3.5)):
        X = figures.with_star(*place)
        each = [svm.soft_margin(X, figures.LABELS, C) for C in figures.COSTS]
        width, slack = figures.trade(*place)
        assert width == pytest.approx([m.width for m in each], rel=1e-7)
        assert slack == pytest.approx([m.slack.mean() for m in each], abs=1e-8)
        assert np.all(np.diff(width) <= 1e-9) and np.all(np.diff(slack) <= 1e-9)


def test_the_numbers_of_the_text(show):
    r = show("soft", x1=0.3).r
    assert (r.m.c, len(r.m.support), len(r.m.free)) == (0.5, 9, 3)
    assert r.m.alpha[0] == pytest.approx(0.41, abs=0.005) and r.m.margins[0] == pytest.approx(1)
    hard = show("soft", x1=3).r.hard
    assert hard.alpha.max() == pytest.approx(17.8, abs=0.05)
    at = 40 * hard.alpha.max()
    assert at == pytest.approx(713, abs=0.5)
    assert show("soft", x1=3, C=1.001 * at).r.reached
    assert not show("soft", x1=3, C=0.999 * at).r.reached


def test_the_star_has_the_colour_of_its_class(show):
    """It is a point of y = +1: in the other class's colour the picture would lie."""
    legend = show("soft").canvas.figure.axes[0].get_legend()
    drawn = dict(zip([words.get_text() for words in legend.texts], legend.legend_handles))
    star = to_rgb(drawn["the star, $y = +1$"].get_markerfacecolor())
    camps = [to_rgb(drawn[f"$y = {sign}1$"].get_markerfacecolor()) for sign in "+-"]
    assert star == camps[0] != camps[1]


def test_the_star_pays_as_it_is_dragged(show):
    figure = show("soft")
    drag, cost = figure.handles
    paid = []
    for x1 in (2.0, 0.5, 0.3, 0.0, -1.0, -3.0):
        figure.set(**drag.to(figure.r, x1, 0.6))
        paid.append(figure.r.m.alpha[0] / figure.r.m.c)
    assert paid == pytest.approx([0, 0, 0.82, 1, 1, 1], abs=0.005)
    assert cost.to(figure.r, 300.0, 1) == dict(C=300.0)


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_a_wrong_lid_is_noticed(show, monkeypatch, wrong):
    """Machines of another cost, said to be of this one."""
    right = svm.soft_margin

    def planted(X, y, C, bias=True):
        m = right(X, y, wrong * C, bias)
        return svm.Machine(m.alpha, m.b, m.scores, m.y, C, m.w)

    monkeypatch.setattr(figures.svm, "soft_margin", planted)
    seen = broken(show("soft", x1=0))
    assert {"primal value = dual value", "Σα(1 − yf) = (C/n)Σξ"} <= set(seen)


# bend


def test_throwing_a_payer_away_is_noticed(show, monkeypatch):
    """One support vector too few: the machine on the payers alone is another one."""
    right = svm.Machine.support.fget
    monkeypatch.setattr(svm.Machine, "support", property(lambda self: right(self)[1:]))
    figure = show("bend")
    assert broken(figure)[0] == figure.headlined.name


def test_errors_of_the_text(show):
    def wrong(**values):
        r = show("bend", **values).r
        return np.round([100 * np.mean(r.m.margins <= 0), 100 * np.mean(r.new <= 0)], 1).tolist()

    assert wrong() == [5.5, 6.5]
    assert wrong(ell=0.05, lam=1e-5) == [0.0, 17.5]
    assert wrong(points="patients", ell=10.0, lam=1e-5)[1] == pytest.approx(11.4, abs=0.05)
    assert wrong(points="patients", ell=2.0)[1] == pytest.approx(11.1, abs=0.05)
    assert wrong(points="patients", ell=0.2, lam=1e-5)[1] == pytest.approx(23.8, abs=0.05)


# steps


def test_the_bound_with_the_length_of_u_alone_fails_from_another_start(show, monkeypatch):
    """The slip: ‖u‖² in place of ‖w₁ − u‖². From w₁ = 0 they are the same."""
    right = figures.bounds.best_bound
    monkeypatch.setattr(figures.bounds, "best_bound", lambda run, R: right(run, np.hypot(*OPTIMUM)))
    OPTIMUM = svm.soft_margin(figures.XS, figures.YS, 5.0, bias=False).w
    assert not broken(show("steps", T=40))
    far = show("steps", T=40, s1=-1.5, s2=2, eta=0.05)
    assert broken(far) == ["mean regret on the examples drawn"]


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_a_step_that_is_ten_per_cent_wrong_is_noticed(show, monkeypatch, wrong):
    """Pegasos with a step of another length does not throw the start away."""
    right = pegasos.pegasos_steps
    planted = lambda lam: lambda t: wrong * right(lam)(t)  # noqa: E731
    monkeypatch.setattr(figures.pegasos, "pegasos_steps", planted)
    figure = show("steps", rule="Pegasos", s1=1.5, s2=-1)
    assert "Pegasos: w₂ does not contain w₁" in broken(figure)


def test_the_path_starts_at_the_star_and_the_star_can_be_dragged(show):
    figure = show("steps", s1=-1, s2=0.5)
    assert figure.r.run.w[0] == pytest.approx([-1, 0.5, 0])
    assert figure.handles[0].to(figure.r, 0.2, 0.3) == dict(s1=0.2, s2=0.3)
    assert figure.handles[1].to(figure.r, 77, 1) == dict(T=77)


def test_online_regret_of_the_text():
    """From −4u the regret is 788 where the formula for w₁ = 0 allows 74; its own bound is 960."""
    X = figures.data.blobs(400, [[1, 0.5], [-1, -0.5]], np.random.default_rng(4))[0]
    y = np.where(np.arange(400) % 2, -1.0, 1.0)
    u, L = svm.soft_margin(X, y, C=5, bias=False).w, np.linalg.norm(X, axis=1).max()
    B, rival = np.hypot(*u), figures.losses.hinge(y * (X @ u)).sum()
    eta = B / (L * 20)
    regret = [pegasos.online_svm(X, y, eta, a * u).extra["loss"].sum() - rival for a in (0, -4)]
    assert regret == pytest.approx([22, 788], abs=0.5) and B * L * 20 == pytest.approx(74, abs=0.5)
    assert 25 * B**2 / (2 * eta) + 200 * eta * L**2 == pytest.approx(960, abs=0.5)


# promise


def test_a_wrong_score_is_noticed(show, monkeypatch):
    right = bias_penalty.learnt
    planted = lambda share, lam, kk: right(share, 1.1 * lam, kk)  # noqa: E731
    monkeypatch.setattr(bias_penalty, "learnt", planted)
    assert "score at a share q, by search" in broken(show("promise"))


def test_the_free_bias_breaks_the_bound_of_the_text(show):
    r = show("promise", bias="free", rho=0.01).r
    assert (r.now, r.says[0]) == pytest.approx((0.927, 0.8), abs=5e-4)
