"""A new lesson, green from the first minute: `python -m course lesson 32 "Nearest neighbours"`.

It writes the lesson's folder, its answers, its test and its notebook, and touches nothing else. The
card says `draft`: the lesson is held to style, truth and links, not yet to the size of a finished
one, and stands in no plan, graph, map or table.
"""

import re
from pathlib import Path
from string import Template

from course import draft, notebooks, outline
from course.notebooks import ROOT
from lessons import folders

HERE = Path(__file__).parent
# template -> the file that is made of it
FILES = {
    "card.py.txt": "lessons/$package/__init__.py",
    "halving.py.txt": "lessons/$package/halving.py",
    "slips.py.txt": "lessons/$package/slips.py",
    "answers.py.txt": "answers/n$number.py",
    "test.py.txt": "tests/lessons/test_n$number.py",
}


def add(commands):
    what = "write a new lesson, green from the first minute"
    command = commands.add_parser("lesson", help=what, description=__doc__)
    command.add_argument("number", help="such as 32")
    command.add_argument("title", help='such as "Nearest neighbours"')
    command.set_defaults(run=lambda options: write(options.number, options.title))


def write(number, title, root=ROOT):
    """Write the files of a lesson, and run its notebook."""
    words = names(number, title)
    for template, place in FILES.items():
        path = root / Template(place).substitute(words)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(filled(template, words), encoding="utf-8")
        print(f"written: {path.relative_to(root)}")
    path = root / "notebooks" / f"{words['stem']}.ipynb"
    nb = outline.placed(draft.to_notebook(filled("notebook.txt", words)))
    notebooks.write(path, nb)
    notebooks.run(path)
    print(f"written: {path.relative_to(root)}")


def names(number, title):
    """What the templates call the lesson; bad input gets one sentence."""
    if not re.fullmatch(r"\d\d", number):
        raise ValueError(f"a lesson's number has two digits, such as 32, not {number!r}")
    if number in folders():
        raise ValueError(f"lesson {number} is there already: {folders()[number].name}")
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9 ]*", title):
        raise ValueError(f"a title has letters, digits and spaces only, not {title!r}")
    stem = f"{number}_{title.lower().replace(' ', '_')}"
    return {"number": number, "title": title, "plain": title.lower(), "stem": stem} | {
        "package": f"n{stem}"
    }


def filled(template, words):
    """The text of a template; `$$` is a dollar sign."""
    return Template((HERE / template).read_text(encoding="utf-8")).substitute(words)
