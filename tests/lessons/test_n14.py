"""Figures of notebook 14: handles, numbers of the text, and claims that see an error."""

import numpy as np
import pytest

from helpers.kernels import gaussian, ridge
from helpers.kernels.ridge import KernelRidge
from tests.lessons.room import Room

figures = Room("14")


def broken(figure):
    """Names of claims that apply and fail."""
    return [claim.name for claim in figure.claims() if not claim.why_not and not claim.holds]


@pytest.mark.parametrize("name", ["ridge", "lift", "span", "limits", "digits", "cost", "gram"])
def test_what_is_claimed_holds_at_every_step_of_the_story(show, name):
    figure = show(name)
    for step in range(len(figure.story)):
        figure.show(step)
        assert not broken(figure), figure.story[step].name


def test_the_error_curves_are_those_of_single_fits(show):
    figure = show("ridge", lam=0.003)
    for j in (0, 20, 45):
        fit = KernelRidge(gaussian(figures.WIDTHS[j])(figure.r.places[:, 0]), figure.r.y)
        misses = figures.rms(fit.fitted(0.003) - figure.r.y), figures.rms(fit.loo(0.003))
        assert figure.r.errors[:, j] == pytest.approx(misses, rel=1e-6)


def test_a_pulled_point_moves_alone_and_the_star_is_the_bandwidth(show):
    figure = show("ridge")
    handle = figure.handles[4]
    figure.set(**handle.to(figure.r, 0.5, 9.0))
    moved = np.abs(figure.r.places - np.array(figures.TWELVE)).max(axis=1)
    assert np.flatnonzero(moved).tolist() == [4]
    assert figure.r.places[4].tolist() == [0.5, 3.0], "it stays in the picture"
    star = figure.handles[-1]
    assert star.at(figure.r)[0] == 0.08 and star.to(figure.r, 0.3, 1.0) == {"bandwidth": 0.3}
    with pytest.raises(ValueError, match="lie in the picture"):
        figure.set(places=", ".join(["7 1"] * 12))


def test_news_travel_as_far_as_the_bandwidth(show):
    """Pulling the point at 0.6 moves the curve left of 0.35 for wide bells only."""
    pulled = {"places": figures.ridge.story[5].values["places"]}
    for width, follows in ((0.02, False), (0.5, True)):
        figure = show("ridge", bandwidth=width)
        before = figure.r.curve[figure.r.grid < 0.35]
        figure.set(**pulled)
        far = np.abs(figure.r.curve[figure.r.grid < 0.35] - before).max()
        assert (far > 0.1) == follows


def test_the_own_point_turns_one_proof_into_the_other(show):
    figure = show("lift", psi=figures.SQUARES)
    handle = figure.handles[0]
    assert handle.at(figure.r) is None, "no handle without the point"
    figure.set(own=True)
    assert figure.r.part.separable
    figure.set(**handle.to(figure.r, 0.0, 0.0))
    assert not figure.r.part.separable and len(figure.r.y) == 61
    assert figure.r.part.weights[-1] > 0, "the new point is part of the proof"


@pytest.mark.parametrize("values", [{}, {"psi": figures.SQUARES}, {"shape": "exclusive or"}])
def test_separation_sees_a_wrong_certificate(show, monkeypatch, values):
    right = figures.separation

    def planted(Psi, y):
        part = right(Psi, y)
        return type(part)(**{**vars(part), "weights": part.weights[::-1].copy()})

    monkeypatch.setattr(figures, "separation", planted)
    assert broken(show("lift", **values))


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_a_penalty_that_is_ten_per_cent_wrong_is_seen(show, monkeypatch, wrong):
    """In the coefficients of the fit, in descent, in leaving one out and in the limits."""
    right, loo, limits = KernelRidge.alpha, KernelRidge.loo, ridge.limits
    monkeypatch.setattr(KernelRidge, "alpha", lambda self, lam: right(self, wrong * lam))
    assert show("ridge").headline(show("ridge").r).holds is False
    monkeypatch.setattr(KernelRidge, "alpha", right)
    monkeypatch.setattr(KernelRidge, "loo", lambda self, lam: loo(self, wrong * lam))
    assert broken(show("digits"))[0].startswith("the most surprising digit")
    assert broken(show("ridge"))
    monkeypatch.setattr(figures.kernel_ridge, "limits", lambda fit, lam: limits(fit, wrong * lam))
    assert broken(show("limits"))
    descent = figures.kernel_descent
    monkeypatch.setattr(
        figures, "kernel_descent", lambda K, y, eta, lam, T: descent(K, y, eta, wrong * lam, T)
    )
    assert len(broken(show("span"))) == 3


def test_the_start_of_descent_is_its_handle(show):
    figure = show("span")
    assert figure.handles[0].at(figure.r) == (0.0, 1.5)
    assert figure.handles[0].to(figure.r, 0.4, 0.7) == {"h": 0.7}
    assert abs(figure.r.path[-1, 1]) / 1.5 == pytest.approx(0.83, abs=0.005), "as the text says"
    assert show("span", h=0).r.path[:, 1] == pytest.approx(np.zeros(31), abs=1e-12)


def test_the_limits_of_the_text(show):
    figure = show("limits", bandwidth=300.0)
    assert figure.r.now.wide == pytest.approx(6e-5, rel=0.05)
    assert figure.r.now.wide_bound == pytest.approx(1.1e-4, rel=0.05)
    figure.set(lam=1e-8)
    assert (
        figure.r.now.wide_bound == pytest.approx(109, abs=0.5) and figure.headline(figure.r).why_not
    )
    slope = np.polyfit(figures.DENSE, figure.r.curve, 1)
    assert np.abs(np.polyval(slope, figures.DENSE) - figure.r.curve).max() < 0.01, "a line"


@pytest.mark.parametrize("name, wrong", [("to_ones", 5.0), ("to_identity", 1e6), ("wide", 2.0)])
def test_the_bounds_of_the_bandwidth_can_fail(show, monkeypatch, name, wrong):
    right = ridge.limits

    def planted(fit, lam):
        found = right(fit, lam)
        return type(found)(**{**vars(found), name: wrong * getattr(found, name)})

    monkeypatch.setattr(figures.kernel_ridge, "limits", planted)
    assert broken(show("limits", bandwidth=0.008 if name == "to_identity" else 300.0))


def test_narrow_bells_give_the_nearest_digit_its_say(show):
    figure = show("digits", bandwidth=0.3)
    assert figure.r.wrong[2] == pytest.approx(figures.split().nearest(), abs=0.003)
    assert np.median(np.abs(figure.r.scores)) < 3e-4
    assert figure.r.plane > 0.08
    assert show("digits", bandwidth=1.0).r.wrong[2] < 0.02


def test_operations_that_are_counted_wrongly_are_seen(show, monkeypatch):
    figure = show("cost", n=100, d=20, p=1)
    assert figure.claims()[0].why_not and not figure.claims()[1].why_not
    right = figures.primal_flops
    monkeypatch.setattr(figures, "primal_flops", lambda n, M: right(n, 10 * M))
    assert broken(show("cost", n=100, d=20, p=1))
    monkeypatch.setattr(figures, "primal_flops", lambda n, M: right(n, M / 10))
    assert broken(show("cost", n=280, d=10, p=3))


def test_degrees_of_freedom_see_a_missing_n(show, monkeypatch):
    right = KernelRidge.df
    monkeypatch.setattr(KernelRidge, "df", lambda self, lam: right(self, lam / 40))
    assert broken(show("gram"))


def test_the_hardest_digits_are_called_what_the_scores_say(show):
    figure = show("digits", bandwidth=1.0)
    said = [words.get_text() for words in figure.canvas.figure.axes[1].texts]
    wrong = round(400 * figure.r.wrong[2])
    assert [words[-1] for words in said] == ["✗"] * wrong + ["✓"] * (8 - wrong)
    for words in said:
        assert (int(words[0]) % 2 == (": odd" in words)) == words.endswith("✓")


def test_what_the_steps_say_is_in_the_picture(show):
    span, crowd = show("span"), show("gram")
    span.show(4)
    assert span.r.inside[3] < 0.01 * span.r.inside[0], "three long steps arrive"
    assert 2 * span.r.eta * span.r.lam == pytest.approx(0.027)
    crowd.show(2)
    assert crowd.r.above == 1 and np.sum(crowd.r.s > 0.001 * crowd.r.total) == 1


def test_the_caption_names_a_limit_only_near_it(show):
    figure = show("limits", bandwidth=300.0)
    assert "the mean over 1 + λ" in figure.caption(figure.r)
    figure.set(lam=1e-8)
    assert figure.caption(figure.r).startswith("Far from both limits")


def test_narrow_bells_repeat_the_noise_and_are_not_closest_to_the_truth():
    """Distances from 1 + sin(2 pi x) at the twelve points: narrow, better, best of the three."""
    x, y = np.array(figures.TWELVE).T
    truth = 1 + np.sin(2 * np.pi * x)
    far = [
        figures.rms(KernelRidge(gaussian(width)(x), y).fitted(0.01) - truth)
        for width in (0.005, 0.08, 0.2)
    ]
    assert far == pytest.approx([0.182, 0.122, 0.095], abs=0.001)
    assert figures.rms(y - truth) == pytest.approx(0.134, abs=0.001)


def test_dear_features_turn_the_roads_round():
    """400 points, 100 features, a kernel value of 5: weights win if feature values are given."""
    weights, kernel = ridge.primal_flops(400, 100).total, ridge.dual_flops(400, 5).total
    assert weights < kernel < weights + 400 * 100 * 1000
