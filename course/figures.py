"""Which live figures the cells of a notebook show, told from their text.

A lesson's package lists its figures: `from lessons.n04_….wiggle import Wiggle as wiggle`; a cell
shows one by a call such as `figures.wiggle()`.
"""

import ast
import re
from functools import cache

from helpers.lookup import snake
from lessons import folders


@cache
def classes_of(number):
    """The names of the figures that are written for the notebook of that number."""
    folder = folders().get(number)
    if folder is None:
        return set()
    listing = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
    imports = (node for node in listing.body if isinstance(node, ast.ImportFrom))
    return {alias.asname for node in imports for alias in node.names if alias.asname}


def number_of(cells):
    """The number in a notebook's title, "# 04 · Least squares"; empty if it has none."""
    title = re.match(r"# (\d\d) ", cells[0]["source"]) if cells else None
    return title[1] if title else ""


def in_cells(cells):
    """The names of the figures that each cell shows: a list for every cell of a notebook."""
    trees = [parsed(cell) for cell in cells]
    # a notebook may also define a figure of its own
    known = classes_of(number_of(cells)) | {name for tree in trees for name in _figures(tree)}
    return [list(_called(tree, known)) for tree in trees]


def names(cells):
    """The names of all figures of a notebook, in order."""
    return [name for shown in in_cells(cells) for name in shown]


def parsed(cell):
    """The syntax tree of a cell; an empty one for words."""
    source = cell["source"] if cell["cell_type"] == "code" else ""
    try:
        return ast.parse(source)
    except SyntaxError:  # a cell in the middle of being written
        return ast.Module([], [])


def _figures(tree):
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and "Figure" in map(_last_name, node.bases):
            yield node.name


def _called(tree, known):
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = _last_name(node.func)
        if called in known and _is_of_figures(node.func):
            renamed = [k.value.value for k in node.keywords if k.arg == "name"]
            yield renamed[0] if renamed else snake(called)


def _is_of_figures(function):
    """`figures.tree()`, `n23.tree()` or `tree()`: an algorithm may have the name of a figure."""
    if not isinstance(function, ast.Attribute):
        return True
    owner = function.value.id if isinstance(function.value, ast.Name) else ""
    return bool(re.fullmatch(r"figures|n\d\d\w*", owner))


def _last_name(node):
    """The name in `wiggle` and in `n04.wiggle`."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
