"""What the exercises of 01 to 16 say in words, computed: explanations, hints, rubrics, models."""

import numpy as np
import pytest

from answers import n01, n05, n06, n13
from helpers import data, kernels
from helpers.desk.checking import find
from helpers.margins import svm
from lessons.n08_sgd.world import million
from lessons.n11_svm.world import SETS
from lessons.n13_boosting.world import cancer


def said(exercise):
    """All that an open exercise tells a marker."""
    return " ".join([exercise.model, *(words for _, words in exercise.rubric)])


def standing(id, **values):
    """The figure of an exercise at these values of its controls."""
    figure = find(id).make()
    figure.set(**values)
    return figure.r


# 01


@pytest.mark.slow
def test_a_timid_classifier_errs_at_every_threshold_that_is_lowest():
    r = standing("01-timid", **n01.TIMID.answer)
    low = r.mean[1] <= r.mean[1].min() + 1e-12
    assert n01.fewest(r) == 5 and r.margins[low].max() == pytest.approx(1)
    tied = standing("01-timid", c=0.2, place=5.0)  # lowest on an interval, with no mistake at 0
    assert n01.fewest(tied) == tied.wrong[1] == 0


def test_what_a_new_example_costs_with_features_of_mean_0():
    """E R = 1 + d/(n - d - 1) = 1.5 for d = 10, n = 31, by simulation with any covariance."""
    rng, d, n = np.random.default_rng(0), 10, 31
    mix = rng.normal(size=(d, d))
    X = rng.normal(size=(4000, n, d)) @ mix
    noise = rng.normal(size=(4000, n))
    error = np.linalg.solve(X.mT @ X, (X.mT @ noise[..., None]))[..., 0]
    risk = 1 + ((error @ mix.T) ** 2).sum(axis=1)
    assert risk.mean() == pytest.approx(n01.KEPT.answer, abs=4 * risk.std() / 4000**0.5)


# 02


def test_a_kink_spoils_the_probabilities_up_to_one_over_two_minus_k():
    def prefers_the_right_sign(p, k):
        """Slope -1 left of 0 and k - 1 right of it: is a positive score the cheapest?"""
        s = np.linspace(-3, 3, 6001)
        cost = p * np.where(s < 0, -s, (k - 1) * s) + (1 - p) * np.where(s > 0, s, (1 - k) * s)
        return cost[s > 0].min() < cost[s <= 0].min() - 1e-9

    assert not prefers_the_right_sign(0.71, 0.6) and prefers_the_right_sign(0.72, 0.6)
    assert "up to 0.71" in find("02-still-right").why
    assert not any(prefers_the_right_sign(p, 1.0) for p in (0.6, 0.9, 0.99))


# 05


@pytest.mark.slow  # makes figures
@pytest.mark.parametrize(
    "values",
    [
        dict(tilt=-15, stretch=10, radius=0.5, c1=3, c2=-0.2),
        dict(tilt=15, stretch=10, radius=0.5, c1=3, c2=0.1),
        n05.SIGN.answer,
    ],
)
def test_every_turned_sign_is_a_counterexample(values):
    assert n05.SIGN.right(values)


@pytest.mark.slow
def test_a_coefficient_that_keeps_its_sign_is_none():
    assert not n05.SIGN.right(dict(tilt=0, stretch=1, radius=0.5, c1=3, c2=0.2))


# 06


def test_a_hidden_case_has_both_classes():
    for seed in range(4000):
        _, y, _ = n06.nearly_separable_case(np.random.default_rng(seed))
        assert set(y) == {-1.0, 1.0}


# 08


def growth(eta, steps=40_000):
    """The mean logarithmic growth of a distance in a step with one example."""
    X = million()[0][:steps]
    v, total = np.array([1.0, 1.0]), 0.0
    for x in X:
        v = v - 2 * eta * (x @ v) * x
        size = np.hypot(*v)
        v, total = v / size, total + np.log(size)
    return total / steps


@pytest.mark.slow
def test_a_run_of_single_examples_leaves_for_good_only_from_0_54_on():
    assert growth(0.32) < -0.15 and growth(0.5) < -0.01 and growth(0.58) > 0.01
    r = standing("08-explode", **find("08-explode").answer)
    assert np.round(r.limits, 2)[:2].tolist() == [0.29, 0.71] and 0.95 < r.limits[2] < 1.05
    assert round(standing("08-explode", m=2).limits[1], 2) == 0.45
    assert "0.54" in find("08-explode").why


# 09


def test_a_step_of_adagrad_has_the_unit_of_a_weight():
    """The loss is ½ (a w - 1)²: where a is a thousandth, the step must be a thousandfold."""

    def left(a, eta, T=300):
        w = G = 0.0
        for _ in range(T):
            v = a * (a * w - 1)
            G += v * v
            w -= eta * v / G**0.5
        return abs(a * w - 1)

    assert max(left(1, eta) for eta in (0.3, 1, 3)) < 0.01
    assert left(1e-3, 3) > 0.5 and left(1e-3, 3000) < 0.01
    assert "if the features are of size 1" in find("09-cure").model


# 11


@pytest.mark.slow
def test_where_nobody_is_heard_the_bias_decides():
    patients, k = SETS["patients"], kernels.gaussian(0.05)
    m, new, _ = patients.machine(k, C=1 / 2e-5)
    bare = svm.kernel_machine(k(patients.seen), patients.y, 1 / 2e-5, bias=False)
    scores = bare.predict(k(patients.new))
    assert len(m.support) / 200 == 0.98 and np.all(m.margins > 0)
    assert np.round([np.mean(new <= 0), np.mean(patients.y_new * scores <= 0)], 2).tolist() == [
        0.31,
        0.16,
    ]
    unheard = np.abs(patients.y_new * new - m.b) < abs(m.b)
    assert unheard.mean() > 0.6
    good = patients.machine(kernels.gaussian(2), C=1 / 0.006)[1]
    assert round(np.mean(good <= 0), 2) == 0.11
    assert "31 % wrong" in find("11-advice").model and "16 % wrong" in find("11-advice").model


# 13


def test_the_whole_logarithm_errs_with_one_minus_the_old_error():
    rng = np.random.default_rng(0)
    for right in (0.3, 0.5, 0.8):
        D, y, h = n13.draw_round(rng, right)
        alpha = 2 * n13.reweight(D, y, h)[0]
        new = D * np.exp(-alpha * y * h)
        assert new[y != h].sum() / new.sum() == pytest.approx(right)


@pytest.mark.slow
def test_the_best_round_with_wrong_labels_is_anywhere():
    errors = np.array([cancer(280, 0.05, s).test for s in range(1, 21)])
    best = errors.argmin(axis=1) + 1
    assert (best.min(), best.max()) == (6, 226) and np.sum((best >= 10) & (best <= 40)) == 5
    assert np.round(100 * errors[:, -1].mean(), 1) == 7.7
    assert np.round(100 * errors.min(axis=1).mean(), 1) == 5.3
    for words in ("7.7 per cent", "5.3", "from 6 to 226"):
        assert words in find("13-advice").model


@pytest.mark.slow
def test_wrong_labels_carry_a_third_of_the_weight_and_never_half():
    everybody, carried = data.load("breast_cancer"), []
    for s in range(1, 21):
        e = cancer(280, 0.05, s)
        (_, y), _ = data.split(
            everybody.X, 2.0 * everybody.y - 1, 280 / len(everybody.y), np.random.default_rng(s)
        )
        D = np.exp(-e.y * e.run.w)
        carried.append((D / D.sum(axis=1, keepdims=True))[:, e.y != y].sum(axis=1))
    mean = np.mean(carried, axis=0)
    assert 0.3 < mean[5:].min() and mean[5:].max() < 0.36 and np.max(carried) < 0.5
    assert "about a third" in find("13-advice").model and "without limit" not in said(n13.ADVICE)


# 15


def edits(a, b):
    """Letters to insert, delete or replace."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (x != y))
    return row[-1]


def test_eleven_strings_have_a_negative_eigenvalue():
    long, short = "AB" * 9, "AB" * 8
    between = [long[:i] + long[i + 1 :] for i in range(0, 18, 2)]
    D = np.array([[edits(a, b) for b in (long, short, *between)] for a in (long, short, *between)])
    assert D[0, 1] == 2 and np.all(D[:2, 2:] == 1)
    assert np.all(D[2:, 2:] == 2 * (1 - np.eye(9)))
    least = np.linalg.eigvalsh(np.exp(-D))[0]
    assert round(least, 3) == -0.022 and "−0.022" in find("15-edits").model
    assert np.linalg.eigvalsh(np.exp(-D[:-1, :-1]))[0] > 0.01  # eight in between are not enough
