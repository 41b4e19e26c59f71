"""Grade a class: every submission in a process of its own, marks to grades.csv, feedback and the gradebook."""

import concurrent.futures
import csv
import dataclasses
import hashlib
import json
import os
import sys
import time
from pathlib import Path

from helpers.homework import feedback, folder, sandbox
from helpers.homework.assignment import assignments
from helpers.homework.gradebook import Book
from helpers.homework.release import release
from helpers.homework.score import Mark, Part, Wordless, contents, mark

COLUMNS = ("student", "assignment", "score", "points", "late", "handed_in", "exercises", "notes")


def grade(submitted, course=folder.BUILD, wanted=(), students=(), due=None, resume=False, sandboxed=True,
          limits=None, workers=None, bar=None):  # fmt: skip
    """Grade what lies in `submitted`; returns the records of this run, in the order of the folder.

    A record is the dictionary that results/<assignment>/<student>.json holds; grades.csv is made from all of those.
    """
    course, known = Path(course), assignments()
    found = folder.submissions(submitted, wanted, students)
    strange = sorted({s.assignment for s in found} - set(known))
    if strange:
        print(f"left alone, because no notebook has this name: {', '.join(strange)}", file=sys.stderr)
    found = [s for s in found if s.assignment in known]
    os.environ["HOMEWORK_SALT"] = os.environ.get("HOMEWORK_SALT") or folder.salt(course)
    dates = prepare(course, sorted({s.assignment for s in found}), due)
    done = {s.key: r for s in found if resume and (r := earlier(course, s)) is not None}
    todo = [s for s in found if s.key not in done]
    bar = bar or Bar(len(todo))
    with Book(course) as book, concurrent.futures.ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        waiting = {pool.submit(examine, known[s.assignment], s, limits, sandboxed): s for s in todo}
        try:
            for future in concurrent.futures.as_completed(waiting):
                submission = waiting[future]
                done[submission.key] = keep(course, book, submission, future.result(), dates)
                bar.step(submission)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            sys.exit("\nStopped; what is graded is kept. The same command with --resume goes on.")
        finally:
            write_table(course)
    bar.close()
    return [done[s.key] for s in found]


def prepare(course, names, due):
    """Release what the gradebook does not know yet, set the due date; name -> due date or None."""
    with Book(course) as book:
        unknown = [name for name in names if not book.knows(name)]
    if unknown:
        release(course, [assignments()[name] for name in unknown], say=lambda _: None)
    with Book(course) as book:
        for name in names if due else ():
            book.set_due(name, due)
        return {name: book.due(name) for name in names}


def examine(assignment, submission, limits, sandboxed):
    """The mark of one submission. Whatever goes wrong in the grader itself, the class goes on."""
    try:
        return mark(assignment, submission.file, limits, sandboxed)
    except Exception as error:  # a fault of ours or of the machine: no points, and said so
        words = f"could not be graded ({type(error).__name__}): grade this student again, and tell the course's authors"
        return Mark([Part(e.id, e.points, reason=words) for e in assignment.exercises], [words])


def keep(course, book, submission, result, dates):
    """Write one result everywhere it belongs."""
    when, date = submission.timestamp, dates[submission.assignment]
    record = {
        "student": submission.student,
        "assignment": submission.assignment,
        "digest": digest(submission.file),
        "score": result.score,
        "points": sum(part.points for part in result.parts),
        "handed_in": when.strftime("%Y-%m-%d %H:%M:%S") if when else "",
        "late": bool(when and date and when > date),
        "parts": [dataclasses.asdict(part) for part in result.parts],
        "notes": result.notes,
        "seconds": round(result.seconds, 2),
    }
    page = course / "feedback" / submission.student / submission.assignment / f"{submission.assignment}.html"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(feedback.page(record), encoding="utf-8")
    book.write(record, when)
    book.show(record, submission.file)
    folder.save(result_file(course, submission.student, submission.assignment), record)  # last: now it is done
    return record


def earlier(course, submission):
    """The record of an earlier run, if it was of this very file."""
    path = result_file(course, submission.student, submission.assignment)
    if not path.exists():
        return None
    record = json.loads(path.read_text(encoding="utf-8"))
    return record if record["digest"] == digest(submission.file) else None


def result_file(course, student, assignment):
    return Path(course) / "results" / assignment / f"{student}.json"


def digest(file):
    try:
        return hashlib.sha256(contents(file).encode()).hexdigest()
    except Wordless as error:
        return str(error)


def write_table(course):
    """grades.csv, from every result there is."""
    records = [json.loads(p.read_text(encoding="utf-8")) for p in sorted((course / "results").glob("*/*.json"))]
    with open(course / "grades.csv", "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(COLUMNS)
        for record in sorted(records, key=lambda r: (r["assignment"], r["student"])):
            details = {
                "exercises": "; ".join(f"{p['id']} {p['score']:g}/{p['points']:g}" for p in record["parts"]),
                "late": "late" if record["late"] else "",
                "notes": "; ".join(record["notes"]),
            }
            table.writerow([_cell({**record, **details}[column]) for column in COLUMNS])


def _cell(value):
    """A cell that a spreadsheet shows and does not run: a name may begin with =."""
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return "'" + text if text[:1] in ("=", "+", "-", "@") else text


class Bar:
    """Progress on the terminal; on anything else a line now and then."""

    def __init__(self, total, stream=sys.stderr):
        self.total, self.stream, self.count, self.began = total, stream, 0, time.monotonic()

    def step(self, submission):
        self.count += 1
        each = (time.monotonic() - self.began) / self.count
        left = each * (self.total - self.count)
        filled = round(30 * self.count / self.total)
        done = f"[{'#' * filled}{'.' * (30 - filled)}] {self.count}/{self.total}"
        words = f"{done}  {left / 60:.0f} min left  {submission.student}"
        if self.stream.isatty():
            self.stream.write(f"\r{words[:100]:<100}")
        elif self.count % max(1, self.total // 10) == 0:
            self.stream.write(words + "\n")
        self.stream.flush()

    def close(self):
        if self.stream.isatty():
            self.stream.write("\n")


def refuse_without_sandbox(unsandboxed):
    """Stop unless students' code can be locked in, or the lecturer takes the risk."""
    why = sandbox.trouble()
    if not why:
        return True
    if os.name == "nt":
        sys.exit("Grading needs Linux (or WSL on Windows): " + why)
    if not unsandboxed:
        sys.exit(
            f"There is no sandbox for the students' code: {why}\nNothing was graded. With --unsandboxed it runs as "
            "you, with your files and your network: do that only for code you trust."
        )
    print(f"WITHOUT A SANDBOX: students' code runs as you, with your files and your network. {why}", file=sys.stderr)
    return False
