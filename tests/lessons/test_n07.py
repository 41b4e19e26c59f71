"""Figures of notebook 07: what they compute, checked another way, and claims that see an error."""

import numpy as np
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


def test_a_wrong_schedule_sum_is_seen(show, monkeypatch):
    """Theorem 7.10 is an identity: leaving out what remains of the distance breaks it."""
    right = figures.bounds.linear_bound

    def planted(run, w_star):
        left, sides = right(run, w_star)
        return left, 1.1 * sides

    monkeypatch.setattr(figures.bounds, "linear_bound", planted)
    assert broken(show("rates")) == {"what the sum leaves out"}


# sentences and guesses


def test_beyond_two_over_beta_the_walk_runs_away_and_at_two_it_hops_for_ever():
    """The first guess, by the loop alone."""
    for eta, far in ((1.9, False), (2.0, False), (2.01, True), (3.0, True)):
        b = 1.4
        for _ in range(500):
            b -= eta * b
        assert (abs(b) > 100) == far
        assert abs(b) == pytest.approx(1.4) or eta != 2.0


def test_the_best_step_for_the_worst_start_is_nearly_two_over_beta():
    """The second guess, by a search over step sizes."""
    etas = np.linspace(0.01, 2.5, 2491)
    worst = np.maximum(np.abs(1 - etas), np.abs(1 - etas / 10))
    assert etas[worst.argmin()] == pytest.approx(1.82, abs=0.005)
    assert worst.min() == pytest.approx(0.82, abs=0.005)
    assert worst[np.abs(etas - 1).argmin()] == pytest.approx(0.9)
    assert abs(1 - 10) == 9, "at 1/μ the steep direction is multiplied by −9"


def test_what_the_bounds_use_up(show):
    """Half for Huber, 64 % in the valley from this start, everything for the kink and from b."""
    figure = show("promise", f=figures.HUBER)
    assert 0.4 < figure.r.error[-1] / figure.r.bound[-1] < 0.5
    figure.set(f=figures.VALLEY)
    assert figure.r.error[-1] / figure.r.bound[-1] == pytest.approx(0.64, abs=0.01)
    eta = 2 / 1.01
    for T in (1, 10, 100):
        height, b = 0.0, 1.0
        for _ in range(T):
            b -= eta * b
            height = b**2 / 2
        bound = (1 - 2 * eta * 0.01 / 1.01) ** T / 2
        assert height == pytest.approx(bound, rel=1e-9), "from the steep axis: an equality"


def test_0_99_diverges_on_86_per_cent_of_the_samples():
    """By the largest eigenvalue of the second derivatives, not by two means."""
    over = 0
    for seed in range(2000):
        X = figures.problems.normal_pairs(100, 0.2, np.random.default_rng(seed))[0]
        over += 2 / np.linalg.eigvalsh(2 * X.T @ X / 100)[-1] < 0.99
    assert over / 2000 == pytest.approx(0.86, abs=0.005)


def steps_in_a_valley(kappa, momentum):
    """Steps to a height of 1e-8 along the axes of a valley, from (1, 1), by the plain loop."""
    p = kappa**-0.5
    theta, eta = ((1 - p) / (1 + p), 1.0) if momentum else (0.0, 2 / (1 + 1 / kappa))
    curved = np.array([1 / kappa, 1.0])
    w = before = np.ones(2)
    steps = 0
    while (curved * w * w).sum() / 2 > 1e-8:
        ahead = w + theta * (w - before)
        before, w, steps = w, ahead - eta * curved * ahead, steps + 1
    return steps


def test_at_kappa_1000_momentum_takes_240_steps_and_descent_4400():
    assert steps_in_a_valley(1000, False) == pytest.approx(4400, rel=0.03)
    assert steps_in_a_valley(1000, True) == pytest.approx(240, rel=0.03)
    assert np.log(0.968) / np.log(0.998) == pytest.approx(16, abs=0.5)
    assert steps_in_a_valley(3, True) / steps_in_a_valley(3, False) > 0.85


@pytest.mark.parametrize("start, eta", [(0.9, 1.0), (2.0, 0.3), (1.37, 0.41), (0.1, 0.7)])
def test_the_average_of_hops_tends_to_half_a_step_at_most(start, eta):
    """On |w| with a constant step: |a - η/2|, and the last point is nearly a whole step off."""
    w, total, last = start, 0.0, []
    for _ in range(20_000):
        total += w
        w -= eta * np.sign(w)
        last.append(abs(w))
    a = last[-1]
    assert abs(total) / 20_000 == pytest.approx(abs(a - eta / 2), abs=1e-3)
    assert abs(total) / 20_000 <= eta / 2 + 1e-3 and max(last[-2:]) <= eta + 1e-9
    assert last[-1] + last[-2] == pytest.approx(eta)


def test_if_all_x_are_equal_no_step_is_best_for_a_line():
    """Theorem 7.7 excludes them: μ = 0, and the factor is 1 for every step up to 2/β."""
    mu, beta = figures.curvatures(np.full(5, 1.7))
    assert mu == pytest.approx(0, abs=1e-12) and beta == pytest.approx(2 + 2 * 1.7**2)


def test_with_curvature_beta_momentum_arrives_in_one_step():
    """The case λ = β in the proof of Theorem 7.8."""
    f = figures.problems.valley(50)
    run = figures.optim.nesterov(f.grad, [0.0, 1.0], 1.0, 5, mu=1 / 50)
    assert not run.w[1:].any()


def test_the_flat_factor_is_measured_even_when_it_is_zero(show):
    """η = κ: nothing is left, and the fortieth root of the smallest number is not 0."""
    figure = show("speed", eta=1.58, kappa=1.58)
    assert not broken(figure)
