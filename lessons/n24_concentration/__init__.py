"""The figures of notebook 24, concentration: exact laws beside bounds that hold for all laws."""

from functools import lru_cache
from math import comb

import numpy as np
from scipy import special

from helpers import plots
from helpers.generalisation import concentration as con
from helpers.live import Claim, Figure, Handle, Step, choice, int_slider, log_slider, slider
from helpers.live.words import powers

FLOOR = 1e-20  # the lowest probability that is drawn
EPS = np.linspace(0.002, 0.25, 249)
NAMES = ("truth", "normal: no bound", "Chernoff", "Hoeffding", "Chebyshev", "Markov")
LOOK = {  # colour and dashes of each curve, the same in every figure of this notebook
    "truth": (plots.TRUTH, "-"),
    "normal: no bound": (plots.BOUND, ":"),
    "Chernoff": (plots.SKY, (0, (2, 1))),
    "Hoeffding": (plots.BLUE, (0, (5, 1.5))),
    "Chebyshev": (plots.PURPLE, "-."),
    "Markov": (plots.ORANGE, (0, (9, 3))),
}


def relative(bound):
    """The tolerance of a claim about small probabilities: a billionth of the bound."""
    return 1e-9 * float(bound)


def counted(number):
    """A large number in words of two digits: 740, 2.9 thousand, 100 million."""
    for size, word in ((1e9, " billion"), (1e6, " million"), (1e4, " thousand")):
        if number >= size:
            return f"{float(f'{number:.2g}') / (1e3 if size == 1e4 else size):.3g}{word}"
    return f"{number:.0f}"


def once_in(probability):
    """A small probability in words."""
    if probability >= 0.1:
        return f"in {100 * probability:.0f} % of all samples"
    if probability < 1e-12:
        return f"with probability {probability:.1e}"
    return f"once in {counted(float(f'{1 / probability:.2g}'))} samples"


def line(ax, name, **more):
    """One curve in its look. move(x, y)."""
    colour, dashes = LOOK[name]
    return plots.curves(ax, [name], color=colour, ls=dashes, **more)


def seen(probabilities):
    """What is drawn of small probabilities: nothing below the floor."""
    return np.where(np.asarray(probabilities) < FLOOR, np.nan, probabilities)


def rods(ax, names):
    """A rod for each name, from the left edge to its value on a log axis, with the value in
    figures above it; a bound over 1 says nothing, and its rod ends at 1. move(values)."""
    drawn = []
    for name in names:
        colour, dashes = LOOK[name]
        drawn += ax.plot([], [], color=colour, ls=dashes, lw=3)
        drawn += ax.plot([], [], ls="", marker="o", color=colour, mec="white", ms=9)
    ax.set_yticks(range(len(names)), names)
    words = [ax.text(FLOOR, row + 0.15, "", va="bottom") for row in range(len(names))]

    def move(values):
        for row, (value, end) in enumerate(zip(values, np.clip(values, FLOOR, 1))):
            drawn[2 * row].set_data([FLOOR / 5, end], [row, row])
            drawn[2 * row + 1].set_data([end], [row])
            words[row].set_text(powers(f"{value:.2g}") if value <= 1 else "over 1: says nothing")
        return *drawn, *words

    return move


class tails(Figure):
    """The exact chance that a share of heads is too high by ε, and what five formulas say."""

    size = (10, 4.3)
    veiled = (0, 1)
    story = [
        Step(
            "a thousand documents",
            "Black is the truth, computed exactly. Dashed curves are promises that hold for every "
            "law of their kind: all lie above it.",
        ),
        Step(
            "Markov sleeps",
            "Only thirty documents: every curve came up but Markov's, which does not know n.",
            n=30,
        ),
        Step(
            "Chebyshev wins",
            "A hundred documents, ten points: Chebyshev’s 0.11 is below Hoeffding’s 0.14, although "
            "it knows nothing but the variance.",
            n=100,
            eps=0.1,
        ),
        Step(
            "the normal lies",
            "The dotted curve lies below the truth, 1500 times here. It is no bound.",
            eps=0.1,
        ),
        Step(
            "a fair coin",
            "At p = ½ Chernoff and Hoeffding nearly agree: Hoeffding prepares for the worst coin, "
            "and this is it.",
            p=0.5,
        ),
        Step(
            "a rare error",
            "At p = 0.01 Hoeffding still prepares for a fair coin; Chernoff knows better.",
            p=0.01,
        ),
    ]
    handles = [
        Handle(
            "choose ε", at=lambda r: (r.eps, max(r.at[0], FLOOR)), to=lambda r, x, y: dict(eps=x)
        )
    ]
    notes = """Let the class bet on the order of magnitude before you wake the picture. Then move n
    from 30 to 2000 and ask which curves are straight lines in n. At the step where Chebyshev wins
    ask why: var/(nε²) knows that the coin is unfair, Hoeffding does not. The dotted curve is the
    point to repeat: an approximation that is excellent in the middle may be useless in the tail."""

    def sliders(self):
        return dict(
            n=int_slider("examples n", 1000, 5, 2000, 5),
            p=slider("error rate p", 0.13, 0.01, 0.5, 0.01),
            eps=slider("distance ε", 0.05, 0.005, 0.25, 0.005),
        )

    @staticmethod
    def compute(n, p, eps):
        """Exact tail and five formulas, over a grid of ε and at this ε."""
        var = p * (1 - p)

        def six(e):
            return (
                con.binomial_tail(n, p, e),
                con.normal_tail(n, var, e),
                con.chernoff(n, p, e),
                con.hoeffding(n, e),
                con.chebyshev(var, n, e),
                con.markov(p, p + e),
            )

        k = float(con.at_least(n, p, eps))
        q = min(k / n, 1)
        rate = np.exp(-n * con.bernoulli_kl(q, p))
        chosen = -np.log(n + 1) - special.betaln(k + 1, n - k + 1)  # ways to place k heads
        bar = np.exp(chosen + k * np.log(p) + (n - k) * np.log(1 - p))
        return dict(
            bar=bar,
            drop=float(con.binomial_tail(n, p, eps) - con.binomial_tail(n, p, eps + 1 / n)),
            grid=six(EPS),
            at=np.array([float(v) for v in six(eps)]),
            lattice=rate,
            least=rate / np.sqrt(8 * n * q * (1 - q)) if 0 < q < 1 else rate,
        )

    def picture(self, fig):
        side = dict(yscale="log", ylim=(FLOOR, 2), xlim=(0, 0.25), xlabel="distance ε")
        row = dict(xscale="log", xlim=(FLOOR / 5, 2), ylim=(-0.6, 5.6), xlabel="chance at this ε")
        left, right = plots.panels(fig, side, row, width_ratios=[1.35, 1])
        left.set_title("chance that the share is too high by ε")
        right.set_xticks([1e-20, 1e-15, 1e-10, 1e-5, 1])
        lines = [line(left, name) for name in NAMES]
        rod, here = rods(right, NAMES), plots.star(left)

        def move(r):
            drawn = [a for mover, y in zip(lines, r.grid) for a in mover(EPS, seen(y))]
            return *drawn, *rod(r.at), *here(r.eps, max(r.at[0], FLOOR))

        return move

    def caption(self, r):
        names = dict(zip(NAMES[2:], r.at[2:]))
        best = min(("Hoeffding", "Chebyshev", "Markov"), key=names.get)
        return (
            f"The share is too high {once_in(r.at[0])}. Of the three bounds that need not know the "
            f"law, {best}’s is the lowest: {names[best]:.2g}."
        )

    def numbers(self, r):
        said = ", ".join(f"{name} {value:.3g}" for name, value in zip(NAMES, r.at))
        return f"probability that the share exceeds p by ε: {said}."

    def headline(self, r):
        return Claim(
            "Chernoff’s bound for coins",
            "Theorem 24.3",
            measured=r.at[0],
            bound=r.at[2],
            tol=relative(r.at[2]),
            words="The share is at least p + ε with probability at most e^(−n·KL(p+ε‖p)).",
        )

    def identities(self, r):
        truth, _, chernoff, hoeffding, chebyshev, markov = r.at
        return [
            Claim("Markov", "Theorem 24.1", truth, markov, tol=relative(markov)),
            Claim("Chebyshev", "Theorem 24.2", truth, chebyshev, tol=relative(chebyshev)),
            Claim("Hoeffding", "Theorem 24.5", truth, hoeffding, tol=relative(hoeffding)),
            Claim(
                "Chernoff is below Hoeffding",
                "section 3",
                chernoff,
                hoeffding,
                tol=relative(hoeffding),
            ),
            Claim(
                "one head more is one term less",
                "section 1",
                r.drop / r.bar if r.bar > 1e-300 else 1.0,
                1.0,
                "==",
                tol=1e-6,
                why_not="" if r.bar > 1e-300 else "the probability is too small for a computer",
            ),
            Claim(
                "the rate is right",
                "Theorem 24.3",
                truth,
                r.least,
                ">=",
                tol=relative(r.least),
            ),
            Claim(
                "Chernoff at the next whole number",
                "Theorem 24.3",
                truth,
                r.lattice,
                tol=relative(r.lattice),
            ),
        ]


# one lid over one step

X = np.linspace(-2.6, 3.4, 601)
TILTS = np.linspace(0, 2, 401)
LEAST = 1e-5


def coin_rate(eps):
    return con.bernoulli_kl((1 + eps) / 2, 0.5)


def two_bars(x):
    """The law of a coin ±1 as two narrow bars; a bar's height is its probability."""
    return np.where(np.abs(np.abs(x) - 1) < 0.06, 0.5, 0.0)


def bell(x):
    return np.exp(-x * x / 2) / np.sqrt(2 * np.pi)


def waiting(x):
    return np.where(x >= -1, np.exp(-np.maximum(x, -1) - 1), 0.0)


def exponential_log_mgf(t):
    """log M of a waiting time of mean 1, minus 1; infinite from t = 1 on."""
    inside = np.minimum(t, 1 - 1e-12)
    return np.where(np.asarray(t) < 1, -inside - np.log1p(-inside), np.inf)


# name: density, log M(t), exact tail of the mean of n, best t, rate function
LAWS = {
    "coin ±1": (
        two_bars,
        lambda t: np.log(np.cosh(t)),
        lambda n, eps: con.binomial_tail(n, 0.5, eps / 2),
        np.arctanh,
        coin_rate,
    ),
    "normal": (
        bell,
        lambda t: np.square(t) / 2,
        lambda n, eps: special.ndtr(-eps * np.sqrt(n)),
        lambda eps: eps,
        lambda eps: eps**2 / 2,
    ),
    "waiting time": (
        waiting,
        exponential_log_mgf,
        lambda n, eps: special.gammaincc(n, n * (1 + eps)),
        lambda eps: eps / (1 + eps),
        lambda eps: eps - np.log1p(eps),
    ),
}


class lid(Figure):
    """A step under an exponential lid: Chernoff's method, with the slope of the lid to choose."""

    size = (10, 4.2)
    veiled = (1,)
    story = [
        Step(
            "a flat lid",
            "At t = 0 the lid is 1 everywhere: the promise is 1, which is no promise.",
            t=0,
        ),
        Step(
            "too steep",
            "The lid hugs the step on the left but shoots up where the law still lives: the "
            "promise is over 1.",
            t=1.4,
        ),
        Step(
            "the best lid",
            "In between lies the valley. For the normal law its floor is at t = ε.",
            t=0.6,
        ),
        Step(
            "one example",
            "With n = 1 the best lid promises little: the truth is a third of it.",
            t=0.6,
            n=1,
        ),
        Step(
            "fifty examples",
            "Each example multiplies the promise by the same factor. The valley is deep now.",
            t=0.6,
            n=50,
        ),
        Step(
            "a lid that breaks",
            "For waiting times the lid’s mean is infinite from t = 1 on: there is no promise.",
            law="waiting time",
            t=1.2,
        ),
    ]
    handles = [
        Handle(
            "choose t",
            at=lambda r: (r.t, min(max(r.promise, LEAST), 8)),
            to=lambda r, x, y: dict(t=x),
            panel=1,
        )
    ]
    notes = """Draw the step and the lid by hand first: Markov's inequality is nothing but “the step
    lies under the lid, so its mean does”. Ask for the best t before you wake the right panel."""

    def sliders(self):
        return dict(
            t=slider("slope t", 1, 0, 2, 0.01),
            eps=slider("distance ε", 0.6, 0.05, 0.95, 0.05),
            n=int_slider("examples n", 10, 1, 50),
            law=choice("law", "normal", list(LAWS)),
        )

    @staticmethod
    def compute(t, eps, n, law):
        """(M(t) e^(-tε))^n for all t and for this one, beside the exact tail of the mean."""
        density, log_mgf, tail, best, rate = LAWS[law]
        with np.errstate(over="ignore"):
            valley = np.exp(n * (log_mgf(TILTS) - TILTS * eps))
            promise = float(np.exp(n * (log_mgf(t) - t * eps)))
        top = float(best(eps))
        return dict(
            density=density(X),
            over=np.exp(np.minimum(t * (X - eps), 4)),
            step=(X >= eps).astype(float),
            valley=valley,
            promise=promise,
            exact=float(tail(n, eps)),
            top=top,
            floor=float(np.exp(n * (log_mgf(top) - top * eps))),
            by_rate=float(np.exp(-n * rate(eps))),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(X[0], X[-1]), ylim=(0, 3), xlabel="value x of one example", ylabel="height"),
            dict(
                xlim=(0, 2),
                yscale="log",
                ylim=(LEAST, 10),
                xlabel="slope t of the lid",
                ylabel="probability",
            ),
        )
        law = plots.band(left, None, "0.5", 0.35)
        left.fill_between([], [], color="0.5", alpha=0.35, lw=0, label="law of one example")
        step = plots.curves(left, ["step"], color=plots.TRUTH)
        over = plots.curves(left, ["lid"], color=plots.BLUE, ls="--")
        plots.legend_above(left)
        valley = plots.curves(right, ["promise"], color=plots.BLUE, ls="--")
        truth = plots.level(right, "truth", plots.TRUTH, "-")
        floor = plots.mark(right, "its floor", "D", plots.SKY, 9)
        plots.legend_above(right)
        here = plots.star(right)
        return lambda r: (
            *law(X, 0 * X, r.density),
            *step(X, r.step),
            *over(X, r.over),
            *valley(TILTS, np.maximum(r.valley, LEAST)),
            *truth(max(r.exact, LEAST)),
            *floor(r.top, max(r.floor, LEAST)),
            *here(r.t, min(max(r.promise, LEAST), 8)),
        )

    def caption(self, r):
        if not np.isfinite(r.promise):
            return "Here the mean of the lid is infinite: nothing is promised. Go back below t = 1."
        if r.promise >= 1:
            return f"A promise of {r.promise:.2g}: every probability is below that."
        if abs(r.t - r.top) < 0.005:  # half a step of the slider
            return f"This is the best lid: it promises {r.floor:.2g}. The truth is {r.exact:.2g}."
        return (
            f"This lid promises {r.promise:.2g}; the best one, t = {r.top:.2g}, promises "
            f"{r.floor:.2g}."
        )

    def numbers(self, r):
        return (
            f"lid with promise {r.promise:.3g}, best slope {r.top:.3g} with promise {r.floor:.3g}, "
            f"exact tail of the mean {r.exact:.3g}."
        )

    def headline(self, r):
        return Claim(
            "Chernoff’s bound, at every slope",
            "Theorem 24.3",
            measured=r.exact,
            bound=r.promise,
            tol=relative(min(r.promise, 1)),
            why_not="" if np.isfinite(r.promise) else "M(t) is infinite from t = 1 on",
            words="The average is at least ε with probability at most (M(t)e^(−tε))ⁿ, if t ≥ 0.",
        )

    def identities(self, r):
        lowest = float(np.min(r.valley))
        return [
            Claim("no lid beats the best", "Theorem 24.3", r.floor, lowest, tol=relative(lowest)),
            Claim(
                "the floor is e^(−nI(ε))",
                "Theorem 24.3",
                r.floor,
                r.by_rate,
                "==",
                tol=relative(r.by_rate),
            ),
        ]


# a parabola over log M

T = np.concatenate([-np.linspace(12, 0.05, 240), np.linspace(0.05, 12, 240)])
GRIP = 8.0  # where the hand takes the parabola
SCALE = 0.2  # of the Laplace law


def uniform_log_mgf(t):
    return np.log(np.sinh(np.abs(t) / 2) / (np.abs(t) / 2))


def laplace_log_mgf(t):
    inside = np.minimum(np.square(SCALE * t), 1 - 1e-12)
    return np.where(SCALE * np.abs(t) < 1, -np.log1p(-inside), np.inf)


class lens(Figure):
    """log M(t) and a parabola above it: how far a law is from normal, in one number σ²."""

    size = (10, 4.2)
    veiled = (1,)
    story = [
        Step(
            "the variance is not enough",
            "The parabola with σ² = the variance (dotted) touches at 0, and ln M crosses it on "
            "the right.",
            s2=0.0099,
        ),
        Step(
            "just enough",
            "At σ² = 0.107, eleven times the variance, the parabola lies above everywhere and "
            "touches once.",
            s2=0.1067,
        ),
        Step(
            "Hoeffding’s parabola",
            "σ² = ¼ is enough for every coin and for everything else in an interval of length 1.",
            s2=0.25,
        ),
        Step(
            "the fair coin",
            "At p = ½ the variance, the smallest σ² and ¼ are the same number.",
            p=0.5,
            s2=0.25,
        ),
        Step(
            "heavy tails",
            "A Laplace law: ln M leaves for infinity at t = 5. No parabola lies above it.",
            law="Laplace",
            s2=0.25,
        ),
        Step(
            "not centred",
            "Uniform on [0, 1], mean ½: near t = 0 a line beats every parabola. Centre first.",
            law="uniform on [0, 1]",
            s2=0.25,
        ),
    ]
    handles = [
        Handle(
            "bend the parabola",
            at=lambda r: (GRIP, r.s2 * GRIP**2 / 2),
            to=lambda r, x, y: dict(s2=2 * y / GRIP**2),
        )
    ]
    notes = """The right panel divides both sides by t²/2: a parabola becomes a level, and the
    smallest σ² is the height of the hill. Ask which coin has the highest hill."""

    def sliders(self):
        return dict(
            s2=slider("parameter σ²", 0.05, 0.002, 0.28, 0.0001),
            p=slider("heads p", 0.01, 0.01, 0.5, 0.01),
            law=choice("law", "coin", ["coin", "uniform", "Laplace", "uniform on [0, 1]"]),
        )

    @staticmethod
    def compute(s2, p, law):
        """log M of the law over a grid of t, what a parabola needs at each t, and the largest."""
        log_m, variance = {
            "coin": lambda: (con.log_mgf([1 - p, -p], [p, 1 - p], T), p * (1 - p)),
            "uniform": lambda: (uniform_log_mgf(T), 1 / 12),
            "Laplace": lambda: (laplace_log_mgf(T), 2 * SCALE**2),
            "uniform on [0, 1]": lambda: (T / 2 + uniform_log_mgf(T), 1 / 12),
        }[law]()
        needed = con.needed_parameter(log_m, T)
        touch = 2 * np.log((1 - p) / p)
        return dict(
            log_m=log_m,
            variance=variance,
            needed=needed,
            least=float(np.max(needed)),
            pierced=bool(np.any(log_m > s2 * T**2 / 2 * (1 + 1e-9))),
            touch=touch,
            at_touch=float(_needed_at(p, touch)),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-12, 12), ylim=(-0.2, 9), xlabel="t", ylabel="ln M(t)"),
            dict(xlim=(-12, 12), ylim=(0, 0.36), xlabel="t", ylabel="σ² needed at t"),
        )
        log_m = plots.curves(left, ["ln M(t)"], color=plots.TRUTH)
        yours = plots.curves(left, ["σ²t²/2"], color=plots.BLUE, ls="--")
        small = plots.curves(left, ["with the variance"], color=plots.PURPLE, ls=":")
        plots.legend_above(left)
        needed = plots.curves(right, ["2 ln M(t)/t²"], color=plots.TRUTH)
        level = plots.level(right, "σ²", plots.BLUE, "--")
        var = plots.level(right, "variance", plots.PURPLE, ":")
        right.axhline(0.25, color=plots.BOUND, ls=(0, (7, 2)), label="¼")
        plots.legend_above(right)
        here = plots.star(left)
        return lambda r: (
            *log_m(T, np.minimum(r.log_m, 20)),
            *yours(T, r.s2 * T**2 / 2),
            *small(T, r.variance * T**2 / 2),
            *needed(T, np.clip(r.needed, -1, 2)),
            *level(r.s2),
            *var(r.variance),
            *here(GRIP, r.s2 * GRIP**2 / 2),
        )

    def caption(self, r):
        if r.law == "Laplace":
            return "ln M is infinite beyond t = ±5: every parabola is pierced."
        if r.law == "uniform on [0, 1]":
            return "With mean ½ the curve starts along a line, and every parabola is pierced at 0."
        if r.pierced:
            return f"Pierced: σ² = {r.s2:.3g} is too small, {r.least:.3g} is needed."
        return f"The parabola lies above everywhere; σ² = {r.least:.3g} would be enough."

    def numbers(self, r):
        least = f"{r.least:.3g}" if np.isfinite(r.least) else "infinite"
        return (
            f"variance {r.variance:.3g}, smallest sub-Gaussian parameter on this range of t "
            f"{least}, the parabola is {'pierced' if r.pierced else 'above everywhere'}."
        )

    def headline(self, r):
        return Claim(
            "Hoeffding’s lemma",
            "Theorem 24.4",
            measured=r.least,
            bound=0.25,
            tol=1e-9,
            why_not={
                "Laplace": "the law is not bounded",
                "uniform on [0, 1]": "the mean is not 0",
            }.get(r.law, ""),
            words="A mean-zero law on an interval of length 1 has a parabola with σ² ≤ ¼ above it.",
        )

    def identities(self, r):
        bounded = "" if r.law in ("coin", "uniform") else "the law has no parabola"
        coin = "" if r.law == "coin" else "the law is no coin"
        return [
            Claim(
                "at least the variance", "section 3", r.variance, r.least, tol=2e-4, why_not=bounded
            ),
            Claim(
                "the hill of a coin",
                "section 3",
                r.at_touch,
                con.coin_parameter(r.p),
                "==",
                tol=1e-6,
                why_not=coin,
            ),
            Claim("the hill is the top", "section 3", r.least, r.at_touch, tol=1e-9, why_not=coin),
        ]


def _needed_at(p, t):
    """2 log M(t) / t² of a coin; near t = 0 its limit, the variance."""
    if abs(t) < 1e-3:
        return p * (1 - p)
    return con.needed_parameter(con.log_mgf([1 - p, -p], [p, 1 - p], t), t)


# how many examples

WANTED = np.geomspace(0.01, 0.3, 120)
DELTAS = np.geomspace(1e-6, 0.2, 120)


class enough(Figure):
    """The number of examples that ε and δ ask for, by two inequalities."""

    size = (10, 4.2)
    story = [
        Step(
            "five points, nineteen of twenty",
            "Star: Hoeffding asks for 738 examples, whatever the law. Chebyshev asks for more.",
        ),
        Step(
            "half the distance",
            "Half of ε costs four times as many examples, with both.",
            eps=0.025,
        ),
        Step(
            "one failure in a million",
            "On the right: δ is fifty thousand times smaller, and Hoeffding’s n only 3.9 times "
            "larger. Chebyshev’s is fifty thousand times larger.",
            delta=1e-6,
        ),
        Step(
            "a loose promise",
            "For δ = 0.2 and a rare error Chebyshev asks for less: it knows the variance.",
            delta=0.2,
            p=0.05,
        ),
        Step(
            "what really fails",
            "With Hoeffding’s n the true failure rate is far below δ when errors are rare.",
            p=0.05,
        ),
    ]
    handles = [
        Handle("choose ε", at=lambda r: (r.eps, r.n), to=lambda r, x, y: dict(eps=x)),
        Handle("choose δ", at=lambda r: (r.delta, r.n), to=lambda r, x, y: dict(delta=x), panel=1),
    ]
    notes = """The two panels have one message each: accuracy is expensive (slope −2), confidence is
    cheap (a logarithm). Let the class say the factor for “one failure in a million” first."""

    def sliders(self):
        return dict(
            eps=log_slider("distance ε", 0.05, 0.01, 0.3),
            delta=log_slider("failure rate δ", 0.05, 1e-6, 0.2),
            p=slider("error rate p", 0.5, 0.01, 0.5, 0.01),
        )

    @staticmethod
    def compute(eps, delta, p):
        """Sample sizes over ε and over δ, and the exact failure rate with Hoeffding's n."""
        var = p * (1 - p)
        n, other = con.hoeffding_size(eps, delta), con.chebyshev_size(var, eps, delta)
        return dict(
            n=n,
            other=other,
            var=var,
            over_eps=(np.log(2 / delta) / (2 * WANTED**2), var / (delta * WANTED**2)),
            over_delta=(np.log(2 / DELTAS) / (2 * eps**2), var / (DELTAS * eps**2)),
            fails=float(con.two_sided_tail(n, p, eps)),
            promised=2 * con.hoeffding(n, eps),
            one_less=2 * con.hoeffding(n - 1, eps) if n > 1 else 2.0,
        )

    def picture(self, fig):
        size = dict(xscale="log", yscale="log", ylim=(3, 1e7), ylabel="examples n")
        left, right = plots.panels(
            fig,
            {**size, "xlim": (0.01, 0.3), "xlabel": "distance ε"},
            {**size, "xlim": (1e-6, 0.2), "xlabel": "failure rate δ"},
        )
        left.set_xticks([0.01, 0.03, 0.1, 0.3], ["0.01", "0.03", "0.1", "0.3"])
        left.tick_params(axis="x", which="minor", labelbottom=False)
        names = ("Hoeffding", "Chebyshev")
        lefts, rights = ([line(ax, name) for name in names] for ax in (left, right))
        plots.legend_above(left)
        plots.legend_above(right)
        heres = plots.star(left), plots.star(right)
        return lambda r: (
            *(a for mover, y in zip(lefts, r.over_eps) for a in mover(WANTED, y)),
            *(a for mover, y in zip(rights, r.over_delta) for a in mover(DELTAS, y)),
            *heres[0](r.eps, r.n),
            *heres[1](r.delta, r.n),
        )

    def caption(self, r):
        more = "more" if r.other > r.n else "less"
        return (
            f"Hoeffding asks for {counted(r.n)} examples; Chebyshev asks for {more}, "
            f"{counted(r.other)}. With the first the share is off {once_in(r.fails)}."
        )

    def numbers(self, r):
        return (
            f"Hoeffding asks for {r.n} examples, Chebyshev for {r.other}; with {r.n} the exact "
            f"failure rate is {r.fails:.3g}."
        )

    def headline(self, r):
        return Claim(
            "enough examples",
            "Theorem 24.6",
            measured=r.fails,
            bound=r.delta,
            tol=relative(r.delta),
            words="With n ≥ ln(2/δ)/(2ε²) examples the average is off by ε or more with "
            "probability at most δ.",
        )

    def identities(self, r):
        return [
            Claim("Hoeffding at n", "Theorem 24.6", r.promised, r.delta, tol=relative(r.delta)),
            Claim(
                "one example less is too few",
                "Theorem 24.6",
                r.one_less,
                r.delta,
                ">=",
                tol=relative(r.delta),
            ),
            Claim(
                "Chebyshev at its n",
                "Theorem 24.2",
                float(con.chebyshev(r.var, r.other, r.eps)),
                r.delta,
                tol=relative(r.delta),
            ),
        ]


# one example changes

STATISTICS = ("different values", "share of heads", "longest run of heads")


@lru_cache(256)
def exact_law(statistic, n):
    """(values, probabilities, how far one draw can move it) of a function of n draws."""
    if statistic == "share of heads":
        heads = np.arange(n + 1)
        weights = np.array([comb(n, k) / 2**n for k in range(n + 1)])
        return heads / n, weights, 1 / n
    if statistic == "different values":
        return np.arange(n + 1.0), con.distinct_law(n), 1.0
    return np.arange(n + 1.0), con.run_law(n), float((n + 1) // 2)


@lru_cache(256)
def largest_change(statistic, n):
    """The largest change by one replaced draw, over 20 samples and every replacement."""
    rng = np.random.default_rng(n)
    if statistic == "different values":
        return max(_distinct_change(rng.integers(n, size=n)) for _ in range(20))
    flips = rng.integers(2, size=(20, n)).astype(bool)
    flips[0] = np.arange(n) != n // 2  # the worst case for a run: one flip joins two of them
    measure = np.mean if statistic == "share of heads" else con.longest_run
    return max(_flip_change(row, measure) for row in flips)


def _distinct_change(draws):
    """Replacing a draw that is alone by one that is there loses 1; the other way round gains 1."""
    counts = np.bincount(draws, minlength=len(draws))
    alone, missing, doubled = (counts == 1).any(), (counts == 0).any(), (counts > 1).any()
    return float((alone and (counts > 0).sum() > 1) or (missing and doubled))


def _flip_change(heads, measure):
    """By how much one flipped coin changes a function of all of them, at most."""
    every = np.tile(heads, (len(heads), 1))
    np.fill_diagonal(every, ~heads)
    return float(np.max(np.abs(measure(every, axis=-1) - measure(heads, axis=-1))))


class one_change(Figure):
    """A function of n draws that no single draw can move far: its exact law, and McDiarmid."""

    size = (10, 4.2)
    veiled = (0, 1)
    story = [
        Step(
            "200 draws from 200",
            "The exact law of the number of different values, 127 on average. Half of all counts "
            "are within three of that (0.015 on the axis), and hardly any is ten away.",
        ),
        Step(
            "twenty draws",
            "Few draws: few dots, spread over a larger share of n. The promise widens too.",
            n=20,
            share=0.15,
        ),
        Step(
            "a plain average",
            "The share of heads: one coin moves it by 1/n, and McDiarmid is Hoeffding.",
            f="share of heads",
        ),
        Step(
            "one draw moves it far",
            "The longest run: one coin can join two long runs. The promise is empty, though the "
            "truth is narrow.",
            f="longest run of heads",
        ),
        Step(
            "far out",
            "Twenty values too many: once in 410 thousand samples. The promise says once in 55.",
            share=0.1,
        ),
    ]
    handles = [
        Handle(
            "choose ε",
            at=lambda r: (r.share, max(r.exact, FLOOR)),
            to=lambda r, x, y: dict(share=x),
            panel=1,
        )
    ]
    notes = """Nobody computes the law of the number of different values by hand; McDiarmid needs
    one look: what can one draw change? The longest run shows what the look may miss."""

    def sliders(self):
        return dict(
            n=int_slider("draws n", 200, 10, 200, 5),
            share=slider("distance ε/n", 0.05, 0.005, 0.25, 0.005),
            f=choice("function f", STATISTICS[0], list(STATISTICS)),
        )

    @staticmethod
    def compute(n, share, f):
        """The exact law of f, its tail over a grid of distances, and McDiarmid's bound."""
        values, law, change = exact_law(f, n)
        unit = 1 if f == "share of heads" else n  # distances are told as shares of n
        mean = float(values @ law)
        upper = np.append(np.cumsum(law[::-1])[::-1], 0.0)
        cut = np.searchsorted(values, mean + unit * EPS - con.ROUNDING)
        changes = np.full(n, change)
        return dict(
            x=(values - mean) / unit,
            law=law / law.max(),
            mean=mean / unit,
            change=change,
            tail=upper[cut],
            promise=con.mcdiarmid(changes, unit * EPS),
            exact=con.tail_of(law, values, mean + unit * share),
            bound=float(con.mcdiarmid(changes, unit * share)),
            moved=largest_change(f, n),
            like=float(con.hoeffding(n, share)),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-0.25, 0.25), ylim=(0, 1.1), xlabel="f minus its mean, as a share of n"),
            dict(xlim=(0, 0.25), yscale="log", ylim=(FLOOR, 2), xlabel="distance ε/n"),
        )
        left.set_title("exact law of f; highest = 1")
        bars = plots.curves(left, ["law"], color=plots.TRUTH, marker=".", lw=1)
        left.axvline(0, color="0.45", ls=":", lw=1.6)
        away = plots.level(left, None, plots.BLUE, "--", across=True)
        truth = plots.curves(right, ["truth"], color=plots.TRUTH)
        bound = plots.curves(right, ["McDiarmid"], color=plots.BLUE, ls="--")
        plots.legend_above(right)
        here = plots.star(right)
        return lambda r: (
            *bars(r.x, r.law),
            *away(r.share),
            *truth(EPS, seen(r.tail)),
            *bound(EPS, seen(r.promise)),
            *here(r.share, max(r.exact, FLOOR)),
        )

    def caption(self, r):
        said = once_in(r.exact) if r.exact > 0 else "never"
        return (
            f"f is too high by ε {said}; McDiarmid allows it {once_in(r.bound)}. One draw moves f "
            f"by at most {r.change:.3g}."
        )

    def numbers(self, r):
        return (
            f"mean of f over n {r.mean:.3g}, exact tail {r.exact:.3g}, McDiarmid {r.bound:.3g}, "
            f"one draw changes f by at most {r.change:.3g}."
        )

    def headline(self, r):
        return Claim(
            "McDiarmid’s inequality",
            "Theorem 24.7",
            measured=r.exact,
            bound=r.bound,
            tol=relative(r.bound),
            words="f exceeds its mean by ε with probability at most exp(−2ε²/Σcᵢ²).",
        )

    def identities(self, r):
        average = "" if r.f == "share of heads" else "f is not an average"
        return [
            Claim("one draw moves f this far", "Theorem 24.7", r.moved, r.change, "=="),
            Claim(
                "for an average it is Hoeffding",
                "section 5",
                r.bound,
                r.like,
                "==",
                tol=relative(r.like),
                why_not=average,
            ),
        ]


# further: what happens for n to infinity

STREAMS, SEEN = 40, 14  # streams, and how many of them are drawn
TIMES = np.arange(1, 1001)
DRAWN = np.unique(np.geomspace(1, 1000, 90).round().astype(int))  # moments that are drawn
Z = np.linspace(-4, 4, 321)
KINDS = ("coin, p = 0.13", "waiting time", "Cauchy")
SKEW = {
    "coin, p = 0.13": (1 - 2 * 0.13 * 0.87) / np.sqrt(0.13 * 0.87),
    "waiting time": 12 / np.e - 2,
}
SHEVTSOVA = 0.4748  # the constant of Berry and Esseen, as far as it is known


@lru_cache(4)
def streams(kind):
    """(40, 1000): running means of centred and scaled draws; the Cauchy law has nothing to
    centre."""
    rng = np.random.default_rng(24)
    draws = {
        "coin, p = 0.13": lambda: (rng.random((STREAMS, 1000)) < 0.13) / 1.0 - 0.13,
        "waiting time": lambda: rng.exponential(size=(STREAMS, 1000)) - 1,
        "Cauchy": lambda: rng.standard_cauchy((STREAMS, 1000)),
    }[kind]()
    scale = {"coin, p = 0.13": np.sqrt(0.13 * 0.87)}.get(kind, 1.0)
    return np.cumsum(draws / scale, axis=1) / TIMES


def mean_cdf(kind, n, z):
    """(P(√n · mean < z), P(√n · mean <= z)) of centred and scaled draws, exactly."""
    if kind == "coin, p = 0.13":
        k = n * 0.13 + np.asarray(z) * np.sqrt(n * 0.13 * 0.87)
        return tuple(1 - con.heads_tail(n, 0.13, c) for c in (np.ceil(k), np.floor(k) + 1))
    if kind == "waiting time":
        below = special.gammainc(n, np.maximum(n + np.asarray(z) * np.sqrt(n), 0))
    else:  # the mean of Cauchy draws has the law of one of them
        below = 0.5 + np.arctan(np.asarray(z) / np.sqrt(n)) / np.pi
    return below, below


class fan(Figure):
    """Running means of forty streams, and the exact law of the mean beside the normal one."""

    size = (10, 4.2)
    play = "n"
    story = [
        Step(
            "one draw",
            "Single draws of a Cauchy law: half of them lie within ±1.",
            n=1,
        ),
        Step(
            "a thousand draws",
            "Half of the averages lie within ±1 still, and streams jump for ever. On the right the "
            "law of the average covers that of one draw.",
        ),
        Step(
            "coins",
            "A law with a variance: the streams settle within ±2/√n (dashed). On the right the "
            "law of the average, stretched by √n, climbs in steps along the normal curve.",
            kind=KINDS[0],
            n=100,
        ),
        Step(
            "ten coins",
            "Ten coins: the steps are coarse, and the curve is skew.",
            kind=KINDS[0],
            n=10,
        ),
        Step(
            "waiting times",
            "Skew, but smooth: the largest gap falls like 1/√n.",
            kind="waiting time",
            n=10,
        ),
    ]
    notes = """Play n from 1 to 1000 with Cauchy, then the same with coins: the class sees that the
    law of large numbers has a hypothesis."""

    def sliders(self):
        return dict(
            n=int_slider("examples n", 1000, 1, 1000),
            kind=choice("law", "Cauchy", list(KINDS)),
        )

    @staticmethod
    def compute(n, kind):
        """Running means up to n; the exact law of √n times the mean, of a Cauchy mean itself."""
        below, upto = mean_cdf(kind, n, Z)
        normal = special.ndtr(Z)
        gap = float(np.max(np.maximum(np.abs(upto - normal), np.abs(below - normal))))
        means = streams(kind)
        return dict(
            means=np.where(n >= DRAWN, means[:SEEN, DRAWN - 1], np.nan),
            cdf=upto if kind in SKEW else mean_cdf(kind, n, np.sqrt(n) * Z)[1],
            single=None if kind in SKEW else mean_cdf(kind, 1, Z)[1],
            hoped=normal if kind in SKEW else mean_cdf(kind, 1, np.sqrt(n) * Z)[1],
            gap=gap,
            allowed=SHEVTSOVA * SKEW[kind] / np.sqrt(n) if kind in SKEW else np.nan,
            inside=float(np.mean(np.abs(means[:, n - 1]) <= 2 / np.sqrt(n))),
            last=means[:SEEN, n - 1],
            middle=float(np.mean(np.abs(means[:, n - 1]) <= 1)),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(
                xscale="log",
                xlim=(1, 1000),
                ylim=(-3, 3),
                xlabel="examples so far",
                ylabel="running mean of a stream",
            ),
            dict(xlim=(-4, 4), ylim=(0, 1), xlabel=" ", ylabel="distribution function"),
        )
        left.set_title(f"{SEEN} of 40 streams; dotted ±1, dashed ±2/√n")
        for side in (-1, 1):
            left.axhline(side, color="0.45", ls=":")
        many = plots.bundle(left, SEEN, colour=plots.SKY)
        (ends,) = left.plot([], [], "o", color=plots.BLUE, ms=4)
        for side in (-2, 2):
            left.plot(TIMES, side / np.sqrt(TIMES), color=plots.BOUND, ls="--")
        single = plots.curves(right, ["one draw"], color=plots.SKY, lw=7, alpha=0.6)
        cdf = plots.curves(right, ["average of n"], color=plots.TRUTH)
        hoped = plots.curves(right, ["hoped for"], color=plots.BOUND, ls=":")
        plots.legend_above(right)
        axis = right.text(0.5, -0.1, "", transform=right.transAxes, ha="center", va="top")
        now = plots.level(left, None, "0.45", ":", across=True)

        def move(r):
            ends.set_data(np.full(SEEN, r.n), r.last)
            axis.set_text("√n · average" if r.kind in SKEW else "average")
            laws = *single(Z, r.single), *cdf(Z, r.cdf), *hoped(Z, r.hoped)
            return *many(DRAWN, r.means), *laws, *now(r.n), ends, axis

        return move

    def caption(self, r):
        if r.kind == "Cauchy":
            return (
                f"{100 * r.middle:.0f} % of the 40 averages of {r.n} lie within ±1; exactly it is "
                "half of them, for every n."
            )
        return (
            f"{100 * r.inside:.0f} % of the streams are inside ±2/√n; the exact law differs from "
            f"the normal one by at most {r.gap:.2g}."
        )

    def numbers(self, r):
        return (
            f"{100 * r.inside:.0f} % of 40 running means are within two standard errors; largest "
            f"gap between the exact and the normal distribution function {r.gap:.3g}."
        )

    def headline(self, r):
        return Claim(
            "Berry and Esseen",
            "Theorem 24.8",
            measured=r.gap,
            bound=r.allowed,
            why_not="" if r.kind in SKEW else "a Cauchy law has neither mean nor variance",
            words="The law of the mean differs from the normal one by at most 0.4748·E|X|³/√n.",
        )
