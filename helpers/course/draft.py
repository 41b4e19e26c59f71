"""A notebook as plain text, for editing and reviewing: one header line per cell, then its source.

    === md slide                    markdown
    === code skip folded            code, hidden in JupyterLab until asked for
    === code fragment read          code, shown on slides
    === solution 07-best-eta        nbgrader: the exercise's solution (folded)
    === check 07-best-eta           nbgrader: the visible check
    === hidden 07-best-eta 2        nbgrader: hidden tests worth 2 points

The second word of md and code is the slide type: slide, subslide, fragment, skip or notes.
"""
import nbformat

from helpers import check

SLIDES = ("slide", "subslide", "fragment", "skip", "notes")


def to_notebook(text):
    """The notebook that a draft describes, without outputs."""
    nb = nbformat.v4.new_notebook()
    for block in ("\n" + text).split("\n=== ")[1:]:
        header, _, source = block.partition("\n")
        nb.cells.append(_cell(header.split(), source.strip("\n")))
    return nb


def to_text(nb):
    """The draft of a notebook."""
    return "".join(f"=== {_header(cell)}\n{''.join(cell['source'])}\n" for cell in nb["cells"])


def _cell(words, source):
    kind, *rest = words
    check.one_of("a cell's kind", kind, ("md", "code", "solution", "check", "hidden"))
    if kind in ("md", "code"):
        cell = nbformat.v4.new_markdown_cell(source) if kind == "md" else nbformat.v4.new_code_cell(source)
        cell.metadata["slideshow"] = {"slide_type": check.one_of("the slide type", rest[0], SLIDES)}
        if "folded" in rest:
            cell.metadata["jupyter"] = {"source_hidden": True}
        if "read" in rest:
            cell.metadata["tags"] = ["read"]
        return cell
    cell = nbformat.v4.new_code_cell(source)
    cell.metadata["slideshow"] = {"slide_type": "skip"}
    cell.metadata["nbgrader"] = _nbgrader(kind, *rest)
    if kind != "check":
        cell.metadata["jupyter"] = {"source_hidden": True}
    return cell


def _nbgrader(kind, name, points=None):
    """nbgrader's metadata; the check and the tests of an exercise carry its id and a suffix."""
    grade, solution = kind == "hidden", kind == "solution"
    data = {"grade": grade, "solution": solution, "locked": not solution, "schema_version": 3, "task": False,
            "cell_type": "code", "grade_id": name if solution else f"{name}-{kind}"}
    return data | ({"points": int(points)} if grade else {})


def _header(cell):
    slide = cell["metadata"].get("slideshow", {}).get("slide_type", "skip")
    if cell["cell_type"] == "markdown":
        return f"md {slide}"
    grader = cell["metadata"].get("nbgrader")
    if grader and grader["solution"]:
        return f"solution {grader['grade_id']}"
    if grader and grader["grade"]:
        return f"hidden {grader['grade_id'].removesuffix('-hidden')} {grader['points']}"
    if grader:
        return f"check {grader['grade_id'].removesuffix('-check')}"
    folded = " folded" * bool(cell["metadata"].get("jupyter", {}).get("source_hidden"))
    return f"code {slide}{folded}{' read' * ('read' in cell['metadata'].get('tags', []))}"
