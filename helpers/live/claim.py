"""A theorem on a figure: what was measured, what the theory says, whether its hypotheses apply."""

from dataclasses import dataclass
from math import isfinite

import numpy as np

from helpers import check
from helpers.live.words import number

KINDS = ("<=", ">=", "==")
REACHED = 1e-7  # relative; iterations that end at a bound come this close, other claims do not


@dataclass(frozen=True)
class Claim:
    """measured `kind` bound, within tol * max(1, |bound|), wherever its hypotheses apply.

    `why_not` names the hypothesis that the current values break; it is empty where the claim
    applies. `words` is the theorem as a sentence: the first claim of a figure is its headline.
    """

    name: str
    source: str
    measured: float
    bound: float
    kind: str = "<="
    tol: float = 1e-9
    why_not: str = ""
    words: str = ""

    def __post_init__(self):
        check.one_of("kind", self.kind, KINDS)

    @property
    def holds(self):
        """Is it true as measured? A value that is not a number never holds."""
        gap = self.measured - self.bound if self.measured != self.bound else 0.0
        excess = {"<=": gap, ">=": -gap, "==": abs(gap)}[self.kind]
        return bool(excess <= self.tol * max(1.0, abs(self.bound)))

    @property
    def share(self):
        """How much of what the bound allows is used, from 0 to 1; None where that says nothing."""
        if self.why_not or self.kind == "==" or not self.holds:
            return None
        part, whole = self.measured, self.bound
        if self.kind == ">=":
            part, whole = whole, part
        if not isfinite(whole) or whole <= self._zero:
            return None
        return min(max(part / whole, 0.0), 1.0)

    @property
    def reached(self):
        """Are both sides one number, up to rounding error? Three equal digits are not enough."""
        largest = max(abs(self.measured), abs(self.bound))
        return abs(self.measured - self.bound) <= REACHED * largest

    @property
    def mark(self):
        """A sign that can be told without colour."""
        return "○" if self.why_not else "✓" if self.holds else "✗"

    @property
    def tells(self):
        """The verdict as a sentence; a number is shown only where it teaches something."""
        if self.why_not:
            return f"does not apply: {self.why_not}"
        measured, bound = self.shown(self.measured), self.shown(self.bound)
        if not self.holds:
            side = {"<=": "at most", ">=": "at least", "==": "exactly"}[self.kind]
            return f"FAILS: measured {measured}, but {side} {bound} was promised"
        if self.kind == "==":
            return "holds" if bound == "0" else f"holds, both sides are {bound}"
        if measured == bound == "0":
            return "holds"
        if self.reached:
            return f"holds and is reached: both are {bound}"
        if measured == bound:
            return f"holds and is nearly reached: both are {bound} to three digits"
        if self.kind == ">=":
            return f"holds: {measured} is at least {bound}"
        if self.share is None or self.measured < 0:
            return f"holds: {measured} is below {bound}"
        used = _percent(self.share)
        return f"holds: uses {used} of what the bound allows ({measured} of {bound})"

    def __str__(self):
        return f"{self.name}: {self.tells}"

    @property
    def _zero(self):
        """Below this a number is rounding error, whose digits differ between machines."""
        return min(self.tol, 1e-10)

    def shown(self, value):
        """Three digits; rounding error is 0. A tight `tol` says that small numbers are meant."""
        return number(0.0 if abs(value) < self._zero else float(value))


def _percent(share):
    if share < 0.01:
        return "less than 1 %"
    return "over 99 %" if share > 0.99 else f"{100 * share:.0f} %"


def five_errors(sample):
    """Five standard errors of the mean of a sample: what a claim about a mean allows."""
    return 5 * float(np.std(sample, ddof=1)) / np.sqrt(len(sample))


def mean_and_errors(sample):
    """(mean, five standard errors) of a sample."""
    return float(np.mean(sample)), five_errors(sample)
