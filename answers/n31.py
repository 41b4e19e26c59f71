"""The exercises of notebook 31, neural networks."""

import numpy as np

from helpers.desk.edits import edit, mistakes
from helpers.desk.kinds import Code, Number, Open, Order, Position

# predict: where tiny steps have to start

TINY_STEPS = Number(
    id="31-tiny-steps",
    task=r"Descent on $\frac12(1 - uv)^2$ starts at $v = 0$ and some $u > 0$, takes tiny steps and "
    "rests where the sharpness is 5. Where did it start: what was $u$?",
    points=1,
    level=1,
    answer=2.1407,
    within=0.01,
    why=r"At the end $(u^2 - v^2)^2 + 4 = 5^2$, so $u^2 - v^2 = \sqrt{21} = 4.58$. Tiny steps keep "
    "it, and at the start it is $u^2$: $u = 2.14$.",
    traps=(
        (
            2.236,
            "There $u^2 + v^2$ is 5 at the start. It grows on the way: both weights get longer.",
        ),
        (
            2.189,
            r"That is $u$ where it rests: $u^2 + \frac1{u^2} = 5$. It was smaller at the start.",
        ),
        (4.583, "That is $u^2 - v^2$. At the start $v$ is 0, so it is $u^2$."),
        (0.4, r"That is the step whose $\frac2\eta$ is 5. Tiny steps stay far below that bound."),
    ),
    hints=(
        "Something stays the same when steps are tiny. Theorem 31.2 says what.",
        "What has $u^2 - v^2$ to be at the end, if the sharpness there is 5?",
        "$(u^2 - v^2)^2 = 5^2 - 4$, at the end and at the start.",
    ),
)


# find a position: the bound is used to the full

ON_THE_EDGE = Position(
    id="31-on-the-edge",
    task="Theorem 31.1 says: where descent rests, the sharpness is at most 2/η. Find a start (not "
    "on the floor) and a step size with which descent rests at a sharpness of at least 99 % of "
    "2/η.",
    points=2,
    level=2,
    figure="n31_neural_networks.valley",
    conditions={
        "descent comes to rest": lambda r: r.calm,
        "the start is not on the floor": lambda r: not r.still,
        "the sharpness is at least 99 % of 2/η": lambda r: r.calm and r.end >= 0.99 * 2 / r.eta,
    },
    answer={"eta": 0.38, "u": 2.25, "v": 0.45},
    why="Start close to a place of the floor, at sharpness 5.3, say, and choose η so that 2/η is "
    "just above it. Small errors then shrink, very slowly, and next to nothing is eaten of "
    "u² − v².",
    hints=(
        "Choose where you want it to rest first: what is the sharpness there?",
        "Start close to the floor, so that no large bounce carries you off: u = 2.25, v = 0.45.",
        "There the sharpness is about 5.25. Take η a little under 2/5.25.",
    ),
)


# derive: layers grow together

BALANCE = Order(
    id="31-balance",
    task="A network as in Theorem 31.6, plain descent without weight decay, $G_l$ the slope of $R$ "
    "in $W_l$. Show that layers grow together: put the lines in order.",
    points=3,
    level=3,
    lines=(
        r"A step takes $W_l$ to $W_l - \eta G_l$, in every layer $l$.",
        r"So $\lVert W_l\rVert^2$ changes by "
        r"$-2\eta\langle W_l, G_l\rangle + \eta^2\lVert G_l\rVert^2$.",
        "By Theorem 31.7 the inner product is $-A$, the same number for every layer: the change is "
        r"$2\eta A + \eta^2\lVert G_l\rVert^2$.",
        r"For two layers, $\lVert W_1\rVert^2 - \lVert W_2\rVert^2$ changes by "
        r"$\eta^2(\lVert G_1\rVert^2 - \lVert G_2\rVert^2)$: what has $\eta$ alone cancels.",
        r"To walk a given distance takes a number of steps like $\frac1\eta$, and each changes "
        r"the difference by something like $\eta^2$: in all like $\eta$.",
        r"As $\eta \to 0$ the difference of the squared lengths does not change at all.",
    ),
    reasons=(
        "What descent does.",
        "The square of a difference, multiplied out.",
        "This is where ReLU without biases is used.",
        "Subtract the line before for layers 1 and 2.",
        "Count the steps.",
        "The limit of the line before; with one weight a layer it is $u^2 - v^2$ of Theorem 31.2.",
    ),
    hints=(
        "Begin with a single step and a single layer.",
        "Multiply out, then use the theorem about the inner product.",
        "Only after two layers were compared, count the steps.",
    ),
)


# code: backpropagation


def backprop(U, b, v, c, x, y):
    """[slopes in U, slopes in b, slopes in v, slope in c] of half the squared error at one example.

    U: a list of H rows of d numbers, row j are the weights of hidden unit j. b: their H biases.
    v: the H weights of the output. c: its bias. x: a list of d numbers. y: the answer, a number.
    Hidden unit j takes <U[j], x> + b[j] and says its tanh; the network says c + the sum of v[j]
    times what unit j says. Slopes come in the shapes of what they belong to.
    """
    U, b, v, x = (np.array(part, dtype=float) for part in (U, b, v, x))
    h = np.tanh(U @ x + b)
    out = c + v @ h - y
    delta = out * v * (1 - h**2)
    return [np.outer(delta, x).tolist(), delta.tolist(), (out * h).tolist(), float(out)]


def draw_network(rng, H=None, d=None, size=1.0):
    H = int(rng.integers(2, 6)) if H is None else H
    d = int(rng.integers(2, 5)) if d is None else d
    return (
        (size * rng.normal(size=(H, d))).tolist(),
        rng.normal(size=H).tolist(),
        rng.normal(size=H).tolist(),
        float(rng.normal()),
        rng.normal(size=d).tolist(),
        float(2 * rng.normal()),
    )


BACKPROP = Code(
    id="31-backprop",
    task="Write backprop(U, b, v, c, x, y).",
    points=3,
    level=2,
    solution=backprop,
    cases={
        "one unit, one input": ([[0.5]], [0.1], [2.0], 0.3, [1.0], 1.0),
        "three units, two inputs": (
            [[1.0, -0.5], [0.3, 0.8], [-0.7, 0.2]],
            [0.1, 0.0, -0.2],
            [0.7, -1.2, 0.9],
            0.2,
            [2.0, -1.0],
            -0.5,
        ),
        "two units, three inputs": (
            [[0.2, -0.4, 0.6], [1.1, 0.5, -0.3]],
            [0.4, -0.1],
            [1.5, -0.8],
            -0.3,
            [0.5, 1.5, -2.0],
            2.0,
        ),
        "nearly ±1 everywhere": (
            [[3.0, 2.0], [-2.0, -4.0]],
            [0.0, 1.0],
            [1.0, 1.0],
            0.0,
            [1, 1],
            1,
        ),
        "twins": ([[0.5, 0.5], [0.5, 0.5]], [0.2, 0.2], [0.4, 0.4], 0.0, [1.0, -2.0], 1.0),
    },
    draw={
        "ordinary cases": draw_network,
        "one unit or one input": lambda rng: draw_network(rng, *((1, 3), (4, 1))[rng.integers(2)]),
        "large weights": lambda rng: draw_network(rng, size=2.0),
    },
    wrong=mistakes(
        backprop,
        {
            "The way back passes the tanh, too: what arrives at "
            "a unit has to be multiplied by its slope there.": edit(" * (1 - h ** 2)", ""),
            "The slope of tanh at s is 1 − tanh(s)², with "
            "h = tanh(s). Here tanh was taken twice.": edit("h ** 2", "np.tanh(h) ** 2"),
            "These are the directions of descent. The "
            "slope of ½(f − y)² in f is f − y, not y − f.": edit("c + v @ h - y", "y - c - v @ h"),
            "Twice too large: the loss has a half in front of the square.": edit(
                "c + v @ h - y", "2 * (c + v @ h - y)"
            ),
            "v multiplies what a unit says, h = tanh(s): its slope has h in it, not s.": edit(
                "out * h", "out * (U @ x + b)"
            ),
            "The output hands its slope to unit j through "
            "v[j]: a factor is missing on the way back.": edit("out * v", "out"),
            "A bias is added as it is: its slope is that of s, without any x.": edit(
                "delta.tolist()", "(delta * x[0]).tolist()"
            ),
            "The slopes in U are transposed: here row j is "
            "unit j. In Theorem 31.3 a column of W is a unit.": edit(
                "np.outer(delta, x)", "np.outer(x, delta)"
            ),
        },
    ),
    without=(
        "helpers.networks:Net.backward",
        "helpers.networks:Net.jacobian",
        "helpers.networks:gradient",
        "helpers.networks:train",
    ),
    hints=(
        "Go forwards first and keep what every unit says. Then start at the output, with f − y.",
        "Unit j feels (f − y) v[j], times the slope of tanh where it stands: 1 − h[j]².",
        "That is the slope in b[j]; times x[i] it is the slope in U[j][i]. For v[j]: (f − y) h[j].",
    ),
)


# code: a network that is built, not trained


def relu_weights(x, y):
    """[biases, weights, c]: a network of ReLU units that joins the points by straight lines.

    x: a list of at least two numbers that rise, at any distances. y: as many answers. The network
    says c + the sum over j of weights[j] times max(t + biases[j], 0) at a place t. It has one unit
    fewer than there are points, unit j bends at x[j], and between x[0] and x[-1] the network is the
    polygon through all points.
    """
    x, y = np.array(x, dtype=float), np.array(y, dtype=float)
    slopes = np.diff(y) / np.diff(x)
    return [(-x[:-1]).tolist(), np.diff(slopes, prepend=0.0).tolist(), float(y[0])]


def draw_points(rng, n=None):
    n = int(rng.integers(3, 8)) if n is None else n
    x = np.cumsum(rng.uniform(0.2, 1.5, n)) + rng.uniform(-3, 1)
    return x.tolist(), rng.normal(0, 2, n).tolist()


RELU_WEIGHTS = Code(
    id="31-relu-weights",
    task="Write relu_weights(x, y).",
    points=3,
    level=2,
    solution=relu_weights,
    cases={
        "a roof": ([0.0, 1.0, 2.0], [0.0, 1.0, 0.0]),
        "unequal distances": ([-1.0, -0.5, 1.0, 4.0], [2.0, 0.0, 3.0, 3.0]),
        "a straight line": ([1.0, 2.0, 4.0], [1.0, 3.0, 7.0]),
        "two points": ([2.0, 2.5], [-1.0, 1.0]),
    },
    draw={
        "ordinary cases": draw_points,
        "two points": lambda rng: draw_points(rng, 2),
        "many points": lambda rng: draw_points(rng, 12),
    },
    wrong=mistakes(
        relu_weights,
        {
            "Units add up: each has to bring the change of "
            "slope at its bend, not the slope after it.": edit(
                "np.diff(slopes, prepend=0.0)", "slopes"
            ),
            "max(t + b, 0) bends at t = −b: for a bend at x[j] the bias is −x[j].": edit(
                "-x[:-1]", "x[:-1]"
            ),
            "The distances between the points differ: each rise has its own run.": edit(
                "np.diff(y) / np.diff(x)", "np.diff(y) * (len(x) - 1) / (x[-1] - x[0])"
            ),
            "At x[0] the slope changes, too: from 0 to that of the first piece.": edit(
                "prepend=0.0", "prepend=slopes[0]"
            ),
            "All units say 0 at x[0]: what the network "
            "says there is c, and it has to be y[0].": edit("float(y[0])", "0.0"),
            "A unit has to bend where its piece begins, at x[j], not where it ends.": edit(
                "-x[:-1]", "-x[1:]"
            ),
            "A rise is not a slope: divide it by the distance.": edit(" / np.diff(x)", ""),
        },
    ),
    without=("helpers.networks:interpolant",),
    hints=(
        "Where does unit j have to bend, and what does the network say at x[0]?",
        "Right of its bend a unit goes on for ever: later units only correct it.",
        "weights[0] is the first slope; weights[j] is slope j minus slope j − 1.",
    ),
)


# an open question

HOSPITAL = Open(
    id="31-hospital",
    task="A hospital's network sorts X-ray pictures into three classes. It was trained until the "
    "training error was 0. On new pictures 90 % of its answers are right, yet it says “99.9 % "
    "sure” nearly always. The vendor proposes to train it again with twice the data and half the "
    "step size. Write your advice.",
    points=5,
    level=3,
    asks=(
        "What is wrong with its probabilities, and where does it come from?",
        "What could repair them tomorrow without any training, and what does this need?",
        "What would the vendor's two changes do?",
    ),
    rubric=(
        (1, "Says that one answer in ten is wrong while it promises one in a thousand."),
        (
            1,
            "Names the cause: once the training error is 0, longer weights still lower the "
            "training log loss; long weights are a low temperature.",
        ),
        (
            1,
            "Proposes a temperature over 1, chosen on pictures that were not trained on; says that "
            "no answer changes.",
        ),
        (
            1,
            "Says that the step size has little to do with it: shorter steps only take longer to "
            "the same over-confidence (unless one stops early); names weight decay or stopping.",
        ),
        (
            1,
            "Says that more data would help answers and probabilities, but does not by itself end "
            "the lengthening; or that one τ for all cannot repair groups of patients separately.",
        ),
    ),
    words=(60, 300),
    model="Not its answers are wrong but its probabilities: one picture in ten is misread, and it "
    "promises one in a thousand. Once the training error was 0, descent could still lower the "
    "training log loss by lengthening the weights. Longer weights are a lower "
    "temperature: the scores grow, the answers stay. Tomorrow the hospital can divide all scores "
    "by a temperature over 1. It needs some hundred labelled pictures that were not trained on, "
    "and takes the τ with the smallest log loss on them; not one answer changes. Half the step "
    "size changes nothing in this: the same road, walked more slowly, unless one stops early. "
    "Twice the data helps both, but once all pictures are fitted the weights grow again: "
    "weight decay, chosen on fresh pictures, is the remedy during training. One τ is right on "
    "average only; it should be checked for each class and each group of patients.",
)
