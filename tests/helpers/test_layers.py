"""Imports point one way: base, families, plots, live, desk, then lessons, answers, course."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import helpers

ROOT = Path(__file__).resolve().parents[2]
HELPERS = ROOT / "helpers"
BASE = {"check", "trace", "losses", "data", "lookup"}
# what a room may import besides itself and the base
ALLOWED = {
    "descent": set(),
    "linear": {"descent"},
    "learning": {"linear", "descent"},
    "kernels": {"linear", "descent"},
    "margins": {"descent", "linear", "kernels"},
    "online": {"descent", "linear"},
    "generalisation": {"learning", "linear", "descent", "kernels"},
    "estimation": {"learning", "linear", "descent"},
    "networks": set(),
    "plots": set(),
    "live": {"plots"},
    "desk": {"live"},
}
FAMILIES = [room for room in ALLOWED if room not in {"plots", "live", "desk"}]
# what a folder of the project may import besides itself
TOPS = {
    "helpers": set(),
    "lessons": {"helpers"},
    "answers": {"helpers", "lessons"},
    "course": {"helpers", "lessons", "answers"},
}


def module_name(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def files(room):
    """The modules of a room of helpers, which is a folder or a module."""
    folder = HELPERS / room
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]


def imported(path, at_once=False):
    """The modules of the project that a file imports: anywhere in it, or on being loaded."""
    names, tree = set(), ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body if at_once else ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = absolute(node, path)
            deeper = (f"{module}.{alias.name}" for alias in node.names)
            names |= {name if exists(name) else module for name in deeper}
    return {name for name in names if name.split(".")[0] in {*TOPS, "tests"}} - {"helpers"}


def absolute(node, path):
    """The module of `from ... import`, also where dots say how many folders above the file."""
    above = path.relative_to(ROOT).parts[: -node.level] if node.level else ()
    return ".".join([*above, *([node.module] if node.module else [])])


def exists(name):
    path = ROOT / Path(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def test_the_map_names_every_room_once_and_lower_rooms_first():
    named = re.findall(r"^    (\w+)  +\w", helpers.__doc__, flags=re.MULTILINE)
    there = [p.stem for p in HELPERS.glob("[!_]*") if p.suffix == ".py" or exists(module_name(p))]
    assert sorted(named) == sorted(there) == sorted(BASE | set(ALLOWED))
    assert set(named[: len(BASE)]) == BASE
    for room, lower in ALLOWED.items():
        for other in lower:
            assert named.index(other) < named.index(room), f"{other} stands below {room}"


@pytest.mark.parametrize("room", ALLOWED)
def test_a_room_imports_only_what_it_may(room):
    for path in files(room):
        for name in imported(path):
            top, part = name.split(".")[:2]
            allowed = top == "helpers" and part in BASE | ALLOWED[room] | {room}
            assert allowed, f"{module_name(path)} imports {name}"


@pytest.mark.parametrize("room", sorted(BASE))
def test_the_base_imports_nothing_but_the_base(room):
    for name in imported(HELPERS / f"{room}.py"):
        assert name.split(".")[0] == "helpers" and name.split(".")[1] in BASE, name


@pytest.mark.parametrize("top", TOPS)
def test_a_folder_of_the_project_imports_only_what_it_may(top):
    for path in (ROOT / top).rglob("*.py"):
        for name in imported(path):
            allowed = name.split(".")[0] in TOPS[top] | {top}
            assert allowed, f"{module_name(path)} imports {name}"


def test_no_module_imports_itself_through_others():
    """Without the packages' own files, which only hand on names, the imports form no circle.

    An import in a function runs when the function is called, when all modules are loaded.
    """
    graph = {
        module_name(p): imported(p, True) for p in HELPERS.rglob("*.py") if p.stem != "__init__"
    }
    done = set()

    def visit(name, trail):
        assert name not in trail, " -> ".join([*trail, name])
        if name in done:
            return
        for other in sorted(graph.get(name, ())):
            visit(other, [*trail, name])
        done.add(name)

    for name in sorted(graph):
        visit(name, [])


# Before each import it forgets the project's modules: every one of them is the first of its room.
FIRST = """
import importlib, sys
for name in sys.argv[1:]:
    for old in [m for m in sys.modules if m.split(".")[0] == "helpers"]:
        del sys.modules[old]
    importlib.import_module(name)
"""


@pytest.mark.slow  # a fresh Python for each
@pytest.mark.parametrize("room", [*sorted(BASE), *ALLOWED])
def test_every_module_can_be_the_first_one_imported(room):
    names = [module_name(path) for path in files(room)]
    subprocess.run([sys.executable, "-c", FIRST, *names], check=True, cwd=ROOT)
