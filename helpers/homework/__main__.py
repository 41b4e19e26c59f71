"""Homework from the command line: `make homework` and `make grade` call this.

    python -m helpers.homework release [07 ...]                    student versions under build/homework/release
    python -m helpers.homework grade FOLDER [options]              grade FOLDER/<student>/<assignment>/
"""

import argparse
import sys
from pathlib import Path

from helpers.homework import folder
from helpers.homework.assignment import chosen


def main(arguments=None):
    options = parser().parse_args(arguments)
    try:
        options.run(options)
    except ValueError as error:
        sys.exit(str(error))


def parser():
    top = argparse.ArgumentParser(prog="homework", description="Release and grade the exercises of the notebooks.")
    commands = top.add_subparsers(required=True)
    out = commands.add_parser("release", help="write student versions of the notebooks")
    out.add_argument("numbers", nargs="*", help="notebooks, such as 07 13; all without any")
    out.add_argument("--course", type=Path, default=folder.BUILD, help="nbgrader's course folder")
    out.set_defaults(run=run_release)
    back = commands.add_parser("grade", help="grade what students submitted")
    back.add_argument("submitted", type=Path, help="the folder that holds <student>/<assignment>/<notebook>")
    back.add_argument("--course", type=Path, default=folder.BUILD, help="nbgrader's course folder")
    back.add_argument("--nb", nargs="*", default=[], help="only these notebooks, such as 07")
    back.add_argument("--student", nargs="*", default=[], help="only these students")
    back.add_argument("--resume", action="store_true", help="leave alone what was graded and has not changed")
    back.add_argument("--due", type=folder.moment, help="due date, such as 2026-11-20T12:00 (UTC) or with +01:00")
    back.add_argument("--unsandboxed", action="store_true", help="if there is no sandbox, run students' code without")
    back.set_defaults(run=run_grade)
    return top


def run_release(options):
    from helpers.homework.release import release

    folder.salt(options.course)
    where = release(options.course, chosen(*options.numbers))
    print(f"Student versions: {where}")


def run_grade(options):
    from helpers.homework.grade import grade, refuse_without_sandbox

    sandboxed = refuse_without_sandbox(options.unsandboxed)
    wanted = {a.name for a in chosen(*options.nb)} if options.nb else ()
    records = grade(options.submitted, options.course, wanted, options.student, options.due, options.resume, sandboxed)
    if not records:
        raise ValueError(f"nothing to grade in {options.submitted}: it must hold <student>/<assignment>/<notebook>.")
    full = sum(record["score"] == record["points"] for record in records)
    print(f"{len(records)} submissions, {full} with full marks, {sum(bool(r['notes']) for r in records)} with notes.")
    print(f"Marks: {options.course / 'grades.csv'}   feedback: {options.course / 'feedback'}")


if __name__ == "__main__":
    main()
