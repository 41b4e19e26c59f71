"""The command of the course: `python -m course --help` lists what it does."""

import argparse
import os
import sys
from pathlib import Path

# The matrices of a lecture are small: one BLAS thread is faster than several that wait for each
# other, and gives the same digits on every machine. This must be said before NumPy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# For tools that call tools: nbgrader calls alembic
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])

from course import draft, notebooks, outline, programs, skeleton  # noqa: E402
from course.grading import commands as grading  # noqa: E402
from course.pages import build as pages  # noqa: E402
from course.slides import commands as slides  # noqa: E402


def main(arguments=None):
    options, more = parser().parse_known_args(arguments)
    if more and not options.passes_on:
        parser().error(f"unrecognized arguments: {' '.join(more)}")
    options.more = more
    try:
        options.run(options)
    except ValueError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("\nStopped.")


def parser():
    top = argparse.ArgumentParser(prog="course", description="The commands of the course.")
    top.set_defaults(passes_on=False)
    commands = top.add_subparsers(required=True, metavar="command", title="commands")
    add_notebooks(commands)
    add_drafts(commands)
    add_picture(commands)
    for part in (programs, pages, grading, slides, skeleton):
        part.add(commands)
    return top


def add_notebooks(commands):
    what = "run the notebooks, store their outputs, and write the pages anew"
    command = commands.add_parser("notebooks", help=what, description=what)
    command.add_argument("numbers", nargs="*", help="such as 07 13; all without any")
    command.add_argument("--no-run", action="store_true", help="only put them into stored form")
    command.set_defaults(run=run_notebooks)


def run_notebooks(options):
    for path in notebooks.paths(*options.numbers):
        changed = notebooks.write(path, outline.placed(notebooks.read(path)))
        seconds = 0
        if not options.no_run:
            seconds, again = notebooks.run(path)
            changed = changed or again
        print(f"{path.name}: {seconds:.1f} s, {'written' if changed else 'unchanged'}", flush=True)
    pages.write()


def add_drafts(commands):
    for name, what, run in (
        ("draft", "write a notebook from its draft, which is plain text", run_draft),
        ("undraft", "write the draft of a notebook, to edit it as plain text", run_undraft),
    ):
        command = commands.add_parser(name, help=what, description=f"{what}. {draft.__doc__}")
        command.formatter_class = argparse.RawDescriptionHelpFormatter
        command.add_argument("source", type=Path)
        command.add_argument("target", type=Path)
        command.set_defaults(run=run)


def run_draft(options):
    nb = draft.to_notebook(options.source.read_text(encoding="utf-8"))
    notebooks.write(options.target, outline.placed(nb))


def run_undraft(options):
    words = draft.to_text(notebooks.read(options.source))
    options.target.write_text(words, encoding="utf-8", newline="\n")


def add_picture(commands):
    what = "draw the animation of the README"
    command = commands.add_parser("picture", help=what, description=what)
    command.add_argument("target", type=Path, help="such as data/valley.gif")
    command.set_defaults(run=run_picture)


def run_picture(options):
    from course.animate import readme_picture  # it loads matplotlib

    readme_picture(options.target)


if __name__ == "__main__":
    main()
