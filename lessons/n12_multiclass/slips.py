"""Slips of the notes on many classes that notebook 12 decides."""

import numpy as np

from helpers import data
from helpers.descent import bounds
from helpers.desk.slips import Slip
from helpers.margins import class_features, multiclass, multiclass_sgd, pegasos
from helpers.margins import votes as voting
from helpers.margins.perceptron import pad
from lessons.n12_multiclass import world

X, Y = world.XW, world.YW


def ninety_of_a_hundred():
    """The 0-1 loss of a rule that is right on 90 of 100, and the least hinge built on it."""
    said = np.arange(100) % 3
    y = np.where(np.arange(100) < 90, said, (said + 1) % 3)
    loss, least = multiclass.zero_one(np.eye(3)[said], y).mean(), []
    for hinge in (multiclass.hinge_as_printed, multiclass.hinge):
        least.append(hinge(9 * np.eye(3)[said], y).min())
    return (
        f"right on 90 of 100: printed {np.mean(said == y):.1f}, corrected {loss:.1f}; "
        f"least hinge {least[0]:.0f} and {least[1]:.0f}"
    )


def half_the_signed_point():
    """The hinge with features yx/2 against max(0, 1 - y<w, x>)."""
    Z, w, t = X[:, :2], np.array([1.0, -2.0]), np.where(Y > 0, 1, -1)
    halves, right = np.stack([-Z @ w / 2, Z @ w / 2], axis=1), np.maximum(0, 1 - t * (Z @ w))
    losses = (multiclass.hinge_as_printed, multiclass.hinge)
    off = [np.abs(loss(halves, (t > 0) + 0) - right).max() for loss in losses]
    return f"178 wines: off by {off[0]:.3f} as printed, by {off[1]:.3f} corrected"


def steepness():
    """The slope of the hinge of x = (0.3, -0.9), along Psi(x, 0) - Psi(x, 1)."""
    x = np.array([0.3, -0.9])
    push = np.subtract(*class_features.block_features([x], 2)[0])
    along = push / np.linalg.norm(push)
    slope = np.subtract(
        *(multiclass.hinge((push + t * along).reshape(2, 2) @ x, 1) for t in (1, 0))
    )
    return f"slope {slope:.4f}; printed {push.max():.4f}, corrected {np.linalg.norm(push):.4f}"


def step_without_penalty():
    """The average of 4000 Pegasos steps at lam = 0.1, without and with 2 lam w."""
    f, best = multiclass_sgd.objective(X, Y, 0.1)[0], multiclass.machine(X, Y, 0.1)
    found = []
    for step in ("2λw left out", "right"):
        rng, rate = np.random.default_rng(2), pegasos.pegasos_steps(0.1)
        run = multiclass_sgd.descend(X, Y, 0.1, rate, 4000, rng, step)
        found.append(f(run.average()))
    return f"objective {found[0]:.2f} and {found[1]:.4f}, optimum {best.objective:.4f}"


def slopes_at_a_tie():
    """The slopes of the hinge to both sides of the tie s = 1."""
    left, right = ((multiclass.hinge([0.0, s], 1)) / 1e-6 for s in (1 - 1e-6, 1 + 1e-6))
    return f"slopes at a tie: {-left:.0f} and {right:.0f}; one ŷ gives one of them"


def votes_as_printed():
    """How often the printed formula names a class with the most wins, in both readings."""
    h = np.triu(np.random.default_rng(0).choice([-1.0, 1.0], size=(500, 5, 5)), 1)
    wins, most = (h - h.transpose(0, 2, 1) > 0).sum(axis=2), []
    for symmetric in (False, True):
        named = wins[np.arange(500), voting.printed_votes(h, symmetric)]
        most.append((named == wins.max(axis=1)).sum())
    return f"500 tables of ten duels: right in {most[0]} as −h[j,i], in {most[1]} as h[j,i]"


def linear_program():
    """The objective at the answers of the linear and of the quadratic program."""
    f, best = multiclass_sgd.objective(X, Y, 0.1)[0], multiclass.machine(X, Y, 0.1)
    linear = f(multiclass.without_penalty(X, Y).ravel())
    return f"objective {linear:.2f} by the linear program, {best.objective:.2f} by the quadratic"


def another_start():
    """The mean regret of 1000 constant steps from -4w*, and two bounds on it."""
    best = world.one_machine("wine", 0.1).w
    run = multiclass_sgd.descend(X, Y, 0.1, 0.03, 1000, np.random.default_rng(1), start=-4 * best)
    met = [multiclass_sgd.drawn_losses(run, X, Y, 0.1, w).mean() for w in (run.w[:-1], best)]
    said, right = (bounds.best_bound(run, a * np.linalg.norm(best))[-1] for a in (1, 5))
    return (
        f"from w₁ = −4w*: regret {met[0] - met[1]:.3f}, with ‖w*‖² {said:.3f} is allowed, with "
        f"‖w₁ − w*‖² {right:.3f}"
    )


def sum_of_scores():
    """The share of right answers by votes and by sums of scores, where all duels are won."""
    x, y = data.blobs(90, [[-2, 0], [0, 0], [2, 0.5]], np.random.default_rng(3), 0.28)
    D = voting.one_vs_one(x, y, voting.LEARNERS["perceptron"], 1)
    sums = np.einsum("nd,kld->nk", pad(x), D).argmax(axis=1)
    vote = np.mean(voting.outvoted(D, pad(x)) == y)
    return (
        f"90 points, all duels won: sum of scores {np.mean(sums == y):.0%} right, vote {vote:.0%}"
    )


SLIPS = (
    Slip(
        "Durham 10, (3.2)",
        r"0–1 loss 1 if $h_w(x) = y$",
        r"1 if $h_w(x) \ne y$",
        ninety_of_a_hundred,
    ),
    Slip(
        "Durham 10, Example 26",
        r"from $\Psi = \frac12yx$ the hinge becomes $\max(0, 1 - y\langle w, x\rangle)$",
        r"with the corrected 0–1 loss",
        half_the_signed_point,
    ),
    Slip(
        "Durham 10, Example 23",
        r"$\rho = \max_\xi\,(\Psi(x, \xi) - \Psi(x, y))$",
        r"$\rho = \max_\xi\Vert\Psi(x, \xi) - \Psi(x, y)\Vert$",
        steepness,
    ),
    Slip(
        "Durham 10, Example 29",
        r"step $w - \eta(\Psi(x, \hat y) - \Psi(x, y))$",
        r"$w - \eta(\Psi(x, \hat y) - \Psi(x, y) + 2\lambda w)$",
        step_without_penalty,
    ),
    Slip(
        "Durham 10, Example 29",
        r"$\hat y \in \max$, and $\partial\ell = \partial c(w; \hat y)$",
        r"$\hat y \in \arg\max$; at a tie $\partial\ell$ is the hull of several",
        slopes_at_a_tie,
    ),
    Slip(
        "Durham 10, Note 30",
        r"“can be derived similar to the binary case”: lecture 5, (3.1) has $\Vert w^\star\Vert^2$ "
        r"and no start",
        r"from $w_1 = 0$; else $\Vert w_1 - w^\star\Vert^2$ (Theorem 12.7)",
        another_start,
    ),
    Slip(
        "Durham 10, Note 13",
        r"rules for $i < j$ only, yet the vote uses all $h^{[i,j]}$",
        r"set $h^{[i,j]} := h^{[j,i]}$ for $j < i$",
        votes_as_printed,
    ),
    Slip(
        "Durham 10, Note 28",
        r"linear programming",
        r"*quadratic* programming",
        linear_program,
    ),
    Slip(
        "Durham 10, Example 18",
        r"$n$ is the number of features",
        r"another letter: $n$ is the sample size everywhere else",
    ),
    Slip(
        "Waterloo 1.2",
        r"majority vote $\arg\max_k\sum_l\langle x, w_{k,l}\rangle$",
        r"count the duels won, $\langle x, w_{k,l}\rangle > 0$",
        sum_of_scores,
    ),
)
