"""Planted mistakes: each of them must be noticed by a test.   python -m tests.tools.mutants [word]

The lists are in the folder planted. The runner copies the tree to a temporary folder, plants one
mistake at a time in the copy, and runs its test there. A survivor is a missing test.
"""

import argparse
import datetime
import os
import queue
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from course.programs import processors
from tests.tools.planting import ROOT, mistakes

COPIED = ("helpers", "lessons", "answers", "course", "tests", "data", "notebooks", "pyproject.toml")
GOAL = 0.95  # the share that must be caught
# CPU seconds for one run, after which a mistake is one that never ends; by the clock a busy machine
# may take many times as long, and then nothing is decided
PATIENCE, CLOCK, ENDLESS, LATE = 180, 3600, -24, "LATE"
LIMITED = ["sh", "-c", f'ulimit -S -t {PATIENCE}; exec "$@"', "sh"]
# no byte code: two edits of one file within a second could otherwise share it;
# no plugins: a faster start
QUIET = {
    "PYTHONDONTWRITEBYTECODE": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
}


class Copy:
    """A copy of the tree in which mistakes may be made."""

    def __init__(self, folder):
        self.root = folder
        self.env = {**os.environ, **QUIET, "PYTHONPATH": str(folder)}
        hidden = shutil.ignore_patterns("__pycache__", ".*")
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name, ignore=hidden)
            elif (ROOT / name).exists():
                shutil.copy(ROOT / name, folder / name)

    def test(self, target):
        """(exit code, seconds) of a pytest target; LATE for one that the machine did not end."""
        start = time.perf_counter()
        command = [*LIMITED, sys.executable, "-m", "pytest", target, "-x", "-q", "--tb=no"]
        command += ["-p", "no:cacheprovider"]
        settings = {"cwd": self.root, "env": self.env, "capture_output": True}
        try:
            code = subprocess.run(command, timeout=CLOCK, **settings).returncode
        except subprocess.TimeoutExpired:
            code = LATE
        return code, time.perf_counter() - start

    def with_mistake(self, mistake):
        """(verdict, seconds) on one mistake: caught, SURVIVED, or what went wrong."""
        path = mistake.file(self.root)
        try:
            right = path.read_text(encoding="utf-8")
            wrong = mistake.planted(right)
        except (OSError, ValueError) as error:
            return f"STALE: {error}", 0.0
        path.write_text(wrong, encoding="utf-8")
        try:
            code, seconds = self.test(mistake.test)
        finally:
            path.write_text(right, encoding="utf-8")
        # 1: a test failed; 2: the test module could not even be loaded
        known = {0: "SURVIVED", 1: "caught", 2: "caught", ENDLESS: "caught", LATE: "NOT DECIDED"}
        return known.get(code, f"ERROR: pytest exit code {code}"), seconds

    def imported(self):
        """The folder that `import helpers` means in this copy."""
        command = [sys.executable, "-c", "import helpers; print(helpers.__file__)"]
        out = subprocess.check_output(command, cwd=self.root, env=self.env, text=True)
        return Path(out.strip()).resolve().parents[1]


class Pool:
    """Copies of the tree, each lent to one worker at a time."""

    def __init__(self, folder, workers):
        self.threads = ThreadPoolExecutor(workers)
        self.free = queue.Queue()
        for i in range(workers):
            copy = Copy(folder / str(i))
            if copy.imported() != copy.root:
                sys.exit(f"not the copy in {copy.root} is imported, but {copy.imported()}")
            self.free.put(copy)

    def map(self, action, items):
        """The results of action(copy, item), in the order of the items."""
        return self.threads.map(lambda item: self._lend(action, item), items)

    def _lend(self, action, item):
        copy = self.free.get()
        try:
            return action(copy, item)
        finally:
            self.free.put(copy)


def main(arguments=None):
    """Plant the mistakes that were asked for; the exit code says if enough were caught."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.mutants", description=__doc__)
    parser.add_argument("words", nargs="*", help="only what has such a word in its address or test")
    parser.add_argument("--workers", type=int, default=processors(), help="how many at once")
    today = datetime.date.today().isoformat()
    how = "only every tenth, drawn with this seed: the date, where none is given"
    parser.add_argument("--tenth", nargs="?", const=today, metavar="SEED", help=how)
    options = parser.parse_args(arguments)
    if options.workers < 1:
        parser.error("--workers must be at least 1")
    chosen = tenth(having(mistakes(), options.words), options.tenth)
    if not chosen:
        parser.error("no planted mistake has such a word in its address or test")
    with tempfile.TemporaryDirectory() as folder:
        pool = Pool(Path(folder).resolve(), options.workers)
        targets = sorted({m.test for m in chosen})
        codes = pool.map(lambda copy, target: copy.test(target)[0], targets)
        broken = [target for target, code in zip(targets, codes) if code]
        if broken:
            sys.exit(f"these fail without any mistake: {', '.join(broken)}")
        return report(chosen, pool.map(Copy.with_mistake, chosen))


def tenth(chosen, seed=None):
    """A tenth of the mistakes, another with each seed; without one, all."""
    if seed is None:
        return chosen
    print(f"a tenth of {len(chosen)} mistakes: --tenth {seed}")
    drawn = random.Random(seed).sample(range(len(chosen)), -(-len(chosen) // 10))
    return [chosen[i] for i in sorted(drawn)]


def having(chosen, words):
    """The mistakes with one of the words in their address or test; without words, all."""
    texts = [f"{m.module}.{m.name} {m.test}" for m in chosen]
    return [m for m, t in zip(chosen, texts) if not words or any(word in t for word in words)]


def report(chosen, verdicts):
    """Print the table as it grows; 0 if enough were caught and all could be tried."""
    print("| where | planted mistake | test | verdict | s |\n|---|---|---|---|---|", flush=True)
    counts = Counter()
    for m, (verdict, seconds) in zip(chosen, verdicts):
        counts[verdict] += 1
        change = f"`{_short(m.old)}` → `{_short(m.new)}`"
        row = f"{m.module}.{m.name} | {change} | {m.test} | {verdict} | {seconds:.1f}"
        print(f"| {row} |", flush=True)
    share = counts["caught"] / len(chosen)
    print(f"\n{counts['caught']} of {len(chosen)} caught ({100 * share:.0f} %)")
    return 0 if set(counts) <= {"caught", "SURVIVED"} and share >= GOAL else 1


def _short(text):
    text = " ".join(text.split()).replace("|", "\\|")
    return text if len(text) <= 60 else text[:59] + "…"


if __name__ == "__main__":
    sys.exit(main())
