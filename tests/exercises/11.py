"""Plausible wrong solutions of notebook 11: the hidden tests must reject each of them."""
WRONG = {
    "11-margin": '''
def margin(w, b, X, y):
    # a distance has no sign, says the formula; a point on the wrong side then looks harmless
    return float(np.min(np.abs(np.asarray(X) @ w + b)) / np.linalg.norm(w))
''',
    "11-rule": '''
def rule(alpha, X, y, C):
    # as printed: the lid is C, and w sums over the points on the edge
    alpha, X, y = np.asarray(alpha), np.asarray(X), np.asarray(y)
    edge = (alpha > 1e-9) & (alpha < C / len(y) - 1e-9)
    w = (alpha * y)[edge] @ X[edge]
    return [*w, np.mean((y - X @ w)[edge])]
''',
    "11-step": '''
def svm_step(w, b, x, y, lam, eta):
    # as printed: no penalty in the step
    push = eta * y * (y * (np.dot(w, x) + b) < 1)
    return [*(np.asarray(w, dtype=float) + push * np.asarray(x)), b + push]
''',
}
