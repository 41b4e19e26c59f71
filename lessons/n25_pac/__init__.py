"""The figures of notebook 25, PAC learning: finite classes whose failures are known exactly."""

from functools import lru_cache

import numpy as np
from scipy import special

from helpers import plots
from helpers.generalisation import concentration as con
from helpers.generalisation import pac
from helpers.live import Claim, Figure, Handle, Step, choice, int_slider, log_slider, slider

DELTA = 0.05
RED, BLUE = np.array([213, 94, 0]) / 255, np.array([0, 114, 178]) / 255


def relative(bound):
    """The tolerance of a claim about small numbers: a billionth of the bound."""
    return 1e-9 * float(min(bound, 1))


def percent(share):
    """A share in words: 14 %, 0.37 %, 0.0035 %, over 99.9 %."""
    if share >= 0.995:
        return "100 %" if share == 1 else f"{100 * share:.1f} %" if share < 0.999 else "over 99.9 %"
    if share == 0 or share >= 1e-6:
        return f"{100 * share:.2g} %"
    return "less than 0.0001 %"


def many(number):
    """10, 1000, 10 thousand, a million."""
    if number < 10_000:
        return str(number)
    return "a million" if number == 10**6 else f"{number // 1000} thousand"


def image(ax, extent):
    """A picture of colours, rows from the bottom. move(rgb)."""
    drawn = ax.imshow(np.ones((2, 2, 3)), origin="lower", aspect="auto", extent=extent)
    drawn.set_interpolation("nearest")

    def move(rgb):
        drawn.set_data(rgb)
        return (drawn,)

    return move


# who survives

LAST = 250  # examples at most
TIMES = np.arange(LAST + 1)
ROWS = 99  # error levels up to one half
LEVELS = 0.5 * np.arange(1, ROWS + 1) / ROWS
WORLDS = ("errors spread out", "all errors equal ε")
LOWEST = 1e-4


@lru_cache(64)
def population(k, world, eps):
    """(errors, counts): the 10^k - 1 hypotheses beside the perfect one, as errors and how many
    have each."""
    others = 10**k - 1
    if world == WORLDS[1]:
        return np.array([eps]), np.array([others])
    errors = LEVELS[10::11] if others < ROWS else LEVELS
    base, rest = divmod(others, len(errors))
    return errors, base + (np.arange(len(errors)) < rest)


@lru_cache(64)
def lives(k, world, eps, i):
    """(LAST + 1, levels): how many are left of each error after each example, in sample i."""
    errors, counts = population(k, world, eps)
    return pac.thinned(errors, counts, LAST, np.random.default_rng([25, k, i]))


@lru_cache(256)
def chances(k, world, eps):
    """(expected number of bad survivors, probability of at least one), after each example."""
    errors, counts = population(k, world, eps)
    bad = errors >= eps - con.ROUNDING
    each = (1 - errors[bad]) ** TIMES[:, None]
    return each @ counts[bad], pac.some_event(each, counts[bad])


def coloured(left, errors, eps, n):
    """The life lines as colours: blue below ε, orange from ε on, the darker the more are left."""
    rgb = np.ones((ROWS + 1, LAST + 1, 3))
    rgb[0, : n + 1] = 0  # the perfect one never dies
    rows = np.rint(errors * ROWS / 0.5).astype(int)
    reach = 1 if len(errors) > 9 else 3  # few hypotheses get thick lines
    dark = np.where(left > 0, 0.3 + 0.7 * np.log1p(left) / np.log1p(left.max()), 0.0)
    for row, error, shade in zip(rows, errors, dark.T):
        ink = RED if error >= eps - con.ROUNDING else BLUE
        lines = slice(max(row - reach + 1, 1), row + reach)
        rgb[lines, : n + 1] = 1 - shade[: n + 1, None] * (1 - ink)
    return rgb


class survivors(Figure):
    """Hypotheses that have made no error yet, as examples arrive, and the chance of a bad one."""

    size = (10, 4.4)
    veiled = (1,)
    play = "n"
    story = [
        Step(
            "a thousand hypotheses",
            "Left: a line for each error rate, as long as one of its hypotheses has made no error. "
            "Bad ones (orange) die first.",
        ),
        Step(
            "ten hypotheses",
            "The promise falls along a straight line. It reaches 5 % at 53 examples (diamond).",
            k=1,
            n=53,
        ),
        Step(
            "a million",
            "A hundred thousand times as many hypotheses: the line is the same, shifted to the "
            "right. The diamond stands at 169.",
            k=6,
            n=169,
        ),
        Step(
            "a hard class",
            "Every hypothesis has error exactly ε. Now the exact chance runs along the promise.",
            k=6,
            n=169,
            world=WORLDS[1],
        ),
        Step(
            "twice the error",
            "ε from 10 % to 20 %: all lines are twice as steep, and half as many examples are "
            "needed.",
            eps=0.2,
            n=50,
        ),
    ]
    handles = [
        Handle("move the last example", at=lambda r: (r.n, 0.47), to=lambda r, x, y: dict(n=x)),
        Handle(
            "choose n",
            at=lambda r: (r.n, max(r.chance, LOWEST)),
            to=lambda r, x, y: dict(n=x),
            panel=1,
        ),
    ]
    more = ("i",)
    notes = """Let the class commit to a factor, then walk from ten to a million. Ask why the lines
    are parallel: each example multiplies every survivor's chance by the same 1 − ε, and the number
    of hypotheses only says where the line starts. Play n: the last orange line dies."""

    def sliders(self):
        return dict(
            n=int_slider("examples n", 100, 0, LAST),
            k=int_slider("hypotheses: ten to the z", 3, 1, 6),
            eps=slider("tolerated error ε", 0.1, 0.07, 0.3, 0.01),
            world=choice("class", WORLDS[0], list(WORLDS)),
            i=int_slider("new random sample", 0, 0, 19),
        )

    @staticmethod
    def compute(n, k, eps, world, i):
        """One sample's survivors, and the exact chance that a bad one is left, beside the bound."""
        size, shape = 10**k, eps if world == WORLDS[1] else 0.0
        errors, counts = population(k, world, shape)
        left = lives(k, world, shape, i)
        expected, chance = chances(k, world, eps)
        bad = errors >= eps - con.ROUNDING
        needed = pac.realisable_size(size, eps, DELTA)
        each = pac.survival(errors[bad], n)
        return dict(
            size=size,
            rgb=coloured(left, errors, eps, n),
            bad_left=left[:, bad].sum(axis=1),
            expected=expected,
            chances=chance,
            chance=float(chance[n]),
            sum=float(expected[n]),
            spread=float(np.sqrt(np.sum(counts[bad] * each * (1 - each)))),
            factor=size * (1 - eps) ** n,
            bound=size * np.exp(-eps * n),
            lines=[10.0**j * np.exp(-eps * TIMES) for j in (1, 3, 6)],
            needed=needed,
            enough=size * np.exp(-eps * needed),
            one_less=size * np.exp(-eps * (needed - 1)),
        )

    def picture(self, fig):
        axis = dict(xlim=(0, LAST), xlabel="examples n")
        left, right = plots.panels(
            fig,
            dict(ylim=(-0.003, 0.51), ylabel="error of hypothesis", **axis),
            dict(ylim=(LOWEST, 1e7), yscale="log", ylabel="number, or chance", **axis),
        )
        left.grid(False)
        left.set_title("who is left: orange ones err too often")
        shade = image(left, (-0.5, LAST + 0.5, -0.0025, 0.5025))
        border = plots.level(left, None, plots.TRUTH, "--")
        now = plots.level(left, None, "0.45", ":", across=True)
        grip = plots.mark(left, None, "D", "0.45", 8)
        bounds = plots.bundle(right, 3, None, "0.6", 1.2)
        for number in (10, 1000, 10**6):
            right.text(5, number, many(number), va="bottom", fontsize=10, color="0.35")
        bound = plots.curves(right, ["promise"], color=plots.BOUND, ls="--")
        counted = plots.curves(right, ["bad ones left"], color=plots.RED, ls="-.")
        chance = plots.curves(right, ["chance of any"], color=plots.TRUTH)
        plots.legend_above(right)
        right.axhline(DELTA, color="0.45", ls=":", lw=1.4)
        right.text(3, DELTA * 0.8, "5 %", va="top", fontsize=10)
        diamond = plots.mark(right, None, "D", plots.SKY, 9)
        here = plots.star(right)
        return lambda r: (
            *shade(r.rgb),
            *border(r.eps),
            *now(r.n),
            *grip(r.n, 0.47),
            *bounds(TIMES, np.array(r.lines)),
            *bound(TIMES, r.size * np.exp(-r.eps * TIMES)),
            *counted(TIMES, np.where((r.bad_left > 0) & (TIMES <= r.n), r.bad_left, np.nan)),
            *chance(TIMES, np.where(r.chances >= LOWEST, r.chances, np.nan)),
            *diamond(r.needed, DELTA),
            *here(r.n, max(r.chance, LOWEST)),
        )

    def caption(self, r):
        count = int(r.bad_left[r.n])
        said = {0: "no bad hypothesis is left", 1: "one bad hypothesis is left"}.get(
            count, f"{count} bad hypotheses are left"
        )
        return (
            f"In this sample {said}. In all samples a bad one is left with probability "
            f"{percent(r.chance)}; {r.needed} examples are enough for 5\u00a0%."
        )

    def numbers(self, r):
        return (
            f"{many(r.size)} hypotheses, {int(r.bad_left[r.n])} bad ones left; expected number "
            f"{r.sum:.3g}, exact chance of at least one {r.chance:.3g}, bound {r.bound:.3g}; "
            f"{r.needed} examples suffice for δ = 0.05."
        )

    def headline(self, r):
        return Claim(
            "finite class, realisable",
            "Theorem 25.1",
            measured=r.chance,
            bound=r.bound,
            tol=relative(r.bound),
            why_not="" if r.bound < 1 else "the bound is 1 or more and says nothing yet",
            words="Some hypothesis with error ε or more is left after n examples with probability "
            "at most N·e^(−εn).",
        )

    def identities(self, r):
        same = "" if r.world == WORLDS[1] else "the errors differ"
        return [
            Claim("the union bound", "Theorem 25.2", r.chance, r.sum, tol=relative(r.sum)),
            Claim(
                "the union bound is nearly exact where it is small",
                "section 2",
                r.chance,
                r.sum - r.sum**2 / 2,
                ">=",
                tol=relative(r.sum),
                why_not="" if r.sum < 1 else "the sum is over 1",
            ),
            Claim("each is at most 1 − ε", "Theorem 25.1", r.sum, r.factor, tol=relative(r.factor)),
            Claim("1 − ε ≤ e^(−ε)", "Theorem 25.1", r.factor, r.bound, tol=relative(r.bound)),
            Claim(
                "equal errors reach it",
                "section 1",
                r.sum,
                (r.size - 1) * (1 - r.eps) ** r.n,
                "==",
                tol=relative(r.sum),
                why_not=same,
            ),
            Claim(
                "this sample is within six standard deviations and three",
                "section 1",
                abs(float(r.bad_left[r.n]) - r.sum),
                6 * r.spread + 3,
            ),
            Claim("enough examples", "Theorem 25.1", r.enough, DELTA),
            Claim("one example less", "Theorem 25.1", r.one_less, DELTA, ">="),
        ]


# where they err

SHORT = 80
COLUMNS = np.arange(SHORT + 1)
KINDS = ("on the same cases", "independently", "never two at once")
SHORTLY = ("copies", "independent", "never two")


@lru_cache(64)
def table(kind, size, eps, i):
    """(size, SHORT) booleans: does hypothesis j err on example t? Each does with probability ε."""
    rng = np.random.default_rng([2502, i])
    one, all_ = rng.random(SHORT), rng.random((10, SHORT))
    if kind == KINDS[0]:
        return np.tile(one < eps, (size, 1))
    if kind == KINDS[1]:
        return all_[:size] < eps
    return np.floor(one / eps) == np.arange(size)[:, None]


@lru_cache(256)
def some_left(size, eps):
    """kind -> probability that one of them agrees with all of 0, ..., SHORT examples."""
    alone = (1 - eps) ** COLUMNS
    return {
        KINDS[0]: alone,
        KINDS[1]: pac.some_event(alone[:, None], np.array([size])),
        KINDS[2]: 1 - pac.unseen_law(size, eps, SHORT)[:, 0],
    }


class places(Figure):
    """Bad hypotheses with the same error rate that err in different places: who survives?"""

    size = (10, 4.2)
    veiled = (1,)
    play = "n"
    story = [
        Step(
            "independently",
            "A row is a hypothesis, a column an example, a dark cell an error. One row (orange) "
            "has none. The sum is 94 % true: two clean rows at once are rare.",
        ),
        Step(
            "on the same cases",
            "Ten copies of one hypothesis die together. The sum counts them ten times: only a "
            "tenth of it is true, for every n.",
            kind=KINDS[0],
        ),
        Step(
            "never two at once",
            "Each example kills at most one row: as far from independent as can be, and the sum "
            "is just as good. It asks for no independence.",
            kind=KINDS[2],
        ),
        Step(
            "few examples",
            "With 15 examples many rows are clean at once. The sum is over 1 (grey): useless.",
            n=15,
        ),
        Step(
            "many examples",
            "Far out the sum is the truth, for all arrangements but the copies.",
            n=80,
        ),
    ]
    handles = [
        Handle(
            "choose n",
            at=lambda r: (r.n, r.exact / r.sum),
            to=lambda r, x, y: dict(n=x),
            panel=1,
        )
    ]
    more = ("i",)
    notes = """The union bound never asks how events overlap. Here the class sees what that costs:
    next to nothing as soon as the sum is below 1, unless hypotheses are copies of each other.
    Somebody will say that adding up needs independence: show “never two at once”. Notebook 26
    counts copies once."""

    def sliders(self):
        return dict(
            n=int_slider("examples n", 40, 0, SHORT),
            size=int_slider("bad hypotheses N", 10, 2, 10),
            eps=slider("error of each ε", 0.1, 0.02, 0.1, 0.005),
            kind=choice("they err", KINDS[1], list(KINDS)),
            i=int_slider("new random sample", 14, 0, 19),
        )

    @staticmethod
    def compute(n, size, eps, kind, i):
        """The table of one sample, and the exact chance that a row stays clean, for each kind."""
        errs = table(kind, size, eps, i)
        ways = some_left(size, eps)
        alone = float((1 - eps) ** n)
        pair = {KINDS[0]: alone, KINDS[1]: alone**2, KINDS[2]: (1 - 2 * eps) ** n}[kind]
        return dict(
            errs=errs,
            clean=~errs[:, :n].any(axis=1),
            ways=ways,
            exact=float(ways[kind][n]),
            sum=size * alone,
            pairs=size * (size - 1) / 2 * pair,
            together=float((1 - (1 - eps) ** n) ** size),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0, SHORT), ylim=(0, 10), xlabel="examples", ylabel="hypotheses"),
            dict(xlim=(0, SHORT), ylim=(0, 1.06), xlabel="examples n"),
            width_ratios=[1.1, 1],
        )
        left.grid(False)
        left.set_title("errors are dark, survivors orange")
        left.set_yticks([])
        right.set_ylabel("true part of the sum")
        right.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "25 %", "50 %", "75 %", "all"])
        cells = image(left, (0, SHORT, 0, 10))
        now = plots.level(left, None, "0.45", ":", across=True)
        empty = plots.band(right, None, "0.5", 0.15)
        right.axhline(1, color=plots.BOUND, ls="--", lw=1.6)
        right.text(1, 0.94, "grey: sum over 1", va="top", fontsize=10, color="0.35")
        looks = zip(SHORTLY, (plots.PURPLE, plots.SKY, plots.TRUTH), ("-.", "-", ":"))
        lines = [plots.curves(right, [name], color=c, ls=d) for name, c, d in looks]
        plots.legend_above(right, columnspacing=0.8)
        here = plots.star(right)

        def move(r):
            top = r.size * (1 - r.eps) ** COLUMNS
            useless = float(np.log(r.size) / -np.log1p(-r.eps))
            drawn = [a for k, line in zip(KINDS, lines) for a in line(COLUMNS, r.ways[k] / top)]
            return (
                *cells(tinted(r.errs, r.clean, r.n)),
                *now(r.n),
                *empty([0, min(useless, SHORT)], [0, 0], [1, 1]),
                *drawn,
                *here(r.n, r.exact / r.sum),
            )

        return move

    def caption(self, r):
        count = int(r.clean.sum())
        said = "No row is" if count == 0 else "One row is" if count == 1 else f"{count} rows are"
        tail = "over 1 and says nothing" if r.sum > 1 else f"{100 * r.sum:.2g} %"
        return (
            f"{said} clean in this sample. At least one is in {percent(r.exact)} of all samples; "
            f"the sum is {tail}."
        )

    def numbers(self, r):
        said = ", ".join(f"{kind} {way[r.n]:.3g}" for kind, way in r.ways.items())
        return f"{int(r.clean.sum())} rows clean; chance of a clean row: {said}; sum {r.sum:.3g}."

    def headline(self, r):
        return Claim(
            "union bound",
            "Theorem 25.2",
            measured=r.exact,
            bound=r.sum,
            tol=relative(r.sum),
            words="At least one of N events happens with probability at most the sum of theirs.",
        )

    def identities(self, r):
        free = "" if r.kind == KINDS[1] else "they do not err independently"
        copies = "" if r.kind == KINDS[0] else "they are no copies"
        return [
            Claim(
                "the sum minus all pairs",
                "Theorem 25.2",
                r.exact,
                r.sum - r.pairs,
                ">=",
                tol=relative(r.sum),
            ),
            Claim(
                "at least one, so not none", "section 2", r.exact, 1 - r.together, "==", 1e-9, free
            ),
            Claim("copies count once", "section 2", r.size * r.exact, r.sum, "==", 1e-9, copies),
        ]


def tinted(errs, clean, n):
    """The table as colours: errors dark, rows without an error orange, the future pale."""
    rgb = np.ones((10, SHORT, 3))
    size = len(errs)
    shades = np.where(errs, 0.25, 0.93)[:, :, None] * np.ones(3)
    shades[clean] = 1 - 0.55 * (1 - RED)
    shades[:, n:] = np.where(errs[:, n:], 0.82, 0.97)[:, :, None]
    rgb[10 - size :] = shades
    return rgb


# conjunctions

MOST = 360
STEPS = np.arange(MOST + 1)
SHOWN = 15  # positive examples in the picture
GROUND = 5e-3  # risks below this are drawn on the lower edge
DRAWN = ("features by chance", "one feature missing")


@lru_cache(64)
def rows_seen(d, k, q, drawn, i):
    """(X, y): MOST examples with d features, of which the first k decide the label."""
    rng = np.random.default_rng([2503, i])
    if drawn == DRAWN[0]:
        X = (rng.random((50, MOST)).T[:, :d] < q).astype(float)
    else:
        X = 1.0 - (np.floor(rng.random(MOST) * d)[:, None] == np.arange(d))
    return X, pac.conjunction(X, np.arange(d) < k)


@lru_cache(64)
def laws(d, k, q, drawn):
    """(risk with j features too many, P(j of them) after each example, exact mean risk)."""
    j = np.arange(d - k + 1)
    if drawn == DRAWN[0]:
        return q**k - q ** (k + j), pac.extra_law(d, k, q, MOST), chance_mean(d, k, q)
    exact = (d - k) / d * (1 - 1 / d) ** STEPS
    return j / d, pac.unseen_law(d - k, 1 / d, MOST), exact


def chance_mean(d, k, q):
    """The mean risk without the law: each of the m positive examples spares a feature with
    probability q; then E q^(number kept) is a product."""
    m = np.arange(MOST + 1)
    positives = pac.binomial_law(STEPS[:, None], q**k, m)
    return q**k * (1 - positives @ (1 - q**m * (1 - q)) ** (d - k))


@lru_cache(64)
def deaths(d, k, q, drawn, i):
    """(d,) the example that strikes each feature out, MOST if none does."""
    X, y = rows_seen(d, k, q, drawn, i)
    strikes = (X == 0) & (y == 1)[:, None]
    return np.where(strikes.any(axis=0), strikes.argmax(axis=0), MOST)


class conjunctions(Figure):
    """Learning a conjunction: features that are 0 in a positive example are struck out."""

    size = (10, 4.4)
    veiled = (1,)
    play = "n"
    story = [
        Step(
            "nothing seen",
            "All 20 features are kept: the rule says 0 to nearly everything. The last row is the "
            "rule: black belongs to the truth, blue is too much.",
            n=0,
        ),
        Step(
            "ten examples",
            "Each positive example strikes out (orange) the features that it lacks. Negative ones "
            "change nothing.",
            n=10,
        ),
        Step(
            "thirty-three",
            "On average the risk is below 5 % now (first diamond); the promise still stands at "
            "51 %.",
            n=33,
        ),
        Step(
            "done",
            "Three features are left, the truth, and have been for long. Only here, at 338 "
            "examples, the promise comes below 5 %.",
            n=338,
        ),
        Step(
            "as many examples as features",
            "Another law: every example lacks exactly one feature. After 20 examples a third of "
            "the features have never been missing: risk 36 % on average.",
            drawn=DRAWN[1],
            k=0,
            n=20,
        ),
        Step(
            "fifty features",
            "2⁵⁰ conjunctions, a billion times as many: the promise is 2.2 times as high, and the "
            "learner is still fast.",
            d=50,
            n=60,
        ),
    ]
    handles = [
        Handle(
            "choose n",
            at=lambda r: (r.n, max(r.means[r.n], GROUND)),
            to=lambda r, x, y: dict(n=x),
            panel=1,
        )
    ]
    more = ("q", "i")
    notes = """Play n from 0 and let the class call out which features die. Ask why negative
    examples are never used, and what happens if there is no positive one (the rule keeps all
    features: any other choice might say 1 wrongly)."""

    def sliders(self):
        return dict(
            n=int_slider("examples n", 25, 0, MOST),
            d=int_slider("features d", 20, 5, 50),
            k=int_slider("features in the truth k", 3, 0, 5),
            drawn=choice("examples", DRAWN[0], list(DRAWN)),
            q=slider("share of ones q", 0.8, 0.5, 0.95, 0.05),
            i=int_slider("new random sample", 4, 0, 19),
        )

    @staticmethod
    def compute(n, d, k, drawn, q, i):
        """The rule learnt from n examples, its exact risk, and the exact law of that risk."""
        X, y = rows_seen(d, k, q, drawn, i)
        death, (risks, law, exact) = deaths(d, k, q, drawn, i), laws(d, k, q, drawn)
        kept = pac.learn_conjunction(X[:n], y[:n]) if n else np.ones(d, dtype=bool)
        extra = np.array([(death[k:] >= t).sum() for t in STEPS])
        high = np.argmax(np.cumsum(law, axis=1) >= 1 - DELTA - 1e-12, axis=1)
        return dict(
            shown=table_of(X, y, death, kept, n, k),
            kept=kept,
            wrong=int((pac.conjunction(X[:n], kept) != y[:n]).sum()),
            positives=int(y[:n].sum()),
            run=risks[extra],
            means=law @ risks,
            exact=float(exact[n]),
            high=risks[high],
            promise=pac.realisable_error(2.0**d, np.maximum(STEPS, 0.5), DELTA),
            soon=int(np.argmax(law @ risks < DELTA)),
            late=pac.realisable_size(2.0**d, DELTA, DELTA),
            counted=int(kept[k:].sum()) - int(extra[n]),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0, 1), ylim=(0, SHOWN + 3), xticks=[], xlabel="features"),
            dict(
                xlim=(0, MOST),
                ylim=(GROUND, 1.2),
                yscale="log",
                xlabel="examples n",
                ylabel="risk of the rule",
            ),
            width_ratios=[1, 1.1],
        )
        left.grid(False)
        left.set_yticks([1, SHOWN / 2 + 3], ["rule", "positive\nexamples,\nlatest\nbelow"])
        left.set_title("orange: a feature is struck out")
        cells = image(left, (0, 1, 0, SHOWN + 3))
        run = plots.curves(right, ["this sample"], color=plots.BLUE)
        mean = plots.curves(right, ["mean"], color=plots.TRUTH)
        high = plots.curves(right, ["95 %"], color=plots.PURPLE, ls=":")
        promise = plots.curves(right, ["promise"], color=plots.BOUND, ls="--")
        plots.legend_above(right, columnspacing=0.8)
        right.axhline(DELTA, color="0.45", ls=":", lw=1.4)
        right.text(MOST, 1.08 * DELTA, "5 %", va="bottom", ha="right", fontsize=10)
        crossed = [crossing(right, colour) for colour in (plots.TRUTH, plots.BOUND)]
        here = plots.star(right)
        return lambda r: (
            *cells(r.shown),
            *run(STEPS, np.where((r.run > 0) & (STEPS <= r.n), r.run, np.nan)),
            *mean(STEPS, r.means),
            *high(STEPS, np.where(r.high > 0, r.high, np.nan)),
            *promise(STEPS, np.where(r.promise < 3, r.promise, np.nan)),
            *(a for mover, n in zip(crossed, (r.soon, r.late)) for a in mover(n)),
            *here(r.n, max(r.means[r.n], GROUND)),
        )

    def caption(self, r):
        extra = int(r.kept.sum()) - r.k
        more = {0: "nothing too much", 1: "one feature too many"}.get(
            extra, f"{extra} features too many"
        )
        return (
            f"{r.positives} of {r.n} examples are positive. This rule keeps {more}; over all "
            f"samples the mean risk is {percent(r.means[r.n])}."
        )

    def numbers(self, r):
        return (
            f"{r.positives} positive examples, {int(r.kept.sum())} features kept, risk "
            f"{r.run[r.n]:.3g}; mean risk {r.means[r.n]:.3g}, 95 % of samples below "
            f"{r.high[r.n]:.3g}, promised {r.promise[r.n]:.3g}."
        )

    def headline(self, r):
        promise = float(r.promise[r.n])
        return Claim(
            "conjunctions, realisable",
            "Theorem 25.3",
            measured=float(r.high[r.n]),
            bound=promise,
            why_not="" if promise < 1 else "the promised error is over 1: take more examples",
            words="In 95 % of all samples the risk is at most (d·ln 2 + ln 20)/n.",
        )

    def identities(self, r):
        return [
            Claim("no training error", "Theorem 25.3", r.wrong, 0, "=="),
            Claim("the truth is kept", "Theorem 25.3", int(r.kept[: r.k].sum()), r.k, "=="),
            Claim("what is struck stays out", "section 3", r.counted, 0, "=="),
            Claim("the mean risk in closed form", "section 3", r.means[r.n], r.exact, "=="),
        ]


def crossing(ax, colour):
    """A diamond on the line at 5 %, with the number of examples below it. move(n)."""
    diamond = plots.mark(ax, None, "D", colour, 8)
    word = ax.text(0, 0.84 * DELTA, "", va="top", ha="right", fontsize=11, fontweight="bold")

    def move(n):
        inside = n <= MOST
        word.set(text=str(n) if inside else "", x=n)
        return *diamond(n if inside else np.nan, DELTA), word

    return move


def table_of(X, y, death, kept, n, k):
    """The last positive examples as rows of colours, the rule in the lowest rows."""
    rgb = np.ones((SHOWN + 3, X.shape[1], 3))
    seen = np.flatnonzero(y[:n] == 1)[-SHOWN:]
    for row, t in enumerate(seen):
        cells = np.where(X[t] == 1, 0.8, 1.0)[:, None] * np.ones(3)
        cells[(X[t] == 0) & (death == t)] = RED
        rgb[SHOWN + 2 - row] = cells
    rule = np.where(kept[:, None], BLUE, np.ones(3))
    rule[:k] = 0.0
    rgb[:2] = rule
    return rgb


# no perfect hypothesis

SAMPLES = 300


@lru_cache(64)
def samples(size, n, best):
    """(risks, (SAMPLES, size) empirical risks) of hypotheses that err independently."""
    risks = best + (0.5 - best) * np.linspace(0, 1, size)
    rng = np.random.default_rng([2504, size])
    return risks, rng.binomial(n, risks, size=(SAMPLES, size)) / n


@lru_cache(64)
def exact_tails(size, n, best):
    """(a deviation, the exact probability of it or more, the promise for ERM, and the exact
    probabilities that ERM breaks it and that some deviation is half of it; the sum for the last
    one)."""
    risks, _ = samples(size, n, best)
    typical = float(np.ceil(np.sqrt(n / 2)) / n)
    promise = float(pac.agnostic_excess(size, n, DELTA))
    return (
        typical,
        pac.deviation_tail(risks, n, typical),
        promise,
        pac.excess_tail(risks, n, promise),
        pac.deviation_tail(risks, n, promise / 2),
        float(con.two_sided_tail(n, risks, promise / 2).sum()),
    )


class twice(Figure):
    """Risks and empirical risks of a class: ERM is at most twice the largest gap worse."""

    size = (10, 4.3)
    veiled = (1,)
    story = [
        Step(
            "one sample",
            "Black: the risks. Green: what 100 examples say. ERM takes the lowest green square; "
            "the star is its risk. The lowest black dot would be better.",
        ),
        Step(
            "the worst of 300",
            "In this sample the choice is bad: a poor hypothesis was lucky and the best one was "
            "not.",
            i=149,
        ),
        Step(
            "few examples",
            "With 40 examples the grey band is wide, and the cloud on the right spreads.",
            n=40,
        ),
        Step(
            "many examples", "500 examples: the band is narrow, ERM is nearly always good.", n=500
        ),
        Step(
            "two hypotheses",
            "With two hypotheses the line can nearly be reached: one is lucky by half of the "
            "difference, the other one unlucky by the other half.",
            size=2,
            best=0.45,
            n=100,
            i=107,
        ),
        Step(
            "a perfect one",
            "If the best risk is 0, its green square never moves, and ERM is hardly ever far off.",
            best=0,
        ),
    ]
    handles = [
        Handle("move the best risk", at=lambda r: (0, r.best), to=lambda r, x, y: dict(best=y))
    ]
    more = ("i",)
    notes = """The left panel is the proof: green may leave black by at most the half-width of the
    band, once upwards at the best hypothesis and once downwards at the chosen one. Ask for a
    sample on the line of the right panel, and why so few dots come near it."""

    def sliders(self):
        return dict(
            n=int_slider("examples n", 100, 40, 500, 10),
            size=int_slider("hypotheses N", 20, 2, 30),
            best=slider("best risk R*", 0.2, 0, 0.45, 0.05),
            i=int_slider("new random sample", 0, 0, SAMPLES - 1),
        )

    @staticmethod
    def compute(n, size, best, i):
        """Gaps and excess risks of 300 samples, and the exact probabilities behind them."""
        risks, seen = samples(size, n, best)
        chosen = seen.argmin(axis=1)
        gaps = np.abs(seen - risks).max(axis=1)
        excess = risks[chosen] - risks[0]
        typical, tail, promise, breaks, wide, total = exact_tails(size, n, best)
        j = chosen[i]
        return dict(
            risks=risks,
            seen=seen[i],
            j=int(j),
            gaps=gaps,
            excess=excess,
            terms=(risks[j] - seen[i, j], seen[i, j] - seen[i, 0], seen[i, 0] - risks[0]),
            share=float(np.mean(gaps >= typical - con.ROUNDING)),
            typical=typical,
            tail=tail,
            promise=promise,
            breaks=breaks,
            wide=wide,
            total=total,
            union=2 * size * np.exp(-2 * n * typical**2),
            solved=2 * size * np.exp(-2 * n * (promise / 2) ** 2),
        )

    def picture(self, fig):
        side = dict(xlim=(-0.04, 1.04), ylim=(-0.02, 0.8), xticks=[], ylabel="risk")
        left, right = plots.panels(
            fig,
            dict(xlabel="hypotheses, from best to worst", **side),
            dict(
                xlim=(0, 0.34),
                ylim=(-0.01, 0.24),
                xlabel="largest gap",
                ylabel="excess risk of ERM",
            ),
        )
        band = plots.band(left, None, "0.5", 0.2)
        true = plots.curves(left, ["risk"], color=plots.TRUTH, marker="o", ms=6, lw=1)
        green = dict(color=plots.TRAIN, marker="s", ms=6, ls="")
        seen = plots.curves(left, ["empirical risk"], **green)
        plots.legend_above(left)
        here = plots.star(left)
        cloud = dict(color=plots.SKY, marker="o", ms=5, ls="", alpha=0.6, mec="none")
        dots = plots.curves(right, ["300 samples"], **cloud)
        right.plot([0, 0.12], [0, 0.24], color=plots.BOUND, ls="--", label="twice the gap")
        plots.legend_above(right)
        there = plots.star(right)

        def move(r):
            x, gap = np.linspace(0, 1, r.size), r.gaps[r.i]
            return (
                *band(x, r.risks - gap, r.risks + gap),
                *true(x, r.risks),
                *seen(x, r.seen),
                *here(x[r.j], r.risks[r.j]),
                *dots(r.gaps, r.excess),
                *there(gap, r.excess[r.i]),
            )

        return move

    def caption(self, r):
        return (
            f"The largest gap is {r.gaps[r.i]:.3f}. ERM chose a hypothesis that is "
            f"{r.excess[r.i]:.3f} worse than the best: {2 * r.gaps[r.i]:.3f} was possible."
        )

    def numbers(self, r):
        return (
            f"largest gap {r.gaps[r.i]:.3f}, excess risk {r.excess[r.i]:.3f}; over 300 samples the "
            f"excess is 0 in {100 * np.mean(r.excess == 0):.0f} %; with probability 0.95 it is "
            f"below {r.promise:.3f}."
        )

    def headline(self, r):
        return Claim(
            "ERM is at most twice the gap worse",
            "Theorem 25.4",
            measured=float(r.excess[r.i]),
            bound=2 * float(r.gaps[r.i]),
            words="The risk of ERM exceeds the best risk by at most twice the largest gap between "
            "risk and empirical risk.",
        )

    def identities(self, r):
        a, b, c = r.terms
        error = 5 * np.sqrt(r.tail * (1 - r.tail) / SAMPLES) + 1e-9
        return [
            Claim("three terms", "Theorem 25.4", a + b + c, float(r.excess[r.i]), "=="),
            Claim("the middle one is not positive", "Theorem 25.4", b, 0),
            Claim("all 300 samples", "Theorem 25.4", float(np.max(r.excess - 2 * r.gaps)), 0),
            Claim("gaps, union over all", "Theorem 25.5", r.tail, r.union),
            Claim(
                "the share of wide gaps, within five standard errors",
                "Theorem 25.5",
                abs(r.share - r.tail),
                error,
            ),
            Claim("excess at the promise", "Theorem 25.5", r.breaks, r.wide, tol=1e-15),
            Claim("gaps at half the promise", "Theorem 25.5", r.wide, r.total, tol=1e-12),
            Claim(
                "the sum hardly overshoots",
                "Theorem 25.2",
                r.wide,
                r.total - r.total**2 / 2,
                ">=",
                tol=1e-12,
            ),
            Claim("the sum is at most δ", "Theorem 25.5", r.total, DELTA),
            Claim("the promise solves for δ", "Theorem 25.5", r.solved, DELTA, "=="),
        ]


# two worst worlds

GAPS = np.geomspace(1e-4, 1, 161)
SIZES = np.unique(np.rint(np.geomspace(5, 2000, 40)).astype(int))
SIZES = SIZES + SIZES % 2  # even ones: a tie is possible
CASES = ("one is perfect", "noisy labels")
LIMIT = 0.169971  # the maximum of c Φ(−c)


@lru_cache(1)
def worst_curves():
    """The worst excess for each number of examples, of both cases."""
    noisy = np.array([pac.noisy_worst(int(n))[1] for n in SIZES])
    return pac.realisable_worst(SIZES)[1], noisy


class rates(Figure):
    """Two hypotheses as hard to tell apart as can be: 1/n with a perfect one, 1/√n with noise."""

    size = (10, 4.2)
    veiled = (1,)
    story = [
        Step(
            "noise",
            "Labels are coins, and one side comes up a little more often. A tiny g costs nothing, "
            "a large one is found out: the worst world is in between (diamond).",
        ),
        Step(
            "sixteen times as many",
            "1600 examples: the hill moves to the left, to a smaller g, and its top falls only to "
            "a quarter.",
            n=1600,
            gap=0.0188,
        ),
        Step(
            "one is perfect",
            "Blue: one hypothesis never errs. At g = 1/(n + 1) the expected excess is largest: "
            "0.37 %.",
            case=CASES[0],
            gap=0.0099,
        ),
        Step(
            "perfect, and sixteen times as many",
            "Now the top falls to a sixteenth. Every error counts as proof.",
            case=CASES[0],
            n=1600,
            gap=0.000625,
        ),
        Step(
            "an easy world",
            "With g = 0.5 a hundred noisy examples are plenty: the rate is about the worst "
            "world, not about yours.",
            gap=0.5,
        ),
    ]
    handles = [
        Handle("choose g", at=lambda r: (r.gap, r.height), to=lambda r, x, y: dict(gap=x)),
        Handle("choose n", at=lambda r: (r.n, r.worst), to=lambda r, x, y: dict(n=x), panel=1),
    ]
    notes = """Both curves on the left are a product: what a wrong choice costs times how likely it
    is. Let the class say which factor wins at the two ends. Then the right panel: slopes −1 and
    −½. With a fixed g the noisy curve falls exponentially; the root needs a g that shrinks."""

    def sliders(self):
        return dict(
            gap=log_slider("difference g", 0.03, 1e-4, 0.9),
            n=int_slider("examples n", 100, 5, 2000, 5),
            case=choice("world", CASES[1], list(CASES)),
        )

    @staticmethod
    def compute(gap, n, case):
        """Expected excess over all differences, at this one, and the largest, for both worlds."""
        both = pac.realisable_excess(n, GAPS), pac.noisy_excess(n, GAPS)
        tops = pac.realisable_worst(n), pac.noisy_worst(n)
        which = CASES.index(case)
        here = (pac.realisable_excess, pac.noisy_excess)[which](n, gap)
        return dict(
            both=both,
            tops=[(float(g), float(e)) for g, e in tops],
            which=which,
            height=max(float(here), 1e-6),
            here=float(here),
            at=float(tops[which][0]),
            worst=float(tops[which][1]),
            before=pac.noisy_worst(n - 1)[1],
        )

    def picture(self, fig):
        logs = dict(xscale="log", yscale="log")
        left, right = plots.panels(
            fig,
            dict(xlim=(1e-4, 1), ylim=(1e-5, 0.2), xlabel="difference g of the two risks", **logs),
            dict(
                xlim=(5, 2000),
                ylim=(1e-4, 0.2),
                xlabel="examples n",
                ylabel="top of the hill",
                **logs,
            ),
        )
        left.set_title("expected excess risk at this n")
        looks = ((plots.BLUE, "-"), (plots.RED, (0, (5, 1.5))))
        hills = [plots.curves(left, [c], color=k, ls=d) for c, (k, d) in zip(CASES, looks)]
        tops = [plots.mark(left, None, "D", k, 8) for k, _ in looks]
        here, there = plots.star(left), plots.star(right)
        for y, (k, d) in zip(worst_curves(), looks):
            right.plot(SIZES, y, color=k, ls=d)
        n = np.array([5, 2000])
        right.plot(n, 1 / (np.e * n), color="0.3", ls=":", lw=1.3)
        right.plot(n, LIMIT / np.sqrt(n), color="0.3", ls=":", lw=1.3, label="1/(en), 0.17/√n")
        plots.legend_above(right)
        slopes_written(right)
        return lambda r: (
            *(a for hill, y in zip(hills, r.both) for a in hill(GAPS, np.maximum(y, 1e-9))),
            *(a for top, (g, e) in zip(tops, r.tops) for a in top(g, e)),
            *here(r.gap, max(r.here, 1e-5)),
            *there(r.n, r.worst),
        )

    def caption(self, r):
        return (
            f"At this g the expected excess is {percent(r.here)}. The worst g is {r.at:.2g}: "
            f"there it is {percent(r.worst)}."
        )

    def numbers(self, r):
        (a, x), (b, y) = r.tops
        return (
            f"expected excess {r.here:.3g}; largest with a perfect hypothesis {x:.3g} at g = "
            f"{a:.3g}, with noise {y:.3g} at g = {b:.3g}."
        )

    def headline(self, r):
        perfect = r.which == 0
        return Claim(
            "the two rates",
            "Theorem 25.6",
            measured=r.worst,
            bound=1 / (np.e * (r.n + 1)) if perfect else LIMIT / np.sqrt(r.n + 1),
            kind=">=",
            tol=1e-12,
            words="With a perfect hypothesis, some law has expected excess 1/(e(n+1)) or more."
            if perfect
            else "With noise, some law has expected excess 0.1699/√(n+1) or more.",
        )

    def identities(self, r):
        (_, x), (_, y) = r.tops
        odd = "" if r.n % 2 == 0 else "n is odd: no ties"
        return [
            Claim("nothing beats the worst g", "Theorem 25.6", r.here, r.worst, tol=1e-7),
            Claim("at most 1/(en)", "Theorem 25.6", x, 1 / (np.e * r.n), tol=1e-12),
            Claim("at most 0.173/√n", "Theorem 25.6", y, 0.173 / np.sqrt(r.n), tol=1e-12),
            Claim("even n is like n − 1", "section 5", y, r.before, "==", 1e-7, odd),
            Claim("below the mean form of the promise", "Theorem 25.7", x, (1 + np.log(2)) / r.n),
        ]


def slopes_written(ax):
    """At each line its name and slope, and a step from 100 examples to 1600."""
    for x, y, words, colour in (
        (22, 0.055, "noisy labels: slope −½", plots.RED),
        (5.7, 1.5e-3, "one is perfect:\nslope −1", plots.BLUE),
    ):
        ax.text(x, y, words, color=colour, fontsize=12, fontweight="bold", va="bottom")
    for worst, fall in ((pac.noisy_worst, "÷ 4"), (pac.realisable_worst, "÷ 16")):
        high, low = (float(worst(n)[1]) for n in (100, 1600))
        ax.plot([100, 1600, 1600], [high, high, low], color="0.45", lw=1.2)
        ax.text(1450, np.sqrt(high * low), fall, ha="right", va="center", fontsize=11)
        ax.text(400, 1.1 * high, "× 16", ha="center", va="bottom", fontsize=11)


# further: from the mean to a probability

XS = np.geomspace(1, 100, 200)
RISKS = np.geomspace(1e-2, 0.5, 120)
EXCESS = ("two values", "exponential", "squared normal")


def excess_above(law, p, x):
    """P(excess >= x times its mean) of a law of excess risks; two values: 0, and 1/p times the mean
    with probability p."""
    if law == EXCESS[0]:
        return np.where(np.asarray(x) <= 1 / p * (1 + 1e-12), p, 0.0)
    if law == EXCESS[1]:
        return np.exp(-np.asarray(x))
    return special.erfc(np.sqrt(np.asarray(x) / 2))


class confidence(Figure):
    """From a promise on average to a promise with probability 1 − δ, by Markov's inequality."""

    size = (10, 4.2)
    story = [
        Step(
            "two values",
            "The excess is 0 nine times of ten: at ten times the mean Markov’s line is reached.",
        ),
        Step(
            "exponential",
            "A law with light tails: Markov allows 10 % at ten times the mean, the truth is "
            "0.005 %.",
            law=EXCESS[1],
        ),
        Step(
            "one failure in a hundred",
            "On the right: by Markov the number of examples grows like 1/δ, by the union bound "
            "like ln(1/δ).",
            delta=0.01,
            p=0.01,
        ),
        Step(
            "a million hypotheses",
            "Both lines move up. At δ = 0.1 Markov asks for nine times as many examples.",
            k=6,
        ),
    ]
    handles = [
        Handle(
            "choose δ",
            at=lambda r: (r.delta, r.by_mean),
            to=lambda r, x, y: dict(delta=x),
            panel=1,
        )
    ]
    notes = """Markov is what one can do with nothing but a mean. The right panel says what it
    costs; repeating the learner and validating would bring the logarithm back."""

    def sliders(self):
        return dict(
            delta=log_slider("failure rate δ", 0.1, 0.01, 0.5),
            p=slider("two values: how often p", 0.1, 0.01, 0.5, 0.01),
            k=int_slider("hypotheses: ten to the z", 3, 1, 6),
            law=choice("law of the excess", EXCESS[0], list(EXCESS)),
        )

    @staticmethod
    def compute(delta, p, k, law):
        """The tail of the excess over its mean, and the sample sizes of both roads at ε = 0.1."""
        size, eps = 10.0**k, 0.1
        return dict(
            tail=excess_above(law, p, XS),
            fails=float(excess_above(law, p, 1 / delta)),
            attained=float(excess_above(law, p, 1 / p)),
            by_mean=float((1 + np.log(size)) / (eps * delta)),
            by_union=float(np.log(size / delta) / eps),
            roads=((1 + np.log(size)) / (eps * RISKS), np.log(size / RISKS) / eps),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xscale="log", yscale="log", xlim=(1, 130), ylim=(1e-5, 1.5), ylabel="chance"),
            dict(xscale="log", yscale="log", xlim=(8e-3, 0.6), ylim=(30, 3e4)),
        )
        left.set_xlabel("multiple of the mean excess")
        right.set_xlabel("failure rate δ")
        right.set_ylabel("examples n")
        right.set_xticks([0.01, 0.03, 0.1, 0.3], ["0.01", "0.03", "0.1", "0.3"])
        right.tick_params(axis="x", which="minor", labelbottom=False)
        tail = plots.curves(left, ["P(excess is larger)"], color=plots.TRUTH)
        left.plot(XS, 1 / XS, color=plots.BOUND, ls="--", label="Markov")
        plots.legend_above(left)
        slow = plots.curves(right, ["n by Markov"], color=plots.PURPLE, ls="--")
        fast = plots.curves(right, ["n by the union bound"], color=plots.BLUE)
        plots.legend_above(right)
        here, there = plots.star(left), plots.star(right)
        return lambda r: (
            *tail(XS, np.where(r.tail >= 1e-5, r.tail, np.nan)),
            *slow(RISKS, r.roads[0]),
            *fast(RISKS, r.roads[1]),
            *here(min(1 / r.delta, 100), max(r.fails, 1.3e-5)),
            *there(r.delta, r.by_mean),
        )

    def caption(self, r):
        return (
            f"For a failure rate of {percent(r.delta)} Markov asks for {np.ceil(r.by_mean):.0f} "
            f"examples, the union bound for {np.ceil(r.by_union):.0f}."
        )

    def numbers(self, r):
        return (
            f"probability {r.fails:.3g} of {1 / r.delta:.3g} times the mean; examples by Markov "
            f"{np.ceil(r.by_mean):.0f}, by the union bound {np.ceil(r.by_union):.0f}."
        )

    def headline(self, r):
        return Claim(
            "from the mean to a probability",
            "Theorem 25.8",
            measured=r.fails,
            bound=r.delta,
            tol=1e-12,
            words="The excess is 1/δ times its mean or more with probability at most δ.",
        )

    def identities(self, r):
        two = "" if r.law == EXCESS[0] else "the law has more than two values"
        return [
            Claim("two values reach it", "Theorem 25.8", r.attained, r.p, "==", 1e-12, two),
            Claim("the union bound asks for less", "section 1", r.by_union, r.by_mean),
        ]
