"""The figure `wells`."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.descent import chains, langevin
from helpers.descent import wells as two_wells
from helpers.live import Claim, Figure, Guess, axes, slider, step_size, temperature
from lessons.n10_langevin.world import STEPS

HEATS = np.geomspace(0.3, 10, 12)
MANY = 500  # chains between the wells, at the temperature of the slider
LINE = np.linspace(-6, 6, 241)


class Wells(Figure):
    """Two wells: chains that start on the left, their histogram, and how often they switch."""

    guess = Guess(
        r"At $\tau = 1.5$ a chain switches sides 0.83 times in 300 steps on average. Cool it to "
        r"$\tau = 0.4$, a little less than four times colder. How many switches now?",
        {
            "about 0.2": "So it would be in proportion. The temperature stands in an exponent.",
            "about 0.05": "Even square proportion is too mild. It stands in an exponent.",
            "about 0.001": r"$e^{-H/\tau}$: the barrier $H = 3.8$ divided by 1.5 is 2.5, divided "
            "by 0.4 it is 9.5.",
            "exactly 0": "Kicks are normal and have no limit: given time, any barrier is crossed.",
        },
        answer="about 0.001",
    )

    size = (11, 4.2)
    story = """
frozen | tau=0.4
    All chains start on the left. Half of the target (black) is on the right; of the 500 chains
    one has been there.
the posterior | tau=1
    τ = 1 is the right target. The walk is not wrong, it is slow: one chain in five has crossed.
warm | tau=2
    A chain switches 1.5 times on average: the two humps fill up.
hot | tau=6
    Lively, and the histogram is right. But it is the histogram of a flatter target.
far apart | b=2, tau=1
    Wells further apart: a higher barrier, at τ = 1 again.
close | b=1, tau=1
    Wells close together: at τ = 1 nearly nine chains in ten get across.
"""
    sees = {
        "frozen": lambda r: crossed(r) * MANY == 1,
        "the posterior": lambda r: r.tau == 1 and 0.15 < crossed(r) < 0.25,
        "warm": lambda r: 1.45 < r.switches.mean() < 1.6,
        "hot": lambda r: crossed(r) > 0.99 and abs(np.mean(r.w[151:] > 0) - 0.5) < 0.03,
        "far apart": lambda r: r.tau == 1 and crossed(r) < 0.05,
        "close": lambda r: r.tau == 1 and 0.86 < crossed(r) < 0.9,
    }
    notes = """Let the class find the temperature at which a chain switches once on average. Then
    ask for the price: at that temperature the histogram is right for the wrong density. Kramers'
    law has the barrier in the exponent, so the left end of the curve falls off a cliff."""
    widths = [1.7, 0.9, 1.5]
    panels = (
        axes("step $t$", (0, STEPS), "$w$", (-5, 5)),
        axes("density", (0, 1.3), ylim=(-5, 5)),
        axes("temperature $\\tau$", (0.28, 10.7), ylim=(5e-4, 30)),
    )

    def sliders(self):
        return dict(
            tau=temperature(1.5, 0.3, 10),
            b=slider("wells at ±b, b", 1.5, 1, 2, 0.05),
            eta=step_size(0.03, 0.005, 0.1),
        )

    @staticmethod
    def compute(tau, b, eta):
        """Run chains; count their switches, and by exact chances at twelve temperatures more."""

        def grad(w):
            return two_wells.grad_wells(w, b)

        rng = np.random.default_rng(23)
        run = langevin.sgld(grad, np.full((MANY, 1), -b), eta, tau, STEPS, rng)
        grid = two_wells.even_grid(b + 3.6 * tau**0.5, b / 2, eta, tau, fine=2.5)
        return dict(
            w=run.w[..., 0],
            grid=grid,
            P=two_wells.step_matrix(grad, grid, eta, tau),
            target=chains.tempered(lambda w: two_wells.log_wells(w, b), LINE, tau),
            switches=two_wells.mode_switches(run.w[..., 0], -b / 2, b / 2),
            others=switch_curve(b, eta),
            kramers=STEPS * eta * two_wells.kramers_rate(HEATS, b),
            exact=two_wells.expected_switches(grad, -b, eta, tau, STEPS, b / 2, grid),
        )

    def picture(self, trace, hist, count):
        trace.ax.set_title("three chains")
        lines = [
            plots.curves(trace.ax, [""], lw=1.1, color=c) for c in (plots.BLUE, plots.SKY, "0.55")
        ]
        hist.histogram(
            np.linspace(-5, 5, 81), "second half", sideways=True, shows=lambda r: r.w[151:]
        )
        hist.curve("target", plots.TRUTH, shows=lambda r: (r.target, LINE))
        count.curve("Kramers", plots.BOUND, shows=lambda r: (HEATS, r.kramers), log="xy", ls="--")
        count.curve(
            "switches in 300 steps",
            plots.FIT,
            shows=lambda r: (HEATS, r.others),
            log="xy",
            marker="o",
        )
        count.hand("drag the temperature", shows=lambda r: (r.tau, max(r.exact, 6.5e-4)), tau="x")
        hist.legend(handlelength=1)

        trace.add(
            lambda r: (
                a for move, w in zip(lines, r.w[:, :3].T) for a in move(np.arange(STEPS + 1), w)
            )
        )

    def caption(self, r):
        return (
            f"A chain makes {r.exact:.2g} switches on average; {np.mean(r.w[-1] > 0):.0%} end on "
            "the right, where half of the target is."
        )

    def numbers(self, r):
        return (
            f"{MANY} chains made {r.switches.mean():.3g} switches each in 300 steps, "
            f"{r.exact:.3g} are expected; {np.mean(r.w[-1] > 0):.0%} of them end on the right, "
            "where half of the target is."
        )

    def headline(self, r):
        return Claim(
            "log of the walk's chance at a mode over that between, steps of 0.001, at rest = H/τ",
            "Theorem 10.5",
            depth(r.b, r.tau),
            barrier(r.b) / r.tau,
            "==",
            tol=0.04,  # the bias of steps of 0.001
            words="Temperature τ divides every barrier by τ: a walk with small steps is found "
            "between the wells e^(−H/τ) times as often as at a mode.",
        )

    def identities(self, r):
        grid, sd = r.grid, (2 * r.eta * r.tau) ** 0.5
        high, middle = r.b / 2, np.abs(grid) < r.b
        start = -r.b + r.eta * two_wells.grad_wells(-r.b, r.b)
        bell = np.exp(-(((grid - start) / sd) ** 2) / 2)
        count, right = forward(r.P, bell / bell.sum(), grid >= high)
        centre = grid + r.eta * two_wells.grad_wells(grid, r.b)
        spread = ((r.P * (grid - centre[:, None]) ** 2).sum(axis=1) / sd**2)[middle]
        error = np.sqrt(max(r.switches.var(), r.exact) / MANY + (0.01 * r.exact) ** 2)
        four, off = "section 4", abs(r.switches.mean() - r.exact) / error
        return [
            Claim("switches: forwards / backwards", four, count / r.exact, 1, "==", tol=1e-6),
            Claim("variance of one step / 2ητ", four, np.abs(spread - 1).max(), 0, "==", tol=1e-3),
            Claim("at most half have crossed", "symmetry", right, 0.5),
            Claim("mean of 500 chains, in s.e. (an illustration)", four, off, 5),
        ]


def crossed(r):
    """The share of the chains that have been on the right at least once."""
    return np.mean(r.w.max(axis=0) > r.b / 2)


@lru_cache(maxsize=64)
def depth(b, tau, eta=1e-3):
    """log of the walk's chance at its mode over that nearest to 0, at rest.

    The density at rest is the left eigenvector of one step's matrix with eigenvalue 1.
    """
    grid = two_wells.even_grid(b + 3.6 * tau**0.5, b / 2, eta, tau, fine=1.2)
    P = two_wells.step_matrix(lambda w: two_wells.grad_wells(w, b), grid, eta, tau)
    rest = P.T / P.sum(axis=1) - np.eye(len(grid))
    rest[-1] = 1  # instead of one equation that follows from the others: all chances add up to 1
    chance = np.linalg.solve(rest, np.eye(len(grid))[-1])
    return float(np.log(chance.max() / chance[len(grid) // 2]))


def barrier(b):
    """How far log f lies higher at a mode than between two wells at ±b."""
    mode = b
    for _ in range(60):
        mode = b * np.tanh(4 * b * mode)
    return two_wells.log_wells(mode, b) - two_wells.log_wells(0.0, b)


@lru_cache(maxsize=64)
def switch_curve(b, eta):
    """Mean numbers of switches at HEATS: `expected_switches` on coarse grids, within 2 %.

    Only places left of b/2 are kept: a chain that arrives beyond has made one switch more, and goes
    on like its mirror image.
    """

    def grad(w):
        return two_wells.grad_wells(w, b)

    counts = []
    for tau in HEATS:
        grid = two_wells.even_grid(b + 2.5 * tau**0.5, b / 2, eta, tau, fine=1.5)
        k = int((grid < b / 2).sum())
        P = two_wells.step_matrix(grad, grid, eta, tau)[:k]
        stay, cross, u = P[:, :k].copy(), P[:, k:], np.zeros(k)
        stay[:, : len(grid) - k] += cross[:, ::-1]
        arrive = cross.sum(axis=1)
        for _ in range(STEPS):
            u = stay @ u + arrive
        counts.append(np.interp(-b, grid[:k], u))
    return np.array(counts)


def forward(P, first, above):
    """Mean number of switches, and the chance to end on the right, by following all chances.

    P moves chances by one step, `first` (g,) are those after step 1, `above` marks the places that
    count as arrived on the right; the grid is symmetric, and all chances start on the left.
    """
    sides = np.array([first, np.zeros(len(first))])  # last seen on the left, on the right
    arrived, count = np.array([above, above[::-1]], dtype=float), 0.0
    for t in range(STEPS):
        if t:
            sides = sides @ P
        switch = sides * arrived
        count += switch.sum()
        sides += switch[::-1] - switch
    return count, sides[:, len(first) // 2 :].sum()
