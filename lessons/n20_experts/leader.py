"""Two advisers, twelve days."""

import numpy as np

from helpers import plots
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    int_slider,
    regularisation,
    text,
    toggle,
)
from helpers.live.words import number
from helpers.online import experts as ex
from lessons.n20_experts.world import RIVAL

DAYS = 12
SEESAW = "-+-+-+-+-+-+"


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


class Leader(Figure):
    """Two advisers that contradict each other, and two ways to split a pound between them."""

    guess = Guess(
        "Twelve days. On the first only half a pound is at stake, and you put a quarter on each of "
        "them; from then on a whole pound a day, all on whoever is ahead. On how many of the other "
        "eleven days can the adversary make you lose?",
        {
            "about half of them": "You switch every day, and always a day too late.",
            "on a few: if you lose, the other one gets ahead": "The other one does get ahead. Then "
            "you switch, and it is that one’s turn to be wrong.",
            "on all eleven": "Yes: the adversary makes the leader wrong, day after day.",
        },
        answer="on all eleven",
    )

    size = (10, 4.6)
    story = """
a see-saw
    A black triangle says who loses that day, an orange square on whom FTL has put its pound.
    They meet eleven times, and each time FTL loses. Blue stakes little.
no penalty | lam=0.02
    With λ near 0 the blue learner follows the leader, too: both jump from end to end and regret
    T − ½. The dashed bound shoots out of the picture and promises nothing.
one adviser is good | z="------------"
    Ann wins every day. Now the leader’s follower is nearly perfect, and the blue learner pays
    for its hesitation.
too timid | z="------------", lam=30
    The same days with λ = 30: the blue learner hardly moves, and regrets nearly as much as
    there was to win. Its bound, above 30, is far beyond the picture.
now you | T=3
    Be the adversary. You see where both will stand on day 4: pull the diamond up or down, or
    press an arrow key on it. Then day 5. Can you bring blue above the dashed line?
"""
    handles = [day_handle(t) for t in range(DAYS)]
    notes = """Let one half of the class be the adversary and the other the learner: the adversary
    sees the stake first. After "a see-saw" ask for the rule that the black triangles follow: they
    go where the orange square is. Then "now you": nobody gets blue above the dashed line, and
    exercise 2 asks for a sequence that reaches it."""
    widths = [1.15, 1]
    panels = (
        axes("day t", (0.4, 12.6), "stake, and who loses", (-1.38, 1.38)),
        axes("day t", (0.4, 12.6), "regret so far", (-0.4, 12)),
    )

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

    def picture(self, left, right):
        for ax in (left.ax, right.ax):
            ax.set_xticks(range(2, 13, 2))

        left.ax.set_yticks([-1, -0.5, 0, 0.5, 1], ["Bob −1", "−½", "0", "½", "Ann 1"])
        left.ax.axhline(0, color="0.6", lw=0.8)
        square = plots.spots(left.ax, "leader (FTL)", **FRAME)
        stake = plots.curves(left.ax, ["cautious (FTRL)"], color=plots.FIT, marker="o", ms=6)
        ups = plots.spots(left.ax, "loss", marker="^", ms=9, color=plots.BLACK)
        downs = plots.spots(left.ax, marker="v", ms=9, color=plots.BLACK)
        wait = plots.spots(left.ax, "next loss", marker="D", ms=9, mfc="white", mec=plots.BLACK)
        left.legend(markerscale=0.65)
        bound = plots.curves(right.ax, ["FTRL’s bound"], color=plots.BOUND, ls="--")
        lead = plots.curves(right.ax, ["FTL"], color=RIVAL, marker="s", ms=10)
        soft = plots.curves(right.ax, ["FTRL"], color=plots.FIT, marker="o", ms=6)

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

        left.add(move)

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


def signs(typed):
    """Twelve signs as numbers."""
    typed = typed.replace("−", "-").replace(" ", "")
    if len(typed) != DAYS or set(typed) - set("+-"):
        raise ValueError(f"losses must be {DAYS} signs + or -, such as {SEESAW}")
    return np.where(np.array(list(typed)) == "+", 1.0, -1.0)
