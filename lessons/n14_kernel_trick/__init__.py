"""The figures of notebook 14, the kernel trick.

Data that never move are decomposed once: twelve dots at sixty bandwidths for `limits`, two hundred
digits at twenty-five bandwidths for `digits`.
"""

from functools import cache, lru_cache
from math import comb

import numpy as np

from helpers import data, plots
from helpers.descent import optim
from helpers.kernels import features, gaussian, laplace, linear, periodic, polynomial
from helpers.kernels import ridge as kernel_ridge
from helpers.kernels.descent import kernel_descent
from helpers.kernels.gram import Pairs, features_of
from helpers.kernels.ridge import KernelRidge, dual_flops, primal_flops
from helpers.kernels.text import parse
from helpers.linear.least_squares import Ridge, objective
from helpers.live import (
    Claim,
    Figure,
    Handle,
    Step,
    bandwidth,
    choice,
    int_slider,
    points,
    regularisation,
    slider,
    step_size,
    text,
    toggle,
)
from helpers.live.controls import written
from helpers.margins.separation import separation

LEFT_OUT = plots.PURPLE  # errors at points that were left out

# ridge: twelve measurements of 1 + sin(2 pi x)
TWELVE = (
    *((0.03, 1.11), (0.11, 1.44), (0.23, 2.11), (0.27, 1.97), (0.38, 1.82), (0.47, 1.04)),
    *((0.52, 0.91), (0.60, 0.19), (0.70, 0.26), (0.80, 0.10), (0.88, 0.40), (0.94, 0.73)),
)
GRID = np.linspace(0, 1, 201)
WIDTHS = np.geomspace(0.005, 5, 46)
KERNELS = {"Gaussian": gaussian, "Laplace": laplace, "periodic": lambda l: periodic(1, l)}

# lift
BOX = (-2.6, 2.6)
SHAPES = {
    "rings": data.rings,
    "exclusive or": data.xor,
    "parabolas": data.curved,
    "stripes": data.stripes,
}
SQUARES = "(x₁², √2 x₁x₂, x₂²)"
MAPS = {
    "x itself": features.columns(0, 1),
    "x, turned": lambda X: X @ [[0.8, -0.6], [0.6, 0.8]],
    "(x₁, x₂, x₂²)": features.parabola,
    "(x₁, 4x₂² + 1)": features.fold,
    SQUARES: features.quadratic,
    "all of degree ≤ 2": features.all_quadratic,
}

# span: two points of the plane, three features each, scaled to largest singular value sqrt 2
TWO, TARGET = np.array([[1.0, 0.5], [-0.4, 1.0]]), np.array([1.5, -0.5])
SCALE = 2**0.5 / np.linalg.norm(features.quadratic(TWO), 2)
PHI, TWO_GRAM = SCALE * features.quadratic(TWO), SCALE**2 * (linear() ** 2)(TWO)
ALONG, UP = (v / np.linalg.norm(v) for v in (Ridge(PHI, TARGET).w(0), np.cross(*PHI)))

# limits
DOT_X, DOT_Y = data.sine(12, np.random.default_rng(4), sigma=0.3, even=False)
DOT_Y = DOT_Y + 0.5
DOTS, DENSE = Pairs(DOT_X), np.sort([*np.linspace(-0.1, 1.1, 401), *DOT_X])
DENSE_PAIRS = Pairs(DENSE, DOT_X)
ELLS = np.geomspace(1e-3, 1e3, 60)

# digits
DIGIT_WIDTHS = np.geomspace(0.3, 30, 25)

# gram
SPOTS = np.sort(np.random.default_rng(7).uniform(0, 1, 40))
SPOT_PAIRS = Pairs(SPOTS)


def rms(errors):
    """Root mean square along the last axis."""
    return np.sqrt(np.mean(np.square(errors), axis=-1))


def short(value):
    """Two digits, without the e of a computer."""
    if abs(value) < 1e-9:
        return "0"  # rounding error: its digits differ between machines
    if 1e-3 <= abs(value) < 1e4:
        return f"{value:.2g}" if abs(value) < 100 else f"{value:.0f}"
    digits, power = f"{value:.1e}".split("e")
    return f"{digits}·10{str(int(power)).translate(str.maketrans('-0123456789', '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'))}"


def within(control, *boxes):
    """A `points` control that refuses places outside [low, high], one box a coordinate."""
    parse_places = control.argument

    def checked(typed):
        found = parse_places(typed)
        for column, (low, high) in zip(found.T, boxes):
            if (column < low).any() or (column > high).any():
                raise ValueError(f"{control.description} must lie in the picture")
        return found

    control.argument = checked
    return control


def errors_by_width(kernel, x, y, lam):
    """(2, widths): training and leave-one-out error at every bandwidth of WIDTHS.

    One stack of small inverses; `KernelRidge` is the road for a single bandwidth.
    """
    pairs, n = Pairs(x), len(y)
    G = np.linalg.inv(np.array([kernel(l)(pairs) for l in WIDTHS]) + n * lam * np.eye(n))
    alpha = G @ y
    return np.array([rms(n * lam * alpha), rms(alpha / np.diagonal(G, axis1=1, axis2=2))])


def moved(i):
    """A handle that moves the i-th of the twelve points."""

    def to(r, x, y):
        places = r.places.copy()
        places[i] = np.clip(x, 0, 1), np.clip(y, -1, 3)
        return dict(places=written(places))

    return Handle("move this point", lambda r: r.places[i], to)


class ridge(Figure):
    """A bell over each of twelve points, their sum, and its errors at every bandwidth."""

    more = ("places",)
    veiled = (1,)
    story = [
        Step("twelve bells", "Thin lines are the bells, one over each point; blue is their sum."),
        Step(
            "narrow",
            "No bell reaches its neighbours. At the points the curve is right, between them it "
            "falls to 0.",
            bandwidth=0.01,
            lam=0.001,
        ),
        Step(
            "just right",
            "Neighbours share. The star is at the bottom: points left out are foretold best.",
            bandwidth=0.2,
        ),
        Step(
            "wide",
            "Every bell covers all points, so all points look alike: the curve is nearly their "
            "mean.",
            bandwidth=5.0,
            lam=0.1,
        ),
        Step(
            "giants that cancel",
            "Wide bells, nearly no penalty: the thin lines are gone, far outside the picture, but "
            "their sum is tame.",
            bandwidth=0.5,
            lam=1e-6,
        ),
        Step(
            "pull a point",
            "One point has been pulled up. Which part of the curve follows, and how far?",
            places=written([*TWELVE[:7], (0.60, 2.2), *TWELVE[8:]]),
        ),
        Step(
            "a kernel with corners",
            "Bells with a tip (Laplace): the sum has a corner at each point.",
            kernel="Laplace",
            bandwidth=0.2,
            lam=0.001,
        ),
    ]
    handles = [
        *(moved(i) for i in range(12)),
        Handle(
            "choose the bandwidth",
            at=lambda r: (r.bandwidth, r.now[1]),
            to=lambda r, x, y: dict(bandwidth=x),
            panel=1,
        ),
    ]
    notes = """Let the class say what the curve does between the points before you drag the star to
    the far left. Then drag one point up at ℓ = 0.05 and at ℓ = 0.5: ℓ is how far news travels. The
    step with the giants comes back in exercise 2: wide does not mean stiff."""

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.08, 0.005, 5),
            lam=regularisation(0.01, 1e-6, 10),
            kernel=choice("kernel", "Gaussian", KERNELS),
            places=within(points("points", TWELVE), (0, 1), (-1, 3)),
        )

    @staticmethod
    def compute(bandwidth, lam, kernel, places):
        """Solve (K + nλI)α = y; f(x) is the sum of the bells αᵢ k(x, xᵢ)."""
        x, y = places.T
        k = kernel(bandwidth)
        fit = KernelRidge(k(x), y)
        alpha, loo = fit.alpha(lam), fit.loo(lam)
        grid = np.sort([*GRID, *x])  # with the points: narrow bells have their tips there
        bells = alpha * k(grid, x)
        return dict(
            grid=grid,
            y=y,
            fit=fit,
            alpha=alpha,
            loo=loo,
            bells=bells.T,
            curve=bells.sum(axis=1),
            miss=y - fit.K @ alpha,
            errors=errors_by_width(kernel, x, y, lam),
            now=(rms(y - fit.fitted(lam)), rms(loo)),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(-0.02, 1.02), ylim=(-0.9, 2.9), xlabel="$x$", ylabel="$y$")
        right.set(xlim=(0.0044, 5.7), ylim=(0, 1.4), xlabel="bandwidth $\\ell$")
        right.set_ylabel("typical miss")
        left.axhline(0, color="0.8", lw=1)
        bells = plots.bundle(left, 12, "bells", colour=plots.SKY, lw=1.1)
        truth = plots.curves(left, ["truth"], color=plots.TRUTH, ls=":", lw=1.5)
        fit = plots.curves(left, ["their sum"], color=plots.FIT, lw=2.8)
        dots = plots.points(left, ["points"], legend=None, size=70, zorder=4)
        dots(None)[0].set(color=plots.TRAIN)
        train = plots.curves(right, ["seen"], log="x", color=plots.TRAIN, lw=2.4)
        loo = plots.curves(right, ["left out"], color=LEFT_OUT, ls="--", lw=2.4)
        star = plots.star(right)
        plots.legend_above(left)
        plots.legend_above(right)
        return lambda r: (
            *bells(r.grid, np.clip(r.bells, -9, 9)),
            *truth(GRID, 1 + np.sin(2 * np.pi * GRID)),
            *fit(r.grid, r.curve),
            *dots(r.places),
            *train(WIDTHS, r.errors[0]),
            *loo(WIDTHS, r.errors[1]),
            *star(r.bandwidth, r.now[1]),
        )

    def caption(self, r):
        return (
            f"The sum misses the points by {r.now[0]:.2f}; a point that was left out would be "
            f"missed by {r.now[1]:.2f}."
        )

    def numbers(self, r):
        return (
            f"the sum of twelve bells misses the points by {r.now[0]:.3f} (root mean square) and "
            f"points left out by {r.now[1]:.3f}; the largest coefficient is "
            f"{short(np.abs(r.alpha).max())}; {r.fit.df(r.lam):.1f} degrees of freedom."
        )

    def headline(self, r):
        i = int(np.argmax(np.abs(r.miss)))
        return Claim(
            "largest miss = nλ times its coefficient",
            "Theorem 14.1",
            r.miss[i],
            12 * r.lam * r.alpha[i],
            "==",
            1e-7,
            words="The curve misses point i by exactly nλαᵢ: a tall bell stands on a missed point.",
        )

    def identities(self, r):
        fit, i = r.fit, int(np.argmax(np.abs(r.loo)))
        least = fit.objective(r.lam)
        price = r.lam * r.y @ r.alpha
        again = fit.refit(i, r.lam)
        worst = "worst point left out: shortcut = new fit"
        return [
            Claim("the least objective is λ y′α", "Theorem 14.5", least, price, "==", 1e-7),
            Claim(worst, "Theorem 14.8", r.loo[i], again, "==", 1e-5),
        ]


class lift(Figure):
    """Two classes in the plane, and the same points among features: does a plane part them?"""

    more = ("place",)
    veiled = (1,)
    story = [
        Step(
            "rings",
            "No line parts an inner ring from an outer one. The black cross is the proof: it lies "
            "in the convex hull of both classes.",
        ),
        Step(
            "squares",
            "Three features, squares and a product. On the right the classes part; the same plane, "
            "seen from the left, is an ellipse.",
            psi=SQUARES,
        ),
        Step(
            "exclusive or",
            "Blue in two opposite corners: the product x₁x₂ is all it takes.",
            shape="exclusive or",
            psi=SQUARES,
        ),
        Step(
            "a wrong bet",
            "This map bends only x₂. For rings that is not enough.",
            psi="(x₁, x₂, x₂²)",
        ),
        Step(
            "turned",
            "A rotation makes no new planes: nothing is won.",
            psi="x, turned",
        ),
        Step(
            "folded",
            "Stripes, and a map that folds the plane along the middle one.",
            shape="stripes",
            psi="(x₁, 4x₂² + 1)",
        ),
        Step(
            "your own point",
            "The large blue point is yours. Drag it into the orange ring: when does the proof of "
            "separation turn into a proof of the contrary?",
            psi=SQUARES,
            own=True,
        ),
    ]
    handles = [
        Handle(
            "your own point",
            at=lambda r: r.place[0] if r.own else None,
            to=lambda r, x, y: dict(place=written([np.clip((x, y), -2.5, 2.5)])),
        )
    ]
    notes = """Ask which map will part the rings before changing it. The cross is worth a minute: a
    picture that proves that something is impossible. With your own point, walk slowly inwards: the
    margin shrinks, is zero, and the cross appears under your hand."""

    def sliders(self):
        return dict(
            shape=choice("data", "rings", SHAPES),
            psi=choice("features ψ", "x itself", MAPS),
            sigma=slider("spread σ", 0.15, 0, 0.5, 0.01),
            own=toggle("a point of your own"),
            place=within(points("your point", [(1.6, -1.2)]), (-2.6, 2.6), (-2.6, 2.6)),
        )

    @staticmethod
    def compute(shape, psi, sigma, own, place):
        """Part the mapped points by a plane, or find a point in the hulls of both classes."""
        X, y = shape(60, np.random.default_rng(1), sigma=sigma)
        if own:
            X, y = np.vstack([X, place]), np.append(y, 1.0)
        Psi = psi(X)
        part = separation(Psi, y)
        w, b = part.w, part.b
        if not part.separable:  # no plane is right; the one of least squares is shown
            *w, b = Ridge(np.column_stack([Psi, np.ones(len(y))]), y).w(1e-6)
        scores = Psi @ w + b
        return dict(
            X=X,
            y=y,
            Psi=Psi,
            part=part,
            scores=scores,
            f=lambda P: psi(P) @ w + b,
            view=features.edge_on(Psi, w, b),
            right=np.mean(scores * y > 0),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2)
        left.set(xlim=BOX, ylim=BOX, xlabel="$x_1$", ylabel="$x_2$")
        right.set(xlim=(-1.1, 1.1), ylim=(-1.15, 1.15))
        right.set(xlabel="features: distance from the plane", ylabel="features: along the plane")
        right.tick_params(labelleft=False, labelbottom=False)
        sides = plots.halves(left, BOX)
        dots = plots.points(left, ["$y = +1$", "$y = -1$"], legend=None)
        mine = plots.points(left, [None], legend=None, size=170, zorder=4)
        seen = plots.points(right, [None, None], legend=None)
        right.axvline(0, color=plots.BLACK, lw=1.4, label="the plane")
        both = plots.mark(right, "in both hulls", marker="X", colour=plots.BLACK, size=14)
        plots.legend_above(left)
        plots.legend_above(right)

        def move(r):
            yes = r.part.separable
            cross = [np.nan] * 2 if yes else r.view(r.part.common[None])[0]
            return (
                *sides(r.f),
                *dots(*(r.X[r.y == s] for s in (1, -1))),
                *mine(r.place if r.own else None),
                *seen(*(r.view(r.Psi[r.y == s]) for s in (1, -1))),
                *both(*cross),
            )

        return move

    def caption(self, r):
        count = r.Psi.shape[1]
        if r.part.separable:
            return f"Among these {count} features a plane parts the classes."
        return (
            f"Among these {count} features no plane parts the classes: the cross lies in both "
            f"hulls. Least squares gets {100 * r.right:.0f} % right."
        )

    def numbers(self, r):
        if r.part.separable:
            said = f"a plane parts the classes with margin {r.part.margin:.3g}"
        else:
            said = "no plane parts the classes, and a point lies in the hulls of both"
        return f"{r.Psi.shape[1]} features; {said}; {r.right:.1%} of the points are right."

    def headline(self, r):
        """Means of the scores with the certificate's weights: equal, or two margins apart."""
        plus, minus = (r.part.weights[r.y == s] @ r.scores[r.y == s] for s in (1, -1))
        return Claim(
            "weighted mean score of +1 = that of −1, plus twice the margin",
            "Theorem 14.2",
            plus,
            minus + 2 * r.part.margin,
            "==",
            1e-6,
            words="Two weighted means, one a class, score two margins apart: at the cross, 0.",
        )

    def identities(self, r):
        part, two = r.part, "Theorem 14.2"
        no = "" if part.separable else "no plane parts the classes"
        yes = "a plane parts the classes" if part.separable else ""
        worst = np.min(r.y * r.scores)
        return [
            Claim("every point keeps the margin", two, worst, part.margin, "==", 1e-7, no),
            Claim("this plane has a point on the wrong side", two, worst, 0, why_not=yes),
        ]


class span(Figure):
    """Gradient descent on three weights, from above the plane that two points span."""

    play = "T"
    story = [
        Step("above the span", "Thirty steps. Sideways it finds its goal; look at the height."),
        Step("no penalty", "λ is nearly 0: the height never changes.", lam=1e-6, T=100),
        Step(
            "a penalty forgets",
            "Every step takes the same share of the height: a straight line on the right.",
            lam=0.3,
            T=100,
        ),
        Step(
            "from zero",
            "Started at 0 there is no height. Two coefficients tell all three weights.",
            h=0.0,
        ),
        Step(
            "high and long",
            "Long steps: sideways three of them arrive. The height still loses only 2.7 % a step.",
            eta=0.45,
            h=2.0,
            T=60,
        ),
    ]
    handles = [
        Handle(
            "lift the start",
            at=lambda r: (0.0, r.h),
            to=lambda r, x, y: dict(h=y),
        )
    ]
    notes = """Draw two arrows and the plane through them with your hands. Every gradient of the
    loss lies in that plane; only the penalty pulls straight down. So with λ = 0 the memory of the
    start lasts for ever, and it is not seen on the training data."""

    def sliders(self):
        return dict(
            eta=step_size(0.1, 0.01, 0.45),
            lam=regularisation(0.03, 1e-6, 1),
            T=int_slider("steps T", 30, 1, 100),
            h=slider("start height h", 1.5, 0, 2, 0.1),
        )

    @staticmethod
    def compute(eta, lam, T, h):
        """Descend on three weights, and on two coefficients that never see a feature."""
        run = optim.gradient_descent(objective(PHI, TARGET, lam)[1], h * UP, eta, T)
        best, t = Ridge(PHI, TARGET).w(lam), np.arange(T + 1)
        heights = run.w @ UP
        return dict(
            w=run.last,
            alpha=kernel_descent(TWO_GRAM, TARGET, eta, lam, T).last,
            t=t,
            path=np.column_stack([run.w @ ALONG, heights]),
            goal=best @ ALONG,
            law=h * np.abs(1 - 2 * eta * lam) ** t,
            inside=np.linalg.norm(run.w - np.outer(heights, UP) - best, axis=1),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(-0.08, 1.3), ylim=(-0.12, 2.1))
        left.set(xlabel="along the span of the data", ylabel="height above the span")
        right.set(xlim=(0, 100), ylim=(1e-4, 3), xlabel="step $t$", ylabel="how far to go")
        left.axhline(0, color=plots.BLACK, lw=2.5, label="span of the data")
        (track,) = left.plot([], [], color=plots.FIT, marker="o", ms=4, lw=1.3, label="weights")
        goal = plots.mark(left, "minimiser", marker="D", colour=plots.GREEN, size=11)
        start = plots.star(left)
        law = plots.curves(right, ["$h\\,|1-2\\eta\\lambda|^t$"], log="y", color="0.45", lw=5)
        height = plots.curves(right, ["height"], color=plots.FIT, lw=2)
        inside = plots.curves(right, ["in the span"], color=plots.GREEN, ls="--", lw=2.2)
        plots.legend_above(left)
        plots.legend_above(right, columnspacing=0.8)

        def move(r):
            track.set_data(*r.path.T)
            return (
                track,
                *goal(r.goal, 0),
                *start(0.0, r.h),
                *law(r.t, np.where(r.law > 0, r.law, np.nan)),
                *height(r.t, np.where(np.abs(r.path[:, 1]) > 1e-12, np.abs(r.path[:, 1]), np.nan)),
                *inside(r.t, r.inside),
            )

        return move

    def caption(self, r):
        if r.h == 0:
            return f"Started in the span, the weights stay in it: after {r.T} steps as well."
        left = abs(r.path[-1, 1]) / r.h
        return f"After {r.T} steps {100 * left:.0f} % of the height is left."

    def numbers(self, r):
        return (
            f"after {r.T} steps the height is {short(round(float(abs(r.path[-1, 1])), 12))} of "
            f"{r.h:g} and the part in the span is {short(r.inside[-1])} from the minimiser; the "
            f"coefficients are {r.alpha[0]:.3f} and {r.alpha[1]:.3f}."
        )

    def headline(self, r):
        u = PHI.T @ r.alpha
        left = (1 - 2 * r.eta * r.lam) ** r.T * r.h
        return Claim(
            "|w|² = |Φ′α|² + ((1 − 2ηλ)ᵀh)²",
            "Theorem 14.4",
            r.w @ r.w,
            u @ u + left**2,
            "==",
            words="Squared lengths: weights = a sum over the data + what is left of the height.",
        )

    def identities(self, r):
        u, rest = features.project(PHI, r.w)
        direct, kernel = PHI @ r.w, TWO_GRAM @ r.alpha
        far = r.w @ r.w - rest @ rest
        four = "Theorem 14.4"
        return [
            Claim("at point 1: weights = coefficients", four, direct[0], kernel[0], "=="),
            Claim("at point 2: weights = coefficients", four, direct[1], kernel[1], "=="),
            Claim("|u|² = |w|² − |r|²", "section 4", u @ u, far, "=="),
        ]


@cache
def dot_fits():
    """A KernelRidge for every bandwidth of ELLS."""
    return [KernelRidge(gaussian(l)(DOTS), DOT_Y) for l in ELLS]


class limits(Figure):
    """The fitted values on their way to both ends of the bandwidth, and what theory allows."""

    veiled = (1,)
    story = [
        Step("in between", "Far from both ends, and both bounds say nothing. Drag the star."),
        Step(
            "strangers",
            "ℓ under the smallest gap between two points: each is alone with its answer, a little "
            "shrunk.",
            bandwidth=0.008,
        ),
        Step(
            "one crowd",
            "ℓ is 300 times the width of the data: one answer for all, their mean, a little "
            "shrunk.",
            bandwidth=300.0,
        ),
        Step(
            "a large penalty",
            "Ten times the penalty: both ends come sooner, and shrink more.",
            bandwidth=30.0,
            lam=0.1,
        ),
        Step(
            "which limit first?",
            "The same ℓ = 300 with nearly no penalty: the curve is a straight line, not the mean.",
            bandwidth=300.0,
            lam=1e-8,
        ),
        Step("through all points", "Little penalty, middling ℓ: every point is hit.", lam=1e-8),
    ]
    handles = [
        Handle(
            "choose the bandwidth",
            at=lambda r: (r.bandwidth, max(r.nearer[0], 1.5e-5)),
            to=lambda r, x, y: dict(bandwidth=x),
            panel=1,
        )
    ]
    notes = """The two limits do not commute, and the class should find it. At ℓ = 300 the mean wins
    for λ = 0.01; for λ = 10⁻⁸ the tiny differences between the rows of K are enough to tilt it into
    a straight line, and the bound honestly says nothing. Both bounds come from one line,
    A⁻¹ − B⁻¹ = A⁻¹(B − A)B⁻¹."""

    def sliders(self):
        return dict(bandwidth=bandwidth(0.1, 1e-3, 1e3), lam=regularisation(0.01, 1e-8, 1))

    @staticmethod
    def compute(bandwidth, lam):
        """Distances of the fitted values from both limits, with their bounds, over |y|."""
        fit = KernelRidge(gaussian(bandwidth)(DOTS), DOT_Y)
        now, *found = (kernel_ridge.limits(f, lam) for f in [fit, *dot_fits()])
        low, high = (now.narrow, now.narrow_bound), (now.wide, now.wide_bound)
        return dict(
            fit=fit,
            now=now,
            nearer=min(low, high),
            surer=low if low[1] < high[1] else high,
            narrow=np.array([(f.narrow, f.narrow_bound) for f in found]).T,
            wide=np.array([(f.wide, f.wide_bound) for f in found]).T,
            curve=fit.predict(gaussian(bandwidth)(DENSE_PAIRS), lam),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(2, 3))
        left.set(xlim=(-0.1, 1.1), ylim=(-1.1, 2.1), xlabel="$x$", ylabel="$y$")
        right.set(xlim=(8e-4, 1.3e3), ylim=(8e-6, 3), xlabel="bandwidth $\\ell$")
        right.set_ylabel("distance from a limit, over $\\|y\\|$")
        left.axhline(0, color="0.8", lw=1)
        left.axhline(DOT_Y.mean(), color=plots.ORANGE, ls=":", lw=2, label="mean")
        fit = plots.curves(left, ["fit"], color=plots.FIT)
        left.plot(DOT_X, DOT_Y, "o", color=plots.TRAIN, ms=7, label="points", zorder=4)
        narrow = plots.curves(
            right, ["from $y/(1{+}n\\lambda)$"], log="xy", color=plots.BLUE, lw=2.4
        )
        wide = plots.curves(
            right, ["from $\\bar y/(1{+}\\lambda)$"], color=plots.ORANGE, ls="-.", lw=2.4
        )
        bounds = plots.curves(right, ["bounds", None], legend=None, color=plots.BOUND, ls="--")
        star = plots.star(right)
        plots.legend_above(left)
        plots.legend_above(right)

        def seen(bound):
            return np.where(bound < 5, bound, np.nan)

        return lambda r: (
            *fit(DENSE, r.curve),
            *narrow(ELLS, r.narrow[0]),
            *wide(ELLS, r.wide[0]),
            *bounds(ELLS, seen(r.narrow[1]), seen(r.wide[1])),
            *star(r.bandwidth, max(r.nearer[0], 1.5e-5)),
        )

    def caption(self, r):
        narrow, wide = (f"{short(100 * far)} % of ‖y‖" for far in (r.now.narrow, r.now.wide))
        if r.nearer[0] > 0.1:
            return f"Far from both limits: {narrow} from the answers, {wide} from their mean."
        if r.now.narrow < r.now.wide:
            return f"The fitted values are the answers over 1 + nλ, up to {narrow}."
        return f"The fitted values are the mean over 1 + λ, up to {wide}."

    def numbers(self, r):
        now = r.now
        return (
            f"over the length of y, the fitted values are {short(now.narrow)} (bound "
            f"{short(now.narrow_bound)}) from y/(1+nλ) and {short(now.wide)} (bound "
            f"{short(now.wide_bound)}) from the shrunk mean."
        )

    def headline(self, r):
        measured, bound = r.surer
        silent = "" if bound < 1 else "both bounds are over 1: ℓ is neither small nor large here"
        return Claim(
            "distance from the surer limit",
            "Theorem 14.7",
            measured,
            bound,
            why_not=silent,
            words="Narrow bells make strangers, wide ones a crowd; both at a known rate.",
        )

    def identities(self, r):
        now, n, lam, y = r.now, 12, r.lam, DOT_Y
        apart = 11 * np.exp(-0.5 * (np.diff(DOT_X).min() / r.bandwidth) ** 2)
        near = 12 * np.ptp(DOT_X) ** 2 / (2 * r.bandwidth**2)
        off = np.linalg.solve(r.fit.K + n * lam * np.eye(n), (r.fit.K - np.eye(n)) @ y)
        exact = n * lam / (1 + n * lam) * np.linalg.norm(off) / np.linalg.norm(y)
        miss = np.linalg.norm(y - r.fit.fitted(lam)) / np.linalg.norm(y)
        most = n * lam / (n * lam + r.fit.S[0])
        seven, resolvent = "Theorem 14.7", "distance from y/(1 + nλ), by the resolvent identity"
        return [
            Claim(resolvent, seven, now.narrow, exact, "==", 1e-6),
            Claim("‖K − I‖ ≤ (n−1) e^(−δ²/2ℓ²)", seven, now.to_identity, apart),
            Claim("‖K − 11′‖ ≤ nΔ²/2ℓ²", seven, now.to_ones, near),
            Claim("miss ≤ nλ/(nλ + smallest eigenvalue)", "section 5", miss, most, tol=1e-6),
        ]


class Digits:
    """Even or odd: 200 handwritten digits to learn from, 400 to be tested on."""

    def __init__(self, seed=0):
        everything = data.load("digits")
        (self.X, names), (self.X_test, self.names_test) = data.split(
            everything.X[:600] / 16, everything.y[:600], 1 / 3, np.random.default_rng(seed)
        )
        self.y, self.y_test = (np.where(y % 2, -1.0, 1.0) for y in (names, self.names_test))
        self.pairs, self.test_pairs = Pairs(self.X), Pairs(self.X_test, self.X)

    def fitted(self, k):
        """(KernelRidge, Gram matrix of test and training digits) of a kernel."""
        return KernelRidge(k(self.pairs), self.y), k(self.test_pairs)

    def wrong(self, fit, K_test, lam):
        """Shares of wrong answers: training digits, left-out digits, test digits."""
        left_out = self.y * (self.y - fit.loo(lam))
        signed = self.y * fit.fitted(lam), left_out, self.y_test * fit.predict(K_test, lam)
        return np.array([np.mean(m <= 0) for m in signed])

    def nearest(self):
        """The test error of the nearest training digit's label."""
        return np.mean(self.y[np.argmin(self.test_pairs.sq, axis=1)] != self.y_test)


@cache
def split(seed=0):
    """The digits of one split."""
    return Digits(seed)


@cache
def digit_bank():
    """Fits at every bandwidth of DIGIT_WIDTHS, and of a plane in pixel space."""
    return [split().fitted(k) for k in [*map(gaussian, DIGIT_WIDTHS), polynomial(1)]]


@lru_cache(64)
def wrong_by_width(lam):
    """Shares of wrong answers (3, widths) at every bandwidth, and the plane's on test digits."""
    *curves, line = [split().wrong(*pair, lam) for pair in digit_bank()]
    return np.transpose(curves), line[2]


def gallery(ax):
    """Eight test digits, each with its name and what it was called. move(hard, scores)."""
    ax.set_axis_off()
    image = plots.heatmap(ax, (0, 4, 0, 2), 0, 1, cmap="Greys", origin="upper")
    places = [(i % 4 + 0.5, 1 - i // 4) for i in range(8)]
    said = [ax.text(*at, "", ha="center", va="center", size=11) for at in places]

    def move(hard, scores):
        one = split()
        for words, i in zip(said, hard):
            called = "even" if scores[i] > 0 else "odd"
            mark = "✓" if scores[i] * one.y_test[i] > 0 else "✗"
            words.set_text(f"{one.names_test[i]:.0f}: {called} {mark}")
        rows = one.X_test[hard].reshape(2, 4, 8, 8)
        tiles = [np.hstack([np.pad(digit, 1) for digit in row]) for row in rows]
        return (*image(np.vstack(tiles)), *said)

    return move


class digits(Figure):
    """Even or odd? Errors on handwritten digits at every bandwidth."""

    story = [
        Step("the typical distance", "ℓ = 3, the median distance of two digits. Not the best."),
        Step("the best", "Near ℓ = 1 all three curves are low.", bandwidth=1.0),
        Step(
            "nearest neighbour",
            "A score is about 0.0002, yet its sign is mostly right: the nearest digit decides.",
            bandwidth=0.3,
        ),
        Step("nearly a plane", "Bells so wide that they look like planes.", bandwidth=30.0),
        Step(
            "cheap length",
            "Rather wide, but hardly any penalty: large coefficients bend the plane again.",
            bandwidth=10.0,
            lam=1e-6,
        ),
    ]
    handles = [
        Handle(
            "choose the bandwidth",
            at=lambda r: (r.bandwidth, r.wrong[2]),
            to=lambda r, x, y: dict(bandwidth=x),
        )
    ]
    notes = """Ask which of the eight hardest digits the class would get right. At ℓ = 0.3 let them
    compute k at distance 1.3: e^(−9.4). The score of a new digit is tiny, and only its sign is
    used. One split is an anecdote: the table below has ten."""

    def sliders(self):
        return dict(bandwidth=bandwidth(3.0, 0.3, 30), lam=regularisation(0.001, 1e-6, 0.01))

    @staticmethod
    def compute(bandwidth, lam):
        """Fit 200 digits at this bandwidth; count wrong answers at all of them."""
        one = split()
        fit, K_test = one.fitted(gaussian(bandwidth))
        curves, plane = wrong_by_width(lam)
        loo = fit.loo(lam)
        scores = fit.predict(K_test, lam)
        return dict(
            fit=fit,
            curves=curves,
            plane=plane,
            wrong=one.wrong(fit, K_test, lam),
            loo=loo,
            scores=scores,
            hard=np.argsort(one.y_test * scores)[:8],
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(0.27, 33), ylim=(-0.004, 0.13), xlabel="bandwidth $\\ell$")
        left.set_ylabel("share of wrong answers")
        left.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")
        train = plots.curves(left, ["training"], log="x", color=plots.TRAIN, lw=2.4)
        loo = plots.curves(left, ["left out"], color=LEFT_OUT, ls="-.", lw=2)
        test = plots.curves(left, ["test"], color=plots.TEST, ls="--", lw=2.4)
        line = plots.level(left, "a plane", colour=plots.BLACK)
        near = plots.level(left, "nearest digit", colour=plots.ORANGE)
        star = plots.star(left)
        left.set_xticks((0.3, 1, 3, 10, 30), labels=("0.3", "1", "3", "10", "30"))
        left.xaxis.set_minor_formatter("")
        plots.legend_above(left, columnspacing=0.8, handlelength=1.3)
        hardest = gallery(right)
        right.set_title("the eight hardest test digits")
        return lambda r: (
            *train(DIGIT_WIDTHS, r.curves[0]),
            *loo(DIGIT_WIDTHS, r.curves[1]),
            *test(DIGIT_WIDTHS, r.curves[2]),
            *line(r.plane),
            *near(split().nearest()),
            *star(r.bandwidth, r.wrong[2]),
            *hardest(r.hard, r.scores),
        )

    def caption(self, r):
        size = np.median(np.abs(r.scores))
        return (
            f"Wrong: {100 * r.wrong[2]:.1f} % of the test digits, a plane {100 * r.plane:.1f} %; "
            f"a typical score is {short(size)}."
        )

    def numbers(self, r):
        return (
            "wrong are {:.1%} of the training digits, {:.1%} when left out and {:.1%} of the test "
            "digits; a plane in pixel space {:.1%}, the nearest digit {:.1%}; the median size of a "
            "score is {}.".format(
                *r.wrong, r.plane, split().nearest(), short(np.median(np.abs(r.scores)))
            )
        )

    def headline(self, r):
        i = int(np.argmax(np.abs(r.loo)))
        return Claim(
            "the most surprising digit, left out: shortcut = new fit",
            "Theorem 14.8",
            r.loo[i],
            r.fit.refit(i, r.lam),
            "==",
            1e-5,
            words="Leaving a digit out needs no new fit: its error is αᵢ/Gᵢᵢ.",
        )

    def identities(self, r):
        fit, one = r.fit, split()
        direct = np.trace(np.linalg.solve(fit.K + 200 * r.lam * np.eye(200), fit.K))
        wrong_left_out = np.sum(one.y * r.loo >= 1)
        wrong_seen = np.sum(one.y * (one.y - fit.fitted(r.lam)) >= 1)
        return [
            Claim("degrees of freedom", "Theorem 14.9", fit.df(r.lam), direct, "==", 1e-6),
            Claim("mistakes: seen ≤ left out", "Theorem 14.8", wrong_seen, wrong_left_out),
        ]


class cost(Figure):
    """Operations on both roads: M weights, or n coefficients."""

    story = [
        Step("level", "Ten coordinates, cubic, 500 points: the roads cost about the same."),
        Step(
            "kernel", "Degree 5 in 20 coordinates: 53 130 features, 100 points.", n=100, d=20, p=5
        ),
        Step("weights", "Six features and 5000 points: the kernel is no help.", n=5000, d=2, p=2),
        Step(
            "cheap values, dear road",
            "45 features, 5000 points: a kernel value is cheap, but the system has 5000 unknowns.",
            n=5000,
            d=2,
            p=8,
        ),
    ]
    handles = [
        Handle(
            "choose the degree",
            at=lambda r: (r.p, r.by_degree[2, r.p - 1]),
            to=lambda r, x, y: dict(p=x),
        ),
        Handle(
            "choose the number of points",
            at=lambda r: (r.n, r.by_degree[2, r.p - 1]),
            to=lambda r, x, y: dict(n=x),
            panel=1,
        ),
    ]
    notes = "Cheap kernel values are not enough: the step “cheap values, dear road” is the point."

    def sliders(self):
        return dict(
            n=int_slider("points n", 500, 10, 5000, 10),
            d=int_slider("coordinates d", 10, 1, 20),
            p=int_slider("degree p", 3, 1, 8),
        )

    @staticmethod
    def compute(n, d, p):
        """Count multiplications and additions: build the matrix, then solve by Cholesky."""
        ps, ns, M = np.arange(1, 9), np.geomspace(10, 5000, 60), comb(d + p, p)
        Ms = np.array([float(comb(d + q, q)) for q in ps])

        def roads(n, M, value):
            weights, from_features = primal_flops(n, M), dual_flops(n, 2 * M)
            return np.array([weights.total, from_features.total, dual_flops(n, value).total])

        return dict(
            ps=ps,
            ns=ns,
            M=M,
            by_degree=roads(n, Ms, 2 * d + ps),
            by_n=roads(ns, M, 2 * d + p),
            both=predicted(d, p),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, sharey=True)
        left.set(xlim=(0.8, 8.2), ylim=(1e3, 1e20), xlabel="degree $p$", ylabel="operations")
        right.set(xlim=(9, 5500), xlabel="points $n$")
        right.tick_params(labelleft=True)
        names = ["weights", "$\\alpha$ from $\\psi$", "$\\alpha$ from $k$"]
        colours = (plots.RED, plots.SKY, plots.BLUE)
        panels = []
        for ax, log in ((left, "y"), (right, "xy")):
            lines = plots.curves(ax, names, log=log, legend=None)
            for line, colour in zip(lines(np.ones(1), *[[np.nan]] * 3), colours):
                line.set(color=colour, lw=2.4)
            panels += [lines, plots.star(ax)]
        plots.legend_above(left, columnspacing=0.8)
        by_degree, star, by_n, other = panels
        return lambda r: (
            *by_degree(r.ps, *r.by_degree),
            *by_n(r.ns, *r.by_n),
            *star(r.p, r.by_degree[2, r.p - 1]),
            *other(r.n, r.by_degree[2, r.p - 1]),
        )

    def caption(self, r):
        weights, _, kernel = r.by_degree[:, r.p - 1]
        if kernel < weights:
            return f"The kernel needs {short(weights / kernel)} times fewer operations."
        return f"Weights need {short(kernel / weights)} times fewer operations."

    def numbers(self, r):
        weights, from_features, kernel = map(short, r.by_degree[:, r.p - 1])
        return (
            f"{r.M} features; {weights} operations by weights, {from_features} by coefficients "
            f"with a matrix from the features, {kernel} with the kernel."
        )

    def headline(self, r):
        weights, _, kernel = r.by_degree[:, r.p - 1]
        many = f"n = {r.n} is over M = {r.M}" if r.n > r.M else ""
        value = "" if 2 * r.d + r.p <= 2 * r.M else "a kernel value costs more than 2M"
        return Claim(
            "operations: kernel ≤ weights",
            "Theorem 14.6",
            kernel,
            weights,
            why_not=many or value,
            words="With no more points than features the kernel is never the dearer road.",
        )

    def identities(self, r):
        weights, _, kernel = r.by_degree[:, r.p - 1]
        few = "" if r.n >= 4 * r.M else f"n = {r.n} is under 4M = {4 * r.M}"
        many = f"{r.M} features are too many to write down" if r.both is None else ""
        by_weights, by_kernel = r.both or (np.nan, np.nan)
        both = "prediction at a new point: weights = kernel"
        return [
            Claim("n ≥ 4M: weights ≤ kernel", "Theorem 14.6", weights, kernel, why_not=few),
            Claim(both, "Theorem 14.5", by_weights, by_kernel, "==", 1e-7, many),
        ]


@cache
def predicted(d, p):
    """Predictions at a 31st point by weights and by coefficients; None beyond 300 features."""
    if comb(d + p, p) > 300:
        return None
    A = np.random.default_rng(p).uniform(-1, 1, (31, d)) / d**0.5
    Phi, K, t = features.monomials(p)(A), polynomial(p)(A), np.cos(np.arange(30))
    by_weights = Ridge(Phi[:30], t).predict(Phi[30:], 0.01)[0]
    return by_weights, KernelRidge(K[:30, :30], t).predict(K[30:, :30], 0.01)[0]


class gram(Figure):
    """The Gram matrix of forty points, and its eigenvalues against nλ."""

    story = [
        Step("a band", "Only near points are similar: a band. Eigenvalues fall like a cliff."),
        Step("strangers", "A diagonal: forty equal eigenvalues, nothing shared.", bandwidth=0.002),
        Step("one crowd", "One colour, and one eigenvalue that counts.", bandwidth=10.0),
        Step("rough", "A kernel with a tip: eigenvalues fall slowly.", k="laplace(l)"),
        Step(
            "three features",
            "A polynomial of degree 2 on a line: three eigenvalues and no more.",
            k="(linear() + 1) ** 2",
        ),
        Step(
            "wave on a slope",
            "Sums of kernels are kernels: a wave that repeats, on a line that climbs.",
            k="periodic(0.25, l) + 2 * linear()",
            bandwidth=0.5,
        ),
    ]
    handles = [
        Handle(
            "lift the penalty",
            at=lambda r: (38.0, 40 * r.lam / r.total),
            to=lambda r, x, y: dict(lam=y * r.total / 40),
            panel=1,
        )
    ]
    notes = "Ask for a kernel with exactly four eigenvalues before anybody types one."

    def sliders(self):
        return dict(
            k=text("kernel k", "gaussian(l)", lambda words: parse(words, l=0.5) and words),
            bandwidth=bandwidth(0.1, 0.002, 10),
            lam=regularisation(0.001, 1e-8, 1),
        )

    @staticmethod
    def compute(k, bandwidth, lam):
        """Decompose the Gram matrix of the kernel that was typed."""
        K = parse(k, l=bandwidth)(SPOT_PAIRS)
        total = np.trace(K)
        if total == 0:
            raise ValueError("this kernel is zero at every point: there is nothing to see")
        fit, scale = KernelRidge(K, np.sin(9 * SPOTS)), np.sqrt(np.maximum(np.diag(K), 1e-300))
        s = fit.S[::-1]
        return dict(
            K=K,
            similar=K / np.outer(scale, scale),
            s=s,
            total=total,
            above=np.sum(s >= 40 * lam),
            df=fit.df(lam),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(2, 3))
        left.set(xlabel="point $j$", ylabel="point $i$", title="similarity $K_{ij}$, scaled")
        right.set(xlim=(0, 41), ylim=(1e-12, 3), yscale="log", xlabel="number $j$")
        right.set_ylabel("eigenvalue, share of the sum")
        image = plots.heatmap(left, (0.5, 40.5, 40.5, 0.5), -1, 1, bar=" ", origin="upper")
        dots = plots.points(right, ["eigenvalues"], legend=None)
        floor = plots.level(right, "$n\\lambda$", colour=plots.BOUND, ls="--")
        star = plots.star(right)
        plots.legend_above(right)
        number = np.arange(1, 41)
        return lambda r: (
            *image(r.similar),
            *floor(40 * r.lam / r.total),
            *dots(np.column_stack([number, np.where(r.s > 0, r.s / r.total, np.nan)])),
            *star(38.0, 40 * r.lam / r.total),
        )

    def caption(self, r):
        return (
            f"{r.above} of 40 eigenvalues are above nλ; the fit has {r.df:.1f} degrees of freedom."
        )

    def numbers(self, r):
        return (
            f"{np.sum(r.s > 1e-10 * r.s[0])} of 40 eigenvalues are above 10⁻¹⁰ of the largest, "
            f"{r.above} above nλ; {r.df:.1f} degrees of freedom."
        )

    def headline(self, r):
        return Claim(
            "half the eigenvalues above nλ ≤ degrees of freedom",
            "Theorem 14.9",
            r.above / 2,
            r.df,
            words="Degrees of freedom count the eigenvalues that stand above nλ.",
        )

    def identities(self, r):
        K, level = r.K, 40 * r.lam
        rest = r.s[r.s < level].sum() / level
        direct = np.trace(np.linalg.solve(K + level * np.eye(40), K))
        v = np.cos(np.arange(40.0))
        square = np.sum((features_of(K).T @ v) ** 2)
        nine, three = "Theorem 14.9", "Theorem 14.3"
        tol = 1e-9 * max(1.0, r.s[0])
        return [
            Claim("degrees of freedom ≤ that number + rest/nλ", nine, r.df, r.above + rest),
            Claim("degrees of freedom = trace of K(K + nλI)⁻¹", nine, r.df, direct, "==", 1e-6),
            Claim("v′Kv = |Φ′v|² with Φ = U S^½", three, v @ K @ v, square, "==", tol),
        ]
