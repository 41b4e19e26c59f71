"""Slips of USC lecture 9, section 4, that notebook 13 decides."""

import numpy as np

from helpers.desk.slips import Slip
from helpers.margins import boosting, stumps
from lessons.n13_boosting import world


def every_weighting():
    """Best stumps on the interval (advantage 1/6) under 2000 random weightings."""
    e = world.line(2, 60, 1)
    weak = stumps.stump_learner(e.X, e.y)
    weightings = np.random.default_rng(0).dirichlet(np.ones(60), 2000)
    errors = np.array([D @ (weak(D)[0] != e.y) for D in weightings])
    printed, holds = np.mean(errors <= 1 / 6), np.mean(errors <= 1 / 2 - 1 / 6)
    return f"error ≤ γ for {printed:.1%} of 2000 weightings, ≤ ½ − γ for {holds:.0%}"


def a_coin():
    """A coin satisfies the printed condition."""
    alpha, z = boosting.log_odds(0.5), 2 * (0.5 * 0.5) ** 0.5
    return f"a coin, ½ ≤ 1 − γ = {1 - 1 / 6:.3f}, passes: α = {alpha:.0f}, z = {z:.0f}, for ever"


def second_weights():
    """What the weights of round 2 sum to, as printed and as corrected."""
    e = world.line(2, 60, 1)
    printed = np.exp(-e.run.eta[0] * e.y * e.run.v[0]).sum()
    return (
        f"the weights sum to {printed:.2f} as printed, to {e.run.extra['D'][1].sum():.2f} with it"
    )


def rule_alone():
    """What rounds 2 to 6 do to the loss: AdaBoost's pair, the best rule with α = 1."""
    e, right = world.rings()
    before = np.exp(-e.y * e.run.w[1:6])
    alone = np.min(before @ np.exp(-right), axis=1) / before.sum(axis=1)
    pair = ", ".join(f"{z:.2f}" for z in e.run.extra["z"][1:6])
    return f"rounds 2 to 6: {pair} with α, {', '.join(f'{z:.2f}' for z in alone)} without"


def difference():
    """z at error 0.3: as printed, as corrected, by its definition."""
    alpha, z = boosting.log_odds(0.3), 2 * (0.3 * 0.7) ** 0.5
    defined = world.factor(0.3, alpha)
    printed = abs(0.7 * (3 / 7) ** 0.5 + 0.3 * (7 / 3) ** 0.5 - z)
    return f"at ε = 0.3: {printed:.4f} as printed, {z:.4f} corrected, {defined:.4f} by definition"


def sign():
    """The root and both exponentials at γ = 0.2."""
    root = (1 - 4 * 0.2**2) ** 0.5
    return f"γ = 0.2: {root:.4f} is under {np.exp(-0.08):.4f}; printed {np.exp(0.08):.4f}, over 1"


def factors():
    """The mean exponential loss after 20 rounds, and products of 19, 20 and 21 normalisers."""
    e = world.plane("rings", 1)
    loss = boosting.exponential_loss(e.run, e.y)[19]
    less, exact, more = (np.prod(e.run.extra["z"][:t]) for t in (19, 20, 21))
    return (
        f"loss after 20 rounds {loss:.4f}; 19, 20, 21 factors: {less:.4f}, {exact:.4f}, {more:.4f}"
    )


def one_round():
    """The bound on the VC dimension of one rule."""
    return f"T = 1, d = 2: printed {1 * 2 * np.log(1):.0f}, with T + 1 {2 * np.log(2):.2f}"


def not_the_largest():
    """The smallest margin of AdaBoost on the game of eight, and the largest possible."""
    run = world.eight_run(1.0, 0)
    reached = boosting.margins(run, np.ones(8))[-1].min()
    return f"8 × 8 game: {reached:.3f} after 1000 rounds, {world.largest_margin():.3f} is possible"


SLIPS = (
    Slip(
        "USC 9, Definition 5",
        r"a weak learner has error “at most $\gamma$”",
        r"at most $\frac12 - \gamma$",
        every_weighting,
    ),
    Slip(
        "USC 9, Algorithm 3, line 4",
        r"$\varepsilon_t \le 1 - \gamma$",
        r"$\varepsilon_t \le \frac12 - \gamma$",
        a_coin,
    ),
    Slip(
        "USC 9, Algorithm 3, line 6",
        r"$D_{t+1} = \frac{D_t}{z} = e^{\mp\alpha_t}$",
        r"$D_{t+1} = \frac{D_t}{z}$ *times* $e^{\mp\alpha_t}$",
        second_weights,
    ),
    Slip(
        "USC 9, after Figure 1",
        "AdaBoost adds the rule $h$ alone, with the loss at $x$",
        r"it adds $\alpha h$, rule and step chosen together, with the loss at all $x_i$",
        rule_alone,
    ),
    Slip(
        "USC 9, proof of Lemma 7",
        r"$z = \dots - 2\sqrt{\varepsilon(1-\varepsilon)}$",
        r"an equals sign where the minus stands",
        difference,
    ),
    Slip(
        "USC 9, proof of Lemma 7",
        r"$(e^{-4\gamma^2})^{1/2} = e^{2\gamma^2}$",
        r"$e^{-2\gamma^2}$",
        sign,
    ),
    Slip(
        "USC 9, proof of Lemma 7",
        r"the product starts at $t = 1$, though the notes call the first normaliser $z_2$",
        r"$T$ factors, in their numbering $t = 2, \dots, T+1$",
        factors,
    ),
    Slip(
        "USC 9, proof of Lemma 7",
        r"$d_1$ beside the rule $h_1$",
        r"$\alpha_1$",
    ),
    Slip(
        "USC 9, proof of Theorem 6",
        r"VC dimension of a vote $\le c\,Td\log T$",
        r"$\log(T+1)$: at $T = 1$ the printed bound is 0",
        one_round,
    ),
    Slip(
        "USC 9, after Figure 2",
        "AdaBoost “maximises some notion of margin”",
        r"*approximately*: at least $\Upsilon(2\gamma^\star)$ is certain (Theorem 13.6)",
        not_the_largest,
    ),
    Slip(
        "USC 9, Theorem 6",
        "AdaBoost (1997) as the proof that weak learning implies strong learning",
        "the first proof is Schapire's of 1990; AdaBoost is the one that everybody uses",
    ),
)
