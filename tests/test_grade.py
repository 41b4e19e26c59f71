"""The grader: right marks for right, wrong, broken and hostile submissions, and nothing touched outside."""

import csv
import json
import os
import re
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from helpers.course.paths import ROOT
from helpers.homework import folder, grade, sandbox, score
from helpers.homework.assignment import assignments
from helpers.homework.gradebook import Book
from tests import school
from tests.attacks import NAME, RIGHT, attacks, hand_in, honest, notebook
from tests.test_homework import wrong

# small, so that the endless ones end soon; each is several times what an honest submission needs on a busy machine
TIGHT = sandbox.Limits(cell=6, notebook=40, exercise=5, submission=150, memory=1536 * sandbox.MB)
EVERY = list(assignments().values())


@pytest.fixture(scope="session")
def walls():
    why = sandbox.trouble()
    if why and os.environ.get("SANDBOX_TESTS") == "required":
        pytest.fail(why)
    if why:
        pytest.skip(why)


@pytest.fixture(scope="module")
def graded(walls, tmp_path_factory):
    """The whole attack suite graded in one run: (course folder, name -> record, name -> mark earned, knocks heard)."""
    course = tmp_path_factory.mktemp("course")
    heard = []
    with socket.create_server(("127.0.0.1", 0)) as door:
        threading.Thread(target=listen, args=(door, heard), daemon=True).start()
        suite = attacks(course, door.getsockname()[1])
        for name, (content, _) in suite.items():
            hand_in(course / "submitted", name, content)
        odd_files(course / "submitted")
        records = grade.grade(course / "submitted", course, due=folder.moment("2026-11-16T07:00"), limits=TIGHT)
    earned = {**{name: mark for name, (_, mark) in suite.items()}, **ODD}
    return course, {r["student"]: r for r in records}, earned, heard


ODD = {"link-to-the-solution": 0, "folder-instead": 0, "nothing-in-it": 0, "downloaded-twice": 6}


def odd_files(submitted):
    link = hand_in(submitted, "link-to-the-solution", "") / f"{NAME}.ipynb"
    link.unlink()
    link.symlink_to(assignments()[NAME].path)
    other = hand_in(submitted, "folder-instead", "") / f"{NAME}.ipynb"
    other.unlink()
    other.mkdir()
    (hand_in(submitted, "nothing-in-it", "") / f"{NAME}.ipynb").unlink()
    twice = hand_in(submitted, "downloaded-twice", honest()) / f"{NAME}.ipynb"
    twice.rename(twice.with_name(f"{NAME} (1).ipynb"))


def listen(door, heard):
    try:
        while True:
            connection, _ = door.accept()
            heard.append(1)
            connection.close()
    except OSError:
        return  # the tests have closed the door


def test_every_attack_gets_exactly_what_it_earned(graded):
    _, records, earned, _ = graded
    assert len(earned) >= 60 and set(records) == set(earned)
    unfair = {name: (records[name]["score"], mark) for name, mark in earned.items() if records[name]["score"] != mark}
    assert not unfair, {name: (pair, records[name]["parts"]) for name, pair in unfair.items()}


def test_nothing_outside_was_touched_and_nobody_knocked(graded):
    course, _, _, heard = graded
    assert not heard
    assert not (course / "touched").exists() and not (ROOT / "helpers" / "touched_by_attack").exists()


def test_no_process_of_a_student_is_left(graded):
    for status in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            assert b"/grader/child.py" not in status.read_bytes()
        except (FileNotFoundError, ProcessLookupError):
            continue  # it ended while we looked


@pytest.mark.parametrize("name", ["reads-the-solution", "reads-the-gradebook", "network", "sees-the-grader"])
def test_it_is_the_wall_that_stops_them(graded, name, tmp_path):
    """Without the sandbox these attacks win: a suite that could not win would prove nothing."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        content, earned = attacks(graded[0], door.getsockname()[1])[name]
        (tmp_path / "a.ipynb").write_text(content)
        result = score.mark(assignments()[NAME], tmp_path / "a.ipynb", TIGHT, sandboxed=False)
    assert result.score == 6 > earned, result


def test_every_lost_point_has_a_reason_in_words(graded):
    _, records, _, _ = graded
    for name, record in records.items():
        for part in record["parts"]:
            assert (part["score"] == part["points"]) != bool(part["reason"]), (name, part)
    words = {name: records[name]["parts"][2]["reason"] for name in records}
    assert words["infinite-loop"] == words["infinite-loop-deaf-to-alarms"] == "it did not come to an end in time"
    assert words["os-exit"] == "it ended the process it ran in"
    assert words["missing-function"] == "the notebook defines no function of this name"
    assert words["unwritten"] == "the function is still to be written"
    assert words["system-exit"] == "it stopped with SystemExit"
    assert words["raises-a-strange-exception"] == "it stopped with an exception"
    assert "plain data" in words["equal-to-everything"]
    assert words["wrong"] == "each term is a mean over the n examples"
    assert "link" in words["link-to-the-solution"] and "UTF-8" in words["not-utf8"]


def test_a_page_of_feedback_shows_neither_tests_nor_inputs(graded):
    course, records, _, _ = graded
    hidden = [line.strip() for e in assignments()[NAME].exercises for line in e.hidden.splitlines()]
    secrets = [line.split(', "')[0] for line in hidden if len(line) > 10] + ["BEGIN HIDDEN", "cases("]
    for name in records:
        page = (course / "feedback" / name / NAME / f"{NAME}.html").read_text()
        assert not [s for s in secrets if s in page], name
        assert not re.findall(r"\d\.\d{3}", page), name  # no value that came back, no input
        assert "<script" not in page


def test_the_table_marks_late_work_and_keeps_it(graded):
    course, records, earned, _ = graded
    rows = table(course / "grades.csv")
    assert {row["student"]: float(row["score"]) for row in rows} == earned
    assert {row["late"] for row in rows} == {"late"} and {row["points"] for row in rows} == {"6"}


def test_the_gradebook_has_the_scores_and_nothing_waits_for_a_hand(graded):
    course, _, earned, _ = graded
    with Book(course) as book:
        found = {s.student.id: (s.score, s.needs_manual_grade) for s in book.book.assignment_submissions(NAME)}
        late = {s.total_seconds_late for s in book.book.assignment_submissions(NAME)}
    assert found == {name: (mark, False) for name, mark in earned.items()} and late == {3600.0}


def test_the_real_nbgrader_exports_the_scores_beside_ours(graded):
    course, _, earned, _ = graded
    ours = (course / "grades.csv").read_bytes()
    env = {**os.environ, "PATH": os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])}
    command = [sys.executable, "-m", "nbgrader", "export"]
    subprocess.run(command, cwd=course, env=env, check=True, capture_output=True)
    rows = table(course / "gradebook.csv")
    assert {row["student_id"]: float(row["score"]) for row in rows if row["assignment"] == NAME} == earned
    assert (course / "grades.csv").read_bytes() == ours


def table(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_a_generated_class_gets_its_known_marks(walls):
    """The same as `make bench` does with 300, on a few."""
    _, times, unfair = school.grade_class(12)
    assert not unfair and len(times) == 12


@pytest.fixture(scope="module")
def small(walls, tmp_path_factory):
    """Two students, graded once."""
    course = tmp_path_factory.mktemp("small")
    hand_in(course / "submitted", "ada", honest())
    hand_in(course / "submitted", "bob", honest(target="pass"))
    grade.grade(course / "submitted", course)
    return course


def test_points_given_by_hand_are_kept_when_graded_again(small):
    with Book(small) as book:
        hand = book.book.find_grade("07-grad-linreg-hidden", NAME, NAME, "bob")
        hand.manual_score = 1.5
        book.book.db.commit()
    grade.grade(small / "submitted", small, students=["bob"])
    with Book(small) as book:
        hand = book.book.find_grade("07-grad-linreg-hidden", NAME, NAME, "bob")
        assert (hand.manual_score, hand.auto_score, hand.score, hand.needs_manual_grade) == (1.5, 0.0, 1.5, True)
        assert book.book.find_submission(NAME, "bob").score == 5.5


def test_resume_leaves_alone_what_has_not_changed(small, monkeypatch):
    seen = []
    real = grade.mark
    monkeypatch.setattr(grade, "mark", lambda a, file, *rest: seen.append(file.parts[-3]) or real(a, file, *rest))
    records = grade.grade(small / "submitted", small, resume=True)
    assert not seen and [r["score"] for r in records] == [6, 4]
    (small / "submitted" / "bob" / NAME / f"{NAME}.ipynb").write_text(honest())
    records = grade.grade(small / "submitted", small, resume=True)
    assert seen == ["bob"] and [r["score"] for r in records] == [6, 6]


def test_a_fault_of_the_grader_itself_does_not_stop_the_class(small, monkeypatch):
    def broken(assignment, file, *rest):
        if "ada" in str(file):
            raise OSError("no space")
        return score.Mark([score.Part("x", 2, 2)], [])

    monkeypatch.setattr(grade, "mark", broken)
    course = small.parent / "faulty"
    ada, bob = grade.grade(small / "submitted", course)
    assert ada["score"] == 0 and "could not be graded" in ada["notes"][0] and bob["score"] == 2


def test_an_unknown_assignment_is_named_and_left_alone(small, capsys, tmp_path):
    (tmp_path / "ada" / "99_nothing").mkdir(parents=True)
    assert grade.grade(tmp_path, small) == []
    assert "99_nothing" in capsys.readouterr().err


@pytest.mark.parametrize("assignment", EVERY, ids=lambda a: a.name)
def test_across_the_border_references_get_full_marks_and_mistakes_none(walls, assignment, tmp_path):
    """The hidden tests of every exercise work through the process boundary, on the notebook as it is."""
    whole = json.loads(assignment.path.read_text(encoding="utf-8"))
    result = score.mark(assignment, assignment.path)
    assert result.score == assignment.points and not result.notes, result
    mistakes = wrong(assignment.path)
    bad = notebook(*["".join(c["source"]) for c in whole["cells"] if c["cell_type"] == "code"], *mistakes.values())
    (tmp_path / "bad.ipynb").write_text(bad)
    result = score.mark(assignment, tmp_path / "bad.ipynb")
    assert [part.score for part in result.parts] == [0] * len(assignment.exercises), result


def test_unsandboxed_the_process_is_still_another_one(tmp_path):
    asks = f"import os\ndef grad_linreg(w, x, y):\n    return None if os.getpid() == {os.getpid()} else truth(w, x, y)"
    (tmp_path / "a.ipynb").write_text(honest(RIGHT["grad_linreg"].replace("grad_linreg", "truth"), target=asks))
    result = score.mark(assignments()[NAME], tmp_path / "a.ipynb", sandboxed=False)
    assert [p.score for p in result.parts] == [2, 2, 2]
