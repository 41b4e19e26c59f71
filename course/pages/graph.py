"""The graph of who needs whom, drawn as plain SVG from the outline."""

from html import escape

from course import notebooks, outline

STEP_X, STEP_Y, WIDTH, HEIGHT, EDGE = 150, 76, 104, 58, 14
LINE, LONG = 17, 11  # height of a line; a title with more letters takes two lines
INK, LATER, ARROW, PAPER = "#1a1a1a", "#6b7280", "#7d8796", "#ffffff"
READY = "#dbe9f6"


def alt():
    """The graph in words."""
    ways = {}
    for needed, number in outline.arrows():
        ways.setdefault(needed, []).append(number)
    titles = {n: f"{n} {outline.title_of(n)}" for n in outline.lectured()}
    arrows = "; ".join(f"from {titles[n]} to {', '.join(ways[n])}" for n in titles if n in ways)
    return f"Graph of the course, from left to right. Arrows lead {arrows}."


def column(number):
    """How many notebooks stand before it on the longest way."""
    return max((column(needed) + 1 for needed in outline.needs()[number]), default=0)


def place(number):
    """The upper left corner of a notebook's box."""
    return EDGE + STEP_X * column(number), EDGE + STEP_Y * outline.lectured()[number].row


def curve(needed, number):
    """The four points of the curve between two boxes: ends, and where it is pulled to."""
    (x, y), (to_x, to_y) = place(needed), place(number)
    x, y, to_x, to_y = x + WIDTH, y + HEIGHT / 2, to_x - 7, to_y + HEIGHT / 2
    pull = min((to_x - x) / 2, 0.45 * STEP_X)
    return (x, y), (x + pull, y), (to_x - pull, to_y), (to_x, to_y)


def drawing():
    """The text of guides/dependencies.svg."""
    wide = 2 * EDGE + STEP_X * max(map(column, outline.needs())) + WIDTH
    high = 2 * EDGE + STEP_Y * max(card.row for card in outline.lectured().values()) + HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" role="img" aria-label="{escape(alt())}" '
        'font-family="Helvetica, Arial, sans-serif" font-size="15">',
        f"<title>{escape(alt())}</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="1" refY="4" markerWidth="8" '
        f'markerHeight="8" orient="auto" markerUnits="userSpaceOnUse">'
        f'<path d="M0 0 L8 4 L0 8 z" fill="{ARROW}"/></marker></defs>',
        f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>',
        *(_arrow(*pair) for pair in outline.arrows()),
        *map(_box, outline.needs()),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _arrow(needed, number):
    points = [f"{x:g} {y:g}" for x, y in curve(needed, number)]
    way = f"M{points[0]} C{points[1]}, {points[2]}, {points[3]}"
    later = "" if notebooks.path_of(number) else ' stroke-dasharray="5 4"'
    look = f'fill="none" stroke="{ARROW}" stroke-width="1.5"{later}'
    return f'<path d="{way}" {look} marker-end="url(#tip)"/>'


def _box(number):
    x, y = place(number)
    ready = notebooks.path_of(number)
    look = f'fill="{READY}" stroke="{INK}"' if ready else f'fill="{PAPER}" stroke="{LATER}"'
    look += "" if ready else ' stroke-dasharray="5 4"'
    lines = [f'<tspan font-weight="bold">{number}</tspan>', *_lines(outline.title_of(number))]
    top = y + (HEIGHT - LINE * len(lines)) / 2 + 13
    words = "".join(
        f'<text x="{x + WIDTH / 2:g}" y="{top + LINE * i:g}" text-anchor="middle" '
        f'fill="{INK if ready else LATER}">{line}</text>'
        for i, line in enumerate(lines)
    )
    return f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="7" {look}/>{words}'


def _lines(title):
    """A title in one line, or two of about the same length."""
    words = title.split()
    if len(title) <= LONG or len(words) == 1:
        return [title]
    cuts = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    return min(cuts, key=lambda cut: max(map(len, cut)))
