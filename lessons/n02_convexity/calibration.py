"""The figure `calibration`."""

import numpy as np

from helpers import losses, plots
from helpers.learning import surrogate
from helpers.live import Claim, Figure, Guess, axes, choice, slider

SCORES = np.arange(-120, 121) / 40
SHARES = np.sort(np.append(np.arange(1, 100) / 100, [0.499, 0.501]))
TINY = np.geomspace(1e-6, 3, 100)  # scores down to nearly 0, where a kink shows


class Calibration(Figure):
    """What a score costs on average, and whether the cheapest one has the right sign."""

    guess = Guess(
        r"The perceptron's loss is $\max(0, -m)$. With $p = 0.6$, six of ten labels are +1. Which "
        "score is cheapest for it?",
        {
            "a positive one": "A score s > 0 costs 0.4 s: less is cheaper.",
            "0": "Right. s > 0 costs 0.4 s, s < 0 costs 0.6 |s|: cheapest is 0, which has no sign.",
            "a negative one": "A score s < 0 costs 0.6 |s|, more than the same score to the right.",
        },
        answer="0",
    )

    veiled = (1,)
    story = """
hinge
    Cheapest is the score 1: the right sign. For every p over ½ it is positive.
a coin | p=0.5
    p = ½: every score between −1 and 1 costs the same.
logistic | loss="logistic / ln 2", p=0.8
    The cheapest score tells p, too: it is ln(p/(1 − p)), the log-odds.
perceptron | loss="perceptron"
    A kink at 0: the score 0 is cheapest, and 0 has no sign.
any kink | loss="two slopes", kink=0.6
    A kink at 0 of any size does the same for p near ½.
rising | loss="two slopes", a=0.4
    It rises at 0: the wrong sign is cheaper.
"""
    notes = """Let them vote on the perceptron. Then any kink, and slide p: the flat step of the
    right panel has the width that the kink allows."""
    sees = {
        "hinge": lambda r: (
            abs(r.best[0] - 1) < 1e-9 and np.all(r.stairs[SHARES.repeat(2) > 0.5] > 0)
        ),
        "a coin": lambda r: np.abs(r.best - [-1, 1]).max() < 1e-9 and r.p == 0.5,
        "logistic": lambda r: abs(r.best[0] - np.log(0.8 / 0.2)) < 1e-6,
        "perceptron": lambda r: np.abs(r.best).max() < 1e-9 and r.phi is losses.perceptron,
        "any kink": lambda r: np.all(near_half(r.stairs) == 0) and r.phi is not losses.perceptron,
        "rising": lambda r: r.best[1] < 0 and r.p > 0.5,
    }
    widths = (3, 2)
    panels = (
        axes("score $s$", (-3, 3), "average cost $C_p(s)$", (-0.2, 4)),
        axes("chance $p$ of $+1$", (0, 1), "score", (-3.1, 3.1)),
    )

    def sliders(self):
        return dict(
            loss=choice("loss", "hinge", surrogate.SURROGATES | {"two slopes": None}),
            p=slider("chance of +1 p", 0.6, 0, 1, 0.01),
            a=slider("left slope a", -1, -2, 1, 0.05),
            kink=slider("kink at 0 k", 0, 0, 2, 0.05),
        )

    @staticmethod
    def compute(loss, p, a, kink):
        """The average cost of every score, and the cheapest score for every p."""
        phi = loss or surrogate.two_slopes(a, kink)
        pair = (phi, losses.zero_one)
        best = surrogate.best_scores(phi, np.append(SHARES, p))
        best = np.clip(best, -9, 9)  # 9 stands for infinity
        shown = np.clip(best[0, -1], -3, 3)
        return dict(
            phi=phi,
            costs=[surrogate.conditional_risk(cost, p, SCORES) for cost in pair],
            stairs=best[:, :-1].ravel("F"),
            best=best[:, -1],
            shown=shown,
            least=surrogate.conditional_risk(phi, p, shown),
            regret=surrogate.regret_of_wrong(phi, p),
            pull=float(surrogate.pull(phi, p)),
            seen=right_from(phi),
            promised=border(phi),
        )

    def picture(self, left, right):
        left.curve("surrogate", plots.FIT, shows=lambda r: (SCORES, r.costs[0]))
        left.curve("0-1 loss", plots.TRUTH, shows=lambda r: (SCORES, r.costs[1]), lw=1.4)
        left.star(label="cheapest", shows=lambda r: (r.shown, r.least))

        shares = np.repeat(SHARES, 2)
        signs = dict(colour=plots.TRUTH, lw=6, alpha=0.3)
        right.curve("Bayes' sign", shows=lambda r: (shares, np.sign(shares - 0.5)), **signs)
        right.curve("cheapest score", plots.FIT, shows=lambda r: (shares, r.stairs))
        right.hand("choose the chance p", shows=lambda r: (r.p, r.shown), p="x")

    def caption(self, r):
        if r.p == 0.5:
            return "At p = ½ neither sign is wrong."
        if r.regret > 1e-9:
            return f"A score of the wrong sign costs {r.regret:.3g} more than the cheapest one."
        return "A score of the wrong sign, or 0, is as cheap as the cheapest one."

    def numbers(self, r):
        low, high = np.round(r.best, 6) + 0.0
        return (
            f"cheapest scores {low:.3g} to {high:.3g} (9: infinite); Bayes' sign is "
            f"{np.sign(r.p - 0.5):+.0f}; the wrong one costs {r.regret:.3g} more."
        )

    def headline(self, r):
        return Claim(
            "the sign is right from p = φ′(0−)/(φ′(0−) + φ′(0+)) on",
            "Theorem 2.8",
            r.seen,
            r.promised,
            "==",
            1e-5,
            words="The slopes at 0 tell above which p the cheapest score is positive.",
        )

    def identities(self, r):
        over = (r.phi(SCORES) - losses.zero_one(SCORES)).min()
        above = r.phi.name in surrogate.ABOVE_ZERO_ONE
        under = "" if above else f"the {r.phi.name} loss need not be"
        close = "" if abs(r.pull) > 1e-3 else "p is on the border"
        if r.p == 0.5:
            close = "p = ½ has no wrong sign"
        return [
            Claim("φ is above the 0-1 loss", "section 6", over, 0, ">=", why_not=under),
            Claim(
                "a wrong sign costs more ⇔ the slope says so",
                "Theorem 2.8",
                r.regret > 1e-9,
                r.pull < 0,
                "==",
                why_not=close,
            ),
        ]


def near_half(stairs):
    """The cheapest scores for the chances of +1 within 2 % of one half."""
    return stairs[np.abs(SHARES.repeat(2) - 0.5) < 0.02]


def right_from(phi):
    """The p of [1/2, 1] from which on a positive score is cheaper than 0; 1 if none is. By values
    of phi alone: s beats 0 at p if p (phi(0) - phi(s)) > (1 - p) (phi(-s) - phi(0))."""
    gain, loss = phi(0.0) - phi(TINY), phi(-TINY) - phi(0.0)
    pays = gain > 0
    return float(np.min(loss[pays] / (loss + gain)[pays], initial=1.0))


def border(phi):
    """The same p by the two slopes of phi at 0: where p phi'(0+) = (1 - p) phi'(0-)."""
    left, right = surrogate.slopes_at_zero(phi)
    return left / (left + right) if right < 0 else 1.0
