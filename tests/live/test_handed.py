"""Cards of homework: what is chosen stands in the cell, and nobody is told whether it is right."""

import pytest

from helpers.desk import hand_in
from helpers.desk.handed import written
from tests.answers import sample


def words(card):
    """All texts that a card shows."""
    return " ".join(str(w.value) for w in (*card.children, *inside(card)) if hasattr(w, "value"))


def inside(widget):
    for child in getattr(widget, "children", ()):
        yield child
        yield from inside(child)


def test_a_choice_is_kept_and_may_be_changed():
    card = hand_in("99-which")
    assert card.kept is None and card.note.line == ""
    for letter in "ac":
        card.buttons[letter].click()
        assert card.note.line == f'hand_in("99-which", "{letter}")'
        assert [l for l, b in card.buttons.items() if b.description[0] == "●"] == [letter]
    assert "1 < 2 & the line" in card.buttons["b"].description
    assert "bends" not in words(card)


def test_a_number_is_read_as_people_write_it():
    card = hand_in("99-flat")
    card.box.value = "half"
    card.read()
    assert card.kept is None and "Type a number" in card.trouble.value
    card.box.value = "−0,5"
    card.read()
    assert card.note.line == 'hand_in("99-flat", -0.5)' and card.trouble.value == ""


def test_lines_are_kept_when_all_of_them_have_a_place():
    card = hand_in("99-proof")
    for letter in "cca":
        card.take(letter)
    assert card.kept is None and card.shown.value == "c → a"
    card.take("b")
    assert card.note.line == 'hand_in("99-proof", "c a b")'
    card.clear()
    assert card.order == [] and card.kept == "c a b"


def test_a_position_is_what_has_moved():
    card = hand_in("99-search")
    card.figure.set(x=1.9, n=2)
    card.read()
    assert card.kept == {"x": 1.9, "n": 2}
    assert card.note.line == 'hand_in("99-search", {"x": 1.9, "n": 2})'


@pytest.mark.parametrize(
    "id, answer",
    [
        ("99-which", "c"),
        ("99-flat", 0.5),
        ("99-proof", "b a c"),
        ("99-search", {"x": 1.9, "up": True}),
    ],
)
def test_a_cell_with_its_answer_shows_it_again(id, answer):
    card = hand_in(id, answer)
    space = {"hand_in": lambda id, answer: (id, answer)}
    assert eval(card.note.line, space) == (id, answer)
    data = card._repr_mimebundle_()
    assert written(answer) in data["text/plain"] and "No answer yet" not in data["text/html"]
    if id == "99-search":
        assert card.figure.values["x"] == 1.9 and card.figure.values["up"] is True


def test_a_function_and_an_open_question_have_no_card():
    for exercise in (sample.DOUBLE, sample.WHY):
        with pytest.raises(ValueError, match="has no card"):
            hand_in(exercise.id)
