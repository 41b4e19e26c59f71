"""The figure `rounds`."""

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider, slider
from helpers.margins import stumps
from lessons.n13_boosting.world import PLANE, bubbles, plane

BOX = (-2.7, 2.7)

SQUARE = axes("$x_1$", BOX, "$x_2$", BOX, xticks=[], yticks=[])


class Rounds(Figure):
    """AdaBoost in the plane, round after round: the rule, the weights it sees, the vote."""

    guess = Guess(
        "The best stump gets 13 of these 60 points wrong. After how many rounds of AdaBoost is "
        "none wrong for the first time?",
        {
            "never: straight cuts make no ring": "One cut does not, but sums of cuts along both "
            "axes can fence in any of these points.",
            "about 5": "After 5 rounds 4 points are still wrong. Yet five stumps are enough, if "
            "they are chosen together: four walls of weight 1 and “always blue” of weight 3.",
            "about 25": "After 25 rounds nobody is wrong. Press play, or walk through the steps.",
            "about 500": "That is what the theory of section 3 promises here (470). It takes far "
            "less.",
        },
        answer="about 25",
    )

    size = (10, 4.2)
    play = "T"
    veiled = (1,)
    story = """
one rule | T=1
    All points weigh the same. The best single cut leaves 13 wrong.
the missed grow | T=2
    The 13 points that rule 1 missed now carry half of all the weight. Rule 2 must face them.
your turn | T=2, shift=-0.8
    Drag the black line away from the learner's cut (dashed). Does any place err less?
a band | T=3
    Rule 3 is a cut outside the picture: blue everywhere. With it two cuts make a band, and only
    3 points are still wrong.
no mistake | T=25
    Twenty-five straight cuts have fenced in the inner ring. Look where the heavy points sit:
    near the fence.
go on | T=99
    Nobody is wrong, and still the weights move. Section 4 says why.
exclusive or | shape="exclusive or", T=60
    Here no cut is much better than a coin. Sixty rules vote, and mistakes remain.
"""
    handles = [
        Handle(
            "your cut",
            at=lambda r: Rounds.grip(r),
            to=lambda r, x, y: dict(shift=(x, y)[int(r.rule[0])] - r.rule[1]),
        )
    ]
    notes = """Press play; let the class shout which points will swell next. Ask for a volunteer who
    finds a better cut than the learner by dragging the line: nobody can. Then exclusive or: in a
    hundred rounds the best stump is better than a coin by 0.04 to 0.13. The number γ* of section 3
    is a floor under these advantages (0.024), and no ceiling."""
    panels = (
        {**SQUARE, "title": "round $T$: its rule; area = weight"},
        {**SQUARE, "title": "vote of the first $T$ rules; ringed = wrong"},
    )

    def sliders(self):
        return dict(
            T=int_slider("rounds T", 1, 1, 100),
            shift=slider("shift your cut c", 0, -2, 2, 0.02),
            shape=choice("shape", "rings", list(PLANE)),
            i=int_slider("new random sample s", 1, 1, 20),
        )

    @staticmethod
    def compute(T, shift, shape, i):
        """Look at round T of AdaBoost's run; `own` is its rule with the threshold shifted."""
        e = plane(shape, i)
        seen = e.round(T)
        own = seen["rule"] + [0, shift, 0, 0]
        yours = stumps.answers([own], e.X)[0]
        return dict(
            e=e,
            X=e.X,
            y=e.y,
            own=own,
            own_eps=seen["D"] @ (yours != e.y),
            again=seen["D_new"] @ (seen["h"] != e.y),
            **seen,
        )

    @staticmethod
    def grip(r):
        """Where the hand takes the cut; a constant rule has none."""
        if not np.isfinite(r.rule[1]):
            return None
        return (r.own[1], -2.2) if r.own[0] == 0 else (2.2, r.own[1])

    def picture(self, left, right):
        side, weights = plots.halves(left.ax, BOX, 120), bubbles(left.ax)
        best = [plots.level(left.ax, colour="0.45", ls="--", across=a) for a in (True, False)]
        yours = [plots.level(left.ax, ls="-", across=a) for a in (True, False)]
        vote, dots = plots.halves(right.ax, BOX, 120), bubbles(right.ax)
        wrong = plots.circles(right.ax, size=13)
        equal = np.full(60, 1 / 60)

        def move(r):
            cuts = r.cut if r.shift else np.full(2, np.nan)
            owns = r.cut + r.shift
            return (
                *side(lambda P: stumps.answers([r.own], P)[0]),
                *(line for level, cut in zip(best, cuts) for line in level(cut)),
                *(line for level, cut in zip(yours, owns) for line in level(cut)),
                *weights(r.X, r.y, r.D),
                *vote(lambda P: r.e.vote(r.t, P)),
                *dots(r.X, r.y, equal),
                *wrong(r.X[r.wrong]),
            )

        left.add(move)

    def caption(self, r):
        if r.shift:
            return (
                f"Your cut errs with weight {r.own_eps:.3f}, the learner's (dashed) with "
                f"{r.eps:.3f}."
            )
        return (
            f"Rule {r.t} errs with weight {r.eps:.3f}; the vote has {r.wrong.sum()} of 60 points "
            "wrong."
        )

    def numbers(self, r):
        (j, cut, low, high), heavy = r.rule, 60 * r.D.max()
        says = f"says {high:+.0f} where x{j + 1:.0f} > {cut:.2f} and {low:+.0f} elsewhere"
        if low == high:
            says = f"always says {high:+.0f}"
        return (
            f"rule {r.t} {says}; its weighted error is {r.eps:.3f} and its weight in the vote "
            f"{r.alpha:.3f}; your shifted cut errs with weight {r.own_eps:.3f}; the heaviest point "
            f"has {heavy:.1f} times the average weight; the vote has {r.wrong.sum()} of 60 wrong."
        )

    def headline(self, r):
        return Claim(
            "error of this rule under the new weights",
            "Theorem 13.1",
            r.again,
            0.5,
            "==",
            why_not="" if r.eps else "the rule makes no error",
            words="After reweighting, the rule just used is worth no more than a coin.",
        )

    def identities(self, r):
        best = 0.5 - r.e.gamma
        return [
            Claim("no shifted cut errs less", "section 1", r.eps, r.own_eps),
            Claim("weighted error ≤ ½ − γ*", "Theorem 13.3", r.eps, best, tol=1e-7),
            Claim("training error ≤ z₁···z_T", "Theorem 13.4", r.wrong.mean(), r.product),
        ]
