"""Executing, normalising and editing notebooks as text."""

import json

import nbformat
import pytest

from helpers.course import clean, draft, execute
from helpers.course.paths import notebooks

DRAFT = """=== md slide
# Title

A sentence.
=== code skip folded
x = 1
=== code fragment read
print(x)
=== solution 99-double
def double(x):
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION
=== check 99-double
print(double(2))
=== hidden 99-double 2
### BEGIN HIDDEN TESTS
assert double(3) == 6
### END HIDDEN TESTS
"""


@pytest.mark.parametrize("path", notebooks(), ids=lambda p: p.stem)
def test_a_draft_gives_back_its_notebook(path):
    nb = json.loads(path.read_text(encoding="utf-8"))
    back = clean.normalise(draft.to_notebook(draft.to_text(nb)))
    for ours, theirs in zip(back.cells, nb["cells"], strict=True):
        assert ours.source == "".join(theirs["source"])
        assert (ours.id, ours.cell_type, ours.metadata) == (theirs["id"], theirs["cell_type"], theirs["metadata"])


def test_a_notebook_gives_back_its_draft():
    assert draft.to_text(draft.to_notebook(DRAFT)) == DRAFT


def test_a_wrong_header_is_told():
    with pytest.raises(ValueError, match="a cell's kind must be one of md, code"):
        draft.to_notebook("=== text slide\nhello")
    with pytest.raises(ValueError, match="slide type"):
        draft.to_notebook("=== md page\nhello")


def test_executing_twice_changes_no_byte(tmp_path):
    path = tmp_path / "99_double.ipynb"
    path.write_text(execute.dumps(clean.normalise(draft.to_notebook(DRAFT))))
    assert execute.run(path)[1] is True
    once = path.read_bytes()
    assert execute.run(path)[1] is False and path.read_bytes() == once
    nb = json.loads(once)
    assert nb["cells"][2]["outputs"][0]["text"] == ["1\n"] and [c.get("execution_count") for c in nb["cells"]] == [
        None,
        1,
        2,
        3,
        4,
        5,
    ]


def test_widgets_are_stripped_and_pictures_stay():
    output = {
        "output_type": "display_data",
        "metadata": {"image/png": {"alt": "a curve"}},
        "data": {clean.WIDGET_VIEW: {"model_id": "1"}, "image/png": "abc", "text/plain": "a curve"},
    }
    nb = {
        "metadata": {"widgets": {"state": {}}},
        "cells": [{"cell_type": "code", "outputs": [output]}, {"cell_type": "markdown"}],
    }
    clean.strip_widgets(nb)
    assert nb["metadata"] == {} and set(output["data"]) == {"image/png", "text/plain"} and output["metadata"]


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
    assert [o["text"] for o in clean.normalise(nb)["cells"][0]["outputs"]] == ["a\nb\n", "c\n"]


def test_a_number_that_no_notebook_has_is_told():
    with pytest.raises(ValueError, match="there is no notebook 98"):
        notebooks("98")
