"""How an answer is tried without harm: a function on copies of its arguments."""

import copy
import dis

IDLE = {"RESUME", "NOP", "RETURN_VALUE"}  # what `...` comes to, beside the constant None


def called(function, given):
    """What the function returns; an exception counts as an answer. The arguments are copies."""
    try:
        return function(*copied(given))
    except Exception as error:
        return error


def copied(given):
    """Arguments that a function may change without harm: arrays, lists, and what is in them."""
    return [copy.deepcopy(value) for value in given]


def unwritten(function):
    """Does its body do nothing, like the stub's dots, and return nothing?"""
    code = getattr(function, "__code__", None)
    return code is not None and all(
        step.opname in IDLE or (step.opname.endswith("_CONST") and step.argval is None)
        for step in dis.get_instructions(code)
    )
