"""The figures of notebook 29, asymptotics: limit laws beside the fits that they forecast."""

from functools import lru_cache

import numpy as np
from scipy.special import expit

from helpers import plots
from helpers.estimation import asymptotics as asy
from helpers.live import (
    Claim,
    Figure,
    Handle,
    Step,
    choice,
    int_slider,
    mean_and_errors,
    regularisation,
    slider,
)

GENERATIVE, DISCRIMINATIVE = plots.ORANGE, plots.BLUE
CIRCLE = np.array([np.cos(np.linspace(0, 2 * np.pi, 121)), np.sin(np.linspace(0, 2 * np.pi, 121))])


def outline(ax, edges, label, colour):
    """A density histogram as a line. move(sample)."""
    steps = ax.stairs(np.zeros(len(edges) - 1), edges, color=colour, lw=2, ls="--", label=label)

    def move(sample):
        counts = np.histogram(sample, edges)[0]
        steps.set_data(counts / (len(sample) * np.diff(edges)))
        return (steps,)

    return move


def ellipse(M):
    """(2, 121): the outline of all u with u' M^-1 u = 1."""
    return np.linalg.cholesky(M) @ CIRCLE


def normal_density(t, variance):
    return np.exp(-t * t / (2 * variance)) / np.sqrt(2 * np.pi * variance)


# the price of d weights: a thousand samples, least squares on each

RUNS, MOST, BLOCK, WEIGHTS = 1000, 400, 10, 6
DESIGNS = ["normal", "uniform", "heavy tails", "fixed"]
WEIGHT_EDGES, PRICE_EDGES = np.linspace(-4.5, 4.5, 61), np.linspace(0, 8, 33)
TOP = 0.7  # of the right panel
WEIGHT_GRID, PRICE_GRID = np.linspace(-4.5, 4.5, 241), np.linspace(0.02, 8, 240)


@lru_cache(4)
def moments_of(design):
    """Products of the columns of (x, noise) after 10, 20, ... rows of each of the samples."""
    rng = np.random.default_rng(29)
    shape = (1 if design == "fixed" else RUNS, MOST, WEIGHTS)
    if design == "uniform":
        x = rng.uniform(-np.sqrt(3), np.sqrt(3), shape)
    elif design == "heavy tails":
        x = rng.standard_t(5, shape) * np.sqrt(3 / 5)
    else:
        x = rng.normal(size=shape)
    noise = rng.normal(size=(RUNS, MOST, 1))
    rows = np.broadcast_to(x, (RUNS, MOST, WEIGHTS))
    return asy.running_moments(np.concatenate([rows, noise], axis=2), BLOCK)


def priced(design, n, d, spread):
    """(errors of theta (m, d), n x excess (m,), its mean given the inputs (m,)) of all samples."""
    scale = np.append(np.full(WEIGHTS, spread), 1.0)
    M = moments_of(design)[n // BLOCK - 1] * np.outer(scale, scale)
    error, A = asy.least_squares_errors(M, d)
    Sigma = A / n if design == "fixed" else spread**2 * np.eye(d)
    excess = n / 2 * (error * (Sigma @ error[..., None])[..., 0]).sum(axis=1)
    return error, excess, asy.price(A / n, np.broadcast_to(Sigma, A.shape))


def beyond(excess, mean):
    """What the right panel cannot hold, in words; "" if it holds everything."""
    first = np.mean(excess < PRICE_EDGES[1]) / PRICE_EDGES[1]
    if first > TOP:
        return f"the first bar goes on up to {first:.1f}"
    return f"the mean, {mean:.1f}, is farther right" if mean > PRICE_EDGES[-1] else ""


class price(Figure):
    """A thousand samples: the error of a weight, and what all errors together cost."""

    size = (10, 3.9)
    veiled = (1,)
    story = [
        Step(
            "three times as wide",
            "Left, the weight is known three times as well. Right, the two histograms are one: "
            "what is gained by better weights is lost by larger inputs.",
        ),
        Step(
            "half as wide",
            "Now the weight is known half as well, and the right panel has not moved.",
            spread=0.5,
        ),
        Step(
            "six weights",
            "Twice as many weights, twice the price: the limit’s mean goes from 1.5 to 3.",
            d=6,
            spread=1,
        ),
        Step(
            "one weight",
            "One weight costs one half. Two samples in three pay less, a few pay a lot.",
            d=1,
            spread=1,
        ),
        Step(
            "ten examples",
            "Too few for the limit: the expectation is 2.5 where the limit says 1.5, and the "
            "tail is long.",
            n=10,
            spread=1,
        ),
        Step(
            "uniform inputs",
            "Another distribution of x: with a hundred examples you cannot see the difference.",
            design="uniform",
            spread=1,
        ),
        Step(
            "fixed inputs",
            "The inputs are the same in every sample, and so are those of the forecasts. Now the "
            "black curve on the right is exact for every n, here ten. Dashed: step 5.",
            design="fixed",
            n=10,
            spread=1,
        ),
    ]
    handles = [
        Handle(
            "choose how far the weight scatters",
            at=lambda r: (1 / r.spread, float(normal_density(1, 1)) * r.spread),
            to=lambda r, x, y: dict(spread=1 / max(x, 0.1)),
        )
    ]
    notes = """Move the spread slowly and let the class watch the right panel: nothing. Then ask
    who of the two forces they had in mind. The figure is least squares; the code below it does the
    same for logistic regression, where the mean would be infinite and medians have to be used."""

    def sliders(self):
        return dict(
            spread=slider("spread of x s", 3, 0.5, 3, 0.1),
            d=int_slider("weights d", 3, 1, WEIGHTS),
            n=int_slider("examples n", 100, BLOCK, MOST, BLOCK),
            design=choice("inputs x", "normal", DESIGNS),
        )

    @staticmethod
    def compute(spread, d, n, design):
        """Errors and prices of all samples, beside those of normal inputs of spread 1."""
        error, excess, given = priced(design, n, d, spread)
        plain = priced("normal", n, d, 1.0)
        if design == "normal":
            expected = asy.expected_price(n, d)
        else:
            expected = d / 2 if design == "fixed" else float(given.mean())
        apart = excess - (given if design in ("uniform", "heavy tails") else expected)
        ranked = asy.half_chi2_cdf(np.sort(excess), d)
        steps = np.arange(RUNS + 1) / RUNS
        return dict(
            first=np.sqrt(n) * error[:, 0],
            excess=excess,
            plain=(np.sqrt(n) * plain[0][:, 0], plain[1]),
            mean=float(excess.mean()),
            expected=expected,
            apart=mean_and_errors(apart),
            unit=float(priced(design, n, d, 1.0)[1].mean()),
            farthest=float(max(np.max(steps[1:] - ranked), np.max(ranked - steps[:-1]))),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-4.5, 4.5), ylim=(0, 1.35), xlabel="√n × error of the first weight"),
            dict(xlim=(0, 8), ylim=(0, TOP), xlabel="n × excess risk"),
        )
        left.set_ylabel("density over 1000 samples")
        right.set_ylabel("density")
        heaps, lines, before = [], [], []
        for ax, edges in ((left, WEIGHT_EDGES), (right, PRICE_EDGES)):
            heaps.append(plots.histogram(ax, edges, "this x" if ax is left else None))
            label = "normal x, spread 1" if ax is left else None
            before.append(outline(ax, edges, label, plots.ORANGE))
            lines.append(plots.curves(ax, ["limit"], color=plots.TRUTH, ls="-", lw=1.6))
        middle = plots.level(right, "mean", plots.BLUE, "-.", across=True)
        half = plots.level(right, "d/2", plots.TRUTH, ":", across=True)
        plots.legend_above(left)
        plots.legend_above(right)
        here, outside = plots.star(left), plots.note(right, x=0.39, y=0.95)
        return lambda r: (
            *heaps[0](r.first),
            *heaps[1](r.excess),
            *before[0](r.plain[0]),
            *before[1](r.plain[1]),
            *lines[0](WEIGHT_GRID, normal_density(WEIGHT_GRID, 1 / r.spread**2)),
            *lines[1](PRICE_GRID, asy.half_chi2_density(PRICE_GRID, r.d)),
            *middle(r.mean),
            *half(r.d / 2),
            *here(1 / r.spread, normal_density(1, 1) * r.spread),
            *outside(beyond(r.excess, r.mean)),
        )

    def caption(self, r):
        if r.design == "normal" and r.spread != 1:
            seen = f"Inputs {r.spread:g} times as wide change nothing on the right: n × excess"
        else:
            seen = "n × excess"
        return f"{seen} averages {r.mean:.2f}; with many examples it would be d/2 = {r.d / 2:g}."

    def numbers(self, r):
        return (
            f"over {RUNS} samples n × excess averages {r.mean:.4g}, theory says {r.expected:.4g}, "
            f"the limit d/2 is {r.d / 2:g}; √n × the error of the first weight has standard "
            f"deviation {np.std(r.first):.3g}."
        )

    def headline(self, r):
        return Claim(
            "the price of d weights",
            "Theorem 29.1",
            measured=abs(r.apart[0]),
            bound=r.apart[1],
            words="n × excess has the mean that the theorem says, within five standard errors.",
        )

    def identities(self, r):
        loose = "" if r.design == "fixed" else "exact only for fixed inputs and normal noise"
        return [
            Claim("the spread of x cancels", "section 1", r.mean, r.unit, "=="),
            Claim(
                "half a chi-square: farther apart once in a million",
                "Theorem 29.1",
                r.farthest,
                float(np.sqrt(np.log(2e6) / (2 * RUNS))),
                why_not=loose,
            ),
        ]


# the sandwich: a line through 0, noise |x|^a

SLOPE_RUNS = 1000
SLOPE_EDGES, SLOPE_GRID = np.linspace(-7, 7, 57), np.linspace(-7, 7, 241)
POWERS = np.linspace(-0.45, 2, 99)


@lru_cache(1)
def slope_draws():
    """x, log|x| and standard normal noise of a thousand samples of 400."""
    rng = np.random.default_rng(29)
    x, xi = rng.normal(size=(2, SLOPE_RUNS, MOST))
    return x, np.log(np.abs(x)), xi


class sandwich(Figure):
    """Noise that is louder at the ends, the law of the slope, and two error bars for it."""

    size = (10, 4.0)
    veiled = (1, 2)
    more = ("sample",)
    story = [
        Step(
            "loud ends",
            "The slope scatters as if the noise had variance 3: it is loudest at the ends, where "
            "a line is held. The green line shows what the sandwich says, on average.",
        ),
        Step(
            "even noise",
            "The model is right: textbook, sandwich and truth agree.",
            a=0,
        ),
        Step(
            "quiet ends",
            "The noise is loud near 0, where it cannot turn the line: the textbook’s bar is too "
            "long.",
            a=-0.25,
        ),
        Step(
            "very loud ends",
            "a = 2: the slope’s variance is nearly five times what the textbook says.",
            a=2,
        ),
        Step(
            "four times the examples",
            "Four times the examples halve every error bar, and the error of the slope as well. "
            "The textbook’s variance stays too small by the factor 3.",
            n=400,
        ),
    ]
    handles = [
        Handle(
            "choose the power a",
            at=lambda r: (r.a, r.square),
            to=lambda r, x, y: dict(a=x),
            panel=2,
        )
    ]
    notes = """Show the left panel alone first. Most say “right: the average noise is what counts”.
    The factor 2a + 1 comes from E|x|^(2a+2) / E|x|^(2a): exercise 3 derives it."""

    def sliders(self):
        return dict(
            a=slider("noise power a", 1, -0.25, 2, 0.05),
            n=int_slider("examples n", 100, 50, MOST, 50),
            sample=int_slider("new random sample", 1, 1, 20),
        )

    @staticmethod
    def compute(a, n, sample):
        """All slopes with both of their error bars; the true slope is 1."""
        x, logs, xi = (part[:, :n] for part in slope_draws())
        noise = np.exp(a * logs) * xi / asy.noise_scale(a)
        slope, textbook, robust = asy.slopes(x, x + noise)
        off = slope - 1
        return dict(
            x=x[sample - 1],
            y=(x + noise)[sample - 1],
            slope=float(slope[sample - 1]),
            scaled=np.sqrt(n) * off,
            square=float(n * np.mean(off**2)),
            exact=float(asy.inflation(a, n)),
            limit=float(asy.inflation(a)),
            apart=mean_and_errors(n * off**2 - asy.inflation(a, n)),
            bias=mean_and_errors(off),
            scatter=mean_and_errors((x * noise) ** 2 - asy.inflation(a)),
            bars=(float(n * textbook.mean()), float(n * robust.mean())),
            covers=tuple(float(np.mean(off**2 < 1.96**2 * v)) for v in (textbook, robust)),
        )

    def picture(self, fig):
        data, law, curve = plots.panels(
            fig,
            dict(xlim=(-3, 3), ylim=(-7, 7), xlabel="x", ylabel="y"),
            dict(xlim=(-6, 6), ylim=(0, 0.62), xlabel="√n × error of the slope"),
            dict(xlim=(-0.5, 2.05), ylim=(0, 5.4), xlabel="noise power a"),
            width_ratios=[0.9, 1.1, 1.1],
        )
        law.set_ylabel("density")
        curve.set_ylabel("n × variance of the slope")
        dots = plots.points(data, [""], size=22)
        truth = plots.curves(data, ["truth"], color=plots.TRUTH, ls="-", lw=1.6)
        fit = plots.curves(data, ["fit"], color=plots.FIT, ls="--")
        heap = plots.histogram(law, SLOPE_EDGES, "slopes")
        right = plots.curves(law, ["limit"], color=plots.TRUTH, ls="-", lw=1.6)
        said = plots.curves(law, ["textbook"], color=plots.RED, ls="--")
        exact = plots.curves(curve, ["2a + 1"], color=plots.TRUTH, ls="-", lw=1.6)
        here_n = plots.curves(curve, [None], color=plots.TRUTH, ls=":", lw=1.4)
        flat = plots.curves(curve, ["textbook"], color=plots.RED, ls="--")
        robust = plots.curves(curve, ["sandwich"], color=plots.GREEN, ls="-")
        for ax in (data, law, curve):
            plots.legend_above(ax, handlelength=1.1, columnspacing=0.7)
        here, ends = plots.star(curve), np.array([-3.0, 3.0])
        dotted = plots.note(curve, x=0.42, y=0.12)

        return lambda r: (
            *dots(np.column_stack([r.x, r.y])),
            *truth(ends, ends),
            *fit(ends, r.slope * ends),
            *heap(r.scaled),
            *right(SLOPE_GRID, normal_density(SLOPE_GRID, r.limit)),
            *said(SLOPE_GRID, normal_density(SLOPE_GRID, 1.0)),
            *exact(POWERS, asy.inflation(POWERS)),
            *here_n(POWERS, asy.inflation(POWERS, r.n)),
            *flat(POWERS, np.ones_like(POWERS)),
            *robust(r.a + np.array([-0.4, 0.4]), np.full(2, r.bars[1])),
            *here(r.a, r.square),
            *dotted(f"dotted: n = {r.n}"),
        )

    def caption(self, r):
        return (
            f"n × variance is {r.square:.2f} (star). Of “95 %” intervals the textbook’s cover the "
            f"truth in {100 * r.covers[0]:.0f} %, the sandwich’s in {100 * r.covers[1]:.0f} %."
        )

    def numbers(self, r):
        return (
            f"n × variance of the slope is {r.square:.3g}, theory {r.exact:.3g} and 2a + 1 = "
            f"{r.limit:.3g}; the textbook says {r.bars[0]:.3g}, the sandwich {r.bars[1]:.3g}."
        )

    def headline(self, r):
        return Claim(
            "noise |x|ᵃ inflates the variance by 2a + 1",
            "Theorem 29.3",
            measured=abs(r.apart[0]),
            bound=r.apart[1],
            words="The slope’s variance is 2a + 1 times the textbook’s, corrected for n, within "
            "five standard errors.",
        )

    def identities(self, r):
        return [
            Claim("the slope is right on average", "section 2", abs(r.bias[0]), r.bias[1]),
            Claim("the scatter V is 2a + 1", "Theorem 29.3", abs(r.scatter[0]), r.scatter[1]),
        ]


# two matrices: curvature and scatter, logistic regression

NODES, CHANCE = asy.hermite(80)
BENDS = np.linspace(-1, 1, 21)
PLACES = np.linspace(-3, 3, 121)


def true_chance(x, offset, slope, bend, flip):
    """P(y = +1 | x) in truth: log-odds that bend, and labels that are flipped."""
    return flip + (1 - 2 * flip) * expit(offset + slope * x + bend * (x * x - 1))


class matrices(Figure):
    """Curvature H and scatter V of logistic regression, where its model is right and wrong."""

    size = (10, 4.2)
    veiled = (1, 2)
    story = [
        Step(
            "bent log-odds",
            "Left, the best straight model misses the bend. Middle, an ellipse is long where its "
            "matrix is large: scatter and curvature differ.",
        ),
        Step(
            "no bend", "The model is right: the two ellipses are one, and the price is d/2.", bend=0
        ),
        Step(
            "flipped labels",
            "A fifth of the labels is flipped. The model has no word for that: the ellipses part.",
            bend=0,
            flip=0.2,
            offset=0,
            slope=2,
        ),
        Step(
            "a pure coin",
            "With slope 0 and no bend the truth is a constant probability. Flipping changes the "
            "constant, and the model can follow.",
            bend=0,
            flip=0.2,
            slope=0,
        ),
        Step(
            "bent the other way",
            "A wrong model again, and yet the price is below d/2: wrong need not mean dear.",
            bend=-1,
        ),
        Step(
            "equal by luck",
            "The truth is bent, and the ellipses are one all the same, to three digits: the best "
            "line says 0.499 for every x. At ½, H and V are both ¼ of the unit matrix.",
            bend=0.75,
            offset=0.1,
            slope=0,
        ),
    ]
    handles = [
        Handle(
            "bend the truth",
            at=lambda r: (r.bend, r.price),
            to=lambda r, x, y: dict(bend=x),
            panel=2,
        )
    ]
    notes = """Everything is exact, by quadrature over a normal x: no sample, no noise. The point is
    that H and V are computed in two ways that have nothing to do with each other and agree when the
    model is true. Let somebody drag the star to bend 0."""

    def sliders(self):
        return dict(
            bend=slider("bend of the truth c", 1, -1, 1, 0.05),
            flip=slider("labels flipped f", 0, 0, 0.3, 0.02),
            offset=slider("offset of the truth o", -1, -1, 1, 0.1),
            slope=slider("slope of the truth b", 1, 0, 2, 0.1),
        )

    @staticmethod
    def compute(bend, flip, offset, slope):
        """The best model of the truth, its H and V, and the price for every bend."""
        truth = true_chance(NODES, offset, slope, bend, flip)
        theta, H, V = asy.logistic_matrices(NODES, CHANCE, truth)
        p = expit(theta[0] + theta[1] * NODES)
        X = np.column_stack([np.ones_like(NODES), NODES])
        wrong = CHANCE * (truth - p) * (1 - 2 * p)
        others = [
            asy.logistic_matrices(NODES, CHANCE, true_chance(NODES, offset, slope, c, flip))[1:]
            for c in BENDS
        ]
        return dict(
            theta=theta,
            H=H,
            V=V,
            price=float(asy.price(H, V)),
            prices=np.array([asy.price(*pair) for pair in others]),
            apart=float(np.linalg.norm(V - H, 2)),
            allowed=float(np.abs(wrong) @ (X**2).sum(axis=1)),
            missing=float(np.abs(V - H - (X.T * wrong) @ X).max()),
            pull=float(np.abs(X.T @ (CHANCE * (p - truth))).max()),
            right=bend == 0 and (flip == 0 or slope == 0),
        )

    def picture(self, fig):
        world, shapes, curve = plots.panels(
            fig,
            dict(xlim=(-3, 3), ylim=(0, 1), xlabel="x", ylabel="P(y = +1 | x)"),
            dict(xlim=(-0.75, 0.75), ylim=(-0.75, 0.75), xlabel="direction of the offset θ₁"),
            dict(xlim=(-1.05, 1.05), ylim=(0.8, 1.6), xlabel="bend of the truth c"),
            width_ratios=[0.95, 1.05, 1.05],
        )
        shapes.set_ylabel("direction of the slope θ₂")
        curve.set_ylabel("limit of n × excess risk")
        truth = plots.curves(world, ["truth"], color=plots.TRUTH, ls="-", lw=1.6)
        model = plots.curves(world, ["best model"], color=plots.FIT, ls="--")
        bent = plots.curves(shapes, ["curvature H"], color=plots.FIT, ls="-")
        scattered = plots.curves(shapes, ["scatter V"], color=plots.RED, ls="--")
        cost = plots.curves(curve, ["½ tr(H⁻¹V)"], color=plots.PURPLE, ls="-")
        half = plots.level(curve, "d/2", plots.TRUTH, ":")
        for ax in (world, shapes, curve):
            plots.legend_above(ax, handlelength=1.1, columnspacing=0.7)
        here = plots.star(curve)
        return lambda r: (
            *truth(PLACES, true_chance(PLACES, r.offset, r.slope, r.bend, r.flip)),
            *model(PLACES, expit(r.theta[0] + r.theta[1] * PLACES)),
            *bent(*ellipse(r.H)),
            *scattered(*ellipse(r.V)),
            *cost(BENDS, r.prices),
            *half(1.0),
            *here(r.bend, r.price),
        )

    def caption(self, r):
        if r.right:
            return "The model is right: scatter equals curvature, and two weights cost 2 · ½ = 1."
        side = "more than" if r.price > 1.005 else "less than" if r.price < 0.995 else "the same as"
        return (
            f"The model is wrong. Its two weights cost {r.price:.2f}/n, {side} those of a right "
            "one, 1/n."
        )

    def numbers(self, r):
        return (
            f"the best model has offset {r.theta[0]:.3g} and slope {r.theta[1]:.3g}; curvature and "
            f"scatter differ by {r.apart:.3g}, and the price is {r.price:.4g} where a right model "
            "pays 1."
        )

    def headline(self, r):
        return Claim(
            "scatter and curvature differ by what the model gets wrong",
            "Theorem 29.4",
            measured=r.apart,
            bound=r.allowed,
            words="Scatter V and curvature H are at most the mean of |q − p||1 − 2p|‖x̃‖² apart, "
            "p the model’s probability and q the true one: equal, if the model is right.",
        )

    def identities(self, r):
        return [
            Claim("V − H, written out", "Theorem 29.4", r.missing, 0.0, "=="),
            Claim("the mean gradient is 0 at the best model", "section 3", r.pull, 0.0, "==", 1e-7),
            Claim(
                "the price of a right model is d/2",
                "Theorem 29.4",
                r.price,
                1.0,
                "==",
                why_not="" if r.right else "the model is wrong",
            ),
        ]


# one model, two ways to fit it: a table of x and y

CELLS = np.array([[[y, x * y] for y in (-1.0, 1.0)] for x in (-1.0, 0.0, 1.0)])
LINKS = np.linspace(0, 1.5, 31)
TABLE_RUNS = 500


def conditional_loss(theta, p):
    """(...): expected -log p(y | x) of theta (..., 2) where cells have probabilities p."""
    score = CELLS @ theta[..., None, :, None]
    score = score[..., 0]
    top = np.logaddexp(score[..., 0], score[..., 1])
    return (p * (top[..., None] - score)).sum(axis=(-1, -2))


class table(Figure):
    """The variance of two estimators of the same two parameters, and what each pays."""

    size = (10, 4.4)
    veiled = (0, 1)
    story = [
        Step(
            "a strong link",
            "The generative ellipse lies inside the other, and its price is a third lower: the "
            "inputs, too, tell about θ.",
        ),
        Step(
            "no link, no offset",
            "At θ = 0 the inputs tell nothing: the ellipses are one, and so are the prices.",
            link=0,
            offset=0,
        ),
        Step(
            "offset alone",
            "The link is 0, and yet the generative fit is cheaper: with this offset a link would "
            "make one x more frequent, and the inputs show that it is not.",
            link=0,
            offset=1,
        ),
        Step(
            "a very strong link",
            "Less than half the price. The discriminative fit pays d/2 = 1 as ever.",
            link=1.5,
        ),
        Step(
            "two thousand examples",
            "Two thousand examples instead of five hundred, and the dots hardly move: they are "
            "near the limit. A dot is a mean over many fits; chance still moves it by some 0.04.",
            n=2000,
        ),
    ]
    handles = [
        Handle(
            "choose the link",
            at=lambda r: (r.link, 0.1),
            to=lambda r, x, y: dict(link=x),
            panel=1,
        )
    ]
    notes = """Insist on “the model is true” before the vote: it is what the verdict hangs on, and
    the next figure takes it away. Both learners are graded on −log p(y|x) alone."""

    def sliders(self):
        return dict(
            link=slider("link of x and y θ₂", 1, 0, 1.5, 0.05),
            offset=slider("offset of y θ₁", 0.3, 0, 1, 0.05),
            n=int_slider("examples n", 500, 300, 2000, 100),
        )

    @staticmethod
    def compute(link, offset, n):
        """Exact matrices and prices, and the prices of five hundred fits of each kind."""
        theta = np.array([offset, link])
        p, total, within = asy.table(CELLS, theta)
        counts = np.random.default_rng(29).multinomial(n, p.ravel(), TABLE_RUNS).reshape(-1, 3, 2)
        best = conditional_loss(theta, p)
        fits = [asy.table_fits(CELLS, counts, generative) for generative in (True, False)]
        sides = [asy.table(CELLS, np.array([offset, t]))[1:] for t in LINKS]
        tilt = p[:, 1] / p.sum(axis=1)
        given = np.array([[2 * t - 1, x * (2 * t - 1)] for x, t in zip((-1, 0, 1), tilt)])
        apart = given - p.sum(axis=1) @ given
        return dict(
            total=total,
            within=within,
            between=(apart.T * p.sum(axis=1)) @ apart,
            prices=(float(asy.price(total, within)), float(asy.price(within, within))),
            curve=np.array([asy.price(*pair) for pair in sides]),
            measured=[float(n * (conditional_loss(f, p) - best).mean()) for f in fits],
            inner=float(np.linalg.eigvalsh(np.linalg.inv(within) - np.linalg.inv(total))[0]),
        )

    def picture(self, fig):
        shapes, curve = plots.panels(
            fig,
            dict(xlim=(-3.6, 3.6), ylim=(-3.6, 3.6), xlabel="√n × error of the offset θ₁"),
            dict(xlim=(-0.03, 1.55), ylim=(0, 1.25), xlabel="link of x and y θ₂"),
            width_ratios=[1, 1.25],
        )
        shapes.set_ylabel("√n × error of the link θ₂")
        curve.set_ylabel("n × excess of −log p(y|x)")
        inside = plots.curves(shapes, ["generative"], color=GENERATIVE, ls="-")
        outside = plots.curves(shapes, ["discriminative"], color=DISCRIMINATIVE, ls="--")
        low = plots.curves(curve, ["generative"], color=GENERATIVE, ls="-")
        high = plots.curves(curve, ["discriminative"], color=DISCRIMINATIVE, ls="--")
        upright = plots.level(curve, None, plots.BOUND, ":", across=True)
        wide = plots.mark(curve, None, "o", DISCRIMINATIVE, 12)
        small = plots.mark(curve, "mean of 500 fits", "o", GENERATIVE, 7)
        plots.legend_above(shapes)
        plots.legend_above(curve)
        here = plots.star(curve)
        return lambda r: (
            *inside(*ellipse(np.linalg.inv(r.total))),
            *outside(*ellipse(np.linalg.inv(r.within))),
            *low(LINKS, r.curve),
            *high(LINKS, np.ones_like(LINKS)),
            *upright(r.link),
            *wide(r.link, r.measured[1]),
            *small(r.link, r.measured[0]),
            *here(r.link, 0.1),
        )

    def caption(self, r):
        return (
            f"In the limit the generative fit pays {r.prices[0]:.2f}/n and the discriminative one "
            f"{r.prices[1]:.2f}/n, for the same two parameters."
        )

    def numbers(self, r):
        return (
            f"the generative price is {r.prices[0]:.3g} in the limit and {r.measured[0]:.3g} over "
            f"{TABLE_RUNS} fits; the discriminative one {r.prices[1]:.3g} and {r.measured[1]:.3g}."
        )

    def headline(self, r):
        return Claim(
            "a generative fit of a true model is cheaper",
            "Theorem 29.5",
            measured=r.prices[0],
            bound=r.prices[1],
            words="If the model of x and y together is true, the generative fit pays at most what "
            "the discriminative one pays.",
        )

    def identities(self, r):
        whole = float(np.abs(r.total - r.within - r.between).max())
        return [
            Claim("variance = within + between", "Theorem 29.5", whole, 0.0, "=="),
            Claim("one ellipse lies inside the other", "Theorem 29.5", r.inner, 0.0, ">="),
            Claim("the discriminative fit pays d/2", "Theorem 29.4", r.prices[1], 1.0, "=="),
        ]


# naive Bayes and logistic regression when features are related

MU = np.array([0.8, 0.4, 0.2, 0.0, 0.0, 0.0])
SIZES = np.array([20, 40, 80, 160, 320])
CLASS_RUNS = 40


@lru_cache(1)
def class_draws():
    """Noise and labels of forty samples of 320 examples."""
    rng = np.random.default_rng(29)
    noise = rng.normal(size=(CLASS_RUNS, SIZES[-1], len(MU)))
    return noise, np.where(rng.random((CLASS_RUNS, SIZES[-1])) < 0.5, -1.0, 1.0)


def correlation(rho):
    """Every two features are related alike."""
    return (1 - rho) * np.eye(len(MU)) + rho * np.ones((len(MU), len(MU)))


@lru_cache(64)
def class_fits(rho, kappa, lam):
    """(2, sizes, runs, 7): naive Bayes and logistic regression on the first n of each sample."""
    noise, y = class_draws()
    root = np.linalg.cholesky(correlation(rho))
    wide = np.where(y > 0, 1.0, kappa)[..., None]
    X = wide * (noise @ root.T) + y[..., None] * MU
    ones = np.concatenate([np.ones((*y.shape, 1)), X], axis=2)
    return np.array(
        [
            [asy.naive_bayes(X[:, :n], y[:, :n]) for n in SIZES],
            [asy.newton_batch(ones[:, :n], y[:, :n], lam / n, tol=1e-6) for n in SIZES],
        ]
    )


class crossing(Figure):
    """Two learning curves that cross: a wrong model learns fast, a right one learns more."""

    size = (10, 4.3)
    veiled = (0, 1)
    story = [
        Step(
            "correlated",
            "Left, the curves cross near 70 examples: naive Bayes is ahead before, logistic "
            "regression after.",
        ),
        Step(
            "independent",
            "Naive Bayes’ model is true: both end at the same place, and it is ahead on the "
            "way, as the generative fit was in section 4.",
            rho=0,
        ),
        Step(
            "strongly correlated",
            "Naive Bayes takes six similar features for six independent ones: it is behind from "
            "the start.",
            rho=0.5,
        ),
        Step(
            "a little regularisation",
            "With λ = 1 logistic regression is ahead from the start. The curves crossed only "
            "because it had hardly any penalty.",
            lam=1,
        ),
        Step(
            "unequal classes",
            "Class −1 is 1.5 times as wide: both models are wrong. In log loss logistic regression "
            "ends a hair ahead, in errors naive Bayes does.",
            rho=0,
            lam=0.1,
            kappa=1.5,
        ),
    ]
    notes = """Ask first which of the two will be better with a million examples, then which with
    twenty. Step 4 is the honest part: with a penalty the famous crossing disappears here. Step 5
    says why “better” needs the name of its loss."""

    def sliders(self):
        return dict(
            rho=slider("correlation ρ", 0.2, 0, 0.5, 0.05),
            lam=regularisation(0.03, 0.02, 10),
            kappa=slider("width of class −1 κ", 1, 1, 1.5, 0.05),
        )

    @staticmethod
    def compute(rho, lam, kappa):
        """Exact risks of every fit, their means at each n, and those of the two limits."""
        S = correlation(rho)
        loss, error = asy.two_normal_risks(class_fits(rho, kappa, lam), MU, S, kappa)
        ends = asy.two_normal_risks(asy.limits(MU, S, kappa), MU, S, kappa)
        ahead = loss.mean(axis=2)
        return dict(
            loss=ahead,
            error=error.mean(axis=2),
            ends=np.array(ends),
            least=float(loss.min()),
            wins=SIZES[ahead[0] < ahead[1]],
        )

    def picture(self, fig):
        frame = dict(xscale="log", xlim=(18, 1000), xlabel="examples n")
        left, right = plots.panels(
            fig,
            dict(yscale="log", ylim=(0.31, 1.35), ylabel="log loss on new examples", **frame),
            dict(ylim=(0.13, 0.328), ylabel="error rate on new examples", **frame),
        )
        movers, losses = [], [0.4, 0.5, 0.6, 0.8, 1, 1.2]
        plots.ticks(left, y=losses)
        right.set_yticks([0.15, 0.2, 0.25, 0.3])
        for ax in (left, right):
            ax.set_xticks([*SIZES, 800], [*map(str, SIZES), "∞"])
            ax.set_xticks([], minor=True)
            nb = plots.curves(ax, ["naive Bayes"], color=GENERATIVE, ls="-", marker="o")
            lr = plots.curves(
                ax, ["logistic regression"], color=DISCRIMINATIVE, ls="--", marker="s"
            )
            ends = [
                plots.mark(ax, None, "o", GENERATIVE, 14),
                plots.mark(ax, None, "s", DISCRIMINATIVE, 7),
            ]
            plots.legend_above(ax)
            movers.append((nb, lr, *ends))

        def move(r):
            moved = []
            for (nb, lr, *ends), means, last in zip(movers, (r.loss, r.error), r.ends):
                moved += [*nb(SIZES, means[0]), *lr(SIZES, means[1])]
                moved += [*ends[0](800, last[0]), *ends[1](800, last[1])]
            return moved

        return move

    def caption(self, r):
        first = "naive Bayes" if r.loss[0, 0] < r.loss[1, 0] else "logistic regression"
        gap = r.ends[0, 0] - r.ends[0, 1]
        if gap < 1e-6:
            end = "both end alike"
        elif first == "naive Bayes":
            end = f"in the limit logistic regression, by {gap:.3f}"
        else:
            end = f"it is so in the limit too, by {gap:.3f}"
        return f"With 20 examples {first} has the lower log loss; {end}."

    def numbers(self, r):
        return (
            f"log loss at n = 20 is {r.loss[0, 0]:.3g} for naive Bayes and {r.loss[1, 0]:.3g} for "
            f"logistic regression, in the limit {r.ends[0, 0]:.3g} and {r.ends[0, 1]:.3g}; error "
            f"rates end at {r.ends[1, 0]:.3g} and {r.ends[1, 1]:.3g}."
        )

    def headline(self, r):
        return Claim(
            "with many examples logistic regression has the lower log loss",
            "Theorem 29.6",
            measured=float(r.ends[0, 1]),
            bound=float(r.ends[0, 0]),
            words="In the limit the discriminative fit has at most the log loss of the generative "
            "one: it was asked to minimise just that.",
        )

    def identities(self, r):
        right = r.rho == 0 and r.kappa == 1
        return [
            Claim(
                "no fit beats the limit of logistic regression",
                "Theorem 29.6",
                r.least,
                float(r.ends[0, 1]),
                ">=",
            ),
            Claim(
                "a true model: both have one limit",
                "Theorem 29.6",
                float(r.ends[0, 0] - r.ends[0, 1]),
                0.0,
                "==",
                why_not="" if right else "naive Bayes’ model is wrong",
            ),
        ]


# shrinking: d numbers, each measured once

LENGTHS = np.linspace(0, 6, 61)
MEANS_RUNS = 4000


@lru_cache(1)
def measured_noise():
    return np.random.default_rng(29).normal(size=(MEANS_RUNS, 10))


class shrink(Figure):
    """The risks of reporting what was measured, of ridge, and of James and Stein’s rule."""

    size = (10, 4.3)
    veiled = (0, 1)
    story = [
        Step(
            "ten numbers",
            "The green curve lies below the black line everywhere: unbiased is not best.",
        ),
        Step(
            "two numbers",
            "With two numbers James and Stein’s rule gains nothing: it needs three.",
            d=2,
        ),
        Step("three numbers", "With three there is a gain, wherever the truth is.", d=3, r=1),
        Step(
            "much regularisation",
            "Ridge with λ = 2 gains most near 0, and pays without end far away.",
            lam=2,
        ),
        Step(
            "far away",
            "Far from 0 the green curve nears the black one: it shrinks only as far as the data "
            "agree.",
            r=6,
        ),
    ]
    handles = [Handle("choose |µ|", at=lambda r: (r.r, r.risks[2]), to=lambda r, x, y: dict(r=x))]
    notes = """“No estimator beats the Cramér–Rao bound” is about unbiased ones.
    Ridge with fixed λ beats it near 0 only; James and Stein’s rule everywhere, from three on."""

    def sliders(self):
        return dict(
            d=int_slider("numbers d", 10, 1, 10),
            r=slider("distance from zero |µ|", 3, 0, 6, 0.1),
            lam=regularisation(0.5, 0.05, 10),
        )

    @staticmethod
    def compute(d, r, lam):
        """Risks as curves over |µ|, at the position, and measured over four thousand draws."""
        centre = np.zeros(d)
        centre[0] = r
        z = centre + measured_noise()[:, :d]
        off = [z - centre, z / (1 + lam) - centre, asy.james_stein(z) - centre]
        loss = [(part**2).sum(axis=1) for part in off]
        risks = [float(d), float(asy.shrunk_risk(d, r, lam)), float(asy.james_stein_risk(d, r))]
        return dict(
            curves=(asy.shrunk_risk(d, LENGTHS, lam), asy.james_stein_risk(d, LENGTHS)),
            shares=[
                [float(f(k, r)) / k for k in range(1, 11)]
                for f in (lambda k, r: asy.shrunk_risk(k, r, lam), asy.james_stein_risk)
            ],
            risks=risks,
            apart=[mean_and_errors(part - risk) for part, risk in zip(loss, risks)],
            turn=float(np.sqrt(d * (2 + lam) / lam)),
            tuned=float(asy.shrunk_risk(d, r, d / r**2)) if r > 0 else 0.0,
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0, 6.1), ylim=(0, 13), xlabel="distance of the truth from zero |µ|"),
            dict(xlim=(0.5, 10.5), ylim=(0, 1.6), xlabel="numbers d"),
            width_ratios=[1.3, 1],
        )
        left.set_ylabel("expected squared error")
        right.set_ylabel("share of the unbiased risk")
        flat = plots.level(left, "as measured", plots.TRUTH, ":")
        ridge = plots.curves(left, ["ridge λ"], color=plots.FIT, ls="--")
        stein = plots.curves(left, ["James–Stein"], color=plots.GREEN, ls="-")
        one = plots.level(right, "as measured", plots.TRUTH, ":")
        marks = [
            plots.curves(right, ["ridge λ"], color=plots.FIT, ls="--", marker="s"),
            plots.curves(right, ["James–Stein"], color=plots.GREEN, ls="-", marker="o"),
        ]
        plots.legend_above(left)
        plots.legend_above(right)
        here, there, count = plots.star(left), plots.star(right, 13), np.arange(1, 11)
        return lambda r: (
            *flat(r.d),
            *ridge(LENGTHS, r.curves[0]),
            *stein(LENGTHS, r.curves[1]),
            *one(1.0),
            *marks[0](count, r.shares[0]),
            *marks[1](count, r.shares[1]),
            *here(r.r, r.risks[2]),
            *there(r.d, r.shares[1][r.d - 1]),
        )

    def caption(self, r):
        return (
            f"Expected squared error: as measured {r.d}, ridge {r.risks[1]:.2f}, "
            f"James–Stein {r.risks[2]:.2f}."
        )

    def numbers(self, r):
        return (
            f"expected squared errors are {r.d} as measured, {r.risks[1]:.4g} for ridge and "
            f"{r.risks[2]:.4g} for James and Stein’s rule; ridge is ahead while |µ| is below "
            f"{r.turn:.3g}."
        )

    def headline(self, r):
        return Claim(
            "James and Stein’s rule is never worse",
            "Theorem 29.7",
            measured=r.risks[2],
            bound=float(r.d),
            words="James and Stein’s rule has at most the risk of the unbiased estimate, wherever "
            "the truth is; less from three numbers on.",
        )

    def identities(self, r):
        names = ("as measured: risk d", "ridge has its formula", "James–Stein has its formula")
        found = [
            Claim(name, "Theorem 29.7", abs(off), allowed)
            for name, (off, allowed) in zip(names, r.apart)
        ]
        gain = (r.d - r.risks[1]) * (r.turn - r.r)
        return [
            *found,
            Claim("ridge gains exactly below |µ|² = d(2 + λ)/λ", "Theorem 29.7", gain, 0.0, ">="),
        ]
