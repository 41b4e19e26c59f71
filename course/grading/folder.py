"""The folder of a course as nbgrader lays it out: release, submissions, results, gradebook."""

import contextlib
import dataclasses
import datetime
import json
import os
import secrets
import stat
import sys
import zlib
from pathlib import Path

from course.grading.names import readable
from course.notebooks import ROOT

BUILD = ROOT / "build" / "homework"
NO_TIME = "timestamp.txt cannot be read, so when it was handed in is not known"
RENAMED = "the name of the student's folder cannot be written as it is: it is called {} here"


@dataclasses.dataclass(frozen=True)
class Submission:
    student: str
    assignment: str
    file: Path
    timestamp: datetime.datetime | None  # when it was handed in, if nbgrader wrote that down
    notes: tuple = ()  # sentences about what is odd before it is opened

    @property
    def key(self):
        return self.student, self.assignment

    def in_shard(self, number, count):
        """Is it this part's turn, if the class is graded in `count` parts? Always the same part."""
        return zlib.crc32("/".join(self.key).encode()) % count == number - 1


def show_tools():
    """nbgrader calls the command alembic, which lies beside our Python: put that on the path."""
    here = os.path.dirname(sys.executable)
    if here not in os.environ.get("PATH", "").split(os.pathsep):
        os.environ["PATH"] = here + os.pathsep + os.environ.get("PATH", "")


def make_salt(course):
    """Make the private salt of the hidden inputs, once per course, readable by its owner only."""
    path, marks = Path(course) / "salt", Path(course) / "results"
    if not path.exists():
        if marks.is_dir() and any(marks.iterdir()):
            raise ValueError(
                f"the salt of {course} is gone, and marks were given with it: put the file {path} "
                f"back, or delete {marks} and grade everybody again with a new one."
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(16))
    return salt(course)


def salt(course):
    """The salt of a course that has one; ValueError, with what to do, if not."""
    path = Path(course) / "salt"
    try:
        found = path.read_text().strip()
    except FileNotFoundError:
        raise ValueError(
            f"there is no salt in {course}: the hidden inputs depend on it. `make homework` makes "
            "one; if marks were given with another, put that file back first."
        ) from None
    if not found:
        raise ValueError(
            f"the file {path} is empty: put back the salt that earlier marks were given with, or "
            "delete the file if there are none yet, and run `make homework`."
        )
    return found


def submissions(submitted, wanted=(), students=()):
    """What lies under submitted/<student>/<assignment>/; `wanted`, `students` choose among it."""
    submitted = Path(submitted).expanduser()
    if not submitted.is_dir():
        raise ValueError(
            f"there is no folder {submitted}: give the one with <student>/<assignment>/<notebook>."
        )
    found = []
    for student in _folders(submitted):
        if students and not {student.name, readable(student.name)} & set(students):
            continue
        for folder in _folders(student):
            if not wanted or folder.name in wanted:
                found.append(_submission(student.name, folder))
    _name_astray(submitted)
    missing = set(students) - {s.student for s in found} - {s.file.parts[-3] for s in found}
    if missing:
        raise ValueError(f"nothing was submitted by {', '.join(sorted(missing))}.")
    return found


def _name_astray(submitted, most=5):
    """Say which notebooks lie one folder too high, where no submission is looked for."""
    found = [
        p for place in (submitted, *_folders(submitted)) for p in sorted(place.glob("*.ipynb"))
    ]
    if found:
        shown = [readable(str(p.relative_to(submitted))) for p in found[:most]]
        more = f" and {len(found) - most} more" if found[most:] else ""
        words = "left alone, because they do not lie in <student>/<assignment>/"
        print(f"{words}: {', '.join(shown)}{more}", file=sys.stderr)


def _folders(place):
    """The folders in a folder; one that cannot be opened is named and left alone."""
    try:
        return sorted(p for p in place.iterdir() if p.is_dir() and not p.name.startswith("."))
    except OSError as error:
        print(f"left alone: {readable(place.name)} ({error.strerror})", file=sys.stderr)
        return []


def _submission(student, folder):
    name, when = readable(student), handed_in(folder)
    notes = (RENAMED.format(name),) * (name != student)
    if when is None and os.path.lexists(folder / "timestamp.txt"):
        notes += (NO_TIME,)
    return Submission(name, folder.name, notebook_in(folder), when, notes)


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
    with contextlib.suppress(OSError, ValueError):
        return moment(beginning(folder / "timestamp.txt"))
    return None


def beginning(file, most=200):
    """The first characters of a small file that came from outside.

    No link is followed, and nothing is waited for: it may be a pipe that nobody writes into.
    """
    if linked(file):
        raise ValueError("links are not followed")
    handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise ValueError("not a file")
        return os.read(handle, most).decode()
    finally:
        os.close(handle)


def moment(text):
    """ "2026-11-20 12:00:00 UTC" or "2026-11-20T12:00+01:00" as UTC, also if no zone is named."""
    text = text.strip().removesuffix("UTC").strip()
    try:
        when = datetime.datetime.fromisoformat(text)
        when = when.replace(tzinfo=when.tzinfo or datetime.UTC).astimezone(datetime.UTC)
        if not 1990 <= when.year < 2200:
            raise OverflowError
    except (ValueError, OverflowError):
        raise ValueError(
            f"'{text[:40]}' is not a date and time: write 2026-11-20T12:00 (UTC) or with +01:00."
        ) from None
    return when


def save(path, record):
    """Write a record whole or not at all, so that an interrupted run leaves no half of one."""
    write(path, json.dumps(record, indent=1, ensure_ascii=False))


def write(path, text):
    """Write a file whole or not at all: a full disk leaves the earlier one as it was."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    try:
        part.write_text(text, encoding="utf-8", newline="")
        part.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
