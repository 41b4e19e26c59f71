"""What the tests of one notebook's figures share."""

import pytest

from tests.lessons.claims import kept


@pytest.fixture
def show(request):
    """Make figures of the test module's `figures` by class name, and close them afterwards."""
    made = []

    def make(name, **values):
        made.append(getattr(request.module.figures, name)())
        made[-1].set(**values)
        return made[-1]

    yield make
    for figure in made:
        figure.dispose()


@pytest.fixture(autouse=True)
def forgotten(request):
    """What a figure keeps between moves is forgotten before a mistake is planted and after it.

    Listed first: the mistake may stand in the place of a function that keeps.
    """
    figures = getattr(request.module, "figures", None)
    caches = [*getattr(request.module, "KEPT", ()), *(kept(figures) if figures else ())]
    planted = "monkeypatch" in request.fixturenames
    for cache in caches if planted else ():
        cache.cache_clear()
    yield
    for cache in caches if planted else ():
        cache.cache_clear()
