"""Every exercise, as data: what is right passes, what is wrong fails where the reader sees it."""

import ast
import inspect
import json
import re
from importlib import import_module

import pytest

from course.grading import wire
from course.grading.judge import CASES, Wrong, judge, known_mistake
from course.notebooks import ROOT
from helpers.desk.checking import check, find
from helpers.desk.kinds import (
    Choice,
    Code,
    Exercise,
    Number,
    Open,
    Order,
    Position,
)
from tests.answers import sample

FILES = sorted((ROOT / "answers").glob("n[0-9][0-9].py"))
MODULES = [import_module(f"answers.{path.stem}") for path in FILES]


def exercises(module):
    return [e for e in vars(module).values() if isinstance(e, Exercise)]


EVERY = [e for module in (*MODULES, sample) for e in exercises(module)]


def each(kind):
    """A test for each exercise of a kind."""
    return pytest.mark.parametrize(
        "exercise", [e for e in EVERY if isinstance(e, kind)], ids=lambda e: e.id
    )


def mistakes():
    """(exercise, wrong function), for each known mistake."""
    known = [(e, wrong) for e in EVERY if isinstance(e, Code) for wrong in e.wrong]
    return [pytest.param(e, wrong, id=f"{e.id}-{slug(explanation(wrong))}") for e, wrong in known]


def slug(words):
    return re.sub(r"\W+", "_", words)[:40]


def explanation(wrong):
    return " ".join(inspect.getdoc(wrong).split())


def across(function):
    """A student's function behind the border: arguments and answers cross as plain data."""

    def call(*arguments):
        given = wire.unpack(json.loads(json.dumps(wire.pack(list(arguments)))))
        return wire.unpack(json.loads(json.dumps(wire.pack(function(*given)))))

    return lambda name: call


def test_ids_are_unique_and_carry_the_notebook_s_number():
    ids = [e.id for e in EVERY]
    assert len(ids) == len(set(ids))
    for module in MODULES:
        assert {e.id[:2] for e in exercises(module)} == {module.__name__[-2:]}
    assert all(find(e.id) is e for e in EVERY)


@each(Exercise)
def test_an_exercise_has_a_task_points_and_hints(exercise):
    assert exercise.task and exercise.points > 0
    assert len(exercise.hints) == (
        3 if isinstance(exercise, Code | Position) else len(exercise.hints)
    )
    assert all(len(hint.split()) >= 3 for hint in exercise.hints)


# functions to write


@each(Code)
def test_the_reference_passes_visible_and_hidden_cases(exercise):
    assert check(exercise.id, exercise.solution).mark == "✓"
    judge(exercise, across(exercise.solution))


@pytest.mark.parametrize("exercise, wrong", mistakes())
def test_a_known_mistake_fails_a_visible_case_and_is_named(exercise, wrong):
    verdict = check(exercise.id, wrong)
    assert verdict.mark == "✗" and explanation(wrong) in verdict.lines


@pytest.mark.parametrize("exercise, wrong", mistakes())
def test_a_known_mistake_fails_hidden_cases_and_is_named(exercise, wrong):
    with pytest.raises(Wrong) as words:
        judge(exercise, across(wrong))
    assert str(words.value).startswith(explanation(wrong)) and words.value.share < 1


@each(Code)
def test_there_is_a_known_mistake_and_the_reference_is_none(exercise):
    assert exercise.wrong
    hidden = exercise.hidden(CASES)
    answers = [exercise.solution(*arguments) for arguments in hidden]
    assert known_mistake(exercise, answers, hidden) == ""


@each(Code)
def test_an_empty_stub_is_not_written_yet(exercise):
    space = {}
    exec(exercise.stub, space)
    verdict = check(exercise.id, space[exercise.name])
    assert verdict.mark == "○" and "Not written yet" in verdict.lines[0]
    with pytest.raises(Wrong, match="not written yet"):
        judge(exercise, across(space[exercise.name]))


@each(Code)
def test_the_stub_s_docstring_does_not_hold_the_solution(exercise):
    told = "".join(inspect.getdoc(exercise.solution).split())
    for node in ast.walk(ast.parse(inspect.getsource(exercise.solution))):
        if isinstance(node, ast.Assign | ast.Return) and node.value is not None:
            formula = "".join(ast.unparse(node.value).split())
            assert len(formula) <= 8 or formula not in told, formula


@each(Code)
def test_a_stub_ends_in_dots_and_fits_the_page(exercise):
    lines = exercise.stub.splitlines()
    assert lines[-1] == "    ..." and lines[0].startswith(f"def {exercise.name}(")
    assert max(map(len, lines)) <= 100 and not [line for line in lines if line != line.rstrip()]


@each(Code)
def test_hidden_cases_depend_on_the_salt_and_on_their_number(exercise, monkeypatch):
    def drawn(salt):
        monkeypatch.setenv("HOMEWORK_SALT", salt)
        return [json.dumps(wire.pack(list(given))) for given in exercise.hidden(CASES)]

    assert len(set(drawn("a"))) > 1 and drawn("a") == drawn("a") != drawn("b")


# the other kinds


@each(Choice)
def test_a_choice_has_a_sentence_for_each_option(exercise):
    assert len(exercise.options) >= 3 and exercise.answer in exercise.options
    assert all(len(why.split()) >= 3 for why in exercise.options.values())


@each(Number)
def test_the_traps_of_a_number_are_told_apart(exercise):
    assert exercise.right(exercise.answer) and len(exercise.why.split()) >= 3
    places = sorted([exercise.answer, *(trap for trap, _ in exercise.traps)])
    assert all(b - a > 2 * exercise.within for a, b in zip(places, places[1:]))
    assert all(len(words.split()) >= 3 for _, words in exercise.traps)


@pytest.mark.slow  # makes figures
@each(Position)
def test_a_position_is_met_by_its_answer_and_not_by_the_first_picture(exercise):
    figure = exercise.make()
    try:
        assert not all(exercise.holds(figure.r).values())
        figure.set(**exercise.answer)
        assert all(exercise.holds(figure.r).values())
    finally:
        figure.dispose()


@each(Order)
def test_the_lines_of_an_order_are_different_and_each_has_its_reason(exercise):
    assert len(set(exercise.lines)) == len(exercise.lines)
    assert all(len(reason.split()) >= 3 for reason in exercise.reasons)
    assert exercise.right(range(len(exercise.lines))) and not exercise.right(exercise.shuffled)


@each(Open)
def test_an_open_task_has_a_rubric_that_adds_up(exercise):
    assert sum(points for points, _ in exercise.rubric) == exercise.points
    assert all(len(words.split()) >= 2 for _, words in exercise.rubric)
