"""What an exercise says to whoever tries it.

check("04-ridge", ridge)      right, which case failed, which known mistake it is, a hint
ask("04-scale")               a card that answers back: choice, number, order
ask("04-search")              a figure whose sliders are the answer
solution("04-ridge")          a solution, after a first attempt
"""

import inspect
import re
from importlib import import_module

import numpy as np

from helpers.desk import answer
from helpers.desk.cards import Search, Sorter, too_early
from helpers.desk.kinds import Choice, Code, Exercise, Number, Open, Order, Position
from helpers.desk.trying import called, unwritten
from helpers.desk.verdict import Hint, Listing, Verdict
from helpers.live import cards
from helpers.live.guess import Guess, GuessNumber

LISTS = re.compile(r"\b(list|sequence)\b")  # what Python says when one calculates with a list
ARRAYS = "The arguments are plain lists: np.array(…) makes of each what one can calculate with"

_tries = {}


def find(id):
    """The exercise with that id; "04-..." stands in answers.n04."""
    if not isinstance(id, str) or not id[:2].isdigit():
        raise ValueError(f"an exercise's id looks like 04-name, not {id!r}")
    try:
        module = import_module(f"answers.n{id[:2]}")
    except ModuleNotFoundError:
        raise ValueError(f"there are no exercises for notebook {id[:2]}") from None
    known = {e.id: e for e in vars(module).values() if isinstance(e, Exercise)}
    if id not in known:
        raise ValueError(f"there is no exercise {id}; there are {', '.join(known)}")
    return known[id]


def check(id, attempt, *others, **options):
    """Try an answer to an exercise and say what came of it; never raises for a wrong answer.

    A function for a function to write; else the text of an option, a number, values of the
    controls, line numbers, or a text. (`check(lambda, expected)` is the older form.)
    """
    if callable(id):
        return answer.check(id, attempt, *others, **options)
    exercise = find(id)
    if isinstance(exercise, Code):
        return _code(exercise, attempt)
    if attempt is None or attempt is ...:
        return Verdict("○", "Not answered yet.")
    _tries[id] = _tries.get(id, 0) + 1
    if isinstance(exercise, Open):
        return _read(exercise, attempt)
    if exercise.right(attempt):
        return Verdict("✓", f"Right ({_points(exercise)}).")
    return _refused(exercise, _told(exercise, attempt), "Not yet.")


def ask(id, figure=None):
    """The exercise as a card that answers back."""
    exercise = find(id)
    if isinstance(exercise, Choice):
        guess = Guess(exercise.task, exercise.options, exercise.answer)
        return cards.card(guess, again=True)
    if isinstance(exercise, Number):
        told = exercise.answer, exercise.why, exercise.within, exercise.traps
        guess = GuessNumber(exercise.task, *told)
        return cards.card(guess, again=True, hints=lambda: _tried(exercise))
    if isinstance(exercise, Order):
        return Sorter(exercise, lambda: _tried(exercise))
    if isinstance(exercise, Position):
        return Search(exercise, figure or exercise.make(), lambda: _tried(exercise))
    use = "answer" if isinstance(exercise, Open) else exercise.name
    raise ValueError(f"{id} has no card: use check({id!r}, {use})")


def solution(id):
    """A solution, once something has been tried."""
    exercise = find(id)
    if isinstance(exercise, Choice | Number):
        return Verdict("○", "Its card shows the answer after an attempt.")
    if isinstance(exercise, Open):
        return Verdict("○", "There is no one solution: it is marked by hand.")
    if not _tries.get(id):
        return Verdict("○", "First an attempt.", "Even a wrong one: its failure tells something.")
    if isinstance(exercise, Position):
        return Verdict("✓", ", ".join(f"{k} = {v}" for k, v in exercise.answer.items()))
    if isinstance(exercise, Order):
        return Verdict("✓", "In this order:", *exercise.lines)
    return Listing(exercise.answer)


def forget():
    """Nothing has been tried: for tests."""
    _tries.clear()


def hints(exercise):
    """One hint after the first try, two after the second, ...; each waits until it is opened."""
    due, count = _tries.get(exercise.id, 1), len(exercise.hints)
    return [Hint(f"Hint {k} of {count}", words) for k, words in enumerate(exercise.hints[:due], 1)]


def _tried(exercise):
    """Count an attempt on a card; the hints that may be opened."""
    _tries[exercise.id] = _tries.get(exercise.id, 0) + 1
    return hints(exercise)


def _code(exercise, function):
    if not callable(function):
        return Verdict("○", f"Not a function: define {exercise.name} and hand it over.")
    wanted = [called(exercise.solution, given) for given in exercise.cases.values()]
    with answer.taken_away(exercise.without):
        answers = [called(function, given) for given in exercise.cases.values()]
    if unwritten(function) or all(isinstance(one, NotImplementedError) for one in answers):
        return Verdict("○", "Not written yet.", "Replace the dots, run the cell, then this one.")
    _tries[exercise.id] = _tries.get(exercise.id, 0) + 1
    if all(one is None for one in answers):
        return Verdict("✗", "Not yet.", "It returns nothing (None): is there a return?")
    rows = zip(exercise.cases, answers, wanted)
    failed = [row for row in rows if not answer.close(row[1], row[2], exercise.tol)]
    if not failed:
        return Verdict("✓", f"Right: all {len(answers)} cases agree ({_points(exercise)}).")
    name, got, expected = failed[0]
    return _refused(
        exercise,
        _known_mistake(exercise, answers),
        f"Not yet: {len(failed)} of {len(answers)} cases failed, first “{name}”.",
        f"It {_said(got)}; expected {_short(expected)}.",
    )


def _refused(exercise, known, *lines):
    """A known mistake is answered by its own sentence, any other by hints that may be opened."""
    return Verdict("✗", *lines, known, *([] if known else hints(exercise)))


def _told(exercise, attempt):
    """The sentence of a wrong answer that is known, as its card tells it, without its tags."""
    words = ""
    if isinstance(exercise, Number) and isinstance(attempt, int | float):
        words = exercise.trap(attempt)
    elif isinstance(exercise, Choice) and isinstance(attempt, str):
        words = exercise.options.get(attempt, "")
    elif isinstance(exercise, Order) and sorted(attempt) == list(range(len(exercise.lines))):
        words = " ".join(too_early(exercise, attempt)).strip()
    return re.sub(r"</?[a-z]+>", "", words)


def _read(exercise, text):
    """A free text: how long it is, and what it should say; nobody marks it here."""
    if not isinstance(text, str) or not text.strip(" ."):
        return Verdict("○", "Not written yet.")
    count, (low, high) = len(text.split()), exercise.words
    length = f"{count} words"
    if not low <= count <= high:
        length += f", expected are {low} to {high}"
    told = f"Kept: {length}. It is marked by hand ({_points(exercise)})."
    return Verdict("○", told, *(f"Does it say: {question}" for question in exercise.asks))


def _known_mistake(exercise, answers):
    """The explanation of a known wrong answer that gives the same in all cases, if there is one."""
    for wrong in exercise.wrong:
        same = (called(wrong, given) for given in exercise.cases.values())
        if all(answer.alike(a, b, exercise.tol) for a, b in zip(answers, same)):
            return " ".join(inspect.getdoc(wrong).split())
    return ""


def _points(exercise):
    return "1 point" if exercise.points == 1 else f"{exercise.points} points"


def _said(got):
    if answer.refused(got):
        return f"stopped: {got}"
    if isinstance(got, TypeError | AttributeError) and LISTS.search(str(got)):
        return f"stopped with {type(got).__name__}: {got}. {ARRAYS}"
    if isinstance(got, Exception):
        return f"stopped with {type(got).__name__}: {got}"
    return "returned nothing (None): is there a return?" if got is None else f"gave {_short(got)}"


def _short(value):
    try:
        digits = {"float": "{:.4g}".format}
        return _cut(np.array2string(np.asarray(value, float), formatter=digits, separator=", "))
    except (TypeError, ValueError):
        if isinstance(value, list | tuple):  # of numbers and arrays
            return _cut(f"[{', '.join(map(_short, value))}]")
        return repr(value)[:80]


def _cut(text, most=200):
    """At most so many characters, and no number cut in two."""
    return text if len(text) <= most else f"{text[:most].rpartition(',')[0]}, …"
