"""Scores in nbgrader's gradebook, where formgrader and `nbgrader export` look for them."""

import datetime
import json
import warnings
from pathlib import Path

from sqlalchemy.exc import SAWarning

from course.grading.assignment import assignments
from course.grading.compose import shown
from course.grading.folder import show_tools
from course.grading.score import Wordless, contents


class Book:
    """The gradebook of a course folder. Only automatic scores are written: a lecturer's stay."""

    def __init__(self, course):
        show_tools()
        from nbgrader.api import Gradebook  # takes seconds, so only when one is opened

        self.course = Path(course)
        self.course.mkdir(parents=True, exist_ok=True)
        place = f"sqlite:///{self.course.resolve() / 'gradebook.db'}"
        self.book = Gradebook(place, course_id="ml_theory")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.book.close()

    def knows(self, assignment):
        return assignment in {a.name for a in self.book.assignments}

    def due(self, assignment):
        """The due date in the gradebook (UTC), if the lecturer has set one."""
        date = self.book.find_assignment(assignment).duedate
        return date and date.replace(tzinfo=datetime.UTC)

    def set_due(self, assignment, when):
        self.book.find_assignment(assignment).duedate = when.replace(tzinfo=None)
        self.book.db.commit()

    def write(self, record, timestamp):
        """Automatic scores of one record."""
        student, name = record["student"], record["assignment"]
        self.book.update_or_create_student(student)
        when = {"timestamp": timestamp.strftime("%Y-%m-%d %H:%M:%S UTC")} if timestamp else {}
        with warnings.catch_warnings():
            # nbgrader builds its objects in an order SQLAlchemy dislikes
            warnings.simplefilter("ignore", SAWarning)
            submission = self.book.update_or_create_submission(name, student, **when)
        parts = {part["id"]: part for part in record["parts"]}
        for grade in _grades(submission):
            part = parts.get(_exercise(grade))
            if part is None:  # the gradebook knows an older release
                continue
            grade.auto_score = None if part["waiting"] else part["score"]
            # as nbgrader does: points given by hand are kept, and shown for another look
            again = grade.manual_score is not None
            grade.needs_manual_grade = part["waiting"] or again
        self.book.db.commit()

    def by_hand(self, student, assignment):
        """What a lecturer gave in formgrader: exercise -> points (None if none) and comment."""
        from nbgrader.api import MissingEntry

        try:
            submission = self.book.find_submission(assignment, student)
        except MissingEntry:  # a new gradebook beside older results
            return {}
        given = {
            _exercise(g): {"by_hand": g.manual_score, "comment": ""} for g in _grades(submission)
        }
        for notebook in submission.notebooks:
            for comment in notebook.comments:
                if comment.name in given and comment.comment:
                    given[comment.name]["comment"] = comment.comment
        return given

    def show(self, record, file):
        """A copy of a readable notebook where formgrader looks for it, with what markers need."""
        student, name = record["student"], record["assignment"]
        copy = self.course / "autograded" / student / name / f"{name}.ipynb"
        copy.parent.mkdir(parents=True, exist_ok=True)
        try:
            notebook = shown(json.loads(contents(file)), assignments()[name])
        except (Wordless, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            notebook = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        copy.write_text(json.dumps(notebook, indent=1), encoding="utf-8")


def _grades(submission):
    return [grade for notebook in submission.notebooks for grade in notebook.grades]


def _exercise(grade):
    """The exercise that a graded cell belongs to."""
    return grade.name.removesuffix("-hidden")
