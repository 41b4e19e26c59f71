"""What the cards of exercises say: choice, number, position, order, and open questions."""

import dataclasses

import pytest

import tests.live.sample  # noqa: F401  its exercises stand where notebook 98 would
from helpers.desk import ask, cards, check, find, solution
from helpers.desk import checking as desk
from helpers.live import still

RUBRIC = "SECRET"


@pytest.fixture(autouse=True)
def nothing_tried():
    desk.forget()


def test_a_choice_and_a_number_say_why_and_may_be_tried_again():
    choice = ask("98-which")
    choice.choose("a small penalty")
    assert "It helps" in choice.feedback.value and not choice.buttons["another basis"].disabled
    choice.choose("another basis")
    assert "Right: it spans" in choice.feedback.value
    number = ask("98-flat")
    number.choose(1.0)
    assert "That is the mean" in number.feedback.value and "Hint" not in number.feedback.value
    number.choose(7.0)  # a mistake that nobody knows: the hint that is due after two tries
    assert "too high" in number.feedback.value
    assert "<summary>Hint 2 of 2</summary>Wh" in number.feedback.value
    number.choose(0.5)
    assert "The answer: 0.5" in number.feedback.value
    assert "Its card shows the answer" in repr(solution("98-flat"))


def test_a_position_is_found_on_the_figure(monkeypatch):
    search = ask("98-search")
    assert search.figure.story == () and search.figure.name == "98-search"
    told = repr(search.check())
    assert "✗ degree 9" in told and "Hint 1 of 2" in told
    assert "λ = 10" not in told and "lam = 10" in repr(solution("98-search"))
    search.figure.set(**find("98-search").answer)
    assert "Found" in repr(search.check()) and "Too much penalty" in search.feedback.value
    shown = []
    monkeypatch.setattr(still, "display", lambda data, **kwargs: shown.append(data))
    search._ipython_display_()
    picture, text = shown
    assert "image/png" in picture and find("98-search").task in text["text/html"]


def test_lines_are_put_in_order():
    exercise, card = find("98-proof"), ask("98-proof")
    assert sorted(exercise.shuffled) == [0, 1, 2, 3] and not exercise.right(exercise.shuffled)
    assert list(card.rows) == list(exercise.shuffled)
    assert "4 of 4 lines have no place" in repr(card.check())
    for line in (0, 1, 3, 2):
        card.rows[line].number.click()
    assert card.rows[3].number.description == "3"
    told = repr(card.check())
    assert "The first 2 lines are right" in told and "Hint 1 of 3" in told
    assert "Line 3 of yours comes too early: it needs what your line 4 says" in told
    card.rows[3].number.click()  # it and what follows are taken back
    assert card.order == [0, 1] and card.rows[2].number.description == "·"
    card.take(2), card.take(3)
    told = repr(card.check())
    assert "Right" in told and "Each square has slope 2." in told
    assert exercise.lines[1] in card._repr_mimebundle_()["text/html"]


def test_an_order_as_plain_data_is_answered_by_its_own_line():
    told = check("98-proof", [0, 1, 3, 2])
    assert told.lines[1].startswith("The first 2 lines are right. Line 3 of yours comes too early")
    assert "Hint 1" in repr(check("98-proof", [0, 1]))  # not all lines


def test_reasons_stand_in_the_order_that_the_reader_chose():
    exercise, chosen = find("98-proof"), [1, 0, 2, 3]
    free = dataclasses.replace(exercise, needs=((), (), (0, 1), (2,)))
    assert free.right(chosen) and not exercise.right(chosen)
    free = cards.Sorter(free, lambda: [])
    for line in chosen:
        free.take(line)
    told = repr(free.check())
    assert told.index(f"1. {exercise.reasons[1]}") < told.index(f"2. {exercise.reasons[0]}")


def test_an_open_answer_is_counted_and_its_rubric_never_shown():
    assert "Not written yet" in repr(check("98-essay", ""))
    told = check("98-essay", "It hits the noise, and then it swings.")
    assert "8 words" in repr(told) and "between the points?" in repr(told)
    assert "expected are 5 to 100" in repr(check("98-essay", "Noise."))
    everything = repr(told) + told._repr_html_() + repr(solution("98-essay"))
    assert RUBRIC not in everything and find("98-essay").right("text") is None
    with pytest.raises(ValueError, match="use check"):
        ask("98-essay")


@pytest.mark.parametrize(
    "id, right, wrong",
    [
        ("98-which", "another basis", "a small penalty"),
        ("98-flat", 0.5, 0.6),
        ("98-search", dict(M=9, penalty=True, lam=10.0), dict(M=9, lam=1e99)),
        ("98-proof", [0, 1, 2, 3], [1, 0, 2, 3]),
    ],
)
def test_every_kind_can_be_checked_as_plain_data(id, right, wrong):
    assert repr(check(id, right)).startswith("✓") and repr(check(id, wrong)).startswith("✗")
    assert repr(check(id, None)) == "○ Not answered yet."
    assert find(id).right(right) and not find(id).right(wrong)
