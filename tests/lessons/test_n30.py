"""Figures of notebook 30: claims that see a wrong formula, and numbers that the text quotes."""

import numpy as np
import pytest

from helpers.estimation import moments as mm
from tests.lessons.claims import broken, forget, scaled
from tests.lessons.room import Room

figures = Room("30")


@pytest.mark.parametrize(
    "name, values, formula, part, factor",
    [
        ("pairs", {}, "topic_moments", 1, 1.1),
        ("pairs", {}, "topic_moments", 2, 1.1),
        ("recover", {}, "recover", 0, 1.01),
        ("recover", {}, "recover", 1, 1.01),
        ("recover", {}, "topic_moments", 1, 1.1),
        ("recover", {}, "topic_moments", 2, 1.1),
        ("die", {}, "tilted", 1, 1.1),
        ("die", {}, "tilted", 2, 1.1),
        ("die", {}, "tilted", 3, 1.1),
    ],
)
def test_a_wrong_formula_is_seen(show, monkeypatch, name, values, formula, part, factor):
    figure = show(name, **values)
    assert not broken(figure)
    forget(figures)
    monkeypatch.setattr(mm, formula, scaled(getattr(mm, formula), factor, part))
    figure.set(**values)
    assert broken(figure)


def test_shares_that_are_swapped_are_seen(show, monkeypatch):
    figure, right = show("pairs", share=0.6), mm.two_topics

    def wrong(mean, spread, share):
        B, pi = right(mean, spread, share)
        return B, pi[::-1]

    monkeypatch.setattr(mm, "two_topics", wrong)
    figure.set(share=0.6)
    assert {"other topics, the same pairs", "all words agree"} <= set(broken(figure))


def test_em_that_forgets_the_shares_is_seen(show, monkeypatch):
    """An E-step without π: words still come out right, but the likelihood falls."""
    figure, right = show("stuck", blur=0.32), mm.em

    def wrong(shares, B, pi, T):
        uniform = np.full_like(pi, 1 / pi.shape[1])
        first = right(shares, B, pi, 1)
        points, heights = [first.w[0]], [first.extra["loglik"][0]]
        for _ in range(T):
            step = right(shares, B, uniform, 1)
            B, pi = mm.parameters(step.last, *B.shape[1:])
            points.append(step.last)
            heights.append(mm.log_likelihood(shares, B, pi))
        w = np.array(points)
        return mm.Trace(w, np.diff(w, axis=0), np.ones(T), {"loglik": np.array(heights)})

    monkeypatch.setattr(mm, "em", wrong)
    figure.set(blur=0.32)
    assert "EM never goes down" in broken(figure)


@pytest.mark.parametrize(
    "values, name, wrong",
    [
        ({}, "most_bent", lambda *given: 0.5 * figures_most_bent(*given)),
        (dict(c=0), "typical_error", lambda t, c, n: 1.1 * figures_typical_error(t, c, n)),
        (dict(c=0), "typical_error", lambda t, c, n: 1 / np.sqrt(np.asarray(n, dtype=float))),
        (dict(c=0.25), "bent_inverse", lambda m, c: 1.1 * figures_bent_inverse(m, c)),
    ],
)
def test_a_wrong_bend_is_seen(show, monkeypatch, values, name, wrong):
    figure = show("delta", **values)
    assert not broken(figure)
    monkeypatch.setattr(figures, name, wrong)
    figure.set(**values)
    assert broken(figure)


figures_most_bent = figures.most_bent
figures_typical_error = figures.typical_error
figures_bent_inverse = figures.bent_inverse


@pytest.mark.parametrize("factor", [0.6, 1.4])
def test_a_wrong_rate_is_seen(show, monkeypatch, factor):
    """The delta method’s line, two fifths too low or too high."""
    figure = show("rate", n="a million")
    assert not broken(figure)
    kept = {
        key: (found, (factor * lines[0], lines[1]), below)
        for key, (found, lines, below) in figures.all_learnt().items()
    }
    monkeypatch.setattr(figures, "all_learnt", lambda: kept)
    figure.set(n="a million")
    assert "the error is the delta method’s" in broken(figure)


def test_errors_that_do_not_fall_are_seen(show, monkeypatch):
    """n^(-1/3) instead of n^(-1/2)."""
    figure = show("rate", n="a million")
    slow = (figures.COUNTS / figures.COUNTS[-1]) ** (1 / 6)
    kept = {
        key: (np.concatenate([found[:1] * slow[:, None], found[1:]]), lines, below)
        for key, (found, lines, below) in figures.all_learnt().items()
    }
    monkeypatch.setattr(figures, "all_learnt", lambda: kept)
    figure.set(n="a million")
    assert broken(figure) == ["from 10 000 to a million: a tenth of the error"]


def test_a_bound_that_is_too_small_is_seen(show, monkeypatch):
    figure, right = show("recover", n="3000", i=15), figures.eigen_bound
    assert not broken(figure)

    def wrong(*given):
        bound, *rest = right(*given)
        return (0.05 * bound, *rest)

    monkeypatch.setattr(figures, "eigen_bound", wrong)
    figure.set(n="3000", i=15)
    assert "eigenvalues are nearly shadows" in broken(figure)


def test_the_numbers_of_the_text():
    """Guesses and worked numbers, computed."""
    assert figures.stuck_shares().tolist() == [14, 13, 10, 5, 2, 1, 0]
    r = figures.stuck.compute(0.01, 4, 60)
    wrong = mm.topic_moments(r["found"], r["share"])[1]
    assert wrong[2, 4] == pytest.approx(0.03, abs=0.001)
    right = mm.topic_moments(r["true"], figures.SHARES)[1]
    assert right[2, 4] == pytest.approx(0.0003, abs=3e-5)
    assert r["below"] == 3 and r["found"][4:6, 2].max() == pytest.approx(0.001, abs=5e-4)
    r = figures.pairs.compute(0.75, 0.25, 0.17, 20)
    change = r["know"][1][4] - r["know"][0][4]
    assert abs(change[figures.TRIPLE_NAMES.index("rrw")]) == pytest.approx(0.033, abs=5e-4)
    r = figures.recover.compute(65, None, 0.0, 1)
    assert r["shadows"] == pytest.approx([-0.31, -0.05, 0.20], abs=0.005)
    off = [figures.recover.compute(a, 3000, 0.0, 15)["off"] for a in (89, 65)]
    assert off == pytest.approx([0.26, 0.03], abs=0.005)
    off = [figures.recover.compute(a, 3000, 0.6, 1)["off"] for a in range(181)]
    assert np.argmin(off) == 107 and min(off) == pytest.approx(0.05, abs=0.005)
    r = figures.delta.compute(2500, 0.25, 0.0)
    assert r["predicted"] == pytest.approx(0.08) and r["exact"] == pytest.approx(0.075, abs=5e-4)
    lines = [figures.learnt(b, "number of the word")[1] for b in (0.02, 0.3)]
    assert lines[0] == pytest.approx((1.92, 1.89), abs=0.005)
    assert lines[1] == pytest.approx((3.43, 2.84), abs=0.005)
    assert figures.throws(0.4, 60, 1) @ figures.FACES == pytest.approx(4.43, abs=0.005)


def test_words_of_the_story_are_true():
    """The steps that name a number or a verdict."""
    blurred = figures.stuck.compute(0.32, 4, 60)
    assert blurred["below"] == 0
    bad = figures.stuck.compute(0.01, 4, 60)["found"]
    assert bad[:2, [0, 2]].min() > 0.4 and bad[2:6, 1].min() > 0.15  # sport twice, food + weather
    assert figures.stuck.compute(0.01, 1, 60)["off"] < 0.01
    assert figures.recover.compute(90, None, 0.0, 1)["off"] > 0.05
    assert figures.recover.compute(89, None, 0.0, 1)["off"] < 1e-9
    few, many = (figures.recover.compute(65, n, 0.0, 15)["off"] for n in (3000, 300_000))
    assert 0.07 < many / few < 0.2
    assert figures.pairs.compute(0.97, 0.25, 0.17, 20)["valid"] == (True, False)
    assert (
        figures.delta.compute(30, 0.25, 0.0)["exact"]
        < figures.delta.compute(30, 0.25, 0.0)["predicted"]
    )
    clear, (usual, least), below = figures.learnt(0.3, "number of the word")
    assert 1.15 < usual / least < 1.25 and below[1:].sum() <= 2
    useless = figures.rate.compute(100, 0.3, "an unlucky one")
    assert useless["mean"][0] > 1
    good, bad = (figures.learnt(0.1, v) for v in figures.DIRECTIONS)
    assert bad[1][0] / good[1][0] == pytest.approx(4, abs=0.2)  # four times the error
    assert bad[0][1, 3] == pytest.approx(good[0][1, 3], abs=1e-4)  # EM from there does not mind
    curves = np.sqrt((figures.learnt(0.02, "number of the word")[0] ** 2).mean(axis=2))
    assert curves[1, 1:] == pytest.approx(curves[0, 1:], rel=0.05)  # green inside blue


def test_the_rate_is_claimed_where_the_story_shows_it(show):
    """One step breaks the hypothesis, and says so; a single search is spoken of as one."""
    figure, silent = show("rate"), []
    for index, step in enumerate(figure.story):
        figure.show(index)
        if figure.claims()[0].why_not:
            silent.append(step.name)
    assert silent == ["few texts, bad direction"]
    figure.set(n="10 000", blur="blurred (0.3)", v="number of the word")
    assert "1 of its sixty searches is stuck" in figure.told


def test_the_inverse_map_and_the_hand():
    m = np.linspace(-2, 2, 41)
    for c in (0.0, 0.05, 1.0):
        assert figures.bent(figures.bent_inverse(m, c), c) == pytest.approx(m)
    assert figures.turned(0.5, 0.9) == pytest.approx(90) and figures.turned(0.1, -0.1) == 180
    assert figures.nearest_count(900) == "1000" and figures.nearest_count(5e6) == "a million"
    r = figures.pairs.compute(0.6, 0.25, 0.17, 20)
    assert r["share_at"](*figures.plane(r["rival"])[1]) == pytest.approx(0.6)


def test_a_die_that_shows_one_end_face_has_no_best_tilt():
    assert figures.matched(6.0) == np.inf and figures.matched(1.0) == -np.inf
    assert figures.matched(3.5) == pytest.approx(0, abs=1e-9)


def test_most_of_the_stuck_starts_get_away_later_and_start_4_does_not():
    """Section 1: 13 are stuck after 300 rounds, 5 of them 5000 rounds later."""
    true, shares = figures.four_topics(0.01), figures.SHARES
    chances = mm.triple_chances(true, shares)
    top = float(mm.log_likelihood(chances, true, shares))

    def on(B, pi, T):
        run = mm.em(chances, B, pi, T)
        return *mm.parameters(run.last, figures.D, figures.K), top - run.extra["loglik"][-1]

    B, pi, short = on(*figures.starts(), 300)
    late = short > figures.STUCK
    assert late.sum() == 13
    _, _, short = on(B[late], pi[late], 5000)
    assert (short > figures.STUCK).sum() == 5 and short[0] > 0.6  # the first of them is start 4


def test_plateaus_are_left_and_only_start_4_is_still_stuck_after_fifty_thousand_rounds():
    """Section 1: of the 13 starts that are stuck after 300 rounds, 8 get away within 5000 more."""
    true = figures.four_topics(0.01)
    chances = mm.triple_chances(true, figures.SHARES)
    top = mm.log_likelihood(chances, true, figures.SHARES)
    B, pi = figures.starts()
    stuck = np.flatnonzero(top - mm.em(chances, B, pi, 300).extra["loglik"][-1] > 0.02)
    below = top - mm.em(chances, B[stuck], pi[stuck], 50_300).extra["loglik"]
    assert len(stuck) == 13 and np.sum(below[5300] <= 0.02) == 8
    assert list(stuck[below[-1] > 0.02] + 1) == [4]
