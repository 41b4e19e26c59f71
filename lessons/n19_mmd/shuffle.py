"""The permutation test."""

from itertools import combinations

import numpy as np

from helpers import plots
from helpers.kernels import gaussian, mmd
from helpers.live import Claim, Figure, Guess, Handle, axes, bandwidth, choice, int_slider, slider
from lessons.n19_mmd.world import ALPHA, FIRST, NORMAL, SECOND, heap, numbers_of, shuffles

SHUFFLES = 500
HEAP = np.linspace(-2, 8, 81)
BELL = np.linspace(-2, 8, 201)
BELL_LINE = 1.6449  # a standard normal number is beyond it in 5 % of all cases
LINES = ("from the shuffles", "from the normal curve")
TEN = np.array([np.isin(range(10), five) for five in combinations(range(10), 5)], dtype=float)


class Shuffle(Figure):
    """The pooled points as drawn and shuffled; the statistic among those of 500 shuffles."""

    guess = Guess(
        "Forty points of each colour, $P = Q$. Five hundred times the eighty points get new "
        "colours, and $U$ is computed. What does the histogram of these values, the heap, look "
        "like?",
        {
            "a bell around 0": "The mean is 0, but the right side reaches farther.",
            "lop-sided, a long tail to the left": "The other way: few colourings look far apart.",
            "lop-sided, a long tail to the right": "Most values are a little below 0, a few far "
            "above.",
            "all values above 0": "U is no squared length any more: the diagonal is left out.",
        },
        answer="lop-sided, a long tail to the right",
    )

    size = (10, 4.4)
    veiled = (1,)
    more = ("line", "sample")
    story = """
one distribution
    P = Q. The colours say nothing, so the real colouring (star) is one among equals. The heap
    is lop-sided: most shuffles are a little below 0, a few far above.
a shift of one | a=1
    Now the real colours stand farther apart than every shuffle.
half of it | a=0.5
    Half a standard deviation is harder: some shuffles get as far as the real colouring.
a hundred points | a=0.5, n=100
    The same half with a hundred points of each: the star leaves the heap.
trust the bell | line="from the normal curve"
    Now the grey line stands where the normal curve has 5 % to its right. Of the shuffles more
    lie there: too many false alarms, and Theorem 19.6 promises nothing.
a wide kernel | bandwidth=10
    Now only the two means are compared. U is nearly a constant times the square of their
    difference, less a constant: no square is below 0, so the heap begins with a cliff.
"""
    handles = [
        Handle(
            "shift Q",
            at=lambda r: (r.a, 1.5),
            to=lambda r, x, y: dict(a=x),
        )
    ]
    notes = """The class may shuffle by hand: twelve cards with numbers, six blue backs, six red.
    Stress that nothing is assumed about P, only that colours are exchangeable if P = Q. The dashed
    normal curve has the heap’s own standard deviation, and still puts the 5 % line in the wrong
    place."""
    widths = [1, 1.2]
    panels = (
        axes("x", (-3.5, 4.5), ylim=(-0.45, 1.75)),
        axes(
            "U, in standard deviations of the heap",
            (-2, 8),
            f"{SHUFFLES} shuffles",
            (0, 1.05),
            yticks=[],
        ),
    )

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.5, 0.05, 10),
            n=int_slider("points of each n", 40, 5, 100),
            a=slider("shift a", 0, 0, 1.5),
            j=int_slider("show shuffle j", 1, 1, SHUFFLES),
            line=choice("5 % line", LINES[0], list(LINES)),
            sample=int_slider("new random sample", 1, 1, 60),
        )

    @staticmethod
    def compute(bandwidth, n, a, j, line, sample):
        """The statistic, that of every shuffle in units of their spread, and p."""
        Q = mmd.Mixture((a,), (1.0,))
        pool = mmd.pooled_draws(NORMAL, Q, n, *numbers_of(sample, n))[0]
        first, K = shuffles(2 * n, n, SHUFFLES), gaussian(bandwidth)(pool)
        statistic, null, p = mmd.permutation_test(K, n, first)
        spread = float(null.std())
        real = (np.arange(2 * n) < n).astype(float)[None]
        ten = np.r_[:5, n : n + 5]
        every = np.append(statistic, null)
        by_shuffles = line == LINES[0]
        quantile = float(np.quantile(null, 1 - ALPHA)) / spread
        return dict(
            pool=pool,
            mine=first[j - 1] > 0,
            statistic=float(statistic) / spread,
            null=null / spread,
            chosen=float(null[j - 1]) / spread,
            p=float(p),
            reached=round(p * (SHUFFLES + 1)) - 1,
            by_shuffles=by_shuffles,
            quantile=quantile if by_shuffles else BELL_LINE,
            alarms=alarms(every) if by_shuffles else float(np.mean(every > BELL_LINE * spread)),
            all_of_ten=float(mmd.shuffled_mmd2(K[np.ix_(ten, ten)], TEN).mean()),
            direct=float(statistic),
            identity=float(mmd.shuffled_mmd2(K, real)[0]),
            below=float(np.mean(null < 0)),
        )

    def picture(self, left, right):
        left.ax.set_yticks([0, 1], ["shuffle j", "as drawn"])
        left.ax.grid(False)

        one = plots.spots(left.ax, "first", marker="o", ms=6, color=FIRST, mec="white", mew=0.5)
        two = plots.spots(left.ax, "second", marker="s", ms=6, color=SECOND, mec="white", mew=0.5)
        shift = plots.mark(left.ax, "mean of Q", marker="v", colour=SECOND, size=12)

        bars = heap(right.ax, HEAP, "shuffles", fill=True, color=plots.SKY, alpha=0.75)
        bell = plots.curves(right.ax, ["normal"], color=plots.TRUTH, ls="--", lw=1.3)
        chosen = plots.level(right.ax, "shuffle j", "0.3", ":", across=True)
        limit = plots.level(right.ax, "5 % line", plots.BOUND, "--", across=True)
        here = plots.star(right.ax, label="as drawn")
        right.legend(columnspacing=0.7, handlelength=1.2)
        density = NORMAL.density(BELL) * SHUFFLES * (HEAP[1] - HEAP[0])

        def move(r):
            blue, red = two_rows(r.pool, r.n, r.mine)
            top = np.histogram(r.null, HEAP)[0].max()
            return (
                *one(*blue),
                *two(*red),
                *shift(r.a, 1.5),
                *bars(r.null),
                *bell(BELL, density / top),
                *chosen(r.chosen),
                *limit(r.quantile),
                *here(float(np.clip(r.statistic, -1.9, 7.85)), 0.05),
            )

        left.add(move)

    def caption(self, r):
        if not r.by_shuffles:
            return (
                f"{100 * r.alarms:.1f} % of the {SHUFFLES + 1} colourings lie beyond the normal "
                f"curve’s 5 % line at {r.quantile:.2f}."
            )
        off = ", beyond the right edge" * (r.statistic > 7.9)
        return (
            f"{r.reached} of {SHUFFLES} shuffles are at least as far apart as the real colouring "
            f"(star{off}): p = {r.p:.3f}."
        )

    def numbers(self, r):
        return (
            f"the statistic is {r.statistic:.3g} standard deviations, p = {r.p:.3g}; the 5 % line "
            f"is at {r.quantile:.3g}, and {100 * r.below:.0f} % of the shuffles are below 0."
        )

    def headline(self, r):
        return Claim(
            "at most 5 % of the colourings have p ≤ 5 %",
            "Theorem 19.6",
            measured=r.alarms,
            bound=ALPHA,
            why_not="" if r.by_shuffles else "the 5 % line does not come from the shuffles",
            words=f"Take each of the {SHUFFLES + 1} colourings for the real one: at most 5 % of "
            "them are rejected, whatever the points are.",
        )

    def identities(self, r):
        return [
            Claim(
                f"all {len(TEN)} colourings of ten points: U averages 0",
                "Theorem 19.5",
                r.all_of_ten,
                0.0,
                "==",
            ),
            Claim("no shuffle: the plain formula", "section 3", r.identity, r.direct, "=="),
            Claim("p is never 0", "section 4", r.p, 1 / (SHUFFLES + 1), ">="),
        ]


def alarms(every):
    """The share of colourings with p ≤ 5 %, each in turn taken for the real one."""
    count = len(every)
    others = np.broadcast_to(every, (count, count))[~np.eye(count, dtype=bool)]
    return float(np.mean(mmd.p_value(every, others.reshape(count, -1)) <= ALPHA))


def two_rows(pool, n, mine):
    """Places of the blue and of the red points: as drawn above, shuffled below.

    They sway up and down, so that points do not hide each other.
    """
    x, up = np.clip(pool, -3.4, 4.4), 0.16 * np.sin(2.4 * np.arange(2 * n))
    real = np.arange(2 * n) < n
    return [
        (np.append(x[a], x[b]), np.append(1 + up[a], up[b]))
        for a, b in ((real, mine), (~real, ~mine))
    ]
