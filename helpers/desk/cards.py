"""Exercises that need more than a question: a figure to search on, lines to put in order."""

import ipywidgets as widgets

from helpers.desk.verdict import Verdict
from helpers.live import cards, still
from helpers.live.layout import button, row


class Card(cards.Card):
    """A task, what to do it with, a button that checks, and feedback.

    `tried` counts an attempt and returns the hints that may be opened by now.
    """

    def __init__(self, exercise, parts, tools, tried):
        self.exercise, self._tried = exercise, tried
        super().__init__(exercise.task, tools, parts)

    def answer(self, verdict):
        """Show a verdict and return it."""
        self.feedback.value = verdict._repr_html_()
        return verdict

    def shown(self):
        """The task as HTML, and what stands below it."""
        return f"<p>{self.exercise.task}</p>"

    def still(self):
        """What a stored notebook shows."""
        return f'<div class="live-guess">{self.shown()}</div>'

    def plain(self):
        """The task as text."""
        return self.exercise.task


class Search(Card):
    """A figure and a button that checks where its sliders stand."""

    def __init__(self, exercise, figure, tried):
        self.figure = figure
        tool = button("check my position", "do the conditions hold here?", self.check, "live-do")
        super().__init__(exercise, [figure.widget()], [tool], tried)

    def check(self):
        """Which conditions hold at the current values?"""
        holds = self.exercise.holds(self.figure.r)
        due = self._tried()
        lines = [f"{'✓' if held else '✗'} {words}" for words, held in holds.items()]
        if all(holds.values()):
            return self.answer(Verdict("✓", "Found.", *lines, self.exercise.why))
        return self.answer(Verdict("✗", "Not there yet.", *lines, *due))

    def _ipython_display_(self):
        still.show(self, self.figure, self.shown())


def too_early(exercise, order):
    """What is wrong with an order of all lines, by the numbers that the reader sees."""
    line, missing = (list(order).index(one) + 1 for one in exercise.early(order))
    start = f"The first {line - 1} lines are right." if line > 2 else ""
    yield "The first line is right." if line == 2 else start
    yield f"Line {line} of yours comes too early: it needs what your line {missing} says."


class Sorter(Card):
    """Lines of a derivation: press them in the order in which they follow from each other."""

    def __init__(self, exercise, tried):
        self.order = []
        self.rows = {line: self._row(exercise.lines[line], line) for line in exercise.shuffled}
        back = button("start again", "take all lines back", self.clear, "live-skip")
        self._check = button("check", "is this order right?", self.check, "live-do")
        super().__init__(exercise, self.rows.values(), [self._check, back], tried)

    def take(self, line):
        """Put a line next; pressed again, it and all after it are taken back."""
        if line in self.order:
            del self.order[self.order.index(line) :]
        else:
            self.order.append(line)
        self._number()

    def clear(self):
        """No line has been put anywhere."""
        self.order.clear()
        self._number()

    def check(self):
        """Does each line have above it what it needs?"""
        exercise, count = self.exercise, len(self.exercise.lines)
        if len(self.order) < count:
            missing = count - len(self.order)
            return self.answer(Verdict("○", f"{missing} of {count} lines have no place yet."))
        due = self._tried()
        if exercise.right(self.order):
            reasons = (exercise.reasons[line] for line in self.order)
            told = (f"{i}. {reason}" for i, reason in enumerate(reasons, 1) if reason)
            return self.answer(Verdict("✓", "Right. Why each line follows:", *told))
        return self.answer(Verdict("✗", "Not yet.", *too_early(exercise, self.order), *due))

    def shown(self):
        """The task and the lines as the card shows them."""
        lines = "".join(f"<li>{self.exercise.lines[line]}</li>" for line in self.rows)
        return f"<p>{self.exercise.task}</p><ul>{lines}</ul>"

    def _row(self, text, line):
        number = button("·", "this line comes next", lambda: self.take(line), "live-place")
        words = widgets.HTMLMath(text)
        words.add_class("live-line")
        unit = row([number, words], "live-row")
        unit.number = number
        return unit

    def _number(self):
        for line, unit in self.rows.items():
            placed = line in self.order
            unit.number.description = str(self.order.index(line) + 1) if placed else "·"
            (unit.add_class if placed else unit.remove_class)("placed")
