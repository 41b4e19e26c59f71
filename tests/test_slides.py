"""Decks: their story, their frames, and how they behave in a browser, live in JupyterLab and without a kernel."""

import base64
import io
import json
import re
import shutil

import numpy as np
import pytest
from PIL import Image

from helpers.course.paths import notebooks
from helpers.live import Claim, Live, choice, int_slider, log_slider, slider, toggle
from helpers.slides import deck, frames, maths, rehearse, story, text
from helpers.slides.lecture import leave_slides
from tests import browser

NOTEBOOK = """
def picture(fig):
    (line,) = fig.subplots().plot([0, 1], [0, 1])
    def move(slope):
        line.set_ydata([0, slope])
        return [line]
    return move

Live("planted", picture, lambda a: a, lambda r, a: "a line that rises", PRESETSa=slider("slope a", 0.5, 0, 1))
"""


def cell(kind, source, cell_type="markdown", tags=(), **outputs):
    metadata = {"slideshow": {"slide_type": kind}, "tags": list(tags)}
    return {"cell_type": cell_type, "source": source, "metadata": metadata} | outputs


def notebook(folder, *cells, figure=""):
    """A small notebook on disk; `figure` is what its live figure gets as presets."""
    first = cell("skip", "from helpers.live import Live, slider", "code", outputs=[])
    last = cell("fragment", NOTEBOOK.replace("PRESETS", figure), "code", outputs=[])
    path = folder / "99_planted.ipynb"
    path.write_text(json.dumps({"cells": [first, *cells, *([last] if figure is not None else [])]}))
    return path


@pytest.fixture
def planted(tmp_path):
    """A live figure with a control of every kind."""

    def setup(fig):
        (line,) = fig.subplots().plot([0, 1], [0, 1])
        return lambda slope: (line.set_ydata([0, slope]), [line])[1]

    return Live(
        "planted", setup, lambda a, b, n, up, kind: a * b * n / 10 * (1 if up else -1), lambda r, **v: f"slope {r:.3g}",
        lambda r, **v: [Claim("steep", "nowhere", abs(r), 100)],
        presets={"flat": dict(a=0), "down": dict(up=False, b=2)},
        a=slider("slope a", 0.5, 0, 1), b=log_slider("scale b", 1, 0.1, 10), n=int_slider("count n", 3, 1, 9, 2),
        up=toggle("upwards", True), kind=choice("kind", "one", ["one", "two"]),
    )  # fmt: skip


# the story


def test_a_notebook_becomes_pages_with_titles_notes_and_results(tmp_path):
    printed = [{"output_type": "stream", "name": "stdout", "text": ["4\n"]}]
    shown = [{"output_type": "display_data", "data": {"text/markdown": ["```python\n" + "x\n" * 50 + "```"]}}]
    path = notebook(
        tmp_path,
        cell("slide", "## One\n\nwords"),
        cell("skip", "left out"),
        cell("notes", "say this"),
        cell("fragment", "print(2 + 2)", "code", outputs=printed),
        cell("fragment", "a = 1", "code", ["read"], outputs=[]),
        cell("fragment", "source(f)", "code", ["read"], outputs=shown),
        cell("subslide", "### Two"),
    )
    one, code, two, figure = story.pages(path)
    assert [page.title for page in (one, code, two, figure)] == ["One", "One", "Two", "Two"]
    assert one.parts == [("markdown", "\nwords"), ("printed", "4\n"), ("code", "a = 1")] and one.notes == ["say this"]
    assert code.parts[0][0] == "result" and figure.figure == "planted"
    assert "left out" not in str([one, code, two, figure])


def test_every_formula_of_every_slide_is_understood():
    for path in notebooks():
        for page in story.pages(path):
            for kind, words in page.parts:
                if kind in ("markdown", "result"):
                    assert "$" not in re.sub(r"<pre.*?</pre>|<code.*?</code>", "", text.rendered(words), flags=re.S)
    with pytest.raises(ValueError, match="a command that slides cannot show"):
        maths.mathml(r"\nosuchthing{x}")


def test_formulas_are_set_as_tex_would_set_them():
    assert "<mi>ℝ</mi>" in maths.mathml(r"\mathbb R") and "<mn>𝟏</mn>" in maths.mathml(r"\mathbf 1")
    assert "<mi>𝒩</mi>" in maths.mathml(r"\mathcal N") and "<mo>argmin</mo>" in maths.mathml(r"\arg\min_w")
    assert 'form="prefix"' in maths.mathml("x = -1") and 'form="prefix"' not in maths.mathml("x - 1")
    assert "‖" in maths.mathml(r"\Big\|x\Big\|") and "<msup>" not in maths.mathml("f'(x)")


def test_formulas_in_tables_and_code_keep_their_place():
    page = text.rendered("| a | b |\n|---|---|\n| $|x|$ | `$5` |\n\n[away](02_convexity.ipynb#x) [there](https://example.org)")
    assert page.count("<td>") == 2 and page.count("<math") == 1 and "<code>$5</code>" in page
    assert "ipynb" not in page and 'href="https://example.org"' in page


# the frames


def test_a_frame_over_the_first_picture_is_the_picture_of_the_figure(planted):
    film = frames.Film(planted).data
    colours = np.asarray(_decoded(film["first"]).convert("RGB")).astype(int)
    for state in film["states"]:
        for control, track in state["tracks"].items():
            for number in (track[0], track[-1]):
                frame = film["frames"][number]
                place = [c["name"] for c in film["controls"]].index(control)
                values = {**(planted.presets.get(state["name"]) or planted.first)}
                kind = type(planted.first[control])
                shown = frame["shown"][place]
                values[control] = shown == "on" if kind is bool else kind(shown)
                planted.set(**values)
                own = np.asarray(Image.open(io.BytesIO(planted.image())).convert("RGB")).astype(int)
                over = _decoded(frame["src"]).convert("RGBA") if frame["src"] else Image.new("RGBA", (1, 1))
                over = np.asarray(over.resize(own.shape[1::-1], Image.Resampling.NEAREST)).astype(int)
                shown = np.where(over[:, :, 3:] > 0, over[:, :, :3], colours)
                assert np.abs(shown - own).max() <= 40 and np.abs(shown - own).mean() < 1
                assert frame["alt"] == planted.alt and frame["words"] == planted.words.value


def test_every_control_moves_from_the_first_picture_and_one_from_a_preset(planted):
    film = frames.Film(planted).data
    first, flat, down = film["states"]
    assert {name: len(t) for name, t in first["tracks"].items()} == {"a": 13, "b": 13, "n": 5, "up": 2, "kind": 2}
    assert flat["tracks"] == {"a": first["tracks"]["a"]} and flat["frame"] in flat["tracks"]["a"]
    assert list(down["tracks"]) == ["b"] and down["frame"] in down["tracks"]["b"]
    for state in (first, flat, down):
        assert all(state["frame"] in track for track in state["tracks"].values())
    assert planted.values == planted.first


def _decoded(picture):
    return Image.open(io.BytesIO(base64.b64decode(picture)))


def test_a_deck_is_made_once_and_never_too_large(tmp_path, monkeypatch):
    path = notebook(tmp_path, cell("slide", "## One"), figure="presets={'flat': dict(a=0)}, ")
    made = deck.build(path, tmp_path)
    written = made.stat().st_mtime_ns
    assert deck.build(path, tmp_path).stat().st_mtime_ns == written
    monkeypatch.setattr(deck, "BUDGET", 1000)
    with pytest.raises(ValueError, match="MB, the limit is"):
        deck.build(path, tmp_path)


def test_leaving_slide_mode_touches_no_other_setting(tmp_path):
    leave_slides(tmp_path)  # nothing there: nothing to do
    file = tmp_path / "jupyterlab-slideshow" / "plugin.jupyterlab-settings"
    file.parent.mkdir()
    file.write_text('{\n    // mine\n    "showCodeCellPrompt": true,\n    "active": true\n}')
    leave_slides(tmp_path)
    assert file.read_text() == '{\n    // mine\n    "showCodeCellPrompt": true,\n    "active": false\n}'


# in a browser


@pytest.fixture(scope="module")
def chromium():
    browser.needed()


@pytest.fixture(scope="module")
def descent(tmp_path_factory):
    """The deck of notebook 07, as `make slides` makes it."""
    return deck.build(*notebooks("07"), tmp_path_factory.mktemp("slides"))


@pytest.fixture
def opened(chromium, descent):
    """That deck from the disk, on its first figure; every request but the file itself is refused and noted."""
    with browser.page(1280, 720) as page:
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        page.on("request", lambda r: r.url.startswith(("file:", "data:", "blob:")) or page.problems.append(r.url))
        page.goto(descent.as_uri())
        page.wait_for_function("Reveal.isReady()")
        page.evaluate("Reveal.slide(2)")
        yield page
        assert page.problems == []


def seen(page):
    """What the audience sees of the current figure: picture and words."""
    return page.evaluate(
        """() => { const find = part => Reveal.getCurrentSlide().querySelector('.live-figure ' + part);
                   const over = find('.over');
                   return [over.hidden ? '' : over.src, find('.words').innerText, find('.still').alt]; }"""
    )


def place(page):
    return page.evaluate("Reveal.getIndices().h")


@pytest.mark.browser
def test_sliders_presets_and_keys_without_a_kernel(opened):
    first = seen(opened)
    eta = opened.get_by_label("step size η").first
    eta.focus()
    opened.keyboard.press("ArrowRight")
    moved = seen(opened)
    assert all(a != b for a, b in zip(first, moved)) and place(opened) == 2  # the slider keeps its arrow keys
    assert eta.get_attribute("aria-valuetext") in moved[2]
    opened.keyboard.press("5")
    assert "η = 2.05" in seen(opened)[1] and "does not apply" in seen(opened)[1]
    assert opened.get_by_label("condition κ").first.is_disabled()  # no pictures from here: it shows its value and rests
    opened.keyboard.press("r")
    assert seen(opened) == first
    opened.get_by_role("button", name="bounces").click()
    assert "η = 1.9" in seen(opened)[1]
    opened.keyboard.press("ArrowRight")
    assert place(opened) == 3
    opened.keyboard.press("ArrowLeft")
    eta.focus()
    opened.keyboard.press("PageDown")  # what a lecturer's remote sends
    assert place(opened) == 3


@pytest.mark.browser
def test_every_picture_is_described_and_the_deck_is_small(opened, descent):
    alts = opened.evaluate("[...document.querySelectorAll('img:not([aria-hidden])')].map(image => image.alt)")
    assert len(alts) == 5 and min(map(len, alts)) > 40
    assert descent.stat().st_size < deck.BUDGET
    assert opened.evaluate("document.fonts.check('20px \"Deck Math\"')")


@pytest.mark.browser
def test_a_deck_prints_one_page_per_slide(opened, descent):
    opened.goto(descent.as_uri() + "?print-pdf")
    opened.wait_for_selector(".pdf-page")
    opened.wait_for_timeout(300)
    widths = opened.evaluate("[...document.querySelectorAll('img.still')].map(image => image.clientWidth)")
    assert min(widths) > 1000  # as on the screen
    printed = opened.pdf(prefer_css_page_size=True, print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) == len(story.pages(*notebooks("07")))


@pytest.mark.browser
def test_the_rehearsal_finds_planted_defects(chromium, tmp_path, capsys):
    fine, presets = cell("slide", "## Fine\n\nA sentence."), "presets={'flat': dict(a=0)}, "
    slides = [
        fine,
        cell("slide", "## Long\n\n" + "Too many words for one slide. " * 90),
        cell("slide", "Only words, and no heading."),
        cell("slide", '## Small\n\n<span style="font-size:10px">who can read this?</span>'),
        fine,
    ]
    assert rehearse.report([notebook(tmp_path, fine, figure=presets)], tmp_path) == 0
    assert capsys.readouterr().out == "99_planted: ready\n"
    assert rehearse.report([notebook(tmp_path, *slides, figure="size=(10, 9), ")], tmp_path) == 1
    said = capsys.readouterr().out
    assert re.findall("|".join(rehearse.ADVICE), said) == [
        "overflow", "no title", "small text", "no presets", "small picture"
    ]  # fmt: skip
    assert "slide 3 (untitled): no title; start its cell with a heading" in said


# live, in JupyterLab


def active(page):
    return page.evaluate("window.jupyterapp.shell.currentWidget.content.activeCellIndex")


def presenting(page):
    return page.evaluate("document.body.dataset.jpDeckMode") == "presenting"


FITS = """() => { const box = document.querySelector('.jp-deck-mod-visible .live-figure');
  const bad = [...box.querySelectorAll('img, p, li, button, label, input')].filter(e => {
    const r = e.getBoundingClientRect();
    return r.width && (r.left < 0 || r.top < 0 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1); });
  const size = Math.min(...[...box.querySelectorAll('p, li, button, label')].filter(e => e.getClientRects().length)
    .map(e => parseFloat(getComputedStyle(e).fontSize)));
  return [bad.map(e => e.outerHTML.slice(0, 80)), size * 720 / innerHeight,
          box.querySelector('img').clientWidth * 720 / innerHeight]; }"""


@pytest.mark.browser
def test_a_live_deck_in_jupyterlab(chromium, tmp_path):
    """One key starts it at the current cell and runs the notebook; sliders, presets work; the next start is plain."""
    folder, home = tmp_path / "notebooks", tmp_path / "home"
    folder.mkdir(), home.mkdir()
    shutil.copy(notebooks("07")[0], folder)
    with browser.lab(folder, home) as address, browser.page(1280, 720) as page:
        browser.open_notebook(page, address, "07_gradient_descent.ipynb")
        page.evaluate("window.jupyterapp.shell.currentWidget.content.activeCellIndex = 2")
        page.locator(".jp-Notebook .jp-Cell.jp-mod-active").focus()
        page.keyboard.press("Alt+r")
        browser.until(page, lambda: presenting(page) and active(page) == 2)
        page.keyboard.press("ArrowRight")
        figure = page.locator(".jp-deck-mod-visible .live-figure")
        figure.wait_for(timeout=60_000)
        _drive(page, figure)
        for width, height in ((1920, 1080), (1280, 720)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(700)
            outside, letters, picture = page.evaluate(FITS)
            assert outside == [] and letters >= 16 and picture >= 1000, (width, outside, letters, picture)
            browser.shot(page, f"live_deck_{height}")
        with page.expect_popup() as popup:
            page.keyboard.press("s")
        browser.until(page, lambda: "Let the class vote" in popup.value.inner_text("body"))
        assert presenting(page)
        page.reload()
        assert plain(page)
        page.keyboard.press("Alt+r")
        browser.until(page, lambda: presenting(page))
    settings = next((home / "settings").rglob("plugin.jupyterlab-settings"))
    settings.write_text('{"active": true}')  # as if everything had stopped in that very moment
    with browser.lab(folder, home) as address, browser.page(1280, 720) as page:
        page.goto(f"{address}/lab/tree/07_gradient_descent.ipynb?token={browser.TOKEN}")
        assert plain(page)


def plain(page):
    """Does JupyterLab open in its ordinary view, with its menu?"""
    page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=60_000)
    page.wait_for_timeout(1500)
    return not presenting(page) and page.locator("#jp-menu-panel").is_visible()


def _drive(page, figure):
    """A slider by arrow keys, presets by numbers, reset by R, code by Shift-Enter, all without leaving the slide."""

    def words():
        return figure.locator(".live-words").inner_text()

    def picture():
        return figure.locator("img").get_attribute("src")

    page.wait_for_timeout(1000)  # the sharp picture arrives
    here, first = active(page), (words(), picture())
    assert page.locator(".jp-CodeCell.jp-deck-mod-visible .jp-InputArea-editor").is_hidden()  # code is folded
    figure.locator(".noUi-handle").first.focus()
    page.keyboard.press("ArrowRight")
    browser.until(page, lambda: words() != first[0] and picture() != first[1])
    assert active(page) == here
    page.keyboard.press("5")
    browser.until(page, lambda: "η = 2.05," in words())
    page.keyboard.press("r")
    browser.until(page, lambda: words() == first[0])
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    browser.until(page, lambda: active(page) > here)
    page.keyboard.press("ArrowLeft")
    browser.until(page, lambda: active(page) == here)
    page.keyboard.press("Shift+Enter")
    browser.until(page, lambda: active(page) > here)
    page.keyboard.press("ArrowLeft")
    browser.until(page, lambda: active(page) == here and presenting(page))
    figure.wait_for()
