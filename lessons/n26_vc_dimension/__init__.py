"""The figures of notebook 26, VC dimension: labellings, counted exactly, and what they cost."""

from collections import namedtuple
from functools import lru_cache

import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.patches import Polygon

from helpers import plots
from helpers.generalisation import vc
from helpers.live import Claim, Figure, Handle, Step, choice, int_slider, slider, toggle
from helpers.live.controls import points, written
from helpers.margins.separation import separation

EDGE = 1.15  # panels of the plane reach from -EDGE to EDGE, points from -1 to 1
PALE = ListedColormap(["#fbe3d6", "#e3eef6"])  # not drawn, drawn

Kind = namedtuple("Kind", "draws vc count features")
KINDS = {
    "thresholds": Kind(
        lambda P: vc.boxes(P[:, :1], below=True),
        1,
        lambda n: n + 1,
        lambda P: vc.affine(P[:, :1]),
    ),
    "intervals": Kind(
        lambda P: vc.boxes(P[:, :1]),
        2,
        lambda n: n * (n + 1) // 2 + 1,
        lambda P: vc.affine(P[:, :1]),
    ),
    "half-planes": Kind(
        lambda P: vc.half_spaces(vc.affine(P)), 3, lambda n: n * n - n + 2, vc.affine
    ),
    "discs": Kind(vc.discs, 3, lambda n: vc.sauer(n, 3), vc.lifted),
    "rectangles": Kind(vc.boxes, 4, None, vc.affine),
    "convex polygons": Kind(vc.polygons, None, None, vc.affine),
}


def counted(number):
    """A large number in words: 740, 17 450, 11 million."""
    if number >= 1e6:
        return f"{float(f'{number / 1e6:.2g}'):g} million"
    return f"{number:,.0f}".replace(",", " ")


# shatter: points to drag, and all their labellings

FOUR = [(-0.75, 0.7), (0.4, 0.55), (0.8, -0.35), (-0.35, -0.75)]
SIX = [*FOUR, (0.05, 0.1), (0.55, -0.9)]
DIAMOND = [(-0.85, 0.1), (0.1, 0.85), (0.85, -0.1), (-0.1, -0.85), (0.15, 0.2), (0.55, -0.9)]
INSIDE = [(-0.75, 0.7), (0.8, 0.5), (0.05, -0.85), (0.05, 0.2), (0.55, -0.1), (-0.6, -0.9)]
ON_A_LINE = [(-0.8, -0.4), (0, 0), (0.8, 0.4), (-0.35, 0.75), (0.3, -0.7), (0.55, 0.9)]
ROUND = [(0.9, 0.25), (0.2, 0.92), (-0.7, 0.62), (-0.92, -0.2), (-0.25, -0.9), (0.65, -0.7)]


def inside_panel(control):
    """A `points` control that refuses points outside the picture."""
    parse = control.argument

    def checked(typed):
        places = parse(typed)
        if np.abs(places).max() > 1:
            raise ValueError(f"{control.description} must lie between -1 and 1")
        return places

    control.argument = checked
    return control


def grip(i):
    """A handle for point i, while it is in the picture."""

    def to(r, x, y):
        places = r.places.copy()
        places[i] = np.clip((x, y), -1, 1)
        return {"places": written(places)}

    return Handle("move this point", lambda r: r.places[i] if i < r.n else None, to)


def shape_of(n):
    """(rows, columns) of the table of tiles."""
    return 2 ** (n // 2), 2 ** (n - n // 2)


def tile_centre(number, n):
    """Where the tile of a labelling stands in the unit square; number 0 is top left."""
    rows, columns = shape_of(n)
    row, column = np.divmod(number, columns)
    return (column + 0.5) / columns, 1 - (row + 0.5) / rows


def corner_of(number, n):
    """The corner of a tile in which the star stands, so that it covers no point."""
    rows, columns = shape_of(n)
    x, y = tile_centre(number, n)
    return x + 0.37 / columns, y - 0.35 / rows


def tile_at(r, x, y):
    """The labelling whose tile the hand is on."""
    rows, columns = shape_of(r.n)
    row = np.clip(int((1 - y) * rows), 0, rows - 1)
    return {"labelling": int(row * columns + np.clip(int(x * columns), 0, columns - 1))}


def box_around(P, inside, open_left):
    """(low, high) of a box round the points inside, widened where there is room; columns of P."""
    low, high = P[inside].min(axis=0), P[inside].max(axis=0)
    for side, edge in ((1, high), (-1, low)):
        for axis in range(P.shape[1]):
            room = side * (P[~inside, axis] - edge[axis])
            edge[axis] += side * min(0.07, *(0.5 * room[room > 0]), 0.07)
    return (np.full_like(low, -3) if open_left else low), high


def hull(P):
    """The corners of the convex hull of a few points, in order (Andrew's monotone chain)."""
    P = P[np.lexsort(P.T[::-1])]

    def half(points):
        chain = []
        for p in points:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        return chain

    return np.array(half(P)[:-1] + half(P[::-1])[:-1]) if len(P) > 1 else P


def _turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def corners(low, high):
    """A box as a polygon; one column is a strip of the plane."""
    (x0, x1), (y0, y1) = (
        (low[0], high[0]),
        (low[1], high[1]) if len(low) > 1 else (-3, 3),
    )
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def half_plane(P, inside):
    """The side <w, x> + b >= 0 of the line between the classes, as a large polygon."""
    if inside.all():
        return 3 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    part = separation(P, np.where(inside, 1.0, -1.0))
    w = part.w / np.hypot(*part.w)
    foot = -part.b / np.hypot(*part.w) * w
    along, deep = 9 * np.array([-w[1], w[0]]), 9 * w
    return np.array([foot - along, foot + along, foot + along + deep, foot - along + deep])


def round_polygon(P, inside):
    """A disc that draws the labelling, as a polygon; of a huge one the part that is in sight."""
    centre, radius = vc.disc_around(P, inside)
    huge = radius > 20
    middle = np.arctan2(-centre[1], -centre[0])  # from the centre towards the picture
    angle = middle + np.linspace(-1, 1, 721) * (6 / radius if huge else np.pi)
    arc = centre + radius * np.column_stack([np.cos(angle), np.sin(angle)])
    if not huge:
        return arc
    return np.vstack([arc, arc[::-1] - 9 * np.array([np.cos(middle), np.sin(middle)])])


def member(cls, P, inside):
    """The region of a member that draws the labelling, or, where none does, of the smallest one
    that holds the points inside (half-planes and discs have no smallest)."""
    if not inside.any():
        return np.zeros((0, 2))
    if cls == "half-planes":
        return half_plane(P, inside)
    if cls == "discs":
        return round_polygon(P, inside)
    if cls == "convex polygons":
        return hull(P[inside])
    columns = P if cls == "rectangles" else P[:, :1]
    return corners(*box_around(columns, inside, cls == "thresholds"))


def culprits(cls, P, inside):
    """(n,) bool: points that show why no member draws the labelling."""
    if cls in ("half-planes", "discs", "convex polygons"):
        F, y = vc.affine(P), np.where(inside, 1.0, -1.0)
        if cls == "discs":
            F, y = vc.lifted(P), np.append(y, -1)
        C = vc.circuits(F)
        C = np.vstack([C, -C])
        if cls == "convex polygons":
            C = C[(C < 0).sum(axis=1) == 1]
        size = np.abs(C).sum(axis=1)
        agree = C[C @ y == size]
        return agree[np.argmin(np.abs(agree).sum(axis=1))][: len(P)] != 0
    columns = P if cls == "rectangles" else P[:, :1]
    high = columns[inside].max(axis=0)
    low = columns[inside].min(axis=0) if cls != "thresholds" else -np.inf
    return ~inside & ((low <= columns) & (columns <= high)).all(axis=1)


def cert_lines(cls, P, inside, ringed):
    """What is drawn in dashes where no member exists: the hulls of both sides of the culprits, or
    the smallest box or hull around the points inside."""
    if cls == "half-planes":
        sides = [closed(hull(P[ringed & side])) for side in (inside, ~inside)]
        return np.vstack([sides[0], [[np.nan] * 2], sides[1]])
    if cls == "discs":
        return np.zeros((0, 2))
    return closed(member(cls, P, inside))


def closed(corners):
    """A polygon as a line that comes back to its first corner; a segment is not drawn twice."""
    return np.vstack([corners, corners[:1]]) if len(corners) > 2 else corners


def tiles(ax):
    """Every labelling as a small picture of the points; crossed out where no member draws it.
    move(P, drawn)."""
    ax.set(xlim=(0, 1), ylim=(0, 1), xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    ground = plots.heatmap(ax, (0, 1, 0, 1), 0, 1, cmap=PALE, origin="upper")
    seams = ax.plot([], [], color="white", lw=3, zorder=1.4)[0]
    cross = ax.plot([], [], color=plots.RED, lw=1.3, alpha=0.9, zorder=1.6)[0]
    dots = plots.points(ax, ["+", "−"], None, 30, zorder=3)

    def move(P, drawn):
        n = len(P)
        rows, columns = shape_of(n)
        centre = np.column_stack(tile_centre(np.arange(2**n), n))
        half = np.array([0.5 / columns, 0.5 / rows])
        at = centre[:, None] + 0.72 * half * P
        inside = vc.all_labellings(n)
        corner = np.array([(-1, -1), (1, 1), (np.nan, np.nan), (-1, 1), (1, -1), (np.nan, np.nan)])
        cross.set_data(*(centre[~drawn][:, None] + 0.9 * half * corner).reshape(-1, 2).T)
        ticks = [(k / columns, k / columns, np.nan) for k in range(1, columns)]
        steps = [(k / rows, k / rows, np.nan) for k in range(1, rows)]
        across, along = (0, 1, np.nan) * len(ticks), (0, 1, np.nan) * len(steps)
        seams.set_data(np.r_[np.ravel(ticks), along], np.r_[across, np.ravel(steps)])
        shown = dots(at[inside], at[~inside])
        for dot in shown:
            dot.set_markersize((9, 9, 9, 8, 7, 5, 4.4)[n])
        return *ground(drawn.reshape(rows, columns) / 1.0), seams, cross, *shown

    return move


class shatter(Figure):
    """Points to drag, a member that draws their labelling, and the table of all labellings."""

    size = (10, 4.7)
    veiled = (1,)
    more = ("places",)
    story = [
        Step(
            "two diagonals",
            "Both diagonals: the dashed segments cross. A side that holds both ends of a segment "
            "holds the crossing too, and no point is on both sides.",
            labelling=5,
        ),
        Step(
            "one inside",
            "Now one point lies inside the triangle of the others. Again exactly two labellings "
            "are lost, other ones.",
            places=written(INSIDE),
            labelling=7,
        ),
        Step("three points", "Three points: all eight. They are shattered.", n=3, labelling=2),
        Step(
            "three on a line",
            "The same class, badly placed points: the middle one cannot be left out. The VC "
            "dimension asks for the best points.",
            n=3,
            places=written(ON_A_LINE),
            labelling=5,
        ),
        Step(
            "a diamond",
            "Rectangles shatter these four points: each is alone the farthest to one side.",
            cls="rectangles",
            places=written(DIAMOND),
            labelling=5,
        ),
        Step(
            "a fifth point",
            "Four points reach farthest left, right, up and down; a box round them holds the "
            "fifth. Drag it where you like.",
            cls="rectangles",
            places=written(DIAMOND),
            n=5,
            labelling=15,
        ),
        Step(
            "no end",
            "Convex polygons shatter six points in a ring, and so any number: the corners are "
            "the points inside.",
            cls="convex polygons",
            n=6,
            places=written(ROUND),
            labelling=21,
        ),
    ]
    handles = [
        *(grip(i) for i in range(6)),
        Handle("choose a labelling", lambda r: corner_of(r.number, r.n), tile_at, panel=1),
    ]
    notes = """Let the class vote, then drag a point of the four: the count stays 14 until three of
    them are on a line. Ask why two are lost in both pictures (Radon: four points in the plane split
    into two groups whose hulls meet, in one way). At the diamond ask for five points; somebody will
    try for a minute, then the argument with the four extremes is theirs."""

    def sliders(self):
        return dict(
            cls=choice("class", "half-planes", list(KINDS)),
            n=int_slider("points n", 4, 2, 6),
            labelling=int_slider("labelling no.", 3, 0, 63),
            places=inside_panel(points("places", SIX)),
        )

    @staticmethod
    def compute(cls, n, labelling, places):
        """Decide all 2^n labellings; draw a member for one of them, or say why there is none."""
        kind, P, number = KINDS[cls], places[:n], labelling % 2**n
        drawn, inside = kind.draws(P), vc.all_labellings(n)[number]
        ok, nobody = bool(drawn[number]), np.zeros(n, dtype=bool)
        ringed = nobody if ok else culprits(cls, P, inside)
        return dict(
            P=P,
            number=number,
            drawn=drawn,
            total=int(drawn.sum()),
            inside=inside,
            ok=ok,
            region=member(cls, P, inside) if ok else np.zeros((0, 2)),
            dashes=np.zeros((0, 2)) if ok else cert_lines(cls, P, inside, ringed),
            ringed=ringed,
            general=vc.in_general_position(kind.features(P)),
            program=programmed(cls, P, inside),
        )

    def picture(self, fig):
        limits = dict(xlim=(-EDGE, EDGE), ylim=(-EDGE, EDGE), xlabel="$u$", ylabel="$v$")
        left, right = plots.panels(fig, limits, {}, width_ratios=[1, 1.15])
        right.set_title("all labellings; crossed out: no member draws it")
        area = left.add_patch(Polygon(np.zeros((3, 2)), fc=plots.SKY, ec=plots.BLUE, alpha=0.35))
        area.set(linewidth=5, joinstyle="round", zorder=1.5)
        (dashes,) = left.plot([], [], color=plots.BLACK, ls="--", lw=1.6)
        dots = plots.points(left, ["inside, +", "outside, −"], None, 150, zorder=4)
        ring = plots.circles(left, size=22)
        plots.legend_above(left)
        table, here = tiles(right), plots.star(right)

        def move(r):
            area.set_xy(r.region if len(r.region) else np.full((1, 2), 9.0))
            dashes.set_data(*plots.gaps(r.dashes).T)
            return (
                area,
                dashes,
                *dots(r.P[r.inside], r.P[~r.inside]),
                *ring(r.P[r.ringed]),
                *table(r.P, r.drawn),
                *here(*corner_of(r.number, r.n)),
            )

        return move

    def caption(self, r):
        share = "all" if r.total == 2**r.n else f"{r.total} of the"
        said = f"{r.cls.capitalize()} draw {share} {2**r.n} labellings of these points"
        if r.ok:
            return f"{said}, also the one with the star."
        why = {
            "half-planes": "the convex hulls of the ringed points (dashed) meet.",
            "discs": "the ringed points are in the way of each other.",
        }.get(r.cls, "whatever holds all + holds the ringed points too.")
        return f"{said}, but not the one with the star: {why}"

    def numbers(self, r):
        signs = "".join("+" if label else "−" for label in r.inside)
        verdict = "is" if r.ok else "is not"
        return f"{r.cls} draw {r.total} of {2**r.n} labellings; labelling {signs} {verdict} drawn."

    def headline(self, r):
        count = KINDS[r.cls].count
        why = "" if r.general else "the points are not in general position"
        return Claim(
            "the number of labellings",
            "Theorem 26.1",
            r.total,
            count(r.n) if count else r.total,
            "==",
            why_not=why if count else "for this class the number depends on the points",
            words="In general position the number of labellings does not depend on the points.",
        )

    def identities(self, r):
        kind = KINDS[r.cls]
        no_end = "" if kind.vc else "this class shatters sets of any size"
        linear = r.cls in ("half-planes", "discs")
        return [
            Claim(
                "at most Sauer’s number",
                "Theorem 26.2",
                r.total,
                vc.sauer(r.n, kind.vc or r.n),
                why_not=no_end,
            ),
            Claim(
                "a linear program agrees about the starred one",
                "section 1",
                float(r.program),
                float(r.ok),
                "==",
                why_not="" if linear else "this class needs no linear program",
            ),
        ]


def programmed(cls, P, inside):
    """Does a linear program find a half-plane, or a disc, for the labelling?"""
    if cls == "discs":
        return vc.disc_around(P, inside) is not None
    if cls != "half-planes" or inside.all() or not inside.any():
        return True
    return separation(P, np.where(inside, 1.0, -1.0)).separable


# growth: the number of labellings against n

LARGEST = 12
SIZES = np.arange(1, LARGEST + 1)
TURNS = (
    2
    * np.pi
    * np.random.default_rng(26).permutation(
        (np.arange(LARGEST) + np.random.default_rng(6).uniform(0, 0.6, LARGEST)) / LARGEST
    )
)


def extremes_first(P):
    """The same points, the farthest left, right, down and up before the others."""
    ends = [*P.argmin(axis=0), *P.argmax(axis=0)]
    return P[ends + [i for i in range(len(P)) if i not in ends]]


OVAL = extremes_first(np.column_stack([np.cos(TURNS), 0.7 * np.sin(TURNS + 0.3)]))


@lru_cache(8)
def growth_of(cls):
    """(LARGEST,): how many labellings of the first n points of OVAL the class draws."""
    codes = np.flatnonzero(KINDS[cls].draws(OVAL))
    return np.array([len(np.unique(codes % 2**n)) for n in SIZES])


@lru_cache(128)
def loss_vectors(cls, n):
    """How many vectors of 0-1 losses members have on the first n points with random answers."""
    codes = np.unique(np.flatnonzero(KINDS[cls].draws(OVAL)) % 2**n)
    guesses = vc.all_labellings(n)[codes]
    answers = np.random.default_rng(n).random(n) < 0.5
    return len(np.unique(guesses != answers, axis=0))


class growth(Figure):
    """Labellings that a class draws, counted exactly, beside all 2^n and what Sauer allows."""

    size = (10, 4.3)
    veiled = (0, 1)
    story = [
        Step(
            "half-planes",
            "Up to three points blue follows all 2ⁿ. From four on it falls behind: 134 of 4096.",
        ),
        Step(
            "at the bend",
            "Three points are shattered, four are not. The bend is at the VC dimension.",
            n=4,
        ),
        Step(
            "discs",
            "The same VC dimension, more labellings: discs use up what Sauer allows, exactly.",
            cls="discs",
        ),
        Step(
            "intervals",
            "Intervals reach Sauer’s number too, with VC dimension two.",
            cls="intervals",
        ),
        Step(
            "rectangles",
            "The first four points are the extremes: all 16. The fall on the right begins at five.",
            cls="rectangles",
        ),
        Step(
            "convex polygons",
            "No bend, no fall: all 4096. There is no end to what they can memorise.",
            cls="convex polygons",
        ),
    ]
    handles = [
        Handle(
            "choose n",
            at=lambda r: (r.n, r.total / 2**r.n),
            to=lambda r, x, y: dict(n=round(x)),
            panel=1,
        )
    ]
    notes = """The left panel is logarithmic: a straight line is exponential growth, a bent one is
    polynomial. The right panel is the one to remember: memory is perfect up to d and then
    collapses. Ask where 100 points would be: 9902 of 10³⁰."""

    def sliders(self):
        return dict(
            cls=choice("class", "half-planes", list(KINDS)),
            n=int_slider("points n", LARGEST, 1, LARGEST),
        )

    @staticmethod
    def compute(cls, n):
        """Counts up to LARGEST points, and Sauer's chain of bounds at n."""
        counts, d = growth_of(cls), KINDS[cls].vc
        sums = np.array([vc.sauer(int(m), d or LARGEST) for m in SIZES])
        dims = d or LARGEST
        return dict(
            counts=counts,
            total=int(counts[n - 1]),
            d=d,
            sums=sums,
            simple=np.where(SIZES >= dims, (np.e * SIZES / dims) ** dims, np.nan),
            middle=(n / dims) ** dims * (1 + dims / n) ** n,
            losses=loss_vectors(cls, n),
        )

    def picture(self, fig):
        axis = dict(xlim=(0.5, LARGEST + 0.5), xticks=SIZES, xlabel="points n")
        left, right = plots.panels(
            fig,
            {**axis, "yscale": "log", "ylim": (1, 6000), "ylabel": "labellings"},
            {**axis, "ylim": (0, 1.06), "ylabel": "share of all labellings"},
        )
        left.plot(SIZES, 2.0**SIZES, color=plots.TRUTH, ls=":", label="all $2^n$")
        sums = plots.curves(left, ["Sauer’s sum"], color=plots.BOUND, ls="--")
        simple = plots.curves(left, ["$(en/d)^d$"], color=plots.ORANGE, ls="-.")
        counts = plots.curves(left, ["drawn"], color=plots.BLUE, marker="o")
        plots.legend_above(left)
        right.set_title("share that is drawn")
        share = plots.curves(right, [""], color=plots.BLUE, marker="o")
        bend = plots.level(right, None, plots.BOUND, ":", across=True)
        here = plots.star(right)
        return lambda r: (
            *sums(SIZES, r.sums if r.d else np.full(LARGEST, np.nan)),
            *simple(SIZES, r.simple if r.d else np.full(LARGEST, np.nan)),
            *counts(SIZES, r.counts),
            *share(SIZES, r.counts / 2.0**SIZES),
            *bend(r.d or np.nan),
            *here(r.n, r.total / 2**r.n),
        )

    def caption(self, r):
        if r.d is None:
            return f"Convex polygons draw all {2**r.n} labellings of {r.n} points in a ring."
        if r.n <= r.d and r.total == 2**r.n:
            return f"All {r.total}: up to the VC dimension, {r.d}, every labelling is drawn."
        return (
            f"{r.cls.capitalize()} draw {r.total} of {2**r.n} labellings; Sauer allows "
            f"{r.sums[r.n - 1]}."
        )

    def numbers(self, r):
        return (
            f"{r.cls} draw {', '.join(map(str, r.counts))} labellings of 1 to {LARGEST} points; "
            f"Sauer allows {r.sums[r.n - 1]} at n = {r.n}."
        )

    def headline(self, r):
        return Claim(
            "Sauer’s lemma",
            "Theorem 26.2",
            r.total,
            r.sums[r.n - 1],
            why_not="" if r.d else "this class shatters sets of any size",
            words="VC dimension d allows at most C(n,0) + … + C(n,d) labellings of n points.",
        )

    def identities(self, r):
        count = KINDS[r.cls].count
        far = "" if r.d and r.n >= r.d else "n is below the VC dimension"
        return [
            Claim(
                "the exact count",
                "Theorem 26.1",
                r.total,
                count(r.n) if count else r.total,
                "==",
                why_not="" if count else "for this class the number depends on the points",
            ),
            Claim("Sauer’s sum, simpler", "section 2", r.sums[r.n - 1], r.middle, why_not=far),
            Claim(
                "and simpler still",
                "section 2",
                r.middle,
                r.simple[r.n - 1] if not far else np.inf,
                why_not=far,
            ),
            Claim("as many vectors of losses", "section 2", r.losses, r.total, "=="),
        ]


# one number that draws everything

TURN_POINTS = 6
TINY, HUGE = 10**-6.6, 0.3  # the axis of one_number


def flip(i):
    """A handle on point i of the wave: up is +, down is -."""

    def to(r, x, y):
        bit = 1 << i
        return dict(labelling=int(r.number | bit if y > 0 else r.number & ~bit))

    return Handle(
        "pull up or down",
        lambda r: (r.x[i], r.heights[i]) if i < r.n else None,
        to,
    )


def digits_table(ax):
    """theta x_j / pi for each point: the digits of one number, moved on by a place a row.
    move(number, n)."""
    ax.set(xlim=(0, 1), ylim=(TURN_POINTS - 0.4, -0.6), xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    ax.grid(False)
    style = dict(family="monospace", fontsize=13, va="center")
    parts = [
        (
            ax.text(0.53, j, "", ha="right", **style),
            ax.text(0.575, j, "", ha="center", color="white", fontweight="bold", **style),
            ax.text(0.61, j, "", ha="left", **style),
        )
        for j in range(TURN_POINTS)
    ]

    def move(number, n):
        for j, (before, unit, after) in enumerate(parts, start=1):
            digits = str(number).zfill(j + 1)
            whole, rest = digits[:-j], digits[-j:]
            before.set_text(f"x{j}  {whole[:-1].rjust(5)}" if j <= n else "")
            unit.set_text(whole[-1] if j <= n else "")
            after.set_text(f".{rest}" if j <= n else "")
            colour = plots.RED if int(whole[-1]) % 2 else plots.BLUE
            unit.set_bbox(dict(facecolor=colour if j <= n else "none", edgecolor="none", pad=3))
        return [text for row in parts for text in row]

    return move


class one_number(Figure):
    """sin(θx) at 1/10, 1/100, ...: pull any point up or down, and one number θ does it."""

    size = (10, 4.3)
    veiled = (1,)
    story = [
        Step(
            "four points",
            "One θ gives these four signs. Pull a point through the line: another θ takes over.",
        ),
        Step("all up", "No minus anywhere: θ = π, and the wave is slow.", labelling=15),
        Step(
            "only the last down",
            "A minus at x₄ alone: a 1 at the ten-thousands. The other three do not notice it.",
            labelling=7,
        ),
        Step(
            "only the first down",
            "A minus at x₁: a 1 at the tens. For x₂ it is a tenth of a half turn: too little.",
            labelling=14,
        ),
        Step(
            "six points",
            "Six points, 64 labellings, still one number. Nothing stops at six.",
            n=6,
            labelling=0b100101,
        ),
    ]
    handles = [flip(i) for i in range(TURN_POINTS)]
    notes = """Call out signs from the audience and set them one by one. Then read the table on the
    right aloud: each row is the row above, divided by ten; only the units digit counts, odd is a
    half turn too many. Ask what a computer with 16 digits does to this class."""

    def sliders(self):
        return dict(
            n=int_slider("points n", 4, 1, TURN_POINTS),
            labelling=int_slider("labelling no.", 9, 0, 2**TURN_POINTS - 1),
        )

    @staticmethod
    def compute(n, labelling):
        """θ/π as a whole number, the wave, and its signs at the points in two ways."""
        number_of = labelling % 2**n
        plus = vc.all_labellings(n)[number_of]
        turns = vc.sine_number(plus)
        x = 10.0 ** -np.arange(1, n + 1)
        heights = np.sin(np.pi * turns * x)
        halves = np.array([turns // 10**j for j in range(1, n + 1)])  # whole half turns, exactly
        grid = np.geomspace(TINY, HUGE, 3000)
        slow = np.pi * turns * grid * np.log(grid[1] / grid[0]) < 0.35  # the picture can follow
        wave = np.sin(np.pi * turns * grid)
        return dict(
            number=number_of,
            plus=plus,
            turns=turns,
            x=x,
            heights=heights,
            grid=grid,
            wave=np.where(slow, wave, np.nan),
            frantic=np.where(slow, 0.0, 1.0),
            by_float=int(((heights >= 0) == plus).sum()),
            by_whole=int(((halves % 2 == 0) == plus).sum()),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xscale="log", xlim=(TINY, HUGE), ylim=(-1.3, 1.3), ylabel="sin θx"),
            {},
            width_ratios=[1.35, 1],
        )
        left.set_xlabel("x")
        left.axhline(0, color="0.4", lw=1)
        band = plots.band(left, None, plots.SKY, 0.35)
        wave = plots.curves(left, ["sin θx"], color=plots.BLUE, lw=1.5)
        dots = plots.points(left, ["+", "−"], None, 130, zorder=4)
        plots.legend_above(left)
        right.set_title("θx/π: the digit in the box decides")
        table = digits_table(right)

        def move(r):
            at = np.column_stack([r.x, r.heights])
            return (
                *band(r.grid, -r.frantic, r.frantic),
                *wave(r.grid, r.wave),
                *dots(at[r.plus], at[~r.plus]),
                *table(r.turns, r.n),
            )

        return move

    def caption(self, r):
        return (
            f"θ = {counted_in_full(r.turns)} π gives all {r.n} points the sign that you chose. "
            "Even digit: up; odd: down."
        )

    def numbers(self, r):
        signs = "".join("+" if label else "−" for label in r.plus)
        return f"θ = {r.turns} π, signs {signs}, {r.by_float} of {r.n} as chosen."

    def headline(self, r):
        return Claim(
            "one number draws every labelling",
            "Theorem 26.3",
            r.by_float,
            r.n,
            "==",
            words="For every labelling of 1/10, …, 1/10ⁿ some θ gives sin θx these signs.",
        )

    def identities(self, r):
        return [
            Claim("in whole numbers too", "Theorem 26.3", r.by_whole, r.n, "=="),
            Claim(
                "no point is on the line",
                "Theorem 26.3",
                float(np.abs(r.heights).min()),
                0.5 * np.sin(np.pi * 10.0**-r.n),
                ">=",
                tol=1e-15,
            ),
        ]


def counted_in_full(number):
    """Digits in groups of three."""
    return f"{number:,}".replace(",", " ")


# the ghost sample

GAPS = np.linspace(0.02, 1, 50)
LEAST = 1e-7
CHAIN = ("truth", "2 · ghost", "4 · signs", "VC bound")
NAMED = dict(xlabel="distance ε", ylabel="probability")


@lru_cache(64)
def chain_over(n):
    """(4, len(GAPS)): the four probabilities of the chain, at every ε."""
    return np.array([chain_at(n, eps) for eps in GAPS]).T


def chain_at(n, eps):
    """The truth and the three bounds of the proof, each larger than the one before."""
    return (
        vc.deviation_tail(n, eps),
        2 * vc.ghost_tail(n, eps / 2),
        4 * vc.signs_tail(n, eps / 4),
        float(vc.vc_tail(n, np.log(n + 1), eps)),
    )


@lru_cache(512)
def between_walls(steps, wall):
    """(P(stays), P(stays and returns)) of a walk of ±1 that may not touch ±wall, step by step."""
    law = np.zeros(2 * max(wall, 1) + 1)
    law[len(law) // 2] = wall > 0
    for _ in range(steps):
        law[1:-1] = (law[:-2] + law[2:]) / 2
        law[[0, -1]] = 0
    return float(law.sum()), float(law[len(law) // 2])


def walked(n, eps):
    """The ghost's and the signs' probability once more, by walks that are followed step by step."""
    ghost = 1 - between_walls(2 * n, whole(n * eps / 2))[1] / between_walls(2 * n, 2 * n + 1)[1]
    return ghost, 1 - between_walls(n, whole(n * eps / 4))[0]


def whole(number):
    """The next whole number; rounding errors do not count."""
    return int(np.ceil(number - 1e-9))


def step_curve(sample):
    """(x, share): the share of a sample up to x, as the corners of a staircase on [0, 1]."""
    x = np.repeat(np.sort(sample), 2)
    share = np.arange(len(sample) + 1) / len(sample)
    return np.r_[0, x, 1], np.repeat(share, 2)


class ghost(Figure):
    """A sample, a second one that nobody has, and four exact probabilities."""

    size = (10, 4.4)
    veiled = (1,)
    story = [
        Step(
            "truth and sample",
            "Black is the risk of each threshold, green its share in the sample. The black bar is "
            "the largest gap between them.",
        ),
        Step(
            "the ghost",
            "Dashed orange is a second sample. The blue bar is the largest gap between the two: "
            "the truth is not needed. Thin line: twice the chance at twice the distance.",
            new=2,
        ),
        Step(
            "swap at random",
            "A coin for each pair: keep or swap. The picture changes, its law does not.",
            swap=True,
        ),
        Step(
            "few examples",
            "Twenty examples: two of the four curves never come below 1, a third one only beyond "
            "ε = 0.5. They promise next to nothing.",
            n=20,
            eps=0.4,
        ),
        Step(
            "many examples",
            "With 400 all four curves come below 1, one after the other: that is the proof.",
            n=400,
            eps=0.1,
        ),
    ]
    handles = [
        Handle(
            "choose ε",
            at=lambda r: (r.eps, max(r.chain[0], LEAST)),
            to=lambda r, x, y: dict(eps=x),
            panel=1,
        )
    ]
    more = ("new",)
    notes = """The idea of the proof in one picture: the diagonal is unknown, and there are too
    many thresholds. The ghost makes it finite: two samples have 2n points, and at most 2n + 1
    thresholds differ on them. Every step of the chain is computed exactly here, so the class sees
    which step loses how much."""

    def sliders(self):
        return dict(
            n=int_slider("examples n", 50, 20, 400, 10),
            eps=slider("distance ε", 0.2, 0.02, 1, 0.02),
            swap=toggle("swap pairs at random"),
            new=int_slider("new random sample", 1, 1, 20),
        )

    @staticmethod
    def compute(n, eps, swap, new):
        """Two samples and their largest gaps; the chain of probabilities, exactly."""
        rng = np.random.default_rng(new)
        pair = rng.random((2, n))
        if swap:
            pair = np.where(rng.random(n) < 0.5, pair, pair[::-1])
        sample, other = np.sort(pair, axis=1)
        both = np.sort(pair.ravel())
        shares = [np.searchsorted(s, both, side="right") / n for s in (sample, other)]
        k = int(np.argmax(np.abs(shares[0] - shares[1])))
        above, below = np.arange(1, n + 1) / n - sample, sample - np.arange(n) / n
        i = int(np.argmax(np.maximum(above, below)))
        edge = (i + 1) / n if above[i] >= below[i] else i / n
        return dict(
            curves=(step_curve(sample), step_curve(other)),
            gap=float(max(above[i], below[i])),
            gap_at=(sample[i], sample[i], edge),
            twin=float(np.abs(shares[0] - shares[1])[k]),
            twin_at=(both[k], shares[0][k], shares[1][k]),
            over=chain_over(n),
            chain=chain_at(n, eps),
            walked=walked(n, eps),
            same=vc.ghost_tail(n, eps),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0, 1), ylim=(0, 1), xlabel="threshold a", ylabel="share of x ≤ a"),
            dict(xlim=(0, 1), yscale="log", ylim=(LEAST, 1e4), **NAMED),
            width_ratios=[1, 1.2],
        )
        left.plot([0, 1], [0, 1], color=plots.TRUTH, label="truth")
        steps = [
            plots.curves(left, [name], color=colour, ls=dash)
            for name, colour, dash in (("sample", plots.TRAIN, "-"), ("ghost", plots.TEST, "--"))
        ]
        bars = [
            left.plot([], [], color=c, lw=6, alpha=0.7, solid_capstyle="butt")[0]
            for c in (plots.TRUTH, plots.BLUE)
        ]
        plots.legend_above(left)
        right.axhspan(1, 1e4, color="0.93", zorder=0)
        right.text(0.98, 4e3, "over 1: no promise", ha="right", va="top", color="0.35")
        looks = ((plots.TRUTH, "-"), (plots.BLUE, "--"), (plots.PURPLE, "-."), (plots.BOUND, ":"))
        chain = [plots.curves(right, [name], color=c, ls=ls) for name, (c, ls) in zip(CHAIN, looks)]
        joined, met = doubled(right), plots.mark(right, None, "D", plots.BLUE, 9)
        plots.legend_above(right)
        here = plots.star(right)
        words = [beside(right, plots.TRUTH), beside(right, plots.BLUE, va="top")]

        def move(r):
            for bar, (x, low, high) in zip(bars, (r.gap_at, r.twin_at)):
                bar.set_data([x, x], [low, high])
            lines = [a for mover, c in zip(steps, r.curves) for a in mover(*c)]
            for mover, y in zip(chain, r.over):
                lines += mover(GAPS, np.where(y < LEAST, np.nan, y))
            lines += (*joined(r.eps, r.same), *met(r.eps, max(r.same, LEAST)))
            for word, chance in zip(words, (r.chain[0], r.same)):
                lines += word(r.eps, chance)
            return *lines, *bars, *here(r.eps, max(r.chain[0], LEAST))

        return move

    def caption(self, r):
        return (
            f"A gap of {r.eps:.2g} or more somewhere: to the truth with probability "
            f"{told(r.chain[0])} (star), to a ghost with {told(r.same)} (full diamond)."
        )

    def numbers(self, r):
        said = ", ".join(f"{name}: {value:.3g}" for name, value in zip(CHAIN, r.chain))
        return f"largest gap {r.gap:.3g}, to the ghost {r.twin:.3g}; at this ε {said}."

    def headline(self, r):
        small = "" if r.n * r.eps**2 >= 2 else "nε² is below 2"
        return Claim(
            "the ghost sample",
            "Theorem 26.5",
            r.chain[0],
            r.chain[1],
            tol=1e-12,
            why_not=small,
            words="A gap of ε to the truth is at most twice as likely as one of ε/2 to a ghost.",
        )

    def identities(self, r):
        massart = 2 * np.exp(-2 * r.n * r.eps**2)
        return [
            Claim("the ghost, walk by walk", "section 4", r.chain[1] / 2, r.walked[0], "=="),
            Claim("the signs, walk by walk", "section 4", r.chain[2] / 4, r.walked[1], "=="),
            Claim("random signs", "section 4", r.chain[1], r.chain[2]),
            Claim("one exponential for each labelling", "section 4", r.chain[2], r.chain[3]),
            Claim("Massart’s bound", "section 4", r.chain[0], massart, tol=1e-12),
        ]


def doubled(ax):
    """From a point to the one of twice the distance and twice the chance. move(eps, same)."""
    (line,) = ax.plot(
        [], [], color=plots.BLUE, lw=1.2, marker="D", mfc="white", ms=7, markevery=[1]
    )

    def move(eps, same):
        hidden = np.nan if 2 * eps > 1 or same < LEAST else 1
        line.set_data([eps, 2 * eps], [hidden * same, 2 * hidden * same])
        return [line]

    return move


def beside(ax, colour, va="center"):
    """A probability, written to the right of its mark. move(eps, probability)."""
    style = dict(facecolor="white", alpha=0.8, edgecolor="none", pad=1)
    word = ax.text(0, 1, "", color=colour, fontweight="bold", va=va, bbox=style, zorder=5)

    def move(eps, probability):
        shown = probability >= LEAST and eps <= 0.8
        word.set(text=told(probability) if shown else "", x=eps + 0.035, y=max(probability, LEAST))
        return [word]

    return move


def told(probability):
    """A probability in words; of a tiny one only how small it is."""
    if probability >= 0.1:
        return f"{100 * probability:.0f} %"
    return f"{100 * probability:.2g} %" if probability >= 1e-4 else "less than 0.01 %"


# the price

DELTA = 0.05
COUNTS = np.unique(np.geomspace(1, 1e9, 90).astype(int))
ROWS = ("VC bound", "this world", "the same, no noise")


@lru_cache(256)
def exact_curve(d, p):
    """The expected excess risk in d cells with noise p, for the sizes of COUNTS up to 30000."""
    return np.array([vc.cells_excess(int(n), d, p) if n <= 3e4 else np.nan for n in COUNTS])


def cells_size(eps, d, p):
    """The smallest n whose expected excess risk in d cells is at most eps."""
    low, high = 0, 1
    while vc.cells_excess(high, d, p) > eps:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if vc.cells_excess(middle, d, p) <= eps else (middle, high)
    return high


class price(Figure):
    """What the VC bound asks for, beside what a world of that VC dimension needs, exactly."""

    size = (10, 4.3)
    veiled = (0, 1)
    story = [
        Step(
            "three cells",
            "The dashed bound reaches the target at half a million examples. The black curve is "
            "the exact mean excess risk of a world with the same VC dimension.",
        ),
        Step(
            "no noise",
            "Labels without noise: a cell is known once it was seen. A handful is enough.",
            p=0,
        ),
        Step(
            "hardest noise",
            "Just enough noise to hide the better label, and still enough to pay if it is missed.",
            p=0.38,
            eps=0.05,
        ),
        Step(
            "sixty-five",
            "Half-spaces on pictures of 8 × 8 pixels: 64 weights and an offset. Both curves move "
            "right: d counts.",
            d=65,
        ),
        Step(
            "a modest wish",
            "An excess risk of one half is what a coin reaches without any example. The bound asks "
            "for 17 450.",
            eps=0.5,
        ),
    ]
    handles = [
        Handle(
            "choose the target",
            at=lambda r: (r.sizes[0], r.eps),
            to=lambda r, x, y: dict(eps=y),
        )
    ]
    notes = """Both curves have the same slope: the theorem is right about the direction, n grows
    like d/ε². It is wrong about the size by a factor of ten thousand. Ask where the factor comes
    from: 128 from the proof, the logarithm, and the demand that it holds in every world."""

    def sliders(self):
        return dict(
            d=int_slider("VC dimension d", 3, 1, 65),
            eps=slider("target ε", 0.1, 0.02, 0.5, 0.01),
            p=slider("label noise p", 0.3, 0, 0.45, 0.01),
        )

    @staticmethod
    def compute(d, eps, p):
        """Bound and exact excess risk over n, and the sizes at which each reaches the target."""
        n = vc.vc_size(eps, d, DELTA)
        log_s = d * np.log(np.e * n / d)
        free = cells_size(eps, d, 0.0)
        less = n - 1
        before = d * np.log(np.e * less / d) if less >= d else 0.0
        return dict(
            sizes=(n, cells_size(eps, d, p), free),
            bound=np.where(COUNTS >= d, vc.vc_excess(np.maximum(COUNTS, d), d, DELTA), np.nan),
            exact=exact_curve(d, p),
            fails=float(vc.vc_tail(n, log_s, eps / 2)),
            fails_before=float(vc.vc_tail(less, before, eps / 2)),
            unseen=(1 - 1 / d) ** free / 2,
            unseen_before=(1 - 1 / d) ** (free - 1) / 2,
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xscale="log", yscale="log", xlim=(1, 1e9), ylim=(5e-3, 20), xlabel="examples n"),
            dict(xscale="log", xlim=(0.7, 1e9), ylim=(2.5, -0.7)),
            width_ratios=[1.25, 1],
        )
        left.set_ylabel("excess risk")
        left.axhspan(1, 20, color="0.93", zorder=0)
        left.text(6e8, 15, "over 1: no promise", ha="right", va="top", color="0.35")
        bound = plots.curves(left, ["VC bound"], color=plots.BOUND, ls="--")
        exact = plots.curves(left, ["this world, exactly"], color=plots.TRUTH)
        wish = plots.level(left, "target ε", plots.BLUE, ":")
        plots.legend_above(left)
        end = plots.mark(left, None, "o", plots.TRUTH, 9)
        right.set_title("examples that reach the target")
        right.set_yticks(range(3), ROWS)
        right.set_xlabel("examples n")
        rods = rod_rows(right)
        here = plots.star(left)

        def move(r):
            return (
                *bound(COUNTS, r.bound),
                *exact(COUNTS, r.exact),
                *wish(r.eps),
                *end(r.sizes[1], r.eps),
                *here(r.sizes[0], r.eps),
                *rods(r.sizes),
            )

        return move

    def caption(self, r):
        return (
            f"For an excess risk of {r.eps:.2g} the bound asks for {counted(r.sizes[0])} "
            f"examples; this world needs {counted(r.sizes[1])}."
        )

    def numbers(self, r):
        said = ", ".join(f"{name}: {size}" for name, size in zip(ROWS, r.sizes))
        return f"examples for an excess risk of at most {r.eps:.3g}: {said}."

    def headline(self, r):
        return Claim(
            "the VC bound’s sample size",
            "Theorem 26.6",
            r.sizes[1],
            r.sizes[0],
            words="With that many examples the best fit has excess risk at most ε, in every world "
            "and for 95 % of all samples.",
        )

    def identities(self, r):
        return [
            Claim("put back in, it fails with δ", "Theorem 26.6", r.fails, DELTA),
            Claim("one example less is too few", "Theorem 26.6", r.fails_before, DELTA, ">="),
            Claim("no noise: unseen cells", "section 5", r.unseen, r.eps),
            Claim("one less leaves too many", "section 5", r.unseen_before, r.eps, ">="),
        ]


def rod_rows(ax):
    """A rod for each size, with the number at its end. move(sizes)."""
    colours = (plots.BOUND, plots.TRUTH, plots.BLUE)
    drawn = [
        ax.plot([], [], color=c, lw=4, marker="o", ms=9, markevery=[1], mec="white")[0]
        for c in colours
    ]
    words = [ax.text(1, row - 0.12, "", va="bottom") for row in range(3)]

    def move(sizes):
        for row, size in enumerate(sizes):
            drawn[row].set_data([0.7, size], [row, row])
            words[row].set_text(counted(size))
        return *drawn, *words

    return move


# further: shifting a table

TABLES = ("four rows", "intervals", "random 1", "random 2")
STEPS = 6


@lru_cache(8)
def first_table(name):
    """A 0-1 table with different rows: some labellings of four points, or all that intervals
    draw."""
    if name == "four rows":
        rows = ["0101", "0001", "1110", "1010"]
        return np.array([[int(c) for c in row] for row in rows])
    if name == "intervals":
        return vc.all_labellings(4)[vc.boxes(np.arange(4.0))].astype(int)
    rng = np.random.default_rng(int(name[-1]))
    chosen = np.sort(rng.choice(32, 11, replace=False))
    return vc.all_labellings(5)[chosen].astype(int)


@lru_cache(8)
def shifted(name):
    """The tables before and after each step; step t shifts column t modulo their number."""
    tables = [first_table(name)]
    for t in range(STEPS):
        tables.append(vc.shift_column(tables[-1], t % tables[0].shape[1]))
    return tables


def table_tiles(ax, rows, columns):
    """A 0-1 table as squares with digits; what changed last is ringed. move(table, before)."""
    ax.set(xlim=(-0.5, columns - 0.5), ylim=(rows - 0.5, -0.5), xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    ax.grid(False)
    ones, zeros = plots.points(ax, ["1", "0"], None, 190, zorder=3)(None, None)
    ones.set(marker="s")
    zeros.set(marker="s", color="0.88")
    ring = plots.circles(ax, size=20, colour=plots.RED)

    def move(table, before):
        at = np.argwhere(table == 1)[:, ::-1], np.argwhere(table == 0)[:, ::-1]
        for dot, xy in zip((ones, zeros), at):
            dot.set_data(*xy.T)
        return ones, zeros, *ring(np.argwhere(table != before)[:, ::-1])

    return move


class shift(Figure):
    """Sauer's proof as a game: turn ones into zeros, column by column, until nothing moves."""

    size = (10, 4.6)
    play = "t"
    story = [
        Step(
            "first column",
            "In column 1 a 1 became 0 wherever that made no row twice. Rings: what fell. There are "
            "eleven different rows still.",
        ),
        Step("before", "One step back: eleven different rows. Dark is 1.", t=0),
        Step(
            "three columns",
            "No row was lost (green), and the VC dimension did not rise (black).",
            t=3,
        ),
        Step(
            "at rest",
            "Nothing moves any more: turn any ones of a row into zeros, and that row is there. "
            "So the ones of a row are a shattered set.",
            t=5,
        ),
        Step(
            "a table of four rows",
            "At the end two ones at most, and two columns with all four patterns.",
            table=TABLES[0],
            t=4,
        ),
    ]
    notes = """Play the steps. Ask after each: can a row get lost? Can a new set of columns become
    shattered? At the end ask the class to count: rows with at most d ones, there are only so
    many."""

    def sliders(self):
        return dict(
            t=int_slider("step t", 1, 0, STEPS),
            table=choice("table", "random 1", list(TABLES)),
        )

    @staticmethod
    def compute(t, table):
        """The table after t steps, its rows, its VC dimension and its fullest row."""
        tables = shifted(table)
        now = tables[t]
        n = now.shape[1]
        below = [np.where(np.arange(n) == j, 0, now) for j in range(n)]
        rows = {tuple(row) for row in now.tolist()}
        return dict(
            now=now,
            before=tables[max(t - 1, 0)],
            rows=len(rows),
            counts=np.array([len(np.unique(T, axis=0)) for T in tables]),
            dims=np.array([vc.vc_of(T) for T in tables]),
            full=np.array([T.sum(axis=1).max() for T in tables]),
            missing=sum(tuple(row) not in rows for each in below for row in each.tolist()),
            rests=bool((tables[-1] == now).all()),
            n=n,
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            {},
            dict(xlim=(-0.3, STEPS + 0.6), ylim=(0, 12), xlabel="step t"),
            width_ratios=[1, 1.3],
        )
        table = table_tiles(left, 11, 5)
        left.set_title("dark: 1, pale: 0")
        pale = [plots.curves(right, [None], color="0.8", lw=1.2) for _ in range(3)]
        kinds = ((plots.GREEN, "-.", "^"), (plots.BLUE, "-", "o"), (plots.TRUTH, "--", "s"))
        names = ("different rows", "ones in fullest row", "VC dimension")
        dark = [
            plots.curves(right, [name], color=c, ls=ls, marker=m)
            for name, (c, ls, m) in zip(names, kinds)
        ]
        ends = [right.text(0, 0, "", color=c, fontweight="bold", va="bottom") for c, *_ in kinds]
        now = plots.level(right, None, "0.45", ":", across=True)
        plots.legend_above(right, columnspacing=0.8)
        times = np.arange(STEPS + 1)

        def move(r):
            courses = r.counts, r.full, r.dims
            lines = [a for mover, y in zip(pale, courses) for a in mover(times, y)]
            for mover, end, y in zip(dark, ends, courses):
                lines += mover(times, np.where(times <= r.t, y, np.nan))
                end.set(text=str(y[r.t]), x=r.t + 0.12, y=y[r.t] + 0.1)
            if r.full[r.t] == r.dims[r.t]:
                ends[2].set_text("")
            return *table(r.now, r.before), *lines, *ends, *now(r.t)

        return move

    def caption(self, r):
        rest = "Nothing moves any more" if r.rests else "It is not at rest yet"
        return (
            f"{rest}: {r.rows} rows, VC dimension {r.dims[r.t]}, at most {r.full[r.t]} ones in a "
            "row."
        )

    def numbers(self, r):
        return (
            f"{r.rows} different rows of {r.n}, VC dimension {r.dims[r.t]} (at the start "
            f"{r.dims[0]}), at most {r.full[r.t]} ones in one row."
        )

    def headline(self, r):
        return Claim(
            "the rows of a table",
            "Theorem 26.2",
            r.rows,
            vc.sauer(r.n, int(r.dims[r.t])),
            words="A table of VC dimension d has at most C(n,0) + … + C(n,d) different rows.",
        )

    def identities(self, r):
        moving = "" if r.rests else "something still moves"
        return [
            Claim("no row is lost", "Theorem 26.2", r.rows, len(r.now), "=="),
            Claim("the VC dimension does not rise", "Theorem 26.2", r.dims[r.t], r.dims[0]),
            Claim(
                "ones of a row are shattered",
                "Theorem 26.2",
                r.full[r.t],
                r.dims[r.t],
                why_not=moving,
            ),
            Claim("rows below are there", "Theorem 26.2", r.missing, 0, "==", why_not=moving),
        ]
