"""Names that come from outside, made fit for rows, files and spreadsheets."""

import hashlib
import os
import urllib.parse

LONGEST = 255  # bytes of a file's name
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # how one begins


def readable(name):
    """A folder's name as text that every file and the gradebook can hold; most stay as they are.

    What is not printable UTF-8 becomes %xx; then a digest makes sure that two names stay two.
    """
    text = "".join(letter if letter.isprintable() else _percent(letter) for letter in name)
    if text == name and len(text.encode()) <= LONGEST:
        return name
    return _cut(text, os.fsencode(name))


def _percent(letter):
    return urllib.parse.quote(letter, safe="", errors="surrogateescape")


def _cut(text, raw):
    short = text.encode()[:200].decode(errors="ignore")
    return f"{short}~{hashlib.sha256(raw).hexdigest()[:12]}"


def stem(student):
    """The name of a student's file without its ending: it leaves room for one."""
    return student if len(student.encode()) <= LONGEST - 10 else _cut(student, student.encode())


def cell(value):
    """A cell that a spreadsheet shows and does not run: a name may begin with =."""
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return "'" + text if text.startswith(FORMULA) else text
