"""The six questions of notebook 00: the answers, and the numbers that the wrong options explain."""

import re

import numpy as np
import pytest

from course import notebooks
from helpers.live import ready
from helpers.live.ready import QUESTIONS


@pytest.mark.parametrize("topic", QUESTIONS)
def test_every_option_teaches_and_the_answer_leads_to_its_refresher(topic):
    card = ready(topic)
    number = list(QUESTIONS).index(topic) + 1
    assert card.question.startswith(f"{number}. ")
    assert all(len(told) > 40 for told in card.options.values())
    assert f"refresher {number}." in card.options[card.answer]
    page = (notebooks.NOTEBOOKS / "guides" / "refreshers.md").read_text(encoding="utf-8")
    assert f"## {number} {topic}\n" in page


def test_a_topic_that_is_not_asked_is_told():
    with pytest.raises(ValueError, match="the topic must be one of singular values"):
        ready("algebra")


def test_the_numbers():
    A = np.array([[2.0, 2.0], [-1.0, 1.0]])
    stretch = [np.abs(np.linalg.eigvals(A)).max(), np.linalg.norm(A, 2), np.linalg.norm(A)]
    numbers = [float(re.match(r"[\d.]+", words)[0]) for words in ready("singular values").options]
    assert np.allclose(numbers, [*stretch, np.linalg.det(A)], atol=0.005)
    assert ready("singular values").answer.startswith(f"{stretch[1]:.2f}")
    die = np.arange(1, 7)
    assert float(ready("conditional expectation").answer) == die[die % 2 == 0].mean()
    grid = np.linspace(-5, 8, 1301)
    posterior = np.exp(-(grid**2) / 2 - (3 - grid) ** 2)  # noise variance 1/2
    mean = np.sum(grid * posterior) / np.sum(posterior)
    assert np.isclose(float(ready("gaussian posterior").answer), mean, atol=1e-6)
    assert float(ready("variance of an average").answer) == 10 / np.sqrt(100)


def test_the_gradient_is_the_one_of_finite_differences():
    rng = np.random.default_rng(0)
    X, y, w = rng.normal(size=(5, 2)), rng.normal(size=5), rng.normal(size=2)
    slopes = [
        (np.sum((X @ (w + h) - y) ** 2) - np.sum((X @ (w - h) - y) ** 2)) / 2e-6
        for h in 1e-6 * np.eye(2)
    ]
    assert ready("gradients").answer == "2Xᵀ(Xw − y)"
    assert np.allclose(2 * X.T @ (X @ w - y), slopes, rtol=1e-6)


def test_a_convex_function_may_be_anything_up_to_its_chord():
    assert ready("convexity").answer == "it is at most 3"
    for power in (1, 1.5, 2, 8):
        assert 4 * (1 - 1 / 4) ** power <= 3
