"""Photograph a notebook in a real JupyterLab, from the first cell to the last.

    python -m tests.tools.look 07                    as a reader first meets it: Run All, asleep
    python -m tests.tools.look 07 --awake            every guess answered with "just show me"
    python -m tests.tools.look 07 --awake --folded   folded sections opened too

The pictures, one a screen at 1440 x 900, are build/look/07/000.png and so on.
"""

import argparse
import shutil
import tempfile
from pathlib import Path

from course import notebooks
from tests.tools import browser

SCREEN = 760  # pixels to scroll at a time: screens overlap a little
OUTER = ".jp-WindowedPanel-outer"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tests.tools.look")
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("number", help="such as 07")
    parser.add_argument("--awake", action="store_true", help="press “just show me” everywhere")
    parser.add_argument("--folded", action="store_true", help="open folded sections")
    options = parser.parse_args(arguments)
    path = notebooks.path_of(options.number)
    if path is None:
        parser.error(f"there is no notebook {options.number}")
    target = browser.ROOT / "build" / "look" / options.number
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "notebooks"
        shutil.copytree(path.parent, folder)
        with browser.lab(folder, Path(home)) as address, browser.page(1440, 900) as page:
            browser.open_notebook(page, address, path.name)
            count = photograph(page, target, options)
    print(f"{count} pictures in {target.relative_to(browser.ROOT)}")


def photograph(page, target, options):
    """Run All, then one picture a screen; returns how many."""
    page.evaluate("window.jupyterapp.commands.execute('application:toggle-left-area')")
    if options.folded:
        page.evaluate("window.jupyterapp.commands.execute('notebook:expand-all-headings')")
    browser.run_all(page)
    page.wait_for_function(
        "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.status == 'idle'"
    )
    page.wait_for_timeout(3000)  # the last outputs arrive after the kernel is idle
    scroll(page, 0)
    y, count = 0, 0
    while True:
        if options.awake:
            wake(page)
        page.screenshot(path=str(target / f"{count:03d}.png"))
        count += 1
        if y + SCREEN >= page.evaluate(f"document.querySelector('{OUTER}').scrollHeight - 100"):
            return count
        y += SCREEN
        scroll(page, y)


def scroll(page, y):
    """Scroll, and wait until what is there now has been drawn."""
    page.evaluate(f"document.querySelector('{OUTER}').scrollTop = {y}")
    page.wait_for_timeout(900)


def wake_all(page):
    """Walk through the notebook once and press “just show me” everywhere."""
    y = 0
    while y < page.evaluate(f"document.querySelector('{OUTER}').scrollHeight"):
        page.evaluate(f"document.querySelector('{OUTER}').scrollTop = {y}")
        page.wait_for_timeout(150)  # cells that come into sight are rendered
        wake(page)
        y += SCREEN


def wake(page):
    """Press every “just show me” that is on the page now; an answered one hides its own."""
    pressed = page.evaluate(
        """() => { const open = [...document.querySelectorAll('button.live-skip')]
                     .filter(button => button.offsetParent);
                   open.forEach(button => button.click());
                   return open.length; }"""
    )
    if pressed:
        page.wait_for_timeout(500)


if __name__ == "__main__":
    main()
