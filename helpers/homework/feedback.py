"""What a student gets back: one page that says per exercise what was called, what came back, what was expected.

Hidden inputs, hidden tests and values are not on it: a value that came back may carry the inputs it was given.
"""

import html

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 46em; margin: 2em auto; padding: 0 1em; }}
body {{ color: #1a1a1a; background: #fff; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ text-align: left; vertical-align: top; padding: .5em .7em; border-bottom: 1px solid #bbb; }}
td.points {{ white-space: nowrap; }}
</style></head><body>
<h1>{title}</h1>
<p><strong>{score:g} of {points:g} points</strong>{late}</p>
{notes}
<table><thead><tr><th scope="col">exercise</th><th scope="col">points</th><th scope="col">called</th>
<th scope="col">came back</th><th scope="col">what the tests say</th></tr></thead><tbody>
{rows}
</tbody></table>
<p>The tests call your functions with inputs you have not seen; every exercise counts as a whole. Printed text and
warnings cost nothing. Ask your lecturer if a sentence above does not help.</p>
</body></html>
"""


def page(record):
    """The HTML of one record (see grade.record)."""
    notes = "".join(f"<li>{_safe(note)}</li>" for note in record["notes"])
    return PAGE.format(
        title=_safe(f"{record['assignment']}: {record['student']}"),
        score=record["score"],
        points=record["points"],
        late=", handed in late" if record["late"] else "",
        notes=f"<ul>{notes}</ul>" if notes else "",
        rows="\n".join(_row(part) for part in record["parts"]),
    )


def _row(part):
    calls = "not called" if not part["calls"] else "once" if part["calls"] == 1 else f"{part['calls']} times"
    words = "all passed" if part["score"] == part["points"] else f"not accepted: {part['reason']}"
    cells = [part["id"], f"{part['score']:g} / {part['points']:g}", calls, part["got"] or "nothing", words]
    body = "".join(f"<td{' class=points' if i == 1 else ''}>{_safe(cell)}</td>" for i, cell in enumerate(cells))
    return f"<tr>{body}</tr>"


def _safe(text):
    return html.escape(str(text))
