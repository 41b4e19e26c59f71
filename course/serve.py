"""A JupyterLab of one's own, started as `make lab` does, for rehearsals and tests: its settings and
its kernels' files lie in a folder that is given, and it ends with the block that asked for it."""

import contextlib
import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.request

from course.lab import CONFIG

TOKEN = secrets.token_hex(16)  # nobody else on the machine can use the server
PATIENCE = 300  # seconds: a busy machine is slow, not wrong
READY = """() => { const panel = window.jupyterapp?.shell.currentWidget;
  const kernel = panel?.sessionContext?.session?.kernel;
  return kernel?.connectionStatus === 'connected' && kernel?.status === 'idle'; }"""


@contextlib.contextmanager
def lab(folder, home, cwd=None):
    """JupyterLab on `folder`, with the configuration of `make lab`; yields its address."""
    port = _free_port()
    with open(home / "lab.log", "w") as log:
        command = _command(port, folder)
        options = {"stdout": log, "stderr": subprocess.STDOUT, "cwd": cwd}
        server = subprocess.Popen(command, env=_env(home), **options)
    try:
        _wait_for(server, port, home / "lab.log")
        yield f"http://127.0.0.1:{port}"
    finally:
        _stop(server)


def open_notebook(page, address, name):
    """Open a notebook in a browser's page and wait until its kernel is there."""
    page.goto(f"{address}/lab/tree/{name}?token={TOKEN}&reset")
    page.wait_for_selector(".jp-Notebook .jp-Cell")
    page.wait_for_function(READY)


def _free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def _env(home):
    """Jupyter's folders, all below `home`."""
    return {
        **os.environ,
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "run"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "IPYTHONDIR": str(home / "ipython"),
        "HOME": str(home),
    }


def _command(port, folder):
    return [
        sys.executable,
        "-m",
        "jupyterlab",
        CONFIG,
        "--no-browser",
        "--ip=127.0.0.1",
        f"--port={port}",
        f"--IdentityProvider.token={TOKEN}",
        "--allow-root",
        "--LabApp.expose_app_in_browser=True",
        f"--ServerApp.root_dir={folder}",
    ]


def _wait_for(server, port, log):
    """Wait until the server answers; its own words if it does not."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api?token={TOKEN}", timeout=10)
            return
        time.sleep(0.2)
    raise RuntimeError(log.read_text()[-2000:])


def _stop(server):
    """Ask it to stop, with time for its kernels; then make it stop."""
    server.terminate()
    try:
        server.wait(PATIENCE / 4)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
