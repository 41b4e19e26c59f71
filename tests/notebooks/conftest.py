"""What the tests of one notebook's figures share."""

import pytest


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
