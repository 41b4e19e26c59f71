"""The figures of notebook 05, sparsity: corners, rules for one coefficient, the lasso's path,
recovery from few equations, and what gradient descent chooses without a penalty."""

from functools import cache, lru_cache

import numpy as np

from helpers import data, plots
from helpers.descent import optim
from helpers.linear import lasso as lassos
from helpers.linear import recovery as recoveries
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
    step_size,
    toggle,
)

HEIGHTS = np.linspace(-2, 2, 61)  # of the star, in the right panel of `touch`
B = np.linspace(-4, 4, 401)
SHARES = np.linspace(-0.7, 1.7, 241)  # of b; 0 is among them, where the costs have their kinks
SHARES[70] = 0.0
POWERS = (2, 1, 0)
LAMS = np.geomspace(0.001, 2, 70)
SHORT = {  # names of the ten measurements that fit beside a curve
    "body mass index": "bmi",
    "blood pressure": "bp",
    "total cholesterol": "chol",
    "cholesterol ratio": "ratio",
    "log triglycerides": "ltg",
    "glucose": "glu",
}
ROW = np.array([0.8, 0.6])  # the one equation of `taste`, of length 1
UNSEEN = np.array([-0.6, 0.8])
SIDE = np.linspace(-4, 4, 81)


def many(count, noun):
    """ "no zeros", "1 zero", "4 zeros"."""
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


# ---- corners


def bowl(tilt, stretch):
    """A (2, 2): contours of (w - c)'A(w - c) are ellipses whose long axis, √stretch times the
    short one, stands `tilt` degrees over the w_1 axis."""
    turn = np.deg2rad(tilt)
    R = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return R @ np.diag([1.0, stretch]) @ R.T


def ray(A, radius, reach=40.0):
    """(2, 2): from the tip (radius, 0) along the centres c whose pull A(c - tip) points at w_1."""
    return np.array([radius, 0.0]) + np.linalg.solve(A, [[0.0, reach], [0.0, 0.0]]).T


@lru_cache(64)
def cells(p, radius, tilt, stretch):
    """Four outlines: the stars whose answer is the corner on the right, left, top, bottom. For
    p > 1 each is a ray, which a search over points of the ball would draw too wide."""
    A = bowl(tilt, stretch)
    right, top = (
        ray(M, radius) if p > 1 else lassos.corner_cell(M, p, radius) for M in (A, A[::-1, ::-1])
    )
    return right, -right, top[:, ::-1], -top[:, ::-1]


class touch(Figure):
    """The contours of a fit grow until they touch a ball; a corner catches many of them."""

    size = (10, 4.4)
    veiled = (1,)
    more = ("c1", "c2", "tilt", "stretch")
    story = [
        Step(
            "the corner",
            "The ellipse grows around the star until it meets the diamond: in the corner, where "
            "w₂ is exactly 0.",
        ),
        Step(
            "push",
            "The star is half a unit higher, and the answer has not moved. Drag the star up and "
            "down: how far does the corner hold?",
            c2=0.6,
        ),
        Step(
            "what a corner catches",
            "All stars in an orange region have the same answer: its corner. It is a whole wedge "
            "of data, not a line.",
            c2=0.6,
            show=True,
        ),
        Step(
            "over the edge",
            "Beyond the wedge the answer leaves the corner and walks along the edge; now both "
            "coefficients are used.",
            c2=1.6,
            show=True,
        ),
        Step(
            "the circle",
            "A circle has no corners. Drag the star: the answer follows every move, and w₂ is 0 "
            "on one line only.",
            p=2,
            c2=0.6,
            show=True,
        ),
        Step(
            "nearly a corner",
            "p = 1.2: the ball looks sharp, but its tip still catches only a thin ray. w₂ is small "
            "and not 0: look at its number.",
            p=1.2,
            c2=0.6,
            show=True,
        ),
        Step(
            "sharper",
            "p = 0.5: the corners catch nearly everything, but the ball is not convex any more: "
            "between two corners the answer jumps.",
            p=0.5,
            c2=1.2,
            show=True,
        ),
    ]
    handles = [
        Handle("least squares", at=lambda r: r.c, to=lambda r, x, y: dict(c1=x, c2=y)),
        Handle(
            "height of the star",
            at=lambda r: (r.c2, r.w[1]),
            to=lambda r, x, y: dict(c2=x),
            panel=1,
        ),
    ]
    notes = """Let somebody drag the star along the edge of the picture with the diamond, the class
    calling "now" when the answer leaves the corner; then the same with the circle. Step 3 explains
    the surprise: the corner's wedge is its normal cone, turned by A⁻¹. Ask why p = 1.2 is not
    enough: a smooth curve has one tangent at its tip, a corner has many."""

    def sliders(self):
        return dict(
            p=slider("power p", 1, 0.4, 4, 0.1),
            radius=slider("size of the ball r", 1.2, 0.3, 2, 0.05),
            show=toggle("show what each corner catches"),
            c1=slider("least squares c1", 2.2, -3, 3, 0.05),
            c2=slider("least squares c2", 0.1, -2, 2, 0.05),
            tilt=slider("tilt in degrees φ", 25, -90, 90, 5),
            stretch=log_slider("stretch κ", 3, 1, 10),
        )

    @staticmethod
    def compute(p, radius, show, c1, c2, tilt, stretch):
        """Where the growing ellipse first touches the ball, for this star and those above it."""
        A, c = bowl(tilt, stretch), np.array([c1, c2])
        stars = np.column_stack([np.full(len(HEIGHTS), c1), HEIGHTS])
        *line, w = lassos.touching(A, np.vstack([stars, c]), p, radius)
        return dict(
            A=A,
            c=c,
            w=w,
            line=np.array(line)[:, 1],
            jumps=np.abs(np.diff(np.array(line)[:, 1], append=line[-1][1])) > 0.3,
            edge=lassos.ball_edge(p, radius, 60),
            size=(w - c) @ A @ (w - c),
            pull=A @ (c - w),
            inside=bool(lassos.power(c, p) <= radius**p),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(-3.3, 3.3), ylim=(-2.2, 2.2), aspect="equal", xlabel="$w_1$")
        left.set_ylabel("$w_2$")
        right.set(xlim=(-2, 2), ylim=(-1.5, 1.5), xlabel="height of the star, $c_2$")
        right.set_ylabel("second coefficient of the answer, $w_2$")
        shade = [left.fill([], [], color=plots.ORANGE, lw=2, alpha=0.3)[0] for _ in range(4)]
        rings = plots.ellipses(left, ["fit", ""], legend=None, radius=1, lw=1.8)
        for line, style in zip(left.lines, ("-", ":")):
            line.set(color=plots.BLUE, ls=style)
        ball = plots.curves(left, ["ball $\\|w\\|_p \\leq r$"], color=plots.RED, lw=2.6)
        answer = plots.mark(left, "answer $w$", marker="o", colour=plots.BLUE, size=11)
        star = plots.star(left, label="least squares $c$")
        plots.legend_above(left)
        right.plot([-2, 2], [-2, 2], color="0.6", lw=1.2, ls="--", label="$w_2 = c_2$")
        follow = plots.curves(right, ["answer"], color=plots.BLUE, lw=2.4)
        zero = plots.curves(right, ["$w_2 = 0$"], color=plots.ORANGE, lw=7, alpha=0.6)
        now = plots.star(right)
        plots.legend_above(right)
        none = np.empty((0, 2))

        def move(r):
            outlines = cells(r.p, r.radius, r.tilt, r.stretch) if r.show else [none] * 4
            for patch, outline in zip(shade, outlines):
                patch.set_xy(outline)
            shape = max(r.size, 1e-9) * np.linalg.inv(r.A)
            return (
                *shade,
                *rings((r.c, shape), (r.c, 0.3 * shape)),
                *ball(*r.edge.T),
                *answer(*r.w),
                *star(*r.c),
                *follow(HEIGHTS, np.where(r.jumps, np.nan, r.line)),
                *zero(HEIGHTS, np.where(r.line == 0, 0.0, np.nan)),
                *now(r.c2, r.w[1]),
            )

        return move

    def caption(self, r):
        if r.inside:
            return "Least squares lies inside the ball: nothing holds it back."
        w1, w2 = r.w
        if w2 == 0 or w1 == 0:
            j = 1 if w1 == 0 else 2
            return f"The answer sits in a corner: coefficient {j} is exactly 0."
        return f"Both coefficients are in use: w₁ = {w1:.3f}, w₂ = {w2:.3f}."

    def numbers(self, r):
        return (
            f"least squares is ({r.c1:.3g}, {r.c2:.3g}), the answer ({r.w[0]:.4f}, {r.w[1]:.4f}) "
            f"in the ball of power {r.p:.3g} and size {r.radius:.3g}, which is "
            f"{'convex' if r.p >= 1 else 'not convex'}; the fit pulls with ({r.pull[0]:.3f}, "
            f"{r.pull[1]:.3f}); w₂ is exactly 0 for {np.mean(r.line == 0):.0%} of the heights."
        )

    def headline(self, r):
        return Claim(
            "pull along the answer, m·w, and the largest pull along the ball, r‖m‖_q",
            "Theorem 5.1",
            r.pull @ r.w,
            r.radius * dual_norm(r.pull, r.p),
            "==",
            tol=1e-5,
            why_not=self.outside(r) or ("" if r.p >= 1 else "p < 1: the ball is not convex"),
            words="At the answer contour and ball touch: no point of the ball lies further along "
            "the pull m.",
        )

    @staticmethod
    def outside(r):
        return "least squares lies inside the ball" if r.inside else ""

    def only(self, r, p, other=""):
        """Why a claim about balls of power p does not apply; `other` is a reason of its own."""
        return self.outside(r) or (other if r.p == p else f"p is not {p}")

    def identities(self, r):
        away = lassos.ball_edge(r.p, r.radius, 60) - r.c
        nearest = ((away @ r.A) * away).sum(axis=1).min()
        used = int(np.argmax(np.abs(r.w)))
        on, off = abs(r.pull[used]), abs(r.pull[1 - used])
        corner = self.only(r, 1, "the answer is in no corner" if r.w.all() else "")
        edge = self.only(r, 1, "" if r.w.all() else "the answer is in a corner")
        along, two = "corner: the pull sideways is at most the pull along", "Theorem 5.2"
        (w1, w2), (m1, m2), same = r.w, r.pull, dict(kind="==", tol=1e-5)
        sides = m1 * w2, m2 * w1
        free, round_ = self.outside(r), self.only(r, 2)
        best = "no point of the edge fits better"
        return [
            Claim(best, "section 1", r.size, nearest, tol=1e-6, why_not=free),
            Claim(along, two, off, on, tol=1e-6, why_not=corner),
            Claim("edge: both pulls are equal", two, off, on, **same, why_not=edge),
            Claim("circle: the pull is along w", "Theorem 5.1", *sides, **same, why_not=round_),
        ]


def dual_norm(m, p):
    """The largest m·u over |u|_p <= 1, p >= 1: |m|_q with 1/p + 1/q = 1."""
    size = np.abs(m)
    if p <= 1 or not size.any():
        return size.max()
    q = p / (p - 1)
    return size.max() * np.sum((size / size.max()) ** q) ** (1 / q)


# ---- one coefficient


def cost(w, b, lam, a, p):
    """a²(w − b)² + λ|w|^p, where |w|⁰ counts w ≠ 0."""
    return a**2 * (w - b) ** 2 + lam * lassos.power(np.asarray(w)[..., None], p)


def lowest(b, lam, a, p):
    """The lowest point of `cost`, found by looking: 0, and a grid that is made finer ten times."""
    centre, half = b / 2, abs(b)
    for _ in range(10):
        w = np.append(centre + half * np.linspace(-1, 1, 41), 0.0)
        centre, half = w[cost(w, b, lam, a, p).argmin()], half / 8
    return centre


class rules(Figure):
    """What three penalties make of one least-squares coefficient."""

    veiled = (0,)
    story = [
        Step(
            "three valleys",
            "Right: fit plus penalty, for every w. Three penalties, three lowest points: ridge "
            "(circle), lasso (square), counting (triangle).",
        ),
        Step(
            "small b",
            "A small coefficient: the valley of ℓ₁ now has its lowest point exactly in the kink "
            "at 0. Ridge's is beside it.",
            b=0.4,
        ),
        Step(
            "large b",
            "A large coefficient: the lasso takes the same amount off as before, ridge takes half, "
            "counting takes nothing.",
            b=3.5,
        ),
        Step(
            "a dearer price",
            "Drag the diamond on the axis, which is the threshold: everything to its left becomes "
            "0.",
            lam=4,
        ),
        Step(
            "a short column",
            "The same λ, but a column half as long: the threshold is four times as large.",
            a=0.5,
        ),
        Step(
            "a long column",
            "A column twice as long is hardly touched: λ means nothing without the units.",
            a=2,
        ),
    ]
    handles = [
        Handle("your b", at=lambda r: (r.b, r.w[1]), to=lambda r, x, y: dict(b=abs(x))),
        Handle(
            "the threshold",
            at=lambda r: (r.lam / (2 * r.a**2), 0.0) if r.lam / (2 * r.a**2) < 4 else None,
            to=lambda r, x, y: dict(lam=2 * r.a**2 * max(x, 1e-3)),
        ),
    ]
    notes = """Ask for each curve: which operation is it? Divide, subtract, decide. Then let b run
    through the threshold and watch the valley on the right: the minimum of the blue curve slides
    down to the kink and stays there."""

    def sliders(self):
        return dict(
            b=slider("least squares b", 1.5, 0.1, 4, 0.05),
            lam=regularisation(1, 0.02, 20),
            a=log_slider("length of the column a", 1, 0.3, 3),
        )

    @staticmethod
    def compute(b, lam, a):
        """Three rules as formulas, and the lowest points of three cost curves, found by looking."""
        return dict(
            rules=[lassos.shrink(B, lam, p, a) for p in POWERS],
            w=np.array([lassos.shrink(b, lam, p, a) for p in POWERS]),
            found=np.array([lowest(b, lam, a, p) for p in POWERS]),
            costs=[cost(SHARES * b, b, lam, a, p) / (a * b) ** 2 for p in POWERS],
            threshold=lam / (2 * a**2),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(-4, 4), ylim=(-4, 4), xlabel="what least squares says, $b$")
        left.set_ylabel("what is left of it, $w$")
        right.set(xlim=(-0.6, 1.6), ylim=(0, 2.2), xlabel="$w$, as a share of $b$")
        right.set_ylabel("cost, as a share of the cost of $w = 0$")
        left.plot([-4, 4], [-4, 4], color="0.7", lw=1.2, ls=":")
        names = ["ridge $\\lambda w^2$", "lasso $\\lambda|w|$", "count $\\lambda\\,1(w \\neq 0)$"]
        look = list(zip((plots.PURPLE, plots.BLUE, plots.ORANGE), ("-.", "-", "--"), "os^"))
        curves, valleys, dots, floors = [], [], [], []
        for name, (colour, dash, shape) in zip(names, look):
            curves.append(plots.curves(left, [name], color=colour, ls=dash, lw=2.4))
            valleys.append(plots.curves(right, [name], color=colour, ls=dash, lw=2.4))
            dots.append(plots.mark(left, marker=shape, colour=colour, size=9))
            floors.append(plots.mark(right, marker=shape, colour=colour, size=9))
        threshold = plots.mark(left, marker="D", colour="white", size=10)
        star = plots.star(left)
        plots.legend_above(left)

        def move(r):
            artists = []
            for curve, valley, dot, floor, rule, charge, w in zip(
                curves, valleys, dots, floors, r.rules, r.costs, r.w
            ):
                height = 1.0 if w == 0 else np.interp(w / r.b, SHARES, charge)
                jump = (SHARES == 0) & (charge is r.costs[2])  # the count's cost has a gap there
                artists += [*curve(B, rule), *valley(SHARES, np.where(jump, np.nan, charge))]
                artists += [*dot(r.b, w), *floor(w / r.b, height)]
            return (*artists, *threshold(r.threshold, 0.0), *star(r.b, r.w[1]))

        return move

    def caption(self, r):
        ridge, lasso, count = r.w
        left = "exactly 0" if lasso == 0 else f"{lasso:.2f}"
        kept = "all of it" if count else "nothing"
        return f"Of b = {r.b:.2f} ridge leaves {ridge:.2f}, the lasso {left}, counting {kept}."

    def numbers(self, r):
        return (
            f"of b = {r.b:.3g} ridge leaves {r.w[0]:.4g}, the lasso {r.w[1]:.4g} (threshold "
            f"{r.threshold:.3g}), counting {r.w[2]:.4g} (kept if b is over "
            f"{r.lam**0.5 / r.a:.3g})."
        )

    def headline(self, r):
        return Claim(
            "lasso: the lowest point of the cost is at sign(b)·max(|b| − λ/(2a²), 0)",
            "Theorem 5.3",
            r.found[1],
            r.w[1],
            "==",
            tol=1e-5,
            words="The lasso subtracts λ/(2a²) and stops at zero.",
        )

    def identities(self, r):
        given, three = (r.b, r.lam, r.a), "Theorem 5.3"
        spent, least = cost(r.w[2], *given, 0), cost(r.found[2], *given, 0)
        kept, share = r.found[0] / r.b, r.a**2 / (r.a**2 + r.lam)
        return [
            Claim("ridge keeps the share a²/(a² + λ)", three, kept, share, "==", tol=1e-5),
            Claim("counting: cost by the rule = lowest cost", three, spent, least, "==", tol=1e-6),
        ]


# ---- the lasso


@cache
def designs():
    """name -> (X, y, names of the columns). The columns of "three matter" are correlated (0.8);
    its answers are built from the first three."""
    D = data.load("diabetes")
    U = data.correlated(60, 12, 0.8, np.random.default_rng(3))
    noise = np.random.default_rng(4).normal(size=60)
    return {
        "diabetes": (data.standardise(D.X), (D.y - D.y.mean()) / D.y.std(), D.names),
        "three matter": (
            U,
            U[:, :3] @ [0.5, -0.4, 0.25] + 0.15 * noise,
            ("matters",) * 3 + ("",) * 9,
        ),
    }


@cache
def whole_path(columns):
    """The lasso at every λ of LAMS."""
    return lassos.lasso_path(*designs()[columns][:2], LAMS)


@cache
def side_labels(columns):
    """(texts, heights): a label for each curve at the small end of λ, moved apart where needed."""
    ends, names = whole_path(columns)[0], designs()[columns][2]
    texts = [f"{j + 1} {SHORT.get(name, name)}" if name else "" for j, name in enumerate(names)]
    order, heights = [j for j in np.argsort(ends) if names[j]], ends.copy()
    for low, high in zip(order, order[1:]):
        heights[high] = max(heights[high], heights[low] + 0.056)
    return texts, heights


class path(Figure):
    """The lasso for every λ, and the pulls that certify it."""

    size = (10, 4.4)
    play = "T"
    veiled = (0,)
    story = [
        Step(
            "nobody",
            "λ is over every pull: all ten bars stay between the lines, and all coefficients are "
            "0.",
            lam=1.5,
        ),
        Step(
            "the first",
            "λ has come down to the longest bar. Column 3, body mass index, touches the line and "
            "leaves zero.",
            lam=1.1,
        ),
        Step(
            "four of ten",
            "Four bars stand exactly at a line: these columns are in use. Six do not reach it, and "
            "their coefficients are 0.",
            lam=0.3,
        ),
        Step(
            "there and back",
            "Follow column 7, hdl (black, long dashes): it leaves zero, goes down, turns, and near "
            "λ = 0.002 it is zero again.",
            lam=0.02,
            T=40,
        ),
        Step(
            "one sweep",
            "After one sweep of coordinate descent most columns in use do not stand at a line: the "
            "picture itself says that this is not the solution yet.",
            lam=0.3,
            T=1,
        ),
        Step(
            "three matter",
            "Twelve correlated columns, three of them real. At this λ the lasso uses exactly those "
            "three, all too small.",
            columns="three matter",
            lam=0.05,
        ),
    ]
    handles = [
        Handle("choose λ", at=lambda r: (r.lam, 0.0), to=lambda r, x, y: dict(lam=max(x, 1e-4)))
    ]
    notes = """Drag the star from left to right and let the class predict which bar hits the line
    next. Then one sweep: how could somebody who does not trust the solver notice? Columns are
    standardised on all patients; nothing here says how well the model predicts (notebook 04 does
    that by leaving one out)."""

    def sliders(self):
        return dict(
            lam=regularisation(0.3, 0.001, 2),
            T=int_slider("sweeps T", 25, 1, 40),
            columns=choice("data", "diabetes", ["diabetes", "three matter"]),
        )

    @staticmethod
    def compute(lam, T, columns):
        """T sweeps of coordinate descent from 0, and the exact solution with its pulls."""
        X, y, _ = designs()[columns]
        run, w = lassos.coordinate_descent(X, y, lam, T), lassos.lasso(X, y, lam)
        f = lassos.objective(X, y, lam)[0]
        pulls = [2 / len(X) * X.T @ (y - X @ v) for v in (run.last, w)]
        return dict(
            run=run,
            w=w,
            pulls=pulls[0],
            exact=pulls[1],
            values=f(run.w[-2:]),
            height=f(run.last) - f(w),
            gap=lassos.duality_gap(run.last, X, y, lam),
            top=lassos.lam_max(X, y),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(2, 0.001), ylim=(-0.5, 0.5), xlabel="$\\lambda$ (falling)")
        left.set_ylabel("coefficients $w_j$")
        right.set(xlim=(0.3, 12.7), ylim=(-1.6, 1.6), xlabel="column $j$")
        right.set_ylabel("pull $g_j$, in units of $\\lambda$")
        right.set_xticks(range(1, 13))
        lines = plots.curves(left, [""] * 12, log="x", legend=None, lw=1.8)
        texts = [left.text(0.00094, 0, "", va="center", fontsize=10) for _ in range(12)]
        for text, line in zip(texts, left.lines):
            text.set_color(line.get_color())
        level = plots.level(left, "your $\\lambda$", across=True)
        dots = plots.curves(left, ["after $T$ sweeps"], ls="", marker="o", color="0.3", ms=5)
        star = plots.star(left)
        plots.legend_above(left)
        used = plots.bars(right, 12, "in use", plots.BLUE, np.arange(1, 13))
        idle = plots.bars(right, 12, "at zero", "0.75", np.arange(1, 13))
        for height in (-1, 1):
            right.axhline(height, color=plots.BLACK, ls="--", lw=1.6, label="$\\pm\\lambda$")
        handles, names = right.get_legend_handles_labels()
        plots.legend_above(right, handles=handles[1:], labels=names[1:])

        def move(r):
            w, g = np.zeros(12), np.full(12, np.nan)
            w[: len(r.w)], g[: len(r.w)] = r.run.last, np.clip(r.pulls / r.lam, -1.6, 1.6)
            labels(texts, *side_labels(r.columns))
            return (
                *lines(LAMS, *whole_path(r.columns).T, *[None] * (12 - len(r.w))),
                *level(r.lam),
                *dots(np.full(len(r.w), r.lam), r.run.last),
                *used(np.where(w != 0, g, np.nan)),
                *idle(np.where(w == 0, g, np.nan)),
                *star(r.lam, 0.0),
                *texts,
            )

        return move

    def caption(self, r):
        zeros = many(int((r.w == 0).sum()), "zero")
        if r.gap > 1e-4:
            return (
                f"The solution has {zeros} of {len(r.w)}; after {many(r.T, 'sweep')} we are at "
                f"most {r.gap:.2g} above it."
            )
        return f"The solution has {zeros} among its {len(r.w)} coefficients."

    def numbers(self, r):
        used = ", ".join(str(j + 1) for j in np.flatnonzero(r.w)) or "none"
        return (
            f"columns in use: {used}; {int((r.w == 0).sum())} of {len(r.w)} coefficients are zero, "
            f"and all from λ = {r.top:.3f} on; the longest pull at the solution is "
            f"{np.abs(r.exact).max():.4g}; after {r.T} sweeps the objective is at most "
            f"{max(r.gap, 0):.2g} over its minimum."
        )

    def headline(self, r):
        return Claim(
            "longest pull at the solution",
            "Theorem 5.4",
            np.abs(r.exact).max(),
            min(r.lam, r.top),
            "==",
            tol=1e-8,
            words="No column pulls harder than λ, and those in use pull exactly that hard.",
        )

    def identities(self, r):
        in_use, (before, after) = r.w != 0, r.values
        none = "" if in_use.any() else "no column is in use"
        weakest = np.abs(r.exact[in_use]).min() if in_use.any() else np.nan
        work, price = r.exact @ r.w, r.lam * np.abs(r.w).sum()
        four = "Theorem 5.4"
        return [
            Claim(
                "weakest pull of a column in use = λ",
                four,
                weakest,
                r.lam,
                "==",
                tol=1e-8,
                why_not=none,
            ),
            Claim(
                "g·w = λ‖w‖₁: pulls have the signs of w",
                four,
                work,
                price,
                "==",
                tol=1e-8,
                why_not=none,
            ),
            Claim("the last sweep went down", "section 3", after, before, tol=1e-12),
            Claim(
                "height over the minimum ≤ duality gap", "Theorem 5.5", r.height, r.gap, tol=1e-12
            ),
        ]


def labels(artists, texts, heights):
    """Write the labels of the curves, and nothing for curves that are not there."""
    for i, artist in enumerate(artists):
        artist.set_text(texts[i] if i < len(texts) else "")
        artist.set_y(heights[i] if i < len(texts) else 0.0)


# ---- recovery


@cache
def rates():
    """The share of 15 vectors in R^40 found, for n = 4, 8, ..., 40 and s = 2, 4, ..., 20."""
    rng = np.random.default_rng(1)
    return recoveries.recovery_rates(range(4, 41, 4), range(2, 21, 2), 40, 15, rng)


class recovery(Figure):
    """Sparse vectors found again from few equations, by the smallest ℓ1 norm."""

    size = (10, 4.4)
    play = "n"
    story = [
        Step(
            "too few",
            "Twelve equations for 80 unknowns: the solution of least ℓ₁ norm (blue) is sparse, but "
            "another vector.",
            n=12,
        ),
        Step(
            "enough",
            "Thirty equations, and blue sits in every black ring: all 80 coefficients are right. "
            "Fifty equations are missing!",
        ),
        Step(
            "the other norm",
            "Look at the purple crosses: the solution of least ℓ₂ norm spreads every entry over "
            "all coefficients. It finds nobody.",
            n=60,
        ),
        Step(
            "on the edge",
            "Between failure (dark) and success (bright) there are only a few equations: of 20 "
            "vectors some are found, some not.",
            n=37,
            s=11,
        ),
        Step(
            "not sparse",
            "Fifteen of 40: the vector is hardly sparse, and 24 equations are not enough.",
            n=24,
            s=15,
            d=40,
        ),
        Step(
            "all of them",
            "As many equations as unknowns: there is one solution only, and every method finds it.",
            n=80,
        ),
    ]
    handles = [
        Handle(
            "choose s and n",
            at=lambda r: (r.s / r.d, min(r.n / r.d, 1.02)),
            to=lambda r, x, y: dict(s=round(x * r.d), n=round(y * r.d)),
        )
    ]
    veiled = (0, 1)
    notes = """Play n upwards from 2 and let the class say when the blue dots fall into the rings:
    the change is sudden. The orange curve is a theorem for d → ∞; the map is measured with d = 40,
    15 vectors a tile, so it is an illustration and not a proof."""

    def sliders(self):
        return dict(
            n=int_slider("equations n", 30, 2, 80),
            s=int_slider("non-zeros s", 3, 1, 15),
            d=int_slider("unknowns d", 80, 30, 80, 5),
        )

    @staticmethod
    def compute(n, s, d):
        """20 sparse vectors, n random equations: least ℓ1 and least ℓ2 norm, and certificates."""
        rng = np.random.default_rng(100)
        X, W = rng.normal(size=(n, d)), recoveries.sparse_signals(s, d, 20, rng)
        found, bound = recoveries.least_l1(X, W)
        short = recoveries.least_l2(X, W)
        return dict(
            X=X,
            W=W,
            found=found,
            bound=bound,
            short=short,
            right=recoveries.recovered(found, W),
            right2=recoveries.recovered(short, W),
            certified=recoveries.certified(X, W),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(2, 3))
        left.set(xlim=(0.025, 0.5), ylim=(0.05, 1.05), xlabel="share of non-zeros $s/d$")
        left.set_ylabel("equations per unknown $n/d$")
        right.set(xlim=(-1, 80), ylim=(-1.6, 1.6), xlabel="coefficient $j$ of one vector")
        box = (0.025, 0.525, 0.05, 1.05)
        plots.heatmap(left, box, 0, 1, cmap="Blues_r", bar="share found")(rates())
        x = np.linspace(0.001, 0.5, 60)
        left.plot(x, recoveries.transition(x), color=plots.ORANGE, lw=3)
        left.text(0.19, 0.44, "theory,\n$d \\to \\infty$", color="white", va="top")
        star = plots.star(left)
        truth = plots.circles(right, "truth", 12)
        sparse = plots.curves(right, ["least $\\ell_1$"], color=plots.BLUE, ls="", marker="o", ms=6)
        spread = plots.curves(right, ["least $\\ell_2$"], color=plots.PURPLE, ls="", marker="x")
        plots.legend_above(right)

        def move(r):
            j = np.arange(r.d)
            return (
                *star(max(r.s / r.d, 0.03), min(r.n / r.d, 1.02)),
                *truth(np.column_stack([j, r.W[0]])[r.W[0] != 0]),
                *spread(j, r.short[0]),
                *sparse(j, r.found[0]),
            )

        return move

    def caption(self, r):
        found, spread = int(r.right.sum()), int(r.right2.sum())
        return f"Of 20 vectors ℓ₁ finds {found}, the smallest ℓ₂ norm {spread}."

    def numbers(self, r):
        limit = r.d * recoveries.transition(r.s / r.d)
        return (
            f"ℓ1 finds {r.right.sum()} of 20 vectors with {r.s} entries ±1 and {r.d - r.s} zeros "
            f"from {r.n} equations, the smallest ℓ2 norm {r.right2.sum()}; "
            f"{r.certified.sum()} have a certificate; s·log(2d) is {r.s * np.log(2 * r.d):.1f}, "
            f"theory's limit {limit:.1f} equations."
        )

    def headline(self, r):
        length = np.abs(r.found).sum(axis=1)
        worst = int(np.argmax(length - r.bound))
        return Claim(
            "length that ℓ1 finds, and the bound of a certificate (worst of 20, within 0.5 %)",
            "Theorem 5.7",
            length[worst],
            r.bound[worst],
            "==",
            tol=5.1e-3,
            words="Nothing shorter solves the equations: a certificate ν with |x_j·ν| ≤ 1 proves "
            "it.",
        )

    def identities(self, r):
        parts = (r.short**2).sum(axis=1) + ((r.W - r.short) ** 2).sum(axis=1)
        worst = parts[np.argmax(np.abs(parts - r.s))]
        length = np.abs(r.found).sum(axis=1).max()
        asked = r.W @ r.X.T
        missed, largest = np.abs(r.found @ r.X.T - asked).max(), np.abs(asked).max()
        sure, seven = int((r.certified & r.right).sum()), "Theorem 5.7"
        return [
            Claim("no vector found is longer than the truth", "section 4", length, r.s, tol=5.1e-3),
            Claim(
                "largest answer + worst miss = largest answer",
                "section 4",
                largest + missed,
                largest,
                "==",
                tol=1e-7,
            ),
            Claim("certified vectors that are found", seven, sure, int(r.certified.sum()), "=="),
            Claim("least ℓ2: kept² + lost² = s", "section 4", worst, r.s, "==", tol=1e-8),
        ]


# ---- the optimiser's own choice


class taste(Figure):
    """Which of all perfect fits gradient descent chooses."""

    play = "T"
    veiled = (1,)
    story = [
        Step(
            "from zero",
            "From 0 descent walks straight to the diamond: of all perfect fits the shortest.",
            w1=0,
            w2=0,
            T=60,
        ),
        Step(
            "from elsewhere",
            "From here it stops at another perfect fit, a longer one. It never moves along the "
            "line.",
            T=60,
        ),
        Step(
            "one step",
            "Every step points across the line: the gradient has no part along it.",
            T=1,
        ),
        Step(
            "long steps",
            "With a long step it jumps from side to side and still arrives at the same point.",
            eta=0.85,
            T=30,
        ),
        Step(
            "far, but harmless",
            "A start far out, straight across the line: its unseen part is 0, and the end is the "
            "shortest fit.",
            w1=2.4,
            w2=1.8,
            T=60,
        ),
    ]
    handles = [Handle("the start", at=lambda r: r.start, to=lambda r, x, y: dict(w1=x, w2=y))]
    notes = """Ask for a start that ends at the diamond: everything on the line through 0 and the
    diamond does, not only 0. Weight decay would change that; early stopping would not."""

    def sliders(self):
        return dict(
            w1=slider("start w1", -2, -3.5, 3.5, 0.1),
            w2=slider("start w2", 1.2, -2.2, 2.2, 0.1),
            T=int_slider("steps T", 1, 1, 60),
            eta=step_size(0.1, 0.02, 0.95),
        )

    @staticmethod
    def compute(w1, w2, T, eta):
        """Gradient descent on (0.8 w₁ + 0.6 w₂ − 1)², and the point it heads for."""
        start = np.array([w1, w2])
        run = optim.gradient_descent(lambda w: 2 * ROW * (ROW @ w - 1), start, eta, T)
        return dict(
            start=start,
            run=run,
            end=lassos.descent_limit(ROW[None], [1.0], start),
            unseen=UNSEEN @ start,
            missed=abs(ROW @ run.last - 1),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(-4.2, 4.2), ylim=(-2.5, 3.4), aspect="equal", xlabel="$w_1$")
        left.set_ylabel("$w_2$")
        right.set(xlim=(-4, 4), ylim=(0, 4.2), xlabel="unseen part $u$ of the start")
        right.set_ylabel("length after $T$ steps")
        ends = np.array([-6, 6])
        line = ROW + ends[:, None] * UNSEEN
        left.plot(*line.T, color=plots.BLACK, lw=1.6, ls="--", label="all perfect fits")
        (track,) = left.plot([], [], color=plots.BLUE, marker="o", ms=4, lw=1.4, label="descent")
        short = plots.mark(left, "shortest fit", marker="D", colour=plots.ORANGE, size=10)
        star = plots.star(left, label="start")
        plots.legend_above(left)
        right.plot(
            SIDE, np.sqrt(1 + SIDE**2), color=plots.BLACK, label="at the end: $\\sqrt{1 + u^2}$"
        )
        right.axhline(1, color=plots.ORANGE, ls="--", label="shortest fit")
        now = plots.star(right)
        plots.legend_above(right)

        def move(r):
            track.set_data(*r.run.w.T)
            length = np.linalg.norm(r.run.last)
            return track, *short(*ROW), *star(*r.start), *now(r.unseen, length)

        return move

    def caption(self, r):
        length = np.linalg.norm(r.run.last)
        if r.missed > 0.01:
            return f"After {many(r.T, 'step')} the equation is still missed by {r.missed:.2g}."
        extra = "the shortest there is" if abs(r.unseen) < 0.01 else "the shortest fit has 1"
        return f"Descent has arrived, with length {length:.2f}: {extra}."

    def numbers(self, r):
        return (
            f"after {r.T} steps from ({r.w1:.3g}, {r.w2:.3g}) the equation is missed by "
            f"{0.0 if r.missed < 1e-9 else r.missed:.2g}, the length is "
            f"{np.linalg.norm(r.run.last):.3f}; the path heads for ({r.end[0]:.3f}, "
            f"{r.end[1]:.3f}) of length {np.linalg.norm(r.end):.3f}; the shortest fit has 1."
        )

    def headline(self, r):
        return Claim(
            "unseen part of the point after T steps, and of the start",
            "Theorem 5.9",
            UNSEEN @ r.run.last,
            r.unseen,
            "==",
            words="What the data cannot see never moves: descent keeps that part of its start.",
        )

    def identities(self, r):
        nine = "Theorem 5.9"
        gap, start = np.linalg.norm(r.run.last - r.end), np.linalg.norm(r.start - r.end)
        left = abs(1 - 2 * r.eta) ** r.T * start
        to_end, to_short = start, np.linalg.norm(r.start - ROW)
        length = r.end @ r.end
        return [
            Claim("distance to the end = |1 − 2η|^T · at the start", nine, gap, left, "=="),
            Claim("length² of the end = 1 + u²", nine, length, 1 + r.unseen**2, "=="),
            Claim("no farther from the start than the shortest fit", nine, to_end, to_short),
        ]
