"""Tempered densities f^(1/tau), and the exact laws of Langevin chains that run at them.

The linear chain. Where log f is quadratic with precision a, and the gradient guess has variance V_sg, SGLD is

    w_{t+1} - mode = (1 - eta_t a)(w_t - mode) + noise,    Var(noise) = 2 eta_t tau + eta_t^2 V_sg,

so every mean and variance follows from a recursion of numbers, without sampling.
The two wells. A mixture of two normals; its chain lives on a line, where one step is a matrix on a fine grid.
"""
import numpy as np

from helpers import check


def tempered(log_f, grid, tau):
    """The density proportional to f^(1/tau) at the points of an even `grid`, normalised by the trapezium rule."""
    tau = check.positive("tau", tau)
    log_p = log_f(grid) / tau
    p = np.exp(log_p - log_p.max())
    return p / np.trapezoid(p, grid)


# The linear chain


def stationary_variance(eta, a, tau, V=0.0):
    """(2 eta tau + eta^2 V) / (1 - (1 - eta a)^2): the variance SGLD settles at; infinite where eta a >= 2.

    With V = 0 it is tau/a / (1 - eta a/2): the tempered variance tau/a, inflated by the step.
    """
    eta = np.asarray(eta, dtype=float)
    with np.errstate(divide="ignore"):
        v = (2 * tau + eta * V) / (a * np.maximum(2 - eta * a, 0))
    return float(v) if v.ndim == 0 else v


def crossing_step(tau, V):
    """2 tau / V: at this step size gradient noise eta^2 V and injected noise 2 eta tau are equal."""
    return 2 * tau / V if V > 0 else np.inf


def variance_path(eta, a, tau, V=0.0, start=0.0):
    """Var(w_1), ..., Var(w_{T+1}) of the linear chain with step sizes eta (T,), from Var(w_1) = start."""
    out = [float(start)]
    for step in np.asarray(eta, dtype=float).tolist():
        out.append((1 - step * a) ** 2 * out[-1] + 2 * step * tau + step**2 * V)
    return np.array(out)


def linear_law(eta, a, tau, V=0.0, start=0.0):
    """Means and variances of w_1, ..., w_{T+1}, measured from the mode, of the linear chain that starts at `start`."""
    shrink = np.append(1.0, np.cumprod(1 - np.asarray(eta, dtype=float) * a))
    return start * shrink, variance_path(eta, a, tau, V)


def average_variance(eta, weights, a, tau, V=0.0, start=0.0):
    """Exact variance of sum_{s<=t} c_s w_s / sum_{s<=t} c_s for t = 1, ..., T on the linear chain.

    Weights c_s = 1 give the plain average, c_s = eta_s the weighted one. With S_t = sum c_s w_s the recursion carries
    Var(w_t), Cov(w_t, S_t) and Var(S_t); Cov(w_{t+1}, S_t) = (1 - eta_t a) Cov(w_t, S_t).
    """
    eta, weights = check.array("eta", eta, ndim=1), check.array("weights", weights, ndim=1, shape=(len(eta),))
    var, cov, total, out = float(start), 0.0, 0.0, []
    for step, c in zip(eta.tolist(), weights.tolist()):
        total += 2 * c * cov + c * c * var
        cov += c * var
        out.append(total)
        keep = 1 - step * a
        var, cov = keep**2 * var + 2 * step * tau + step**2 * V, keep * cov
    return np.array(out) / np.cumsum(weights) ** 2


def plain_limit(aC):
    """1/(1 + aC): what the variance of the plain average, in units of the target's, tends to for eta_t = C/t."""
    return 1 / (1 + aC)


def independent_draws(eta, a, T):
    """T (1-r)/(1+r), r = 1 - eta a: how many independent draws T steps of the stationary linear chain are worth."""
    return T * eta * a / (2 - eta * a)


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
    """sqrt(U''(mode) |U''(0)|)/(2 pi) exp(-(U(0) - U(mode))/tau), U = -log_wells: crossings per unit time, tau -> 0."""
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
    """P[i, j] = density of the step from grid[i] to grid[j], times the spacing: N(. | w + eta grad(w), 2 eta tau).

    The trapezium rule makes sums over this matrix exact to many digits while the spacing is below sqrt(2 eta tau).
    """
    sd = np.sqrt(2 * eta * tau)
    centre = grid + eta * grad(grid)
    return np.exp(-(((grid - centre[:, None]) / sd) ** 2) / 2) * (grid[1] - grid[0]) / (sd * np.sqrt(2 * np.pi))


def even_grid(reach, high, eta, tau, fine=1.5):
    """Even points on about [-reach, reach], none at 0, spaced below sqrt(2 eta tau)/fine, `high` midway between two."""
    spacing = high / np.ceil(fine * high / np.sqrt(2 * eta * tau))
    half = int(np.ceil(reach / spacing))
    return (np.arange(-half, half) + 0.5) * spacing


def stationary_law(grad, grid, eta, tau):
    """The density that one Langevin step leaves unchanged, on the grid: it solves p P = p, not the tempered f."""
    P = step_matrix(grad, grid, eta, tau)
    P /= P.sum(axis=1, keepdims=True)
    A = P.T - np.eye(len(grid))
    A[-1] = 1.0  # one equation is redundant; its place is taken by: the probabilities sum to 1
    p = np.linalg.solve(A, np.eye(len(grid))[-1])
    return p / (grid[1] - grid[0])


def expected_switches(grad, w0, eta, tau, T, high, grid):
    """Exact mean of `mode_switches(w, -high, high)` after T steps from w0 <= -high, for odd `grad` (equal wells).

    u_t(w), the mean number still to come in t steps for a chain that was last on the left, obeys
    u_{t+1} = P [u_t below high; 1 + u_t(-w) above], because by symmetry u_t(-w) counts from the right.
    """
    if w0 > -high:
        raise ValueError(f"the chain must start on the left, at or below {-high:g}, but it starts at {w0:g}")
    P = step_matrix(grad, grid, eta, tau)
    above = grid >= high
    u = np.zeros(len(grid))
    for _ in range(T - 1):
        u = P @ np.where(above, 1 + u[::-1], u)
    sd, centre = np.sqrt(2 * eta * tau), w0 + eta * float(grad(np.array(w0)))
    first = np.exp(-(((grid - centre) / sd) ** 2) / 2) * (grid[1] - grid[0]) / (sd * np.sqrt(2 * np.pi))
    return float(first @ np.where(above, 1 + u[::-1], u))
