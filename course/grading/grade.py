"""Grade a class: each submission in a process of its own; marks, pages and the gradebook follow."""

import concurrent.futures
import os
import sys
import time
from pathlib import Path

from course.grading import folder, records, sandbox
from course.grading.assignment import assignments
from course.grading.gradebook import Book
from course.grading.release import release
from course.grading.score import Mark, Part, mark


def grade(
    submitted,
    course=folder.BUILD,
    wanted=(),
    students=(),
    due=None,
    resume=False,
    sandboxed=True,
    limits=None,
    workers=None,
    bar=None,
):
    """Grade what lies in `submitted`; returns the records of this run, in the folder's order."""
    course, found = Path(course), known(folder.submissions(submitted, wanted, students))
    os.environ["HOMEWORK_SALT"] = os.environ.get("HOMEWORK_SALT") or folder.salt(course)
    dates = prepare(course, sorted({s.assignment for s in found}), due)
    done = {s.key: r for s in found if resume and (r := records.earlier(course, s)) is not None}
    todo = [s for s in found if s.key not in done]
    bar = bar or Bar(len(todo))
    with (
        Book(course) as book,
        concurrent.futures.ThreadPoolExecutor(workers or at_once(limits)) as pool,
    ):
        waiting = {pool.submit(examine, s, limits, sandboxed): s for s in todo}
        try:
            for future in concurrent.futures.as_completed(waiting):
                submission = waiting[future]
                keep(course, book, submission, future.result(), dates[submission.assignment])
                bar.step(submission)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            sys.exit("\nStopped; what is graded is kept. The same command with --resume goes on.")
        finally:
            records.settle(course, book)
    bar.close()
    return [records.earlier(course, s) for s in found]


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


def examine(submission, limits, sandboxed):
    """The mark of one submission. Whatever goes wrong in the grader itself, the class goes on."""
    assignment = assignments()[submission.assignment]
    try:
        return mark(assignment, submission.file, limits, sandboxed)
    except Exception as error:  # a fault of ours or of the machine: no points, and said so
        words = f"could not be graded ({type(error).__name__}): grade this student again"
        words += ", and tell the course's authors"
        return Mark([Part(e.id, e.points, reason=words) for e in assignment.exercises], [words])


def keep(course, book, submission, result, due):
    """Write one result everywhere it belongs."""
    record = records.record(submission, result, due)
    book.write(record, submission.timestamp)
    book.show(record, submission.file)
    records.save(course, record)


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
    risk = "students' code runs as you, with your files and your network"
    if not unsandboxed:
        sys.exit(
            f"There is no sandbox for the students' code: {why}\nNothing was graded. "
            f"With --unsandboxed {risk}: do that only for code you trust."
        )
    print(f"WITHOUT A SANDBOX: {risk}. {why}", file=sys.stderr)
    return False
