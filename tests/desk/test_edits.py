"""Edits of a reference: each kind does what it says; a fragment that is not there is refused."""

import inspect

import pytest

from helpers.desk.edits import after, before, edit, mistakes, whole


def mean(numbers, shift):
    """The mean of some numbers, shifted."""
    return sum(numbers) / len(numbers) + shift


def test_each_kind_of_edit_changes_the_answer_as_it_says():
    table = {
        "The sum is not divided.": edit("sum(numbers) / len(numbers)", "sum(numbers)"),
        "The sign is lost.": after(abs),
        "The shift is taken away.": before(lambda numbers, shift: (numbers, -shift)),
        "Always\n    zero.": whole(lambda numbers, shift: 0),
    }
    made = mistakes(mean, table)
    assert [wrong([1, 3], -4) for wrong in made] == [0, 2, 6, 0]
    assert mean([1, 3], -4) == -2
    assert [wrong.__doc__ for wrong in made][-1] == "Always zero."
    assert mean.__doc__ == "The mean of some numbers, shifted."


def test_an_edit_may_have_several_places_and_its_text_can_be_read():
    wrong = edit("sum(numbers)", "max(numbers)", "+ shift", "- shift")(mean)
    assert wrong([1, 3], -4) == 5.5 and wrong.__name__ == "mean"
    assert inspect.getsource(wrong).splitlines()[1:] == [
        "    return max(numbers) / len(numbers) - shift"
    ]


@pytest.mark.parametrize("fragment", ["median", "numbers", "The mean"])
def test_a_fragment_must_occur_exactly_once_in_the_code(fragment):
    with pytest.raises(ValueError, match="times in mean"):
        edit(fragment, "x")(mean)
