"""Votes."""

import numpy as np

from helpers.live import Claim, Figure, Guess, axes, choice, regularisation
from helpers.margins import votes as voting
from helpers.margins.perceptron import pad
from lessons.n12_multiclass.world import (
    BOX,
    PADDED,
    POINTS,
    claims_far_out,
    one_machine,
    regions,
    star_handle,
    star_sliders,
    trained,
)


def flat(title, shades, **look):
    """Settings of one map of the plane; its horizontal axis says what the shades mean."""
    return axes(f"$x_1$     {shades}", BOX[:2], ylim=BOX[2:], title=title, **look)


class Vote(Figure):
    """Three maps: one against all, one against one, one machine for all classes."""

    guess = Guess(
        "Three machines, each asks “this wine, or not?”. Where will none of them, or more than "
        "one, claim a place?",
        {
            "nowhere, if they are trained well": "Each line is good at its own question. Nobody "
            "told the three lines to agree.",
            "only in a small triangle in the middle": "There nobody claims. But look what the "
            "lines do further out.",
            "in the middle, and in wedges that never end": "Every line goes on for ever, and so do "
            "the wedges between two of them.",
            "only on the lines themselves": "That will be true of one machine for all classes.",
        },
        answer="in the middle, and in wedges that never end",
    )

    size = (10, 3.7)
    veiled = (0, 1)
    story = """
in doubt
    White: nobody claims. Grey: several do, and the wedges never end.
a ring of duels | points="triangle", x1=0.15, x2=-0.1
    Middle: each class wins one duel, so the vote at the star is a tie.
a better learner? | learner="logistic"
    Another learner turns the lines. The wedges turn with them and stay.
one rule fewer | points="triangle", how="one rule fewer"
    Two rules for three classes: what nobody claims is the third. Grey remains.
five classes | points="five"
    Left: most of the map is in doubt. Middle: ten duels leave little of it.
by score | points="row", how="by score"
    The largest score decides: no doubt is left. But the middle cloud gets too narrow a band:
    its own rule is useless.
"""
    sees = {
        "in doubt": lambda r: np.any(r.all == -1) and np.sum(claims_far_out(r.A) > 1) == 3,
        "a ring of duels": lambda r: r.won.tolist() == [1, 1, 1],
        "a better learner?": lambda r: (
            r.learner != "soft SVM" and np.sum(claims_far_out(r.A) != 1) == 3
        ),
        "one rule fewer": lambda r: not np.any(r.all == -1) and np.any(r.all == -2),
        "five classes": lambda r: np.mean(r.all < 0) > 0.5 > 10 * np.mean(r.one < 0),
        "by score": lambda r: not np.any(r.all < 0) and r.wrong[0] > 0.05 > r.wrong[2],
    }
    handles = [star_handle(0), star_handle(1)]
    more = ("x1", "x2")
    notes = """Let the class name a place for the doubt before you show the wines. In the row no
    line has the middle class alone on one side, so its rule is nearly constant, and no tie rule
    repairs that. The third map is the machine of this notebook."""

    shared = dict(sharey=True)
    panels = (
        flat("one against all", "white: nobody, grey: several", ylabel="$x_2$"),
        flat("one against one", "grey: a tie"),
        flat("one machine for all", "0 blue, 1 orange, 2 green"),
    )

    def sliders(self):
        return dict(
            points=choice("data", "wine", list(POINTS)),
            learner=choice("learner", "soft SVM", list(voting.LEARNERS)),
            how=choice("ties", "left open", list(voting.READINGS)),
            lam=regularisation(0.01, 0.001, 1),
            **star_sliders(0.4, 0.0),
        )

    @staticmethod
    def compute(points, learner, how, lam, x1, x2):
        """What the rules say on the map, at the points and at the star."""
        X, y = POINTS[points]
        (A, D), m = trained(points, learner, lam), one_machine(points, lam)
        star = np.array([[x1, x2, 1.0]])
        said = [f(W, pad(X), how) for f, W in ((voting.claimed, A), (voting.outvoted, D))]
        return dict(
            X=X,
            y=y,
            c=len(A),
            m=m,
            A=A,
            all=voting.claimed(A, PADDED, how),
            one=voting.outvoted(D, PADDED, how),
            joint=m.choose(PADDED),
            open=voting.claimed(A, PADDED),
            wins=voting.votes(D, PADDED),
            tied=np.mean(voting.outvoted(D, PADDED) == -2),
            claim=np.flatnonzero(star @ A.T > 0),
            won=voting.votes(D, star)[0],
            wrong=[*(np.mean(s != y) for s in said), m.error],
        )

    def picture(self, left, middle, right):
        for panel, way in ((left, "all"), (middle, "one"), (right, "joint")):
            panel.legend(show=False)
            panel.add(regions(panel.ax, 5), shows=lambda r, way=way: (getattr(r, way), r.X, r.y))
            panel.star(shows=lambda r: (r.x1, r.x2))

    def caption(self, r):
        got = voting.claimed(r.A, np.array([[r.x1, r.x2, 1.0]]), r.how)[0]
        doubtful = {-1: "nobody claims the star", -2: "several classes claim the star"}
        left = doubtful.get(got, f"the star goes to class {got}")
        best = np.flatnonzero(r.won == r.won.max())
        duels = f"class {best[0]} wins its duels" if len(best) == 1 else "its duels end in a tie"
        doubt = np.mean(r.all < 0)
        return f"Left, {left}; middle, {duels}. {doubt:.0%} of the left map is in doubt."

    def numbers(self, r):
        wrong = ", ".join(f"{e:.1%}" for e in r.wrong)
        return (
            f"left, nobody claims {np.mean(r.all == -1):.0%} of the square, several "
            f"{np.mean(r.all == -2):.0%}; middle, {np.mean(r.one == -2):.1%} is tied; the star is "
            f"claimed by {len(r.claim)} classes and the duels won there are {r.won.tolist()}; "
            f"wrong or in doubt among the points: {wrong}."
        )

    def headline(self, r):
        many = claims_far_out(r.A)
        return Claim(
            "unbounded pieces of the plane in doubt ≥ c",
            "Theorem 12.1",
            np.nan if many is None else np.sum(many != 1),
            r.c,
            ">=",
            why_not="two borders are parallel, or a rule has none" * (many is None),
            words="The lines of one-vs-rest cut the plane into 2c unbounded pieces, and at least c "
            "of them are in doubt.",
        )

    def identities(self, r):
        duels, sure = r.c * (r.c - 1) // 2, r.open >= 0
        kept = np.sum(voting.claimed(r.A, PADDED, "by score")[sure] == r.open[sure])
        ring, three = np.mean((r.wins == 1).all(axis=1)), "" if r.c == 3 else "not three classes"
        one, total = "section 1", r.wins.sum(axis=1)
        certified = Claim(
            "one machine: primal = dual", "Theorem 12.4", r.m.objective, r.m.dual, "==", 1e-7
        )
        return [
            Claim("duels won, most at a place", one, total.max(), duels, "=="),
            Claim("duels won, fewest at a place", one, total.min(), duels, "=="),
            Claim("sole claims that stand by score", one, kept, sure.sum(), "=="),
            Claim("tied = each class wins one", one, r.tied, ring, "==", why_not=three),
            certified,
        ]
