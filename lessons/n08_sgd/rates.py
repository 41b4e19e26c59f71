"""The figure `rates`."""

import numpy as np

from helpers import plots
from helpers.descent import laws
from helpers.live import Claim, Figure, Guess, Handle, axes, slider, step_size

LENGTH = 1000

NOISE = np.random.default_rng(8).standard_normal((LENGTH, 6))

AT = np.unique(np.geomspace(1, LENGTH, 160).astype(int))


class Rates(Figure):
    """Steps that shrink: fast enough to forget the noise, slowly enough to forget the start."""

    guess = Guess(
        "Which of these steps bring the last point to the minimum for good?",
        {
            "constant, 0.2": "It arrives quickly, and then shakes at the same height for ever.",
            "0.5 / t^0.75": "It shrinks slowly enough to forget the start, fast enough to forget "
            "the noise.",
            "0.5 / t²": "All steps together are only 0.82 long: too little to forget the start.",
            "1/t + 0.05": "The floor takes over, and it is a constant step.",
        },
        answer="0.5 / t^0.75",
    )

    play = "s"
    veiled = (1,)
    story = """
constant | s=0
    It arrives quickly, and then shakes for ever: see the flat end.
t to the −¾ | s=0.75, eta=0.5
    Both parts fall, dotted and dashed: the start is forgotten, and so is the noise.
1/t | s=1, eta=1
    With η = 1 the error is exactly σ/√T: as good as an average.
1/t² | s=2, eta=0.5
    The steps add up to too little. All runs stop short, together.
with a floor | s=1, eta=1, floor=0.05
    A floor of 0.05 brings the shaking back.
1/√t | s=0.5, eta=0.5
    The squares add up to infinity, and yet it falls: on a bowl the pull forgets too.
"""
    sees = {
        "constant": lambda r: np.isclose(r.last[-1], r.last[200]) and r.start[200] < 1e-9 < r.sigma,
        "t to the −¾": lambda r: r.start[-1] < 1e-3 and 0 < r.shake[-1] < r.shake[99] < r.shake[9],
        "1/t": lambda r: r.sigma and np.isclose(r.last[-1], r.sigma / LENGTH**0.5),
        "1/t²": lambda r: not r.arrives and r.runs[-1].std() < r.start[-1] - 0.5,
        "with a floor": lambda r: r.floor and np.isclose(r.last[-1], r.last[500], rtol=0.05),
        "1/√t": lambda r: not r.forgets and r.last[-1] < r.last[99] / 1.5 < r.last[9],
    }
    handles = [
        Handle(
            "move the noise",
            at=lambda r: (LENGTH, max(r.shake[-1], 1e-3)) if r.sigma else None,
            to=lambda r, x, y: dict(sigma=r.sigma * y / r.shake[-1]),
            panel=1,
        ),
    ]
    notes = """Ask for each step of the story which of the two parts will stay. 1/√t is the honest
    exception: the conditions are sufficient for very general f; where nothing pulls back (flat f)
    the noise is σ²Ση², and there 1/√t does diverge."""
    widths = (1, 1.2)
    panels = (
        axes("step $t$", (1, LENGTH), "six runs $w_t$", (-2.2, 3.4)),
        axes("step $t$", (1, LENGTH), "root mean square error", (1e-3, 6)),
    )

    def sliders(self):
        return dict(
            s=slider("power s", 0, 0, 2, 0.05),
            eta=step_size(0.2, 0.05, 1),
            floor=slider("floor", 0, 0, 0.2, 0.01),
            sigma=slider("noise σ", 1, 0, 2, 0.1),
        )

    @staticmethod
    def compute(s, eta, floor, sigma):
        """Exact errors on the bowl w²/2 from w_1 = 3, and six runs."""
        steps = laws.powers(eta, s, LENGTH, floor)
        start, last, average = laws.bowl_errors(steps, 3.0, sigma)
        w, runs = np.full(6, 3.0), np.empty((LENGTH, 6))
        for t, (step, xi) in enumerate(zip(steps.tolist(), sigma * NOISE)):
            w = w - step * (w + xi)
            runs[t] = w
        return dict(
            steps=steps,
            runs=runs,
            start=start,
            last=last,
            average=average,
            shake=np.sqrt(np.maximum(last**2 - start**2, 0)),
            arrives=laws.integral(eta, s, np.inf, floor) == np.inf,
            forgets=laws.integral(eta, s, np.inf, floor, power=2) < np.inf,
        )

    def picture(self, left, right):
        left.ax.set_xscale("log")
        left.ax.axhline(0, color=plots.TRUTH, lw=1.2)
        left.bundle(6, None, plots.SKY, 1, shows=lambda r: (AT, r.runs[at].T))
        left.note(0.36, 0.98, shows=lambda r: verdict(r))
        right.curve("start", plots.TRUTH, shows=lambda r: (AT, r.start[at]), log="xy", ls=":")
        right.curve("noise", plots.ORANGE, shows=lambda r: (AT, r.shake[at]), ls="--")
        right.curve("last point", plots.FIT, shows=lambda r: (AT, r.last[at]), lw=2.6)
        right.curve("average", plots.GREEN, shows=lambda r: (AT, r.average[at]), ls="-.")
        for ax in (left.ax, right.ax):
            ax.minorticks_off()
        right.legend(columnspacing=0.8)
        at = AT - 1

    def caption(self, r):
        return (
            f"The last of {LENGTH} points is {r.last[-1]:.2g} from the minimum: "
            f"{short(r.start[-1])} is left of the start, {short(r.shake[-1])} of the noise "
            "(squares add up)."
        )

    def numbers(self, r):
        return (
            f"{verdict(r).replace(chr(10), '; ')}; after {LENGTH} steps the root mean square error "
            f"of the last point is {r.last[-1]:.3g}, its mean {short(r.start[-1])}, its standard "
            f"deviation {short(r.shake[-1])}; the average of all is {r.average[-1]:.3g} away."
        )

    def headline(self, r):
        left = kept_of_each(r.steps)
        start = (3 * (1 - r.steps[0]) * left[0]) ** 2
        noise = r.sigma**2 * np.sum((r.steps * left) ** 2)
        return Claim(
            "E w² = what is left of the start + of every kick",
            "Theorem 8.5",
            r.last[-1] ** 2,
            start + noise,
            "==",
            words="The squared error is what later steps have left of the start and of every kick.",
        )

    def identities(self, r):
        long = "a step is over 1" if r.steps[0] > 1 else ""
        power = float(np.sum(r.steps**2))
        top = r.steps[0] ** 2 + laws.integral(r.eta, r.s, LENGTH, r.floor, power=2)
        low = laws.integral(r.eta, r.s, LENGTH + 1, r.floor)
        bound = best_split(r.steps, r.sigma)
        return [
            Claim(
                "E w² ≤ split at the best k", "Theorem 8.5", r.last[-1] ** 2, bound, why_not=long
            ),
            Claim("Ση ≥ its integral", "section 4", float(np.sum(r.steps)), low, ">="),
            Claim("Ση² ≤ first term + integral", "section 4", power, top),
        ]


def short(value):
    """Two digits; what is below a thousandth is written 0."""
    return f"{value:.2g}" if value >= 1e-3 else "0"


def verdict(r):
    """Do the steps meet the two conditions?"""
    return "\n".join(
        f"{words}: {'yes' if holds else 'no'}"
        for words, holds in (("Ση = ∞", r.arrives), ("Ση² < ∞", r.forgets))
    )


def kept_of_each(steps):
    """prod_{u > t} (1 - eta_u) for t = 1, ..., T: what later steps leave of a kick at t."""
    return np.append(np.cumprod(1 - steps[:0:-1])[::-1], 1.0)


def best_split(steps, sigma, start=3.0):
    """The bound of Theorem 8.5 at the best k: the past before k shrinks, later kicks count full."""
    ahead = np.append(0.0, np.cumsum(steps[::-1]))[::-1]  # sum of the steps after k = 0, ..., T
    squares = np.append(0.0, np.cumsum(steps**2))
    past = np.exp(-2 * ahead) * (start**2 + sigma**2 * squares)
    return float(np.min(past + sigma**2 * (squares[-1] - squares)))
