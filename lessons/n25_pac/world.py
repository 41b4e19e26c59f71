"""What the figures of this lesson share, and its own laws and cases."""

import numpy as np

DELTA = 0.05
RED, BLUE = np.array([213, 94, 0]) / 255, np.array([0, 114, 178]) / 255


def relative(bound):
    """The tolerance of a claim about small numbers: a billionth of the bound."""
    return 1e-9 * float(min(bound, 1))


def percent(share):
    """A share in words: 14 %, 0.37 %, 0.0035 %, over 99.9 %."""
    if share >= 0.995:
        return "100 %" if share == 1 else f"{100 * share:.1f} %" if share < 0.999 else "over 99.9 %"
    if share == 0 or share >= 1e-6:
        return f"{100 * share:.2g} %"
    return "less than 0.0001 %"


def image(ax, extent):
    """A picture of colours, rows from the bottom. move(rgb)."""
    drawn = ax.imshow(np.ones((2, 2, 3)), origin="lower", aspect="auto", extent=extent)
    drawn.set_interpolation("nearest")

    def move(rgb):
        drawn.set_data(rgb)
        return (drawn,)

    return move


LAST = 250  # examples at most


TIMES = np.arange(LAST + 1)


def many(number):
    """10, 1000, 10 thousand, a million."""
    if number < 10_000:
        return str(number)
    return "a million" if number == 10**6 else f"{number // 1000} thousand"


def bad_so_far(r):
    """The number of bad survivors up to now; a logarithmic axis has no place for none."""
    return TIMES, np.where((r.bad_left > 0) & (TIMES <= r.n), r.bad_left, np.nan)
