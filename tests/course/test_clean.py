"""A student's text, cleaned: what may be shown is shown, what could run is gone."""

import re
from html.parser import HTMLParser

import pytest

from course.grading.clean import LONGEST, MOST, TAGS, Cleaner, presentable
from tests.tools.scripts import in_markdown


class Seen(HTMLParser):
    """The tags and attributes that a browser would meet."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.attributes += attributes


def cleaned(text):
    return Cleaner().markdown(text)


@pytest.mark.parametrize("kind", in_markdown())
def test_nothing_that_runs_is_left(kind):
    made = cleaned(in_markdown()[kind])
    seen = Seen(made)
    assert seen.tags <= TAGS | {"div"}
    for name, value in seen.attributes:
        assert name in ("href", "rel") and ":" not in value.replace("http", "")


def test_what_is_harmless_is_shown_as_it_was_meant():
    made = cleaned(
        "# Why\n\n**Because** $a < b$:\n\n- one\n- [two](https://example.org/a)\n\n```\nx = 1\n```"
    )
    for part in ("<h1>Why", "<strong>Because</strong>", "$a &lt; b$", "<li>one</li>", "x = 1"):
        assert part in made
    assert 'href="https://example.org/a"' in made
    assert "<td>2</td>" in cleaned("| a | b |\n|---|---|\n| 1 | 2 |")


def test_it_is_one_block_that_a_second_reading_leaves_alone():
    """Text that only looks like Markdown after the first reading must not become Markdown."""
    from nbconvert.filters.markdown_mistune import markdown2html_mistune

    text = "\\[x\\](javascript:alert(1))\n\n```\na\n\n\n\\<img src=x onerror=a()\\>\n```"
    text += "\n\n$$\nx\n\ny\n$$"
    made = cleaned(text)
    assert "\n" not in made and markdown2html_mistune(made).strip() == made
    assert "[x](javascript:alert(1))" in made and "a&#10;&#10;&#10;" in made


@pytest.mark.parametrize("text", ["$\\href{javascript:a()}{x}$", "$\\HREF{a}$", "$\\style{a}{x}$"])
def test_formulas_make_no_links(text):
    assert not re.search(r"\\(href|style)", cleaned(text), flags=re.IGNORECASE)
    assert "$\\frac{\\displaystyle a}{2} \\le \\beta$" in cleaned(
        "$\\frac{\\displaystyle a}{2} \\le \\beta$"
    )


def test_what_is_long_is_shown_as_text():
    assert cleaned("*a*" + " " * LONGEST).startswith("<div><pre>*a*")
    cleaner = Cleaner()
    made = [cleaner.markdown("*a*" + "b" * (LONGEST - 3)) for _ in range(MOST // LONGEST + 1)]
    assert [text.startswith("<div><pre>*a*") for text in made] == [False, False, False, True]


def test_what_markdown_stumbles_over_is_shown_as_text():
    assert cleaned("![a](attachment:none.png)") == "<div><pre>![a](attachment:none.png)</pre></div>"


@pytest.mark.parametrize("name", ["ada", "Ömer Ç", "o'brien", "=a;b(1)", "a.b-c_d+1@x.org", "s001"])
def test_names_of_people_are_shown(name):
    assert presentable(name)


@pytest.mark.parametrize(
    "name", ["<img src=x>", 'a"b', "a<", "a&b", "a\\", "a`b", "a\nb", "", "a/b"]
)
def test_names_that_could_run_are_not(name):
    assert not presentable(name)
