"""Decks: their story, their frames, and how they behave in a browser."""

import base64
import io
import json
import re

import numpy as np
import pytest
from PIL import Image

from course import figures, guesses, notebooks
from course.slides import deck, frames, guide, maths, story, text
from helpers.live import (
    Claim,
    Figure,
    GuessNumber,
    Step,
    choice,
    int_slider,
    log_slider,
    slider,
    toggle,
)

NOTEBOOK = """
class planted(Figure):
    notes = "Ask $x$ before you show it."
    size = SIZE
    story = STORY
    guess = GUESS

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


def notebook(folder, *cells, steps="()", size="(10, 4.2)", call="planted()", guess="None"):
    """A small notebook on disk that ends in a live figure."""
    first = cell("skip", "from helpers.live import Figure, Guess, Step, slider", "code", outputs=[])
    words = (
        NOTEBOOK.replace("STORY", steps)
        .replace("SIZE", size)
        .replace("GUESS", guess)
        .replace("\nplanted()", f"\n{call}")
    )
    path = folder / "99_planted.ipynb"
    last = cell("fragment", words, "code", outputs=[])
    path.write_text(json.dumps({"cells": [first, *cells, last]}))
    return path


class every_kind(Figure):
    """A control of every kind, and one that is folded away."""

    more, veiled = ("hidden",), (1,)
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
        left, right = fig.subplots(1, 2)
        (line,) = left.plot([0, 1], [0, 1])
        right.text(0.2, 0.5, "small", fontsize=7)
        return lambda r: (line.set_ydata([0, r.slope]), [line])[1]

    def caption(self, r):
        return f"slope {r.slope:.3g}"

    def identities(self, r):
        silent = Claim("silent", "nowhere", 1, 0, why_not="it is not asked")
        return [silent, Claim("kept", "nowhere", 1, 1, "=="), Claim("lost", "nowhere", 1, 2, "==")]

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
    one, code, figure = story.pages(path)
    assert [page.title for page in (one, code, figure)] == ["One", "One", "Two"]
    assert one.parts == [
        ("markdown", "\nwords"),
        ("printed", "4\n"),
        ("code", "a = 1"),
    ] and one.notes == ["say this"]
    assert code.parts[0][0] == "result" and figure.figure == "planted"
    assert "left out" not in str([one, code, figure])


@pytest.mark.slow
def test_a_guess_stands_on_the_page_of_the_figure_that_waits_for_it(tmp_path):
    asked = 'Guess("Is $x &lt; 2$?", {"no": "No.", "no & never": "$x = 3$."}, "no & never")'
    one, figure = story.pages(notebook(tmp_path, cell("slide", "## One\n\nwords"), guess=asked))
    assert [kind for kind, _ in one.parts] == ["markdown"] and figure.ask.right == 1
    film = frames.Film(every_kind(name="planted"), 2).settle(())
    words = deck.page([one, figure], {"planted": film}).partition("<body>")[2]
    assert "<mo>&#x0003C;</mo>" in words.split('class="question"')[1]
    places = [words.index(f'class="{part}') for part in ("question", "fragment answer", "stage")]
    assert places == sorted(places)  # above the picture
    assert re.search(r'data-option="1" data-right.*no &amp; never', words)
    alone = cell("fragment", f"alone = {asked}\nalone", "code", outputs=[])
    first, second = story.pages(notebook(tmp_path, cell("slide", "## One"), alone))
    assert [kind for kind, _ in first.parts] == ["guess", "answer"] and second.ask is None
    empty = story.pages(notebook(tmp_path, cell("slide", "## One"), guess=asked))
    assert [page.figure for page in empty] == ["planted"]  # no page with a title alone
    other = notebook(tmp_path, cell("slide", "## One"), guess=asked, call='planted(name="other")')
    assert story.pages(other)[-1].ask is None  # under another name it asks nothing


def test_a_number_is_asked_without_options():
    ask = story.Ask.of(GuessNumber("How many?", 3, "Count.", 0.1))
    assert ask.options == [] and ask.right is None and "The answer: 3." in ask.answer


def test_the_guess_of_a_lesson_is_read_from_its_figure():
    for number in ("07", "13"):
        cells = notebooks.cells(notebooks.path_of(number))
        asked = [guess for guess in guesses.in_cells(cells) if guess is not None]
        classes = guide.classes(number).values()
        assert len(asked) >= 3 and all(any(g is c.guess for c in classes) for g in asked)


def test_a_deck_opens_with_its_figure_and_the_lecturer_has_the_words(tmp_path):
    path = notebook(tmp_path, cell("slide", "# One"), cell("skip", "say this first"))
    (page,) = story.pages(path)
    assert page.figure == "planted" and page.title == "One"
    assert page.notes == ["say this first"]


def test_a_theorem_stands_in_a_box_and_a_proof_appears_line_by_line():
    box = text.part("before\n\n**Theorem 1.2.** It holds.\n\n$$ x = 1 $$")
    assert box.startswith("<p>before</p>") and box.count('<div class="statement">') == 1
    assert box.index("statement") < box.index("Theorem 1.2") < box.index("<math")
    proof = text.part("*Why.*\n\n1. one\n2. two\n3. three")
    assert proof.count("<li>") == 1 and proof.count('<li class="fragment">') == 2
    assert "fragment" not in text.part("*Note.*\n\n1. one\n2. two")


def test_a_title_alone_gives_way_to_what_follows(tmp_path):
    path = notebook(tmp_path, cell("slide", "## One\n\n"), cell("fragment", "seen at once"))
    assert story.pages(path)[0].parts == [("markdown", "seen at once")]


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
    assert "<mi>𝒩</mi>" in maths.mathml(r"\mathcal N")
    thin, named = "0.1667em", r"\arg\min_w f"
    for formula, before in ((named, "0"), (f"x = {named}", "0"), (f"2 {named}", thin)):
        name = f'<mo lspace="{before}" rspace="{thin}">argmin</mo>'
        assert name in maths.mathml(formula), maths.mathml(formula)
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


@pytest.mark.slow
def test_a_frame_over_the_first_picture_is_the_picture_of_the_figure(planted):
    film = frames.Film(planted, 3)
    for density, sharp in ((2, range(99)), (1, ())):
        data = film.settle(sharp)
        for state in data["states"]:
            for control, track in state["tracks"].items():
                for number in (track[0], track[-1]):
                    _move_to(planted, data, state, control, data["frames"][number])
                    shown = _composed(data, data["frames"][number], density)
                    own = Image.fromarray(np.array(planted.canvas.pixels(2)))
                    own = np.asarray(own.reduce(2 // density)).astype(int)
                    assert np.abs(shown - own).max() <= 48 and np.abs(shown - own).mean() < 1


def _move_to(planted, data, state, control, frame):
    """Move the figure itself to where a frame says that it is."""
    place = [c["name"] for c in data["controls"]].index(control)
    kind, shown = type(planted.first[control]), frame["shown"][place]
    values = {**(planted.presets.get(state["name"]) or planted.first)}
    values[control] = shown == "on" if kind is bool else kind(shown)
    planted.set(**values)
    assert frame["alt"] == planted.alt and planted.told in frame["told"]
    assert "It is never steep." in frame["proved"]
    low, high = (
        getattr(planted.controls[control], "min", 0),
        getattr(planted.controls[control], "max", 1),
    )
    if control == "b":
        low, high, shown = np.log10(low), np.log10(high), np.log10(float(shown))
    if kind is not bool:
        assert abs(frame["at"][place] - (float(shown) - low) / (high - low)) < 1e-3


def _composed(data, frame, density):
    """What a browser shows of a frame: its picture over the first one, at this density."""
    first = _decoded(data["first"]).convert("RGBA")
    size = tuple(side * density // 2 for side in first.size)
    first = first.resize(size, Image.Resampling.BOX)
    if frame["src"]:
        over = _decoded(frame["src"]).convert("RGBA")
        assert over.size == size  # the density that was asked for
        first.alpha_composite(over)
    return np.asarray(first.convert("RGB")).astype(int)


@pytest.mark.slow
def test_every_control_moves_from_the_first_picture_and_one_from_a_step(planted):
    film = frames.Film(planted, sharp=False).data
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
    film = frames.Film(chosen(), 3, sharp=False).data
    assert len(film["states"][0]["tracks"]["kind"]) == 2 and film["controls"][0]["kind"] == "choice"


@pytest.mark.slow
def test_a_film_knows_its_panels_its_letters_and_what_fails(planted):
    film = frames.Film(planted, 2, sharp=False).data
    assert film["letters"] == 7 and len(film["veils"]) == 1
    left, middle, right = film["cuts"]
    assert (left, right) == (0, 1) and 0.4 < middle < film["veils"][0][0]
    proved = film["frames"][0]["proved"]
    assert "lost: FAILS" in proved and "kept" not in proved and "silent" not in proved


@pytest.mark.slow
def test_pictures_are_sharp_as_far_as_the_room_reaches(planted):
    film = frames.Film(planted, 3)
    steps = [film.pictures[number] for number in film.standing]
    room = sum(len(sharp) - len(plain) for plain, sharp in steps)
    total = sum(len(sharp) for _, sharp in film.pictures)

    def sizes(room):
        frames_ = deck.sharpened([film], room)["every_kind"]["frames"]
        return [len(frame["src"]) for frame in frames_]

    plain = sum(sizes(0))
    assert plain < sum(sizes(room)) <= plain + room
    assert all(sizes(room)[n] == len(film.pictures[n][1]) for n in film.standing)  # steps first
    assert sum(sizes(10**9)) == total


def _decoded(picture):
    return Image.open(io.BytesIO(base64.b64decode(picture)))


@pytest.mark.slow
def test_a_deck_is_made_once_and_never_too_large(tmp_path, monkeypatch):
    path = notebook(tmp_path, cell("slide", "## One"), steps=FLAT)
    made = deck.build(path, tmp_path)
    assert re.search(r'<aside class="notes">.*Ask <math', made.read_text(encoding="utf-8"))
    assert 'published-at" content=""' in made.read_text(encoding="utf-8")
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
