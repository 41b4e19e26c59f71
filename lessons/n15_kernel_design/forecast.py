"""A forecast."""

import numpy as np
from matplotlib.transforms import Bbox

from helpers import plots
from helpers.kernels import text
from helpers.kernels.gram import Pairs, features_of
from helpers.kernels.ridge import KernelRidge
from helpers.linear.least_squares import Ridge, objective
from helpers.live import Claim, Figure, Guess, axes, bandwidth, regularisation
from helpers.live import text as text_box
from lessons.n15_kernel_design.world import MONTHS, PARTS, TIME, measured, typed

LAMS = np.geomspace(1e-6, 1, 31)
FINE = np.linspace(0, 8, 321)


class Forecast(Figure):
    """Five years of a trend with seasons, fitted and continued by a kernel that you type."""

    guess = Guess(
        "What does the fit with the Gaussian kernel say about year eight?",
        {
            "the growth goes on": "Nothing in the kernel knows about growth: it compares with the "
            "last months, and those are too far away.",
            "the seasons go on": "January of year eight is similar to no month that was seen, for "
            "this kernel.",
            "0": "Three years on, every bump has died away. A kernel that only knows “near” has "
            "nothing to say about “later”.",
            "the mean of the five years": "Ridge regression shrinks towards 0, not towards the "
            "mean.",
        },
        answer="0",
    )

    size = (10, 4.4)
    veiled = (1, 2)
    story = """
a bump alone
    Months left out are foretold well. The years to come are not: there every bump has died
    away.
with a trend | k="gaussian(l) + linear()"
    A line was added: it goes on for ever. The seasons do not.
with a season | k="gaussian(l) + linear() + periodic(1, 1)"
    A kernel of period one year: years ahead look like years past.
the wrong period | k="gaussian(l) + linear() + periodic(0.83, 1)"
    A period of ten months fits nothing that comes. What you build in must be true.
a product instead | k="linear() * periodic(1, 1)"
    A line times a season: the waves grow with time. These data do not want that.
a season that forgets | k="linear() + periodic(1, 1) * gaussian(l)", bandwidth=3.0
    Periodic times a wide bump: years far apart need not look alike.
"""
    notes = """Type the class's proposals. The point of the wrong period: the kernel is where prior
    knowledge goes in, and it can be wrong. Leave-one-out errors do not see the future: for the
    bump alone they are small, and the forecast is hopeless."""
    widths = (2, 1)
    panels = (
        axes("year", (0, 8), "$y$", (-3, 6.5)),
        axes("regularisation $\\lambda$", (1e-6, 1, "log"), "typical miss", (0, 4)),
    )

    def sliders(self):
        return dict(
            k=text_box("kernel k", "gaussian(l)", typed),
            bandwidth=bandwidth(0.2, 0.05, 3),
            lam=regularisation(0.001, 1e-6, 1),
        )

    @staticmethod
    def compute(k, bandwidth, lam):
        """Kernel ridge on 60 months; the fit is the sum of one part for each term of the kernel."""
        parts = text.terms(k, l=bandwidth)
        seen, t, y = Pairs(TIME[:MONTHS]), TIME[:MONTHS], measured()
        grams = [part(seen) for part in parts]
        fit = KernelRidge(sum(grams), y[:MONTHS])
        alpha = fit.alpha(lam)
        ahead = sum(parts)(TIME[MONTHS:], t)
        curves = np.array([part(FINE, t) @ alpha for part in parts])
        return dict(
            fit=fit,
            alpha=alpha,
            grams=grams,
            curves=curves,
            curve=sum(parts)(FINE, t) @ alpha,
            loo=rms(fit.loo(LAMS)),
            future=rms(fit.predict(ahead, LAMS) - y[MONTHS:]),
            now=(float(rms(fit.loo(lam))), float(rms(ahead @ alpha - y[MONTHS:]))),
        )

    def picture(self, left, right):
        left.ax.axvline(5, color="0.6", lw=1)
        left.bundle(
            PARTS,
            "parts",
            colour=plots.SKY,
            lw=1.4,
            shows=lambda r: (
                FINE,
                np.vstack([r.curves, np.full((PARTS - len(r.curves), 321), np.nan)]),
            ),
        )
        left.curve("their sum", plots.FIT, shows=lambda r: (FINE, r.curve), lw=2.6)
        y = measured()
        dots = dict(ls="", ms=5, mec="white", mew=0.5)
        past, future = TIME[:MONTHS], TIME[MONTHS:]
        left.ax.plot(past, y[:MONTHS], "o", color=plots.TRAIN, label="seen", **dots)
        left.ax.plot(future, y[MONTHS:], "s", color=plots.TEST, label="to come", **dots)
        right.curve("left out", plots.PURPLE, shows=lambda r: (LAMS, r.loo), ls="--", lw=2.4)
        right.curve("to come", plots.TEST, shows=lambda r: (LAMS, r.future), lw=2.4)

        right.hand("choose λ", shows=lambda r: (r.lam, min(r.now[0], 3.9)), lam="x")
        right_of(left.ax, MONTHS / 12)

    def caption(self, r):
        return (
            f"A month left out is missed by {r.now[0]:.2f}; the three years to come are missed by "
            f"{r.now[1]:.2f}. The noise is 0.20."
        )

    def numbers(self, r):
        return (
            f"{len(r.grams)} parts; typical miss of a month left out {r.now[0]:.3g}, of the months "
            f"to come {r.now[1]:.3g}; smallest miss to come over all λ {r.future.min():.3g}."
        )

    def headline(self, r):
        y = measured()[:MONTHS]
        Phi = np.hstack([features_of(K) for K in r.grams])
        w = Ridge(Phi, y).w(r.lam)
        return Claim(
            "one fit with features side by side",
            "Theorem 15.6",
            measured=float(r.fit.objective(r.lam)),
            bound=float(objective(Phi, y, r.lam)[0](w)),
            kind="==",
            tol=1e-6,
            words="The fit with k₁ + k₂ is f₁ + f₂, the parts with the least mean squared miss "
            "+ λ(‖w₁‖² + ‖w₂‖²).",
        )

    def identities(self, r):
        i = int(np.argmax(np.abs(r.fit.loo(r.lam))))
        gap = np.abs(r.curves.sum(axis=0) - r.curve).max() / max(np.abs(r.curve).max(), 1.0)
        prices = sum(float(r.alpha @ K @ r.alpha) for K in r.grams)
        whole = max(float(r.fit.norm2(r.lam)), 1e-12)
        return [
            Claim("the parts add up to the fit", "Theorem 15.6", gap, 0.0, "==", 1e-6),
            Claim("and so do their penalties", "Theorem 15.6", prices / whole, 1.0, "==", 1e-6),
            Claim(
                "worst month left out: shortcut = new fit",
                "section 5",
                float(r.fit.loo(r.lam)[i]),
                r.fit.refit(i, r.lam),
                "==",
                1e-5,
            ),
        ]


def rms(errors):
    return np.sqrt(np.mean(np.square(errors), axis=-1))


def right_of(ax, x):
    """An empty panel over the part of ax beyond x, for a guess to cover that part alone."""
    empty = ax.figure.add_axes((0, 0, 1, 1), zorder=-1)
    empty.set_axis_off()
    empty.set_in_layout(False)

    def place(*_):
        corners = ax.get_xaxis_transform().transform([(x, 0), (ax.get_xlim()[1], 1)])
        return Bbox(corners).transformed(ax.figure.transSubfigure.inverted())

    empty.set_axes_locator(place)
    return empty
