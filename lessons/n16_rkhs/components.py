"""Components: principal components in the features of the Gaussian kernel."""

import numpy as np

from helpers import plots
from helpers.kernels import gaussian
from helpers.kernels.kpca import KernelPCA
from helpers.live import (
    Claim,
    Figure,
    Guess,
    Handle,
    axes,
    bandwidth,
    choice,
    int_slider,
    slider,
    toggle,
)
from lessons.n16_rkhs.world import (
    COUNT,
    GRIDS,
    LOOK,
    SETS,
    VIEW,
    here,
    level_line,
    points_of,
    shading,
)

VIEWS = ("component j alone", "novelty: what the first j miss")


class Components(Figure):
    """The plane, shaded by a kernel principal component or by what the first ones miss."""

    guess = Guess(
        "Look at the 120 points on the left below. What does the first principal component tell "
        r"apart, in the features of the Gaussian kernel with $\ell = 0.7$?",
        {
            "left from right": "That is what ordinary PCA would say, and what ℓ = 5 says.",
            "inside from outside": "Points of the blob are similar to each other, points of the "
            "ring are not similar to them. That is the largest difference there is.",
            "where on the ring a point is": "Such components come later. Neighbours on the ring "
            "are similar, but there are many such neighbourhoods.",
            "nothing: it is the mean": "That is what happens without centring: last step.",
        },
        answer="inside from outside",
    )

    size = (10, 3.9)
    veiled = (1, 2)
    more = ("centre", "px", "py")
    story = """
the first component
    Green: the same side as the star. Blob and ring lie on different sides of the first
    component. Nobody told it which point is which.
the second | j=2, px=0.6, py=0.6
    The second component cuts the blob in halves. Inside and outside are all the same to it.
too narrow | bandwidth=0.15
    ℓ = 0.15: all points are strangers to each other, and every component is about a few of
    them.
too wide | bandwidth=5, px=2.0
    ℓ = 5: nearly ordinary principal components, straight directions in the plane. They cannot
    part a blob from its ring.
novelty | show="novelty: what the first j miss", j=10, px=1.1
    Purple: what ten components miss. Little where the data are, much outside, and in the gap
    between. 19 of 20 points lie within the dashed lines.
not centred | centre=False, bandwidth=2
    Without centring the first component is nearly the mean of all points: everything is on one
    side.
"""
    handles = [
        Handle(
            "ask here",
            at=lambda r: (r.px, r.py),
            to=lambda r, x, y: dict(px=x, py=y),
            panel=1,
        ),
        Handle(
            "choose j",
            at=lambda r: (r.j, float(np.pad(r.shares, (0, COUNT))[r.j - 1])),
            to=lambda r, x, y: dict(j=x),
            panel=2,
        ),
    ]
    notes = """Ask what ordinary PCA would say about a blob in a ring: two equal directions, nothing
    else. Then the Gaussian kernel. Drag the star into the gap in the novelty step. Components 2
    and 3 have nearly equal variances: which halves they show is an accident of the sample."""
    widths = [1.1, 1.1, 0.8]
    panels = (
        axes("$x_1$", VIEW, "$x_2$", VIEW),
        axes("$x_1$", VIEW, ylim=VIEW),
        axes("component", (0.4, COUNT + 0.6), ylim=(0.01, 1)),
    )

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.7, 0.15, 5),
            j=int_slider("component j", 1, 1, COUNT),
            show=choice("shade", VIEWS[0], VIEWS),
            shape=choice("data", "blob in a ring", list(SETS)),
            centre=toggle("centred", True),
            px=slider("star, across", 0.1, -2.6, 2.6, 0.05),
            py=slider("star, up", 0.1, -2.6, 2.6, 0.05),
        )

    @staticmethod
    def compute(bandwidth, j, show, shape, centre, px, py):
        """Components of the Gram matrix, and squared scores of every place of the picture."""
        k = gaussian(bandwidth)
        X, sides, pairs, places = points_of(shape)
        pca, K = KernelPCA(k(pairs), centre), k(places)
        own, star = pca.K, k(np.array([[px, py]]), X)
        scores, missed = pca.scores(own, j - 1), pca.missed(own, np.ones(len(X)), j)
        if show == VIEWS[0]:  # times the star's score: then the sign of the component cancels
            Z = pca.scores(K, j - 1) * np.sign(pca.scores(star, j - 1))
        else:
            Z = -pca.missed(K, np.ones(len(GRIDS)), j)
        top = max(np.abs(Z).max(), 1e-12)
        weights = np.where(sides == 0, 1 / np.sum(sides == 0), -1 / np.sum(sides == 1))
        return dict(
            X=X,
            sides=sides,
            pca=pca,
            Z=Z.reshape(LOOK, LOOK) / top,
            line=float(-np.quantile(missed, 0.95) / top),
            shares=(pca.s / pca.s.sum())[:COUNT],
            measured=float(np.mean(scores**2)),
            parted=in_order(scores, sides),
            rest=(float(missed.mean()), float(pca.s[j:].sum())),
            rival=pca.variance(weights),
            star=float(pca.missed(star, np.ones(1), j)[0]),
            again=by_coefficients(pca, star, j),
        )

    def picture(self, left, middle, right):
        shares_axis(right.ax)
        shade = shading(middle.ax, (*VIEW, *VIEW), "PRGn")
        data = [
            plots.points(panel.ax, ["blue", "orange"], legend=None, size=26, zorder=3)
            for panel in (left, middle)
        ]
        side = np.linspace(*VIEW, LOOK)
        edge = level_line(middle.ax, side, side, ls="--", lw=1.8)
        star = here(middle.ax)
        middle.legend(show=False)
        order = np.arange(1, COUNT + 1)
        bars = plots.bars(right.ax, COUNT, "others", "0.75", order)
        chosen = plots.bars(right.ax, COUNT, "shaded", plots.FIT, order)
        pick = here(right.ax, 15)

        def move(r):
            novelty = r.show == VIEWS[1]
            shares = np.pad(r.shares, (0, COUNT - len(r.shares)))
            picked = order > r.j if novelty else order == r.j
            return (
                *shade(r.Z),
                *edge(r.Z, r.line if novelty else np.nan),
                *(dot for dots in data for dot in dots(r.X[r.sides == 0], r.X[r.sides == 1])),
                *star(r.px, r.py),
                *bars(shares),
                *chosen(np.where(picked, shares, 0)),
                *pick(r.j, shares[r.j - 1]),
            )

        middle.add(move)

    def caption(self, r):
        if r.show == VIEWS[0]:
            spread = "variance" if r.centre else "squared length"
            return (
                f"Component {r.j} has {100 * r.shares[r.j - 1]:.0f} % of the {spread}. It tells "
                f"blue from orange in {100 * r.parted:.0f} % of their pairs (a coin: 50 %)."
            )
        return (
            f"At the star the first {r.j} miss {r.star:.2f}; at a point of the data "
            f"{r.rest[0]:.2f} on average."
        )

    def numbers(self, r):
        return (
            f"along component {r.j} the mean square is {r.measured:.3g}, "
            f"{100 * r.shares[r.j - 1]:.0f} % of all; it ranks {100 * r.parted:.0f} % of the pairs "
            f"the same way round; the first {r.j} miss {r.star:.3g} at the star and "
            f"{r.rest[0]:.3g} at the data."
        )

    def headline(self, r):
        return Claim(
            "no direction has more variance than the first",
            "Theorem 16.7",
            r.rival,
            float(r.pca.s[0]),
            why_not="" if r.centre else "the features are not centred",
            words="No direction has more variance than component 1: not even the one from the blue "
            "mean to the orange mean.",
        )

    def identities(self, r):
        s = float(r.pca.s[r.j - 1])
        missed = "missed at the star = squared length minus squared scores"
        return [
            Claim("mean square of the scores = eigenvalue", "Theorem 16.7", r.measured, s, "=="),
            Claim("missed on average = the other eigenvalues", "Theorem 16.7", *r.rest, "=="),
            Claim(missed, "Theorem 16.7", r.star, r.again, "==", 1e-7),
        ]


def in_order(scores, sides):
    """Share of pairs (one of each side) that the scores rank the same way round; from ½ to 1."""
    share = float(np.mean(scores[sides == 0][:, None] > scores[sides == 1]))
    return max(share, 1 - share)


def shares_axis(ax):
    """Shares of the variance, in per cent on a logarithmic axis; a tick for some components."""
    ax.set(yscale="log", ylabel="share of the variance (log)", xticks=[1, 4, 8, 12])
    ax.set_yticks([0.01, 0.1, 1], ["1 %", "10 %", "100 %"])


def by_coefficients(pca, k_new, r):
    """What the first r directions miss of a new point, as the squared norm of its own feature
    minus a sum over the data: a quadratic form, no scores subtracted."""
    seen = pca._centred(k_new)[0]
    beta = pca.A[:, :r] @ (pca.A[:, :r].T @ seen)
    length2 = pca.length2(k_new, np.ones(1))[0]
    return float(length2 - 2 * beta @ seen + beta @ pca._centred(pca.K) @ beta)
