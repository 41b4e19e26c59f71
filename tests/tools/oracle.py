"""What figures, exercises, decks and homework show, as digests: equal before and after a move.

python -m tests.tools.oracle write FILE [NN ...]     everything, or some notebooks' figures
python -m tests.tools.oracle same FILE [NN ...]      compare with what was written
"""

import hashlib
import inspect
import json
import pkgutil
import re
import subprocess
import sys
import warnings
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path

import numpy as np

CROWD = 30
OUTPUTS = ("slides", "homework")  # of these notebooks decks and homework are compared
BUILT = ("04", "13", "27")


def snake(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def lessons():
    """Number of a notebook -> its package or module of figures, in either house."""
    try:
        import lessons as home
    except ImportError:
        import helpers.figures as home
    return {m.name[1:3]: f"{home.__name__}.{m.name}" for m in pkgutil.iter_modules(home.__path__)}


def classes(number):
    from helpers.live import Figure

    top = import_module(lessons()[number])
    kinds = {}
    for kind in vars(top).values():
        if (
            inspect.isclass(kind)
            and issubclass(kind, Figure)
            and kind.__module__.startswith(top.__name__)
        ):
            kinds[snake(kind.__name__)] = kind
    return kinds


def digest(value):
    data = value if isinstance(value, bytes) else json.dumps(value, default=str).encode()
    return hashlib.sha256(data).hexdigest()[:16]


def positions(figure):
    """Steps of the story, ends of every control, a seeded crowd of stops."""
    yield from figure.presets.values()
    stops = {name: figure.stops(name) for name in figure.controls}
    for name, values in stops.items():
        for value in (values[0], values[-1]):
            yield {**figure.first, name: value}
    rng = np.random.default_rng(0)
    for _ in range(CROWD):
        yield {name: values[rng.integers(len(values))] for name, values in stops.items()}


def seen(figure):
    handles = figure.grips() if hasattr(figure, "grips") else figure.view.handles
    caption = figure.told if hasattr(figure, "told") else figure.sentence
    return {
        "picture": digest(figure.image()),
        "alt": digest(figure.alt),
        "caption": digest(caption),
        "claims": digest(
            [[str(c), c.source, c.measured, c.bound, c.words] for c in figure.claims()]
        ),
        "handles": digest(handles),
    }


def figures_of(number):
    found = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, kind in classes(number).items():
            try:
                figure = kind()
            except Exception as error:
                found[f"{number} {name}"] = {"about": {"error": f"{type(error).__name__}: {error}"}}
                continue
            about = {
                "story": digest([[s.name, s.look, s.values] for s in figure.story]),
                "controls": digest(
                    [
                        [n, c.description, c.value, figure.stops(n)]
                        for n, c in figure.controls.items()
                    ]
                ),
                "veiled": digest(list(figure.veiled)),
                "notes": digest(" ".join(figure.notes.split())),
                "play": digest(figure.play),
            }
            rows = []
            for values in positions(figure):
                try:
                    figure.set(**values)
                except Exception as error:
                    rows.append([digest(values), {"error": str(error)}])
                else:
                    rows.append([digest(values), seen(figure)])
            found[f"{number} {name}"] = {"about": about, "rows": rows}
            figure.dispose()
    return found


def exercises():
    """Stubs, hints, answers and what is said to references, known mistakes and slips."""
    from helpers.desk import check
    from helpers.desk import checking as desk
    from helpers.desk.kinds import Code
    from tests.answers.test_answers import EVERY
    from tests.answers.test_slips import RIGHT, SLIPS

    found = {}
    for e in EVERY:
        about = {
            "task": digest(e.task),
            "hints": digest(list(e.hints)),
            "data": digest(
                [
                    getattr(e, k, None)
                    for k in (
                        "options",
                        "answer",
                        "within",
                        "why",
                        "traps",
                        "lines",
                        "reasons",
                        "rubric",
                        "asks",
                        "words",
                    )
                ]
                if not isinstance(e, Code)
                else e.stub
            ),
        }
        if isinstance(e, Code):
            tried = [e.solution, *e.wrong, *slips(e, SLIPS), *slips(e, RIGHT)]
            said = []
            for function in tried:
                desk.forget()
                said.append(str(check(e.id, function)))
            about["said"] = sorted(map(digest, said))
        found[f"exercise {e.id}"] = about
    return found


def slips(exercise, table):
    functions = table.get(exercise.id, ())
    return functions.values() if isinstance(functions, dict) else functions


def built():
    """Digests of decks and homework of a few notebooks."""
    found = {}
    for number in BUILT:
        for what in OUTPUTS:
            subprocess.run(
                [sys.executable, "-m", "course", what, number], check=True, capture_output=True
            )
    for path in sorted(Path("build").rglob("*")):
        if (
            path.is_file()
            and path.suffix in (".html", ".ipynb")
            and any(f"{n}_" in str(path) or f"/{n}" in str(path) for n in BUILT)
        ):
            found[f"built {path}"] = digest(path.read_bytes())
    return found


def everything(numbers):
    found = {}
    with ProcessPoolExecutor(2) as pool:
        for part in pool.map(figures_of, numbers or sorted(lessons())):
            found |= part
    return found


def main(what, file, *numbers):
    if what == "built":
        Path(file).write_text(json.dumps(built(), indent=0))
        return
    now = everything(numbers) | ({} if numbers else exercises())
    if what == "write":
        Path(file).write_text(json.dumps(now, indent=0))
        return
    then = json.loads(Path(file).read_text())
    if numbers:
        then = {k: v for k, v in then.items() if k[:2] in numbers}
    now, differ = json.loads(json.dumps(now)), 0
    for key in sorted({*then, *now}):
        if then.get(key) != now.get(key):
            differ += 1
            print(key, *differences(then.get(key), now.get(key)))
    print(f"{len(then)} compared, {differ} differ" if differ else f"equal: {len(then)}")
    sys.exit(bool(differ))


def differences(then, now):
    if then is None or now is None:
        return ["is new" if then is None else "is gone"]
    about = then.get("about", then)
    found = [k for k, v in about.items() if now.get("about", now).get(k) != v]
    rows = list(zip(then.get("rows", []), now.get("rows", [])))
    parts = {}
    for number, (a, b) in enumerate(rows):
        if a[0] != b[0]:
            return [*found, "positions differ"]
        for part in {*a[1], *b[1]}:
            if a[1].get(part) != b[1].get(part):
                parts.setdefault(part, []).append(number)
    return [
        *found,
        *(f"{part} at {len(n)} of {len(rows)}, first {n[0]}" for part, n in parts.items()),
    ]


if __name__ == "__main__":
    main(*sys.argv[1:])
