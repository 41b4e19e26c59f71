"""The penalty of the bias: the closed form against the machine and all samples."""

from itertools import product

import numpy as np
import pytest
from scipy.stats import binom

from helpers.margins import svm
from lessons.n11_svm import bias_penalty

# ---- the stability example, the programs in one variable


@pytest.mark.parametrize("bias", ["none", "penalised", "free"])
def test_the_one_point_problem_is_what_the_machine_learns(bias):
    rho, lam = 0.8, 0.3
    Z = (
        np.column_stack([np.full(7, rho), np.ones(7)])
        if bias == "penalised"
        else np.full((7, 1), rho)
    )
    for k in range(8):
        y = np.where(np.arange(7) < k, 1.0, -1.0)
        m = svm.soft_margin(Z, y, 1 / (2 * lam), bias=bias == "free")
        assert m.scores[0] == pytest.approx(
            bias_penalty.learnt(k / 7, lam, bias_penalty.COST[bias](rho))
        )


def test_its_expectations_are_sums_over_all_samples():
    p, m, lam, kk = 0.7, 5, 0.4, 0.64
    total = sum(
        np.prod(np.where(y, p, 1 - p))
        * bias_penalty.risk(bias_penalty.learnt(np.mean(y), lam, kk), p)
        for y in product([False, True], repeat=m)
    )
    assert bias_penalty.expected(bias_penalty.risk, p, m, lam, kk) == pytest.approx(total)
    for m_, p_ in ((1, 1.0), (7, 0.0), (100, 0.6)):
        assert bias_penalty.binomial(m_, p_) == pytest.approx(
            binom.pmf(np.arange(m_ + 1), m_, p_), abs=1e-13
        )
    scores = np.linspace(-3, 3, 20001)  # u with |u|^2 = s^2/kk
    by_hand = (bias_penalty.risk(scores, p) + lam * scores**2 / kk).min() + 2 * kk / (lam * m)
    assert bias_penalty.bound(p, m, lam, kk, kk) == pytest.approx(by_hand, abs=1e-6)
    short = np.abs(scores) <= 0.3 * kk**0.5
    assert bias_penalty.bound(p, m, lam, kk, kk, B=0.3) == pytest.approx(
        (bias_penalty.risk(scores, p) + lam * scores**2 / kk)[short].min() + 2 * kk / (lam * m),
        abs=1e-4,
    )
    lam = bias_penalty.tuned(2.0, 0.5, 9)
    assert lam * 4 + 2 * 0.5 / (lam * 9) == pytest.approx(np.sqrt(8 * 0.5 * 4 / 9))
    assert bias_penalty.error(np.array([-1.0, 0.0, 1.0]), 0.7) == pytest.approx([0.7, 1.0, 0.3])
