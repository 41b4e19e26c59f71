"""Scores in nbgrader's gradebook, where formgrader and `nbgrader export` look for them."""

import datetime
import json
import warnings
from pathlib import Path

from sqlalchemy.exc import SAWarning

from helpers.homework.folder import show_tools
from helpers.homework.score import Wordless, contents


class Book:
    """The gradebook of a course folder. Only automatic scores are written: a lecturer's own points stay."""

    def __init__(self, course):
        show_tools()
        from nbgrader.api import Gradebook  # takes seconds, so only when one is opened

        self.course = Path(course)
        self.course.mkdir(parents=True, exist_ok=True)
        self.book = Gradebook(f"sqlite:///{self.course.resolve() / 'gradebook.db'}", course_id="ml_theory")

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
            warnings.simplefilter("ignore", SAWarning)  # nbgrader builds its objects in an order SQLAlchemy dislikes
            submission = self.book.update_or_create_submission(name, student, **when)
        scores = {f"{part['id']}-hidden": part["score"] for part in record["parts"]}
        for notebook in submission.notebooks:
            for grade in notebook.grades:
                if grade.name in scores:
                    grade.auto_score = scores[grade.name]
                    # as nbgrader does: points given by hand are kept, and shown to the lecturer for another look
                    grade.needs_manual_grade = grade.manual_score is not None
        self.book.db.commit()

    def show(self, record, file):
        """A copy of a readable notebook where formgrader looks for it, without outputs: those may hold any HTML."""
        copy = self.course / "autograded" / record["student"] / record["assignment"] / f"{record['assignment']}.ipynb"
        copy.parent.mkdir(parents=True, exist_ok=True)
        try:
            notebook = json.loads(contents(file))
            for cell in notebook["cells"]:
                if cell["cell_type"] == "code":
                    cell["outputs"], cell["execution_count"] = [], None
        except (Wordless, ValueError, KeyError, TypeError, RecursionError):
            notebook = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        copy.write_text(json.dumps(notebook, indent=1), encoding="utf-8")
