"""The figures of notebook 02, convexity."""

import numpy as np

from helpers import losses, plots
from helpers.descent import problems
from helpers.learning import convexity, functions, surrogate
from helpers.live import (
    Claim,
    Figure,
    Handle,
    Step,
    choice,
    int_slider,
    log_slider,
    regularisation,
    slider,
)

WINDOW = np.arange(-104, 105) / 40  # the stage of all pictures over a line; kinks are in it
WEIGHTS = np.linspace(0, 1, 101)


class chord(Figure):
    """A chord of a graph, and how far it may sag before it touches."""

    size = (10, 3.7)
    veiled = (1,)
    more = ("alpha",)
    story = [
        Step("a chord", "It joins two points of the graph. Drag the ends: it stays above."),
        Step("sagging", "Let it sag like a parabola (dashed). There is still room.", mu=1),
        Step("touching", "At μ = 2 the sagging chord lies on the graph of w², all along.", mu=2),
        Step("too much", "A little more, and it dips below.", mu=2.5),
        Step("sine", "Here the straight chord itself is below.", f="sin w", u=-0.5, v=2.5),
        Step(
            "wells",
            "Between two wells the graph rises over the chord.",
            f="two wells (w² − 1)²/4",
            u=-1,
            v=1,
        ),
    ]
    notes = """Ask for hands on each function before choosing it. Then touching: at μ = 2 the
    sagging chord is the graph of w², wherever u and v are: w² is the yardstick of curvature. Then
    sine, and let someone find a chord of the sine that looks innocent."""
    handles = [
        Handle("drag this end", at=lambda r: (r.u, r.ends[0]), to=lambda r, x, y: dict(u=x)),
        Handle("drag this end", at=lambda r: (r.v, r.ends[1]), to=lambda r, x, y: dict(v=x)),
        Handle(
            "slide along the chord",
            at=lambda r: (r.alpha, r.here),
            to=lambda r, x, y: dict(alpha=x),
            panel=1,
        ),
    ]

    def sliders(self):
        return dict(
            f=choice("function", "w²", functions.SHOWN),
            u=slider("end u", -1.5, -2.5, 2.5, 0.05),
            v=slider("end v", 2, -2.5, 2.5, 0.05),
            alpha=slider("weight α", 0.3, 0, 1, 0.01),
            mu=slider("sag μ", 0, 0, 2.5, 0.05),
        )

    @staticmethod
    def compute(f, u, v, alpha, mu):
        """The chord from u to v, its sag, and its height above the graph."""
        at = alpha * u + (1 - alpha) * v
        return dict(
            graph=f(WINDOW),
            ends=(f(u), f(v)),
            along=WEIGHTS * u + (1 - WEIGHTS) * v,
            line=WEIGHTS * f(u) + (1 - WEIGHTS) * f(v),
            sag=mu / 2 * WEIGHTS * (1 - WEIGHTS) * (u - v) ** 2,
            gap=convexity.chord_gap(f, u, v, WEIGHTS),
            drop=[[at, f(at)], [at, alpha * f(u) + (1 - alpha) * f(v)]],
            here=convexity.chord_gap(f, u, v, alpha),
            dip=mu / 2 * alpha * (1 - alpha) * (u - v) ** 2,
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(-2.6, 2.6), ylim=(-3.3, 7), xlabel="$w$", ylabel="$f(w)$")
        right.set(xlim=(0, 1), ylim=(-2.5, 7), xlabel="weight $\\alpha$ of $u$")
        right.set_ylabel("above the graph")
        graph = plots.curves(left, ["graph of $f$"], color=plots.TRUTH)
        straight = plots.curves(left, ["chord"], color=plots.FIT)
        sagging = plots.curves(left, ["sagging by $\\mu$"], color=plots.FIT, ls="--")
        drop = plots.curves(left, [""], color=plots.RED, lw=1.4)
        ends = plots.points(left, [""], legend=None, size=60)
        star = plots.star(left)
        plots.legend_above(left)
        gap = plots.curves(right, ["chord's height"], color=plots.FIT)
        sag = plots.curves(right, ["sag"], color=plots.FIT, ls="--")
        here = plots.star(right)
        right.axhline(0, color=plots.TRUTH, lw=1)
        plots.legend_above(right)
        return lambda r: (
            *graph(WINDOW, r.graph),
            *straight(r.along, r.line),
            *sagging(r.along, r.line - r.sag),
            *drop(*np.transpose(r.drop)),
            *ends([[r.u, r.ends[0]], [r.v, r.ends[1]]]),
            *star(*r.drop[1]),
            *gap(WEIGHTS, r.gap),
            *sag(WEIGHTS, r.sag),
            *here(r.alpha, r.here),
        )

    def caption(self, r):
        least, what = (r.gap - r.sag).min(), "sagging chord" if r.mu else "chord"
        if least >= -1e-9:
            return f"The {what} stays above the graph; at the star by {r.here - r.dip:.3g}."
        return f"The {what} dips {-least:.3g} below the graph."

    def numbers(self, r):
        least = (r.gap - r.sag).min().round(9) + 0.0
        return (
            f"at the star the chord is {r.here:.3g} above the graph; the gap minus the sag is "
            f"nowhere below {least:.3g}."
        )

    def headline(self, r):
        weak = _weak(r.f, r.mu)
        worst, middle = np.argmax(r.sag - r.gap), len(WEIGHTS) // 2
        shown = worst if r.sag[worst] > r.gap[worst] + 1e-9 else middle
        return Claim(
            "even sagging",
            "Theorem 2.1",
            r.sag[shown],
            r.gap[shown],
            why_not=weak,
            words="A μ-strongly convex function stays below its chords, even if they sag by μ.",
        )

    def identities(self, r):
        bent = "" if r.f.convex else f"{r.f.name} is not convex"
        other = "" if r.f is functions.square else "another function"
        exact = r.alpha * (1 - r.alpha) * (r.u - r.v) ** 2
        return [
            Claim(
                "the chord is above the graph",
                "section 1",
                r.gap.min(),
                0,
                ">=",
                why_not=bent,
            ),
            Claim("w²: gap = α(1−α)(u−v)²", "Theorem 2.1", r.here, exact, "==", why_not=other),
        ]


def _weak(f, mu):
    """Why f is not mu-strongly convex; "" if it is."""
    if not f.convex:
        return f"{f.name} is not convex"
    return "" if mu <= f.mu + 1e-12 else f"μ is over {f.mu:.3g}, all that {f.name} has"


class fan(Figure):
    """All lines that touch a graph from below at one point: its subgradients."""

    veiled = (0, 1)
    more = ("k",)
    story = [
        Step("a kink", "Every line of the fan stays below. Yours, of slope ½, too."),
        Step(
            "slope 1.01", "A hundredth too steep: right of 0 the line is above the graph.", g=1.01
        ),
        Step("no kink", "Off the kink the fan closes: one line, the tangent.", w=1, g=1),
        Step("two corners", "A second corner at 1: the staircase has two risers.", k=1, g=-1.5),
        Step("turned over", "−|w|: no line through this point stays below.", c=-1, g=0),
        Step("a hill", "Smooth, but no tangent stays below.", f="hill −w²/2", w=0.5, g=-0.5),
    ]
    notes = """Hold a ruler under the kink and turn it. Then slope 1.01: ask where it crosses
    (at the kink itself). A hill: differentiable everywhere and without a subgradient anywhere."""
    handles = [
        Handle("move the point w", at=lambda r: (r.w, r.height), to=lambda r, x, y: dict(w=x)),
        Handle(
            "choose w and the slope g",
            at=lambda r: (r.w, r.g),
            to=lambda r, x, y: dict(w=x, g=y),
            panel=1,
        ),
    ]

    def sliders(self):
        return dict(
            f=choice("function", "|w|", functions.KINKED),
            w=slider("point w", 0, -2, 2, 0.05),
            g=slider("slope g", 0.5, -4, 4, 0.01),
            c=slider("factor c", 1, -1, 2, 0.05),
            k=slider("kink at 1 k", 0, 0, 2, 0.05),
        )

    @staticmethod
    def compute(f, w, g, c, k):
        """Subgradients at w of h = c f + k|w - 1| and of its parts; the lines of the fan."""
        cf, corner = c * f, k * functions.absolute.of(1, -1)
        h = cf + corner
        of = {
            name: np.array(functions.subdifferential(part, w, WINDOW))
            for name, part in dict(h=h, f=f, cf=cf, corner=corner).items()
        }
        lines = h(w) + np.linspace(*of["h"], 9)[:, None] * (WINDOW - w)
        stairs = functions.subdifferential(h, WINDOW, WINDOW)
        yours = h(w) + g * (WINDOW - w)
        return dict(
            h=h,
            height=h(w),
            graph=h(WINDOW),
            yours=yours,
            of=of,
            lines=lines,
            below=(h(WINDOW) - lines).min(),
            under=(h(WINDOW) - yours).min(),
            stairs=np.ravel(stairs, order="F"),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(-2.6, 2.6), ylim=(-3, 4), xlabel="$u$", ylabel="$h(u)$")
        right.set(xlim=(-2.6, 2.6), ylim=(-4.2, 4.2), xlabel="$w$", ylabel="slopes $g$")
        spread = plots.bundle(left, 9, "the fan", "0.6", 1.2)
        graph = plots.curves(left, ["graph of $h$"], color=plots.TRUTH)
        line = plots.curves(left, ["your line, slope $g$"], color=plots.FIT)
        star = plots.star(left)
        sign = plots.note(left, y=0.97)
        plots.legend_above(left)
        stairs = plots.curves(right, ["all subgradients $\\partial h(w)$"], color=plots.TRUTH)
        here = plots.star(right)
        plots.legend_above(right)
        return lambda r: (
            *spread(WINDOW, r.lines),
            *graph(WINDOW, r.graph),
            *line(WINDOW, r.yours),
            *star(r.w, r.height),
            *sign("no line through this point stays below" if np.isnan(r.below) else ""),
            *stairs(np.repeat(WINDOW, 2), r.stairs),
            *here(r.w, r.g),
        )

    def caption(self, r):
        if np.isnan(r.below):
            return "No line through this point stays below the graph."
        if r.under >= -1e-9:
            return f"Your line of slope {r.g:.3g} stays below: g is a subgradient."
        return f"Your line of slope {r.g:.3g} crosses the graph: g is no subgradient."

    def numbers(self, r):
        found = "no line"
        if not np.isnan(r.below):
            low, high = r.of["h"] + 0.0
            found = f"each line with a slope from {low:.3g} to {high:.3g}"
        over = max(-r.under, 0.0) + 0.0
        return f"{found} supports h at w; the line of slope g is at worst {over:.3g} above h."

    def headline(self, r):
        sides = [r.h.left(r.w), r.h.right(r.w)]
        return Claim(
            "∂h = [h′(w−), h′(w+)]",
            "Theorem 2.4",
            np.abs(r.of["h"] - sides).max(),
            0,
            "==",
            why_not="" if r.h.convex else "h is not convex",
            words="The subgradients of a convex function fill the interval between its slopes "
            "from the left and from the right.",
        )

    def identities(self, r):
        bent = "" if r.h.convex else "h is not convex"
        none = "∂h is empty here" if np.isnan(r.below) else ""
        low, high = r.of["h"]
        out = "" if low - 1e-9 <= r.g <= high + 1e-9 else "g is not in ∂h"
        scaled = "" if r.c >= 0 and r.f.convex else "c < 0, or f is not convex"
        off_scaled = np.abs(r.of["cf"] - r.c * r.of["f"]).max()
        off_sum = np.abs(r.of["h"] - (r.of["cf"] + r.of["corner"])).max()
        return [
            Claim("the fan stays below h", "section 3", r.below, 0, ">=", why_not=none),
            Claim("so does your line", "section 3", r.under, 0, ">=", why_not=out),
            Claim("∂(cf) = c ∂f", "Theorem 2.4", off_scaled, 0, "==", why_not=scaled),
            Claim("∂h = ∂(cf) + ∂(k|w − 1|)", "Theorem 2.4", off_sum, 0, "==", why_not=bent),
        ]


class sandwich(Figure):
    """A graph between two parabolas that touch it at one point."""

    veiled = (1,)
    story = [
        Step("between", "Slide the star: the graph stays between the two parabolas."),
        Step(
            "β too small",
            "β cut by a tenth: near w more is needed (right), the graph breaks through the lid.",
            beta=1.26,
            w=0,
        ),
        Step(
            "μ too large",
            "To the left the graph needs less than 1 (right panel): there the floor is above it.",
            mu=1,
            w=-2,
        ),
        Step("w²", "One curvature everywhere: both parabolas are the graph.", f="w²", mu=2, beta=2),
        Step(
            "Huber", "Straight far out: only μ = 0 fits, but β = 1 does.", f="Huber", mu=0, beta=1
        ),
        Step(
            "a kink",
            "Across the kink 3.33 is needed. Slide w towards 0: there is no limit.",
            f="|w|",
            w=-0.3,
            mu=0,
        ),
        Step(
            "a hill", "A lid fits over the hill, a floor does not.", f="hill −w²/2", mu=0, beta=0.5
        ),
    ]
    notes = """Cover the right panel and let them estimate β by eye; the right panel says what is
    needed from w to each u. Pull the two levels until they touch the curve."""
    handles = [
        Handle("slide along the graph", at=lambda r: r.dot, to=lambda r, x, y: dict(w=x)),
        Handle("raise β", at=lambda r: (2.3, r.beta), to=lambda r, x, y: dict(beta=y), panel=1),
        Handle("raise μ", at=lambda r: (-2.3, r.mu), to=lambda r, x, y: dict(mu=y), panel=1),
    ]

    def sliders(self):
        return dict(
            f=choice("function", "4 softplus + w²/5", functions.SHOWN),
            w=slider("point w", -1, -2, 2, 0.05),
            mu=slider("strong convexity μ", 0.4, 0, 3, 0.01),
            beta=slider("smoothness β", 1.4, 0.05, 4, 0.01),
        )

    @staticmethod
    def compute(f, w, mu, beta):
        """The tangent at w, two parabolas on it, and the curvature the graph needs towards u."""
        step = WINDOW - w
        above = convexity.tangent_gap(f, f.grad, w, WINDOW)
        tangent = f(WINDOW) - above
        far = np.abs(step) > 1e-4
        bend = np.where(far, 2 * above / np.where(far, step, 1.0) ** 2, np.nan)
        upper, lower = tangent + beta / 2 * step**2, tangent + mu / 2 * step**2
        return dict(
            curves=(f(WINDOW), upper, lower, tangent),
            dot=(w, f(w)),
            bend=bend,
            least=np.nanmin(bend),
            most=np.nanmax(bend),
            turn=np.abs(np.diff(f.grad(WINDOW)) / np.diff(WINDOW)).max(),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(-2.6, 2.6), ylim=(-3.6, 12), xlabel="$u$", ylabel="$f(u)$")
        right.set(xlim=(-2.6, 2.6), ylim=(-1.5, 4.2), xlabel="$u$")
        right.set_ylabel("curvature from $w$ to $u$")
        lid = plots.curves(left, ["$\\beta$-parabola"], color=plots.RED, ls="--")
        graph = plots.curves(left, ["graph of $f$"], color=plots.TRUTH)
        floor = plots.curves(left, ["$\\mu$-parabola"], color=plots.GREEN, ls="-.")
        tangent = plots.curves(left, ["tangent"], color=plots.BOUND, ls=":")
        star = plots.star(left)
        plots.legend_above(left)
        bend = plots.curves(right, ["needed"], color=plots.TRUTH)
        top = plots.level(right, "$\\beta$", plots.RED, "--")
        low = plots.level(right, "$\\mu$", plots.GREEN, "-.")
        plots.legend_above(right)

        def move(r):
            f, upper, lower, line = r.curves
            return (
                *lid(WINDOW, upper),
                *graph(WINDOW, f),
                *floor(WINDOW, lower),
                *tangent(WINDOW, line),
                *star(*r.dot),
                *bend(WINDOW, r.bend),
                *top(r.beta),
                *low(r.mu),
            )

        return move

    def caption(self, r):
        return f"From this w the graph needs curvatures from {r.least:.3g} to {r.most:.3g}."

    def numbers(self, r):
        return (
            f"seen from w the graph needs curvatures from {r.least:.3g} to {r.most:.3g}; "
            f"its slope turns at a rate of up to {r.turn:.3g}."
        )

    def headline(self, r):
        return Claim(
            "the β-parabola is above",
            "Theorem 2.5",
            r.most,
            r.beta,
            "<=",
            1e-8,
            _under(r.beta, r.f.top),
            words="A β-smooth function stays below the β-parabola that touches it.",
        )

    def identities(self, r):
        bent = "" if r.f.convex else f"{r.f.name} is not convex"
        weak, rough = _weak(r.f, r.mu), _under(r.beta, r.f.beta)
        return [
            Claim("the tangent is below", "Theorem 2.5", r.least, 0, ">=", 1e-8, bent),
            Claim("so is the μ-parabola", "Theorem 2.5", r.least, r.mu, ">=", 1e-8, weak),
            Claim("the slope turns at rate ≤ β", "section 4", r.turn, r.beta, "<=", 1e-8, rough),
            Claim("μ ≤ β", "Theorem 2.5", r.mu, r.beta, "<=", why_not=weak or rough),
        ]


def _under(beta, needed):
    """Why beta is too small; "" if it is not."""
    return "" if beta >= needed - 1e-12 else f"β is under {needed:.3g}"


TURN = np.linspace(0, np.pi, 721)
AROUND = np.column_stack([np.cos(TURN), np.sin(TURN)])


class eigen(Figure):
    """A quadratic in the plane: its curvature in every direction, and its minimiser."""

    notes = """Let them say where the minimiser goes as the small eigenvalue shrinks. Bowl, then
    valley: the minimiser walks far out along the floor. Flat floor: ask how many minimisers there
    are. Not symmetric: the cross is what solving Aw = b gives; only the symmetric part counts."""
    story = [
        Step("bowl", "Equal curvature in all directions: round level lines.", low=2),
        Step(
            "valley",
            "One eigenvalue is small: a long valley, and a far minimiser.",
            low=0.1,
            angle=2.2,
        ),
        Step("flat floor", "An eigenvalue of 0: a whole line of minimisers, or none.", low=0),
        Step("saddle", "A negative one: downhill without end.", low=-1),
        Step(
            "not symmetric",
            "A is not symmetric: A⁻¹b (cross) is not the minimiser (diamond).",
            low=1.25,
            high=2.75,
            angle=2.356,
            skew=0.75,
        ),
    ]

    def sliders(self):
        return dict(
            low=slider("eigenvalue λ₁", 0.5, -1, 3, 0.05),
            high=slider("eigenvalue λ₂", 2, 0.1, 4, 0.05),
            angle=slider("angle θ", 0.6, 0, 3.14, 0.02),
            skew=slider("skew s", 0, 0, 1.5, 0.05),
        )

    @staticmethod
    def compute(low, high, angle, skew):
        """w'Aw/2 - b'w: its curvature v'Av in every direction, its minimiser, and A^-1 b."""
        A, b = convexity.from_eigen(low, high, angle, skew), np.array([1.0, 0.5])
        f = problems.Quadratic(A, b)
        least, most = sorted((low, high))
        star = solved = np.full(2, np.nan)
        if least > 1e-9:
            star, solved = f.w_star, np.linalg.solve(A, b)
        middle = np.full(len(AROUND), 0.5)
        return dict(
            f=f,
            least=least,
            most=most,
            star=star,
            solved=solved,
            miss=np.linalg.norm(star - solved),
            bend=((AROUND @ A) * AROUND).sum(1),
            half=convexity.chord_gap(f.value, AROUND, -AROUND, middle),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2)
        left.set(xlim=(-4, 4), ylim=(-4, 4), xlabel="$w_1$", ylabel="$w_2$")
        right.set(xlim=(0, 180), ylim=(-1.5, 4.2), xlabel="direction of $e$ in degrees")
        right.set_ylabel("curvature $e^\\top A e$")
        hills = plots.moving_contours(left, (-4, 4), np.arange(-9, 24, 3.0))
        low = plots.mark(left, "minimiser", "D", plots.BLACK, 9)
        cross = plots.mark(left, "$A^{-1}b$", "X", plots.SKY, 10)
        plots.legend_above(left)
        bend = plots.curves(right, ["curvature"], color=plots.FIT)
        least = plots.level(right, "$\\lambda_{\\min}$", plots.GREEN, "-.")
        most = plots.level(right, "$\\lambda_{\\max}$", plots.RED, "--")
        plots.legend_above(right)
        return lambda r: (
            *hills(r.f.value),
            *low(*r.star),
            *cross(*r.solved),
            *bend(np.degrees(TURN), r.bend),
            *least(r.least),
            *most(r.most),
        )

    def caption(self, r):
        if r.least > 1e-9:
            return f"A bowl: it bends upwards in every direction, by {r.least:.3g} at least."
        return "A saddle: downhill without end." if r.least < 0 else "Flat in one direction."

    def numbers(self, r):
        found = "a saddle." if r.least < 0 else "flat one way."
        if r.least > 1e-9:
            found = f"one minimum; A⁻¹b misses it by {r.miss:.3g}."
        return f"curvature from {r.least:.3g} to {r.most:.3g}, {found}"

    def headline(self, r):
        return Claim(
            "least curvature = λ_min",
            "Theorem 2.9",
            r.bend.min(),
            r.least,
            "==",
            1e-4,
            words="The least curvature of a quadratic is the smallest eigenvalue.",
        )

    def identities(self, r):
        none = "" if r.least > 1e-9 else "no minimum: λ_min is not positive"
        skewed = none or ("A is not symmetric" if r.skew else "")
        slope = np.abs(r.f.grad(r.star)).max()
        miss = r.miss / (1 + np.linalg.norm(r.star))
        found = (
            ("largest = λ_max", r.bend.max(), r.most, ""),
            ("worst midpoint gap on the circle = λ_min/2", r.half.min(), r.least / 2, ""),
            ("the gradient at the minimiser", slope, 0, none),
            ("distance to A⁻¹b, relative", miss, 0, skewed),
        )
        return [
            Claim(name, "Theorem 2.9", one, other, "==", 1e-4, why)
            for name, one, other, why in found
        ]


ALONG = np.linspace(-1, 1, 201)
LOSSES = {loss.name: loss for loss in losses.RESIDUAL + losses.MARGIN[2:5]}


class constants(Figure):
    """The constants of a loss, estimated from random pairs of weights."""

    veiled = (0,)
    more = ("B", "lam", "N")
    story = [
        Step("squared", "ρ and β are approached from below, μ from above. None is passed."),
        Step("few pairs", "Ten pairs: the estimates are not there yet.", N=10),
        Step(
            "logistic",
            "Never steeper than ‖x‖, and never turning faster than ‖x‖²/4.",
            loss="logistic",
        ),
        Step(
            "hinge", "A kink: there is no β. The closer a pair, the faster the turn.", loss="hinge"
        ),
        Step(
            "x ten times",
            "Ten times the x: β is nearly 100 times larger, and ρ nearly 70 times.",
            norm=10,
        ),
        Step(
            "w² on a ball", "y = 0: the loss is ⟨w, x⟩², steep only far out.", y=0, B=2.5, lam=0.001
        ),
    ]
    notes = """Ask from which side estimates from data come before showing the left panel. x ten
    times: read ρ and β in the caption; a bound on w alone bounds nothing."""

    def sliders(self):
        return dict(
            loss=choice("loss", "squared", LOSSES),
            norm=log_slider("length ‖x‖", 1, 0.1, 10),
            y=slider("answer y", 1, -3, 3, 0.1),
            B=log_slider("radius B", 2, 0.1, 10),
            lam=regularisation(0.05, 0.001, 1),
            N=int_slider("pairs N", 3000, 2, 3000),
        )

    @staticmethod
    def compute(loss, norm, y, B, lam, N):
        """Constants of the loss of one example plus lam|w|^2 on |w| <= B: claimed and seen."""
        x = norm * np.array([0.6, 0.8])
        label = y if loss.of == "residual" else 1.0
        f, grad = losses.objective(loss, x[None], [label], lam)
        U, V = convexity.pairs(np.random.default_rng(0), 3000, 2, B)
        steepest = -B * x / norm if label >= 0 else B * x / norm  # a point of the ball's edge
        profile = f(ALONG[:, None] * B * x / norm)
        return dict(
            claimed=convexity.ball_constants(loss, x, label, B, lam),
            edge=np.linalg.norm(grad(steepest)),
            seen=convexity.estimates(f, grad, U[:N], V[:N]),
            count=np.arange(1, N + 1),
            gap=convexity.tangent_gap(f, grad, U, V).min(),
            profile=profile / profile.max(),
            slope=B * grad(steepest) @ (x / norm) / profile.max(),
            side=-1.0 if label >= 0 else 1.0,
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(1, 3000), ylim=(0.03, 30), xlabel="pairs looked at")
        left.set_ylabel("estimate / claimed constant")
        right.set(xlim=(-1, 1), ylim=(0, 1.05), xlabel="$w$ along $x$, in units of $B$")
        right.set_ylabel("loss, in units of its maximum")
        rho = plots.curves(left, ["$\\rho$: steepest"], log="xy", legend=None, color=plots.BLUE)
        beta = plots.curves(left, ["$\\beta$: fastest turn"], legend=None, color=plots.RED, ls="--")
        mu = plots.curves(left, ["$\\mu$: slowest turn"], legend=None, color=plots.GREEN, ls="-.")
        left.axhline(1, color=plots.BOUND, ls=":", lw=2)
        sign = plots.note(left, y=0.97)
        plots.legend_above(left)
        loss = plots.curves(right, ["loss of one example"], color=plots.TRUTH)
        line = plots.curves(right, ["slope $\\rho$"], color=plots.BLUE, ls="--")
        plots.legend_above(right)

        def move(r):
            shares = [found / claimed for found, claimed in zip(r.seen, r.claimed)]
            kink = r.claimed[1] == np.inf
            height = r.profile[0 if r.side < 0 else -1]
            tangent = height + r.slope * (ALONG - r.side)
            words = f"a kink: no β, the fastest turn so far is {r.seen[1][-1]:.0f}"
            return (
                *rho(r.count, shares[0]),
                *beta(r.count, None if kink else shares[1]),
                *mu(r.count, shares[2]),
                *sign(words if kink else ""),
                *loss(ALONG, r.profile),
                *line(ALONG, tangent),
            )

        return move

    def caption(self, r):
        rho, beta, mu = r.claimed
        bend = "there is no β" if beta == np.inf else f"β = {beta:.3g}"
        return f"On this ball ρ = {rho:.3g}, {bend} and μ = {mu:.3g}."

    def numbers(self, r):
        steep, fast, slow = (found[-1] for found in r.seen)
        rho, beta, mu = r.claimed
        return (
            f"steepest chord {steep:.3g}, turning rates up to {fast:.3g} and down to {slow:.3g}; "
            f"claimed ρ = {rho:.3g}, β = {beta:.3g}, μ = {mu:.3g}."
        )

    def headline(self, r):
        return Claim(
            "every chord's slope ≤ ρ",
            "Theorem 2.6",
            r.seen[0][-1],
            r.claimed[0],
            words="On the ball no chord of the loss is steeper than ρ.",
        )

    def identities(self, r):
        (rho, beta, mu), (_, fast, slow) = r.claimed, (found[-1] for found in r.seen)
        kink = "" if beta < np.inf else "a kink"
        return [
            Claim("attained at the edge of the ball", "Theorem 2.6", r.edge, rho, "=="),
            Claim("the gradient turns at rate ≤ β", "Theorem 2.6", fast, beta, "<=", 1e-7, kink),
            Claim("and at least at μ = 2λ", "Theorem 2.6", slow, mu, ">=", 1e-7),
            Claim("the slopes used are subgradients", "section 3", r.gap, 0, ">="),
        ]


SCORES = np.arange(-120, 121) / 40
SHARES = np.sort(np.append(np.arange(1, 100) / 100, [0.499, 0.501]))
TINY = np.geomspace(1e-6, 3, 100)  # scores down to nearly 0, where a kink shows


def right_from(phi):
    """The p of [1/2, 1] from which on a positive score is cheaper than 0; 1 if none is. By values
    of phi alone: s beats 0 at p if p (phi(0) - phi(s)) > (1 - p) (phi(-s) - phi(0))."""
    gain, loss = phi(0.0) - phi(TINY), phi(-TINY) - phi(0.0)
    pays = gain > 0
    return float(np.min(loss[pays] / (loss + gain)[pays], initial=1.0))


def border(phi):
    """The same p by the two slopes of phi at 0: where p phi'(0+) = (1 - p) phi'(0-)."""
    left, right = surrogate.slopes_at_zero(phi)
    return left / (left + right) if right < 0 else 1.0


class calibration(Figure):
    """What a score costs on average, and whether the cheapest one has the right sign."""

    veiled = (1,)
    story = [
        Step("hinge", "Cheapest is the score 1: the right sign. So for every p over ½."),
        Step("a coin", "p = ½: every score between −1 and 1 costs the same.", p=0.5),
        Step(
            "logistic",
            "This score also tells p: it is ln(p/(1 − p)).",
            loss="logistic / ln 2",
            p=0.8,
        ),
        Step(
            "perceptron",
            "A kink at 0: the score 0 is cheapest, and 0 has no sign.",
            loss="perceptron",
        ),
        Step("any kink", "Near p = ½ every kink at 0 does the same.", loss="two slopes", kink=0.6),
        Step("rising", "It rises at 0: the wrong sign is cheaper.", loss="two slopes", a=0.4),
    ]
    notes = """Let them vote on the perceptron. Then any kink, and slide p: the flat step of the
    right panel has the width that the kink allows."""
    handles = [
        Handle(
            "choose the chance p",
            at=lambda r: (r.p, np.clip(r.best[0], -3, 3)),
            to=lambda r, x, y: dict(p=x),
            panel=1,
        )
    ]

    def sliders(self):
        return dict(
            loss=choice("loss", "hinge", surrogate.SURROGATES | {"two slopes": None}),
            p=slider("chance of +1 p", 0.6, 0, 1, 0.01),
            a=slider("left slope a", -1, -2, 1, 0.05),
            kink=slider("kink at 0 k", 0, 0, 2, 0.05),
        )

    @staticmethod
    def compute(loss, p, a, kink):
        """The average cost of every score, and the cheapest score for every p."""
        phi = loss or surrogate.two_slopes(a, kink)
        pair = (phi, losses.zero_one)
        best = surrogate.best_scores(phi, np.append(SHARES, p))
        best = np.clip(best, -9, 9)  # 9 stands for infinity
        return dict(
            phi=phi,
            costs=[surrogate.conditional_risk(cost, p, SCORES) for cost in pair],
            stairs=best[:, :-1].ravel("F"),
            best=best[:, -1],
            regret=surrogate.regret_of_wrong(phi, p),
            pull=float(surrogate.pull(phi, p)),
            seen=right_from(phi),
            promised=border(phi),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(-3, 3), ylim=(-0.2, 4), xlabel="score $s$", ylabel="average cost $C_p(s)$")
        right.set(xlim=(0, 1), ylim=(-3.1, 3.1), xlabel="chance $p$ of $+1$", ylabel="score")
        cost = plots.curves(left, ["surrogate"], color=plots.FIT)
        count = plots.curves(left, ["0-1 loss"], color=plots.TRUTH, lw=1.4)
        star = plots.star(left, label="cheapest")
        plots.legend_above(left)
        bayes = plots.curves(right, ["Bayes' sign"], color=plots.TRUTH, lw=6, alpha=0.3)
        best = plots.curves(right, ["cheapest score"], color=plots.FIT)
        here = plots.star(right)
        plots.legend_above(right)
        shares = np.repeat(SHARES, 2)

        def move(r):
            at = np.clip(r.best[0], -3, 3)
            return (
                *cost(SCORES, r.costs[0]),
                *count(SCORES, r.costs[1]),
                *star(at, surrogate.conditional_risk(r.phi, r.p, at)),
                *bayes(shares, np.sign(shares - 0.5)),
                *best(shares, r.stairs),
                *here(r.p, at),
            )

        return move

    def caption(self, r):
        if r.p == 0.5:
            return "At p = ½ neither sign is wrong."
        if r.regret > 1e-9:
            return f"A score of the wrong sign costs {r.regret:.3g} more than the cheapest one."
        return "A score of the wrong sign, or 0, is as cheap as the cheapest one."

    def numbers(self, r):
        low, high = np.round(r.best, 6) + 0.0
        return (
            f"cheapest scores {low:.3g} to {high:.3g} (9: infinite); Bayes' sign is "
            f"{np.sign(r.p - 0.5):+.0f}; the wrong one costs {r.regret:.3g} more."
        )

    def headline(self, r):
        return Claim(
            "the sign is right from p = φ′(0−)/(φ′(0−) + φ′(0+)) on",
            "Theorem 2.8",
            r.seen,
            r.promised,
            "==",
            1e-5,
            words="The slopes at 0 tell above which p the cheapest score is positive.",
        )

    def identities(self, r):
        over = (r.phi(SCORES) - losses.zero_one(SCORES)).min()
        above = r.phi.name in surrogate.ABOVE_ZERO_ONE
        under = "" if above else f"the {r.phi.name} loss need not be"
        close = "" if abs(r.pull) > 1e-3 else "p is on the border"
        if r.p == 0.5:
            close = "p = ½ has no wrong sign"
        return [
            Claim("φ is above the 0-1 loss", "section 6", over, 0, ">=", why_not=under),
            Claim(
                "a wrong sign costs more ⇔ the slope says so",
                "Theorem 2.8",
                r.regret > 1e-9,
                r.pull < 0,
                "==",
                why_not=close,
            ),
        ]


ENDS = np.array([-11.0, 3.0])


class price(Figure):
    """What the hinge costs: the best line, the best hinge line, and lines learnt from samples."""

    veiled = (1,)
    more = ("noise",)
    notes = """Ask who pays for the far examples before farther out. Clean: the hinge finds the best
    line and part II is 0. Outliers win: it lays its line flat to please them, and more data does
    not help, since II is not an error of sampling. Few: only part III grows."""
    story = [
        Step("outliers", "One example in ten lies far on the wrong side."),
        Step("clean", "No outliers: the hinge finds the best line, and II is 0.", outliers=0),
        Step(
            "noisy", "Label noise: the hinge pays more than the 0-1 loss.", outliers=0, noise=0.15
        ),
        Step(
            "outliers win",
            "Farther out: the hinge lays its line flat to please them.",
            distance=9,
        ),
        Step("few", "Small samples: the learnt lines scatter.", n=20, gap=1),
    ]
    handles = [
        Handle(
            "move the outliers",
            at=lambda r: (-r.distance, 1.0) if r.outliers else None,
            to=lambda r, x, y: dict(distance=-x),
        )
    ]

    def sliders(self):
        return dict(
            noise=slider("label noise q", 0, 0, 0.45, 0.01),
            gap=slider("gap g", 0.5, 0.1, 1, 0.05),
            distance=slider("distance D", 3.8, 1.5, 10),
            outliers=slider("outliers o", 0.1, 0, 0.3, 0.01),
            n=int_slider("sample size n", 100, 10, 500, 10),
        )

    @staticmethod
    def compute(noise, gap, outliers, distance, n):
        """Learn lines by the hinge from 200 samples of size n."""
        atoms = surrogate.crowd(noise, gap, outliers, distance)
        paid = surrogate.hinge_price(atoms, n, 200, np.random.default_rng(0))
        return dict(atoms=atoms, paid=paid)

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(-10.5, 2.5), ylim=(-3, 4), xlabel="$t$", ylabel="score; dots at height $y$")
        right.set(xlim=(0, 1.6), ylim=(0, 0.8), ylabel="risk $R$")
        right.set_xlabel("hinge risk $\\tilde R$ = I + II + III")
        best = plots.curves(left, ["best line"], color=plots.TRUTH)
        hinge = plots.curves(left, ["best hinge line"], color=plots.FIT)
        one = plots.curves(left, ["one sample's"], color=plots.TRAIN, ls="-.")
        left.axhline(0, color="0.7", lw=1)
        groups = plots.points(left, ["", "", "outliers"], size=50)
        groups(None, None, None)[2].set(color=plots.PURPLE, marker="X", markersize=11)
        plots.legend_above(left)
        dots = plots.points(right, ["200 samples"], legend=None, size=90, alpha=0.4)
        dots(None)[0].set(color=plots.TRAIN)
        right.fill_between([0, 0.8], [0, 0.8], 0.8, color=plots.BOUND, alpha=0.2, lw=0)
        right.text(0.04, 0.74, "$R > \\tilde R$: never", fontsize=11)
        low = plots.level(right, "I", plots.BLACK, "-.")
        across = plots.level(right, "I + II", plots.BLUE, ":", across=True)
        plots.legend_above(right)

        def move(r):
            lines = (w[0] + w[1] * ENDS for w in (r.paid.best, r.paid.hinge, r.paid.learnt[0]))
            return (
                *(artist for draw, y in zip((best, hinge, one), lines) for artist in draw(ENDS, y)),
                *groups(*r.atoms.groups()),
                *dots(np.column_stack([r.paid.surrogate, r.paid.R])),
                *low(r.paid.I),
                *across(r.paid.low),
            )

        return move

    def caption(self, r):
        return (
            f"The best line errs with probability {r.paid.I:.2g}, the best hinge line with "
            f"{r.paid.error:.2g}."
        )

    def numbers(self, r):
        II, III = np.round([r.paid.II, r.paid.III.mean()], 9) + 0.0
        off = np.sum(r.paid.surrogate > 1.6)
        return (
            f"I = {r.paid.I:.3g}, II = {II:.3g}, III = {III:.3g} on average; the best hinge line "
            f"errs with probability {r.paid.error:.3g}, the samples' with {r.paid.R.mean():.3g}; "
            f"{off} of 200 are off the picture."
        )

    def headline(self, r):
        worst = (r.paid.R - (r.paid.I + r.paid.II + r.paid.III)).max()
        return Claim(
            "R ≤ I + II + III on each of 200 samples",
            "Theorem 2.10",
            worst,
            0,
            words="The risk is at most I + II + III, on each of 200 samples.",
        )

    def identities(self, r):
        dirty = "" if r.noise == 0 and r.outliers == 0 else "noise, or outliers"
        hinge = surrogate.pointwise_risk(losses.hinge, r.atoms)
        bayes = surrogate.bayes_risk(r.atoms)
        return [
            Claim("II ≥ 0", "Theorem 2.10", r.paid.II, 0, ">="),
            Claim("II = 0 if a line separates", "Theorem 2.10", r.paid.II, 0, "==", why_not=dirty),
            Claim(
                "over all functions hinge finds Bayes",
                "Theorem 2.10",
                hinge,
                bayes,
                "==",
            ),
            Claim(
                "over lines, the best line",
                "Theorem 2.10",
                r.paid.error,
                r.paid.I,
                "==",
                why_not=dirty and "only lines",
            ),
        ]
