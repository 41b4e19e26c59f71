"""The instructor's solutions give the numbers that their marking notes state."""

import re

import numpy as np
import pytest

from course.notebooks import NOTEBOOKS
from course.problems import PARTS, part1, part2, part3, part4, part5, part6, part7, part8
from helpers.generalisation import rademacher

pytestmark = pytest.mark.slow
PAGE = (NOTEBOOKS / "guides" / "problems.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("number", range(1, len(PARTS) + 1))
def test_every_question_of_the_page_has_a_solution_with_its_points(number):
    asked = PAGE.split("## Problem ")[number]
    assert re.findall(r"^- \((\w)\)", asked, flags=re.MULTILINE) == list("abcde")
    for name in "abcde":
        assert re.match(r"\(\d points", getattr(PARTS[number - 1], name).__doc__)


def test_the_page_has_as_many_problems_as_there_are_solutions():
    assert PAGE.count("## Problem ") == len(PARTS) == 8


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


def test_a_curve_is_not_needed():
    found = part5.a()
    assert found["linear"] == pytest.approx((0.492, 0.533), abs=0.001)
    assert found[1] == pytest.approx((0.739, 0.624), abs=0.001)
    assert found[5] == pytest.approx((0.496, 0.499), abs=0.001)
    assert found[12] == pytest.approx((0.493, 0.522), abs=0.001)
    evidence, answers, curve = part5.b()
    assert max(evidence, key=evidence.get) == 8 and evidence[8] == pytest.approx(-334.6, abs=0.1)
    assert (answers, curve) == pytest.approx((0.96, 0.31), abs=0.005)
    tests, worst, allowed = np.transpose(list(part5.c().values()))
    assert tests == pytest.approx([0.54, 0.517, 0.512], abs=0.002)
    assert worst == pytest.approx([0.31, 0.11, 0.034], rel=0.03)
    assert worst / allowed == pytest.approx(0.2, abs=0.02)
    assert part5.d() == pytest.approx([0.001, 0.18], abs=0.005)
    smallest, three, mended = part5.e()
    assert smallest == pytest.approx(-7.33, abs=0.01) and mended
    assert three == pytest.approx(np.array([[1, 1, 0.2], [1, 1, 0.9], [0.2, 0.9, 1]]))


def test_experts_and_patients():
    best, fewest, most, regrets, allowed = part6.a()
    assert (best, fewest, most) == ("worst perimeter", 66, 268)
    assert list(regrets.values()) == pytest.approx([14.0, 10.8, 9.1], abs=0.05)
    assert allowed == pytest.approx(29.2, abs=0.05)
    leader, weights = part6.b()
    assert leader == pytest.approx([9.05, 65.5], abs=0.05)
    assert weights == pytest.approx([14.0, 15.2], abs=0.05)
    Z = part6.mistakes()
    assert sorted(part6.spiteful(Z)) == list(range(500))
    assert part6.c() == pytest.approx((0.0213, 57, 49.3, 206, 319), rel=0.01)
    assert part6.d() == pytest.approx((0.034, 0.04), abs=0.0005)
    assert part6.e() == (68, 58)


def test_what_a_hospital_may_be_promised():
    train, fresh, error, exact, half = part7.a()
    assert (train, fresh, error) == pytest.approx((0.06, 11, 0.1))
    assert (*exact, half) == pytest.approx((0.056, 0.188, 0.136), abs=0.0005)
    found = np.transpose(list(part7.b().values()))
    assert found[0] == pytest.approx([0.32, 0.22, 0.16], abs=0.005)
    assert found[1] == pytest.approx([0.19, 0.14, 0.11], abs=0.005)
    assert found[2] == pytest.approx([0.057, 0.035, 0.024], abs=0.0005)
    small, large = part7.c().values()
    assert small == pytest.approx((5828, 0.29, 0.42, 0.03, 0.73), abs=0.005)
    assert large == pytest.approx((27230, 0.13, 0.20, 0.076, 0.39), abs=0.005)
    assert 3 * rademacher.deviation(100, part7.DELTA / 2) == pytest.approx(0.41, abs=0.005)
    gap, swap, moved, allowed = part7.d()
    assert (gap, swap) == pytest.approx((0.019, 0.019), abs=0.0005)
    assert moved == pytest.approx(0.155, abs=0.001) and allowed == pytest.approx(2.52, abs=0.01)
    assert part7.e() == 4


def test_how_exact_an_estimate_is():
    found = part8.a()
    assert found[20][1] == pytest.approx([0.090, 0.101], abs=0.0005)
    assert found[40][1][0] < found[40][1][1] and found[80][1][0] > found[80][1][1]
    assert found[80][1] == pytest.approx([0.082, 0.074], abs=0.0005)
    assert found[320][1] == pytest.approx([0.079, 0.064], abs=0.0005)
    assert found[20][0] == pytest.approx([0.74, 0.30], abs=0.005)
    assert found[320][0] == pytest.approx([0.42, 0.15], abs=0.005)
    wide, plain = part8.b()
    assert wide == pytest.approx((9.5, 0.37, 1.06, 1.06), abs=0.005)
    assert max(plain[1:]) / min(plain[1:]) < 1.105
    shape, spreads = part8.c()
    assert shape == pytest.approx(3.47, abs=0.005)
    assert spreads[569][:2] == pytest.approx((0.26, 0.27), abs=0.005)
    assert spreads[60][:2] == pytest.approx((0.81, 0.86), abs=0.006)
    assert spreads[20] == pytest.approx((1.40, 1.91, 4.45), abs=0.01)
    (away, shares, apart), (wrong, _, _) = part8.d().values()
    assert away == pytest.approx([0.0076, 0.0225], abs=0.0005)
    assert shares == pytest.approx([0.545, 0.454], abs=0.001) and apart == pytest.approx(
        0.21, abs=0.005
    )
    assert wrong == pytest.approx([0.05, 0.11], abs=0.005)
    assert part8.e() == found[20][1].tolist()
