"""No module is longer than 250 lines and no function longer than 40: what is, does two things.

Tables of data stand apart: exercises with their answers, slips, planted mistakes.
"""

import ast

import pytest

from course.notebooks import ROOT

MODULE, FUNCTION = 250, 40
CODE = ("helpers", "lessons", "course", "tests")
TABLES = ("tests/answers/slips/",)
# longer today; a name goes from these lists when it can, and none is added
LONG_MODULES = {
    "lessons/n11_svm/slips.py",
    "lessons/n25_pac/survivors.py",
    "lessons/n26_vc_dimension/shatter.py",
    "tests/course/test_border.py",
    "tests/course/test_class.py",
    "tests/course/test_day.py",
    "tests/course/test_deck.py",
    "tests/course/test_grade.py",
    "tests/course/test_homework.py",
    "tests/course/test_live_slides.py",
    "tests/course/test_slides.py",
    "tests/lessons/test_n05.py",
    "tests/lessons/test_n16.py",
    "tests/lessons/test_n17.py",
    "tests/live/sample.py",
    "tests/live/test_live_browser.py",
    "tests/rows/test_01.py",
    "tests/rows/test_02.py",
    "tests/rows/test_03.py",
    "tests/rows/test_04.py",
    "tests/rows/test_07.py",
    "tests/rows/test_08.py",
    "tests/rows/test_09.py",
    "tests/rows/test_10.py",
    "tests/rows/test_11.py",
    "tests/rows/test_12.py",
    "tests/rows/test_13.py",
    "tests/rows/test_14.py",
    "tests/rows/test_15.py",
    "tests/rows/test_16.py",
    "tests/rows/test_17.py",
    "tests/rows/test_18.py",
    "tests/rows/test_20.py",
    "tests/rows/test_21.py",
    "tests/rows/test_27.py",
    "tests/rows/test_28.py",
    "tests/rows/test_29.py",
    "tests/rows/test_30.py",
    "tests/tools/attacks.py",
    "tests/tools/school.py",
}
LONG_FUNCTIONS = {
    "lessons/n29_asymptotics/sandwich.py": {"picture"},
    "tests/lessons/test_n20.py": {"test_the_numbers_of_the_text"},
    "tests/lessons/test_n22.py": {"test_words_of_the_story_are_true"},
    "tests/lessons/test_n31.py": {"test_words_of_the_story_are_true"},
    "tests/tools/attacks.py": {"crashing", "malformed", "pretending", "reaching"},
    "tests/tools/oracle.py": {"exercises"},
    "tests/tools/rivals/n16.py": {"rivals"},
    "tests/tools/rivals/n17.py": {"rivals"},
    "tests/tools/rivals/n23.py": {"rivals"},
    "tests/tools/rivals/n30.py": {"rivals"},
    "tests/tools/rivals/n31.py": {"rivals"},
    "tests/tools/scripts.py": {"in_markdown"},
}


def files():
    paths = (p for top in CODE for p in sorted((ROOT / top).rglob("*.py")))
    names = (p.relative_to(ROOT).as_posix() for p in paths)
    return [name for name in names if not name.startswith(TABLES)]


def functions(text):
    """(name, lines) of all functions and methods, from `def` on."""
    nodes = ast.walk(ast.parse(text))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [(n.name, n.end_lineno - n.lineno + 1) for n in nodes if isinstance(n, kinds)]


@pytest.mark.parametrize("name", files())
def test_modules_and_functions_are_short(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    if name not in LONG_MODULES:
        assert len(text.splitlines()) <= MODULE, "make two modules of it"
    long = {function: lines for function, lines in functions(text) if lines > FUNCTION}
    assert set(long) <= LONG_FUNCTIONS.get(name, set()), long
