"""How an exercise answers: a card in the notebook, plain text elsewhere."""

from html import escape

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

COLOURS = {"✓": "#009e73", "✗": "#d55e00", "○": "#808080"}


class Hint(str):
    """A line that waits to be opened; as plain text it shows all."""

    def __new__(cls, title, words):
        made = super().__new__(cls, f"{title}: {words}")
        made.title, made.words = title, words
        return made

    def _repr_html_(self):
        title, words = escape(self.title), escape(self.words, quote=False)
        return f"<details><summary>{title}</summary>{words}</details>"


class Verdict:
    """A mark and some lines; hints among them stay closed until they are opened."""

    def __init__(self, mark, *lines):
        self.mark, self.lines = mark, [line for line in lines if line]

    def __repr__(self):
        return " ".join([self.mark, *self.lines])

    def _repr_html_(self):
        first, rest = escape(self.lines[0]), self.lines[1:]
        more = "".join(f'<div style="margin:4px 0 0">{_html(line)}</div>' for line in rest)
        return (
            f'<div class="live-verdict" role="status" style="border-left:3px solid '
            f"{COLOURS[self.mark]};padding:6px 14px;margin:4px 0;font-size:15px;line-height:1.5;"
            f'max-width:900px"><p style="margin:0"><b>{self.mark} {first}</b></p>{more}</div>'
        )


def _html(line):
    return line._repr_html_() if isinstance(line, Hint) else escape(line)


class Listing(str):
    """Python text that a notebook shows highlighted."""

    def _repr_html_(self):
        return highlight(self, PythonLexer(), HtmlFormatter(noclasses=True))

    __repr__ = str.__str__
