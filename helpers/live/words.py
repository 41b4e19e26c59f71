"""The words of a figure as HTML: what to look at, what was proved, the code, the still picture."""

import inspect
import re
import textwrap
from html import escape

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

SCIENTIFIC = re.compile(r"-?\d(?:\.\d+)?e[-+]\d+")  # as Python writes 4.3e-06
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
HYPHEN = re.compile(r"(?<![\w.)\]])-(?=\d)")  # before a number, after none: a minus sign is meant


def number(value):
    """Three significant digits; whole numbers and thousands in full: nobody reads 1e+04 aloud."""
    if not isinstance(value, int):
        short = f"{value:.3g}"
        if not 1e3 <= abs(float(short)) < 1e7:
            return powers(short)
        value = round(float(short))
    # from 10 000 on the thousands stand apart, by a narrow space that does not break
    whole = f"{value:,}".replace(",", "\u202f") if abs(value) >= 10_000 else str(value)
    return HYPHEN.sub("−", whole)


def powers(text):
    """A sentence with its numbers as people write them: −4.3·10⁻⁶, not -4.3e-06."""
    return HYPHEN.sub("−", SCIENTIFIC.sub(_power, text))


def _power(found):
    digits, exponent = found[0].split("e")
    if 3 <= int(exponent) < 7:
        return number(float(found[0]))
    raised = str(int(exponent)).translate(RAISED)
    return {"1": f"10{raised}", "-1": f"-10{raised}"}.get(digits, f"{digits}·10{raised}")


def said(caption, step=None):
    """The sentence under the picture; `step` is (number, Step) while a step of the story shows."""
    if step is None:
        return f'<div class="live-said" role="status"><p>{escape(caption)}</p></div>'
    number, step = step
    look = f"<p><b>{number} · {escape(step.name)}.</b> {escape(step.look)}</p>"
    now = f'<p class="now">{escape(caption)}</p>'
    return f'<div class="live-said step" role="status">{look}{now}</div>'


def complaint(error, what="Not drawn.", kept="The picture above is the last that could be."):
    """One sentence for a position that cannot be drawn or a value that cannot be taken."""
    known = isinstance(error, ValueError | str)
    why = str(error) if known else f"{type(error).__name__}: {error}"
    return (
        f'<div class="live-said live-error" role="alert"><p><b>{what}</b> {escape(why)}. {kept}</p>'
        "</div>"
    )


def proved(headline, identities):
    """The headline with its bar, and the identities folded into one line."""
    shown = "" if headline is None else theorem(headline)
    return shown + folded(identities)


def theorem(claim):
    """A theorem in words, a bar for the share of the bound that is used, and the verdict."""
    look = " off" if claim.why_not else "" if claim.holds else " broken"
    full = "" if claim.share is None else f'<span style="width:{100 * claim.share:.1f}%"></span>'
    # an empty bar would say 0 % where no share can be told; its place is kept: nothing jumps
    blank = "" if full or claim.why_not or not claim.holds else " blank"
    bar = f'<div class="live-bar{blank}" aria-hidden="true">{full}</div>'
    return (
        f'<div class="live-theorem{look}"><p class="words">{escape(claim.words or claim.name)}</p>'
        f"{'' if claim.kind == '==' else bar}"
        f'<p class="verdict">{claim.mark} {escape(claim.tells)} '
        f'<span class="source">{escape(claim.source)}</span></p></div>'
    )


def folded(claims):
    """All claims in one line, which opens into a list."""
    if not claims:
        return ""
    lines = "".join(
        f"<li>{c.mark} {escape(c.name)}: {escape(c.tells)} "
        f'<span class="source">{escape(c.source)}</span></li>'
        for c in claims
    )
    return (
        f'<details class="live-identities"><summary>{summary(claims)}</summary>'
        f"<ul>{lines}</ul></details>"
    )


def summary(claims):
    """How many claims hold, fail and do not apply: "✓ 4 identities hold"."""
    silent = [c for c in claims if c.why_not]
    broken = [c for c in claims if not c.why_not and not c.holds]
    held = [c for c in claims if not c.why_not and c.holds]
    parts = []
    if broken:
        parts.append(f"✗ {counted(broken)} {'FAILS' if len(broken) == 1 else 'FAIL'}")
    if held:
        parts.append(f"✓ {counted(held)} {'holds' if len(held) == 1 else 'hold'}")
    if silent:
        parts.append(f"○ {counted(silent)} {'does' if len(silent) == 1 else 'do'} not apply here")
    return " · ".join(parts)


def counted(claims):
    """ "1 identity", "3 identities"; "facts" where an inequality is among them."""
    one, many = "fact", "facts"
    if all(c.kind == "==" for c in claims):
        one, many = "identity", "identities"
    return f"{len(claims)} {one if len(claims) == 1 else many}"


def code(compute, others):
    """What the figure computes, one click away; how it is drawn and checked, one more."""
    rest = "\n\n".join(map(text_of, others))
    return (
        '<details class="live-source"><summary>the code of this figure</summary>'
        f"{listing(text_of(compute))}<details><summary>how it is drawn, described and checked"
        f"</summary>{listing(rest)}</details></details>"
    )


def text_of(function):
    """The source of a function that ran, as it would stand alone."""
    try:
        lines = textwrap.dedent(inspect.getsource(function)).splitlines()
    except OSError:  # it was typed into a shell that keeps no text
        return f"# the text of {function.__name__} is not stored anywhere"
    return "\n".join(line for line in lines if line != "@staticmethod")


def listing(text):
    """Python text, highlighted by classes: colours follow the theme."""
    marked = highlight(text, PythonLexer(), HtmlFormatter(nowrap=True))
    return f'<pre class="live-listing">{marked}</pre>'
