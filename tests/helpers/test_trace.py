"""The record of a run."""

import dataclasses

import numpy as np
import pytest

from helpers.trace import Trace


def run():
    return Trace(
        np.array([[4.0, 0], [2, 0], [1, 6]]),
        np.array([[1.0, 0], [1, -6]]),
        np.array([2.0, 1]),
        {"drawn": np.array([3, 5])},
    )


def test_nothing_in_a_record_can_be_changed():
    r = run()
    for change in (
        lambda: r.w.__setitem__(0, 1),
        lambda: r.v.__setitem__(0, 1),
        lambda: r.eta.__setitem__(0, 1),
        lambda: r.extra["drawn"].__setitem__(0, 1),
    ):
        with pytest.raises(ValueError, match="read-only"):
            change()
    with pytest.raises(TypeError):
        r.extra["new"] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        r.eta = None


def test_the_average_is_over_the_points_stepped_from():
    assert run().average().tolist() == [3, 0] and run().average(burn=1).tolist() == [2, 0]


def test_the_weighted_average_weighs_each_point_by_the_step_that_left_it():
    assert run().weighted() == pytest.approx([(2 * 4 + 1 * 2) / 3, 0])
    assert run().weighted(burn=1).tolist() == [2, 0]


def test_last_and_best_and_length():
    r = run()
    assert r.T == 2 and r.last.tolist() == [1, 6] and r.diverged_at is None and r.every == 1
    assert r.best(lambda w: (w**2).sum(axis=1)).tolist() == [2, 0]  # neither the first nor the last


def test_runs_side_by_side_are_what_each_run_is_alone():
    w, v = np.random.default_rng(0).normal(size=(2, 9, 4, 3))
    eta = np.linspace(1, 2, 8)
    many = Trace(w, v[:-1], eta)
    for j in range(4):
        one = Trace(w[:, j].copy(), v[:-1, j].copy(), eta)
        for name in ("average", "averages", "weighted", "weighted_averages"):
            together, alone = getattr(many, name)(), getattr(one, name)()
            assert together[..., j, :] == pytest.approx(alone, abs=1e-14) and together.shape[
                -2:
            ] == (4, 3)
        assert one.averages(burn=0.5)[6] == pytest.approx(w[3:7, j].mean(axis=0))
        assert one.weighted_averages()[2] == pytest.approx(eta[:3] @ w[:3, j] / eta[:3].sum())
        assert one.averages()[-1] == pytest.approx(one.average()) and one.weighted_averages()[
            -1
        ] == pytest.approx(one.weighted())
