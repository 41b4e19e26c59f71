"""The report on times: answers are compared, and what fails costs its own row."""

import numpy as np
import pytest

from tests.tools.bench import __main__ as report
from tests.tools.bench import beside, growth, imports


def fails():
    raise ValueError("no | such\nthing")


@pytest.mark.parametrize(
    ("ours", "theirs", "gap"),
    [(np.array([True, False]), [True, True], 1.0), ([1, 2.5], np.array([1, 2]), 0.5), (3, 3, 0.0)],
)
def test_answers_of_every_kind_are_compared(ours, theirs, gap):
    assert beside.difference(ours, theirs) == gap


def test_a_rival_with_another_answer_or_none_is_named_in_its_row():
    good = beside.row("a", lambda: 1.0, lambda: 1.0, 1e-9, "fine")
    other = beside.row("b", lambda: 1.0, lambda: 2.0, 1e-9, "fine")
    broken = beside.row("c", fails, lambda: 2.0, 1e-9, "fine")
    assert [row[0] for row in (good, other, broken)] == ["a", "b", "c"]
    assert {len(row) for row in (good, other, broken)} == {len(beside.HEADER)}
    assert good[-1] == "fine" and other[-1] == "DIFFERENT ANSWER; fine"
    assert broken[-1] == "stopped: ValueError: no / such"


def test_a_part_that_fails_costs_no_other(monkeypatch):
    monkeypatch.setitem(report.PARTS, "growth", ("Growth", fails))
    assert "| stopped: ValueError: no / such |" in report.part("growth", [])
    assert growth.row("a", (1, 2, 3), lambda n: fails())[1] == "stopped: ValueError: no / such"


def test_an_import_is_timed_and_what_it_loads_is_named():
    name, seconds, loaded = imports.row("helpers.losses", repeats=1)
    assert name == "helpers.losses" and float(seconds) > 0 and "ipywidgets" not in loaded
    assert imports.row("helpers.no_such_room", repeats=1)[2].startswith("stopped: ")
