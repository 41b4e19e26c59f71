"""Solutions of the spanning problems (notebooks/guides/problems.md), for instructors only.

Each part of a problem is a function that computes the answer; its docstring is the marking note.
`python -m course.problems` prints all of them. Nothing here is released to students.
"""
