"""Are you ready? Six questions on what the notebooks use without stopping.

ready("singular values")

Each answer names its part of the page guides/refreshers.md.
"""

from helpers import check
from helpers.live.guess import Guess

# topic: (question, {option: what it teaches}, answer)
QUESTIONS = {
    "singular values": (
        "1. By which factor, at most, does $A = \\begin{pmatrix}2&2\\\\-1&1\\end{pmatrix}$ "
        "lengthen a vector?",
        {
            "2 times": "That is the size of its (complex) eigenvalues. They tell what happens to a "
            "vector that keeps its direction, and here none does.",
            "2.83 times": "$AA^\\top$ is diagonal with entries 8 and 2, so the singular values are "
            "$\\sqrt8 = 2.83$ and $\\sqrt2$; the largest is the answer. More in refresher 1.",
            "3.16 times": "That is the root of the sum of all squared entries, $\\sqrt{10}$: a "
            "bound, and not reached.",
            "4 times": "That is the determinant: how much it enlarges <i>areas</i>.",
        },
        "2.83 times",
    ),
    "convexity": (
        "2. $f$ is convex, $f(0) = 4$ and $f(4) = 0$. What do you know about $f(1)$?",
        {
            "it is 3": "Only if $f$ is a straight line. A convex graph may sag below its chord.",
            "it is at most 3": "The chord has height $\\frac34\\cdot4 + \\frac14\\cdot0 = 3$ at 1, "
            "and no convex graph passes above its chord. More in refresher 2.",
            "it is at least 3": "The other way round: a graph <i>above</i> its chords is concave.",
        },
        "it is at most 3",
    ),
    "conditional expectation": (
        "3. A fair die shows $Y$. You hear that it is even. Which prediction of $Y$ has the least "
        "mean squared error?",
        {
            "3.5": "That is $\\mathbb E\\,Y$, the best for somebody who heard nothing.",
            "4": "$\\mathbb E(Y \\mid \\text{even}) = \\frac{2+4+6}3$: the mean of what is still "
            "possible. More in refresher 3.",
            "6": "Right in one case of three, like 2 and 4; but if wrong, far off, and errors are "
            "squared.",
        },
        "4",
    ),
    "gaussian posterior": (
        "4. You believe $w \\sim N(0, 1)$ and measure $z = 3$, with normal noise of variance "
        "$\\frac12$. What is the mean of $w$ now?",
        {
            "1.5": "Halfway would be right if both were equally precise. The measurement is twice "
            "as precise as your belief.",
            "2": "Precisions 1 and 2 are the weights: $\\frac{1\\cdot0 + 2\\cdot3}{1+2} = 2$. More "
            "in refresher 4.",
            "3": "Then your belief would have counted nothing.",
        },
        "2",
    ),
    "gradients": (
        "5. $X$ has $n$ rows and $d$ columns. What is the gradient of $f(w) = \\|Xw - y\\|^2$?",
        {
            "2(Xw − y)": "That has $n$ entries; a gradient has as many as $w$, here $d$.",
            "2Xᵀ(Xw − y)": "The chain rule: the slope of the square, sent back through $X$. More "
            "in refresher 5.",
            "Xᵀ(Xw − y)": "That belongs to <i>half</i> the square. Such a lost 2 doubles or halves "
            "every step size.",
        },
        "2Xᵀ(Xw − y)",
    ),
    "variance of an average": (
        "6. Independent numbers have standard deviation 10. What has the mean of 100 of them?",
        {
            "10": "Large and small ones cancel in part. A mean is steadier than a single number.",
            "1": "The variance is divided by 100, the standard deviation by its root, 10. More in "
            "refresher 6.",
            "0.1": "The <i>variance</i> is divided by 100; the standard deviation by the root of "
            "that.",
        },
        "1",
    ),
}


def ready(topic):
    """The question on a topic, as a card."""
    question, options, answer = QUESTIONS[check.one_of("the topic", topic, list(QUESTIONS))]
    return Guess(question, options, answer=answer)
