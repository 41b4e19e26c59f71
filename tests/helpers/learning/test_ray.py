"""A loss along a ray: its objective, its infimum, its minimum."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from helpers import losses
from lessons.n01_risk import risk

rng = np.random.default_rng(1)


# the ray


def test_on_a_ray_it_is_the_objective():
    X, y = risk.half_planes(20, 0.2, rng)
    u = np.array([0.6, 0.8])
    for loss in (losses.zero_one, losses.hinge, losses.logistic):
        for c in (0.0, 0.5, 3.0):
            direct = losses.mean_loss(loss, X, y, c * u, 0.3)
            assert np.isclose(risk.on_ray(loss, y * (X @ u), 0.3, c), direct)


def test_the_zero_one_objective_falls_towards_an_infimum_that_no_point_has():
    margins, c = np.array([1.0, -0.5, 2.0, 0.3]), np.geomspace(1e-8, 2, 200)
    F = risk.on_ray(losses.zero_one, margins, 0.5, c)
    assert (np.diff(F) >= 0).all() and F.min() >= risk.ray_infimum(margins)
    assert (
        risk.ray_infimum(margins) == 0.25 and risk.on_ray(losses.zero_one, margins, 0.5, 0.0) == 1
    )
    assert risk.on_ray(risk.printed_zero_one, margins, 0.5, 0.0) == 0


@pytest.mark.parametrize(
    "loss", [losses.hinge, losses.logistic, losses.exponential], ids=lambda loss: loss.name
)
@pytest.mark.parametrize("lam", [0.01, 1.0])
def test_a_convex_loss_has_its_minimum_on_the_ray(loss, lam):
    margins = rng.normal(0.5, 1, 15)
    best = minimize_scalar(
        lambda c: risk.on_ray(loss, margins, lam, c),
        bounds=(0, 60),
        method="bounded",
        options={"xatol": 1e-10},
    )
    c = risk.ray_minimum(loss, margins, lam)
    assert abs(c - best.x) < 1e-5 and risk.on_ray(loss, margins, lam, c) <= best.fun + 1e-12
    assert risk.ray_minimum(loss, -np.abs(margins), lam) == 0  # all wrong: stay at 0
