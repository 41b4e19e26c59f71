"""Which guess each cell of a notebook asks: its figure's own, or one that stands alone.

A guess is data of the figure's class. A notebook may define a figure of its own, or a guess without
a figure: these are read from the cell's text.
"""

import ast

from course import figures
from helpers.live import Guess, GuessNumber
from helpers.lookup import snake
from lessons import lesson

KINDS = {"Guess": Guess, "GuessNumber": GuessNumber}


def in_cells(cells):
    """The guess that each cell asks, or None: one for every cell of a notebook."""
    trees = [figures.parsed(cell) for cell in cells]
    own = of_lesson(figures.number_of(cells))
    for tree in trees:
        own |= {snake(node.name): written(node) for node in tree.body if is_class(node)}
    for tree, shown in zip(trees, figures.in_cells(cells)):
        # a figure that is shown under another name asks nothing
        asked = [own[name] for name in shown if own.get(name) is not None]
        outside = [node for node in tree.body if not is_class(node)]
        yield asked[0] if asked else written(ast.Module(outside, []))


def of_lesson(number):
    """The guesses of a lesson's figures by name; None where a figure asks nothing."""
    names = figures.classes_of(number)
    return {name: vars(lesson(number))[name].guess for name in names} if names else {}


def is_class(node):
    """Does a statement define a class?"""
    return isinstance(node, ast.ClassDef)


def written(tree):
    """The guess that is written out in some code, or None."""
    for node in ast.walk(tree):
        kind = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
        if kind in KINDS:
            named = {word.arg: ast.literal_eval(word.value) for word in node.keywords}
            return KINDS[kind](*map(ast.literal_eval, node.args), **named)
    return None
