"""Every notebook in a real JupyterLab in a real browser: Run All, arrow keys, pixels; screenshots in build/."""
import json
import shutil

import pytest

from helpers.course.clean import WIDGET_VIEW
from helpers.course.paths import notebooks
from tests import browser

pytestmark = pytest.mark.browser
PATHS = notebooks()


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """JupyterLab on a copy of the notebooks, so that saving changes nothing here."""
    browser.needed()
    folder = tmp_path_factory.mktemp("notebooks")
    for path in PATHS:
        shutil.copy(path, folder)
    with browser.lab(folder, tmp_path_factory.mktemp("home")) as address:
        yield address, folder


@pytest.fixture
def page(lab):
    with browser.page() as page:
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        yield page


def picture(figure):
    return figure.locator("img").get_attribute("src")



def words(figure):
    return figure.locator(".live-words").inner_text()


@pytest.mark.parametrize("path", PATHS, ids=lambda p: p.stem)
def test_run_all_and_every_figure_follows_the_arrow_keys(path, lab, page):
    browser.open_notebook(page, lab[0], path.name)
    browser.run_all(page)
    assert page.locator(".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    count = sum('Live("' in "".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    for i in range(count):
        figure = browser.figure(page, i)
        page.wait_for_timeout(700)  # the sharp picture arrives
        before = picture(figure), words(figure)
        assert "FAILS" not in before[1]
        figure.locator(".noUi-handle").first.focus()
        # to the right; to the left, if the slider stood at its right end or nothing there changes the picture
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        if not browser.happens(page, lambda f=figure, b=before: picture(f) != b[0] and words(f) != b[1], seconds=10):
            page.keyboard.press("Home")
            browser.until(page, lambda f=figure, b=before: picture(f) != b[0] and words(f) != b[1])
        assert figure.locator(".live-error").count() == 0
        browser.shot(page, f"{path.stem}_{i}")
    assert not page.problems, page.problems


def test_typing_presets_reset_and_play(lab, page):
    browser.open_notebook(page, lab[0], "07_gradient_descent.ipynb")
    browser.run_all(page)
    figure = browser.figure(page, 0)
    page.wait_for_timeout(1000)
    first = words(figure)
    box = figure.locator("input[type=number]").first
    box.fill("1.2345")
    box.press("Enter")
    browser.until(page, lambda: "η = 1.23," in words(figure))  # exact, not rounded to a stop of the slider
    figure.get_by_role("button", name="blows up").click()
    browser.until(page, lambda: "η = 2.05," in words(figure) and "does not apply" in words(figure))
    figure.get_by_role("button", name="reset").click()
    browser.until(page, lambda: words(figure) == first)
    figure.locator(".jupyter-widget-play button, .widget-play button").first.click()
    browser.until(page, lambda: words(figure) != first)
    browser.shot(page, "play")


def test_dragging_fast_the_last_value_is_drawn_and_no_frame_is_blank(lab, page):
    """Sixty key presses as fast as they come; every frame that the browser composed on the way shows a picture."""
    browser.open_notebook(page, lab[0], "07_gradient_descent.ipynb")
    browser.run_all(page)
    figure = browser.figure(page, 0)
    page.wait_for_timeout(1200)
    figure.locator(".noUi-handle").first.focus()
    with browser.screencast(page) as frames:
        page.keyboard.press("Home")
        for _ in range(60):
            page.keyboard.press("ArrowRight", delay=5)
        page.keyboard.press("End")
        browser.until(page, lambda: "η = 2.5," in words(figure))
        page.wait_for_timeout(1000)
    box = figure.locator("img").bounding_box()
    ink = [browser.ink(frame, box) for frame in frames]
    assert len(ink) > 5 and min(ink) > 0.3 * max(ink), ink


def test_a_saved_notebook_reopens_with_its_pictures(lab, page):
    """Save after Run All (it is trusted then) and open it again without its kernel: pictures, no broken widgets."""
    address, folder = lab
    name = "00_start.ipynb"
    written = (folder / name).stat().st_mtime_ns
    browser.open_notebook(page, address, name)
    browser.run_all(page)
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    browser.until(page, lambda: (folder / name).stat().st_mtime_ns > written)
    assert WIDGET_VIEW not in (folder / name).read_text(encoding="utf-8")
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    page.goto(f"{address}/lab/tree/{name}?token={browser.TOKEN}&reset")
    page.wait_for_selector(".jp-Notebook .jp-RenderedImage img", timeout=60_000)
    assert page.locator("text=Error displaying widget").count() == 0
    browser.shot(page, "reopened")


def test_the_picture_is_sharp_on_a_dense_screen(lab):
    with browser.page(scale=2) as page:
        browser.open_notebook(page, lab[0], "00_start.ipynb")
        browser.run_all(page)
        image = browser.figure(page, 0).locator("img")
        browser.until(page, lambda: image.evaluate("img => img.naturalWidth >= 1.9 * img.clientWidth"))
