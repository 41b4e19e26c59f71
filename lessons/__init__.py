"""What each notebook teaches with: a folder for each, its card, its figures, slips of its notes."""

import ast
from functools import cache
from importlib import import_module
from pathlib import Path

from lessons.card import Card

HERE = Path(__file__).parent


def folders():
    """Number of a notebook -> its folder, in order."""
    return {path.name[1:3]: path for path in sorted(HERE.glob("n[0-9][0-9]_*"))}


def lesson(number):
    """The package of the notebook with that number."""
    return import_module(f"lessons.{folders()[number].name}")


@cache
def cards():
    """Number -> card, read from the text: to make a lesson's figures takes far longer."""
    return {number: card_in(folder / "__init__.py") for number, folder in folders().items()}


def card_in(file):
    """The card that a lesson's package defines as CARD."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "CARD":
            return Card(**{k.arg: ast.literal_eval(k.value) for k in node.value.keywords})
    raise ValueError(f"{file.parent.name} has no CARD: see lessons/card.py")
