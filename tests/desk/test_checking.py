"""What check and solution say to whoever writes a function, and to authors."""

import dataclasses
import subprocess
import sys

import numpy as np
import pytest

from helpers.desk import answer, check, find, kinds, solution
from helpers.desk import checking as desk
from helpers.desk.verdict import Verdict
from tests.live import sample


@pytest.fixture(autouse=True)
def nothing_tried():
    desk.forget()


def test_the_visible_cases_catch_every_known_mistake_and_name_it():
    exercise = find("98-ridge")
    assert "Right: all 2 cases agree (2 points)" in repr(check("98-ridge", exercise.solution))
    for wrong in exercise.wrong:
        told = repr(check("98-ridge", wrong))
        assert "Not yet" in told and " ".join(wrong.__doc__.split()) in told
    for given in exercise.hidden():
        right = exercise.solution(*given)
        assert not any(answer.close(wrong(*given), right) for wrong in exercise.wrong)


def test_hidden_cases_depend_on_the_salt(monkeypatch):
    first = find("98-ridge").hidden(2)
    assert all(np.array_equal(a, b) for a, b in zip(first[0], find("98-ridge").hidden(2)[0]))
    monkeypatch.setenv("HOMEWORK_SALT", "another")
    assert not np.array_equal(first[0][0], find("98-ridge").hidden(2)[0][0])


def test_the_stub_has_the_signature_and_the_docstring_and_is_empty():
    exercise, space = find("98-ridge"), {}
    exec(exercise.stub, space)
    assert "lstsq" not in exercise.stub and "lstsq" in exercise.answer
    assert "Not written yet" in repr(check("98-ridge", space["ridge"]))
    assert space["ridge"].__doc__ == exercise.solution.__doc__
    assert "First an attempt" in repr(solution("98-ridge"))


def test_hints_come_one_by_one_and_a_solution_after_an_attempt():
    def stops(X, y, lam):
        raise KeyError("no")

    told = [repr(check("98-ridge", stops)) for _ in range(4)]
    assert [sum(f"Hint {k} of 3" in t for k in (1, 2, 3)) for t in told] == [1, 2, 3, 3]
    assert "stopped with KeyError" in told[0]
    assert check("98-ridge", stops)._repr_html_().count("<details><summary>Hint") == 3
    assert "lstsq" in solution("98-ridge") and "lstsq" in solution("98-ridge")._repr_html_()


@pytest.mark.parametrize(
    "slip", [lambda X, y, lam: [1, 2] / lam, lambda X, y, lam: [1, 2] * 0.5, lambda *_: [1].shape]
)
def test_who_calculates_with_a_list_is_told_how_to_make_an_array(slip):
    assert "np.array(" in repr(check("98-ridge", slip))


def test_an_error_that_no_list_made_is_told_as_it_is():
    told = repr(check("98-ridge", lambda X, y, lam: "a" + lam))
    assert "TypeError" in told and "np.array(" not in told


def raises(X, y, lam):
    raise NotImplementedError


@pytest.mark.parametrize("nothing", [lambda X, y, lam: None, raises, 3, None])
def test_what_is_no_answer_is_no_attempt(nothing):
    assert repr(check("98-ridge", nothing)).startswith("○")
    assert "First an attempt" in repr(solution("98-ridge"))


def test_a_constant_is_an_attempt():
    assert repr(check("98-ridge", lambda X, y, lam: 7)).startswith("✗")


def test_who_forgets_the_return_is_told_so():
    def forgets(X, y, lam):
        print(sample.ridge(X, y, lam))

    told = repr(check("98-ridge", forgets))
    assert told == "✗ Not yet. It returns nothing (None): is there a return?"
    assert "lstsq" in solution("98-ridge")  # it was an attempt


def test_a_function_may_use_up_its_lists(monkeypatch):
    exercise = dataclasses.replace(
        find("98-ridge"), solution=total, cases={"list": ([1.0, 2.0],), "nested": ([[1.0], [2.0]],)}
    )
    monkeypatch.setattr(desk, "find", lambda id: exercise)

    def emptied(v):
        taken = [v.pop() for _ in range(len(v))]
        return sum(one.pop() if isinstance(one, list) else one for one in taken)

    for _ in range(2):
        assert exercise.right(emptied) and repr(check("98-ridge", emptied)).startswith("✓")
        assert "Not yet" in repr(check("98-ridge", lambda v: total(v) + len(v[:0].append(1) or v)))


def total(v):
    """The sum of all entries of v."""
    return float(np.sum(v))


def test_a_function_that_changes_its_arguments_spoils_nothing():
    def spoils(X, y, lam):
        X[:] = 0
        return y[:2]

    before = sample.four[0].copy()
    assert "Not yet" in repr(check("98-ridge", spoils))
    assert np.array_equal(sample.four[0], before)


def test_some_cases_without_an_answer():
    def half(X, y, lam):
        return sample.ridge(X, y, lam) if lam < 0.1 else None

    assert "returned nothing (None)" in repr(check("98-ridge", half))


def test_the_older_form_of_check_still_answers(capsys):
    check(lambda: 3, 3)
    check(lambda: 2, 3, hint="count")
    assert capsys.readouterr().out.splitlines() == [
        "right",
        "not yet: it gave 2, expected 3. Hint: count.",
    ]


# authors' mistakes


def test_an_exercise_that_does_not_exist():
    with pytest.raises(ValueError, match="there is no exercise 98-none; there are 98-ridge"):
        find("98-none")
    with pytest.raises(ValueError, match="no exercises for notebook 97"):
        find("97-none")
    with pytest.raises(ValueError, match="looks like 04-name"):
        find("ridge")


@pytest.mark.parametrize(
    "make, sentence",
    [
        (lambda: kinds.Choice(id="ridge", task="", options={"a": ""}, answer="a"), "04-name"),
        (lambda: kinds.Choice(id="04-a", task="", options={"a": ""}, answer="b"), "not among"),
        (lambda: kinds.Order(id="04-a", task="", lines=("a",), reasons=("b",)), "three lines"),
        (
            lambda: kinds.Order(
                id="04-a", task="", lines="abc", reasons="abc", needs=((), (2,), (1,))
            ),
            "earlier lines",
        ),
        (lambda: kinds.Open(id="04-a", task="", points=2, rubric=((1, "x"),)), "add up to 2"),
        (lambda: kinds.Number(id="04-a", task="", level=4, answer=1, within=1, why=""), "level"),
    ],
)
def test_an_exercise_that_contradicts_itself(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()


def test_a_verdict_is_escaped():
    assert "<script>" not in Verdict("✗", "<script>")._repr_html_()


def test_the_graders_part_loads_neither_jupyter_nor_pictures():
    code = "import helpers.desk.answer, helpers.desk.kinds, sys; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert not {"ipywidgets", "IPython", "matplotlib", "anywidget"} & set(loaded)


def test_a_long_answer_is_cut_between_two_numbers():
    told = desk._short(list(np.linspace(0, 1, 60)))
    assert len(told) <= 203 and told.endswith(", …")
    assert told.startswith("[0, 0.01695, 0.0339") and all(
        len(number.split(".")[-1]) >= 3 for number in told[1:-3].split(",")[1:]
    )


def test_an_overflow_is_known_by_where_it_lost_its_numbers():
    nan = float("nan")
    assert answer.alike([1.0, nan], [1.0, nan]) and answer.alike(np.array([nan]), [nan])
    assert not answer.alike([nan, 1.0], [1.0, nan]) and not answer.alike([nan], [nan, nan])
    assert not answer.alike(None, nan) and not answer.close([nan], [nan])
