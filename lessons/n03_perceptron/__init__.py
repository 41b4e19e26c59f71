"""The figures of notebook 03, the perceptron, and the runs that they look at."""

from functools import cache
from itertools import permutations

import numpy as np

from helpers import plots
from helpers.live import Claim, Figure, Handle, Step, choice, int_slider, log_slider, slider, text
from helpers.live.controls import points, written
from helpers.margins import cycling, perceptron
from helpers.margins.separation import separation

NAMES = "ABCD"
LABELS = {"OR": perceptron.OR, "XOR": perceptron.XOR, "AND": np.array([-1.0, -1, -1, 1])}
PLANE = (-1.0, 2.0, -0.7, 1.5)  # what the panel shows: left, right, bottom, top
STAR, ACROSS = np.array([0.6, 0.8]), np.array([-0.8, 0.6])  # a direction of known margin
SHRUNK = 10  # the start is drawn at a tenth of its length
PASSES = 200
PLACES = {
    "(1+√2)/2": cycling.Surd(1, 1, 2),
    "5/4": cycling.Surd(5, 0, 4),
    "4/3": cycling.Surd(4, 0, 3),
    "7/5": cycling.Surd(7, 0, 5),
    "41/29": cycling.Surd(41, 0, 29),
    "√2": cycling.Surd(0, 1),
    "3/2": cycling.Surd(3, 0, 2),
    "5/3": cycling.Surd(5, 0, 3),
    "2": cycling.Surd(2),
    "1+√2": cycling.Surd(1, 1),
}
LAST = 120  # passes on the clock
MAILS = perceptron.pad(perceptron.MAILS)
SCORES = np.arange(-9, 10)  # where the score of an e-mail can be


@cache
def orders(n):
    """All orders of n examples; number 0 is the order in which they stand."""
    return np.array(list(permutations(range(n))))


def inside(label, places):
    """A `points` control whose points stay in the panel PLANE."""
    control = points(label, places)
    parse, (left, right, low, high) = control.argument, PLANE

    def within(typed):
        found = parse(typed)
        if (found < (left, low)).any() or (found > (right, high)).any():
            ranges = f"between {left:g} and {right:g}, and between {low:g} and {high:g}"
            raise ValueError(f"{label} must lie in the picture: {ranges}")
        return found

    control.argument = within
    return control


def grip(name, i, label):
    """A handle for one point of a control that `inside` made."""

    def to(r, x, y):
        places = getattr(r, name).copy()
        left, right, low, high = PLANE
        places[i] = np.clip(x, left, right), np.clip(y, low, high)
        return {name: written(places)}

    return Handle(label, lambda r: getattr(r, name)[i], to)


def plural(count, word):
    """ "1 correction", "2 corrections"."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def corners(ax, below=False):
    """Four points with their letters, and rings round some of them. move(x, y, ringed).

    below: the letters stand below on the left, where the normal of a line for OR does not come.
    """
    dots, ring = plots.points(ax, ["+", "-"], None, 130, zorder=4), plots.circles(ax, size=20)
    away = np.array([-0.06, -0.06] if below else [0.07, 0.06])
    style = dict(ha="right", va="top") if below else {}
    letters = [ax.text(0, 0, name, fontsize=14, zorder=5, **style) for name in NAMES]

    def move(x, y, ringed):
        for letter, place in zip(letters, x):
            letter.set_position(place + away)
        return *dots(x[y > 0], x[y < 0]), *ring(x[ringed]), *letters

    return move


def score_bars(ax, names, top):
    """Scores as bars with their numbers: blue and up is right, red and down is wrong.

    move(scores, was): `was` are older scores, drawn as short dashes.
    """
    n = len(names)
    ax.set(xlim=(-0.6, n - 0.4), ylim=(-top, top), xticks=range(n), xticklabels=names)
    ax.grid(False)
    ax.axhline(0, color="black", lw=1)
    bars = plots.bars(ax, n, width=0.6)
    (dash,) = ax.plot([], [], ls="", marker="_", ms=30, mew=2.5, color="0.35")
    told = [ax.text(k, 0, "", ha="center", fontsize=13) for k in range(n)]

    def move(scores, was):
        shown = np.clip(scores, -top, top)
        patches = bars(shown)
        for patch, label, score, height in zip(patches, told, scores, shown):
            patch.set_facecolor(plots.BLUE if score > 0 else plots.RED)
            # a number stands beyond the end of its bar, or inside where there is no room
            above = (height >= 0) == (abs(height) < 0.85 * top)
            gap = 0.03 * top if above else -0.03 * top
            label.set(text=told_score(score), y=height + gap, va="bottom" if above else "top")
        dash.set_data(range(n), np.full(n, np.nan) if was is None else was)
        return *patches, dash, *told

    return move


def told_score(score):
    """At most two digits after the point, no negative zero."""
    return f"{round(float(score), 2) + 0.0:g}".replace("-", "−")


class steps(Figure):
    """The perceptron on four points, visit after visit: the line, and every point's score."""

    play = "T"
    veiled = (1,)
    more = ("order", "places")
    story = [
        Step(
            "nothing yet",
            "w = 0 and b = 0: there is no line, and all four scores are 0. That counts as wrong.",
            T=0,
        ),
        Step(
            "one for A",
            "A wants −. One correction later the answer is − everywhere: A is right, and nobody "
            "else.",
            T=1,
        ),
        Step(
            "B spoils A",
            "The correction for B lifts B's score from −1 to 1, and throws A back to 0.",
            T=2,
        ),
        Step("half-way", "The correction for A, once more, costs B, C and D one each.", T=13),
        Step("all right", "Nobody is wrong any more: from here on nothing changes.", T=40),
        Step(
            "XOR",
            "Only the label of D is another one. Press play: the line runs round and round.",
            labels="XOR",
            T=47,
        ),
        Step(
            "your turn",
            "Drag A, B, C or D. The run starts again from nothing at once: does it still end?",
            T=72,
        ),
    ]
    handles = [grip("places", i, f"move {NAMES[i]}") for i in range(4)]
    notes = """Step through the first three steps by hand on the board: w, b and the four scores.
    Let the class predict which bar jumps at the next visit, and by how much: |x|² + 1, so D's
    jump is 3 and A's is 1. Then XOR, and only then ask whether it will ever end."""

    def sliders(self):
        return dict(
            T=int_slider("visits T", 5, 0, 72),
            labels=choice("labels", "OR", LABELS),
            order=int_slider("order of the visits o", 0, 0, 23),
            places=inside("points A to D", perceptron.CORNERS),
        )

    @staticmethod
    def compute(T, labels, order, places):
        """Run the perceptron on the four points; look at it before and after visit T."""
        q, visits = perceptron.Table(places, labels), orders(4)[order]
        run, lp = perceptron.train(q.X, q.y, visits, PASSES), separation(places, labels)
        M, before = perceptron.after(run, T), perceptron.after(run, max(T - 1, 0))
        w, old = run.w[M], run.w[before]
        plane = np.append(lp.w, lp.b)
        return dict(
            q=q,
            run=run,
            M=M,
            w=w,
            i=visits[(T - 1) % 4],
            corrected=before < M,
            scores=q.y * (q.X @ w),
            was=q.y * (q.X @ old),
            separable=lp.separable,
            bound=perceptron.mistake_bound(q.X, q.y, plane) if lp.separable else np.inf,
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=PLANE[:2], ylim=PLANE[2:], xlabel="$x_1$", ylabel="$x_2$")
        left.set_title("blue side: the line says +   (● is +, ■ is −)")
        right.set_title("scores; 0 or below is wrong")
        right.set_xlabel("dashes: before this visit")
        side, four = plots.halves(left, PLANE, 100), corners(left, below=True)
        line = plots.street(left, None, edges=False, normal=True)
        bars = score_bars(right, list(NAMES), 5.5)

        def move(r):
            w, seen = r.w, [r.i] if r.T else []
            return (
                *side(r.q.score(w)),
                *line(w[:2] if w[:2].any() else None, w[2], 0.4),
                *four(r.places, r.q.y, seen),
                *bars(r.scores, r.was if r.corrected else None),
            )

        return move

    def caption(self, r):
        wrong = ", ".join(name for name, score in zip(NAMES, r.scores) if score <= 0)
        now = f"wrong now: {wrong}" if wrong else "nobody is wrong now"
        if not r.T:
            return f"Before the first visit; {now}."
        name = NAMES[r.i]
        if not r.corrected:
            return f"Visit {r.T} finds {name} right and changes nothing; {now}."
        rise = f"from {told_score(r.was[r.i])} to {told_score(r.scores[r.i])}"
        return f"Visit {r.T} corrects {name}, whose score rises {rise}; {now}."

    def numbers(self, r):
        scores = ", ".join(f"{name} {told_score(v)}" for name, v in zip(NAMES, r.scores))
        return (
            f"after {plural(r.M, 'correction')} the weights are {np.round(r.w, 2).tolist()} (the "
            f"last one is b) and the scores {scores}; {self.caption(r)}"
        )

    def headline(self, r):
        i, M = r.run.extra["rows"][max(r.M, 1) - 1], max(r.M, 1)
        rise = r.q.y[i] * r.q.X[i] @ (r.run.w[M] - r.run.w[M - 1])
        return Claim(
            "rise of the last corrected score",
            "Theorem 3.1",
            rise,
            r.places[i] @ r.places[i] + 1,
            "==",
            why_not="" if r.M else "no correction yet",
            words="A correction raises the score of its point by exactly |x|² + 1.",
        )

    def identities(self, r):
        apart = "" if r.separable else "no line parts the classes"
        long = "" if r.bound < PASSES or not r.separable else "too narrow to end in 200 passes"
        w, ended = r.w, r.run.extra["converged"]
        slope = np.ptp(r.q.feet(w) @ w[:2]) if w[:2].any() else 0
        return [
            Claim("corrections ≤ C²/γ²", "Theorem 3.2", r.M, r.bound, why_not=apart),
            Claim(
                "it ends (1) exactly if the linear program finds a line (1)",
                "Theorem 3.2",
                ended,
                r.separable,
                "==",
                why_not=long,
            ),
            Claim(
                "⟨w, x⟩ is the same number all along the line",
                "section 1",
                w[2] + slope,
                w[2],
                "==",
                why_not="" if w[:2].any() else "there is no line",
            ),
        ]


class margin(Figure):
    """Novikoff's proof as a picture: two curves that must not cross, and do where it ends."""

    veiled = (1,)
    more = ("phi", "order")
    story = [
        Step(
            "the squeeze",
            "⟨w, w*⟩ stays above the dotted curve, ‖w‖ below the dashed one. At the diamond the "
            "two meet: no run comes further than that.",
        ),
        Step(
            "wide",
            "A wide gap: the two curves meet after six corrections. One is enough.",
            gamma=0.4,
        ),
        Step("narrow", "A narrow gap: they meet at 2500. The run needs far fewer.", gamma=0.02),
        Step("ten times larger", "All points times 10. Not one correction less.", q=10),
        Step(
            "a bad start",
            "The run begins at the arrow, which points the wrong way. Now 23 corrections are made, "
            "where 6.25 was the bound from w = 0. The diamond has moved too.",
            gamma=0.4,
            a=10,
        ),
        Step(
            "another bad start",
            "Drag the tip of the arrow. Which direction costs most?",
            gamma=0.2,
            a=8,
            phi=110,
        ),
    ]
    handles = [
        Handle(
            "the margin",
            at=lambda r: tuple(r.gamma * STAR - 0.9 * ACROSS),
            to=lambda r, x, y: dict(gamma=max(float(STAR @ (x, y)), 0.02)),
        ),
        Handle(
            "the start",
            at=lambda r: tuple(margin.start(r.a, r.phi) / SHRUNK),
            to=lambda r, x, y: margin.turned(SHRUNK * x, SHRUNK * y),
        ),
        Handle(
            "where it must end",
            at=lambda r: (r.s["bound"], r.s["most"](r.s["bound"]) / r.q),
            to=lambda r, x, y: dict(gamma=(r.a + np.sqrt(r.a**2 + max(x, 1))) / max(x, 1)),
            panel=1,
        ),
    ]
    notes = """The proof is the picture: ask what would have to happen for the blue points to pass
    the diamond. Then "ten times larger" against the sentence "a larger margin is faster". The bad
    start shows that w = 0 is a hypothesis: from there the count passes C²/γ²."""

    @staticmethod
    def start(a, phi):
        """A start of length a at phi degrees from w*."""
        return a * (np.cos(np.radians(phi)) * STAR + np.sin(np.radians(phi)) * ACROSS)

    @staticmethod
    def turned(x, y):
        """Length and angle to w* of a start."""
        angle = np.degrees(np.arctan2(ACROSS @ (x, y), STAR @ (x, y))) % 360
        return dict(a=float(np.hypot(x, y)), phi=float(angle))

    def sliders(self):
        return dict(
            gamma=log_slider("margin γ", 0.1, 0.02, 0.7),
            q=log_slider("scale q", 1, 0.1, 10),
            a=slider("length of the start a", 0, 0, 12, 0.5),
            phi=int_slider("direction of the start φ", 180, 0, 360, 5),
            order=int_slider("order of the visits o", 10, 0, 30),
        )

    @staticmethod
    def compute(gamma, q, a, phi, order):
        """40 points of radius 1 and exactly this margin, all times q; run, and squeeze."""
        x, y = perceptron.with_margin(40, gamma, np.random.default_rng(8))
        visits, w0 = perceptron.shuffled(40, order), margin.start(a, phi)
        run = perceptron.train(q * x, y, visits, 4000, w0=q * w0)
        s = perceptron.squeeze(run, q * x, y, STAR)
        return dict(
            s=s,
            M=s["M"],
            camps=(x[y > 0], x[y < 0]),
            w0=w0,
            run=run,
            m=np.geomspace(0.6, 8000, 120),
            plain=perceptron.train(x, y, visits, 4000, w0=w0).T,
        )

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(2, 3))
        left.set(xlim=(-1.25, 1.25), ylim=(-1.25, 1.25), xlabel="$x_1/q$", ylabel="$x_2/q$")
        left.set_title("gap dotted, middle black, last line red")
        right.set(xlim=(0.6, 8000), ylim=(0.06, 400), xlabel="corrections $M$")
        right.set_ylabel("lengths, divided by $q$")
        camp, road = plots.points(left, ["+", "-"], None, 40), plots.street(left)
        last = plots.street(left, colour=plots.RED, ls="--", edges=False)
        (arrow,) = left.plot([], [], color=plots.PURPLE, lw=3, marker="o", markevery=[1], ms=9)
        place = dict(x=0.03, y=0.03, transform=left.transAxes, color=plots.PURPLE)
        told = left.text(s="", fontsize=12, **place)
        names = ["$\\|w\\|$", "$\\langle w, w^\\star\\rangle$"]
        lines = plots.curves(right, names, log="xy", legend=None, marker="o", ms=3)
        most = plots.curves(right, ["at most"], color=plots.BOUND, lw=1.8, ls="--")
        least = plots.curves(right, ["at least"], color="0.2", lw=1.8, ls=":")
        stop = plots.mark(right, "it must end", marker="D", colour=plots.YELLOW, size=11)
        plots.legend_above(right)

        def move(r):
            s, q = r.s, r.q
            arrow.set_data(*np.array([[0, 0], r.w0 / SHRUNK]).T)
            told.set_text(f"the start, drawn at 1/{SHRUNK}" if r.a else "")
            return (
                *camp(*r.camps),
                *road(STAR, 0, s["gamma"] / s["C"]),
                *last(r.run.last, 0),
                arrow,
                told,
                *lines(r.M, s["norm"] / q, np.maximum(s["along"] / q, 1e-9)),
                *most(r.m, s["most"](r.m) / q),
                *least(r.m, np.maximum(s["least"](r.m) / q, 1e-9)),
                *stop(s["bound"], s["most"](s["bound"]) / q),
            )

        return move

    def caption(self, r):
        what = f"from w = 0 the bound is {r.s['bound']:.4g}"
        if r.a:
            plain = (r.s["C"] / r.s["gamma"]) ** 2
            what = f"from this start the bound is {r.s['bound']:.4g}, from w = 0 it is {plain:.4g}"
        return f"{plural(r.M[-1], 'correction')}; {what}."

    def numbers(self, r):
        return (
            f"{plural(r.M[-1], 'correction')}; with C = {r.q:.3g} and margin {r.gamma * r.q:.3g} "
            f"the bound from this start is {r.s['bound']:.4g} (diamond, where the dashed and "
            f"the dotted curve meet); the last w makes an angle of {r.s['angle']:.1f}° with w*."
        )

    def headline(self, r):
        return Claim(
            "corrections ≤ C²/γ² + 2a/γ",
            "Theorem 3.2",
            r.M[-1],
            r.s["bound"],
            words="From a start of length a there are at most C²/γ² + 2a/γ corrections.",
        )

    def identities(self, r):
        M, s, two = r.M, r.s, "Theorem 3.2"
        away = "" if r.a == 0 else "the start is not w = 0"
        gains, longest = np.diff(s["along"]), np.diff(s["norm"] ** 2)
        angle, novikoff = M[-1] ** 0.5 * s["gamma"] / s["C"], (s["C"] / s["gamma"]) ** 2
        none = "" if len(M) > 1 else "no correction"
        least, most = gains.min(initial=np.inf), longest.max(initial=-np.inf)
        small = 1e-9 * max(1.0, s["norm"].max() ** 2)  # what rounding may add to a square
        scaled = "the same number of corrections at q = 1"
        return [
            Claim("each correction adds γ to ⟨w, w*⟩", two, least, s["gamma"], ">=", why_not=none),
            Claim("and at most C² to ‖w‖²", two, most, s["C"] ** 2, tol=small, why_not=none),
            Claim("cos(w, w*) ≥ √M γ/C", two, s["cos"], angle, ">=", why_not=away),
            Claim("from w = 0: corrections ≤ C²/γ²", two, M[-1], novikoff, why_not=away),
            Claim(scaled, "section 2", M[-1], r.plain, "=="),
        ]


class xor(Figure):
    """A line of your own for XOR, and a fourth weight that bends it."""

    veiled = (1,)
    story = [
        Step(
            "your line",
            "Drag the two ends of the line. Three points are right; can you get the fourth?",
        ),
        Step(
            "in between",
            "B and C belong together, and so do A and D. This line tears both pairs apart: two are "
            "wrong.",
            ends="0.5 -0.5, 0.5 1.4",
        ),
        Step(
            "the last bar",
            "A line above all four: everything is called −. The last bar stays at 0.",
            ends="-0.8 1.3, 1.9 1.1",
        ),
        Step(
            "bend it",
            "Now the product of both coordinates has a weight of −4. The border is a curve, and "
            "the four scores add up to 4.",
            c=-4,
        ),
        Step(
            "all four",
            "Two branches of a hyperbola fence A and D off: nobody is wrong.",
            ends="-0.2 0.6, 0.6 -0.2",
            c=-4,
        ),
        Step(
            "the other way",
            "A positive weight makes the sum negative: somebody must be wrong again.",
            ends="-0.2 0.6, 0.6 -0.2",
            c=2,
        ),
    ]
    handles = [grip("ends", i, "turn your line") for i in range(2)]
    notes = """Call a volunteer to part the four points, with time pressure. Only then show the last
    bar and ask for a proof: −f(A) + f(B) + f(C) − f(D) = 0 for every affine f. After "all four",
    ask how the picture looks in three dimensions, with x₁x₂ as the height."""

    def sliders(self):
        return dict(
            c=slider("weight of the product c", 0, -6, 6, 0.5),
            ends=inside("ends of your line", [[-0.3, 0.9], [0.9, -0.3]]),
        )

    @staticmethod
    def compute(c, ends):
        """f = <w, x> + b + c x1 x2 that is 0 at both ends, with slope 2 across the line."""
        (P, Q), X = ends, perceptron.pad(perceptron.with_product(perceptron.CORNERS))
        way = Q - P if np.abs(Q - P).max() > 1e-9 else np.array([1.0, 0.0])
        way = way / np.hypot(*way)
        along = -c * (Q.prod() - P.prod()) / max(np.hypot(*(Q - P)), 1e-9)
        w = 2 * np.array([-way[1], way[0]]) + along * way
        weights = np.array([*w, c, -w @ P - c * P.prod()])
        scores = perceptron.XOR * (X @ weights)
        return dict(weights=weights, scores=scores, total=scores.sum(), wrong=scores <= 1e-12)

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        left.set(xlim=PLANE[:2], ylim=PLANE[2:], xlabel="$x_1$", ylabel="$x_2$")
        left.set_title("XOR: ● is +, ■ is −; ringed = wrong")
        right.set_title("scores of the four, and their sum")
        side, four = plots.halves(left, PLANE, 100), corners(left)
        (line,) = left.plot([], [], color=plots.BLACK, lw=2, marker="o", ms=9, mfc="white", mew=2)
        bars = score_bars(right, [*NAMES, "sum"], 6.5)

        def move(r):
            line.set(ls="-" if r.c == 0 else ":")
            line.set_data(*r.ends.T)
            return (
                *side(lambda x: perceptron.pad(perceptron.with_product(x)) @ r.weights),
                line,
                *four(perceptron.CORNERS, perceptron.XOR, r.wrong),
                *bars([*r.scores, r.total], None),
            )

        return move

    def caption(self, r):
        right = 4 - int(r.wrong.sum())
        return f"{right} of 4 points are right; the four scores add up to {told_score(r.total)}."

    def numbers(self, r):
        scores = ", ".join(f"{name} {told_score(v)}" for name, v in zip(NAMES, r.scores))
        w1, w2, c, b = r.weights
        return (
            f"f(x) = {w1:.3g} x1 + {w2:.3g} x2 + {c:.3g} x1 x2 + {b:.3g}; scores {scores}; "
            f"{self.caption(r)}"
        )

    def headline(self, r):
        return Claim(
            "sum of the four scores",
            "Theorem 3.4",
            r.total,
            -r.c,
            "==",
            words="The four scores of XOR add up to −c, whatever the line is.",
        )

    def identities(self, r):
        least = -r.c / 4
        bent = "" if r.c >= 0 else "with c < 0 all four may be right"
        return [
            Claim("the worst score is at most −c/4", "Theorem 3.4", r.scores.min(), least),
            Claim("at most 3 are right", "Theorem 3.4", 4 - r.wrong.sum(), 3, why_not=bent),
        ]


class forever(Figure):
    """Three points that no threshold parts: the weight is the hand of a clock."""

    play = "E"
    veiled = (2,)
    story = [
        Step("one pass", "The hand starts at the top; one pass turns it back by 1.", E=1),
        Step("two", "Another pass, another turn by 1, on a dial of circumference 7/5.", E=2),
        Step(
            "back again",
            "After seven passes and five rounds the hand was at the top again. The eighth "
            "leaves it where the first did.",
            E=8,
        ),
        Step(
            "for ever",
            "From now on only places where it has been before: the count stands still.",
            E=40,
        ),
        Step("a long way", "41/29 is almost the same number. It takes 41 passes.", s="41/29", E=60),
        Step(
            "never",
            "For √2 the hand never comes back to any place, and yet it stays on the dial.",
            s="√2",
            E=120,
        ),
    ]
    handles = [
        Handle(
            "the third point",
            at=lambda r: (float(r.s), 0.0),
            to=lambda r, x, y: dict(s=min(PLACES, key=lambda p: abs(float(PLACES[p]) - x))),
            panel=1,
        ),
        Handle(
            "choose the pass",
            at=lambda r: (r.E, r.places[-1]),
            to=lambda r, x, y: dict(E=x),
            panel=2,
        ),
    ]
    notes = """Press play at 7/5 and let the class count aloud. Then ask for 41/29, which the eye
    cannot tell from 7/5: seven passes or not? Then √2. All in exact arithmetic: floating-point
    numbers are fractions, so they could never show the last case."""

    def sliders(self):
        return dict(
            E=int_slider("passes E", 3, 1, LAST),
            s=choice("third point s", "7/5", PLACES),
        )

    @staticmethod
    def compute(E, s):
        """Run E passes over 0 (+), 1 (−), s (+) in exact arithmetic; count the hand's places."""
        states, ends, _ = cycling.three_points(s, E)
        hand = ends[1:, 0]
        first = np.unique(hand, return_index=True)[1]
        new = np.isin(np.arange(E), first)
        return dict(
            states=states,
            hand=hand,
            w=hand[-1],
            b=ends[-1, 1],
            angle=2 * np.pi * hand / float(s),
            places=np.cumsum(new),
        )

    def picture(self, fig):
        grid = fig.add_gridspec(2, 2, width_ratios=(2, 3), height_ratios=(1, 4))
        dial, line, count = (
            fig.add_subplot(place) for place in (grid[:, 0], grid[0, 1], grid[1, 1])
        )
        move_dial, move_line, move_count = clock(dial), threshold(line), places(count)

        def move(r):
            return *move_dial(r), *move_line(r), *move_count(r)

        return move

    def caption(self, r):
        many = plural(r.places[-1], "different place")
        back = r.E - r.places[-1]
        often = "once" if back == 1 else f"{back} times"
        when = f"{often} it came back to an old one" if back else "it has never come back"
        passes = "1 pass" if r.E == 1 else f"{r.E} passes"
        return f"In {passes} the hand stood at {many}; {when}."

    def numbers(self, r):
        low, high = r.states[:, 0].min(), r.states[:, 0].max()
        return (
            f"after {len(r.states) - 1} corrections w = {r.w:.4g} and b = {r.b:g}; w stayed "
            f"between {low:.3g} and {high:.3g}; the hand stood at {r.places[-1]} different places."
        )

    def headline(self, r):
        p = r.s.numerator
        return Claim(
            "different places of the hand",
            "Theorem 3.5",
            r.places[-1],
            min(r.E, p) if p else r.E,
            "==",
            words="For s = p/k, the hand has E places in E passes, but never more than p.",
        )

    def identities(self, r):
        this, top = "Theorem 3.5", float(r.s)
        turned = r.E * r.s.k % r.s.m / r.s.k if r.s.numerator else r.E % top
        wide = np.abs(r.states[:, 0]).max()
        return [
            Claim("w after E passes is s − (E mod s)", this, r.w, top - turned, "=="),
            Claim("|w| ≤ s for ever", this, wide, top),
            Claim("corrections = 2E + b", this, len(r.states) - 1, 2 * r.E + r.b, "=="),
        ]


def clock(ax):
    """The dial of circumference s: places so far, the last turn, the hand. move(r)."""
    ax.set(xlim=(-1.3, 1.3), ylim=(-1.3, 1.3), aspect="equal", xticks=[], yticks=[])
    ax.set_title("a clock of circumference $s$: the hand is $w$")
    ax.grid(False)
    for spine in ax.spines.values():
        spine.set_visible(False)
    turn = np.linspace(0, 2 * np.pi, 121)
    ax.plot(np.sin(turn), np.cos(turn), color="0.6", lw=2)
    ax.plot([0, 0], [0.94, 1.06], color="0.3", lw=2)
    ax.text(0, 1.09, "$0 = s$", ha="center", va="bottom", fontsize=13)
    (dots,) = ax.plot([], [], ls="", marker="o", ms=8, color=plots.SKY, mec="white", mew=0.6)
    (arc,) = ax.plot([], [], color=plots.ORANGE, lw=3)
    (hand,) = ax.plot([], [], color=plots.FIT, lw=3.5)
    star = plots.star(ax)

    def move(r):
        angle = r.angle[-1]
        swept = np.linspace(angle + 2 * np.pi / float(r.s), angle, 60)
        arc.set_data(0.8 * np.sin(swept), 0.8 * np.cos(swept))
        dots.set_data(np.sin(r.angle), np.cos(r.angle))
        hand.set_data([0, np.sin(angle)], [0, np.cos(angle)])
        return arc, dots, hand, *star(np.sin(angle), np.cos(angle))

    return move


def threshold(ax):
    """The three points on a line, and the side that is called +. move(r)."""
    ax.set(xlim=(-1, 3), ylim=(-1, 1), yticks=[], xticks=[0, 1, 2])
    ax.set_title("the data: ● +, ■ −; blue side is called +")
    shade = plots.heatmap(ax, (-1, 3, -1, 1), -5, 5, cmap="RdBu")
    dots = plots.points(ax, ["+", "-"], None, 110, zorder=4)
    letter = ax.text(0, 0, "$s$", fontsize=15, va="center", zorder=5)
    x = np.linspace(-1, 3, 401)

    def move(r):
        letter.set_x(float(r.s) + 0.13)
        return (
            letter,
            *shade(np.sign(r.w * x + r.b)[None, :]),
            *dots([[0, 0], [float(r.s), 0]], [[1, 0]]),
        )

    return move


def places(ax):
    """How many different places the hand has had, pass by pass. move(r)."""
    ax.set(xlim=(0, LAST + 2), ylim=(0, LAST + 2), xlabel="passes $E$")
    ax.set_ylabel("places so far")
    ax.plot([0, LAST], [0, LAST], color=plots.BOUND, ls="--", label="if it never came back")
    count = plots.curves(ax, ["different places"], color=plots.FIT, lw=2.6)
    star = plots.star(ax)
    plots.legend_above(ax)
    return lambda r: (
        *count(np.arange(1, r.E + 1), r.places),
        *star(r.E, r.places[-1]),
    )


@cache
def mail_runs():
    """The perceptron on the six e-mails in each of their 720 orders: last weights, corrections."""
    runs = [perceptron.train(MAILS, perceptron.SPAM, order) for order in orders(6)]
    times = [np.bincount(run.extra["rows"], minlength=6) for run in runs]
    return np.array([run.last for run in runs]), np.array(times)


@cache
def mail_bound():
    """C²/γ² of the e-mails, for the direction of the largest margin."""
    return perceptron.best_bound(MAILS, perceptron.SPAM)


@cache
def weight_counts():
    """(6, weights from −3 to 4): in how many orders each word ends with that weight."""
    W = mail_runs()[0]
    return np.array([[(W[:, j] == v).sum() for v in range(-3, 5)] for j in range(6)])


class spam(Figure):
    """Six e-mails in all 720 orders: the weights at the end, and what a new e-mail is called."""

    veiled = (1,)
    story = [
        Step("as printed", "The diamonds: weights after learning the six in the printed order."),
        Step("another order", "The same six e-mails, other weights; no mistake either.", order=100),
        Step(
            "one in 360",
            "In this order the new e-mail scores 0, which is not spam. Two of 720 orders say so.",
            order=462,
        ),
        Step(
            "a doubtful one",
            "All four common words at once: now the order decides nearly everything.",
            mail="and viagra the of",
        ),
        Step("sure", "Whatever the order, “nigeria” alone is spam.", mail="nigeria"),
    ]
    handles = [
        Handle(
            "another verdict",
            at=lambda r: (r.new, 0.5 * r.counts[int(r.new) + 9]),
            to=lambda r, x, y: dict(order=int(spam.nearest(r, x))),
            panel=1,
        )
    ]
    notes = """Let the class vote on the new e-mail, then drag the star to another bar: another
    order of the same six e-mails. Nobody is wrong on the six, so nothing in the data prefers one.
    Notebook 11 prefers one: the widest margin."""

    def sliders(self):
        return dict(
            order=int_slider("order of the e-mails o", 0, 0, 719),
            mail=text("new e-mail", "and viagra", perceptron.mail),
        )

    @staticmethod
    def compute(order, mail):
        """Look up the run in that order; count what all orders say about the new e-mail."""
        (W, times), x = mail_runs(), np.append(mail, 1)
        every = W @ x
        m = times[order]
        return dict(
            w=W[order],
            m=m,
            every=every,
            new=every[order],
            counted=float((m * perceptron.SPAM) @ (MAILS @ x)),
            counts=np.array([(every == v).sum() for v in SCORES]),
            margins=perceptron.SPAM * (MAILS @ W[order]),
        )

    @staticmethod
    def nearest(r, x):
        """An order whose verdict on the new e-mail is as near to x as possible."""
        return np.argmin(np.abs(r.every - x))

    def picture(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(1, 1))
        left.set(xlim=(-3.6, 4.6), ylim=(5.6, -0.6), xlabel="weight at the end")
        left.set_yticks(range(6), [*perceptron.WORDS, "bias $b$"])
        left.set_title("grey: all 720 orders; diamonds: this one")
        left.axvline(0, color="black", lw=1)
        value, word = np.meshgrid(np.arange(-3, 5), np.arange(6))
        left.scatter(value, word, s=1.6 * weight_counts(), color="0.75", lw=0)
        (mine,) = left.plot([], [], ls="", marker="D", ms=10, color=plots.FIT, mec="white")
        right.set(xlim=(-4.6, 7.6), ylim=(0, 720), xlabel="score of the new e-mail")
        right.set_ylabel("orders, of 720")
        right.set_title("← no spam      verdict      spam →")
        right.axvline(0.5, color="black", lw=1)
        no, yes = SCORES <= 0, SCORES > 0
        refused = plots.bars(right, 10, colour=plots.RED, at=SCORES[no])
        accepted = plots.bars(right, 9, colour=plots.BLUE, at=SCORES[yes])
        told = [right.text(v, 0, "", ha="center", fontsize=12, clip_on=True) for v in SCORES]
        for bar in accepted(np.zeros(9)):
            bar.set_hatch("//")
        star = plots.star(right)

        def move(r):
            mine.set_data(r.w, range(6))
            for label, count in zip(told, r.counts):
                # the star of a short bar reaches above it
                label.set(text=str(count) if count else "", y=max(count, 25) + 8)
            return (
                mine,
                *told,
                *refused(r.counts[no]),
                *accepted(r.counts[yes]),
                *star(r.new, 0.5 * r.counts[int(r.new) + 9]),
            )

        return move

    def caption(self, r):
        verdict = "spam" if r.new > 0 else "no spam"
        alike = int(((r.every > 0) == (r.new > 0)).sum())
        return f"Score {r.new:g}: {verdict}, as in {alike} of the 720 orders."

    def numbers(self, r):
        weights = ", ".join(f"{k} {v:g}" for k, v in zip([*perceptron.WORDS, "bias"], r.w))
        return (
            f"{plural(r.m.sum(), 'correction')} end at the weights {weights}; the six e-mails have "
            f"scores from {r.margins.min():g} to {r.margins.max():g}; {self.caption(r)}"
        )

    def headline(self, r):
        return Claim(
            "score of the new e-mail, from the counts",
            "Theorem 3.7",
            r.counted,
            r.new,
            "==",
            words="All that is learnt is how often each example was corrected.",
        )

    def identities(self, r):
        return [
            Claim("no mistake is left: all scores ≥ 1", "section 5", r.margins.min(), 1, ">="),
            Claim("corrections ≤ C²/γ²", "Theorem 3.2", r.m.sum(), mail_bound()),
        ]
