"""Released homework: composed from notebook and exercises, and it keeps no secret."""

import dataclasses
import inspect
import json
import re
import subprocess
import sys

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient

from course import figures, notebooks
from course.grading.assignment import assignments, calls, read
from course.grading.compose import FOLDED, asked, compose, put_stubs, reference, stub_cell
from course.grading.release import release
from course.grading.score import TEXT_STUB
from helpers.desk import cases, check, close
from helpers.desk.checking import find
from helpers.desk.kinds import Choice, Code, Exercise, Number, Open, Order, Position
from tests.answers import sample

EVERY = list(assignments().values())


def new(assignment):
    """Its exercises that are data."""
    return [e for e in assignment.exercises if isinstance(e, Exercise)]


MOVED = [a for a in EVERY if new(a)]


@pytest.fixture(scope="module")
def ours(tmp_path_factory):
    """The sample as an assignment."""
    path = tmp_path_factory.mktemp("sample") / "99_sample.ipynb"
    notebooks.write(path, sample.notebook())
    return read(path)


@pytest.fixture(scope="module")
def released(ours, tmp_path_factory):
    """All notebooks and the sample, through the real nbgrader: name -> file."""
    course = tmp_path_factory.mktemp("course")
    release(course, [*EVERY, ours], say=lambda _: None)
    return {a.name: course / "release" / a.name / a.path.name for a in (*EVERY, ours)}


SHORT = 15  # characters: "n, d = X.shape" gives nothing away


def secrets(exercise):
    """Texts that a student must not find in a released file."""
    told = [*exercise.hints]
    if isinstance(exercise, Code):
        told += reference(exercise.solution).splitlines()
        told += [line for wrong in exercise.wrong for line in inspect.getsource(wrong).splitlines()]
    if isinstance(exercise, Choice):
        told += exercise.options.values()
    if isinstance(exercise, Number):
        told += [exercise.why, *(words for _, words in exercise.traps)]
    if isinstance(exercise, Position):
        told += [exercise.why, repr(exercise.answer)]
    if isinstance(exercise, Order):
        told += exercise.reasons
    if isinstance(exercise, Open):
        told += [exercise.model, *(words for _, words in exercise.rubric)]
    stub = exercise.stub if isinstance(exercise, Code) else ""
    return [t.strip() for t in told if len(t.strip()) > SHORT and t.strip() not in stub]


def leaks(text, exercise):
    """Secrets of the exercise that stand in the text of a notebook file, also if escaped there."""
    return [s for s in secrets(exercise) if json.dumps(s, ensure_ascii=False)[1:-1] in text]


@pytest.mark.parametrize("exercise", sample.EVERY, ids=lambda e: e.id)
def test_a_secret_would_be_found(exercise):
    """The search itself: a file that holds a secret, as text or as JSON, is caught."""
    assert secrets(exercise)
    for secret in secrets(exercise):
        assert leaks(json.dumps({"source": [f"  {secret}\n"]}, ensure_ascii=False), exercise)


def test_the_composed_source_holds_the_solutions(ours):
    source = json.dumps(compose(ours), ensure_ascii=False)
    assert leaks(source, sample.DOUBLE) and not leaks(source, sample.SEARCH)


@pytest.mark.parametrize("assignment", EVERY, ids=lambda a: a.name)
def test_the_composed_source_has_no_stored_output(assignment):
    assert [cell for cell in notebooks.code(assignment.path) if cell["outputs"]]
    code = [cell for cell in compose(assignment)["cells"] if cell["cell_type"] == "code"]
    assert not [cell for cell in code if cell["outputs"] or cell["execution_count"]]


def hidden(cells):
    """The cells that JupyterLab hides when it opens a notebook, as it decides that."""
    folded = None  # level of the folded heading that the cell stands under
    for cell in cells:
        mark = re.match("#+(?= )", cell["source"]) if cell["cell_type"] == "markdown" else None
        if mark and (folded is None or len(mark[0]) <= folded):
            folded = len(mark[0]) if cell["metadata"].get(FOLDED) else None
        elif folded is not None:
            yield cell


@pytest.mark.parametrize("assignment", EVERY, ids=lambda a: a.name)
def test_no_exercise_is_folded_away(assignment):
    """Half of the points stand under a *Further*, which is closed in the lecture."""
    away = list(hidden(compose(assignment)["cells"]))
    assert away and not [cell["id"] for cell in away if "nbgrader" in cell["metadata"]]


@pytest.mark.slow
def test_a_released_file_keeps_no_secret(released, ours):
    """Searched in the bytes: sources, outputs and metadata alike."""
    for assignment in (*EVERY, ours):
        text = released[assignment.name].read_text(encoding="utf-8")
        assert "BEGIN SOLUTION" not in text and "BEGIN HIDDEN" not in text
        for exercise in new(assignment):
            assert not leaks(text, exercise), exercise.id


@pytest.mark.slow
def test_nothing_else_is_released(released):
    folder = next(iter(released.values())).parents[1]
    assert {p.stem for p in folder.rglob("*") if p.is_file()} == set(released)


@pytest.mark.parametrize("assignment", MOVED, ids=lambda a: a.name)
def test_a_notebook_of_the_lecture_keeps_no_solution(assignment):
    text = assignment.path.read_text(encoding="utf-8")
    for exercise in new(assignment):
        if isinstance(exercise, Code | Open):
            assert not leaks(text, exercise), exercise.id


def other(exercise):
    """The same question with another right answer."""
    if isinstance(exercise, Choice):
        return [dataclasses.replace(exercise, answer=option) for option in exercise.options]
    if isinstance(exercise, Number):
        return [dataclasses.replace(exercise, answer=exercise.answer + 1)]
    if isinstance(exercise, Position):
        return [dataclasses.replace(exercise, answer={"another": 1})]
    turned = exercise.lines[1:] + exercise.lines[:1]
    return [dataclasses.replace(exercise, lines=turned, needs=())]


@pytest.mark.parametrize(
    "exercise",
    [e for a in MOVED for e in new(a) if not isinstance(e, Code | Open)] + list(sample.EVERY[1:5]),
    ids=lambda e: e.id,
)
def test_what_students_get_does_not_depend_on_the_answer(exercise):
    def shown(one):
        text = json.dumps(asked(one))
        return re.sub(r"### BEGIN SOLUTION.*?### END SOLUTION", "", text, flags=re.DOTALL)

    assert {shown(one) for one in other(exercise)} == {shown(exercise)}


# what students get is what the lecture has


@pytest.mark.parametrize("assignment", MOVED, ids=lambda a: a.name)
def test_a_notebook_asks_each_of_its_exercises_once_and_knows_no_nbgrader(assignment):
    cells = notebooks.cells(assignment.path)
    met = [call.id for call in calls(cells) if call.word != "solution"]
    module = sys.modules[f"answers.n{assignment.name[:2]}"]
    known = [e.id for e in vars(module).values() if isinstance(e, Exercise)]
    assert sorted(met) == sorted(known)
    assert not [cell for cell in cells if "nbgrader" in cell["metadata"]]


@pytest.mark.parametrize("assignment", MOVED, ids=lambda a: a.name)
def test_a_stub_in_a_notebook_is_the_stub_of_its_exercise(assignment):
    """`python -m course stubs NN` writes them."""
    cells = notebooks.cells(assignment.path)
    for call in calls(cells):
        exercise = find(call.id)
        if call.word == "check" and isinstance(exercise, Code):
            assert cells[stub_cell(cells, exercise, call.cell)]["source"] == exercise.stub
            assert call.name == exercise.name


@pytest.mark.slow
def test_a_released_stub_is_the_lecture_s(released, ours):
    for assignment in (*MOVED, ours):
        student = graded_cells(released[assignment.name])
        for exercise in new(assignment):
            if not isinstance(exercise, Code | Open):
                cells = {cell["id"]: cell for cell in notebooks.cells(released[assignment.name])}
                assert cells[f"{exercise.id}-answer"]["source"] == f'hand_in("{exercise.id}")'
                continue
            cell = student[exercise.id]
            assert cell["source"] == (exercise.stub if isinstance(exercise, Code) else TEXT_STUB)
            assert not cell["metadata"]["nbgrader"]["locked"]


def graded_cells(path):
    """grade id -> cell."""
    cells = [c for c in notebooks.cells(path) if "nbgrader" in c["metadata"]]
    return {c["metadata"]["nbgrader"]["grade_id"]: c for c in cells}


@pytest.mark.slow
def test_a_question_is_put_in_words_with_its_options(released):
    cells = graded_cells(released["99_sample"])
    which = cells["99-which-task"]["source"]
    assert "Which of these is <b>not</b> convex?" in which
    assert "<b>a)</b> the square" in which and "<b>c)</b> the sine" in which
    assert which.index("the square") < which.index("1 &lt; 2 &amp; the line") < which.index("sine")
    assert all(line in cells["99-proof-task"]["source"] for line in sample.PROOF.lines)
    assert "Which direction is it?" in cells["99-why-task"]["source"]
    text = released["99_sample"].read_text(encoding="utf-8")
    assert "ask(" not in text and "solution(" not in text and "answer =" not in text
    assert "from helpers.desk import check, errata, hand_in" in text


@pytest.mark.slow
def test_every_exercise_is_worth_its_points(released, ours):
    for assignment in (*EVERY, ours):
        worth = {}
        for id, cell in graded_cells(released[assignment.name]).items():
            if cell["metadata"]["nbgrader"]["grade"]:
                worth[id.removesuffix("-hidden")] = cell["metadata"]["nbgrader"]["points"]
        assert worth == {e.id: e.points for e in assignment.exercises}


@pytest.mark.slow
def test_in_a_released_notebook_the_place_to_write_is_open(released):
    for student in released.values():
        cells = graded_cells(student).values()
        tasks = [cell for cell in cells if cell["metadata"]["nbgrader"]["solution"]]
        assert len(tasks) >= 2 and not [cell for cell in tasks if "jupyter" in cell["metadata"]]
        assert not [cell for cell in tasks if cell["metadata"].get("editable") is False]


@pytest.mark.slow
def test_a_released_notebook_has_no_stored_output(released):
    for student in released.values():
        assert not [c for c in notebooks.code(student) if c["outputs"] or c["execution_count"]]


@pytest.mark.slow
def test_in_a_released_notebook_every_check_says_not_yet_and_none_raises(released):
    for student in released.values():
        cells = [c for c in notebooks.code(student) if "nbgrader" in c["metadata"]]
        written = [c["source"] for c in cells if c["metadata"]["nbgrader"]["solution"]]
        checks = [c for c in cells if c["metadata"]["nbgrader"]["grade_id"].endswith("-check")]
        said = [re.sub(r"^(check\(\".*)$", r"print(\1)", c["source"]) for c in checks]
        lines = ["from tests.answers import sample", notebooks.code(student)[0]["source"]]
        program = "\n\n".join([*lines, *written, *said])
        out = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, cwd=notebooks.ROOT
        )
        assert out.returncode == 0, out.stderr[-2000:]
        assert len(re.findall("not yet|Not written yet", out.stdout)) >= len(checks) > 0


@pytest.mark.slow
def test_a_released_notebook_runs_top_to_bottom_and_its_figures_live(released):
    """One of them as a student would run it; the grader's tests run the cells of all."""
    notebook = nbformat.read(released["07_gradient_descent"], as_version=4)
    NotebookClient(notebook, timeout=600, store_widget_state=False).execute()
    outputs = [out for cell in notebook.cells for out in cell.get("outputs", ())]
    assert not [out for out in outputs if out.output_type == "error"]
    views = [o for o in outputs if notebooks.WIDGET_VIEW in o.get("data", {})]
    drawn = [view for view in views if "image/png" in view.data]  # the others are guesses and cards
    assert len(drawn) >= len(figures.names(notebook.cells)) >= 4
    assert "Not written yet" in json.dumps(outputs)


def test_stubs_are_written_into_a_notebook(tmp_path):
    path = tmp_path / "99_sample.ipynb"
    lecture = sample.notebook()
    lecture["cells"][1]["source"] = "def double(v):\n    ..."
    notebooks.write(path, lecture)
    assert put_stubs(path) and notebooks.cells(path)[1]["source"] == sample.DOUBLE.stub
    assert not put_stubs(path)


@pytest.mark.parametrize(
    "source, words",
    [
        ("def double(v):\n    return 3", "must end in a line with three dots"),
        ("def triple(v):\n    ...", "no cell before the check of 99-double defines double"),
    ],
)
def test_a_notebook_that_cannot_be_composed_says_why(tmp_path, source, words):
    path = tmp_path / "99_sample.ipynb"
    lecture = sample.notebook()
    lecture["cells"][1]["source"] = source
    notebooks.write(path, lecture)
    with pytest.raises(ValueError, match=words):
        compose(read(path))


def test_an_unknown_exercise_in_a_notebook_is_named(tmp_path):
    path = tmp_path / "99_sample.ipynb"
    lecture = sample.notebook()
    lecture["cells"][2]["source"] = 'check("99-nothing", double)'
    notebooks.write(path, lecture)
    with pytest.raises(ValueError, match="there is no exercise 99-nothing"):
        read(path)


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
