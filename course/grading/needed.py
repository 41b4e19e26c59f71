"""Which cells of the lecture a submission can do without.

Most of a handed-in notebook is the lecture, as it was given out: figures, measurements, tables.
Running all of it took longer than everything else. A cell that stands there unchanged is left out
if nothing of what the student wrote uses what it makes, or anything that it may have changed.
Loaded on the student's side of the border, like child.py; nothing here is believed.
"""

import builtins
import re
import symtable

LONGEST = 300_000  # characters of a notebook that is looked through; a longer one runs as it is
# who says one of these may use a name without writing it down
UNSEEN = {"__main__", "eval", "exec", "get_ipython", "globals", "locals", "vars"}


def needless(cells, lecture, names, tell=lambda note: None):
    """The numbers of the cells that need not run, if `names` are asked for afterwards.

    `cells` maps numbers to sources; `tell` hears which cell is looked at, should that be the end.
    """
    if sum(map(len, cells.values())) > LONGEST:
        return set()
    used, bound, modules, wanted = {}, {}, set(), set(names)
    for i, source in cells.items():
        tell({"cell": i})
        used[i], bound[i], imported = read(source)
        if source in lecture:
            modules |= imported
        else:
            wanted |= used[i]
    if wanted & UNSEEN:
        return set()
    # modules and built-in functions are used everywhere, and stay what they are
    steady = modules | set(dir(builtins))
    left = {i for i, source in cells.items() if source in lecture}
    while found := {i for i in left if (used[i] - steady | bound[i]) & wanted}:
        wanted |= set().union(*(used[i] for i in found))
        left -= found
    return left


def read(source):
    """The global names that a cell uses, those that it binds, and those that it imports."""
    try:
        symbols = list(_globals(symtable.symtable(source, "cell", "exec")))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        words = set(re.findall(r"\w+", source))  # it may hold a magic: any word may be a name
        return words, words, set()
    bound = {s.get_name() for s in symbols if s.is_assigned() or s.is_imported()}
    imported = {s.get_name() for s in symbols if s.is_imported()}
    return {s.get_name() for s in symbols}, bound, imported


def _globals(table):
    """The symbols of a scope, and of those inside it, that are the whole notebook's."""
    every = table.get_type() == "module"
    yield from (s for s in table.get_symbols() if every or s.is_global())
    for inner in table.get_children():
        yield from _globals(inner)
