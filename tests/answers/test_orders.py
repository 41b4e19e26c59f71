"""Derivations are partial orders: whatever leaves no line without what it needs is right."""

import re
from itertools import permutations

import pytest

from course.grading.judge import Wrong, judge
from helpers.desk.answer import lettered
from helpers.desk.kinds import Order
from tests.answers.test_answers import EVERY

ORDERS = {e.id: e for e in EVERY if isinstance(e, Order)}
EACH = pytest.mark.parametrize("exercise", ORDERS.values(), ids=list(ORDERS))
PROOFS = {  # orders that readers have found right
    "01-two-sides": [(2, 0, 1, 3, 4)],
    "08-forget": [(0, 2, 1, 3, 4, 5)],
    "09-regret": [(0, 1, 2, 4, 3, 5), (0, 1, 4, 2, 3, 5), (4, 3, 0, 1, 2, 5)],
    "10-weights": [(4, 0, 1, 2, 3, 5), (0, 1, 2, 4, 3, 5)],
    "11-lid": [(0, 1, 2, 4, 3, 5)],
    "14-left-out": [(0, 3, 1, 4, 2, 5), (0, 3, 4, 1, 2, 5)],
    "15-powers": [(3, 0, 1, 4, 2, 5)],
    "16-representer": [(0, 3, 1, 2, 4, 5)],
    "17-ucb": [(2, 0, 1, 3, 4, 5), (2, 0, 3, 1, 4, 5), (2, 0, 3, 4, 1, 5)],
    "21-half": [(0, 2, 3, 1, 4, 5), (2, 0, 3, 1, 4, 5)],
    "24-lemma": [(0, 1, 2, 4, 3, 5), (0, 1, 4, 2, 3, 5), (0, 1, 4, 3, 2, 5)],
    "25-mean-form": [(1, 2, 0, 3, 4, 5), (1, 2, 0, 4, 3, 5)],
}
NEIGHBOURS = {
    "first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1
}  # fmt: skip


def extensions(needs, placed=()):
    """Every order in which a line is put down when all that it needs lies there."""
    if len(placed) == len(needs):
        yield placed
    for line, needed in enumerate(needs):
        if line not in placed and set(needed) <= set(placed):
            yield from extensions(needs, (*placed, line))


def verdict(exercise, order):
    """What the grader says to an order of the lines, by the letters that students see."""
    letters = {line: letter for letter, line in lettered(exercise.listed).items()}
    try:
        judge(exercise, lambda name: lambda: [letters[exercise.lines[line]] for line in order])
    except Wrong as words:
        return str(words), letters
    return "", letters


@EACH
def test_every_order_that_leaves_no_need_open_is_right_and_no_other(exercise):
    known = set(extensions(exercise.needs))
    assert tuple(range(len(exercise.lines))) in known
    for order in permutations(range(len(exercise.lines))):
        assert exercise.right(order) == (order in known)
        assert (exercise.early(order) is None) == (order in known)
    assert all(verdict(exercise, order)[0] == "" for order in known)


@EACH
def test_a_swap_that_breaks_a_need_is_refused_and_both_lines_are_named(exercise):
    for order in extensions(exercise.needs):
        for line, needed in enumerate(exercise.needs):
            for missing in needed:
                swapped = [{line: missing, missing: line}.get(one, one) for one in order]
                early, what = exercise.early(swapped)
                assert not exercise.right(swapped) and what in exercise.needs[early]
                assert swapped.index(early) < swapped.index(what)
                words, letters = verdict(exercise, swapped)
                named = [letters[exercise.lines[one]] for one in (early, what)]
                assert re.findall(r"line ([a-z])\b", words) == named


@pytest.mark.parametrize("id", PROOFS)
def test_orders_that_readers_found_right_are_right(id):
    assert all(ORDERS[id].right(order) for order in PROOFS[id])


@EACH
def test_a_reason_names_no_place_where_another_line_may_stand(exercise):
    """ "The line before" and "the second line" are the same in all right orders, or not said."""
    known = list(extensions(exercise.needs))
    for line, reason in enumerate(exercise.reasons):
        words = reason.lower()
        for name, place in NEIGHBOURS.items():
            if re.search(rf"\b{name} line\b", words):
                assert len({order[place] for order in known}) == 1, reason
        many = 2 if "two lines before" in words else 1 if "line before" in words else 0
        before = {frozenset(o[o.index(line) - many : o.index(line)]) for o in known}
        assert len(before) == 1, reason
