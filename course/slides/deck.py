"""Write a notebook as a deck: one HTML file that holds everything.

reveal.js moves the slides; formulas are MathML; every live figure plays frames made from the
figure itself. The file is for the lecture room and for the students' laptops.
"""

import base64
import hashlib
import os
from pathlib import Path

import jinja2

from course.notebooks import DATA, ROOT
from course.perform import performance
from course.slides import story, text
from course.slides.frames import STOPS, Film

HERE = Path(__file__).parent
VENDOR = HERE / "vendor"
BUILD = ROOT / "build" / "slides"
BUDGET = 6_000_000  # bytes that a deck may have
MADE_OF = (".py", ".html", ".css", ".js", ".woff2")
STYLES = ("deck.css", "figure.css", "flat.css", "speaker.css")
SCRIPTS = ("vote.js", "player.js", "flat.js", "here.js", "speaker.js", "deck.js")
CARRIED = ("reveal.css", "reveal.js", "qrcode.js")


def build(path, folder=BUILD, stops=STOPS, sharp=True, address=""):
    """The deck of a notebook; made anew only if anything that it is made of has changed.

    `sharp` asks for pictures of double density, as far as the budget reaches; `address` says on
    which web page the decks will be, so that a link can be shown to the class.
    """
    target = Path(folder) / f"{path.stem}.html"
    mark = f'<meta name="made-from" content="{_state(path, stops, sharp, address)}">'
    if not (target.exists() and mark in target.read_text(encoding="utf-8")[:500]):
        write(target, _made(path, stops, sharp, {"mark": mark, "address": address}))
    size = target.stat().st_size
    if size > BUDGET:
        raise ValueError(
            f"{target.name} has {size / 1e6:.1f} MB, the limit is {BUDGET / 1e6:g}: "
            "use fewer controls or steps in its largest figure"
        )
    return target


def page(made, films, mark="", address=""):
    """The HTML of a deck: its pages and the films of the figures on them."""
    loader = jinja2.FileSystemLoader(HERE)
    templates = jinja2.Environment(loader=loader, autoescape=True)
    templates.filters.update(part=_part, rendered=text.rendered, formulas=text.formulas)
    font = base64.b64encode((VENDOR / "deck-math.woff2").read_bytes()).decode()
    return templates.get_template("deck.html").render(
        pages=made,
        films=films,
        mark=mark,
        address=address,
        font=font,
        colours=text.code_colours(),
        styles="\n".join(_text(HERE / name) for name in STYLES),
        scripts=[_text(HERE / name) for name in SCRIPTS],
        reveal={name: _text(VENDOR / name) for name in CARRIED},
    )


def _made(path, stops, sharp, head):
    """The text of a deck; the larger its pictures, the fewer of them."""
    made = story.pages(path)
    with performance(path, [page.figure for page in made if page.figure]) as shown:
        add_notes(made, shown)
        for fewer in (stops, 9, 6):
            films = [Film(figure, min(stops, fewer), sharp) for figure in shown]
            plain = page(made, {film.data["name"]: film.settle(()) for film in films}, **head)
            room = 0.98 * BUDGET - len(plain.encode())
            if room > 0:
                break
    return page(made, sharpened(films, room), **head)


def add_notes(pages, figures):
    """Put the lecturer's notes of each figure on its page."""
    notes = {figure.name: getattr(figure, "notes", "") for figure in figures}
    for page in pages:
        if notes.get(page.figure):
            page.notes.append(notes[page.figure])


def sharpened(films, room):
    """Give as many pictures double density as fit into `room` bytes; those that stand first."""
    more = []  # what a sharp picture costs beyond the plain one
    for film in films:
        for number, (plain, sharp) in enumerate(film.pictures):
            more.append((number not in film.standing, len(sharp) - len(plain), film, number))
    chosen = {film: set() for film in films}
    for _, cost, film, number in sorted(more, key=lambda one: one[:2]):
        room -= max(cost, 0)
        if room < 0:
            break
        chosen[film].add(number)
    return {film.data["name"]: film.settle(chosen[film]) for film in films}


def _part(part):
    """One part of a page as HTML."""
    kind, words = part
    ways = {
        "code": text.python,
        "printed": text.printed,
        "guess": text.guess,
        "answer": text.formulas,
    }
    return ways.get(kind, text.part)(words)


def _state(path, *how):
    """A fingerprint of what a deck is made from."""
    tops = (HERE.parent, ROOT / "helpers", ROOT / "lessons")
    ours = [file for top in tops for file in top.rglob("*")]
    code = sorted(p for p in ours if p.suffix in MADE_OF)
    parts = [path, ROOT / "requirements.lock", *code, *sorted(DATA.glob("*.csv"))]
    words = b"".join(p.read_bytes() for p in parts) + str(how).encode()
    return hashlib.sha256(words).hexdigest()[:16]


def _text(path):
    return path.read_text(encoding="utf-8")


def write(target, words):
    """All or nothing, since two processes may write the same file."""
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(f".{os.getpid()}")
    part.write_text(words, encoding="utf-8")
    part.replace(target)
