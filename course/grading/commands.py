"""The commands of homework, for `python -m course`: release it, and grade what comes back."""

import argparse
import re
import sys
from pathlib import Path

from course import notebooks
from course.grading import folder


def add(subparsers):
    """Add `homework`, `stubs` and `grade`; each sets `run`, a function of the parsed options."""
    out = subparsers.add_parser("homework", help="write the student versions of the notebooks")
    out.add_argument("numbers", nargs="*", help="notebooks, such as 07 13; all without any")
    out.add_argument("--course", type=place, default=folder.BUILD, help="nbgrader's course folder")
    out.set_defaults(run=run_release)
    stubs = subparsers.add_parser("stubs", help="write the stubs of exercises into the notebooks")
    stubs.add_argument("numbers", nargs="+", help="notebooks, such as 07 13")
    stubs.set_defaults(run=run_stubs)
    add_grade(subparsers)


def add_grade(subparsers):
    back = subparsers.add_parser("grade", help="grade what students submitted")
    back.add_argument("submitted", type=place, help="holds <student>/<assignment>/<notebook>")
    back.add_argument("--course", type=place, default=folder.BUILD, help="nbgrader's course folder")
    back.add_argument("--nb", nargs="*", default=[], help="only these notebooks, such as 07")
    back.add_argument("--student", nargs="*", default=[], help="only these students")
    back.add_argument("--resume", action="store_true", help="leave alone what has not changed")
    words = "due date, such as 2026-11-20T12:00 (UTC) or with +01:00"
    back.add_argument("--due", type=date, help=words)
    back.add_argument("--jobs", type=count, help="submissions side by side; one a core without it")
    words = "mark only part K of N, and leave gradebook and table to a later run with --resume"
    back.add_argument("--shard", type=part, metavar="K/N", help=words)
    words = "if there is no sandbox, run students' code without"
    back.add_argument("--unsandboxed", action="store_true", help=words)
    back.set_defaults(run=run_grade)


def place(text):
    return Path(text).expanduser()


def date(text):
    try:
        return folder.moment(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def count(text):
    if not re.fullmatch(r"[1-9]\d{0,2}", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of submissions, such as 4.")
    return int(text)


def part(text):
    """ "3/20": part 3 of 20."""
    found = re.fullmatch(r"(\d{1,5})/(\d{1,5})", text)
    number, of = map(int, found.groups()) if found else (0, 0)
    if not 1 <= number <= of:
        raise argparse.ArgumentTypeError(f"'{text}' is not a part: write 3/20 for part 3 of 20.")
    return number, of


def run_release(options):
    from course.grading.assignment import (
        chosen,
    )  # here and below: only who grades waits for nbgrader
    from course.grading.release import release

    folder.make_salt(options.course)
    where = release(options.course, chosen(*options.numbers))
    print(f"Student versions: {where}")


def run_stubs(options):
    from course.grading.compose import put_stubs

    for path in notebooks.paths(*options.numbers):
        print(f"{path.name}: {'written' if put_stubs(path) else 'unchanged'}")


def run_grade(options):
    from course.grading import grade, records
    from course.grading.assignment import chosen

    sandboxed = grade.refuse_without_sandbox(options.unsandboxed)
    wanted = {a.name for a in chosen(*options.nb)} if options.nb else ()
    choice = (options.submitted, options.course, wanted, options.student)
    how = {"resume": options.resume, "sandboxed": sandboxed}
    how |= {"jobs": options.jobs, "shard": options.shard}
    outcome = grade.run(*choice, options.due, **how)
    if not outcome.found and not options.shard:
        layout = "<student>/<assignment>/<notebook>"
        raise ValueError(f"nothing to grade in {options.submitted}: it must hold {layout}.")
    report(outcome, options.course, records, options.shard)
    if outcome.unsaved or not outcome.booked:
        sys.exit(1)


def report(outcome, course, records, shard=None):
    """Say how it went."""
    found = [records.load(records.file(course, *s.key)) for s in outcome.found]
    found = [record for record in found if record]
    full = sum(record["score"] == record["points"] for record in found)
    noted = sum(bool(record["notes"]) for record in found)
    waiting = sum(any(map(records.waits, record["parts"])) for record in found)
    counted = f"{len(outcome.found)} submissions, {full} with full marks, {noted} with notes"
    print(f"{counted}, {waiting} with an open answer to mark by hand.")
    if outcome.unsaved:
        words = "; ".join(sorted({record["notes"][-1] for record in outcome.unsaved}))
        print(f"{len(outcome.unsaved)} of them: {words}", file=sys.stderr)
    if shard:
        print("A part only: when all are marked, the same with --resume and without --shard")
        print("brings them into the gradebook, the pages and grades.csv.")
    else:
        print(f"Marks: {course / 'grades.csv'}   feedback: {course / 'feedback'}")
