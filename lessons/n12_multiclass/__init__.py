"""The figures of notebook 12, many classes.

vote     two-class rules that claim, duel and vote, beside one machine for all classes
psi      class-sensitive features: how would x look if its class were k?
above    the multi-class hinge over the 0–1 loss, and the softmax between them
temper   one machine at a temperature: from the hinge over the softmax to class sums
digits   four ways to tell ten handwritten digits apart
descent  subgradients of the hinge, from any start
"""

from functools import lru_cache

import numpy as np
from matplotlib.colors import ListedColormap
from scipy import special

from helpers import data, plots
from helpers.descent import bounds
from helpers.live import (
    Claim,
    Figure,
    Handle,
    Step,
    choice,
    int_slider,
    regularisation,
    slider,
    step_size,
    temperature,
    toggle,
)
from helpers.margins import class_features, multiclass, multiclass_sgd, pegasos, svm
from helpers.margins import votes as voting
from helpers.margins.perceptron import pad

BOX = (-3.2, 3.2, -3.0, 3.0)  # all planes of points
# several, nobody, then the classes 0, ..., 4
SHADES = ListedColormap(["0.55", "white", "#BBD9EE", "#F6CDB8", "#B9E3D5", "#EBD3E2", "#F8E3B5"])
LEADS = np.linspace(-4, 4, 61)
SHIFTS = np.linspace(-3, 6, 181)
SEEN = 200  # digits to learn from


def mesh(n=70):
    """The (n^2, 2) points of BOX at which `regions` wants classes and `borders` scores."""
    return data.mesh(BOX, n)


def clouds(centres, n, seed):
    return data.blobs(n, centres, np.random.default_rng(seed), 0.45)


def point_sets():
    """Four problems in the plane, X (n, 2) and classes y (n,)."""
    wine = data.load("wine")
    return {
        "wine": (data.standardise(wine.X)[:, [0, 6]], wine.y.astype(int)),
        "triangle": clouds([[0, 1.7], [1.6, -1.1], [-1.6, -1.1]], 90, 1),
        "row": clouds([[-2, -0.4], [0, 0], [2, 0.4]], 90, 2),
        "five": clouds(1.9 * svm.unit(np.arange(5) * 0.4 * np.pi + 0.3), 75, 3),
    }


MESH = mesh()
PADDED = pad(MESH)
POINTS = point_sets()
THREE = {name: POINTS[name] for name in ("wine", "triangle", "row")}
XW, YW = pad(POINTS["wine"][0]), POINTS["wine"][1]


@lru_cache(maxsize=64)
def one_machine(points, lam):
    """The multi-class SVM of a point set (block features, a 1 appended to x)."""
    X, y = POINTS[points]
    return multiclass.machine(pad(X), y, lam)


# movers that several figures share


def plane(ax, title):
    ax.set(xlim=BOX[:2], ylim=BOX[2:], xlabel="$x_1$", title=title)


def regions(ax, classes=3, size=22):
    """Shaded classes (-1 nobody: white, -2 several: dark) and the points on them. move(labels on
    the mesh, X, y)."""
    shade = plots.heatmap(ax, BOX, -2.5, 4.5, cmap=SHADES)
    dots = plots.points(ax, [f"class {k}" for k in range(classes)], None, size)

    def move(labels, X, y):
        n = round(len(labels) ** 0.5)
        return *shade(np.reshape(labels, (n, n))), *dots(*(X[y == k] for k in range(classes)))

    return move


def borders(ax, n=70, **line):
    """The lines where two of the scores are largest. move(S) with S (n^2, c) on the mesh."""
    x, y, kept = np.linspace(*BOX[:2], n), np.linspace(*BOX[2:], n), []
    style = {"colors": "black", "linewidths": 1.6, **line}

    def move(S):
        for old in kept:
            old.remove()
        kept.clear()
        for k in range(S.shape[1] - 1):  # the last class has no border of its own left
            Z = (S[:, k] - np.delete(S, k, axis=1).max(axis=1)).reshape(n, n)
            if Z.min() < 0 < Z.max():  # a level that is nowhere would warn
                kept.append(ax.contour(x, y, Z, levels=[0], **style))
                kept[-1].set_animated(True)
        return kept

    return move


def star_handle(panel=0):
    return Handle(
        "move the star",
        at=lambda r: (r.x1, r.x2),
        to=lambda r, x, y: dict(x1=x, x2=y),
        panel=panel,
    )


def star_sliders(x1, x2):
    return dict(
        x1=slider("star across x₁", x1, -3, 3, 0.05), x2=slider("star up x₂", x2, -2.8, 2.8, 0.05)
    )


# ---- votes


@lru_cache(maxsize=64)
def trained(points, learner, lam):
    """(A, D): the c rules of one against all and the c(c-1)/2 of one against one."""
    X, y = POINTS[points]
    learn = voting.LEARNERS[learner]
    return voting.one_vs_all(X, y, learn, lam), voting.one_vs_one(X, y, learn, lam)


def claims_far_out(A):
    """How many rules claim each arc of a huge circle, counter-clockwise; None if two borders are
    parallel."""
    W = A[:, :2]
    turn = np.arctan2(W[:, 1], W[:, 0])
    ends = np.sort(np.concatenate([turn - np.pi / 2, turn + np.pi / 2]) % (2 * np.pi))
    wide = np.diff(ends, append=ends[0] + 2 * np.pi)
    if wide.min() < 1e-6 or np.hypot(*W.T).min() < 1e-9:
        return None
    return (svm.unit(ends + wide / 2) @ W.T > 0).sum(axis=1)


class vote(Figure):
    """Three maps: one against all, one against one, one machine for all classes."""

    size = (10, 3.7)
    veiled = (0, 1)
    story = [
        Step(
            "in doubt",
            "White: nobody claims. Grey: several do, and the wedges never end.",
        ),
        Step(
            "a ring of duels",
            "Middle: each class wins one duel, so the vote at the star is a tie.",
            points="triangle",
            x1=0.15,
            x2=-0.1,
        ),
        Step(
            "a better learner?",
            "Another learner turns the lines. The wedges turn with them and stay.",
            learner="logistic",
        ),
        Step(
            "one rule fewer",
            "Two rules for three classes: what nobody claims is the third. Grey remains.",
            points="triangle",
            how="one rule fewer",
        ),
        Step(
            "five classes",
            "Left: most of the map is in doubt. Middle: ten duels leave little of it.",
            points="five",
        ),
        Step(
            "by score",
            "The largest score decides: no doubt is left. But the middle cloud gets too narrow a "
            "band: its own rule is useless.",
            points="row",
            how="by score",
        ),
    ]
    handles = [star_handle(0), star_handle(1)]
    more = ("x1", "x2")
    notes = """Let the class name a place for the doubt before you show the wines. In the row no
    line has the middle class alone on one side, so its rule is nearly constant, and no tie rule
    repairs that. The third map is the machine of this notebook."""

    def sliders(self):
        return dict(
            points=choice("data", "wine", list(POINTS)),
            learner=choice("learner", "soft SVM", list(voting.LEARNERS)),
            how=choice("ties", "left open", list(voting.READINGS)),
            lam=regularisation(0.01, 0.001, 1),
            **star_sliders(0.4, 0.0),
        )

    @staticmethod
    def compute(points, learner, how, lam, x1, x2):
        """What the rules say on the map, at the points and at the star."""
        X, y = POINTS[points]
        (A, D), m = trained(points, learner, lam), one_machine(points, lam)
        star = np.array([[x1, x2, 1.0]])
        said = [f(W, pad(X), how) for f, W in ((voting.claimed, A), (voting.outvoted, D))]
        return dict(
            X=X,
            y=y,
            c=len(A),
            m=m,
            A=A,
            all=voting.claimed(A, PADDED, how),
            one=voting.outvoted(D, PADDED, how),
            joint=m.choose(PADDED),
            open=voting.claimed(A, PADDED),
            wins=voting.votes(D, PADDED),
            tied=np.mean(voting.outvoted(D, PADDED) == -2),
            claim=np.flatnonzero(star @ A.T > 0),
            won=voting.votes(D, star)[0],
            wrong=[*(np.mean(s != y) for s in said), m.error],
        )

    def picture(self, fig):
        axes = fig.subplots(1, 3, sharey=True)
        titles = "one against all", "one against one", "one machine for all"
        for ax, title in zip(axes, titles):
            plane(ax, title)
        axes[0].set_ylabel("$x_2$")
        axes[0].set_xlabel("$x_1$     white: nobody, grey: several")
        axes[1].set_xlabel("$x_1$     grey: a tie")
        axes[2].set_xlabel("$x_1$     0 blue, 1 orange, 2 green")
        maps, stars = [regions(ax, 5) for ax in axes], [plots.star(ax) for ax in axes]
        return lambda r: [
            artist
            for labels, area, star in zip((r.all, r.one, r.joint), maps, stars)
            for artist in (*area(labels, r.X, r.y), *star(r.x1, r.x2))
        ]

    def caption(self, r):
        got = voting.claimed(r.A, np.array([[r.x1, r.x2, 1.0]]), r.how)[0]
        doubtful = {-1: "nobody claims the star", -2: "several classes claim the star"}
        left = doubtful.get(got, f"the star goes to class {got}")
        best = np.flatnonzero(r.won == r.won.max())
        duels = f"class {best[0]} wins its duels" if len(best) == 1 else "its duels end in a tie"
        doubt = np.mean(r.all < 0)
        return f"Left, {left}; middle, {duels}. {doubt:.0%} of the left map is in doubt."

    def numbers(self, r):
        wrong = ", ".join(f"{e:.1%}" for e in r.wrong)
        return (
            f"left, nobody claims {np.mean(r.all == -1):.0%} of the square, several "
            f"{np.mean(r.all == -2):.0%}; middle, {np.mean(r.one == -2):.1%} is tied; the star is "
            f"claimed by {len(r.claim)} classes and the duels won there are {r.won.tolist()}; "
            f"wrong or in doubt among the points: {wrong}."
        )

    def headline(self, r):
        many = claims_far_out(r.A)
        return Claim(
            "unbounded regions in doubt ≥ c",
            "Theorem 12.1",
            np.nan if many is None else np.sum(many != 1),
            r.c,
            ">=",
            why_not="two borders are parallel, or a rule has none" * (many is None),
            words="One against all leaves at least c endless regions in doubt.",
        )

    def identities(self, r):
        duels, sure = r.c * (r.c - 1) // 2, r.open >= 0
        kept = np.sum(voting.claimed(r.A, PADDED, "by score")[sure] == r.open[sure])
        ring, three = np.mean((r.wins == 1).all(axis=1)), "" if r.c == 3 else "not three classes"
        this, total = "Theorem 12.1", r.wins.sum(axis=1)
        certified = Claim(
            "one machine: primal = dual", "Theorem 12.4", r.m.objective, r.m.dual, "==", 1e-7
        )
        return [
            Claim("duels won, most at a place", "section 1", total.max(), duels, "=="),
            Claim("duels won, fewest at a place", "section 1", total.min(), duels, "=="),
            Claim("sole claims that stand by score", this, kept, sure.sum(), "=="),
            Claim("tied = each class wins one", "section 1", r.tied, ring, "==", why_not=three),
            certified,
        ]


# ---- features that know the class


def centres():
    return {
        name: np.array([X[y == k].mean(axis=0) for k in range(3)]) for name, (X, y) in THREE.items()
    }


CENTRES = centres()
BUILD = {
    "blocks": lambda x, name: class_features.block_features(pad(x), 3),
    "in order": lambda x, name: class_features.ordered_features(x, 3),
    "centres": lambda x, name: class_features.centre_features(x, 3, CENTRES[name]),
}


@lru_cache(maxsize=16)
def fitted(psi, points):
    """A machine of these features at λ = 0.01, and the scores of the mesh (n^2, 3)."""
    X, y = THREE[points]
    m = multiclass.machine_of(BUILD[psi](X, points), y, 0.01)
    return m, BUILD[psi](MESH, points) @ m.w


class psi(Figure):
    """Features Ψ(x, k) of the star for each class, the weights, and the map of the largest
    score."""

    size = (11, 4.2)
    veiled = (1,)
    story = [
        Step("blocks", "Left: x and its 1 move from block to block; w has a part for each class."),
        Step(
            "in order",
            "Four weights instead of nine, and the two borders are parallel.",
            psi="in order",
        ),
        Step(
            "made for a row",
            "Three clouds in a row: parallel borders are all one needs.",
            psi="in order",
            points="row",
            x1=0.2,
            x2=0.1,
        ),
        Step(
            "a surprise",
            "A triangle is parted too: seen from the right side, its clouds stand in a row.",
            psi="in order",
            points="triangle",
        ),
        Step(
            "one weight",
            "One number for a class, minus half the squared distance to its centre: the nearest "
            "wins.",
            psi="centres",
            points="triangle",
        ),
    ]
    handles = [star_handle(1)]
    notes = """Drag the star over a border and watch two bars change places. Class 0 has the
    features 0 in 'in order', so its score is always 0: only differences of scores count."""

    def sliders(self):
        return dict(
            psi=choice("features Ψ", "blocks", list(BUILD)),
            points=choice("data", "wine", list(THREE)),
            **star_sliders(-1.5, 1.2),
        )

    @staticmethod
    def compute(psi, points, x1, x2):
        """Features and scores of the star, classes on the map."""
        (X, y), (m, S) = THREE[points], fitted(psi, points)
        Psi = BUILD[psi](np.array([[x1, x2]]), points)[0]
        return dict(m=m, w=m.w, Psi=Psi, S=Psi @ m.w, X=X, y=y, labels=S.argmax(axis=1))

    def picture(self, fig):
        left, middle, right = fig.subplots(1, 3, width_ratios=(1, 1.1, 0.7))
        left.set(title="$\\Psi(x, k)$ at the star, and $w$", xlabel="feature", xticks=range(9))
        left.set_xticklabels(range(1, 10))
        left.set_yticks(range(4), ["$w$", "$\\Psi(x, 2)$", "$\\Psi(x, 1)$", "$\\Psi(x, 0)$"])
        plane(middle, "the largest score wins")
        right.set(xlim=(-0.6, 2.6), ylim=(-7, 7), xticks=range(3), xlabel="class $k$")
        right.set_title("scores at the star")
        table = plots.heatmap(left, (-0.5, 8.5, -0.5, 3.5), -3, 3, cmap="RdBu", bar="value")
        rule = left.axhline(0.5, color="black", lw=1.6)
        area, star = regions(middle), plots.star(middle)
        right.axhline(0, color="black", lw=0.8)
        heights = [plots.bars(right, 1, colour=plots.COLOURS[k], at=[k]) for k in range(3)]

        def move(r):
            rows = np.full((4, 9), np.nan)
            rows[1:, : len(r.w)], rows[0, : len(r.w)] = r.Psi[::-1], r.w
            S = np.clip(r.S - r.S.mean(), -7, 7)
            return (
                *table(rows),
                rule,
                *area(r.labels, r.X, r.y),
                *star(r.x1, r.x2),
                *(a for bar, s in zip(heights, S) for a in bar([s])),
            )

        return move

    def caption(self, r):
        many = "one weight" if len(r.w) == 1 else f"{len(r.w)} weights"
        return (
            f"With {many} the star is of class {r.S.argmax()}; {r.m.error:.1%} of the "
            "points are on wrong ground."
        )

    def numbers(self, r):
        return (
            f"number of weights {len(r.w)}; at the star the scores of the classes 0, 1, 2 are "
            f"{', '.join(f'{s:.3g}' for s in r.S)}, so it is class {r.S.argmax()}; "
            f"{r.m.error:.1%} of the points are wrong, mean hinge {r.m.losses.mean():.3f}."
        )

    def headline(self, r):
        own = int(r.S.argmax())
        same = np.vstack([MESH[r.labels == own], [r.x1, r.x2]])
        between = BUILD[r.psi]((same + [r.x1, r.x2]) / 2, r.points) @ r.w
        return Claim(
            "share of its class that the star sees",
            "Theorem 12.2",
            np.mean(between.argmax(axis=1) == own),
            1,
            "==",
            words="Regions are convex: halfway to any place of the same class, the class is the "
            "same.",
        )

    def identities(self, r):
        x = np.array([r.x1, r.x2, 1.0])
        other = {name: f"Ψ is {r.psi}" * (r.psi != name) for name in BUILD}
        rows = r.w.reshape(3, 3) @ x if r.psi == "blocks" else np.zeros(3)
        step = x[:2] @ r.w[:2] + r.w[2] if r.psi == "in order" else np.nan
        near = ((CENTRES[r.points] - x[:2]) ** 2).sum(axis=1)
        lead, two = r.S[1] - r.S[0], "Theorem 12.2"
        closer = r.w[0] * (near[0] - near[1]) / 2
        return [
            Claim("⟨w, Ψ(x, 0)⟩ = ⟨w₀, x⟩", two, r.S[0], rows[0], "==", why_not=other["blocks"]),
            Claim("⟨w, Ψ(x, 2)⟩ = ⟨w₂, x⟩", two, r.S[2], rows[2], "==", why_not=other["blocks"]),
            Claim(
                "score 1 − score 0 = ⟨w, x⟩ + b₁", two, lead, step, "==", why_not=other["in order"]
            ),
            Claim(
                "lead = w (‖x−μ₀‖² − ‖x−μ₁‖²)/2", two, lead, closer, "==", why_not=other["centres"]
            ),
        ]


# ---- losses


def three_losses(S, tau, printed=False):
    """0–1 loss, hinge, softmax loss in bits of scores S (..., 3) whose own class is 0."""
    y = np.zeros(S.shape[:-1], dtype=int)
    tall = multiclass.hinge_as_printed if printed else multiclass.hinge
    bits = multiclass.soft_hinge(S, y, tau, 0.0) / (tau * np.log(2))
    return multiclass.zero_one(S, y), tall(S, y), bits


def slopes(loss, s, h=1e-5):
    """The gradient of a loss at scores s (3,), by differences."""
    return (loss(s + h * np.eye(3)) - loss(s - h * np.eye(3))) / (2 * h)


PAIRS = np.stack([np.zeros((61, 61)), *np.meshgrid(LEADS, LEADS)], axis=-1)


class above(Figure):
    """The losses of one example with two rivals."""

    veiled = (0,)
    story = [
        Step("right, but close", "The answer is right, the lead is 0.4, and 0.6 is charged."),
        Step("clear", "Both rivals are more than 1 behind: the hinge charges nothing.", u1=-2),
        Step(
            "wrong",
            "A rival leads by 1: the 0–1 loss charges 1, the hinge 2. It lies above.",
            u1=1,
        ),
        Step("two rivals", "Only the worst rival counts for the hinge.", u1=1.5, u2=1.5),
        Step("cold", "At τ = 0.3 the softmax curve bends more sharply, near 0.", tau=0.3),
        Step("hot", "At τ = 3 even a clear lead costs something.", tau=3),
        Step(
            "as printed",
            "With the 0–1 loss turned round, as one of the notes prints it, a clear lead costs 1.",
            printed=True,
            u1=-2,
            u2=-3,
        ),
    ]
    handles = [
        Handle(
            "move both rivals",
            at=lambda r: (r.u1, r.u2),
            to=lambda r, x, y: dict(u1=x, u2=y),
            panel=1,
        )
    ]
    notes = """Drag the star along the dashed line, where the 0–1 loss jumps: the hinge is 1 on its
    border and never lower on the wrong side. Then heat and cool the softmax."""

    def sliders(self):
        return dict(
            u1=slider("lead of rival 1 u₁", -0.4, -3.5, 3.5, 0.05),
            u2=slider("lead of rival 2 u₂", -1.5, -3.5, 3.5, 0.05),
            tau=temperature(1, 0.1, 10),
            printed=toggle("0–1 loss as printed"),
        )

    @staticmethod
    def compute(u1, u2, tau, printed):
        """Losses at the star, along a lift of the own score, and the hinge over both leads."""
        s = np.array([0.0, u1, u2])
        wrong, hinge, soft = three_losses(s + np.outer(SHIFTS, [1, 0, 0]), tau, printed)
        error, now, bits = three_losses(s, tau, printed)
        return dict(
            s=s,
            zero_one=wrong,
            hinge=hinge,
            soft=soft,
            error=float(error),
            now=float(now),
            bits=float(bits),
            map=three_losses(PAIRS, tau, printed)[1],
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(-3, 6), ylim=(-0.1, 6), ylabel="loss")
        left.set_xlabel("added to the own score")
        right.set(xlim=(-4, 4), ylim=(-4, 4), xlabel="lead $u_1$ of rival 1")
        right.set(ylabel="lead $u_2$ of rival 2", title="hinge; dashed: the 0–1 loss jumps")
        error = plots.curves(left, ["0–1"], color=plots.TRUTH, lw=2)
        hinge = plots.curves(left, ["hinge"], color=plots.FIT, lw=2.6)
        soft = plots.curves(left, ["softmax/($\\tau$ ln 2)"], color=plots.ORANGE, lw=2, ls="-.")
        star = plots.star(left)
        plots.legend_above(left)
        image = plots.heatmap(right, (-4, 4, -4, 4), 0, 5, bar="loss")
        (jump,) = right.plot([-4, 0, 0], [0, 0, -4], color="white", lw=2, ls="--")
        place = plots.star(right)
        return lambda r: (
            *error(SHIFTS, r.zero_one),
            *hinge(SHIFTS, r.hinge),
            *soft(SHIFTS, r.soft),
            *star(0, min(r.now, 5.9)),
            *image(r.map),
            jump,
            *place(r.u1, r.u2),
        )

    def caption(self, r):
        word, name = "wrong" if r.error else "right", "hinge as printed" * r.printed or "hinge"
        return f"The answer is {word}; the {name} charges {r.now:.3g}, the softmax {r.bits:.3g}."

    def numbers(self, r):
        return (
            f"the example is {'wrong' if r.error else 'right'}, 0–1 loss {r.error:.0f}; "
            f"hinge{' as printed' * r.printed} {r.now:.3g}, softmax/(τ ln 2) {r.bits:.3g}."
        )

    def headline(self, r):
        return Claim(
            "0–1 loss ≤ hinge",
            "Theorem 12.3",
            r.error,
            r.now,
            why_not="the 0–1 loss is turned round" * r.printed,
            words="The hinge is never below the 0–1 loss.",
        )

    def identities(self, r):
        worst, three = max(r.u1, r.u2), "Theorem 12.3"
        kink = "a kink" * bool(abs(r.u1 - r.u2) < 1e-3 or abs(worst + 1) < 1e-3)
        turned, fine = "turned round" * r.printed, "as it should be" * (not r.printed)
        steep = np.linalg.norm(slopes(lambda s: multiclass.hinge(s, np.zeros(3, int)), r.s))
        own = slopes(lambda s: multiclass.soft_hinge(s, np.zeros(3, int), r.tau, 0.0), r.s)[0]
        p, ends = special.softmax(r.s / r.tau), (r.hinge[0] + r.hinge[120]) / 2
        idle = turned or kink or "the hinge is 0 here" * bool(worst < -1)
        return [
            Claim(
                "hinge = max(0, 1 + worst lead)",
                three,
                r.now,
                max(0, 1 + worst),
                "==",
                why_not=turned,
            ),
            Claim("slope of the hinge = √2", three, steep, 2**0.5, "==", 1e-6, idle),
            Claim("convex: hinge ≤ mean at ±3", three, r.now, ends),
            Claim("0–1 loss ≤ softmax/(τ ln 2)", three, r.error, r.bits),
            Claim("slope of the softmax = 1 − p", "section 5", -own, 1 - p[0], "==", 1e-6),
            Claim("as printed: least value", "section 3", r.map.min(), 1, "==", why_not=fine),
        ]


# ---- temperature


class temper(Figure):
    """The softened machine beside the hinge: a map, what examples pay, the odds at the star."""

    size = (10, 4.1)
    veiled = (0,)
    story = [
        Step("lukewarm", "At τ = 1 nearly everybody pays a little (blue); the hinge has idlers."),
        Step(
            "cold",
            "τ = 0.05: the map fits the black borders of the hinge, and so do the payments.",
            tau=0.05,
        ),
        Step(
            "softmax",
            "No margin is asked for: this is softmax regression.",
            lead=False,
        ),
        Step("hot", "τ = 300: all pay two thirds, and the star is anything.", tau=300),
        Step(
            "too hot",
            "In a row: the middle class has almost vanished, since its points sum to nearly 0.",
            points="row",
            tau=300,
            x1=0,
            x2=0,
        ),
        Step(
            "strong λ",
            "At λ = 0.5 nearly all pay for the hinge, too: a lead of 1 is out of reach.",
            lam=0.5,
            tau=0.05,
        ),
    ]
    handles = [star_handle(0)]
    more = ("x1", "x2")
    notes = """Heat slowly from the left end: first the payments flatten, then the map changes.
    Then a strong λ at a low temperature: again everybody pays, for another reason."""

    def sliders(self):
        return dict(
            tau=temperature(1, 0.05, 300),
            lam=regularisation(0.01, 0.001, 1),
            points=choice("data", "wine", list(THREE)),
            lead=toggle("ask for the margin 1", True),
            **star_sliders(0.4, 0.0),
        )

    @staticmethod
    def compute(tau, lam, points, lead, x1, x2):
        """The soft machine, the hinge's, and the probabilities at the star."""
        X, y = THREE[points]
        hinge = one_machine(points, lam)
        m = multiclass.soft_machine(pad(X), y, lam, tau, float(lead))
        return dict(
            hinge=hinge,
            m=m,
            X=X,
            y=y,
            labels=m.choose(PADDED),
            S=PADDED @ hinge.W.T,
            rank=np.arange(1, len(y) + 1) / len(y),
            cold=np.sort(hinge.pays)[::-1],
            soft=np.sort(m.pays)[::-1],
            p=special.softmax(m.W @ [x1, x2, 1.0] / tau),
        )

    def picture(self, fig):
        grid = fig.add_gridspec(2, 2, width_ratios=(3, 2), height_ratios=(3, 2))
        left, right, below = (fig.add_subplot(grid[where]) for where in (np.s_[:, 0], 1, 3))
        plane(left, "the soft machine; black: borders of the hinge")
        left.set_ylabel("$x_2$")
        right.set(xlim=(0, 1), ylim=(-0.03, 1.03), xlabel="share of the examples", ylabel="pays")
        below.set(xlim=(-0.6, 2.6), ylim=(0, 1), xticks=range(3), xlabel="class")
        below.set_ylabel("$p$ at the star")
        area, lines, star = regions(left), borders(left), plots.star(left)
        cold = plots.curves(right, ["hinge"], color=plots.BLACK, lw=1.8)
        soft = plots.curves(right, ["soft"], color=plots.FIT, lw=2.6)
        level = plots.level(right, "$1 - 1/c$", plots.BOUND, "--")
        plots.legend_above(right)
        bars = [plots.bars(below, 1, colour=plots.COLOURS[k], at=[k]) for k in range(3)]
        return lambda r: (
            *area(r.labels, r.X, r.y),
            *lines(r.S),
            *star(r.x1, r.x2),
            *cold(r.rank, r.cold),
            *soft(r.rank, r.soft),
            *level(2 / 3),
            *(a for bar, p in zip(bars, r.p) for a in bar([p])),
        )

    def caption(self, r):
        idle, over = np.mean(r.cold > 1e-6), np.mean(r.soft > 0.01)
        return (
            f"{idle:.0%} pay for the hinge, {over:.0%} pay over 0.01 at this temperature; "
            f"{r.m.error:.1%} are wrong."
        )

    def numbers(self, r):
        idle, over = np.mean(r.cold > 1e-6), np.mean(r.soft > 0.01)
        return (
            f"{idle:.0%} of the examples pay for the hinge; {over:.0%} pay over 0.01 when soft; "
            f"errors {r.hinge.error:.1%} and {r.m.error:.1%}, objectives {r.hinge.objective:.3f} "
            f"and {r.m.objective:.3f}; probabilities at the star "
            f"{', '.join(f'{p:.2f}' for p in r.p)}."
        )

    def headline(self, r):
        return Claim(
            "soft optimum ≤ hinge's optimum + τ ln c",
            "Theorem 12.5",
            r.m.objective,
            r.hinge.objective + r.tau * np.log(3),
            tol=1e-7,
            words="Softening raises the optimum by at most τ ln c.",
        )

    def identities(self, r):
        m, X, n = r.m, pad(r.X), len(r.y)
        S = X @ m.W.T
        P = special.softmax((S + r.lead * (r.y[:, None] != np.arange(3))) / r.tau, axis=1)
        pull = (np.eye(3)[r.y] - P).T @ X / (2 * r.lam * n)
        spread = np.ptp(multiclass.augmented(S, r.y, m.cost), axis=1) / r.tau
        reach = np.expm1(np.minimum(spread, 500))  # the claim is about hot machines
        sums, five = multiclass.class_sums(X, r.y, r.lam), "Theorem 12.5"
        away, far = np.abs(m.W - sums).max(), (reach @ np.abs(X)).max() / (6 * r.lam * n)
        none = "" if r.lead else "no margin is asked for"
        cool = "the temperature is below 10" * bool(r.tau < 10)
        long, size = np.linalg.norm(m.W), np.linalg.norm(pull)
        return [
            Claim("primal = dual, with τ × entropy", five, m.objective, m.dual, "==", 1e-8),
            Claim(
                "hinge's optimum ≤ soft optimum",
                five,
                r.hinge.objective,
                m.objective,
                "<=",
                1e-7,
                none,
            ),
            Claim("‖W‖ = ‖Σ([k = y] − p) x‖/(2λn)", five, long, size, "==", 1e-6),
            Claim("distance of W to the class sums", "Theorem 12.6", away, far, why_not=cool),
        ]


# ---- ten digits


def digit_data():
    """Pixels (1797, 64), digits, the mean of the first 200 and their principal axes."""
    digits = data.load("digits")
    middle = digits.X[:SEEN].mean(axis=0)
    axes = np.linalg.svd(digits.X[:SEEN] - middle, full_matrices=False)[2] / 10
    return digits.X, digits.y.astype(int), middle, axes


PIXELS, DIGIT, MIDDLE, AXES = digit_data()


def mosaic(W):
    """Ten rows of 64 pixels as 2 x 5 pictures with gaps of NaN (17, 44), each scaled by its
    largest entry."""
    whole = np.full((2, 9, 5, 9), np.nan)
    scaled = W / np.abs(W).max(axis=1, keepdims=True)
    whole[:, :8, :, :8] = scaled.reshape(2, 5, 8, 8).transpose(0, 2, 1, 3)
    return whole.reshape(18, 45)[:-1, :-1]


class digits(Figure):
    """Ten handwritten digits, by votes and by one machine."""

    veiled = (1,)
    story = [
        Step(
            "one machine", "Left: the ten weight vectors as pictures. Right: who is taken for whom."
        ),
        Step("softmax", "Smooth instead of sparse: nearly the same templates.", scheme="softmax"),
        Step(
            "one against all",
            "Ten rules that were trained apart: more mistakes.",
            scheme="one against all",
        ),
        Step("in pairs", "45 duels: hardly better than one machine.", scheme="one against one"),
        Step("strong λ", "λ = 1: every digit pays, and many more new ones are wrong.", lam=1),
        Step("five numbers", "Each digit is squeezed into five numbers first.", D=5),
    ]
    notes = """Ones are called eights: a one is a stroke in the middle, and so is the waist of an
    eight. Ask which slider matters more, λ or D, and let them measure."""

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

    def picture(self, fig):
        left, right = fig.subplots(1, 2)
        left.set(title="$w_k$: ink on blue is for $k$, on red against", yticks=[])
        left.set_xlabel("$k$ above, and below")
        left.spines[["left", "bottom"]].set_visible(False)
        right.set(xticks=range(10), yticks=range(10), xlabel="answer", ylabel="digit")
        right.set_title("mistakes on new digits")
        left.set_xticks(4 + 9 * np.arange(5), [f"{k}, {k + 5}" for k in range(5)])
        image = plots.heatmap(left, (0, 44, 0, 17), -1, 1, cmap="RdBu", origin="upper")
        box, bar = (-0.5, 9.5, 9.5, -0.5), "how many (yellow: 30 or more)"
        table = plots.heatmap(right, box, 0, 30, bar=bar, origin="upper")
        return lambda r: (*image(r.templates), *table(r.confusion))

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


# ---- subgradients


class descent(Figure):
    """One example, the class that hurts most, one step."""

    veiled = (1,)
    story = [
        Step("constant steps", "The last point hovers above the optimum; the average settles."),
        Step("Pegasos", "Steps 1/(2λt): wild at first, then down.", rule="1/(2λt)"),
        Step(
            "another start",
            "From w₁ = −4 w*: the bound is 25 times as high, and so it must be.",
            s=-4,
            eta=0.03,
        ),
        Step(
            "2λw forgotten",
            "The step without its penalty walks past the optimum and never comes back.",
            step="2λw left out",
            lam=0.3,
        ),
        Step(
            "plain argmax",
            "Only mistakes push: nobody defends the lead of 1, and the penalty wears it down.",
            step="plain argmax",
        ),
    ]
    handles = [
        Handle(
            "choose the number of steps",
            at=lambda r: (r.T, descent.drawn(r.average[-1])),
            to=lambda r, x, y: dict(T=x),
            panel=1,
        )
    ]
    more = ("T", "s")
    notes = """Without 2λw the walk minimises the hinge alone, wherever λ stands. At a weak λ hardly
    anybody notices. The bound is one on the mean regret over the examples drawn, so it holds in
    every single run."""

    def sliders(self):
        return dict(
            step=choice("step", "right", list(multiclass_sgd.STEPS)),
            rule=choice("rule", "constant η", ["constant η", "1/(2λt)"]),
            lam=regularisation(0.1, 0.003, 0.5),
            eta=step_size(0.1, 0.003, 3),
            T=int_slider("steps T", 1000, 10, 1000),
            s=slider("start at s times w*: s", 0, -4, 4, 0.5),
        )

    @staticmethod
    def compute(step, rule, lam, eta, T, s):
        """T steps, their heights above the optimum, and the bound on the mean regret."""
        f, best = multiclass_sgd.objective(XW, YW, lam)[0], one_machine("wine", lam)
        constant, rng = rule == "constant η", np.random.default_rng(1)
        rate = eta if constant else pegasos.pegasos_steps(lam)
        run = multiclass_sgd.descend(XW, YW, lam, rate, T, rng, step, start=s * best.w)
        met = [
            multiclass_sgd.drawn_losses(run, XW, YW, lam, w).mean() for w in (run.w[:-1], best.w)
        ]
        far = np.linalg.norm(run.w[0] - best.w)
        bound = bounds.best_bound(run, far) if constant else pegasos.pegasos_bound(run, lam)
        t = multiclass_sgd.looks(T)
        return dict(
            run=run,
            best=best,
            labels=(PADDED @ run.last.reshape(3, 3).T).argmax(axis=1),
            S=PADDED @ best.W.T,
            t=t,
            last=f(run.w[t]) - best.objective,
            average=f(run.averages()[t - 1]) - best.objective,
            bound=bound[t - 1],
            regret=met[0] - met[1],
        )

    @staticmethod
    def drawn(height):
        """A height as the right panel can show it."""
        return min(max(height, 1.2e-4), 900)

    def picture(self, fig):
        left, right = fig.subplots(1, 2)
        plane(left, "the last point; black: the optimum")
        left.set(xlabel="alcohol", ylabel="flavanoids")
        right.set(xlim=(1, 1000), ylim=(1e-4, 1e3), xlabel="steps", ylabel="above the optimum")
        area, lines = regions(left), borders(left)
        last = plots.curves(right, ["last point"], log="xy", color=plots.SKY, lw=1.4)
        average = plots.curves(right, ["average"], color=plots.FIT, lw=2.4)
        bound = plots.curves(right, ["regret bound"], color=plots.BOUND, ls="--")
        star = plots.star(right)
        plots.legend_above(right)
        return lambda r: (
            *area(r.labels, XW[:, :2], YW),
            *lines(r.S),
            *last(r.t, r.last),
            *average(r.t, r.average),
            *bound(r.t, r.bound if r.step == "right" else None),
            *star(r.T, self.drawn(r.average[-1])),
        )

    def caption(self, r):
        if not r.last[-1] < 1e6:
            return "η is over 1/λ: the penalty overshoots, and the path has left the picture."
        return (
            f"After {r.T} steps the last point is {r.last[-1]:.2g} above the optimum, the average "
            f"{r.average[-1]:.2g}."
        )

    def numbers(self, r):
        return (
            f"optimum {r.best.objective:.4f}; the last point is {r.last[-1]:.2g} above it, the "
            f"average {r.average[-1]:.2g}; |w| = {np.linalg.norm(r.run.last):.3g} where the "
            f"optimum has {np.linalg.norm(r.best.w):.3g}; mean regret {r.regret:.3g}."
        )

    def headline(self, r):
        return Claim(
            "mean regret on the examples drawn",
            "Theorem 12.7",
            r.regret,
            r.bound[-1],
            why_not=f"the step is no subgradient: {r.step}" * (r.step != "right"),
            words="From any start, on every sequence of examples, the mean regret is under its "
            "bound.",
        )

    def identities(self, r):
        run, best, wrong = r.run, r.best, f"{r.step}" * (r.step != "right")
        gone = np.sum((run.w - best.w) ** 2, axis=1)
        walked = run.eta @ np.sum(run.v * (run.w[:-1] - best.w), axis=1)
        told = (gone[0] - gone[-1] + run.eta**2 @ np.sum(run.v**2, axis=1)) / 2
        wild = "the path leaves the picture" * (not gone.max() < 1e6)
        push = np.linalg.norm(run.v - 2 * r.lam * run.w[:-1], axis=1)
        x = np.linalg.norm(XW[run.extra["rows"]], axis=1)
        hurt = multiclass_sgd.drawn_losses(run, XW, YW, 0.0, run.w[:-1]) > 1e-9
        low, seven = r.last.min() + best.objective, "Theorem 12.7"
        return [
            Claim("Σ η⟨v, w − w*⟩, by the distances", seven, walked, told, "==", 1e-8, wild),
            Claim("no point beats the dual value", "Theorem 12.4", low, best.dual, ">=", 1e-7),
            Claim(
                "pushes = √2‖x‖ of those who hurt",
                "Theorem 12.3",
                push.sum(),
                2**0.5 * (x @ hurt),
                "==",
                1e-6,
                wrong or wild,
            ),
        ]
