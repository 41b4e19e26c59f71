"""What a student gets back: a page that says per exercise what was called, what came back and why.

Hidden inputs, hidden tests and values are not on it. What it says comes from lists of sentences in
this package, because any number or name that a student's function could choose may carry an input.
"""

import functools
from pathlib import Path

import jinja2


def page(record):
    """The HTML of one record (see grade.keep)."""
    parts = [{**part, **_asked(part), "verdict": _verdict(part)} for part in record["parts"]]
    title = f"{record['assignment']}: {record['student']}"
    waiting = sum(part["points"] for part in record["parts"] if part["waiting"])
    return _template().render(**{**record, "title": title, "parts": parts, "waiting": waiting})


@functools.cache
def _template():
    folder = jinja2.FileSystemLoader(Path(__file__).parent)
    rules = {"autoescape": True, "undefined": jinja2.StrictUndefined}
    return jinja2.Environment(loader=folder, **rules).get_template("feedback.html.j2")


def _asked(part):
    """Whether, not how often: a function may stop at the input that it wants to tell of.

    A text that a lecturer reads is not called, and nothing comes back from it.
    """
    if not part["calls"] and (part["waiting"] or part["by_hand"] is not None):
        return {"called": "–", "got": "–"}
    return {"called": "yes" if part["calls"] else "no", "got": part["got"] or "nothing"}


def _verdict(part):
    if part["waiting"]:
        return "to be marked by hand"
    if part["by_hand"] is not None:
        return "marked by hand"
    if part["score"] == part["points"]:
        return "all passed"
    return f"{'right in part' if part['score'] else 'not accepted'}: {part['reason']}"
