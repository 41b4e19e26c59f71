"""The figures of notebook 28, stability: one example is replaced, and everything is measured."""

from functools import lru_cache

import numpy as np
from scipy.special import expit

from helpers import losses, plots
from helpers.data import load, standardise
from helpers.generalisation import stability as st
from helpers.live import (
    Claim,
    Figure,
    Handle,
    Step,
    choice,
    five_errors,
    int_slider,
    mean_and_errors,
    regularisation,
    slider,
    step_size,
)

SECOND = plots.ORANGE  # what was learnt after the swap
LINEAR = losses.Loss("linear", lambda m: -m, lambda m: -np.ones_like(m), rho=1.0, beta=0.0)


# one weight: a line through 0, ten points, one of them replaced

NOISE = np.random.default_rng(28).normal(size=100)
HEIGHTS = np.linspace(-6, 6, 61)
FITS = {"absolute": losses.absolute, "Huber": losses.huber(1.0), "squared": losses.squared}


def sample_line(n):
    """n places from -1 to 1 and answers around the line 1.5 x."""
    x = np.linspace(-1, 1, n)
    return x, 1.5 * x + NOISE[:n]


def swapped(x, y, i, x_new, y_new):
    """Samples (k, n) in which example i is (x_new, y_new), one for each of the k new answers."""
    many_x, many_y = np.tile(x, (len(y_new), 1)), np.tile(y, (len(y_new), 1))
    many_x[:, i], many_y[:, i] = x_new, y_new
    return many_x, many_y


def penalised(loss, x, y, lam, w):
    """Mean loss + lam w^2 of one weight, for an array of them."""
    return losses.mean_loss(loss, x, y, np.reshape(w, (-1, 1)), lam)


class swap(Figure):
    """Ten points, a line, and the line after one point was put elsewhere."""

    size = (10, 4.4)
    veiled = (1,)
    more = ("x_new", "old")
    story = [
        Step(
            "a point falls",
            "The right-most point fell to −4. The slope went down by exactly as much as the "
            "theorem allows.",
        ),
        Step(
            "farther down",
            "Two more units down, and the line does not notice: the curve on the right is flat.",
            y_new=-6,
        ),
        Step(
            "squared loss",
            "The same swap. The curve is now a straight line without end: no bound can hold.",
            loss="squared",
        ),
        Step(
            "a strong penalty",
            "With λ ten times as large the band is a tenth as wide: the line hardly moves, and it "
            "hardly fits.",
            lam=3,
        ),
        Step(
            "a weak penalty",
            "With λ = 0.03 the band is wider than the picture. This fall moves nothing: the nine "
            "other points hold the line. But a rise to 2 would lift it by 0.58.",
            lam=0.03,
        ),
        Step(
            "a hundred points",
            "One in a hundred: the band is a tenth as wide as with ten.",
            n=100,
        ),
    ]
    handles = [
        Handle(
            "move the new point",
            at=lambda r: (r.x_new, r.y_new),
            to=lambda r, x, y: dict(x_new=x, y_new=y),
        ),
        Handle(
            "choose the new answer",
            at=lambda r: (r.y_new, float(np.clip(r.moved, -0.78, 0.78))),
            to=lambda r, x, y: dict(y_new=x),
            panel=1,
        ),
    ]
    notes = """Let somebody drag the star as far down as it goes, before you show the right panel:
    the class sees that nothing happens any more. Then the squared loss. Ask what the two losses
    differ in: the slope of one is bounded. The factor 2 of the textbook bound is section 2."""

    def sliders(self):
        return dict(
            lam=regularisation(0.3, 0.02, 10),
            n=int_slider("examples n", 10, 5, 100),
            loss=choice("loss", "absolute", FITS),
            y_new=slider("new answer y′", -4, -6, 6, 0.1),
            x_new=slider("new place x′", 1, -1, 1, 0.05),
            old=slider("old place x", 1, -1, 1, 0.05),
        )

    @staticmethod
    def compute(lam, n, loss, y_new, x_new, old):
        """The slope before and after the swap, and after every other answer at the new place."""
        x, y = sample_line(n)
        i = int(np.argmin(np.abs(x - old)))
        xs, ys = swapped(x, y, i, x_new, np.append(HEIGHTS, y_new))
        w, after = float(st.slope(loss, x, y, lam)), st.slope(loss, xs, ys, lam)
        there = float(after[-1])
        here_f = penalised(loss, x, y, lam, [w, there])
        there_f = penalised(loss, xs[-1], ys[-1], lam, [w, there])
        pair = loss(np.array([there, w]) * x[i] - y[i])
        return dict(
            x=x,
            y=y,
            i=i,
            w=w,
            there=there,
            moved=there - w,
            curve=after[:-1] - w,
            bound=st.move_bound(1.0, lam, n),
            growth=(here_f[1] - here_f[0], there_f[0] - there_f[1]),
            paid=float(pair[0] - pair[1]),
            exact=float((x @ y) / (x @ x + n * lam)),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-1.1, 1.1), ylim=(-6.4, 6.4), xlabel="x", ylabel="y"),
            dict(xlim=(-6.2, 6.2), ylim=(-0.8, 0.8), xlabel="new answer y′"),
            width_ratios=[1, 1.2],
        )
        right.set_ylabel("move of the slope")
        dots = plots.spots(left, marker="o", ms=7, color=plots.TRAIN, mec="white")
        ring = plots.circles(left, "replaced", 14, plots.TRAIN)
        before = plots.curves(left, ["line"], color=plots.FIT)
        after = plots.curves(left, ["line after the swap"], color=SECOND, ls="--")
        plots.legend_above(left)
        band = plots.band(right, None, plots.BOUND, 0.18)
        twice = [plots.level(right, t, plots.BOUND, ":") for t in ("twice the bound", None)]
        once = [plots.level(right, t, plots.BOUND, "--") for t in ("bound ±ρ/(λn)", None)]
        curve = plots.curves(right, ["move"], color=SECOND)
        plots.legend_above(right)
        new, here = plots.star(left), plots.star(right)
        ends = np.array([-1.1, 1.1])

        def move(r):
            others = np.arange(len(r.x)) != r.i
            return (
                *band([-6.2, 6.2], [-r.bound] * 2, [r.bound] * 2),
                *(a for m, s in zip(twice, (2, -2)) for a in m(s * r.bound)),
                *(a for m, s in zip(once, (1, -1)) for a in m(s * r.bound)),
                *dots(r.x[others], r.y[others]),
                *ring([[r.x[r.i], r.y[r.i]]]),
                *before(ends, r.w * ends),
                *after(ends, r.there * ends),
                *curve(HEIGHTS, r.curve),
                *new(r.x_new, r.y_new),
                *here(r.y_new, float(np.clip(r.moved, -0.78, 0.78))),
            )

        return move

    def caption(self, r):
        way = f"The slope went from {r.w:.2f} to {r.there:.2f}"
        if r.loss is losses.squared:
            return f"{way}. Farther away, and it goes farther: squared loss has no bound."
        return f"{way}; no new point at all can move it by more than {r.bound:.2g}."

    def numbers(self, r):
        return (
            f"slope {r.w:.4g} before and {r.there:.4g} after the swap, a move of {r.moved:.3g}; "
            f"ρ/(λn) is {r.bound:.3g}."
        )

    def headline(self, r):
        return Claim(
            "one swap moves the weights at most this far",
            "Theorem 28.1",
            measured=abs(r.moved),
            bound=r.bound,
            why_not="the squared loss has no largest slope ρ" * (r.loss is losses.squared),
            words="With a loss of slope at most ρ, replacing one of n examples moves ridge’s "
            "weights by at most ρ/(λn).",
        )

    def identities(self, r):
        square = r.loss is losses.squared
        cost = r.lam * r.moved**2
        return [
            Claim("growth seen from the old sample", "Lemma 28.2", r.growth[0], cost, ">="),
            Claim("growth seen from the new sample", "Lemma 28.2", r.growth[1], cost, ">="),
            Claim(
                "what the old example pays",
                "Theorem 28.1",
                abs(r.paid),
                r.bound,
                why_not="the squared loss has no largest slope ρ" * square,
            ),
            Claim(
                "ridge’s own formula",
                "section 1",
                r.w,
                r.exact,
                "==",
                why_not="" if square else "only the squared loss has one",
            ),
        ]


# over-fitting and replace-one: the same number

SIZES = np.arange(5, 51, 5)
EDGES = np.linspace(-1.6, 3.6, 66)
RULES = {  # learner, exact over-fitting at n, how many samples are drawn
    "mean": (st.average, lambda n: 2 / n, 20_000),
    "line through 0": (st.line, lambda n: 1 / n + 1 / (n - 2), 20_000),
    "nearest neighbour": (st.nearest, lambda n: 2 + 0 * n, 4_000),
    "first example only": (st.first, lambda n: 2 / n, 20_000),
}


@lru_cache(4)
def two_numbers(rule):
    """For each n of SIZES (over-fitting, replace-one) of many samples; all n share their draws."""
    learner, _, count = RULES[rule]
    rng = np.random.default_rng(28)
    x, y = rng.normal(size=(2, count, SIZES[-1] + 1))
    who = rng.random(count)
    return [
        st.overfit_and_replace(
            learner, x[:, :n], y[:, :n], x[:, -1], y[:, -1], (n * who).astype(int)
        )
        for n in SIZES
    ]


def heap(ax, label, colour):
    """A histogram whose highest bar is 1. move(sample)."""
    steps = ax.stairs(np.zeros(len(EDGES) - 1), EDGES, fill=True, alpha=0.7)
    steps.set(color=colour, label=label)

    def move(sample):
        counts = np.histogram(sample, EDGES)[0]
        steps.set_data(counts / max(counts.max(), 1))
        return (steps,)

    return move


def known_laws(ax):
    """Two learners to compare with, in grey: a memory, and the mean."""
    for rule, at in (("nearest neighbour", 1.45), ("mean", 0.2)):
        ax.plot(SIZES, RULES[rule][1](SIZES.astype(float)), color="0.8", lw=5, zorder=1)
        ax.text(12, at, rule, color="0.4", fontsize=10, va="bottom")


class overfitting(Figure):
    """Over-fitting, seen with all the world as test set, and replace-one, seen without one."""

    size = (10, 4.2)
    veiled = (0, 1)
    story = [
        Step(
            "five numbers",
            "Red: how much worse the mean is on new numbers than on its own five. Blue: what one "
            "swap does. Other shapes, one average.",
        ),
        Step(
            "fifty numbers",
            "Ten times as many examples, a tenth of both. On the right both fall with slope −1.",
            n=50,
        ),
        Step(
            "a memory",
            "The nearest neighbour has training error 0 and over-fits by 2, however many "
            "examples: it never becomes stable.",
            rule="nearest neighbour",
            n=50,
        ),
        Step(
            "a bad learner",
            "It keeps the first number and forgets the rest. It over-fits no more than the mean: "
            "stable is not the same as good.",
            rule="first example only",
        ),
        Step(
            "a line through noise",
            "There is nothing to learn here. Every bit of fit is over-fitting.",
            rule="line through 0",
        ),
    ]
    handles = [
        Handle(
            "choose n",
            at=lambda r: (r.n, r.means[1]),
            to=lambda r, x, y: dict(n=x),
            panel=1,
        )
    ]
    notes = """The surprise is that the two histograms have nothing in common but their mean. Ask
    for the share of blue left of 0: a quarter for the mean. One swap may help; only the average
    cannot be negative for a learner that minimises the training error."""

    def sliders(self):
        return dict(
            n=int_slider("examples n", 5, 5, 50, 5),
            rule=choice("learner", "mean", list(RULES)),
        )

    @staticmethod
    def compute(n, rule):
        """Both numbers for every sample, their means at every n, and the exact value."""
        found = two_numbers(rule)
        gap, change = found[list(SIZES).index(n)]
        exact = RULES[rule][1]
        return dict(
            gap=gap,
            change=change,
            every=np.array([[part.mean() for part in pair] for pair in found]).T,
            theory=exact(SIZES.astype(float)),
            exact=float(exact(n)),
            means=(float(gap.mean()), float(change.mean())),
            allowed=(five_errors(gap), five_errors(change)),
            apart=mean_and_errors(gap - change),
            below=float(np.mean(change < -1e-12)),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-1.6, 3.6), ylim=(0, 1.05), ylabel="how often", yticks=[]),
            dict(xscale="log", yscale="log", xlim=(4.5, 56), ylim=(0.03, 3), xlabel="examples n"),
            width_ratios=[1.2, 1],
        )
        left.set_xlabel("difference of losses, one value a sample")
        right.set_ylabel("average over samples")
        known_laws(right)
        plots.ticks(right, SIZES[[0, 1, 3, 5, 9]], [0.05, 0.1, 0.2, 0.5, 1, 2])
        gap = heap(left, "over-fitting", plots.TEST)
        change = heap(left, "replace-one", plots.SKY)
        lines = ((None, plots.TEST), ("mean of each", plots.BLUE))
        means = [plots.level(left, name, c, "--", across=True) for name, c in lines]
        plots.legend_above(left)
        truth = plots.curves(right, ["exact"], color=plots.TRUTH, lw=1.4)
        red = plots.spots(
            right, "over-fitting", marker="o", ms=11, mfc="none", mec=plots.TEST, mew=2
        )
        blue = plots.spots(right, "replace-one", marker="s", ms=5, color=plots.BLUE)
        plots.legend_above(right)
        here = plots.star(right, 15)
        return lambda r: (
            *gap(r.gap),
            *change(r.change),
            *means[0](r.means[0]),
            *means[1](r.means[1]),
            *truth(SIZES, r.theory),
            *red(SIZES, r.every[0]),
            *blue(SIZES, r.every[1]),
            *here(r.n, r.means[1]),
        )

    def caption(self, r):
        return (
            f"Averages: over-fitting {r.means[0]:.3f}, replace-one {r.means[1]:.3f}. "
            f"{100 * r.below:.0f} % of all swaps lower the loss at the old example."
        )

    def numbers(self, r):
        return (
            f"over {len(r.gap)} samples over-fitting averages {r.means[0]:.4g} and replace-one "
            f"{r.means[1]:.4g}; exactly both are {r.exact:.4g}."
        )

    def headline(self, r):
        return Claim(
            "over-fitting = replace-one",
            "Theorem 28.3",
            measured=abs(r.apart[0]),
            bound=r.apart[1],
            words="Both have the same mean: measured, they differ by less than the five standard "
            "errors that chance is allowed.",
        )

    def identities(self, r):
        names = ("over-fitting has its exact mean", "replace-one has the same")
        return [
            Claim(name, "section 3", abs(mean - r.exact), allowed)
            for name, mean, allowed in zip(names, r.means, r.allowed)
        ]


# d towns: the trade-off, exactly

LAMS = np.geomspace(0.0003, 1, 22)


@lru_cache(32)
def town_curves(n, d, q):
    """Exact training risk, risk, replace-one, and the best penalised risk, for all of LAMS."""
    return (*st.town_risks(n, d, q, LAMS), ideal(d, q, LAMS))


def ideal(d, q, lams):
    """min over u of R(u) + lam |u|^2: every town wants the same weight, up to its sign."""
    lams = np.asarray(lams, dtype=float)
    u = st.town_weight(q, 1.0, 2 * lams * d)
    return st.vote_loss(u, q) + lams * d * u**2


def between(ax, words, at):
    """A name between two curves at one place; none if there is no room. move(x, low, high)."""
    text = ax.text(at, 0, words, color=plots.TEST, fontsize=11, va="center", animated=True)

    def move(x, low, high):
        a, b = (float(np.interp(np.log(at), np.log(x), y)) for y in (low, high))
        text.set_y((a + min(b, 0.95)) / 2)
        text.set_visible(min(b, 0.95) - a > 0.07)
        return (text,)

    return move


def unasked(ax):
    """The loss of weights 0, which need no voter."""
    ax.axhline(np.log(2), color="0.6", lw=1, ls=":")
    ax.text(0.003, np.log(2) + 0.008, "asking nobody", color="0.4", fontsize=10)


class trade(Figure):
    """Training risk, risk, and the gap between them, for every regularisation: all exact."""

    size = (10, 4.4)
    veiled = (0, 1)
    story = [
        Step(
            "somewhere in between",
            "Green rises: a penalty costs fit. The shaded part, over-fitting, shrinks: a penalty "
            "buys stability. Red is their sum, and it has a valley.",
        ),
        Step(
            "hardly any penalty",
            "Where all three voters of a town agree its weight is ±3.8. The sample is fitted, "
            "and the risk is higher than if nobody were asked.",
            lam=0.0003,
        ),
        Step(
            "the best λ",
            "The lowest risk. The training risk is not lowest here, and over-fitting is not "
            "smallest.",
            lam=0.007,
        ),
        Step(
            "too much",
            "Nothing moves any more, and nothing is learnt: all weights are near 0.",
            lam=1,
        ),
        Step(
            "one town only",
            "With one weight for thirty voters there is little to over-fit: the valley becomes "
            "flat.",
            d=1,
        ),
        Step(
            "fifty voters",
            "More examples, less over-fitting, a smaller best λ.",
            n=50,
            lam=0.004,
        ),
    ]
    handles = [
        Handle(
            "choose λ",
            at=lambda r: (r.lam, min(r.risk, 0.94)),
            to=lambda r, x, y: dict(lam=x),
        )
    ]
    notes = """Walk λ from left to right and let the class say at each stop which of the two terms
    is being paid. The bound has the right shape and is five times too high; its valley lies
    farther right than the true one. Exact sums: no simulation anywhere."""

    def sliders(self):
        return dict(
            lam=regularisation(0.1, 0.0003, 1),
            n=int_slider("voters n", 30, 5, 50),
            d=int_slider("towns d", 10, 1, 20),
            q=slider("majority q", 0.8, 0.5, 0.95, 0.01),
        )

    @staticmethod
    def compute(lam, n, d, q):
        """The three curves, and at this λ both sides of the theorems; ρ is 1 here."""
        training, risk, replace, best = town_curves(n, d, q)
        now = [float(part[0]) for part in st.town_risks(n, d, q, np.array([lam]))]
        u = float(np.log(q / (1 - q)))  # what each town should get
        three = float(st.town_weight(3, 3, 2 * lam * n))  # what three equal voters make of it
        return dict(
            curves=(training, risk, replace),
            bounds=best + st.gap_bound(1.0, LAMS, n),
            training=now[0],
            risk=now[1],
            replace=now[2],
            gap=now[1] - now[0],
            best=float(ideal(d, q, lam)),
            bound=st.gap_bound(1.0, lam, n),
            plain=float(st.vote_loss(u, q) + lam * d * u**2),
            entropy=(float(st.vote_loss(u, q)), -q * np.log(q) - (1 - q) * np.log(1 - q)),
            pull=(3 * expit(-three), 2 * lam * n * three),
            valley=float(LAMS[np.argmin(risk)]),
            inside=int(np.argmin(best + st.gap_bound(1.0, LAMS, n))),
            rises=float(np.diff(training).min()),
        )

    def picture(self, fig):
        side = dict(xscale="log", xlim=(0.00027, 1.1), xlabel="regularisation λ")
        left, right = plots.panels(
            fig,
            dict(ylim=(0.25, 0.95), ylabel="expected logistic loss", **side),
            dict(yscale="log", ylim=(1e-3, 200), ylabel="over-fitting", **side),
            width_ratios=[1.35, 1],
        )
        gap = plots.band(left, None, plots.TEST, 0.15)
        lines = [
            plots.curves(left, [name], color=colour, ls=ls)
            for name, colour, ls in (
                ("training", plots.TRAIN, "-."),
                ("risk", plots.TEST, "-"),
                ("bound", plots.BOUND, "--"),
            )
        ]
        unasked(left)
        named = between(left, "over-fitting", 0.0007)
        plots.legend_above(left)
        bound = plots.curves(right, ["ρ²/(λn)"], color=plots.BOUND, ls="--")
        over = plots.curves(right, ["over-fitting"], color=plots.TEST)
        ones = plots.spots(right, "replace-one", marker="s", ms=5, color=plots.BLUE)
        plots.legend_above(right)
        here, there = plots.star(left), plots.star(right)

        def move(r):
            training, risk, replace = r.curves
            return (
                *gap(LAMS, training, np.minimum(risk, 3)),
                *(a for m, v in zip(lines, (training, risk, r.bounds)) for a in m(LAMS, v)),
                *bound(LAMS, st.gap_bound(1.0, LAMS, r.n)),
                *over(LAMS, np.maximum(risk - training, 1e-12)),
                *ones(LAMS, np.maximum(replace, 1e-12)),
                *named(LAMS, training, risk),
                *here(r.lam, min(r.risk, 0.94)),
                *there(r.lam, max(r.gap, 1.1e-3)),
            )

        return move

    def caption(self, r):
        return (
            f"{r.training:.3f} on its own voters plus {r.gap:.3f} over-fitting makes a risk of "
            f"{r.risk:.3f}; asking nobody costs 0.693."
        )

    def numbers(self, r):
        return (
            f"training risk {r.training:.4g}, over-fitting {r.gap:.4g}, replace-one "
            f"{r.replace:.4g}, risk {r.risk:.4g}; the bound says {r.best + r.bound:.4g}; the "
            f"lowest risk is near λ = {r.valley:.2g}."
        )

    def headline(self, r):
        return Claim(
            "risk ≤ fit + stability",
            "Theorem 28.4",
            measured=r.risk,
            bound=r.best + r.bound,
            words="The expected risk is at most R(u) + λ‖u‖² + ρ²/(λn), whichever u we compare "
            "with; here with the best u.",
        )

    def identities(self, r):
        return [
            Claim("over-fitting = replace-one, exactly", "Theorem 28.3", r.gap, r.replace, "=="),
            Claim("over-fitting", "Theorem 28.4", r.gap, r.bound),
            Claim("training risk", "Theorem 28.4", r.training, r.best),
            Claim("against the weights of the truth", "Theorem 28.4", r.training, r.plain),
            Claim("training risk rises with λ", "section 4", r.rises, 0.0, ">=", tol=1e-12),
            Claim("the best weights leave the entropy", "section 4", *r.entropy, "=="),
            Claim("three equal voters pull against the penalty", "section 4", *r.pull, "=="),
        ]


# SGD, twice

PAIRS, SHOWN = 40, 10
STEPS = 300
RUNS = {
    "logistic": losses.logistic,
    "Huber": losses.huber(1.0),
    "linear": LINEAR,
    "absolute": losses.absolute,
}
UNIFORM = np.random.default_rng(28).random((STEPS, PAIRS))


@lru_cache(1)
def cloud():
    """Forty points of the unit disc with labels ±1; the first is (1, 0) and says +1."""
    rng = np.random.default_rng(5)
    angle, radius = 2 * np.pi * rng.random(40), np.sqrt(rng.random(40))
    X = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    y = np.where(X @ [1.0, 0.6] + 0.4 * rng.normal(size=40) > 0, 1.0, -1.0)
    X[0], y[0] = (1.0, 0.0), 1.0
    return X, y


class sgd(Figure):
    """Two runs that draw the same examples; one of them has one label the other way round."""

    size = (10, 4.3)
    veiled = (1,)
    story = [
        Step(
            "twins",
            "Left: two runs that part when they first meet the swapped example, and stay side by "
            "side in between. Right: the distance, and what it may be.",
        ),
        Step(
            "half the step",
            "Half of η: half the distance that is allowed. Short steps are stable.",
            eta=0.5,
        ),
        Step("stop early", "A tenth of the steps, a tenth of what is allowed.", T=20),
        Step(
            "as far as allowed",
            "With the linear loss nothing brings the twins together again: the bound is reached, "
            "at every meeting.",
            loss="linear",
            eta=0.1,
        ),
        Step(
            "too long a step",
            "η = 8 is over 2/β = 2: a step may now push two points apart. One pair goes "
            "farther than its own meetings allow; the mean ends far below.",
            loss="Huber",
            eta=8,
        ),
        Step(
            "a kink",
            "The absolute loss has no β at all. Near its kink twins step to different sides, and "
            "one pair goes a third too far.",
            loss="absolute",
            eta=0.5,
        ),
    ]
    handles = [
        Handle(
            "choose T",
            at=lambda r: (r.T, float(np.clip(r.mean[-1], 0.009, 55))),
            to=lambda r, x, y: dict(T=x),
            panel=1,
        )
    ]
    notes = """Ask when the two paths part: not before the first meeting. Then: how often do they
    meet the swapped example in T steps out of n? T/n times. Each meeting costs 2ρη at most, and in
    between steps only bring points together. That is the whole proof."""

    def sliders(self):
        return dict(
            eta=step_size(1, 0.01, 10),
            T=int_slider("steps T", 200, 1, STEPS),
            n=int_slider("examples n", 20, 5, 40),
            loss=choice("loss", "logistic", RUNS),
        )

    @staticmethod
    def compute(eta, T, n, loss):
        """Forty pairs of runs, their distances, and how often each met the swapped example."""
        X, y = cloud()
        draws = (n * UNIFORM[:T]).astype(int)
        one, two = st.twin_runs(loss, X[:n], y[:n], X[0], -1.0, 0, eta, draws)
        apart = np.linalg.norm(one - two, axis=2)
        meetings = np.cumsum(np.vstack([np.zeros(PAIRS), draws == 0]), axis=0)
        allowed = 2 * loss.rho * eta * meetings
        return dict(
            paths=(one[:, 0], two[:, 0]),
            apart=apart,
            mean=apart.mean(axis=1),
            allowed=allowed,
            worst=float((apart - allowed).max()),
            used=float(np.max(apart / np.maximum(allowed, 1e-12))),
            last=(float(apart[-1].mean()), float(allowed[-1].mean())),
            expected=2 * loss.rho * eta * np.arange(T + 1) / n,
            met=mean_and_errors(meetings[-1]),
            limit=2 / loss.beta if loss.beta > 0 else np.inf,
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-2, 6), ylim=(-2, 6), xlabel="$w_1$", ylabel="$w_2$"),
            dict(yscale="log", xlim=(0, STEPS + 4), ylim=(0.008, 60), xlabel="step t"),
            width_ratios=[1, 1.3],
        )
        right.set_ylabel("distance of the twins")
        first = plots.curves(left, ["run"], color=plots.FIT, lw=1.6)
        second = plots.curves(left, ["its twin"], color=SECOND, lw=1.6, ls="--")
        ends = [plots.mark(left, None, m, c, 9) for m, c in (("o", plots.FIT), ("s", SECOND))]
        plots.legend_above(left)
        many = plots.bundle(right, SHOWN, "ten pairs", "0.75", 0.8)
        mean = plots.curves(right, ["mean of 40"], color=plots.FIT, lw=2.6)
        bound = plots.curves(right, ["allowed, 2ρηt/n"], color=plots.BOUND, ls="--")
        plots.legend_above(right)
        here = plots.star(right)

        def move(r):
            time = np.arange(len(r.mean))
            one, two = r.paths
            hidden = np.where(r.apart > 1e-9, r.apart, np.nan)[:, :SHOWN]
            return (
                *first(one[:, 0], one[:, 1]),
                *second(two[:, 0], two[:, 1]),
                *ends[0](*one[-1]),
                *ends[1](*two[-1]),
                *many(time, hidden.T),
                *bound(time, np.where(time > 0, r.expected, np.nan)),
                *mean(time, np.where(r.mean > 0, r.mean, np.nan)),
                *here(r.T, float(np.clip(r.mean[-1], 0.009, 55))),
            )

        return move

    def caption(self, r):
        if self.hindrance(r):
            return (
                "The theorem is silent here. Of what its meetings allow, one pair used "
                f"{100 * r.used:.0f} %."
            )
        return (
            f"On average the twins met the swapped example {r.met[0]:.3g} times in {r.T} steps and "
            f"are {r.last[0]:.2g} apart; {r.last[1]:.3g} is allowed."
        )

    def numbers(self, r):
        return (
            f"mean distance of forty pairs {r.last[0]:.3g}, 2ρη times their mean number of meetings"
            f" {r.last[1]:.3g}, 2ρηT/n {r.expected[-1]:.3g}."
        )

    def hindrance(self, r):
        """The hypothesis that these values break, or nothing."""
        if np.isinf(r.loss.beta):
            return "the absolute loss has a kink: it is not smooth"
        return f"η is over 2/β = {r.limit:.3g}" if r.eta > r.limit else ""

    def headline(self, r):
        return Claim(
            "SGD is stable",
            "Theorem 28.5",
            measured=r.last[0],
            bound=r.last[1],
            why_not=self.hindrance(r),
            words="Twins are at most 2ρη apart for each meeting with the swapped example; on "
            "average there are T/n meetings.",
        )

    def identities(self, r):
        reached = "" if r.loss is LINEAR else "only the linear loss reaches it"
        return [
            Claim(
                "at every step of every pair",
                "Theorem 28.5",
                r.worst,
                0.0,
                why_not=self.hindrance(r),
            ),
            Claim(
                "meetings: T/n within five standard errors",
                "Theorem 28.5",
                abs(r.met[0] - r.T / r.n),
                max(r.met[1], 5 * np.sqrt(r.T * (1 - 1 / r.n) / r.n / PAIRS)),
            ),
            Claim(
                "the linear loss reaches the bound",
                "section 5",
                r.last[0],
                r.last[1],
                "==",
                why_not=reached,
            ),
        ]


# diabetes: the same on real data

ORDERS, SHIFTS = 10, 13  # 13 times 34 is 442: every patient has its turn
GROUPS = np.arange(20, 161, 20)
PENALTIES = np.geomspace(0.003, 10, 11)


@lru_cache(1)
def patients_data():
    """442 patients, ten measurements each, standardised; and 130 random orders of them.

    Ten orders are drawn; each is also begun at 12 other places, so that patients come in turn.
    """
    data = load("diabetes")
    rng = np.random.default_rng(28)
    drawn = [rng.permutation(len(data.y)) for _ in range(ORDERS)]
    orders = np.array([np.roll(one, 34 * k) for one in drawn for k in range(SHIFTS)])
    return standardise(data.X), standardise(data.y[:, None])[:, 0], orders


def draws_of(n):
    """130 samples: X (130, n, 10), y (130, n), and a fresh patient for each."""
    X, y, orders = patients_data()
    S, fresh = orders[:, :n], orders[:, n]
    return X[S], y[S], X[fresh], y[fresh]


def measured_on_patients(n, lam):
    """(training, test, replace-one), each (130,): ridge on n patients, tested on all the others."""
    X, y, _ = patients_data()
    XS, yS, x_new, y_new = draws_of(n)
    before, after = st.swapped_residuals(XS, yS, x_new, y_new, lam)
    Xt = np.swapaxes(XS, 1, 2)
    w = np.linalg.solve(Xt @ XS + n * lam * np.eye(X.shape[1]), Xt @ yS[..., None])[..., 0]
    everybody = ((w @ X.T - y) ** 2).sum(axis=1)
    train = (before**2).mean(axis=1)
    return train, (everybody - n * train) / (len(y) - n), (after**2).mean(axis=1) - train


@lru_cache(1)
def patient_curves():
    """(groups, penalties, 3): the means of all three, for the curves."""
    return np.array(
        [[[np.mean(v) for v in measured_on_patients(n, lam)] for lam in PENALTIES] for n in GROUPS]
    )


def refitted(n, lam):
    """The residual at the first patient of the first draw after the swap, by fitting again."""
    X, y, x_new, y_new = (part[0] for part in draws_of(n))
    other_X, other_y = X.copy(), y.copy()
    other_X[0], other_y[0] = x_new, y_new
    w = np.linalg.solve(other_X.T @ other_X + n * lam * np.eye(X.shape[1]), other_X.T @ other_y)
    return float(y[0] - X[0] @ w)


class patients(Figure):
    """Diabetes: training error plus replace-one is the test error, before anybody is tested."""

    size = (10, 4.3)
    veiled = (0, 1)
    story = [
        Step(
            "forty patients",
            "Green: error on the forty. Red: on the other 402. Blue squares: green plus what one "
            "swap does. They follow the red curve, up to the chance of 130 draws.",
        ),
        Step(
            "twenty patients",
            "Ten measurements, twenty patients, hardly a penalty: the forecast is hardly better "
            "than saying the mean, which costs 1.",
            n=20,
            lam=0.003,
        ),
        Step(
            "a strong penalty",
            "Stable, and nearly as bad on its own patients as on others.",
            lam=10,
        ),
        Step(
            "the valley",
            "The best λ for forty patients: the sum of fit and stability is smallest.",
            lam=0.4,
        ),
        Step(
            "160 patients",
            "Four times as many patients, a quarter of the gap: on the right the points fall like "
            "1/n.",
            n=160,
        ),
    ]
    handles = [
        Handle(
            "choose λ",
            at=lambda r: (r.lam, float(np.clip(r.test, 0.22, 1.08))),
            to=lambda r, x, y: dict(lam=x),
        )
    ]
    notes = """The blue squares need one patient more than the training set, the red curve needs
    hundreds. Say why the identity is exact here although the patients are no sample of a known
    law: a random order of 442 patients is exchangeable, and nothing else was used."""

    def sliders(self):
        return dict(
            lam=regularisation(0.03, 0.003, 10),
            n=int_slider("patients n", 40, 20, 160, 20),
        )

    @staticmethod
    def compute(lam, n):
        """Means over 130 draws at this λ, the curves, and one refit as a check."""
        train, test, replace = measured_on_patients(n, lam)
        X, y, x_new, y_new = (part[0] for part in draws_of(n))
        row = int(np.flatnonzero(GROUPS == n)[0])
        near = int(np.argmin(np.abs(np.log(PENALTIES / lam))))
        return dict(
            train=float(train.mean()),
            test=float(test.mean()),
            replace=float(replace.mean()),
            apart=mean_and_errors((test - train - replace).reshape(ORDERS, SHIFTS).mean(axis=1)),
            curves=patient_curves()[row].T,
            fall=patient_curves()[:, near, 1] - patient_curves()[:, near, 0],
            near=float(PENALTIES[near]),
            swapped=float(st.swapped_residuals(X, y, x_new, y_new, lam)[1][0]),
            refit=refitted(n, lam),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(
                xscale="log",
                xlim=(0.0027, 11),
                ylim=(0.2, 1.1),
                xlabel="regularisation λ",
                ylabel="mean squared error",
            ),
            dict(xlim=(10, 170), ylim=(0, 0.76), xlabel="patients n", ylabel="over-fitting"),
            width_ratios=[1.35, 1],
        )
        right.set_xticks(GROUPS[[0, 1, 3, 5, 7]])
        left.axhline(1, color="0.6", lw=1, ls=":")
        left.text(0.2, 1.01, "saying the mean", color="0.4", fontsize=10)
        train = plots.curves(left, ["training"], color=plots.TRAIN, ls="-.")
        test = plots.curves(left, ["test"], color=plots.TEST)
        ones = plots.spots(left, "training + replace-one", marker="s", ms=6, color=plots.BLUE)
        plots.legend_above(left)
        dots = plots.spots(right, "measured", marker="o", ms=8, color=plots.TEST)
        slope = plots.curves(right, ["∝ 1/n"], color=plots.BOUND, ls="--")
        plots.legend_above(right)
        here, there = plots.star(left), plots.star(right)
        return lambda r: (
            *train(PENALTIES, r.curves[0]),
            *test(PENALTIES, r.curves[1]),
            *ones(PENALTIES, r.curves[0] + r.curves[2]),
            *slope(GROUPS, r.fall[-1] * GROUPS[-1] / GROUPS),
            *dots(GROUPS, r.fall),
            *here(r.lam, float(np.clip(r.test, 0.22, 1.08))),
            *there(r.n, float(np.clip(r.test - r.train, 0, 0.75))),
        )

    def caption(self, r):
        return (
            f"{r.train:.3f} on their own patients plus {r.replace:.3f} replace-one makes "
            f"{r.train + r.replace:.3f}; the test says {r.test:.3f}."
        )

    def numbers(self, r):
        return (
            f"mean squared error {r.train:.4g} in training and {r.test:.4g} in test, "
            f"over-fitting {r.test - r.train:.4g}, replace-one {r.replace:.4g}, over 130 draws."
        )

    def headline(self, r):
        return Claim(
            "over-fitting = replace-one, on patients",
            "Theorem 28.3",
            measured=abs(r.apart[0]),
            bound=r.apart[1],
            words="Test error = training error + replace-one: over 130 draws they differ by less "
            "than five standard errors.",
        )

    def identities(self, r):
        return [
            Claim("the swap formula is the refit", "Theorem 28.6", r.swapped, r.refit, "=="),
        ]


# further: the proof of Theorem 28.1, and where a factor 2 is lost

WEIGHTS = np.linspace(-0.6, 2.4, 241)
LINKS = ("λΔ²", "climb on old", "climb on new", "both climbs", "losses / n", "2ρΔ/n")


class chain(Figure):
    """Two objectives that differ in one example, their minima, and the links of the proof."""

    size = (10, 4.3)
    story = [
        Step(
            "two valleys",
            "Each objective grows at least like a parabola from its own minimum. Walk from one "
            "minimum to the other: both climbs are bounded below.",
        ),
        Step(
            "the textbook’s step",
            "One climb is at least 1 here, and the losses allow at most the last bar. This gives "
            "2ρ/(λn). The other climb was thrown away.",
            lam=1,
        ),
        Step(
            "both climbs",
            "Together they are at least 2, and exactly what the losses change, over n: this is "
            "half of the textbook’s bound. With the absolute loss it is reached.",
            loss="absolute",
        ),
        Step(
            "squared loss",
            "All links but the last hold. The last one needs a largest slope.",
            loss="squared",
        ),
    ]
    notes = """For who wants to see a proof as bars. The identity “both climbs = losses / n” is
    exact, since the objectives differ in one term only."""

    def sliders(self):
        return dict(
            lam=regularisation(0.3, 0.02, 10),
            y_new=slider("new answer y′", -4, -6, 6, 0.1),
            loss=choice("loss", "Huber", FITS),
        )

    @staticmethod
    def compute(lam, y_new, loss):
        """Both objectives on a grid, and each link of the chain, for ten points."""
        x, y = sample_line(10)
        xs, ys = swapped(x, y, 9, 1.0, [y_new])
        w, there = float(st.slope(loss, x, y, lam)), float(st.slope(loss, xs, ys, lam)[0])
        old, new = (
            penalised(loss, a, b, lam, np.append(WEIGHTS, [w, there]))
            for a, b in ((x, y), (xs[0], ys[0]))
        )
        gone = loss(np.array([there, w]) * x[9] - y[9])
        came = loss(np.array([w, there]) - y_new)
        move = abs(there - w)
        links = [
            lam * move**2,
            old[-1] - old[-2],
            new[-2] - new[-1],
            old[-1] - old[-2] + new[-2] - new[-1],
            float(gone[0] - gone[1] + came[0] - came[1]) / 10,
            2 * move / 10,
        ]
        under = [f + lam * (WEIGHTS - v) ** 2 for f, v in ((old[-2], w), (new[-1], there))]
        return dict(
            w=w,
            there=there,
            move=move,
            curves=(old[:-2], new[:-2]),
            under=under,
            at=(float(old[-2]), float(new[-1])),
            links=np.array(links, dtype=float),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-0.6, 2.4), ylim=(0.3, 3.3), xlabel="slope w", ylabel="mean loss + λw²"),
            dict(xlim=(0, 5), ylim=(-0.6, 5.6), xlabel="in units of λΔ²"),
            width_ratios=[1.2, 1],
        )
        right.set_yticks(range(6), LINKS[::-1])
        old = plots.curves(left, ["old sample"], color=plots.FIT)
        new = plots.curves(left, ["new sample"], color=SECOND)
        lows = [plots.curves(left, [None], color=c, ls=":", lw=1.4) for c in (plots.FIT, SECOND)]
        ends = [plots.mark(left, None, m, c, 10) for m, c in (("o", plots.FIT), ("s", SECOND))]
        plots.legend_above(left)
        shades = [plots.BOUND, plots.PURPLE, plots.FIT, SECOND, plots.FIT, "0.7"]
        bars = right.barh(range(6), np.zeros(6), color=shades)
        (second,) = right.barh([2], [0], color=SECOND)  # both climbs: one behind the other

        def move(r):
            unit = max(r.links[0], 1e-12)
            sizes = np.minimum(r.links / unit, 4.9) if r.move > 1e-6 else 0 * r.links
            for bar, size in zip(bars, sizes[::-1]):
                bar.set_width(size)
            bars[2].set_width(min(sizes[1], sizes[3]))
            second.set(x=bars[2].get_width(), width=sizes[3] - bars[2].get_width())
            return (
                *old(WEIGHTS, r.curves[0]),
                *new(WEIGHTS, r.curves[1]),
                *lows[0](WEIGHTS, r.under[0]),
                *lows[1](WEIGHTS, r.under[1]),
                *ends[0](r.w, min(r.at[0], 3.2)),
                *ends[1](r.there, min(r.at[1], 3.2)),
                *bars,
                second,
            )

        return move

    def caption(self, r):
        if r.move < 1e-6:
            return "This swap moves nothing: the minimum sits in a kink that holds it."
        return (
            f"The minima are Δ = {r.move:.2f} apart; both climbs together are {r.links[3]:.3f}, "
            f"and 2λΔ² is {2 * r.links[0]:.3f}."
        )

    def numbers(self, r):
        return ", ".join(f"{name} {size:.3g}" for name, size in zip(LINKS, r.links)) + "."

    def headline(self, r):
        return Claim(
            "a strongly convex function grows",
            "Lemma 28.2",
            measured=min(r.links[1], r.links[2]),
            bound=r.links[0],
            kind=">=",
            words="From its minimum mean loss + λ‖w‖² grows at least by λ‖Δ‖².",
        )

    def identities(self, r):
        square = "the squared loss has no largest slope ρ" * (r.loss is losses.squared)
        links = r.links
        return [
            Claim("both climbs are the losses over n", "section 2", links[3], links[4], "=="),
            Claim("one climb, by the losses over n", "section 2", links[1], links[4]),
            Claim("the losses, by their slope", "section 2", links[4], links[5], why_not=square),
        ]


# further: coins, a promise for every world

COUNTS = np.unique(np.geomspace(1, 500, 40).astype(int))


def expected_excess(n, mu, rho, B, lam):
    chance, excess = st.coin_excess(n, mu, rho, B, lam)
    return float(chance @ excess)


class promise(Figure):
    """Ridge on coins, with the λ of the theorem: its exact excess risk under one promise."""

    size = (10, 4.3)
    story = [
        Step(
            "a hard coin",
            "Blue: the exact excess risk. Dashed: 2ρB/√n, a promise for every coin. Dotted: a rate "
            "that the notes print; it is broken.",
        ),
        Step(
            "a clear drift",
            "A drift of one half is soon seen, and ridge soon right: the promise must also hold "
            "for harder coins.",
            mu=0.5,
        ),
        Step(
            "a third of λ",
            "The λ of the promise need not be the best for this coin: here a smaller one is.",
            factor=0.3,
        ),
        Step(
            "ten times λ",
            "Too much penalty: the promise is five times as high, and the excess nearly doubles.",
            factor=10,
        ),
        Step(
            "not for every sample",
            "Right: the chance that the excess is over ε. The mean is small; one sample may be "
            "unlucky. Markov’s line is the price of certainty.",
            n=20,
            mu=0.3,
        ),
    ]
    handles = [
        Handle(
            "choose n",
            at=lambda r: (r.n, max(r.mean, 1.1e-3)),
            to=lambda r, x, y: dict(n=x),
        )
    ]
    notes = """The loss ρ(B − zw) is linear, so ridge has a closed form and everything is a sum over
    the number of heads. Use it to show that the rate 1/√n is right: choose µ near 1/√n."""

    def sliders(self):
        return dict(
            n=int_slider("coins n", 100, 1, 500),
            mu=slider("drift µ", 0.1, 0, 1, 0.01),
            factor=slider("λ in units of λₙ", 1, 0.1, 10, 0.1),
            B=slider("radius B", 1, 0.5, 2, 0.1),
        )

    @staticmethod
    def compute(n, mu, factor, B):
        """Exact expected excess against n, and the law of the excess at this n; ρ is 1."""
        lam, promised = st.tuned(1.0, B, n)
        chance, excess = st.coin_excess(n, mu, 1.0, B, factor * lam)
        curve = [expected_excess(k, mu, 1.0, B, factor * st.tuned(1.0, B, k)[0]) for k in COUNTS]
        order = np.argsort(excess)
        eps = np.linspace(0, 2 * B, 101)
        tail = np.array([chance[excess > e + 1e-12].sum() for e in eps])
        mean = float(chance @ excess)
        return dict(
            curve=np.array(curve),
            mean=mean,
            lam=factor * lam,
            promised=promised,
            inside=mu * (B - mu / (2 * factor * lam)),
            cut=2 * factor * lam * B < 1,
            general=float(factor * lam * B**2 + st.gap_bound(1.0, factor * lam, n)),
            eps=eps,
            tail=tail,
            markov=np.minimum(mean / np.maximum(eps, 1e-9), 1),
            middle=float(excess[order][np.searchsorted(np.cumsum(chance[order]), 0.95)]),
            spill=float(np.max(eps * tail)),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(
                xscale="log",
                yscale="log",
                xlim=(0.9, 560),
                ylim=(1e-3, 10),
                xlabel="coins n",
                ylabel="expected excess risk",
            ),
            dict(
                xlim=(0, 1), ylim=(0, 1.05), xlabel="excess risk ε", ylabel="chance of more than ε"
            ),
            width_ratios=[1.2, 1],
        )
        exact = plots.curves(left, ["exact"], color=plots.FIT)
        bound = plots.curves(left, ["2ρB/√n"], color=plots.BOUND, ls="--")
        printed = plots.curves(left, ["as printed, 4ρ/n"], color=plots.RED, ls=":")
        plots.legend_above(left)
        tail = plots.curves(right, ["exact"], color=plots.FIT)
        markov = plots.curves(right, ["Markov"], color=plots.BOUND, ls="--")
        plots.legend_above(right)
        here = plots.star(left)
        return lambda r: (
            *exact(COUNTS, np.maximum(r.curve, 1e-12)),
            *bound(COUNTS, 2 * r.B / np.sqrt(COUNTS)),
            *printed(COUNTS, 4 / COUNTS),
            *tail(r.eps, r.tail),
            *markov(r.eps, r.markov),
            *here(r.n, max(r.mean, 1.1e-3)),
        )

    def caption(self, r):
        return (
            f"With λ = {r.lam:.2g} the excess risk is {r.mean:.3f} on average; promised is "
            f"{r.general:.3f}."
        )

    def numbers(self, r):
        return (
            f"expected excess {r.mean:.4g}, promised {r.general:.4g} at this λ and {r.promised:.4g}"
            f" at the best; 19 samples of 20 stay below {r.middle:.3g}."
        )

    def headline(self, r):
        exact = abs(r.factor - 1) < 1e-9
        return Claim(
            "a promise for every world",
            "Theorem 28.7",
            measured=r.mean,
            bound=r.promised,
            why_not="" if exact else "λ is not λₙ = ρ/(B√n)",
            words="With λₙ = ρ/(B√n) the expected excess risk is at most 2ρB/√n.",
        )

    def identities(self, r):
        return [
            Claim("at any λ: λB² + ρ²/(λn)", "Theorem 28.4", r.mean, r.general),
            Claim("λₙ makes the promise smallest", "Theorem 28.7", r.general, r.promised, ">="),
            Claim("Markov", "Theorem 28.7", r.spill, r.mean),
            Claim(
                "excess without a cut",
                "Theorem 28.7",
                r.mean,
                r.inside,
                "==",
                why_not="some samples put w at the end ±B" if r.cut else "",
            ),
        ]
