"""Bad input is answered by one sentence that names the culprit; good input comes back as it should
be."""

import numpy as np
import pytest

from helpers import check


def test_an_array_comes_back_as_floats_of_the_same_numbers():
    a = check.array("a", [[1, 2], [3, 4]], ndim=2, shape=(None, 2))
    assert a.dtype == float and a.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: check.array("X", [[1, 2], [3]]), "rows of equal length"),
        (lambda: check.array("X", "abc"), "array of numbers"),
        (lambda: check.array("X", [1.0, 2.0], ndim=2), r"2 dimensions, but its shape is \(2,\)"),
        (lambda: check.array("X", [[1.0]], ndim=1), r"1 dimension, but"),
        (
            lambda: check.array("X", np.ones((2, 3)), shape=(None, 2)),
            r"shape \(any, 2\), but its shape is \(2, 3\)",
        ),
        (lambda: check.array("X", np.ones(2), shape=(2, 2)), r"shape \(2, 2\)"),
        (lambda: check.array("X", []), "empty"),
        (lambda: check.array("X", [[0, 1], [np.nan, 2]]), r"nan at index \(1, 0\)"),
        (lambda: check.array("X", [0, np.inf]), r"inf at index \(1,\)"),
        (lambda: check.pair(np.ones((3, 2)), np.ones(2)), "3 rows but y has 2 entries"),
        (lambda: check.signs("y", [0, 1]), r"labels y must be -1 and \+1, but y holds \[0. 1.\]"),
        (lambda: check.signs("y", [1, -1, 2]), "labels y must be -1"),
        (lambda: check.signs("y", [1, 1], both=True), "both classes are needed: y must hold"),
        (lambda: check.signed_pair([[1.0], [2.0]], [1, 0]), "labels y must be -1"),
        (lambda: check.signed_pair([[1.0], [2.0]], [1]), "2 rows but y has 1 entries"),
        (lambda: check.classes("y", [0, 2]), "classes y must be 0, 1, ..., each"),
        (lambda: check.classes("y", [0, 0]), "each with at least one row"),
        (lambda: check.classes("y", [0, 0.5, 1], 3), "classes y must be among 0, ..., 2"),
        (lambda: check.classes("y", [0, 3], 3), "among 0, ..., 2, but y holds"),
        (lambda: check.classes("y", [0, 0], 1), "c must be at least 2"),
        (lambda: check.positive("eta", 0), "eta must be positive, but it is 0"),
        (lambda: check.positive("eta", -1), "must be positive"),
        (lambda: check.nonnegative("lam", -0.5), "lam must not be negative, but it is -0.5"),
        (lambda: check.number("tau", "warm"), "tau must be a number, but it is 'warm'"),
        (lambda: check.number("tau", np.nan), "finite"),
        (lambda: check.whole("T", 1.5), "whole number"),
        (lambda: check.whole("T", True), "whole number"),
        (lambda: check.whole("T", 0), "at least 1"),
        (
            lambda: check.one_of("kind", "rbf", ["linear", "poly"]),
            "one of linear, poly, but it is 'rbf'",
        ),
    ],
)
def test_a_bad_value_gets_a_sentence(call, words):
    with pytest.raises(ValueError, match=words) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_limits_themselves_are_allowed():
    assert (
        check.nonnegative("lam", 0) == 0
        and check.whole("T", 1) == 1
        and check.whole("k", 0, low=0) == 0
    )
    assert (
        isinstance(check.whole("T", np.int64(3)), int) and check.one_of("kind", "a", ["a"]) == "a"
    )


def test_labels_come_back_as_signs_and_classes_as_whole_numbers():
    assert (
        check.signs("y", [1, -1, 1]).tolist() == [1.0, -1.0, 1.0]
        and check.signs("y", [1, 1]).dtype == float
    )
    y, c = check.classes("y", [2.0, 0, 1, 1])
    assert y.tolist() == [2, 0, 1, 1] and y.dtype == int and c == 3
    X, y, c = check.class_pair([1, 2], [0, 0], 4)
    assert X.tolist() == [[1], [2]] and y.tolist() == [0, 0] and c == 4


def test_a_vector_becomes_one_column_and_a_matrix_stays():
    assert check.rows("X", [1, 2, 3]).shape == (3, 1) and check.rows(
        "X", np.ones((4, 2))
    ).shape == (4, 2)
    X, y = check.pair([1, 2], [3, 4])
    assert X.tolist() == [[1], [2]] and y.tolist() == [3, 4]
