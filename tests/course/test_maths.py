"""Formulas on slides: what the converter's MathML lacks, and how a browser draws the result."""

import pytest

from course import notebooks
from course.slides import constructs, deck, maths, text
from course.slides.story import Page
from tests.tools import browser


@pytest.mark.parametrize(
    "tex, shown",
    [
        (r"\bar y", '<mover accent="true"><mi>y</mi><mo stretchy="false">¯</mo>'),
        (r"\hat w_T", '<mover accent="true"><mi>w</mi><mo stretchy="false">ˆ</mo>'),
        (r"\tilde\theta", '<mi>&#x003B8;</mi><mo stretchy="false">˜</mo>'),
        (r"\sqrt\kappa", '<msqrt><mspace width="0" height="0.62em"/>'),
        (r"z \sim g", "<mo>∼</mo>"),
        (r"a \pm b", "<mo>&#x000B1;</mo>"),
        (r"(\ln Z)''", '<mo lspace="0" rspace="0">&#x02033;</mo>'),
        (r"M \preceq N", "<mo>&#x02AAF;</mo>"),
        (r"\partial f", '<mo stretchy="false" lspace="0" rspace="0">&#x02202;</mo>'),
        (r"f(w-)", '<mo stretchy="false" lspace="0" rspace="0">&#x02212;</mo>'),
        (r"(\operatorname{var} X)", '<mo lspace="0" rspace="0.1667em">var</mo>'),
        (r"a \operatorname{tr} X", '<mo lspace="0.1667em" rspace="0.1667em">tr</mo>'),
        (r"\Big(x\Big)^2", '<msup><mrow><mo minsize="1.623em" maxsize="1.623em">)</mo></mrow>'),
        (r"\underbrace{a+b}_{c}", 'class="brace"'),
    ],
)
def test_what_tex_would_do(tex, shown):
    assert shown in maths.mathml(tex)


@pytest.mark.parametrize(
    "tex", [r"\frac{1", "x}", r"\left( x", "x_", r"\sqrt", r"\begin{cases} x", "a & b", r"\no{x}"]
)
def test_a_broken_formula_is_refused_in_one_sentence(tex):
    with pytest.raises(ValueError, match="the formula"):
        maths.mathml(tex)
    words, wrong = text.mended(f"before ${tex}$ after")
    assert words == f"before `{tex}` after" and len(wrong) == 1
    assert text.mended("as $x$ is") == ("as $x$ is", [])


def test_the_table_has_every_construct_of_every_slide():
    known = constructs.formulas(notebooks.paths())
    table = constructs.shortest(known)
    signs = {sign for tex, _ in known for sign in constructs.SIGN.findall(tex)}
    assert signs <= {construct for construct, _ in table} and len(signs) > 60
    assert len(constructs.page(notebooks.paths()).split("<tr><td><code>")) == 1 + len(table)


MEASURE = """() => [...document.querySelectorAll('.text p')].map(p => {
  const box = e => e.getBoundingClientRect(), size = e => parseFloat(getComputedStyle(e).fontSize);
  const root = p.querySelector('msqrt'), inner = root?.lastElementChild;
  const next = root?.nextElementSibling, brace = p.querySelector('munder munder > *');
  return {
    hang: next && (box(root).bottom - box(next).bottom) / size(inner),
    after: next && (box(next).left - box(inner).right) / size(inner),
    braced: brace && parseFloat(getComputedStyle(brace).borderBottomWidth),
    least: Math.min(...[...p.querySelectorAll('mi, mn, mo')].map(size)) }; })"""


@pytest.mark.browser
def test_roots_stand_on_the_line_and_no_letter_is_too_small(tmp_path):
    browser.needed()
    lines = [
        r"$\sqrt\kappa x$",
        r"$\sqrt2 x$",
        r"$\sqrt{2/n} x$",
        r"$\underbrace{a + b}_{\text{noise}}$",
        r"$e^{-x^2/2\ell^2} + \frac{a^2}{b_i} + \frac{\sqrt{x_1}}{y^2}$",
    ]
    page = deck.page([Page("Formulas", [("markdown", "\n\n".join(lines))])], {})
    deck.write(tmp_path / "formulas.html", page)
    with browser.page(1280, 720) as window:
        window.goto((tmp_path / "formulas.html").as_uri())
        window.wait_for_function("window.Reveal?.isReady?.()")
        *roots, brace, small = window.evaluate(MEASURE)
    for root in roots:  # 0.44 and 0.42 with the roots that the font had
        assert root["hang"] < 0.3
        assert root["after"] < 0.1
    assert brace["braced"] > 1
    assert small["least"] >= 14
