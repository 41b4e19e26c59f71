"""How exact is an estimate? Laws, moments and a model that is wrong (part VIII)."""

import numpy as np

from helpers import data
from helpers.estimation import asymptotics, moments


def a():
    """(5 points) The first ten columns, standardised. Naive Bayes errs less from 20 patients (9.0
    against 10.1 %), logistic regression (λ = 0.001) from 80 on (7.4 against 8.2 %), and at 320 the
    distance is 6.4 against 7.9 %. In log loss naive Bayes is never ahead: 0.74 against 0.30 at 20,
    0.42 against 0.15 at 320. Two points for both curves over n, one for many splits, one for the
    crossing, one for the reason: its columns are far from independent, so it is too sure."""
    cancer = data.load("breast_cancer")
    X, y = data.standardise(cancer.X)[:, :10], data.as_signs(cancer.y)
    rows = np.column_stack([np.ones(len(y)), X])
    found = {}
    for n in (20, 40, 80, 160, 320):
        scores = []
        for seed in range(200):
            order = np.random.default_rng(seed).permutation(len(y))
            old, new = order[:n], order[n:]
            if min(np.sum(y[old] > 0), np.sum(y[old] < 0)) < 2:
                continue
            naive = asymptotics.naive_bayes(X[old], y[old])
            exact = asymptotics.newton_batch(rows[None, old], y[None, old], lam=1e-3)[0]
            margins = y[new] * (np.stack([naive, exact]) @ rows[new].T)
            scores.append([np.logaddexp(0, -margins).mean(axis=1), (margins <= 0).mean(axis=1)])
        found[n] = np.mean(scores, axis=0)
    return found


def b():
    """(4 points) `area error` on `mean radius`, both centred: slope 9.5. Its standard error is 0.37
    by the textbook, 1.06 by the sandwich and by two thousand bootstrap samples. Large nuclei
    scatter more: the textbook is wrong by a factor of three. For `progression` on `body mass
    index` the three agree within a tenth. Two points for the two formulas, one for the bootstrap,
    one for the residuals that tell the two cases apart."""
    cancer, diabetes = data.load("breast_cancer"), data.load("diabetes")
    names = list(cancer.names)
    pairs = (
        (cancer.X[:, names.index("mean radius")], cancer.X[:, names.index("area error")]),
        (diabetes.X[:, list(diabetes.names).index("body mass index")], diabetes.y),
    )
    return [standard_errors(x, y) for x, y in pairs]


def standard_errors(x, y):
    """(slope, textbook, sandwich, bootstrap) of y on x with an intercept."""
    rows = np.random.default_rng(0).integers(len(x), size=(2000, len(x)))
    slope, *variances = asymptotics.slopes(x - x.mean(), y - y.mean())
    centred = [part[rows] - part[rows].mean(axis=1, keepdims=True) for part in (x, y)]
    again = asymptotics.slopes(*centred)[0]
    return float(slope), *(float(np.sqrt(v)) for v in variances), float(np.std(again))


def c():
    """(4 points) A gamma law for `mean area` has the shape (mean)²/variance = 3.47. The delta
    method gives it the standard error 0.26; the bootstrap says 0.27. From 60 patients 0.81 against
    0.86, from 20 patients 1.40 against 1.91, and there the estimate is too large by 1.0 on average:
    the tangent no longer serves. Two points for the derivative of the shape in both moments, one
    for the bootstrap, one for the small samples."""
    cancer = data.load("breast_cancer")
    area = cancer.X[:, list(cancer.names).index("mean area")]
    mean, variance = area.mean(), area.var()
    slopes = [2 * mean / variance + 2 * mean**3 / variance**2, -(mean**2) / variance**2]
    V = np.cov(area, area**2, bias=True)
    spread = float(np.sqrt(moments.delta_variance(slopes, V)[0, 0]))
    found, rng = {}, np.random.default_rng(0)
    for n in (len(area), 60, 20):
        drawn = area[rng.integers(len(area), size=(4000, n))]
        shapes = drawn.mean(axis=1) ** 2 / drawn.var(axis=1)
        found[n] = spread / np.sqrt(n), float(shapes.std()), float(shapes.mean())
    return float(mean**2 / variance), found


def d():
    """(4 points) Call a picture's ink by columns its law of words. From the means of words, pairs
    and triples of all threes and sixes, without a label, the two laws are found within 1 % and
    2.5 % (half the sum of absolute differences; 21 % apart), with shares 0.54 and 0.45. Zeros and
    ones come out wrong by 5 and 11 %. Two points for the recovery, one for several directions v,
    one for the broken hypothesis: pictures of one digit do not share one law, and ones least."""
    return {pair: recovered(pair) for pair in ((3, 6), (0, 1))}


def recovered(pair):
    """(errors of both laws, their shares, distance of the two laws)."""
    digits = data.load("digits")
    keep = np.isin(digits.y, pair)
    ink = digits.X[keep].reshape(-1, 8, 8).sum(axis=1)
    laws, labels = ink / ink.sum(axis=1, keepdims=True), digits.y[keep]
    true = np.column_stack([laws[labels == digit].mean(axis=0) for digit in pair])
    n, v = len(laws), np.random.default_rng(0).normal(size=8)
    pairs = laws.T @ laws / n
    three = np.einsum("na,nb,nc->abc", laws, laws, laws) / n
    B, pi, _ = moments.recover(laws.mean(axis=0), pairs, three, 2, v)
    order = moments.match(B, true)
    away = np.abs(B[:, order] - true).sum(axis=0) / 2
    return away, pi[order], float(np.abs(true[:, 0] - true[:, 1]).sum() / 2)


def e():
    """(3 points, by hand) “With the sandwich and the bootstrap, nobody needs a model.” Full marks:
    what both still assume: independent patients from one law (1); what a model buys when it is
    true: the smallest possible variance, and naive Bayes at n = 20 (1); an example from (a) to (d)
    in which the model is wrong and the answer still useful (1). The number is the error of naive
    Bayes at n = 20 beside that of logistic regression."""
    return a()[20][1].tolist()
