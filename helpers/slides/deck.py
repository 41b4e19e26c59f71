"""Write a notebook as a deck: one HTML file that holds everything, for the lecture room and for the students' laptops.

reveal.js moves the slides; formulas are MathML; every live figure plays frames made from the figure itself.
"""

import hashlib
import os
from pathlib import Path

import jinja2

from helpers.course.paths import DATA, ROOT
from helpers.course.perform import figures_of
from helpers.slides import maths, story, text
from helpers.slides.frames import STOPS, Film

HERE = Path(__file__).parent
BUILD = ROOT / "build" / "slides"
BUDGET = 6_000_000  # bytes that a deck may have


def build(path, folder=BUILD, stops=STOPS):
    """The deck of a notebook; made anew only if the notebook or anything that makes it has changed."""
    target, mark = Path(folder) / f"{path.stem}.html", f'<meta name="made-from" content="{_state(path, stops)}">'
    if not (target.exists() and mark in target.read_text(encoding="utf-8")[:500]):
        made = story.pages(path)
        shown = figures_of(path, [page.figure for page in made if page.figure])
        for fewer in (stops, 9, 6):  # the larger the pictures, the fewer of them
            words = page(made, {figure.name: Film(figure, min(stops, fewer)).data for figure in shown}, mark)
            if len(words) < 0.98 * BUDGET:
                break
        _write(target, words)
    if target.stat().st_size > BUDGET:
        raise ValueError(
            f"{target.name} has {target.stat().st_size / 1e6:.1f} MB, the limit is {BUDGET / 1e6:g}: "
            "use fewer controls or presets in its largest figure"
        )
    return target


def page(made, films, mark=""):
    """The HTML of a deck: its pages and the films of the figures on them."""
    templates = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE), autoescape=True)
    templates.filters.update(part=_part, rendered=text.rendered)
    return templates.get_template("deck.html").render(
        pages=made, films=films, mark=mark, font=_font(), colours=text.code_colours(),
        style=(HERE / "deck.css").read_text(encoding="utf-8"), script=(HERE / "deck.js").read_text(encoding="utf-8"),
        reveal={part: _reveal(part) for part in ("dist/reveal.css", "dist/reveal.js", "plugin/notes/notes.js")},
    )  # fmt: skip


def _part(part):
    """One part of a page as HTML."""
    kind, words = part
    return {"code": text.python, "printed": text.printed}.get(kind, text.rendered)(words)


def _state(path, stops):
    """A fingerprint of what a deck is made from."""
    code = sorted(p for p in HERE.parent.rglob("*") if p.suffix in (".py", ".html", ".css", ".js"))
    parts = [path, ROOT / "requirements.lock", *code, *sorted(DATA.glob("*.csv"))]
    return hashlib.sha256(b"".join(p.read_bytes() for p in parts) + str(stops).encode()).hexdigest()[:16]


def _reveal(part):
    """A file of reveal.js, which the Python package sphinx-revealjs carries."""
    return (maths.package("sphinx_revealjs") / "_static" / "revealjs" / part).read_text(encoding="utf-8")


def _font():
    """The font for formulas; cutting it takes a second, so it is kept."""
    kept = BUILD / f"font-{hashlib.sha256(Path(maths.__file__).read_bytes()).hexdigest()[:8]}.txt"
    if not kept.exists():
        _write(kept, maths.maths_font())
    return kept.read_text()


def _write(target, words):
    """All or nothing, since two processes may write the same file."""
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(f".{os.getpid()}")
    part.write_text(words, encoding="utf-8")
    part.replace(target)
