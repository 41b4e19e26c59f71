"""The witness function."""

import numpy as np

from helpers import plots
from helpers.kernels import gaussian, mmd
from helpers.live import Claim, Figure, Guess, Handle, axes, bandwidth, choice, int_slider, slider
from lessons.n19_mmd.world import DOTS, FIRST, MOST, NORMAL, PAIRS, SECOND, WITNESS, numbers_of

LINE = np.linspace(-4, 4, 321)
RANDOM = 100  # functions of norm 1 that try their luck


class Witness(Figure):
    """Two samples, their mean embeddings, and the function whose means differ most."""

    guess = Guess(
        "Fifty numbers of $P$ (blue), fifty of $Q$ (red); $P$ and $Q$ have mean 0 and variance 1. "
        "Which smooth curve $f$ of limited height has its mean over blue farthest above that over "
        "red?",
        {
            "flat": "Mean and variance cannot tell them apart. Other functions can.",
            "a straight line": "That would compare the two means, and they are equal.",
            "high in the middle, low to its left and right": "High where blue is in the majority, "
            "low at the two red humps.",
            "a sharp peak at every blue point": "A rough curve could do that. Smooth ones cannot; "
            "see step 2.",
        },
        answer="high in the middle, low to its left and right",
    )

    size = (10, 4.4)
    veiled = (1,)
    more = ("c", "sample")
    story = """
equal mean, equal variance
    Pink is above 0 where P has more than its share of points, below where Q has.
a narrow kernel | bandwidth=0.05
    Every point is its own witness. D is 0.25; for P = Q it would be 0.19.
a wide kernel | bandwidth=10
    Blue and red are nearly 1. Their difference, stretched, is nearly a line: it compares the
    samples’ means, which differ by chance.
a shift | pair="shifted", bandwidth=1
    Q stands to the right: the witness is one wave, high on the left, low on the right.
wider | pair="wider", bandwidth=1
    The same mean, other tails: high in the middle, low on both sides.
P = Q | a=0
    One distribution, two samples. There is a witness all the same: of chance.
"""
    handles = [
        Handle(
            "make Q more or less different",
            at=lambda r: (r.a, float(r.q_at)),
            to=lambda r, x, y: dict(a=x),
        ),
        Handle(
            "move your function",
            at=lambda r: (r.c, 1.0),
            to=lambda r, x, y: dict(c=x),
            panel=1,
        ),
    ]
    notes = """Before the right panel is opened let the class draw the shape in the air. Then drag
    the bump along: its difference of means is the height of the pink curve times D, which is the
    reproducing property. At the narrow kernel ask whether a large D is good news: the last step
    says no. How large is large? That is section 4."""
    widths = [1, 1.2]
    panels = (axes("x", (-4, 4), "density", (0, 0.87)), axes("x", (-4, 4), "value", (-1.1, 1.15)))

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.5, 0.05, 10),
            n=int_slider("points of each n", 50, 5, 200),
            a=slider("difference a", MOST, 0, MOST),
            pair=choice("Q is", "two humps", list(PAIRS)),
            c=slider("your function’s centre c", -1, -4, 4, 0.05),
            sample=int_slider("new random sample", 1, 1, 50),
        )

    @staticmethod
    def compute(bandwidth, n, a, pair, c, sample):
        """Embeddings and witness of two samples, and what other functions of norm 1 achieve."""
        Q, k = PAIRS[pair](a), gaussian(bandwidth)
        pool = mmd.pooled_draws(NORMAL, Q, n, *numbers_of(sample, n))[0]
        x, y = pool[:n], pool[n:]
        K = k(pool)
        f, D = mmd.witness_function(k, x, y, np.concatenate([LINE, pool, [c]]))
        here = np.array([c])
        tried = random_functions(K, n, np.random.default_rng(sample))
        mine = float((mmd.embedding(k, x, here) - mmd.embedding(k, y, here))[0])
        return dict(
            x=x,
            y=y,
            Q=Q,
            q_at=Q.density([a])[0],
            mu=(mmd.embedding(k, x, LINE), mmd.embedding(k, y, LINE)),
            f=f[: len(LINE)],
            D=D,
            gap=float(np.mean(f[len(LINE) :][:n]) - np.mean(f[len(LINE) :][n:-1])),
            there=float(f[-1]),
            bump=k(LINE, here)[:, 0],
            mine=mine,
            tried=float(np.abs(tried).max()),
            best=float(max(np.abs(tried).max(), abs(mine))),
            plug=float(mmd.mmd2_v(K, n)),
        )

    def picture(self, left, right):
        left.ax.set_yticks([0, 0.2, 0.4, 0.6])
        p = plots.curves(left.ax, ["P"], color=FIRST, lw=1.6)
        q = plots.curves(left.ax, ["Q"], color=SECOND, ls="--", lw=1.6)
        xs = plots.spots(
            left.ax, "sample of P", marker="o", ms=5, color=FIRST, mec="white", mew=0.4
        )
        ys = plots.spots(
            left.ax, "sample of Q", marker="s", ms=5, color=SECOND, mec="white", mew=0.4
        )

        mine = plots.curves(right.ax, ["yours"], color=DOTS, ls=":")
        mu_p = plots.curves(right.ax, [r"$\mu_P$"], color=FIRST)
        mu_q = plots.curves(right.ax, [r"$\mu_Q$"], color=SECOND, ls="--")
        best = plots.curves(right.ax, [r"witness $f^*$"], color=WITNESS, lw=3)

        right.ax.axhline(0, color="0.8", lw=1)
        here, own = plots.star(left.ax, 15), plots.star(right.ax, 15)

        def move(r):
            x, y = (np.clip(part, -3.95, 3.95) for part in (r.x, r.y))
            return (
                *p(LINE, NORMAL.density(LINE)),
                *q(LINE, r.Q.density(LINE)),
                *xs(x, np.full(r.n, 0.81)),
                *ys(y, np.full(r.n, 0.75)),
                *here(r.a, r.q_at),
                *mine(LINE, r.bump),
                *mu_p(LINE, r.mu[0]),
                *mu_q(LINE, r.mu[1]),
                *best(LINE, r.f),
                *own(r.c, 1.0),
            )

        left.add(move)

    def caption(self, r):
        return (
            "μ is the mean of bumps, one on each point; the witness is high where blue is above "
            f"red. Its means differ by D = {r.D:.2f}, those of your bump at c = {r.c:.2g} by "
            f"{abs(r.mine):.2f}."
        )

    def numbers(self, r):
        return (
            f"the witness’s means differ by {r.D:.4g}, those of a bump at {r.c:.3g} by "
            f"{r.mine:.3g}, of the best of {RANDOM} random functions by {r.tried:.3g}."
        )

    def headline(self, r):
        return Claim(
            "no function of norm 1 beats the witness",
            "Theorem 19.2",
            measured=r.best,
            bound=r.D,
            words=f"D is the largest difference of means. Measured: your bump and {RANDOM} random "
            "functions of norm 1, the best of them.",
        )

    def identities(self, r):
        return [
            Claim("the witness attains D", "Theorem 19.2", r.gap, r.D, "=="),
            Claim("your bump reads off the witness", "Theorem 19.1", r.mine, r.D * r.there, "=="),
            Claim("D² is the biased formula", "section 3", r.D**2, r.plug, "=="),
        ]


def random_functions(K, n, rng):
    """The differences of means of random functions of norm 1, which stand on the points of K."""
    c = rng.normal(size=(RANDOM, len(K)))
    values = c @ K
    norms = np.sqrt((values * c).sum(axis=1))
    return (values[:, :n].mean(axis=1) - values[:, n:].mean(axis=1)) / norms
