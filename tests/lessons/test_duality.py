"""Programs in one variable have the values of their formulas."""

import numpy as np
import pytest

from lessons.n11_svm import duality


def test_programs_in_one_variable_have_the_values_of_their_formulas():
    prices = np.linspace(0, 8, 401)
    for t in (-1.0, 0.5, 1.7):
        p = duality.parabola(t)
        assert p.p_star == pytest.approx((2 - t) ** 2) and p.x_star == t
        assert p.dual(prices) == pytest.approx(prices * (2 - t) - prices**2 / 4, abs=1e-4)
        assert p.d_star(prices) == pytest.approx((p.p_star, 2 * (2 - t)), abs=1e-4)
        assert (
            duality.no_room(t).p_star == pytest.approx(np.exp(-t))
            and duality.no_room(t).dual(prices).max() < 1e-5
        )
        assert duality.no_price(t).p_star == pytest.approx(t)
        assert duality.no_price(t).dual(prices[50:]) == pytest.approx(
            t - 1 / (4 * prices[50:]), abs=1e-3
        )
    assert duality.parabola(3.0).d_star(prices) == pytest.approx(
        (0, 0), abs=1e-9
    )  # a limit that does not bite
    assert duality.two_valleys(0.0).p_star - duality.two_valleys(0.0).d_star(prices)[0] > 0.4
