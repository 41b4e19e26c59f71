"""The figure `target`."""

from functools import cache

import numpy as np

from helpers import losses, plots
from helpers.descent import batches, sgd
from helpers.live import Claim, Figure, Guess, axes, int_slider, step_size
from lessons.n08_sgd.world import RUNS, W_RISK, WALK, million, places, sample


class Target(Figure):
    """Runs that start at the best place there is; some see one sample only, some fresh examples."""

    guess = Guess(
        r"Twenty-four runs start at $w^\star$, the best place there is. Twelve resample the same "
        "30 examples, twelve see fresh ones. Where do their averages (of the last half) end?",
        {
            "all stay around the start": "There the mean gradient of the 30 is not zero: it pulls.",
            "the resampling ones leave": "They go to the best place for <i>their</i> 30.",
            "the fresh ones leave": r"Fresh examples have mean gradient zero at $w^\star$.",
            "all leave: noise drives them off": "Noise drives them about, but not away on average.",
        },
        answer="the resampling ones leave",
    )

    play = "n"
    story = """
thirty
    All start at the star. Who sees the same 30 again and again leaves.
ten | n=10
    A smaller sample: its own best is farther from the star.
a thousand | n=1000
    A larger one: its best is close to the star, but not the star.
another sample | i=10
    Thirty others. They leave for another place.
large batches | m=10
    Less noise, the same two places.
"""
    sees = {
        "thirty": lambda r: left(r)[0] > 0.15 > 0.02 > left(r)[1],
        "ten": lambda r: r.n == 10 and r.away > 0.3 and left(r)[0] > 0.25,
        "a thousand": lambda r: r.n == 1000 and 0.01 < r.away < 0.02,
        "another sample": lambda r: left(r)[0] > 0.1 and np.abs(r.best - [-0.1, 0.8]).max() > 0.05,
        "large batches": lambda r: r.m == 10 and r.far[0][-1] > 0.1 and r.far[1][-1] < 0.02,
    }
    notes = """The point is that the algorithm cannot tell the difference: same code, same step.
    What differs is where its examples come from."""
    widths = (1.1, 1)
    panels = (
        axes("intercept", (-0.33, 0.33), "slope", (0.65, 1.15)),
        axes("step $t$", (2, WALK), "distance of the average from the star", (8e-3, 0.5)),
    )

    def sliders(self):
        return dict(
            n=int_slider("examples n", 30, 10, 1000, 10),
            m=int_slider("batch size m", 2, 1, 10),
            eta=step_size(0.05, 0.02, 0.1),
            i=int_slider("new random sample", 2, 1, 40),
        )

    @staticmethod
    def compute(n, m, eta, i):
        """12 resampled and 12 fresh runs of 500 steps from w*; averages over the second half."""
        law, X, y = sample(n, i)
        fixed = batches.nested_sums(X, y, (places()[..., :m] * n).astype(int))
        guess = batches.affine_guess(fixed.moments(m), fresh().moments(m))
        run = sgd.sgd(guess, np.tile(W_RISK, (2 * RUNS, 1)), eta, WALK)
        halves = np.split(run.averages(burn=0.5), 2, axis=1)
        mean, sd = law.average(W_RISK, eta, m, WALK // 2, WALK)
        return dict(
            law=law,
            X=X,
            y=y,
            best=law.f.w_star,
            away=np.linalg.norm(law.f.w_star - W_RISK),
            ends=[half[-1] for half in halves],
            far=[np.sqrt(((half - W_RISK) ** 2).sum(axis=2).mean(axis=1)) for half in halves],
            mean=mean,
            sd=sd,
            limit=law.longest_step(m),
        )

    def picture(self, left, right):
        plots.contours(
            left.ax,
            lambda w: ((w - W_RISK) ** 2).sum(axis=1),
            (-0.33, 0.33, 0.65, 1.15),
            levels=np.arange(1, 5) ** 2 / 196,
            colors="0.8",
            cmap=None,
        )
        dots = plots.points(left.ax, ["same sample", "fresh"], legend=None, size=34)
        for dot, colour in zip(dots(None, None), (plots.TRAIN, plots.TEST)):
            dot.set(color=colour, zorder=3)
        best = plots.mark(left.ax, "sample's best", "D", plots.TRAIN, 9)
        best(0, 0)[0].set(mfc="white", mec=plots.TRAIN, mew=1.8, zorder=5)  # dots must not hide it
        star = plots.star(left.ax, 15, label="start")
        lines = [
            plots.curves(right.ax, [name], log="xy", color=colour, ls=ls)
            for name, colour, ls in (("same sample", plots.TRAIN, "-"), ("fresh", plots.TEST, "--"))
        ]
        level = plots.level(right.ax, "sample's best", plots.TRAIN)
        right.ax.minorticks_off()
        left.legend(handletextpad=0.2, columnspacing=0.7)

        t = np.arange(2, WALK + 1)
        left.add(dots, shows=lambda r: (*r.ends,))
        left.add(best, shows=lambda r: (*r.best,))
        left.add(star, shows=lambda r: (*W_RISK,))
        right.add(lambda r: (line for draw, far in zip(lines, r.far) for line in draw(t, far[1:])))
        right.add(level, shows=lambda r: r.away)

    def caption(self, r):
        same, new = (far[-1] for far in r.far)
        return (
            f"Averages of runs on the same {r.n} examples end {same:.2g} from the star, on fresh "
            f"ones {new:.2g} (root mean square)."
        )

    def numbers(self, r):
        same, new = (np.linalg.norm(end.mean(axis=0) - W_RISK) for end in r.ends)
        return (
            f"the best on the sample is ({r.best[0]:.3g}, {r.best[1]:.3g}), {r.away:.3g} from the "
            f"risk minimiser (0, 0.9); the mean of the runs that resample ends {same:.3g} from the "
            f"risk minimiser, that of the fresh ones {new:.3g}."
        )

    def headline(self, r):
        wild = f"η is over {r.limit:.2g}, too long for this sample" if r.eta >= r.limit else ""
        return Claim(
            "expected average of resampled points = ŵ + what is left of w₁ − ŵ (slope)",
            "Theorem 8.6",
            r.mean[1],
            r.best[1] + still_left(r)[1],
            "==",
            why_not=wild,
            words="Resampling goes to the sample's minimiser on average, by a factor I − ηA a step "
            "(compared: the slope of the averages).",
        )

    def identities(self, r):
        G = sgd.singles(losses.squared, r.X, r.y, W_RISK)
        pull = r.law.f.A @ (W_RISK - r.best)
        wild = f"η is over half of {r.limit:.2g}: heavy tails" if r.eta >= r.limit / 2 else ""
        off = np.abs((r.ends[0].mean(axis=0) - r.mean) / r.sd).max() * RUNS**0.5
        return [
            Claim(
                "at the risk minimiser the sample's mean gradient is A(w* − ŵ)",
                "Theorem 8.6",
                G.mean(axis=0)[1],
                pull[1],
                "==",
            ),
            Claim(
                "12 runs, an illustration: off by standard errors",
                "Theorem 8.6",
                off,
                5,
                why_not=wild,
            ),
        ]


def still_left(r):
    """The mean of (I - eta A)^t (w_1 - w_S) over the steps t of the averages, (2,)."""
    away, step = W_RISK - r.best, np.eye(2) - r.eta * r.law.f.A
    powers = [np.linalg.matrix_power(step, t) @ away for t in range(WALK // 2, WALK)]
    return np.mean(powers, axis=0)


def left(r):
    """How far the mean of the averages is from the start: of runs that resample, and of fresh."""
    return [np.linalg.norm(ends.mean(axis=0) - W_RISK) for ends in r.ends]


@cache
def fresh():
    """Sums over batches of up to ten examples, every example used once."""
    return batches.nested_sums(*million(), np.arange(60_000).reshape(WALK, RUNS, 10))
