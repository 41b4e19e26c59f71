"""Slips of Stanford's sections 4.11 to 4.13 that notebook 27 decides."""

import numpy as np

from helpers import losses
from helpers.desk.slips import Slip
from helpers.generalisation import rademacher as rad


def cube():
    """All 2^8 sign patterns, and all 2^8 patterns of 0 and 1, at eight examples."""
    V = rad.signs(8)
    printed = np.sqrt(np.log(256) / 8)
    return (
        f"n = 8: printed {printed:.3f}; all ±1 patterns {rad.complexity(V):.3f}, all 0/1 patterns "
        f"{rad.complexity((V + 1) / 2):.3f}, recentred Massart {rad.massart(256, 8, 0.5):.3f}"
    )


def tighter():
    """Three losses at the margins -2 and 1/2."""
    m = np.array([-2.0, 0.5])
    hinge, ramp, zero_one = losses.hinge(m), rad.ramp(m, 1), losses.zero_one(m)
    rows = zip(("0–1", "truncated", "hinge"), (zero_one, ramp, hinge))
    return "margins −2 and ½: " + "; ".join(f"{name} {a:g}, {b:g}" for name, (a, b) in rows)


def lost_logarithm():
    """ln of the number of labellings by intervals, over their VC dimension 2."""
    sizes = (10, 1000, 100_000)
    ratios = [np.log(n * (n + 1) / 2 + 1) / 2 for n in sizes]
    return "ln s / VC for intervals, n = 10, 10³, 10⁵: " + ", ".join(f"{r:.1f}" for r in ratios)


def many_features():
    """Complexity of the unit l2 ball with ±1 features at n = 50."""
    rng = np.random.default_rng(27)
    S = rad.balanced_signs(50, rng)
    found = [rad.ball(rng.choice([-1.0, 1.0], size=(50, d)), S) for d in (10, 1000)]
    return (
        f"±1 features, d = 10 and 1000: {found[0]:.2f} and {found[1]:.2f}, a factor of "
        f"{found[1] / found[0]:.1f} = about √100"
    )


def empirical_exceeds(count=300):
    """How often the empirical complexity of a ball is over the bound on its mean: rows of random
    length, n = 8, all 256 signs."""
    rng, S, over = np.random.default_rng(27), rad.signs(8), 0
    for _ in range(count):
        Z = rng.normal(size=(8, 20)) * rng.exponential(size=(8, 1))
        over += rad.kernel_ball(Z @ Z.T, S) > rad.l2_bound(1, np.sqrt(40), 8)
    return f"empirical over (294) on {100 * over / count:.0f} % of {count} data sets"


def no_multiplier():
    """One example at 1, two at -0.4, one weight w: radii whose best w no penalty finds."""
    w = np.linspace(-3, 3, 6001)
    loss = rad.ramp(w, 1) + 2 * rad.ramp(-0.4 * w, 1)
    penalised = {
        round(float(abs(w[np.argmin(loss + lam / 2 * w**2)])), 3)
        for lam in np.geomspace(0.01, 10, 4000)
    }
    inside = sorted(p for p in penalised if 1.3 < p < 1.95)
    at = w[np.argmin(np.where(np.abs(w) <= 1.6, loss, np.inf))]
    return f"radius 1.6: best w = {at:.1f}; penalties give {len(inside)} solutions in (1.3, 1.95)"


SLIPS = (
    Slip(
        "Stanford 4.11, (279)",
        r"Massart with $M = 1$ gives $\sqrt{\log s/n}$",
        r"it gives $\sqrt{2\log s/n}$; the printed bound is false for ±1 classes and true for "
        r"0/1 losses, even with $\sqrt{\log s/(2n)}$: recentre, $M = \frac12$",
        cube,
    ),
    Slip(
        "Stanford 4.11, after (290)",
        "truncated hinge rather than the zero-one loss is tighter",
        "rather than the hinge loss: it lies between the two",
        tighter,
    ),
    Slip(
        "Stanford 4.13, table",
        r"$O(\sqrt{\log s/n}) = O(\sqrt{\mathrm{VC}/n})$",
        r"$O(\sqrt{\mathrm{VC}\log n/n})$ by Sauer's lemma (without it only by chaining)",
        lost_logarithm,
    ),
    Slip(
        "Stanford 4.11 and 4.12",
        r"the bound $BC/\sqrt n$ does not depend on $d$",
        r"$C$ does: it grows like $\sqrt d$ unless the rows stay bounded",
        many_features,
    ),
    Slip(
        "Stanford 4.11, (293)",
        r"(294) bounds the “empirical” complexity",
        r"it bounds the mean; the empirical one is at most $\frac Bn\sqrt{\operatorname{tr} K}$",
        empirical_exceeds,
    ),
    Slip(
        "Stanford 4.11, (291) and (292)",
        "penalty and constraint are equivalent",
        "for convex losses; with the truncated hinge some constrained solutions have no penalty",
        no_multiplier,
    ),
)
