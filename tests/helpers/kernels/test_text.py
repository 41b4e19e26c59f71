"""Kernels of strings, and kernels that a reader types."""

import numpy as np
import pytest

from helpers import kernels
from helpers.kernels import (
    Kernel,
    features,
    substrings,
)
from helpers.kernels.gram import certificate
from helpers.kernels.text import parse, terms

rng = np.random.default_rng(0)


X, Z = rng.normal(size=(30, 2)), rng.normal(size=(7, 2))


# --- strings ---


def test_substrings_counts_common_pieces_once():
    assert substrings(1)(["university"], ["california"])[0, 0] == 3  # i, n, r
    assert substrings(1)(["machine"], ["learning"])[0, 0] == 4  # a, e, i, n
    assert substrings(2)(["machine"], ["learning"])[0, 0] == 1  # in
    assert substrings(2)(["banana"], ["ananas"])[0, 0] == 2  # an, na
    assert substrings(9)(["banana"], ["ananas"])[0, 0] == 0


@pytest.mark.parametrize("t", [1, 2, 3])
def test_substring_kernel_is_the_inner_product_of_0_1_features(t):
    """R-74, R-X3."""
    words = ["banana", "ananas", "bandana", "nab", "band", "dab"]
    Phi = features.substring_features(t, "abdns")(words)
    assert substrings(t)(words) == pytest.approx(Phi @ Phi.T)
    assert substrings(t).diag(words) == pytest.approx(np.diag(Phi @ Phi.T))
    assert certificate((substrings(t) + 1)(words)).psd


# --- what a reader types ---


@pytest.mark.parametrize(
    "text",
    [
        "gaussian(0.5) + 2*linear()",
        "(linear() + 1)**3",
        "laplace(1) * periodic(1, 0.5)",
        "polynomial(2)",
        "3",
        "gaussian(l)",
        "constant(2) + sinc()",
        "gaussian(2 * l)",
    ],
)
def test_typed_kernels_are_what_python_would_build(text):
    k, same = parse(text, l=0.25), eval(text, {**vars(kernels), "l": 0.25})
    assert k(X, Z) == pytest.approx(same(X, Z) if isinstance(same, Kernel) else same)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "gaussian",
        "gaussian()",
        "gaussian(0)",
        "gaussian(-1)",
        "linear() - linear()",
        "-linear()",
        "linear",
        "q",
        "'a'",
        "__import__('os').system('true')",
        "linear().gram",
        "gaussian(linear())",
        "gaussian(0.5",
        "linear()**0.5",
        "linear()**99",
        "exec('1')",
        "[linear()]",
        "linear()\nlinear()",
        "gaussian(1e999)",
        "polynomial(99)",
        "lambda: 1",
        "True",
        "linear(*[1])",
        "linear(x=1)",
        "2**linear()",
        "+".join(["linear()"] * 99),
        "(" * 60 + ")" * 60,
        "gaussian(nan)",
    ],
)
def test_what_is_no_kernel_gets_one_sentence_and_is_never_run(text):
    with pytest.raises(ValueError, match="[a-z]{2,} [a-z]"):
        parse(text, l=0.5)


def test_powers_up_to_eight_may_be_typed_and_no_higher():
    assert (
        parse("linear() ** 8")([[2.0]]).item() == 4.0**8
        and parse("polynomial(8, 0)")([[2.0]]).item() == 4.0**8
    )
    for text in ("linear() ** 9", "polynomial(9, 1)"):
        with pytest.raises(ValueError, match="powers up to 8"):
            parse(text)


def test_a_typed_sum_falls_into_its_terms():
    words = "gaussian(l) + 2 * (linear() + 1) + periodic(1, 0.5) ** 2"
    parts = terms(words, l=0.25)
    assert [str(k) for k in parts][0] == "gaussian(0.25)" and len(parts) == 3
    x = np.linspace(0, 1, 5)
    assert sum(k(x) for k in parts) == pytest.approx(parse(words, l=0.25)(x))
    assert len(terms("linear() * (linear() + 1)")) == 1
    with pytest.raises(ValueError, match="no minus signs"):
        terms("linear() - 1")
