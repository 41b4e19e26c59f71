"""Results on disk: a record for each submission, the student's page, and the table of all marks.

A record is the dictionary that results/<assignment>/<student>.json holds. Its parts keep the
automatic score and, beside it, what a lecturer gave by hand in the gradebook, which counts instead.
"""

import csv
import dataclasses
import hashlib
import io
import json
import secrets
from pathlib import Path

from course.grading import feedback, folder
from course.grading.clean import presentable
from course.grading.names import cell, stem
from course.grading.score import Wordless, contents

UNSHOWN = "not in nbgrader's gradebook, whose pages could run this name: rename the folder"
COLUMNS = ("student", "assignment", "score", "points", "late", "handed_in", "exercises", "notes")


def record(submission, result):
    """What is known of one submission: a dictionary that JSON can hold."""
    made = {
        "student": submission.student,
        "assignment": submission.assignment,
        "digest": digest(submission.file),
        "points": sum(part.points for part in result.parts),
        "handed_in": handed_in(submission),
        "late": False,  # until the due date is known: see booking
        "booked": False,  # is it in the gradebook?
        "parts": [dataclasses.asdict(part) for part in result.parts],
        "notes": [*submission.notes, *result.notes, *unshown(submission.student)],
        "seconds": round(result.seconds, 2),
    }
    return made | {"score": total(made)}


def unshown(student):
    """A note about a name that is kept out of the gradebook."""
    return [] if presentable(student) else [UNSHOWN]


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
    page = pages(course, record) / f"{name}.html"
    folder.write(page, feedback.page(view(record)))
    folder.save(file(course, student, name), record)


def pages(course, record):
    """The folder of a student's page."""
    return Path(course) / "feedback" / record["student"] / record["assignment"]


def stamp(course, record, submitted):
    """Lay beside the page what `nbgrader release_feedback` asks for: time and secret.

    By the secret, which `nbgrader submit` made, a student's own nbgrader finds the page; whoever
    handed in another way gets one that nobody knows.
    """
    place = pages(course, record)
    try:
        secret = folder.beginning(submitted / "submission_secret.txt").strip()
    except (OSError, ValueError):
        secret = ""
    if not (8 <= len(secret) <= 150 and secret.isascii() and secret.isprintable()):
        secret = secrets.token_urlsafe(32)
    folder.write(place / "submission_secret.txt", secret)
    folder.write(place / "timestamp.txt", f"{record['handed_in'] or 'unknown'} UTC")


def view(record):
    """The record as the student's page shows it."""
    parts = [{**p, "score": counted(p), "waiting": waits(p)} for p in record["parts"]]
    return {**record, "parts": parts}


def file(course, student, assignment):
    return Path(course) / "results" / assignment / f"{stem(student)}.json"


def files(course, assignment="*"):
    """The files of all records, by assignment and student."""
    paths = (Path(course) / "results").glob(f"{assignment}/*.json")
    return sorted(paths, key=lambda path: (path.parent.name, path.stem))


def load(path):
    """The record in a file; None if there is none, or if it is not whole."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return found if found["student"] and type(found["parts"]) is list else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def earlier(course, submission):
    """The record of an earlier run, if it was of this very file, handed in at the same time."""
    found = load(file(course, *submission.key))
    same = found and found["handed_in"] == handed_in(submission)
    return found if same and found["digest"] == digest(submission.file) else None


def handed_in(submission):
    return submission.timestamp.strftime("%Y-%m-%d %H:%M:%S") if submission.timestamp else ""


def digest(path):
    try:
        return hashlib.sha256(contents(path).encode()).hexdigest()
    except Wordless as error:
        return str(error)


def write_table(course, unsaved=()):
    """grades.csv, from every record on disk and those that could not be written there."""
    stream = io.StringIO(newline="")
    table = csv.writer(stream)
    table.writerow(COLUMNS)
    instead = {file(course, r["student"], r["assignment"]): r for r in unsaved}
    for path in sorted({*files(course), *instead}, key=lambda p: (p.parent.name, p.stem)):
        table.writerow(_row(path, instead.get(path) or load(path)))
    folder.write(Path(course) / "grades.csv", stream.getvalue())


def _row(path, found):
    if found is None:
        words = "the result cannot be read: grade this student again"
        found = {"student": path.stem, "assignment": path.parent.name, "notes": [words]}
        found |= {"parts": [], "score": "", "points": "", "handed_in": "", "late": False}
    row = {**found, **_details(found)}
    return [cell(row[column]) for column in COLUMNS]


def _details(record):
    parts = record["parts"]
    waiting = sum(part["points"] for part in parts if waits(part))
    to_do = [f"{waiting:g} points to be marked by hand"] if waiting else []
    return {
        "exercises": "; ".join(f"{p['id']} {counted(p):g}/{p['points']:g}" for p in parts),
        "late": "late" if record["late"] else "",
        "notes": "; ".join([*record["notes"], *to_do]),
    }
