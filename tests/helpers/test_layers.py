"""Imports of helpers point one way: base, families, plots, live, figures; families in the course's
order."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

HELPERS = Path(__file__).resolve().parents[2] / "helpers"
BASE = {"check", "trace", "losses", "data", "lookup"}
# what a family may import besides itself and the base
ALLOWED = {
    "descent": set(),
    "linear": {"descent"},
    "kernels": {"linear", "descent"},
    "margins": {"descent", "linear", "kernels"},
    "learning": {"linear", "descent"},
    "online": {"descent", "linear"},
    "generalisation": {"learning", "linear", "descent", "margins", "kernels"},
    "estimation": {"learning", "linear", "descent"},
    "plots": set(),
    "live": {"plots"},
}
MODULES = sorted(p for p in HELPERS.rglob("*.py") if p.relative_to(HELPERS).parts[0] in ALLOWED)


def module_name(path):
    parts = path.relative_to(HELPERS.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(path):
    """The modules of helpers that a file names in its imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.startswith("helpers.")}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "helpers":
            deeper = (f"{node.module}.{alias.name}" for alias in node.names)
            found |= {name if exists(name) else node.module for name in deeper}
    return found - {"helpers"}


def exists(name):
    path = HELPERS.parent / Path(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_a_family_imports_only_what_comes_before_it(path):
    family = path.relative_to(HELPERS).parts[0]
    for name in imported(path):
        part = name.split(".")[1]
        assert part in BASE | ALLOWED[family] | {family}, f"{module_name(path)} imports {name}"


def test_the_base_imports_nothing_but_the_base():
    for path in HELPERS.glob("[!_]*.py"):
        assert {name.split(".")[1] for name in imported(path)} <= BASE, path.name


def test_no_module_imports_itself_through_others():
    """Without the packages' own files, which only hand on names, the imports form no circle."""
    graph = {module_name(p): imported(p) for p in HELPERS.rglob("*.py") if p.stem != "__init__"}
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


@pytest.mark.slow  # a fresh Python for each
@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_every_module_can_be_the_first_one_imported(path):
    subprocess.run([sys.executable, "-c", f"import {module_name(path)}"], check=True)
