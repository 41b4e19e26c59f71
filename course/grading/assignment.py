"""An assignment: the exercises of one lecture notebook, as the lecturer's side knows them.

The notebook says which exercises it has, by `check("07-ridge", ridge)` and `ask("07-which")`; what
is right and what is wrong stands in answers/.
"""

import ast
import dataclasses
import functools
import re

from course import notebooks
from helpers.desk.checking import find

WORDS = ("check", "ask", "solution")


@dataclasses.dataclass(frozen=True)
class Assignment:
    """One notebook with exercises; `name` is the notebook's without .ipynb."""

    name: str
    path: object
    exercises: tuple

    @property
    def points(self):
        return sum(exercise.points for exercise in self.exercises)


@dataclasses.dataclass(frozen=True)
class Call:
    """A statement `check("07-ridge", ridge)`, `ask("07-which")` or `solution("07-ridge")`."""

    word: str
    id: str
    name: str  # the second argument, if it is a name
    cell: int  # which cell


@functools.cache
def assignments():
    """Name -> Assignment, for every notebook that has exercises."""
    return {a.name: a for path in notebooks.paths() if (a := read(path)).exercises}


def chosen(*wanted):
    """The assignments named by number ("07", 7) or by name; all without any."""
    every = assignments()
    if not wanted:
        return list(every.values())
    found = []
    for word in wanted:
        match = [a for a in every.values() if word == a.name or _numbered(a.name, word)]
        if not match:
            raise ValueError(f"there is no assignment {word}: there are {', '.join(every)}.")
        found += match
    return found


def _numbered(name, word):
    return re.fullmatch(rf"0*{re.escape(str(word))}", name.split("_")[0])


def read(path):
    """The assignment of a notebook file; without exercises if it has none."""
    cells = notebooks.cells(path)
    ids = dict.fromkeys(call.id for call in calls(cells) if call.word != "solution")
    return Assignment(path.stem, path, tuple(map(find, ids)))


def calls(cells):
    """Every statement of the notebook that names an exercise, in order."""
    found = []
    for i, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            found += [Call(*parts, i) for parts in _named(cell["source"])]
    return found


def _named(source):
    """(word, id, second argument) of the statements that name an exercise."""
    try:
        statements = ast.parse(source).body
    except SyntaxError:  # a line for IPython; no exercise cell has one
        return
    for statement in statements:
        call = statement.value if isinstance(statement, ast.Expr) else None
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            continue
        first = call.args[0] if call.args else None
        if call.func.id in WORDS and isinstance(first, ast.Constant) and type(first.value) is str:
            second = call.args[1] if call.args[1:] else None
            yield call.func.id, first.value, second.id if isinstance(second, ast.Name) else ""
