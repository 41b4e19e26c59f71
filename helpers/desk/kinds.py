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
        wanted = [self.solution(*copied(given)) for given in self.cases.values()]
        answers = [called(function, given) for given in self.cases.values()]
        return all(close(a, w, self.tol) for a, w in zip(answers, wanted))


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
    """Put the lines of a derivation in order: every order in which no line lacks what it needs.

    lines    in one of the right orders; text or HTML, formulas between dollars
    reasons  for each line, why it follows; not by its number, if it may stand elsewhere
    needs    for each line the numbers, from 0, of the lines that it needs; without it, each line
             needs the one before
    """

    lines: tuple
    reasons: tuple
    needs: tuple = ()

    def __post_init__(self):
        super().__post_init__()
        count = len(self.lines)
        if count != len(self.reasons) or count < 3:
            raise ValueError(f"{self.id}: at least three lines, and a reason for each")
        if not self.needs:
            chain = tuple((line - 1,) if line else () for line in range(count))
            object.__setattr__(self, "needs", chain)
        if len(self.needs) != count or any(
            not 0 <= needed < line for line, lines in enumerate(self.needs) for needed in lines
        ):
            raise ValueError(f"{self.id}: each line has its needs, and they are earlier lines")

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
        return sorted(order) == list(range(len(self.lines))) and self.early(order) is None

    def early(self, order):
        """The first line that stands before one it needs, and the first such; None if none does."""
        seen = set()
        for line in order:
            missing = [needed for needed in self.needs[line] if needed not in seen]
            if missing:
                return line, missing[0]
            seen.add(line)
        return None


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
