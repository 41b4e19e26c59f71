"""Results on disk: a record for each submission, the student's page, and the table of all marks.

A record is the dictionary that results/<assignment>/<student>.json holds. Its parts keep the
automatic score and, beside it, what a lecturer gave by hand in the gradebook, which counts instead.
"""

import csv
import dataclasses
import hashlib
import json
from pathlib import Path

from course.grading import feedback, folder
from course.grading.score import Wordless, contents

COLUMNS = ("student", "assignment", "score", "points", "late", "handed_in", "exercises", "notes")


def record(submission, result, due):
    """What is known of one submission: a dictionary that JSON can hold."""
    when = submission.timestamp
    made = {
        "student": submission.student,
        "assignment": submission.assignment,
        "digest": digest(submission.file),
        "points": sum(part.points for part in result.parts),
        "handed_in": when.strftime("%Y-%m-%d %H:%M:%S") if when else "",
        "late": bool(when and due and when > due),
        "parts": [dataclasses.asdict(part) for part in result.parts],
        "notes": result.notes,
        "seconds": round(result.seconds, 2),
    }
    return made | {"score": total(made)}


def total(record):
    return sum(counted(part) for part in record["parts"])


def counted(part):
    """The points that count: a lecturer's, where there are some."""
    return part["score"] if part["by_hand"] is None else part["by_hand"]


def waits(part):
    """Is it still to be marked by hand?"""
    return part["waiting"] and part["by_hand"] is None


def save(course, record):
    """Write the student's page, then the record: with that the submission is done."""
    student, name = record["student"], record["assignment"]
    page = Path(course) / "feedback" / student / name / f"{name}.html"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(feedback.page(view(record)), encoding="utf-8")
    folder.save(file(course, student, name), record)


def view(record):
    """The record as the student's page shows it."""
    parts = [{**p, "score": counted(p), "waiting": waits(p)} for p in record["parts"]]
    return {**record, "parts": parts}


def file(course, student, assignment):
    return Path(course) / "results" / assignment / f"{student}.json"


def every(course):
    """All records there are, by assignment and student."""
    paths = (Path(course) / "results").glob("*/*.json")
    found = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    return sorted(found, key=lambda record: (record["assignment"], record["student"]))


def earlier(course, submission):
    """The record of an earlier run, if it was of this very file."""
    path = file(course, *submission.key)
    if not path.exists():
        return None
    found = json.loads(path.read_text(encoding="utf-8"))
    return found if found["digest"] == digest(submission.file) else None


def digest(path):
    try:
        return hashlib.sha256(contents(path).encode()).hexdigest()
    except Wordless as error:
        return str(error)


def settle(course, book):
    """Bring what was marked by hand into records and pages, and write grades.csv."""
    for found in every(course):
        given = book.by_hand(found["student"], found["assignment"])
        parts = [{**part, **given.get(part["id"], {})} for part in found["parts"]]
        if parts != found["parts"]:
            changed = {**found, "parts": parts}
            save(course, changed | {"score": total(changed)})
    write_table(course)


def write_table(course):
    """grades.csv, from every record there is."""
    path = Path(course) / "grades.csv"
    with open(path, "w", newline="", encoding="utf-8") as stream:
        table = csv.writer(stream)
        table.writerow(COLUMNS)
        for found in every(course):
            row = {**found, **_details(found)}
            table.writerow([_cell(row[column]) for column in COLUMNS])


def _details(record):
    parts = record["parts"]
    waiting = sum(part["points"] for part in parts if waits(part))
    notes = [*record["notes"], f"{waiting:g} points to be marked by hand"][
        : None if waiting else -1
    ]
    return {
        "exercises": "; ".join(f"{p['id']} {counted(p):g}/{p['points']:g}" for p in parts),
        "late": "late" if record["late"] else "",
        "notes": "; ".join(notes),
    }


def _cell(value):
    """A cell that a spreadsheet shows and does not run: a name may begin with =."""
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return "'" + text if text[:1] in ("=", "+", "-", "@") else text
