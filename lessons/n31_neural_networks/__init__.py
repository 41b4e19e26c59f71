"""The figures of notebook 31, neural networks: small ones, trained while you watch."""

from functools import lru_cache

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.patches import Rectangle

from helpers import networks as nn
from helpers import plots
from helpers.descent.bisection import first_true
from helpers.live import (
    Claim,
    Figure,
    Handle,
    Step,
    bandwidth,
    choice,
    int_slider,
    log_slider,
    point_handles,
    points,
    slider,
    step_size,
    temperature,
    toggle,
)

SECOND = plots.ORANGE  # the other network of a picture


def words(ax, x, y, colour=plots.BLACK, size=12, **look):
    """A short text at a place of the panel. move(text)."""
    style = {"ha": "center", "va": "center", "zorder": 6, **look}
    text = ax.text(x, y, "", color=colour, fontsize=size, **style)

    def move(told):
        text.set_text(told)
        return (text,)

    return move


def signed(value, digits=2):
    """A number with a proper minus; rounding error is 0."""
    text = f"{value:.{digits}f}"
    return (f"{0:.{digits}f}" if float(text) == 0 else text).replace("-", "−")


# two weights: the smallest network there is

LONG = 4000  # steps after which a run has settled, or has not
SPACE = (-2.4, 4.4, -2.3, 2.7)
FLOOR = np.concatenate([np.linspace(0.2, 6, 400), [np.nan], -np.linspace(0.2, 6, 400)])


def loss_of_two(w):
    """(1 - uv)^2 / 2 at points (k, 2)."""
    return 0.5 * (1 - w[:, 0] * w[:, 1]) ** 2


def curvature_of_two(w, h=1e-4):
    """Largest eigenvalue of the Hessian at w (2,), from gradients of the network itself."""
    net = nn.Net((1, 1, 1), "none", bias=False)
    grad = nn.gradient(net, np.ones((1, 1)), nn.half_squares(np.ones((1, 1))))
    sides = [(grad(w + h * e) - grad(w - h * e)) / (2 * h) for e in np.eye(2)]
    return float(np.linalg.eigvalsh(sides)[-1])


def across(ax):
    """The loss while v moves and u stays, and one step of descent down its slope. move(r)."""
    loss = plots.curves(ax, ["loss"], color=plots.TRUTH, ls="-", lw=1.6)
    step = plots.curves(ax, ["one step"], color=plots.FIT, marker="o", ms=6, lw=1.6)
    plots.legend_above(ax, handlelength=1.1, columnspacing=0.7)
    plots.ticks(ax, y=[0, 0.1, 0.2, 0.3, 0.4])
    start, places = plots.star(ax, 13), np.linspace(-0.2, 0.9, 111)

    def move(r):
        ends = np.array([r.v, r.v + r.eta * r.u * (1 - r.u * r.v)])
        drawn = [0.5 * (1 - r.u * v) ** 2 for v in (places, ends)]
        return (*loss(places, drawn[0]), *step(ends, drawn[1]), *start(r.v, drawn[1][0]))

    return move


class valley(Figure):
    """Descent on (1 - uv)^2 / 2: which of all the minima does it choose?"""

    size = (10, 4.2)
    veiled = (1, 2)
    story = [
        Step(
            "a long step",
            "Left, the first step ends higher than it began. It bounces on between the walls, and "
            "rests (cross) where the floor is flat enough: inside the dashed circle.",
        ),
        Step(
            "a short step",
            "Straight to the nearest place of the floor, and there it stays: curvature 9.2. "
            "Now 2/η is 40: circle and dashed line are outside the picture.",
            eta=0.05,
        ),
        Step(
            "just too long",
            "The nearest floor has curvature 9.2, and 2/η is 9.09. Bounce by bounce it creeps to "
            "the left, and rests at 8.5.",
            eta=0.22,
        ),
        Step(
            "over the ridge",
            "It jumps right across to the other branch of the floor, where u and v are negative.",
            eta=0.35,
        ),
        Step(
            "too long",
            "Now it is lost: after a few bounces it leaves the picture for good.",
            eta=0.5,
        ),
        Step(
            "the same step, a kinder start",
            "With η = 0.5 still: from here it arrives. Not only the step decides.",
            eta=0.5,
            u=1.5,
            v=0.5,
        ),
    ]
    handles = [
        Handle(
            "move the start",
            at=lambda r: (r.u, r.v),
            to=lambda r, x, y: dict(u=x, v=y),
            panel=1,
        ),
        Handle(
            "choose 2/η",
            at=lambda r: (16, 2 / r.eta) if 2 / r.eta < 12 else None,
            to=lambda r, x, y: dict(eta=2 / max(y, 1.0)),
            panel=2,
        ),
    ]
    notes = """Ask first what notebook 07 would say: η times curvature is 2.7, over 2, so it
    diverges. It does, for a while: that is what throws it out of the steep part. Then drag the
    start along the floor: inside the circle it stays, outside it leaves."""

    def sliders(self):
        return dict(
            eta=step_size(0.3, 0.02, 0.6),
            u=slider("first weight u", 3, 0.5, 4, 0.05),
            v=slider("second weight v", 0.2, -1, 2, 0.05),
            T=int_slider("steps drawn", 30, 1, 30),
        )

    @staticmethod
    def compute(eta, u, v, T):
        """The path, its u² + v², and where it ends after many steps."""
        path = nn.two_weights(u, v, eta, LONG)
        miss = 1 - path.prod(axis=1)
        lost = len(path) <= LONG
        calm = not lost and bool(np.abs(miss[-50:]).max() < 1e-9)
        last = path[-1]
        gap = path[:, 0] ** 2 - path[:, 1] ** 2
        shown = min(T, len(path) - 1)
        product = gap[0] * np.prod(1 - (eta * miss[:shown]) ** 2)
        reach = np.sqrt(2 / eta)
        return dict(
            path=path,
            drawn=path[: shown + 1],
            size=(path**2).sum(axis=1),
            lost=lost,
            calm=calm,
            saddle=not lost and bool(np.abs(last).max() < 1e-9),
            still=bool(abs(miss[0]) < 1e-6),
            last=last,
            end=float((last**2).sum()),
            gap=(float(gap[shown]), float(product)),
            gentle=float(np.hypot(gap[0], 2)),
            flat=float(np.hypot(gap[-1], 2)),
            curved=curvature_of_two(last) if calm else np.nan,
            reach=reach,
        )

    def picture(self, fig):
        cut, left, right = plots.panels(
            fig,
            dict(xlim=(-0.2, 0.9), ylim=(0, 0.4), xlabel="v, while u stays", ylabel="loss"),
            dict(xlim=SPACE[:2], ylim=SPACE[2:], xlabel="first weight u"),
            dict(xlim=(-0.5, 30.5), ylim=(0, 12), xlabel="step t", ylabel="u² + v²"),
            width_ratios=[0.6, 1.5, 0.8],
        )
        slope = across(cut)
        left.set_ylabel("second weight v")
        look = dict(cmap=None, colors="0.8", linewidths=0.9, alpha=1)
        plots.contours(left, loss_of_two, SPACE, [0.02, 0.1, 0.3, 0.8, 2, 5, 12], n=120, **look)
        circle = plots.curves(left, ["u² + v² = 2/η"], color=plots.BOUND, ls="--")
        flat = plots.curves(left, ["flat floor"], color=plots.GREEN, lw=4.5)
        steep = plots.curves(left, ["steep floor"], color=plots.RED, lw=2.6, ls=":")
        run = plots.curves(left, ["descent"], color=plots.FIT, marker="o", ms=4, lw=1.3)
        plots.legend_above(left, handlelength=1.2, columnspacing=0.7)
        limit = plots.level(right, "2/η", plots.BOUND, "--")
        size = plots.curves(right, [None], color=plots.FIT, marker="o", ms=4, lw=1.3)
        plots.legend_above(right)
        start, end = plots.star(left), plots.mark(left, None, "X", plots.BLACK, 11)
        angle = np.linspace(0, 2 * np.pi, 200)
        heights = FLOOR**2 + 1 / FLOOR**2

        def move(r):
            fine = heights <= 2 / r.eta
            inside = np.clip(r.drawn, -40, 40)
            return (
                *slope(r),
                *circle(r.reach * np.cos(angle), r.reach * np.sin(angle)),
                *steep(FLOOR, np.where(fine, np.nan, 1 / FLOOR)),
                *flat(FLOOR, np.where(fine, 1 / FLOOR, np.nan)),
                *run(inside[:, 0], inside[:, 1]),
                *limit(2 / r.eta),
                *size(np.arange(len(r.drawn)), np.minimum(r.size[: len(r.drawn)], 99)),
                *start(r.u, r.v),
                *end(*(r.last if r.calm else (99, 99))),
            )

        return move

    def caption(self, r):
        if r.lost:
            return f"2/η = {2 / r.eta:.2f}. The run is lost after {len(r.path) - 1} steps."
        if r.saddle:
            return "With v = −u it runs into (0, 0), a saddle: there is no slope, and no minimum."
        if not r.calm:
            return f"2/η = {2 / r.eta:.2f}. Even after {LONG} steps it still bounces."
        return (
            f"2/η = {2 / r.eta:.2f}. Descent came to rest (cross) at u² + v² = {r.end:.2f}; tiny "
            f"steps would have ended at {r.gentle:.2f}."
        )

    def numbers(self, r):
        if r.saddle:
            return f"the run ends on the saddle u = v = 0; 2/η is {2 / r.eta:.3g}."
        if r.lost or not r.calm:
            return f"no rest is reached; 2/η is {2 / r.eta:.3g}, the start has {r.size[0]:.3g}."
        return (
            f"the run rests at u = {r.last[0]:.3g}, v = {r.last[1]:.3g} with sharpness "
            f"{r.end:.4g}; 2/η is {2 / r.eta:.4g}."
        )

    def headline(self, r):
        why = "the run is lost" * r.lost or "it ends on a saddle, not on the floor" * r.saddle
        why = why or "it still bounces" * (not r.calm)
        return Claim(
            "descent rests only where the sharpness is at most 2/η",
            "Theorem 31.1",
            measured=r.end if r.calm else 0.0,
            bound=2 / r.eta,
            why_not=why or "the start is a minimum already: no pull" * r.still,
            words="Where gradient descent with step η comes to rest, the largest curvature is at "
            "most 2/η.",
        )

    def identities(self, r):
        away = "no rest on the floor is reached" * (not r.calm)
        return [
            Claim(
                "u² − v² shrinks by 1 − η²r² a step",
                "Theorem 31.2",
                r.gap[0],
                r.gap[1],
                "==",
                why_not="the run is lost" * r.lost,
            ),
            Claim(
                "sharpness at rest from u² − v²",
                "Theorem 31.2",
                r.end if r.calm else 0.0,
                r.flat,
                "==",
                1e-7,
                away,
            ),
            Claim("curvature by differences", "section 1", r.curved, r.end, "==", 1e-5, away),
        ]


# forwards and backwards, with every number

WIRED = nn.Net((1, 3, 1), "ReLU")
USUAL = np.array([1.0, -0.8, 0.5, 0.0, 0.3, 0.1, 0.7, 1.2, -0.9, 0.1])
NAMES = ["u₁", "u₂", "u₃", "b₁", "b₂", "b₃", "v₁", "v₂", "v₃", "c"]
HEIGHTS = (2.0, 0.0, -2.0)
AROUND = np.linspace(-2.5, 2.5, 201)


def half_square(net, w, x, y):
    """(f(x) - y)^2 / 2 for weights (..., P)."""
    return 0.5 * (net(w, np.array([[x]]))[..., 0, 0] - y) ** 2


class backwards(Figure):
    """A network of ten weights, what each unit says, and what each weight does to the loss."""

    size = (10, 4.7)
    veiled = (0, 1)
    more = ("y", "equal")
    story = [
        Step(
            "a unit that is off",
            "Black: the way forward. Coloured, below: the slope of the loss in the same number. "
            "The middle unit (grey) is off: all its slopes are 0, and changing u₂ a little does "
            "nothing.",
        ),
        Step(
            "one slope, checked",
            "Right: the loss when only u₁ changes. The dotted line has the slope that the "
            "backward pass says.",
            which="u₁",
        ),
        Step(
            "wake it up",
            "With another input the middle unit is on, and its weights have slopes. Now the other "
            "two units are off.",
            x=-1.0,
        ),
        Step(
            "twins",
            "All units start equal. Their slopes are equal too, so every step keeps them equal: "
            "three units, but only one idea.",
            equal=True,
            activation="tanh",
        ),
        Step(
            "saturated",
            "A large input: unit 1 says tanh(4.5) = 1.00, and there tanh is flat. The answer is "
            "wrong, but u₁ does not feel it: the slope is 0.00.",
            which="u₁",
            activation="tanh",
            x=3.0,
            change=0.5,
            y=-0.6,
        ),
    ]
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

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-0.35, 4.25), ylim=(-2.7, 3.3), xticks=[], yticks=[]),
            dict(xlim=(-2.6, 2.6), ylim=(0, 2), ylabel="loss ½(f − y)²"),
            width_ratios=[1.75, 1],
        )
        right.set_xlabel("the chosen weight")
        left.set_ylabel(" ")
        left.grid(False)
        left.set_frame_on(False)
        left.plot([], [], color=plots.BLACK, label="forward")
        left.plot([], [], color=plots.RED, label="backward: slope of the loss")
        plots.legend_above(left)
        told, felt = wire_words(left)
        told_names = [*(f"{name} = " for name in NAMES), *[""] * 5]
        felt_names = [*[""] * 3, "δ₁ = ", "δ₂ = ", "δ₃ = ", *[""] * 3, "δ = "]
        off = plots.spots(left, marker="o", ms=43, mfc=(0, 0, 0, 0.18), mec="0.4", zorder=4)
        ring = left.add_patch(Rectangle((0, 0), 0.86, 0.68, fc="none", ec=plots.BLUE, lw=1.8))
        curve = plots.curves(right, ["loss"], color=plots.FIT)
        slope = plots.curves(right, ["slope by the backward pass"], color=plots.RED, ls=":")
        plots.legend_above(right)
        here = plots.star(right)

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

        return move

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


def _places():
    """Where the ten weights stand on the picture of the network."""
    into = [(0.92, 0.526 * t + 0.17) for t in HEIGHTS]
    out = [(2.62, 0.503 * t + 0.17) for t in HEIGHTS]
    return [*into, *[(1.75, t + 0.96) for t in HEIGHTS], *out, (3.5, 0.96)]


PLACES = _places()


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


# what ReLU units can draw, and what training draws with them

UNITS = np.arange(4, 41, 4)
GRID = np.linspace(0, 1, 801)
TARGETS = {  # function, its largest second derivative
    "wave": (lambda x: np.sin(2 * np.pi * x), 4 * np.pi**2),
    "bump": (lambda x: np.exp(-30 * (x - 0.5) ** 2), 60.0),
}
PATIENCE = 3000


@lru_cache(1)
def trained_bends():
    """For each target, ReLU networks of UNITS hidden units after PATIENCE steps: (10, P) weights.

    They are trained side by side with 40 units each. Those beyond H are 0 throughout: a unit whose
    weights are all 0 says 0 and feels no slope.
    """
    net, rng = nn.Net((1, 40, 1), "ReLU"), np.random.default_rng(0)
    x = np.linspace(0, 1, 64)[:, None]
    w = np.zeros((len(TARGETS), len(UNITS), net.P))
    for start, H in zip(np.moveaxis(w, 1, 0), UNITS):
        tilt, place = 2 * rng.normal(size=H), rng.random(H)
        (W, b), (V, _) = net.layers(start)
        W[..., 0, :H], b[..., 0, :H] = tilt, -tilt * place
        V[..., :H, 0] = rng.normal(size=H) / np.sqrt(H)
    y = np.stack([f(x) for f, _ in TARGETS.values()])[:, None]
    run = nn.train(net, w, x, lambda f, rows: (f - y) / len(x), 0.1, PATIENCE, every=PATIENCE)
    return net(run.last, GRID[:, None])[..., 0]


class bends(Figure):
    """A curve drawn by H ReLU units: by construction, and by training."""

    size = (10, 4.4)
    veiled = (0, 1)
    story = [
        Step(
            "twenty units",
            "Built by hand, twenty bends follow the wave to the width of the line. Trained, "
            "the same twenty units miss it in places.",
        ),
        Step(
            "four units",
            "Four bends are few. Built by hand, the network is off by 0.21; the theorem allows "
            "0.31. Trained, it stays flat where the wave rises.",
            H=4,
        ),
        Step(
            "forty units",
            "Built by hand: twice as many bends, a quarter of the error. Trained: the error falls "
            "too, but less, and not with every unit that is added.",
            H=40,
        ),
        Step(
            "a bump",
            "The bump is flat near both ends, and bends there are wasted; the theorem holds even "
            "so. Training could put them in better places. It does not.",
            target="bump",
        ),
    ]
    handles = [
        Handle(
            "choose H",
            at=lambda r: (r.H, r.error),
            to=lambda r, x, y: dict(H=x),
            panel=1,
        )
    ]
    notes = """“Universal approximation” says that good weights exist. Ask how the class would find
    them for the wave: at equal distances, a bend each. Nobody trained anything. Then show what
    three thousand steps of descent make of the same units: existence is not training."""

    def sliders(self):
        return dict(
            H=int_slider("hidden units H", 20, 4, 40, 4),
            target=choice("curve", "wave", list(TARGETS)),
        )

    @staticmethod
    def compute(H, target):
        """Both networks, their largest errors at every H, and the bound."""
        f, bent = TARGETS[target]
        truth = f(GRID)
        built, errors = None, []
        for units in UNITS:
            knots = np.linspace(0, 1, units + 1)
            net = nn.Net((1, int(units), 1), "ReLU")
            w = nn.interpolant(knots, f(knots))
            made = net(w, GRID[:, None])[:, 0]
            errors.append(np.abs(made - truth).max())
            if units == H:
                built, at_knots = made, net(w, knots[:, None])[:, 0]
        i = list(UNITS).index(H)
        learnt = trained_bends()[list(TARGETS).index(target)]
        missed = np.abs(learnt - truth).max(axis=1)
        knots = np.linspace(0, 1, H + 1)
        return dict(
            truth=truth,
            built=built,
            learnt=learnt[i],
            errors=np.array(errors),
            missed=missed,
            error=float(errors[i]),
            miss=float(missed[i]),
            knots=knots,
            at_knots=f(knots),
            bounds=bent / (8 * UNITS.astype(float) ** 2),
            bound=bent / (8 * H**2),
            polygon=float(np.abs(built - np.interp(GRID, knots, f(knots))).max()),
            touch=float(np.abs(at_knots - f(knots)).max()),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0, 1), ylim=(-1.25, 1.25), xlabel="x", ylabel="y(x)"),
            dict(
                xscale="log",
                yscale="log",
                xlim=(3.6, 45),
                ylim=(2e-3, 1),
                xlabel="hidden units H",
                ylabel="largest error",
            ),
            width_ratios=[1.3, 1],
        )
        plots.ticks(right, x=UNITS[[0, 1, 2, 4, 9]])
        truth = plots.curves(left, ["curve"], color=plots.TRUTH, lw=4, alpha=0.35)
        built = plots.curves(left, ["built by hand"], color=plots.FIT, lw=1.8)
        learnt = plots.curves(left, ["trained"], color=SECOND, ls="--")
        dots = plots.spots(left, marker="o", ms=5, color=plots.FIT)
        plots.legend_above(left)
        bound = plots.curves(right, ["bound"], color=plots.BOUND, ls="--")
        hand = plots.curves(right, ["built"], color=plots.FIT, marker="o", ms=5)
        chance = plots.curves(right, ["trained"], color=SECOND, marker="s", ms=5, ls="--")
        plots.legend_above(right)
        here = plots.star(right)
        return lambda r: (
            *truth(GRID, r.truth),
            *built(GRID, r.built),
            *learnt(GRID, r.learnt),
            *dots(r.knots, r.at_knots),
            *bound(UNITS, r.bounds),
            *hand(UNITS, r.errors),
            *chance(UNITS, r.missed),
            *here(r.H, r.error),
        )

    def caption(self, r):
        return (
            f"With {r.H} units: built by hand, off by at most {r.error:.2g}; after {PATIENCE} "
            f"steps of training off by {r.miss:.2g}."
        )

    def numbers(self, r):
        return (
            f"largest error {r.error:.3g} by construction, {r.miss:.2g} by training; the bound is "
            f"{r.bound:.3g}."
        )

    def headline(self, r):
        return Claim(
            "H units can draw the curve this well",
            "Theorem 31.5",
            measured=r.error,
            bound=r.bound,
            words="There is a ReLU network of H units whose error is nowhere over M/(8H²), where M "
            "is the largest |y″|.",
        )

    def identities(self, r):
        return [
            Claim("the network is the polygon", "Theorem 31.5", r.polygon, 0.0, "=="),
            Claim("on the curve at every bend", "Theorem 31.5", r.touch, 0.0, "=="),
        ]


# training while you watch: three classes, softmax

CLASS = (plots.BLUE, plots.ORANGE, plots.PURPLE)
MARKS = ("o", "s", "^")
TRIO = nn.Net((3, 30, 3), "ReLU", bias=False)  # the third input is always 1
STEPS, EVERY, SAMPLE, FRESH = 800, 20, 40, 300
BOX = (-2.4, 2.4)
PIXELS = 48
PLANE = np.column_stack([plots.mesh(BOX, PIXELS), np.ones(PIXELS**2)])


def three_arms(n, rng):
    """n points around three directions, and their classes; neighbours overlap."""
    k = rng.integers(3, size=n)
    angle = 2 * np.pi * k / 3 + 0.8 * rng.normal(size=n)
    reach = 1 + 0.35 * rng.normal(size=n)
    return np.column_stack([reach * np.cos(angle), reach * np.sin(angle), np.ones(n)]), k


@lru_cache(8)
def trio_world(sample):
    """Training points and classes, fresh ones, and the start, for one random sample."""
    rng = np.random.default_rng(30 + sample)
    X, k = three_arms(SAMPLE, rng)
    fresh, kinds = three_arms(FRESH, rng)
    order = np.concatenate([rng.permutation(SAMPLE) for _ in range(STEPS)])
    return X, k, fresh, kinds, TRIO.start(rng, 1.4), order


def probabilities(z):
    """Softmax of scores (..., c)."""
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    e /= e.sum(axis=-1, keepdims=True)
    return e


def log_loss(z, k, tau=1.0):
    """Mean of -log p at the true classes k (n,), for scores z (..., n, c) at temperature tau."""
    z = (z - z.max(axis=-1, keepdims=True)) / tau
    own = np.take_along_axis(z, np.broadcast_to(k[:, None], (*z.shape[:-1], 1)), axis=-1)[..., 0]
    return (np.log(np.exp(z).sum(axis=-1)) - own).mean(axis=-1)


def lead(z, k, tau=1.0):
    """Mean of own score minus mean score by the probabilities: tau² times the slope of the log loss
    in tau."""
    return float((z[np.arange(len(k)), k] - (probabilities(z / tau) * z).sum(axis=1)).mean())


def best_heat(z, k):
    """The temperature in [0.05, 100] with the smallest log loss: there `lead` is 0."""
    found = first_true(lambda u: np.array(lead(z, k, np.exp(u)) >= 0), np.log(0.05), np.log(100.0))
    return float(np.exp(found))


@lru_cache(64)
def trio_run(eta, lam, m, sample):
    """SGD on the trio: weights (41, P), scores of training and of fresh points along the way."""
    X, k, fresh, _, w, order = trio_world(sample)
    Y = np.eye(3)[k]
    draws = order[: STEPS * m].reshape(STEPS, m)

    def pull(f, rows):
        return (probabilities(f) - Y[rows]) / m

    run = nn.train(TRIO, w, X, pull, eta, STEPS, lam, draws, EVERY)
    return run.w, TRIO(run.w, X), TRIO(run.w, fresh)


def colours(ax):
    """The plane in mixed colours. move(P) with probabilities P (PIXELS^2, 3)."""
    image = ax.imshow(
        np.zeros((PIXELS, PIXELS, 3)),
        extent=(*BOX, *BOX),
        origin="lower",
        aspect="auto",
        interpolation="bilinear",
    )
    ax.grid(False)
    paint = np.array([to_rgb(c) for c in CLASS])

    def move(P):
        mixed = 1 - 0.75 * (1 - P @ paint) * (1.5 * (P.max(axis=1, keepdims=True) - 1 / 3))
        image.set_data(mixed.reshape(PIXELS, PIXELS, 3))
        return (image,)

    return move


class confident(Figure):
    """SGD on three classes: what it learns, and how sure it becomes."""

    size = (10, 4.6)
    veiled = (1,)
    more = ("m", "sample")
    play = "t"
    story = [
        Step(
            "eight hundred steps",
            "The loss on fresh points (red) fell for a few steps and then rose above ln 3, the "
            "loss of somebody who knows nothing. Yet most answers are right.",
        ),
        Step(
            "another temperature",
            "Scores divided by τ = 6: paler colours, the same borders, the same answers. The "
            "dashed curve is below ln 3.",
            tau=6,
        ),
        Step(
            "stopped early",
            "After 100 steps it is not yet so sure of itself: the loss on fresh points is below "
            "ln 3.",
            t=100,
        ),
        Step(
            "weight decay",
            "With λ = 0.01 the weights stay short, and the probabilities are nearly honest at "
            "τ = 1.",
            lam=0.01,
        ),
        Step(
            "too much decay",
            "With λ = 0.05 it is too shy even for fresh points: now the best τ is under 1.",
            lam=0.05,
        ),
        Step(
            "short steps", "A tenth of the step size: the same road, a tenth of the way.", eta=0.1
        ),
    ]
    handles = [
        Handle(
            "choose the step",
            at=lambda r: (r.t, float(min(r.hot[r.i], 2.45))),
            to=lambda r, x, y: dict(t=x),
            panel=1,
        )
    ]
    notes = """Let the class watch the colours while you press play: they become more and more
    saturated, long after the borders have settled. Log loss punishes sure mistakes. Then turn τ:
    borders do not move. Weight decay does the same job during training: Theorem 31.7."""

    def sliders(self):
        return dict(
            eta=step_size(1, 0.05, 2),
            lam=log_slider("weight decay λ", 1e-5, 1e-5, 0.1),
            tau=temperature(1, 0.3, 10),
            t=int_slider("step t", STEPS, 0, STEPS, EVERY),
            m=int_slider("batch size m", 10, 2, SAMPLE, 2),
            sample=int_slider("new random sample", 1, 1, 6),
        )

    @staticmethod
    def compute(eta, lam, tau, t, m, sample):
        """One run of SGD, its losses at every recorded step, and the plane at step t."""
        X, k, fresh, kinds, _, _ = trio_world(sample)
        w, own, new = trio_run(eta, lam, m, sample)
        i = min(t // EVERY, len(w) - 1)
        grad = nn.gradient(TRIO, X, lambda f, rows: (probabilities(f) - np.eye(3)[k]) / SAMPLE)(
            w[i]
        )
        pulls = [float((w_ * g).sum()) for (w_, _), (g, _) in zip(*map(TRIO.layers, (w[i], grad)))]
        heat = best_heat(new[i], kinds)
        shrunk = TRIO(w[i] / np.sqrt(tau), fresh)
        return dict(
            i=i,
            X=X,
            k=k,
            steps=EVERY * np.arange(len(w)),
            training=log_loss(own, k),
            testing=log_loss(new, kinds),
            hot=log_loss(new, kinds, tau),
            plane=probabilities(TRIO(w[i], PLANE) / tau),
            mistakes=float((new[i].argmax(axis=1) != kinds).mean()),
            cooled=float((probabilities(new[i] / tau).argmax(axis=1) != kinds).mean()),
            shrunk=float(log_loss(shrunk, kinds)),
            lead=lead(own[i], k),
            pulls=pulls,
            heat=heat,
            rest=float(log_loss(new[i], kinds, heat)),
            flat=lead(new[i], kinds, heat),
            inside=0.06 < heat < 90,
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=BOX, ylim=BOX, xlabel="first input", ylabel="second input"),
            dict(xlim=(0, 1.03 * STEPS), ylim=(0, 2.5), xlabel="step t", ylabel="log loss"),
            width_ratios=[1, 1.3],
        )
        paint = colours(left)
        dots = [
            plots.spots(left, f"class {i + 1}", marker=mark, ms=8, color=c, mec="black")
            for i, (mark, c) in enumerate(zip(MARKS, CLASS))
        ]
        plots.legend_above(left)
        right.axhline(np.log(3), color=plots.BOUND, ls=":", label="ln 3")
        train = plots.curves(right, ["training"], color=plots.TRAIN)
        test = plots.curves(right, ["fresh"], color=plots.TEST)
        hot = plots.curves(right, ["fresh, at τ"], color=plots.TEST, ls="--")
        plots.legend_above(right)
        here = plots.star(right)
        return lambda r: (
            *paint(r.plane),
            *(a for c, move in enumerate(dots) for a in move(*r.X[r.k == c, :2].T)),
            *train(r.steps, r.training),
            *test(r.steps, r.testing),
            *hot(r.steps, r.hot),
            *here(r.t, float(min(r.hot[r.i], 2.45))),
        )

    def caption(self, r):
        return (
            f"{100 - 100 * r.mistakes:.0f} % of fresh points are answered rightly, with log loss "
            f"{r.hot[r.i]:.2f} at this τ. The best τ is {r.heat:.2g}, with {r.rest:.2f}."
        )

    def numbers(self, r):
        return (
            f"log loss {r.training[r.i]:.3f} on training points, {r.testing[r.i]:.3f} on fresh "
            f"ones, {r.hot[r.i]:.3f} at this temperature; best temperature {r.heat:.2g}."
        )

    def headline(self, r):
        return Claim(
            "temperature τ = all weights divided by √τ",
            "Theorem 31.6",
            measured=float(r.hot[r.i]),
            bound=r.shrunk,
            kind="==",
            words="In this network of two layers, dividing the scores by τ is the same as dividing "
            "every weight by √τ.",
        )

    def identities(self, r):
        return [
            Claim("no τ changes an answer", "Theorem 31.6", r.cooled, r.mistakes, "=="),
            Claim("pull on layer 1", "Theorem 31.7", -r.pulls[0], r.lead, "=="),
            Claim("pull on layer 2", "Theorem 31.7", -r.pulls[1], r.lead, "=="),
            Claim(
                "at the best τ the lead is 0",
                "Theorem 31.7",
                r.flat,
                0.0,
                "==",
                1e-6,
                "the best τ is beyond what was searched" * (not r.inside),
            ),
        ]


# the edge of stability: three hidden layers, full descent

DEEP = nn.Net((1, 10, 10, 10, 1))
RATES = (0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3)
MARCH, STRIDE = 2000, 10


@lru_cache(1)
def marches():
    """Eight runs that differ in η only: sharpness and loss (201, 8), and the sharpness at the end
    from the whole Hessian, (8,)."""
    rng = np.random.default_rng(0)
    X = np.linspace(-1.5, 1.5, 16)[:, None]
    y, w = np.sin(3 * X), DEEP.start(rng)
    runs = len(RATES)
    pull = nn.half_squares(y)
    run = nn.train(
        DEEP, np.tile(w, (runs, 1)), X, pull, np.array(RATES)[:, None], MARCH, every=STRIDE
    )
    grad = nn.gradient(DEEP, X, pull)
    first, v = nn.sharpness(grad, w, rng.normal(size=w.shape), 40)
    found, v = [np.full(runs, first)], np.tile(v, (runs, 1))
    for w in run.w[1:]:
        value, v = nn.sharpness(grad, w, v)
        found.append(value)
    value, _ = nn.sharpness(grad, run.last, v, 30)
    found[-1] = value
    loss = 0.5 * ((DEEP(run.w, X) - y) ** 2).mean(axis=(-1, -2))
    return np.array(found), loss, np.array([whole_hessian(grad, w) for w in run.last])


def whole_hessian(grad, w, h=1e-4):
    """Largest eigenvalue of the Hessian at w (P,), column by column from differences."""
    steps = h * np.eye(len(w))
    H = (grad(w + steps) - grad(w - steps)) / (2 * h)
    return float(np.linalg.eigvalsh((H + H.T) / 2)[-1])


class edge(Figure):
    """Sharpness of a network along full gradient descent, beside 2/η."""

    size = (10, 4.4)
    veiled = (0, 1)
    play = "t"
    story = [
        Step(
            "η = 0.2",
            "The sharpness grows from 4.5 to 19, almost twice 2/η = 10. It falls back with a few "
            "swings, and then it stays near 10.",
        ),
        Step(
            "half the step",
            "Now 2/η is 20, and again the sharpness overshoots and settles near the dashed line: "
            "half the step, twice the sharpness.",
            eta="0.1",
        ),
        Step(
            "the longest",
            "η = 0.3: at first the sharpness jumps over 2/η again and again. For a parabola "
            "descent would diverge. Here it does not.",
            eta="0.3",
        ),
        Step(
            "a short step",
            "2/η = 67 is above the picture, and the sharpness never gets there: it levels off at "
            "33. The loss falls all the time, as notebook 07 says.",
            eta="0.03",
        ),
        Step(
            "near the meeting",
            "At step 90 the sharpness passes 2/η. The loss goes on falling for a while; then it "
            "jumps, and the sharpness drops.",
            eta="0.1",
            t=90,
        ),
    ]
    handles = [
        Handle(
            "choose the step",
            at=lambda r: (r.t, float(min(r.now, 41))),
            to=lambda r, x, y: dict(t=x),
        )
    ]
    notes = """Everything is plain gradient descent on all sixteen points: no noise. Ask what the
    grey curves have in common: each flattens at its own 2/η, but for the two shortest steps.
    This is a measurement, not a theorem: Theorem 31.1 says why it cannot rest above, and nothing
    simple why it goes there."""

    def sliders(self):
        return dict(
            eta=choice("step size η", "0.2", {str(rate): rate for rate in RATES}),
            t=int_slider("step t", MARCH, 0, MARCH, STRIDE),
        )

    @staticmethod
    def compute(eta, t):
        """One of the eight runs, which were trained when the figure was made."""
        sharp, loss, whole = marches()
        which, i = RATES.index(eta), t // STRIDE
        late = sharp[len(sharp) // 2 :, which]
        return dict(
            which=which,
            sharp=sharp,
            loss=loss,
            now=float(sharp[i, which]),
            loss_now=float(loss[i, which]),
            limit=2 / eta,
            ratio=float(late.mean() * eta / 2),
            high=bool(sharp[:, which].max() > 2 / eta),
            rises=int((np.diff(loss[:, which]) > 0).sum()),
            ends=(float(sharp[-1, which]), float(whole[which])),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0, 1.03 * MARCH), ylim=(0, 42), xlabel="step t", ylabel="sharpness"),
            dict(
                yscale="log", xlim=(0, 1.03 * MARCH), ylim=(3e-4, 2), xlabel="step t", ylabel="loss"
            ),
            width_ratios=[1.3, 1],
        )
        others = plots.bundle(left, len(RATES), "other η", "0.8")
        limit = plots.level(left, "2/η", plots.BOUND, "--")
        run = plots.curves(left, ["this η"], color=plots.FIT)
        plots.legend_above(left)
        rest = plots.bundle(right, len(RATES), "other η", "0.8")
        loss = plots.curves(right, ["this η"], color=plots.FIT, lw=1.5)
        plots.legend_above(right)
        here, there = plots.star(left), plots.star(right)
        steps = STRIDE * np.arange(MARCH // STRIDE + 1)
        return lambda r: (
            *others(steps, r.sharp.T),
            *limit(r.limit),
            *run(steps, r.sharp[:, r.which]),
            *rest(steps, r.loss.T),
            *loss(steps, r.loss[:, r.which]),
            *here(r.t, min(r.now, 41)),
            *there(r.t, min(r.loss_now, 1.9)),
        )

    def caption(self, r):
        return (
            f"2/η = {r.limit:.1f}. Over the second half the mean sharpness is {r.ratio:.1f} times "
            "2/η. "
            f"{'The loss fell all the time.' if not r.rises else 'The loss went up now and then.'}"
        )

    def numbers(self, r):
        return (
            f"sharpness {r.now:.2g} and loss {r.loss_now:.1g} at this step; over the second half "
            f"the mean sharpness is {r.ratio:.1f} times 2/η = {r.limit:.3g}."
        )

    def headline(self, r):
        return Claim(
            "the sharpness settles at 2/η",
            "Fact 31.8",
            measured=abs(r.ratio - 1),
            bound=0.1,
            why_not="" if r.high else "steps so short that the sharpness never reaches 2/η",
            words="Over the second half of training the mean sharpness is within a tenth of 2/η.",
        )

    def identities(self, r):
        return [
            Claim("Lanczos = whole Hessian", "section 5", *r.ends, "==", 1e-3),
            Claim(
                "below 2/η the loss only falls",
                "Theorem 7.2",
                r.rises,
                0,
                "==",
                why_not="the sharpness went over 2/η" * r.high,
            ),
        ]


# lazy training: a network beside its tangent

PLACED = ((-1.3, 0.2), (-0.8, -0.6), (-0.3, 0.5), (0.2, 0.9), (0.7, -0.4), (1.3, 0.1))
WIDEST = 300
AXIS = np.linspace(-1.8, 1.8, 121)


@lru_cache(1)
def cosine_draws():
    """Standard normal u and v, and phases b, for the widest network; narrower ones share them."""
    rng = np.random.default_rng(31)
    return rng.normal(size=WIDEST), 2 * np.pi * rng.random(WIDEST), rng.normal(size=WIDEST)


def cosine_start(H, ell):
    """The network of H cosines and its weights at the start: frequencies N(0, 1/ell^2)."""
    net = nn.Net((1, H, 1), "cosine")
    u, b, v = (part[:H] for part in cosine_draws())
    return net, np.concatenate([u / ell, b, v, [0.0]])


def tangent_steps(J, at, y, eta, T):
    """What `networks.tangent` says, by taking the steps with all the weights."""
    w = np.zeros(J.shape[1])
    for _ in range(T):
        w -= eta / len(y) * ((J @ w - y) @ J)
    return at @ w


def five_errors(net, w, x, z):
    """Five standard errors of k(x, z), a mean over units of 2 cos cos + 2 v² (1 + xz) sin sin."""
    (U, b), (V, _) = net.layers(w)
    s, t = U[0] * x + b[0], U[0] * z + b[0]
    each = 2 * np.cos(s) * np.cos(t) + 2 * V[:, 0] ** 2 * np.sin(s) * np.sin(t) * (1 + x * z)
    return 5 * float(each.std(ddof=1)) / np.sqrt(len(each))


class lazy(Figure):
    """A wide network, trained, beside what its kernel at the start predicts."""

    size = (10, 4.6)
    veiled = (0, 1)
    more = ("T", "data")
    story = [
        Step(
            "a hundred units",
            "301 weights and six points. Trained (blue), the network does nearly what its "
            "kernel at the start had said (dashed).",
        ),
        Step(
            "twenty units",
            "A narrow one has to move its weights, and the kernel moves with them: outside the "
            "points the prediction is off.",
            H=20,
        ),
        Step(
            "three hundred",
            "Wide: each weight hardly moves, all together fit the points.",
            H=300,
        ),
        Step(
            "a louder output",
            "The same hundred units with α = 10: tiny moves are enough, and the tangent is exact "
            "to the eye.",
            alpha=10,
        ),
        Step(
            "a narrow kernel",
            "Frequencies drawn with ℓ = 0.2: the kernel is a spike, and every point pulls only "
            "its neighbourhood.",
            ell=0.2,
        ),
        Step(
            "a wide kernel",
            "ℓ = 1: the kernel knows only slow curves, and the six points are too quick for it. "
            "The network is not lazy here: it leaves its kernel and gets nearer.",
            ell=1,
        ),
    ]
    handles = point_handles("data", len(PLACED))
    notes = """Drag a point: network and kernel are both trained anew at every move. The bandwidth
    of notebook 14 is here the spread of the first layer's weights at the start. The kernel is
    fixed before the network has seen a single example: in this regime it learns no features."""

    def sliders(self):
        return dict(
            H=int_slider("hidden units H", 100, 20, WIDEST, 10),
            ell=bandwidth(0.5, 0.2, 2),
            alpha=log_slider("output scale α", 1, 0.3, 30),
            T=int_slider("steps T", 200, 10, 300, 10),
            data=points("data", PLACED),
        )

    @staticmethod
    def compute(H, ell, alpha, T, data):
        """Train the network, and say what the kernel at its start predicts."""
        net, w = cosine_start(H, ell)
        x, y = data[:, :1], data[:, 1]
        c = alpha * np.sqrt(2 / H)
        J, at = c * net.jacobian(w, x), c * net.jacobian(w, AXIS[:, None])
        K = J @ J.T
        eta = len(y) / np.linalg.eigvalsh(K)[-1]
        base = net(w, x)

        def pull(f, rows):
            return c * (c * (f - base) - y[:, None]) / len(y)

        last = nn.train(net, w, x, pull, eta, T, every=T).last
        says = c * (net(last, AXIS[:, None]) - net(w, AXIS[:, None]))[:, 0]
        kernel, stepped = nn.tangent(J, at, y, eta, T), tangent_steps(J, at, y, eta, T)
        later = c * net.jacobian(last, x)
        turn = np.cos(np.arange(len(w)))
        ahead, behind = (net(w + s * turn, x)[:, 0] for s in (1e-5, -1e-5))
        return dict(
            says=says,
            kernel=kernel,
            gap=float(np.abs(says - kernel).max()),
            moved=float(np.linalg.norm(last - w) / np.linalg.norm(w)),
            changed=float(np.linalg.norm(later @ later.T - K) / np.linalg.norm(K)),
            stepped=float(np.abs(stepped - kernel).max()),
            middle=(float(stepped[len(AXIS) // 2]), float(kernel[len(AXIS) // 2])),
            slopes=(float((J @ turn)[0]), float(c * (ahead - behind)[0] / 2e-5)),
            slice=at @ J[2] / alpha**2,
            sliced=c * net.jacobian(last, AXIS[:, None]) @ later[2] / alpha**2,
            exact=nn.cosine_kernel(AXIS, x[2], ell)[:, 0],
            pair=float(K[2, 3] / alpha**2 - 2 / H - nn.cosine_kernel(x[2], x[3], ell)[0, 0]),
            allowed=five_errors(net, w, x[2, 0], x[3, 0]),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-1.8, 1.8), ylim=(-1.6, 1.6), xlabel="x", ylabel="f(x) minus its start"),
            dict(xlim=(-1.8, 1.8), ylim=(-0.6, 2.8), xlabel="x", ylabel="kernel with point 3"),
            width_ratios=[1.25, 1],
        )
        fit = plots.curves(left, ["network, trained"], color=plots.FIT)
        guess = plots.curves(left, ["by its kernel"], color=SECOND, ls="--")
        dots = plots.spots(left, "points", marker="o", ms=8, color=plots.TRAIN, mec="white")
        plots.legend_above(left)
        exact = plots.curves(right, ["H = ∞"], color=plots.TRUTH, lw=4, alpha=0.3)
        first = plots.curves(right, ["at the start"], color=SECOND, ls="--")
        last = plots.curves(right, ["trained"], color=plots.FIT, lw=1.5)
        plots.legend_above(right)
        return lambda r: (
            *fit(AXIS, r.says),
            *guess(AXIS, r.kernel),
            *dots(*r.data.T),
            *exact(AXIS, r.exact),
            *first(AXIS, r.slice),
            *last(AXIS, r.sliced),
        )

    def caption(self, r):
        return (
            f"{3 * r.H + 1} weights, 6 points. The weights moved by {100 * r.moved:.2g} %; network "
            f"and kernel differ by at most {r.gap:.2g}."
        )

    def numbers(self, r):
        return (
            f"network and tangent differ by up to {r.gap:.2g}; weights moved by {r.moved:.2g} of "
            f"their length, the kernel changed by {r.changed:.2g} of its size."
        )

    def headline(self, r):
        return Claim(
            "descent on the tangent is kernel regression",
            "Theorem 31.9",
            measured=r.middle[0],
            bound=r.middle[1],
            kind="==",
            tol=1e-7,
            words="The tangent of the network, trained step by step in all its weights, predicts "
            "at x = 0 what a formula with the kernel alone says.",
        )

    def identities(self, r):
        return [
            Claim("the same at all places x", "Theorem 31.9", r.stepped, 0.0, "==", 1e-7),
            Claim("slopes by differences", "Theorem 31.3", *r.slopes, "==", 1e-5),
            Claim(
                "the kernel’s mean, within five standard errors",
                "Theorem 31.10",
                abs(r.pair),
                r.allowed,
            ),
        ]


# depth: what survives thirty layers

LAYERS, NETS = 30, 20
WIDTHS = (20, 60)
SLOPES = {"ReLU": 1.0, "tanh": 1.0, "sigmoid": 0.25, "none": 1.0}
LOW, HIGH = 1e-12, 1e10


@lru_cache(2)
def stacks(width):
    """Random layers (30, 20, H, H) with entries of variance 1/H, inputs of length √H, and the
    largest stretch of every layer."""
    rng = np.random.default_rng(width)
    W = rng.normal(size=(LAYERS, NETS, width, width)) / np.sqrt(width)
    h = rng.normal(size=(NETS, width, 1))
    h *= np.sqrt(width / (h * h).sum(axis=1, keepdims=True))
    return W, h, np.linalg.norm(W, 2, axis=(2, 3))


class depth(Figure):
    """Twenty random networks of thirty layers: how large are signal and gradient after each?"""

    size = (10, 4.2)
    veiled = (0, 1)
    story = [
        Step(
            "ReLU, gain 1",
            "Each layer halves the square: one billionth is left.",
        ),
        Step(
            "ReLU, gain √2",
            "Both stay of the same order through thirty layers: some networks lose a little, some "
            "gain.",
            gain=2**0.5,
        ),
        Step("ReLU, gain 2", "Each layer doubles it: an explosion.", gain=2),
        Step(
            "sigmoid",
            "The signal survives, since a sigmoid never says 0. The gradient does not: every slope "
            "is at most ¼.",
            activation="sigmoid",
            gain=2**0.5,
        ),
        Step(
            "tanh",
            "A gain a little over 1 leaves a tenth of both: too large a signal is cut by the tanh "
            "itself.",
            activation="tanh",
            gain=1.1,
        ),
        Step(
            "narrow",
            "Twenty units a layer: the mean obeys the same law, but networks differ by orders of "
            "magnitude, and the typical one falls.",
            width="20",
            gain=2**0.5,
        ),
    ]
    handles = [
        Handle(
            "choose the depth",
            at=lambda r: (r.l, float(np.clip(r.middle[0][r.l], LOW, HIGH))),
            to=lambda r, x, y: dict(l=x),
        )
    ]
    notes = """Ask for the factor of one layer first: half of a symmetric distribution is cut off by
    the ReLU, so half of the mean square is left. Gain √2 repairs it: He’s start. For the sigmoid
    look at the right panel only."""

    def sliders(self):
        return dict(
            gain=slider("gain g", 1, 0.5, 2.5, 0.05),
            activation=choice("activation", "ReLU", list(SLOPES)),
            width=choice("units a layer", "60", {str(w): w for w in WIDTHS}),
            l=int_slider("layer l", LAYERS, 1, LAYERS),
        )

    @staticmethod
    def compute(gain, activation, width, l):  # noqa: E741
        """Mean squares of signal and gradient after every layer, for twenty networks."""
        for every in WIDTHS:  # both are made at the start, or the first switch would wait
            stacks(every)
        W, h, stretch = stacks(width)
        sizes, pulls = nn.signal(W, gain, activation, h)
        factor = {"ReLU": gain**2 / 2, "none": gain**2}.get(activation, np.nan)
        ratios = sizes[1:] / sizes[:-1]
        spread = 5 * float(ratios.std(ddof=1)) / np.sqrt(ratios.size)
        most = np.cumsum(2 * np.log(SLOPES[activation] * gain * stretch[::-1]), axis=0)
        used = np.log(np.maximum(pulls[1:], 1e-300)) - most
        return dict(
            sizes=sizes / width,
            pulls=pulls,
            middle=(np.exp(np.log(sizes / width).mean(axis=1)), np.exp(mean_log(pulls))),
            law=factor ** np.arange(LAYERS + 1),
            factor=factor,
            ratio=float(ratios.mean()),
            spread=spread,
            used=float(used.max()),
            after=float(np.exp(np.log(sizes[l] / width).mean())),
            back=float(np.exp(mean_log(pulls)[l])),
        )

    def picture(self, fig):
        look = dict(yscale="log", xlim=(0, 30.8), ylim=(LOW, HIGH))
        left, right = plots.panels(
            fig,
            dict(**look, xlabel="layers passed, forwards", ylabel="mean square of what units say"),
            dict(**look, xlabel="layers passed, backwards", ylabel="square of the gradient"),
        )
        layers = np.arange(LAYERS + 1)
        many = [plots.bundle(ax, NETS, "each network") for ax in (left, right)]
        law = plots.curves(left, ["law"], color=plots.BOUND, ls="--")
        typical = [plots.curves(ax, ["typical"], color=plots.FIT) for ax in (left, right)]
        for ax in (left, right):
            plots.legend_above(ax)
        here, there = plots.star(left), plots.star(right)

        def seen(values):
            return np.clip(values, LOW, HIGH)

        return lambda r: (
            *many[0](layers, seen(r.sizes.T)),
            *many[1](layers, seen(r.pulls.T)),
            *law(layers, seen(r.law)),
            *typical[0](layers, seen(r.middle[0])),
            *typical[1](layers, seen(r.middle[1])),
            *here(r.l, float(seen(r.after))),
            *there(r.l, float(seen(r.back))),
        )

    def caption(self, r):
        return (
            f"After {r.l} layers the typical square is {told(r.after)} forwards and "
            f"{told(r.back)} backwards."
        )

    def numbers(self, r):
        return (
            f"typical mean square {told(r.after)} forwards and {told(r.back)} backwards; one layer "
            f"multiplies the first by {r.ratio:.3g} on average."
        )

    def headline(self, r):
        bare = r.activation == "none"
        layer = "layer without activation multiplies" if bare else "ReLU layer multiplies"
        law = "g²" if bare else "g²/2"
        return Claim(
            "a ReLU layer multiplies the mean square by g²/2",
            "Theorem 31.11",
            measured=abs(r.ratio - r.factor),
            bound=r.spread,
            why_not="" if np.isfinite(r.factor) else "no such law for this activation",
            words=f"On average a {layer} the mean square by {law} (five standard errors are "
            "allowed).",
        )

    def identities(self, r):
        return [
            Claim(
                "no gradient grows beyond the layers’ stretch times the largest slope",
                "Theorem 31.11",
                r.used,
                0.0,
            )
        ]


def mean_log(values):
    """Mean logarithm over networks; a gradient that is 0 counts as 1e-300."""
    return np.log(np.maximum(values, 1e-300)).mean(axis=1)


def told(value):
    """A small or large number as a power of ten, another one plainly."""
    if 1e-3 <= value < 1e4:
        return f"{value:.2g}"
    power = str(round(np.log10(value)))
    return "about 10" + power.translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
