"""The exercises of notebook 21, mirror descent."""

import numpy as np

from helpers.desk.edits import edit, mistakes, whole
from helpers.desk.kinds import Code, Number, Open, Order, Position

# predict: a million experts

MILLION = Number(
    id="21-million",
    task="A million experts, losses in $[0, 1]$, both step sizes tuned. How many times as large as "
    "EG’s bound is OGD’s bound of Theorem 21.1? (Two digits are enough.)",
    points=1,
    level=1,
    answer=190.2,
    within=6,
    why=r"$\sqrt{(d - 1)T}$ against $\sqrt{2T\log d}$: the rounds cancel, and "
    r"$\sqrt{\frac{10^6}{2 \cdot 13.8}} \approx 190$.",
    traps=(
        (269, r"The 2 under EG’s root is missing: its bound is $\sqrt{2T\log d}$."),
        (72382, r"$\frac d{\log d}$: the bounds are roots."),
        (36191, "That is the square of the answer."),
        (1000, r"$\sqrt d$ is OGD’s part. EG’s bound grows too: divide by $\sqrt{2\log d}$."),
        (
            5.1,
            "Too small: about 5 is the ratio for 300 experts, and 0.005 is the ratio upside down.",
        ),
        (288.7, r"The logarithm is the natural one: $\log 10^6 = 13.8$, not 6."),
    ),
    hints=(
        "Divide the two tuned bounds. What happens to T?",
        r"What is left is $\sqrt{\frac{d - 1}{2\log d}}$.",
        r"$\log 10^6 = 6 \cdot 2.303$.",
    ),
)


# find a position: where OGD wins

UPSET = Position(
    id="21-upset",
    task="Find a place where OGD wins clearly: its regret is at most 90 % of EG’s, and EG’s is at "
    "least 5. Play at least 100 rounds, at the tuned step size, and not with coins: no luck.",
    points=2,
    level=2,
    figure="n21_mirror_descent.race",
    conditions={
        "the losses are not coins": lambda r: r.losses != "coins",
        "at least 100 rounds, at the tuned step size": lambda r: r.T >= 100 and r.factor == 1,
        "EG regrets at least 5": lambda r: r.regret[0] >= 5,
        "OGD regrets at most 90 % of that": lambda r: r.regret[1] <= 0.9 * r.regret[0],
    },
    answer={"losses": "one good expert", "d": 2},
    why="With few experts the bounds themselves change places: √((d − 1)T) is below √(2T log d) "
    "for d = 2 and 3. (Where the best changes, OGD is ahead for a few more: a bound is no regret.)",
    hints=(
        "Look at the two bounds on the right: where does the dotted one lie below?",
        "With few experts. Which game has something to learn?",
        "Two experts, one of them good.",
    ),
)


# derive: half of the bound

HALF = Order(
    id="21-half",
    task="EG’s bound can be halved. Put the lines in order. The losses are in $[0, 1]$, and "
    r"$z_t' = z_t - \frac12(1, \dots, 1)$.",
    points=3,
    level=3,
    lines=(
        r"Take $\frac12$ from every loss: all leads stay the same, so EG’s weights $w_t$ do too.",
        r"Hence the regret stays the same: learner and expert both lose $\frac12$ less in each "
        "round.",
        r"The new losses satisfy $\lVert z_t'\rVert_\infty \le \frac12$.",
        "Theorem 21.6 on the new losses: there the regret is at most "
        r"$\frac{\log d}\eta + \frac\eta2\sum_t\lVert z_t'\rVert_\infty^2$.",
        r"Together: the regret is at most $\frac{\log d}\eta + \frac{\eta T}8$.",
        r"With $\eta = \sqrt{8\log d/T}$ this is $\sqrt{\frac12T\log d}$, half of "
        r"$\sqrt{2T\log d}$.",
    ),
    reasons=(
        "A common lead changes nothing: section 4.",
        "The weights of learner and expert both sum to 1.",
        r"A number of $[0, 1]$ is at most $\frac12$ away from the middle.",
        "The theorem asks only for the largest entry, not for positive losses.",
        r"Each of the $T$ squares is at most $\frac14$.",
        r"At the best $\eta$ both terms are equal. (OGD’s bound is halved in the same way: "
        r"$\lVert z_t'\rVert_2^2 \le \frac d4$.)",
    ),
    needs=((), (0,), (), (), (1, 2, 3), (4,)),
    hints=(
        "What does EG notice if everybody’s loss falls by the same amount?",
        "Nothing: its weights and its regret stay the same. A bound on the new losses "
        "is one on the old.",
        "The step size is chosen last.",
    ),
)


# code: exponentiated gradient


def exponentiated_gradient(Z, eta):
    """[weights, regret]: exponentiated gradient on given losses.

    Z: a list of T rows of d numbers, the losses of d experts round by round; any size, any sign.
    eta: the step size, positive. weights: a list of T rows, the weights that were used in each
    round, before its losses were seen. regret: the learner's total loss minus that of the best
    single expert.
    """
    Z = np.array(Z, dtype=float)
    before = np.vstack([np.zeros(Z.shape[1]), np.cumsum(Z, axis=0)[:-1]])
    scores = -eta * before
    w = np.exp(scores - scores.max(axis=1, keepdims=True))
    w /= w.sum(axis=1, keepdims=True)
    return [w.tolist(), float((w * Z).sum() - Z.sum(axis=0).min())]


def one_weight_too_many(Z, eta):
    weights, _ = exponentiated_gradient([*Z, Z[0]], eta)
    return [weights, exponentiated_gradient(Z, eta)[1]]


def draw_game(rng, low=0.0, high=1.0):
    T, d = int(rng.integers(4, 10)), int(rng.integers(2, 6))
    return rng.uniform(low, high, (T, d)).round(3).tolist(), float(rng.uniform(0.3, 1.5))


EG = Code(
    id="21-eg",
    task="Write exponentiated_gradient(Z, eta).",
    points=3,
    level=2,
    solution=exponentiated_gradient,
    cases={
        "two experts, three rounds": ([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]], 0.5),
        "a see-saw": ([[1.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, 0.0]], 1.0),
        "euros: exp becomes 0 or infinite": ([[9000.0, 8000.0], [8500.0, 9100.0], [1.0, 0.0]], 0.5),
        "gains": ([[-9000.0, -8000.0], [-8500.0, -9100.0], [1.0, 0.0]], 0.1),
        "a single round": ([[0.3, 0.2, 0.7]], 2.0),
    },
    draw={
        "ordinary cases": draw_game,
        "large losses": lambda rng: draw_game(rng, 5000.0, 9000.0),
        "gains": lambda rng: draw_game(rng, -9000.0, -5000.0),
    },
    wrong=mistakes(
        exponentiated_gradient,
        {
            "These weights have already seen the losses of "
            "their own round: in round 1 all must be equal.": edit(
                "-eta * before", "-eta * np.cumsum(Z, axis=0)"
            ),
            "Weight goes to those who lose: the sign of the exponent.": edit(
                "-eta * before", "eta * before"
            ),
            "Only the losses of the round before count here; the sum of all rounds does.": edit(
                "np.cumsum(Z, axis=0)[:-1]", "Z[:-1]"
            ),
            "Clipping the exponents hides the overflow: experts that are far behind become "
            "equal. Subtract the largest exponent instead.": edit(
                "-eta * before", "np.clip(-eta * before, -500, 500)"
            ),
            "The regret is against one expert for all "
            "rounds, not against the best of each round.": edit(
                "Z.sum(axis=0).min()", "Z.min(axis=1).sum()"
            ),
            "T rounds need T rows of weights; the row after the last round is not used.": whole(
                one_weight_too_many
            ),
        },
    ),
    without=(
        "helpers.online.mirror:mirror_descent",
        "helpers.online.mirror:linearised_descent",
        "helpers.online.mirror:multiplied",
        "helpers.online.mirror:regret",
    ),
    hints=(
        "Which losses are known when the weights of round t are chosen?",
        "Sum the losses of the rounds before, take minus eta times that, and make it a softmax.",
        "A common lead changes nothing: subtract the largest exponent before you use exp.",
    ),
)


# code: the conjugate, twice


def envelope(grid, values):
    """The heights of the biconjugate ψ** at the points of a grid, as a list.

    grid: a list of at least two places in rising order, not evenly spaced. values: the heights of
    ψ there; elsewhere ψ is infinite. The answer is a list of as many heights.
    """
    grid, values = np.array(grid, dtype=float), np.array(values, dtype=float)
    i, j = np.triu_indices(len(grid), 1)
    slopes = (values[j] - values[i]) / (grid[j] - grid[i])
    star = (np.outer(slopes, grid) - values).max(axis=1)
    return (np.outer(grid, slopes) - star).max(axis=1).tolist()


def not_convex_enough(grid, values):
    x, h = np.array(grid, dtype=float), np.array(values, dtype=float)
    cut = h.copy()
    share = (x[1:-1] - x[:-2]) / (x[2:] - x[:-2])
    cut[1:-1] = np.minimum(h[1:-1], (1 - share) * h[:-2] + share * h[2:])
    return cut.tolist()


def draw_humps(rng, size=1.0):
    n = int(rng.integers(6, 12))
    grid = np.cumsum(rng.uniform(0.2, 1.5, n)) - 4
    values = size * (np.cos(2.5 * grid) + 0.1 * grid**2 + 0.3 * rng.normal(size=n))
    return grid.round(3).tolist(), values.round(3).tolist()


ENVELOPE = Code(
    id="21-envelope",
    task="Write envelope(grid, values).",
    points=3,
    level=2,
    solution=envelope,
    cases={
        "two wells": ([-1.0, -0.5, 0.0, 0.5, 1.0], [0.0, 0.3, 0.5, 0.3, 0.0]),
        "a bowl stays": ([-2.0, -1.0, 0.0, 1.5], [4.0, 1.0, 0.0, 2.25]),
        "a wide hump, uneven": ([-3.0, -1.0, 0.0, 0.5, 4.0], [0.0, 2.0, 5.0, 1.9, 7.0]),
        "steep": ([0.0, 0.1, 0.2, 0.3], [0.0, 9.0, 4.0, 30.0]),
        "two points": ([1.0, 3.0], [5.0, -1.0]),
    },
    draw={
        "ordinary cases": draw_humps,
        "steep": lambda rng: draw_humps(rng, 40.0),
        "upside down": lambda rng: (
            (grid := np.cumsum(rng.uniform(0.2, 1.5, 7)) - 3).round(3).tolist(),
            (-(grid**2) + rng.normal(size=7)).round(3).tolist(),
        ),
    },
    wrong=mistakes(
        envelope,
        {
            "The slopes from −10 to 10 in steps of 1/10 are not the ones that are needed: "
            "which lines can touch two points of the graph?": edit(
                "(values[j] - values[i]) / (grid[j] - grid[i])", "np.linspace(-10, 10, 201)"
            ),
            "Lines through neighbours are not enough: a line "
            "may touch two points with a hump between them.": edit(
                "(values[j] - values[i]) / (grid[j] - grid[i])", "np.diff(values) / np.diff(grid)"
            ),
            "One sweep that cuts every hump between its "
            "two neighbours leaves wider humps standing.": whole(not_convex_enough),
            "This is the largest constant below ψ; ψ** may slope and bend.": whole(
                lambda grid, values: [min(values)] * len(values)
            ),
            "This is ψ* with the grid points as slopes; "
            "take the conjugate of that once more.": whole(
                lambda grid, values: (np.outer(grid, grid) - values).max(axis=1)
            ),
            "This is the smallest concave function "
            "above ψ: the lines lie on the wrong side.": whole(
                lambda grid, values: np.negative(envelope(grid, np.negative(values)))
            ),
        },
    ),
    without=("helpers.online.mirror:conjugate_on_grid",),
    hints=(
        "Two conjugates, one after the other. Over which slopes?",
        "ψ** is made of lines that touch the graph in two of its points.",
        "Take the slopes of all pairs of points.",
    ),
)


# an open question

NEWSROOM = Open(
    id="21-newsroom",
    task="A newsroom weighs the forecasts of 300 columnists, every day anew. A colleague ran OGD "
    "and EG over last year’s 250 days, each at its tuned step size: regrets 23 and 22. “So "
    "geometry is a myth. We take OGD, and with longer steps, since the bound is pessimistic.” "
    "Write your advice.",
    points=5,
    level=3,
    asks=(
        "What does the tie of last year show, and what not?",
        "What could go wrong with OGD, at short steps and at long ones?",
        "Is there anything that speaks for OGD?",
    ),
    rubric=(
        (1, "Says that one year is one sequence: on coin-like losses both tie, whatever d is."),
        (
            1,
            "Names what separates them: many experts of whom one is good, or forecasts that err "
            "in groups; √d against √log d.",
        ),
        (
            1,
            "Says that by Theorem 21.2 no constant step size repairs OGD: short ones find a good "
            "columnist slowly, long ones swing with groups. (A schedule can beat these two games: "
            "accept it with a reason.)",
        ),
        (
            1,
            "Checks or mentions the hypothesis T ≥ d: 250 days, 300 columnists, so the theorem as "
            "stated does not apply to one year; it does after more days.",
        ),
        (
            1,
            "Names a fair point for OGD or a limit of the advice: few experts, exact zeros, real "
            "columnists are no adversary, or test both on other years.",
        ),
    ),
    words=(60, 300),
    model="Last year is one sequence. If columnists err like coins, every sensible learner has "
    "about the same regret, so a tie says nothing about geometry. The bounds differ because other "
    "years are possible: one columnist who knows it, among 299 who do not, or two camps that are "
    "wrong in turn. OGD with short steps takes long to find the one; with long steps it swings "
    "with the camps. Theorem 21.2 says that no constant step size escapes both, at least once the "
    "days outnumber the columnists, which 250 do not yet. EG pays only a logarithm of their "
    "number, and its weights cost nothing more to compute. For OGD speaks that it gives most "
    "columnists exactly no weight, and that with two or three of them it is even better. "
    "Columnists are no adversaries, so run both over five other years before you decide; longer "
    "steps may help both.",
)
