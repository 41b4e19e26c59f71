"""What formgrader opens: a submitted notebook with rubrics; nothing of the student's runs there."""

from course.grading.clean import Cleaner
from course.grading.compose import RUBRIC, bare, code, compose, markdown
from helpers.desk.kinds import Open


def shown(notebook, assignment):
    """A submitted notebook as formgrader shows it to a marker.

    Outputs and attachments go, for they may hold any HTML; Markdown that is not ours is cleaned.
    nbgrader's metadata is ours again, whatever the student made of it; what is missing is added;
    rubrics stand before open answers.
    """
    source, cleaner = compose(assignment), Cleaner()
    words = {"".join(cell["source"]) for cell in source["cells"]}
    ours = {id: cell for cell in source["cells"] if (id := _id(cell))}
    cells, met = [], set()
    for cell in notebook["cells"]:
        id, kind = _id(cell), cell["cell_type"]
        known = id in ours and id not in met and kind == ours[id]["cell_type"]
        made = code("") if kind == "code" else {"cell_type": "markdown"}
        made["source"] = text = "".join(cell["source"])
        if kind != "code" and text not in words:
            made["source"] = cleaner.markdown(text)
        cells.append({**made, "metadata": ours[id]["metadata"] if known else {}})
        met |= {id} if known else set()
    for id, cell in ours.items():
        if id not in met and cell["metadata"]["nbgrader"]["grade"]:
            cells.append({**cell, "source": "(not in the notebook that was handed in)"})
    cells = [bare(c) for cell in cells for c in (*_rubric(cell, assignment), cell)]
    source["cells"] = [{"id": f"shown-{i}", **cell} for i, cell in enumerate(cells)]
    return {**source, "metadata": {}}


def _id(cell):
    return cell.get("metadata", {}).get("nbgrader", {}).get("grade_id")


def _rubric(cell, assignment):
    """The rubric of the open question that this cell answers, if it does."""
    for exercise in assignment.exercises:
        if isinstance(exercise, Open) and exercise.id == _id(cell):
            lines = [f"- {points:g}: {words}" for points, words in exercise.rubric]
            head = f"**For the marker** ({exercise.points} points)\n"
            yield markdown("\n".join([head, *lines]), {"tags": [RUBRIC]})
