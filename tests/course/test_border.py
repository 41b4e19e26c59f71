"""The border between grader and student: what crosses, what does not, and small things around."""

import base64
import csv
import io
import json
import os

import numpy as np
import pytest

from answers import n07
from course.grading import folder, grade, records, sandbox, score, wire
from course.grading.assignment import Assignment, assignments, chosen
from course.grading.judge import judge
from helpers.desk.kinds import Code
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
    first = folder.make_salt(tmp_path)
    assert first == folder.make_salt(tmp_path) == folder.salt(tmp_path) and len(first) == 32
    assert (tmp_path / "salt").stat().st_mode & 0o077 == 0
    assert folder.make_salt(tmp_path / "other") != first


@pytest.mark.parametrize(
    "begins", ["=", "+", "-", "@", "\t=", "\r=", "\n=", "＝", "＋", "－", "＠"]
)
def test_a_spreadsheet_runs_no_name(tmp_path, begins):
    record = {"student": begins + "1+1", "assignment": NAME, "score": 0.0, "points": 6}
    record |= {"handed_in": "", "parts": [], "notes": [begins + "2"], "late": False}
    folder.save(records.file(tmp_path, "a", NAME), record)
    records.write_table(tmp_path)
    with open(tmp_path / "grades.csv", newline="", encoding="utf-8") as file:
        head, row = csv.reader(file)
    cells = dict(zip(head, row))
    assert cells["student"] == f"'{begins}1+1" and cells["notes"] == f"'{begins}2"


def test_a_lost_salt_is_not_replaced_behind_marks(tmp_path):
    salt = folder.make_salt(tmp_path)
    (tmp_path / "results" / "ada").mkdir(parents=True)
    assert folder.make_salt(tmp_path) == salt
    (tmp_path / "salt").unlink()
    with pytest.raises(ValueError, match="marks were given with it: put the file .*salt back"):
        folder.make_salt(tmp_path)
    assert not (tmp_path / "salt").exists()


@pytest.mark.parametrize(
    "content, words", [(None, "there is no salt in"), ("", "is empty"), (" \n", "is empty")]
)
def test_without_a_salt_nothing_is_graded(tmp_path, monkeypatch, content, words):
    monkeypatch.delenv("HOMEWORK_SALT", raising=False)
    (tmp_path / "submitted").mkdir()
    if content is not None:
        (tmp_path / "salt").write_text(content)
    with pytest.raises(ValueError, match=words):
        grade.grade(tmp_path / "submitted", tmp_path)
    assert (tmp_path / "salt").exists() == (content is not None)
    if content is not None:
        with pytest.raises(ValueError, match=words):
            folder.make_salt(tmp_path)


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


def npy(array, **other):
    """An array as it crosses, with parts of its header changed."""
    header = {"descr": array.dtype.str, "fortran_order": False, "shape": array.shape, **other}
    file = io.BytesIO()
    np.lib.format.write_array_header_1_0(file, header)
    return {"npy": base64.b64encode(file.getvalue() + array.tobytes()).decode()}


@pytest.mark.parametrize("shape", [(10**12,), (3,), (1,), (-2,), (2**40, 2**40)], ids=str)
def test_an_array_cannot_ask_for_more_memory_than_it_brings(shape):
    assert np.array_equal(wire.unpack(npy(np.ones(2))), np.ones(2))
    with pytest.raises(wire.Refused):
        wire.unpack(npy(np.ones(2), shape=shape))


def channel(*frames):
    """The reading end of a pipe in which these bytes wait."""
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    os.write(theirs, b"".join(frames))
    os.close(theirs)
    return ours


def test_a_sender_has_an_allowance_for_all_its_messages_together():
    fd = channel(*[wire.frame({"id": i}) for i in range(300)])
    reader, read = wire.Reader(fd, 1000), 0
    with pytest.raises(wire.Refused, match="allowed"):
        while True:
            assert reader.next(60) == {"id": read}
            read += 1
    os.close(fd)
    assert 50 < read < 100


def test_a_long_frame_is_refused_before_it_is_read():
    fd = channel(wire.HEADER.pack(2**40))
    with pytest.raises(wire.Refused, match="allowed"):
        wire.Reader(fd, wire.LONGEST).next(60)
    os.close(fd)


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


@pytest.mark.parametrize("place", ["ada", f"ada/{NAME}", f"ada/{NAME}/{NAME}.ipynb"])
def test_a_link_at_any_level_of_a_submission_is_not_followed(place, tmp_path):
    """Somebody else's folder under one's own name would be somebody else's mark."""
    real = tmp_path / "real" / "ada" / NAME
    real.mkdir(parents=True)
    (real / f"{NAME}.ipynb").write_text(honest())
    (real / "timestamp.txt").write_text("2026-11-16 08:00:00 UTC")
    link = tmp_path / "submitted" / place
    link.parent.mkdir(parents=True)
    link.symlink_to(tmp_path / "real" / place)
    (found,) = folder.submissions(tmp_path / "submitted")
    assert found.timestamp is None
    with pytest.raises(score.Wordless, match="link"):
        score.contents(found.file)


class Idle(Code):
    """An exercise without hidden cases."""

    def groups(self, count=5):
        return {}


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
