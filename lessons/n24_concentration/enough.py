"""How many examples two inequalities ask for."""

import numpy as np

from helpers.generalisation import concentration as con
from helpers.live import (
    Claim,
    Figure,
    Guess,
    axes,
    log_slider,
    slider,
)
from lessons.n24_concentration.world import counted, line, once_in, relative

WANTED = np.geomspace(0.01, 0.3, 120)
DELTAS = np.geomspace(1e-6, 0.2, 120)


class Enough(Figure):
    """The number of examples that ε and δ ask for, by two inequalities."""

    guess = Guess(
        "δ = 5 % is not safe enough: you want one failure in a million. How many times as many "
        "examples does Hoeffding ask for?",
        {
            "about 4 times": "The failure rate stands inside a logarithm: ln(2 000 000)/ln 40 = "
            "3.9.",
            "about 200 times": "That would be the root of 50 000. It is a logarithm.",
            "50 thousand times": "That is Chebyshev’s answer. Hoeffding’s bound falls "
            "exponentially.",
        },
        answer="about 4 times",
    )

    size = (10, 4.2)
    story = """
five points, nineteen of twenty
    Star: Hoeffding asks for 738 examples, whatever the law. Chebyshev asks for more.
half the distance | eps=0.025
    Half of ε costs four times as many examples, with both.
one failure in a million | delta=1e-06
    On the right: δ is fifty thousand times smaller, and Hoeffding’s n only 3.9 times larger.
    Chebyshev’s is fifty thousand times larger.
a loose promise | delta=0.2, p=0.05
    For δ = 0.2 and a rare error Chebyshev asks for less: it knows the variance.
what really fails | p=0.05
    With Hoeffding’s n the true failure rate is far below δ when errors are rare.
"""
    sees = {
        "five points, nineteen of twenty": lambda r: r.n == 738 and r.other > r.n,
        "half the distance": lambda r: abs(r.n / 738 - 4) < 0.01 and abs(r.other / 2000 - 4) < 0.01,
        "one failure in a million": lambda r: (
            abs(r.n / 738 - 3.9) < 0.05 and abs(r.other / 2000 / 5e4 - 1) < 0.01
        ),
        "a loose promise": lambda r: r.other < r.n,
        "what really fails": lambda r: r.fails < 1e-6 * r.delta,
    }
    notes = """The two panels have one message each: accuracy is expensive (slope −2), confidence is
    cheap (a logarithm). Let the class say the factor for “one failure in a million” first."""

    panels = (
        axes("distance ε", (0.01, 0.3, "log"), "examples n", (3, 1e7, "log")),
        axes("failure rate δ", (1e-6, 0.2, "log"), "examples n", (3, 1e7, "log")),
    )

    def sliders(self):
        return dict(
            eps=log_slider("distance ε", 0.05, 0.01, 0.3),
            delta=log_slider("failure rate δ", 0.05, 1e-6, 0.2),
            p=slider("error rate p", 0.5, 0.01, 0.5, 0.01),
        )

    @staticmethod
    def compute(eps, delta, p):
        """Sample sizes over ε and over δ, and the exact failure rate with Hoeffding's n."""
        var = p * (1 - p)
        n, other = con.hoeffding_size(eps, delta), con.chebyshev_size(var, eps, delta)
        return dict(
            n=n,
            other=other,
            var=var,
            over_eps=(np.log(2 / delta) / (2 * WANTED**2), var / (delta * WANTED**2)),
            over_delta=(np.log(2 / DELTAS) / (2 * eps**2), var / (DELTAS * eps**2)),
            fails=float(con.two_sided_tail(n, p, eps)),
            promised=2 * con.hoeffding(n, eps),
            one_less=2 * con.hoeffding(n - 1, eps) if n > 1 else 2.0,
        )

    def picture(self, left, right):
        left.ax.set_xticks([0.01, 0.03, 0.1, 0.3], ["0.01", "0.03", "0.1", "0.3"])
        left.ax.tick_params(axis="x", which="minor", labelbottom=False)
        for i, name in enumerate(("Hoeffding", "Chebyshev")):
            left.add(line(left.ax, name), shows=lambda r, i=i: (WANTED, r.over_eps[i]))
            right.add(line(right.ax, name), shows=lambda r, i=i: (DELTAS, r.over_delta[i]))
        left.hand("choose ε", shows=lambda r: (r.eps, r.n), eps="x")
        right.hand("choose δ", shows=lambda r: (r.delta, r.n), delta="x")

    def caption(self, r):
        more = "more" if r.other > r.n else "less"
        return (
            f"Hoeffding asks for {counted(r.n)} examples; Chebyshev asks for {more}, "
            f"{counted(r.other)}. With the first the share is off {once_in(r.fails)}."
        )

    def numbers(self, r):
        return (
            f"Hoeffding asks for {r.n} examples, Chebyshev for {r.other}; with {r.n} the exact "
            f"failure rate is {r.fails:.3g}."
        )

    def headline(self, r):
        return Claim(
            "enough examples",
            "Theorem 24.6",
            measured=r.fails,
            bound=r.delta,
            tol=relative(r.delta),
            words="With n ≥ ln(2/δ)/(2ε²) examples the average is off by ε or more with "
            "probability at most δ.",
        )

    def identities(self, r):
        return [
            Claim("Hoeffding at n", "Theorem 24.6", r.promised, r.delta, tol=relative(r.delta)),
            Claim(
                "one example less is too few",
                "Theorem 24.6",
                r.one_less,
                r.delta,
                ">=",
                tol=relative(r.delta),
            ),
            Claim(
                "Chebyshev at its n",
                "Theorem 24.2",
                float(con.chebyshev(r.var, r.other, r.eps)),
                r.delta,
                tol=relative(r.delta),
            ),
        ]
