"""Notebooks are tests, executed by nbval; and how tests are dealt out to two processes."""

import os

import pytest

from tests.notebooks.notebook_items import NotebookFile


def pytest_collect_file(file_path, parent):
    if file_path.suffix == ".ipynb" and file_path.parent.name == "notebooks":
        return NotebookFile.from_parent(parent, path=file_path)


@pytest.hookimpl(tryfirst=True)  # before pytest chooses by marks
def pytest_collection_modifyitems(items):
    """A file stays in one process, because its tests share a kernel, a browser or a course; figures
    share nothing, so they are dealt out notebook by notebook. Making one takes a third of a second,
    so what draws figures is slow."""
    for item in items:
        if item.path.name.startswith("test_figures"):
            item.add_marker(pytest.mark.slow)
        group = item.location[0]
        if group.endswith("test_figures.py"):
            group = item.name.split("[")[-1][:2]
        item.add_marker(pytest.mark.xdist_group(group))


@pytest.fixture(autouse=True, scope="module")
def environment():
    """What a module's tests set in the environment, as grading sets its salt, ends with them."""
    before = dict(os.environ)
    yield
    os.environ.clear()
    os.environ.update(before)
