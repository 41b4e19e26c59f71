"""The results ledger tells the truth: nothing is left planned, and every place and test it names
exists."""

import ast
import re
from collections import Counter
from functools import cache

import pytest

from course import ledger, notebooks
from course.notebooks import ROOT
from helpers import lookup

ROWS = lookup.rows()
FINISHED = {path.name[:2] for path in notebooks.paths()}


@cache
def docstrings(file):
    """Name -> docstring of the test functions of a file."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {node.name: ast.get_docstring(node) or "" for node in functions}


def test_it_holds_the_904_results_once_each():
    """Rows X-NN.* are statements that the notes announce or need and do not print."""
    assert sum(not row["id"].startswith("X-") for row in ROWS) == 904
    assert list(ROWS[0]) == ledger.COLUMNS
    assert all(
        row["source"].startswith("beyond the notes") == row["id"].startswith("X-") for row in ROWS
    )
    assert not [i for i, k in Counter(row["id"] for row in ROWS).items() if k > 1]
    assert {row["status"] for row in ROWS} <= ledger.STATUS
    assert {row["show"] for row in ROWS} == {"cell", "ledger"}


def test_a_planned_row_promises_nothing_yet():
    for row in ROWS:
        if row["status"] == "planned":
            assert row["notebook"] not in FINISHED, (
                f"{row['id']} is planned, but notebook {row['notebook']} is there"
            )
            assert not (row["where"] or row["test"])


@pytest.mark.parametrize("number", sorted(FINISHED - {"00"}))
def test_every_row_of_a_finished_notebook_is_honoured(number):
    places = ledger.places(notebooks.path_of(number))
    for row in (row for row in ROWS if row["notebook"] == number):
        assert row["status"] != "planned", row["id"]
        assert row["where"] in places, f"{row['id']}: no heading or figure {row['where']!r}"
        assert bool(row["test"]) >= bool(row["check"]), (
            f"{row['id']} can be checked, but no test is named"
        )
        if row["test"]:
            file, _, name = row["test"].partition("::")
            assert name in docstrings(file), f"{row['id']}: no test {row['test']}"
            if file.startswith("tests/helpers/"):  # an algorithm's test that says the same
                named = rf"{re.escape(row['id'])}(?![\w.]*\w)"
                assert re.search(named, docstrings(file)[name]), row
        assert bool(row["correction"]) == (row["status"] in ("misprinted", "needs hypothesis")), (
            f"{row['id']}: {row['status']} and {row['correction']!r}"
        )


@pytest.mark.parametrize(
    "query, identity",
    [
        ("Durham, lecture 4, Note 25", "D-4.25"),
        ("Durham, lecture 6, Algorithm 25", "D-6.25"),
        ("D-4.25", "D-4.25"),
        ("Waterloo 1.8.5", "W-1.8.5"),
        ("usc theorem 1", "U-T1"),
        ("beyond 31.3", "X-31.3"),
    ],
)
def test_a_lecturer_finds_an_item(query, identity):
    assert identity in [row["id"] for row in lookup.find(query)][:8]


def test_every_result_is_found_by_its_name():
    names = [row["id"] for row in ROWS]
    assert [row["id"] for row in lookup.find(", ".join(names))] == names


def test_numbers_are_not_found_inside_other_numbers():
    assert {row["id"] for row in lookup.find("Durham 4 2")} == {"D-4.2"}


def test_words_must_all_occur():
    found = lookup.find("ridge solution")
    assert found and all(
        "ridge" in lookup.words_of(row) and "solution" in lookup.words_of(row) for row in found
    )
    assert lookup.find("xyzzy") == [] and "Nothing found" in lookup.lookup("xyzzy").data


def test_what_is_found_links_to_its_cell():
    """Every link of the ledger leads to the id of a cell that is there."""
    text = lookup.lookup("Durham, lecture 4, Note 25").data
    assert re.search(r"\]\(07_gradient_descent\.ipynb#cell-id=[a-z0-9-]+\)", text)
    there = {
        path.name: {cell["id"] for cell in notebooks.cells(path)} for path in notebooks.paths()
    }
    for row in ROWS:
        if row["notebook"] in FINISHED:
            file, anchor = re.search(r"\]\((.+)#cell-id=(.+)\)$", lookup.link(row)).groups()
            assert anchor in there[file], f"{row['id']}: {file} has no cell {anchor}"
        else:
            assert "to come" in lookup.link(row)
