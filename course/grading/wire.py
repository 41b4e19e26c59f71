"""What crosses the border to a student's process: frames of JSON, arrays inside as .npy.

Both sides load this file; it imports nothing of the course, so that the student's side can be given
it alone. Only plain data can cross (None, truth values, numbers, text, lists, tuples, dictionaries,
arrays of numbers): no class of the student's reaches the grader, so no `__eq__`, no array subclass
and no pickle can vote on its own mark.
"""

import base64
import io
import json
import math
import numbers
import os
import select
import struct
import time

import numpy as np

LONGEST = 2 * 2**20  # bytes that may come back for one question: an array of 190,000 numbers
HEADER = struct.Struct(">Q")


class Refused(Exception):
    """The other side sent something that is not a frame of plain data."""


class Silence(Exception):
    """The other side did not answer in time."""


class Closed(Exception):
    """The other side is gone."""


def pack(value):
    """Plain data as something JSON can hold; TypeError, naming the type, for anything else."""
    if value is None or type(value) in (bool, str):
        return value
    if isinstance(value, np.ndarray):
        return _pack_array(value)
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, numbers.Real):
        return _pack_number(value)
    if isinstance(value, list | range):
        return [pack(item) for item in value]
    if isinstance(value, tuple):  # also a named one
        return {"tuple": [pack(item) for item in value]}
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {"dict": [[str(key), pack(item)] for key, item in value.items()]}
    raise TypeError(type(value).__name__)


def _pack_number(value):
    """Any real number as an int or a float; np.longdouble and fractions too."""
    if isinstance(value, numbers.Integral):
        value = int(value)
        if value.bit_length() < 1024:  # longer ones have no float, and JSON readers refuse them
            return value
        raise TypeError("int")
    value = float(value)
    return value if math.isfinite(value) else {"float": repr(value)}


def _pack_array(value):
    """An array of numbers, as the bytes of an .npy file; one of texts as lists."""
    if value.dtype.kind == "U":
        return pack(value.tolist())
    wide = value.dtype.kind == "f" and value.dtype.itemsize > 8  # not the same on every machine
    if wide or (value.dtype.kind == "O" and all(isinstance(v, numbers.Real) for v in value.flat)):
        value = np.array(value, dtype=float, subok=False)
    if value.dtype.kind not in "biuf":
        raise TypeError(type(value).__name__)
    file = io.BytesIO()
    np.save(file, np.array(value, subok=False), allow_pickle=False)
    return {"npy": base64.b64encode(file.getvalue()).decode()}


def unpack(item):
    """The value that `pack` was given; Refused for anything that `pack` cannot have written."""
    if item is None or type(item) in (bool, int, float, str):
        return item
    if type(item) is list:
        return [unpack(i) for i in item]
    if type(item) is dict and len(item) == 1:
        (kind, inner), *_ = item.items()
        if kind == "tuple" and type(inner) is list:
            return tuple(unpack(i) for i in inner)
        if (
            kind == "dict"
            and type(inner) is list
            and all(type(p) is list and len(p) == 2 for p in inner)
        ):
            return {str(key): unpack(i) for key, i in inner}
        if kind == "float" and inner in ("nan", "inf", "-inf"):
            return float(inner)
        if kind == "npy" and type(inner) is str:
            return _array(inner)
    raise Refused("an unknown kind of value")


def _array(text):
    """An array from .npy; it cannot ask for more memory than it brings."""
    try:
        file = io.BytesIO(base64.b64decode(text, validate=True))
        if np.lib.format.read_magic(file) != (1, 0):
            raise Refused("an array of another edition")
        shape, by_columns, dtype = np.lib.format.read_array_header_1_0(file)
        if dtype.kind not in "biuf":
            raise Refused("an array of something else than numbers")
        flat = np.frombuffer(file.read(), dtype)
        if flat.size != math.prod(shape):
            raise Refused("an array of another size than it says")
        return flat.reshape(shape, order="F" if by_columns else "C").copy()
    except (ValueError, EOFError, MemoryError, SyntaxError, TypeError) as error:
        raise Refused("a broken array") from error


def frame(message):
    """The bytes of a message (a dictionary that JSON can hold)."""
    body = json.dumps(message).encode()
    return HEADER.pack(len(body)) + body


class Reader:
    """Messages from a file descriptor, no more of them than `allowed` bytes (None: any number).

    Reading costs the grader time and memory, so the sender has an allowance: what is longer, also
    as many short messages, is refused before it is read.
    """

    def __init__(self, fd, allowed=None):
        self.fd, self.allowed = fd, allowed

    def next(self, seconds=None):
        """The next message; `seconds` is the patience (None: for ever)."""
        until = None if seconds is None else time.monotonic() + seconds
        (length,) = HEADER.unpack(_read(self.fd, HEADER.size, until))
        if self.allowed is not None:
            self.allowed -= HEADER.size + length
            if self.allowed < 0:
                raise Refused("more than is allowed")
        try:
            message = json.loads(_read(self.fd, length, until))
        except (ValueError, RecursionError) as error:
            raise Refused("a frame that is not JSON") from error
        if type(message) is not dict:
            raise Refused("a frame that is not a message")
        return message


def write_message(fd, message, seconds=None):
    """Send one message; Silence if the other side does not take it in time."""
    until = None if seconds is None else time.monotonic() + seconds
    rest = memoryview(frame(message))
    while rest:
        _wait(fd, until, writing=True)
        try:
            rest = rest[os.write(fd, rest[:32768]) :]
        except BrokenPipeError as error:
            raise Closed from error
        except BlockingIOError:
            continue


def _read(fd, count, until):
    parts = []
    while count:
        _wait(fd, until)
        part = os.read(fd, min(count, 2**20))
        if not part:
            raise Closed
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def _wait(fd, until, writing=False):
    left = None if until is None else max(0.0, until - time.monotonic())
    sets = ([], [fd]) if writing else ([fd], [])
    if not any(select.select(*sets, [], left)):
        raise Silence
