"""Figures of notebook 15: claims that see a wrong formula, and numbers that the text quotes."""

import numpy as np
import pytest

from helpers.kernels import features, hunt
from tests.lessons.claims import broken, scaled
from tests.lessons.room import Room

figures = Room("15")

FLAT = "1/(1 + t⁴)"


EVERYWHERE = [
    ("impostor", dict(shape="Laplace", where="hunted")),
    ("impostor", dict(shape=FLAT, n=3, where="hunted", bandwidth=0.5)),
    ("cliff", {}),
    ("cliff", dict(p=1.0, eps=0.5)),
    ("rules", dict(rule=figures.RULES[0], one="Laplace", c=1.5)),
    ("rules", dict(rule=figures.RULES[0], one="quadratic (1 + xz)²", c=1.5)),
    ("rules", dict(one="quadratic (1 + xz)²")),
    ("rules", dict(rule=figures.RULES[4], one="quadratic (1 + xz)²", two="linear xz", c=1.5)),
    ("series", dict(J=9)),
    ("forecast", dict(k="gaussian(l) + linear()")),
    ("monomials", dict(c=2.0)),
    ("words", dict(w="februari", t=2)),
]


@pytest.mark.parametrize("name, values", EVERYWHERE)
def test_nothing_is_broken(show, name, values):
    assert not broken(show(name, **values))


@pytest.mark.parametrize(
    "name, values, module, formula, factor",
    [
        ("impostor", dict(shape="Gaussian", n=5), hunt, "gram_of", 1.1),
        ("impostor", dict(shape="Gaussian", n=4, where="random"), figures, "witness", 1.1),
        ("impostor", dict(shape=FLAT, where="hunted"), hunt, "smallest", 1.1),
        ("cliff", {}, hunt, "three_points", 1.1),
        ("cliff", dict(p=1.0, n=5), hunt, "smallest", -1),
        ("rules", {}, features, "products", 1.1),
        ("rules", dict(rule=figures.RULES[4], one="Laplace"), figures, "largest_subtraction", 1.1),
        ("rules", dict(rule=figures.RULES[4], one="Laplace"), figures, "largest_subtraction", 0.9),
        ("series", {}, features, "missing_share", 1.1),
        ("series", dict(J=9), features, "missing_share", 0.9),
        ("forecast", {}, figures, "features_of", 1.1),
        ("monomials", {}, figures, "rank", 1.1),
    ],
)
def test_a_wrong_formula_is_seen(show, monkeypatch, name, values, module, formula, factor):
    figure = show(name, **values)
    assert not broken(figure)
    monkeypatch.setattr(module, formula, scaled(getattr(module, formula), factor))
    figure.set(**values)
    assert broken(figure)


def test_a_mislabelled_impostor_is_seen(show, monkeypatch):
    figure = show("impostor", shape="raised cosine", n=5, where="hunted")
    lie = hunt.Shape(hunt.SHAPES["raised cosine"].h, True)
    monkeypatch.setitem(figures.SHAPES, "raised cosine", lie)
    figure.set(n=5)
    assert broken(figure) == ["the sign of v′Kv"]


@pytest.mark.parametrize("step", [1, 2, 4, 5])
def test_caption_and_headline_of_a_convicted_bump_give_one_number(show, step):
    figure = show("impostor", **figures.impostor.story[step].values)
    assert figure.headlined.measured == pytest.approx(figure.r.sure.smallest)


def test_twenty_features_are_twenty(show):
    step = figures.series.story[2]
    figure = show("series", **step.values)
    assert step.look.startswith("Twenty features") and figure.told.startswith("20 features")


def test_a_kernel_that_is_none_is_seen_on_the_wrong_side_of_the_cliff(show, monkeypatch):
    figure = show("cliff", p=1.9, n=9, eps=0.3)
    right = hunt.power
    monkeypatch.setattr(hunt, "power", lambda p: right(p + 0.2))
    figure.set(p=1.9)
    assert broken(figure)


def test_dragging_a_point_makes_the_set_the_readers_own(show):
    figure = show("impostor", shape="cap", n=3, where="even")
    handle = figure.handles[1]
    figure.set(**handle.to(figure.r, 1.234, 0.5))
    assert figure.values["where"] == "yours"
    assert figure.r.x == pytest.approx([0.5, 1.23, 3.5], abs=1e-9)
    assert figure.handles[3].at(figure.r) is None  # only three points are there
    assert handle.to(figure.r, 99.0, 0.0)["own"].split()[1] == "4"


def test_pictures_do_not_depend_on_the_sign_of_an_eigenvector(show, monkeypatch):
    """Every eigenvector turned round: the same bytes."""
    names = [("impostor", dict(n=5, where="hunted")), ("rules", {}), ("forecast", {})]
    before = [show(name, **values).image() for name, values in names]
    right = np.linalg.eigh

    def turned(K):
        values, vectors = right(K)
        return values, -vectors

    monkeypatch.setattr(np.linalg, "eigh", turned)
    assert [show(name, **values).image() for name, values in names] == before


def test_typed_words_and_kernels_get_a_sentence(show):
    figure = show("words")
    for nonsense in ("two words", "", "a" * 15, "4ever"):
        with pytest.raises(ValueError, match="one word"):
            figure.set(w=nonsense)
    figure.set(w="Z", t=4)  # too short for a piece: similar to nobody
    assert figure.r.near.max() == 0 and "shares no piece" in figure.told
    with pytest.raises(ValueError, match="at most 4"):
        show("forecast").set(k="1 + 1 + 1 + 1 + linear()")


def test_the_numbers_of_the_text():
    """Guesses and worked numbers, computed."""
    misses = [
        figures.forecast.compute(k, 0.2, 0.001)["now"]
        for k in (
            "gaussian(l)",
            "gaussian(l) + linear()",
            "gaussian(l) + linear() + periodic(1, 1)",
        )
    ]
    assert np.round(misses, 2).tolist() == [[0.28, 3.24], [0.26, 0.83], [0.24, 0.28]]
    assert figures.forecast.compute("gaussian(l)", 0.2, 0.001)["curve"][-1] == pytest.approx(0)
    shares = [float(features.missing_share(1.3, 0.5, J)) for J in (6, 12, 13)]
    assert np.round(shares, 3).tolist() == [0.514, 0.021, 0.010]
    assert shares[1] > 0.01 > shares[2]  # 99 % take fourteen features
    assert [round(figures.bank(t)[1], 2) for t in (1, 2, 4)] == [0.98, 0.88, 0.55]
    assert figures.bank(2)[0].diagonal() == pytest.approx(np.ones(60))  # each like itself
    assert hunt.three_points(hunt.power(2.05), 0.1) == pytest.approx(-0.0015, abs=5e-5)
    assert hunt.three_points(hunt.power(2.05), 0.3) == pytest.approx(0.058, abs=5e-4)
    assert hunt.smallest(hunt.power(2.05), 0.3 * np.arange(5)) < -0.002
    assert hunt.three_points(hunt.power(2.01), 0.02) < 0


def test_the_verdict_on_the_raised_cosine_falls_only_where_two_points_meet():
    h, x = figures.SHAPES["raised cosine"].h, figures.placed("hunted", "raised cosine", 5, 0.8, "")

    def least(points):
        return np.linalg.eigvalsh(h((points[:, None] - points) / 0.8))[0]

    gap = np.diff(np.sort(x)).min()
    assert least(x) == pytest.approx(-0.0296, abs=1e-4)
    for move in 0.1 * np.vstack([np.eye(5), -np.eye(5)]):
        assert least(x + move) < -0.015
    onto = x.copy()
    onto[np.argsort(x)[1]] = np.sort(x)[0] + gap * 1e-6
    assert least(onto) > -1e-4


def test_ties_and_names_that_are_spelt_alike_are_counted_as_the_text_says():
    S, share = figures.bank(4)
    foreign = np.where(figures.LANGUAGE[:, None] != figures.LANGUAGE, S, -1.0)
    same = figures.MONTH[:, None] == figures.MONTH
    best = foreign.max(axis=1)
    hit = (best > 0) & ((foreign >= best[:, None] - 1e-12) & same).any(axis=1)
    assert (round(share, 2), round(hit.mean(), 2)) == (0.55, 0.62)
    assert sum(figures.WORDS.count(word) > 1 for word in figures.WORDS) == 16


def test_the_bump_spoils_years_four_and_five():
    t, y = figures.TIME, figures.measured()
    old, late = t < 3, (t >= 3) & (t < 5)
    misses = []
    for words in ("gaussian(0.2) + linear() + periodic(1, 1)", "linear() + periodic(1, 1)"):
        k = figures.text.parse(words)
        alpha = np.linalg.solve(k(t[old]) + 36 * 1e-3 * np.eye(36), y[old])
        misses.append(np.sqrt(np.mean((k(t[late], t[old]) @ alpha - y[late]) ** 2)))
    assert misses == pytest.approx([0.44, 0.24], abs=0.005)


def test_the_cap_is_convicted_by_the_three_points_with_other_weights():
    x, v = np.array([-0.5, 0.0, 0.5]), np.array([1, -np.sqrt(2), 1])
    K = np.maximum(1 - np.subtract.outer(x, x) ** 2, 0)
    assert v @ K @ v / 4 == pytest.approx(1 - 0.75 * np.sqrt(2))
