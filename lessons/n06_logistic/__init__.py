"""The figures of notebook 06, logistic regression.

tumour (temperature), race (descent and Newton), away (separable data), iris (three classes), sure
(calibration).
"""

from functools import lru_cache

import numpy as np

from helpers import data, losses, plots
from helpers.descent import optim
from helpers.linear import logistic, softmax
from helpers.linear.reliability import curved_cases, reliability, true_odds
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
    temperature,
    toggle,
)
from helpers.margins import separation, svm

# the two classes, told apart by colour and mark
PLUS = dict(marker="X", color=plots.ORANGE, mec="black", mew=0.3, ls="")
MINUS = dict(marker="o", color=plots.SKY, mec="black", mew=0.4, ls="")


def classes(ax, names, size, **style):
    """Points of two classes. move(positive, negative) with (k, 2) arrays."""
    looks = zip(names, (PLUS, MINUS))
    dots = [ax.plot([], [], label=name, ms=size, **look, **style)[0] for name, look in looks]

    def move(*groups):
        for dot, places in zip(dots, groups):
            dot.set_data(*np.transpose(places))
        return dots

    return move


tumours = data.load("breast_cancer")
COLUMNS = {"mean radius": [0], "all 30 columns": list(range(30))}
# y = +1: malignant
LEARN, FRESH = data.split(tumours.X, 1.0 - 2 * tumours.y, 100 / 569, np.random.default_rng(5))
TAUS = np.geomspace(0.05, 20, 80)
HEIGHTS = np.random.default_rng(0).uniform(-0.09, 0.09, len(FRESH[1]))


@lru_cache(maxsize=64)
def learnt(lam, columns):
    """The weights from 100 tumours, their margins there, and the scores of the 469 fresh ones."""
    own = COLUMNS[columns]
    X, Z = (
        logistic.with_ones(data.standardise(A[:, own], LEARN[0][:, own]))
        for A in (LEARN[0], FRESH[0])
    )
    w = logistic.fit(X, LEARN[1], lam)
    return w, LEARN[1] * (X @ w), Z @ w


def loss_at(margins, tau):
    """Mean logistic loss of the margins at temperature tau; a trailing axis of tau: one each."""
    return losses.logistic(margins / tau).mean(axis=-1)


class tumour(Figure):
    """569 tumours: a score becomes a probability, by a temperature."""

    GRID = np.linspace(-20, 20, 241)
    veiled = (1,)
    story = [
        Step("as learnt", "Sure of nearly everything. Count the ringed mistakes."),
        Step("hotter", "The curve is flatter. Which dots changed sides? Which ring is new?", tau=5),
        Step("colder", "Nearly a step: sure of everything, right or wrong.", tau=0.2),
        Step(
            "one column",
            "Two weights instead of 31: too few to overfit. Where is the dip now?",
            columns="mean radius",
            lam=1e-3,
        ),
        Step(
            "penalised",
            "A strong penalty: now it is not sure enough, and the dip lies below 1.",
            lam=0.3,
        ),
    ]
    handles = [
        Handle(
            "choose the temperature",
            at=lambda r: (r.tau, r.at[1]),
            to=lambda r, x, y: dict(tau=x),
            panel=1,
        )
    ]
    notes = """Vote first: the diagnosis, the number of mistakes, the confidence, the loss; which of
    them change with τ? Then drag the star into the dip of the red curve. The point: one number,
    learnt afterwards, repairs the confidence and touches no decision. Then raise λ: the penalty
    shortens w, which is itself a temperature. The split is one of twelve that were tried, chosen
    because with one column its best temperature is close to 1; over the twelve it lay between 0.6
    and 1.5, and with 30 columns and λ = 0.00001 always above 2."""

    def sliders(self):
        return dict(
            tau=temperature(1, 0.05, 20),
            lam=regularisation(1e-5, 1e-5, 1),
            columns=choice("columns", "all 30 columns", list(COLUMNS)),
        )

    @staticmethod
    def compute(tau, lam, columns):
        """Learn from 100 tumours, give fresh ones a probability at temperature tau."""
        w, m, s = learnt(lam, columns)
        y = FRESH[1]
        p = logistic.probability(s, tau)
        place = np.column_stack([np.clip(s, -19, 19), (y > 0) + HEIGHTS])
        return dict(
            w=w,
            m=m,
            s=s,
            p=p,
            curve=logistic.probability(tumour.GRID, tau),
            dots=(place[y > 0], place[y < 0]),
            missed=place[(p > 0.5) != (y > 0)],
            losses=[loss_at(margins, TAUS[:, None]) for margins in (m, y * s)],
            at=[loss_at(margins, tau) for margins in (m, y * s)],
            sure=logistic.confidence(p).mean(),
            best=logistic.best_temperature(s, y),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2.3))
        left.set(xlim=(-20, 20), ylim=(-0.13, 1.13), yticks=[0, 0.25, 0.5, 0.75, 1])
        left.set(xlabel="score $s$ (beyond ±19 drawn at the edge)", ylabel="probability said")
        right.set(xlim=(0.045, 22), ylim=(8e-3, 9), xlabel="temperature $\\tau$")
        right.set_ylabel("mean loss")
        left.axvline(0, color="0.6", lw=1)
        dots = classes(left, ["malignant", "benign"], 6, alpha=0.7)
        rings = plots.circles(left, "mistakes", size=10)
        curve = plots.curves(left, [r"$\sigma(s/\tau)$"], color=plots.FIT, lw=2.6)
        train = plots.curves(right, ["learnt from"], log="xy", color=plots.TRAIN)
        test = plots.curves(right, ["fresh"], color=plots.TEST, ls="--", lw=2.6)
        best = plots.mark(right, "lowest", "v", plots.TEST, 9)
        here = plots.star(right)
        right.minorticks_off()
        right.set_xticks([0.1, 1, 10], ["0.1", "1", "10"])
        plots.legend_above(left)
        plots.legend_above(right)
        return lambda r: (
            *dots(*r.dots),
            *rings(r.missed),
            *curve(self.GRID, r.curve),
            *train(TAUS, r.losses[0]),
            *test(TAUS, r.losses[1]),
            *best(r.best, loss_at(FRESH[1] * r.s, r.best)),
            *here(r.tau, r.at[1]),
        )

    def caption(self, r):
        return (
            f"It says it is {r.sure:.1%} sure on average, and is right in "
            f"{1 - len(r.missed) / 469:.1%}: {len(r.missed)} mistakes."
        )

    def numbers(self, r):
        return (
            f"on 469 fresh tumours the classifier says it is {r.sure:.1%} sure on average and "
            f"makes {len(r.missed)} mistakes; its mean loss is {r.at[0]:.3f} on the 100 that it "
            f"has learnt from and {r.at[1]:.3f} on the fresh ones; the best temperature for these "
            f"would be {r.best:.2f}."
        )

    def headline(self, r):
        return Claim(
            "no temperature beats the best one",
            "Theorem 6.2",
            r.at[1],
            loss_at(FRESH[1] * r.s, r.best),
            ">=",
            words=f"On both sides of the best temperature, τ = {r.best:.2f}, the loss rises.",
        )

    def identities(self, r):
        y01, h = (FRESH[1] + 1) / 2, 1e-4
        seen = (r.s * (y01 - r.p)).mean() / r.tau**2
        warmed, cooled = (loss_at(FRESH[1] * r.s, r.tau * c) for c in (1 + h, 1 - h))
        slope = (warmed - cooled) / (2 * h * r.tau)
        above, below = (loss_at(r.m, c) for c in (1 + h, 1 - h))
        at_best = logistic.probability(r.s, r.best)
        means = (r.s * at_best).mean(), (r.s * y01).mean()
        heat = (above - below) / (2 * h), 2 * r.lam * r.w @ r.w
        wrong = len(r.missed) / 469, np.mean((r.s > 0) != (FRESH[1] > 0))
        names = (
            "slope of the fresh loss in τ = mean of s·(seen − said)/τ²",
            "at the best τ, s·said and s·seen have one mean",
            "slope of the training loss at τ = 1 is 2λ‖w‖²",
            "mistakes at τ = mistakes by the sign of s",
        )
        return [
            Claim(names[0], "Theorem 6.2", slope, seen, "==", tol=1e-5),
            Claim(names[1], "Theorem 6.2", *means, "==", tol=1e-7),
            Claim(names[2], "Theorem 6.5", *heat, "==", tol=1e-6),
            Claim(names[3], "Theorem 6.1", *wrong, "=="),
        ]


OVERLAP, SEPARABLE = "classes overlap", "a line separates"
ACROSS = np.array([2.0, -1.0])


@lru_cache(maxsize=64)
def two_columns(corr, labels):
    """80 examples with two correlated columns; labels by chance, or by a line with a gap."""
    rng = np.random.default_rng(5)
    X = data.correlated(80, 2, corr, rng)
    chance = logistic.probability(X @ ACROSS)
    y = np.where(rng.uniform(size=80) < chance, 1.0, -1.0)
    if labels == SEPARABLE:
        y = np.where(chance > 0.5, 1.0, -1.0)
        X = X + 0.6 * y[:, None] * ACROSS / np.linalg.norm(ACROSS)
    return X, y


def newton_path(f, grad, hess, w, halve, T=60):
    """The points of Newton's method from w; each step is halved until f falls, if so asked.

    It ends where the gradient is rounding error, or where the ground is too flat for a parabola.
    """
    path = [w]
    for _ in range(T):
        g, H = grad(w), hess(w)
        if np.linalg.norm(g) < 1e-9 or np.linalg.cond(H) > 1e10 or np.linalg.norm(w) > 1e3:
            break
        v, eta = np.linalg.solve(H, g), 1.0
        while halve and g @ v > 1e-10 and f(w - eta * v) > f(w) - 1e-4 * eta * g @ v:
            eta /= 2
        w = w - eta * v
        path.append(w)
    return np.array(path)


class race(Figure):
    """Gradient descent and Newton's method on one logistic loss, from a start of your choice."""

    more = ("corr", "a", "b")
    PENALTY, LIM = 0.01, (-6, 6)
    story = [
        Step("off they go", "Both leave the circle for the cross. Count the squares of Newton."),
        Step(
            "a valley", "Columns nearly alike: descent creeps, Newton is not bothered.", corr=0.95
        ),
        Step(
            "too far",
            "The loss is nearly straight here, so the parabola's minimum is miles away.",
            a=4.0,
            b=2.0,
            search=False,
        ),
        Step("halved", "The same start; each step is halved until the loss falls.", a=4.0, b=2.0),
        Step("η too long", "Descent with a step far over 2/β: it jumps across and back.", eta=30),
        Step(
            "no minimum",
            "A line separates the classes: no cross anywhere, and both paths walk off for ever.",
            labels=SEPARABLE,
        ),
        Step(
            "a price on length",
            "The same data, and a penalty: there is a minimum again.",
            labels=SEPARABLE,
            penalty=True,
        ),
    ]
    handles = [Handle("drag the start", at=lambda r: (r.a, r.b), to=lambda r, x, y: dict(a=x, b=y))]
    notes = """There is no formula for the minimiser, so somebody has to walk. Let them guess the
    number of Newton's steps, then drag the start outwards with "halve the step" off until Newton
    fails; where is the border? "No minimum" prepares section 4: ask where the paths go."""

    def sliders(self):
        return dict(
            eta=step_size(1.2, 0.1, 50),
            search=toggle("halve Newton's step", True),
            labels=choice("labels", OVERLAP, [OVERLAP, SEPARABLE]),
            penalty=toggle("penalty 0.01·‖w‖²"),
            corr=slider("correlation ϱ", 0.8, 0, 0.95, 0.05),
            a=slider("start w₁", -2, -6, 6, 0.1),
            b=slider("start w₂", 3, -6, 6, 0.1),
        )

    @staticmethod
    def compute(eta, search, labels, penalty, corr, a, b):
        """Sixty steps of descent and at most sixty of Newton's method from (a, b)."""
        X, y = two_columns(corr, labels)
        lam, w0, t = race.PENALTY * penalty, np.array([a, b]), np.arange(61)
        f, grad = losses.objective(losses.logistic, X, y, lam)
        hess = logistic.hessian(X, y, lam)
        walks_off = labels == SEPARABLE and not penalty
        w_star = None if walks_off else logistic.fit(X, y, lam)
        lowest = 0.0 if walks_off else f(w_star)
        paths = [
            optim.gradient_descent(grad, w0, eta, 60).w,
            newton_path(f, grad, hess, w0, search),
        ]
        beta = losses.constants(losses.logistic, X, lam)[1]
        bound = np.full(61, np.nan)
        if eta <= 1 / beta and not walks_off:
            bound[1:] = np.sum((w0 - w_star) ** 2) / (2 * eta * t[1:])
        gaps = [np.maximum(f(path) - lowest, 1e-16) for path in paths]
        return dict(
            X=X, y=y, f=f, t=t, w0=w0, w_star=w_star, paths=paths, gaps=gaps, beta=beta, bound=bound
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(1.15, 1))
        left.set(xlim=self.LIM, ylim=self.LIM, xlabel="$w_1$", ylabel="$w_2$")
        right.set(xlim=(-0.5, 60.5), ylim=(1e-13, 30), xlabel="step $t$")
        right.set_ylabel("loss above its infimum")
        levels = np.geomspace(0.02, 12, 15)
        hills = plots.moving_contours(left, self.LIM, levels, n=40, linewidths=0.9, alpha=0.7)
        slow = plots.curves(left, ["descent"], color=plots.FIT, marker="o", ms=4, lw=1.5)
        walk = dict(color=plots.ORANGE, marker="s", ms=6, lw=1.8, mec="black", mew=0.5)
        quick = plots.curves(left, ["Newton"], ls="--", **walk)
        start = plots.circles(left, "start", size=13)
        goal = plots.mark(left, "minimum", "X", plots.BLACK, 11)
        falls = plots.curves(right, ["descent"], log="y", color=plots.FIT, lw=2.6)
        dives = plots.curves(right, ["Newton"], ls="--", **walk)
        over = plots.curves(right, ["bound for descent"], color=plots.BOUND, ls="--")
        plots.legend_above(left)
        plots.legend_above(right)
        return lambda r: (
            *hills(r.f),
            *slow(*r.paths[0].T),
            *quick(*r.paths[1].T),
            *start(r.w0),
            *goal(*(r.w_star if r.w_star is not None else (np.nan, np.nan))),
            *falls(r.t, r.gaps[0]),
            *dives(r.t, r.gaps[1]),
            *over(r.t, r.bound),
        )

    def caption(self, r):
        if r.w_star is None:
            length = np.linalg.norm(r.paths[0][-1])
            return f"No minimum: after 60 steps descent stands at ‖w‖ = {length:.3g} and walks on."
        if r.gaps[1][-1] > 1e-6:
            return "Newton's full steps overshoot and end nowhere: too far for the parabola."
        if r.gaps[0][-1] > r.gaps[0][0]:
            return f"Descent ends higher than it began: η is over 2/β = {2 / r.beta:.3g}."
        return (
            f"Newton arrives in {len(r.paths[1]) - 1} steps; after 60, descent is "
            f"{r.gaps[0][-1]:.2g} above the minimum."
        )

    def numbers(self, r):
        where = "above the infimum 0" if r.w_star is None else "above the minimum"
        ends = [f"{g[-1]:.2g} {where}" if g[-1] < 1e6 else "out of sight" for g in r.gaps]
        return (
            f"after 60 steps descent is {ends[0]}; Newton, after {len(r.paths[1]) - 1} steps, is "
            f"{ends[1]}; the largest step with a promise is 1/β = {1 / r.beta:.3g}."
        )

    def headline(self, r):
        none = "there is no minimum" * (r.w_star is None)
        too_long = f"η is over 1/β = {1 / r.beta:.3g}" * (r.eta > 1 / r.beta)
        return Claim(
            "descent: f(w_T) − f* ≤ ‖w₀ − w*‖²/(2ηT)",
            "Theorem 6.6",
            r.gaps[0][-1],
            r.bound[-1],
            why_not=none or too_long,
            words="After T steps descent is at most ‖w₀ − w*‖²/(2ηT) above the minimum.",
        )

    def identities(self, r):
        lam = self.PENALTY * r.penalty
        moved = r.paths[1][min(1, len(r.paths[1]) - 1)]
        step = weighted_regression(r.X, r.y, r.w0, lam)
        halved = "the first step was halved" * (not full_step(r, moved, lam))
        none = "there is no minimum" * (r.w_star is None)
        said, seen = balance(r.X, r.y, r.w_star, lam)
        full = "full steps" * (not r.search)
        down = np.diff(r.gaps[1]).max(initial=-1.0)
        return [
            Claim(
                "Newton's step is a weighted regression (w₁ after it)",
                "Theorem 6.7",
                moved[0],
                step[0],
                "==",
                tol=1e-5,
                why_not=halved,
            ),
            Claim(
                "at the minimum, x₁·said + 2λw₁ and x₁·seen have one mean",
                "Theorem 6.4",
                said,
                seen,
                "==",
                tol=1e-8,
                why_not=none,
            ),
            Claim(
                "with halving, every Newton step goes down",
                "section 3",
                down,
                0,
                tol=1e-12,
                why_not=full,
            ),
        ]


def weighted_regression(X, y, w, lam):
    """Newton's step from w as a least-squares problem: rows scaled by sqrt(D), ridge rows below."""
    p = logistic.probability(X @ w)
    D = np.maximum(p * (1 - p), 1e-300)
    rows = np.vstack([np.sqrt(D)[:, None] * X, np.sqrt(2 * lam * len(y)) * np.eye(X.shape[1])])
    answers = np.append(np.sqrt(D) * (X @ w + ((y + 1) / 2 - p) / D), np.zeros(X.shape[1]))
    return np.linalg.lstsq(rows, answers, rcond=None)[0]


def full_step(r, moved, lam):
    """Was Newton's first step taken in full?"""
    grad = losses.objective(losses.logistic, r.X, r.y, lam)[1](r.w0)
    curved = logistic.hessian(r.X, r.y, lam)(r.w0) @ (moved - r.w0) + grad
    return np.abs(curved).max() <= 1e-9 * max(1.0, np.abs(grad).max())


def balance(X, y, w, lam):
    """Mean of x_1 times what w says, plus 2 lam w_1; and mean of x_1 times what was seen."""
    if w is None:
        return np.nan, np.nan
    said = (X[:, 0] * logistic.probability(X @ w)).mean() + 2 * lam * w[0]
    return said, (X[:, 0] * (y + 1) / 2).mean()


CAMP = np.where(np.arange(20) % 2, 1.0, -1.0)
CLOUD = np.random.default_rng(10).normal(size=(20, 2)) * [0.9, 0.6] + CAMP[:, None] * [1.2, 0.8]
BEST = svm.hard_margin(CLOUD, CAMP, bias=False).w
ETA = 1 / losses.constants(losses.logistic, CLOUD)[1]
GAMMA, LONGEST = 1 / np.linalg.norm(BEST), np.linalg.norm(CLOUD, axis=1).max()
STEPS = np.arange(1, 10001)
DESCENT, DIVIDED, PENALISED = "descent", "steps divided by the loss", "minimiser with λ = 1/(2ηT)"
RUNS = {
    name: optim.gradient_descent(grad, np.zeros(2), ETA, 10000).w
    for name, grad in {
        DESCENT: losses.objective(losses.logistic, CLOUD, CAMP)[1],
        DIVIDED: logistic.normalised_grad(CLOUD, CAMP),
    }.items()
}


def penalised(t):
    """The minimiser with the penalty that belongs to t steps."""
    return logistic.fit(CLOUD, CAMP, 1 / (2 * ETA * t))


def degrees(w):
    """The angle between w and the direction of largest margin."""
    return np.degrees(logistic.angle(w, BEST))


SOME = np.geomspace(1, 10000, 60)
CURVES = {
    DESCENT: (STEPS, degrees(RUNS[DESCENT][1:])),
    PENALISED: (SOME, np.array([degrees(penalised(t)) for t in SOME])),
    DIVIDED: (STEPS, degrees(RUNS[DIVIDED][1:])),
}
LOOKS = {
    DESCENT: dict(color=plots.FIT, ls="-"),
    PENALISED: dict(color=plots.PURPLE, ls="-."),
    DIVIDED: dict(color=plots.GREEN, ls="--"),
}


class away(Figure):
    """Separable data: descent runs away, and its direction turns to the largest margin."""

    veiled = (1,)
    story = [
        Step("one step", "One step from 0: the direction of the class means.", T=1),
        Step("100 steps", "The blue line has turned towards the dashed one.", T=100),
        Step("10 000 steps", "A hundred times as many steps. Has it arrived?", T=10000),
        Step(
            "divided by the loss",
            "The same rule, each step divided by the current loss: it has arrived.",
            T=10000,
            rule=DIVIDED,
        ),
        Step(
            "a penalty instead",
            "No descent at all: the minimiser with λ = 1/(2ηT) turns much as descent does.",
            T=100,
            rule=PENALISED,
        ),
    ]
    handles = [
        Handle(
            "choose the step",
            at=lambda r: (r.steps, r.off),
            to=lambda r, x, y: dict(T=x),
            panel=1,
        )
    ]
    notes = """Ask for the angle after 10 000 steps before the right panel is shown; most expect it
    to be invisible. The cloud was chosen among several: on others the angle overshoots and rises
    for a while before it falls. Only the limit is a theorem (6.9)."""

    def sliders(self):
        return dict(
            T=log_slider("steps T", 10, 1, 10000),
            rule=choice("rule", DESCENT, [DESCENT, DIVIDED, PENALISED]),
        )

    @staticmethod
    def compute(T, rule):
        """Look at step T of a run, or at the minimiser with the penalty that belongs to it."""
        steps = int(round(T))
        w, ridge = RUNS[DESCENT][steps], penalised(steps)
        chosen = ridge if rule == PENALISED else RUNS[rule][steps]
        return dict(
            steps=steps,
            w=w,
            ridge=ridge,
            chosen=chosen,
            off=degrees(chosen),
            loss=losses.mean_loss(losses.logistic, CLOUD, CAMP, w),
            margin=separation.margin(CLOUD, CAMP, chosen),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(1, 1.25))
        left.set(xlim=(-3.3, 3.3), ylim=(-2.4, 2.4), xlabel="$x_1$", ylabel="$x_2$")
        right.set(xlim=(0.85, 1.3e4), ylim=(0.02, 60), xlabel="steps $T$")
        right.set_ylabel("degrees off")
        classes(left, ["$y = +1$", "$y = -1$"], 7)(CLOUD[CAMP > 0], CLOUD[CAMP < 0])
        dashed = dict(ls="--", lw=1.6, edges=False)
        plots.street(left, "largest margin", plots.TRUTH, **dashed)(BEST, 0)
        left.text(-3.2, 0.3, "solid: the rule,\ndotted: its margin", fontsize=11, va="center")
        roads = {
            name: plots.street(left, None, look["color"], lw=2.6) for name, look in LOOKS.items()
        }
        for (name, (t, angles)), place in zip(CURVES.items(), ((1.2, 24), (500, 5), (430, 1.2))):
            plots.curves(right, [name], log="xy", lw=2, **LOOKS[name])(t, angles)
            short = {PENALISED: "minimiser with λ", DIVIDED: "divided by the loss"}.get(name, name)
            right.text(*place, short, color=LOOKS[name]["color"], fontsize=12)
        t = STEPS[9::10]
        right.plot(t, 80.0 / np.log(t), color=plots.BOUND, ls=":", lw=1.6)
        right.text(15, 33, "80°/ln $T$", color="0.35", fontsize=12)
        here = plots.star(right, 15)
        right.minorticks_off()
        right.set_yticks([0.1, 1, 10], ["0.1", "1", "10"])
        plots.legend_above(left)
        hidden = None, 0, np.nan
        return lambda r: (
            *(
                line
                for name, road in roads.items()
                for line in road(*((r.chosen, 0, r.margin) if name == r.rule else hidden))
            ),
            *here(r.steps, r.off),
        )

    def caption(self, r):
        return (
            f"The line is {r.off:.2g}° off, and its margin is {r.margin / GAMMA:.1%} of the "
            "largest one."
        )

    def numbers(self, r):
        return (
            f"at step {r.steps} the line is {r.off:.3g} degrees off that of largest margin, and "
            f"its margin is {r.margin:.3g} of {GAMMA:.3g}; descent itself has length "
            f"{np.linalg.norm(r.w):.3g} and mean loss {r.loss:.2g}."
        )

    def headline(self, r):
        return Claim(
            "descent: L(w_T) ≤ 1/T + (ln T)²/(2γ²ηT)",
            "Theorem 6.8",
            r.loss,
            logistic.separable_loss_bound(GAMMA, ETA, r.steps),
            words="Descent's loss after T steps is at most 1/T + (ln T)²/(2γ²ηT).",
        )

    def identities(self, r):
        length, before = np.linalg.norm(r.w), RUNS[DESCENT][r.steps - 1]
        excess = logistic.probability(CLOUD @ before) - (CAMP + 1) / 2
        lam, m = 1 / (2 * ETA * r.steps), CAMP * (CLOUD @ r.ridge)
        pull = (m * logistic.probability(-m)).mean()
        return [
            Claim(
                "‖w_T‖ ≤ 2 ln T/γ + √(2η)",
                "Theorem 6.8",
                length,
                2 * np.log(r.steps) / GAMMA + np.sqrt(2 * ETA),
            ),
            Claim(
                "‖w_T‖ ≥ ln(1/(e^L − 1))/max‖x‖",
                "Theorem 6.8",
                length,
                logistic.norm_needed(r.loss, LONGEST),
                ">=",
            ),
            Claim("no margin is above γ", "section 4", r.margin, GAMMA),
            Claim(
                "a step has length η·‖mean of (said − seen)·x‖",
                "Theorem 6.4",
                np.linalg.norm(r.w - before),
                ETA * np.linalg.norm(excess @ CLOUD / 20),
                "==",
                tol=1e-12,
            ),
            Claim(
                "with λ: 2λ‖w‖² = mean of m·σ(−m)",
                "Theorem 6.5",
                2 * lam * r.ridge @ r.ridge,
                pull,
                "==",
                tol=1e-9,
            ),
        ]


flowers, BOX = data.load("iris"), (0.5, 7.5, -0.2, 3.6)
PETALS = flowers.X[:, 2:]
IX = logistic.with_ones(data.standardise(PETALS))
AREA = np.stack(
    np.meshgrid(np.linspace(0.57, 7.43, 50), np.linspace(-0.16, 3.56, 50)), axis=-1
).reshape(-1, 2)
AREA_X = logistic.with_ones(data.standardise(AREA, PETALS))
SPECIES = [flowers.y == k for k in range(3)]
ONE = 70  # a versicolor that looks like a virginica
RGB = np.array([[int(c[i : i + 2], 16) / 255 for i in (1, 3, 5)] for c in plots.COLOURS[:3]])


def mixed(P):
    """Rows of three probabilities as colours between the first three of the palette, made pale."""
    return 1 - 0.5 * (1 - P @ RGB)


@lru_cache(maxsize=64)
def three_species(lam):
    """The weights, the scores of all flowers and of the area, and the borders between species."""
    W = softmax.fit(IX, flowers.y, lam)
    return W, IX @ W, AREA_X @ W, [border(W, k) for k in range(3)]


def border(W, k):
    """The half-line on which the two species other than k tie, and k is no better: (2, 2) ends."""
    i, j = (other for other in range(3) if other != k)
    tie, lead = W[:, i] - W[:, j], W[:, i] - W[:, k]  # (intercept, two slopes) each
    along = np.array([-tie[2], tie[1]])
    foot = -tie[0] * tie[1:] / (tie[1:] @ tie[1:])
    level, rise = lead[0] + lead[1:] @ foot, lead[1:] @ along
    first = -level / rise  # on the tie, species k catches up here
    ends = foot + np.array([[first], [first + np.sign(rise) * 1e3]]) * along
    return ends * PETALS.std(axis=0) + PETALS.mean(axis=0)


class iris(Figure):
    """Three classes: probabilities as colours, and as points of a triangle."""

    veiled = (1,)
    story = [
        Step("as learnt", "Most flowers stand near their corner. Find the star in both panels."),
        Step("hot", "Pale colours, flowers at the centre. Did a border move?", tau=10),
        Step(
            "cold", "Corners only. Which corner does the star go to, and which is its own?", tau=0.1
        ),
        Step("strong penalty", "λ = 0.1, τ = 1: short weights look like heat.", lam=0.1),
        Step("weak penalty", "λ = 0.00001: long weights look like cold.", lam=1e-5),
    ]
    handles = [
        Handle(
            "heat and cool this flower",
            at=lambda r: r.star,
            to=lambda r, x, y: dict(tau=nearest_tau(r, x, y)),
            panel=1,
        )
    ]
    notes = """Drag the star along its grey path: it is a versicolor that looks like a virginica.
    Cooling makes a mistake sure of itself, heating makes it modest, and neither makes it right.
    Then compare hot with strong penalty: alike, but with λ the borders may move."""

    def sliders(self):
        return dict(tau=temperature(1, 0.05, 20), lam=regularisation(0.001, 1e-5, 1))

    @staticmethod
    def compute(tau, lam):
        """Fit a softmax to 150 irises and look at it at temperature tau."""
        W, S, over, borders = three_species(lam)
        P = softmax.softmax(S, tau)
        places = softmax.simplex_points(P)
        return dict(
            W=W,
            S=S,
            P=P,
            image=mixed(softmax.softmax(over, tau)).reshape(50, 50, 3),
            borders=borders,
            places=places,
            star=places[ONE],
            road=softmax.simplex_points(softmax.softmax(S[ONE] / TAUS[:, None])),
            right=np.mean(P.argmax(axis=1) == flowers.y),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(1.1, 1))
        left.set(xlim=BOX[:2], ylim=BOX[2:], xlabel="petal length (cm)")
        left.set_ylabel("petal width (cm)")
        right.set(xlim=(-0.16, 1.16), ylim=(-0.12, 1.02), xticks=[], yticks=[])
        right.spines[:].set_visible(False)
        right.plot([0, 1, 0.5, 0], [0, 0, 3**0.5 / 2, 0], color="0.4", lw=1.2)
        for x, height, name in zip((0, 1, 0.5), (-0.1, -0.1, 0.93), flowers.target_names):
            right.text(x, height, name, ha="center", fontsize=13)
        shade = plots.heatmap(left, BOX, 0, 1)
        lines = [plots.curves(left, [None], color=plots.BLACK, ls="-", lw=1.4) for _ in range(3)]
        petals = plots.points(left, list(flowers.target_names), legend=None, size=30)
        plots.legend_above(left)
        road = plots.curves(right, [None], color="0.6", ls="-", lw=1.4)
        dots = plots.points(right, [""] * 3, legend=None, size=40, alpha=0.6)
        one, star = (plots.star(ax, 16) for ax in (left, right))
        return lambda r: (
            *shade(r.image),
            *(a for line, ends in zip(lines, r.borders) for a in line(*ends.T)),
            *petals(*(PETALS[own] for own in SPECIES)),
            *one(*PETALS[ONE]),
            *road(*r.road.T),
            *dots(*(r.places[own] for own in SPECIES)),
            *star(*r.star),
        )

    def caption(self, r):
        said, sure = flowers.target_names[r.P[ONE].argmax()], r.P[ONE].max()
        # never "100 %" for an answer that is wrong
        sure = "over 99.9%" if sure > 0.9995 else f"{sure:.1%}" if sure > 0.99 else f"{sure:.0%}"
        return (
            f"The star, a versicolor, is called {said} with confidence {sure}; of all flowers "
            f"{r.right:.1%} are called rightly."
        )

    def numbers(self, r):
        return (
            f"{r.right:.1%} of the flowers are classified rightly, with mean confidence "
            f"{r.P.max(axis=1).mean():.1%}; the mean entropy is {softmax.entropy(r.P).mean():.3f}, "
            "between 0 at the corners and ln 3 = 1.099 at the centre; the star has the "
            f"probabilities {', '.join(f'{p:.2f}' for p in r.P[ONE])}."
        )

    def headline(self, r):
        h = 1e-4 * r.tau
        after, before = (
            softmax.entropy(softmax.softmax(r.S, t)).mean() for t in (r.tau + h, r.tau - h)
        )
        P, S = r.P, r.S
        spread = (P * S**2).sum(axis=1) - (P * S).sum(axis=1) ** 2
        return Claim(
            "the entropy grows with τ at rate Var(s)/τ³",
            "Theorem 6.10",
            (after - before) / (2 * h),
            spread.mean() / r.tau**3,
            "==",
            tol=1e-4,
            words="Entropy grows with τ, at the rate (variance of the score)/τ³.",
        )

    def identities(self, r):
        said = softmax.softmax(r.S)[:, 1]
        means = said.mean() + 2 * r.lam * r.W[0, 1], SPECIES[1].mean()
        x = IX[:, 1]
        moments = (x * said).mean() + 2 * r.lam * r.W[1, 1], (x * SPECIES[1]).mean()
        labels = np.mean(r.S.argmax(axis=1) == flowers.y)
        others = r.W[1, 0] + r.W[1, 1], -r.W[1, 2]
        return [
            Claim("largest probability = largest score", "Theorem 6.10", r.right, labels, "=="),
            Claim("versicolor: said + 2λw₀ = seen", "Theorem 6.11", *means, "==", tol=1e-9),
            Claim("length: x·said + 2λw₁ = x·seen", "Theorem 6.11", *moments, "==", tol=1e-9),
            Claim("the weights of a column sum to 0", "section 5", *others, "==", tol=1e-7),
        ]


def nearest_tau(r, x, y):
    """The temperature at which the star's path comes closest to the hand."""
    return float(TAUS[np.argmin(((r.road - [x, y]) ** 2).sum(axis=1))])


X_AXIS = np.linspace(-3, 3, 121)


class sure(Figure):
    """Is a probability worth anything? The reliability diagram of a right and a wrong model."""

    veiled = (1,)
    more = ("n", "sample")
    story = [
        Step("right model", "The truth is linear, and so is the fit: ten points on the diagonal."),
        Step("wrong model", "The truth is bent, the fit is not. Look at both ends.", q=1),
        Step("right again", "With x² as a column the fit can bend too.", q=1, square=True),
        Step("overconfident", "τ = 0.3 after the fit: said 0.9, seen less. An S.", tau=0.3),
        Step("timid", "τ = 3: the points stand steeper than the diagonal.", tau=3),
        Step(
            "wrong and heated", "Can a temperature straighten a wrong model? Try all τ.", q=1, tau=2
        ),
    ]
    handles = [
        Handle(
            "bend the truth",
            at=lambda r: (0, logistic.probability(-r.q)),
            to=lambda r, x, y: dict(q=float(-logistic.log_odds(np.clip(y, 0.05, 0.95)))),
        )
    ]
    notes = """Press "wrong model" and ask what the diagram would look like had we fitted nothing
    but the overall share. Then "overconfident": this S is what an over-trained network shows.
    Temperature repairs that shape, and nothing else."""

    def sliders(self):
        return dict(
            tau=temperature(1, 0.1, 10),
            q=slider("bend q", 0, -1.5, 1.5, 0.1),
            square=toggle("fit x² too", False),
            n=int_slider("cases n", 4000, 500, 8000, 500),
            sample=int_slider("new random sample i", 1, 1, 50),
        )

    @staticmethod
    def compute(tau, q, square, n, sample):
        """Draw n cases with bent log-odds, fit a line (or a parabola), compare said and seen."""
        x, y = curved_cases(n, 1.5, q, np.random.default_rng(sample))

        def features(x):
            return logistic.with_ones(np.column_stack([x, x**2]) if square else x)

        w = logistic.fit(features(x), data.as_signs(y))
        s, truth = features(x) @ w, logistic.probability(true_odds(X_AXIS, 1.5, q))
        said = logistic.probability(features(X_AXIS) @ w, tau)
        p, middle = logistic.probability(s, tau), np.abs(X_AXIS) <= 2
        off = np.abs(truth - said)[middle].max()
        return dict(x=x, y=y, s=s, p=p, truth=truth, said=said, off=off, bins=reliability(p, y))

    def picture(self, fig):
        left, right = fig.subplots(1, 2)
        left.set(xlim=(-3, 3), ylim=(-0.02, 1.02), xlabel="$x$", ylabel="probability of $y = 1$")
        left.set_yticks([0, 0.25, 0.5, 0.75, 1])
        right.set(
            xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), xlabel="said: mean probability in the bin"
        )
        right.set_ylabel("seen: share of ones in the bin")
        truth = plots.curves(left, ["truth"], color=plots.TRUTH, lw=1.6)
        fit = plots.curves(left, ["said: the fit, at $\\tau$"], color=plots.FIT, lw=2.6, ls="--")
        grip = plots.mark(left, None, "D", plots.BLACK, 9)
        right.plot([0, 1], [0, 1], color=plots.TRUTH, lw=1, label="said = seen")
        shade = plots.band(right, "chance (5 s.e.)", plots.SKY, 0.35)
        dots = plots.points(right, ["ten bins"], legend=None, size=60, zorder=5)
        right.fill_between([0], [0], [0], color=plots.SKY, alpha=0.35, label="chance (5 s.e.)")
        plots.legend_above(left)
        plots.legend_above(right)
        return lambda r: (
            *truth(X_AXIS, r.truth),
            *fit(X_AXIS, r.said),
            *grip(0, logistic.probability(-r.q)),
            *shade(r.bins.p, r.bins.p - r.bins.allowed, r.bins.p + r.bins.allowed),
            *dots(np.column_stack([r.bins.p, r.bins.share])),
        )

    def caption(self, r):
        return (
            f"Said and seen differ by {r.bins.gap:.3f} on average over the bins; the fit is off "
            f"the truth by up to {r.off:.2f} (for x between −2 and 2)."
        )

    def numbers(self, r):
        return (
            f"the fitted probability is off by up to {r.off:.3f} for |x| ≤ 2; in the diagram said "
            f"and seen differ by {r.bins.gap:.3f} on average, at worst {r.bins.worst:.2f} times "
            "what chance allows (shaded: about five standard errors)."
        )

    def headline(self, r):
        margins = data.as_signs(r.y) * r.s
        return Claim(
            "on its own cases no τ beats τ = 1",
            "Theorem 6.12",
            loss_at(margins, r.tau),
            loss_at(margins, 1.0),
            ">=",
            words="On the cases it was fitted to, no temperature has a smaller loss than τ = 1.",
        )

    def identities(self, r):
        warm = "τ is not 1" * (r.tau != 1)
        bent = "the model is wrong: the log-odds are bent" * (r.q != 0 and not r.square)
        p = logistic.probability(r.s)
        means, moments = (p.mean(), r.y.mean()), ((r.x * p).mean(), (r.x * r.y).mean())
        scores = (r.s * p).mean(), (r.s * r.y).mean()
        second = "at τ = 1, x·said and x·seen have one mean"
        third = "at τ = 1, s·said and s·seen have one mean"
        chance = "illustration: every bin within five standard errors"
        return [
            Claim("at τ = 1, mean said = mean seen", "Theorem 6.12", *means, "==", tol=1e-8),
            Claim(second, "Theorem 6.12", *moments, "==", tol=1e-8),
            Claim(third, "Theorem 6.12", *scores, "==", tol=1e-7),
            Claim(chance, "Bernstein's inequality", r.bins.worst, 1, why_not=warm or bent),
        ]
