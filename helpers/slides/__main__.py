"""Decks from the notebooks.

    python -m helpers.slides build [07 ...]       decks in build/slides; all, or those of the numbers given
    python -m helpers.slides rehearse [07 ...]    walk through them in a browser and report what would go wrong
"""

import sys

from helpers.course.paths import ROOT, notebooks
from helpers.slides import deck


def main(command, *numbers):
    paths = notebooks(*numbers)
    if command == "build":
        for path in paths:
            made = deck.build(path)
            print(f"{made.relative_to(ROOT)}: {made.stat().st_size / 1e6:.1f} MB", flush=True)
    elif command == "rehearse":
        from helpers.slides.rehearse import report

        sys.exit(report(paths))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
