"""A second pass."""

from functools import lru_cache

import numpy as np

from helpers import losses, plots
from helpers.live import Claim, Figure, Guess, Handle, axes, five_errors, int_slider, step_size
from helpers.online import batch
from lessons.n23_online_to_batch.world import ONLINE, PIXELS, RISK, images, signed_rows, spots

PEOPLE, FRESH = 30, 3


class Passes(Figure):
    """The same images again and again: what is paid on them, and on fresh ones."""

    guess = Guess(
        "In the second pass every image is again predicted first and learnt afterwards. Is the "
        "online error of that pass still the error on fresh images?",
        {
            "yes: it still predicts before it looks": "It looked in the first pass. The answer now "
            "depends on the very image that tests it.",
            "no, it is too low": "Each image has already left its trace in the weights.",
            "no, it is too high": "It was trained on these images: they are easier for it than "
            "fresh ones.",
        },
        answer="no, it is too low",
    )

    size = (10, 4.2)
    veiled = (0, 1)
    story = """
five passes
    Forty images, five times. In pass 1 blue and red agree. From pass 2 on every image has been
    seen before: blue keeps falling, red stays near 0.16.
more images | n=60
    Sixty images: the same, with a smaller gap in the end. Sixty images are harder to learn by
    heart than forty.
few images | n=20
    Twenty images are soon known by heart: blue goes nearly to 0, and red stays higher than with
    forty.
small steps | eta=0.1
    With η = 0.1 the rule learns slowly. It memorises less, so the gap is smaller; but both
    errors end higher.
two passes | P=2
    One more pass is enough to spoil the test: at pass 2 blue is already well below red.
"""
    handles = [
        Handle(
            "choose the passes",
            at=lambda r: (r.P, float(r.fresh.mean(axis=1)[-1])),
            to=lambda r, x, y: dict(P=x),
        )
    ]
    notes = """Red falls from pass 1 to pass 2 mostly because the mean of pass 1 has the rules in it
    that knew nothing yet; the second pass helps a little. What is lost is the honesty of blue.
    The regret bound holds in all passes, for it holds on any sequence; what breaks is the step
    from regret to risk."""
    widths = [1.3, 1]
    panels = (
        axes("pass", (0.7, 5.3), "error rate", (0, 0.42)),
        axes("pass", (0.5, 5.5), "fresh − online", (-0.25, 0.4)),
    )

    def sliders(self):
        return dict(
            eta=step_size(3, 0.1, 30),
            n=int_slider("images n", 40, 20, 60, 20),
            P=int_slider("passes P", 5, 1, 5),
        )

    @staticmethod
    def compute(eta, n, P):
        """Hinge loss, 30 learners side by side; errors on their own and on fresh images."""
        Z, F = schedule(n, P)
        value, slope = batch.of_margin(losses.hinge)
        run = batch.one_pass(slope, Z, np.zeros(PIXELS), eta)
        answers = run.w[:-1]
        own = np.einsum("tkd,tkd->tk", answers, Z)
        other = np.einsum("tkd,tkfd->tkf", answers, F)
        paid = by_pass((own <= 0).astype(float), P)
        fresh = by_pass((other <= 0).mean(axis=2), P)
        u = good_line()
        regret = (losses.hinge(own) - value(u, Z)).mean(axis=0)
        return dict(
            paid=paid,
            fresh=fresh,
            gap=fresh - paid,
            regret=float(regret.max()),
            bound=float(batch.excess_bound(float(np.linalg.norm(u)), eta, n * P)),
        )

    def picture(self, left, right):
        fresh = plots.curves(left.ax, ["fresh images"], color=RISK, marker="s", ms=7)
        paid = plots.curves(left.ax, ["online error"], color=ONLINE, marker="o", ms=8)

        right.ax.axhline(0, color="0.6", lw=1)
        dots = spots(right.ax, "one learner", "0.6", size=4)
        mean = plots.curves(right.ax, ["mean"], color=plots.BLACK, marker="D", ms=6)

        here = plots.star(left.ax)
        shift = np.linspace(-0.25, 0.25, PEOPLE)

        def move(r):
            k = np.arange(1, r.P + 1)
            return (
                *fresh(k, r.fresh.mean(axis=1)),
                *paid(k, r.paid.mean(axis=1)),
                *here(r.P, float(r.fresh.mean(axis=1)[-1])),
                *dots((k[:, None] + shift).ravel(), np.clip(r.gap, -0.24, 0.39).ravel()),
                *mean(k, r.gap.mean(axis=1)),
            )

        left.add(move)

    def caption(self, r):
        a, b = (100 * part.mean(axis=1) for part in (r.paid, r.fresh))
        word = "they agree" if r.P == 1 else "the online error is no test any more"
        return f"In pass {r.P}: {a[-1]:.1f} % online, {b[-1]:.1f} % on fresh images; {word}."

    def numbers(self, r):
        pairs = zip(r.paid.mean(axis=1), r.fresh.mean(axis=1))
        told = "; ".join(f"{a:.3f} and {b:.3f}" for a, b in pairs)
        return f"online error and error on fresh images, pass by pass: {told}."

    def headline(self, r):
        return Claim(
            "in the first pass the online error is honest",
            "Theorem 23.1",
            measured=abs(float(r.gap[0].mean())),
            bound=five_errors(r.gap[0]),
            words="In pass 1 online error and error on fresh images agree within five standard "
            "errors. Later passes are not covered.",
        )

    def identities(self, r):
        return [
            Claim("regret, in all passes", "Lemma 23.2", r.regret, r.bound),
        ]


@lru_cache(20)
def schedule(n, P):
    """For 30 learners: n images in a new order in each pass, and three fresh images a round."""
    rng = np.random.default_rng(23)
    total = len(images()[1])
    own, tests = [], []
    for _ in range(PEOPLE):
        order = rng.permutation(total)
        own.append(np.concatenate([rng.permutation(order[:n]) for _ in range(5)]))
        tests.append(rng.choice(order[n:], (5 * n, FRESH)))
    Z = signed_rows()
    return Z[np.array(own).T[: n * P]], Z[np.swapaxes(tests, 0, 1)[: n * P]]


@lru_cache(1)
def good_line():
    """A fixed line to compare with: least squares over all images, twice as long."""
    Z = signed_rows()
    return 2 * np.linalg.solve(Z.T @ Z + 1.0 * np.eye(PIXELS), Z.sum(axis=0))


def by_pass(errors, passes):
    """Means over each pass, (passes, runs), of numbers (T, runs)."""
    return errors.reshape(passes, -1, errors.shape[-1]).mean(axis=1)
