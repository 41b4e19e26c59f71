"""Claims: when they hold, and what they tell."""

import numpy as np
import pytest

from helpers.live import Claim, five_errors, mean_and_errors

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    "measured, bound, kind, holds",
    [
        (1, 2, "<=", True),
        (2, 2, "<=", True),
        (2.1, 2, "<=", False),
        (2, 1, ">=", True),
        (1, 2, ">=", False),
        (2, 2, "==", True),
        (2, 2.1, "==", False),
        (NAN, 1, "<=", False),
        (1, NAN, "<=", False),
        (1, INF, "<=", True),
        (INF, INF, "==", True),
    ],
)
def test_a_claim_holds_when_it_does(measured, bound, kind, holds):
    assert Claim("c", "s", measured, bound, kind).holds is holds


def test_the_tolerance_is_relative_to_a_large_bound_and_absolute_to_a_small_one():
    assert Claim("c", "s", 1e6 + 0.5, 1e6, tol=1e-6).holds
    assert not Claim("c", "s", 1e6 + 2, 1e6, tol=1e-6).holds
    assert Claim("c", "s", 1e-7, 0, tol=1e-6).holds
    assert not Claim("c", "s", 1e-5, 0, tol=1e-6).holds


@pytest.mark.parametrize(
    "claim, share, mark, tells",
    [
        (Claim("c", "s", 1, 2), 0.5, "✓", "holds: uses 50 % of what the bound allows (1 of 2)"),
        (Claim("c", "s", 0.001, 1), 0.001, "✓", "holds: uses less than 1 % of what the bound "
         "allows (0.001 of 1)"),
        (Claim("c", "s", 0.999, 1), 0.999, "✓", "holds: uses over 99 % of what the bound allows "
         "(0.999 of 1)"),
        (Claim("c", "s", 1, 1), 1, "✓", "holds and is reached: both are 1"),
        (Claim("c", "s", 0.9999, 1), 0.9999, "✓", "holds and is nearly reached: both are 1 to "
         "three digits"),
        (Claim("c", "s", 0, 0), None, "✓", "holds"),
        (Claim("c", "s", -1, 2), 0, "✓", "holds: −1 is below 2"),
        (Claim("c", "s", -2, -1), None, "✓", "holds: −2 is below −1"),
        (Claim("c", "s", 4, 1, ">="), 0.25, "✓", "holds: 4 is at least 1"),
        (Claim("c", "s", 6e-11, 2e-11, ">=", tol=1e-14), 1 / 3, "✓",
         "holds: 6·10⁻¹¹ is at least 2·10⁻¹¹"),
        (Claim("c", "s", 3, 3, "=="), None, "✓", "holds, both sides are 3"),
        (Claim("c", "s", 1.88e-8, 0, "==", tol=1e-6), None, "✓", "holds"),
        (Claim("c", "s", 261, 0, why_not="the step is too long"), None, "○",
         "does not apply: the step is too long"),
        (Claim("c", "s", NAN, 0, why_not="it diverges"), None, "○", "does not apply: it diverges"),
        (Claim("c", "s", 2, 1), None, "✗", "FAILS: measured 2, but at most 1 was promised"),
        (Claim("c", "s", 1, 2, ">="), None, "✗", "FAILS: measured 1, but at least 2 was promised"),
        (Claim("c", "s", 1, 2, "=="), None, "✗", "FAILS: measured 1, but exactly 2 was promised"),
        (Claim("c", "s", NAN, 1), None, "✗", "FAILS: measured nan, but at most 1 was promised"),
    ],
)  # fmt: skip
def test_a_claim_tells_its_slack(claim, share, mark, tells):
    assert claim.share == share or abs(claim.share - share) < 1e-12
    assert claim.mark == mark and claim.tells == tells and str(claim) == f"c: {tells}"


def test_a_kind_that_does_not_exist():
    with pytest.raises(ValueError, match="kind must be one of"):
        Claim("c", "s", 1, 2, "<")


def test_five_standard_errors_of_a_sample():
    sample = np.array([1.0, 2.0, 3.0, 6.0])
    assert five_errors(sample) == pytest.approx(5 * np.sqrt(14 / 3 / 4))
    assert mean_and_errors(sample) == (3.0, five_errors(sample))
