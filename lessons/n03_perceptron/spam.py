"""The figure `spam`."""

from functools import cache

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, int_slider, text
from helpers.margins import perceptron
from lessons.n03_perceptron.world import MAILS, mail_runs, plural

SCORES = np.arange(-9, 10)  # where the score of an e-mail can be


class Spam(Figure):
    """Six e-mails in all 720 orders: the weights at the end, and what a new e-mail is called."""

    guess = Guess(
        "The six can be learnt in 720 different orders. Each run ends without a mistake on the "
        "six. Do all of them call the new e-mail spam?",
        {
            "yes: same data, same rule": "The same data, but 32 different planes at the end.",
            "nearly all": "718 of 720: two orders give it score 0. For other e-mails the order "
            "matters far more: try “and viagra the of”.",
            "about half of them": "Not for this e-mail. Type “and viagra the of”: 273 of the 720 "
            "orders call that spam.",
        },
        answer="nearly all",
    )

    veiled = (1,)
    story = """
as printed
    The diamonds: weights after learning the six in the printed order.
another order | order=100
    The same six e-mails, other weights; no mistake either.
one in 360 | order=462
    In this order the new e-mail scores 0, which is not spam. Two of 720 orders say so.
a doubtful one | mail="and viagra the of"
    All four common words at once: 273 of 720 orders say spam.
sure | mail="nigeria"
    Whatever the order, “nigeria” alone is spam.
"""
    sees = {
        "as printed": lambda r: r.order == 0 and r.new == 2,
        "another order": lambda r: r.margins.min() > 0 and r.order != 0,
        "one in 360": lambda r: r.new == 0 and (r.every <= 0).sum() == 2,
        "a doubtful one": lambda r: (r.every > 0).sum() == 273,
        "sure": lambda r: r.every.min() > 0,
    }
    handles = [
        Handle(
            "another verdict",
            at=lambda r: (r.new, 0.5 * r.counts[int(r.new) + 9]),
            to=lambda r, x, y: dict(order=int(Spam.nearest(r, x))),
            panel=1,
        )
    ]
    notes = """Let the class vote on the new e-mail, then drag the star to another bar: another
    order of the same six e-mails. Nobody is wrong on the six, so nothing in the data prefers one.
    Notebook 11 prefers one: the widest margin."""
    widths = (1, 1)
    panels = (
        axes("weight at the end", (-3.6, 4.6), ylim=(5.6, -0.6)),
        axes("score of the new e-mail", (-4.6, 7.6), "orders, of 720", (0, 720)),
    )

    def sliders(self):
        return dict(
            order=int_slider("order of the e-mails o", 0, 0, 719),
            mail=text("new e-mail", "and viagra", perceptron.mail),
        )

    @staticmethod
    def compute(order, mail):
        """Look up the run in that order; count what all orders say about the new e-mail."""
        (W, times), x = mail_runs(), np.append(mail, 1)
        every = W @ x
        m = times[order]
        return dict(
            w=W[order],
            m=m,
            every=every,
            new=every[order],
            counted=float((m * perceptron.SPAM) @ (MAILS @ x)),
            counts=np.array([(every == v).sum() for v in SCORES]),
            margins=perceptron.SPAM * (MAILS @ W[order]),
        )

    @staticmethod
    def nearest(r, x):
        """An order whose verdict on the new e-mail is as near to x as possible."""
        return np.argmin(np.abs(r.every - x))

    def picture(self, left, right):
        left.ax.set_yticks(range(6), [*perceptron.WORDS, "bias $b$"])
        left.ax.set_title("grey: all 720 orders; diamonds: this one")
        left.ax.axvline(0, color="black", lw=1)
        value, word = np.meshgrid(np.arange(-3, 5), np.arange(6))
        left.ax.scatter(value, word, s=1.6 * weight_counts(), color="0.75", lw=0)
        mine = dict(ls="", marker="D", ms=10, mec="white")
        left.curve(None, plots.FIT, shows=lambda r: (r.w, np.arange(6)), **mine)

        right.ax.set_title("← no spam      verdict      spam →")
        right.ax.axvline(0.5, color="black", lw=1)
        no, yes = SCORES <= 0, SCORES > 0
        refused = plots.bars(right.ax, 10, colour=plots.RED, at=SCORES[no])
        accepted = plots.bars(right.ax, 9, colour=plots.BLUE, at=SCORES[yes])
        for bar in accepted(np.zeros(9)):
            bar.set_hatch("//")
        right.add(labels(right.ax), shows=lambda r: r.counts)
        right.add(refused, shows=lambda r: r.counts[no])
        right.add(accepted, shows=lambda r: r.counts[yes])
        right.star(shows=lambda r: (r.new, 0.5 * r.counts[int(r.new) + 9]))

    def caption(self, r):
        verdict = "spam" if r.new > 0 else "no spam"
        alike = int(((r.every > 0) == (r.new > 0)).sum())
        return f"Score {r.new:g}: {verdict}, as in {alike} of the 720 orders."

    def numbers(self, r):
        weights = ", ".join(f"{k} {v:g}" for k, v in zip([*perceptron.WORDS, "bias"], r.w))
        return (
            f"{plural(r.m.sum(), 'correction')} end at the weights {weights}; the six e-mails have "
            f"scores from {r.margins.min():g} to {r.margins.max():g}; {self.caption(r)}"
        )

    def headline(self, r):
        return Claim(
            "score of the new e-mail, from the counts",
            "Theorem 3.7",
            r.counted,
            r.new,
            "==",
            words="All that is learnt is how often each example was corrected.",
        )

    def identities(self, r):
        return [
            Claim("no mistake is left: all scores ≥ 1", "section 5", r.margins.min(), 1, ">="),
            Claim("corrections ≤ C²/γ²", "Theorem 3.2", r.m.sum(), mail_bound()),
        ]


@cache
def mail_bound():
    """C²/γ² of the e-mails, for the direction of the largest margin."""
    return perceptron.best_bound(MAILS, perceptron.SPAM)


@cache
def weight_counts():
    """(6, weights from −3 to 4): in how many orders each word ends with that weight."""
    W = mail_runs()[0]
    return np.array([[(W[:, j] == v).sum() for v in range(-3, 5)] for j in range(6)])


def labels(ax):
    """The number of orders above each bar. move(counts)."""
    texts = [ax.text(v, 0, "", ha="center", fontsize=12, clip_on=True) for v in SCORES]

    def move(counts):
        for label, count in zip(texts, counts):
            # the star of a short bar reaches above it
            label.set(text=str(count) if count else "", y=max(count, 25) + 8)
        return texts

    return move
