"""The figures of notebook 08, stochastic gradient descent.

walk (what a step costs), cloud (all batches there are), coin (the bound), rates (which steps
forget), target (where it ends). Pictures show single runs; claims use exact laws.
"""

from functools import cache, lru_cache
from itertools import combinations

import numpy as np

from helpers import data, losses, plots
from helpers.descent import batches, laws, optim, problems, sgd
from helpers.live import (
    Claim,
    Figure,
    Handle,
    Step,
    choice,
    int_slider,
    log_slider,
    slider,
    step_size,
)

MILLION = 10**6
W_RISK = np.array([0.0, 0.9])  # the best line of the population
ONE, DESCENT = plots.ORANGE, plots.TRUTH


@cache
def million():
    """X (n, 2), y (n,): a million pairs, normal with correlation 0.9; X has a column of ones."""
    return problems.normal_pairs(MILLION, 0.9, np.random.default_rng(2023))[:2]


@cache
def million_law():
    """The exact law of SGD on the million."""
    return laws.law(*million())


@cache
def draws():
    """Sums over batches of 1 to 100 different examples, for 300 steps of five runs."""
    rng = np.random.default_rng(1)
    return batches.nested_sums(*million(), batches.draw(MILLION, 100, rng, (300, 5), replace=False))


def guesses(m, i):
    """Run i with batches of m, and beside it the same run with the first example of each."""
    pairs = (draws().moments(size) for size in (m, 1))
    return batches.affine_guess(*((A[:, [i - 1]], b[:, [i - 1]]) for A, b in pairs))


def kept(points, most=50):
    """Points of a run; what has left for good is not drawn."""
    return np.where(np.abs(points) < most, points, np.nan)


def steps(T):
    """ "1 step", "2 steps"."""
    return "1 step" if T == 1 else f"{T} steps"


class walk(Figure):
    """SGD on a line through a million points: where it walks, and what it has read by then."""

    size = (10, 4.1)  # a slide with a long title must hold it
    play = "T"
    veiled = (1,)
    more = ("a", "b", "i")
    READ = np.unique(np.geomspace(1, 1e9, 140).astype(np.int64))  # examples read
    story = [
        Step("one step", "All three go roughly the same way. Now look at the price.", T=1),
        Step(
            "fifty",
            "Same number of steps, nearly the same place. But descent has read fifty million "
            "examples, and orange fifty.",
            T=50,
        ),
        Step(
            "no rest",
            "Three hundred steps: descent is at the minimum, orange shakes around it for ever.",
            T=300,
        ),
        Step("m = 100", "Batches of 100 stay a hundred times lower than orange.", T=300, m=100),
        Step("short", "A fifth of the step: less shaking, five times slower.", T=300, eta=0.01),
        Step(
            "too long",
            "Descent is calm at this step, and so is a batch of 100. Single examples explode.",
            T=60,
            m=100,
            eta=0.32,
        ),
    ]
    handles = [
        Handle("drag the start", at=lambda r: (r.a, r.b), to=lambda r, x, y: dict(a=x, b=y)),
    ]
    notes = """Press play on T and let the class watch both panels: the left says that SGD is a
    nervous descent, the right that it arrives before descent has finished its first step. Then
    "too long": the mean still follows descent (the headline), the spread explodes."""

    def sliders(self):
        return dict(
            T=int_slider("steps T", 5, 1, 300),
            eta=step_size(0.05, 0.005, 0.9),
            m=int_slider("batch size m", 10, 1, 100),
            i=int_slider("new random run", 1, 1, 5),
            a=slider("start at intercept", 2, -1, 2.5, 0.05),
            b=slider("start at slope", -2, -2.5, 2, 0.05),
        )

    @staticmethod
    def compute(T, eta, m, i, a, b):
        """One run with batches of m, the same with m = 1, descent; exact expected heights."""
        law, start = million_law(), np.array([a, b])
        run = sgd.sgd(guesses(m, i), np.tile(start, (2, 1)), eta, T)
        descent = optim.quadratic_path(law.f.A, law.f.b, start, eta, T).w
        sizes = (1, m, MILLION)
        limits = [law.longest_step(size, replace=False) for size in sizes]
        curves = [law.heights(start, eta, s, walk.READ // s, replace=False) for s in sizes]
        U = [law.second_moments(start, eta, s, [T], replace=False) for s in sizes]
        return dict(
            one=run.w[:, 1],
            batch=run.w[:, 0],
            noise=run.v[:, 0] - law.f.grad(run.w[:-1, 0]),
            descent=descent,
            mean=law.mean_and_sd(U[1])[0][0],
            limits=limits,
            curves=curves,
            now=[float(law.excess(u)[0]) for u in U],
            first=float(law.heights(start, eta, MILLION, [1], replace=False)[0]),
            paid=float(law.heights(start, eta, 1, [MILLION], replace=False)[0]),
            floor=law.floor(eta, 1, replace=False),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(1, 1.15))
        left.set(xlim=(-1.2, 2.6), ylim=(-2.6, 2.2), xlabel="intercept", ylabel="slope")
        right.set(xlim=(0.8, 1e9), ylim=(1e-5, 40), xlabel="examples read so far")
        right.set_ylabel("expected height above the minimum")
        plots.contours(
            left,
            lambda w: ((w - W_RISK) ** 2).sum(axis=1),
            (-1.2, 2.6, -2.6, 2.2),
            levels=np.arange(1, 9) ** 2 / 4,
            colors="0.8",
            cmap=None,
        )
        looks = [("m = 1", ONE, "^"), ("batch m", plots.FIT, "s"), ("descent", DESCENT, "o")]
        paths = [
            plots.curves(left, [name], color=colour, ls="-", lw=1.3, marker=mark, ms=3)
            for name, colour, mark in looks
        ]
        heights = [
            plots.curves(right, [name], log="xy", color=colour, ls="-") for name, colour, _ in looks
        ]
        ends = [
            plots.mark(ax, None, mark, colour, 11)
            for ax in (left, right)
            for _, colour, mark in looks
        ]
        start = plots.mark(left, None, "P", "white", 12)
        left.plot(*W_RISK, "D", color="white", mec="black", ms=8, zorder=4)
        left.text(W_RISK[0], W_RISK[1] + 0.6, "minimum", ha="center", color="0.35", fontsize=12)
        right.minorticks_off()
        plots.legend_above(left)
        plots.legend_above(right)
        return lambda r: self.move(r, paths, heights, ends, start)

    def move(self, r, paths, heights, ends, start):
        runs = [kept(w) for w in (r.one, r.batch, r.descent)]
        read = [r.T, r.T * r.m, r.T * MILLION]
        places = [w[-1] for w in runs] + list(zip(read, r.now))
        return (
            *(line for draw, w in zip(paths, runs) for line in draw(*w.T)),
            *(line for draw, h in zip(heights, r.curves) for line in draw(self.READ, h)),
            *(dot for draw, place in zip(ends, places) for dot in draw(*place)),
            *start(r.a, r.b),
        )

    def caption(self, r):
        if r.eta >= r.limits[0]:
            calm = "the batch is calm" if r.eta < r.limits[1] else "batches too"
            return f"One example at a time explodes: η is over {r.limits[0]:.2f}; {calm}."
        one, batch, descent = (f"{h:.2g}" if h >= 1e-4 else "almost 0" for h in r.now)
        return (
            f"Expected heights after {steps(r.T)}: single examples {one}, batches {batch}, "
            f"descent {descent}."
        )

    def numbers(self, r):
        told = [f"{h:.3g}" if h < 1e9 else "beyond all bounds" for h in r.now]
        return (
            f"after {steps(r.T)} the expected height above the minimum is {told[0]} with m = 1, "
            f"{told[1]} with batches of {r.m} and {told[2]} for descent; they have read {r.T}, "
            f"{r.T * r.m} and {r.T} million examples; the mean square stays bounded for steps "
            f"under {r.limits[0]:.3g}, {r.limits[1]:.3g} and {r.limits[2]:.3g}."
        )

    def headline(self, r):
        wild = (
            f"η is over {r.limits[1]:.2f}, the spread has no bound" if r.eta >= r.limits[1] else ""
        )
        return Claim(
            "expected slope after T steps = descent's",
            "Theorem 8.1",
            r.mean[1],
            r.descent[-1, 1],
            "==",
            why_not=wild,
            words="Averaged over all draws, SGD is exactly where descent is (compared: the slope).",
        )

    def identities(self, r):
        wild = ["η is too long for this" if r.eta >= limit else "" for limit in r.limits]
        early = "the noise of m = 1 outweighs a full step" if r.floor >= r.first else ""
        return [
            Claim(
                "this run = descent + its discounted noise (slope)",
                "Theorem 8.1",
                r.batch[-1, 1],
                r.descent[-1, 1] - echo(r.noise, r.eta)[1],
                "==",
                tol=1e-7,
                why_not=wild[1],
            ),
            Claim("a larger batch is nearer", "Theorem 8.2", r.now[1], r.now[0], why_not=wild[0]),
            Claim(
                "for one full step's reading m = 1 is lower",
                "section 1",
                r.paid,
                r.first,
                why_not=wild[0] or early,
            ),
        ]


def echo(noise, eta):
    """eta sum_t (I - eta A)^(T-t) noise_t: what is left of the errors of all guesses, (2,)."""
    keep, total = np.eye(2) - eta * million_law().f.A, np.zeros(2)
    for xi in noise:
        total = keep @ total + eta * xi
    return total


# twelve patients: body mass index and LDL, how far the disease has come
PATIENTS = slice(24, 36)
GRADIENTS = 12
OFF = np.array([0.9, 0.3])


@cache
def patients():
    """Z (12, 2), goal (12,): standardised."""
    everybody = data.load("diabetes")
    columns = np.column_stack([everybody.X[PATIENTS, 2], everybody.X[PATIENTS, 5]])
    return data.standardise(columns), data.standardise(everybody.y[PATIENTS, None])[:, 0]


@cache
def every_batch(m):
    """All batches of m different patients, (count, m)."""
    return np.array(list(combinations(range(GRADIENTS), m)))


class cloud(Figure):
    """Every batch of m of twelve patients, and the gradient that it would report."""

    play = "m"
    veiled = (1,)
    SIZES = np.arange(1, GRADIENTS + 1)
    story = [
        Step("one patient", "Twelve guesses, all wrong. Their mean, the diamond, is right.", m=1),
        Step("pairs", "All 66 pairs: the cloud has shrunk towards the diamond.", m=2),
        Step("six", "All 924 batches of six. Compare the two curves on the right.", m=6),
        Step("all twelve", "Without repetition there is one batch of twelve: the gradient.", m=12),
        Step(
            "at the minimum",
            "The diamond has moved to 0: this is the minimum. What do single patients report?",
            m=1,
            away=0,
        ),
        Step(
            "six at the minimum", "They pull in all directions, and cancel on average.", m=6, away=0
        ),
    ]
    handles = [
        Handle(
            "choose the batch size",
            at=lambda r: (r.m, r.spread),
            to=lambda r, x, y: dict(m=x),
            panel=1,
        ),
    ]
    notes = """Every dot is one possible batch, none is left out, so the headline is a count and
    not a sample. Ask what the cloud does at the minimum before you press it."""

    def sliders(self):
        return dict(
            m=int_slider("batch size m", 1, 1, GRADIENTS),
            away=slider("distance from the minimum", 1, 0, 1, 0.05),
        )

    @staticmethod
    def compute(m, away):
        """The gradients of all batches at w = w* + away OFF."""
        Z, goal = patients()
        f = problems.least_squares(Z, goal)
        w = f.w_star + away * OFF
        G = sgd.singles(losses.squared, Z, goal, w)
        v = G[every_batch(m)].mean(axis=1)
        g = f.grad(w)
        return dict(
            f=f,
            w=w,
            G=G,
            g=g,
            v=v,
            spread=((v - g) ** 2).sum(axis=1).mean(),
            without=batches.mean_variance(G, cloud.SIZES, False),
            repeated=batches.mean_variance(G, cloud.SIZES, True),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(1.15, 1))
        left.set(xlim=(-4.5, 7.5), ylim=(-4, 6.8), xlabel="guess, first coordinate")
        left.set_ylabel("guess, second coordinate")
        right.set(xlim=(0.6, 12.4), ylim=(-0.4, 11.5), xlabel="batch size $m$", xticks=range(1, 13))
        right.set_ylabel("mean squared error of the guess")
        left.axhline(0, color="0.8", lw=1)
        left.axvline(0, color="0.8", lw=1)
        dots = plots.points(left, ["every batch of m"], legend=None, size=30, alpha=0.55)
        dots(None)[0].set(color=plots.FIT)
        gradient = plots.mark(left, "gradient", "D", plots.YELLOW, 11)
        gradient(0, 0)[0].set(mfc="none", mew=1.8, zorder=5)  # hollow: three dots hide near 0
        lines = plots.curves(right, ["with repetition"], color=plots.BOUND, ls="--")
        exact = plots.curves(right, ["without"], color=plots.FIT, marker="o", ms=4)
        here = plots.star(right)
        plots.legend_above(left, markerscale=0.75)  # the large diamond fits the row
        plots.legend_above(right)
        return lambda r: (
            *dots(r.v),
            *gradient(*r.g),
            *lines(self.SIZES, r.repeated),
            *exact(self.SIZES, r.without),
            *here(r.m, r.spread),
        )

    def caption(self, r):
        if r.m == GRADIENTS:
            return "There is one batch of all twelve, and it reports the gradient itself."
        return (
            f"There are {len(r.v)} batches of {r.m}; their mean is right, a single one misses by "
            f"{r.spread**0.5:.2g} (root mean square)."
        )

    def numbers(self, r):
        return (
            f"the gradient is ({r.g[0]:.3g}, {r.g[1]:.3g}); the mean of all {len(r.v)} batches is "
            f"({r.v[:, 0].mean():.3g}, {r.v[:, 1].mean():.3g}), and their mean squared error "
            f"{r.spread:.3g}; with repetition it would be {r.repeated[r.m - 1]:.3g}."
        )

    def headline(self, r):
        return Claim(
            "mean squared error of all batches = σ²/m · (n−m)/(n−1)",
            "Theorem 8.2",
            r.spread,
            r.without[r.m - 1],
            "==",
            words="A batch of m divides the squared error by m, and by a little more if nobody is "
            "drawn twice.",
        )

    def identities(self, r):
        h = 1e-5 * np.eye(2)
        slope = (r.f.value(r.w + h) - r.f.value(r.w - h)) / 2e-5
        Z = r.G - r.g
        pair = (Z @ Z.T).mean()  # two independent draws do not correlate
        twice = (r.m * (Z**2).sum(axis=1).mean() + r.m * (r.m - 1) * pair) / r.m**2
        size = (r.v**2).sum(axis=1).mean()
        return [
            Claim(
                "mean of all batches = slope of f, by differences",
                "Theorem 8.2",
                r.v[:, 0].mean(),
                slope[0],
                "==",
                tol=1e-6,
            ),
            Claim(
                "E‖v‖² = error + ‖gradient‖²",
                "Theorem 8.2",
                size,
                r.without[r.m - 1] + slope @ slope,
                "==",
                tol=1e-6,
            ),
            Claim("with repetition σ²/m", "Theorem 8.2", twice, r.repeated[r.m - 1], "=="),
        ]


TOSSES = np.random.default_rng(24).random((1, 200, 300), dtype=np.float32)
STEPS = np.geomspace(0.2, 5, 25)  # in units of the tuned step; 1 is among them
COIN, AWAY = "the coin", "always away"


@lru_cache(64)
def coin_curve(gamma, T):
    """Exact mean of E f(w_t) over t <= T for all STEPS."""
    return sgd.coin_law(gamma, T, STEPS / T**0.5)[0].mean(axis=0)


class coin(Figure):
    """A coin that is right a little more often than not, as the only guide to the minimum."""

    veiled = (1,)
    more = ("who",)
    story = [
        Step("60 % right", "A nervous walk; on average it arrives. Blue nearly touches the bound."),
        Step("too short", "A third of the step: nobody has arrived after T steps.", c=0.33),
        Step("too long", "Three times the step: they arrive at once, and are thrown out.", c=3),
        Step("sure", "The coin is always right: plain descent. The bound is reached.", gamma=1),
        Step(
            "nearly blind",
            "52 % right: there is little to lose, f hardly slopes, and little is gained.",
            gamma=0.04,
        ),
        Step(
            "an adversary",
            "Always a step away. It is not right on average, so nothing is promised.",
            who=AWAY,
            c=0.2,
        ),
    ]
    handles = [
        Handle(
            "choose the step",
            at=lambda r: (r.c, r.gap),
            to=lambda r, x, y: dict(c=x),
            panel=1,
        ),
    ]
    notes = """Collect guesses for the share of the bound that is used; most say a tenth. Drag the
    star along the blue curve: its valley is at the step that the bound recommends. "Sure" is
    descent on |w|, where the proof loses nothing but the last distance."""

    def sliders(self):
        return dict(
            c=log_slider("step size c", 1, 0.2, 5),
            gamma=slider("signal γ", 0.2, 0.02, 1, 0.01),
            T=int_slider("steps T", 100, 4, 200),
            who=choice("who steps", COIN, [COIN, AWAY]),
        )

    @staticmethod
    def compute(c, gamma, T, who):
        """300 runs, and the exact mean of E f(w_t); eta = c B/(rho sqrt T) with B = rho = 1."""
        eta = c / T**0.5
        if who == COIN:
            guess, curve = sgd.coin_guess(gamma, TOSSES[:, :T]), coin_curve(gamma, T)
            f, last = sgd.coin_law(gamma, T, np.array([eta]))
            gap, last = float(f.mean()), float(last[0])
        else:
            guess = adversary
            curve = gamma * (1 + STEPS * T**-0.5 * (T - 1) / 2)
            gap, last = gamma * (1 + eta * (T - 1) / 2), (1 + eta * T) ** 2
        run = sgd.sgd(guess, np.ones((300, 1)), eta, T)
        w = run.w[..., 0]
        return dict(
            eta=eta,
            w=w,
            v=run.v[..., 0],
            curve=curve,
            gap=gap,
            last=last,
            average=gamma * np.abs(w[:-1].mean(axis=0)).mean(),
            bound=promised(c, T),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(1, 1.15))
        left.set(xlim=(0, 1), ylim=(-1.5, 3.2), xlabel="share of the $T$ steps", ylabel="$w_t$")
        right.set(
            xlim=(0.19, 5.3), ylim=(8e-3, 2), xlabel="step size $c$, in units of $1/\\sqrt{T}$"
        )
        right.set_ylabel("error above the minimum")
        left.axhline(0, color=plots.TRUTH, lw=1.5, label="minimum")
        fan = plots.bundle(left, 20, "20 runs", plots.SKY, 0.9)
        mean = plots.curves(left, ["mean of 300"], color=plots.FIT, lw=2.6)
        limit = plots.curves(right, ["bound"], log="xy", color=plots.BOUND, ls="--")
        exact = plots.curves(right, ["mean $f(w_t)$"], color=plots.FIT, lw=2.6)
        average = plots.mark(right, "$f$(average)", "D", "white", 9)
        here = plots.star(right)
        right.set_xticks([0.2, 0.5, 1, 2, 5], ["0.2", "0.5", "1", "2", "5"])
        right.minorticks_off()
        plots.legend_above(left)
        plots.legend_above(right, columnspacing=0.8)

        def move(r):
            share = np.arange(r.T + 1) / r.T
            return (
                *fan(share, r.w[:, :20].T),
                *mean(share, r.w.mean(axis=1)),
                *limit(STEPS, promised(STEPS, r.T)),
                *exact(STEPS, r.curve),
                *average(r.c, r.average),
                *here(r.c, r.gap),
            )

        return move

    def caption(self, r):
        if r.who == AWAY:
            return f"Always away: the mean error is {r.gap:.2g}, and no theorem forbids it."
        return (
            f"The mean error is {r.gap:.2g}, {100 * r.gap / r.bound:.0f} % of the bound "
            f"{r.bound:.2g}."
        )

    def numbers(self, r):
        return (
            f"η = {r.eta:.3g}; the points of {r.T} steps are {r.gap:.3g} above the minimum on "
            f"average, exactly; the average of the points of a run is {r.average:.3g} above it "
            f"(mean of 300 runs); the bound is {r.bound:.3g}."
        )

    def headline(self, r):
        return Claim(
            "mean of E f(w_t) − f* ≤ ½(c + 1/c) Bρ/√T",
            "Theorem 8.4",
            r.gap,
            r.bound,
            why_not="" if r.who == COIN else "these steps are not right on average",
            words="A guide that is right on average keeps descent's bound, in expectation.",
        )

    def identities(self, r):
        product = (r.w[:-1, 0] * r.v[:, 0]).mean()
        left_over = (1 - r.w[-1, 0] ** 2) / (2 * r.eta * r.T)
        mean_f = r.gamma * np.abs(r.w[:-1]).mean()
        exact = r.bound - r.last / (2 * r.eta * r.T)
        other = "" if r.who == COIN else "these steps are not right on average"
        return [
            Claim(
                "what the bound gives away is E w² / (2ηT)",
                "Theorem 8.3",
                r.gap,
                exact,
                "==",
                why_not=other,
            ),
            Claim(
                "run 1, any steps: mean ⟨w − w*, v⟩",
                "Theorem 8.3",
                product,
                left_over + r.eta * (r.v[:, 0] ** 2).mean() / 2,
                "==",
            ),
            Claim("f(average) ≤ average of f, 300 runs", "Theorem 8.4", r.average, mean_f),
        ]


def adversary(w, t):
    """A step away from 0, whatever the slope."""
    return np.where(w < 0, 1.0, -1.0)


def promised(c, T):
    """The bound of Theorem 8.4 for B = rho = 1 and eta = c/sqrt T."""
    return (c + 1 / c) / 2 / T**0.5


LENGTH = 1000
NOISE = np.random.default_rng(8).standard_normal((LENGTH, 6))
AT = np.unique(np.geomspace(1, LENGTH, 160).astype(int))


class rates(Figure):
    """Steps that shrink: fast enough to forget the noise, slowly enough to forget the start."""

    play = "s"
    veiled = (1,)
    story = [
        Step("constant", "It arrives quickly, and then shakes for ever: see the flat end.", s=0),
        Step(
            "t to the −¾",
            "Both parts fall, dotted and dashed: the start is forgotten, and so is the noise.",
            s=0.75,
            eta=0.5,
        ),
        Step("1/t", "With η = 1 the error is exactly σ/√T: as good as an average.", s=1, eta=1),
        Step(
            "1/t²", "The steps add up to too little. All runs stop short, together.", s=2, eta=0.5
        ),
        Step("with a floor", "A floor of 0.05 brings the shaking back.", s=1, eta=1, floor=0.05),
        Step(
            "1/√t",
            "The squares add up to infinity, and yet it falls: on a bowl the pull forgets too.",
            s=0.5,
            eta=0.5,
        ),
    ]
    handles = [
        Handle(
            "move the noise",
            at=lambda r: (LENGTH, max(r.shake[-1], 1e-3)) if r.sigma else None,
            to=lambda r, x, y: dict(sigma=r.sigma * y / r.shake[-1]),
            panel=1,
        ),
    ]
    notes = """Ask for each step of the story which of the two parts will stay. 1/√t is the honest
    exception: the conditions are sufficient for very general f; where nothing pulls back (flat f)
    the noise is σ²Ση², and there 1/√t does diverge."""

    def sliders(self):
        return dict(
            s=slider("power s", 0, 0, 2, 0.05),
            eta=step_size(0.2, 0.05, 1),
            floor=slider("floor", 0, 0, 0.2, 0.01),
            sigma=slider("noise σ", 1, 0, 2, 0.1),
        )

    @staticmethod
    def compute(s, eta, floor, sigma):
        """Exact errors on the bowl w²/2 from w_1 = 3, and six runs."""
        steps = laws.powers(eta, s, LENGTH, floor)
        start, last, average = laws.bowl_errors(steps, 3.0, sigma)
        w, runs = np.full(6, 3.0), np.empty((LENGTH, 6))
        for t, (step, xi) in enumerate(zip(steps.tolist(), sigma * NOISE)):
            w = w - step * (w + xi)
            runs[t] = w
        return dict(
            steps=steps,
            runs=runs,
            start=start,
            last=last,
            average=average,
            shake=np.sqrt(np.maximum(last**2 - start**2, 0)),
            arrives=laws.integral(eta, s, np.inf, floor) == np.inf,
            forgets=laws.integral(eta, s, np.inf, floor, power=2) < np.inf,
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(1, 1.2))
        left.set(xlim=(1, LENGTH), ylim=(-2.2, 3.4), xlabel="step $t$", ylabel="six runs $w_t$")
        right.set(xlim=(1, LENGTH), ylim=(1e-3, 6), xlabel="step $t$")
        right.set_ylabel("root mean square error")
        left.set_xscale("log")
        left.axhline(0, color=plots.TRUTH, lw=1.2)
        fan = plots.bundle(left, 6, None, plots.SKY, 1)
        sign = plots.note(left, 0.36, 0.98)
        start = plots.curves(right, ["start"], log="xy", color=plots.TRUTH, ls=":")
        shake = plots.curves(right, ["noise"], color=plots.ORANGE, ls="--")
        last = plots.curves(right, ["last point"], color=plots.FIT, lw=2.6)
        average = plots.curves(right, ["average"], color=plots.GREEN, ls="-.")
        for ax in (left, right):
            ax.minorticks_off()
        plots.legend_above(right, columnspacing=0.8)
        at = AT - 1
        return lambda r: (
            *fan(AT, r.runs[at].T),
            *start(AT, r.start[at]),
            *shake(AT, r.shake[at]),
            *last(AT, r.last[at]),
            *average(AT, r.average[at]),
            *sign(verdict(r)),
        )

    def caption(self, r):
        return (
            f"The last of {LENGTH} points is {r.last[-1]:.2g} from the minimum: "
            f"{short(r.start[-1])} is left of the start, {short(r.shake[-1])} of the noise "
            "(squares add up)."
        )

    def numbers(self, r):
        return (
            f"{verdict(r).replace(chr(10), '; ')}; after {LENGTH} steps the root mean square error "
            f"of the last point is {r.last[-1]:.3g}, its mean {short(r.start[-1])}, its standard "
            f"deviation {short(r.shake[-1])}; the average of all is {r.average[-1]:.3g} away."
        )

    def headline(self, r):
        left = kept_of_each(r.steps)
        start = (3 * (1 - r.steps[0]) * left[0]) ** 2
        noise = r.sigma**2 * np.sum((r.steps * left) ** 2)
        return Claim(
            "E w² = what is left of the start + of every kick",
            "Theorem 8.5",
            r.last[-1] ** 2,
            start + noise,
            "==",
            words="The squared error is what later steps have left of the start and of every kick.",
        )

    def identities(self, r):
        long = "a step is over 1" if r.steps[0] > 1 else ""
        power = float(np.sum(r.steps**2))
        top = r.steps[0] ** 2 + laws.integral(r.eta, r.s, LENGTH, r.floor, power=2)
        low = laws.integral(r.eta, r.s, LENGTH + 1, r.floor)
        bound = best_split(r.steps, r.sigma)
        return [
            Claim(
                "E w² ≤ split at the best k", "Theorem 8.5", r.last[-1] ** 2, bound, why_not=long
            ),
            Claim("Ση ≥ its integral", "section 4", float(np.sum(r.steps)), low, ">="),
            Claim("Ση² ≤ first term + integral", "section 4", power, top),
        ]


def short(value):
    """Two digits; what is below a thousandth is written 0."""
    return f"{value:.2g}" if value >= 1e-3 else "0"


def verdict(r):
    """Do the steps meet the two conditions?"""
    return "\n".join(
        f"{words}: {'yes' if holds else 'no'}"
        for words, holds in (("Ση = ∞", r.arrives), ("Ση² < ∞", r.forgets))
    )


def kept_of_each(steps):
    """prod_{u > t} (1 - eta_u) for t = 1, ..., T: what later steps leave of a kick at t."""
    return np.append(np.cumprod(1 - steps[:0:-1])[::-1], 1.0)


def best_split(steps, sigma, start=3.0):
    """The bound of Theorem 8.5 at the best k: the past before k shrinks, later kicks count full."""
    ahead = np.append(0.0, np.cumsum(steps[::-1]))[::-1]  # sum of the steps after k = 0, ..., T
    squares = np.append(0.0, np.cumsum(steps**2))
    past = np.exp(-2 * ahead) * (start**2 + sigma**2 * squares)
    return float(np.min(past + sigma**2 * (squares[-1] - squares)))


RUNS, WALK = 12, 500


@cache
def fresh():
    """Sums over batches of up to ten examples, every example used once."""
    return batches.nested_sums(*million(), np.arange(60_000).reshape(WALK, RUNS, 10))


@cache
def places():
    """Where a resampled batch looks, as shares of the sample."""
    return np.random.default_rng(5).random((WALK, RUNS, 10))


@lru_cache(32)
def sample(n, i):
    """The exact law of SGD on the i-th sample of n examples, and its rows X, y."""
    X, y = million()
    own = slice(500_000 + 1000 * i, 500_000 + 1000 * i + n)
    return laws.law(X[own], y[own]), X[own], y[own]


class target(Figure):
    """Runs that start at the best place there is; some see one sample only, some fresh examples."""

    play = "n"
    story = [
        Step("thirty", "All start at the star. Who sees the same 30 again and again leaves."),
        Step("ten", "A smaller sample: its own best is farther from the star.", n=10),
        Step(
            "a thousand", "A larger one: its best is close to the star, but not the star.", n=1000
        ),
        Step("another sample", "Thirty others. They leave for another place.", i=10),
        Step("large batches", "Less noise, the same two places.", m=10),
    ]
    notes = """The point is that the algorithm cannot tell the difference: same code, same step.
    What differs is where its examples come from."""

    def sliders(self):
        return dict(
            n=int_slider("examples n", 30, 10, 1000, 10),
            m=int_slider("batch size m", 2, 1, 10),
            eta=step_size(0.05, 0.02, 0.1),
            i=int_slider("new random sample", 2, 1, 40),
        )

    @staticmethod
    def compute(n, m, eta, i):
        """12 resampled and 12 fresh runs of 500 steps from w*; averages over the second half."""
        law, X, y = sample(n, i)
        fixed = batches.nested_sums(X, y, (places()[..., :m] * n).astype(int))
        guess = batches.affine_guess(fixed.moments(m), fresh().moments(m))
        run = sgd.sgd(guess, np.tile(W_RISK, (2 * RUNS, 1)), eta, WALK)
        halves = np.split(run.averages(burn=0.5), 2, axis=1)
        mean, sd = law.average(W_RISK, eta, m, WALK // 2, WALK)
        return dict(
            law=law,
            X=X,
            y=y,
            best=law.f.w_star,
            away=np.linalg.norm(law.f.w_star - W_RISK),
            ends=[half[-1] for half in halves],
            far=[np.sqrt(((half - W_RISK) ** 2).sum(axis=2).mean(axis=1)) for half in halves],
            mean=mean,
            sd=sd,
            limit=law.longest_step(m),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(1.1, 1))
        left.set(xlim=(-0.33, 0.33), ylim=(0.65, 1.15), xlabel="intercept")
        left.set_ylabel("slope")
        right.set(xlim=(2, WALK), ylim=(8e-3, 0.5), xlabel="step $t$")
        right.set_ylabel("distance of the average from the star")
        plots.contours(
            left,
            lambda w: ((w - W_RISK) ** 2).sum(axis=1),
            (-0.33, 0.33, 0.65, 1.15),
            levels=np.arange(1, 5) ** 2 / 196,
            colors="0.8",
            cmap=None,
        )
        dots = plots.points(left, ["same sample", "fresh"], legend=None, size=34)
        for dot, colour in zip(dots(None, None), (plots.TRAIN, plots.TEST)):
            dot.set(color=colour, zorder=3)
        best = plots.mark(left, "sample's best", "D", plots.TRAIN, 9)
        best(0, 0)[0].set(mfc="white", mec=plots.TRAIN, mew=1.8, zorder=5)  # dots must not hide it
        star = plots.star(left, 15, label="start")
        lines = [
            plots.curves(right, [name], log="xy", color=colour, ls=ls)
            for name, colour, ls in (("same sample", plots.TRAIN, "-"), ("fresh", plots.TEST, "--"))
        ]
        level = plots.level(right, "sample's best", plots.TRAIN)
        right.minorticks_off()
        plots.legend_above(left, handletextpad=0.2, columnspacing=0.7)
        plots.legend_above(right)
        t = np.arange(2, WALK + 1)
        return lambda r: (
            *dots(*r.ends),
            *best(*r.best),
            *star(*W_RISK),
            *(line for draw, far in zip(lines, r.far) for line in draw(t, far[1:])),
            *level(r.away),
        )

    def caption(self, r):
        same, new = (far[-1] for far in r.far)
        return (
            f"Averages of runs on the same {r.n} examples end {same:.2g} from the star, on fresh "
            f"ones {new:.2g} (root mean square)."
        )

    def numbers(self, r):
        same, new = (np.linalg.norm(end.mean(axis=0) - W_RISK) for end in r.ends)
        return (
            f"the best on the sample is ({r.best[0]:.3g}, {r.best[1]:.3g}), {r.away:.3g} from the "
            f"risk minimiser (0, 0.9); the mean of the runs that resample ends {same:.3g} from the "
            f"risk minimiser, that of the fresh ones {new:.3g}."
        )

    def headline(self, r):
        wild = f"η is over {r.limit:.2g}, too long for this sample" if r.eta >= r.limit else ""
        return Claim(
            "expected end of a resampled run = the sample's best (slope)",
            "Theorem 8.6",
            r.mean[1],
            r.best[1],
            "==",
            tol=1e-4,
            why_not=wild,
            words="Who draws from a sample goes to its minimiser on average (compared: the slope).",
        )

    def identities(self, r):
        G = sgd.singles(losses.squared, r.X, r.y, W_RISK)
        pull = r.law.f.A @ (W_RISK - r.best)
        wild = f"η is over half of {r.limit:.2g}: heavy tails" if r.eta >= r.limit / 2 else ""
        off = np.abs((r.ends[0].mean(axis=0) - r.mean) / r.sd).max() * RUNS**0.5
        return [
            Claim(
                "at the risk minimiser the sample's mean gradient is A(w* − ŵ)",
                "Theorem 8.6",
                G.mean(axis=0)[1],
                pull[1],
                "==",
            ),
            Claim(
                "12 runs, an illustration: off by standard errors",
                "Theorem 8.6",
                off,
                5,
                why_not=wild,
            ),
        ]
