"""The rows of the results ledger that notebook 03 owns, each by the measurement that would fail
were it false."""

import numpy as np
import pytest

from helpers import losses
from helpers.descent import optim
from helpers.learning import surrogate
from helpers.margins import perceptron, votes
from helpers.margins import separation as separating
from helpers.margins.separation import separation
from lessons.n03_perceptron import cycling
from tests import known

CORNERS = perceptron.pad(perceptron.CORNERS)
MAILS = perceptron.pad(perceptron.MAILS)


def orders(n, passes, seed=0):
    return np.random.default_rng(seed).permuted(np.tile(np.arange(n), (passes, 1)), axis=1)


def test_linear_functions_are_inner_products_and_affine_ones_are_not():
    """W-1.2.1a, W-1.2.1b, W-1.2.2, W-1.2.3 (erratum W01): w_j = f(e_j) gives f back; f + 1 keeps
    only affine combinations; a rotation is linear into R^2 and is no inner product."""
    rng = np.random.default_rng(0)
    x, hidden = rng.normal(size=(50, 4)), rng.normal(size=4)

    def f(v):
        return sum(a * b for a, b in zip(v, hidden))

    w = np.array([f(e) for e in np.eye(4)])
    assert x @ w == pytest.approx([f(v) for v in x], abs=1e-12)
    for a, b in ((2.0, -3.0), (0.3, 0.7)):
        both = a * x[0] + b * x[1]
        assert f(both) == pytest.approx(a * f(x[0]) + b * f(x[1]))
        assert ((f(both) + 1) == pytest.approx(a * (f(x[0]) + 1) + b * (f(x[1]) + 1))) == (
            a + b == 1
        )
    turn = np.array([[0.0, -1], [1, 0]])
    assert turn @ (2 * x[0, :2] + x[1, :2]) == pytest.approx(2 * turn @ x[0, :2] + turn @ x[1, :2])
    assert (turn @ x[0, :2]).shape == (2,)


def test_the_sign_of_zero_is_minus_and_a_classifier_does_not_see_a_positive_scale():
    """W-1.2.4, W-1.2.5, W-1.2.7a (errata W03, W04): sgn(0) = -1; (cw, cb) classifies alike; signs
    disagree exactly if y f < 0 away from 0; at 0 only <= finds the mistake."""
    rng = np.random.default_rng(1)
    X, w, y = (
        perceptron.pad(rng.normal(size=(100, 2))),
        rng.normal(size=3),
        rng.choice([-1.0, 1.0], 100),
    )
    assert perceptron.sgn([0.0, -1e-300, 1e-300]).tolist() == [-1, -1, 1]
    assert (perceptron.sgn(X @ w) == perceptron.sgn(X @ (7.3 * w))).all() and not (
        perceptron.sgn(X @ w) == perceptron.sgn(X @ (-w))
    ).any()
    assert ((y != perceptron.sgn(X @ w)) == (y * (X @ w) <= 0)).all()
    assert (
        perceptron.train([[1.0]], [-1.0]).T == perceptron.train([[1.0]], [1.0]).T == 1
    )  # a score of 0 is a mistake on either label


def test_the_positive_side_is_convex_and_w_stands_on_its_border():
    """W-1.2.6, W-1.2.7 (erratum W02): convex combinations stay inside; <w, x' - x> = 0 on the line,
    and <w, x' - x> = <w, x'> - <w, x> elsewhere, which has the other sign than printed."""
    rng = np.random.default_rng(2)
    table = perceptron.Table(rng.normal(size=(300, 2)), np.ones(300))
    w = np.array([0.4, -1.1, 0.3])
    f = table.score(w)
    inside = table.x[f(table.x) > 0]
    for t in (0.1, 0.5, 0.8):
        assert (f(t * inside + (1 - t) * inside[::-1]) > 0).all()
    feet = table.feet(w)
    assert np.abs(f(feet)).max() < 1e-12 and np.abs((feet - feet[0]) @ w[:2]).max() < 1e-12
    assert (
        np.abs(np.linalg.norm(table.x - feet, axis=1) - np.abs(f(table.x)) / np.hypot(*w[:2])).max()
        < 1e-12
    )
    a, b = table.x[:2]
    assert w[:2] @ (b - a) == pytest.approx(w[:2] @ b - w[:2] @ a) and w[:2] @ (
        b - a
    ) != pytest.approx(0, abs=1e-3)


def test_the_perceptron_ends_on_or_in_every_order_and_on_xor_in_none():
    """W-A1, W-1.2.7b, W-1.2.11b: the perceptron and the linear program give the same answer; on XOR
    the run uses up its passes and says so."""
    for seed in range(50):
        done, never = (
            perceptron.train(CORNERS, y, perceptron.shuffled(4, seed), 200)
            for y in (perceptron.OR, perceptron.XOR)
        )
        assert (
            done.extra["converged"]
            and (perceptron.OR * (CORNERS @ done.last) > 0).all()
            and done.T <= 9
        )
        assert not never.extra["converged"] and never.extra["visit"][-1] > 4 * 199
    assert perceptron.train(CORNERS, perceptron.OR).T == 9
    for q in known.tables().values():
        assert (
            perceptron.train(q.X, q.y, epochs=500).extra["converged"]
            == q.separable
            == np.isfinite(q.bound)
        )


def test_a_correction_raises_the_score_of_its_point_by_its_squared_length_and_one():
    """W-1.2.7c, W-1.2.7d (erratum W03): exact on every correction; with (x, 1) and (w, b) it is the
    rule w += yx."""
    X, y = perceptron.with_margin(30, 0.03, np.random.default_rng(4))
    X = 0.8 * X  # so that |x|^2 + 1 < 2 = the jump of a sign
    run = perceptron.train(perceptron.pad(X), y, perceptron.shuffled(30, 1))
    assert run.T > 5
    for i, old, new in zip(run.extra["rows"], run.w, run.w[1:]):
        score = [y[i] * (X[i] @ w[:2] + w[2]) for w in (old, new)]
        assert score[0] <= 0 and score[1] - score[0] == pytest.approx(X[i] @ X[i] + 1)
        assert new == pytest.approx(old + y[i] * np.append(X[i], 1)) and perceptron.pad(
            X[[i]]
        ) @ old == pytest.approx(X[i] @ old[:2] + old[2])
        signs = [y[i] * perceptron.sgn(X[i] @ w[:2] + w[2]) for w in (old, new)]
        assert signs[1] - signs[0] != pytest.approx(X[i] @ X[i] + 1)  # as printed, with the sign


@pytest.mark.parametrize("gamma", [0.05, 0.1, 0.2, 0.4])
def test_both_halves_of_the_proof_hold_at_every_correction(gamma):
    """W-1.2.8, W-1.2.8a, W-1.2.8b, W-1.2.8c (errata W06, W07): M gamma <= <w, w*>, |w|^2 <= M C^2
    with the increments 2 y <w, x> + |x|^2, cross term <= 0, so sqrt(M) gamma/C <= cos <= 1 and M <=
    C^2/gamma^2."""
    star = np.array([0.6, 0.8])
    for seed in range(10):
        X, y = perceptron.with_margin(40, gamma, np.random.default_rng(seed))
        run = perceptron.train(X, y, perceptron.shuffled(40, seed), 2000)
        M, along, norm2 = np.arange(run.T + 1), run.w @ star, (run.w**2).sum(axis=1)
        assert run.extra["converged"] and run.T <= perceptron.mistake_bound(
            X, y, star
        ) == pytest.approx(1 / gamma**2)
        assert (np.diff(along) >= gamma - 1e-12).all() and (along >= M * gamma - 1e-9).all()
        cross, square = -2 * (run.v * run.w[:-1]).sum(axis=1), (run.v**2).sum(axis=1)
        assert np.diff(norm2) == pytest.approx(cross + square) and cross.max() <= 0 == cross[0]
        assert (norm2 <= M + 1e-9).all() and square.max() <= 1 + 1e-12
        s = perceptron.squeeze(run, X, y, star)
        assert np.array_equal(s["along"], along) and s["norm"] == pytest.approx(np.sqrt(norm2))
        assert 1 + 1e-12 >= s["cos"] == pytest.approx(along[-1] / norm2[-1] ** 0.5)
        assert s["cos"] >= run.T**0.5 * gamma - 1e-12 and s["bound"] == pytest.approx(1 / gamma**2)
        assert s["least"](M) == pytest.approx(M * gamma) and s["most"](M) == pytest.approx(
            np.sqrt(M)
        )


def test_on_or_the_printed_sum_leaves_its_interval():
    """W-1.2.8b (errata W06, W07): along OR the first cross term is exactly 0 and cross + square
    goes below 0."""
    run = perceptron.train(CORNERS, perceptron.OR)
    cross, square = -2 * (run.v * run.w[:-1]).sum(axis=1), (run.v**2).sum(axis=1)
    assert cross[0] == 0 and (cross + square).min() < 0
    assert np.diff((run.w**2).sum(axis=1)) != pytest.approx(cross + (run.w[:-1] ** 2).sum(axis=1))


def test_from_a_bad_start_the_printed_bound_fails_and_the_longer_one_holds():
    """W-1.2.8 (erratum W05): OR has bound 27; from -30 w* more corrections are made, but not above
    27 + 2a/gamma."""
    star = np.array([2.0, 2, -1]) / 3
    run = perceptron.train(CORNERS, perceptron.OR, epochs=1000, w0=-30 * star)
    s = perceptron.squeeze(run, CORNERS, perceptron.OR, star)
    assert run.extra["converged"] and 27 < run.T <= s["bound"] == pytest.approx(27 + 60 * 3)
    assert s["a"] == pytest.approx(30) and (s["along"] >= s["least"](s["M"]) - 1e-9).all()
    assert (s["norm"] <= s["most"](s["M"]) + 1e-9).all()


def test_a_scale_multiplies_the_margin_and_changes_no_correction():
    """W-1.2.8d (erratum W37): c x has margin c gamma, and the same rows are corrected."""
    X, y = perceptron.with_margin(40, 0.05, np.random.default_rng(8))
    plain = perceptron.train(X, y, perceptron.shuffled(40, 10))
    for c in (1e-4, 10.0, 1e4):
        run = perceptron.train(c * X, y, perceptron.shuffled(40, 10))
        assert np.array_equal(run.extra["rows"], plain.extra["rows"]) and separating.margin(
            c * X, y, [3, 4]
        ) == pytest.approx(0.05 * c)
    mean = [
        np.mean(
            [
                perceptron.train(
                    *perceptron.with_margin(40, g, np.random.default_rng(s)), epochs=3000
                ).T
                for s in range(20)
            ]
        )
        for g in (0.02, 0.1, 0.5)
    ]
    assert mean[0] > 2 * mean[1] > 4 * mean[2]


def test_the_perceptron_is_a_subgradient_step_on_its_loss_whose_minimum_is_trivial():
    """W-1.2.8e, W-1.2.8f (erratum W11): both forms of the loss agree; a step of size 1 along its
    subgradient (finite differences) is the correction; L(0) = 0 is minimal and separates
    nothing."""
    rng = np.random.default_rng(5)
    X, y, W = rng.normal(size=(80, 3)), rng.choice([-1.0, 1.0], 80), rng.normal(size=(80, 3))
    m = y * (X * W).sum(axis=1)
    assert losses.perceptron(m) == pytest.approx(-m * (m <= 0)) and losses.perceptron(
        m
    ) == pytest.approx(-np.minimum(m, 0))
    for x, label, w in zip(X, y, W):
        slope = [
            (losses.perceptron(label * x @ (w + e)) - losses.perceptron(label * x @ (w - e))) / 2e-6
            for e in 1e-6 * np.eye(3)
        ]
        run = perceptron.train([x], [label], epochs=1, w0=w)
        assert w - slope == pytest.approx(run.last, abs=1e-6)
        assert len(run.w) == 1 + (label * x @ w <= 0)
    assert losses.mean_loss(losses.perceptron, CORNERS, perceptron.OR, np.zeros(3)) == 0
    assert (
        losses.mean_loss(losses.perceptron, CORNERS, perceptron.OR, rng.normal(size=(500, 3))).min()
        >= 0
    )
    assert not (perceptron.OR * (CORNERS @ np.zeros(3)) > 0).any()


def test_the_answer_depends_on_the_order_for_the_mails_and_not_for_or():
    """W-1.2.9: 200 orders give many separating planes, all without mistake; OR always ends at (2,
    2, -1); one order does not call the new e-mail spam."""
    ends = [
        perceptron.train(MAILS, perceptron.SPAM, perceptron.shuffled(6, s)).last for s in range(200)
    ]
    assert len({tuple(w) for w in ends}) == 25
    assert all((perceptron.SPAM * (MAILS @ w) > 0).all() for w in ends)
    new = np.append(perceptron.mail("and viagra"), 1)
    assert [s for s, w in enumerate(ends) if w @ new <= 0] == [37]
    assert {
        tuple(perceptron.train(CORNERS, perceptron.OR, perceptron.shuffled(4, s)).last)
        for s in range(50)
    } == {(2, 2, -1)}
    assert perceptron.best_bound(MAILS, perceptron.SPAM) == pytest.approx(15, rel=1e-6)


def test_xor_has_no_line_and_its_product_has():
    """W-1.2.10 (errata W08, W09): the four scores of an affine f sum to 0, with c x_1 x_2 to -c;
    the LP agrees; the printed labels are OR; the printed system has a solution."""
    rng = np.random.default_rng(6)
    for w1, w2, b, c in rng.normal(size=(50, 4)):
        scores = perceptron.XOR * (
            perceptron.pad(perceptron.with_product(perceptron.CORNERS)) @ [w1, w2, c, b]
        )
        assert scores.sum() == pytest.approx(-c)
    hull = separation(perceptron.CORNERS, perceptron.XOR)
    assert not hull.separable and hull.common == pytest.approx([0.5, 0.5])
    assert (
        separation(perceptron.with_product(perceptron.CORNERS), perceptron.XOR).separable
        and separation(perceptron.CORNERS, perceptron.OR).separable
    )
    w1, w2, b = 2, -2, -1
    assert b < 0 < w1 + b and w1 + w2 + b < 0 and not w2 + b > 0
    assert perceptron.train(
        perceptron.pad(perceptron.with_product(perceptron.CORNERS)), perceptron.XOR
    ).extra["converged"]


def test_without_a_line_the_weights_are_bounded_and_cycle_only_for_fractions():
    """W-1.2.11 (erratum W10): XOR repeats after one pass and stays bounded in 20 000 shuffled
    visits; with the points 0, 1, sqrt(2) no state comes back, though |w| <= sqrt(2) and 0 <= b <=
    1; with m/k the cycle has m passes."""
    assert cycling.cycle(CORNERS, perceptron.XOR) == (0, 1)
    run = perceptron.train(CORNERS, perceptron.XOR, orders(4, 5000), 5000)
    assert run.T > 10_000 and np.linalg.norm(run.w, axis=1).max() < 3
    states, ends, different = cycling.three_points(cycling.Surd(0, 1), 5000)
    assert different[-1] == 5001 and np.abs(states[:, 0]).max() <= 2**0.5
    assert states[:, 1].min() == 0 and states[:, 1].max() == 1 and len(states) == 10_002
    for m, k in ((3, 2), (7, 5), (17, 12)):
        assert cycling.three_points(cycling.Surd(m, 0, k), 100)[2][-1] == m + 2
        assert cycling.cycle([[0, k], [k, k], [m, k]], [1, -1, 1])[1] == m


def test_a_strictly_convex_penalised_loss_has_one_answer_whatever_the_start():
    """W-1.2.11a: mean logistic loss + lam |w|^2 on XOR from two starts ends at the same w; the
    perceptron does not."""
    grad = losses.objective(losses.logistic, CORNERS, perceptron.XOR, 0.1)[1]
    ends = [optim.gradient_descent(grad, w0, 1.0, 2000).last for w0 in ([5.0, -3, 2], [-4.0, 4, 1])]
    assert ends[0] == pytest.approx(ends[1], abs=1e-10)
    X, y = perceptron.with_margin(20, 0.3, np.random.default_rng(0))
    runs = [perceptron.train(X, y, w0=w0).last for w0 in ([5.0, -3], [-4.0, 4])]
    assert runs[0] != pytest.approx(runs[1], abs=0.1)


def test_the_perceptron_generalises_on_separable_data_and_sums_are_not_votes():
    """Errata W12, W25: the mean error on fresh points is below (C/gamma)^2/(n + 1) and falls; the
    argmax of summed scores misses points that the vote gets right."""
    errors = np.array(
        [
            [perceptron.fresh_error(n, 0.1, np.random.default_rng(s)) for s in range(20)]
            for n in (20, 500)
        ]
    )
    assert (errors.mean(axis=1) <= 100 / np.array([21, 501])).all() and errors[1].mean() < 0.003
    assert (
        surrogate.perceptron_error(200, np.random.default_rng(0)) < 0.05
    )  # the batch perceptron of notebook 02
    y = np.arange(90) % 3
    X = perceptron.pad(
        np.array([[-2.0, 0], [0, 0], [2, 0.5]])[y]
        + 0.28 * np.random.default_rng(3).standard_normal((90, 2))
    )
    order = perceptron.shuffled(90, 1)
    W = votes.one_vs_one(X[order], y[order], lambda X, t: perceptron.train(X, t, epochs=200).last)
    assert known.duels_lost(W, X, y) == 0 and (votes.outvoted(W, X) == y).all()
    assert (np.einsum("nd,kld->nk", X, W).argmax(axis=1) != y).any()
