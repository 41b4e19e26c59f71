"""The rehearsal of live slides, in a real JupyterLab: some notebooks of the course have nothing to
mend, and every kind of defect, planted, is reported on its slide."""

import contextlib

import pytest

from course import notebooks
from course.slides import live, rehearse
from tests.course.test_rehearse import figure_cells, text_cell, write_notebook
from tests.tools import browser

pytestmark = pytest.mark.browser

# `make rehearse` walks all of them; two are enough to see slide mode itself fail
PATHS = [notebooks.path_of(number) for number in ("13", "24")]

TEXTS = {  # the slide's cell, and the kind of defect that must be reported for it
    "## Long\n\n" + "## Too high\n\n" * 30: "overflow",
    "## Table\n\n|a|b|\n|---|---|\n|" + "wide" * 60 + "|" + "wide" * 60 + "|": "overflow",
    "## Formula\n\n$$" + "x + " * 80 + "x$$": "overflow",
    '## Small\n\n<span style="font-size:10px">who can read this?</span>': "small text",
    '## Pale\n\n<span style="color:#ccc">who can see this?</span>': "pale text",
    r"## Command" + "\n\n" + r"$\nosuchthing{x}$": "broken formula",
    r"## Bracket" + "\n\n" + r"$\left( x$": "broken formula",
    '## No file\n\n<img src="nosuch.png" alt="a picture">': "broken picture",
}
MANY = "[" + ", ".join(f'Step("{n}", "It rises.", a={n / 20})' for n in range(10)) + "]"
FIGURES = {  # what is replaced by what, and the kind of defect
    "no_story": ('[Step("flat", "It does not rise.", a=0)]', "[]", "no story"),
    "ten_steps": ('[Step("flat", "It does not rise.", a=0)]', MANY, "dead key"),
    "no_caption_at_an_end": ('.3g}."', '.3g}." * (r.slope < 1)', "no caption"),
    "jumps": ('.3g}."', '.3g}." * (1 + 30 * (r.slope == 1))', "picture jumps"),
    "five_points": ("ax.plot([0, 1], ", "_small(ax).plot([0, 1], ", "small picture"),
    "tall": ("notes =", "size = (10, 12)\n    notes =", "small picture"),
    "fails_at_an_end": ("r.slope, 2, words", "r.slope, 0.9, words", "claim fails"),
    "raises_at_a_step": ("return dict(slope=a)", "return dict(slope=a / (a > 0))", "figure fails"),
    "raises_at_an_end": ("return dict(slope=a)", "return dict(slope=a / (a < 1))", "figure fails"),
}


@pytest.fixture(scope="module")
def stage():
    """(a browser's page, a JupyterLab) for all notebooks."""
    browser.needed()
    with rehearse.stage() as page, live.room() as room:
        yield page, room


def rehearsed(stage, path):
    return live.findings(*stage, path, rehearse.LETTERS)


def kinds(found):
    return {(one.slide, one.kind) for one in found}


@pytest.mark.parametrize("path", PATHS, ids=lambda p: p.stem)
def test_nothing_goes_wrong_live(path, stage):
    assert [str(one) for one in rehearsed(stage, path)] == []


def test_every_defect_of_the_text_is_reported_on_its_slide(stage, tmp_path):
    path = write_notebook(tmp_path, *(text_cell("slide", source) for source in TEXTS))
    assert kinds(rehearsed(stage, path)) == set(enumerate(TEXTS.values(), 1))


def test_every_defect_of_a_figure_is_reported_on_its_slide(stage, tmp_path):
    cells = [
        cell for name, (old, new, _) in FIGURES.items() for cell in figure_cells(name, old, new)
    ]
    found = rehearsed(stage, write_notebook(tmp_path, *cells))
    assert kinds(found) == {(n, kind) for n, (*_, kind) in enumerate(FIGURES.values(), 1)}


MUTE = """
from helpers.live import cards
cards.Options.reveal = lambda card: None  # it keeps its answer
"""
ASKS = 'guess = Guess("Which way?", {"up": "It rises.", "down": "It rises."}, "up")\n    notes ='


def test_what_never_comes_is_reported_after_a_while(stage, tmp_path, monkeypatch):
    monkeypatch.setattr(live, "PATIENCE", 20)
    title, asked = figure_cells("asked", "notes =", ASKS)
    silent = text_cell("skip", MUTE, "code")
    _, broken = figure_cells("broken", "class NAME", "1 / 0\nclass NAME")
    empty = text_cell("fragment", "x = 1", "code")
    head = text_cell("slide", "## Nothing")
    path = write_notebook(tmp_path, title, silent, asked, head, empty, broken)
    found = rehearsed(stage, path)
    assert kinds(found) == {
        (1, "no answer"),
        (2, "lost step"),
        (2, "does not run"),
        (2, "stands still"),
    }
    said = next(str(one) for one in found if one.kind == "does not run")
    assert said.startswith("live slide 2 (Nothing): does not run: cell 7, ZeroDivisionError")


def alter(page, name, changes):
    """One file of slide mode with something replaced, until the routes are taken back."""

    def serve(route):
        answer = route.fetch()
        words = answer.text()
        for old, new in changes.items():
            assert old in words
            words = words.replace(old, new)
        route.fulfill(response=answer, body=words)

    page.context.route(f"**/ml-theory-lectures/static/{name}*", serve)


def test_defects_of_slide_mode_itself_are_reported(stage, tmp_path, monkeypatch):
    monkeypatch.setattr(live, "PATIENCE", 20)
    page, _ = stage
    room_for_the_number = "padding-right: calc(215 * var(--u));"
    alter(page, "lecture.css", {room_for_the_number: "white-space: nowrap;"})
    back = {"this.here + by, 0": "this.here + (by < 0 ? 2 * by : by), 0"}
    alter(page, "stage.js", back | {'".live-step", number - 1': '".live-step", number'})
    alter(page, "keys.js", {'press(".live-next")': "nowhere()"})
    long = ('"nowhere", r.slope', f'"{"nowhere to be found, " * 8}", r.slope')
    cells = [text_cell("slide", "## Words"), *figure_cells("covered", *long)]
    try:
        found = kinds(rehearsed(stage, write_notebook(tmp_path, *cells)))
    finally:
        page.context.unroute_all()
    planted = {(0, "script error"), (2, "covered"), (2, "lost step"), (2, "dead key")}
    assert planted <= found


def test_the_report_has_both_modes(stage, tmp_path, capsys, monkeypatch):
    page, room = stage
    monkeypatch.setattr(rehearse, "stage", lambda: contextlib.nullcontext(page))
    monkeypatch.setattr(live, "room", lambda: contextlib.nullcontext(room))
    path = write_notebook(tmp_path, text_cell("slide", "## Fine"), *figure_cells("fine"))
    assert rehearse.report([path], tmp_path) == 0
    assert capsys.readouterr().out == "99_planted: ready\n"
    path = write_notebook(tmp_path, text_cell("slide", "## Long" + "\n\n## High" * 30))
    assert rehearse.report([path], tmp_path) == 1
    said = capsys.readouterr().out
    assert "  slide 1 (Long): overflow" in said and "  live slide 1 (Long): overflow" in said
