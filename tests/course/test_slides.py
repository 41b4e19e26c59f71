"""Decks: their story, their frames, and how they behave in a browser."""

import base64
import io
import json
import re

import numpy as np
import pytest
from PIL import Image

from course import draft, figures, notebooks
from course.slides import deck, frames, guide, maths, rehearse, story, text
from helpers.live import Claim, Figure, Guess, Step, choice, int_slider, log_slider, slider, toggle
from tests.tools import browser

NOTEBOOK = """
class planted(Figure):
    notes = "Ask $x$ before you show it."
    size = SIZE
    story = STORY

    def sliders(self):
        return dict(a=slider("slope a", 0.5, 0, 1))

    @staticmethod
    def compute(a):
        return dict(slope=a)

    def picture(self, fig):
        (line,) = fig.subplots().plot([0, 1], [0, 1])

        def move(r):
            line.set_ydata([0, r.slope])
            return [line]

        return move

    def caption(self, r):
        return "a line that rises"


planted()
"""
FLAT = "[Step('flat', 'It does not rise.', a=0)]"


def cell(kind, source, cell_type="markdown", tags=(), **outputs):
    metadata = {"slideshow": {"slide_type": kind}, "tags": list(tags)}
    return {"cell_type": cell_type, "source": source, "metadata": metadata} | outputs


def notebook(folder, *cells, steps="()", size="(10, 4.2)"):
    """A small notebook on disk that ends in a live figure."""
    first = cell("skip", "from helpers.live import Figure, Step, slider", "code", outputs=[])
    words = NOTEBOOK.replace("STORY", steps).replace("SIZE", size)
    path = folder / "99_planted.ipynb"
    last = cell("fragment", words, "code", outputs=[])
    path.write_text(json.dumps({"cells": [first, *cells, last]}))
    return path


class every_kind(Figure):
    """A control of every kind, and one that is folded away."""

    more = ("hidden",)
    story = [
        Step("flat", "It does not rise.", a=0),
        Step("down", "It falls.", up=False, b=2),
        Step("aside", "Something folded moves.", hidden=4),
    ]

    def sliders(self):
        return dict(
            a=slider("slope a", 0.5, 0, 1),
            b=log_slider("scale b", 1, 0.1, 10),
            n=int_slider("count n", 3, 1, 9, 2),
            up=toggle("upwards", True),
            hidden=int_slider("folded h", 1, 1, 9),
        )

    @staticmethod
    def compute(a, b, n, up, hidden):
        return dict(slope=a * b * n * hidden / 10 * (1 if up else -1))

    def picture(self, fig):
        (line,) = fig.subplots().plot([0, 1], [0, 1])
        return lambda r: (line.set_ydata([0, r.slope]), [line])[1]

    def caption(self, r):
        return f"slope {r.slope:.3g}"

    def headline(self, r):
        return Claim("steep", "nowhere", abs(r.slope), 100, words="It is never steep.")


class chosen(every_kind):
    """The same with a choice instead of the folded slider."""

    more, story = (), ()

    def sliders(self):
        return dict(kind=choice("kind", "one", ["one", "two"]), a=slider("slope a", 0.5, 0, 1))

    @staticmethod
    def compute(kind, a):
        return dict(slope=a if kind == "one" else -a)


@pytest.fixture
def planted():
    return every_kind()


# the story


def test_a_notebook_becomes_pages_with_titles_notes_and_results(tmp_path):
    printed = [{"output_type": "stream", "name": "stdout", "text": ["4\n"]}]
    shown = [
        {
            "output_type": "display_data",
            "data": {"text/markdown": ["```python\n" + "x\n" * 50 + "```"]},
        }
    ]
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
    assert one.parts == [
        ("markdown", "\nwords"),
        ("printed", "4\n"),
        ("code", "a = 1"),
    ] and one.notes == ["say this"]
    assert code.parts[0][0] == "result" and figure.figure == "planted"
    assert "left out" not in str([one, code, two, figure])


def test_a_guess_is_asked_on_its_page_and_answered_on_the_page_of_its_figure(tmp_path):
    data = Guess("Is $x &lt; 2$?", {"yes": "No.", "no": "Right: $x = 3$."}, "no")
    shown = {"text/html": data.still(), "text/plain": data.plain()}
    outputs = [{"output_type": "display_data", "data": shown}]
    asked = cell("fragment", "guess = Guess(...)", "code", outputs=outputs)
    one, figure = story.pages(notebook(tmp_path, cell("slide", "## One\n\nwords"), asked))
    assert [kind for kind, _ in one.parts] == ["markdown", "guess"]
    assert "Right" not in str(one.parts) and "Right" in figure.answer
    words = deck.page([one, figure], {"planted": frames.Film(every_kind(name="planted"), 2).data})
    assert "<mo>&#x0003C;</mo>" in words.split('class="guess"')[1]
    assert words.index('class="guess"') < words.index('class="fragment answer"')
    alone = story.pages(notebook(tmp_path, cell("slide", "## One"), asked, cell("slide", "## Two")))
    assert [kind for kind, _ in alone[0].parts] == ["markdown", "guess", "answer"]


def test_every_formula_of_every_slide_is_understood():
    for path in notebooks.paths():
        for page in story.pages(path):
            for kind, words in page.parts:
                if kind in ("markdown", "result"):
                    assert "$" not in re.sub(
                        r"<pre.*?</pre>|<code.*?</code>", "", text.rendered(words), flags=re.S
                    )
    with pytest.raises(ValueError, match="a command that slides cannot show"):
        maths.mathml(r"\nosuchthing{x}")


def test_formulas_are_set_as_tex_would_set_them():
    assert "<mi>ℝ</mi>" in maths.mathml(r"\mathbb R") and "<mn>𝟏</mn>" in maths.mathml(r"\mathbf 1")
    assert "<mi>𝒩</mi>" in maths.mathml(r"\mathcal N") and "<mo>argmin</mo>" in maths.mathml(
        r"\arg\min_w"
    )
    assert 'form="prefix"' in maths.mathml("x = -1") and 'form="prefix"' not in maths.mathml(
        "x - 1"
    )
    assert "‖" in maths.mathml(r"\Big\|x\Big\|") and "<msup>" not in maths.mathml("f'(x)")


def test_formulas_in_tables_and_code_keep_their_place():
    page = text.rendered(
        "| a | b |\n|---|---|\n| $|x|$ | `$5` |\n\n[away](02_convexity.ipynb#x) [there](https://example.org)"
    )
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
                over = (
                    _decoded(frame["src"]).convert("RGBA")
                    if frame["src"]
                    else Image.new("RGBA", (1, 1))
                )
                over = np.asarray(over.resize(own.shape[1::-1], Image.Resampling.NEAREST)).astype(
                    int
                )
                shown = np.where(over[:, :, 3:] > 0, over[:, :, :3], colours)
                assert np.abs(shown - own).max() <= 40 and np.abs(shown - own).mean() < 1
                assert frame["alt"] == planted.alt and planted.told in frame["words"]
                assert "It is never steep." in frame["words"]


def test_every_control_moves_from_the_first_picture_and_one_from_a_step(planted):
    film = frames.Film(planted).data
    first, flat, down, aside = film["states"]
    assert {name: len(t) for name, t in first["tracks"].items()} == {
        "a": 13,
        "b": 13,
        "n": 5,
        "up": 2,
    }
    assert [control["name"] for control in film["controls"]] == ["a", "b", "n", "up"]  # in sight
    assert flat["tracks"] == {"a": first["tracks"]["a"]} and flat["frame"] in flat["tracks"]["a"]
    assert list(down["tracks"]) == ["b"] and down["frame"] in down["tracks"]["b"]
    assert list(aside["tracks"]) == ["a"] and aside["tracks"]["a"] != first["tracks"]["a"]
    assert [state["look"] for state in film["states"]] == [
        "", "It does not rise.", "It falls.", "Something folded moves."
    ]  # fmt: skip
    for state in (first, flat, down, aside):
        assert all(state["frame"] in track for track in state["tracks"].values())
    assert planted.values == planted.first


def test_a_choice_is_filmed_too():
    film = frames.Film(chosen(), 3).data
    assert len(film["states"][0]["tracks"]["kind"]) == 2 and film["controls"][0]["kind"] == "choice"


def _decoded(picture):
    return Image.open(io.BytesIO(base64.b64decode(picture)))


def test_a_deck_is_made_once_and_never_too_large(tmp_path, monkeypatch):
    path = notebook(tmp_path, cell("slide", "## One"), steps=FLAT)
    made = deck.build(path, tmp_path)
    assert re.search(r'<aside class="notes">.*Ask <math', made.read_text(encoding="utf-8"))
    written = made.stat().st_mtime_ns
    assert deck.build(path, tmp_path).stat().st_mtime_ns == written
    monkeypatch.setattr(deck, "BUDGET", 1000)
    with pytest.raises(ValueError, match="MB, the limit is"):
        deck.build(path, tmp_path)


def test_the_lecturers_page_has_the_notes_that_no_notebook_has(tmp_path, monkeypatch):
    monkeypatch.setattr(guide, "classes", {"99": {"planted": every_kind}}.get)
    monkeypatch.setattr(every_kind, "notes", "Ask $x$ first.")
    page = guide.build(notebook(tmp_path, cell("slide", "## 1 · One")), tmp_path).read_text()
    assert "Ask <math" in page and "1 · One" in page and "Something folded moves." in page


def test_every_notebook_has_a_lecturers_page(tmp_path):
    for path in notebooks.paths():
        known = guide.classes(path.name[:2])
        words = guide.build(path, tmp_path).read_text()
        for name in set(figures.names(notebooks.cells(path))) & set(known):
            assert f"<h3>{name}</h3>" in words


# in a browser

LECTURE = """=== md slide
# 99 · A lecture

About $x < 2$.
=== code skip
from helpers.live import Claim, Figure, Guess, Step, slider


class rise(Figure):
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
=== code fragment folded
guess = Guess("Which way?", {"up": "Right: it rises.", "down": "No: it rises."}, "up")
guess
=== code fragment
rise(after=guess)
=== md slide
## 2 · Why

Some words.
=== code fragment
print("the end")
"""


@pytest.fixture(scope="module")
def chromium():
    browser.needed()


@pytest.fixture(scope="module")
def lecture(tmp_path_factory):
    """The deck of a lecture on one figure, as `make slides` makes it."""
    folder = tmp_path_factory.mktemp("slides")
    notebooks.write(folder / "99_lecture.ipynb", draft.to_notebook(LECTURE))
    return deck.build(folder / "99_lecture.ipynb", folder)


@pytest.fixture
def opened(chromium, lecture):
    """That deck from the disk, on its figure; requests for anything but itself are noted."""
    with browser.page(1280, 720) as page:
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        page.on("request", lambda request: _note(page, request.url))
        page.goto(lecture.as_uri())
        page.wait_for_function("Reveal.isReady()")
        page.evaluate("Reveal.slide(2)")
        yield page
        assert page.problems == []


def _note(page, address):
    if not address.startswith(("file:", "data:", "blob:")):
        page.problems.append(address)


def seen(page):
    """What the audience sees of the current figure: picture, words, and its description."""
    return page.evaluate(
        """() => {
          const find = part => Reveal.getCurrentSlide().querySelector('.live-figure ' + part);
          const over = find('.over');
          return [over.hidden ? '' : over.src, find('.tells').innerText, find('.still').alt]; }"""
    )


def place(page):
    return page.evaluate("Reveal.getIndices().h")


@pytest.mark.browser
def test_sliders_steps_and_keys_without_a_kernel(opened):
    first = seen(opened)
    slope = opened.get_by_label("slope a").first
    slope.focus()
    opened.keyboard.press("ArrowRight")
    moved = seen(opened)
    assert all(a != b for a, b in zip(first, moved))
    assert place(opened) == 2  # the slider keeps its arrow keys
    assert slope.get_attribute("aria-valuetext") in moved[2]
    opened.keyboard.press("2")
    told = seen(opened)[1]
    assert "It rises." in told and "slope 4" in told and "the factor b is not 1" in told
    # no pictures from here: it shows its value and rests
    assert opened.get_by_label("factor b").first.is_disabled()
    slope.focus()
    opened.keyboard.press("ArrowLeft")
    assert "It rises." not in seen(opened)[1]  # the step was left
    opened.keyboard.press("r")
    assert seen(opened) == first
    opened.get_by_role("button", name="flat").click()
    assert "It does not rise." in seen(opened)[1]
    opened.keyboard.press("ArrowRight")
    assert place(opened) == 3
    opened.keyboard.press("ArrowLeft")
    slope.focus()
    opened.keyboard.press("PageDown")  # what a lecturer's remote sends
    assert place(opened) == 3


@pytest.mark.browser
def test_every_picture_is_described_and_the_font_is_there(opened):
    pictures = "[...document.querySelectorAll('img:not([aria-hidden])')].map(image => image.alt)"
    assert opened.evaluate(pictures) == ["At a = 0.5, b = 1: The line has slope 0.5."]
    assert opened.evaluate("document.fonts.check('20px \"Deck Math\"')")


@pytest.mark.browser
def test_a_deck_prints_one_page_per_slide(opened, lecture):
    opened.goto(lecture.as_uri() + "?print-pdf")
    opened.wait_for_selector(".pdf-page")
    width = "document.querySelector('img.still').clientWidth"
    browser.until(opened, lambda: opened.evaluate(width) > 1000)  # as on the screen
    printed = opened.pdf(prefer_css_page_size=True, print_background=True)
    pages = story.pages(lecture.with_suffix(".ipynb"))
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) == len(pages)


@pytest.mark.browser
def test_the_rehearsal_finds_planted_defects(chromium, tmp_path, capsys):
    fine = cell("slide", "## Fine\n\nA sentence.")
    slides = [
        fine,
        cell("slide", "## Long\n\n" + "Too many words for one slide. " * 90),
        cell("slide", "Only words, and no heading."),
        cell("slide", '## Small\n\n<span style="font-size:10px">who can read this?</span>'),
        fine,
    ]
    assert rehearse.report([notebook(tmp_path, fine, steps=FLAT)], tmp_path) == 0
    assert capsys.readouterr().out == "99_planted: ready\n"
    assert rehearse.report([notebook(tmp_path, *slides, size="(10, 9)")], tmp_path) == 1
    said = capsys.readouterr().out
    assert re.findall("|".join(rehearse.ADVICE), said) == [
        "overflow", "no title", "small text", "no story", "small picture"
    ]  # fmt: skip
    assert "slide 3 (untitled): no title; start its cell with a heading" in said
