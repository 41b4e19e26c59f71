"""The six kinds of exercise. Each object holds all there is to know about one exercise.

    Code      write a function; cases that are shown, a generator of hidden ones, known mistakes
    Choice    one of several options, a sentence for each
    Number    predict a number; known mistakes
    Position  find a place of the sliders where all conditions hold
    Order     the lines of a derivation, to be put in order
    Open      free text; the rubric is for markers only

`right(answer)` says whether an answer, given as plain data, is right.
"""

import hashlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from textwrap import indent

import numpy as np

from helpers.desk.answer import cases as generators
from helpers.desk.answer import close
from helpers.desk.trying import called, copied


@dataclass(frozen=True, kw_only=True)
class Exercise:
    """What all kinds have; `level` is 1 to 3 stars, `hints` go from a nudge to nearly all."""

    id: str
    task: str
    points: int = 1
    level: int = 1
    hints: tuple = ()

    def __post_init__(self):
        if self.id[2:3] != "-" or not self.id[:2].isdigit():
            raise ValueError(f"an exercise's id looks like 04-name, not {self.id!r}")
        if self.level not in (1, 2, 3):
            raise ValueError(f"{self.id}: level must be 1, 2 or 3, but it is {self.level}")

    @property
    def stars(self):
        """The difficulty as it stands in the notebook."""
        return "★" * self.level


@dataclass(frozen=True, kw_only=True)
class Code(Exercise):
    """Write a function.

    solution  the reference; its signature and docstring are the stub's, so no formula in there
    cases     name -> arguments, shown to the reader; among them the trap that the task is about
    draw      rng -> arguments of a hidden case; or group -> such a function, the ordinary cases
              first: each group is worth a share of the points, once the first one is right
    wrong     functions with known mistakes; the docstring of each says what went wrong
    without   helpers that would do the task in one call, as "helpers.losses:mean_loss": they are
              taken away while a solution is tried
    """

    solution: Callable
    cases: dict
    draw: Callable | dict
    wrong: tuple = ()
    without: tuple = ()
    tol: float = 1e-6

    @property
    def name(self):
        """The name of the function to write."""
        return self.solution.__name__

    @property
    def stub(self):
        """The empty function that the notebook holds."""
        doc = inspect.getdoc(self.solution)
        quoted = f'"""{doc}\n"""' if "\n" in doc else f'"""{doc}"""'
        head = f"def {self.name}{inspect.signature(self.solution)}:"
        return "\n".join([head, indent(quoted, "    "), "    ..."])

    @property
    def answer(self):
        """The reference as text."""
        return inspect.getsource(self.solution).rstrip()

    def groups(self, count=5):
        """Group -> arguments of its hidden cases; their seeds depend on HOMEWORK_SALT."""
        draws = self.draw if isinstance(self.draw, dict) else {"": self.draw}
        return {
            name: [draw(rng) for rng in generators(f"{self.id}/{name}", count)]
            for name, draw in draws.items()
        }

    def hidden(self, count=5):
        """Arguments of all hidden cases, group after group."""
        return [given for cases in self.groups(count).values() for given in cases]

    def right(self, function):
        """Does the function agree with the reference in every visible case?"""
        return all(
            close(called(function, given), self.solution(*copied(given)), self.tol)
            for given in self.cases.values()
        )


@dataclass(frozen=True, kw_only=True)
class Choice(Exercise):
    """One of several: `options` maps each text to why it is wrong or right."""

    options: dict
    answer: str

    def __post_init__(self):
        super().__post_init__()
        if self.answer not in self.options:
            raise ValueError(f"{self.id}: the answer {self.answer!r} is not among the options")

    def right(self, text):
        return text == self.answer


@dataclass(frozen=True, kw_only=True)
class Number(Exercise):
    """Predict a number, within `within`; `traps` are (number, sentence) pairs."""

    answer: float
    within: float
    why: str
    traps: tuple = ()

    def right(self, number):
        return isinstance(number, int | float) and abs(number - self.answer) <= self.within

    def trap(self, number):
        """The sentence of the known mistake that leads to this number; empty if there is none."""
        known = [words for wrong, words in self.traps if abs(number - wrong) <= self.within]
        return known[0] if known else ""


@dataclass(frozen=True, kw_only=True)
class Position(Exercise):
    """Find slider values; `conditions` maps words to a test of the figure's namespace r.

    figure  the figure to search on, as "n04_least_squares.wiggle"
    answer  a position that meets all conditions; the first picture must not
    """

    figure: str
    conditions: dict
    answer: dict
    why: str = ""

    def make(self, **options):
        """The figure to search on, without its story: it might give the answer away."""
        module, _, name = self.figure.rpartition(".")
        figure = getattr(import_module(f"lessons.{module}"), name)
        return figure(name=self.id, story=(), **options)

    def holds(self, r):
        """Which conditions hold: words -> True or False."""
        return {words: bool(test(r)) for words, test in self.conditions.items()}

    def right(self, values):
        """Do all conditions hold at these values of the controls?"""
        figure = self.make()
        try:
            figure.set(**values)
            return all(self.holds(figure.r).values())
        except ValueError:
            return False
        finally:
            figure.dispose()


@dataclass(frozen=True, kw_only=True)
class Order(Exercise):
    """Put the lines of a derivation in order.

    lines    in the right order; text or HTML, formulas between dollars
    reasons  for each line, why it follows from what stands before it
    also     other orders that are right too, as tuples of line numbers from 0
    """

    lines: tuple
    reasons: tuple
    also: tuple = ()

    def __post_init__(self):
        super().__post_init__()
        if len(self.lines) != len(self.reasons) or len(self.lines) < 3:
            raise ValueError(f"{self.id}: at least three lines, and a reason for each")

    @property
    def shuffled(self):
        """Line numbers in the order in which the card shows them; never the right one."""
        rng = np.random.default_rng(list(self.id.encode()))
        while True:
            order = tuple(int(i) for i in rng.permutation(len(self.lines)))
            if not self.right(order):
                return order

    @property
    def listed(self):
        """The lines as homework lists them: by their digests, which tell nothing of the order."""
        return sorted(self.lines, key=lambda line: hashlib.sha256(line.encode()).digest())

    def right(self, order):
        return tuple(order) in {tuple(range(len(self.lines))), *map(tuple, self.also)}

    def agrees(self, order):
        """How many lines are right from the top, by the order that agrees longest."""
        known = [tuple(range(len(self.lines))), *map(tuple, self.also)]
        return max(_together(tuple(order), one) for one in known)


@dataclass(frozen=True, kw_only=True)
class Open(Exercise):
    """Free text, marked by hand.

    asks    questions that the text should answer; shown to the reader
    rubric  (points, what earns them) pairs, for markers only; they add up to `points`
    """

    rubric: tuple
    asks: tuple = ()
    words: tuple = (30, 300)
    model: str = field(default="", repr=False)

    def __post_init__(self):
        super().__post_init__()
        if sum(points for points, _ in self.rubric) != self.points:
            raise ValueError(f"{self.id}: the rubric does not add up to {self.points} points")

    def right(self, text):
        """Nobody but a marker knows."""
        return None


def _together(order, known):
    count = 0
    while count < min(len(order), len(known)) and order[count] == known[count]:
        count += 1
    return count
