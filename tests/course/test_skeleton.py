"""A lesson is added and taken away in a copy of the course: nothing else has to be touched."""

import os
import shutil
import subprocess
import sys

import pytest

from course import skeleton
from course.notebooks import ROOT
from tests.tools.mutants import COPIED

pytestmark = pytest.mark.slow  # a copy of the course, and a kernel

WHOLE = [
    "tests/course/test_project.py",
    "tests/course/test_pages.py",
    "tests/course/test_ledger.py",
]
FORM = ["tests/notebooks/test_contract.py", "tests/notebooks/test_reader.py"]


@pytest.fixture
def copy(tmp_path):
    """The course in another folder; what it runs imports from there."""
    hidden = shutil.ignore_patterns("__pycache__", ".*")
    for path in ROOT.iterdir():
        if path.name in {*COPIED, "README.md", "Makefile", "environment.yml", "requirements.lock"}:
            if path.is_dir():
                shutil.copytree(path, tmp_path / path.name, ignore=hidden)
            else:
                shutil.copy(path, tmp_path / path.name)
    shutil.copy(ROOT / "conftest.py", tmp_path / "conftest.py")
    for words in (["init", "-q"], ["add", "-A"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def run(folder, *words):
    env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)


def changed(folder):
    """The files that git does not have as they are."""
    words = ["git", "status", "--porcelain", "--untracked-files=all"]
    rows = subprocess.check_output(words, cwd=folder, text=True).splitlines()
    return {row[3:] for row in rows if row[1] != " "}


def test_a_new_lesson_is_green_and_touches_four_places(copy):
    result = run(copy, "course", "lesson", "32", "Nearest neighbours")
    assert result.returncode == 0, result.stderr
    name = "32_nearest_neighbours"
    assert changed(copy) == {
        *(f"lessons/n{name}/{part}.py" for part in ("__init__", "halving", "slips")),
        "answers/n32.py",
        "tests/lessons/test_n32.py",
        f"notebooks/{name}.ipynb",
    }
    assert run(copy, "ruff", "check", ".").returncode == 0
    assert run(copy, "ruff", "format", "--check", ".").returncode == 0
    only = ["-k", "32 or test_project or readme or graph or index", "tests/answers/test_answers.py"]
    own = ["tests/lessons/test_n32.py", "tests/lessons/test_figures.py", *only]
    tested = run(copy, "pytest", "-q", "-x", "-p", "no:cacheprovider", *WHOLE, *FORM, *own)
    assert tested.returncode == 0, tested.stdout[-3000:]


def test_a_course_without_a_lesson_is_green(copy):
    shutil.rmtree(next((copy / "lessons").glob("n31_*")))
    next((copy / "notebooks").glob("31_*.ipynb")).unlink()
    for name in ("answers/n31.py", "tests/lessons/test_n31.py", "tests/rows/test_31.py"):
        (copy / name).unlink()
    for name in ("tests/answers/slips/n31.py", "tests/tools/planted/n31.toml"):
        (copy / name).unlink()
    result = run(copy, "course", "notebooks", "--no-run")
    assert result.returncode == 0, result.stderr
    tested = run(copy, "pytest", "-q", "-x", "-p", "no:cacheprovider", *WHOLE, *FORM)
    assert tested.returncode == 0, tested.stdout[-3000:]


@pytest.mark.parametrize(
    ("number", "title", "words"),
    [("7", "x", "two digits"), ("07", "x", "is there already"), ("32", "a/b", "letters")],
)
def test_bad_names_are_refused_in_a_sentence(number, title, words):
    with pytest.raises(ValueError, match=words):
        skeleton.names(number, title)
