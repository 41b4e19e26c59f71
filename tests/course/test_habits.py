"""What people do in notebooks by habit costs no points, or a sentence says why it does."""

import json

import pytest

from course.grading import grade, sandbox
from tests.course.test_grade import salt, walls  # noqa: F401 (fixtures)
from tests.tools.attacks import IMPORTS, NAME, RIGHT, hand_in, honest, notebook

pytestmark = pytest.mark.slow

AVERAGE, RATE, GRAD = RIGHT.values()
HEAD, *LINES = GRAD.splitlines()


def first(*lines):
    """Everything right; these lines stand at the top of the cell with the imports."""
    return notebook("\n".join([*lines, IMPORTS]), AVERAGE, RATE, GRAD)


def inside(*lines):
    """Everything right; the gradient first does these lines."""
    return honest(target="\n".join([HEAD, *("    " + line for line in lines), *LINES]))


def returns(expression, *before):
    """Everything right; the gradient returns `expression` of its two numbers a and b."""
    *body, last = LINES
    last = last.replace("return [", "a, b = ").rstrip("]")
    lines = [*before, HEAD, *body, last, f"    return {expression}"]
    return honest(target="\n".join(lines))


def markdown_gone():
    """Only code is left, in another order, with other ids and somebody else's metadata."""
    book = json.loads(notebook(GRAD, AVERAGE, RATE, IMPORTS))
    for i, cell in enumerate(book["cells"]):
        cell |= {"id": f"x{9 - i}", "metadata": {"colab": {"base_uri": "https://x"}}}
    return json.dumps(book)


HABITS = {
    # magics
    "matplotlib inline": first("%matplotlib inline"),
    "matplotlib in a window": first("%matplotlib qt"),
    "pylab inline": first("%pylab inline"),
    "sharp pictures": first("%config InlineBackend.figure_format = 'retina'"),
    "autoreload": first("%load_ext autoreload", "%autoreload 2"),
    "an extension that is not there": first("%load_ext nb_black"),
    "a magic that is not there": first("%lprun -f f f()"),
    "time of a cell": honest(target="%%time\n" + GRAD),
    "captured output": honest(target="%%capture out\n" + GRAD),
    "timed again and again": first("import time", "%timeit time.sleep(5)"),
    "a timed cell": honest(after=["%%timeit\nimport time; time.sleep(5)"]),
    "an unknown cell magic elsewhere": honest("%%R\nx <- 3"),
    "a cell of HTML": honest("%%html\n<b>Ada</b>", "%%markdown\n*Ada*", "%%latex\n$a$"),
    "help": honest("np.mean?", "help(np.mean)", "?np.sum"),
    # installs and shells
    "pip in a shell": first("!pip install --upgrade numpy"),
    "pip as a magic": first("%pip install numpy"),
    "shell output": first("files = !ls", "print(files, len(files))"),
    "a bash cell": honest("%%bash\nls"),
    "a module written by a cell": honest(
        "%%writefile mine.py\ndef half(a):\n    return a / 2",
        target="from mine import half\n" + GRAD.replace("2 * np", "4 * half(1) * np"),
    ),
    # pictures, prints, questions
    "shown plots": honest(
        "import matplotlib.pyplot as plt\nplt.style.use('ggplot')\nplt.plot([1, 2])\nplt.show()"
    ),
    "a saved picture": honest("import matplotlib.pyplot as plt\nplt.savefig('mine.png')"),
    "a picture in the answer": inside("import matplotlib.pyplot as plt", "plt.plot(x, y)"),
    "display": first("from IPython.display import display, clear_output", "display(3)"),
    "display without an import": inside("display([1, 2])"),
    "a widget": honest("from ipywidgets import interact\n@interact(a=(0, 3))\ndef f(a): print(a)"),
    "input in a cell": first("name = input('Your name? ')"),
    "input in the answer": inside("input('press enter')"),
    "prints": inside("print('w =', w)", "print(f'{y!r:>40}')"),
    "a warning": inside("import warnings", "warnings.warn('careful')", "np.log(np.zeros(1))"),
    "a log": inside("import logging", "logging.warning('here')"),
    # imports
    "imports that are not installed": first("import seaborn as sns", "sns.set_theme()"),
    "a drive that is not there": first("from google.colab import drive", "drive.mount('/c')"),
    "progress bars": honest(
        "from tqdm.auto import tqdm",
        target=GRAD.replace("    r =", "    for _ in tqdm(range(3)):\n        r ="),
    ),
    "a compiler that is not installed": honest("from numba import njit", target="@njit\n" + GRAD),
    "installed extras": first("import pathlib, itertools", "import scipy.stats as st"),
    "everything of a module": first("from math import *", "from numpy import *"),
    # how answers are written
    "type hints": honest(
        target=GRAD.replace(HEAD, "def grad_linreg(w: list, x: np.ndarray, y) -> list[float]:")
    ),
    "other names of arguments": honest(
        target="def grad_linreg(a, b, c):\n    w, x, y = a, b, c\n" + "\n".join(LINES)
    ),
    "one more argument": honest(target=GRAD.replace("x, y)", "x, y, verbose=False)", 1)),
    "a helper in another cell": honest(
        "def slope(r, x): return 2 * np.mean(r * np.asarray(x))",
        target="\n".join([HEAD, LINES[0], "    return [2 * np.mean(r), slope(r, x)]"]),
    ),
    "a constant in another cell": honest("TWO = 2", target=GRAD.replace("2 *", "TWO *")),
    "a lambda": honest(
        target=GRAD.replace("grad_linreg", "f") + "\ngrad_linreg = lambda *a: f(*a)"
    ),
    "a class around it": honest(
        target="class Mine:\n    @staticmethod\n    "
        + GRAD.replace("\n", "\n    ")
        + "\ngrad_linreg = Mine.grad_linreg"
    ),
    "a test under the answer": honest(target=GRAD + "\nassert grad_linreg([0, 0], [1], [1]) == 7"),
    "a first try that failed": honest("def grad_linreg(w, x, y):\n    return w.nothing"),
    "arguments changed in place": inside("x = np.asarray(x); w[0] += 0"),
    "a main guard": honest(target=GRAD + "\nif __name__ == '__main__':\n    print('main')"),
    # what comes back
    "a tuple": returns("a, b"),
    "an array": returns("np.array([a, b])"),
    "long doubles": returns("np.array([a, b], dtype=np.longdouble)"),
    "a list of long doubles": returns("[np.longdouble(a), np.longdouble(b)]"),
    "an array of objects": returns("np.array([a, b], dtype=object)"),
    "a named tuple": returns(
        "Pair(a, b)", "from collections import namedtuple", "Pair = namedtuple('Pair', 'a b')"
    ),
    "a list of one's own": returns("Mine([a, b])", "class Mine(list): pass"),
    "fractions": returns("[Fraction(float(a)), Fraction(float(b))]", "from fractions import *"),
    "numbers in arrays": returns("[np.array(a), np.array(b)]"),
    # the file
    "other order, no Markdown": markdown_gone(),
    "a syntax error elsewhere": honest("def unfinished(:", "for"),
    "an error elsewhere": honest("undefined_name", "1 / 0"),
    "exit at the end": honest(after=["exit()", "quit", "import sys; sys.exit()"]),
    "empty cells": honest("", "   ", "# only a comment"),
}

COSTS = {  # habits that cost points, and the sentence that says why
    "pandas for the answer": (
        returns("pd.Series([a, b]).values", "import pandas as pd"),
        "not installed where this is graded, and left out: pandas",
    ),
    "a generator": (returns("(v for v in (a, b))"), "was not plain data"),
    "the wrong name": (
        honest(target=GRAD.replace("grad_linreg", "grad_lin_reg")),
        "the notebook defines no function of this name",
    ),
    "an answer with a syntax error": (
        honest(target=GRAD.replace(":", "", 1)),
        "the notebook defines no function of this name",
    ),
    "printed and not returned": (
        honest(target=GRAD.replace("return", "print(") + ")"),
        "not written yet, or a return is missing: nothing comes back",
    ),
}


@pytest.fixture(scope="module")
def graded(walls, tmp_path_factory):  # noqa: F811
    """All of them graded in one run: name -> record."""
    course = tmp_path_factory.mktemp("habits")
    contents = HABITS | {name: content for name, (content, _) in COSTS.items()}
    for name, content in {"honest": honest(), **contents}.items():
        hand_in(course / "submitted", name, content)
    limits = sandbox.Limits(cell=60, notebook=300, exercise=60, submission=600)
    return {r["student"]: r for r in grade.grade(course / "submitted", course, limits=limits)}


def test_the_table_is_long_enough():
    assert len(HABITS) >= 50


@pytest.mark.parametrize("habit", HABITS)
def test_a_habit_keeps_its_mark(graded, habit):
    assert graded["honest"]["score"] == 6
    assert graded[habit]["score"] == 6, graded[habit]


@pytest.mark.parametrize("habit", COSTS)
def test_a_habit_that_costs_points_says_why(graded, habit):
    record, words = graded[habit], COSTS[habit][1]
    told = [*record["notes"], *(part["reason"] for part in record["parts"])]
    assert record["score"] == 4 and any(words in sentence for sentence in told), record


def test_the_table_is_about_this_assignment(graded):
    assert {record["assignment"] for record in graded.values()} == {NAME}
