"""The figure `impostor`."""

from functools import cache, lru_cache

import numpy as np

from helpers import plots
from helpers.kernels import hunt
from helpers.kernels.gram import certificate, features_of, witness
from helpers.live import Claim, Figure, Guess, Handle, axes, bandwidth, choice, int_slider
from helpers.live import text as text_box
from lessons.n15_kernel_design.world import _plain, spectrum

SHAPES = hunt.SHAPES
MOST = 8  # points on trial
REACH = 4.0  # the length of the line they stand on
HERE = "yours", "even", "random", "hunted"
LINE = np.linspace(-0.2, REACH, 521)
BUMP = np.linspace(-2.6, 2.6, 521)
OWN = (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5)


def spelt(places):
    return " ".join(f"{x:.3g}" for x in places)


def dragged(i):
    """A handle that moves the i-th point; the set is the reader's own from then on."""

    def to(r, x, y):
        places = r.own.copy()
        places[: r.n] = r.x
        places[i] = np.clip(x, 0, REACH)
        return dict(own=spelt(places), where="yours")

    return Handle("move this point", lambda r: (r.x[i], 0.0) if i < r.n else None, to, panel=1)


FOUR = "box", "triangle", "raised cosine", "Gaussian"  # on trial in the guess


class Impostor(Figure):
    """A bump on trial: points, weights that betray it, and the eigenvalues of its Gram matrix."""

    guess = Guess(
        "Box, triangle, raised cosine, Gaussian: which of the four are kernels?",
        {
            "all four": "Two of them are impostors: no features give these similarities.",
            "the smooth ones: raised cosine and Gaussian": "Smoothness is no criterion. Five "
            "points convict the raised cosine, and no points of the line convict the triangle.",
            "triangle and Gaussian": "The kink is innocent. The smooth raised cosine is an "
            "impostor, and no four points that we tried betray it.",
            "only the Gaussian": "The triangle is a kernel, too: it measures how far two intervals "
            "overlap.",
        },
        answer="triangle and Gaussian",
    )

    size = (10, 4.2)
    more = ("own",)
    veiled = (1, 2)
    story = """
smooth, and acquitted? | n=4, where="random"
    The raised cosine at four points: no eigenvalue is negative. Are you convinced?
five points | n=5, where="hunted"
    One point more, well placed: an eigenvalue below 0, and the stems are weights that prove it.
the box | shape="box", n=3, where="hunted"
    Three points in a row: the outer ones are similar to the middle one, but not to each other.
a kink is innocent | shape="triangle", n=8, where="even"
    The triangle, eight points in even steps: nothing. It is a kernel.
a flat top | shape="1/(1 + t⁴)", n=3, where="hunted"
    1/(1 + t⁴) looks like 1/(1 + t²), which is a kernel. Three points tell them apart.
a distance | shape="t²", n=2, where="even"
    The squared distance is no similarity: two points are enough.
your turn | shape="cap", n=4, where="yours"
    Drag four points until the box, or the cap, is betrayed. Then try the Gaussian.
"""
    handles = [dragged(i) for i in range(MOST)]
    notes = """Collect votes for the four bumps of the guess on the board first. After step 2 ask:
    how many points would you have tried? Nothing but a proof acquits a bump; one set of points is
    enough to convict it. Drag one of the five points onto its neighbour: only there does the red
    square reach 0, so the verdict does not hang on exact places."""
    widths = [1, 1.7, 1.1]
    panels = (
        axes("$x$", (-2.6, 2.6), ylim=(-0.35, 1.15), title="$k(x, 0)$"),
        axes("points $x_i$", (-0.2, REACH), ylim=(-1.1, 1.1)),
        axes(),
    )

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

    def picture(self, left, middle, right):
        left.legend(show=False)
        right.legend(show=False)

        four = plots.bundle(left.ax, len(FOUR), colour="0.65", lw=1.4)
        bump = plots.curves(left.ax, ["bump"], color=plots.BLUE, lw=2.6)
        name = plots.note(left.ax, 0.06, 0.14, 13, plots.BLUE)
        left.ax.axhline(0, color="0.8", lw=1)
        bumps = plots.bundle(middle.ax, MOST, colour="0.8")
        middle.ax.axhline(0, color=plots.BLACK, lw=1)
        stems = plots.curves(middle.ax, ["weights $v_i$ that betray"], color=plots.PURPLE, lw=4)
        dots = plots.points(middle.ax, ["points"], legend=None, size=90, zorder=4)
        dots(None)[0].set(color=plots.TRAIN)

        eigen = spectrum(right.ax, MOST)

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

        left.add(move)

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
