"""The figures of notebook 21, mirror descent: one sum of losses, two mirrors, exact terms."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.data import load
from helpers.descent.bisection import first_true
from helpers.descent.projections import project_simplex, widest_angle
from helpers.linear.softmax import entropy, simplex_points, softmax
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
    step_size,
    temperature,
)
from helpers.online import mirror

EG, OGD = plots.FIT, plots.ORANGE  # the two learners, in every panel
DASHED, DOTTED = dict(color=plots.BOUND, ls="--"), dict(color=plots.BOUND, ls=":")
GEOMETRIES = {"entropic (EG)": mirror.ENTROPIC, "quadratic (OGD)": mirror.QUADRATIC}


def pair_of_curves(ax, names=("EG", "OGD"), **line):
    """A solid curve for EG, dash-dotted for OGD. move(x, eg, ogd)."""
    looks = zip(names, (EG, OGD), ("-", "-."))
    lines = [plots.curves(ax, [name], color=c, ls=ls, **line) for name, c, ls in looks]
    return lambda x, eg, ogd: (*lines[0](x, eg), *lines[1](x, ogd))


def counted(ax):
    """The number of experts along a logarithmic axis, and regret up another."""
    ax.set(xscale="log", yscale="log", xlim=(1.8, 340), xlabel="experts d")
    plots.ticks(ax, x=[2, 10, 40, 100, 300])


def minus(value, digits=2):
    """A number with a proper minus sign, and none before zero."""
    return f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")


def small(share):
    """A weight in words."""
    if share == 0:
        return "exactly 0"
    return "less than 0.01" if share < 0.01 else f"{share:.2f}"


# ---- the race: two learners on one sequence

COUNTS = np.array([2, 4, 10, 20, 40, 100, 200, 300])
BEHIND = np.linspace(0, 3, 121)
TOSSES = {i: mirror.coins(400, 300, np.random.default_rng(2100 + i)) for i in range(1, 6)}
GAMES = ("coins", "one good expert", "see-saw", "the best changes")


def played(losses, T, d, sample):
    """Losses (T, d) of a game."""
    if losses == "coins":
        return TOSSES[sample][:T, :d]
    return dict(zip(GAMES[1:], (mirror.one_good, mirror.see_saw, mirror.changing)))[losses](T, d)


@lru_cache(64)
def raced(losses, T, factor, sample):
    """Final regrets of EG and OGD for every d of COUNTS, (2, 8)."""
    found = []
    for geometry in (mirror.ENTROPIC, mirror.QUADRATIC):
        row = []
        for d in map(int, COUNTS):
            eta = factor * mirror.tuned(geometry, d, T)[0]
            run = mirror.mirror_descent(played(losses, T, d, sample), geometry, eta)
            row.append(mirror.regret(run)[-1])
        found.append(row)
    return np.array(found)


class race(Figure):
    """Two learners on the same losses: who trusts whom, and what it costs."""

    size = (10, 4.4)
    veiled = (1,)
    more = ("sample",)
    story = [
        Step(
            "300 coins",
            "Left: each dot is an expert. Right: blue and orange lie on top of each other; the "
            "bounds, dashed and dotted, are far apart.",
        ),
        Step(
            "one good expert",
            "One expert is never wrong, all others always; on the left the others are too far "
            "behind to be seen. Right: orange now climbs as steeply as its dotted bound, blue "
            "hardly at all.",
            losses="one good expert",
        ),
        Step(
            "longer steps",
            "The same game, steps five times as long: both find the good expert sooner. Was OGD "
            "only too shy?",
            losses="one good expert",
            factor=5,
        ),
        Step(
            "a see-saw",
            "With these long steps, play the see-saw: the halves err in turn. From 100 experts on "
            "orange is level: in every second round all of OGD’s trust is on the half that errs.",
            losses="see-saw",
            factor=5,
        ),
        Step(
            "the best changes",
            "Half-way another expert becomes the good one, and both learners have to unlearn. OGD "
            "is again far above EG on the right, for many experts.",
            losses="the best changes",
        ),
        Step(
            "two experts",
            "Two experts on the see-saw: after 400 rounds less than half a loss lies between the "
            "learners. What EG gains, it gains from many experts.",
            losses="see-saw",
            d=2,
        ),
    ]
    handles = [
        Handle(
            "choose the number of experts",
            at=lambda r: (r.d, max(r.regret[0], 1.6)),
            to=lambda r, x, y: dict(d=x),
            panel=1,
        )
    ]
    notes = """Let the class bet before the right panel is shown: the bounds differ by a factor of
    five. The tie is the point; then ask for a game that separates the two. Left, ask which learner
    can ever forget an expert for good."""

    def sliders(self):
        return dict(
            losses=choice("losses", "coins", list(GAMES)),
            d=int_slider("experts d", 300, 2, 300),
            factor=log_slider("step size η (1 = tuned)", 1, 0.05, 20),
            T=int_slider("rounds T", 400, 10, 400),
            sample=int_slider("new random sample", 1, 1, 5),
        )

    @staticmethod
    def compute(losses, d, factor, T, sample):
        """Both runs at this d: regret, bound, last weights; and all regrets against d."""
        Z, behind, out = played(losses, T, d, sample), None, []
        for geometry in (mirror.ENTROPIC, mirror.QUADRATIC):
            eta = factor * mirror.tuned(geometry, d, T)[0]
            run = mirror.mirror_descent(Z, geometry, eta)
            theta = run.extra["theta"][-1]
            behind = theta.max() - theta
            out.append((eta, mirror.regret(run)[-1], mirror.bound(geometry, d, T, eta), run.last))
        eta, regret, bound, last = zip(*out)
        shape = (
            np.exp(-eta[0] * BEHIND * np.sqrt(T)),
            np.maximum(1 - eta[1] * BEHIND * np.sqrt(T) / last[1].max(), 0),
        )
        return dict(
            eta=eta,
            regret=regret,
            bound=bound,
            behind=behind / np.sqrt(T),
            share=[w / w.max() for w in last],
            shape=shape,
            exact=(np.exp(-eta[0] * behind), np.maximum(last[1].max() - eta[1] * behind, 0)),
            last=last,
            curves=raced(losses, T, factor, sample),
            tops=[
                [mirror.bound(g, d, T, factor * mirror.tuned(g, d, T)[0]) for d in COUNTS]
                for g in (mirror.ENTROPIC, mirror.QUADRATIC)
            ],
            slow=mirror.multiplied(Z[:20], eta[0])[-1],
            fast=mirror.mirror_descent(Z[:20], mirror.ENTROPIC, eta[0]).last,
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-0.06, 3.06), ylim=(-0.04, 1.06), xlabel="(losses behind the best) / √T"),
            dict(ylim=(1.5, 1000), ylabel="regret after T rounds"),
            width_ratios=[1, 1.25],
        )
        left.set_ylabel("weight at the end (heaviest = 1)")
        counted(right)
        shape = pair_of_curves(left, lw=1.4)
        plots.legend_above(left)
        marks = [plots.points(left, [None], legend=None, size=30) for _ in range(2)]
        for line, colour, marker in zip(left.lines[-2:], (EG, OGD), "os"):
            line.set(color=colour, marker=marker)
        eg = plots.curves(right, ["bound of EG"], **DASHED)
        ogd = plots.curves(right, ["bound of OGD"], **DOTTED)
        lines = pair_of_curves(right, (None, None), marker="o", ms=5)
        plots.legend_above(right)
        here = plots.star(right)

        def move(r):
            near = r.behind <= 3
            dots = [np.column_stack([r.behind, share])[near] for share in r.share]
            return (
                *eg(COUNTS, r.tops[0]),
                *ogd(COUNTS, r.tops[1]),
                *shape(BEHIND, *r.shape),
                *(a for m, xy in zip(marks, dots) for a in m(xy)),
                *lines(COUNTS, *np.maximum(r.curves, 0.05)),
                *here(r.d, max(r.regret[0], 1.6)),
            )

        return move

    def caption(self, r):
        return (
            f"{r.d} experts, {r.T} rounds: regret {r.regret[0]:.1f} for EG (blue), "
            f"{r.regret[1]:.1f} for OGD (orange)."
        )

    def numbers(self, r):
        zero = int((r.last[1] == 0).sum())
        return (
            f"EG regrets {r.regret[0]:.4g} of at most {r.bound[0]:.4g}, OGD {r.regret[1]:.4g} of "
            f"at most {r.bound[1]:.4g}; OGD has given up {zero} experts, EG none."
        )

    def headline(self, r):
        return Claim(
            "the regret of EG",
            "Theorem 21.1",
            measured=r.regret[0],
            bound=r.bound[0],
            words="With losses in [0, 1], EG’s regret is at most (log d)/η + ηT/2, whatever the "
            "losses are.",
        )

    def identities(self, r):
        apart = max(
            np.abs(r.share[0] - r.exact[0]).max(),
            np.abs(r.last[1] - r.exact[1]).max(),
        )
        return [
            Claim("the regret of OGD", "Theorem 21.1", r.regret[1], r.bound[1]),
            Claim("weights depend on losses behind", "section 1", apart, 0, "=="),
            Claim("multiplying is a softmax", "section 1", np.abs(r.slow - r.fast).max(), 0, "=="),
        ]


# ---- whichever step size

ETAS = np.geomspace(2e-4, 10, 141)
EVEN = np.array([2, 4, 6, 10, 16, 24, 40, 64, 100, 160, 240, 300])


def two_regrets(geometry, d, T, eta):
    """Regret on one good expert and on the see-saw, stacked."""
    return np.stack(
        [mirror.good_regret(geometry, d, T, eta), mirror.see_saw_regret(geometry, d, T, eta)]
    )


def best_step(geometry, d, T):
    """The step size with the smallest worse regret: there the two games cost the same, for one
    falls with eta and the other rises."""

    def past(x):
        good, seesaw = two_regrets(geometry, d, T, np.exp(x))
        return seesaw >= good

    return float(np.exp(first_true(past, np.log(1e-5), np.log(100.0))))


@lru_cache(1000)
def least_regret(geometry, d, T):
    """The worse regret of the two games at the best step size."""
    return float(two_regrets(geometry, d, T, best_step(geometry, d, T)).max())


class whichever(Figure):
    """Two games. Whatever the step size, one of them hurts."""

    size = (10, 4.4)
    veiled = (0, 1)
    story = [
        Step(
            "OGD at its best",
            "Orange is the worse of the two games for OGD. Its lowest point all but touches "
            "the dashed line of the theorem.",
        ),
        Step(
            "shorter steps",
            "The star is on the falling line: OGD is slow to find the one good expert. Left of "
            "the valley this game is the worse one, so its line is thick there.",
            eta=0.001,
        ),
        Step(
            "longer steps",
            "Right of the valley the see-saw (the dotted, rising line) is the worse game. It is "
            "soon level: from there on all of OGD’s trust changes sides in every round.",
            eta=0.05,
        ),
        Step(
            "EG at its best",
            "Blue has a valley too, five times lower and at longer steps; there OGD, the star, is "
            "on its plateau. EG’s see-saw costs the same for any number of experts.",
            eta=0.34,
        ),
        Step(
            "ten experts",
            "With ten experts OGD’s lowest point is 15, EG’s 11: no longer a factor of five. "
            "Right: towards the left the curves come together, and cross.",
            d=10,
            eta=0.03,
        ),
        Step(
            "forty rounds",
            "Fewer rounds than experts: OGD’s lowest point is T/4 = 10, and √(dT)/4 would be 27. "
            "That is why the theorem asks for T at least d.",
            T=40,
            eta=0.02,
        ),
    ]
    handles = [
        Handle(
            "choose the step size",
            at=lambda r: (r.eta, r.worst[1]),
            to=lambda r, x, y: dict(eta=x),
        ),
        Handle(
            "choose the number of experts",
            at=lambda r: (r.d, r.lowest[1]),
            to=lambda r, x, y: dict(d=x),
            panel=1,
        ),
    ]
    notes = """This is a lower bound, rare in a first course: let the class look for an η that beats
    the dashed line. Both games are so simple that their regrets are sums one can do at the board.
    The bound and the best η of OGD differ by half a per cent at d = 300."""

    def sliders(self):
        return dict(
            eta=step_size(0.0058, 3e-4, 10),
            d=int_slider("experts d", 300, 2, 300, 2),
            T=int_slider("rounds T", 400, 40, 400, 2),
        )

    @staticmethod
    def compute(eta, d, T):
        """Both regrets of both learners over all step sizes; twenty rounds are also run."""
        curves = [two_regrets(g, d, T, ETAS) for g in (mirror.ENTROPIC, mirror.QUADRATIC)]
        here = [two_regrets(g, d, T, eta) for g in (mirror.ENTROPIC, mirror.QUADRATIC)]
        Z = np.stack([mirror.one_good(20, d), mirror.see_saw(20, d)], axis=1)
        apart = [
            mirror.regret(mirror.mirror_descent(Z, g, eta))[-1] - two_regrets(g, d, 20, eta)
            for g in (mirror.ENTROPIC, mirror.QUADRATIC)
        ]
        return dict(
            curves=curves,
            games=here,
            worst=[float(pair.max()) for pair in here],
            apart=float(np.abs(apart).max()),
            floor=(1 - 1 / d) * np.sqrt(d * T) / 4,
            best=[
                [least_regret(g, int(k), T) for k in EVEN]
                for g in (mirror.ENTROPIC, mirror.QUADRATIC)
            ],
            lowest=[least_regret(g, d, T) for g in (mirror.ENTROPIC, mirror.QUADRATIC)],
            top=[mirror.bound(g, d, T, eta) for g in (mirror.ENTROPIC, mirror.QUADRATIC)],
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(2.5e-4, 11), ylim=(3, 450), xlabel="step size η"),
            dict(ylim=(1.5, 130), ylabel="worse regret, at the best η"),
            width_ratios=[1.3, 1],
        )
        left.set(xscale="log", yscale="log", ylabel="worse regret of the two games")
        counted(right)
        thin = [
            [plots.curves(left, [None], color=c, ls=ls, lw=1.4, alpha=0.8) for ls in "-:"]
            for c in (EG, OGD)
        ]
        thick = pair_of_curves(left, lw=2.6)
        for name, ls in (("one good", "-"), ("see-saw", ":")):
            left.plot([], [], color="0.5", ls=ls, lw=1.4, label=name)
        level = plots.level(left, "least for OGD", plots.BOUND, "--")
        plots.legend_above(left)
        best = pair_of_curves(right, (None, None), marker="o", ms=5)
        floor = plots.curves(right, ["least for OGD"], **DASHED)
        plots.legend_above(right)
        here, there = plots.star(left), plots.star(right)
        other = plots.mark(left, marker="o", colour=EG, size=9)

        def move(r):
            long = r.T >= EVEN  # the theorem asks for it
            worst = [pair.max(axis=0) for pair in r.curves]
            return (
                *(a for ms, ys in zip(thin, r.curves) for m, y in zip(ms, ys) for a in m(ETAS, y)),
                *thick(ETAS, *worst),
                *level(r.floor if r.T >= r.d else np.nan),
                *best(EVEN, *r.best),
                *floor(EVEN, np.where(long, (1 - 1 / EVEN) * np.sqrt(EVEN * r.T) / 4, np.nan)),
                *other(r.eta, r.worst[0]),
                *here(r.eta, r.worst[1]),
                *there(r.d, r.lowest[1]),
            )

        return move

    def caption(self, r):
        return (
            f"At η = {r.eta:.2g} OGD’s worse game costs {r.worst[1]:.1f}. At its own best η it is "
            f"{r.lowest[1]:.1f}, for EG {r.lowest[0]:.1f}."
        )

    def numbers(self, r):
        return (
            f"OGD regrets {r.games[1][0]:.4g} on one good expert and {r.games[1][1]:.4g} on the "
            f"see-saw, EG {r.games[0][0]:.4g} and {r.games[0][1]:.4g}."
        )

    def headline(self, r):
        return Claim(
            "no step size saves OGD",
            "Theorem 21.2",
            measured=r.worst[1],
            bound=r.floor,
            kind=">=",
            why_not="" if r.T >= r.d else "there are fewer rounds than experts",
            words="For every η, one of the two games costs OGD at least (1 − 1/d)√(dT)/4.",
        )

    def identities(self, r):
        return [
            Claim("the formulas are actual runs", "section 2", r.apart, 0, "=="),
            Claim("the regret of EG", "Theorem 21.1", r.worst[0], r.top[0]),
            Claim("the regret of OGD", "Theorem 21.1", r.worst[1], r.top[1]),
        ]


# ---- one weight: supporting lines

SIDE = 1.6
PLACES = np.linspace(-SIDE, SIDE, 161)
WIDE, FINE = np.linspace(-4, 4, 1601), np.linspace(-4, 4, 16001)
SLOPES = np.linspace(-9, 9, 361)


def two_entropies(w):
    """sum_j p_j log p_j with p = ((1 + w)/2, (1 - w)/2); infinite beyond -1 and 1."""
    inside = np.abs(w) <= 1
    p = (1 + np.where(inside, w, 0.0)) / 2
    return np.where(inside, -entropy(np.stack([p, 1 - p], axis=-1)), np.inf)


WELLS = {  # R, its derivative, its conjugate
    "quadratic w²/2": (lambda w: w * w / 2, lambda w: w, lambda t: t * t / 2),
    "entropy of two experts": (
        two_entropies,
        lambda w: np.arctanh(np.clip(w, -1 + 1e-15, 1 - 1e-15)),
        lambda t: np.logaddexp(t, -t),
    ),
    "|w| on [−1, 1]": (
        lambda w: np.where(np.abs(w) <= 1 + 1e-12, np.abs(w), np.inf),
        np.sign,
        lambda t: np.maximum(np.abs(t) - 1, 0),
    ),
    "two wells (w² − 1)²/2": (
        lambda w: (w * w - 1) ** 2 / 2,
        lambda w: 2 * w * (w * w - 1),
        None,
    ),
}
SMOOTH = [name for name in WELLS if "|" not in name]


@lru_cache(64)
def conjugates(kind, lam):
    """psi* at lam SLOPES and psi** at PLACES, both by brute force."""
    values = lam * WELLS[kind][0](WIDE)
    star_, _ = mirror.conjugate_on_grid(values, WIDE, lam * SLOPES)
    return star_, mirror.conjugate_on_grid(star_, lam * SLOPES, PLACES)[0]


def tilted(r, y):
    """The slope at which the supporting line passes the right edge at height y."""
    return float(np.interp(y, SIDE * r.lam * SLOPES - r.stars, r.lam * SLOPES))


class slope(Figure):
    """A function, the highest line of a given slope below it, and the gap between the two."""

    size = (10, 4.6)
    veiled = (1,)
    story = [
        Step(
            "a line leans on a bowl",
            "The line of slope θ is pushed up until it touches ψ. Where it meets the dotted "
            "vertical axis stands −ψ*(θ). Green dashes: how high such lines reach, here up to ψ.",
        ),
        Step(
            "steeper",
            "Tilt it by its right end: it touches farther right and meets the axis lower, so ψ* "
            "grows. Right: the slope of ψ* is where the line touches.",
            theta=1.4,
        ),
        Step(
            "the gap",
            "The red gap at w is the Bregman divergence: how far ψ is above its tangent. Drag the "
            "star to the blue dot: the gap shrinks to 0.",
            w=-1,
        ),
        Step(
            "entropy",
            "Now w is the weight of one expert minus that of another. The walls become vertical "
            "at ±1, so the line touches inside, whatever its slope: no expert is ever given up.",
            kind="entropy of two experts",
            theta=1.5,
            w=0,
        ),
        Step(
            "strong regularisation",
            "λ = 4, a steeper bowl: the same slope touches nearer to 0. λ is 1/η: short steps.",
            lam=4,
        ),
        Step(
            "a corner",
            "|w| has many lines through its corner: for all slopes from −λ to λ the touching "
            "point stays at 0, and ψ* is flat.",
            kind="|w| on [−1, 1]",
        ),
        Step(
            "two wells",
            "No line from below reaches the hump. Applied twice, the conjugate gives the green "
            "dashes, the largest convex function below ψ.",
            kind="two wells (w² − 1)²/2",
            theta=0.3,
            w=0,
        ),
    ]
    handles = [
        Handle(
            "tilt the line",
            at=lambda r: (SIDE, float(np.clip(SIDE * r.theta - r.star_, -1.85, 1.95))),
            to=lambda r, x, y: dict(theta=tilted(r, y)),
        ),
        Handle(
            "move w",
            at=lambda r: (r.w, float(np.clip(r.psi, -1.85, 1.95))),
            to=lambda r, x, y: dict(w=x),
        ),
        Handle(
            "choose the slope",
            at=lambda r: (r.theta, r.star_),
            to=lambda r, x, y: dict(theta=x),
            panel=1,
        ),
    ]
    notes = """Tilt slowly and let the class call out the intercept: they draw ψ* by ear. The red
    gap is both the slack of Fenchel–Young and the Bregman divergence from the touching point; say
    it once here and the proof of Theorem 21.5 is a picture."""

    def sliders(self):
        return dict(
            kind=choice("function ψ", "quadratic w²/2", list(WELLS)),
            theta=slider("slope θ", 0.7, -1.5, 1.5, 0.02),
            w=slider("point w", -0.5, -1, 1, 0.02),
            lam=regularisation(1, 0.7, 4),
        )

    @staticmethod
    def compute(kind, theta, w, lam):
        """The supporting line by brute force on a grid, and what theory says of it."""
        value, grad, closed = WELLS[kind]
        psi = lam * value(PLACES)
        stars, twice = conjugates(kind, lam)
        fine = lam * value(FINE)
        star_, touch = mirror.conjugate_on_grid(fine, FINE, theta)
        around, near = mirror.conjugate_on_grid(fine, FINE, theta + np.array([-0.01, 0.01]))
        here, at_touch = lam * float(value(np.array(w))), lam * float(value(np.array(touch)))
        slopes = np.linspace(-1.5, 1.5, 121)
        return dict(
            graph=psi,
            psi=here,
            star_=float(star_),
            touch=float(touch),
            stars=stars,
            twice=twice,
            slopes=slopes,
            dual=np.interp(slopes, lam * SLOPES, stars),
            gap=here + float(star_) - w * theta,
            bregman=here - at_touch - lam * float(grad(touch)) * (w - float(touch)),
            clear=float(np.min(psi - theta * PLACES) + star_),
            steep=float(np.diff(around)[0] / 0.02),
            formula=None if closed is None else lam * float(closed(theta / lam)),
            over=float(np.max(twice - psi)),
            under=float(np.max(np.where(np.isfinite(psi), psi, twice) - twice)),
            jump=float(near[1] - near[0]),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-SIDE - 0.05, SIDE + 0.05), ylim=(-1.9, 2), xlabel="w", ylabel="height"),
            dict(xlim=(-1.55, 1.55), ylim=(-0.08, 1.85), xlabel="slope θ", ylabel="ψ*(θ)"),
            width_ratios=[1.35, 1],
        )
        left.axvline(0, color=plots.BOUND, ls=":", lw=1.2)
        psi = plots.curves(left, ["ψ"], color=plots.TRUTH)
        line = plots.curves(left, ["line of slope θ"], color=plots.FIT)
        twice = plots.curves(left, ["all lines, ψ**"], color=plots.GREEN, ls="--", lw=2.6)
        gap = plots.curves(left, ["gap"], color=plots.RED, lw=4)
        plots.legend_above(left)
        touch = plots.mark(left, marker="o", colour=plots.FIT, size=8)
        foot = plots.mark(left, marker="s", colour=plots.FIT, size=8)
        dual = plots.curves(right, ["ψ*"], color=plots.FIT)
        plots.legend_above(right)
        point, here = plots.star(left), plots.star(right)
        ends = np.array([-SIDE, SIDE])
        return lambda r: (
            *psi(PLACES, r.graph),
            *twice(PLACES, np.where(np.isfinite(r.graph), r.twice, np.nan)),
            *line(ends, r.theta * ends - r.star_),
            *gap(np.array([r.w, r.w]), np.array([r.psi - r.gap, r.psi])),
            *touch(r.touch, r.theta * r.touch - r.star_),
            *foot(0, -r.star_),
            *dual(r.slopes, r.dual),
            *point(r.w, r.psi),
            *here(r.theta, r.star_),
        )

    def caption(self, r):
        return (
            f"The line of slope {minus(r.theta)} meets the axis at {minus(-r.star_, 3)}, the blue "
            f"square. The red gap at w is {max(r.gap, 0):.2f}."
        )

    def numbers(self, r):
        return (
            f"the line touches at w = {r.touch:.3g}, the conjugate is {r.star_:.3g}, the gap at w "
            f"is {max(r.gap, 0):.3g}, λ = {r.lam:.3g}."
        )

    def headline(self, r):
        return Claim(
            "Fenchel–Young",
            "Theorem 21.3",
            measured=r.w * r.theta,
            bound=r.psi + r.star_,
            tol=1e-5,
            words="wθ is never more than ψ(w) + ψ*(θ): the line stays below ψ.",
        )

    def identities(self, r):
        return [
            Claim("the line is nowhere above ψ", "section 3", r.clear, 0, ">=", tol=1e-6),
            Claim(
                "the slope of ψ* is where the line touches",
                "Theorem 21.3",
                r.steep,
                r.touch,
                "==",
                tol=0.02,
                why_not="the touching point jumps here" * (r.jump > 0.1),
            ),
            Claim(
                "the gap is the Bregman divergence",
                "section 3",
                r.gap,
                r.bregman,
                "==",
                tol=0.01,
                why_not="ψ has no tangent at a corner or an end" * ("|" in r.kind),
            ),
            *about_conjugates(r, "two wells" in r.kind),
        ]


def about_conjugates(r, two):
    """Claims about ψ* and ψ**; `two` wells are not convex."""
    formula = r.star_ if r.formula is None else r.formula
    closed = Claim("closed form, with λψ*(θ/λ)", "Theorem 21.3", r.star_, formula, "==", 1e-4)
    same = Claim("ψ** = ψ", "Theorem 21.3", r.under, 0, "==", 2e-3)
    return [
        replace(closed, why_not="two wells have no simple one" * two),
        Claim("ψ** is below ψ", "Theorem 21.3", r.over, 0, tol=1e-6),
        replace(same, why_not="two wells are not convex" * two),
    ]


# ---- three experts: the mirror

CORNERS = simplex_points(np.eye(3))
TICKS = np.arange(-4, 5)


def lines_of_the_plane():
    """Lines theta_1 = const and theta_2 = const of the dual plane, (18, 61, 3)."""
    s = np.linspace(-6, 6, 61)
    held = [np.column_stack([np.full(61, c), s, np.zeros(61)]) for c in TICKS]
    return np.array(held + [line[:, [1, 0, 2]] for line in held])


LINES = lines_of_the_plane()


def triangle(ax, names=("expert 1", "expert 2", "expert 3")):
    """The simplex of three experts, its corners named."""
    ax.plot(*np.vstack([CORNERS, CORNERS[:1]]).T, color="0.2", lw=1.4)
    ax.set(xlim=(-0.12, 1.12), ylim=(-0.13, 1.0), xticks=[], yticks=[], aspect="equal")
    ax.grid(False)
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    places = ((0, -0.03, "top"), (1, -0.03, "top"), (0.5, 0.92, "bottom"))
    for (x, y, va), name in zip(places, names):
        ax.text(x, y, name, ha="center", va=va, fontsize=11)


class reflected(Figure):
    """Add in one plane, and see the weights in the mirror."""

    size = (10, 4.6)
    veiled = (0,)
    story = [
        Step(
            "two leads",
            "Right: experts 1 and 2 are ahead of expert 3. Left: EG keeps something for all, OGD "
            "has put everything on the first.",
        ),
        Step(
            "hot",
            "τ = 5: leads hardly count, and both stay nearer to the middle. The mirror squeezes "
            "the whole grid of the right plane in there.",
            tau=5,
        ),
        Step(
            "cold",
            "τ = 0.2: both are all but certain. A cold softmax follows the leader.",
            tau=0.2,
        ),
        Step(
            "a tie of two",
            "Experts 1 and 2 level, 3 behind: OGD is on the edge, with weight exactly 0 for "
            "expert 3. EG never arrives there.",
            b=2,
        ),
        Step(
            "third in front",
            "Expert 3 leads now, by 4. In the plane of leads that is a point like any other; the "
            "mirror sends it to the corner.",
            a=-4,
            b=-4,
        ),
        Step(
            "no lead",
            "All level: the middle, whatever the temperature.",
            a=0,
            b=0,
        ),
    ]
    handles = [
        Handle(
            "move the leads",
            at=lambda r: (r.a, r.b),
            to=lambda r, x, y: dict(a=x, b=y),
            panel=1,
        )
    ]
    notes = """Drag the star along a straight line: the blue path bends, the orange one is straight
    until it hits an edge. Ask what adding the same number to all three leads would do: nothing, and
    so the dual of three weights is a plane."""

    def sliders(self):
        return dict(
            tau=temperature(1, 0.05, 5),
            a=slider("lead of expert 1, θ₁", 2, -4, 4, 0.05),
            b=slider("lead of expert 2, θ₂", 1, -4, 4, 0.05),
        )

    @staticmethod
    def compute(tau, a, b):
        """Weights of both mirrors along the straight way from no lead to these leads."""
        theta = np.array([a, b, 0.0])
        way = np.linspace(0, 1, 61)[:, None] * theta
        w, p = softmax(theta, tau), project_simplex(theta / tau)
        psi_star = lambda t: tau * mirror.ENTROPIC.conjugate(t / tau)  # noqa: E731
        h = 1e-5 * np.eye(3)
        return dict(
            w=w,
            p=p,
            paths=(simplex_points(softmax(way, tau)), simplex_points(project_simplex(way / tau))),
            net=simplex_points(softmax(LINES, tau)),
            above=float(theta.max() - theta @ w),
            paid=float(-theta @ w - tau * entropy(w)),
            free=float(-psi_star(theta)),
            slopes=float(np.abs((psi_star(theta + h) - psi_star(theta - h)) / 2e-5 - w).max()),
            shifted=float(np.abs(softmax(theta + 2.5, tau) - w).max()),
            angle=widest_angle(theta / tau, p, np.eye(3)),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            {},
            dict(xlim=(-4.4, 4.4), ylim=(-4.4, 4.4), xlabel="θ₁: lead of expert 1"),
            width_ratios=[1.2, 1],
        )
        right.set_ylabel("θ₂: lead of expert 2")
        triangle(left)
        net = ways(left, len(LINES), "grid of the right plane", color="0.75", lw=0.8)
        eg = ways(left, 1, "EG", color=EG, lw=2.4)
        ogd = ways(left, 1, "OGD", color=OGD, ls="-.", lw=2.4)
        plots.legend_above(left)
        ogd_end = plots.mark(left, marker="s", colour=OGD, size=14)  # seen behind EG's dot
        eg_end = plots.mark(left, marker="o", colour=EG, size=8)
        for c in TICKS:
            right.axvline(c, color="0.75", lw=0.8)
            right.axhline(c, color="0.75", lw=0.8)
        right.grid(False)
        way = plots.curves(right, ["minus the summed losses"], color=plots.TRUTH)
        plots.legend_above(right)
        here = plots.star(right)
        return lambda r: (
            *net(r.net),
            *eg(r.paths[:1]),
            *ogd(r.paths[1:]),
            *ogd_end(*r.paths[1][-1]),
            *eg_end(*r.paths[0][-1]),
            *way(np.array([0, r.a]), np.array([0, r.b])),
            *here(r.a, r.b),
        )

    def caption(self, r):
        return (
            f"With τ = {r.tau:.2g} the second expert has {small(r.w[1])} by EG, {small(r.p[1])} by "
            f"OGD. EG’s weights lose {r.above:.2f} more than the best expert."
        )

    def numbers(self, r):
        eg, ogd = (", ".join(f"{x:.3g}" for x in w) for w in (r.w, r.p))
        return f"weights of EG {eg}; of OGD {ogd}; η = 1/τ is {1 / r.tau:.3g}."

    def headline(self, r):
        return Claim(
            "a softmax is nearly as good as the best",
            "Theorem 21.4",
            measured=r.above,
            bound=r.tau * np.log(3),
            words="Softmax weights of temperature τ lose at most τ log d more than the best "
            "expert has lost so far.",
        )

    def identities(self, r):
        return [
            Claim("least loss minus τ entropy", "Theorem 21.4", r.paid, r.free, "=="),
            Claim("w is the gradient of ψ*", "section 4", r.slopes, 0, "==", tol=1e-4),
            Claim("a common lead changes nothing", "section 4", r.shifted, 0, "=="),
            Claim("OGD is the nearest point", "section 1", r.angle, 0),
        ]


def ways(ax, count, label, **line):
    """Lines of one kind that each have their own places. move(list of (k, 2) arrays)."""
    lines = [ax.plot([], [], label=None if i else label, **line)[0] for i in range(count)]

    def move(places):
        for one, xy in zip(lines, places, strict=True):
            one.set_data(*np.asarray(xy).T)
        return lines

    return move


# ---- the regret, term by term

ROUNDS = np.arange(1, 101)
AGAINST = ("the best expert", "the mean of all", "the worst expert")


def compared(Z, against):
    """The weights u that the learner is compared with."""
    d = Z.shape[1]
    if against == "the mean of all":
        return np.full(d, 1 / d)
    total = Z.sum(axis=0)
    return np.eye(d)[int(total.argmin() if "best" in against else total.argmax())]


class terms(Figure):
    """What the regret is made of: a start, a hundred moves, and what is left over."""

    size = (10, 4.6)
    veiled = (0, 1)
    more = ("d", "against")
    story = [
        Step(
            "all terms",
            "Right: start plus moves minus what is left over is the regret, exactly. The bound "
            "forgets what is left over and rounds every move up.",
        ),
        Step(
            "short steps",
            "η a tenth: the start is ten times as large, and most of it is left over. Hardly any "
            "moves: hardly anything is learnt.",
            eta=0.021,
        ),
        Step(
            "long steps",
            "η ten times as large: hardly any start, and the moves are most of the regret. The "
            "bound is far above, for it rounds every move up.",
            eta=2.1,
        ),
        Step(
            "coins, OGD",
            "The other mirror on the same coins, at its own tuned η. The bound now counts squared "
            "lengths of the losses, about five a round instead of one.",
            geometry="quadratic (OGD)",
            eta=0.03,
        ),
        Step(
            "one good expert",
            "The regret grows for twenty rounds; then the weight is on the good expert, and "
            "nothing is left over.",
            losses="one good expert",
        ),
        Step(
            "see-saw",
            "The moves cost about what they did with coins, but there is nothing to learn: all of "
            "the start is left over.",
            losses="see-saw",
        ),
        Step(
            "against the mean",
            "Compared with the mean of all experts there is no start: the learner begins there. "
            "Its regret is negative, it has found better ones.",
            against="the mean of all",
        ),
    ]
    handles = [
        Handle(
            "choose the round",
            at=lambda r: (r.t, float(np.clip(r.curves[0][r.t - 1], -0.28, 1))),
            to=lambda r, x, y: dict(t=x),
        )
    ]
    notes = """Read the bars aloud like a bill. Then ask what the bound throws away: what is left
    over (how far u still is from the last weights) and the rounding of every move. For EG a move is
    about half η times the variance of the losses under w, at most η/8: a quarter of its bound."""

    def sliders(self):
        return dict(
            eta=step_size(0.21, 0.01, 5),
            geometry=choice("geometry", "entropic (EG)", GEOMETRIES),
            losses=choice("losses", "coins", list(GAMES)),
            t=int_slider("round t", 100, 1, 100),
            d=int_slider("experts d", 10, 2, 50),
            against=choice("against", "the best expert", list(AGAINST)),
        )

    @staticmethod
    def compute(eta, geometry, losses, t, d, against):
        """All terms after each of a hundred rounds, as shares of the bound after the last."""
        Z = played(losses, 100, d, 1)
        u = compared(Z, against)
        run = mirror.mirror_descent(Z, geometry, eta)
        found = mirror.terms(run, geometry, u)
        moves, norms = np.cumsum(found["moves"]), np.cumsum(found["norms"])
        lost = np.cumsum((run.w[:-1] * Z).sum(axis=1) - Z @ u)
        whole = found["start"] + norms[-1]
        bars = (found["start"], moves[t - 1], found["slack"][t - 1], lost[t - 1], norms[t - 1])
        return dict(
            curves=np.array([lost, found["start"] + moves, found["start"] + norms]) / whole,
            whole=float(whole),
            bars=[float(b) for b in bars],
            least=float(min(found["moves"].min(), found["slack"].min())),
            over=float((found["moves"] - found["norms"]).max()),
            apart=float(np.abs(found["start"] + moves - found["slack"] - lost).max() / whole),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0, 102), ylim=(-0.3, 1.06), xlabel="round t"),
            dict(xlim=(-0.6, 4.6), ylim=(-0.3, 1.06)),
            width_ratios=[1.1, 1],
        )
        left.set_ylabel("share of the bound at t = 100")
        right.set_ylabel("the same, at round t")
        names = ["start", "moves", "left\nover", "regret", "bound"]
        right.set_xticks(range(5), names)
        for ax in (left, right):
            ax.axhline(0, color="0.6", lw=0.8)
        bound = plots.curves(left, ["bound"], **DASHED)
        tight = plots.curves(left, ["start + moves"], color=plots.GREEN, ls="-.")
        regret = plots.curves(left, ["regret"], color=plots.FIT)
        plots.legend_above(left)
        looks = ("0.75", plots.GREEN, plots.RED, plots.FIT, plots.BOUND)
        fall = [right.bar([i], [0], 0.7, color=c, edgecolor="white") for i, c in enumerate(looks)]
        fall[4][0].set(facecolor="none", edgecolor=plots.BOUND, linestyle="--", linewidth=1.6)
        here = plots.star(left)

        def move(r):
            start, moves, slack, lost, norms = (np.array(r.bars) / r.whole).tolist()
            feet = (0, start, start + moves - slack, 0, 0)
            tops = (start, moves, slack, lost, start + norms)
            for box, foot, top in zip(fall, feet, tops):
                box[0].set_y(foot)
                box[0].set_height(top)
            return (
                *bound(ROUNDS, r.curves[2]),
                *tight(ROUNDS, r.curves[1]),
                *regret(ROUNDS, r.curves[0]),
                *(box[0] for box in fall),
                *here(r.t, float(np.clip(r.curves[0][r.t - 1], -0.28, 1))),
            )

        return move

    def caption(self, r):
        start, moves, slack, lost, _ = (round(b, 1) for b in r.bars)
        exact = abs(start + moves - slack - lost) < 0.01
        return (
            f"At this round: start {start:.1f} + moves {moves:.1f} − left over {slack:.1f} = "
            f"regret {minus(lost, 1)}{'' if exact else ', up to rounding'}."
        )

    def numbers(self, r):
        start, moves, slack, lost, norms = r.bars
        return (
            f"start {start:.3g}, moves {moves:.3g}, left over {slack:.3g}, regret {lost:.3g}; the "
            f"bound is {start + norms:.3g} at this round and {r.whole:.3g} after all."
        )

    def headline(self, r):
        start, moves, _, lost, _ = r.bars
        return Claim(
            "the regret of mirror descent",
            "Theorem 21.5",
            measured=lost,
            bound=start + moves,
            words="The regret against u is at most ψ(u) − ψ(w₁) plus one Bregman divergence a "
            "round.",
        )

    def identities(self, r):
        return [
            Claim("regret = start + moves − left over", "Theorem 21.5", r.apart, 0, "=="),
            Claim("moves and what is left over are at least 0", "Theorem 21.5", r.least, 0, ">="),
            Claim("every move is below its norm", "Theorem 21.6", r.over, 0),
        ]


# ---- further: rulers of the triangle

CLOUD = np.random.default_rng(21).dirichlet(np.full(3, 0.7), 300)
FLAT = plots.mesh((-0.02, 1.02, -0.02, 0.9), 50)


def weights_of(xy):
    """Points of the plane (..., 2) as weights of three experts; negative outside."""
    x, y = np.moveaxis(np.asarray(xy, dtype=float), -1, 0)
    top = 2 * y / 3**0.5
    return np.stack([1 - x - top / 2, x - top / 2, top], axis=-1)


def broken_stick(a, b):
    """Weights a, (1 - a) b, (1 - a)(1 - b)."""
    return np.array([a, (1 - a) * b, (1 - a) * (1 - b)])


def sticks(x, y):
    """The two numbers of `broken_stick` for a point of the plane, kept inside."""
    w = np.clip(weights_of((x, y)), 0.01, None)
    w = w / w.sum()
    return float(w[0]), float(w[1] / (w[1] + w[2]))


def kl(w, u):
    """sum_j w_j log(w_j/u_j); 0 log 0 is 0."""
    w = np.asarray(w, dtype=float)
    return (w * np.log(np.where(w > 0, w, 1) / u)).sum(axis=-1)


class rulers(Figure):
    """How far is w from u? Three answers, and which is never the largest."""

    size = (10, 4.6)
    veiled = (1,)
    story = [
        Step(
            "from the middle",
            "All lines pass through the star: points as far from u as w is, by each ruler. "
            "Around the middle all three look alike.",
        ),
        Step(
            "near an edge",
            "u gives expert 3 next to nothing. The blue line turns back first: KL charges more "
            "than the others for weight that u did not give.",
            u2=0.95,
        ),
        Step(
            "near a corner",
            "u is all but sure of expert 1. Right: all dots are now well above the line.",
            u1=0.9,
        ),
        Step(
            "w in a corner",
            "w is nearly in a corner. Even in the corner KL would be finite, log(1/u₁), here "
            "log 2 = 0.69. From a corner it would be infinite.",
            u1=0.5,
            w1=0.98,
        ),
        Step(
            "nearly reached",
            "w close to u, both with half their weight on expert 1: now half the squared 1-norm "
            "is nearly all of KL.",
            u1=0.5,
            w1=0.6,
            u2=0.5,
            w2=0.5,
        ),
    ]
    handles = [
        Handle(
            "move u",
            at=lambda r: tuple(simplex_points(r.u)),
            to=lambda r, x, y: dict(zip(("u1", "u2"), sticks(x, y))),
        ),
        Handle(
            "move w",
            at=lambda r: tuple(simplex_points(r.w)),
            to=lambda r, x, y: dict(zip(("w1", "w2"), sticks(x, y))),
        ),
    ]
    notes = """Pinsker’s inequality is what makes the entropic bound free of d: KL is as curved as a
    squared 1-norm. Let somebody search the pair w, u at which the bound is nearly reached: close
    together, half the weight on one side."""

    def sliders(self):
        return dict(
            u1=slider("expert 1, u₁", 0.34, 0.02, 0.98),
            u2=slider("2 against 3, u₂₃", 0.5, 0.02, 0.98),
            w1=slider("expert 1, w₁", 0.6, 0.02, 0.98),
            w2=slider("2 against 3, w₂₃", 0.6, 0.02, 0.98),
        )

    @staticmethod
    def compute(u1, u2, w1, w2):
        """The three divergences of w, of a fixed cloud, and of the mesh of the triangle."""
        u, w = broken_stick(u1, u2), broken_stick(w1, w2)
        at = weights_of(FLAT)
        inside = (at >= -1e-9).all(axis=1)
        rule = np.full((3, len(at)), np.nan)
        rule[:, inside] = three_rulers(np.maximum(at[inside], 0), u)
        mine = three_rulers(w, u)
        return dict(
            u=u,
            w=w,
            rule=rule,
            mine=mine,
            cloud=three_rulers(CLOUD, u),
            gap=float(mirror.bregman(mirror.ENTROPIC.value, lambda u: np.log(u) + 1, w, u)),
            half=float(mirror.bregman(mirror.QUADRATIC.value, lambda u: u, w, u)),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            {},
            dict(
                xscale="log",
                yscale="log",
                xlim=(1e-3, 3),
                ylim=(1e-3, 8),
                xlabel="half the squared 1-norm of w − u",
                ylabel="KL(w ‖ u)",
            ),
            width_ratios=[1.2, 1],
        )
        triangle(left)
        looks = ((EG, "-"), (OGD, "-."), (plots.BOUND, "--"))
        lines = [level_line(left, c, ls) for c, ls in looks]
        for name, (c, ls) in zip(("KL", "½ squared 2-norm", "½ squared 1-norm"), looks):
            left.plot([], [], color=c, ls=ls, label=name)
        plots.legend_above(left)
        right.plot([1e-5, 10], [1e-5, 10], label="equal", **DASHED)
        dots = plots.points(right, ["300 random w"], legend=None, size=14)
        plots.legend_above(right)
        centre = plots.mark(left, marker="D", colour=plots.BLACK, size=8)
        here, there = plots.star(left), plots.star(right)
        return lambda r: (
            *(a for m, z, c in zip(lines, r.rule, r.mine) for a in m(z, c)),
            *centre(*simplex_points(r.u)),
            *here(*simplex_points(r.w)),
            *dots(r.cloud[[2, 0]].T),
            *there(max(r.mine[2], 1.1e-3), max(r.mine[0], 1.1e-3)),
        )

    def caption(self, r):
        return (
            f"From u (diamond) to w (star): KL is {r.mine[0]:.3f}, the dashed ruler says "
            f"{r.mine[2]:.3f}, the orange one {r.mine[1]:.3f}."
        )

    def headline(self, r):
        return Claim(
            "KL is as curved as the 1-norm",
            "Theorem 21.7",
            measured=float(r.mine[2]),
            bound=float(r.mine[0]),
            words="Half the squared 1-norm of w − u is never more than KL(w ‖ u).",
        )

    def identities(self, r):
        worst = float((r.cloud[2] - r.cloud[0]).max())
        return [
            Claim("so for 300 other w", "Theorem 21.7", worst, 0),
            Claim("KL is a Bregman divergence", "section 3", float(r.mine[0]), r.gap, "=="),
            Claim("so is half the square", "section 3", float(r.mine[1]), r.half, "=="),
        ]


def three_rulers(w, u):
    """KL, half the squared 2-norm and half the squared 1-norm, stacked."""
    apart = np.asarray(w) - u
    return np.stack([kl(w, u), (apart**2).sum(axis=-1) / 2, np.abs(apart).sum(axis=-1) ** 2 / 2])


def level_line(ax, colour, ls):
    """One level line on the mesh of the triangle. move(values, level)."""
    kept, X, Y = [], FLAT[:, 0].reshape(50, 50), FLAT[:, 1].reshape(50, 50)

    def move(values, level):
        for old in kept:
            old.remove()
        kept.clear()
        Z = values.reshape(50, 50)
        if np.nanmin(Z) < level < np.nanmax(Z):  # a level that is nowhere would warn
            kept.append(ax.contour(X, Y, Z, [level], colors=[colour], linestyles=[ls]))
            kept[0].set_animated(True)
        return tuple(kept)

    return move


# ---- further: pixels as experts


@lru_cache(1)
def pixel_losses():
    """(1000, 128): is the pixel, or its opposite, wrong about “this digit is odd”?"""
    digits = load("digits")
    bright = (digits.X > digits.X.mean(axis=0))[:1000]
    wrong = bright != (digits.y[:1000] % 2 == 1)[:, None]
    return np.hstack([wrong, ~wrong]).astype(float)


class pixels(Figure):
    """Sixty-four pixels and their opposites say even or odd; the learner knows no digits."""

    size = (10, 4.4)
    veiled = (0, 1)
    story = [
        Step(
            "all images",
            "Left: a red pixel is brighter in odd digits, a blue one in even digits; the ring is "
            "where EG ends. Right: EG comes nearer to the best pixel than OGD.",
        ),
        Step(
            "five times the step",
            "These images are no adversary: with longer steps both do better. Blue dips under the "
            "dotted line, the best pixel’s share of all 1000, for the first images are easier.",
            factor=5,
        ),
        Step(
            "a hundred images",
            "After a hundred images the best of 128 pixels looks better than it is, by luck, and "
            "both learners are far behind it.",
            T=100,
        ),
        Step(
            "twenty times the step",
            "Still longer steps, and both err even less. Nobody plays against us here.",
            factor=20,
        ),
    ]
    handles = [
        Handle(
            "choose the number of images",
            at=lambda r: (r.T, float(np.clip(r.error[0][-1], 0.11, 0.54))),
            to=lambda r, x, y: dict(T=x),
            panel=1,
        )
    ]
    notes = """Nobody drew these images against the learner, so the bound is generous: longer steps
    help. Ask why one pixel can be right four times out of five."""

    def sliders(self):
        return dict(
            factor=log_slider("step size η (1 = tuned)", 1, 0.05, 20),
            T=int_slider("images T", 1000, 20, 1000),
        )

    @staticmethod
    def compute(factor, T):
        """Both learners on the first T images: regret, running error, last weights of EG."""
        Z, out = pixel_losses()[:T], []
        t = np.arange(1, T + 1)
        for geometry in (mirror.ENTROPIC, mirror.QUADRATIC):
            eta = factor * mirror.tuned(geometry, 128, T)[0]
            run = mirror.mirror_descent(Z, geometry, eta)
            error = np.cumsum((run.w[:-1] * Z).sum(axis=1)) / t
            out.append(
                (mirror.regret(run)[-1], mirror.bound(geometry, 128, T, eta), error, run.last)
            )
        regret, bound, error, last = zip(*out)
        best = Z.mean(axis=0)
        return dict(
            regret=regret,
            bound=bound,
            error=error,
            rounds=t,
            map=(0.5 - best[:64]).reshape(8, 8),
            trusted=divmod(int(np.argmax(last[0][:64] + last[0][64:])), 8),
            best=float(best.min()),
            own=float(error[0][-1] - best.min()),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xticks=[], yticks=[], xlabel="red: bright means odd; blue: even"),
            dict(xlim=(0, 1030), ylim=(0.1, 0.55), xlabel="images seen"),
            width_ratios=[1, 1.5],
        )
        right.set_ylabel("share of errors so far")
        shade = plots.heatmap(left, (0, 8, 8, 0), -0.35, 0.35, "RdBu_r", origin="upper")
        ring = plots.circles(left, None, 22)
        lines = pair_of_curves(right)
        best = plots.level(right, "best pixel in hindsight", plots.TRUTH, ":")
        plots.legend_above(right)
        here = plots.star(right)
        return lambda r: (
            *shade(r.map),
            *ring([[r.trusted[1] + 0.5, r.trusted[0] + 0.5]]),
            *lines(r.rounds, *r.error),
            *best(r.best),
            *here(r.T, float(np.clip(r.error[0][-1], 0.11, 0.54))),
        )

    def caption(self, r):
        return (
            f"After {r.T} images EG has erred on {100 * r.error[0][-1]:.0f} %, OGD on "
            f"{100 * r.error[1][-1]:.0f} %, the best pixel on {100 * r.best:.0f} %."
        )

    def numbers(self, r):
        return (
            f"regret of EG {r.regret[0]:.4g} of at most {r.bound[0]:.4g}, of OGD "
            f"{r.regret[1]:.4g} of at most {r.bound[1]:.4g}."
        )

    def headline(self, r):
        return Claim(
            "the regret of EG",
            "Theorem 21.1",
            measured=r.regret[0],
            bound=r.bound[0],
            words="EG’s regret is at most (log d)/η + ηT/2, on real images as on any losses.",
        )

    def identities(self, r):
        return [
            Claim("the regret of OGD", "Theorem 21.1", r.regret[1], r.bound[1]),
            Claim(
                "regret is error minus best error, times T",
                "section 1",
                r.regret[0],
                r.T * r.own,
                "==",
            ),
        ]
