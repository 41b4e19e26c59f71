"""What the figures of this lesson share, and its own laws and cases."""

from functools import cache

import numpy as np

from helpers import data


def many(count, noun):
    """ "no zeros", "1 zero", "4 zeros"."""
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


@cache
def designs():
    """name -> (X, y, names of the columns). The columns of "three matter" are correlated (0.8);
    its answers are built from the first three."""
    D = data.load("diabetes")
    U = data.correlated(60, 12, 0.8, np.random.default_rng(3))
    noise = np.random.default_rng(4).normal(size=60)
    return {
        "diabetes": (data.standardise(D.X), (D.y - D.y.mean()) / D.y.std(), D.names),
        "three matter": (
            U,
            U[:, :3] @ [0.5, -0.4, 0.25] + 0.15 * noise,
            ("matters",) * 3 + ("",) * 9,
        ),
    }
