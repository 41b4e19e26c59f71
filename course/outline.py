"""The course in order, as the cards of its lessons say: parts, questions, the ways between them.

The map in notebook 00, the line of links in every notebook, the README's table, and the graph and
plan in notebooks/guides are written from here.
"""

import itertools
import re

from course import figures, notebooks
from helpers.lookup import anchor
from lessons import cards

START = "00_start.ipynb"
MAP = "Map of the course"
BY_WORDS = re.compile(r"(\]\(\w+\.ipynb#)(?!cell-id=)([^)]+)\)")

HEAD = "| no. | notebook | the question it asks |\n|---|---|---|"
README_HEAD = "| notebook | the question it asks | its sliders |\n|---|---|---|"


def lectured():
    """Number -> card of the lessons that a course is made of: neither the start nor a draft."""
    return {n: card for n, card in cards().items() if n != START[:2] and not card.draft}


def finished():
    """The notebooks that are no draft, in order."""
    drafts = {number for number, card in cards().items() if card.draft}
    return [path for path in notebooks.paths() if path.name[:2] not in drafts]


def parts():
    """The parts of the course in order: name -> numbers."""
    found = {}
    for number, card in lectured().items():
        found.setdefault(card.part, []).append(number)
    return found


def needs():
    """Number -> what a reader must know before: the links of each "You need"."""
    return {number: card.needs for number, card in lectured().items()}


def title_of(number):
    """The words of a notebook's file name: "gradient descent"."""
    return cards()[number].title


def before(number):
    """All that a notebook builds on, directly or through others."""
    direct = set(cards()[number].needs)
    return direct.union(*map(before, direct))


def arrows():
    """(needed, needing) pairs for a drawing; one that follows from others is left out."""
    return [
        (needed, number)
        for number, direct in needs().items()
        for needed in direct
        if not any(needed in before(other) for other in direct)
    ]


def course_map():
    """The map as a Markdown table: a link where the notebook is ready."""
    lines = [HEAD]
    for part, numbers in parts().items():
        lines.append(f"| | **{part}** | |")
        for number in numbers:
            card = cards()[number]
            lines.append(f"| {number} | {_entry(number, card.title)} | {card.question} |")
    return "\n".join(lines)


def readme_table():
    """The table of all notebooks as the README has it."""
    lines = [README_HEAD]
    for path in finished():
        card = cards()[path.name[:2]]
        name = f"[{path.name[:2]} {card.title}](notebooks/{path.name})"
        lines.append(f"| {name} | {card.question} | {card.sliders} |".replace("|  |", "| |"))
    return "\n".join(lines)


def with_table(readme):
    """The README with its table written anew."""
    start = readme.index(README_HEAD.split("\n")[0])
    return readme[:start] + readme_table() + readme[readme.index("\n\n", start) :]


def navigation(number):
    """The line of links for the notebook of that number: previous, next, map, notation."""
    ready = [path.name for path in finished()]
    before = [name for name in ready if name[:2] < number][-1:]
    after = [name for name in ready if name[:2] > number][:1]
    links = [f"[← {_title(name)}]({name})" for name in before]
    links += [f"[{_title(name)} →]({name})" for name in after]
    links += [f"[{word.lower()}]({START}#cell-id={anchor(word)})" for word in _pages()]
    return f"*{' · '.join(links)} · [map]({START}#cell-id={anchor(MAP)})*"


def placed(nb):
    """Write the map, and the line of links below the opening and into the last Markdown cell.

    Done in place. Links that authors wrote by the words of a heading are made to arrive.
    """
    number = figures.number_of(nb["cells"])
    prose = [cell for cell in nb["cells"] if cell["cell_type"] == "markdown"]
    if not number or not prose:
        return nb
    for cell in prose:
        cell["source"] = BY_WORDS.sub(lambda m: f"{m[1]}cell-id={anchor(m[2])})", cell["source"])
        cell["source"] = without_navigation(cell["source"])
    opening = list(itertools.takewhile(lambda cell: cell in prose, nb["cells"]))
    for cell in {id(cell): cell for cell in (*opening[-1:], prose[-1])}.values():
        cell["source"] += f"\n\n{navigation(number)}"
    for cell in prose:
        if notebooks.opening(cell) == MAP:
            words = cell["source"].partition("\n| no. |")[0].rstrip()
            cell["source"] = f"{words}\n\n{course_map()}"
    return nb


def without_navigation(text):
    """Some Markdown without the line of links: slides do not need it."""
    return re.sub(r"\n*^\*\[.+ · \[map\]\([^)]+\)\*$", "", text, flags=re.MULTILINE)


def _pages():
    """What notebook 00 explains for all others."""
    there = map(notebooks.opening, notebooks.cells(notebooks.NOTEBOOKS / START))
    return [heading for heading in there if heading in ("Notation", "Glossary")]


def _entry(number, title):
    path = notebooks.path_of(number)
    return f"[{title}]({path.name})" if path else f"{title} (to come)"


def _title(name):
    """The words of a file's name: 07 gradient descent."""
    return name.removesuffix(".ipynb").replace("_", " ")
