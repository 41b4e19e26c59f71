"""The figures of notebook 09, variants of SGD.

leash and nearest (projection), decades, scale and rare (a step of its own for every direction),
control and snapshot (memory against noise). Claims are exact: identities of the runs that are
drawn, sums over all examples, laws without sampling.
"""

from functools import cache

import numpy as np

from helpers import losses, plots
from helpers.descent import adaptive, laws, newton, optim, problems, projections, sgd, svrg
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
from lessons.n08_sgd import W_RISK, million

START = np.array([2.0, -2.0])
TURN = np.linspace(0, 2 * np.pi, 91)
CIRCLE = np.column_stack([np.cos(TURN), np.sin(TURN)])
METHODS = ("SGD", "AdaGrad", "Adam")
RULES = (sgd.sgd, adaptive.adagrad, adaptive.adam)
LOOKS = ((plots.ORANGE, "--"), (plots.FIT, "-"), (plots.GREEN, "-."))


def told(size):
    """A size for a caption: two digits, a power of ten where it is small."""
    if not size <= 1e3:
        return "over 1000"
    if size < 1e-16:
        return "almost 0"
    if size >= 1e-3:
        return f"{size:.2g}"
    power = str(-round(np.log10(size))).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"about 10⁻{power}"


def three_curves(ax, names, log):
    """A curve for each name in the notebook's looks; move(x, *ys)."""
    lines = [
        plots.curves(ax, [name], log=log, color=colour, ls=ls)
        for name, (colour, ls) in zip(names, LOOKS)
    ]
    ax.minorticks_off()
    return lambda x, *ys: [artist for line, y in zip(lines, ys) for artist in line(x, y)]


# projection

RUNS, STEPS = 40, 200
FIRST = np.array([1.0, -1.0])
RIDES = np.random.default_rng(4).integers(500, size=(STEPS, RUNS))


@cache
def pairs():
    """x, y (500,): pairs of the million with |x| <= 1."""
    X, y = million()
    few = np.flatnonzero(np.abs(X[:20_000, 1]) <= 1)[:500]
    return X[few, 1], y[few]


@cache
def lowest():
    """The minimiser of the mean of -cos, found by Newton's method."""
    x, y = pairs()
    slope = lambda w: projections.cos_grad(w, x, y).mean(axis=0)  # noqa: E731
    return newton.newton(slope, lambda w: projections.cos_hessian(w, x, y), W_RISK, 8).last


@cache
def roof():
    """The radius up to which the mean of -cos is convex."""
    return projections.convex_radius(*pairs(), np.arange(0.05, 4.01, 0.05))


def held(w, B):
    """The first forty runs go to the nearest point of the ball, the others nowhere."""
    return np.concatenate([projections.project_ball(w[:RUNS], B), w[RUNS:]])


def gained(run, u):
    """How much nearer to u the projections have brought each run: half the sum of the squares that
    they took away."""
    half = run.w[:-1] - run.eta[:, None, None] * run.v
    before, after = (((p - u) ** 2).sum(axis=2) for p in (half, run.w[1:]))
    return (before - after).sum(axis=0) / 2


def first_part(run, T, k):
    """The first T steps of the first k runs."""
    return type(run)(run.w[: T + 1, :k].copy(), run.v[:T, :k].copy(), run.eta[:T].copy())


class leash(Figure):
    """SGD with steps that begin far too long; some runs are put back into a disc after each."""

    size = (10, 3.7)  # a slide with a long title must hold it
    play = "T"
    more = ("i",)
    veiled = (1,)
    story = [
        Step("two steps", "Both took the same bold steps. Blue was put back after each.", T=2),
        Step(
            "the end",
            "The steps are short by now. Orange sits in other valleys and cannot get out.",
            T=200,
        ),
        Step(
            "longer",
            "Steps four times as long: most plain runs have left the picture, one is in the disc.",
            T=200,
            eta=200,
        ),
        Step(
            "short steps",
            "With short steps nobody leaves, and the leash is hardly used.",
            T=200,
            eta=5,
        ),
        Step(
            "too short",
            "Now nobody arrives: the steps η/t add up too slowly. Boldness was useful.",
            T=200,
            eta=2,
        ),
        Step(
            "W too large",
            "A disc on which the function is not convex any more: the theorem is silent.",
            T=200,
            B=2.8,
        ),
    ]
    handles = [
        Handle(
            "drag the edge of W",
            at=lambda r: (r.B / 2**0.5, r.B / 2**0.5),
            to=lambda r, x, y: dict(B=float(np.hypot(x, y))),
            panel=1,
        ),
    ]
    notes = """Play T with the class: the plain runs are not unlucky, they are trapped. The loss is
    a cosine, its valleys are 4π = 12.6 apart. Then "short steps": the leash costs nothing where it
    is not needed, and "too short" says why one wants bold steps at all."""

    def sliders(self):
        return dict(
            T=int_slider("steps T", 2, 1, STEPS),
            eta=step_size(50, 0.5, 200),
            B=slider("radius B", 1.5, 1.45, 3, 0.05),
            i=int_slider("new random run", 1, 1, RUNS),
        )

    @staticmethod
    def compute(T, eta, B, i):
        """Forty projected and forty plain runs on the same examples, steps eta/t."""
        x, y = pairs()
        twice = np.concatenate([RIDES, RIDES], axis=1)
        run = sgd.sgd(
            lambda w, t: projections.cos_grad(w, x[twice[t - 1]], y[twice[t - 1]]),
            np.tile(FIRST, (2 * RUNS, 1)),
            optim.decay(eta, 1),
            T,
            lambda w: held(w, B),
        )
        ends = run.w[-1, :RUNS], run.w[-1, RUNS:]
        far = [np.linalg.norm(end - lowest(), axis=1).mean() for end in ends]
        return dict(
            run=run,
            kept=first_part(run, T, RUNS),
            ends=ends,
            far=far,
            paths=[run.w[:, i - 1], run.w[:, RUNS + i - 1]],
            lost=int(np.sum(np.linalg.norm(ends[1], axis=1) > B)),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(1.3, 1))
        left.set(xlim=(-42, 42), ylim=(-30, 34), xlabel="intercept $a$", ylabel="slope $b$")
        right.set(xlim=(-3.1, 3.1), ylim=(-3.1, 3.1), xlabel="intercept $a$", aspect="equal")
        x, y = pairs()
        f = lambda w: projections.cos_loss(w, x[:100], y[:100])  # noqa: E731
        for ax, lim in ((left, (-42, 42, -30, 34)), (right, (-3.1, 3.1, -3.1, 3.1))):
            plots.contours(ax, f, lim, 8, filled=True, cmap="Greys_r", alpha=0.3)
            ax.grid(False)
        looks = (("projected", plots.FIT, "o"), ("plain", plots.ORANGE, "^"))
        lines, dots = [], []
        for ax in (left, right):
            for name, colour, marker in reversed(looks):
                lines.append(plots.curves(ax, [None], color=colour, ls="-", lw=1.1))
                dots.append(plots.points(ax, [f"40 {name}"], None, 55))
                dots[-1](None)[0].set(color=colour, marker=marker, zorder=3)
        spots = [
            plots.mark(left, "minimum", "D", "white", 7),
            plots.mark(right, None, "D", "white", 8),
        ]
        spots.append(plots.mark(right, None, "P", "white", 10))
        for spot in spots:
            spot(0, 0)[0].set_zorder(6)  # above the crowd
        edges = [
            plots.curves(ax, [None], color=plots.TRUTH, ls="--", lw=1.6) for ax in (left, right)
        ]
        plots.legend_above(left)
        right.set_title("the disc $W$, from near by", fontsize=12)
        return lambda r: self.move(r, lines, dots, edges, spots)

    def move(self, r, lines, dots, edges, spots):
        ways, ends = [r.paths[1], r.paths[0]] * 2, [r.ends[1], r.ends[0]] * 2
        return (
            *(line for draw, way in zip(lines, ways) for line in draw(*way.T)),
            *(dot for draw, end in zip(dots, ends) for dot in draw(end)),
            *(edge for draw in edges for edge in draw(*(r.B * CIRCLE.T))),
            *(dot for draw, at in zip(spots, (lowest(), lowest(), FIRST)) for dot in draw(*at)),
        )

    def caption(self, r):
        return (
            f"After {r.T} step{'s' * (r.T > 1)} {r.lost} of 40 plain runs are outside the disc; "
            f"blue is {r.far[0]:.2g} from the minimum on average."
        )

    def numbers(self, r):
        return (
            f"after {r.T} steps the projected runs are {r.far[0]:.3g} from the minimum on average, "
            f"the plain ones {r.far[1]:.3g}; {r.lost} of 40 plain runs are outside the disc of "
            f"radius {r.B:.3g}; the function is convex up to radius {roof():.3g}."
        )

    def headline(self, r):
        sides = projections.lemma_sides(r.kept, lowest())
        return Claim(
            "Σ η⟨v, w − w*⟩ ≤ ½(‖w₁−w*‖² − ‖w_T+1−w*‖² + Σ η²‖v‖²), mean of 40 runs",
            "Theorem 9.2",
            sides[0].mean(),
            sides[1].mean(),
            words="Projecting onto a convex set only helps: what bounded SGD bounds it still.",
        )

    def identities(self, r):
        left, right = projections.lemma_sides(r.kept, lowest())
        gap, bound = convex_sides(r.paths[0][:-1], r.kept.eta)
        far = f"f is convex only up to radius {roof():.3g}" if r.B > roof() else ""
        return [
            Claim(
                "what that bound gives away = what projecting gained",
                "Theorem 9.2",
                (right - left).mean(),
                gained(r.kept, lowest()).mean(),
                "==",
            ),
            Claim(
                "largest ‖w‖ of the projected runs ≤ B",
                "section 1",
                np.linalg.norm(r.kept.w, axis=2).max(),
                r.B,
            ),
            Claim(
                "run i: f(average) − f* ≤ mean ⟨∇f, w − w*⟩",
                "Theorem 9.2",
                gap,
                bound,
                why_not=far,
            ),
        ]


def convex_sides(points, weights):
    """f(average) - f(w*), and the weighted mean of <grad f(w_t), w_t - w*>, for -cos."""
    x, y = pairs()
    share = weights / weights.sum()
    push = -np.sin((y - points[:, :1] - points[:, 1:] * x) / 2) / 2
    slope = np.column_stack([push.mean(axis=1), push @ x / len(x)])
    gap = projections.cos_loss(share @ points, x, y) - projections.cos_loss(lowest(), x, y)
    return float(gap), float(share @ (slope * (points - lowest())).sum(axis=1))


OUTLINES = {
    "ball": CIRCLE,
    "circle": CIRCLE,
    "box": np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1.0]]),
    "simplex": np.array([[0, 1], [1, 0.0]]),
}


def shaded(patch, shape):
    """The patch over all of W: a circle has nothing inside its rim, and a disc has."""
    patch.set_xy(OUTLINES[shape])
    patch.set_visible(shape != "circle")
    return patch


CLOUD = 1.5 * np.random.default_rng(9).normal(size=(2, 300, 2))


class nearest(Figure):
    """Two points and their nearest points in a set: do they come closer to each other?"""

    more = ("a", "b", "c", "d")
    veiled = (1,)
    story = [
        Step("full disc", "The black line between the squares is shorter than the grey one."),
        Step("box", "Each coordinate is clipped. Still shorter.", shape="box", a=2.2, b=1.6, d=0.5),
        Step(
            "inside",
            "Points of W stay where they are: both lines agree, and the dot is on the diagonal.",
            a=0.6,
            b=0.5,
            c=-0.5,
            d=-0.3,
        ),
        Step(
            "simplex",
            "The segment from (1, 0) to (0, 1): numbers that are not negative and add up to 1.",
            shape="simplex",
            a=1.6,
            b=1.2,
            c=-0.6,
            d=1.4,
        ),
        Step(
            "circle",
            "Only the rim. Two close points are sent far apart: the circle is not convex.",
            shape="circle",
            a=0.2,
            b=0.15,
            c=-0.2,
            d=-0.05,
        ),
    ]
    handles = [
        Handle("drag w", at=lambda r: (r.a, r.b), to=lambda r, x, y: dict(a=x, b=y)),
        Handle("drag z", at=lambda r: (r.c, r.d), to=lambda r, x, y: dict(c=x, d=y)),
    ]
    notes = """Let somebody drag the two points and try to make black longer than grey on a convex
    set. Then the circle: push both points to the centre, from two sides."""

    def sliders(self):
        return dict(
            shape=choice("set W", "ball", list(projections.SHAPES)),
            a=slider("w, first coordinate", 2, -2.8, 2.8, 0.05),
            b=slider("w, second", 1.2, -2, 2, 0.05),
            c=slider("z, first coordinate", -1.2, -2.8, 2.8, 0.05),
            d=slider("z, second", 1.6, -2, 2, 0.05),
        )

    @staticmethod
    def compute(shape, a, b, c, d):
        """The nearest points of w, z and of 300 other pairs."""
        P = projections.SHAPES[shape]
        w, z = np.array([a, b]), np.array([c, d])
        W, Z = CLOUD
        return dict(
            w=w,
            z=z,
            Pw=P(w),
            Pz=P(z),
            apart=np.linalg.norm(w - z),
            closer=np.linalg.norm(P(w) - P(z)),
            before=np.linalg.norm(W - Z, axis=1),
            after=np.linalg.norm(P(W) - P(Z), axis=1),
            angle=projections.widest_angle(w, P(w), P(2 * W)),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(1.35, 1))
        left.set(xlim=(-3, 3), ylim=(-2.2, 2.2), xlabel="first coordinate")
        left.set_ylabel("second")
        left.set_aspect("equal")
        right.set(xlim=(0, 6), ylim=(0, 3), xlabel="distance before, $\\|w - z\\|$")
        right.set_ylabel("after, $\\|Pw - Pz\\|$")
        inside = left.fill([], [], fc=plots.SKY, ec="none", alpha=0.25)[0]
        edge = plots.curves(left, ["W"], color=plots.SKY, ls="-", lw=5, alpha=0.6)
        ways = [plots.curves(left, [None], color="0.35", ls=":", lw=1.4) for _ in range(2)]
        before = plots.curves(left, ["before"], color="0.6", ls="--", lw=2.4)
        after = plots.curves(left, ["after"], color=plots.TRUTH, ls="-", lw=2.6)
        tips = [
            plots.mark(left, name, marker, colour, 11)
            for name, marker, colour in (("w", "o", plots.FIT), ("z", "^", plots.ORANGE))
        ]
        feet = [plots.mark(left, None, "s", colour, 8) for colour in (plots.FIT, plots.ORANGE)]
        dots = plots.points(right, ["300 pairs"], None, 16, alpha=0.5)
        dots(None)[0].set(color=plots.FIT)
        right.plot([0, 6], [0, 6], "--", color=plots.BOUND, label="as before")
        star = plots.star(right, 15, label="w and z")
        plots.legend_above(left)
        plots.legend_above(right)
        return lambda r: (
            shaded(inside, r.shape),
            *edge(*OUTLINES[r.shape].T),
            *(
                a
                for way, ends in zip(ways, ((r.w, r.Pw), (r.z, r.Pz)))
                for a in way(*np.array(ends).T)
            ),
            *before(*np.array([r.w, r.z]).T),
            *after(*np.array([r.Pw, r.Pz]).T),
            *(a for tip, at in zip((*tips, *feet), (r.w, r.z, r.Pw, r.Pz)) for a in tip(*at)),
            *dots(np.column_stack([r.before, r.after])),
            *star(r.apart, r.closer),
        )

    def caption(self, r):
        return f"The points are {r.apart:.2f} apart, their nearest points in W {r.closer:.2f}."

    def numbers(self, r):
        return (
            f"w is ({r.a:.3g}, {r.b:.3g}) and its nearest point of the {r.shape} ({r.Pw[0]:.3g}, "
            f"{r.Pw[1]:.3g}); z is ({r.c:.3g}, {r.d:.3g}), its nearest point ({r.Pz[0]:.3g}, "
            f"{r.Pz[1]:.3g}); they are {r.apart:.3g} apart before and {r.closer:.3g} after; of 300 "
            f"other pairs the largest ratio after / before is {np.max(r.after / r.before):.3g}."
        )

    def headline(self, r):
        return Claim(
            "‖Pw − Pz‖ ≤ ‖w − z‖",
            "Theorem 9.1",
            r.closer,
            r.apart,
            why_not="the circle is not convex" if r.shape == "circle" else "",
            words="Going to the nearest point of a convex set never moves two points apart.",
        )

    def identities(self, r):
        bent = "the circle is not convex" if r.shape == "circle" else ""
        other = r.Pw if bent else projections.scipy_nearest(r.shape, r.w)
        return [
            Claim(
                "‖w − Pw‖ = the least distance, by SciPy's optimiser",
                "Theorem 9.1",
                np.linalg.norm(r.w - r.Pw),
                np.linalg.norm(r.w - other),
                "==",
                tol=1e-6,
                why_not=bent,
            ),
            Claim(
                "largest ⟨w−Pw, u−Pw⟩ of 300 points u of W",
                "Theorem 9.1",
                r.angle,
                0,
                why_not=bent,
            ),
            Claim(
                "worst ratio of 300 pairs",
                "Theorem 9.1",
                np.max(r.after / r.before),
                1,
                why_not=bent,
            ),
        ]


# a step of its own for every direction

MANY, LONG = 20, 400
ETAS = np.geomspace(1e-3, 10, 33)


@cache
def single():
    """guess(w, t): the same example for all methods, twenty runs side by side."""
    X, y = million()
    rows = np.random.default_rng(18).integers(10**6, size=(1000, 40))[:LONG, :MANY]
    return adaptive.example_guess(X[rows], y[rows])


@cache
def best_line():
    """The least squares line of the million."""
    return problems.least_squares(*million()).w_star


@cache
def sweeps():
    """Distances by step and step size, (LONG + 1, 33) for each method: last points, averages."""
    start = np.tile(START, (MANY, 1))
    ways = [adaptive.eta_sweep(rule, single(), start, ETAS, LONG) for rule in RULES]
    return [[errors(way, LONG, mean) for way in ways] for mean in (False, True)]


def errors(points, T, mean):
    """Root mean square distance from the best line after 0, ..., T steps."""
    return np.minimum(adaptive.error_curve(points, best_line(), T, mean), 1e20)


def scaled_sum(run, u):
    """The right side of Theorem 9.3 for every run, (k,)."""
    H = np.sqrt(run.extra["G"] + run.extra["eps"])
    d2, eta = (run.w - u) ** 2, run.eta[0]
    kicks = run.extra["gradient"] ** 2 / H
    return (H * (d2[:-1] - d2[1:]) / (2 * eta) + eta / 2 * kicks).sum(axis=(0, 2))


class decades(Figure):
    """SGD, AdaGrad and Adam on the same examples, over four decades of step sizes."""

    play = "T"
    veiled = (1,)
    story = [
        Step("η = 0.03", "SGD and Adam do well, AdaGrad hardly moves.", eta=0.03),
        Step("η = 1", "SGD has left the picture. AdaGrad works best now, Adam shakes.", eta=1),
        Step("η = 10", "Ten times more costs AdaGrad a factor of three, not the run.", eta=10),
        Step(
            "average",
            "The averages of the points: Adam shakes around the right place.",
            eta=1,
            what="average",
        ),
        Step(
            "three valleys",
            "Compare the lowest points of the three curves on the right: nobody wins by much.",
            eta=0.0075,
        ),
        Step("T = 50", "Early on the best steps are longer, for all three.", T=50, eta=0.2),
    ]
    handles = [
        Handle(
            "choose the step size",
            at=lambda r: (r.eta, r.now[1]),
            to=lambda r, x, y: dict(eta=x),
            panel=1,
        ),
    ]
    notes = """SGD has a cliff at 0.29 (computed in notebook 08); the others have none. What they
    buy is not accuracy but not having to tune. Ask which of the three is best at its best step."""

    def sliders(self):
        return dict(
            eta=step_size(0.03, 0.001, 10),
            T=int_slider("steps T", 400, 10, LONG, 10),
            what=choice("point", "last", ["last", "average"]),
        )

    @staticmethod
    def compute(eta, T, what):
        """Twenty runs of each method; the distances at other step sizes are computed once."""
        mean = what == "average"
        runs = [rule(single(), np.tile(START, (MANY, 1)), eta, T) for rule in RULES]
        curves = [errors(run.w, T, mean) for run in runs]
        return dict(
            runs=runs,
            curves=curves,
            now=[float(curve[-1]) for curve in curves],
            sweep=[curve[T] for curve in sweeps()[mean]],
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(1, 1.3), sharey=True)
        left.set(xlim=(1, LONG), ylim=(2e-2, 30), xlabel="step $t$")
        left.set_ylabel("distance from $w^\\star$")
        right.set(xlim=(ETAS[0], ETAS[-1]), xlabel="step size $\\eta$")
        lines = three_curves(left, METHODS, "xy")
        sweep = three_curves(right, METHODS, "xy")
        marks = [plots.mark(right, None, m, c, 10) for m, (c, _) in zip("^oD", LOOKS)]
        plots.legend_above(left)
        right.set_title("after $T$ steps, for every step size", fontsize=12)
        t = np.arange(1, LONG + 2)
        return lambda r: (
            *lines(t[: r.T + 1], *r.curves),
            *sweep(ETAS, *r.sweep),
            *(dot for draw, value in zip(marks, r.now) for dot in draw(r.eta, value)),
        )

    def caption(self, r):
        ends = ", ".join(f"{name} {told(end)}" for name, end in zip(METHODS, r.now))
        return f"Distance from the minimum: {ends}."

    def numbers(self, r):
        best = [f"{name} {ETAS[np.argmin(s)]:.2g}" for name, s in zip(METHODS, r.sweep)]
        ends = ", ".join(f"{name} {told(end)}" for name, end in zip(METHODS, r.now))
        return (
            f"root mean square distance of the {r.what} point from the minimum after {r.T} steps: "
            f"{ends}; the best of 33 step sizes are {', '.join(best)}."
        )

    def headline(self, r):
        regret = adaptive.linear_regret(r.runs[1], best_line())
        bound = adaptive.adagrad_bound(r.runs[1], best_line())
        worst = np.argmax(regret / bound)
        return Claim(
            "AdaGrad: Σ⟨v, w − w*⟩ ≤ (D²/2η + η) Σ √(G + ε), worst of 20 runs",
            "Theorem 9.4",
            regret[worst],
            bound[worst],
            words="AdaGrad's regret is bounded for every step size, coordinate by coordinate.",
        )

    def identities(self, r):
        _, ada, adam = r.runs
        first = np.abs(ada.w[1] - ada.w[0])[np.abs(ada.extra["gradient"][0]) > 1e-2] / r.eta
        longest = adaptive.adam_longest(np.arange(1, r.T + 1))
        steps = np.abs(np.diff(adam.w, axis=0)).max(axis=(1, 2)) / (r.eta * longest)
        return [
            Claim(
                "AdaGrad, run 1: Σ⟨v, w − w*⟩, and by the changes of the distances",
                "Theorem 9.3",
                adaptive.linear_regret(ada, best_line())[0],
                scaled_sum(ada, best_line())[0],
                "==",
                tol=1e-7,
            ),
            Claim(
                "AdaGrad: shortest first step in any coordinate, over η",
                "section 3",
                first.min(),
                1,
                "==",
                tol=0.01,
            ),
            Claim("Adam: step over the longest possible, worst", "section 3", steps.max(), 1),
        ]


# subtract what is known


@cache
def white():
    """(4000, 2): two columns with mean 0, variance 1 and correlation 0, exactly."""
    Z = np.random.default_rng(23).normal(size=(4000, 2))
    Z -= Z.mean(axis=0)
    return Z @ np.linalg.inv(np.linalg.cholesky(Z.T @ Z / len(Z))).T


class control(Figure):
    """A control variate: add c times another variable's deviation from its known mean."""

    veiled = (1,)
    WEIGHT, VOLUME = 5.0, 10.0  # means
    GRID = np.linspace(-3, 3, 121)
    EDGES = np.linspace(1, 9, 49)
    story = [
        Step("as it is", "With c = 0 nothing is corrected: v is X.", c=0),
        Step("the best c", "The same mean, a fifth of the variance.", c=-0.9),
        Step("c = −1", "Not quite the best coefficient, and nearly as good.", c=-1),
        Step("wrong sign", "Corrected the wrong way: still right on average, and worse.", c=0.9),
        Step("weak", "A weakly correlated companion can save little.", rho=0.3, c=-0.3),
        Step(
            "other unit",
            "In half the unit the best c doubles. What is left does not change.",
            unit=0.5,
            c=-1.8,
        ),
    ]
    handles = [
        Handle(
            "choose the coefficient c",
            at=lambda r: (r.c, r.spread),
            to=lambda r, x, y: dict(c=x),
            panel=1,
        ),
    ]
    notes = """Ask for the share that is left at correlation 0.9 before you show it: most say a
    tenth. Then 'weak': the square makes weak companions nearly useless."""

    def sliders(self):
        return dict(
            c=slider("coefficient c", 0, -3, 3, 0.05),
            rho=slider("correlation ρ", 0.9, -1, 1, 0.05),
            unit=slider("unit of Y", 1, 0.4, 2, 0.1),
        )

    @staticmethod
    def compute(c, rho, unit):
        """4000 parcels whose weight and volume have exactly this correlation."""
        Z = white()
        x = control.WEIGHT + Z[:, 0]
        y = unit * (control.VOLUME + rho * Z[:, 0] + (1 - rho**2) ** 0.5 * Z[:, 1])
        v = svrg.controlled(x, y, c, unit * control.VOLUME)
        exact = svrg.Moments(1.0, unit**2, rho * unit)
        return dict(x=x, y=y, v=v, exact=exact, spread=v.var(), curve=exact.variance(control.GRID))

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(1, 1.1))
        left.set(xlim=(1, 9), ylim=(0, 1.0), xlabel="value", ylabel="density")
        right.set(xlim=(-3, 3), ylim=(0, 4), xlabel="coefficient $c$")
        right.set_ylabel("variance of $v$")
        plain = plots.histogram(left, self.EDGES, "X", plots.ORANGE)
        lean = plots.histogram(left, self.EDGES, "v", plots.FIT)
        left.axvline(self.WEIGHT, color=plots.TRUTH, ls=":", lw=1.6)
        curve = plots.curves(right, ["v"], color=plots.FIT)
        right.axhline(1, color=plots.ORANGE, ls="--", lw=1.6, label="X alone")
        least = plots.level(right, "least", plots.BOUND, ":")
        here = plots.star(right)
        plots.legend_above(left)
        plots.legend_above(right)
        return lambda r: (
            *plain(r.x),
            *lean(r.v),
            *curve(self.GRID, r.curve),
            *least(r.exact.least),
            *here(r.c, r.spread),
        )

    def caption(self, r):
        return (
            f"v has {100 * r.spread:.0f} % of the variance of X; the best c leaves "
            f"{100 * max(r.exact.least, 0):.0f} %."
        )

    def numbers(self, r):
        return (
            f"v has mean {r.v.mean():.3g} and variance {r.spread:.3g}, X has mean {r.x.mean():.3g} "
            f"and variance 1; the best c is {r.exact.best:.3g} and leaves {r.exact.least:.3g}."
        )

    def headline(self, r):
        return Claim(
            "variance of the 4000 values v = V_X + 2cC + c²V_Y",
            "Theorem 9.5",
            r.spread,
            r.exact.variance(r.c),
            "==",
            words="The variance of v is a parabola in c; its least value is (1 − ρ²) that of X.",
        )

    def identities(self, r):
        best = svrg.controlled(r.x, r.y, r.exact.best, r.y.mean()).var()
        return [
            Claim("mean of v = mean of X", "Theorem 9.5", r.v.mean(), r.x.mean(), "=="),
            Claim("variance at the best c = (1 − ρ²) V_X", "Theorem 9.5", best, 1 - r.rho**2, "=="),
            Claim(
                "no c does better: V(c) ≥ (1 − ρ²) V_X", "Theorem 9.5", r.spread, 1 - r.rho**2, ">="
            ),
        ]


# memory

SIZES = ("100", "1000", "10000")
PASSES = np.geomspace(1e-2, 100, 200)
SPINS = np.random.default_rng(29).random((200, 1))


@cache
def sample_law(n):
    """The exact law of SGD on the first n pairs."""
    X, y = million()
    return laws.law(X[:n], y[:n])


def directions(n, w, snap):
    """All n directions that SVRG may take at w, (n, 2)."""
    X, y = million()
    return svrg.svrg_singles(*(sgd.singles(losses.squared, X[:n], y[:n], p) for p in (w, snap)))


def noise_at(n, way):
    """mean_j |(A_j - A) way|^2 with A_j = 2 x_j x_j': Theorem 9.6 for a step of this length."""
    X = million()[0][:n]
    pulls = 2 * X * (X @ way)[:, None]
    return float(((pulls - pulls.mean(axis=0)) ** 2).sum(axis=1).mean())


def second_snapshot(exact, n, every):
    """Passes spent, and SVRG's height, when its second snapshot begins; None off the picture."""
    passes, height = 1 + 2 * every / n, float(exact.heights(START, [every])[0])
    return (passes, height) if passes <= 100 and 1e-13 <= height <= 1e4 else None


class snapshot(Figure):
    """SGD, SVRG and descent for the same work: how noisy their directions are, how low they get."""

    more = ()
    NAMES = ("SGD", "SVRG", "descent")
    story = [
        Step("same work", "SGD meets its floor within a pass. SVRG starts late, and has no floor."),
        Step(
            "κ = 10", "A snapshot every ten steps: most of the work goes into snapshots.", kappa=10
        ),
        Step("κ = 10 000", "Seldom: the snapshot is far away, and a poor companion.", kappa=10000),
        Step("κ = 1", "A snapshot before every step: this is descent, and no cheaper.", kappa=1),
        Step(
            "n = 100",
            "Few examples: snapshots are cheap, so take them more often.",
            n="100",
            kappa=30,
        ),
        Step(
            "too long",
            "A step that SGD stands: SVRG with rare snapshots explodes.",
            eta=0.2,
            kappa=500,
        ),
    ]
    handles = [
        Handle(
            "drag the second snapshot",
            at=lambda r: r.second,
            to=lambda r, x, y: dict(kappa=max((x - 1) * r.size / 2, 1)),
            panel=1,
        ),
    ]
    notes = """All curves are exact expectations. Before the first pass is over SGD has done all
    that it ever will, and SVRG nothing. Ask why the blue noise begins above the orange one."""

    def sliders(self):
        return dict(
            eta=step_size(0.02, 0.001, 0.3),
            kappa=log_slider("snapshot every κ steps", 200, 1, 1e5),
            n=choice("examples n", "1000", SIZES),
        )

    @staticmethod
    def compute(eta, kappa, n):
        """Exact expectations for the same number of gradients, and one short run."""
        n, every = int(n), round(kappa)
        law = sample_law(n)
        exact, spent = svrg.SVRGLaw(law, eta, every), (PASSES * n).astype(int)
        t = svrg.affordable(spent, n, every)
        # from the first snapshot on: the last step before the next one, the noisiest
        used = np.where(t < every, t - 1, t // every * every - 1)
        noisy = exact.spread_after(START, np.maximum(used, 0))
        one, full = (law.heights(START, eta, m, spent // m, False) for m in (1, n))
        X, y = million()
        J = (SPINS * n).astype(int)
        guess = adaptive.example_guess(X[J], y[J])
        run = svrg.svrg(guess, law.f.grad, START[None], eta, every, 200, n)
        return dict(
            size=n,
            every=every,
            law=law,
            exact=exact,
            run=run,
            spread=[
                svrg.sgd_spread(law, START, eta, spent),
                np.where((t > 0) & (noisy > 0), noisy, np.nan),
            ],
            heights=[one, exact.heights(START, t), full],
            second=second_snapshot(exact, n, every),
            height_at=lambda passes: float(
                exact.heights(START, svrg.affordable([passes * n], n, every))[0]
            ),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(1, 1.2))
        for ax in (left, right):
            ax.set(xlim=(1e-2, 100), ylim=(1e-13, 1e4), xlabel="passes over the data")
        left.set_ylabel("noise $\\mathrm{E}\\|v - \\nabla f\\|^2$")
        right.set_ylabel("expected height $f - f^\\star$")
        spread = three_curves(left, self.NAMES[:2], "xy")
        looks = [*LOOKS[:2], (plots.TRUTH, "-.")]
        heights = [
            plots.curves(right, [name], log="xy", color=colour, ls=ls)
            for name, (colour, ls) in zip(self.NAMES, looks)
        ]
        right.minorticks_off()
        sign = plots.note(right, 0.03, 0.3)
        here = plots.star(right, 15, label="second snapshot")
        plots.legend_above(left)
        plots.legend_above(right)
        return lambda r: (
            *here(*(r.second or (np.nan, np.nan))),
            *spread(PASSES, *r.spread),
            *(line for draw, h in zip(heights, r.heights) for line in draw(PASSES, h)),
            *sign("" if r.exact.factor < 1 else f"η is too long for κ = {r.every}"),
        )

    def caption(self, r):
        one, less, full = (told(h[-1]) for h in r.heights)
        return f"Expected height after 100 passes: SGD {one}, SVRG {less}, descent {full}."

    def numbers(self, r):
        one, less, full = (told(h[-1]) for h in r.heights)
        return (
            f"after 100 passes the expected height is {one} for SGD, {less} for SVRG, {full} for "
            f"descent; from snapshot to snapshot, {r.every} steps, SVRG keeps "
            f"{told(r.exact.factor)} of its squared error."
        )

    def place(self, r):
        """A point of the run far from its snapshot, and the way between them."""
        t = min(r.every, r.run.T) - 1
        w, snap = r.run.w[t, 0], r.run.extra["snapshot"][t, 0]
        return w, snap, np.linalg.norm(w - snap)

    def headline(self, r):
        w, snap, far = self.place(r)
        none = "a snapshot before every step leaves no noise" if r.every == 1 else ""
        far = far or 1.0
        V = directions(r.size, w, snap)
        return Claim(
            "noise of all n directions / ‖w − w̃‖² = mean of ‖(A_j − A)e‖²",
            "Theorem 9.6",
            ((V - V.mean(axis=0)) ** 2).sum(axis=1).mean() / far**2,
            noise_at(r.size, (w - snap) / far),
            "==",
            tol=1e-6,
            why_not=none,
            words="SVRG's noise is proportional to the squared distance from its snapshot.",
        )

    def identities(self, r):
        w, snap, far = self.place(r)
        none = "a snapshot before every step leaves no noise" if r.every == 1 else ""
        smooth = svrg.smoothness_of_singles(million()[0][: r.size])
        old, now = r.run.extra["snapshot"][1, 0], r.run.w[1, 0]
        ends = now - r.eta * directions(r.size, now, old)
        return [
            Claim(
                "mean of all n directions = ∇f (slope)",
                "Theorem 9.6",
                directions(r.size, w, snap).mean(axis=0)[1],
                r.law.f.grad(w)[1],
                "==",
                tol=1e-8,
            ),
            Claim(
                "noise / ‖w − w̃‖² ≤ mean β_j²",
                "Theorem 9.6",
                noise_at(r.size, (w - snap) / (far or 1.0)),
                (smooth**2).mean(),
                why_not=none,
            ),
            Claim(
                "exact height after 2 steps = mean over all n second steps",
                "Theorem 9.7",
                r.exact.heights(START, [2])[0],
                r.law.f.gap(ends).mean(),
                "==",
            ),
        ]


# further: curvature, rare features

SHAKE = np.random.default_rng(8).normal(size=(60, 1, 2))
SCALINGS = ("none", "diagonal", "Hessian")


def expected_heights(f, P, start, sigma, T):
    """E f(w_t) - f* after 0, ..., T steps w <- w - P(A w + noise): moments, no sampling."""
    M, kick, U, heights = np.eye(2) - P @ f.A, sigma**2 * P @ P.T, np.outer(start, start), []
    for _ in range(T + 1):
        heights.append((f.A * U).sum() / 2)
        U = M @ U @ M.T + kick
    return np.array(heights)


def settled(lam, eps, sigma, first, T):
    """Theorem 9.8: E e^2 after T steps along an eigenvector, from e_1 = first."""
    r = eps / (lam + eps)
    return r ** (2 * T) * first**2 + (1 - r ** (2 * T)) * sigma**2 / (lam * (lam + 2 * eps))


class scale(Figure):
    """A narrow valley: plain steps, steps scaled by the diagonal, and by the whole Hessian."""

    story = [
        Step("no noise", "The Hessian arrives at once, plain descent takes a hundred steps."),
        Step(
            "narrow",
            "Condition 1000, along the axes: plain steps hardly move. Here the diagonal is the "
            "Hessian, and both arrive.",
            cond=1000,
            theta=0,
        ),
        Step(
            "noise",
            "With noise the scaled runs end highest: the noise is multiplied too.",
            sigma=0.1,
        ),
        Step("damped", "Damping ε gives up speed and gets rid of noise.", sigma=0.1, eps=0.3),
        Step("at 45°", "The diagonal cannot see a valley that lies across the axes.", theta=45),
        Step("round", "Nothing to gain: all three are the same method.", cond=1),
    ]
    notes = """Preconditioning trades speed for noise. In d dimensions the full matrix has d²
    entries and costs d³; the diagonal is what AdaGrad and Adam keep of it."""

    def sliders(self):
        return dict(
            cond=log_slider("condition β/μ", 30, 1, 1000),
            eps=log_slider("damping ε", 1e-3, 1e-6, 1),
            sigma=slider("noise σ", 0, 0, 0.3, 0.01),
            theta=slider("turned by θ", 15, 0, 90, 1),
        )

    @staticmethod
    def compute(cond, eps, sigma, theta):
        """One run of each on a valley of curvatures 1/cond and 1; exact expected heights."""
        c, s = np.cos(np.radians(theta)), np.sin(np.radians(theta))
        turn = np.array([[c, -s], [s, c]])
        f = problems.Quadratic(turn @ np.diag([1 / cond, 1.0]) @ turn.T, np.zeros(2))
        ways = [
            np.eye(2),
            adaptive.inverse_hessian(f.A, eps, diagonal=True),
            adaptive.inverse_hessian(f.A, eps),
        ]
        start = turn @ np.array([1.5, 1.0])
        guess = lambda w, t: f.grad(w) + sigma * SHAKE[t - 1]  # noqa: E731
        runs = [adaptive.preconditioned(guess, P, start[None], 1.0, 60) for P in ways]
        return dict(
            f=f,
            ways=ways,
            start=start,
            paths=[run.w[:, 0] for run in runs],
            gaps=[expected_heights(f, P, start, sigma, 60) for P in ways],
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2)
        left.set(xlim=(-2.3, 2.3), ylim=(-2.3, 2.3), xlabel="first coordinate")
        left.set_ylabel("second")
        right.set(xlim=(0, 60), ylim=(1e-8, 10), xlabel="step $t$")
        right.set_ylabel("expected height $f - f^\\star$")
        rings = plots.moving_contours(left, (-2.3, 2.3), np.geomspace(1e-3, 3, 7), alpha=0.5)
        ways = [
            plots.curves(left, [name], color=colour, ls="-", lw=1.3, marker=mark, ms=4)
            for name, mark, (colour, _) in zip(SCALINGS, "^oD", LOOKS)
        ]
        gaps = three_curves(right, SCALINGS, "y")
        plots.legend_above(left)
        plots.legend_above(right)
        return lambda r: (
            *rings(r.f.value),
            *(line for draw, w in zip(ways, r.paths) for line in draw(*w.T)),
            *gaps(np.arange(61), *(np.maximum(g, 1e-300) for g in r.gaps)),
        )

    def caption(self, r):
        none, diagonal, hessian = (told(g[-1]) for g in r.gaps)
        return (
            f"Expected height after 60 steps: {none} without scaling, {diagonal} with the "
            f"diagonal, {hessian} with the Hessian."
        )

    def headline(self, r):
        lam = np.array([1 / r.cond, 1.0])
        exact = lam @ settled(lam, r.eps, r.sigma, np.array([1.5, 1.0]), 5) / 2
        return Claim(
            "Hessian: log10 of the height after 5 steps",
            "Theorem 9.8",
            np.log10(max(r.gaps[2][5], 1e-300)),
            np.log10(max(exact, 1e-300)),
            "==",
            tol=1e-5,
            why_not="" if exact > 1e-20 else "only rounding error is left",
            words="Dividing by the Hessian forgets the condition number, and multiplies the noise.",
        )

    def identities(self, r):
        lam = 1 / r.cond
        slow = (1 - lam) ** 120 * 1.5**2 + r.sigma**2 * (1 - (1 - lam) ** 120) / (lam * (2 - lam))
        fast = r.sigma**2
        return [
            Claim(
                "no scaling: height after 60 steps",
                "Theorem 9.8",
                r.gaps[0][-1],
                (lam * slow + fast) / 2 if r.cond > 1 else fast,
                "==",
            ),
            Claim(
                "tr Q² = Σ 1/(λ + ε)²",
                "Theorem 9.8",
                (r.ways[2] ** 2).sum(),
                (1 / (np.array([lam, 1]) + r.eps) ** 2).sum(),
                "==",
                tol=1e-6,
            ),
        ]


COINS = np.random.default_rng(11).random((300, 20, 2))
NOISE = np.random.default_rng(12).normal(size=(300, 20))


class rare(Figure):
    """One feature is always there, another seldom: how AdaGrad treats them."""

    story = [
        Step("one in ten", "The rare feature keeps the longer steps."),
        Step("one in fifty", "Rarer still, and its steps shrink later.", p=0.02),
        Step("always", "With p = 1 both features are treated alike.", p=1),
        Step("no noise", "The gradients die out, and so does the shrinking.", sigma=0),
        Step("short", "η = 0.05 is too short for AdaGrad: its steps only shrink.", eta=0.05),
    ]
    notes = """The notes' brackets say it the wrong way round: the rare feature has the smaller sum
    and so the larger rate."""

    def sliders(self):
        return dict(
            p=log_slider("probability p", 0.1, 0.01, 1),
            eta=step_size(0.3, 0.02, 3),
            sigma=slider("noise σ", 0.5, 0, 1, 0.05),
        )

    @staticmethod
    def compute(p, eta, sigma):
        """Twenty runs of each method from 0; the right weights are 1 and 1."""
        x, y = adaptive.rare_examples(p, sigma, COINS, NOISE)
        guess = adaptive.example_guess(x, y)
        runs = [rule(guess, np.zeros((20, 2)), eta, 300) for rule in RULES]
        rates = eta / np.sqrt(runs[1].extra["G"].mean(axis=1) + 1e-6)
        return dict(
            x=x,
            ada=runs[1],
            rates=[rates[:, 1], rates[:, 0]],
            errors=[adaptive.rms(run.w[1:, :, 1:], 1.0) for run in runs],
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2)
        left.set(xlim=(1, 300), ylim=(5e-3, 3), xlabel="step $t$", ylabel="AdaGrad's rates")
        right.set(xlim=(1, 300), ylim=(1e-2, 3), xlabel="step $t$")
        right.set_ylabel("error of the rare weight")
        seldom = plots.curves(left, ["rare"], log="xy", color=plots.FIT, ls="-")
        often = plots.curves(left, ["frequent"], log="xy", color=plots.SKY, ls="--")
        law = plots.curves(left, ["$\\eta/(2\\sigma\\sqrt{t})$"], color=plots.BOUND, ls=":")
        errors = three_curves(right, METHODS, "xy")
        left.minorticks_off()
        plots.legend_above(left)
        plots.legend_above(right)
        t = np.arange(1, 301)

        def move(r):
            quiet = r.eta / (2 * r.sigma * t**0.5) if r.sigma > 0 else None
            return (
                *seldom(t, r.rates[0]),
                *often(t, r.rates[1]),
                *law(t, quiet),
                *errors(t, *r.errors),
            )

        return move

    def caption(self, r):
        return (
            f"After 300 steps AdaGrad's rate is {r.rates[0][-1]:.2g} for the rare feature and "
            f"{r.rates[1][-1]:.2g} for the frequent one."
        )

    def numbers(self, r):
        ends = ", ".join(
            f"{name} {told(e[-1] if len(e) == 300 else np.inf)}"
            for name, e in zip(METHODS, r.errors)
        )
        return f"{self.caption(r)} The error of the rare weight is {ends}."

    def headline(self, r):
        rates = adaptive.effective_rates(r.ada)[-1]
        return Claim(
            "rate of the frequent feature ≤ rate of the rare one, worst of 20 runs",
            "Theorem 9.9",
            (rates[:, 0] / rates[:, 1]).max(),
            1,
            words="What is seldom seen is taken more seriously.",
        )

    def identities(self, r):
        g, G = r.ada.extra["gradient"], r.ada.extra["G"][-1]
        here = ((g[..., 0] * r.x[..., 1]) ** 2).sum(axis=0)
        D = np.abs(r.ada.w - 1).max(axis=(0, 2))
        limit = 4 * adaptive.noise_free_limit(D, r.eta, 1e-6, 2)
        return [
            Claim(
                "sum of the rare one = the frequent one's, where both occur (run 1)",
                "Theorem 9.9",
                G[0, 1],
                here[0],
                "==",
            ),
            Claim(
                "no noise: sum over its limit for ever, worst",
                "Theorem 9.9",
                (G.max(axis=1) / limit).max(),
                1,
                why_not="" if r.sigma == 0 else "the noise never ends, so the sums grow",
            ),
        ]
