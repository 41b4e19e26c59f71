"""What the sentences of notebook 12 say, computed in another way than its figures do."""

import numpy as np
import pytest
from scipy.special import softmax

from helpers.descent import bounds
from helpers.margins import multiclass, multiclass_sgd
from tests.lessons.room import Room

figures = Room("12")


def test_the_hinge_as_printed_is_above_the_01_loss_but_never_zero():
    """11–14 F7: (b) of Theorem 12.3 holds for the printed loss, (a) and (d) do not."""
    rng = np.random.default_rng(0)
    S, y = rng.normal(0, 3, size=(20_000, 4)), rng.integers(0, 4, 20_000)
    printed = multiclass.hinge_as_printed(S, y)
    wrong = (S.argmax(axis=1) != y) * 1.0
    assert printed.min() >= 1 and np.all(printed >= wrong)
    leads = S - S[np.arange(len(y)), y][:, None]
    leads[np.arange(len(y)), y] = -np.inf
    clear = leads.max(axis=1) <= -1
    assert clear.sum() > 1000 and printed[clear] == pytest.approx(1)
    score = np.linspace(-3, 3, 61)  # (d): two classes, Psi = yx/2, the class is +1
    two = multiclass.hinge_as_printed(np.stack([-score / 2, score / 2], axis=1), np.ones(61, int))
    assert np.abs(two - np.maximum(0, 1 - score)).max() >= 1


def test_only_the_term_of_the_start_is_25_times_as_high():
    """11–14 F11: the bound itself is 9.5 times that from 0 at the same step."""
    best = figures.one_machine("wine", 0.1).w

    def bound(s, eta):
        rng = np.random.default_rng(1)
        run = multiclass_sgd.descend(figures.XW, figures.YW, 0.1, eta, 1000, rng, start=s * best)
        return bounds.best_bound(run, np.linalg.norm(s * best - best))[-1]

    far, near = bound(-4, 0.03), bound(0, 0.03)
    assert far == pytest.approx(0.612, abs=5e-4)
    assert far / near == pytest.approx(9.5, abs=0.1)
    start = np.sum((5 * best) ** 2) / (2 * 0.03 * 1000)
    assert start == pytest.approx(25 * np.sum(best**2) / 60)


def test_three_lines_leave_three_unbounded_pieces_in_doubt():
    """Of 10 000 places on a huge circle: in each half of the plane of a line it claims or not."""
    rules = figures.trained("wine", "soft SVM", 0.01)[0]
    turn = np.linspace(0, 2 * np.pi, 10_001)[:-1]
    far = 1e9 * np.column_stack([np.cos(turn), np.sin(turn), 1e-9 + 0 * turn])
    claims = far @ rules.T > 0
    changes = np.flatnonzero(np.any(claims != np.roll(claims, 1, axis=0), axis=1))
    counts = claims[changes].sum(axis=1)
    assert len(counts) == 6 and sorted(counts) == [1, 1, 1, 2, 2, 2]
    near = np.array([[x, y, 1.0] for x in np.linspace(-3, 3, 61) for y in np.linspace(-3, 3, 61)])
    assert np.any((near @ rules.T > 0).sum(axis=1) == 0), "nobody claims the middle"


def test_wedges_in_doubt_may_be_neighbours():
    """11–14 G6: six pieces with 0 1 2 3 2 1 claims are two wedges, not three."""
    rules = figures.trained("row", "perceptron", 0.01)[0]
    counts = figures.claims_far_out(rules)
    assert sorted(counts) == [0, 1, 1, 2, 2, 3] and np.sum(counts != 1) >= 3
    doubt = counts != 1
    assert np.sum(doubt & ~np.roll(doubt, 1)) == 2


def test_the_two_borders_of_features_in_order_are_parallel_or_one():
    """11–14 M8: class 1 wins somewhere exactly if b_1 > b_2."""
    s = np.linspace(-10, 10, 20_001)  # <w, x>
    for b1, b2 in ((1.0, -2.0), (-2.0, 1.0)):
        scores = np.column_stack([0 * s, s + b1, 2 * s + b1 + b2])
        winners = set(scores.argmax(axis=1))
        assert winners == ({0, 1, 2} if b1 > b2 else {0, 2})
        if b1 > b2:
            ends = s[np.flatnonzero(np.diff(scores.argmax(axis=1)))]
            assert ends == pytest.approx([-b1, -b2], abs=2e-3)


def test_what_a_lead_of_04_is_charged():
    leads = np.array([-0.4, -1.5])
    assert max(0, 1 + leads.max()) == pytest.approx(0.6)


def test_in_the_heat_all_pay_two_thirds_and_the_largest_probability_still_wins():
    X, y = figures.XW, figures.YW
    m = multiclass.soft_machine(X, y, 0.01, 300.0, 1.0)
    P = softmax((X @ m.W.T + (y[:, None] != np.arange(3))) / 300, axis=1)
    assert np.abs(1 - P[np.arange(178), y] - 2 / 3).max() < 0.07
    sums = np.array([X[y == k].sum(axis=0) for k in range(3)]) - X.sum(axis=0) / 3
    same = np.mean((X @ sums.T).argmax(axis=1) == (X @ m.W.T).argmax(axis=1))
    assert same > 0.97 and len({*(X @ m.W.T).argmax(axis=1)}) == 3


def test_softened_or_not_the_share_that_pays_at_a_low_temperature():
    """11–14 T: at τ = 0.05 39 % pay over 0.01 where 31 % pay for the hinge."""
    X, y = figures.XW, figures.YW
    W = multiclass.soft_machine(X, y, 0.01, 0.05, 1.0).W
    P = softmax((X @ W.T + (y[:, None] != np.arange(3))) / 0.05, axis=1)
    cold = multiclass.machine(X, y, 0.01).pays
    soft = 1 - P[np.arange(178), y]
    assert (round(100 * np.mean(soft > 0.01)), round(100 * np.mean(cold > 1e-6))) == (39, 31)
    assert np.abs(np.sort(soft) - np.sort(cold)).max() == pytest.approx(0.38, abs=0.01)


def test_without_the_penalty_the_walk_ends_far_above_the_optimum_at_a_large_lambda():
    X, y = figures.XW, figures.YW
    ends = []
    for lam in (0.01, 0.3):
        f, best = multiclass_sgd.objective(X, y, lam)[0], multiclass.machine(X, y, lam)
        rng = np.random.default_rng(1)
        run = multiclass_sgd.descend(X, y, lam, 0.1, 1000, rng, "2λw left out")
        ends.append((f(run.last) - best.objective, best.objective))
    assert ends[1] == pytest.approx((3.7, 0.63), abs=0.05) and ends[0][0] < 0.3


def test_three_classes_with_little_to_choose_the_hinge_learns_nothing():
    """Probabilities 0.4, 0.3, 0.3 at one input: the expected hinge is least at equal scores."""
    q, t = np.array([0.4, 0.3, 0.3]), np.linspace(0, 1, 11)
    S = np.stack([np.stack([t, 0 * t, 0 * t], axis=1)] * 3, axis=1)
    mean = multiclass.hinge(S, np.tile(np.arange(3), (11, 1))) @ q
    assert mean == pytest.approx(1 + 0.2 * t)
