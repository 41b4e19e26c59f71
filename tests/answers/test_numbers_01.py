"""The numbers to predict in 01 to 16 and their traps, by other ways than the exercises take."""

from itertools import combinations_with_replacement

import numpy as np
import pytest
from scipy import integrate, optimize
from sklearn.linear_model import Lasso

from helpers import data
from helpers.desk.checking import find
from helpers.desk.kinds import Number
from tests.answers.test_answers import EVERY

NUMBERS = {e.id: e for e in EVERY if isinstance(e, Number) and "01" <= e.id[:2] <= "16"}


def wishart(d=10, n=31, count=40_000):
    """1 + E tr (X'X)^-1, the mean risk of least squares with noise 1, by simulation."""
    X = np.random.default_rng(0).normal(size=(count, n, d))
    return 1 + np.trace(np.linalg.inv(X.mT @ X), axis1=1, axis2=2).mean()


def midpoints():
    """The largest mu for which 2w² + |w| - mu w²/2 is convex at the middle of every pair."""
    a, b = np.random.default_rng(0).uniform(-3, 3, (2, 20_000))

    def f(w):
        return 2 * w**2 + np.abs(w)

    return np.min((f(a) + f(b) - 2 * f((a + b) / 2)) / (a - b) ** 2) * 4


def perceptron(x, y, score):
    """The score after one visit, from some w and b with that score."""
    w, b = np.zeros(2), y * score
    if score <= 0:
        w, b = w + y * np.array(x), b + y
    return y * (w @ x + b)


def without_the_third():
    others = np.array([1.0, 4.0, 2.0, 0.0])
    third = optimize.brentq(lambda v: v - np.mean([*others, v]) - 2, 0, 100)
    return third - others.mean()


def lasso(least_squares, lam):
    """The sum of sizes of the minimiser, coefficient by coefficient on a fine grid."""
    grid = np.linspace(-2, 2, 40_001)
    best = [grid[np.argmin((grid - b) ** 2 + lam * np.abs(grid))] for b in least_squares]
    return np.abs(best).sum()


def sigmoid(s):
    return 1 / (1 + np.exp(-s))


def at_rest(eta_a, steps=200):
    """Variance of w ← (1 - eta a) w + kick, in units of the target's."""
    v = 0.0
    for _ in range(steps):
        v = (1 - eta_a) ** 2 * v + 2 * eta_a
    return v


def street():
    """The dual of the hard margin on x = 1 (-) and 4 (+), maximised over one common price."""
    return optimize.minimize_scalar(lambda a: (3 * a) ** 2 / 2 - 2 * a, bounds=(0, 3)).x


def reweighted(eps):
    alpha = optimize.minimize_scalar(lambda a: (1 - eps) * np.exp(-a) + eps * np.exp(a)).x
    return np.exp(2 * alpha)


def lonely(y, n, lam):
    """The fit at its own point by a bell of price c²: mean loss + lam c², over the height c."""
    return optimize.minimize_scalar(lambda c: (y - c) ** 2 / n + lam * c**2).x


def largest_c():
    """Bisection on the least eigenvalue of (1 + xz)³ - c x²z² at random places."""
    x = np.random.default_rng(0).uniform(-3, 3, 12)
    P = np.multiply.outer(x, x)

    def fails(c):
        values = np.linalg.eigvalsh((1 + P) ** 3 - c * P**2)
        return values[0] < -1e-9 * values[-1]

    low, high = 0.0, 10.0
    while high - low > 1e-4:
        middle = (low + high) / 2
        low, high = (low, middle) if fails(middle) else (middle, high)
    return low


def polygon():
    """∫ f'² of the cheapest polygon on a grid of 40 pieces, with two heights given."""
    n, fixed = 40, {0: 0.0, 10: 2.0, 30: 0.0}
    free = [i for i in range(n + 1) if i not in fixed]
    D = np.diff(np.eye(n + 1), axis=0)
    known = D[:, list(fixed)] @ list(fixed.values())
    heights = np.linalg.lstsq(D[:, free], -known, rcond=None)[0]
    return np.sum((D[:, free] @ heights + known) ** 2) * n


def kept(rho):
    """The share of the variance that the best coefficient leaves at this correlation."""
    return optimize.minimize_scalar(lambda c: 1 + 2 * c * rho + c**2).fun


ANSWERS = {
    "01-kept": wishart,
    "02-sum": midpoints,
    "03-next-score": lambda: perceptron((2, 1), -1, -3),
    "04-left-out": without_the_third,
    "05-threshold": lambda: lasso([0.2, -0.5, 0.25, 1.1], 0.6),
    "06-warmed": lambda: 100 * sigmoid(np.log(4) / 2),
    "07-overshoot": lambda: optimize.brentq(lambda eta: 1 - eta * 6 + 0.5, 0, 1),
    "08-tenth": lambda: optimize.brentq(lambda m: 1.6 / np.sqrt(m) - 0.1, 1, 1e4),
    "09-companion": lambda: optimize.brentq(lambda rho: kept(rho) - 0.1, 0.5, 0.999),
    "10-width": lambda: at_rest(1.0),
    "11-price": street,
    "12-hinge": lambda: max(s - 1.2 + (k != 0) for k, s in enumerate([1.2, 0.9, 1.5])),
    "13-gain": lambda: reweighted(0.2),
    "14-alone": lambda: lonely(3, 100, 0.01),
    "15-subtracted": largest_c,
    "16-bill": polygon,
}
TRAPS = {  # the number that each known mistake leads to
    "01-kept": (1 - 10 / 31, 1, 1 + 10 / 31),
    "02-sum": (2, 4 + 1, 0),
    "03-next-score": (-3 + 5 + 1 - 1, -3 - 6, -3 + 1, 0, -3),
    "04-left-out": (2, 2 * 4 / 5, 2 + 2 / 5, 2 * 5),
    "05-threshold": (0.5, 0.5 + 1.1, (0.2 + 0.5 + 0.25 + 1.1) / 1.6, 2.05),
    "06-warmed": (80 / 2, 50 + 30 / 2, 100 * sigmoid(2 * np.log(4)), 80),
    "07-overshoot": (1.5 / 3, 0.5 / 6, 2 / 6, 1 / 6, 1.5),
    "08-tenth": (4 * 8, 8**2, 8, 4 * 4),
    "09-companion": (0.9, 0.99, 0.1**0.5, 0.1),
    "10-width": (1, 2**0.5, 1 / 2, 2**2),
    "11-price": (2 / 3, 3 / 2, 4 / 9, 1 / 9, (2 / 3) / 5),
    "12-hinge": (0.7 + 1.3, 0.3, 1 - 0.3, 1),
    "13-gain": (4**0.5, 0.5 / 0.2, 1 / 4, 4**2, 0.8 / 0.5),
    "14-alone": (3, 3 / 1.01, 0, 3 / 100),
    "15-subtracted": (0, 1, 2),
    "16-bill": (8**2 / 4, 4**2 / 2, 24 + 4**2 / 4, 8**2 + 4**2, 8 + 4, 24 / 4, 2**2, 0),
}


@pytest.mark.parametrize("id", NUMBERS)
def test_a_number_to_predict_comes_out_in_another_way(id):
    exercise = NUMBERS[id]
    assert ANSWERS[id]() == pytest.approx(exercise.answer, abs=exercise.within / 2)


@pytest.mark.parametrize("id", NUMBERS)
def test_a_trap_is_where_its_mistake_leads(id):
    exercise = NUMBERS[id]
    assert len(TRAPS[id]) == len(exercise.traps)
    for led, (trap, words) in zip(TRAPS[id], exercise.traps):
        assert led == pytest.approx(trap, abs=exercise.within / 2), words


def test_the_gain_of_the_missed_one_alone_is_2_5():
    """13: e^alpha / z with alpha and z of a rule that errs with weight 0.2."""
    z = integrate.quad(lambda _: 2 * np.sqrt(0.2 * 0.8), 0, 1)[0]
    assert 2 / z == pytest.approx(2.5)


def test_what_two_correlations_leave():
    """09: 0.99 leaves 2 % of the variance, 0.1 saves one per cent, 0.9 leaves almost a fifth."""
    assert np.round([kept(0.99), 1 - kept(0.1), kept(0.9)], 2).tolist() == [0.02, 0.01, 0.19]


@pytest.mark.slow  # makes a figure
def test_which_steps_between_snapshots_do():
    """09-few: all the places of the figure at which the conditions hold."""
    exercise = find("09-few")
    figure, done = exercise.make(), {}
    figure.set(n="100")
    for kappa in (2, 4, 20, 40, 50, 60):
        for eta in figure.stops("eta"):
            figure.set(eta=eta, kappa=kappa)
            if all(exercise.holds(figure.r).values()):
                done.setdefault(kappa, []).append(round(eta, 2))
    assert set(done[4]) == {0.1, 0.11, 0.13, 0.14} and set(done[40]) == {0.02, 0.03}
    assert {2, 50} <= set(done) and 60 not in done
    assert "κ between 2 and 50" in exercise.why
    assert figure.stops("kappa")[0] in (1, 2)


@pytest.mark.slow  # makes a figure
def test_the_excess_of_small_steps_at_temperature_one():
    """10-honest, second hint: 11 % at the smallest step, and eta V / (2 tau) is nearly that."""
    figure = find("10-honest").make()
    figure.set(eta=figure.stops("eta")[0], m=5, tau=1.0)
    r = figure.r
    assert round(100 * (r.rest * r.a - 1)) == 11
    assert r.eta * r.V / 2 == pytest.approx(0.11, abs=0.02)


def said(id, *words):
    """Are these words told to a marker? Then what they say is computed below."""
    exercise = find(id)
    return all(one in exercise.model + repr(exercise.rubric) for one in words)


def test_where_cholesterol_is_zero_and_what_stands_in_for_it():
    """05-zeros, with scikit-learn's lasso, whose price is half of ours."""
    patients = data.load("diabetes")
    X, y = data.standardise(patients.X), (patients.y - patients.y.mean()) / patients.y.std()

    def pair(lam):
        fit = Lasso(alpha=lam / 2, fit_intercept=False, tol=1e-10, max_iter=10**5).fit(X, y)
        return fit.coef_[4:6].round(2).tolist()

    assert pair(0.002) == [-0.35, 0.19] and pair(0.1)[0] == pair(0.3)[0] == 0 != pair(0.05)[0]
    assert round(np.corrcoef(X.T)[4, 5], 2) == 0.9
    assert said(
        "05-zeros", "λ over 0.1 and −0.35 at λ = 0.002", "+0.19", "at smaller λ cholesterol"
    )


def test_metres_beside_euros():
    """07-exploded: incomes around 50 000, heights around 1.7."""
    steep, flat = 2 * 50_000**2, 2 * 1.7**2
    assert steep == 5e9 and 2 / steep == pytest.approx(4e-10) and round(flat) == 6
    assert (1 - 1e-10 * flat) ** 1e6 > 0.999 and 5e8 < steep / flat < 2e9
    assert said("07-exploded", "that is 5e9", "over 4e-10", "1 - 6e-10", "about 1e9")


def test_what_twenty_thousand_patients_cost():
    """14-advice: entries, operations, and monomials of degree 2 or less in 50 measurements."""
    n, d = 20_000, 50
    assert n**2 == 4e8 and round(n**3 / 3 / 1e12, 1) == 2.7
    assert len(list(combinations_with_replacement(range(d + 1), 2))) == 1326
    assert said("14-advice", "4·10⁸ entries", "2.7·10¹² operations", "1326 of degree 2")
