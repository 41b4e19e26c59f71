"""Look up any result of the lecture notes: what it says, whether it holds, where it is shown.

lookup("Durham, lecture 4, Note 25")
lookup("ridge solution")
"""

import csv
import re
import unicodedata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOTES = {
    "D": ("durham", "karagiannis", "math3431"),
    "S": ("liang", "cs229t", "stanford", "stat231"),
    "U": ("usc",),
    "R": ("567", "csci"),
    "W": ("waterloo", "480", "680"),
    "X": ("beyond",),
}
NAMES = {name for names in NOTES.values() for name in names}
IGNORED = {"lecture", "line", "the", "of", "in", "and", "section", "no", "number", "notes"}


def rows():
    """All rows of the ledger, a dict each."""
    with open(ROOT / "data" / "results.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def find(query):
    """The rows that a query such as "Durham, lecture 4, Note 25" or "ridge gradient" means.

    Names of notes choose the notes, numbers the item (4 and 25: D-4.25), other words must all
    occur in the row.
    """
    words = [w for w in re.findall(r"[\w.\-]+", query.lower()) if w not in IGNORED]
    exact = [row for row in rows() if row["id"].lower() in words]
    if exact:
        return exact
    prefixes = {p for p, names in NOTES.items() if any(name in words for name in names)}
    others = [w for w in words if w not in NAMES]
    numbers = ".".join(w for w in others if re.fullmatch(r"[\d.]+", w))
    wanted = [w for w in others if not re.fullmatch(r"[\d.]+", w)]
    matches = [
        row
        for row in rows()
        if (not prefixes or row["id"][0] in prefixes) and (not numbers or _has(row["id"], numbers))
    ]
    full = [row for row in matches if all(w in words_of(row) for w in wanted)]
    # "Algorithm 25" where the notes say Note 25 must not hide the item that was asked for
    return full or (matches if numbers else [])


def lookup(query, most=8):
    """The rows found, as a table with links to the cells."""
    from IPython.display import Markdown

    results = find(query)
    if not results:
        return Markdown(
            f"Nothing found for “{query}”. Try the notes and the item's number, such as "
            "“Durham 4.25”, or a word of the statement."
        )
    lines = ["| item | what it says | verdict | where |", "|---|---|---|---|"]
    lines += [
        f"| {row['id']} ({row['kind']}) | {_cell(row['statement'])} | {_verdict(row)} "
        f"| {link(row)} |"
        for row in results[:most]
    ]
    if len(results) > most:
        lines.append(f"\n{len(results) - most} more: ask for fewer.")
    return Markdown("\n".join(lines))


def words_of(row):
    """What a row says, in small letters: the words of a query are looked for in it."""
    return f"{row['kind']} {row['statement']} {row['correction']}".lower()


def link(row):
    """A link to the cell that shows a row's result."""
    file = next((ROOT / "notebooks").glob(f"{row['notebook']}_*.ipynb"), None)
    if file is None:
        return f"notebook {row['notebook']}, to come"
    return f"[{row['notebook']}, {_cell(row['where'])}]({file.name}#cell-id={anchor(row['where'])})"


def anchor(place):
    """The id of the cell that a heading or a figure ("figure: wiggle") is in: plain letters.

    JupyterLab finds `NAME.ipynb#cell-id=ID`. A link by the heading's own words often does not
    arrive: only cells near the screen are looked at, and "·" is encoded, but never decoded.
    """
    letters = unicodedata.normalize("NFKD", place).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:60] or "cell"


def _has(identity, numbers):
    return re.search(rf"(?<![\dF.]){re.escape(numbers)}(?![\d])", identity.split("-", 1)[1])


def _cell(text):
    return text.replace("|", "\\|")


def _verdict(row):
    correction = _cell(row["correction"])
    return f"{row['status']}: {correction}" if correction else row["status"]


def snake(name):
    """What a notebook calls a figure of that class: one_number for OneNumber."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
