"""The perceptron: its two inequalities, its end, and its lack of one."""

import numpy as np
import pytest
from sklearn.linear_model import Perceptron

from helpers.margins import perceptron, votes
from helpers.margins import separation as separating
from helpers.margins.separation import separation
from tests import known

CORNERS = perceptron.pad(perceptron.CORNERS)


def looped(X, y, order, epochs):
    """The algorithm as the notes write it: one visit after the other, nothing else."""
    w, updates = np.zeros(X.shape[1]), []
    for e in range(epochs):
        for i in order:
            if y[i] * sum(a * b for a, b in zip(X[i], w)) <= 0:
                w = w + y[i] * X[i]
                updates.append((e * len(y) + list(order).index(i) + 1, i, *w))
    return updates


def clouds(seed, gamma=0.1, n=30):
    return perceptron.with_margin(n, gamma, np.random.default_rng(seed))


@pytest.mark.parametrize("seed", range(5))
def test_the_run_is_the_plain_loop_over_visits(seed):
    for X, y in (
        (CORNERS, perceptron.XOR),
        (perceptron.pad(perceptron.MAILS), perceptron.SPAM),
        clouds(seed),
    ):
        order = perceptron.shuffled(len(y), seed)
        run, plain = perceptron.train(X, y, order, 6), looped(X, y, order, 6)
        assert run.extra["visit"].tolist() == [u[0] for u in plain]
        assert run.extra["rows"].tolist() == [u[1] for u in plain]
        assert np.array_equal(run.w[1:], np.array([u[2:] for u in plain]).reshape(-1, X.shape[1]))
        assert np.array_equal(run.w[1:], run.w[:-1] - run.eta[:, None] * run.v)


def test_the_run_agrees_with_scikit_learn_pass_by_pass():
    X, y = clouds(3)
    other = Perceptron(shuffle=False, max_iter=100, tol=None, fit_intercept=False).fit(X, y)
    assert perceptron.train(X, y, epochs=100).last == pytest.approx(other.coef_[0], abs=1e-12)


def test_one_order_per_pass_is_followed():
    X, y = CORNERS, perceptron.XOR
    orders = np.array([[3, 2, 1, 0], [0, 1, 2, 3]])
    run = perceptron.train(X, y, orders, 2)
    visited = np.concatenate(orders)
    assert (visited[run.extra["visit"] - 1] == run.extra["rows"]).all() and run.extra["rows"][
        0
    ] == 3


def test_the_flag_tells_an_end_from_exhausted_patience():
    assert perceptron.train(CORNERS, perceptron.OR).extra["converged"]
    assert not perceptron.train(CORNERS, perceptron.OR, epochs=1).extra["converged"]
    assert not perceptron.train(CORNERS, perceptron.XOR, epochs=500).extra["converged"]
    assert perceptron.train(CORNERS, perceptron.OR, w0=[2, 2, -1]).T == 0


def test_after_counts_corrections_up_to_and_with_a_visit():
    run = perceptron.train(CORNERS, perceptron.OR)
    for t in range(30):
        assert perceptron.after(run, t) == sum(v <= t for v in run.extra["visit"])


@pytest.mark.parametrize("gamma", [0.03, 0.1, 0.3, 0.8])
def test_generated_points_have_exactly_the_margin_and_radius_asked_for(gamma):
    X, y = clouds(1, gamma)
    assert separating.margin(X, y, [0.6, 0.8]) == pytest.approx(gamma, abs=1e-12)
    assert separating.radius(X) == pytest.approx(1, abs=1e-12)
    assert perceptron.mistake_bound(X, y, [6, 8]) == pytest.approx(1 / gamma**2)
    assert {*y} == {-1.0, 1.0}


@pytest.mark.parametrize("d", [1, 3, 10, 50])
def test_orthonormal_points_attain_the_bound(d):
    """x_i = e_i, y_i = +1: margin 1/sqrt(d), so at most d mistakes, and d are made."""
    X, y = np.eye(d), np.ones(d)
    assert (
        perceptron.train(X, y).T == d == pytest.approx(perceptron.mistake_bound(X, y, np.ones(d)))
    )
    assert perceptron.best_bound(X, y) == pytest.approx(d, rel=1e-6)


def test_from_a_bad_start_on_the_axis_the_second_term_is_needed_and_nearly_attained():
    X, y = np.array([[1.0]]), np.array([1.0])
    for a in (0.0, 7.0, 30.0):
        run, bound = perceptron.train(X, y, w0=[-a]), perceptron.mistake_bound(X, y, [1.0], a)
        assert (run.T, bound) == (a + 1, 1 + 2 * a)
    run = perceptron.train(CORNERS, perceptron.OR, w0=-30 * np.array([2, 2, -1]) / 3, epochs=500)
    assert 27 < run.T <= perceptron.mistake_bound(CORNERS, perceptron.OR, [2, 2, -1], 30)


def test_the_bound_from_a_bad_start_is_the_root_of_its_inequality():
    X, y = clouds(2, 0.2)
    M, a = perceptron.mistake_bound(X, y, [0.6, 0.8], 5), 5
    assert M * 0.2 - a == pytest.approx(np.sqrt(a**2 + M))


def test_a_direction_that_does_not_separate_has_no_bound():
    assert perceptron.mistake_bound(CORNERS, perceptron.OR, [-2, -2, 1]) == np.inf
    assert perceptron.best_bound(CORNERS, perceptron.XOR) == np.inf
    assert perceptron.best_bound(CORNERS, perceptron.OR) == pytest.approx(27)


def blobs(seed):
    rng = np.random.default_rng(seed)
    y = np.arange(60) % 3
    return perceptron.pad(
        np.array([[0, 2], [2, -1], [-2, -1]])[y] + 0.3 * rng.normal(size=(60, 2))
    ), y


def weights(X, t, epochs=100):
    """A learner: the weights at which the perceptron ends."""
    return perceptron.train(X, t, epochs=epochs).last


def test_one_vs_one_is_antisymmetric_and_its_votes_are_right_if_every_duel_is():
    X, y = blobs(0)
    W = votes.one_vs_one(X, y, weights)
    assert np.array_equal(W, -W.transpose(1, 0, 2)) and W.shape == (3, 3, 3)
    counts = votes.votes(W, X)
    assert (
        (votes.sole_winner(counts) == y).all()
        and (counts[np.arange(60), y] == 2).all()
        and counts.max() == 2
    )
    assert (np.sort(counts, axis=1).sum(axis=1) == 3).all()  # every duel has one winner


def test_each_classifier_is_the_perceptron_of_its_own_question():
    X, y = blobs(1)
    order = perceptron.shuffled(60, 4)
    assert np.array_equal(
        votes.one_vs_all(X[order], y[order], weights, 50)[2],
        perceptron.train(X, np.where(y == 2, 1, -1), order, 50).last,
    )
    rows = [i for i in order if y[i] != 1]
    expected = perceptron.train(X[rows], np.where(y[rows] == 0, 1, -1), epochs=50).last
    assert np.array_equal(votes.one_vs_one(X[order], y[order], weights, 50)[0, 2], expected)


def test_a_shared_first_place_has_no_winner():
    assert votes.sole_winner([[1, 1, 1], [2, 1, 0], [0, 2, 2]]).tolist() == [-1, 0, -1]


def test_doubtful_points_are_named_and_settled_by_scores():
    """One against all on the line: nobody at 0, one alone at 2, several at 5; a ring of duels is a
    tie."""
    W = np.array([[1.0, -1], [1, -4], [-1, -1]])  # x > 1, x > 4, x < -1
    assert votes.claimed(W, perceptron.pad([0.0, 2, 5, -3])).tolist() == [-1, 0, -2, 2]
    assert votes.claimed(W, perceptron.pad([0.0, 5]), how="by score").tolist() == [0, 0]
    D = np.zeros((3, 3, 1))
    D[0, 1], D[1, 2], D[2, 0] = 1, 3, 2  # each wins one duel; the sums of scores are -1, 2, -1
    D -= D.transpose(1, 0, 2)
    assert votes.outvoted(D, [[1.0]]).tolist() == [-2] and votes.outvoted(
        D, [[1.0]], how="by score"
    ).tolist() == [1]
    D[0, 2], D[2, 0] = 0.1, -0.1  # now class 0 wins both duels, though class 1 has the highest sum
    assert votes.outvoted(D, [[1.0]], how="by score").tolist() == [0]
    assert known.duels_lost(D, [[1.0], [1.0]], [0, 1]) == 1
    assert (
        known.questions_missed(W, perceptron.pad([2.0, -3]), [0, 2]) == 0
        and known.questions_missed(W, perceptron.pad([5.0]), [0]) == 1
    )


def test_mails_are_rows_of_zeros_and_ones():
    assert (
        perceptron.mail("and VIAGRA").tolist() == [1, 1, 0, 0, 0]
        and perceptron.mail("").tolist() == [0] * 5
    )
    assert [" ".join(np.array(perceptron.WORDS)[row > 0]) for row in perceptron.MAILS][
        2
    ] == "viagra the"
    with pytest.raises(ValueError, match="does not know 'hello'"):
        perceptron.mail("and hello")


def test_the_linear_program_and_the_perceptron_agree_on_random_tables():
    rng = np.random.default_rng(0)
    for _ in range(25):
        X, y = rng.integers(-2, 3, size=(5, 2)).astype(float), np.array([1.0, -1, 1, -1, 1])
        assert (
            perceptron.train(perceptron.pad(X), y, epochs=300).extra["converged"]
            == separation(X, y).separable
        )


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: perceptron.train([[1.0, np.nan]], [1]), "nan"),
        (lambda: perceptron.train([[1.0]], [0]), "labels"),
        (lambda: perceptron.train([[1.0], [2.0]], [1]), "rows"),
        (lambda: perceptron.train([[1.0], [2.0]], [1, -1], order=[0, 0]), "permutation"),
        (lambda: perceptron.train([[1.0]], [1], epochs=0), "epochs"),
        (lambda: separating.margin([[1.0]], [1], [0.0]), "direction"),
        (lambda: perceptron.with_margin(5, 1.5, np.random.default_rng(0)), "under 1"),
        (lambda: votes.one_vs_all([[1.0], [2.0]], [0, 2], weights), "classes"),
    ],
)
def test_bad_input_gets_one_sentence(call, words):
    with pytest.raises(ValueError, match=words) as error:
        call()
    assert "\n" not in str(error.value)
