"""The list of planted mistakes must not rot, and the runner must tell a caught one from another."""

import ast

import pytest

from tests.tools import mutants
from tests.tools.planting import ROOT, Mistake, definition, mistakes

MISTAKES = mistakes()
SOURCE = '''
X = 1


class C:
    @property
    def twice(self):
        """Two
        lines."""
        return (
            2 * self.x  # why
        )


def f(x):
    return x + 1 if x > 1 else x
'''


def at(name, old, new):
    return Mistake("module", name, old, new, "test")


@pytest.mark.slow  # parses every module once for each of its mistakes
@pytest.mark.parametrize("module", sorted({m.module for m in MISTAKES}))
def test_every_address_fits_whatever_the_formatting(module):
    here = [m for m in MISTAKES if m.module == module]
    source = here[0].file().read_text(encoding="utf-8")
    for text in (source, ast.unparse(ast.parse(source))):
        for mistake in here:
            only_its_definition_changes(mistake, text)


def only_its_definition_changes(mistake, text):
    right, planted = ast.parse(text), mistake.planted(text)
    top = definition(right, mistake.name.split(".")[0])
    first = min([top.lineno, *(one.lineno for one in getattr(top, "decorator_list", []))])
    lines, changed = text.splitlines(), planted.splitlines()
    after = len(lines) - top.end_lineno
    assert changed[: first - 1] == lines[: first - 1]
    assert changed[len(changed) - after :] == lines[top.end_lineno :]
    wrong = ast.parse(planted).body
    assert len(wrong) == len(right.body)
    assert ast.dump(wrong[right.body.index(top)]) != ast.dump(top)


@pytest.mark.parametrize(
    ("name", "old", "new", "line"),
    [
        ("X", "1", "2", "X = 2"),
        ("C.twice", "2 * self.x", "self.x", "        return self.x"),
        ("f", "x > 1", "x >= 1", "    return x + 1 if x >= 1 else x"),
    ],
)
def test_a_mistake_is_planted_where_it_belongs(name, old, new, line):
    wrong = at(name, old, new).planted(SOURCE)
    assert line in wrong.split("\n") and wrong.count("@property") == 1
    assert at(name, new, old).planted(wrong).count(line) == 0


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("g", "x", "y", "g is defined 0 times"),
        ("C.f", "x", "y", "C.f is defined 0 times"),
        ("f", "1", "2", "occurs 2 times"),
        ("f", "x + 2", "x", "occurs 0 times"),
        ("f", "x + 1", "(x + 1)", "changes nothing"),
        ("f", "x + 1", "x +", "no Python"),
    ],
)
def test_an_address_that_does_not_fit_says_why(name, old, new, message):
    with pytest.raises(ValueError, match=message):
        at(name, old, new).planted(SOURCE)


def test_a_name_defined_twice_is_no_address():
    with pytest.raises(ValueError, match="f is defined 2 times"):
        at("f", "x > 1", "x >= 1").planted(SOURCE + SOURCE)


def test_every_target_exists():
    for target in sorted({m.test for m in MISTAKES}):
        path, _, name = target.partition("::")
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        assert not name or definition(tree, name.split("[")[0].replace("::", ".")), target


def test_there_are_enough_mistakes_and_none_twice():
    assert len(MISTAKES) >= 250
    assert len({(m.module, m.name, m.old, m.new) for m in MISTAKES}) == len(MISTAKES)


def test_words_choose():
    chosen = mutants.having(MISTAKES, ["helpers.trace", "test_losses"])
    assert {m.module for m in chosen} == {"helpers.trace", "helpers.losses"}
    assert mutants.having(MISTAKES, []) == MISTAKES


def test_a_tenth_is_another_each_day_and_the_same_all_day():
    days = [mutants.tenth(MISTAKES, f"2026-11-{day:02d}") for day in range(1, 31)]
    assert days[0] == mutants.tenth(MISTAKES, "2026-11-01") != days[1]
    assert {len(day) for day in days} == {-(-len(MISTAKES) // 10)}
    missed = set(MISTAKES).difference(*days)
    assert len(missed) < 0.1 * len(MISTAKES)  # 4 % in a month
    assert mutants.tenth(MISTAKES) == MISTAKES


def test_the_runner_tells_a_mistake_from_another_spelling(tmp_path):
    copy = mutants.Copy(tmp_path.resolve())
    assert copy.imported() == copy.root
    target = "tests/helpers/test_check.py"
    wrong = Mistake("helpers.check", "positive", "v <= 0", "v < 0", target)
    spelt = Mistake("helpers.check", "positive", "v <= 0", "0 >= v", target)
    stale = Mistake("helpers.check", "positive", "v <= 7", "v < 7", target)
    verdicts = [copy.with_mistake(m)[0] for m in (wrong, spelt, stale)]
    assert verdicts[:2] == ["caught", "SURVIVED"] and verdicts[2].startswith("STALE")
    assert wrong.file(copy.root).read_bytes() == wrong.file().read_bytes()
