"""Online to batch: enumeration against plain loops and closed forms, identities of a run."""

import itertools

import numpy as np
import pytest
from scipy.optimize import minimize

from helpers import losses
from helpers.online import batch


def plain_tree(T, p, eta):
    """E of R(average), mean R, online loss, regret against 1/2, and R(last), one path at a time."""
    risk = lambda w: p * abs(w - 0.5) + (1 - p) * abs(w + 0.5)  # noqa: E731
    total = np.zeros(5)
    for path in itertools.product((0.5, -0.5), repeat=T):
        w, seen, paid, other = 0.0, [], 0.0, 0.0
        for z in path:
            seen.append(w)
            paid += abs(w - z)
            other += abs(0.5 - z)
            w -= eta * np.sign(w - z)
        mean = sum(map(risk, seen)) / T
        numbers = risk(sum(seen) / T), mean, paid / T, paid - other, risk(w)
        total += np.array(numbers) * np.prod([p if z > 0 else 1 - p for z in path])
    return total


@pytest.mark.parametrize("T, p, eta", [(1, 0.7, 0.3), (5, 0.6, 0.15), (8, 0.9, 0.4), (7, 0.5, 1.1)])
def test_the_tree_is_what_a_plain_loop_finds(T, p, eta):
    run, Z, chance = batch.tree(T, p, eta)
    assert run.w.shape == (T + 1, 2**T, 1) and chance.sum() == pytest.approx(1)
    found = batch.links(run, Z, batch.distance, batch.coin_risk(p), [0.5])
    parts = (found.average, found.mean, found.online, found.regret, found.last)
    assert [chance @ part for part in parts] == pytest.approx(plain_tree(T, p, eta))


@pytest.mark.parametrize("eta", [0.05, 0.3, 1.5])
def test_on_the_tree_the_online_loss_is_the_risk_given_the_past(eta):
    """Exactly, at every node: group the paths by their first t - 1 coins."""
    T, p = 7, 0.65
    run, Z, chance = batch.tree(T, p, eta)
    paid, risk = batch.distance(run.w[:-1], Z), batch.coin_risk(p)(run.w[:-1])
    for t in range(T):
        past = np.arange(2**T) % 2**t
        for node in range(2**t):
            here = past == node
            assert np.ptp(risk[t][here]) == 0
            mean = chance[here] @ paid[t][here] / chance[here].sum()
            assert mean == pytest.approx(risk[t][here][0], abs=1e-14)


def test_distance_and_its_slope():
    rng = np.random.default_rng(0)
    w, z, h = rng.normal(size=(3, 20, 3))
    slope = batch.towards(w, z)
    assert np.linalg.norm(slope, axis=1) == pytest.approx(1)
    change = batch.distance(w + 1e-6 * h, z) - batch.distance(w - 1e-6 * h, z)
    assert change / 2e-6 == pytest.approx((slope * h).sum(axis=1), abs=1e-7)
    assert batch.towards(z, z) == pytest.approx(0)
    assert np.all(
        batch.distance(h, z) >= batch.distance(w, z) + (slope * (h - w)).sum(axis=1) - 1e-12
    )


def test_of_margin_is_the_loss_of_the_label_times_the_row():
    rng = np.random.default_rng(1)
    w, x, y = rng.normal(size=(9, 4)), rng.normal(size=(9, 4)), rng.choice([-1.0, 1.0], 9)
    value, slope = batch.of_margin(losses.hinge)
    margins = y * (w * x).sum(axis=1)
    assert value(w, y[:, None] * x) == pytest.approx(np.maximum(0, 1 - margins))
    assert slope(w, y[:, None] * x) == pytest.approx(-((margins < 1) * y)[:, None] * x)


def test_one_pass_takes_one_step_an_example():
    rng = np.random.default_rng(2)
    Z = rng.normal(size=(6, 3, 2))
    run = batch.one_pass(batch.towards, Z, [1.0, -1.0], 0.3)
    for k in range(3):
        w = np.array([1.0, -1.0])
        for t in range(6):
            assert run.w[t, k] == pytest.approx(w)
            w = w - 0.3 * (w - Z[t, k]) / np.linalg.norm(w - Z[t, k])
        assert run.last[k] == pytest.approx(w)
    assert run.average() == pytest.approx(run.w[:6].mean(axis=0))


def test_each_run_may_have_its_own_step_size():
    Z = np.random.default_rng(3).normal(size=(5, 4, 2))
    etas = np.array([0.1, 0.2, 0.5, 1.0])
    run = batch.one_pass(batch.towards, Z, np.zeros(2), etas)
    for k, eta in enumerate(etas):
        alone = batch.one_pass(batch.towards, Z[:, k : k + 1], np.zeros(2), eta)
        assert run.w[:, k] == pytest.approx(alone.w[:, 0])


def test_regret_over_T_is_the_bound_but_for_what_is_dropped():
    """The linear loss, for which the subgradient inequality is exact: regret/T = bound minus
    |w_{T+1} - u|^2/(2 eta T), on every sequence."""
    rng = np.random.default_rng(4)
    Z = rng.choice([-1.0, 1.0], (9, 50, 1))
    linear = losses.Loss("linear", lambda m: -m, lambda m: -np.ones_like(m), rho=1.0)
    value, slope = batch.of_margin(linear)
    run = batch.one_pass(slope, Z, [0.2], 0.4)
    found = batch.links(run, Z, value, lambda w: w[..., 0], [0.9])
    dropped = (run.last[:, 0] - 0.9) ** 2 / (2 * 0.4 * 9)
    assert found.regret / 9 == pytest.approx(batch.excess_bound(0.7, 0.4, 9) - dropped)


def test_the_bound_is_reached():
    """A sure coin and steps that just arrive: w_t = (t - 1) eta, eta T = B."""
    run, Z, chance = batch.tree(10, 1.0, 0.05)
    found = batch.links(run, Z, batch.distance, batch.coin_risk(1.0), [0.5])
    assert chance @ found.average == pytest.approx(batch.excess_bound(0.5, 0.05, 10))


def test_best_place_beats_scipy_and_may_be_a_place():
    rng = np.random.default_rng(5)
    for _ in range(5):
        places = rng.normal(size=(6, 2))
        best = batch.best_place(places)
        found = minimize(batch.mean_distance, best + 0.1, places, method="Nelder-Mead")
        assert batch.mean_distance(best, places) <= found.fun + 1e-9
    corner = np.array([[0.0, 0], [0.1, 0], [0, 0.1], [-0.1, 0.01], [0.0, -0.1], [0, 0]])
    assert batch.best_place(corner).tolist() == [0, 0]  # exactly: no small step away from it
    square = np.array([[1.0, 1], [1, -1], [-1, 1], [-1, -1]])
    assert batch.best_place(square) == pytest.approx(np.zeros(2), abs=1e-6)


def test_mean_distance_weighs_its_places():
    places, chance = np.array([[0.0, 0.0], [3.0, 4.0]]), np.array([0.25, 0.75])
    assert batch.mean_distance([0.0, 0.0], places, chance) == pytest.approx(3.75)
    assert batch.mean_distance([[0.0, 0.0], [3.0, 4.0]], places) == pytest.approx([2.5, 2.5])


def plain_neighbours(X, y, T):
    """Mistakes of the rounds, error rates on all that is not learnt, by looking again each time."""
    paid, rest = [], []
    for t in range(T):
        wrong = []
        for i in range(t, len(y)):
            away = [((X[i] - X[j]) ** 2).sum() for j in range(t)]
            says = y[int(np.argmin(away))] if t else 1.0
            wrong.append(says != y[i])
        paid.append(float(wrong[0]))
        rest.append(np.mean(wrong))
    return paid, rest


def test_progressive_neighbours_are_what_a_plain_loop_finds():
    rng = np.random.default_rng(6)
    X, y = rng.normal(size=(14, 2)), rng.choice([-1.0, 1.0], 14)
    run = batch.nearest_answers(X, y, 9)
    paid, rest = plain_neighbours(X, y, 9)
    online, risk = batch.progressive(run.w, y)
    assert online == pytest.approx(paid) and risk == pytest.approx(rest)
    assert np.all(run.w[9, :9] == y[:9])  # what was learnt is remembered
    assert run.w[1:] == pytest.approx(run.w[:-1] - run.v)


def test_over_all_orders_the_online_error_is_the_error_on_the_rest():
    """Every one of 5! orders: the means are equal, not only near."""
    rng = np.random.default_rng(7)
    X, y = rng.normal(size=(5, 1)), np.array([1.0, -1, -1, 1, -1])
    parts = []
    for order in map(list, itertools.permutations(range(5))):
        parts.append(batch.progressive(batch.nearest_answers(X[order], y[order], 4).w, y[order]))
    online, rest = np.mean(parts, axis=0)
    assert online == pytest.approx(rest, abs=1e-13)


def test_linear_answers_are_signs():
    w, X = np.array([[0.0, 0.0], [1.0, -1.0]]), np.array([[1.0, 0.5], [0.0, 2.0]])
    assert batch.linear_answers(w, X).tolist() == [[1, 1], [1, -1]]


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: batch.tree(17, 0.5, 0.1), "too many"),
        (lambda: batch.one_pass(batch.towards, np.ones((3, 2)), [0.0], 0.1), "dimensions"),
        (lambda: batch.one_pass(batch.towards, np.ones((3, 2, 1)), [0.0], 0.0), "positive"),
        (lambda: batch.one_pass(batch.towards, np.ones((3, 2, 1)), [0.0], [0.1]), "shape"),
        (lambda: batch.nearest_answers(np.ones((3, 1)), [1, 2, 1], 2), "-1 and"),
    ],
)
def test_bad_input_gets_one_sentence(call, words):
    with pytest.raises(ValueError, match=words):
        call()
