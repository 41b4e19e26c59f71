"""What a reader must meet: one test per rule of the page."""

import importlib
import statistics

import pytest

from course import figures, guesses, notebooks, outline, timing
from helpers import desk
from helpers.desk import kinds

PATHS = [path for path in outline.finished() if not path.name.startswith("00")]
ready = pytest.mark.parametrize("path", PATHS, ids=lambda p: p.stem)


def hidden(cell):
    return bool(cell["metadata"].get("jupyter", {}).get("source_hidden"))


def lines(cell):
    return [line for line in cell["source"].splitlines() if line.strip()]


@ready
def test_code_cells_are_narrow_and_small(path):
    sizes = []
    for cell in notebooks.code(path):
        for line in cell["source"].splitlines():
            assert len(line) <= 100, line
        sizes.append(len(cell["source"]))
    # a guess holds its question and an answer to every option, folded
    long = [size for size, cell in zip(sizes, notebooks.code(path)) if not hidden(cell)]
    assert max(long) <= 600, f"a visible cell of {max(long)} characters"
    assert statistics.median(sizes) <= 200, statistics.median(sizes)


@ready
def test_the_student_reads_no_solution_no_hidden_test_and_no_lecturers_note(path):
    for cell in notebooks.cells(path):
        for words in ("BEGIN SOLUTION", "HIDDEN TESTS", "For the lecturer"):
            assert words not in cell["source"], words
        assert "nbgrader" not in cell["metadata"]
        assert notebooks.slide_type(cell) != "notes"


@ready
def test_a_figure_is_one_line(path):
    """At most three visible lines of code between the last words and the figure's guess."""
    cells = notebooks.cells(path)
    seen = 0
    for cell, shown in zip(cells, figures.in_cells(cells)):
        if cell["cell_type"] == "markdown":
            seen = 0
            continue
        seen += 0 if hidden(cell) else len(lines(cell))
        if shown:
            assert seen <= 3, cell["source"]
            seen = 0


@ready
def test_there_are_four_to_seven_figures_five_of_them_core(path):
    cells = notebooks.cells(path)
    asked = {name for name in figures.names(cells) if name.startswith("search")}
    assert 4 <= len(set(figures.names(cells)) - asked) <= 7
    assert timing.minutes(path)[1] <= 5


@ready
def test_a_picture_and_a_guess_on_the_first_screen(path):
    cells = notebooks.cells(path)
    shown = figures.in_cells(cells)
    first = next(i for i, names in enumerate(shown) if names)
    assert first <= 5, f"the first picture is cell {first}"
    assert list(guesses.in_cells(cells))[first] is not None
    words = sum(
        len(cell["source"].split()) for cell in cells[:first] if cell["cell_type"] == "markdown"
    )
    assert words <= 110, f"{words} words before the first picture"


@ready
def test_guesses_can_be_made_and_the_summary_counts_them(path):
    cells = notebooks.cells(path)
    asked = [guess for guess in guesses.in_cells(cells) if guess is not None]
    assert len({guess.question for guess in asked}) == len(asked) >= 3
    written = [cell for cell in cells if "Guess(" in cell["source"]]  # one without a figure
    assert all(map(hidden, written))
    assert any("score_card()" in cell["source"] for cell in cells)
    assert "Guess first" not in notebooks.prose(path)


@ready
def test_exercises_are_of_five_kinds(path):
    number = path.name[:2]
    module = importlib.import_module(f"answers.n{number}")
    found = [e for e in vars(module).values() if isinstance(e, kinds.Exercise)]
    have = {type(e) for e in found}
    assert {kinds.Code, kinds.Position, kinds.Open} <= have
    assert kinds.Choice in have or kinds.Number in have, "no prediction"


@ready
def test_the_time_is_computed_and_stated(path):
    words, shown, exercises, total = timing.minutes(path)
    assert timing.stated(path) == total, f"{words} words, {shown} figures, {exercises} exercises"
    assert 60 <= total <= 75


@ready
def test_links_to_the_previous_the_next_and_the_map(path):
    text = notebooks.cells(path)
    first = "\n".join(c["source"] for c in text[:8] if c["cell_type"] == "markdown")
    assert outline.navigation(path.name[:2]) in first


@ready
def test_slips_stand_in_a_folded_appendix(path):
    titles = [
        c
        for c in notebooks.cells(path, "markdown")
        if "Where the notes slip" in notebooks.opening(c)
    ]
    for cell in titles:
        assert notebooks.opening(cell).startswith("Appendix")
        assert cell["metadata"]["jp-MarkdownHeadingCollapsed"] is True


def test_the_desk_is_open():
    assert {"check", "ask", "solution"} <= set(desk.__all__)
