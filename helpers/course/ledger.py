"""The results ledger: every definition, algorithm and theorem of the notes, and the cell and test where it lives."""

import csv
import json
import re

from helpers.course.paths import DATA, NOTEBOOKS

COLUMNS = ["id", "notebook", "source", "kind", "statement", "check", "show", "status", "correction", "where", "test"]
STATUS = {"planned", "holds", "misprinted", "needs hypothesis", "definition", "not testable"}
NOTES = {
    "D": ("durham", "karagiannis", "math3431"),
    "S": ("liang", "cs229t", "stanford", "stat231"),
    "U": ("usc",),
    "R": ("567", "csci"),
    "W": ("waterloo", "480", "680"),
}
IGNORED = {"lecture", "line", "the", "of", "in", "and", "section", "no", "number", "notes"}


def rows():
    """All rows, a dict each."""
    with open(DATA / "results.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def find(query):
    """The rows that a query such as "Durham, lecture 4, Note 25" or "ridge gradient" means, best first.

    Names of notes choose the notes, numbers the item (4 and 25: D-4.25), other words must all occur in the row.
    """
    words = [w for w in re.findall(r"[\w.\-]+", query.lower()) if w not in IGNORED]
    exact = [row for row in rows() if row["id"].lower() in words]
    if exact:
        return exact
    prefixes = {p for p, names in NOTES.items() if any(name in words for name in names)}
    numbers = ".".join(w for w in words if re.fullmatch(r"[\d.]+", w) and w not in sum(NOTES.values(), ()))
    wanted = [w for w in words if not re.fullmatch(r"[\d.]+", w) and w not in sum(NOTES.values(), ())]
    found = [
        row
        for row in rows()
        if (not prefixes or row["id"][0] in prefixes) and (not numbers or _has(row["id"], numbers))
    ]
    full = [row for row in found if all(w in _text(row) for w in wanted)]
    # a kind that does not match ("Algorithm 25" where the notes say Note 25) must not hide the item that was asked for
    return full or (found if numbers else [])


def lookup(query, most=8):
    """The rows found, as a table with links to the cells."""
    from IPython.display import Markdown

    found = find(query)
    if not found:
        return Markdown(
            f"Nothing found for “{query}”. Try the notes and the item's number, such as “Durham 4.25”, "
            f"or a word of the statement."
        )
    lines = ["| item | what it says | verdict | where |", "|---|---|---|---|"]
    lines += [
        f"| {row['id']} ({row['kind']}) | {_cell(row['statement'])} | {_verdict(row)} | {_link(row)} |"
        for row in found[:most]
    ]
    if len(found) > most:
        lines.append(f"\n{len(found) - most} more: ask for fewer.")
    return Markdown("\n".join(lines))


def notebook_file(number):
    """The notebook of that number, or None if it is not written yet."""
    return next(iter(sorted(NOTEBOOKS.glob(f"{number}_*.ipynb"))), None)


def _has(identity, numbers):
    return re.search(rf"(?<![\dF.]){re.escape(numbers)}(?![\d])", identity.split("-", 1)[1]) is not None


def _text(row):
    return f"{row['kind']} {row['statement']} {row['correction']}".lower()


def _cell(text):
    return text.replace("|", "\\|")


def _verdict(row):
    return f"{row['status']}: {_cell(row['correction'])}" if row["correction"] else row["status"]


def _link(row):
    path = notebook_file(row["notebook"])
    if path is None:
        return f"notebook {row['notebook']}, to come"
    where = row["where"]
    return f"[{row['notebook']}, {_cell(where)}]({path.name}#{_heading(path, where).replace(' ', '-')})"


def _heading(path, where):
    """The heading itself, or for "figure: name" the heading under which that figure stands."""
    if not where.startswith("figure: "):
        return where
    heading = ""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            heading = (re.findall(r"^#+ (.+)$", source, flags=re.MULTILINE) or [heading])[-1]
        elif f'Live("{where.removeprefix("figure: ")}"' in source:
            return heading
    return heading
