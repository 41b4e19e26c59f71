"""Homework in a real JupyterLab: released, answered by hand, saved, run again, graded."""

import json
import re
import shutil

import pytest

from course import notebooks
from course.grading import score
from course.grading.assignment import assignments
from course.grading.release import release
from helpers.desk.kinds import Code, Open
from tests.tools import browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]
NAME = "06_logistic"
SAVE = "window.jupyterapp.commands.execute('docmanager:save')"
RESTART = """async () => {
  await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart(); }"""
SOURCES = """() => window.jupyterapp.shell.currentWidget.content.widgets
  .map((cell) => cell.model.sharedModel.getSource())"""


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    """What a student gets, without the lecture: imports and questions are left."""
    course = tmp_path_factory.mktemp("course")
    release(course, [assignments()[NAME]], say=lambda _: None)
    path = course / "release" / NAME / f"{NAME}.ipynb"
    notebook = json.loads(path.read_text(encoding="utf-8"))
    asked = [c for c in notebook["cells"] if c["id"].startswith("06-")]
    first = next(
        c for c in notebook["cells"] if "import check, errata, hand_in" in "".join(c["source"])
    )
    questions = [c for c in asked if re.search("-(task|answer|hidden)$", c["id"])]
    notebook["cells"] = [first, *questions]
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return path


def answers(page):
    """Exercise -> the line that its cell holds."""
    found = [s for s in page.evaluate(SOURCES) if s.startswith("hand_in(")]
    return {re.search('"(.*?)"', line)[1]: line for line in found}


def saved(page, path):
    """Save as a reader does; the lines that the file holds then."""
    page.evaluate(SAVE)
    cells = [c for c in notebooks.cells(path) if c["source"].startswith("hand_in(")]
    return {c["id"].removesuffix("-answer"): c["source"] for c in cells}


def card(page, id):
    """The card in the cell of an exercise, in sight."""
    cell = page.locator(".jp-CodeCell").filter(has_text=f'hand_in("{id}"')
    cell.scroll_into_view_if_needed()
    cell.locator(".live-guess").wait_for()
    return cell


def give_answers(page):
    """Click, type, press and drag as a student does."""
    card(page, "06-rain").get_by_role("button", name="a) calibrated and useful").click()
    card(page, "06-rain").get_by_role("button", name="b) calibrated, but useless").click()
    number = card(page, "06-warmed")
    number.get_by_placeholder("a number").fill("66,7")
    number.get_by_role("button", name="keep").click()
    order = assignments()[NAME].exercises[0]
    listed = dict(zip(order.listed, "abcde"))
    for line in order.lines:
        card(page, "06-length").get_by_role("button", name=listed[line], exact=True).click()
    place = card(page, "06-near")
    place.locator(".noUi-handle").first.focus()
    page.keyboard.press("ArrowRight")
    place.get_by_role("button", name="keep this position").click()


def test_answers_are_kept_in_the_notebook_and_graded(released, tmp_path):
    browser.needed()
    folder = tmp_path / "notebooks"
    folder.mkdir()
    path = folder / released.name
    shutil.copy(released, path)
    with browser.lab(folder, tmp_path) as address, browser.page() as page:
        browser.open_notebook(page, address, path.name)
        browser.run_all(page)
        give_answers(page)
        wanted = {
            "06-rain": 'hand_in("06-rain", "b")',
            "06-warmed": 'hand_in("06-warmed", 66.7)',
        }
        browser.until(page, lambda: wanted.items() <= answers(page).items())
        browser.until(page, lambda: re.search(r'near", \{"\w+": -?\d', answers(page)["06-near"]))
        browser.until(page, lambda: saved(page, path) == answers(page))
        before = answers(page)
        assert len(before) == 4 and re.search('"[a-e]( [a-e]){4}"', before["06-length"])
        page.evaluate(RESTART)
        browser.run_all(page)
        kept = card(page, "06-rain").get_by_text("Your answer stands in this cell")
        kept.wait_for()
        assert (
            answers(page) == before and "No answer yet" not in card(page, "06-length").inner_text()
        )
        assert page.locator(".jp-MarkdownCell").get_by_text("e)").count()  # the lines have letters
        browser.shot(page, "hand_in")
        card(page, "06-near").locator(".live-figure").scroll_into_view_if_needed()
        browser.shot(page, "hand_in_position")
        card(page, "06-rain").locator(".live-guess").scroll_into_view_if_needed()
        browser.shot(page, "hand_in_choice")
    marks = score.mark(assignments()[NAME], path, sandboxed=False)
    earned = {part.id: part.score for part in marks.parts}
    full = {e.id: e.points for e in assignments()[NAME].exercises if not isinstance(e, Code | Open)}
    assert {id: earned[id] for id in full} == full | {"06-near": 0}
