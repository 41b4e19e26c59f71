"""Write what is made from cards and notebooks, the README's table too: `python -m course pages`."""

from course import outline
from course.notebooks import ROOT
from course.pages import glossary, graph, index, plan
from course.pages.places import FOLDER

MADE = {
    "plan.md": plan.page,
    "dependencies.svg": graph.drawing,
    "glossary.md": glossary.page,
    "index.md": index.page,
}


def add(commands):
    what = "write plan, graph, glossary and index into notebooks/guides, and the README's table"
    command = commands.add_parser("pages", help=what, description=what)
    command.set_defaults(run=lambda options: write())


def write():
    """Write every page anew, and say which changed."""
    texts = {FOLDER / name: make() for name, make in MADE.items()}
    readme = ROOT / "README.md"
    texts[readme] = outline.with_table(readme.read_text(encoding="utf-8"))
    for path, text in texts.items():
        changed = not path.exists() or path.read_text(encoding="utf-8") != text
        if changed:
            path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{path.relative_to(ROOT)}: {'written' if changed else 'unchanged'}", flush=True)
