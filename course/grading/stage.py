"""What stands in the student's process for modules that draw, that answer, or that are not there.

Loaded on the student's side of the border, like child.py; nothing here is believed.
"""

import importlib.abc
import importlib.machinery
import importlib.util


class Quiet:
    """Stands for anything that draws or speaks: takes every call, shows nothing."""

    def __init__(self, *_, **__):
        pass

    def __call__(self, *_, **__):
        return Quiet()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Quiet()

    def __getitem__(self, _):
        return Quiet()

    def __iter__(self):
        return iter(())

    def __format__(self, _):
        return ""


class Absent:
    """Stands for a name of a module that is not installed; called, it gives back what it was given.

    So a progress bar round a loop and a compiler round a function leave both as they are.
    """

    def __call__(self, *given, **_):
        return given[0] if given else Absent()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


class Stage(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports modules of these names as empty ones; `give` makes whatever is asked of them."""

    def __init__(self, names, give):
        self.names, self.give = set(names), give

    def find_spec(self, name, path=None, target=None):
        if any(name == known or name.startswith(known + ".") for known in self.names):
            return importlib.util.spec_from_loader(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return None  # an ordinary module

    def exec_module(self, module):
        module.__getattr__ = self._named

    def _named(self, name):
        if name.startswith("__"):  # such as __all__: `from x import *` asks for it
            raise AttributeError(name)
        return self.give(name)


class Later(importlib.abc.MetaPathFinder):
    """Modules of some packages that are loaded when something of them is used, if ever.

    A notebook imports its helpers, which import half of SciPy; few answers use any of them.
    """

    def __init__(self, *packages):
        self.packages = packages

    def find_spec(self, name, path=None, target=None):
        if not name.startswith(tuple(package + "." for package in self.packages)):
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec and spec.loader:
            spec.loader = importlib.util.LazyLoader(spec.loader)
        return spec


def quiet(name):
    """A name of a quiet module. `Figure` is a class: a figure's data and `compute` stay real."""
    return Quiet if name == "Figure" else getattr(Quiet(), name)


MOST = 20  # modules that one notebook may miss
NOT_INSTALLED = Stage((), lambda name: Absent())


def forgive(error):
    """Was it an import of a package that is not installed? From now on it is there, and empty."""
    if not isinstance(error, ModuleNotFoundError) or not isinstance(error.name, str):
        return False
    top = error.name.split(".")[0]
    installed = importlib.machinery.PathFinder.find_spec(top) is not None
    missing = error.name if installed else top
    if missing in NOT_INSTALLED.names or len(NOT_INSTALLED.names) >= MOST:
        return False
    if installed and missing == top:
        return False  # it is there: something else is wrong
    NOT_INSTALLED.names.add(missing)
    return True
