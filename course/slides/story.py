"""The story that a notebook tells on slides: pages with text, results, code, a guess or a figure.

Cells of type `slide` and `subslide` start a page, `fragment` adds to it, `notes` are for the
lecturer, `skip` is left out. A live figure gets a page of its own, since picture, controls and
claims fill a screen; so does a long function. The answer of a guess waits on the page of the
figure that shows it.
"""

import re
from dataclasses import dataclass, field

from course import figures, notebooks, outline

SOURCES = re.compile(r"\n\n\*\*Sources\.\*\*.*", re.S)  # for readers, not for the projector
GUESS = re.compile(
    r'<div class="live-guess">(?P<question>.*?)<details><summary>.*?</summary>(?P<answer>.*?)'
    r"</details>",
    re.S,
)
LONG_CODE = 40  # lines of code that still fit, in two columns, under a title and a sentence


@dataclass
class Page:
    """One slide.

    `parts` are (kind, text) with kind markdown, code, result, printed or guess; `figure` names a
    live figure; `answer` is what a guess before it was about.
    """

    title: str
    parts: list = field(default_factory=list)
    figure: str = ""
    answer: str = ""
    notes: list = field(default_factory=list)


def pages(path):
    """The pages of a notebook, in order."""
    found, cells = [], notebooks.cells(path)
    for cell, shown in zip(cells, figures.in_cells(cells)):
        kind, source = notebooks.slide_type(cell), outline.without_navigation(cell["source"])
        if kind in ("slide", "subslide"):
            title, _, rest = SOURCES.sub("", source).partition("\n")
            headed = title.startswith("#")
            text = ("markdown", rest if headed else source)
            found.append(Page(title.lstrip("# ") if headed else "", [text]))
        elif kind == "notes" and found:
            found[-1].notes.append(source)
        elif kind == "fragment" and found:
            _add(found, cell, source, shown)
    return found


def _add(found, cell, source, shown):
    """A fragment: under the page's text, or on a page of its own with the same title."""
    last = found[-1]
    if cell["cell_type"] == "markdown":
        last.parts.append(("markdown", source))
    elif shown:
        asked = [part for part in last.parts if part[0] == "answer"]
        last.parts = [part for part in last.parts if part[0] != "answer"]
        found.append(Page(last.title, figure=shown[0], answer=asked[-1][1] if asked else ""))
    else:
        _add_result(found, last, list(_shown(cell, source)))


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


def _shown(cell, source):
    """What a code cell shows: its output, and its code if it is tagged to be read.

    A call of `source` shows its code as output.
    """
    if "read" in cell["metadata"].get("tags", []) and not source.startswith("source("):
        yield "code", source
    for output in cell["outputs"]:
        data = output.get("data", {})
        guess = GUESS.search(data.get("text/html", ""))
        if output["output_type"] == "stream":
            yield "printed", output["text"]
        elif guess:
            yield "guess", guess["question"]
            yield "answer", guess["answer"]
        elif "text/markdown" in data:
            yield "result", data["text/markdown"]
        elif "text/plain" in data:
            yield "printed", data["text/plain"]
