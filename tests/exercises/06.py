"""Plausible wrong solutions of notebook 06: the hidden tests must reject each of them."""
WRONG = {
    "06-loss-and-slope": '''
def loss_and_slope(w, X, y):
    # the formula as it stands: e^-m overflows for a score of -10000
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    m = y * (X @ np.asarray(w, dtype=float))
    with np.errstate(all="ignore"):
        return [np.log(1 + np.exp(-m)).mean(), *((-y / (1 + np.exp(m))) @ X / len(y))]
''',
    "06-tempered-softmax": '''
def tempered_softmax(S, tau):
    # sums over everything instead of row by row: right for a single row
    U = np.asarray(S, dtype=float) / tau
    E = np.exp(U - U.max())
    return E / E.sum()
''',
    "06-newton-logistic": '''
def newton_logistic(X, y, lam):
    # gradient descent, which badly scaled columns stop
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    w, eta = np.zeros(X.shape[1]), 1 / (np.linalg.norm(X, 2) ** 2 / (4 * len(y)) + 2 * lam)
    for _ in range(300):
        w = w - eta * (X.T @ (logistic.probability(X @ w) - (y + 1) / 2) / len(y) + 2 * lam * w)
    return w
''',
}
