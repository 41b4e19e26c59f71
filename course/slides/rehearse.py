"""Rehearse slides: walk them in a browser, as a deck and live, and say all that would go wrong.

The browser is as wide as a small projector. Every step and both ends of every slider are tried
too, since the words of a figure change with them. What cannot be shown is reported, and the rest
is rehearsed without it. Live slides are walked in live.py.
"""

import contextlib
import shutil
import sys
import traceback
from dataclasses import replace
from pathlib import Path

from course.perform import performance
from course.slides import deck, findings, live, story
from course.slides.findings import Finding
from course.slides.frames import Film

WALK = Path(__file__).with_suffix(".js")
MEASURE = WALK.with_stem("measure")
SIZE = {"width": 1280, "height": 720}
MODES = ("deck", "live")  # how a lecture can be given
QUICK = 2  # a rehearsal needs the ends of a slider, not the way between them
LETTERS = 14  # pixels that words in a picture must have at 1280 x 720
PATIENCE = 300_000  # milliseconds that a page may take on a slow machine
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


def report(paths, folder=deck.BUILD / "rehearsal", modes=MODES):
    """Rehearse the slides of some notebooks and print what is wrong; returns the exit code."""
    total = 0
    with stage() as page, live.room() if "live" in modes else contextlib.nullcontext() as room:
        for path in paths:
            wrong = deck_findings(page, path, folder) if "deck" in modes else []
            wrong += live.findings(page, room, path, LETTERS) if "live" in modes else []
            verdict = "ready" if not wrong else f"{len(wrong)} to mend"
            print(f"{path.stem}: {verdict}", flush=True)
            for found in wrong:
                print(f"  {found}")
            total += len(wrong)
    return min(total, 1)


def deck_findings(page, path, folder):
    """Everything that would go wrong with the deck of a notebook."""
    made = story.pages(path)
    films, found = filmed(path, made)
    shown = [one if one.figure in films else replace(one, figure="", ask=None) for one in made]
    shown, wrong = findings.read(shown, path.parent)
    found += wrong
    words = deck.page(shown, {name: film.settle(()) for name, film in films.items()})
    if len(words.encode()) > deck.BUDGET:
        size = f"{len(words.encode()) / 1e6:.1f} MB, the limit is {deck.BUDGET / 1e6:g}"
        found.append(Finding(0, "", "too large", size))
    file = Path(folder) / f"{path.stem}.html"
    deck.write(file, words)
    return sorted(found + walked(page, file), key=lambda one: one.slide)


def filmed(path, pages):
    """(the films of a notebook's figures by name, what could not be filmed)."""
    places = {page.figure: (n, page.title) for n, page in enumerate(pages, 1) if page.figure}
    films, found = {}, []
    try:
        with performance(path, list(places)) as figures:
            for figure in figures:
                try:
                    films[figure.name] = Film(figure, QUICK, sharp=False)
                except Exception as error:  # whatever a figure may raise
                    found.append(Finding(*places[figure.name], "figure fails", _short(error)))
            deck.add_notes(pages, figures)
    except Exception as error:  # whatever a cell may raise
        return {}, [Finding(0, "", "does not run", _short(error))]
    return films, found


def walked(page, file):
    """What goes wrong with a deck in the browser."""
    page.goto(file.resolve().as_uri(), timeout=PATIENCE)
    page.evaluate(MEASURE.read_text(encoding="utf-8"))
    found = page.evaluate(WALK.read_text(encoding="utf-8"), LETTERS)
    return [Finding(**one) for one in found]


def chromium():
    """The path of a browser, or None."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@contextlib.contextmanager
def stage():
    """A browser page of the size of a small projector."""
    program = chromium()
    if program is None:
        sys.exit(
            "A rehearsal needs Chromium or Chrome: install it, for example with "
            "`sudo apt install chromium`."
        )
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        options = {"executable_path": program, "args": FLAGS, "timeout": PATIENCE}
        browser = playwright.chromium.launch(**options)
        try:
            page = browser.new_context(viewport=SIZE).new_page()
            page.set_default_timeout(PATIENCE)
            yield page
        finally:
            browser.close()


def _short(error):
    """One line about an error, and where it was raised."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"in {last.name}, {Path(last.filename).name} line {last.lineno}"
    return f"{type(error).__name__} ({where}): {error}".splitlines()[0][:200]
