"""The commands about slides: the decks, their rehearsal, and the lecturer's pages."""

import sys

from course.notebooks import ROOT, paths


def add(commands):
    for name, what, run in (
        ("slides", "write decks that work without a kernel, in build/slides", run_slides),
        ("guide", "write the lecturer's pages, notes and stories, in build/guide", run_guide),
        ("rehearse", "walk through the decks in a browser; say what would go wrong", run_rehearse),
    ):
        command = commands.add_parser(name, help=what, description=what)
        command.add_argument("numbers", nargs="*", help="notebooks, such as 07 13; all without any")
        command.set_defaults(run=run)


def run_slides(options):
    from course.slides import deck

    for path in paths(*options.numbers):
        made = deck.build(path)
        print(f"{made.relative_to(ROOT)}: {made.stat().st_size / 1e6:.1f} MB", flush=True)


def run_guide(options):
    from course.slides import guide

    for path in paths(*options.numbers):
        print(guide.build(path).relative_to(ROOT), flush=True)


def run_rehearse(options):
    from course.slides.rehearse import report

    sys.exit(report(paths(*options.numbers)))
