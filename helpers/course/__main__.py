"""The course's commands.

    python -m helpers.course notebooks [07 ...]            run and store; all, or those of the numbers given
    python -m helpers.course draft FILE.txt NOTEBOOK       text to notebook
    python -m helpers.course undraft NOTEBOOK FILE.txt     notebook to text
    python -m helpers.course picture FILE.gif              the animation of the README
"""

import json
import sys
from pathlib import Path

from helpers.course import draft, execute
from helpers.course.clean import normalise
from helpers.course.paths import notebooks


def main(command, *rest):
    if command == "notebooks":
        for path in notebooks(*rest):
            seconds, changed = execute.run(path)
            print(f"{path.name}: {seconds:.1f} s, {'written' if changed else 'unchanged'}", flush=True)
    elif command == "draft":
        source, target = map(Path, rest)
        target.write_text(
            execute.dumps(normalise(draft.to_notebook(source.read_text(encoding="utf-8")))), encoding="utf-8"
        )
    elif command == "undraft":
        source, target = map(Path, rest)
        target.write_text(draft.to_text(json.loads(source.read_text(encoding="utf-8"))), encoding="utf-8")
    elif command == "picture":
        from helpers.course.animate import readme_picture

        readme_picture(*rest)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
