"""The pictures of notebook 08: each draws its two panels on a figure once and returns move(result).

A result is the dict that the notebook's run of the same name returns; the keys a picture reads are in its docstring.
"""
import numpy as np

from helpers import plots

SIZES = 2 ** np.arange(7)  # batch sizes 1, 2, 4, ..., 64


def walk_picture(fig):
    """Traces of two weights. t (T+1,); one, path, mean (T+1, 2); band (2, T+1, 2), low and high; sign, a sentence.

    What has left for good is not drawn: a line that hops across the panel at every step would paint it over.
    """
    axes = plots.panels(fig, dict(xlim=(0, 1000), ylim=(-2, 3), xlabel="step $t$", title="intercept $w_1$"),
                        dict(xlim=(0, 1000), ylim=(-3.5, 2.5), xlabel="step $t$", title="slope $w_2$"))
    bands, ones = [plots.band(ax) for ax in axes], [plots.bundle(ax, 1, "m = 1", "0.6") for ax in axes]
    lines = [plots.curves(ax, ["batch m", "descent"], legend=None, lw=1.4) for ax in axes]
    axes[1].fill_between([], [], color=plots.BLUE, alpha=0.2, lw=0, label="exact mean ± 2 sd")
    axes[1].legend(loc="lower right", ncols=2)
    sign = plots.note(axes[0])

    def move(r):
        moved = [*sign(r["sign"])]
        one, path, mean = (np.where(np.abs(r[name]) < 50, r[name], np.nan) for name in ("one", "path", "mean"))
        for j in (0, 1):
            moved += [*bands[j](r["t"], *r["band"][..., j]), *ones[j](r["t"], one[None, :, j]),
                      *lines[j](r["t"], path[:, j], mean[:, j])]
        return moved
    return move


def cloud_picture(fig):
    """Guesses in the plane, and their variance by batch size. G (n, 2), v (k, 2), g (2,); with, without (64,);
    measured (7, 2), pairs of batch size and variance."""
    left, right = plots.panels(
        fig, dict(xlim=(-16, 16), ylim=(-10, 16), xlabel="$v_1$", ylabel="$v_2$", title="guesses of the gradient"),
        dict(xlim=(0.9, 72), ylim=(5e-3, 200), xlabel="batch size $m$", title="tr Var of the guess"))
    dots = plots.points(left, ["one example", "batch m"], legend=None, size=16)
    star = plots.mark(left, "gradient", colour=plots.YELLOW, size=17)
    left.legend(loc="upper left")
    lines = plots.curves(right, ["$\\sigma^2/m$, with replacement", "without"], log="xy", legend=None)
    here = plots.points(right, ["measured"], legend="lower left", size=60)
    right.set_xticks(SIZES, SIZES)
    return lambda r: (*dots(r["G"], r["v"][:300]), *star(*r["g"]), *lines(np.arange(1, 65), r["with"], r["without"]),
                      *here(r["measured"]))


def coin_picture(fig):
    """Runs on the line, and the error of their averages. t (T+1,); w (T+1, k); gaps (T, k); bound, worst (T,)."""
    left, right = plots.panels(
        fig, dict(xlim=(0, 400), ylim=(-2, 5), xlabel="step $t$", title="the runs $w_t$"),
        dict(xlim=(1, 400), ylim=(2e-3, 2000), xlabel="steps $T$", title="$\\mathrm{E} f(\\bar w_T) - f^\\star$"))
    fan = plots.bundle(left, 20, "20 of 300 runs", "0.7")
    mean = plots.curves(left, ["their mean", "minimum"], legend="upper right")
    lines = plots.curves(right, ["measured", "bound with $\\mathrm{E}|v|^2$", "bound with $\\rho^2$",
                                 "$B\\rho/\\sqrt{T}$, $\\eta$ tuned for $T$"], log="xy", legend="upper right")
    return lambda r: (*fan(r["t"], r["w"][:, :20].T), *mean(r["t"], r["w"].mean(axis=1), 0 * r["t"]),
                      *lines(r["t"][1:], r["gaps"].mean(axis=1), r["bound"], r["worst"], r["t"][1:] ** -0.5))


def rates_picture(fig):
    """Sums of steps, and errors. at (k,); sums, two of (k,); errors, three of (3000,), mean, last, average; sign."""
    left, right = plots.panels(
        fig, dict(xlim=(1, 1e5), ylim=(1e-6, 1e8), xlabel="steps $T$", title="partial sums"),
        dict(xlim=(1, 3000), ylim=(1e-4, 300), xlabel="steps $T$", title="root mean square distance from the minimum"))
    sums = plots.curves(left, ["$\\sum\\eta_t$", "$\\sum\\eta_t^2$"], log="xy", legend="lower right")
    sign = plots.note(left)
    away = plots.curves(right, ["mean of the last point", "last point", "average"], log="xy", legend="upper right")
    return lambda r: (*sums(r["at"], *r["sums"]), *away(np.arange(1, 3001), *r["errors"]), *sign(r["sign"]))


def target_picture(fig):
    """Where runs end. erm (2,); ends, two of (k, 2); far, two of (1000,); bias. The risk minimiser is (0, 0.9)."""
    left, right = plots.panels(
        fig, dict(xlim=(-0.32, 0.32), ylim=(0.58, 1.42), xlabel="$w_1$", ylabel="$w_2$", title="averages of 12 runs"),
        dict(xlim=(1, 1000), ylim=(4e-4, 3), xlabel="step $t$", title="distance from the risk minimiser"))
    plots.contours(left, lambda w: ((w - [0, 0.9]) ** 2).sum(axis=1), (-0.32, 0.32, 0.58, 1.22),
                   levels=np.arange(1, 5) ** 2 / 196)
    erm = plots.mark(left, "best on the sample", "D", plots.YELLOW, 15)
    dots = plots.points(left, ["resampled", "fresh"], legend=None, size=36)
    star = plots.mark(left, "risk minimiser", colour=plots.BLACK)
    left.legend(loc="upper center", ncols=2)
    lines = plots.curves(right, ["resampled", "fresh"], log="xy", legend=None)
    level = plots.level(right, "best on the sample")
    right.legend(loc="lower left")
    return lambda r: (*erm(*r["erm"]), *dots(*r["ends"]), *star(0, 0.9), *lines(np.arange(1, 1001), *r["far"]),
                      *level(r["bias"]))


def cost_picture(fig):
    """Heights above the floor by iterations t and by evaluations spent: by_step, by_work, three curves each."""
    left, right = plots.panels(
        fig, dict(xlim=(1, 1e5), ylim=(1e-9, 1e6), xlabel="iterations",
                  title="$\\mathrm{E} f(w_t) - f^\\star$ by iterations"),
        dict(xlim=(1, 1e10), xlabel="gradient evaluations", title="the same by gradient evaluations"), sharey=True)
    steps, work = (plots.curves(ax, ["m = 1", "batch m", "descent, all n"], log="xy", legend="upper right")
                   for ax in (left, right))
    return lambda r: (*steps(r["t"], *r["by_step"]), *work(r["spent"], *r["by_work"]))


def escape_picture(fig):
    """Two wells, and who has left the shallow one. U, a function; start; now (k,); gone (7,) by batch size; m, here."""
    left, right = plots.panels(
        fig, dict(xlim=(-2.2, 2.2), ylim=(0, 6.5), xlabel="$w$", title="the risk, and 200 runs at the end"),
        dict(xlim=(0.9, 72), ylim=(-0.04, 1.4), xlabel="batch size $m$", yticks=np.arange(5) / 4,
             title="share of runs that have been in the deep well"))
    hill, dots = plots.curves(left, ["risk $U$"]), plots.points(left, ["", "batch m"], legend=None, size=30)
    start, grid = plots.mark(left, "start", colour=plots.BLACK), np.linspace(-2.2, 2.2, 200)
    line = plots.curves(right, ["200 runs for each m"], log="x", marker="o")
    here = plots.mark(right, "batch m")
    for ax in (left, right):
        ax.legend(loc="upper right")
    right.set_xticks(SIZES, SIZES)
    return lambda r: (*hill(grid, r["U"](grid)), *dots(None, np.column_stack([r["now"], r["U"](r["now"])])),
                      *start(r["start"], r["U"](r["start"])), *line(SIZES, r["gone"]), *here(r["m"], r["here"]))
