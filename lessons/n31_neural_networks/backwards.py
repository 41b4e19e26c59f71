"""Forwards and backwards, with every number."""

import numpy as np
from matplotlib.patches import Rectangle

from helpers import networks as nn
from helpers import plots
from helpers.live import Claim, Figure, Guess, Handle, axes, choice, slider, toggle
from lessons.n31_neural_networks.world import HEIGHTS, half_square, layer_places, signed

USUAL = np.array([1.0, -0.8, 0.5, 0.0, 0.3, 0.1, 0.7, 1.2, -0.9, 0.1])
NAMES = ["u₁", "u₂", "u₃", "b₁", "b₂", "b₃", "v₁", "v₂", "v₃", "c"]
AROUND = np.linspace(-2.5, 2.5, 201)


PLACES = layer_places()


class Backwards(Figure):
    """A network of ten weights, what each unit says, and what each weight does to the loss."""

    guess = Guess(
        "ReLU: the middle unit gets $s_2 = -0.5$, so it says 0. Which of $u_2$, $b_2$, $v_2$ have "
        "a slope other than 0?",
        {
            "all three": "A little more of any of them, and the unit still says 0, or multiplies "
            "0.",
            "u₂ and b₂, which could wake it": "A large change would. A slope is about a small one, "
            "and s stays negative.",
            "only v₂": "v₂ multiplies what the unit says, and that is 0.",
            "none": "For this example it does not exist: neither forwards nor backwards.",
        },
        answer="none",
    )

    size = (10, 4.7)
    veiled = (0, 1)
    more = ("y", "equal")
    story = """
a unit that is off
    Black: the way forward. Coloured, below: the slope of the loss in the same number. The
    middle unit (grey) is off: all its slopes are 0, and changing u₂ a little does nothing.
one slope, checked | which="u₁"
    Right: the loss when only u₁ changes. The dotted line has the slope that the backward pass
    says.
wake it up | x=-1.0
    With another input the middle unit is on, and its weights have slopes. Now the other two
    units are off.
twins | equal=True, activation="tanh"
    All units start equal. Their slopes are equal too, so every step keeps them equal: three
    units, but only one idea.
saturated | which="u₁", activation="tanh", x=3.0, change=0.5, y=-0.6
    A large input: unit 1 says tanh(4.5) = 1.00, and there tanh is flat. The answer is wrong,
    but u₁ does not feel it: the slope is 0.00.
"""
    handles = [
        Handle(
            "turn this weight",
            at=lambda r: (r.value, min(r.loss, 1.95)),
            to=lambda r, x, y: dict(change=x - USUAL[NAMES.index(r.which)]),
            panel=1,
        )
    ]
    notes = """Go backwards by hand once: −0.74 at the output, times v = 0.7 is −0.52 at unit 1,
    times x is the slope of u₁. Then let somebody choose a weight and predict its slope before
    the right panel is uncovered. Equal weights are the best argument for a random start."""
    widths = [1.75, 1]
    panels = (
        axes(xlim=(-0.35, 4.25), y=" ", ylim=(-2.7, 3.3), xticks=[], yticks=[]),
        axes("the chosen weight", (-2.6, 2.6), "loss ½(f − y)²", (0, 2)),
    )

    def sliders(self):
        return dict(
            which=choice("weight", "u₂", NAMES),
            change=slider("change of this weight", 0, -1.5, 1.5, 0.05),
            x=slider("input x", 1, -3, 3, 0.1),
            activation=choice("activation", "ReLU", ["ReLU", "tanh", "sigmoid", "softplus"]),
            y=slider("answer y", 1, -2, 2, 0.1),
            equal=toggle("equal units"),
        )

    @staticmethod
    def compute(which, change, x, activation, y, equal):
        """Forward pass, backward pass, differences, and a short training for the twins."""
        net, i = nn.Net((1, 3, 1), activation), NAMES.index(which)
        w = USUAL.copy()
        if equal:
            w[:9] = w[0:9:3].repeat(3)
        w[i] += change
        X, answer = np.array([[x]]), np.array([[y]])
        states = net.forward(w, X)
        grad, deltas = net.backward(w, states, states[-1][1] - answer)
        near = w + 1e-5 * np.concatenate([np.eye(10), -np.eye(10)])
        sides = half_square(net, near, x, y)
        e = 1e-5 / max(1.0, float(np.abs(grad).max()))
        ahead, behind = half_square(net, w + e * np.stack([grad, -grad]), x, y)
        line = np.tile(w, (len(AROUND), 1))
        line[:, i] = AROUND
        later = nn.train(net, w, X, nn.half_squares(answer), 0.05, 60).last if equal else w
        return dict(
            w=w,
            value=float(w[i]),
            s=states[1][0][0],
            h=states[1][1][0],
            f=float(states[-1][1][0, 0]),
            loss=float(half_square(net, w, x, y)),
            grad=grad,
            delta=(deltas[0][0], float(deltas[1][0, 0])),
            slopes=(sides[:10] - sides[10:]) / 2e-5,
            fall=float((ahead - behind) / (2 * e)),
            i=i,
            curve=half_square(net, line, x, y),
            kink=activation == "ReLU" and bool(np.abs(states[1][0]).min() < 1e-4),
            apart=float(max(np.ptp(later[j : j + 3]) for j in (0, 3, 6))),
        )

    def picture(self, left, right):
        left.ax.grid(False)
        left.ax.set_frame_on(False)
        left.ax.plot([], [], color=plots.BLACK, label="forward")
        left.ax.plot([], [], color=plots.RED, label="backward: slope of the loss")

        told, felt = wire_words(left.ax)
        told_names = [*(f"{name} = " for name in NAMES), *[""] * 5]
        felt_names = [*[""] * 3, "δ₁ = ", "δ₂ = ", "δ₃ = ", *[""] * 3, "δ = "]
        off = plots.spots(left.ax, marker="o", ms=43, mfc=(0, 0, 0, 0.18), mec="0.4", zorder=4)
        ring = left.ax.add_patch(Rectangle((0, 0), 0.86, 0.68, fc="none", ec=plots.BLUE, lw=1.8))
        curve = plots.curves(right.ax, ["loss"], color=plots.FIT)
        slope = plots.curves(right.ax, ["slope by the backward pass"], color=plots.RED, ls=":")

        here = plots.star(right.ax)

        def move(r):
            ring.set_xy((PLACES[r.i][0] - 0.43, PLACES[r.i][1] - 0.5))
            forward = [*r.w, r.x, *r.h, r.f]
            idle = [(1.75, t) for t, h, d in zip(HEIGHTS, r.h, r.delta[0]) if h == 0 == d]
            line = r.loss + r.grad[r.i] * (AROUND - r.value)
            return (
                *(a for m, n, v in zip(told, told_names, forward) for a in m(n + signed(v))),
                *(a for m, n, v in zip(felt, felt_names, r.grad) for a in m(n + signed(v))),
                *off(*np.reshape(idle, (-1, 2)).T),
                ring,
                *curve(AROUND, r.curve),
                *slope(AROUND, np.where(np.abs(AROUND - r.value) < 1.2, line, np.nan)),
                *here(r.value, min(r.loss, 1.95)),
            )

        left.add(move)

    def caption(self, r):
        slope = signed(r.grad[r.i])
        if r.equal and r.apart < 1e-12:
            return "Equal units feel equal slopes: sixty steps later they are still equal."
        return (
            f"The network says {signed(r.f)} and {signed(r.y, 1)} was wanted. A little more of "
            f"{r.which} changes the loss at the rate {slope}."
        )

    def numbers(self, r):
        return (
            f"f = {signed(r.f)}, loss {r.loss:.3g}; hidden units say "
            f"{', '.join(map(signed, r.h))}; the slope in {r.which} is {signed(r.grad[r.i], 3)}."
        )

    def headline(self, r):
        return Claim(
            "against all ten slopes the loss falls as they say",
            "Theorem 31.3",
            measured=r.fall,
            bound=float(r.grad @ r.grad),
            kind="==",
            tol=1e-6,
            why_not="a ReLU stands at its kink: no slope there" * r.kink,
            words="One backward pass gives all ten slopes: a little step against all of them at "
            "once lowers the loss at the rate of the sum of their squares.",
        )

    def identities(self, r):
        same = r.equal and r.apart < 1.0
        changed = "one of the twins was changed" if r.equal and r.change else ""
        return [
            Claim(
                "the backward pass finds the slope",
                "Theorem 31.3",
                float(r.slopes[r.i]),
                float(r.grad[r.i]),
                "==",
                1e-6,
                "a ReLU stands at its kink" * r.kink,
            ),
            Claim(
                "all ten slopes, by small changes",
                "Theorem 31.3",
                float(np.abs(r.grad - r.slopes).max()),
                0.0,
                "==",
                1e-5,
                "a ReLU stands at its kink" * r.kink,
            ),
            Claim("slope in b = delta", "Theorem 31.3", r.grad[3], r.delta[0][0], "=="),
            Claim("slope in c = f − y", "Theorem 31.3", r.grad[9], r.f - r.y, "=="),
            Claim(
                "equal units stay equal",
                "Corollary 31.4",
                r.apart,
                0.0,
                "==",
                why_not=changed or "the units are not equal" * (not same),
            ),
        ]


def words(ax, x, y, colour=plots.BLACK, size=12, **look):
    """A short text at a place of the panel. move(text)."""
    style = {"ha": "center", "va": "center", "zorder": 6, **look}
    text = ax.text(x, y, "", color=colour, fontsize=size, **style)

    def move(told):
        text.set_text(told)
        return (text,)

    return move


def wire_words(ax):
    """Texts for the picture of a network: values on the way forward, slopes on the way back."""
    told, felt = [], []
    nodes = [(0, 0), *[(1.75, t) for t in HEIGHTS], (3.5, 0)]
    for unit in nodes[1:4]:
        for end in (nodes[0], nodes[4]):
            ax.plot(*zip(unit, end), color="0.8", lw=1.5, zorder=1)
    ax.plot(*zip(*nodes), "o", ms=43, mfc="white", mec="0.4", zorder=3)
    for x, y in PLACES:
        ax.add_patch(Rectangle((x - 0.34, y - 0.48), 0.68, 0.66, fc="white", ec="none", zorder=2))
        told.append(words(ax, x, y))
        felt.append(words(ax, x, y - 0.33, plots.RED))
    for (x, y), name in zip(nodes, ("x", "h₁", "h₂", "h₃", "f")):
        ax.text(x, y + 0.18, name, ha="center", va="center", color="0.35", fontsize=12, zorder=6)
    told += [words(ax, x, y - 0.15) for x, y in nodes]
    return told, felt
