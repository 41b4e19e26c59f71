"""Slips and other right answers, notebook 26."""

from itertools import combinations, product

from helpers.desk.edits import after, edit, whole

# 26-interval-labellings


def repeated(x):
    rows = [[int(a <= v <= b) for v in x] for a in x for b in x if a <= b]
    return sorted([[0] * len(x), *rows])


def by_runs(x):
    """Another way: runs of neighbours among the different values."""
    values = sorted(set(x))
    rows = {tuple([0] * len(x))}
    for i in range(len(values)):
        for j in range(i, len(values)):
            rows.add(tuple(int(v in values[i : j + 1]) for v in x))
    return sorted(map(list, rows))


def by_excluding(x):
    """Another way: all labellings but those with a 0 between, or at, two 1s."""
    n, kept = len(x), []
    for code in range(2**n):
        row = [code >> j & 1 for j in range(n)]
        ones = [v for v, bit in zip(x, row) if bit]
        if all(bit or not ones or not min(ones) <= v <= max(ones) for v, bit in zip(x, row)):
            kept.append(row)
    return sorted(kept)


# 26-vc-dimension


def columns_in_all(table):
    n = len(table[0])
    return n if len({tuple(row) for row in table}) == 2**n else 0


def number_of_sets(table):
    pairs = combinations(range(len(table[0])), 2)
    return sum(len({(row[i], row[j]) for row in table}) == 4 for i, j in pairs)


def from_above(table):
    """Another way: the largest sets first."""
    n = len(table[0])
    for d in range(n, 0, -1):
        for chosen in combinations(range(n), d):
            if len({tuple(row[j] for j in chosen) for row in table}) == 2**d:
                return d
    return 0


def by_recursion(table):
    """Another way: a set is shattered if both halves of a split shatter the rest."""

    def shattered(rows, chosen):
        if not chosen:
            return bool(rows)
        first, *rest = chosen
        return all(shattered([r for r in rows if r[first] == bit], rest) for bit in (0, 1))

    n = len(table[0])
    sets = [c for d in range(n + 1) for c in combinations(range(n), d) if shattered(table, c)]
    return max(map(len, sets))


SLIPS = {
    "26-interval-labellings": {
        "Edge: the right end does not belong to the interval.": edit(
            "a <= value <= b", "a <= value < b"
        ),
        "Order: the longest first.": after(lambda rows: sorted(rows, key=lambda row: -sum(row))),
        "Type: words instead of lists.": after(
            lambda rows: ["".join(map(str, row)) for row in rows]
        ),
        "Special case: all points inside is forgotten.": after(
            lambda rows: [row for row in rows if not all(row)]
        ),
        "Constant: all 2^n of them.": whole(
            lambda x: sorted(map(list, product((0, 1), repeat=len(x))))
        ),
        "Constant: -1 for outside.": after(
            lambda rows: [[2 * bit - 1 for bit in row] for row in rows]
        ),
        "Early stop: repeated rows are kept.": whole(repeated),
    },
    "26-vc-dimension": {
        "Count: one too few.": edit("return d", "return max(d - 1, 0)"),
        "Special case: all columns or nothing.": whole(columns_in_all),
        "Other quantity: the fullest row.": whole(lambda table: max(map(sum, table))),
        "Early stop: only sets of one are tried, and counted.": whole(
            lambda table: sum(len(set(column)) == 2 for column in zip(*table))
        ),
        "Order: only the last columns.": edit(
            "combinations(columns, d + 1)", "[columns[::-1][:d + 1]]"
        ),
        "Constant: half of the patterns are taken for all.": edit("== 2 ** (d + 1)", "> 2 ** d"),
        "Other quantity: how many pairs are shattered.": whole(number_of_sets),
    },
}
RIGHT = {
    "26-interval-labellings": (by_runs, by_excluding),
    "26-vc-dimension": (from_above, by_recursion),
}
