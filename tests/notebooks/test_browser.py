"""Every notebook in a real JupyterLab: Run All, guesses, arrow keys, pixels; pictures in build/.

What the kit does by itself (story, drag, typing, themes, saving) is tested in tests/live.
"""

import shutil

import pytest

from course import figures, notebooks
from tests.tools import browser
from tests.tools.look import wake, wake_all

pytestmark = pytest.mark.browser
PATHS = notebooks.paths()
UNFOLD = "window.jupyterapp.commands.execute('notebook:expand-all-headings')"
FOCUS = "handle => document.activeElement === handle"
AT_END = "h => Number(h.getAttribute('aria-valuenow')) >= Number(h.getAttribute('aria-valuemax'))"
STATE = """handle => [document.activeElement.className, handle.getAttribute('aria-valuenow'),
  handle.closest('.live-figure').innerText.slice(0, 300)].join(' | ')"""
STDERR = ".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.stderr']"


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """JupyterLab on a copy of the notebooks, so that saving changes nothing here."""
    browser.needed()
    folder = tmp_path_factory.mktemp("notebooks")
    for path in PATHS:
        shutil.copy(path, folder)
    with browser.lab(folder, tmp_path_factory.mktemp("home")) as address:
        yield address


@pytest.fixture
def page(lab):
    with browser.page() as page:
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        yield page


def picture(figure):
    return figure.locator("img").get_attribute("src")


def alt(figure):
    return figure.locator("img").get_attribute("alt")


@pytest.mark.parametrize("path", PATHS, ids=lambda p: p.stem)
def test_run_all_and_every_figure_follows_the_arrow_keys(path, lab, page):
    browser.open_notebook(page, lab, path.name)
    page.evaluate(UNFOLD)
    browser.run_all(page)
    assert page.locator(STDERR).count() == 0
    wake_all(page)
    for i in range(len(figures.names(notebooks.cells(path)))):
        figure = browser.figure(page, i)
        browser.until(page, lambda f=figure: "asleep" not in f.get_attribute("class"))
        follows_the_keys(page, figure)
        assert figure.locator(".live-error").count() == 0
        assert "FAILS" not in figure.inner_text()
        browser.shot(page, f"{path.stem}_{i}")
    assert not page.problems, page.problems


def follows_the_keys(page, figure):
    """Picture and alt text change; a slider at its right end goes to the left."""
    page.wait_for_timeout(700)  # the sharp picture arrives
    before = picture(figure), alt(figure)

    def changed():
        return picture(figure) != before[0] and alt(figure) != before[1]

    slider = figure.locator(".noUi-handle").first
    if not slider.count():  # nothing but lists to choose from
        menu = figure.locator("select").first
        menu.select_option(index=0 if menu.evaluate("menu => menu.selectedIndex") else 1)
        browser.until(page, changed)
        return
    if not slider.is_visible():  # where points are dragged, the sliders are folded away
        figure.get_by_role("button", name="more").click()
    ways = [("ArrowRight", "ArrowRight"), ("Home",)]
    if slider.evaluate(AT_END):
        ways.reverse()
    for keys in ways:
        pressed(page, slider, keys)
        if browser.happens(page, changed, seconds=60):
            return
    raise AssertionError(f"no key changed the picture: {slider.evaluate(STATE)}")


def pressed(page, slider, keys):
    """Press keys on a slider that has the focus: a page that is still settling may take it away."""
    slider.focus()
    browser.until(page, lambda: slider.evaluate(FOCUS) or slider.focus())
    for key in keys:
        page.keyboard.press(key)


def test_dragging_fast_the_last_value_is_drawn_and_no_frame_is_blank(lab, page):
    """Sixty key presses as fast as they come; every frame on the way shows a picture."""
    browser.open_notebook(page, lab, "00_start.ipynb")
    browser.run_all(page)
    figure = browser.figure(page, 0)
    wake(page)
    page.wait_for_timeout(1200)
    figure.locator(".noUi-handle").first.focus()
    with browser.screencast(page) as frames:
        page.keyboard.press("Home")
        for _ in range(60):
            page.keyboard.press("ArrowRight", delay=5)
        page.keyboard.press("End")
        browser.until(page, lambda: "η = 2.5," in alt(figure))
        page.wait_for_timeout(1000)
    box = figure.locator("img").bounding_box()
    ink = [browser.ink(frame, box) for frame in frames]
    assert len(ink) > 5 and min(ink) > 0.3 * max(ink), ink


def test_the_picture_is_sharp_on_a_dense_screen(lab):
    with browser.page(scale=2) as page:
        browser.open_notebook(page, lab, "00_start.ipynb")
        browser.run_all(page)
        image = browser.figure(page, 0).locator("img")
        wake(page)
        browser.until(
            page, lambda: image.evaluate("img => img.naturalWidth >= 1.9 * img.clientWidth")
        )
