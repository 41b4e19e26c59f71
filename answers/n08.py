"""The exercises of notebook 08, stochastic gradient descent."""

import numpy as np

from helpers.desk.edits import after, before, edit, mistakes, whole
from helpers.desk.kinds import Choice, Code, Number, Open, Order, Position

# predict: how large a batch

TENTH = Number(
    id="08-tenth",
    task="Batches of 4, drawn with repetition, miss the gradient by 0.8 (root mean square). How "
    "large must a batch be to miss it by only 0.1?",
    points=1,
    level=1,
    answer=256,
    within=0.5,
    why=r"The root mean square error is $\sigma/\sqrt m$. An eighth of the error takes 64 times "
    r"the batch: $64 \cdot 4 = 256$.",
    traps=(
        (32, "That divides the <i>squared</i> error by 8. The error itself falls like 1/√m."),
        (64, "That is the factor. The batch we start from has 4 examples already."),
        (8, "That is how many times smaller the error must become."),
        (16, "Four times the batch halves the error once; it must be halved three times."),
    ),
    hints=(
        "Theorem 8.2 is about the squared error. What does it say about its root?",
        "The root mean square error is σ/√m.",
        "√m must become 8 times as large, so m becomes 64 times as large.",
    ),
)


# find a position: a long step at which a small batch is calm

EXPLODE = Position(
    id="08-explode",
    task="Long steps are quick, if the noise allows them. Find a step of at least 0.5 at which the "
    "mean square of single examples grows without bound, but not that of a batch of at most 6.",
    points=2,
    level=2,
    figure="n08_sgd.walk",
    conditions={
        "η is at least 0.5": lambda r: r.eta >= 0.5,
        "the mean square of single examples has no bound": lambda r: r.eta >= r.limits[0],
        "your batch has at most 6 examples": lambda r: r.m <= 6,
        "that of your batch has one": lambda r: r.eta < r.limits[1],
    },
    answer={"eta": 0.55, "m": 6},
    why="The longest step with a bounded mean square depends on the batch: 0.29 for m = 1, 0.71 "
    "for m = 6, and nearly 1 for all examples. A typical run of single examples leaves for good "
    "only from about 0.54 on; below that it is rare excursions that have no bound.",
    hints=(
        "The numbers of the figure name the longest step with a bounded mean square, for each "
        "batch.",
        "Go to η = 0.5 first, then look for the smallest batch whose curve on the right falls.",
        "For m = 2 the longest step is 0.45; a few more examples are enough.",
    ),
)


# derive: steps that forget

FORGET = Order(
    id="08-forget",
    task=r"Prove the second half of Theorem 8.5: put the lines in order. $e_t = \mathbb E\,w_t^2$, "
    r"and all steps are between 0 and 1.",
    points=3,
    level=2,
    lines=(
        r"For every $t$: $e_{t+1} = (1-\eta_t)^2\,e_t + \sigma^2\eta_t^2$.",
        r"Up to step $k$ we use only that $(1-\eta_t)^2 \le 1$: "
        r"$e_{k+1} \le w_1^2 + \sigma^2\sum_{t\le k}\eta_t^2$.",
        r"After step $k$ we keep the factors in front of $e_{k+1}$: $e_{T+1} \le "
        r"e_{k+1}\prod_{k\lt t\le T}(1-\eta_t)^2 + \sigma^2\sum_{k\lt t\le T}\eta_t^2$.",
        r"The product is at most $e^{-2\sum_{k\lt t\le T}\eta_t}$; with what is known of "
        r"$e_{k+1}$, this is the bound.",
        r"Now let $\sum\eta_t^2 < \infty$: choose $k$ so large that the last term of the bound is "
        r"under $\varepsilon$, whatever $T$ is.",
        r"With this $k$ fixed the first term tends to 0 as $T \to \infty$, because "
        r"$\sum\eta_t = \infty$. So $e_{T+1} < 2\varepsilon$ from some $T$ on.",
    ),
    reasons=(
        r"$w_{t+1} = (1-\eta_t)w_t - \eta_t\xi_t$, and $\xi_t$ has mean 0 and variance $\sigma^2$ "
        r"whatever $w_t$ is: the mixed term has mean 0.",
        "Apply this to $k$ steps; the start is $e_1 = w_1^2$.",
        "Apply this to $T - k$ steps; every kick is counted in full.",
        r"$1 - x \le e^{-x}$, applied to every factor.",
        "What is left of a convergent series after $k$ terms tends to 0.",
        "The sum of the steps after a fixed $k$ is infinite too.",
    ),
    needs=((), (0,), (0,), (1, 2), (3,), (4,)),
    hints=(
        "Begin with one step.",
        "Then cut the way at step k: one line for what comes before, one for what comes after.",
        "First k is chosen, then T. The other order does not work.",
    ),
)


# the gradient of a batch


def batch_grad(w, x, y, J):
    """The gradient of the batch's mean loss at w, a list of two numbers.

    The loss of example j is (w[0] + w[1] x[j] - y[j])^2. x, y: lists of n numbers. J: the batch, a
    list of indices into x and y; an index that was drawn twice stands there twice.
    """
    x, y = np.asarray(x, dtype=float)[J], np.asarray(y, dtype=float)[J]
    missed = w[0] + w[1] * x - y
    return [2 * np.mean(missed), 2 * np.mean(missed * x)]


def mean_of_all(w, x, y, J):
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    first = 2 * (w[0] + w[1] * np.mean(x) - np.mean(y[J]))
    return [first, 2 * (w[0] * np.mean(x) + w[1] * np.mean(x[J] ** 2) - np.mean(x[J] * y[J]))]


def draw_batch(rng, m=None):
    """Examples far from 0, and a batch of different ones."""
    n = int(rng.integers(6, 10))
    J = rng.permutation(n)[: m or rng.integers(2, n - 1)]
    x, y = 3 + rng.normal(size=n), rng.normal(size=n)
    return rng.normal(size=2).tolist(), x.tolist(), y.tolist(), J.tolist()


def draw_twins(rng):
    """One index three times, two others once: no set and no mask survives."""
    w, x, y, (a, b, c) = draw_batch(rng, 3)
    return w, x, y, rng.permutation([a, a, a, b, c]).tolist()


BATCH_GRAD = Code(
    id="08-batch-grad",
    task="Write batch_grad(w, x, y, J), the gradient of a batch's mean loss.",
    points=2,
    level=1,
    solution=batch_grad,
    cases={
        "one example": ([1, 1], [2, 2, 2], [1, 1, 1], [0]),
        "two examples": ([1, -1], [2, 4, 9], [1, 0, 5], [0, 1]),
        "an index drawn twice": ([0.5, 2], [1, 3, -2], [1, 0, 4], [2, 0, 2]),
        "all of them": ([0, 1], [1, 2, 6], [0, 1, 2], [0, 1, 2]),
    },
    draw={
        "different indices": draw_batch,
        "an index drawn several times": draw_twins,
        "one example": lambda rng: draw_batch(rng, 1),
    },
    without=("helpers.losses:mean_grad", "helpers.losses:objective"),
    wrong=mistakes(
        batch_grad,
        {
            """An index that was drawn twice counts twice. Here it was counted once: the batch
            was turned into a set, or the examples were picked by a mask.""": before(
                lambda w, x, y, J: (w, x, y, sorted(set(J)))
            ),
            """Every term is a mean over the batch. Here the products with y are summed and not
            divided by the size of the batch, as the notes print it.""": edit(
                "2 * np.mean(missed * x)", "2 * np.mean((missed + y) * x) - 2 * np.sum(x * y)"
            ),
            """The mean of x is taken over all examples. The batch does not know the others:
            every mean is over the indices in J.""": whole(mean_of_all),
            """The loss is the square itself, without one half in front: its derivative has a
            factor 2.""": after(lambda answer: [part / 2 for part in answer]),
            """That is the gradient of the sum of the losses. Divide by the size of the batch,
            or a larger batch makes longer steps.""": whole(
                lambda w, x, y, J: [len(J) * part for part in batch_grad(w, x, y, J)]
            ),
        },
    ),
    hints=(
        "One example cannot show a missing 1/m. Work the second case out by hand.",
        "Write the miss w[0] + w[1] x - y of every example in J first; J may be used as an index.",
        "The two entries are twice the mean miss, and twice the mean of miss times x.",
    ),
)


# which steps


def robbins_monro(rates):
    """Which step sizes satisfy the two conditions? A list with a pair [arrives, forgets] for each.

    rates: a list of triples (C, s, floor), which stand for eta_t = (C/t)^s + floor, t = 1, 2, ...,
    with C > 0, s >= 0 and floor >= 0. arrives: True if the sum of all steps is infinite. forgets:
    True if the sum of their squares is finite.
    """
    return [[s <= 1 or floor > 0, s > 0.5 and floor == 0] for _, s, floor in rates]


def draw_rates(rng, powers=None, floors=(0.0,)):
    """Every kind of rate is in every case, in any order: no slip has luck."""
    between = [rng.uniform(0.1, 0.4), rng.uniform(0.55, 0.95), rng.uniform(1.1, 2)]
    kinds = [(s, f) for s in powers or between for f in floors for _ in range(2)]
    made = [(float(rng.uniform(0.1, 9)), float(s), float(f)) for s, f in kinds]
    return ([made[i] for i in rng.permutation(len(made))],)


def draw_floors(rng):
    """Every power, each with and without a floor."""
    powers = [0.0, 0.5, rng.uniform(0.55, 0.95), 1.0, rng.uniform(1.1, 2)]
    return draw_rates(rng, powers, (0.0, rng.uniform(1e-3, 0.2)))


ROBBINS_MONRO = Code(
    id="08-robbins-monro",
    task="Write robbins_monro(rates), which says of each rate whether it arrives and forgets.",
    points=2,
    level=2,
    solution=robbins_monro,
    cases={
        "both": ([(2.0, 0.75, 0.0)],),
        "the edges": ([(1.0, 0.5, 0.0), (3.0, 1.0, 0.0)],),
        "too slow, too fast": ([(1.0, 0.0, 0.0), (1.0, 0.25, 0.0), (5.0, 2.0, 0.0)],),
        "with a floor": ([(1.0, 0.75, 0.1), (1.0, 2.0, 0.1), (1.0, 1.0, 0.01)],),
    },
    draw={
        "powers between the edges": draw_rates,
        "exactly 0, 1/2 and 1": lambda rng: draw_rates(rng, [0.0, 0.5, 1.0]),
        "with a floor": draw_floors,
    },
    wrong=mistakes(
        robbins_monro,
        {
            """“The popular rates will do.” They do not: compare the sum of squares at s = 1/2
            with the sum of 1/t, and look what a floor adds to each sum.""": whole(
                lambda rates: [[s <= 1, s >= 0.5] for _, s, _ in rates]
            ),
            "A floor is added in every step, for ever: that alone makes both sums infinite.": whole(
                lambda rates: [[s <= 1, s > 0.5] for _, s, _ in rates]
            ),
            "At s = 1/2 the squares are C/t, and their sum is infinite, if slowly.": edit(
                "s >", "s >="
            ),
            "At s = 1 the steps are C/t, and their sum is infinite, if slowly.": edit(
                "<= 1", "< 1"
            ),
            """A floor makes the sum of the steps infinite, that is right. It makes the sum of
            their squares infinite too.""": edit(" and floor == 0", ""),
        },
    ),
    hints=(
        "Compare each sum with the integral of t^-s, or of t^-2s.",
        "The sum of t^-a is infinite exactly for a <= 1. Which a belongs to the squares?",
        "A floor > 0 makes both sums infinite, whatever s is. C plays no part.",
    ),
)


# how noisy is a batch


def batch_variance(G, m):
    """The expected squared error of a batch, [with, without] replacement, two numbers.

    G: an array (n, d) with the gradient of one example in each row, n >= 2. A batch is m rows drawn
    at random, 1 <= m <= n, and reports their mean. Its squared error is the squared distance from
    the mean of all rows.
    """
    G = np.asarray(G, dtype=float)
    n = len(G)
    single = np.mean(np.sum((G - G.mean(axis=0)) ** 2, axis=1))
    return [single / m, single / m * (n - m) / (n - 1)]


def draw_rows(rng):
    n, d = int(rng.integers(5, 9)), int(rng.integers(2, 5))
    return 2 + rng.normal(size=(n, d)), int(rng.integers(2, n - 1))


BATCH_VARIANCE = Code(
    id="08-batch-variance",
    task="Write batch_variance(G, m), the expected squared error of a batch, drawn in both ways.",
    points=2,
    level=2,
    solution=batch_variance,
    cases={
        "two rows, one drawn": (np.array([[0.0, 0.0], [2.0, 4.0]]), 1),
        "two rows, both drawn": (np.array([[0.0, 0.0], [2.0, 4.0]]), 2),
        "two of four": (np.array([[1.0, 0.0], [0.0, 3.0], [-1.0, 0.0], [2.0, 1.0]]), 2),
    },
    draw={
        "some of the rows": draw_rows,
        "one row": lambda rng: (draw_rows(rng)[0], 1),
        "all rows": lambda rng: ((G := draw_rows(rng)[0]), len(G)),
    },
    without=("helpers.descent.batches:mean_variance", "helpers.descent.batches:correction"),
    wrong=mistakes(
        batch_variance,
        {
            """Without replacement a batch uses the sample up: a batch of all n rows has no
            error at all. Here both numbers are the same.""": after(lambda answer: [answer[0]] * 2),
            """The correction is (n - m)/(n - 1): with it a single row, m = 1, has the same
            error drawn either way. With (n - m)/n it has not.""": edit("/ (n - 1)", "/ n"),
            """Dividing by n - 1 estimates the variance of a population. Here the n rows are all
            there are: divide by n.""": edit(
                "np.mean(np.sum((G - G.mean(axis=0)) ** 2, axis=1))",
                "np.sum((G - G.mean(axis=0)) ** 2) / (n - 1)",
            ),
            """The squared distance adds up all coordinates. This is their mean, too small by a
            factor d.""": whole(
                lambda G, m: [part / np.shape(G)[1] for part in batch_variance(G, m)]
            ),
            "That is the root mean square error; the squared one is asked for.": after(
                lambda answer: [part**0.5 for part in answer]
            ),
        },
    ),
    hints=(
        "Begin with m = 1: the mean over all rows of the squared distance from their mean.",
        "With replacement the m errors are independent, so their variances add.",
        "Without it, an error of one row makes the others' errors a little smaller: the factor "
        "must be 1 at m = 1 and 0 at m = n, and it is linear in m.",
    ),
)


# predict: copies

COPIES = Choice(
    id="08-copies",
    task="By mistake a file holds every example 100 times. You do not notice, and run both methods "
    "with the same step as before. What changes?",
    points=1,
    level=1,
    options={
        "SGD needs 100 times as many steps": "It draws an example at random; each distinct one is "
        "as likely as before. SGD cannot even tell.",
        "descent pays 100 times as much a step, SGD nothing": "The gradient is a mean, so the same "
        "steps are taken. Descent reads 100 times as much for each of them.",
        "both pay 100 times as much": "A step of SGD reads m examples, however long the file is.",
        "both find a better minimum": "Copies are no new information: the mean loss is the same "
        "function as before.",
    },
    answer="descent pays 100 times as much a step, SGD nothing",
    hints=("Write down the mean loss of the long file.", "What does one step of each read?"),
)


# an open question

ADVICE = Open(
    id="08-advice",
    task="A colleague fits a linear model to 10 000 examples by SGD with m = 1 and a constant "
    "step. The training loss fell for a minute and has gone up and down at one height since. She "
    "wants to let it run for ten more hours. Write your advice.",
    points=5,
    level=3,
    asks=(
        "Why does the loss stay at that height, and would ten hours change it?",
        "Which three changes would lower it, and what does each of them cost?",
        "She wants to be good on new cases. Which number should she watch, and when is it enough?",
    ),
    rubric=(
        (
            1,
            "Says why: at a constant step the noise of the guesses is renewed as fast as it is "
            "forgotten; more steps change nothing.",
        ),
        (
            2,
            "Names three of: shrinking steps, a larger batch, averaging, a shorter step, full "
            "gradients at the end; with what each costs (time, reading).",
        ),
        (
            1,
            "Separates the training loss from the risk: held-out examples, or fresh ones.",
        ),
        (
            1,
            "Says that accuracy beyond the distance between sample and population, about 1/√n, is "
            "wasted.",
        ),
    ),
    words=(60, 300),
    model="At a constant step the error has two parts: what is left of the start, gone after a "
    "minute, and the noise, which every step renews. Ten hours change nothing. Averaging the "
    "second half of the points costs nothing and is the first thing to try; steps like t to the "
    "-3/4 forget the noise but slow down; batches of 100 divide the squared error by 100 and read "
    "100 times as much. I would watch the loss on held-out examples with its standard error: the "
    "minimiser of 10 000 examples is itself about 1/100 away from the best, so once the shaking is "
    "smaller than that, more work on the training loss buys nothing.",
)
