"""A student's text made safe to look at: nothing of it runs in the browser of who marks it.

Markdown is turned into HTML here, HTML goes through nh3, and what comes out is one block of HTML,
which every reader of Markdown passes on as it is. Formulas stay, without the commands by which TeX
in a browser makes links, styles and identifiers.
"""

import functools
import html
import re

import nh3

LONGEST = 10_000  # characters of a cell that are read as Markdown; longer ones are shown as text
MOST = 30_000  # and of a notebook: hostile Markdown takes long to read
TAGS = {"a", "b", "blockquote", "br", "code", "dd", "del", "dl", "dt", "em", "hr", "i", "li"}
TAGS |= {"ol", "p", "pre", "s", "strong", "sub", "sup", "table", "tbody", "td", "th", "thead"}
TAGS |= {"tr", "u", "ul", "h1", "h2", "h3", "h4", "h5", "h6"}
ATTRIBUTES = {"*": set(), "a": {"href"}}  # of any tag none, not even title and lang
SCHEMES = {"http", "https", "mailto"}
COMMANDS = "href|url|class|cssId|style|require|unicode|data|html|mmlToken|texttip|tooltip|toggle"
COMMANDS += "|action|includegraphics|def|let|newcommand|renewcommand|newenvironment|DeclareMathOp"
TEX = re.compile(rf"\\(?=(?:{COMMANDS}))", flags=re.IGNORECASE)
MARKS = set('<>&"\\`/')  # with one of these a name ends the text or the script it stands in


class Cleaner:
    """Cells of one notebook, one after the other."""

    def __init__(self):
        self.left = MOST

    def markdown(self, text):
        """A Markdown cell as HTML in which nothing runs."""
        self.left -= len(text)
        if len(text) > LONGEST or self.left < 0:
            return as_text(text)
        try:
            made = _renderer()(text)
        except Exception:  # whatever a reader of Markdown stumbles over is shown as it stands
            return as_text(text)
        return safe(made)


def safe(made):
    """HTML with nothing but paragraphs, lists, tables and links to other pages, on one line."""
    kept = nh3.clean(made, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES)
    return f"<div>{TEX.sub('', kept)}</div>".replace("\n", "&#10;").replace("\r", "&#13;")


def as_text(text):
    return safe(f"<pre>{html.escape(text[:MOST])}</pre>")


def presentable(name):
    """Can formgrader show this name? Its pages write names into scripts without a second look."""
    return bool(name) and name.isprintable() and not MARKS & set(name)


@functools.cache
def _renderer():
    from nbconvert.filters.markdown_mistune import markdown2html_mistune

    return markdown2html_mistune
