"""Plausible wrong solutions of notebook 14: the hidden tests must reject each of them."""
WRONG = {
    "14-quad-map": '''
def quad_map(X):
    # written for two coordinates only
    X = np.asarray(X, dtype=float)
    a, b = X[:, 0], X[:, 1]
    return np.column_stack([a**2, b**2, 2**0.5 * a * b, 2**0.5 * a, 2**0.5 * b, np.ones(len(X))])
''',
    "14-krr-fit": '''
def krr_fit(K, y, lam):
    # the notes' sum convention: lam where n lam belongs
    return np.linalg.solve(np.asarray(K, dtype=float) + lam * np.eye(len(y)), y)
''',
    "14-loo-errors": '''
def loo_errors(K, y, lam):
    # residuals of the fit that has seen every point
    K, y = np.asarray(K, dtype=float), np.asarray(y, dtype=float)
    return y - K @ np.linalg.solve(K + len(y) * lam * np.eye(len(y)), y)
''',
}
