"""Figures as classes: controls, story, handles and words, without a notebook."""

import numpy as np
import pytest

from helpers.live import (
    Step,
    int_slider,
)
from tests.live import sample
from tests.live.small import small


@pytest.fixture
def figure():
    return sample.fit()


# positions


def test_every_step_and_random_positions_draw_and_every_claim_holds(figure):
    rng = np.random.default_rng(0)
    for index, step in enumerate(figure.story):
        figure.show(index)
        assert figure.step == index
        assert figure.values == figure.presets[step.name] == {**figure.first, **step.values}
    for _ in range(30):
        values = {name: rng.choice(figure.stops(name)).item() for name in figure.controls}
        if values["M"] == 11:
            continue
        figure.set(**values)
        assert "FAILS" not in figure.describe()


def test_the_picture_depends_on_the_values_alone(figure):
    first = figure.image()
    figure.show(2)
    there = figure.image()
    figure.set(M=5, lift=1.0)
    figure.reset()
    assert figure.image() == first != there
    figure.show(2)
    assert figure.image() == there


def test_the_alt_text_names_every_value_and_then_the_numbers(figure):
    at = "At M = 3, penalty λ‖w‖² off, λ = 0.0001, δ = 0, σ = 0.25, examples as dots: "
    assert figure.alt == at + figure.numbers(figure.r)
    assert small().alt == "At a = 1: It rises to 2."  # numbers default to the caption


@pytest.mark.parametrize(
    "values, sentence",
    [
        (dict(lam=1e9), "between 1e-10 and 1000"),
        (dict(lam=float("nan")), "between"),
        (dict(M=13), "outside"),
        (dict(M=2.5), "degree M"),
        (dict(mark="stars"), "cannot be 'stars'"),
        (dict(nonsense=1), "no control named nonsense"),
        (dict(M=11), "degree 11 is left out"),
        (dict(lift="high"), "cannot be 'high'"),
    ],
)
def test_a_value_that_cannot_be_raises_and_nothing_is_lost(figure, values, sentence):
    figure.show(2)
    before = figure.image(), figure.values, figure.alt, figure.step
    with pytest.raises(ValueError, match=sentence):
        figure.set(**values)
    assert (figure.image(), figure.values, figure.alt, figure.step) == before


def test_the_cost_of_the_last_move_is_known(figure):
    figure.set(M=4)
    assert set(figure.cost) == {"compute", "draw", "encode"}
    assert all(part > 0 for part in figure.cost.values())


# what the author may not do


def test_a_result_named_like_a_control_is_an_error():
    class clash(small):
        @staticmethod
        def compute(a):
            return dict(a=a, double=2)

    with pytest.raises(ValueError, match="compute returns the control a"):
        clash()


@pytest.mark.parametrize(
    "parts, sentence",
    [
        (dict(story=[Step("up", "Look.", b=1)]), "step “up” has no control b"),
        (dict(story=[Step("up", "Look."), Step("up", "Look.")]), "step “up” comes twice"),
        (dict(more=("b",)), "more names no control: b"),
    ],
)
def test_a_story_or_a_fold_that_names_no_control_is_an_error(parts, sentence):
    with pytest.raises(ValueError, match=sentence):
        type("broken", (small,), parts)()


# controls of a notebook


def test_the_notebook_may_replace_a_control_the_name_and_the_story():
    figure = sample.fit(M=int_slider("degree M", 4, 0, 10), name="other", story=[])
    assert figure.name == "other" and figure.first["M"] == 4 and figure.presets == {}
    with pytest.raises(ValueError, match="between 0 and 10"):
        figure.set(M=12)
    with pytest.raises(ValueError, match="no control named X"):
        sample.fit(X=int_slider("X", 1, 0, 2))
    with pytest.raises(ValueError, match="M must be a control"):
        sample.fit(M=9)


def test_compute_is_pure_and_needs_no_figure():
    values = dict(M=9, penalty=False, lam=1.0, lift=0.0, noise=0.25, mark="o")
    one, two = (sample.fit.compute(**values) for _ in range(2))
    assert np.array_equal(one["w"], two["w"]) and one["missed"][9] < 1e-12


def test_a_choice_among_objects_gives_compute_the_object_and_keeps_the_text(figure):
    figure.set(mark="squares")
    assert figure.values["mark"] == "squares" and figure.r.mark == "s"


def test_a_figure_knows_the_stops_of_its_story():
    class told(small):
        story = [Step("odd", "Look.", a=0.12345)]

    assert 0.12345 in told().stops("a") and 0.12345 not in small().stops("a")


def test_every_stop_can_be_set(figure):
    for name, control in figure.controls.items():
        for value in figure.stops(name)[:: max(1, len(figure.stops(name)) // 8)]:
            control.value = value
            assert control.value == value and type(control.value) is type(control.start)


# handles


def test_a_handle_outside_the_panel_stands_at_its_edge(figure):
    inside, edge = figure.canvas.place(0, 0.5, 2.2), figure.canvas.place(0, 0.5, 1e6)
    assert np.allclose(inside, edge)
    assert np.isfinite(figure.canvas.place(0, 0.5, float("nan"))).all()
