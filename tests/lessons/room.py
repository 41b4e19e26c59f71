"""A lesson as tests see it: the names of all its modules, where mistakes can be planted."""

import sys

from lessons import folders, lesson


class Room:
    """The names of a lesson's package and modules as attributes; the package's own come first.

    Setting a name, as monkeypatch does, replaces it in every module of the lesson that has it.
    """

    def __init__(self, number):
        package, known = lesson(number), set()
        names = sorted(path.stem for path in folders()[number].glob("[!_]*.py"))
        modules = [sys.modules.get(f"{package.__name__}.{name}") for name in names]
        vars(self)["modules"] = [package, *filter(None, modules)]
        for module in self.modules:
            known |= set(vars(module))
        vars(self)["known"] = known

    def __getattr__(self, name):
        for module in self.modules:
            if name in vars(module):
                return vars(module)[name]
        raise AttributeError(f"no module of the lesson has {name}")

    def __setattr__(self, name, value):
        if name not in self.known:
            raise AttributeError(f"no module of the lesson has {name}")
        for module in self.modules:
            if name in vars(module):
                setattr(module, name, value)

    def caches(self):
        """What the lesson keeps from one call to the next."""
        parts = [part for module in self.modules for part in vars(module).values()]
        return list({id(part): part for part in parts if hasattr(part, "cache_clear")}.values())
