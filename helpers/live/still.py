"""What a stored notebook keeps of a live figure: two outputs, so that the picture is kept once.

A reader's program shows one MIME type of each output. Measured with the widget view stripped:
JupyterLab (trusted or not) and nbconvert prefer text/html to image/png, so a bundle with both
shows the HTML alone, and the HTML would have to hold the picture a second time, in base64. So the
picture, with its alt text, is one output, and caption and headline are the next one: the same is
seen in JupyterLab before the cells are run, in nbconvert's pages and on code hosts, and the
picture is stored once. While the figure runs, look.css hides the second output.
"""

from html import escape

from IPython.display import display

VIEW = "application/vnd.jupyter.widget-view+json"
REMARK = "A still picture: run all cells, and it becomes live."


def show(widget, figure, before=""):
    """Display a widget that holds a figure, and beside it what is stored."""
    live = widget._repr_mimebundle_()
    view = {VIEW: (live[0] if isinstance(live, tuple) else live)[VIEW]}
    picture = {**view, "image/png": figure.stored(), "text/plain": figure.describe()}
    display(picture, metadata={"image/png": {"alt": figure.alt}}, raw=True)
    display({"text/html": html(figure, before), "text/plain": text(figure)}, raw=True)


def html(figure, before=""):
    """Caption, headline, and how to start; `before` stands above them."""
    lines = [before, f"<p>{escape(figure.told)}</p>"]
    claim = figure.headlined
    if claim is not None:
        verdict = escape(f"{claim.mark} {claim.tells}")
        lines.append(f"<p><b>{escape(claim.words or claim.name)}</b> {verdict}</p>")
    lines.append(f"<p><i>{REMARK}</i></p>")
    # no reader's program shows the picture's alt text, so it is here too, for those who need it
    seen = "<details><summary>the picture in words</summary>"
    lines.append(f"{seen}<p>{escape(figure.alt)}</p></details>")
    return f'<div class="live-still">{"".join(lines)}</div>'


def text(figure):
    """The same without HTML."""
    return f"{figure.told}\n{REMARK}"
