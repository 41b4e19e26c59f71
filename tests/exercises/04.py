"""Plausible wrong solutions of notebook 04: the hidden tests must reject each of them."""
WRONG = {
    "04-ridge": '''
def ridge(X, y, lam):
    # the sum form: right for one example, wrong for six
    return np.linalg.solve(X.T @ X + lam * np.eye(X.shape[1]), X.T @ y)
''',
    "04-phantoms": '''
def phantoms(X, lam):
    # one phantom per example instead of one per coefficient: the same for a square X
    return [np.sqrt(len(X) * lam) * np.eye(len(X), X.shape[1]), np.zeros(len(X))]
''',
    "04-split-error": '''
def split_error(P, truth):
    # the unbiased variance divides by R - 1, and the parts no longer add up
    return [np.mean((P.mean(axis=0) - truth) ** 2), np.mean(P.var(axis=0, ddof=1)), np.mean((P - truth) ** 2)]
''',
}
