"""A question of homework: its card keeps the answer in the source of its own cell.

    hand_in("06-rain")         a card; a click turns the cell into the next line
    hand_in("06-rain", "b")    the same card, which shows what is kept

So an answer survives whatever the notebook survives, can be typed as well, and is handed in with
the file. Nobody is told here whether it is right.
"""

import json
from html import escape

import anywidget
import ipywidgets as widgets
from traitlets import Unicode

from helpers.desk.answer import lettered
from helpers.desk.checking import find
from helpers.desk.kinds import Choice, Number, Order, Position
from helpers.live.guess import read_number
from helpers.live.layout import button, row
from helpers.live.picture import CSS, HERE

CHOSEN = "● "  # before the option that is kept


def hand_in(id, answer=None):
    """The card on which an exercise is answered; `answer` is what its cell keeps."""
    exercise = find(id)
    for kind, card in CARDS.items():
        if isinstance(exercise, kind):
            return card(exercise, answer)
    raise ValueError(f"{id} has no card: write the function, or the text, where its cell asks you")


class Note(anywidget.AnyWidget):
    """Writes `line` into the cell it stands in, in place of the call that begins with `opening`.

    Where the cell's editor cannot be reached, it asks the reader to write the line.
    """

    _esm = (HERE / "note.js").read_text(encoding="utf-8")
    _css = CSS
    opening = Unicode().tag(sync=True)
    line = Unicode().tag(sync=True)


class HandIn(widgets.VBox):
    """What all cards of homework have: a place to answer, and the note that keeps it."""

    def __init__(self, exercise, parts, answer):
        self.exercise, self.kept = exercise, None
        self.note = Note(opening=f'hand_in("{exercise.id}"')
        super().__init__([*parts, self.note])
        self.add_class("live-guess")
        if answer is not None:
            self.keep(answer)

    def keep(self, answer):
        """Keep this answer, plain data, in the cell."""
        self.kept = answer
        self.note.line = f"{self.note.opening}, {written(answer)})"

    def _repr_mimebundle_(self, **kwargs):
        live = super()._repr_mimebundle_(**kwargs)
        data = live[0] if isinstance(live, tuple) else live
        told = "No answer yet." if self.kept is None else f"Kept: {written(self.kept)}"
        return {**data, "text/html": f"<p>{escape(told)}</p>", "text/plain": told}


class Choose(HandIn):
    """A button for each option."""

    def __init__(self, exercise, answer):
        self.buttons = {
            letter: button(f"{letter}) {text}", "hand this in", self._chosen(letter), "live-option")
            for letter, text in lettered(exercise.options).items()
        }
        super().__init__(exercise, [row(self.buttons.values(), "live-options")], answer)

    def keep(self, answer):
        super().keep(answer)
        for letter, option in self.buttons.items():
            text = option.description.removeprefix(CHOSEN)
            option.description = f"{CHOSEN}{text}" if letter == answer else text

    def _chosen(self, letter):
        return lambda: self.keep(letter)


class Enter(HandIn):
    """A place to type a number."""

    def __init__(self, exercise, answer):
        self.box = widgets.Text(placeholder="a number", layout=widgets.Layout(width="130px"))
        self.box.value = "" if answer is None else str(answer)
        self.trouble = widgets.HTML()
        tool = button("keep", "hand this number in", self.read, "live-do")
        super().__init__(exercise, [row([self.box, tool, self.trouble], "live-options")], answer)

    def read(self):
        """Keep the number that was typed."""
        try:
            number = read_number(self.box.value)
        except ValueError:
            self.trouble.value = "Type a number first."
        else:
            self.trouble.value = ""
            self.keep(number)


class Arrange(HandIn):
    """A button for each line; they are pressed in the order in which the lines follow."""

    def __init__(self, exercise, answer):
        self.order = []
        self.shown = widgets.HTML()
        self.buttons = {
            letter: button(letter, "this line comes next", self._next(letter), "live-place")
            for letter in lettered(exercise.listed)
        }
        back = button("start again", "take all lines back", self.clear, "live-skip")
        tools = row([*self.buttons.values(), back, self.shown], "live-options")
        super().__init__(exercise, [tools], answer)

    def take(self, letter):
        """Put a line next; when all have a place, the order is kept."""
        if letter not in self.order:
            self.order.append(letter)
        self._show()
        if len(self.order) == len(self.buttons):
            self.keep(" ".join(self.order))

    def clear(self):
        """No line has been put anywhere; what was kept stays until there is a new order."""
        self.order.clear()
        self._show()

    def keep(self, answer):
        super().keep(answer)
        self.order = [letter for letter in str(answer) if letter in self.buttons]
        self._show()

    def _show(self):
        self.shown.value = " → ".join(self.order)
        for letter, line in self.buttons.items():
            line.disabled = letter in self.order

    def _next(self, letter):
        return lambda: self.take(letter)


class Place(HandIn):
    """A figure; where its controls stand is the answer."""

    def __init__(self, exercise, answer):
        self.figure = exercise.make()
        tool = button("keep this position", "hand it in", self.read, "live-do")
        super().__init__(exercise, [self.figure.widget(), row([tool], "live-options")], None)
        if isinstance(answer, dict):
            self.figure.set(**answer)
            self.keep(answer)

    def read(self):
        """Keep the controls that do not stand where they began."""
        now, first = self.figure.values, self.figure.first
        self.keep({name: value for name, value in now.items() if value != first[name]})


CARDS = {Choice: Choose, Number: Enter, Order: Arrange, Position: Place}


def written(answer):
    """Plain data as Python writes it, in one line."""
    if isinstance(answer, dict):
        return f"{{{', '.join(f'{written(k)}: {written(v)}' for k, v in answer.items())}}}"
    return json.dumps(answer, ensure_ascii=False) if isinstance(answer, str) else repr(answer)
