"""Wrong answers as edits of the right one: what differs stands alone, and the rest cannot drift.

A table maps a sentence, which is told to whoever makes the mistake, to a change of the reference:

    edit(old, new)     one expression replaced, in the text that `ast.unparse` writes; or several,
                       edit(old, new, old, new)
    after(change)      another answer made of the reference's: after(lambda answer: ...)
    before(change)     other arguments for the reference: before(lambda x, y: (y, x))
    whole(function)    a function that has little in common with the reference
"""

import ast
import inspect
import linecache
import textwrap
from functools import cache, wraps


def edit(*pairs):
    """The reference with old expressions replaced by new; each must occur exactly once."""

    def change(solution):
        text = source(solution)
        for old, new in zip(pairs[::2], pairs[1::2], strict=True):
            if text.count(old) != 1:
                times = text.count(old)
                raise ValueError(f"{old!r} occurs {times} times in {solution.__name__}:\n{text}")
            text = text.replace(old, new)
        return _made(text, solution)

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


def _made(text, solution):
    """The function of this text, among the names of the reference; `inspect` finds its text."""
    place, space = f"<{solution.__name__}, edit {hash(text)}>", dict(vars(_module(solution)))
    linecache.cache[place] = len(text), None, text.splitlines(keepends=True), place
    exec(compile(text, place, "exec"), space)
    return space[solution.__name__]


def _module(solution):
    return inspect.getmodule(inspect.unwrap(solution))


@cache
def source(solution):
    """The reference as `ast.unparse` writes it, without docstring and comments."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(solution)))
    body = tree.body[0].body
    if ast.get_docstring(tree.body[0]):
        del body[0]
    return ast.unparse(tree)
