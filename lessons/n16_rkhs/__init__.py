"""The figures of notebook 16, reproducing kernel Hilbert spaces: what each kernel charges."""

from functools import lru_cache

import numpy as np
from contourpy import contour_generator  # what Matplotlib itself draws contours with
from matplotlib import colormaps

from helpers import data, plots
from helpers.kernels import gaussian, laplace, rkhs
from helpers.kernels.gram import Pairs
from helpers.kernels.kpca import KernelPCA
from helpers.kernels.ridge import KernelRidge
from helpers.live import (
    Claim,
    Figure,
    Handle,
    Step,
    bandwidth,
    choice,
    int_slider,
    log_slider,
    points,
    regularisation,
    slider,
    toggle,
)
from helpers.live.controls import written
from helpers.live.words import number
from helpers.margins.svm import kernel_machine
from lessons.n14_kernel_trick import short, within

YOURS = plots.BLACK  # what the reader draws


def here(ax, size=17):
    """The star, which means: you are here. It stands on top of points. move(x, y)."""
    star = plots.mark(ax, colour=plots.YELLOW, size=size)
    star(np.nan, np.nan)[0].set_zorder(5)
    return star


def labels_on(ax, count, size=11):
    """Words that can be put anywhere, centred above a place. move(xs, ys, words)."""
    box = dict(ha="center", va="bottom", fontsize=size)
    texts = [ax.text(0, 0, "", **box) for _ in range(count)]

    def move(xs, ys, words):
        for text, x, y, word in zip(texts, xs, ys, words, strict=True):
            text.set_position((x, y))
            text.set_text(word)
        return texts

    return move


def shading(ax, extent, cmap):
    """A picture Z with values from −1 to 1 as colours. They are looked up before the picture is
    enlarged, which is faster than after it. move(Z)."""
    look = dict(origin="lower", aspect="auto", interpolation="nearest")
    image = ax.imshow(np.zeros((2, 2, 4)), extent=extent, **look)
    ax.grid(False)

    def move(Z):
        image.set_data(colormaps[cmap]((Z + 1) / 2, bytes=True))
        return (image,)

    return move


def level_line(ax, x, y, **style):
    """Where a picture Z over the grid x, y has one level, as a single line: five times as fast as
    `ax.contour`. move(Z, level); NaN hides it."""
    (line,) = ax.plot([], [], color="black", zorder=2.5, **style)
    stop = np.full((1, 2), np.nan)

    def move(Z, level):
        found = contour_generator(x, y, Z).lines(level) if np.isfinite(level) else []
        line.set_data(*np.vstack([stop, *(part for piece in found for part in (piece, stop))]).T)
        return (line,)

    return move


# cheapest: four curves through five points, and what each price list charges for them

FIVE = ((0.08, 0.4), (0.28, 1.5), (0.5, 0.2), (0.72, 1.1), (0.93, 0.7))
GRID = np.linspace(0, 1, 301)
GAP = 0.04  # points keep this distance along x
LISTS = {
    "slope: 1 + min(x, z)": "slope",
    "bending: spline kernel": "bend",
    "size and slope: Laplace": "Laplace",
    "Gaussian": "Gaussian",
}
CURVES = {  # colour and dashes of the cheapest curve of each list
    "slope": ("polygon", plots.ORANGE, "-"),
    "bend": ("spline", plots.GREEN, "--"),
    "Laplace": ("sagging", plots.PURPLE, "-."),
    "Gaussian": ("bells", plots.BLUE, (0, (5, 1, 1, 1))),
}
TOP = 3.0  # the highest bar, in units of the cheapest


def charged(own, curve, kernel, bandwidth, norm2):
    """What the list `kernel` charges for the cheapest curve of the list `own`."""
    if kernel == "Gaussian":
        return norm2 if own == "Gaussian" else np.inf
    if kernel == "Laplace":
        return curve.laplace_price(bandwidth)
    return curve.slope_price if kernel == "slope" else curve.bend_price


def apart(control):
    """A `points` control that refuses points above each other."""
    inside = control.argument

    def checked(typed):
        found = inside(typed)
        if np.diff(np.sort(found[:, 0])).min() < GAP - 1e-9:
            raise ValueError("points must keep a distance of 0.04 along x")
        return found

    control.argument = checked
    return control


def moved(i):
    """A handle that moves the i-th of the five points, between its neighbours."""

    def to(r, x, y):
        places = r.places.copy()
        others = np.delete(places[:, 0], i)
        room = (others.max(initial=0, where=others < places[i, 0]) + GAP if i else 0.0) + 1e-3
        end = others.min(initial=1 + GAP, where=others > places[i, 0]) - GAP - 1e-3
        places[i] = np.clip(x, room, min(end, 1)), np.clip(y, -0.5, 2)
        return dict(places=written(places))

    return Handle("move this point", lambda r: r.places[i], to)


class cheapest(Figure):
    """Four curves through five points, and their prices by one list."""

    size = (10, 4.4)
    veiled = (1,)
    more = ("places", "x", "height")
    story = [
        Step(
            "pay for slope",
            "The list charges for slope, and for f(0)². Straight pieces are cheapest: the polygon.",
        ),
        Step(
            "pay for bending",
            "Now bending is charged, and slope only at 0. A kink is infinite bending: polygon and "
            "sagging curve cost ∞. The spline wins.",
            kernel="bending: spline kernel",
        ),
        Step(
            "pay for size, too",
            "Laplace’s list charges for being away from 0 as well: the cheapest curve sags "
            "between the points.",
            kernel="size and slope: Laplace",
        ),
        Step(
            "the strictest list",
            "By the Gaussian’s list polygon, spline and sagging curve cost ∞. Black is yours: it "
            "goes through the star, and is finite, because it is made of bells, too.",
            kernel="Gaussian",
            yours=True,
        ),
        Step(
            "a wider bell",
            "At ℓ = 0.5 the same five points cost some 700 times as much as at ℓ = 0.1: wide bells "
            "hate quick ups and downs. Black, yours, is dearer still.",
            kernel="Gaussian",
            bandwidth=0.5,
            yours=True,
        ),
        Step(
            "your own curve",
            "Black is the cheapest curve that also goes through the star. Drag the star: can you "
            "beat the polygon?",
            yours=True,
        ),
    ]
    handles = [
        *(moved(i) for i in range(5)),
        Handle(
            "your curve goes through here",
            at=lambda r: (r.x, r.height) if r.yours else None,
            to=lambda r, x, y: dict(x=x, height=y),
        ),
    ]
    notes = """Before the veil goes, let the class vote for a curve. Then walk the lists: each makes
    another curve the winner. End with the star: everybody tries to get below the winner, and
    nobody can. Pythagoras says by how much they fail."""

    def sliders(self):
        return dict(
            kernel=choice("price list", "slope: 1 + min(x, z)", LISTS),
            bandwidth=bandwidth(0.1, 0.05, 0.5),
            yours=toggle("draw your own curve"),
            places=apart(within(points("points", FIVE), (0, 1), (-0.5, 2))),
            x=slider("place of the star x", 0.61, 0.0, 1.0),
            height=slider("height of the star y", 1.4, -0.5, 2),
        )

    @staticmethod
    def compute(kernel, bandwidth, yours, places, x, height):
        """For each list the cheapest curve through the points, and its price by the chosen list."""
        xs, ys = places[np.argsort(places[:, 0])].T
        rule, drawn, prices = rkhs.nodes(xs), [], {}
        for own in CURVES:
            K = rkhs.shape(own, xs, xs, bandwidth)[0]
            alpha = rkhs.coefficients(K, ys)
            drawn.append(rkhs.shape(own, GRID, xs, bandwidth)[0] @ alpha)
            curve = rkhs.curve(own, xs, alpha, bandwidth, rule)
            norm2 = rkhs.price(alpha, K)
            prices[own] = charged(own, curve, kernel, bandwidth, norm2)
            if own == kernel:
                least, integral = norm2, prices[own]
        new = x if np.abs(xs - x).min() > 0.01 else np.nan  # on a point there is no choice
        mine = dict(own=None, detour=np.nan, mine=np.inf)
        if np.isfinite(new):
            mine = detoured(kernel, bandwidth, xs, ys, new, height)
        return dict(
            drawn=drawn,
            prices=prices,
            least=least,
            integral=integral,
            polygon=float(np.abs(drawn[0] - np.interp(GRID, xs, ys))[inside(xs)].max()),
            **mine,
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-0.01, 1.01), ylim=(-0.55, 2.05), xlabel="$x$", ylabel="$f(x)$"),
            dict(xlim=(-0.6, 4.6), ylim=(0, TOP + 0.35), ylabel="price / cheapest, cut at 3"),
            width_ratios=[1.5, 1],
        )
        left.axhline(0, color="0.8", lw=1)
        lines = [
            plots.curves(left, [name], color=colour, ls=ls, lw=2.2)
            for name, colour, ls in CURVES.values()
        ]
        own = plots.curves(left, ["yours"], color=YOURS, lw=1.6)
        plots.legend_above(left)
        dots = plots.points(left, [None], legend=None, size=80, zorder=4)
        dots(None)[0].set(color=plots.TRAIN, mec="black")
        star = here(left)
        names = [name for name, _, _ in CURVES.values()]
        right.set_xticks(range(5), [*names, "yours"], rotation=20)
        right.set_xlabel("curve")
        colours = [colour for _, colour, _ in CURVES.values()]
        bars = [plots.bars(right, 1, None, c, [i]) for i, c in enumerate([*colours, YOURS])]
        words = labels_on(right, 5)

        def move(r):
            paid = [*r.prices.values(), r.mine if r.yours else np.nan]
            heights = [min(p / r.least, TOP) for p in paid]
            shown = [None if not r.yours else r.own]
            return (
                *(a for line, y in zip(lines, r.drawn) for a in line(GRID, y)),
                *own(GRID, *shown),
                *dots(r.places),
                *star(r.x if r.yours else np.nan, r.height),
                *(a for bar, h in zip(bars, heights) for a in bar([h])),
                *words(range(5), np.nan_to_num(heights), [told(p) for p in paid]),
            )

        return move

    def caption(self, r):
        winner = CURVES[r.kernel][0]
        says = f"By this list the cheapest curve is “{winner}”, at {short(r.least)}."
        if r.yours and np.isfinite(r.mine):
            return f"{says} Yours costs {short(r.mine)}."
        return says

    def numbers(self, r):
        paid = (f"{CURVES[own][0]} {told(price)}" for own, price in r.prices.items())
        mine = f"; the reader’s curve {told(r.mine)}" if r.yours else ""
        return f"prices of the curves: {', '.join(paid)}{mine}."

    def headline(self, r):
        others = [p for own, p in r.prices.items() if own != r.kernel]
        best = min([*others, r.mine if r.yours else np.inf])
        return Claim(
            "the best rival, in units of the cheapest curve",
            "Theorem 16.3",
            measured=best / r.least,
            bound=1.0,
            kind=">=",
            tol=1e-7,
            why_not="" if np.isfinite(best) else "every other curve here costs infinitely much",
            words="The kernel’s own curve, Σ αᵢk(xᵢ, ·) with Kα = y, is the cheapest through the "
            "points: the price of its best rival, divided by its own, is at least 1.",
        )

    def identities(self, r):
        whole = 1 if r.kernel == "Gaussian" else 0
        near = not np.isfinite(r.mine)
        return [
            Claim(
                "y′K⁻¹y is the integral of the list",
                "Theorem 16.1",
                r.integral / r.least,
                1.0,
                "==",
                1e-7,
                "the Gaussian’s list is no such integral" * whole,
            ),
            Claim(
                "a detour costs what Pythagoras says",
                "Theorem 16.3",
                r.mine / r.least - 1,
                r.detour / r.least,
                "==",
                1e-5,
                "the star stands on a point" * near,
            ),
            Claim("the curve of 1 + min is a polygon", "Theorem 16.1", r.polygon, 0, "==", 1e-8),
        ]


def inside(xs):
    """Which places of GRID lie between the first and the last point."""
    return (xs[0] <= GRID) & (xs[-1] >= GRID)


def detoured(kernel, bandwidth, xs, ys, x, height):
    """The cheapest curve that goes through one more point, its price, and what it costs more."""
    both, heights = np.append(xs, x), np.append(ys, height)
    k = rkhs.shape(kernel, both, both, bandwidth)[0]
    alpha = rkhs.coefficients(k, heights)
    extra = rkhs.detour(k[:5, :5], ys, k[:5, 5], k[5, 5], height)
    own = rkhs.shape(kernel, GRID, both, bandwidth)[0] @ alpha
    return dict(own=own, detour=extra, mine=float(heights @ alpha))


def told(price):
    """A price above its bar; ∞ is a price, too."""
    return "" if np.isnan(price) else "∞" if np.isinf(price) else short(price)


# spike: a function that is 1 at a point, its size and its price by min(x, z)

WIDTHS = np.geomspace(0.02, 1, 24)
PROFILES = ("tent", "round bump", "shoulder")


def profile(kind, x, w):
    """A function that is 0 at 0 and 1 at x, as a Curve: it rises within w before x, and falls
    within w after x (a shoulder does not fall)."""
    rise, fall = min(w, x), w
    u, weights = rkhs.nodes([x - rise, x, x + fall])
    t = np.where(u < x, (u - x) / rise, (u - x) / fall)
    rate = np.where(u < x, 1 / rise, 1 / fall)
    near = np.abs(t) < 1
    if kind == "round bump":
        f = np.where(near, (1 + np.cos(np.pi * t)) / 2, 0.0)
        slope = np.where(near, -np.pi / 2 * np.sin(np.pi * t) * rate, 0.0)
    else:
        f, slope = np.where(near, 1 - np.abs(t), 0.0), np.where(near, -np.sign(t) * rate, 0.0)
    if kind == "shoulder":
        f, slope = np.where(u < x, f, 1.0), np.where(u < x, slope, 0.0)
    return rkhs.Curve(u, weights, np.array([f, slope, 0 * u]), (0.0, 0.0), f[-1], True)


@lru_cache(64)
def sizes(kind, x):
    """(size, price) at every width of WIDTHS."""
    shapes = [profile(kind, x, w) for w in WIDTHS]
    return np.array([(c.size, c.slope_price) for c in shapes]).T


class spike(Figure):
    """A function that is 1 at one point: its L2 size can vanish, its price cannot."""

    veiled = (1,)
    story = [
        Step(
            "a tent",
            "It is 1 at the star. Its size, the integral of f², is 0.17; its price, the integral "
            "of f′², is 8.",
        ),
        Step(
            "a spike",
            "Nearly nothing is left of its size. Its price went up: the sides are steep.",
            h=0.02,
        ),
        Step(
            "a wide tent",
            "The tent of the question, as wide as [0, 1]: price 4. The dashed line at 2 is the "
            "floor: nothing that is 1 at ½ can be cheaper.",
            h=0.5,
        ),
        Step(
            "round",
            "A round bump of the same width is dearer than a tent: slope is cheapest if it is "
            "spread evenly.",
            shape="round bump",
        ),
        Step(
            "farther out",
            "At x = 0.9 the floor is lower, 1/0.9: there is more room to climb. But this tent "
            "costs 2.4. Which shape gets down to the floor? That is Exercise 2.",
            x=0.9,
            h=0.5,
        ),
    ]
    handles = [
        Handle("choose the place", at=lambda r: (r.x, 1.0), to=lambda r, x, y: dict(x=x)),
        Handle(
            "choose the half-width",
            at=lambda r: (r.h, r.price),
            to=lambda r, x, y: dict(h=x),
            panel=1,
        ),
    ]
    notes = """Ask for a function that is 1 at ½ and costs less than the tent. Most try rounder
    shapes first, which are dearer. The right idea is not to come down again: after ½ slope is a
    waste. That function is k(½, ·), and exercise 2 asks for it at another place."""

    def sliders(self):
        return dict(
            h=log_slider("half-width h", 0.25, 0.02, 1),
            x=slider("place x", 0.5, 0.1, 1.0, 0.05),
            shape=choice("shape", "tent", PROFILES),
        )

    @staticmethod
    def compute(h, x, shape):
        """Size and price of the function, and the floor 1 / k(x, x)."""
        f = profile(shape, x, h)
        return dict(
            f=f,
            size=f.size,
            price=f.slope_price,
            floor=1 / x,
            curves=sizes(shape, x),
            value=f.integral(f.f[1] * (f.u < x)),
            drawn=np.interp(GRID, [0, *f.u, 1], [0, *f.f[0], f.end]),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0, 1), ylim=(0, 1.1), xlabel="$u$", ylabel="$f(u)$"),
            dict(
                xscale="log",
                yscale="log",
                xlim=(0.018, 1.1),
                ylim=(0.01, 130),
                xlabel="half-width $h$",
                ylabel="size, price",
            ),
            width_ratios=[1.2, 1],
        )
        right.set_xticks([0.02, 0.1, 0.5, 1], ["0.02", "0.1", "0.5", "1"])
        right.set_yticks([0.01, 0.1, 1, 10, 100], ["0.01", "0.1", "1", "10", "100"])
        shape = plots.curves(left, ["f"], color=plots.FIT, lw=2.6)
        plots.legend_above(left)
        price = plots.curves(right, ["price ∫f′²"], color=plots.FIT)
        size = plots.curves(right, ["size ∫f²"], color=plots.PURPLE, ls="-.")
        floor = plots.level(right, "floor 1/k(x, x)", plots.BOUND, "--")
        plots.legend_above(right)
        tip, star = here(left), here(right)
        return lambda r: (
            *shape(GRID, r.drawn),
            *price(WIDTHS, r.curves[1]),
            *size(WIDTHS, r.curves[0]),
            *floor(r.floor),
            *tip(r.x, 1.0),
            *star(r.h, r.price),
        )

    def caption(self, r):
        return (
            f"Size {r.size:.2g}, price {r.price:.3g}; the price can never be below {r.floor:.3g}."
        )

    def numbers(self, r):
        return (
            f"the function is 1 at {r.x:.2g}; the integral of its square is {r.size:.3g}, its "
            f"price {r.price:.4g}, and 1/k(x, x) is {r.floor:.3g}."
        )

    def headline(self, r):
        return Claim(
            "a value is paid for",
            "Theorem 16.2",
            measured=r.value**2,
            bound=r.x * r.price,
            words="f(x)² is at most k(x, x) times the price of f: no function gets a value for "
            "nothing.",
        )

    def identities(self, r):
        whole = r.shape == "tent" and r.h <= min(r.x, 1 - r.x) + 1e-9
        why = "" if whole else "the formula is for a whole tent"
        return [
            Claim("⟨f, k(x, ·)⟩ = f(x)", "Theorem 16.2", r.value, 1.0, "==", 1e-9),
            Claim("size of a tent: 2h/3", "section 2", r.size, 2 * r.h / 3, "==", 1e-9, why),
            Claim("price of a tent: 2/h", "section 2", r.price, 2 / r.h, "==", 1e-9, why),
        ]


# extra: eight points, and six more centres than points

EIGHT = (
    *((0.055, 0.3), (0.175, 1.1), (0.305, 1.4), (0.395, 0.5)),
    *((0.525, -0.4), (0.655, -1.2), (0.805, -0.5), (0.945, 0.6)),
)
AT = np.array([x for x, _ in EIGHT])
OTHERS = np.array([0.115, 0.235, 0.465, 0.595, 0.875])  # a sixth can be moved
PENALTIES = {"price of the curve": True, "sum of squared coefficients": False}


def heights_only(control):
    """A `points` control whose points keep their places along x."""
    inside = control.argument

    def checked(typed):
        found = inside(typed)
        if not np.allclose(found[:, 0], AT, atol=1e-9):
            raise ValueError("the points keep their places along x: change heights only")
        return found

    control.argument = checked
    return control


def lifted(i):
    """A handle that moves the i-th of the eight points up or down."""

    def to(r, x, y):
        places = r.places.copy()
        places[i, 1] = np.clip(y, -1.7, 1.7)
        return dict(places=written(places))

    return Handle("lift this point", lambda r: r.places[i], to)


def stems(ax, label, colour, marker):
    """Stems from 0. move(x, y)."""
    (lines,) = ax.plot([], [], color=colour, lw=2.5)
    (dots,) = ax.plot([], [], ls="", marker=marker, ms=9, color=colour, mec="black", label=label)

    def move(x, y):
        gaps, feet = np.full(len(x), np.nan), np.zeros(len(x))
        lines.set_data(np.column_stack([x, x, gaps]).ravel(), np.c_[feet, y, gaps].ravel())
        dots.set_data(x, y)
        return lines, dots

    return move


class extra(Figure):
    """A fit of eight points with fourteen centres, and the coefficient of each."""

    size = (10, 4.4)
    veiled = (1,)
    more = ("places",)
    story = [
        Step(
            "six more centres",
            "Eight points, fourteen centres. The six extra ones (squares) all get coefficient 0.",
        ),
        Step(
            "hardly any penalty",
            "The curve goes nearly through the points. The extra centres still get nothing.",
            lam=1e-4,
        ),
        Step(
            "a strong penalty",
            "The curve is nearly flat. Nothing for the extra centres.",
            lam=1,
        ),
        Step(
            "wide bumps",
            "Each centre reaches all points now, and still only eight of them are used.",
            bandwidth=1,
        ),
        Step(
            "another penalty",
            "Charge the sum of squared coefficients instead of the price: all fourteen are used.",
            penalty="sum of squared coefficients",
        ),
    ]
    handles = [
        *(lifted(i) for i in range(8)),
        Handle(
            "move this centre",
            at=lambda r: (r.centre, r.c[-1] / np.abs(r.c).max()),
            to=lambda r, x, y: dict(centre=x),
            panel=1,
        ),
    ]
    notes = """Let the class place the sixth centre: in the widest gap, say, or beside the highest
    point. It never matters. Then change the penalty: what many write in code (weight decay on the
    coefficients) is not the norm of the curve, and the theorem is gone."""

    def sliders(self):
        return dict(
            lam=regularisation(0.01, 1e-4, 1),
            bandwidth=bandwidth(0.15, 0.05, 1),
            penalty=choice("penalty", "price of the curve", PENALTIES),
            centre=slider("place of the star z", 0.72, 0.0, 1.0),
            places=heights_only(within(points("points", EIGHT), (0, 1), (-1.7, 1.7))),
        )

    @staticmethod
    def compute(lam, bandwidth, penalty, centre, places):
        """The best coefficients of fourteen centres, and the best eight."""
        k, y = laplace(bandwidth), places[:, 1]
        centres = np.concatenate([AT, OTHERS, [centre]])
        K, K_all = k(AT, centres), k(centres)
        c = rkhs.with_centres(K, K_all, y, lam, penalty)
        own = KernelRidge(k(AT), y)
        return dict(
            centres=centres,
            c=c,
            y=y,
            used=float(np.abs(c[8:]).sum() / max(np.abs(c).sum(), 1e-12)),
            many=float(np.mean((K @ c - y) ** 2) + lam * rkhs.price(c, K_all)),
            few=float(own.objective(lam)),
            alpha=own.alpha(lam),
            drawn=k(GRID, centres) @ c,
            stationary=float(np.abs(K.T @ (K @ c - y) / 8 + lam * K_all @ c).max()),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-0.01, 1.01), ylim=(-1.8, 1.8), xlabel="$x$", ylabel="$y$"),
            dict(xlim=(-0.02, 1.02), ylim=(-1.1, 1.1), xlabel="place of the centre"),
            width_ratios=[1.1, 1],
        )
        right.set_ylabel("coefficient, largest = 1")
        for ax in (left, right):
            ax.axhline(0, color="0.75", lw=1)
        fit = plots.curves(left, ["best curve"], color=plots.FIT, lw=2.6)
        dots = plots.points(left, ["points"], legend=None, size=80, zorder=4)
        dots(None)[0].set(color=plots.TRAIN)
        (low,) = left.plot([], [], ls="", marker="s", ms=8, color=plots.ORANGE, mec="black")
        low.set_label("extra centres")
        plots.legend_above(left)
        own = stems(right, "at the points", plots.TRAIN, "o")
        more = stems(right, "extra centres", plots.ORANGE, "s")
        plots.legend_above(right)
        star = here(right, 13)

        def move(r):
            c = r.c / max(np.abs(r.c).max(), 1e-12)
            low.set_data(r.centres[8:], np.zeros(6))
            return (
                *fit(GRID, r.drawn),
                low,
                *dots(r.places),
                *own(r.centres[:8], c[:8]),
                *more(r.centres[8:], c[8:]),
                *star(r.centres[13], c[13]),
            )

        return move

    def caption(self, r):
        if r.penalty:
            return "The curve could use six more bumps, and does not: their coefficients are 0."
        return f"The extra centres carry {100 * r.used:.0f} % of all coefficients."

    def numbers(self, r):
        return (
            f"largest coefficient {short(np.abs(r.c).max())}, of the extra centres "
            f"{short(np.abs(r.c[8:]).max())}; objective {r.many:.4g} with fourteen centres, "
            f"{r.few:.4g} with eight."
        )

    def headline(self, r):
        return Claim(
            "objective of eight centres = objective of fourteen",
            "Theorem 16.4",
            r.many,
            r.few,
            "==",
            why_not="" if r.penalty else "the penalty is not a function of the price",
            words="Centres away from the data cannot lower the objective: the best curve is a sum "
            "over the data.",
        )

    def identities(self, r):
        why = "" if r.penalty else "the penalty is not a function of the price"
        top, size = np.abs(r.c[8:]).max(), np.abs(r.c).max()
        away = float(np.abs(r.c[:8] - r.alpha).max())
        return [
            Claim("extra coefficients are 0", "Theorem 16.4", top / size, 0, "==", 1e-7, why),
            Claim("the others solve (K + nλI)α = y", "Theorem 16.5", away, 0, "==", 1e-6, why),
            Claim("the gradient vanishes", "Theorem 16.5", r.stationary, 0, "==", 1e-8, why),
        ]


# bias: a kernel machine with and without b, and where the origin is

BOX = (-4, 4, -3, 3)
SIGNS = np.repeat([1.0, -1.0], [26, 14])
CLOUDS = np.outer(SIGNS, (1.4, 0.3)) + 0.45 * np.random.default_rng(3).normal(size=(40, 2))
SIDE = 30
PLACES = plots.mesh(BOX, SIDE)
PAIRS, TO_PLACES = Pairs(CLOUDS), Pairs(PLACES, CLOUDS)


def gram_around(kernel, bandwidth, origin):
    """Gram matrix of the points and kernel values of the places, seen from an origin."""
    if kernel == "Gaussian":
        k = gaussian(bandwidth)
        return k(PAIRS), k(TO_PLACES)
    X, Z = CLOUDS - origin, PLACES - origin
    return X @ X.T, Z @ X.T


def halves(ax, words):
    """Where a score is positive (blue) and negative (red), and the line between. move(scores)."""
    shade = shading(ax, BOX, "RdBu")
    x, y = np.linspace(*BOX[:2], SIDE), np.linspace(*BOX[2:], SIDE)
    line = level_line(ax, x, y, lw=2)
    look = dict(transform=ax.transAxes, va="top", fontsize=14, zorder=9)
    name = ax.text(0.03, 0.96, words, bbox=dict(fc="white", ec="none", alpha=0.85), **look)

    def move(scores):
        Z = np.reshape(scores, (SIDE, SIDE))
        return *shade(np.clip(Z, -1, 1) / 2), *line(Z, 0.0), name

    return move


class bias(Figure):
    """Two clouds, parted by a kernel machine with b and by one without."""

    size = (10, 4.1)
    veiled = (1,)
    more = ("x0", "y0")
    story = [
        Step(
            "the origin is far",
            "Left: with b every cloud is on its side. Right: without b the line has to pass "
            "through the cross, and fails.",
        ),
        Step(
            "the origin lies between",
            "Moved between the clouds, the cross costs little: both machines get all points right.",
            x0=0.0,
            y0=0.0,
        ),
        Step(
            "no shift can harm it",
            "The Gaussian kernel does not know where the origin is. Without b it does nearly as "
            "well, and differs far from the points: there b alone decides.",
            kernel="Gaussian",
        ),
        Step(
            "a free bias takes over",
            "A strong penalty: f is dear and b is free, so b calls every point blue, the larger "
            "class. Without b all are right.",
            kernel="Gaussian",
            lam=0.3,
        ),
        Step(
            "behind the other cloud",
            "The origin behind the blue cloud: now that is the nearer one, and it is given up, "
            "though it is the larger.",
            x0=3.2,
            y0=0.8,
        ),
    ]
    handles = [
        Handle(
            f"move the origin ({side})",
            at=lambda r: (r.x0, r.y0),
            to=lambda r, x, y: dict(x0=x, y0=y),
            panel=panel,
        )
        for panel, side in enumerate(("left picture", "right picture"))
    ]
    notes = """Drag the cross round the clouds. On the line between them little happens, behind one
    of them the machine without b gives that cloud up. Then the Gaussian: hardly a difference.
    This is why some books drop b in the kernel section, and why one may not do so for the linear
    kernel."""

    def sliders(self):
        return dict(
            kernel=choice("kernel", "linear", ("linear", "Gaussian")),
            lam=regularisation(0.01, 1e-3, 1),
            bandwidth=bandwidth(1, 0.2, 5),
            x0=slider("origin, across", -3.2, -4, 4, 0.1),
            y0=slider("origin, up", -0.8, -3, 3, 0.1),
        )

    @staticmethod
    def compute(kernel, lam, bandwidth, x0, y0):
        """Both machines; lam is that of mean hinge loss + lam |f|^2."""
        K, K_new = gram_around(kernel, bandwidth, np.array([x0, y0]))
        both = [kernel_machine(K, SIGNS, 1 / (2 * lam), b) for b in (True, False)]
        return dict(
            both=both,
            scores=[m.predict(K_new) for m in both],
            right=[float(np.mean(m.margins > 0)) for m in both],
            balance=[float(m.alpha @ m.y) / m.c for m in both],
            norm2=[rkhs.price(m.alpha * m.y, K) for m in both],
        )

    def picture(self, fig):
        both = plots.panels(
            fig,
            dict(xlim=BOX[:2], ylim=BOX[2:], xlabel="$x_1$", ylabel="$x_2$"),
            dict(xlim=BOX[:2], ylim=BOX[2:], xlabel="$x_1$"),
        )
        parts = []
        for ax, words in zip(both, ("with b", "without b")):
            dots = plots.points(ax, ["y = +1", "y = −1"], legend=None, size=55, zorder=3)
            origin = plots.mark(ax, "origin", "P", plots.YELLOW, 15)
            parts.append((halves(ax, words), dots, origin))
            plots.legend_above(ax)

        def move(r):
            moved = []
            for (shade, dots, origin), scores in zip(parts, r.scores):
                moved += [*shade(scores), *dots(CLOUDS[SIGNS > 0], CLOUDS[SIGNS < 0])]
                moved += origin(r.x0, r.y0)
            return moved

        return move

    def caption(self, r):
        return (
            f"Classified correctly: {100 * r.right[0]:.0f} % of the points with b, "
            f"{100 * r.right[1]:.0f} % without b."
        )

    def numbers(self, r):
        values = [m.objective for m in r.both]
        return (
            f"mean hinge loss + λ‖f‖² is {values[0]:.4g} with b and {values[1]:.4g} without; "
            f"{100 * r.right[0]:.0f} % and {100 * r.right[1]:.0f} % of the points are right."
        )

    def headline(self, r):
        return Claim(
            "a bias never hurts the objective",
            "Theorem 16.6",
            r.both[0].objective,
            r.both[1].objective,
            tol=1e-6,
            words="The least mean hinge loss + λ‖f‖² with b is at most the least without: the "
            "shorter the bar, the more b is worth.",
        )

    def identities(self, r):
        names = ("with b", "without b")
        duals = [
            Claim(f"primal = dual, {name}", "Theorem 16.6", m.primal * 2 * m.lam, value, "==", 1e-6)
            for name, m, value in zip(names, r.both, [m.dual * 2 * m.lam for m in r.both])
        ]
        lengths = [
            Claim(f"α′Kα is the price, {name}", "section 4", m.norm2, norm2, "==", 1e-6)
            for name, m, norm2 in zip(names, r.both, r.norm2)
        ]
        flat = Claim("with b, Σ αᵢyᵢ = 0", "Theorem 16.6", r.balance[0], 0, "==", 1e-6)
        return [*duals, *lengths, flat]


# components: principal components in the features of the Gaussian kernel


def blob_in_ring(rng):
    """Sixty points in a blob, sixty on a ring around it; sides 0 and 1."""
    angle = 2 * np.pi * (np.arange(60) + rng.uniform(-0.5, 0.5, 60)) / 60
    ring = np.column_stack([np.cos(angle), np.sin(angle)]) * (2 + 0.12 * rng.normal(size=(60, 1)))
    return np.vstack([0.35 * rng.normal(size=(60, 2)), ring]), np.repeat([0, 1], 60)


def three_blobs(rng):
    """Three round clouds; the first against the others."""
    X, y = data.blobs(120, [(-1.5, -1.2), (1.7, -0.9), (0.1, 1.6)], rng, 0.4)
    return X, np.minimum(y, 1)


def two_moons(rng):
    X, y = data.moons(120, rng, 0.1)
    return 1.4 * (X - (0.5, 0.25)), (y > 0).astype(int)


SETS = {"blob in a ring": blob_in_ring, "three blobs": three_blobs, "two moons": two_moons}
VIEW, LOOK, COUNT = (-2.7, 2.7), 44, 12
GRIDS = plots.mesh(VIEW, LOOK)
VIEWS = ("component j alone", "novelty: what the first j miss")


@lru_cache(3)
def points_of(name):
    """(points, sides, pairs among them, pairs with the places of the picture)."""
    X, sides = SETS[name](np.random.default_rng(16))
    return X, sides, Pairs(X), Pairs(GRIDS, X)


def in_order(scores, sides):
    """Share of pairs (one of each side) that the scores rank the same way round; from ½ to 1."""
    share = float(np.mean(scores[sides == 0][:, None] > scores[sides == 1]))
    return max(share, 1 - share)


def shares_axis(ax):
    """Shares of the variance, in per cent on a logarithmic axis; a tick for some components."""
    ax.set(yscale="log", ylabel="share of the variance (log)", xticks=[1, 4, 8, 12])
    ax.set_yticks([0.01, 0.1, 1], ["1 %", "10 %", "100 %"])


class components(Figure):
    """The plane, shaded by a kernel principal component or by what the first ones miss."""

    size = (10, 3.9)
    veiled = (1, 2)
    more = ("centre", "px", "py")
    story = [
        Step(
            "the first component",
            "Green: the same side as the star. Blob and ring lie on different sides of the first "
            "component. Nobody told it which point is which.",
        ),
        Step(
            "the second",
            "The second component cuts the blob in halves. Inside and outside are all the same "
            "to it.",
            j=2,
            px=0.6,
            py=0.6,
        ),
        Step(
            "too narrow",
            "ℓ = 0.15: all points are strangers to each other, and every component is about a few "
            "of them.",
            bandwidth=0.15,
        ),
        Step(
            "too wide",
            "ℓ = 5: nearly ordinary principal components, straight directions in the plane. "
            "They cannot part a blob from its ring.",
            bandwidth=5,
            px=2.0,
        ),
        Step(
            "novelty",
            "Purple: what ten components miss. Little where the data are, much outside, and in "
            "the gap between. 19 of 20 points lie within the dashed lines.",
            show=VIEWS[1],
            j=10,
            px=1.1,
        ),
        Step(
            "not centred",
            "Without centring the first component is nearly the mean of all points: everything is "
            "on one side.",
            centre=False,
            bandwidth=2,
        ),
    ]
    handles = [
        Handle(
            "ask here",
            at=lambda r: (r.px, r.py),
            to=lambda r, x, y: dict(px=x, py=y),
            panel=1,
        ),
        Handle(
            "choose j",
            at=lambda r: (r.j, float(np.pad(r.shares, (0, COUNT))[r.j - 1])),
            to=lambda r, x, y: dict(j=x),
            panel=2,
        ),
    ]
    notes = """Ask what ordinary PCA would say about a blob in a ring: two equal directions, nothing
    else. Then the Gaussian kernel. Drag the star into the gap in the novelty step. Components 2
    and 3 have nearly equal variances: which halves they show is an accident of the sample."""

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.7, 0.15, 5),
            j=int_slider("component j", 1, 1, COUNT),
            show=choice("shade", VIEWS[0], VIEWS),
            shape=choice("data", "blob in a ring", list(SETS)),
            centre=toggle("centred", True),
            px=slider("star, across", 0.1, -2.6, 2.6, 0.05),
            py=slider("star, up", 0.1, -2.6, 2.6, 0.05),
        )

    @staticmethod
    def compute(bandwidth, j, show, shape, centre, px, py):
        """Components of the Gram matrix, and squared scores of every place of the picture."""
        k = gaussian(bandwidth)
        X, sides, pairs, places = points_of(shape)
        pca, K = KernelPCA(k(pairs), centre), k(places)
        own, star = pca.K, k(np.array([[px, py]]), X)
        scores, missed = pca.scores(own, j - 1), pca.missed(own, np.ones(len(X)), j)
        if show == VIEWS[0]:  # times the star's score: then the sign of the component cancels
            Z = pca.scores(K, j - 1) * np.sign(pca.scores(star, j - 1))
        else:
            Z = -pca.missed(K, np.ones(len(GRIDS)), j)
        top = max(np.abs(Z).max(), 1e-12)
        weights = np.where(sides == 0, 1 / np.sum(sides == 0), -1 / np.sum(sides == 1))
        return dict(
            X=X,
            sides=sides,
            pca=pca,
            Z=Z.reshape(LOOK, LOOK) / top,
            line=float(-np.quantile(missed, 0.95) / top),
            shares=(pca.s / pca.s.sum())[:COUNT],
            measured=float(np.mean(scores**2)),
            parted=in_order(scores, sides),
            rest=(float(missed.mean()), float(pca.s[j:].sum())),
            rival=pca.variance(weights),
            star=float(pca.missed(star, np.ones(1), j)[0]),
            again=by_coefficients(pca, star, j),
        )

    def picture(self, fig):
        plane = dict(xlim=VIEW, ylim=VIEW, xlabel="$x_1$")
        left, middle, right = plots.panels(
            fig,
            plane | dict(ylabel="$x_2$"),
            plane,
            dict(xlim=(0.4, COUNT + 0.6), ylim=(0.01, 1), xlabel="component"),
            width_ratios=[1.1, 1.1, 0.8],
        )
        shares_axis(right)
        shade = shading(middle, (*VIEW, *VIEW), "PRGn")
        data = [
            plots.points(ax, ["blue", "orange"], legend=None, size=26, zorder=3)
            for ax in (left, middle)
        ]
        side = np.linspace(*VIEW, LOOK)
        edge = level_line(middle, side, side, ls="--", lw=1.8)
        star = here(middle)
        plots.legend_above(left)
        order = np.arange(1, COUNT + 1)
        bars = plots.bars(right, COUNT, "others", "0.75", order)
        chosen = plots.bars(right, COUNT, "shaded", plots.FIT, order)
        plots.legend_above(right)
        pick = here(right, 15)

        def move(r):
            novelty = r.show == VIEWS[1]
            shares = np.pad(r.shares, (0, COUNT - len(r.shares)))
            picked = order > r.j if novelty else order == r.j
            return (
                *shade(r.Z),
                *edge(r.Z, r.line if novelty else np.nan),
                *(dot for dots in data for dot in dots(r.X[r.sides == 0], r.X[r.sides == 1])),
                *star(r.px, r.py),
                *bars(shares),
                *chosen(np.where(picked, shares, 0)),
                *pick(r.j, shares[r.j - 1]),
            )

        return move

    def caption(self, r):
        if r.show == VIEWS[0]:
            spread = "variance" if r.centre else "squared length"
            return (
                f"Component {r.j} has {100 * r.shares[r.j - 1]:.0f} % of the {spread}. It tells "
                f"blue from orange in {100 * r.parted:.0f} % of their pairs (a coin: 50 %)."
            )
        return (
            f"At the star the first {r.j} miss {r.star:.2f}; at a point of the data "
            f"{r.rest[0]:.2f} on average."
        )

    def numbers(self, r):
        return (
            f"along component {r.j} the mean square is {r.measured:.3g}, "
            f"{100 * r.shares[r.j - 1]:.0f} % of all; it ranks {100 * r.parted:.0f} % of the pairs "
            f"the same way round; the first {r.j} miss {r.star:.3g} at the star and "
            f"{r.rest[0]:.3g} at the data."
        )

    def headline(self, r):
        return Claim(
            "no direction has more variance than the first",
            "Theorem 16.7",
            r.rival,
            float(r.pca.s[0]),
            why_not="" if r.centre else "the features are not centred",
            words="No direction has more variance than component 1: not even the one from the blue "
            "mean to the orange mean.",
        )

    def identities(self, r):
        s = float(r.pca.s[r.j - 1])
        missed = "missed at the star = squared length minus squared scores"
        return [
            Claim("mean square of the scores = eigenvalue", "Theorem 16.7", r.measured, s, "=="),
            Claim("missed on average = the other eigenvalues", "Theorem 16.7", *r.rest, "=="),
            Claim(missed, "Theorem 16.7", r.star, r.again, "==", 1e-7),
        ]


def by_coefficients(pca, k_new, r):
    """What the first r directions miss of a new point, as the squared norm of its own feature
    minus a sum over the data: a quadratic form, no scores subtracted."""
    seen = pca._centred(k_new)[0]
    beta = pca.A[:, :r] @ (pca.A[:, :r].T @ seen)
    length2 = pca.length2(k_new, np.ones(1))[0]
    return float(length2 - 2 * beta @ seen + beta @ pca._centred(pca.K) @ beta)


# reproduce: polynomials with the inner product of L2


def wiggle(z):
    return 0.5 + 0.4 * np.cos(9 * z)


TARGETS = {  # function, degree
    "z²": (lambda z: z**2, 2),
    "a cubic": (lambda z: 8 * z**3 - 12 * z**2 + 4.6 * z + 0.2, 3),
    "a wave: no polynomial": (wiggle, np.inf),
}
RULE = rkhs.nodes([], 60)


class reproduce(Figure):
    """The function Rₓ whose inner product with any f of the space is f(x)."""

    size = (10, 4.4)
    veiled = (1,)
    story = [
        Step(
            "a value by integration",
            "The integral of Rₓ times f runs up and down, and ends exactly at f(x), the dashed "
            "line.",
        ),
        Step("at the end", "At x = 1 the function Rₓ climbs to 25, out of the picture.", x=1.0),
        Step("another f", "Now f is z². The same Rₓ does it: it works for all f.", target="z²"),
        Step(
            "too small a space",
            "With degree 1 the cubic is not in the space. The integral ends at 0.54, the value "
            "of the best line at x.",
            degree=1,
        ),
        Step(
            "higher and narrower",
            "The larger the space, the narrower Rₓ. In all of L² it would have to be infinitely "
            "narrow, and there is no such function.",
            degree=15,
        ),
        Step(
            "a wave",
            "No polynomial, so the theorem is silent. But the best polynomial of degree 15 is "
            "close.",
            degree=15,
            target="a wave: no polynomial",
        ),
    ]
    handles = [
        Handle(
            "choose x",
            at=lambda r: (r.x, r.value),
            to=lambda r, x, y: dict(x=x),
        )
    ]
    notes = """The kernel of this space is Rₓ(z), a sum over Legendre polynomials. Let D grow: the
    peak Rₓ(x) is k(x, x), the constant of evaluation, and it grows without end. That is what it
    means that L² has no kernel."""

    def sliders(self):
        return dict(
            x=slider("place x", 0.3, 0, 1, 0.01),
            degree=int_slider("degree D", 4, 0, 15),
            target=choice("function f", "a cubic", list(TARGETS)),
        )

    @staticmethod
    def compute(x, degree, target):
        """Rₓ on a grid, and the running integral of Rₓ f."""
        f, least = TARGETS[target]
        u, w = RULE
        R = rkhs.legendre_kernel([x], u, degree)[0]
        fine = rkhs.legendre_kernel([x], GRID, degree)[0]
        steps = (fine * f(GRID))[1:] + (fine * f(GRID))[:-1]
        return dict(
            f=f(GRID),
            R=fine,
            value=float(f(x)),
            integral=float(R @ (w * f(u))),
            running=np.append(0, np.cumsum(steps) / 600),
            norm2=float(R @ (w * R)),
            top=float(rkhs.legendre_kernel([x], [x], degree)[0, 0]),
            corner=float(rkhs.legendre_kernel([1.0], [1.0], degree)[0, 0]),
            least=least,
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0, 1), ylim=(-1.05, 2.1), xlabel="$z$", ylabel="$f(z)$, $R_x(z)$"),
            dict(xlim=(0, 1), ylim=(-0.4, 1.2), xlabel="integrated from 0 to $z$"),
        )
        right.set_ylabel("integral of $R_x f$ so far")
        f = plots.curves(left, ["$f$"], color=plots.TRUTH)
        R = plots.curves(left, ["$R_x$, divided by $D + 1$"], color=plots.FIT, ls="--")
        plots.legend_above(left)
        run = plots.curves(right, ["running integral"], color=plots.FIT)
        goal = plots.level(right, "f(x)", plots.TRUTH, "--")
        plots.legend_above(right)
        star = here(left)
        return lambda r: (
            *f(GRID, r.f),
            *R(GRID, r.R / (r.degree + 1)),
            *run(GRID, r.running),
            *goal(r.value),
            *star(r.x, r.value),
        )

    def caption(self, r):
        return f"The integral of Rₓ times f is {r.integral:.3f}; f(x) is {r.value:.3f}."

    def numbers(self, r):
        return f"the integral is {r.integral:.4g}, f(x) is {r.value:.4g}, Rₓ(x) is {r.top:.4g}."

    def headline(self, r):
        return Claim(
            "⟨Rₓ, f⟩ = f(x)",
            "Theorem 16.8",
            r.integral,
            r.value,
            "==",
            1e-8,
            "f is no polynomial of degree at most D" * (r.least > r.degree),
            "The inner product of f with Rₓ is the value of f at x, for every f of the space.",
        )

    def identities(self, r):
        square = (r.degree + 1) ** 2
        return [
            Claim("‖Rₓ‖² = Rₓ(x)", "Theorem 16.8", r.norm2, r.top, "==", 1e-8),
            Claim("R₁(1) = (D + 1)²", "Theorem 16.8", r.corner, square, "==", 1e-8),
        ]


# prices: functions on the circle, wave by wave

WAVES = np.arange(201)
ROUND = np.linspace(-np.pi, np.pi, 361)
COSINES = np.cos(np.outer(ROUND, WAVES))


def roof():
    """|x| on the circle: π/2 - (4/π)(cos x + cos 3x / 9 + ...)."""
    odd = WAVES % 2 == 1
    c = np.zeros(201)
    c[0], c[odd] = np.pi / 2, -4 / (np.pi * WAVES[odd] ** 2.0)
    return c


def jump():
    """1 for |x| < π/2 and 0 beyond."""
    c = np.zeros(201)
    c[0], c[1:] = 0.5, 2 * np.sin(WAVES[1:] * np.pi / 2).round() / (np.pi * WAVES[1:])
    return c


def bell():
    """A round bump: coefficients exp(-j² / 8)."""
    return np.where(WAVES == 0, 0.5, 1.0) * np.exp(-(WAVES**2.0) / 8)


WAVY = {
    "|x|": roof(),
    "cos 3x": (WAVES == 3).astype(float),
    "a jump": jump(),
    "a round bump": bell(),
}
TARIFFS = {
    "like Laplace: 1/(1 + (ℓj)²)": lambda t: 1 / (1 + t**2),
    "bending: 1/(1 + (ℓj)⁴)": lambda t: 1 / (1 + t**4),
    "Gaussian: exp(−(ℓj)²/2)": lambda t: np.exp(-np.minimum(t**2 / 2, 690)),
}
BILLS = ("Laplace", "bend", "Gaussian")  # their colours and dashes are those of CURVES


def itself(target):
    """The function on ROUND: the sum of its waves, but a jump without their overshoot."""
    if np.array_equal(target, WAVY["a jump"]):
        return np.where(np.abs(ROUND) < np.pi / 2, 1.0, 0.0)
    return COSINES @ target


def billed(price):
    """A price in words; beyond 10¹² (and long before weights are cut off) only that it is so."""
    return told(float(price)) if price < 1e12 else "more than 10¹²"


class prices(Figure):
    """A function on the circle as a sum of waves, and its bill, wave after wave."""

    size = (10, 4.4)
    veiled = (1,)
    story = [
        Step(
            "a V, Gaussian prices",
            "Thirteen waves look like the V of |x|. By the Gaussian’s list, thick, they cost "
            "85 000 already, and the next two multiply that by 600: |x| is beyond price.",
        ),
        Step(
            "a V, Laplace’s prices",
            "The same waves. This bill is level: |x| has a finite price, in spite of its kinks.",
            tariff="like Laplace: 1/(1 + (ℓj)²)",
        ),
        Step(
            "one wave",
            "cos 3x is one wave, and cheap by every list: all three bills go up once, and stay.",
            target="cos 3x",
        ),
        Step(
            "a jump",
            "A jump is beyond price even by Laplace’s list: all three bills grow without end.",
            target="a jump",
            tariff="like Laplace: 1/(1 + (ℓj)²)",
            N=200,
        ),
        Step(
            "pay for bending",
            "Bending is charged, and a kink is beyond price: the bill of |x| grows by about the "
            "same for every odd wave, and never stops.",
            tariff="bending: 1/(1 + (ℓj)⁴)",
            N=200,
        ),
        Step(
            "a round bump",
            "Round enough for every list, even the Gaussian’s: all three bills are soon level.",
            target="a round bump",
        ),
    ]
    handles = [
        Handle(
            "choose N",
            at=lambda r: (r.N, float(np.clip(r.now, 0.33, 9e5))),
            to=lambda r, x, y: dict(N=x),
            panel=1,
        )
    ]
    notes = """The same thirteen waves on the left, three bills on the right. “Universal” means:
    every continuous function can be approached. It does not mean that it is in the space: the price
    of ever better copies goes to infinity."""

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.5, 0.1, 1),
            N=int_slider("waves N", 13, 1, 200),
            target=choice("function", "|x|", WAVY),
            tariff=choice("weights q", "Gaussian: exp(−(ℓj)²/2)", TARIFFS),
        )

    @staticmethod
    def compute(bandwidth, N, target, tariff):
        """The first N waves, and the running sum of c²/s, by every list and by the chosen one."""
        s = tariff(bandwidth * WAVES)
        bills = [rkhs.circle_bill(target, q(bandwidth * WAVES)) for q in TARIFFS.values()]
        chosen = list(TARIFFS.values()).index(tariff)
        bill = bills[chosen]
        part = COSINES[:, : N + 1] @ target[: N + 1]
        return dict(
            part=part,
            whole=itself(target),
            bills=bills,
            chosen=chosen,
            bill=bill,
            now=float(bill[N]),
            width=float(s[: N + 1].sum()),
            top=float(np.abs(part).max()),
            last=float(target[N] ** 2 / s[N]),
            roof=target[0] == np.pi / 2 and chosen == 0,
            limit=5 * np.pi**2 / 12 + 2 * bandwidth**2,
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-np.pi, np.pi), ylim=(-1.2, 3.4), xlabel="$x$", ylabel="$f(x)$"),
            dict(
                xscale="log",
                yscale="log",
                xlim=(0.9, 220),
                ylim=(0.3, 1e6),
                xlabel="waves $N$",
                ylabel="price of the first $N$ waves",
            ),
        )
        left.set_xticks([-np.pi, 0, np.pi], ["−π", "0", "π"])
        right.set_xticks([1, 10, 100], ["1", "10", "100"])
        whole = plots.curves(left, ["f"], color=plots.TRUTH, lw=1, zorder=3)
        part = plots.curves(left, ["its first N waves"], color=plots.FIT, lw=3.2)
        plots.legend_above(left)
        looks = zip(TARIFFS, (CURVES[own] for own in BILLS))
        bills = [
            plots.curves(right, [name.split(":")[0]], color=c, ls=ls, drawstyle="steps-post")
            for name, (_, c, ls) in looks
        ]
        plots.legend_above(right)
        star = here(right)

        def move(r):
            lines = [
                line
                for bill, paid in zip(bills, r.bills)
                for line in bill(WAVES[1:], np.clip(paid[1:], 1e-3, 1e9))
            ]
            for i, line in enumerate(lines):
                line.set(lw=3.4 if i == r.chosen else 1.4, zorder=3 if i == r.chosen else 2)
            at = star(r.N, float(np.clip(r.now, 0.33, 9e5)))
            return (*whole(ROUND, r.whole), *part(ROUND, r.part), *lines, *at)

        return move

    def caption(self, r):
        price = number(r.now) if 1e3 < r.now < 1e6 else billed(r.now)
        return f"The first {r.N} waves cost {price}." if r.N > 1 else f"One wave costs {price}."

    def numbers(self, r):
        rows = zip(TARIFFS, r.bills)
        all_three = ", ".join(f"{name.split(':')[0]} {billed(b[r.N])}" for name, b in rows)
        return (
            f"the first {r.N} waves cost {billed(r.now)}; the last of them {billed(r.last)}; "
            f"by each list: {all_three}."
        )

    def headline(self, r):
        return Claim(
            "a value is paid for, wave by wave",
            "Theorem 16.2",
            r.top,
            float(np.sqrt(r.width * r.now)),
            words="|f(x)| is at most √k(x, x) times the root of the bill, for the kernel of these "
            "waves.",
        )

    def identities(self, r):
        return [
            Claim("the bill is at least its last wave", "section “Waves”", r.now, r.last, ">="),
            Claim(
                "|x| never costs more than 5π²/12 + 2ℓ²",
                "section “Waves”",
                r.now,
                r.limit,
                why_not="" if r.roof else "it is for |x| and the first list",
            ),
        ]
