"""Cards that ask and answer back: a question, a place to answer, and feedback.

A click on a guess commits it, says what is right, and wakes the figure that waits for it. Nothing
is hidden from a kernel without a browser: the figure is computed at once, only its view sleeps.
"""

import ipywidgets as widgets

from helpers.live.guess import Guess, read_number
from helpers.live.layout import button, close, row
from helpers.live.picture import Words
from helpers.live.score import count, score, session


def card(guess, **options):
    """The card of a guess; `options` are those of its class."""
    return (Options if isinstance(guess, Guess) else Entry)(guess, **options)


class Card(widgets.VBox):
    """A question, parts to answer it with, a row of tools, and feedback."""

    def __init__(self, question, tools, parts=()):
        self.feedback = widgets.HTMLMath()
        self.feedback.add_class("live-feedback")
        heading = widgets.HTMLMath(f"<p>{question}</p>")
        heading.add_class("live-question")
        super().__init__([heading, *parts, row(tools, "live-options"), self.feedback])
        self.add_class("live-guess")

    def _repr_mimebundle_(self, **kwargs):
        return beside(super()._repr_mimebundle_(**kwargs), self.still(), self.plain())


class Question(Card):
    """The card of a guess: Options or Entry.

    With `again` it is an exercise: a wrong answer may be corrected, and is not in the tally.
    `hints()` is asked after every wrong number, and shown to a mistake nobody knows.
    """

    def __init__(self, guess, entry, again=False, hints=tuple):
        self.guess, self.question, self.again, self._hints = guess, guess.question, again, hints
        tell = "show the answer without a guess"
        self.skip = button("just show me", tell, self.reveal, "live-skip")
        if again:  # an exercise wants an attempt first
            self.skip.layout.display = "none"
        super().__init__(self.question, [*entry, self.skip])
        self._enter()
        self._restore()

    @property
    def done(self):
        """Has the reader committed, or asked to be shown?"""
        return self.question in session.right

    def choose(self, reply):
        """Commit to a reply."""
        right = self.guess.right(reply)
        session.given.setdefault(self.question, reply)
        self._mark(reply, "right" if right else "wrong")
        said = self.guess.feedback(reply)
        if not right and self.again:
            return self._settle(right, said + self._hinted(reply))
        self._lock()
        self._settle(right, said if self._says_why(reply) else said + self.revealed())

    def reveal(self):
        """Show the answer to a reader who does not want to guess."""
        self._settle(None, self.revealed())

    def revealed(self):
        """The answer as HTML; nothing more can be said."""
        self._mark(self.guess.answer, "right")
        self._lock()
        return self.guess.solution

    def still(self):
        """What a stored notebook shows."""
        return self.guess.still()

    def plain(self):
        """The same as text."""
        return self.guess.plain()

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
        session.settle(self.question, right)
        count()


class Options(Question):
    """A button for each option."""

    def __init__(self, guess, **more):
        self.buttons = {
            text: button(text, "commit to this", lambda text=text: self.choose(text), "live-option")
            for text in guess.options
        }
        super().__init__(guess, self.buttons.values(), **more)

    def _says_why(self, reply):
        return self.guess.right(reply)  # its sentence is the answer's

    def _hinted(self, reply):
        return ""  # each option has a sentence of its own

    def _mark(self, text, look):
        self.buttons[text].description = f"{'✓' if look == 'right' else '✗'} {text}"
        self.buttons[text].add_class(look)

    def _lock(self):
        for option in self.buttons.values():
            option.disabled = True


class Entry(Question):
    """A box for a number."""

    def __init__(self, guess, **more):
        self.box = widgets.Text(placeholder="a number", layout=widgets.Layout(width="130px"))
        self.commit = button("commit", "commit to this number", self._read, "live-option")
        super().__init__(guess, [self.box, self.commit], **more)
        self.box.on_msg(self._heard)

    def _says_why(self, reply):
        return False  # the answer's reason is told once, with the answer

    def _hinted(self, reply):
        due = self._hints()  # it counts the tries, also those of a known mistake
        return "" if self.guess.trap(reply) else "".join(hint._repr_html_() for hint in due)

    def _mark(self, number, look):
        """A number's mark stands in its feedback."""

    def _lock(self):
        self.box.disabled = self.commit.disabled = True

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


class ScoreCard(Words):
    """The tally, in a line that follows every guess."""

    def __init__(self):
        super().__init__(look="live-score")
        self.update()

    def update(self):
        self.html = f'<p role="status">{score()}</p>'

    def _repr_mimebundle_(self, **kwargs):
        text = "Your guesses are counted here once the notebook runs."
        return beside(super()._repr_mimebundle_(**kwargs), f"<p><i>{text}</i></p>", text)


def beside(live, html, plain):
    """A widget's own output, and beside it what is stored."""
    data = live[0] if isinstance(live, tuple) else live
    return {**data, "text/html": html, "text/plain": plain}
