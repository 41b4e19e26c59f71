"""The folder of a course as nbgrader lays it out: release, submissions, results, gradebook."""

import contextlib
import dataclasses
import datetime
import json
import os
import secrets
import sys
from pathlib import Path

from course.notebooks import ROOT

BUILD = ROOT / "build" / "homework"


@dataclasses.dataclass(frozen=True)
class Submission:
    student: str
    assignment: str
    file: Path
    timestamp: datetime.datetime | None  # when it was handed in, if nbgrader wrote that down

    @property
    def key(self):
        return self.student, self.assignment


def show_tools():
    """nbgrader calls the command alembic, which lies beside our Python: put that on the path."""
    here = os.path.dirname(sys.executable)
    if here not in os.environ.get("PATH", "").split(os.pathsep):
        os.environ["PATH"] = here + os.pathsep + os.environ.get("PATH", "")


def salt(course):
    """The private salt of the hidden inputs: made once per course, readable by its owner only."""
    path = Path(course) / "salt"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(16))
    return path.read_text().strip()


def submissions(submitted, wanted=(), students=()):
    """What lies under submitted/<student>/<assignment>/; `wanted`, `students` choose among it."""
    submitted = Path(submitted)
    if not submitted.is_dir():
        raise ValueError(
            f"there is no folder {submitted}: give the one with <student>/<assignment>/<notebook>."
        )
    found = []
    for student in sorted(
        p for p in submitted.iterdir() if p.is_dir() and not p.name.startswith(".")
    ):
        if students and student.name not in students:
            continue
        for folder in sorted(
            p for p in student.iterdir() if p.is_dir() and not p.name.startswith(".")
        ):
            if not wanted or folder.name in wanted:
                found.append(
                    Submission(student.name, folder.name, notebook_in(folder), handed_in(folder))
                )
    missing = set(students) - {s.student for s in found}
    if missing:
        raise ValueError(f"nothing was submitted by {', '.join(sorted(missing))}.")
    return found


def linked(file):
    """Is <student>/<assignment>/<file> reached through a link? It may lead to somebody's work."""
    return any(path.is_symlink() for path in (file, *file.parents[:2]))


def notebook_in(folder):
    """The notebook of the assignment's name, else the newest other one ("07_risk (1).ipynb")."""
    right = folder / f"{folder.name}.ipynb"
    if linked(right):
        return right  # to be refused; nothing is looked for where the link leads
    others = [p for p in folder.glob("*.ipynb") if p != right]
    if right.exists() or not others:
        return right
    return max(others, key=lambda p: (p.lstat().st_mtime, p.name))


def handed_in(folder):
    """The time in nbgrader's timestamp.txt, in UTC; None where there is none that can be read."""
    file = folder / "timestamp.txt"
    if linked(file):
        return None
    with contextlib.suppress(OSError, ValueError):
        text = file.read_bytes()[:80].decode()
        return moment(text)
    return None


def moment(text):
    """ "2026-11-20 12:00:00 UTC" or "2026-11-20T12:00+01:00" as UTC, also if no zone is named."""
    text = text.strip().removesuffix("UTC").strip()
    try:
        when = datetime.datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(
            f"'{text}' is not a date and time: write 2026-11-20T12:00 (UTC) or with +01:00."
        ) from None
    if when.tzinfo is None:
        return when.replace(tzinfo=datetime.UTC)
    return when.astimezone(datetime.UTC)


def save(path, record):
    """Write a record whole or not at all, so that an interrupted run leaves no half of one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(record, indent=1, ensure_ascii=False), encoding="utf-8")
    part.replace(path)
