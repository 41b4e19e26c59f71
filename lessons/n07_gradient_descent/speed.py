"""The figure `speed`."""

import numpy as np

from helpers import plots
from helpers.descent import optim, problems
from helpers.live import Claim, Figure, Handle, Step, log_slider, slider

STEEP, FLAT = plots.RED, plots.GREEN


ETAS = np.linspace(0, 2.4, 241)


class Speed(Figure):
    """The factor of one step in the steep and in the flat direction, against the step size."""

    veiled = (0,)
    story = [
        Step("short", "Both directions shrink, the flat one hardly: it decides.", eta=0.3),
        Step("1/β", "The steep direction is finished in one step. The flat one still decides."),
        Step("where they cross", "The worse of the two is best: the diamond.", eta=1.818),
        Step("too long", "Past 2/β the steep direction is over the line: it grows.", eta=2.1),
        Step("κ = 3", "A rounder valley: the crossing is lower.", eta=1.5, kappa=3),
        Step("κ = 100", "A narrow valley: even the best is near 1.", eta=1.9802, kappa=100),
    ]
    handles = [
        Handle("this is η", at=lambda r: (r.eta, r.worst), to=lambda r, x, y: dict(eta=x)),
    ]
    notes = """Draw the two V by hand first. Let someone drag the star to the lowest point of the
    grey band, then change κ and ask whether it is still lowest."""

    def sliders(self):
        return dict(
            eta=slider("step size η", 1, 0.02, 2.4, 0.01),
            kappa=log_slider("condition κ", 10, 1, 200),
        )

    @staticmethod
    def compute(eta, kappa):
        """Forty steps from (1, 1), and the factors that the two directions should have."""
        f = problems.valley(kappa)
        run = optim.gradient_descent(f.grad, [1.0, 1.0], eta, 40)
        flat, steep = np.abs(1 - np.outer(ETAS, f.eigenvalues)).T
        return dict(
            left=np.abs(run.w),
            flat=flat,
            steep=steep,
            worst=np.abs(1 - eta * f.eigenvalues).max(),
            measured=np.abs(run.last) ** (1 / 40),
            best=(2 / (f.beta + f.mu), (kappa - 1) / (kappa + 1)),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(0, 2.4), ylim=(0, 1.45), xlabel="step size $\\eta$")
        left.set_ylabel("factor of one step")
        right.set(xlim=(0, 40), ylim=(1e-6, 1e2), xlabel="step $t$", ylabel="distance left")
        worst = plots.curves(left, ["the worse"], color="0.8", lw=8)
        steep = plots.curves(left, ["steep, $|1-\\eta\\beta|$"], color=STEEP, ls="--")
        flat = plots.curves(left, ["flat, $|1-\\eta\\mu|$"], color=FLAT)
        left.axhline(1, color=plots.BOUND, lw=1, ls=":")
        best = plots.mark(left, "lowest", marker="D", colour="white", size=9)
        star = plots.star(left)
        plots.legend_above(left)
        along = plots.curves(right, ["flat"], log="y", color=FLAT, lw=4)
        across = plots.curves(right, ["steep"], color=STEEP, ls="--")  # seen where both agree
        plots.legend_above(right)
        t = np.arange(41)
        return lambda r: (
            *worst(ETAS, np.maximum(r.flat, r.steep)),
            *steep(ETAS, r.steep),
            *flat(ETAS, r.flat),
            *best(*r.best),
            *star(r.eta, r.worst),
            *along(t, r.left[:, 0]),
            *across(t, r.left[:, 1]),
        )

    def caption(self, r):
        if r.worst > 1:
            return f"The steep direction grows by a factor {r.worst:.3g} at every step."
        if abs(r.eta - r.best[0]) < 1e-3:
            return f"Both directions keep {r.worst:.3g} a step: no step size does better."
        who = "steep" if r.eta > r.best[0] else "flat"
        return f"The {who} direction decides: {r.worst:.3g}; the best step has {r.best[1]:.3g}."

    def numbers(self, r):
        flat, steep = r.measured
        return (
            f"every step multiplies the flat direction by {flat:.3g} and the steep one by "
            f"{steep:.3g}, in size; the worse one is smallest at η = {r.best[0]:.4g}, where it is "
            f"{r.best[1]:.3g}."
        )

    def headline(self, r):
        return Claim(
            "no step beats 2/(β+μ)",
            "Theorem 7.3",
            r.measured.max(),
            r.best[1],
            ">=",
            words="No step size has a worst factor below (κ − 1)/(κ + 1).",
        )

    def identities(self, r):
        flat, steep = r.measured
        return [
            Claim("the steep factor", "Theorem 7.1", steep, abs(1 - r.eta), "=="),
            Claim("the flat factor", "Theorem 7.1", flat, abs(1 - r.eta / r.kappa), "=="),
        ]
