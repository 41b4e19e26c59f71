"""The list of planted mistakes must not rot: every mutant still fits its file, and its target still exists."""
import ast

import pytest

from tests.mutants import MUTANTS, ROOT


@pytest.mark.parametrize("file", sorted({m[0] for m in MUTANTS}))
def test_every_mutant_of_a_file_fits_and_still_parses(file):
    text = (ROOT / file).read_text(encoding="utf-8")
    for _, old, new, _ in (m for m in MUTANTS if m[0] == file):
        assert text.count(old) == 1, f"occurs {text.count(old)} times: {old}"
        assert old != new
        ast.parse(text.replace(old, new))


def test_every_target_exists():
    for target in {m[3] for m in MUTANTS}:
        path, _, name = target.partition("::")
        text = (ROOT / path).read_text(encoding="utf-8")
        assert not name or f"def {name.split('::')[-1].split('[')[0]}(" in text, target


def test_there_are_enough_mutants_and_none_twice():
    assert len(MUTANTS) >= 40 and len({(m[0], m[1], m[2]) for m in MUTANTS}) == len(MUTANTS)
