"""A lesson as tests see it: the names of all its modules, where mistakes can be planted."""

import sys

from lessons import folders, lesson


class Room:
    """The names of a lesson's package and modules as attributes; the package's own come first.

    Setting a name, as monkeypatch does, replaces it in every module of the lesson that has it;
    deleting it, as monkeypatch does afterwards, puts back what stood there.
    """

    def __init__(self, number):
        package = lesson(number)
        names = sorted(path.stem for path in folders()[number].glob("[!_]*.py"))
        modules = [sys.modules.get(f"{package.__name__}.{name}") for name in names]
        vars(self)["modules"] = [package, *filter(None, modules)]
        vars(self)["before"] = []  # (name, module, what it had)

    def __getattr__(self, name):
        for module in self.modules:
            if name in vars(module):
                return vars(module)[name]
        raise AttributeError(f"no module of the lesson has {name}")

    def __setattr__(self, name, value):
        for module in self.modules:
            if name in vars(module):
                self.before.append((name, module, vars(module)[name]))
                setattr(module, name, value)

    def __delattr__(self, name):
        for planted, module, value in reversed(self.before):
            if planted == name:
                setattr(module, name, value)
        self.before[:] = [entry for entry in self.before if entry[0] != name]

    def caches(self):
        """What the lesson keeps from one call to the next."""
        parts = [part for module in self.modules for part in vars(module).values()]
        return list({id(part): part for part in parts if hasattr(part, "cache_clear")}.values())
