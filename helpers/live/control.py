"""A control as plain data: a label, a value that is checked, and the stops worth a test.

`start` is its first value; `argument` turns its plain value into what `compute` receives (the
identity, but for text and choices among objects). How it looks in a notebook is in `typed`.
"""

from math import log10
from operator import index

import numpy as np


class Control:
    """A value with a label; setting it raises ValueError if it cannot be taken."""

    kind = object

    def __init__(self, label, value, argument=lambda value: value):
        self.description, self.argument = label, argument
        self.value = value
        self.start = self.value

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, value):
        self._value = self.taken(value)

    def taken(self, value):
        """The value as it is kept; ValueError if it cannot be."""
        if not isinstance(value, self.kind):
            raise ValueError(f"{self.description} cannot be {value!r}")
        return value

    def stops(self, named):
        """Values worth a test, those that a story names among them."""
        return list(dict.fromkeys([self.start, *named]))

    def nearest(self, value):
        """The value that is nearest to what a hand wants."""
        return value


class Text(Control):
    """A text that `argument` reads."""

    kind = str


class Toggle(Control):
    """On or off."""

    kind = bool

    def stops(self, named):
        return [False, True]


class Choice(Control):
    """One of several texts."""

    def __init__(self, label, value, options, argument=lambda value: value):
        self.options = list(options)
        super().__init__(label, value, argument)

    def taken(self, value):
        if value not in self.options:
            raise ValueError(f"{self.description} cannot be {value!r}")
        return value

    def stops(self, named):
        return list(self.options)


class Number(Control):
    """A number of [min, max], exact whatever the stops of its slider are.

    The stops are `step` apart, in logarithms to base 10 if the slider is logarithmic."""

    def __init__(self, label, value, lo, hi, step, logarithmic=False):
        if not lo <= value <= hi:
            raise ValueError(f"{label}: the start value {value:g} is outside [{lo:g}, {hi:g}]")
        self.min, self.max, self.step, self.logarithmic = lo, hi, step, logarithmic
        super().__init__(label, value)

    def taken(self, value):
        value = self._cast(value)
        if not self.min <= value <= self.max:
            between = f"between {self.min:g} and {self.max:g}"
            raise ValueError(f"{self.description} must be {between}: {value:g} is outside")
        return value

    def read(self, typed):
        """A number that somebody typed."""
        return self.taken(typed)

    def place(self, value):
        """Where a value stands on the slider."""
        return log10(value) if self.logarithmic else value

    def rounded(self, value):
        """The value of a slider that was moved here."""
        return min(max(self._short(value), self.min), self.max)

    def stops(self, named):
        inside = [value for value in (0, 1) if self.min <= value <= self.max]
        kind = type(self.value)
        exact = map(kind, [self.min, self.max, self.start, *inside, *named])
        return sorted({*exact, *self._slider_stops()})

    def nearest(self, value):
        value = min(max(value, self.min), self.max)
        if self.logarithmic:
            return self.rounded(value)
        steps = round((value - self.min) / self.step)
        return self._stop(min(self.min + steps * self.step, self.max))

    def _cast(self, value):
        try:
            return float(value)
        except (TypeError, ValueError):
            raise ValueError(f"{self.description} cannot be {value!r}") from None

    def _short(self, value):
        return float(f"{value:.3g}")

    def _stop(self, value):
        return float(f"{value:.6g}")

    def _slider_stops(self):
        low, high = self.place(self.min), self.place(self.max)
        places = low + self.step * np.arange(int((high - low) / self.step + 1e-9) + 1)
        return map(self.rounded, 10.0**places if self.logarithmic else places)


class Whole(Number):
    """A whole number."""

    def read(self, typed):
        if typed != round(typed):
            raise ValueError(f"{self.description} must be a whole number: {typed:g} is not")
        return self.taken(int(typed))

    def _cast(self, value):
        try:
            return index(value)
        except TypeError:
            raise ValueError(f"{self.description} cannot be {value!r}") from None

    def _short(self, value):
        return int(value)

    def _stop(self, value):
        return value

    def _slider_stops(self):
        return range(self.min, self.max + 1, self.step)
