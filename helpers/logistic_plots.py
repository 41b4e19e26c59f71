"""The pictures of the notebook on logistic regression: each is drawn once on a figure and returns its mover."""
import numpy as np

from helpers import plots


def scores_and_temperatures(fig):
    """Cases at their scores under the sigmoid; the mean loss at every temperature, for two samples."""
    left, right = plots.panels(
        fig,
        {"xlim": (-15, 15), "ylim": (-0.2, 1.45), "xlabel": "score $s$ (clipped)", "ylabel": "probability of malignant",
         "title": "fresh tumours", "yticks": [0, 0.25, 0.5, 0.75, 1]},
        {"xlim": (0.05, 20), "ylim": (0, 1.2), "xlabel": "temperature $\\tau$",
         "title": "mean loss at each temperature"})
    left.axvline(0, color="0.6", ls=":")
    dots = plots.points(left, ["malignant", "benign"], size=20, legend=None, alpha=0.5)
    curve = plots.curves(left, [r"$\sigma(s/\tau)$"], color=plots.BLACK, legend=None)
    left.legend(loc="upper left", ncols=3, columnspacing=1, handletextpad=0.4)
    lines = plots.marked_curves(right, ["learnt from", "fresh"], log="x", legend="upper right")
    right.axvline(1, color="0.6", ls=":")
    return lambda r: (*dots(*r["dots"]), *curve(r["s"], r["p"]),
                      *lines(r["taus"], r["losses"], r["tau"], r["at"]))


def two_paths(fig):
    """Descent and Newton's method on level lines, and their heights above the minimum."""
    left, right = plots.panels(
        fig, {"xlim": (-6, 6), "ylim": (-6, 6), "xlabel": "$w_1$", "ylabel": "$w_2$", "title": "two paths"},
        {"xlim": (0, 60), "ylim": (1e-17, 1e6), "xlabel": "step $t$", "title": "$f(w_t) - f^\\star$"})
    hills = plots.moving_contours(left, (-6, 6), np.geomspace(0.36, 9, 12), n=40)
    slow = plots.path(left, "descent")
    quick = plots.path(left, "Newton", colour=plots.RED, marker="s")
    lines = plots.curves(right, ["descent", "Newton", "$R^2/2\\eta t$"], log="y", legend="upper right")
    sign = plots.note(left)
    return lambda r: (*hills(r["f"]), *slow(r["runs"][0]), *quick(r["runs"][1]),
                      *lines(r["t"], *r["gaps"], r["bound"]), *sign(r["sign"]))


def three_lines(X, y, t, angles):
    """Separable data with lines through 0; the angle to the largest margin along t: four curves (three of them marked).

    The data and curves stay; a setup for `Live` is returned.
    """
    def setup(fig):
        left, right = plots.panels(
            fig, {"xlim": (-3, 3), "ylim": (-2.6, 3.8), "xlabel": "$x_1$", "ylabel": "$x_2$",
                  "title": "three separating lines"},
            {"xlim": (1, 2.4e4), "ylim": (1e-4, 2), "xlabel": "step $t$, or $1/(2\\eta\\lambda)$",
             "title": "angle to the largest margin (rad)"})
        plots.points(left, ["", ""])(X[y > 0], X[y < 0])
        planes = plots.curves(left, ["descent", "with λ", "largest margin"], legend=None)
        left.legend(loc="upper right")
        plots.curves(right, ["descent", "with λ", "divided by the loss", "$1.4/\\ln t$"], log="xy",
                     legend="lower left")(t, *angles)
        dots, x = plots.points(right, [""] * 3, size=90), np.array([-9.0, 9.0])
        return lambda r: (*planes(x, *(-x * w[0] / w[1] for w in r["ws"])), *dots(*r["dots"]))
    return setup


def simplex(X, y, names, area):
    """Three classes in the plane, their probabilities mixed as colours on `area`, and the simplex; a setup."""
    def setup(fig):
        left, right = plots.panels(
            fig, {"xlim": area[:2], "ylim": area[2:], "xlabel": "petal length (cm)", "ylabel": "petal width (cm)",
                  "title": "probabilities, mixed as colours"},
            {"xlim": (-0.3, 1.3), "ylim": (-0.15, 1.0), "xticks": [], "yticks": [], "title": "the simplex"})
        shade = plots.heatmap(left, area, 0, 1)
        borders = [plots.moving_contours(left, area, [0.0], n=25, cmap=None, colors="black") for _ in range(2)]
        flowers = plots.points(left, list(names), legend=None, size=30)  # moved once a picture: the shade is under them
        right.legend(handles=left.get_legend_handles_labels()[0], loc="upper left")  # the shade covers the left one
        right.plot([0, 1, 0.5, 0], [0, 0, 3**0.5 / 2, 0], color="0.4", lw=1.2)
        for x, height, name in zip((0, 1, 0.5), (-0.09, -0.09, 0.9), names):
            right.text(x, height, name, ha="center")
        dots, groups = plots.points(right, [""] * 3, size=40, alpha=0.6), [X[y == k] for k in range(3)]
        return lambda r: (*shade(r["image"]), *(a for line, f in zip(borders, r["borders"]) for a in line(f)),
                          *flowers(*groups), *dots(*r["flowers"]))
    return setup


def mixed(P):
    """Rows of three probabilities as colours between the first three of the palette, made pale."""
    rgb = np.array([[int(c[i:i + 2], 16) / 255 for i in (1, 3, 5)] for c in plots.COLOURS[:3]])
    return 1 - 0.5 * (1 - P @ rgb)


def truth_and_reliability(x):
    """True and fitted probability over the grid x; the reliability diagram with what chance allows; a setup."""
    def setup(fig):
        left, right = plots.panels(
            fig, {"xlim": (x[0], x[-1]), "ylim": (-0.05, 1.4), "xlabel": "$x$", "title": "probability of $y = 1$",
                  "yticks": [0, 0.25, 0.5, 0.75, 1]},
            {"xlim": (0, 1), "ylim": (0, 1), "xlabel": "said: mean probability of the bin",
             "ylabel": "seen: share of ones", "title": "reliability, ten bins"})
        lines = plots.curves(left, ["truth", "fitted, at $\\tau$"], legend="upper left")
        right.plot([0, 1], [0, 1], color="0.4", lw=1)
        shade, dots = plots.band(right, colour=plots.SKY, alpha=0.35), plots.points(right, [""], size=60, zorder=5)

        def move(r):
            b = r["bins"]
            return (*lines(x, r["truth"], r["said"]), *shade(b.p, b.p - b.allowed, b.p + b.allowed),
                    *dots(np.column_stack([b.p, b.share])))
        return move
    return setup
