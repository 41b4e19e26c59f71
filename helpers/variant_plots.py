"""The pictures of notebook 09: each draws its two panels on a figure once and returns move(result).

A result is the dict that the notebook's run of the same name returns; the keys a picture reads are in its docstring.
"""
import numpy as np

from helpers import plots

TURN = np.linspace(0, 2 * np.pi, 91)
CIRCLE = np.column_stack([np.cos(TURN), np.sin(TURN)])
OUTLINES = {"ball": CIRCLE, "circle": CIRCLE, "box": np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1.0]]),
            "simplex": np.array([[0, 1], [1, 0.0]])}
METHODS = ["SGD", "AdaGrad", "Adam"]


def told(size):
    """A size in words for a caption: two digits, and no digits where none are meant."""
    return "over 1000" if not size <= 1e3 else "under 1e-16" if size < 1e-16 else f"{size:.2g}"


def leash_picture(f, w_star):
    """Paths on the map of f, which maps (k, 2) points to (k,). B; paths, two of (T+1, 2), projected and plain;
    far, two of (10, T+1), distances from w_star; mean, two of (T+1,)."""
    def setup(fig):
        left, right = plots.panels(
            fig, dict(xlim=(-6, 6), ylim=(-4.4, 7.2), xlabel="$w_1$", ylabel="$w_2$", title="one run on the map"),
            dict(xlim=(1, 301), ylim=(2e-3, 2e5), xlabel="step $t$", title="distance from the minimiser"))
        left.set_aspect("equal")
        plots.contours(left, f, (-6, 6, -4.4, 7.2), levels=12, alpha=0.45)
        edge = plots.curves(left, ["edge of W"], color=plots.BLACK, ls="--", lw=1.6)
        lines = plots.curves(left, ["plain", "projected"], legend=None, lw=1.4, marker="o", ms=3.5)
        star = plots.mark(left, "minimiser", colour=plots.YELLOW, size=15)
        left.legend(loc="upper center", ncols=2, columnspacing=1)
        fans = [plots.bundle(right, 10, name, colour, 1) for name, colour in
                (("10 plain runs", "#9cc7e0"), ("10 projected runs", "#f0b48f"))]
        means = plots.curves(right, ["plain, mean of 40", "projected, mean of 40"], log="xy", legend=None)
        right.legend(loc="upper right", ncols=2, columnspacing=1)

        def move(r):
            (projected, plain), t = r["paths"], np.arange(1, r["far"][0].shape[1] + 1)
            return (*edge(r["B"] * CIRCLE[:, 0], r["B"] * CIRCLE[:, 1]), *_plane(lines, plain, projected),
                    *star(*w_star), *fans[0](t, r["far"][1]), *fans[1](t, r["far"][0]),
                    *means(t, r["mean"][1], r["mean"][0]))
        return move
    return setup


def _plane(lines, *paths):
    """Move lines of plots.curves along paths (k, 2) with abscissas of their own; None hides a line."""
    artists = lines(np.zeros(0), *[np.zeros(0)] * len(paths))
    for artist, path in zip(artists, paths):
        if path is not None:
            artist.set_data(*plots.gaps(path).T)
    return artists


def _on_map(path, size=2.3):
    """A path without its points off the map, so that lines do not run across the legend."""
    return np.where(np.abs(path).max(axis=1, keepdims=True) <= size, path, np.nan)


def nearest_picture(fig):
    """A point and its nearest one; distances before and after. shape, w (2,), Pw (2,); before, after (k,)."""
    left, right = plots.panels(
        fig, dict(xlim=(-3.6, 3.6), ylim=(-2.7, 4.4), xlabel="$w_1$", ylabel="$w_2$", title="the nearest point of W"),
        dict(xlim=(0, 5), ylim=(0, 5), xlabel="$|w - z|$", title="$|Pw - Pz|$ of 300 pairs in dimension $d$"))
    left.set_aspect("equal")
    edge = plots.curves(left, ["edge of W"], lw=5, alpha=0.45)
    lines = plots.curves(left, ["", "from w to Pw", "at right angles"], legend=None)
    dots, end = plots.points(left, ["w"], legend=None, size=130), plots.mark(left, "Pw", "s", plots.YELLOW, 7)
    left.legend(loc="upper center", ncols=2, columnspacing=1)
    pairs = plots.points(right, ["one pair"], legend=None, size=22, alpha=0.6)
    right.plot([0, 5], [0, 5], "--", color=plots.BLACK, label="as far apart as before")
    right.legend(loc="upper left")

    def move(r):
        w, Pw = r["w"], r["Pw"]
        normal = w - Pw
        size = np.hypot(*normal)
        wall = None if size < 1e-9 else Pw + np.outer([-1.2, 1.2], [-normal[1], normal[0]]) / size
        return (*_plane(edge, OUTLINES[r["shape"]]), *_plane(lines, None, np.array([w, Pw]), wall), *dots(w[None]),
                *end(*Pw), *pairs(np.column_stack([r["before"], r["after"]])))
    return move


def scale_picture(fig):
    """Three scalings on one valley. f, a Quadratic; paths, three of (T+1, 2); gaps, three of (T+1,)."""
    left, right = plots.panels(
        fig, dict(xlim=(-2.3, 2.3), ylim=(-2.3, 2.9), xlabel="$w_1$", ylabel="$w_2$", title="one run each"),
        dict(xlim=(0, 60), ylim=(1e-13, 1e9), xlabel="step $t$", title="mean $f(w_t) - f^\\star$ of 30 runs"))
    rings = plots.moving_contours(left, (-2.3, 2.3), np.geomspace(1e-3, 3, 9), alpha=0.6)
    lines = plots.curves(left, ["none", "diagonal", "Hessian"], legend=None, lw=1.5, marker="o", ms=4)
    left.legend(loc="upper center", ncols=3, columnspacing=1, handlelength=1.8)
    gaps = plots.curves(right, ["no scaling", "diagonal", "Hessian"], log="y", legend="upper right")
    return lambda r: (*rings(r["f"].value), *_plane(lines, *map(_on_map, r["paths"])),
                      *gaps(np.arange(61), *(np.maximum(g, 1e-300) for g in r["gaps"])))


def decades_picture(etas, T):
    """Errors by step at one eta, and by eta. t (T+1,); errors, three of (T+1,); sweep, three of (len(etas),); eta,
    now, three numbers; sign, a sentence."""
    def setup(fig):
        left, right = plots.panels(
            fig, dict(xlim=(1, T), ylim=(5e-3, 5e3), xlabel="step $t$", title="distance from $w^\\star$ at this η"),
            dict(xlim=(etas[0], etas[-1]), ylim=(5e-3, 5e3), xlabel="step size η",
                 title="distance after T steps, by η"))
        lines = plots.curves(left, METHODS, log="xy", legend="upper right")
        sign = plots.note(left, 0.03, 0.12)
        sweep = plots.marked_curves(right, METHODS, log="xy", legend="upper left")
        return lambda r: (*lines(r["t"], *r["errors"]), *sweep(etas, r["sweep"], r["eta"], r["now"]), *sign(r["sign"]))
    return setup


def rare_picture(fig):
    """Effective rates, and errors of the rare weight. t (T,); rates, two of (T,), rare and frequent; eta, sigma;
    errors, three of (T,)."""
    left, right = plots.panels(
        fig, dict(xlim=(1, 300), ylim=(2e-4, 3000), xlabel="step $t$", title="effective rates"),
        dict(xlim=(1, 300), ylim=(3e-3, 60), xlabel="step $t$", title="error of the rare weight"))
    rates = plots.curves(left, ["AdaGrad, rare", "AdaGrad, frequent", "SGD, both: η", "$\\eta/(2\\sigma\\sqrt{t})$"],
                         log="xy", legend="upper right")
    errors = plots.curves(right, METHODS, log="xy", legend="lower left")

    def move(r):
        law = r["eta"] / (2 * r["sigma"] * r["t"] ** 0.5) if r["sigma"] > 0 else None
        return *rates(r["t"], *r["rates"], np.full(len(r["t"]), r["eta"]), law), *errors(r["t"], *r["errors"])
    return move


def control_picture(fig):
    """Draws of x and of v, and the variance by c. x, v (k,); grid, curve (k,); measured (j, 2), pairs of c and
    variance; best, a pair; least, printed, two levels; c, here."""
    left, right = plots.panels(
        fig, dict(xlim=(-4, 4), ylim=(0, 1.35), xlabel="value", title="4000 draws"),
        dict(xlim=(-3, 3), ylim=(-5.8, 4.6), xlabel="coefficient $c$", yticks=[-2, 0, 2, 4],
             title="variance of $v = x + c\\,(y - E\\,y)$"))
    plain = plots.histogram(left, np.linspace(-4, 4, 41), "x", plots.SKY)
    lean = plots.histogram(left, np.linspace(-4, 4, 41), "v", plots.ORANGE)
    left.legend(loc="upper right")
    curve = plots.curves(right, ["$V_x + 2cC + c^2V_y$"], legend=None)
    dots = plots.points(right, ["", "measured"], legend=None, size=45)
    least = plots.level(right, "$V_x - C^2/V_y$")
    printed = plots.level(right, "printed: $V_x - C/V_y$", plots.RED, "--")
    here = plots.mark(right, "this c", colour=plots.YELLOW, size=15)
    right.legend(loc="lower center", ncols=2, columnspacing=1)
    return lambda r: (*plain(r["x"]), *lean(r["v"]), *curve(r["grid"], r["curve"]), *dots(None, r["measured"]),
                      *least(r["least"]), *printed(r["printed"]), *here(r["c"], r["here"]))


def snapshot_picture(fig):
    """Variance of the direction and expected height by passes over the data: passes (k,); spread, two curves, SGD
    and SVRG; heights, three, SGD, SVRG, descent; sign, a sentence."""
    left, right = plots.panels(
        fig, dict(xlim=(1e-2, 100), ylim=(1e-16, 1e7), xlabel="gradient evaluations / $n$",
                  title="$\\mathrm{E}|v - \\nabla f(w)|^2$"),
        dict(xlim=(1e-2, 100), ylim=(1e-16, 1e7), xlabel="gradient evaluations / $n$",
             title="$\\mathrm{E} f(w_t) - f^\\star$"))
    spread = plots.curves(left, ["SGD", "SVRG"], log="xy", legend="lower left")
    heights = plots.curves(right, ["SGD", "SVRG", "descent"], log="xy", legend="lower left")
    sign = plots.note(right, 0.03, 0.5)
    return lambda r: (*spread(r["passes"], *r["spread"]), *heights(r["passes"], *r["heights"]), *sign(r["sign"]))
