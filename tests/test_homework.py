"""Exercises: hidden tests accept the reference and reject a plausible mistake; a released notebook keeps no secret."""

import ast
import importlib.util
import json
import re
import subprocess
import sys

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

from helpers.course.paths import ROOT, notebooks
from helpers.homework import cases, check, close
from helpers.homework.assignment import assignments
from helpers.homework.release import release

TOPICS = [path for path in notebooks() if not path.name.startswith("00")]


def cells(path):
    return [
        {**c, "source": "".join(c["source"])}
        for c in json.loads(path.read_text(encoding="utf-8"))["cells"]
        if c["cell_type"] == "code"
    ]


def exercises():
    """(notebook, id, imports, solution, hidden tests) of every exercise."""
    for path in TOPICS:
        code = cells(path)
        by_id = {c["metadata"]["nbgrader"]["grade_id"]: c["source"] for c in code if "nbgrader" in c["metadata"]}
        for name in (i for i in by_id if f"{i}-hidden" in by_id):
            yield pytest.param(path, name, code[0]["source"], by_id[name], by_id[f"{name}-hidden"], id=name)


def wrong(path):
    spec = importlib.util.spec_from_file_location("wrong", ROOT / "tests" / "exercises" / f"{path.name[:2]}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.WRONG


def run(*sources):
    space = {}
    for source in sources:
        exec(compile(source, "cell", "exec"), space)
    return space


@pytest.mark.parametrize("path, name, imports, solution, hidden", list(exercises()))
def test_hidden_tests_accept_the_reference(path, name, imports, solution, hidden):
    """The solution and helpers are all that the tests need: no other cell of the notebook."""
    run(imports, solution, hidden)


@pytest.mark.parametrize("path, name, imports, solution, hidden", list(exercises()))
def test_hidden_tests_reject_a_plausible_mistake(path, name, imports, solution, hidden):
    asked = re.findall(r"^def (\w+)", solution, flags=re.MULTILINE)
    bad = wrong(path)[name]
    assert set(re.findall(r"^def (\w+)", bad, flags=re.MULTILINE)) & set(asked)
    with pytest.raises(AssertionError):
        run(imports, solution, bad, hidden)


@pytest.mark.parametrize("path, name, imports, solution, hidden", list(exercises()))
def test_hidden_tests_reject_an_empty_answer(path, name, imports, solution, hidden):
    empty = re.sub(r"### BEGIN SOLUTION.*?### END SOLUTION", "return None", solution, flags=re.DOTALL)
    with pytest.raises((AssertionError, TypeError)):
        run(imports, empty, hidden)


@pytest.mark.parametrize("path, name, imports, solution, hidden", list(exercises()))
def test_a_hidden_test_says_what_is_expected_in_fixed_words(path, name, imports, solution, hidden):
    """Students read these words: one with a value in it would show them the hidden inputs."""
    claims = [node for node in ast.walk(ast.parse(hidden)) if isinstance(node, ast.Assert)]
    assert claims and all(isinstance(node.msg, ast.Constant) for node in claims)


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    """All notebooks through the real nbgrader generate_assignment, as `make homework` does."""
    course = tmp_path_factory.mktemp("course")
    release(course, list(assignments().values()), say=lambda _: None)
    return {path: course / "release" / path.stem / path.name for path in TOPICS}


def test_a_released_file_keeps_no_solution_and_no_hidden_test(released):
    """Searched in the bytes: sources, outputs and metadata alike."""
    files = [p for p in next(iter(released.values())).parents[1].rglob("*") if p.is_file()]
    assert {p.name for p in files} == {p.name for p in TOPICS}
    for source, student in released.items():
        text = student.read_text(encoding="utf-8")
        assert "BEGIN SOLUTION" not in text and "BEGIN HIDDEN" not in text
        for cell in cells(source):
            for secret in re.findall(
                r"### BEGIN (?:SOLUTION|HIDDEN TESTS)\n(.*?)\n\s*### END", cell["source"], flags=re.DOTALL
            ):
                lines = [line.strip() for line in secret.splitlines() if len(line.strip()) > 12]
                assert not [line for line in lines if json.dumps(line, ensure_ascii=False)[1:-1] in text], lines


def test_in_a_released_notebook_the_place_to_write_is_open(released):
    for student in released.values():
        tasks = [cell for cell in cells(student) if cell["metadata"].get("nbgrader", {}).get("solution")]
        assert len(tasks) >= 3 and not [cell for cell in tasks if "jupyter" in cell["metadata"]]


def test_a_released_notebook_has_no_stored_output(released):
    for student in released.values():
        assert not [cell for cell in cells(student) if cell["outputs"] or cell["execution_count"]]


def test_in_a_released_notebook_every_check_says_not_yet_and_none_raises(released):
    for student in released.values():
        code = cells(student)
        solutions = [c["source"] for c in code if c["metadata"].get("nbgrader", {}).get("solution")]
        checks = [c["source"] for c in code if c["metadata"].get("nbgrader", {}).get("grade_id", "").endswith("-check")]
        program = "\n\n".join([code[0]["source"], *solutions, *checks])
        out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=student.parent)
        assert out.returncode == 0, out.stderr[-2000:]
        assert out.stdout.count("not yet") >= 3 and "right" not in out.stdout.split()


def test_a_released_notebook_runs_top_to_bottom_and_its_figures_live(released):
    """One of them as a student would run it; the grader's tests run the cells of all."""
    notebook = nbformat.read(next(p for p in released.values() if p.name.startswith("07")), as_version=4)
    NotebookClient(notebook, timeout=120, store_widget_state=False).execute()
    outputs = [out for cell in notebook.cells for out in cell.get("outputs", ())]
    assert not [out for out in outputs if out.output_type == "error"]
    assert sum("image/png" in out.get("data", {}) for out in outputs) >= 2
    assert sum("application/vnd.jupyter.widget-view+json" in out.get("data", {}) for out in outputs) >= 2
    assert sum(out.get("text", "").startswith("not yet") for out in outputs) == 3


# what the exercise cells call


@pytest.mark.parametrize(
    "answer, words",
    [
        (lambda: 0.2, "right"),
        (lambda: 0.3, "not yet: it gave 0.3, expected 0.2. Hint: halve it."),
        (lambda: None, "not yet: it gave None"),
        (lambda: 1 / 0, "not yet: it stopped with ZeroDivisionError"),
        (lambda: missing, "NameError"),  # noqa: F821 (that is the point)
        (lambda: float("nan"), "not yet"),
    ],
)  # noqa: F821
def test_a_visible_check_speaks_and_never_raises(answer, words, capsys):
    check(answer, 0.2, hint="halve it")
    assert words in capsys.readouterr().out


def test_an_unwritten_function_is_called_unwritten(capsys):
    def stub():
        raise NotImplementedError

    check(stub, 1)
    assert capsys.readouterr().out == "not yet: the function is still to be written.\n"


class Agreeable:
    """An answer that claims to be equal to everything."""

    def __eq__(self, other):
        return True

    def __array__(self, dtype=None, copy=None):
        return np.array("nothing")


@pytest.mark.parametrize(
    "got, expected, same",
    [
        (1, 1.0, True),
        ([1, 2], np.array([1.0, 2.0]), True),
        (np.float64(2), 2, True),
        (1 + 1e-10, 1, True),
        (1 + 1e-6, 1, False),
        ([1, 2], [[1, 2]], False),
        (None, 1, False),
        ("1", 1, False),
        (float("nan"), float("nan"), False),
        (Agreeable(), 1, False),
        (True, True, True),
        (1, True, False),
        ("spam", "spam", True),
        (["a", 1], ["a", 1.0], True),
        (["a", 2], ["a", 1], False),
        (1e9 + 1, 1e9, True),
        ([[1], [2, 3]], [1, 2], False),
        (1j, 1, False),
    ],
)
def test_close_compares_plain_data(got, expected, same):
    assert close(got, expected) is same


def test_hidden_inputs_come_from_the_salt(monkeypatch):
    monkeypatch.setenv("HOMEWORK_SALT", "a")
    first = [rng.random() for rng in cases("x", 3)]
    assert first == [rng.random() for rng in cases("x", 3)] and len(set(first)) == 3
    assert first != [rng.random() for rng in cases("y", 3)]
    monkeypatch.setenv("HOMEWORK_SALT", "b")
    assert first != [rng.random() for rng in cases("x", 3)]
