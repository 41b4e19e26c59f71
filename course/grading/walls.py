"""The walls around a student's process: what bubblewrap puts inside, and nothing else.

Of the machine there are Python, its packages and shared libraries; the rest of /usr stays outside,
and with it nbgrader's exchange, where the work of a class lies. Of the course there is what `SHOWN`
lists, without the ledger: what is not listed does not exist in there, `answers/` first of all.
"""

import os
import shutil
import site
import sys
from pathlib import Path

from course.notebooks import ROOT

HERE = Path(__file__).resolve().parent
# ours that the student's process runs
INSIDE = ("child.py", "needed.py", "shell.py", "stage.py", "wire.py")
SHOWN = ("helpers", "lessons", "data")  # of the course
ROOM = "/tmp"  # inside the sandbox: the place to write
SYSTEM = ("/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib")
LINKER = "/etc/ld.so.cache"
HIDDEN = ("/proc/keys", "/proc/key-users")  # the names of the lecturer's keys


def walls(limits, filter):
    """The bubblewrap command up to the program it runs; `filter` is a file descriptor."""
    as_root = os.getuid() == 0
    names = ["pid", "net", "ipc", "uts"] if as_root else ["user", "pid", "net", "ipc", "uts"]
    command = [shutil.which("bwrap"), "--die-with-parent", "--new-session", "--unshare-cgroup-try"]
    command += [f"--unshare-{name}" for name in names]
    # root keeps the two rights it needs to become somebody else, and loses them by doing so
    rights = ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"] if as_root else []
    command += ["--cap-drop", "ALL", *rights, "--seccomp", str(filter)]
    command += _memory(ROOM, limits)  # first: the course itself may lie below it
    command += [*_machine(), *_course()]
    command += ["--proc", "/proc", "--dev", "/dev", *_memory("/dev/shm", limits)]
    for file in HIDDEN:
        command += ["--ro-bind", "/dev/null", file]
    for folder in (*_installed(), "/proc", "/dev", "/"):  # whatever was made to hang things on
        command += ["--remount-ro", folder]
    return [*command, "--chdir", ROOM]


def _machine():
    """Python, its packages and the shared libraries of the system."""
    paths = [*SYSTEM, LINKER, *_python()]
    above = _above("/grader/child.py", ROOT / SHOWN[0], *paths)
    made = [part for folder in above for part in ("--perms", "0755", "--dir", folder)]
    return [*made, *(part for path in paths for part in ("--ro-bind-try", path, path))]


def _course():
    """The files of the course, and those of the grader that run inside."""
    shown = [str(ROOT / name) for name in SHOWN]
    command = [part for folder in shown for part in ("--ro-bind", folder, folder)]
    command += ["--ro-bind", "/dev/null", str(ROOT / "data" / "results.csv")]
    for folder in _installed():
        command += ["--tmpfs", folder]
    for name in INSIDE:
        command += ["--ro-bind", str(HERE / name), f"/grader/{name}"]
    return command


def _memory(folder, limits):
    """A folder for everybody that lives in memory and cannot grow beyond the limit."""
    return ["--perms", "1777", "--size", str(limits.disk), "--tmpfs", folder]


def _above(*paths):
    """Every folder that holds one of the paths, the outermost first."""
    return sorted({str(folder) for path in paths for folder in Path(path).parents} - {"/", ROOM})


def _installed():
    """Answers in a copy of the course that is installed among the packages: an empty folder."""
    found = [Path(place) / "answers" for place in site.getsitepackages()]
    return sorted({str(folder.resolve()) for folder in found if folder.is_dir()})


def _python():
    """The interpreter and the folders of its modules, in the virtual environment and below it."""
    real = os.path.realpath(sys.executable)
    tops = (sys.prefix, sys.base_prefix, os.path.dirname(os.path.dirname(real)))
    parts = [os.path.join(top, name) for top in tops for name in ("lib", "lib64", "pyvenv.cfg")]
    return sorted({part for part in parts if part not in SYSTEM} | {sys.executable, real})
