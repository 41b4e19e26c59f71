"""Markdown, code and printed results as HTML that needs nothing else."""

import html
import re

import mistune
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from helpers.slides.maths import mathml

FORMULA = re.compile(r"(?P<code>```.*?```|`[^`\n]+`)|\$\$(?P<display>.+?)\$\$|\$(?P<inline>[^$]+?)\$", re.S)


def rendered(markdown):
    """Markdown to HTML; links to other notebooks become plain words, since a deck travels alone."""
    formulas = []

    def keep(match):
        if match["code"]:
            return match["code"]
        formulas.append(mathml(match["display"] or match["inline"], bool(match["display"])))
        return f"\x02{len(formulas) - 1}\x03"  # a stand-in that markdown leaves alone

    words = _markdown(FORMULA.sub(keep, markdown))
    words = re.sub("(\x02\\d+\x03[.,;:?!)]+)", r'<span class="together">\1</span>', words)
    words = re.sub(r'<a href="(?!https?:)[^"]*">(.*?)</a>', r"\1", words, flags=re.S)
    return re.sub("\x02(\\d+)\x03", lambda match: formulas[int(match[1])], words)


def python(code):
    """Highlighted Python; a line that is too long goes on four characters further in."""
    lines = highlight(code.rstrip(), PythonLexer(stripnl=False), HtmlFormatter(nowrap=True)).rstrip("\n").split("\n")
    indents = (len(line) - len(line.lstrip()) for line in code.rstrip().split("\n"))
    wrapped = (f'<span class="line" style="--in: {deep}">{line}</span>' for deep, line in zip(indents, lines))
    return f'<pre class="code">{"".join(wrapped)}</pre>'


def printed(words):
    """What a cell printed, as it stands."""
    return f'<pre class="printed">{html.escape(words.rstrip())}</pre>'


def code_colours():
    """The style sheet of highlighted code."""
    return HtmlFormatter(style="default").get_style_defs("pre.code")


class _Renderer(mistune.HTMLRenderer):
    def block_code(self, code, info=None):
        return python(code) if (info or "").startswith("python") else printed(code)


_markdown = mistune.create_markdown(renderer=_Renderer(escape=False), plugins=["table", "strikethrough"])
