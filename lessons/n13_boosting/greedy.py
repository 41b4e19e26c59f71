"""The figure `greedy`."""

import numpy as np

from helpers import losses, plots
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, slider
from lessons.n13_boosting.world import factor, rings

STEPS = np.linspace(0, 1.5, 151)
RANKS = 100  # rules to choose from


class Greedy(Figure):
    """One round with a rule and a step of your own, against AdaBoost's pair."""

    guess = Guess(
        r"Take AdaBoost's rule, but twice its step $\alpha$. What happens to the exponential loss?",
        {
            "it falls twice as much": "A step is not a slope: the curve bends up again.",
            "it falls, but less": r"Close. Compute $z(2\alpha)$: not even that is left.",
            "nothing: all the gain is lost": r"$z(2\alpha) = \varepsilon + (1-\varepsilon) = 1$, "
            r"exactly, whatever $\varepsilon$ is.",
            "it rises above where it was": "That takes more than twice the step.",
        },
        answer="nothing: all the gain is lost",
    )

    story = """
your pair
    Three rounds are done. The star is your rule and your step: drag it, sideways for the step,
    up and down for the rule. How deep can you get?
the best rule | rank=1
    Rank 1: its curve is the lowest of all. Find its valley.
AdaBoost's pair | rank=1, alpha=0.44
    In the valley of the best rule you stand on the diamond, and nothing is lower.
twice the step | rank=1, alpha=0.88
    Twice AdaBoost's step. The loss is where it was: all the gain is gone.
rule 40 | rank=40, alpha=0.1
    A weak rule has a shallow valley close to zero. All valleys lie on the dotted curve.
30 rounds on | t=30, rank=1
    Reweighting leaves most curves a shallow valley, yet the best one dips by 6 %: by Theorem 13.3
    some rule has an edge, whatever the weights.
"""
    handles = [
        Handle(
            "your rule and step",
            at=lambda r: (r.alpha, r.yours),
            to=lambda r, x, y: dict(alpha=x, rank=Greedy.nearest(r, x, y)),
        )
    ]
    notes = """Ask for a volunteer to find the deepest place by dragging. Then let the class vote on
    what twice the step does. Z is symmetric about its valley on a logarithmic scale of
    e^α, which is why 2α brings the loss back exactly."""
    widths = (3, 2)
    panels = (
        axes("step $\\alpha$", (0, 1.2), "loss after / loss before", (0.8, 1.2)),
        axes("$m = y\\,F(x)$", (-2.2, 4), "loss", (-0.1, 4.2)),
    )

    def sliders(self):
        return dict(
            alpha=slider("your step α", 0.2, 0, 1.5, 0.01),
            rank=int_slider("rank of your rule r", 12, 1, RANKS),
            t=int_slider("rounds done t", 3, 0, 60),
        )

    @staticmethod
    def compute(alpha, rank, t):
        """Sort all stumps by weighted error; multiply the loss by z(α) of one."""
        example, right = rings()
        run = example.run
        errors = run.extra["D"][t] @ (right < 0)
        order = np.argsort(errors, kind="stable")[:RANKS]
        eps = errors[order]
        rule = right[:, order[rank - 1]]
        margins = example.y * run.w[t]
        moved = margins + alpha * rule
        return dict(
            errors=eps,
            z=factor(eps[:, None], STEPS),
            eps=eps[rank - 1],
            yours=factor(eps[rank - 1], alpha),
            rule=rule,
            margins=margins,
            moved=moved,
            best_alpha=run.eta[t],
            best=run.extra["z"][t],
            loss_before=losses.exponential(margins).mean(),
            loss=losses.exponential(moved).mean(),
            wrong=np.mean(moved <= 0),
        )

    @staticmethod
    def nearest(r, x, y):
        """The rank of the rule whose curve passes nearest to the hand."""
        return int(np.argmin(np.abs(factor(r.errors, min(max(x, 0.0), 1.5)) - y))) + 1

    def picture(self, left, right):
        others = plots.bundle(left.ax, 25, label="other rules", colour="0.82")
        left.ax.axhline(1, color="0.6", lw=1)
        plots.curves(left.ax, ["valleys"], color="0.3", ls=":")(STEPS, 1 / np.cosh(STEPS))
        lowest = plots.curves(left.ax, ["best rule"], color="black", ls="--", lw=1.6)
        own = plots.curves(left.ax, ["your rule"], color=plots.BLUE, lw=2.6)
        pair = plots.mark(left.ax, "AdaBoost", marker="D", colour="black", size=9)
        star = plots.star(left.ax)

        m = np.linspace(-2.2, 4, 621)
        plots.curves(right.ax, [None], color="0.45", lw=1.5)(m, losses.exponential(m))
        plots.curves(right.ax, [None], color="0.45", ls=":")(m, losses.zero_one(m))
        right.ax.text(-1.15, 3.5, "$e^{-m}$", size=14)
        right.ax.text(-2.1, 1.08, "0/1 loss")
        dots = [plots.points(right.ax, [""], size=size, zorder=3) for size in (60, 45, 40)]
        looks = (("0.75", None, "o"), (plots.BLUE, "rule is right", "o"), (plots.RED, "wrong", "s"))
        for dot, (colour, label, marker) in zip(dots, looks):
            dot(None)[0].set(color=colour, label=label, marker=marker)

        def move(r):
            places = (r.margins, r.moved[r.rule > 0], r.moved[r.rule < 0])
            return (
                *others(STEPS, r.z[::4]),
                *lowest(STEPS, r.z[0]),
                *own(STEPS, r.z[r.rank - 1]),
                *pair(r.best_alpha, r.best),
                *star(r.alpha, r.yours),
                *(
                    artist
                    for dot, m in zip(dots, places)
                    for artist in dot(np.column_stack([m, losses.exponential(m)]))
                ),
            )

        left.add(move)

    def caption(self, r):
        way = "lowers" if r.yours < 1 else "raises"
        return (
            f"Your step {way} the loss by {abs(1 - r.yours):.1%} and leaves "
            f"{60 * r.wrong:.0f} of 60 wrong; AdaBoost's (diamond) lowers the loss by "
            f"{1 - r.best:.1%}."
        )

    def numbers(self, r):
        return (
            f"your rule has weighted error {r.eps:.3f} and your step multiplies the loss by "
            f"{r.yours:.4f}; AdaBoost's (diamond) by {r.best:.4f} with α = {r.best_alpha:.3f}; "
            f"after your step the mean loss is {r.loss:.4f} and {r.wrong:.1%} are wrong."
        )

    def headline(self, r):
        return Claim(
            "what your pair gains ≤ what AdaBoost's gains",
            "Theorem 13.2",
            1 - r.yours,
            1 - r.best,
            words="No rule and no step lower the exponential loss more than AdaBoost's pair.",
        )

    def identities(self, r):
        up, down = (losses.exponential(r.margins + s * r.rule).mean() for s in (1e-5, -1e-5))
        ratio, slope = r.loss / r.loss_before, -(1 - 2 * r.eps) * r.loss_before
        twice = factor(r.errors[0], 2 * r.best_alpha)
        any_pair = 1 - r.z.min()
        return [
            Claim("loss after / loss before = z(α)", "Theorem 13.2", ratio, r.yours, "=="),
            Claim("any of 100 rules with any of 151 steps", "Theorem 13.2", any_pair, 1 - r.best),
            Claim("twice AdaBoost's step changes nothing", "section 2", twice, 1, "=="),
            Claim(
                "slope at α = 0 is −(1 − 2ε) times the loss",
                "section 2",
                (up - down) / 2e-5,
                slope,
                "==",
                tol=1e-8,
            ),
            Claim("share wrong ≤ mean exponential loss", "Theorem 13.4", r.wrong, r.loss),
        ]
