"""The story that a notebook tells on slides: pages with text, results, code, a guess or a figure.

Cells of type `slide` and `subslide` start a page, `fragment` adds to it, `notes` are for the
lecturer, `skip` is left out. A live figure gets a page of its own, since picture, controls and
claims fill a screen; so does a long function. The guess of a figure stands on its page, above the
picture. A deck opens with its first figure: the words between the title
and that figure are what the lecturer says.
"""

import re
from dataclasses import dataclass, field
from html import escape

from course import figures, guesses, notebooks, outline

SOURCES = re.compile(r"\n\n\*\*Sources\.\*\*.*", re.S)  # for readers, not for the projector
LONG_CODE = 40  # lines of code that still fit, in two columns, under a title and a sentence


@dataclass
class Ask:
    """A guess to vote on: HTML of the question, of its options, and of the answer.

    `right` is the place of the right option; None if a number is asked for.
    """

    question: str
    options: list
    answer: str
    right: int | None

    @classmethod
    def of(cls, guess):
        """The guess as slides show it."""
        options = list(getattr(guess, "options", ()))
        right = options.index(guess.answer) if options else None
        return cls(guess.question, list(map(escape, options)), guess.solution, right)


@dataclass
class Page:
    """One slide.

    `parts` are (kind, content) with kind markdown, code, result, printed, guess or answer;
    `figure` names a live figure, `ask` is its guess.
    """

    title: str
    parts: list = field(default_factory=list)
    figure: str = ""
    ask: Ask = None
    notes: list = field(default_factory=list)


def pages(path):
    """The pages of a notebook, in order."""
    found, cells = [], notebooks.cells(path)
    for cell, shown, guess in zip(cells, figures.in_cells(cells), guesses.in_cells(cells)):
        kind, source = notebooks.slide_type(cell), outline.without_navigation(cell["source"])
        ask = None if guess is None else Ask.of(guess)
        if kind in ("slide", "subslide"):
            title, _, rest = SOURCES.sub("", source).partition("\n")
            headed = title.startswith("#")
            text = ("markdown", rest if headed else source)
            found.append(Page(title.lstrip("# ") if headed else "", [text]))
        elif _opens(found) and kind == "skip" and cell["cell_type"] == "markdown":
            found[0].notes.append(source)
        elif kind == "notes" and found:
            found[-1].notes.append(source)
        elif kind == "fragment" and found and shown:
            _add_figure(found, shown[0], ask)
        elif kind == "fragment" and found:
            _add(found, cell, source, ask)
    return found


def _opens(found):
    """Is there only a title yet?"""
    return len(found) == 1 and not found[0].figure and _blank(found[0])


def _blank(page):
    return not "".join(str(words) for _, words in page.parts).strip()


def _add_figure(found, name, ask):
    """A figure has a page of its own, with its guess; an empty page before it goes."""
    last = found[-1]
    page = Page(last.title, figure=name, ask=ask)
    if not last.figure and _blank(last):
        page.notes = found.pop().notes
    found.append(page)


def _add(found, cell, source, ask):
    """A fragment: under the page's text, or on a page of its own with the same title."""
    last = found[-1]
    if _blank(last):
        last.parts = []  # only the title was there: the fragment is seen at once
    if cell["cell_type"] == "markdown" and not last.figure:
        last.parts.append(("markdown", source))
    elif cell["cell_type"] == "markdown":
        found.append(Page(last.title, [("markdown", source)]))
    else:
        _add_result(found, last, list(_shown(cell, source, ask)))


def _add_result(found, last, parts):
    listings = [text for kind, text in parts if kind == "result"]
    blocks = [block for text in listings for block in re.findall(r"```.*?```", text, re.S)]
    if sum(map(_lines, blocks)) > LONG_CODE:
        packs = ([("result", block) for block in few] for few in _packed(blocks))
        found.extend(Page(last.title, pack) for pack in packs)
    elif last.figure:
        found.append(Page(last.title, parts))
    else:
        last.parts.extend(parts)


def _packed(blocks):
    """Blocks of code in order, as many on a page as fit."""
    packs = []
    for block in blocks:
        if not packs or sum(map(_lines, packs[-1])) + _lines(block) > LONG_CODE:
            packs.append([])
        packs[-1].append(block)
    return packs


def _lines(block):
    return block.count("\n") - 1


def _shown(cell, source, ask):
    """What a code cell shows: its output, and its code if it is tagged to be read.

    A call of `source` shows its code as output.
    """
    if "read" in cell["metadata"].get("tags", []) and not source.startswith("source("):
        yield "code", source
    if ask is not None:
        yield from (("guess", ask), ("answer", ask.answer))
        return
    for output in cell["outputs"]:
        data = output.get("data", {})
        if output["output_type"] == "stream":
            yield "printed", output["text"]
        elif "text/markdown" in data:
            yield "result", data["text/markdown"]
        elif "text/plain" in data:
            yield "printed", data["text/plain"]
