"""The rows of the results ledger that notebook 30 owns, each by the measurement that would fail
were it false."""

import itertools

import numpy as np
import pytest

from helpers.descent import newton
from helpers.estimation import moments as mm
from tests.known import deviation
from tests.lessons.room import Room

figures = Room("30")


def random_model(rng, d, k):
    """Topics and shares without a zero."""
    return rng.dirichlet(np.ones(d), size=k).T, rng.dirichlet(4 * np.ones(k))


def counted(texts, d, order):
    """Shares of words, or of ordered pairs or triples, by plain counting."""
    found = np.zeros((d,) * order)
    for text in texts:
        found[tuple(text[:order])] += 1
    return found / len(texts)


@pytest.mark.parametrize("order", [1, 2, 3])
def test_counts_of_drawn_texts_are_the_moments(order):
    """S-6.1.Ex18, S-6.2.Map328, S-6.3.M1, S-6.3.M2, S-6.3.M3: frequencies of words, pairs and
    triples in 60 000 texts are Bπ, B diag(π) Bᵀ, Σ π β⊗β⊗β within five standard errors."""
    rng = np.random.default_rng(0)
    B, pi = random_model(rng, 4, 3)
    texts = mm.draw_texts(B, pi, 60_000, rng)
    exact = mm.topic_moments(B, pi)[order - 1]
    error = np.sqrt(exact * (1 - exact) / len(texts))
    assert np.all(np.abs(counted(texts, 4, order) - exact) < 5 * error)


def test_two_starts_two_heights():
    """S-6.1.MLE327, S-6.1.EM: from one start EM reaches the truth, from another it rests 0.64
    below it, and comes back to that height after every shake of its lists by five per cent."""
    true = figures.four_topics(0.01)
    chances = mm.triple_chances(true, figures.SHARES)
    top = mm.log_likelihood(chances, true, figures.SHARES)
    B, pi = (a[[0, 3]] for a in figures.starts())
    run = mm.em(chances, B, pi, 6000)
    ends = top - run.extra["loglik"][-1]
    assert ends[0] == pytest.approx(0, abs=1e-9) and ends[1] == pytest.approx(0.642, abs=1e-3)
    assert np.diff(run.extra["loglik"], axis=0).min() > -1e-12
    found, shares = mm.parameters(run.last[1], 8, 4)
    shaken = found * (1 + 0.05 * np.random.default_rng(0).normal(size=(20, 8, 4)))
    shaken /= shaken.sum(axis=1, keepdims=True)
    back = mm.em(chances, shaken, np.tile(shares, (20, 1)), 400)
    assert np.all(back.extra["loglik"][-1] < top - 0.64)
    assert back.extra["loglik"][-1] == pytest.approx(run.extra["loglik"][-1, 1], abs=1e-3)


def test_clear_topics_trap_em_and_most_leave_only_after_thousands_of_rounds():
    """S-6.1.EM: 14, 13, 10, 5, 2, 1, 0 of sixty starts are stuck after 300 rounds as topics blur;
    of the 13 most leave within 20 000 rounds, and at least two do not."""
    counts = figures.stuck_shares()
    assert np.all(np.diff(counts) <= 0) and counts[0] >= 12 and counts[-1] == 0
    true = figures.four_topics(0.01)
    chances = mm.triple_chances(true, figures.SHARES)
    top = mm.log_likelihood(chances, true, figures.SHARES)
    run = mm.em(chances, *figures.starts(), figures.LONG)
    stuck = top - run.extra["loglik"][-1] > figures.STUCK
    B, pi = mm.parameters(run.last[stuck], 8, 4)
    for _ in range(10):
        later = mm.em(chances, B, pi, 2000)
        B, pi = mm.parameters(later.last, 8, 4)
    left = top - later.extra["loglik"][-1] < figures.STUCK
    assert stuck.sum() == 13 and 7 <= left.sum() <= 11


def test_the_normal_moment_map_and_its_inverse():
    """S-6.2.Gauss329, S-6.2.GaussInv, S-6.2.Plug331: M = (µ, σ² + µ²); plugged in, 16 times the
    examples give a quarter of the error."""
    rng = np.random.default_rng(1)
    x = rng.normal(2.0, 3.0, size=400_000)
    assert deviation(x, 2.0) < 5 and deviation(x**2, 13.0) < 5
    errors = []
    for n in (400, 6400):
        sample = rng.normal(2.0, 3.0, size=(1000, n))
        m1, m2 = sample.mean(axis=1), (sample**2).mean(axis=1)
        assert m2 - m1**2 == pytest.approx(sample.var(axis=1))
        errors.append(np.sqrt(((m2 - m1**2 - 9) ** 2).mean()))
    assert errors[0] / errors[1] == pytest.approx(4, rel=0.15)


def test_confusable_sets():
    """S-6.2.Def21 (erratum E54): with φ = x² and σ = 1 the means µ and -µ are confusable and no
    other; with (x, x²) nothing is; a mixture has all its k! orders."""
    grid = np.linspace(-3, 3, 601)
    same = grid[np.isclose(grid**2 + 1, 1.5**2 + 1)]
    assert same == pytest.approx([-1.5, 1.5])
    both = grid[np.isclose(grid, 1.5) & np.isclose(grid**2 + 1, 1.5**2 + 1)]
    assert both == pytest.approx([1.5])
    B, pi = random_model(np.random.default_rng(2), 5, 3)
    right = mm.topic_moments(B, pi)
    for order in itertools.permutations(range(3)):
        other = mm.topic_moments(B[:, order], pi[list(order)])
        assert all(a == pytest.approx(b) for a, b in zip(right, other))


@pytest.mark.parametrize("theta", [0.5, 3.0])
def test_the_delta_method_for_a_rate(theta):
    """S-6.2.CLT333, S-6.2.Delta334: n times the variance of the mean of waiting times is 1/θ², of
    1/mean it goes to θ², and both are normal: one in twenty is outside 1.96 standard errors."""
    rng, n = np.random.default_rng(3), 2000
    means = rng.gamma(n, 1 / theta, size=20_000) / n
    slope = -(theta**2)
    predicted = mm.delta_variance([[slope]], np.array([[theta**-2.0]]))[0, 0]
    assert predicted == pytest.approx(theta**2)
    assert n * means.var() == pytest.approx(theta**-2, rel=0.06)
    assert n * (1 / means).var() == pytest.approx(predicted, rel=0.06)
    for sample, centre, sd in ((means, 1 / theta, 1 / theta), (1 / means, theta, theta)):
        outside = np.abs(sample - centre) > 1.96 * sd / np.sqrt(n)
        assert outside.mean() == pytest.approx(0.05, abs=0.008)


def test_a_flat_map_has_another_rate():
    """S-6.2.Delta334 (erratum E55): M = θ³ at 0 has a continuous inverse; 64 times the examples
    halve the error, where a slope makes it an eighth."""
    flat = figures.typical_error(0.0, 0.0, [100, 6400])
    steep = figures.typical_error(0.8, 0.0, [10_000, 640_000])
    assert flat[0] / flat[1] == pytest.approx(2) and steep[0] / steep[1] == pytest.approx(
        8, rel=0.01
    )
    drawn = np.cbrt(np.random.default_rng(4).normal(size=200_000) / 10)  # means of 100 examples
    assert np.sqrt((drawn**2).mean()) == pytest.approx(flat[0], rel=0.01)


def test_left_inverses():
    """S-6.2.Pinv (erratum E76): the pseudo-inverse undoes the slopes, and so do others; for waiting
    times and (x, x²) it pays 1.22, measured too, where 1 is possible."""
    G, V = np.array([[-1.0], [-4.0]]), np.array([[1.0, 4.0], [4.0, 20.0]])
    plain, best = mm.left_inverse(G), mm.left_inverse(G, V)
    rng = np.random.default_rng(5)
    x = rng.exponential(size=(4000, 1000))
    m = np.stack([x.mean(axis=1) - 1, (x**2).mean(axis=1) - 2])
    for L, expected in ((plain, 353 / 289), (best, 1.0)):
        assert L @ G == pytest.approx(1)
        assert mm.delta_variance(L, V)[0, 0] == pytest.approx(expected)
        assert 1000 * (L @ m).var() == pytest.approx(expected, rel=0.12)


def test_an_ill_conditioned_map_has_large_errors():
    """S-6.2.Cond: the same error of the moment, fifty times the error of the parameter."""
    good, bad = (
        figures.typical_error(0.0, 1.0, [1e8])[0],
        figures.typical_error(0.0, 0.02, [1e8])[0],
    )
    assert bad / good == pytest.approx(50, rel=0.02)
    near, far = (figures.predicted_error(0.1, v) for v in figures.DIRECTIONS.values())
    assert far > 3 * near


def test_the_gradient_of_the_log_partition_is_the_mean():
    """S-6.2.ExpFam335: ∇A = E φ by differences, for a die with φ = (x, x²)."""
    phi, theta, h = np.column_stack([figures.FACES, figures.FACES**2]), np.array([0.3, -0.1]), 1e-5
    for j in range(2):
        step = h * np.eye(2)[j]
        slope = (mm.tilted(phi, theta + step)[1] - mm.tilted(phi, theta - step)[1]) / (2 * h)
        assert slope == pytest.approx(mm.tilted(phi, theta)[2][j], abs=1e-6)


def test_maximum_likelihood_matches_moments():
    """S-6.2.Eq337: the likelihood of a die with φ = (x, x²), maximised by Newton, has the sample's
    moments; for a mixture it is not so: there EM and moments differ."""
    rng = np.random.default_rng(6)
    phi = np.column_stack([figures.FACES, figures.FACES**2 / 6])
    shares = rng.multinomial(60, np.array([1, 1, 2, 3, 3, 2]) / 12) / 60
    m = shares @ phi
    fit = newton.minimise(
        lambda t: -np.log(mm.tilted(phi, t)[0]) @ shares,
        lambda t: mm.tilted(phi, t)[2] - m,
        lambda t: mm.tilted(phi, t)[3],
        np.zeros(2),
    )
    assert mm.tilted(phi, fit.last)[2] == pytest.approx(m)
    found, lines, _ = figures.learnt(0.3, "number of the word")
    assert np.all(np.abs(found[0, 2] - found[1, 2]) > 1e-6) and lines[1] < lines[0]


def test_pairs_do_not_identify_two_topics():
    """S-6.3.NonId (erratum E56): for every share a valid model with the same words and pairs; no
    two of them have the same triples."""
    models = [figures.pairs.compute(s, 0.25, 0.17, 20) for s in (0.3, 0.5, 0.7)]
    for r in models:
        (_, M2, M3, pairs, _), (_, other, third, rival, _) = r["know"]
        assert r["rival"].min() >= 0 and pairs == pytest.approx(rival)
        assert M2 == pytest.approx(other) and np.abs(M3 - third).max() > 1e-3
        assert np.abs(r["true"] - r["rival"]).max() > 0.02
    skews = [r["skews"][1] for r in models]
    assert skews == sorted(skews)


def test_rotations_do_not_change_the_pairs_of_four_topics():
    """S-6.3.NonId: B√D times a small rotation, scaled back, is another model with the same M2."""
    B, pi = figures.four_topics(0.4), figures.SHARES
    turn = np.eye(4)
    turn[:2, :2] = [[np.cos(0.1), -np.sin(0.1)], [np.sin(0.1), np.cos(0.1)]]
    root = (B * np.sqrt(pi)) @ turn
    sums = root.sum(axis=0)
    other, shares = root / sums, sums**2
    assert other.min() > 0 and shares.sum() == pytest.approx(1)
    M, N = mm.topic_moments(B, pi), mm.topic_moments(other, shares)
    assert M[0] == pytest.approx(N[0]) and M[1] == pytest.approx(N[1])
    assert np.abs(M[2] - N[2]).max() > 5e-4 and np.abs(B - other).max() > 0.01


def test_the_third_moment_is_a_tensor_of_order_three_and_rank_k():
    """S-6.3.M3 (erratum E57): scored slices have rank k, not 3, and any rank from 1 on occurs."""
    rng = np.random.default_rng(7)
    for k in (1, 2, 4, 5):
        B, pi = random_model(rng, 6, k)
        M3 = mm.topic_moments(B, pi)[2]
        assert M3.ndim == 3 and np.linalg.matrix_rank(M3 @ rng.normal(size=6), tol=1e-10) == k


def test_scored_triples():
    """S-6.3.M3eta: M3(v) = B diag(π) diag(Bᵀv) Bᵀ; with score 1 it is M2."""
    rng = np.random.default_rng(8)
    B, pi = random_model(rng, 6, 3)
    _, M2, M3 = mm.topic_moments(B, pi)
    v = rng.normal(size=6)
    assert np.einsum("abc,c->ab", M3, v) == pytest.approx(B @ np.diag(pi * (B.T @ v)) @ B.T)
    assert M3 @ np.ones(6) == pytest.approx(M2)


def test_thirty_random_models_are_recovered():
    """S-6.3.Lemma, S-6.3.Proj, S-6.3.Pi: topics and shares from exact moments, with d ≥ k words."""
    rng = np.random.default_rng(9)
    for _ in range(30):
        k = int(rng.integers(2, 5))
        B, pi = random_model(rng, k + int(rng.integers(0, 4)), k)
        found, shares, _ = mm.recover(*mm.topic_moments(B, pi), k, rng.normal(size=len(B)))
        order = mm.match(found, B)
        assert found[:, order] == pytest.approx(B, abs=1e-5)
        assert shares[order] == pytest.approx(pi, abs=1e-4)


def test_ratios_may_be_zero_but_not_equal():
    """S-6.3.Lemma (erratum E58), S-6.3.Simple: eigenvalues of Y X⁻¹ are the ratios; one may be 0;
    if two are equal the topics are not found."""
    B, pi = figures.CLEAR, figures.WEIGHTS
    exact = mm.topic_moments(B, pi)
    zero = np.cross(B[:, 0], [0.3, -0.2, 1.0])
    found, _, ratios = mm.recover(*exact, 3, zero)
    order = mm.match(found, B)
    assert ratios[order] == pytest.approx(B.T @ zero, abs=1e-12) and abs(B[:, 0] @ zero) < 1e-12
    assert found[:, order] == pytest.approx(B)
    M2, M3 = exact[1:]
    turned = (M3 @ zero) @ np.linalg.inv(M2)
    assert np.sort(np.linalg.eigvals(turned).real) == pytest.approx(np.sort(B.T @ zero))
    same = figures.recover.compute(90, None, 0.0, 1)
    assert same["gap"] < 1e-12 and same["off"] > 0.05


def test_the_plug_in_estimator_has_the_root_n_rate():
    """S-6.3.Sample: a hundred times the texts, a tenth of the error; the delta method says how
    large it is; it is above the least possible, and EM from there comes near it; EM alone stays."""
    for name in ("clear (0.02)", "blurred (0.3)"):
        found, (usual, least), below = figures.learnt(figures.HAZE[name], "number of the word")
        rms = np.sqrt((found**2).mean(axis=2))
        assert rms[0, 2] / rms[0, 4] == pytest.approx(10, rel=0.25)
        assert rms[0, 2:] * np.sqrt(figures.COUNTS[2:]) == pytest.approx(usual, rel=0.2)
        assert least < usual
        assert rms[1, 2:] * np.sqrt(figures.COUNTS[2:]) == pytest.approx(least, rel=0.2)
        if name.startswith("clear"):
            assert rms[2].min() > 0.4 and below.min() >= 8
