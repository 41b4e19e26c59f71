"""A parabola over log M."""

import numpy as np

from helpers import plots
from helpers.generalisation import concentration as con
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, slider

T = np.concatenate([-np.linspace(12, 0.05, 240), np.linspace(0.05, 12, 240)])
GRIP = 8.0  # where the hand takes the parabola
SCALE = 0.2  # of the Laplace law


class Lens(Figure):
    """log M(t) and a parabola above it: how far a law is from normal, in one number σ²."""

    guess = Guess(
        "Which σ² is the smallest for which the parabola σ²t²/2 lies above ln M everywhere?",
        {
            "0.0099, the variance": "Near t = 0 that fits exactly. Further right the rare head "
            "takes over, and ln M crosses it.",
            "0.107, eleven times the variance": "The rare head makes ln M steep on the right: look "
            "at the hill in the right panel.",
            "0.25": "That is enough, for every coin. This one needs less than half.",
            "none: the law is too skew": "A bounded law always has one: at most ¼ of its width "
            "squared.",
        },
        answer="0.107, eleven times the variance",
    )

    size = (10, 4.2)
    veiled = (1,)
    story = """
the variance is not enough | s2=0.0099
    The parabola with σ² = the variance (dotted) touches at 0, and ln M crosses it on the right.
just enough | s2=0.1067
    At σ² = 0.107, eleven times the variance, the parabola lies above everywhere and touches
    once.
Hoeffding’s parabola | s2=0.25
    σ² = ¼ is enough for every centred coin, and for every law of mean 0 on an interval of
    length 1.
the fair coin | p=0.5, s2=0.25
    At p = ½ the variance, the smallest σ² and ¼ are the same number.
heavy tails | law="Laplace", s2=0.25
    A Laplace law: ln M leaves for infinity at t = 5. No parabola lies above it.
not centred | law="uniform on [0, 1]", s2=0.25
    Uniform on [0, 1], mean ½: near t = 0 a line beats every parabola. Centre first.
"""
    sees = {
        "the variance is not enough": lambda r: np.any(
            (r.log_m > r.variance * T**2 / 2 * (1 + 1e-9))[T > 0]
        ),
        "just enough": lambda r: (
            not r.pierced and r.s2 - r.least < 1e-3 and round(r.s2 / r.variance) == 11
        ),
        "Hoeffding’s parabola": lambda r: not r.pierced and r.s2 == 0.25,
        "the fair coin": lambda r: r.variance == 0.25 and abs(r.least - 0.25) < 1e-4,
        "heavy tails": lambda r: np.isinf(r.least) and np.isfinite(r.log_m[np.abs(T) < 5]).all(),
        "not centred": lambda r: r.pierced and r.needed[np.abs(T) < 0.06].max() > 10,
    }
    handles = [
        Handle(
            "bend the parabola",
            at=lambda r: (GRIP, r.s2 * GRIP**2 / 2),
            to=lambda r, x, y: dict(s2=2 * y / GRIP**2),
        )
    ]
    notes = """The right panel divides both sides by t²/2: a parabola becomes a level, and the
    smallest σ² is the height of the hill. Ask which coin has the highest hill."""
    panels = (
        axes("t", (-12, 12), "ln M(t)", (-0.2, 9)),
        axes("t", (-12, 12), "σ² needed at t", (0, 0.36)),
    )

    def sliders(self):
        return dict(
            s2=slider("parameter σ²", 0.05, 0.002, 0.28, 0.0001),
            p=slider("heads p", 0.01, 0.01, 0.5, 0.01),
            law=choice("law", "coin", ["coin", "uniform", "Laplace", "uniform on [0, 1]"]),
        )

    @staticmethod
    def compute(s2, p, law):
        """log M of the law over a grid of t, what a parabola needs at each t, and the largest."""
        log_m, variance = {
            "coin": lambda: (con.log_mgf([1 - p, -p], [p, 1 - p], T), p * (1 - p)),
            "uniform": lambda: (uniform_log_mgf(T), 1 / 12),
            "Laplace": lambda: (laplace_log_mgf(T), 2 * SCALE**2),
            "uniform on [0, 1]": lambda: (T / 2 + uniform_log_mgf(T), 1 / 12),
        }[law]()
        needed = con.needed_parameter(log_m, T)
        touch = 2 * np.log((1 - p) / p)
        return dict(
            log_m=log_m,
            variance=variance,
            needed=needed,
            least=float(np.max(needed)),
            pierced=bool(np.any(log_m > s2 * T**2 / 2 * (1 + 1e-9))),
            touch=touch,
            at_touch=float(_needed_at(p, touch)),
        )

    def picture(self, left, right):
        left.curve("ln M(t)", plots.TRUTH, shows=lambda r: (T, np.minimum(r.log_m, 20)))
        left.curve("σ²t²/2", plots.BLUE, shows=lambda r: (T, r.s2 * T**2 / 2), ls="--")
        left.curve(
            "with the variance", plots.PURPLE, shows=lambda r: (T, r.variance * T**2 / 2), ls=":"
        )

        right.curve("2 ln M(t)/t²", plots.TRUTH, shows=lambda r: (T, np.clip(r.needed, -1, 2)))
        right.level("σ²", plots.BLUE, "--", shows=lambda r: r.s2)
        right.level("variance", plots.PURPLE, ":", shows=lambda r: r.variance)
        right.ax.axhline(0.25, color=plots.BOUND, ls=(0, (7, 2)), label="¼")

        left.star(shows=lambda r: (GRIP, r.s2 * GRIP**2 / 2))

    def caption(self, r):
        if r.law == "Laplace":
            return "ln M is infinite beyond t = ±5: every parabola is pierced."
        if r.law == "uniform on [0, 1]":
            return "With mean ½ the curve starts along a line, and every parabola is pierced at 0."
        if r.pierced:
            return f"Pierced: σ² = {r.s2:.3g} is too small, {r.least:.3g} is needed."
        return f"The parabola lies above everywhere; σ² = {r.least:.3g} would be enough."

    def numbers(self, r):
        least = f"{r.least:.3g}" if np.isfinite(r.least) else "infinite"
        return (
            f"variance {r.variance:.3g}, smallest sub-Gaussian parameter on this range of t "
            f"{least}, the parabola is {'pierced' if r.pierced else 'above everywhere'}."
        )

    def headline(self, r):
        return Claim(
            "Hoeffding’s lemma",
            "Theorem 24.4",
            measured=r.least,
            bound=0.25,
            tol=1e-9,
            why_not={
                "Laplace": "the law is not bounded",
                "uniform on [0, 1]": "the mean is not 0",
            }.get(r.law, ""),
            words="A mean-zero law on an interval of length 1 has a parabola with σ² ≤ ¼ above it.",
        )

    def identities(self, r):
        bounded = "" if r.law in ("coin", "uniform") else "the law has no parabola"
        coin = "" if r.law == "coin" else "the law is no coin"
        return [
            Claim(
                "at least the variance", "section 3", r.variance, r.least, tol=2e-4, why_not=bounded
            ),
            Claim(
                "the hill of a coin",
                "section 3",
                r.at_touch,
                con.coin_parameter(r.p),
                "==",
                tol=1e-6,
                why_not=coin,
            ),
            Claim("the hill is the top", "section 3", r.least, r.at_touch, tol=1e-9, why_not=coin),
        ]


def uniform_log_mgf(t):
    return np.log(np.sinh(np.abs(t) / 2) / (np.abs(t) / 2))


def laplace_log_mgf(t):
    inside = np.minimum(np.square(SCALE * t), 1 - 1e-12)
    return np.where(SCALE * np.abs(t) < 1, -np.log1p(-inside), np.inf)


def _needed_at(p, t):
    """2 log M(t) / t² of a coin; near t = 0 its limit, the variance."""
    if abs(t) < 1e-3:
        return p * (1 - p)
    return con.needed_parameter(con.log_mgf([1 - p, -p], [p, 1 - p], t), t)
