"""A generated class graded in one run."""

import os

import numpy as np

CLASS, HOSTILE = 300, 0.01


def class_rows(size=CLASS, jobs=None):
    """A generated class (right, partly right, unfinished, 1 % broken or hostile), killed half way
    and resumed; every mark is compared with the known one."""
    from tests.tools import school

    found = school.grade_class(int(size), HOSTILE, jobs)
    header = ["", "submissions", "s", "s per submission", "grader's memory, MB"]
    rows = []
    for quarter, (s0, n0, _), (s1, n1, memory) in quarters(found["points"]):
        pace = (s1 - s0) / max(1, n1 - n0)
        rows.append([quarter, n1 - n0, f"{s1 - s0:.0f}", f"{pace:.2f}", memory])
    whole = found["seconds"]
    books = whole - found["points"][-1][0]
    rows.append(["gradebook and table", size, f"{books:.0f}", f"{books / int(size):.2f}", ""])
    rows.append(["all of it", size, f"{whole:.0f}", f"{whole / int(size):.2f}", ""])
    pace = found["nothing"] / int(size)
    rows.append(["resumed with nothing to do", size, f"{found['nothing']:.0f}", f"{pace:.3f}", ""])
    half, most = np.quantile(found["each"], (0.5, 0.95))
    remark = (
        f"{len(found['unfair'])} marks differ from the known ones. The grader was killed (-9) "
        f"after {found['killed']} results and resumed. A submission alone takes {half:.1f} s "
        f"(median), {most:.1f} s (p95); {jobs or os.cpu_count()} side by side."
    )
    differ = "".join(f"\n- {student}, {words}" for student, words in found["unfair"].items())
    return header, rows, remark + differ


def quarters(points):
    """(name, first point, last point) of each quarter of the results: does it get slower?"""
    last = points[-1][1]
    cuts = [min(points, key=lambda p: abs(p[1] - last * k / 4)) for k in range(5)]
    return list(zip(("1st quarter", "2nd", "3rd", "4th"), cuts, cuts[1:]))
