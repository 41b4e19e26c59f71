"""Slips of CS229T, section 3.7, that notebook 19 decides."""

import numpy as np

from helpers.desk.slips import Slip
from helpers.kernels import gaussian, mmd

NORMAL = mmd.Mixture((0.0,), (1.0,))
SHIFTED = mmd.Mixture((0.5,), (1.0,))


def statistics(Q, n, bandwidth, count=2000):
    """U of many pairs of samples, of the standard normal distribution and Q."""
    rng = np.random.default_rng(19)
    pools = mmd.pooled_draws(
        NORMAL, Q, n, rng.random((count, 2 * n)), rng.normal(size=(count, 2 * n))
    )
    return mmd.mmd2_u(mmd.line_grams(pools, bandwidth), n)


def one_sided():
    """The two differences of N(0, 1) and N(1/2, 3/4), and those the other way round."""
    P, Q = NORMAL, mmd.Mixture((0.5,), (np.sqrt(0.75),))
    moments = [(D.mean, D.variance + D.mean**2) for D in (P, Q)]
    there = np.subtract(*moments)
    return (
        f"N(0, 1) and N(1/2, 3/4): differences {there[0]:.1f} and {there[1]:.1f}, largest 0; with "
        f"−x among the functions {np.abs(there).max():.1f}"
    )


def bounded():
    """How near a function of the Gaussian RKHS comes to the constant 1."""
    x, wide = np.linspace(-5, 5, 41), np.linspace(-20, 20, 401)
    k = gaussian(1.0)
    alpha = np.linalg.solve(k(x) + 1e-6 * np.eye(len(x)), np.ones(len(x)))
    off = np.abs(k(wide, x) @ alpha - 1)
    near = off[np.abs(wide) <= 5].max()
    return f"a fit to f = 1 is {near:.2g} off on [−5, 5] and {off.max():.2f} off on the line"


def squared():
    """The mean of U beside D and D²."""
    u = statistics(SHIFTED, 10, 1.0)
    D2 = mmd.population_mmd2(NORMAL, SHIFTED, 1.0)
    return (
        f"shift ½, n = 10: mean {u.mean():.3f}; D = {np.sqrt(D2):.3f}, D² = {D2:.3f}; "
        f"{100 * np.mean(u < 0):.0f} % are negative"
    )


def not_normal():
    """Skewness where P = Q and where P is not Q, and the size of U at two n."""
    words = []
    for name, Q in (("P = Q", NORMAL), ("shift 1", mmd.Mixture((1.0,), (1.0,)))):
        u = statistics(Q, 30, 0.5)
        z = (u - u.mean()) / u.std()
        words.append(f"{name} {np.mean(z**3):.1f}")
    sizes = [np.sqrt(n) * statistics(NORMAL, n, 0.5).std() for n in (7, 28)]
    return (
        f"n = 30: skewness {', '.join(words)}; P = Q: √n·(its standard deviation) is "
        f"{sizes[0]:.2f} at n = 7 and {sizes[1]:.2f} at 28"
    )


SLIPS = (
    Slip(
        "CS229T 3.7, before Theorem 11",
        r"$\mathcal F = \{x, x^2\}$ with $\sup_f (E_Pf - E_Qf)$ suffices for Gaussians",
        r"$\mathcal F = \{\pm x, \pm x^2\}$",
        one_sided,
    ),
    Slip(
        "CS229T 3.7, Theorem 11 (and 3.6)",
        r"$C_0$: all continuous bounded functions",
        r"$C_0$: those that vanish at infinity; bounded ones are $C_b$. Theorem 11 holds for both, "
        r"the Gaussian RKHS is dense only in $C_0$",
        bounded,
    ),
    Slip(
        "CS229T 3.7, (180)",
        r"$\hat D_n$ is unbiased for $D$",
        r"unbiased for $D^2$",
        squared,
    ),
    Slip(
        "CS229T 3.7, last item",
        r"$\hat D$ is asymptotically normal",
        r"only if $P \ne Q$; if $P = Q$, which a test needs, $n\hat D$ has a skewed limit",
        not_normal,
    ),
)
