"""Shatter: points to drag, and all their labellings."""

import numpy as np
from matplotlib.patches import Polygon

from helpers import plots
from helpers.generalisation import vc
from helpers.live import Claim, Figure, Guess, Handle, Step, choice, int_slider
from helpers.live.controls import points, written
from lessons.n26_vc_dimension.world import (
    KINDS,
    box_around,
    closed,
    corner_of,
    corners,
    culprits,
    grip,
    half_plane,
    hull,
    inside_panel,
    programmed,
    round_polygon,
    tile_at,
    tiles,
)

EDGE = 1.15  # panels of the plane reach from -EDGE to EDGE, points from -1 to 1
FOUR = [(-0.75, 0.7), (0.4, 0.55), (0.8, -0.35), (-0.35, -0.75)]
SIX = [*FOUR, (0.05, 0.1), (0.55, -0.9)]
DIAMOND = [(-0.85, 0.1), (0.1, 0.85), (0.85, -0.1), (-0.1, -0.85), (0.15, 0.2), (0.55, -0.9)]
INSIDE = [(-0.75, 0.7), (0.8, 0.5), (0.05, -0.85), (0.05, 0.2), (0.55, -0.1), (-0.6, -0.9)]
ON_A_LINE = [(-0.8, -0.4), (0, 0), (0.8, 0.4), (-0.35, 0.75), (0.3, -0.7), (0.55, 0.9)]
ROUND = [(0.9, 0.25), (0.2, 0.92), (-0.7, 0.62), (-0.92, -0.2), (-0.25, -0.9), (0.65, -0.7)]


class Shatter(Figure):
    """Points to drag, a member that draws their labelling, and the table of all labellings."""

    guess = Guess(
        "Four points, no three on a line: how many of their 16 labellings can a straight line "
        "draw?",
        {
            "all 16": "Take the corners of a square: + at two opposite ones, − at the other two.",
            "15": "If a line cannot draw a labelling, it cannot draw the opposite one either: swap "
            "its sides. So an even number is missing.",
            "14": "Two are missing; below, the diagonals. Drag the points: it stays 14 until three "
            "of them are on a line.",
            "8": "Of the four points below every labelling with a single + is drawn, with a single "
            "− too, and neighbours together: that is already more.",
        },
        answer="14",
    )

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
    sees = {
        "two diagonals": lambda r: r.total == 14 and r.ringed.sum() == 4,
        "one inside": lambda r: r.total == 14 and r.inside[r.ringed].sum() != 2,
        "three points": lambda r: r.total == 8,
        "three on a line": lambda r: r.total < 8 and not r.ok and not r.general,
        "a diamond": lambda r: r.cls == "rectangles" and r.total == 16,
        "a fifth point": lambda r: r.cls == "rectangles" and r.n == 5 and not r.ok,
        "no end": lambda r: r.total == 64,
    }
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


def cert_lines(cls, P, inside, ringed):
    """What is drawn in dashes where no member exists: the hulls of both sides of the culprits, or
    the smallest box or hull around the points inside."""
    if cls == "half-planes":
        sides = [closed(hull(P[ringed & side])) for side in (inside, ~inside)]
        return np.vstack([sides[0], [[np.nan] * 2], sides[1]])
    if cls == "discs":
        return np.zeros((0, 2))
    return closed(member(cls, P, inside))
