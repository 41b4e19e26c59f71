"""Figures of notebook 03: what they compute, checked another way, and claims that see an error."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from helpers.margins import perceptron
from lessons.n03_perceptron import cycling
from tests.lessons.claims import broken
from tests.lessons.room import Room

figures = Room("03")


def plain_run(X, y, passes):
    """The perceptron as the notebook writes it: (weights, corrections of each row)."""
    w, counts = np.zeros(X.shape[1]), np.zeros(len(y), dtype=int)
    for _ in range(passes):
        for i in range(len(y)):
            if y[i] * (X[i] @ w) <= 0:
                w, counts[i] = w + y[i] * X[i], counts[i] + 1
    return w, counts


def test_the_pictures_are_those_of_the_plain_algorithm(show):
    X = perceptron.pad(perceptron.CORNERS)
    w, counts = plain_run(X, perceptron.OR, 18)
    figure = show("steps", T=72)
    assert figure.r.w == pytest.approx(w) and figure.r.M == counts.sum() == 9
    assert figure.r.scores.tolist() == [1, 1, 1, 3]
    assert show("steps", T=2).r.was.tolist() == [1, -1, -1, -1]
    for order in (0, 100, 462):
        rows = figures.orders(6)[order]
        w, counts = plain_run(figures.MAILS[rows], perceptron.SPAM[rows], 50)
        W, times = figures.mail_runs()
        assert W[order] == pytest.approx(w) and times[order][rows].tolist() == counts.tolist()


def test_a_dragged_point_moves_alone_and_stays_in_the_picture(show):
    figure = show("steps")
    figure.set(**figure.handles[0].to(figure.r, 0.4, 9.0))
    assert figure.r.places[0].tolist() == [0.4, 1.5]
    assert figure.r.places[1:].tolist() == perceptron.CORNERS[1:].tolist()
    with pytest.raises(ValueError, match="in the picture"):
        figure.set(places="9 9, 1 0, 0 1, 1 1")


@pytest.mark.parametrize("seed", range(6))
def test_claims_hold_wherever_the_points_are_dragged(show, seed):
    rng = np.random.default_rng(seed)
    left, right, low, high = figures.PLANE
    places = np.column_stack([rng.uniform(left, right, 4), rng.uniform(low, high, 4)])
    figure = show("steps", places=figures.written(places), labels=["OR", "XOR", "AND"][seed % 3])
    for T in (0, 1, 10, 72):
        figure.set(T=T)
        assert not broken(figure)


def test_points_on_top_of_each_other_are_no_disaster(show):
    figure = show("steps", places="0 0, 0 0, 0 1, 1 1")
    assert not figure.r.separable and not broken(figure)
    bent = show("xor", ends="0.5 0.5, 0.5 0.5", c=3)
    assert np.isfinite(bent.r.scores).all() and not broken(bent)


def test_your_line_goes_through_its_ends_also_when_it_is_bent(show):
    figure = show("xor", ends="-0.4 0.3, 1.2 0.7", c=-2.5)
    f = perceptron.pad(perceptron.with_product(figure.r.ends)) @ figure.r.weights
    assert f == pytest.approx([0, 0], abs=1e-12)
    assert show("xor", ends="-0.2 0.6, 0.6 -0.2", c=-4).r.scores.min() > 0


def test_a_bad_start_breaks_the_bound_from_zero_and_no_start_breaks_the_longer_one(show):
    figure = show("margin", gamma=0.4, a=10)
    assert figure.r.M[-1] > 1 / 0.4**2
    for phi in range(0, 360, 45):
        for gamma in (0.05, 0.2, 0.5):
            figure.set(gamma=gamma, phi=phi, a=12, q=0.4)
            assert not broken(figure)


def test_handles_of_the_margin_lead_back_to_where_they_stand(show):
    figure = show("margin", gamma=0.2, a=6, phi=110)
    gap, start, end = figure.handles
    assert gap.to(figure.r, *gap.at(figure.r))["gamma"] == pytest.approx(0.2)
    assert start.to(figure.r, *start.at(figure.r)) == pytest.approx(dict(a=6, phi=110))
    assert end.to(figure.r, *end.at(figure.r))["gamma"] == pytest.approx(0.2)


@pytest.mark.parametrize("place", ["5/4", "4/3", "7/5", "3/2", "5/3", "2"])
def test_the_hand_is_that_of_fractions(show, place):
    """The same three points with the standard library's exact fractions."""
    s, w, b = Fraction(place), Fraction(0), 0
    figure = show("forever", s=place, E=30)
    for E in range(30):
        for x, y in ((0, 1), (1, -1), (s, 1)):
            if y * (w * x + b) <= 0:
                w, b = w + y * x, b + y
        assert figure.r.hand[E] == pytest.approx(float(w)) and w == s - (E + 1) % s
    assert figure.r.places[-1] == s.numerator and not broken(figure)


def test_dragging_finds_the_nearest_third_point_and_the_nearest_order(show):
    figure = show("forever")
    assert figure.handles[0].to(figure.r, 1.98, 0.3) == {"s": "2"}
    mails = show("spam")
    order = mails.handles[0].to(mails.r, 0.2, 100)["order"]
    mails.set(order=order)
    assert mails.r.new == 0 and order == 462 and not broken(mails)


# planted mistakes: each must break a claim


def test_a_correction_of_the_wrong_length_is_noticed(show, monkeypatch):
    right = perceptron.train

    def planted(*given, **options):
        run = right(*given, **options)
        return type(run)(0.9 * run.w, run.v, run.eta, run.extra)

    monkeypatch.setattr(perceptron, "train", planted)
    assert "rise of the last corrected score" in broken(show("steps", T=9))


@pytest.mark.parametrize("factor", [0.5, 0.9])
def test_a_bound_that_is_a_tenth_too_small_fails_where_it_is_attained(monkeypatch, factor):
    """Theorem 3.3: on orthonormal points the number of corrections is the bound itself."""
    right = perceptron.mistake_bound
    monkeypatch.setattr(perceptron, "mistake_bound", lambda *given: factor * right(*given))
    X, y = np.eye(7), np.ones(7)
    assert perceptron.train(X, y).T > perceptron.mistake_bound(X, y, np.ones(7))


def test_a_longest_example_that_is_too_short_is_noticed(show, monkeypatch):
    right = perceptron.radius
    monkeypatch.setattr(perceptron, "radius", lambda X: 0.9 * right(X))
    assert "and at most C² to ‖w‖²" in broken(show("margin", gamma=0.1))


def test_a_margin_that_is_a_tenth_too_large_is_noticed(show, monkeypatch):
    right = perceptron.margin
    monkeypatch.setattr(perceptron, "margin", lambda *given: 1.1 * right(*given))
    assert "each correction adds γ to ⟨w, w*⟩" in broken(show("margin", gamma=0.1))


def test_a_clock_that_goes_wrong_is_noticed(show, monkeypatch):
    right = cycling.three_points
    monkeypatch.setattr(cycling, "three_points", lambda s, E: right(s, E + 1))
    assert broken(show("forever", E=4))
    monkeypatch.setattr(cycling, "three_points", lambda s, E: right(s, E, np.array([[0, 2, 1]])))
    assert broken(show("forever", E=12, s="3/2"))


def test_a_feature_that_is_no_product_is_noticed(show, monkeypatch):
    monkeypatch.setattr(perceptron, "with_product", lambda x: np.column_stack([x, x.sum(axis=1)]))
    assert "sum of the four scores" in broken(show("xor", c=-4))


def test_a_miscounted_email_is_noticed(show, monkeypatch):
    W, times = figures.mail_runs()
    monkeypatch.setattr(figures, "mail_runs", lambda: (W, np.roll(times, 1, axis=1)))
    assert "score of the new e-mail, from the counts" in broken(show("spam", order=100))


# what guesses and their feedback say, by the plain algorithm


def test_nine_corrections_for_four_points():
    w, counts = plain_run(perceptron.pad(perceptron.CORNERS), perceptron.OR, 18)
    assert counts.tolist() == [5, 2, 2, 0] and w.tolist() == [2, 2, -1]


def test_ten_times_the_points_need_as_many_corrections():
    x, y = perceptron.with_margin(40, 0.1, np.random.default_rng(8))
    order = perceptron.shuffled(40, 10)
    rows = order if np.ndim(order) == 1 else order[0]
    made = [plain_run(q * x[rows], y[rows], 50)[1].sum() for q in (1, 10)]
    assert made == [16, 16]


def test_a_line_gets_three_points_of_xor_right_and_never_four():
    angle, shift = np.meshgrid(np.linspace(0, 2 * np.pi, 361), np.linspace(-2, 2, 401))
    f = [np.cos(angle) * a + np.sin(angle) * b + shift for a, b in perceptron.CORNERS]
    right = sum(label * value > 0 for label, value in zip(perceptron.XOR, f))
    assert right.max() == 3


@pytest.mark.parametrize("p, k", [(7, 5), (41, 29), (5, 4)])
def test_fractions_come_back_after_p_passes(p, k):
    """Whole numbers: all places times k, so the weight of the bias is counted in k-ths too."""
    X, y, w, b = (0, k, p), (1, -1, 1), Fraction(0), Fraction(0)
    places = []
    for _ in range(2 * p):
        for x, label in zip(X, y):
            x = Fraction(x, k)
            if label * (w * x + b) <= 0:
                w, b = w + label * x, b + label
        places.append(w)
    assert len(set(places[:p])) == p and places[p:] == places[:p]


def test_what_720_orders_say_of_two_emails():
    """and viagra: 718 spam, 2 score 0. and viagra the of: 273 spam, 308 score 0, 139 below."""
    every, planes = {"and viagra": [], "and viagra the of": []}, set()
    for order in permutations(range(6)):
        rows = list(order)
        w, _ = plain_run(figures.MAILS[rows], perceptron.SPAM[rows], 20)
        planes.add(tuple(w))
        for mail, scores in every.items():
            scores.append(np.append(perceptron.mail(mail), 1) @ w)
    signs = {
        mail: [np.sum(np.sign(scores) == s) for s in (1, 0, -1)] for mail, scores in every.items()
    }
    assert signs == {"and viagra": [718, 2, 0], "and viagra the of": [273, 308, 139]}
    assert len(planes) == 32
