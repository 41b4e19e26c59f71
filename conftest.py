"""Notebooks are tests: each is executed once by nbval, and the checks after its cells share that kernel."""

from tests.notebook_items import NotebookFile


def pytest_collect_file(file_path, parent):
    if file_path.suffix == ".ipynb" and file_path.parent.name == "notebooks":
        return NotebookFile.from_parent(parent, path=file_path)
