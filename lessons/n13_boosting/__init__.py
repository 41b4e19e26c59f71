"""The figures of notebook 13, boosting, and the runs of AdaBoost that they look at.

A run is made once and kept while only the number of rounds is moved:

    a shape in the plane, a target on the line, breast cancer:  Example(X, y, run, test)
    the game of eight examples and eight rules:                 eight_run(eta, start), a Trace
"""

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import numpy as np

from helpers import check, data, losses, plots
from helpers.live import Claim, Figure, Handle, Step, choice, int_slider, log_slider, slider
from helpers.margins import boosting, stumps
from helpers.trace import Trace

PLANE = {
    "rings": data.rings,
    "moons": data.moons,
    "parabolas": data.curved,
    "stripes": data.stripes,
    "exclusive or": data.xor,
}
BOX = (-2.7, 2.7)
ROUNDS = 300  # of the runs on a line and on patients
FLOOR = 8e-4  # the lowest error that is drawn
THETA = np.linspace(-1, 1, 201)
STEPS = np.linspace(0, 1.5, 151)
RANKS = 100  # rules to choose from
ETAS = {"1 (AdaBoost)": 1.0, "0.5": 0.5, "0.3": 0.3, "0.1": 0.1}
GRID = (np.arange(1000) + 0.5) / 1000  # where a rule on [0, 1] is compared with its target


@dataclass(frozen=True)
class Example:
    """A training set and AdaBoost's run on it with stumps.

    test (T,) is the error on new examples after each round.
    """

    X: np.ndarray
    y: np.ndarray
    run: Trace
    test: np.ndarray | None = None

    @cached_property
    def game(self):
        """(2 gamma, best vote, hardest weights) of all stumps on these examples."""
        return boosting.game_value(self.y[:, None] * stumps.every_stump(self.X))

    @property
    def gamma(self):
        """The advantage that stumps have for every weighting of this training set."""
        return self.game[0] / 2

    def vote(self, t, X):
        """F after t rounds at the rows of X."""
        return stumps.vote(self.run.extra["rules"][:t], self.run.eta[:t], X)

    def round(self, t):
        """What happened in round t = 1, 2, ... (the last one if the run ended before)."""
        t, extra = min(t, self.run.T), self.run.extra
        rule, cut = extra["rules"][t - 1], np.full(self.X.shape[1], np.nan)
        if np.isfinite(rule[1]):
            cut[int(rule[0])] = rule[1]
        return {
            "t": t,
            "rule": rule,
            "cut": cut,  # the threshold, at the place of its feature; a constant has none
            "D": extra["D"][t - 1],
            "D_new": extra["D"][t],
            "h": self.run.v[t - 1],
            "eps": extra["eps"][t - 1],
            "alpha": self.run.eta[t - 1],
            "product": np.prod(extra["z"][:t]),
            "wrong": self.y * self.run.w[t] <= 0,
        }

    @cached_property
    def train(self):
        """The training error after each round."""
        return boosting.training_error(self.run, self.y)

    def first_without_error(self):
        """The first round after which no training example is wrong; 0 if there is none."""
        right = self.train == 0
        return int(np.argmax(right)) + 1 if right.any() else 0

    def safe_from(self):
        """The round from which no training example is wrong any more; T + 1 if there is none."""
        return int(np.max(np.flatnonzero(self.train > 0), initial=-1)) + 2


def fit(X, y, T, X_test=None, y_test=None):
    """AdaBoost with stumps as an Example."""
    run = boosting.adaboost(y, stumps.stump_learner(X, y), T)
    if X_test is None:
        return Example(X, y, run)
    return Example(
        X, y, run, (stumps.votes(run.extra["rules"], run.eta, X_test) * y_test <= 0).mean(axis=1)
    )


@lru_cache(32)
def plane(shape, i, n=60, T=100):
    """n points of a shape of PLANE, drawn with seed i."""
    return fit(*PLANE[check.one_of("shape", shape, PLANE)](n, np.random.default_rng(i)), T)


@lru_cache(32)
def line(k, n, i, T=ROUNDS):
    """n uniform points of the target with k changes of sign; tested on a fine grid."""
    x = np.sort(np.random.default_rng(i).uniform(size=n))
    return fit(x[:, None], alternating(x, k), T, GRID[:, None], alternating(GRID, k))


def alternating(x, k):
    """The target on [0, 1]: -1 at first, another sign at 1/(k+1), ..., k/(k+1)."""
    return np.where(np.floor(np.asarray(x, dtype=float) * (k + 1)).astype(int) % 2, 1.0, -1.0)


def alternating_gamma(y):
    """gamma of stumps for labels y in the order of x: 1/(2k), k changes; k + 1 if k is even."""
    k = np.count_nonzero(np.diff(y))
    return 1 / (2 * (k + (k % 2 == 0)))


@lru_cache(8)
def cancer(n, wrong=0.0, i=0, T=ROUNDS):
    """Breast cancer: n patients to train on, a share `wrong` of labels flipped; others to test."""
    rng, everybody = np.random.default_rng(i), data.load("breast_cancer")
    (X, y), (X_test, y_test) = data.split(
        everybody.X, 2.0 * everybody.y - 1, n / len(everybody.y), rng
    )
    return fit(X, np.where(rng.uniform(size=n) < wrong, -y, y), T, X_test, y_test)


# The game M_ij = y_i h_j(x_i) of Rudin, Daubechies and Schapire: AdaBoost from equal weights ends
# with margin 1/3, where 3/8 is possible.
EIGHT = np.array(
    [
        [-1, 1, 1, 1, 1, -1, -1, 1],
        [-1, 1, 1, -1, -1, 1, 1, 1],
        [1, -1, 1, 1, 1, -1, 1, 1],
        [1, -1, 1, 1, -1, 1, 1, 1],
        [1, -1, 1, -1, 1, 1, 1, -1],
        [1, 1, -1, 1, 1, 1, 1, -1],
        [1, 1, -1, 1, 1, 1, -1, 1],
        [1, 1, 1, 1, -1, -1, 1, -1],
    ],
    dtype=float,
)
EIGHT.setflags(write=False)


@lru_cache(32)
def eight_run(eta=1.0, start=0, T=1000):
    """T rounds on EIGHT with steps eta log_odds(eps); start 0 is equal weights, others random."""
    y = np.ones(8)
    first = np.random.default_rng(start).dirichlet(y) if start else None
    return boosting.adaboost(
        y, stumps.column_learner(EIGHT, y), T, lambda eps: eta * boosting.log_odds(eps), first
    )


@cache
def rings():
    """AdaBoost's run on two rings, and (60, m): +1 where rule j is right about example i."""
    example = plane("rings", 1)
    return example, example.y[:, None] * stumps.every_stump(example.X)


@cache
def largest_margin():
    """The value of the game EIGHT, by linear programming."""
    return boosting.game_value(EIGHT)[0]


def bubbles(ax, size=50, least=0):
    """Two classes of points whose areas are weights, `size` for 1/60. move(xy, y, D)."""
    dots = [
        ax.scatter([], [], c=c, marker=m, ec="white", lw=0.6, zorder=3)
        for c, m in zip(plots.COLOURS, "os")
    ]

    def move(xy, y, D):
        for dot, own in zip(dots, (y > 0, y < 0)):
            dot.set(offsets=xy[own], sizes=60 * size * D[own] + least)
        return dots

    return move


def held(values, last):
    """`values` up to round `last`; the vote of a run that ended stays as it is."""
    return np.concatenate([values, np.full(last - len(values), values[-1])])


def plural(count):
    """ "round" or "rounds"."""
    return "round" if count == 1 else "rounds"


class rounds(Figure):
    """AdaBoost in the plane, round after round: the rule, the weights it sees, the vote."""

    size = (10, 4.2)
    play = "T"
    veiled = (1,)
    story = [
        Step("one rule", "All points weigh the same. The best single cut leaves 13 wrong.", T=1),
        Step(
            "the missed grow",
            "The 13 points that rule 1 missed now carry half of all the weight. Rule 2 must face "
            "them.",
            T=2,
        ),
        Step(
            "your turn",
            "Drag the black line away from the learner's cut (dashed). Does any place err less?",
            T=2,
            shift=-0.8,
        ),
        Step(
            "a band",
            "Rule 3 is a cut outside the picture: blue everywhere. With it two cuts make a band, "
            "and only 3 points are still wrong.",
            T=3,
        ),
        Step(
            "no mistake",
            "Twenty-five straight cuts have fenced in the inner ring. Look where the heavy points "
            "sit: near the fence.",
            T=25,
        ),
        Step("go on", "Nobody is wrong, and still the weights move. Section 4 says why.", T=99),
        Step(
            "exclusive or",
            "Here every cut is nearly as bad as a coin. Sixty rules vote, and mistakes remain.",
            shape="exclusive or",
            T=60,
        ),
    ]
    handles = [
        Handle(
            "your cut",
            at=lambda r: rounds.grip(r),
            to=lambda r, x, y: dict(shift=(x, y)[int(r.rule[0])] - r.rule[1]),
        )
    ]
    notes = """Press play; let the class shout which points will swell next. Ask for a volunteer who
    finds a better cut than the learner by dragging the line: nobody can. Then exclusive or: no
    stump is ever much better than a coin there, and the number γ* of section 3 says so in
    advance."""

    def sliders(self):
        return dict(
            T=int_slider("rounds T", 1, 1, 100),
            shift=slider("shift your cut c", 0, -2, 2, 0.02),
            shape=choice("shape", "rings", list(PLANE)),
            i=int_slider("new random sample s", 1, 1, 20),
        )

    @staticmethod
    def compute(T, shift, shape, i):
        """Look at round T of AdaBoost's run; `own` is its rule with the threshold shifted."""
        e = plane(shape, i)
        seen = e.round(T)
        own = seen["rule"] + [0, shift, 0, 0]
        yours = stumps.answers([own], e.X)[0]
        return dict(
            e=e,
            X=e.X,
            y=e.y,
            own=own,
            own_eps=seen["D"] @ (yours != e.y),
            again=seen["D_new"] @ (seen["h"] != e.y),
            **seen,
        )

    @staticmethod
    def grip(r):
        """Where the hand takes the cut; a constant rule has none."""
        if not np.isfinite(r.rule[1]):
            return None
        return (r.own[1], -2.2) if r.own[0] == 0 else (2.2, r.own[1])

    def picture(self, fig):
        box = dict(xlim=BOX, ylim=BOX, xlabel="$x_1$", ylabel="$x_2$", xticks=[], yticks=[])
        left, right = plots.panels(fig, box, box)
        left.set_title("round $T$: its rule; area = weight")
        right.set_title("vote of the first $T$ rules; ringed = wrong")
        side, weights = plots.halves(left, BOX, 120), bubbles(left)
        best = [plots.level(left, colour="0.45", ls="--", across=a) for a in (True, False)]
        yours = [plots.level(left, ls="-", across=a) for a in (True, False)]
        vote, dots = plots.halves(right, BOX, 120), bubbles(right)
        wrong = plots.circles(right, size=13)
        equal = np.full(60, 1 / 60)

        def move(r):
            cuts = r.cut if r.shift else np.full(2, np.nan)
            owns = r.cut + r.shift
            return (
                *side(lambda P: stumps.answers([r.own], P)[0]),
                *(line for level, cut in zip(best, cuts) for line in level(cut)),
                *(line for level, cut in zip(yours, owns) for line in level(cut)),
                *weights(r.X, r.y, r.D),
                *vote(lambda P: r.e.vote(r.t, P)),
                *dots(r.X, r.y, equal),
                *wrong(r.X[r.wrong]),
            )

        return move

    def caption(self, r):
        if r.shift:
            return (
                f"Your cut errs with weight {r.own_eps:.3f}, the learner's (dashed) with "
                f"{r.eps:.3f}."
            )
        return (
            f"Rule {r.t} errs with weight {r.eps:.3f}; the vote has {r.wrong.sum()} of 60 points "
            "wrong."
        )

    def numbers(self, r):
        (j, cut, low, high), heavy = r.rule, 60 * r.D.max()
        says = f"says {high:+.0f} where x{j + 1:.0f} > {cut:.2f} and {low:+.0f} elsewhere"
        if low == high:
            says = f"always says {high:+.0f}"
        return (
            f"rule {r.t} {says}; its weighted error is {r.eps:.3f} and its weight in the vote "
            f"{r.alpha:.3f}; your shifted cut errs with weight {r.own_eps:.3f}; the heaviest point "
            f"has {heavy:.1f} times the average weight; the vote has {r.wrong.sum()} of 60 wrong."
        )

    def headline(self, r):
        return Claim(
            "error of this rule under the new weights",
            "Theorem 13.1",
            r.again,
            0.5,
            "==",
            why_not="" if r.eps else "the rule makes no error",
            words="After reweighting, the rule just used is worth no more than a coin.",
        )

    def identities(self, r):
        best = 0.5 - r.e.gamma
        return [
            Claim("no shifted cut errs less", "section 1", r.eps, r.own_eps),
            Claim("weighted error ≤ ½ − γ*", "Theorem 13.3", r.eps, best, tol=1e-7),
            Claim("training error ≤ z₁···z_T", "Theorem 13.4", r.wrong.mean(), r.product),
        ]


class greedy(Figure):
    """One round with a rule and a step of your own, against AdaBoost's pair."""

    story = [
        Step(
            "your pair",
            "Three rounds are done. The star is your rule and your step: drag it, sideways for the "
            "step, up and down for the rule. How deep can you get?",
        ),
        Step("the best rule", "Rank 1: its curve is the lowest of all. Find its valley.", rank=1),
        Step(
            "AdaBoost's pair",
            "In the valley of the best rule you stand on the diamond, and nothing is lower.",
            rank=1,
            alpha=0.44,
        ),
        Step(
            "twice the step",
            "Twice AdaBoost's step. The loss is where it was: all the gain is gone.",
            rank=1,
            alpha=0.88,
        ),
        Step(
            "rule 40",
            "A weak rule has a shallow valley close to zero. All valleys lie on the dotted curve.",
            rank=40,
            alpha=0.1,
        ),
        Step(
            "30 rounds on",
            "Reweighting has made every rule look like a coin: the curves hardly dip below 1.",
            t=30,
            rank=1,
        ),
    ]
    handles = [
        Handle(
            "your rule and step",
            at=lambda r: (r.alpha, r.yours),
            to=lambda r, x, y: dict(alpha=x, rank=greedy.nearest(r, x, y)),
        )
    ]
    notes = """Ask for a volunteer to find the deepest place by dragging. Then let the class vote on
    what twice the step does. Z is symmetric about its valley on a logarithmic scale of
    e^α, which is why 2α brings the loss back exactly."""

    def sliders(self):
        return dict(
            alpha=slider("your step α", 0.2, 0, 1.5, 0.01),
            rank=int_slider("rank of your rule r", 12, 1, RANKS),
            t=int_slider("rounds done t", 3, 0, 60),
        )

    @staticmethod
    def compute(alpha, rank, t):
        """Sort all stumps by weighted error; multiply the loss by z(α) of one."""
        example, right = rings()
        run = example.run
        errors = run.extra["D"][t] @ (right < 0)
        order = np.argsort(errors, kind="stable")[:RANKS]
        eps = errors[order]
        rule = right[:, order[rank - 1]]
        margins = example.y * run.w[t]
        moved = margins + alpha * rule
        return dict(
            errors=eps,
            z=factor(eps[:, None], STEPS),
            eps=eps[rank - 1],
            yours=factor(eps[rank - 1], alpha),
            rule=rule,
            margins=margins,
            moved=moved,
            best_alpha=run.eta[t],
            best=run.extra["z"][t],
            loss_before=losses.exponential(margins).mean(),
            loss=losses.exponential(moved).mean(),
            wrong=np.mean(moved <= 0),
        )

    @staticmethod
    def nearest(r, x, y):
        """The rank of the rule whose curve passes nearest to the hand."""
        return int(np.argmin(np.abs(factor(r.errors, min(max(x, 0.0), 1.5)) - y))) + 1

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(0, 1.2), ylim=(0.8, 1.2), xlabel="step $\\alpha$")
        left.set_ylabel("loss after / loss before")
        right.set(xlim=(-2.2, 4), ylim=(-0.1, 4.2), xlabel="$m = y\\,F(x)$", ylabel="loss")
        others = plots.bundle(left, 25, label="other rules", colour="0.82")
        left.axhline(1, color="0.6", lw=1)
        plots.curves(left, ["valleys"], color="0.3", ls=":")(STEPS, 1 / np.cosh(STEPS))
        lowest = plots.curves(left, ["best rule"], color="black", ls="--", lw=1.6)
        own = plots.curves(left, ["your rule"], color=plots.BLUE, lw=2.6)
        pair = plots.mark(left, "AdaBoost", marker="D", colour="black", size=9)
        star = plots.star(left)
        plots.legend_above(left)
        m = np.linspace(-2.2, 4, 621)
        plots.curves(right, [None], color="0.45", lw=1.5)(m, losses.exponential(m))
        plots.curves(right, [None], color="0.45", ls=":")(m, losses.zero_one(m))
        right.text(-1.15, 3.5, "$e^{-m}$", size=14)
        right.text(-2.1, 1.08, "0/1 loss")
        dots = [plots.points(right, [""], size=size, zorder=3) for size in (60, 45, 40)]
        looks = (("0.75", None, "o"), (plots.BLUE, "rule is right", "o"), (plots.RED, "wrong", "s"))
        for dot, (colour, label, marker) in zip(dots, looks):
            dot(None)[0].set(color=colour, label=label, marker=marker)
        plots.legend_above(right)

        def move(r):
            places = (r.margins, r.moved[r.rule > 0], r.moved[r.rule < 0])
            return (
                *others(STEPS, r.z[::4]),
                *lowest(STEPS, r.z[0]),
                *own(STEPS, r.z[r.rank - 1]),
                *pair(r.best_alpha, r.best),
                *star(r.alpha, r.yours),
                *(
                    artist
                    for dot, m in zip(dots, places)
                    for artist in dot(np.column_stack([m, losses.exponential(m)]))
                ),
            )

        return move

    def caption(self, r):
        way = "lowers" if r.yours < 1 else "raises"
        return (
            f"Your step {way} the loss by {abs(1 - r.yours):.1%} and leaves "
            f"{60 * r.wrong:.0f} of 60 wrong; AdaBoost's (diamond) lowers the loss by "
            f"{1 - r.best:.1%}."
        )

    def numbers(self, r):
        return (
            f"your rule has weighted error {r.eps:.3f} and your step multiplies the loss by "
            f"{r.yours:.4f}; AdaBoost's (diamond) by {r.best:.4f} with α = {r.best_alpha:.3f}; "
            f"after your step the mean loss is {r.loss:.4f} and {r.wrong:.1%} are wrong."
        )

    def headline(self, r):
        return Claim(
            "what your pair gains ≤ what AdaBoost's gains",
            "Theorem 13.2",
            1 - r.yours,
            1 - r.best,
            words="No rule and no step lower the exponential loss more than AdaBoost's pair.",
        )

    def identities(self, r):
        up, down = (losses.exponential(r.margins + s * r.rule).mean() for s in (1e-5, -1e-5))
        ratio, slope = r.loss / r.loss_before, -(1 - 2 * r.eps) * r.loss_before
        twice = factor(r.errors[0], 2 * r.best_alpha)
        any_pair = 1 - r.z.min()
        return [
            Claim("loss after / loss before = z(α)", "Theorem 13.2", ratio, r.yours, "=="),
            Claim("any of 100 rules with any of 151 steps", "Theorem 13.2", any_pair, 1 - r.best),
            Claim("twice AdaBoost's step changes nothing", "section 2", twice, 1, "=="),
            Claim(
                "slope at α = 0 is −(1 − 2ε) times the loss",
                "section 2",
                (up - down) / 2e-5,
                slope,
                "==",
                tol=1e-8,
            ),
            Claim("share wrong ≤ mean exponential loss", "Theorem 13.4", r.wrong, r.loss),
        ]


def factor(eps, alpha):
    """z(alpha) = (1 - eps) e^-alpha + eps e^alpha: what a step does to the exponential loss."""
    return (1 - eps) * np.exp(-alpha) + eps * np.exp(alpha)


class interval(Figure):
    """A target on the line that changes its sign k times: errors and bounds against rounds."""

    play = "T"
    story = [
        Step(
            "the interval",
            "Left: the weights that hurt stumps most put a third on each piece (large marks). "
            "Right: three rounds, and the training error (green) drops out of the picture.",
            T=3,
        ),
        Step(
            "the proof",
            "The blue curve is the mean exponential loss. Where it is under the dotted line, one "
            "example's share, no mistake is possible.",
            T=19,
        ),
        Step(
            "what was promised",
            "The dashed curve knows nothing but γ*. Its diamond is the round that theory promises.",
            T=30,
        ),
        Step(
            "one change",
            "One cut does it, whatever the weights: a stump is not weak here at all.",
            k=1,
            T=1,
        ),
        Step(
            "five changes",
            "More pieces, a smaller γ*, and the diamond walks to the right: with 1/γ*².",
            k=5,
            T=40,
        ),
        Step("ten examples", "Fewer examples: sooner done, but look at the vote.", n=10, T=8),
    ]
    handles = [
        Handle(
            "choose the round",
            at=lambda r: (r.last, r.product[r.last]),
            to=lambda r, x, y: dict(T=x),
            panel=1,
        )
    ]
    notes = """Let the class find the hardest weights on paper first: three pieces, a third each.
    Then k = 3: the same γ*, because a constant and a cut cannot both be right about the two ends.
    The promise (87 rounds) is far from what is needed here (3); ask why: it must cover every
    sample and every learner with the same γ*."""

    def sliders(self):
        return dict(
            k=int_slider("changes of sign k", 2, 1, 5),
            n=int_slider("examples n", 60, 5, 100),
            T=int_slider("rounds T", 8, 1, ROUNDS),
            i=int_slider("new random sample s", 1, 1, 20),
        )

    @staticmethod
    def compute(k, n, T, i):
        """Errors and normalisers of a run on n points; the bound needs nothing but γ*."""
        e = line(k, n, i)
        last = min(T, e.run.T)
        t = np.arange(ROUNDS + 1)
        return dict(
            e=e,
            last=last,
            t=t,
            product=np.cumprod([1, *e.run.extra["z"]]),
            bound=np.exp(-2 * t * e.gamma**2),
            promised=boosting.rounds_needed(n, e.gamma),
            safe=e.safe_from(),
            vote=e.vote(last, GRID) / e.run.eta[:last].sum(),
            target=alternating(GRID, k),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(2, 3))
        left.set(xlim=(-0.03, 1.03), ylim=(-1.6, 1.6), xlabel="$x$", yticks=(-1, 0, 1))
        left.set_ylabel("answer")
        right.set(xlim=(0.85, 350), ylim=(FLOOR, 1.3), xlabel="rounds $t$", ylabel="error, loss")
        target = plots.curves(left, ["target"], color=plots.TRUTH, lw=1.4)
        vote = plots.curves(left, ["vote $F/\\Sigma\\alpha$"], color=plots.FIT, lw=2.4)
        hard = bubbles(left, 12, least=9)
        plots.legend_above(left)
        error = plots.curves(right, ["training error"], log="xy", color=plots.TRAIN, lw=2.4)
        loss = plots.curves(right, ["exponential loss"], color=plots.FIT, lw=2.4)
        bound = plots.curves(right, ["bound"], color=plots.BOUND, ls="--")
        share = plots.level(right, "$1/n$", colour=plots.BOUND)
        promise = plots.mark(right, marker="D", colour=plots.BOUND, size=9)
        star = plots.star(right)
        plots.legend_above(right)
        return lambda r: (
            *target(GRID, r.target),
            *vote(GRID, r.vote),
            *hard(np.column_stack([r.e.X, 1.3 * r.e.y]), r.e.y, r.e.game[2]),
            # 0 has no place on a logarithmic axis: the curve drops out of the picture
            *error(r.t[1:], np.maximum(held(r.e.train, ROUNDS), 1e-9)),
            *loss(r.t, r.product),
            *bound(r.t, r.bound),
            *share(1 / r.n),
            *promise(r.promised, 1 / (2 * r.n)),
            *star(r.last, max(r.product[r.last], 1.15 * FLOOR)),
        )

    def caption(self, r):
        return (
            f"No mistake is left after {r.safe} {plural(r.safe)}; with γ* = {r.e.gamma:.3g} theory "
            f"promises it after {np.ceil(r.promised):.0f} (diamond)."
        )

    def numbers(self, r):
        last = r.last
        return (
            f"stumps have advantage γ* = {r.e.gamma:.4f} on this sample; after {last} rounds the "
            f"training error is {r.e.train[last - 1]:.1%}, the exponential loss "
            f"{r.product[last]:.3g} and its bound {r.bound[last]:.3g}; no mistake is left after "
            f"round {r.safe}, by theory after {r.promised:.1f}; the true error of the vote is "
            f"{r.e.test[last - 1]:.1%}, of the first stump {r.e.test[0]:.1%}."
        )

    def headline(self, r):
        return Claim(
            "rounds until no mistake is left",
            "Theorem 13.4",
            r.safe,
            np.ceil(r.promised),
            words="After ln(2n)/2γ² rounds no example is wrong.",
        )

    def identities(self, r):
        e, last = r.e, r.last
        loss = np.log(boosting.exponential_loss(e.run, e.y)[last - 1])
        worst, exact = e.run.extra["eps"][:last].max(), alternating_gamma(e.y)
        lemma, product = "Theorem 13.4", r.product[last]
        return [
            Claim("γ*: linear program = ½/k, k made odd", "Theorem 13.3", e.gamma, exact, "=="),
            Claim("every weighted error ≤ ½ − γ*", "Theorem 13.3", worst, 0.5 - e.gamma, tol=1e-7),
            Claim("ln(mean exponential loss) = Σ ln z", lemma, loss, np.log(product), "=="),
            Claim("training error ≤ z₁···z_T", lemma, e.train[last - 1], product),
            Claim("Σ ln z ≤ −2Tγ²", lemma, np.log(product), np.log(r.bound[last])),
        ]


class margins(Figure):
    """Breast cancer: training and test error against rounds, and the margins of the vote."""

    play = "T"
    story = [
        Step("one rule", "One measurement, one threshold, and it is right about nine in ten.", T=1),
        Step(
            "training error 0",
            "Round 12: no mistake is left to learn from. Remember the height of the dashed curve.",
            T=12,
        ),
        Step(
            "go on",
            "The training error cannot fall any more, the test error does. Right: the smallest "
            "margins have moved up since round 12 (dashed).",
            T=300,
        ),
        Step(
            "the bound",
            "No margin is below 0.1 now. The dotted bound knew: it is nearly 0 there.",
            T=300,
            theta=0.1,
        ),
        Step(
            "wrong labels",
            "One training label in ten is a lie. Boosting learns the lies too, and the test error "
            "turns up: it does overfit.",
            wrong=10,
            T=300,
        ),
        Step("few patients", "A hundred patients: sooner without error, worse on new ones.", n=100),
    ]
    handles = [
        Handle(
            "choose the round",
            at=lambda r: (r.last, r.test[r.last - 1]),
            to=lambda r, x, y: dict(T=x),
        ),
        Handle(
            "choose θ",
            at=lambda r: (r.theta, r.below),
            to=lambda r, x, y: dict(theta=x),
            panel=1,
        ),
    ]
    more = ("n",)
    notes = """Play from round 15 on: nothing happens to the training error, but the small margins
    walk to the right, at the cost of the large ones; then wrong labels, where boosting does
    overfit. Ask what a doctor would want to know: the vote, or by how much it was won?"""

    def sliders(self):
        return dict(
            T=int_slider("rounds T", 60, 1, ROUNDS),
            theta=slider("margin level θ", 0.2, -0.4, 0.6, 0.01),
            wrong=int_slider("wrong labels in per cent q", 0, 0, 10),
            i=int_slider("new random split s", 13, 1, 20),
            n=int_slider("training patients n", 280, 60, 300, 20),
        )

    @staticmethod
    def compute(T, theta, wrong, i, n):
        """Margins of the vote after T rounds, and when the training error was first 0."""
        e = cancer(n, wrong / 100, i)
        last, first = min(T, e.run.T), e.first_without_error()
        every = boosting.margins(e.run, e.y)
        return dict(
            e=e,
            last=last,
            first=first,
            train=held(e.train, ROUNDS),
            test=held(e.test, ROUNDS),
            margin=every[last - 1],
            then=every[first - 1] if first else None,
            below=np.mean(every[last - 1] <= theta),
            bound=boosting.margin_share_bound(e.run, THETA, last),
            cap=float(boosting.margin_share_bound(e.run, theta, last)),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=(0.9, 350), ylim=(0, 0.175), xlabel="rounds $t$")
        left.set_ylabel("share of wrong answers")
        left.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f} %")
        right.set(xlim=(-0.4, 1), ylim=(-0.02, 1.02), xlabel="margin level $\\theta$")
        right.set_ylabel("share of margins $\\leq \\theta$")
        train = plots.curves(left, ["training"], log="x", color=plots.TRAIN, lw=2.4)
        test = plots.curves(left, ["test"], color=plots.TEST, ls="--", lw=2.4)
        first = plots.level(left, "training error first 0", colour="0.6", across=True)
        star = plots.star(left)
        plots.legend_above(left)
        now = plots.curves(right, ["now"], color=plots.FIT, lw=2.4)
        then = plots.curves(right, ["at first 0"], color=plots.PURPLE, ls="--")
        bound = plots.curves(right, ["bound"], color=plots.BOUND, ls=":")
        grip = plots.star(right)
        plots.legend_above(right)
        t = np.arange(1, ROUNDS + 1)
        return lambda r: (
            *train(t, r.train),
            *test(t, r.test),
            *first(r.first or np.nan),
            *star(r.last, r.test[r.last - 1]),
            *now(THETA, shares(r.margin)),
            *then(THETA, None if r.then is None else shares(r.then)),
            *bound(THETA, np.minimum(r.bound, 9)),  # over 1 it leaves the picture
            *grip(r.theta, r.below),
        )

    def caption(self, r):
        test = f"After {r.last} {plural(r.last)} the test error is {r.test[r.last - 1]:.1%}"
        if not r.first or r.first > r.last:
            return f"{test}; {r.train[r.last - 1]:.1%} of the training examples are still wrong."
        if r.wrong:
            low = int(np.argmin(r.test[: r.last]))
            return f"{test}; its lowest value was {r.test[low]:.1%}, in round {low + 1}."
        if r.first == r.last:
            return f"{test}; for the first time no training example is wrong."
        was = f"it was {r.test[r.first - 1]:.1%} in round {r.first}"
        return f"{test}; {was}, when for the first time no training example was wrong."

    def numbers(self, r):
        now, first = r.last - 1, r.first
        then = "never 0 in 300 rounds"
        if first:
            was = f"test error {r.test[first - 1]:.1%}, smallest margin {r.then.min():.3f}"
            then = f"first 0 at round {first} ({was})"
        return (
            f"the training error is {r.train[now]:.1%}, {then}; after {r.last} rounds the test "
            f"error is {r.test[now]:.1%}, the smallest margin {r.margin.min():.3f} and the median "
            f"one {np.median(r.margin):.3f}; {r.below:.1%} of the margins are at most θ."
        )

    def headline(self, r):
        return Claim(
            "share of margins ≤ θ",
            "Theorem 13.5",
            r.below,
            r.cap,
            why_not="" if r.cap < 1 else "at this θ the bound is over 1 and says nothing",
            words="Few margins are small: at most e^(θΣα) z₁···z_T of them are below θ.",
        )

    def identities(self, r):
        run, last = r.e.run, r.last
        smooth, total = boosting.smooth_margin(run, r.e.y)[last - 1], run.eta[:last].sum()
        smallest, room = r.margin.min(), np.log(r.n) / total
        product = -np.log(run.extra["z"][:last]).sum() - np.log(r.n)
        five, excess = "Theorem 13.5", np.max(shares(r.margin) - r.bound)
        return [
            Claim("share of margins minus its bound, at the worst θ", five, excess, 0),
            Claim("smooth margin times Σα = −Σ ln z − ln n", five, smooth * total, product, "=="),
            Claim("smooth margin ≤ smallest margin", five, smooth, smallest),
            Claim("smallest margin ≤ smooth margin + ln n/Σα", five, smallest, smooth + room),
        ]


def shares(margin):
    """The share of margins that are at most θ, for each θ of THETA."""
    return np.searchsorted(np.sort(margin), THETA + 1e-12, side="right") / len(margin)


class eight(Figure):
    """Eight examples, eight rules: AdaBoost walks in a circle and misses the largest margin."""

    play = "T"
    veiled = (1,)
    story = [
        Step(
            "twelve rounds",
            "Each column is a round, each row an example: dark means no weight, yellow much.",
            T=12,
        ),
        Step(
            "the circle",
            "After some eighty rounds the same three columns come again and again, for ever.",
            T=200,
        ),
        Step(
            "stuck",
            "So the same three rules share the vote, and the margin stays at 1/3. It misses 3/8.",
            T=1000,
        ),
        Step(
            "shorter steps",
            "Three tenths of AdaBoost's step: no circle of three, and the curve passes 1/3.",
            T=1000,
            eta="0.3",
        ),
        Step(
            "one tenth",
            "Slower still, but what is certain (dashed) rises to the top line.",
            T=1000,
            eta="0.1",
        ),
        Step(
            "another start",
            "AdaBoost's own steps from random weights: this time it gets nearly to 3/8.",
            T=1000,
            start=4,
        ),
    ]
    handles = [
        Handle(
            "choose the round",
            at=lambda r: (r.T, r.margin[-1]),
            to=lambda r, x, y: dict(T=x),
            panel=1,
        )
    ]
    notes = """AdaBoost stops at 1/3 and its weights walk in a circle of three rounds; the edge is
    the golden ratio's (√5 − 1)/2. Shorter steps reach 3/8; other starts may or may not. Ask why a
    circle of three rules cannot have the largest margin: the best vote needs all eight."""

    def sliders(self):
        return dict(
            T=int_slider("rounds T", 200, 3, 1000),
            eta=choice("step length η", "1 (AdaBoost)", ETAS),
            start=int_slider("new random start s", 0, 0, 20),
        )

    @staticmethod
    def compute(T, eta, start):
        """The smallest margin after each of T rounds, and the weights of the last thirty."""
        run = eight_run(eta, start)
        D, total = run.extra["D"], np.cumsum(run.eta)[:T]
        recent = np.full((8, 30), np.nan)
        recent[:, 30 - min(T, 30) :] = D[max(T - 30, 0) : T].T
        return dict(
            rounds=np.arange(1, T + 1),
            recent=recent,
            margin=boosting.margins(run, np.ones(8))[:T].min(axis=1),
            edge=1 - 2 * run.extra["eps"][T - 1],
            total=total[-1],
            sure=boosting.upsilon(largest_margin(), eta) + np.log(D[0].min()) / total,
            cycle=np.abs(D[T] - D[T - 3]).max(),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(2, 3))
        left.set(xlabel="the last 30 rounds", ylabel="example", yticks=range(1, 9))
        left.set_title("weights (yellow = heavy)")
        right.set(xlim=(1, 1200), ylim=(0, 0.42), xlabel="rounds $t$")
        right.set_ylabel("smallest margin of the vote")
        weights = plots.heatmap(left, (-30, 0, 0.5, 8.5), 0, 0.28)
        measured = plots.curves(right, ["measured"], log="x", color=plots.FIT, lw=2.4)
        certain = plots.curves(right, ["certain"], color=plots.BOUND, ls="--")
        star = plots.star(right)
        plots.legend_above(right)
        for value, words, below in ((3 / 8, "3/8, the largest possible", 0), (1 / 3, "1/3", 1)):
            right.axhline(value, color="black", lw=1.2, ls="-." if not below else ":")
            place = dict(va="top" if below else "bottom", ha="left")
            right.text(1.1, value, words, **place)
        return lambda r: (
            *weights(r.recent),
            *measured(r.rounds, r.margin),
            *certain(r.rounds, r.sure),
            *star(r.T, r.margin[-1]),
        )

    def caption(self, r):
        return (
            f"After {r.T} rounds the smallest margin is {r.margin[-1]:.3f}; the best vote has "
            "0.375."
        )

    def numbers(self, r):
        return (
            f"the smallest margin is {r.margin[-1]:.4f}, where {r.sure[-1]:.4f} is certain and "
            f"0.375 is possible; the last edge is {r.edge:.4f}; the weights differ from those of "
            f"three rounds before by {0.0 if r.cycle < 1e-9 else r.cycle:.1g}."
        )

    def headline(self, r):
        return Claim(
            "margin ≥ certain margin",
            "Theorem 13.6",
            r.margin[-1],
            r.sure[-1],
            ">=",
            words="The smallest margin is at least Υ(2γ*) − ln n/Σα; not always the largest.",
        )

    def identities(self, r):
        plain = "" if r.eta == 1 and r.start == 0 else "only AdaBoost's own steps, equal weights"
        late = plain or ("" if r.T >= 80 else "it takes some 80 rounds to settle")
        off, bound = abs(r.margin[-1] - 1 / 3), np.log(8) / r.total
        golden = (np.sqrt(5) - 1) / 2
        this, top = "section 5", largest_margin()
        return [
            Claim("no margin is over the game's value", "Theorem 13.3", r.margin.max(), top),
            Claim("no edge is under it", "Theorem 13.3", r.edge, top, ">="),
            Claim("distance of the margin from 1/3 ≤ ln 8/Σα", this, off, bound, why_not=plain),
            Claim("the weights repeat after three rounds", this, r.cycle, 0, "==", why_not=late),
            Claim("the edge is (√5 − 1)/2", this, r.edge, golden, "==", why_not=late),
        ]


class price(Figure):
    """How many examples the theory asks for: a condition with n on both sides."""

    story = [
        Step("both sides", "The condition holds to the right of the crossing (star).", gamma=0.17),
        Step("half the advantage", "Half of γ: the star climbs by more than four.", gamma=0.085),
        Step("strong rules", "A large advantage is cheap.", gamma=0.4),
        Step("one per cent", "A tenth of the error asks for more than ten times as many.", a=0.01),
    ]
    handles = [
        Handle(
            "choose the advantage",
            at=lambda r: (r.gamma, r.need),
            to=lambda r, x, y: dict(gamma=x),
            panel=1,
        )
    ]
    notes = "The point is the square: 1/γ² rounds, each of which makes the class richer."

    def sliders(self):
        return dict(
            gamma=log_slider("advantage γ", 0.17, 0.02, 0.4),
            a=log_slider("true error a", 0.1, 0.005, 0.3),
            delta=log_slider("risk δ", 0.05, 1e-6, 0.5),
            d=int_slider("VC dimension d", 2, 1, 50),
        )

    @staticmethod
    def compute(gamma, a, delta, d):
        """Where n overtakes the right-hand side, for this advantage and others."""
        n, gammas = np.geomspace(1e2, 1e10, 81), np.geomspace(0.01, 0.49, 25)
        every = [*gammas, gamma, gamma / 2]
        *needs, need, half = (boosting.sample_size(a, delta, d, g) for g in every)
        return dict(
            n=n,
            right=boosting.sample_bound(n, a, delta, d, gamma),
            gammas=gammas,
            needs=needs,
            need=need,
            half=half,
            rounds=np.log(2 * need) / (2 * gamma**2),
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(2, 3), sharey=True)
        left.set(xlim=(1e2, 1e10), ylim=(1e2, 1e10), xlabel="$n$")
        right.set(xlim=(0.01, 0.5), xlabel="advantage $\\gamma$", ylabel="examples asked for")
        asked = plots.curves(left, ["asked for"], log="xy", color=plots.BLUE, lw=2.4)
        plots.curves(left, ["$n$"], color="0.45", ls="--")(np.array([1e2, 1e10]), [1e2, 1e10])
        cross = plots.star(left)
        plots.legend_above(left)
        needed = plots.curves(right, ["needed"], log="xy", color=plots.BLUE, lw=2.4)
        star = plots.star(right)
        right.set_xticks((0.01, 0.03, 0.1, 0.3), labels=("0.01", "0.03", "0.1", "0.3"))
        right.xaxis.set_minor_formatter("")
        right.tick_params(labelleft=True)
        return lambda r: (
            *asked(r.n, r.right),
            *cross(r.need, r.need),
            *needed(r.gammas, r.needs),
            *star(r.gamma, r.need),
        )

    def caption(self, r):
        many = f"{float(f'{r.need:.2g}'):,.0f}".replace(",", " ")
        return (
            f"Theory asks for {many} examples, and for {r.half / r.need:.1f} times as many with "
            "half the advantage."
        )

    def numbers(self, r):
        return (
            f"the condition holds from n = {r.need:.3g} on, with T = {r.rounds:.3g} rounds; with "
            f"half the advantage it would be n = {r.half:.3g}, {r.half / r.need:.1f} times as many."
        )

    def headline(self, r):
        sure = np.log(1 / r.delta) / r.a
        return Claim(
            "half γ: at least 4 times as many, beyond ln(1/δ)/a",
            "Theorem 13.7",
            r.half - sure,
            4 * (r.need - sure),
            ">=",
            words="Half the advantage asks for at least four times as many examples.",
        )

    def identities(self, r):
        given = r.a, r.delta, r.d, r.gamma
        at, twice = (boosting.sample_bound(c * r.need, *given) for c in (1, 2))
        b = r.d / (2 * r.gamma**2 * r.a)
        seven, big = "Theorem 13.7", 2 * b * np.log(b)
        return [
            Claim("the two sides meet there", seven, at, r.need, "=="),
            Claim("and the condition still holds at 2n", seven, twice, 2 * r.need),
            Claim("b ln n ≤ n at n = 2b ln b, with b = d/2γ²a", seven, b * np.log(big), big),
        ]
