"""Links between notebooks, clicked in JupyterLab: the cell that they name comes into view."""

import re
import shutil

import pytest

from course import notebooks
from course.pages import glossary
from helpers import lookup
from tests.tools import browser

pytestmark = pytest.mark.browser
ASKED = "Durham, lecture 4, Note 25"  # notebook 00 looks it up
IN_VIEW = """([file, id]) => {
  const panel = window.jupyterapp.shell.currentWidget;
  if (panel?.context?.path !== file) return false;
  const cell = panel.content.widgets.find(cell => cell.model.id === id);
  const box = cell?.node.getBoundingClientRect(), page = panel.content.node.getBoundingClientRect();
  return cell?.isVisible && box.height > 0
    && box.top >= page.top - 20 && box.top < page.bottom - 20;
}"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    browser.needed()
    folder, home = tmp_path_factory.mktemp("notebooks"), tmp_path_factory.mktemp("home")
    for path in notebooks.paths("00", "07"):
        shutil.copy(path, folder)
    shutil.copytree(notebooks.NOTEBOOKS / "guides", folder / "guides")
    with browser.lab(folder, home) as address:
        yield address


def follow(page, link):
    """Scroll until the link is there, and click it."""
    wanted = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)").get_by_role("link", name=link)
    panel = ".jp-NotebookPanel:not(.lm-mod-hidden) .jp-WindowedPanel-outer"
    down = f"document.querySelector('{panel}').scrollTop += 300"

    def there():
        page.evaluate(down)
        return wanted.count() > 0

    browser.until(page, there)
    wanted.first.click()


def test_what_is_looked_up_is_one_click_away(lab):
    (row,) = lookup.find(ASKED)
    words, file, cell = re.fullmatch(r"\[(.+)\]\((.+)#cell-id=(.+)\)", lookup.link(row)).groups()
    with browser.page(1440, 900) as page:
        browser.open_notebook(page, lab, "00_start.ipynb")
        follow(page, words)
        browser.until(page, lambda: page.evaluate(IN_VIEW, [file, cell]))


@pytest.mark.parametrize("words, cell", [("map", "map-of-the-course"), ("notation", "notation")])
def test_map_and_notation_are_one_click_away(lab, words, cell):
    with browser.page(1440, 900) as page:
        browser.open_notebook(page, lab, "07_gradient_descent.ipynb")
        follow(page, words)
        browser.until(page, lambda: page.evaluate(IN_VIEW, ["00_start.ipynb", cell]))


OPEN_PAGE = """path => { window.jupyterapp.commands.execute(
  'docmanager:open', {path, factory: 'Markdown Preview'}); }"""
HEADING_IN_VIEW = """([file, id]) => {
  const panel = window.jupyterapp.shell.currentWidget;
  if (panel?.context?.path !== file) return false;
  const heading = panel.node.querySelector(`[data-jupyter-id="${id}"]`);
  const box = heading?.getBoundingClientRect();
  const page = panel.node.getBoundingClientRect();
  return box && box.height > 0 && box.top >= page.top - 20 && box.top < page.bottom - 20;
}"""


def test_a_refresher_is_one_click_away_and_the_way_back_too(lab):
    with browser.page(1440, 900) as page:
        browser.open_notebook(page, lab, "00_start.ipynb")
        follow(page, "4 gaussian posterior")
        there = ["guides/refreshers.md", "4-gaussian-posterior"]
        browser.until(page, lambda: page.evaluate(HEADING_IN_VIEW, there))
        shown = page.locator(".jp-MarkdownViewer:not(.lm-mod-hidden)")
        shown.get_by_role("link", name="notebook 00").click()
        back = ["00_start.ipynb", "are-you-ready"]
        browser.until(page, lambda: page.evaluate(IN_VIEW, back))


def test_a_term_of_the_glossary_leads_to_its_section(lab):
    term = next(term for term in glossary.terms() if term.words == "momentum")
    words, file, cell = re.fullmatch(
        r"\[(.+)\]\(../(.+)#cell-id=(.+)\)", glossary.place(term)
    ).groups()
    with browser.page(1440, 900) as page:
        browser.open_notebook(page, lab, "00_start.ipynb")
        page.evaluate(OPEN_PAGE, "guides/glossary.md")
        shown = page.locator(".jp-MarkdownViewer:not(.lm-mod-hidden)")
        shown.get_by_role("link", name=words).first.click()
        browser.until(page, lambda: page.evaluate(IN_VIEW, [file, cell]))
