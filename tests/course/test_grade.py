"""The grader: right marks for right, wrong, broken and hostile submissions; nothing is touched."""

import csv
import json
import os
import re
import socket
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from answers import n07
from course import notebooks
from course.grading import folder, grade, sandbox, score
from course.grading.assignment import assignments, read
from course.grading.compose import compose
from course.grading.gradebook import Book
from course.grading.release import release
from course.notebooks import ROOT
from helpers.desk.kinds import Open
from tests import lanes
from tests.answers import sample
from tests.tools import school
from tests.tools.attacks import NAME, RIGHT, attacks, hand_in, honest, notebook

# small, so that the endless ones end soon; each is several times what an honest one needs
TIGHT = sandbox.Limits(cell=6, notebook=20, exercise=5, submission=75, patience=2)
EVERY = list(assignments().values())
pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def salt(monkeypatch):
    """Grading sets the salt of its course in the environment; the next test has none again."""
    monkeypatch.setenv("HOMEWORK_SALT", "a salt of the tests")


@pytest.fixture(scope="session")
def walls():
    why = sandbox.trouble()
    if why and os.environ.get("SANDBOX_TESTS") == "required":
        pytest.fail(why)
    if why:
        pytest.skip(why)


@pytest.fixture(scope="module")
def graded(walls, tmp_path_factory):
    """The attack suite graded in one run: (course folder, records, marks earned, knocks heard)."""
    course = tmp_path_factory.mktemp("course")
    heard = []
    with socket.create_server(("127.0.0.1", 0)) as door:
        threading.Thread(target=listen, args=(door, heard), daemon=True).start()
        suite = chosen(attacks(course, door.getsockname()[1]))
        for name, (content, _) in suite.items():
            hand_in(course / "submitted", name, content)
        odd_files(course / "submitted")
        records = grade.grade(
            course / "submitted", course, due=folder.moment("2026-11-16T07:00"), limits=TIGHT
        )
    earned = {**{name: mark for name, (_, mark) in suite.items()}, **ODD}
    return course, {r["student"]: r for r in records}, earned, heard


# attacks that only a wall stops: without the sandbox they win
WALLED = (
    "reads-the-solution",
    "finds-the-compiled-solution",
    "imports-behind-the-stand-ins",
    "loads-the-solution-from-its-place",
    "looks-for-answers-everywhere",
    "reads-the-gradebook",
    "network",
    "sees-the-grader",
    "memory-in-an-unnamed-file",
    "own-file-system-the-new-way",
    "own-user-namespace",
    "socket-to-the-network",
    "starts-a-program",
    "reads-the-session-keyring",
    "reads-the-names-of-keys",
    "reads-shared-files",
    "last-to-go-when-memory-runs-out",
)
# those whose words on the page are compared
SPOKEN = (
    *("infinite-loop", "infinite-loop-deaf-to-alarms", "os-exit", "system-exit", "not-utf8"),
    *("kills-itself", "kills-itself-in-a-cell", "memory-all-at-once", "missing-function"),
    *("unwritten", "unwritten-dots", "raises-a-strange-exception", "equal-to-everything"),
    *("wrong", "returns-the-visible-constants"),
)


def chosen(suite):
    """All attacks; in `make test` those that are named above, and every tenth of the others."""
    others = [name for name in suite if name not in {*WALLED, *SPOKEN}]
    wanted = {*WALLED, *SPOKEN, *others[::10]}
    return {name: what for name, what in suite.items() if lanes.full() or name in wanted}


ATTACKED = ("07-average-bound", "07-step-and-rate", "07-grad-linreg")
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
    assert len(earned) >= (180 if lanes.full() else 45) and set(records) == set(earned)
    unfair = {
        name: (records[name]["score"], mark)
        for name, mark in earned.items()
        if records[name]["score"] != mark
    }
    assert not unfair, {name: (pair, records[name]["parts"]) for name, pair in unfair.items()}


def test_nothing_outside_was_touched_and_nobody_knocked(graded):
    course, _, _, heard = graded
    assert not heard
    assert (
        not (course / "touched").exists() and not (ROOT / "helpers" / "touched_by_attack").exists()
    )


def test_no_process_of_a_student_is_left(graded):
    for status in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = status.read_bytes()
        except (FileNotFoundError, ProcessLookupError):
            continue  # it ended while we looked
        # another copy of the course on this machine may be grading
        assert b"/grader/child.py" not in words or bytes(ROOT) not in words


@pytest.mark.parametrize("name", WALLED)
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
            full = part["waiting"] or part["score"] == part["points"]
            assert full != bool(part["reason"]), (name, part)
    words = {name: reasons(record)["07-grad-linreg"] for name, record in records.items()}
    late = "it did not come to an end in time"
    assert words["infinite-loop"] == words["infinite-loop-deaf-to-alarms"] == late
    assert words["os-exit"] == "it ended the process it ran in"
    killed = "its process was killed, as the system does when memory runs out"
    assert words["kills-itself"] == killed
    assert records["kills-itself"]["notes"] == [killed + "; times: 1"]
    assert records["kills-itself-in-a-cell"]["notes"][-1] == killed + "; times: 1"
    assert words["memory-all-at-once"] == "it asked for more memory than a submission may have"
    assert words["missing-function"] == "the notebook defines no function of this name"
    assert words["unwritten"].startswith("not written yet")
    assert words["unwritten-dots"].startswith("not written yet")
    assert words["system-exit"] == "it left the program (SystemExit)"
    assert words["raises-a-strange-exception"] == "it stopped with an exception"
    assert "plain data" in words["equal-to-everything"]
    summed = next(m for m in n07.GRAD_LINREG.wrong if "second number" in m.__doc__)
    assert words["wrong"].startswith(summed.__doc__), words["wrong"]
    assert "hidden cases came out differently" in words["returns-the-visible-constants"]
    assert "link" in words["link-to-the-solution"] and "UTF-8" in words["not-utf8"]


def reasons(record):
    return {part["id"]: part["reason"] for part in record["parts"]}


def test_a_page_of_feedback_shows_neither_tests_nor_inputs(graded):
    course, records, _, _ = graded
    for name in records:
        page = (course / "feedback" / name / NAME / f"{NAME}.html").read_text()
        assert "residual =" not in page and "rng" not in page, name
        assert not re.findall(r"\d\.\d{3}", page), name  # no value that came back, no input
        assert "<script" not in page


def test_the_table_marks_late_work_and_keeps_it(graded):
    course, records, earned, _ = graded
    rows = table(course / "grades.csv")
    assert {row["student"]: float(row["score"]) for row in rows} == earned
    assert {row["late"] for row in rows} == {"late"} and {row["points"] for row in rows} == {
        str(assignments()[NAME].points)
    }


def test_the_gradebook_has_the_scores_and_what_waits_for_a_hand(graded):
    course, records, earned, _ = graded
    waiting = {name: any(p["waiting"] for p in r["parts"]) for name, r in records.items()}
    with Book(course) as book:
        every = book.book.assignment_submissions(NAME)
        found = {s.student.id: (s.score, s.needs_manual_grade) for s in every}
        late = {s.total_seconds_late for s in every}
    assert found == {name: (mark, waiting[name]) for name, mark in earned.items()}
    assert late == {3600.0}


def test_the_real_nbgrader_exports_the_scores_beside_ours(graded):
    course, _, earned, _ = graded
    ours = (course / "grades.csv").read_bytes()
    command = [sys.executable, "-m", "nbgrader", "export"]
    subprocess.run(command, cwd=course, env=with_tools(), check=True, capture_output=True)
    rows = table(course / "gradebook.csv")
    assert {
        row["student_id"]: float(row["score"]) for row in rows if row["assignment"] == NAME
    } == earned
    assert (course / "grades.csv").read_bytes() == ours


def with_tools():
    """The environment with the commands that nbgrader calls."""
    here = os.path.dirname(sys.executable)
    return {**os.environ, "PATH": os.pathsep.join([here, os.environ["PATH"]])}


def table(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_a_generated_class_gets_its_known_marks_also_if_the_grader_was_killed(walls):
    """The same as `make bench` does with more, on a few."""
    found = school.grade_class(12)
    assert not found["unfair"] and len(found["each"]) == 12 and 6 <= found["killed"] <= 12


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
        assert (hand.manual_score, hand.auto_score, hand.score, hand.needs_manual_grade) == (
            1.5,
            0.0,
            1.5,
            True,
        )
        assert book.book.find_submission(NAME, "bob").score == 5.5


def test_resume_leaves_alone_what_has_not_changed(small, monkeypatch):
    seen = []
    real = grade.mark
    monkeypatch.setattr(
        grade, "mark", lambda a, file, *rest: seen.append(file.parts[-3]) or real(a, file, *rest)
    )
    records = grade.grade(small / "submitted", small, resume=True)
    assert not seen and [automatic(record) for record in records] == [6, 4]
    (small / "submitted" / "bob" / NAME / f"{NAME}.ipynb").write_text(honest())
    records = grade.grade(small / "submitted", small, resume=True)
    assert seen == ["bob"] and [automatic(record) for record in records] == [6, 6]


def automatic(record):
    """The score without points given by hand."""
    return sum(part["score"] for part in record["parts"])


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
def test_references_get_full_marks_across_the_border_and_mistakes_none(walls, assignment, tmp_path):
    """A reference needs no more than what the notebook imports; every judge works across."""
    source = school.solved(assignment)
    automatic = [e for e in assignment.exercises if not isinstance(e, Open)]
    (tmp_path / "good.ipynb").write_text(json.dumps(source))
    result = score.mark(assignment, tmp_path / "good.ipynb")
    assert result.score == sum(e.points for e in automatic), result
    assert not result.notes, result.notes
    rng = np.random.default_rng(0)
    mistakes = [school.mistake(exercise, rng)[0] for exercise in automatic]
    code = [cell["source"] for cell in source["cells"] if cell["cell_type"] == "code"]
    (tmp_path / "bad.ipynb").write_text(notebook(*code, *mistakes))
    result = score.mark(assignment, tmp_path / "bad.ipynb")
    for part in result.parts:
        assert part.waiting or (part.score < part.points and part.reason), part


def test_unsandboxed_the_process_is_still_another_one(tmp_path):
    asks = "import os\ndef grad_linreg(w, x, y):\n"
    asks += f"    return None if os.getpid() == {os.getpid()} else truth(w, x, y)"
    (tmp_path / "a.ipynb").write_text(
        honest(RIGHT["grad_linreg"].replace("grad_linreg", "truth"), target=asks)
    )
    result = score.mark(assignments()[NAME], tmp_path / "a.ipynb", sandboxed=False)
    assert [p.score for p in result.parts if p.id in ATTACKED] == [2, 2, 2]


# the kinds that are not code, on the sample


@pytest.fixture
def ours(tmp_path, monkeypatch):
    """The sample among the assignments."""
    path = tmp_path / "99_sample.ipynb"
    notebooks.write(path, sample.notebook())
    assignment = read(path)
    monkeypatch.setitem(assignments(), assignment.name, assignment)
    return assignment


def answered(assignment):
    """The composed notebook (text), everything right."""
    return json.dumps(school.solved(assignment))


def test_a_released_sample_earns_nothing_and_is_not_written_yet(ours, tmp_path):
    release(tmp_path / "course", [ours], say=lambda _: None)
    file = tmp_path / "course" / "release" / ours.name / ours.path.name
    result = score.mark(ours, file, sandboxed=False)
    assert result.score == 0 and not result.notes
    words = {part.id: part.reason.split(":")[0] for part in result.parts}
    assert words.pop("99-double").startswith("not written yet")
    assert words.pop("99-why") == "not written yet"
    assert set(words.values()) == {"not answered yet"} and len(words) == 4


@pytest.mark.parametrize(
    "cells, earned",
    [
        (['hand_in("99-which", "c")'], 1),
        (['hand_in("99-which", "a")', 'hand_in("99-which", "c")'], 1),
        (['hand_in("99-which", "c")', 'hand_in("99-which")'], 1),
        (['hand_in("99-which", "c")', 'hand_in("99-which", "a")'], 0),
        (["half = 1 / 2", 'hand_in("99-flat", half)'], 1),
        (['hand_in("99-flat", __import__("numpy").array(0.5))'], 1),
        (['hand_in("99-search", {"x": 1.9})', 'hand_in("99-proof", "a")'], 2),
        (['hand_in("99-search", x=1.9)'], 0),
        (['hand_in("98-which", "c")', "hand_in = print"], 0),
    ],
)
def test_the_last_answer_handed_in_counts(ours, tmp_path, cells, earned):
    start = "from helpers.desk import check, errata, hand_in"
    (tmp_path / "a.ipynb").write_text(notebook(start, *cells))
    assert score.mark(ours, tmp_path / "a.ipynb", sandboxed=False).score == earned


def marked_by_hand(course, points, words):
    with Book(course) as book:
        book.book.find_grade("99-why", "99_sample", "99_sample", "ada").manual_score = points
        book.book.find_comment("99-why", "99_sample", "99_sample", "ada").manual_comment = words
        book.book.db.commit()


def test_an_open_answer_waits_for_the_lecturer_and_then_counts(walls, ours, tmp_path):
    course = tmp_path / "course"
    hand_in(course / "submitted", "ada", answered(ours), ours.name)
    (record,) = grade.grade(course / "submitted", course)
    page = course / "feedback" / "ada" / ours.name / f"{ours.name}.html"
    assert (record["score"], record["points"]) == (8, 11)
    assert "3 more to be marked by hand" in page.read_text()
    assert "3 points to be marked by hand" in table(course / "grades.csv")[0]["notes"]
    with Book(course) as book:
        assert book.book.find_submission(ours.name, "ada").needs_manual_grade
    marked_by_hand(course, 2.5, "Nearly: what is the <factor>?")
    (record,) = grade.grade(course / "submitted", course, resume=True)
    assert record["score"] == 10.5 and table(course / "grades.csv")[0]["score"] == "10.5"
    text = page.read_text()
    assert "10.5 of 11" in text and "what is the &lt;factor&gt;?" in text
    assert "steep direction" not in text and "to be marked" not in text


def test_an_open_question_left_alone_waits_for_nobody(ours, tmp_path):
    source = compose(ours)
    for cell in source["cells"]:
        if cell["id"] == "99-why":
            cell["source"] = score.TEXT_STUB
    (tmp_path / "a.ipynb").write_text(json.dumps(source))
    part = score.mark(ours, tmp_path / "a.ipynb", sandboxed=False).parts[-1]
    assert not part.waiting and part.reason.startswith("not written yet")


def test_formgrader_shows_the_rubric_and_nothing_that_runs(walls, ours, tmp_path):
    source = json.loads(answered(ours))
    for cell in source["cells"]:
        if cell["id"] == "99-why":
            cell["source"] = (
                "It <script>alert(1)</script><img src=x onerror=alert(2)> **overshoots**."
            )
            cell["metadata"]["nbgrader"]["points"] = 100
            cell["attachments"] = {"a.png": {"text/html": "<script>alert(3)</script>"}}
    course = tmp_path / "course"
    hand_in(course / "submitted", "ada", json.dumps(source), ours.name)
    grade.grade(course / "submitted", course)
    copy = course / "autograded" / "ada" / ours.name / f"{ours.name}.ipynb"
    assert "names the steep direction" in copy.read_text() and "alert(3)" not in copy.read_text()
    cells = {c["id"]: c for c in notebooks.cells(copy)}
    assert cells["99-why"]["metadata"]["nbgrader"]["points"] == 3
    command = [sys.executable, "-m", "nbgrader", "generate_feedback", ours.name, "--force"]
    subprocess.run(command, cwd=course, env=with_tools(), check=True, capture_output=True)
    (theirs,) = (course / "feedback" / "ada" / ours.name).glob("*.html")
    text = theirs.read_text()
    assert "overshoots" in text and "steep direction" not in text
    assert "<strong>overshoots</strong>" in text and "alert(" not in text
