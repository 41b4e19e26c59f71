"""Formulas as MathML, which every current browser draws by itself, and every screen reader reads.

The converter's MathML is right but plain; FINISH says what TeX would have done about spacing and
alphabets. The font for them is in vendor/.
"""

import re

from latex2mathml.converter import convert

CLOSE = r'<mo stretchy="false" lspace="0" rspace="0">\1</mo>'
SIGN = r'\1<mo form="prefix" lspace="0" rspace="0">\2</mo>'
BEFORE_A_SIGN = (
    r"<mrow>|<mo[^>]*>(?:&#x000(?:28|5B|7B|3D|2C|3E|3C);|[\[{,=]|&#x0226\w;|&lt;|&gt;)</mo>"
)
HAT = [rf'<mover accent="true">\1<mo stretchy="false">{sign}</mo>' for sign in "ˆ˜¯"]
FINISH = [
    (r">\\([{}])<", r">\1<"),  # after \big
    (r">\\\|<", ">‖<"),
    # norms, bars and slashes stand close to their neighbours
    (r'<mo(?: fence="false")?(?: stretchy="false")?>(&#x0007C;|&#x0002F;|&#x02016;)</mo>', CLOSE),
    # f': the sign is raised already
    (
        r"<msup>(<m[io][^>]*>[^<]+</m[io]>)<mi>(&#x0203[234];)</mi></msup>",
        r'<mrow>\1<mo lspace="0" rspace="0">\2</mo></mrow>',
    ),
    # accents sit close to their letter; as wide as it, they would run into what follows
    (r"<mover(?: accent=\"true\")?>(<mi>.</mi>|<mi>&#x\w+;</mi>)<mo[^>]*>&#x0005E;</mo>", HAT[0]),
    (r"<mover(?: accent=\"true\")?>(<mi>.</mi>|<mi>&#x\w+;</mi>)<mo[^>]*>&#x0007E;</mo>", HAT[1]),
    (r"<mover(?: accent=\"true\")?>(<mi>.</mi>|<mi>&#x\w+;</mi>)<mo[^>]*>&#x000AF;</mo>", HAT[2]),
    # roots of small letters are as high as those of digits
    (r"<msqrt>(.*?)</msqrt>", r'<msqrt><mspace width="0" height="0.62em"/>\1</msqrt>'),
    # a brace of the font has a few lengths only: the style sheet draws a line that fits
    (r"<mo>&#x23DF;</mo></munder>", '<mspace width="0" class="brace"/></munder>'),
    # what is raised beside a large bracket belongs to its top
    (r"<(msu[bp]|msubsup)>(<mo minsize[^>]*>[^<]+</mo>)", r"<\1><mrow>\2</mrow>"),
    (r"<mi>&#x0007E;</mi>", "<mo>∼</mo>"),
    (r"<mi>(&#x000B1;)</mi>", r"<mo>\1</mo>"),
    (r"<mo>(&#x0221E;)</mo>", r"<mi>\1</mi>"),  # infinity is a number here
    (
        r"<mi>(&#x027F[5-A];)</mi>",
        r'<mo lspace="0.28em" rspace="0.28em">\1</mo>',
    ),  # long arrows are relations
    (  # an arrow with words above it grows with them
        r'<mstyle scriptlevel="0"><mo>(&#x21\w\w;)</mo></mstyle>'
        r"<mpadded[^>]*>(.*?)<mspace[^>]*/></mpadded>",
        r'<mo stretchy="true" lspace="0.28em" rspace="0.28em">\1</mo><mrow>\2</mrow>',
    ),
    (r"<mi>(&#x02AAF;|&#x02AB0;)</mi>", r"<mo>\1</mo>"),  # an order of matrices is a relation
    # log d with thin gaps, max( without one, and none where a formula begins
    (r"<(m[io])>([a-z]{2,})</\1>", r'<mo lspace="0.1667em" rspace="0.1667em">\2</mo>'),
    (
        rf'((?:{BEFORE_A_SIGN})(?:<(?:msub|msup|munder)>)?)<mo lspace="0.1667em"',
        r'\1<mo lspace="0"',
    ),
    (
        r"<mo([^>]*?)(?: rspace=\"[^\"]*\")?>(\w+)</mo>(?=<mo[^>]*>(?:&#x00028;|\[))",
        r'<mo\1 rspace="0">\2</mo>',
    ),
    # a derivative's d belongs to its function, and the sign in f'(w-) to its letter
    (r"<m[io]>(&#x02202;)</m[io]>", CLOSE),
    (r"<mo>(&#x02212;|&#x0002B;)</mo>(?=<mo[^>]*>&#x00029;)", CLOSE),
    # a minus after a bracket, a comma or a relation is a sign, not a difference
    (rf"({BEFORE_A_SIGN})<mo>(&#x02212;|&#x0002B;|&#x000B1;)</mo>", SIGN),
    # browsers know no mathvariant: letters of other alphabets are characters of their own
    (
        r'(<m[in]) mathvariant="(double-struck|bold|script|fraktur)">(\w)<',
        lambda match: f"{match[1]}>{_letter(match[2], match[3])}<",
    ),
]
ALPHABETS = {"double-struck": 0x1D538, "bold": 0x1D400, "script": 0x1D49C, "fraktur": 0x1D504}
OLDER = {  # letters that had a place before the alphabets were laid out
    "double-struck": dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ")),
    "script": dict(zip("BEFHILMR", "ℬℰℱℋℐℒℳℛ")),
    "fraktur": dict(zip("CHIRZ", "ℭℌℑℜℨ")),
}


def mathml(tex, display=False):
    """MathML of a formula; ValueError if a command is not understood."""
    tex = re.sub(r"\\arg\\(min|max)", r"\\operatorname{arg\1}", tex.strip())
    found = _converted(tex, "block" if display else "inline")
    for pattern, better in FINISH:
        found = re.sub(pattern, better, found)
    left = re.search(r">(\\[^<]+)<", found)
    if left:
        raise ValueError(f"the formula {tex} has a command that slides cannot show: {left[1]}")
    return found


def _converted(tex, display):
    """The converter's MathML; it is silent about some braces and says nothing of others."""
    bare = re.sub(r"\\.", "", tex)
    if bare.count("{") != bare.count("}"):
        raise ValueError(f"the formula {tex} has a brace without its partner")
    try:
        found = convert(tex, display=display)
    except Exception as error:  # its own kinds, which have no words
        raise ValueError(f"the formula {tex} cannot be read: {type(error).__name__}") from error
    if "<mi>&</mi>" in found:
        raise ValueError(f"the formula {tex} has an & outside a table")
    return found


def _letter(alphabet, letter):
    if letter.isdigit():
        return chr(0x1D7CE + int(letter)) if alphabet == "bold" else letter
    place = ALPHABETS[alphabet] + ord(letter) - (65 if letter.isupper() else 71)
    return OLDER.get(alphabet, {}).get(letter, chr(place))
