"""Scores in nbgrader's gradebook, where formgrader and `nbgrader export` look for them."""

import datetime
import json
import warnings
from pathlib import Path

from sqlalchemy.exc import SAWarning

from course.grading.assignment import assignments
from course.grading.clean import presentable
from course.grading.folder import show_tools, write
from course.grading.score import Wordless, contents
from course.grading.show import shown

PATIENCE = 60  # seconds to wait while another program, such as formgrader, writes


class Book:
    """The gradebook of a course folder. Only automatic scores are written: a lecturer's stay."""

    def __init__(self, course):
        show_tools()
        from nbgrader.api import Gradebook  # takes seconds, so only when one is opened

        self.course = Path(course)
        self.course.mkdir(parents=True, exist_ok=True)
        place = f"sqlite:///{self.course.resolve() / 'gradebook.db'}?timeout={PATIENCE}"
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

    def write(self, record):
        """Automatic scores of one record."""
        student, name, when = record["student"], record["assignment"], record["handed_in"]
        if not presentable(student):
            return
        self.book.update_or_create_student(student)
        with warnings.catch_warnings():
            # nbgrader builds its objects in an order SQLAlchemy dislikes
            warnings.simplefilter("ignore", SAWarning)
            stamp = {"timestamp": f"{when} UTC"} if when else {}
            submission = self.book.update_or_create_submission(name, student, **stamp)
        parts = {part["id"]: part for part in record["parts"]}
        for grade in _grades(submission):
            part = parts.get(_exercise(grade.name))
            if part is None:  # the gradebook knows an older release
                continue
            grade.auto_score = None if part["waiting"] else part["score"]
            # as nbgrader does: points given by hand are kept, and shown for another look
            again = grade.manual_score is not None
            grade.needs_manual_grade = part["waiting"] or again
        self.book.db.commit()
        self.book.db.expunge_all()  # or every later commit would look through all of the class

    def by_hand(self, assignment):
        """What a lecturer gave in formgrader: student -> exercise -> points (or None) and comment.

        A student whom the gradebook does not know is not in it.
        """
        from nbgrader.api import Assignment, BaseCell, Comment, Grade
        from nbgrader.api import SubmittedAssignment as Submitted
        from nbgrader.api import SubmittedNotebook as Notebook

        def rows(kind, *columns):
            query = self.book.db.query(Submitted.student_id, BaseCell.name, *columns)
            query = query.select_from(kind).join(Notebook, kind.notebook_id == Notebook.id)
            query = query.join(Submitted, Notebook.assignment_id == Submitted.id)
            query = query.join(Assignment, Submitted.assignment_id == Assignment.id)
            return query.join(BaseCell, kind.cell_id == BaseCell.id).filter(
                Assignment.name == assignment
            )

        given = {}
        for student, name, manual, extra, score in rows(
            Grade, Grade.manual_score, Grade.extra_credit, Grade.score
        ):
            points = score if extra else manual
            part = {"by_hand": points, "comment": ""}
            given.setdefault(student, {})[_exercise(name)] = part
        for student, name, words in rows(Comment, Comment.manual_comment):
            if words and name in given.get(student, {}):
                given[student][name]["comment"] = words
        return given


def show(course, record, file):
    """A copy of a readable notebook where formgrader looks for it, with what markers need."""
    student, name = record["student"], record["assignment"]
    if not presentable(student):
        return
    copy = Path(course) / "autograded" / student / name / f"{name}.ipynb"
    try:
        notebook = json.dumps(shown(json.loads(contents(file)), assignments()[name]), indent=1)
    except (Wordless, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        empty = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        notebook = json.dumps(empty)
    write(copy, notebook)


def _grades(submission):
    return [grade for notebook in submission.notebooks for grade in notebook.grades]


def _exercise(name):
    """The exercise that a graded cell belongs to."""
    return name.removesuffix("-hidden")
