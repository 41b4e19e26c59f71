"""The border between grader and student: what crosses, what does not, and small things around."""

import base64
import io
import json

import numpy as np
import pytest

from course.grading import folder, grade, records, sandbox, score, wire
from course.grading.assignment import Assignment, assignments, chosen
from course.grading.judge import judge
from helpers.exercises import n07
from helpers.exercises.kinds import Code
from tests.tools.attacks import NAME, RIGHT, honest


def test_without_a_sandbox_nothing_is_graded_unless_asked(monkeypatch, capsys):
    monkeypatch.setattr(sandbox, "trouble", lambda: "there is none.")
    with pytest.raises(SystemExit) as stop:
        grade.refuse_without_sandbox(False)
    assert "Nothing was graded" in str(stop.value) and "--unsandboxed" in str(stop.value)
    assert grade.refuse_without_sandbox(True) is False
    assert "WITHOUT A SANDBOX" in capsys.readouterr().err


def test_a_submission_is_chosen_by_number_or_name():
    assert (
        [a.name for a in chosen("7")]
        == [a.name for a in chosen("07")]
        == [a.name for a in chosen(NAME)]
        == [NAME]
    )
    with pytest.raises(ValueError, match="there is no assignment 99"):
        chosen("99")


@pytest.mark.parametrize(
    "text", ["2026-11-20 12:00:00 UTC", "2026-11-20T13:00+01:00", "2026-11-20T12:00"]
)
def test_dates_are_read_in_utc(text):
    assert folder.moment(text).isoformat() == "2026-11-20T12:00:00+00:00"


def test_a_wrong_date_and_a_missing_folder_are_told_in_a_sentence(tmp_path):
    with pytest.raises(ValueError, match="is not a date and time"):
        folder.moment("next week")
    with pytest.raises(ValueError, match="there is no folder"):
        folder.submissions(tmp_path / "nowhere")


def test_the_salt_is_private_and_made_once(tmp_path):
    first = folder.salt(tmp_path)
    assert first == folder.salt(tmp_path) and len(first) == 32
    assert (tmp_path / "salt").stat().st_mode & 0o077 == 0
    assert folder.salt(tmp_path / "other") != first


def test_a_spreadsheet_runs_no_name(tmp_path):
    record = {"student": "=1+1", "assignment": NAME, "score": 0.0, "points": 6, "late": False}
    record |= {"handed_in": "", "parts": [], "notes": []}
    folder.save(records.file(tmp_path, "a", NAME), record)
    records.write_table(tmp_path)
    assert "\n'=1+1," in (tmp_path / "grades.csv").read_text()


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        3,
        -2.5,
        "text",
        [1, [2.0, "a"]],
        (1, 2),
        {"a": [1], "npy": 2},
        float("inf"),
        [],
        {},
        2**60,
    ],
    ids=repr,
)
def test_plain_data_crosses_unchanged(value):
    back = wire.unpack(json.loads(json.dumps(wire.pack(value))))
    assert back == value and type(back) is type(value)


@pytest.mark.parametrize(
    "array", [np.ones((2, 3)), np.array([True, False]), np.zeros((0, 2)), np.array(3)], ids=repr
)
def test_arrays_cross_unchanged(array):
    back = wire.unpack(json.loads(json.dumps(wire.pack(array))))
    assert back.dtype == array.dtype and back.shape == array.shape and np.array_equal(back, array)


def test_an_array_subclass_arrives_as_an_array_and_a_scalar_as_a_number():
    assert type(wire.unpack(wire.pack(np.ma.array([1.0])))) is np.ndarray
    assert type(wire.pack(np.float64(2))) is float and type(wire.pack(np.bool_(True))) is bool


@pytest.mark.parametrize(
    "value", [object, {1: 2}, {1, 2}, 1j, np.array([None]), [print], 10**400, b"x"], ids=repr
)
def test_anything_else_does_not_cross(value):
    with pytest.raises(TypeError):
        wire.pack(value)


@pytest.mark.parametrize(
    "item",
    [
        {"npy": "AAAA"},
        {"npy": 3},
        {"tuple": 1},
        {"dict": [1]},
        {"a": 1, "b": 2},
        {"float": "1"},
        {"class": "os"},
        {},
    ],
    ids=repr,
)
def test_a_forged_item_is_refused(item):
    with pytest.raises(wire.Refused):
        wire.unpack(item)


class Trap:
    """Leaves a mark when it is unpickled."""

    sprung = []

    def __reduce__(self):
        return Trap.sprung.append, (1,)


def test_a_pickled_array_is_refused_and_not_unpickled():
    file = io.BytesIO()
    np.save(file, np.array([Trap()], object), allow_pickle=True)
    with pytest.raises(wire.Refused):
        wire.unpack({"npy": base64.b64encode(file.getvalue()).decode()})
    assert not Trap.sprung


@pytest.mark.parametrize("dtype", ["U3", "complex", "M8[s]"])
def test_an_array_of_something_else_than_numbers_is_refused(dtype):
    file = io.BytesIO()
    np.save(file, np.zeros(2, dtype=dtype))
    with pytest.raises(wire.Refused):
        wire.unpack({"npy": base64.b64encode(file.getvalue()).decode()})


def test_a_link_is_not_followed(tmp_path):
    (tmp_path / "secret.ipynb").write_text("{}")
    (tmp_path / "link.ipynb").symlink_to(tmp_path / "secret.ipynb")
    with pytest.raises(score.Wordless, match="link"):
        score.contents(tmp_path / "link.ipynb")
    assert score.contents(tmp_path / "secret.ipynb") == "{}"


class Idle(Code):
    """An exercise without hidden cases."""

    def hidden(self, count=5):
        return []


def test_tests_that_ask_nothing_give_nothing(tmp_path):
    (tmp_path / "a.ipynb").write_text(honest())
    idle = Idle(id="07-idle", task="", solution=n07.grad_linreg, cases={}, draw=None)
    assignment = Assignment("idle", tmp_path / "a.ipynb", (idle,))
    result = score.mark(assignment, tmp_path / "a.ipynb", sandboxed=False)
    assert result.score == 0 and result.parts[0].reason == "the tests called nothing"


def test_right_solutions_of_the_suite_are_those_of_the_exercises():
    """The attacks say what is right in their own words; the judges must agree."""
    space = {"np": np}
    for source in RIGHT.values():
        exec(source, space)
    for exercise in (n07.AVERAGE_BOUND, n07.STEP_AND_RATE, n07.GRAD_LINREG):
        assert exercise in assignments()[NAME].exercises
        judge(exercise, space.__getitem__)
