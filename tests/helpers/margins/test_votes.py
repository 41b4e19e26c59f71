"""Two-class rules that vote: their labels, their doubts, and the printed vote."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from helpers import data, losses
from helpers.margins import multiclass, pegasos, votes
from helpers.margins.perceptron import pad
from tests.lessons.room import Room

n12_multiclass = Room("12")


rng = np.random.default_rng(12)


WINE = data.load("wine")


X, Y = pad(data.standardise(WINE.X)[:, [0, 6]]), WINE.y.astype(int)


CLOUDS, CY = data.blobs(60, [[0, 1.5], [1.4, -1], [-1.4, -1]], np.random.default_rng(5), 0.8)


TIGHT, TY = data.blobs(60, [[0, 2], [1.8, -1.2], [-1.8, -1.2]], np.random.default_rng(6), 0.25)


# ---- two-class rules that vote


def test_the_learners_are_the_machines_of_other_notebooks():
    """D-10.6."""
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
