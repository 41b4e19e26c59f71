"""Planted mistakes: each of them must be noticed by a test.   python -m tests.mutants [word ...]

A mutant is (file, old text that occurs exactly once, new text, pytest target). The runner copies the tree to a
temporary folder, plants one mistake at a time in the copy, and runs the target there. With words, only mutants whose
file or target contains one of them. A survivor is a missing test.
"""
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("helpers", "tests", "data", "notebooks", "pyproject.toml")
GOAL, WORKERS, PATIENCE = 0.95, 2, 180

CHECK, TRACE, LOSSES, OPTIM, ROWS_07 = (f"tests/test_{x}.py" for x in ("check", "trace", "losses", "optim", "rows_07"))
LINEAR, DATA, LIVE = (f"tests/test_{x}.py" for x in ("linear", "data", "live"))
KERNELS, RIDGE, FEATURES, PSD = (f"tests/test_{x}.py" for x in ("kernels", "kernel_ridge", "features", "psd"))
LANGEVIN, TEMPERED, CONJUGATE = (f"tests/test_{x}.py" for x in ("langevin", "tempered", "conjugate"))
CONVEXITY, SURROGATE, CALIBRATION = (f"tests/test_{x}.py" for x in ("convexity", "surrogate", "calibration"))
BOOSTING, LOGISTIC, PERCEPTRON, SPARSE = (f"tests/test_{x}.py" for x in (
    "boosting", "logistic", "perceptron", "sparse"))
PROJECTIONS, ADAPTIVE, VARIANCE, ROWS_09 = (f"tests/test_{x}.py" for x in (
    "projections", "adaptive", "variance", "rows_09"))
BORDER, ROWS_03 = "tests/test_border.py", "tests/test_rows_03.py"
MANY, ROWS_12 = "tests/test_multiclass.py", "tests/test_rows_12.py"
RISK, ROWS_01 = "tests/test_risk.py", "tests/test_rows_01.py"
SVM, SGD, CURVES = (f"tests/test_{x}.py" for x in ("svm", "sgd", "curves"))
CLOSE, SPEAKS, SALT = (f"tests/test_homework.py::test_{x}" for x in (
    "close_compares_plain_data", "a_visible_check_speaks_and_never_raises", "hidden_inputs_come_from_the_salt"))
NUMBERS, WORDS = (f"tests/test_ledger.py::test_{x}" for x in (
    "numbers_are_not_found_inside_other_numbers", "words_must_all_occur"))
STRIPPED, TWICE, BACK, FORTH = (f"tests/test_course.py::test_{x}" for x in (
    "widgets_are_stripped_and_pictures_stay", "executing_twice_changes_no_byte", "a_draft_gives_back_its_notebook",
    "a_notebook_gives_back_its_draft"))

MUTANTS = [
    # the record, and bad input
    ("helpers/trace.py", "self.w[burn:-1].mean(axis=0)", "self.w[burn:].mean(axis=0)", TRACE),
    ("helpers/trace.py", "eta @ self.w[burn:-1] / eta.sum()", "eta @ self.w[burn:-1] / len(eta)", TRACE),
    ("helpers/trace.py", "np.argmin(f(self.w))", "np.argmax(f(self.w))", TRACE),
    ("helpers/trace.py", "a.setflags(write=False)", "a.setflags()", TRACE),
    ("helpers/check.py", "if v <= 0:", "if v < 0:", CHECK),
    ("helpers/check.py", "if v < low:", "if v <= low:", CHECK),
    ("helpers/check.py", "if not np.isfinite(a).all():", "if np.isinf(a).any():", CHECK),
    ("helpers/check.py", "if len(X) != len(y):", "if len(X) < len(y):", CHECK),

    # losses
    ("helpers/losses.py", "np.where(m <= 0, 1.0, 0.0)", "np.where(m < 0, 1.0, 0.0)", LOSSES),
    ("helpers/losses.py", "lambda m: -expit(-m)", "lambda m: -expit(m)", LOSSES),
    ("helpers/losses.py", "np.logaddexp(0.0, -m)", "np.log(1 + np.exp(-m))", LOSSES),
    ("helpers/losses.py", "rho=1.0, beta=0.25", "rho=1.0, beta=0.5", LOSSES),
    ("helpers/losses.py", "lambda r: 2 * r, beta=2.0", "lambda r: r, beta=2.0", LOSSES),
    ("helpers/losses.py", "c * (np.abs(r) - c / 2)", "c * (np.abs(r) - c)", LOSSES),
    ("helpers/losses.py", "lambda m: -2 * np.maximum(0.0, 1 - m)", "lambda m: -2 * np.maximum(0.0, m - 1)", LOSSES),
    ("helpers/losses.py", "(slope * y if loss.of == \"margin\" else slope) @ X / n + 2 * lam * w",
     "(slope * y if loss.of == \"margin\" else slope) @ X / n + lam * w", LOSSES),
    ("helpers/losses.py", "scores * y if loss.of == \"margin\" else scores - y",
     "scores * y if loss.of == \"margin\" else y - scores", LOSSES),
    ("helpers/losses.py", "np.linalg.norm(X, 2) ** 2 / len(X) + 2 * lam",
     "np.linalg.norm(X, 2) ** 2 / len(X) + lam", LOSSES),
    ("helpers/losses.py", "np.linalg.norm(X, axis=1).mean() if", "np.linalg.norm(X, axis=1).max() if", LOSSES),

    # descent
    ("helpers/optim.py", "new = w - step * v\n", "new = w + step * v\n", OPTIM),
    ("helpers/optim.py", "(C / max(t, T0)) ** s + floor", "(C / min(t, T0)) ** s + floor", OPTIM),
    ("helpers/optim.py", "[eta(t) for t in range(1, T + 1)]", "[eta(t) for t in range(T)]", OPTIM),
    ("helpers/optim.py", "math.sqrt(v @ v) <= eps", "v @ v <= eps", OPTIM),
    ("helpers/optim.py", "<= eps * np.linalg.norm(w) else None", "<= eps else None", OPTIM),
    ("helpers/optim.py", "w * min(1.0, B / max(math.sqrt(w @ w), 1e-300))",
     "w * B / max(math.sqrt(w @ w), 1e-300)", OPTIM),
    ("helpers/optim.py", "diverged_at, why = t + 1, \"diverged\"", "diverged_at, why = t, \"diverged\"", OPTIM),
    ("helpers/optim.py", "if not new.dot(new) < math.inf and not np.isfinite(new).all():  # the dot",
     "if not new.dot(new) < math.inf:  # the dot", OPTIM),
    ("helpers/optim.py", "steps[:done:every]", "steps[every - 1:done:every]", OPTIM),
    ("helpers/optim.py", "    W[i] = w\n", "    W[i] = W[i - 1]\n", OPTIM),
    ("helpers/optim.py", "rng.integers(len(y), size=m)", "rng.integers(len(y) - 1, size=m)", OPTIM),
    ("helpers/optim.py", "power * (w @ Q) + pushed * (b @ Q)", "power * (w @ Q) - pushed * (b @ Q)", OPTIM),
    ("helpers/optim.py", "np.where(flat, eta * t, (1 - power) / safe)", "np.where(flat, t, (1 - power) / safe)", OPTIM),
    ("helpers/optim.py", "(fixed if mu > 0 else (a - 1) / a_next) * (new - w)",
     "(fixed if mu > 0 else (a - 1) / a) * (new - w)", OPTIM),
    ("helpers/optim.py", "fixed = (1 - math.sqrt(eta * mu)) / (1 + math.sqrt(eta * mu))",
     "fixed = (1 - eta * mu) / (1 + eta * mu)", OPTIM),
    ("helpers/optim.py", "new = u - eta * g", "new = w - eta * g", OPTIM),
    ("helpers/optim.py", "p = r + (r @ r) / rr * p", "p = r + rr / (r @ r) * p", OPTIM),
    ("helpers/optim.py", "w = w - q / (d + 1)", "w = w - q / d", OPTIM),
    ("helpers/optim.py", "(P - 2 / (d + 1) * np.outer(q, q))", "(P - 1 / (d + 1) * np.outer(q, q))", OPTIM),
    ("helpers/optim.py", "P / 4 if d == 1", "P / 2 if d == 1", OPTIM),

    # bounds and problems
    ("helpers/bounds.py", "return R**2 / (2 * eta * T) + eta * rho**2 / 2",
     "return R**2 / (2 * eta * T) + eta * rho / 2", OPTIM),
    ("helpers/bounds.py", "return R / (rho * np.sqrt(T))", "return R / np.sqrt(rho * T)", OPTIM),
    ("helpers/bounds.py", "return R**2 / (2 * eta * k)", "return R**2 / (eta * k)", OPTIM),
    ("helpers/bounds.py", "beta * R**2 / (4 * k + 2)", "beta * R**2 / (4 * k)", OPTIM),
    ("helpers/bounds.py", "np.exp(-T / kappa) * beta * R**2 / 2",
     "np.exp(-T / kappa) * beta * R**2 / (2 * T)", ROWS_07),
    ("helpers/bounds.py", "d[0] @ d[0] / 2", "w_star @ w_star / 2", OPTIM),
    ("helpers/bounds.py", "steps = (R * rho / eps) ** 2", "steps = R * rho / eps**2", OPTIM),
    ("helpers/bounds.py", "return mu / 2 * q ** (2 * k) * R**2",
     "return mu / 2 * q**k * R**2", ROWS_07),
    ("helpers/bounds.py", "((d - 1) / 2) if d > 1", "(d - 1) if d > 1", OPTIM),
    ("helpers/problems.py", "(A + A.T) / 2", "A", OPTIM),
    ("helpers/problems.py", ".sum(axis=-1) / 2 - w @ self.b", ".sum(axis=-1) - w @ self.b", OPTIM),
    ("helpers/problems.py", "2 / n * X.T @ X, 2 / n * X.T @ y", "2 / n * X.T @ X, 2 * X.T @ y", OPTIM),
    ("helpers/problems.py", "huber(R / (2 * T + 1))", "huber(R / (2 * T))", OPTIM),
    ("helpers/problems.py", "(beta - mu) / 4 * (2 * np.eye(d)", "(beta - mu) / 2 * (2 * np.eye(d)", OPTIM),

    # least squares, ridge, bias and variance
    ("helpers/linear.py", "return 2 / len(X) * X.T @ (X @ w - y)", "return 2 * X.T @ (X @ w - y)", LINEAR),
    ("helpers/linear.py", "np.divide(self.s, self.s**2 + self.n * lam,", "np.divide(self.s, self.s**2 + lam,", LINEAR),
    ("helpers/linear.py", "self.shrinkage(lam) @ (self.U**2).T", "self.shrinkage(lam) @ np.abs(self.U).T", LINEAR),
    ("helpers/linear.py", "left = 1 - self.leverage(lam)", "left = 1 + self.leverage(lam)", LINEAR),
    ("helpers/linear.py", "np.sqrt(len(X) * check.nonnegative(\"lam\", lam)) * np.eye",
     "len(X) * check.nonnegative(\"lam\", lam) * np.eye", LINEAR),
    ("helpers/linear.py", "last = self.s[-1] ** 2 if self.rank == self.d else 0.0", "last = self.s[-1] ** 2", LINEAR),
    ("helpers/linear.py", "np.eye(X.shape[1]) / prior_sd**2", "np.eye(X.shape[1]) / prior_sd", LINEAR),
    ("helpers/linear.py", "np.sqrt(2 * np.arange(M + 1) + 1)", "np.sqrt(2 * np.arange(M + 1) - 1 + 2 / 3)", LINEAR),
    ("helpers/linear.py", "return self.rank == len(self.w)", "return self.rank <= len(self.w)", LINEAR),

    ("helpers/tradeoff.py", "((P - mean[..., None, :]) ** 2).mean(axis=(-2, -1))",
     "P.var(axis=-2, ddof=1).mean(axis=-1)", LINEAR),
    ("helpers/tradeoff.py", "sigma**2 * ridge._filter(lam) ** 2 @ spread",
     "sigma**2 * ridge._filter(lam) @ spread", LINEAR),
    ("helpers/tradeoff.py", "omega /= np.linalg.norm(omega, axis=0)", "omega /= np.linalg.norm(omega)", LINEAR),

    # data
    ("helpers/data.py", "ref.mean(axis=0), ref.std(axis=0)", "ref.mean(axis=0), ref.std(axis=0, ddof=1)", DATA),
    ("helpers/data.py", "ref = X if like is None else", "ref = X if like is not None else", DATA),
    ("helpers/data.py", "np.sqrt(1 - rho) * Z + np.sqrt(rho) * common", "(1 - rho) * Z + rho * common", DATA),
    ("helpers/data.py", "np.sqrt(1 - rho**2) * v", "(1 - rho) * v", DATA),
    ("helpers/data.py", "slope = rho * sigma_y / check.positive(\"sigma_x\", sigma_x)",
     "slope = rho * check.positive(\"sigma_x\", sigma_x) / sigma_y", DATA),
    ("helpers/data.py", "(X[order[k:]], y[order[k:]])", "(X[order[k:]], y[k:])", DATA),
    ("helpers/data.py", "np.where(y < 0, *radii)", "np.where(y > 0, *radii)", DATA),
    ("helpers/data.py", "corners.prod(axis=1)", "corners.sum(axis=1)", DATA),

    # kernels
    ("helpers/kernels.py", "np.exp(-_over(P.sq, width, width) / 2)", "np.exp(-_over(P.sq, width, width))", KERNELS),
    ("helpers/kernels.py", "np.exp(-_over(P.dist, width))", "np.exp(-_over(P.sq, width))", KERNELS),
    ("helpers/kernels.py", "np.exp(-2 * _over(sines, width, width))", "np.exp(-2 * _over(sines, width))", KERNELS),
    ("helpers/kernels.py", "lambda P: a.gram(P) + b.gram(P)", "lambda P: a.gram(P) + a.gram(P)", KERNELS),
    ("helpers/kernels.py", "{word[i:i + t] for i in range(len(word) - t + 1)}",
     "{word[i:i + t] for i in range(len(word) - t)}", KERNELS),
    ("helpers/kernels.py", "np.where(flat, (2 * L + 1) / 2, ratio)", "np.where(flat, 2 * L + 1, ratio)", KERNELS),
    ("helpers/kernels.py", "    if c < 0:\n", "    if c < -1:\n", KERNELS),
    ("helpers/kernels.py", "return k.name if k.level >= level else", "return k.name if k.level > level else", KERNELS),
    ("helpers/kernel_ridge.py", "below = self.S + self.n * lam[..., None]", "below = self.S + lam[..., None]", RIDGE),
    ("helpers/kernel_ridge.py", "(self.S * (self._inverse(lam) * self.Uy) ** 2).sum(axis=-1)",
     "((self._inverse(lam) * self.Uy) ** 2).sum(axis=-1)", RIDGE),
    ("helpers/kernel_ridge.py", "/ (inverse @ (self.U**2).T)", "/ (1 - inverse @ (self.U**2).T)", RIDGE),
    ("helpers/kernel_ridge.py", "- len(y) * lam**2 * (a @ a)", "- lam**2 * (a @ a)", RIDGE),
    ("helpers/kernel_ridge.py", "2 / len(y) * K @ (K @ alpha - y) + 2 * lam * (K @ alpha)",
     "2 / len(y) * K @ (K @ alpha - y) + 2 * lam * alpha", RIDGE),
    ("helpers/kernel_ridge.py", "n * M * (M + 1) + 2 * n * M", "n * M * (M - 1) + 2 * n * M", RIDGE),
    ("helpers/kernel_descent.py", "(K @ alpha[t] - y) + 2 * lam * alpha[t]",
     "(K @ alpha[t] - y) + lam * alpha[t]", RIDGE),
    ("helpers/kernel_descent.py", "w[:t] @ K[:t, t]", "w[:t] @ K[:t, t - 1]", RIDGE),
    ("helpers/kernel_text.py", "    if p > HIGHEST:", "    if p > HIGHEST + 1:", KERNELS),
    ("helpers/psd.py", "vectors * np.sqrt(values.clip(0))", "vectors * values.clip(0)", PSD),
    ("helpers/psd.py", "witness = vectors[:, 0] if", "witness = vectors[:, -1] if", PSD),
    ("helpers/features.py", "np.where(i == j, 1.0, np.sqrt(2))", "np.where(i == j, 1.0, 2.0)", FEATURES),
    ("helpers/features.py", "np.hstack([outer(X), np.sqrt(2) * X,", "np.hstack([outer(X), X,", FEATURES),
    ("helpers/features.py", "weights = -2 * found.ineqlin.marginals", "weights = -found.ineqlin.marginals", FEATURES),

    # Langevin dynamics and its exact companions
    ("helpers/langevin.py", "np.sqrt(2 * steps.reshape", "np.sqrt(steps.reshape", LANGEVIN),
    ("helpers/langevin.py", "return n / m * score(w, *(a[J] for a in data))",
     "return score(w, *(a[J] for a in data))", LANGEVIN),
    ("helpers/langevin.py", "return v * (c / np.maximum(norm, c))", "return v * (c / norm)", LANGEVIN),
    ("helpers/langevin.py", "max(2 * pairs[:last].sum() - 1, 1 / T)",
     "max(2 * pairs[:last].sum() + 1, 1 / T)", LANGEVIN),
    ("helpers/langevin.py", "T = T if stop is None else stop - 1", "T = T if stop is None else stop", LANGEVIN),
    ("helpers/tempered.py", "log_p = log_f(grid) / tau", "log_p = log_f(grid) * tau", TEMPERED),
    ("helpers/tempered.py", "(2 * tau + eta * V) / (a * np.maximum(2 - eta * a, 0))",
     "(2 * tau + V) / (a * np.maximum(2 - eta * a, 0))", TEMPERED),
    ("helpers/tempered.py", "total += 2 * c * cov + c * c * var", "total += c * cov + c * c * var", TEMPERED),
    ("helpers/tempered.py", "np.log(p / (1 - p)) / 2) - w)", "np.log(p / (1 - p))) - w)", TEMPERED),
    ("helpers/tempered.py", "return T * eta * a / (2 - eta * a)", "return T * eta * a / 2", TEMPERED),
    ("helpers/conjugate.py", "phi = (self.phi + self.d / 2) / tau - self.d / 2", "phi = self.phi / tau", CONJUGATE),
    ("helpers/conjugate.py", "self.phi + len(y) / 2, self.psi + misfit / 2",
     "self.phi + len(y), self.psi + misfit / 2", CONJUGATE),
    ("helpers/conjugate.py", "V * (n - m) / max(n - 1, 1)", "V * (n - m) / n", LANGEVIN),
    ("helpers/conjugate.py", "np.log(self.psi / (self.phi + self.d / 2))",
     "np.log(self.psi / (self.phi + 1))", CONJUGATE),

    # support vector machines, stochastic gradients, convex curves
    ("helpers/svm.py", "return np.abs(X @ w + b) / np.linalg.norm(w)", "return np.abs(X @ w + b) / (w @ w)", SVM),
    ("helpers/svm.py", "return (nearest - farthest) / 2, -(nearest + farthest) / 2",
     "return (nearest - farthest) / 2, (nearest + farthest) / 2", SVM),
    ("helpers/svm.py", "        return self.C / len(self.y)", "        return self.C", SVM),
    ("helpers/svm.py", "return 1 / (2 * self.C)", "return 1 / self.C", SVM),
    ("helpers/svm.py", "np.flatnonzero((self.alpha > 0) & (self.alpha < self.c))",
     "np.flatnonzero(self.alpha > 0)", SVM),
    ("helpers/svm_qp.py", "(kinks[plus - 1] + kinks[plus]) / 2", "(kinks[plus] + kinks[plus + 1]) / 2", SVM),
    ("helpers/svm_descent.py", "return lambda t: 1 / (2 * lam * t)", "return lambda t: 1 / (lam * t)", SVM),
    ("helpers/svm_stability.py", "kk * lean / (2 * check.positive(\"lam\", lam))",
     "kk * lean / check.positive(\"lam\", lam)", SVM),
    ("helpers/sgd.py", "(n - m) / (m * (n - 1))", "(n - m) / (m * n)", SGD),
    ("helpers/sgd.py", "/ (t - out)[:, None, None]", "/ t[:, None, None]", SGD),
    ("helpers/sgd_law.py", "eta**2 * (pull2 + correction", "eta * (pull2 + correction", SGD),
    ("helpers/sgd_law.py", "return np.inf if a <= 1 else 1 / (a - 1)",
     "return np.inf if a < 1 else 1 / (a - 1)", SGD),
    ("helpers/sgd_law.py", "G = (2 * X[:, :, None]", "G = (X[:, :, None]", SGD),
    ("helpers/curves.py", "mu, top = sorted((c * self.mu, c * self.top))",
     "mu, top = c * self.mu, c * self.top", CURVES),
    ("helpers/curves.py", "(self.left, self.right) if a > 0 else (self.right, self.left)",
     "(self.left, self.right)", CURVES),
    ("helpers/curves.py", "a * a * self.mu, a * a * self.top", "a * self.mu, a * self.top", CURVES),

    # live figures
    ("helpers/live/claim.py", "\">=\": self.bound - self.measured", "\">=\": self.measured - self.bound", LIVE),
    ("helpers/live/claim.py", "self.tol * max(1.0, abs(self.bound))", "self.tol", LIVE),
    ("helpers/live/canvas.py", "                self._still.clear()\n", "                pass\n", LIVE),
    ("helpers/live/canvas.py", "raw[:, 0], raw[0, 1:] = 2, flat[0]", "raw[:, 0], raw[0, 1:] = 1, flat[0]", LIVE),
    ("helpers/live/canvas.py", "if self.figure.dpi != DPI * density:", "if self.figure.dpi < DPI * density:", LIVE),
    ("helpers/live/controls.py", "{'on' if value else 'off'}", "{'off' if value else 'on'}", LIVE),
    ("helpers/live/controls.py", "f\"{value:.3g}\"\n\n\ndef _dress", "f\"{value:.2g}\"\n\n\ndef _dress", LIVE),
    ("helpers/live/controls.py", "< self.slider.step / 2 * (1 - 1e-6)", "< self.slider.step / 20", LIVE),
    ("helpers/live/controls.py", "if not self._sliding:", "if self._sliding:", LIVE),
    ("helpers/live/figure.py", "        self.set(**self.first)", "        self.set(**self.values)", LIVE),
    ("helpers/live/figure.py", "_made.pop(name).dispose()", "_made.pop(name)", LIVE),
    ("helpers/plots.py", "a[~(np.abs(a) < 1e30)] = np.nan", "a[np.abs(a) > 1e300] = np.nan", LIVE),
    ("helpers/plots.py", "counts / (max(np.size(sample), 1) * np.diff(edges))",
     "counts / (counts.sum() * np.diff(edges))", LIVE),

    # homework and course
    ("helpers/homework/exercise.py", "<= tol * scale", "< tol", CLOSE),
    ("helpers/homework/exercise.py", "got.shape == expected.shape and", "got.size == expected.size and", CLOSE),
    ("helpers/homework/exercise.py", "type(got) is type(expected) and got == expected", "got == expected", CLOSE),
    ("helpers/homework/exercise.py", "dtype.kind in \"biuf\"", "dtype.kind in \"biufc\"", CLOSE),
    ("helpers/homework/exercise.py", "    except Exception as error:\n", "    except ValueError as error:\n", SPEAKS),
    ("helpers/homework/exercise.py", "f\"{salt}/{exercise}/{i}\"", "f\"{exercise}/{i}\"", SALT),
    ("helpers/homework/exercise.py", "/{exercise}/{i}\".encode()", "/{exercise}\".encode()", SALT),
    ("helpers/course/clean.py", "nb[\"metadata\"].pop(\"widgets\", None)",
     "nb[\"metadata\"].get(\"widgets\")", STRIPPED),
    ("helpers/course/clean.py", "count += bool(cell[\"source\"])", "count += 2 * bool(cell[\"source\"])", TWICE),
    ("helpers/course/draft.py", "if kind != \"check\":", "if kind == \"check\":", BACK),
    ("helpers/course/draft.py", "source.strip(\"\\n\")", "source", FORTH),
    ("helpers/course/execute.py", "return time.perf_counter() - start, after != before",
     "return time.perf_counter() - start, after == before", TWICE),
    ("helpers/course/ledger.py", "(?<![\\dF.])", "", NUMBERS),
    ("helpers/course/ledger.py", "if all(w in _text(row) for w in wanted)",
     "if any(w in _text(row) for w in wanted)", WORDS),

    # convexity and surrogates
    ("helpers/convexity.py", "- mu / 2 * alpha * (1 - alpha) * square", "- mu * alpha * (1 - alpha) * square",
     CONVEXITY),
    ("helpers/convexity.py", "return f(u) - fw - inner - mu / 2 * square", "return f(u) - fw - inner + mu / 2 * square",
     CONVEXITY),
    ("helpers/convexity.py", "np.abs(f(U) - f(V)) / np.linalg.norm(U - V, axis=-1)",
     "np.abs(f(U) - f(V)) / np.linalg.norm(U + V, axis=-1)", CONVEXITY),
    ("helpers/convexity.py", "(turn * step).sum(-1) / length**2", "(turn * step).sum(-1) / length", CONVEXITY),
    ("helpers/convexity.py", "+ 2 * lam * B, size**2 * loss.beta", "+ lam * B, size**2 * loss.beta", CONVEXITY),
    ("helpers/convexity.py", "r * np.cos(np.pi / k) + 1e-12", "r * np.cos(np.pi / k) - 0.05", CONVEXITY),
    ("helpers/surrogate.py", "return self.low - self.I", "return self.low + self.I", SURROGATE),
    ("helpers/surrogate.py", "return self.surrogate - self.low", "return self.surrogate - self.I", SURROGATE),
    ("helpers/surrogate.py", "np.minimum(*weights_by_place(atoms)).sum()", "np.maximum(*weights_by_place(atoms)).sum()",
     SURROGATE),
    ("helpers/surrogate.py", "rng.multinomial(n, self.mass, size=runs) / n", "rng.multinomial(n, self.mass, size=runs)",
     SURROGATE),
    ("helpers/calibration.py", "return p * loss(s) + (1 - p) * loss(-s)", "return p * loss(s) + (1 - p) * loss(s)",
     CALIBRATION),
    ("helpers/calibration.py", "return p * right - (1 - p) * left", "return p * right - (1 - p) * right", CALIBRATION),
    ("helpers/calibration.py", "C[s * (2 * p - 1) <= 0].min() - C.min()", "C[s * (2 * p - 1) < 0].min() - C.max()",
     CALIBRATION),
    ("helpers/calibration.py", "losses.logistic.value(m) / np.log(2)", "losses.logistic.value(m) * np.log(2)",
     CALIBRATION),

    # boosting
    ("helpers/boosting.py", "return 0.5 * np.log((1 - eps) / eps)", "return np.log((1 - eps) / eps)", BOOSTING),
    ("helpers/boosting.py", "new = D[t] * np.exp(-alpha[t] * agree)", "new = D[t] * np.exp(alpha[t] * agree)",
     BOOSTING),
    ("helpers/boosting.py", "return -_log_sum(run, y) / np.cumsum(run.eta)",
     "return _log_sum(run, y) / np.cumsum(run.eta)", BOOSTING),
    ("helpers/boosting.py", "np.exp(_log_sum(run, y) - np.log(len(y)))", "np.exp(_log_sum(run, y))", BOOSTING),
    ("helpers/boosting.py", "np.log(2 * check.whole(\"n\", n)) / (2 * check.positive",
     "np.log(2 * check.whole(\"n\", n)) / (check.positive", BOOSTING),
    ("helpers/stumps.py", "score = np.abs(left - total / 2)", "score = np.abs(left - total)", BOOSTING),
    ("helpers/stumps.py", "high = low if k == n - 1 else 1.0 if total > left[j, k] else -1.0",
     "high = 1.0 if total > left[j, k] else -1.0", BOOSTING),
    ("helpers/stumps.py", "X[:, j], side=\"left\")", "X[:, j], side=\"right\")", BOOSTING),

    # logistic, softmax, calibration curves
    ("helpers/logistic.py", "return np.log(p) - np.log1p(-p)", "return np.log(p) + np.log1p(-p)", LOGISTIC),
    ("helpers/logistic.py", "return 1 / T + np.log(T) ** 2 / (2 * gamma**2 * eta * T)",
     "return 1 / T + np.log(T) ** 2 / (4 * gamma**2 * eta * T)", LOGISTIC),
    ("helpers/logistic.py", "return float(1 / a) if a > 0 else np.inf", "return float(a) if a > 0 else np.inf",
     LOGISTIC),
    ("helpers/logistic.py", "return -np.log(np.expm1(loss)) /", "return -np.log(loss) /", LOGISTIC),
    ("helpers/softmax.py", "return e / e.sum(axis=-1, keepdims=True)", "return e / e.sum()", LOGISTIC),
    ("helpers/softmax.py", "H = -(Z.T @ Z)", "H = (Z.T @ Z)", LOGISTIC),
    ("helpers/softmax.py", ".ravel() + 2 * lam * w", ".ravel() + lam * w", LOGISTIC),
    ("helpers/reliability.py", "np.abs(self.share - self.p) / self.size.sum()",
     "np.abs(self.share - self.p) / len(self.size)", LOGISTIC),
    ("helpers/reliability.py", "order = np.argsort(p, kind=\"stable\")", "order = np.arange(len(p))", LOGISTIC),

    # perceptron
    ("helpers/perceptron.py", "np.where(np.asarray(t) > 0, 1.0, -1.0)", "np.where(np.asarray(t) >= 0, 1.0, -1.0)",
     ROWS_03),
    ("helpers/perceptron.py", "(radius(X) / gamma) ** 2 + 2 * check", "(radius(X) / gamma) + 2 * check", PERCEPTRON),
    ("helpers/perceptron.py", "/ np.linalg.norm(w_star))", "/ (w_star @ w_star))", PERCEPTRON),
    ("helpers/perceptron.py", "X[:, 0] * X[:, 1]]", "X[:, 0] + X[:, 1]]", ROWS_03),

    # sparsity
    ("helpers/sparse.py", "np.maximum(np.abs(z) - t, 0.0)", "np.maximum(np.abs(z) - 2 * t, 0.0)", SPARSE),
    ("helpers/sparse.py", "soft(b, lam / (2 * a))", "soft(b, lam / a)", SPARSE),
    ("helpers/sparse.py", "np.where(a * b**2 > lam, b, 0.0)", "np.where(b**2 > lam, b, 0.0)", SPARSE),
    ("helpers/sparse.py", "return 2 / len(X) * np.abs(X.T @ y).max()", "return np.abs(X.T @ y).max() / len(X)", SPARSE),
    ("helpers/sparse.py", "np.maximum(np.abs(g) - lam, 0.0))", "np.maximum(np.abs(g) - 2 * lam, 0.0))", SPARSE),
    ("helpers/sparse.py", "theta = r * min(1.0, lam / slope) if slope > 0 else r", "theta = r", SPARSE),

    # duality
    ("helpers/lagrange.py", "return self.lagrangian(alpha).min(axis=-1)", "return self.lagrangian(alpha).max(axis=-1)",
     SVM),
    ("helpers/lagrange.py", "return self.g(self.x) <= 0", "return self.g(self.x) < 0", SVM),
    ("helpers/lagrange.py", "best = int(np.argmax(values))", "best = 0", SVM),

    # risk
    ("helpers/risk.py", "line_risk(w, sigma) * np.sqrt(2 / check", "line_risk(w, sigma) * np.sqrt(1 / check", RISK),
    ("helpers/risk.py", "a * u**2 - 2 * sigma * b * u + sigma**2 * c", "a * u**2 - sigma * b * u + sigma**2 * c", RISK),
    ("helpers/risk.py", "sigma**2 * (c - b**2 / a)", "sigma**2 * c", RISK),
    ("helpers/risk.py", "left = n - check.whole(\"d\", d) - 1", "left = n - check.whole(\"d\", d)", RISK),
    ("helpers/risk.py", "np.maximum(1 - d / n, 0.0)", "np.maximum(1 - 1 / n, 0.0)", RISK),
    ("helpers/risk.py", "3 / ((n - 2) * (n - 4)) - 1 / (n - 2) ** 2", "3 / ((n - 2) * (n - 4))", RISK),
    ("helpers/risk.py", "grid, ndim=1), side=\"right\")", "grid, ndim=1), side=\"left\")", RISK),
    ("helpers/risk.py", "positive[below] + negative[-1] - negative[below]", "positive[below] + negative[below]", RISK),
    ("helpers/risk.py", "return p + (1 - 2 * p) * np.abs(", "return p + (1 - p) * np.abs(", ROWS_01),
    ("helpers/risk.py", "return p + (1 - 2 * p) * off / np.pi", "return p + (1 - 2 * p) * off / 2 / np.pi", ROWS_01),
    ("helpers/risk.py", "np.where(errors == errors.min(), np", "np.where(errors >= errors.min(), np", RISK),
    ("helpers/risk.py", "if best_direction(X, y)[1] == 0:", "if best_direction(X, y)[1] < 0:", RISK),
    ("helpers/risk.py", "p * loss.grad(-a * x))", "p * loss.grad(a * x))", RISK),
    ("helpers/risk.py", "return (1 - 2 * p) * np.sqrt(2 / np.pi)", "return (1 - 2 * p) * np.sqrt(1 / np.pi)", RISK),
    ("helpers/risk.py", "np.where(m < 0, 1.0, 0.0)", "np.where(m <= 0, 1.0, 0.0)", ROWS_01),
    ("helpers/risk.py", ".mean() + 2 * lam * c < 0", ".mean() + lam * c < 0", RISK),
    ("helpers/risk.py", "np.sqrt((1 - rho) / 2) * Z[:, j + 1]", "np.sqrt(1 - rho) * Z[:, j + 1]", RISK),
    ("helpers/risk.py", "np.argmin(cost, axis=-1)", "np.argmax(cost, axis=-1)", RISK),
    ("helpers/risk.py", "np.argmin(slopes[::-1])", "np.argmax(slopes[::-1])", RISK),
    ("helpers/risk.py", "(fall[k] + fall[k + 1]) / 2", "fall[k + 1] / 2", RISK),
    ("helpers/risk.py", "y @ y / len(y) - w @ c", "y @ y / len(y) - 2 * w @ c", RISK),
    # KL
    ("helpers/kl.py", "1 + self.a * (1 - self.a) * self.shift**2", "1 + self.a * self.shift**2", RISK),
    ("helpers/kl.py", "t * (2 * ndtr(t) - 1)", "t * ndtr(t)", RISK),
    ("helpers/kl.py", "g.mean if self.name == \"normal\" else g.median", "g.mean", RISK),
    ("helpers/kl.py", "np.median(z, axis=-1)", "np.mean(z, axis=-1)", ROWS_01),
    ("helpers/kl.py", "(spread + (mean - theta) ** 2) / 2", "(mean - theta) ** 2 / 2", RISK),
    ("helpers/kl.py", "return g.absolute(theta) + np.log(2) - g.entropy", "return g.absolute(theta) - g.entropy", RISK),
    # words from analysis
    ("helpers/spaces.py", "(1 - i / j) ** 2 / (3 * i)", "(1 - i / j) ** 2 / (3 * j)", ROWS_01),
    ("helpers/spaces.py", "(2 * check.positive(\"c\", c)) ** (1 /", "check.positive(\"c\", c) ** (1 /", ROWS_01),

    # many classes
    ("helpers/multiclass.py", "return cost * ~own + S", "return cost * own + S", MANY),
    ("helpers/multiclass.py", "return (predict(S) != np.asarray(y)).astype(float)",
     "return (predict(S) == np.asarray(y)).astype(float)", ROWS_12),
    ("helpers/multiclass.py", "    return np.maximum(augmented(S, y), 0).sum(axis=-1)",
     "    return np.maximum(augmented(S, y), 0).max(axis=-1)", MANY),
    ("helpers/multiclass.py", "return tau * log_sum_exp(augmented(S, y, cost) / tau)",
     "return log_sum_exp(augmented(S, y, cost) / tau)", MANY),
    ("helpers/multiclass.py", "D[l, k] = -D[k, l]", "D[l, k] = D[k, l]", ROWS_12),
    ("helpers/multiclass.py", "rows = (y == k) | (y == l)", "rows = y >= k", ROWS_12),
    ("helpers/multiclass.py", "full = h + (1 if symmetric else -1) * h.transpose(0, 2, 1)",
     "full = h - (1 if symmetric else -1) * h.transpose(0, 2, 1)", ROWS_12),
    ("helpers/multiclass.py", "return np.where(found == -1, len(A) - 1, found)", "return found", ROWS_12),
    ("helpers/multiclass.py", "steps = (k[:, None] >= k[None, 1:])", "steps = (k[:, None] == k[None, 1:])", MANY),
    ("helpers/multiclass.py", "w = form.collect(Y - a) / (2 * form.n * lam)",
     "w = form.collect(Y - a) / (form.n * lam)", MANY),
    ("helpers/multiclass.py", "return 1 - self.a[np.arange(len(self.y)), self.y]",
     "return self.a[np.arange(len(self.y)), self.y]", MANY),
    ("helpers/multiclass.py", "(self.cost * self.pays + self.tau * entropy).mean()",
     "(self.cost * self.pays - self.tau * entropy).mean()", MANY),
    ("helpers/multiclass.py", "return form.collect(shares(w) - Y) / len(y) + 2 * lam * w",
     "return form.collect(shares(w) - Y) / len(y) + lam * w", MANY),
    ("helpers/multiclass.py", "return 2**0.5 * float(", "return float(", ROWS_12),
    ("helpers/multiclass.py", "(np.eye(c)[y] - 1 / c).T @ X", "np.eye(c)[y].T @ X", MANY),
    ("helpers/multiclass_qp.py", "np.concatenate([B.sum(axis=2).T, -B[:, k, l].T])",
     "np.concatenate([B.sum(axis=2).T, B[:, k, l].T])", MANY),
    ("helpers/multiclass_qp.py", "H.flat[::len(H) + 1] += 2 * nlam", "H.flat[::len(H) + 1] += nlam", MANY),
    ("helpers/multiclass_qp.py", "base = R - D * (R.sum(axis=1, keepdims=True) / total)", "base = R", MANY),
    ("helpers/multiclass_sgd.py", "shrink, lead = 2 * lam * (step", "shrink, lead = lam * (step", MANY),
    ("helpers/multiclass_sgd.py", "        s[own] -= lead", "        s[own] += lead", MANY),
    ("helpers/multiclass_sgd.py", "return (A.T @ X).ravel() / len(y) + 2 * lam * w",
     "return (A.T @ X).ravel() / len(y)", ROWS_12),
    ("helpers/multiclass_sgd.py", "augmented(S, y[rows]).max(axis=-1) + lam * (points**2).sum(axis=1)",
     "augmented(S, y[rows]).max(axis=-1)", MANY),

    # variants of SGD
    # helpers/projections.py
    ("helpers/projections.py", "w * np.minimum(1.0, B / np.maximum(",
     "w * np.maximum(1.0, B / np.maximum(", PROJECTIONS),
    ("helpers/projections.py", "(np.cumsum(falling, axis=-1) - total)",
     "(np.cumsum(falling, axis=-1) + total)", PROJECTIONS),
    ("helpers/projections.py", "np.take_along_axis(theta, r - 1, axis=-1), 0.0)", "theta[..., -1:], 0.0)", PROJECTIONS),
    ("helpers/projections.py", "(square[0] - square[-1]) / 2", "(square[0] + square[-1]) / 2", PROJECTIONS),
    ("helpers/projections.py", "/ (2 * run.eta.sum())", "/ run.eta.sum()", PROJECTIONS),
    ("helpers/projections.py", "np.tensordot(run.eta, chains(run)[:-1], axes=1)",
     "np.tensordot(run.eta, chains(run)[1:], axes=1)", PROJECTIONS),
    ("helpers/projections.py", "push = -np.sin(", "push = np.sin(", PROJECTIONS),
    ("helpers/projections.py", "(bend * x * x).mean(axis=-1)", "bend.mean(axis=-1) * (x * x).mean()", PROJECTIONS),
    ("helpers/projections.py", "project=lambda w: np.ravel(project(w.reshape(start.shape)))",
     "project=None", PROJECTIONS),
    # helpers/adaptive.py
    ("helpers/adaptive.py", "seen[-1] @ (P(t) if callable(P) else P).T",
     "seen[-1] @ (P(t) if callable(P) else P)", ADAPTIVE),
    ("helpers/adaptive.py", "if diagonal else H) + eps * np.eye(len(H))",
     "if diagonal else H) - eps * np.eye(len(H))", ADAPTIVE),
    ("helpers/adaptive.py", "sums.append(g * g + (sums[-1] if sums else 0.0))",
     "sums.append(np.abs(g) + (sums[-1] if sums else 0.0))", ADAPTIVE),
    ("helpers/adaptive.py", "return g / np.sqrt(sums[-1] + eps)", "return g / (np.sqrt(sums[-1]) + eps)", ADAPTIVE),
    ("helpers/adaptive.py", "return m / (1 - beta1**t) /", "return m /", ADAPTIVE),
    ("helpers/adaptive.py", "squares.append(s / (1 - beta2**t))", "squares.append(s)", ADAPTIVE),
    ("helpers/adaptive.py", "(D**2 / (2 * run.eta[0]) + run.eta[0]) * root",
     "(D**2 / (2 * run.eta[0]) + run.eta[0] / 2) * root", ADAPTIVE),
    ("helpers/adaptive.py", "t, q = np.asarray(t, dtype=float), beta1**2 / beta2",
     "t, q = np.asarray(t, dtype=float), beta1 / beta2", ADAPTIVE),
    ("helpers/adaptive.py", "return 2 * a + np.sqrt(4 * a**2 + a * eps)",
     "return 2 * a + np.sqrt(2 * a**2 + a * eps)", ADAPTIVE),
    ("helpers/adaptive.py", "(u < np.array([2.0, p]))", "(u < np.array([p, p]))", ADAPTIVE),
    ("helpers/adaptive.py", "(w0 / etas).reshape(", "(w0 + 0 * etas).reshape(", ADAPTIVE),
    # helpers/variance.py
    ("helpers/variance.py", "return self.V_x - self.C**2 / self.V_y", "return self.V_x - self.C / self.V_y", VARIANCE),
    ("helpers/variance.py", "self.V_x + 2 * c * self.C + c**2 * self.V_y",
     "self.V_x + c * self.C + c**2 * self.V_y", VARIANCE),
    ("helpers/variance.py", "return -self.C / self.V_y", "return self.C / self.V_y", VARIANCE),
    ("helpers/variance.py", "if (t - 1) % kappa == 0:", "if t % kappa == 0 or t == 1:", VARIANCE),
    ("helpers/variance.py", 'return guess(w, t) - guess(held["w"], t) + held["full"]', "return guess(w, t)", VARIANCE),
    ("helpers/variance.py", "return 2 * t + n * -(-t // kappa)", "return 2 * t + n * t", VARIANCE),
    ("helpers/variance.py", "np.maximum(0, rest - n) // 2", "rest // 2", VARIANCE),
    ("helpers/variance.py", "smoothness_of_singles(X).max() ** 2 *", "smoothness_of_singles(X).max() *", VARIANCE),
    ("helpers/variance.py", "+ self.eta**2 * S.reshape(", "+ self.eta * S.reshape(", VARIANCE),
    ("helpers/variance.py", "-self.eta * A], [np.zeros((d, d)), np.eye(d)]]",
     "self.eta * A], [np.zeros((d, d)), np.eye(d)]]", VARIANCE),
    ("helpers/variance.py", "return G - G_snap + G_snap.mean(axis=0)", "return G - G_snap + G.mean(axis=0)", VARIANCE),

    # the border of the grader
    ("helpers/homework/wire.py", "np.load(io.BytesIO(base64.b64decode(text)), allow_pickle=False)",
     "np.load(io.BytesIO(base64.b64decode(text)), allow_pickle=True)", BORDER),
    ("helpers/homework/wire.py", "array.dtype.kind not in \"biuf\"", "False", BORDER),
    ("helpers/homework/wire.py", "if kind in (list, tuple):", "if isinstance(value, (list, tuple, set)):", BORDER),
    ("helpers/homework/wire.py", "kind is int and value.bit_length() < 1024", "kind is int", BORDER),
    ("helpers/homework/wire.py", "inner in (\"nan\", \"inf\", \"-inf\")", "True", BORDER),
    ("helpers/homework/score.py", "os.O_RDONLY | os.O_NOFOLLOW |", "os.O_RDONLY |", BORDER),
    ("helpers/homework/score.py", "if part.calls:", "if True:", BORDER),
    ("helpers/homework/folder.py", "0o600", "0o644", BORDER),
    ("helpers/homework/grade.py", "text[:1] in (\"=\", \"+\", \"-\", \"@\")", "False", BORDER),
]


class Copy:
    """A copy of the tree in which mistakes may be made."""

    def __init__(self, folder):
        self.root = folder
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
            elif (ROOT / name).exists():
                shutil.copy(ROOT / name, folder / name)
        # no byte code: two edits of one file within a second could otherwise share it; no plugins: a faster start
        self.env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1",
                    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}

    def test(self, target):
        """(exit code, seconds) of the target; a run that never ends counts as failed."""
        start = time.perf_counter()
        command = [sys.executable, "-m", "pytest", target, "-x", "-q", "-p", "no:cacheprovider", "--tb=no"]
        try:
            run = subprocess.run(command, cwd=self.root, env=self.env, capture_output=True, timeout=PATIENCE)
            code = run.returncode
        except subprocess.TimeoutExpired:
            code = 1
        return code, time.perf_counter() - start

    def with_mutant(self, mutant):
        """The verdict on one mutant: caught, SURVIVED, or what went wrong."""
        file, old, new, target = mutant
        path = self.root / file
        right = path.read_text(encoding="utf-8")
        if right.count(old) != 1:
            return f"STALE: old text occurs {right.count(old)} times", 0.0
        path.write_text(right.replace(old, new), encoding="utf-8")
        try:
            code, seconds = self.test(target)
        finally:
            path.write_text(right, encoding="utf-8")
        # 1: a test failed; 2: the test module could not even be loaded
        return {0: "SURVIVED", 1: "caught", 2: "caught"}.get(code, f"ERROR: pytest exit code {code}"), seconds

    def imported(self):
        """The folder that `import helpers` means in this copy."""
        code = "import helpers; print(helpers.__file__)"
        out = subprocess.check_output([sys.executable, "-c", code], cwd=self.root, env=self.env, text=True)
        return Path(out.strip()).resolve().parents[1]


def main(words):
    chosen = [m for m in MUTANTS if not words or any(word in m[0] or word in m[3] for word in words)]
    with tempfile.TemporaryDirectory() as folder:
        free = queue.Queue()
        for i in range(WORKERS):
            copy = Copy(Path(folder).resolve() / str(i))
            if copy.imported() != copy.root:
                sys.exit(f"the copy in {copy.root} is not what is imported, but {copy.imported()}")
            free.put(copy)

        def borrow(action):
            copy = free.get()
            try:
                return action(copy)
            finally:
                free.put(copy)

        with ThreadPoolExecutor(WORKERS) as pool:
            targets = sorted({m[3] for m in chosen})
            codes = pool.map(lambda target: borrow(lambda copy: copy.test(target)[0]), targets)
            broken = [target for target, code in zip(targets, codes) if code]
            if broken:
                sys.exit(f"these fail without any mutant: {', '.join(broken)}")
            return report(chosen, pool.map(lambda m: borrow(lambda copy: copy.with_mutant(m)), chosen))


def report(mutants, verdicts):
    """Print the table as it grows; 0 if enough were caught and all could be tried."""
    print("| file | planted mistake | target | verdict | s |\n|---|---|---|---|---|", flush=True)
    counts = Counter()
    for (file, old, new, target), (verdict, seconds) in zip(mutants, verdicts):
        counts[verdict] += 1
        change = f"`{_short(old)}` → `{_short(new)}`"
        print(f"| {file} | {change} | {Path(target).name} | {verdict} | {seconds:.1f} |", flush=True)
    print(f"\n{counts['caught']} of {len(mutants)} caught ({100 * counts['caught'] / max(len(mutants), 1):.0f} %)")
    return 0 if set(counts) <= {"caught", "SURVIVED"} and counts["caught"] >= GOAL * len(mutants) else 1


def _short(text):
    text = " ".join(text.split()).replace("|", "\\|")
    return text if len(text) <= 60 else text[:59] + "…"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
