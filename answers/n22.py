"""The exercises of notebook 22, bandits."""

import numpy as np

from helpers.desk.edits import edit, mistakes
from helpers.desk.kinds import Code, Number, Open, Order, Position

# predict: how many more rounds

VISITORS = Number(
    id="22-visitors",
    task="A newspaper has 25 headlines for one article. If every visitor told how all 25 would "
    "have pleased, 10 000 visitors would bring the <i>bound</i> on the average regret per visitor "
    "down to 0.0254. A real visitor sees one headline. How many visitors bring the bound of "
    "Corollary 22.4 down to the same number?",
    points=1,
    level=1,
    answer=250_000,
    within=1000,
    why=r"Per visitor the bounds are $\sqrt{2\log d / T}$ with all arms seen and "
    r"$\sqrt{2d\log d / T}$ with one. They are equal if $T$ is $d = 25$ times as large: as many "
    "single answers are seen then.",
    traps=(
        (
            50_000,
            "√25 = 5 is the ratio of the regrets after the same number of visitors. The average "
            r"falls like $1/\sqrt T$ only: how long until it has lost another factor 5?",
        ),
        (10_000, "With the same number of visitors the bound is five times as high."),
        (
            500_000,
            "That is what the notes’ constants say: with 2√(dT log d) in place of √(2dT log d). "
            "Corollary 22.4 needs half of it.",
        ),
        (
            6_250_000,
            "That would be $d^2$ times as many. Put both bounds, divided by T, equal and solve.",
        ),
    ),
    hints=(
        "Divide both bounds by the number of rounds: regret per visitor.",
        r"$\sqrt{2\log d/10\,000} = \sqrt{2d\log d/T}$.",
        r"The logarithm cancels: $T = d \cdot 10\,000$.",
    ),
)


# find a position: play

PLAY = Position(
    id="22-play",
    task="Play: on <i>new random sample</i> 5 (under <i>more</i>), pull all forty rounds so that "
    "you pay at least three coins less than Bandit-EG does on average (temperature 5, steady "
    "machines). You may take pulls back; a casino would not let you.",
    points=1,
    level=1,
    figure="n22_bandits.arms",
    conditions={
        "sample 5, steady machines, temperature 5": lambda r: (
            r.i == 5 and r.kind == "steady" and r.tau == 5
        ),
        "forty rounds": lambda r: len(r.pulls) == 40,
        "three coins less than the learner": lambda r: r.yours.sum() <= r.learner[-1].mean() - 3,
    },
    answer={"i": 5, "pulls": "ABCD" + "D" * 36},
    why="A few pulls of each machine, and then the one that costs least, with a second look at "
    "the runner-up: on steady machines that beats the careful learner. It is when machines "
    "change, or are set up against you, that drawing lots pays.",
    hints=(
        "Type letters into “your pulls”, or drag the star to the right along a row.",
        "Try each machine three times before you settle.",
        "Drag back to the left and try another row where crosses pile up.",
    ),
)


# derive: the bound with mixing

LINES = (
    r"Play $p_t = (1-\gamma)\,w_t + \frac\gamma d$ and write $\hat z_{t,a} = z_{t,a}/p_{t,a}$ at "
    r"the arm that was pulled, 0 elsewhere: $\hat z_t \ge 0$ and "
    r"$E[\hat z_t \mid \text{past}] = z_t$.",
    r"Theorem 22.2 for the tickets: $\sum_t w_t\cdot\hat z_t - \sum_t\hat z_{t,a} \le "
    r"\frac{\log d}\eta + \frac\eta2\sum_t\sum_b w_{t,b}\hat z_{t,b}^2$ for every arm $a$.",
    r"Take expectations: $E\sum_t w_t\cdot z_t - \sum_t z_{t,a} \le \frac{\log d}\eta + "
    r"\frac\eta2\,E\sum_t\sum_b \frac{w_{t,b}}{p_{t,b}}\,z_{t,b}^2$.",
    r"By the definition of $p_t$, $w_{t,b} \le \frac{p_{t,b}}{1-\gamma}$, so every fraction "
    r"$\frac{w_{t,b}}{p_{t,b}}$ is at most $\frac1{1-\gamma}$.",
    r"The pulls cost $p_t\cdot z_t = (1-\gamma)\,w_t\cdot z_t + \gamma\bar z_t$, where "
    r"$\bar z_t$ is the mean of the $d$ losses; so the regret is $1-\gamma$ times that of $w$ "
    r"plus $\gamma$ times that of pulling evenly.",
    r"Together: $E\,\text{Regret} \le (1-\gamma)\frac{\log d}\eta + \frac\eta2\sum_t"
    r"\sum_b z_{t,b}^2 + \gamma\sum_t(\bar z_t - z_{t,a})$, with $a$ the best arm.",
)


MIXING = Order(
    id="22-mixing",
    task=r"Prove Theorem 22.5 (b): put the lines in order. $0 \le \gamma < 1$.",
    points=3,
    level=3,
    lines=LINES,
    reasons=(
        "The set-up: what is played, and Theorem 22.1 with $p$ for $w$.",
        "Its only hypothesis is that what the weights are moved by is not negative.",
        r"$E[\hat z_{t,b}^2 \mid \text{past}] = z_{t,b}^2/p_{t,b}$, as in Theorem 22.1.",
        r"$p_t$ is $(1-\gamma)w_t$ plus something that is not negative.",
        "The definition of $p_t$, multiplied by $z_t$.",
        r"The factor $1-\gamma$ of the regret cancels the $\frac1{1-\gamma}$ of the fractions.",
    ),
    needs=((), (0,), (1,), (0,), (0,), (2, 3, 4)),
    hints=(
        "First say what is played and what is written down.",
        "Theorem 22.2 speaks of single runs. Expectations come after it.",
        "The last line needs all the others: the tickets’ bound, the fractions, and the split.",
    ),
)


# code: one round of Bandit-EG


def next_weights(w, arm, loss, eta):
    """The probabilities of the next round, a list as long as w.

    w: the probabilities of this round, positive, at least two, with sum 1. arm: the arm that was
    pulled, counted from 0. loss: what it cost, from 0 to 1; no other loss is known. eta: the step
    size, positive. The learner is Bandit-EG without mixing.
    """
    moved = np.array(w, dtype=float)
    moved[arm] *= np.exp(-eta * loss / w[arm])
    return (moved / moved.sum()).tolist()


def draw_round(rng, d=None, loss=None):
    d = int(rng.integers(3, 6)) if d is None else d
    w = rng.dirichlet([2.0] * d)
    w = (w + 0.02) / (1 + 0.02 * d)
    cost = float(rng.uniform(0.2, 1)) if loss is None else loss
    return w.tolist(), int(rng.integers(d)), cost, float(rng.uniform(0.05, 0.5))


def draw_rare(rng):
    """The arm was hardly ever going to be pulled."""
    tiny = float(rng.uniform(0.001, 0.004))
    rest = rng.dirichlet([3.0] * 3) * (1 - tiny)
    return [tiny, *rest.tolist()], 0, float(rng.uniform(0.3, 1)), float(rng.uniform(0.002, 0.006))


NEXT_WEIGHTS = Code(
    id="22-next-weights",
    task="Write next_weights(w, arm, loss, eta).",
    points=3,
    level=2,
    solution=next_weights,
    cases={
        "two arms, one costs 1": ([0.5, 0.5], 1, 1.0, 0.4),
        "three arms, uneven": ([0.6, 0.3, 0.1], 1, 0.5, 0.2),
        "a free pull": ([0.2, 0.5, 0.3], 0, 0.0, 0.3),
        "a rare arm": ([0.01, 0.49, 0.5], 0, 1.0, 0.02),
    },
    draw={
        "ordinary rounds": draw_round,
        "rare arms": draw_rare,
        "free pulls": lambda rng: draw_round(rng, loss=0.0),
    },
    wrong=mistakes(
        next_weights,
        {
            "The loss itself was used. It is seen with "
            "probability w only: on average this is w·z, not z.": edit(" / w[arm]", ""),
            "The loss was multiplied by the probability "
            "of the arm; the estimate divides by it.": edit("/ w[arm]", "* w[arm]"),
            "The sign is that of a gain: a loss has to make the arm rarer.": edit(
                "-eta * loss / w[arm]", "min(eta * loss / w[arm], 700)"
            ),
            "These numbers do not add up to 1: divide by their sum.": edit(
                "moved / moved.sum()", "moved"
            ),
            "Every arm was moved by loss/w of its own. The losses of the others were not "
            "seen: their estimate is 0.": edit(
                "moved[arm] *= np.exp(-eta * loss / w[arm])", "moved *= np.exp(-eta * loss / moved)"
            ),
            "1 − ηẑ is only the first two terms of e^(−ηẑ), and it can be negative.": edit(
                "np.exp(-eta * loss / w[arm])", "1 - eta * loss / w[arm] + 1e-9"
            ),
            "The weights start evenly each time: what "
            "earlier rounds taught is in w, and was lost.": edit(
                "np.array(w, dtype=float)", "np.ones(len(w))"
            ),
        },
    ),
    without=("helpers.online.bandits:estimate", "helpers.online.bandits:weights"),
    hints=(
        "Which estimate does Bandit-EG write for the arm that was pulled, and for the others?",
        "New weights are old weights times e to the −η times the estimate.",
        "Only the entry of the pulled arm is multiplied; then divide all by their sum.",
    ),
)


# code: every run


def expected_regret(Z, eta):
    """The exact expected regret of Bandit-EG, started with even probabilities; a number.

    Z: a list of T rows of d losses, none negative, fixed before the first round; d to the power T
    is at most 5000. eta: the step size, positive. Regret is what the probabilities cost, summed
    over the rounds, minus what the best single arm costs.
    """
    Z = np.array(Z, dtype=float)

    def onward(t, total):
        if t == len(Z):
            return 0.0
        odds = np.exp(eta * (total.min() - total))
        w = odds / odds.sum()
        cost = w @ Z[t]
        for a in np.flatnonzero(w):
            seen = total.copy()
            seen[a] += Z[t, a] / w[a]
            cost += w[a] * onward(t + 1, seen)
        return cost

    return float(onward(0, np.zeros(Z.shape[1])) - Z.sum(axis=0).min())


def draw_table(rng, T=None, d=2):
    T = int(rng.integers(4, 6)) if T is None else T
    rows = rng.uniform(0.05, 1, (T, d))
    rows[:, 0] *= 0.6
    return rows.round(3).tolist(), float(rng.uniform(0.1, 0.3))


EXPECTED_REGRET = Code(
    id="22-expected-regret",
    task="Write expected_regret(Z, eta).",
    points=4,
    level=3,
    solution=expected_regret,
    cases={
        "one round": ([[0.2, 0.8]], 0.5),
        "two rounds, by hand": ([[0.0, 1.0], [0.0, 1.0]], 0.5),
        "they exchange": ([[0.0, 1.0], [0.0, 1.0], [1.0, 0.0], [1.0, 0.0]], 0.7),
        "three arms": ([[0.1, 0.9, 0.4], [0.3, 0.8, 0.6], [0.2, 0.1, 0.7]], 0.6),
    },
    draw={
        "two arms": draw_table,
        "three arms": lambda rng: draw_table(rng, 4, 3),
        "four arms": lambda rng: draw_table(rng, 3, 4),
    },
    wrong=mistakes(
        expected_regret,
        {
            "The loss was not divided by the probability: that is not Bandit-EG.": edit(
                "Z[t, a] / w[a]", "Z[t, a]"
            ),
            "All runs were counted alike. A run has the "
            "probability of its pulls, one after the other.": edit(
                "cost += w[a] *", "cost += 1 / len(w) *"
            ),
            "This is the expected loss; what the best arm costs has to be subtracted.": edit(
                " - Z.sum(axis=0).min()", ""
            ),
            "The best arm of every single round was subtracted: "
            "regret compares with one arm for all rounds.": edit(
                "Z.sum(axis=0).min()", "Z.min(axis=1).sum()"
            ),
            "Here all losses of a round were seen. "
            "Bandit-EG sees one, and moves by an estimate.": edit(
                "seen[a] += Z[t, a] / w[a]", "seen += Z[t]"
            ),
            "The mean of the arms was subtracted, not the best arm.": edit(
                "Z.sum(axis=0).min()", "Z.sum(axis=0).mean()"
            ),
        },
    ),
    without=(
        "helpers.online.bandits:every_run",
        "helpers.online.bandits:weights",
        "helpers.online.bandits:estimate",
    ),
    hints=(
        "After each pull the game goes on from new totals: write a function of (round, totals).",
        "Cost of a round: w·z. Then go on from each of the d possible pulls, weighted by w.",
        "The totals of a pull differ in one place, by z/w. At the end subtract the best column.",
    ),
)


# an open question

CLINIC = Open(
    id="22-clinic",
    task="Four treatments, a few hundred patients, one after the other; a loss of 1 if a patient "
    "is not well after two weeks. A clinic plans: “each treatment twice, then always the one with "
    "the best record.” A colleague proposes Bandit-EG. Advise the clinic.",
    points=5,
    level=3,
    asks=(
        "What can go wrong with the clinic’s plan, and what does Bandit-EG promise instead?",
        "Which hypotheses of the theorem are in doubt here?",
        "What would you do about the step size, and would you mix?",
    ),
    rubric=(
        (
            1,
            "Says that a treatment with two unlucky patients is never tried again, however long "
            "the trial lasts (or that the plan stops exploring).",
        ),
        (
            1,
            "States the guarantee: expected regret at most log d/η + (η/2)Σz² (or √(2dT log d)) "
            "for any fixed table of outcomes, in expectation over the learner’s draws.",
        ),
        (
            1,
            "Names a hypothesis in doubt: outcomes arrive two weeks late, so w is updated with "
            "delay; or outcomes may depend on earlier choices; or that it is about the mean, not "
            "this one run.",
        ),
        (
            1,
            "On the step size: tuned to d and the number of patients, about √(2 log d/(dT)); or "
            "says that larger ones did better on easy machines without a guarantee.",
        ),
        (
            1,
            "On mixing: it bounds the tickets and costs some regret on average, but it can save "
            "the unlucky runs where the best treatment changes; or an ethical argument for or "
            "against it.",
        ),
    ),
    words=(60, 300),
    model="With two patients each, a good treatment may fail twice, and the plan never looks at "
    "it again: its regret can grow with every patient. On steady machines it is often right and "
    "cheap, but nothing protects us when it is not. Bandit-EG draws every treatment with positive "
    "probability and promises an expected regret of at most √(2dT log d), 47 of 200 patients for "
    "d = 4, T = 200: a weak promise, but for any fixed table of outcomes. In doubt: results come "
    "after two weeks, while the next patient is treated tomorrow; the theorem wants each loss "
    "before the next draw. And it is about the mean over draws, not about this trial. I would "
    "take η from √(2 log d/(dT)), about 0.06, or let patients come in groups. Mixing "
    "raises the mean regret and gives patients treatments that we believe to be worse; what it "
    "buys is that estimates stay tame, so that hardly any run stays with a treatment that has "
    "become the worse one. I would mix a little if results may change in the course of the trial.",
)
