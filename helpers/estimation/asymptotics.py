"""Laws of an estimator when the number n of examples is large, and exact ones where they exist.

theta* minimises the risk L, the expected loss; theta_hat the mean loss of n examples. H is the
second derivative of L at theta*, V the variance of the gradient of one example's loss there.
Leading axes are samples side by side: X (m, n, d) holds m samples. Logistic regression minimises
mean loss + lam |w|^2, y in {-1, +1}.
"""

import numpy as np
from scipy.special import expit, gammainc, gammaln, ndtr

from helpers import check

# ---- the price of d weights: n (L(theta_hat) - L(theta*)) tends to half a chi-square


def half_chi2_density(t, d):
    """The density of half the sum of d squared standard normals at t > 0: a Gamma(d/2) law."""
    return np.exp((d / 2 - 1) * np.log(t) - t - gammaln(d / 2))


def half_chi2_cdf(t, d):
    """The probability that half the sum of d squared standard normals is at most t."""
    return gammainc(d / 2, np.maximum(t, 0))


def expected_price(n, d):
    """E n (L(theta_hat) - L(theta*)) of least squares: (d/2) n / (n - d - 1) for n > d + 1.

    The loss is half the squared residual, the noise has variance 1, and x is normal.
    """
    n, d = check.whole("n", n), check.whole("d", d)
    if n <= d + 1:
        raise ValueError(f"with d = {d} weights the mean is infinite unless n is over {d + 1}")
    return d / 2 * n / (n - d - 1)


def running_moments(Z, block):
    """(n // block, m, k, k): Z'Z of the first block, 2 block, ... rows of each sample (m, n, k)."""
    m, n, k = Z.shape
    parts = Z.reshape(m, n // block, block, k)
    return np.cumsum(np.swapaxes(parts, -1, -2) @ parts, axis=1).swapaxes(0, 1)


def least_squares_errors(M, d):
    """(m, d) and (m, d, d): theta_hat - theta* = (X'X)^-1 X'noise, and X'X, of the first d columns.

    M (m, k, k) holds the products of the columns; the last column is the noise.
    """
    A = M[:, :d, :d]
    return np.linalg.solve(A, M[:, :d, -1:])[..., 0], A


# ---- a line through 0 whose noise is |x|^a xi, scaled to variance 1, with normal x


def inflation(a, n=None):
    """n var(theta_hat): 2a + 1 in the limit, (2a + 1) n^2 / ((n + 2a)(n + 2a - 2)) at a given n."""
    if np.min(a) <= -0.5:
        raise ValueError("the noise |x|^a has a finite variance only for a over -1/2")
    limit = 2 * np.asarray(a, dtype=float) + 1
    return limit if n is None else limit * n**2 / ((n + 2 * a) * (n + 2 * a - 2))


def noise_scale(a):
    """The root of E |x|^2a for a standard normal x: dividing by it gives the noise variance 1."""
    return np.exp(0.5 * (a * np.log(2) + gammaln(a + 0.5) - gammaln(0.5)))


def slopes(x, y):
    """(slope, textbook variance, sandwich variance), each (...): y = theta x by least squares.

    x, y (..., n). The textbook divides the residuals' variance by sum x^2; the sandwich adds up
    (x residual)^2 and divides by the square of sum x^2.
    """
    n, square = x.shape[-1], (x * x).sum(axis=-1)
    slope = (x * y).sum(axis=-1) / square
    left = y - slope[..., None] * x
    textbook = (left * left).sum(axis=-1) / (n - 1) / square
    return slope, textbook, ((x * left) ** 2).sum(axis=-1) / square**2


def sandwich(H, V):
    """H^-1 V H^-1 (..., d, d): the limit of n times the variance of theta_hat."""
    return np.linalg.solve(H, np.swapaxes(np.linalg.solve(H, V), -1, -2))


def price(H, V):
    """tr(H^-1 V) / 2: the mean of the limit of n (L(theta_hat) - L(theta*))."""
    return np.trace(np.linalg.solve(H, V), axis1=-2, axis2=-1) / 2


# ---- logistic regression: many samples at once, and a whole world by weights


def newton_batch(X, y, lam=0.0, weights=None, tol=1e-9, T=60):
    """(m, d): logistic regression of m samples X (m, n, d), y (m, n), by Newton's method.

    A step is halved while it does not lower the objective. `weights` (m, n) replace 1/n.
    """
    Z, ridge = X * y[..., None], 2 * check.nonnegative("lam", lam) * np.eye(X.shape[-1])
    share = np.full(y.shape, 1 / y.shape[-1]) if weights is None else weights
    w, eta = np.zeros(X[..., 0, :].shape), np.ones(X.shape[:-2])

    def objective(w):
        margin = (Z @ w[..., None])[..., 0]
        return margin, (share * np.logaddexp(0, -margin)).sum(axis=-1) + lam * (w * w).sum(axis=-1)

    margin, value = objective(w)
    for _ in range(T):
        q = expit(-margin)
        grad = -((share * q)[..., None, :] @ Z)[..., 0, :] + 2 * lam * w
        curved = np.swapaxes(Z, -1, -2) @ (Z * (share * q * (1 - q))[..., None]) + ridge
        step = np.linalg.solve(curved, grad[..., None])[..., 0]
        tried = w - eta[..., None] * step
        there, lower = objective(tried)
        good = lower <= value + 1e-14
        w, value = np.where(good[..., None], tried, w), np.where(good, lower, value)
        margin, eta = np.where(good[..., None], there, margin), np.where(good, 1.0, eta / 2)
        if np.abs(step).max() < tol:
            return w
    raise ValueError("a sample is separable, so its weights have no end: take a larger lam")


def logistic_matrices(x, chance, truth):
    """(theta*, H, V) of P(y = +1) = sigmoid(theta_1 + theta_2 x) where P(y = +1 | x) is `truth`.

    x (k,) are places with probabilities `chance` (k,). V is E (y01 - p)^2 (1, x)(1, x)'.
    """
    X = np.column_stack([np.ones_like(x), x])
    both, labels = np.tile(X, (2, 1))[None], np.repeat([1.0, -1.0], len(x))[None]
    share = np.concatenate([chance * truth, chance * (1 - truth)])[None]
    theta = newton_batch(both, labels, weights=share)[0]
    p = expit(X @ theta)
    scatter = truth * (1 - p) ** 2 + (1 - truth) * p**2
    return theta, (X.T * (chance * p * (1 - p))) @ X, (X.T * (chance * scatter)) @ X


def hermite(count):
    """Places and probabilities of a standard normal for Gauss's quadrature."""
    x, weight = np.polynomial.hermite_e.hermegauss(count)
    return x, weight / weight.sum()


# ---- estimating d means from one normal vector z of variance 1 each; r is the length of the means


def shrunk_risk(d, r, lam):
    """E |z / (1 + lam) - mu|^2: ridge, the minimiser of |z - w|^2 + lam |w|^2. lam = 0 gives d."""
    return (d + lam**2 * np.asarray(r) ** 2) / (1 + lam) ** 2


def james_stein(z):
    """(1 - (d - 2)/|z|^2) z for rows z (..., d); z itself if d is at most 2."""
    d = z.shape[-1]
    return (1 - max(d - 2, 0) / (z * z).sum(axis=-1, keepdims=True)) * z


def james_stein_risk(d, r):
    """E |james_stein(z) - mu|^2 = d - (d-2)^2 E 1/(d - 2 + 2K), K Poisson with mean r^2/2."""
    if d <= 2:
        return float(d) + 0 * np.asarray(r, dtype=float)
    half = np.asarray(r, dtype=float)[..., None] ** 2 / 2
    K = np.arange(int(half.max() + 12 * np.sqrt(half.max() + 1) + 20))
    log_p = K * np.log(np.maximum(half, 1e-300)) - half - gammaln(K + 1)
    return d - (d - 2) ** 2 * (np.exp(log_p) / (d - 2 + 2 * K)).sum(axis=-1)


# ---- an exponential family on a table: p(x, y) = exp(<phi(x, y), theta> - A(theta))


def table(phi, theta):
    """(p, var phi, E var(phi | x)): phi (X, Y, d) holds the features of each cell of the table."""
    score = phi @ theta
    p = np.exp(score - score.max())
    p /= p.sum()
    within = (p[..., None] * phi).sum(axis=1) / p.sum(axis=1)[:, None]  # E(phi | x)
    mean = (p[..., None] * phi).sum(axis=(0, 1))

    def variance(centre):
        apart = phi - centre
        return np.einsum("xy,xyi,xyj->ij", p, apart, apart)

    return p, variance(mean), variance(within[:, None])


def table_fits(phi, counts, generative, T=30):
    """(m, d): theta of p(x, y), or of p(y | x), by maximum likelihood from counts (m, X, Y)."""
    share = counts / counts.sum(axis=(1, 2), keepdims=True)
    means = (share[..., None] * phi).sum(axis=(1, 2))
    theta = np.zeros((len(counts), phi.shape[-1]))
    given = (1, 2) if generative else 2
    weight = 1.0 if generative else share.sum(axis=2, keepdims=True)
    for _ in range(T):
        p = np.exp(phi @ theta[:, None, :, None])[..., 0]
        p = p / p.sum(axis=given, keepdims=True) * weight
        part = (p[..., None] * phi).sum(axis=given, keepdims=True)
        centre = part / p.sum(axis=given, keepdims=True)[..., None]
        apart = phi - centre
        curved = np.einsum("mxy,mxyi,mxyj->mij", p, apart, apart)
        step = np.linalg.solve(curved, (means - (p[..., None] * phi).sum(axis=(1, 2)))[..., None])
        theta = theta + step[..., 0]
        if np.abs(step).max() < 1e-8:
            return theta
    raise ValueError("a table is separable, so its parameters have no end: take more examples")


# ---- two classes, x normal with means +mu and -mu: scores <w, x> + b are normal in each class


def naive_bayes(X, y):
    """(m, d + 1): intercept and weights of naive Bayes; the classes share a feature's variance."""
    plus, n = (y > 0)[..., None], y.shape[-1]
    count = plus.sum(axis=-2)
    up, down = (X * plus).sum(axis=-2) / count, (X * ~plus).sum(axis=-2) / (n - count)
    spread = ((X - np.where(plus, up[..., None, :], down[..., None, :])) ** 2).mean(axis=-2)
    w = (up - down) / spread
    b = np.log(count / (n - count)) - (w * (up + down)).sum(axis=-1, keepdims=True) / 2
    return np.concatenate([b, w], axis=-1)


def two_normal_risks(wb, mu, S, kappa, nodes=60):
    """(log loss, error), each (...): exact risks of scores b + <w, x>, rows (b, w) of wb.

    x is N(mu, S) for y = +1 and N(-mu, kappa^2 S) for y = -1, half of the examples each.
    """
    b, w = wb[..., 0], wb[..., 1:]
    centre, width = w @ mu, np.sqrt(np.einsum("...i,ij,...j->...", w, S, w))
    z, chance = hermite(nodes)
    up = np.logaddexp(0, -(b + centre)[..., None] - width[..., None] * z) @ chance
    down = np.logaddexp(0, (b - centre)[..., None] + kappa * width[..., None] * z) @ chance
    error = ndtr(-(b + centre) / width) + ndtr((b - centre) / (kappa * width))
    return (up + down) / 2, error / 2


def limits(mu, S, kappa):
    """(2, d + 1): what naive Bayes and logistic regression learn from infinitely many examples.

    Both classes are round once S is a unit matrix, so the best w points along S^-1 mu: a problem of
    one feature, solved by quadrature.
    """
    naive = 2 * mu / (np.diag(S) * (1 + kappa**2) / 2)
    towards = np.linalg.solve(S, mu)
    far = np.sqrt(mu @ towards)
    z, chance = hermite(60)
    places = np.concatenate([far + z, -far + kappa * z])
    X = np.column_stack([np.ones(len(places)), places])[None]
    labels = np.repeat([1.0, -1.0], len(z))[None]
    b, slope = newton_batch(X, labels, weights=np.tile(chance / 2, 2)[None])[0]
    return np.array([[0.0, *naive], [b, *slope * towards / far]])
