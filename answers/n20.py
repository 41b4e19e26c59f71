"""The exercises of notebook 20, experts."""

import numpy as np

from helpers.desk.edits import edit, mistakes
from helpers.desk.kinds import Code, Number, Open, Order, Position

# predict: a million experts

MILLION = Number(
    id="20-million",
    task="A million spam filters, one of them never wrong. How many mistakes does halving make "
    "at most?",
    points=1,
    level=1,
    answer=19,
    within=0.02,
    why="Every mistake at least halves the experts that are left, and one is always left: "
    r"$2^{19} = 524\,288$ is below a million, $2^{20}$ above. So 19.",
    traps=(
        (
            20,
            "After 20 mistakes at most $10^6/2^{20} < 1$ experts would be left; but one is never "
            "wrong.",
        ),
        (19.93, r"That is $\log_2 10^6$. How many whole mistakes are possible?"),
        (6, "That is the logarithm to the base 10. Each mistake divides by 2, not by 10."),
        (13.81, "That is the natural logarithm. Each mistake divides by 2, not by $e$."),
        (14, "That is the natural logarithm. Each mistake divides by 2, not by $e$."),
        (999999, "So many if you followed one expert after the other, not the majority."),
        (500000, "Half of them are out after <i>one</i> mistake."),
    ),
    hints=(
        "How many experts can be left after one mistake? After two?",
        "After $m$ mistakes at most $10^6/2^m$ experts are left, and at least one.",
        r"The largest whole $m$ with $2^m \le 10^6$.",
    ),
)


# find a position: the worst sequence

REACH = Position(
    id="20-reach",
    task="You are the adversary of FTRL for twelve days, with λ = 2. Choose losses so that the "
    "blue learner regrets at least 99 % of its bound, but without a see-saw: they may change sign "
    "only once.",
    points=2,
    level=2,
    figure="n20_experts.leader",
    conditions={
        "all twelve days are played": lambda r: r.T == 12,
        "λ is 2": lambda r: abs(r.lam - 2) < 1e-9,
        "the losses change sign at most once": lambda r: np.sum(r.z[1:] != r.z[:-1]) <= 1,
        "FTRL regrets at least 99 % of its bound": lambda r: r.regret[-1] >= 0.99 * r.bound[-1],
    },
    answer={"z": "----++++++++", "half": False},
    why="Four days take the stake from 0 to one end; eight more take it to the other. It is never "
    "cut off, and the sum ends 1/η = 2λ = 4 away from 0: the bound is reached (to 99.1 % if only "
    "half a pound counts on day 1). With seven or nine days of the second kind the sum ends "
    "elsewhere, and with eight days first blue rests at the end and wins.",
    hints=(
        "Try a few days of one sign, then the other sign to the end. When does blue climb towards "
        "the dashed line, and when does it stop?",
        "While blue rests at an end of [−1, 1] it regrets nothing more. The sum of the losses "
        "should never be more than 2λ = 4 away from 0, and be there on the last day.",
        "A sum of 4 after twelve days: eight signs of one kind and four of the other. Which come "
        "first?",
    ),
)


# derive: be the leader

AHEAD = Order(
    id="20-ahead",
    task=r"Prove Lemma 20.7: put the lines in order. $w_{t+1}$ minimises $f_1 + \dots + f_t$ over "
    "$S$, and $u$ is any point of $S$.",
    points=3,
    level=3,
    lines=(
        r"Begin with one round: $f_1(w_2) \le f_1(u)$ for every $u$, since $w_2$ minimises $f_1$.",
        "Suppose that for $T - 1$ rounds "
        r"$\sum_{t\le T-1} f_t(w_{t+1}) \le \sum_{t\le T-1} f_t(u)$ for every $u$.",
        "Among these $u$ is the point $w_{T+1}$: "
        r"$\sum_{t\le T-1} f_t(w_{t+1}) \le \sum_{t\le T-1} f_t(w_{T+1})$.",
        "Add $f_T(w_{T+1})$ on both sides: "
        r"$\sum_{t\le T} f_t(w_{t+1}) \le \sum_{t\le T} f_t(w_{T+1})$.",
        r"The right side is the minimum of $f_1 + \dots + f_T$, so it is at most "
        r"$\sum_{t\le T} f_t(u)$ for every $u$.",
        r"By induction it holds for all $T$. Subtract both sides from $\sum_t f_t(w_t)$: the "
        r"regret is at most $\sum_t [f_t(w_t) - f_t(w_{t+1})]$.",
    ),
    reasons=(
        "The start of the induction: the definition of the leader after one round.",
        "The hypothesis of the induction, for every $u$.",
        "The clever choice: the leader of the <i>next</i> round is one of the $u$.",
        "The same term on both sides; the left sum is complete now.",
        "The definition of the leader after $T$ rounds.",
        "Subtracting turns the inequality round: less is taken away.",
    ),
    needs=((), (), (1,), (2,), (3,), (0, 4)),
    hints=(
        "It is an induction over the number of rounds.",
        "The hypothesis holds for every $u$. Which $u$ helps in round $T$?",
        "After $w_{T+1}$ was put in, one term is missing on both sides.",
    ),
)


# code: follow the regularised leader


def ftrl_regret(z, eta):
    """[loss, regret]: follow the regularised leader with stakes between -1 and 1.

    z: a list of T numbers, in the order in which they are revealed; a stake w pays w times the
    number. eta: positive; the penalty of a stake w is w²/(2 eta). loss: what the T stakes pay
    together. regret: that, minus what the best fixed stake between -1 and 1 pays in all.
    """
    won = loss = 0.0
    for number in z:
        loss += min(max(eta * won, -1.0), 1.0) * number
        won -= number
    return [loss, loss + abs(won)]


def draw_losses(rng):
    T = int(rng.integers(6, 15))
    return rng.uniform(-1, 1, T).round(3).tolist(), float(rng.uniform(0.1, 0.6))


def draw_return(rng):
    """A long way out, beyond the end, and back again: the sum has to be remembered."""
    out, back = int(rng.integers(5, 8)), int(rng.integers(6, 10))
    z = [-1.0] * out + [1.0] * back
    return [float(x * rng.uniform(0.7, 1)) for x in z], float(rng.uniform(0.35, 0.8))


FTRL_REGRET = Code(
    id="20-ftrl-regret",
    task="Write ftrl_regret(z, eta).",
    points=3,
    level=2,
    solution=ftrl_regret,
    cases={
        "a see-saw": ([-0.5, 1.0, -1.0, 1.0, -1.0, 1.0], 0.25),
        "out and back again": ([-1.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0], 0.5),
        "one round: nothing is known yet": ([0.8], 0.3),
        "losses of all sizes": ([0.3, -2.0, 0.7, 0.1, -0.6], 0.4),
    },
    draw={
        "ordinary cases": draw_losses,
        "out and back again": draw_return,
        "large losses": lambda rng: (
            (3 * rng.normal(size=7)).round(2).tolist(),
            float(rng.uniform(0.05, 0.3)),
        ),
    },
    wrong=mistakes(
        ftrl_regret,
        {
            "The stake of a round uses the loss of that "
            "very round. It has to be named before.": edit("eta * won", "eta * (won - number)"),
            "Here the stake is cut to [-1, 1] and the next step starts from the cut one. "
            "FTRL remembers the whole sum, and cuts only what it plays.": edit(
                "won -= number\n    return [loss, loss + abs(won)]",
                "won = min(max(won - number, -1 / eta), 1 / eta)\n"
                "    return [loss, loss + abs(sum(z))]",
            ),
            "The stakes leave [-1, 1].": edit("min(max(eta * won, -1.0), 1.0)", "eta * won"),
            "The stake follows whoever has lost: the minimum has the opposite sign.": edit(
                "eta * won", "-eta * won"
            ),
            "The derivative of w²/(2η) is w/η: the stake is η times the sum, not half of it.": edit(
                "eta * won", "eta / 2 * won"
            ),
            "The derivative of w²/(2η) is w/η: the stake is η times the sum, not twice that.": edit(
                "eta * won", "2 * eta * won"
            ),
            "The best fixed stake is at an end of [-1, 1], "
            "not at 0: it pays minus the size of the sum.": edit("loss + abs(won)", "loss"),
            "The best fixed stake wins: it pays minus the size of the sum. Regret subtracts "
            "this, and minus a minus is plus.": edit("loss + abs(won)", "loss - abs(won)"),
            "This is follow the leader: the penalty is missing.": edit("eta * won", "1e9 * won"),
        },
    ),
    without=(
        "helpers.online.experts:ftrl",
        "helpers.online.experts:regret",
        "helpers.online.experts:paid",
    ),
    hints=(
        "Which stake minimises (sum so far)·w + w²/(2 eta), first without the ends?",
        "Keep the sum of the losses before this round; the stake is −eta times it, cut at ±1.",
        "The best fixed stake is −1 or +1, against the sign of the whole sum.",
    ),
)


# code: halving


def halving_mistakes(table, y):
    """How many mistakes halving makes.

    table: a list of T rounds; each is a list of N answers 0 or 1, one from each expert. y: the T
    right answers. At least one expert is never wrong. A tie of the votes says 1.
    """
    alive, mistakes = list(range(len(table[0]))), 0
    for says, truth in zip(table, y):
        votes = sum(says[i] for i in alive)
        mistakes += (1 if 2 * votes >= len(alive) else 0) != truth
        alive = [i for i in alive if says[i] == truth]
    return int(mistakes)


def draw_table(rng, N=None, T=None):
    N = int(rng.integers(5, 30)) if N is None else N
    T = int(rng.integers(6, 14)) if T is None else T
    table = rng.integers(2, size=(T, N))
    return table.tolist(), table[:, rng.integers(N)].tolist()


def draw_ties(rng):
    """Votes that end in a tie, round after round; in the last one the truth is 0."""
    k = int(rng.integers(2, 5))
    experts = rng.permutation(2**k)
    table = experts >> rng.permutation(k)[:, None] & 1
    perfect = rng.choice(np.flatnonzero(table[-1] == 0))
    return table.tolist(), table[:, perfect].tolist()


def draw_changed_majority(rng):
    """Many experts that soon are out, and a few that know better."""
    table, y = draw_table(rng, 8, 9)
    flat = [[int(1 - truth)] * 9 for truth in y]
    flat[0] = [y[0]] * 9
    return [few + many for few, many in zip(table, flat)], y


HALVING_MISTAKES = Code(
    id="20-halving-mistakes",
    task="Write halving_mistakes(table, y).",
    points=3,
    level=2,
    solution=halving_mistakes,
    cases={
        "three experts": ([[1, 0, 0], [1, 1, 0], [1, 0, 1]], [1, 1, 1]),
        "a tie": ([[1, 0, 1, 0], [1, 1, 0, 0]], [0, 1]),
        "the wrong ones are many": (
            [[0, 0, 0, 1, 1], [1, 1, 0, 0, 0], [1, 0, 0, 0, 0], [1, 1, 0, 0, 0]],
            [0, 1, 1, 1],
        ),
        "right majorities strike out, too": (
            [[1, 1, 1, 0, 0], [1, 1, 0, 0, 0]],
            [1, 1],
        ),
        "one expert": ([[1], [0], [1]], [1, 0, 1]),
    },
    draw={
        "ordinary cases": draw_table,
        "ties": draw_ties,
        "many who are out": draw_changed_majority,
    },
    wrong=mistakes(
        halving_mistakes,
        {
            "All experts vote here, also those that were wrong before.": edit(
                "        alive = [i for i in alive if says[i] == truth]\n", ""
            ),
            "A tie says 1.": edit(">=", ">"),
            "Whoever was wrong is out, also in rounds in which the majority was right.": edit(
                "mistakes += (1 if 2 * votes >= len(alive) else 0) != truth\n"
                "        alive = [i for i in alive if says[i] == truth]",
                "if (2 * votes >= len(alive)) != truth:\n"
                "            mistakes += 1\n"
                "            alive = [i for i in alive if says[i] == truth]",
            ),
            "Those who are wrong in this round still "
            "vote in it: nobody knows yet that they are.": edit(
                "votes = sum", "alive = [i for i in alive if says[i] == truth]\n        votes = sum"
            ),
            "This follows the first expert that is left; halving asks all that are left.": edit(
                "(1 if 2 * votes >= len(alive) else 0)", "says[alive[0]]"
            ),
            "The number of mistakes was asked, not their share.": edit(
                "int(mistakes)", "mistakes / len(y)"
            ),
        },
    ),
    without=("helpers.online.experts:halving",),
    hints=(
        "Keep a list of the experts that were never wrong. Who votes in a round?",
        "First the vote of those on the list, then the mistake, then strike out who was wrong.",
        "A tie: twice the votes for 1 is at least the number of voters.",
    ),
)


# an open question

FUND = Open(
    id="20-fund",
    task="A pension fund has ten managers to choose from. Every January it gives all its money to "
    "the manager with the best record so far. “Nobody can do better than learn from the past,” it "
    "says. Write your advice.",
    points=5,
    level=3,
    asks=(
        "What can go wrong, and which statement of the notebook shows it?",
        "What would you do instead, and what exactly does it promise?",
        "What does this promise not say?",
    ),
    rubric=(
        (
            1,
            "Says that following the leader is a deterministic rule that a see-saw (or an "
            "adversary) can make lose every year; cites Theorem 20.1 or 20.3.",
        ),
        (
            1,
            "Proposes to split the money by softmax weights, or a penalty: small changes from "
            "year to year; names the step size or temperature.",
        ),
        (
            1,
            "States the promise with its constants: regret at most (ln N)/η + ηT/8, or √(½T ln N) "
            "if tuned, for losses in a known range, without any assumption on the markets.",
        ),
        (
            1,
            "Says that regret compares with the best fixed manager: if all lose, so does the "
            "fund; regret per year falls only like 1/√T, and T is small here.",
        ),
        (
            1,
            "Names something that the game leaves out: fees of shifting money, returns that "
            "multiply, managers who react, or that markets are not adversaries, so FTL may do "
            "well in practice.",
        ),
    ),
    words=(60, 300),
    model="Following the leader learns from the past, but all its money moves at once. If two "
    "managers take turns, the fund is always with the one whose good year is over: in Theorem "
    "20.1 it loses every round but the first, while either manager alone loses next to nothing, "
    "and by Theorem 20.3 any rule without randomness or splitting can be treated like this. "
    "Split the money by softmax weights of the past results instead. With yearly losses scaled "
    "to [0, 1] the regret is at most (ln 10)/η + ηT/8, so at most √(½T ln 10) with the best η, "
    "whatever the markets do. The promise compares with the best single manager in hindsight. "
    "If all ten lose money, so do we, and after T = 20 years it still allows a regret of nearly "
    "a quarter of a unit a year. It knows no fees for shifting money, and no markets that are "
    "kinder than an adversary.",
)
