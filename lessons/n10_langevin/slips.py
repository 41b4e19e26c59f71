"""Slips of Durham's lecture 7 that notebook 10 decides."""

import numpy as np

from helpers.descent import chains, langevin
from helpers.desk.slips import Slip
from lessons.n10_langevin import bayes, scores, world

# two coefficients whose covariance matrix is diag(2, 3); phi and psi differ
LAW = bayes.NormalInverseGamma([0, 0], [[2, 0], [0, 3]], 2.5, 0.5)
GRID = np.linspace(-14, 14, 401)


def without_log():
    """Three observations 2.5 and the prior N(0, 1): where both objectives are largest."""
    w = np.linspace(0, 3, 3001)
    log_L, f = -1.5 * (2.5 - w) ** 2, np.exp(-(w**2) / 2) / (2 * np.pi) ** 0.5
    printed, corrected = w[np.argmax(log_L + f)], w[np.argmax(log_L + np.log(f))]
    return f"printed: largest at {printed:.3f}; corrected: {corrected:.3f}; mode {7.5 / 4:.3f}"


def bell():
    """The integral of exp(-x' Sigma^-1 x / 2) / 2 pi for Sigma = diag(2, 3)."""
    inside = np.exp(-(GRID[:, None] ** 2 / 2 + GRID**2 / 3) / 2)
    return inside.sum() * (GRID[1] - GRID[0]) ** 2 / (2 * np.pi)


def normal_density():
    """What N(x | mu, Sigma) integrates to."""
    printed, corrected = bell() / (2 * np.pi) / 6, bell() / 6**0.5
    return f"integral: printed {printed:.3f}, corrected {corrected:.3f}"


def log_det():
    """What f(beta | gamma) integrates to."""
    printed, corrected = bell() * np.exp(-6 / 2), bell() * np.exp(-np.log(6) / 2)
    return f"integral: printed {printed:.3f}, corrected {corrected:.3f}"


def phi_psi():
    """What f(gamma) integrates to, with phi = 2.5 and psi = 0.5."""
    gamma = np.linspace(-8, 30, 4001)
    right = np.trapezoid(np.exp(LAW.log_gamma(gamma)), gamma)
    wrong = right * LAW.phi**LAW.psi / LAW.psi**LAW.phi
    return f"integral: printed {wrong:.3f}, corrected {right:.3f}"


def half_d():
    """The derivative in gamma at one point, against finite differences."""
    w, h = np.array([0.4, -0.3, 0.2]), np.array([0, 0, 1e-5])
    right = LAW.gradient(w)[2]
    numeric = (LAW.log_density(w + h) - LAW.log_density(w - h)) / 2e-5
    return f"printed {right + 2:.3f}, corrected {right:.3f}, finite differences {numeric:.3f}"


def weights():
    """Sums of the weights for eta_t = 1/t and T = 10."""
    eta = 1 / np.arange(1, 11)
    printed, corrected = eta.sum() / (10 * eta[0]), (eta / eta.sum()).sum()
    return f"weights add up to {printed:.3f} with t' held at 1, to {corrected:.0f} corrected"


def fifteen():
    """log sigma^2 with n = 15: the mode, the MLE, where SGD from the MLE ends, and its error."""
    rng = np.random.default_rng(15)
    X = np.column_stack([np.ones(15), rng.normal(size=15)])
    y = X @ [0.5, 1.5] + 0.5 * rng.normal(size=15)
    prior = bayes.NormalInverseGamma([0, 0], np.eye(2), 1, 1)
    beta, rss = np.linalg.lstsq(X, y, rcond=None)[:2]
    mle = np.append(beta, np.log(rss[0] / 15))
    guess = langevin.minibatch(scores.score, prior.gradient, (X, y), 5, rng)
    run = langevin.ascend(guess, np.tile(mle, (400, 1)), lambda t: 0.05 / (t + 20) ** 0.7, 3000)
    gamma = run.w[2000:-1, :, 2].mean(axis=0)
    return prior.posterior(X, y).mode[2], mle[2], gamma.mean(), gamma.std() / 20


def same_batches():
    """log sigma^2 on the notes' data: mode - MLE, and the gap of SGD with and without the prior.

    Both runs start at the MLE and meet the same batches of 1000, so chance cancels in the gap.
    """
    model, X, y = world.lab()
    beta, rss = np.linalg.lstsq(X, y, rcond=None)[:2]
    mle = np.append(beta, np.log(rss[0] / len(y)))
    sums = iter(model.sums[1000])

    def guess(w):  # the first 40 chains climb the posterior, the others the likelihood
        S = np.tile(next(sums), (2, 1, 1))
        fit = model.n / 1000 * scores.score_from_sums(w, S, 1000)
        return fit + np.concatenate([model.prior.gradient(w[:40]), np.zeros((40, 3))])

    run = langevin.ascend(guess, np.tile(mle, (80, 1)), 1e-5, 200)
    gamma = run.w[100:, :, 2].mean(axis=0)
    return model.law.mode[2] - mle[2], (gamma[:40] - gamma[40:]).mean()


def mode_or_mle():
    """The place at n = 15, and at n = 10 000 what the prior's pull does."""
    mode, mle, found, error = fifteen()
    exact, apart = same_batches()
    return (
        f"log σ² with n = 15: SGD from the MLE ({mle:.2f}) ends at {found:.3f} ± {error:.1g}, the "
        f"mode is {mode:.3f}; n = 10 000: with the prior it ends {apart:.5f} higher than without, "
        f"mode − MLE is {exact:.5f}"
    )


def clipped_norms():
    """Gradients clipped to c = 2: how many have that length."""
    lengths = np.linalg.norm(langevin.clip_norm(2.0)(world.SKEWED), axis=1)
    return f"of 60 gradients clipped to c = 2, {np.mean(np.isclose(lengths, 2)):.0%} have length 2"


def frozen():
    """The variance of the plain average for eta_t = 1/t, exactly."""
    eta = 1 / np.arange(1, 100_001)
    plain = chains.average_variance(eta, np.ones(len(eta)), 1.0, 1.0, start=1.0)
    shown = ", ".join(f"{plain[T - 1]:.4f}" for T in (10**3, 10**4, 10**5))
    return f"variance after 10³, 10⁴, 10⁵ steps: {shown} (target's: 1)"


def two_steps():
    """Exact variances of both averages for T = 2, eta_1 = 0.316, eta_2 = eta_1/2."""
    eta = 0.316 / np.arange(1, 3)
    both = (chains.average_variance(eta, by, 1.0, 1.0, start=1.0)[-1] for by in (np.ones(2), eta))
    plain, weighted = both
    return f"T = 2, η₁ = 0.316: variance {weighted:.4f} weighted, {plain:.4f} plain"


def floor():
    """A step frozen at a floor leaves a bias proportional to it."""
    both = [chains.stationary_variance(eta, 51, 1, 169) * 51 - 1 for eta in (0.002, 0.001)]
    return f"excess variance at floors 0.002 and 0.001: {both[0]:.1%} and {both[1]:.1%}"


def near_maximiser():
    """How far below the top of a Gaussian in 40 dimensions draws lie, at temperature 1."""
    draws = np.random.default_rng(6).standard_normal((4000, 40))
    gap = (draws**2).sum(axis=1) / 2
    return f"d = 40, τ = 1: {gap.mean():.1f} below the top on average, at least {gap.min():.1f}"


SLIPS = (
    Slip(
        "Durham 7, (2.1)",
        r"$\log L_n(w) + f(w)$",
        r"$\log L_n(w) + \log f(w)$",
        without_log,
    ),
    Slip(
        "Durham 7, section 4, normal density",
        r"$(2\pi)^{-d}\det(\Sigma)^{-1}$",
        r"$(2\pi)^{-d/2}\det(\Sigma)^{-1/2}$",
        normal_density,
    ),
    Slip(
        r"Durham 7, section 4, $\log f(\beta\,\vert\,\gamma)$",
        r"$-\frac12\det V$ (their $V$ is our $\Lambda$)",
        r"$-\frac12\log\det V$",
        log_det,
    ),
    Slip(
        r"Durham 7, section 4, $\log f(\gamma)$",
        r"$\psi\log\phi$",
        r"$\phi\log\psi$; the notes' $\phi = \psi = 1$ hides it",
        phi_psi,
    ),
    Slip("Durham 7, (4.2)", r"$+\frac d2$", r"$-\frac d2$", half_d),
    Slip(
        "Durham 7, (3.8)",
        r"$\eta_t / \sum_t \eta_{t'}$",
        r"$\eta_t / \sum_{t'} \eta_{t'}$",
        weights,
    ),
    Slip(
        "Durham 7, Figure 4.1",
        "SGD goes to the “exact MLE”",
        r"to the mode of the posterior of $(\beta, \log\sigma^2)$; at $n = 10^4$ the two are "
        r"closer than any line in the figure",
        mode_or_mle,
    ),
    Slip(
        "Durham 7, Note 30",
        r"the plain average converges under $\sum\eta_t = \infty$, $\sum\eta_t^2 < \infty$",
        r"not for $\eta_t = \eta_1/t$ (Theorem 10.7); the weighted one does",
        frozen,
    ),
    Slip(
        "Durham 7, Note 32",
        "the weighted average “has a smaller standard error” than the plain one",
        "in long runs with steps that shrink fast; not always",
        two_steps,
    ),
    Slip(
        "Durham 7, Note 22",
        "draws are near-maximisers",
        r"only if $\tau d$ is small: on average they lie $\tau d/2$ below the top",
        near_maximiser,
    ),
    Slip(
        "Durham 7, Notes 23–25",
        "the rates of lecture 4, or a step frozen late",
        r"only $(C/t)^p$ with $\frac12 < p \le 1$ and no floor satisfies the condition; a floor "
        "leaves a bias",
        floor,
    ),
    Slip(
        "Durham 7, Notes 34–35",
        r"$v\min(1, c/\Vert v\Vert)$ “scales” to a given norm",
        "the norm becomes *at most* $c$: this is clipping",
        clipped_norms,
    ),
    Slip(
        "Durham 7, Note 6",
        r"$\log L_n$ is the empirical risk",
        r"*minus $n$ times* an empirical risk",
    ),
)
