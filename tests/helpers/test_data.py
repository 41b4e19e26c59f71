"""Shipped data against scikit-learn's loaders, generators against the laws they are drawn from."""

import numpy as np
import pytest
from sklearn import datasets

from helpers import data


def rng(seed=0):
    return np.random.default_rng(seed)


@pytest.mark.parametrize(
    "name, theirs",
    [
        ("iris", datasets.load_iris()),
        ("wine", datasets.load_wine()),
        ("digits", datasets.load_digits()),
        ("breast_cancer", datasets.load_breast_cancer()),
        ("diabetes", datasets.load_diabetes(scaled=False)),
    ],
)
def test_every_shipped_value_is_the_one_scikit_learn_ships(name, theirs):
    ours = data.load(name)
    assert np.array_equal(ours.X, theirs.data) and np.array_equal(ours.y, theirs.target)
    assert len(ours.names) == ours.X.shape[1]
    assert len(ours.target_names) == (0 if name == "diabetes" else len(set(theirs.target)))


def test_class_names_keep_their_codes():
    names = {n: data.load(n).target_names for n in ("iris", "breast_cancer", "digits")}
    assert (
        names["iris"][0] == "setosa"
        and names["breast_cancer"][0] == "malignant"
        and names["digits"][7] == "7"
    )
    assert np.sum(data.load("breast_cancer").y == 0) == 212  # malignant ones, by the donors' count


def test_a_loaded_set_cannot_be_spoilt_for_the_next_reader():
    with pytest.raises(ValueError):
        data.load("iris").X[0, 0] = 0
    assert data.load("iris") is data.load("iris")


def test_unknown_and_missing_files_say_what_to_do(tmp_path, monkeypatch):
    with pytest.raises(ValueError, match="one of iris"):
        data.load("mnist")
    monkeypatch.setattr(data, "FOLDER", tmp_path)
    with pytest.raises(FileNotFoundError, match="pip install -e"):
        data.load.__wrapped__("iris")


def test_standardised_columns_have_mean_0_and_variance_1_and_XtX_is_n_times_the_correlation():
    X = data.load("diabetes").X
    Z = data.standardise(X)
    assert Z.mean(axis=0) == pytest.approx(np.zeros(10), abs=1e-12)
    gram = Z.T @ Z
    assert gram == pytest.approx(len(X) * np.corrcoef(X.T))
    assert not data.standardise(np.full((5, 1), 0.3)).any()


def test_test_rows_are_scaled_by_the_training_rows():
    train, test = rng().normal(3, 2, (50, 2)), rng(1).normal(3, 2, (7, 2))
    both = data.standardise(np.vstack([train, test]), like=train)
    assert both[:50] == pytest.approx(data.standardise(train)) and both[50:] == pytest.approx(
        data.standardise(test, like=train)
    )
    assert both[50:].mean() != pytest.approx(0)


def test_a_split_is_a_partition_that_keeps_rows_and_answers_together():
    X, y = np.arange(20.0).reshape(10, 2), np.arange(10)
    (A, a), (B, b) = data.split(X, y, 0.7, rng())
    assert len(a) == 7 and sorted([*a, *b]) == list(range(10))
    assert np.array_equal(np.vstack([A, B]), X[[*a, *b]])
    assert np.array_equal(data.split(X, y, 0.7, rng())[0][1], a)


@pytest.mark.parametrize("fraction", [0.0, 1.0, 0.01, -1, float("nan")])
def test_a_split_with_an_empty_part_is_refused(fraction):
    with pytest.raises(ValueError):
        data.split(np.ones((10, 1)), np.ones(10), fraction, rng())


def test_sine_without_noise_is_the_sine_and_noise_has_its_variance():
    x, y = data.sine(11, rng(), sigma=0)
    assert x == pytest.approx(np.arange(11) / 10) and y == pytest.approx(np.sin(2 * np.pi * x))
    x, y = data.sine(4000, rng(), sigma=0.5, even=False)
    noise = y - np.sin(2 * np.pi * x)
    assert noise.var() == pytest.approx(0.25, abs=5 * 0.25 * np.sqrt(2 / 4000)) and np.all(
        np.diff(x) >= 0
    )


def test_the_linear_model_returns_its_coefficients():
    X = rng().normal(size=(9, 2))
    assert data.linear_model(X, [1, -2], 0, rng()) == pytest.approx(X @ [1, -2])


@pytest.mark.parametrize("rho", [0, 0.6, 1])
def test_correlated_columns_have_the_correlation_asked_for(rho, n=20_000):
    X = data.correlated(n, 3, rho, rng())
    wanted = (1 - rho) * np.eye(3) + rho
    assert np.cov(X.T) == pytest.approx(wanted, abs=5 * np.sqrt(2 / n))


def test_bivariate_normal_teaches_its_best_line(n=20_000):
    """The least squares line of n pairs is within 5 s.e. of mu_y - slope mu_x, slope = rho sigma_y
    / sigma_x."""
    law = {"mu_x": 1.0, "mu_y": -2.0, "sigma_x": 0.5, "sigma_y": 2.0, "rho": 0.8}
    x, y = data.bivariate_normal(n, rng(), **law)
    slope, start = np.polyfit(x, y, 1)
    residual_sd = 2.0 * np.sqrt(1 - 0.8**2)
    error = 5 * residual_sd / np.sqrt(n)
    assert data.best_line(**law) == pytest.approx([-2 - 3.2, 3.2])
    assert slope == pytest.approx(3.2, abs=error / 0.5) and start == pytest.approx(
        -5.2, abs=error * np.sqrt(1 + 4)
    )
    assert (x.std(), y.std()) == pytest.approx((0.5, 2.0), rel=5 / np.sqrt(2 * n))


def test_rings_are_separated_by_their_radius_and_by_no_line():
    X, y = data.rings(200, rng())
    radius = np.hypot(*X.T)
    assert np.array_equal(np.sign(radius - 1.5), y)
    w = np.linalg.lstsq(np.column_stack([np.ones(200), X]), y, rcond=None)[0]
    assert np.mean(np.sign(w[0] + X @ w[1:]) == y) < 0.75


def test_xor_moons_and_blobs_without_noise_lie_where_they_should():
    X, y = data.xor(40, rng(), sigma=0)
    assert np.array_equal(X.prod(axis=1), y) and set(y) == {-1, 1}
    X, y = data.moons(40, rng(), sigma=0)
    assert np.hypot(*X[y < 0].T) == pytest.approx(1) and np.hypot(
        *(X[y > 0] - [1, 0.5]).T
    ) == pytest.approx(1)
    assert X[y < 0, 1].min() >= 0 and X[y > 0, 1].max() <= 0.5
    X, y = data.blobs(7, [[0, 0], [5, 5], [9, 0]], rng(), sigma=0)
    assert np.bincount(y).tolist() == [3, 2, 2] and X[1].tolist() == [5, 5]


@pytest.mark.parametrize(
    "make",
    [
        lambda g: data.sine(30, g),
        lambda g: data.rings(30, g),
        lambda g: data.xor(30, g),
        lambda g: data.moons(30, g),
        lambda g: data.blobs(30, np.eye(2), g),
        lambda g: data.bivariate_normal(30, g),
        lambda g: [data.correlated(30, 2, 0.5, g)],
    ],
)
def test_the_same_rng_gives_the_same_data_and_another_gives_other_data(make):
    a, b, c = (np.hstack([part.ravel() for part in make(rng(seed))]) for seed in (3, 3, 4))
    assert np.array_equal(a, b) and not np.array_equal(a, c)


@pytest.mark.parametrize(
    "bad",
    [
        lambda: data.sine(0, rng()),
        lambda: data.rings(10, rng(), sigma=-1),
        lambda: data.correlated(5, 2, 1.5, rng()),
        lambda: data.bivariate_normal(5, rng(), rho=2),
        lambda: data.standardise([[1, np.nan]]),
        lambda: data.split(np.ones((3, 1)), np.ones(4), 0.5, rng()),
        lambda: data.bivariate_normal(5, rng(), sigma_x=0),
    ],
)
def test_bad_input_is_one_sentence(bad):
    with pytest.raises(ValueError):
        bad()
