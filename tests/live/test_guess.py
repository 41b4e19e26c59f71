"""Guesses: what a reader says, what is answered, and who wakes up."""

import subprocess
import sys

import pytest

from helpers.live import Guess, GuessNumber, cards, score_card, still, tally, view
from helpers.live.guess import read_number
from helpers.live.score import Session, session
from tests.live import sample


@pytest.fixture(autouse=True)
def fresh_session():
    """No guess made."""
    vars(session).update(vars(Session()))


def question(words="Up?"):
    return Guess(words, {"yes": "It is not: ...", "no": "It is."}, answer="no")


def asked(words="Up?"):
    return cards.card(question(words))


def asked_number():
    return cards.card(sample.guess_number())


class fit(sample.fit):
    """The figure with a guess of its own."""

    guess = question()


@pytest.fixture
def shown(monkeypatch):
    """What is displayed, in order."""
    outputs = []
    for module in (view, still):
        monkeypatch.setattr(module, "display", lambda what, **_: outputs.append(what))
    return outputs


def test_a_guess_is_data_and_loads_no_widgets():
    code = (
        "import sys; from helpers.live.guess import Guess; "
        "g = Guess('Up?', {'yes': 'No.', 'no': 'Right: it falls.'}, 'no'); "
        "assert g.solution == '<p><b>The answer: no.</b> It falls.</p>', g.solution"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError):
        question().answer = "yes"


def test_a_figure_asks_then_shows_its_picture(shown):
    made = fit()
    made._ipython_display_()
    card, picture, words = shown
    assert isinstance(card, cards.Options) and card.guess is fit.guess
    assert "image/png" in picture and "live-still" in words["text/html"]
    assert "asleep" in made.view._dom_classes
    card.choose("yes")
    assert "asleep" not in made.view._dom_classes
    fit()._ipython_display_()  # its cell runs again: the answer stays
    assert "You said “yes”" in shown[3].feedback.value and tally() == (0, 1)


def test_a_second_figure_of_a_kind_asks_nothing(shown):
    again = fit(name="again")
    again._ipython_display_()
    assert len(shown) == 2 and "asleep" not in again.view._dom_classes and again.guess is None


def test_a_figure_sleeps_until_the_guess_is_made(shown):
    figure = fit()
    figure._ipython_display_()
    first = shown[0]
    assert "asleep" in figure.view._dom_classes
    figure.set(M=1)  # tests, slides and stored pictures need no click
    assert "Degree 1" in figure.alt
    first.buttons["yes"].click()
    assert "asleep" not in figure.view._dom_classes and first.done
    assert "You said “yes”" in first.feedback.value and "It is not: ..." in first.feedback.value
    assert "The answer: no" in first.feedback.value
    assert "wrong" in first.buttons["yes"]._dom_classes and first.buttons["yes"].disabled
    assert "right" in first.buttons["no"]._dom_classes and first.skip.layout.display == "none"


@pytest.mark.parametrize("praise", ["Right: ", "Right. "])
def test_only_who_was_right_is_told_so(praise):
    def said(option):
        vars(session).update(vars(Session()))
        guess = Guess("Up?", {"yes": "No.", "no": praise + "it falls."}, answer="no")
        card = cards.card(guess)
        card.choose(option) if option else card.reveal()
        return card.feedback.value

    assert "Right" in said("no")
    for option in ("yes", None):
        assert "Right" not in said(option) and "</b> It falls." in said(option)
    stored = Guess("Up?", {"yes": "No.", "no": praise + "it falls."}, answer="no").still()
    assert "Right" not in stored and "</b> It falls." in stored


def test_a_cell_that_runs_again_keeps_what_was_said(shown):
    figure = fit()
    figure._ipython_display_()
    second = asked()  # its cell ran again before anything was said
    second.choose("yes")
    assert "asleep" not in figure.view._dom_classes
    third = asked()
    assert "You said “yes”" in third.feedback.value and third.done and tally() == (0, 1)
    assert second.comm is None  # the old card is closed


def test_a_guess_is_counted_once():
    first = asked()
    first.choose("yes")
    asked().choose("no")
    assert tally() == (0, 1)


def test_every_wrong_option_has_its_own_answer():
    for option, why in sample.guess().options.items():
        vars(session).update(vars(Session()))
        guess = cards.card(sample.guess())
        guess.choose(option)
        assert why in guess.feedback.value and "no, it swings" in guess.feedback.value
    with pytest.raises(ValueError, match="must be one of"):
        guess.choose("perhaps")
    with pytest.raises(ValueError, match="answer must be one of"):
        Guess("?", {"a": "", "b": ""}, answer="c")


def test_just_show_me_wakes_the_figure_and_counts_as_no_guess(shown):
    class line(sample.line):
        guess = sample.guess_number()

    figure = line()
    figure._ipython_display_()
    number = shown[0]
    number.skip.click()
    assert "asleep" not in figure.view._dom_classes and "The answer: 2." in number.feedback.value
    assert tally() == (0, 0) and number.box.disabled
    again = asked_number()
    assert "The answer: 2." in again.feedback.value


def test_a_number_knows_the_usual_mistake_and_which_way_it_is_off():
    number = asked_number()
    number.box.value = "three"
    number.commit.click()
    assert "Type a number" in number.feedback.value and not number.done
    number.box.value = "3"
    number.commit.click()
    assert "need not lie on a line" in number.feedback.value and number.done
    assert "The answer: 2." in number.feedback.value and tally() == (0, 1)
    other = cards.card(GuessNumber("How many?", 3, "Count.", 0.1))
    other.box.value = "3,05"  # a decimal comma
    other.box._handle_custom_msg({"event": "submit"}, [])  # the Enter key, as the browser tells it
    assert "✓ You said 3.05" in other.feedback.value and tally() == (1, 2)
    third = cards.card(GuessNumber("How few?", 3, "Count.", 0.1))
    third.choose(5)
    assert "too high" in third.feedback.value


def test_an_exercise_may_be_tried_again_and_is_not_in_the_tally():
    number = cards.card(GuessNumber("How many?", 3, "Count.", 0.1), again=True)
    assert number.skip.layout.display == "none"
    number.choose(6)
    assert "too high" in number.feedback.value and "The answer" not in number.feedback.value
    assert number.skip.layout.display == "" and not number.box.disabled
    number.choose(3)
    assert "The answer: 3" in number.feedback.value and number.box.disabled
    assert tally() == (0, 0)


def test_the_score_card_follows_the_guesses():
    asked(), asked_number()
    card = score_card()
    assert "none of the 2 guesses" in card.html
    asked().choose("no")
    assert "You made 1 of 2 guesses, 1 of them right." in card.html
    asked_number().choose(3)
    assert "You made 2 of 2 guesses, 1 of them right." in card.html
    asked("Down?")
    assert "You made 2 of 3 guesses" in card.html
    assert score_card().html == card.html and card.comm is None


def test_stored_are_question_and_options_and_the_answer_folded():
    guess, number = sample.guess(), sample.guess_number()
    stored = guess._repr_mimebundle_()
    shown, folded = stored["text/html"].split("<details>")
    assert guess.question in shown and "<li>no difference</li>" in shown
    assert "<b>" not in shown and "The answer: no, it swings." in folded
    assert (
        "( ) no, it swings" in stored["text/plain"] and "swing between" not in stored["text/plain"]
    )
    assert "The answer: 2." in number._repr_mimebundle_()["text/html"].split("<details>")[1]


def test_what_is_stored_does_not_depend_on_what_was_said():
    def stored():
        found = sample.guess()._repr_mimebundle_(), score_card()._repr_mimebundle_()
        return [(bundle["text/html"], bundle["text/plain"]) for bundle in found]

    before = stored()
    cards.card(sample.guess()).choose("no difference")
    assert stored() == before


def test_panels_that_give_nothing_away_are_seen_before_the_guess(shown):
    class peeking(fit):
        veiled = (1,)

    figure = peeking()
    figure._ipython_display_()
    assert {"asleep", "peeks"} <= set(figure.view._dom_classes)
    ((left, top, width, height),) = figure.view.picture.veils
    u, v = figure.canvas.place(1, 6, 0.1)  # a point of the covered panel
    assert left < u < left + width and top < v < top + height
    u, v = figure.canvas.place(0, 0.9, 0)  # the right end of the other one
    assert u < left
    other = fit()
    other._ipython_display_()
    assert other.view.picture.veils == [] and "asleep" in other.view._dom_classes


@pytest.mark.parametrize(
    "text, number",
    [("2/9", 2 / 9), ("−1/2", -0.5), ("0,5", 0.5), (" 3 / 4 ", 0.75), ("1e-3", 0.001)],
)
def test_a_number_is_read_as_people_write_it(text, number):
    assert read_number(text) == number


@pytest.mark.parametrize("text", ["", "half", "1/0", "1/2/3", "nan", "inf", "2/"])
def test_what_is_no_number_is_refused(text):
    with pytest.raises(ValueError):
        read_number(text)
