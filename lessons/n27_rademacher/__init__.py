"""The figures of notebook 27, Rademacher complexity: how well classes fit coin flips."""

from functools import lru_cache
from types import SimpleNamespace

import numpy as np
from scipy.spatial import ConvexHull, QhullError

from helpers import data, plots
from helpers.generalisation import rademacher as rad
from helpers.kernels.algebra import gaussian
from helpers.kernels.gram import Pairs
from helpers.live import Claim, Figure, Handle, Step, choice, int_slider, log_slider, slider
from helpers.live.controls import bandwidth as bandwidth_slider
from helpers.live.controls import points
from helpers.live.story import point_handles
from helpers.margins import boosting, stumps

FLIPS = 60  # coin labellings over which figures average


@lru_cache(1)
def patients():
    """The breast cancer data in a fixed random order: X (569, 30), y in {-1, +1}, names."""
    cancer = data.load("breast_cancer")
    order = np.random.default_rng(27).permutation(len(cancer.y))
    X, y = data.standardise(cancer.X)[order], data.as_signs(cancer.y)[order]
    return SimpleNamespace(X=X, y=y, names=cancer.names)


BY_PATIENTS = dict(xscale="log", xlim=(19, 430), xlabel="patients n")


# patients with coin flips for labels

RULES = ("stumps on 30 features", "stumps on 1 feature", "one fixed rule", "memory")
SIZES = np.arange(20, 401, 20)
FIXED = 22  # worst perimeter: the feature of the one fixed rule and of the small class


def coin_flips(number, n):
    """The first n of 400 coin flips; each number has its own."""
    return np.random.default_rng([27, number]).choice([-1.0, 1.0], size=400)[:n]


@lru_cache(4)
def coin_table(rules):
    """For each size: mean agreement of the best rule with coins, with the true labels, and the
    number of rules that can be told apart."""
    everybody = patients()
    found = []
    for n in SIZES:
        X, y = everybody.X[:n], everybody.y[:n]
        if rules == "memory":
            found.append((1.0, 1.0, 2.0**n))
            continue
        if rules == "one fixed rule":
            found.append((0.0, abs(np.mean(y * fixed_rule(X))), 1))
            continue
        some = rad.Stumps(X if "30" in rules else X[:, [FIXED]])
        flips = np.array([coin_flips(i, n) for i in range(1, FLIPS + 1)], dtype=np.float32)
        coins, truth = some.best(flips).mean() / n, some.best(y[None])[0] / n
        found.append((float(coins), float(truth), some.count))
    return np.array(found).T


def fixed_rule(X):
    """The one fixed rule: a large tumour is called +1."""
    return np.where(X[:, FIXED] > 0, 1.0, -1.0)


def best_rule(rules, X, labels):
    """(feature, order of the patients by it, place of the cut or None, answers) of the best rule
    for these labels."""
    if rules == "memory":
        return FIXED, np.argsort(X[:, FIXED], kind="stable"), None, labels
    if rules == "one fixed rule":
        feature, answers = FIXED, fixed_rule(X)
    else:
        columns = np.arange(X.shape[1]) if "30" in rules else np.array([FIXED])
        answers, rule = stumps.stump_learner(X[:, columns], labels)(np.full(len(X), 1 / len(X)))
        feature = int(columns[int(rule[0])])
    order = np.argsort(X[:, feature], kind="stable")
    changes = np.flatnonzero(np.diff(answers[order]))
    return feature, order, int(changes[0]) + 1 if len(changes) else len(X), answers


class coins(Figure):
    """Patients with coin flips for labels, and the rule of a class that fits them best."""

    size = (10, 4.3)
    veiled = (0, 1)
    story = [
        Step(
            "twenty patients",
            "Left: heads in the upper row, tails in the lower one. The best of all stumps is right "
            "about most of them, and there is nothing to be right about.",
        ),
        Step(
            "other flips",
            "Other flips, another feature, another cut: the class always finds something.",
            flip=7,
        ),
        Step(
            "four hundred patients",
            "With many patients coins are hard to fit: 42 % errors. True labels still are easy.",
            n=400,
        ),
        Step(
            "one feature",
            "Stumps on one feature only: a smaller class, and its curve is higher everywhere.",
            rules="stumps on 1 feature",
        ),
        Step(
            "one fixed rule",
            "A rule that was fixed before the flips is right half of the time, on average exactly.",
            rules="one fixed rule",
        ),
        Step(
            "memory",
            "Who remembers every patient fits all coins without an error, for every n.",
            rules="memory",
        ),
    ]
    handles = [
        Handle("choose n", at=lambda r: (r.n, r.mean_error), to=lambda r, x, y: dict(n=x), panel=1)
    ]
    notes = """Let the class flip twenty real coins and call the labels out. Nobody believes that a
    single cut through a single feature can be right about sixteen of them, until it is. Then ask
    what that says of the 0 % errors on the true labels of twenty patients: not much."""

    def sliders(self):
        return dict(
            n=int_slider("patients n", 20, 20, 400, 20),
            rules=choice("class", RULES[0], list(RULES)),
            flip=int_slider("new random flips", 3, 1, 30),
        )

    @staticmethod
    def compute(n, rules, flip):
        """The best rule for these flips, and its mean error over sixty, for every size."""
        X, labels = patients().X[:n], coin_flips(flip, n)
        agree, truth, count = coin_table(rules)
        at = int(np.searchsorted(SIZES, n))
        feature, order, cut, answers = best_rule(rules, X, labels)
        wrong = answers != labels
        side = "" if cut is None else "+" if answers[order[0]] > 0 else "-"
        return dict(
            order=order,
            labels=labels,
            wrong=wrong,
            feature=feature,
            cut=cut,
            side=side,
            error=float(wrong.mean()),
            sup=reached(rules, X, labels),
            curve=(1 - agree) / 2,
            truth=(1 - truth) / 2,
            floor=(1 - rad.massart(count, SIZES)) / 2,
            mean_error=float((1 - agree[at]) / 2),
            R=float(agree[at]),
            bound=float(rad.massart(count[at], n)),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-0.03, 1.03), ylim=(-2.1, 2.1), xlabel="patients in the order of a feature"),
            dict(ylim=(-0.02, 0.56), ylabel="share of wrong labels", **BY_PATIENTS),
            width_ratios=[1.15, 1],
        )
        left.set_yticks([-1.1, 1.1], ["tails", "heads"])
        left.grid(False)
        shade = halves_of_row(left)
        dots = plots.points(left, ["heads", "tails"], legend=None, size=40)
        missed = plots.circles(left, "wrong", 11)
        told = plots.note(left, 0.02, 0.99, 11)
        right.set_xticks([20, 50, 100, 200, 400], ["20", "50", "100", "200", "400"])
        right.minorticks_off()
        curve = plots.curves(right, ["errors on coins"], color=plots.BLUE)
        truth = plots.curves(right, ["on true labels"], color=plots.TRAIN, ls="-.")
        floor = plots.curves(right, ["Massart"], color=plots.BOUND, ls="--")
        plots.legend_above(right)
        right.axhline(0.5, color="0.7", lw=1)
        here = plots.star(right)

        def move(r):
            place = np.argsort(r.order) / (r.n - 1)
            height = r.labels * (1.1 + 0.55 * spread(r.n))
            xy = np.column_stack([place, height])
            return (
                *shade(None if r.cut is None else (r.cut - 0.5) / (r.n - 1), r.side),
                *dots(xy[r.labels > 0], xy[r.labels < 0]),
                *missed(xy[r.wrong]),
                *told(feature_words(r)),
                *curve(SIZES, r.curve),
                *truth(SIZES, r.truth),
                *floor(SIZES, r.floor),
                *here(r.n, r.mean_error),
            )

        return move

    def caption(self, r):
        return (
            f"These flips: {100 * r.error:.0f} % of {r.n} patients wrong. Over {FLIPS} labellings "
            f"by coins: {100 * r.mean_error:.0f} % on average."
        )

    def numbers(self, r):
        return (
            f"the best rule is wrong about {100 * r.error:.1f} % of these coin labels, on average "
            f"{100 * r.mean_error:.1f} %; complexity {r.R:.3f}, Massart's bound {r.bound:.3f}."
        )

    def headline(self, r):
        return Claim(
            "Massart’s lemma",
            "Theorem 27.2",
            measured=r.R,
            bound=r.bound,
            words="The best of N rules agrees with coins by at most √(2 ln N/n), on average.",
        )

    def identities(self, r):
        return [
            Claim("agreement is 1 − 2·errors", "Theorem 27.1", r.sup, 1 - 2 * r.error, "=="),
            Claim(
                "no fixed rule gains",
                "Theorem 27.4",
                float(r.R),
                0.0,
                "==",
                why_not="" if r.rules == "one fixed rule" else "the class has more than one rule",
            ),
        ]


def reached(rules, X, labels):
    """The largest mean agreement with the labels, from cumulative sums instead of counting."""
    if rules == "memory":
        return 1.0
    if rules == "one fixed rule":
        return float(np.mean(labels * fixed_rule(X)))
    some = rad.Stumps(X if "30" in rules else X[:, [FIXED]])
    return float(some.best(labels[None])[0] / len(X))


def spread(n):
    """Fixed heights in [-1, 1] that keep neighbouring dots apart."""
    return np.random.default_rng(3).uniform(-1, 1, 400)[:n]


def feature_words(r):
    if r.cut is None:
        return "every patient remembered"
    return f"{'fixed' if r.rules == 'one fixed rule' else 'chosen'}: {patients().names[r.feature]}"


def halves_of_row(ax):
    """Where a rule says heads (blue) and tails (red), and the cut. move(cut, side)."""
    parts = [
        ax.fill([0, 0, 0, 0], [-2.1, -2.1, 2.1, 2.1], color=c, alpha=0.16, lw=0)[0]
        for c in (plots.BLUE, plots.RED)
    ]
    (line,) = ax.plot([], [], color=plots.BLACK, lw=2)

    def move(cut, side):
        ends = [(-0.03, -0.03)] * 2 if cut is None else [(-0.03, cut), (cut, 1.03)]
        for part, (a, b) in zip(parts if side != "-" else parts[::-1], ends):
            part.set_xy([(a, -2.1), (b, -2.1), (b, 2.1), (a, 2.1)])
        line.set_data(*(([], []) if cut is None else ([cut, cut], [-2.1, 2.1])))
        return *parts, line

    return move


# a promise from the data alone

SAMPLES = 200
EDGES = np.linspace(-0.05, 0.5, 56)


@lru_cache(1)
def population():
    """569 patients as the whole world: ten features, all stumps on them."""
    return rad.Stumps(patients().X[:, :10])


def world_labels(labels):
    """The labels of the whole world: those of the doctors, or coins flipped once for all."""
    y = patients().y
    return y if labels == "true" else np.random.default_rng(8).choice([-1.0, 1.0], size=len(y))


@lru_cache(64)
def drawn(n, labels):
    """200 samples of n patients, drawn with repetition: counts, worst gaps, one coin fit each, and
    the learner's training error and risk."""
    rng, y, world = np.random.default_rng([27, n]), world_labels(labels), population()
    N = len(y)
    counts = rng.multinomial(n, np.full(N, 1 / N), size=SAMPLES)
    heads = rng.binomial(counts, 0.5)
    worst = world.best(((counts / n - 1 / N) * y).astype(np.float32)) / 2
    fits = world.best(((2 * heads - counts) / n).astype(np.float32))
    edges = world.edges(counts * y / n)
    place = np.abs(edges).argmax(axis=1)
    at = edges[np.arange(SAMPLES), place]
    true_edge = world.edges(y[None] / N)[0, place] * np.sign(at)
    return SimpleNamespace(
        counts=counts,
        worst=worst,
        fits=fits,
        train=(1 - np.abs(at)) / 2,
        risk=(1 - true_edge) / 2,
    )


@lru_cache(4)
def gap_curves(labels):
    """Mean worst gap, mean gap of the learner, and coin complexity, for every size."""
    all_sizes = [drawn(int(n), labels) for n in SIZES]
    return np.array([[s.worst.mean(), (s.risk - s.train).mean(), s.fits.mean()] for s in all_sizes])


def recounted(n, labels, counts):
    """The worst gap of one sample again: its rule is applied to the patients, and errors are
    counted."""
    world, X, y = population(), patients().X[:, :10], world_labels(labels)
    edges = world.edges(((counts / n - 1 / len(y)) * y)[None])[0]
    at = int(np.abs(edges).argmax())
    j, k = divmod(at, len(y))
    answers = np.where(X[:, j] <= X[world.order[j, k], j], 1.0, -1.0) * np.sign(edges[at])
    wrong = answers != y
    return float(wrong.mean() - counts @ wrong / n)


def largest_swap(n, labels, counts):
    """n times the largest change of the worst gap when one patient of the sample is replaced, over
    forty replacements."""
    world, y = population(), world_labels(labels)
    N, rng = len(y), np.random.default_rng(5)
    out, new = rng.choice(np.flatnonzero(counts), size=40), rng.integers(N, size=40)
    other = np.tile(counts, (40, 1))
    other[np.arange(40), out] -= 1
    other[np.arange(40), new] += 1
    gaps = world.best((np.vstack([counts, other]) / n - 1 / N) * y) / 2
    return float(n * np.abs(gaps[1:] - gaps[0]).max())


class promise(Figure):
    """Samples of patients: the worst gap between risk and training error, and what coins say."""

    size = (10, 4.3)
    veiled = (0, 1)
    story = [
        Step(
            "a hundred patients",
            "200 samples of 100. For each, the rule whose training error flatters it most: its gap "
            "is the filled histogram. The blue line is the fit to coins, and lies above its mean.",
        ),
        Step(
            "the learner is no worst case",
            "The outlined histogram is the gap of the rule that was learnt: small, since the worst "
            "rule is hardly ever the best.",
            n=400,
        ),
        Step(
            "coins for labels",
            "Now the whole world has coin labels. The learnt rule is nearly the worst rule: the "
            "two histograms meet. The blue line did not move, for it never saw a label.",
            labels="coins",
        ),
        Step(
            "surer",
            "One failure in a thousand instead of one in twenty: the dashed line moves a little.",
            delta=0.001,
        ),
        Step(
            "few patients",
            "With 20 patients coins (0.55) and the promise (over 0.8) are off the left panel: "
            "not worth having.",
            n=20,
        ),
    ]
    handles = [Handle("choose n", at=lambda r: (r.n, r.R), to=lambda r, x, y: dict(n=x), panel=1)]
    notes = """The population is the data set itself, so every risk is exact and samples are truly
    independent. Point out that the blue line needs no labels at all. The promise of one sample
    is in the caption: for 400 patients about 0.4, which is honest and below one half."""

    def sliders(self):
        return dict(
            n=int_slider("patients n", 100, 20, 400, 20),
            delta=log_slider("failure rate δ", 0.05, 0.001, 0.5),
            labels=choice("labels", "true", ["true", "coins"]),
            sample=int_slider("new random sample", 1, 1, SAMPLES),
        )

    @staticmethod
    def compute(n, delta, labels, sample):
        """Gaps of 200 samples, the complexity, and the promise of one sample."""
        s = drawn(n, labels)
        counts, i = s.counts[sample - 1], sample - 1
        rng = np.random.default_rng(sample)
        heads = rng.binomial(counts, 0.5, size=(20, len(counts)))
        own = population().best(((2 * heads - counts) / n).astype(np.float32)).mean()
        R, slack = float(s.fits.mean()), rad.deviation(n, delta)
        noise = np.sqrt((s.worst.var() + s.fits.var()) / SAMPLES)
        return dict(
            worst=s.worst,
            learnt=s.risk - s.train,
            R=R,
            gap=float(s.worst.mean()),
            noise=float(noise),
            limit=R + slack,
            curves=gap_curves(labels),
            limits=gap_curves(labels)[:, 2] + rad.deviation(SIZES, delta),
            failures=float(np.mean(s.worst > R + slack)),
            train=float(s.train[i]),
            risk=float(s.risk[i]),
            own=float(own),
            promised=float(rad.data_bound(s.train[i], own, n, delta)),
            counted=recounted(n, labels, counts),
            this=float(s.worst[i]),
            swap=largest_swap(n, labels, counts),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-0.05, 0.5), ylim=(0, 35), xlabel="gap: risk − training error"),
            dict(yscale="log", ylim=(0.008, 1.2), ylabel="mean gap", **BY_PATIENTS),
        )
        left.set_yticks([])
        left.set_ylabel("how many of 200 samples")
        worst = plots.histogram(left, EDGES, "worst rule", plots.ORANGE)
        learnt = outline(left, EDGES, "learnt rule", plots.PURPLE)
        coin = plots.level(left, "coins", plots.BLUE, "-", across=True)
        limit = plots.level(left, "promise", plots.BOUND, "--", across=True)
        plots.legend_above(left)
        plots.ticks(right, [20, 50, 100, 200, 400], [0.01, 0.03, 0.1, 0.3, 1])
        lines = [
            plots.curves(right, [name], color=colour, ls=ls)
            for name, colour, ls in (
                ("worst rule", plots.ORANGE, ":"),
                ("learnt rule", plots.PURPLE, "-."),
                ("coins", plots.BLUE, "-"),
            )
        ]
        limits = plots.curves(right, ["promise"], color=plots.BOUND, ls="--")
        plots.legend_above(right)
        here = plots.star(right)
        return lambda r: (
            *worst(r.worst),
            *learnt(r.learnt),
            *coin(r.R),
            *limit(r.limit),
            *(a for mover, y in zip(lines, r.curves.T) for a in mover(SIZES, np.maximum(y, 1e-9))),
            *limits(SIZES, r.limits),
            *here(r.n, r.R),
        )

    def caption(self, r):
        return (
            f"Worst gap {r.gap:.2f} on average, coins {r.R:.2f}. This sample alone promises a risk "
            f"of at most {min(r.promised, 1):.2f}; the truth is {r.risk:.2f}."
        )

    def numbers(self, r):
        return (
            f"mean worst gap {r.gap:.3f}, complexity {r.R:.3f}, promise {r.limit:.3f}, mean gap of "
            f"the learnt rule {r.learnt.mean():.3f}; this sample: training error {r.train:.3f}, "
            f"risk {r.risk:.3f}, promised {r.promised:.3f}."
        )

    def headline(self, r):
        return Claim(
            "coins bound the worst gap",
            "Theorem 27.3",
            measured=r.gap,
            bound=r.R + 5 * r.noise,
            words="The mean worst gap is at most the complexity of the rules (200 samples; five "
            "standard errors allowed).",
        )

    def identities(self, r):
        error = np.sqrt(r.delta * (1 - r.delta) / SAMPLES)
        return [
            Claim(
                "failures are rare: δ and five standard errors",
                "Theorem 27.3",
                r.failures,
                r.delta + 5 * error,
            ),
            Claim("the worst rule, counted again", "section 2", r.counted, r.this, "==", tol=1e-6),
            Claim("one patient moves it by at most 1/n", "Theorem 27.3", r.swap, 1.0, tol=1e-6),
            Claim("this sample keeps its promise", "Theorem 27.3", r.risk, r.promised),
        ]


def outline(ax, edges, label, colour):
    """A density histogram as a line. move(sample)."""
    steps = ax.stairs(np.zeros(len(edges) - 1), edges, color=colour, lw=1.8, label=label)

    def move(sample):
        counts = np.histogram(sample, edges)[0]
        steps.set_data(counts / (len(sample) * np.diff(edges)))
        return (steps,)

    return move


# two examples: a class is a set of points of the plane

FIRST = np.array([[0.9, 0.5], [-0.2, 1.1], [-1.0, 0.1], [-0.4, -0.8], [0.7, -0.6]])
OTHER = np.array([[0.3, 0.2], [-0.1, 0.4], [0.2, -0.5]])  # a second class, to add
MIXES = np.random.default_rng(27).dirichlet(np.full(len(FIRST), 0.4), size=100)
FLIPPED = ("equal coins\n+ + or − −", "different coins\n+ − or − +")
PAIRS = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]], dtype=float)
# name: function, and its Lipschitz constant (infinite: it has none)
MAPS = {
    "leave as it is": (lambda t: t, 1.0),
    "|t|": (np.abs, 1.0),
    "max(t, 0)": (lambda t: np.maximum(t, 0.0), 1.0),
    "tanh t": (np.tanh, 1.0),
    "clip to ±½": (lambda t: np.clip(t, -0.5, 0.5), 1.0),
    "step: 1 if t > 0": (lambda t: (t > 0) / 1.0, np.inf),
}


def hull_of(V):
    """The corners of the convex hull in order, closed; the points themselves where they lie on a
    line."""
    try:
        corners = V[ConvexHull(V).vertices]
    except (QhullError, ValueError):
        corners = V[np.lexsort(V.T)]
    return np.vstack([corners, corners[:1]])


def tilted_box(V):
    """The smallest box with sides along (1, 1) and (1, -1) around the points, closed: (5, 2)."""
    up, down = V.sum(axis=1), V[:, 0] - V[:, 1]
    ends = [(up.max(), down.max()), (up.max(), down.min()), (up.min(), down.min())]
    ends += [(up.min(), down.max()), (up.max(), down.max())]
    return np.array([[(u + v) / 2, (u - v) / 2] for u, v in ends])


def opposite(fits):
    """Best fits to ++, +-, -+, -- as two means: over equal coins, over different ones."""
    return np.array([fits[0] + fits[3], fits[1] + fits[2]]) / 2


class box(Figure):
    """Two examples: functions are points, coins are four directions, complexity is a box."""

    size = (10, 4.6)
    veiled = (1,)
    story = [
        Step(
            "five functions",
            "Each point is a function: its values at the two examples. Each pair of flips looks in "
            "one of four directions for the farthest point. The tilted box is all that they see. "
            "Grey: a hundred mixtures. None of them lies farther out than a corner.",
        ),
        Step(
            "half as large",
            "Every function times −½ (orange): the box is mirrored and halved, and so is the "
            "complexity. The sign does not matter.",
            c=-0.5,
        ),
        Step(
            "fold",
            "|t| folds all points into one corner. No two come farther apart, and the box shrinks.",
            phi="|t|",
        ),
        Step(
            "squash",
            "First 1½ times as large, then tanh pulls far values in. The slope is at most 1½, and "
            "so is the growth of the box.",
            phi="tanh t",
            c=1.5,
        ),
        Step(
            "a step",
            "Values become 0 or 1. Small values jump: here the promise does not apply.",
            phi="step: 1 if t > 0",
        ),
        Step(
            "a step tears a small class apart",
            "Five functions that hardly differ: a step makes them as different as can be.",
            phi="step: 1 if t > 0",
            places="0.1 0.1, -0.1 0.1, -0.1 -0.1, 0.1 -0.1, 0.05 0.02",
        ),
    ]
    handles = point_handles("places", len(FIRST), "move this function")
    more = ("places",)
    notes = """Everything on this slide is exact: four sign vectors. Drag a point inside the hull:
    nothing changes. Drag a corner: the box follows only if the corner touches it. Ask where a sixth
    function could be added for free: anywhere inside the hull, and even anywhere inside the box
    without making the box larger."""

    def sliders(self):
        return dict(
            phi=choice("apply φ", "leave as it is", list(MAPS)),
            c=slider("factor c", 1.0, -1.5, 1.5, 0.05),
            places=points("functions", FIRST),
        )

    @staticmethod
    def compute(places, phi, c):
        """The class, its image under φ(c t), and both complexities over all four sign pairs."""
        apply, slope = MAPS[phi]
        V, after = places, apply(c * places)
        mixed = MIXES @ V
        sums = (V[:, None] + OTHER).reshape(-1, 2)
        return dict(
            after=after,
            mixed=mixed,
            moved=phi != "leave as it is" or c != 1,
            fits=opposite(np.max(V @ PAIRS.T, axis=0) / 2),
            fits_after=opposite(np.max(after @ PAIRS.T, axis=0) / 2),
            R=rad.complexity(V),
            R_after=rad.complexity(after),
            slope=slope * abs(c) if np.isfinite(slope) else np.inf,
            perimeter=float(np.hypot(*np.diff(tilted_box(V), axis=0).T).sum()),
            hull=rad.complexity(np.vstack([V, mixed])),
            scaled=rad.complexity(c * V),
            summed=rad.complexity(sums),
            parts=rad.complexity(V) + rad.complexity(OTHER),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-2.05, 2.05), ylim=(-1.6, 1.6), xlabel="f(z₁)", ylabel="f(z₂)"),
            dict(xlim=(-0.55, 1.55), ylim=(0, 1), ylabel="best fit, mean of the two"),
            width_ratios=[1.3, 1],
        )
        for line in (left.axhline, left.axvline):
            line(0, color="0.75", lw=1)
        inside = grey_dots(left, "mixtures")
        ways = ((plots.BLUE, "--"), (plots.ORANGE, "-."))
        shapes = [outlined(left, colour, ls) for colour, ls in ways]
        before = plots.points(left, ["F"], legend=None, size=90)
        image = squares(left)
        plots.legend_above(left)
        right.set_xticks(range(2), FLIPPED)
        right.grid(False, axis="x")
        at = np.arange(2)
        sides = zip((at - 0.19, at + 0.19), (plots.BLUE, plots.ORANGE))
        bars = [plots.bars(right, 2, None, colour, place, 0.36) for place, colour in sides]
        names = ("complexity", "after φ")
        means = [plots.level(right, name, *way) for name, way in zip(names, ways)]
        plots.legend_above(right)

        def move(r):
            seen = 1.0 if r.moved else np.nan  # an image that equals its class is not drawn
            return (
                *inside(r.mixed),
                *shapes[0](r.places),
                *shapes[1](seen * r.after),
                *image(seen * r.after),
                *before(r.places),
                *bars[0](r.fits),
                *bars[1](seen * r.fits_after),
                *means[0](r.R),
                *means[1](seen * r.R_after),
            )

        return move

    def caption(self, r):
        if not r.moved:
            return f"The mean of the two bars is the complexity, {r.R:.3f}. Drag a point."
        return f"Complexity {r.R:.3f} before (blue, dashed), {r.R_after:.3f} after (orange)."

    def numbers(self, r):
        return (
            f"exact complexity of the five functions {r.R:.3f}, after φ(c·t) {r.R_after:.3f}; the "
            f"perimeter of the box is {r.perimeter:.3g}."
        )

    def headline(self, r):
        finite = np.isfinite(r.slope)
        return Claim(
            "contraction",
            "Theorem 27.5",
            measured=r.R_after,
            bound=r.slope * r.R if finite else np.nan,
            why_not="" if finite else "a step is not Lipschitz: it has no largest slope",
            words="φ(c·t) multiplies the complexity by at most its largest slope.",
        )

    def identities(self, r):
        return [
            Claim(
                "the perimeter of the box over √128",
                "section 3",
                r.R,
                r.perimeter / np.sqrt(128),
                "==",
            ),
            Claim("a hundred mixtures change nothing", "Theorem 27.4", r.hull, r.R, "=="),
            Claim(
                "a factor comes out without its sign",
                "Theorem 27.4",
                r.scaled,
                abs(r.c) * r.R,
                "==",
            ),
            Claim("sums of classes add up", "Theorem 27.4", r.summed, r.parts, "=="),
        ]


def outlined(ax, colour, ls):
    """The hull of points, thin, and the tilted box around them. move(V)."""
    hull = plots.curves(ax, [None], color=colour, lw=1)
    around = plots.curves(ax, [None], color=colour, ls=ls)
    return lambda V: (*hull(*hull_of(V).T), *around(*tilted_box(V).T))


def grey_dots(ax, label):
    """Small dots in the background. move(xy)."""
    (dots,) = ax.plot([], [], ls="", marker=".", color="0.7", ms=5, label=label)

    def move(xy):
        dots.set_data(*xy.T)
        return (dots,)

    return move


def squares(ax):
    """Orange squares. move(xy)."""
    (dots,) = ax.plot(
        [], [], ls="", marker="s", color=plots.ORANGE, ms=8, mec="white", mew=0.6, label="φ(c·F)"
    )

    def move(xy):
        dots.set_data(*np.asarray(xy).T)
        return (dots,)

    return move


# balls of weights

WIDEST = 1024
DIMS = np.unique(np.geomspace(2, WIDEST, 60).astype(int))
BY_FEATURES = dict(xscale="log", xlim=(2, 1150), xlabel="features d")
KINDS = ("each ±1", "rows of length 4")
ANGLES = np.linspace(0, 2 * np.pi, 721)


@lru_cache(64)
def pulls(n):
    """±1 features Z (n, 1024), signs S (256, n), and the means W = S Z / n (256, 1024); the first
    d columns of Z and W serve dimension d."""
    rng = np.random.default_rng([27, n])
    Z = rng.choice([-1.0, 1.0], size=(n, WIDEST))
    S = rad.balanced_signs(n, rng)
    return Z, S, S @ Z / n


@lru_cache(64)
def dual_norms(n):
    """Mean l2 norm, mean square of it, and mean largest entry of the pull, for every d."""
    W = pulls(n)[2]
    squares_so_far = np.cumsum(W**2, axis=1)
    largest = np.maximum.accumulate(np.abs(W), axis=1)
    return np.sqrt(squares_so_far).mean(axis=0), squares_so_far.mean(axis=0), largest.mean(axis=0)


def ball_edge(p):
    """The edge of the unit ball of the p-norm in the plane, (721, 2)."""
    way = np.column_stack([np.cos(ANGLES), np.sin(ANGLES)])
    return way / np.sum(np.abs(way) ** p, axis=1, keepdims=True) ** (1 / p)


def support(p, v):
    """The point of the unit p-ball that is farthest in direction v (2,)."""
    edge = ball_edge(p)
    return edge[np.argmax(edge @ v)]


class balls(Figure):
    """Weights in a ball: the coins pull in a random direction, and the ball answers with its dual
    norm."""

    size = (10, 4.3)
    veiled = (1,)
    story = [
        Step(
            "two kinds of ball",
            "Left, a plane with two weights: the coins pull along the black line, and the best "
            "weights (dot, square) are where each ball reaches farthest. Right: with 256 features "
            "the l₁ ball fits coins far less.",
        ),
        Step(
            "more features",
            "1024 features: the l₂ ball fits coins twice as well as with 256, the l₁ ball hardly "
            "better.",
            d=1024,
        ),
        Step(
            "short rows",
            "If every row has the same length, however many features it has, their number does "
            "not matter for the l₂ ball, and the l₁ ball even gets smaller.",
            kind=KINDS[1],
        ),
        Step(
            "sparse weights",
            "Weights with ten entries of ±1 fit into an l₁ ball of radius 10 and an l₂ ball of "
            "radius √10: the l₁ ball still is the smaller class.",
            s=10,
        ),
        Step(
            "not so sparse",
            "40 of 256 entries: now the l₂ ball is the smaller class.",
            s=40,
        ),
    ]
    more = ("flip",)
    handles = [Handle("choose d", at=lambda r: (r.d, r.R2), to=lambda r, x, y: dict(d=x), panel=1)]
    notes = """Draw the dual pair on the board: a ball meets a direction with its dual norm. Ask
    which ball suffers from many features."""

    def sliders(self):
        return dict(
            d=int_slider("features d", 256, 2, WIDEST),
            n=int_slider("examples n", 100, 10, 250, 10),
            s=int_slider("non-zero weights s", 1, 1, 40),
            kind=choice("features", KINDS[0], list(KINDS)),
            flip=int_slider("new random flips", 9, 1, 100),
        )

    @staticmethod
    def compute(d, n, s, kind, flip):
        """Complexities of both balls for every number of features, and their bounds."""
        two, square, most = dual_norms(n)
        root = np.sqrt(np.arange(1, WIDEST + 1))
        scale = 4 / root if kind == KINDS[1] else np.ones(WIDEST)
        B1, B2 = float(s), float(np.sqrt(s))
        C2, Cmax = root * scale, scale
        Z, S, W = pulls(n)
        pull = W[2 * flip, :2] + 1e-9  # coins may cancel exactly
        return dict(
            curve2=B2 * (two * scale)[DIMS - 1],
            curve1=B1 * (most * scale)[DIMS - 1],
            limit2=rad.l2_bound(B2, C2[DIMS - 1], n),
            limit1=rad.l1_bound(B1, Cmax[DIMS - 1], n, DIMS),
            R2=float(B2 * two[d - 1] * scale[d - 1]),
            R1=float(B1 * most[d - 1] * scale[d - 1]),
            bound2=float(rad.l2_bound(B2, C2[d - 1], n)),
            bound1=float(rad.l1_bound(B1, Cmax[d - 1], n, d)),
            mean_square=float(B2**2 * square[d - 1] * scale[d - 1] ** 2),
            pull=pull / np.hypot(*pull),
            by_ball=rad.ball(Z[:, :d] * scale[d - 1], S, B1, 1),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-1.35, 1.35), ylim=(-1.35, 1.35), xlabel="w₁", ylabel="w₂"),
            dict(**BY_FEATURES, yscale="log", ylim=(0.075, 15), ylabel="complexity"),
            width_ratios=[1, 1.45],
        )
        left.set_aspect("equal")
        left.set_title("unit balls of two weights")
        plots.ticks(right, [2, 10, 100, 1000], [0.1, 0.3, 1, 3, 10])
        for p, colour, ls in ((2, plots.BLUE, "-"), (1, plots.ORANGE, "-.")):
            left.plot(*ball_edge(p).T, color=colour, ls=ls)
        pull = plots.curves(left, ["pull"], color=plots.BLACK, lw=2.5)
        tip = plots.mark(left, None, "D", plots.BLACK, 7)
        ends = [
            plots.mark(left, None, marker, colour, size)
            for marker, colour, size in (("o", plots.BLUE, 11), ("s", plots.ORANGE, 10))
        ]
        lines = [
            plots.curves(right, [name], color=colour, ls=ls)
            for name, colour, ls in (("l₂ ball", plots.BLUE, "-"), ("l₁ ball", plots.ORANGE, "-."))
        ]
        limits = [
            plots.curves(right, [name], color=plots.BOUND, ls="--", zorder=1.9)
            for name in ("bounds", None)
        ]
        plots.legend_above(right)
        here = plots.star(right)
        return lambda r: (
            *pull(*np.array([[0, 0], 0.75 * r.pull]).T),
            *tip(*(0.75 * r.pull)),
            *ends[0](*support(2, r.pull)),
            *ends[1](*support(1, r.pull)),
            *lines[0](DIMS, r.curve2),
            *lines[1](DIMS, r.curve1),
            *limits[0](DIMS, r.limit2),
            *limits[1](DIMS, r.limit1),
            *here(r.d, r.R2),
        )

    def caption(self, r):
        small = "l₁" if r.R1 < r.R2 else "l₂"
        ratio = max(r.R1, r.R2) / min(r.R1, r.R2)
        return (
            f"Complexity {r.R2:.2f} for the l₂ ball, {r.R1:.2f} for the l₁ ball. The {small} ball "
            f"is the smaller class by a factor of {ratio:.1f}."
        )

    def numbers(self, r):
        return (
            f"complexity of the l2 ball {r.R2:.3f} (bound {r.bound2:.3f}), of the l1 ball "
            f"{r.R1:.3f} (bound {r.bound1:.3f})."
        )

    def headline(self, r):
        return Claim(
            "weights in an l₂ ball",
            "Theorem 27.6",
            measured=r.R2,
            bound=r.bound2,
            words="Weights of length at most B have complexity at most BC/√n, C the root mean "
            "square length of the examples.",
        )

    def identities(self, r):
        return [
            Claim("weights in an l₁ ball", "Theorem 27.6", r.R1, r.bound1),
            Claim("the mean square is exact", "Theorem 27.6", r.mean_square, r.bound2**2, "=="),
            Claim("the l₁ ball by its corners", "Theorem 27.6", r.R1, r.by_ball, "=="),
        ]


# balls in the space of a kernel

WIDTHS = np.geomspace(0.1, 100, 61)
CROWD = 100  # patients


@lru_cache(1)
def crowd():
    """A hundred patients: pairs, true labels, and balanced signs."""
    some = patients()
    S = rad.balanced_signs(CROWD, np.random.default_rng(27))
    return Pairs(some.X[:CROWD]), some.y[:CROWD], S


def label_norms(K, y, lam):
    """The norm that a function needs for labels y, and for coins (root mean square over all):
    the root of y'(K + n lam I)^-1 y, whose mean over coins is the trace of the inverse."""
    inverse = np.linalg.inv(K + len(K) * lam * np.eye(len(K)))
    return float(np.sqrt(y @ inverse @ y)), float(np.sqrt(np.trace(inverse)))


@lru_cache(32)
def width_curves(lam):
    """For every bandwidth: complexity of the unit ball, norm for true labels, norm for coins."""
    pairs, y, S = crowd()
    rows = []
    for width in WIDTHS[::2]:
        K = gaussian(float(width))(pairs)
        rows.append((rad.kernel_ball(K, S), *label_norms(K, y, lam)))
    return np.array(rows).T


class bandwidth(Figure):
    """A ball in the space of a Gaussian kernel: what the bandwidth changes, and what not."""

    size = (10, 4.3)
    veiled = (0,)
    story = [
        Step(
            "a ball of radius 1",
            "Left: the complexity of the ball, for all bandwidths. It stays between 80 % and 100 % "
            "of its bound, which does not know the bandwidth at all.",
        ),
        Step(
            "narrow",
            "At ℓ = 0.3 every patient is alone. True labels and coins cost the same norm: the "
            "kernel memorises.",
            ell=0.3,
        ),
        Step(
            "right",
            "Around ℓ = 2 true labels cost the least, and coins 1.7 times as much.",
            ell=2.0,
        ),
        Step(
            "wide",
            "At ℓ = 50 all functions of small norm are nearly constant: all labels are dear.",
            ell=50.0,
        ),
        Step(
            "a smaller ball",
            "Half the radius: the whole left curve is half as high. The radius counts.",
            B=0.5,
        ),
        Step(
            "a little error allowed",
            "With more regularisation labels need not be met exactly: all of them cost less.",
            lam=0.01,
        ),
    ]
    handles = [
        Handle("choose ℓ", at=lambda r: (r.ell, r.R), to=lambda r, x, y: dict(ell=x)),
        Handle("choose ℓ", at=lambda r: (r.ell, r.norm), to=lambda r, x, y: dict(ell=x), panel=1),
    ]
    notes = """The class expects a narrow kernel to be a rich class. For a fixed radius it is not:
    σ'Kσ has mean trace K whatever K is off its diagonal. What a narrow kernel changes is the price
    of labels, the right panel."""

    def sliders(self):
        return dict(
            ell=bandwidth_slider(10.0, 0.1, 100),
            B=log_slider("radius B", 1.0, 0.1, 1),
            lam=log_slider("regularisation λ", 1e-4, 1e-4, 0.01, 10),
        )

    @staticmethod
    def compute(ell, B, lam):
        """Complexity and its bound at this bandwidth and at all; the norms that labels need."""
        pairs, y, S = crowd()
        K = gaussian(ell)(pairs)
        norm, coin_norm = label_norms(K, y, lam)
        curves = width_curves(lam)
        return dict(
            curves=curves,
            R=rad.kernel_ball(K, S, B),
            bound=float(rad.kernel_bound(K, B)),
            mean_square=float(np.einsum("si,si->s", S @ K, S).mean()),
            trace=float(np.trace(K)),
            norm=norm,
            coin_norm=coin_norm,
            own=rad.kernel_ball(K, S, norm),
        )

    def picture(self, fig):
        log = dict(xscale="log", xlim=(0.1, 100), xlabel="bandwidth ℓ")
        left, right = plots.panels(
            fig,
            {**log, "ylim": (0, 0.115), "ylabel": "complexity of the ball"},
            {**log, "yscale": "log", "ylim": (4, 120), "ylabel": "norm that labels need"},
        )
        for ax in (left, right):
            ax.set_xticks([0.1, 1, 10, 100], ["0.1", "1", "10", "100"])
            ax.minorticks_off()
        right.set_yticks([5, 10, 20, 50, 100], ["5", "10", "20", "50", "100"])
        below = plots.band(left, None, plots.BLUE, 0.15)
        curve = plots.curves(left, ["complexity"], color=plots.BLUE)
        bound = plots.level(left, "bound", plots.BOUND, "--")
        low = plots.level(left, "bound/√2", plots.BOUND, ":")
        plots.legend_above(left)
        truth = plots.curves(right, ["true labels"], color=plots.TRAIN)
        coin = plots.curves(right, ["coins"], color=plots.BLUE, ls="--")
        plots.legend_above(right)
        heres = plots.star(left), plots.star(right)
        return lambda r: (
            *below(WIDTHS[::2], 0 * r.curves[0], r.B * r.curves[0]),
            *curve(WIDTHS[::2], r.B * r.curves[0]),
            *bound(r.bound),
            *low(r.bound / np.sqrt(2)),
            *truth(WIDTHS[::2], r.curves[1]),
            *coin(WIDTHS[::2], r.curves[2]),
            *heres[0](r.ell, r.R),
            *heres[1](r.ell, r.norm),
        )

    def caption(self, r):
        return (
            f"The ball uses {100 * r.R / r.bound:.0f} % of its bound. True labels need norm "
            f"{r.norm:.3g}, coins {r.coin_norm / r.norm:.1f} times as much."
        )

    def numbers(self, r):
        return (
            f"complexity {r.R:.3g} of at most {r.bound:.3g}; norm for the true labels "
            f"{r.norm:.3g}, for coins {r.coin_norm:.3g}."
        )

    def headline(self, r):
        return Claim(
            "a ball of a kernel",
            "Theorem 27.7",
            measured=r.R,
            bound=r.bound,
            words="Functions of norm at most B have complexity at most (B/n)√(trace K).",
        )

    def identities(self, r):
        return [
            Claim("the mean of σᵀKσ is the trace", "Theorem 27.7", r.mean_square, r.trace, "=="),
            Claim("at least the bound over √2", "Theorem 27.7", r.R, r.bound / np.sqrt(2), ">="),
            Claim("proportional to the radius", "Theorem 27.7", r.own / r.norm, r.R / r.B, "=="),
        ]


# further: covers and chains

DIGITS = np.arange(0, 11)
PLACES = np.linspace(0, 1, 241)


@lru_cache(32)
def rising(number):
    """A function that never falls, from 0 to 1, on a grid."""
    rng = np.random.default_rng([9, number])
    jumps = rng.gamma(0.05, size=len(PLACES) - 1)
    total = np.append(0, np.cumsum(jumps))
    return 0.6 * total / total[-1] + 0.4 * PLACES


def rounded(f, digits):
    """The middle of the step of 2^-digits in which a value lies."""
    step = 2.0**-digits
    return np.minimum(np.floor(f / step), 1 / step - 1) * step + step / 2


def chain_bounds(n):
    """(11,): the chain's promise after k digits, k = 0, ..., 10."""
    links = rad.chain_links(n, len(DIGITS) - 1)
    return np.append(0, np.cumsum(links)) + 2.0**-DIGITS / 2


class chain(Figure):
    """Functions that never fall: infinitely many of them, counted digit by digit."""

    size = (10, 4.3)
    story = [
        Step(
            "three digits",
            "Left: a function that never falls, and its values rounded to eight levels. There are "
            "only so many staircases: Massart’s lemma counts them.",
        ),
        Step(
            "coarse",
            "Two levels: few staircases, but rounding alone costs a quarter.",
            digits=1,
        ),
        Step(
            "fine",
            "64 levels: rounding costs nothing, and the number of staircases everything. One cover "
            "has to choose.",
            digits=6,
        ),
        Step(
            "digit by digit",
            "The chain never chooses. Each further digit is a class of its own, half as large as "
            "the one before: the blue curve falls and then stays.",
            digits=10,
        ),
        Step(
            "three thousand examples",
            "The gap widens: up to logarithms one cover falls like n to the power −⅓, the chain "
            "like the truth, n to the power −½.",
            n=3000.0,
            digits=10,
        ),
    ]
    handles = [
        Handle(
            "choose the digits",
            at=lambda r: (r.digits, r.chained),
            to=lambda r, x, y: dict(digits=x),
            panel=1,
        )
    ]
    notes = """Everything is in closed form: the staircases are counted by a binomial coefficient,
    the truth is the mean highest point of a random walk. Spitzer's formula gives it again."""

    def sliders(self):
        return dict(
            digits=int_slider("binary digits k", 3, 0, 10),
            n=log_slider("examples n", 100.0, 10, 3000),
            number=int_slider("new random function", 1, 1, 20),
        )

    @staticmethod
    def compute(digits, n, number):
        """Truth, one cover and the chain, for every number of digits."""
        n_whole = int(round(n))
        chained, single = chain_bounds(n_whole), rad.one_scale(n_whole, DIGITS)
        k = np.arange(1, n_whole + 1)
        f = rising(number)
        off = np.abs(f - rounded(f, digits)).max()
        return dict(
            f=f,
            stairs=rounded(f, digits),
            all_chained=chained,
            all_single=single,
            chained=float(chained[digits]),
            single=float(single[digits]),
            truth=rad.rising_complexity(n_whole),
            spitzer=float(np.sum(rad.mean_distance(k) / (2 * k)) / n_whole),
            off=float(off),
            half=2.0**-digits / 2,
            log_count=float(rad.log_staircases(n_whole, 2.0**digits)),
            count_again=log_choose(n_whole + 2**digits - 1, 2**digits - 1),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0, 1), ylim=(-0.02, 1.02), xlabel="place", ylabel="value"),
            dict(
                xlim=(-0.3, 10.3),
                yscale="log",
                ylim=(0.012, 1.4),
                xlabel="binary digits k",
                ylabel="complexity",
            ),
        )
        stairs = plots.curves(left, ["rounded"], color=plots.BLUE, lw=3)
        f = plots.curves(left, ["function"], color=plots.TRUTH, lw=1.6)
        plots.legend_above(left)
        right.set_yticks([0.02, 0.05, 0.1, 0.3, 1], ["0.02", "0.05", "0.1", "0.3", "1"])
        right.minorticks_off()
        single = plots.curves(right, ["one cover"], color=plots.ORANGE, ls="-.", marker="s", ms=5)
        chained = plots.curves(right, ["chain"], color=plots.BLUE, ls="--", marker="o", ms=5)
        truth = plots.level(right, "truth", plots.TRUTH, "-")
        plots.legend_above(right)
        here = plots.star(right)
        return lambda r: (
            *stairs(PLACES, r.stairs),
            *f(PLACES, r.f),
            *single(DIGITS, r.all_single),
            *chained(DIGITS, r.all_chained),
            *truth(r.truth),
            *here(r.digits, r.chained),
        )

    def caption(self, r):
        return (
            f"One cover promises {r.single:.2g}, the chain {r.chained:.2g}; the truth is "
            f"{r.truth:.2g}."
        )

    def numbers(self, r):
        return (
            f"with {r.digits} digits one cover promises {r.single:.3g}, the chain {r.chained:.3g}; "
            f"the exact complexity is {r.truth:.3g}; ln of the number of staircases "
            f"{r.log_count:.3g}."
        )

    def headline(self, r):
        return Claim(
            "a chain of covers",
            "Theorem 27.9",
            measured=r.truth,
            bound=r.chained,
            words="The complexity is at most the error of the last cover plus a Massart bound for "
            "each digit.",
        )

    def identities(self, r):
        return [
            Claim("one cover", "Theorem 27.9", r.truth, r.single),
            Claim("rounding costs half a step at most", "Theorem 27.9", r.off, r.half),
            Claim("the truth by Spitzer’s formula", "Theorem 27.9", r.truth, r.spitzer, "=="),
            Claim(
                "staircases are counted rightly", "Theorem 27.9", r.log_count, r.count_again, "=="
            ),
        ]


def log_choose(n, k):
    """ln of the binomial coefficient, factor by factor."""
    i = np.arange(1, min(k, n - k) + 1)
    return float(np.sum(np.log(n - i + 1) - np.log(i)))


# further: margins of a vote

ROUNDS = 100
THETAS = np.linspace(0.02, 1, 99)
BINS = np.linspace(-1, 1, 81)


@lru_cache(64)
def voted(n):
    """AdaBoost on n patients drawn with repetition: margins after every round of all 569 patients,
    their weights in the sample, errors in the whole world, and coin fits of stumps and of votes."""
    rng, y, world = np.random.default_rng([13, n]), patients().y, population()
    N = len(y)
    counts = rng.multinomial(n, np.full(N, 1 / N))
    weak = stumps.stump_learner(patients().X[:, :10], y)
    run = boosting.adaboost(y, weak, ROUNDS, first=counts / n)
    F = run.w[1:] / np.cumsum(run.eta)[:, None]
    heads = rng.binomial(counts, 0.5, size=(60, N))
    flips = (2 * heads - counts) / n
    return SimpleNamespace(
        margins=y * F,
        weights=counts / n,
        errors=np.mean(y * F <= 0, axis=1),
        R=float(world.best(flips).mean()),
        by_votes=float((flips @ F.T).max(axis=1).mean()),
    )


class margin(Figure):
    """The bound for votes that notebook 13 quotes: a share of small margins, and a price."""

    size = (10, 4.3)
    story = [
        Step(
            "ten thousand patients",
            "Left: margins of a vote of 60 stumps. The ramp lies above the step and below the "
            "dashed wall at θ. Right: two prices that pull θ in different directions.",
        ),
        Step("small θ", "A steep ramp counts few close calls, and its slope is dear.", theta=0.1),
        Step(
            "large θ", "A flat ramp is cheap, but nearly every margin counts as small.", theta=0.7
        ),
        Step(
            "one rule",
            "A single stump: all margins are ±1. Its promise is lower than that of the vote, and "
            "its error seven times as large. A bound is not the truth.",
            T=1,
        ),
        Step(
            "as few patients as in notebook 13",
            "With 280 patients the promise is over 1 for every θ: it explains the direction, not "
            "the size.",
            n=280.0,
        ),
        Step("a hundred thousand", "With very many patients the promise comes down.", n=1e5),
    ]
    handles = [
        Handle(
            "choose θ",
            at=lambda r: (r.theta, min(r.promised, 1.5)),
            to=lambda r, x, y: dict(theta=x),
            panel=1,
        )
    ]
    notes = """Play T from 1 to 100: the histogram moves to the right, the promise falls, and there
    is no T in it. The whole world are 569 patients, drawn with repetition: n may be larger."""

    def sliders(self):
        return dict(
            theta=slider("margin θ", 0.3, 0.02, 1, 0.01),
            T=int_slider("rounds T", 60, 1, ROUNDS),
            n=log_slider("patients n", 1e4, 100, 1e5, 10),
            delta=log_slider("failure rate δ", 0.05, 0.001, 0.5),
        )

    @staticmethod
    def compute(theta, T, n, delta):
        """Share of small margins, price of the slope, and their sum, for this θ and for all."""
        size = int(round(n))
        v = voted(size)
        last = min(T, len(v.margins)) - 1
        m, order = v.margins[last], np.argsort(v.margins[last])
        below = np.append(0, np.cumsum(v.weights[order]))
        shares = below[np.searchsorted(m[order], THETAS + 1e-12, side="right")]
        share_of_all = (v.margins <= theta + 1e-12) @ v.weights
        ramps = rad.ramp(m, theta)
        slack = rad.deviation(size, delta)
        return dict(
            m=m,
            weights=v.weights,
            shares=shares,
            prices=2 * v.R / THETAS,
            sums=rad.margin_bound(shares, v.R, THETAS, size, delta),
            share=float(share_of_all[last]),
            error=float(v.errors[last]),
            R=v.R,
            promised=float(rad.margin_bound(share_of_all[last], v.R, theta, size, delta)),
            excess=float(np.max(v.errors - share_of_all)),
            allowed=float(2 * v.R / theta + slack),
            ramp_train=float(v.weights @ ramps),
            ramp_world=float(ramps.mean()),
            by_votes=v.by_votes,
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-1, 1), ylim=(0, 1.08), xlabel="margin", ylabel="loss; bars: how often"),
            dict(
                xlim=(0, 1),
                ylim=(0, 1.5),
                xlabel="margin θ that counts as small",
                ylabel="share of patients",
            ),
        )
        bars = plots.stack(left, BINS, ["training margins"], [plots.TRAIN])
        step = plots.curves(left, ["step"], color=plots.TRUTH)
        ramp = plots.curves(left, ["ramp"], color=plots.BLUE)
        wall = plots.level(left, "θ", plots.BOUND, "--", across=True)
        left.set_xticks([-1, -0.5, 0, 0.5, 1])
        plots.legend_above(left)
        share = plots.curves(right, ["share up to θ"], color=plots.TRAIN)
        price = plots.curves(right, ["2R/θ"], color=plots.BLUE, ls="-.")
        total = plots.curves(right, ["promise"], color=plots.BOUND, ls="--")
        error = plots.level(right, "risk", plots.TEST, "-")
        plots.legend_above(right)
        here = plots.star(right)
        grid = np.linspace(-1, 1, 401)

        def move(r):
            counts = np.histogram(np.clip(r.m, -1, 1), BINS, weights=r.weights)[0]
            return (
                *bars((counts / max(counts.max(), 1e-12))[None]),
                *step(grid, (grid <= 0) / 1.0),
                *ramp(grid, rad.ramp(grid, r.theta)),
                *wall(r.theta),
                *share(THETAS, r.shares),
                *price(THETAS, np.minimum(r.prices, 3)),
                *total(THETAS, np.minimum(r.sums, 3)),
                *error(r.error),
                *here(r.theta, min(r.promised, 1.5)),
            )

        return move

    def caption(self, r):
        return (
            f"{100 * r.share:.0f} % of the margins are at most θ. Promise {r.promised:.2f}, true "
            f"error {r.error:.3f}."
        )

    def numbers(self, r):
        return (
            f"share of margins up to θ {r.share:.3f}, complexity of one stump {r.R:.4f}, promise "
            f"{r.promised:.3f}, error in the whole world {r.error:.4f}."
        )

    def headline(self, r):
        return Claim(
            "the margin bound",
            "Theorem 27.8",
            measured=r.error,
            bound=r.promised,
            words="The error is at most the share of small margins plus 2R/θ plus a deviation.",
        )

    def identities(self, r):
        return [
            Claim(
                "the promise holds after every round at once", "Theorem 27.8", r.excess, r.allowed
            ),
            Claim("the ramp lies above the step", "section 6", r.error, r.ramp_world),
            Claim("the ramp lies below the wall", "section 6", r.ramp_train, r.share),
            Claim("no vote fits coins better than a stump", "Theorem 27.4", r.by_votes, r.R),
        ]
