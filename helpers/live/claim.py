"""A theorem on a figure: what was measured, what the theory says, and whether its hypotheses apply here."""
from dataclasses import dataclass
from math import isfinite

from helpers import check

KINDS = {"<=": "≤", ">=": "≥", "==": "="}


@dataclass(frozen=True)
class Claim:
    """measured `kind` bound, within tol * max(1, |bound|), wherever its hypotheses apply.

    `why_not` names the hypothesis that the current slider values break; it is empty where the claim applies.
    """

    name: str
    source: str
    measured: float
    bound: float
    kind: str = "<="
    tol: float = 1e-9
    why_not: str = ""

    def __post_init__(self):
        check.one_of("kind", self.kind, KINDS)

    @property
    def holds(self):
        """Is the inequality true as measured? A value that is not a number never holds."""
        excess = {"<=": self.measured - self.bound, ">=": self.bound - self.measured,
                  "==": abs(self.measured - self.bound)}[self.kind] if self.measured != self.bound else 0.0
        return bool(excess <= self.tol * max(1.0, abs(self.bound)))

    @property
    def verdict(self):
        if self.why_not:
            return f"does not apply: {self.why_not}"
        return "holds" if self.holds else "FAILS"

    def __str__(self):
        if self.why_not and not (isfinite(self.measured) and isfinite(self.bound)):
            return f"{self.name}: {self.verdict}"
        return f"{self.name}: {self._shown(self.measured)} {KINDS[self.kind]} {self._shown(self.bound)}, {self.verdict}"

    def _shown(self, value):
        """Three digits; rounding error is shown as 0, for its digits differ between machines. A tight `tol` says that
        numbers this small are meant."""
        return f"{0.0 if abs(value) < min(self.tol, 1e-10) else value:.3g}"
