"""Executing, normalising and editing notebooks as text."""

import copy
import json
import subprocess
import sys

import nbformat
import pytest

from course import draft, figures, notebooks, outline
from course.__main__ import parser

DRAFT = """=== md slide
# Title

A sentence.
=== code skip folded
x = 1
=== code fragment read
print(x)
=== code skip shut
print(x + 1)
"""


everywhere = pytest.mark.parametrize("path", notebooks.paths(), ids=lambda p: p.stem)


@everywhere
def test_a_draft_gives_back_its_notebook(path):
    nb = notebooks.read(path)
    back = notebooks.normalise(draft.to_notebook(draft.to_text(nb)))
    for ours, theirs in zip(back.cells, nb["cells"], strict=True):
        for part in ("source", "id", "cell_type", "metadata"):
            assert ours[part] == theirs[part]


def test_a_notebook_gives_back_its_draft():
    assert draft.to_text(draft.to_notebook(DRAFT)) == DRAFT


def test_a_wrong_header_is_told():
    with pytest.raises(ValueError, match="a cell's kind must be one of md, code"):
        draft.to_notebook("=== text slide\nhello")
    with pytest.raises(ValueError, match="slide type"):
        draft.to_notebook("=== md page\nhello")


def test_executing_twice_changes_no_byte(tmp_path):
    path = tmp_path / "99_double.ipynb"
    notebooks.write(path, draft.to_notebook(DRAFT))
    assert notebooks.run(path)[1] is True
    once = path.read_bytes()
    assert notebooks.run(path)[1] is False and path.read_bytes() == once
    cells = json.loads(once)["cells"]
    assert cells[2]["outputs"][0]["text"] == ["1\n"]  # lines, as Jupyter stores them
    assert [cell.get("execution_count") for cell in cells] == [None, 1, 2, 3]
    assert notebooks.code(path)[1]["outputs"][0]["text"] == "1\n"


def test_widgets_are_stripped_and_pictures_stay():
    output = {
        "output_type": "display_data",
        "metadata": {"image/png": {"alt": "a curve"}},
        "data": {
            notebooks.WIDGET_VIEW: {"model_id": "1"},
            "image/png": "abc",
            "text/plain": "a curve",
        },
    }
    nb = {
        "metadata": {"widgets": {"state": {}}},
        "cells": [{"cell_type": "code", "outputs": [output]}, {"cell_type": "markdown"}],
    }
    notebooks.strip_widgets(nb)
    assert (
        nb["metadata"] == {}
        and set(output["data"]) == {"image/png", "text/plain"}
        and output["metadata"]
    )


def test_prints_that_arrived_in_pieces_are_one_output():
    nb = nbformat.v4.new_notebook(
        cells=[
            nbformat.v4.new_code_cell(
                "print()",
                outputs=[
                    nbformat.v4.new_output("stream", name="stdout", text="a\n"),
                    nbformat.v4.new_output("stream", name="stdout", text="b\n"),
                    nbformat.v4.new_output("stream", name="stderr", text="c\n"),
                ],
            )
        ]
    )
    assert [o["text"] for o in notebooks.normalise(nb)["cells"][0]["outputs"]] == ["a\nb\n", "c\n"]


def test_a_number_that_no_notebook_has_is_told():
    with pytest.raises(ValueError, match="there is no notebook 98"):
        notebooks.paths("98")


# links


def test_a_cell_is_named_after_its_heading_its_figure_or_its_words():
    cells = [
        nbformat.v4.new_markdown_cell("# 99 · How far?"),
        nbformat.v4.new_markdown_cell("## 1 · The λ of Ménard"),
        nbformat.v4.new_markdown_cell("## 1 · The λ of Ménard\n\nonce more"),
        nbformat.v4.new_code_cell("class rise(Figure):\n    pass"),
        nbformat.v4.new_code_cell("rise()"),
        nbformat.v4.new_code_cell('ask("99-search", rise(name="search"))'),
        nbformat.v4.new_code_cell("x = 1"),
    ]
    nb = notebooks.normalise(nbformat.v4.new_notebook(cells=cells))
    *named, hashed = [cell["id"] for cell in nb["cells"] if "class" not in cell["source"]]
    assert named == [
        "99-how-far",
        "1-the-of-menard",
        "1-the-of-menardx",
        "figure-rise",
        "figure-search",
    ]
    assert len(hashed) == 10 and hashed != named[-1]


def test_figures_are_found_by_the_classes_of_their_notebook(monkeypatch):
    monkeypatch.setattr(figures, "classes_of", {"99": {"wiggle"}, "": set()}.get)
    sources = [
        "n99.wiggle(M=int_slider(1, 2))\nn99.table()",
        "wiggle()",
        "wiggle(",
        "1",
    ]
    cells = [{"cell_type": "markdown", "source": "# 99 · Title"}]
    cells += [{"cell_type": "code", "source": source} for source in sources]
    assert figures.in_cells(cells) == [[], ["wiggle"], ["wiggle"], [], []]
    assert figures.names(cells[1:]) == []  # without its title the notebook has no number


@everywhere
def test_the_map_and_the_ways_to_other_notebooks_are_up_to_date(path):
    nb = notebooks.read(path)
    assert outline.placed(copy.deepcopy(nb)) == nb, "run `make notebooks`"
    line, kinds = outline.navigation(path.name[:2]), [cell["cell_type"] for cell in nb["cells"]]
    ends = [i for i, cell in enumerate(nb["cells"]) if cell["source"].endswith(line)]
    last = len(kinds) - 1 - kinds[::-1].index("markdown")
    assert ends == [kinds.index("code") - 1, last]


def test_the_ways_lead_to_the_neighbours():
    line = outline.navigation("07")
    assert "[← 06 logistic](06_logistic.ipynb)" in line and "[08 sgd →](08_sgd.ipynb)" in line
    assert "(00_start.ipynb#cell-id=notation)" in line
    assert "(00_start.ipynb#cell-id=map-of-the-course)" in line
    assert "←" not in outline.navigation("00") and "→" not in outline.navigation("99")
    assert outline.without_navigation(f"words\n\n{line}") == "words"


def test_a_link_by_the_words_of_a_heading_is_made_to_arrive():
    words = "# 07 · Title\n\n[here](08_sgd.ipynb#2-·-Why) and [there](08_sgd.ipynb)"
    cells = [{"cell_type": "markdown", "source": words}]
    (cell,) = outline.placed({"cells": cells})["cells"]
    assert "[here](08_sgd.ipynb#cell-id=2-why) and [there](08_sgd.ipynb)" in cell["source"]


# the command


def test_every_command_explains_itself():
    commands = next(a.choices for a in parser()._actions if hasattr(a, "choices") and a.choices)
    assert {"notebooks", "check", "test", "lab", "homework", "grade", "slides"} <= set(commands)
    for command in commands.values():
        assert command.get_default("run") and len(command.format_help()) > 60


@pytest.mark.slow
def test_a_mistyped_command_is_told():
    command = [sys.executable, "-m", "course", "notebooks", "98"]
    told = subprocess.run(command, capture_output=True, text=True, cwd=notebooks.ROOT)
    assert told.returncode == 1 and told.stderr == "there is no notebook 98 in notebooks/\n"
    told = subprocess.run([*command, "--fast"], capture_output=True, text=True, cwd=notebooks.ROOT)
    assert told.returncode == 2 and "unrecognized arguments: --fast" in told.stderr
