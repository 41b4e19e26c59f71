"""The commands about slides: the decks, on screen and on paper, rehearsal, the lecturer's pages."""

import sys

from course.notebooks import ROOT, paths


def add(commands):
    for name, what, run in (
        ("slides", "write decks that work without a kernel, in build/slides", run_slides),
        ("pdf", "print the decks, a page for each step of a story, in build/slides", run_pdf),
        ("guide", "write the lecturer's pages, notes and stories, in build/guide", run_guide),
        ("rehearse", "walk through decks and live slides; say what would go wrong", run_rehearse),
    ):
        command = commands.add_parser(name, help=what, description=what)
        command.add_argument("numbers", nargs="*", help="notebooks, such as 07 13; all without any")
        command.set_defaults(run=run)
    commands.choices["slides"].add_argument(
        "--at", default="", metavar="ADDRESS", help="the web page where the decks will be"
    )
    commands.choices["rehearse"].add_argument(
        "--only", choices=("deck", "live"), help="only the decks, or only live in JupyterLab"
    )


def run_slides(options):
    from course.slides import deck

    for path in paths(*options.numbers):
        made = deck.build(path, address=options.at)
        print(f"{made.relative_to(ROOT)}: {made.stat().st_size / 1e6:.1f} MB", flush=True)


def run_pdf(options):
    from course.slides import deck, paper

    for path in paths(*options.numbers):
        made = paper.printed(deck.build(path))
        print(f"{made.relative_to(ROOT)}: {made.stat().st_size / 1e6:.1f} MB", flush=True)


def run_guide(options):
    from course.slides import guide

    for path in paths(*options.numbers):
        print(guide.build(path).relative_to(ROOT), flush=True)


def run_rehearse(options):
    from course.slides.rehearse import MODES, report

    modes = (options.only,) if options.only else MODES
    sys.exit(report(paths(*options.numbers), modes=modes))
