"""Figures of notebook 31: claims that see a wrong formula, and numbers that the text quotes."""

import numpy as np
import pytest

from helpers import networks as nn
from helpers.kernels import tangent
from tests.lessons.claims import broken, forget, scaled
from tests.lessons.room import Room

figures = Room("31")


@pytest.mark.parametrize(
    "name, module, formula",
    [("valley", nn, "two_weights"), ("bends", nn, "interpolant"), ("lazy", tangent, "tangent")],
)
def test_a_wrong_formula_is_seen(show, monkeypatch, name, module, formula):
    figure = show(name)
    assert not broken(figure)
    monkeypatch.setattr(module, formula, scaled(getattr(module, formula), 1.1))
    figure.set()
    assert broken(figure)


def test_a_gradient_that_grows_too_much_is_seen(show, monkeypatch):
    figure, right = show("depth"), nn.signal

    def wrong(*given):
        sizes, pulls = right(*given)
        return sizes, pulls * 1e40

    monkeypatch.setattr(nn, "signal", wrong)
    figure.set(gain=1.0)
    assert len(broken(figure)) == 1


def test_a_longer_signal_is_seen(show, monkeypatch):
    """Each layer a fifth louder than it is."""
    figure, right = show("depth"), nn.signal
    monkeypatch.setattr(nn, "signal", lambda W, gain, *rest: right(W, 1.1 * gain, *rest))
    figure.set(gain=1.0)
    assert "a ReLU layer multiplies the mean square by g²/2" in broken(figure)


@pytest.mark.parametrize("activation", ["tanh", "sigmoid", "softplus"])
def test_a_backward_pass_without_the_slope_is_seen(show, monkeypatch, activation):
    figure = show("backwards", activation=activation)
    assert not broken(figure)
    value, _ = nn.ACTIVATIONS[activation]
    monkeypatch.setitem(nn.ACTIVATIONS, activation, (value, lambda s, h: np.ones_like(s)))
    figure.set(activation=activation)
    assert set(broken(figure)) >= {
        "against all ten slopes the loss falls as they say",
        "the backward pass finds the slope",
    }


def test_a_network_with_biases_is_no_thermostat(show, monkeypatch):
    """Theorems 31.6 and 31.7 need a network without biases."""
    figure = show("confident", tau=3.0)
    assert not broken(figure)
    monkeypatch.setattr(figures, "TRIO", nn.Net((3, 30, 3), "ReLU"))
    forget(figures)
    figure.set(tau=3.0)
    assert set(broken(figure)) >= {"temperature τ = all weights divided by √τ", "pull on layer 1"}


def test_a_wrong_pull_is_seen(show, monkeypatch):
    """Odds at another temperature than the loss."""
    figure, right = show("confident"), figures.lead
    monkeypatch.setattr(figures, "lead", lambda z, k, tau=1.0: 1.1 * right(z, k, tau) + 1e-3)
    figure.set(tau=1.0)
    assert set(broken(figure)) >= {"pull on layer 1", "pull on layer 2"}


def test_a_sharpness_that_is_a_fifth_off_is_seen(show, monkeypatch):
    figure, right = show("edge"), nn.sharpness
    assert not broken(figure)

    def wrong(*given):
        value, v = right(*given)
        return 1.2 * value, v

    monkeypatch.setattr(nn, "sharpness", wrong)
    forget(figures)
    figure.set(eta="0.2")
    assert set(broken(figure)) == {"the sharpness settles at 2/η", "Lanczos = whole Hessian"}


def test_a_mean_kernel_that_forgets_the_last_layer_is_seen(show, monkeypatch):
    figure, right = show("lazy", H=300), tangent.cosine_kernel
    assert not broken(figure)
    monkeypatch.setattr(tangent, "cosine_kernel", lambda *given: 0.5 * right(*given))
    figure.set(H=300)
    assert broken(figure) == ["the kernel’s mean, within five standard errors"]


def test_the_numbers_of_the_text():
    """Guesses and worked numbers, computed."""
    r = figures.valley.compute(0.3, 3.0, 0.2, 30)
    assert r["calm"] and r["end"] == pytest.approx(2.97, abs=0.005)
    assert r["gentle"] == pytest.approx(9.18, abs=0.005)
    assert r["gap"][0] == pytest.approx(2.2, abs=0.01)
    assert figures.curvature_of_two(np.array([3.0, 0.2])) == pytest.approx(9, abs=0.1)
    assert 2 / 9.04 == pytest.approx(0.22, abs=0.005)
    r = figures.backwards.compute("u₁", 0.0, 1.0, "ReLU", 1.0, False)
    assert r["f"] == pytest.approx(0.26) and r["delta"][1] == pytest.approx(-0.74)
    assert r["grad"][0] == pytest.approx(-0.518) and r["s"][1] == pytest.approx(-0.5)
    assert r["grad"][[1, 4, 7]] == pytest.approx([0, 0, 0])
    r = figures.bends.compute(20, "wave")
    assert r["error"] == pytest.approx(0.0122, abs=5e-5) and r["bound"] == pytest.approx(
        0.0123, 0.01
    )
    assert 8 < r["miss"] / r["error"] < 13
    few, many = figures.bends.compute(4, "wave"), figures.bends.compute(40, "wave")
    assert few["error"] == pytest.approx(0.21, abs=5e-3)
    assert few["bound"] == pytest.approx(0.31, abs=5e-3)
    assert np.ptp(few["learnt"][: len(figures.GRID) // 4]) < 0.01  # flat where the wave rises
    assert many["miss"] < r["miss"] and np.any(np.diff(many["missed"]) > 0)
    r = figures.confident.compute(1.0, 1e-5, 1.0, 800, 10, 1)
    assert r["heat"] == pytest.approx(5.8, abs=0.1) and r["rest"] == pytest.approx(0.66, abs=0.01)
    assert r["testing"][-1] == pytest.approx(1.68, abs=0.02) and r["testing"][-1] > np.log(3)
    assert r["mistakes"] == pytest.approx(0.25, abs=0.01)
    data = np.array(figures.PLACED)
    assert figures.lazy.compute(100, 0.5, 1.0, 200, data)["moved"] == pytest.approx(0.039, abs=2e-3)
    assert figures.lazy.compute(100, 0.5, 10.0, 200, data)["moved"] < 0.005
    r = figures.depth.compute(1.0, "ReLU", 60, 30)
    assert 1e-10 < r["after"] < 4e-9


def test_a_run_that_ends_on_the_saddle_is_told(show):
    """From v = −u descent goes to (0, 0): no slope, no minimum, and no bounce either."""
    figure = show("valley", u=1.0, v=-1.0)
    assert figure.r.saddle and not figure.r.calm and "saddle" in figure.told
    assert "saddle" in figure.headlined.why_not and not broken(figure)
    figure.set(u=1.0, v=-0.95)
    assert figure.r.calm and not figure.r.saddle


def test_every_default_headline_shows_a_number(show):
    """A claim that only says 0 = 0 teaches nothing."""
    for name in ("backwards", "lazy"):
        assert abs(show(name).headlined.bound) > 0.5


def test_words_of_the_story_are_true():
    """The steps that name a number or a verdict."""
    ends = {eta: figures.valley.compute(eta, 3.0, 0.2, 30) for eta in (0.05, 0.22, 0.35, 0.5)}
    assert ends[0.05]["end"] == pytest.approx(9.2, abs=0.05)
    assert ends[0.22]["calm"] and ends[0.22]["end"] < 2 / 0.22 < 9.18
    assert ends[0.22]["end"] == pytest.approx(8.5, abs=0.02)
    assert np.argmax(np.abs(1 - ends[0.22]["path"].prod(axis=1)) < 1e-3) > 50
    assert np.all(ends[0.35]["last"] < 0) and ends[0.5]["lost"]
    assert figures.valley.compute(0.5, 1.5, 0.5, 30)["calm"]
    flat = figures.backwards.compute("u₁", 0.5, 3.0, "tanh", -0.6, False)
    assert flat["s"][0] == pytest.approx(4.5) and round(flat["h"][0], 2) == 1
    assert abs(flat["grad"][0]) < 0.005 < 0.5 < abs(flat["delta"][1])
    assert flat["curve"].max() < 2  # the whole curve is on the picture
    curve = figures.confident.compute(1.0, 1e-5, 6.0, 800, 10, 1)
    assert np.all(curve["hot"][2:] < np.log(3)) and curve["testing"][1:6].min() < 0.8
    right = 1 - np.array(
        [
            figures.confident.compute(1.0, 1e-5, 1.0, t, 10, 1)["mistakes"]
            for t in range(20, 801, 60)
        ]
    )
    assert np.all(np.abs(right - 0.75) < 0.05)
    decay = figures.confident.compute(1.0, 0.01, 1.0, 800, 10, 1)
    assert 0.8 < decay["heat"] < 1.5
    assert figures.confident.compute(1.0, 0.05, 1.0, 800, 10, 1)["heat"] < 0.8
    sharp, loss, _ = figures.marches()
    assert sharp[9, 3] > 20 > sharp[8, 3]
    assert sharp[-1, 0] == pytest.approx(33, abs=0.5) and sharp[-1, 5] == pytest.approx(10, abs=0.5)
    assert sharp[:, 5].max() == pytest.approx(19, abs=0.5)
    late = sharp[100:] * np.array(figures.RATES) / 2  # rounding may change a run, not its level
    assert np.all(np.abs(late[:, 2:].mean(axis=0) - 1) < 0.06)
    # after step 90 the loss falls for a while, then it jumps, and the sharpness comes down
    assert np.all(np.diff(loss[9:16, 3]) < 0) and loss[16:25, 3].max() > 3 * loss[15, 3]
    assert sharp[16:24, 3].max() > 25 and sharp[24:40, 3].mean() < 22
    wide = figures.lazy.compute(100, 1.0, 1.0, 200, np.array(figures.PLACED))
    near = np.interp(0.7, figures.AXIS, wide["kernel"])
    assert abs(near + 0.4) > 0.2  # the slow kernel misses a point
    assert abs(np.interp(0.7, figures.AXIS, wide["says"]) + 0.4) < 0.1  # the network does not
    narrow = figures.lazy.compute(20, 0.5, 1.0, 200, np.array(figures.PLACED))
    apart, among = np.abs(narrow["says"] - narrow["kernel"]), np.abs(figures.AXIS) <= 1.3
    assert apart[among].max() < 0.03 < 0.2 < apart[~among].max()
    both = [figures.depth.compute(g, a, 60, 30) for g, a in ((2**0.5, "ReLU"), (1.1, "tanh"))]
    assert all(0.01 < r[key] < 100 for r in both for key in ("after", "back"))
    assert figures.depth.compute(2**0.5, "sigmoid", 60, 30)["back"] < 1e-20


def test_at_the_edge_the_loss_rises_in_nearly_every_second_step():
    share = dict(zip(figures.RATES, figures.rising()))
    assert share[0.03] == share[0.05] == 0
    assert all(0.35 < share[eta] < 0.5 for eta in figures.RATES[2:])


def test_a_step_that_presses_a_region_onto_a_sharp_minimum_ends_there():
    """Without the exception after Theorem 31.1: sharpness 10 > 2/η = 2, and half a line arrives."""

    def slope(w):
        return w - 3 if w <= 1 else 10 * (w - 3)

    assert all(w - slope(w) == 3 for w in np.linspace(0, 1, 11)) and slope(3) == 0
