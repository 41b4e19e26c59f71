"""Write the pages that are made from the outline and the notebooks: `python -m course pages`."""

from course.pages import glossary, graph, index, plan
from course.pages.places import FOLDER

MADE = {
    "plan.md": plan.page,
    "dependencies.svg": graph.drawing,
    "glossary.md": glossary.page,
    "index.md": index.page,
}


def add(commands):
    what = "write plan, graph, glossary and index into notebooks/guides"
    command = commands.add_parser("pages", help=what, description=what)
    command.set_defaults(run=lambda options: write())


def write():
    """Write every page anew, and say which changed."""
    for name, make in MADE.items():
        path, text = FOLDER / name, make()
        changed = not path.exists() or path.read_text(encoding="utf-8") != text
        if changed:
            path.write_text(text, encoding="utf-8", newline="\n")
        print(f"guides/{name}: {'written' if changed else 'unchanged'}", flush=True)
