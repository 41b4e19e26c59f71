"""What the sentences of notebook 09 say, computed in another way than its figures do."""

import numpy as np
import pytest

from helpers.descent import adaptive, laws, svrg
from tests.lessons.room import Room

figures = Room("09")


def exponent(eta, T=2000, runs=200, unit=10.0):
    """Growth of a run per step, as a rate: log |product of I - 2 eta x x'| / T, feature x unit."""
    X = figures.million()[0] * [1.0, unit]
    rng = np.random.default_rng(0)
    w, total = rng.normal(size=(runs, 2)), 0.0
    for _ in range(T):
        x = X[rng.integers(10**6, size=runs)]
        w = w - 2 * eta * (x * w).sum(axis=1)[:, None] * x
        length = np.linalg.norm(w, axis=1)
        w, total = w / length[:, None], total + np.log(length).mean()
    return total / T


def test_with_a_feature_ten_times_too_large_the_mean_square_explodes_before_the_runs():
    """06–10 F1: the border is 0.0033 for the mean square, between 0.007 and 0.008 for runs."""
    X, y = figures.million()
    border = laws.law(X[:100_000] * [1.0, 10.0], y[:100_000]).longest_step(1)
    assert border == pytest.approx(0.0032, abs=1e-4)
    assert exponent(0.005) < exponent(0.007) < 0 < exponent(0.008)


def test_single_runs_of_sgd_explode_from_054_on():
    assert exponent(0.5, unit=1.0) < 0 < exponent(0.58, unit=1.0)


def test_adagrad_is_not_free_of_the_units_of_the_features():
    """06–10 M1: the cell of section 3 at η = 0.5 with other units; the right answer is 0.90."""
    X, y = figures.million()
    answers = []
    for scale in (1e-3, 1e-2, 10, 1e3):
        unit, w, G = np.array([1.0, scale]), np.zeros(2), np.zeros(2)
        for j in np.random.default_rng(1).integers(10**6, size=10_000):
            z = unit * X[j]
            v = 2 * (z @ w - y[j]) * z
            G += v**2
            w -= 0.5 * v / np.sqrt(G + 1e-6)
        answers.append(w[1] * scale)
    assert answers == pytest.approx([0.05, 0.47, 0.93, 1.21], abs=0.006)


def test_where_the_plain_runs_end():
    """Guess of `leash`: 35 of 40 outside the disc, and none of these is at the minimum."""
    r = figures.leash.compute(200, 50.0, 1.5, 1)
    far = np.linalg.norm(r["ends"][1] - figures.lowest(), axis=1)
    assert np.sum(np.linalg.norm(r["ends"][1], axis=1) > 1.5) == 35 == np.sum(far > 3)
    first = np.linalg.norm(r["run"].w[1, 40:] - [1, -1], axis=1)
    assert 33 < first.max() < 25 * 2**0.5 < 36  # the gradient is at most (1, 1)/2


def test_of_the_three_sets_only_the_circle_tears_points_apart():
    rng = np.random.default_rng(0)
    w, z = 2 * rng.normal(size=(2, 5000, 2))
    before = np.linalg.norm(w - z, axis=1)
    ball = lambda p: p / np.maximum(1, np.linalg.norm(p, axis=1, keepdims=True))  # noqa: E731
    circle = lambda p: p / np.linalg.norm(p, axis=1, keepdims=True)  # noqa: E731
    box = lambda p: np.clip(p, -1, 1)  # noqa: E731
    after = [np.linalg.norm(P(w) - P(z), axis=1) for P in (ball, box, circle)]
    assert [bool(np.any(a > before + 1e-12)) for a in after] == [False, False, True]


def test_at_a_correlation_of_09_a_fifth_of_the_variance_is_left():
    rng = np.random.default_rng(0)
    x, e = rng.normal(size=(2, 200_000))
    y = 0.9 * x + 0.19**0.5 * e
    residual = x - np.polyval(np.polyfit(y, x, 1), y)
    assert 100 * residual.var() / x.var() == pytest.approx(19, abs=0.3)
    assert 100 * residual.std() / x.std() == pytest.approx(44, abs=0.5)


def test_what_sgd_and_svrg_reach_in_100_passes():
    """Guess of `snapshot`: 0.008 against rounding error; a plain loop of SVRG for the latter."""
    X, y = (a[:1000] for a in figures.million())
    best = np.linalg.lstsq(X, y, rcond=None)[0]
    rng, w = np.random.default_rng(0), np.array([2.0, -2.0])
    for t in range(14_000):  # 70 stretches of 1.4 passes
        if t % 200 == 0:
            snap, full = w, 2 * X.T @ (X @ w - y) / 1000
        j = rng.integers(1000)
        w = w - 0.02 * (2 * X[j] * (X[j] @ (w - snap)) + full)
    assert np.mean((X @ (w - best)) ** 2) < 0.008 / 1e6
    law = figures.sample_law(1000)
    assert law.heights(figures.START, 0.02, 1, [100_000])[0] == pytest.approx(0.008, abs=2e-4)


def shrinking(T):
    """Expected height of SGD with steps min(0.02, 0.5/t) after T steps, by moments of (e, 1)."""
    X, y = (a[:1000] for a in figures.million())
    best = np.linalg.lstsq(X, y, rcond=None)[0]
    r, M = y - X @ best, np.zeros((1000, 3, 3))
    M[:, :2, :2], M[:, :2, 2] = -2 * X[:, :, None] * X[:, None], 2 * X * r[:, None]
    one = np.kron(np.eye(3), M.mean(axis=0)) + np.kron(M.mean(axis=0), np.eye(3))
    two = np.einsum("nij,nkl->ikjl", M, M).reshape(9, 9) / 1000
    z = np.append(figures.START - best, 1)
    v = np.kron(z, z)
    for t in range(1, T + 1):
        eta = min(0.02, 0.5 / t)
        v = v + eta * one @ v + eta**2 * two @ v
    U = v.reshape(3, 3)[:2, :2]
    return (X.T @ X / 1000 * U).sum()


def test_with_shrinking_steps_sgd_gets_lower_but_not_exponentially():
    """09-E of the readers: 4e-6 after 100 passes, ten times what ten times the work leaves."""
    late, early = shrinking(100_000), shrinking(10_000)
    assert late == pytest.approx(4e-6, rel=0.05)
    assert early / late > 8


def test_before_its_second_snapshot_svrg_is_noisier_than_sgd_at_rest():
    """06–10 M9: 110 against 1.6; at the start SGD has 108 too."""
    law = figures.sample_law(1000)
    sgd = svrg.sgd_spread(law, figures.START, 0.02, np.array([0, 2000]))
    exact = svrg.SVRGLaw(law, 0.02, 200)
    assert sgd == pytest.approx([108, 1.59], rel=0.01)
    X, y = (a[:1000] for a in figures.million())
    G = 2 * (X @ figures.START - y)[:, None] * X
    assert ((G - G.mean(axis=0)) ** 2).sum(axis=1).mean() == pytest.approx(sgd[0])
    assert exact.spread_after(figures.START, np.array([199]))[0] == pytest.approx(110, rel=0.05)


def test_without_noise_adagrads_sum_grows_for_ever_at_a_kink_only():
    """06–10 F14: |w| with exact subgradients, and w² beside it."""
    ends = []
    for slope in (np.sign, lambda w: 2 * w):
        w, G, seen = 0.77, 0.0, []
        for _ in range(4000):
            v = slope(w)
            G += v**2
            w -= 0.3 * v / np.sqrt(G + 1e-6)
            seen.append(G)
        ends.append((seen[1999], seen[3999]))
    assert ends[0] == (2000, 4000)
    assert ends[1][0] == pytest.approx(ends[1][1], rel=1e-6)


def test_adagrad_needs_eps_or_no_division_while_its_sum_is_zero():
    """06–10 G5: with ε = 0 and a first gradient of 0 the step is 0/0."""
    with np.errstate(invalid="ignore"):
        assert np.isnan(np.float64(0) / np.sqrt(np.float64(0)))
    run = adaptive.adagrad(lambda w, t: 0 * w, np.ones((1, 2)), 1.0, 3)
    assert np.all(run.w == 1)
