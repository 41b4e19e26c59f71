"""Every deck is rehearsed: each slide at 1280 × 720, each figure at its presets and at the ends of
its sliders. And the rehearsal itself is tested: every defect that was ever missed is planted."""

import pytest

from course import notebooks
from course.slides import deck, findings, rehearse, story
from tests.tools import browser

PATHS = notebooks.paths()


@pytest.fixture(scope="module")
def page():
    browser.needed()
    with rehearse.stage() as page:
        yield page


@pytest.mark.browser
@pytest.mark.parametrize("path", PATHS, ids=lambda p: p.stem)
def test_nothing_goes_wrong_on_stage(path, page, tmp_path):
    assert [str(one) for one in rehearse.deck_findings(page, path, tmp_path)] == []


@pytest.mark.parametrize("path", PATHS, ids=lambda p: p.stem)
def test_no_slide_has_more_words_than_a_room_reads(path):
    counts = {page.title: findings.word_count(page) for page in story.pages(path)}
    assert {title: count for title, count in counts.items() if count > findings.WORDS} == {}


@pytest.mark.parametrize("path", [p for p in PATHS if p.name[:2] != "00"], ids=lambda p: p.stem)
def test_a_deck_tells_its_story_in_fifteen_to_twentyfive_slides(path):
    pages = story.pages(path)
    assert 15 <= len(pages) <= 25
    assert all(page.title for page in pages) and sum(bool(page.figure) for page in pages) >= 2


# planted defects

TEXTS = {  # the slide's cell, and the kind of defect that must be reported for it
    "Only words, and no heading.": "no title",
    "## Long\n\n" + "## Too high\n\n" * 30: "overflow",
    "## Table\n\n|a|b|\n|---|---|\n|" + "wide" * 60 + "|" + "wide" * 60 + "|": "overflow",
    "## Picture\n\n" + '<img src="DOT" alt="a dot" width="2000" height="90">': "overflow",
    '## Small\n\n<span style="font-size:10px">who can read this?</span>': "small text",
    '## Pale\n\n<span style="color:#ccc">who can see this?</span>': "pale text",
    "## Wordy\n\n" + "word " * 61: "many words",
    r"## Command" + "\n\n" + r"$\nosuchthing{x}$": "broken formula",
    r"## Brace" + "\n\n" + r"$\frac{1$": "broken formula",
    r"## Bracket" + "\n\n" + r"$\left( x$": "broken formula",
    "## Dollar\n\nIt costs 5 $ in all.": "broken formula",
    "## Nested\n\n$$x^{y^{z^{a^{b^c}}}}$$": "small formula",
    "## Link\n\n[away](nosuchfile.ipynb)": "dead link",
    "## Address\n\n[away](https:/example)": "dead link",
    "## Promise\n\nNotebook 99 has it, notebook 98 proves it.": "dead link",
    "## End\n\n**Next:** 98 asks more.": "dead link",
    '## No words for it\n\n<img src="DOT" width="90">': "no alt text",
    '## No file\n\n<img src="nosuch.png" alt="a picture">': "broken picture",
}
DOT = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"  # one pixel

FIGURE = """
class NAME(Figure):
    notes = "Ask before you show it."
    story = [Step("flat", "It does not rise.", a=0)]

    def sliders(self):
        return dict(a=slider("slope a", 0.5, 0, 1))

    @staticmethod
    def compute(a):
        return dict(slope=a)

    def picture(self, fig):
        ax = fig.subplots()
        (line,) = ax.plot([0, 1], [0, 1])
        return lambda r: (line.set_ydata([0, r.slope]), [line])[1]

    def caption(self, r):
        return f"A line with slope {r.slope:.3g}."

    def headline(self, r):
        return Claim("bounded", "nowhere", r.slope, 2, words="The slope is at most 2.")


NAME()
"""
LOST = """def identities(self, r):
        return [Claim("same", "nowhere", 1, 2, "==")]

"""
FIGURES = {  # what is replaced by what, and the kind of defect
    "no_notes": ('"Ask before you show it."', '""', "no notes"),
    "no_story": ('[Step("flat", "It does not rise.", a=0)]', "[]", "no story"),
    "no_sentence": ('"It does not rise."', '""', "no sentence"),
    "no_label": ("0.5, 0, 1)", '0.5, 0, 1), b=toggle("", False)', "no label"),
    "no_caption": ('f"A line with slope {r.slope:.3g}."', '""', "no caption"),
    "no_caption_at_an_end": ('.3g}."', '.3g}." * (r.slope < 1)', "no caption"),
    "long_caption": ('.3g}."', '.3g}." * (1 + 30 * (r.slope == 1))', "long caption"),
    "five_points": ("ax.plot([0, 1], ", "_small(ax).plot([0, 1], ", "small picture"),
    "tall": ("notes =", "size = (10, 12)\n    notes =", "small picture"),
    "fails": ("r.slope, 2, words", "r.slope, 0.2, words", "claim fails"),
    "fails_at_an_end": ("r.slope, 2, words", "r.slope, 0.9, words", "claim fails"),
    "identity_fails": ("def headline", LOST + "    def headline", "claim fails"),
    "dead": ("0.5, 0, 1)", '0.5, 0, 1), b=slider("b", 0, 0, 1)', "dead slider"),
    "raises": ("return dict(slope=a)", "return dict(slope=a / (a < 1))", "figure fails"),
}  # fmt: skip


def text_cell(kind, source, cell_type="markdown"):
    outputs = {"outputs": []} if cell_type == "code" else {}
    metadata = {"slideshow": {"slide_type": kind}, "tags": []}
    return {"cell_type": cell_type, "source": source, "metadata": metadata} | outputs


def write_notebook(folder, *cells):
    start = "from helpers.live import Claim, Figure, Guess, Step, slider, toggle\n"
    start += "def _small(ax):\n    ax.tick_params(labelsize=5)\n    return ax"
    path = folder / "99_planted.ipynb"
    notebooks.write(path, {"cells": [text_cell("skip", start, "code"), *cells], "metadata": {}})
    return path


def figure_cells(name, old="", new=""):
    source = FIGURE.replace(old, new, 1) if old else FIGURE
    if "b=" in source:  # a second control
        source = source.replace("def compute(a)", "def compute(a, b)")
    if name == "no_label":  # which the picture shows
        source = source.replace("slope=a)", "slope=a / (1 + b))")
    assert not old or source != FIGURE
    title = text_cell("slide", f"## {name.replace('_', ' ')}")
    return [title, text_cell("fragment", source.replace("NAME", name), "code")]


def _kinds(found):
    return {(one.slide, one.kind) for one in found}


@pytest.mark.browser
def test_a_deck_without_defects_is_ready(page, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(rehearse, "stage", lambda: _open(page))
    path = write_notebook(
        tmp_path, text_cell("slide", "## Fine\n\nA sentence."), *figure_cells("fine")
    )
    assert rehearse.report([path], tmp_path, modes=("deck",)) == 0
    assert capsys.readouterr().out == "99_planted: ready\n"
    path = write_notebook(tmp_path, text_cell("slide", "No heading."), *figure_cells("fine"))
    assert rehearse.report([path], tmp_path, modes=("deck",)) == 1
    said = capsys.readouterr().out
    assert "99_planted: 1 to mend" in said
    assert "slide 1 (untitled): no title; start its cell with a heading" in said


class _open:
    """A stage that is there already."""

    def __init__(self, page):
        self.page = page

    def __enter__(self):
        return self.page

    def __exit__(self, *_):
        pass


@pytest.mark.browser
def test_every_defect_of_the_text_is_reported_on_its_slide(page, tmp_path):
    cells = [text_cell("slide", source.replace("DOT", DOT)) for source in TEXTS]
    found = rehearse.deck_findings(page, write_notebook(tmp_path, *cells), tmp_path)
    assert _kinds(found) == set(enumerate(TEXTS.values(), 1))


@pytest.mark.browser
def test_every_defect_of_a_figure_is_reported_on_its_slide(page, tmp_path):
    cells = [
        cell for name, (old, new, _) in FIGURES.items() for cell in figure_cells(name, old, new)
    ]
    found = rehearse.deck_findings(page, write_notebook(tmp_path, *cells), tmp_path)
    assert _kinds(found) == {(n, kind) for n, (*_, kind) in enumerate(FIGURES.values(), 1)}


@pytest.mark.browser
def test_what_stops_the_whole_deck_is_reported_and_the_rest_is_rehearsed(
    page, tmp_path, monkeypatch
):
    broken = text_cell("fragment", "1 / 0", "code")
    words = text_cell("slide", "No heading.")
    found = rehearse.deck_findings(
        page, write_notebook(tmp_path, words, broken, *figure_cells("a")), tmp_path
    )
    assert _kinds(found) == {(0, "does not run"), (1, "no title")}
    assert "ZeroDivisionError" in str(found[0]) and str(found[0]).startswith("the deck: ")
    monkeypatch.setattr(deck, "BUDGET", 1000)
    found = rehearse.deck_findings(page, write_notebook(tmp_path, words), tmp_path)
    assert _kinds(found) == {(0, "too large"), (1, "no title")}
    monkeypatch.setattr(rehearse, "WALK", tmp_path / "walk.js")
    faulty = "async () => [{slide: 1, title: '', kind: 'script error', detail: 'x is not defined'}]"
    rehearse.WALK.write_text(faulty)
    assert (1, "script error") in _kinds(rehearse.walked(page, tmp_path / "99_planted.html"))


def test_every_kind_of_finding_has_a_remedy_and_a_test():
    planted = {*TEXTS.values(), *(kind for *_, kind in FIGURES.values())}
    planted |= {"does not run", "too large", "script error", "picture jumps"}
    live = {
        "stands still",
        "dead key",
        "no answer",
        "lost step",
        "covered",
    }  # test_rehearse_live.py
    assert planted | live == set(findings.ADVICE)
    assert len(TEXTS) + len(FIGURES) >= 20


@pytest.mark.browser
def test_a_picture_that_jumps_is_reported(page, tmp_path, monkeypatch):
    style = "figure.css"
    moved = deck._text(deck.HERE / style).replace("min-height: 114px", "height: auto")
    moved = moved.replace("position: absolute; inset: 0; display: flex; gap: 20px", "display: flex")
    real = deck._text
    monkeypatch.setattr(deck, "_text", lambda path: moved if path.name == style else real(path))
    longer = ('.3g}."', '.3g}." * (1 + 9 * (r.slope == 1))')
    found = rehearse.deck_findings(
        page, write_notebook(tmp_path, *figure_cells("jumps", *longer)), tmp_path
    )
    assert (1, "picture jumps") in _kinds(found)
