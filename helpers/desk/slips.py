"""The appendix of a notebook: its slips as a table whose last column is computed there and then."""

import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from importlib import import_module


@dataclass(frozen=True)
class Slip:
    """One slip; `measured` is a function without arguments that returns a short sentence.

    A misprint that no measurement can decide (a wrong index, a missing word) has none.
    """

    where: str
    printed: str
    holds: str
    measured: Callable | None = None


def slips(number):
    """The slips that the notebook of that number decides: SLIPS of its lesson's module `slips`."""
    return import_module(f"lessons.{import_module('lessons').folders()[number].name}.slips").SLIPS


class Table:
    """The table as Markdown, so that its formulas are set, and the code that measured, folded."""

    def __init__(self, found):
        self.rows = [
            (slip.where, slip.printed, slip.holds, slip.measured() if slip.measured else "")
            for slip in found
        ]
        self.functions = [slip.measured for slip in found if slip.measured]

    @property
    def markdown(self):
        head = ["| where | printed | holds | measured |", "|---|---|---|---|"]
        body = ["| " + " | ".join(map(_cell, row)) + " |" for row in self.rows]
        return "\n".join([*head, *body, "", self._code()])

    def _repr_mimebundle_(self, **_):
        plain = "\n".join(f"{where}: {measured}" for where, *_, measured in self.rows if measured)
        return {"text/markdown": self.markdown, "text/plain": plain}

    def _code(self):
        if not self.functions:
            return ""
        text = "\n\n".join(textwrap.dedent(inspect.getsource(f)).rstrip() for f in self.functions)
        fenced = f"```python\n{text}\n```"  # HTML of our own would end at the first empty line
        return f"<details><summary>the code of the last column</summary>\n\n{fenced}\n\n</details>"


def errata(number):
    """The slips of the notes that belong to a notebook, measured now."""
    return Table(slips(number))


def _cell(text):
    r"""Markdown ends a cell at every bar, so a formula writes \vert and \Vert."""
    if "|" in text:
        raise ValueError(f"a bar would end the cell: write \\vert in {escape(text)!r}")
    return " ".join(text.split())
