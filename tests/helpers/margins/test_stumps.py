"""Stumps against all stumps, and boosting against scikit-learn."""

import numpy as np
import pytest
from sklearn.ensemble import AdaBoostClassifier
from sklearn.tree import DecisionTreeClassifier

from helpers import data
from helpers.margins import stumps
from helpers.margins.boosting import adaboost
from helpers.margins.stumps import column_learner, every_stump, stump_learner

rng = np.random.default_rng(13)


X = rng.normal(size=(80, 3))


Y = np.where(X[:, 0] ** 2 + X[:, 1] > 0.7 + 0.3 * rng.normal(size=80), 1.0, -1.0)


RUN = adaboost(Y, stump_learner(X, Y), 60)


TIED = rng.integers(4, size=(40, 2)).astype(float)  # many equal values


TIED_Y = rng.choice([-1.0, 1.0], 40)


# stumps


@pytest.mark.parametrize(
    "rows, y",
    [(X, Y), (TIED, TIED_Y), (X[:5], Y[:5]), (np.ones((6, 2)), TIED_Y[:6])],
    ids=["plain", "tied", "few", "constant"],
)
def test_the_presorted_stump_is_the_best_of_all_stumps(rows, y):
    H, learner = every_stump(rows), stump_learner(rows, y)
    for D in np.random.default_rng(0).dirichlet(np.full(len(y), 0.3), 40):
        h, _ = learner(D)
        assert D @ (h != y) == pytest.approx((D @ (y[:, None] != H)).min(), abs=1e-12)
        assert (h[:, None] == H).all(axis=0).any()  # it is one of them


def test_every_stump_is_listed_once_with_its_opposite():
    H = every_stump(TIED)
    assert H.shape[1] == len({tuple(h) for h in H.T}) and {tuple(h) for h in H.T} == {
        tuple(-h) for h in H.T
    }
    assert (H == 1).all(axis=0).any() and every_stump([3.0, 1, 2]).shape == (
        3,
        6,
    )  # 2 cuts and a constant, both ways


def test_a_constant_can_be_the_best_stump():
    h, rule = stump_learner([1.0, 2, 3], [-1, 1, -1])(np.array([0.45, 0.1, 0.45]))
    assert h.tolist() == [-1, -1, -1] and rule[2] == rule[3] == -1 and rule[1] == np.inf


def test_equal_values_get_equal_answers_and_neighbouring_floats_can_be_parted():
    h, _ = stump_learner([1.0, 1, 2, 2], [1, -1, -1, -1])(np.array([0.4, 0.2, 0.2, 0.2]))
    assert h.tolist() == [1, 1, -1, -1]
    a, b, c = (
        1.0,
        np.nextafter(1.0, 2),
        np.nextafter(np.nextafter(1.0, 2), 2),
    )  # the middle rounds down, then up
    for x in ([a, b], [b, c]):
        assert stump_learner(x, [1, -1])(np.array([0.5, 0.5]))[0].tolist() == [1, -1]


def test_of_equal_rules_the_first_wins_whatever_the_rounding():
    rows = np.column_stack([X[:, 0], X[:, 0], -X[:, 0]])
    for D in np.random.default_rng(1).dirichlet(np.ones(80), 20):
        assert stump_learner(rows, Y)(D)[1][0] == 0


def test_rules_answer_on_new_rows_as_they_did_in_training():
    rules, new = RUN.extra["rules"], np.random.default_rng(2).normal(size=(200, 3))
    assert (stumps.answers(rules, X) == RUN.v).all()
    assert stumps.votes(rules, RUN.eta, X) == pytest.approx(RUN.w[1:], abs=1e-12)
    assert stumps.vote(rules, RUN.eta, new) == pytest.approx(
        RUN.eta @ stumps.answers(rules, new), abs=1e-12
    )
    at_cuts = np.repeat(
        rules[np.isfinite(rules[:, 1]), 1][:, None], 3, axis=1
    )  # on a threshold: left, both ways
    assert stumps.vote(rules, RUN.eta, at_cuts) == pytest.approx(
        RUN.eta @ stumps.answers(rules, at_cuts), abs=1e-12
    )


def test_a_dictionary_gives_its_best_column():
    H = every_stump(X)
    run = adaboost(Y, column_learner(H, Y), 60)
    assert run.extra["eps"] == pytest.approx(
        RUN.extra["eps"], abs=1e-9
    )  # ties may go to another rule of the same edge
    assert (run.v == H[:, run.extra["rules"][:, 0].astype(int)].T).all()


# scikit-learn as second opinion


def without_ties(n, d, seed):
    """Real data, jittered so that no two stumps are equally pure, at the float32 that
    scikit-learn's trees compare."""
    everybody, draw = data.load("breast_cancer"), np.random.default_rng(seed)
    rows = draw.permutation(569)[:n]
    jittered = data.standardise(everybody.X[rows, :d]) + 0.05 * draw.normal(size=(n, d))
    return jittered.astype(np.float32).astype(float), 2.0 * everybody.y[rows] - 1


def sklearn_boost(rows, y, T):
    return AdaBoostClassifier(
        DecisionTreeClassifier(max_depth=1), n_estimators=T, random_state=0
    ).fit(rows, y)


@pytest.mark.parametrize("n, d", [(200, 30), (300, 10), (60, 2)])
def test_with_pure_sides_it_is_scikit_learns_adaboost(n, d):
    rows, y = without_ties(n, d, n)
    theirs, ours = sklearn_boost(rows, y, 40), adaboost(y, stump_learner(rows, y, "gini"), 40)
    assert ours.extra["eps"] == pytest.approx(theirs.estimator_errors_, abs=1e-12)
    assert 2 * ours.eta == pytest.approx(theirs.estimator_weights_, abs=1e-9)
    new = without_ties(569, d, 1)[0]
    assert (np.sign(stumps.vote(ours.extra["rules"], ours.eta, new)) == theirs.predict(new)).all()


def test_the_error_criterion_is_at_least_as_good_a_rule_as_the_purest():
    rows, y = without_ties(200, 5, 3)
    for D in np.random.default_rng(0).dirichlet(np.ones(200), 30):
        by_error, by_gini = (D @ (stump_learner(rows, y, c)(D)[0] != y) for c in ("error", "gini"))
        assert by_error <= by_gini + 1e-12
