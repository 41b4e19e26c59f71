"""Homework: student versions, and a grader that never shares a process with a student."""

from course.grading import commands

__all__ = ["commands"]
