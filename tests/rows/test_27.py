"""The rows of the results ledger that notebook 27 owns, each by the measurement that would fail
were it false."""

import numpy as np
import pytest
from scipy.optimize import minimize

from helpers import losses
from helpers.generalisation import concentration as con
from helpers.generalisation import rademacher as rad
from lessons.n27_rademacher import slips as errata
from tests.lessons.room import Room

figures = Room("27")

PLACES = np.arange(12) / 12  # thresholds on twelve equally likely places: every risk is exact


def threshold_world(noise=0.2):
    """Losses of 13 thresholds at (place, label) pairs, and the probabilities of the pairs: labels
    are those of the sixth threshold, flipped with probability `noise`."""
    rules = np.array([np.where(PLACES >= k / 12, 1.0, -1.0) for k in range(13)])
    labels = np.array([1.0, -1.0])
    loss = (1 - rules[:, :, None] * labels) / 2  # (13, 12, 2)
    right = rules[6][:, None] == labels
    law = np.where(right, 1 - noise, noise) / 12
    return loss.reshape(13, 24), law.ravel()


def gaps(n, runs, seed=0):
    """Samples (runs, n) of pair numbers, and sup of risk minus training error for each."""
    loss, law = threshold_world()
    draws = np.random.default_rng(seed).choice(24, size=(runs, n), p=law)
    empirical = loss[:, draws].mean(axis=2)  # (13, runs)
    return draws, (loss @ law)[:, None] - empirical


def test_one_replaced_example_moves_the_worst_gap_by_one_nth():
    """S-4.11.Gn, S-4.11.Eq256: 300 random replacements; a change of exactly 1/n occurs."""
    loss, law = threshold_world()
    rng, n = np.random.default_rng(1), 10
    moves = []
    for _ in range(300):
        draws = rng.choice(24, size=n, p=law)
        other = draws.copy()
        other[rng.integers(n)] = rng.integers(24)
        G = [np.max(loss @ law - loss[:, d].mean(axis=1)) for d in (draws, other)]
        moves.append(abs(G[0] - G[1]))
    assert max(moves) == pytest.approx(1 / n)


@pytest.mark.parametrize("delta", [0.3, 0.1, 0.03])
def test_the_worst_gap_concentrates(delta):
    """S-4.11.Eq259: G over its mean + deviation in at most a share delta of 4000 samples."""
    G = gaps(30, 4000)[1].max(axis=0)
    assert np.mean(G > G.mean() + rad.deviation(30, delta)) <= delta
    assert rad.deviation(30, delta) == pytest.approx(np.sqrt(np.log(1 / delta) / 60))
    assert con.mcdiarmid(np.full(30, 1 / 30), rad.deviation(30, delta)) == pytest.approx(delta)


@pytest.mark.parametrize("n", [5, 20, 80])
def test_symmetrisation(n):
    """S-4.11.Eq266: E G <= 2 E sup of coins times losses, 3000 samples, five standard errors; and
    at least half of R_n minus what one rule alone can do (so that it is no empty bound)."""
    loss, _ = threshold_world()
    draws, gap = gaps(n, 3000)
    coins = np.random.default_rng(2).choice([-1.0, 1.0], size=draws.shape)
    fits = (loss[:, draws] * coins).mean(axis=2).max(axis=0)
    G = gap.max(axis=0)
    error = 5 * np.sqrt((G.var() + 4 * fits.var()) / 3000)
    assert G.mean() <= 2 * fits.mean() + error
    assert G.mean() >= 0.5 * fits.mean() - error


@pytest.mark.parametrize("delta", [0.2, 0.05])
def test_promises_for_the_worst_rule_and_for_the_learner(delta):
    """S-4.11.Eq269, S-4.11.Eq270: failures in at most a share delta; regret even with 2 R_n."""
    loss, law = threshold_world()
    draws, gap = gaps(40, 3000)
    coins = np.random.default_rng(2).choice([-1.0, 1.0], size=draws.shape)
    R = (loss[:, draws] * coins).mean(axis=2).max(axis=0).mean()
    assert np.mean(gap.max(axis=0) > 2 * R + rad.deviation(40, delta)) <= delta
    risk = loss @ law
    learnt = risk[(risk[:, None] - gap).argmin(axis=0)] - risk.min()
    for factor in (4, 2):
        allowed = factor * R + np.sqrt(2 * np.log(2 / delta) / 40)
        assert np.mean(learnt > allowed) <= delta
    assert learnt.mean() > 0.003  # there is a regret to bound


def test_promise_from_one_sample_of_patients():
    """S-4.11.Eq269: for 200 samples of 400 patients no promise fails, and it is below one half."""
    s = figures.drawn(400, "true")
    promised = rad.data_bound(s.train, s.fits.mean(), 400, 0.05)
    assert np.all(s.risk <= promised) and np.all(promised < 0.5)
    assert np.all(s.worst >= s.risk - s.train - 1e-6)


def test_the_rules_of_the_calculus_exactly():
    """S-4.11.Mono, S-4.11.Hull, S-4.11.Sum, S-4.11.Scale: by enumeration, 60 random classes."""
    rng = np.random.default_rng(27)
    for _ in range(60):
        n = int(rng.integers(2, 8))
        F, G = rng.normal(size=(5, n)), rng.normal(size=(3, n))
        R = rad.complexity(F)
        assert rad.complexity(F[:3]) <= R + 1e-12
        mixed = rng.dirichlet(np.ones(5), size=50) @ F
        assert rad.complexity(np.vstack([F, mixed])) == pytest.approx(R)
        assert rad.complexity(mixed) < R  # the corners are needed
        sums = (F[:, None] + G).reshape(-1, n)
        assert rad.complexity(sums) == pytest.approx(R + rad.complexity(G))
        c = rng.normal()
        assert rad.complexity(c * F + G[0]) == pytest.approx(abs(c) * R)


@pytest.mark.parametrize(
    "phi, slope",
    [
        (np.tanh, 1),
        (np.abs, 1),
        (lambda t: np.maximum(t, 0), 1),
        (lambda t: rad.ramp(t, 0.25), 4),
        (lambda t: np.cos(3 * t), 3),
        (lambda t: 2 - 5 * t, 5),
    ],
)
def test_contraction_exactly(phi, slope):
    """S-4.11.Contraction: enumeration, also with phi(0) != 0; a line attains it, steps fail."""
    rng = np.random.default_rng(27)
    for _ in range(40):
        F = rng.normal(size=(6, 6)) * rng.choice([0.1, 1.0])
        assert rad.complexity(phi(F)) <= slope * rad.complexity(F) + 1e-12
    if slope == 5:
        assert rad.complexity(phi(F)) == pytest.approx(5 * rad.complexity(F))
    small = 0.01 * rad.signs(3)
    assert rad.complexity((small > 0) / 1.0) == pytest.approx(50 * rad.complexity(small))


def test_three_versions_of_the_bound_for_zero_one_classes():
    """S-4.11.Eq279 (erratum E39): for +-1 classes the printed constant fails on the whole cube; for
    0/1 classes even sqrt(log s / (2n)) holds, on random subsets of the cube."""
    rng, S = np.random.default_rng(27), rad.signs(8)
    for size in (2, 10, 100, 256):
        V = rng.permutation(S)[:size]
        printed, sharp = np.sqrt(np.log(size) / 8), rad.massart(size, 8, 0.5)
        assert sharp == pytest.approx(np.sqrt(np.log(size) / 16)) and sharp < printed
        assert rad.complexity((V + 1) / 2) <= sharp
        assert rad.complexity(V) <= rad.massart(size, 8)
    assert rad.complexity(S) > np.sqrt(np.log(256) / 8)
    assert "1.000" in errata.cube()


@pytest.mark.parametrize("d", [2, 20, 200])
def test_balls_of_weights(d):
    """S-4.11.L2ball, S-4.11.L1ball: exact over all signs, between 0.7 and 1 of the bound."""
    rng = np.random.default_rng(d)
    Z, S = rng.choice([-1.0, 1.0], size=(10, d)), rad.signs(10)
    share2 = rad.ball(Z, S, 3.0) / rad.l2_bound(3.0, np.sqrt(d), 10)
    share1 = rad.ball(Z, S, 3.0, 1) / rad.l1_bound(3.0, 1.0, 10, d)
    assert 0.75 <= share2 <= 1 and 0.6 <= share1 <= 1


def test_features_do_matter_unless_rows_stay_short():
    """S-4.11.DimFree (erratum E60): the l2 ball grows like sqrt(d) with +-1 features, and does not
    with rows of fixed length."""
    r = [figures.balls.compute(d, 100, 1, figures.KINDS[0], 1)["R2"] for d in (64, 256, 1024)]
    assert r[1] / r[0] == pytest.approx(2, rel=0.02) and r[2] / r[1] == pytest.approx(2, rel=0.02)
    short = [figures.balls.compute(d, 100, 1, figures.KINDS[1], 1)["R2"] for d in (64, 1024)]
    assert short[0] == pytest.approx(short[1], rel=0.02)
    assert "10." in errata.many_features()


def test_sparse_weights_change_the_winner():
    """S-4.11.Sparse: exact complexities against s sqrt(log d / n) and sqrt(sd / n): l1 grows like
    s, l2 like sqrt(s); l1 wins for few of many features and loses for many."""
    few = figures.balls.compute(256, 100, 5, figures.KINDS[0], 1)
    many = figures.balls.compute(256, 100, 50, figures.KINDS[0], 1)
    assert few["R1"] < few["R2"] and many["R1"] > many["R2"]
    assert many["R1"] / few["R1"] == pytest.approx(10)
    assert many["R2"] / few["R2"] == pytest.approx(np.sqrt(10))
    assert few["bound1"] == pytest.approx(5 * np.sqrt(2 * np.log(512) / 100))
    assert few["bound2"] == pytest.approx(np.sqrt(5 * 256 / 100))


def test_norms_fall_and_balls_grow_with_p():
    """S-4.11.Norms: for random vectors, and the complexities of the balls grow accordingly."""
    rng, ps = np.random.default_rng(27), [1, 1.3, 2, 3, 10, np.inf]
    Z, S = rng.normal(size=(8, 5)), rad.signs(8)
    for w in rng.normal(size=(50, 5)):
        assert np.all(np.diff([np.linalg.norm(w, p) for p in ps]) < 0)
    assert np.all(np.diff([rad.ball(Z, S, p=p) for p in ps]) > 0)
    assert figures.ball_edge(1) == pytest.approx(
        figures.ball_edge(1) / np.abs(figures.ball_edge(1)).sum(axis=1, keepdims=True)
    )


def test_the_truncated_hinge_lies_between():
    """S-4.11.Surr287 (erratum E40): step <= truncated hinge <= hinge, slope at most 1."""
    m = np.linspace(-3, 3, 1201)
    ramp = rad.ramp(m, 1)
    assert np.all(losses.zero_one(m) <= ramp) and np.all(ramp <= losses.hinge(m))
    assert ramp == pytest.approx(np.minimum(1, np.maximum(0, 1 - m)))
    assert np.max(np.abs(np.diff(ramp) / np.diff(m))) == pytest.approx(1)
    assert np.any(ramp < losses.hinge(m)) and "hinge 3" in errata.tighter()


def test_the_margin_bound_step_by_step():
    """S-4.11.Eq290: contraction exactly on a grid of the l2 ball; then the learner of the smallest
    mean ramp on 400 samples from eight known places: failures at most delta, also with 2BC."""
    rng, B, n, delta = np.random.default_rng(27), 2.0, 30, 0.1
    P = rng.normal(size=(8, 2))
    C = np.sqrt((P**2).sum(axis=1).mean())
    angle, radius = np.meshgrid(np.linspace(0, 2 * np.pi, 61), np.linspace(0, B, 9))
    W = np.column_stack([(radius * np.cos(angle)).ravel(), (radius * np.sin(angle)).ravel()])
    scores = W @ P.T
    assert rad.complexity(rad.ramp(scores, 1)) <= rad.complexity(scores)
    assert rad.complexity(scores) <= rad.ball(P, rad.signs(8), B) + 1e-9
    ramps, wrong = rad.ramp(scores, 1), scores <= 0
    fails = []
    for _ in range(400):
        best = ramps[:, rng.integers(8, size=n)].mean(axis=1).argmin()
        allowed = 2 * B * C / np.sqrt(n) + np.sqrt(2 * np.log(2 / delta) / n)
        fails.append(wrong[best].mean() > ramps.mean(axis=1).min() + allowed)
    assert np.mean(fails) <= delta


def test_the_margin_bound_of_votes():
    """S-4.11.Eq290, and Theorem 13.8: on ten samples, for all rounds and five margins at once."""
    for n in np.linspace(100, 2000, 10).astype(int):
        v = figures.voted(int(n))
        assert v.by_votes <= v.R
        for theta in (0.05, 0.2, 0.5, 0.8, 1.0):
            share = (v.margins <= theta + 1e-12) @ v.weights
            promised = rad.margin_bound(share, v.R, theta, n, 0.05)
            assert np.all(v.errors <= promised)


def test_penalty_and_constraint_for_convex_losses_only():
    """S-4.11.Regul (erratum E72): the penalised logistic optimum is optimal in its own ball; with
    the truncated hinge radii between 1.25 and 2 have no penalty."""
    rng = np.random.default_rng(27)
    Z = rng.normal(size=(20, 2)) + 0.5

    def f(w):
        return np.mean(np.logaddexp(0, -Z @ w))

    for lam in (0.01, 0.1, 1.0):
        best = minimize(lambda w, lam=lam: f(w) + lam * w @ w, np.zeros(2), tol=1e-12).x
        angles = np.linspace(0, 2 * np.pi, 721)
        ring = np.linalg.norm(best) * np.column_stack([np.cos(angles), np.sin(angles)])
        inside = np.vstack([t * ring for t in np.linspace(0, 1, 21)])
        assert f(best) <= min(map(f, inside)) + 1e-7
    assert "best w = -1.6; penalties give 0 solutions" in errata.no_multiplier()


def test_balls_of_a_kernel():
    """S-4.11.RKHS294 (erratum E69): the empirical complexity is at most (B/n) sqrt(tr K), its mean
    at most B sqrt(E k / n), and it exceeds the latter on many data sets."""
    rng, S, found = np.random.default_rng(27), rad.signs(8), []
    for _ in range(300):
        Z = rng.normal(size=(8, 20)) * rng.exponential(size=(8, 1))
        K = Z @ Z.T
        found.append(rad.kernel_ball(K, S))
        assert found[-1] <= rad.kernel_bound(K) + 1e-12
        assert found[-1] >= rad.kernel_bound(K) / np.sqrt(2)
    bound = rad.l2_bound(1, np.sqrt(40), 8)
    assert np.mean(found) <= bound and 0.1 < np.mean(np.array(found) > bound) < 0.6
    shares = figures.width_curves(1e-4)[0] * 10
    assert 0.78 < shares.min() < 0.85 and shares.max() == pytest.approx(1, abs=1e-6)


def test_the_rates_and_what_they_hide():
    """S-4.13.Rates (erratum E41), S-4.12.DoubleD: ln s / VC of intervals grows without end, sqrt(VC
    ln n / n) does not lose it; (n, d) and (2n, 2d) have one bound."""
    n = 10.0 ** np.arange(2, 9)
    log_s = np.log(n * (n + 1) / 2 + 1)
    assert np.all(np.diff(log_s / 2) > 2) and np.all(log_s <= 2 * np.log(np.e * n / 2))
    assert rad.l2_bound(1, np.sqrt(20), 500) == pytest.approx(rad.l2_bound(1, np.sqrt(40), 1000))
    assert rad.massart(64, 100) / rad.massart(8, 100) == pytest.approx(np.sqrt(2))


def test_estimation_rises_while_approximation_falls():
    """S-4.12.Tradeoff: polynomials on 40 places, exact second moments of the signs."""
    x = np.linspace(-1, 1, 40)
    S, y = rad.balanced_signs(40, np.random.default_rng(5)), np.sign(np.sin(5 * x))
    left, R = [], []
    for degree in (1, 3, 5, 9):
        Q, _ = np.linalg.qr(np.vander(x, degree + 1))
        left.append(np.mean((y - Q @ (Q.T @ y)) ** 2))
        R.append(rad.ball(np.sqrt(40) * Q, S))
    assert np.all(np.diff(left) < 0) and np.all(np.diff(R) > 0)
    assert R == pytest.approx(np.sqrt(np.array([2, 4, 6, 10]) / 40), rel=0.15)


def test_one_far_outlier_turns_the_hinge():
    """S-4.12.Hinge: the hinge minimiser errs on four of five, the best rule on one."""
    margins = np.array([1.0, 0.5, 0.5, 1.0, -20.0])
    w = np.linspace(-2, 4, 1201)
    hinge = np.maximum(0, 1 - np.outer(w, margins)).mean(axis=1)
    errors = (np.outer(w, margins) <= 0).mean(axis=1)
    assert errors[hinge.argmin()] == pytest.approx(0.8) and errors.min() == pytest.approx(0.2)


def test_a_laplace_law_is_not_sub_gaussian():
    """S-4.13.Laplace: M(t) = 1 / (1 - t^2) beats exp(s t^2 / 2) for every s before t = 1."""
    t = 1 - 10.0 ** -np.arange(1, 15)
    needed = con.needed_parameter(-np.log1p(-(t**2)), t)
    assert np.all(np.diff(needed) > 0) and needed[-1] > 60


def test_chains_beat_covers_with_the_right_power_of_n():
    """Beyond the notes (Theorem 27.9): best one-cover bound against chain over n = 10^2 to 10^6."""
    n = 10.0 ** np.arange(2, 7)
    one = np.array([rad.one_scale(k, np.arange(0, 15)).min() for k in n])
    chain = np.array(
        [(np.cumsum(rad.chain_links(k, 30)) + 2.0 ** -np.arange(2, 32)).min() for k in n]
    )
    assert np.all(chain < one)
    slopes = [np.diff(np.log10(values)) for values in (one, chain)]
    assert np.all((-0.40 < slopes[0]) & (slopes[0] < -0.2))
    assert np.all(np.diff(slopes[1]) < 0) and -0.5 < slopes[1][-1] < -0.44
