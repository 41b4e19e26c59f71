"""Slips and other right answers, notebook 26."""

from itertools import combinations

from answers.n26 import interval_labellings, vc_dimension

# 26-interval-labellings


def open_on_the_right(x):
    """Edge: the right end does not belong to the interval."""
    rows = {tuple(int(a <= v < b) for v in x) for a in x for b in x} | {tuple(0 for _ in x)}
    return sorted(list(row) for row in rows)


def not_sorted(x):
    """Order: the longest first."""
    return sorted(interval_labellings(x), key=lambda row: -sum(row))


def as_strings(x):
    """Type: words instead of lists."""
    return ["".join(map(str, row)) for row in interval_labellings(x)]


def without_the_full_one(x):
    """Special case: all points inside is forgotten."""
    return [row for row in interval_labellings(x) if not all(row)]


def every_labelling(x):
    """Constant: all 2^n of them."""
    n = len(x)
    return sorted([[code >> j & 1 for j in range(n)] for code in range(2**n)])


def in_line_order(x):
    """Order: entry i belongs to the i-th smallest point."""
    return interval_labellings(sorted(x))


def signs(x):
    """Constant: -1 for outside."""
    return sorted([[2 * bit - 1 for bit in row] for row in interval_labellings(x)])


def repeated(x):
    """Early stop: repeated rows are kept."""
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


def smaller_by_one(table):
    """Count: one too few."""
    return max(vc_dimension(table) - 1, 0)


def columns_in_all(table):
    """Special case: all columns or nothing."""
    n = len(table[0])
    return n if len({tuple(row) for row in table}) == 2**n else 0


def most_ones(table):
    """Other quantity: the fullest row."""
    return max(map(sum, table))


def columns_that_vary(table):
    """Early stop: only sets of one are tried, and counted."""
    return sum(len({row[j] for row in table}) == 2 for j in range(len(table[0])))


def last_points_only(table):
    """Order: only the last columns."""
    return _prefix([row[::-1] for row in table])


def _prefix(table):
    d = 0
    while d < len(table[0]) and len({tuple(row[: d + 1]) for row in table}) == 2 ** (d + 1):
        d += 1
    return d


def at_least_half(table):
    """Constant: half of the patterns are taken for all."""
    n = len(table[0])
    sizes = [
        d
        for d in range(1, n + 1)
        for chosen in combinations(range(n), d)
        if len({tuple(row[j] for j in chosen) for row in table}) > 2 ** (d - 1)
    ]
    return max(sizes, default=0)


def number_of_sets(table):
    """Other quantity: how many pairs are shattered."""
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
    "26-interval-labellings": (
        open_on_the_right,
        not_sorted,
        as_strings,
        without_the_full_one,
        every_labelling,
        in_line_order,
        signs,
        repeated,
    ),
    "26-vc-dimension": (
        smaller_by_one,
        columns_in_all,
        most_ones,
        columns_that_vary,
        last_points_only,
        at_least_half,
        number_of_sets,
    ),
}
RIGHT = {
    "26-interval-labellings": (by_runs, by_excluding),
    "26-vc-dimension": (from_above, by_recursion),
}
