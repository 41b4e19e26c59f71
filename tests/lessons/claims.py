"""How tests look at the claims of a figure, and plant mistakes behind them."""

import numpy as np

from tests.lessons.room import Room


def broken(figure):
    """Names of the claims that apply and do not hold."""
    return [claim.name for claim in figure.claims() if not claim.why_not and not claim.holds]


def scaled(function, factor, part=None):
    """The function times a factor: all that it returns, or one part of several.

    A whole number stays whole.
    """

    def wrong(*given, **named):
        right = function(*given, **named)
        if isinstance(right, tuple):
            chosen = range(len(right)) if part is None else [part]
            return tuple(factor * np.asarray(r) if i in chosen else r for i, r in enumerate(right))
        return round(factor * right) if isinstance(right, int) else factor * np.asarray(right)

    return wrong


def kept(place):
    """What a module, or a lesson's room, keeps from one call to the next."""
    if isinstance(place, Room):
        return place.caches()
    return [part for part in vars(place).values() if hasattr(part, "cache_clear")]


def forget(module):
    """What is kept between moves must not outlive a planted mistake."""
    for cache in kept(module):
        cache.cache_clear()
