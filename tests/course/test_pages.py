"""The pages in notebooks/guides: what is generated is up to date, and every link arrives."""

import contextlib
import io
import re
from xml.etree import ElementTree

import numpy as np
import pytest

from course import notebooks, outline
from course.pages import build, glossary, graph, index, plan
from course.pages.places import FOLDER

PAGES = sorted(FOLDER.glob("*.md"))
LINK = re.compile(r"\]\((?!https?://)([^)#\s]*)(?:#([^)\s]+))?\)")
NUMBER = re.compile(r"\((\d\d)_\w+\.ipynb")


def text(name):
    return (FOLDER / name).read_text(encoding="utf-8")


def identities(path):
    return {cell["id"] for cell in notebooks.cells(path)}


def arrives(source, file, place):
    """Is there such a file, and in it such a cell or heading?"""
    there = (source.parent / file).resolve() if file else source
    if not there.exists():
        return False
    if not place:
        return True
    if there.suffix == ".ipynb":
        return place.removeprefix("cell-id=") in identities(there)
    headings = notebooks.headings(there.read_text(encoding="utf-8"))
    return place in {heading.replace(" ", "-") for heading in headings}


# all pages


@pytest.mark.parametrize("name", build.MADE)
def test_the_stored_pages_are_up_to_date(name):
    index.docstrings.cache_clear()
    assert text(name) == build.MADE[name](), "run `make notebooks`"


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.stem)
def test_every_link_of_the_pages_arrives(path):
    for file, place in LINK.findall(path.read_text(encoding="utf-8")):
        assert arrives(path, file, place), f"{file}#{place}: run `make notebooks`"


@pytest.mark.parametrize("path", notebooks.paths(), ids=lambda p: p.stem)
def test_links_from_notebooks_to_pages_arrive(path):
    for file, place in LINK.findall(notebooks.prose(path)):
        if file.startswith("guides/"):
            assert arrives(path, file, place), f"{file}#{place}"


# the graph and the plan


def test_the_graph_knows_every_notebook_and_has_no_circle():
    numbers = [number for part in outline.parts().values() for number in part]
    assert list(outline.needs()) == numbers == [path.name[:2] for path in outline.finished()[1:]]
    for number in numbers:
        assert number not in outline.before(number)


@pytest.mark.parametrize("path", notebooks.paths()[1:], ids=lambda p: p.stem)
def test_what_a_notebook_says_you_need_is_in_the_graph(path):
    said = re.search(r"\*\*You need\*\*(.*?)(?:\*\*You will|$)", notebooks.prose(path), flags=re.S)
    needed = set(NUMBER.findall(said[1]))
    assert needed <= outline.before(path.name[:2]), "see `needs` in the lesson's card"


def test_an_arrow_is_left_out_only_if_it_follows():
    drawn = outline.arrows()
    assert ("07", "11") in drawn and ("02", "11") not in drawn
    reached = {number: {a for a, b in drawn if b == number} for number in outline.needs()}
    for number in outline.needs():
        todo, seen = list(reached[number]), set()
        while todo:
            seen.add(last := todo.pop())
            todo += reached[last]
        assert seen == outline.before(number)


def inside(box, x, y):
    left, top = graph.place(box)
    return left < x < left + graph.WIDTH and top < y < top + graph.HEIGHT


def test_no_arrow_is_hidden_by_a_box_and_no_two_boxes_overlap():
    assert len({graph.place(number) for number in outline.needs()}) == len(outline.needs())
    for needed, number in outline.arrows():
        a, b, c, d = map(np.array, graph.curve(needed, number))
        for t in np.linspace(0, 1, 101):
            u = 1 - t
            x, y = u**3 * a + 3 * u * u * t * b + 3 * u * t * t * c + t**3 * d
            hidden = [box for box in outline.needs() if inside(box, x, y)]
            assert not hidden, f"{needed} → {number} passes behind {hidden}"


def test_the_drawing_is_valid_and_described():
    root = ElementTree.fromstring(graph.drawing())
    space = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f"{space}rect")) == len(outline.needs()) + 1
    assert root.find(f"{space}title").text == graph.alt()
    dashed = [r for r in root.findall(f"{space}rect") if r.get("stroke-dasharray")]
    assert len(dashed) == len(outline.needs()) - len(outline.finished()) + 1


FIRST = {f"{number:02d}" for number in range(1, 15)}


@pytest.mark.parametrize(
    ("name", "before", "length"), [("ten", set(), 10), ("five", set(), 5), ("second", FIRST, 12)]
)
def test_a_plan_teaches_nothing_before_what_it_needs(name, before, length):
    taught, weeks = set(before), plan.weeks(name)
    for week in weeks:
        assert week.core and week.point
        for number in (*week.core, *week.extra):
            assert outline.before(number) <= taught, number
            taught.add(number)
        assert all(plan.live(number) and plan.exercises(number) for number in week.core)
    assert len(weeks) <= length


# the glossary


def test_terms_are_unique_alphabetical_and_explained_in_brief():
    terms = glossary.terms()
    keys = [glossary.key(term.words) for term in terms]
    assert 70 <= len(keys) == len(set(keys)) and keys == sorted(keys)
    listed = re.findall(r"^\*\*(.+?)\*\*:", text("glossary.md"), flags=re.MULTILINE)
    assert listed == [term.words for term in terms]
    for term in terms:
        assert 20 <= len(term.meaning) <= 300, term.words


def test_terms_lead_to_a_section_of_their_notebook():
    """Where the words to look for are gone, the link is to the notebook as a whole."""
    vague = [term.words for term in glossary.terms() if "#cell-id" not in glossary.place(term)]
    assert len(vague) <= 8, f"give them words to look for, in data/glossary.txt: {vague}"


# the index


def test_the_index_has_every_numbered_statement_and_every_figure():
    page = text("index.md")
    for path in outline.finished():
        loose = re.findall(
            r"\*\*(?:Theorem|Lemma|Proposition|Corollary|Fact|Identity) (\d+\.\d+)",
            notebooks.prose(path),
        )
        assert [found["number"] for _, found in index.statements(path)] == loose
        for number in loose:
            assert f" {number}](../{path.name}#" in page, f"{number}: run `make notebooks`"


def test_names_and_first_words_of_statements():
    def entry(source):
        return index._name(index.STATEMENT.search(source))

    assert entry("**Theorem 1.1** (one step). Let $a$.") == "one step"
    assert entry("**Theorem 1.1 (ridge).** Let $a$.") == "ridge"
    assert entry("**Theorem 1.1.** (a) Let $a$. (b) Let $b$.") == "(a) Let $a$"
    assert entry("**Theorem 1.1.** If $a. b$, then c: so d.") == "If $a. b$, then c"
    assert entry("**Theorem 1.1** (cited: A (2001)). Let $a$.") == "Let $a$. (cited: A (2001))"
    long = entry("**Theorem 1.1.** " + 30 * "word $x + y$ ")
    assert long.endswith("…") and long.count("$") % 2 == 0 and len(long) <= index.LONGEST + 3


# the refreshers


LISTINGS = re.findall(r"```python\n(.*?)```\n\n```\n(.*?)```", text("refreshers.md"), flags=re.S)


def test_the_refreshers_have_six_parts_with_all_they_promise():
    page = text("refreshers.md")
    assert len(LISTINGS) == 6
    for words in ("**Definition.**", "**Worked number.**", "**Picture.**", "*Used in*"):
        assert page.count(words) == 6, words


@pytest.mark.parametrize("code, shown", LISTINGS)
def test_the_refreshers_print_what_they_show(code, shown):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {"np": np})
    assert printed.getvalue() == shown
    assert max(map(len, code.splitlines())) <= 100
