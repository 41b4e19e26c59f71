"""Solutions of the spanning problems (notebooks/guides/problems.md), for instructors only.

Each part of a problem is a function that computes the answer; its docstring is the marking note.
`python -m course.problems` prints all of them. Nothing here is released to students.
"""

from course.problems import part1, part2, part3, part4, part5, part6, part7, part8

PARTS = [part1, part2, part3, part4, part5, part6, part7, part8]
