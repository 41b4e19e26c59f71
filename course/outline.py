"""The course in order: thirty-one notebooks, the question of each, and the ways between them.

The map in notebook 00, the line of links in every notebook, and the graph and plan in
notebooks/guides are written from here.
"""

import itertools
import re

from course import figures, notebooks
from helpers.lookup import anchor

START = "00_start.ipynb"
MAP = "Map of the course"
BY_WORDS = re.compile(r"(\]\(\w+\.ipynb#)(?!cell-id=)([^)]+)\)")

PARTS = {
    "I The learning problem": {
        "01": ("risk", "What is learning, once written down?"),
        "02": ("convexity", "Which losses are easy, and how is “easy” measured?"),
    },
    "II Linear models": {
        "03": ("perceptron", "When does correcting mistakes ever end?"),
        "04": ("least squares", "When is the best fit a bad one?"),
        "05": ("sparsity", "Why do corners make zeros?"),
        "06": ("logistic", "How sure is the classifier, and what does temperature do to it?"),
    },
    "III Optimisation": {
        "07": ("gradient descent", "How far can a step go?"),
        "08": ("sgd", "How good is a step in a random direction that is right on average?"),
        "09": ("sgd variants", "How do projection, scaling and memory tame the noise?"),
        "10": ("langevin", "What if we never stop shaking?"),
    },
    "IV Margins": {
        "11": ("svm", "Which separating line, and what does each point pay?"),
        "12": ("multiclass", "How do two-class machines choose among many?"),
        "13": ("boosting", "How do weak rules become a strong one, and why does it not overfit?"),
    },
    "V Kernels": {
        "14": ("kernel trick", "How to compute in infinitely many features?"),
        "15": ("kernel design", "Which functions are kernels?"),
        "16": ("rkhs", "What does a kernel call a smooth function?"),
        "17": ("gaussian processes", "How sure is the curve between the points?"),
        "18": ("fourier features", "Which frequencies does a kernel hear?"),
        "19": ("mmd", "Do two samples come from one distribution?"),
    },
    "VI Online learning": {
        "20": ("experts", "How much do we regret, against an adversary?"),
        "21": ("mirror descent", "Which geometry should a step use?"),
        "22": ("bandits", "What does it cost to see only one arm?"),
        "23": ("online to batch", "How does low regret become low risk?"),
    },
    "VII Generalisation": {
        "24": ("concentration", "How far is an average from its mean?"),
        "25": ("pac", "How many examples does a finite class need?"),
        "26": ("vc dimension", "How many labellings can a class draw?"),
        "27": ("rademacher", "How well does a class fit coin flips?"),
        "28": ("stability", "What if one example had been another?"),
    },
    "VIII Estimation": {
        "29": ("asymptotics", "What is the exact price of n examples?"),
        "30": ("method of moments", "Can a mixture be learnt without local optima?"),
    },
    "IX Beyond the notes": {
        "31": ("neural networks", "What do the same tools say about a small network?")
    },
}

# What a reader must know before: the links of each "You need", and for notebooks to come the plan.
NEEDS = {
    "01": (),
    "02": ("01",),
    "03": (),
    "04": ("01",),
    "05": ("02", "04"),
    "06": ("02", "04", "07"),
    "07": ("02",),
    "08": ("07",),
    "09": ("08",),
    "10": ("08",),
    "11": ("02", "07"),
    "12": ("06", "07", "08", "11"),
    "13": ("02",),
    "14": ("04", "07"),
    "15": ("14",),
    "16": ("15",),
    "17": ("14",),
    "18": ("15",),
    "19": ("16",),
    "20": ("02",),
    "21": ("07", "20"),
    "22": ("20",),
    "23": ("08", "20"),
    "24": ("01",),
    "25": ("24",),
    "26": ("25",),
    "27": ("14", "25"),
    "28": ("04", "24"),
    "29": ("04", "06"),
    "30": ("29",),
    "31": ("06", "07", "08", "14"),
}


def title_of(number):
    """The words of a notebook's file name, from the outline: "gradient descent"."""
    return next(topics[number][0] for topics in PARTS.values() if number in topics)


def before(number):
    """All that a notebook builds on, directly or through others."""
    direct = set(NEEDS[number])
    return direct.union(*map(before, direct))


def arrows():
    """(needed, needing) pairs for a drawing; one that follows from others is left out."""
    return [
        (needed, number)
        for number, direct in NEEDS.items()
        for needed in direct
        if not any(needed in before(other) for other in direct)
    ]


def course_map():
    """The map as a Markdown table: a link where the notebook is ready."""
    lines = ["| no. | notebook | the question it asks |", "|---|---|---|"]
    for part, topics in PARTS.items():
        lines.append(f"| | **{part}** | |")
        for number, (title, question) in topics.items():
            lines.append(f"| {number} | {_entry(number, title)} | {question} |")
    return "\n".join(lines)


def navigation(number):
    """The line of links for the notebook of that number: previous, next, map, notation."""
    ready = [path.name for path in notebooks.paths()]
    before = [name for name in ready if name[:2] < number][-1:]
    after = [name for name in ready if name[:2] > number][:1]
    links = [f"[← {_title(name)}]({name})" for name in before]
    links += [f"[{_title(name)} →]({name})" for name in after]
    links += [f"[{word.lower()}]({START}#cell-id={anchor(word)})" for word in _pages()]
    return f"*{' · '.join(links)} · [map]({START}#cell-id={anchor(MAP)})*"


def placed(nb):
    """Write the map, and the line of links below the opening and into the last Markdown cell.

    Done in place. Links that authors wrote by the words of a heading are made to arrive.
    """
    number = figures.number_of(nb["cells"])
    prose = [cell for cell in nb["cells"] if cell["cell_type"] == "markdown"]
    if not number or not prose:
        return nb
    for cell in prose:
        cell["source"] = BY_WORDS.sub(lambda m: f"{m[1]}cell-id={anchor(m[2])})", cell["source"])
        cell["source"] = without_navigation(cell["source"])
    opening = list(itertools.takewhile(lambda cell: cell in prose, nb["cells"]))
    for cell in {id(cell): cell for cell in (*opening[-1:], prose[-1])}.values():
        cell["source"] += f"\n\n{navigation(number)}"
    for cell in prose:
        if notebooks.opening(cell) == MAP:
            words = cell["source"].partition("\n| no. |")[0].rstrip()
            cell["source"] = f"{words}\n\n{course_map()}"
    return nb


def without_navigation(text):
    """Some Markdown without the line of links: slides do not need it."""
    return re.sub(r"\n*^\*\[.+ · \[map\]\([^)]+\)\*$", "", text, flags=re.MULTILINE)


def _pages():
    """What notebook 00 explains for all others."""
    there = map(notebooks.opening, notebooks.cells(notebooks.NOTEBOOKS / START))
    return [heading for heading in there if heading in ("Notation", "Glossary")]


def _entry(number, title):
    path = notebooks.path_of(number)
    return f"[{title}]({path.name})" if path else f"{title} (to come)"


def _title(name):
    """The words of a file's name: 07 gradient descent."""
    return name.removesuffix(".ipynb").replace("_", " ")
