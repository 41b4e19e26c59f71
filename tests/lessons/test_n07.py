"""Figures of notebook 07: what they compute, checked another way, and claims that see an error."""

import pytest

from tests.lessons.room import Room

figures = Room("07")


def broken(figure):
    """Names of the claims that apply and do not hold."""
    return {c.name for c in figure.claims() if not c.why_not and not c.holds}


@pytest.mark.parametrize("name", ["valley", "speed", "promise", "regression", "faster", "rates"])
def test_every_step_of_the_story_is_true(show, name):
    figure = show(name)
    for values in figure.presets.values():
        figure.set(**values)
        assert not broken(figure), values


def test_start_optimum_and_end_have_marks_of_their_own(show):
    """A star at the start would be read as w*."""
    legend = show("valley").canvas.figure.axes[0].get_legend()
    marks = [handle.get_marker() for handle in legend.legend_handles]
    names = [words.get_text() for words in legend.texts]
    assert dict(zip(names, marks))["start"] == "s" and len(set(marks)) == len(marks) == 4


def test_a_mean_factor_is_that_of_the_distance():
    assert figures.mean_factor(5 * 0.7**12, 5, 6) == pytest.approx(0.7)


def test_the_worst_fall_is_the_promised_one_on_the_steep_axis(show):
    """Theorem 7.2 is reached there, and only there."""
    figure = show("valley", x=0.0, y=1.0, eta=1.7)
    assert figure.r.least == pytest.approx(1)
    figure.set(x=1.0, y=0.0)
    assert figure.r.least == pytest.approx((1 - 1.7 * 0.1 / 2) / (1 - 1.7 / 2))
    figure.set(x=0.0)
    assert all(claim.why_not for claim in figure.claims()), "nothing moves at the optimum"


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_a_loop_that_steps_ten_per_cent_wrong_is_seen(show, monkeypatch, wrong):
    right = figures.optim.gradient_descent
    monkeypatch.setattr(
        figures.optim, "gradient_descent", lambda g, w, eta, T: right(g, w, wrong * eta, T)
    )
    assert "one factor a direction" in broken(show("valley"))
    assert broken(show("speed", eta=0.5)) == {"the steep factor", "the flat factor"}
    assert {"one factor a direction"} <= broken(show("regression"))
    assert broken(show("promise", f=figures.HUBER)) == {"Huber: R²/(4ηT + 2/β)"}
    assert "kink: reached" in broken(show("promise", T=100, c=0.1))


def test_the_curves_of_the_step_size_pass_through_the_star(show):
    """The tuning curve and the run itself are computed in different ways."""
    for f in (figures.KINK, figures.HUBER, figures.VALLEY):
        for T in (1, 7, 120):
            figure = show("promise", f=f, T=T, c=figures.TIMES[40])
            assert figure.r.errors[40] == pytest.approx(figure.r.error[-1])
            if f == figures.KINK:
                assert figure.r.allowed[40] == pytest.approx(figure.r.bound[-1])


def test_every_theorem_has_a_step_of_the_story(show):
    """USC's Theorem 1 among them: it applies from (β+μ)/(2β²) to 2/(β+μ), and nowhere else."""
    figure = show("promise")
    applied = set()
    for values in figure.presets.values():
        figure.set(**values)
        applied |= {claim.name for claim in figure.claims() if not claim.why_not}
    assert applied == {claim.name for claim in figure.claims()}
    loose = figure.claims()[-1].name
    for c, inside in ((0.25, False), (0.26, True), (1, True), (1.01, False)):
        figure.set(f=figures.VALLEY, c=c)
        claim = next(claim for claim in figure.claims() if claim.name == loose)
        assert bool(claim.why_not) != inside and (claim.holds or not inside)


def test_with_a_step_too_short_the_printed_bound_really_fails():
    """The hypothesis on η is no decoration: along the flat axis a tiny step breaks e^(−T/κ)."""
    f = figures.problems.valley(100)
    promised = figures.bounds.strong_bound(1, 2, 100, 1000)
    for c, fails in ((0.05, True), (0.26, False)):
        run = figures.optim.gradient_descent(f.grad, [2.0, 0.0], c * 2 / 1.01, 1000)
        assert (f.gap(run.last) > promised) == fails


@pytest.mark.parametrize("wrong", [0.95, 1.05])
def test_wrong_curvatures_of_a_line_are_seen(show, monkeypatch, wrong):
    right = figures.curvatures
    monkeypatch.setattr(figures, "curvatures", lambda x: tuple(wrong * c for c in right(x)))
    assert {"β from two means", "μ from two means"} <= broken(show("regression"))


def test_the_answers_do_not_move_the_limit(show):
    """Section 4: the curvatures come from x alone."""
    figure = show("regression")
    limits = set()
    for corr in (-1, 0, 0.5, 1):
        figure.set(corr=corr)
        limits.add(figure.r.curved)
    assert len(limits) == 1


def test_momentum_with_a_wrong_look_ahead_is_seen(show, monkeypatch):
    right = figures.optim.nesterov
    monkeypatch.setattr(
        figures.optim, "nesterov", lambda g, w, eta, T, mu: right(g, w, eta, T, mu=1.2 * mu)
    )
    assert "reached in the flattest direction" in broken(show("faster"))


def test_a_lower_bound_with_kappa_for_its_root_is_seen(show, monkeypatch):
    def planted(mu, kappa, R, k):
        q = (kappa - 1) / (kappa + 1)
        return mu / 2 * q ** (2 * k) * R**2

    monkeypatch.setattr(figures.bounds, "gradient_lower_bound", planted)
    assert broken(show("faster")) == {"≥ lower bound"}


def test_steps_are_read_off_the_table(show):
    figure = show("faster", kappa=1000)
    kappas, slow, quick = figures.table()
    assert slow[0] < figure.r.steps[0] < slow[-1] and len(kappas) == 25
    exact = figures.problems.steps_to(1e-8, [1000.0])
    assert figure.r.steps == pytest.approx([counts[0] for counts in exact], rel=0.03)


def test_handles_are_their_sliders(show):
    figure = show("speed", kappa=10)
    (handle,) = figure.handles
    assert handle.at(figure.r) == (1, pytest.approx(0.9))
    figure.set(**handle.to(figure.r, 1.5, 0.2))
    assert handle.at(figure.r) == (1.5, pytest.approx(0.85))
    figure = show("valley")
    figure.set(**figure.handles[0].to(figure.r, -1.0, 0.5))
    assert figure.r.run.w[0].tolist() == [-1.0, 0.5]
    figure = show("regression", eta=3, T=40)
    assert figure.handles[0].at(figure.r) is None, "the star has left the picture"
