"""The figures of notebook 23, online to batch: predict, look, learn; what it pays is its risk."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
from matplotlib.collections import LineCollection

from helpers import losses, plots
from helpers.data import load
from helpers.descent.bounds import steps_to_eps
from helpers.generalisation.concentration import hoeffding
from helpers.live import (
    Claim,
    Figure,
    Handle,
    Step,
    choice,
    five_errors,
    int_slider,
    log_slider,
    slider,
    step_size,
)
from helpers.live.controls import points
from helpers.live.story import point_handles
from helpers.online import batch

ONLINE, RISK, AVERAGE, LAST = plots.BLUE, plots.TEST, plots.PURPLE, plots.ORANGE


def spots(ax, label, colour, marker="o", size=6, **look):
    """Markers without a line. move(x, y)."""
    style = dict(color=colour, marker=marker, ms=size, ls="", label=label)
    (line,) = ax.plot([], [], **{**style, **look})

    def move(x, y):
        line.set_data(x, y)
        return (line,)

    return move


def running(errors):
    """Means of the first 1, 2, ... rounds, along the last axis."""
    return np.cumsum(errors, axis=-1) / np.arange(1, errors.shape[-1] + 1)


# digits, one after the other: first a test, then a lesson

ROUNDS, ORDERS, PIXELS = 400, 30, 64
SHOWN = np.unique(np.geomspace(10, ROUNDS, 60).astype(int))  # rounds that are drawn on a log axis


@lru_cache(1)
def images():
    """Pixels from 0 to 16, and +1 for even digits, -1 for odd ones."""
    digits = load("digits")
    return digits.X, np.where(digits.y % 2 == 0, 1.0, -1.0)


@lru_cache(1)
def signed_rows():
    """Rows of length at most 1 around the mean image, times their labels."""
    X, y = images()
    X = X - X.mean(axis=0)
    return X / np.linalg.norm(X, axis=1).max() * y[:, None]


def shuffled(order):
    return np.random.default_rng([3, order]).permutation(len(images()[1]))


@lru_cache(2)
def through_the_digits(rule):
    """For 30 random orders: mistakes, error on what was not learnt, error on what was; weights."""
    X, y = images()
    orders = [shuffled(order) for order in range(1, ORDERS + 1)]
    weights = np.zeros((ROUNDS + 2, ORDERS, PIXELS))
    if rule == "line":
        Z = signed_rows()[np.array(orders).T[: ROUNDS + 1]]
        weights = batch.one_pass(batch.of_margin(losses.hinge)[1], Z, np.zeros(PIXELS), 3.0).w
    found = []
    for i, order in enumerate(orders):
        if rule == "nearest neighbour":
            answers = batch.nearest_answers(X[order], y[order], ROUNDS + 1).w
        else:
            rows = signed_rows()[order] * y[order, None]
            answers = batch.linear_answers(np.ascontiguousarray(weights[:, i]), rows)
        wrong = answers[1 : ROUNDS + 1, :ROUNDS] != y[order[:ROUNDS]]
        learnt = np.tril(wrong).sum(axis=1) / np.arange(1, ROUNDS + 1)
        online, rest = batch.progressive(answers, y[order])
        found.append((online[:-1], rest, learnt))
    online, rest, training = (np.array(part) for part in zip(*found))
    return online, rest[:, :-1], rest[:, 1:], training, weights


def portrait(rule, order, t, weights):
    """The image of round t beside what decides: its nearest neighbour, or the weights."""
    X, y = images()
    rows = shuffled(order)
    new = X[rows[t - 1]]
    if rule == "line":
        pull = weights[t - 1, order - 1]
        beside = 8 + 8 * pull / max(np.abs(pull).max(), 1e-9)
        says = 1.0 if signed_rows()[rows[t - 1]] * y[rows[t - 1]] @ pull >= 0 else -1.0
    elif t == 1:
        beside, says = np.zeros(PIXELS), 1.0
    else:
        nearest = np.argmin(((X[rows[: t - 1]] - new) ** 2).sum(axis=1))
        beside, says = X[rows[nearest]], y[rows[nearest]]
    pair = np.full((8, 17), np.nan)
    pair[:, :8], pair[:, 9:] = new.reshape(8, 8), beside.reshape(8, 8)
    return pair, says, y[rows[t - 1]]


PARITY = {1.0: "even", -1.0: "odd"}


def pupil_panels(fig):
    """The empty panels of `pupil`."""
    show, left, right = plots.panels(
        fig,
        dict(xticks=[], yticks=[]),
        dict(xlim=(0, 405), ylim=(-0.01, 0.5), xlabel="round t", ylabel="error rate"),
        dict(xscale="log", xlim=(10, 400), ylim=(-0.25, 0.25), xlabel="round t"),
        width_ratios=[0.8, 1.8, 1.25],
    )
    right.set_ylabel("online − mean test error")
    plots.ticks(right, x=[10, 30, 100, 400])
    return show, left, right


def all_orders(ax):
    """How far off every order is, round by round, their mean, and ±1/(2√t). move(apart, t)."""
    threads = LineCollection([], colors="0.82", lw=0.8, label="orders")
    ax.add_collection(threads)
    mean = plots.curves(ax, ["mean"], color=plots.BLACK)
    for sign, label in ((1, "±1/(2√t)"), (-1, None)):
        edge = sign / (2 * np.sqrt(SHOWN))
        ax.plot(SHOWN, edge, color=plots.BOUND, ls="--", lw=2, zorder=4, label=label)
    now = plots.level(ax, None, plots.BLACK, ":", across=True)
    plots.legend_above(ax, fontsize=11, handlelength=1.4, columnspacing=0.6)

    def move(apart, t):
        threads.set_segments([np.column_stack([SHOWN, row]) for row in apart])
        return (threads, *mean(SHOWN, apart.mean(axis=0)), *now(t))

    return move


class pupil(Figure):
    """Every image is first a test, then a lesson: the running error beside the test error."""

    size = (10, 4.1)
    veiled = (1, 2)
    story = [
        Step(
            "four hundred images",
            "Blue: the share of images answered wrongly so far. Red: the mean error of the same "
            "rules on images that they had not seen. In the end they are side by side.",
        ),
        Step(
            "at the beginning",
            "After twenty images a single mistake moves blue a lot. Right: in 30 orders the "
            "difference is large, both up and down. Later it shrinks as the dashed lines do, and "
            "its mean (black) stays near 0.",
            t=20,
        ),
        Step(
            "another order",
            "The same images, shuffled anew. Now blue ends above red; in order 1 it ended below. "
            "Luck decides which.",
            order=7,
        ),
        Step(
            "not the training error",
            "Green is the error on the images that were learnt. The nearest neighbour remembers "
            "them all, so green is 0 and says nothing about red.",
            t=150,
        ),
        Step(
            "a line",
            "A linear rule, learnt by online gradient descent; its weights stand beside the image. "
            "In this order blue was lucky: it ends below red. Right: over 30 orders luck cancels "
            "for this rule as well. The mean is near 0 in the end.",
            rule="line",
        ),
    ]
    handles = [
        Handle(
            "choose the round",
            at=lambda r: (r.t, float(np.clip(r.online[r.t - 1], 0, 0.48))),
            to=lambda r, x, y: dict(t=x),
            panel=1,
        )
    ]
    notes = """Ask before the figure wakes: which of the 400 images was ever used twice? Each was
    tested once, before it was learnt. Then let the class say what green would be for the nearest
    neighbour. The dotted curve is the newest rule alone: the online error is about the average
    of all the rules on the way, which is why it lies above it."""

    def sliders(self):
        return dict(
            t=int_slider("round t", 400, 10, ROUNDS),
            rule=choice("learner", "nearest neighbour", ["nearest neighbour", "line"]),
            order=int_slider("new random order", 1, 1, ORDERS),
        )

    @staticmethod
    def compute(t, rule, order):
        """Curves of this order up to 400, and all 30 orders at round t."""
        paid, rest, newest, training, weights = through_the_digits(rule)
        apart = running(paid) - running(rest)
        off = apart[:, t - 1]
        pair, says, true = portrait(rule, order, t, weights)
        return dict(
            online=running(paid[order - 1]),
            risk=running(rest[order - 1]),
            newest=newest[order - 1],
            training=training[order - 1],
            learnt=float(training[:, t - 1].max()),
            apart=apart[:, SHOWN - 1],
            off=off,
            allowed=five_errors(off),
            means=(float(paid[:, :t].mean()), float(rest[:, :t].mean())),
            pair=pair,
            says=says,
            true=true,
        )

    def picture(self, fig):
        show, left, right = pupil_panels(fig)
        image = plots.heatmap(show, (0, 17, 8, 0), 0, 16, "Greys", origin="upper")
        show.set_aspect("equal")
        show.set_axis_off()
        show.set_title("new image      decides", fontsize=11)
        words = plots.note(show, -0.02, -0.12, 11)
        risk = plots.curves(left, ["mean test"], color=RISK, lw=3)
        online = plots.curves(left, ["online"], color=ONLINE)
        newest = plots.curves(left, ["newest rule"], color=RISK, ls=":", lw=1.5)
        green = plots.curves(left, ["training"], color=plots.TRAIN, ls="-.")
        plots.legend_above(left, fontsize=11, handlelength=1.6, columnspacing=0.5)
        here = plots.star(left)
        funnel, rounds = all_orders(right), np.arange(1, ROUNDS + 1)

        def move(r):
            verdict = "right" if r.says == r.true else "wrong"
            return (
                *image(r.pair),
                *words(f"is {PARITY[r.true]}, said {PARITY[r.says]}: {verdict}"),
                *risk(rounds, r.risk),
                *online(rounds, r.online),
                *newest(rounds, r.newest),
                *green(rounds, r.training),
                *here(r.t, float(np.clip(r.online[r.t - 1], 0, 0.48))),
                *funnel(r.apart, r.t),
            )

        return move

    def caption(self, r):
        a, b = 100 * r.online[r.t - 1], 100 * r.risk[r.t - 1]
        return (
            f"After {r.t} images: online error {a:.1f} %; the same rules err on {b:.1f} % of what "
            f"they have not seen."
        )

    def numbers(self, r):
        i = r.t - 1
        return (
            f"online error {r.online[i]:.4f}, mean test error {r.risk[i]:.4f}, newest rule "
            f"{r.newest[i]:.4f}, training {r.training[i]:.4f}; over 30 orders online "
            f"{r.means[0]:.4f} and test {r.means[1]:.4f}."
        )

    def headline(self, r):
        return Claim(
            "the online error is the test error, on average",
            "Theorem 23.1",
            measured=abs(float(r.off.mean())),
            bound=r.allowed,
            words="Online error and test error have the same mean: over 30 orders they differ by "
            "less than five standard errors.",
        )

    def identities(self, r):
        line = "a line need not fit what it has learnt" * (r.rule == "line")
        return [
            Claim(
                "mean square of the difference, less five standard errors for chance",
                "section 1",
                float((r.off**2).mean()) - five_errors(r.off**2),
                1 / (4 * r.t),
            ),
            Claim("the neighbour remembers", "section 1", r.learnt, 0.0, "==", why_not=line),
        ]


# the tree of all coins

STEPS = np.geomspace(0.02, 1, 28)  # every third one gets a ring
FINE = np.geomspace(0.0045, 2.3, 120)


def expected(T, p, eta, w0=0.0):
    """Exact means over all 2^T sequences, above the smallest risk: average, mean, online; worst
    regret over T; how far Jensen is kept; and the run itself."""
    run, Z, chance = batch.tree(T, p, eta, w0)
    found = batch.links(run, Z, batch.distance, batch.coin_risk(p), [0.5])
    least = 1 - p  # at w = 1/2 only tails cost, and they cost 1
    parts = (found.average, found.mean, found.online)
    return [float(chance @ part) - least for part in parts], found, run, Z, chance


@lru_cache(12)
def all_paths(T):
    """For every step size of STEPS and every sequence: what the average, the answers and the loss
    on the way cost at heads and at tails; these do not depend on p."""
    found = []
    for eta in STEPS:
        run, Z, _ = batch.tree(T, 0.5, eta)
        ends = [[np.abs(w[..., 0] - z) for z in (0.5, -0.5)] for w in (run.average(), run.w[:-1])]
        paid = batch.distance(run.w[:-1], Z).mean(axis=0)
        found.append([*ends[0], *(part.mean(axis=0) for part in ends[1]), paid])
    return np.swapaxes(found, 0, 1), (Z[..., 0] > 0).sum(axis=0)


def against_eta(T, p):
    """The three exact means for every step size of STEPS, (3, 28)."""
    (top, low, tops, lows, paid), heads = all_paths(T)
    chance = p**heads * (1 - p) ** (T - heads)
    return np.array([p * top + (1 - p) * low, p * tops + (1 - p) * lows, paid]) @ chance - (1 - p)


def nodes(run, chance, eta):
    """The points (t, w_t) that can be reached, and how likely each is; the steps between them."""
    places = np.rint(run.w[..., 0] / eta).astype(int)  # all of them are multiples of the step
    at, size, ways = [], [], []
    for t, level in enumerate(places):
        there, which = np.unique(level, return_inverse=True)
        at += [(t + 1, eta * j) for j in there]
        size += list(np.bincount(which, chance))
        if t:
            pairs = np.unique(1000 * (places[t - 1] + 100) + level + 100)
            ways += [
                [(t, eta * (code // 1000 - 100)), (t + 1, eta * (code % 1000 - 100))]
                for code in pairs
            ]
    return np.array(at), np.array(size), np.array(ways)


def tree_panels(fig):
    """The empty panels of `tree`."""
    left, right = plots.panels(
        fig,
        dict(xlim=(0.5, 13.5), ylim=(-1.3, 1.1), xlabel="round t", ylabel="answer w"),
        dict(
            xscale="log",
            xlim=(0.018, 1.12),
            ylim=(0, 0.6),
            xlabel="step size η",
            ylabel="above the smallest risk",
        ),
        width_ratios=[1, 1.1],
    )
    left.axhline(0.5, color=plots.TRUTH, lw=1, ls=":")
    left.text(0.6, 0.53, "best", fontsize=11)
    plots.ticks(right, x=[0.02, 0.1, 0.5, 1])
    return left, right


def weighed(r):
    """The two losses that are possible at the star of the tree, and what they are on average."""
    heads, tails = r.two
    return f"risk at the star: {r.p:.2f} · {heads:.2f} + {1 - r.p:.2f} · {tails:.2f} = {r.node:.2f}"


class tree(Figure):
    """All sequences of coins: where the learner can be, and what it pays on average."""

    size = (10, 4.4)
    veiled = (1,)
    more = ("t", "path")
    story = [
        Step(
            "all 4096 sequences",
            "Left: every answer that can occur; larger dots are likelier. Right: the rings (what "
            "the learner pays) lie exactly on the red curve (its risk). The average, at the star, "
            "is half as high.",
        ),
        Step(
            "one node",
            "At the left star the next coin has not fallen yet. Two losses are possible. Weighted "
            "by their chances (the line below the tree) they give the risk of this answer.",
            t=8,
            path=3,
        ),
        Step(
            "tiny steps",
            "With η = 0.02 it never arrives. All answers lie between −½ and ½, where the risk is "
            "a straight line: averaging gains nothing.",
            eta=0.02,
        ),
        Step(
            "giant steps",
            "With η = 1 it jumps about and pays a lot: red is at 0.41. The average of these "
            "answers is only at 0.12.",
            eta=1,
        ),
        Step(
            "a surer coin",
            "Heads in 95 of 100: nearly all steps go up. Now red nearly touches the bound, so "
            "the bound cannot be lowered by much.",
            p=0.95,
            eta=0.05,
        ),
    ]
    handles = [
        Handle(
            "choose the round",
            at=lambda r: (r.round, r.here),
            to=lambda r, x, y: dict(t=min(round(x), r.T)),
        ),
        Handle(
            "choose η",
            at=lambda r: (r.eta, r.exact[0]),
            to=lambda r, x, y: dict(eta=x),
            panel=1,
        ),
    ]
    notes = """The aim is that nobody doubts the equality: choose a node, compute the two losses by
    hand, weigh them. The worst of all sequences obeys the regret bound too: that is what “regret”
    adds to “on average”."""

    def sliders(self):
        return dict(
            eta=step_size(0.4, 0.02, 1),
            p=slider("chance of heads p", 0.7, 0.5, 0.95, 0.05),
            T=int_slider("coins T", 12, 2, 12),
            t=int_slider("round t", 5, 1, 12),
            path=int_slider("new random path", 1, 1, 20),
        )

    @staticmethod
    def compute(eta, p, T, t, path):
        """Exact means at this η and along STEPS, all nodes, and one path with its two branches."""
        exact, found, run, Z, chance = expected(T, p, eta)
        coins = np.random.default_rng([23, path]).random(12)[:T] < 0.7
        mine = run.w[:, int(coins @ 2 ** np.arange(T)), 0]
        t = min(t, T)
        at, likely, ways = nodes(run, chance, eta)
        two = np.abs(mine[t - 1] - np.array([0.5, -0.5]))
        return dict(
            exact=exact,
            curves=against_eta(T, p),
            worst=float(found.regret.max()) / T,
            jensen=float((found.average - found.mean).max()),
            regret=float(chance @ found.regret) / T,
            bound=float(batch.excess_bound(0.5, eta, T)),
            at=at,
            likely=likely,
            ways=ways,
            mine=mine,
            round=t,
            here=float(mine[t - 1]),
            two=two,
            node=float(p * two[0] + (1 - p) * two[1]),
            risk=float(batch.coin_risk(p)(mine[t - 1 : t])),
        )

    def picture(self, fig):
        left, right = tree_panels(fig)
        edges = left.add_collection(LineCollection([], colors="0.8", lw=0.7))
        dots = left.scatter([], [], s=[], color="0.5", zorder=2)
        path = plots.curves(left, ["one path"], color=ONLINE, marker="o", ms=4)
        plots.legend_above(left)
        here = plots.star(left)
        risk = plots.curves(right, ["mean risk"], color=RISK)
        rings = spots(right, "online loss", ONLINE, size=9, mfc="none", mew=1.8)
        average = plots.curves(right, ["average"], color=AVERAGE, ls="--")
        bound = plots.curves(right, ["bound"], color=plots.BOUND, ls="--", lw=1.5)
        plots.legend_above(right, fontsize=11, columnspacing=1)
        there, words = plots.star(right), plots.note(left, 0.02, 0.08, 11)

        def move(r):
            edges.set_segments(r.ways)
            dots.set_offsets(r.at)
            dots.set_sizes(4 + 160 * r.likely)
            return (
                edges,
                dots,
                *path(np.arange(1, len(r.mine) + 1), r.mine),
                *here(r.round, r.here),
                *risk(STEPS, r.curves[1]),
                *rings(STEPS[::3], r.curves[2, ::3]),
                *average(STEPS, r.curves[0]),
                *bound(FINE, batch.excess_bound(0.5, FINE, r.T)),
                *there(r.eta, r.exact[0]),
                *words(weighed(r)),
            )

        return move

    def caption(self, r):
        average, mean, _ = r.exact
        return f"Above the smallest risk: the answers {mean:.3f}, their average {average:.3f}."

    def numbers(self, r):
        average, mean, online = r.exact
        return (
            f"above the smallest risk: average {average:.4f}, mean of the answers {mean:.4f}, "
            f"online {online:.4f}, worst regret over T {r.worst:.4f}, bound {r.bound:.4f}; "
            f"{weighed(r)}."
        )

    def headline(self, r):
        return Claim(
            "low regret is low risk",
            "Theorem 23.3",
            measured=r.exact[0],
            bound=r.bound,
            words="The expected risk of the average is at most the smallest risk + B²/(2ηT) + "
            "ηρ²/2; here B = ½ and ρ = 1.",
        )

    def identities(self, r):
        average, mean, online = r.exact
        return [
            Claim("online loss = mean risk", "Theorem 23.1", online, mean, "=="),
            Claim("at the node", "Theorem 23.1", r.node, r.risk, "=="),
            Claim("averaging, on every path", "Theorem 23.3", r.jensen, 0.0),
            Claim("mean risk = mean regret", "Theorem 23.3", mean, r.regret, "=="),
            Claim("regret of the worst sequence", "Lemma 23.2", r.worst, r.bound),
        ]


# a kiosk: average or last

HOMES = [(1.0, 0.1), (0.4, 0.9), (-0.7, 0.6), (-0.9, -0.5), (0.1, -1.0), (0.8, -0.6)]
START = np.array([-1.2, 1.6])
ETAS = np.geomspace(0.005, 2, 10)
RUNS = 40
EDGES = (-1.6, -1.4), (1.6, 1.8)  # where homes may be dragged


@lru_cache(1)
def customers():
    """Uniform numbers that choose the home of each customer: 320 rounds, 40 runs."""
    return np.random.default_rng(23).random((320, RUNS))


def walk(homes, etas, T):
    """40 runs for each step size, all with the same customers: the Trace, (T, 40 len(etas), 2)."""
    who = (len(homes) * customers()[:T]).astype(int)
    Z = np.tile(homes[who], (1, len(etas), 1))
    return batch.one_pass(batch.towards, Z, START, np.repeat(etas, RUNS)), Z


def in_sight(handle):
    """The handle of a home that cannot be dragged out of its panel."""

    def to(r, x, y):
        return handle.to(r, *np.clip((x, y), EDGES[0], EDGES[1]))

    return replace(handle, to=to)


def kiosk_panels(fig):
    """The empty panels of `kiosk`."""
    left, right = plots.panels(
        fig,
        dict(xlim=(-1.7, 1.7), ylim=(-1.5, 1.9), xlabel="km east", ylabel="km north"),
        dict(
            xscale="log",
            yscale="log",
            xlim=(0.0045, 2.3),
            ylim=(0.004, 7),
            xlabel="step size η",
            ylabel="km above the shortest walk",
        ),
        width_ratios=[1, 1.15],
    )
    right.set_xticks([0.01, 0.1, 1], ["0.01", "0.1", "1"])
    right.set_yticks([0.01, 0.1, 1], ["0.01", "0.1", "1"])
    left.text(START[0] + 0.1, START[1] - 0.02, "start", fontsize=10)
    return left, right


class kiosk(Figure):
    """Where the kiosk ends, and its average place: forty runs, and both against the step size."""

    size = (10, 4.3)
    veiled = (1,)
    more = ("homes",)
    story = [
        Step(
            "forty kiosks",
            "Orange: where the kiosk stands in the end. Purple: the averages of all its places, "
            "close together, and near the best place.",
        ),
        Step(
            "small steps",
            "With η = 0.02 the kiosk arrives late: the average still drags its start along, and "
            "the last place wins.",
            eta=0.02,
        ),
        Step(
            "large steps",
            "With η = 1 every customer moves the kiosk by a kilometre. The last place can be "
            "anywhere; the averages stay close to the best place.",
            eta=1,
        ),
        Step(
            "few customers",
            "With twenty customers η = 0.3 is a small step: the averages still hang back towards "
            "the start, and the last place wins. The crossing has moved to the right.",
            T=20,
        ),
        Step(
            "many customers",
            "With three hundred the purple curve has sunk. The orange one has not sunk on its "
            "right side: with a constant step the kiosk never comes to rest.",
            T=300,
        ),
    ]
    handles = [
        Handle(
            "choose η",
            at=lambda r: (r.eta, float(np.clip(r.average, 0.0045, 2.8))),
            to=lambda r, x, y: dict(eta=x),
            panel=1,
        ),
        *map(in_sight, point_handles("homes", len(HOMES), "move a home")),
    ]
    notes = """Let the class drag a home to the edge: the best place hardly moves (a median, not a
    mean). Then ask which of the two they would return. Both curves cross near η = 0.15; nothing
    in the theorem speaks of the orange one."""

    def sliders(self):
        return dict(
            eta=step_size(0.3, 0.005, 2),
            T=int_slider("customers T", 100, 20, 300, 10),
            homes=points("homes", HOMES),
        )

    @staticmethod
    def compute(eta, T, homes):
        """All step sizes in one batch; this η is the last of them."""
        best = batch.best_place(homes)
        least = float(batch.mean_distance(best, homes))
        run, Z = walk(homes, np.append(ETAS, eta), T)
        means = batch.mean_distance(run.average(), homes).reshape(-1, RUNS) - least
        lasts = batch.mean_distance(run.last, homes).reshape(-1, RUNS) - least
        mine = run.w[:, -RUNS:]
        answers, seen = mine[:-1], Z[:, -RUNS:]
        risk = batch.mean_distance(answers, homes).mean(axis=0) - least
        paid = batch.distance(answers, seen)
        regret = (paid - batch.distance(best, seen)).mean(axis=0)
        B = float(batch.distance(START, best))
        pair = ((mine[-2:] - best) ** 2).sum(axis=-1).sum(axis=0)
        return dict(
            best=best,
            B=B,
            curves=(lasts[:-1].mean(axis=1), means[:-1].mean(axis=1)),
            average=float(means[-1].mean()),
            last=float(lasts[-1].mean()),
            ends=mine[-1],
            averages=answers.mean(axis=0),
            path=mine[:, 0],
            bound=float(batch.excess_bound(B, eta, T)),
            jensen=float((means[-1] - risk).max()),
            worst=float(regret.max()),
            off=regret - risk,
            shaking=float(pair.min()),
            spread=(float(mine[-1].var(axis=0).sum()), float(answers.mean(0).var(0).sum())),
        )

    def picture(self, fig):
        left, right = kiosk_panels(fig)
        path = plots.curves(left, ["one walk"], color="0.7", lw=0.8)
        places = spots(left, "homes", plots.BLACK, "s", 8)
        ends = spots(left, "last", LAST, "o", 5, alpha=0.8)
        averages = spots(left, "average", AVERAGE, "^", 5, alpha=0.9)
        best = spots(left, "best", plots.BLACK, "+", 15, mew=2.5)
        start = spots(left, None, plots.BLACK, "X", 9)
        plots.legend_above(left, fontsize=10, columnspacing=0.7)
        last = plots.curves(right, ["last place"], color=LAST)
        mean = plots.curves(right, ["average place"], color=AVERAGE, ls="--")
        bound = plots.curves(right, ["bound for it"], color=plots.BOUND, ls="--", lw=1.5)
        plots.legend_above(right)
        here, low = plots.star(right), plots.mark(right, None, "o", LAST, 10)
        return lambda r: (
            *path(r.path[:, 0], r.path[:, 1]),
            *ends(*r.ends.T),
            *averages(*r.averages.T),
            *places(*r.homes.T),
            *best([r.best[0]], [r.best[1]]),
            *start([START[0]], [START[1]]),
            *last(ETAS, r.curves[0]),
            *mean(ETAS, r.curves[1]),
            *bound(FINE, batch.excess_bound(r.B, FINE, r.T)),
            *low(r.eta, float(np.clip(r.last, 0.0045, 6))),
            *here(r.eta, float(np.clip(r.average, 0.0045, 2.8))),
        )

    def caption(self, r):
        winner = "the average wins" if r.average < r.last else "the last place wins"
        return (
            f"Above the shortest walk: last place {1000 * r.last:.0f} m, average place "
            f"{1000 * r.average:.0f} m. Here {winner}."
        )

    def numbers(self, r):
        return (
            f"over 40 runs the last place is {r.last:.4f} km above the best, the average place "
            f"{r.average:.4f}, the bound {r.bound:.4f}; variance {r.spread[0]:.4f} and "
            f"{r.spread[1]:.4f}."
        )

    def headline(self, r):
        return Claim(
            "the average keeps the promise",
            "Theorem 23.3",
            measured=r.average,
            bound=r.bound,
            words="In expectation the average is at most B²/(2ηT) + ηρ²/2 above the best (mean of "
            "40 runs, nothing added for chance).",
        )

    def identities(self, r):
        return [
            Claim("averaging, in every run", "Theorem 23.3", r.jensen, 0.0),
            Claim("regret of the worst run", "Lemma 23.2", r.worst, r.bound),
            Claim(
                "the last two cannot both be near", "Theorem 23.4", r.shaking, r.eta**2 / 2, ">="
            ),
            Claim(
                "online loss and risk agree within five standard errors",
                "Theorem 23.1",
                abs(float(r.off.mean())),
                five_errors(r.off),
            ),
        ]


# a budget of examples

BUDGETS = np.array([10, 20, 40, 80, 160, 320])
TOWN = np.array(HOMES)
PLACE = batch.best_place(TOWN)
LEAST = float(batch.mean_distance(PLACE, TOWN))
FAR = float(batch.distance(START, PLACE))


def after(run, T, group):
    """Excess risk of the average of the first T answers, for one group of forty runs."""
    chosen = run.w[:T, group * RUNS : (group + 1) * RUNS]
    return batch.mean_distance(chosen.mean(axis=0), TOWN) - LEAST


def budget_panels(fig):
    """The empty panels of `budget`."""
    left, right = plots.panels(
        fig,
        dict(
            xscale="log",
            yscale="log",
            xlim=(9, 380),
            ylim=(0.001, 2),
            xlabel="customers T",
            ylabel="km above the shortest walk",
        ),
        dict(yscale="log", xlim=(0, 41), ylim=(0.001, 2), xticks=[], xlabel="forty runs at this T"),
        width_ratios=[1.5, 1],
    )
    left.set_xticks([10, 20, 50, 100, 200, 320], ["10", "20", "50", "100", "200", "320"])
    for ax in (left, right):
        ax.set_yticks([0.001, 0.01, 0.1, 1], ["0.001", "0.01", "0.1", "1"])
    return left, right


class budget(Figure):
    """How many customers are enough: the mean excess beside the promise, and single runs."""

    size = (10, 4.2)
    veiled = (0, 1)
    story = [
        Step(
            "a quarter of a kilometre",
            "The dashed promise meets ε at the dotted line: so many customers are enough. The "
            "purple curve is far below already.",
        ),
        Step(
            "half a kilometre",
            "With twice the ε the dotted line moves left: a quarter of the customers is enough.",
            eps=0.5,
            T=21,
        ),
        Step(
            "not enough",
            "After 21 customers the promise is still above ε = 0.25, so it guarantees nothing. The "
            "average (the star) is below ε all the same: this town is an easy case.",
            T=21,
        ),
        Step(
            "steps too long",
            "Four times the recommended step: the promise is about twice as high. The purple curve "
            "is not: here long steps do no harm.",
            c=4,
            T=100,
            eps=0.5,
        ),
        Step(
            "steps too short",
            "A quarter of the recommended step: the promise is where it was in step 4, but the "
            "average is much worse, for the kiosk was on its way most of the time.",
            c=0.25,
            T=100,
            eps=0.5,
        ),
    ]
    handles = [
        Handle(
            "choose T",
            at=lambda r: (r.T, float(np.clip(r.mean, 0.00105, 1.9))),
            to=lambda r, x, y: dict(T=x),
        ),
        Handle(
            "choose ε",
            at=lambda r: (355.0, r.eps),
            to=lambda r, x, y: dict(eps=y),
        ),
    ]
    notes = """Right: forty runs at this T. The promise is about their mean, not about each of
    them: with c = ¼, T = 20 and ε = 0.5 the mean is below ε, and some runs are beyond it. A
    guarantee with probability 1 − δ needs more (exercise 3)."""

    def sliders(self):
        return dict(
            eps=slider("allowed excess ε", 0.25, 0.15, 1, 0.05),
            T=int_slider("customers T", 82, 10, 320),
            c=log_slider("step factor c", 1, 0.25, 4),
        )

    @staticmethod
    def compute(eps, T, c):
        """Forty runs for each budget, each with the step size of its own T, in one batch."""
        sizes = np.append(BUDGETS, T)
        etas = c * FAR / np.sqrt(sizes)
        run, _ = walk(TOWN, etas, int(max(BUDGETS)))
        groups = [after(run, int(size), i) for i, size in enumerate(sizes)]
        weak = (c + 1 / c) / 2
        return dict(
            curve=np.array([group.mean() for group in groups[:-1]]),
            sample=groups[-1],
            mean=float(groups[-1].mean()),
            eta=float(etas[-1]),
            weak=weak,
            promised=weak * FAR / np.sqrt(T),
            general=float(batch.excess_bound(FAR, etas[-1], T)),
            needed=steps_to_eps(eps / weak, FAR, rho=1.0),
            over=float(np.mean(groups[-1] > eps)),
        )

    def picture(self, fig):
        left, right = budget_panels(fig)
        measured = plots.curves(left, ["average place"], color=AVERAGE, marker="^", ms=6)
        bound = plots.curves(left, ["promise"], color=plots.BOUND, ls="--")
        allowed = plots.level(left, "ε", plots.BLACK, "-")
        enough = plots.level(left, "enough", plots.BLACK, ":", across=True)
        plots.legend_above(left)
        dots = spots(right, "one run", AVERAGE, "^", 5, alpha=0.8)
        mean = plots.level(right, "mean", AVERAGE, "--")
        limit = plots.level(right, "ε", plots.BLACK, "-")
        plots.legend_above(right)
        here, grip = plots.star(left), plots.mark(left, None, "D", plots.BLACK, 8)

        def move(r):
            return (
                *measured(BUDGETS, r.curve),
                *bound(BUDGETS, r.weak * FAR / np.sqrt(BUDGETS)),
                *allowed(r.eps),
                *enough(r.needed),
                *here(r.T, float(np.clip(r.mean, 0.00105, 1.9))),
                *grip(355.0, r.eps),
                *dots(np.arange(1, RUNS + 1), np.clip(r.sample, 0.00105, 1.9)),
                *mean(r.mean),
                *limit(r.eps),
            )

        return move

    def caption(self, r):
        return (
            f"{r.needed} customers are enough for ε = {r.eps:.2f} km. After {r.T} the average "
            f"place is {1000 * r.mean:.0f} m above the best."
        )

    def numbers(self, r):
        return (
            f"η = {r.eta:.3f}; mean excess of 40 runs {r.mean:.4f}, promised {r.promised:.4f}; "
            f"{100 * r.over:.0f} % of the runs are over ε; {r.needed} customers needed."
        )

    def headline(self, r):
        few = f"{r.T} customers are fewer than the {r.needed} needed" * (r.T < r.needed)
        return Claim(
            "enough examples",
            "Theorem 23.5",
            measured=r.mean,
            bound=r.eps,
            why_not=few,
            words="If the promise is at most ε, so is the expected excess (mean of 40 runs, "
            "nothing added for chance).",
        )

    def identities(self, r):
        return [
            Claim("the promise at this T", "Theorem 23.5", r.mean, r.promised),
            Claim("½(c + 1/c)Bρ/√T is the bound", "Theorem 23.5", r.promised, r.general, "=="),
        ]


# a second pass

PEOPLE, FRESH = 30, 3


@lru_cache(20)
def schedule(n, P):
    """For 30 learners: n images in a new order in each pass, and three fresh images a round."""
    rng = np.random.default_rng(23)
    total = len(images()[1])
    own, tests = [], []
    for _ in range(PEOPLE):
        order = rng.permutation(total)
        own.append(np.concatenate([rng.permutation(order[:n]) for _ in range(5)]))
        tests.append(rng.choice(order[n:], (5 * n, FRESH)))
    Z = signed_rows()
    return Z[np.array(own).T[: n * P]], Z[np.swapaxes(tests, 0, 1)[: n * P]]


@lru_cache(1)
def good_line():
    """A fixed line to compare with: least squares over all images, twice as long."""
    Z = signed_rows()
    return 2 * np.linalg.solve(Z.T @ Z + 1.0 * np.eye(PIXELS), Z.sum(axis=0))


def by_pass(errors, passes):
    """Means over each pass, (passes, runs), of numbers (T, runs)."""
    return errors.reshape(passes, -1, errors.shape[-1]).mean(axis=1)


class passes(Figure):
    """The same images again and again: what is paid on them, and on fresh ones."""

    size = (10, 4.2)
    veiled = (0, 1)
    story = [
        Step(
            "five passes",
            "Forty images, five times. In pass 1 blue and red agree. From pass 2 on every image "
            "has been seen before: blue keeps falling, red stays near 0.16.",
        ),
        Step(
            "more images",
            "Sixty images: the same, with a smaller gap in the end. Sixty images are harder to "
            "learn by heart than forty.",
            n=60,
        ),
        Step(
            "few images",
            "Twenty images are soon known by heart: blue goes nearly to 0, and red stays higher "
            "than with forty.",
            n=20,
        ),
        Step(
            "small steps",
            "With η = 0.1 the rule learns slowly. It memorises less, so the gap is smaller; but "
            "both errors end higher.",
            eta=0.1,
        ),
        Step(
            "two passes",
            "One more pass is enough to spoil the test: at pass 2 blue is already well below red.",
            P=2,
        ),
    ]
    handles = [
        Handle(
            "choose the passes",
            at=lambda r: (r.P, float(r.fresh.mean(axis=1)[-1])),
            to=lambda r, x, y: dict(P=x),
        )
    ]
    notes = """Red falls from pass 1 to pass 2 mostly because the mean of pass 1 has the rules in it
    that knew nothing yet; the second pass helps a little. What is lost is the honesty of blue.
    The regret bound holds in all passes, for it holds on any sequence; what breaks is the step
    from regret to risk."""

    def sliders(self):
        return dict(
            eta=step_size(3, 0.1, 30),
            n=int_slider("images n", 40, 20, 60, 20),
            P=int_slider("passes P", 5, 1, 5),
        )

    @staticmethod
    def compute(eta, n, P):
        """Hinge loss, 30 learners side by side; errors on their own and on fresh images."""
        Z, F = schedule(n, P)
        value, slope = batch.of_margin(losses.hinge)
        run = batch.one_pass(slope, Z, np.zeros(PIXELS), eta)
        answers = run.w[:-1]
        own = np.einsum("tkd,tkd->tk", answers, Z)
        other = np.einsum("tkd,tkfd->tkf", answers, F)
        paid = by_pass((own <= 0).astype(float), P)
        fresh = by_pass((other <= 0).mean(axis=2), P)
        u = good_line()
        regret = (losses.hinge(own) - value(u, Z)).mean(axis=0)
        return dict(
            paid=paid,
            fresh=fresh,
            gap=fresh - paid,
            regret=float(regret.max()),
            bound=float(batch.excess_bound(float(np.linalg.norm(u)), eta, n * P)),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0.7, 5.3), ylim=(0, 0.42), xlabel="pass", ylabel="error rate"),
            dict(xlim=(0.5, 5.5), ylim=(-0.25, 0.4), xlabel="pass", ylabel="fresh − online"),
            width_ratios=[1.3, 1],
        )
        fresh = plots.curves(left, ["fresh images"], color=RISK, marker="s", ms=7)
        paid = plots.curves(left, ["online error"], color=ONLINE, marker="o", ms=8)
        plots.legend_above(left)
        right.axhline(0, color="0.6", lw=1)
        dots = spots(right, "one learner", "0.6", size=4)
        mean = plots.curves(right, ["mean"], color=plots.BLACK, marker="D", ms=6)
        plots.legend_above(right)
        here = plots.star(left)
        shift = np.linspace(-0.25, 0.25, PEOPLE)

        def move(r):
            k = np.arange(1, r.P + 1)
            return (
                *fresh(k, r.fresh.mean(axis=1)),
                *paid(k, r.paid.mean(axis=1)),
                *here(r.P, float(r.fresh.mean(axis=1)[-1])),
                *dots((k[:, None] + shift).ravel(), np.clip(r.gap, -0.24, 0.39).ravel()),
                *mean(k, r.gap.mean(axis=1)),
            )

        return move

    def caption(self, r):
        a, b = (100 * part.mean(axis=1) for part in (r.paid, r.fresh))
        word = "they agree" if r.P == 1 else "the online error is no test any more"
        return f"In pass {r.P}: {a[-1]:.1f} % online, {b[-1]:.1f} % on fresh images; {word}."

    def numbers(self, r):
        pairs = zip(r.paid.mean(axis=1), r.fresh.mean(axis=1))
        told = "; ".join(f"{a:.3f} and {b:.3f}" for a, b in pairs)
        return f"online error and error on fresh images, pass by pass: {told}."

    def headline(self, r):
        return Claim(
            "in the first pass the online error is honest",
            "Theorem 23.1",
            measured=abs(float(r.gap[0].mean())),
            bound=five_errors(r.gap[0]),
            words="In pass 1 online error and error on fresh images agree within five standard "
            "errors. Later passes are not covered.",
        )

    def identities(self, r):
        return [
            Claim("regret, in all passes", "Lemma 23.2", r.regret, r.bound),
        ]


# further: how far from its mean

LEVELS = np.linspace(-0.6, 0.6, 49)


class spread(Figure):
    """The law of mean risk − online loss over all coins, and its tail under a bound."""

    size = (10, 4.2)
    story = [
        Step(
            "twelve coins",
            "Left: how far the risk of the answers is above what was paid, over all sequences. "
            "Right: its tail, exact, under the bound.",
        ),
        Step(
            "six coins",
            "Half the coins, a wider law: the bound allows √2 times as much.",
            T=6,
        ),
        Step(
            "rarely wrong",
            "With δ = 0.01 the bound reaches farther out: the exact chance there is smaller still.",
            delta=0.01,
        ),
        Step(
            "an idle learner",
            "With η = 0.02 the answer hardly moves from ½, and the loss is nearly 0 or 1: almost "
            "a plain coin, and a wider law.",
            eta=0.02,
        ),
        Step(
            "a sure coin",
            "Heads in 95 of 100: in just over half of all cases the learner pays a little less "
            "than its risk; rarely much more.",
            p=0.95,
        ),
    ]
    handles = [
        Handle(
            "choose δ",
            at=lambda r: (r.s, r.delta),
            to=lambda r, x, y: dict(delta=y),
            panel=1,
        )
    ]
    notes = """A martingale concentrates like an independent sum: notebook 24 proves Hoeffding's
    inequality, and its proof works round by round."""

    def sliders(self):
        return dict(
            delta=log_slider("probability δ", 0.1, 0.01, 0.5),
            T=int_slider("coins T", 12, 4, 12),
            p=slider("chance of heads p", 0.5, 0.5, 0.95, 0.05),
            eta=step_size(0.15, 0.02, 1.5),
        )

    @staticmethod
    def compute(delta, T, p, eta):
        """The exact law of the difference, and its tail on a grid."""
        _, found, _, _, chance = expected(T, p, eta, 0.5)
        off = found.mean - found.online
        s = float(np.sqrt(np.log(1 / delta) / (2 * T)))
        grid = np.linspace(0, 1, 101)
        tail = np.array([chance[off >= a - 1e-12].sum() for a in grid])
        return dict(
            off=off,
            chance=chance,
            s=s,
            over=float(chance[off >= s - 1e-12].sum()),
            grid=grid,
            tail=tail,
            bound=np.array([hoeffding(T, a) for a in grid]),
            mean=float(chance @ off),
            square=float(chance @ off**2),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-0.45, 0.6), ylim=(0, 1.05), xlabel="mean risk − online loss"),
            dict(xlim=(0, 0.8), yscale="log", ylim=(1e-4, 1.5), xlabel="s"),
            width_ratios=[1, 1.1],
        )
        left.set_ylabel("chance (highest bar = 1)")
        right.set_ylabel("chance of at least s")
        bars = left.stairs(np.zeros(len(LEVELS) - 1), LEVELS, fill=True, color="0.75")
        bars.set_label("all sequences")
        edge = plots.level(left, "s at this δ", plots.BOUND, "--", across=True)
        plots.legend_above(left)
        exact = plots.curves(right, ["exact"], color=plots.FIT)
        bound = plots.curves(right, ["exp(−2Ts²)"], color=plots.BOUND, ls="--")
        plots.legend_above(right)
        here = plots.star(right)

        def move(r):
            high = np.histogram(r.off, LEVELS, weights=r.chance)[0]
            bars.set_data(high / high.max())
            return (
                bars,
                *edge(r.s),
                *exact(r.grid, np.where(r.tail > 0, r.tail, np.nan)),
                *bound(r.grid, r.bound),
                *here(r.s, r.delta),
            )

        return move

    def caption(self, r):
        chance = f"{r.over:.2g}" if r.over > 1e-4 else "0" if r.over == 0 else "under 0.0001"
        return (
            f"The mean risk is at least {r.s:.2f} above the online loss with probability {chance}; "
            f"allowed is {r.delta:.2g}."
        )

    def numbers(self, r):
        return f"exact probability {r.over:.5f}, δ = {r.delta:.3g}, s = {r.s:.4f}."

    def headline(self, r):
        return Claim(
            "one run is enough, nearly always",
            "Theorem 23.6",
            measured=r.over,
            bound=r.delta,
            words="With probability at least 1 − δ the mean risk of the answers is at most the "
            "online loss + √(log(1/δ)/(2T)).",
        )

    def identities(self, r):
        return [
            Claim("the mean is 0", "Theorem 23.1", r.mean, 0.0, "=="),
            Claim("mean square of the difference", "section 1", r.square, 1 / (4 * r.T)),
            Claim("the whole tail", "Theorem 23.6", float((r.tail - r.bound).max()), 0.0),
        ]
