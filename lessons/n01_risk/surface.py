"""The figure `surface`."""

import numpy as np

from helpers import losses, plots
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, int_slider, slider
from lessons.n01_risk import risk
from lessons.n01_risk.world import PLANE, apart, downhill, ground, off, staircase, whereabouts

TURN = np.arange(0, 361, 2)  # degrees
CHOICES = {"squared": losses.squared, "logistic": losses.logistic, "0-1": losses.zero_one}
FINE = (np.arange(7200) + 0.5) * np.pi / 3600  # angles of x, for an integral


def _turned(r, angle):
    """Your w in another direction, as long as it is."""
    length = min(np.hypot(r.x, r.y), 3.9)
    return dict(x=length * np.cos(angle), y=length * np.sin(angle))


class Surface(Figure):
    """The empirical risk over the plane of weights, and the 0-1 risk over all directions."""

    guess = Guess(
        "The 0-1 landscape of 30 examples in the plane is flat in pieces, like terraces. Walk once "
        "round the origin: how many terraces do you cross?",
        {
            "31": "At most 31 heights are possible, 0 to 30 mistakes. Several terraces may share a "
            "height.",
            "60": "Right: a terrace ends where w is at a right angle to an example, and each of "
            "the 30 examples has two such directions.",
            "2³⁰": "So many sets of mistakes can be written down. Turning w changes the answer to "
            "one example at a time, so few of them occur.",
        },
        answer="60",
    )

    veiled = (0,)
    more = ("x", "y", "seed")
    story = """
terraces
    The 0-1 loss: flat where you stand. Drag the star round the origin.
a bowl | loss="logistic"
    The logistic loss: a white line points downhill, wherever the star is.
another bowl | loss="squared"
    The squared loss: a bowl again, with its bottom elsewhere.
many examples | loss="logistic", n=200
    200 examples: triangle and diamond nearly meet.
separable | loss="logistic", n=5, p=0.05
    A line separates the five: the logistic loss has no minimum, and downhill never ends.
noisy | loss="logistic", p=0.4
    Many flipped labels: the triangle is far from the diamond in direction.
"""
    notes = """Blindfold somebody: which ground can be descended by feeling the slope? Drag the
    star on the 0-1 surface: no slope anywhere. Then separable, with the logistic loss: the lower
    the farther; only the direction settles."""
    sees = {
        "terraces": lambda r: not r.smooth and len(r.errors) == 2 * r.n,
        "a bowl": lambda r: r.smooth and not r.none and np.linalg.norm(r.downhill) > 0.1,
        "another bowl": lambda r: r.loss is losses.squared and not r.none,
        "many examples": lambda r: r.n == 200 and off(r) < 4 and apart(r) < 0.25,
        "separable": lambda r: r.none and r.smooth and r.fewest[1] == 0,
        "noisy": lambda r: r.p == 0.4 and off(r) > 30,
    }
    handles = [
        Handle("walk about", at=lambda r: (r.x, r.y), to=lambda r, x, y: dict(x=x, y=y)),
        Handle(
            "turn w",
            at=lambda r: (r.angle, r.seen),
            to=lambda r, x, y: _turned(r, np.radians(x)),
            panel=1,
        ),
    ]
    widths = (3, 2)
    panels = (
        axes("$w_1$", (-4, 4), "$w_2$", (-4, 4)),
        axes("direction of $w$ in degrees", (0, 360), "share of mistakes", (-0.02, 1.02)),
    )

    def sliders(self):
        return dict(
            loss=choice("loss", "0-1", CHOICES),
            n=int_slider("examples n", 30, 2, 200),
            p=slider("flipped labels p", 0.15, 0.05, 0.45, 0.01),
            seed=int_slider("new random sample i", 15, 1, 40),
            x=slider("your w₁", -2.5, -3.9, 3.9, 0.1),
            y=slider("your w₂", 1.5, -3.9, 3.9, 0.1),
        )

    @staticmethod
    def compute(loss, n, p, seed, x, y):
        """Minimise the empirical risk, and count the mistakes of every direction."""
        X, labels = (a[:n] for a in risk.half_planes(200, p, np.random.default_rng(seed)))
        f, grad = losses.objective(loss, X, labels)
        w = risk.erm(loss, X, labels)
        edges, errors = risk.direction_errors(X, labels)
        angle, least = risk.best_direction(X, labels)
        yours = np.array([x, y])
        return dict(
            f=f,
            grad=grad,
            X=X,
            labels=labels,
            minimiser=w,
            none=bool(np.isnan(w[0])),
            w_star=risk.best_length(loss, p) * risk.TRUE_DIRECTION,
            downhill=-grad(yours),
            angle=risk.degrees(yours),
            seen=losses.mean_loss(losses.zero_one, X, labels, yours),
            edges=edges,
            errors=errors,
            true=risk.angle_risk(np.radians(TURN), p),
            fewest=(np.degrees(angle) % 360, least),
            smooth=loss is not losses.zero_one,
        )

    def picture(self, left, right):
        left.legend(show=False)
        left.add(ground(left.ax), shows=lambda r: (r.f(PLANE), r.smooth, r.edges))
        left.add(downhill(left.ax), shows=lambda r: (r.x, r.y, r.downhill))
        left.mark("minimum of $R$", "D", "black", 8, shows=lambda r: (*r.w_star,))
        left.mark("minimum of $R_S$", "v", plots.TRAIN, 11, shows=lambda r: (*r.minimiser,))
        left.star(label="your $w$", shows=lambda r: (r.x, r.y))
        plots.legend_above(left.ax, handles=left.ax.get_legend_handles_labels()[0][1:])
        left.note(y=0.97, shows=lambda r: whereabouts(r.minimiser))

        right.ax.set_xticks(range(0, 361, 90))
        right.curve("$R$", plots.TRUTH, shows=lambda r: (TURN, r.true))
        right.curve("$R_S$", plots.TRAIN, shows=lambda r: staircase(r.edges, r.errors), lw=1.4)
        right.mark("fewest mistakes", "v", plots.TRAIN, 10, shows=lambda r: r.fewest)
        right.star(15, shows=lambda r: (r.angle, r.seen))

    def caption(self, r):
        if not r.smooth:
            return f"{len(r.errors)} terraces round the origin, flat every one: no way downhill."
        if r.none:
            return "A line separates the classes: this loss falls for ever."
        return f"The minimum of R_S points {off(r):.0f}° away from that of R."

    def numbers(self, r):
        first = "this loss has no minimiser: a line separates the classes"
        if not r.none:
            first = f"the minimiser points at {risk.degrees(r.minimiser):.0f}°"
        (angle, least), best = r.fewest, np.degrees(risk.TRUE_ANGLE)
        return (
            f"{first}; the fewest mistakes, {least:.0%}, are at {angle:.0f}°, where the true risk "
            f"is {risk.angle_risk(np.radians(angle), r.p):.3g}; the best is {r.p:.3g} at "
            f"{best:.0f}°; your w points at {r.angle:.0f}° and is wrong on {r.seen:.0%}."
        )

    def headline(self, r):
        yours, best = np.radians(r.angle), risk.TRUE_ANGLE
        disagree = np.mean((np.cos(FINE - yours) > 0) != (np.cos(FINE - best) > 0))
        return Claim(
            "p + (1 − 2p)·(share of the x on which w and u disagree) is p + (1 − 2p) φ/π",
            "Theorem 1.4",
            r.p + (1 - 2 * r.p) * disagree,
            risk.angle_risk(yours, r.p),
            "==",
            tol=1e-3,
            words="A w at the angle φ to the true direction errs with probability p + (1 − 2p)φ/π.",
        )

    def identities(self, r):
        none = "a line separates: longer is always better" if r.none else ""
        flat = "" if r.smooth else "the 0-1 loss is flat wherever it has a gradient"
        w = np.ones(2) if r.none else r.minimiser
        lowest, least = r.f(PLANE[::2, ::2]).min(), r.f(w)
        around = np.column_stack([np.cos(FINE[::10]), np.sin(FINE[::10])])
        tried = losses.mean_loss(losses.zero_one, r.X, r.labels, around).min()
        slope = np.abs(r.grad(w)).max()
        return [
            Claim(
                "no w of a grid is below the minimum",
                "section 3",
                lowest,
                least,
                ">=",
                why_not=none,
            ),
            Claim("the gradient there is 0", "section 3", slope, 0, "==", 1e-6, none or flat),
            Claim(
                "of 720 directions none has fewer mistakes", "section 3", tried, r.fewest[1], ">="
            ),
        ]
