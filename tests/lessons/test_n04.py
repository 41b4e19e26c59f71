"""Figures of notebook 04: what they compute, checked another way, and claims that see an error."""

import numpy as np
import pytest
from scipy.optimize import minimize

from helpers.linear import least_squares
from lessons.n04_least_squares import bias_variance
from tests.lessons.room import Room

figures = Room("04")


@pytest.mark.parametrize("n", [10, 50])
@pytest.mark.parametrize("M", [0, 3, 12])
def test_thirteen_rows_of_R_tell_all_that_n_rows_tell(n, M):
    """Bias and variance from the QR factors are those of the n examples themselves."""
    x, rows = np.linspace(0, 1, n), least_squares.polynomial(figures.GRID, M)
    direct = least_squares.Ridge(least_squares.polynomial(x, M), np.sin(2 * np.pi * x))
    for lam in (1e-6, 1e-2):
        expected = bias_variance.ridge_risk(direct, 0.25, lam, rows, figures.TRUTH).rows()
        assert figures.split(n, M, 0.25, lam).rows() == pytest.approx(expected, rel=1e-6)
        assert figures.wave(n, M).df(lam) == pytest.approx(direct.df(lam), rel=1e-6)


@pytest.mark.parametrize("wrong", [0.9, 1.1])
def test_the_fits_see_a_variance_that_is_ten_per_cent_wrong(show, monkeypatch, wrong):
    """Where variance is the larger part, 8000 fits notice 10 % at every position."""
    right = bias_variance.ridge_risk

    def planted(*given):
        parts = right(*given)
        return bias_variance.Parts(parts.bias2, wrong * parts.variance, parts.noise)

    monkeypatch.setattr(figures.bias_variance, "ridge_risk", planted)
    figure = show("parts")
    for M in (3, 6, 9, 12):
        for n in ("10", "50"):
            figure.set(M=M, n=n)
            assert not figure.claims()[1].holds, f"nothing noticed at M = {M}, n = {n}"


def test_two_examples_have_the_slope_and_the_bound_of_the_text(show):
    """Theorem 4.3 is reached at distance 2 sqrt(lam), and the numbers of the story are right."""
    figure = show("close", eps=0.02, lam=1e-4)
    assert np.linalg.norm(figure.r.w) == pytest.approx(figure.r.bound, rel=1e-3)
    assert figure.r.bound == pytest.approx(np.sqrt(2) / (2 * np.sqrt(2 * 1e-4)))
    assert show("close", eps=0.001, lam=1e-4).r.w[0] == pytest.approx(-5, abs=0.05)
    assert (
        abs(show("close", eps=0.001, lam=5e-5).r.w[0])
        < 10
        < abs(show("close", eps=0.001, lam=4e-5).r.w[0])
    )


def test_a_pulled_example_moves_alone_and_stays_in_the_picture(show):
    figure = show("wiggle", M=9)
    handle = figure.handles[5]
    x, y = handle.at(figure.r)
    figure.set(**handle.to(figure.r, x + 0.3, 9.0))
    moved = figure.r.answers - figures.ten_numbers(figures.TEN)
    assert np.flatnonzero(moved).tolist() == [5] and figure.r.answers[5] == 2.2
    assert figure.r.x[5] == x


def test_the_phantom_is_its_slider(show):
    figure = show("phantom", lam=0.5)
    handle = figure.handles[0]
    assert handle.at(figure.r) == (2.0, 0)
    assert handle.to(figure.r, 4.0, 1.0)["lam"] == pytest.approx(2.0)
    assert figure.handles[3].at(figure.r) is not None
    figure.set(n=2)
    assert figure.handles[3].at(figure.r) is None, "an example that is not used has no handle"
    with pytest.raises(ValueError, match="between -10 and 10"):
        figure.set(examples=", ".join(["1e9 1"] * 8))


def test_little_noise_makes_no_false_promise(show):
    """With hardly any noise the giant has the larger gap; the claim then does not apply."""
    figure = show("giants", M=599)
    for lengths in figures.POWERS:
        for sigma in (0, 1e-4, 0.002, 0.019, 0.02, 0.05):
            figure.set(lengths=lengths, sigma=sigma)
            assert all(claim.holds for claim in figure.claims() if not claim.why_not)
            assert bool(figure.claims()[-1].why_not) == (sigma < 0.02)


def test_leaving_one_out_sees_a_wrong_leverage(show, monkeypatch):
    right = least_squares.Ridge.leverage
    monkeypatch.setattr(least_squares.Ridge, "leverage", lambda self, lam: 0.9 * right(self, lam))
    assert not show("paths", lam=0.01).claims()[0].holds


# what guesses and their feedback say, computed another way


def test_degree_9_hits_the_ten_and_loses_the_new_points_most_near_the_ends():
    x, y = figures.TEN_X, figures.ten_numbers(figures.TEN)
    errors = {}
    for M in (1, 3, 9):
        p = np.polyfit(x, y, M)
        far = (np.polyval(p, figures.NEW_X) - figures.NEW_Y) ** 2
        errors[M] = np.mean((np.polyval(p, x) - y) ** 2), far.mean()
    assert np.round([*errors[1], *errors[3]], 2).tolist() == [0.42, 0.27, 0.04, 0.09]
    assert errors[9][0] < 1e-15 and round(errors[9][1], 2) == 0.61
    ends = np.abs(figures.NEW_X - 0.5) > 0.4  # the outer fifth of the line
    assert far[ends].mean() > 5 * far[~ends].mean()


@pytest.mark.parametrize("lam, slope", [(1, -0.0005), (0.05, -0.01), (1e-4, -5), (5e-5, -9.95)])
def test_the_slope_of_two_close_examples(lam, slope):
    X, y = np.array([[0, 1], [0.001, 1]]), np.array([1, -1])
    w = np.linalg.solve(X.T @ X + 2 * lam * np.eye(2), X.T @ y)
    assert w[0] == pytest.approx(slope, rel=0.01)


def test_the_farther_the_phantom_the_lower_the_slope():
    x, y = np.array(figures.EIGHT).T
    slopes = [np.polyfit([*x, p, *-x, -p], [*y, 0, *-y, 0], 1)[0] for p in (0, 0.5, 1, 2, 4)]
    assert np.all(np.diff(slopes) < 0) and np.round(slopes[::4], 1).tolist() == [1.5, 0.7]


def test_lines_through_5000_points_are_wrong_together():
    """0.30 falls to 0.26: variance by 0.011, and bias² by 0.024, but not to 0."""
    rng, parts = np.random.default_rng(0), {}
    for n in (10, 5000):
        x = np.linspace(0, 1, n)
        hat = np.linalg.pinv(np.column_stack([np.ones(n), x]))
        y = np.sin(2 * np.pi * x) + 0.25 * rng.normal(size=(2000, n))
        fits = y @ hat.T @ np.array([np.ones(201), figures.GRID])
        mean = fits.mean(axis=0)
        parts[n] = np.mean((mean - figures.TRUTH) ** 2), fits.var(axis=0).mean()
    assert parts[10] == pytest.approx((0.2235, 0.0114), abs=1e-3)
    assert parts[5000] == pytest.approx((0.1997, 0), abs=1e-3)
    totals = [sum(parts[n]) + 0.25**2 for n in (10, 5000)]
    assert np.round(totals, 2).tolist() == [0.30, 0.26]


def patients(n):
    """The training rows of the figure as they are read from the file: (X, y), and the others."""
    order = np.random.default_rng(0).permutation(442)
    X, y = figures.Paths.PATIENTS.X[order], figures.Paths.PATIENTS.y[order]
    return X[:n], y[:n], X[n:], y[n:]


def test_cholesterol_and_ldl_get_large_coefficients_of_opposite_signs():
    X, y, *_ = patients(60)
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    w = np.linalg.lstsq(np.column_stack([np.ones(60), Z]), y, rcond=None)[0][1:]
    assert w[[4, 5]].round(-1).tolist() == [-100, 60]
    assert np.corrcoef(Z[:, 4], Z[:, 5])[0, 1] == pytest.approx(0.9, abs=0.03)
    held = np.linalg.solve(Z.T @ Z + 6 * np.eye(10), Z.T @ (y - y.mean()))
    assert held[4] < 0 and held[5] < 0 and np.abs(held[[4, 5]]).max() < 6


@pytest.mark.parametrize("n, lam", [(60, 1e-4), (60, 0.1), (60, 0.316), (60, 1), (40, 1e-4)])
def test_leaving_a_patient_out_leaves_out_the_mean_too(show, n, lam):
    """Each fit to the other rows has its own mean of x and of y; the scales stay as they are."""
    X, y, *_ = patients(n)
    Z, missed = X / X.std(axis=0), []
    for i in range(n):
        A, b = np.delete(Z, i, axis=0), np.delete(y, i)
        centred = A - A.mean(axis=0)
        w = np.linalg.solve(centred.T @ centred + n * lam * np.eye(10), centred.T @ (b - b.mean()))
        missed.append(y[i] - b.mean() - (Z[i] - A.mean(axis=0)) @ w)
    assert show("paths", n=n, lam=lam).r.now[1] == pytest.approx(
        np.sqrt(np.mean(np.square(missed)))
    )


def test_leaving_one_out_chooses_nearly_what_the_others_would_choose(show):
    r = show("paths").r
    assert r.chosen[0] == pytest.approx(0.316, rel=0.01)
    others = r.errors[2].min()
    assert r.errors[2][np.argmin(r.errors[1])] < 1.01 * others
    assert round(r.now[1], 1) == 60.3 and round(r.chosen[1], 1) == 58.9


def test_the_shortest_of_many_solutions_is_a_mild_one():
    x, rng = np.linspace(0, 1, 20), np.random.default_rng(2)
    y, errors = np.sin(2 * np.pi * x) + 0.25 * rng.standard_normal(20), {}
    for D in (6, 20, 600):
        scale = np.arange(1, D + 1) ** -0.5
        old, new = (np.polynomial.legendre.legvander(2 * t - 1, D - 1) for t in (x, figures.GRID))
        w = np.linalg.pinv(old * scale) @ y
        errors[D] = np.mean((new * scale @ w - figures.TRUTH) ** 2) + 0.25**2
    assert errors[600] < errors[20] / 1000 and errors[6] < errors[600]


def test_twice_the_examples_halve_the_lam_of_the_same_prior():
    """The most probable w of data and prior is found by BFGS, and compared with ridge."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(24, 2))
    y = X @ [1.0, -2.0] + rng.normal(size=24)
    for n in (12, 24):
        A, b = X[:n], y[:n]

        def minus_log(w):
            return np.sum((A @ w - b) ** 2) / (2 * 0.6**2) + w @ w / (2 * 0.5**2)  # noqa: B023

        lam = 0.6**2 / (12 * 0.5**2) * 12 / n
        best = minimize(minus_log, [0, 0], tol=1e-10).x
        assert least_squares.Ridge(A, b).w(lam) == pytest.approx(best, abs=1e-4)
