"""Notebooks are tests, executed by nbval; and which tests are slow."""

import os

import pytest

from tests.notebooks.notebook_items import NotebookFile


def pytest_collect_file(file_path, parent):
    if file_path.suffix == ".ipynb" and file_path.parent.name == "notebooks":
        return NotebookFile.from_parent(parent, path=file_path)


def pytest_itemcollected(item):
    """Making a figure takes a third of a second: what draws figures is slow."""
    if item.path.name.startswith("test_figures"):
        item.add_marker(pytest.mark.slow)


def pytest_collection_modifyitems(items):
    """The longest file comes first: begun last, it would go on alone when all others are done."""
    items.sort(key=lambda item: item.path.name != "test_browser.py")


@pytest.fixture(autouse=True, scope="module")
def environment():
    """What a module's tests set in the environment, as grading sets its salt, ends with them."""
    before = dict(os.environ)
    yield
    os.environ.clear()
    os.environ.update(before)
