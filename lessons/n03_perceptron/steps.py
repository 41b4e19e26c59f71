"""The figure `steps`."""

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, axes, choice, int_slider
from helpers.margins import perceptron
from helpers.margins.separation import separation
from lessons.n03_perceptron.world import (
    NAMES,
    PLANE,
    corners,
    grip,
    inside,
    orders,
    plural,
    score_bars,
    told_score,
)

LABELS = {"OR": perceptron.OR, "XOR": perceptron.XOR, "AND": np.array([-1.0, -1, -1, 1])}
PASSES = 200


class Steps(Figure):
    """The perceptron on four points, visit after visit: the line, and every point's score."""

    guess = Guess(
        "Four points: A is −, the others are +. We start without any line and correct each mistake "
        "we meet. How many corrections until all four are right?",
        {
            "at most 4, one for each point": "A correction for one point moves the line for all of "
            "them. A alone is corrected five times.",
            "about 10": "Nine corrections for four points: A five times, B and C twice, D never.",
            "about 50": "It is quicker than that: nine. Press play.",
            "it never ends": "For these labels it does end, after nine. Section 4 has points for "
            "which it does not.",
        },
        answer="about 10",
    )

    play = "T"
    veiled = (1,)
    more = ("order", "places")
    story = """
nothing yet | T=0
    w = 0 and b = 0: there is no line, and all four scores are 0. That counts as wrong.
one for A | T=1
    A wants −. One correction later the answer is − everywhere: A is right, and no other point.
B spoils A | T=2
    The correction for B lifts B's score from −1 to 1, and throws A back to 0.
half-way | T=13
    The correction for A, once more, costs B, C and D one each.
all right | T=40
    No mistake is left: from here on nothing changes.
XOR | labels="XOR", T=47
    Only the label of D is another one. Press play: the line runs round and round.
your turn | T=72
    Drag A, B, C or D. The run starts again from nothing at once: does it still end?
"""
    sees = {
        "nothing yet": lambda r: r.T == 0 and not r.w.any() and not r.scores.any(),
        "one for A": lambda r: (r.scores > 0).tolist() == [True, False, False, False],
        "B spoils A": lambda r: r.i == 1 and (r.was[1], r.scores[1], r.scores[0]) == (-1, 1, 0),
        "half-way": lambda r: r.i == 0 and (r.scores - r.was).tolist() == [1, -1, -1, -1],
        "all right": lambda r: r.scores.min() > 0 and r.M == r.run.T,
        "XOR": lambda r: not r.separable and r.corrected,
        "your turn": lambda r: r.T == 72 and not r.corrected,
    }
    handles = [grip("places", i, f"move {NAMES[i]}") for i in range(4)]
    notes = """Step through the first three steps by hand on the board: w, b and the four scores.
    Let the class predict which bar jumps at the next visit, and by how much: |x|² + 1, so D's
    jump is 3 and A's is 1. Then XOR, and only then ask whether it will ever end."""
    widths = (3, 2)
    panels = (axes("$x_1$", PLANE[:2], "$x_2$", PLANE[2:]), axes("dashes: before this visit"))

    def sliders(self):
        return dict(
            T=int_slider("visits T", 5, 0, 72),
            labels=choice("labels", "OR", LABELS),
            order=int_slider("order of the visits o", 0, 0, 23),
            places=inside("points A to D", perceptron.CORNERS),
        )

    @staticmethod
    def compute(T, labels, order, places):
        """Run the perceptron on the four points; look at it before and after visit T."""
        q, visits = perceptron.Table(places, labels), orders(4)[order]
        run, lp = perceptron.train(q.X, q.y, visits, PASSES), separation(places, labels)
        M, before = perceptron.after(run, T), perceptron.after(run, max(T - 1, 0))
        w, old = run.w[M], run.w[before]
        plane = np.append(lp.w, lp.b)
        return dict(
            q=q,
            run=run,
            M=M,
            w=w,
            i=visits[(T - 1) % 4],
            corrected=before < M,
            scores=q.y * (q.X @ w),
            was=q.y * (q.X @ old),
            separable=lp.separable,
            bound=perceptron.mistake_bound(q.X, q.y, plane) if lp.separable else np.inf,
        )

    def picture(self, left, right):
        left.legend(show=False)
        left.ax.set_title("blue side: the line says +   (● is +, ■ is −)")
        side, four = plots.halves(left.ax, PLANE, 100), corners(left.ax, below=True)
        line = plots.street(left.ax, None, edges=False, normal=True)
        left.add(side, shows=lambda r: r.q.score(r.w))
        left.add(line, shows=lambda r: (r.w[:2] if r.w[:2].any() else None, r.w[2], 0.4))
        left.add(four, shows=lambda r: (r.places, r.q.y, [r.i] if r.T else []))

        right.ax.set_title("scores; 0 or below is wrong")
        bars = score_bars(right.ax, list(NAMES), 5.5)
        right.add(bars, shows=lambda r: (r.scores, r.was if r.corrected else None))

    def caption(self, r):
        wrong = ", ".join(name for name, score in zip(NAMES, r.scores) if score <= 0)
        now = f"wrong now: {wrong}" if wrong else "nobody is wrong now"
        if not r.T:
            return f"Before the first visit; {now}."
        name = NAMES[r.i]
        if not r.corrected:
            return f"Visit {r.T} finds {name} right and changes nothing; {now}."
        rise = f"from {told_score(r.was[r.i])} to {told_score(r.scores[r.i])}"
        return f"Visit {r.T} corrects {name}, whose score rises {rise}; {now}."

    def numbers(self, r):
        scores = ", ".join(f"{name} {told_score(v)}" for name, v in zip(NAMES, r.scores))
        return (
            f"after {plural(r.M, 'correction')} the weights are {np.round(r.w, 2).tolist()} (the "
            f"last one is b) and the scores {scores}; {self.caption(r)}"
        )

    def headline(self, r):
        i, M = r.run.extra["rows"][max(r.M, 1) - 1], max(r.M, 1)
        rise = r.q.y[i] * r.q.X[i] @ (r.run.w[M] - r.run.w[M - 1])
        return Claim(
            "rise of the last corrected score",
            "Theorem 3.1",
            rise,
            r.places[i] @ r.places[i] + 1,
            "==",
            why_not="" if r.M else "no correction yet",
            words="A correction raises the score of its point by exactly |x|² + 1.",
        )

    def identities(self, r):
        apart = "" if r.separable else "no line parts the classes"
        long = "" if r.bound < PASSES or not r.separable else "too narrow to end in 200 passes"
        w, ended = r.w, r.run.extra["converged"]
        slope = np.ptp(r.q.feet(w) @ w[:2]) if w[:2].any() else 0
        return [
            Claim("corrections ≤ C²/γ²", "Theorem 3.2", r.M, r.bound, why_not=apart),
            Claim(
                "it ends (1) exactly if the linear program finds a line (1)",
                "Theorem 3.2",
                ended,
                r.separable,
                "==",
                why_not=long,
            ),
            Claim(
                "⟨w, x⟩ is the same number all along the line",
                "section 1",
                w[2] + slope,
                w[2],
                "==",
                why_not="" if w[:2].any() else "there is no line",
            ),
        ]
