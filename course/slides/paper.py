"""A deck on paper: a page for each slide, and for each step of a figure's story."""

from course.slides.rehearse import PATIENCE, stage


def printed(file):
    """Print a deck into a PDF beside it; returns its path."""
    target = file.with_suffix(".pdf")
    with stage() as page:
        page.goto(file.resolve().as_uri(), timeout=PATIENCE)
        page.wait_for_function("Reveal.isReady()")
        page.pdf(path=target, prefer_css_page_size=True, print_background=True)
    return target
