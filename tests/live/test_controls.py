"""Controls: exact values beside a slider with stops, labels, and what is worth a test."""

import numpy as np
import pytest

from helpers import live
from helpers.live import (
    choice,
    controls,
    int_slider,
    log_slider,
    points,
    slider,
    text,
    toggle,
    typed,
)
from helpers.live.words import powers


def test_a_browser_that_rounds_to_its_stops_does_not_move_the_value():
    """It answers 0.12 with the nearest stop of its grid: an echo. One stop further is a move."""
    number = typed.widget(log_slider("scale C", 0.12, 0.005, 1))
    stops = np.geomspace(0.005, 1, round(20 * np.log10(200)) + 1)
    near = float(stops[np.argmin(np.abs(np.log(stops / 0.12)))])
    number.slider.value = near
    assert number.value == 0.12
    number.slider.value = near * 10**0.05
    assert number.value == float(f"{near * 10**0.05:.3g}") == number.box.value
    number.box.value = 0.3
    assert number.value == 0.3 == number.slider.value


def test_a_late_answer_to_the_value_before_last_does_not_undo_the_last():
    """Two steps of a story in haste: the browser rounds the first after the second was set."""
    number = typed.widget(slider("point w", 0, -2, 2, 0.05))
    number.value = 0.512
    number.value = 1.5
    number.slider.value = 0.5
    assert number.value == 1.5 == number.slider.value
    number.slider.value = 0.5  # the second time it is a hand
    assert number.value == 0.5


def test_what_was_answered_in_time_is_not_taken_for_late():
    """The browser rounds a step, a reset follows, and then a hand goes where the step was."""
    number = typed.widget(slider("point w", 1.5, -2, 2, 0.05))
    number.value = 0.512
    number.slider.value = 0.5
    assert number.value == 0.512
    number.value = 1.5
    number.slider.value = 0.5
    assert number.value == 0.5


def test_a_hand_may_jump_to_where_the_slider_was():
    number = typed.widget(int_slider("steps T", 5, 1, 9))
    number.value = 1
    number.value = 7
    number.slider.value = 1
    assert number.value == 1


def test_a_slider_of_whole_numbers_gives_whole_numbers():
    number = typed.widget(int_slider("steps T", 5, 1, 9))
    number.slider.value = 7
    assert number.value == 7 == number.box.value and type(number.value) is int
    number.box.value = 3.0
    assert number.value == 3 == number.slider.value and type(number.value) is int


@pytest.mark.parametrize(
    "words, complaint",
    [
        (7, "point w must be between -1 and 1: 7 is outside"),
        (-1.01, "point w must be between -1 and 1: -1.01 is outside"),
        (float("nan"), "point w must be between -1 and 1: nan is outside"),
    ],
)
def test_a_typed_value_outside_is_refused_in_a_sentence(words, complaint):
    number = typed.widget(slider("point w", 0.2, -1, 1, 0.1))
    number.box.value = words
    assert number.value == 0.2 == number.box.value and number.complaint == complaint
    number.box.value = 0.55
    assert number.value == 0.55 and number.complaint == ""


def test_a_value_that_is_no_whole_number_is_refused_too():
    number = typed.widget(int_slider("steps T", 5, 1, 9))
    number.box.value = 2.5
    assert number.value == 5 == number.box.value
    assert number.complaint == "steps T must be a whole number: 2.5 is not"


def test_the_four_named_sliders_have_their_labels():
    made = live.step_size, live.regularisation, live.bandwidth, live.temperature
    labels = ["step size η", "regularisation λ", "bandwidth ℓ", "temperature τ"]
    assert [make(1, 0.1, 2).description for make in made] == labels


def test_a_start_value_outside_its_range_is_the_authors_mistake():
    for make in (int_slider, slider, log_slider):
        with pytest.raises(ValueError, match=r"steps T: the start value 0.5 is outside \[1, 9\]"):
            make("steps T", 0.5, 1, 9)
    with pytest.raises(ValueError, match="must be one of"):
        choice("shape", "ring", ["bowl"])
    with pytest.raises(ValueError, match="could not convert"):
        text("number", "one", float)


def test_values_are_spoken_with_the_symbol_and_three_digits():
    assert controls.spoken(slider("condition κ", 3.14159, 1, 4)) == "κ = 3.14"
    many = int_slider("number of experts", 12345, 1, 99999)
    assert controls.spoken(many) == "number of experts = 12\u202f345"
    assert controls.spoken(toggle("average", True)) == "average on"
    assert controls.spoken(choice("kernel", "Gaussian", ["Gaussian"])) == "kernel Gaussian"


def test_points_are_read_and_written():
    control = points("points p", [(0, 1), (0.5, -2.25)])
    assert control.value == "0 1, 0.5 -2.25"
    assert np.array_equal(control.argument(control.value), [(0, 1), (0.5, -2.25)])
    for wrong in ("0 1", "0 1, 2", "0 1, a b", "0 1, nan 2", ""):
        with pytest.raises(ValueError, match="must be 2 points “x y”, separated by commas"):
            control.argument(wrong)


@pytest.mark.parametrize(
    "control, wanted, stop",
    [
        (slider("a", 0, 0, 1, 0.1), 0.337, 0.3),
        (slider("a", 0, 0, 1, 0.1), 9, 1.0),
        (slider("a", 0, -0.05, 1, 0.3), 0.3, 0.25),
        (log_slider("a", 1, 0.1, 10), 0.33749, 0.337),
        (log_slider("a", 1, 0.1, 10), 0, 0.1),
        (int_slider("a", 0, 0, 12), 3.6, 4),
        (int_slider("a", 1, 1, 12, 5), 8, 6),
        (choice("a", "x", ["x", "y"]), "y", "y"),
    ],
)
def test_the_value_nearest_to_a_hand(control, wanted, stop):
    found = control.nearest(wanted)
    assert found == stop and type(found) is type(control.value)
    control.value = found
    assert control.value == found


def test_stops_are_those_of_the_slider_and_exact_values():
    degree = int_slider("degree M", 3, 0, 12, step=5)
    assert degree.stops([7]) == [0, 1, 3, 5, 7, 10, 12]
    height = slider("height a", 0.123456, -1, 1, 0.5)
    assert height.stops([]) == [-1, -0.5, 0, 0.123456, 0.5, 1]
    scale = log_slider("scale C", 0.02, 0.01, 100, per_decade=1)
    assert scale.stops([]) == [0.01, 0.02, 0.1, 1, 10, 100]
    assert toggle("on").stops([]) == [False, True]
    assert choice("c", "x", ["x", "y"]).stops([]) == ["x", "y"]
    assert text("t", "1", float).stops(["2"]) == ["1", "2"]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (7, "7"),
        (12345, "12\u202f345"),
        (0.12345, "0.123"),
        (999.9, "1000"),
        (1e4, "10\u202f000"),
        (1e-6, "10⁻⁶"),
        (-4.31e-6, "−4.31·10⁻⁶"),
        (-3, "−3"),
        (-0.25, "−0.25"),
        (1.2e13, "1.2·10¹³"),
    ],
)
def test_a_number_is_told_as_a_person_would_say_it(value, words):
    assert controls.number(value) == words


def test_a_sentence_has_no_number_that_only_a_program_would_write():
    told = powers("from 4e+04 to 8.5e-07, at 1e-05 of -1e+09")
    assert told == "from 40\u202f000 to 8.5·10⁻⁷, at 10⁻⁵ of −10⁹"
    assert powers("a 3e-mail, 2e5, x-1, 3-4 and 0.001") == "a 3e-mail, 2e5, x-1, 3-4 and 0.001"
