"""Experts: batches against plain loops, enumeration against recursion, attained bounds."""

import itertools
import math

import numpy as np
import pytest

from helpers.descent.projections import project_ball, project_simplex
from helpers.online import experts as ex


def played(rule, Z):
    """A learner round by round: rule(sum of the losses so far) is what it names."""
    total, w = np.zeros(Z.shape[1]), []
    for z in Z:
        w.append(rule(total))
        total = total + z
    return np.array([*w, rule(total)])


def softened(total):
    e = np.exp(-0.4 * total)
    return e / e.sum()


LEARNERS = {
    "leader": (ex.follow_leader, lambda total: -np.sign(total)),
    "box": (lambda Z: ex.ftrl(Z, 0.4), lambda total: np.clip(-0.4 * total, -1, 1)),
    "ball": (
        lambda Z: ex.ftrl(Z, 0.4, project_ball),
        lambda total: -0.4 * total / max(1, np.linalg.norm(0.4 * total)),
    ),
    "hedge": (lambda Z: ex.hedge(Z, 0.4), softened),
}


@pytest.mark.parametrize("name", list(LEARNERS))
def test_a_batch_is_its_sequences_one_by_one(name):
    learner, rule = LEARNERS[name]
    Z = np.random.default_rng(0).normal(size=(15, 4, 3))
    run = learner(Z)
    assert run.w.shape == (16, 4, 3) and run.T == 15 and np.array_equal(run.v, Z)
    for k in range(4):
        assert run.w[:, k] == pytest.approx(played(rule, Z[:, k]))
        assert learner(Z[:, k]).w == pytest.approx(run.w[:, k])


def test_what_is_kept_is_a_copy():
    Z = np.ones((3, 1))
    run = ex.ftrl(Z, 0.5)
    Z[0] = 9
    assert run.v[0, 0] == 1 and run.eta.tolist() == [0.5] * 3
    assert ex.follow_leader(Z).eta[0] == np.inf


def test_a_tie_stands_still():
    assert ex.follow_leader([[1.0], [-1.0], [2.0]]).w[:, 0].tolist() == [0, -1, 0, -1]


def test_hedge_is_multiplicative_and_survives_long_runs():
    """w_{t+1} is w_t times e^(-eta z), normalised; losses of 1e5 do no harm."""
    Z = np.random.default_rng(1).uniform(0, 1, (20, 5))
    run = ex.hedge(Z, 0.7)
    step = run.w[:-1] * np.exp(-0.7 * Z)
    assert run.w[1:] == pytest.approx(step / step.sum(axis=1, keepdims=True))
    assert ex.hedge(1e5 * Z, 5.0).w.sum(axis=1) == pytest.approx(np.ones(21))


def test_the_running_mean():
    run = ex.running_mean([[2.0], [4.0], [0.0]], first=9.0)
    assert run.w[:, 0].tolist() == [9, 2, 3, 2]
    assert run.eta == pytest.approx([1, 1 / 2, 1 / 3])
    step = run.w[:-1] + run.eta[:, None] * (run.v - run.w[:-1])
    assert run.w[1:] == pytest.approx(step)


def test_halving_by_hand():
    table = [[1, 0, 0], [1, 1, 0], [1, 0, 1], [0, 1, 1]]
    run = ex.halving(table, [1, 1, 1, 1])
    assert run.extra["said"].tolist() == [0, 1, 1, 0]
    assert run.extra["mistakes"].tolist() == [True, False, False, True]
    assert run.w.tolist() == [[1, 1, 1], [1, 0, 0], [1, 0, 0], [1, 0, 0], [0, 0, 0]]
    assert np.array_equal(run.v, run.w[:-1] - run.w[1:])
    tie = ex.halving([[1, 0]], [0])
    assert tie.extra["said"].tolist() == [1]
    nobody = ex.halving([[1, 1], [1, 1]], [0, 1])
    assert nobody.extra["said"].tolist() == [1, 0]


@pytest.mark.parametrize("shape", ["box", "ball", "simplex"])
def test_regret_after_every_round(shape):
    """Against a fine set of fixed points, after each round."""
    rng = np.random.default_rng(2)
    Z = rng.normal(size=(8, 2))
    angle = np.linspace(0, 2 * np.pi, 4001)
    points = dict(
        box=np.array(list(itertools.product((-1, 1), repeat=2))),
        ball=np.column_stack([np.cos(angle), np.sin(angle)]),
        simplex=np.eye(2),
    )[shape]
    run = ex.ftrl(Z, 0.3, project_simplex if shape == "simplex" else project_ball)
    for t in range(1, 9):
        paid = sum(w @ z for w, z in zip(run.w[:t], Z[:t]))
        expected = paid - (points @ Z[:t].sum(axis=0)).min()
        assert ex.regret(run, shape)[t - 1] == pytest.approx(expected, abs=1e-5)


def test_all_signs_are_all_and_different():
    Z = ex.all_signs(5)
    assert Z.shape == (5, 32, 1)
    assert {tuple(column) for column in Z[..., 0].T} == set(itertools.product((-1, 1), repeat=5))


@pytest.mark.parametrize("T", [1, 2, 5, 9])
def test_the_worst_of_all_sequences(T):
    """The recursion against the list of all sequences, for many step sizes at once."""
    etas = np.array([0.01, 0.1, 0.289, 1 / 3, 0.5, 1.0, 7.0])
    listed = [ex.regret(ex.ftrl(ex.all_signs(T), eta))[-1].max() for eta in etas]
    assert ex.worst_regret(etas, T) == pytest.approx(listed)
    assert float(ex.worst_regret(0.5, T)) == pytest.approx(listed[4])


@pytest.mark.parametrize("T", [1, 2, 3, 8, 11])
def test_coins_on_average(T):
    listed = np.abs(ex.all_signs(T).sum(axis=0)).mean()
    assert ex.coin_regret(T) == pytest.approx(listed)


def test_bounds():
    assert ex.ftrl_bound(0.25, 12) == pytest.approx(3.5)
    assert ex.ftrl_bound(0.5, 8.0, B=3.0) == pytest.approx(9 + 2)
    assert ex.tuned(2.0, 0.5, 16) == pytest.approx((1.0, 4.0))
    assert ex.hedge_bound(0.5, 12, math.e**2) == pytest.approx(4 + 0.75)


@pytest.mark.parametrize("N", [2, 5])
def test_hedge_keeps_its_promise_on_every_sequence(N):
    """All sequences of five loss vectors from {0, 1}^N for N = 2, random ones for N = 5; one expert
    that never loses comes near to (ln N)/eta for small eta."""
    vectors = np.array(list(itertools.product((0.0, 1.0), repeat=N)))
    if N == 2:
        Z = np.array(list(itertools.product(vectors, repeat=5))).swapaxes(0, 1)
    else:
        Z = vectors[np.random.default_rng(3).integers(len(vectors), size=(40, 500))]
    for eta in (0.05, 0.4, 2.0):
        worst = ex.regret(ex.hedge(Z, eta), "simplex")[-1].max()
        assert worst <= ex.hedge_bound(eta, len(Z), N)
    good = np.ones((3000, N))
    good[:, 0] = 0
    regret = ex.regret(ex.hedge(good, 0.01), "simplex")[-1]
    assert regret == pytest.approx(np.log(N) / 0.01, rel=0.02)
    turns = np.eye(N)[np.arange(20_000) % 2]
    if N == 2:  # a see-saw of two experts takes the second term, eta T/8
        regret = ex.regret(ex.hedge(turns, 0.1), "simplex")[-1]
        assert regret == pytest.approx(ex.hedge_bound(0.1, len(turns), N), rel=0.03)


def test_the_opposite_of_every_answer():
    said, labels = ex.opposed(lambda past: len(past) % 3 == 0, 7)
    assert said.tolist() == [1, 0, 0, 1, 0, 0, 1] and np.array_equal(labels, 1 - said)
    assert ex.answers(lambda past: past[-1] if past else 1, [0, 1, 1]).tolist() == [1, 0, 1]


def test_the_hardest_table():
    table, labels = ex.hardest_table(3, 5)
    assert table.shape == (5, 8) and not labels.any()
    run = ex.halving(table, labels)
    assert run.extra["mistakes"].tolist() == [True] * 3 + [False] * 2
    assert run.w.sum(axis=1).tolist() == [8, 4, 2, 1, 1, 1]
    assert ex.hardest_table(4, 2)[0].shape == (2, 16)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: ex.ftrl([1.0, 2.0], 0.1),
        lambda: ex.ftrl([[1.0]], 0),
        lambda: ex.hedge([[1.0, 2.0]], -1),
        lambda: ex.all_signs(17),
        lambda: ex.seesaw(0),
        lambda: ex.regret(ex.ftrl([[1.0]], 1), "disc"),
        lambda: ex.halving([[0, 1]], [1, 0]),
        lambda: ex.coin_regret(0),
    ],
)
def test_bad_input_gets_one_sentence(wrong):
    with pytest.raises(ValueError) as refusal:
        wrong()
    assert "\n" not in str(refusal.value)
