"""The instructor's solutions give the numbers that their marking notes state."""

import re

import pytest

from course.notebooks import NOTEBOOKS
from course.problems import part1, part2, part3, part4

PARTS = [part1, part2, part3, part4]
PAGE = (NOTEBOOKS / "guides" / "problems.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_every_question_of_the_page_has_a_solution_with_its_points(number):
    asked = PAGE.split("## Problem ")[number]
    assert re.findall(r"^- \((\w)\)", asked, flags=re.MULTILINE) == list("abcde")
    for name in "abcde":
        assert re.match(r"\(\d points", getattr(PARTS[number - 1], name).__doc__)


def test_nothing_of_the_solutions_is_on_the_students_page():
    assert not re.search(r"\d points", PAGE)


def test_promise_and_risk_of_the_patients():
    found, law = part1.a(), part1.b()
    assert found[20] == pytest.approx((0.26, 0.63), abs=0.005)
    for n in found:
        assert found[n][0] == pytest.approx(law[n][0], rel=0.05)
        assert found[n][1] > law[n][1]
    assert found[20][1] / law[20][1] == pytest.approx(4 / 3, abs=0.05)
    risks = part1.c()
    assert risks["squared"] == pytest.approx((0.357, 0.095), abs=5e-4)
    assert risks["logistic"] == pytest.approx((0.268, 0.081), abs=5e-4)
    beta, bound = part1.d()
    assert (beta, bound, bound / beta) == pytest.approx((0.78, 15.2, 19.4), abs=0.05)
    (missed, alarms), (fewer, more) = part1.e()
    assert fewer < missed / 3 and more > alarms


def test_ten_columns():
    assert part2.a() == pytest.approx((470, 0.90, -37.7, 22.7), rel=0.005)
    assert part2.b() == pytest.approx((0.004, 2986, 2988, 5930, -26.2), rel=0.006)
    kept = part2.c()
    assert kept[40][0] == ["body mass index", "blood pressure", "log triglycerides"]
    assert len(kept[10][0]) == 5 and kept[10][1] == pytest.approx(1.06 * 2860, rel=0.005)
    free, priced = part2.d().values()
    assert free == pytest.approx((0.287, 0.67, 2.0), abs=0.02)
    assert priced == pytest.approx((0.274, 0.54, 1.06), abs=0.01)
    assert sorted(part2.e().values())[-3] == 120


def test_four_ways_down():
    assert part3.a() == pytest.approx((3.34, 0.02, 167, 14.4), rel=0.005)
    steps, promised = part3.b()
    assert steps == 482 and promised == pytest.approx(2214, abs=1)
    assert part3.c() == 74
    after, one_step = part3.d()
    assert after[0] < one_step / 10 and after == sorted(after, reverse=True) and after[-1] > 1e-5
    assert part3.e() == pytest.approx(2e12, rel=0.3)


def test_three_or_eight():
    width, support, gap, error = part4.a()
    assert width == pytest.approx(0.28, abs=0.005) and support == 24 and abs(gap) < 1e-6
    assert error == 0
    made, allowed, converged = part4.b()
    assert (made, converged) == (65, True) and allowed == pytest.approx(283, abs=1)
    machines = part4.c()
    assert machines[1.0] == pytest.approx((149, 0.19), abs=0.005)
    assert machines[100.0][1] == machines[1e4][1] == 0
    first, tests, then, last = part4.d()
    assert first == 11 and tests[1] > tests[20] > tests[100] and last > then > 0
    assert tests[1] == pytest.approx(0.15, abs=0.005) and tests[100] < 0.02
    assert part4.e() == 11
