"""Further: waves in even steps."""

import numpy as np

from helpers import plots
from helpers.kernels import fourier, sinc, spectra
from helpers.kernels.gram import certificate
from helpers.live import Claim, Figure, Guess, axes, choice, log_slider, toggle
from lessons.n18_fourier_features.world import _plain, below_zero

GAPS = np.linspace(0, 4, 481)
DOTS = np.linspace(0, 2, 9)


class Stack(Figure):
    """Waves of frequencies 0, 2π/L, …, 2π: their sum, scaled, and the sinc kernel it tends to."""

    guess = Guess(
        "The inner product of these features is a sum of L + 1 cosines (in one coordinate). What "
        "happens to it at t = 0 as L grows?",
        {
            "it tends to sin(2πt)/t": "Only if each term is multiplied by 2π/L, the width of a "
            "step. As it stands it grows with L.",
            "it grows without bound": "It is L + 1 there. Times 2π/L it has a limit.",
            "it tends to 0": "At t = 0 all cosines are 1.",
        },
        answer="it grows without bound",
    )

    size = (10, 4.2)
    veiled = (0,)
    story = """
twenty
    Twenty steps: at t = 0 the sum is 21. It grows with L, so it has no limit.
scaled | scaled=True
    The same, each term times 2π/L: already near the limit.
three | L=3.0, scaled=True
    Three steps: at t = 3 the sum starts again, for each of its waves does.
four thousand | L=4000.0, scaled=True
    The two curves cannot be told apart.
0 on the diagonal | L=4000.0, scaled=True, diagonal="0"
    sin(2πt)/t at t = 0 is 2π. With 0 instead, eigenvalues go far below 0.
"""
    notes = "Ask for the value at t = 0 first. Computers answer NaN; the limit is 2π."
    widths = [1.5, 1]
    panels = (
        axes(r"distance $t$", (0, 4), ylim=(-5, 22)),
        axes("eigenvalue, largest first", (0.4, len(DOTS) + 0.6), "eigenvalues of $K$", (-8, 14)),
    )

    def sliders(self):
        return dict(
            L=log_slider("steps L", 20, 1, 4000),
            scaled=toggle("times 2π/L", False),
            diagonal=choice("diagonal of the limit", "2π", ["2π", "0"]),
        )

    @staticmethod
    def compute(L, scaled, diagonal):
        """The stacked kernel on a grid, and the Gram matrix of the limit at nine points."""
        steps = int(round(L))
        factor = 2 * np.pi / steps
        K = sinc()(DOTS)
        if diagonal == "0":
            K = K - 2 * np.pi * np.eye(len(DOTS))
        x = np.array([[0.3, 1.1], [1.7, 0.4]])
        W = np.array([[j * factor, 0.0] for j in range(steps + 1)])
        W = np.vstack([W, W[:, ::-1]])
        Phi = spectra.waves(x, W)
        return dict(
            steps=steps,
            curve=(factor if scaled else 1.0) * fourier(steps)(np.zeros(1), GAPS)[0],
            gap=np.abs(factor * fourier(steps)(np.zeros(1), GAPS) - sinc()(np.zeros(1), GAPS))[0],
            limit=sinc()(np.zeros(1), GAPS)[0],
            allowed=factor + (2 * np.pi) ** 3 * GAPS**2 / (12 * steps**2),
            K=K,
            sure=certificate(K),
            values=np.linalg.eigvalsh(K),
            count=Phi.shape[1],
            by_features=float(Phi[0] @ Phi[1]) / steps,
            by_kernel=float(fourier(steps)(x)[0, 1]) / steps,
        )

    def picture(self, left, right):
        right.legend(show=False)

        left.ax.axhline(0, color="0.8", lw=1)
        left.curve(
            r"scaled limit $\sin(2\pi t)/t$", plots.TRUTH, shows=lambda r: (GAPS, r.limit), lw=1.8
        )
        left.curve(
            "sum of $L + 1$ waves", plots.BLUE, shows=lambda r: (GAPS, r.curve), ls="-", lw=2.4
        )

        below_zero(right.ax, -8)

        right.ax.set_title("limit, nine points from 0 to 2")
        right.points(
            ["values"],
            legend=None,
            size=70,
            shows=lambda r: np.column_stack([number, r.values[::-1]]),
        )
        number = np.arange(1, len(DOTS) + 1)

    def caption(self, r):
        if r.diagonal == "0":
            return f"0 on the diagonal: an eigenvalue of −{-r.values[0]:.2g}. The value is 2π."
        if not r.scaled:
            return (
                f"At t = 0 the sum is L + 1 = {r.steps + 1}: it has no limit unless it is scaled."
            )
        return f"The scaled sum is off by {r.gap[0]:.2g} at t = 0."

    def numbers(self, r):
        return (
            f"{r.count} features in two coordinates; at t = 0 the curve is {r.curve[0]:.4g}, the "
            f"limit {r.limit[0]:.4g}; smallest eigenvalue {_plain(r.values[0])}."
        )

    def headline(self, r):
        worst = int(np.argmax(r.gap / r.allowed))
        return Claim(
            "scaled waves tend to the sinc kernel",
            "Theorem 18.8",
            measured=float(r.gap[worst]),
            bound=float(r.allowed[worst]),
            words="At every distance t the scaled sum is within 2π/L + (2π)³t²/(12L²) of "
            "sin(2πt)/t.",
        )

    def identities(self, r):
        zero = "the diagonal is 0" if r.diagonal == "0" else ""
        return [
            Claim("2d(L + 1) features", "Theorem 18.8", float(r.count), 4.0 * (r.steps + 1), "=="),
            Claim(
                "features give the kernel", "Theorem 18.8", r.by_features, r.by_kernel, "==", 1e-7
            ),
            Claim(
                "with 2π on the diagonal no eigenvalue is below 0",
                "Theorem 18.8",
                float(r.values[0]),
                0.0,
                ">=",
                why_not=zero,
            ),
        ]
