"""Figures of notebook 04: what they compute, checked another way, and claims that see an error."""

import numpy as np
import pytest

from helpers.linear import bias_variance, least_squares
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
