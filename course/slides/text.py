"""Markdown, code and printed results as HTML that needs nothing else."""

import html
import re

import mistune
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from course.slides.maths import mathml

FORMULA = re.compile(
    r"(?P<code>```.*?```|`[^`\n]+`)|\$\$(?P<display>.+?)\$\$|\$(?P<inline>[^$]+?)\$", re.S
)


STATED = re.compile(
    r"<p><strong>(?:Theorem|Lemma|Proposition|Corollary|Fact|Identity|Definition) \d+\.\d+"
    r".*?(?=<p><em>(?:Proof|Reason|Why)|\Z)",
    re.S,
)
PROOF = re.compile(r"^\s*\*(?:Proof|Reason|Why)\b")


def rendered(markdown):
    """Markdown to HTML; links to other notebooks become words, since a deck travels alone."""
    words = formulas(markdown, _markdown)
    return re.sub(r'<a href="(?!https?:)[^"]*">(.*?)</a>', r"\1", words, flags=re.S)


def part(markdown):
    """A part of a slide: a theorem stands in a box, the lines of a proof appear one by one."""
    words = STATED.sub(lambda match: f'<div class="statement">{match[0]}</div>', rendered(markdown))
    if not PROOF.match(markdown):
        return words
    first, line, others = words.partition("<li>")
    lines = first + line + others.replace("<li>", '<li class="fragment">')
    return f'<div class="proof">{lines}</div>'


def formulas(text, then=str):
    """Typeset what stands between dollars; `then` makes HTML of the rest."""
    found = []

    def keep(match):
        if match["code"]:
            return match["code"]
        tex = html.unescape(match["display"] or match["inline"])  # a guess is HTML already
        found.append(mathml(tex, bool(match["display"])))
        return f"\x02{len(found) - 1}\x03"  # a stand-in that markdown leaves alone

    words = then(FORMULA.sub(keep, text))
    words = re.sub("(\x02\\d+\x03[.,;:?!)]+)", r'<span class="together">\1</span>', words)
    return re.sub("\x02(\\d+)\x03", lambda match: found[int(match[1])], words)


def mended(words):
    """(the text with formulas that cannot be set as code, a sentence about each of them)."""
    wrong = []

    def tried(match):
        tex = match["display"] or match["inline"]
        if tex:
            try:
                mathml(html.unescape(tex))
            except ValueError as error:
                wrong.append(str(error))
                return f"`{tex}`"
        return match[0]

    words = FORMULA.sub(tried, words)
    left = FORMULA.sub("", words)
    if "$" in left:
        wrong.append(f"a dollar without its partner: {left[left.index('$') :][:40]}")
    return words, wrong


def guess(ask):
    """The question of a guess and its options, lettered."""
    options = "".join(f"<li>{formulas(option)}</li>" for option in ask.options)
    return f'<div class="guess"><p>{formulas(ask.question)}</p><ul>{options}</ul></div>'


def python(code):
    """Highlighted Python; a line that is too long goes on four characters further in."""
    lines = (
        highlight(code.rstrip(), PythonLexer(stripnl=False), HtmlFormatter(nowrap=True))
        .rstrip("\n")
        .split("\n")
    )
    indents = (len(line) - len(line.lstrip()) for line in code.rstrip().split("\n"))
    wrapped = (
        f'<span class="line" style="--in: {deep}">{line}</span>'
        for deep, line in zip(indents, lines)
    )
    return f'<pre class="code" style="{_columns(code)}">{"".join(wrapped)}</pre>'


def printed(words):
    """What a cell printed, as it stands."""
    return f'<pre class="printed" style="{_columns(words)}">{html.escape(words.rstrip())}</pre>'


def _columns(lines):
    """How wide a listing is: the style sheet makes its letters as large as that allows."""
    return f"--columns: {max(map(len, lines.rstrip().split(chr(10))))}"


def code_colours():
    """The style sheet of highlighted code."""
    return HtmlFormatter(style="default").get_style_defs("pre.code")


class _Renderer(mistune.HTMLRenderer):
    def block_code(self, code, info=None):
        return python(code) if (info or "").startswith("python") else printed(code)


_markdown = mistune.create_markdown(
    renderer=_Renderer(escape=False), plugins=["table", "strikethrough"]
)
