"""Rules."""

import numpy as np

from helpers.kernels import features, laplace, linear, polynomial
from helpers.kernels.gram import certificate, features_of, largest_subtraction, rank
from helpers.live import Claim, Figure, Guess, axes, choice, slider
from lessons.n15_kernel_design.world import X, _plain, spectrum

WAVE = 3.0


# name -> (the kernel, its features at points x)
MEMBERS = {
    "linear xz": (lambda x: linear()(x), features.columns(0)),
    "quadratic (1 + xz)²": (lambda x: polynomial(2)(x), features.monomials(2)),
    "wave cos 3(x − z)": (
        lambda x: np.cos(WAVE * np.subtract.outer(x, x)),
        features.waves(WAVE),
    ),
    "Laplace": (
        lambda x: laplace(1)(x),
        lambda x: features_of(laplace(1)(x), "cholesky"),
    ),
}


RULES = ("k₁ + c·k₂", "k₁ · k₂", "f(x) k₁ f(z)", "k₁(|x|, |z|)", "k₁ − c·k₂")
FOLDED = np.abs(X) + 1e-3 * X  # two mirror points would coincide: Laplace has no Cholesky then

MATRIX = axes("point $j$", y="point $i$", xticks=[1, 6, 12], yticks=[1, 6, 12])


class Rules(Figure):
    """Two kernels combined: the Gram matrix by the rule, and from explicit features."""

    guess = Guess(
        "k₁ has 3 features and k₂ has 2. How many features does multiplying out give k₁·k₂?",
        {
            "5": "Five is the sum: k₁ + k₂ puts the lists side by side.",
            "6": "One for each pair: a sum of three terms times a sum of two.",
            "2": "Multiplying the lists entry by entry loses the mixed terms.",
            "none: products of kernels are no kernels": "They are. That is the surprise of this "
            "section, for products of matrices need not even be symmetric.",
        },
        answer="6",
    )

    size = (10, 4.0)
    veiled = (1, 2)
    story = """
a product
    Quadratic times wave: 3 · 2 = 6 features rebuild the matrix, so six eigenvalues are not 0,
    and no more.
a sum | rule="k₁ + c·k₂", c=1.0
    Features side by side, 3 + 2 of them: five eigenvalues.
many features | one="Laplace"
    Laplace times a wave. Left, numbers are multiplied; in the middle, features: the same
    picture.
a factor of one point | rule="f(x) k₁ f(z)", one="Laplace"
    f changes its sign, and still nothing is negative: features are multiplied by f.
folded inputs | rule="k₁(|x|, |z|)", one="Laplace"
    Mirror points look alike to k(|x|, |z|): a cross in the picture.
a careful difference | rule="k₁ − c·k₂", one="quadratic (1 + xz)²", two="linear xz", c=1.5
    (1 + xz)² − c·xz at c = 1.5: a difference, and it has features.
one step too far | rule="k₁ − c·k₂", one="quadratic (1 + xz)²", two="linear xz", c=2.5
    At c = 2.5 an eigenvalue is negative: no features exist.
"""
    notes = """Ask what the features of a sum are before showing them. For the product let the class
    propose; entry by entry is the usual answer, and it is wrong (see the common mistake). With the
    difference, walk c from 1.5 to 2.5 slowly: where does the middle picture vanish? Why at 2?"""
    widths = [1, 1, 1.2]
    panels = (
        {**MATRIX, "title": "by the rule"},
        {**MATRIX, "title": "from features"},
        axes(),
    )

    def sliders(self):
        return dict(
            rule=choice("rule", RULES[1], list(RULES)),
            one=choice("kernel k₁", "quadratic (1 + xz)²", list(MEMBERS)),
            two=choice("kernel k₂", "wave cos 3(x − z)", list(MEMBERS)),
            c=slider("factor c", 0.5, 0, 3, 0.05),
        )

    @staticmethod
    def compute(rule, one, two, c):
        """Combine the Gram matrices, and the features, of two kernels at twelve points."""
        K, Phi, allowed = by_rule(rule, one, two, c)
        K1, K2 = MEMBERS[one][0](X), MEMBERS[two][0](X)
        scale = max(np.abs(K).max(), 1e-300)
        return dict(
            K=K,
            Phi=Phi,
            scale=scale,
            allowed=allowed,
            picture=K / scale,
            again=np.full(K.shape, np.nan) if Phi is None else Phi @ Phi.T / scale,
            values=np.linalg.eigvalsh(K),
            sure=certificate(K),
            limit=largest_subtraction(K1, K2),
            K1=K1,
            K2=K2,
        )

    def picture(self, left, middle, right):
        box = (0.5, 12.5, 12.5, 0.5)
        look = dict(cmap="RdBu", origin="upper")
        left.heatmap(box, -1, 1, shows=lambda r: r.picture, **look)
        middle.heatmap(box, -1, 1, shows=lambda r: r.again, **look)
        middle.note(
            0.08,
            0.56,
            13,
            shows=lambda r: "" if r.Phi is not None else "no features:\nsome v gives v′Kv < 0",
        )
        right.add(spectrum(right.ax, 12), shows=lambda r: (r.values, r.sure.tol))
        right.legend(show=False)

    def caption(self, r):
        if r.Phi is None:
            return f"K₁ − c·K₂ has features up to c = {r.limit:.3g}; here c is too large."
        if r.rule == RULES[4]:
            return f"A difference that has features; up to c = {_or_ever(r.limit)} it does."
        return f"{r.allowed} features give the same matrix; {rank(r.K)} eigenvalues are not 0."

    def numbers(self, r):
        what = "no features exist" if r.Phi is None else f"{r.Phi.shape[1]} features rebuild it"
        return (
            f"a 12 by 12 Gram matrix by the rule; {what}; smallest eigenvalue "
            f"{_plain(r.sure.smallest, r.sure.tol)}; largest c of a difference {_or_ever(r.limit)}."
        )

    def headline(self, r):
        gap = np.inf if r.Phi is None else np.abs(r.Phi @ r.Phi.T - r.K).max() / r.scale
        return Claim(
            "rule and features agree",
            "Theorem 15.3",
            measured=gap,
            bound=0.0,
            kind="==",
            why_not="a difference is not among the rules" if r.rule == RULES[4] else "",
            words="Sums, products, f(x)k(x, z)f(z) and new inputs have features: built from those "
            "of k₁ and k₂.",
        )

    def identities(self, r):
        difference = r.rule == RULES[4]
        inside = r.c <= r.limit
        edge = r.K1 - (r.limit if np.isfinite(r.limit) else 0.0) * r.K2
        scale = np.abs(edge).max() + np.abs(r.K1).max()
        return [
            Claim(
                "as many eigenvalues as features, at most",
                "Theorem 15.3",
                float(rank(r.K)) if r.sure.psd else 0.0,
                r.allowed,
                why_not="a difference is not among the rules" if difference else "",
            ),
            Claim(
                "a difference: features up to c*, none beyond",
                "section 3",
                r.sure.smallest / r.scale,
                0.0,
                ">=" if inside else "<=",
                why_not="" if difference else "the rule is no difference",
            ),
            Claim(
                "at c* the smallest eigenvalue is 0",
                "section 3",
                np.linalg.eigvalsh(edge)[0] / scale,
                0.0,
                "==",
                why_not="" if r.limit > 0 else "K₂ sees what K₁ does not: c* = 0",
            ),
        ]


def flip(x):
    """The function f of the rule f(x) k(x, z) f(z): positive on the left, negative on the right."""
    return 1 - np.asarray(x, dtype=float)


def by_rule(rule, one, two, c):
    """(Gram matrix by the rule, features by the theorem or None, how many features are allowed)."""
    (k1, psi1), (k2, psi2) = MEMBERS[one], MEMBERS[two]
    Phi1, Phi2 = psi1(X), psi2(X)
    M1, M2 = Phi1.shape[1], Phi2.shape[1]
    match RULES.index(rule):
        case 0:
            return k1(X) + c * k2(X), np.hstack([Phi1, np.sqrt(c) * Phi2]), M1 + M2
        case 1:
            return k1(X) * k2(X), features.products(Phi1, Phi2), M1 * M2
        case 2:
            return flip(X)[:, None] * k1(X) * flip(X), flip(X)[:, None] * Phi1, M1
        case 3:
            return k1(FOLDED), psi1(FOLDED), M1
    K = k1(X) - c * k2(X)
    return K, features_of(K) if certificate(K).psd else None, len(X)


def _or_ever(limit):
    return "any size" if not np.isfinite(limit) else f"{limit:.3g}"
