"""What every notebook looks like: its frame, its limits, its slides. One test per rule."""

import ast
import base64
import builtins
import functools
import re

import pytest

from course import figures, notebooks, outline
from course.grading.assignment import assignments
from course.notebooks import ROOT, code, prose
from course.notebooks import cells as read
from helpers.desk import kinds

PATHS = notebooks.paths()
TOPICS = [path for path in PATHS if not path.name.startswith("00")]


def lines(cell):
    return sum(bool(line.strip()) for line in cell["source"].splitlines())


def is_listing(cell):
    """Is the cell there to be read: a function shown by source(), or written for the reader?"""
    return "source(" in cell["source"] or "read" in cell["metadata"].get("tags", [])


def outputs(path):
    return [output for cell in code(path) for output in cell["outputs"]]


everywhere = pytest.mark.parametrize("path", PATHS, ids=lambda p: p.stem)
topics = pytest.mark.parametrize("path", TOPICS, ids=lambda p: p.stem)
finished = pytest.mark.parametrize("path", outline.finished()[1:], ids=lambda p: p.stem)


def test_there_are_notebooks():
    assert len(TOPICS) >= 14


@topics
def test_size(path):
    assert path.stat().st_size <= 1_000_000


@everywhere
def test_cells_are_short(path):
    counts = [lines(cell) for cell in code(path)]
    assert max(counts) <= 15, f"a cell of {max(counts)} lines"


@everywhere
def test_it_was_run_from_top_to_bottom_without_a_warning(path):
    assert [cell["execution_count"] for cell in code(path)] == list(range(1, len(code(path)) + 1))
    assert not [
        o for o in outputs(path) if o["output_type"] == "error" or o.get("name") == "stderr"
    ]


@everywhere
def test_it_is_stored_in_normal_form(path):
    """Normalising it once more changes nothing: no widget state, no timings, no strange ids."""
    stored = path.read_text(encoding="utf-8")
    assert notebooks.dumps(notebooks.normalise(notebooks.parsed(stored))) == stored
    assert notebooks.WIDGET_VIEW not in stored


@everywhere
def test_pictures_are_small_and_described(path):
    pictures = [o for o in outputs(path) if "image/png" in o.get("data", {})]
    for output in pictures:
        alt = output["metadata"]["image/png"]["alt"]
        assert len(base64.b64decode(output["data"]["image/png"])) <= 60_000, alt
        assert len(alt) > 40 and output["data"]["text/plain"].startswith(alt)
    # an exercise that asks for a position shows its figure once more
    exercises = assignments()[path.stem].exercises if path in TOPICS else []
    searched = [e for e in exercises if isinstance(e, kinds.Position)]
    assert len(pictures) == len(figures.names(read(path))) + len(searched)


@finished
def test_the_frame_of_the_lesson(path):
    cells, text = read(path), prose(path)
    assert cells[0]["source"].startswith(f"# {path.name[:2]} · ")
    for words in ("**You need**", "**You will be able to**", "minutes"):
        assert words in text, words
    headings = re.findall(r"^## (.+)$", text, flags=re.MULTILINE)
    numbered = [h.split(" · ")[0] for h in headings if re.match(r"\d", h)]
    assert numbered == [str(i) for i in range(1, len(numbered) + 1)], headings
    for words in ("Where the notes slip", "Exercises", "Summary"):
        assert any(words in h for h in headings), words
    assert "**Sources.**" in cells[-1]["source"]
    assert any(is_listing(cell) for cell in code(path)), "no algorithm is shown"


@topics
def test_imports_stand_in_one_cell_and_nothing_magic(path):
    for i, cell in enumerate(code(path)):
        tree = ast.parse(cell["source"])  # also: no magics, which do not parse
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
        assert not imports or i == 0, cell["source"]
        assert not any(alias.name == "*" for node in imports for alias in node.names)
        assert not cell["source"].rstrip().endswith(";")
        assert (
            "np.random.seed" not in cell["source"]
            and "np.random.default_rng()" not in cell["source"]
        )


@functools.cache
def functions_of_helpers():
    return {
        node.name
        for top in ("helpers", "lessons")
        for module in (ROOT / top).rglob("*.py")
        for node in ast.parse(module.read_text()).body
        if isinstance(node, ast.FunctionDef)
    }


@topics
def test_nothing_is_defined_twice(path):
    """A cell defines no function that another cell, or helpers, already has under that name."""
    here = [
        node.name
        for cell in code(path)
        for node in ast.parse(cell["source"]).body
        if isinstance(node, ast.FunctionDef)
    ]
    assert len(here) == len(set(here)), sorted(name for name in here if here.count(name) > 1)
    there = functions_of_helpers()
    # an exercise may ask for a function that helpers has: that is how it can be graded
    written = "\n".join(cell["source"] for cell in code(path))
    asked = set(re.findall(r'check\("\d\d-[\w-]+", (\w+)\)', written))
    assert not (set(here) - asked) & there, (set(here) - asked) & there
    assert not set(here) & set(dir(builtins))


@topics
def test_no_cell_takes_the_name_of_what_exercises_use(path):
    """In homework `ask` is `hand_in`: a variable of that name would swallow later answers."""
    taken = {
        node.id
        for cell in code(path)
        for node in ast.walk(ast.parse(cell["source"]))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    assert not taken & {"ask", "check", "hand_in", "solution"}


@everywhere
def test_every_cell_knows_its_slide(path):
    for cell in read(path):
        kind = cell["metadata"]["slideshow"]["slide_type"]
        assert kind in ("slide", "subslide", "fragment", "skip", "notes")
        if kind in ("slide", "subslide"):
            assert cell["cell_type"] == "markdown" and re.match(r"#+ ", cell["source"]), cell[
                "source"
            ][:60]


@topics
def test_a_slide_has_one_figure(path):
    count = 0
    for cell, shown in zip(read(path), figures.in_cells(read(path))):
        kind = notebooks.slide_type(cell)
        if kind in ("slide", "subslide"):
            count = 0
        if shown and kind != "skip":
            count += 1
            assert kind == "fragment" and count == 1, cell["source"][:60]


@everywhere
def test_links_between_notebooks_lead_somewhere(path):
    for target, anchor in re.findall(r"\]\(([\w]+\.ipynb)(?:#([^)]+))?\)", prose(path)):
        there = path.parent / target
        assert there.exists(), target
        if anchor:
            assert anchor.startswith("cell-id="), f"{anchor}: `make notebooks` makes it arrive"
            assert anchor.removeprefix("cell-id=") in {cell["id"] for cell in read(there)}, anchor
