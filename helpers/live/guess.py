"""A guess before a figure, as data: what is asked, and what every answer is told.

    class Wiggle(Figure):
        guess = Guess("Does it ...?", {"yes": "No: ...", "no": "Right: ..."}, answer="no")

A guess is known by its question: if its cell runs again, an answer that was given stays. How it
looks in a notebook is in `helpers.live.cards`; slides and pages show the same words.
"""

import math
import re
from dataclasses import dataclass
from html import escape

from helpers import check

PRAISE = re.compile(r"^(Right|Yes)[.:,;] ")  # for who was right; others only want the reason


class Question:
    """What every guess has: HTML of its question and of its answer, and what a notebook stores."""

    def still(self):
        """The question with its options and, folded, the answer: what a stored notebook shows."""
        folded = f"<details><summary>the answer</summary>{self.solution}</details>"
        return f'<div class="live-guess">{self.asked}{folded}</div>'

    def _repr_mimebundle_(self, **kwargs):
        from helpers.live.cards import card  # widgets are loaded only where they are seen

        return card(self)._repr_mimebundle_(**kwargs)


@dataclass(frozen=True)
class Guess(Question):
    """One of several options; each has a sentence that says why it is wrong or right."""

    question: str
    options: dict
    answer: str

    def __post_init__(self):
        check.one_of("answer", self.answer, list(self.options))

    @property
    def asked(self):
        """The question and its options as HTML."""
        options = "".join(f"<li>{escape(text)}</li>" for text in self.options)
        return f"<p>{self.question}</p><ul>{options}</ul>"

    @property
    def solution(self):
        """The answer and its reason as HTML."""
        why = PRAISE.sub("", self.options[self.answer])
        return f"<p><b>The answer: {escape(self.answer)}.</b> {_begun(why)}</p>"

    def right(self, reply):
        """Is this option the answer?"""
        return check.one_of("the option", reply, list(self.options)) == self.answer

    def feedback(self, reply):
        """What somebody is told who chose this option, as HTML."""
        return f"<p><b>You said “{escape(reply)}”.</b> {self.options[reply]}</p>"

    def plain(self):
        """The question and its options as text."""
        return "\n".join([self.question, *(f"  ( ) {text}" for text in self.options)])


@dataclass(frozen=True)
class GuessNumber(Question):
    """A number, right within `within`; `why` is told to whoever has committed.

    `traps` are (number, sentence) pairs for answers that come from a known mistake.
    """

    question: str
    answer: float
    why: str
    within: float
    traps: tuple = ()

    def __post_init__(self):
        check.positive("within", self.within)

    @property
    def asked(self):
        """The question as HTML."""
        return f"<p>{self.question}</p>"

    @property
    def solution(self):
        """The answer and its reason as HTML."""
        return f"<p><b>The answer: {self.answer:g}.</b> {self.why}</p>"

    def right(self, reply):
        """Is this number near enough?"""
        return abs(reply - self.answer) <= self.within

    def feedback(self, reply):
        """What somebody is told who said this number, as HTML."""
        mark = "✓" if self.right(reply) else "✗"
        return f"<p><b>{mark} You said {reply:g}.</b> {self._why(reply)}</p>"

    def trap(self, reply):
        """The sentence for a known mistake, or an empty one."""
        known = (said for trap, said in self.traps if abs(reply - trap) <= self.within)
        return next(known, "")

    def plain(self):
        """The question as text."""
        return self.question

    def _why(self, reply):
        if self.right(reply):
            return ""
        side = "high" if reply > self.answer else "low"
        return self.trap(reply) or f"That is too {side}: it is asked to within {self.within:g}."


def read_number(text):
    """A number as people write it: 0.5, 0,5, −1/2; ValueError if it is none."""
    top, *bottom = text.replace(",", ".").replace("−", "-").split("/")
    number = float(top)
    for part in bottom[:1]:
        number = number / float(part) if float(part) else math.nan
    if len(bottom) > 1 or not math.isfinite(number):
        raise ValueError(f"{text!r} is no number")
    return number


def _begun(sentence):
    """With a capital, unless it begins with a symbol: λ and Λ are two things."""
    if sentence[:2].isalpha() or sentence[:2] == "a ":
        return sentence[:1].upper() + sentence[1:]
    return sentence
