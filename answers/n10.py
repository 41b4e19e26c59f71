"""The exercises of notebook 10, Langevin dynamics."""

import numpy as np

from helpers.desk.edits import before, edit, mistakes
from helpers.desk.kinds import Code, Number, Open, Order, Position

GOAL = 1.107  # the posterior mean of the fifty numbers

# predict: what a long step costs

WIDTH = Number(
    id="10-width",
    task=r"SGLD looks at all data in every step ($V = 0$), and the step is $\eta = \frac1a$. How "
    r"many times as large as the target's is the <i>variance</i> at rest?",
    points=1,
    level=1,
    answer=2,
    within=0.02,
    why=r"With $\eta a = 1$ each step forgets where it was and keeps one kick of variance "
    r"$2\eta\tau = 2\tau/a$: twice the target's $\tau/a$.",
    traps=(
        (1, r"So it is for vanishing steps only. Put $\eta a = 1$ into Theorem 10.2."),
        (1.4142, "That is the ratio of the standard deviations; the variances are asked for."),
        (0.5, "The other way round: a long step makes the cloud wider, never narrower."),
        (4, r"The factor is $1/(1 - \eta a/2)$, and it is not squared."),
    ),
    hints=(
        r"Write one step with $\eta a = 1$. What is left of the old point?",
        "The new point is the mode plus one kick.",
        r"The kick has variance $2\eta\tau$, with $\eta = 1/a$.",
    ),
)


# find a position: small batches, and still the right width

HONEST = Position(
    id="10-honest",
    task="A step may look at five numbers at most. Make SGLD sample all the same: find sliders for "
    "which the variance at rest is within 5 % of the target's, and the start is forgotten.",
    points=2,
    level=2,
    figure="n10_langevin.shaking",
    conditions={
        "a batch has at most 5 numbers": lambda r: r.m <= 5,
        "variance at rest at most 5 % over τ/a": lambda r: r.rest <= 1.05 * r.tau / r.a,
        "when the burn-in ends, the mean is within 0.1 of its goal": lambda r: (
            abs(r.mean[r.kept] - GOAL) <= 0.1
        ),
    },
    answer={"eta": 0.0005, "m": 5, "tau": 5.0, "burn": 120},
    why=r"Gradient noise enters with $\eta^2V$, the kicks with $2\eta\tau$: small steps and a high "
    r"temperature let the kicks win. The price is a slow walk, so the burn-in must grow.",
    hints=(
        r"By Theorem 10.2 the excess is about $\eta V/(2\tau)$. Which two sliders make it small?",
        "At the smallest η and τ = 1 it is still 11 %. What else can you turn?",
        "Small steps forget slowly: drag the dotted line to the right.",
    ),
)


# derive: the weighted average

WEIGHTS = Order(
    id="10-weights",
    task=r"Prove Theorem 10.6: put the lines in order. $k_t$ is the kick of step $t$ and "
    r"$S_T = \sum_{t\le T}\eta_t$; the mode is at 0.",
    points=3,
    level=2,
    lines=(
        r"One step reads $w_{t+1} = w_t - a\eta_tw_t + k_t$.",
        r"So $a\,\eta_tw_t = w_t - w_{t+1} + k_t$.",
        r"Add up for $t = 1, \dots, T$: $\;a\sum_t\eta_tw_t = w_1 - w_{T+1} + \sum_t k_t$.",
        "Divide by $aS_T$: on the left stands the weighted average.",
        r"The kicks are independent, so $\sum_t k_t$ has variance "
        r"$\sum_t 2\eta_t\tau = 2\tau S_T$.",
        r"The standard deviation of a sum is at most the sum of standard deviations: the average's "
        r"is at most "
        r"$\big(\mathrm{sd}(w_1) + \mathrm{sd}(w_{T+1}) + \sqrt{2\tau S_T}\big)/(aS_T)$.",
    ),
    reasons=(
        "The gradient of a quadratic log-density with precision $a$ is $-aw$.",
        "Bring the gradient's part to one side.",
        "All points but the first and the last cancel.",
        r"The weights $\eta_t/S_T$ add up to one.",
        "Variances of independent numbers add.",
        "The weighted average has three terms, divided by $aS_T$: insert their standard "
        "deviations.",
    ),
    needs=((), (0,), (1,), (2,), (), (3, 4)),
    hints=(
        "Begin with one step of the chain.",
        "Solve one step for the term that the weighted average adds up.",
        "The variance of the kicks is needed last.",
    ),
)


# SGLD by hand


def sgld_path(z, J, w1, eta, tau, xi):
    """The points [w_1, ..., w_{T+1}] of SGLD, a list.

    The model: n numbers z_i ~ N(w, 1), prior w ~ N(0, 1). J: a list of T batches; batch t holds the
    indices, counted from 0, of the examples that step t looks at. w1: the start. eta, tau: step
    size and temperature. xi: T standard normal numbers, one for the kick of each step.
    """
    path = [w1]
    for batch, kick in zip(J, xi):
        w = path[-1]
        guess = len(z) / len(batch) * sum(z[j] - w for j in batch) - w
        path.append(w + eta * guess + (2 * eta * tau) ** 0.5 * kick)
    return path


def draw_path(rng, m=None):
    """Batches of several sizes, and a start that is not 0."""
    n, T = int(rng.integers(8, 15)), int(rng.integers(5, 12))
    J = [rng.integers(n, size=m or rng.integers(2, 6)).tolist() for _ in range(T)]
    w1, eta, tau = rng.uniform(0.5, 2), rng.uniform(0.01, 0.04), rng.uniform(0.5, 2)
    return (1 + rng.normal(size=n)).tolist(), J, float(w1), float(eta), tau, rng.normal(size=T)


def draw_whole(rng):
    """Every batch is the whole sample."""
    z, J, *rest = draw_path(rng)
    return z, [list(range(len(z))) for _ in J], *rest


def draw_cold(rng):
    """Without temperature there is no kick."""
    z, J, w1, eta, _, xi = draw_path(rng)
    return z, J, w1, eta, 0.0, xi


SGLD_PATH = Code(
    id="10-sgld-path",
    task="Write sgld_path(z, J, w1, eta, tau, xi), the points of SGLD.",
    points=3,
    level=1,
    solution=sgld_path,
    cases={
        "one step with all data": ([1.0, 3.0], [[0, 1]], 0.0, 0.1, 5.0, [1.0]),
        "a batch of one": ([1.0, 3.0, 5.0], [[2], [0]], 1.0, 0.1, 0.0, [0.3, -1.0]),
        "batches and kicks": (
            [1.0, 3.0, 5.0, 7.0],
            [[2, 2, 1], [0, 3]],
            1.0,
            0.05,
            1.0,
            [0.3, -1.0],
        ),
    },
    draw={
        "batches of several sizes": draw_path,
        "batches of one": lambda rng: draw_path(rng, 1),
        "all data": draw_whole,
        "without temperature": draw_cold,
    },
    wrong=mistakes(
        sgld_path,
        {
            """A batch of m must stand for all n examples: its sum needs the factor n/m. As long
            as the batch is the whole sample nobody notices.""": edit("len(z) / len(batch) * ", ""),
            """The factor n/m belongs to the examples only. The prior is there in full at every
            step.""": edit(
                "sum((z[j] - w for j in batch)) - w", "(sum((z[j] - w for j in batch)) - w)"
            ),
            "The prior has gone lost: its log-density has a slope too.": edit(
                "((z[j] - w for j in batch)) - w", "((z[j] - w for j in batch))"
            ),
            "The kick has VARIANCE 2 eta tau; multiply xi by the root of that, not by eta.": edit(
                "(2 * eta * tau) ** 0.5 * kick", "eta * (2 * tau) ** 0.5 * kick"
            ),
        },
    ),
    hints=(
        "The log-posterior has slope: sum of (z_j - w) over the examples, minus w for the prior.",
        "A batch of m stands for n examples: multiply its sum by n/m, and leave the prior alone.",
        "A number with variance v is sqrt(v) times a standard normal number.",
    ),
)


# the weighted average


def weighted_mean(chain, etas, burn):
    """The estimate of the mean from a chain with changing steps, a number.

    chain: the points w_1, ..., w_T. etas: the step sizes eta_1, ..., eta_T that left them. burn:
    how many points at the beginning are to be discarded, 0 or more, fewer than T.
    """
    kept, steps = np.asarray(chain)[burn:], np.asarray(etas)[burn:]
    return steps @ kept / steps.sum()


def draw_chain(rng):
    T = int(rng.integers(8, 30))
    return 1 + rng.normal(size=T), rng.uniform(0.1, 1, T), int(rng.integers(2, T - 3))


WEIGHTED_MEAN = Code(
    id="10-weighted-mean",
    task="Write weighted_mean(chain, etas, burn), the weighted average without the burn-in.",
    points=2,
    level=1,
    solution=weighted_mean,
    cases={
        "nothing discarded": ([4.0, 1.0, 2.0], [1.0, 0.5, 0.5], 0),
        "one point discarded": ([4.0, 1.0, 2.0, 3.0], [1.0, 0.5, 0.3, 0.2], 1),
    },
    draw={
        "some points discarded": draw_chain,
        "nothing discarded": lambda rng: (*draw_chain(rng)[:2], 0),
        "one point kept": lambda rng: ((c := draw_chain(rng))[0], c[1], len(c[0]) - 1),
    },
    wrong=mistakes(
        weighted_mean,
        {
            """What is discarded must count in neither sum: the denominator still holds the
            steps of the burn-in, so the weights add up to less than one.""": edit(
                "steps.sum()", "np.sum(etas)"
            ),
            """That is the plain average. Late points, whose steps are short, count too much in
            it.""": edit("steps @ kept / steps.sum()", "np.mean(kept)"),
            "Each point goes with the step that LEFT it, not with the one that led to it.": before(
                lambda chain, etas, burn: (chain, np.roll(etas, 1), burn)
            ),
        },
    ),
    hints=(
        "Test yourself: if all kept points are equal, that number must come out.",
        "Weights that add up to one: each step over the sum of the steps that are kept.",
        "Cut both lists first, then divide one sum by another.",
    ),
)


# the prior that the notes got wrong


def log_prior(w, mu, Lam, phi, psi):
    """[log f, gradient] of the prior of (beta, gamma), gamma = log sigma^2.

    w: d + 1 numbers, beta and then gamma. The prior: beta given sigma^2 is normal with mean mu and
    covariance matrix sigma^2 Lam, and sigma^2 is inverse gamma with density proportional to
    x^(-phi-1) exp(-psi/x). log f: the logarithm of the joint density of beta and gamma (not of
    beta and sigma^2), normalised. gradient: its d + 1 derivatives. math.lgamma is log Gamma.
    """
    import math

    w, mu = np.asarray(w, dtype=float), np.asarray(mu, dtype=float)
    delta, gamma, d = w[:-1] - mu, w[-1], len(mu)
    pull, shrink = np.linalg.solve(Lam, delta), np.exp(-gamma)
    q = delta @ pull
    normal = -(d * np.log(2 * np.pi) + d * gamma + np.linalg.slogdet(Lam)[1] + shrink * q) / 2
    rest = phi * np.log(psi) - math.lgamma(phi) - phi * gamma - psi * shrink
    slope = -d / 2 + shrink * q / 2 - phi + psi * shrink
    return [normal + rest, np.append(-shrink * pull, slope)]


def draw_prior(rng, d=None):
    d = d or int(rng.integers(2, 5))
    A = rng.normal(size=(d, d))
    Lam = A @ A.T + np.eye(d)
    return rng.normal(size=d + 1), rng.normal(size=d), Lam, rng.uniform(2, 4), rng.uniform(0.2, 0.8)


LOG_PRIOR = Code(
    id="10-log-prior",
    task="Write log_prior(w, mu, Lam, phi, psi), the logarithm of a prior and its gradient.",
    points=4,
    level=3,
    solution=log_prior,
    cases={
        "one coefficient, phi = psi = 1": ([0.5, 0.3], [0.0], [[1.0]], 1, 1),
        "phi and psi differ": ([0.5, 0.3], [0.0], [[1.0]], 2.5, 0.5),
        "two coefficients": ([0.5, -1.0, 0.3], [0.2, 0.1], [[2.0, 0.3], [0.3, 1.0]], 2.5, 0.5),
    },
    draw={
        "several coefficients": draw_prior,
        "one coefficient": lambda rng: draw_prior(rng, 1),
    },
    wrong=mistakes(
        log_prior,
        {
            """The constant of the inverse gamma density is psi^phi / Gamma(phi), so its
            logarithm has phi log psi. With phi = psi = 1 both are 0, and nobody notices.""": edit(
                "phi * np.log(psi)", "psi * np.log(phi)"
            ),
            """The density has det to the power -1/2; its logarithm has -1/2 LOG det, not -1/2
            det.""": edit("np.linalg.slogdet(Lam)[1]", "np.linalg.det(Lam)"),
            """The derivative of -d gamma / 2 is -d/2. Compare with finite
            differences of log f.""": edit("-d / 2", "d / 2"),
            """That is the density of sigma^2 at e^gamma. The density of gamma has one more
            factor, d sigma^2 / d gamma = e^gamma.""": edit(
                "- phi * gamma", "- (phi + 1) * gamma", "/ 2 - phi +", "/ 2 - phi - 1 +"
            ),
        },
    ),
    hints=(
        "A density is right if it integrates to 1, a gradient if finite differences agree.",
        "log N(beta | mu, e^gamma Lam): the determinant of e^gamma Lam is e^(d gamma) det Lam.",
        "gamma = log sigma^2 has the density of sigma^2 at e^gamma, times e^gamma.",
    ),
)


# an open question

SIX_TIMES = Open(
    id="10-six-times",
    task="A colleague samples a posterior by SGLD with batches of 100, a constant step and τ = 1. "
    "The histogram is six times as wide as an exact calculation says. “Then I lower the "
    "temperature until the width is right”, says the colleague. Write your advice.",
    points=5,
    level=3,
    asks=(
        "Which noise makes the histogram so wide, and how can it be measured?",
        "What would lowering the temperature do?",
        "What would you change, what does it cost, and how would you see that it worked?",
    ),
    rubric=(
        (
            2,
            "Names gradient noise (η²V against 2ητ) and a way to measure it: the spread of batch "
            "gradients, or a run without kicks.",
        ),
        (
            1,
            "Says that the temperature is invisible above the crossing, and that a width that is "
            "right by accident has a wrong shape or wrong correlations.",
        ),
        (
            1,
            "Proposes a smaller step or larger batches (or gradients with less variance), and "
            "names the price: longer burn-in and correlated draws, or more work a step.",
        ),
        (
            1,
            "Says how to test: halve the step and see whether the histogram stays, compare with "
            "the exact answer, several chains.",
        ),
    ),
    words=(60, 300),
    model="The width is that of the gradient's noise: run the chain with τ = 0 and it hardly "
    "changes. Per step it adds η²V, the kicks add 2ητ; V is n²/m times the variance of one "
    "example's gradient, so measure it on a few hundred batches and compare η with 2τ/V. Lowering "
    "τ changes nothing visible there, and if batches were chosen so that the width fits, the shape "
    "would be that of batch gradients, not of the posterior. Take η well below 2τ/V, or larger "
    "batches. Small steps forget slowly, so the burn-in and the run grow like 1/η. Halve η once "
    "more: if the histogram stays, the step is small enough.",
)
