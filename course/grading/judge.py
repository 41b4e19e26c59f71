"""Is an answer right? A judge for each kind of exercise, about plain data, in the grader's process.

A judge asks through `student`: `student("ridge")` stands for the student's function of that name,
and each call of it crosses the border. It returns if the answer is right and raises Wrong, with
words for the student, if it is not. The words never hold a hidden input.
"""

import functools
import inspect
import math
import re
import threading

import numpy as np

from course.grading.session import NoAnswer
from helpers.desk.answer import close, lettered
from helpers.desk.kinds import Choice, Code, Number, Open, Order, Position
from helpers.desk.trying import copied

CASES = 5  # hidden cases of a function
UNWRITTEN = "not written yet, or a return is missing: nothing comes back"
UNANSWERED = "not answered yet: nothing was handed in"
LONGEST = 2000  # characters of a text among the values of a figure's controls
ONE_AT_A_TIME = threading.Lock()  # submissions are graded side by side, figures are not


class Wrong(Exception):
    """An answer that is not right; the message says why, in words for the student.

    `share` is the part of the points that it has earned all the same.
    """

    def __init__(self, words, share=0.0):
        super().__init__(words)
        self.share = share


@functools.singledispatch
def judge(exercise, student):
    """Return if the student's answer is right, raise Wrong if not."""
    raise TypeError(f"nobody judges a {type(exercise).__name__}")  # fails closed


def functions(exercise):
    """By which names the student's side knows this exercise: a function's, or its own id."""
    if isinstance(exercise, Code):
        return (exercise.name,)
    if isinstance(exercise, Open):
        return ()
    if isinstance(exercise, Choice | Number | Order | Position):
        return (exercise.id,)
    return exercise.functions


def without(exercise):
    """The helpers that are taken away while the functions of this exercise run."""
    return list(exercise.without) if isinstance(exercise, Code) else []


@judge.register
def judge_code(exercise: Code, student):
    """Every group of hidden cases is a share of the points, once the first, ordinary one is right.

    All cases are called before any is judged: the student's side does not learn how it goes.
    """
    groups = exercise.groups(CASES)
    answers, trouble = _asked(student(exercise.name), groups)
    every = [answer for group in answers.values() for answer in group]
    if every and all(answer is None for answer in every):
        raise Wrong(UNWRITTEN)
    right = {
        name: agreement(exercise, answers[name], _results(exercise.solution, cases))
        for name, cases in groups.items()
    }
    if all(map(all, right.values())):
        return
    hidden = [given for cases in groups.values() for given in cases]
    raise Wrong(_counted(right, trouble or known_mistake(exercise, every, hidden)), share(right))


def _asked(function, groups):
    """Group -> answers, and why a special case brought none; NoAnswer if the first did not."""
    answers, trouble = {}, ""
    for name, cases in groups.items():
        try:
            answers[name] = [function(*copied(given)) for given in cases]
        except NoAnswer as error:
            if not answers:
                raise
            answers[name], trouble = [None] * len(cases), str(error)
    return answers, trouble


def share(right):
    """Of the points, given group -> for each case, is it right? Nothing if the first is not."""
    passed = list(map(all, right.values()))
    return sum(passed) / len(passed) if passed[0] else 0.0


def _counted(right, told):
    """What went wrong, the known mistake's sentence if there is one, and in which groups."""
    cases = [case for group in right.values() for case in group]
    words = told or f"{cases.count(False)} of {len(cases)} hidden cases came out differently"
    if len(right) == 1:
        return words
    good = "; ".join(name for name, group in right.items() if all(group)) or "none"
    bad = "; ".join(name for name, group in right.items() if not all(group))
    return f"{words} (groups of cases that are right: {good}. Not yet: {bad}.)"


def agreement(exercise, answers, expected):
    """For each case: is the answer the expected one?"""
    return [close(a, e, exercise.tol) for a, e in zip(answers, expected, strict=True)]


def known_mistake(exercise, answers, hidden):
    """The explanation of a known wrong answer that gives the same in all cases, if there is one."""
    for wrong in exercise.wrong:
        try:
            same = agreement(exercise, answers, _results(wrong, hidden))
        except Exception:  # a mistake may well stop on some input: then it is not this one
            continue
        if all(same):
            return " ".join(inspect.getdoc(wrong).split())
    return ""


def _results(function, hidden):
    """What a function of ours gives; it gets copies, so that it cannot change the cases."""
    return [function(*copied(arguments)) for arguments in hidden]


@judge.register
def judge_choice(exercise: Choice, student):
    options = lettered(exercise.options)
    letter = _letter(_given(exercise, student))
    if letter not in options:
        raise Wrong(f"hand in one of the letters {', '.join(options)}")
    if not exercise.right(options[letter]):
        raise Wrong(exercise.options[options[letter]])


@judge.register
def judge_number(exercise: Number, student):
    answer = _given(exercise, student)
    if isinstance(answer, np.ndarray) and answer.size == 1:
        answer = answer.item()
    if type(answer) not in (int, float) or not math.isfinite(answer):
        raise Wrong("hand in a number")
    if exercise.right(answer):
        return
    raise Wrong(exercise.trap(answer) or "another number was expected")


@judge.register
def judge_order(exercise: Order, student):
    answer, shown = _given(exercise, student), list(lettered(exercise.listed))
    answer = re.findall("[a-z]", answer.lower()) if isinstance(answer, str) else answer
    letters = [_letter(item) for item in answer] if isinstance(answer, list | tuple) else []
    if None in letters or sorted(letters) != shown:
        raise Wrong(f"hand in the letters {', '.join(shown)}, each once")
    order = [exercise.lines.index(lettered(exercise.listed)[letter]) for letter in letters]
    if early := exercise.early(order):
        line, missing = (letters[order.index(one)] for one in early)
        raise Wrong(f"line {line} stands too early: it needs line {missing}, which comes later")


@judge.register
def judge_position(exercise: Position, student):
    values = _given(exercise, student)
    if type(values) is not dict or not all(map(_plain, values.values())):
        raise Wrong("hand in a dictionary from names of controls to their values")
    with ONE_AT_A_TIME:
        figure = _figure(exercise)
        try:
            figure.reset()
            figure.set(**values)
        except ValueError:  # its words hold the value, and that may be a hidden input
            names = ", ".join(figure.first)
            raise Wrong(f"no such control, or not a value it takes: there are {names}") from None
        holds = exercise.holds(figure.r)
    missed = [words for words, held in holds.items() if not held]
    if missed:
        raise Wrong("not there: " + "; ".join(missed))


_figures = {}  # on which positions are tried, by exercise


def _figure(exercise):
    if exercise.id not in _figures:
        _figures[exercise.id] = exercise.make()
    return _figures[exercise.id]


def _plain(value):
    """Could a control take this: a truth value, a finite number, a short text?"""
    if type(value) is str:
        return len(value) <= LONGEST
    return type(value) in (bool, int, float) and math.isfinite(value)


def _given(exercise, student):
    """What the student has handed in."""
    answer = student(exercise.id)()
    if answer is None:
        raise Wrong(UNANSWERED)
    return answer


def _letter(answer):
    """The letter that a student means: "b", " B", "(b)"; None if it is no text."""
    return answer.strip(" ().").lower() if isinstance(answer, str) else None


def line_letters(exercise):
    """The letters of the lines in the right order."""
    letters = {line: letter for letter, line in lettered(exercise.listed).items()}
    return [letters[line] for line in exercise.lines]
