"""The shell that runs a student's cells: it has no screen, no keyboard and no network.

What people type by habit (magics, installs, questions) costs nothing here: it does nothing, or
less. Loaded on the student's side of the border, like child.py; nothing here is believed.
"""

import builtins
import sys

from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.text import LSString, SList
from traitlets.config import Config

# they install, time or draw: nothing that an answer could need
IDLE = {"pip", "conda", "mamba", "uv", "timeit", "matplotlib", "pylab", "system", "sx"}


class Shell(InteractiveShell):
    """IPython's shell without a front end."""

    def enable_gui(self, gui=None):
        """There are no windows."""

    def run_line_magic(self, magic_name, line, _stack_depth=1):
        """A convenience that does not work here ends nothing."""
        if magic_name in IDLE:
            return None
        try:
            return super().run_line_magic(magic_name, line, _stack_depth + 1)
        except Exception:
            return None

    def run_cell_magic(self, magic_name, line, cell):
        if magic_name in IDLE:
            return None
        return super().run_cell_magic(magic_name, line, cell)

    def system(self, cmd):
        """`!pip install x`: nothing is installed, and nothing fails."""
        self.user_ns["_exit_code"] = 0

    system_raw = system_piped = system

    def getoutput(self, cmd, split=True, depth=0):
        return SList() if split else LSString("")

    def showtraceback(self, *_, **__):
        """Nobody reads it."""

    showsyntaxerror = showtraceback


def make():
    """The shell of a notebook; nobody sits at the keyboard, so every question gets no answer."""
    builtins.input = lambda prompt="": ""
    sys.path.insert(0, "")  # a module that a cell has written can be imported
    return Shell.instance(config=Config({"HistoryManager": {"enabled": False}}))
