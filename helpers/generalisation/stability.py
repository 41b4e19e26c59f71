"""What a learner does when one of its n examples is replaced by another.

The learner is ridge, argmin of mean loss + lam |w|^2, unless a name says otherwise. A function
`swapped...` answers for the sample in which one example was replaced; n stays the same.
"""

import numpy as np
from scipy.special import expit, ndtr

from helpers import check
from helpers.descent.bisection import first_true
from helpers.descent.sgd import sgd
from helpers.generalisation.pac import binomial_law

# ---- bounds: rho bounds the slope of the loss in w


def move_bound(rho, lam, n):
    """How far the weights of ridge move at most when one example is replaced: rho / (lam n)."""
    return rho / (lam * n)


def gap_bound(rho, lam, n):
    """How much ridge overfits at most, in expectation: rho^2 / (lam n)."""
    return rho * move_bound(rho, lam, n)


def tuned(rho, B, n):
    """The lam that makes lam B^2 + gap_bound smallest, and that smallest value, 2 rho B/sqrt n."""
    return rho / (B * np.sqrt(n)), 2 * rho * B / np.sqrt(n)


# ---- one weight, any convex loss


def slope(loss, x, y, lam):
    """The w that minimises mean loss + lam w^2 for predictions w x; x and y (..., n) give w (...).

    Half the distance to 0 is known, |w| <= |derivative at 0| / (2 lam), and the derivative never
    falls: halving finds the place where it passes 0, at a kink too.
    """
    x, y, lam = check.array("x", x), check.array("y", y), check.positive("lam", lam)

    def derivative(w):
        pull = w[..., None] * x
        each = loss.grad(pull * y) * y if loss.of == "margin" else loss.grad(pull - y)
        return (each * x).mean(axis=-1) + 2 * lam * w

    start = np.zeros(np.broadcast_shapes(x.shape, y.shape)[:-1])
    reach = np.abs(derivative(start)) / (2 * lam) + 1e-9
    return first_true(lambda w: derivative(w) >= 0, -reach, reach, halvings=56)


# ---- squared loss, any number of weights


def swapped_residuals(X, y, x_new, y_new, lam):
    """(before, after), each (..., n): residuals of ridge before and after a replacement.

    Before: y_i - <w, x_i> at every example; after: the residual at the same example once that one
    was replaced by (x_new, y_new).

    X (..., n, d), y (..., n), x_new (..., d), y_new (...). No refit: with P = (X'X + n lam I)^-1
    and h_ab = x_a' P x_b, two rows change, so a 2 x 2 system answers for each i.
    """
    n, d = X.shape[-2:]
    Xt = np.swapaxes(X, -1, -2)
    P = np.linalg.inv(Xt @ X + n * lam * np.eye(d))
    w = P @ (Xt @ y[..., None])
    before = y - (X @ w)[..., 0]
    fresh = y_new - (x_new * w[..., 0]).sum(axis=-1)
    XP = X @ P
    own = (XP * X).sum(axis=-1)
    cross = (XP @ x_new[..., None])[..., 0]
    new = 1 + ((x_new[..., None, :] @ P)[..., 0, :] * x_new).sum(axis=-1)[..., None]
    return before, (new * before - cross * fresh[..., None]) / ((1 - own) * new + cross**2)


# ---- overfitting and replace-one, in a world where y is pure noise, N(0, 1), and so is x


def average(x, y):
    """Predict the mean answer, whatever x is.

    A learner maps samples x and y (k, n) to a function that predicts at places (k, q) and to the
    mean square of its predictions, (k,).
    """
    mean = y.mean(axis=1, keepdims=True)
    return lambda at: np.broadcast_to(mean, at.shape), mean[:, 0] ** 2


def first(x, y):
    """Predict the answer of the first example and forget the others."""
    return average(x, y[:, :1])


def line(x, y):
    """Least squares with one weight: predict w x."""
    w = ((x * y).sum(axis=1) / (x * x).sum(axis=1))[:, None]
    return lambda at: w * at, w[:, 0] ** 2


def nearest(x, y):
    """Predict the answer of the nearest example; its cell ends half-way to its neighbours."""
    order = np.argsort(x, axis=1)
    x, y = np.take_along_axis(x, order, axis=1), np.take_along_axis(y, order, axis=1)
    ends = (x[:, 1:] + x[:, :-1]) / 2
    cells = np.diff(ndtr(ends), axis=1, prepend=0, append=1)

    def predict(at):
        row = 100.0 * np.arange(len(x))[:, None]  # far apart: one search serves all samples
        cell = np.searchsorted((ends + row).ravel(), at + row) - np.arange(len(x))[:, None] * (
            x.shape[1] - 1
        )
        return np.take_along_axis(y, cell, axis=1)

    return predict, (cells * y**2).sum(axis=1)


def overfit_and_replace(learner, x, y, x_new, y_new, i):
    """(k,), (k,): risk minus training risk, and what replacing example i does to the loss there.

    x, y (k, n) are k samples, x_new, y_new (k,) a fresh example for each, i (k,) whom it replaces;
    the loss is squared. In pure noise the risk of a rule is 1 + the mean square of what it says.
    """
    rows = np.arange(len(y))
    predict, square = learner(x, y)
    gap = 1 + square - ((predict(x) - y) ** 2).mean(axis=1)
    other_x, other_y = x.copy(), y.copy()
    other_x[rows, i], other_y[rows, i] = x_new, y_new
    there, answer = x[rows, i][:, None], y[rows, i]
    now, then = predict(there)[:, 0], learner(other_x, other_y)[0](there)[:, 0]
    return gap, (then - answer) ** 2 - (now - answer) ** 2


# ---- d towns, logistic loss: n voters, each of a random town, say +1 with probability q; one
# weight per town is learnt by ridge (features e_1, ..., e_d), and everything is a finite sum


def town_weight(plus, voters, c):
    """The w with plus - voters sigma(w) = c w, c = 2 lam n: what ridge learns in one town.

    Newton's method from 0: the derivative is concave on the side of the root, so no step goes too
    far.
    """
    w = np.zeros(np.broadcast_shapes(np.shape(plus), np.shape(voters), np.shape(c)))
    for _ in range(30):
        p = expit(w)
        step = (plus - voters * p - c * w) / (c + voters * p * (1 - p))
        w = w + step
        if np.abs(step).max() < 1e-13:
            break
    return w


def vote_loss(w, q):
    """q log(1 + e^-w) + (1 - q) log(1 + e^w): the logistic risk of w where a share q says +1."""
    return np.logaddexp(0, w) - q * w


def town_risks(n, d, q, lams):
    """(training, risk, replace-one), each (L,): exact expectations for the array `lams` (L,).

    Replace-one is summed on its own: voter i says y in a town with N others; the new voter lives
    there with probability 1/d. A town so full that its probability is below 1e-18 is left out.
    """
    law, others = binomial(n, 1 / d), np.append(binomial(n - 1, 1 / d), 0)
    full = np.flatnonzero(np.maximum(law, others) > 1e-18)
    low, high = full[0], min(full[-1] + 1, n)  # one more: the new voter may come here
    N, k = np.arange(low, high + 1)[:, None], np.arange(high + 1)
    rows, columns = np.nonzero(k <= N)
    W = np.zeros((len(lams), len(N), len(k)))
    c = 2 * n * np.asarray(lams)[:, None]
    W[:, rows, columns] = town_weight(columns, rows + low, c)
    count = np.array([np.pad(binomial(m, q), (0, high - m)) for m in N[:, 0]])
    chance = law[low : high + 1, None] * count
    risk = (chance * vote_loss(W, q)).sum(axis=(1, 2))
    training = d / n * (chance * (N * np.logaddexp(0, W) - k * W)).sum(axis=(1, 2))
    # N others in the town of voter i, K of them say +1; then one more comes, or nobody
    apart = others[low:high, None] * count[:-1, :-1]
    alone, plus, minus = W[:, :-1, :-1], W[:, 1:, 1:], W[:, 1:, :-1]
    joined = q * vote_loss(plus, q) + (1 - q) * vote_loss(minus, q)
    after = (1 - 1 / d) * vote_loss(alone, q) + joined / d
    before = q * np.logaddexp(0, -plus) + (1 - q) * np.logaddexp(0, minus)
    return training, risk, (apart * (after - before)).sum(axis=(1, 2))


# ---- SGD, twice


def twin_runs(loss, X, y, x_new, y_new, i, eta, draws):
    """(T + 1, k, d) twice: SGD from 0 on the sample and on its neighbour.

    The neighbour's example i is (x_new, y_new). Step t of run r visits example draws[t, r] in both;
    eta is constant.
    """
    X, y = check.pair(X, y)
    twin_X, twin_y = X.copy(), y.copy()
    twin_X[i], twin_y[i] = x_new, y_new
    k = draws.shape[1]

    def guess(w, t):
        J = draws[t - 1]
        rows = np.concatenate([X[J], twin_X[J]])
        says = np.concatenate([y[J], twin_y[J]])
        score = (rows * w).sum(axis=1)
        each = loss.grad(score * says) * says if loss.of == "margin" else loss.grad(score - says)
        return each[:, None] * rows

    run = sgd(guess, np.zeros((2 * k, X.shape[1])), eta, len(draws))
    return run.w[:, :k], run.w[:, k:]


# ---- coins: loss rho (B - z w) with z = +1 or -1 of mean mu, and |w| <= B


def coin_excess(n, mu, rho, B, lam):
    """(probabilities, excess risks), each (n + 1,): ridge on n coins, by the number of heads."""
    heads = np.arange(n + 1)
    w = np.clip(rho * (2 * heads / n - 1) / (2 * lam), -B, B)
    return binomial(n, (1 + mu) / 2), rho * (B * abs(mu) - mu * w)


def binomial(n, p):
    """P(k successes in n), k = 0, ..., n."""
    return binomial_law(n, p, np.arange(n + 1))
