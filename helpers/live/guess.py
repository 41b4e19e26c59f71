"""A guess before the figure: one click commits it, says what is right, and wakes the figure.

    guess = Guess("Does it ...?", {"yes": "No: ...", "no": "Right: ..."}, answer="no")
    figures.wiggle(after=guess)

A guess is known by its question: if its cell runs again, an answer that was given stays, and
figures that wait keep waiting for the same question. Nothing is hidden from a kernel without
a browser: the figure is computed at once, only its view sleeps.
"""

import math
import re
from html import escape

import ipywidgets as widgets

from helpers import check
from helpers.live.layout import button, close, row
from helpers.live.score import beside, count, session, tally

__all__ = ["Guess", "GuessNumber", "Question", "tally"]

PRAISE = re.compile(r"^(Right|Yes)[.:,;] ")  # for who was right; others only want the reason


class Question(widgets.VBox):
    """A card with a question, a place to answer, and feedback; see Guess and GuessNumber.

    With `again` it is an exercise: a wrong answer may be corrected, and is not in the tally.
    """

    def __init__(self, question, entry, again=False):
        self.question, self.again = question, again
        self.feedback = widgets.HTMLMath()
        self.feedback.add_class("live-feedback")
        tell = "show the answer without a guess"
        self.skip = button("just show me", tell, self.reveal, "live-skip")
        if again:  # an exercise wants an attempt first
            self.skip.layout.display = "none"
        heading = widgets.HTMLMath(f"<p>{question}</p>")
        heading.add_class("live-question")
        super().__init__([heading, row([*entry, self.skip], "live-options"), self.feedback])
        self.add_class("live-guess")
        self._enter()

    @property
    def done(self):
        """Has the reader committed, or asked to be shown?"""
        return self.question in session.right

    def reveal(self):
        """Show the answer to a reader who does not want to guess."""
        self._settle(None, self.revealed())

    def then(self, wake):
        """Call wake() once the reader has committed; at once if that was before."""
        if self.done:
            wake()
        else:
            session.waiting.setdefault(self.question, []).append(wake)

    def _enter(self):
        """Take the place of the card that asked this before, if its cell has run before."""
        if self.again:
            return
        old = session.asked.pop(self.question, None)
        if old is not None:
            close(old)
        session.asked[self.question] = self
        count()

    def _restore(self):
        """Show again what was said before."""
        if self.again or not self.done:
            return
        said = session.given.get(self.question)
        if said is None:
            self.reveal()
        else:
            self.choose(said)

    def _settle(self, right, feedback):
        """Show the feedback; `right` is True, False, or None for a reader who did not guess."""
        self.feedback.value = f'<div role="status">{feedback}</div>'
        if self.again:
            self.skip.layout.display = "" if right is False else "none"
            return
        self.skip.layout.display = "none"
        session.right.setdefault(self.question, right)
        for wake in session.waiting.pop(self.question, []):
            wake()
        count()

    def _repr_mimebundle_(self, **kwargs):
        live = super()._repr_mimebundle_(**kwargs)
        return beside(live, self.still(), self.plain())


class Guess(Question):
    """One of several options; each has a sentence that says why it is wrong or right."""

    def __init__(self, question, options, answer, again=False):
        self.options, self.answer = options, check.one_of("answer", answer, list(options))
        self.buttons = {
            text: button(text, "commit to this", lambda text=text: self.choose(text), "live-option")
            for text in options
        }
        super().__init__(question, self.buttons.values(), again)
        self._restore()

    def choose(self, text):
        """Commit to an option."""
        check.one_of("the option", text, list(self.options))
        session.given.setdefault(self.question, text)
        right = text == self.answer
        self._mark(text, "right" if right else "wrong")
        told = f"<p><b>You said “{escape(text)}”.</b> {self.options[text]}</p>"
        if right or not self.again:
            self._lock()
        self._settle(right, told if right or self.again else told + self.revealed())

    def revealed(self):
        """The answer as HTML; its button is marked."""
        self._mark(self.answer, "right")
        self._lock()
        return self._told()

    def still(self):
        """Question, options and, folded, the answer: what a stored notebook shows."""
        options = "".join(f"<li>{escape(text)}</li>" for text in self.options)
        return _stored(f"<p>{self.question}</p><ul>{options}</ul>", self._told())

    def plain(self):
        """Question and options as text."""
        return "\n".join([self.question, *(f"  ( ) {text}" for text in self.options)])

    def _told(self):
        why = PRAISE.sub("", self.options[self.answer])
        return f"<p><b>The answer: {escape(self.answer)}.</b> {_begun(why)}</p>"

    def _mark(self, text, look):
        self.buttons[text].description = f"{'✓' if look == 'right' else '✗'} {text}"
        self.buttons[text].add_class(look)

    def _lock(self):
        for option in self.buttons.values():
            option.disabled = True


class GuessNumber(Question):
    """A number, right within `within`; `why` is told to whoever has committed.

    `traps` are (number, sentence) pairs for answers that come from a known mistake. With `again`,
    `hints()` is asked after every wrong answer, and shown to a mistake nobody knows.
    """

    def __init__(self, question, answer, why, within, traps=(), again=False, hints=tuple):
        check.positive("within", within)
        self.answer, self.why, self.within, self.traps = answer, why, within, traps
        self._hints = hints
        self.box = widgets.Text(placeholder="a number", layout=widgets.Layout(width="130px"))
        self.commit = button("commit", "commit to this number", self._read, "live-option")
        super().__init__(question, [self.box, self.commit], again)
        self.box.on_msg(self._heard)
        self._restore()

    def choose(self, number):
        """Commit to a number."""
        session.given.setdefault(self.question, number)
        right = abs(number - self.answer) <= self.within
        told = f"<p><b>{'✓' if right else '✗'} You said {number:g}.</b> {self._why(number)}</p>"
        if right or not self.again:
            told += self.revealed()
        else:
            hints = "".join(hint._repr_html_() for hint in self._hints())
            told += "" if self._trap(number) else hints
        self._settle(right, told)

    def revealed(self):
        """The answer as HTML; nothing more can be typed."""
        self.box.disabled = self.commit.disabled = True
        return self._told()

    def still(self):
        """Question and, folded, the answer: what a stored notebook shows."""
        return _stored(f"<p>{self.question}</p>", self._told())

    def plain(self):
        """The question as text."""
        return self.question

    def _told(self):
        return f"<p><b>The answer: {self.answer:g}.</b> {self.why}</p>"

    def _why(self, number):
        if abs(number - self.answer) <= self.within:
            return ""
        side = "high" if number > self.answer else "low"
        return self._trap(number) or f"That is too {side}."

    def _trap(self, number):
        """The sentence for a known mistake, or an empty one."""
        known = (said for trap, said in self.traps if abs(number - trap) <= self.within)
        return next(known, "")

    def _heard(self, _, content, buffers):
        if content.get("event") == "submit":  # the Enter key
            self._read()

    def _read(self):
        try:
            number = read_number(self.box.value)
        except ValueError:
            self.feedback.value = '<div role="alert"><p>Type a number first.</p></div>'
        else:
            self.choose(number)


def read_number(text):
    """A number as people write it: 0.5, 0,5, −1/2; ValueError if it is none."""
    top, *bottom = text.replace(",", ".").replace("−", "-").split("/")
    number = float(top)
    for part in bottom[:1]:
        number = number / float(part) if float(part) else math.nan
    if len(bottom) > 1 or not math.isfinite(number):
        raise ValueError(f"{text!r} is no number")
    return number


def _stored(question, answer):
    folded = f"<details><summary>the answer</summary>{answer}</details>"
    return f'<div class="live-guess">{question}{folded}</div>'


def _begun(sentence):
    """With a capital, unless it begins with a symbol: λ and Λ are two things."""
    if sentence[:2].isalpha() or sentence[:2] == "a ":
        return sentence[:1].upper() + sentence[1:]
    return sentence
