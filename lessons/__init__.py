"""What each notebook teaches with: a folder for each, its figures and the slips of its notes."""

from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent


def folders():
    """Number of a notebook -> its folder, in order."""
    return {path.name[1:3]: path for path in sorted(HERE.glob("n[0-9][0-9]_*"))}


def lesson(number):
    """The package of the notebook with that number."""
    return import_module(f"lessons.{folders()[number].name}")
