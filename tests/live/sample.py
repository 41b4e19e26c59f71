"""Two small figures, guesses and exercises on which the kit is tested; a notebook may import it."""

import sys

import numpy as np

from helpers import plots
from helpers.desk.kinds import Choice, Code, Number, Open, Order, Position
from helpers.live import (
    Claim,
    Figure,
    Guess,
    GuessNumber,
    Handle,
    Step,
    choice,
    int_slider,
    point_handles,
    points,
    regularisation,
    slider,
    toggle,
)

GRID = np.linspace(0, 1, 201)
TRUTH = np.sin(2 * np.pi * GRID)


class fit(Figure):
    """A polynomial fitted to ten noisy points of a sine."""

    play = "M"
    more = ("mark", "noise")
    notes = "Let the class vote on the best degree first."

    story = [
        Step("too simple", "A line has two numbers to choose: it misses the wave.", M=1),
        Step("about right", "Degree 3 follows the wave.", M=3),
        Step("hits all ten", "Ten numbers for ten examples: where did the swing come from?", M=9),
        Step("held back", "Still degree 9, but a long w has its price.", M=9, penalty=True),
    ]
    handles = [
        Handle(
            "lift this example",
            at=lambda r: (r.x[3], r.y[3]),
            to=lambda r, x, y: dict(lift=y - r.y[3] + r.lift),
        ),
        Handle(
            "choose the degree",
            at=lambda r: (r.M, r.errors[r.M]),
            to=lambda r, x, y: dict(M=x),
            panel=1,
        ),
    ]

    def sliders(self):
        return dict(
            M=int_slider("degree M", 3, 0, 12),
            penalty=toggle("penalty λ‖w‖²"),
            lam=regularisation(1e-4, 1e-10, 1e3),
            lift=slider("lift one example δ", 0, -1.5, 1.5, 0.05),
            noise=slider("noise σ", 0.25, 0, 0.5, 0.05),
            mark=choice("examples as", "dots", {"dots": "o", "squares": "s"}),
        )

    @staticmethod
    def compute(M, penalty, lam, lift, noise, mark):
        """Fit polynomials of degree 0 to 12 to ten noisy points; look at degree M."""
        if M == 11:
            raise ValueError("degree 11 is left out to see what happens")
        x = np.linspace(0, 1, 10)
        y = np.sin(2 * np.pi * x) + noise * np.random.default_rng(4).normal(size=10)
        y[3] += lift
        strength = lam if penalty else 0.0
        fits = [ridge(np.vander(x, d + 1), y, strength) for d in range(13)]
        errors = np.array([np.mean((np.polyval(w, GRID) - TRUTH) ** 2) for w in fits])
        missed = np.array([np.mean((np.polyval(w, x) - y) ** 2) for w in fits])
        return dict(x=x, y=y, w=fits[M], errors=errors, missed=missed)

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(-0.02, 1.02), ylim=(-2.2, 2.2), xlabel="$x$", ylabel="$y$")
        left.plot(GRID, TRUTH, "--", color="0.45", lw=1.3)
        (curve,) = left.plot([], [], color=plots.BLUE, lw=2.4)
        (dots,) = left.plot([], [], "o", color="black", ms=8)
        right.set(xlim=(-0.4, 12.4), ylim=(1e-3, 10), yscale="log", xlabel="degree $M$")
        (line,) = right.plot([], [], "o-", color=plots.RED, label="error against the truth")
        (here,) = right.plot([], [], "*", color=plots.BLUE, ms=14)
        right.legend(loc="upper left")

        def move(r):
            curve.set_data(GRID, np.polyval(r.w, GRID))
            dots.set_data(r.x, r.y)
            dots.set_marker(r.mark)
            line.set_data(range(13), r.errors)
            here.set_data([r.M], [r.errors[r.M]])
            return curve, dots, line, here

        return move

    def caption(self, r):
        return f"Degree {r.M} misses the truth by {r.errors[r.M]:.2g} in the mean square."

    def numbers(self, r):
        return f"{self.caption(r)[:-1]}, and the examples by {r.missed[r.M]:.2g}."

    def headline(self, r):
        return Claim(
            "more freedom, never a larger minimum",
            "section 1",
            r.missed[r.M],
            r.missed[max(r.M - 1, 0)],
            tol=1e-6,
            why_not="the penalty is on"
            if r.penalty
            else ""
            if r.M
            else "nothing is below degree 0",
            words="A higher degree never fits the examples worse.",
        )

    def identities(self, r):
        hit = r.missed[r.M] if r.M >= 9 else 0
        few = "" if r.M >= 9 and not r.penalty else "fewer coefficients than examples, or a penalty"
        values = np.polyval(r.w, r.x)
        norm = np.mean((values - r.y) ** 2)
        return [
            Claim("ten coefficients hit ten examples", "section 2", hit, 0, "==", 1e-3, few),
            Claim("the error is a mean of squares", "section 1", norm, r.missed[r.M], "=="),
        ]


class line(Figure):
    """Three points that can be dragged, and the line that misses them least."""

    size = (8, 4)
    handles = point_handles("places", 3)

    def sliders(self):
        return dict(places=points("points p", [(0, 0), (1, 0.5), (2, 2)]))

    @staticmethod
    def compute(places):
        """Least squares for a line."""
        slope, height = np.polyfit(*places.T, 1)
        return dict(slope=slope, height=height)

    def picture(self, fig):
        ax = fig.subplots()
        ax.set(xlim=(-1, 3), ylim=(-1, 3))
        (dots,) = ax.plot([], [], "o", color="black")
        (fitted,) = ax.plot([], [], color=plots.BLUE)

        def move(r):
            dots.set_data(*r.places.T)
            fitted.set_data([-1, 3], r.height + r.slope * np.array([-1, 3]))
            return dots, fitted

        return move

    def caption(self, r):
        return f"The line has slope {r.slope:.2g} and height {r.height:.2g}."


def guess():
    """A question before `fit`."""
    return Guess(
        "Degree 9 goes through all ten points. Is it $\\mathit{closer}$ to the truth?",
        {
            "yes, it knows more": "More freedom helps on the examples only.",
            "no, it swings": "To hit noisy points exactly, the curve has to swing between them.",
            "no difference": "Between the examples the curve may go anywhere.",
        },
        answer="no, it swings",
    )


def guess_number():
    """A question before `line`."""
    return GuessNumber(
        "How many points does a line pass through for certain?",
        answer=2,
        within=0.1,
        why="Two points make a line; a third one need not lie on it.",
        traps=[(3, "Three points need not lie on a line.")],
    )


class fit_asked(fit):
    """The first figure, with its guess."""

    guess = guess()


class line_asked(line):
    """The second figure, with its guess."""

    guess = guess_number()


def ridge(X, y, lam):
    """The w, an array (d,), with the smallest mean squared residual plus lam times |w|^2."""
    n, d = X.shape
    return np.linalg.lstsq(
        np.vstack([X, np.sqrt(n * lam) * np.eye(d)]), np.concatenate([y, np.zeros(d)]), rcond=None
    )[0]


def summed(X, y, lam):
    """This minimises the sum of the squared residuals plus lam |w|^2. The task has their mean."""
    return np.linalg.solve(X.T @ X + lam * np.eye(X.shape[1]), X.T @ y)


def forgotten(X, y, lam):
    """This is least squares without the penalty: lam is not used."""
    return np.linalg.lstsq(X, y, rcond=None)[0]


four = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0]]), np.array([1.0, 3.0, 5.0, 7.0])

RIDGE = Code(
    id="98-ridge",
    task="Write ridge(X, y, lam), the minimiser of mean squared residual + lam |w|^2.",
    points=2,
    level=2,
    solution=ridge,
    cases={
        "four examples: is the loss a mean?": (*four, 0.5),
        "almost no penalty": (*four, 1e-9),
    },
    draw=lambda rng: (rng.normal(size=(6, 3)), rng.normal(size=6), rng.uniform(0.1, 2)),
    wrong=(summed, forgotten),
    hints=("Write down both gradients.", "Multiply by n/2.", "It is a linear system."),
)

WHICH = Choice(
    id="98-which",
    task="Which of these does <b>not</b> help degree 9?",
    options={
        "a small penalty": "It helps: step 4 of the story.",
        "another basis": "Right: it spans the same polynomials.",
    },
    answer="another basis",
)

FLAT = Number(
    id="98-flat",
    task="Fit a constant to 0, 0, 3 with λ = 1. Which w comes out?",
    answer=0.5,
    within=0.001,
    why="The gradient 2(w − 1) + 2w is zero at w = ½.",
    traps=((1.0, "That is the mean, the answer without a penalty."),),
    hints=("What is the derivative?", "Where is it zero?"),
)

SEARCH = Position(
    id="98-search",
    task="Find a penalty with which degree 9 does worse than 0.2.",
    figure="sample.fit",
    conditions={
        "degree 9": lambda r: r.M == 9,
        "the penalty is on": lambda r: r.penalty,
        "the truth is missed by more than 0.2": lambda r: r.errors[r.M] > 0.2,
    },
    answer=dict(M=9, penalty=True, lam=10.0),
    why="Too much penalty is as bad as too little freedom.",
    hints=("Tick the penalty first.", "Only λ is left."),
)

PROOF = Order(
    id="98-proof",
    task="Why is the mean the best constant? Put the lines in order.",
    lines=(
        "Let $g(w) = \\sum_i (w - y_i)^2$.",
        "Then $g'(w) = 2 \\sum_i (w - y_i)$.",
        "So $g'(w) = 0$ where $n w = \\sum_i y_i$.",
        "Hence $w$ is the mean, and $g$ is convex: it is the minimum.",
    ),
    reasons=(
        "This is what we minimise.",
        "Each square has slope 2.",
        "Solve for w.",
        "Divide by n.",
    ),
    hints=(
        "What is minimised comes first.",
        "Then its slope.",
        "The mean is named in the last line.",
    ),
)

ESSAY = Open(
    id="98-essay",
    task="Explain in your own words why degree 9 swings.",
    points=3,
    rubric=((2, "SECRET: noise is fitted"), (1, "SECRET: between the points nothing holds it")),
    asks=("what happens between the points?",),
    words=(5, 100),
)

# the kit looks for the exercises of notebook NN in answers.nNN, for figures in
# lessons; this module stands in for both
sys.modules["answers.n98"] = sys.modules[__name__]
sys.modules["lessons.sample"] = sys.modules[__name__]
