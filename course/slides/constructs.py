"""A table of every construct that formulas on slides use, each in its shortest formula.

`python -m course.slides.constructs` writes it as a page, to be looked at after a change in how
formulas are set.
"""

import re
import sys
from html import escape
from pathlib import Path

from course import notebooks
from course.slides import deck, story, text
from course.slides.story import Page

SIGN = re.compile(r"\\[A-Za-z]+|\\.|[_^]|&")
NESTED = re.compile(r"\\(sqrt|frac|hat|bar|tilde|underbrace|overline|mathbb|mathcal)\b")


def formulas(paths):
    """(TeX, whether it stands on a line of its own) of all formulas on slides."""
    found = {}
    for path in paths:
        for page in story.pages(path):
            words = [page.title, *(str(part) for kind, part in page.parts if kind != "code")]
            if page.ask is not None:
                words += [page.ask.question, page.ask.answer, *page.ask.options]
            for match in text.FORMULA.finditer("\n\n".join(words)):
                if match["display"] or match["inline"]:
                    tex = match["display"] or match["inline"]
                    found[" ".join(tex.split()), bool(match["display"])] = True
    return list(found)


def shortest(known):
    """The shortest formula for each construct, and for each pair of nested ones."""
    best = {}
    for tex, display in sorted(known, key=lambda one: len(one[0])):
        signs = SIGN.findall(tex)
        nested = NESTED.findall(tex)
        pairs = [f"\\{a} … \\{b}" for a, b in zip(nested, nested[1:])]
        for construct in dict.fromkeys([*signs, *pairs]):
            best.setdefault((construct, display), tex)
    return dict(sorted(best.items()))


def page(paths, rows=9):
    """The table as a deck, a few rows a slide."""
    lines = []
    for (construct, alone), tex in shortest(formulas(paths)).items():
        shown = text.formulas(f"$${tex}$$" if alone else f"a ${tex}$ b")
        lines.append(f"<tr><td><code>{escape(construct)}</code></td><td>{shown}</td></tr>")
    slides = [
        Page(f"Constructs {n}", [("markdown", f"<table>{''.join(lines[k : k + rows])}</table>")])
        for n, k in enumerate(range(0, len(lines), rows), 1)
    ]
    return deck.page(slides, {})


if __name__ == "__main__":
    target = Path(deck.BUILD) / "constructs.html"
    deck.write(target, page(notebooks.paths(*sys.argv[1:])))
    print(target)
