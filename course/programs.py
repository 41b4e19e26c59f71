"""The commands of the course that start another program: JupyterLab, the tests, the linter."""

import subprocess
import sys

from course import lab
from course.notebooks import ROOT

RUFF = [["ruff", "check", "."], ["ruff", "format", "--check", "."]]
PYTEST = ["pytest", "-q", "-n", "2", "--dist", "loadgroup"]
LOCK = ["uv", "pip", "compile", "-q", "--universal", "--all-extras", "--upgrade"]

# name: (what it does, the programs it runs one after the other)
PROGRAMS = {
    "lab": ("open JupyterLab on the first notebook", [["jupyterlab", lab.CONFIG, lab.FIRST]]),
    "check": (
        "what to run after every change, a minute: style, algorithms, kit, contract, ledger",
        [*RUFF, [*PYTEST, "-m", "not slow and not browser", "tests"]],
    ),
    "test": (
        "every test: also the grader, every notebook, every deck, and a real browser",
        # notebooks apart, a file to a process: the cells of one share a kernel, which inherits
        # nothing that a test left behind
        [*RUFF, [*PYTEST, "tests"], [*PYTEST[:-1], "loadfile", "notebooks"]],
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
