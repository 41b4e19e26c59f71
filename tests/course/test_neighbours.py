"""One submission neither costs another nor tells what it was asked."""

import pytest

from course.grading import grade, score
from course.grading.assignment import assignments
from course.grading.sandbox import Limits
from tests.course.test_grade import walls  # noqa: F401 (fixture)
from tests.tools.attacks import NAME, RIGHT, attacks, hand_in, honest

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("walls")]


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    return attacks(tmp_path_factory.mktemp("nowhere"), 9)


def told(content, folder, salt, monkeypatch):
    """All that a page of feedback says of a submission, with the hidden inputs of this salt."""
    file = hand_in(folder, salt, content) / f"{NAME}.ipynb"
    monkeypatch.setenv("HOMEWORK_SALT", salt)
    result = score.mark(assignments()[NAME], file)
    return [(part.id, part.score, part.reason, part.got) for part in result.parts], result.notes


TELLS = ["shape", "length", "keys", "text", "a-class", "a-message", "its-exit", "a-missing-module"]


@pytest.mark.parametrize("way", TELLS)
def test_a_page_says_the_same_whatever_the_inputs_were(way, suite, tmp_path, monkeypatch):
    """Somebody who puts the inputs into what comes back reads nothing of them."""
    content, _ = suite[f"tells-by-{way}"]
    first, second = (told(content, tmp_path, salt, monkeypatch) for salt in ("one", "two"))
    assert first == second and not any(part[1] for part in first[0] if part[0] == "07-grad-linreg")


def test_honest_neighbours_keep_their_marks_beside_hostile_ones(suite, tmp_path):
    """Frames that take long to read, much memory, threads: none of it costs anybody else."""
    hostile = ["frame-of-64-MB", "lists-in-a-list", "memory-bomb", "thread-bomb", "kills-itself"]
    for i, name in enumerate(hostile):
        hand_in(tmp_path / "submitted", f"{i}-hostile", suite[name][0])
        hand_in(tmp_path / "submitted", f"{i}-neighbour", honest())
    marks = {
        r["student"]: r["score"] for r in grade.grade(tmp_path / "submitted", tmp_path, jobs=4)
    }
    assert {name: mark for name, mark in marks.items() if "neighbour" in name} == {
        f"{i}-neighbour": 6 for i in range(len(hostile))
    }
    assert [marks[f"{i}-hostile"] for i in range(5)] == [suite[name][1] for name in hostile]


def test_who_had_to_wait_for_the_machine_keeps_the_mark(tmp_path):
    """Limits count CPU seconds; the wall clock comes later, and stops whoever only sleeps."""
    slow = "import time\ndef grad_linreg(w, x, y):\n    time.sleep(0.4)\n    return truth(w, x, y)"
    file = tmp_path / "a.ipynb"
    file.write_text(honest(RIGHT["grad_linreg"].replace("grad_linreg", "truth"), target=slow))

    def earned(patience):
        limits = Limits(exercise=1, patience=patience)
        result = score.mark(assignments()[NAME], file, limits)
        return {part.id: part.score for part in result.parts}["07-grad-linreg"]

    assert earned(patience=60) == 2 and earned(patience=1) == 0
