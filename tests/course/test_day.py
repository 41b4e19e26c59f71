"""A lecturer's day: what the guide tells a lecturer to type does what it says."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import zipfile
from pathlib import Path

import pytest

from course import __main__ as course_command
from course.grading import commands, feedback, folder, grade, records, score
from course.grading.assignment import assignments
from course.grading.gradebook import Book
from course.grading.release import release
from course.notebooks import ROOT
from tests.course.test_class import FULL, quick  # noqa: F401 (fixture)
from tests.course.test_grade import table, walls, with_tools  # noqa: F401 (fixture)
from tests.tools.attacks import NAME, hand_in, honest

CODE = "07-grad-linreg"
slow = pytest.mark.slow


def nbgrader(course, *words):
    """nbgrader's own command, inside the course folder."""
    command = [sys.executable, "-m", "nbgrader", *words]
    return subprocess.run(command, cwd=course, env=with_tools(), capture_output=True, text=True)


def page(course, student):
    return (course / "feedback" / student / NAME / f"{NAME}.html").read_text()


@slow
def test_release_feedback_sends_every_page_out(quick):  # noqa: F811
    """Also the pages of students who handed in without a time or without nbgrader's secret."""
    submitted = quick / "submitted"
    (submitted / "ada" / NAME / "timestamp.txt").unlink()
    (submitted / "bob" / NAME / "submission_secret.txt").write_text("bob's own secret")
    (submitted / "eve" / NAME / "submission_secret.txt").symlink_to("/etc/hostname")
    grade.grade(submitted, quick)
    (quick / "exchange").mkdir()
    ran = nbgrader(quick, "release_feedback", NAME, f"--Exchange.root={quick / 'exchange'}")
    assert ran.returncode == 0, ran.stderr
    sent = list((quick / "exchange" / "ml_theory" / "feedback").glob("*.html"))
    assert sorted(p.read_text() for p in sent) == sorted(
        page(quick, s) for s in ("ada", "bob", "eve")
    )
    from nbgrader.utils import notebook_hash

    his = notebook_hash(secret="bob's own secret", notebook_id=NAME)
    assert f"{his}.html" in [p.name for p in sent]


ARCHIVE = {
    "ada/{}.ipynb": "ada",
    "bob/{0}/{0}.ipynb": "bob",
    "Eve Noether_4711_assignsubmission_file_/{}.ipynb": "Eve Noether_4711",
    "Max_12_assignsubmission_file_{}.ipynb": "Max_12",
    "zoe_{}.ipynb": "zoe",
    "07_student-{}.ipynb": "07_student",
    "twice/{} (1).ipynb": "twice",
}


@slow
def test_zip_collect_collects_what_platforms_pack(tmp_path):
    release(tmp_path, [assignments()[NAME]], say=lambda _: None)
    place = tmp_path / "downloaded" / NAME / "archive"
    place.mkdir(parents=True)
    with zipfile.ZipFile(place / "class.zip", "w") as archive:
        for name in ARCHIVE:
            archive.writestr(name.format(NAME), honest())
    with zipfile.ZipFile(place / "kim.zip", "w") as archive:  # each student an archive
        archive.writestr(f"{NAME}.ipynb", honest())
    ran = nbgrader(tmp_path, "zip_collect", NAME)
    assert ran.returncode == 0, ran.stderr
    found = folder.submissions(tmp_path / "submitted")
    assert {s.student for s in found} == {*ARCHIVE.values(), "kim"}
    assert all(s.assignment == NAME and s.file.read_text() == honest() for s in found)


@slow
def test_a_due_date_given_later_reaches_table_and_pages(quick):  # noqa: F811
    grade.grade(quick / "submitted", quick)
    assert not any(row["late"] for row in table(quick / "grades.csv"))
    due = folder.moment("2026-11-16T07:00")
    grade.grade(quick / "submitted", quick, due=due, resume=True)
    assert {row["late"] for row in table(quick / "grades.csv")} == {"late"}
    assert "handed in late" in page(quick, "ada")
    grade.grade(quick / "submitted", quick, due=folder.moment("2026-11-16T09:00"), resume=True)
    assert not any(row["late"] for row in table(quick / "grades.csv"))
    assert "handed in late" not in page(quick, "ada")


@slow
def test_points_given_by_hand_reach_table_and_pages(quick):  # noqa: F811
    """For code too; they stay when the student is graded again, also without --resume."""
    grade.grade(quick / "submitted", quick)
    worth = next(e.points for e in assignments()[NAME].exercises if e.id == CODE)
    with Book(quick) as book:
        where = (NAME, NAME, "ada")
        book.book.find_grade(f"{CODE}-hidden", *where).manual_score = 0.5
        book.book.find_comment(CODE, *where).manual_comment = "We spoke."
        book.book.find_grade(f"{CODE}-hidden", NAME, NAME, "bob").extra_credit = 1
        book.book.db.commit()
    for resume in (True, False):
        grade.grade(quick / "submitted", quick, resume=resume)
        scores = {row["student"]: float(row["score"]) for row in table(quick / "grades.csv")}
        assert scores == {"ada": FULL - worth + 0.5, "bob": FULL + 1, "eve": FULL}
        assert f"{scores['ada']:g} of {FULL}" in page(quick, "ada")
        assert "We spoke." in page(quick, "ada") and "marked by hand" in page(quick, "ada")


def shown(**part):
    """The cells of one exercise's row on a student's page."""
    whole = {"id": "x", "points": 2, "score": 0, "reason": "", "calls": 0, "got": "", "comment": ""}
    part = {**whole, "waiting": False, "by_hand": None, **part}
    record = {"student": "ada", "assignment": NAME, "score": 0, "points": 2, "late": False}
    made = feedback.page({**record, "handed_in": "", "notes": [], "parts": [part]})
    return [re.sub("<.*?>", "", cell) for cell in re.findall("<td.*?</td>", made, flags=re.S)]


def test_a_page_does_not_say_that_nothing_came_back_from_a_text():
    assert shown(waiting=True)[2:4] == ["–", "–"]
    assert shown(by_hand=1.0)[2:4] == ["–", "–"]
    assert shown(calls=3, got="a number", by_hand=1.0)[2:4] == ["yes", "a number"]
    assert shown(reason="not written yet")[2:4] == ["no", "nothing"]


def test_ctrl_c_before_the_first_submission_is_no_traceback(monkeypatch, tmp_path):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(grade, "refuse_without_sandbox", lambda _: True)
    monkeypatch.setattr(grade, "run", interrupted)
    with pytest.raises(SystemExit, match="Stopped"):
        course_command.main(["grade", str(tmp_path)])


@slow
def test_a_notebook_that_lies_astray_is_named(quick, capsys):  # noqa: F811
    """Nobody's work is passed over in silence because its folder was forgotten."""
    (quick / "submitted" / "zoe.ipynb").write_text(honest())
    (quick / "submitted" / "bob" / f"{NAME}.ipynb").write_text(honest())
    found = folder.submissions(quick / "submitted")
    assert [s.student for s in found] == ["ada", "bob", "eve"]
    said = capsys.readouterr().err
    assert f"do not lie in <student>/<assignment>/: zoe.ipynb, bob/{NAME}.ipynb\n" in said
    assert not list(quick.glob("submitted/zoe*/*"))


@slow
def test_the_last_line_counts_what_waits_for_the_lecturer(quick, monkeypatch, capsys):  # noqa: F811
    def mark(assignment, file, *rest):
        open_one, *others = reversed(assignment.exercises)
        parts = [score.Part(e.id, e.points, e.points) for e in others]
        return score.Mark([*parts, score.Part(open_one.id, open_one.points, waiting=True)], [])

    monkeypatch.setattr(grade, "mark", mark)
    outcome = grade.run(quick / "submitted", quick)
    commands.report(outcome, quick, records)
    words = "3 submissions, 0 with full marks, 0 with notes, 3 with an open answer to mark by hand."
    assert words in capsys.readouterr().out


@slow
def test_a_part_does_not_speak_of_a_table_that_is_not_there(quick, capsys):  # noqa: F811
    outcome = grade.run(quick / "submitted", quick, shard=(1, 1))
    commands.report(outcome, quick, records, (1, 1))
    said = capsys.readouterr().out
    assert not (quick / "grades.csv").exists()
    assert "grades.csv." in said and "--resume" in said and "Marks:" not in said


@slow
def test_work_handed_in_again_at_another_time_is_graded_again(quick):  # noqa: F811
    grade.grade(quick / "submitted", quick)
    (quick / "submitted" / "ada" / NAME / "timestamp.txt").write_text("2026-11-18 08:00:00 UTC")
    ada, *_ = grade.grade(quick / "submitted", quick, resume=True)
    assert ada["handed_in"] == "2026-11-18 08:00:00"


@pytest.mark.parametrize(
    "options, words",
    [
        (["--due", "tomorrow"], "'tomorrow' is not a date and time: write 2026-11-20T12:00"),
        (["--due", "0001-01-01T00:00+14:00"], "is not a date and time"),
        (["--jobs", "many"], "'many' is not a number of submissions"),
        (["--jobs", "0"], "'0' is not a number of submissions"),
        (["--shard", "0/3"], "'0/3' is not a part: write 3/20 for part 3 of 20"),
        (["--shard", "4/3"], "'4/3' is not a part"),
    ],
)
def test_a_wrong_option_gets_a_helpful_sentence(options, words, capsys):
    with pytest.raises(SystemExit):
        course_command.main(["grade", "submitted", *options])
    assert words in capsys.readouterr().err


@slow
def test_as_many_as_jobs_are_graded_side_by_side(quick, monkeypatch):  # noqa: F811
    together = threading.Barrier(3, timeout=120)

    def mark(*_):
        together.wait()
        return score.Mark([], [])

    monkeypatch.setattr(grade, "mark", mark)
    assert len(grade.grade(quick / "submitted", quick, jobs=3)) == 3
    assert not together.broken


@pytest.fixture
def desk(tmp_path):
    """A course folder whose start.py only says what it was told."""
    (tmp_path / "course").mkdir()
    told = "import json, sys; print(json.dumps(sys.argv[1:]))"
    (tmp_path / "course" / "start.py").write_text(told)
    shutil.copy(ROOT / "Makefile", tmp_path)
    return tmp_path


def make(desk, *words):
    command = ["make", "-s", "-C", str(desk), f"PYTHON={sys.executable}", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("name", ["my class/of 2026", "it's", 'a "b"', "$HOME", "plain"])
def test_folders_with_spaces_arrive_whole(desk, name):
    name = name.replace("$", "$$")  # as make wants it
    said = make(desk, "grade", f"SUBMITTED={name}", "ARGS=--due '2026-11-20 12:00' --jobs 2")
    wanted = ["grade", name.replace("$$", "$"), "--due", "2026-11-20 12:00", "--jobs", "2"]
    assert json.loads(said) == wanted


def test_clean_never_deletes_marks_salt_or_submitted_work(desk):
    kept = desk / "build" / "homework"
    (kept / "submitted" / "ada").mkdir(parents=True)
    (kept / "salt").write_text("s")
    for made in (".venv/bin", "build/slides", "build/a b"):
        (desk / made).mkdir(parents=True)
    (desk / "build" / "bench.md").write_text("b")
    assert "build/homework stays" in make(desk, "clean")
    assert {p.name for p in desk.iterdir()} == {"Makefile", "build", "course"}
    assert [p.name for p in (desk / "build").iterdir()] == ["homework"]
    assert (kept / "salt").exists() and (kept / "submitted" / "ada").exists()
    shutil.rmtree(desk / "build")
    make(desk, "clean")


@pytest.mark.skipif(os.name == "nt", reason="a script of /bin/sh")
def test_ctrl_c_leaves_the_command_time_to_put_things_in_order(tmp_path):
    """`make grade` runs the grader below course/start.py, and Ctrl-C reaches both."""
    tidy = tmp_path / "python"
    tidy.write_text(
        "#!/bin/sh\ntrap 'sleep 2; echo kept; exit 3' INT\necho on\nwhile :; do sleep 0.2; done"
    )
    tidy.chmod(0o755)
    program = f"""
    from course import start
    start.PYTHON, start.install = {str(tidy)!r}, lambda _: None
    start.main("grade")
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    how = {"stdout": subprocess.PIPE, "text": True, "cwd": ROOT, "start_new_session": True}
    with subprocess.Popen(command, **how) as process:
        assert process.stdout.readline() == "on\n"
        os.killpg(process.pid, signal.SIGINT)
        said, _ = process.communicate(timeout=300)
    assert said == "kept\n" and process.returncode == 3


# parts of a class, for a queue


def test_every_submission_is_in_one_part_and_stays_there(tmp_path):
    for i in range(60):
        (tmp_path / f"s{i}" / NAME).mkdir(parents=True)
    found = folder.submissions(tmp_path)
    parts = [[s for s in found if s.in_shard(k, 4)] for k in (1, 2, 3, 4)]
    assert sorted(sum(parts, []), key=lambda s: s.key) == sorted(found, key=lambda s: s.key)
    assert min(map(len, parts)) >= 5
    shutil.rmtree(tmp_path / "s7")
    fewer = folder.submissions(tmp_path)
    assert [s for s in fewer if s.in_shard(2, 4)] == [s for s in parts[1] if s.student != "s7"]


@slow
def test_parts_side_by_side_then_one_run_that_joins_them(walls, tmp_path):  # noqa: F811
    """The script for Slurm, run as Slurm would, but here."""
    class_of = {f"s{i}": honest() if i % 3 else honest(target="pass") for i in range(7)}
    for student, content in class_of.items():
        hand_in(tmp_path / "sub mitted", student, content)
    script = ROOT / "course" / "grading" / "grade.sbatch"
    here = {**os.environ, "SLURM_SUBMIT_DIR": str(workplace(tmp_path)), "SLURM_CPUS_PER_TASK": "1"}

    def task(number):
        words = ["3", str(tmp_path / "sub mitted"), "--course", str(tmp_path)]
        return subprocess.Popen(
            ["bash", str(script), *words], env={**here, "SLURM_ARRAY_TASK_ID": str(number)}
        )

    tasks = [task(number) for number in (1, 2)]
    assert [t.wait(timeout=900) for t in tasks] == [0, 0]
    assert not (tmp_path / "gradebook.db").exists() and not (tmp_path / "grades.csv").exists()
    assert 0 < len(records.files(tmp_path)) < len(class_of)
    assert task(3).wait(timeout=900) == 0
    dates = [path.stat().st_mtime_ns for path in (tmp_path / "autograded").rglob("*.ipynb")]
    made = grade.grade(tmp_path / "sub mitted", tmp_path, resume=True)
    assert {r["student"]: r["score"] for r in made} == {
        s: 6 if content == honest() else 4 for s, content in class_of.items()
    }
    assert len(table(tmp_path / "grades.csv")) == len(class_of)
    assert dates == [p.stat().st_mtime_ns for p in (tmp_path / "autograded").rglob("*.ipynb")]
    with Book(tmp_path) as book:
        assert len(book.book.assignment_submissions(NAME)) == len(class_of)


def workplace(tmp_path):
    """A folder as the script expects it: with .venv, and from where the course is found."""
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    starts = f'#!/bin/sh\ncd "{ROOT}"\nexec "{sys.executable}" "$@"\n'
    python = Path(tmp_path / ".venv" / "bin" / "python")
    python.write_text(starts)
    python.chmod(0o755)
    return tmp_path
