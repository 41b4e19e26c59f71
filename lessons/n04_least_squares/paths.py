"""The figure `paths`."""

import numpy as np

from helpers import data, plots
from helpers.linear import least_squares
from helpers.live import Claim, Figure, Guess, axes, int_slider, regularisation
from lessons.n04_least_squares.world import bare


class Paths(Figure):
    """Ridge on 442 patients: which λ, if nobody but the training rows may be asked?"""

    guess = Guess(
        "Two of the ten columns, total cholesterol and ldl, say nearly the same (correlation 0.9). "
        "Which coefficients will least squares, without a penalty, give to this pair?",
        {
            "two similar ones that share the work": "That is what a small penalty makes of them. "
            "Nothing makes least squares share.",
            "two large ones of opposite sign": "Right: the columns are nearly collinear, and "
            "least squares divides by the small singular value of their difference.",
            "zero for one of them": "That is how another penalty behaves, the subject of notebook "
            "05.",
        },
        answer="two large ones of opposite sign",
    )

    veiled = (1,)
    PATIENTS = data.load("diabetes")
    LAMS = np.geomspace(1e-4, 1e3, 71)
    PAIR, REST = [4, 5], [0, 1, 2, 3, 6, 7, 8, 9]  # total cholesterol and ldl; the others
    story = """
least squares
    Total cholesterol and ldl: two long coefficients of opposite signs.
a little | lam=0.1
    λ = 0.1: the pair has collapsed, and the green training error has moved by less than 3 %.
the choice | lam=0.316
    The lowest point. It needed only the 60 patients; where is the dashed curve lowest?
nothing left | lam=1000
    λ = 1000: every prediction is nearly the mean of the training rows.
40 patients | n=40
    Fewer rows: green is lower and orange higher, so the training error flatters more.
400 patients | n=400
    Green and orange nearly agree. Red is only 42 people now.
"""
    sees = {
        "least squares": lambda r: r.path[0, 4] < -90 and r.path[0, 5] > 50,
        "a little": lambda r: (
            np.abs(r.ridge.w(r.lam)[[4, 5]]).max() < 10 and r.now[0] < 1.03 * r.errors[0][0]
        ),
        "the choice": lambda r: r.now[1] < r.errors[1].min() + 0.01,
        "nothing left": lambda r: np.abs(r.ridge.fitted(r.lam)).max() < 1,
        "40 patients": lambda r: r.errors[1][0] - r.errors[0][0] > 15,
        "400 patients": lambda r: r.now[1] - r.now[0] < 2 and 442 - r.n == 42,
    }
    notes = """Ask for the meaning of the green curve's left end (the best fit) and for a way to
    choose λ without the dashed curve. One split is an anecdote: change n and watch the two
    minima move apart and together."""
    widths = (3, 2.2)
    panels = (
        axes("regularisation $\\lambda$", (6e-5, 1.7e3), "root mean squared error", (46, 84)),
        axes("regularisation $\\lambda$", (6e-5, 1.7e3), "coefficient", (-130, 90)),
    )

    def sliders(self):
        return dict(
            lam=regularisation(1e-4, 1e-4, 1e3), n=int_slider("training rows n", 60, 40, 400)
        )

    @staticmethod
    def compute(lam, n):
        """Ridge on n of the 442 patients for many λ at once, and how far it misses whom."""
        order = np.random.default_rng(0).permutation(442)
        X, y = Paths.PATIENTS.X[order], Paths.PATIENTS.y[order]
        X, y = data.standardise(X, like=X[:n]), y - y[:n].mean()
        ridge = least_squares.Ridge(X[:n], y[:n])
        grid = np.append(Paths.LAMS, lam)
        misses = [
            ridge.fitted(grid) - y[:n],  # its own rows
            # each row, predicted without it; 1/n is its share of the mean, the free intercept
            (ridge.fitted(grid) - y[:n]) / (1 - ridge.leverage(grid) - 1 / n),
            ridge.predict(X[n:], grid) - y[n:],  # rows nobody has seen
        ]
        errors = [np.sqrt(np.mean(e**2, axis=1)) for e in misses]
        lowest = np.argmin(errors[1][:-1])
        return dict(
            ridge=ridge,
            path=ridge.w(Paths.LAMS),
            errors=[e[:-1] for e in errors],
            now=[e[-1] for e in errors],
            chosen=(Paths.LAMS[lowest], errors[1][lowest]),
        )

    def picture(self, left, right):
        left.curve("training rows", plots.TRAIN, shows=lambda r: (self.LAMS, r.errors[0]), log="x")
        left.curve(
            "leave one out", plots.ORANGE, shows=lambda r: (self.LAMS, r.errors[1]), ls="-.", lw=2.6
        )
        left.curve("other patients", plots.TEST, shows=lambda r: (self.LAMS, r.errors[2]), ls="--")
        left.mark("lowest", "v", plots.ORANGE, 9, shows=lambda r: (*r.chosen,))
        left.hand("choose λ", shows=lambda r: (r.lam, r.now[1]), lam="x")
        right.ax.axhline(0, color="0.6", lw=1)
        right.bundle(8, "other eight", lw=1.2, shows=lambda r: (self.LAMS, r.path.T[self.REST]))
        colours = dict(log="x", legend=None)
        right.curve(
            "cholesterol",
            plots.FIT,
            shows=lambda r: (self.LAMS, r.path[:, self.PAIR[0]]),
            lw=2.6,
            **colours,
        )
        right.curve(
            "ldl",
            plots.PURPLE,
            shows=lambda r: (self.LAMS, r.path[:, self.PAIR[1]]),
            ls="--",
            lw=2.6,
            **colours,
        )
        right.level(across=True, shows=lambda r: r.lam)
        bare(left.ax, right.ax)

    def caption(self, r):
        return (
            f"A patient left out is missed by {r.now[1]:.3g}, one that nobody has seen by "
            f"{r.now[2]:.3g}."
        )

    def numbers(self, r):
        return (
            f"with {r.ridge.df(r.lam):.3g} degrees of freedom the fit misses its {r.n} training "
            f"rows by {r.now[0]:.3g}, a row left out by {r.now[1]:.3g} and the other "
            f"{442 - r.n} rows by {r.now[2]:.3g}; leaving one out would choose "
            f"λ = {r.chosen[0]:.2g}."
        )

    def headline(self, r):
        X, y = np.column_stack([np.ones(r.n), r.ridge.X]), r.ridge.y
        G = X.T @ X + r.n * r.lam * np.diag([0] + 10 * [1])  # the intercept is free
        without = G - X[:, :, None] * X[:, None, :]  # row i left out of the i-th of n systems
        refit = np.linalg.solve(without, (X.T @ y - X * y[:, None])[:, :, None])[:, :, 0]
        return Claim(
            "leave one out: formula = n refits",
            "Theorem 4.6",
            r.now[1],
            np.sqrt(np.mean((y - (X * refit).sum(axis=1)) ** 2)),
            "==",
            tol=1e-7,
            words="One fit gives the same leave-one-out error as n fits, each without a row and "
            "with an intercept of its own.",
        )

    def identities(self, r):
        X, lengths = r.ridge.X, np.linalg.norm(r.path, axis=1)
        G = X.T @ X + r.n * r.lam * np.eye(10)
        trace = np.trace(X @ np.linalg.solve(G, X.T))
        return [
            Claim("Σ s²/(s² + nλ) = trace of H", "Theorem 4.6", r.ridge.df(r.lam), trace, "=="),
            Claim("a larger λ, a shorter w", "section 3", np.diff(lengths).max(), 0),
            Claim(
                "a larger λ, a larger training error",
                "section 3",
                np.diff(r.errors[0]).min(),
                0,
                ">=",
            ),
        ]
