"""Where a student's code runs: a bubblewrap sandbox that sees algorithms, data and nothing else.

Inside there is no network, no other process, no writable disk (a small memory file system at /tmp),
no environment of the lecturer's, and of the course only `helpers/` (without `exercises`), `data/`
(without the ledger) and the packages in the virtual environment. Started by root, the student's
process also gives up root before it reads the notebook.
"""

import dataclasses
import json
import os
import random
import shutil
import site
import subprocess
import sys
import tempfile
from pathlib import Path

from course.notebooks import ROOT

HERE = Path(__file__).resolve().parent
ANSWERS = ROOT / "helpers" / "exercises" / "answer.py"
MB = 2**20
ROOM = "/tmp"  # inside the sandbox: the one place to write
SYSTEM = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/fonts")


@dataclasses.dataclass(frozen=True)
class Limits:
    """What one submission may use; seconds are of the wall clock unless they say CPU."""

    cell: float = 20  # one cell of the notebook
    notebook: float = 90  # all its cells
    exercise: float = 10  # all calls of one exercise
    submission: float = 240  # everything, restarts included
    cpu: int = 240  # CPU seconds of one process
    memory: int = 2048 * MB  # address space of one process
    disk: int = 64 * MB  # its /tmp
    processes: int = 6  # with threads; two are the sandbox's own
    restarts: int = 5  # after a crash


def trouble():
    """Why there is no sandbox on this machine, as a sentence; empty if there is one."""
    if not sys.platform.startswith("linux"):
        return "bubblewrap exists for Linux only."
    if not shutil.which("bwrap"):
        return (
            "bubblewrap is not installed: `sudo apt install bubblewrap` (or as your system has it)."
        )
    trial = subprocess.run(
        [*_walls(Limits()), sys.executable, "-c", "import numpy"],
        capture_output=True,
        text=True,
        env={},
    )
    if trial.returncode:
        return (
            "bubblewrap cannot start here: "
            + (trial.stderr.strip().splitlines() or ["no reason given"])[-1]
        )
    return ""


def start(limits, sandboxed=True):
    """The student's process, waiting for its notebook; its stdin and stdout are the channel."""
    as_root = sandboxed and os.getuid() == 0
    rights = {
        "user": random.SystemRandom().randrange(61000, 65000) if as_root else 0,
        "memory": limits.memory,
        "file_size": limits.disk,
        "cpu": limits.cpu,
        # outside a sandbox the count is of everything the user runs, so there it cannot be limited
        "processes": limits.processes if sandboxed else -1,
    }
    folder = "/grader" if sandboxed else str(HERE)
    rights["answers"] = "/grader" if sandboxed else str(ANSWERS.parent)
    command = [sys.executable, "-B", f"{folder}/child.py", json.dumps(rights)]
    return subprocess.Popen(
        [*_walls(limits), *command] if sandboxed else command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        cwd="/" if sandboxed else tempfile.gettempdir(),
        env=ENVIRONMENT,
    )


# the lecturer's environment stays outside: it may hold passwords, and the salt
ENVIRONMENT = {
    "HOME": ROOM,
    "IPYTHONDIR": f"{ROOM}/ipython",
    "MPLCONFIGDIR": f"{ROOM}/matplotlib",
    "MPLBACKEND": "agg",
    "LANG": "C.UTF-8",
    "OPENBLAS_NUM_THREADS": "1",
    "PATH": "/usr/bin:/bin",
    "PYTHONPATH": str(ROOT),  # the helpers of this folder, whichever are installed
}


def _walls(limits):
    """The bubblewrap command up to the program it runs."""
    as_root = os.getuid() == 0
    names = ["pid", "net", "ipc", "uts"] if as_root else ["user", "pid", "net", "ipc", "uts"]
    command = ["bwrap", "--die-with-parent", "--new-session", "--unshare-cgroup-try"]
    command += [f"--unshare-{name}" for name in names]
    # root keeps the two rights it needs to become somebody else, and loses them by doing so
    command += ["--cap-drop", "ALL"] + (
        ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"] if as_root else []
    )
    helpers, data = str(ROOT / "helpers"), str(ROOT / "data")
    command += _memory(ROOM, limits)  # first: the course itself may lie below it
    for folder in _above(
        "/grader/child.py", helpers, *_packages()
    ):  # bubblewrap itself would close them to others
        command += ["--perms", "0755", "--dir", folder]
    for path in (*SYSTEM, *_packages()):
        command += ["--ro-bind-try", path, path]
    command += ["--ro-bind", helpers, helpers]
    for folder in _secrets():
        command += ["--tmpfs", folder]
    command += ["--ro-bind", data, data, "--ro-bind", "/dev/null", f"{data}/results.csv"]
    for path in (HERE / "child.py", HERE / "wire.py", ANSWERS):
        command += ["--ro-bind", str(path), f"/grader/{path.name}"]
    command += ["--proc", "/proc", "--dev", "/dev", *_memory("/dev/shm", limits)]
    for folder in (
        *_secrets(),
        "/dev",
        "/",
    ):  # what bubblewrap made to hang things on is closed again
        command += ["--remount-ro", folder]
    return [*command, "--chdir", ROOM]


def _memory(folder, limits):
    """A folder for everybody that lives in memory and cannot grow beyond the limit."""
    return ["--perms", "1777", "--size", str(limits.disk), "--tmpfs", folder]


def _above(*paths):
    """Every folder that holds one of the paths, the outermost first."""
    return sorted({str(folder) for path in paths for folder in Path(path).parents} - {"/", ROOM})


def _secrets():
    """Where exercises lie with their solutions: in the course, and in a copy that is installed."""
    places = [ROOT, *map(Path, site.getsitepackages())]
    found = [place / "helpers" / "exercises" for place in places]
    return sorted({str(folder.resolve()) for folder in found if folder.is_dir()})


def _packages():
    """Folders of the interpreter and its packages that /usr does not hold."""
    folders = {
        sys.prefix,
        sys.base_prefix,
        os.path.dirname(os.path.dirname(os.path.realpath(sys.executable))),
    }
    return sorted(folder for folder in folders if not folder.startswith("/usr"))
