"""Two wells: a density with two modes, and how a Langevin chain moves between them."""

import numpy as np

from helpers import check

# The two wells


def log_wells(w, c=1.5, s=0.5, p=0.5):
    """log(p N(w | c, s^2) + (1-p) N(w | -c, s^2))"""
    left, right = (np.asarray(w) + c) / s, (np.asarray(w) - c) / s
    log_p, log_q = np.log(p), np.log1p(-p)
    return np.logaddexp(log_p - right**2 / 2, log_q - left**2 / 2) - np.log(s * np.sqrt(2 * np.pi))


def grad_wells(w, c=1.5, s=0.5, p=0.5):
    """d/dw log_wells = (c tanh(c w/s^2 + logit(p)/2) - w) / s^2"""
    return (c * np.tanh(c * w / s**2 + np.log(p / (1 - p)) / 2) - w) / s**2


def kramers_rate(tau, c=1.5, s=0.5):
    """Crossings of the ridge per unit time for tau -> 0, with U = -log_wells.

    sqrt(U''(mode) |U''(0)|)/(2 pi) exp(-(U(0) - U(mode))/tau)
    """
    mode = c
    for _ in range(50):
        mode = c * np.tanh(c * mode / s**2)
    floor = (1 - (c / s) ** 2 / np.cosh(c * mode / s**2) ** 2) / s**2
    top = ((c / s) ** 2 - 1) / s**2
    barrier = log_wells(mode, c, s) - log_wells(0.0, c, s)
    return np.sqrt(floor * top) / (2 * np.pi) * np.exp(-barrier / tau)


def mode_switches(w, low, high):
    """How often each chain, a column of w (T+1, k), went from below `low` to above `high` or back.

    Shaking about the top of the barrier is not counted: only what arrives on the other side.
    """
    w = check.rows("w", w)
    side = np.where(w >= high, 1, np.where(w <= low, -1, 0))
    at = np.where(side != 0, np.arange(len(w))[:, None], 0)
    side = np.take_along_axis(side, np.maximum.accumulate(at, axis=0), axis=0)
    return ((side[1:] != side[:-1]) & (side[:-1] != 0)).sum(axis=0)


def step_matrix(grad, grid, eta, tau):
    """P[i, j] = density of the step from grid[i] to grid[j], times the spacing.

    The step is N(. | w + eta grad(w), 2 eta tau).

    The trapezium rule makes sums over this matrix exact to many digits while the spacing is below
    sqrt(2 eta tau).
    """
    sd = np.sqrt(2 * eta * tau)
    centre = grid + eta * grad(grid)
    return (
        np.exp(-(((grid - centre[:, None]) / sd) ** 2) / 2)
        * (grid[1] - grid[0])
        / (sd * np.sqrt(2 * np.pi))
    )


def even_grid(reach, high, eta, tau, fine=1.5):
    """Even points on about [-reach, reach], none at 0, `high` midway between two.

    They are spaced below sqrt(2 eta tau)/fine.
    """
    spacing = high / np.ceil(fine * high / np.sqrt(2 * eta * tau))
    half = int(np.ceil(reach / spacing))
    return (np.arange(-half, half) + 0.5) * spacing


def expected_switches(grad, w0, eta, tau, T, high, grid):
    """The exact mean of `mode_switches(w, -high, high)` after T steps from w0 <= -high.

    `grad` is odd: the wells are equal.

    u_t(w), the mean number still to come in t steps for a chain that was last on the left, obeys
    u_{t+1} = P [u_t below high; 1 + u_t(-w) above], because by symmetry u_t(-w) counts from the
    right.
    """
    if w0 > -high:
        raise ValueError(
            f"the chain must start on the left, at or below {-high:g}, but it starts at {w0:g}"
        )
    P = step_matrix(grad, grid, eta, tau)
    above = grid >= high
    u = np.zeros(len(grid))
    for _ in range(T - 1):
        u = P @ np.where(above, 1 + u[::-1], u)
    sd, centre = np.sqrt(2 * eta * tau), w0 + eta * float(grad(np.array(w0)))
    first = (
        np.exp(-(((grid - centre) / sd) ** 2) / 2) * (grid[1] - grid[0]) / (sd * np.sqrt(2 * np.pi))
    )
    return float(first @ np.where(above, 1 + u[::-1], u))
