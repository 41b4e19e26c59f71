"""The source that nbgrader releases from, composed from a lecture notebook and its exercises.

A stub gets its reference solution between nbgrader's marks, and a cell that carries the points.
What a card asks in the lecture (a choice, a number, an order, a position) becomes the question in
words and a card that keeps the answer in its own cell; an open question gets a cell for text.
nbgrader takes out what stands between the marks: the file that students get shows nothing else of
an exercise than its question.
"""

import ast
import functools
import inspect
import re
import textwrap
from html import escape

from course import notebooks
from course.grading.assignment import calls
from helpers.desk.answer import lettered
from helpers.desk.checking import find
from helpers.desk.kinds import Choice, Code, Number, Open, Order, Position

STUB = "..."  # what stands in a released cell where a solution stood
RUBRIC = "rubric"  # tag of a cell that only markers see
FOLDED = "jp-MarkdownHeadingCollapsed"  # by this JupyterLab hides what stands under a heading


def compose(assignment):
    """nbgrader's source notebook, a dictionary."""
    notebook = notebooks.read(assignment.path)
    cells = notebook["cells"]
    becomes = {i: [cell] for i, cell in enumerate(cells)}
    for call in calls(cells):
        if call.word == "solution":
            becomes[call.cell] = []  # in the lecture it shows a solution after an attempt
        elif isinstance(exercise := find(call.id), Code):
            stub = stub_cell(cells, exercise, call.cell)
            becomes[stub] = [solved(cells[stub], exercise)]
            becomes[call.cell] = [locked(cells[call.cell], f"{call.id}-check"), worth(exercise)]
        else:
            becomes |= {i: [] for i in given_in(cells, call)}
            becomes[call.cell] = asked(exercise)
    made = unfolded([bare(cell) for cells in becomes.values() for cell in cells])
    notebook["cells"] = [{**cell, "source": imports(cell["source"])} for cell in made]
    return notebook


@functools.cache
def lecture(path):
    """The sources of the code cells of a lecture notebook, as a student gets them."""
    return [imports(cell["source"]) for cell in notebooks.code(path)]


def unfolded(cells):
    """A heading above an exercise is open: who does not see a question does not answer it."""
    levels = {}  # level of a heading -> its number, for the headings that the cell stands under
    for i, cell in enumerate(cells):
        mark = re.match("#+(?= )", cell["source"]) if cell["cell_type"] == "markdown" else None
        if mark:
            levels = {level: at for level, at in levels.items() if level < len(mark[0])}
            levels[len(mark[0])] = i
        if "nbgrader" in cell["metadata"]:
            for at in levels.values():
                cells[at]["metadata"].pop(FOLDED, None)
    return cells


def imports(source):
    """What the cards of homework need is imported where the lecture imports its own."""
    line = r"^from helpers\.desk import [\w, ]+$"
    wanted = "from helpers.desk import check, errata, hand_in"
    return re.sub(line, wanted, source, flags=re.MULTILINE)


def given_in(cells, call):
    """The cell where a reader of the lecture writes an open answer, `answer = "..."`, if any."""
    for i in reversed(range(call.cell)):
        if call.name and re.match(rf"{call.name} *=", cells[i]["source"]):
            return [i]
    return []


def stub_cell(cells, exercise, before):
    """The number of the last cell before the check that defines the function."""
    name = exercise.name
    for i in reversed(range(before)):
        if cells[i]["cell_type"] == "code" and f"def {name}(" in cells[i]["source"]:
            return i
    raise ValueError(f"no cell before the check of {exercise.id} defines {name}.")


def put_stubs(path):
    """Write the stubs of a notebook's exercises into it, as the exercises have them now."""
    notebook = notebooks.read(path)
    cells = notebook["cells"]
    for call in calls(cells):
        if call.word == "check" and isinstance(exercise := find(call.id), Code):
            cells[stub_cell(cells, exercise, call.cell)]["source"] = exercise.stub
    return notebooks.write(path, notebook)


def solved(cell, exercise):
    """The stub's cell with the reference in the place of its dots."""
    *head, dots = cell["source"].rstrip().splitlines()
    if dots.strip() != STUB:
        raise ValueError(f"the cell of {exercise.id} must end in a line with three dots.")
    return marked(cell, "\n".join(head), reference(exercise.solution), exercise.id)


def marked(cell, head, solution, id):
    """A solution cell: `head`, then the solution between nbgrader's marks."""
    body = ["### BEGIN SOLUTION", *solution.splitlines(), "### END SOLUTION"]
    source = "\n".join([head, *(f"    {line}".rstrip() for line in body)])
    return {**cell, "source": source, "metadata": metadata(id, "code", solution=True)}


def reference(function):
    """The body of a function as text, without its docstring."""
    source = textwrap.dedent(inspect.getsource(function))
    body = ast.parse(source).body[0].body
    first = body[1] if ast.get_docstring(ast.parse(source).body[0]) else body[0]
    return textwrap.dedent("\n".join(source.splitlines()[first.lineno - 1 :]))


def locked(cell, id):
    """A cell that students run and do not change."""
    return {**cell, "metadata": metadata(id, cell["cell_type"], locked=True)}


def worth(exercise):
    """The cell that carries the points in nbgrader's gradebook; the tests are not in it."""
    points = "1 point" if exercise.points == 1 else f"{exercise.points} points"
    source = f"# {exercise.id}: {points}, given when your notebook has been handed in"
    fields = {"grade": True, "locked": True, "points": exercise.points}
    return code(source, metadata(f"{exercise.id}-hidden", "code", **fields))


@functools.singledispatch
def asked(exercise):
    """The cells in which a student meets the exercise and answers it."""
    raise TypeError(f"{exercise.id} cannot be asked: use check")


@asked.register
def asked_choice(exercise: Choice):
    return [question(exercise, map(escape, exercise.options)), *card(exercise)]


@asked.register
def asked_number(exercise: Number):
    return [question(exercise), *card(exercise)]


@asked.register
def asked_order(exercise: Order):
    return [question(exercise, exercise.listed), *card(exercise)]


@asked.register
def asked_position(exercise: Position):
    return [question(exercise), *card(exercise)]


@asked.register
def asked_open(exercise: Open):
    fields = {"grade": True, "solution": True, "points": exercise.points}
    answer = markdown("the student's answer", metadata(exercise.id, "markdown", **fields))
    return [question(exercise, map(escape, exercise.asks)), answer]


def card(exercise):
    """The cell whose card takes the answer and keeps it, and the cell with its points.

    nbgrader must not know the first one: it would empty it when the assignment is released.
    """
    cell = code(f'hand_in("{exercise.id}")', {"slideshow": {"slide_type": "skip"}})
    return [{**cell, "id": f"{exercise.id}-answer"}, worth(exercise)]


def question(exercise, options=()):
    """The task in words, as its card shows it; options (or lines, or parts) have letters.

    The letters are text: JupyterLab shows a list with numbers, whatever the list asks for.
    """
    lines = [f"<p><b>{letter})</b> {text}</p>" for letter, text in lettered(options).items()]
    source = "\n".join([f"<p>{exercise.task}</p>", *lines])
    return markdown(source, metadata(f"{exercise.id}-task", "markdown", locked=True))


def code(source, metadata=None):
    cell = {"cell_type": "code", "execution_count": None, "outputs": [], "source": source}
    return {**cell, "metadata": metadata or {}}


def markdown(source, metadata):
    return {"cell_type": "markdown", "source": source, "metadata": metadata}


def metadata(id, kind, **fields):
    """nbgrader's metadata of a cell; `fields` are those that are not false."""
    usual = {"grade": False, "locked": False, "solution": False, "task": False}
    about = {"schema_version": 3, "cell_type": kind, "grade_id": id, **usual, **fields}
    return {"nbgrader": about, "slideshow": {"slide_type": "skip"}}


def bare(cell):
    """The cell without outputs; one that students write into has its own id and is not folded."""
    about = cell["metadata"].get("nbgrader")
    cell = {**cell, "metadata": {**cell["metadata"]}}
    if about:
        cell["id"] = about["grade_id"]
        cell["metadata"].pop("jupyter", None)
    if cell["cell_type"] == "code":
        cell |= {"outputs": [], "execution_count": None}
    return cell
