"""Rehearse live slides: run a notebook in a real JupyterLab, enter slide mode, walk there and back.

One server serves all notebooks of a rehearsal. It shows copies: nothing that is tried is saved.
"""

import contextlib
import json
import shutil
import tempfile
from pathlib import Path

from course import figures, notebooks, serve
from course.slides.findings import Finding

HERE = Path(__file__).parent
STEPS = ("slide", "subslide", "fragment")
PATIENCE = 60  # seconds in which a key must have had its effect, on a slow machine too
PANEL = "window.jupyterapp.shell.currentWidget"
KERNEL = f"{PANEL}.sessionContext.session.kernel"
FIGURES = """__import__("json").dumps({f.name: [f.guess is not None,
__import__("course.slides.frames", fromlist=[""]).letters(f)]
for f in __import__("helpers.live", fromlist=[""]).figures()}).encode().hex()"""
ASK = f"""async code => {{ const asked = {{code: "", silent: true, user_expressions: {{it: code}}}};
  const reply = await {KERNEL}.requestExecute(asked).done;
  return reply.content.user_expressions.it.data?.["text/plain"]; }}"""


@contextlib.contextmanager
def room():
    """A JupyterLab without notebooks; yields (its address, its folder)."""
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "notebooks"
        folder.mkdir()
        with serve.lab(folder, Path(home)) as address:
            yield address, folder


def findings(window, hall, path, smallest):
    """Everything that would go wrong with the live slides of a notebook."""
    address, folder = hall
    shutil.copy(path, folder)
    found = []
    with contextlib.closing(window.context.new_page()) as page:
        page.on("pageerror", lambda error: found.append(_script_error(error)))
        page.set_default_timeout(1000 * serve.PATIENCE)
        serve.open_notebook(page, address, path.name)
        enter(page)
        page.evaluate(_text("measure.js"))
        found += page.evaluate(_text("live.js"), _plan(page, path, smallest))
        page.evaluate(f"{PANEL}.sessionContext.shutdown()")
    return [Finding(**one, mode="live") for one in found]


def enter(page):
    """Enter slide mode at the first cell, and wait until it has run all of them."""
    page.evaluate(f"{PANEL}.content.activeCellIndex = 0")
    page.keyboard.press("Alt+r")
    page.wait_for_function("document.body.dataset.lectureAwake === 'yes'")


def _script_error(error):
    return {"slide": 0, "title": "", "kind": "script error", "detail": str(error)[:200]}


def _text(name):
    return (HERE / name).read_text(encoding="utf-8")


def _plan(page, path, smallest):
    """What the walk must meet: its steps, and the figures by the number of their cell.

    A figure that asks is two steps of one cell: first the vote, then the picture.
    """
    cells = notebooks.cells(path)
    shown = {i: names[0] for i, names in enumerate(figures.in_cells(cells)) if names}
    steps = [i for i, cell in enumerate(cells) if notebooks.slide_type(cell) in STEPS]
    known = bytes.fromhex((page.evaluate(ASK, FIGURES.replace("\n", " ")) or "7b7d").strip("'"))
    known = json.loads(known)
    asking = {name for name, (asks, _) in known.items() if asks}
    letters = {name: size for name, (_, size) in known.items()}
    return {
        "steps": [i for i in steps for _ in range(1 + (shown.get(i) in asking))],
        "figures": {str(i): shown[i] for i in steps if i in shown},
        "letters": {**letters, "smallest": smallest},
        "patience": PATIENCE,
    }
