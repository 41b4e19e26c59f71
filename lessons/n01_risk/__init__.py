"""The figures of notebook 01, risk."""

import numpy as np
from matplotlib import colormaps

from helpers import losses, plots
from helpers.learning import kl, risk, surrogate
from helpers.linear import least_squares, subsets
from helpers.live import (
    Claim,
    Figure,
    Handle,
    Step,
    choice,
    int_slider,
    log_slider,
    regularisation,
    slider,
)

W = np.linspace(-1, 3, 161)  # weights of the noisy line
SIZES = np.arange(3, 201)
FEW = risk.LineSamples(400, 200, np.random.default_rng(1))  # eight of them are drawn
MANY = risk.LineSamples(10_000, 200, np.random.default_rng(2))  # means are taken over these


class several(Figure):
    """Empirical risks of several samples about the risk, and what ERM promises and keeps."""

    size = (10, 3.7)
    veiled = (1,)
    play = "n"
    story = [
        Step("eight learners", "Each learner goes to its own triangle. How high are they?"),
        Step(
            "few examples", "Five examples each: most triangles are far below the dotted line.", n=5
        ),
        Step("many examples", "200 each: curves and triangles huddle, promise meets risk.", n=200),
        Step("a fixed w", "At a w chosen beforehand the mean of R_S (star) lies on R.", w=2.5),
        Step(
            "little noise", "Little noise: the curves differ only in how steep they are.", sigma=0.2
        ),
        Step(
            "eight others",
            "Eight other samples. A learner gets one, and never knows which.",
            group=7,
        ),
    ]
    notes = """Take a vote on whether the bottom of R_S is above or below that of R. Then few
    examples: most minima lie below the risk's own floor (left, dotted), while the risk there is
    above it (right, red). Many examples closes the jaws. A fixed w: unbiased, everywhere on R."""
    handles = [Handle("choose a weight", at=lambda r: r.here, to=lambda r, x, y: dict(w=x))]

    def sliders(self):
        return dict(
            n=int_slider("examples n", 20, 3, 200),
            sigma=slider("noise σ", 1, 0.1, 1.5, 0.05),
            w=slider("weight w", 0, -1, 3, 0.05),
            group=int_slider("new random samples i", 1, 1, 50),
        )

    @staticmethod
    def compute(n, sigma, w, group):
        """Eight empirical risks beside the risk; promise and risk of ERM on 10 000 samples."""
        eight = slice(8 * group - 8, 8 * group)
        minima = np.column_stack([FEW.erm(sigma, n), FEW.training(sigma, n)])
        at_w = MANY.empirical([w], sigma, n)[:, 0]
        at_truth = MANY.empirical([risk.SLOPE], sigma, n)[:, 0]
        promised, w_hat = MANY.training(sigma, n), MANY.erm(sigma, n)
        return dict(
            R=risk.line_risk(W, sigma),
            eight=FEW.empirical(W, sigma, n)[eight],
            minima=minima[eight],
            here=(w, at_w.mean()),
            fixed=at_w,
            gain=at_truth - promised,  # what fitting takes off the empirical risk
            promise=promised.mean(),
            kept=risk.line_risk(w_hat, sigma).mean(),
            laws=risk.erm_risks(1.0, SIZES),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(-1, 3), ylim=(0, 5), xlabel="weight $w$", ylabel="risk")
        right.set(
            xlim=(3, 200), ylim=(0.5, 2.1), xlabel="examples $n$", ylabel="mean loss / $\\sigma^2$"
        )
        thin = plots.bundle(left, 8, "$R_S$, eight samples", plots.TRAIN, 1)
        truth = plots.curves(left, ["risk $R$"], color=plots.TRUTH, lw=2.6)
        floor = plots.level(left)
        name = left.text(2.96, 0, "lowest risk $\\sigma^2$", ha="right", va="center", fontsize=11)
        minima = plots.points(left, ["minima"], legend=None, size=55)
        minima(None)[0].set(color=plots.TRAIN, marker="v", mec="black")
        star = plots.star(left, label="mean at your $w$")
        plots.legend_above(left)
        style = dict(log="x", legend=None)
        low = plots.curves(right, ["promised: $R_S(\\hat w)$"], color=plots.TRAIN, **style)
        high = plots.curves(right, ["kept: $R(\\hat w)$"], color=plots.TEST, ls="--", **style)
        right.axhline(1, color=plots.TRUTH, ls=":", lw=1.6)
        dots = plots.points(right, ["", ""], legend=None, size=80)
        for dot, colour in zip(dots(None, None), (plots.TRAIN, plots.TEST)):
            dot.set(color=colour, mec="black")
        plots.legend_above(right)
        _whole_numbers(right, (3, 10, 30, 100))

        def move(r):
            name.set_y(r.sigma**2 + (0.2 if r.sigma < 0.6 else -0.2))  # where there is room
            return (
                *thin(W, r.eight),
                *truth(W, r.R),
                *floor(r.sigma**2),
                name,
                *minima(r.minima),
                *star(*r.here),
                *low(SIZES, r.laws[0]),
                *high(SIZES, r.laws[1]),
                *dots([[r.n, r.promise / r.sigma**2]], [[r.n, r.kept / r.sigma**2]]),
            )

        return move

    def caption(self, r):
        best = r.sigma**2
        return f"Promised {r.promise:.3g} on average, kept {r.kept:.3g}; best possible: {best:.3g}."

    def numbers(self, r):
        here = risk.line_risk(r.w, r.sigma)
        return (
            f"at your w the risk is {here:.3g}, the mean of 10 000 estimates {r.here[1]:.3g}; "
            f"at their minimisers they promise {r.promise:.3g}, but the risk there averages "
            f"{r.kept:.3g}."
        )

    def headline(self, r):
        return Claim(
            "1 − (R_S(w*) − R_S(ŵ))/σ² averages 1 − 1/n, within 5 standard errors (7 % of 1/n)",
            "Theorem 1.2",
            1 - r.gain.mean() / r.sigma**2,
            1 - 1 / r.n,
            "==",
            tol=5 * np.sqrt(2 / 10_000) / r.n,
            words="In units of σ² the learners promise 1 − 1/n on average; 1 is the least risk.",
        )

    def identities(self, r):
        few = "" if r.n >= 9 else "n is under 9: too heavy a tail for standard errors"
        fixed = r.here[1] / risk.line_risk(r.w, r.sigma)
        # averaged over the noise the risk of ERM is σ²(1 + 1/Σx²): only the x are left to chance
        inverse = (r.n - 2) * np.mean(1 / MANY.squares(r.n))
        spread = np.sqrt(2 / max(r.n - 4, 1) / 10_000)
        return [
            Claim(
                "at a fixed w, R_S averages R, within 5 standard errors",
                "Theorem 1.1",
                fixed,
                1,
                "==",
                tol=5 * np.sqrt(2 / r.n / 10_000),
            ),
            Claim(
                "1/Σx² averages 1/(n − 2), so R(ŵ) averages σ²(1 + 1/(n − 2)), within 5 s.e.",
                "Theorem 1.2",
                inverse,
                1,
                "==",
                tol=5 * spread,
                why_not=few,
            ),
            Claim(
                "in every sample R_S(ŵ) ≤ R_S(w*): least gain",
                "Theorem 1.2",
                r.gain.min(),
                0,
                ">=",
            ),
        ]


def _labelled(ax):
    """The artists of the axes that have a label, in the order in which they were drawn."""
    return ax.get_legend_handles_labels()[0]


def _whole_numbers(ax, ticks):
    """Plain numbers on a logarithmic axis."""
    ax.set_xticks(ticks, [str(tick) for tick in ticks])
    ax.minorticks_off()


MARGINS = np.linspace(-4, 5, 361)  # 0 is one of them
PLACES = np.linspace(-3, 3, 241)  # thresholds
SHOWN = {
    "0-1": losses.zero_one,
    "hinge": losses.hinge,
    "logistic": losses.logistic,
    "exponential": losses.exponential,
    "squared": surrogate.squared,
}
TEN = np.array([-2, -1.6, -1.2, -0.8, -0.3, 0.3, 0.8, 1.2, 1.6, 2])
LABELS = np.repeat([-1.0, 1.0], [5, 6])
ROWS = np.arange(5, 0, -1)  # heights of the five losses


class gallery(Figure):
    """Five losses of the margin, and what each of them does to a threshold."""

    veiled = (1,)
    story = [
        Step("in line", "The eleventh example stands among its kind: all five agree.", place=1),
        Step("far and right", "Right already, and farther: which threshold moves?", place=5),
        Step("far and wrong", "On the wrong side now. Which loss pays any price for it?", place=-4),
        Step(
            "score 0", "A threshold of 0 gives it no sign, a mistake: all five step aside.", place=0
        ),
        Step(
            "timid", "Small scores: all losses but one are nearly straight lines.", c=0.3, place=-4
        ),
        Step(
            "bold", "Large scores: doubts vanish, and far mistakes cost even more.", c=3, place=-4
        ),
    ]
    notes = """Start with a vote: which loss is afraid of a right answer? Far and right: only the
    squared loss has moved, and makes a mistake to please an example that was right already. Far
    and wrong: now the exponential runs furthest, the 0-1 loss shrugs (one mistake is one
    mistake). Score 0: is it a mistake? It must be, or w = 0 is perfect."""
    handles = [
        Handle(
            "move the eleventh example",
            at=lambda r: (r.place, 0),
            to=lambda r, x, y: dict(place=x),
            panel=1,
        )
    ]

    def sliders(self):
        return dict(
            place=slider("eleventh example x", 3, -4, 5, 0.1),
            c=log_slider("scale c", 1, 0.2, 3),
        )

    @staticmethod
    def compute(place, c):
        """For each loss the thresholds b at which the score c(x - b) has the least mean loss."""
        x = np.append(TEN, place)
        margins = c * (x - PLACES[:, None]) * LABELS  # one row for each threshold
        mean = np.array([loss(margins).mean(axis=1) for loss in SHOWN.values()])
        lowest = [np.flatnonzero(row <= row.min() + 1e-12) for row in mean]
        middle = np.array([i[len(i) // 2] for i in lowest])
        return dict(
            m=c * place,
            margins=margins,
            mean=mean,
            best=PLACES[middle],
            spans=[PLACES[i[[0, -1]]] for i in lowest],
            wrong=np.round(11 * mean[0, middle]).astype(int),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(2, 3))
        left.set(
            xlim=(-4, 5), ylim=(0, 8), xlabel="margin $m = y\\,s$", ylabel="loss of one example"
        )
        right.set(xlim=(-4.3, 5.3), ylim=(-0.7, 5.7), xlabel="examples $x$ and threshold $b$")
        right.set_yticks(ROWS, SHOWN)
        right.text(-4.2, -0.5, "examples", fontsize=11)
        graphs = plots.curves(left, list(SHOWN), legend=None)
        graphs(MARGINS, *(loss(MARGINS) for loss in SHOWN.values()))
        eleventh = plots.level(left, "the 11th", across=True)  # its margin at b = 0
        plots.legend_above(left, ncols=3)
        left.set_title("\n ")  # two rows of legend
        minus, plus = (
            right.plot(TEN[LABELS[:10] == s], [0] * 5, ls="", **look)[0]
            for s, look in ((-1, CROSS), (1, PLUS))
        )
        bars = [right.plot([], [], color=plots.COLOURS[i], lw=5, alpha=0.45)[0] for i in range(5)]
        spots = plots.points(right, [""] * 5, legend=None, size=110)
        counts = [right.text(0, row, "", va="center", fontsize=11) for row in ROWS]
        star = plots.mark(right, "the eleventh, label +1", size=16)
        right.legend(
            [minus, plus, *star(0, 0)],
            ["label −1", "label +1", "the eleventh (+1)"],
            **ABOVE,
        )

        def move(r):
            for bar, span, row in zip(bars, r.spans, ROWS):
                bar.set_data(span, [row, row])
            for text, b, span, row, k in zip(counts, r.best, r.spans, ROWS, r.wrong):
                text.set_position((max(span[1], b) + 0.25, row))
                text.set_text(
                    "no mistake" if k == 0 else "1 mistake" if k == 1 else f"{k} mistakes"
                )
            places = ([[b, row]] for b, row in zip(r.best, ROWS))
            return *eleventh(r.m), *bars, *spots(*places), *counts, *star(r.place, 0)

        return move

    def caption(self, r):
        worst = [name for name, k in zip(SHOWN, r.wrong) if k > r.wrong[0]]
        if worst:
            return f"More mistakes than necessary: {', '.join(worst)}."
        return "No loss makes more mistakes than necessary."

    def numbers(self, r):
        words = ", ".join(f"{name} {b:.2f} ({k})" for name, b, k in zip(SHOWN, r.best, r.wrong))
        return f"lowest thresholds (and mistakes there): {words}."

    def headline(self, r):
        share, others = r.mean[0], r.mean[1:] / [[1], [np.log(2)], [1], [1]]
        closest = np.unravel_index(np.argmax(share / np.maximum(others, 1e-300)), others.shape)
        return Claim(
            "hinge, logistic/ln 2, exponential, squared ≥ 0-1, where their ratio is least",
            "Theorem 1.3",
            others[closest],
            share[closest[1]],
            ">=",
            words="No mean loss is below the share of mistakes, at any threshold.",
        )

    def identities(self, r):
        scores = r.margins * LABELS
        squares = (scores - LABELS) ** 2 - (1 - r.margins) ** 2
        rescaled = losses.zero_one(r.margins / r.c).mean(axis=1)
        return [
            Claim("(s − y)² = (1 − m)²", "section 2", np.abs(squares).max(), 0, "=="),
            Claim(
                "the 0-1 loss does not see c", "section 2", np.ptp(r.mean[0] - rescaled), 0, "=="
            ),
        ]


CROSS = dict(marker="X", color=plots.ORANGE, ms=9, mec="black", mew=0.6)
PLUS = dict(marker="P", color=plots.SKY, ms=9, mec="black", mew=0.6)
ABOVE = dict(loc="lower left", bbox_to_anchor=(-0.02, 1), ncols=3, frameon=False)

COARSE = colormaps["cividis"].resampled(16)  # few colours: the saved picture has 128 in all
LEVELS = np.r_[np.arange(0.05, 1, 0.1), np.geomspace(1.05, 40, 14)]
AXIS = np.linspace(-4, 4, 81)
PLANE = np.stack(np.meshgrid(AXIS, AXIS), axis=-1)
TURN = np.arange(0, 361, 2)  # degrees
CHOICES = {"squared": losses.squared, "logistic": losses.logistic, "0-1": losses.zero_one}
FINE = (np.arange(7200) + 0.5) * np.pi / 3600  # angles of x, for an integral


class surface(Figure):
    """The empirical risk over the plane of weights, and the 0-1 risk over all directions."""

    veiled = (0,)
    more = ("x", "y", "seed")
    story = [
        Step("terraces", "The 0-1 loss: flat where you stand. Drag the star round the origin."),
        Step(
            "a bowl",
            "The logistic loss: a white line points downhill, wherever you are.",
            loss="logistic",
        ),
        Step(
            "another bowl",
            "The squared loss: a bowl again, with its bottom elsewhere.",
            loss="squared",
        ),
        Step(
            "many examples",
            "200 examples: triangle and diamond nearly meet.",
            loss="logistic",
            n=200,
        ),
        Step("separable", "A line separates: downhill never ends.", loss="logistic", n=5, p=0.05),
        Step(
            "noisy",
            "Many flipped labels: flatter, and the triangle wanders.",
            loss="logistic",
            p=0.4,
        ),
    ]
    notes = """Blindfold somebody: which ground can be descended by feeling the slope? Drag the
    star on the 0-1 surface: no slope anywhere. Then separable, with the logistic loss: the lower
    the farther; only the direction settles."""
    handles = [
        Handle("walk about", at=lambda r: (r.x, r.y), to=lambda r, x, y: dict(x=x, y=y)),
        Handle(
            "turn w",
            at=lambda r: (r.angle, r.seen),
            to=lambda r, x, y: _turned(r, np.radians(x)),
            panel=1,
        ),
    ]

    def sliders(self):
        return dict(
            loss=choice("loss", "0-1", CHOICES),
            n=int_slider("examples n", 30, 2, 200),
            p=slider("flipped labels p", 0.15, 0.05, 0.45, 0.01),
            seed=int_slider("new random sample i", 6, 1, 40),
            x=slider("your w₁", -2.5, -3.9, 3.9, 0.1),
            y=slider("your w₂", 1.5, -3.9, 3.9, 0.1),
        )

    @staticmethod
    def compute(loss, n, p, seed, x, y):
        """Minimise the empirical risk, and count the mistakes of every direction."""
        X, labels = (a[:n] for a in risk.half_planes(200, p, np.random.default_rng(seed)))
        f, grad = losses.objective(loss, X, labels)
        w = risk.erm(loss, X, labels)
        edges, errors = risk.direction_errors(X, labels)
        angle, least = risk.best_direction(X, labels)
        yours = np.array([x, y])
        return dict(
            f=f,
            grad=grad,
            X=X,
            labels=labels,
            minimiser=w,
            none=bool(np.isnan(w[0])),
            w_star=risk.best_length(loss, p) * risk.TRUE_DIRECTION,
            downhill=-grad(yours),
            angle=risk.degrees(yours),
            seen=losses.mean_loss(losses.zero_one, X, labels, yours),
            edges=edges,
            errors=errors,
            true=risk.angle_risk(np.radians(TURN), p),
            fewest=(np.degrees(angle) % 360, least),
            smooth=loss is not losses.zero_one,
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(-4, 4), ylim=(-4, 4), xlabel="$w_1$", ylabel="$w_2$")
        right.set(xlim=(0, 360), ylim=(-0.02, 1.02), xlabel="direction of $w$ in degrees")
        right.set_ylabel("share of mistakes")
        right.set_xticks(range(0, 361, 90))
        ground = _ground(left)
        (arrow,) = left.plot([], [], color="white", lw=3, solid_capstyle="round", label="downhill")
        best = plots.mark(left, "minimum of $R$", "D", "black", 8)
        low = plots.mark(left, "minimum of $R_S$", "v", plots.TRAIN, 11)
        star = plots.star(left, label="your $w$")
        plots.legend_above(left, handles=_labelled(left)[1:])
        true = plots.curves(right, ["$R$"], color=plots.TRUTH)
        stairs = plots.curves(right, ["$R_S$"], lw=1.4, color=plots.TRAIN)
        least = plots.mark(right, "fewest mistakes", "v", plots.TRAIN, 10)
        here = plots.star(right, 15)
        plots.legend_above(right)
        sign = plots.note(left, y=0.97)

        def move(r):
            tip = np.array([r.x, r.y]) + 1.2 * _unit(r.downhill)
            arrow.set_data([r.x, tip[0]], [r.y, tip[1]])
            return (
                *ground(r.f(PLANE), r.smooth, r.edges),
                arrow,
                *best(*r.w_star),
                *low(*r.minimiser),
                *star(r.x, r.y),
                *sign(_whereabouts(r.minimiser)),
                *true(TURN, r.true),
                *stairs(*_steps(r.edges, r.errors)),
                *least(*r.fewest),
                *here(r.angle, r.seen),
            )

        return move

    def caption(self, r):
        if not r.smooth:
            return f"{len(r.errors)} terraces round the origin, flat every one: no way downhill."
        if r.none:
            return "A line separates the classes: this loss falls for ever."
        miss = abs((risk.degrees(r.minimiser) - np.degrees(risk.TRUE_ANGLE) + 180) % 360 - 180)
        return f"The minimum of R_S points {miss:.0f}° away from that of R."

    def numbers(self, r):
        first = "this loss has no minimiser: a line separates the classes"
        if not r.none:
            first = f"the minimiser points at {risk.degrees(r.minimiser):.0f}°"
        (angle, least), best = r.fewest, np.degrees(risk.TRUE_ANGLE)
        return (
            f"{first}; the fewest mistakes, {least:.0%}, are at {angle:.0f}°, where the true risk "
            f"is {risk.angle_risk(np.radians(angle), r.p):.3g}; the best is {r.p:.3g} at "
            f"{best:.0f}°; your w points at {r.angle:.0f}° and is wrong on {r.seen:.0%}."
        )

    def headline(self, r):
        yours, best = np.radians(r.angle), risk.TRUE_ANGLE
        disagree = np.mean((np.cos(FINE - yours) > 0) != (np.cos(FINE - best) > 0))
        return Claim(
            "p + (1 − 2p)·(share of the x on which w and u disagree) is p + (1 − 2p) φ/π",
            "Theorem 1.4",
            r.p + (1 - 2 * r.p) * disagree,
            risk.angle_risk(yours, r.p),
            "==",
            tol=1e-3,
            words="A w at the angle φ to the true direction errs with probability p + (1 − 2p)φ/π.",
        )

    def identities(self, r):
        none = "a line separates: longer is always better" if r.none else ""
        w = np.ones(2) if r.none else r.minimiser
        lowest, least = r.f(PLANE[::2, ::2]).min(), r.f(w)
        around = np.column_stack([np.cos(FINE[::10]), np.sin(FINE[::10])])
        tried = losses.mean_loss(losses.zero_one, r.X, r.labels, around).min()
        slope = np.abs(r.grad(w)).max()
        return [
            Claim(
                "no w of a grid is below the minimum",
                "section 3",
                lowest,
                least,
                ">=",
                why_not=none,
            ),
            Claim("the gradient there is 0", "section 3", slope, 0, "==", 1e-6, none),
            Claim(
                "of 720 directions none has fewer mistakes", "section 3", tried, r.fewest[1], ">="
            ),
        ]


def _turned(r, angle):
    """Your w in another direction, as long as it is."""
    length = min(np.hypot(r.x, r.y), 3.9)
    return dict(x=length * np.cos(angle), y=length * np.sin(angle))


def _unit(v):
    """v as a vector of length 1; 0 stays 0."""
    size = np.linalg.norm(v)
    return v / size if size > 1e-12 else v


def _ground(ax):
    """A heat map of the logarithm of heights, with level lines, or the edges of terraces."""
    heat = plots.heatmap(ax, (-4, 4, -4, 4), *np.log([0.08, 15]), cmap=COARSE)
    kept = []

    def move(heights, smooth, edges):
        for old in kept:
            old.remove()
        kept.clear()
        if smooth:
            white = dict(colors="white", linewidths=0.8)
            kept.append(ax.contour(AXIS, AXIS, heights, levels=LEVELS, **white))
        else:
            rays = 6 * np.outer([0, 1, np.nan], np.exp(1j * edges)).T.ravel()
            kept.extend(ax.plot(rays.real, rays.imag, color="white", lw=0.8, zorder=1))
        kept[0].set_animated(True)
        return *heat(np.log(heights + 0.05)), *kept

    return move


def _steps(edges, errors):
    """A staircase from 0 to 360 degrees: the last arc runs over the end."""
    turns = np.degrees(np.repeat([0, *edges[:-1], 2 * np.pi], 2))[1:-1]
    return turns, np.repeat([errors[-1], *errors], 2)


def _whereabouts(w):
    """What is to be said of a minimiser w (2,) that the picture cannot show; "" if it can."""
    if np.isnan(w[0]):
        return "separable: no minimum"
    return "" if np.abs(w).max() < 4 else f"the minimum is at ({w[0]:.1f}, {w[1]:.1f})"


THETA = np.linspace(-2, 5, 141)
Z = np.linspace(-5, 8, 261)
FAR = np.linspace(-12, 15, 5401)  # for integrals over the law
DRAWS = np.random.default_rng(3)
COINS, NORMALS = DRAWS.uniform(size=(200, 1000)), DRAWS.standard_normal((200, 1000))


class divergence(Figure):
    """Learning a distribution: the KL risk of a model that is wrong, and its empirical versions."""

    veiled = (0, 1)  # the dashed curve tells
    play = "n"
    story = [
        Step(
            "few examples", "Samples of 20: the triangles, their MLEs, scatter about the diamond."
        ),
        Step("many examples", "Samples of 1000: they gather. At 0? At 3? In between!", n=1000),
        Step("Laplace", "Another model, another place: the median.", model="Laplace", n=1000),
        Step("two halves", "Half and half: the best bell stands where g has a dip.", a=0.5, n=200),
        Step("right model", "One bump only: g is in the model, and KL falls to 0.", a=0, theta=0.5),
        Step("at θ*", "Your θ at the diamond: no θ brings f nearer to g.", theta=0.9),
    ]
    notes = """Ask where maximum likelihood goes if the model is wrong; most say to the larger bump.
    Many examples: it goes to the mean, on neither bump. Laplace goes to the median."""
    handles = [
        Handle("choose θ", at=lambda r: r.here, to=lambda r, x, y: dict(theta=x), panel=1),
        Handle("shift the model", at=lambda r: (r.theta, r.peak), to=lambda r, x, y: dict(theta=x)),
    ]

    def sliders(self):
        return dict(
            model=choice("model", "normal", {"normal": kl.NORMAL, "Laplace": kl.LAPLACE}),
            theta=slider("your θ", 2, -2, 5, 0.05),
            a=slider("weight of the right bump a", 0.3, 0, 0.6, 0.02),
            n=int_slider("examples n", 20, 2, 1000),
        )

    @staticmethod
    def compute(model, theta, a, n):
        """The risk KL(g | f_theta), and maximum likelihood on 200 samples of n."""
        g = kl.Mixture(a, 3.0)
        z = g.draw(COINS[:, :n], NORMALS[:, :n])
        star, mle = model.projection(g), model.mle(z)
        log_g = np.log(g.density(z[:8])).mean(axis=1)[:, None]
        empirical = log_g + model.empirical(z[:8], np.append(THETA, mle[:8]))
        on_grid, at_mle = empirical[:, : len(THETA)], np.diag(empirical[:, len(THETA) :])
        loss = np.log(g.density(Z)) - model.log_density(Z, theta)
        return dict(
            law=g,
            g=g.density(Z),
            f=np.exp(model.log_density(Z, theta)),
            f_star=np.exp(model.log_density(Z, star)),
            peak=np.exp(model.log_density(theta, theta)),
            K=model.kl(g, THETA),
            mle=mle,
            eight=on_grid,
            best=np.column_stack([mle[:8], at_mle]),
            negative=(g.density(Z) * (loss < -1e-9)).sum() * (Z[1] - Z[0]),
            here=(theta, model.kl(g, theta)),
            star=(star, model.kl(g, star)),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2)
        left.set(xlim=(-5, 8), ylim=(0, 0.55), xlabel="$z$", ylabel="density")
        right.set(xlim=(-2, 5), ylim=(-0.8, 7), xlabel="$\\theta$", ylabel="risk")
        shade = plots.band(left, colour="0.5", alpha=0.35)
        left.fill_between([], [], color="0.5", alpha=0.35, lw=0, label="law $g$")
        yours = plots.curves(left, ["$f_\\theta$, your $\\theta$"], color=plots.FIT)
        nearest = plots.curves(left, ["nearest, $f_{\\theta^\\star}$"], color=plots.TRUTH, ls="--")
        plots.legend_above(left)
        thin = plots.bundle(right, 8, "$R_S$", plots.TRAIN, 1)
        thick = plots.curves(right, ["$R$ = KL"], color=plots.TRUTH, lw=2.6)
        dots = plots.points(right, ["MLE"], legend=None, size=55)
        dots(None)[0].set(color=plots.TRAIN, marker="v", mec="black")
        best = plots.mark(right, "$\\theta^\\star$", "D", "black", 8)
        star = plots.star(right, label="your $\\theta$")
        plots.legend_above(right)
        return lambda r: (
            *shade(Z, 0 * Z, r.g),
            *yours(Z, r.f),
            *nearest(Z, r.f_star),
            *thin(THETA, r.eight),
            *thick(THETA, r.K),
            *dots(r.best),
            *best(*r.star),
            *star(*r.here),
        )

    def caption(self, r):
        star = round(float(r.star[0]), 9) + 0.0
        middle, spread = r.mle.mean(), r.mle.std()
        return f"200 MLEs lie about {middle:.2g}, give or take {spread:.1g}; θ* is {star:.2g}."

    def numbers(self, r):
        found = r.here[1], r.star[1], r.star[0]
        here, least, star = (round(float(v), 9) + 0.0 for v in found)
        return (
            f"KL is {here:.3g} at your θ and least, {least:.3g}, at θ* = {star:.3g}; 200 MLEs are "
            f"{r.mle.mean():.3g} ± {r.mle.std():.2g}; {r.negative:.0%} of the single losses at "
            f"your θ are negative."
        )

    def headline(self, r):
        g = r.law.density(FAR)
        losses_there = np.log(g) - r.model.log_density(FAR, r.theta)
        return Claim(
            "E ln(g/f) by integration is KL(g | f)",
            "Theorem 1.5",
            (g * losses_there).sum() * (FAR[1] - FAR[0]),
            r.here[1],
            "==",
            tol=1e-3,
            words="The mean of the losses ln(g/f) is the divergence KL(g | f): never negative.",
        )

    def identities(self, r):
        normal = "" if r.model is kl.NORMAL else "only for the normal model"
        split = r.star[1] + (r.theta - r.star[0]) ** 2 / 2
        above = (r.eight.min(axis=1) - r.best[:, 1]).min()
        off = abs(r.mle.mean() - r.star[0]) / np.sqrt(r.law.variance / (200 * r.n))
        return [
            Claim("no θ has a lower R than θ*", "Theorem 1.5", r.K.min(), r.star[1], ">="),
            Claim("no θ has a lower R_S than the MLE: least gap", "Theorem 1.5", above, 0, ">="),
            Claim(
                "KL = KL at θ* + ½(θ − θ*)²", "Theorem 1.5", r.here[1], split, "==", 1e-9, normal
            ),
            Claim(
                "the mean of 200 MLEs is θ*, within 5 standard errors: off by s.e.",
                "Theorem 1.5",
                off,
                5,
                why_not=normal,
            ),
        ]


SCALES = np.linspace(0, 2, 201)
LENGTHS = np.geomspace(1e-4, 10, 400)
RAY_X, RAY_Y = risk.half_planes(40, 0.15, np.random.default_rng(7))
RULES = {"m ≤ 0": losses.zero_one, "m < 0": risk.printed_zero_one}


class ray(Figure):
    """The 0-1 loss with a ridge penalty on a ray: an infimum, and no minimum."""

    veiled = (1,)
    more = ("rule",)
    story = [
        Step("your bid", "The star is your bid, c = 1. Who bids less?"),
        Step("half", "Half the length, and cheaper. Bid again.", c=0.5),
        Step("nearly 0", "Cheaper than any bid so far; and its half is cheaper still.", c=0.001),
        Step(
            "a bad direction",
            "Most examples wrong here: the hinge gives up and takes w = 0.",
            angle=200,
        ),
        Step("best direction", "The same on the best ray of all: no lowest point.", angle=50),
        Step(
            "if 0 were right",
            "If a score of 0 were no mistake, the useless w = 0 would win.",
            rule="m < 0",
        ),
    ]
    notes = """Let them bid: somebody says 0.1, the next 0.01. Every bid is beaten by its half. At
    c = 0 the value jumps to 1. So inf F exists and min F does not; "argmin" in the notes' Example
    36 is empty. Press "if 0 were right": now there is a minimiser, the useless w = 0."""
    handles = [
        Handle("make a bid", at=lambda r: r.here, to=lambda r, x, y: dict(c=max(x, 1e-4))),
        Handle(
            "make a bid",
            at=lambda r: (r.c, r.here_gap) if r.here_gap > 0 else None,
            to=lambda r, x, y: dict(c=x),
            panel=1,
        ),
    ]

    def sliders(self):
        return dict(
            c=log_slider("length c", 1, 0.0001, 2),
            lam=regularisation(0.3, 0.01, 3),
            angle=int_slider("direction of u in degrees φ", 80, 0, 359),
            rule=choice("a mistake is", "m ≤ 0", RULES),
        )

    @staticmethod
    def compute(c, lam, angle, rule):
        """Mean loss + lam c^2 at w = c u, for the 0-1 loss (F) and for the hinge (H)."""
        u = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
        margins = RAY_Y * (RAY_X @ u)

        def F(t):
            return risk.on_ray(rule, margins, lam, t)

        def H(t):
            return risk.on_ray(losses.hinge, margins, lam, t)

        err, jump = risk.ray_infimum(margins), F(0)
        c_hinge = risk.ray_minimum(losses.hinge, margins, lam)
        infimum = min(err, jump)
        return dict(
            count=np.where(SCALES > 0, F(SCALES), np.nan),
            hinge=H(SCALES),
            err=err,
            jump=jump,
            best=(c_hinge, H(c_hinge)),
            here=(c, F(c)),
            half=F(c / 2),
            gaps=(F(LENGTHS) - infimum, np.maximum(H(LENGTHS) - H(c_hinge), 1e-6)),
            here_gap=F(c) - infimum,
            hinge_on_grid=H(LENGTHS),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(-0.06, 2), ylim=(-0.04, 2.2), xlabel="length $c$ of $w = c\\,u$")
        left.set_ylabel("mean loss $+\\ \\lambda\\|w\\|^2$")
        right.set(xlim=(1e-4, 2), ylim=(1e-11, 20), xlabel="length $c$", ylabel="above the infimum")
        count = plots.curves(left, ["0-1 loss"], color=plots.BLUE)
        hinge = plots.curves(left, ["hinge"], color=plots.RED, ls="--")
        hole = plots.mark(left, "limit at 0", "o", "white", 9)
        jump = plots.mark(left, "value at 0", "o", plots.BLUE, 9)
        best = plots.mark(left, "minimum", "D", plots.RED, 8)
        here = plots.star(left, 16)
        plots.legend_above(left)
        gap = plots.curves(right, [""], log="xy", legend=None, color=plots.BLUE)
        hinge_gap = plots.curves(right, [""], legend=None, color=plots.RED, ls="--")
        now = plots.star(right, 16)
        return lambda r: (
            *count(SCALES, r.count),
            *hinge(SCALES, r.hinge),
            *jump(0, r.jump),
            *hole(0, r.err),
            *best(*r.best),
            *here(*r.here),
            *gap(LENGTHS, r.gaps[0]),
            *hinge_gap(LENGTHS, r.gaps[1]),
            *now(r.c, r.here_gap),
        )

    def caption(self, r):
        if r.jump == 0:
            return (
                f"As printed, w = 0 makes no mistake and costs 0; your bid costs {r.here[1]:.3g}."
            )
        return f"Your bid costs {r.here[1]:.4g}, half of it {r.half:.4g}; the limit is {r.err:.3g}."

    def numbers(self, r):
        return (
            f"u makes {r.err:.1%} mistakes; F is {r.here[1]:.4g} at c, {r.half:.4g} at c/2, tends "
            f"to {r.err:.4g} as c → 0, and is {r.jump:.0f} at w = 0; the hinge has its minimum "
            f"{r.best[1]:.3g} at c = {r.best[0]:.3g}."
        )

    def headline(self, r):
        printed = "" if r.jump else "with a score of 0 counted as right, w = 0 is the minimum"
        return Claim(
            "half the length is better by ¾λc²",
            "Theorem 1.6",
            r.here[1] - r.half,
            0.75 * r.lam * r.c**2,
            "==",
            1e-12,
            why_not=printed,
            words="Half of w is always better, by ¾λ‖w‖², and w = 0 is not: there is no minimum.",
        )

    def identities(self, r):
        printed = "" if r.jump else "with a score of 0 counted as right, w = 0 makes no mistake"
        lowest = r.hinge_on_grid.min()
        return [
            Claim(
                "w = 0 costs more than the limit",
                "Theorem 1.6",
                r.jump,
                r.err,
                ">=",
                why_not=printed,
            ),
            Claim("hinge: no c of a grid is lower", "section 5", lowest, r.best[1], ">="),
        ]


LAMS = np.geomspace(1e-3, 1, 600)
COUNTS = np.arange(7)


class count(Figure):
    """A price or a budget: which numbers of coefficients does an l0 price buy?"""

    veiled = (0, 1)
    notes = """Ask which numbers of coefficients a fixed price per piece can buy: all seven? Drag
    the price slowly and count the jumps aloud. k = 1: hold a ruler below the dots, no tilt touches
    the square. Partners agree: now every k has its price. Few examples: nobody can foresee it."""
    story = [
        Step(
            "k = 1", "One coefficient: a square above the hull. No line from below touches it.", k=1
        ),
        Step("k = 2", "Two coefficients: a dot on the hull, and the price 0.2 buys it.", k=2),
        Step("k = 3", "Three: another square. The price jumps from 2 to 4.", k=3, lam=0.14),
        Step(
            "partners agree",
            "One column of a pair says it all: every k has its price.",
            rho=-0.6,
            k=3,
        ),
        Step("few examples", "Twelve examples: chance decides which k can be bought.", n=12),
    ]
    handles = [
        Handle(
            "choose a price",
            at=lambda r: (r.lam, r.chosen),
            to=lambda r, x, y: dict(lam=x),
            panel=1,
        )
    ]

    def sliders(self):
        return dict(
            k=int_slider("budget k", 1, 0, 6),
            lam=log_slider("price λ₀", 0.2, 0.001, 1),
            rho=slider("correlation ρ", 0.95, -0.9, 0.99, 0.01),
            n=int_slider("examples n", 400, 10, 1000),
        )

    @staticmethod
    def compute(k, lam, rho, n):
        """Least risks with 0, ..., 6 coefficients, and the number that each price buys."""
        X, y = (a[:n] for a in subsets.suppressed(1000, rho, np.random.default_rng(11)))
        best = subsets.best_subset(X, y).risk
        ridge = least_squares.Ridge(X, y)
        free = (ridge.w(0.0) ** 2).sum()
        sizes, risks = subsets.every_subset(X, y)
        cheapest = int(np.argmin(risks + lam * sizes))  # straight from the definition
        chosen = int(subsets.chosen_count(best, lam))
        return dict(
            X=X,
            y=y,
            risk=best,
            hull=subsets.lower_hull(best),
            chosen=chosen,
            line=best[chosen] + lam * (chosen - COUNTS),
            on=np.isin(COUNTS, subsets.reached(best)),
            stairs=subsets.chosen_count(best, LAMS),
            found=(sizes[cheapest], risks[cheapest]),
            radius=((k + 0.5) / 7 * free) ** 0.5,
            ridge=6 * (ridge.w(LAMS) ** 2).sum(axis=1) / free,
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2)
        left.set(xlim=(-0.2, 6.2), ylim=(0, 1.15), xlabel="coefficients $k$", ylabel="least risk")
        right.set(xlim=(1e-3, 1), ylim=(-0.2, 6.4), xlabel="price $\\lambda_0$ (ridge: $\\lambda$)")
        right.set_ylabel("bought $k$")
        hull = plots.curves(left, ["hull", "slope $-\\lambda_0$"], legend=None)
        dots = plots.points(left, ["bought by a price", "by none"], legend=None, size=90)
        want = plots.mark(left, "budget $k$", "o", "none", 18)
        got = plots.star(left, 15, label="price")
        plots.legend_above(left, ncols=3)
        left.set_title("\n ")
        ridge = "ridge: $6\\,\\|w(\\lambda)\\|^2/\\|w(0)\\|^2$"
        stairs = plots.curves(right, ["$\\ell_0$: $k(\\lambda_0)$", ridge], log="x", legend=None)
        star = plots.star(right, 15)
        plots.legend_above(right)

        def move(r):
            places = np.column_stack([COUNTS, r.risk])
            return (
                *hull(COUNTS, r.hull, r.line),
                *dots(places[r.on], places[~r.on]),
                *want(r.k, r.risk[r.k]),
                *got(r.chosen, r.risk[r.chosen]),
                *stairs(LAMS, r.stairs, r.ridge),
                *star(r.lam, r.chosen),
            )

        return move

    def caption(self, r):
        missing = ", ".join(str(i) for i in np.flatnonzero(~r.on))
        return f"No price buys k = {missing}." if missing else "Every k has its price."

    def numbers(self, r):
        missing = ", ".join(str(i) for i in np.flatnonzero(~r.on))
        last = f"no price buys k = {missing}." if missing else "every k has its price."
        return (
            f"with k coefficients the least risk is {r.risk[r.k]:.3g}; your price buys "
            f"k = {r.chosen}, risk {r.risk[r.chosen]:.3g}; {last}"
        )

    def headline(self, r):
        above = "" if r.on[r.k] else f"k = {r.k} lies above the lower hull: no price buys it"
        bought = subsets.chosen_count(r.risk, subsets.price_for(r.risk, r.k))
        return Claim(
            "budgeted ⇒ priced: some λ₀ buys your k",
            "Theorem 1.8",
            bought,
            r.k,
            "==",
            why_not=above,
            words="A k on the lower convex hull is bought by some price; no other k is.",
        )

    def identities(self, r):
        size, value = r.found
        lam = least_squares.lam_for_radius(r.X, r.y, r.radius)
        radius = np.linalg.norm(least_squares.Ridge(r.X, r.y).w(lam))
        return [
            Claim(
                "priced ⇒ budgeted: its risk is the least for its size",
                "Theorem 1.8",
                value,
                r.risk[size],
                "==",
            ),
            Claim("ridge: every radius has its λ", "Theorem 1.8", radius, r.radius, "==", 1e-8),
        ]
