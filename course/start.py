"""Set the course up and run one of its commands; needs nothing but Python.

    python3 course/start.py lab          opens JupyterLab            (what `make lab` does)
    python3 course/start.py test         runs every test             (what `make test` does)
    python3 course/start.py test --help  says what a command does and takes

The first call creates .venv and installs what requirements.lock names; later calls see that
nothing changed. This file must be readable by any Python 3, so that an old one can be told what
is wrong.
"""

import hashlib
import json
import os
import signal
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
BIN = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin")
PYTHON = os.path.join(BIN, "python.exe" if os.name == "nt" else "python")
LOCK = os.path.join(ROOT, "requirements.lock")

# what has to be installed for a command, besides what every notebook needs
EXTRAS = {
    "lab": "",
    "notebooks": "",
    "pages": "",
    "draft": "",
    "undraft": "",
    "stubs": "",
    "lesson": "",
    "picture": "",
    "lock": "",
    "homework": "[homework]",
    "grade": "[homework]",
    "slides": "[slides]",
    "pdf": "[test]",
    "guide": "[slides]",
    "rehearse": "[test]",
    "check": "[test]",
    "test": "[test]",
    "nightly": "[test]",
    "lint": "[test]",
    "bench": "[test]",
    "mutants": "[test]",
}

# JupyterLab asks nobody on the network for news or updates: a lecture must open without a dialogue
SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}
}


def main(command, *arguments):
    if sys.version_info < (3, 11):  # noqa: UP036 (an old Python reads this far)
        sys.exit(
            "This course needs Python 3.11 or newer, and this is {}.{}: install one and run "
            "`make {} PYTHON=python3.12` with its name.".format(*sys.version_info[:2], command)
        )
    if command not in EXTRAS:
        sys.exit(__doc__ + "\nCommands: " + ", ".join(EXTRAS))
    install(EXTRAS[command])
    # Ctrl-C is for the command: it may have something to put in order, and says so itself
    signal.signal(signal.SIGINT, lambda *_: None)
    sys.exit(subprocess.call([PYTHON, "-m", "course", command, *arguments], cwd=ROOT))


def install(extra):
    """Create .venv and install, unless the lock file and the extra are those of the last time."""
    create()
    stamp = os.path.join(VENV, "installed" + extra.strip("[]"))
    state = digest(LOCK, os.path.join(ROOT, "pyproject.toml"))
    if os.path.exists(stamp) and read(stamp) == state:
        return
    print("Installing into .venv (once; seconds to a minute) ...", flush=True)
    run(
        [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "uv"],
        "pip could not install uv: is there a network connection?",
    )
    # compiled now, once: every kernel that starts later imports the packages in half the time
    uv = [PYTHON, "-m", "uv", "pip", "install", "--quiet", "--compile-bytecode", "--python", PYTHON]
    run(
        [*uv, "-e", ROOT + extra, "-c", LOCK],
        "the packages could not be installed: is there a network connection, and free disk space?",
    )
    write(
        os.path.join(VENV, "share", "jupyter", "lab", "settings", "overrides.json"),
        json.dumps(SETTINGS, indent=1),
    )
    write(stamp, state)


def create():
    quiet = subprocess.DEVNULL
    if (
        os.path.exists(PYTHON)
        and subprocess.call([PYTHON, "-m", "pip", "--version"], stdout=quiet, stderr=quiet) == 0
    ):
        return
    result = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", VENV], capture_output=True, text=True
    )
    if result.returncode:
        sys.exit(
            "Python could not create .venv: on Debian or Ubuntu run "
            "`sudo apt install python3-venv` and try again.\n"
            + (result.stdout + result.stderr).strip().splitlines()[0]
        )


def run(command, trouble):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        sys.exit("Set-up stopped: " + trouble + "\n" + result.stderr.strip()[-2000:])


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def read(path):
    with open(path) as file:
        return file.read()


def digest(*paths):
    return hashlib.sha256(b"".join(open(path, "rb").read() for path in paths)).hexdigest()


if __name__ == "__main__":
    main(*(sys.argv[1:] or ["help"]))
