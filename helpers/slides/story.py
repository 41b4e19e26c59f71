"""The story that a notebook tells on slides: pages with a title, text, printed results, code to read, or a live figure.

Cells of type `slide` and `subslide` start a page, `fragment` adds to it, `notes` are for the lecturer, `skip` is left
out. A live figure gets a page of its own, since picture, controls and claims fill a screen; so does a long function.
"""

import json
import re
from dataclasses import dataclass, field

SOURCES = re.compile(r"\n\n\*\*Sources\.\*\*.*", re.S)  # for readers, not for the projector
LONG_CODE = 40  # lines of code that still fit, in two columns, under a title and a sentence


@dataclass
class Page:
    """One slide: `parts` are (kind, text) with kind markdown, code, result or printed; `figure` names a live figure."""

    title: str
    parts: list = field(default_factory=list)
    figure: str = ""
    notes: list = field(default_factory=list)


def pages(path):
    """The pages of a notebook, in order."""
    found = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        kind, source = cell["metadata"].get("slideshow", {}).get("slide_type", "skip"), "".join(cell["source"])
        if kind in ("slide", "subslide"):
            title, _, rest = SOURCES.sub("", source).partition("\n")
            headed = title.startswith("#")
            found.append(Page(title.lstrip("# ") if headed else "", [("markdown", rest if headed else source)]))
        elif kind == "notes" and found:
            found[-1].notes.append(source)
        elif kind == "fragment" and found:
            _add(found, cell, source)
    return found


def figure_names(text):
    """The live figures that some code makes, by name."""
    return re.findall(r'\bLive\(\s*"([^"]+)"', text)


def _add(found, cell, source):
    """A fragment: under the page's text, or on a page of its own with the same title."""
    title = found[-1].title
    if cell["cell_type"] == "markdown":
        found[-1].parts.append(("markdown", source))
    elif figure_names(source):
        found.append(Page(title, figure=figure_names(source)[0]))
    else:
        parts = list(_shown(cell, source))
        blocks = [block for kind, text in parts if kind == "result" for block in re.findall(r"```.*?```", text, re.S)]
        if sum(map(_lines, blocks)) > LONG_CODE:
            found.extend(Page(title, [("result", block) for block in few]) for few in _packed(blocks))
        elif found[-1].figure:
            found.append(Page(title, parts))
        else:
            found[-1].parts.extend(parts)


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
    """What a code cell shows: its output, and its code if it is tagged to be read (the call of `source` is not)."""
    if "read" in cell["metadata"].get("tags", []) and not source.startswith("source("):
        yield "code", source
    for output in cell["outputs"]:
        data = output.get("data", {})
        if output["output_type"] == "stream":
            yield "printed", "".join(output["text"])
        elif "text/markdown" in data:
            yield "result", "".join(data["text/markdown"])
        elif "text/plain" in data:
            yield "printed", "".join(data["text/plain"])
