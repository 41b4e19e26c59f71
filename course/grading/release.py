"""Student versions of the notebooks, by nbgrader: nothing of a solution is left in them."""

import json
from pathlib import Path

from course.grading.assignment import assignments as every
from course.grading.compose import RUBRIC, STUB, compose
from course.grading.folder import show_tools
from course.grading.score import TEXT_STUB

CONFIG = rf"""# written by `make homework`; nbgrader reads it in this folder
from nbconvert.preprocessors import CSSHTMLHeaderPreprocessor
from nbgrader.preprocessors import GetGrades, NbGraderPreprocessor


class WithoutRubric(NbGraderPreprocessor):
    def preprocess(self, nb, resources):
        nb.cells = [c for c in nb.cells if {RUBRIC!r} not in c.metadata.get("tags", ())]
        return nb, resources


c = get_config()
c.CourseDirectory.course_id = "ml_theory"
c.ClearSolutions.code_stub = {{"python": {STUB!r}}}
c.ClearSolutions.text_stub = {TEXT_STUB!r}
c.IncludeHeaderFooter.header = ""
c.ExportPlugin.to = "gradebook.csv"  # `nbgrader export` would otherwise write over grades.csv
# `nbgrader zip_collect`: the student is what stands before the notebook's name, as a folder of the
# archive or in front of _ or -; Moodle's "_assignsubmission_file_" is left out
c.FileNameCollectorPlugin.named_regexp = (
    r".*/extracted/(?:.*/)?(?P<student_id>(?!(?:NAMES)/)[^/]+?)(?:_assignsubmission_file_?)?"
    r"(?:/(?:NAMES))?[/_-](?P<file_id>(?:NAMES)(?: ?\(\d+\))?)\.ipynb$"
)
c.GenerateFeedback.preprocessors = [WithoutRubric, GetGrades, CSSHTMLHeaderPreprocessor]
"""


def release(course, assignments, say=print):
    """Write source/, release/ and the gradebook's entry of each; ValueError if nbgrader fails."""
    course = Path(course)
    course.mkdir(parents=True, exist_ok=True)
    (course / "nbgrader_config.py").write_text(config(), encoding="utf-8")
    api = nbgrader_api(course)
    for assignment in assignments:
        source = course / "source" / assignment.name / assignment.path.name
        source.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(compose(assignment), indent=1, ensure_ascii=False)
        source.write_text(text, encoding="utf-8")
        result = api.generate_assignment(assignment.name)
        if not result["success"]:
            words = result.get("log") or result.get("error")
            raise ValueError(f"nbgrader could not release {assignment.name}:\n{words}")
        count = len(assignment.exercises)
        say(f"{assignment.name}: {count} exercises, {assignment.points} points")
    return course / "release"


def config():
    """nbgrader's configuration, with the names of all assignments."""
    return CONFIG.replace("NAMES", "|".join(every()))


def nbgrader_api(course):
    """nbgrader's Python interface, for this folder; loaded only here, because it takes seconds."""
    show_tools()
    from nbgrader.apps import NbGraderAPI
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import PyFileConfigLoader

    config = PyFileConfigLoader("nbgrader_config.py", path=str(course)).load_config()
    config.CourseDirectory.root = str(Path(course).resolve())
    return NbGraderAPI(CourseDirectory(config=config), config=config)
