"""Many classes: certificates, SciPy, liblinear, the two-class machine, finite differences; then the
movers."""

import numpy as np
import pytest
from matplotlib.figure import Figure
from scipy.optimize import approx_fprime, minimize
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from helpers import data, losses
from helpers.descent.bounds import best_bound
from helpers.linear import softmax
from helpers.margins import class_features, multiclass, multiclass_sgd, pegasos, svm, votes
from helpers.margins.perceptron import pad
from tests.lessons.room import Room

n12_multiclass = Room("12")

rng = np.random.default_rng(12)
WINE = data.load("wine")
X, Y = pad(data.standardise(WINE.X)[:, [0, 6]]), WINE.y.astype(int)
CLOUDS, CY = data.blobs(60, [[0, 1.5], [1.4, -1], [-1.4, -1]], np.random.default_rng(5), 0.8)
TIGHT, TY = data.blobs(60, [[0, 2], [1.8, -1.2], [-1.8, -1.2]], np.random.default_rng(6), 0.25)


def scores(n=200, c=4, scale=2.0):
    return scale * rng.normal(size=(n, c)), rng.integers(c, size=n)


# ---- losses


def test_the_hinge_is_what_its_definition_says():
    for s, y in zip(*scores(50)):
        own = [s[k] - s[y] + (k != y) for k in range(4)]
        assert multiclass.hinge(s, y) == pytest.approx(max(own)) and multiclass.augmented(
            s, y
        ) == pytest.approx(own)


def test_all_surrogates_lie_above_the_mistakes_and_touch_them():
    S, y = scores(2000)
    wrong = multiclass.zero_one(S, y)
    bits = multiclass.soft_hinge(S, y, 0.7, 0.0) / (0.7 * np.log(2))
    for loss in (multiclass.hinge(S, y), bits):
        assert (loss >= wrong - 1e-12).all()
    tie = np.array([1.0, 1.0, -50])
    assert multiclass.hinge(tie, 1) == multiclass.zero_one(tie, 1) == 1
    assert multiclass.soft_hinge(tie, 1, 0.7, 0.0) == pytest.approx(0.7 * np.log(2))


def test_the_soft_hinge_is_within_tau_ln_c_of_the_hinge():
    S, y = scores()
    for tau in (0.01, 0.5, 8.0):
        over = multiclass.soft_hinge(S, y, tau) - multiclass.hinge(S, y)
        assert over.min() >= -1e-12 and over.max() <= tau * np.log(4) + 1e-12
    assert multiclass.soft_hinge(np.zeros(4), 2, 3.0, 0.0) == pytest.approx(
        3 * np.log(4)
    )  # attained: all equal


def test_without_the_cost_it_is_the_softmax_loss():
    S, y = scores()
    P = softmax.softmax(S, 0.4)
    assert multiclass.soft_hinge(S, y, 0.4, 0.0) == pytest.approx(
        -0.4 * np.log(P[np.arange(len(y)), y])
    )


# ---- features


def test_block_features_give_one_score_per_row_of_w():
    W = rng.normal(size=(4, 3))
    assert np.allclose(class_features.block_features(X, 4) @ W.ravel(), X @ W.T)


def test_ordered_features_make_parallel_borders():
    w, Z = rng.normal(size=5), rng.normal(size=(30, 2))
    S = class_features.ordered_features(Z, 4) @ w
    assert np.allclose(np.diff(S, axis=1), (Z @ w[:2])[:, None] + w[2:]) and not S[:, 0].any()


def test_centre_features_choose_the_nearest_centre():
    centres, Z = rng.normal(size=(4, 2)), rng.normal(size=(30, 2))
    Psi = class_features.centre_features(Z, 4, centres)
    nearest = [min(range(4), key=lambda k, z=z: np.hypot(*(z - centres[k]))) for z in Z]
    assert multiclass.predict(Psi @ [2.5]).tolist() == nearest
    assert np.allclose(Psi[0, 1], -((Z[0] - centres[1]) ** 2).sum() / 2)


# ---- the machine


@pytest.mark.parametrize("lam", [1e-4, 1e-2, 0.3, 10.0])
@pytest.mark.parametrize(
    "points", [(X, Y), (pad(CLOUDS), CY), (pad(TIGHT), TY)], ids=["wine", "overlap", "apart"]
)
def test_primal_and_dual_meet(points, lam):
    m = multiclass.machine(*points, lam)
    assert m.a.min() >= 0 and m.a.sum(axis=1) == pytest.approx(1, abs=1e-9)
    assert m.gap == pytest.approx(0, abs=1e-9)
    U = multiclass.augmented(m.S, m.y)
    spare = U.max(axis=1, keepdims=True) - U
    assert np.abs(m.a * spare).max() < 1e-5 * (1 + spare.max())  # prices only where the maximum is


def test_it_is_the_minimum_that_scipy_finds():
    """SLSQP on the program with slacks, from scratch."""
    Z, y, lam = pad(CLOUDS)[:18], CY[:18], 0.05
    gaps = (
        class_features.block_features(Z, 3)
        - class_features.block_features(Z, 3)[np.arange(18), y][:, None]
    )
    A = np.hstack([-gaps.reshape(54, 9), np.repeat(np.eye(18), 3, axis=0)])
    b = (1 - np.eye(3)[y]).ravel()
    found = minimize(
        lambda p: lam * p[:9] @ p[:9] + p[9:].mean(),
        np.r_[np.zeros(9), np.full(18, 2.0)],
        method="SLSQP",
        jac=lambda p: np.r_[2 * lam * p[:9], np.full(18, 1 / 18)],
        options=dict(maxiter=500, ftol=1e-13),
        constraints=dict(type="ineq", fun=lambda p: A @ p - b, jac=lambda p: A),
    )
    m = multiclass.machine(Z, y, lam)
    assert m.objective == pytest.approx(found.fun, abs=1e-8) and m.w == pytest.approx(
        found.x[:9], abs=1e-4
    )


@pytest.mark.parametrize("lam", [1e-3, 0.02, 1.0])
def test_liblinear_finds_the_same_machine(lam):
    rival = LinearSVC(
        C=1 / (2 * len(Y) * lam),
        multi_class="crammer_singer",
        fit_intercept=False,
        tol=1e-9,
        max_iter=100_000,
    )
    assert pytest.approx(rival.fit(X, Y).coef_, abs=1e-5) == multiclass.machine(X, Y, lam).W


@pytest.mark.parametrize("lam", [1e-3, 0.05, 1.0])
def test_two_classes_are_the_binary_machine_with_half_the_penalty(lam):
    y = (Y > 0).astype(int)
    many, two = (
        multiclass.machine(X, y, lam),
        svm.soft_margin(X, 2.0 * y - 1, 1 / lam, bias=False),
    )  # C = 1/(2 (lam/2))
    assert many.objective == pytest.approx(two.objective, abs=1e-9) and two.lam == pytest.approx(
        lam / 2
    )
    assert many.W[1] - many.W[0] == pytest.approx(two.w, abs=1e-5) and many.W.sum(
        axis=0
    ) == pytest.approx(0, abs=1e-9)


def test_any_features_in_the_form_of_blocks_give_the_same_machine():
    a, b = (
        multiclass.machine(X, Y, 0.02),
        multiclass.machine_of(class_features.block_features(X, 3), Y, 0.02),
    )
    assert a.w == pytest.approx(b.w, abs=1e-7) and a.objective == pytest.approx(
        b.objective, abs=1e-10
    )


def test_the_two_forms_agree_on_every_operation():
    blocks, features = (
        class_features.Blocks(X, 3),
        class_features.Features(class_features.block_features(X, 3)),
    )
    w, A, B = rng.normal(size=9), rng.normal(size=(len(X), 3)), rng.uniform(size=(len(X), 3, 3))
    B = (B + B.transpose(0, 2, 1)) * (1 - np.eye(3))
    assert np.allclose(blocks.scores(w), features.scores(w)) and np.allclose(
        blocks.collect(A), features.collect(A)
    )
    assert np.allclose(blocks.curvature(B), features.curvature(B))
    Psi, pairs = class_features.block_features(X, 3), [(0, 1), (0, 2), (1, 2)]
    direct = sum(
        ((Psi[:, k] - Psi[:, l]).T * B[:, k, l]) @ (Psi[:, k] - Psi[:, l]) for k, l in pairs
    )
    assert np.allclose(blocks.curvature(B), direct)


def test_those_who_pay_nothing_may_be_left_out():
    m = multiclass.machine(X, Y, 0.01)
    few = m.pays > 1e-6
    again = multiclass.machine(X[few], Y[few], 0.01 * len(Y) / few.sum())
    assert 0 < few.sum() < len(Y) / 2 and pytest.approx(m.W, abs=1e-5) == again.W
    assert (multiclass.hinge(m.S, Y)[~few] < 1e-6).all()


def test_no_other_point_is_lower():
    m, (f, _) = multiclass.machine(X, Y, 0.05), multiclass_sgd.objective(X, Y, 0.05)
    around = m.w + 10.0 ** rng.uniform(-4, 0, size=(500, 1)) * rng.normal(size=(500, 9))
    assert f(m.w) == pytest.approx(m.objective) and f(around).min() >= m.dual


def test_a_class_without_examples_is_allowed_if_c_is_named():
    m = multiclass.machine(X[Y < 2], Y[Y < 2], 0.1, c=3)
    assert m.W.shape == (3, 3) and m.gap == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    "bad, words",
    [
        (lambda: multiclass.machine(X, Y, 0.0), "lam must be positive"),
        (lambda: multiclass.machine(X[Y != 1], Y[Y != 1], 1.0), "each with at least one row"),
        (lambda: multiclass.machine(X, Y, 1.0, c=2), "among 0, ..., 1"),
        (lambda: multiclass.machine(X, Y[:-1], 1.0), "one answer per row"),
        (lambda: multiclass.soft_machine(X, Y, 1.0, 0.0), "temperature tau must be positive"),
        (lambda: votes.claimed(np.eye(3), X[:, :2], "by hand"), "how must be one of"),
        (lambda: multiclass_sgd.descend(X, Y, 0.1, 0.1, 5, rng, "left"), "step must be one of"),
        (lambda: multiclass.machine(np.full((6, 2), np.nan), [0, 1, 2] * 2, 1.0), "nan"),
    ],
)
def test_bad_input_gets_a_sentence(bad, words):
    with pytest.raises(ValueError, match=words):
        bad()


# ---- softmax


@pytest.mark.parametrize(
    "tau, cost", [(0.05, 1.0), (0.3, 1.0), (0.3, 0.0), (1.0, 1.0), (30.0, 1.0), (300.0, 0.0)]
)
def test_the_soft_machine_is_certified_by_its_own_dual(tau, cost):
    m = multiclass.soft_machine(X, Y, 0.01, tau, cost)
    assert m.gap == pytest.approx(0, abs=1e-9 * (1 + m.objective))
    W = (np.eye(3)[Y] - m.a).T @ X / (2 * 0.01 * len(Y))
    assert (
        pytest.approx(W, abs=1e-7) == m.W
    )  # the weights follow from the probabilities as they do from prices


def test_softmax_regression_is_the_soft_machine_without_cost():
    assert (
        pytest.approx(softmax.fit(X, Y, 0.02), abs=1e-9)
        == multiclass.soft_machine(X, Y, 0.02, 1.0, 0.0).W.T
    )
    rival = LogisticRegression(
        C=1 / (2 * len(Y) * 0.02), fit_intercept=False, tol=1e-10, max_iter=2000
    ).fit(X, Y)
    assert pytest.approx(rival.coef_, abs=1e-4) == multiclass.soft_machine(X, Y, 0.02, 1.0, 0.0).W


def test_a_temperature_is_another_scale_and_another_lambda():
    """tau loss(s/tau) + lam |W|^2 with V = W/tau is tau (loss(V) + lam tau |V|^2)."""
    warm = multiclass.soft_machine(X, Y, 0.02, 3.0, 0.0)
    assert pytest.approx(softmax.fit(X, Y, 0.06).T, abs=1e-8) == warm.W / 3


def test_cold_is_the_hinge_and_hot_are_the_class_sums():
    hinge = multiclass.machine(X, Y, 0.05)
    away = [
        np.abs(multiclass.soft_machine(X, Y, 0.05, tau).W - hinge.W).max() for tau in (0.1, 0.01)
    ]
    assert away[1] < away[0] and away[1] < 0.02
    sums = multiclass.class_sums(X, Y, 0.05)
    far = [
        np.abs(multiclass.soft_machine(X, Y, 0.05, tau).W - sums).max() for tau in (300.0, 3000.0)
    ]
    assert far[1] < far[0] / 9 and far[1] < 0.01
    assert sums[1] == pytest.approx(
        (X[Y == 1].sum(axis=0) - X.sum(axis=0) / 3) / (2 * 0.05 * len(Y))
    )


# ---- two-class rules that vote


def test_the_learners_are_the_machines_of_other_notebooks():
    t, lam = np.where(CY == 0, 1.0, -1.0), 0.1
    w = votes.LEARNERS["soft SVM"](CLOUDS, t, lam)
    best = pegasos.objective(CLOUDS, t, lam)[0]
    assert best(w) <= min(best(w + 0.05 * rng.normal(size=(200, 3)))) + 1e-9
    g = losses.objective(losses.logistic, pad(CLOUDS), t, lam)[1](
        votes.LEARNERS["logistic"](CLOUDS, t, lam)
    )
    assert g == pytest.approx(0, abs=1e-9)
    t = np.where(TY == 0, 1.0, -1.0)
    assert (t * (pad(TIGHT) @ votes.LEARNERS["perceptron"](TIGHT, t, lam)) > 0).all()


@pytest.mark.parametrize("learner", list(votes.LEARNERS))
def test_rules_are_trained_on_the_right_labels(learner):
    train, made = votes.LEARNERS[learner], []

    def spy(Z, t, lam):
        made.append((len(Z), int((t > 0).sum())))
        return train(Z, t, lam)

    votes.one_vs_all(TIGHT, TY, spy, 0.1)
    assert made == [(60, 20)] * 3
    D = votes.one_vs_one(TIGHT, TY, spy, 0.1)
    assert made[3:] == [(40, 20)] * 3 and np.array_equal(D[0, 2], -D[2, 0])
    assert (votes.outvoted(D, pad(TIGHT)) == TY).all()


def test_the_readings_differ_only_where_there_is_doubt():
    A = votes.one_vs_all(CLOUDS, CY, votes.LEARNERS["logistic"], 0.01)
    D = votes.one_vs_one(CLOUDS, CY, votes.LEARNERS["perceptron"], 0.01)
    mesh = n12_multiclass.mesh(40)
    for read, rules in ((votes.claimed, A), (votes.outvoted, D)):
        left = read(rules, pad(mesh))
        for how in ("by score", "lowest label"):
            settled = read(rules, pad(mesh), how)
            assert (
                (settled[left >= 0] == left[left >= 0]).all()
                and settled.min() >= 0
                and (left < 0).any()
            )
    signs = pad(mesh) @ A.T > 0
    lowest = votes.claimed(A, pad(mesh), "lowest label")
    assert all(row[k] or not row.any() for row, k in zip(signs, lowest))
    assert all(not row[:k].any() for row, k in zip(signs, lowest))
    fewer = votes.claimed(A, pad(mesh), "one rule fewer")
    assert (fewer[~signs[:, :2].any(axis=1)] == 2).all() and (
        fewer[signs[:, :2].all(axis=1)] == -2
    ).all()


def test_the_printed_vote_is_right_only_with_symmetric_rules():
    h = np.triu(rng.choice([-1.0, 1.0], size=(300, 5, 5)), 1)
    wins = np.array(
        [[sum(one[i, i + 1 :] > 0) + sum(one[:i, i] < 0) for i in range(5)] for one in h]
    )
    right, wrong = (
        wins[np.arange(300), votes.printed_votes(h, s)] == wins.max(axis=1) for s in (True, False)
    )
    assert right.all() and wrong.mean() < 0.6


# ---- descent


def test_the_subgradient_is_the_gradient_where_there_is_one():
    f, grad = multiclass_sgd.objective(X, Y, 0.07)
    for _ in range(5):
        w = rng.normal(size=9)
        assert grad(w) == pytest.approx(approx_fprime(w, f, 1e-7), abs=1e-5)


def test_a_subgradient_supports_the_function_everywhere():
    f, grad = multiclass_sgd.objective(X, Y, 0.07)
    for w in [np.zeros(9), *rng.normal(size=(5, 9))]:  # at 0 the rivals tie
        far = 3 * rng.normal(size=(300, 9))
        assert (f(far) >= f(w) + (far - w) @ grad(w) - 1e-10).all()


def test_a_step_is_the_gradient_of_its_own_example():
    run = multiclass_sgd.descend(X, Y, 0.1, 0.05, 200, np.random.default_rng(3))
    for t in (0, 1, 57, 199):
        i = run.extra["rows"][t]
        assert run.v[t] == pytest.approx(
            multiclass_sgd.objective(X[[i]], Y[[i]], 0.1, 3)[1](run.w[t])
        )


def test_the_guess_is_right_on_average():
    _, grad = multiclass_sgd.objective(X, Y, 0.1)
    w = rng.normal(size=9)
    singles = [multiclass_sgd.objective(X[[i]], Y[[i]], 0.1, 3)[1](w) for i in range(len(Y))]
    assert np.mean(singles, axis=0) == pytest.approx(grad(w))


@pytest.mark.parametrize("eta", [0.02, 0.5, None])
def test_the_regret_on_the_drawn_examples_keeps_its_bound(eta):
    lam, best = 0.05, multiclass.machine(X, Y, 0.05)
    run = multiclass_sgd.descend(
        X, Y, lam, eta or pegasos.pegasos_steps(lam), 500, np.random.default_rng(4)
    )
    regret = np.subtract(
        *(multiclass_sgd.drawn_losses(run, X, Y, lam, w) for w in (run.w[:-1], best.w))
    ).mean()
    bound = best_bound(run, np.linalg.norm(best.w)) if eta else pegasos.pegasos_bound(run, lam)
    assert regret <= bound[-1]
    i = run.extra["rows"]
    one = multiclass.hinge(X[i] @ best.W.T, Y[i]) + lam * best.w @ best.w
    assert multiclass_sgd.drawn_losses(run, X, Y, lam, best.w) == pytest.approx(one)


def test_only_the_right_step_reaches_the_optimum():
    lam, best, f = (
        0.1,
        multiclass.machine(X, Y, 0.1).objective,
        multiclass_sgd.objective(X, Y, 0.1)[0],
    )
    ends = {}
    for step in multiclass_sgd.STEPS:
        run = multiclass_sgd.descend(
            X, Y, lam, pegasos.pegasos_steps(lam), 4000, np.random.default_rng(2), step
        )
        ends[step] = f(run.average(2000))
    assert (
        ends["right"] < best + 0.002
        and ends["2λw left out"] > 10 * best
        and ends["plain argmax"] > best + 0.1
    )


def test_the_plain_argmax_is_the_perceptron():
    """Two classes, no penalty, eta = 1: the corrections y x, at the same mistakes, go to w_1 and
    away from w_0."""
    y = (TY > 0).astype(int)
    run = multiclass_sgd.descend(
        pad(TIGHT), y, 0.0, 1.0, 300, np.random.default_rng(8), "plain argmax"
    )
    W = np.zeros((2, 3))
    for t, i in enumerate(run.extra["rows"]):
        W = (
            W
            if (W @ pad(TIGHT)[i]).argmax() == y[i]
            else W + np.outer([-1, 1], (2 * y[i] - 1) * pad(TIGHT)[i])
        )
        assert np.allclose(run.w[t + 1], W.ravel())


def test_looks_reach_the_last_step():
    assert (
        multiclass_sgd.looks(7).tolist() == [1, 2, 3, 4, 5, 6, 7]
        and multiclass_sgd.looks(1000)[-1] == 1000
    )
    assert len(multiclass_sgd.looks(1000)) <= 60 and multiclass_sgd.looks(1).tolist() == [1]


def test_the_linear_program_knows_only_the_hinge():
    W = multiclass.without_penalty(X, Y)
    hinge = multiclass.hinge(X @ W.T, Y).mean()
    assert hinge <= multiclass.machine(X, Y, 1e-5).losses.mean() + 2e-3
    f, best = multiclass_sgd.objective(X, Y, 0.1)[0], multiclass.machine(X, Y, 0.1)
    assert f(W.ravel()) > 2 * best.objective


# ---- pictures


def test_regions_and_borders_move_and_hide():
    ax, mesh = Figure().add_subplot(), n12_multiclass.mesh(20)
    area, lines = n12_multiclass.regions(ax), n12_multiclass.borders(ax, 20)
    image, *dots = area(np.arange(400) % 3 - 1, X[:, :2], Y)
    assert (
        image.get_array().shape == (20, 20)
        and [len(d.get_xdata()) for d in dots] == np.bincount(Y).tolist()
    )
    assert len(lines(pad(mesh) @ multiclass.machine(X, Y, 0.1).W.T)) == 2
    assert lines(np.tile([1.0, 0, 0], (400, 1))) == [] and not ax.collections


def test_a_mosaic_shows_ten_pictures_in_order():
    W = np.zeros((10, 64))
    W[np.arange(10), np.arange(10)] = -2.0
    image = n12_multiclass.mosaic(W)
    assert image.shape == (17, 44) and np.isnan(image[8]).all() and np.isnan(image[:, 8]).all()
    assert [image[9 * (k // 5), 9 * (k % 5) + k] for k in range(8)] == [-1] * 8 and np.nanmin(
        image
    ) == -1


def test_the_schemes_answer_alike_on_easy_clouds():
    for make in multiclass.SCHEMES.values():
        m, rules = make(TIGHT, TY, 0.01)
        said = (votes.outvoted if rules.ndim == 3 else votes.claimed)(rules, pad(TIGHT), "by score")
        assert (said == TY).all() and (m is None or (m.choose(pad(TIGHT)) == TY).all())
    assert votes.votes(rules, pad(TIGHT)).sum(axis=1).tolist() == [3] * 60
