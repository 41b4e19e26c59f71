"""Notebooks are tests, executed by nbval; and which tests run in which lane."""

import os
from fnmatch import fnmatch

import pytest

from tests import lanes
from tests.notebooks.notebook_items import NotebookFile
from tests.tools import changed


def pytest_addoption(parser):
    group = parser.getgroup("lanes", "how much is tested (tests/lanes.py)")
    group.addoption("--lane", choices=lanes.LANES, default="nightly")
    group.addoption(
        "--since", metavar="REV", help="lane `changed`: compare with this commit, or `before`"
    )
    group.addoption("--minutes", type=float, help="lane `changed`: no more than this")


def pytest_configure(config):
    os.environ["LANE"] = config.option.lane
    try:
        if config.option.since not in (None, "before"):
            changed.base(config.option.since)
    except changed.NoBase as error:
        raise pytest.UsageError(f"--since: {error}") from error


def asked(config):
    return config.option.since, config.option.minutes


def pytest_collect_file(file_path, parent):
    if file_path.suffix == ".ipynb" and file_path.parent.name == "notebooks":
        return NotebookFile.from_parent(parent, path=file_path)


def pytest_ignore_collect(collection_path, config):
    if collection_path.suffix in (".py", ".ipynb"):
        name = collection_path.relative_to(config.rootpath).as_posix()
        if lanes.ignored(config.option.lane, name, *asked(config)):
            return True
    return None


def pytest_itemcollected(item):
    """Making a figure takes a third of a second, a kernel two: those tests are slow."""
    if item.path.name.startswith("test_figures") or fnmatch(item.path.name, "test_n[0-9]*.py"):
        item.add_marker(pytest.mark.slow)
    if item.path.suffix == ".ipynb":
        item.add_marker(pytest.mark.slow)
    if lanes.is_nightly(item.nodeid) and (
        item.get_closest_marker("slow") or item.get_closest_marker("browser")
    ):
        item.add_marker(pytest.mark.nightly)


def pytest_collection_modifyitems(config, items):
    lane = config.option.lane

    def runs(item):
        marks = [mark.name for mark in item.iter_markers()]
        return lanes.runs(lane, item.nodeid, marks, *asked(config))

    chosen = [item for item in items if runs(item)]
    if len(chosen) < len(items):
        left = set(items) - set(chosen)
        config.hook.pytest_deselected(items=[item for item in items if item in left])
    items[:] = sorted(chosen, key=lambda item: lanes.rank(item.nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """A file, or a part of a long one, stays in one process: its tests share what they start."""
    from xdist.scheduler import LoadFileScheduling

    class Parts(LoadFileScheduling):
        def _split_scope(self, nodeid):
            return lanes.part(nodeid)

    return Parts(config, log)


def pytest_sessionfinish(session, exitstatus):
    """Where nothing changed there is no test to run, and that is no failure."""
    if session.config.option.lane == "changed" and exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = pytest.ExitCode.OK


def pytest_terminal_summary(terminalreporter, config):
    if config.option.lane == "changed":
        terminalreporter.section("what changed")
        terminalreporter.line(lanes.told(*asked(config)))


@pytest.fixture(autouse=True, scope="module")
def environment():
    """What a module's tests set in the environment, as grading sets its salt, ends with them."""
    before = dict(os.environ)
    yield
    os.environ.clear()
    os.environ.update(before)
