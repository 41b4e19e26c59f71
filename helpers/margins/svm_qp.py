"""The quadratic program of the support vector machine, solved from scratch and certified.

    maximise  sum_i alpha_i - alpha'Q alpha / 2  over 0 <= alpha_i <= c  [and sum_i alpha_i y_i = 0]
    Q_ij = y_i y_j K_ij

Two ideas. An interior-point method walks through the inside of the box and soon knows, for nearly
all points, on which side of the box they will end. An active-set method takes that guess: points at
0 and at c stay there, the free ones solve one small linear system exactly, whoever hits a side is
held there, whoever protests is set free. The answer depends on K, y and c alone, so a slider may
come from anywhere.
"""

import numpy as np
from scipy.linalg import lapack

from helpers.margins.svm_forms import Dense, Factor

ZERO, FREE, BOUND = 0, 1, 2  # where an alpha sits in its box
STEPS, ROUNDS = 60, 20  # interior steps at most; corrections of one guess at most


def solve(K, y, c, bias=True, start=None):
    """alpha (n,) for the Gram matrix K (n, n), or for its factor X (n, d) with K = XX' if d < n.

    start   (alpha, c) of a neighbouring problem with the same y: if few points change their place,
            the walk through the inside is saved. The answer is the same.
    """
    if bias and abs(y.sum()) == len(y):
        return np.zeros(len(y))  # one class only: sum_i alpha_i y_i = 0 leaves nothing else
    form = Dense(K, y, c) if K.shape[0] == K.shape[1] else Factor(K, y, c)
    if start is not None:
        a = np.clip(start[0] / start[1], 0, 1)
        exact = _active_set(form, y, bias, a, _place(a, 1 - a), 5 * ROUNDS)
        if exact is not None:
            return c * _snap(exact)
    for a, z, u, gap in _interior(form, y, bias):
        place = _place(a - z, 1 - a - u)
        if gap < 1e-4:
            exact = _active_set(form, y, bias, a, place, ROUNDS)
            if exact is not None:
                return c * _snap(exact)
        if gap < 1e-13:
            break
    # several answers, all as good (points that coincide, say): the one next to where the walk ended
    ends = _snap(_free_part(form, y, bias, place, near=a)), _snap(a)
    return c * min(ends, key=lambda a: _violation(form, y, bias, a))


def best_bias(scores, y):
    """The b that minimises sum_i max(0, 1 - y_i (scores_i + b)).

    The middle one if an interval does.

    Each term has its kink at b = y_i - scores_i and there adds 1 to a slope that starts at -n_+,
    the number of positive labels: the sum is flat between the n_+th and the (n_+ + 1)st smallest
    kink.
    """
    kinks, plus = np.sort(y - scores), int((y > 0).sum())
    if plus in (0, len(y)):
        return float(kinks[0] if plus == 0 else kinks[-1])
    return float((kinks[plus - 1] + kinks[plus]) / 2)


# ---- inside the box


def _interior(form, y, bias):
    """Mehrotra's predictor-corrector steps from a point that satisfies every equation.

    It yields a, z, u and the relative gap.

    z_i >= 0 is what point i has beyond the margin and u_i >= 0 what it lacks (its slack): cQa - 1 +
    b y = z - u. At the optimum a_i z_i = 0 and (1 - a_i) u_i = 0; on the way all these products are
    kept near one falling number mu.
    """
    plus = np.mean(y > 0)
    a = np.where(y > 0, 1 - plus, plus) if bias else np.full(len(y), 0.5)
    b, Qa = 0.0, form.times(a)
    z, u = np.maximum(Qa - 1, 0) + 1.0, np.maximum(1 - Qa, 0) + 1.0
    for _ in range(STEPS):
        gap, rest = a @ z + (1 - a) @ u, 1 - a
        yield a, z, u, gap / (1 + a @ Qa / 2 + u.sum())
        newton = _newton(form, y, bias, a, b, z, u, Qa)
        if newton is None:
            return  # rounding error is all that is left
        da, db, dz, du = newton(0.0, 0.0)
        step = _longest(a, rest, z, u, da, dz, du)
        after = (a + step * da) @ (z + step * dz) + (rest - step * da) @ (u + step * du)
        mean = gap / (2 * len(y))
        target = mean * (after / gap) ** 3
        steps = [newton(target - da * dz, target + da * du)]
        if _gap_after(a, rest, z, u, *steps[0])[1] > 0.9 * gap:
            steps.append(
                newton(0.1 * mean, 0.1 * mean)
            )  # the correction can send the walk round in circles
        da, db, dz, du = min(steps, key=lambda way: _gap_after(a, rest, z, u, *way)[1])
        step = _gap_after(a, rest, z, u, da, db, dz, du)[0]
        a, b, z, u = a + step * da, b + step * db, z + step * dz, u + step * du
        Qa = form.times(a)


def _newton(form, y, bias, a, b, z, u, Qa):
    """The function (low, high) -> step towards a z = low and (1 - a) u = high.

    One factorisation serves both calls.
    """
    rest, pull, solver = 1 - a, 1 - Qa - b * y, form.solver(z / a + u / (1 - a))
    if solver is None:
        return None
    h = solver(y) if bias else None

    def newton(low, high):
        da, db = solver(pull + low / a - high / rest), 0.0
        if bias:
            db = (y @ da + y @ a) / (y @ h)
            da = da - db * h
        return da, db, (low - z * da) / a - z, (high + u * da) / rest - u

    return newton


def _gap_after(a, rest, z, u, da, db, dz, du):
    """How far a step may go, almost to the side of the box, and the gap it leaves."""
    step = 0.995 * _longest(a, rest, z, u, da, dz, du)
    return step, (a + step * da) @ (z + step * dz) + (rest - step * da) @ (u + step * du)


def _longest(a, rest, z, u, da, dz, du):
    """The longest step up to 1 that keeps all four positive."""
    shrink = max((-da / a).max(), (da / rest).max(), (-dz / z).max(), (-du / u).max())
    return min(1.0, 1.0 / shrink) if shrink > 0 else 1.0


# ---- at the box


def _snap(a):
    """a with rounding error at the sides of the box removed.

    So "pays nothing" is exactly 0.
    """
    return np.where(a < 1e-12 * a.max(), 0.0, np.where(a > 1 - 1e-12, 1.0, a))


def _place(above_zero, below_top):
    return np.where(above_zero <= 0, ZERO, np.where(below_top <= 0, BOUND, FREE))


def _active_set(form, y, bias, a, place, rounds):
    """From a in the box towards the best point of its face; None if that does not settle."""
    place = place.copy()
    for _ in range(rounds):
        target = _free_part(form, y, bias, place)
        if target is None:
            return None
        free = place == FREE
        i, step = _first_hit(a, target, free)
        if step < 1:  # a free point reaches a side of the box: hold it there
            a = a + step * (target - a)
            place[i] = BOUND if target[i] > a[i] else ZERO
            continue
        a, protest = target, _protest(form, y, bias, target, place)
        if protest.max() <= 0:
            return a if not bias or abs(y @ a) <= 1e-9 else None
        if protest[free].max(initial=0.0) > 0:  # the system for the free ones was singular
            return None
        if bias and not free.any():  # one alone cannot move: sum_i a_i y_i = 0
            way = np.where(place == ZERO, y, -y)
            place[[np.argmax(np.where(way == s, protest, -np.inf)) for s in (1, -1)]] = FREE
        else:
            place[np.argmax(protest)] = FREE
    return None


def _first_hit(a, target, free):
    """Which free point leaves the box first on the way to the target.

    And after which share of the way.
    """
    move = np.where(free, target - a, 0.0)
    room = np.where(move > 0, 1 - a, a)
    share = np.full(len(a), np.inf)
    np.divide(room, np.abs(move), out=share, where=np.abs(move) > 1e-14)
    i = int(np.argmin(share))
    return i, max(share[i], 0.0) if share[i] < 1 - 1e-12 else 1.0


def _protest(form, y, bias, a, place):
    """How much each point violates its condition; <= 0 if it does not.

    A point at 0 lacks this much to margin 1, a point at the top has it beyond 1, a free one is off
    by it.
    """
    Qa, free = form.times(a), place == FREE
    b = 0.0 if not bias else np.mean((y * (1 - Qa))[free]) if free.any() else best_bias(y * Qa, y)
    beyond = Qa - 1 + b * y
    return np.where(
        place == ZERO, -beyond, np.where(place == BOUND, beyond, abs(beyond))
    ) - 1e-9 * (1 + abs(Qa).max())


def _violation(form, y, bias, a):
    """The duality gap in units of c, plus what is missing to sum_i a_i y_i = 0."""
    Qa = form.times(a)
    margins = Qa + (best_bias(y * Qa, y) * y if bias else 0.0)
    return (
        a @ Qa
        + np.maximum(0, 1 - margins).sum()
        - a.sum()
        + (abs(y @ a) * (1 + np.abs(Qa).max()) if bias else 0.0)
    )


def _free_part(form, y, bias, place, near=None):
    """a with the free entries from the equations of the free part.

    cQ_FF a_F + b y_F = 1 - cQ_FB 1,   y_F'a_F = -sum of y over the bound.

    If several a_F solve it (points that coincide, say), the one nearest to `near`; without `near`,
    None.
    """
    free, a = np.flatnonzero(place == FREE), (place == BOUND).astype(float)
    k = len(free)
    if k == 0:
        return a
    M, r = np.zeros((k + bias, k + bias)), np.empty(k + bias)
    M[:k, :k] = form.block(free)
    r[:k] = 1 - form.times(a)[free]
    if bias:
        M[:k, k] = M[k, :k] = y[free]
        r[k] = -y @ a
    if near is None:
        _, _, x, failed = lapack.dgesv(M, r)
        if failed or not np.isfinite(x).all():
            return None
    else:
        top, x = max(form.diagonal[free].max(), 1e-300), np.zeros(k + bias)
        M[:k, :k] /= top  # and b becomes b / top: all entries near one, so that a rank can be told
        r[:k] /= top
        x[:k] = near[free]
        for _ in range(2):  # the second round removes the rounding error of the first
            x = x + np.linalg.lstsq(M, r - M @ x, rcond=1e-11)[0]
    a[free] = x[:k]
    return a
