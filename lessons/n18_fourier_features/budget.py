"""A budget of cosines on digits."""

from functools import cache

import numpy as np

from helpers import data, plots
from helpers.kernels import gaussian, spectra
from helpers.kernels.ridge import KernelRidge
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, regularisation

TRAINED, TESTED, TRIES = 300, 500, 3
STOPS = (5, 10, 20, 50, 100, 150, 200, 500, 1000)
RARE = 0.001  # the probability with which the promise of Theorem 18.5 may fail
WIDTH = 1.5


class Fit:
    """Kernel ridge with a given Gram matrix, ready for every lam: what the test images get."""

    def __init__(self, K, K_new, y):
        self.ridge = KernelRidge(K, y)
        self.new = K_new @ self.ridge.U

    def mistakes(self, lam, y_new):
        inverse = self.ridge._inverse(lam)
        return float(np.mean(np.sign(self.new @ (inverse * self.ridge.Uy)) != y_new))


class Budget(Figure):
    """Even or odd digits: mistakes of ridge on D random frequencies beside the exact kernel."""

    guess = Guess(
        "About how many random frequencies bring the mistakes within one percentage point of the "
        "exact kernel?",
        {
            "20": "Twenty do worse than the linear fit: the kernel values are off by 0.15, "
            "typically.",
            "1000": "3.0 % against 2.6 %. There are 300 images, so this is no saving yet; with a "
            "million images it is.",
            "100 000": "Far fewer. The error falls like 1/√D, and ridge forgives a small one.",
            "no finite number": "The kernel has infinitely many features; a sample of them is "
            "enough for an accuracy that you choose.",
        },
        answer="1000",
    )

    size = (10, 4.4)
    veiled = (0,)
    story = """
a hundred
    A hundred frequencies: halfway from the linear fit to the kernel.
ten | D=10
    Ten frequencies: worse than a linear fit of the pixels.
a thousand | D=1000
    A thousand: nearly the kernel’s own mistakes.
hardly any penalty | D=150, lam=1e-05
    λ = 10⁻⁵: a peak where the 2D features are as many as the 300 images.
too much penalty | lam=0.1
    λ = 0.1: more frequencies hardly help, for the kernel itself is little better than the
    linear fit.
"""
    handles = [
        Handle(
            "choose D",
            lambda r: (r.D, 100 * r.now),
            lambda r, x, y: dict(D=min(STOPS, key=lambda D: abs(np.log(D / max(x, 1))))),
        )
    ]
    notes = """The exact kernel needs the 300 × 300 matrix; with n = 100 000 images it would need 80
    GB. The features need n × 2D numbers. The peak at 2D ≈ n is double descent (notebook 04)."""
    widths = [1.25, 1]
    panels = (
        axes("frequencies $D$", (4.5, 1100, "log"), "mistakes on test images, %", (0, 45)),
        axes("frequencies $D$", (4.5, 1100, "log"), "error of $K$, all pairs", (0.01, 4, "log")),
    )

    def sliders(self):
        return dict(
            D=choice("frequencies D", 100, STOPS),
            lam=regularisation(1e-3, 1e-6, 1),
        )

    @staticmethod
    def compute(D, lam):
        """Shares of mistakes on test images for all D, and errors of the Gram matrices."""
        X, y, _, y_new = digits()
        K, kernel, plane = exact_fits()
        fits, largest, square = random_fits()
        i = STOPS.index(D)
        mistakes = np.array([[fit.mistakes(lam, y_new) for fit in row] for row in fits])
        law = np.mean((1 + K**4) / 2 - K**2)
        return dict(
            i=i,
            mistakes=mistakes,
            now=float(mistakes[:, i].mean()),
            kernel=kernel.mistakes(lam, y_new),
            plane=plane.mistakes(lam, y_new),
            largest=largest.max(axis=0),
            typical=np.sqrt(square.mean(axis=0)),
            law=np.sqrt(law / np.array(STOPS)),
            promise=spectra.largest_error(TRAINED, np.array(STOPS), RARE),
        )

    def picture(self, left, right):
        left.bundle(TRIES, "three draws", shows=lambda r: (STOPS, 100 * r.mistakes))
        left.curve(
            "mean",
            plots.TEST,
            shows=lambda r: (STOPS, 100 * r.mistakes.mean(axis=0)),
            ls="-",
            lw=2.6,
        )
        left.level("linear fit", plots.BLACK, ":", shows=lambda r: 100 * r.plane)
        left.level("exact kernel", plots.BLUE, "--", shows=lambda r: 100 * r.kernel)
        left.legend(columnspacing=0.8)
        right.curve("Theorem 18.5", plots.BOUND, shows=lambda r: (STOPS, r.promise), ls="--")
        right.curve("largest", plots.BLUE, shows=lambda r: (STOPS, r.largest), ls="-")
        right.curve("typical", plots.PURPLE, shows=lambda r: (STOPS, r.typical), ls="-.")

        here, there = plots.star(left.ax), plots.star(right.ax)
        left.add(here, shows=lambda r: (r.D, 100 * r.now))
        left.add(there, shows=lambda r: (r.D, r.largest[r.i]))

    def caption(self, r):
        return (
            f"With D = {r.D}, {100 * r.now:.1f} % of the test images are misclassified; with "
            f"the exact kernel {100 * r.kernel:.1f} %, with the linear fit {100 * r.plane:.1f} %."
        )

    def numbers(self, r):
        return (
            f"mistakes {100 * r.now:.3g} %, exact kernel {100 * r.kernel:.3g} %, linear "
            f"fit {100 * r.plane:.3g} %; entries of the Gram matrix off by {r.typical[r.i]:.3g} "
            f"typically and {r.largest[r.i]:.3g} at most."
        )

    def headline(self, r):
        return Claim(
            "no pair is far off",
            "Theorem 18.5",
            measured=float(r.largest[r.i]),
            bound=float(r.promise[r.i]),
            words="In 999 of 1000 draws, at least, all 44 850 pairs of images are within the bound "
            "(here the worst of three draws).",
        )

    def identities(self, r):
        ratio = float((r.typical[r.i] / r.law[r.i]) ** 2)
        return [
            Claim(
                "mean square error of all pairs over law/D: distance from 1",
                "Theorem 18.4",
                abs(ratio - 1),
                0.1,
            ),
        ]


@cache
def digits():
    """Training and test images, and whether the digit is even (+1) or odd (−1)."""
    every = data.load("digits")
    order = np.random.default_rng(18).permutation(len(every.X))[: TRAINED + TESTED]
    X, y = every.X[order] / 16, np.where(every.y[order] % 2 == 0, 1.0, -1.0)
    return X[:TRAINED], y[:TRAINED], X[TRAINED:], y[TRAINED:]


@cache
def exact_fits():
    """The Gaussian kernel itself, and the plane: (Gram matrix, Fit, Fit)."""
    X, y, X_new, _ = digits()
    k = gaussian(WIDTH)
    plane = Fit(X @ X.T + 1, X_new @ X.T + 1, y)
    return k(X), Fit(k(X), k(X_new, X), y), plane


@cache
def random_fits():
    """Fits (TRIES, stops), and the largest and mean square errors of their Gram matrices."""
    X, y, X_new, _ = digits()
    K = exact_fits()[0]
    fits, largest, square = [], [], []
    for seed in range(TRIES):
        W = np.random.default_rng(180 + seed).normal(size=(STOPS[-1], X.shape[1])) / WIDTH
        row = []
        for D in STOPS:
            Phi = spectra.random_features(X, W[:D])
            G = Phi @ Phi.T
            row.append(Fit(G, spectra.random_features(X_new, W[:D]) @ Phi.T, y))
            largest.append(np.abs(G - K).max())
            square.append(np.mean((G - K) ** 2))
        fits.append(row)
    shape = TRIES, len(STOPS)
    return fits, np.reshape(largest, shape), np.reshape(square, shape)
