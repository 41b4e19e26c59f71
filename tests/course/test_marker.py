"""The lecturer's browser: nothing of a student's text runs there, whatever page is opened."""

import shutil
import subprocess
import sys
import urllib.parse

import pytest

from course.grading import grade
from course.grading.gradebook import Book
from tests.course.test_grade import with_tools
from tests.tools import browser, scripts
from tests.tools.attacks import NAME, hand_in, honest

pytestmark = [pytest.mark.browser, pytest.mark.slow]
NAMED = f"<img src=x onerror={scripts.js('name')}>"  # a student, to the file system
# what somebody could do on a page: follow a link that runs, send a form; one at a time
FOUND = """[...document.querySelectorAll('a, area, form')].filter(one =>
  one.protocol === 'javascript:' || one.action?.includes?.('spoke'))"""
HAND = FOUND + "[{}]?.{}?.()"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """Two hostile submissions: of ada the text, of the other one the name; graded."""
    course = tmp_path_factory.mktemp("class") / "course"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOMEWORK_SALT", "a salt of the tests")
        hand_in(course / "submitted", "ada", scripts.hostile(honest()))
        hand_in(course / "submitted", NAMED, honest())
        marks = grade.grade(course / "submitted", course, sandboxed=False)
    assert [record["score"] for record in marks] == [6, 6]
    return course


@pytest.fixture(scope="module")
def server(course, tmp_path_factory):
    browser.needed()
    with browser.lab(course, tmp_path_factory.mktemp("home"), cwd=course) as address:
        yield address


@pytest.fixture(scope="module")
def window():
    browser.needed()
    with browser.page() as page:
        yield page


def heard(window, *addresses):
    """Open the pages one after the other; the kinds of script that spoke."""
    spoken = set()

    def listen(route):
        spoken.add(route.request.url.removeprefix(scripts.PLACE).rstrip("?"))
        route.fulfill(status=204)

    window.route(scripts.PLACE + "**", listen)
    window.on("dialog", lambda dialog: dialog.dismiss())
    for address in addresses:
        window.goto(address)
        window.wait_for_load_state("load")
        for i in range(window.evaluate(FOUND + ".length")):
            for act in ("click", "submit"):
                window.evaluate(HAND.format(i, act))
                window.wait_for_timeout(200)
        window.wait_for_timeout(2000)
    window.unroute(scripts.PLACE + "**")
    return spoken


def formgrader(window, server):
    """Log in; the address of formgrader's pages."""
    window.goto(f"{server}/formgrader?token={browser.TOKEN}")
    return f"{server}/formgrader"


def submission(course, student):
    with Book(course) as book:
        return book.book.find_submission_notebook(NAME, NAME, student).id


def test_formgrader_runs_nothing_of_a_notebook(course, server, window):
    page = f"{formgrader(window, server)}/submissions/{submission(course, 'ada')}/?index=0"
    copy = course / "autograded" / "ada" / NAME / f"{NAME}.ipynb"
    ours = copy.read_bytes()
    shutil.copy(course / "submitted" / "ada" / NAME / f"{NAME}.ipynb", copy)
    try:
        spoke = heard(window, page)
        assert len(spoke) >= 20, sorted(spoke)  # what the text would do if it were shown as it is
    finally:
        copy.write_bytes(ours)
    assert heard(window, page) == set()
    assert window.get_by_text("average_bound").count() and window.get_by_text("so it").count()


def test_formgrader_runs_no_name(course, server, window):
    top, name = formgrader(window, server), urllib.parse.quote(NAMED)
    lists = [f"{top}/manage_students", f"{top}/manage_submissions/{NAME}"]
    lists += [f"{top}/gradebook/{NAME}/{NAME}", f"{top}/manage_assignments"]
    assert heard(window, *lists) == set()
    with Book(course) as book:
        assert [student.id for student in book.book.students] == ["ada"]
        book.book.add_student(NAMED)
    try:
        assert heard(window, f"{top}/manage_students/{name}") == {"name"}  # if it were in there
    finally:
        with Book(course) as book:
            book.book.remove_student(NAMED)
    row = next(line for line in (course / "grades.csv").read_text().splitlines() if "<img" in line)
    assert "rename the folder" in row and ",6," in row


def test_pages_of_feedback_run_nothing(course, window):
    pages = [course / "feedback" / name / NAME / f"{NAME}.html" for name in ("ada", NAMED)]
    assert all(page.exists() for page in pages)
    assert heard(window, *(page.as_uri() for page in pages)) == set()
    command = [sys.executable, "-m", "nbgrader", "generate_feedback", NAME, "--force"]
    subprocess.run(command, cwd=course, env=with_tools(), check=True, capture_output=True)
    assert "average_bound" in pages[0].read_text()  # nbgrader's page now, with the notebook
    assert heard(window, pages[0].as_uri()) == set()
