"""Plausible wrong solutions of notebook 05: the hidden tests must reject each of them."""
WRONG = {
    "05-isotropic": '''
def isotropic_lasso(b, lam):
    # the threshold forgets the 2 of the square
    return [float(np.sign(x) * max(abs(x) - lam, 0)) for x in b]
''',
    "05-sweeps": '''
def lasso_sweeps(X, y, lam, T):
    # no division by the mean square of the column: right only for standardised columns
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    w = np.zeros(X.shape[1])
    for _ in range(T):
        for j in range(len(w)):
            c = X[:, j] @ (y - X @ w + X[:, j] * w[j]) / len(y)
            w[j] = np.sign(c) * max(abs(c) - lam / 2, 0)
    return w.tolist()
''',
    "05-priced": '''
def priced(risks):
    # as printed: every constraint has its multiplier
    return list(range(len(risks)))
''',
}
