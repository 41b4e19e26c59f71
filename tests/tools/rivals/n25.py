"""Finite classes: exact chances beside SciPy's distributions."""

import numpy as np
from scipy import stats

from helpers.generalisation import pac


def rivals(rng):
    n, d, k, q = 100, 20, 3, 0.5
    counts = np.arange(n + 1)

    def by_scipy():
        positives = stats.binom.pmf(counts, counts[:, None], q**k)
        return positives @ stats.binom.pmf(np.arange(d - k + 1), d - k, (q**counts)[:, None])

    yield (
        "law of a learnt conjunction, d = 20, n = 0 … 100",
        lambda: pac.extra_law.__wrapped__(d, k, q, n),
        by_scipy,
        1e-10,
        "SciPy's binomial distribution",
    )
    risks = rng.uniform(0.2, 0.5, 20)

    def separately():
        edges = stats.binom(n, risks)
        low = edges.cdf(np.ceil(n * (risks - 0.1) - 1e-9 - 1) + 0.5)
        high = edges.sf(np.ceil(n * (risks + 0.1) - 1e-9) - 1)
        return 1 - np.prod(1 - low - high)

    yield (
        "some of 20 hypotheses is off by 0.1, n = 100",
        lambda: pac.deviation_tail(risks, n, 0.1),
        separately,
        1e-9,
        "SciPy, tails multiplied",
    )
