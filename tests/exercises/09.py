"""Plausible wrong solutions of notebook 09: the hidden tests must reject each of them."""
WRONG = {
    "09-cos-step": '''
def cos_step(w, x, y, eta, B):
    # as printed: the gradient of -cos with the wrong sign, so the step climbs
    half = np.array(w) - eta / 2 * np.sin((y - w[0] - w[1] * x) / 2) * np.array([1, x])
    return half * min(1, B / np.hypot(*half))
''',
    "09-adagrad": '''
def adagrad_rates(V, eta, eps):
    # the square of the sum instead of the sum of the squares
    return eta / np.sqrt(np.sum(V, axis=0) ** 2 + eps)
''',
    "09-control": '''
def least_variance(x, y):
    # as printed: the covariance without its square
    return np.var(x) - np.cov(x, y, bias=True)[0, 1] / np.var(y)
''',
    "09-svrg": '''
def svrg_direction(w, snap, X, y, j):
    # as printed: the second entry begins with w_2 again, and y'x is not divided by n
    X, y, d = np.array(X), np.array(y), np.subtract(w, snap)
    moved = 2 * np.array([d @ X[j], (d[1] * X[j, 0] + d[1] * X[j, 1]) * X[j, 1]])
    return moved + 2 * X.T @ X @ np.array(snap) / len(y) - 2 * X.T @ y
''',
}
