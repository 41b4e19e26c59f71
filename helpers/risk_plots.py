"""The pictures of notebook 01: each draws its two panels on a figure once and returns move(result).

A result is the dict that the notebook's run of the same name returns; the keys a picture reads are in its docstring.
"""

import numpy as np
from matplotlib import colormaps

from helpers import calibration, losses, plots

W = np.linspace(-1, 3, 161)  # weights of the noisy line
MARGINS = np.linspace(-3, 5, 321)  # 0 is one of them
PLACES = np.linspace(-3, 3, 241)  # thresholds
THETA = np.linspace(-2, 5, 141)
Z = np.linspace(-5, 8, 261)
SCALES = np.linspace(0, 2, 201)
SHOWN = {
    "0-1": losses.zero_one,
    "hinge": losses.hinge,
    "logistic": losses.logistic,
    "exponential": losses.exponential,
    "squared": calibration.squared,
}


def several_picture(fig):
    """Empirical risks about the risk. R, low, high (161,); eight (8, 161); best (8, 2); at, R_at; ns, train, true (k,);
    n, means (2,); floor. The right panel is in units of the floor sigma^2."""
    left, right = plots.panels(
        fig,
        dict(xlim=(-1, 3), ylim=(0, 8.5), xlabel="$w$", title="risk, and empirical risks of eight samples"),
        dict(
            xlim=(3, 1000), ylim=(0.4, 2.6), xlabel="examples $n$", title="promised and kept, in units of $\\sigma^2$"
        ),
    )
    band = plots.band(left)
    thin, thick = plots.bundle(left, 8, "$R_S$, eight samples", "0.6", 1.2), plots.curves(left, ["$R$"])
    minima, at = (
        plots.points(left, ["", "their minima"], legend=None, size=36),
        plots.mark(left, "your $w$", "D", size=8),
    )
    left.fill_between([], [], color=plots.BLUE, alpha=0.2, lw=0, label="$R \\pm 2$ sd")
    left.legend(loc="upper center")
    lines = plots.curves(right, ["$R_S$ at its minimiser", "$R$ there"], log="x", legend=None)
    right.axhline(1, color=plots.BLACK, ls=":", lw=1.6, label="$R(w^\\star) = \\sigma^2$")
    dots = plots.points(right, ["", "means of 400 samples"], legend=None, size=70)
    right.legend(loc="upper right", handles=[*right.lines[:3], right.lines[-1]])

    def move(r):
        moved = *band(W, r["low"], r["high"]), *thin(W, r["eight"]), *thick(W, r["R"]), *minima(None, r["best"])
        here = np.column_stack([[r["n"]] * 2, np.divide(r["means"], r["floor"])])
        ratios = r["train"] / r["floor"], r["true"] / r["floor"]
        return *moved, *at(r["at"], r["R_at"]), *lines(r["ns"], *ratios), *dots(None, here)

    return move


def gallery_picture(fig):
    """Five losses of the margin, and their means over a sample as its threshold moves. here (5,), m; mean (5, 241);
    best (5, 2); plus (k, 2), minus (k, 2), the examples with label +1 and -1."""
    left, right = plots.panels(
        fig,
        dict(xlim=(-3, 5), ylim=(0, 9), xlabel="margin $m = y\\,s$", title="what one example costs"),
        dict(
            xlim=(-4.4, 5.4),
            ylim=(-1.5, 5.5),
            xlabel="threshold $b$",
            title="mean loss of $s = c\\,(x - b)$, eleven examples",
        ),
    )
    names = ["0-1", "hinge", "logistic", "exponential", "squared $(1-m)^2$"]
    graphs = plots.curves(left, names, legend="upper center")
    graphs(MARGINS, *(loss(MARGINS) for loss in SHOWN.values()))
    dots = plots.points(left, [""] * 5, legend=None, size=80)
    means, lowest = plots.curves(right, names, legend=None), plots.points(right, [""] * 5, legend=None, size=80)
    plus = plots.mark(right, "$y_i = +1$", "P", plots.BLACK, 8)
    minus = plots.mark(right, "$y_i = -1$", "X", plots.YELLOW, 8)
    right.legend(loc="lower center", ncols=2, handles=right.lines[-2:], columnspacing=1)
    right.set_yticks(range(6))
    return lambda r: (
        *dots(*([[r["m"], h]] for h in r["here"])),
        *means(PLACES, *r["mean"]),
        *lowest(*r["best"][:, None]),
        *_many(plus, r["plus"]),
        *_many(minus, r["minus"]),
    )


def _many(mark, xy):
    """Move a mark to several points at once."""
    (dots,) = mark(0, 0)
    dots.set_data(*np.transpose(xy))
    return (dots,)


def surface_picture(fig):
    """The empirical risk over the plane, and the 0-1 risk over all directions. f, of (..., 2) points; smooth,
    whether to draw level lines; w, w_star (2,); turn, true (k,); edges, errors, of all directions; ends (2, 2), angle
    and error of two minimisers; sign, a sentence. Colours follow the logarithm."""
    left, right = plots.panels(
        fig,
        dict(
            xlim=(-4, 4),
            ylim=(-4, 4),
            xlabel="$w_1$",
            ylabel="$w_2$",
            title="$R_S$; star: its minimiser; diamond: $R$'s",
        ),
        dict(
            xlim=(0, 360), ylim=(-0.05, 1.3), xlabel="direction of $w$ in degrees", title="0-1 risk of every direction"
        ),
    )
    heat, kept = plots.heatmap(left, (-4, 4, -4, 4), *np.log([0.08, 15]), cmap=FEW), []
    axis = np.linspace(-4, 4, 81)
    plane = np.stack(np.meshgrid(axis, axis), axis=-1)
    best, star = plots.mark(left, None, "D", plots.SKY, 9), plots.mark(left, size=16)
    true = plots.curves(right, ["$R$, exact"], color=plots.BLACK, ls="--", zorder=3)
    stairs = plots.curves(right, ["$R_S$"], lw=1.6)
    here = plots.mark(right, "chosen loss's minimiser", size=15)
    least = plots.mark(right, "fewest mistakes", "v", plots.ORANGE, 9)
    right.legend(loc="upper center", ncols=2, columnspacing=1)
    right.set_xticks(range(0, 361, 90))
    sign = plots.note(left, y=0.97)

    def lines(heights, smooth):
        for old in kept:
            old.remove()
        kept[:] = [left.contour(axis, axis, heights, levels=LEVELS, colors="white", linewidths=0.8)] if smooth else []
        for new in kept:
            new.set_animated(True)
        return kept

    def steps(edges, errors):  # from 0 to 360 degrees: the last arc runs over the end
        return np.degrees(np.repeat([0, *edges[:-1], 2 * np.pi], 2))[1:-1], np.repeat([errors[-1], *errors], 2)

    def move(r):
        heights = r["f"](plane)
        surface = *heat(np.log(heights + 0.05)), *lines(heights, r["smooth"]), *best(*r["w_star"]), *star(*r["w"])
        risks = *stairs(*steps(r["edges"], r["errors"])), *true(r["turn"], r["true"])
        return *surface, *sign(r["sign"]), *risks, *here(*r["ends"][0]), *least(*r["ends"][1])

    return move


def whereabouts(w):
    """What is to be said of a minimiser w (2,) that the picture `surface` cannot show; "" if it can."""
    if np.isnan(w[0]):
        return "separable: no minimiser"
    return "" if np.abs(w).max() < 4 else f"the minimiser is at ({w[0]:.1f}, {w[1]:.1f})"


FEW = colormaps["cividis"].resampled(16)  # few colours: the saved picture has 128 in all
LEVELS = np.r_[np.arange(0.05, 1, 0.1), np.geomspace(1.05, 40, 14)]


def divergence_picture(fig):
    """The law, the model and its projection; the KL risk and empirical ones. g, f, f_star (261,); K (141,); eight (8,
    141); best (8, 2); here, star (2,)."""
    left, right = plots.panels(
        fig,
        dict(xlim=(-5, 8), ylim=(0, 0.72), xlabel="$z$", title="the law $g$ and the model $f_\\theta$"),
        dict(
            xlim=(-2, 5), ylim=(-1.3, 8.5), xlabel="$\\theta$", title="KL$(g\\,|f_\\theta)$ and eight empirical risks"
        ),
    )
    shade = plots.band(left, colour="0.5", alpha=0.3)
    left.fill_between([], [], color="0.5", alpha=0.3, lw=0, label="law $g$")
    models = plots.curves(left, ["$f_\\theta$, your $\\theta$", "$f_{\\theta^\\star}$, the projection"], legend=None)
    left.legend(loc="upper right")
    thin, thick = plots.bundle(right, 8, "$R_S$, eight samples", "0.6", 1.2), plots.curves(right, ["KL"])
    dots = plots.points(right, ["", "their minima: MLE"], legend=None, size=36)
    here = plots.mark(right, "your $\\theta$", "D", size=8)
    star = plots.mark(right, "projection $\\theta^\\star$", "*", plots.YELLOW, 13)
    right.legend(loc="upper center", bbox_to_anchor=(0.43, 1))
    return lambda r: (
        *shade(Z, 0 * Z, r["g"]),
        *models(Z, r["f"], r["f_star"]),
        *thin(THETA, r["eight"]),
        *thick(THETA, r["K"]),
        *dots(None, r["best"]),
        *star(*r["star"]),
        *here(*r["here"]),
    )


def ray_picture(fig):
    """The regularised 0-1 and hinge objectives on a ray, and how far above their infimum they are. count, hinge (201,);
    hole (2,), jump, just after 0 and at 0; best (2,), the hinge's minimum; here (2,), here_gap; cs (k,), gaps, two of
    (k,)."""
    left, right = plots.panels(
        fig,
        dict(
            xlim=(-0.06, 2),
            ylim=(-0.06, 2.4),
            xlabel="length $c$ of $w = c\\,u$",
            title="mean loss + $\\lambda\\|w\\|^2$",
        ),
        dict(xlim=(1e-4, 10), ylim=(1e-13, 300), xlabel="length $c$", title="height above the infimum"),
    )
    lines = plots.curves(left, ["0-1 loss", "hinge"], legend=None)
    hole, jump = (
        plots.mark(left, "0-1: limit at 0", "o", "white", 9),
        plots.mark(left, "0-1: value at 0", "o", plots.BLUE, 9),
    )
    best, here = plots.mark(left, "hinge: its minimum"), plots.mark(left, "your $c$", "D", plots.SKY, 8)
    gaps, now = plots.curves(right, ["", ""], log="xy", legend=None), plots.mark(right, "", "D", plots.SKY, 8)
    right.legend(loc="lower right", handles=left.lines)
    return lambda r: (
        *lines(SCALES, r["count"], r["hinge"]),
        *jump(0, r["jump"]),
        *hole(*r["hole"]),
        *best(*r["best"]),
        *here(*r["here"]),
        *gaps(r["cs"], *r["gaps"]),
        *now(r["here"][0], r["here_gap"]),
    )


def count_picture(fig):
    """Best risks by number of coefficients, and the number that each price buys. risk, hull, line (7,); kept, missed,
    (k, 2) each; k, chosen; lams, stairs, ridge (m,); lam."""
    left, right = plots.panels(
        fig,
        dict(xlim=(-0.2, 6.3), ylim=(0, 1.7), xlabel="coefficients $k$", title="least empirical risk with $k$ of 6"),
        dict(
            xlim=(1e-3, 1),
            ylim=(-0.3, 8.6),
            xlabel="price $\\lambda_0$ (ridge: $\\lambda$)",
            title="the $k$ that a price buys",
        ),
    )
    hull = plots.curves(left, ["lower hull", "slope $-\\lambda_0$"], legend=None)
    dots = plots.points(left, ["reached by some price", "reached by none"], legend=None, size=90)
    want = plots.mark(left, "your budget $k$", "s", "none", 17)
    got = plots.mark(left, "your price buys", "*", plots.YELLOW, 13)
    left.legend(loc="upper right", ncols=2, columnspacing=0.8, handletextpad=0.5)
    ridge = "ridge: $6\\,\\|w(\\lambda)\\|^2/\\|w(0)\\|^2$"
    stairs = plots.curves(right, ["$\\ell_0$: $k(\\lambda_0)$", ridge], log="x", legend=None)
    at = plots.curves(right, ["your price"], color=plots.BLACK, ls=":")
    level = plots.level(right, "your $k$", plots.GREEN, "-.")
    right.legend(loc="upper right", ncols=2, columnspacing=0.8)
    k = np.arange(7)
    return lambda r: (
        *hull(k, r["hull"], r["line"]),
        *dots(r["kept"], r["missed"]),
        *want(r["k"], r["risk"][r["k"]]),
        *got(r["chosen"], r["risk"][r["chosen"]]),
        *stairs(r["lams"], r["stairs"], r["ridge"]),
        *at([r["lam"]] * 2, [-0.3, 6.5]),
        *level(r["k"]),
    )
