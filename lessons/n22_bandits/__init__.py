"""The figures of notebook 22, bandits: one arm is seen a round, and what that costs is measured."""

from functools import lru_cache

import numpy as np

from helpers import plots
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
    temperature,
    text,
)
from helpers.online import bandits

SECOND = plots.ORANGE  # you; the learner that sees more, or mixes
REGRETS = "regret of a run (end bars: and all beyond)"
ALLOWED = "chance is allowed five standard errors"


def heap(ax, edges, label, colour):
    """A histogram as filled steps, its highest bar 1. move(sample, chances)."""
    steps = ax.stairs(np.zeros(len(edges) - 1), edges, fill=True, alpha=0.65)
    steps.set(color=colour, label=label)

    def move(sample, chances):
        inside = np.clip(sample, edges[0], edges[-1])
        bars = np.histogram(inside, edges, weights=chances)[0]
        steps.set_data(bars / bars.max())
        return (steps,)

    return move


# four machines, forty rounds: you and Bandit-EG

ARMS, ROUNDS, RUNS = "ABCD", 40, 200
CHANCES = np.array([0.2, 0.5, 0.6, 0.7])
LUCK = np.random.default_rng(22).random((ROUNDS, RUNS))
STAY = "AABBCCDD" + "A" * 32  # each twice, then the one that has cost least so far
LOOK = "AABBCCDD" + "AB" * 4 + "B" * 24


@lru_cache(40)
def machines(kind, i):
    """A table (40, 4) of zeros and ones: what every machine would cost in every round."""
    rng = np.random.default_rng([22, 104 + i])
    chances = np.tile(rng.permutation(CHANCES), (ROUNDS, 1))
    draws = rng.random((ROUNDS, len(ARMS)))
    if kind == "change at half time":
        chances[ROUNDS // 2 :] = chances[0, ::-1]
    return (draws < chances).astype(float)


def pulls_of(typed):
    """Letters A to D as numbers 0 to 3; at most forty of them."""
    letters = typed.upper().replace(" ", "")
    if len(letters) > ROUNDS or set(letters) - set(ARMS):
        raise ValueError(f"your pulls must be at most {ROUNDS} letters from A to D")
    return np.array([ARMS.index(letter) for letter in letters], dtype=int)


def last_pull(r):
    """Where the star stands: the last round played and its arm."""
    return max(len(r.pulls), 0.5), r.pulls[-1] if len(r.pulls) else 0


def pulled_to(r, x, y):
    """Your pulls after the hand went to round x and arm y; to the left takes pulls back."""
    until = int(np.clip(round(x), 0, ROUNDS))
    arm = ARMS[int(np.clip(round(y), 0, 3))]
    before = "".join(ARMS[a] for a in r.pulls)
    kept = before[: min(until, len(before))]
    if until == len(before) and until:
        kept = kept[:-1]
    return dict(pulls=kept + arm * (until - len(kept)))


def board(ax, title):
    """Rounds along, arms upwards, with marks for free and costly pulls. move(arms, paid)."""
    ax.set(xlim=(0.2, ROUNDS + 0.8), ylim=(3.6, -0.6), yticks=range(4), yticklabels=ARMS)
    ax.set_ylabel(title)
    ax.grid(False)
    free = plots.spots(ax, "free", marker="o", ms=6, mfc="white", mec=plots.BLUE, mew=1.6)
    dear = plots.spots(
        ax, "costs a coin", marker="X", ms=6.5, color=plots.RED, mec="white", mew=0.4
    )

    def move(arms, paid):
        rounds = np.arange(1, len(arms) + 1)
        return *free(rounds[paid == 0], arms[paid == 0]), *dear(rounds[paid > 0], arms[paid > 0])

    return move


class arms(Figure):
    """Pull arms yourself; below, a learner that draws lots; on the right, what both paid."""

    size = (10, 4.2)
    veiled = (1, 2)
    more = ("i",)
    story = [
        Step(
            "stay with the cheapest",
            "Each machine twice, then A for good. B had two bad rounds and is never seen again, "
            "though it is the best. Your bill (orange) climbs to 19; the best machine alone "
            "(black) would have cost 7.",
        ),
        Step(
            "a second look",
            "Four more pulls of B, all free. A’s average, 1/6, is still below B’s, 2/6, but B is "
            "back in the race. Who now stays with B pays 11, not 19.",
            pulls=LOOK,
        ),
        Step(
            "in turn",
            "ABCD, ABCD: you try all four and use nothing you saw. You pay about their average.",
            pulls="ABCD" * 10,
        ),
        Step(
            "hot",
            "At a high temperature the grey stays even: the learner hardly uses what it saw, like "
            "you a moment ago. Its bill grows towards yours.",
            tau=100,
            pulls="ABCD" * 10,
        ),
        Step(
            "cold",
            "At a low temperature one costly pull all but removes a machine, until the others have "
            "cost something as well.",
            tau=0.5,
        ),
        Step(
            "they change",
            "At half time the machines exchange their chances: C now costs 3 in twenty rounds. You "
            "never pull it again. The learner does, once, is unlucky, and turns to D.",
            kind="change at half time",
        ),
        Step(
            "your turn",
            "New machines, each tried twice. Drag the star to the right along a row, or type "
            "letters. Can you pay less than the learner?",
            pulls="AABBCCDD",
            i=7,
        ),
    ]
    handles = [
        Handle(
            "pull an arm",
            at=last_pull,
            to=pulled_to,
        )
    ]
    notes = """Play one round of “your turn” with the class: hands up for each pull, no going back.
    Then ask what the learner did after a free pull: nothing. Its estimate of a free arm is 0, seen
    or unseen, so only costs move its probabilities."""

    def sliders(self):
        return dict(
            pulls=text("your pulls", STAY, pulls_of),
            tau=temperature(5, 0.3, 100),
            kind=choice("machines", "steady", ["steady", "change at half time"]),
            i=int_slider("new random sample", 1, 1, 20),
        )

    @staticmethod
    def compute(pulls, tau, kind, i):
        """What you paid, what 200 runs of Bandit-EG paid, and their regret, until your round."""
        n, every = max(len(pulls), 1), machines(kind, i)
        Z = every[:n]
        run = bandits.bandit_eg(Z, 1 / tau, LUCK[:n])
        paid, w = run.extra["paid"], run.extra["played"]
        yours = every[np.arange(len(pulls)), pulls]
        moves = np.abs(np.diff(run.w, axis=0)).max(axis=2)
        regret = bandits.regret(w, Z)[-1]
        return dict(
            yours=yours,
            bill=np.append(0, np.cumsum(yours)),
            theirs=(run.extra["arms"][:, 0], paid[:, 0], w[:, 0].T),
            learner=np.vstack([np.zeros(RUNS), np.cumsum(paid, axis=0)]),
            best=np.append(0, np.cumsum(Z, axis=0).min(axis=1)),
            regret=float(regret.mean()),
            allowed=five_errors(regret),
            bound=bandits.bandit_bound(Z, 1 / tau),
            luck=paid.sum(axis=0) - np.einsum("tra,ta->r", w, Z),
            after_free=float((moves * (paid == 0)).max()),
            sums=float(np.abs(run.w.sum(axis=2) - 1).max()),
        )

    def picture(self, fig):
        parts = fig.subplot_mosaic("ac;bc", width_ratios=(1.25, 1))
        you = board(parts["a"], "you")
        plots.legend_above(parts["a"])
        shade = plots.heatmap(
            parts["b"], (0.5, ROUNDS + 0.5, 3.5, -0.5), 0, 1, "Greys", None, "upper"
        )
        learner = board(parts["b"], "Bandit-EG")
        parts["b"].set_xlabel("round; grey: its probabilities")
        right = parts["c"]
        right.set(xlim=(0, 41), ylim=(0, 28), xlabel="round", ylabel="coins paid so far")
        spread = plots.band(right, None, plots.FIT, 0.2)
        lines = [
            plots.curves(right, [name], color=colour, ls=ls)
            for name, colour, ls in (
                ("you", SECOND, "-"),
                ("Bandit-EG", plots.FIT, "--"),
                ("best arm so far", plots.TRUTH, "-."),
            )
        ]
        plots.legend_above(right)
        hand = plots.star(parts["a"], 15)

        def move(r):
            arms, paid, w = r.theirs
            full = np.full((4, ROUNDS), np.nan)
            full[:, : w.shape[1]] = w
            time = np.arange(len(r.best))
            low, high = np.quantile(r.learner, [0.1, 0.9], axis=1)
            curves = (r.bill, r.learner.mean(axis=1), r.best)
            return (
                *you(r.pulls, r.yours),
                *shade(full),
                *learner(arms, paid),
                *spread(time, low, high),
                *(a for line, y in zip(lines, curves) for a in line(time, y)),
                *hand(*last_pull(r)),
            )

        return move

    def caption(self, r):
        return (
            f"After {len(r.pulls)} rounds you paid {r.yours.sum():.0f} coins, Bandit-EG "
            f"{r.learner[-1].mean():.1f} on average, the best single machine {r.best[-1]:.0f}."
        )

    def numbers(self, r):
        return (
            f"you paid {r.yours.sum():.0f}, 200 runs of Bandit-EG {r.learner[-1].mean():.3g} on "
            f"average, the best arm {r.best[-1]:.0f}; mean regret {r.regret:.3g}, bound "
            f"{r.bound:.3g}."
        )

    def headline(self, r):
        return Claim(
            "the learner’s mean regret",
            "Theorem 22.3",
            measured=r.regret,
            bound=r.bound + r.allowed,
            words="Whatever they cost, Bandit-EG pays on average at most this much more than the "
            "best machine, plus five standard errors for chance.",
        )

    def identities(self, r):
        return [
            Claim("probabilities add up to 1", "section 1", r.sums, 0.0, "=="),
            Claim("a free pull changes no probability", "section 1", r.after_free, 0.0, "=="),
            Claim(
                f"coins and probabilities agree on average; {ALLOWED}",
                "section 1",
                abs(float(r.luck.mean())),
                five_errors(r.luck),
            ),
        ]


# importance weighting: a ticket that pays z / w

REPEATS, DRAWS = 20, 1000
TICKETS = np.random.default_rng(5).random((DRAWS, REPEATS))
AFTER = np.unique(np.geomspace(1, DRAWS, 120).astype(int))
OTHERS = np.array([0.9, 0.2, 0.7])
CHANCE_AXIS = np.geomspace(0.01, 0.99, 120)


class ticket(Figure):
    """Running averages of z/w if pulled and 0 if not; and how noisy they are."""

    size = (10, 4.2)
    veiled = (0, 1)
    story = [
        Step(
            "one in twenty",
            "Mostly 0, now and then 12. Twenty players; all their averages come down or climb to "
            "the black line, the loss 0.6.",
        ),
        Step(
            "one in two",
            "The same line, reached nineteen times sooner: the variance is 0.36 instead of 6.84.",
            w=0.5,
        ),
        Step(
            "one in a hundred",
            "A ticket is now worth 60, and after a thousand rounds some averages are off by 0.3 "
            "or more. But the dashed orange line is flat: w times the mean square stays 0.36.",
            w=0.01,
        ),
        Step(
            "a smaller loss",
            "The tickets are worth a third of what they were, and they scatter a third as much: "
            "the variance falls ninefold. On the right both curves sink.",
            z=0.2,
        ),
    ]
    handles = [
        Handle(
            "choose the probability",
            at=lambda r: (r.w, float(np.clip(r.variance, 1.3e-3, 90))),
            to=lambda r, x, y: dict(w=x),
            panel=1,
        )
    ]
    notes = """Sell the tickets: “you pay 0.6 a round, once in twenty rounds you get 12: is that
    fair?” Then the right panel: the variance explodes like 1/w, but an arm that is rare also
    counts rarely. The flat line is why bandits can be learnt at all."""

    def sliders(self):
        return dict(
            w=log_slider("probability w", 0.05, 0.01, 0.99),
            z=slider("loss z", 0.6, 0, 1, 0.05),
            i=int_slider("new random sample", 1, 1, 20),
        )

    @staticmethod
    def compute(w, z, i):
        """Twenty players’ running averages, and all moments by going through the arms."""
        written = z / w * ((TICKETS + (i - 1) / 20) % 1 < w)
        weights = np.append(w, np.full(3, (1 - w) / 3))  # three more arms share the rest
        losses = np.append(z, OTHERS)
        each = np.array([bandits.estimate(losses[a], a, weights) for a in range(4)])
        mean = weights @ each
        return dict(
            averages=(np.cumsum(written, axis=0) / np.arange(1, DRAWS + 1)[:, None])[AFTER - 1].T,
            overall=float(written.mean()),
            bias=float(np.abs(mean - losses).max()),
            variance=float(weights @ (each[:, 0] - mean[0]) ** 2),
            formula=z**2 * (1 / w - 1),
            moment=float(weights @ (each**2 @ weights)),
            squares=float(losses @ losses),
            own=float(weights @ each[:, 0] ** 2 * w),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xscale="log", xlim=(1, DRAWS), ylim=(0, 2), xlabel="rounds"),
            dict(xscale="log", yscale="log", xlim=(0.009, 1.1), ylim=(1e-3, 100)),
            width_ratios=[1.25, 1],
        )
        left.set_ylabel("average of the tickets")
        right.set(xlabel="probability w", ylabel="how noisy one ticket is")
        many = plots.bundle(left, REPEATS, "twenty players", plots.SKY, 1)
        truth = plots.level(left, "loss z", plots.TRUTH, "-")
        plots.legend_above(left)
        noise = plots.curves(right, ["variance"], color=plots.FIT)
        local = plots.curves(right, ["w × mean square"], color=SECOND, ls="--")
        plots.legend_above(right)
        here = plots.star(right)
        return lambda r: (
            *many(AFTER, r.averages),
            *truth(r.z),
            *noise(CHANCE_AXIS, np.maximum(r.z**2 * (1 / CHANCE_AXIS - 1), 1e-9)),
            *local(CHANCE_AXIS, np.full(len(CHANCE_AXIS), max(r.z**2, 1e-9))),
            *here(r.w, float(np.clip(r.variance, 1.3e-3, 90))),
        )

    def caption(self, r):
        return (
            f"A ticket pays {r.z / r.w:.3g} or nothing; twenty thousand of them average "
            f"{r.overall:.2f}. One has variance {r.variance:.3g}."
        )

    def numbers(self, r):
        return (
            f"a ticket of {r.z / r.w:.3g}, mean {r.z:.3g}, average of 20 000 {r.overall:.3g}, "
            f"variance {r.variance:.3g}, w times mean square {r.own:.3g}."
        )

    def headline(self, r):
        return Claim(
            "importance weighting is unbiased",
            "Theorem 22.1",
            measured=abs(r.overall - r.z),
            bound=5 * np.sqrt(r.formula / (DRAWS * REPEATS)),
            words="The tickets average to the loss: 20 000 of them miss it by less than the five "
            "standard errors that chance is allowed.",
        )

    def identities(self, r):
        return [
            Claim("arm by arm, no bias", "Theorem 22.1", r.bias, 0.0, "=="),
            Claim("variance z²(1/w − 1)", "Theorem 22.1", r.variance, r.formula, "=="),
            Claim("its own share of the second moment is z²", "Theorem 22.1", r.own, r.z**2, "=="),
            Claim("second moment Σz²", "Theorem 22.1", r.moment, r.squares, "=="),
            Claim("at most d", "Theorem 22.1", r.moment, 4.0),
        ]


# two arms, ten rounds: every run

FEW = 10
STEPS_AXIS = np.geomspace(0.05, 5, 21)
BINS = np.linspace(-1.4, 5.2, 56)  # holds every run of every game
SEEDED = np.random.default_rng(3).random((FEW, 300))


TWO = {  # T -> losses (T, 2): A in the first column, B in the second
    "A free, B costs 1": lambda T: np.tile([0.0, 1.0], (T, 1)),
    "A costs 0.4, B 0.6": lambda T: np.tile([0.4, 0.6], (T, 1)),
    "first B costs 0.6, then A": lambda T: 0.6 * np.eye(2)[(np.arange(T) < T / 2).astype(int)],
    "A and B cost 1 in turn": lambda T: np.eye(2)[np.arange(T) % 2],
}


@lru_cache(64)
def exact_curve(kind, T):
    """Expected regret, largest regret of a run, and bound, for every step size of the axis."""
    Z, found = TWO[kind](T), []
    for eta in STEPS_AXIS:
        chance, regret = bandits.every_run(Z, eta)
        found.append((chance @ regret, regret.max(), bandits.bandit_bound(Z, eta)))
    return np.array(found).T


class every(Figure):
    """All sequences of pulls that Bandit-EG can make in a short game, each with its chance."""

    size = (10, 4.2)
    veiled = (0, 1)
    story = [
        Step(
            "every run",
            "Left: the regrets of all 1024 runs. The run farthest right (triangle), with regret 5, "
            "pulled the free arm ten times: a free pull teaches nothing.",
        ),
        Step(
            "over the bound",
            "Some runs lie to the right of the dashed line, and the theorem allows it: it is about "
            "the mean alone, the blue line.",
            eta=0.25,
        ),
        Step(
            "asleep",
            "A tiny step size: the probabilities hardly move from one half, so every run "
            "regrets between 3.7 and 5. The bound, 14, is outside the left panel.",
            eta=0.05,
        ),
        Step(
            "bold",
            "More than ten times the bound’s best step size. The bound grows, the regret goes on "
            "falling: this game is easy.",
            eta=4,
        ),
        Step(
            "exchange",
            "B costs 0.6 a round until half time, then A does: each arm alone costs 3. A bold "
            "learner changes over in time and pays less. Its mean regret is negative.",
            kind="first B costs 0.6, then A",
            eta=4,
        ),
        Step(
            "in turn",
            "A and B cost 1 in turn: what was learnt in one round is wrong in the next. Here a "
            "bold learner pays more than a careful one, and no run comes near the bound.",
            kind="A and B cost 1 in turn",
            eta=2,
        ),
    ]
    handles = [
        Handle(
            "choose η",
            at=lambda r: (r.eta, float(np.clip(r.mean, -1.2, 8.2))),
            to=lambda r, x, y: dict(eta=x),
            panel=1,
        )
    ]
    notes = """Nothing is sampled here: 1024 runs, each with its probability. Let the class find the
    unluckiest run. Nearly everybody says “always the costly arm”; but that run learns fastest. Then
    ask where in the proof a single run is allowed to be over the bound: before the expectation."""

    def sliders(self):
        return dict(
            eta=step_size(0.4, 0.05, 5),
            T=int_slider("rounds T", 10, 2, FEW),
            kind=choice("machines", "A free, B costs 1", list(TWO)),
        )

    @staticmethod
    def compute(eta, T, kind):
        """Chance and regret of every run; the mean of 300 drawn runs beside the exact one."""
        Z = TWO[kind](T)
        chance, regret = bandits.every_run(Z, eta)
        drawn = bandits.regret(bandits.bandit_eg(Z, eta, SEEDED[:T]).extra["played"], Z)[-1]
        bound = bandits.bandit_bound(Z, eta)
        worst = int(np.argmax(regret))
        return dict(
            chance=chance,
            regret=regret,
            mean=float(chance @ regret),
            bound=bound,
            curve=exact_curve(kind, T),
            total=float(chance.sum()),
            drawn=(float(drawn.mean()), five_errors(drawn)),
            over=float(chance[regret > bound].sum()),
            worst=float(regret[worst]),
            run="".join("AB"[int(b)] for b in np.binary_repr(worst, T)),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-1.4, 5.2), ylim=(0, 1.08), xlabel="regret of a run", yticks=[]),
            dict(xscale="log", xlim=(0.045, 5.5), ylim=(-1.4, 8.4), xlabel="step size η"),
            width_ratios=[1.1, 1],
        )
        left.set_ylabel("probability (highest bar: 1)")
        right.set_ylabel("regret")
        pile = heap(left, BINS, "all runs", plots.SKY)
        centre = plots.level(left, "mean", plots.FIT, "-", across=True)
        limit = plots.level(left, "bound on the mean", plots.BOUND, "--", across=True)
        tip = plots.mark(left, "worst run", "v", plots.RED, 9)
        plots.legend_above(left)
        lines = [
            plots.curves(right, [name], color=colour, ls=ls)
            for name, colour, ls in (
                ("mean", plots.FIT, "-"),
                ("worst run", plots.RED, "-."),
                ("bound on the mean", plots.BOUND, "--"),
            )
        ]
        plots.legend_above(right)
        here = plots.star(right)
        return lambda r: (
            *pile(r.regret, r.chance),
            *centre(r.mean),
            *limit(r.bound),
            *tip(r.worst, 0.05),
            *(a for line, y in zip(lines, r.curve) for a in line(STEPS_AXIS, y)),
            *here(r.eta, float(np.clip(r.mean, -1.2, 8.2))),
        )

    def caption(self, r):
        return (
            f"Mean regret {r.mean:.2f}, bound {r.bound:.2f}. The worst run, {r.run}, regrets "
            f"{r.worst:.2f}."
        )

    def numbers(self, r):
        return (
            f"{len(r.chance)} runs, mean regret {r.mean:.4g}, bound {r.bound:.4g}, worst run "
            f"{r.run} with {r.worst:.4g}; runs over the bound have probability {r.over:.2g}."
        )

    def headline(self, r):
        return Claim(
            "expected regret",
            "Theorem 22.3",
            measured=r.mean,
            bound=r.bound,
            words="The expected regret of Bandit-EG is at most log d/η + (η/2)Σz²; here exactly, "
            "over all runs.",
        )

    def identities(self, r):
        return [
            Claim("the chances add up to 1", "section 3", r.total, 1.0, "=="),
            Claim(
                f"300 drawn runs have the exact mean; {ALLOWED}",
                "section 3",
                abs(r.drawn[0] - r.mean),
                r.drawn[1] + 1e-12,
            ),
        ]


# many arms, four hundred rounds: what seeing one of d costs

LONG, TIMES = 400, 30
SIZES = np.array([2, 3, 4, 6, 8, 12, 16])
DRAWN = np.random.default_rng(4).random((LONG, TIMES))
SCREEN = np.random.default_rng(6).random((LONG, 16))
MANY = {  # d -> losses (400, d): the first arm is the best, if any is
    "one arm free, the others cost 1": lambda d: np.tile(np.arange(d) > 0, (LONG, 1)) * 1.0,
    "one arm costs 1 in 30 %, the others in 50 %": lambda d: (
        (SCREEN[:, :d] < np.where(np.arange(d) > 0, 0.5, 0.3)) * 1.0
    ),
    "fair coins": lambda d: (SCREEN[:, :d] < 0.5) * 1.0,
}


def both(kind, d, times):
    """(Z, regret of 30 runs (400, 30), regret (400,) with all arms seen, the two step sizes)."""
    Z = MANY[kind](d)
    one, full = times * bandits.tuned(d, LONG)[0], times * bandits.tuned(d, LONG, "all")[0]
    runs = bandits.regret(bandits.bandit_eg(Z, one, DRAWN).extra["played"], Z)
    return Z, runs, bandits.regret(bandits.full_information(Z, full).w[:-1], Z), (one, full)


@lru_cache(1)
def ratios():
    """Machines -> how many times more is regretted with one arm seen, for each number of arms."""
    found = {kind: [both(kind, int(d), 1.0)[1:3] for d in SIZES] for kind in MANY}
    return {
        kind: np.array([runs[-1].mean() / full[-1] for runs, full in pairs])
        for kind, pairs in found.items()
    }


class cost(Figure):
    """Regret where one of d losses is seen a round, and where all are; the ratio against d."""

    size = (10, 4.1)
    veiled = (0, 1)
    story = [
        Step(
            "sixteen arms",
            "Blue sees one of sixteen losses a round (thin: thirty runs; thick: their mean), "
            "orange all of them. Blue regrets five times as much: more than √16 = 4, far less than "
            "16.",
        ),
        Step(
            "four arms",
            "A quarter of the losses is seen. Right: the star has moved down along the dots, to a "
            "ratio a little over √4 = 2.",
            d=4,
        ),
        Step(
            "less of a difference",
            "A wrong pull costs only 0.2 on average, so 400 rounds can hardly cost more than 80. "
            "With one arm seen they nearly do. Right: the ratio, 2.8, is below √16 = 4.",
            kind="one arm costs 1 in 30 %, the others in 50 %",
        ),
        Step(
            "fair coins",
            "No arm is better than another: there is nothing to see, and not seeing costs nothing. "
            "Blue and orange lie on each other, the dots between 0.7 and 1. √d belongs to the "
            "worst case.",
            kind="fair coins",
        ),
        Step(
            "half the step",
            "Half of the tuned step size: blue learns so slowly that it ends at 213, not far below "
            "its bound, 233 (the upper dashed line).",
            times=0.5,
        ),
        Step(
            "five times the step",
            "Blue ends at 47 instead of 129, while its bound climbs out of the picture: on these "
            "machines a bolder step pays, and the bound cannot know it.",
            times=5,
        ),
    ]
    handles = [
        Handle(
            "choose d",
            at=lambda r: (r.d, float(np.clip(r.ratio, 0.55, 17))),
            to=lambda r, x, y: dict(d=x),
            panel=1,
        )
    ]
    notes = """Ask for the ratio before you show it: votes go to 16. Then: how many rounds does the
    blue learner need to be where the orange one is? d times as many by the bounds, since they grow
    like √(dT) and √T."""

    def sliders(self):
        return dict(
            d=int_slider("arms d", 16, 2, 16),
            times=log_slider("tuned η times", 1, 0.1, 10),
            kind=choice("machines", next(iter(MANY)), list(MANY)),
        )

    @staticmethod
    def compute(d, times, kind):
        """Both regrets in every round, both bounds, and the ratio at the end."""
        Z, runs, full, (one, all_seen) = both(kind, d, times)
        rounds, squares = np.arange(1, LONG + 1), np.cumsum((Z**2).sum(axis=1))
        return dict(
            runs=runs,
            full=full,
            mean=float(runs[-1].mean()),
            allowed=five_errors(runs[-1]),
            bound=bandits.bandit_bound(Z, one),
            worst=(times + 1 / times) / 2 * bandits.tuned(d, LONG)[1],
            full_bound=(times + 1 / times) / 2 * bandits.tuned(d, LONG, "all")[1],
            limits=(
                np.log(d) / one + one / 2 * squares,
                np.log(d) / all_seen + all_seen / 2 * rounds,
            ),
            ratio=float(runs[-1].mean() / full[-1]),
            dots=ratios()[kind],
            root=bandits.tuned(d, LONG)[1] / bandits.tuned(d, LONG, "all")[1],
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0, LONG), ylim=(-10, 240), xlabel="round", ylabel="regret so far"),
            dict(xscale="log", yscale="log", xlim=(1.85, 17.5), ylim=(0.5, 18), xlabel="arms d"),
            width_ratios=[1.2, 1],
        )
        right.set_ylabel("regret, one seen : all seen")
        plots.ticks(right, SIZES[[0, 2, 4, 6]], [1, 2, 4, 8, 16])
        many = plots.bundle(left, TIMES, None, plots.SKY, 0.6)
        one = plots.curves(left, ["one seen"], color=plots.FIT)
        full = plots.curves(left, ["all seen"], color=SECOND, ls="-.")
        limits = [
            plots.curves(left, [name], color=plots.BOUND, ls=ls)
            for name, ls in (("their bounds", "--"), (None, "--"))
        ]
        plots.legend_above(left)
        x = np.array([2, 16])
        right.plot(x, x**0.5, color=plots.BOUND, ls="--", label="√d")
        right.plot(x, x, color=plots.BOUND, ls=":", label="d")
        dots = plots.spots(
            right, "measured (tuned η)", marker="o", ms=8, color=plots.FIT, mec="white"
        )
        plots.legend_above(right)
        here, time = plots.star(right), np.arange(1, LONG + 1)
        return lambda r: (
            *many(time[7::8], r.runs[7::8].T),
            *one(time, r.runs.mean(axis=1)),
            *full(time, r.full),
            *(a for line, y in zip(limits, r.limits) for a in line(time, y)),
            *dots(SIZES, r.dots),
            *here(r.d, float(np.clip(r.ratio, 0.55, 17))),
        )

    def caption(self, r):
        return (
            f"Mean regret {r.mean:.1f} with one arm seen a round, {r.full[-1]:.1f} with all: "
            f"{r.ratio:.1f} times as much. √d is {np.sqrt(r.d):.1f}."
        )

    def numbers(self, r):
        return (
            f"mean regret of 30 runs {r.mean:.4g} (bound {r.bound:.4g}), with all arms seen "
            f"{r.full[-1]:.4g} (bound {r.full_bound:.4g}), ratio {r.ratio:.3g}."
        )

    def headline(self, r):
        return Claim(
            "the worst case with one arm seen",
            "Corollary 22.4",
            measured=r.mean,
            bound=r.worst + r.allowed,
            words="At c times the tuned η: expected regret at most (c + 1/c)/2 · √(2dT log d), "
            "plus five standard errors for chance.",
        )

    def identities(self, r):
        return [
            Claim("the ratio of the two bounds is √d", "Corollary 22.4", r.root, r.d**0.5, "=="),
            Claim("this table’s own bound", "Theorem 22.3", r.mean, r.bound + r.allowed),
            Claim("if all arms are seen", "Theorem 22.2", float(r.full[-1]), r.full_bound),
        ]


# mixing

MIXED, MIX_ROUNDS = 100, 200
MIX_LUCK = np.random.default_rng(8).random((MIX_ROUNDS, MIXED))
PILE = np.linspace(-5, 55, 41)


@lru_cache(2)
def four_machines(kind):
    """Losses (200, 4), zeros and ones."""
    rng = np.random.default_rng(9)
    chances = np.tile(CHANCES, (MIX_ROUNDS, 1))
    if kind == "change after a quarter":
        chances[MIX_ROUNDS // 4 :] = CHANCES[::-1]
    return (rng.random((MIX_ROUNDS, 4)) < chances).astype(float)


@lru_cache(64)
def mix_runs(kind, eta, gamma):
    """(regret, largest ticket), each (100,)."""
    Z = four_machines(kind)
    run = bandits.bandit_eg(Z, eta, MIX_LUCK, gamma)
    return bandits.regret(run.extra["played"], Z)[-1], -run.v.min(axis=(0, 2))


class mix(Figure):
    """Regrets with and without mixing, and the largest ticket of every run."""

    size = (10, 4.0)
    veiled = (0, 1)
    story = [
        Step(
            "a fifth is mixed in",
            "Right: no ticket is worth more than 4/0.2 = 20 any more. Left: the regrets moved to "
            "the right. Tame tickets did not help.",
        ),
        Step(
            "a little mixing",
            "Five per cent: tickets are worth up to 80 (dashed grey), and the mean regret is a "
            "little higher than without.",
            gamma=0.05,
        ),
        Step(
            "half",
            "Half of all pulls go to any arm. The orange runs lie closer together now, and all of "
            "them regret more than nearly every blue one.",
            gamma=0.5,
        ),
        Step(
            "they change",
            "After fifty rounds the machines exchange their chances. One might mix for just this "
            "case, so that no arm is forgotten. But the orange mean is the higher one again.",
            kind="change after a quarter",
        ),
        Step(
            "far too bold",
            "A step size fifty times as large: now the orange mean is the lower one. Mixing "
            "repairs a step size that should not have been taken.",
            eta=5,
        ),
    ]
    handles = [
        Handle(
            "choose γ by the largest ticket",
            at=lambda r: None if r.gamma == 0 else (0.5, r.ceiling),
            to=lambda r, x, y: dict(gamma=4 / max(y, 1e-3)),
            panel=1,
        )
    ]
    notes = """Be honest here: textbooks mix because a bound with high probability needs tame
    tickets. On these machines, with a sensible step size, mixing costs and buys nothing one can
    see. Ask who can find a position where it helps: a step size that is far too large."""

    def sliders(self):
        return dict(
            gamma=slider("mixing γ", 0.2, 0, 0.5, 0.01),
            eta=step_size(0.1, 0.02, 10),
            kind=choice("machines", "steady", ["steady", "change after a quarter"]),
        )

    @staticmethod
    def compute(gamma, eta, kind):
        """100 runs without and with mixing, the same draws for both."""
        plain, wild = mix_runs(kind, eta, 0.0)
        tame, small = mix_runs(kind, eta, gamma)
        return dict(
            plain=plain,
            tame=tame,
            tickets=(np.sort(wild), np.sort(small)),
            means=(float(plain.mean()), float(tame.mean())),
            late=(float(np.quantile(plain, 0.95)), float(np.quantile(tame, 0.95))),
            ceiling=4 / gamma if gamma > 0 else np.inf,
            bound=bandits.bandit_bound(four_machines(kind), eta, gamma),
            allowed=five_errors(tame),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-5, 55), ylim=(0, 1.08), xlabel=REGRETS, yticks=[]),
            dict(yscale="log", xlim=(0, 1), ylim=(3, 4e3), xlabel="share of runs, sorted"),
            width_ratios=[1.3, 1],
        )
        left.set_ylabel("runs (highest bar: 1)")
        right.set_ylabel("largest ticket of the run")
        piles = [
            heap(left, PILE, name, colour)
            for name, colour in (("no mixing", plots.SKY), ("mixing γ", SECOND))
        ]
        means = [
            plots.level(left, name, colour, "--", across=True)
            for name, colour in (("their means", plots.FIT), (None, "#9a6a00"))
        ]
        plots.legend_above(left)
        lines = [
            plots.curves(right, [name], color=colour, lw=lw, zorder=2.1 - lw / 20)
            for name, colour, lw in (("no mixing", plots.FIT, 2), ("mixing γ", SECOND, 6))
        ]
        limit = plots.level(right, "d/γ", plots.BOUND, "--")
        plots.legend_above(right)
        here, part = plots.star(right), (np.arange(MIXED) + 0.5) / MIXED
        even = np.full(MIXED, 1 / MIXED)
        return lambda r: (
            *piles[0](r.plain, even),
            *piles[1](r.tame, even),
            *means[0](r.means[0]),
            *means[1](r.means[1]),
            *(a for line, y in zip(lines, r.tickets) for a in line(part, y)),
            *limit(r.ceiling if r.gamma > 0 else np.nan),
            *here(0.5, r.ceiling if r.gamma > 0 else np.nan),
        )

    def caption(self, r):
        return (
            f"Mean regret {r.means[0]:.1f} without and {r.means[1]:.1f} with mixing; one run in "
            f"twenty is over {r.late[0]:.0f} and {r.late[1]:.0f}."
        )

    def numbers(self, r):
        return (
            f"mean regret {r.means[0]:.4g} without and {r.means[1]:.4g} with mixing, bound "
            f"{r.bound:.4g}; largest ticket {r.tickets[0][-1]:.3g} without and "
            f"{r.tickets[1][-1]:.3g} with."
        )

    def headline(self, r):
        return Claim(
            "regret with mixing",
            "Theorem 22.5",
            measured=r.means[1],
            bound=r.bound + r.allowed,
            words="Mean regret ≤ (1 − γ) log d/η + (η/2)Σz² + γ · regret of pulling evenly, plus "
            "five standard errors for chance.",
        )

    def identities(self, r):
        without = "" if r.gamma > 0 else "without mixing there is no ceiling"
        return [
            Claim(
                "no ticket is over d/γ",
                "Theorem 22.5",
                float(r.tickets[1][-1]),
                float(min(r.ceiling, 1e300)),
                why_not=without,
            ),
        ]


# further: the local norm

PERIOD = 60
NOISE = np.random.default_rng(10).random((PERIOD, 5))
SEQUENCES = {
    "one arm bursts": lambda: np.where(
        np.arange(5) == 4, (np.arange(PERIOD)[:, None] % 3 == 0) * 1.0, 0.1 * NOISE
    ),
    "random numbers": lambda: NOISE,
    "all cost 1": lambda: np.ones((PERIOD, 5)),
    "one arm free": lambda: np.tile(np.arange(5) > 0, (PERIOD, 1)) * 1.0,
}


class local(Figure):
    """What the weights felt of the losses, against the largest loss; and three bounds."""

    size = (10, 4.2)
    veiled = (0, 1)
    story = [
        Step(
            "an arm bursts",
            "Every third round the last arm costs 1. Soon its weight is small, so the blue spikes "
            "shrink, while the violet ones do not.",
        ),
        Step(
            "ten times the losses",
            "The weight of the last arm is now so small that its hundreds do not count. The "
            "weighted bound knows; the bound by the largest loss is far off.",
            c=10,
        ),
        Step(
            "all cost 1",
            "Every arm costs 1: blue lies on violet in both panels. The regret is 0, which this "
            "axis cannot show. With η in place of η/2 (dotted) the weighted bound is the worse.",
            kind="all cost 1",
        ),
        Step(
            "one arm free",
            "The largest loss stays 1 (violet). As the weights move to the free arm, the weighted "
            "square (blue) falls to 0, and so the weighted bound is far lower.",
            kind="one arm free",
        ),
        Step(
            "below zero",
            "Subtract 1 from all losses: the weights and the regret stay the same, but now the arm "
            "with the large weight has the large square. The theorem wants losses from 0 up.",
            shift=1,
            kind="one arm free",
        ),
    ]
    handles = [
        Handle(
            "choose η",
            at=lambda r: (r.eta, float(np.clip(r.regret, 0.15, 900))),
            to=lambda r, x, y: dict(eta=x),
            panel=1,
        )
    ]
    notes = """This is the sentence on which the bandit proof stands: a huge loss is harmless where
    the weight is small. Show the burst, then multiply the losses by ten."""

    def sliders(self):
        return dict(
            eta=step_size(0.3, 0.02, 5),
            c=log_slider("losses times c", 1, 0.1, 10),
            shift=slider("subtract", 0, 0, 1, 0.05),
            kind=choice("losses", "one arm bursts", list(SEQUENCES)),
        )

    @staticmethod
    def compute(eta, c, shift, kind):
        """Exact: the weights of EG on the table, the regret, and three bounds for every η."""
        Z = c * SEQUENCES[kind]() - shift
        above = c * SEQUENCES[kind]()  # EG’s weights do not notice a number taken off all losses
        curve = np.array([three_bounds(above, Z, e) for e in ETAS]).T
        run = bandits.full_information(above, eta)
        regret, half, whole, largest = three_bounds(above, Z, eta)
        return dict(
            felt=(run.w[:-1] * Z**2).sum(axis=1),
            peak=(Z**2).max(axis=1),
            regret=regret,
            half=half,
            whole=whole,
            largest=largest,
            curve=curve,
            below=float(Z.min()),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(yscale="log", xlim=(0, PERIOD + 1), ylim=(3e-4, 150), xlabel="round"),
            dict(xscale="log", yscale="log", xlim=(0.018, 5.5), ylim=(0.1, 1000)),
        )
        left.set_ylabel("squared loss in a round")
        right.set(xlabel="step size η", ylabel="regret and bounds")
        peak = plots.curves(left, ["largest"], color=plots.PURPLE, lw=1.4)
        felt = plots.curves(left, ["weighted by w"], color=plots.FIT)
        plots.legend_above(left)
        lines = [
            plots.curves(right, [name], color=colour, ls=ls)
            for name, colour, ls in (
                ("regret", plots.TRUTH, "-"),
                ("weighted", plots.FIT, "--"),
                ("with η", SECOND, ":"),
                ("largest", plots.PURPLE, "-."),
            )
        ]
        plots.legend_above(right)
        here, time = plots.star(right), np.arange(1, PERIOD + 1)
        return lambda r: (
            *peak(time, np.maximum(r.peak, 1e-9)),
            *felt(time, np.maximum(r.felt, 1e-9)),
            *(a for line, y in zip(lines, r.curve) for a in line(ETAS, np.maximum(y, 1e-9))),
            *here(r.eta, float(np.clip(r.regret, 0.15, 900))),
        )

    def caption(self, r):
        found = f"Regret {abs(round(r.regret, 9)):.3g}"
        return f"{found}; bound weighted by w {r.half:.3g}, by the largest loss {r.largest:.3g}."

    def numbers(self, r):
        return (
            f"regret {abs(round(r.regret, 9)):.4g}, local bound {r.half:.4g}, printed with η "
            f"{r.whole:.4g}, by the largest loss {r.largest:.4g}."
        )

    def headline(self, r):
        return Claim(
            "the local bound",
            "Theorem 22.2",
            measured=r.regret,
            bound=r.half,
            why_not="a loss is below 0" * (r.below < 0),
            words="For losses that are not negative EG regrets at most log d/η + (η/2)ΣΣ w z².",
        )

    def identities(self, r):
        return [
            Claim("never weaker than the largest loss", "Theorem 22.2", r.half, r.largest),
            Claim("with η it is weaker", "section 3", r.whole, r.half, ">="),
        ]


ETAS = np.geomspace(0.02, 5, 31)


def three_bounds(above, Z, eta):
    """(regret, local bound, the same with η, bound by the largest loss) of EG on one table."""
    w = bandits.full_information(above, eta).w[:-1]
    first, squares = np.log(Z.shape[1]) / eta, float((w * Z**2).sum())
    regret = float((w * Z).sum() - Z.sum(axis=0).min())
    largest = float((Z**2).max(axis=1).sum())
    return regret, first + eta / 2 * squares, first + eta * squares, first + eta / 2 * largest
