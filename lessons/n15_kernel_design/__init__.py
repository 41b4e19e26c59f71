"""The figures of notebook 15, kernel design: bumps on trial, rules, series, words, a forecast."""

from functools import cache, lru_cache
from math import comb

import numpy as np
from matplotlib.transforms import Bbox

from helpers import plots
from helpers.kernels import features, gaussian, hunt, laplace, linear, polynomial, substrings, text
from helpers.kernels.gram import Pairs, certificate, features_of, largest_subtraction, rank, witness
from helpers.kernels.ridge import KernelRidge
from helpers.linear.least_squares import Ridge, objective
from helpers.live import (
    Claim,
    Figure,
    Handle,
    Step,
    bandwidth,
    choice,
    int_slider,
    log_slider,
    regularisation,
    slider,
)
from helpers.live import text as text_box

SHAPES = hunt.SHAPES
MOST = 8  # points on trial
REACH = 4.0  # the length of the line they stand on
HERE = "yours", "even", "random", "hunted"
LINE = np.linspace(-0.2, REACH, 521)
BUMP = np.linspace(-2.6, 2.6, 521)
OWN = (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5)
NEGATIVE = plots.RED


def spelt(places):
    return " ".join(f"{x:.3g}" for x in places)


def places_of(typed):
    """Eight numbers on the line, as they were typed."""
    try:
        found = np.array([float(word) for word in typed.split()])
    except ValueError:
        found = np.empty(0)
    if len(found) != MOST or not ((found >= 0) & (found <= REACH)).all():
        raise ValueError(f"your points must be {MOST} numbers from 0 to {REACH:g}")
    return found


@lru_cache(256)
def hunted(shape, n):
    return hunt.hunt(SHAPES[shape].h, n)


@cache
def random_places():
    return np.random.default_rng(3).uniform(0.2, 3.8, MOST)


def placed(where, shape, n, width, own):
    """The n points on trial."""
    if where == "even":
        return np.linspace(0.5, 3.5, n)
    if where == "hunted":
        x = width * hunted(shape, n)
        return x + (REACH - x[-1]) / 2
    return (random_places() if where == "random" else own)[:n]


def dragged(i):
    """A handle that moves the i-th point; the set is the reader's own from then on."""

    def to(r, x, y):
        places = r.own.copy()
        places[: r.n] = r.x
        places[i] = np.clip(x, 0, REACH)
        return dict(own=spelt(places), where="yours")

    return Handle("move this point", lambda r: (r.x[i], 0.0) if i < r.n else None, to, panel=1)


def spectrum(ax, count):
    """Eigenvalues as shares of the largest, in order; negative ones are squares. move(values,
    tol)."""
    ax.set(xlim=(0.3, count + 0.7), ylim=(-1.6, 1.6), xlabel="eigenvalue, largest first")
    ax.set_xticks(range(2, count + 1, 2))
    ax.set_yscale("symlog", linthresh=0.01, linscale=0.7)
    ax.set_yticks([-1, -0.1, -0.01, 0, 0.01, 0.1, 1], ["−1", "−0.1", "", "0", "", "0.1", "1"])
    ax.minorticks_off()
    ax.axhline(0, color=plots.BLACK, lw=1)
    ax.axhspan(-1.6, 0, color=NEGATIVE, alpha=0.08, lw=0)
    dots = plots.points(ax, ["≥ 0", "< 0"], legend=None, size=70)
    plots.legend_above(ax)
    number = np.arange(1, count + 1)

    def move(values, tol):
        share = values[::-1] / max(np.abs(values).max(), 1e-300)
        bad, at = values[::-1] < -tol, number[: len(values)]
        return dots(*(np.column_stack([at[which], share[which]]) for which in (~bad, bad)))

    return move


FOUR = "box", "triangle", "raised cosine", "Gaussian"  # on trial in the guess


class impostor(Figure):
    """A bump on trial: points, weights that betray it, and the eigenvalues of its Gram matrix."""

    size = (10, 4.2)
    more = ("own",)
    veiled = (1, 2)
    story = [
        Step(
            "smooth, and acquitted?",
            "The raised cosine at four points: no eigenvalue is negative. Are you convinced?",
            n=4,
            where="random",
        ),
        Step(
            "five points",
            "One point more, well placed: an eigenvalue below 0, and the stems are weights that "
            "prove it.",
            n=5,
            where="hunted",
        ),
        Step(
            "the box",
            "Three points in a row: the outer ones are similar to the middle one, but not to each "
            "other.",
            shape="box",
            n=3,
            where="hunted",
        ),
        Step(
            "a kink is innocent",
            "The triangle, eight points in even steps: nothing. It is a kernel.",
            shape="triangle",
            n=8,
            where="even",
        ),
        Step(
            "a flat top",
            "1/(1 + t⁴) looks like 1/(1 + t²), which is a kernel. Three points tell them apart.",
            shape="1/(1 + t⁴)",
            n=3,
            where="hunted",
        ),
        Step(
            "a distance",
            "The squared distance is no similarity: two points are enough.",
            shape="t²",
            n=2,
            where="even",
        ),
        Step(
            "your turn",
            "Drag four points until the box, or the cap, is betrayed. Then try the Gaussian.",
            shape="cap",
            n=4,
            where="yours",
        ),
    ]
    handles = [dragged(i) for i in range(MOST)]
    notes = """Collect votes for the four bumps of the guess on the board first. After step 2 ask:
    how many points would you have tried? Nothing but a proof acquits a bump; one set of points is
    enough to convict it. Drag one of the five points by a little: the red square jumps above 0."""

    def sliders(self):
        return dict(
            shape=choice("bump", "raised cosine", list(SHAPES)),
            n=int_slider("points n", 5, 2, MOST),
            bandwidth=bandwidth(0.8, 0.1, 1),
            where=choice("points are", "hunted", list(HERE)),
            own=text_box("your points", spelt(OWN), places_of),
        )

    @staticmethod
    def compute(shape, n, bandwidth, where, own):
        """The Gram matrix of the bump at the points, its eigenvalues, the weights that betray."""
        h = SHAPES[shape].h
        x = placed(where, shape, n, bandwidth, own)
        K = hunt.gram_of(h, x / bandwidth)
        sure = certificate(K)
        return dict(
            x=x,
            K=K,
            v=witness(K),
            sure=sure,
            true=SHAPES[shape].kernel,
            values=np.linalg.eigvalsh(K),
            bumps=h((LINE[:, None] - x) / bandwidth).T,
            top=h(BUMP / bandwidth),
            four=np.array([SHAPES[name].h(BUMP / bandwidth) for name in FOUR]),
        )

    def picture(self, fig):
        left, middle, right = plots.panels(
            fig,
            dict(xlim=(-2.6, 2.6), ylim=(-0.35, 1.15), xlabel="$x$", title="$k(x, 0)$"),
            dict(xlim=(-0.2, REACH), ylim=(-1.1, 1.1), xlabel="points $x_i$"),
            {},
            width_ratios=[1, 1.7, 1.1],
        )
        four = plots.bundle(left, len(FOUR), colour="0.65", lw=1.4)
        bump = plots.curves(left, ["bump"], color=plots.BLUE, lw=2.6)
        name = plots.note(left, 0.06, 0.14, 13, plots.BLUE)
        left.axhline(0, color="0.8", lw=1)
        bumps = plots.bundle(middle, MOST, colour="0.8")
        middle.axhline(0, color=plots.BLACK, lw=1)
        stems = plots.curves(middle, ["weights $v_i$ that betray"], color=plots.PURPLE, lw=4)
        dots = plots.points(middle, ["points"], legend=None, size=90, zorder=4)
        dots(None)[0].set(color=plots.TRAIN)
        plots.legend_above(middle)
        eigen = spectrum(right, MOST)

        def move(r):
            none = [[np.nan] * len(LINE)] * (MOST - r.n)
            v = r.v if r.sure.witness is not None else 0 * r.v
            stem_x, stem_y = np.repeat(r.x, 3), np.ravel([0 * v, v, v + np.nan], order="F")
            return (
                *four(BUMP, r.four),
                *bump(BUMP, r.top),
                *name(r.shape),
                *bumps(LINE, np.vstack([r.bumps, *none])),
                *stems(stem_x, stem_y),
                *dots(np.column_stack([r.x, 0 * r.x])),
                *eigen(r.values, r.sure.tol),
            )

        return move

    def caption(self, r):
        if r.sure.witness is not None:
            return f"Betrayed: these weights give v′Kv = {r.sure.smallest:.2g}. No features exist."
        if r.true:
            return "No eigenvalue is negative, wherever the points are: this bump is a kernel."
        return "These points have seen nothing. That is no proof: look on."

    def numbers(self, r):
        verdict = "is" if r.true else "is not"
        return (
            f"{r.n} points at {', '.join(f'{x:.2f}' for x in r.x)}; smallest eigenvalue "
            f"{_plain(r.sure.smallest, r.sure.tol)}; this bump {verdict} a kernel."
        )

    def headline(self, r):
        if r.true:
            return Claim(
                "the sign of v′Kv",
                "Theorem 15.1",
                measured=r.sure.smallest,
                bound=0.0,
                kind=">=",
                words="For a kernel v′Kv ≥ 0, for all points and all weights v.",
            )
        acquitted = "it is no kernel, but these points do not show it"
        return Claim(
            "the sign of v′Kv",
            "Theorem 15.1",
            measured=float(r.v @ r.K @ r.v),
            bound=0.0,
            tol=0.0,
            why_not=acquitted if r.sure.witness is None else "",
            words="Points and weights with v′Kv < 0 prove that this is no kernel.",
        )

    def identities(self, r):
        h, scale = SHAPES[r.shape].h, max(np.abs(r.values).max(), 1.0)
        betrayed = "some weights give v′Kv < 0" if r.sure.witness is not None else ""
        Phi = r.K if betrayed else features_of(r.K)
        rebuilt = np.abs(Phi @ Phi.T - r.K).max() / scale
        at_one = hunt.smallest(h, hunted(r.shape, r.n)) / scale
        pair = r.K[0, 0] - 2 * r.K[0, -1] + r.K[-1, -1]
        by_hand = 2 * (h(0.0) - h((r.x[-1] - r.x[0]) / r.bandwidth))
        first, reached = "Theorem 15.1", r.v @ r.K @ r.v / scale
        free = "" if r.where == "hunted" else "the points do not scale with ℓ"
        least = "weights reach the smallest eigenvalue"
        alike = "bandwidth and points scaled alike: nothing changes"
        two = "weights 1 and −1 on two points"
        return [
            Claim(least, first, reached, r.values[0] / scale, "=="),
            Claim("features made of K rebuild it", first, rebuilt, 0.0, "==", why_not=betrayed),
            Claim(alike, "section 1", r.sure.smallest / scale, at_one, "==", why_not=free),
            Claim(two, "section 1", pair / scale, by_hand / scale, "=="),
        ]


def _plain(value, tol):
    """Three digits; what rounding may have made is 0."""
    return "0" if abs(value) <= tol else f"{value:.3g}"


# the cliff

POWERS = np.linspace(0.2, 4, 191)
NEAR = np.linspace(-2, 2, 401)


class cliff(Figure):
    """exp(−|t|^p): the value that three points give, against p."""

    size = (10, 4.2)
    veiled = (1,)
    story = [
        Step(
            "the Gaussian",
            "At p = 2 the star stands at the edge: the blue curve crosses 0 just to its right.",
        ),
        Step("Laplace", "At p = 1 there is a tip, and the three points give much.", p=1.0),
        Step(
            "a little too flat",
            "At p = 2.05 nobody sees a difference in the left panel. Three points do.",
            p=2.05,
        ),
        Step(
            "too far apart",
            "The same bump, points three times as far apart: the three see nothing.",
            p=2.05,
            eps=0.3,
        ),
        Step(
            "two points more",
            "Five points at that distance do: the shaded region begins left of the star.",
            p=2.05,
            eps=0.3,
            n=5,
        ),
        Step("far beyond", "At p = 3 the top is flat, and the three points shout.", p=3.0, eps=0.3),
    ]
    handles = [
        Handle("choose p", lambda r: (r.p, r.three), lambda r, x, y: dict(p=x), panel=1),
        Handle(
            "spread the points", lambda r: (r.eps, r.h(r.eps)), lambda r, x, y: dict(eps=abs(x))
        ),
    ]
    notes = """Ask for the weights before showing them: which three numbers see a curvature? 1, −2,
    1, the second difference. The dashed curve is worth a line on the board: 8 − 2^(p+1) is 0 at
    p = 2 and nowhere else."""

    def sliders(self):
        return dict(
            p=slider("power p", 2, 0.2, 4, 0.01),
            eps=log_slider("spacing ε", 0.1, 0.02, 1),
            n=int_slider("points n", 3, 3, 9),
        )

    @staticmethod
    def compute(p, eps, n):
        """The three-point value over ε^p at every p, and where n points find something negative."""
        h = hunt.power(p)
        every = np.array([hunt.three_points(hunt.power(q), eps) for q in POWERS])
        apart = eps * np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
        least = np.linalg.eigvalsh(np.exp(-(apart ** POWERS[:, None, None])))[:, 0]
        K = hunt.gram_of(h, eps * np.arange(-1, 2))
        v = np.array([1.0, -2.0, 1.0])
        return dict(
            h=h,
            bump=h(NEAR),
            curve=every / eps**POWERS,
            caught=least < -1e-12,
            three=float(hunt.three_points(h, eps) / eps**p),
            by_matrix=float(v @ K @ v / eps**p),
            limit=8 - 2 ** (p + 1),
            least=float(hunt.smallest(h, eps * np.arange(n))),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-2, 2), ylim=(0, 1.08), xlabel="$t$", title="$h(t) = e^{-|t|^p}$"),
            dict(xlim=(0.2, 4), ylim=(-12, 8), xlabel="power $p$"),
        )
        bump = plots.curves(left, ["h"], color=plots.BLUE, lw=2.6)
        dots = plots.points(left, ["points"], legend=None, size=90, zorder=4)
        dots(None)[0].set(color=plots.TRAIN)
        shade = plots.band(right, None, NEGATIVE, 0.15)
        right.fill_between([], [], color=NEGATIVE, alpha=0.15, lw=0, label="n points betray")
        right.axhline(0, color=plots.BLACK, lw=1)
        right.plot(POWERS, 8 - 2 ** (POWERS + 1), color=plots.BOUND, ls="--", label="ε → 0")
        curve = plots.curves(right, ["v′Kv / εᵖ"], color=plots.BLUE, ls="-", lw=2.4)
        plots.legend_above(right)
        here = plots.star(right)

        def move(r):
            x = r.eps * (np.arange(r.n) - (r.n - 1) / 2) if r.n > 3 else r.eps * np.arange(-1, 2)
            floor = np.where(r.caught, -12.0, np.nan)
            return (
                *bump(NEAR, r.bump),
                *dots(np.column_stack([x, r.h(x)])),
                *shade(POWERS, floor, -floor),
                *curve(POWERS, r.curve),
                *here(r.p, r.three),
            )

        return move

    def caption(self, r):
        if r.three < 0:
            return (
                f"The three points give {r.three * r.eps**r.p:.2g}: negative, so this is no kernel."
            )
        if r.p > 2 and r.least < -1e-12:
            return f"Three points see nothing; {r.n} points find an eigenvalue of {r.least:.2g}."
        if r.p > 2:
            return "No kernel, but these points do not see it: bring them together, or take more."
        return (
            f"The three points give {r.three * r.eps**r.p:.2g}. Up to p = 2 it is never negative."
        )

    def numbers(self, r):
        return (
            f"three points at distance {r.eps:.3g} give v′Kv = {r.three * r.eps**r.p:.3g}, by εᵖ "
            f"{r.three:.3g}, limit {r.limit:.3g}; smallest eigenvalue of {r.n} points "
            f"{_plain(r.least, 1e-12)}."
        )

    def headline(self, r):
        return Claim(
            "no top flatter than a parabola",
            "Theorem 15.2",
            measured=(1 - r.h(2 * r.eps)) / r.eps**r.p,
            bound=4 * (1 - r.h(r.eps)) / r.eps**r.p,
            why_not="" if r.p <= 2 else "p is over 2, and then it is no kernel",
            words="A bump with h(0) = 1 that is a kernel has 1 − h(2t) ≤ 4(1 − h(t)).",
        )

    def identities(self, r):
        room = r.eps**r.p
        return [
            Claim("v′Kv = 6 − 8h(ε) + 2h(2ε)", "section 2", r.by_matrix, r.three, "==", 1e-6),
            Claim(
                "near its limit, from above",
                "section 2",
                r.three,
                r.limit + 4**r.p * room,
                tol=1e-6,
            ),
            Claim(
                "near its limit, from below",
                "section 2",
                r.three,
                r.limit - 4 * room,
                ">=",
                tol=1e-6,
            ),
            Claim("more points see no less", "section 2", r.least, r.three * room / 6),
            Claim(
                "up to p = 2 no points see anything",
                "Theorem 15.4",
                r.least,
                0.0,
                ">=",
                why_not="" if r.p <= 2 else "p is over 2",
            ),
        ]


# rules

X = np.linspace(-2, 2, 12)
WAVE = 3.0


def flip(x):
    """The function f of the rule f(x) k(x, z) f(z): positive on the left, negative on the right."""
    return 1 - np.asarray(x, dtype=float)


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


class rules(Figure):
    """Two kernels combined: the Gram matrix by the rule, and from explicit features."""

    size = (10, 4.0)
    veiled = (1, 2)
    story = [
        Step(
            "a product",
            "Quadratic times wave: 3 · 2 = 6 features rebuild the matrix, so six eigenvalues are "
            "not 0, and no more.",
        ),
        Step(
            "a sum",
            "Features side by side, 3 + 2 of them: five eigenvalues.",
            rule=RULES[0],
            c=1.0,
        ),
        Step(
            "many features",
            "Laplace times a wave. Left, numbers are multiplied; in the middle, features: the "
            "same picture.",
            one="Laplace",
        ),
        Step(
            "a factor of one point",
            "f changes its sign, and still nothing is negative: features are multiplied by f.",
            rule=RULES[2],
            one="Laplace",
        ),
        Step(
            "folded inputs",
            "Mirror points look alike to k(|x|, |z|): a cross in the picture.",
            rule=RULES[3],
            one="Laplace",
        ),
        Step(
            "a careful difference",
            "(1 + xz)² − c·xz at c = 1.5: a difference, and it has features.",
            rule=RULES[4],
            one="quadratic (1 + xz)²",
            two="linear xz",
            c=1.5,
        ),
        Step(
            "one step too far",
            "At c = 2.5 an eigenvalue is negative: no features exist.",
            rule=RULES[4],
            one="quadratic (1 + xz)²",
            two="linear xz",
            c=2.5,
        ),
    ]
    notes = """Ask what the features of a sum are before showing them. For the product let the class
    propose; entry by entry is the usual answer, and it is wrong (see the common mistake). With the
    difference, walk c from 1.5 to 2.5 slowly: where does the middle picture vanish? Why at 2?"""

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

    def picture(self, fig):
        names = "by the rule", "from features"
        left, middle, right = plots.panels(
            fig,
            *(dict(title=name, xlabel="point $j$", ylabel="point $i$") for name in names),
            {},
            width_ratios=[1, 1, 1.2],
        )
        box = (0.5, 12.5, 12.5, 0.5)
        for ax in (left, middle):
            ax.set(xticks=[1, 6, 12], yticks=[1, 6, 12])
        one, two = (
            plots.heatmap(ax, box, -1, 1, cmap="RdBu", origin="upper") for ax in (left, middle)
        )
        none = plots.note(middle, 0.08, 0.56, 13)
        eigen = spectrum(right, 12)
        return lambda r: (
            *one(r.picture),
            *two(r.again),
            *none("" if r.Phi is not None else "no features:\nsome v gives v′Kv < 0"),
            *eigen(r.values, r.sure.tol),
        )

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


def _or_ever(limit):
    return "any size" if not np.isfinite(limit) else f"{limit:.3g}"


# the Gaussian as a series

TERMS = 40
Z = np.linspace(-3, 4, 281)
PROBE = np.linspace(-2, 3, 9)


class series(Figure):
    """A Gaussian bump as a sum of features, and the share of each feature at one point."""

    size = (10, 4.2)
    veiled = (1,)
    story = [
        Step(
            "seven features",
            "The bump stands at x = 1.3; seven features have built its left part. Half of the bars "
            "are still to come.",
        ),
        Step("three more", "Most of the bars are in. The sum reaches over the top.", J=9),
        Step("nearly all", "Twenty features: no difference can be seen.", J=19),
        Step(
            "near the origin",
            "At x = 0.2 two features are nearly all there is: the others are close to 0 there.",
            x=0.2,
            J=1,
        ),
        Step(
            "farther out",
            "At x = 2.5 the same bump needs the features around number 25.",
            x=2.5,
            J=25,
        ),
        Step(
            "a wide bump",
            "Twice the bandwidth, a quarter of the features: x²/ℓ² counts.",
            bandwidth=1.0,
            J=2,
        ),
    ]
    handles = [
        Handle(
            "features used",
            lambda r: (r.J, min(r.shares[r.J], 0.2)),
            lambda r, x, y: dict(J=round(x)),
            panel=1,
        ),
        Handle("move the bump", lambda r: (r.x, 1.0), lambda r, x, y: dict(x=x)),
    ]
    notes = """Ask how many features the bump has: infinitely many. Then ask how many it needs at
    x = 1.3: seven for about half, fourteen for 99 %. Drag the bump to the right and watch the
    hill of bars walk: it is a Poisson law, and its mean is x²/ℓ²."""

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.5, 0.2, 3),
            J=int_slider("last feature J", 6, 0, TERMS),
            x=slider("point x", 1.3, 0, 3, 0.05),
        )

    @staticmethod
    def compute(bandwidth, J, x):
        """The features at x and at z, partial sums, and the Poisson law of their shares."""
        psi = features.gaussian_series(TERMS, bandwidth)
        at, there, probe = psi([x])[0], psi(Z), psi(PROBE)
        terms = at[: J + 1] * there[:, : J + 1]
        part = terms.sum(axis=1)
        k = gaussian(bandwidth)([x], Z)[0]
        few = probe[:, : J + 1]
        return dict(
            terms=terms.T,
            part=part,
            k=k,
            shares=at**2,
            missing=1 - float(np.sum(at[: J + 1] ** 2)),
            tail=float(features.missing_share(x, bandwidth, J)),
            room=np.sqrt(
                features.missing_share(x, bandwidth, J) * features.missing_share(Z, bandwidth, J)
            ),
            gram=few @ few.T,
            mean=(x / bandwidth) ** 2,
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(Z[0], Z[-1]), ylim=(-0.45, 1.15), xlabel="$z$"),
            dict(xlim=(-1, TERMS + 1), ylim=(0, 0.22), xlabel="feature $j$"),
        )
        left.axhline(0, color="0.8", lw=1)
        many = plots.curves(left, ["terms"], color=plots.SKY, ls="-", lw=1)
        truth = plots.curves(left, ["$k(x, z)$"], color=plots.TRUTH, ls=":", lw=2.4)
        part = plots.curves(left, ["their sum"], color=plots.FIT, lw=2.6)
        edges = np.arange(TERMS + 2) - 0.5
        bars = plots.stack(right, edges, ["used", "missing"], [plots.FIT, "0.8"])
        right.set_ylabel("share $\\psi_j(x)^2$")
        plots.legend_above(left)
        plots.legend_above(right)
        number, here, bump = np.arange(TERMS + 1), plots.star(right), plots.star(left)
        thin = np.append(Z[::2], np.nan)  # one line for all terms: a gap ends each of them

        def move(r):
            shown, used = np.minimum(r.shares, 0.215), number <= r.J
            terms = np.column_stack([r.terms[:, ::2], np.full(r.J + 1, np.nan)])
            return (
                *many(np.tile(thin, r.J + 1), terms.ravel()),
                *truth(Z, r.k),
                *part(Z, r.part),
                *bars([shown * used, shown * ~used]),
                *here(r.J, min(r.shares[r.J], 0.2)),
                *bump(r.x, 1.0),
            )

        return move

    def caption(self, r):
        count = "One feature misses" if r.J == 0 else f"{r.J + 1} features miss"
        return (
            f"{count} {_percent(r.tail)} of k(x, x); the bars are centred at x²/ℓ² = {r.mean:.3g}."
        )

    def numbers(self, r):
        return (
            f"features 0 to {r.J} give all but {r.tail:.3g} of k(x, x) = 1; the largest error at "
            f"any z drawn is {_plain(np.abs(r.k - r.part).max(), 1e-12)}; x²/ℓ² = {r.mean:.3g}."
        )

    def headline(self, r):
        return Claim(
            "what is missing is a Poisson tail",
            "Theorem 15.5",
            measured=r.missing,
            bound=r.tail,
            kind="==",
            words="Features 0 to J miss the share P(N > J) of k(x, x), N Poisson with mean x²/ℓ².",
        )

    def identities(self, r):
        gap, worst = np.abs(r.k - r.part), int(np.argmax(np.abs(r.k - r.part) - r.room))
        j = np.arange(r.J + 1)
        upto = 1 - float(features.missing_share(r.x, r.bandwidth, r.J - 1)) if r.J else 0.0
        return [
            Claim("off the diagonal", "section 4", gap[worst], r.room[worst]),
            Claim(
                "mean number of the features used",
                "section 4",
                float(j @ r.shares[: r.J + 1]),
                r.mean * upto,
                "==",
                tol=1e-7,
            ),
            Claim(
                "a partial sum is a kernel",
                "Theorem 15.3",
                certificate(r.gram).smallest,
                0.0,
                ">=",
            ),
            Claim("with at most J + 1 eigenvalues", "Theorem 15.3", float(rank(r.gram)), r.J + 1),
        ]


def _percent(share):
    if share < 0.001:
        return "less than 0.1 %"
    return f"{100 * share:.1f} %" if share < 0.1 else f"{100 * share:.0f} %"


# a forecast

MONTHS, AHEAD = 60, 36
TIME = np.arange(MONTHS + AHEAD) / 12
LAMS = np.geomspace(1e-6, 1, 31)
FINE = np.linspace(0, 8, 321)
PARTS = 4


def truth_of(t):
    """A trend and a season, in two waves."""
    return 0.5 * t + np.sin(2 * np.pi * t) + 0.4 * np.cos(4 * np.pi * t)


@cache
def measured():
    return truth_of(TIME) + np.random.default_rng(15).normal(0, 0.2, len(TIME))


def rms(errors):
    return np.sqrt(np.mean(np.square(errors), axis=-1))


def right_of(ax, x):
    """An empty panel over the part of ax beyond x, for a guess to cover that part alone."""
    empty = ax.figure.add_axes((0, 0, 1, 1), zorder=-1)
    empty.set_axis_off()
    empty.set_in_layout(False)

    def place(*_):
        corners = ax.get_xaxis_transform().transform([(x, 0), (ax.get_xlim()[1], 1)])
        return Bbox(corners).transformed(ax.figure.transSubfigure.inverted())

    empty.set_axes_locator(place)
    return empty


def typed(words):
    """What was typed, if it spells a sum of at most four kernels."""
    found = text.terms(words, l=0.5)
    if len(found) > PARTS:
        raise ValueError(f"a sum of at most {PARTS} kernels, please")
    return words


class forecast(Figure):
    """Five years of a trend with seasons, fitted and continued by a kernel that you type."""

    size = (10, 4.4)
    veiled = (1, 2)
    story = [
        Step(
            "a bump alone",
            "Months left out are foretold well. The years to come are not: there every bump has "
            "died away.",
        ),
        Step(
            "with a trend",
            "A line was added: it goes on for ever. The seasons do not.",
            k="gaussian(l) + linear()",
        ),
        Step(
            "with a season",
            "A kernel of period one year: years ahead look like years past.",
            k="gaussian(l) + linear() + periodic(1, 1)",
        ),
        Step(
            "the wrong period",
            "A period of ten months fits nothing that comes. What you build in must be true.",
            k="gaussian(l) + linear() + periodic(0.83, 1)",
        ),
        Step(
            "a product instead",
            "A line times a season: the waves grow with time. These data do not want that.",
            k="linear() * periodic(1, 1)",
        ),
        Step(
            "a season that forgets",
            "Periodic times a wide bump: years far apart need not look alike.",
            k="linear() + periodic(1, 1) * gaussian(l)",
            bandwidth=3.0,
        ),
    ]
    handles = [
        Handle(
            "choose λ", lambda r: (r.lam, min(r.now[0], 3.9)), lambda r, x, y: dict(lam=x), panel=1
        )
    ]
    notes = """Type the class's proposals. The point of the wrong period: the kernel is where prior
    knowledge goes in, and it can be wrong. Leave-one-out errors do not see the future: for the
    bump alone they are small, and the forecast is hopeless."""

    def sliders(self):
        return dict(
            k=text_box("kernel k", "gaussian(l)", typed),
            bandwidth=bandwidth(0.2, 0.05, 3),
            lam=regularisation(0.001, 1e-6, 1),
        )

    @staticmethod
    def compute(k, bandwidth, lam):
        """Kernel ridge on 60 months; the fit is the sum of one part for each term of the kernel."""
        parts = text.terms(k, l=bandwidth)
        seen, t, y = Pairs(TIME[:MONTHS]), TIME[:MONTHS], measured()
        grams = [part(seen) for part in parts]
        fit = KernelRidge(sum(grams), y[:MONTHS])
        alpha = fit.alpha(lam)
        ahead = sum(parts)(TIME[MONTHS:], t)
        curves = np.array([part(FINE, t) @ alpha for part in parts])
        return dict(
            fit=fit,
            alpha=alpha,
            grams=grams,
            curves=curves,
            curve=sum(parts)(FINE, t) @ alpha,
            loo=rms(fit.loo(LAMS)),
            future=rms(fit.predict(ahead, LAMS) - y[MONTHS:]),
            now=(float(rms(fit.loo(lam))), float(rms(ahead @ alpha - y[MONTHS:]))),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(2, 1))
        left.set(xlim=(0, 8), ylim=(-3, 6.5), xlabel="year", ylabel="$y$")
        right.set(xlim=(1e-6, 1), ylim=(0, 4), xscale="log", xlabel="regularisation $\\lambda$")
        right.set_ylabel("typical miss")
        left.axvline(5, color="0.6", lw=1)
        parts = plots.bundle(left, PARTS, "parts", colour=plots.SKY, lw=1.4)
        fit = plots.curves(left, ["their sum"], color=plots.FIT, lw=2.6)
        y = measured()
        dots = dict(ls="", ms=5, mec="white", mew=0.5)
        past, future = TIME[:MONTHS], TIME[MONTHS:]
        left.plot(past, y[:MONTHS], "o", color=plots.TRAIN, label="seen", **dots)
        left.plot(future, y[MONTHS:], "s", color=plots.TEST, label="to come", **dots)
        loo = plots.curves(right, ["left out"], color=plots.PURPLE, ls="--", lw=2.4)
        test = plots.curves(right, ["to come"], color=plots.TEST, lw=2.4)
        plots.legend_above(left)
        plots.legend_above(right)
        here = plots.star(right)
        right_of(left, MONTHS / 12)
        return lambda r: (
            *parts(FINE, np.vstack([r.curves, np.full((PARTS - len(r.curves), 321), np.nan)])),
            *fit(FINE, r.curve),
            *loo(LAMS, r.loo),
            *test(LAMS, r.future),
            *here(r.lam, min(r.now[0], 3.9)),
        )

    def caption(self, r):
        return (
            f"A month left out is missed by {r.now[0]:.2f}; the three years to come are missed by "
            f"{r.now[1]:.2f}. The noise is 0.20."
        )

    def numbers(self, r):
        return (
            f"{len(r.grams)} parts; typical miss of a month left out {r.now[0]:.3g}, of the months "
            f"to come {r.now[1]:.3g}; smallest miss to come over all λ {r.future.min():.3g}."
        )

    def headline(self, r):
        y = measured()[:MONTHS]
        Phi = np.hstack([features_of(K) for K in r.grams])
        w = Ridge(Phi, y).w(r.lam)
        return Claim(
            "one fit with features side by side",
            "Theorem 15.6",
            measured=float(r.fit.objective(r.lam)),
            bound=float(objective(Phi, y, r.lam)[0](w)),
            kind="==",
            tol=1e-6,
            words="The fit with k₁ + k₂ is f₁ + f₂, the parts with the least mean squared miss "
            "+ λ(‖w₁‖² + ‖w₂‖²).",
        )

    def identities(self, r):
        i = int(np.argmax(np.abs(r.fit.loo(r.lam))))
        gap = np.abs(r.curves.sum(axis=0) - r.curve).max() / max(np.abs(r.curve).max(), 1.0)
        prices = sum(float(r.alpha @ K @ r.alpha) for K in r.grams)
        whole = max(float(r.fit.norm2(r.lam)), 1e-12)
        return [
            Claim("the parts add up to the fit", "Theorem 15.6", gap, 0.0, "==", 1e-6),
            Claim("and so do their penalties", "Theorem 15.6", prices / whole, 1.0, "==", 1e-6),
            Claim(
                "worst month left out: shortcut = new fit",
                "section 5",
                float(r.fit.loo(r.lam)[i]),
                r.fit.refit(i, r.lam),
                "==",
                1e-5,
            ),
        ]


# further: polynomials

CLOUD = np.random.default_rng(5).uniform(-1, 1, (40, 4))
HARDLY = 0.05  # constants nearer to 0 than this drown in rounding


class monomials(Figure):
    """(⟨x, z⟩ + c)^q: the weight of each degree, and the eigenvalues at forty points."""

    size = (10, 4.0)
    veiled = (1,)
    story = [
        Step("all degrees", "c = 1, q = 3: degrees 0 to 3, and ten monomials of two coordinates."),
        Step("top degree only", "At c = 0 one bar is left, and four eigenvalues.", c=0.0),
        Step("a larger c", "c = 3 prefers low degrees: a stiffer curve.", c=3.0),
        Step(
            "negative c",
            "A bar below 0 is a feature with a negative square. There is none.",
            c=-1.0,
        ),
        Step("many monomials", "Degree 6 of two coordinates: 28 monomials.", k=6),
        Step("four coordinates", "Degree 3: already 35 monomials.", d=4),
    ]
    handles = [
        Handle(
            "choose c",
            lambda r: (r.k - 1, np.clip(r.k * r.c, -30, 30)),
            lambda r, x, y: dict(c=y / r.k),
        )
    ]
    notes = "Drag the star through 0: the bar of degree q − 1 is q·c, and it decides."

    def sliders(self):
        return dict(
            c=slider("constant c", 1, -1, 3, 0.05),
            k=int_slider("degree q", 3, 1, 6),
            d=int_slider("coordinates d", 2, 1, 4),
        )

    @staticmethod
    def compute(c, k, d):
        """Binomial weights, the Gram matrix, and weights v that see one monomial alone."""
        X = CLOUD[:, :d]
        K = (X @ X.T + c) ** k
        psi = features.monomials(k)(X)  # for c = 1, in the order of combinations
        degree = np.array([comb(k, j) * c ** (k - j) for j in range(k + 1)])
        enough = psi.shape[1] <= len(X)
        one = np.zeros(psi.shape[1])
        one[_column(k, d)] = np.sqrt(k)
        v = np.linalg.lstsq(psi.T, one, rcond=None)[0]
        return dict(
            K=K,
            weights=degree,
            enough=enough,
            seen=float(v @ K @ v),
            count=comb(d + k, k) if c != 0 else comb(d + k - 1, k),
            values=np.linalg.eigvalsh(K),
            sure=certificate(K),
            gap=_feature_gap(X, K, k, c),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-0.6, 6.6), ylim=(-40, 40), xlabel="degree $j$ of the monomials"),
            dict(xlim=(0, 41), ylim=(1e-17, 3), yscale="log", xlabel="eigenvalue, largest first"),
        )
        left.set_yscale("symlog", linthresh=1, linscale=0.6)
        left.set_yticks([-30, -10, -3, -1, 0, 1, 3, 10, 30])
        left.set_yticklabels(["−30", "−10", "−3", "−1", "0", "1", "3", "10", "30"])
        left.minorticks_off()
        left.set_title("weight of degree j")
        left.axhline(0, color=plots.BLACK, lw=1)
        bars = plots.bars(left, 7, None, plots.FIT)
        here = plots.star(left)
        right.axhspan(1e-17, 1e-13, color="0.9", lw=0, label="0")
        dots = plots.points(right, ["> 0", "< 0, its size"], legend=None)
        edge = plots.level(right, None, plots.BOUND, "--", across=True)
        plots.legend_above(right)
        number = np.arange(1, 41)

        def move(r):
            order = np.argsort(-np.abs(r.values))
            share = r.values[order] / np.abs(r.values).max()
            bad, tiny = share < -1e-13, np.abs(share) <= 1e-13  # rounding: not worth a height
            heights = np.zeros(7)
            heights[: r.k + 1] = np.clip(r.weights, -38, 38)
            return (
                *bars(heights),
                *dots(
                    np.column_stack([number, np.where(bad, np.nan, np.where(tiny, 1e-15, share))]),
                    np.column_stack([number, np.where(bad, -share, np.nan)]),
                ),
                *edge(min(r.count, 40) + 0.5),
                *here(r.k - 1, np.clip(r.k * r.c, -30, 30)),
            )

        return move

    def caption(self, r):
        if r.c < 0:
            return f"The bar of degree q − 1 is {r.k * r.c:.3g}, below 0: this is no kernel."
        return f"{r.count} monomials, so {min(r.count, 40)} of 40 eigenvalues are not 0."

    def numbers(self, r):
        said = ", ".join(f"{w:.3g}" for w in r.weights)
        return f"weights of degrees 0 to {r.k}: {said}; {r.count} monomials; 40 points."

    def headline(self, r):
        return Claim(
            "weights v that see one monomial alone",
            "Theorem 15.8",
            measured=r.seen,
            bound=r.k * r.c,
            kind="==",
            tol=1e-6,
            why_not="" if r.enough else "forty points are too few for so many monomials",
            words="Some points and weights give v′Kv = q·c. So c < 0 is no kernel; c ≥ 0 is one.",
        )

    def identities(self, r):
        tiny = 0 < abs(r.c) < HARDLY
        why = "c is negative" if r.c < 0 else "c drowns in rounding" if tiny else ""
        return [
            Claim(
                "features ψ give k",
                "Theorem 15.8",
                r.gap,
                0.0,
                "==",
                why_not="c is negative" if r.c < 0 else "",
            ),
            Claim(
                "eigenvalues count the monomials",
                "Theorem 15.8",
                float(rank(r.K)) if r.c >= 0 else 0.0,
                float(min(r.count, 40)),
                "==",
                why_not=why,
            ),
            Claim(
                "a negative eigenvalue",
                "Theorem 15.8",
                r.sure.smallest,
                0.0,
                "<=",
                why_not="" if r.c < -HARDLY else "c is not negative",
            ),
        ]


def _column(k, d):
    """Where x₁^(k−1) stands among the monomials of degree up to k in d coordinates."""
    return list(features.picks(d + 1, k)).index((0,) * (k - 1) + (d,))


def _feature_gap(X, K, k, c):
    if c < 0:
        return np.inf
    Phi = features.monomials(k, c)(X)
    return np.abs(Phi @ Phi.T - K).max() / np.abs(K).max()


# further: words

NAMES = {
    "English": "january february march april may june july august september october november "
    "december",
    "German": "januar februar märz april mai juni juli august september oktober november dezember",
    "French": "janvier février mars avril mai juin juillet août septembre octobre novembre "
    "décembre",
    "Spanish": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre "
    "diciembre",
    "Italian": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre "
    "novembre dicembre",
}
TABLE = np.array([words.split() for words in NAMES.values()]).T  # (12 months, 5 languages)
WORDS = [str(word) for word in TABLE.ravel()]
MONTH, LANGUAGE = np.repeat(np.arange(12), 5), np.tile(np.arange(5), 12)


def letters(word):
    """The word in small letters, if it is one."""
    word = word.strip().lower()
    if not word.isalpha() or len(word) > 14:
        raise ValueError("type one word of at most 14 letters")
    return word


def alike(K, a, b):
    """k(x, z) / √(k(x, x) k(z, z)); 0 for words that are too short to have a piece."""
    size = np.sqrt(np.outer(a, b))
    return np.divide(K, size, out=np.zeros_like(K), where=size > 0)


@cache
def bank(t):
    """(similarities of all names, share of names whose nearest foreign name is a translation)."""
    K = substrings(t)(WORDS)
    own = np.diag(K)
    S = alike(K, own, own)
    foreign = np.where(LANGUAGE[:, None] != LANGUAGE, S, -1.0)
    best = foreign.max(axis=1)
    # a tie between a translation and another name counts as not found
    found = [
        b > 0 and (MONTH[row >= b - 1e-12] == m).all() for row, b, m in zip(foreign, best, MONTH)
    ]
    return S, float(np.mean(found))


def pieces_of(word, t):
    return sorted({word[i : i + t] for i in range(len(word) - t + 1)})


class words(Figure):
    """Month names in five languages, compared by the pieces of t letters that they share."""

    size = (10, 4.6)
    veiled = (1,)
    story = [
        Step("pairs of letters", "Bright squares along the diagonal: five names of one month."),
        Step("single letters", "With t = 1 everything is somewhat like everything.", t=1),
        Step("four letters", "With t = 4 much is dark: may and mai have no piece.", t=4),
        Step(
            "an old name",
            "Brumaire was the fog month of 1793. Whom does it resemble?",
            w="brumaire",
        ),
        Step("another language", "Dutch: februari is at home at once.", w="februari"),
        Step("a stranger", "A kernel compares whatever you give it.", w="kernel", t=1),
    ]
    notes = """Let the class type names in languages they speak. Ask which t they would choose, and
    how they would find out: count the names whose nearest foreign name is a translation."""

    def sliders(self):
        return dict(
            w=text_box("a word", "novembro", letters),
            t=int_slider("length t", 2, 1, 4),
        )

    @staticmethod
    def compute(w, t):
        """Similarities of all names, and of the word to each of them."""
        S, share = bank(t)
        k = substrings(t)
        row = k([w], WORDS)[0]
        near = alike(row[None], k([w]).ravel(), k.diag(WORDS))[0]
        top = sorted(range(60), key=lambda i: (-round(near[i], 9), i))[:5]
        vocabulary = sorted({piece for word in [w, *WORDS] for piece in pieces_of(word, t)})
        flags = np.array([[p in word for p in vocabulary] for word in [w, *WORDS]], dtype=float)
        return dict(S=S, share=share, row=row, near=near, top=top, flags=flags)

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(title="60 names, five to a month", xlabel="month", ylabel="month"),
            dict(xlim=(0, 1.02), ylim=(4.6, -0.6), xlabel="similarity to your word"),
        )
        image = plots.heatmap(left, (0, 12, 12, 0), 0, 1, origin="upper")
        left.set(xticks=np.arange(12) + 0.5, yticks=np.arange(12) + 0.5)
        left.set_xticklabels(range(1, 13))
        left.set_yticklabels(range(1, 13))
        right.set_yticks([])
        rods = [
            right.plot([], [], color=plots.SKY, lw=16, solid_capstyle="butt")[0] for _ in "five!"
        ]
        said = [right.text(0.02, row, "", va="center", fontsize=13) for row in range(5)]
        right.set_title("the five nearest names")

        def move(r):
            for row, i in enumerate(r.top):
                rods[row].set_data([0, r.near[i]], [row, row])
                language = list(NAMES)[LANGUAGE[i]]
                said[row].set_text(f"{WORDS[i]} ({language})" if r.near[i] > 0 else "")
            return *image(r.S), *rods, *said

        return move

    def caption(self, r):
        best = r.top[0]
        if r.near[best] == 0:
            told = f"“{r.w}” shares no piece of {r.t} letters with any name."
        else:
            told = f"Nearest to “{r.w}” is “{WORDS[best]}”, with {r.row[best]:.0f} common pieces."
        return f"{told} {100 * r.share:.0f} % of the names find a translation first."

    def numbers(self, r):
        said = ", ".join(f"{WORDS[i]} {r.near[i]:.2f}" for i in r.top)
        return f"nearest names: {said}; {100 * r.share:.0f} % of 60 names find a translation."

    def headline(self, r):
        gap = np.abs(r.flags[0] @ r.flags[1:].T - r.row).max()
        return Claim(
            "common pieces = inner product of 0/1 features",
            "Theorem 15.7",
            measured=float(gap),
            bound=0.0,
            kind="==",
            words="The number of common pieces is the inner product of the lists “does this piece "
            "occur?”, so it is a kernel.",
        )

    def identities(self, r):
        Phi = r.flags[1:]
        K = Phi @ Phi.T
        own = np.diag(K)
        return [
            Claim(
                "all 60 names: similarities from features",
                "Theorem 15.7",
                np.abs(alike(K, own, own) - r.S).max(),
                0.0,
                "==",
            ),
            Claim(
                "scaled by its own size it is still a kernel",
                "Theorem 15.3",
                certificate(r.S).smallest,
                0.0,
                ">=",
            ),
            Claim("and never over 1", "section 3", float(max(r.near.max(), r.S.max())), 1.0),
        ]
