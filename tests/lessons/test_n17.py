"""Figures of notebook 17: claims that see a wrong formula, and numbers that the text quotes."""

from itertools import combinations

import numpy as np
import pytest

from helpers.kernels import gaussian, gp
from tests.lessons.claims import broken, forget, scaled
from tests.lessons.room import Room

figures = Room("17")


@pytest.mark.parametrize(
    "name, values, formula, factor, part",
    [
        ("band", {}, "posterior", 1.1, 0),
        ("band", {}, "posterior", 1.1, 1),
        ("band", dict(lam=0.06), "posterior", 0.9, 1),
        ("sure", {}, "coverage", 1.1, 2),
        ("sure", dict(bandwidth=0.1), "coverage", 0.97, 2),
        ("sure", dict(bandwidth=0.1), "coverage", 0.9, 1),
        ("sure", dict(bandwidth=0.4), "coverage", 0.8, 0),
        ("evidence", {}, "log_evidence", 1.01, 0),
        ("evidence", {}, "log_evidence", 1.01, 1),
        ("evidence", {}, "forecasts", 1.01, None),
        ("questions", {}, "information", 1.01, None),
        ("hunt", dict(rule="expected improvement", T=4), "expected_improvement", 1.3, None),
        ("prior", {}, "draw", 1.2, None),
    ],
)
def test_a_wrong_formula_is_seen(show, monkeypatch, name, values, formula, factor, part):
    figure = show(name, **values)
    assert not broken(figure)
    monkeypatch.setattr(gp, formula, scaled(getattr(gp, formula), factor, part))
    forget(figures)
    figure.set(**values)
    assert broken(figure)


def test_a_rule_that_is_not_greedy_is_seen(show, monkeypatch):
    """If “largest variance” asked where f is best known, other lists would tell far more."""
    figure = show("questions", T=3, rule="least total variance")
    assert not broken(figure)
    monkeypatch.setattr(gp, "largest_variance", lambda mean, cov, best: -np.diag(cov))
    figure.set(T=3, rule="least total variance")
    assert "no list tells much more than the greedy one" in broken(figure)


def test_the_average_evidence_is_that_of_simulated_data():
    """The dashed curve: the mean over 4000 data sets of the truth, within five standard errors."""
    rng = np.random.default_rng(0)
    data = gp.draw(0, figures.TRUE_COV, rng.normal(size=(4000, 25)))
    for ell, sigma in ((0.03, 0.3), (0.1, 0.3), (0.3, 0.5)):
        K = gaussian(ell)(figures.XS)
        values = np.array([sum(gp.log_evidence(K, y, sigma)) for y in data])
        five = 5 * values.std() / np.sqrt(len(values))
        assert values.mean() == pytest.approx(figures.average_evidence(K, sigma), abs=five)


def test_the_certificate_needs_the_width_of_the_band(show):
    """The headline holds with the band, and would fail with the mean alone."""
    figure = show("hunt", T=4, rule="largest variance", beta=3.0)
    r = figure.r
    assert not broken(figure) and not figure.headlined.why_not
    assert r.gap > float(r.mean.max()) - r.best


def test_the_certificate_is_drawn_for_every_question(show):
    """The dashed curve ends in the claim's number, is above the gap while the function stays in
    the band, and below it where the story says that the function has left."""
    figure = show("hunt", rule="expected improvement", T=12)
    r = figure.r
    assert r.rooms[11] == pytest.approx(r.roof - r.best) and (r.gaps <= r.rooms).all()
    assert r.rooms[0] > r.rooms[6] > 20 * r.rooms[11]
    near = slice(35, 48)
    assert 0.5 < (2.5 * r.sd[near]).max() and (r.mean + 2.5 * r.sd)[near].max() < r.best
    r = show("hunt", rule="UCB", beta=0.5, T=20).r
    assert (r.gaps > r.rooms).all()
    r = show("hunt", rule="UCB", beta=5.0, T=16).r
    assert r.gaps[4] < 0.02 and r.rooms[10] > 0.4 > 0.1 > r.rooms[11]


def test_a_band_may_miss_what_it_was_drawn_through():
    """Six values at one place, and a bandwidth of 0.5: what the story says of the band."""
    places = np.array(figures.SIX)
    together = places.copy()
    together[:, 0] = 0.5
    assert np.ptp(together[:, 1]) == pytest.approx(2)
    r = figures.band.compute(0.1, 0.002, 0.5, together)
    assert gp.Z95 * r["here"][1] == pytest.approx(0.09, abs=0.005)
    r = figures.band.compute(0.5, 0.002, 0.44, places)
    mean, half = (np.interp(places[:, 0], figures.GRID, v) for v in (r["mean"], 1.96 * r["sd"]))
    assert (np.abs(places[:, 1] - mean) > half).sum() == 5


def test_the_nearer_curve_has_the_smaller_evidence():
    """The guess of section 3: ℓ = 0.03 comes nearer to the data, 0.1 gives them more density."""
    misses, logs = [], []
    for ell in (0.03, 0.1):
        K = gaussian(ell)(figures.XS)
        mean, _ = gp.posterior(K, K, np.ones(25), figures.YS, 0.3)
        misses.append(np.square(mean - figures.YS).sum())
        logs.append(figures.evidence.compute(ell, 0.0036)["total"])
    assert misses[0] < misses[1] / 3
    assert np.exp(logs[1] - logs[0]) == pytest.approx(1200, rel=0.05)


def test_the_band_does_not_look_at_y():
    """Any values at the same places: one band; the bell of brute force has its width, too."""
    places = np.array(figures.SIX)
    first = figures.band.compute(0.1, 0.002, 0.44, places)
    for seed in range(5):
        other = places.copy()
        other[:, 1] = np.random.default_rng(seed).uniform(-2.9, 2.9, 6)
        r = figures.band.compute(0.1, 0.002, 0.44, other)
        assert r["sd"] == pytest.approx(first["sd"])
        assert r["brute"][1] == pytest.approx(first["brute"][1])
        assert r["here"][0] != pytest.approx(first["here"][0], abs=1e-3)


def test_the_strip_below_moves_with_the_places_alone(show):
    """Pulled up, a measurement leaves the half-width on the orange line; pulled aside, not."""
    steps = {step.name: step.values for step in figures.band.story}
    for name, still in (("an outlier", True), ("much noise", True), ("sideways", False)):
        r = show("band", **steps[name]).r
        assert np.allclose(r.sd, r.first_sd) == still
    r = show("band", **steps["an outlier"]).r  # far up, and all of it in the picture
    assert (np.abs(r.mean) + gp.Z95 * r.sd).max() < 3.2


def test_five_lines_are_five(show):
    """The straight lines of the story can be told apart, and some rise and some fall."""
    step = next(step for step in figures.prior.story if step.name == "linear")
    ends = np.sort(show("prior", **step.values).r.paths[:, -1])
    assert np.diff(ends).min() > 0.4 and ends[0] < 0 < ends[-1]


def test_swaps_find_the_best_list_of_five(show):
    """The rival of the headline: more than greedy, and five even steps, the best list of all."""
    K = gaussian(0.15)(figures.STOPS)
    greedy = gp.run_queries(K, np.zeros(41), 0.2, 5, gp.largest_variance).extra["asked"]
    assert sorted(figures.swapped(K, greedy, 0.2)) == [0, 10, 20, 30, 40]
    r = show("questions", T=5).r
    assert r.rival == pytest.approx(1.0236 * r.greedy, abs=1e-3)
    assert all(show("questions", T=T).r.rival >= r.greedy - 1e-9 for T in (5, 6, 7, 8))


def test_curves_of_the_linear_kernel_are_fully_correlated(show):
    """Straight lines through 0: every two values have correlation 1 or -1, measured too."""
    r = show("prior", kernel="linear").r
    sides = np.sign(figures.AXIS).round()
    assert r.correlation == pytest.approx(sides) and r.measured == pytest.approx(sides)
    r = show("prior", kernel="periodic", bandwidth=1.0).r
    assert np.abs(r.measured).max() <= 1 + 1e-9


def test_a_dragged_question_makes_the_list_yours(show):
    figure = show("questions")
    before = figure.r.full.copy()
    handle = figure.handles[1]
    values = handle.to(figure.r, 0.9, 0.0)
    figure.set(**values)
    assert figure.values["rule"] == "yours"
    assert figure.r.full[1] == pytest.approx(0.9)
    assert np.delete(figure.r.full, 1) == pytest.approx(np.delete(before, 1), abs=1e-3)
    assert figure.handles[6].at(figure.r) is None


def test_the_numbers_of_the_text():
    """Guesses and worked numbers, computed."""
    places = np.array(figures.SIX)
    r = figures.band.compute(0.1, 0.002, 0.44, places)
    assert r["here"] == pytest.approx((0.45, 1.33 / 1.96), abs=0.005)
    assert r["sigma"] == pytest.approx(0.11, abs=0.005)
    places[3, 1] = 1.5
    r = figures.band.compute(0.1, 0.002, 0.44, places)
    assert r["here"] == pytest.approx((1.64, 1.33 / 1.96), abs=0.005)
    r = figures.sure.compute(0.2, 0.1, 1, 0.1, 12)
    assert r["mean_chance"] == pytest.approx(0.502, abs=5e-4)
    assert np.array(r["widths"]) * 1.96 == pytest.approx([0.23, 0.56], abs=0.005)
    assert figures.sure.compute(0.05, 0.1, 1, 0.1, 12)["mean_chance"] == pytest.approx(
        0.979, abs=5e-4
    )
    assert figures.sure.compute(0.2, 0.1, 1, 0.1, 30)["mean_chance"] < r["mean_chance"]
    for ell, value in ((0.1, -13.3), (0.03, -20.4)):
        assert figures.evidence.compute(ell, 0.0036)["total"] == pytest.approx(value, abs=0.06)
    assert gp.expected_improvement(-8.0, 1.0, 0.0) < 1e-16


def test_a_band_of_places_is_not_a_band_of_curves():
    """How many of the 2000 curves stay inside all the way, as the text says."""
    f = figures.truths(0.1, 12)
    y = f[:, :12] + 0.1 * figures.shaking()[:, :12]
    for ell, whole in ((0.1, 806), (0.2, 1)):
        model = figures.given(ell, 12)
        means = y @ np.linalg.solve(model[0] + 0.01 * np.eye(12), model[1].T)
        sd = gp.coverage(model, model, 0.1)[0]
        stay = (np.abs(f[:, 12:] - means) <= gp.Z95 * sd).all(axis=1).sum()
        assert stay == pytest.approx(whole, abs=5)


@pytest.mark.parametrize("T, more", [(4, 1.0003), (5, 1.0236)])
def test_the_best_list_of_all(T, more):
    """Every list of four places, and those of five with both ends, beside the greedy list."""
    K, ends = gaussian(0.15)(figures.STOPS), (0, 40) if T == 5 else ()
    lists = np.array([(*ends, *q) for q in combinations(range(41), T - len(ends))])
    lists = lists[[len(set(q)) == T for q in lists.tolist()]]
    grams = K[lists[:, :, None], lists[:, None, :]]
    greedy = gp.run_queries(K, np.zeros(41), 0.2, T, gp.largest_variance).extra["asked"]
    best = gp.information(grams, 0.2).max()
    assert best / gp.information(K[np.ix_(greedy, greedy)], 0.2) == pytest.approx(more, abs=1e-4)


def test_words_of_the_story_are_true():
    """The steps that name a number or a verdict."""
    at = figures.ELLS

    def top(lam):
        r = figures.evidence.compute(0.1, lam)
        total = sum(r["curves"])
        return at[np.argmax(total)], total.max(), np.ptp(total), at[np.argmax(r["averages"])]

    right, quiet, loud = top(0.0036), top(0.00018), top(0.072)
    assert right[0] == pytest.approx(0.1, rel=0.05) and right[3] == pytest.approx(0.1, rel=0.05)
    assert quiet[0] == pytest.approx(0.045, rel=0.05) and quiet[1] < right[1] - 4
    assert loud[2] < 3
    fit, complexity = figures.evidence.compute(0.03, 0.0036)["curves"]
    assert np.all(np.diff(complexity) > 0) and fit[0] > fit[-1] + 40
    own = np.array(figures.OWN)
    greedy, total, bad = (
        figures.questions.compute(4, rule, 0.15, 1, 0.2, own) for rule in figures.RULES
    )
    assert total["here"] < greedy["here"] and total["left"] < greedy["left"]
    assert bad["here"] < 0.6 * greedy["here"]
    other = figures.questions.compute(4, figures.RULES[0], 0.15, 21, 0.2, own)
    assert np.array_equal(other["asked"], greedy["asked"]) and other["sd"] == pytest.approx(
        greedy["sd"]
    )


def test_searches_end_where_the_story_says():
    hills = figures.HIDDEN["two hills"]

    def gap(rule, T, ell=0.1, beta=2.5):
        return figures.hunt.compute(T, rule, ell, beta, hills, 0.3)

    stuck = gap("highest mean", 20)
    assert len(set(stuck["asked"].tolist())) == 1 and stuck["best"] == pytest.approx(0.28, abs=0.01)
    assert gap("expected improvement", 12)["gap"] == pytest.approx(0, abs=1e-9)
    assert gap("UCB", 20, beta=0.5)["gap"] == pytest.approx(0.14, abs=0.01)
    assert gap("UCB", 16, beta=5.0)["gap"] == pytest.approx(0, abs=1e-9)
    wrong = gap("expected improvement", 20, ell=0.2)
    assert wrong["gap"] == pytest.approx(0.14, abs=0.01) and wrong["outside"] > 0.1


def test_the_circles_are_what_the_joint_density_says():
    """Nothing is conditioned here: the density of (h, y) at each height, from its covariance."""
    r = figures.band.compute(0.1, 0.002, 0.44, np.array(figures.SIX))
    x, y = np.array(figures.SIX).T
    k, at = gaussian(0.1), np.append(0.44, x)
    joint = k(at) + np.diag([0.0] + [6 * 0.002] * 6)
    rows = np.column_stack([r["heights"], np.tile(y, (len(r["heights"]), 1))])
    log = -np.sum(rows * np.linalg.solve(joint, rows.T).T, axis=1) / 2
    assert np.exp(log - log.max()) == pytest.approx(r["density"], abs=1e-6)


def test_draws_that_never_improve_measure_nothing(show):
    figure = show("hunt", rule="expected improvement", T=6, bandwidth=0.3, start=1.0)
    exact, mean, _ = figure.r.gain
    claim = next(c for c in figure.claims() if c.name.startswith("expected improvement"))
    assert 0 < exact < 1e-5 and (mean == 0) == bool(claim.why_not) and not broken(figure)
