"""The commands of homework, for `python -m course`: release it, and grade what comes back."""

from pathlib import Path

from course import notebooks
from course.grading import folder


def add(subparsers):
    """Add `homework`, `stubs` and `grade`; each sets `run`, a function of the parsed options."""
    out = subparsers.add_parser("homework", help="write the student versions of the notebooks")
    out.add_argument("numbers", nargs="*", help="notebooks, such as 07 13; all without any")
    out.add_argument("--course", type=Path, default=folder.BUILD, help="nbgrader's course folder")
    out.set_defaults(run=run_release)
    stubs = subparsers.add_parser("stubs", help="write the stubs of exercises into the notebooks")
    stubs.add_argument("numbers", nargs="+", help="notebooks, such as 07 13")
    stubs.set_defaults(run=run_stubs)
    back = subparsers.add_parser("grade", help="grade what students submitted")
    back.add_argument("submitted", type=Path, help="holds <student>/<assignment>/<notebook>")
    back.add_argument("--course", type=Path, default=folder.BUILD, help="nbgrader's course folder")
    back.add_argument("--nb", nargs="*", default=[], help="only these notebooks, such as 07")
    back.add_argument("--student", nargs="*", default=[], help="only these students")
    back.add_argument("--resume", action="store_true", help="leave alone what has not changed")
    words = "due date, such as 2026-11-20T12:00 (UTC) or with +01:00"
    back.add_argument("--due", type=folder.moment, help=words)
    words = "if there is no sandbox, run students' code without"
    back.add_argument("--unsandboxed", action="store_true", help=words)
    back.set_defaults(run=run_grade)


def run_release(options):
    from course.grading.assignment import (
        chosen,
    )  # here and below: only who grades waits for nbgrader
    from course.grading.release import release

    folder.salt(options.course)
    where = release(options.course, chosen(*options.numbers))
    print(f"Student versions: {where}")


def run_stubs(options):
    from course.grading.compose import put_stubs

    for path in notebooks.paths(*options.numbers):
        print(f"{path.name}: {'written' if put_stubs(path) else 'unchanged'}")


def run_grade(options):
    from course.grading.assignment import chosen
    from course.grading.grade import grade, refuse_without_sandbox

    sandboxed = refuse_without_sandbox(options.unsandboxed)
    wanted = {a.name for a in chosen(*options.nb)} if options.nb else ()
    choice = (options.submitted, options.course, wanted, options.student)
    records = grade(*choice, options.due, options.resume, sandboxed)
    if not records:
        layout = "<student>/<assignment>/<notebook>"
        raise ValueError(f"nothing to grade in {options.submitted}: it must hold {layout}.")
    full = sum(record["score"] == record["points"] for record in records)
    noted = sum(bool(record["notes"]) for record in records)
    print(f"{len(records)} submissions, {full} with full marks, {noted} with notes.")
    print(f"Marks: {options.course / 'grades.csv'}   feedback: {options.course / 'feedback'}")
