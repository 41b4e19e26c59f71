"""The honest time of a notebook: what its core takes a reader, by a formula that anybody can check.

Reading at 120 words a minute, three minutes a figure, eight an exercise. The core is everything
before the first heading that says Further, Appendix, Summary or Sources, and the exercises.
"""

import math
import re

from course import figures, notebooks

WORDS_A_MINUTE, MINUTES_A_FIGURE, MINUTES_AN_EXERCISE = 120, 3, 8
ASIDE = ("Further", "Appendix", "Sources")
DISPLAY_FORMULA = 8  # words that a displayed formula is worth; one in the line counts as one word


def minutes(path):
    """(words, figures, exercises, minutes in all) of the core, the last rounded up to 5."""
    core = list(_core(notebooks.cells(path)))
    words = sum(_words(cell["source"]) for cell in core if cell["cell_type"] == "markdown")
    exercises = sum(_exercises(cell) for cell in core)
    shown = sum(map(len, figures.in_cells(core))) - _searched(core)
    total = words / WORDS_A_MINUTE + MINUTES_A_FIGURE * shown + MINUTES_AN_EXERCISE * exercises
    return words, shown, exercises, 5 * math.ceil(total / 5)


def stated(path):
    """The minutes that the notebook says it takes, or None."""
    found = re.search(r"[Aa]bout (\d+) minutes", notebooks.prose(path))
    return int(found[1]) if found else None


def _core(cells):
    """The title, and the cells of every section that is no aside."""
    aside = False
    for cell in cells:
        if cell["cell_type"] == "markdown" and re.match(r"##? ", cell["source"]):
            aside = notebooks.opening(cell).startswith(ASIDE)
        if not aside:
            yield cell


def _words(text):
    text = re.sub(r"\$\$.*?\$\$", " word" * DISPLAY_FORMULA, text, flags=re.DOTALL)
    text = re.sub(r"\$[^$]+\$", " word ", text)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    return len(re.findall(r"\w[\w'’\-]*", text))


def _exercises(cell):
    """Exercises are asked or checked by their id."""
    source = cell["source"] if cell["cell_type"] == "code" else ""
    return len(re.findall(r"^(?:check|ask)\(\"\d\d-", source, flags=re.MULTILINE))


def _searched(cells):
    """Figures that stand inside an exercise are paid for there."""
    sources = (cell["source"] for cell in cells if cell["cell_type"] == "code")
    return sum(len(re.findall(r"^ask\(\"[^\"]+\", ", source, flags=re.M)) for source in sources)
