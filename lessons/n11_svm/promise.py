"""The figure `promise`."""

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Guess, axes, choice, int_slider, regularisation, slider
from lessons.n11_svm import bias_penalty

SHARES, MS = np.linspace(0, 1, 401), np.unique(np.geomspace(1, 100, 30).astype(int))


class Promise(Figure):
    """The stability bound, with and without a bias in the penalty: all of it exact."""

    guess = Guess(
        "All $x$ are the same short vector; $y = +1$ with probability 0.6. From five labels, with "
        r"a bias that costs nothing: does the bound hold for $\rho \to 0$?",
        {
            "yes: λ makes it stable": r"The penalty never sees $b$, however large $\lambda$ is.",
            "no: one label can tip the answer": "The learnt score jumps from −1 to +1 with the "
            "majority. The risk is 0.927, and the formula promises 0.8.",
            "only if λ is large enough": "Try it: with a hundred times the penalty $b$ jumps the "
            "same.",
        },
        answer="no: one label can tip the answer",
    )

    veiled = (1,)
    story = """
no bias
    Left: the score rises gently with the share of +1. Right: under its bound.
a free bias | bias="free", rho=0.01
    The dots jump from −1 to +1 when one label tips the majority; on the right the risk is over
    the dashed bound.
a penalised bias | bias="penalised", rho=0.01
    The bias costs something: a slope again, and the bound with ρ² + 1 (dotted) holds.
a stronger penalty | bias="free", rho=0.01, lam=10
    A free bias jumps just the same with a hundred times the penalty.
many labels | m=100, lam=1
    With 100 labels both bounds are close to the risk.
"""
    sees = {
        "no bias": lambda r: r.bias == "none" and r.now < r.says[0],
        "a free bias": lambda r: (
            set(r.dots[:, 1].round(6)) <= {-1.0, 1.0} and r.lam < 1 and r.now > r.says[0]
        ),
        "a penalised bias": lambda r: r.bias == "penalised" and r.now < r.says[1],
        "a stronger penalty": lambda r: set(r.dots[:, 1].round(6)) <= {-1.0, 1.0} and r.lam == 10,
        "many labels": lambda r: max(r.says) < 1.1 * r.now,
    }
    more = ("lam",)
    notes = """Everything here is a finite sum over the number of positive labels. The point to
    make: a bound whose proof uses the penalty can only hold for what is penalised."""
    panels = (
        axes(
            "share of labels $+1$ in the sample",
            (-0.02, 1.02),
            "score that is learnt",
            (-1.15, 1.15),
        ),
        axes("labels $n$", (0.95, 105), "expected hinge risk", (0.6, 2.1)),
    )

    def sliders(self):
        return dict(
            bias=choice("bias", "none", list(bias_penalty.COST)),
            rho=slider("length ρ", 0.5, 0.01, 2),
            p=slider("share of positives q", 0.6, 0.5, 1),
            m=int_slider("labels n", 5, 1, 100),
            lam=regularisation(0.1, 0.01, 10),
        )

    @staticmethod
    def compute(bias, rho, p, m, lam):
        """The learnt score, its expected risk and the bounds, by sums over the labels."""
        S = bias_penalty
        kk, shares = S.COST[bias](rho), np.arange(m + 1) / m

        def says(m):
            return [S.bound(p, m, lam, rho**2 + one, kk) for one in (0, 1)]

        return dict(
            kk=kk,
            rules=[S.learnt(SHARES, lam, S.COST[b](rho)) for b in S.COST],
            dots=np.c_[shares, S.learnt(shares, lam, kk)],
            risk=[S.expected(S.risk, p, k, lam, kk) for k in MS],
            bounds=says(MS),
            now=S.expected(S.risk, p, m, lam, kk),
            says=says(m),
        )

    def picture(self, left, right):
        left.curves(
            ["no bias", "penalised", "free"], legend=None, shows=lambda r: (SHARES, *r.rules)
        )
        left.points([""], legend=None, size=60, shows=lambda r: r.dots)

        right.curve("exact", plots.FIT, shows=lambda r: (MS, r.risk), log="x", lw=2.4)
        words = ["bound with $\\rho^2$", "with $\\rho^2 + 1$"]
        right.curves(words[:1], color=plots.BOUND, ls="--", shows=lambda r: (MS, r.bounds[0]))
        right.curves(words[1:], color=plots.BOUND, ls=":", shows=lambda r: (MS, r.bounds[1]))
        right.hand("choose the number of labels", shows=lambda r: (r.m, r.now), m="x")

    def caption(self, r):
        one = int(r.bias == "penalised")  # the bias is then a weight like the others
        side = "within" if r.now <= r.says[one] else "OVER"
        line = ("dashed bound", "dotted bound")[one]
        return (
            f"From {r.m} labels the expected risk is {r.now:.3f}, {side} the {line} "
            f"{r.says[one]:.3f}."
        )

    def numbers(self, r):
        return (
            f"from {r.m} labels the machine has an expected risk of {r.now:.4g}; the best possible "
            f"is {2 * min(r.p, 1 - r.p):.3g}, the bound with ρ² says {r.says[0]:.4g}, and with "
            f"ρ² + 1 {r.says[1]:.4g}."
        )

    def headline(self, r):
        bound = r.says[1] if r.bias == "penalised" else r.says[0]
        return Claim(
            "expected risk ≤ R(u) + λ‖u‖² + 2ρ²/(λn), best u",
            "Theorem 11.11",
            r.now,
            bound,
            why_not="the bias is not penalised" * (r.bias == "free"),
            words="The expected risk is under its bound, if the penalty holds every weight "
            "(a penalised bias makes ρ² one larger).",
        )

    def identities(self, r):
        S, kk, this = bias_penalty, r.kk, "Theorem 11.11"
        free = "the bias is not penalised" * (r.bias == "free")
        rho2 = r.rho**2 + (r.bias == "penalised")
        tuned = S.expected(S.risk, r.p, r.m, S.tuned(1.0, rho2, r.m), kk)
        rival = S.risk(min(1.0, kk**0.5), r.p) + (8 * rho2 / r.m) ** 0.5
        error = S.expected(S.error, r.p, r.m, r.lam, kk)
        score = by_search(r.p, r.lam, kk)
        learnt = float(S.learnt(r.p, r.lam, kk))
        return [
            Claim("λ tuned for B = 1: ≤ min R + √(8ρ²/n)", this, tuned, rival, why_not=free),
            Claim("share of errors ≤ hinge risk", this, error, r.now),
            Claim("score at a share q, by search", "Further", learnt, score, "==", 2e-3, free),
        ]


def by_search(p, lam, kk):
    """The score with the smallest hinge risk + λ s²/kk, on a grid of 2001 scores."""
    s = np.linspace(-1, 1, 2001)
    return float(s[np.argmin(bias_penalty.risk(s, p) + lam * s**2 / kk)])
