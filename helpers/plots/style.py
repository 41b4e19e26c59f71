"""The look of every picture: colours, dashes, markers and matplotlib's settings."""

BLUE, ORANGE, GREEN, RED, PURPLE, SKY, YELLOW, BLACK = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#D55E00",
    "#CC79A7",
    "#56B4E9",
    "#F0E442",
    "#000000",
)


# roles: the same thing has the same colour in every panel and every notebook
TRUTH, FIT, TRAIN, TEST, BOUND = BLACK, BLUE, GREEN, RED, "0.45"


COLOURS = [BLUE, RED, GREEN, PURPLE, ORANGE, SKY, BLACK]


DASHES = ["-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 2)), (0, (7, 2))]


MARKERS = ["o", "s", "^", "D", "v", "P", "X"]


STYLE = {
    "font.size": 12,
    "axes.titlesize": 13,
    "axes.labelsize": 12,
    "legend.fontsize": 11,
    "xtick.labelsize": 11,
    "ytick.labelsize": 11,
    "lines.linewidth": 2,
    "axes.grid": True,
    "grid.alpha": 0.25,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.framealpha": 0.85,
    "legend.handlelength": 2.6,
    "axes.titlelocation": "left",
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "mathtext.fontset": "cm",
    "image.cmap": "cividis",
    "axes.axisbelow": True,
}
