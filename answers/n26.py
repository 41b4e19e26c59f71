"""The exercises of notebook 26, VC dimension."""

from itertools import combinations

from helpers.desk.edits import after, before, edit, mistakes, whole
from helpers.desk.kinds import Choice, Code, Open, Order, Position

# predict: discs and their outsides

OUTSIDES = Choice(
    id="26-outsides",
    task="Discs have VC dimension 3. Now a member may also be the <i>outside</i> of a disc. What "
    "is the VC dimension of discs and outsides together?",
    points=1,
    level=2,
    options={
        "3, as before": "Of four corners, not quite on a circle, discs draw one diagonal pair "
        "and miss the other. The outside of a disc round the first draws the second.",
        "4": r"Both are the sides of $a + b\,u + c\,v + e\,(u^2 + v^2) = 0$: a space of "
        "dimension 4, so at most 4 (Theorem 26.4). Four points in general position are reached.",
        "6, twice as many": "Two classes together have all labellings of both, not all "
        "combinations. Which functions have discs and outsides as their two signs?",
        "infinite": "Then five points would be shattered; but five points have only 30 such "
        "labellings. Which functions have discs and outsides as their two signs?",
    },
    answer="4",
    hints=(
        "Write a disc as the set where some function is at least 0.",
        "The function is $r^2 - (u - a)^2 - (v - b)^2$. Multiply out: which functions of $u$ and "
        "$v$ appear?",
        "$1, u, v, u^2 + v^2$, now with any signs. How large is the space, and what does Theorem "
        "26.4 say?",
    ),
)


# find a position: rectangles as poor as intervals

DIAGONAL = ((-0.8, -0.8), (-0.4, -0.4), (0, 0), (0.4, 0.4), (0.8, 0.8), (0.55, -0.9))


def apart(P):
    """The smallest distance between two of the points."""
    return min(((a - b) ** 2).sum() ** 0.5 for a, b in combinations(P, 2))


POOR = Position(
    id="26-poor-rectangles",
    task="Rectangles have VC dimension 4, but some points are hard for them. Set the class and n, "
    "then drag: place five points, no two closer than 0.1, of which rectangles draw only 16 of the "
    "32 labellings.",
    points=2,
    level=2,
    figure="n26_vc_dimension.shatter",
    conditions={
        "the class is rectangles": lambda r: r.cls == "rectangles",
        "five points, no two closer than 0.1": lambda r: r.n == 5 and apart(r.P) >= 0.1,
        "16 labellings or fewer": lambda r: r.total <= 16,
    },
    answer={
        "cls": "rectangles",
        "n": 5,
        "places": ", ".join(f"{x:g} {y:g}" for x, y in DIAGONAL),
    },
    why="On a line that rises or falls a rectangle cuts out a run of neighbours, like an interval: "
    "5·6/2 + 1 = 16.",
    hints=(
        "Which points are always caught between two others?",
        "16 is the number for intervals: a rectangle should only ever catch neighbours.",
        "Put all five on a line from one corner of the picture to the opposite one.",
    ),
)


# derive: the dimension of a space of functions

DIMENSION = Order(
    id="26-dimension",
    task=r"Prove Theorem 26.4: put the lines in order. $\mathcal F$ has dimension $k$.",
    points=3,
    level=3,
    lines=(
        r"Take $n > k$ points. The vectors $(f(x_1), \dots, f(x_n))$, $f \in \mathcal F$, form a "
        r"space of dimension at most $k$ in $\mathbb R^n$.",
        r"As $k < n$, some $c \ne 0$ is orthogonal to all of them: $\sum_i c_i f(x_i) = 0$ for "
        "every $f$.",
        "Some $c_i$ is negative; otherwise take $-c$.",
        "Suppose the points are shattered. Then some $f$ has $f(x_i) < 0$ exactly where $c_i < 0$.",
        "For this $f$ no term $c_i f(x_i)$ is negative, and one at least is positive.",
        r"So $\sum_i c_i f(x_i) > 0$ for this $f$: a contradiction. No $n > k$ points are "
        "shattered.",
    ),
    reasons=(
        "The map from $f$ to its values is linear, and a linear map does not raise the dimension.",
        "A subspace that is not everything has something orthogonal to it.",
        "The equation before holds for $-c$ too.",
        "Shattered means that every pattern of signs is drawn, this one too.",
        r"Where $c_i \ge 0$ we have $f(x_i) \ge 0$; where $c_i < 0$ both factors are negative.",
        "The sum was 0 for every $f$.",
    ),
    hints=(
        "First linear algebra, then the assumption that leads to a contradiction.",
        "The vector c must be there before anybody chooses f.",
        "The assumption is the fourth line.",
    ),
)


# code: labellings by intervals


def interval_labellings(x):
    """All labellings of the points x by intervals [a, b], as a sorted list of lists of 0 and 1.

    x: a list of numbers in any order; some may be equal. A point gets 1 if it lies in the interval
    and 0 otherwise; entry i of a labelling belongs to x[i]. Every labelling that some interval
    draws comes once; an interval may lie anywhere. Sorted as Python sorts lists.
    """
    found = {tuple(0 for _ in x)}
    for a in x:
        for b in x:
            found.add(tuple(int(a <= value <= b) for value in x))
    return sorted(list(row) for row in found)


def equal_points_apart(x):
    order = sorted(range(len(x)), key=lambda i: x[i])
    rank = {i: r for r, i in enumerate(order)}
    return interval_labellings([rank[i] for i in range(len(x))])


def draw_points(rng):
    return ([int(v) for v in rng.permutation(20)[: rng.integers(4, 8)]],)


def draw_with_ties(rng):
    values = [int(v) for v in rng.permutation(9)[:4]]
    values += [values[0], values[2]]
    return ([values[i] for i in rng.permutation(6)],)


def draw_all_equal(rng):
    return ([int(rng.integers(9))] * int(rng.integers(1, 4)),)


INTERVALS = Code(
    id="26-interval-labellings",
    task="Write interval_labellings(x).",
    points=3,
    level=1,
    solution=interval_labellings,
    cases={
        "three points in order": ([1, 2, 3],),
        "three points, not in order": ([5, 1, 3],),
        "two of four are equal": ([2, 7, 2, 4],),
        "one point": ([6],),
    },
    draw={
        "ordinary cases": draw_points,
        "equal points": draw_with_ties,
        "all points equal": draw_all_equal,
    },
    wrong=mistakes(
        interval_labellings,
        {
            "An interval may lie beside all points: the labelling without any 1 is missing.": after(
                lambda rows: [row for row in rows if any(row)]
            ),
            "The points are not sorted: a run of neighbours "
            "in the list is no interval on the line.": before(lambda x: (range(len(x)),)),
            "Entry i belongs to x[i], as the points were "
            "given; yours belongs to the i-th smallest.": before(lambda x: (sorted(x),)),
            "Every labelling comes once: two intervals "
            "that hold the same points draw the same one.": whole(
                lambda x: sorted([int(a <= value <= b) for value in x] for a in x for b in x)
            ),
            "Two equal points always get the same label: no interval can part them.": whole(
                equal_points_apart
            ),
            "These are thresholds: an interval has two "
            "ends, and may leave out points on both sides.": edit("a <= value <= b", "value <= b"),
            "The outside of an interval is no interval: 1 0 1 cannot be drawn.": edit(
                "    return sorted",
                "    found |= {tuple((1 - bit for bit in row)) for row in found}\n"
                "    return sorted",
            ),
            "A single point is an interval too, [a, a]: labellings with one 1 are missing.": edit(
                "found.add(", "if a < b:\n                found.add("
            ),
        },
    ),
    without=("helpers.generalisation.vc:boxes",),
    hints=(
        "How many intervals have to be tried? Only where the ends are among the points counts.",
        "For every pair of points a, b write down who lies in [a, b]; keep different rows only.",
        "Start from the row of zeros; add [int(a <= v <= b) for v in x] for all a, b in x; sort.",
    ),
)


# code: the VC dimension of a table


def vc_dimension(table):
    """The VC dimension of a class that is given as a table of labellings, a whole number.

    table: a list of rows, each a list of 0 and 1 of the same length; column j belongs to point j.
    The rows are all that the class can draw, in any order; a row may come twice. The answer is the
    largest number of points that are shattered, 0 if not even one is.
    """
    from itertools import combinations

    columns = range(len(table[0]))
    d = 0
    while any(
        len({tuple(row[j] for j in chosen) for row in table}) == 2 ** (d + 1)
        for chosen in combinations(columns, d + 1)
    ):
        d += 1
    return d


def draw_table(rng):
    """All patterns on d columns of six and other rows with at most d ones: VC dimension d.

    Columns change places, some are turned round, and rows are shuffled: none of it matters.
    """
    d = int(rng.integers(1, 5))
    order, turned = rng.permutation(6), rng.integers(2, size=6)
    rows = [[code >> j & 1 for j in range(6)] for code in range(64)]
    kept = [row for row in rows if not any(row[d:]) or (sum(row) <= d and rng.random() < 0.4)]
    kept = [[int(row[j] ^ turned[j]) for j in order] for row in kept]
    return ([kept[i] for i in rng.permutation(len(kept))],)


def draw_apart(rng):
    """Columns 0 and 2 are shattered; the others are constant, or a copy far away."""
    rows = [[a, 0, b, 1, a] for a in (0, 1) for b in (0, 1)]
    return ([rows[i] for i in rng.permutation(4)],)


def draw_repeated(rng):
    (table,) = draw_table(rng)
    kept = table[: int(rng.integers(2, 4))]
    return ([kept[i] for i in rng.integers(len(kept), size=9)] + kept,)


def draw_single(rng):
    return ([[int(v) for v in rng.integers(2, size=4)]] * int(rng.integers(1, 3)),)


VC_DIMENSION = Code(
    id="26-vc-dimension",
    task="Write vc_dimension(table).",
    points=3,
    level=2,
    solution=vc_dimension,
    cases={
        "all four rows of two points": ([[0, 0], [0, 1], [1, 0], [1, 1]],),
        "intervals on three points": (
            [
                [0, 0, 0],
                [0, 0, 1],
                [0, 1, 0],
                [0, 1, 1],
                [1, 0, 0],
                [1, 1, 0],
                [1, 1, 1],
            ],
        ),
        "thresholds on four": (
            [[0, 0, 0, 0], [1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]],
        ),
        "the first point never changes": ([[1, 0, 0], [1, 0, 1], [1, 1, 0], [1, 1, 1]],),
        "the shattered points are apart": (
            [[0, 0, 0, 1], [0, 0, 1, 1], [1, 0, 0, 1], [1, 0, 1, 1]],
        ),
        "one row, twice": ([[0, 1, 1], [0, 1, 1]],),
    },
    draw={
        "ordinary tables": draw_table,
        "shattered points apart": draw_apart,
        "repeated rows": draw_repeated,
        "a single row": draw_single,
    },
    wrong=mistakes(
        vc_dimension,
        {
            "2^d rows are needed to shatter d points, but "
            "they need not be enough: look at the columns.": whole(
                lambda table: len({tuple(row) for row in table}).bit_length() - 1
            ),
            "Any d of the points may be the shattered ones, not only the first d.": edit(
                "combinations(columns, d + 1)", "[columns[:d + 1]]"
            ),
            "The shattered points need not stand side by side in the table.": edit(
                "combinations(columns, d + 1)", "[columns[j:j + d + 1] for j in columns]"
            ),
            "Patterns have to be different to count: a repeated row shows nothing new.": edit(
                "len({tuple((row[j] for j in chosen)) for row in table}) == 2 ** (d + 1)",
                "len(table) >= 2 ** (d + 1)",
            ),
            "It is enough that some d points are shattered; you ask for all sets of d.": edit(
                "while any(", "while d < len(columns) and all("
            ),
            "One too many: this is the smallest size of which no set is shattered.": edit(
                "return d", "return d + 1"
            ),
        },
    ),
    without=("helpers.generalisation.vc:vc_of",),
    hints=(
        "When is one set of columns shattered? Write that test first.",
        "Collect the different patterns on those columns: there must be 2 to the power of their "
        "number.",
        "itertools.combinations gives all sets of d columns. Raise d until no set passes.",
    ),
)


# an open question

MILLION = Open(
    id="26-million",
    task="A classifier has a million weights and was trained on 60 000 pictures. Its test error is "
    "3 %. Ada says: “Its VC dimension is at least a million, so it cannot have learnt anything.” "
    "Ben says: “It works, so VC theory is wrong.” Write to both.",
    points=5,
    level=3,
    asks=(
        "What does the VC bound say here, with a number, and what does it not say? (With fewer "
        "examples than d, put s(n) = 2ⁿ into Theorem 26.6.)",
        "Is the number of weights the VC dimension? Give an example against it.",
        "Which step of the argument is most likely not to fit this classifier?",
    ),
    rubric=(
        (
            1,
            "Says that the bound is over 1 for n below d, with a number: it promises nothing. "
            "(With s(n) = 2ⁿ and δ = 5 % it allows an excess risk of 9.4.)",
        ),
        (1, "Separates “no promise” from “a promise of failure”: an upper bound that is empty."),
        (
            1,
            "Says that parameters are not VC dimension, with an example: sine (one, infinite), or "
            "rescaled weights that change nothing.",
        ),
        (
            1,
            "Names what the bound ignores: it holds for every distribution and every member of "
            "the class at once; real data and the learner’s choice are kinder.",
        ),
        (1, "Says that 3 % on fresh test pictures is itself a valid statement (Hoeffding)."),
    ),
    words=(80, 350),
    model="Ada, with fewer examples than d every labelling counts, s(n) = 2ⁿ. Then Theorem 26.6 "
    "allows an excess risk of 9.4, far over 1: it promises nothing, and that is all. An empty "
    "promise is not a promise of failure. Also, weights are not VC dimension: sin θx has one "
    "number and infinite dimension, and a million weights that only ever enter as a sum have "
    "dimension one. Ben, the theorem is true. It protects against every distribution and every "
    "member of the class at once, even against labels by coin, which such a network can also "
    "memorise. Pictures are not coins, and the training does not pick just any member. What we do "
    "know is the test error: 3 % on fresh pictures is an average, and Hoeffding’s inequality "
    "applies to it as it is. What is missing is an explanation in advance, and for that one needs "
    "a measure that looks at the data and the learner, such as margins.",
)
