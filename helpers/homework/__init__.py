"""Exercises: visible checks that hint and never raise, and hidden tests whose inputs come from a private salt."""
from helpers.homework.exercise import cases, check, close

__all__ = ["cases", "check", "close"]
