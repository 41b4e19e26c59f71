"""Losses of many scores, and the features of a class."""

import numpy as np
import pytest

from helpers import data
from helpers.linear import softmax
from helpers.margins import class_features, multiclass
from helpers.margins.perceptron import pad

rng = np.random.default_rng(12)


WINE = data.load("wine")


X, Y = pad(data.standardise(WINE.X)[:, [0, 6]]), WINE.y.astype(int)


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
    """D-10.18."""
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
