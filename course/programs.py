"""The commands of the course that start another program: JupyterLab, the tests, the linter."""

import os
import subprocess
import sys

from course import lab
from course.notebooks import ROOT

RUFF = [["ruff", "check", "."], ["ruff", "format", "--check", "."]]


def processors():
    """How many processes may run side by side."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


# a file, or a part of a long one, stays in one process, for its tests share a kernel, a browser or
# a course; which come first, and which run at all, is said in tests/lanes.py
PYTEST = ["pytest", "-q", "-n", str(processors()), "--dist", "loadfile", "--no-loadscope-reorder"]


def lane(name, folder):
    return [*PYTEST, "--lane", name, folder]


BOTH = ("tests", "notebooks")
LOCK = ["uv", "pip", "compile", "-q", "--universal", "--all-extras", "--upgrade"]

# name: (what it does, the programs it runs one after the other)
PROGRAMS = {
    "lab": ("open JupyterLab on the first notebook", [["jupyterlab", lab.CONFIG, lab.FIRST]]),
    "check": (
        "what to run after every change, a minute: style, algorithms, kit, contract, ledger",
        [*RUFF, lane("check", "tests")],
    ),
    "test": (
        "what to run before a change is shared, six minutes: also every figure and notebook, the "
        "grader, a browser; then everything that the change can break (--since REV, --minutes N)",
        # notebooks apart: their kernels inherit nothing that a test left behind
        [*RUFF, *[lane(name, folder) for name in ("test", "changed") for folder in BOTH]],
    ),
    "nightly": (
        "every test at its full length, and a tenth of the planted mistakes: an hour",
        [*RUFF, *[lane("nightly", folder) for folder in BOTH], ["tests.tools.mutants", "--tenth"]],
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
    """Run the steps until one fails; the reader's own arguments go to the first but the linter."""
    first = next((step[0] for step in options.steps if step[0] != "ruff"), "ruff")
    for step in options.steps:
        more = options.more if step[0] == first else []
        code = subprocess.call([sys.executable, "-m", *step, *more], cwd=ROOT)
        if code:
            sys.exit(code)
