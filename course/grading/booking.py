"""After marking: due dates, the gradebook, points given by hand and the table of all marks.

Marking needs no gradebook and writes only results; so it can be spread over many machines, and
whatever happens to the gradebook (it may be locked by formgrader) costs no result.
"""

import sys
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from course.grading import folder, records
from course.grading.assignment import assignments
from course.grading.gradebook import Book
from course.grading.release import release


def settle(course, due=None, names=(), unsaved=()):
    """Bring results, gradebook, pages and grades.csv together; False if the gradebook refused.

    `names` are the assignments that a new due date is for.
    """
    trouble, every = "", _with_results(course)
    try:
        _release(course, every)
        with Book(course) as book:
            for name in every:
                if due and name in names:
                    book.set_due(name, due)
                _enter(course, book, name)
    except SQLAlchemyError as error:
        cause = " ".join(str(getattr(error, "orig", None) or type(error).__name__).split())
        trouble = (
            f"The gradebook could not be written ({cause}). The marks are safe, and in grades.csv: "
            "close what uses the gradebook, and `--resume` brings them there too."
        )
        print(trouble, file=sys.stderr)
    records.write_table(course, unsaved)
    return not trouble


def _with_results(course):
    every = {path.parent.name for path in records.files(course)}
    return sorted(every & set(assignments()))


def _release(course, names):
    """Release what the gradebook does not know yet."""
    with Book(course) as book:
        unknown = [assignments()[name] for name in names if not book.knows(name)]
    if unknown:
        release(course, unknown, say=lambda _: None)


def _enter(course, book, name):
    """Every record of an assignment into the gradebook, and what was given by hand back."""
    due, given = book.due(name), book.by_hand(name)
    for path in records.files(course, name):
        found = records.load(path)
        if found is None:
            continue  # grades.csv says so
        student = found["student"]
        if not found.get("booked") or student not in given:
            book.write(found)
        hand = given.get(student, {})
        parts = [{**part, **hand.get(part["id"], {})} for part in found["parts"]]
        when = found["handed_in"]
        late = bool(when and due and folder.moment(when) > due)
        changed = {**found, "parts": parts, "late": late, "booked": True}
        if changed != found:
            records.save(course, changed | {"score": records.total(changed)})


def table_only(course, unsaved=()):
    """grades.csv of what is there, if the lecturer stops the run."""
    if (Path(course) / "results").exists():
        records.write_table(course, unsaved)
