"""Which tests run when: `check` after a change, `test` before it is shared, `nightly` everything.

A test without a mark runs always, one that is `slow` or drives a `browser` not in `check`. Files
named below are dear: of their slow tests `test` runs those whose name begins as it is said there,
and the rest is `nightly`. `changed` is that rest, and the full counts, of what a change can break.
"""

import fnmatch
import functools
import os
import re

from course.programs import processors
from tests.tools import changed

LANES = ("check", "test", "changed", "nightly")

NONE = "(?!)"
# file -> (CPU seconds of its tests that belong to no lesson, how the names begin that `test` runs)
DEAR = {
    "notebooks/*.ipynb": (0, "(?!a second run)"),
    "tests/notebooks/test_browser.py": (30, r".*\[(07|13)_"),
    "tests/lessons/test_n[0-9][0-9].py": (0, NONE),
    "tests/live/test_live_browser.py": (90, NONE),
    "tests/course/test_deck.py": (20, NONE),
    "tests/course/test_live_slides.py": (60, r"test_every_key.*\[13_"),
    "tests/course/test_rehearse.py": (60, r".*\[13_"),
    "tests/course/test_rehearse_live.py": (60, NONE),
    "tests/course/test_links.py": (60, NONE),
    "tests/course/test_marker.py": (60, NONE),
    "tests/course/test_hand_in.py": (60, NONE),
    "tests/course/test_grade.py": (200, r"(?!test_a_generated|test_references)|.*\[07_"),
    "tests/course/test_habits.py": (60, NONE),
    "tests/course/test_neighbours.py": (30, NONE),
    "tests/course/test_class.py": (100, "(?!test_a_run_that_is_stopped|test_an_odd)"),
    "tests/course/test_day.py": (40, "(?!test_parts_side_by_side|test_as_many_as_jobs)"),
    "tests/course/test_homework.py": (20, "(?!test_in_a_released_notebook_every_check)"),
}
# whose tests do less in `test` than they can: fewer positions, fewer salts
THINNED = ("tests/lessons/test_figures.py", "tests/answers/test_slips.py")
LESSON = 90  # CPU seconds of everything that belongs to one lesson
# not even read in `check`: all their tests are slow
ALL_SLOW = (
    "test_figures*.py",
    "test_n[0-9][0-9].py",
    "test_slips*.py",
    "test_grade*.py",
    "*.ipynb",
)
# begun first, for each would go on alone when all others are done; those of several lessons are
# divided among four processes
LONGEST = ("test_browser.py", "test_figures.py", "test_grade.py", "test_class.py")
DIVIDED = ("test_browser.py", "test_figures.py", "test_rehearse.py", "test_slips.py")
OF = re.compile(r"(?:lessons/test_n|rows/test_|notebooks/|\[)(\d\d)(?=[_ .\-])")


def full():
    """Does this run try as much as it can: every salt, every position?"""
    return os.environ.get("LANE") != "test"


def lesson(name):
    """The number of the lesson that a test is about, or None."""
    number = OF.search(name)
    return number and number[1]


def dear(name):
    """(CPU seconds, beginning of names) of the file of a test, if it is dear."""
    file = name.split("::")[0]
    return next((what for glob, what in DEAR.items() if fnmatch.fnmatch(file, glob)), None)


def is_nightly(name):
    """Is a slow test left out of `test`?"""
    return bool(dear(name)) and not re.match(dear(name)[1], name.split("::", 1)[1])


def ignored(lane, file, since, minutes):
    """Need a file not even be read?"""
    last = file.rsplit("/", 1)[-1]
    if lane == "check":
        return any(fnmatch.fnmatch(last, glob) for glob in ALL_SLOW)
    if lane == "changed":
        return not plan(since, minutes) or not (dear(file) or file in THINNED)
    return False


def runs(lane, name, marks, since, minutes):
    """Is a test of this name, with these marks, run in a lane?"""
    costly = bool({"slow", "browser"} & set(marks))
    if lane == "check":
        return not costly
    if lane == "test":
        return not (costly and is_nightly(name))
    if lane == "changed":
        taken = plan(since, minutes)
        unit = lesson(name) or name.split("::")[0]
        return costly and unit in taken and bool(dear(name) or name.split("::")[0] in THINNED)
    return True


def part(name):
    """The tests that one process runs together: a file, or a fourth of the lessons of one."""
    file = name.split("::")[0]
    number = lesson(name) if file.endswith(DIVIDED) else None
    return f"{file} {int(number) % 4}" if number else file


def rank(name):
    """The longest files come first."""
    last = name.split("::")[0].rsplit("/", 1)[-1]
    return LONGEST.index(last) if last in LONGEST else len(LONGEST)


# what a change can break, and how much of that there is time for


@functools.cache
def units(since):
    """Lesson or dear file -> (changed lines that it sees, CPU seconds), most lines first."""
    lines = changed.lines(changed.base(since))
    files = [name for name in changed.graph() if dear(name) and dear(name)[0]]
    found = {number: (count, LESSON) for number, count in changed.lessons(lines).items()}
    for name, count in changed.tests(lines, files).items():
        found[name] = (count, dear(name)[0])
    return dict(sorted(found.items(), key=lambda unit: -unit[1][0]))


def plan(since=None, minutes=None):
    """The units that fit into so many minutes on this machine's cores; all without a limit."""
    try:
        wanted = units(since)
    except changed.NoBase:
        return []
    left = 60 * minutes * processors() if minutes else float("inf")
    taken = []
    for unit, (_, seconds) in wanted.items():
        if seconds <= left:
            taken.append(unit)
            left -= seconds
    return taken


def told(since=None, minutes=None):
    """What the lane `changed` ran and what it leaves to `nightly`, in sentences."""
    try:
        everything, commit = units(since), changed.base(since)
    except changed.NoBase as error:
        return f"No commit to compare with ({error}): nothing but `make test` was run."
    taken = plan(since, minutes)
    rest = [unit for unit in everything if unit not in taken]
    words = f"Can have changed since {commit[:9]}: {', '.join(taken) or 'nothing'}."
    return f"{words} Left to `make nightly`: {', '.join(rest)}." if rest else words
