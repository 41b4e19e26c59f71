"""What would go wrong on stage, a sentence each: its kind, its remedy; and what the text shows.

The rest is seen in a browser: rehearse.js.
"""

import re
from dataclasses import dataclass, replace

from course.slides import text

WORDS = 60  # on one slide
CODE = re.compile(r"```.*?```|`[^`\n]+`", re.S)
LINK = re.compile(r"\]\(([^)\s]+)\)|href=\"([^\"]+)\"")
NOTEBOOK = re.compile(r"\bnotebook (\d\d)\b|\*\*Next:\*\* (\d\d)\b")
WEB = re.compile(r"(https?://[\w-]+(\.[\w-]+)+(/|$)|mailto:.+@.+)")

ADVICE = {
    "no title": "start its cell with a heading",
    "overflow": "move a part of its text to a `skip` cell, or start a `subslide`",
    "small text": "nothing on a slide may be under 16 px (24 px on a 1080p projector)",
    "small formula": "write the fraction with a slash, or the formula on a line of its own",
    "small picture": "give the words in the picture a larger font, or shorten its guess",
    "picture jumps": "shorten the longest of its captions, steps and theorem",
    "long caption": "shorten the caption, the step's sentence or the theorem's words",
    "no label": "give the control a text label",
    "no story": 'give the figure a story: nobody should have to hunt for "the good value"',
    "no sentence": "give every step of the story a name, and a sentence that says where to look",
    "no caption": "the figure's caption must say what to notice, at every position",
    "no alt text": "describe the picture: ![what is seen](file)",
    "broken picture": "the file of the picture is not there, or is no picture",
    "claim fails": "a claim that applies must hold: mend its formula, or say why it does not apply",
    "dead slider": "the control changes nothing: leave it out, or fold it under `more`",
    "pale text": "letters need a contrast of 4.5 to their ground: take a darker colour",
    "many words": f"at most {WORDS} words are read on a slide: move some to a `skip` cell",
    "broken formula": "mend the TeX between the dollars",
    "dead link": "the file, the address or the notebook that is named is not there",
    "no notes": "say in the figure's `notes` what the lecturer asks and shows",
    "figure fails": "the figure cannot be drawn at every step and end of a slider: see its compute",
    "does not run": "run all cells of the notebook in order, and mend the first that fails",
    "too large": "use fewer controls or steps in the largest figure",
    "stands still": "the figure does not live after Run All: see its cell and those before it",
    "dead key": "give a story nine steps at most; if it has no more, report the slides' own fault",
    "no answer": "the guess does not show its answer with the figure: does the figure wait for it?",
    "lost step": "each step shows its cell, also on the way back: `skip` a cell that shows nothing",
    "covered": "the words lie under the slide's number: shorten them",
    "script error": "this is a fault of the slides' own program: report it",
}


@dataclass(frozen=True)
class Finding:
    """A defect: number and title of its slide (0 for all of them), kind, and what was seen.

    `mode` is deck or live: a figure's text and its picture are two slides of a deck, and one live.
    """

    slide: int
    title: str
    kind: str
    detail: str = ""
    mode: str = "deck"

    def __str__(self):
        whole, one = {"deck": ("the deck", "slide"), "live": ("live", "live slide")}[self.mode]
        where = f"{one} {self.slide} ({self.title or 'untitled'})" if self.slide else whole
        detail = f": {self.detail}" if self.detail else ""
        return f"{where}: {self.kind}{detail}; {ADVICE[self.kind]}"


def read(pages, folder):
    """(pages whose formulas can all be set, what the text alone shows to be wrong)."""
    mended, found = [], []
    for number, page in enumerate(pages, 1):
        page, broken = _mended(page)
        mended.append(page)
        wrong = [("broken formula", words) for words in broken]
        wrong += [("dead link", link) for link in dead_links(page, folder)]
        count = word_count(page)
        if count > WORDS:
            wrong.append(("many words", f"{count}"))
        if page.figure and not page.notes:
            wrong.append(("no notes", page.figure))
        found += [Finding(number, page.title, kind, detail) for kind, detail in wrong]
    return mended, found


def word_count(page):
    """Words on a slide, those that appear later included; a formula is one, code is none."""
    words = " ".join(str(part) for kind, part in page.parts if kind in ("markdown", "result"))
    words = text.FORMULA.sub(lambda m: " " if m["code"] else " formula ", words)
    plain = re.sub(r"\]\([^)]*\)|<[^>]*>|^[\s|:-]+$", " ", words, flags=re.M)
    return len(re.findall(r"\w[\w'’-]*", plain))


def dead_links(page, folder):
    """Links of a slide and notebooks it names that are not there; the network is not asked."""
    words = "\n".join(CODE.sub("", str(part)) for kind, part in page.parts if kind == "markdown")
    for inside, tag in LINK.findall(words):
        target = inside or tag
        file = target.partition("#")[0]
        if not (WEB.match(target) if ":" in target else not file or (folder / file).exists()):
            yield target
    for inside, next_one in NOTEBOOK.findall(words):
        if not any(folder.glob(f"{inside or next_one}_*.ipynb")):
            yield f"notebook {inside or next_one}"


def _mended(page):
    """(the page with broken formulas as plain code, the sentences about them)."""
    broken = []

    def whole(words):
        words, wrong = text.mended(words)
        broken.extend(wrong)
        return words

    parts = [
        (kind, words if kind in ("code", "printed") or not isinstance(words, str) else whole(words))
        for kind, words in page.parts
    ]
    page = replace(page, title=whole(page.title), parts=parts, notes=list(map(whole, page.notes)))
    if page.ask is not None:
        options = list(map(whole, page.ask.options))
        ask = {"question": whole(page.ask.question), "answer": whole(page.ask.answer)}
        page.ask = replace(page.ask, options=options, **ask)
    return page, broken
