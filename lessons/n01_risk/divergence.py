"""The figure `divergence`."""

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider, slider
from lessons.n01_risk import kl

THETA = np.linspace(-2, 5, 141)
Z = np.linspace(-5, 8, 261)
FAR = np.linspace(-12, 15, 5401)  # for integrals
DRAWS = np.random.default_rng(3)
COINS, NORMALS = DRAWS.uniform(size=(200, 1000)), DRAWS.standard_normal((200, 1000))


class Divergence(Figure):
    """Learning a distribution: the KL risk of a model that is wrong, and its empirical versions."""

    guess = Guess(
        r"$g$ has 70 % of its mass about 0 and 30 % about 3. Fit one normal density $N(\theta, 1)$ "
        r"by maximum likelihood to more and more examples. Where does $\theta$ end?",
        {
            "at 0, the larger bump": "A model at 0 gives the right bump a density of almost "
            r"nothing, and $-\ln$ of almost nothing is a huge loss: 30 % of the examples protest.",
            "at 0.9, the mean": "Right: nearest in KL is the mean of g, on neither of the bumps.",
            "it never settles": "The law of large numbers settles it: $R_S$ tends to $R$, and R "
            "has one lowest point.",
        },
        answer="at 0.9, the mean",
    )

    veiled = (0, 1)  # the dashed curve tells
    play = "n"
    story = """
few examples
    Samples of 20: the triangles, their MLEs, scatter about the diamond.
many examples | n=1000
    Samples of 1000: they gather. At 0? At 3? In between!
Laplace | model="Laplace", n=1000
    Another model, another place: the median of g, 0.56.
two halves | a=0.5, n=200
    Half and half: the best normal density stands where g has a dip.
right model | a=0, theta=0.5
    One bump only: g is in the model, and KL falls to 0.
at θ* | theta=0.9
    Your θ at the diamond: no θ brings f nearer to g.
"""
    sees = {
        "few examples": lambda r: r.n == 20 and r.best[:, 0].std() > 0.1,
        "many examples": lambda r: (
            r.n == 1000 and abs(r.star[0] - 0.9) < 1e-9 and np.abs(r.best[:, 0] - 0.9).max() < 0.15
        ),
        "Laplace": lambda r: abs(r.star[0] - 0.557) < 1e-3 and r.star[0] < 3 * r.a,
        "two halves": lambda r: dip(r.g, r.star[0]),
        "right model": lambda r: abs(r.star[1]) < 1e-9 and r.a == 0,
        "at θ*": lambda r: r.here[1] <= r.K.min() + 1e-9,
    }
    notes = """Ask where maximum likelihood goes if the model is wrong; most say to the larger bump.
    Many examples: it goes to the mean of g, on neither bump. Laplace goes to the median."""
    handles = [
        Handle("choose θ", at=lambda r: r.here, to=lambda r, x, y: dict(theta=x), panel=1),
        Handle("shift the model", at=lambda r: (r.theta, r.peak), to=lambda r, x, y: dict(theta=x)),
    ]
    panels = (
        axes("$z$", (-5, 8), "density", (0, 0.55)),
        axes("$\\theta$", (-2, 5), "risk", (-0.8, 7)),
    )

    def sliders(self):
        return dict(
            model=choice("model", "normal", {"normal": kl.NORMAL, "Laplace": kl.LAPLACE}),
            theta=slider("your θ", 2, -2, 5, 0.05),
            a=slider("weight of the right bump a", 0.3, 0, 0.6, 0.02),
            n=int_slider("examples n", 20, 2, 1000),
        )

    @staticmethod
    def compute(model, theta, a, n):
        """The risk KL(g | f_theta), and maximum likelihood on 200 samples of n."""
        g = kl.Mixture(a, 3.0)
        z = g.draw(COINS[:, :n], NORMALS[:, :n])
        star, mle = model.projection(g), model.mle(z)
        log_g = np.log(g.density(z[:8])).mean(axis=1)[:, None]
        empirical = log_g + model.empirical(z[:8], np.append(THETA, mle[:8]))
        on_grid, at_mle = empirical[:, : len(THETA)], np.diag(empirical[:, len(THETA) :])
        loss = np.log(g.density(Z)) - model.log_density(Z, theta)
        return dict(
            law=g,
            g=g.density(Z),
            f=np.exp(model.log_density(Z, theta)),
            f_star=np.exp(model.log_density(Z, star)),
            peak=np.exp(model.log_density(theta, theta)),
            K=model.kl(g, THETA),
            mle=mle,
            eight=on_grid,
            best=np.column_stack([mle[:8], at_mle]),
            negative=(g.density(Z) * (loss < -1e-9)).sum() * (Z[1] - Z[0]),
            here=(theta, model.kl(g, theta)),
            star=(star, model.kl(g, star)),
        )

    def picture(self, left, right):
        shade = plots.band(left.ax, colour="0.5", alpha=0.35)
        left.ax.fill_between([], [], color="0.5", alpha=0.35, lw=0, label="density $g$")
        yours = plots.curves(left.ax, ["$f_\\theta$, your $\\theta$"], color=plots.FIT)
        nearest = plots.curves(
            left.ax, ["nearest, $f_{\\theta^\\star}$"], color=plots.TRUTH, ls="--"
        )

        thin = plots.bundle(right.ax, 8, "$R_S$", plots.TRAIN, 1)
        thick = plots.curves(right.ax, ["$R$ = KL"], color=plots.TRUTH, lw=2.6)
        dots = plots.points(right.ax, ["MLE"], legend=None, size=55)
        dots(None)[0].set(color=plots.TRAIN, marker="v", mec="black")
        best = plots.mark(right.ax, "$\\theta^\\star$", "D", "black", 8)
        star = plots.star(right.ax, label="your $\\theta$")

        left.add(shade, shows=lambda r: (Z, 0 * Z, r.g))
        left.add(yours, shows=lambda r: (Z, r.f))
        left.add(nearest, shows=lambda r: (Z, r.f_star))
        right.add(thin, shows=lambda r: (THETA, r.eight))
        right.add(thick, shows=lambda r: (THETA, r.K))
        right.add(dots, shows=lambda r: r.best)
        right.add(best, shows=lambda r: (*r.star,))
        right.add(star, shows=lambda r: (*r.here,))

    def caption(self, r):
        star = round(float(r.star[0]), 9) + 0.0
        middle, spread = r.mle.mean(), r.mle.std()
        return f"200 MLEs lie about {middle:.2g}, give or take {spread:.1g}; θ* is {star:.2g}."

    def numbers(self, r):
        found = r.here[1], r.star[1], r.star[0]
        here, least, star = (round(float(v), 9) + 0.0 for v in found)
        return (
            f"KL is {here:.3g} at your θ and least, {least:.3g}, at θ* = {star:.3g}; 200 MLEs are "
            f"{r.mle.mean():.3g} ± {r.mle.std():.2g}; {r.negative:.0%} of the single losses at "
            f"your θ are negative."
        )

    def headline(self, r):
        g = r.law.density(FAR)
        losses_there = np.log(g) - r.model.log_density(FAR, r.theta)
        return Claim(
            "E ln(g/f) by integration is KL(g | f)",
            "Theorem 1.5",
            (g * losses_there).sum() * (FAR[1] - FAR[0]),
            r.here[1],
            "==",
            tol=1e-3,
            words="The mean of the losses ln(g/f) is the divergence KL(g | f): never negative.",
        )

    def identities(self, r):
        normal = "" if r.model is kl.NORMAL else "only for the normal model"
        split = r.star[1] + (r.theta - r.star[0]) ** 2 / 2
        above = (r.eight.min(axis=1) - r.best[:, 1]).min()
        off = abs(r.mle.mean() - r.star[0]) / np.sqrt(r.law.variance / (200 * r.n))
        return [
            Claim("no θ has a lower R than θ*", "Theorem 1.5", r.K.min(), r.star[1], ">="),
            Claim("no θ has a lower R_S than the MLE: least gap", "Theorem 1.5", above, 0, ">="),
            Claim(
                "KL = KL at θ* + ½(θ − θ*)²", "Theorem 1.5", r.here[1], split, "==", 1e-9, normal
            ),
            Claim(
                "the mean of 200 MLEs is θ*, within 5 standard errors: off by s.e.",
                "Theorem 1.5",
                off,
                5,
                why_not=normal,
            ),
        ]


def dip(g, place):
    """Whether g (len(Z),) is lower at the place than at some points on both sides of it."""
    here = np.interp(place, Z, g)
    return min(g[Z < place].max(), g[Z > place].max()) > 1.2 * here
