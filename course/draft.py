"""A notebook as plain text, for editing and reviewing: one header line per cell, then its source.

    === md slide                    markdown
    === code skip folded            code, hidden in JupyterLab until asked for
    === code fragment read          code, shown on slides
    === code skip shut              code whose output is folded until asked for
    === md skip collapsed           a heading that JupyterLab shows closed

The second word of md and code is the slide type: slide, subslide, fragment, skip or notes.
"""

import nbformat

from course.notebooks import slide_type
from helpers import check

SLIDES = ("slide", "subslide", "fragment", "skip", "notes")
FOLDS = {"folded": "source_hidden", "shut": "outputs_hidden"}


def to_notebook(text):
    """The notebook that a draft describes, without outputs."""
    nb = nbformat.v4.new_notebook()
    for block in ("\n" + text).split("\n=== ")[1:]:
        header, _, source = block.partition("\n")
        nb.cells.append(_cell(header.split(), source.strip("\n")))
    return nb


def to_text(nb):
    """The draft of a notebook."""
    return "".join(f"=== {_header(cell)}\n{cell['source']}\n" for cell in nb["cells"])


def _cell(words, source):
    kind, *rest = words
    check.one_of("a cell's kind", kind, ("md", "code"))
    new = nbformat.v4.new_markdown_cell if kind == "md" else nbformat.v4.new_code_cell
    cell = new(source)
    cell.metadata["slideshow"] = {"slide_type": check.one_of("the slide type", rest[0], SLIDES)}
    if "collapsed" in rest:
        cell.metadata["jp-MarkdownHeadingCollapsed"] = True
    folds = {fold: True for word, fold in FOLDS.items() if word in rest}
    if folds:
        cell.metadata["jupyter"] = folds
    if "read" in rest:
        cell.metadata["tags"] = ["read"]
    return cell


def _header(cell):
    slide = slide_type(cell)
    if cell["cell_type"] == "markdown":
        collapsed = cell["metadata"].get("jp-MarkdownHeadingCollapsed")
        return f"md {slide}{' collapsed' * bool(collapsed)}"
    hidden = cell["metadata"].get("jupyter", {})
    words = [word for word, fold in FOLDS.items() if hidden.get(fold)]
    words += ["read"] if "read" in cell["metadata"].get("tags", []) else []
    return " ".join(["code", slide, *words])
