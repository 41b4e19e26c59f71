"""The figures of notebook 07, gradient descent."""

from functools import cache

import numpy as np

from helpers import plots
from helpers.descent import bounds, newton, optim, problems
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

STEEP, FLAT = plots.RED, plots.GREEN
START = {"marker": "s", "colour": "white", "size": 9}
OPTIMUM = {"marker": "P", "colour": "black", "size": 9}


class valley(Figure):
    """Gradient descent in a long valley: how far may a step go?"""

    play = "T"
    veiled = (1,)
    more = ("x", "y")
    story = [
        Step("creeps", "Steps as short as this hardly leave the slope.", eta=0.05),
        Step("lands", "At η = 1 the first step lands on the floor, then it creeps.", eta=1),
        Step("bounces", "Every step crosses the valley, and still it gets down.", eta=1.6),
        Step("bounces more", "The jumps die out slowly, but the way along is quicker.", eta=1.818),
        Step("blows up", "A little over 2/β, and each jump is longer than the last.", eta=2.05),
        Step("a round bowl", "Without a long axis one step of length 1/β arrives.", eta=1, kappa=1),
    ]
    handles = [
        Handle("drag the start", at=lambda r: (r.x, r.y), to=lambda r, x, y: dict(x=x, y=y)),
    ]
    notes = """Let the class vote on the η at which the path leaves the picture. Then "bounces": it
    converges although every step crosses the valley. Then "blows up". Drag the start onto the flat
    axis and ask why η = 2.05 suddenly looks harmless. Only then show the formula."""

    def sliders(self):
        return dict(
            eta=step_size(0.8, 0.02, 2.5),
            kappa=log_slider("condition κ", 10, 1, 100),
            T=int_slider("steps T", 40, 1, 60),
            x=slider("start along a", 1.8, -2.4, 2.4, 0.02),
            y=slider("start across b", 1.4, -2.4, 2.4, 0.02),
        )

    @staticmethod
    def compute(eta, kappa, T, x, y):
        """Run the loop; its heights, and how the falls compare with what Theorem 7.2 promises."""
        f = problems.valley(kappa)
        run = optim.gradient_descent(f.grad, [x, y], eta, T)
        t, gap = np.arange(T + 1), f.gap(run.w)
        factor = np.abs(1 - eta * f.eigenvalues).max()
        promised = eta * (1 - eta / 2) * (run.v**2).sum(axis=1)
        told = promised > 1e-200
        return dict(
            f=f,
            run=run,
            t=t,
            gap=gap,
            factor=factor,
            bound=gap[0] * factor ** (2 * t),
            least=min((gap[:-1] - gap[1:])[told] / promised[told], default=np.nan),
            sign="η > 2/β: blows up" if eta > 2 else "",
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(-2.6, 2.6), ylim=(-2.6, 2.6))
        left.set(xlabel="$a$, along the valley", ylabel="$b$, across it")
        right.set(xlim=(0, 60), ylim=(1e-5, 1e2), xlabel="step $t$")
        right.set_ylabel("height $f(w_t) - f^\\star$")
        hills = plots.moving_contours(left, (-2.6, 2.6), np.geomspace(0.02, 3.4, 9), alpha=0.5)
        path = plots.curves(left, ["path"], color=plots.FIT, marker="o", ms=4, lw=1.3)
        start = plots.mark(left, "start", **START)
        plots.mark(left, "optimum $w^\\star$", **OPTIMUM)(0, 0)
        here = plots.star(left, label="after $T$ steps")
        sign = plots.note(left, y=0.97)
        plots.legend_above(left)
        height = plots.curves(right, ["measured"], log="y", color=plots.FIT)
        bound = plots.curves(right, ["bound"], color=plots.BOUND, ls="--")
        plots.legend_above(right)
        return lambda r: (
            *hills(r.f.gap),
            *path(*plots.gaps(r.run.w).T),
            *start(r.x, r.y),
            *here(*plots.gaps(r.run.last)),
            *height(r.t, r.gap),
            *bound(r.t, r.bound),
            *sign(r.sign),
        )

    def caption(self, r):
        if r.eta > 2:
            return f"Each step multiplies the distance across the valley by {1 - r.eta:.3g}."
        across, along = 1 - r.eta, 1 - r.eta / r.kappa
        side = "jumps across and " if across < 0 else ""
        return f"Each step {side}leaves {abs(across):.3g} of the way across, {along:.3g} along."

    def numbers(self, r):
        return (
            f"across the valley every step multiplies by {1 - r.eta:.3g}, along it by "
            f"{1 - r.eta / r.kappa:.3g}; the height goes from {r.gap[0]:.2g} to {r.gap[-1]:.2g} in "
            f"{r.T} steps."
        )

    def headline(self, r):
        why_not = "" if r.eta < 2 else f"η = {r.eta:.3g} is not under 2/β = 2"
        return Claim(
            "every step goes down",
            "Theorem 7.2",
            r.least,
            1,
            ">=",
            why_not=why_not or ("" if r.gap[0] > 0 else "it starts at the optimum"),
            words="Under 2/β every step falls by at least η(1 − ηβ/2)‖∇f‖². Measured: the least "
            "fall, divided by that.",
        )

    def identities(self, r):
        resting = "" if r.gap[0] > 0 else "it starts at the optimum"
        kept = (1 - r.eta * r.f.eigenvalues) ** r.T * r.run.w[0]
        share = mean_factor(r.gap[-1], r.gap[0], r.T)
        exact = mean_factor(r.f.gap(kept), r.gap[0], r.T)
        return [
            Claim("one factor a direction", "Theorem 7.1", share, exact, "==", why_not=resting),
            Claim("at most the worst", "Theorem 7.1", share, r.factor, why_not=resting),
        ]


def mean_factor(after, before, T):
    """By what the distance was multiplied in each of T steps, on average, told from two heights."""
    return (after / before) ** (1 / (2 * T)) if before > 0 else np.nan


class speed(Figure):
    """The factor of one step in the steep and in the flat direction, against the step size."""

    veiled = (0,)
    story = [
        Step("short", "Both directions shrink, the flat one hardly: it decides.", eta=0.3),
        Step("1/β", "The steep direction is finished in one step. The flat one still decides."),
        Step("where they cross", "The worse of the two is best: the diamond.", eta=1.818),
        Step("too long", "Past 2/β the steep direction is over the line: it grows.", eta=2.1),
        Step("κ = 3", "A rounder valley: the crossing is lower.", eta=1.5, kappa=3),
        Step("κ = 100", "A narrow valley: even the best is near 1.", eta=1.9802, kappa=100),
    ]
    handles = [
        Handle("this is η", at=lambda r: (r.eta, r.worst), to=lambda r, x, y: dict(eta=x)),
    ]
    notes = """Draw the two V by hand first. Let someone drag the star to the lowest point of the
    grey band, then change κ and ask whether it is still lowest."""

    def sliders(self):
        return dict(
            eta=slider("step size η", 1, 0.02, 2.4, 0.01),
            kappa=log_slider("condition κ", 10, 1, 200),
        )

    @staticmethod
    def compute(eta, kappa):
        """Forty steps from (1, 1), and the factors that the two directions should have."""
        f = problems.valley(kappa)
        run = optim.gradient_descent(f.grad, [1.0, 1.0], eta, 40)
        flat, steep = np.abs(1 - np.outer(ETAS, f.eigenvalues)).T
        return dict(
            left=np.abs(run.w),
            flat=flat,
            steep=steep,
            worst=np.abs(1 - eta * f.eigenvalues).max(),
            measured=np.abs(run.last) ** (1 / 40),
            best=(2 / (f.beta + f.mu), (kappa - 1) / (kappa + 1)),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(0, 2.4), ylim=(0, 1.45), xlabel="step size $\\eta$")
        left.set_ylabel("factor of one step")
        right.set(xlim=(0, 40), ylim=(1e-6, 1e2), xlabel="step $t$", ylabel="distance left")
        worst = plots.curves(left, ["the worse"], color="0.8", lw=8)
        steep = plots.curves(left, ["steep, $|1-\\eta\\beta|$"], color=STEEP, ls="--")
        flat = plots.curves(left, ["flat, $|1-\\eta\\mu|$"], color=FLAT)
        left.axhline(1, color=plots.BOUND, lw=1, ls=":")
        best = plots.mark(left, "lowest", marker="D", colour="white", size=9)
        star = plots.star(left)
        plots.legend_above(left)
        along = plots.curves(right, ["flat"], log="y", color=FLAT, lw=4)
        across = plots.curves(right, ["steep"], color=STEEP, ls="--")  # seen where both agree
        plots.legend_above(right)
        t = np.arange(41)
        return lambda r: (
            *worst(ETAS, np.maximum(r.flat, r.steep)),
            *steep(ETAS, r.steep),
            *flat(ETAS, r.flat),
            *best(*r.best),
            *star(r.eta, r.worst),
            *along(t, r.left[:, 0]),
            *across(t, r.left[:, 1]),
        )

    def caption(self, r):
        if r.worst > 1:
            return f"The steep direction grows by a factor {r.worst:.3g} at every step."
        if abs(r.eta - r.best[0]) < 1e-3:
            return f"Both directions keep {r.worst:.3g} a step: no step size does better."
        who = "steep" if r.eta > r.best[0] else "flat"
        return f"The {who} direction decides: {r.worst:.3g}; the best step has {r.best[1]:.3g}."

    def numbers(self, r):
        flat, steep = r.measured
        return (
            f"every step multiplies the flat direction by {flat:.3g} and the steep one by "
            f"{steep:.3g}, in size; the worse one is smallest at η = {r.best[0]:.4g}, where it is "
            f"{r.best[1]:.3g}."
        )

    def headline(self, r):
        return Claim(
            "no step beats 2/(β+μ)",
            "Theorem 7.3",
            r.measured.max(),
            r.best[1],
            ">=",
            words="No step size has a worst factor below (κ − 1)/(κ + 1).",
        )

    def identities(self, r):
        flat, steep = r.measured
        return [
            Claim("the steep factor", "Theorem 7.1", steep, abs(1 - r.eta), "=="),
            Claim("the flat factor", "Theorem 7.1", flat, abs(1 - r.eta / r.kappa), "=="),
        ]


ETAS = np.linspace(0, 2.4, 241)
KINK, HUBER, VALLEY = "kink |w|", "Huber", "valley, κ = 100"
TIMES = np.geomspace(0.05, 2, 65)
CURVATURES = np.array([0.01, 1.0])


class promise(Figure):
    """Three theorems, each on a function that uses up what it allows, or nearly."""

    veiled = (0, 1)
    story = [
        Step("kink", "The average point, and what Theorem 7.4 allows. Half is used."),
        Step("kink, reached", "Steps that just arrive: nothing is left over.", T=100, c=0.1),
        Step("Huber", "The worst smooth function there is. Half is used.", f=HUBER),
        Step("Huber, too long", "Beyond 1/β the theorem is silent. No harm here.", f=HUBER, c=1.5),
        Step("valley", "Curved in all directions: it falls off a cliff.", f=VALLEY, T=120),
        Step("valley, 6 % too long", "Past 2/β the cliff is gone.", f=VALLEY, T=120, c=1.06),
    ]
    handles = [
        Handle(
            "this is the step", lambda r: (r.c, r.error[-1]), lambda r, x, y: dict(c=x), panel=1
        ),
    ]
    notes = """A bound is a promise about the worst function of a class. Ask for each of the three
    whether somebody can find a function that uses it up. The right panel is the tuning curve: the
    bound alone chooses the step, before anything is run."""

    def sliders(self):
        return dict(
            f=choice("function", KINK, [KINK, HUBER, VALLEY]),
            c=log_slider("relative step c", 1, 0.05, 2),
            R=slider("distance R", 2, 0.5, 3, 0.1),
            T=int_slider("steps T", 90, 1, 300),
        )

    @staticmethod
    def compute(f, c, R, T):
        """Errors and bounds after 1, ..., T steps; the same after T steps for other step sizes."""
        unit = {KINK: R / T**0.5, HUBER: 1.0, VALLEY: 2 / 1.01}[f]
        t, eta = np.arange(1, T + 1), c * unit
        if f == VALLEY:
            q = problems.valley(100)
            error = q.gap(optim.gradient_descent(q.grad, [0.6 * R, 0.8 * R], eta, T).w[1:])
            kept = (1 - np.outer(TIMES * unit, CURVATURES)) ** T * [0.6 * R, 0.8 * R]
            errors = q.gap(kept)
        else:
            value, grad = (np.abs, np.sign) if f == KINK else bent(R / (2 * c * T + 1))
            run = optim.gradient_descent(grad, R, eta, T)
            error = value(run.averages() if f == KINK else run.w[1:])[:, 0]
            errors = tuned(f, R, TIMES * unit, T)
        return dict(
            eta=eta,
            t=t,
            error=error,
            bound=allowed(f, R, eta, t),
            errors=errors,
            allowed=np.array([allowed(f, R, time * unit, T) for time in TIMES]),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2), sharey=True)
        left.set(xlim=(1, 300), ylim=(1e-3, 20), xlabel="steps", ylabel="height above the floor")
        right.set(
            xlim=(0.05, 2),
            xlabel="step $c$, relative to the prescribed one",
            title="after $T$ steps",
        )
        curve = plots.curves(left, ["measured"], log="xy", color=plots.FIT)
        bound = plots.curves(left, ["the theorem allows"], color=plots.BOUND, ls="--")
        end = plots.star(left, label="after $T$ steps")
        sign = plots.note(left, y=0.12)
        plots.legend_above(left)
        tuned = plots.curves(right, ["measured"], log="xy", color=plots.FIT)
        most = plots.curves(right, ["allowed"], color=plots.BOUND, ls="--")
        star = plots.star(right)
        return lambda r: (
            *curve(r.t, r.error),
            *bound(r.t, r.bound),
            *end(*plots.gaps([r.T, r.error[-1]])),
            *sign("height of the average point" if r.f == KINK else "height of the last point"),
            *tuned(TIMES, r.errors),
            *most(TIMES, r.allowed),
            *star(*plots.gaps([r.c, r.error[-1]])),
        )

    def caption(self, r):
        if not np.isfinite(r.bound[-1]):
            return f"η = {r.eta:.3g} is too long for the theorem: nothing is promised."
        used = r.error[-1] / r.bound[-1]
        return f"After {r.T} steps {100 * used:.0f} % of what the theorem allows is used up."

    def numbers(self, r):
        what = "average" if r.f == KINK else "last"
        said = (
            f"the bound is {r.bound[-1]:.3g}" if np.isfinite(r.bound[-1]) else "there is no bound"
        )
        return (
            f"with η = {r.eta:.3g} the {what} point is {r.error[-1]:.3g} above the floor after "
            f"{r.T} steps; {said}."
        )

    def headline(self, r):
        cited, words = PROMISES[r.f]
        bound = r.bound[-1]
        too_long = "" if np.isfinite(bound) else f"η = {r.eta:.3g} is over {LONGEST[r.f]}"
        return Claim(
            "the promise", cited, r.error[-1], bound, tol=1e-13, why_not=too_long, words=words
        )

    def identities(self, r):
        kink = "" if r.f == KINK and abs(r.c * r.T**0.5 - 1) < 1e-6 else "only if η = R/(ρT)"
        huber = "" if r.f == HUBER else "only for the Huber function"
        inside = 0.505 <= r.eta <= 2 / 1.01 + 1e-9
        usual = "" if r.f == VALLEY and inside else "only in the valley, η from 0.505 to 2/(β+μ)"
        last, sharp = r.error[-1], r.R**2 / (4 * r.eta * r.T + 2)
        loose = bounds.strong_bound(1, r.R, 100, r.T)
        return [
            Claim("kink: reached", "Theorem 7.4", last, r.bound[-1], "==", why_not=kink),
            Claim("Huber: R²/(4ηT + 2/β)", "Theorem 7.5", last, sharp, "==", why_not=huber),
            Claim("valley: e^(−T/κ) βR²/2", "Theorem 7.6", last, loose, tol=1e-13, why_not=usual),
        ]


PROMISES = {
    KINK: ("Theorem 7.4", "The average of T points is at most R²/(2ηT) + ηρ²/2 above the floor."),
    HUBER: ("Theorem 7.5", "The last point is at most R²/(2ηT) above the floor."),
    VALLEY: ("Theorem 7.6", "The height is at most (1 − 2ηβμ/(β+μ))ᵀ βR²/2."),
}
LONGEST = {HUBER: "1/β = 1", VALLEY: "2/(β+μ) = 1.98"}


def bent(c):
    """The Huber function with its corner at c, and its gradient; c may be an array."""
    return (
        lambda w: np.where(np.abs(w) <= c, w * w / 2, c * (np.abs(w) - c / 2)),
        lambda w: np.clip(w, -c, c),
    )


def tuned(f, R, etas, T):
    """Heights after T steps from R with each of the step sizes, run side by side; every step size
    has the Huber function that is worst for it."""
    value, grad = (np.abs, np.sign) if f == KINK else bent(R / (2 * etas * T + 1))
    w, total = np.full(len(etas), float(R)), 0.0
    for _ in range(T):
        total = total + w
        w = w - etas * grad(w)
    return value(total / T if f == KINK else w)


def allowed(f, R, eta, T):
    """What the theorem for this function says about T steps; NaN where it says nothing."""
    if f == KINK:
        return bounds.lipschitz_bound(R, eta, 1.0, T)
    if f == HUBER:
        return bounds.smooth_bound(R, eta, T) if eta <= 1 + 1e-12 else np.nan * T
    mu, beta = CURVATURES
    factor = 1 - 2 * eta * beta * mu / (beta + mu)
    return factor**T * R**2 / 2 if eta <= 2 / (beta + mu) + 1e-12 else np.nan * T


class regression(Figure):
    """A line through points, found by descent: how long a step do the data allow?"""

    play = "T"
    veiled = (1,)
    more = ("corr",)
    story = [
        Step("η = 0.01", "Forty steps, and the line is still on its way.", eta=0.01, T=40),
        Step("η = 0.5", "Four steps are enough.", eta=0.5, T=4),
        Step("η = 0.95", "The line swings from side to side and settles slowly.", eta=0.95, T=9),
        Step("η = 0.99", "On this sample that is already too long.", eta=0.99, T=40),
        Step("η = 3", "Five steps, and the line has left the picture.", eta=3, T=5),
        Step("another sample", "The limit moves with the sample.", eta=0.95, T=40, sample=4),
    ]
    handles = [
        Handle(
            "walk along the steps",
            at=lambda r: (r.T, r.gap[r.T]) if 1e-8 < r.gap[r.T] < 1e4 else None,
            to=lambda r, x, y: dict(T=x),
            panel=1,
        ),
    ]
    notes = """Ask for β before anything moves: it needs two means of the x only. Then η = 0.5,
    0.95, 0.99. The answers y do not enter the limit at all: change the correlation under more."""

    def sliders(self):
        return dict(
            eta=step_size(0.2, 0.005, 3),
            T=int_slider("steps T", 6, 0, 40),
            n=int_slider("examples n", 100, 10, 500, 10),
            sample=int_slider("new random sample i", 1, 1, 50),
            corr=slider("correlation ϱ", 0.2, -1, 1, 0.05),
        )

    @staticmethod
    def compute(eta, T, n, sample, corr):
        """Forty steps on the training risk, the same by matrix powers, and the curvatures."""
        X, y, population = problems.normal_pairs(n, corr, np.random.default_rng(sample))
        f, start = problems.least_squares(X, y), np.array([2.0, -2.0])
        run = optim.gradient_descent(f.grad, start, eta, 40)
        gap = f.gap(run.w)
        mu, beta = curvatures(X[:, 1])
        factor = max(abs(1 - eta * beta), abs(1 - eta * mu))
        clear = int(np.flatnonzero(gap >= 1e-16 * gap[0])[-1])  # later ones are rounding error
        return dict(
            points=np.column_stack([X[:, 1], y]),
            f=f,
            run=run,
            gap=gap,
            population=population,
            curved=(mu, beta),
            factor=factor,
            bound=gap[0] * factor ** (2 * np.arange(41)),
            clear=clear,
            measured=mean_factor(gap[clear], gap[0], clear),
            exact=f.gap(optim.quadratic_path(f.A, f.b, start, eta, clear).last),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(-3, 3), ylim=(-3.2, 3.2), xlabel="$x$", ylabel="$y$")
        right.set(xlim=(0, 41), ylim=(1e-8, 1e4), xlabel="step $t$")
        right.set_ylabel("risk above its minimum")
        dots = plots.curves(left, ["examples"], ls="", marker="o", ms=3.5, color="0.6")
        before = plots.bundle(left, 5, "before", plots.SKY)
        goal = plots.curves(left, ["least squares"], color=plots.TRAIN, ls="--")
        line = plots.curves(left, ["now"], color=plots.FIT, lw=2.5)
        plots.legend_above(left)
        risk = plots.curves(right, ["measured"], log="y", color=plots.FIT)
        bound = plots.curves(right, ["bound"], color=plots.BOUND, ls="--")
        star = plots.star(right)
        plots.legend_above(right)
        t, ends = np.arange(41), np.array([-3.0, 3.0])
        return lambda r: (
            *dots(*r.points.T),
            *before(ends, lines(r.run.w[np.maximum(np.arange(r.T - 5, r.T), 0)])),
            *goal(ends, lines(r.f.w_star)),
            *line(ends, lines(r.run.w[r.T])),
            *risk(t, r.gap),
            *bound(t, r.bound),
            *star(*plots.gaps([r.T, r.gap[r.T]])),
        )

    def caption(self, r):
        limit = 2 / r.curved[1]
        if r.eta > limit:
            return f"This sample allows steps under {limit:.3g}: yours is longer."
        return (
            f"This sample allows steps under {limit:.3g}; one of yours leaves at most "
            f"{r.factor:.3g} of the distance."
        )

    def numbers(self, r):
        beyond = r.f.value(r.run.w[r.T]) - r.f.value(r.population)
        return (
            f"the curvatures are {r.curved[0]:.3f} and {r.curved[1]:.3f}, so steps under "
            f"{2 / r.curved[1]:.3f} converge; after {r.T} steps the training risk is "
            f"{r.gap[r.T]:.2g} above its minimum and {beyond:.2g} above that of the population's "
            f"best line, whose slope is {r.corr:.2f}."
        )

    def headline(self, r):
        return Claim(
            "the factor from two means",
            "Theorem 7.7",
            r.measured,
            r.factor,
            tol=1e-6,
            words="The mean of x and the mean of x² fix both curvatures, and so the factor a step "
            "leaves at most.",
        )

    def identities(self, r):
        w, along = np.array([2.0, -2.0]), np.array([0.6, 0.8])
        slope = (r.f.value(w + 1e-4 * along) - r.f.value(w - 1e-4 * along)) / 2e-4
        exact = mean_factor(r.exact, r.gap[0], r.clear)
        mu, beta = r.curved
        return [
            Claim("β from two means", "Theorem 7.7", r.f.beta, beta, "=="),
            Claim("μ from two means", "Theorem 7.7", r.f.mu, mu, "=="),
            Claim("β is never under 2", "Theorem 7.7", r.f.beta, 2, ">="),
            Claim("the gradient", "section 4", r.f.grad(w) @ along, slope, "==", tol=1e-6),
            Claim("one factor a direction", "Theorem 7.1", r.measured, exact, "==", tol=1e-6),
        ]


def curvatures(x):
    """(mu, beta) of the mean squared error of a line, from the means of x and of x^2."""
    m1, m2 = np.mean(x), np.mean(x**2)
    root = np.sqrt((1 - m2) ** 2 + 4 * m1**2)
    return 1 + m2 - root, 1 + m2 + root


def lines(w):
    """Heights of the lines w[0] + w[1] x at x = -3 and x = 3."""
    return np.stack([w[..., 0] - 3 * w[..., 1], w[..., 0] + 3 * w[..., 1]], axis=-1)


LINKS = 96  # twice the gradients that a slider offers


@cache
def chain(kappa):
    """The chain that no gradient method walks quickly, with its minimiser."""
    f = problems.chain(LINKS, kappa)
    return f, np.linalg.solve(f.A, f.b)


def heights(f, w_star, w):
    """f(w) - f* of a quadratic, without its eigenvalues, which cost more than all the steps."""
    d = w - w_star
    return np.maximum(((d @ f.A) * d).sum(axis=1) / 2, 1e-16)


class faster(Figure):
    """What momentum, conjugate directions and curvature gain, and what nothing can."""

    veiled = (0, 1)
    story = [
        Step("κ = 10", "Nearly a bowl: everybody arrives, some sooner.", kappa=10),
        Step("κ = 100", "Descent bends off. Momentum goes on falling."),
        Step("κ = 1000", "Descent is stuck, momentum is not.", kappa=1000, T=48),
        Step("κ = 10 000", "48 gradients help nobody. Newton jumps.", kappa=10000, T=48),
        Step("κ = 3", "On a round problem momentum gains little.", kappa=3, T=20),
    ]
    handles = [
        Handle(
            "this is κ",
            at=lambda r: (r.kappa, r.steps[1]),
            to=lambda r, x, y: dict(kappa=x),
            panel=1,
        ),
    ]
    notes = """Ask for the number of steps at κ = 1000 first. The slopes 1 and ½ on the right are
    the message: a hundred times harder costs descent a hundred times, momentum ten times."""

    def sliders(self):
        return dict(
            kappa=log_slider("condition κ", 100, 1.5, 10000),
            T=int_slider("gradients T", 40, 1, 48),
        )

    @staticmethod
    def compute(kappa, T):
        """Four methods on the chain; momentum along the flattest axis of a valley."""
        (f, w_star), start, t = chain(kappa), np.zeros(LINKS), np.arange(T + 1)
        mu, R = 1 / kappa, np.linalg.norm(w_star)
        quick = optim.nesterov(f.grad, start, 1.0, T, mu=mu)
        runs = [
            optim.gradient_descent(f.grad, start, 2 / (1 + mu), T),
            quick,
            newton.conjugate_gradient(f.A, f.b, start, T),
            newton.newton(f.grad, f.hess, start, 1),
        ]
        gaps = [heights(f, w_star, run.w)[np.minimum(t, run.T)] for run in runs]
        two = problems.valley(kappa)
        alone = optim.nesterov(two.grad, [1.0, 0.0], 1.0, T, mu=mu).last[0]
        return dict(
            t=t,
            gaps=gaps,
            kept=np.linalg.norm(quick.last - w_star) / R,
            alone=alone,
            law=(1 - mu**0.5) ** T * (1 + T * mu**0.5),
            floor=bounds.gradient_lower_bound(mu, kappa, R, t),
            steps=counted(kappa),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(0, 48), ylim=(1e-10, 1), xlabel="gradients used")
        left.set_ylabel("height above the floor")
        right.set(xlim=(1.2, 1.5e4), ylim=(3, 1e5), xlabel="condition $\\kappa$")
        right.set_ylabel("steps to $10^{-8}$ in a valley")
        names = ["descent", "momentum", "conjugate", "Newton"]
        colours = [plots.FIT, plots.RED, plots.GREEN, plots.PURPLE]
        curves = [
            plots.curves(left, [name], log="y", color=colour, ls=dash)
            for name, colour, dash in zip(names, colours, plots.DASHES)
        ]
        floor = plots.curves(left, ["bound"], color=plots.BOUND, ls="--", lw=1.4)
        plots.legend_above(left, columnspacing=0.8, handlelength=1.1)
        for count, colour, dash in zip(table()[1:], colours, plots.DASHES):
            right.loglog(table()[0], count, color=colour, ls=dash)
        right.text(1.5, 2e4, "descent, slope 1", color=plots.FIT)
        right.text(60, 12, "momentum, slope ½", color=plots.RED)
        here = [plots.star(right), plots.star(right)]
        return lambda r: (
            *(line for draw, gap in zip(curves, r.gaps) for line in draw(r.t, gap)),
            *floor(r.t, r.floor),
            *(star for mark, count in zip(here, r.steps) for star in mark(r.kappa, count)),
        )

    def caption(self, r):
        slow, quick = r.steps
        return f"To 10⁻⁸ in a valley: descent takes {slow:.0f} steps, momentum {quick:.0f}."

    def numbers(self, r):
        names = ("descent", "momentum", "conjugate gradients", "Newton")
        said = ", ".join(f"{name} {gap[-1]:.2g}" for name, gap in zip(names, r.gaps))
        return (
            f"after {r.T} gradients: {said}; nothing built from gradients can be under "
            f"{r.floor[-1]:.2g}; in a valley descent takes {r.steps[0]:.0f} steps to 1e-8 and "
            f"momentum {r.steps[1]:.0f}."
        )

    def headline(self, r):
        return Claim(
            "momentum, from κ to √κ",
            "Theorem 7.8",
            r.kept,
            r.law,
            tol=1e-12,
            words="With momentum at most (1 + T/√κ)(1 − 1/√κ)ᵀ of the distance is left.",
        )

    def identities(self, r):
        deep = "" if r.floor[-1] > 1e-13 else "the floor is below rounding error"
        least = min(gap[-1] for gap in r.gaps[:3])
        root = max(r.law, 1e-300) ** (1 / r.T)
        alone = abs(r.alone) ** (1 / r.T)
        return [
            Claim("reached in the flattest direction", "Theorem 7.8", alone, root, "==", tol=1e-8),
            Claim("≥ lower bound", "Theorem 7.9", least, r.floor[-1], ">=", 1e-14, deep),
            Claim("one Newton step arrives", "section 5", r.gaps[3][1], 1e-12),
        ]


@cache
def table():
    """Condition numbers, and the steps that descent and momentum take to a height of 1e-8."""
    kappas = np.geomspace(1.5, 1e4, 25)
    return kappas, *problems.steps_to(1e-8, kappas)


def counted(kappa):
    """The table at any kappa, on straight lines between its logarithms."""
    at, *counts = (np.log(column) for column in table())
    return [float(np.exp(np.interp(np.log(kappa), at, count))) for count in counts]


FUNCTIONS = {
    "kink |w|": problems.worst_lipschitz(),
    "bowl w²/2": problems.bowl(),
    "plateau w²/(1+w²)": problems.plateau(),
}
SCHEDULES = {
    "constant": lambda C, s, T0, floor: C,
    "(C/t)^s": lambda C, s, T0, floor: optim.decay(C, s),
    "with floor": lambda C, s, T0, floor: optim.decay(C, s, floor=floor),
    "with burn-in": lambda C, s, T0, floor: optim.decay(C, s, T0),
}


class rates(Figure):
    """Falling step sizes and stopping rules on a kink, a bowl and a plateau."""

    veiled = (1,)
    more = ("T0", "floor", "eps")
    story = [
        Step("hops for ever", "A constant step on a kink: the last point never settles.", C=0.3),
        Step(
            "falling",
            "Steps that fall: the last point settles, the average lags.",
            rule="(C/t)^s",
            C=0.3,
            s=0.75,
        ),
        Step(
            "burn-in",
            "Level for twenty steps, then falling: it arrives sooner and settles too.",
            rule="with burn-in",
            C=1,
            s=0.75,
        ),
        Step(
            "plateau fools",
            "The slope is tiny far from the floor: both rules stop at once.",
            f="plateau w²/(1+w²)",
            eps=0.02,
        ),
        Step(
            "tiny step fools",
            "A tiny η makes tiny moves: the step rule stops on the slope.",
            f="bowl w²/2",
            C=0.005,
            eps=0.006,
        ),
    ]
    notes = """Three answers can be handed in: the last point, an average, the best so far. Ask
    which of them a constant step on a kink spoils. Then fool both stopping rules."""

    def sliders(self):
        return dict(
            f=choice("function", "kink |w|", list(FUNCTIONS)),
            rule=choice("schedule", "constant", list(SCHEDULES)),
            C=log_slider("scale C", 0.12, 0.005, 1),
            s=slider("power s", 0.5, 0.5, 1, 0.05),
            T0=int_slider("burn-in T0", 20, 1, 100),
            floor=slider("floor", 0.05, 0, 0.2, 0.01),
            eps=log_slider("stop at ε", 0.005, 0.0001, 0.1),
        )

    @staticmethod
    def compute(f, rule, C, s, T0, floor, eps):
        """Two hundred steps: the last point, the average, the best so far, two stopping rules."""
        p, start = FUNCTIONS[f], 6.0 if f.startswith("plateau") else 2.0
        run = optim.gradient_descent(p.grad, start, SCHEDULES[rule](C, s, T0, floor), 200)
        last = p.value(run.w[:-1])
        rules = (optim.small_gradient(eps), optim.small_step(eps))
        bent = "" if start == 2 else "the plateau is not convex"
        return dict(
            run=run,
            t=np.arange(1, 201),
            last=last,
            average=p.value(run.weighted_averages()),
            best=np.minimum.accumulate(last),
            stops=[optim.stops_at(each, run) for each in rules],
            bent=bent,
            bound=np.full(200, np.nan) if bent else bounds.best_bound(run, start),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(2, 3))
        left.set(xlim=(0.8, 220), ylim=(1e-3, 3), xlabel="step $t$", ylabel="step size $\\eta_t$")
        right.set(xlim=(0.8, 220), ylim=(1e-4, 30), xlabel="step $t$")
        right.set_ylabel("height above the floor")
        rate = plots.curves(left, [""], log="xy", color=plots.TRUTH)
        by_gradient = plots.level(left, "stop: gradient", plots.RED, "-", across=True)
        by_step = plots.level(left, "stop: step", plots.PURPLE, "--", across=True)
        plots.legend_above(left)
        colours = {"last": plots.FIT, "average": plots.RED, "best so far": plots.GREEN}
        curves = [
            plots.curves(right, [name], log="xy", color=colour, ls=dash)
            for (name, colour), dash in zip(colours.items(), plots.DASHES)
        ]
        bound = plots.curves(right, ["bound"], color=plots.BOUND, ls="--", lw=1.4)
        plots.legend_above(right)
        return lambda r: (
            *rate(r.t, r.run.eta),
            *by_gradient(r.stops[0]),
            *by_step(r.stops[1]),
            *curves[0](r.t, r.last),
            *curves[1](r.t, r.average),
            *curves[2](r.t, r.best),
            *bound(r.t, r.bound),
        )

    def caption(self, r):
        last, average = (
            f"{h:.2g}" if h >= 1e-3 else "next to nothing" for h in (r.last[-1], r.average[-1])
        )
        return f"After 200 steps the last point is {last} above the floor, the average {average}."

    def numbers(self, r):
        when = ["never" if np.isnan(t) else f"at step {t}" for t in r.stops]
        return (
            f"after 200 steps the last point is {r.last[-1]:.2g} above the floor, the average "
            f"{r.average[-1]:.2g}, the best {r.best[-1]:.2g}; the gradient rule would stop "
            f"{when[0]}, the step rule {when[1]}."
        )

    def headline(self, r):
        return Claim(
            "the best point, any schedule",
            "Theorem 7.10",
            r.best[-1],
            r.bound[-1],
            tol=1e-12,
            why_not=r.bent,
            words="The best point so far is at most (R² + Ση²‖v‖²) / 2Ση above the floor.",
        )

    def identities(self, r):
        left, right = bounds.linear_bound(r.run, [0.0])
        rest = r.run.last[0] ** 2 / 2
        return [
            Claim("what the sum leaves out", "Theorem 7.10", left, right - rest, "=="),
            Claim("so is the average", "Theorem 7.10", r.average[-1], r.bound[-1], why_not=r.bent),
        ]
