"""An assignment: the exercises of one lecture notebook, with the tests that only the lecturer's side holds."""

import ast
import dataclasses
import functools
import json
import re

from helpers.course.paths import notebooks


@dataclasses.dataclass(frozen=True)
class Exercise:
    id: str
    functions: tuple  # the names a student defines
    points: int
    hidden: str  # source of the hidden tests


@dataclasses.dataclass(frozen=True)
class Assignment:
    name: str  # the notebook's name without .ipynb
    path: object
    imports: str  # source of the first code cell
    exercises: tuple

    @property
    def points(self):
        return sum(exercise.points for exercise in self.exercises)

    @functools.cached_property
    def names(self):
        """What the imports bind: the hidden tests see this, and the students' functions."""
        space = {}
        exec(compile(self.imports, f"{self.name}: imports", "exec"), space)
        return space

    @functools.cached_property
    def compiled(self):
        return {e.id: compile(e.hidden, f"hidden tests of {e.id}", "exec") for e in self.exercises}


@functools.cache
def assignments():
    """Name -> Assignment, for every notebook that has exercises."""
    return {a.name: a for path in notebooks() if (a := read(path)).exercises}


def chosen(*wanted):
    """The assignments named by number ("07", 7) or by name; all without any."""
    every = assignments()
    if not wanted:
        return list(every.values())
    found = []
    for word in wanted:
        match = [a for a in every.values() if a.name == word or re.fullmatch(rf"0*{word}", a.name.split("_")[0])]
        if not match:
            raise ValueError(f"there is no assignment {word}: there are {', '.join(every)}.")
        found += match
    return found


def read(path):
    code = [c for c in json.loads(path.read_text(encoding="utf-8"))["cells"] if c["cell_type"] == "code"]
    by_id = {c["metadata"]["nbgrader"]["grade_id"]: c for c in code if "nbgrader" in c["metadata"]}
    exercises = [_exercise(i, by_id[i], by_id[f"{i}-hidden"]) for i in by_id if f"{i}-hidden" in by_id]
    return Assignment(path.stem, path, "".join(code[0]["source"]) if code else "", tuple(exercises))


def _exercise(name, solution, hidden):
    tree = ast.parse("".join(solution["source"]))
    functions = tuple(node.name for node in tree.body if isinstance(node, ast.FunctionDef))
    return Exercise(name, functions, hidden["metadata"]["nbgrader"]["points"], "".join(hidden["source"]))
