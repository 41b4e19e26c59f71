"""Exercises: what a reader calls (`check`, `ask`, `solution`, `hand_in`), and what graders need.

The grader's process must not load Jupyter, so the readers' part is loaded when first asked for.
"""

from importlib import import_module

from helpers.exercises.answer import cases, close

__all__ = ["ask", "cases", "check", "close", "find", "hand_in", "solution"]


def __getattr__(name):
    if name in ("ask", "check", "find", "solution"):
        return getattr(import_module("helpers.exercises.desk"), name)
    if name == "hand_in":
        return import_module("helpers.exercises.handed").hand_in
    raise AttributeError(f"helpers.exercises has no {name}")
