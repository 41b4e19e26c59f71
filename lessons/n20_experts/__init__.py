"""The figures of notebook 20, experts: learners that play one round after the other."""

from functools import lru_cache

import numpy as np
from scipy.special import expit

from helpers import plots
from helpers.descent.projections import project_ball
from helpers.live import (
    Claim,
    Figure,
    Handle,
    Step,
    choice,
    int_slider,
    regularisation,
    slider,
    step_size,
    text,
    toggle,
)
from helpers.live.words import number
from helpers.online import experts as ex

RIVAL = plots.ORANGE  # the learner that is beaten


# two advisers, twelve days

DAYS = 12
SEESAW = "-+-+-+-+-+-+"


def signs(typed):
    """Twelve signs as numbers."""
    typed = typed.replace("−", "-").replace(" ", "")
    if len(typed) != DAYS or set(typed) - set("+-"):
        raise ValueError(f"losses must be {DAYS} signs + or -, such as {SEESAW}")
    return np.where(np.array(list(typed)) == "+", 1.0, -1.0)


def written(z):
    """Signs as text."""
    return "".join("+" if s > 0 else "-" for s in z)


def day_handle(t):
    """The loss of day t (from 0) on the picture: up is +1, down is -1; the next day waits at 0."""

    def at(r):
        if t > r.T:
            return None
        return (t + 1, 0.0) if t == r.T else (t + 1, float(r.Z[t]))

    def to(r, x, y):
        z = r.z.copy()
        z[t] = 1.0 if y > 0 else -1.0
        return dict(z=written(z), T=max(r.T, t + 1))

    return Handle(f"loss of day {t + 1}: up or down", at, to)


FRAME = dict(marker="s", ms=19, mfc="none", mec=RIVAL, mew=2.5, clip_on=False)


class leader(Figure):
    """Two advisers that contradict each other, and two ways to split a pound between them."""

    size = (10, 4.6)
    story = [
        Step(
            "a see-saw",
            "A black triangle says who loses that day, an orange square on whom FTL has put its "
            "pound. They meet eleven times, and each time FTL loses. Blue stakes little.",
        ),
        Step(
            "no penalty",
            "With λ near 0 the blue learner follows the leader, too: both jump from end to end "
            "and regret T − ½. The dashed bound shoots out of the picture and promises nothing.",
            lam=0.02,
        ),
        Step(
            "one adviser is good",
            "Ann wins every day. Now the leader’s follower is nearly perfect, and the blue learner "
            "pays for its hesitation.",
            z="-" * DAYS,
        ),
        Step(
            "too timid",
            "The same days with λ = 30: the blue learner hardly moves, and regrets nearly as much "
            "as there was to win. Its bound, above 30, is far beyond the picture.",
            z="-" * DAYS,
            lam=30,
        ),
        Step(
            "now you",
            "Be the adversary. You see where both will stand on day 4: pull the diamond up or "
            "down, or press an arrow key on it. Then day 5. Can you bring blue above the dashed "
            "line?",
            T=3,
        ),
    ]
    handles = [day_handle(t) for t in range(DAYS)]
    notes = """Let one half of the class be the adversary and the other the learner: the adversary
    sees the stake first. After "a see-saw" ask for the rule that the black triangles follow: they
    go where the orange square is. Then "now you": nobody gets blue above the dashed line, and
    exercise 2 asks for a sequence that reaches it."""

    def sliders(self):
        return dict(
            lam=regularisation(2, 0.02, 50),
            T=int_slider("days T", DAYS, 1, DAYS),
            z=text("losses", SEESAW, signs),
            half=toggle("half a pound on day 1", True),
        )

    @staticmethod
    def compute(lam, T, z, half):
        """Follow the leader and follow the regularised leader on T losses; η = 1/(2λ)."""
        Z = z[:T] * np.where(np.arange(T) == 0, 0.5 if half else 1.0, 1.0)
        eta = 1 / (2 * lam)
        ftl, run = ex.follow_leader(Z[:, None]), ex.ftrl(Z[:, None], eta)
        total = np.cumsum(Z)[-1]
        grid = np.linspace(-1, 1, 401)
        moves = ex.paid(run).sum() - (run.w[1:] * run.v).sum()
        return dict(
            Z=Z,
            w=run.w[:DAYS, 0],  # with the stakes of the next day, which the adversary sees
            jumps=ftl.w[:DAYS, 0],
            regret=ex.regret(run),
            lead=ex.regret(ftl),
            lost=float(ex.paid(ftl).sum()),
            bound=ex.ftrl_bound(eta, np.cumsum(Z**2)),
            best=float((total * grid + lam * grid**2).min()),
            own=float(total * run.w[-1, 0] + lam * run.w[-1, 0] ** 2),
            moves=float(moves),
            see=bool(half and np.all(z[1:T] == -z[: T - 1])),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0.4, 12.6), ylim=(-1.38, 1.38), xlabel="day t"),
            dict(xlim=(0.4, 12.6), ylim=(-0.4, 12), xlabel="day t", ylabel="regret so far"),
            width_ratios=[1.15, 1],
        )
        for ax in (left, right):
            ax.set_xticks(range(2, 13, 2))
        left.set_ylabel("stake, and who loses")
        left.set_yticks([-1, -0.5, 0, 0.5, 1], ["Bob −1", "−½", "0", "½", "Ann 1"])
        left.axhline(0, color="0.6", lw=0.8)
        square = plots.spots(left, "leader (FTL)", **FRAME)
        stake = plots.curves(left, ["cautious (FTRL)"], color=plots.FIT, marker="o", ms=6)
        ups = plots.spots(left, "loss", marker="^", ms=9, color=plots.BLACK)
        downs = plots.spots(left, marker="v", ms=9, color=plots.BLACK)
        wait = plots.spots(left, "next loss", marker="D", ms=9, mfc="white", mec=plots.BLACK)
        plots.legend_above(left, markerscale=0.65)
        bound = plots.curves(right, ["FTRL’s bound"], color=plots.BOUND, ls="--")
        lead = plots.curves(right, ["FTL"], color=RIVAL, marker="s", ms=10)
        soft = plots.curves(right, ["FTRL"], color=plots.FIT, marker="o", ms=6)
        plots.legend_above(right)

        def move(r):
            t, known = np.arange(1, r.T + 1), np.arange(1, len(r.w) + 1)
            up = r.Z > 0
            return (
                *square(known, r.jumps),
                *stake(known, r.w),
                *ups(t[up], r.Z[up]),
                *downs(t[~up], r.Z[~up]),
                *wait(*(([], []) if r.T == DAYS else ([r.T + 1], [0]))),
                *bound(t, r.bound),
                *lead(t, r.lead),
                *soft(t, r.regret),
            )

        return move

    def caption(self, r):
        return (
            f"After day {r.T} whoever follows the leader regrets {number(r.lead[-1])}, the "
            f"cautious learner {number(r.regret[-1])} of at most {number(r.bound[-1])}."
        )

    def numbers(self, r):
        return (
            f"follow the leader lost {r.lost:.3g} and regrets {r.lead[-1]:.3g}; FTRL regrets "
            f"{r.regret[-1]:.4g}, its bound is {r.bound[-1]:.4g}."
        )

    def headline(self, r):
        return Claim(
            "FTRL regrets at most this",
            "Theorem 20.5",
            measured=r.regret[-1],
            bound=r.bound[-1],
            words="Whatever the losses z are, the blue learner regrets at most λ + Σz²/(4λ), the "
            "dashed line.",
        )

    def identities(self, r):
        eta, no = 1 / (2 * r.lam), "" if r.see else "the losses are no see-saw with a half day"
        weak = eta * float((r.Z**2).sum())
        return [
            Claim("FTL loses T − 1", "Theorem 20.1", r.lost, r.T - 1, "==", why_not=no),
            Claim("FTL regrets T − ½", "Theorem 20.1", r.lead[-1], r.T - 0.5, "==", why_not=no),
            Claim("no stake on a grid is better", "section 4", r.own, r.best),
            Claim(
                "regret is below penalty + moves",
                "Lemma 20.7",
                r.regret[-1],
                r.lam + r.moves,
            ),
            Claim("moves are short", "Lemma 20.9", r.moves, weak),
        ]


# halving

RATE = 12
FOOT = 0.7


@lru_cache(64)
def mails(k, nature, seed):
    """(table, labels) of twelve rounds for 2^k experts."""
    if nature == "as hard as it can be":
        return ex.hardest_table(k, RATE)
    rng = np.random.default_rng([20, k, seed + 2])
    words = rng.integers(2, size=(RATE, 2**k))
    if nature == "random mails":
        return words, words[:, rng.integers(2**k)]
    return words, rng.integers(2, size=RATE)


def heights(count):
    """How high to draw so many experts: each doubling is one up, one expert is FOOT, nobody 0."""
    return np.where(count > 0, np.log2(np.maximum(count, 1)) + FOOT, 0.0)


class survivors(Figure):
    """Experts that were never wrong, round by round, and the mistakes of their majority."""

    size = (10, 4.4)
    story = [
        Step(
            "as hard as it can be",
            "In each of the first ten rounds the experts are split in halves, and the half that "
            "won the vote is wrong: ten mistakes, and one expert is left.",
        ),
        Step(
            "random mails",
            "Each expert looks for one word. A mail strikes out about half of them, and the "
            "majority errs about every other time: five mistakes.",
            nature="random mails",
        ),
        Step(
            "sixteen experts",
            "Fewer experts, fewer mistakes: four, the logarithm of 16 to the base 2.",
            k=4,
        ),
        Step(
            "nobody is perfect",
            "Labels by tossing coins. After twelve mails nobody is left, the learner has no one to "
            "follow, and the theorem is silent.",
            nature="coins",
        ),
    ]
    handles = [
        Handle("choose N", at=lambda r: (0.5, r.k + FOOT), to=lambda r, x, y: dict(k=y - FOOT)),
    ]
    notes = """Play it with the room: everybody stands up, a question with two answers, whoever was
    wrong sits down. The majority of those who stand predicts. Thirty-two people allow five
    mistakes. Then ask what happens if nobody knows everything."""

    def sliders(self):
        return dict(
            k=int_slider("experts N = 2ᵏ, k", 10, 2, 10),
            T=int_slider("rounds T", RATE, 1, RATE),
            nature=choice(
                "truth", "as hard as it can be", ["as hard as it can be", "random mails", "coins"]
            ),
            seed=int_slider("new random sample", 1, 1, 50),
        )

    @staticmethod
    def compute(k, T, nature, seed):
        """The majority of the experts that are alive predicts; those who were wrong go."""
        table, labels = mails(k, nature, seed)
        run = ex.halving(table[:T], labels[:T])
        alive, wrong = run.w.sum(axis=1), run.extra["mistakes"]
        halves = alive[1:][wrong] / np.maximum(alive[:-1][wrong], 1)
        errors = (table[:T] != labels[:T, None]).sum(axis=0)
        return dict(
            alive=alive,
            wrong=wrong,
            count=np.cumsum(wrong),
            left=int(alive[-1]),
            kept=float(halves.max()) if len(halves) else 0.0,
            best=int(errors.min()),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0.3, 12.7), ylim=(0, 11.6), xlabel="round t"),
            dict(xlim=(-0.3, 12.3), ylim=(-0.3, 12), xlabel="round t", ylabel="mistakes so far"),
            width_ratios=[1.3, 1],
        )
        left.set_ylabel("experts never wrong before")
        left.set_yticks(FOOT + np.arange(0, 11, 2), [str(2**e) for e in range(0, 11, 2)])
        left.set_xticks(range(1, 13))
        edges = np.arange(0.5, RATE + 1)
        layers = plots.stack(
            left, edges, ["right in this round", "wrong: out"], ["0.8", RIVAL], [None, "//"]
        )
        cross = plots.spots(
            left, "majority wrong", marker="X", ms=11, color=plots.BLACK, mec="white"
        )
        plots.legend_above(left)
        limit = plots.level(right, "log₂N", plots.BOUND, "--")
        steps = plots.curves(right, ["mistakes"], color=plots.FIT, marker="o", ms=6)
        plots.legend_above(right)

        def move(r):
            before, after = heights(r.alive[:-1]), heights(r.alive[1:])
            blank, t = np.zeros((2, RATE - r.T)), np.arange(1, r.T + 1)
            return (
                *layers(np.hstack([[after, before - after], blank])),
                *cross(t[r.wrong], before[r.wrong] + 0.45),
                *limit(r.k),
                *steps(np.arange(r.T + 1), np.append(0, r.count)),
            )

        return move

    def caption(self, r):
        told = f"{int(r.count[-1])} mistake{'' if r.count[-1] == 1 else 's'}"
        rest = "nobody is" if r.left == 0 else f"{r.left} {'are' if r.left > 1 else 'is'}"
        rounds = f"{r.T} round{'' if r.T == 1 else 's'}"
        return f"{told} after {rounds}; of {2**r.k} experts {rest} left."

    def numbers(self, r):
        return (
            f"{int(r.count[-1])} mistakes, {r.left} of {2**r.k} experts were never wrong, the best "
            f"expert made {r.best} mistake{'' if r.best == 1 else 's'}."
        )

    def headline(self, r):
        return Claim(
            "halving makes few mistakes",
            "Theorem 20.2",
            measured=float(r.count[-1]),
            bound=float(r.k),
            why_not="" if r.left else "every expert was wrong at least once",
            words="If one of N experts is never wrong, halving makes at most log₂N mistakes.",
        )

    def identities(self, r):
        hard = r.nature == "as hard as it can be"
        gone = "" if r.left else "every expert was wrong at least once"
        return [
            Claim("a mistake halves the experts", "Theorem 20.2", r.kept, 0.5),
            Claim(
                "the hardest truth reaches it",
                "Theorem 20.2",
                float(r.count[-1]),
                float(min(r.k, r.T)),
                "==",
                why_not="" if hard else "the truth is not the hardest",
            ),
            Claim("the best expert is never wrong", "section 2", r.best, 0, "==", why_not=gone),
        ]


# a coin with weights

LONG = 100
LEADS = np.linspace(-10, 10, 201)
RULES = {
    "follow the majority": lambda past: int(2 * sum(past) > len(past)),
    "repeat the last answer": lambda past: past[-1] if past else 0,
    "say yes and no in turn": lambda past: len(past) % 2,
    "always say no": lambda past: 0,
}
FLIPS = np.random.default_rng(20).integers(2, size=LONG)
TOSSES = np.random.default_rng(21).random((LONG, 400))
FIXED = {  # truths that do not listen
    "always yes": lambda T: np.ones(T, dtype=int),
    "no for half, then yes": lambda T: (2 * np.arange(T) >= T).astype(int),
    "see-saw, then yes": lambda T: np.where(4 * np.arange(T) < 3 * T, np.arange(T) % 2, 1),
    "fair coins": lambda T: FLIPS[:T],
}


def constant_losses(labels):
    """Losses (T, 2) of the experts “always no” and “always yes”."""
    return np.column_stack([labels, 1 - labels]).astype(float)


def regret_of_answers(said, labels):
    """Regret after every round of a learner that says 0 or 1, against both constant experts."""
    each = np.cumsum(constant_losses(labels), axis=0)
    return np.cumsum(said != labels) - each.min(axis=1)


class coin(Figure):
    """A rule without randomness and a coin with weights, each against its own contrary nature."""

    size = (10, 4.4)
    story = [
        Step(
            "the opposite",
            "Each learner meets a truth that contradicts it. Orange, a rule, is wrong every day "
            "and cannot get below ½. Blue, a coin that is nearly fair, regrets 0.03 a day.",
        ),
        Step(
            "another rule",
            "Choose any rule without randomness: its own truth keeps it at ½ or above. “Always "
            "no” regrets a whole pound a day.",
            rule="always say no",
        ),
        Step(
            "cold",
            "With η = 10 the softmax is the leader’s step. Whenever somebody leads, the coin is no "
            "coin any more: a quarter of a pound of regret per day.",
            eta=10,
        ),
        Step(
            "hot",
            "One expert is always right, but with η = 0.01 the coin stays nearly fair for weeks. "
            "Now the rule is the better one.",
            eta=0.01,
            nature="always yes",
        ),
        Step(
            "better than the best",
            "“Repeat the last answer” errs once, both experts on half of the days: regret can be "
            "negative.",
            rule="repeat the last answer",
            nature="no for half, then yes",
        ),
        Step(
            "see-saw, then run",
            "Harder for the coin: for 75 days every lead is taken back, then “yes” runs away. Blue "
            "climbs nearly to its bound.",
            nature="see-saw, then yes",
        ),
    ]
    handles = [
        Handle("choose T", at=lambda r: (r.T, r.soft[-1] / r.T), to=lambda r, x, y: dict(T=x)),
        Handle(
            "make the curve steeper",
            at=lambda r: (5, float(expit(5 * r.eta))),
            to=lambda r, x, y: dict(eta=np.log(max(y, 0.51) / max(1 - y, 1e-6)) / 5),
            panel=1,
        ),
    ]
    notes = """Play matching pennies with the first row: you announce your rule, they choose the
    truth. Then let a coin decide. The adversary knows the weights, not the toss. Drag the curve on
    the right: FTL is its limit."""

    def sliders(self):
        return dict(
            eta=step_size(0.24, 0.01, 10),
            T=int_slider("days T", LONG, 10, LONG),
            rule=choice("rule", "follow the majority", RULES),
            nature=choice("truth", "the opposite", ["the opposite", *FIXED]),
        )

    @staticmethod
    def compute(eta, T, rule, nature):
        """Both learners; to contradict a coin, the truth is the less likely answer."""
        against = nature == "the opposite"
        if against:
            said, labels = ex.opposed(rule, T)
            truth = np.arange(T) % 2
        else:
            labels = truth = FIXED[nature](T)
            said = ex.answers(rule, labels)
        Z = constant_losses(truth)
        run = ex.hedge(Z, eta)
        yes = run.w[:-1, 1]
        tossed = ((TOSSES[:T] < yes[:, None]) != truth[:, None]).sum(axis=0)
        lead = np.cumsum(Z[:, 0] - Z[:, 1])
        return dict(
            hard=regret_of_answers(said, labels),
            soft=ex.regret(run, "simplex"),
            visited=np.append(0, lead[:-1]),
            yes=yes,
            curve=expit(eta * LEADS),
            bound=ex.hedge_bound(eta, np.arange(1, T + 1), 2),
            expected=float(ex.paid(run).sum()),
            tossed=float(tossed.mean()),
            allowed=5 * float(tossed.std(ddof=1)) / np.sqrt(tossed.size),
            contrary=float(np.mean((yes >= 0.5) == (truth == 0))),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0, 101), ylim=(-0.55, 1.05), xlabel="day t", ylabel="regret per day"),
            dict(xlim=(-10.4, 10.4), ylim=(-0.03, 1.03), ylabel="chance to say yes"),
            width_ratios=[1.2, 1],
        )
        right.set_xlabel("lead of “always yes”, in pounds")
        left.axhline(0, color="0.6", lw=0.8)
        half = left.axhline(0.5, color=RIVAL, ls=":", lw=1.6, label="½")
        half.set_zorder(1.5)
        bound = plots.curves(left, ["coin’s bound"], color=plots.BOUND, ls="--")
        hard = plots.curves(left, ["rule"], color=RIVAL)
        soft = plots.curves(left, ["coin"], color=plots.FIT)
        plots.legend_above(left)
        right.step([-10.4, 0, 10.4], [0, 0, 1], where="pre", color=RIVAL, lw=1.4, label="leader")
        curve = plots.curves(right, ["softmax"], color=plots.FIT)
        seen = plots.spots(right, "visited", marker="o", ms=7, mfc="none", mec=plots.BLACK, mew=1.4)
        plots.legend_above(right)
        here = plots.star(left, 15)

        def move(r):
            t = np.arange(1, r.T + 1)
            inside = np.abs(r.visited) <= 10
            return (
                *bound(t, r.bound / t),
                *hard(t, r.hard / t),
                *soft(t, r.soft / t),
                *curve(LEADS, r.curve),
                *seen(r.visited[inside], r.yes[inside]),
                *here(r.T, r.soft[-1] / r.T),
            )

        return move

    def caption(self, r):
        regret = number(r.hard[-1]).replace("-", "−")
        return (
            f"After {r.T} days the rule regrets {regret}, the coin {number(r.soft[-1])} on average."
        )

    def numbers(self, r):
        return (
            f"regret of the rule {r.hard[-1]:.4g}, expected regret of the coin {r.soft[-1]:.4g}, "
            f"its bound {r.bound[-1]:.4g}; temperature 1/η is {1 / r.eta:.3g}."
        )

    def headline(self, r):
        return Claim(
            "exponential weights regret little",
            "Theorem 20.4",
            measured=r.soft[-1],
            bound=r.bound[-1],
            words="With losses from 0 to 1, softmax weights over N experts regret at most "
            "(ln N)/η + ηT/8.",
        )

    def identities(self, r):
        no = "" if r.nature == "the opposite" else "the truth does not answer the rule"
        return [
            Claim(
                "a rule without randomness regrets T/2",
                "Theorem 20.3",
                float(r.hard[-1]),
                r.T / 2,
                ">=",
                why_not=no,
            ),
            Claim(
                "the truth is the less likely answer", "section 3", r.contrary, 1, "==", why_not=no
            ),
            Claim(
                "every second day costs the coin 1/(1 + exp(−η)) − ½",
                "section 3",
                float(r.soft[-1]),
                r.T // 2 * (float(expit(r.eta)) - 0.5) + r.T % 2 / 2,
                "==",
                why_not=no,
            ),
            Claim(
                "tossed mistakes match the weights, within five standard errors of 400 tosses",
                "section 3",
                abs(r.tossed - r.expected),
                r.allowed,
            ),
        ]


# every sequence of signs

LISTED = 12  # up to here all sequences are listed
ETAS = np.geomspace(0.02, 5, 90)
END, BAR = 1.75, 1 / 30  # how far the bars reach, and how wide they are
TOP = 2.7  # of the curves
DRAWN = 1.0 - 2.0 * np.random.default_rng(22).integers(2, size=(64, 4096, 1))


@lru_cache(16)
def sequences(T):
    """All sequences of T signs, or 4096 drawn ones if they are too many."""
    return ex.all_signs(T) if T <= LISTED else DRAWN[:T]


@lru_cache(64)
def worst_curve(T):
    """The worst regret at every η of ETAS."""
    return ex.worst_regret(ETAS, T)


def bars(values, worst):
    """(heights, edges) of a histogram: the last bar ends at the worst value, or at END, where it
    holds whatever is larger."""
    last = min(worst, END)
    edges = last - BAR * np.arange(last / BAR + 1)[::-1]
    counts = np.histogram(np.minimum(values, last) - 1e-9, edges)[0]
    return 100 * counts / len(values), edges


def reached(eta, T):
    """Is 1/η a whole number, at most T and of the same parity?"""
    k = round(1 / eta)
    return abs(k * eta - 1) < 1e-9 and k <= T and (T - k) % 2 == 0


class every(Figure):
    """The regret of FTRL on all sequences of signs at once."""

    size = (10, 4.4)
    veiled = (0, 1)
    story = [
        Step(
            "all 4096",
            "Left: the regrets of all sequences of twelve signs. The last bar stands exactly at "
            "the bound: about one sequence in seven reaches it.",
        ),
        Step(
            "tuned",
            "Here the bound is lowest: it is 1 in units of √T. The worst sequence is just below.",
            eta=0.289,
        ),
        Step(
            "timid",
            "A small η: the learner hardly moves, and a few sequences cost a lot: the worst 5.6. "
            "The mean has not moved at all.",
            eta=0.1,
        ),
        Step(
            "bold",
            "A large η: nearly follow-the-leader. Many sequences are harmless, and a few are "
            "terrible. The mean is the same.",
            eta=2,
        ),
        Step(
            "sixteen",
            "T = 16 and η = ¼: tuned, and reached. The worst is √T = 4, and the blue curve is "
            "nowhere lower: no other η does better.",
            T=16,
        ),
        Step(
            "sixty-four",
            "More sequences than can be listed: 4096 drawn ones on the left; the worst of all, on "
            "the right, is still exact.",
            T=64,
            eta=0.125,
        ),
    ]
    handles = [
        Handle(
            "choose η",
            at=lambda r: (r.eta, min(r.worst / r.root, TOP - 0.05)),
            to=lambda r, x, y: dict(eta=x),
            panel=1,
        )
    ]
    notes = """Ask for the mean before the worst: nobody believes that it is the same for every η,
    and the reason is one line. A worst sequence: see-saw, then a run of 1/η equal signs; or any
    other whose sum stays within 1/η and ends there."""

    def sliders(self):
        return dict(
            eta=step_size(0.25, 0.02, 5),
            T=int_slider("rounds T", 12, 6, 64),
        )

    @staticmethod
    def compute(eta, T):
        """Every sequence in one batch; the worst of all by a recursion backwards in time."""
        regrets = ex.regret(ex.ftrl(sequences(T), eta))[-1]
        return dict(
            regrets=regrets,
            root=float(np.sqrt(T)),
            worst=float(ex.worst_regret(eta, T)),
            mean=ex.coin_regret(T),
            bound=float(ex.ftrl_bound(eta, T)),
            curve=worst_curve(T),
            bounds=ex.ftrl_bound(ETAS, T),
            tuned=ex.tuned(1, 1, T)[0],
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0, END + 0.02), ylim=(0, 60), xlabel="regret in units of √T"),
            dict(xscale="log", xlim=(0.02, 5), ylim=(0, TOP), xlabel="step size η"),
            width_ratios=[1, 1.1],
        )
        left.set_ylabel("sequences, in %")
        right.set_ylabel("regret in units of √T")
        plots.ticks(right, x=[0.02, 0.1, 0.5, 2])
        heap = left.stairs([0], [0, END], fill=True, color="0.75")
        names = ("mean", "bound", "worst")
        looks = ((plots.TRUTH, "-."), (plots.BOUND, "--"), (plots.FIT, "-"))
        lines = [plots.level(left, n, c, ls, across=True) for n, (c, ls) in zip(names, looks)]
        left.lines[-2].set_linewidth(3.5)  # the worst may lie on it
        plots.legend_above(left)
        told = plots.note(left, 0.62, 0.97)
        curves = [plots.curves(right, [n], color=c, ls=ls) for n, (c, ls) in zip(names, looks)]
        right.lines[-2].set_linewidth(4)
        best = plots.level(right, "η = 1/√T", "0.6", ":", across=True)
        plots.legend_above(right)
        here = plots.star(right)

        def move(r):
            heap.set_data(*bars(r.regrets / r.root, r.worst / r.root))
            marks = (r.mean, r.bound, r.worst)
            over = (np.full(len(ETAS), r.mean), r.bounds, r.curve)
            return (
                heap,
                *(a for line, v in zip(lines, marks) for a in line(v / r.root)),
                *(a for line, y in zip(curves, over) for a in line(ETAS, y / r.root)),
                *told("\n".join(f"{n} {number(v)}" for n, v in zip(names, marks))),
                *best(r.tuned),
                *here(r.eta, min(r.worst / r.root, TOP - 0.05)),
            )

        return move

    def caption(self, r):
        return (
            f"The worst sequence costs {number(r.worst)}, the bound is {number(r.bound)}, the mean "
            f"of all is {number(r.mean)}."
        )

    def numbers(self, r):
        return (
            f"worst regret of all sequences {r.worst:.4g}, bound {r.bound:.4g}, mean {r.mean:.4g}; "
            f"the bound is lowest at η = {r.tuned:.3g}."
        )

    def headline(self, r):
        return Claim(
            "no sequence beats the bound",
            "Theorem 20.5",
            measured=r.worst,
            bound=r.bound,
            words="Over all sequences of T signs, FTRL on [−1, 1] regrets at most 1/(2η) + ηT/2.",
        )

    def identities(self, r):
        many = "" if r.T <= LISTED else "only 4096 of the sequences are listed"
        whole = "" if reached(r.eta, r.T) else "1/η is no whole number of the parity of T"
        return [
            Claim("the bound is reached", "Theorem 20.5", r.worst, r.bound, "==", why_not=whole),
            Claim(
                "listing finds the same worst",
                "section 4",
                r.regrets.max(),
                r.worst,
                "==",
                why_not=many,
            ),
            Claim(
                "the mean is E|S|, for every η",
                "Theorem 20.6",
                r.regrets.mean(),
                r.mean,
                "==",
                why_not=many,
            ),
            Claim("what was drawn is below the worst", "section 4", r.regrets.max(), r.worst),
            Claim("no bound is below √T", "section 4", r.bound, r.root, ">="),
        ]


# losses that curve

RANGE = 1000
CENTRES = np.linspace(-1, 1, 41)


def greedy(T):
    """Each z_t at the end farther from the mean of those before: 1, -1, ..."""
    z, total = np.ones(T), 0.0
    for t in range(T):
        z[t] = -1.0 if total > 0 else 1.0
        total += z[t]
    return z


CLOUDS = {
    "farthest end": greedy(RANGE),
    "fair coins": 1.0 - 2.0 * np.random.default_rng(23).integers(2, size=RANGE),
    "anywhere": np.random.default_rng(24).uniform(-1, 1, RANGE),
    "up, then down": np.where(np.arange(RANGE) < 30, 1.0, -1.0),
}
TIMES = np.unique(np.round(np.geomspace(1, RANGE, 160)).astype(int))


class curved(Figure):
    """Follow the leader for squared losses: the running mean, and how little it regrets."""

    size = (10, 4.4)
    veiled = (1,)
    story = [
        Step(
            "the farthest end",
            "The adversary puts every number at the far end. The leader jumps up and back; then "
            "the mean of many numbers hardly moves. Its regret is a straight line against log t.",
        ),
        Step(
            "up, then down",
            "Thirty numbers at +1, then all at −1: the mean turns slowly and pays for it once.",
            cloud="up, then down",
        ),
        Step(
            "linear losses",
            "Dotted: what FTL regrets with linear losses, t − ½. The bend of the squared loss "
            "makes all the difference.",
            T=10,
        ),
        Step(
            "a wild first guess",
            "Before anything is seen every w is a leader. The first guess 3, above the left "
            "picture, pays 8 at once at z = −1. Right: blue starts above the dashed line, and the "
            "theorem is silent.",
            first=3,
        ),
        Step(
            "anywhere",
            "Numbers spread evenly: again a straight line against log t, but a flatter one.",
            cloud="anywhere",
        ),
    ]
    handles = [
        Handle("choose T", at=lambda r: (r.T, r.regret[-1]), to=lambda r, x, y: dict(T=x), panel=1)
    ]
    notes = """The exact formula, half the sum of |w_t − z_t|²/t, is worth the blackboard: each
    round costs less than the one before because the mean moves by 1/t. Let them drag T from 10 to
    100 to 1000 and read off equal rises."""

    def sliders(self):
        return dict(
            T=int_slider("rounds T", RANGE, 2, RANGE),
            cloud=choice("numbers z", "farthest end", CLOUDS),
            first=slider("first guess w₁", 0, 0, 4, 0.1),
        )

    @staticmethod
    def compute(T, cloud, first):
        """The running mean on T numbers, its regret, and both sides of the lemmas."""
        flip = -1 if cloud is CLOUDS["farthest end"] and first > 0 else 1  # −1 is farther from w₁
        z = flip * cloud[:T]
        run = ex.running_mean(z[:, None], first)
        w, t = run.w[:, 0], np.arange(1, T + 1)
        paid, after = (w[:-1] - z) ** 2 / 2, (w[1:] - z) ** 2 / 2
        total, square = np.cumsum(z), np.cumsum(z * z)
        regret = np.cumsum(paid) - (square - total**2 / t) / 2
        fixed = ((CENTRES[:, None] - z) ** 2 / 2).sum(axis=1)
        return dict(
            z=z,
            w=w,
            regret=regret,
            exact=float((((w[:-1] - z) ** 2) / t).sum() / 2),
            step=float(np.abs(paid - after - (1 - (1 - 1 / t) ** 2) / 2 * (w[:-1] - z) ** 2).max()),
            moves=float((paid - after).sum()),
            ahead=float(after.sum()),
            fixed=float(fixed.min()),
            against=float(paid.sum() - fixed.min()),
            harmonic=float((1 / t).sum()),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xscale="log", xlim=(0.9, 1150), ylim=(-1.2, 1.2), xlabel="round t"),
            dict(xscale="log", xlim=(0.9, 1150), ylim=(0, 18), xlabel="round t"),
            width_ratios=[1, 1.1],
        )
        left.set_ylabel("number z and mean w")
        right.set_ylabel("regret so far")
        for ax in (left, right):
            ax.set_xticks([1, 10, 100, 1000], ["1", "10", "100", "1000"])
        dots = plots.spots(left, "z", marker=".", ms=7, color=plots.TRAIN)
        line = plots.curves(left, ["leader w"], color=plots.FIT)
        plots.legend_above(left)
        top = plots.curves(right, ["2L²(1 + ln t)"], color=plots.BOUND, ls="--")
        right.plot(TIMES, TIMES - 0.5, ":", color=RIVAL, label="linear losses")
        curve = plots.curves(right, ["regret"], color=plots.FIT)
        plots.legend_above(right)
        here = plots.star(right)

        def move(r):
            t, each = TIMES[TIMES <= r.T], np.arange(1, r.T + 1)
            return (
                *dots(each, r.z),
                *line(each, r.w[:-1]),
                *top(t, 2 * (1 + np.log(t))),
                *curve(t, r.regret[t - 1]),
                *here(r.T, min(r.regret[-1], 17.7)),
            )

        return move

    def caption(self, r):
        return (
            f"After {r.T} rounds the running mean regrets {r.regret[-1]:.2f}; with linear losses "
            f"it could be {r.T - 0.5:.1f}."
        )

    def numbers(self, r):
        top = 2 * (1 + np.log(r.T))
        return (
            f"regret {r.regret[-1]:.4g}, bound {top:.4g}, leader {r.w[-1]:.3g} after {r.T} rounds."
        )

    def headline(self, r):
        return Claim(
            "squared losses: regret like log T",
            "Theorem 20.8",
            measured=float(r.regret[-1]),
            bound=float(2 * (1 + np.log(r.T))),
            why_not="the first guess is outside |w₁| ≤ L = 1" if r.first > 1 else "",
            words="For squared losses with |z| ≤ L and |w₁| ≤ L, FTL regrets at most "
            "2L²(1 + ln T).",
        )

    def identities(self, r):
        return [
            Claim("regret = ½Σ|w − z|²/t", "Theorem 20.8", float(r.regret[-1]), r.exact, "=="),
            Claim("what one look ahead saves", "Theorem 20.8", r.step, 0, "=="),
            Claim("looking ahead beats every fixed u", "Lemma 20.7", r.ahead, r.fixed),
            Claim("regret is below the moves", "Lemma 20.7", r.against, r.moves),
            Claim("Σ1/t is below 1 + ln T", "Theorem 20.8", r.harmonic, 1 + np.log(r.T)),
        ]


# in the unit disc

TURNS = 200
ANGLES = np.linspace(0, 2 * np.pi, 181)
RIM = np.column_stack([np.cos(ANGLES), np.sin(ANGLES)])
INSIDE = project_ball(1.3 * np.random.default_rng(25).uniform(-1, 1, (3000, 2)))


def circling(turn):
    """Losses of length 1 whose direction turns by so many radians a round."""
    angle = turn * np.arange(TURNS)
    return np.column_stack([np.cos(angle), np.sin(angle)])


WINDS = {
    "turning": circling(0.12),
    "to and fro": circling(np.pi),
    "steady, with noise": project_ball(
        np.array([0.5, 0.3]) + 0.5 * np.random.default_rng(26).normal(size=(TURNS, 2))
    ),
    "any direction": project_ball(9 * np.random.default_rng(27).normal(size=(TURNS, 2))),
}


class disc(Figure):
    """FTRL in the unit disc: walk freely, and play the nearest point of the disc."""

    size = (10, 4.6)
    veiled = (1,)
    story = [
        Step(
            "a turning wind",
            "Left: the walk ηθ (grey), and the nearest point of the disc (blue), which is played. "
            "Right: the regret falls at the end of every turn, but each time less far.",
        ),
        Step(
            "a weak penalty",
            "Small λ, large steps: the grey walk leaves the disc at once and the blue one runs "
            "along the rim.",
            lam=0.5,
        ),
        Step(
            "a strong penalty",
            "Large λ: the walk never leaves the middle. In the middle of every turn a fixed "
            "point of the rim is ahead by about 16.",
            lam=50,
        ),
        Step(
            "a steady wind",
            "One direction is good: blue goes to the rim and stays there. From then on the regret "
            "hardly grows.",
            wind="steady, with noise",
        ),
        Step(
            "to and fro",
            "The see-saw of the beginning, in the plane: two small steps for ever, and a regret of "
            "η/2 a round.",
            wind="to and fro",
        ),
    ]
    handles = [
        Handle("choose T", at=lambda r: (r.T, r.regret[-1]), to=lambda r, x, y: dict(T=x), panel=1)
    ]
    notes = """The lazy projection keeps the grey point, not the blue one: it has to walk all the
    way back. Notebook 21 compares geometries."""

    def sliders(self):
        return dict(
            lam=regularisation(7, 0.3, 100),
            T=int_slider("rounds T", TURNS, 2, TURNS),
            wind=choice("losses", "turning", WINDS),
        )

    @staticmethod
    def compute(lam, T, wind):
        """Lazy projection: w_t is the point of the disc nearest to ηθ_t, with η = 1/(2λ)."""
        Z, eta = wind[:T], 1 / (2 * lam)
        run = ex.ftrl(Z, eta, project_ball)
        free = eta * ex.seen(Z)
        moved = np.sqrt((np.diff(run.w, axis=0) ** 2).sum(axis=1))
        allowed = eta * np.sqrt((Z * Z).sum(axis=1))
        total = Z.sum(axis=0)
        regret = ex.regret(run, "ball")
        return dict(
            free=free,
            w=run.w,
            regret=regret,
            bound=ex.ftrl_bound(eta, np.cumsum((Z * Z).sum(axis=1))),
            excess=float((moved - allowed).max()),
            own=float(total @ run.w[-1] + lam * run.w[-1] @ run.w[-1]),
            other=float((INSIDE @ total + lam * (INSIDE**2).sum(axis=1)).min()),
            rim=float((ex.paid(run).sum() - RIM @ total).max()),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(
                xlim=(-1.9, 1.9),
                ylim=(-1.6, 1.6),
                xlabel="first coordinate",
                ylabel="second coordinate",
                aspect="equal",
            ),
            dict(xlim=(0, 206), ylim=(0, 18), xlabel="round t", ylabel="regret so far"),
            width_ratios=[1.1, 1],
        )
        left.plot(*RIM.T, color=plots.TRUTH, lw=1.2)
        (free,) = left.plot([], [], ".-", color="0.6", lw=0.8, ms=3, label="ηθ")
        (path,) = left.plot([], [], "o-", color=plots.FIT, lw=1, ms=4, label="played, w")
        plots.legend_above(left)
        bound = plots.curves(right, ["bound"], color=plots.BOUND, ls="--")
        curve = plots.curves(right, ["regret"], color=plots.FIT)
        plots.legend_above(right)
        now, here = plots.star(left), plots.star(right)

        def move(r):
            t = np.arange(1, r.T + 1)
            free.set_data(*r.free.T)
            path.set_data(*r.w.T)
            return (
                free,
                path,
                *bound(t, r.bound),
                *curve(t, r.regret),
                *now(*r.w[-1]),
                *here(r.T, min(r.regret[-1], 17.7)),
            )

        return move

    def caption(self, r):
        return f"After {r.T} rounds the regret is {r.regret[-1]:.2f}, of at most {r.bound[-1]:.2f}."

    def numbers(self, r):
        return (
            f"regret {r.regret[-1]:.4g} against the best point of the disc, bound "
            f"{r.bound[-1]:.4g}; the next point is ({r.w[-1, 0]:.2f}, {r.w[-1, 1]:.2f})."
        )

    def headline(self, r):
        return Claim(
            "the bound in the disc",
            "Theorem 20.5",
            measured=float(r.regret[-1]),
            bound=float(r.bound[-1]),
            words="In the disc of radius 1, FTRL regrets at most λ + Σ‖z‖²/(4λ), whatever comes: "
            "1/(2η) is λ.",
        )

    def identities(self, r):
        return [
            Claim("a projection shortens every move", "Lemma 20.9", r.excess, 0),
            Claim("no point of the disc is better", "section 4", r.own, r.other),
            Claim("the best u is on the rim", "section 1", r.rim, float(r.regret[-1])),
        ]
