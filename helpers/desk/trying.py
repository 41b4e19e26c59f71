"""How an answer is tried without harm: a function on copies of its arguments."""

import numpy as np


def called(function, given):
    """What the function returns; an exception counts as an answer. The arguments are copies."""
    try:
        return function(*copied(given))
    except NotImplementedError:
        return None
    except Exception as error:
        return error


def copied(given):
    """Arguments that a function may change without harm."""
    return [np.copy(value) if isinstance(value, np.ndarray) else value for value in given]
