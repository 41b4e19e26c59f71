"""The commands of the course that start another program: JupyterLab, the tests, the linter."""

import subprocess
import sys

from course import lab
from course.notebooks import ROOT

RUFF = [["ruff", "check", "."], ["ruff", "format", "--check", "."]]
# a file stays in one process: its tests share a kernel, a browser or a course; the longest come
# first, by conftest.py and then, as those of tests/course, by the alphabet
PYTEST = ["pytest", "-q", "-n", "2", "--dist", "loadfile", "--no-loadscope-reorder"]
# not even read by `make check`: all their tests are slow
SLOW_FILES = [f"--ignore-glob=*/test_{name}*.py" for name in ("figures", "slips", "grade")]
LOCK = ["uv", "pip", "compile", "-q", "--universal", "--all-extras", "--upgrade"]

# name: (what it does, the programs it runs one after the other)
PROGRAMS = {
    "lab": ("open JupyterLab on the first notebook", [["jupyterlab", lab.CONFIG, lab.FIRST]]),
    "check": (
        "what to run after every change, a minute: style, algorithms, kit, contract, ledger",
        [*RUFF, [*PYTEST, "-m", "not slow and not browser", *SLOW_FILES, "tests"]],
    ),
    "test": (
        "every test: also the grader, every notebook, every deck, and a real browser",
        # notebooks apart: their kernels inherit nothing that a test left behind
        [*RUFF, [*PYTEST, "tests"], [*PYTEST, "notebooks"]],
    ),
    "lint": ("the style alone", RUFF),
    "bench": (
        "measure sliders and algorithms; the table is build/bench.md",
        [["tests.tools.bench"]],
    ),
    "mutants": (
        "plant mistakes in helpers and count those that the tests catch",
        [["tests.tools.mutants"]],
    ),
    "lock": (
        "write requirements.lock anew from pyproject.toml",
        [[*LOCK, "pyproject.toml", "-o", "requirements.lock"]],
    ),
}


def add(commands):
    """Make every program a subcommand; arguments that follow go to the program itself."""
    for name, (what, steps) in PROGRAMS.items():
        command = commands.add_parser(name, help=what, description=what)
        command.set_defaults(run=run, steps=steps, passes_on=True)


def run(options):
    """Run the steps, those of the last program with the reader's own arguments; stop at the first
    that fails."""
    for step in options.steps:
        more = options.more if step[0] == options.steps[-1][0] else []
        code = subprocess.call([sys.executable, "-m", *step, *more], cwd=ROOT)
        if code:
            sys.exit(code)
