"""Wrong answers as edits of the right one: what differs stands alone, and the rest cannot drift.

A table maps a sentence, which is told to whoever makes the mistake, to a change of the reference:

    edit(old, new)     one expression replaced, in the text that `ast.unparse` writes
    after(change)      another answer made of the reference's: after(lambda answer: ...)
    before(change)     other arguments for the reference: before(lambda x, y: (y, x))
    whole(function)    a function that has little in common with the reference
"""

import ast
import inspect
import textwrap
from functools import cache, wraps


def edit(old, new):
    """The reference with one expression replaced, which must occur exactly once."""

    def change(solution):
        text, space = source(solution), dict(vars(inspect.getmodule(solution)))
        if text.count(old) != 1:
            times = text.count(old)
            raise ValueError(f"{old!r} occurs {times} times in {solution.__name__}:\n{text}")
        exec(text.replace(old, new), space)
        return space[solution.__name__]

    return change


def after(change):
    """The reference's answer, changed."""
    return lambda solution: wraps(solution)(lambda *given: change(solution(*given)))


def before(change):
    """The reference's answer to other arguments."""
    return lambda solution: wraps(solution)(lambda *given: solution(*change(*given)))


def whole(function):
    """A function of its own."""
    return lambda solution: function


def mistakes(solution, table):
    """The functions of a table; the docstring of each is its sentence."""
    made = []
    for words, change in table.items():
        function = change(solution)
        function.__doc__ = " ".join(words.split())
        made.append(function)
    return tuple(made)


@cache
def source(solution):
    """The reference as `ast.unparse` writes it, without docstring and comments."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(solution)))
    body = tree.body[0].body
    if ast.get_docstring(tree.body[0]):
        del body[0]
    return ast.unparse(tree)
