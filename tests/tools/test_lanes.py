"""Every test has its lane, and a change finds the lessons and files that it can break."""

import re
import subprocess

import pytest

from tests import lanes
from tests.tools import changed

BROWSER = "tests/notebooks/test_browser.py::test_run_all[{}]"


@pytest.mark.parametrize(
    ("name", "marks", "wanted"),
    [
        ("tests/helpers/test_trace.py::test_a", [], {"check", "test", "nightly"}),
        ("tests/course/test_slides.py::test_a", ["slow"], {"test", "nightly"}),
        (BROWSER.format("07_gradient_descent"), ["browser"], {"test", "nightly"}),
        (BROWSER.format("08_sgd"), ["browser"], {"nightly"}),
        ("tests/course/test_rehearse.py::test_no_slide[08_sgd]", [], {"check", "test", "nightly"}),
        ("notebooks/08_sgd.ipynb::Cell 3", ["slow"], {"test", "nightly"}),
        ("notebooks/08_sgd.ipynb::a second run shows the same", ["slow"], {"nightly"}),
    ],
)
def test_a_test_runs_in_its_lanes(name, marks, wanted):
    every = ("check", "test", "nightly")
    assert {lane for lane in every if lanes.runs(lane, name, marks, None, None)} == wanted


def test_the_changed_part_is_what_test_left_out_of_the_units_that_changed(monkeypatch):
    monkeypatch.setattr(lanes, "plan", lambda *_: ["08", "tests/course/test_deck.py"])
    names = {
        BROWSER.format("08_sgd"): True,
        BROWSER.format("09_sgd_variants"): False,
        "tests/lessons/test_figures.py::test_every_position[08 cloud]": True,
        "tests/answers/test_slips.py::test_a_slip[08-mean-wrong]": True,
        "tests/course/test_deck.py::test_keys": True,
        "tests/course/test_slides.py::test_a_deck": False,
    }
    asked = {name: lanes.runs("changed", name, ["slow"], None, None) for name in names}
    assert asked == names


def test_the_plan_takes_what_has_most_changed_lines_until_time_is_out(monkeypatch):
    found = {"07": (9, 100), "13": (5, 90), "tests/course/test_deck.py": (2, 15), "24": (1, 90)}
    monkeypatch.setattr(lanes, "units", lambda since: found)
    monkeypatch.setattr(lanes, "processors", lambda: 2)
    monkeypatch.setattr(changed, "base", lambda since: "0123456789")
    assert lanes.plan("a", None) == list(found)
    assert lanes.plan("a", 1) == ["07", "tests/course/test_deck.py"]
    assert lanes.told("a", 1) == (
        "Can have changed since 012345678: 07, tests/course/test_deck.py. "
        "Left to `make nightly`: 13, 24."
    )


def test_the_names_in_the_table_are_names_of_tests():
    for glob, (_, begins) in lanes.DEAR.items():
        files = list(changed.ROOT.glob(glob))
        assert files, glob
        for name in re.findall(r"test_\w+", begins):
            assert re.search(rf"^def {name}", files[0].read_text(), re.MULTILINE), name
    known = {path.name for path in changed.ROOT.rglob("tests/**/test_*.py")}
    assert {*lanes.LONGEST, *lanes.DIVIDED} <= known
    assert all((changed.ROOT / name).exists() for name in lanes.THINNED)


def test_four_processes_share_a_long_file():
    parts = {lanes.part(BROWSER.format(f"{i:02d}_x")) for i in range(32)}
    assert len(parts) == 4
    assert lanes.part("tests/rows/test_07.py::test_a") == "tests/rows/test_07.py"


@pytest.mark.parametrize(
    ("file", "inside", "outside"),
    [
        ("lessons/n07_gradient_descent/__init__.py", "07", "13"),
        ("answers/n13.py", "13", "07"),
        ("notebooks/13_boosting.ipynb", "13", "07"),
        ("tests/lessons/test_n14.py", "14", "13"),
        ("helpers/linear/lasso.py", "05", "13"),
        ("helpers/live/picture.js", "31", None),
        ("helpers/plots/style.py", "00", None),
        ("data/wine.csv", "12", "07"),
        ("data/results.csv", None, "13"),
        ("README.md", None, "13"),
    ],
)
def test_a_changed_file_concerns_the_lessons_that_reach_it(file, inside, outside):
    lessons = changed.lessons({file: 5})
    assert inside is None or lessons[inside] >= (5 if file in changed.graph() else 1)
    assert outside not in lessons


@pytest.mark.parametrize(
    ("file", "concerned"),
    [
        ("course/grading/child.py", {"grade"}),  # never imported: it is started
        ("course/slides/deck.js", {"deck"}),
        ("tests/tools/attacks.py", {"grade"}),
        ("lessons/n07_gradient_descent/__init__.py", set()),
    ],
)
def test_a_changed_file_concerns_the_tests_that_reach_it(file, concerned):
    files = {f"tests/course/test_{name}.py": name for name in ("grade", "deck")}
    assert {files[name] for name in changed.tests({file: 1}, files)} == concerned


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A repository of two commits and a file that is in none: (folder, git)."""
    monkeypatch.setattr(changed, "ROOT", tmp_path)

    def git(*words):
        who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        command = ["git", "-C", tmp_path, *who, *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    git("init", "-q")
    for text in ("one\n", "one\ntwo\nthree\n"):
        (tmp_path / "a ü.py").write_text(text)
        git("add", ".")
        git("commit", "-q", "-m", text)
    (tmp_path / "new.py").write_text("1\n2\n")
    return tmp_path, git


def test_lines_are_counted_also_of_files_that_are_not_committed(repository):
    (repository[0] / "a ü.py").write_text("")
    (repository[0] / "folder").symlink_to(repository[0])
    assert changed.lines("HEAD~1") == {"a ü.py": 1, "new.py": 2}
    assert changed.lines("HEAD") == {"a ü.py": 3, "new.py": 2}


def test_the_commit_to_compare_with(repository, tmp_path_factory, monkeypatch):
    _, git = repository
    first, second = git("rev-parse", "HEAD~1"), git("rev-parse", "HEAD")
    assert changed.base() == second and changed.base("before") == first
    git("update-ref", "refs/remotes/origin/main", first)
    assert changed.base() == changed.base("before") == first
    git("update-ref", "refs/remotes/origin/main", second)
    assert changed.base() == second and changed.base("before") == first
    git("checkout", "-q", first)
    git("update-ref", "refs/remotes/origin/main", first)
    with pytest.raises(changed.NoBase):
        changed.base("before")  # the first commit has no parent
    with pytest.raises(changed.NoBase, match="no-such-commit is not known here"):
        changed.base("no-such-commit")
    monkeypatch.setattr(changed, "ROOT", tmp_path_factory.mktemp("plain"))
    assert lanes.plan("before") == []
    assert lanes.told("before").startswith("No commit to compare with (")
