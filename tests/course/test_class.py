"""Nothing that is handed in, and nothing that happens to the machine, stops a class."""

import contextlib
import errno
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import pytest

from course import notebooks
from course.grading import folder, grade, gradebook, judge, records, score
from course.grading.assignment import assignments
from course.grading.gradebook import Book
from tests.course.test_grade import salt, table, walls  # noqa: F401 (fixtures)
from tests.tools import school
from tests.tools.attacks import NAME, hand_in, honest

pytestmark = pytest.mark.slow
FILE, STAMP = f"{NAME}.ipynb", "timestamp.txt"
LONG = "a" * 255


def nested(depth):
    """A notebook with something deep in the metadata of a cell."""
    book = json.loads(honest())
    book["cells"][0]["metadata"] = {"deep": "HERE"}
    return json.dumps(book).replace('"HERE"', "[" * depth + "]" * depth)


def instead(make, name=FILE):
    """Hand in something that `make` puts in the place of a file."""

    def put(place):
        (place / name).unlink()
        make(place / name)

    return put


def sparse(path):
    with open(path, "wb") as file:
        file.truncate(6 * 2**30)


def stamp(text):
    return lambda place: (place / STAMP).write_text(text)


def zero(path):
    path.symlink_to("/dev/zero")


WRITTEN = "cannot be written as it is"
UNKNOWN = "when it was handed in is not known"
# folder's name (bytes) -> (what is handed in, what is done to it, marks, words among the notes)
ODD = {
    b"pipe": ("", instead(os.mkfifo), 0, "a folder or a device and not a file"),
    b"zero": ("", instead(zero), 0, "is a link"),
    b"six-gigabytes": ("", instead(sparse), 0, "larger than"),
    b"ren\xe9": (honest(), None, 6, WRITTEN),
    b"two\nlines\t": (honest(), None, 6, WRITTEN),
    b"\xff" * 255: (honest(), None, 6, WRITTEN),
    LONG.encode(): (honest(), None, 6, ""),
    "Ærøskøbing 東京 O'Neil".encode(): (honest(), None, 6, ""),
    b"=cmd|'calc'!A0": (honest(), None, 6, ""),
    b"time-overflows": (honest(), stamp("0001-01-01 00:00:00+14:00"), 6, UNKNOWN),
    b"time-overflows-later": (honest(), stamp("9999-12-31 23:59:59-14:00"), 6, UNKNOWN),
    b"time-of-the-romans": (honest(), stamp("0044-03-15 12:00:00 UTC"), 6, UNKNOWN),
    b"time-pipe": (honest(), instead(os.mkfifo, STAMP), 6, UNKNOWN),
    b"time-zero": (honest(), instead(zero, STAMP), 6, UNKNOWN),
    b"time-six-gigabytes": (honest(), instead(sparse, STAMP), 6, UNKNOWN),
    b"time-folder": (honest(), instead(os.mkdir, STAMP), 6, UNKNOWN),
    **{f"nested-{n}".encode(): (nested(n), None, None, "") for n in (300, 900, 1200, 50_000)},
}


@pytest.fixture(scope="module")
def graded(walls, tmp_path_factory):  # noqa: F811
    """All of them, and an honest one, graded in one run: (course, folder's name -> record)."""
    course = tmp_path_factory.mktemp("odd ones ü #")
    hand_in(course / "submitted", "honest", honest())
    for name, (content, put, *_) in ODD.items():
        place = hand_in(course / "submitted", os.fsdecode(name), content)
        if put:
            put(place)
    found = folder.submissions(course / "submitted")
    made = grade.grade(course / "submitted", course)
    raw = [os.fsencode(submission.file.parts[-3]) for submission in found]
    return course, dict(zip(raw, made, strict=True))


@pytest.mark.parametrize("name", ODD, ids=lambda name: repr(name)[:30])
def test_an_odd_submission_is_one_row_with_a_sentence(graded, name):
    course, made = graded
    _, _, marks, words = ODD[name]
    record = made[name]
    if marks is not None:
        assert record["score"] == marks, record
    told = [*record["notes"], *(part["reason"] for part in record["parts"])]
    assert any(words in sentence for sentence in told), told
    name = record["student"]
    rows = [r for r in table(course / "grades.csv") if r["student"] in (name, f"'{name}")]
    assert len(rows) == 1 and float(rows[0]["score"]) == record["score"]
    for folder_of in ("feedback", "autograded"):
        assert len(list((course / folder_of / record["student"] / NAME).glob(f"{NAME}.*"))) == 1


def test_the_honest_one_is_graded_among_them(graded):
    course, made = graded
    assert made[b"honest"]["score"] == 6 and len(made) == len(ODD) + 1
    assert len(table(course / "grades.csv")) == len(made)
    with Book(course) as book:
        assert len(book.book.assignment_submissions(NAME)) == len(made)


def test_two_names_stay_two(tmp_path):
    for name in (b"a\xe9", b"a%E9", b"a\xc3\xa9", b"a\xe8"):
        hand_in(tmp_path, os.fsdecode(name), "")
    found = folder.submissions(tmp_path)
    assert len({s.student for s in found}) == 4 and "a%E9" in {s.student for s in found}
    assert folder.submissions(tmp_path, students=["a%E9"])[0].file.parts[-3] == "a%E9"


def test_a_folder_that_cannot_be_opened_is_named(tmp_path, monkeypatch, capsys):
    hand_in(tmp_path, "ada", "")
    hand_in(tmp_path, "shut", "")
    real = type(tmp_path).iterdir

    def refuse(self):
        if self.name == "shut":
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(self)

    monkeypatch.setattr(type(tmp_path), "iterdir", refuse)
    assert [s.student for s in folder.submissions(tmp_path)] == ["ada"]
    assert "left alone: shut (Permission denied)" in capsys.readouterr().err


@pytest.fixture
def quick(monkeypatch, tmp_path):
    """A class of three whose marks take no time: what happens around them is the matter here."""

    def mark(assignment, file, *rest):
        full = [score.Part(e.id, e.points, e.points) for e in assignment.exercises]
        return score.Mark(full, [])

    monkeypatch.setattr(grade, "mark", mark)
    for student in ("ada", "bob", "eve"):
        hand_in(tmp_path / "submitted", student, honest())
    return tmp_path


FULL = sum(e.points for e in assignments()[NAME].exercises)


def scores(course):
    return {row["student"]: row["score"] for row in table(course / "grades.csv")}


def test_a_gradebook_that_is_locked_for_a_while_is_waited_for(quick):
    grade.grade(quick / "submitted", quick)  # the gradebook exists now
    held = threading.Event()

    def hold():
        with contextlib.closing(sqlite3.connect(quick / "gradebook.db")) as other:
            other.execute("BEGIN EXCLUSIVE")
            held.set()
            time.sleep(8)
            other.rollback()

    other = threading.Thread(target=hold)
    other.start()
    held.wait()
    outcome = grade.run(quick / "submitted", quick)
    other.join()
    assert outcome.booked and not outcome.unsaved and set(scores(quick).values()) == {str(FULL)}


def test_a_gradebook_that_stays_locked_costs_no_mark(quick, monkeypatch, capsys):
    grade.grade(quick / "submitted", quick, students=["ada"])
    monkeypatch.setattr(gradebook, "PATIENCE", 0.2)
    with contextlib.closing(sqlite3.connect(quick / "gradebook.db")) as other:
        other.execute("BEGIN EXCLUSIVE")
        outcome = grade.run(quick / "submitted", quick)
        other.rollback()
    assert not outcome.booked and "locked" in capsys.readouterr().err
    assert scores(quick) == dict.fromkeys(("ada", "bob", "eve"), str(FULL))
    assert grade.run(quick / "submitted", quick, resume=True).booked
    with Book(quick) as book:
        assert len(book.book.assignment_submissions(NAME)) == 3


def no_space(real, refused):
    """`write_text` on a disk that has no room for files of this student."""

    def write_text(self, text, *more, **how):
        if refused in str(self):
            real(self, text[: len(text) // 2], *more, **how)  # half of it fits
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(self, text, *more, **how)

    return write_text


def test_a_full_disk_costs_one_row_a_sentence_and_no_other(quick, monkeypatch):
    grade.grade(quick / "submitted", quick)
    before = records.file(quick, "bob", NAME).read_bytes()
    kind = type(quick)
    with monkeypatch.context() as patch:
        patch.setattr(kind, "write_text", no_space(kind.write_text, "bob"))
        outcome = grade.run(quick / "submitted", quick)
    assert [r["student"] for r in outcome.unsaved] == ["bob"]
    rows = {row["student"]: row for row in table(quick / "grades.csv")}
    assert "No space left on device" in rows["bob"]["notes"] and not rows["ada"]["notes"]
    assert {row["score"] for row in rows.values()} == {str(FULL)}
    assert records.file(quick, "bob", NAME).read_bytes() == before
    assert not list(quick.rglob("*.part"))


def test_a_full_disk_leaves_the_table_of_marks_as_it_was(quick, monkeypatch):
    grade.grade(quick / "submitted", quick)
    before = (quick / "grades.csv").read_bytes()
    kind = type(quick)
    monkeypatch.setattr(kind, "write_text", no_space(kind.write_text, "grades"))
    with pytest.raises(OSError, match="No space left"):
        grade.run(quick / "submitted", quick)
    assert (quick / "grades.csv").read_bytes() == before


@pytest.mark.parametrize("broken", ["", "{", "[]", '{"student": "bob"}', "null"])
def test_a_broken_result_is_graded_again_and_until_then_named(quick, broken):
    grade.grade(quick / "submitted", quick)
    records.file(quick, "bob", NAME).write_text(broken)
    records.write_table(quick)
    rows = {row["student"]: row for row in table(quick / "grades.csv")}
    assert "cannot be read" in rows["bob"]["notes"] and rows["ada"]["score"] == str(FULL)
    grade.grade(quick / "submitted", quick, students=["ada"], resume=True)
    assert len(table(quick / "grades.csv")) == 3
    grade.grade(quick / "submitted", quick, resume=True)
    assert scores(quick)["bob"] == str(FULL)


ENDLESS = """import time
while True:
    try:
        time.sleep(1)
    except BaseException:
        pass"""


def start(course, *more):
    command = [sys.executable, "-m", "course", "grade", str(course / "submitted")]
    command += ["--course", str(course), *more]
    environment = {**os.environ, "HOMEWORK_SALT": "a salt of the tests"}
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)


def wait_for(*paths):
    until = time.monotonic() + 300
    while not all(path.exists() for path in paths):
        assert time.monotonic() < until, paths
        time.sleep(0.1)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["ctrl-c", "kill-9"])
def test_a_run_that_is_stopped_keeps_what_is_graded_and_goes_on(walls, tmp_path, how):  # noqa: F811
    """Three are graded; then one that would last for minutes is interrupted."""
    for student in ("ada", "bob", "eve"):
        hand_in(tmp_path / "submitted", student, honest())
    slow = hand_in(tmp_path / "submitted", "slow", honest(*[ENDLESS] * 9)) / FILE
    process = start(tmp_path, "--jobs", "1")
    wait_for(*(records.file(tmp_path, student, NAME) for student in ("ada", "bob", "eve")))
    process.send_signal(how)
    _, said = process.communicate(timeout=60)  # the slow one alone has 240 s
    assert process.returncode != 0 and "Traceback" not in said
    if how == signal.SIGINT:
        assert "Stopped; what is graded is kept" in said
        assert scores(tmp_path) == dict.fromkeys(("ada", "bob", "eve"), "6")
    slow.write_text(honest())
    times = {p: p.stat().st_mtime_ns for p in (tmp_path / "autograded").rglob("*.ipynb")}
    process = start(tmp_path, "--resume")
    _, said = process.communicate(timeout=600)
    assert process.returncode == 0, said
    assert scores(tmp_path) == dict.fromkeys(("ada", "bob", "eve", "slow"), "6")
    assert (
        times.items()
        <= {p: p.stat().st_mtime_ns for p in (tmp_path / "autograded").rglob("*.ipynb")}.items()
    )


@pytest.mark.parametrize("name", ["06_logistic", "19_mmd", "26_vc_dimension"])
def test_a_generated_class_hands_in_mistakes_that_stand_alone(name, monkeypatch):
    """Under the exercise's name, with nothing but the notebook's imports, each earns its part."""
    monkeypatch.setenv("HOMEWORK_SALT", "a salt of the tests")
    imports = notebooks.cells(notebooks.path_of(name[:2]))
    reach = {}
    exec(next(c["source"] for c in imports if "import numpy" in c["source"]), reach)
    for exercise in assignments()[name].exercises:
        for wrong in school.with_text(exercise) if hasattr(exercise, "wrong") else ():
            alone = dict(reach)
            exec(school.standing_alone(wrong, exercise), alone)
            with pytest.raises(judge.Wrong) as found:
                judge.judge(exercise, alone.__getitem__)
            earned = round(exercise.points * found.value.share, 2)
            assert earned == school.part(exercise, wrong), wrong.__name__
