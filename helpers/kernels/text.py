"""Kernels typed by a reader: a small grammar, read from the syntax tree. Nothing typed is ever run.

expression := number | name(number, ...) | expression + expression | expression * expression |
expression ** whole
"""

import ast
import inspect

from helpers import check
from helpers.kernels import algebra

MEMBERS = {
    f.__name__: f
    for f in (
        algebra.constant,
        algebra.linear,
        algebra.polynomial,
        algebra.gaussian,
        algebra.laplace,
        algebra.periodic,
        algebra.cosine,
        algebra.sinc,
    )
}
LONGEST, HIGHEST = (
    120,
    8,
)  # characters, power: beyond these a Gram matrix overflows or a reader is testing us


def parse(text, **numbers):
    """The Kernel that `text` spells, e.g. parse("gaussian(l) + 2 * linear()", l=0.5).

    `numbers` are the names that it may use.
    """
    if not text.strip():
        raise ValueError("type a kernel, for example gaussian(0.5) + 2 * linear()")
    if len(text) > LONGEST:
        raise ValueError(f"a kernel of at most {LONGEST} characters, please")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ValueError(
            f"{text.strip()!r} is not an expression: try gaussian(0.5) + 2 * linear()"
        ) from None
    k = _read(tree, numbers)
    return k if isinstance(k, algebra.Kernel) else algebra.constant(k)


def terms(text, **numbers):
    """The kernels whose sum `text` spells, one for each + at its top: a list."""
    parse(text, **numbers)  # says what is wrong with it
    parts, left = [], [ast.parse(text.strip(), mode="eval").body]
    while left:
        match left.pop():
            case ast.BinOp(first, ast.Add(), second):
                left += [second, first]
            case node:
                parts.append(parse(ast.unparse(node), **numbers))
    return parts


def _read(node, numbers):
    match node:
        case ast.BinOp(left, ast.Add(), right):
            return _read(left, numbers) + _read(right, numbers)
        case ast.BinOp(left, ast.Mult(), right):
            return _read(left, numbers) * _read(right, numbers)
        case ast.BinOp(left, ast.Pow(), right):
            return _power(_read(left, numbers), _read(right, numbers))
        case ast.BinOp(_, ast.Sub(), _) | ast.UnaryOp(ast.USub(), _):
            raise ValueError(
                "no minus signs: a difference of kernels, or a negative multiple, need "
                "not be a kernel"
            )
        case ast.Call(ast.Name(name), arguments, []) if name in MEMBERS:
            return _member(name, [_plain(_read(a, numbers)) for a in arguments])
        case ast.Call(ast.Name(name), _, []):
            raise ValueError(f"there is no kernel {name!r} here: choose from {', '.join(MEMBERS)}")
        case ast.Name(name) if name in numbers:
            return numbers[name]
        case ast.Name(name) if name in MEMBERS:
            raise ValueError(f"{name} needs brackets: {_shape(name)}")
        case ast.Name(name):
            raise ValueError(
                f"the name {name!r} is not known: choose from {', '.join([*MEMBERS, *numbers])}"
            )
        case ast.Constant(int() | float() as v) if not isinstance(v, bool):
            return check.number("a number", v)
        case _:
            raise ValueError("only numbers, kernels with brackets, +, * and ** are understood")


def _power(base, p):
    p = check.whole("a power", _plain(p))
    if p > HIGHEST:
        raise ValueError(f"powers up to {HIGHEST}, please")
    return base**p


def _member(name, values):
    try:
        inspect.signature(MEMBERS[name]).bind(*values)
    except TypeError:
        raise ValueError(f"{name} takes other arguments: {_shape(name)}") from None
    if name == "polynomial":
        _power(1, values[0])
        values[0] = int(values[0])
    return MEMBERS[name](*values)


def _plain(v):
    if isinstance(v, algebra.Kernel):
        raise ValueError("a number is needed where a kernel was given")
    return v


def _shape(name):
    return f"{name}({', '.join(inspect.signature(MEMBERS[name]).parameters)})"
