"""The plans: which notebook in which week, what to show live, what to set."""

import re
from dataclasses import dataclass

from course import figures, notebooks, outline
from course.pages import graph, places
from lessons import cards


@dataclass
class Week:
    """What a week of a plan lectures, what is also listed, and its point, as the cards say."""

    core: tuple
    extra: tuple
    point: str


PLANS = {
    "ten": "Ten weeks, one lecture a week",
    "five": "Five weeks, two lectures a week",
    # after one of the others: why samples can be trusted, kernels in depth, opponents, not luck
    "second": "A second course, twelve weeks",
}


def weeks(name):
    """The weeks of a plan, in order."""
    placed = {n: card.weeks[name] for n, card in outline.lectured().items() if name in card.weeks}
    last = max((week if isinstance(week, int) else week[0]) for week in placed.values())
    found = (_week(placed, number) for number in range(1, last + 1))
    return [week for week in found if week.core]  # a course may leave a lesson out


def _week(placed, number):
    core = [n for n, week in placed.items() if not isinstance(week, int) and week[0] == number]
    extra = [n for n, week in placed.items() if week == number]
    points = [placed[n][1] for n in core if placed[n][1]]
    return Week(tuple(core), tuple(extra), "; ".join(points))


EXERCISE = re.compile(r'^(?:ask|check)\("(\d\d-[\w-]+)"', flags=re.MULTILINE)

HEAD = """# Plans for a course

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

![{alt}](dependencies.svg)

An arrow leads from a notebook to one that builds on it; arrows that follow from others are left
out.

"""


def page():
    """The text of guides/plan.md."""
    head = HEAD.format(alt=graph.alt())
    return head + needs() + "".join(section(title, weeks(name)) for name, title in PLANS.items())


def needs():
    """The graph in words, for those who cannot see it."""
    lines = ["<details><summary>The same as a list</summary>\n"]
    for number, direct in outline.needs().items():
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
    chosen = [name for name in cards()[number].live if name in there] or there[:2]
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
