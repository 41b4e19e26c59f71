"""The exercises of notebook 15, kernel design."""

import numpy as np

from helpers.desk.edits import after, before, edit, mistakes, whole
from helpers.desk.kinds import Code, Number, Open, Order, Position

# predict: how much can be subtracted

SUBTRACTED = Number(
    id="15-subtracted",
    task=r"$k(x, z) = (1 + xz)^3 - c\,x^2z^2$ on the line. Up to which $c$ is it a kernel?",
    points=1,
    level=1,
    answer=3,
    within=0.001,
    why=r"$(1 + xz)^3 = 1 + 3xz + 3x^2z^2 + x^3z^3$, one feature for each power. Subtracting "
    r"$c\,x^2z^2$ leaves the weight $3 - c$ on the feature $x^2$: a square as long as $c \le 3$.",
    traps=(
        (0, "A difference <i>need</i> not be a kernel. This one is, for a while: multiply out."),
        (1, "That is the weight of $x^3z^3$. Which weight does the subtraction touch?"),
        (2, r"That would be the answer for $(1 + xz)^2 - c\,xz$."),
    ),
    hints=(
        "Multiply out $(1 + xz)^3$.",
        "Every power $x^jz^j$ is a kernel with one feature. What is its weight after subtracting?",
        r"The weight of $x^2z^2$ is $\binom32 - c$.",
    ),
)

# find a position: a smooth impostor, without a hunter

CAUGHT = Position(
    id="15-caught",
    task="Convict 1/(1 + t⁴) without the hunter: place the points yourself, four of them at most, "
    "so that some weights of length 1 give v′Kv under −0.1, at a bandwidth of 0.5 or less.",
    points=2,
    level=2,
    figure="n15_kernel_design.impostor",
    conditions={
        "the bump is 1/(1 + t⁴)": lambda r: r.shape == "1/(1 + t⁴)",
        "at most four points, placed by you": lambda r: r.n <= 4 and r.where == "yours",
        "the bandwidth is at most 0.5": lambda r: r.bandwidth <= 0.5,
        "the smallest eigenvalue is under −0.1": lambda r: r.sure.smallest < -0.1,
    },
    answer={
        "shape": "1/(1 + t⁴)",
        "n": 4,
        "bandwidth": 0.5,
        "where": "yours",
        "own": "0.5 0.79 1.08 1.37 2 2.5 3 3.5",
    },
    why="A flat top makes neighbours nearly equal to the middle point but not to each other: "
    "points a little over half a bandwidth apart see that best.",
    hints=(
        "The top is flat up to about half a bandwidth. Where must neighbours stand to notice?",
        "Equal distances work well. Start with all points close together, then spread them.",
        "About 0.58 bandwidths between neighbours: 0.29 apart at ℓ = 0.5.",
    ),
)

# derive: every power up to 2 is a kernel

POWERS = Order(
    id="15-powers",
    task="Prove Theorem 15.4 for $0 < p < 2$: put the lines in order.",
    points=3,
    level=3,
    lines=(
        r"For $0 < p < 2$ the integral $C = \int_0^\infty \frac{1 - \cos u}{u^{1+p}}\,du$ is "
        r"finite and positive.",
        r"Substitute $u = \omega|t|$: "
        r"$\;|t|^p = \frac1C\int_0^\infty \frac{1 - \cos\omega t}{\omega^{1+p}}\,d\omega$, a limit "
        r"of sums $\sum_m w_m(1 - \cos\omega_mt)$ with $w_m > 0$.",
        r"So $e^{-|t|^p}$ is a limit of products of factors $e^{-w_m}\,e^{w_m\cos\omega_mt}$.",
        r"With $t = x - z$, $\cos\omega_m(x - z)$ is a kernel: its features are $\cos\omega_mx$ "
        r"and $\sin\omega_mx$.",
        r"By the rules $e^{-w_m}e^{w_m\cos\omega_m(x-z)}$ is a kernel, and so is each product of "
        r"such factors.",
        "A limit of kernels is a kernel, so $e^{-|x-z|^p}$ is one.",
    ),
    reasons=(
        "Near 0 the integrand is about u^(1−p)/2, which is integrable for p < 2; far out it is at "
        "most 2/u^(1+p).",
        "du = |t| dω, and the powers of |t| come out of the integral; integrals are limits of "
        "sums.",
        "The exponential of a sum is a product.",
        "cos(a − b) = cos a cos b + sin a sin b.",
        "Positive multiples, exponentials and products: Theorem 15.3.",
        "v′Kv ≥ 0 survives a limit.",
    ),
    needs=((), (0,), (1,), (), (1, 3), (2, 4)),
    hints=(
        "The first line must say why p = 2 is the border: which integral diverges there?",
        "Write |t|^p with cosines, then take the exponential.",
        "The last three lines say: one factor is a kernel, products are, limits are.",
    ),
)

# code: how much diagonal makes a Gram matrix


def repair(K):
    """The smallest number c >= 0 for which K + c I is a Gram matrix; -1.0 if there is no such c.

    K: n rows of n numbers each, as an array or a list of lists; n is any number from 1 on. I is the
    matrix with ones on its diagonal and zeros elsewhere. To within 1e-6.
    """
    K = np.asarray(K, dtype=float)
    if not np.allclose(K, K.T):
        return -1.0
    return float(max(0.0, -np.linalg.eigvalsh(K)[0]))


def draw_matrix(rng):
    """Symmetric, of any size, with positive and negative entries; nearly never a Gram matrix."""
    n = int(rng.integers(2, 7))
    A = rng.normal(size=(n, n))
    return ((A + A.T) / 2,)


def draw_gram(rng):
    A = rng.normal(size=(int(rng.integers(2, 6)), int(rng.integers(1, 4))))
    return (A @ A.T + float(rng.choice([0.0, 0.5])) * np.eye(len(A)),)


def draw_lopsided(rng):
    A = rng.normal(size=(4, 4))
    K = A @ A.T
    K[0, 3] += rng.uniform(2, 4) * np.trace(K)  # its mirror image is no Gram matrix
    return (K,)


def draw_positive(rng):
    """No negative entry, and no Gram matrix."""
    n = int(rng.integers(3, 6))
    A = rng.uniform(0.1, 2, size=(n, n))
    return (((A + A.T) / 2 + 1 - np.eye(n)).tolist(),)


REPAIR = Code(
    id="15-repair",
    task="Write repair(K): how much diagonal turns a matrix into a Gram matrix?",
    points=3,
    level=2,
    solution=repair,
    cases={
        "positive entries": ([[1.0, 2.0], [2.0, 1.0]],),
        "a Gram matrix with a negative entry": ([[2.0, -1.0], [-1.0, 2.0]],),
        "a distance": ([[0.0, 1.0], [1.0, 0.0]],),
        "not symmetric, though v'Kv is never negative": ([[1.0, 1.0], [-1.0, 1.0]],),
        "not symmetric, and zeros below": ([[1.0, 3.0], [0.0, 1.0]],),
        "three points in a box": ([[1.0, 1.0, 0.0], [1.0, 1.0, 1.0], [0.0, 1.0, 1.0]],),
        "one number": ([[-3.0]],),
    },
    draw={
        "ordinary cases": draw_matrix,
        "Gram matrices": draw_gram,
        "not symmetric": draw_lopsided,
        "positive entries": draw_positive,
    },
    wrong=mistakes(
        repair,
        {
            """This looks at the entries. A Gram matrix may have negative entries, and a matrix
            without any may be none: [[1, 2], [2, 1]] has the eigenvalue −1.""": edit(
                "np.linalg.eigvalsh(K)[0]", "K.min()"
            ),
            """No diagonal repairs a matrix that is not symmetric: k(x, z) and k(z, x) are one
            inner product. v'Kv cannot see it, so it must be checked apart.""": edit(
                "if not np.allclose(K, K.T):\n        return -1.0", "K = (K + K.T) / 2"
            ),
            """eigvalsh reads one triangle and believes that the other is its mirror. Check
            first.""": whole(
                lambda K: float(max(0.0, -np.linalg.eigvalsh(np.asarray(K, dtype=float))[0]))
            ),
            """Where K is a Gram matrix already, c = 0 is the smallest number that is allowed:
            it may not be negative.""": edit(
                "max(0.0, -np.linalg.eigvalsh(K)[0])", "-np.linalg.eigvalsh(K)[0]"
            ),
            """Making the diagonal outweigh each row is enough (Gershgorin), but it is more than
            needed.""": edit(
                "-np.linalg.eigvalsh(K)[0]",
                "np.max(np.abs(K).sum(axis=1) - np.abs(np.diag(K)) - np.diag(K))",
            ),
            """This is the largest eigenvalue in size. Only the smallest one, with its sign,
            matters.""": edit(
                "max(0.0, -np.linalg.eigvalsh(K)[0])",
                "np.abs(np.linalg.eigvalsh(K)).max() if np.linalg.eigvalsh(K)[0] < 0 else 0.0",
            ),
            "Right about which matrices need a repair, but the task asks how much.": after(
                lambda answer: answer if answer <= 0 else 1.0
            ),
        },
    ),
    without=(
        "helpers.kernels.gram:certificate",
        "helpers.kernels.gram:witness",
        "helpers.kernels.gram:largest_subtraction",
    ),
    hints=(
        "What does adding c I do to every eigenvalue?",
        "It adds c. So which eigenvalue decides, and when is nothing to be added?",
        "c = max(0, −smallest eigenvalue); but no c makes an unsymmetric matrix symmetric.",
    ),
)

# code: features of a combination


def combine(Phi1, Phi2, alpha, beta):
    """Features of the kernel alpha k1 + beta k2 + k1 k2: an array (n, M1 + M2 + M1 M2).

    Phi1 (n, M1), Phi2 (n, M2): features of n points for k1 and for k2, as arrays or lists of
    rows. alpha, beta: numbers that are not negative. Order of the columns: a multiple of each
    column of Phi1, then one of each of Phi2, then those that belong to the product: for the
    first column of Phi1 all M2 of them, for the second all M2, and so on.
    """
    A, B = np.asarray(Phi1, dtype=float), np.asarray(Phi2, dtype=float)
    both = (A[:, :, None] * B[:, None, :]).reshape(len(A), -1)
    return np.hstack([np.sqrt(alpha) * A, np.sqrt(beta) * B, both])


def draw_features(rng):
    n, a, b = int(rng.integers(2, 5)), int(rng.integers(2, 4)), int(rng.integers(2, 4))
    return (
        rng.normal(size=(n, a)),
        rng.normal(size=(n, b)),
        float(rng.uniform(0.2, 3)),
        float(rng.uniform(0.2, 3)),
    )


def draw_uneven(rng):
    Phi1, _, alpha, beta = draw_features(rng)
    return Phi1, rng.normal(size=(len(Phi1), 1 + Phi1.shape[1])), alpha, beta


def draw_zero(rng):
    Phi1, Phi2, alpha, _ = draw_features(rng)
    return Phi1.tolist(), Phi2.tolist(), alpha, 0.0


COMBINE = Code(
    id="15-combine",
    task="Write combine(Phi1, Phi2, alpha, beta), features of alpha k1 + beta k2 + k1 k2.",
    points=3,
    level=2,
    solution=combine,
    cases={
        "one feature each": ([[2.0], [3.0]], [[1.0], [-1.0]], 4.0, 9.0),
        "two and three": ([[1.0, 2.0], [0.0, 1.0]], [[1.0, 3.0, 5.0], [1.0, 1.0, 2.0]], 2.0, 0.5),
        "beta is 0": ([[1.0, 2.0]], [[3.0, 4.0]], 1.0, 0.0),
    },
    draw={
        "ordinary cases": draw_features,
        "lists of different lengths": draw_uneven,
        "a factor 0": draw_zero,
    },
    wrong=mistakes(
        combine,
        {
            """An inner product multiplies two features, so a factor alpha of the kernel is a
            factor √alpha on each side.""": before(
                lambda Phi1, Phi2, alpha, beta: (Phi1, Phi2, alpha**2, beta**2)
            ),
            """The product's features are taken as one number, the inner product of the two
            lists at a point. But ψ₁(x)·ψ₁(z) times ψ₂(x)·ψ₂(z) is a sum over all PAIRS of
            features.""": edit(
                "both = (A[:, :, None] * B[:, None, :]).reshape(len(A), -1)",
                "m = min(A.shape[1], B.shape[1])\n"
                "    both = (A[:, :m] * B[:, :m]).sum(axis=1, keepdims=True)",
            ),
            """Column times column, first with first, second with second: the mixed pairs are
            missing, and the lists may have different lengths.""": edit(
                "both = (A[:, :, None] * B[:, None, :]).reshape(len(A), -1)",
                "m = min(A.shape[1], B.shape[1])\n    both = A[:, :m] * B[:, :m]",
            ),
            "These are the features of alpha k1 + beta k2. The product k1 k2 needs its own.": edit(
                ", both]", "]"
            ),
            "All products are there, but those of the first column of Phi1 must come first.": edit(
                " :, None", " None, :", "B[:, None, :]", "B[:, :, None]"
            ),
            """The products carry √(alpha·beta) here: that is the kernel alpha k1 + beta k2 +
            alpha beta k1 k2.""": edit(
                "both = ",
                "A, B = (np.sqrt(alpha) * A, np.sqrt(beta) * B)\n    both = ",
                "[np.sqrt(alpha) * A, np.sqrt(beta) * B, both]",
                "[A, B, both]",
            ),
        },
    ),
    without=("helpers.kernels.features:products", "helpers.kernels.features:outer"),
    tol=1e-9,
    hints=(
        "Do it for one feature each: what are the three columns?",
        "A sum of kernels puts features side by side; where does the factor alpha go?",
        "k1 k2 is a double sum over pairs of features: one column for each pair.",
    ),
)

# an open question

EDITS = Open(
    id="15-edits",
    task="A colleague compares protein strings by k(a, b) = exp(−d(a, b)), where d counts the "
    "letters to insert, delete or replace, and puts this into a support vector machine. “On my 500 "
    "training strings the smallest eigenvalue of K is 0.01, so k is a kernel.” Write your advice.",
    points=5,
    level=3,
    asks=(
        "What does the eigenvalue prove, and what not?",
        "What can go wrong later, with other strings?",
        "Which kernels on strings, or which repairs, would you propose, and what do they cost?",
    ),
    rubric=(
        (
            2,
            "Says that K on one set shows that features exist for these 500 strings, not that k is "
            "a kernel: all finite sets count, and one set with a negative eigenvalue refutes it.",
        ),
        (
            1,
            "Says what fails: with more strings K may get a negative eigenvalue; then the problem "
            "of the machine is no longer convex, and scores are no inner products.",
        ),
        (
            1,
            "Proposes a kernel by construction: common substrings (0/1 features or counts), scaled "
            "by k(a, a), sums over lengths; or any kernel of features of d to fixed strings.",
        ),
        (
            1,
            "Or a repair with its price: adding c·I or cutting negative eigenvalues changes K on "
            "the training set only and says nothing about new strings.",
        ),
    ),
    words=(60, 300),
    model="The eigenvalue shows that these 500 strings have features with these inner products. A "
    "kernel has them for every finite set, and this k has not: (AB)⁹, (AB)⁸ and the nine strings "
    "between them, (AB)⁹ without one A, have the smallest eigenvalue −0.022. I would look for such "
    "sets on purpose: two strings that are two edits apart, with many common neighbours that are "
    "two edits apart themselves. Then the machine’s problem is not convex, and adding a test "
    "string can break what held in training. Safer is a kernel by construction, the number of "
    "common substrings of length 3, scaled by √(k(a,a)k(b,b)), or a sum over lengths. The training "
    "matrix needs no repair; adding 0.1 to its diagonal would change it, and would not tell what "
    "to do with a new string.",
)
