"""What the figures of this lesson share, and its own laws and cases."""

from functools import lru_cache

import numpy as np
from matplotlib.colors import ListedColormap

from helpers import data, plots
from helpers.live import Handle, slider
from helpers.margins import multiclass, svm
from helpers.margins import votes as voting
from helpers.margins.perceptron import pad

BOX = (-3.2, 3.2, -3.0, 3.0)  # all planes of points


# several, nobody, then the classes 0, ..., 4
SHADES = ListedColormap(["0.55", "white", "#BBD9EE", "#F6CDB8", "#B9E3D5", "#EBD3E2", "#F8E3B5"])
SEEN = 200  # digits to learn from


def mesh(n=70):
    """The (n^2, 2) points of BOX at which `regions` wants classes and `borders` scores."""
    return data.mesh(BOX, n)


def clouds(centres, n, seed):
    return data.blobs(n, centres, np.random.default_rng(seed), 0.45)


def point_sets():
    """Four problems in the plane, X (n, 2) and classes y (n,)."""
    wine = data.load("wine")
    return {
        "wine": (data.standardise(wine.X)[:, [0, 6]], wine.y.astype(int)),
        "triangle": clouds([[0, 1.7], [1.6, -1.1], [-1.6, -1.1]], 90, 1),
        "row": clouds([[-2, -0.4], [0, 0], [2, 0.4]], 90, 2),
        "five": clouds(1.9 * svm.unit(np.arange(5) * 0.4 * np.pi + 0.3), 75, 3),
    }


MESH = mesh()
PADDED = pad(MESH)
POINTS = point_sets()
THREE = {name: POINTS[name] for name in ("wine", "triangle", "row")}
XW, YW = pad(POINTS["wine"][0]), POINTS["wine"][1]


@lru_cache(maxsize=64)
def one_machine(points, lam):
    """The multi-class SVM of a point set (block features, a 1 appended to x)."""
    X, y = POINTS[points]
    return multiclass.machine(pad(X), y, lam)


def plane(ax, title):
    ax.set(xlim=BOX[:2], ylim=BOX[2:], xlabel="$x_1$", title=title)


def regions(ax, classes=3, size=22):
    """Shaded classes (-1 nobody: white, -2 several: dark) and the points on them. move(labels on
    the mesh, X, y)."""
    shade = plots.heatmap(ax, BOX, -2.5, 4.5, cmap=SHADES)
    dots = plots.points(ax, [f"class {k}" for k in range(classes)], None, size)

    def move(labels, X, y):
        n = round(len(labels) ** 0.5)
        return *shade(np.reshape(labels, (n, n))), *dots(*(X[y == k] for k in range(classes)))

    return move


def borders(ax, n=70, **line):
    """The lines where two of the scores are largest. move(S) with S (n^2, c) on the mesh."""
    x, y, kept = np.linspace(*BOX[:2], n), np.linspace(*BOX[2:], n), []
    style = {"colors": "black", "linewidths": 1.6, **line}

    def move(S):
        for old in kept:
            old.remove()
        kept.clear()
        for k in range(S.shape[1] - 1):  # the last class has no border of its own left
            Z = (S[:, k] - np.delete(S, k, axis=1).max(axis=1)).reshape(n, n)
            if Z.min() < 0 < Z.max():  # a level that is nowhere would warn
                kept.append(ax.contour(x, y, Z, levels=[0], **style))
                kept[-1].set_animated(True)
        return kept

    return move


def star_handle(panel=0):
    return Handle(
        "move the star",
        at=lambda r: (r.x1, r.x2),
        to=lambda r, x, y: dict(x1=x, x2=y),
        panel=panel,
    )


def star_sliders(x1, x2):
    return dict(
        x1=slider("star across x₁", x1, -3, 3, 0.05), x2=slider("star up x₂", x2, -2.8, 2.8, 0.05)
    )


@lru_cache(maxsize=64)
def trained(points, learner, lam):
    """(A, D): the c rules of one against all and the c(c-1)/2 of one against one."""
    X, y = POINTS[points]
    learn = voting.LEARNERS[learner]
    return voting.one_vs_all(X, y, learn, lam), voting.one_vs_one(X, y, learn, lam)


def claims_far_out(A):
    """How many rules claim each arc of a huge circle, counter-clockwise; None if two borders are
    parallel."""
    W = A[:, :2]
    turn = np.arctan2(W[:, 1], W[:, 0])
    ends = np.sort(np.concatenate([turn - np.pi / 2, turn + np.pi / 2]) % (2 * np.pi))
    wide = np.diff(ends, append=ends[0] + 2 * np.pi)
    if wide.min() < 1e-6 or np.hypot(*W.T).min() < 1e-9:
        return None
    return (svm.unit(ends + wide / 2) @ W.T > 0).sum(axis=1)


def centres():
    return {
        name: np.array([X[y == k].mean(axis=0) for k in range(3)]) for name, (X, y) in THREE.items()
    }


def digit_data():
    """Pixels (1797, 64), digits, the mean of the first 200 and their principal axes."""
    digits = data.load("digits")
    middle = digits.X[:SEEN].mean(axis=0)
    axes = np.linalg.svd(digits.X[:SEEN] - middle, full_matrices=False)[2] / 10
    return digits.X, digits.y.astype(int), middle, axes


PIXELS, DIGIT, MIDDLE, AXES = digit_data()
