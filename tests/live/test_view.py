"""Figures in a notebook: the widgets that show them and what a hand does."""

import subprocess
import sys

import ipywidgets as widgets
import numpy as np
import pytest

from helpers.live import (
    Handle,
    Step,
    controls,
    figures,
    slider,
)
from tests.live import sample
from tests.live.small import small


@pytest.fixture
def figure():
    return sample.fit()


@pytest.fixture
def view(figure):
    """The figure as a notebook shows it."""
    return figure.widget()


def test_the_figures_of_a_lesson_load_no_widgets():
    code = (
        "import sys, lessons.n07_gradient_descent as figures; figures.valley().set(eta=2.05); "
        "print([name for name in ('ipywidgets', 'IPython', 'anywidget') if name in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert out.stdout == "[]\n"


def test_the_view_is_made_when_it_is_asked_for_and_once(figure):
    assert figure.view is None
    assert figure.widget() is figure.widget() is figure.view


def test_a_figure_that_moves_by_itself_is_seen(figure, view):
    figure.set(M=9, penalty=True)
    assert view.dials["M"].value == 9 == view.dials["M"].slider.value
    assert view.dials["penalty"].value is True
    assert view.picture.png == figure.image() and view.picture.alt == figure.alt
    assert view.picture.handles == figure.grips()


# positions


def test_an_error_behind_a_slider_is_one_sentence_under_the_picture(figure, view):
    shown = view.picture.png
    view.dials["M"].slider.value = 11
    assert "degree 11 is left out" in view.said.html and 'role="alert"' in view.said.html
    assert view.picture.png == shown
    view.dials["M"].slider.value = 10
    assert "Not drawn" not in view.said.html and view.picture.png != shown


@pytest.mark.parametrize(
    "name, typed, sentence",
    [
        ("lam", 7e9, "regularisation λ must be between 1e-10 and 1000: 7e+09 is outside."),
        ("lam", -1, "regularisation λ must be between 1e-10 and 1000: -1 is outside."),
        ("M", 77, "degree M must be between 0 and 12: 77 is outside."),
        ("M", 2.5, "degree M must be a whole number: 2.5 is not."),
    ],
)
def test_a_typed_value_out_of_range_says_so_and_the_old_one_stays(
    figure, view, name, typed, sentence
):
    before, control = (view.picture.png, figure.values, figure.alt), view.dials[name]
    for _ in range(2):  # also when it is typed a second time after something else was said
        control.box.value = typed
        assert sentence in view.said.html
        assert f"It stays at {controls.number(control.value)}." in view.said.html
        assert (view.picture.png, figure.values, figure.alt) == before
        assert control.box.value == control.value
        figure.reset()
        assert "Not taken" not in view.said.html
    control.box.value = 5
    assert control.value == 5 and "Not taken" not in view.said.html


def test_running_a_cell_again_replaces_its_figure(figure, view):
    count = len(figures())
    again = sample.fit()
    assert len(figures()) == count and figures()[-1] is again
    inside = [view, *view.children, view.dials["M"].slider, view.dials["M"].box]
    assert all(widget.comm is None for widget in inside)


# what the author may not do


def test_five_controls_in_sight_are_an_error_and_are_folded_by_themselves():
    def five(self):
        return {name: slider(f"dial {name}", 1, 0, 2) for name in "abcde"}

    def double(a, **others):
        return dict(double=2 * a)

    parts = dict(sliders=five, compute=staticmethod(double))
    assert len(type("auto", (small,), parts)().widget().controls.rest.children) == 1
    with pytest.raises(ValueError, match="more than 4 controls are in sight"):
        type(
            "wide",
            (small,),
            {
                **parts,
                "sliders": lambda self: {**five(self), "f": slider("f", 1, 0, 2)},
                "more": ("e",),
            },
        )()


# story


def test_a_moved_slider_leaves_the_story_and_next_starts_it_again(figure, view):
    assert figure.step is None
    figure.next()
    figure.next()
    assert figure.step == 1 and figure.values["M"] == 3
    figure.set(M=5)
    assert figure.step is None and figure.story[1].look not in view.said.html
    figure.show(len(figure.story) - 1)
    figure.next()
    assert figure.step == 0


def test_the_buttons_of_the_story(figure, view):
    *steps, onward = view.steps.children
    assert [b.description for b in steps][0] == "1 · too simple" and onward.description == "next ▸"
    steps[2].click()
    assert figure.values["M"] == 9
    assert ["here" in b._dom_classes for b in steps] == [False, False, True, False]
    onward.click()
    assert figure.step == 3 and "here" in steps[3]._dom_classes
    reset = view.controls.children[0].children[-1].children[0]
    reset.click()
    assert figure.values == figure.first and not any("here" in b._dom_classes for b in steps)


def test_folded_controls_open_at_a_click_or_when_a_step_moves_one():
    class folds(sample.fit):
        story = [Step("quiet", "No noise.", noise=0.0), Step("line", "A line.", M=1)]

    figure = folds()
    view = figure.widget()
    folded = view.controls.rest
    assert list(folded.children) == [view.dials["noise"], view.dials["mark"]]
    assert folded.layout.display == "none"
    figure.show(1)
    assert folded.layout.display == "none"
    figure.show(0)
    assert folded.layout.display != "none"
    view.controls.opener.click()
    assert folded.layout.display == "none"


def test_the_play_button_and_its_slider_are_one_unit(figure, view):
    unit = view.controls.children[0].children[0]
    player, control = unit.children
    assert isinstance(player, widgets.Play) and control is view.dials["M"]
    assert "live-unit" in unit._dom_classes
    assert (player.min, player.max, player.step) == (0, 12, 1)
    assert unit.link.target[0] is control.slider


# handles


def test_a_handle_moves_its_control_to_the_hand(figure, view):
    u, v = figure.canvas.place(1, 6, 1.0)
    assert np.allclose(figure.canvas.point(1, u, v), (6, 1.0))
    view.picture.pull = {"name": 1, "count": 1, "u": u, "v": v}
    assert figure.values["M"] == 6 == view.dials["M"].slider.value
    assert np.isclose(figure.grips()[1]["u"], u)
    assert figure.grips()[1]["text"] == "M = 6"
    view.picture.pull = {"name": 1, "count": 2, "u": 1.0, "v": 0.0}  # beyond the end of the slider
    assert figure.values["M"] == 12


def test_an_arrow_key_moves_a_handle_by_a_stop(figure, view):
    view.picture.pull = {"name": 1, "count": 1, "arrow": [1, 0]}
    assert figure.values["M"] == 4
    view.picture.pull = {"name": 0, "count": 2, "arrow": [0, -1]}  # up
    assert figure.values["lift"] == 0.05
    view.picture.pull = {"name": 0, "count": 3, "arrow": [1, 0]}  # it moves up and down only
    assert figure.values["lift"] == 0.05


def test_points_of_a_data_set_can_be_dragged():
    figure = sample.line()
    view = figure.widget()
    u, v = figure.canvas.place(0, 1.5, 2.5)
    view.picture.pull = {"name": 1, "count": 1, "u": u, "v": v}
    assert np.allclose(figure.r.places, [(0, 0), (1.5, 2.5), (2, 2)], atol=0.01)
    assert np.isclose(figure.r.slope, np.polyfit([0, 1.5, 2], [0, 2.5, 2], 1)[0], atol=0.02)
    view.picture.pull = {"name": 0, "count": 2, "arrow": [-1, 0]}
    assert figure.r.places[0][0] < 0 and np.allclose(figure.r.places[1], (1.5, 2.5), atol=0.01)
    view.dials["places"].value = "1 2, 3"
    assert "points p must be 3 points “x y”, separated by commas" in view.said.html


def test_a_handle_may_move_several_controls_or_be_absent():
    class pair(small):
        handles = [
            Handle(
                "move the point",
                at=lambda r: (r.b, r.a) if r.b < 0.9 else None,
                to=lambda r, x, y: dict(a=y, b=x),
            )
        ]

        def sliders(self):
            return dict(a=slider("height a", 1, 0, 2), b=slider("place b", 0.5, 0, 1))

        @staticmethod
        def compute(a, b):
            return dict(double=2 * a)

    figure = pair()
    view = figure.widget()
    u, v = figure.canvas.place(0, 0.25, 1.5)
    view.picture.pull = {"name": 0, "count": 1, "u": u, "v": v}
    assert figure.values == dict(a=1.5, b=0.25)
    assert figure.grips()[0]["text"] == "a = 1.5, b = 0.25"
    figure.set(b=1.0)
    assert figure.grips()[0] == {"label": "move the point", "hidden": True}
