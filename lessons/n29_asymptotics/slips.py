"""Slips of Stanford's CS229T, section 5.1, that notebook 29 decides."""

import numpy as np
from scipy.special import expit

from helpers.desk.slips import Slip
from helpers.estimation import asymptotics as asy


def over_x_alone():
    """The integral of a density over x alone, at each y, and over both."""
    x, chance = asy.hermite(40)
    p = expit(x)
    return (
        f"logistic, θ = 1: {chance @ p:.2f} for y = +1 alone, {chance @ (p + 1 - p):.2f} for both"
    )


def loud_noise():
    """n var of a slope whose noise has variance 1 and depends on x."""
    rng = np.random.default_rng(29)
    x, xi = rng.normal(size=(2, 4000, 400))
    slope = asy.slopes(x, np.abs(x) * xi)[0]
    return f"ε = xξ has variance 1; n × variance of the slope is {400 * np.var(slope):.2f}, not 1"


def second_moment():
    """H of a column with mean 2 and variance 1, by a difference of losses."""
    x = 2 + asy.hermite(40)[0]
    chance = asy.hermite(40)[1]
    curved = sum(s * chance @ ((t * x) ** 2 / 2) for s, t in ((1, 1), (-2, 0), (1, -1)))
    return f"x of mean 2 and variance 1: the curvature is {curved:.0f}, the variance is 1"


def value_and_gradient():
    """Mean and spread of the training loss and of its gradient at theta*."""
    rng = np.random.default_rng(29)
    x = rng.normal(size=(2000, 400))
    y = np.where(rng.random(x.shape) < expit(x), 1.0, -1.0)
    loss = np.logaddexp(0, -y * x).mean(axis=1)
    grad = (-y * x * expit(-y * x)).mean(axis=1)
    return (
        f"logistic, n = 400: the loss averages {loss.mean():.2f}, its gradient "
        f"{abs(grad.mean()):.3f} ± {grad.std():.3f}"
    )


def weighted():
    """Variance of half the squared length of N(0, diag(1, 9))."""
    u = np.random.default_rng(29).normal(size=(400_000, 2)) * [1, 3]
    return (
        f"Σ with eigenvalues 1 and 9: the variance of uᵀu is {np.var((u**2).sum(axis=1)):.0f}; "
        "2·(1 + 81) = 164, unweighted 4"
    )


def rate():
    """n times the exact expected excess, for growing n."""
    found = ", ".join(f"{asy.expected_price(n, 3):.2f}" for n in (20, 100, 1000))
    return f"d = 3: n × excess is {found} at n = 20, 100, 1000"


def coins():
    """Distance of the law of n x excess from half a chi-square, fixed design, two noises."""
    rng = np.random.default_rng(29)
    found = []
    for noise in (rng.normal(size=(20_000, 4)), rng.choice([-1.0, 1.0], (20_000, 4))):
        price = np.sort(noise.sum(axis=1) ** 2 / 4 / 2)
        apart = np.abs(
            asy.half_chi2_cdf(price, 1) - np.searchsorted(price, price, "right") / 20_000
        )
        found.append((price.mean(), apart.max()))
    (a, b), (c, e) = found
    return f"n = 4: means {a:.2f} and {c:.2f}; distances from ½χ² {b:.2f} (normal), {e:.2f} (coins)"


def beaten():
    """Risks of ten means at their truth 0."""
    return (
        f"ten numbers, truth 0: as measured 10, James–Stein {asy.james_stein_risk(10, 0.0):.0f}, "
        "the constant 0 has 0"
    )


def rank_one():
    """Curvature of one example's loss, and the mean curvature."""
    x = np.random.default_rng(29).normal(size=(1000, 2))
    H = x.T @ x / 1000
    one = np.linalg.matrix_rank(np.outer(x[0], x[0]))
    return f"least squares, d = 2: rank {one} at one z, rank {np.linalg.matrix_rank(H)} of the mean"


CELLS = np.array([[[y, x * y] for y in (-1.0, 1.0)] for x in (-1.0, 0.0, 1.0)])


def value_and_curvature():
    """L_gen at theta* beside the matrix that is meant."""
    p, total, _ = asy.table(CELLS, np.array([0.3, 1.0]))
    entropy, trace = -(p * np.log(p)).sum(), np.trace(total)
    return f"the loss is the number {entropy:.2f}; var φ has trace {trace:.2f}"


def inverted():
    """Smallest eigenvalues of both differences."""
    _, total, within = asy.table(CELLS, np.array([0.3, 1.0]))
    as_printed = np.linalg.eigvalsh(within - total)[0]
    right = np.linalg.eigvalsh(np.linalg.inv(within) - np.linalg.inv(total))[0]
    return f"smallest eigenvalue: printed {as_printed:.2f}, with inverses {right:+.2f}"


def root():
    """What a matrix to either power makes of the discriminative fit's price."""
    within = asy.table(CELLS, np.array([0.3, 1.0]))[2]
    inverse = np.linalg.inv(within)
    return (
        f"the discriminative price, d/2 = 1: {np.trace(inverse @ inverse) / 2:.2f} with power −½, "
        f"{np.trace(within @ inverse) / 2:.2f} with +½"
    )


def infinite_mean():
    """Share of separable samples of logistic regression with one weight."""
    rng = np.random.default_rng(29)
    x = rng.normal(size=(100_000, 5))
    y = np.where(rng.random(x.shape) < expit(x), 1.0, -1.0)
    share = np.mean(np.all(x * y > 0, axis=1) | np.all(x * y < 0, axis=1))
    return (
        f"logistic, n = 5: {100 * share:.0f} % of samples are separable, their excess has no end; "
        f"linear, d = 3, n = 10: {asy.expected_price(10, 3):.1f}, not 1.5"
    )


def remainder():
    """The gradient of theta^2/2 + |theta|^2.5 beyond its linear part, over theta^2."""
    found = ", ".join(f"{2.5 * t**1.5 / t**2:.0f}" for t in (1e-2, 1e-4, 1e-6))
    return f"θ²/2 + θ^(5/2), θ ≥ 0: remainder/θ² is {found} at θ = 0.01, 10⁻⁴, 10⁻⁶"


def small_samples():
    """Log loss of both at twenty examples, where naive Bayes' model is wrong."""
    mu, S = np.array([0.8, 0.4, 0.2, 0, 0, 0]), 0.8 * np.eye(6) + 0.2
    rng = np.random.default_rng(29)
    y = np.where(rng.random((200, 20)) < 0.5, -1.0, 1.0)
    X = rng.normal(size=(200, 20, 6)) @ np.linalg.cholesky(S).T + y[..., None] * mu
    ones = np.concatenate([np.ones((200, 20, 1)), X], axis=2)
    fits = np.array([asy.naive_bayes(X, y), asy.newton_batch(ones, y, 0.03 / 20)])
    few = asy.two_normal_risks(fits, mu, S, 1.0)[0].mean(axis=1)
    many = asy.two_normal_risks(asy.limits(mu, S, 1.0), mu, S, 1.0)[0]
    return (
        f"ρ = 0.2, 200 samples: log loss {few[0]:.2f} (generative), {few[1]:.2f} at n = 20; "
        f"{many[0]:.2f} and {many[1]:.2f} in the limit"
    )


SLIPS = (
    Slip(
        "CS229T, assumptions",
        "twice differentiable, so the remainder is $O(\\Vert\\Delta\\Vert^2)$",
        "needs a Lipschitz second derivative",
        remainder,
    ),
    Slip(
        "CS229T (309)–(311)",
        r"$\int e^{-\ell(z,\theta)}p^*(x)\,dx = 1$",
        "over $x$ and $y$",
        over_x_alone,
    ),
    Slip(
        "CS229T, Example 17",
        r"$\mathrm{var}(\epsilon) = 1$ makes it well-specified",
        r"normal noise of variance 1, independent of $x$; for equal matrices alone "
        r"$E[\epsilon\vert x] = 0$ and $E[\epsilon^2\vert x] = 1$ for every $x$",
        loud_noise,
    ),
    Slip(
        "CS229T, Example 17",
        r"$E[xx^\top]$ is the covariance matrix",
        "the second-moment matrix",
        second_moment,
    ),
    Slip(
        "CS229T, after (315)",
        r"$\hat L(\theta^*)$ is a sum of mean-zero terms, $O_p(n^{-1/2})$",
        r"$\nabla\hat L(\theta^*)$, an average",
        value_and_gradient,
    ),
    Slip(
        "CS229T, before (321)",
        r"$x^\top x$ is a sum of $\chi^2$ variables",
        "weighted by the eigenvalues of the variance",
        weighted,
    ),
    Slip(
        "CS229T, after (322)",
        r"the mean tends to $\frac d2$, by convergence in law",
        "means need more than that",
        infinite_mean,
    ),
    Slip("CS229T, after (322)", r"$O_p(d/p)$", r"$O_p(d/n)$", rate),
    Slip(
        "CS229T, remarks",
        "fixed design: asymptotics is exact",
        "the mean is; the law for normal noise only",
        coins,
    ),
    Slip(
        "CS229T, remarks",
        "no estimator beats the inverse Fisher information",
        "no <i>unbiased</i> one",
        beaten,
    ),
    Slip(
        "CS229T, after (323)",
        r"asymptotic variance $\nabla^2\ell(z;\theta)^{-1}$",
        r"$(E\,\nabla^2\ell)^{-1}$",
        rank_one,
    ),
    Slip(
        "CS229T, before (324)",
        r"$L_{\mathrm{gen}}(\theta^*) = \mathrm{var}(\phi)$",
        r"$\nabla^2L_{\mathrm{gen}}(\theta^*)$; the same for dis",
        value_and_curvature,
    ),
    Slip(
        "CS229T (326)",
        r"“inverting”: $\mathrm{var}\,\phi \preceq E\,\mathrm{var}(\phi\vert x)$",
        r"$(\mathrm{var}\,\phi)^{-1} \preceq (E\,\mathrm{var}(\phi\vert x))^{-1}$",
        inverted,
    ),
    Slip(
        "CS229T, after (326)",
        r"multiply by $\nabla^2L_{\mathrm{dis}}^{-1/2}$",
        r"by $\nabla^2L_{\mathrm{dis}}^{+1/2}$",
        root,
    ),
    Slip(
        "CS229T, end of 5.1",
        "misspecified: the discriminative one is clearly better",
        "in the limit, in log loss",
        small_samples,
    ),
)
