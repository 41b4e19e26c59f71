"""Pages for the lecturer: what to ask and to say at every figure of a notebook.

Notes, stories and guesses are in the figures' classes; a student's notebook shows no note.
"""

from dataclasses import dataclass, field
from pathlib import Path

import jinja2

from course import figures, guesses, notebooks
from course.slides import text
from lessons import lesson

HERE = Path(__file__).parent
BUILD = notebooks.ROOT / "build" / "guide"


@dataclass
class Section:
    """A heading of the notebook, with the guesses and figures that stand under it."""

    heading: str
    guesses: list = field(default_factory=list)  # of (question, answer), both HTML
    figures: list = field(default_factory=list)  # of (name, class)


def build(path, folder=BUILD):
    """Write the page of a notebook; returns its path."""
    templates = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE), autoescape=True)
    templates.filters.update(rendered=text.rendered, formulas=text.formulas)
    words = templates.get_template("guide.html").render(sections=sections(path), name=path.stem)
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{path.name[:2]}.html"
    target.write_text(words, encoding="utf-8")
    return target


def sections(path):
    """What a lecturer meets, in the notebook's order; sections without a figure are left out."""
    cells, found = notebooks.cells(path), []
    known = classes(path.name[:2])
    for cell, shown, guess in zip(cells, figures.in_cells(cells), guesses.in_cells(cells)):
        if notebooks.opening(cell):
            found.append(Section(notebooks.opening(cell)))
        if found:
            found[-1].figures += [(name, known[name]) for name in shown if name in known]
            found[-1].guesses += [] if guess is None else [(guess.asked, guess.solution)]
    return [section for section in found if section.figures or section.guesses]


def classes(number):
    """The figures of a notebook by name, none of them made."""
    own = vars(lesson(number))
    return {name: own[name] for name in figures.classes_of(number)}
