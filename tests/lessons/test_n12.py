"""Figures of notebook 12: what they compute, checked another way, and claims that see an error."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import special
from scipy.optimize import minimize

from helpers.margins import multiclass, multiclass_sgd, pegasos, svm
from helpers.margins import votes as voting
from helpers.margins.perceptron import pad
from tests.lessons.claims import broken
from tests.lessons.room import Room

figures = Room("12")


@pytest.mark.parametrize(
    "name, values",
    [
        ("vote", dict(points="five")),
        ("psi", dict(psi="in order", x1=0.7)),
        ("psi", dict(psi="centres", points="row")),
        ("above", dict(u1=0.05)),
        ("temper", dict(tau=300)),
        ("temper", dict(tau=0.1, lead=False)),
        ("digits", dict(D=3)),
        ("descent", dict(T=100, s=-4, eta=0.03)),
        ("descent", dict(T=100, s=-4, rule="1/(2λt)")),
    ],
)
def test_claims_hold_as_they_are(show, name, values):
    """Away from the first picture, where a wrong formula would still agree."""
    assert broken(show(name, **values)) == []


# vote


def test_arcs_far_out_are_what_a_huge_circle_meets():
    """Walk along a circle of radius 10^6 and note every change in who claims."""
    turn, rng = np.linspace(0, 2 * np.pi, 50_001)[:-1], np.random.default_rng(0)
    rules = [figures.trained(points, "logistic", 0.01)[0] for points in ("wine", "five")]
    rules += [rng.normal(size=(c, 3)) for c in (3, 4, 5, 6)]
    for A in rules:
        says = pad(1e6 * svm.unit(turn)) @ A.T > 0
        new = (says != np.roll(says, 1, axis=0)).any(axis=1)
        found = np.sort(says[new].sum(axis=1))
        assert found.tolist() == np.sort(figures.claims_far_out(A)).tolist()
        assert len(found) == 2 * len(A) and np.sum(found != 1) >= len(A)


def test_parallel_borders_and_constant_rules_are_told(show):
    A = figures.trained("wine", "logistic", 0.01)[0].copy()
    A[1, :2] = 2 * A[0, :2]
    assert figures.claims_far_out(A) is None
    A[1, :2] = 0
    assert figures.claims_far_out(A) is None
    assert show("vote", points="row").headlined.why_not


def test_rules_that_agree_far_out_are_noticed(show, monkeypatch):
    """A count that overlooks the doubt breaks the theorem; so does a duel that nobody wins."""
    right = figures.claims_far_out
    monkeypatch.setattr(figures, "claims_far_out", lambda A: np.minimum(right(A), 1))
    assert broken(show("vote")) == ["unbounded pieces of the plane in doubt ≥ c"]


def test_a_duel_that_is_won_twice_is_noticed(show, monkeypatch):
    right = voting.one_vs_one

    def planted(*given):
        D = right(*given)
        D[1, 0] = D[0, 1]
        return D

    monkeypatch.setattr(voting, "one_vs_one", planted)
    assert "duels won, most at a place" in broken(show("vote"))


def test_numbers_of_section_1(show):
    r = show("vote").r
    assert np.round(100 * np.array(r.wrong), 1).tolist() == [17.4, 6.7, 6.7]
    r = show("vote", points="row", how="by score").r
    assert np.round(100 * np.array(r.wrong), 1).tolist() == [7.8, 1.1, 0.0]


# psi


def test_a_region_that_is_not_convex_is_noticed(show, monkeypatch):
    """Nine times the squared distance for one class: differences of scores are not affine."""

    def bent(x, name):
        Psi = right(x, name).copy()
        Psi[:, 1] *= 9
        return Psi

    right = figures.BUILD["centres"]
    monkeypatch.setitem(figures.BUILD, "centres", bent)
    assert show("psi", psi="centres", points="triangle", x1=0.3, x2=-1).headlined.holds is False


def test_errors_of_the_text(show):
    errors = [show("psi", psi=psi).r.m.error for psi in ("blocks", "in order")]
    assert np.round(100 * np.array(errors), 1).tolist() == [6.7, 16.3]


# above


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_a_hinge_that_is_ten_per_cent_wrong_is_noticed(show, monkeypatch, wrong):
    right = multiclass.hinge
    monkeypatch.setattr(multiclass, "hinge", lambda S, y: wrong * right(S, y))
    seen = broken(show("above", u1=0.05))
    assert {"hinge = max(0, 1 + worst lead)", "slope of the hinge = √2"} <= set(seen)
    assert ("0–1 loss ≤ hinge" in seen) == (wrong < 1)


def test_a_wrong_temperature_is_noticed(show, monkeypatch):
    right = multiclass.soft_hinge
    planted = lambda S, y, tau=1.0, cost=1.0: right(S, y, 1.1 * tau, cost)  # noqa: E731
    monkeypatch.setattr(multiclass, "soft_hinge", planted)
    assert "slope of the softmax = 1 − p" in broken(show("above"))


def test_the_star_is_dragged_to_a_mistake(show):
    figure = show("above")
    assert (figure.r.error, figure.r.now) == (0, pytest.approx(0.6))
    figure.set(**figure.handles[0].to(figure.r, 1.0, -0.5))
    assert (figure.r.error, figure.r.now) == (1, pytest.approx(2))


# temper


@pytest.mark.parametrize("lead", [True, False])
def test_the_soft_machine_is_the_one_that_scipy_finds(show, lead):
    r = show("temper", tau=0.7, lam=0.05, lead=lead).r
    X, own = pad(r.X), np.eye(3)[r.y]

    def f(w):
        Z = X @ w.reshape(3, 3).T + lead * (1 - own)
        soft = 0.7 * special.logsumexp(Z / 0.7, axis=1) - (Z * own).sum(axis=1)
        return soft.mean() + 0.05 * w @ w

    found = minimize(f, np.zeros(9), method="BFGS", options={"gtol": 1e-8})
    assert r.m.objective == pytest.approx(found.fun, abs=1e-8)
    assert r.m.w == pytest.approx(found.x, abs=1e-4)


def test_the_optimum_rises_with_the_mean_entropy(show):
    """The slope of the optimum in τ: an exact law behind Theorem 12.5."""
    low, r, high = (show("temper", tau=tau).r.m for tau in (1.98, 2.0, 2.02))
    slope = (high.objective - low.objective) / 0.04
    assert slope == pytest.approx(special.entr(r.a).sum(axis=1).mean(), rel=1e-4)


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_class_sums_that_are_ten_per_cent_wrong_are_noticed(show, monkeypatch, wrong):
    right = multiclass.class_sums
    monkeypatch.setattr(multiclass, "class_sums", lambda *given: wrong * right(*given))
    assert broken(show("temper", tau=300, lam=0.1)) == ["distance of W to the class sums"]


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_a_machine_of_another_temperature_is_noticed(show, monkeypatch, wrong):
    """Trained at another temperature, said to be of this one: an equation sees it at once."""
    right = multiclass.soft_machine
    planted = lambda X, y, lam, tau, cost: right(X, y, lam, wrong * tau, cost)  # noqa: E731
    monkeypatch.setattr(multiclass, "soft_machine", planted)
    assert "‖W‖ = ‖Σ([k = y] − p) x‖/(2λn)" in broken(show("temper"))


def test_numbers_of_section_5(show):
    r = show("temper").r
    assert (r.hinge.objective, r.m.objective) == pytest.approx((0.262, 0.594), abs=5e-4)
    assert np.mean(r.cold > 1e-6) == pytest.approx(0.31, abs=0.005)
    assert np.mean(r.soft > 0.01) == pytest.approx(0.95, abs=0.005)
    r = show("temper", points="row", tau=300).r
    assert (r.m.error, r.hinge.error) == (pytest.approx(0.322, abs=5e-4), 0)


# digits


def test_numbers_of_section_6(show):
    figure = show("digits")
    assert figure.r.error == pytest.approx(0.187, abs=5e-4)
    assert broken(figure) == []
    figure.set(scheme="one against one")
    assert figure.r.error == pytest.approx(0.179, abs=5e-4)


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_a_machine_of_another_penalty_is_noticed(show, monkeypatch, wrong):
    """Trained with another λ, said to be of this one."""

    def planted(X, y, lam):
        m = multiclass.machine(pad(X), y, wrong * lam)
        return replace(m, lam=lam), m.W

    monkeypatch.setitem(multiclass.SCHEMES, "hinge", planted)
    seen = broken(show("digits", D=3))
    assert {"primal = dual", "mean paid = mean hinge + 2λ‖w‖²"} <= set(seen)


# descent


def test_the_bound_with_the_length_of_the_optimum_alone_fails_from_another_start(show, monkeypatch):
    """The slip: ‖w*‖² in place of ‖w₁ − w*‖². From w₁ = 0 they are the same."""
    right, length = figures.bounds.best_bound, np.linalg.norm(figures.one_machine("wine", 0.1).w)
    monkeypatch.setattr(figures.bounds, "best_bound", lambda run, far: right(run, length))
    assert not broken(show("descent", T=300))
    far = show("descent", T=1000, s=-4, eta=0.03)
    assert broken(far) == ["mean regret on the examples drawn"]
    assert far.r.regret == pytest.approx(0.400, abs=5e-4)


def test_the_path_starts_where_it_should(show):
    r = show("descent", s=-2.5, T=20).r
    assert r.run.w[0] == pytest.approx(-2.5 * r.best.w)
    figure = show("descent")
    assert figure.handles[0].to(figure.r, 77, 1) == dict(T=77)


def test_a_step_that_forgets_the_lead_is_noticed(show, monkeypatch):
    """A step that pushes at mistakes only, and says that it is the right one."""
    right = multiclass_sgd.descend

    def planted(X, y, lam, eta, T, rng, step, start):
        return right(X, y, lam, eta, T, rng, "plain argmax", start=start)

    monkeypatch.setattr(multiclass_sgd, "descend", planted)
    assert "pushes = √2‖x‖ of those who hurt" in broken(show("descent"))


def test_pegasos_forgets_its_start(show):
    """The first step is 1/(2λ): w₂ holds nothing of w₁."""
    two = [show("descent", rule="1/(2λt)", s=s, T=10).r.run for s in (3.0, 0.0)]
    assert np.linalg.norm(two[0].w[1]) <= multiclass.lipschitz(figures.XW) / 0.2
    assert two[1].eta == pytest.approx(pegasos.pegasos_steps(0.1)(np.arange(1, 11)))
