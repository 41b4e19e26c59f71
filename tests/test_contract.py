"""What every notebook looks like: the template, the limits, the slides. One test per rule, over all notebooks."""

import ast
import base64
import builtins
import json
import re
import statistics

import pytest

from helpers.course.clean import WIDGET_VIEW, normalise
from helpers.course.paths import ROOT, notebooks

PATHS = notebooks()
TOPICS = [path for path in PATHS if not path.name.startswith("00")]


def read(path):
    nb = json.loads(path.read_text(encoding="utf-8"))
    for cell in nb["cells"]:
        cell["source"] = "".join(cell["source"])
    return nb["cells"]


def code(path):
    return [cell for cell in read(path) if cell["cell_type"] == "code"]


def prose(path):
    return "\n\n".join(cell["source"] for cell in read(path) if cell["cell_type"] == "markdown")


def lines(cell):
    return sum(bool(line.strip()) for line in cell["source"].splitlines())


def outputs(path):
    return [output for cell in code(path) for output in cell["outputs"]]


everywhere = pytest.mark.parametrize("path", PATHS, ids=lambda p: p.stem)
topics = pytest.mark.parametrize("path", TOPICS, ids=lambda p: p.stem)


def test_there_are_notebooks():
    assert len(TOPICS) >= 4


@topics
def test_size(path):
    cells, blocks = read(path), code(path)
    share = 1 - len(blocks) / len(cells)
    assert 25 <= len(cells) <= 60, f"{len(cells)} cells"
    assert 0.45 <= round(share, 3) <= 0.60, f"{share:.0%} markdown"
    assert path.stat().st_size <= 1_000_000


@everywhere
def test_cells_are_short(path):
    counts = [lines(cell) for cell in code(path)]
    assert max(counts) <= 15, f"a cell of {max(counts)} lines"
    assert statistics.median(counts) <= 5, f"median {statistics.median(counts)}"


@everywhere
def test_it_was_run_from_top_to_bottom_without_a_warning(path):
    assert [cell["execution_count"] for cell in code(path)] == list(range(1, len(code(path)) + 1))
    assert not [o for o in outputs(path) if o["output_type"] == "error" or o.get("name") == "stderr"]


@everywhere
def test_it_is_stored_in_normal_form(path):
    """Normalising it once more changes nothing: no widget state, no timings, no strange ids."""
    stored = json.loads(path.read_text(encoding="utf-8"))
    again = normalise(json.loads(path.read_text(encoding="utf-8")))
    assert stored == again
    assert WIDGET_VIEW not in path.read_text(encoding="utf-8")


@everywhere
def test_pictures_are_small_and_described(path):
    pictures = [o for o in outputs(path) if "image/png" in o.get("data", {})]
    for output in pictures:
        alt = output["metadata"]["image/png"]["alt"]
        assert len(base64.b64decode(output["data"]["image/png"])) <= 60_000, alt
        assert len(alt) > 40 and "".join(output["data"]["text/plain"]).startswith(alt)
    assert (
        len(pictures)
        == sum("Live(" in cell["source"] for cell in code(path))
        >= (1 if path.name.startswith("00") else 2)
    )


@topics
def test_the_frame_of_the_lesson(path):
    cells, text = read(path), prose(path)
    number = path.name[:2]
    first = cells[0]["source"]
    assert first.startswith(f"# {number} · ")
    for words in ("**Question.**", "**You need**", "**You will be able to**", "minutes", "00_start.ipynb#Notation"):
        assert words in first, words
    headings = re.findall(r"^## (.+)$", text, flags=re.MULTILINE)
    assert [h.split(" · ")[0] for h in headings] == [str(i) for i in range(1, len(headings) + 1)], headings
    for words in ("Where the notes slip", "Exercises", "Summary"):
        assert any(words in h for h in headings), words
    assert "**Sources.**" in cells[-1]["source"]
    assert text.count("**Guess first.**") >= 2
    assert any("source(" in cell["source"] for cell in code(path)), "no function is shown with source()"


@topics
def test_imports_stand_in_one_cell_and_nothing_magic(path):
    for i, cell in enumerate(code(path)):
        tree = ast.parse(cell["source"])  # also: no magics, which do not parse
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
        assert not imports or i == 0, cell["source"]
        assert not any(alias.name == "*" for node in imports for alias in node.names)
        assert not cell["source"].rstrip().endswith(";")
        assert "np.random.seed" not in cell["source"] and "np.random.default_rng()" not in cell["source"]


@topics
def test_nothing_is_defined_twice(path):
    """A cell defines no function that another cell, or helpers, already has under that name."""
    here = [
        node.name for cell in code(path) for node in ast.parse(cell["source"]).body if isinstance(node, ast.FunctionDef)
    ]
    assert len(here) == len(set(here)), sorted(name for name in here if here.count(name) > 1)
    there = {
        node.name
        for module in (ROOT / "helpers").rglob("*.py")
        for node in ast.parse(module.read_text()).body
        if isinstance(node, ast.FunctionDef)
    }
    # an exercise may ask for a function that helpers has: that is how it can be graded
    asked = {
        node.name
        for cell in code(path)
        if cell["metadata"].get("nbgrader", {}).get("solution")
        for node in ast.parse(cell["source"]).body
        if isinstance(node, ast.FunctionDef)
    }
    assert not (set(here) - asked) & there, (set(here) - asked) & there
    assert not set(here) & set(dir(builtins))


@everywhere
def test_every_cell_knows_its_slide(path):
    for cell in read(path):
        kind = cell["metadata"]["slideshow"]["slide_type"]
        assert kind in ("slide", "subslide", "fragment", "skip", "notes")
        if kind in ("slide", "subslide"):
            assert cell["cell_type"] == "markdown" and re.match(r"#+ ", cell["source"]), cell["source"][:60]


@topics
def test_the_deck_has_fifteen_to_twentyfive_slides_and_one_figure_each(path):
    slides, figures = 0, 0
    for cell in read(path):
        kind = cell["metadata"]["slideshow"]["slide_type"]
        if kind in ("slide", "subslide"):
            slides, figures = slides + 1, 0
        if "Live(" in cell["source"] and cell["cell_type"] == "code":
            figures += 1
            assert kind == "fragment" and figures == 1, cell["source"][:60]
    assert 15 <= slides <= 25, f"{slides} slides"


@topics
def test_every_exercise_is_whole(path):
    """Solution, visible check and hidden tests, in this order, three exercises at least."""
    cells = [cell for cell in code(path) if "nbgrader" in cell["metadata"]]
    ids = [cell["metadata"]["nbgrader"]["grade_id"] for cell in cells]
    names = [i for i in ids if not i.endswith(("-check", "-hidden"))]
    assert len(names) >= 3 and all(name.startswith(f"{path.name[:2]}-") for name in names)
    assert ids == [i for name in names for i in (name, f"{name}-check", f"{name}-hidden")]
    for cell in cells:
        grader = cell["metadata"]["nbgrader"]
        if grader["solution"]:
            assert "### BEGIN SOLUTION" in cell["source"] and cell["metadata"]["jupyter"]["source_hidden"]
        elif grader["grade"]:
            assert cell["source"].startswith("### BEGIN HIDDEN TESTS") and grader["points"] > 0
        else:
            assert "check(" in cell["source"] and "".join(cell["outputs"][0]["text"]).splitlines() == ["right"] * len(
                "".join(cell["outputs"][0]["text"]).splitlines()
            )


@everywhere
def test_links_between_notebooks_lead_somewhere(path):
    for target, anchor in re.findall(r"\]\(([\w]+\.ipynb)(?:#([^)]+))?\)", prose(path)):
        there = path.parent / target
        assert there.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.+)$", prose(there), flags=re.MULTILINE)
            assert anchor in {h.strip().replace(" ", "-") for h in headings}, anchor
