"""The index: every numbered statement and every figure, read from the notebooks."""

import ast
import re
from functools import cache

from course import figures, notebooks, outline
from course.pages import places
from helpers.lookup import snake
from lessons import folders

STATEMENT = re.compile(
    r"\*\*(?P<kind>Theorem|Lemma|Proposition|Corollary|Fact|Identity|Definition) "
    r"(?P<number>\d+\.\d+)\.?(?: \((?P<inside>[^*]+)\))?\.?\*\*\.?"
    r"(?: \((?P<name>(?:[^()]|\([^()]*\)){2,})\)\.?)?\s*(?P<text>[^\n]*)"
)
LONGEST = 110  # characters of a statement without a name
HEAD = """# Index

Every numbered statement and every figure of the notebooks, in order. A statement without a name is
listed by its first words; “cited” means that the notebook gives the source instead of a proof.
Terms are in the [glossary](glossary.md).
"""


def page():
    """The text of guides/index.md."""
    lines = [HEAD, "## Theorems\n"]
    for path in outline.finished():
        lines += _table(path, "| no. | what it says |", list(_statements(path)))
    lines.append("## Figures\n")
    for path in outline.finished():
        lines += _table(path, "| figure | what it shows |", list(_figures(path)))
    return "\n".join(lines)


def statements(path):
    """(cell, match) for every numbered statement of a notebook."""
    for cell in notebooks.cells(path, "markdown"):
        for found in STATEMENT.finditer(cell["source"]):
            yield cell, found


def _table(path, head, rows):
    if not rows:
        return []
    return [f"### {places.link(places.name(path), path)}\n", head, "|---|---|", *rows, ""]


def _statements(path):
    for cell, found in statements(path):
        label = places.link(f"{found['kind']} {found['number']}", path, cell)
        yield f"| {label} | {_in_table(_name(found))} |"


def _figures(path):
    cells = notebooks.cells(path)
    for i, shown in enumerate(figures.in_cells(cells)):
        for name in shown:
            label = places.link(name, path, cells[i])
            yield f"| {label} | {_in_table(_shows(path, cells, i, name))} |"


def _name(found):
    """The name in brackets; the first words of a statement that has no name, or only a source."""
    name = found["inside"] or found["name"] or ""
    if not name or name.startswith("cited"):
        return f"{_first_words(found['text'])} ({name})" if name else _first_words(found["text"])
    return name


def _first_words(text):
    sentence = re.match(r"(?:\$[^$]*\$|[^$.:]|[.:](?! ))*", text)[0].strip()
    if len(sentence) <= LONGEST:
        return sentence or "…"
    kept = ""
    for word in re.findall(r"(?:\$[^$]*\$|[^\s$])+", sentence):
        if len(kept) + len(word) > LONGEST:
            break
        kept += f"{word} "
    return f"{kept}…"


def _shows(path, cells, i, name):
    """The docstring of a figure; where it has none, the section that it stands in."""
    told = docstrings(path.name[:2]).get(name)
    if told:
        return told
    if "ask(" in cells[i]["source"]:
        return "a position to find, in an exercise"
    return places.title(places.section(cells, i))


@cache
def docstrings(number):
    """What the figures of a notebook say of themselves: the first paragraph, by name."""
    told = {}
    for name in figures.classes_of(number):
        tree = ast.parse((folders()[number] / f"{name}.py").read_text(encoding="utf-8"))
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and snake(node.name) == name:
                told[name] = " ".join(ast.get_docstring(node).split("\n\n")[0].split())
    return told


def _in_table(text):
    """Bars would end a cell of a table."""
    return text.replace("\\|", "\\Vert ").replace("|", "\\vert ")
