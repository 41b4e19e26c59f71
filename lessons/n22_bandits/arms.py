"""Four machines, forty rounds: you and Bandit-EG."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    choice,
    five_errors,
    int_slider,
    temperature,
    text,
)
from helpers.online import bandits
from lessons.n22_bandits.world import ALLOWED, CHANCES, SECOND

ARMS, ROUNDS, RUNS = "ABCD", 40, 200
LUCK = np.random.default_rng(22).random((ROUNDS, RUNS))
STAY = "AABBCCDD" + "A" * 32  # each twice, then the one that has cost least so far
LOOK = "AABBCCDD" + "AB" * 4 + "B" * 24


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


class Arms(Figure):
    """Pull arms yourself; below, a learner that draws lots; on the right, what both paid."""

    guess = Guess(
        "These are your pulls (upper left; circles were free, crosses cost a coin): each machine "
        "twice, and from then on whichever has had the lowest average so far. Did you find the "
        "best machine?",
        {
            "yes: two tries each are enough to tell": "Not here. B was unlucky twice, and it is by "
            "far the best.",
            "no, but with more rounds I would": "Not with this plan: B’s average is 1. A and D "
            "were free at least once, so their averages stay below 1, and you never look at B "
            "again.",
            "no, and with this plan I never will": "B is the best, and its average of two bad "
            "rounds stands for ever, because nobody looks again.",
        },
        answer="no, and with this plan I never will",
    )

    size = (10, 4.2)
    veiled = (1, 2)
    more = ("i",)
    story = """
stay with the cheapest
    Each machine twice, then A for good. B had two bad rounds and is never seen again, though it
    is the best. Your bill (orange) climbs to 19; the best machine alone (black) would have cost
    7.
a second look | pulls="AABBCCDDABABABABBBBBBBBBBBBBBBBBBBBBBBBB"
    Four more pulls of B, all free. A’s average, 1/6, is still below B’s, 2/6, but B is back in
    the race. Who now stays with B pays 11, not 19.
in turn | pulls="ABCDABCDABCDABCDABCDABCDABCDABCDABCDABCD"
    ABCD, ABCD: you try all four and use nothing you saw. You pay about their average.
hot | tau=100, pulls="ABCDABCDABCDABCDABCDABCDABCDABCDABCDABCD"
    At a high temperature the grey stays even: the learner hardly uses what it saw, like you a
    moment ago. Its bill grows towards yours.
cold | tau=0.5
    At a low temperature one costly pull all but removes a machine, until the others have cost
    something as well.
they change | kind="change at half time"
    At half time the machines exchange their chances: C now costs 3 in twenty rounds. You never
    pull it again. The learner does, once, is unlucky, and turns to D.
your turn | pulls="AABBCCDD", i=7
    New machines, each tried twice. Drag the star to the right along a row, or type letters. Can
    you pay less than the learner?
"""
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
    mosaic = "ac;bc"
    widths = (1.25, 1)
    panels = (axes(), axes(), axes("round", (0, 41), "coins paid so far", (0, 28)))

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

    def picture(self, top, low, right):
        you = board(top.ax, "you")
        grey = (0.5, ROUNDS + 0.5, 3.5, -0.5)
        shade = plots.heatmap(low.ax, grey, 0, 1, "Greys", None, "upper")
        learner = board(low.ax, "Bandit-EG")
        low.ax.set_xlabel("round; grey: its probabilities")
        low.legend(show=False)
        spread = plots.band(right.ax, None, plots.FIT, 0.2)
        lines = [
            plots.curves(right.ax, [name], color=colour, ls=ls)
            for name, colour, ls in (
                ("you", SECOND, "-"),
                ("Bandit-EG", plots.FIT, "--"),
                ("best arm so far", plots.TRUTH, "-."),
            )
        ]
        hand = plots.star(top.ax, 15)

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

        top.add(move)

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
