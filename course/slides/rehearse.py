"""Rehearse a deck: open it in a browser, walk every slide, and say what would go wrong.

The browser is as wide as a small projector. Every step and both ends of every slider are tried
too, since the words under a picture change with them.
"""

import contextlib
import shutil
import sys
from pathlib import Path

from course.slides import deck

WALK = Path(__file__).with_suffix(".js")
SIZE = {"width": 1280, "height": 720}
QUICK = 2  # a rehearsal needs the ends of a slider, not the way between them
PATIENCE = 300_000  # milliseconds that a page may take on a slow machine
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")

ADVICE = {
    "no title": "start its cell with a heading",
    "overflow": "move a part of its text to a `skip` cell, or start a `subslide`",
    "small text": "nothing on a slide may be under 16 px (24 px on a 1080p projector); "
    "see course/slides/deck.css",
    "small picture": "shorten the figure's caption, theorem or steps: they take its room",
    "no label": "give the control a text label",
    "no story": 'give the figure a story: nobody should have to hunt for "the good value"',
    "no alt text": "the figure's caption is empty",
}


def report(paths, folder=deck.BUILD / "rehearsal"):
    """Rehearse the decks of some notebooks and print what is wrong; returns the exit code."""
    total = 0
    with stage() as page:
        for path in paths:
            wrong = defects(page, deck.build(path, folder, QUICK))
            verdict = "ready" if not wrong else f"{len(wrong)} to mend"
            print(f"{path.stem}: {verdict}", flush=True)
            for words in wrong:
                print(f"  {words}")
            total += len(wrong)
    return min(total, 1)


def defects(page, file, letters=16):
    """Everything that would go wrong with a deck, a sentence each.

    No letter of a picture may be under `letters` pixels.
    """
    page.goto(file.resolve().as_uri(), timeout=PATIENCE)
    return list(map(_sentence, page.evaluate(WALK.read_text(encoding="utf-8"), letters)))


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
            page = browser.new_page(viewport=SIZE)
            page.set_default_timeout(PATIENCE)
            yield page
        finally:
            browser.close()


def _sentence(found):
    where = f"slide {found['slide']} ({found['title'] or 'untitled'})"
    detail = f": {found['detail']}" if found["detail"] else ""
    return f"{where}: {found['kind']}{detail}; {ADVICE[found['kind']]}"
