"""The lasso."""

from functools import cache

import numpy as np

from helpers import plots
from helpers.linear import lasso as lassos
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider, regularisation
from lessons.n05_sparsity.world import designs, many

LAMS = np.geomspace(0.001, 2, 70)

SHORT = {  # names of the ten measurements that fit beside a curve
    "body mass index": "bmi",
    "blood pressure": "bp",
    "total cholesterol": "chol",
    "cholesterol ratio": "ratio",
    "log triglycerides": "ltg",
    "glucose": "glu",
}


class Path(Figure):
    """The lasso for every λ, and the pulls that certify it."""

    guess = Guess(
        r"Let $\lambda$ fall from a large value. Coefficients leave zero one after another. Once a "
        r"coefficient has left zero, can it come back to zero while $\lambda$ goes on falling?",
        {
            "no: less price, more coefficient": "True if columns are orthogonal. Here others come "
            "in and take over its work.",
            "yes": "On these data one does: column 7, hdl, is back at zero near λ = 0.002.",
            "only if its column is zero": "Such a column never leaves zero at all.",
        },
        answer="yes",
    )

    size = (10, 4.4)
    play = "T"
    veiled = (0,)
    story = """
nobody | lam=1.5
    λ is over every pull: all ten bars stay between the lines, and all coefficients are 0.
the first | lam=1.1
    λ has come down to the longest bar. Column 3, body mass index, touches the line and leaves
    zero.
four of ten | lam=0.3
    Four bars stand exactly at a line: these columns are in use. Six do not reach it, and their
    coefficients are 0.
there and back | lam=0.02, T=40
    Follow column 7, hdl (black, long dashes): it leaves zero, goes down, turns, and near λ =
    0.002 it is zero again.
one sweep | lam=0.3, T=1
    After one sweep of coordinate descent most columns in use do not stand at a line: the
    picture itself says that this is not the solution yet.
three matter | columns="three matter", lam=0.05
    Twelve correlated columns, three of them real. At this λ the lasso uses exactly those three,
    all too small.
"""
    sees = {
        "nobody": lambda r: not r.w.any() and np.abs(r.exact).max() < r.lam,
        "the first": lambda r: np.flatnonzero(r.w).tolist() == [2],
        "four of ten": lambda r: (
            np.allclose(np.abs(r.exact[r.w != 0]), r.lam)
            and [(np.abs(r.exact) < 0.999 * r.lam).sum(), len(r.w)] == [6, 10]
        ),
        "there and back": lambda r: (
            r.w[6] < -0.1 and not whole_path(r.columns)[np.abs(LAMS - 0.002).argmin(), 6]
        ),
        "one sweep": lambda r: (
            np.isclose(np.abs(r.pulls), r.lam).sum() < np.sum(r.run.last != 0) / 2
        ),
        "three matter": lambda r: (
            np.flatnonzero(r.w).tolist() == [0, 1, 2] and (np.abs(r.w[:3]) < [0.5, 0.4, 0.25]).all()
        ),
    }
    handles = [
        Handle("choose λ", at=lambda r: (r.lam, 0.0), to=lambda r, x, y: dict(lam=max(x, 1e-4)))
    ]
    notes = """Drag the star from left to right and let the class predict which bar hits the line
    next. Then one sweep: how could somebody who does not trust the solver notice? Columns are
    standardised on all patients; nothing here says how well the model predicts (notebook 04 does
    that by leaving one out)."""
    widths = (3, 2)
    panels = (
        axes("$\\lambda$ (falling)", (2, 0.001), "coefficients $w_j$", (-0.5, 0.5)),
        axes("column $j$", (0.3, 12.7), "pull $g_j$, in units of $\\lambda$", (-1.6, 1.6)),
    )

    def sliders(self):
        return dict(
            lam=regularisation(0.3, 0.001, 2),
            T=int_slider("sweeps T", 25, 1, 40),
            columns=choice("data", "diabetes", ["diabetes", "three matter"]),
        )

    @staticmethod
    def compute(lam, T, columns):
        """T sweeps of coordinate descent from 0, and the exact solution with its pulls."""
        X, y, _ = designs()[columns]
        run, w = lassos.coordinate_descent(X, y, lam, T), lassos.lasso(X, y, lam)
        f = lassos.objective(X, y, lam)[0]
        pulls = [2 / len(X) * X.T @ (y - X @ v) for v in (run.last, w)]
        return dict(
            run=run,
            w=w,
            pulls=pulls[0],
            exact=pulls[1],
            values=f(run.w[-2:]),
            height=f(run.last) - f(w),
            gap=lassos.duality_gap(run.last, X, y, lam),
            top=lassos.lam_max(X, y),
        )

    def picture(self, left, right):
        right.ax.set_xticks(range(1, 13))
        lines = plots.curves(left.ax, [""] * 12, log="x", legend=None, lw=1.8)
        texts = [left.ax.text(0.00094, 0, "", va="center", fontsize=10) for _ in range(12)]
        for text, line in zip(texts, left.ax.lines):
            text.set_color(line.get_color())
        level = plots.level(left.ax, "your $\\lambda$", across=True)
        dots = plots.curves(left.ax, ["after $T$ sweeps"], ls="", marker="o", color="0.3", ms=5)
        star = plots.star(left.ax)

        used = plots.bars(right.ax, 12, "in use", plots.BLUE, np.arange(1, 13))
        idle = plots.bars(right.ax, 12, "at zero", "0.75", np.arange(1, 13))
        for height in (-1, 1):
            right.ax.axhline(height, color=plots.BLACK, ls="--", lw=1.6, label="$\\pm\\lambda$")
        handles, names = right.ax.get_legend_handles_labels()
        right.legend(handles=handles[1:], labels=names[1:])

        def move(r):
            w, g = np.zeros(12), np.full(12, np.nan)
            w[: len(r.w)], g[: len(r.w)] = r.run.last, np.clip(r.pulls / r.lam, -1.6, 1.6)
            labels(texts, *side_labels(r.columns))
            return (
                *lines(LAMS, *whole_path(r.columns).T, *[None] * (12 - len(r.w))),
                *level(r.lam),
                *dots(np.full(len(r.w), r.lam), r.run.last),
                *used(np.where(w != 0, g, np.nan)),
                *idle(np.where(w == 0, g, np.nan)),
                *star(r.lam, 0.0),
                *texts,
            )

        left.add(move)

    def caption(self, r):
        zeros = many(int((r.w == 0).sum()), "zero")
        if r.gap > 1e-4:
            return (
                f"The solution has {zeros} of {len(r.w)}; after {many(r.T, 'sweep')} we are at "
                f"most {r.gap:.2g} above it."
            )
        return f"The solution has {zeros} among its {len(r.w)} coefficients."

    def numbers(self, r):
        used = ", ".join(str(j + 1) for j in np.flatnonzero(r.w)) or "none"
        return (
            f"columns in use: {used}; {int((r.w == 0).sum())} of {len(r.w)} coefficients are zero, "
            f"and all from λ = {r.top:.3f} on; the longest pull at the solution is "
            f"{np.abs(r.exact).max():.4g}; after {r.T} sweeps the objective is at most "
            f"{max(r.gap, 0):.2g} over its minimum."
        )

    def headline(self, r):
        return Claim(
            "longest pull at the solution",
            "Theorem 5.4",
            np.abs(r.exact).max(),
            min(r.lam, r.top),
            "==",
            tol=1e-8,
            words="At the exact solution no column pulls harder than λ, and those in use pull "
            "exactly that hard.",
        )

    def identities(self, r):
        in_use, (before, after) = r.w != 0, r.values
        none = "" if in_use.any() else "no column is in use"
        weakest = np.abs(r.exact[in_use]).min() if in_use.any() else np.nan
        work, price = r.exact @ r.w, r.lam * np.abs(r.w).sum()
        four = "Theorem 5.4"
        return [
            Claim(
                "weakest pull of a column in use = λ",
                four,
                weakest,
                r.lam,
                "==",
                tol=1e-8,
                why_not=none,
            ),
            Claim(
                "g·w = λ‖w‖₁: pulls have the signs of w",
                four,
                work,
                price,
                "==",
                tol=1e-8,
                why_not=none,
            ),
            Claim("the last sweep went down", "section 3", after, before, tol=1e-12),
            Claim(
                "height over the minimum ≤ duality gap", "Theorem 5.5", r.height, r.gap, tol=1e-12
            ),
        ]


@cache
def whole_path(columns):
    """The lasso at every λ of LAMS."""
    return lassos.lasso_path(*designs()[columns][:2], LAMS)


@cache
def side_labels(columns):
    """(texts, heights): a label for each curve at the small end of λ, moved apart where needed."""
    ends, names = whole_path(columns)[0], designs()[columns][2]
    texts = [f"{j + 1} {SHORT.get(name, name)}" if name else "" for j, name in enumerate(names)]
    order, heights = [j for j in np.argsort(ends) if names[j]], ends.copy()
    for low, high in zip(order, order[1:]):
        heights[high] = max(heights[high], heights[low] + 0.056)
    return texts, heights


def labels(artists, texts, heights):
    """Write the labels of the curves, and nothing for curves that are not there."""
    for i, artist in enumerate(artists):
        artist.set_text(texts[i] if i < len(texts) else "")
        artist.set_y(heights[i] if i < len(texts) else 0.0)
