"""Every deck is rehearsed: each slide at 1280 × 720, each figure at its presets and at the ends of
its sliders."""

import pytest

from course import notebooks
from course.slides import deck, rehearse, story
from tests.tools import browser

pytestmark = pytest.mark.browser
PATHS = notebooks.paths()


@pytest.fixture(scope="module")
def page():
    browser.needed()
    with rehearse.stage() as page:
        yield page


@pytest.mark.parametrize("path", PATHS, ids=lambda p: p.stem)
def test_nothing_goes_wrong_on_stage(path, page, tmp_path):
    assert rehearse.defects(page, deck.build(path, tmp_path, rehearse.QUICK)) == []


@pytest.mark.parametrize("path", [p for p in PATHS if p.name[:2] != "00"], ids=lambda p: p.stem)
def test_a_deck_tells_its_story_in_fifteen_to_twentyfive_slides(path):
    pages = story.pages(path)
    assert 15 <= len(pages) <= 25
    assert all(page.title for page in pages) and sum(bool(page.figure) for page in pages) >= 2
