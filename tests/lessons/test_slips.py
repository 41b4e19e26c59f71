"""The tables of slips: every row is whole, and every measurement runs and says something."""

import re
from pathlib import Path

import pytest

from helpers.desk.slips import Slip, Table, errata, slips
from lessons import folders

HERE = Path(__file__).resolve()
NUMBERS = [n for n, p in folders().items() if (p / "slips.py").exists()]
ROWS = [(number, slip) for number in NUMBERS for slip in slips(number)]


def test_the_table_measures_and_folds_its_code():
    table = Table([Slip("Notes 1", "$1 + 1 = 3$", "$1 + 1 = 2$", lambda: f"{1 + 1}")])
    lines = table.markdown.splitlines()
    assert lines[2] == "| Notes 1 | $1 + 1 = 3$ | $1 + 1 = 2$ | 2 |"
    assert lines[4].startswith("<details>") and lines[-1] == "</details>"
    # an empty line ends an HTML block of Markdown: only a fence keeps code with empty lines whole
    assert lines[5:7] == ["", "```python"] and lines[-3:-1] == ["```", ""]
    assert "1 + 1" in "".join(lines[7:-3])
    assert table._repr_mimebundle_()["text/plain"] == "Notes 1: 2"


def test_a_bar_in_a_formula_is_refused():
    with pytest.raises(ValueError, match="vert"):
        Table([Slip("Notes 1", "$|w|$", "$w$")]).markdown  # noqa: B018


@pytest.mark.parametrize(("number", "slip"), ROWS, ids=[f"{n} {s.where}" for n, s in ROWS])
def test_every_slip_is_whole(number, slip):
    assert slip.where and slip.printed and slip.holds
    assert slip.printed != slip.holds


@pytest.mark.slow  # every measurement, twice
@pytest.mark.parametrize("number", NUMBERS)
def test_measurements_are_the_same_each_time_and_numbers_have_four_digits_at_most(number):
    first, second = errata(number), errata(number)
    assert first.rows == second.rows
    for where, *_, measured in first.rows:
        for digits in re.findall(r"\d+\.(\d+)", measured):
            assert len(digits) <= 6, f"{where}: {measured}"
