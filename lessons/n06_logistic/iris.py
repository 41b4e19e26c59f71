"""The figure `iris`."""

from functools import lru_cache

import numpy as np

from helpers import data, plots
from helpers.linear import logistic, softmax
from helpers.live import Claim, Figure, Guess, Handle, axes, regularisation, temperature
from lessons.n06_logistic.world import TAUS

flowers, BOX = data.load("iris"), (0.5, 7.5, -0.2, 3.6)


PETALS = flowers.X[:, 2:]

IX = logistic.with_ones(data.standardise(PETALS))

AREA = np.stack(
    np.meshgrid(np.linspace(0.57, 7.43, 50), np.linspace(-0.16, 3.56, 50)), axis=-1
).reshape(-1, 2)


AREA_X = logistic.with_ones(data.standardise(AREA, PETALS))

SPECIES = [flowers.y == k for k in range(3)]

ONE = 70  # a versicolor that looks like a virginica

RGB = np.array([[int(c[i : i + 2], 16) / 255 for i in (1, 3, 5)] for c in plots.COLOURS[:3]])


def nearest_tau(r, x, y):
    """The temperature at which the star's path comes closest to the hand."""
    return float(TAUS[np.argmin(((r.road - [x, y]) ** 2).sum(axis=1))])


class Iris(Figure):
    """Three classes: probabilities as colours, and as points of a triangle."""

    guess = Guess(
        "Colours on the left mix the three probabilities; on the right each flower is a point of "
        r"the triangle. Turn $\tau$ up to 20. What happens?",
        {
            "flowers go to the centre, borders stay": "Right. All scores are divided by the same "
            "number: differences shrink, their order stays.",
            "flowers go to the centre, borders move": "The first half is right. A border is where "
            "two scores are equal. Are they still equal after division?",
            "flowers go to the corners, borders stay": "That is cold, τ near 0.",
            "flowers go to the corners, borders move": "That is cold, and no τ moves a border.",
        },
        answer="flowers go to the centre, borders stay",
    )

    veiled = (1,)
    story = """
as learnt
    Most flowers stand near their corner. Find the star in both panels.
hot | tau=10
    Pale colours, flowers at the centre. Did a border move?
cold | tau=0.1
    Corners only. Which corner does the star go to, and which is its own?
strong penalty | lam=0.1
    λ = 0.1, τ = 1: short weights look like heat.
weak penalty | lam=1e-05
    λ = 0.00001: long weights look like cold.
"""
    sees = {
        "as learnt": lambda r: np.mean(r.P.max(axis=1) > 0.8) > 0.8 and r.tau == 1,
        "hot": lambda r: r.P.max(axis=1).mean() < 0.55 and r.right > 0.95,
        "cold": lambda r: r.P.max(axis=1).mean() > 0.99 and r.P[ONE].argmax() == 2,
        "strong penalty": lambda r: r.tau == 1 and r.P.max(axis=1).mean() < 0.65 and r.right < 0.9,
        "weak penalty": lambda r: r.tau == 1 and r.P.max(axis=1).mean() > 0.96,
    }
    handles = [
        Handle(
            "heat and cool this flower",
            at=lambda r: r.star,
            to=lambda r, x, y: dict(tau=nearest_tau(r, x, y)),
            panel=1,
        )
    ]
    notes = """Drag the star along its grey path: it is a versicolor that looks like a virginica.
    Cooling makes a mistake sure of itself, heating makes it modest, and neither makes it right.
    Then compare hot with strong penalty: alike, but with λ the borders may move."""
    widths = (1.1, 1)
    panels = (
        axes("petal length (cm)", BOX[:2], "petal width (cm)", BOX[2:]),
        axes(xlim=(-0.16, 1.16), ylim=(-0.12, 1.02), xticks=[], yticks=[]),
    )

    def sliders(self):
        return dict(tau=temperature(1, 0.05, 20), lam=regularisation(0.001, 1e-5, 1))

    @staticmethod
    def compute(tau, lam):
        """Fit a softmax to 150 irises and look at it at temperature tau."""
        W, S, over, borders = three_species(lam)
        P = softmax.softmax(S, tau)
        places = softmax.simplex_points(P)
        return dict(
            W=W,
            S=S,
            P=P,
            image=mixed(softmax.softmax(over, tau)).reshape(50, 50, 3),
            borders=borders,
            places=places,
            star=places[ONE],
            road=softmax.simplex_points(softmax.softmax(S[ONE] / TAUS[:, None])),
            right=np.mean(P.argmax(axis=1) == flowers.y),
        )

    def picture(self, left, right):
        right.ax.spines[:].set_visible(False)
        right.ax.plot([0, 1, 0.5, 0], [0, 0, 3**0.5 / 2, 0], color="0.4", lw=1.2)
        for x, height, name in zip((0, 1, 0.5), (-0.1, -0.1, 0.93), flowers.target_names):
            right.ax.text(x, height, name, ha="center", fontsize=13)
        shade = plots.heatmap(left.ax, BOX, 0, 1)
        lines = [plots.curves(left.ax, [None], color=plots.BLACK, ls="-", lw=1.4) for _ in range(3)]
        petals = plots.points(left.ax, list(flowers.target_names), legend=None, size=30)

        road = plots.curves(right.ax, [None], color="0.6", ls="-", lw=1.4)
        dots = plots.points(right.ax, [""] * 3, legend=None, size=40, alpha=0.6)
        one, star = (plots.star(ax, 16) for ax in (left.ax, right.ax))
        left.add(shade, shows=lambda r: r.image)
        left.add(lambda r: (a for line, ends in zip(lines, r.borders) for a in line(*ends.T)))
        left.add(petals, shows=lambda r: (*(PETALS[own] for own in SPECIES),))
        left.add(one, shows=lambda r: (*PETALS[ONE],))
        right.add(road, shows=lambda r: (*r.road.T,))
        right.add(dots, shows=lambda r: (*(r.places[own] for own in SPECIES),))
        left.add(star, shows=lambda r: (*r.star,))

    def caption(self, r):
        said, sure = flowers.target_names[r.P[ONE].argmax()], r.P[ONE].max()
        # never "100 %" for an answer that is wrong
        sure = "over 99.9%" if sure > 0.9995 else f"{sure:.1%}" if sure > 0.99 else f"{sure:.0%}"
        return (
            f"The star, a versicolor, is called {said} with confidence {sure}; of all flowers "
            f"{r.right:.1%} are called rightly."
        )

    def numbers(self, r):
        return (
            f"{r.right:.1%} of the flowers are classified rightly, with mean confidence "
            f"{r.P.max(axis=1).mean():.1%}; the mean entropy is {softmax.entropy(r.P).mean():.3f}, "
            "between 0 at the corners and ln 3 = 1.099 at the centre; the star has the "
            f"probabilities {', '.join(f'{p:.2f}' for p in r.P[ONE])}."
        )

    def headline(self, r):
        h = 1e-4 * r.tau
        after, before = (
            softmax.entropy(softmax.softmax(r.S, t)).mean() for t in (r.tau + h, r.tau - h)
        )
        P, S = r.P, r.S
        spread = (P * S**2).sum(axis=1) - (P * S).sum(axis=1) ** 2
        return Claim(
            "the entropy grows with τ at rate Var(s)/τ³",
            "Theorem 6.10",
            (after - before) / (2 * h),
            spread.mean() / r.tau**3,
            "==",
            tol=1e-4,
            words="Entropy grows with τ, at the rate (variance of the score)/τ³.",
        )

    def identities(self, r):
        said = softmax.softmax(r.S)[:, 1]
        means = said.mean() + 2 * r.lam * r.W[0, 1], SPECIES[1].mean()
        x = IX[:, 1]
        moments = (x * said).mean() + 2 * r.lam * r.W[1, 1], (x * SPECIES[1]).mean()
        labels = np.mean(r.S.argmax(axis=1) == flowers.y)
        others = r.W[1, 0] + r.W[1, 1], -r.W[1, 2]
        return [
            Claim("largest probability = largest score", "Theorem 6.10", r.right, labels, "=="),
            Claim("versicolor: said + 2λw₀ = seen", "Theorem 6.11", *means, "==", tol=1e-9),
            Claim("length: x·said + 2λw₁ = x·seen", "Theorem 6.11", *moments, "==", tol=1e-9),
            Claim("the weights of a column sum to 0", "section 5", *others, "==", tol=1e-7),
        ]


def mixed(P):
    """Rows of three probabilities as colours between the first three of the palette, made pale."""
    return 1 - 0.5 * (1 - P @ RGB)


@lru_cache(maxsize=64)
def three_species(lam):
    """The weights, the scores of all flowers and of the area, and the borders between species."""
    W = softmax.fit(IX, flowers.y, lam)
    return W, IX @ W, AREA_X @ W, [border(W, k) for k in range(3)]


def border(W, k):
    """The half-line on which the two species other than k tie, and k is no better: (2, 2) ends."""
    i, j = (other for other in range(3) if other != k)
    tie, lead = W[:, i] - W[:, j], W[:, i] - W[:, k]  # (intercept, two slopes) each
    along = np.array([-tie[2], tie[1]])
    foot = -tie[0] * tie[1:] / (tie[1:] @ tie[1:])
    level, rise = lead[0] + lead[1:] @ foot, lead[1:] @ along
    first = -level / rise  # on the tie, species k catches up here
    ends = foot + np.array([[first], [first + np.sign(rise) * 1e3]]) * along
    return ends * PETALS.std(axis=0) + PETALS.mean(axis=0)
