"""What a student gets back: a page that says per exercise what was called, what came back and why.

Hidden inputs, hidden tests and values are not on it: a value that came back may carry the inputs it
was given.
"""

import functools
from pathlib import Path

import jinja2


def page(record):
    """The HTML of one record (see grade.keep)."""
    parts = [
        {**part, "called": _called(part), "verdict": _verdict(part)} for part in record["parts"]
    ]
    title = f"{record['assignment']}: {record['student']}"
    waiting = sum(part["points"] for part in record["parts"] if part["waiting"])
    return _template().render(**{**record, "title": title, "parts": parts, "waiting": waiting})


@functools.cache
def _template():
    folder = jinja2.FileSystemLoader(Path(__file__).parent)
    rules = {"autoescape": True, "undefined": jinja2.StrictUndefined}
    return jinja2.Environment(loader=folder, **rules).get_template("feedback.html.j2")


def _called(part):
    count = part["calls"]
    return "not called" if not count else "once" if count == 1 else f"{count} times"


def _verdict(part):
    if part["waiting"]:
        return "to be marked by hand"
    if part["by_hand"] is not None:
        return "marked by hand"
    return "all passed" if part["score"] == part["points"] else f"not accepted: {part['reason']}"
