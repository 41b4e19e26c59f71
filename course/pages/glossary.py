"""The glossary: data/glossary.txt with links to where the notebooks introduce the terms.

A block of the file is "term | notebook", and after another bar the words to look for if they are
not the term's own; then what it means.
"""

import re
from dataclasses import dataclass

from course import notebooks
from course.pages import places

SOURCE = notebooks.DATA / "glossary.txt"
PRELIMINARY = re.compile(r"\*\*(You need|Sources)")
HEAD = """# Glossary

Terms of the notebooks, each with the place that introduces it. Symbols are in the
[notation](../00_start.ipynb#cell-id=notation), those of other books on
[a page of their own](notation.md); all theorems and figures are in the [index](index.md).
"""


@dataclass
class Term:
    words: str
    notebook: str
    sought: str
    meaning: str


def terms():
    """All terms of the lessons that are there, in the order of the alphabet."""
    blocks = SOURCE.read_text(encoding="utf-8").strip().split("\n\n")
    known = [term for term in map(_term, blocks) if notebooks.path_of(term.notebook)]
    return sorted(known, key=lambda term: key(term.words))


def key(words):
    """How terms are sorted: letters and digits only, small and capital alike."""
    return re.sub(r"[^a-z0-9]", "", words.casefold())


def page():
    """The text of guides/glossary.md."""
    lines, letter = [HEAD], ""
    for term in terms():
        first = key(term.words)[0].upper()
        if first != letter:
            letter = first
            lines.append(f"## {letter}\n")
        lines.append(f"**{term.words}**: {term.meaning} → {place(term)}\n")
    return "\n".join(lines)


def place(term):
    """A link to the section that introduces a term, or to the notebook if no words say where."""
    path = notebooks.path_of(term.notebook)
    cells = notebooks.cells(path)
    found = _first(cells, term.sought)
    if found is None:
        return places.link(places.name(path), path)
    heading = places.section(cells, found)
    if heading is cells[0]:
        return places.link(places.name(path), path, heading)
    return places.link(f"{term.notebook}, {places.title(heading)}", path, heading)


def _term(block):
    head, _, meaning = block.partition("\n")
    words, notebook, *sought = head.split(" | ")
    return Term(words, notebook, *(sought or [words]), meaning.replace("\n", " "))


def _first(cells, words):
    """The first Markdown cell with the words: in bold if anywhere, in italics, a heading, plain."""
    plain = re.escape(words)
    patterns = (rf"\*\*{plain}s?\*\*", rf"\*{plain}s?\*", rf"(?m)^##+ .*{plain}", plain)
    lesson = [(i, cell["source"]) for i, cell in enumerate(cells) if _teaches(cells, i)]
    for pattern in patterns:
        for i, prose in lesson:
            if re.search(pattern, prose, flags=re.IGNORECASE):
                return i
    return None


def _teaches(cells, i):
    """Is it prose of the lesson: no preliminaries, no summary, no list of sources?"""
    if cells[i]["cell_type"] != "markdown" or PRELIMINARY.search(cells[i]["source"]):
        return False
    return "Summary" not in notebooks.opening(places.section(cells, i))
