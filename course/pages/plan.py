"""The plans: which notebook in which week, what to show live, what to set."""

import re
from dataclasses import dataclass

from course import figures, notebooks, outline
from course.pages import graph, places


@dataclass
class Week:
    core: tuple
    extra: tuple = ()  # for the class, for reading, or for nobody
    point: str = ""


TEN = [
    Week(("01",), point="the training error of a chosen rule is too good to be true"),
    Week(("02",), ("03",), "three numbers say how easy a loss is"),
    Week(("04",), point="the best fit on the sample is not the best fit"),
    Week(("05",), point="corners make zeros"),
    Week(("07",), point="the curvature says how long a step may be"),
    Week(("08",), ("09",), "right on average is enough, at a price"),
    Week(("06",), point="a score becomes a probability, and can be checked"),
    Week(("11",), ("12",), "a constraint has a price, and the prices prove the optimum"),
    Week(("13",), point="weak rules, one vote, and the margins it leaves"),
    Week(("14",), ("10",), "infinitely many features, n numbers"),
]
FIVE = [
    Week(("01", "02"), point="what learning is, and which losses are easy"),
    Week(("04", "07"), ("03",), "one fit in closed form, and how to get there by steps"),
    Week(("08", "06"), ("05",), "noise in the steps, probabilities in the answers"),
    Week(("11", "13"), ("12",), "two ways to a large margin"),
    Week(("14",), ("10",), "all linear methods at once, bent"),
]
# after one of the others: why samples can be trusted, kernels in depth, opponents instead of luck
SECOND = [
    Week(("24",), point="how far an average is from its mean, with a number"),
    Week(("25",), point="only the logarithm of a class counts"),
    Week(("26",), point="what counts is how many labellings a class can draw"),
    Week(("27",), point="who cannot fit coins will not be fooled by data"),
    Week(("28",), point="over-fitting is what one swapped example does"),
    Week(("15",), ("18",), "which functions are kernels, and which frequencies they hear"),
    Week(("16",), ("19",), "a kernel is a price list for functions"),
    Week(("17",), point="how sure the curve is, and where to ask next"),
    Week(("20",), ("21",), "no luck needed: little regret against any opponent"),
    Week(("23",), ("22",), "low regret is low risk, with one pass over the data"),
    Week(("29",), ("30",), "the exact price of an example, and mixtures without a search"),
    Week(("31",), point="the same tools, on a small network"),
]
# what a lecture should not leave out, if the notebook still has it; else its first two figures
LIVE = {
    "01": ("several", "gallery"),
    "02": ("chord", "sandwich"),
    "03": ("steps", "margin"),
    "04": ("wiggle", "parts"),
    "05": ("touch", "path"),
    "06": ("tumour", "away"),
    "07": ("valley", "speed"),
    "08": ("walk", "cloud"),
    "10": ("shaking", "wells"),
    "11": ("street", "soft"),
    "13": ("rounds", "margins"),
    "14": ("ridge", "lift"),
}
EXERCISE = re.compile(r'^(?:ask|check)\("(\d\d-[\w-]+)"', flags=re.MULTILINE)

HEAD = f"""# Plans for a course

A notebook takes a student 60 to 75 minutes, and a lecture as long: guess together, walk through the
story of a figure, prove one theorem, set the exercises. Every plan begins with
[00](../00_start.ipynb#cell-id=are-you-ready): six questions there tell students whether they are
ready, and [refreshers](refreshers.md) help where they are not.

- **Core** notebooks, in bold, are lectured. What is *also* listed is for a class, for reading at
  home, or for nobody.
- **Show live**: the figures that carry the point. [How to present](present.md) has the keys.
- **Set**: exercises of the core, as `make homework` knows them;
  [how to assign and grade](homework_lecturer.md).
- After a part, one of the [problems on real data](problems.md) ties its notebooks together.
- The first two plans are a first course, of notebooks 01 to 14; the third goes on from either.

## Who needs whom

![{graph.ALT}](dependencies.svg)

An arrow leads from a notebook to one that builds on it; arrows that follow from others are left
out.

"""


def page():
    """The text of guides/plan.md."""
    return (
        HEAD
        + needs()
        + section("Ten weeks, one lecture a week", TEN)
        + section("Five weeks, two lectures a week", FIVE)
        + section("A second course, twelve weeks", SECOND)
    )


def needs():
    """The graph in words, for those who cannot see it."""
    lines = ["<details><summary>The same as a list</summary>\n"]
    for number, direct in outline.NEEDS.items():
        words = ", ".join(direct) if direct else "nothing before it"
        lines.append(f"- {number} {outline.title_of(number)} needs {words}")
    return "\n".join(lines) + "\n\n</details>\n\n"


def section(title, weeks):
    """One plan as a table."""
    lines = [
        f"## {title}\n",
        "| week | read | show live | set | the point |",
        "|---|---|---|---|---|",
    ]
    for i, week in enumerate(weeks, 1):
        cells = [read(week), "; ".join(map(live, week.core)), "; ".join(map(exercises, week.core))]
        lines.append(f"| {i} | {' | '.join(cells)} | {week.point} |")
    return "\n".join(lines) + "\n\n"


def read(week):
    """The notebooks of a week."""
    words = ", ".join(f"**{_notebook(number)}**" for number in week.core)
    return words + "".join(f"; also {_notebook(number)}" for number in week.extra)


def live(number):
    """Links to the figures to show."""
    path = notebooks.path_of(number)
    cells = notebooks.cells(path)
    there = figures.names(list(places.core(cells)))
    chosen = [name for name in LIVE.get(number, ()) if name in there] or there[:2]
    return ", ".join(places.link(name, path, places.figure_cell(cells, name)) for name in chosen)


def exercises(number):
    """The names of the core's exercises."""
    found = []
    for cell in places.core(notebooks.cells(notebooks.path_of(number))):
        graded = cell["metadata"].get("nbgrader", {})
        found += [graded["grade_id"]] if graded.get("solution") else []
        found += EXERCISE.findall(cell["source"]) if cell["cell_type"] == "code" else []
    return ", ".join(f"`{name}`" for name in dict.fromkeys(found))


def _notebook(number):
    path = notebooks.path_of(number)
    return places.link(places.name(path), path)
