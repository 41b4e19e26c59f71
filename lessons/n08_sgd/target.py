"""The figure `target`."""

from functools import cache

import numpy as np

from helpers import losses, plots
from helpers.descent import batches, sgd
from helpers.live import Claim, Figure, Step, int_slider, step_size
from lessons.n08_sgd.world import RUNS, W_RISK, WALK, million, places, sample


class Target(Figure):
    """Runs that start at the best place there is; some see one sample only, some fresh examples."""

    play = "n"
    story = [
        Step("thirty", "All start at the star. Who sees the same 30 again and again leaves."),
        Step("ten", "A smaller sample: its own best is farther from the star.", n=10),
        Step(
            "a thousand", "A larger one: its best is close to the star, but not the star.", n=1000
        ),
        Step("another sample", "Thirty others. They leave for another place.", i=10),
        Step("large batches", "Less noise, the same two places.", m=10),
    ]
    notes = """The point is that the algorithm cannot tell the difference: same code, same step.
    What differs is where its examples come from."""

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

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(1.1, 1))
        left.set(xlim=(-0.33, 0.33), ylim=(0.65, 1.15), xlabel="intercept")
        left.set_ylabel("slope")
        right.set(xlim=(2, WALK), ylim=(8e-3, 0.5), xlabel="step $t$")
        right.set_ylabel("distance of the average from the star")
        plots.contours(
            left,
            lambda w: ((w - W_RISK) ** 2).sum(axis=1),
            (-0.33, 0.33, 0.65, 1.15),
            levels=np.arange(1, 5) ** 2 / 196,
            colors="0.8",
            cmap=None,
        )
        dots = plots.points(left, ["same sample", "fresh"], legend=None, size=34)
        for dot, colour in zip(dots(None, None), (plots.TRAIN, plots.TEST)):
            dot.set(color=colour, zorder=3)
        best = plots.mark(left, "sample's best", "D", plots.TRAIN, 9)
        best(0, 0)[0].set(mfc="white", mec=plots.TRAIN, mew=1.8, zorder=5)  # dots must not hide it
        star = plots.star(left, 15, label="start")
        lines = [
            plots.curves(right, [name], log="xy", color=colour, ls=ls)
            for name, colour, ls in (("same sample", plots.TRAIN, "-"), ("fresh", plots.TEST, "--"))
        ]
        level = plots.level(right, "sample's best", plots.TRAIN)
        right.minorticks_off()
        plots.legend_above(left, handletextpad=0.2, columnspacing=0.7)
        plots.legend_above(right)
        t = np.arange(2, WALK + 1)
        return lambda r: (
            *dots(*r.ends),
            *best(*r.best),
            *star(*W_RISK),
            *(line for draw, far in zip(lines, r.far) for line in draw(t, far[1:])),
            *level(r.away),
        )

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
            "expected end of a resampled run = the sample's best (slope)",
            "Theorem 8.6",
            r.mean[1],
            r.best[1],
            "==",
            tol=1e-4,
            why_not=wild,
            words="Who draws from a sample goes to its minimiser on average (compared: the slope).",
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


@cache
def fresh():
    """Sums over batches of up to ten examples, every example used once."""
    return batches.nested_sums(*million(), np.arange(60_000).reshape(WALK, RUNS, 10))
