"""The figure `regression`."""

from functools import cache

import numpy as np

from helpers import plots
from helpers.descent import batches, chains, langevin
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, log_slider, temperature, toggle
from lessons.n10_langevin import scores
from lessons.n10_langevin.world import lab

PARAMETERS = {"β₁": 0, "β₂": 1, "log σ²": 2}


class Regression(Figure):
    """SGLD on the notes' regression: draws of one parameter, and their width against the step."""

    guess = Guess(
        r"The notes run SGLD with $m = 100$ and $\eta = 10^{-5}$, at $\tau = 0.01, 1$ and $10$. By "
        r"how much does the width of their histograms of $\beta_1$ change over this thousandfold?",
        {
            "by about 30, the root of 1000": "So it would, if the kicks were in charge. Compute "
            r"$\eta_\times = 2\tau/V$ with $V = 5.4 \cdot 10^6$.",
            "by about 6": "Six is by how much all of them are too wide. The temperature does "
            "hardly anything.",
            "by less than a fifth": "At this step size the estimate's error has 27 times the "
            "variance of the kicks at τ = 1: the temperature is invisible.",
        },
        answer="by less than a fifth",
    )

    story = """
the notes' run | micro=10
    Durham's step size and m = 100. The draws (blue) are six times as wide as the posterior
    (black).
batches of 10 | micro=10, m="10"
    Smaller batches: nineteen times as wide.
batches of 1000 | micro=10, m="1000"
    Larger ones: still twice as wide.
temperature 0.01 | micro=10, tau=0.01
    A hundred times colder, and nothing has changed: this is not the shaking's width.
no shaking at all | micro=10, sgd=True
    Not even without any shaking: the width is the gradient's noise.
below the crossing | micro=0.3, m="1000"
    Drag the star left of the diamond. Large batches and small steps: now it samples.
and hotter | micro=0.3, m="1000", tau=10
    Left of the diamond the temperature shows: τ = 10 is about three times as wide.
"""
    sees = {
        "the notes' run": lambda r: r.m == 100 and 5.7 < r.measured < 6.5 and r.tau == 1,
        "batches of 10": lambda r: 18.3 < r.measured < 19.5,
        "batches of 1000": lambda r: 1.9 < r.measured < 2.4,
        "temperature 0.01": lambda r: r.tau == 0.01 and 5.7 < r.measured < 6.5,
        "no shaking at all": lambda r: r.sgd and 5.7 < r.measured < 6.5,
        "below the crossing": lambda r: r.eta < r.cross and 0.9 < r.measured < 1.2,
        "and hotter": lambda r: r.eta < r.cross and 2.8 < r.measured < 3.6,
    }
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
    widths = [3, 2]
    panels = (
        axes(
            "distance from the mode, in posterior standard deviations",
            (-12, 12),
            "density",
            (0, 0.5),
        ),
        axes("step size $\\eta$", (0.9e-7, 1.2e-5), "standard deviation", (0.5, 25)),
    )

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
            rest=chains.stationary_variance(eta, a, heat, V) ** 0.5 / sd,
            cross=chains.crossing_step(heat, V),
        )

    def picture(self, hist, width):
        x, etas = np.linspace(-12, 12, 241), np.geomspace(0.9e-7, 1.2e-5, 40)

        def density(law, r):
            return x, r.sd * law.marginal(lab()[0].law.mode[r.j] + r.sd * x, r.j)

        def wide(r, eta):
            return chains.stationary_variance(eta, r.a, r.heat, r.V) ** 0.5 / r.sd

        hist.histogram(np.linspace(-12, 12, 97), label="draws", shows=lambda r: r.draws)
        hist.curve("posterior", plots.TRUTH, shows=lambda r: density(lab()[0].law, r))
        hist.curve("target at $\\tau$", plots.BOUND, shows=lambda r: density(r.law, r), ls="--")
        width.curve("at rest", plots.FIT, shows=lambda r: (etas, wide(r, etas)), log="xy")
        width.level("target", colour=plots.BOUND, ls="--", shows=lambda r: r.goal)
        width.mark(
            "equal noises",
            marker="D",
            colour=plots.TRUTH,
            size=9,
            shows=lambda r: (r.cross, wide(r, r.cross)),
        )
        width.star(shows=lambda r: (r.eta, r.measured))

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
        whole = model.prior.gradient(r.last) + scores.score(r.last, X, y)
        slope, scale = model.law.gradient(r.last), 1 + np.abs(whole).max()
        first = np.arange(r.m)
        sums = batches.batch_sums(X, y, first[None])[0]
        direct = scores.score(r.last, X[first], y[first])
        gap = np.abs(direct - scores.score_from_sums(r.last, sums, r.m)).max()
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


@cache
def guesses(m):
    """The batch gradients (200, 40, 3) at the mode of the regression, for batches of m."""
    model = lab()[0]
    mode = model.law.mode
    batches = scores.score_from_sums(mode, model.sums[m], m)
    return model.n / m * batches + model.prior.gradient(mode)
