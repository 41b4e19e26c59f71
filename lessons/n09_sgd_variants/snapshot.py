"""Memory."""

import numpy as np

from helpers import losses, plots
from helpers.descent import adaptive, sgd, svrg
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, log_slider, step_size
from lessons.n08_sgd.world import million
from lessons.n09_sgd_variants.world import LOOKS, START, sample_law, three_curves, told

SIZES = ("100", "1000", "10000")
PASSES = np.geomspace(1e-2, 100, 200)
SPINS = np.random.default_rng(29).random((200, 1))


class Snapshot(Figure):
    """SGD, SVRG and descent for the same work: how noisy their directions are, how low they get."""

    guess = Guess(
        "A line through 1000 pairs, all with η = 0.02; SVRG takes a snapshot every 200 steps. "
        "After work worth 100 passes over the data, how much lower than SGD is SVRG?",
        {
            "not at all": "SGD stays at a floor of its noise. SVRG's noise dies out.",
            "two to ten times": "That would be a batch of ten. SVRG has no floor at all.",
            "a hundred times": "It passes that after a few passes, and goes on.",
            "more than a million times": "Right: 0.008 for SGD, and rounding error for SVRG.",
        },
        answer="more than a million times",
    )

    more = ()
    NAMES = ("SGD", "SVRG", "descent")
    story = """
same work
    SGD meets its floor within a pass. SVRG starts late, and its noise dies out.
κ = 10 | kappa=10
    A snapshot every ten steps: most of the work goes into snapshots.
κ = 10 000 | kappa=10000
    Seldom: the snapshot is far away, and a poor control variate.
κ = 1 | kappa=1
    A snapshot before every step: this is descent, and no cheaper.
n = 100 | n="100", kappa=30
    Few examples: snapshots are cheap, so take them more often.
too long | eta=0.2, kappa=500
    At this step the mean square of SGD stays bounded; that of SVRG with rare snapshots explodes.
"""
    sees = {
        "same work": lambda r: (
            np.isclose(r.heights[0][-1], at_passes(r.heights[0], 1), rtol=0.05)
            and r.heights[1][-1] < 1e-9 < at_passes(r.heights[1], 0.9)
        ),
        "κ = 10": lambda r: r.size > 10 * 2 * r.every > 1,
        "κ = 10 000": lambda r: at_passes(r.heights[1], 10) > 0.1,
        "κ = 1": lambda r: np.isclose(r.heights[1][-1], r.heights[2][-1], rtol=0.1),
        "n = 100": lambda r: r.size == 100 and at_passes(r.heights[1], 20) < 1e-3,
        "too long": lambda r: r.heights[0][-1] < 1 < 1e3 < r.heights[1][-1],
    }
    handles = [
        Handle(
            "drag the second snapshot",
            at=lambda r: r.second,
            to=lambda r, x, y: dict(kappa=max((x - 1) * r.size / 2, 1)),
            panel=1,
        ),
    ]
    notes = """All curves are exact expectations. Before the first pass is over SGD has done all
    that it ever will, and SVRG nothing. Ask why the blue noise begins above the orange one."""
    widths = (1, 1.2)
    panels = (
        axes(y="noise $\\mathrm{E}\\|v - \\nabla f\\|^2$"),
        axes(y="expected height $f - f^\\star$"),
    )

    def sliders(self):
        return dict(
            eta=step_size(0.02, 0.001, 0.3),
            kappa=log_slider("snapshot every κ steps", 200, 1, 1e5),
            n=choice("examples n", "1000", SIZES),
        )

    @staticmethod
    def compute(eta, kappa, n):
        """Exact expectations for the same number of gradients, and one short run."""
        n, every = int(n), round(kappa)
        law = sample_law(n)
        exact, spent = svrg.SVRGLaw(law, eta, every), (PASSES * n).astype(int)
        t = svrg.affordable(spent, n, every)
        # from the first snapshot on: the last step before the next one, the noisiest
        used = np.where(t < every, t - 1, t // every * every - 1)
        noisy = exact.spread_after(START, np.maximum(used, 0))
        one, full = (law.heights(START, eta, m, spent // m, False) for m in (1, n))
        X, y = million()
        J = (SPINS * n).astype(int)
        guess = adaptive.example_guess(X[J], y[J])
        run = svrg.svrg(guess, law.f.grad, START[None], eta, every, 200, n)
        return dict(
            size=n,
            every=every,
            law=law,
            exact=exact,
            run=run,
            spread=[
                svrg.sgd_spread(law, START, eta, spent),
                np.where((t > 0) & (noisy > 0), noisy, np.nan),
            ],
            heights=[one, exact.heights(START, t), full],
            second=second_snapshot(exact, n, every),
            height_at=lambda passes: float(
                exact.heights(START, svrg.affordable([passes * n], n, every))[0]
            ),
        )

    def picture(self, left, right):
        for ax in (left.ax, right.ax):
            ax.set(xlim=(1e-2, 100), ylim=(1e-13, 1e4), xlabel="passes over the data")

        spread = three_curves(left.ax, self.NAMES[:2], "xy")
        looks = [*LOOKS[:2], (plots.TRUTH, "-.")]
        heights = [
            plots.curves(right.ax, [name], log="xy", color=colour, ls=ls)
            for name, (colour, ls) in zip(self.NAMES, looks)
        ]
        right.ax.minorticks_off()
        right.note(
            0.03,
            0.3,
            shows=lambda r: "" if r.exact.factor < 1 else f"η is too long for κ = {r.every}",
        )
        right.star(15, label="second snapshot", shows=lambda r: (*(r.second or (np.nan, np.nan)),))

        left.add(spread, shows=lambda r: (PASSES, *r.spread))
        right.add(
            lambda r: (line for draw, h in zip(heights, r.heights) for line in draw(PASSES, h))
        )

    def caption(self, r):
        one, less, full = (told(h[-1]) for h in r.heights)
        return f"Expected height after 100 passes: SGD {one}, SVRG {less}, descent {full}."

    def numbers(self, r):
        one, less, full = (told(h[-1]) for h in r.heights)
        return (
            f"after 100 passes the expected height is {one} for SGD, {less} for SVRG, {full} for "
            f"descent; from snapshot to snapshot, {r.every} steps, SVRG keeps "
            f"{told(r.exact.factor)} of its squared error."
        )

    def place(self, r):
        """A point of the run far from its snapshot, and the way between them."""
        t = min(r.every, r.run.T) - 1
        w, snap = r.run.w[t, 0], r.run.extra["snapshot"][t, 0]
        return w, snap, np.linalg.norm(w - snap)

    def headline(self, r):
        w, snap, far = self.place(r)
        none = "a snapshot before every step leaves no noise" if r.every == 1 else ""
        far = far or 1.0
        V = directions(r.size, w, snap)
        return Claim(
            "noise of all n directions / ‖w − w̃‖² = mean of ‖(A_j − A)e‖²",
            "Theorem 9.6",
            ((V - V.mean(axis=0)) ** 2).sum(axis=1).mean() / far**2,
            noise_at(r.size, (w - snap) / far),
            "==",
            tol=1e-6,
            why_not=none,
            words="SVRG's noise is proportional to the squared distance from its snapshot.",
        )

    def identities(self, r):
        w, snap, far = self.place(r)
        none = "a snapshot before every step leaves no noise" if r.every == 1 else ""
        smooth = svrg.smoothness_of_singles(million()[0][: r.size])
        old, now = r.run.extra["snapshot"][1, 0], r.run.w[1, 0]
        ends = now - r.eta * directions(r.size, now, old)
        return [
            Claim(
                "mean of all n directions = ∇f (slope)",
                "Theorem 9.6",
                directions(r.size, w, snap).mean(axis=0)[1],
                r.law.f.grad(w)[1],
                "==",
                tol=1e-8,
            ),
            Claim(
                "noise / ‖w − w̃‖² ≤ mean β_j²",
                "Theorem 9.6",
                noise_at(r.size, (w - snap) / (far or 1.0)),
                (smooth**2).mean(),
                why_not=none,
            ),
            Claim(
                "exact height after 2 steps = mean over all n second steps",
                "Theorem 9.7",
                r.exact.heights(START, [2])[0],
                r.law.f.gap(ends).mean(),
                "==",
            ),
        ]


def at_passes(heights, passes):
    """The height after so many passes over the data."""
    return heights[np.argmin(np.abs(PASSES - passes))]


def directions(n, w, snap):
    """All n directions that SVRG may take at w, (n, 2)."""
    X, y = million()
    return svrg.svrg_singles(*(sgd.singles(losses.squared, X[:n], y[:n], p) for p in (w, snap)))


def noise_at(n, way):
    """mean_j |(A_j - A) way|^2 with A_j = 2 x_j x_j': Theorem 9.6 for a step of this length."""
    X = million()[0][:n]
    pulls = 2 * X * (X @ way)[:, None]
    return float(((pulls - pulls.mean(axis=0)) ** 2).sum(axis=1).mean())


def second_snapshot(exact, n, every):
    """Passes spent, and SVRG's height, when its second snapshot begins; None off the picture."""
    passes, height = 1 + 2 * every / n, float(exact.heights(START, [every])[0])
    return (passes, height) if passes <= 100 and 1e-13 <= height <= 1e4 else None
