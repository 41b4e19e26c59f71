"""Ten digits."""

import numpy as np

from helpers.live import Claim, Figure, Guess, axes, choice, int_slider, regularisation
from helpers.margins import multiclass
from helpers.margins import votes as voting
from helpers.margins.perceptron import pad
from lessons.n12_multiclass.world import AXES, DIGIT, MIDDLE, PIXELS, SEEN


class Digits(Figure):
    """Ten handwritten digits, by votes and by one machine."""

    guess = Guess(
        r"At $\lambda = 0.01$ and $D = 12$ the one machine (hinge) is wrong on 18.7 % of the new "
        "digits. And the vote of 45 duels?",
        {
            "about 9 %": "Four and a half times as many rules, but from the same 200 digits.",
            "about 18 %": "17.9 %. One split is an anecdote, and no reason to prefer either.",
            "about 30 %": "Each duel saw only some 40 digits, but it has a simple question to "
            "answer.",
        },
        answer="about 18 %",
    )

    veiled = (1,)
    story = """
one machine
    Left: the ten weight vectors as pictures. Right: who is taken for whom.
softmax | scheme="softmax"
    Smooth instead of sparse: nearly the same templates.
one against all | scheme="one against all"
    Ten rules that were trained apart: more mistakes.
in pairs | scheme="one against one"
    45 duels: hardly better than one machine.
strong λ | lam=1
    λ = 1: every digit pays, and many more new ones are wrong.
five numbers | D=5
    Each digit is squeezed into five numbers first.
"""
    sees = {
        "one machine": lambda r: (
            r.scheme == "hinge" and np.unravel_index(r.confusion.argmax(), (10, 10)) == (1, 8)
        ),
        "softmax": lambda r: r.scheme == "softmax" and np.mean(r.m.pays > 1e-6) == 1,
        "one against all": lambda r: r.scheme == "one against all" and r.error > 0.2,
        "in pairs": lambda r: r.R.ndim == 3 and 0.17 < r.error < 0.187,
        "strong λ": lambda r: r.lam == 1 and r.m.pays.min() > 1e-6 and r.error > 0.25,
        "five numbers": lambda r: r.D == 5 and r.error > 0.187,
    }
    notes = """Ones are called eights: a one is a stroke in the middle, and so is the waist of an
    eight. Ask which slider matters more, λ or D, and let them measure."""
    panels = (
        axes(
            "$k$ above, and below", title="$w_k$: ink on blue is for $k$, on red against", yticks=[]
        ),
        axes("answer", y="digit", xticks=range(10), yticks=range(10)),
    )

    def sliders(self):
        return dict(
            scheme=choice("scheme", "hinge", list(multiclass.SCHEMES)),
            lam=regularisation(0.01, 0.001, 1),
            D=int_slider("components D", 12, 2, 16),
        )

    @staticmethod
    def compute(scheme, lam, D):
        """Train on 200 digits, read 1597 new ones."""
        Z, y = (PIXELS - MIDDLE) @ AXES[:D].T, DIGIT
        m, R = multiclass.SCHEMES[scheme](Z[:SEEN], y[:SEEN], lam)
        pairs = R.ndim == 3
        said = (voting.outvoted if pairs else voting.claimed)(R, pad(Z), "by score")
        C = np.bincount(10 * y[SEEN:] + said[SEEN:], minlength=100).reshape(10, 10).astype(float)
        rows = R.mean(axis=1) if pairs else R
        return dict(
            m=m,
            R=R,
            confusion=C - np.diag(C.diagonal()),
            error=1 - C.trace() / len(y[SEEN:]),
            seen=np.mean(said[:SEEN] != y[:SEEN]),
            unit=np.log(2) if scheme == "softmax" else 1.0,
            templates=mosaic(rows[:, :-1] @ AXES[:D]),
        )

    def picture(self, left, right):
        left.ax.spines[["left", "bottom"]].set_visible(False)
        right.ax.set_title("mistakes on new digits")
        left.ax.set_xticks(4 + 9 * np.arange(5), [f"{k}, {k + 5}" for k in range(5)])
        left.heatmap(
            (0, 44, 0, 17), -1, 1, cmap="RdBu", origin="upper", shows=lambda r: r.templates
        )
        box, bar = (-0.5, 9.5, 9.5, -0.5), "how many (yellow: 30 or more)"
        right.heatmap(box, 0, 30, bar=bar, origin="upper", shows=lambda r: r.confusion)

    def caption(self, r):
        i, j = np.unravel_index(np.argmax(r.confusion), (10, 10))
        return f"{r.error:.1%} of the new digits are wrong; most often a {i} is called {j}."

    def numbers(self, r):
        i, j = np.unravel_index(np.argmax(r.confusion), (10, 10))
        return (
            f"{r.error:.1%} of 1597 new digits are wrong, {r.seen:.1%} of the 200 seen; "
            f"most often, {r.confusion[i, j]:.0f} times, a {i} is called {j}."
        )

    def headline(self, r):
        votes = f"the scheme is {r.scheme}" * (r.m is None)
        return Claim(
            "share of mistakes on the 200 digits seen ≤ mean loss",
            "Theorem 12.3",
            r.seen,
            r.m.losses.mean() / r.unit if r.m else np.nan,
            why_not=votes,
            words="The mean loss (of the softmax over ln 2) is at least the share of mistakes.",
        )

    def identities(self, r):
        m, votes = r.m, f"the scheme is {r.scheme}" * (r.m is None)
        first, rest = np.linalg.norm(r.R[0]), np.linalg.norm(r.R[1:].sum(axis=0))
        hinge = "" if r.scheme == "hinge" else f"the scheme is {r.scheme}"
        taken = m.pays.mean() if m else np.nan
        given = m.losses.mean() + 2 * r.lam * np.sum(r.R**2) if m else np.nan
        primal, dual = (m.objective, m.dual) if m else (np.nan, np.nan)
        four = "Theorem 12.4"
        return [
            Claim("primal = dual", four, primal, dual, "==", 1e-6, votes),
            Claim("‖w₀‖ = ‖w₁ + … + w₉‖", four, first, rest, "==", 1e-6, votes),
            Claim("mean paid = mean hinge + 2λ‖w‖²", four, taken, given, "==", 1e-6, hinge),
        ]


def mosaic(W):
    """Ten rows of 64 pixels as 2 x 5 pictures with gaps of NaN (17, 44), each scaled by its
    largest entry."""
    whole = np.full((2, 9, 5, 9), np.nan)
    scaled = W / np.abs(W).max(axis=1, keepdims=True)
    whole[:, :8, :, :8] = scaled.reshape(2, 5, 8, 8).transpose(0, 2, 1, 3)
    return whole.reshape(18, 45)[:-1, :-1]
