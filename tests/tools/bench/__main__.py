"""How long things take: one report, printed and written to build/bench.md. Nothing here is a test:
no time is asserted.

python -m tests.tools.bench  everything: three minutes, and the time to grade a class of 300
python -m tests.tools.bench live       one part: live, browser, rivals, growth, imports, notebooks,
                                       homework
python -m tests.tools.bench homework:5000:8    a class of 5,000, eight submissions side by side
"""

import os
import platform
import sys
import time

import numpy as np

from tests.tools.bench import beside, growth, homework, imports, live, notebooks
from tests.tools.bench.clock import ROOT, sentence

# seconds for the part `live` when the whole report is made; notebooks that do not fit are named
BUDGET, LIMITED = 60, ("live", "notebooks")


def browser_rows():
    """Key press or drag to changed pixels in JupyterLab: the kit, a plain Image and @interact."""
    from tests.tools import latency  # here: not every machine has what drives a browser

    return latency.rows()


PARTS = {
    "live": ("Slider moves, kernel side", live.live_rows),
    "browser": ("Slider moves, end to end in a browser", browser_rows),
    "rivals": ("Algorithms beside scikit-learn and SciPy", beside.rival_rows),
    "growth": ("Growth", growth.growth_rows),
    "imports": ("Imports", imports.import_rows),
    "notebooks": ("Notebooks", notebooks.notebook_rows),
    "homework": ("Homework: a class graded in one run", homework.class_rows),
}


def part(name, arguments):
    """A part of the report; one that stops says why, and costs no other."""
    title, rows_of = PARTS[name]
    try:
        return table(title, *rows_of(*arguments))
    except Exception as error:
        return table(title, ["part"], [[sentence(error)]], "")


def table(title, header, rows, remark):
    lines = [f"## {title}", "", f"| {' | '.join(header)} |", f"|{'---|' * len(header)}"]
    lines += [f"| {' | '.join(map(str, row))} |" for row in rows]
    return "\n".join(lines + (["", remark] if remark else []) + [""])


def machine():
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    load = f", load {busy:.1f}" + " (BUSY: these times are too long)" * (busy > os.cpu_count())
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}"
    return f"{platform.system()}, {os.cpu_count()} cores{load}, {versions}."


def main(names):
    wanted = [name.split(":") for name in names or PARTS]  # "homework:5000:8" has a size and jobs
    if any(name not in PARTS or (more and name != "homework") for name, *more in wanted):
        sys.exit(__doc__)
    start, report = time.perf_counter(), ["# Bench", "", machine(), ""]
    print("\n".join(report))
    for name, *more in wanted:
        report.append(part(name, [BUDGET] if not names and name in LIMITED else more))
        print(report[-1], flush=True)
    report.append(f"The whole took {time.perf_counter() - start:.0f} s.\n")
    print(report[-1])
    (ROOT / "build").mkdir(exist_ok=True)
    (ROOT / "build" / "bench.md").write_text("\n".join(report), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
