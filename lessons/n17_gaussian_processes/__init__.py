"""The figures of notebook 17, Gaussian processes: a band around a curve, its honesty, its use."""

from functools import lru_cache

import numpy as np

from helpers import plots
from helpers.kernels import gaussian, gp, laplace, linear, periodic, polynomial
from helpers.kernels.ridge import KernelRidge
from helpers.live import (
    Claim,
    Figure,
    Handle,
    Step,
    bandwidth,
    choice,
    int_slider,
    log_slider,
    points,
    regularisation,
    slider,
    text,
)
from helpers.live.controls import written

GRID = np.linspace(0, 1, 81)
NOISE = np.random.default_rng(17)


def sd_of(variance):
    return np.sqrt(np.clip(variance, 0, None))


def tidy(value, digits=1):
    """A few digits, a real minus sign, and none before a zero."""
    return f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")


# band: six measurements, the curve, and how sure it is

SIX = ((0.06, -0.5), (0.2, 0.6), (0.32, 1.1), (0.56, -0.4), (0.66, -0.9), (0.92, 0.8))
TOP = 2.9  # highest measurement
BELLS = np.random.default_rng(3).normal(size=(3, len(GRID)))
LEVELS = np.linspace(-3.2, 3.2, 161)


def inside(control):
    """The measurements, if all of them lie in the picture."""
    parse = control.argument

    def checked(typed):
        found = parse(typed)
        if (np.abs(found[:, 0] - 0.5) > 0.5).any() or (np.abs(found[:, 1]) > TOP).any():
            raise ValueError("all measurements must lie in the picture")
        return found

    control.argument = checked
    return control


def moved(i):
    """A handle that moves measurement i."""

    def to(r, x, y):
        places = r.places.copy()
        places[i] = np.clip(x, 0, 1), np.clip(y, -TOP, TOP)
        return dict(places=written(places))

    return Handle("move this measurement", lambda r: r.places[i], to)


def bell(heights, mean, sd):
    """A normal density whose highest value is 1."""
    return np.exp(-(((heights - mean) / sd) ** 2) / 2)


def band_panels(fig):
    """The curve, one place of it, and below the curve the half-width of its band."""
    parts = fig.subplot_mosaic("ac;b.", width_ratios=(2, 1), height_ratios=(3.2, 1))
    left, right, low = (parts[name] for name in "acb")
    left.set(xlim=(-0.01, 1.01), ylim=(-3.2, 3.2), ylabel="f(x)", xticklabels=[])
    right.set(xlim=(0, 1.08), ylim=(-3.2, 3.2), xticks=[], xlabel="density (scaled)")
    right.set_ylabel("f(x) at the dotted line")
    low.set(xlim=(-0.01, 1.01), ylim=(0, 2.1), yticks=[0, 1, 2], xlabel="x", ylabel="half-width")
    return left, right, low


def widths(ax):
    """The half-width of the band over that of the first six places. move(now, then)."""
    then = plots.curves(ax, ["places as at first"], color=plots.ORANGE, lw=7, alpha=0.5)
    now = plots.curves(ax, ["places as now"], color=plots.FIT)
    beside = dict(loc="center left", bbox_to_anchor=(1.02, 0.5), frameon=False)
    ax.legend(title="half-width", alignment="left", **beside).set_in_layout(False)
    return lambda r: (*then(GRID, gp.Z95 * r.first_sd), *now(GRID, gp.Z95 * r.sd))


class band(Figure):
    """The posterior of a curve given six measurements, and all of it at one place."""

    size = (10, 4.6)
    veiled = (1,)
    more = ("places",)
    story = [
        Step(
            "six measurements",
            "The band is narrow at the measurements and wide between them. Right: what is known "
            "of f at the dotted line.",
        ),
        Step(
            "an outlier",
            "The fourth measurement went up to 1.5. The mean follows. Below, the width of the band "
            "has not moved anywhere; right, the bell slides and keeps its shape.",
            places=written([*SIX[:3], (0.56, 1.5), *SIX[4:]]),
        ),
        Step(
            "sideways",
            "Now it went to the left instead. The place of a measurement matters: the band closes "
            "where it is, and opens where it was (orange: as before).",
            places=written([*SIX[:3], (0.4, -0.4), *SIX[4:]]),
            probe=0.56,
        ),
        Step(
            "all at one place",
            "Six measurements at one place, and they contradict each other by 2 degrees. The band "
            "there is ±0.09 all the same: it never looked at the values.",
            places=written([(0.5, y) for _, y in SIX]),
            probe=0.5,
        ),
        Step(
            "much noise",
            "With λ thirty times as large nobody trusts a single measurement: the mean misses "
            "five of the six, the band is wide.",
            lam=0.06,
        ),
        Step(
            "long bandwidth",
            "Neighbours know all about each other: the band is thin everywhere, though most "
            "measurements lie outside it. The bandwidth makes it thin, not the measurements.",
            bandwidth=0.5,
        ),
    ]
    handles = [
        *(moved(i) for i in range(6)),
        Handle(
            "choose where to look",
            at=lambda r: (r.probe, -3.1),
            to=lambda r, x, y: dict(probe=x),
        ),
    ]
    notes = """Drag the fourth point up and down and ask the class to watch the right panel only:
    a bell that slides. Then sideways. The circles on the right are Bayes' rule without any formula,
    prior times likelihood at twenty heights; they do look at y, and still have one width."""

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.1, 0.02, 1),
            lam=regularisation(0.002, 1e-4, 0.3),
            probe=slider("look at x", 0.44, 0, 1, 0.01),
            places=inside(points("measurements", SIX)),
        )

    @staticmethod
    def compute(bandwidth, lam, probe, places):
        """Mean and variance of f on a grid and at the probe; Bayes' rule by brute force there."""
        x, y = places.T
        k, sigma = gaussian(bandwidth), np.sqrt(len(y) * lam)
        first = np.array(SIX)[:, 0]
        then = gp.posterior(k(first), k(GRID, first), np.ones(len(GRID)), np.zeros(6), sigma)[1]
        at = np.concatenate([GRID, [probe], x])
        K, C = k(x), k(at, x)
        mean, cov = gp.posterior(K, C, k(at), y, sigma)
        sd, m = sd_of(np.diag(cov)), len(GRID)
        heights = mean[m] + np.linspace(-9, 9, 361) * sd[m]
        density = gp.bayes(K, C[m], 1.0, y, sigma, heights)
        share = density / density.sum()
        middle = float(share @ heights)
        return dict(
            sigma=sigma,
            mean=mean[:m],
            sd=sd[:m],
            first_sd=sd_of(then),
            here=(float(mean[m]), float(sd[m])),
            paths=gp.draw(mean[:m], cov[:m, :m], BELLS),
            heights=heights,
            density=density / density.max(),
            brute=(middle, float(np.sqrt(share @ (heights - middle) ** 2))),
            ridge=float(KernelRidge(K, y).predict(C[m : m + 1], lam)[0]),
            measured=float((sd[m + 1 :] ** 2).max()),
        )

    def picture(self, fig):
        left, right, low = band_panels(fig)
        shade = plots.band(left, "95 % band", plots.SKY, 0.35)
        paths = plots.bundle(left, 3, "possible curves", "0.55", 0.9)
        mean = plots.curves(left, ["mean"], color=plots.FIT)
        dots = plots.spots(left, "measurements", marker="o", ms=9, color=plots.TRAIN, mec="white")
        line = plots.level(left, None, "0.3", ":", across=True)
        shade(GRID, GRID, GRID)
        plots.legend_above(left)
        prior = plots.curves(right, ["before"], color=plots.BOUND, ls="--")
        after = plots.curves(right, ["after"], color=plots.FIT)
        brute = plots.spots(
            right, "Bayes’ rule", marker="o", ms=6, mfc="none", mec=plots.RED, mew=1.3
        )
        plots.legend_above(right, columnspacing=0.7, handlelength=1.2)
        foot, strip = plots.star(left), widths(low)
        return lambda r: (
            *shade(GRID, r.mean - gp.Z95 * r.sd, r.mean + gp.Z95 * r.sd),
            *line(r.probe),
            *paths(GRID, r.paths),
            *mean(GRID, r.mean),
            *dots(*r.places.T),
            *foot(r.probe, -3.1),
            *prior(bell(LEVELS, 0, 1), LEVELS),
            *after(bell(r.heights, *r.here), r.heights),
            *brute(r.density[100:261:8], r.heights[100:261:8]),
            *strip(r),
        )

    def caption(self, r):
        return (
            f"At x = {r.probe:.2f} the curve is at {tidy(r.here[0], 2)} ± "
            f"{gp.Z95 * r.here[1]:.2f}. "
            "Drag a measurement straight up: only the first of these two numbers moves."
        )

    def numbers(self, r):
        return (
            f"noise σ = {r.sigma:.3g}; at the dotted line mean {r.here[0]:.3g}, standard deviation "
            f"{r.here[1]:.3g}; the widest place of the band has {r.sd.max():.3g}."
        )

    def headline(self, r):
        return Claim(
            "the width of the band is that of Bayes’ rule",
            "Theorem 17.1",
            r.brute[1],
            r.here[1],
            "==",
            1e-6,
            words="The formula for the standard deviation never sees a measured value. Bayes’ "
            "rule, height by height from all of them, finds the same.",
        )

    def identities(self, r):
        s2 = r.sigma**2
        return [
            Claim("brute force has this mean", "Theorem 17.1", r.brute[0], r.here[0], "==", 1e-6),
            Claim("the mean is kernel ridge", "Corollary 17.2", r.ridge, r.here[0], "==", 1e-6),
            Claim("no wider than before", "Theorem 17.3", r.sd.max(), 1.0),
            Claim("variance where measured", "Theorem 17.3", r.measured, s2 / (1 + s2)),
        ]


# sure: the band of one bandwidth, the truth of another

PLACES = np.linspace(0, 1, 61)
ELLS = np.geomspace(0.02, 1, 40)
DRAWS = 2000


def design(n):
    """n measured places, the first of a fixed random list."""
    return np.random.default_rng(11).uniform(size=30)[:n]


@lru_cache(8)
def truths(ell0, n):
    """2000 curves of bandwidth ell0 at the n measured and all drawn places."""
    at = np.concatenate([design(n), PLACES])
    return gp.draw(0, gaussian(ell0)(at), np.random.default_rng(5).normal(size=(DRAWS, len(at))))


@lru_cache(1)
def shaking():
    return np.random.default_rng(6).normal(size=(DRAWS, 30))


def given(ell, n):
    """(K, C, prior) of a Gaussian kernel for `gp.coverage`; a stack for an array of bandwidths."""
    x, scale = design(n), 2 * np.square(np.asarray(ell, dtype=float)[..., None, None])
    K, C = (np.exp(-(np.subtract.outer(at, x) ** 2) / scale) for at in (x, PLACES))
    return K, C, np.ones(len(PLACES))


def five_errors(shares, chance):
    """Five standard errors of the mean share; never less than if all places were independent."""
    variance = max(np.var(shares), chance * (1 - chance) / len(PLACES))
    return float(5 * np.sqrt(variance / len(shares)))


class sure(Figure):
    """A 95 % band from one bandwidth around a curve of another, and how often it is right."""

    size = (10, 4.2)
    more = ("sigma", "n")
    story = [
        Step(
            "twice the truth",
            "The model believes in ℓ = 0.2, the curves have ℓ₀ = 0.1. Red: where the curve is "
            "outside the band.",
        ),
        Step(
            "the truth",
            "The same twelve measurements. The band is more than twice as wide, and honest: 95 % "
            "on average. On this curve a piece near 0.12 is outside.",
            bandwidth=0.1,
        ),
        Step(
            "too short",
            "With half the true bandwidth the band is too wide: it holds more than it claims, "
            "and says less than it could.",
            bandwidth=0.05,
        ),
        Step(
            "more measurements",
            "Another curve, measured at thirty places. At ℓ = 0.2 the dishonest band becomes "
            "narrower, and is right less often.",
            n=30,
        ),
        Step(
            "more noise",
            "The noise hides the mistake in part, for the band is now wide because of σ.",
            sigma=0.5,
        ),
    ]
    handles = [
        Handle(
            "choose the bandwidth",
            at=lambda r: (r.bandwidth, r.mean_chance),
            to=lambda r, x, y: dict(bandwidth=x),
            panel=1,
        )
    ]
    notes = """Press “new random sample” a few times at ℓ = 0.2: the curve is outside again and
    again. Then ask which of the two bands the class would rather see in a paper. The 2000
    simulated truths behind the figure share their random numbers at all positions."""

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.2, 0.02, 1),
            ell0=log_slider("true bandwidth ℓ₀", 0.1, 0.05, 0.5),
            sample=int_slider("new random sample", 1, 1, 40),
            sigma=slider("noise σ", 0.1, 0.02, 0.5),
            n=int_slider("measurements n", 12, 4, 30),
        )

    @staticmethod
    def compute(bandwidth, ell0, sample, sigma, n):
        """Exact coverage at every place and bandwidth; the same on 2000 simulated curves."""
        model, truth = given(bandwidth, n), given(ell0, n)
        claimed, error, chance = gp.coverage(model, truth, sigma)
        honest = gp.coverage(truth, truth, sigma)[0]
        curve = gp.coverage(given(ELLS, n), truth, sigma)[2].mean(axis=-1)
        f = truths(ell0, n)
        y = f[:, :n] + sigma * shaking()[:, :n]
        means = y @ np.linalg.solve(model[0] + sigma**2 * np.eye(n), model[1].T)
        hit = np.abs(f[:, n:] - means) <= gp.Z95 * claimed
        mean_chance = float(chance.mean())
        return dict(
            x=design(n),
            y=y[sample - 1],
            f=f[sample - 1, n:],
            mean=means[sample - 1],
            claimed=claimed,
            miss=~hit[sample - 1],
            curve=curve,
            mean_chance=mean_chance,
            seen=float(hit.mean()),
            allowed=five_errors(hit.mean(axis=1), mean_chance),
            widths=(float(claimed.mean()), float(honest.mean())),
            squares=(float((error**2).mean()), float((honest**2).mean())),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0, 1), ylim=(-3, 3), xlabel="x", ylabel="f(x)"),
            dict(xscale="log", xlim=(0.019, 1.05), ylim=(0, 1.03), xlabel="bandwidth ℓ of model"),
            width_ratios=[1.5, 1],
        )
        right.set_ylabel("share of the curve in the band")
        plots.ticks(right, x=[0.02, 0.1, 0.5])
        shade = plots.band(left, "95 % band", plots.SKY, 0.35)
        shade(PLACES, PLACES, PLACES)
        mean = plots.curves(left, ["mean"], color=plots.FIT)
        truth = plots.curves(left, ["truth"], color=plots.TRUTH)
        out = plots.curves(left, ["outside"], color=plots.RED, lw=4)
        dots = plots.spots(left, "measurements", marker="o", ms=7, color=plots.TRAIN, mec="white")
        plots.legend_above(left)
        right.axhline(0.95, color=plots.BOUND, ls="--", lw=1.6, label="claimed")
        exact = plots.curves(right, ["exact"], color=plots.FIT)
        true = plots.level(right, "ℓ₀", plots.TRUTH, ":", across=True)
        plots.legend_above(right)
        here = plots.star(right)
        return lambda r: (
            *shade(PLACES, r.mean - gp.Z95 * r.claimed, r.mean + gp.Z95 * r.claimed),
            *mean(PLACES, r.mean),
            *truth(PLACES, r.f),
            *out(PLACES, np.where(r.miss, r.f, np.nan)),
            *dots(r.x, r.y),
            *exact(ELLS, r.curve),
            *true(r.ell0),
            *here(r.bandwidth, r.mean_chance),
        )

    def caption(self, r):
        return (
            f"The “95 %” band holds {100 * r.mean_chance:.1f} % of a curve on average. Its "
            f"half-width is {gp.Z95 * r.widths[0]:.2f}; with ℓ₀ it is "
            f"{gp.Z95 * r.widths[1]:.2f}."
        )

    def numbers(self, r):
        return (
            f"exact mean coverage {r.mean_chance:.4f}, {r.seen:.4f} on {DRAWS} simulated curves; "
            f"mean standard deviation claimed {r.widths[0]:.3g}, by the true kernel "
            f"{r.widths[1]:.3g}."
        )

    def headline(self, r):
        return Claim(
            "no model errs less than the truth",
            "Theorem 17.4",
            *r.squares[::-1],
            words="Whatever band a model draws, its mean square error is at least that of the true "
            "kernel.",
        )

    def identities(self, r):
        off = "" if np.isclose(r.bandwidth, r.ell0, rtol=1e-12) else "ℓ is not ℓ₀"
        return [
            Claim(
                "coverage on 2000 simulated curves: within five standard errors",
                "Theorem 17.4",
                abs(r.seen - r.mean_chance),
                r.allowed,
            ),
            Claim(
                "95 % with the true kernel", "Theorem 17.4", r.mean_chance, 0.95, "==", why_not=off
            ),
        ]


# evidence: which bandwidth do the data believe in?

TRUE_ELL, TRUE_SIGMA = 0.1, 0.3
XS = np.sort(np.random.default_rng(8).uniform(0, 1, 25))
YS = gp.draw(0, gaussian(TRUE_ELL)(XS), np.random.default_rng(24).normal(size=(1, 25)))[0]
YS = YS + TRUE_SIGMA * np.random.default_rng(74).normal(size=25)
TRUE_LAM = TRUE_SIGMA**2 / 25
GRAMS = np.array([gaussian(ell)(XS) for ell in ELLS])
TRUE_COV = gaussian(TRUE_ELL)(XS) + TRUE_SIGMA**2 * np.eye(25)


FINE = np.linspace(0, 1, 241)  # a band of ℓ = 0.03 has narrow waists


def average_evidence(K, sigma):
    """The log evidence of a model, averaged over all data that the truth could send."""
    A = K + sigma**2 * np.eye(25)
    quadratic = np.trace(np.linalg.solve(A, np.broadcast_to(TRUE_COV, A.shape)), axis1=-2, axis2=-1)
    return -(quadratic + np.linalg.slogdet(A)[1] + 25 * np.log(2 * np.pi)) / 2


class evidence(Figure):
    """Twenty-five measurements, a fit, and the log evidence of every bandwidth."""

    size = (10, 4.4)
    veiled = (1,)
    story = [
        Step(
            "a nervous curve",
            "A short bandwidth comes nearest to the points (red, the fit term, is high), but it "
            "could have come near to any points: purple, the complexity term, is low.",
        ),
        Step(
            "the best",
            "The top of the blue curve. Dotted: the bandwidth ℓ₀ that made these data.",
            bandwidth=0.1,
        ),
        Step(
            "a stiff curve",
            "A stiff curve is not penalised (purple is high), but misses the points: red falls.",
            bandwidth=0.6,
        ),
        Step(
            "hardly any noise",
            "With λ a twentieth of the truth every wiggle has to be curve: the blue top moves to "
            "a shorter bandwidth, and sinks.",
            lam=0.00018,
            bandwidth=0.045,
        ),
        Step(
            "all noise",
            "With λ twenty times the truth nothing has to be curve: the blue line is nearly flat, "
            "and the data have little to say about ℓ.",
            lam=0.072,
            bandwidth=0.1,
        ),
    ]
    handles = [
        Handle(
            "choose the bandwidth",
            at=lambda r: (r.bandwidth, float(np.clip(r.total, -58, 8))),
            to=lambda r, x, y: dict(bandwidth=x),
            panel=1,
        )
    ]
    notes = """Cover the right panel and let the class vote for the best of three fits (0.03, 0.1,
    0.6) by eye; then show which one the data would have found least surprising. The dashed black
    curve is the same averaged over all data sets of the truth: its top is at ℓ₀ when λ is right."""

    def sliders(self):
        return dict(
            bandwidth=bandwidth(0.03, 0.02, 1),
            lam=regularisation(0.0036, 1e-4, 0.1),
        )

    @staticmethod
    def compute(bandwidth, lam):
        """Fit and band; evidence as one density, as a sum of forecasts, and on average."""
        sigma, k = np.sqrt(25 * lam), gaussian(bandwidth)
        K = k(XS)
        mean, variance = gp.posterior(K, k(FINE, XS), np.ones(len(FINE)), YS, sigma)
        fit, complexity = gp.log_evidence(K, YS, sigma)
        fits, complexities = gp.log_evidence(GRAMS, YS, sigma)
        return dict(
            sigma=sigma,
            mean=mean,
            sd=sd_of(variance),
            parts=(float(fit), float(complexity)),
            total=float(fit + complexity),
            curves=(fits, complexities),
            forecast=float(gp.forecasts(K, YS, sigma).sum()),
            averages=average_evidence(GRAMS, sigma),
            average=float(average_evidence(K, sigma)),
            truth=float(average_evidence(TRUE_COV - TRUE_SIGMA**2 * np.eye(25), TRUE_SIGMA)),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(0, 1), ylim=(-3, 3), xlabel="x", ylabel="y"),
            dict(xscale="log", xlim=(0.019, 1.05), ylim=(-60, 10), xlabel="bandwidth ℓ"),
            width_ratios=[1.2, 1],
        )
        right.set_ylabel("log evidence and its two terms")
        plots.ticks(right, x=[0.02, 0.1, 0.5])
        shade = plots.band(left, "95 % band", plots.SKY, 0.35)
        shade(FINE, FINE, FINE)
        mean = plots.curves(left, ["mean"], color=plots.FIT)
        dots = plots.spots(left, "measurements", marker="o", ms=7, color=plots.TRAIN, mec="white")
        plots.legend_above(left)
        right.axvline(TRUE_ELL, color=plots.TRUTH, ls=":", lw=1.4)
        fit = plots.curves(right, ["fit"], color=plots.RED, ls="-.")
        complexity = plots.curves(right, ["complexity"], color=plots.PURPLE, ls=(0, (5, 1)))
        total = plots.curves(right, ["sum"], color=plots.FIT, lw=2.6)
        average = plots.curves(right, ["average"], color=plots.TRUTH, ls="--", lw=1.4)
        plots.legend_above(right, columnspacing=0.7)
        here = plots.star(right)
        return lambda r: (
            *shade(FINE, r.mean - gp.Z95 * r.sd, r.mean + gp.Z95 * r.sd),
            *mean(FINE, r.mean),
            *dots(XS, YS),
            *fit(ELLS, r.curves[0]),
            *complexity(ELLS, r.curves[1]),
            *average(ELLS, r.averages),
            *total(ELLS, r.curves[0] + r.curves[1]),
            *here(r.bandwidth, float(np.clip(r.total, -58, 8))),
        )

    def caption(self, r):
        total = r.curves[0] + r.curves[1]
        return (
            f"Log evidence {tidy(r.total)} here; the top of the blue curve has "
            f"{tidy(max(r.total, total.max()))}, near ℓ = {ELLS[np.argmax(total)]:.2g}."
        )

    def numbers(self, r):
        top = ELLS[np.argmax(r.curves[0] + r.curves[1])]
        return (
            f"noise σ = {r.sigma:.3g}; log evidence {r.total:.4g}, of which fit {r.parts[0]:.4g}, "
            f"complexity {r.parts[1]:.4g}; largest near ℓ = {top:.2g}; on average over data "
            f"{r.average:.4g}, and {r.truth:.4g} for the true model."
        )

    def headline(self, r):
        return Claim(
            "on average the truth wins",
            "Theorem 17.5",
            r.average,
            r.truth,
            words="Averaged over all data sets that the truth could send (black), no ℓ and no λ "
            "has a larger log evidence than the true ones.",
        )

    def identities(self, r):
        return [
            Claim(
                "evidence = sum of forecasts", "Theorem 17.5", r.forecast, r.total, "==", tol=1e-7
            ),
        ]


# questions: where to measure next

STOPS = np.linspace(0, 1, 41)
MOST = 8
OWN = (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55)
RULES = ("largest variance", "least total variance", "yours")
GREEDY = np.e / (np.e - 1)
ELSE = np.random.default_rng(2).normal(size=(4, 41 + MOST))  # four other curves, and their noise


def own_places(label, places):
    """Eight numbers between 0 and 1 as one control."""

    def parse(typed):
        try:
            found = np.array([float(x) for x in typed.split(",")])
        except ValueError:
            found = np.empty(0)
        if found.shape != (MOST,) or not ((found >= 0) & (found <= 1)).all():
            raise ValueError(f"{label} must be {MOST} numbers from 0 to 1, separated by commas")
        return found

    return text(label, listed(places), parse)


def listed(places):
    return ", ".join(f"{x:.3g}" for x in places)


def swapped(K, asked, sigma):
    """A list after swaps: one place at a time for the best of all, until no swap tells more."""
    asked, told = np.array(asked), -1.0
    while True:
        for i in range(len(asked)):
            lists = np.tile(asked, (len(K), 1))
            lists[:, i] = np.arange(len(K))
            each = gp.information(K[lists[:, :, None], lists[:, None, :]], sigma)
            asked = lists[np.argmax(each)]
        if each.max() <= told + 1e-9:
            return asked
        told = float(each.max())


def pulled(i):
    """A handle that moves question i; from then on the list is yours."""

    def to(r, x, y):
        places = r.full.copy()
        places[i] = STOPS[np.argmin(np.abs(STOPS - x))]
        return dict(rule="yours", own=listed(places))

    return Handle("move this question", lambda r: (r.full[i], -2.7) if i < r.T else None, to)


def badges(ax):
    """The questions as numbers in circles. move(places, T): the first T of them are shown."""
    look = dict(ha="center", va="center", fontsize=12)
    circle = dict(boxstyle="circle", fc=plots.YELLOW)
    numbers = [ax.text(0, -2.7, str(i + 1), bbox=circle, **look) for i in range(MOST)]

    def move(places, T):
        for i, number in enumerate(numbers):
            number.set_visible(i < T)
            number.set_x(places[i])
        return numbers

    return move


class questions(Figure):
    """Questions one after the other, the band they leave, and what they told."""

    size = (10, 4.4)
    play = "T"
    more = ("sigma", "own")
    story = [
        Step(
            "four questions",
            "Each question goes where the band is widest. Grey: what four other curves would have "
            "answered. They would have been asked at the same places.",
        ),
        Step(
            "other answers",
            "Another curve, other answers, another mean. The width of the band and the questions "
            "are the same.",
            sample=21,
        ),
        Step(
            "eight questions",
            "Where the band is narrow nothing is asked: an answer also tells about its neighbours.",
            T=8,
        ),
        Step(
            "least total variance",
            "This rule asks where an answer lowers the sum of all variances most, and keeps away "
            "from the ends. It tells less information, and leaves less variance.",
            rule="least total variance",
        ),
        Step(
            "a bad list",
            "Four questions side by side. They tell much less. Drag the numbers: your list "
            "replaces the rule’s.",
            rule="yours",
        ),
    ]
    handles = [pulled(i) for i in range(MOST)]
    notes = """The point to make: the band does not look at y, so the list of questions can be
    written before the first answer. (In section 5 the answers do matter: there we look for the
    top.) Let students drag the four numbers to beat the greedy list: exercise 2."""

    def sliders(self):
        return dict(
            T=int_slider("questions T", 4, 1, MOST),
            rule=choice("rule", RULES[0], list(RULES)),
            bandwidth=bandwidth(0.15, 0.03, 0.5),
            sample=int_slider("new random sample", 1, 1, 40),
            sigma=slider("noise σ", 0.2, 0.05, 1),
            own=own_places("your places", OWN),
        )

    @staticmethod
    def compute(T, rule, bandwidth, sample, sigma, own):
        """The list of a rule, the posterior it leaves, and its information beside the greedy."""
        K = gaussian(bandwidth)(STOPS)
        own_bells = np.random.default_rng(13 + sample).normal(size=(1, 41))
        f, *others = gp.draw(0, K, np.concatenate([own_bells, ELSE[:, :41]]))
        yours = [int(np.argmin(np.abs(STOPS - x))) for x in own]
        greedy = gp.run_queries(K, f, sigma, MOST, gp.largest_variance)
        total = gp.run_queries(K, f, sigma, MOST, gp.least_total(sigma))
        lists = dict(zip(RULES, (greedy.extra["asked"], total.extra["asked"], yours)))
        full = np.asarray(lists[rule])
        asked = full[:T]
        y = f[asked] + sigma * np.random.default_rng(113 + sample).normal(size=MOST)[:T]
        mean, cov = gp.posterior(K[np.ix_(asked, asked)], K[:, asked], K, y, sigma)
        told = [[gp.information(K[np.ix_(q[:t], q[:t])], sigma) for t in range(1, MOST + 1)]
                for q in (full, lists[RULES[0]])]  # fmt: skip
        steps = greedy.extra["variance"][np.arange(MOST), lists[RULES[0]]]
        rival = swapped(K, lists[RULES[0]][:T], sigma)
        return dict(
            full=STOPS[full],
            asked=STOPS[asked],
            y=y,
            others=np.array(others)[:, asked] + sigma * ELSE[:, 41 : 41 + T],
            f=f,
            mean=mean,
            sd=sd_of(np.diag(cov)),
            told=np.array(told),
            rival=float(gp.information(K[np.ix_(rival, rival)], sigma)),
            here=float(told[0][T - 1]),
            greedy=float(told[1][T - 1]),
            steps=float(np.log(1 + steps[:T] / sigma**2).sum() / 2),
            left=float(np.diag(cov).mean()),
            widest=np.max(greedy.extra["variance"], axis=1),
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-0.02, 1.02), ylim=(-3, 3), xlabel="x", ylabel="f(x)"),
            dict(xlim=(0.7, 8.3), ylim=(0, 18), xlabel="questions T", ylabel="information, nats"),
            width_ratios=[1.6, 1],
        )
        shade = plots.band(left, "95 % band", plots.SKY, 0.35)
        shade(STOPS, STOPS, STOPS)
        mean = plots.curves(left, ["mean"], color=plots.FIT)
        truth = plots.curves(left, ["truth"], color=plots.TRUTH, ls=":", lw=1.4)
        grey = plots.spots(left, "other answers", marker="o", ms=6, mfc="none", mec="0.5", mew=1.2)
        dots = plots.spots(left, "answers", marker="o", ms=8, color=plots.TRAIN, mec="white")
        plots.legend_above(left)
        numbers = badges(left)
        bound = plots.curves(right, ["1.58 × greedy"], color=plots.BOUND, ls="--")
        greedy = plots.curves(right, ["greedy"], color=plots.ORANGE, lw=6, alpha=0.6)
        rule = plots.curves(right, ["this list"], color=plots.FIT)
        plots.legend_above(right, columnspacing=0.8)
        here = plots.star(right)
        ticks = np.arange(1, MOST + 1)
        return lambda r: (
            *shade(STOPS, r.mean - gp.Z95 * r.sd, r.mean + gp.Z95 * r.sd),
            *mean(STOPS, r.mean),
            *truth(STOPS, r.f),
            *grey(np.tile(r.asked, len(r.others)), r.others.ravel()),
            *dots(r.asked, r.y),
            *numbers(r.full, r.T),
            *bound(ticks, GREEDY * r.told[1]),
            *greedy(ticks, r.told[1]),
            *rule(ticks, r.told[0]),
            *here(r.T, min(r.here, 17.8)),
        )

    def caption(self, r):
        return (
            "Other answers (grey) would not move the questions. These tell "
            f"{r.here:.2f} nats, greedy {r.greedy:.2f}; mean variance left {r.left:.2f}."
        )

    def numbers(self, r):
        return (
            f"asked at {listed(r.asked)}; information {r.here:.4g} nats, greedy {r.greedy:.4g}, "
            f"by swaps {r.rival:.4g}, no list more than {GREEDY * r.greedy:.4g}; mean variance "
            f"left {r.left:.3g}."
        )

    def headline(self, r):
        return Claim(
            "no list tells much more than the greedy one",
            "Theorem 17.6",
            max(r.here, r.rival),
            GREEDY * r.greedy,
            words="No T questions tell more than e/(e − 1) = 1.58 times greedy: neither these, nor "
            "the best list found by swaps.",
        )

    def identities(self, r):
        rise = float(np.diff(r.widest).max())
        return [
            Claim("information, answer by answer", "section 4", r.steps, r.greedy, "==", tol=1e-7),
            Claim("the widest place never widens", "Theorem 17.3", rise, 0.0),
        ]


# hunt: where is the top?

HILLS = np.linspace(0, 1, 101)
LAST = 20
JITTER = 0.01
HIDDEN = {
    "two hills": 0.7 * np.sin(9 * HILLS) + 0.5 * np.cos(23 * HILLS + 1) * (0.4 + HILLS),
    "narrow peak": 0.5 * np.sin(5 * HILLS + 0.5)
    + 1.6 * np.exp(-(((HILLS - 0.83) / 0.045) ** 2) / 2)
    - 0.2,
}
SEARCHES = ("highest mean", "expected improvement", "UCB", "largest variance")
EDGES = np.random.default_rng(9).normal(size=4000)


def rule_of(name, beta):
    """The rule of a search by its name."""
    own = dict(zip(SEARCHES, (gp.upper_bound(0.0), gp.improvement, None, gp.largest_variance)))
    return own[name] or gp.upper_bound(beta)


class hunt(Figure):
    """Bayesian optimisation: a hidden function, what is known of it, and where to ask next."""

    size = (10, 4.6)
    play = "T"
    more = ("hidden", "start")
    story = [
        Step(
            "the highest mean",
            "Eight questions, all at one place: elsewhere the mean is lower. Only the first told "
            "anything.",
        ),
        Step(
            "expected improvement",
            "Orange: how much an answer would improve on the best one, on average. Where the band "
            "is wide, there is hope.",
            rule="expected improvement",
        ),
        Step(
            "found",
            "Twelve questions: nine to look around, the last three at the top. Near 0.4 the band "
            "is still wide, but its upper edge is below the best answer: hardly anything to win.",
            rule="expected improvement",
            T=12,
        ),
        Step(
            "little curiosity",
            "UCB with β = 0.5 climbs the first hill that it meets, and stays. The function leaves "
            "the band; right, the gap stays above the certificate.",
            rule="UCB",
            beta=0.5,
            T=20,
        ),
        Step(
            "much curiosity",
            "With β = 5 the band is wide enough to hold the function. The gap is nearly 0 after 5 "
            "questions, the certificate only after 12.",
            rule="UCB",
            beta=5.0,
            T=16,
        ),
        Step(
            "a bandwidth too long",
            "ℓ = 0.2: the model is sure where it is wrong. The function leaves the band, and the "
            "search is stuck on the lower hill. The certificate is nearly 0.",
            rule="expected improvement",
            bandwidth=0.2,
            T=20,
        ),
    ]
    handles = [
        Handle(
            "move the first question",
            at=lambda r: (r.start, float(r.f[round(100 * r.start)])),
            to=lambda r, x, y: dict(start=x),
        ),
        Handle(
            "choose T",
            at=lambda r: (r.T, float(r.gaps[r.T - 1])),
            to=lambda r, x, y: dict(T=x),
            panel=1,
        ),
    ]
    notes = """Play the questions one by one and let the class point at the next one before it
    comes. The band is mean ± β standard deviations; the dashed level is the ceiling: no value
    can be above it while the function stays in the band."""

    def sliders(self):
        return dict(
            T=int_slider("questions T", 8, 1, LAST),
            rule=choice("rule", SEARCHES[0], list(SEARCHES)),
            bandwidth=bandwidth(0.1, 0.03, 0.3),
            beta=slider("curiosity β", 2.5, 0.5, 5, 0.1),
            hidden=choice("hidden function", "two hills", HIDDEN),
            start=slider("first question", 0.3, 0, 1, 0.01),
        )

    @staticmethod
    def compute(T, rule, bandwidth, beta, hidden, start):
        """The search of T questions, what it believes now, and what it would ask next."""
        K, first = gaussian(bandwidth)(HILLS), round(100 * start)
        run = gp.run_queries(K, hidden, JITTER, LAST, rule_of(rule, beta), first=first)
        asked = run.extra["asked"]
        mean, sd = run.w[T], sd_of(run.extra["variance"][T])
        score = run.extra["score"][T]
        best = float(hidden[asked[:T]].max())
        bests = np.maximum.accumulate(hidden[asked])
        upper = run.w[1:] + beta * sd_of(run.extra["variance"][1:])
        gain = gp.expected_improvement(mean, sd, best)
        i = int(np.argmax(gain))
        luck = np.maximum(mean[i] + sd[i] * EDGES - best, 0)
        return dict(
            f=hidden,
            asked=asked[:T],
            mean=mean,
            sd=sd,
            score=(score - score.min()) / max(np.ptp(score), 1e-12),
            following=int(asked[T]) if T < LAST else None,
            best=best,
            gap=float(hidden.max() - best),
            gaps=hidden.max() - bests,
            rooms=upper.max(axis=1) - bests,
            roof=float((mean + beta * sd).max()),
            outside=float((np.abs(hidden - mean) - beta * sd).max()),
            gain=(float(gain[i]), float(luck.mean()), float(luck.std() / np.sqrt(len(luck)))),
        )

    def picture(self, fig):
        parts = fig.subplot_mosaic("ac;bc", width_ratios=(1.9, 1), height_ratios=(3, 1))
        top, right, low = (parts[name] for name in "acb")
        top.set(xlim=(0, 1), ylim=(-2.6, 2.6), ylabel="f(x)", xticklabels=[])
        low.set(xlim=(0, 1), ylim=(0, 1.08), xlabel="x", yticks=[0, 1], ylabel="score")
        right.set(xlim=(0.5, LAST + 0.5), ylim=(-0.06, 2.4), xlabel="questions T")
        right.set_ylabel("gap: top minus best answer")
        right.set_xticks([1, 5, 10, 15, 20])
        shade = plots.band(top, "mean ± β sd", plots.SKY, 0.35)
        shade(HILLS, HILLS, HILLS)
        mean = plots.curves(top, ["mean"], color=plots.FIT)
        truth = plots.curves(top, ["hidden"], color=plots.TRUTH, ls=":")
        dots = plots.spots(top, "answers", marker="o", ms=8, color=plots.TRAIN, mec="white")
        roof = plots.level(top, "ceiling", plots.BOUND, "--")
        plots.legend_above(top, columnspacing=0.8)
        score = plots.curves(low, [None], color=plots.ORANGE)
        follow = plots.level(low, None, plots.ORANGE, ":", across=True)
        gaps = plots.curves(right, ["gap"], color=plots.FIT, marker="o", ms=4)
        room = plots.curves(right, ["certificate"], color=plots.BOUND, ls="--")
        plots.legend_above(right)
        here = plots.star(right)
        ticks = np.arange(1, LAST + 1)
        return lambda r: (
            *shade(HILLS, r.mean - r.beta * r.sd, r.mean + r.beta * r.sd),
            *mean(HILLS, r.mean),
            *truth(HILLS, r.f),
            *roof(r.roof),
            *dots(HILLS[r.asked], r.f[r.asked]),
            *score(HILLS, r.score),
            *follow(np.nan if r.following is None else HILLS[r.following]),
            *gaps(ticks, r.gaps),
            *room(ticks, r.rooms),
            *here(r.T, float(r.gaps[r.T - 1])),
        )

    def caption(self, r):
        known = len(set(r.asked.tolist()))
        short = f"{r.gap:.2f} below the top" if r.gap >= 0.005 else "at the top"
        return (
            f"{r.T} question{'s' * (r.T > 1)} at {known} place{'s' * (known > 1)}: the best answer "
            f"is {tidy(r.best, 2)}, {short}."
        )

    def numbers(self, r):
        return (
            f"best answer {r.best:.3g}, gap {r.gap:.3g}; no value above {r.roof:.3g} inside the "
            f"band; largest expected improvement {r.gain[0]:.2g}."
        )

    def headline(self, r):
        return Claim(
            "how much can still be won",
            "Theorem 17.7",
            r.gap,
            r.roof - r.best,
            why_not="the hidden function leaves the band" * (r.outside > 0),
            words="While the function stays in the band, the gap is at most the band’s highest "
            "point minus the best answer.",
        )

    def identities(self, r):
        exact, mean, error = r.gain
        rise = float(np.diff(r.gaps).max())
        return [
            Claim(
                "expected improvement, by 4000 draws: within five standard errors",
                "Theorem 17.8",
                abs(exact - mean),
                5 * error + 1e-6,
            ),
            Claim("the gap never grows", "section 5", rise, 0.0),
        ]


# further: what a kernel believes before any data

MANY = np.random.default_rng(4).normal(size=(1000, 81))
FAMILIES = {
    "Gaussian": gaussian,
    "Laplace": laplace,
    "linear": lambda ell: linear(),
    "polynomial": lambda ell: polynomial(3),
    "periodic": lambda ell: periodic(0.5, ell),
}
AXIS = np.linspace(-1, 1, 81)


def correlated(covariance, variances, at):
    """Correlation with the value at place `at`; 0 where a value does not vary."""
    scale = np.sqrt(variances * variances[at])
    return np.where(scale > 1e-9, covariance / np.maximum(scale, 1e-9), 0.0)


class prior(Figure):
    """Five curves of a Gaussian process before any data, and their covariance."""

    size = (10, 4.2)
    story = [
        Step("Laplace", "The tip of this kernel makes every curve jagged at all scales."),
        Step(
            "Gaussian", "Smooth curves; after three ℓ a curve has forgotten where it was.",
            kernel="Gaussian",
        ),
        Step(
            "a short bandwidth", "The same law with ℓ = 0.08: many hills, and all of them smooth.",
            kernel="Gaussian", bandwidth=0.08,
        ),
        Step("linear", "All curves are straight lines through 0.", kernel="linear", sample=99),
        Step(
            "polynomial", "All curves are cubics: the farther from 0, the wider they spread.",
            kernel="polynomial", sample=99,
        ),
        Step("periodic", "Every curve repeats itself after ½.", kernel="periodic", bandwidth=1.0),
    ]  # fmt: skip
    handles = [
        Handle(
            "choose the anchor",
            at=lambda r: (r.anchor, float(r.correlation[r.at])),
            to=lambda r, x, y: dict(anchor=x),
            panel=1,
        )
    ]
    notes = """For who asks where the prior comes from. Let the class choose a kernel for the
    temperature of a day, a share price, a straight-line law."""

    def sliders(self):
        return dict(
            kernel=choice("kernel", "Laplace", FAMILIES),
            bandwidth=bandwidth(0.3, 0.06, 3),
            anchor=slider("anchor", 0.5, -1, 1, 0.05),
            sample=int_slider("new random sample", 1, 1, 200),
        )

    @staticmethod
    def compute(kernel, bandwidth, anchor, sample):
        """A thousand curves: five to look at, all of them for the covariance with the anchor."""
        K = kernel(bandwidth)(AXIS)
        curves = gp.draw(0, K, MANY)
        at = int(np.argmin(np.abs(AXIS - anchor)))
        seen = (curves * curves[:, at : at + 1]).mean(axis=0)
        error = np.sqrt((np.diag(K) * K[at, at] + K[at] ** 2) / len(MANY))
        off = np.abs(seen - K[at]) / np.maximum(error, 1e-9)
        return dict(
            at=at,
            paths=curves[5 * (sample - 1) : 5 * sample],
            seen=seen,
            exact=K[at],
            correlation=correlated(K[at], np.diag(K), at),
            measured=correlated(seen, np.square(curves).mean(axis=0), at),
            off=float(off.max()),
            bend=float(np.abs(np.diff(curves, 2, axis=1)).max()),
            straight=kernel is FAMILIES["linear"],
        )

    def picture(self, fig):
        left, right = plots.panels(
            fig,
            dict(xlim=(-1, 1), ylim=(-3.5, 3.5), xlabel="x", ylabel="f(x)"),
            dict(xlim=(-1.03, 1.03), ylim=(-1.1, 1.15), xlabel="x"),
            width_ratios=[1.4, 1],
        )
        right.set_ylabel("correlation with f(anchor)")
        left.set_xticks([-1, -0.5, 0, 0.5, 1])
        paths = plots.bundle(left, 5, "five curves", plots.FIT, 1.5)
        plots.legend_above(left)
        exact = plots.curves(right, ["by the kernel"], color=plots.TRUTH)
        seen = plots.spots(right, "of 1000 curves", marker="o", ms=5, mfc="none", mec=plots.BLUE)
        plots.legend_above(right)
        here = plots.star(right)
        return lambda r: (
            *paths(AXIS, r.paths),
            *exact(AXIS, r.correlation),
            *seen(AXIS[::2], r.measured[::2]),
            *here(r.anchor, float(r.correlation[r.at])),
        )

    def caption(self, r):
        return (
            f"A thousand curves vary together with f({AXIS[r.at]:.2f}) as the kernel says: off by "
            f"at most {r.off:.1f} standard errors at any x."
        )

    def numbers(self, r):
        return (
            f"variance at the anchor {r.seen[r.at]:.3g} measured, {r.exact[r.at]:.3g} by the "
            f"kernel; largest deviation {r.off:.2g} standard errors."
        )

    def headline(self, r):
        return Claim(
            "the kernel is the covariance",
            "Fact 17.9",
            r.off,
            5.0,
            words="Curves drawn from the process have the kernel as covariance: over all x it is "
            "met up to five standard errors.",
        )

    def identities(self, r):
        return [
            Claim(
                "straight lines",
                "Fact 17.9",
                r.bend,
                0.0,
                "==",
                1e-6,
                why_not="" if r.straight else "the kernel is not linear",
            )
        ]
