"""The exercises of notebook 30, method of moments."""

import numpy as np

from helpers.desk.edits import after, before, edit, mistakes
from helpers.desk.kinds import Code, Number, Open, Order, Position

# predict: the error of a chance

BULBS = Number(
    id="30-bulbs",
    task="The lifetimes of 400 bulbs are exponential waiting times; their mean is 5 thousand "
    "hours. With mean $m$ the chance to last longer than 5 thousand hours is $e^{-5/m}$, so you "
    "estimate it as $e^{-1} = 0.37$. What is the standard error (standard deviation) of this "
    "estimate, by the delta method?",
    points=1,
    level=1,
    answer=0.0184,
    within=0.0004,
    why=r"The mean is off by $\frac5{20} = 0.25$. At $m = 5$ the slope of $e^{-5/m}$ is "
    r"$\frac5{m^2}e^{-5/m} = 0.2\cdot0.368 = 0.0736$. The product is 0.0184.",
    traps=(
        (
            0.25,
            r"That is the standard error of the <i>mean</i> lifetime, $\frac5{20}$. Multiply it by "
            "the slope of $e^{-5/m}$.",
        ),
        (0.01, "That is the error of the rate $1/m$. Here the estimate is $e^{-5/m}$."),
        (
            0.0241,
            "That is the error if you count the bulbs that lasted. The formula uses all lifetimes, "
            "and is better: if they are exponential.",
        ),
        (0.0736, "That is the slope. Multiply it by the error of the mean."),
        (0.05, r"The slope is $\frac5{m^2}e^{-5/m}$: you left out $e^{-5/m}$."),
        (0.092, r"The slope is $\frac5{m^2}e^{-5/m}$: you left out $\frac5{m^2}$."),
        (0.0009, "The error falls with the root of $n$: divide by 20, not by 400."),
        (
            0.0037,
            r"The mean is off by $\frac5{20} = 0.25$, not by $\frac1{20}$: lifetimes have "
            "standard deviation 5.",
        ),
    ),
    hints=(
        "How far is the mean of 400 lifetimes off? Lifetimes have standard deviation 5.",
        "The mean is off by 5/20 = 0.25. Which slope does exp(−5/m) have at m = 5?",
        "The slope is 5/25 · exp(−1) = 0.0736. The error of the chance is 0.0736 · 0.25.",
    ),
)


# find a position: a good sample, a bad direction

RUIN = Position(
    id="30-ruin",
    task="30 000 texts about clear topics: a good sample. Find a direction $v$ that ruins it, "
    "other than straight up: one of the found topics shall be off by more than 0.2. Fewer texts or "
    "closer topics do not count.",
    points=2,
    level=2,
    figure="n30_method_of_moments.recover",
    conditions={
        "a sample of at least 30 000 texts": lambda r: r.n is not None and r.n >= 30_000,
        "clear topics": lambda r: r.closeness == 0,
        "at least 20° away from straight up": lambda r: abs(r.angle - 90) >= 20,
        "a found topic is off by more than 0.2": lambda r: r.off > 0.2,
    },
    answer={"angle": 38, "n": "30 000", "i": 1},
    why="Where two shadows meet, the eigenvalues coincide, and the eigenvectors of the sample are "
    "decided by chance alone.",
    hints=(
        "Set the texts to 30 000 first. Which directions were bad with exact chances?",
        "Two shadows must nearly coincide: look where two curves on the right cross.",
        "Curves cross near 37° and near 146° too. Try these and their neighbours, then other "
        "random samples.",
    ),
)


# derive: pairs fail for any number of topics

ROTATED = Order(
    id="30-order",
    task=r"Section 3 had two topics. Prove for any number $k \ge 2$ that pairs do not identify the "
    "topics: put the lines in order. The topics are linearly independent, all chances in $B$ and "
    "all shares are positive, and the entries of $M_2$ add up to 1.",
    points=3,
    level=3,
    lines=(
        r"Let $S = B\sqrt D$, so that $M_2 = BDB^\top = SS^\top$.",
        r"Let $Q \ne I$ be a rotation, $QQ^\top = I$, so near $I$ that the entries of $S' = SQ$ "
        r"are still positive. Then $S'S'^\top = SQQ^\top S^\top = M_2$ as well.",
        r"Let $u_h > 0$ be the sum of column $h$ of $S'$. Put $\beta'_h = S'_h/u_h$, a column of "
        r"sum 1, and $\pi'_h = u_h^2$.",
        r"Then $\sum_h\pi'_h\,\beta'_h\beta_h'^\top = \sum_hS'_hS_h'^\top = M_2$: the pairs "
        "are the same.",
        r"The shares add up to 1 too: $\sum_h\pi'_h$ is the sum of the entries of "
        r"$S'S'^\top = M_2$.",
        "So this is a model with the same pairs. It is not the old one renumbered: then $Q$ would "
        "only exchange columns, and near $I$ no such $Q$ exists but $I$.",
    ),
    reasons=(
        "A square root of $M_2$ from the model.",
        "$M_2$ has many square roots: every rotation gives one. A small one keeps positive numbers "
        "positive.",
        "A column becomes a topic by scaling; the share takes up the scale.",
        r"The scales cancel, since $\pi'_h = u_h^2$.",
        r"The sum of the entries of $\sum_h S'_hS_h'^\top$ is $\sum_h u_h^2$.",
        "The columns of $S$ are linearly independent: $SQ = SP$ only if $Q = P$.",
    ),
    needs=((), (0,), (1,), (2,), (2,), (3, 4)),
    hints=(
        "Begin with a square root of $M_2$ that comes from the true topics.",
        "A rotation gives another root. What must be done to make its columns topics?",
        "Check pairs and shares of the new model; that it is a new one comes last.",
    ),
)


# code: the recovery


def find_topics(M1, M2, M3, k):
    """k rows [share, chance of word 0, ..., chance of word d - 1], the most common topic first.

    M1: the d chances of a word. M2: d rows, M2[a][b] is the chance of the pair (a, b). M3[a][b][c]:
    the chance of the triple (a, b, c). They are exact, of k topics that are linearly independent;
    k may be smaller than d. All shares differ.
    """
    M1, M2, M3 = np.array(M1), np.array(M2), np.array(M3)
    d = len(M1)
    v = np.random.default_rng(0).normal(size=d)
    U = np.linalg.eigh(M2)[1][:, d - k :]
    vectors = np.linalg.eig((U.T @ (M3 @ v) @ U) @ np.linalg.inv(U.T @ M2 @ U))[1].real
    B = U @ vectors
    B = B / B.sum(axis=0)
    pi = np.linalg.lstsq(B, M1, rcond=None)[0]
    return [[float(pi[h]), *map(float, B[:, h])] for h in np.argsort(-pi)]


def draw_topics(rng, d=None, k=None):
    """Exact moments of topics that differ clearly, with shares that differ clearly."""
    k = int(rng.integers(2, 4)) if k is None else k
    d = k + int(rng.integers(1, 4)) if d is None else d
    B = 0.15 * rng.dirichlet(np.ones(d), size=k).T
    B += 0.85 * np.eye(d)[:, rng.permutation(d)[:k]]
    pi = np.arange(1, k + 1) + 0.4 * rng.random(k)
    pi = rng.permutation(pi / pi.sum())
    return (
        (B @ pi).tolist(),
        ((B * pi) @ B.T).tolist(),
        np.einsum("h,ah,bh,ch->abc", pi, B, B, B).tolist(),
        k,
    )


def topics_case(B, pi):
    """Visible cases: the moments of topics that are given."""
    B, pi = np.array(B), np.array(pi)
    M3 = np.einsum("h,ah,bh,ch->abc", pi, B, B, B)
    return (B @ pi).tolist(), ((B * pi) @ B.T).tolist(), M3.tolist(), len(pi)


FIND_TOPICS = Code(
    id="30-find-topics",
    task="Write find_topics(M1, M2, M3, k).",
    points=4,
    level=2,
    solution=find_topics,
    cases={
        "two topics, two words": topics_case([[0.9, 0.2], [0.1, 0.8]], [0.3, 0.7]),
        "three topics, three words": topics_case(
            [[0.7, 0.1, 0.2], [0.2, 0.8, 0.2], [0.1, 0.1, 0.6]], [0.5, 0.2, 0.3]
        ),
        "two topics, four words": topics_case(
            [[0.6, 0.1], [0.2, 0.1], [0.1, 0.3], [0.1, 0.5]], [0.25, 0.75]
        ),
        "one topic": topics_case([[0.5], [0.3], [0.2]], [1.0]),
    },
    draw={
        "more words than topics": draw_topics,
        "as many words as topics": lambda rng: draw_topics(rng, d=3, k=3),
        "four topics": lambda rng: draw_topics(rng, d=6, k=4),
    },
    wrong=mistakes(
        find_topics,
        {
            "These are the eigenvectors of M2. They are at right angles to each other, "
            "which topics are not: pairs alone give only the space that the topics span.": edit(
                "B = U @ vectors", "B = U"
            ),
            "X⁻¹Y instead of YX⁻¹: its eigenvectors are "
            "not the topics but the rows of an inverse.": edit(
                "U.T @ (M3 @ v) @ U @ np.linalg.inv(U.T @ M2 @ U)",
                "np.linalg.inv(U.T @ M2 @ U) @ U.T @ (M3 @ v) @ U",
            ),
            "With the same score for every word M3(v) is M2, and "
            "all eigenvalues are equal: take scores that differ.": edit(
                "np.random.default_rng(0).normal(size=d)", "np.ones(d)"
            ),
            "The shares are not all equal: they solve B π = M1.": edit("[float(pi[h]),", "[1 / k,"),
            "The most common topic comes first; here the rarest does.": after(
                lambda rows: rows[::-1]
            ),
            "Eigenvectors of length 1 are not chances: scale each to sum 1.": edit(
                "    return", "    B = B / np.linalg.norm(B, axis=0)\n    return"
            ),
        },
    ),
    without=("helpers.estimation.moments:recover",),
    hints=(
        "Theorem 30.4: which matrix has the topics as eigenvectors? Its scores v must differ from "
        "word to word: with the same score for all, M3(v) is a multiple of M2.",
        "With more words than topics M2 has no inverse: first project by its k leading "
        "eigenvectors U, and multiply by U at the end.",
        "np.linalg.eig of (U.T @ M3(v) @ U) @ inv(U.T @ M2 @ U) for random v; scale the columns to "
        "sum 1; solve B π = M1 by least squares; sort.",
    ),
)


# code: one round of EM


def em_round(texts, B, pi):
    """[B, pi] after one round of EM, as d rows of k chances and a list of k shares.

    texts: a list of texts; each is a list of word numbers, counted from 0, of any length from 1 on.
    B: d rows; B[w][h] is the chance of word w in topic h, positive. pi: k shares, positive. Given
    its topic, the words of a text are independent, however many there are.
    """
    B, pi = np.array(B), np.array(pi)
    counts = np.array([np.bincount(text, minlength=len(B)) for text in texts], dtype=float)
    score = np.log(pi) + counts @ np.log(B)
    q = np.exp(score - score.max(axis=1, keepdims=True))
    q = q / q.sum(axis=1, keepdims=True)
    new = counts.T @ q
    return [(new / new.sum(axis=0)).tolist(), q.mean(axis=0).tolist()]


def draw_round(rng, lengths=(1, 8), count=None):
    d, k = int(rng.integers(4, 7)), int(rng.integers(2, 4))
    count = int(rng.integers(5, 9)) if count is None else count
    B = rng.dirichlet(np.ones(d), size=k).T + 0.02
    sizes = rng.integers(*lengths, size=count)
    sizes[0] = lengths[1]
    texts = [rng.integers(0, d, size=int(size)).tolist() for size in sizes]
    return texts, (B / B.sum(axis=0)).tolist(), rng.dirichlet(2 * np.ones(k)).tolist()


def draw_equal(rng):
    return draw_round(rng, lengths=(3, 4))


def draw_long(rng):
    """Texts of a thousand words, drawn from both topics nearly alike, so that no q is 0 or 1."""
    d = 5
    B = rng.dirichlet(20 * np.ones(d), size=2).T
    B = B[:, :1] + 0.02 * (B[:, 1:] - B[:, :1]) * np.array([[0, 1]])
    texts = [rng.choice(d, size=1000, p=B[:, 0]).tolist() for _ in range(3)]
    return texts, B.tolist(), rng.dirichlet(5 * np.ones(2)).tolist()


FLAT = [[0.5, 0.2], [0.3, 0.2], [0.2, 0.6]]

EM_ROUND = Code(
    id="30-em-round",
    task="Write em_round(texts, B, pi).",
    points=3,
    level=2,
    solution=em_round,
    cases={
        "three texts of three words": ([[0, 1, 0], [2, 2, 1], [0, 2, 2]], FLAT, [0.7, 0.3]),
        "texts of different lengths": ([[0], [2, 2, 2, 2, 1], [1, 0, 0]], FLAT, [0.4, 0.6]),
        "the same word again and again": ([[1, 1, 1], [0, 2]], FLAT, [0.5, 0.5]),
        "a text of 900 words": (
            [[0, 1, 2] * 300, [2, 0]],
            [[0.34, 0.33]] * 2 + [[0.32, 0.34]],
            [0.5, 0.5],
        ),
    },
    draw={
        "texts of different lengths": draw_round,
        "three or four words each": draw_equal,
        "long texts": draw_long,
    },
    wrong=mistakes(
        em_round,
        {
            "Each text went to its likeliest topic alone. EM "
            "shares it out: every topic gets the part q(h).": edit(
                "new = counts.T @ q",
                "q = np.eye(len(pi))[q.argmax(axis=1)]\n    new = counts.T @ q + 1e-300",
            ),
            "The E-step forgot π: common topics are more likely before a word is read.": edit(
                "np.log(pi) + ", ""
            ),
            "Here every text has the same weight in β, however "
            "long it is. EM counts words: a long text counts more.": edit(
                "counts.T @ q", "(counts / counts.sum(axis=1, keepdims=True)).T @ q"
            ),
            "π is the mean of q over texts, not over words.": edit(
                "q.mean(axis=0)", "np.average(q, axis=0, weights=counts.sum(axis=1))"
            ),
            "The chances of a topic add up to 1 over the words: scale columns, not rows.": edit(
                "new.sum(axis=0)", "np.maximum(new.sum(axis=1, keepdims=True), 1e-300)"
            ),
            "A word that comes twice counts twice, in both steps.": before(
                lambda texts, B, pi: ([sorted(set(text)) for text in texts], B, pi)
            ),
            "Right for short texts. The product of some hundred "
            "chances is 0 for a computer: add logarithms, and "
            "subtract the largest before you take exponentials.": edit(
                "score = np.log(pi) + counts @ np.log(B)\n"
                "    q = np.exp(score - score.max(axis=1, keepdims=True))",
                "q = pi * np.prod(B ** counts[:, :, None], axis=1)\n    q[q.sum(axis=1) == 0] = 1",
            ),
        },
    ),
    without=("helpers.estimation.moments:em",),
    hints=(
        "First a table of counts: how often does each word stand in each text?",
        "The logarithm of π(h) times the chances of all words is log π + counts @ log B.",
        "Subtract each row’s largest score, take exponentials, scale rows to 1: that is q. Then "
        "counts.T @ q, scaled by columns, and the mean of q.",
    ),
)


# an open question

ARCHIVE = Open(
    id="30-archive",
    task="A newspaper sorts its archive into 20 topics. “We ran EM once, on twelve million "
    "articles,” says the editor. “With so much data a local optimum is impossible, and the "
    "likelihood had stopped rising.” Write your advice.",
    points=5,
    level=3,
    asks=(
        "Is she right?",
        "How could she find out?",
        "What would counting triples of words give her, and what could go wrong with it?",
    ),
    rubric=(
        (
            1,
            "Says that more data do not mend a search that stopped on a plateau or at a local "
            "optimum: even with exact chances starts are stuck. The start and the number of "
            "rounds decide. (Accept: let EM run much longer, with a reason.)",
        ),
        (
            1,
            "Says that a likelihood that stopped rising is what a stuck run shows too: on a "
            "plateau it rises too slowly to see.",
        ),
        (
            1,
            "Names a check: several starts and their likelihoods, or held-out pairs and triples "
            "beside what the model says.",
        ),
        (
            1,
            "Triples give a start without search: error of order one over root n; then EM from "
            "there.",
        ),
        (
            1,
            "Names a danger: topics that are nearly dependent, equal shadows or an unlucky v, "
            "rare topics, many words (d³ triples), or that articles are no such mixture.",
        ),
    ),
    words=(60, 300),
    model="No. Plateaus and local optima belong to the likelihood of the model, not to the "
    "sample: with exact chances, that is with infinitely many texts, 13 of 60 starts were stuck "
    "after 300 rounds, and five of them still after 5000 more. On a plateau the likelihood rises "
    "too slowly to see, so that it seems to have stopped. She should let EM run much longer, "
    "start it from many random places and compare the final likelihoods, and compare how often "
    "pairs of words really occur together with what the model says: a stuck model has two topics "
    "in one list, so some pairs come out far too often. Counting words, pairs and triples gives "
    "topics as eigenvectors, with an error of order one over the root of the number of articles, "
    "and no start; EM from there makes it efficient. It can go wrong if topics are nearly "
    "linearly dependent, if two have nearly the same score in the direction chosen, if a topic is "
    "rare, or because real articles mix topics.",
)
