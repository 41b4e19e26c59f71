"""The rows of the results ledger that notebook 12 owns, each by the measurement that would fail
were it false."""

import numpy as np
import pytest
from scipy import stats

from helpers import data
from helpers.descent.bounds import best_bound
from helpers.margins import class_features, multiclass, multiclass_sgd, pegasos, svm
from helpers.margins import votes as voting
from helpers.margins.perceptron import pad
from tests import known
from tests.lessons.room import Room

n12_multiclass = Room("12")

rng = np.random.default_rng(120)
CLOUDS, Y = data.blobs(90, [[0, 1.7], [1.6, -1.1], [-1.6, -1.1]], np.random.default_rng(1), 0.45)
WIDE, WY = data.blobs(300, [[0, 1.7], [1.6, -1.1], [-1.6, -1.1]], np.random.default_rng(2), 1.0)
MESH = n12_multiclass.mesh(80)
SOFT = voting.LEARNERS["soft SVM"]


def random_case(c=4, d=3):
    """(W, x, y): weights, a point, its class."""
    return rng.normal(size=(c, d)), rng.normal(size=d), int(rng.integers(c))


def test_one_against_all_trains_c_rules_and_counts_ties():
    """D-10.9: c relabelled sets; argmax of the signs is a tie exactly where none or several rules
    say +1."""
    A = voting.one_vs_all(CLOUDS, Y, SOFT, 0.01)
    signs = np.where(pad(MESH) @ A.T > 0, 1, -1)
    ties = (signs == signs.max(axis=1, keepdims=True)).sum(axis=1) > 1
    assert (
        len(A) == 3
        and np.array_equal(ties, voting.claimed(A, pad(MESH)) < 0)
        and 0 < ties.mean() < 0.5
    )


def test_scores_break_the_ties_and_cost_no_accuracy():
    """D-10.10: by score no place is in doubt, decided places stay, and on blobs no more points are
    wrong."""
    for points, y in ((CLOUDS, Y), (WIDE, WY)):
        A = voting.one_vs_all(points, y, SOFT, 0.01)
        S = pad(MESH) @ A.T
        assert (
            np.sort(S, axis=1)[:, -1] > np.sort(S, axis=1)[:, -2]
        ).all()  # no two scores are equal
        left, settled = (voting.claimed(A, pad(points), how) for how in ("left open", "by score"))
        assert (
            np.mean(settled != y) <= np.mean(left != y)
            and (settled[left >= 0] == left[left >= 0]).all()
        )
    assert np.mean(settled != y) < np.mean(left != y) - 0.03


def test_one_against_all_leaves_regions_in_doubt():
    """D-10.11, D-10.F2.1: three blobs; with two rules of three a part of the plane is claimed by
    both."""
    A = voting.one_vs_all(CLOUDS, Y, SOFT, 0.01)
    left, two = voting.claimed(A, pad(MESH)), voting.claimed(A, pad(MESH), "one rule fewer")
    assert np.mean(left == -1) > 0.01 and np.mean(left == -2) > 0.05
    assert np.mean(two == -2) > 0.05 and set(np.unique(two)) == {-2, 0, 1, 2}


def test_one_against_one_trains_a_rule_per_pair():
    """D-10.13: c(c-1)/2 rules, majority of wins; the printed formula counts wins only with h[i, j]
    := h[j, i]."""
    calls = []
    points, y = data.blobs(100, 2 * svm.unit(np.arange(5) * 1.2566), np.random.default_rng(3), 0.4)
    D = voting.one_vs_one(
        points, y, lambda X, t, lam: calls.append(len(X)) or SOFT(X, t, lam), 0.01
    )
    assert calls == [40] * 10
    h = np.sign(np.einsum("nd,ijd->nij", pad(points), D)) * np.triu(np.ones((5, 5)), 1)
    sure = voting.outvoted(D, pad(points)) >= 0
    votes = voting.outvoted(D, pad(points))[sure]
    right, wrong = (voting.printed_votes(h, s)[sure] == votes for s in (True, False))
    assert right.all() and wrong.mean() < 0.5


def test_one_against_one_has_a_triangle_of_doubt():
    """D-10.14, D-10.F2.2: a region in which each of three classes wins one duel."""
    D = voting.one_vs_one(CLOUDS, Y, SOFT, 0.01)
    tied = voting.outvoted(D, pad(MESH)) == -2
    assert 0 < tied.mean() < 0.05 and (voting.votes(D, pad(MESH[tied])) == 1).all()
    span = np.ptp(MESH[tied], axis=0)
    assert (span < 1).all()  # in the middle, not reaching out


def test_the_sign_is_an_argmax_over_two_labels():
    """D-10.15: sign<w, x> = argmax over y = -1, +1 of <w, y x>."""
    w, X = rng.normal(size=3), rng.normal(size=(200, 3))
    S = np.stack([-X @ w, X @ w], axis=1)
    assert np.array_equal(np.array([-1, 1])[multiclass.predict(S)], np.sign(X @ w))


def test_the_loss_counts_mistakes_not_hits():
    """D-10.19: a rule that is right on 90 of 100 has loss 0.1; the printed cases give 0.9."""
    said = np.arange(100) % 3
    y = np.where(np.arange(100) < 90, said, (said + 1) % 3)
    assert multiclass.zero_one(np.eye(3)[said], y).mean() == pytest.approx(0.1)
    assert (said == y).mean() == pytest.approx(0.9)


def test_the_mistakes_are_not_convex_in_w():
    """D-10.20: on some segment the middle is worse than the mean of the ends."""
    found = 0
    for _ in range(300):
        (W, x, y), V = random_case(), rng.normal(size=(4, 3))
        f = [multiclass.zero_one(U @ x, y) for U in (W, (W + V) / 2, V)]
        found += f[1] > (f[0] + f[2]) / 2
    assert found > 10


def test_the_hinge_is_zero_exactly_at_a_lead_of_one():
    """D-10.21: never negative; 0 if and only if the own class leads every other by 1."""
    for _ in range(500):
        W, x, y = random_case()
        s = 2 * W @ x
        lead = s[y] - np.delete(s, y).max()
        assert (
            multiclass.hinge(s, y) == pytest.approx(max(0, 1 - lead))
            and multiclass.hinge(s, y) >= 0
        )


def test_the_hinge_is_convex_in_w():
    """D-10.22: no segment violates convexity, where 0-1 does (D-10.20)."""
    for _ in range(500):
        (W, x, y), V, t = random_case(), rng.normal(size=(4, 3)), rng.uniform()
        middle = multiclass.hinge((t * W + (1 - t) * V) @ x, y)
        assert (
            middle <= t * multiclass.hinge(W @ x, y) + (1 - t) * multiclass.hinge(V @ x, y) + 1e-12
        )


def test_the_hinge_is_lipschitz_with_a_norm_that_is_attained():
    """D-10.23: slopes at most sqrt2 |x|, attained; the printed maximum of components is
    exceeded."""
    for _ in range(50):
        W, x, y = random_case()
        push = (
            class_features.block_features([x], 4)[0] - class_features.block_features([x], 4)[0, y]
        )
        rho = np.linalg.norm(push, axis=1).max()
        assert rho == pytest.approx(2**0.5 * np.linalg.norm(x)) == multiclass.lipschitz([x])
        V = rng.normal(size=(4, 3))
        rise = abs(multiclass.hinge(W @ x, y) - multiclass.hinge(V @ x, y))
        assert rise <= rho * np.linalg.norm(W - V) + 1e-12
        far = (100 * push[(y + 1) % 4]).reshape(
            4, 3
        )  # class y + 1 is far ahead: along its push the slope is rho
        slope = multiclass.hinge(
            (far + push[(y + 1) % 4].reshape(4, 3) / rho) @ x, y
        ) - multiclass.hinge(far @ x, y)
        assert slope == pytest.approx(rho) and slope > push.max() * 1.2


def test_the_hinge_lies_above_the_mistakes():
    """D-10.24: never below with the corrected loss; built on the printed one it is at least 1 even
    for a clear hit."""
    S, y = 3 * rng.normal(size=(5000, 4)), rng.integers(4, size=5000)
    assert (multiclass.hinge(S, y) >= multiclass.zero_one(S, y)).all()
    assert multiclass.hinge_as_printed(S, y).min() >= 1 and multiclass.hinge(S, y).min() == 0


@pytest.mark.parametrize("q", [0.6, 0.75, 0.9])
@pytest.mark.parametrize("n, B", [(8, 0.6), (18, 0.3)])
def test_a_quarter_of_the_stability_bound_is_used_exactly(q, n, B):
    """D-10.25: one input, two classes: all samples summed, the excess risk is z(1 - z) of the bound
    with z = (2q - 1) sqrt(n/8); a quarter of it at z = 1/2, so no constant below that would do."""
    rho, X = 2**0.5, np.ones((n, 1))
    assert multiclass.lipschitz(X) == pytest.approx(rho)
    mean = 0.0
    for ones in range(n + 1):
        y = (np.arange(n) < ones).astype(int)
        W = multiclass.machine(X, y, multiclass.tuned(rho, B, n), c=2).W
        each = multiclass.hinge(np.stack([W[:, 0]] * 2), [0, 1])
        mean += stats.binom.pmf(ones, n, q) * (each @ [1 - q, q])
    s = np.linspace(-1, 1, 2001) * 2**0.5 * B  # all rivals of length B at most: w_1 - w_0
    best = np.min((1 - q) * np.maximum(0, 1 + s) + q * np.maximum(0, 1 - s))
    z = (2 * q - 1) * (n / 8) ** 0.5
    assert mean - best == pytest.approx(z * (1 - z) * multiclass.promise(rho, B, n), abs=1e-8)
    assert multiclass.promise(rho, B, n) == pytest.approx(4 * rho * B / (2 * n) ** 0.5)


def test_the_regret_bound_needs_its_start():
    """D-10.30: with |w*|^2 the constant-step bound fails from w_1 = -4 w*; with |w_1 - w*|^2 it
    holds. From 0 they are the same."""
    points, y = pad(WIDE), WY
    best = multiclass.machine(points, y, 0.1).w
    for a, fails in ((0, False), (-4, True)):
        run = multiclass_sgd.descend(
            points, y, 0.1, 0.03, 1000, np.random.default_rng(1), start=a * best
        )
        met = [
            multiclass_sgd.drawn_losses(run, points, y, 0.1, w).mean() for w in (run.w[:-1], best)
        ]
        said, right = (
            best_bound(run, far)[-1]
            for far in (np.linalg.norm(best), np.linalg.norm(a * best - best))
        )
        regret = met[0] - met[1]
        assert regret <= right and (regret > 2 * said) == fails


def test_the_stability_bound_holds_for_many_classes():
    """D-10.25, an illustration: E risk <= min over |u| <= B + rho B sqrt(8/m), for sums of
    seeded runs (5 s.e.)."""
    wine = data.load("wine")
    X, y = pad(data.standardise(wine.X)[:, [0, 6]]), wine.y.astype(int)
    world = multiclass.machine(X, y, 0.1)
    B, rho, m = np.linalg.norm(world.w), multiclass.lipschitz(X), 200
    risks, errors = multiclass.expected_risk(
        X, y, multiclass.tuned(rho, B, m), m, 20, np.random.default_rng(0)
    )
    assert (errors <= risks).all() and risks.mean() > world.losses.mean()
    assert risks.mean() + 5 * risks.std() / 20**0.5 <= world.losses.mean() + multiclass.promise(
        rho, B, m
    )
    around = rng.normal(size=(2000, 9))  # world.w is the best of its length
    around *= (B * rng.uniform(0, 1, size=(2000, 1))) / np.linalg.norm(
        around, axis=1, keepdims=True
    )
    assert (
        min(multiclass.hinge(X @ u.reshape(3, 3).T, y).mean() for u in around)
        >= world.losses.mean() - 1e-7
    )


def test_half_the_signed_point_recovers_the_binary_hinge():
    """D-10.26: Psi = y x/2 gives max(0, 1 - y<w, x>) with the corrected loss, not with the printed
    one."""
    X, t, w = rng.normal(size=(200, 3)), rng.choice([-1, 1], size=200), 2 * rng.normal(size=3)
    S, y = np.stack([-X / 2, X / 2], axis=1) @ w, (t > 0).astype(int)
    binary = np.maximum(0, 1 - t * (X @ w))
    assert np.abs(multiclass.hinge(S, y) - binary).max() < 1e-12
    assert np.abs(multiclass.hinge_as_printed(S, y) - binary).max() > 0.9


def test_the_program_is_quadratic_not_linear():
    """D-10.28: second differences of the objective are 2 lam |d|^2 where the hinge is 0; a linear
    program is beaten."""
    f, m = multiclass_sgd.objective(pad(CLOUDS), Y, 0.1)[0], multiclass.machine(pad(CLOUDS), Y, 0.1)
    big, d = 100 * multiclass.machine(pad(CLOUDS), Y, 1e-4).w, rng.normal(size=9)
    assert multiclass.hinge(pad(CLOUDS) @ big.reshape(3, 3).T, Y).max() == 0
    assert f(big + d) - 2 * f(big) + f(big - d) == pytest.approx(0.2 * d @ d)
    assert f(multiclass.without_penalty(pad(CLOUDS), Y).ravel()) > 1.5 * m.objective


def test_the_step_needs_the_penalty():
    """D-10.29: the subgradient by finite differences contains 2 lam w; without it descent ends
    elsewhere."""
    (f, grad), h, w = (
        multiclass_sgd.objective(pad(WIDE), WY, 0.3),
        1e-6 * np.eye(9),
        rng.normal(size=9),
    )
    numeric = [(f(w + e) - f(w - e)) / 2e-6 for e in h]
    hinge_only = multiclass_sgd.objective(pad(WIDE), WY, 0.0)[1](w)
    assert np.allclose(grad(w), numeric, atol=1e-6) and np.allclose(
        numeric - hinge_only, 0.6 * w, atol=1e-6
    )
    best, ends = multiclass.machine(pad(WIDE), WY, 0.3).objective, {}
    for step in ("right", "2λw left out"):
        run = multiclass_sgd.descend(
            pad(WIDE), WY, 0.3, pegasos.pegasos_steps(0.3), 3000, np.random.default_rng(0), step
        )
        ends[step] = f(run.average())
    assert ends["right"] == pytest.approx(best, abs=0.005) and ends["2λw left out"] > 2 * best


def test_at_a_tie_the_subgradients_are_a_hull():
    """D-10.29: at a kink the slopes to both sides differ; every mixture supports the function, so
    "=" is too little."""
    slopes = (-1.0, 0.0)  # of the two pieces at s_1 = 1, own class 1
    for g in np.linspace(*slopes, 5):
        for s in np.linspace(-3, 4, 71):
            assert (
                multiclass.hinge([0.0, s], 1)
                >= multiclass.hinge([0.0, 1.0], 1) + g * (s - 1) - 1e-12
            )
    assert (
        multiclass.hinge([0.0, 0.9], 1) == pytest.approx(0.1)
        and multiclass.hinge([0.0, 1.1], 1) == 0
    )


def test_one_against_all_by_score_gets_separable_clouds_right():
    """W-1.2.11c: argmax_k <x, w_k> of perceptrons is right on all training points if every class
    has a line."""
    A = voting.one_vs_all(CLOUDS, Y, voting.LEARNERS["perceptron"], 1)
    assert known.questions_missed(A, pad(CLOUDS), Y) == 0
    assert (voting.claimed(A, pad(CLOUDS), "by score") == Y).all()


def test_a_vote_counts_duels_and_a_sum_of_scores_does_not():
    """W-1.2.11d: with all duels won the vote is right on every point; the printed sum of scores is
    not."""
    points, y = data.blobs(90, [[-2, 0], [0, 0], [2, 0.5]], np.random.default_rng(3), 0.28)
    D = voting.one_vs_one(points, y, voting.LEARNERS["perceptron"], 1)
    assert D.shape[:2] == (3, 3) and known.duels_lost(D, pad(points), y) == 0
    sums = np.einsum("nd,kld->nk", pad(points), D).argmax(axis=1)
    assert (voting.outvoted(D, pad(points)) == y).all() and np.mean(sums == y) < 0.95
