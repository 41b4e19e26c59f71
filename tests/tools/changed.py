"""Which lessons a change can break: `python -m tests.tools.changed [REV]` lists them.

A lesson is its folder, its answers, its notebook, its own tests, and whatever the first three
import. The file of a package that only hands names on (`__init__.py`) counts where it is imported
itself, not where one of its modules is.
"""

import ast
import functools
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOPS = ("helpers", "lessons", "answers", "course", "tests")
EVERYWHERE = ("conftest.py", "requirements.lock")  # concern every lesson
OWN = re.compile(
    r"lessons/n(\d\d)_|answers/n(\d\d)\.py|notebooks/(\d\d)_|tests/.*?[/_]n?(\d\d)[._/]\w*"
)


class NoBase(ValueError):
    """There is no commit to compare the files with."""


def git(*words):
    command = ["git", "-C", str(ROOT), *words]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except OSError as error:  # there is no git
        raise NoBase(str(error)) from error
    except subprocess.CalledProcessError as error:
        raise NoBase(error.stderr.strip()) from error


def base(since=None):
    """The commit to compare with: the one asked for, or where `origin/main` was left, or HEAD.

    Asked for as "before", it is that before what HEAD brings: its parent, if `origin/main` has it.
    """
    if since and since != "before":
        return commit(since)
    head = commit("HEAD")
    try:
        left = git("merge-base", "HEAD", "origin/main").strip()
    except NoBase:  # a repository without a remote
        left = head
    return commit("HEAD~1") if since and left == head else left


def commit(name):
    try:
        return git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}").strip()
    except NoBase as error:
        raise NoBase(str(error) or f"{name} is not known here") from error


def lines(since):
    """File -> lines that changed since a commit; also files that are not committed, or not yet."""
    found = {}
    for row in git("diff", "--numstat", "--no-renames", "--relative", "-z", since).split("\0"):
        if row:
            plus, minus, name = row.split("\t")
            found[name] = sum(int(count) for count in (plus, minus) if count != "-") or 1
    for name in git("ls-files", "--others", "--exclude-standard", "-z").split("\0"):
        if name and (ROOT / name).is_file():  # not a link to a folder
            found[name] = (ROOT / name).read_bytes().count(b"\n") or 1
    return found


@functools.cache
def graph():
    """File -> the files of the project that it imports, anywhere in it."""
    modules = [path for top in TOPS for path in (ROOT / top).rglob("*.py")]
    return {
        str(path.relative_to(ROOT)): frozenset(imported(path))
        for path in [*modules, *(ROOT / "notebooks").glob("*.ipynb")]
    }


def imported(path):
    package = path.relative_to(ROOT).parts[:-1]
    for node in ast.walk(ast.parse(code(path))):
        if isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            start = [*above, *(node.module or "").split(".")] if node.module else [*above]
            names = [[*start, alias.name] for alias in node.names]
        else:
            continue
        yield from filter(None, map(file, names))


def code(path):
    """The Python of a module or of a notebook's cells."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return text
    cells = json.loads(text)["cells"]
    return "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "code")


def file(parts):
    """The file behind a dotted name: that of the module, or of the module whose part it is."""
    if parts[0] not in TOPS:
        return None
    for count in (len(parts), len(parts) - 1):
        place = ROOT.joinpath(*parts[:count])
        for path in (place.with_suffix(".py"), place / "__init__.py"):
            if count and path.exists():
                return str(path.relative_to(ROOT))
    return None


def reach(roots):
    """The files themselves and all that they import, directly or not."""
    seen, todo = set(), list(roots)
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += graph().get(name, ())
    return seen


def touched(changes):
    """Changed files, and as one line each the modules that they change without being imported."""
    found = dict(changes)
    for name in changes:
        for module in graph():
            if module not in found and follows(module, name):
                found[module] = 1
    return found


def follows(module, name):
    """Does a file change a module beside it, or one that loads it as data?

    Beside it are the scripts and styles of a room; in a room of `course` programs start each other.
    """
    parts = name.split("/")
    if len(parts) > 2 and (
        parts[0] == "course" or parts[0] == "helpers" and parts[-1][-3:] != ".py"
    ):
        return module.startswith(f"{parts[0]}/{parts[1]}/")
    # ledger and glossary, which are looked up, have their tests in `check`
    return parts[0] == "data" and f'load("{parts[-1].split(".")[0]}"' in text(module)


@functools.cache
def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def number(name):
    """The lesson to which a file belongs, or None."""
    found = OWN.match(name)
    return next(filter(None, found.groups())) if found else None


def lessons(changes):
    """Number of a lesson -> how many changed lines it can see."""
    changes, own = touched(changes), {}
    for name in graph():
        own.setdefault(number(name), set()).add(name)
    counts = {}
    for lesson in sorted(filter(None, own)):
        reached = reach(name for name in own[lesson] if not name.startswith("tests/"))
        seen = {*reached, *own[lesson], *EVERYWHERE}
        counts[lesson] = sum(changes.get(name, 0) for name in seen)
    return {lesson: count for lesson, count in counts.items() if count}


def tests(changes, files):
    """Of some test files those that changed or import what did -> how many changed lines they
    see."""
    changes = touched(changes)
    counts = {name: sum(changes.get(n, 0) for n in reach([name]) | {*EVERYWHERE}) for name in files}
    return {name: count for name, count in counts.items() if count}


if __name__ == "__main__":
    for lesson, count in lessons(lines(base(*sys.argv[1:]))).items():
        print(f"{lesson}: {count} changed lines in what it imports")
