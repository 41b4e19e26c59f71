"""Grade a class: each submission in a process of its own; marks, pages and the gradebook follow."""

import os
import sys
from pathlib import Path

from course.grading import booking, folder, lanes, records, sandbox
from course.grading.assignment import assignments
from course.grading.gradebook import show
from course.grading.score import Mark, Part, mark


def grade(submitted, course=folder.BUILD, wanted=(), students=(), due=None, **options):
    """Grade what lies in `submitted`; returns the records of this run, in the folder's order."""
    outcome = run(submitted, course, wanted, students, due, **options)
    kept = {(r["student"], r["assignment"]): r for r in outcome.unsaved}
    return [kept.get(s.key) or records.load(records.file(course, *s.key)) for s in outcome.found]


class Outcome:
    """What a run has met: the submissions, those whose results were not written, the gradebook."""

    def __init__(self, found):
        self.found, self.unsaved, self.booked = found, [], True


def run(
    submitted,
    course=folder.BUILD,
    wanted=(),
    students=(),
    due=None,
    resume=False,
    sandboxed=True,
    limits=None,
    jobs=None,
    shard=None,
    bar=None,
):
    """Mark everything, then settle; a shard (number, count) marks its part and leaves the rest."""
    course, found = Path(course), known(folder.submissions(submitted, wanted, students))
    os.environ["HOMEWORK_SALT"] = os.environ.get("HOMEWORK_SALT") or folder.salt(course)
    found = [s for s in found if s.in_shard(*shard)] if shard else found
    todo = [s for s in found if not (resume and records.earlier(course, s))]
    outcome, bar = Outcome(found), bar or lanes.Bar(len(todo))

    def examined(submission):
        return examine(submission, limits, sandboxed)

    try:
        for submission, result in lanes.each(examined, todo, jobs or at_once(limits)):
            outcome.unsaved += keep(course, submission, result)
            bar.step(submission)
        bar.close()
        if not shard:
            names = {s.assignment for s in found}
            outcome.booked = booking.settle(course, due, names, outcome.unsaved)
    except KeyboardInterrupt:
        booking.table_only(course, outcome.unsaved)
        sys.exit("\nStopped; what is graded is kept. The same command with --resume goes on.")
    return outcome


def at_once(limits):
    """How many submissions are graded side by side: one for each core, if memory allows it."""
    return min(os.cpu_count(), sandbox.affordable(limits))


def known(found):
    """The submissions of assignments that exist; the others are named and left alone."""
    strange = sorted({s.assignment for s in found} - set(assignments()))
    if strange:
        words = "left alone, because no notebook has this name"
        print(f"{words}: {', '.join(strange)}", file=sys.stderr)
    return [s for s in found if s.assignment in assignments()]


def examine(submission, limits, sandboxed):
    """The mark of one submission. Whatever goes wrong in the grader itself, the class goes on."""
    assignment = assignments()[submission.assignment]
    try:
        return mark(assignment, submission.file, limits, sandboxed)
    except Exception as error:  # a fault of ours or of the machine: no points, and said so
        words = f"could not be graded ({type(error).__name__}): grade this student again"
        words += ", and tell the course's authors"
        return Mark([Part(e.id, e.points, reason=words) for e in assignment.exercises], [words])


def keep(course, submission, result):
    """Write one result everywhere it belongs; [] or, if that fails, the record with the reason."""
    record = records.record(submission, result)
    try:
        show(course, record, submission.file)
        records.stamp(course, record, submission.file.parent)
        records.save(course, record)
        return []
    except Exception as error:  # a full disk, or a fault of ours: the class goes on
        cause = getattr(error, "strerror", None) or type(error).__name__
        words = f"the result could not be written ({cause}): run again with --resume"
        return [record | {"notes": [*record["notes"], words]}]


def refuse_without_sandbox(unsandboxed):
    """Stop unless students' code can be locked in, or the lecturer takes the risk."""
    why = sandbox.trouble()
    if not why:
        return True
    if os.name == "nt":
        sys.exit("Grading needs Linux (or WSL on Windows): " + why)
    risk = "students' code runs as you, with your files and your network"
    if not unsandboxed:
        sys.exit(
            f"There is no sandbox for the students' code: {why}\nNothing was graded. "
            f"With --unsandboxed {risk}: do that only for code you trust."
        )
    print(f"WITHOUT A SANDBOX: {risk}. {why}", file=sys.stderr)
    return False
