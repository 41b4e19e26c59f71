"""How long things take: one report, printed and written to build/bench.md. Nothing here is a test:
no time is asserted.

python -m tests.tools.bench  everything: three minutes, and the time to grade a class of 300
python -m tests.tools.bench live       one part: live, browser, rivals, growth, imports, notebooks,
                                       homework
python -m tests.tools.bench homework:5000:8    a class of 5,000, eight submissions side by side
"""

import io
import json
import os
import pkgutil
import platform
import subprocess
import sys
import time
import warnings
from functools import partial
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from tests.tools import rivals

ROOT = Path(__file__).resolve().parents[2]
MOVES, REBUILDS = 40, 2
RUN_TIMES = {}  # notebook -> seconds its cells took
# seconds for the part `live` when the whole report is made; notebooks that do not fit are named
BUDGET = 60


# ---- (a) live figures: a slider move beside a rebuilt figure


def live_rows(budget=None):
    """Kernel side of a slider move, for every live figure of every notebook."""
    import matplotlib

    from helpers.live import canvas, figures

    matplotlib.use("agg")
    remember_setup(canvas.Canvas)
    rows, start, known = [], time.perf_counter(), set()
    for path in notebook_paths():
        if budget and time.perf_counter() - start > budget:
            rows.append(
                [
                    path.name[:2],
                    "not measured here: `python -m tests.tools.bench live` does",
                    *[""] * 7,
                ]
            )
            continue
        try:
            RUN_TIMES[path.stem] = milliseconds(partial(run_cells, path)) / 1e3
        except (
            Exception
        ) as error:  # a notebook that is being written must not cost the rest of the report
            rows.append([path.name[:2], f"stopped: {type(error).__name__}: {error}", *[""] * 7])
        for figure in [f for f in figures() if f not in known]:
            known.add(figure)  # the figures themselves: a name may come again in another notebook
            rows.append([path.name[:2], figure.name, *measure_figure(figure)])
    header = [
        "notebook",
        "figure",
        "compute ms",
        "draw ms",
        "encode ms",
        "all: median",
        "p95",
        "rebuilt: median",
        "times faster",
    ]
    return (
        header,
        rows,
        (
            f"Medians over {MOVES} moves, each of one control; rebuilt = compute, new "
            f"Figure, setup, "
            'savefig(bbox_inches="tight"), as @interact does, on the same positions.'
        ),
    )


def remember_setup(canvas):
    """Let every canvas keep what it was made from, so that the figure can be rebuilt for
    comparison."""
    original = canvas.__init__

    def init(self, setup, size):
        self.made_from = setup, size
        original(self, setup, size)

    canvas.__init__ = init


def run_cells(path):
    """Run the code cells of a notebook in this process, quietly."""
    space = {"__name__": "__main__"}
    silent, sys.stdout = sys.stdout, io.StringIO()
    here = os.getcwd()
    os.chdir(path.parent)
    try:
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), path.name, "exec"), space)
    finally:
        os.chdir(here)
        sys.stdout = silent


def measure_figure(figure):
    costs, rebuilt = [], []
    for i, values in enumerate(positions(figure, MOVES)):
        try:
            figure.set(**values)
        except ValueError:
            continue  # a combination that the figure refuses, in a sentence
        costs.append([figure.cost[part] for part in ("compute", "draw", "encode")])
        if i % (MOVES // REBUILDS) == 0:
            rebuilt.append(milliseconds(partial(rebuild, figure)))
    figure.reset()
    parts, whole = np.median(costs, axis=0), np.sum(costs, axis=1)
    slow = np.median(rebuilt)
    return [
        *(f"{part:.1f}" for part in parts),
        f"{np.median(whole):.1f}",
        f"{np.percentile(whole, 95):.1f}",
        f"{slow:.0f}",
        f"{slow / np.median(whole):.1f}",
    ]


def positions(figure, count):
    """Moves of one control after the other, each over its whole range (golden-section order), from
    where the last
    left it; text boxes stay."""
    controls = {
        name: c
        for name, c in figure.controls.items()
        if hasattr(c, "options") or hasattr(c, "min") or isinstance(c.value, bool)
    }
    for i in range(count):
        name, control = list(controls.items())[i % len(controls)]
        part = (0.5 + 0.618034 * (i // len(controls) + 1)) % 1
        if hasattr(control, "options"):
            value = control.options[int(part * len(control.options))]
        elif isinstance(control.value, bool):
            value = not control.value
        elif isinstance(control.value, int):
            value = (
                control.min + int(part * (control.max - control.min) / control.step) * control.step
            )
        elif control.logarithmic:
            value = control.min * (control.max / control.min) ** part
        else:
            value = control.min + part * (control.max - control.min)
        yield {name: value}


def rebuild(figure):
    """What @interact does at every move: everything anew."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    from helpers.plots import STYLE

    setup, size = figure.canvas.made_from
    given = {name: c.argument(c.value) for name, c in figure.controls.items()}
    r = SimpleNamespace(**given, **figure.compute(**given))
    with rc_context(STYLE):
        fresh = Figure(figsize=size, dpi=100)
        FigureCanvasAgg(fresh)
        setup(fresh)(r)
        fresh.savefig(io.BytesIO(), format="png", bbox_inches="tight")


# ---- (b) in a browser


def browser_rows():
    """Key press or drag to changed pixels in JupyterLab: the kit, a plain Image and @interact."""
    try:
        from tests.tools import latency

        return latency.rows()
    except (
        Exception
    ) as error:  # no browser on this machine is no reason to lose the rest of the report
        why = (str(error).splitlines() or [""])[0]
        return ["part"], [[f"not measured: {type(error).__name__}: {why}"]], ""


# ---- (c) beside scikit-learn and SciPy: same answer, and how long


def rival_rows():
    rng = np.random.default_rng(0)
    header = ["task", "ours ms", "theirs ms", "ratio", "largest difference", "tolerance", "remark"]
    rows = []
    for name, ours, theirs, tol, remark in [
        *linear_rivals(rng),
        *kernel_rivals(rng),
        *descent_rivals(rng),
        *sparse_rivals(rng),
        *margin_rivals(),
        *warm_rivals(),
        *class_rivals(),
        *rivals_of_notebooks(rng),
    ]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # rivals warn of their own iteration limits
            difference = float(np.abs(np.asarray(ours()) - np.asarray(theirs())).max())
            a, b = milliseconds(ours, 7), milliseconds(theirs, 7)
        verdict = "" if difference <= tol else "DIFFERENT ANSWER; "
        rows.append(
            [
                name,
                f"{a:.2f}",
                f"{b:.2f}",
                f"{a / b:.2f}",
                f"{difference:.0e}",
                f"{tol:.0e}",
                verdict + remark,
            ]
        )
    return header, rows, "Ratio under 1: ours is faster. Median of 7 runs each."


def linear_rivals(rng):
    from sklearn import linear_model

    from helpers.linear.least_squares import Ridge, least_squares

    X, lams = rng.normal(size=(200, 10)), np.geomspace(1e-4, 10, 50)
    y = X @ rng.normal(size=10) + rng.normal(size=200)

    def sklearn_path():
        return [
            linear_model.Ridge(alpha=200 * lam, fit_intercept=False).fit(X, y).coef_ for lam in lams
        ]

    def sklearn_loo():
        return (
            linear_model.RidgeCV(alphas=200 * lams, fit_intercept=False, store_cv_results=True)
            .fit(X, y)
            .cv_results_
        )

    yield (
        "ridge, 1 λ, n = 200, d = 10",
        lambda: Ridge(X, y).w(0.1),
        lambda: linear_model.Ridge(alpha=20, fit_intercept=False).fit(X, y).coef_,
        1e-10,
        "",
    )
    yield (
        "ridge path, 50 λ",
        lambda: Ridge(X, y).w(lams),
        sklearn_path,
        1e-10,
        "one SVD serves all λ",
    )
    yield "leave-one-out, 50 λ", lambda: Ridge(X, y).loo(lams).T ** 2, sklearn_loo, 1e-8, "RidgeCV"
    yield (
        "least squares",
        lambda: least_squares(X, y).w,
        lambda: linear_model.LinearRegression(fit_intercept=False).fit(X, y).coef_,
        1e-10,
        "",
    )


def kernel_rivals(rng):
    from scipy import linalg
    from sklearn import kernel_ridge, metrics

    from helpers.kernels import gaussian, polynomial
    from helpers.kernels.gram import Pairs, largest_subtraction
    from helpers.kernels.ridge import KernelRidge

    X, Z, lams = rng.normal(size=(300, 2)), rng.normal(size=(400, 2)), np.geomspace(1e-4, 1, 30)
    y = np.sin(3 * X[:, 0]) + 0.1 * rng.normal(size=300)
    k, gamma = gaussian(0.5), 1 / (2 * 0.5**2)
    pairs, new = Pairs(X), Pairs(Z, X)
    k(pairs), k(new)

    def sklearn(lam):
        return (
            kernel_ridge.KernelRidge(alpha=300 * lam, kernel="rbf", gamma=gamma)
            .fit(X, y)
            .predict(Z)
        )

    yield (
        "Gaussian Gram matrix, n = 300",
        lambda: k(X),
        lambda: metrics.pairwise.rbf_kernel(X, gamma=gamma),
        1e-12,
        "",
    )
    yield (
        "the same, new bandwidth, distances kept",
        lambda: k(pairs),
        lambda: metrics.pairwise.rbf_kernel(X, gamma=gamma),
        1e-12,
        "what a bandwidth slider pays",
    )
    yield (
        "kernel ridge, 1 λ, n = 300, 400 predictions",
        lambda: KernelRidge(k(X), y).predict(k(Z, X), 0.01),
        lambda: sklearn(0.01),
        1e-8,
        "ours factors once for all λ (eigenvectors), theirs for one (Cholesky)",
    )
    L, P = np.exp(-np.abs(X[:, :1] - X[:, 0])), polynomial(2)(X[:, :1])
    yield (
        "largest c with K₁ − c K₂ ≥ 0, n = 300",
        lambda: largest_subtraction(L, P),
        lambda: 1 / linalg.eigh(P, L, eigvals_only=True)[-1],
        1e-6,
        "theirs (SciPy) needs an invertible K₁",
    )
    yield (
        "kernel ridge, 30 λ",
        lambda: KernelRidge(k(X), y).predict(k(Z, X), lams),
        lambda: [sklearn(lam) for lam in lams],
        1e-7,
        "one eigendecomposition serves all λ",
    )


def descent_rivals(rng):
    from scipy import optimize
    from scipy.sparse.linalg import cg
    from scipy.special import expit
    from sklearn.linear_model import LogisticRegression

    from helpers import losses
    from helpers.descent import newton, optim, problems

    X, lam = rng.normal(size=(300, 5)), 0.01
    y = np.where(X @ rng.normal(size=5) + rng.normal(size=300) > 0, 1.0, -1.0)
    f, grad = losses.objective(losses.logistic, X, y, lam)
    eta = 1 / losses.constants(losses.logistic, X, lam)[1]

    def hess(w):
        p = expit(X @ w)
        return (X * (p * (1 - p))[:, None]).T @ X / 300 + 2 * lam * np.eye(5)

    def sklearn(solver):
        return (
            LogisticRegression(
                C=1 / (2 * 300 * lam), fit_intercept=False, solver=solver, tol=1e-10, max_iter=1000
            )
            .fit(X, y)
            .coef_[0]
        )

    close, small = optim.small_gradient(1e-8), {"gtol": 1e-8}
    yield (
        "logistic regression by gradient descent, n = 300, d = 5",
        lambda: optim.gradient_descent(grad, np.zeros(5), eta, 5000, stop=close).last,
        lambda: optimize.minimize(f, np.zeros(5), jac=grad, method="BFGS", options=small).x,
        1e-6,
        "BFGS: gradient descent does not see curvature, and keeps its whole path",
    )
    yield (
        "the same with Nesterov's momentum, 150 steps",
        lambda: optim.nesterov(grad, np.zeros(5), eta, 150, 2 * lam).last,
        lambda: optimize.minimize(f, np.zeros(5), jac=grad, method="BFGS", options=small).x,
        1e-4,
        "BFGS",
    )
    yield (
        "the same by Newton's method, 7 steps",
        lambda: newton.newton(grad, hess, np.zeros(5), 7).last,
        lambda: sklearn("newton-cholesky"),
        1e-6,
        "scikit-learn's Newton",
    )
    yield (
        "the same by Newton's method beside L-BFGS",
        lambda: newton.newton(grad, hess, np.zeros(5), 7).last,
        lambda: sklearn("lbfgs"),
        1e-5,
        "scikit-learn's L-BFGS",
    )
    q = problems.chain(300, 100.0)
    yield (
        "conjugate gradients, d = 300, 60 steps",
        lambda: newton.conjugate_gradient(q.A, q.b, np.zeros(300), 60).last,
        lambda: cg(q.A, q.b, rtol=0, atol=0, maxiter=60)[0],
        1e-8,
        "SciPy's cg",
    )
    v = problems.valley(30.0)
    yield (
        "1000 steps of descent, d = 2, closed form beside our loop",
        lambda: optim.quadratic_path(v.A, v.b, [1, 1], 0.5, 1000).w,
        lambda: optim.gradient_descent(v.grad, [1, 1], 0.5, 1000).w,
        1e-12,
        "",
    )


def sparse_rivals(rng):
    from sklearn.linear_model import Lasso

    from helpers.linear import lasso

    X = rng.normal(size=(200, 30))
    y = X[:, :4] @ [2.0, -1.0, 1.0, 0.5] + rng.normal(size=200)
    yield (
        "lasso, n = 200, d = 30",
        lambda: lasso.lasso(X, y, 0.1),
        lambda: Lasso(alpha=0.05, fit_intercept=False, tol=1e-10, max_iter=10_000).fit(X, y).coef_,
        1e-6,
        "",
    )


def margin_rivals():
    from sklearn.ensemble import AdaBoostClassifier
    from sklearn.svm import SVC
    from sklearn.tree import DecisionTreeClassifier

    from helpers import data
    from helpers.kernels import gaussian
    from helpers.margins import boosting, stumps, svm

    for n in (100, 200, 500):
        X, y = data.moons(n, np.random.default_rng(0))
        yield (
            f"SVM, Gaussian kernel, n = {n}, cold",
            lambda X=X, y=y: svm.kernel_machine(gaussian(0.5)(X), y, 10).scores,
            lambda X=X, y=y, n=n: SVC(C=10 / n, gamma=2.0, tol=1e-9).fit(X, y).decision_function(X),
            1e-5,
            "ours factors the whole matrix, libsvm works on pairs; tolerance 1e-9 for both",
        )
    tumours = data.load("breast_cancer")
    X = tumours.X + 1e-9 * np.random.default_rng(0).normal(
        size=tumours.X.shape
    )  # no two stumps tie
    y = np.where(tumours.y == 1, 1.0, -1.0)

    def ours():
        run = boosting.adaboost(y, stumps.stump_learner(X, y, "gini"), 50)
        return np.sign(stumps.vote(run.extra["rules"], run.eta, X))

    def theirs():
        rival = AdaBoostClassifier(
            DecisionTreeClassifier(max_depth=1), n_estimators=50, random_state=0
        )
        return rival.fit(X, y).predict(X)

    yield (
        "AdaBoost with stumps, n = 569, d = 30, 50 rounds",
        ours,
        theirs,
        0.0,
        "presorted once; same predictions",
    )


def warm_rivals():
    """What a slider pays: the SVM from the answer one notch away, beside libsvm, which starts
    anew."""
    from sklearn.svm import SVC

    from helpers import data
    from helpers.kernels import gaussian
    from helpers.kernels.gram import Pairs
    from helpers.margins.svm_qp import best_bias, solve

    X, y = data.moons(200, np.random.default_rng(0), sigma=0.25)
    notch = 10**0.05  # a log slider has twenty steps per decade
    kept, pairs = gaussian(0.5)(X), Pairs(X)
    before = solve(kept, y, 10 / 200)
    for name, C, width in (("C", 10 * notch, 0.5), ("bandwidth", 10.0, 0.5 * notch)):

        def ours(C=C, width=width):
            K = kept if width == 0.5 else gaussian(width)(pairs)
            seen = K @ (solve(K, y, C / 200, start=(before, 10 / 200)) * y)
            return seen + best_bias(seen, y)

        def theirs(C=C, width=width):
            return SVC(C=C / 200, gamma=1 / (2 * width**2), tol=1e-9).fit(X, y).decision_function(X)

        yield (
            f"SVM, Gaussian kernel, n = 200, {name} one notch on, warm",
            ours,
            theirs,
            1e-5,
            "ours starts from the last answer and keeps what did not change, libsvm starts anew",
        )


def class_rivals():
    from sklearn.linear_model import LogisticRegression, Perceptron
    from sklearn.svm import LinearSVC

    from helpers import data
    from helpers.linear import softmax
    from helpers.margins import multiclass, perceptron

    moons, sides = data.moons(200, np.random.default_rng(0), sigma=0.2)
    disc = perceptron.with_margin(200, 0.02, np.random.default_rng(5))
    for name, X, y, passes in (
        ("margin 0.02, 2 passes", *disc, 2),
        ("moons, 20 passes, never at an end", perceptron.pad(moons), sides, 20),
    ):

        def ours(X=X, y=y, passes=passes):
            return perceptron.train(X, y, epochs=passes).last

        def sklearn(X=X, y=y, passes=passes):
            return (
                Perceptron(shuffle=False, tol=None, max_iter=passes, fit_intercept=False)
                .fit(X, y)
                .coef_[0]
            )

        yield (
            f"perceptron, n = 200, {name}",
            ours,
            sklearn,
            1e-10,
            "ours jumps from mistake to mistake in Python and keeps every correction, "
            "theirs visits all, compiled",
        )
    wine = data.load("wine")
    W, c, lam = perceptron.pad(data.standardise(wine.X)), wine.y.astype(int), 0.01
    C = 1 / (2 * len(c) * lam)

    def multinomial():
        return LogisticRegression(C=C, fit_intercept=False, tol=1e-8, max_iter=1000).fit(W, c).coef_

    yield (
        "softmax regression, wine, n = 178, d = 14, 3 classes",
        lambda: softmax.fit(W, c, lam).T,
        multinomial,
        1e-5,
        "ours Newton to rounding error with a dense Hessian, theirs L-BFGS to 1e-8 (multinomial)",
    )
    yield (
        "the same as the soft machine at τ = 1",
        lambda: multiclass.soft_machine(W, c, lam, 1.0, 0.0).W,
        multinomial,
        1e-5,
        "the same Newton steps, the Hessian summed over pairs of classes",
    )
    yield (
        "multi-class SVM, wine, 3 classes",
        lambda: multiclass.machine(W, c, lam).W,
        lambda: (
            LinearSVC(
                C=C, multi_class="crammer_singer", fit_intercept=False, tol=1e-7, max_iter=100_000
            )
            .fit(W, c)
            .coef_
        ),
        1e-5,
        "ours an interior-point method, certified by its dual; theirs compiled "
        "coordinate ascent (liblinear)",
    )


def rivals_of_notebooks(rng):
    """The rows of every module in tests/tools/rivals, a notebook each."""
    for module in pkgutil.iter_modules(rivals.__path__):
        yield from import_module(f"{rivals.__name__}.{module.name}").rivals(rng)


# ---- (d) growth


def growth_rows():
    """Cost against size; the exponent is the slope of log time on log size over the last three
    sizes."""
    from helpers.descent.langevin import sgld
    from helpers.descent.newton import conjugate_gradient
    from helpers.descent.optim import gradient_descent
    from helpers.descent.problems import chain, valley
    from helpers.kernels import gaussian
    from helpers.kernels.ridge import KernelRidge
    from helpers.linear.least_squares import Ridge

    rng, q = np.random.default_rng(0), valley(30.0)
    data = {
        n: (rng.normal(size=(n, 10)), rng.normal(size=n)) for n in (100, 200, 400, 800, 1600, 3200)
    }
    gram = {n: gaussian(2.0)(data[n][0]) for n in (100, 200, 400, 800)}
    tasks = [
        (
            "ridge, all λ (SVD), d = 10, n =",
            (400, 800, 1600, 3200),
            lambda n: Ridge(*data[n]).w(0.1),
        ),
        ("Gaussian Gram matrix, n =", (100, 200, 400, 800), lambda n: gaussian(2.0)(data[n][0])),
        (
            "kernel ridge, all λ, n =",
            (100, 200, 400, 800),
            lambda n: KernelRidge(gram[n], data[n][1]).alpha(0.1),
        ),
        (
            "gradient descent, d = 2, T =",
            (250, 500, 1000, 2000),
            lambda n: gradient_descent(q.grad, [1, 1], 0.5, n),
        ),
        (
            "Langevin, 100 chains, d = 2, T =",
            (125, 250, 500, 1000),
            lambda n: sgld(lambda w: -w, np.zeros((100, 2)), 0.1, 1.0, n, np.random.default_rng(0)),
        ),
        (
            "conjugate gradients, 20 steps, d =",
            (100, 200, 400, 800),
            lambda n: conjugate_gradient(chain(n, 50.0).A, np.ones(n), np.zeros(n), 20),
        ),
    ]
    rows = []
    for name, sizes, run in tasks:
        times = [milliseconds(partial(run, n), 3) for n in sizes]
        slope = np.polyfit(np.log(sizes[-3:]), np.log(times[-3:]), 1)[0]
        rows.append([name, *(f"{n}: {t:.2f}" for n, t in zip(sizes, times)), f"{slope:.1f}"])
    return ["task", "size: ms", "", "", "", "exponent"], rows, ""


# ---- (e) imports, (f) notebooks


def import_rows():
    """Seconds that `import helpers.x` takes in a fresh process."""
    names = ["numpy"] + [f"helpers.{name}" for name in modules()]
    rows = []
    for name in names:
        code = (
            f"import time; t = time.perf_counter(); import {name}; print(time.perf_counter() - t)"
        )
        command = [sys.executable, "-c", code]
        rows.append([name, f"{float(subprocess.check_output(command, cwd=ROOT, text=True)):.2f}"])
    return ["module", "s"], rows, "A fresh process each; NumPy alone for comparison."


def modules():
    """The modules of helpers, without the parts of its packages."""
    import helpers

    return sorted(m.name for m in pkgutil.iter_modules(helpers.__path__))


def notebook_rows(budget=None):
    """Seconds that the cells of each notebook take; with a budget only those that the part `live`
    has run."""
    for path in notebook_paths():
        if path.stem not in RUN_TIMES and budget:
            RUN_TIMES[path.stem] = "not run here: `python -m tests.tools.bench notebooks` does"
        elif path.stem not in RUN_TIMES:
            try:
                RUN_TIMES[path.stem] = milliseconds(partial(run_cells, path)) / 1e3
            except Exception as error:
                RUN_TIMES[path.stem] = f"stopped: {type(error).__name__}: {error}"
    rows = [
        [name, t if isinstance(t, str) else f"{t:.1f}"] for name, t in sorted(RUN_TIMES.items())
    ]
    return (
        ["notebook", "s"],
        rows,
        "All cells, in this process: libraries are loaded already, no kernel is started.",
    )


# ---- the report


CLASS, HOSTILE = 300, 0.01


def class_rows(size=CLASS, jobs=None):
    """A generated class (right, partly right, unfinished, 1 % broken or hostile), killed half way
    and resumed; every mark is compared with the known one."""
    from tests.tools import school

    found = school.grade_class(int(size), HOSTILE, jobs)
    header = ["", "submissions", "s", "s per submission", "grader's memory, MB"]
    rows = []
    for quarter, (s0, n0, _), (s1, n1, memory) in quarters(found["points"]):
        pace = (s1 - s0) / max(1, n1 - n0)
        rows.append([quarter, n1 - n0, f"{s1 - s0:.0f}", f"{pace:.2f}", memory])
    whole = found["seconds"]
    books = whole - found["points"][-1][0]
    rows.append(["gradebook and table", size, f"{books:.0f}", f"{books / int(size):.2f}", ""])
    rows.append(["all of it", size, f"{whole:.0f}", f"{whole / int(size):.2f}", ""])
    pace = found["nothing"] / int(size)
    rows.append(["resumed with nothing to do", size, f"{found['nothing']:.0f}", f"{pace:.3f}", ""])
    half, most = np.quantile(found["each"], (0.5, 0.95))
    remark = (
        f"{len(found['unfair'])} marks differ from the known ones. The grader was killed (-9) "
        f"after {found['killed']} results and resumed. A submission alone takes {half:.1f} s "
        f"(median), {most:.1f} s (p95); {jobs or os.cpu_count()} side by side."
    )
    differ = "".join(f"\n- {student}, {words}" for student, words in found["unfair"].items())
    return header, rows, remark + differ


def quarters(points):
    """(name, first point, last point) of each quarter of the results: does it get slower?"""
    last = points[-1][1]
    cuts = [min(points, key=lambda p: abs(p[1] - last * k / 4)) for k in range(5)]
    return list(zip(("1st quarter", "2nd", "3rd", "4th"), cuts, cuts[1:]))


def notebook_paths():
    return sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))


def milliseconds(run, repeats=1):
    """Median time of a call, after one that warms up if there are several."""
    if repeats > 1:
        run()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return 1e3 * float(np.median(times))


PARTS = {
    "live": ("Slider moves, kernel side", live_rows),
    "browser": ("Slider moves, end to end in a browser", browser_rows),
    "rivals": ("Algorithms beside scikit-learn and SciPy", rival_rows),
    "growth": ("Growth", growth_rows),
    "imports": ("Imports", import_rows),
    "notebooks": ("Notebooks", notebook_rows),
    "homework": ("Homework: a class graded in one run", class_rows),
}


def table(title, header, rows, remark):
    lines = [f"## {title}", "", f"| {' | '.join(header)} |", f"|{'---|' * len(header)}"]
    lines += [f"| {' | '.join(map(str, row))} |" for row in rows]
    return "\n".join(lines + (["", remark] if remark else []) + [""])


def machine():
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    load = f", load {busy:.1f}" + " (BUSY: these times are too long)" * (busy > os.cpu_count())
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}"
    return f"{platform.system()}, {os.cpu_count()} cores{load}, {versions}."


def main(names):
    wanted = [name.split(":") for name in names or PARTS]  # "homework:5000:8" has a size and jobs
    if any(name not in PARTS or (more and name != "homework") for name, *more in wanted):
        sys.exit(__doc__)
    start, report = time.perf_counter(), ["# Bench", "", machine(), ""]
    print("\n".join(report))
    for name, *more in wanted:
        title, rows_of = PARTS[name]
        limited = not names and name in ("live", "notebooks")
        report.append(table(title, *(rows_of(BUDGET) if limited else rows_of(*more))))
        print(report[-1], flush=True)
    report.append(f"The whole took {time.perf_counter() - start:.0f} s.\n")
    print(report[-1])
    (ROOT / "build").mkdir(exist_ok=True)
    (ROOT / "build" / "bench.md").write_text("\n".join(report), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
