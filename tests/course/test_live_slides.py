"""Slide mode in a real JupyterLab: one order of steps, a closed key map, faults in the room."""

import json
import re
import shutil
import string

import pytest

from course import draft, figures, guesses, notebooks
from tests.tools import browser

pytestmark = pytest.mark.browser

LECTURE = """=== md slide
# 99 · A lecture

About $x < 2$.

**Sources.** A book that the class does not need to see.
=== code skip
from helpers.live import Claim, Figure, Guess, Step, slider
=== code skip
class rise(Figure):
    guess = Guess("Which way?", {"up": "Right: it rises.", "down": "No: it rises."}, "up")
    notes = "Let the class vote first."
    story = [Step("flat", "It does not rise.", a=0), Step("steep", "It rises.", a=1, b=4)]

    def sliders(self):
        return dict(a=slider("slope a", 0.5, 0, 1), b=slider("factor b", 1, 1, 4))

    @staticmethod
    def compute(a, b):
        return dict(slope=a * b)

    def picture(self, fig):
        (line,) = fig.subplots().plot([0, 1], [0, 4])
        return lambda r: (line.set_ydata([0, r.slope]), [line])[1]

    def caption(self, r):
        return f"The line has slope {r.slope:.3g}."

    def headline(self, r):
        why_not = "the factor b is not 1" if r.b > 1 else ""
        words = "The slope is at most 2."
        return Claim("bounded", "nowhere", r.slope, 2, why_not=why_not, words=words)
=== md slide
## 1 · Try it

Some words about lines.
=== code fragment
rise()
=== md subslide
### Why

Some words.
=== md fragment
And some more.
=== code fragment
print("the end")
=== code fragment read
print(f"{1 + 1} is two")  # a remark
"""
PATHS = [notebooks.path_of(number) for number in ("04", "07", "13")]
FORTH = ("ArrowRight", "ArrowDown", "Space", "PageDown")
BACK = ("ArrowLeft", "ArrowUp", "Shift+Space", "PageUp", "Backspace")

PANEL = "window.jupyterapp.shell.currentWidget"
KERNEL = f"{PANEL}.sessionContext.session.kernel"
ON_THE_WALL = f"""() => [...{PANEL}.content.widgets].flatMap((cell, i) =>
  cell.node.classList.contains('lecture-shown') && cell.node.getClientRects().length ? [i] : [])"""
FAST_WALK = f"""([pressed, count]) => {{ const look = {ON_THE_WALL}, seen = [look()];
  for (let i = 0; i < count; i++) {{
    const event = new KeyboardEvent('keydown', {{...pressed, bubbles: true, cancelable: true}});
    document.body.dispatchEvent(event);
    seen.push(look()); }}
  return seen; }}"""
SOURCES = f"""() => JSON.stringify([...{PANEL}.content.widgets].map(cell =>
  [cell.model.type, cell.model.sharedModel.getSource(), cell.model.outputs?.length]))"""
# the parts of a figure that leave the screen, its smallest letters and its picture's width,
# both in pixels of a 1280 x 720 slide
FITS = """() => { const box = document.querySelector('.lecture-shown .live-figure');
  const bad = [...box.querySelectorAll('img, p, button, label, input')].filter(e => {
    const r = e.getBoundingClientRect();
    return r.width && (r.left < 0 || r.top < 0 || r.right > innerWidth + 1
                       || r.bottom > innerHeight + 1); });
  const shown = [...box.querySelectorAll('p, button, label, input')]
    .filter(e => e.getClientRects().length);
  const size = Math.min(...shown.map(e => parseFloat(getComputedStyle(e).fontSize)));
  return [bad.map(e => e.outerHTML.slice(0, 80)), size * 720 / innerHeight,
          box.querySelector('img').clientWidth * 720 / innerHeight]; }"""
# text on the wall whose contrast with the paper is under 4.5 : 1
FAINT = """() => {
  const light = part => { const [r, g, b] = part.map(x => x / 255).map(
      x => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const rgba = words => { const n = words.match(/[\\d.]+/g).map(Number);
    return {at: n.slice(0, 3), alpha: n[3] ?? 1}; };
  const paper = e => { for (; e; e = e.parentElement) {
      const {at, alpha} = rgba(getComputedStyle(e).backgroundColor);
      if (alpha > 0.9) return light(at); }
    return 1; };
  const own = e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
  return [...document.querySelectorAll('.lecture-stage *')].filter(e => own(e)
      && e.checkVisibility({visibilityProperty: true}) && !e.matches('style, :disabled'))
    .filter(e => { const [a, b] = [light(rgba(getComputedStyle(e).color).at), paper(e)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5; })
    .map(e => e.outerHTML.slice(0, 90)); }"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """JupyterLab on a lecture of one figure and on copies of three notebooks."""
    browser.needed()
    folder = tmp_path_factory.mktemp("notebooks")
    notebooks.write(folder / "99_lecture.ipynb", draft.to_notebook(LECTURE))
    for path in PATHS:
        shutil.copy(path, folder)
    with browser.lab(folder, tmp_path_factory.mktemp("home")) as address:
        yield address


@pytest.fixture
def page(lab):
    with browser.page(1280, 720) as page:
        problems = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        yield page
        page.evaluate(f"{PANEL}?.sessionContext?.shutdown()")  # the next test guesses anew
        # a restart cancels what JupyterLab itself had asked the kernel
        assert [words for words in problems if "Canceled future" not in words] == []


@pytest.fixture
def lecture(page, lab):
    """The lecture of one figure, on its first slide, run."""
    present(page, lab, "99_lecture.ipynb", 1)
    return page


def present(page, lab, name, count):
    """Open a notebook, start its slides at the first cell, wait until its figures live."""
    browser.open_notebook(page, lab, name)
    page.evaluate(f"{PANEL}.content.activeCellIndex = 0")
    page.keyboard.press("Alt+r")
    browser.until(page, lambda: presenting(page))
    browser.until(page, lambda: page.locator(".live-figure").count() >= count)
    idle(page)


def idle(page):
    browser.until(page, lambda: page.evaluate(f"{KERNEL}?.status") == "idle")


def presenting(page):
    return page.evaluate("document.body.dataset.lecture") == "on"


def step(page):
    return int(page.evaluate("document.body.dataset.lectureStep"))


def to_figure(page):
    """From anywhere to the figure of the small lecture."""
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    figure = page.locator(".lecture-shown .live-figure")
    figure.wait_for()
    browser.until(page, lambda: "slope" in words(page))
    return figure


def words(page):
    return page.locator(".lecture-shown .live-say").inner_text()


def warning(page):
    return page.locator(".lecture-warning").inner_text()


# one order


def walk(page, key, count):
    """What is on the wall at each step of a walk with one key."""
    seen = [page.evaluate(ON_THE_WALL)]
    for _ in range(count):
        page.keyboard.press(key)
        seen.append(page.evaluate(ON_THE_WALL))
    return seen


def fast_walk(page, key, count):
    """The same walk with the same events, sent from inside the page: a tenth of the time."""
    pressed = {"key": key.replace("Shift+", "").replace("Space", " "), "shiftKey": "Shift" in key}
    return page.evaluate(FAST_WALK, [pressed, count])


@pytest.mark.parametrize("path", PATHS, ids=lambda p: p.stem)
def test_every_key_walks_there_and_back(path, page, lab):
    cells = notebooks.cells(path)
    asks = [bool(f and g) for f, g in zip(figures.in_cells(cells), guesses.in_cells(cells))]
    on_slides = ("slide", "subslide", "fragment")
    steps = [i for i, cell in enumerate(cells) if notebooks.slide_type(cell) in on_slides]
    steps = [i for i in steps for _ in range(1 + asks[i])]  # a vote, then its figure
    present(page, lab, path.name, len(figures.names(cells)))
    there = walk(page, FORTH[0], len(steps) - 1)
    shown = [max(i for i in on_the_wall if i <= at) for on_the_wall, at in zip(there, steps)]
    assert shown == steps  # the cell of every step, none skipped
    assert walk(page, BACK[0], len(steps) - 1) == there[::-1]
    for back, forth in zip(BACK[1:], [*FORTH[1:], FORTH[0]]):
        assert fast_walk(page, forth, len(steps) - 1) == there
        assert fast_walk(page, back, len(steps) - 1) == there[::-1]
    page.keyboard.press("End")
    page.keyboard.press("PageDown")
    assert step(page) == len(steps) - 1  # the end is the end
    assert presenting(page)


def test_no_key_of_jupyterlab_touches_the_notebook(lecture):
    to_figure(lecture)
    before, here = lecture.evaluate(SOURCES), step(lecture)
    closed = [c for c in string.ascii_lowercase + "0" if c not in "qs"]
    for key in [*closed, *closed[::-1]]:  # x, dd, m, y, 00, z among them; q leaves, s opens notes
        lecture.keyboard.press(key)
        lecture.keyboard.press(key)
    for key in ("Shift+M", "Control+s", "Control+Shift+c", "Control+b", "Delete", "Shift+L", "F2"):
        lecture.keyboard.press(key)
    lecture.locator(".lecture-shown .live-step").first.click()  # a button keeps the focus
    lecture.keyboard.press("d")
    lecture.keyboard.press("d")
    idle(lecture)
    assert lecture.evaluate(SOURCES) == before and step(lecture) == here and presenting(lecture)
    assert lecture.locator(".jp-Dialog").count() == 0
    lecture.keyboard.press("Space")  # and does not take the keys of the slides
    assert step(lecture) == here + 1


def test_b_blacks_the_screen_and_the_lecturer_sees_number_clock_and_minutes(lecture):
    line = lecture.locator(".lecture-line").inner_text()
    assert re.fullmatch(r"1 / 3 · \d\d:\d\d · \d+ min", line)
    assert "book" not in lecture.locator(".lecture-stage").inner_text()
    black = lecture.locator(".lecture-black")
    assert not black.is_visible()
    lecture.keyboard.press("b")
    assert black.is_visible() and black.bounding_box()["height"] == 720
    lecture.keyboard.press("ArrowRight")
    assert not black.is_visible() and step(lecture) == 0  # the first key brings the slide back
    lecture.keyboard.press("End")
    full = lecture.locator(".lecture-progress").bounding_box()["width"]
    assert full == pytest.approx(1280, abs=1)
    lecture.keyboard.press("Escape")
    assert lecture.locator(".lecture-help").is_visible() and presenting(lecture)
    lecture.keyboard.press("Alt+r")
    assert not presenting(lecture) and lecture.locator("#jp-menu-panel").is_visible()
    assert lecture.locator(".jp-Notebook .jp-Cell").first.is_visible()
    lecture.reload()
    lecture.wait_for_selector("#jp-menu-panel")
    assert not presenting(lecture)  # the next start is plain


# figures


def test_a_figure_is_driven_from_its_slide(lecture):
    figure = to_figure(lecture)
    here = step(lecture)
    figure.locator(".noUi-handle").first.focus()
    lecture.keyboard.press("ArrowRight")
    browser.until(lecture, lambda: "slope 0.51" in words(lecture))
    assert step(lecture) == here  # the slider keeps its arrow keys
    lecture.keyboard.press("2")
    browser.until(lecture, lambda: "It rises." in words(lecture) and "slope 4." in words(lecture))
    assert not figure.locator(".live-theorem .words").is_visible()  # it does not apply
    lecture.keyboard.press("n")
    browser.until(lecture, lambda: "It does not rise." in words(lecture))
    assert figure.locator(".live-theorem .words").is_visible()
    lecture.keyboard.press("r")
    browser.until(lecture, lambda: words(lecture) == "The line has slope 0.5.")
    figure.locator("input[type=text], input[type=number]").first.fill("0.25")
    lecture.keyboard.press("Enter")
    browser.until(lecture, lambda: "slope 0.25" in words(lecture))
    lecture.keyboard.press("Escape")
    lecture.keyboard.press("ArrowRight")
    assert step(lecture) == here + 1
    lecture.keyboard.press("ArrowLeft")
    figure.locator(".noUi-handle").first.focus()
    lecture.keyboard.press("PageDown")  # a remote turns the page whatever has the focus
    assert step(lecture) == here + 1


def test_a_guess_is_a_vote_until_it_is_revealed(lecture):
    to_vote = ["Home", "ArrowRight", "ArrowRight"]
    for key in to_vote:
        lecture.keyboard.press(key)
    option = lecture.locator(".lecture-shown .live-option")
    for _ in range(2):
        option.nth(1).click()
    lecture.keyboard.press("1")
    option.nth(1).click(button="right")
    assert [option.nth(i).get_attribute("data-votes") for i in (0, 1)] == ["1", "1"]
    option.nth(0).hover()
    lecture.mouse.down()
    browser.until(lecture, lambda: int(option.nth(0).get_attribute("data-votes")) > 3)
    lecture.mouse.up()
    assert option.nth(0).is_enabled()  # nothing is committed
    votes = option.nth(0).get_attribute("data-votes")
    lecture.keyboard.press("ArrowRight")
    browser.until(lecture, lambda: "right" in option.nth(0).get_attribute("class").split())
    assert option.nth(0).get_attribute("data-votes") == votes and option.nth(0).is_visible()
    above = lecture.locator(".lecture-shown .live-guess").bounding_box()
    assert above["y"] < lecture.locator(".lecture-shown .live-picture").bounding_box()["y"]
    answer = lecture.locator(".lecture-shown .live-feedback")
    assert not answer.is_visible()
    lecture.keyboard.press("a")
    assert answer.is_visible() and "The answer: up" in answer.inner_text()


def test_a_guess_without_a_figure_is_answered_by_its_key(lecture):
    for key in ("Home", "ArrowRight", "ArrowRight"):
        lecture.keyboard.press(key)
    answer = lecture.locator(".lecture-shown .live-feedback")
    assert "up" not in answer.inner_text()
    lecture.keyboard.press("a")
    browser.until(lecture, lambda: "The answer: up" in answer.inner_text())
    assert answer.is_visible() and step(lecture) == 2


def tap(page, part, happened):
    """Tap until it happens: on a slow machine a tap may last so long that it is none."""

    def tapped():
        part.tap()
        return browser.happens(page, happened, 10)

    browser.until(page, tapped)


def test_a_finger_votes_and_moves_a_slider_and_never_turns_the_page(lab):
    with browser.page(1280, 720, has_touch=True) as page:
        present(page, lab, "99_lecture.ipynb", 1)
        for _ in range(2):
            page.keyboard.press("ArrowRight")
        option = page.locator(".lecture-shown .live-option").nth(1)
        tap(page, option, lambda: option.get_attribute("data-votes"))
        assert option.is_enabled() and step(page) == 2
        figure = to_figure(page)
        handle = figure.locator(".noUi-handle").first.bounding_box()
        middle = [handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2]
        browser.touch(page, *middle, 400)
        browser.until(page, lambda: words(page) == "The line has slope 1.")
        tap(page, figure.locator(".live-step").nth(1), lambda: "slope 4." in words(page))
        assert step(page) == 3
        page.evaluate(f"{PANEL}.sessionContext.shutdown()")


@pytest.mark.parametrize("path", PATHS[2:], ids=lambda p: p.stem)
def test_pictures_fill_the_slide_are_sharp_and_do_not_jump(path, page, lab):
    cells = notebooks.cells(path)
    present(page, lab, path.name, len(figures.names(cells)))
    for width, height in ((1280, 720), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.keyboard.press("Home")
        for _ in range(2):
            page.keyboard.press("ArrowRight")
        figure = page.locator(".lecture-shown .live-figure")
        image = figure.locator(".live-picture img")
        image.wait_for()
        browser.until(page, lambda: page.evaluate(FITS)[2] > 1070)  # it was 1040
        place = image.bounding_box()
        for number in range(1, figure.locator(".live-step").count() + 1):
            page.keyboard.press(str(number))
            here = figure.locator(".live-step.here")
            browser.until(page, lambda n=number, h=here: h.count() and h.inner_text()[0] == str(n))
            bad, letters, _ = page.evaluate(FITS)
            assert bad == [] and letters >= 16 and image.bounding_box() == place
        sharp = "image => image.naturalWidth >= image.clientWidth"
        browser.until(page, lambda i=image, s=sharp: i.evaluate(s))
        browser.shot(page, f"slides_13_{height}")


def test_the_lecturers_window_has_notes_state_votes_and_keys(lecture):
    to_figure(lecture)
    with lecture.expect_popup() as popup:
        lecture.keyboard.press("s")
    notes = popup.value

    def said():
        return notes.inner_text("body")

    browser.until(lecture, lambda: "Let the class vote first." in said())
    assert "a = 0.5" in said() and "Why" in said() and "2 / 3" in said()
    notes.keyboard.press("2")
    browser.until(lecture, lambda: "a = 1, b = 4" in said())
    notes.keyboard.press("ArrowRight")
    browser.until(lecture, lambda: "No notes for this slide." in said())
    assert step(lecture) == 4


# faults


def test_a_restarted_kernel_leaves_the_picture_and_one_key_runs_again(lecture):
    to_figure(lecture)
    lecture.keyboard.press("2")
    browser.until(lecture, lambda: "slope 4." in words(lecture))
    lecture.evaluate(f"{KERNEL}.restart()")
    browser.until(lecture, lambda: "Python was restarted" in warning(lecture))
    assert "Press Enter" in warning(lecture)
    assert lecture.locator(".lecture-shown .live-picture img").is_visible()
    sign = "step => getComputedStyle(step, '::before').content"
    first = lecture.locator(".lecture-shown .live-step").first
    assert first.evaluate(sign) == "none"  # no red chain on every button
    told = lecture.locator(".lecture-shown .live-theorem").bounding_box()
    assert told["y"] + told["height"] <= lecture.locator(".lecture-warning").bounding_box()["y"]
    browser.shot(lecture, "slides_restarted")
    here = step(lecture)
    lecture.keyboard.press("Enter")
    browser.until(lecture, lambda: warning(lecture) == "" and "slope 0.5" in words(lecture))
    right = lecture.locator(".lecture-shown .live-option.right")
    browser.until(lecture, lambda: right.count() == 1)  # the answer is marked again
    lecture.keyboard.press("1")
    browser.until(lecture, lambda: "slope 0." in words(lecture))
    assert step(lecture) == here and presenting(lecture)


def test_a_kernel_that_dies_is_told_on_the_slide_and_not_in_a_dialog(lecture):
    to_figure(lecture)
    lecture.evaluate(f"void {KERNEL}.requestExecute({{code: 'import os; os._exit(1)'}})")
    browser.until(lecture, lambda: "Press Enter" in warning(lecture))
    browser.until(lecture, lambda: lecture.locator(".jp-Dialog").count() == 0)
    idle(lecture)
    lecture.keyboard.press("Enter")
    browser.until(lecture, lambda: warning(lecture) == "" and "slope 0.5" in words(lecture))


def test_a_hidden_cell_that_fails_leaves_the_picture_and_no_traceback(lecture):
    to_figure(lecture)
    lecture.keyboard.press("2")
    browser.until(lecture, lambda: "slope 4." in words(lecture))
    source = f"{PANEL}.content.widgets[1].model.sharedModel"
    right = lecture.evaluate(f"{source}.getSource()")
    lecture.evaluate(f"{source}.setSource('import nowhere_at_all')")
    lecture.evaluate(f"{KERNEL}.restart()")
    browser.until(lecture, lambda: "Press Enter" in warning(lecture))
    lecture.keyboard.press("Enter")
    browser.until(lecture, lambda: "a cell of the notebook failed" in warning(lecture))
    still = lecture.locator(".lecture-shown .lecture-still img")
    assert still.evaluate("image => image.complete && image.naturalWidth >= 1000")
    assert still.is_visible() and still.bounding_box()["width"] > 900
    assert "slope 4." in lecture.locator(".lecture-shown .lecture-still").inner_text()
    assert "nowhere_at_all" not in lecture.locator(".lecture-stage").inner_text()
    browser.shot(lecture, "slides_failed")
    lecture.evaluate(f"{source}.setSource({json.dumps(right)})")
    lecture.keyboard.press("Enter")
    browser.until(lecture, lambda: warning(lecture) == "" and "slope 0.5" in words(lecture))


def test_slides_are_light_paper_in_the_dark_theme_and_fit_at_any_zoom(lecture):
    dark = {"theme": "JupyterLab Dark"}
    lecture.evaluate(
        "args => window.jupyterapp.commands.execute('apputils:change-theme', args)", dark
    )
    lecture.wait_for_function("document.body.dataset.jpThemeLight === 'false'")
    to_figure(lecture)
    lecture.keyboard.press("Home")
    for _ in range(8):
        assert lecture.evaluate(FAINT) == []
        lecture.keyboard.press("ArrowRight")
    paper = "getComputedStyle(document.querySelector('.lecture-stage')).backgroundColor"
    assert lecture.evaluate(paper) == "rgb(255, 255, 255)"
    to_figure(lecture)
    browser.shot(lecture, "slides_dark")
    for size in ((1024, 576), (1600, 900), (1024, 768)):  # 125 %, 80 %, another projector
        lecture.set_viewport_size({"width": size[0], "height": size[1]})
        browser.until(lecture, lambda: lecture.evaluate(FITS)[0] == [])
        assert lecture.evaluate(FITS)[2] * size[1] / 720 > 0.8 * size[0]
