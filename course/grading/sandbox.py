"""Where a student's code runs: a bubblewrap sandbox that sees algorithms, data and nothing else.

Inside there is no network, no other process, no writable disk (two small memory file systems) and
no environment of the lecturer's; `walls` says what there is, `syscalls` what the kernel refuses.
Started by root, the student's process also gives up root before it reads the notebook. If the
machine's memory runs out all the same, the kernel ends students' processes before the grader.
"""

import dataclasses
import json
import math
import os
import platform
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from course.grading import syscalls
from course.grading.walls import HERE, ROOM, walls
from course.notebooks import ROOT

MB = 2**20
# the kernel ends processes with the highest number first; what is started below inherits it
FIRST_TO_GO = 'echo 1000 > /proc/self/oom_score_adj; exec "$@"'


@dataclasses.dataclass(frozen=True)
class Limits:
    """What one submission may use.

    Seconds are CPU seconds of the student's process: a busy machine is slow, not wrong. Whoever
    sleeps is stopped by the wall clock, after `patience` times as long.
    """

    cell: float = 20  # one cell of the notebook
    notebook: float = 90  # all its cells
    exercise: float = 10  # all calls of one exercise
    submission: float = 240  # everything, restarts included
    patience: float = 4  # seconds of the wall clock for each of these
    cpu: int = 240  # all CPU seconds of one process
    memory: int = 1024 * MB  # all it can address; an honest notebook takes a third
    disk: int = 64 * MB  # each of its two folders to write into, which live in memory
    processes: int = 6  # threads; two are the sandbox's own
    files: int = 128  # open at once
    restarts: int = 5  # after a crash

    def wall(self, seconds):
        """So many CPU seconds as a deadline on the wall clock."""
        return self.patience * seconds


def trouble():
    """Why there is no sandbox on this machine, as a sentence; empty if there is one."""
    if not sys.platform.startswith("linux"):
        return "bubblewrap exists for Linux only."
    if not shutil.which("bwrap"):
        return (
            "bubblewrap is not installed: `sudo apt install bubblewrap` (or as your system has it)."
        )
    if not syscalls.known():
        return f"the system calls of {platform.machine()} are not known, only of x86-64 and ARM."
    command = [sys.executable, "-c", "import numpy"]
    trial = _lock_in(Limits(), command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={})
    words = trial.communicate()[1].decode(errors="replace").strip()
    if trial.returncode:
        return "bubblewrap cannot start here: " + (words or "no reason given").splitlines()[-1]
    return ""


def affordable(limits=None):
    """How many submissions this machine's memory can hold side by side; at least one."""
    limits = limits or Limits()
    return max(1, int(min(_free_memory() / (limits.memory + 2 * limits.disk), 10**6)))


def _free_memory():
    """Bytes that programs can still have: of the machine, and of the container we may be in."""
    found, about = [math.inf], Path("/proc/meminfo")
    for line in about.read_text().splitlines() if about.exists() else ():
        if line.startswith("MemAvailable:"):
            found.append(1024 * int(line.split()[1]))
    for name in ("memory.max", "memory/memory.limit_in_bytes"):  # both editions of cgroups
        file = Path("/sys/fs/cgroup", name)
        if file.exists() and (text := file.read_text().strip()).isdigit():
            found.append(0.8 * int(text))  # the grader lives there, too
    return min(found)


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
        "files": limits.files,
    }
    folder = "/grader" if sandboxed else str(HERE)
    command = [sys.executable, "-B", f"{folder}/child.py", json.dumps(rights)]
    options = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    options |= {"start_new_session": True, "env": ENVIRONMENT}
    if sandboxed:
        return _lock_in(limits, command, cwd="/", **options)
    return subprocess.Popen(command, cwd=tempfile.gettempdir(), **options)


def _lock_in(limits, command, **options):
    """Start a command inside the walls; bubblewrap reads the filter of system calls from a pipe."""
    ours, theirs = os.pipe()
    try:
        with open(theirs, "wb") as stream:
            stream.write(syscalls.program())  # less than any pipe holds
        whole = ["/bin/sh", "-c", FIRST_TO_GO, "sh", *walls(limits, ours), *command]
        return subprocess.Popen(whole, pass_fds=[ours], **options)
    finally:
        os.close(ours)


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
