"""The exercises of notebook 01, risk."""

import numpy as np

from helpers.desk.edits import before, edit, mistakes, whole
from helpers.desk.kinds import Code, Number, Open, Order, Position

# counting mistakes


def zero_one_risk(w, X, y):
    """The share of mistakes that the rule sign(<w, x>) makes, a number from 0 to 1.

    w is an array (d,), X an array (n, d) of examples in rows, y an array (n,) of -1 and +1.
    """
    return np.mean(y * (X @ w) <= 0)


def table(rng):
    """Scores that are never 0, for any number of examples and features."""
    n, d = rng.integers(6, 15), rng.integers(2, 5)
    return rng.normal(size=d), rng.normal(size=(n, d)), rng.choice([-1.0, 1.0], n)


def table_with_ties(rng):
    """Two examples of each class lie exactly on the boundary."""
    w = rng.choice([-2.0, -1.0, 1.0, 2.0], 2)
    X, y = rng.integers(-3, 4, (11, 2)).astype(float), rng.choice([-1.0, 1.0], 11)
    X[:4], y[:4] = [[w[1], -w[0]], [0, 0], [-w[1], w[0]], [2 * w[1], -2 * w[0]]], [1, -1, -1, 1]
    order = rng.permutation(11)
    return w, X[order], y[order]


def table_of_nothing(rng):
    w, X, y = table(rng)
    return 0 * w, X, y


four = np.array([[2.0, 1.0], [0.0, 1.0], [1.0, 3.0], [3.0, 0.0]]), np.array([1.0, 1.0, -1.0, 1.0])

ZERO_ONE = Code(
    id="01-zero-one",
    task="Write zero_one_risk(w, X, y), the share of mistakes of the rule sign(<w, x>).",
    points=2,
    level=1,
    solution=zero_one_risk,
    cases={
        "four examples, one mistake": (np.array([1.0, -1.0]), *four),
        "one example on the boundary": (np.array([1.0, -2.0]), *four),
        "w = 0": (np.zeros(2), *four),
    },
    draw={
        "ordinary scores": table,
        "scores of exactly 0": table_with_ties,
        "w = 0": table_of_nothing,
    },
    without=("helpers.losses:mean_loss", "helpers.losses:objective"),
    wrong=mistakes(
        zero_one_risk,
        {
            """A score of exactly 0 has no sign, so it cannot be right; here it counts as right.
            Try w = 0: it decides nothing, and you give it no mistake at all.""": edit(
                "<= 0", "< 0"
            ),
            "This is the share of right answers. A risk counts what goes wrong.": edit(
                "<= 0", "> 0"
            ),
            "This is the number of mistakes. The empirical risk is a mean: divide by n.": edit(
                "np.mean", "np.sum"
            ),
            """Here a score of 0 is read as +1. Then w = 0 would be right on every +1: but it
            says the same about all examples, and sign(0) is neither label.""": edit(
                "y * (X @ w) <= 0", "np.where(X @ w >= 0, 1, -1) != y"
            ),
        },
    ),
    hints=(
        "Compute all n scores at once. When is a score with the label y a mistake?",
        "Score and label must have the same sign: look at their product.",
        "What does the rule say when the score is 0? Neither +1 nor -1, so it is wrong there.",
    ),
)

# promise and risk

KEPT = Number(
    id="01-kept",
    task=r"Least squares with $d = 10$ normal features of mean 0, $n = 31$ examples, and answers "
    r"$y = \langle w^\star, x\rangle$ plus noise with $\sigma = 1$. The training risk will be "
    r"about $1 - 10/31 = 0.68$. Which risk do you expect for a new example?",
    level=1,
    answer=1.5,
    within=0.02,
    why="$1 + d/(n - d - 1) = 1 + 10/20$: more than twice the training risk.",
    traps=(
        (0.68, "That is the promise. New examples were not used for the fit."),
        (1.0, "That is the risk of w*, and of an average fit only if n is huge."),
        (1.32, "That is 1 + d/n, right only for many examples: here n − d − 1 = 20 is left."),
    ),
    hints=(
        "Theorem 1.2 has a formula for it.",
        "The denominator is what n leaves over after d features and one more.",
        "1 + 10/20.",
    ),
)

TWO_SIDES = Order(
    id="01-two-sides",
    task=r"Put the lines in order: they prove that the minimiser $\hat h$ of $R_S$ promises too "
    r"little and costs too much, on average. ($h^\star$ minimises the risk $R$.)",
    points=2,
    level=2,
    lines=(
        r"$h^\star$ does not depend on the sample.",
        r"Hence $\mathbb E\,R_S(h^\star) = R(h^\star)$.",
        r"$\hat h$ minimises $R_S$, so $R_S(\hat h) \le R_S(h^\star)$ for every sample.",
        r"Take expectations: $\mathbb E\,R_S(\hat h) \le \mathbb E\,R_S(h^\star) = R(h^\star)$.",
        r"On the other side $R(\hat h) \ge R(h^\star)$, since $h^\star$ minimises $R$; together "
        r"$\mathbb E\,R_S(\hat h) \le R(h^\star) \le \mathbb E\,R(\hat h)$.",
    ),
    reasons=(
        "The starting point: it is fixed by the law alone.",
        r"Theorem 1.1 needs a fixed hypothesis, and $h^\star$ is one.",
        "This is what minimising means; it holds sample by sample.",
        r"Expectation keeps inequalities, and $R_S(h^\star)$ has the mean $R(h^\star)$.",
        r"$h^\star$ is the best of all; the two inequalities join at $R(h^\star)$.",
    ),
    needs=((), (0,), (), (1, 2), (3,)),
    hints=(
        "One line needs a hypothesis that was fixed before the sample was drawn. Which?",
        "Unbiasedness of R_S comes before the expectations are taken.",
        "The line with both inequalities is the last.",
    ),
)


def fewest(r):
    """The fewest mistakes of a threshold at which the mean hinge loss is lowest."""
    zero_one, hinge = r.mean[:2]
    return round(11 * zero_one[hinge <= hinge.min() + 1e-12].min())


TIMID = Position(
    id="01-timid",
    task="A threshold without any mistake exists as long as the eleventh example is right of −0.3. "
    "Find a place for it and a scale c at which the lowest <b>hinge</b> risk makes three or more "
    "mistakes all the same, at every threshold where it is lowest.",
    points=2,
    level=2,
    figure="n01_risk.gallery",
    conditions={
        "some threshold makes no mistake": lambda r: r.wrong[0] == 0,
        "the hinge's makes three or more, wherever it is lowest": lambda r: fewest(r) >= 3,
    },
    answer=dict(c=0.2, place=1.0),
    why="With small scores no margin is over 1, and there the hinge is a straight line: only the "
    "numbers 6 and 5 of the two classes count, and the larger class pushes the threshold away "
    "until a margin reaches 1.",
    hints=(
        "Where the hinge is a straight line it cannot tell right from wrong. Where is that?",
        "All margins must be under 1. Which slider shrinks them all?",
        "Move the scale c towards its left end.",
    ),
)

LEADERBOARD = Open(
    id="01-leaderboard",
    task="A web page ranks 500 models by their error on one public test set; the best has 4.1 %. "
    "Its author concludes: the error on new cases is 4.1 %, since the test set was not used for "
    "training. Comment, in the words of this notebook.",
    points=4,
    level=2,
    rubric=(
        (1, "for one model fixed beforehand the test error is unbiased (Theorem 1.1)"),
        (1, "choosing the best of 500 is ERM over a finite class on the test set (Theorem 1.2)"),
        (1, "so 4.1 % is too low on average; the effect grows with 500 and falls with n"),
        (1, "a remedy: fresh examples for the winner, or a bound that pays ln 500"),
    ),
    asks=(
        "For which hypothesis would the conclusion be right?",
        "Which minimisation took place, and on which sample?",
        "What would you do?",
    ),
    words=(50, 250),
    model="For each single model, chosen beforehand, the test error is an unbiased estimate of its "
    "risk. The winner was chosen by the test set: the ranking is empirical risk minimisation over "
    "500 hypotheses, so by Theorem 1.2 its test error is on average below its risk, the more so "
    "the more models and the fewer test examples there are. Measure the winner once more on fresh "
    "examples, or allow for sqrt(ln(500)/n).",
)

# the nearest normal law


def kl_projection(weights, means, variances):
    """[theta, s], mean and variance of the normal law N(theta, s) nearest to a mixture g.

    g is a mixture of normal laws with these weights (adding up to 1), means and variances, each
    an array (k,); nearest: KL(g | N(theta, s)) is least.
    """
    theta = weights @ means
    return [theta, weights @ (variances + means**2) - theta**2]


def parts(rng):
    """Two to five parts; the weights are far from equal."""
    k = rng.integers(2, 6)
    weights = rng.dirichlet(np.arange(1.0, k + 1))
    return weights, rng.normal(size=k) * 2, rng.uniform(0.5, 3, size=k)


PROJECTION = Code(
    id="01-projection",
    task="Derive the normal law nearest to a mixture in KL(g | N), mean and variance both free.",
    points=3,
    level=3,
    solution=kl_projection,
    cases={
        "equal means": (np.array([0.25, 0.75]), np.ones(2), np.array([2.0, 6.0])),
        "two bumps": (np.array([0.5, 0.5]), np.array([0.0, 4.0]), np.ones(2)),
        "unequal weights": (np.array([0.9, 0.1]), np.array([0.0, 3.0]), np.array([1.0, 4.0])),
    },
    draw=parts,
    wrong=mistakes(
        kl_projection,
        {
            """The variance of a mixture is more than the mean of the variances: the means
            differ, and their spread counts too.""": whole(
                lambda weights, means, variances: [weights @ means, weights @ variances]
            ),
            """This is the spread of the means alone; each part of the mixture has a variance of
            its own.""": edit("variances + ", ""),
            """This is the heaviest part of the mixture. KL(g | f) is large where g has mass and
            f has none, so the nearest law must cover all parts.""": before(
                lambda weights, means, variances: (
                    np.eye(len(weights))[np.argmax(weights)],
                    means,
                    variances,
                )
            ),
        },
    ),
    hints=(
        "KL(g | f) = (something without theta and s) − E ln f. Write out ln of a normal density.",
        "Minimise E (z − theta)²/(2s) + ½ ln s, first in theta, then in s.",
        "Only two expectations under g enter: E z and E z². For a mixture both are averages.",
    ),
)

# prices


def l0_prices(risks, k):
    """[low, high], the prices lam >= 0 at which k minimises risks[j] + lam j over all j.

    risks is a falling array (d + 1,), the least risk with 0, 1, ..., d coefficients; k is at
    least 1. If no price buys k the list is empty.
    """
    low = max([0.0] + [(risks[k] - risks[j]) / (j - k) for j in range(k + 1, len(risks))])
    high = min((risks[j] - risks[k]) / (k - j) for j in range(k))
    return [low, high] if low <= high else []


def convex_risks(rng):
    """Each coefficient brings less than the one before, so that every k has its prices."""
    drops = np.sort(rng.uniform(0.1, 1, rng.integers(4, 8)))[::-1]
    return drops.sum() - np.append(0, np.cumsum(drops)), int(rng.integers(1, len(drops)))


def every_coefficient(rng):
    risks, _ = convex_risks(rng)
    return risks, len(risks) - 1


def never_bought(rng):
    """A k over the hull; every other time it beats its neighbours, and loses to one farther on."""
    if rng.integers(2):
        return np.array([1.0, 0.9, 0.1]) - 0.05 * rng.uniform() * np.arange(3), 1
    return np.array([1.0, 0.8, 0.65, 0.55, 0.0]) + 0.04 * rng.uniform() * np.arange(5), 1


def far_rivals(rng):
    """Both prices are set by a rival that is not a neighbour."""
    a, b, c = rng.uniform(0.05, 0.3, 3)
    return np.array([4.0, 3.0 + 2 * a, 2.0, 1.95 - b / 9, 1.0 + c, 0.9 + c]), 2


def tied(rng):
    """One price alone, exactly: the point lies on the chord of its neighbours."""
    step = float(rng.integers(1, 9)) / 8
    return np.array([4.0 + 2 * step, 4.0 + step, 4.0, 4.0]), 1


PRICES = Code(
    id="01-prices",
    task="At which prices does k coefficients win? Write l0_prices(risks, k).",
    points=3,
    level=3,
    solution=l0_prices,
    cases={
        "convex risks": (np.array([1.0, 0.5, 0.25, 0.2]), 1),
        "a k that no price buys": (np.array([1.0, 0.9, 0.1]), 1),
        "beats its neighbours, loses to k = 4": (np.array([1.0, 0.8, 0.65, 0.55, 0.0]), 1),
        "all of them": (np.array([1.0, 0.5, 0.25, 0.2]), 3),
        "one price alone": (np.array([1.0, 0.5, 0.0]), 1),
    },
    draw={
        "every k has its prices": convex_risks,
        "k = d": every_coefficient,
        "a k that no price buys": never_bought,
        "rivals farther away": far_rivals,
        "one price alone": tied,
    },
    without=("helpers.linear.subsets:price_for", "helpers.linear.subsets:lower_hull"),
    wrong=mistakes(
        l0_prices,
        {
            """This compares k with k − 1 and k + 1 only. A k that beats both may lose to one
            farther away.""": edit(
                "range(k + 1, len(risks))",
                "range(k + 1, len(risks))[:1]",
                "range(k))",
                "range(k)[-1:])",
            ),
            """Where low is over high there is no price at all: such a k lies above the lower
            hull.""": edit(" if low <= high else []", ""),
        },
    ),
    hints=(
        "k must beat every j: each j > k gives a lower bound on the price, j < k an upper one.",
        "From risks[k] + lam k <= risks[j] + lam j follows lam (j − k) >= risks[k] − risks[j].",
        "low is the largest of the lower bounds and 0, high the least of the upper ones.",
    ),
)
