"""Figures of notebook 23: claims that see a wrong formula, and numbers that the text quotes."""

import numpy as np
import pytest

from helpers import losses
from helpers.online import batch
from tests.lessons.claims import broken, forget
from tests.lessons.room import Room

figures = Room("23")


def test_learning_first_is_seen(show, monkeypatch):
    """Mistakes of rules that have already learnt the image: the headline must fail."""
    figure, right = show("pupil", t=100), batch.progressive

    def late(answers, y):
        return right(answers, y)[0] * 0, right(answers, y)[1]

    assert not broken(figure)
    monkeypatch.setattr(batch, "progressive", late)
    forget(figures)
    figure.set(t=100)
    assert "the online error is the test error, on average" in broken(figure)


def test_a_test_error_on_the_wrong_images_is_seen(show, monkeypatch):
    """The error of the rules on all images, the learnt ones among them."""
    figure = show("pupil", t=400)

    def everywhere(answers, y):
        wrong = answers[:-1] != y
        return wrong.diagonal().astype(float), 0.7 * wrong.mean(axis=1)

    monkeypatch.setattr(batch, "progressive", everywhere)
    forget(figures)
    figure.set(t=400)
    assert broken(figure)


def test_a_forgetful_neighbour_is_seen(show, monkeypatch):
    figure, right = show("pupil", t=50), batch.nearest_answers

    def shifted(X, y, T):
        run = right(X, y, T)
        answers = np.vstack([run.w[:1], run.w[:-1]])
        return type(run)(answers, run.v, run.eta)

    monkeypatch.setattr(batch, "nearest_answers", shifted)
    forget(figures)
    figure.set(t=50)
    assert "the neighbour remembers" in broken(figure)


@pytest.mark.parametrize(
    "name, values, formula, factor",
    [
        ("tree", dict(p=0.95, eta=0.05), "excess_bound", 0.9),
        ("tree", {}, "coin_risk", 1.02),
        ("tree", {}, "distance", 1.05),
        ("tree", dict(eta=0.05), "towards", 0.5),
        ("kiosk", {}, "mean_distance", 2.0),
        ("kiosk", {}, "towards", 0.8),
        ("budget", {}, "excess_bound", 1.1),
        ("passes", {}, "excess_bound", 0.05),
    ],
)
def test_a_wrong_formula_is_seen(show, monkeypatch, name, values, formula, factor):
    figure = show(name, **values)
    assert not broken(figure)
    right = getattr(batch, formula)
    if formula == "coin_risk":
        wrong = lambda p: lambda w: factor * right(p)(w)  # noqa: E731
    else:
        wrong = lambda *given: factor * np.asarray(right(*given))  # noqa: E731
    monkeypatch.setattr(batch, formula, wrong)
    figure.set(**values)
    assert broken(figure)


def test_a_promise_for_too_few_examples_is_seen(show, monkeypatch):
    """A fiftieth of the customers cannot be enough: the claim applies there, and fails."""
    figure, right = show("budget", c=0.25, eps=0.15, T=30), figures.steps_to_eps
    assert figure.claims()[0].why_not
    monkeypatch.setattr(figures, "steps_to_eps", lambda *a, **k: right(*a, **k) // 50)
    figure.set(c=0.25, eps=0.15, T=30)
    assert "enough examples" in broken(figure)


def test_a_dishonest_first_pass_is_seen(show, monkeypatch):
    """The second pass passed off as the first."""
    figure, right = show("passes", P=2), figures.by_pass
    monkeypatch.setattr(figures, "by_pass", lambda errors, P: right(errors, P)[::-1])
    figure.set(P=2)
    assert "in the first pass the online error is honest" in broken(figure)


def test_a_tail_bound_that_is_too_small_is_seen(show, monkeypatch):
    figure, right = show("spread", eta=0.02), figures.hoeffding
    monkeypatch.setattr(figures, "hoeffding", lambda T, s: right(4 * T, s))
    figure.set(eta=0.02)
    assert "the whole tail" in broken(figure)


def test_steps_without_a_loss_are_seen(show, monkeypatch):
    """A learner that looks at the coin before it answers: the equality of online loss and risk
    goes."""
    figure, right = show("tree"), batch.links

    def peeking(run, Z, loss, risk, u):
        found = right(run, Z, loss, risk, u)
        return type(found)(found.average, found.mean, 0.9 * found.online, found.regret, found.last)

    monkeypatch.setattr(batch, "links", peeking)
    figure.set(eta=0.15)
    assert "online loss = mean risk" in broken(figure)


def test_the_numbers_of_the_text():
    """Guesses and worked numbers, computed."""
    r = figures.pupil.compute(400, "nearest neighbour", 1)
    assert (r["online"][-1], r["risk"][-1]) == pytest.approx((0.055, 0.060), abs=5e-4)
    assert r["means"] == pytest.approx((0.055, 0.054), abs=6e-4)
    assert r["newest"][-1] == pytest.approx(0.013, abs=5e-4)
    assert np.sqrt((r["off"] ** 2).mean()) == pytest.approx(0.010, abs=5e-4)
    r = figures.tree.compute(0.4, 0.7, 12, 5, 1)
    assert r["exact"] == pytest.approx([0.091, 0.187, 0.187], abs=5e-4)
    assert (r["worst"], r["bound"]) == pytest.approx((0.217, 0.226), abs=5e-4)
    assert figures.LEAST == pytest.approx(0.973, abs=5e-4)
    assert figures.FAR == pytest.approx(2.26, abs=5e-3)
    told = {(0.3, 100): (66, 18), (0.02, 100): (171, 538), (0.3, 300): (70, 5)}
    for (eta, T), metres in told.items():
        r = figures.kiosk.compute(eta, T, figures.TOWN)
        assert (1000 * r["last"], 1000 * r["average"]) == pytest.approx(metres, abs=0.51)
    r = figures.budget.compute(0.25, 82, 1.0)
    assert r["needed"] == 82 and 1000 * r["mean"] == pytest.approx(24, abs=0.5)
    assert figures.budget.compute(0.5, 21, 1.0)["needed"] == 21
    r = figures.passes.compute(3.0, 40, 5)
    assert 100 * r["paid"].mean(axis=1) == pytest.approx([25.6, 10.3, 6.2, 4.6, 2.2], abs=0.06)
    assert 100 * r["fresh"].mean(axis=1)[[0, 1, 4]] == pytest.approx([24.7, 16.2, 15.7], abs=0.06)
    Z, _ = figures.schedule(40, 5)
    slope = batch.of_margin(losses.hinge)[1]
    w = batch.one_pass(slope, Z, np.zeros(figures.PIXELS), 3.0).w
    ends = [100 * (w[40 * k] @ figures.signed_rows().T <= 0).mean() for k in (1, 2)]
    assert ends == pytest.approx([17.6, 16.6], abs=0.06)  # the rules at the ends of two passes
    r = figures.spread.compute(0.1, 12, 0.5, 0.15)
    assert r["over"] == pytest.approx(0.006, abs=2e-4) and r["s"] == pytest.approx(0.31, abs=5e-4)


def test_words_of_the_story_are_true():
    """The steps that name a verdict."""
    tiny, usual, giant = (figures.tree.compute(eta, 0.7, 12, 5, 1) for eta in (0.02, 0.4, 1.0))
    assert tiny["at"][:, 1].max() < 0.5 and tiny["exact"] == pytest.approx([tiny["exact"][0]] * 3)
    assert usual["exact"][0] == pytest.approx(usual["exact"][1] / 2, abs=0.01)
    assert giant["exact"] == pytest.approx([0.12, 0.41, 0.41], abs=5e-4)
    sure = figures.tree.compute(0.05, 0.95, 12, 5, 1)
    assert sure["exact"][0] > 0.95 * sure["bound"]
    few = figures.kiosk.compute(0.3, 20, figures.TOWN)
    assert few["last"] < few["average"]  # twenty customers: not yet arrived
    usual, many = (figures.kiosk.compute(0.3, T, figures.TOWN) for T in (100, 300))
    assert np.all(many["curves"][1] < usual["curves"][1])
    assert np.all(many["curves"][0][-4:] > 0.7 * usual["curves"][0][-4:])
    crossing = figures.ETAS[np.argmax(usual["curves"][1] < usual["curves"][0])]
    assert 0.1 < crossing < 0.3
    long, short = (figures.budget.compute(0.5, 100, c) for c in (4.0, 0.25))
    assert long["promised"] == pytest.approx(2.125 * figures.FAR / 10)
    assert short["promised"] == pytest.approx(long["promised"])
    assert short["mean"] > 5 * long["mean"]
    gaps = [figures.passes.compute(3.0, n, 5)["gap"].mean(axis=1)[-1] for n in (20, 40, 60)]
    assert gaps[0] > gaps[1] > gaps[2]
    slow, usual = (figures.passes.compute(eta, 40, 5) for eta in (0.1, 3.0))
    assert slow["gap"].mean(axis=1)[-1] < usual["gap"].mean(axis=1)[-1]
    assert slow["paid"].mean() > usual["paid"].mean()
    assert slow["fresh"].mean() > usual["fresh"].mean()
    idle = [figures.spread.compute(0.1, 12, 0.5, eta)["square"] for eta in (0.02, 0.15, 1.0)]
    assert idle[0] > 1.5 * idle[1]


def test_a_home_cannot_be_dragged_out_of_sight(show):
    """Beyond the edge its square would vanish; inside it goes where the hand goes."""
    kiosk = show("kiosk")
    for hand, home in (((3.0, 0.5), (1.6, 0.5)), ((-0.2, 0.3), (-0.2, 0.3))):
        kiosk.set(**kiosk.handles[1].to(kiosk.r, *hand))
        assert np.allclose(kiosk.r.homes[0], home)


def test_the_line_errs_more_often_than_the_neighbour():
    neighbour, line = (figures.through_the_digits(rule) for rule in ("nearest neighbour", "line"))
    assert line[0].mean() > 2 * neighbour[0].mean()


def test_curves_along_the_step_size_are_the_runs():
    """The cached curves of `tree` are what single runs give."""
    for T, p in ((12, 0.7), (5, 0.95)):
        curves = figures.against_eta(T, p)
        for i in (0, 4, 9):
            assert curves[:, i] == pytest.approx(figures.expected(T, p, figures.STEPS[i])[0])


def test_a_home_dragged_straight_outwards_leaves_the_best_place():
    """The lecturer's note: a median feels directions, so across the town the place does move."""
    usual = figures.kiosk.compute(0.3, 20, figures.TOWN)["best"]
    for i, home in enumerate(figures.TOWN):
        town = figures.TOWN.copy()
        town[i] = usual + 1.3 * (home - usual)
        assert figures.kiosk.compute(0.3, 20, town)["best"] == pytest.approx(usual, abs=1e-3)
    town = figures.TOWN.copy()
    town[0] = -1.6, 0.1
    moved = figures.kiosk.compute(0.3, 20, town)["best"] - usual
    assert np.hypot(*moved) > np.hypot(*(town[0] - figures.TOWN[0])) / 6


def test_thirty_learners_alone_could_not_show_honesty():
    """Section 5: what chance may do in pass 1 is more than the dishonesty of pass 2."""
    gap = figures.passes.compute(3.0, 40, 5)["gap"]
    allowed = 5 * gap[0].std(ddof=1) / np.sqrt(gap.shape[1])
    assert allowed == pytest.approx(0.067, abs=5e-4) and 0.055 < gap[1].mean() < allowed
