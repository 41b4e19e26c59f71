"""Halving."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider
from helpers.online import experts as ex
from lessons.n20_experts.world import RIVAL

RATE = 12
FOOT = 0.7


class Survivors(Figure):
    """Experts that were never wrong, round by round, and the mistakes of their majority."""

    guess = Guess(
        "1024 filters, one of them perfect. How many mistakes can halving be forced to make?",
        {
            "1023": "That is what happens if you follow one expert after the other.",
            "512": "Half of the experts may be wrong in one round; that is one mistake, not 512.",
            "10": "Each mistake means that at least half of the remaining experts were wrong: "
            "1024, 512, …, 1.",
        },
        answer="10",
    )

    size = (10, 4.4)
    story = """
as hard as it can be
    In each of the first ten rounds the experts are split in halves, and the half that won the
    vote is wrong: ten mistakes, and one expert is left.
random mails | nature="random mails"
    Each expert looks for one word. A mail strikes out about half of them, and the majority errs
    about every other time: five mistakes.
sixteen experts | k=4
    Fewer experts, fewer mistakes: four, the logarithm of 16 to the base 2.
nobody is perfect | nature="coins"
    Labels by tossing coins. After twelve mails nobody is left, the learner has no one to
    follow, and the theorem is silent.
"""
    handles = [
        Handle("choose N", at=lambda r: (0.5, r.k + FOOT), to=lambda r, x, y: dict(k=y - FOOT)),
    ]
    notes = """Play it with the room: everybody stands up, a question with two answers, whoever was
    wrong sits down. The majority of those who stand predicts. Thirty-two people allow five
    mistakes. Then ask what happens if nobody knows everything."""
    widths = [1.3, 1]
    panels = (
        axes("round t", (0.3, 12.7), "experts never wrong before", (0, 11.6)),
        axes("round t", (-0.3, 12.3), "mistakes so far", (-0.3, 12)),
    )

    def sliders(self):
        return dict(
            k=int_slider("experts N = 2ᵏ, k", 10, 2, 10),
            T=int_slider("rounds T", RATE, 1, RATE),
            nature=choice(
                "truth", "as hard as it can be", ["as hard as it can be", "random mails", "coins"]
            ),
            seed=int_slider("new random sample", 1, 1, 50),
        )

    @staticmethod
    def compute(k, T, nature, seed):
        """The majority of the experts that are alive predicts; those who were wrong go."""
        table, labels = mails(k, nature, seed)
        run = ex.halving(table[:T], labels[:T])
        alive, wrong = run.w.sum(axis=1), run.extra["mistakes"]
        halves = alive[1:][wrong] / np.maximum(alive[:-1][wrong], 1)
        errors = (table[:T] != labels[:T, None]).sum(axis=0)
        return dict(
            alive=alive,
            wrong=wrong,
            count=np.cumsum(wrong),
            left=int(alive[-1]),
            kept=float(halves.max()) if len(halves) else 0.0,
            best=int(errors.min()),
        )

    def picture(self, left, right):
        left.ax.set_yticks(FOOT + np.arange(0, 11, 2), [str(2**e) for e in range(0, 11, 2)])
        left.ax.set_xticks(range(1, 13))
        edges = np.arange(0.5, RATE + 1)
        layers = plots.stack(
            left.ax, edges, ["right in this round", "wrong: out"], ["0.8", RIVAL], [None, "//"]
        )
        cross = plots.spots(
            left.ax, "majority wrong", marker="X", ms=11, color=plots.BLACK, mec="white"
        )

        limit = plots.level(right.ax, "log₂N", plots.BOUND, "--")
        steps = plots.curves(right.ax, ["mistakes"], color=plots.FIT, marker="o", ms=6)

        def move(r):
            before, after = heights(r.alive[:-1]), heights(r.alive[1:])
            blank, t = np.zeros((2, RATE - r.T)), np.arange(1, r.T + 1)
            return (
                *layers(np.hstack([[after, before - after], blank])),
                *cross(t[r.wrong], before[r.wrong] + 0.45),
                *limit(r.k),
                *steps(np.arange(r.T + 1), np.append(0, r.count)),
            )

        left.add(move)

    def caption(self, r):
        told = f"{int(r.count[-1])} mistake{'' if r.count[-1] == 1 else 's'}"
        rest = "nobody is" if r.left == 0 else f"{r.left} {'are' if r.left > 1 else 'is'}"
        rounds = f"{r.T} round{'' if r.T == 1 else 's'}"
        return f"{told} after {rounds}; of {2**r.k} experts {rest} left."

    def numbers(self, r):
        return (
            f"{int(r.count[-1])} mistakes, {r.left} of {2**r.k} experts were never wrong, the best "
            f"expert made {r.best} mistake{'' if r.best == 1 else 's'}."
        )

    def headline(self, r):
        return Claim(
            "halving makes few mistakes",
            "Theorem 20.2",
            measured=float(r.count[-1]),
            bound=float(r.k),
            why_not="" if r.left else "every expert was wrong at least once",
            words="If one of N experts is never wrong, halving makes at most log₂N mistakes.",
        )

    def identities(self, r):
        hard = r.nature == "as hard as it can be"
        gone = "" if r.left else "every expert was wrong at least once"
        return [
            Claim("a mistake halves the experts", "Theorem 20.2", r.kept, 0.5),
            Claim(
                "the hardest truth reaches it",
                "Theorem 20.2",
                float(r.count[-1]),
                float(min(r.k, r.T)),
                "==",
                why_not="" if hard else "the truth is not the hardest",
            ),
            Claim("the best expert is never wrong", "section 2", r.best, 0, "==", why_not=gone),
        ]


@lru_cache(64)
def mails(k, nature, seed):
    """(table, labels) of twelve rounds for 2^k experts."""
    if nature == "as hard as it can be":
        return ex.hardest_table(k, RATE)
    rng = np.random.default_rng([20, k, seed + 2])
    words = rng.integers(2, size=(RATE, 2**k))
    if nature == "random mails":
        return words, words[:, rng.integers(2**k)]
    return words, rng.integers(2, size=RATE)


def heights(count):
    """How high to draw so many experts: each doubling is one up, one expert is FOOT, nobody 0."""
    return np.where(count > 0, np.log2(np.maximum(count, 1)) + FOOT, 0.0)
