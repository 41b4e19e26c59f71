"""The pictures of notebook 12: each draws its panels on a figure once and returns move(result).

A result is the dict that the notebook's run of the same name returns; the keys a picture reads are in its docstring.
"""
import numpy as np
from matplotlib.colors import ListedColormap

from helpers import plots, svm_plots

BOX = (-3.2, 3.2, -3.0, 3.0)  # all planes of points
# several, nobody, then the classes 0, ..., 4
SHADES = ListedColormap(["0.55", "white", "#BBD9EE", "#F6CDB8", "#B9E3D5", "#EBD3E2", "#F8E3B5"])
PLANE = dict(xlim=BOX[:2], ylim=BOX[2:], xlabel="$x_1$")


def mesh(n=70):
    """The (n^2, 2) points of BOX at which `regions` wants classes and `borders` scores."""
    return svm_plots.mesh(BOX, n)


def regions(ax, classes=3, size=22):
    """Shaded classes (-1 nobody: white, -2 several: dark) and the points on them. move(labels on the mesh, X, y)."""
    shade = plots.heatmap(ax, BOX, -2.5, 4.5, cmap=SHADES)
    dots = plots.points(ax, [f"class {k}" for k in range(classes)], None, size)

    def move(labels, X, y):
        n = round(len(labels) ** 0.5)
        return *shade(np.reshape(labels, (n, n))), *dots(*(X[y == k] for k in range(classes)))
    return move


def borders(ax, n=70, **line):
    """The lines where two of the scores are largest. move(S) with S (n^2, c) on the mesh."""
    x, y, kept = np.linspace(*BOX[:2], n), np.linspace(*BOX[2:], n), []

    def move(S):
        for old in kept:
            old.remove()
        kept.clear()
        for k in range(S.shape[1] - 1):  # the last class has no border of its own left
            Z = (S[:, k] - np.delete(S, k, axis=1).max(axis=1)).reshape(n, n)
            if Z.min() < 0 < Z.max():  # a level that is nowhere would warn
                kept.append(ax.contour(x, y, Z, levels=[0], **{"colors": "black", "linewidths": 1.6, **line}))
                kept[-1].set_animated(True)
        return kept
    return move


def vote_picture(fig):
    """Three maps. all, one, joint (4900,) labels on the mesh; X, y."""
    titles = "one against all", "one against one", "one machine for all"
    axes = plots.panels(fig, *({**PLANE, "title": title} for title in titles), sharey=True)
    axes[0].set_ylabel("$x_2$")
    maps = [regions(ax, 5) for ax in axes]
    return lambda r: [a for name, move in zip(("all", "one", "joint"), maps) for a in move(r[name], r["X"], r["y"])]


def psi_picture(fig):
    """Psi (3, D) with D <= 9, w (D,), S (3,) scores; labels on the mesh; X, y; x (2,)."""
    left, middle, right = plots.panels(
        fig, dict(title="$\\Psi(x, k)$ and $w$: red −, blue +", xlabel="feature", xticks=range(9), yticks=range(4)),
        {**PLANE, "title": "the rule: largest score"},
        dict(xlim=(-0.6, 2.6), ylim=(-7, 7), xticks=range(3), xlabel="class $k$", title="scores at the star"))
    left.set_xticklabels(range(1, 10))
    left.set_yticklabels(["$w$", "$\\Psi(x, 2)$", "$\\Psi(x, 1)$", "$\\Psi(x, 0)$"])
    table = plots.heatmap(left, (-0.5, 8.5, -0.5, 3.5), -3, 3, cmap="RdBu", bar=" ")
    rule = left.axhline(0.5, color="black", lw=1.6)
    area, star = regions(middle), plots.mark(middle, size=17)
    right.axhline(0, color="black", lw=0.8)
    heights = [plots.bars(right, 1, colour=plots.COLOURS[k], at=[k]) for k in range(3)]

    def move(r):
        rows = np.full((4, 9), np.nan)
        rows[1:, :len(r["w"])], rows[0, :len(r["w"])] = r["Psi"][::-1], r["w"]
        S = np.clip(r["S"] - r["S"].mean(), -7, 7)
        return (*table(rows), rule, *area(r["labels"], r["X"], r["y"]), *star(*r["x"]),
                *(a for bar, s in zip(heights, S) for a in bar([s])))
    return move


def above_picture(fig):
    """t (k,); zero_one, hinge, sums, soft (k,); map (60, 60) of the hinge over both leads; now: its value; u (2,)."""
    left, right = plots.panels(
        fig, dict(xlim=(-3, 6), ylim=(-0.2, 10.4), yticks=range(0, 9, 2), xlabel="$t$, added to the own score",
                  title="losses of one example"),
        dict(xlim=(-4, 4), ylim=(-4, 4), xlabel="lead $u_1$ of rival 1", ylabel="lead $u_2$ of rival 2",
             title="hinge over the leads (dashed: 0–1 jumps)"))
    lines = plots.curves(left, ["0–1", "hinge", "sum of hinges", "softmax/($\\tau$ ln 2)"], legend=None)
    left.legend(loc="upper right", ncols=2)
    here = plots.mark(left, size=14)
    image = plots.heatmap(right, (-4, 4, -4, 4), 0, 5, bar="loss")
    jump, = right.plot([-4, 0, 0], [0, 0, -4], color="white", lw=2, ls="--")
    star = plots.mark(right, size=16)

    def low(loss):  # what is higher would run across the legend
        return np.where(loss <= 8.2, loss, np.nan)
    return lambda r: (*lines(r["t"], *map(low, (r["zero_one"], r["hinge"], r["sums"], r["soft"]))), *here(0, r["now"]),
                      *image(r["map"]), jump, *star(*r["u"]))


def descent_picture(fig):
    """labels, S (4900, 3): classes of the last point, scores of the optimum; X, y; t, last, average, bound; sign."""
    left, right = plots.panels(
        fig, {**PLANE, "xlabel": "alcohol", "ylabel": "flavanoids", "title": "the last point; lines: the optimum"},
        dict(xlim=(1, 1000), ylim=(1e-4, 1e3), xlabel="steps", title="objective above the optimum"))
    area, lines = regions(left), borders(left)
    curves = plots.curves(right, ["last point", "average", "bound on the mean regret"], log="xy", legend="lower left")
    sign = plots.note(left, 0.03, 0.1)
    return lambda r: (*area(r["labels"], r["X"], r["y"]), *lines(r["S"]), *sign(r["sign"]),
                      *curves(r["t"], r["last"], r["average"], r["bound"]))


def temper_picture(fig):
    """labels, S (4900, 3): classes of the soft machine, scores of the hinge's; X, y; rank, cold, soft (n,); even."""
    left, right = plots.panels(
        fig, {**PLANE, "ylabel": "$x_2$", "title": "the soft machine; lines: the hinge"},
        dict(xlim=(0, 1), ylim=(-0.04, 1.5), yticks=np.arange(6) / 5, xlabel="share of the examples",
             title="what an example pays, sorted"))
    area, lines = regions(left), borders(left)
    curves = plots.curves(right, ["hinge", "soft, temperature $\\tau$"], legend=None)
    level = plots.level(right, "all alike, $1 - 1/c$")
    right.legend(loc="upper right")
    return lambda r: (*area(r["labels"], r["X"], r["y"]), *lines(r["S"]), *curves(r["rank"], r["cold"], r["soft"]),
                      *level(r["even"]))


def digit_maps_picture(fig):
    """templates (17, 44), see `mosaic`; confusion (10, 10): how many digits of the row are called the column."""
    left, right = plots.panels(
        fig, dict(title="$w_k$: ink on blue speaks for $k$, on red against", xlabel="$k$ above, and below", yticks=[]),
        dict(xticks=range(10), yticks=range(10), xlabel="answer", ylabel="digit", title="mistakes on new digits"))
    left.spines[["left", "bottom"]].set_visible(False)
    left.set_xticks(4 + 9 * np.arange(5), [f"{k}, {k + 5}" for k in range(5)])
    image = plots.heatmap(left, (0, 44, 0, 17), -1, 1, cmap="RdBu", origin="upper")
    table = plots.heatmap(right, (-0.5, 9.5, 9.5, -0.5), 0, 30, bar="how many (30 or more: yellow)", origin="upper")
    return lambda r: (*image(r["templates"]), *table(r["confusion"]))


def mosaic(W):
    """Ten rows of 64 pixels as 2 x 5 pictures with gaps of NaN (17, 44), each scaled by its largest entry."""
    whole = np.full((2, 9, 5, 9), np.nan)
    whole[:, :8, :, :8] = (W / np.abs(W).max(axis=1, keepdims=True)).reshape(2, 5, 8, 8).transpose(0, 2, 1, 3)
    return whole.reshape(18, 45)[:-1, :-1]
