"""What a notebook shows and stores of a figure: its words, its claims, its code, its picture."""

import io
from importlib import resources

import pytest
from PIL import Image

from helpers.live import (
    Claim,
    still,
    words,
)
from tests.live import sample
from tests.live.small import small


@pytest.fixture
def figure():
    return sample.fit()


@pytest.fixture
def view(figure):
    """The figure as a notebook shows it."""
    return figure.widget()


# words


def test_the_caption_and_the_step_stand_under_the_picture(figure, view):
    assert words.said(figure.caption(figure.r)) == view.said.html
    figure.show(0)
    assert "1 · too simple." in view.said.html and figure.told in view.said.html


def test_a_headline_is_a_bar_and_a_sentence_and_identities_are_one_line(figure, view):
    figure.show(2)
    shown = view.proved.html
    assert "A higher degree never fits the examples worse." in shown and "live-bar" in shown
    assert "✓ 2 identities hold" in shown
    figure.show(3)
    assert 'class="live-theorem off"' in view.proved.html
    assert "○ does not apply: the penalty is on" in view.proved.html
    assert [c.name for c in figure.claims()][0] == "more freedom, never a larger minimum"
    assert len(figure.claims()) == 3 and small().claims() == []


@pytest.mark.parametrize(
    "measured, bound, kind, why_not, bar",
    [
        (1, 4, "<=", "", '<div class="live-bar" aria-hidden="true"><span style="width:25.0%">'),
        (-3, -1, "<=", "", '<div class="live-bar blank" aria-hidden="true"></div>'),
        (-1, 0, "<=", "", '<div class="live-bar blank" aria-hidden="true"></div>'),
        (1, 4, "<=", "η is large", '<div class="live-bar" aria-hidden="true">'),
        (5, 4, "<=", "", '<div class="live-bar" aria-hidden="true"></div>'),
    ],
)
def test_a_bar_is_drawn_where_a_share_says_something(measured, bound, kind, why_not, bar):
    assert bar in words.theorem(Claim("name", "Theorem 1.1", measured, bound, kind, 0, why_not))


@pytest.mark.parametrize(
    "kinds, says",
    [
        ("h", "✓ 1 identity holds"),
        ("hhhh", "✓ 4 identities hold"),
        ("hn", "✓ 1 identity holds · ○ 1 identity does not apply here"),
        ("hfnn", "✗ 1 identity FAILS · ✓ 1 identity holds · ○ 2 identities do not apply here"),
        ("hb", "✓ 2 facts hold"),
    ],
)
def test_identities_are_counted(kinds, says):
    made = {
        "h": Claim("a", "s", 1, 1, "=="),
        "f": Claim("a", "s", 1, 2, "=="),
        "n": Claim("a", "s", 1, 2, "==", why_not="no"),
        "b": Claim("a", "s", 1, 2),
    }
    assert words.summary([made[kind] for kind in kinds]) == says


def test_the_code_under_the_figure_is_what_runs(figure, view):
    code = view.children[-1].html
    assert "the code of this figure" in code and "staticmethod" not in code
    first, folded = code.split("how it is drawn")
    assert "vander" in first and "set_data" not in first and "set_data" in folded
    assert "never a larger minimum" in folded and "vote" not in code


def test_text_is_escaped():
    class sharp(small):
        def caption(self, r):
            return "a < b & c"

        def headline(self, r):
            return Claim("<b>", "<i>", 1, 2, words="<script>")

    figure = sharp()
    view = figure.widget()
    assert "a &lt; b &amp; c" in view.said.html
    assert "<script>" not in view.proved.html and "<script>" not in still.html(figure)


def test_every_part_has_its_class(figure, view):
    looks = [child._dom_classes[-1] for child in view.children]
    parts = ["picture", "say", "story", "controls", "claim", "code"]
    assert looks == [f"live-{part}" for part in parts]
    css = (resources.files("helpers.live") / "look.css").read_text(encoding="utf-8")
    assert "nth-child" not in css and all(f".{look}" in css for look in looks)


# what is stored


@pytest.fixture
def displayed(monkeypatch):
    """What a figure displays: (data, metadata) pairs."""
    shown = []

    def display(data, metadata=None, raw=False):
        assert raw
        shown.append((data, metadata))

    monkeypatch.setattr(still, "display", display)
    return shown


def test_a_stored_figure_has_picture_caption_and_headline_and_the_picture_once(figure, displayed):
    figure._ipython_display_()
    (picture, metadata), (told, _) = displayed
    assert set(picture) == {still.VIEW, "image/png", "text/plain"}
    assert metadata == {"image/png": {"alt": figure.alt}}
    assert picture["text/plain"] == figure.describe()
    assert Image.open(io.BytesIO(picture["image/png"])).mode == "P"
    assert len(picture["image/png"]) < min(60_000, len(figure.image()))
    assert set(told) == {"text/html", "text/plain"} and "base64" not in told["text/html"]
    for part in (figure.told, figure.headlined.words, "uses 9 %", "run all cells", figure.alt):
        assert part in told["text/html"]
    assert figure.notes not in str(displayed)


def test_what_is_stored_depends_on_the_first_picture_alone(displayed):
    for _ in range(2):
        sample.fit()._ipython_display_()
    first, second = displayed[:2], displayed[2:]
    for (one, _), (two, _) in zip(first, second):
        one.pop(still.VIEW, None)
        two.pop(still.VIEW, None)
    assert first == second
