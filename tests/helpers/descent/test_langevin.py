"""SGLD against identities, exact laws of the linear chain, and enumeration of all batches."""

from itertools import combinations, product

import numpy as np
import pytest

from helpers.descent.batches import draw, nested_means
from helpers.descent.chains import stationary_variance, variance_path
from helpers.descent.langevin import (
    ascend,
    clip_entries,
    clip_norm,
    clipped_mean,
    clipping_bias,
    minibatch,
    sgld,
)
from lessons.n10_langevin.bayes import NormalMean

Z = np.random.default_rng(0).normal(1.0, 1.3, size=20)
MODEL = NormalMean(Z, sigma=0.8, s=0.5)
DATA = (MODEL.z,)


def whole(w):
    return MODEL.score(w, *DATA) + MODEL.prior_score(w)


def test_every_step_is_the_formula_to_the_last_bit():
    """w_{t+1} = w_t + eta_t v_t + shake_t, and shake_t has variance 2 eta_t tau."""
    run = sgld(whole, np.zeros((3000, 1)), lambda t: 0.01 / t, 2.5, 6, np.random.default_rng(1))
    assert np.array_equal(
        run.w[1:], run.w[:-1] + run.eta[:, None, None] * run.v + run.extra["shake"]
    )
    assert run.eta == pytest.approx(0.01 / np.arange(1, 7))
    expected = 2 * run.eta * 2.5
    assert np.all(
        np.abs(run.extra["shake"][..., 0].var(axis=1) - expected) < 5 * expected * (2 / 3000) ** 0.5
    )


def test_without_temperature_the_shaking_stops_and_sgld_is_sgd():
    cold = sgld(
        minibatch(MODEL.score, MODEL.prior_score, DATA, 3, np.random.default_rng(4)),
        [0.0],
        0.01,
        0,
        30,
    )
    sgd = ascend(
        minibatch(MODEL.score, MODEL.prior_score, DATA, 3, np.random.default_rng(4)),
        [0.0],
        0.01,
        30,
    )
    assert np.array_equal(cold.w, sgd.w) and not cold.extra["shake"].any()


def test_gradient_ascent_shrinks_the_distance_to_the_mode_by_one_factor(eta=0.02, T=40):
    run = ascend(whole, [3.0], eta, T)
    shrink = (1 - eta * MODEL.precision) ** np.arange(T + 1)
    assert run.w[:, 0] - MODEL.mean == pytest.approx((3.0 - MODEL.mean) * shrink)
    assert whole(np.array([MODEL.mean])) == pytest.approx([0.0], abs=1e-12)


@pytest.mark.parametrize(
    "replace, all_batches",
    [(True, list(product(range(6), repeat=2))), (False, list(combinations(range(6), 2)))],
)
def test_the_scaled_batch_gradient_is_unbiased_by_enumeration(replace, all_batches):
    """D-7.14: the mean over all batches is the whole sum; its variance is n^2 var/(m sigma^4)
    [(n-m)/(n-1)]."""
    model, w = NormalMean(Z[:6], sigma=0.8, s=0.5), np.array([0.3])
    guesses = [6 / 2 * model.score(w, model.z[list(J)])[0] for J in all_batches]
    assert np.mean(guesses) == pytest.approx(model.score(w, model.z)[0])
    assert np.var(guesses) == pytest.approx(model.gradient_variance(2, replace))


@pytest.mark.parametrize("replace", [True, False])
def test_minibatch_has_mean_and_variance_of_the_enumeration(replace, N=20_000, m=4):
    grad = minibatch(MODEL.score, MODEL.prior_score, DATA, m, np.random.default_rng(2), replace)
    v = grad(np.full((N, 1), 0.3))[:, 0]
    assert abs(v.mean() - whole(np.array([0.3]))[0]) < 5 * v.std() / N**0.5
    assert v.var() == pytest.approx(MODEL.gradient_variance(m, replace), rel=5 * (2 / N) ** 0.5)


def test_batches_without_replacement_have_no_repeats():
    J = draw(7, 5, np.random.default_rng(0), size=(40,), replace=False)
    assert J.shape == (40, 5) and all(len(set(row)) == 5 for row in J.tolist())
    assert draw(7, 7, np.random.default_rng(0), replace=False).tolist() != list(range(7))


@pytest.mark.parametrize("m, tau, eta", [(1, 1.0, 0.01), (5, 0.2, 0.03), (20, 4.0, 0.04)])
def test_the_chain_settles_at_the_exact_variance(m, tau, eta, k=4000):
    """D-7.19: Var = (2 eta tau + eta^2 V)/(1 - (1 - eta a)^2), and on the way there the
    recursion."""
    grad = minibatch(MODEL.score, MODEL.prior_score, DATA, m, np.random.default_rng(5))
    run = sgld(grad, np.full((k, 1), MODEL.mean), eta, tau, 60, np.random.default_rng(6))
    V = MODEL.gradient_variance(m)
    path = variance_path(run.eta, MODEL.precision, tau, V)
    assert path[-1] == pytest.approx(stationary_variance(eta, MODEL.precision, tau, V), rel=1e-6)
    for t in (1, 3, 60):
        assert run.w[t].var() == pytest.approx(path[t], rel=6 * (2 / k) ** 0.5)
        assert abs(run.w[t].mean() - MODEL.mean) < 5 * (path[t] / k) ** 0.5


def test_norm_clipping_keeps_the_direction_and_entry_clipping_does_not():
    """D-7.35, D-7.36: norm <= c, attained; entries <= c, so the norm can reach c sqrt(d)."""
    v, c = np.random.default_rng(3).normal(size=(200, 3)) * 2, 1.5
    short, boxed = clip_norm(c)(v), clip_entries(c)(v)
    length = np.linalg.norm(v, axis=1)
    assert np.linalg.norm(short, axis=1) == pytest.approx(np.minimum(length, c))
    assert np.cross(short, v) == pytest.approx(np.zeros((200, 3)), abs=1e-12)
    assert np.abs(boxed).max() == c and np.abs(np.cross(boxed, v)).max() > 0.5
    assert np.linalg.norm(clip_entries(c)(np.full(3, 9.0))) == pytest.approx(c * 3**0.5)
    assert clip_norm(c)(np.zeros(3)).tolist() == [0, 0, 0]


def test_clipping_is_applied_to_every_direction_of_a_run():
    run = sgld(
        whole, np.full((5, 1), 4.0), 0.02, 1.0, 30, np.random.default_rng(0), clip=clip_norm(2.0)
    )
    assert np.abs(run.v).max() == pytest.approx(2.0)


@pytest.mark.parametrize("by, clip", [("norm", clip_norm), ("entries", clip_entries)])
def test_clipped_sgd_rests_where_the_clipped_gradients_cancel(by, clip):
    """D-7.37: between the mean (no clipping) and a median (everything clipped)."""
    points = np.random.default_rng(5).exponential(size=(41, 2)) * [1, 3]
    for c in (0.5, 2.0):
        w = clipped_mean(points, by, c)
        assert clip(c)(points - w).mean(axis=0) == pytest.approx([0, 0], abs=1e-9)
    assert clipped_mean(points, by, 100.0) == pytest.approx(points.mean(axis=0))
    if by == "entries":
        assert clipped_mean(points, by, 1e-4, steps=5000) == pytest.approx(
            np.median(points, axis=0), abs=1e-3
        )


def test_the_bias_of_clipping_grows_as_the_threshold_falls_and_is_at_most_the_length_cut_off():
    """D-7.37: for gradients in one half space; equality where they are parallel."""
    v = np.random.default_rng(6).exponential(size=(50, 2))
    for by in ("norm", "entries"):
        bias = [clipping_bias(v, by, c) for c in (0.1, 0.5, 1.0, 2.0, 99.0)]
        assert np.all(np.diff(bias) < 0) and bias[-1] == 0
    parallel = np.outer([1.0, 2.0, 5.0], [0.6, 0.8])
    assert clipping_bias(parallel, "norm", 1.5) == pytest.approx((0 + 0.5 + 3.5) / 3)


def test_nested_means_are_batches_of_every_size():
    means = nested_means(Z, draw(20, 20, np.random.default_rng(0), (500, 2), replace=False))
    assert means.shape == (500, 2, 20) and means[..., -1] == pytest.approx(Z.mean())
    assert np.isin(np.round(means[..., 0], 9), np.round(Z, 9)).all()
    assert means[..., 4].var() == pytest.approx(Z.var() / 5 * 15 / 19, rel=5 * (2 / 1000) ** 0.5)
    assert abs(np.corrcoef(means[:, 0, 4], means[:, 1, 4])[0, 1]) < 5 / 500**0.5


def test_every_chain_can_have_its_own_temperature(k=2000):
    tau = np.repeat([0.5, 2.0], k)[:, None]
    run = sgld(lambda w: -w, np.zeros((2 * k, 1)), 0.1, tau, 60, np.random.default_rng(3))
    measured = run.last.reshape(2, k).var(axis=1)
    assert measured == pytest.approx(
        [stationary_variance(0.1, 1, t) for t in (0.5, 2.0)], rel=5 * (2 / k) ** 0.5
    )


def test_chains_side_by_side_are_an_axis_of_the_trace():
    start = np.arange(6.0).reshape(3, 2)
    run = sgld(lambda w: -w, start, 0.1, 1.0, 4, np.random.default_rng(0))
    assert (
        run.w.shape == (5, 3, 2)
        and run.v.shape == run.extra["shake"].shape == (4, 3, 2)
        and np.array_equal(run.w[0], start)
    )
    assert sgld(lambda w: -w, [1.0, 2.0], 0.1, 0, 4).w.shape == (5, 2)


def test_weighted_and_plain_averages_agree_when_the_step_is_constant():
    run = sgld(whole, [0.0], 0.01, 1.0, 25, np.random.default_rng(0))
    assert run.weighted(burn=5) == pytest.approx(run.average(burn=5))


def test_running_averages_end_where_the_trace_says():
    run = sgld(whole, np.zeros((3, 1)), lambda t: 0.01 / t, 1.0, 25, np.random.default_rng(0))
    plain, weighted = run.averages(), run.weighted_averages()
    assert plain[-1] == pytest.approx(run.average()) and weighted[-1] == pytest.approx(
        run.weighted()
    )
    assert (
        plain[3] == pytest.approx(run.w[:4].mean(axis=0))
        and plain.shape == weighted.shape == run.v.shape
    )


def test_thinning_keeps_every_kth_point():
    every, thin = (
        sgld(whole, [0.0], 0.01, 1.0, 31, np.random.default_rng(7), every=e) for e in (1, 3)
    )
    assert np.array_equal(np.append(every.w[:-1:3], every.w[-1:], axis=0), thin.w)
    assert np.array_equal(every.v[::3], thin.v) and len(thin.eta) == 11 and thin.every == 3


def test_a_diverging_chain_ends_where_it_stops_being_a_number():
    run = ascend(lambda w: w**3, [3.0], 1.0, 50)
    assert run.diverged_at is not None and np.isfinite(run.w).all()
    assert len(run.w) == run.diverged_at and len(run.v) == len(run.eta) == run.diverged_at - 1


@pytest.mark.parametrize(
    "call, sentence",
    [
        (
            lambda: sgld(whole, [0.0], 0.1, -1.0, 5, np.random.default_rng(0)),
            "tau must not be negative, but",
        ),
        (lambda: sgld(whole, [0.0], 0.1, 1.0, 5), "pass rng"),
        (lambda: sgld(whole, [np.nan], 0.1, 0, 5), "w0 has a nan"),
        (lambda: sgld(whole, [0.0], -0.1, 0, 5), "step size eta must be positive"),
        (lambda: sgld(whole, [0.0], lambda t: 1 - t, 0, 5), "must not be negative"),
        (lambda: sgld(whole, 0.0, 0.1, 0, 5), r"one point \(d,\)"),
        (
            lambda: minibatch(MODEL.score, MODEL.prior_score, DATA, 21, None, replace=False)(
                np.zeros(1)
            ),
            "cannot be drawn",
        ),
        (
            lambda: minibatch(MODEL.score, MODEL.prior_score, (Z, Z[:3]), 2, None),
            "equally many rows",
        ),
        (lambda: clip_norm(0), "c must be positive"),
    ],
)
def test_bad_input_gets_one_sentence(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()
