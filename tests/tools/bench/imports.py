"""What an import costs, in a fresh process, and what it loads."""

import pkgutil
import subprocess
import sys

import helpers
from lessons import folders
from tests.tools.bench.clock import ROOT, sentence

HEAVY = ("ipywidgets", "IPython", "matplotlib", "scipy")  # are they loaded by the import?
LESSONS = ("07", "13", "24")  # what the first cell of a notebook waits for
CODE = """import sys, time
start = time.perf_counter()
import {name}
print(time.perf_counter() - start, *({heavy!r} & sys.modules.keys()))"""


def import_rows():
    """Seconds that an import takes in a fresh process: rooms of helpers, and lessons."""
    rooms = sorted(module.name for module in pkgutil.iter_modules(helpers.__path__))
    lessons = [f"lessons.{folders()[number].name}" for number in LESSONS]
    names = ["numpy", *(f"helpers.{room}" for room in rooms), *lessons]
    words = "A fresh process each, median of three; NumPy alone for comparison."
    return ["module", "s", "loads also"], [row(name) for name in names], words


def row(name, repeats=3):
    command = [sys.executable, "-c", CODE.format(name=name, heavy=set(HEAVY))]
    try:
        runs = [
            subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
            for _ in range(repeats)
        ]
    except subprocess.CalledProcessError as error:
        return [name, "", sentence(RuntimeError(error.stderr.strip().splitlines()[-1]))]
    outputs = sorted((float(run.stdout.split()[0]), run.stdout.split()[1:]) for run in runs)
    seconds, loaded = outputs[repeats // 2]
    return [name, f"{seconds:.2f}", ", ".join(sorted(loaded))]
