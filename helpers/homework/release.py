"""Student versions of the notebooks, by nbgrader: no solution and no hidden test is left in them."""

import json
from pathlib import Path

from helpers.homework.folder import show_tools

CONFIG = """# written by `make homework`; nbgrader reads it in this folder
c = get_config()
c.CourseDirectory.course_id = "ml_theory"
c.ClearSolutions.code_stub = {"python": "raise NotImplementedError  # your code here"}
c.IncludeHeaderFooter.header = ""
c.ExportPlugin.to = "gradebook.csv"  # `nbgrader export` would otherwise write over grades.csv
"""


def release(course, assignments, say=print):
    """Write source/, release/ and the gradebook entry of each assignment; ValueError if nbgrader fails."""
    course = Path(course)
    course.mkdir(parents=True, exist_ok=True)
    (course / "nbgrader_config.py").write_text(CONFIG, encoding="utf-8")
    api = nbgrader_api(course)
    for assignment in assignments:
        source = course / "source" / assignment.name / assignment.path.name
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(unfolded(assignment.path), encoding="utf-8")
        result = api.generate_assignment(assignment.name)
        if not result["success"]:
            words = result.get("log") or result.get("error")
            raise ValueError(f"nbgrader could not release {assignment.name}:\n{words}")
        say(f"{assignment.name}: {len(assignment.exercises)} exercises, {assignment.points} points")
    return course / "release"


def unfolded(path):
    """The notebook with its solution cells open: a student writes there, so it must not be folded away."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            cell["metadata"].pop("jupyter", None)
    return json.dumps(notebook, indent=1, ensure_ascii=False)


def nbgrader_api(course):
    """nbgrader's Python interface, for this folder; loaded only here, because it takes seconds."""
    show_tools()
    from nbgrader.apps import NbGraderAPI
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import PyFileConfigLoader

    config = PyFileConfigLoader("nbgrader_config.py", path=str(course)).load_config()
    config.CourseDirectory.root = str(Path(course).resolve())
    return NbGraderAPI(CourseDirectory(config=config), config=config)
