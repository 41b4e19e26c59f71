"""The figures of notebook 10, Langevin dynamics.

Random numbers are drawn once: every position of the controls meets the same batches and kicks.
"""

from functools import cache, lru_cache

import numpy as np

from helpers import plots
from helpers.descent import batches, bayes, langevin, problems
from helpers.descent import laws as chain_laws
from helpers.descent import wells as two_wells
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
    temperature,
    toggle,
)

STEPS, CHAINS = 300, 200
NORMAL = bayes.NormalMean(np.random.default_rng(0).normal(1, 1, size=50))
AT = np.unique(np.geomspace(1, STEPS, 14).astype(int)) - 1  # where the noises are drawn as dots
INJECTED, GRADIENT = plots.BLUE, plots.ORANGE
EXACT = 0.035  # five standard errors of the variance of STEPS * CHAINS numbers, and a little
HEATS = np.geomspace(0.3, 10, 12)
MANY = 500  # chains between the wells, at the temperature of the slider
LINE = np.linspace(-6, 6, 241)
LONG, FEW = 2000, 12  # steps and chains of the averages
SKEWED = np.random.default_rng(8).exponential(size=(60, 2)) @ [[1.3, 0.3], [0.2, 1.0]]
PARAMETERS = {"β₁": 0, "β₂": 1, "log σ²": 2}


@cache
def batch_means():
    """(STEPS, CHAINS, 50): entry m - 1 is the mean of m different examples of NORMAL."""
    rng = np.random.default_rng(1)
    return batches.nested_means(NORMAL.z, batches.draw(50, 50, rng, (STEPS, CHAINS), replace=False))


@cache
def lab():
    """Durham's regression: 10 000 pairs, and the sums over all batches of 40 chains."""
    X, y, _ = problems.normal_pairs(10**4, 0.9, np.random.default_rng(2023))
    prior = bayes.NormalInverseGamma([0, 0], [[100, 0], [0, 100]], 1, 1)
    return bayes.Presummed(prior, X, y, (10, 100, 1000), 200, 40, np.random.default_rng(10)), X, y


def walk(eta, tau, m):
    """SGLD on the fifty numbers, CHAINS chains from w = 2 with batches of m."""
    batch = iter(batch_means()[:, :, m - 1, None])
    start = np.full((CHAINS, 1), 2.0)
    rng = np.random.default_rng(2)
    return langevin.sgld(lambda w: 50 * (next(batch) - w) - w, start, eta, tau, STEPS, rng)


class shaking(Figure):
    """SGLD on the mean of fifty numbers: one chain, and where all chains spend their time."""

    play = "T"
    veiled = (1,)
    story = [
        Step(
            "small steps, all data",
            "Each step looks at all 50 numbers and moves a little. The histogram fills the black "
            "curve: the walk has found a whole distribution, not a point.",
            eta=0.001,
            m=50,
        ),
        Step(
            "longer steps",
            "Steps twenty times as long. Nobody touched the temperature; the cloud is too wide.",
            eta=0.02,
            m=50,
        ),
        Step(
            "small batches",
            "One number a step: the estimate of the slope is so bad that the cloud is four times "
            "as wide as the black curve.",
            m=1,
        ),
        Step(
            "hot",
            "Temperature 5: now the target itself is wider, by √5, and the small steps follow it.",
            eta=0.001,
            m=50,
            tau=5,
        ),
        Step("cold", "Temperature 0.5: a narrower target, and a narrower cloud.", tau=0.5, m=50),
        Step(
            "no burn-in",
            "The way down from the start is counted as if it meant something: drag the dotted "
            "line to the right to forget it.",
            eta=0.001,
            burn=0,
        ),
        Step(
            "too far",
            "A little over η = 2/a: each step overshoots by more, and soon leaves the picture.",
            eta=0.041,
            m=50,
            T=30,
        ),
    ]
    handles = [
        Handle(
            "drag the end of the burn-in",
            at=lambda r: (r.kept, 2.1),
            to=lambda r, x, y: dict(burn=x),
        )
    ]
    more = ("burn",)
    notes = """Let the class vote on three sliders: which of τ, η and m change the width of the
    histogram, and which should? Then small batches: four times too wide although nobody touched the
    temperature. Only τ should set the width; η and m do too, and section 2 says by how much."""

    def sliders(self):
        return dict(
            eta=step_size(0.01, 0.0005, 0.05),
            tau=temperature(1, 0.5, 5),
            m=int_slider("batch size m", 10, 1, 50),
            T=int_slider("steps T", 300, 1, STEPS),
            burn=int_slider("burn-in B", 60, 0, 250),
        )

    @staticmethod
    def compute(eta, tau, m, T, burn):
        """Run all chains; their exact mean and variance after every step come from Theorem 10.2."""
        a, V = NORMAL.precision, NORMAL.gradient_variance(m, replace=False)
        run, keep = walk(eta, tau, m), 1 - eta * a
        mean, var = chain_laws.linear_law(run.eta[:T], a, tau, V, start=2 - NORMAL.mean)
        away, kept = run.w[..., 0] - NORMAL.mean, min(burn, T)
        return dict(
            a=a,
            V=V,
            w=run.w[: T + 1, :, 0],
            mean=mean + NORMAL.mean,
            var=var,
            draws=run.w[kept : T + 1, :, 0],
            kept=kept,
            entered=away[1:] - keep * away[:-1],  # the noise of every step of every chain
            rest=chain_laws.stationary_variance(eta, a, tau, V),
            sign="η is over 2/a, so each step overshoots by more" if eta * a >= 2 else "",
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, sharey=True, width_ratios=[2, 1])
        left.set(xlim=(0, STEPS), ylim=(-0.4, 2.4), xlabel="step $t$", ylabel="$w$")
        right.set(xlim=(0, 4.2), xlabel="density")
        shade = plots.band(left, "95 % of all chains")
        line = plots.curves(left, ["one of 200 chains"], lw=1, color=plots.FIT)
        cut, sign = plots.level(left, "end of the burn-in", across=True), plots.note(left, y=0.12)
        bars = plots.histogram(right, np.linspace(-0.4, 2.4, 85), "all chains", sideways=True)
        goal = plots.curves(right, ["target"], color=plots.TRUTH)
        left.fill_between([], [], [], color=plots.FIT, alpha=0.2, label="95 % of all chains")
        plots.legend_above(left)
        plots.legend_above(right)
        grid, t = np.linspace(-0.4, 2.4, 281), np.arange(STEPS + 1)

        def move(r):
            low, high = plots.gaps(r.mean + np.outer([-2, 2], r.var**0.5))
            return (
                *shade(t[: len(low)], low, high),
                *line(t, r.w[:, 0]),
                *cut(r.kept),
                *sign(r.sign),
                *bars(r.draws),
                *goal(chain_laws.tempered(NORMAL.log_density, grid, r.tau), grid),
            )

        return move

    def caption(self, r):
        if r.sign:
            return "The chains run away: there is no rest, and no histogram to speak of."
        return (
            f"The points have standard deviation {r.draws.std():.2f}; the target has "
            f"{(r.tau / r.a) ** 0.5:.2f}."
        )

    def numbers(self, r):
        return (
            f"after burn-in the points have mean {r.draws.mean():.3g} and standard deviation "
            f"{r.draws.std():.3g}; the target has {NORMAL.mean:.3g} and "
            f"{(r.tau / r.a) ** 0.5:.3g}; at rest SGLD's standard deviation is {r.rest**0.5:.3g}."
        )

    def headline(self, r):
        spread = (r.entered**2).mean() / (1 - (1 - r.eta * r.a) ** 2)
        return Claim(
            "variance at rest from 60 000 noises = by the formula, within 5 standard errors",
            "Theorem 10.2",
            spread if not r.sign else np.nan,
            r.rest,
            "==",
            EXACT * min(r.rest, 1),  # a share of the variance, however small
            r.sign,
            "At rest the variance is (2ητ + η²V) / (1 − (1 − ηa)²): all three sliders set it.",
        )

    def identities(self, r):
        keep, two, T = 1 - r.eta * r.a, "Theorem 10.2", r.T
        path = r.mean[-1] + keep ** np.arange(T)[::-1] @ r.entered[:T, 0]
        exact = (2 * r.eta * r.tau + r.eta**2 * r.V) * (keep ** (2 * np.arange(T))).sum()
        least = np.nan if r.sign else r.rest * r.a / r.tau
        return [
            Claim(
                "last point = start + all noises, each shrunk", two, r.w[-1, 0], path, "==", 1e-7
            ),
            Claim("variance of the band = a geometric sum", two, r.var[-1] / exact, 1, "=="),
            Claim("never narrower than the target", two, least, 1, ">=", why_not=r.sign),
        ]


class noises(Figure):
    """The two noises of a step, along a run with shrinking steps and against the step size."""

    story = [
        Step(
            "two phases",
            "Early steps are ruled by the error of the estimate (orange), late ones by the kicks "
            "(blue). The dotted line is where they change places.",
        ),
        Step(
            "never samples",
            "Cold and one example a step: 300 steps are not enough to reach the crossing, and the "
            "diamond is off the right panel.",
            m=1,
            tau=0.05,
        ),
        Step("samples at once", "Hot, nearly all data: blue is above from step 1.", m=45, tau=2),
        Step(
            "constant step",
            "Steps that do not shrink: whoever is larger at first stays larger for ever.",
            p=0,
        ),
        Step(
            "your turn",
            "Drag the star along the blue line. Left of the diamond the kicks rule.",
            eta=0.002,
            p=0,
        ),
    ]
    handles = [
        Handle(
            "drag the first step size",
            at=lambda r: (r.eta, 2 * r.eta * r.tau),
            to=lambda r, x, y: dict(eta=x),
            panel=1,
        )
    ]
    notes = """Ask which sliders bring the sampling phase forward: hotter, larger batches, faster
    decay, a smaller first step. All four do. On logarithmic axes the two noises are straight lines
    with slopes 1 and 2: two such lines cross exactly once."""

    def sliders(self):
        return dict(
            eta=log_slider("first step size η₁", 0.03, 0.001, 0.035),
            tau=temperature(0.5, 0.05, 5),
            m=int_slider("batch size m", 5, 1, 50),
            p=slider("power of the decay p", 0.6, 0, 1, 0.05),
        )

    @staticmethod
    def compute(eta, tau, m, p):
        """Run with η_t = η₁/t^p; what is left of a guess without the whole gradient is noise."""
        V = NORMAL.gradient_variance(m, replace=False)
        run = walk(lambda t: eta * t**-p, tau, m)
        w = run.w[:-1, :, 0]
        rest = run.v[..., 0] - (50 * (NORMAL.z.mean() - w) - w)
        shake, steps = run.extra["shake"][..., 0], run.eta
        exact = [2 * steps * tau, steps**2 * V]
        cross = chain_laws.crossing_step(tau, V) if m < 50 else np.nan
        return dict(
            V=V,
            cross=cross,
            exact=exact,
            measured=[shake.var(axis=1), (steps[:, None] * rest).var(axis=1)],
            heat=(shake**2 / (2 * steps[:, None])).mean(),
            spread=(rest**2).mean(),
            count=int((exact[1] > exact[0]).sum()),
            when=np.exp(np.clip(np.log(eta / cross) / max(p, 1e-9), -9, 99)),
            none="" if m < 50 else "with m = n the estimate has no error",
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, sharey=True, width_ratios=[3, 2])
        left.set(xlim=(0.95, 320), ylim=(1e-6, 4), xlabel="step $t$")
        left.set_ylabel("variance of the noise")
        right.set(xlim=(1e-4, 0.05), xlabel="step size $\\eta$")
        names = ["kick $2\\eta\\tau$", "error of the estimate $\\eta^2V$"]
        looks = [dict(color=INJECTED, ls="-"), dict(color=GRADIENT, ls="--")]
        along = [plots.curves(left, [n], log="xy", **k) for n, k in zip(names, looks)]
        lines = [plots.curves(right, [""], log="xy", **k) for k in looks]
        dots = plots.points(left, ["measured", ""], legend=None, size=32)
        for dot, colour in zip(dots(None, None), (INJECTED, GRADIENT)):
            dot.set(color=colour, mec="white")
        change = plots.level(left, across=True)
        meet = plots.mark(right, "equal", marker="D", colour=plots.TRUTH, size=9)
        here = plots.star(right)
        plots.legend_above(left)
        plots.legend_above(right)
        t, etas = np.arange(1, STEPS + 1), np.geomspace(1e-4, 0.05, 50)
        return lambda r: (
            *(a for move, y in zip(along, r.exact) for a in move(t, y)),
            *dots(*(np.column_stack([t, x])[AT] for x in r.measured)),
            *change(r.when),
            *lines[0](etas, 2 * etas * r.tau),
            *lines[1](etas, etas**2 * r.V),
            *meet(r.cross, 2 * r.cross * r.tau),
            *here(r.eta, 2 * r.eta * r.tau),
        )

    def caption(self, r):
        if r.none:
            return (
                "Every step sees all data: the estimate has no error, and the kicks are all the "
                "noise."
            )
        where = "diamond" if 1e-4 <= r.cross <= 0.05 else "outside the right panel"
        return (
            f"The error of the estimate is the larger noise in {r.count} of 300 steps; both are "
            f"equal at the step size {r.cross:.3g} ({where})."
        )

    def numbers(self, r):
        where = r.none or f"the noises are equal at the step size {r.cross:.3g}"
        return (
            f"{where}; the error of the estimate is the larger one in {r.count} of 300 steps, and "
            f"at step 300 its variance is {r.exact[1][-1] / r.exact[0][-1]:.2g} times the kick's."
        )

    def headline(self, r):
        return Claim(
            "crossing measured on 60 000 steps = 2τ/V, within 5 standard errors",
            "Theorem 10.3",
            np.nan if r.none else 2 * r.heat / r.spread,
            r.cross,
            "==",
            0.05 * np.fmin(r.cross, 1),  # a share of the step size, however small
            r.none,
            "Kick and error of the estimate are equal at the step size 2τ/V, and nowhere else.",
        )

    def identities(self, r):
        count = 0 if r.none else min(STEPS, max(np.ceil(r.when) - 1, 0))
        V, three = np.nan if r.none else r.spread / r.V, "Theorem 10.3"
        heat = r.heat / r.tau
        return [
            Claim("orange is above blue up to (η₁V/2τ)^(1/p)", three, r.count, count, "=="),
            Claim("error of the estimate / V", "Theorem 10.1", V, 1, "==", EXACT, r.none),
            Claim("kick / 2ητ", three, heat, 1, "==", EXACT),
        ]


def barrier(b):
    """How far log f lies higher at a mode than between two wells at ±b."""
    mode = b
    for _ in range(60):
        mode = b * np.tanh(4 * b * mode)
    return two_wells.log_wells(mode, b) - two_wells.log_wells(0.0, b)


@lru_cache(maxsize=64)
def switch_curve(b, eta):
    """Mean numbers of switches at HEATS: `expected_switches` on coarse grids, within 2 %.

    Only places left of b/2 are kept: a chain that arrives beyond has made one switch more, and goes
    on like its mirror image.
    """

    def grad(w):
        return two_wells.grad_wells(w, b)

    counts = []
    for tau in HEATS:
        grid = two_wells.even_grid(b + 2.5 * tau**0.5, b / 2, eta, tau, fine=1.5)
        k = int((grid < b / 2).sum())
        P = two_wells.step_matrix(grad, grid, eta, tau)[:k]
        stay, cross, u = P[:, :k].copy(), P[:, k:], np.zeros(k)
        stay[:, : len(grid) - k] += cross[:, ::-1]
        arrive = cross.sum(axis=1)
        for _ in range(STEPS):
            u = stay @ u + arrive
        counts.append(np.interp(-b, grid[:k], u))
    return np.array(counts)


def forward(P, first, above):
    """Mean number of switches, and the chance to end on the right, by following all chances.

    P moves chances by one step, `first` (g,) are those after step 1, `above` marks the places that
    count as arrived on the right; the grid is symmetric, and all chances start on the left.
    """
    sides = np.array([first, np.zeros(len(first))])  # last seen on the left, on the right
    arrived, count = np.array([above, above[::-1]], dtype=float), 0.0
    for t in range(STEPS):
        if t:
            sides = sides @ P
        switch = sides * arrived
        count += switch.sum()
        sides += switch[::-1] - switch
    return count, sides[:, len(first) // 2 :].sum()


class wells(Figure):
    """Two wells: chains that start on the left, their histogram, and how often they switch."""

    size = (11, 4.2)
    story = [
        Step(
            "frozen",
            "All chains start on the left. Half of the target (black) is on the right; nobody "
            "has ever been there.",
            tau=0.4,
        ),
        Step(
            "the posterior",
            "τ = 1 is the right target. The walk is not wrong, it is slow: few have crossed.",
            tau=1,
        ),
        Step("warm", "A chain switches once or twice: the two humps fill up.", tau=2),
        Step(
            "hot",
            "Lively, and the histogram is right. But it is the histogram of a flatter target.",
            tau=6,
        ),
        Step("far apart", "Wells further apart: a higher barrier, at τ = 1 again.", b=2, tau=1),
        Step("close", "Wells close together: at τ = 1 everybody gets across.", b=1, tau=1),
    ]
    handles = [
        Handle(
            "drag the temperature",
            at=lambda r: (r.tau, max(r.exact, 6.5e-4)),
            to=lambda r, x, y: dict(tau=x),
            panel=2,
        )
    ]
    notes = """Let the class find the temperature at which a chain switches once on average. Then
    ask for the price: at that temperature the histogram is right for the wrong density. Kramers'
    law has the barrier in the exponent, so the left end of the curve falls off a cliff."""

    def sliders(self):
        return dict(
            tau=temperature(1.5, 0.3, 10),
            b=slider("wells at ±b, b", 1.5, 1, 2, 0.05),
            eta=step_size(0.03, 0.005, 0.1),
        )

    @staticmethod
    def compute(tau, b, eta):
        """Run chains; count their switches, and by exact chances at twelve temperatures more."""

        def grad(w):
            return two_wells.grad_wells(w, b)

        rng = np.random.default_rng(23)
        run = langevin.sgld(grad, np.full((MANY, 1), -b), eta, tau, STEPS, rng)
        grid = two_wells.even_grid(b + 3.6 * tau**0.5, b / 2, eta, tau, fine=2.5)
        return dict(
            w=run.w[..., 0],
            grid=grid,
            P=two_wells.step_matrix(grad, grid, eta, tau),
            target=chain_laws.tempered(lambda w: two_wells.log_wells(w, b), LINE, tau),
            switches=two_wells.mode_switches(run.w[..., 0], -b / 2, b / 2),
            others=switch_curve(b, eta),
            kramers=STEPS * eta * two_wells.kramers_rate(HEATS, b),
            exact=two_wells.expected_switches(grad, -b, eta, tau, STEPS, b / 2, grid),
        )

    def picture(self, fig):
        trace, hist, count = fig.subplots(1, 3, width_ratios=[1.7, 0.9, 1.5])
        trace.set(xlim=(0, STEPS), ylim=(-5, 5), xlabel="step $t$", ylabel="$w$")
        hist.set(xlim=(0, 1.3), ylim=(-5, 5), xlabel="density")
        count.set(xlim=(0.28, 10.7), ylim=(5e-4, 30), xlabel="temperature $\\tau$")
        trace.set_title("three chains")
        lines = [
            plots.curves(trace, [""], lw=1.1, color=c) for c in (plots.BLUE, plots.SKY, "0.55")
        ]
        bars = plots.histogram(hist, np.linspace(-5, 5, 81), "second half", sideways=True)
        goal = plots.curves(hist, ["target"], color=plots.TRUTH)
        law = plots.curves(count, ["Kramers"], log="xy", color=plots.BOUND, ls="--")
        dots = plots.curves(count, ["switches in 300 steps"], log="xy", color=plots.FIT, marker="o")
        now = plots.star(count)
        plots.legend_above(hist, handlelength=1)
        plots.legend_above(count)
        return lambda r: (
            *(a for move, w in zip(lines, r.w[:, :3].T) for a in move(np.arange(STEPS + 1), w)),
            *bars(r.w[151:]),
            *goal(r.target, LINE),
            *law(HEATS, r.kramers),
            *dots(HEATS, r.others),
            *now(r.tau, max(r.exact, 6.5e-4)),
        )

    def caption(self, r):
        return (
            f"A chain makes {r.exact:.2g} switches on average; {np.mean(r.w[-1] > 0):.0%} end on "
            "the right, where half of the target is."
        )

    def numbers(self, r):
        return (
            f"{MANY} chains made {r.switches.mean():.3g} switches each in 300 steps, "
            f"{r.exact:.3g} are expected; {np.mean(r.w[-1] > 0):.0%} of them end on the right, "
            "where half of the target is."
        )

    def headline(self, r):
        return Claim(
            "barrier of the target = barrier at τ = 1, divided by τ",
            "Theorem 10.5",
            np.log(r.target.max() / r.target[120]),
            barrier(r.b) / r.tau,
            "==",
            tol=2e-3,  # the grid's nearest point to the mode
            words="Temperature τ divides every barrier of −log f by τ.",
        )

    def identities(self, r):
        grid, sd = r.grid, (2 * r.eta * r.tau) ** 0.5
        high, middle = r.b / 2, np.abs(grid) < r.b
        start = -r.b + r.eta * two_wells.grad_wells(-r.b, r.b)
        bell = np.exp(-(((grid - start) / sd) ** 2) / 2)
        count, right = forward(r.P, bell / bell.sum(), grid >= high)
        centre = grid + r.eta * two_wells.grad_wells(grid, r.b)
        spread = ((r.P * (grid - centre[:, None]) ** 2).sum(axis=1) / sd**2)[middle]
        error = np.sqrt(max(r.switches.var(), r.exact) / MANY + (0.01 * r.exact) ** 2)
        four, off = "section 4", abs(r.switches.mean() - r.exact) / error
        return [
            Claim("switches: forwards / backwards", four, count / r.exact, 1, "==", tol=1e-6),
            Claim("variance of one step / 2ητ", four, np.abs(spread - 1).max(), 0, "==", tol=1e-3),
            Claim("at most half have crossed", "symmetry", right, 0.5),
            Claim("mean of 500 chains, in s.e. (an illustration)", four, off, 5),
        ]


def pushes(eta, weights):
    """What the start and every kick but the last contribute to the average of w_1, ..., w_T.

    Entry 0 belongs to w_1, entry t to the kick of step t; the chain is w + eta_t (-w) + kick.
    """
    out, push = np.empty(len(eta)), 0.0
    for t in range(len(eta) - 1, -1, -1):
        push = weights[t] + (1 - eta[t]) * push
        out[t] = push
    return out / weights.sum()


class averages(Figure):
    """Running averages of a chain with shrinking steps, plain and weighted by the steps."""

    story = [
        Step(
            "steps 1/t",
            "Twelve runs. On the left the averages wander, more and more slowly (the axis is "
            "logarithmic), and come no closer to 0. On the right they close in.",
        ),
        Step(
            "longer steps",
            "The first step is 1.9: the left band is narrower, but it stops shrinking too.",
            eta=1.9,
        ),
        Step("shorter steps", "First step 0.3: the plain averages hardly average.", eta=0.3),
        Step(
            "slower decay",
            "Steps that fall like t to the −0.75: now both close in, the weighted ones faster.",
            p=0.75,
        ),
        Step(
            "slow decay",
            "Power 0.35: both nearly agree. The two averages differ only if steps do.",
            p=0.35,
        ),
    ]
    handles = [
        Handle(
            "drag the time",
            at=lambda r: (r.T, 2 * r.plain[r.T - 1] ** 0.5),
            to=lambda r, x, y: dict(T=x),
        ),
        Handle(
            "drag the time",
            at=lambda r: (r.T, 2 * r.weighted[r.T - 1] ** 0.5),
            to=lambda r, x, y: dict(T=x),
            panel=1,
        ),
    ]
    notes = """Ask for the number of independent draws in the first 2000 points of 1/t: the bands
    say two on the left. In logarithmic time, where the chain moves evenly, the plain average looks
    at the last moment only. That is the whole proof of Theorem 10.7."""

    def sliders(self):
        return dict(
            p=slider("power of the decay p", 1, 0.3, 1, 0.05),
            eta=log_slider("first step size η₁", 1, 0.1, 1.9),
            T=int_slider("steps T", LONG, 1, LONG),
            i=int_slider("new random chains i", 1, 1, 20),
        )

    @staticmethod
    def compute(p, eta, T, i):
        """The chain w + η_t(−w) + kick from the target itself, and its exact variances."""
        rng = np.random.default_rng(i)
        start = rng.standard_normal((FEW, 1))
        run = langevin.sgld(lambda w: -w, start, lambda t: eta * t**-p, 1.0, LONG, rng)
        steps, ones = run.eta, np.ones(LONG)
        return dict(
            run=run,
            steps=steps,
            plain=chain_laws.average_variance(steps, ones, 1.0, 1.0, start=1.0),
            weighted=chain_laws.average_variance(steps, steps, 1.0, 1.0, start=1.0),
            running=[x[..., 0].T for x in (run.averages(), run.weighted_averages())],
            frozen=chain_laws.plain_limit(eta) if p == 1 else np.nan,
        )

    def picture(self, fig):
        axes = fig.subplots(1, 2, sharey=True)
        words = ("plain average of $w_1, \\dots, w_t$", "weighted by the step sizes")
        bands, lines, stars = [], [], []
        for ax, title in zip(axes, words):
            ax.set(xlim=(1, 2200), ylim=(-3, 3.2), xlabel="steps $t$", title=title)
            ax.set_xscale("log")
            bands.append(plots.band(ax, colour=plots.FIT, alpha=0.18))
            lines.append(plots.bundle(ax, FEW, colour=plots.FIT, lw=1.1))
            ax.axhline(0, color=plots.TRUTH, lw=1.4)
            stars.append(plots.star(ax))
        axes[0].set_ylabel("estimate of the mean (truth: 0)")
        cold = [plots.level(axes[0], colour=plots.BOUND, ls="--") for _ in range(2)]
        frozen = plots.note(axes[0], x=0.32, y=0.98, size=11)
        t = np.arange(1, LONG + 1)

        def move(r):
            edge, here = 2 * r.frozen**0.5, r.T - 1
            said = "dashed: the band gets no narrower" if r.p == 1 else ""
            spread = [2 * x**0.5 for x in (r.plain, r.weighted)]
            return (
                *(a for draw, s in zip(bands, spread) for a in draw(t, -s, s)),
                *(a for draw, y in zip(lines, r.running) for a in draw(t, y)),
                *cold[0](edge),
                *cold[1](-edge),
                *frozen(said),
                *(a for draw, s in zip(stars, spread) for a in draw(r.T, s[here])),
            )

        return move

    def caption(self, r):
        plain, weighted = 1 / r.plain[r.T - 1], 1 / r.weighted[r.T - 1]
        return (
            f"After {r.T} steps the plain average is worth {plain:.1f} independent draws, the "
            f"weighted one {weighted:.1f}."
        )

    def numbers(self, r):
        plain, weighted = r.plain[r.T - 1], r.weighted[r.T - 1]
        return (
            f"after {r.T} steps the variance of the plain average is {plain:.3g} and of the "
            f"weighted one {weighted:.3g}, which is {weighted / plain:.2f} times as much; the "
            "target has variance 1."
        )

    def headline(self, r):
        var = chain_laws.variance_path(r.steps[: r.T], 1.0, 1.0, start=1.0)[-1]
        total = r.steps[: r.T].sum()
        return Claim(
            "variance of the weighted average",
            "Theorem 10.6",
            r.weighted[r.T - 1],
            ((1 + var**0.5 + (2 * total) ** 0.5) / total) ** 2,
            words="The weighted average converges as soon as the steps add up to infinity.",
        )

    def identities(self, r):
        steps, kicks = r.steps[: r.T], r.run.extra["shake"][..., 0]
        w, six, seven = r.run.w[..., 0], "Theorem 10.6", "Theorem 10.7"
        sums = (w[0] - w[r.T] + kicks[: r.T].sum(axis=0)) / steps.sum()
        got = r.running[1][:, r.T - 1]
        plain, weighted = pushes(steps, np.ones(r.T)), pushes(steps, steps)
        entered = np.vstack([w[:1], kicks[: r.T - 1]])
        squares = np.append(1, 2 * steps[:-1])
        by_noise = [(c**2 * squares).sum() for c in (plain, weighted)]
        off = np.abs(r.running[0][:, r.T - 1] - plain @ entered).max()
        heat = (kicks**2 / (2 * r.steps[:, None])).mean()
        other = "" if r.p == 1 else "the step is not η₁/t"
        now = r.plain[r.T - 1], r.weighted[r.T - 1]
        return [
            Claim("it is (w₁ − w_T+1 + kicks)/Ση", six, np.abs(got - sums).max(), 0, "=="),
            Claim("the plain one adds up its kicks", seven, off, 0, "=="),
            Claim("plain: recursion / squares", seven, now[0] / by_noise[0], 1, "=="),
            Claim("weighted: recursion / squares", six, now[1] / by_noise[1], 1, "=="),
            Claim("kicks / 2η, within 5 standard errors", six, heat, 1, "==", tol=0.05),
            Claim("weighted ≤ plain", "section 5", now[1], now[0]),
            Claim("plain ≥ 1/(1 + η₁)", seven, now[0], 1 / (1 + r.eta), ">=", why_not=other),
        ]


@cache
def medians():
    """What clipped SGD tends to as the threshold vanishes: where unit vectors, or signs, cancel."""
    return {
        "norm": langevin.clipped_mean(SKEWED, "norm", 1e-3, steps=500),
        "entries": np.median(SKEWED, axis=0),
    }


class clip(Figure):
    """Gradients shortened to a threshold, where SGD then rests, and how the mean is bent."""

    story = [
        Step("never", "A threshold of 10 touches nothing: SGD rests at the mean.", c=10),
        Step("sometimes", "Only the long ones are shortened, all on one side: a bias.", c=2),
        Step(
            "often", "Most are shortened. The cross walks from the mean towards the median.", c=0.6
        ),
        Step(
            "always",
            "Nearly every gradient counts the same: the cross has reached the median.",
            c=0.1,
        ),
        Step(
            "by entries",
            "Each coordinate is cut on its own: clipped points lie on a square, not on a circle.",
            by="entries",
            c=0.6,
        ),
    ]
    handles = [
        Handle(
            "drag the threshold",
            at=lambda r: (r.c, r.bias),
            to=lambda r, x, y: dict(c=x),
            panel=1,
        )
    ]
    more = ("eta",)
    notes = """Nobody who clips says that the minimiser has changed. Ask where SGD goes when
    every gradient has length c: to the point whose unit vectors cancel, the geometric median."""

    def sliders(self):
        return dict(
            c=log_slider("threshold c", 1, 0.1, 10),
            by=choice("clip by", "norm", ["norm", "entries"]),
            eta=step_size(0.05, 0.01, 0.5),
        )

    @staticmethod
    def compute(c, by, eta):
        """Clip the gradients at w = 0; run fifty chains of clipped SGD; solve for its rest."""
        shorten, rng = langevin.CLIPS[by](c), np.random.default_rng(9)
        start = np.tile(SKEWED.mean(axis=0), (50, 1))
        sgd = langevin.ascend(
            lambda w: SKEWED[rng.integers(60, size=50)] - w, start, eta, 200, clip=shorten
        )
        short = shorten(SKEWED)
        return dict(
            shorten=shorten,
            short=short,
            cut=np.any(short != SKEWED, axis=1),
            bias=langevin.clipping_bias(SKEWED, by, c),
            hover=sgd.w[100:].mean(axis=(0, 1)),
            rest=langevin.clipped_mean(SKEWED, by, c),
            median=medians()[by],
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=[3, 2])
        left.set(xlim=(-0.2, 6.2), ylim=(-0.2, 4.4), xlabel="$v_1$", ylabel="$v_2$")
        right.set(xlim=(0.09, 11), ylim=(-0.05, 2), xlabel="threshold $c$")
        right.set_ylabel("bias of the mean gradient")
        dots = plots.points(left, ["gradient", "clipped"], legend=None, size=34)
        for dot, colour in zip(dots(None, None), ("0.7", plots.FIT)):
            dot.set(color=colour, mec="white")
        mean = plots.mark(left, "mean", "X", plots.TRUTH, 12)
        middle = plots.mark(left, "median", "D", plots.SKY, 15)
        rest = plots.mark(left, "SGD rests", "P", plots.ORANGE, 14)
        plots.legend_above(left)
        cuts = np.geomspace(0.1, 10, 60)
        looks = {"norm": (plots.FIT, "-"), "entries": (plots.PURPLE, "--")}
        for by, (colour, dash) in looks.items():
            bias = [langevin.clipping_bias(SKEWED, by, c) for c in cuts]
            plots.curves(right, [f"by {by}"], log="x", color=colour, ls=dash)(cuts, bias)
        here = plots.star(right)
        plots.legend_above(right)
        return lambda r: (
            *dots(SKEWED, r.short[r.cut]),
            *mean(*SKEWED.mean(axis=0)),
            *middle(*r.median),
            *rest(*r.rest),
            *here(r.c, r.bias),
        )

    def caption(self, r):
        return (
            f"{r.cut.mean():.0%} of the gradients are shortened, which moves their mean by "
            f"{r.bias:.2f}."
        )

    def numbers(self, r):
        return (
            f"{r.cut.mean():.0%} of the gradients are clipped, which moves their mean by "
            f"{r.bias:.3g}; clipped SGD should rest at ({r.rest[0]:.2f}, {r.rest[1]:.2f}), the "
            f"mean is ({SKEWED[:, 0].mean():.2f}, {SKEWED[:, 1].mean():.2f}), and fifty chains, "
            f"200 steps from there, are about ({r.hover[0]:.2f}, {r.hover[1]:.2f})."
        )

    def headline(self, r):
        return Claim(
            "how far clipping moves the mean gradient",
            "Theorem 10.9",
            r.bias,
            np.linalg.norm(r.short - SKEWED, axis=1).mean(),
            words="The bias of clipping is at most the mean length that is cut off.",
        )

    def identities(self, r):
        nine, length = "Theorem 10.9", np.linalg.norm(r.short, axis=1)
        cosine = (r.short * SKEWED).sum(axis=1) / (length * np.linalg.norm(SKEWED, axis=1))
        rest = np.linalg.norm(r.shorten(SKEWED - r.rest).mean(axis=0))
        other = "" if r.by == "norm" else "each entry is cut on its own"
        top = r.c if r.by == "norm" else r.c * 2**0.5
        by_hand = np.linalg.norm(r.short.mean(axis=0) - SKEWED.mean(axis=0))
        return [
            Claim("longest clipped gradient", nine, length.max(), top),
            Claim("the direction is kept", nine, cosine.min(), 1, "==", why_not=other),
            Claim("bias = distance of the two means", nine, r.bias, by_hand, "=="),
            Claim("clipped gradients cancel at rest", nine, rest, 0, "==", tol=1e-4),
        ]


@cache
def guesses(m):
    """The batch gradients (200, 40, 3) at the mode of the regression, for batches of m."""
    model = lab()[0]
    mode = model.law.mode
    scores = bayes.score_from_sums(mode, model.sums[m], m)
    return model.n / m * scores + model.prior.gradient(mode)


class regression(Figure):
    """SGLD on the notes' regression: draws of one parameter, and their width against the step."""

    story = [
        Step(
            "the notes' run",
            "Durham's step size and m = 100. The draws (blue) are six times as wide as the "
            "posterior (black).",
            micro=10,
        ),
        Step("batches of 10", "Smaller batches: nineteen times as wide.", micro=10, m="10"),
        Step("batches of 1000", "Larger ones: still twice as wide.", micro=10, m="1000"),
        Step(
            "temperature 0.01",
            "A hundred times colder, and nothing has changed: this is not the shaking's width.",
            micro=10,
            tau=0.01,
        ),
        Step(
            "no shaking at all",
            "Not even without any shaking: the width is the gradient's noise.",
            micro=10,
            sgd=True,
        ),
        Step(
            "below the crossing",
            "Drag the star left of the diamond. Large batches and small steps: now it samples.",
            micro=0.3,
            m="1000",
        ),
        Step(
            "and hotter",
            "Left of the diamond the temperature shows: τ = 10 is about three times as wide.",
            micro=0.3,
            m="1000",
            tau=10,
        ),
    ]
    handles = [
        Handle(
            "drag the step size",
            at=lambda r: (r.eta, r.measured),
            to=lambda r, x, y: dict(micro=1e6 * x),
            panel=1,
        )
    ]
    more = ("sgd",)
    notes = """Show the notes' own figures first, if the class has them: histograms by m and by τ,
    all at η = 1e-5. Ask what is wrong with the one by τ before you move the star."""

    def sliders(self):
        return dict(
            micro=log_slider("step size in millionths", 3, 0.1, 10),
            tau=temperature(1, 0.01, 10),
            m=choice("batch size m", "100", {"10": 10, "100": 100, "1000": 1000}),
            j=choice("parameter", "β₁", PARAMETERS),
            sgd=toggle("no shaking (SGD)"),
        )

    @staticmethod
    def compute(micro, tau, m, j, sgd):
        """Forty chains from the mode, and the linear chain with the same batches and kicks."""
        model, heat, eta = lab()[0], 0.0 if sgd else tau, 1e-6 * micro
        mode, sd = model.law.mode[j], model.law.sd()[j]
        a, V = model.curvature[j], model.noise(m)[j]
        start = np.tile(model.law.mode, (40, 1))
        run = langevin.sgld(model.grad(m), start, eta, heat, 200, np.random.default_rng(11))
        entered = eta * guesses(m)[..., j] + run.extra["shake"][..., j]
        linear = np.zeros((201, 40))
        for t in range(200):
            linear[t + 1] = (1 - eta * a) * linear[t] + entered[t]
        draws = (run.w[101:, :, j] - mode) / sd
        return dict(
            eta=eta,
            a=a,
            V=V,
            sd=sd,
            heat=heat,
            draws=draws,
            measured=draws.std(),
            linear=linear[101:].std() / sd,
            entered=entered / sd,
            last=run.last[0],
            law=model.law.temper(tau),
            goal=model.law.temper(tau).sd()[j] / sd,
            rest=chain_laws.stationary_variance(eta, a, heat, V) ** 0.5 / sd,
            cross=chain_laws.crossing_step(heat, V),
        )

    def picture(self, fig):
        hist, width = fig.subplots(1, 2, width_ratios=[3, 2])
        hist.set(xlim=(-12, 12), ylim=(0, 0.5), ylabel="density")
        hist.set_xlabel("distance from the mode, in posterior standard deviations")
        width.set(xlim=(0.9e-7, 1.2e-5), ylim=(0.5, 25), xlabel="step size $\\eta$")
        width.set_ylabel("standard deviation")
        bars = plots.histogram(hist, np.linspace(-12, 12, 97), label="draws")
        truth = plots.curves(hist, ["posterior"], color=plots.TRUTH)
        target = plots.curves(hist, ["target at $\\tau$"], color=plots.BOUND, ls="--")
        rest = plots.curves(width, ["at rest"], log="xy", color=plots.FIT)
        goal = plots.level(width, "target", colour=plots.BOUND, ls="--")
        meet = plots.mark(width, "equal noises", marker="D", colour=plots.TRUTH, size=9)
        now = plots.star(width)
        plots.legend_above(hist)
        plots.legend_above(width)
        x, etas = np.linspace(-12, 12, 241), np.geomspace(0.9e-7, 1.2e-5, 40)

        def density(law, r):
            return r.sd * law.marginal(lab()[0].law.mode[r.j] + r.sd * x, r.j)

        def move(r):
            at_rest = [chain_laws.stationary_variance(e, r.a, r.heat, r.V) for e in (etas, r.cross)]
            curve, meeting = (v**0.5 / r.sd for v in at_rest)
            return (
                *bars(r.draws),
                *truth(x, density(lab()[0].law, r)),
                *target(x, density(r.law, r)),
                *rest(etas, curve),
                *goal(r.goal),
                *meet(r.cross, meeting),
                *now(r.eta, r.measured),
            )

        return move

    def caption(self, r):
        return (
            f"The draws are {r.measured:.2g} posterior standard deviations wide; the target has "
            f"{r.goal:.2g}."
        )

    def numbers(self, r):
        ratio = r.eta * r.V / (2 * r.tau)
        return (
            f"the draws are {r.measured:.3g} posterior standard deviations wide, the tempered "
            f"density {r.goal:.3g}, SGLD at rest {r.rest:.3g}; gradient noise has {ratio:.2g} "
            "times the variance of noise injected at this τ."
        )

    def headline(self, r):
        (model, X, y), mode = lab(), lab()[0].law.mode

        def height(w):
            residual = y - X @ w[:2]
            fit = -(len(y) * w[2] + np.exp(-w[2]) * residual @ residual) / 2
            return fit + model.prior.log_density(w)

        return Claim(
            "log likelihood + log prior, last draw against mode = log posterior",
            "Theorem 10.10",
            height(r.last) - height(mode),
            model.law.log_density(r.last) - model.law.log_density(mode),
            "==",
            tol=1e-6,
            words="The posterior is of the prior's kind, with four new numbers: compared is its "
            "logarithm, last draw against mode.",
        )

    def identities(self, r):
        model, X, y = lab()
        whole = model.prior.gradient(r.last) + bayes.score(r.last, X, y)
        slope, scale = model.law.gradient(r.last), 1 + np.abs(whole).max()
        first = np.arange(r.m)
        sums = batches.batch_sums(X, y, first[None])[0]
        direct = bayes.score(r.last, X[first], y[first])
        gap = np.abs(direct - bayes.score_from_sums(r.last, sums, r.m)).max()
        wide = (r.entered**2).mean() / (1 - (1 - r.eta * r.a) ** 2) / r.rest**2
        two, ten = "Theorem 10.2", "Theorem 10.10"
        return [
            Claim(
                "gradients of posterior and data agree",
                ten,
                np.abs(whole - slope).max() / scale,
                0,
                "==",
                tol=1e-9,
            ),
            Claim("gradient from sums = from examples", ten, gap, 0, "==", tol=1e-6 * r.m),
            Claim("variance at rest from 8000 noises", two, wide, 1, "==", tol=0.085),
            Claim("width / linear chain's", two, r.measured / r.linear, 1, "==", tol=0.06),
        ]
