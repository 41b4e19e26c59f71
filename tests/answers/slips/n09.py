"""Slips and other right answers, notebook 09."""

import numpy as np

from answers.n09 import adagrad_rates, cos_step, least_variance, svrg_direction

# 09-svrg


def single(p, X, y, j):
    X, p = np.asarray(X, dtype=float), np.asarray(p, dtype=float)
    return 2 * (X[j] @ p - y[j]) * X[j]


def full(p, X, y):
    return np.mean([single(p, X, y, i) for i in range(len(y))], axis=0)


def without_full(w, snap, X, y, j):
    """Term lost: the full gradient is missing."""
    return list(single(w, X, y, j) - single(snap, X, y, j))


def points_exchanged(w, snap, X, y, j):
    """Arguments: w and snapshot are exchanged."""
    return svrg_direction(snap, w, X, y, j)


def halved(w, snap, X, y, j):
    """Constant: the factor 2 is missing."""
    return [g / 2 for g in svrg_direction(w, snap, X, y, j)]


def first_example(w, snap, X, y, j):
    """Index: always the first example."""
    return svrg_direction(w, snap, X, y, 0)


def next_example(w, snap, X, y, j):
    """Index: the example before j."""
    return svrg_direction(w, snap, X, y, j - 1)


def one_out(w, snap, X, y, j):
    """n for n - 1: the full gradient divides by n - 1."""
    right = np.array(svrg_direction(w, snap, X, y, j))
    return list(right + full(snap, X, y) / (len(y) - 1))


def gradient_at_w(w, snap, X, y, j):
    """Rule: the full gradient at w, and nothing else."""
    return list(full(w, X, y))


def full_of_others(w, snap, X, y, j):
    """Index: the full gradient leaves j out."""
    others = [single(snap, X, y, i) for i in range(len(y)) if i != j]
    return list(single(w, X, y, j) - single(snap, X, y, j) + np.mean(others, axis=0))


def downhill(w, snap, X, y, j):
    """Sign: the negative direction."""
    return [-g for g in svrg_direction(w, snap, X, y, j)]


def answers_lost(w, snap, X, y, j):
    """Term lost: the full gradient forgets the answers."""
    return list(single(w, X, y, j) - single(snap, X, y, j) + full(snap, X, np.zeros(len(y))))


def by_the_matrix(w, snap, X, y, j):
    X, y, w, snap = (np.array(a, dtype=float) for a in (X, y, w, snap))
    moved = 2 * np.outer(X[j], X[j]) @ (w - snap)
    return moved + 2 / len(y) * (X.T @ X @ snap - X.T @ y)


def by_lists(w, snap, X, y, j):
    def miss(p, i):
        return sum(a * b for a, b in zip(p, X[i])) - y[i]

    n = len(y)
    means = [sum(2 * miss(snap, i) * X[i][k] for i in range(n)) / n for k in range(len(w))]
    moved = 2 * (miss(w, j) - miss(snap, j))
    return tuple(moved * X[j][k] + mean for k, mean in enumerate(means))


# 09-cos-step


def radius_one(w, x, y, eta, B):
    """Argument ignored: the disc has radius 1."""
    return cos_step(w, x, y, eta, 1.0)


def projected_first(w, x, y, eta, B):
    """Order: projection first, then the step."""
    w = np.asarray(w) * min(1.0, B / np.hypot(*w))
    return cos_step(w.tolist(), x, y, eta, 1e9)


def one_entry(w, x, y, eta, B):
    """Term lost: the second entry's x is missing."""
    half = (y - w[0] - w[1] * x) / 2
    moved = np.asarray(w) + eta * np.sin(half) / 2
    return list(moved * min(1.0, B / np.hypot(*moved)))


def cosine(w, x, y, eta, B):
    """Function: the cosine instead of the sine."""
    half = (y - w[0] - w[1] * x) / 2
    moved = np.asarray(w) + eta * np.cos(half) / 2 * np.array([1.0, x])
    return list(moved * min(1.0, B / np.hypot(*moved)))


def whole_angle(w, x, y, eta, B):
    """Constant: the angle is not halved."""
    miss = y - w[0] - w[1] * x
    moved = np.asarray(w) + eta * np.sin(miss) / 2 * np.array([1.0, x])
    return list(moved * min(1.0, B / np.hypot(*moved)))


def sum_norm(w, x, y, eta, B):
    """Norm: the sum of sizes for the length."""
    moved = np.array(cos_step(w, x, y, eta, 1e9))
    return list(moved * min(1.0, B / np.abs(moved).sum()))


def squared_length(w, x, y, eta, B):
    """Power: the squared length is compared and divided by."""
    moved = np.array(cos_step(w, x, y, eta, 1e9))
    return list(moved * min(1.0, B / (moved @ moved)))


def back_to_the_start(w, x, y, eta, B):
    """Rule: a step that leaves the disc is not taken."""
    moved = cos_step(w, x, y, eta, 1e9)
    return moved if np.hypot(*moved) <= B else list(w)


def back_to_the_middle(w, x, y, eta, B):
    """Special case: whoever leaves starts again at 0."""
    moved = cos_step(w, x, y, eta, 1e9)
    return moved if np.hypot(*moved) <= B else [0.0, 0.0]


def step_twice(w, x, y, eta, B):
    """Early stop missing: two steps instead of one."""
    return cos_step(cos_step(w, x, y, eta, B), x, y, eta, B)


def by_angle(w, x, y, eta, B):
    pull = eta / 2 * np.sin(0.5 * (y - np.dot(w, [1, x])))
    a, b = w[0] + pull, w[1] + pull * x
    r, angle = min(np.hypot(a, b), B), np.arctan2(b, a)
    return (r * np.cos(angle), r * np.sin(angle))


def by_length(w, x, y, eta, B):
    v = np.array([1.0, x]) * -np.sin((y - w[0] - w[1] * x) / 2) / 2
    p = np.array(w, dtype=float) - eta * v
    size = np.linalg.norm(p)
    return p if size <= B else p / size * B


# 09-adagrad


def no_root(V, eta, eps):
    """Root: no root is taken."""
    return list(np.square(adagrad_rates(V, eta, eps)) / eta)


def root_of_T(V, eta, eps):
    """Rule: eta divided by the root of T."""
    return [eta / np.sqrt(len(V) + eps)] * len(V[0])


def last_only(V, eta, eps):
    """Index: only the last gradient."""
    return adagrad_rates(V[-1:], eta, eps)


def without_first(V, eta, eps):
    """Index: the first gradient is left out."""
    return adagrad_rates([[0.0] * len(V[0]), *V[1:]], eta, eps)


def without_eps(V, eta, eps):
    """Argument ignored: eps is not there."""
    with np.errstate(divide="ignore"):
        return list(eta / np.sqrt(np.sum(np.square(V), axis=0)))


def absolute_sum(V, eta, eps):
    """Norm: sizes are added up, not squares."""
    return list(eta / (np.abs(V).sum(axis=0) + eps))


def by_steps(V, eta, eps):
    """Axis: one rate for each step."""
    return list(eta / np.sqrt(np.sum(np.square(V), axis=1) + eps))


def times_gradient(V, eta, eps):
    """Rule: the step itself, rate times gradient."""
    return list(np.array(adagrad_rates(V, eta, eps)) * V[-1])


def eta_inside(V, eta, eps):
    """Order: eta stands under the root."""
    return list(np.sqrt(eta / (np.sum(np.square(V), axis=0) + eps)))


def eps_each_step(V, eta, eps):
    """Constant: eps is added in every step."""
    return adagrad_rates(V, eta, eps * (len(V) + 1))


def running_sum(V, eta, eps):
    total = [0.0] * len(V[0])
    for v in V:
        total = [t + g * g for t, g in zip(total, v)]
    return tuple(eta / (t + eps) ** 0.5 for t in total)


def by_einsum(V, eta, eps):
    V = np.array(V, dtype=float)
    return eta * (np.einsum("td,td->d", V, V) + eps) ** -0.5


# 09-control


def unscaled(x, y):
    """Division forgotten: by the variance of y."""
    x, y = np.asarray(x), np.asarray(y)
    return float(np.var(x) - np.mean((x - x.mean()) * (y - y.mean())) ** 2)


def sign_plus(x, y):
    """Sign: the saving is added."""
    return float(2 * np.var(x) - least_variance(x, y))


def divided_by_x(x, y):
    """Argument: divided by the variance of x."""
    x, y = np.asarray(x), np.asarray(y)
    return float(np.var(x) - np.mean((x - x.mean()) * (y - y.mean())) ** 2 / np.var(x))


def best_coefficient(x, y):
    """Rule: the best c instead of the variance."""
    x, y = np.asarray(x), np.asarray(y)
    return float(-np.mean((x - x.mean()) * (y - y.mean())) / np.var(y))


def share_left(x, y):
    """Scale: the share that is left, 1 - rho squared."""
    return least_variance(x, y) / np.var(x)


def not_centred(x, y):
    """Term lost: the covariance is not centred."""
    x, y = np.asarray(x), np.asarray(y)
    return float(np.var(x) - np.mean(x * y) ** 2 / np.var(y))


def positive_only(x, y):
    """Sign: a negative correlation helps nothing."""
    x, y = np.asarray(x), np.asarray(y)
    C = max(0.0, np.mean((x - x.mean()) * (y - y.mean())))
    return float(np.var(x) - C**2 / np.var(y)) if C else float(np.var(x))


def deviation(x, y):
    """Root: the standard deviation."""
    return max(least_variance(x, y), 0.0) ** 0.5


def mixed_n(x, y):
    """n for n - 1: the covariance alone divides by n - 1."""
    x, y = np.asarray(x), np.asarray(y)
    C = np.cov(x, y)[0, 1]
    return float(np.var(x) - C**2 / np.var(y))


def on_a_grid(x, y):
    """Early stop: c is searched on a grid."""
    x, y = np.asarray(x), np.asarray(y)
    return min(np.var(x + c * (y - y.mean())) for c in np.linspace(-1, 1, 201))


def by_regression(x, y):
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    A = np.column_stack([np.ones_like(y), y])
    return np.mean((x - A @ np.linalg.lstsq(A, x, rcond=None)[0]) ** 2)


def by_correlation(x, y):
    return np.var(x) * (1 - np.corrcoef(x, y)[0, 1] ** 2)


SLIPS = {
    "09-svrg": (
        without_full,
        points_exchanged,
        halved,
        first_example,
        next_example,
        one_out,
        gradient_at_w,
        full_of_others,
        downhill,
        answers_lost,
    ),
    "09-cos-step": (
        radius_one,
        projected_first,
        one_entry,
        cosine,
        whole_angle,
        sum_norm,
        squared_length,
        back_to_the_start,
        back_to_the_middle,
        step_twice,
    ),
    "09-adagrad": (
        no_root,
        root_of_T,
        last_only,
        without_first,
        without_eps,
        absolute_sum,
        by_steps,
        times_gradient,
        eta_inside,
        eps_each_step,
    ),
    "09-control": (
        unscaled,
        sign_plus,
        divided_by_x,
        best_coefficient,
        share_left,
        not_centred,
        positive_only,
        deviation,
        mixed_n,
        on_a_grid,
    ),
}
RIGHT = {
    "09-svrg": (by_the_matrix, by_lists),
    "09-cos-step": (by_angle, by_length),
    "09-adagrad": (running_sum, by_einsum),
    "09-control": (by_regression, by_correlation),
}
