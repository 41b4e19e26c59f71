"""Moments: identities, enumeration, exact recovery, EM beside a plain loop, closed forms."""

import itertools

import numpy as np
import pytest

from helpers.descent import newton
from helpers.estimation import moments as mm

B = np.array([[0.6, 0.1, 0.2], [0.2, 0.5, 0.1], [0.1, 0.3, 0.1], [0.1, 0.1, 0.6]])
PI = np.array([0.5, 0.3, 0.2])
V = np.array([1.0, -0.5, 0.3, 2.0])


def random_model(rng, d, k):
    return rng.dirichlet(np.ones(d), size=k).T, rng.dirichlet(3 * np.ones(k))


def test_sorted_triples_and_their_orders():
    words, orders = mm.triples(4)
    assert words.shape == (20, 3) and orders.sum() == 4**3
    assert orders[words.tolist().index([0, 0, 0])] == 1
    assert orders[words.tolist().index([1, 1, 3])] == 3
    assert orders[words.tolist().index([0, 2, 3])] == 6
    counts = mm.word_counts(4)
    assert np.all(counts.sum(axis=1) == 3)
    assert counts[words.tolist().index([1, 1, 3])].tolist() == [0, 2, 0, 1]


def test_chances_by_enumerating_all_texts():
    """Every text of three words, topic by topic, collected by its sorted words."""
    found = dict.fromkeys(map(tuple, mm.triples(4)[0].tolist()), 0.0)
    for text in itertools.product(range(4), repeat=3):
        found[tuple(sorted(text))] += sum(PI[h] * np.prod(B[list(text), h]) for h in range(3))
    assert mm.triple_chances(B, PI) == pytest.approx(list(found.values()))
    assert sum(found.values()) == pytest.approx(1)


def test_moments_by_hand_and_from_the_chances():
    M1, M2, M3 = mm.topic_moments(B, PI)
    assert M1 == pytest.approx(sum(PI[h] * B[:, h] for h in range(3)))
    assert M2[0, 3] == pytest.approx(0.5 * 0.6 * 0.1 + 0.3 * 0.1 * 0.1 + 0.2 * 0.2 * 0.6)
    assert M3[0, 1, 3] == pytest.approx(0.5 * 0.6 * 0.2 * 0.1 + 0.3 * 0.005 + 0.2 * 0.012)
    for by_cells, exact in zip(mm.moments_of(mm.triple_chances(B, PI), 4), (M1, M2, M3)):
        assert by_cells == pytest.approx(exact)
    stacked = mm.moments_of(np.array([mm.triple_chances(B, PI)] * 2), 4)
    assert stacked[2][1] == pytest.approx(M3)


def test_texts_are_drawn_with_these_chances():
    texts = mm.draw_texts(B, PI, 200_000, np.random.default_rng(0))
    shares, chances = mm.shares_of(texts, 4), mm.triple_chances(B, PI)
    error = np.sqrt(chances * (1 - chances) / 200_000)
    assert np.all(np.abs(shares - chances) < 5 * error)
    assert mm.shares_of([[2, 0, 1], [1, 2, 0]], 3)[mm.triples(3)[0].tolist().index([0, 1, 2])] == 1


@pytest.mark.parametrize("d, k", [(3, 3), (4, 3), (8, 4), (6, 2), (5, 1)])
def test_exact_moments_give_the_topics_back(d, k):
    rng = np.random.default_rng(d)
    for _ in range(5):
        true, pi = random_model(rng, d, k)
        v = rng.normal(size=d)
        found, shares, ratios = mm.recover(*mm.topic_moments(true, pi), k, v)
        order = mm.match(found, true)
        assert found[:, order] == pytest.approx(true, abs=1e-6)
        assert shares[order] == pytest.approx(pi, abs=1e-6)
        assert ratios[order] == pytest.approx(true.T @ v, abs=1e-6)


def test_stacked_moments_are_recovered_one_by_one():
    rng = np.random.default_rng(1)
    shares = rng.multinomial(5000, mm.triple_chances(B, PI), size=3) / 5000
    many = mm.recover(*mm.moments_of(shares, 4), 3, V)
    for i in range(3):
        one = mm.recover(*mm.moments_of(shares[i], 4), 3, V)
        order = mm.match(many[0][i], one[0])
        assert many[0][i][:, order] == pytest.approx(one[0])
        assert many[1][i][order] == pytest.approx(one[1])


def test_the_best_pairing_is_the_best_of_all():
    rng = np.random.default_rng(2)
    for _ in range(20):
        true, found = rng.random((2, 5, 4))
        cost = {p: ((found[:, p] - true) ** 2).sum() for p in itertools.permutations(range(4))}
        assert tuple(mm.match(found, true)) == min(cost, key=cost.get)


def plain_em(shares, B, pi):
    """One round, text by text."""
    words, _ = mm.triples(len(B))
    new, weight = np.zeros_like(B), np.zeros_like(pi)
    for text, share in zip(words, shares):
        q = pi * np.prod(B[text], axis=0)
        q = share * q / q.sum()
        weight += q
        for word in text:
            new[word] += q / 3
    return new / weight, weight


def test_em_is_a_plain_loop():
    rng = np.random.default_rng(3)
    starts = [random_model(rng, 4, 3) for _ in range(2)]
    shares = mm.shares_of(mm.draw_texts(B, PI, 300, rng), 4)
    run = mm.em(shares, np.array([s[0] for s in starts]), np.array([s[1] for s in starts]), 3)
    assert run.T == 3 and run.w.shape == (4, 2, 15)
    for i, (one, pi) in enumerate(starts):
        for t in range(3):
            assert run.extra["loglik"][t, i] == pytest.approx(mm.log_likelihood(shares, one, pi))
            one, pi = plain_em(shares, one, pi)
            found = mm.parameters(run.w[t + 1, i], 4, 3)
            assert found[0] == pytest.approx(one) and found[1] == pytest.approx(pi)


def test_em_climbs_matches_the_words_and_rests_at_the_truth():
    rng = np.random.default_rng(4)
    shares = mm.triple_chances(B, PI)
    starts = [random_model(rng, 4, 3) for _ in range(10)]
    run = mm.em(shares, np.array([s[0] for s in starts]), np.array([s[1] for s in starts]), 40)
    assert np.diff(run.extra["loglik"], axis=0).min() > -1e-12
    assert run.extra["loglik"].max() <= mm.log_likelihood(shares, B, PI) + 1e-12
    found, pi = mm.parameters(run.w[1:], 4, 3)
    words = (found * pi[..., None, :]).sum(axis=-1)
    assert words == pytest.approx(np.broadcast_to(B @ PI, words.shape))
    stays = mm.em(shares, B[None], PI[None], 3)
    assert stays.last == pytest.approx(stays.w[0])


def test_em_takes_other_shares_for_every_start():
    rng = np.random.default_rng(5)
    shares = rng.multinomial(500, mm.triple_chances(B, PI), size=2) / 500
    both = mm.em(shares, np.array([B, B]), np.array([PI, PI]), 4)
    for i in range(2):
        assert both.w[:, i] == pytest.approx(mm.em(shares[i], B[None], PI[None], 4).w[:, 0])


def test_a_word_that_never_occurs_leaves_the_likelihood_finite():
    shares = np.zeros(20)
    shares[0] = 1.0
    assert np.isfinite(mm.em(shares, B[None], PI[None], 50).extra["loglik"]).all()
    assert mm.log_likelihood(shares, B, PI) == pytest.approx(np.log(mm.triple_chances(B, PI)[0]))


def test_made_valid():
    found, pi = mm.made_valid(np.array([[1.2, 0.5], [-0.2, 0.5]]), np.array([1.1, -0.1]), 0.01)
    assert found.sum(axis=0) == pytest.approx([1, 1]) and found.min() > 0
    assert pi == pytest.approx(np.array([1.1, 0.01]) / 1.11)
    assert found[:, 0] == pytest.approx(np.array([1.2, 0.01]) / 1.21)


@pytest.mark.parametrize("share", [0.3, 0.5, 0.8])
def test_two_topics_have_the_same_pairs(share):
    mean, spread = np.array([0.4, 0.35, 0.25]), np.array([0.1, -0.08, -0.02])
    M1, M2, M3 = mm.topic_moments(*mm.two_topics(mean, spread, share))
    assert M1 == pytest.approx(mean)
    assert M2 == pytest.approx(np.outer(mean, mean) + np.outer(spread, spread))
    skew = (2 * share - 1) / np.sqrt(share * (1 - share))
    centred = spread / (spread @ spread)
    along = np.einsum("abc,a,b,c", M3, centred, centred, centred)
    m = mean @ centred
    assert along == pytest.approx(m**3 + 3 * m + skew)


def test_left_inverses_and_the_delta_variance():
    """An exponential of rate 1 and its first two moments: one estimator uses the mean alone, the
    pseudo-inverse pays 353/289, the best 1."""
    G, cov = np.array([[-1.0], [-4.0]]), np.array([[1.0, 4.0], [4.0, 20.0]])
    plain, best = mm.left_inverse(G), mm.left_inverse(G, cov)
    assert plain == pytest.approx(np.linalg.pinv(G))
    assert (plain @ G, best @ G) == (pytest.approx(1), pytest.approx(1))
    assert mm.delta_variance(plain, cov)[0, 0] == pytest.approx(353 / 289)
    assert mm.delta_variance(best, cov)[0, 0] == pytest.approx(1)
    assert mm.delta_variance([-1.0, 0.0], cov)[0, 0] == pytest.approx(1)


def test_the_covariance_of_shares():
    p = np.array([0.2, 0.3, 0.5])
    draws = np.random.default_rng(6).multinomial(50, p, size=40_000) / 50
    assert mm.shares_covariance(p) / 50 == pytest.approx(np.cov(draws.T), rel=0.05)


def test_exponential_family_by_differences_and_newton():
    x = np.arange(1, 7)
    phi, theta = np.column_stack([x, x**2 / 6]), np.array([0.4, -0.3])
    p, A, mean, cov = mm.tilted(phi, theta)
    weights = np.exp(phi @ theta)
    assert p == pytest.approx(weights / weights.sum()) and np.exp(A) == pytest.approx(weights.sum())
    h = 1e-5
    for j in range(2):
        step = h * np.eye(2)[j]
        up, down = mm.tilted(phi, theta + step), mm.tilted(phi, theta - step)
        assert (up[1] - down[1]) / (2 * h) == pytest.approx(mean[j], abs=1e-8)
        assert (up[2] - down[2]) / (2 * h) == pytest.approx(cov[j], abs=1e-7)
    m = np.array([4.2, 3.4])
    fit = newton.minimise(
        lambda t: mm.tilted(phi, t)[1] - m @ t,
        lambda t: mm.tilted(phi, t)[2] - m,
        lambda t: mm.tilted(phi, t)[3],
        np.zeros(2),
    )
    assert mm.tilted(phi, fit.last)[2] == pytest.approx(m)


@pytest.mark.parametrize(
    "wrong, words",
    [
        (lambda: mm.topic_moments(2 * B, PI), "a column of B must hold chances"),
        (lambda: mm.topic_moments(B, PI - 0.1), "pi must hold chances"),
        (lambda: mm.shares_of([[0, 1, 7]], 4), "from 0 to 3"),
        (lambda: mm.recover(*mm.topic_moments(B, PI), 5, V), "at most the number of words"),
        (lambda: mm.recover(*mm.topic_moments(B, PI), 3, V[:2]), "v must have shape"),
        (lambda: mm.two_topics([0.5, 0.5], [0.1, -0.1], 1.0), "between 0 and 1"),
        (lambda: mm.left_inverse([[1.0, 2.0], [2.0, 4.0]]), "too low a rank"),
        (lambda: mm.recover(*mm.moments_of(np.eye(20)[0], 4), 2, V), "are the topics different"),
    ],
)
def test_bad_input_gets_one_sentence(wrong, words):
    with pytest.raises(ValueError, match=words) as refusal:
        wrong()
    assert "\n" not in str(refusal.value)
