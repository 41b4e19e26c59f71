"""The figures of notebook 19, MMD: two samples, the function that tells them apart, and a test."""

from functools import cache, lru_cache
from itertools import combinations

import numpy as np

from helpers import plots
from helpers.data import load
from helpers.kernels import gaussian, mmd
from helpers.live import (
    Claim,
    Figure,
    Handle,
    Step,
    bandwidth,
    choice,
    five_errors,
    int_slider,
    slider,
)

FIRST, SECOND, WITNESS, DOTS = plots.BLUE, plots.RED, plots.PURPLE, "0.6"
NORMAL = mmd.Mixture((0.0,), (1.0,))
PAIRS = {  # what Q is; P is the standard normal distribution, and at a = 0 they are one
    "two humps": lambda a: mmd.Mixture((-a, a), (np.sqrt(1 - a * a),) * 2),
    "shifted": lambda a: mmd.Mixture((a,), (1.0,)),
    "wider": lambda a: mmd.Mixture((0.0,), (1 + a,)),
    "peaked": lambda a: mmd.Mixture((0.0, 0.0), (np.sqrt(1 - 0.9 * a), np.sqrt(1 + 0.9 * a))),
}
MOST = 0.95  # the largest difference a
ALPHA = 0.05


@lru_cache(64)
def numbers_of(sample, n, count=1):
    """(shares, normals), each (count, 2n), for the random sample of that number."""
    rng = np.random.default_rng([22, sample])
    return rng.random((count, 2 * n)), rng.normal(size=(count, 2 * n))


@lru_cache(256)
def shuffles(N, n, count):
    return mmd.shufflings(N, n, count, np.random.default_rng([19, 2, n]))


# the witness function

LINE = np.linspace(-4, 4, 321)
RANDOM = 100  # functions of norm 1 that try their luck


def random_functions(K, n, rng):
    """The differences of means of random functions of norm 1, which stand on the points of K."""
    c = rng.normal(size=(RANDOM, len(K)))
    values = c @ K
    norms = np.sqrt((values * c).sum(axis=1))
    return (values[:, :n].mean(axis=1) - values[:, n:].mean(axis=1)) / norms


class witness(Figure):
    """Two samples, their mean embeddings, and the function whose means differ most."""

    size = (10, 4.4)
    veiled = (1,)
    more = ("c", "sample")
    story = [
        Step(
            "equal mean, equal variance",
            "Pink is above 0 where P has more than its share of points, below where Q has.",
        ),
        Step(
            "a narrow kernel",
            "Every point is its own witness. D is 0.25; for P = Q it would be 0.19.",
            bandwidth=0.05,
        ),
        Step(
            "a wide kernel",
            "Blue and red are nearly 1. Their difference, stretched, is nearly a line: it compares "
            "the samples’ means, which differ by chance.",
            bandwidth=10,
        ),
        Step(
            "a shift",
            "Q stands to the right: the witness is one wave, high on the left, low on the right.",
            pair="shifted",
            bandwidth=1,
        ),
        Step(
            "wider",
            "The same mean, other tails: high in the middle, low on both sides.",
            pair="wider",
            bandwidth=1,
        ),
        Step(
            "P = Q",
            "One distribution, two samples. There is a witness all the same: of chance.",
            a=0,
        ),
    ]
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

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-4, 4), ylim=(0, 0.87), xlabel="x", ylabel="density"),
            dict(xlim=(-4, 4), ylim=(-1.1, 1.15), xlabel="x", ylabel="value"),
            width_ratios=[1, 1.2],
        )
        left.set_yticks([0, 0.2, 0.4, 0.6])
        p = plots.curves(left, ["P"], color=FIRST, lw=1.6)
        q = plots.curves(left, ["Q"], color=SECOND, ls="--", lw=1.6)
        xs = plots.spots(left, "sample of P", marker="o", ms=5, color=FIRST, mec="white", mew=0.4)
        ys = plots.spots(left, "sample of Q", marker="s", ms=5, color=SECOND, mec="white", mew=0.4)
        plots.legend_above(left)
        mine = plots.curves(right, ["yours"], color=DOTS, ls=":")
        mu_p = plots.curves(right, [r"$\mu_P$"], color=FIRST)
        mu_q = plots.curves(right, [r"$\mu_Q$"], color=SECOND, ls="--")
        best = plots.curves(right, [r"witness $f^*$"], color=WITNESS, lw=3)
        plots.legend_above(right)
        right.axhline(0, color="0.8", lw=1)
        here, own = plots.star(left, 15), plots.star(right, 15)

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

        return move

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


# biased and unbiased

SIZES = np.arange(5, 31)
COUNT = 300
BINS = np.linspace(-0.26, 0.6, 44)  # 0 is an edge: V is never below


def heap(ax, edges, label, **look):
    """A histogram whose highest bar is 1. move(sample)."""
    steps = ax.stairs(np.zeros(len(edges) - 1), edges, label=label, **look)

    def move(sample):
        counts = np.histogram(sample, edges)[0]
        steps.set_data(counts / max(counts.max(), 1))
        return (steps,)

    return move


class unbiased(Figure):
    """The plug-in formula and the one without the diagonal, over many pairs of samples."""

    size = (10, 4.2)
    veiled = (0, 1)
    story = [
        Step(
            "one distribution",
            "P = Q, so D² is 0. V (orange) is never below it; U (blue) is right on average, and "
            "more than half of it is below 0.",
        ),
        Step(
            "thirty points",
            "Three times the points, a third of the bias.",
            n=30,
        ),
        Step(
            "a narrow kernel",
            "Points meet nobody but themselves: V is about 2/n, whatever P and Q are.",
            bandwidth=0.05,
        ),
        Step(
            "a shift",
            "Now D² is positive, and blue stands around it. Orange is still too high.",
            a=0.9,
            bandwidth=1,
            n=20,
        ),
        Step(
            "two humps",
            "Blue is right on average again. But many single values are below 0: one pair of "
            "samples of twenty does not say much.",
            pair="two humps",
            a=0.9,
            n=20,
        ),
    ]
    handles = [
        Handle(
            "choose n",
            at=lambda r: (r.n, float(np.clip(r.means[1], -0.04, 0.41))),
            to=lambda r, x, y: dict(n=x),
            panel=1,
        )
    ]
    notes = """The plug-in value is a squared length: it cannot be 0 unless the samples agree. Ask
    where the bias comes from before you show the formula: n of the n² terms compare a point with
    itself. An unbiased estimate of a number that is 0 has to be negative now and then."""

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.5, 0.05, 10),
            n=int_slider("points of each n", 10, 5, 30),
            a=slider("difference a", 0, 0, MOST),
            pair=choice("Q is", "shifted", list(PAIRS)),
        )

    @staticmethod
    def compute(bandwidth, n, a, pair):
        """Both statistics of many pairs of samples, and their exact means."""
        Q = PAIRS[pair](a)
        share, normal = numbers_of(0, SIZES[-1], COUNT)
        K = mmd.line_grams(
            mmd.pooled_draws(NORMAL, Q, n, share[:, : 2 * n], normal[:, : 2 * n]), bandwidth
        )
        u, v = mmd.mmd2_u(K, n), mmd.mmd2_v(K, n)
        inner = K[:, :n, :n].sum(axis=(1, 2)) + K[:, n:, n:].sum(axis=(1, 2))
        D2 = mmd.population_mmd2(NORMAL, Q, bandwidth)
        return dict(
            u=u,
            v=v,
            D2=D2,
            bias=mmd.plug_in_bias(NORMAL, Q, n, bandwidth),
            high=D2 + mmd.plug_in_bias(NORMAL, Q, SIZES, bandwidth),
            means=(float(u.mean()), float(v.mean())),
            allowed=(five_errors(u), five_errors(v)),
            own=float(np.mean((2 - (inner - 2 * n) / (n * (n - 1))) / n)),
            below=float(np.mean(u < 0)),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-0.26, 0.6), ylim=(0, 1.05), xlabel="estimate of D²", yticks=[]),
            dict(xlim=(4, 31), ylim=(-0.05, 0.42), xlabel="points of each n"),
            width_ratios=[1.2, 1],
        )
        left.set_ylabel(f"{COUNT} pairs of samples")
        right.set_ylabel("mean over pairs of samples")
        v = heap(left, BINS, "biased V", fill=True, color=plots.ORANGE, alpha=0.75)
        u = heap(left, BINS, "unbiased U", color=plots.FIT, lw=2)
        truth = plots.level(left, "D²", plots.TRUTH, "-", across=True)
        plots.legend_above(left)
        lines = [
            plots.curves(right, [label], color=colour, ls=ls, lw=1.6)
            for label, colour, ls in (
                ("D²", plots.TRUTH, "-"),
                ("D² + bias", plots.BOUND, "--"),
            )
        ]
        high = plots.spots(
            right, "mean V", marker="s", ms=11, color=plots.ORANGE, mec="black", mew=0.5
        )
        low = plots.spots(right, "mean U", marker="o", ms=11, color=plots.FIT, mec="black", mew=0.5)
        plots.legend_above(right)
        return lambda r: (
            *v(r.v),
            *u(r.u),
            *truth(r.D2),
            *lines[0](SIZES, np.full(len(SIZES), r.D2)),
            *lines[1](SIZES, r.high),
            *high([r.n], r.means[1:]),
            *low([r.n], r.means[:1]),
        )

    def caption(self, r):
        return (
            "V takes all pairs; U leaves out each point with itself. On average V is "
            f"{r.means[1]:.3f} and U is {plain(r.means[0])}, and D² is {r.D2:.3f}."
        )

    def numbers(self, r):
        return (
            f"D² is {r.D2:.4g}; over {COUNT} pairs of samples V averages {r.means[1]:.4g} and U "
            f"{r.means[0]:.3g}, and {100 * r.below:.0f} % of U are negative."
        )

    def headline(self, r):
        return Claim(
            "U is right on average",
            "Theorem 19.4",
            measured=5 * abs(r.means[0] - r.D2) / r.allowed[0],
            bound=5.0,
            words=f"U is right on average: its mean over {COUNT} pairs of samples is D² up to "
            "chance, at most five standard errors.",
        )

    def identities(self, r):
        off = abs(r.means[1] - r.D2 - r.bias)
        return [
            Claim("V is too large by the bias", "Theorem 19.4", off, r.allowed[1], tol=1e-12),
            Claim("V − U, written out", "section 3", r.means[1] - r.means[0], r.own, "=="),
            Claim("V is never negative", "section 3", float(r.v.min()), 0.0, ">="),
        ]


def plain(value):
    """A number with three decimals that is never “-0.000”."""
    return f"{value:.3f}" if round(value, 3) else "0.000"


# the permutation test

SHUFFLES = 500
HEAP = np.linspace(-2, 8, 81)
BELL = np.linspace(-2, 8, 201)
BELL_LINE = 1.6449  # a standard normal number is beyond it in 5 % of all cases
LINES = ("from the shuffles", "from the normal curve")
TEN = np.array([np.isin(range(10), five) for five in combinations(range(10), 5)], dtype=float)


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


class shuffle(Figure):
    """The pooled points as drawn and shuffled; the statistic among those of 500 shuffles."""

    size = (10, 4.4)
    veiled = (1,)
    more = ("line", "sample")
    story = [
        Step(
            "one distribution",
            "P = Q. The colours say nothing, so the real colouring (star) is one among equals. "
            "The heap is lop-sided: most shuffles are a little below 0, a few far above.",
        ),
        Step(
            "a shift of one",
            "Now the real colours stand farther apart than every shuffle.",
            a=1,
        ),
        Step(
            "half of it",
            "Half a standard deviation is harder: some shuffles get as far as the real colouring.",
            a=0.5,
        ),
        Step(
            "a hundred points",
            "The same half with a hundred points of each: the star leaves the heap.",
            a=0.5,
            n=100,
        ),
        Step(
            "trust the bell",
            "Now the grey line stands where the normal curve has 5 % to its right. Of the shuffles "
            "more lie there: too many false alarms, and Theorem 19.6 promises nothing.",
            line="from the normal curve",
        ),
        Step(
            "a wide kernel",
            "Now only the two means are compared. U is nearly a constant times the square of their "
            "difference, less a constant: no square is below 0, so the heap begins with a cliff.",
            bandwidth=10,
        ),
    ]
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

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-3.5, 4.5), ylim=(-0.45, 1.75), xlabel="x"),
            dict(xlim=(-2, 8), ylim=(0, 1.05), yticks=[]),
            width_ratios=[1, 1.2],
        )
        left.set_yticks([0, 1], ["shuffle j", "as drawn"])
        left.grid(False)
        right.set(xlabel="U, in standard deviations of the heap", ylabel=f"{SHUFFLES} shuffles")
        one = plots.spots(left, "first", marker="o", ms=6, color=FIRST, mec="white", mew=0.5)
        two = plots.spots(left, "second", marker="s", ms=6, color=SECOND, mec="white", mew=0.5)
        shift = plots.mark(left, "mean of Q", marker="v", colour=SECOND, size=12)
        plots.legend_above(left)
        bars = heap(right, HEAP, "shuffles", fill=True, color=plots.SKY, alpha=0.75)
        bell = plots.curves(right, ["normal"], color=plots.TRUTH, ls="--", lw=1.3)
        chosen = plots.level(right, "shuffle j", "0.3", ":", across=True)
        limit = plots.level(right, "5 % line", plots.BOUND, "--", across=True)
        here = plots.star(right, label="as drawn")
        plots.legend_above(right, columnspacing=0.7, handlelength=1.2)
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

        return move

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


# level and power

GROUP, TRIES, NULLS, BATCH = 30, 100, 200, 99
ELLS = np.geomspace(0.05, 20, 11)
P_EDGES = 0.005 + 0.05 * np.arange(-1, 21)


def p_values(Q, ell, sample, count):
    """p-values of the test on many pairs of samples of P and Q."""
    pools = mmd.pooled_draws(NORMAL, Q, GROUP, *numbers_of(sample, GROUP, count))
    K = mmd.line_grams(pools, ell)
    return mmd.permutation_test(K, GROUP, shuffles(2 * GROUP, GROUP, BATCH))[2]


@lru_cache(512)
def null_p_values(ell):
    """The same where P = Q."""
    return p_values(NORMAL, ell, 12, NULLS)


@cache
def power_curve(pair, a):
    """The share of rejections at every bandwidth of ELLS."""
    return np.array([np.mean(p_values(PAIRS[pair](a), l, 8, TRIES) <= ALPHA) for l in ELLS])


class power(Figure):
    """How often the test rejects, against the bandwidth; the p-values behind it."""

    size = (10, 4.2)
    veiled = (0, 1)
    story = [
        Step(
            "two humps",
            "Equal mean and variance, thirty points of each. A bandwidth of the size of the humps "
            "finds the difference most often; a wide one is blind.",
        ),
        Step(
            "two humps, ℓ = 10",
            "The test keeps its 5 %, whether it sees anything or not: its p-values look like those "
            "of P = Q.",
            bandwidth=10,
        ),
        Step(
            "a shift",
            "A shift is found best by wide bandwidths: 95 % here, 27 % at ℓ = 0.05.",
            pair="shifted",
            bandwidth=10,
        ),
        Step(
            "wider",
            "Between the two: a bandwidth like the spread of the points.",
            pair="wider",
            bandwidth=1,
        ),
        Step(
            "peaked",
            "A sharper peak and fatter tails at equal variance: thirty points are too few to see "
            "it often, at any bandwidth.",
            pair="peaked",
        ),
        Step(
            "P = Q",
            "Nothing to find. Every rejection is a false alarm: at most one in twenty in the "
            "long run. Here 6 to 10 of a hundred: chance, and the same hundred at every bandwidth.",
            a="0",
        ),
    ]
    handles = [
        Handle(
            "choose the bandwidth",
            at=lambda r: (r.bandwidth, r.share),
            to=lambda r, x, y: dict(bandwidth=x),
        )
    ]
    notes = """Level and power are two promises. The first is a theorem and costs nothing; the
    second depends on the bandwidth, and nobody can promise it without knowing Q. Ask which
    bandwidth they would choose not knowing what to look for; the median distance is about 1 here.
    Warn: choosing ℓ after having seen p is cheating."""

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.3, 0.05, 20),
            pair=choice("Q is", "two humps", list(PAIRS)),
            a=choice("difference a", "0.95", {"0": 0.0, "0.3": 0.3, "0.6": 0.6, "0.95": MOST}),
        )

    @staticmethod
    def compute(bandwidth, pair, a):
        """p-values for P and Q, and for P = Q, at this bandwidth; the curve over all."""
        p, null = p_values(PAIRS[pair](a), bandwidth, 8, TRIES), null_p_values(bandwidth)
        return dict(
            p=p,
            null=null,
            share=float(np.mean(p <= ALPHA)),
            level=float(np.mean(null <= ALPHA)),
            curve=power_curve(pair, a),
            allowed=ALPHA + 5 * np.sqrt(ALPHA * (1 - ALPHA) / NULLS),
            least=float(min(p.min(), null.min())),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xscale="log", xlim=(0.045, 22), ylim=(-0.02, 1.02), xlabel="bandwidth ℓ"),
            dict(xlim=(-0.05, 1.01), ylim=(0, 1.02), xlabel="p-value"),
            width_ratios=[1.2, 1],
        )
        left.set_ylabel("share of rejections, p ≤ 0.05")
        left.set_xticks([0.1, 1, 10], ["0.1", "1", "10"])
        right.set_ylabel("share of samples")
        curve = plots.curves(left, ["power"], color=plots.FIT, marker="o", ms=4)
        zero = plots.curves(left, ["P = Q"], color=plots.GREEN, ls="-.", marker="s", ms=4)
        left.axhline(ALPHA, color=plots.BOUND, ls="--", lw=1.6, label="5 %")
        plots.legend_above(left)
        flat = np.zeros(len(P_EDGES) - 1)
        bars = right.stairs(flat, P_EDGES, fill=True, color=plots.SKY, alpha=0.8, label="P and Q")
        even = right.stairs(flat, P_EDGES, color=plots.GREEN, lw=2, ls="-.", label="P = Q")
        plots.legend_above(right)
        here = plots.star(left)
        nulls = np.array([np.mean(null_p_values(float(ell)) <= ALPHA) for ell in ELLS])

        def move(r):
            for steps, sample in ((bars, r.p), (even, r.null)):
                steps.set_data(np.histogram(sample, P_EDGES)[0] / len(sample))
            return (
                *curve(ELLS, r.curve),
                *zero(ELLS, nulls),
                bars,
                even,
                *here(r.bandwidth, r.share),
            )

        return move

    def caption(self, r):
        return (
            f"Rejected: {100 * r.share:.0f} % of {TRIES} pairs of samples; where P = Q, "
            f"{100 * r.level:.1f} % of {NULLS}."
        )

    def numbers(self, r):
        return f"{GROUP} points of each. {self.caption(r)}"

    def headline(self, r):
        return Claim(
            "false alarms: at most 5 %",
            "Theorem 19.6",
            measured=r.level,
            bound=r.allowed,
            words=f"Where P = Q at most 5 % are rejected. Here {NULLS} pairs of samples, with five "
            "standard errors left to chance.",
        )

    def identities(self, r):
        return [Claim("p is never 0", "section 4", r.least, 1 / (BATCH + 1), ">=")]


# the digits of our own data folder

HALF, RELABELLED, FRESH, TYPICAL = 60, 199, 40, 3
SPLITS = ("first and last 60", "shuffled", "the next digit")


@cache
def images(digit):
    """The images of a digit in the order of the file (count, 64)."""
    digits = load("digits")
    return digits.X[digits.y == digit]


@lru_cache(256)
def groups(digit, split, sample):
    """Sixty and sixty images to compare, and their squared distances."""
    own = images(digit)
    if split == "the next digit":
        pool = np.concatenate([own[:HALF], images((digit + 1) % 10)[:HALF]])
    elif split == "shuffled":
        pool = own[np.random.default_rng([digit, sample]).permutation(len(own))[: 2 * HALF]]
    else:
        pool = np.concatenate([own[:HALF], own[-HALF:]])
    squares = (pool**2).sum(axis=1)
    return pool, np.maximum(squares[:, None] + squares - 2 * pool @ pool.T, 0)


def digit_test(digit, split, sample, ell):
    """(p, p-values of fresh random labellings) of the images of one digit."""
    K = np.exp(-groups(digit, split, sample)[1] / (2 * ell**2))
    first = shuffles(2 * HALF, HALF, RELABELLED + FRESH)
    every = mmd.shuffled_mmd2(K, first)
    null, fresh = every[:RELABELLED], every[RELABELLED:]
    return float(mmd.p_value(mmd.mmd2_u(K, HALF), null)), mmd.p_value(fresh, null[None])


def deviation(count):
    """The standard deviation of the share of false alarms among `count` random groups.

    At most: all are compared with the same RELABELLED shuffles, and these are random, too.
    """
    return np.sqrt(ALPHA * (1 - ALPHA) * (1 / count + 1 / (RELABELLED + 2)))


def gallery(pool, ell):
    """The mean image of each group and the images for which the witness speaks loudest."""
    f, D = mmd.witness_function(gaussian(ell), pool[:HALF], pool[HALF:], pool)
    rows = []
    for part, values in ((pool[:HALF], f[:HALF]), (pool[HALF:], -f[HALF:])):
        loud = np.argsort(-values, kind="stable")[:TYPICAL]
        rows.append(np.concatenate([part.mean(axis=0)[None], part[loud]]))
    tiles = np.full((2, 1 + TYPICAL, 10, 10), np.nan)
    tiles[:, :, 1:9, 1:9] = np.reshape(rows, (2, 1 + TYPICAL, 8, 8))
    return tiles.swapaxes(1, 2).reshape(20, 10 * (1 + TYPICAL)), float(D), f


class writers(Figure):
    """Sixty images of a digit against sixty others of the same digit, for all ten digits."""

    size = (10, 4.0)
    veiled = (1,)
    more = ("sample",)
    story = [
        Step(
            "first and last",
            "Sixty zeros from the start of the file, sixty from its end. The test says: not one "
            "distribution. Nor for any other digit.",
        ),
        Step(
            "shuffled",
            "The same images in random order: no digit stands out now.",
            split="shuffled",
        ),
        Step(
            "ones",
            "Look at the images for which the witness is loudest: ones with a flag in the first "
            "group, plain strokes in the second.",
            digit=1,
        ),
        Step(
            "only the means",
            "A bandwidth far over all distances compares the mean images only. Nine digits differ "
            "in these.",
            bandwidth=200,
        ),
        Step(
            "too narrow",
            "With ℓ = 2 an image has hardly a neighbour, and some digits are no longer told apart.",
            bandwidth=2,
        ),
        Step(
            "another digit",
            "The easy task, for comparison: another digit. p cannot be lower than 1/200.",
            split="the next digit",
        ),
    ]
    handles = [
        Handle(
            "choose the digit",
            at=lambda r: (r.digit, r.p[r.digit]),
            to=lambda r, x, y: dict(digit=x),
            panel=1,
        )
    ]
    notes = """Everything in the course that used this file and took its first rows as training set
    rested on an assumption that is false. The writers of the file were not shuffled, presumably.
    The remedy is one line: shuffle before you split. Ten tests at 5 % produce half a false alarm
    on average; eight of the ten survive a division of 5 % by ten."""

    def sliders(self):
        return dict(
            bandwidth=bandwidth(20, 2, 200),
            digit=int_slider("digit", 0, 0, 9),
            split=choice("groups", SPLITS[0], list(SPLITS)),
            sample=int_slider("new random order", 1, 1, 30),
        )

    @staticmethod
    def compute(bandwidth, digit, split, sample):
        """p for all ten digits, and the images of one of them."""
        found = [digit_test(d, split, sample, bandwidth) for d in range(10)]
        fresh = np.concatenate([each for _, each in found])
        pool, _ = groups(digit, split, sample)
        tiles, D, f = gallery(pool, bandwidth)
        return dict(
            p=np.array([p for p, _ in found]),
            fresh=float(np.mean(fresh <= ALPHA)),
            allowed=ALPHA + 5 * deviation(len(fresh)),
            tiles=tiles,
            D=D,
            gap=float(f[:HALF].mean() - f[HALF:].mean()),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlabel="mean image | the three where the witness is loudest"),
            dict(xlim=(-0.6, 9.6), ylim=(0.004, 1.3), yscale="log", xlabel="digit"),
            width_ratios=[1.35, 1],
        )
        ink = plots.heatmap(left, (0, 40, 0, 20), 0, 16, "Greys", origin="upper")
        left.set(xticks=[], yticks=[5, 15], yticklabels=["second\ngroup", "first\ngroup"])
        left.axvline(10, color="0.6", lw=1)
        right.set_ylabel("p-value")
        right.set_xticks(range(10))
        right.set_yticks([0.005, 0.05, 0.5], ["0.005", "0.05", "0.5"])
        right.axhline(ALPHA, color=plots.BOUND, ls="--", lw=1.6, label="5 %")
        dots = plots.spots(
            right, "one test a digit", marker="o", ms=9, color=plots.FIT, mec="white"
        )
        plots.legend_above(right)
        here = plots.star(right)
        return lambda r: (
            *ink(r.tiles),
            *dots(np.arange(10), r.p),
            *here(r.digit, r.p[r.digit]),
        )

    def caption(self, r):
        count = int(np.sum(r.p <= ALPHA))
        many = {0: "None of the ten digits is", 1: "One of the ten digits is"}
        many[10] = "All ten digits are"
        return (
            f"{many.get(count, f'{count} of the ten digits are')} rejected at 5 %; digit {r.digit} "
            f"has p = {r.p[r.digit]:.3f}."
        )

    def numbers(self, r):
        every = ", ".join(f"{p:.3g}" for p in r.p)
        return f"p-values of the digits 0 to 9: {every}. D of digit {r.digit} is {r.D:.3g}."

    def headline(self, r):
        return Claim(
            "shuffled groups: false alarms at most 5 %",
            "Theorem 19.6",
            measured=r.fresh,
            bound=r.allowed,
            words=f"The same images split at random, {10 * FRESH} times: at most 5 % rejected, "
            "plus five standard errors.",
        )

    def identities(self, r):
        return [
            Claim("the witness attains D", "Theorem 19.2", r.gap, r.D, "=="),
            Claim("p is never 0", "section 4", float(r.p.min()), 1 / (RELABELLED + 1), ">="),
        ]


# further: what a bandwidth can see

WIDTHS = np.geomspace(0.05, 100, 40)
FINE = np.linspace(-12, 12, 3001)


@lru_cache(64)
def all_widths(a):
    """D² of every pair, and the bound of Theorem 19.7 for each, at every bandwidth of WIDTHS."""
    every, bounds = {}, {}
    for name, pair in PAIRS.items():
        Q = pair(a)
        every[name] = np.array([mmd.population_mmd2(NORMAL, Q, w) for w in WIDTHS])
        bounds[name] = np.array([mmd.wide_bound(NORMAL, Q, w) for w in WIDTHS])
    return every, bounds


def tiny(value):
    """A positive number in words that need no power of ten."""
    if value >= 1e-4:
        return f"{value:.4f}"
    return f"{1e6 * value:.0f} millionths" if value >= 2e-6 else "about a millionth or less"


class blind(Figure):
    """Exact D² of four pairs against the bandwidth, and how far ℓ²D² is from its limit."""

    size = (10, 4.2)
    veiled = (0, 1)
    story = [
        Step(
            "two humps",
            "All four pairs have D² > 0 at every bandwidth. But two humps fall off a cliff where "
            "ℓ grows beyond half their distance: the star is on its way down.",
            bandwidth=3,
        ),
        Step(
            "a shift",
            "On the right: ℓ²D² goes to the square of the shift, and from ℓ = 3 on the dashed "
            "bound is of the right size.",
            pair="shifted",
        ),
        Step(
            "wide",
            "At ℓ = 30 the shift has a D² at least a hundred times as large as any other pair.",
            pair="shifted",
            bandwidth=30,
        ),
        Step(
            "narrow",
            "At ℓ = 0.05 every D² is between 0.004 and 0.013: points have few neighbours.",
            bandwidth=0.05,
        ),
        Step(
            "a small difference",
            "With a = 0.3 the humps are no humps any more: D² is about a millionth.",
            a=0.3,
        ),
    ]
    handles = [
        Handle(
            "choose the bandwidth",
            at=lambda r: (r.bandwidth, float(np.clip(r.D2, 1.2e-9, 0.9))),
            to=lambda r, x, y: dict(bandwidth=x),
        )
    ]
    notes = """Positive is not the same as visible: the theorem says D² > 0, the estimate has an
    error of about 1/n. Put a ruler at 1/50 on the left panel: what lies below cannot be seen with
    fifty points."""

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.5, 0.05, 100),
            pair=choice("Q is", "two humps", list(PAIRS)),
            a=slider("difference a", 0.9, 0.3, MOST),
        )

    @staticmethod
    def compute(bandwidth, pair, a):
        """D² of all pairs over a range of bandwidths; at one of them by quadrature, too."""
        every, bounds = all_widths(a)
        Q = PAIRS[pair](a)
        D2 = mmd.population_mmd2(NORMAL, Q, bandwidth)
        apart = NORMAL.embedding(FINE, bandwidth) - Q.embedding(FINE, bandwidth)
        by_sum = np.trapezoid((NORMAL.density(FINE) - Q.density(FINE)) * apart, FINE)
        return dict(
            every=every,
            D2=D2,
            by_sum=float(by_sum),
            limit=(NORMAL.mean - Q.mean) ** 2,
            scaled=bandwidth**2 * D2,
            bound=mmd.wide_bound(NORMAL, Q, bandwidth),
            bounds=bounds[pair],
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xscale="log", yscale="log", xlim=(0.045, 110), ylim=(1e-9, 1)),
            dict(xscale="log", yscale="log", xlim=(0.045, 110), ylim=(1e-9, 1e4)),
            width_ratios=[1.2, 1],
        )
        left.set(xlabel="bandwidth ℓ", ylabel="D²")
        right.set(xlabel="bandwidth ℓ", ylabel="distance of ℓ²D² from its limit")
        for ax in (left, right):
            ax.set_xticks([0.1, 1, 10, 100], ["0.1", "1", "10", "100"])
        lines = plots.curves(left, list(PAIRS), legend=None)
        plots.legend_above(left)
        limit = plots.curves(right, ["bound"], color=plots.BOUND, ls="--")
        curve = plots.curves(right, ["this pair"], color=plots.TRUTH)
        plots.legend_above(right)
        here, there = plots.star(left), plots.star(right)
        return lambda r: (
            *lines(WIDTHS, *r.every.values()),
            *limit(WIDTHS, r.bounds),
            *curve(WIDTHS, np.abs(WIDTHS**2 * r.every[r.pair] - r.limit)),
            *here(r.bandwidth, float(np.clip(r.D2, 1.2e-9, 0.9))),
            *there(r.bandwidth, float(np.clip(abs(r.scaled - r.limit), 1.2e-9, 9e3))),
        )

    def caption(self, r):
        return (
            f"D² is {tiny(r.D2)}. Times ℓ² it is {tiny(r.scaled)} here, and as ℓ grows it goes to "
            f"the squared difference of means, {r.limit:.2f}."
        )

    def numbers(self, r):
        return f"D² = {r.D2:.4g}, ℓ²D² = {r.scaled:.4g}, limit {r.limit:.3g}."

    def headline(self, r):
        return Claim(
            "wide kernels see only the means",
            "Theorem 19.7",
            measured=abs(r.scaled - r.limit),
            bound=r.bound,
            words="ℓ²D² differs from the squared difference of means by at most a constant over "
            "ℓ².",
        )

    def identities(self, r):
        return [
            Claim("D² by integration", "section 3", r.by_sum, r.D2, "==", tol=1e-8),
            Claim(
                "D² is positive",
                "Theorem 19.3",
                r.D2,
                1e-14,
                ">=",
                tol=1e-16,
                why_not="D² is smaller than rounding errors here" * (r.bandwidth > 3),
            ),
        ]
