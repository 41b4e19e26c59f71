"""Plausible wrong solutions of notebook 03: the hidden tests must reject each of them."""
WRONG = {
    "03-by-mistakes": '''
def by_mistakes(X, y, max_epochs):
    # compares signs with sgn(0) = -1, so a score of 0 is no mistake on a negative label
    X, y = np.column_stack([X, np.ones(len(X))]), np.asarray(y)
    w, mistakes = np.zeros(X.shape[1]), 0
    for _ in range(max_epochs):
        for a, label in zip(X, y):
            if label != (1 if a @ w > 0 else -1):
                w, mistakes = w + label * a, mistakes + 1
    return [*w, mistakes, int((y * (X @ w) > 0).all())]
''',
    "03-mistake-bound": '''
def mistake_bound(X, y, w):
    # the margin as printed, |<x, w>|: the labels never enter
    gamma = min(abs(np.asarray(X) @ w)) / np.linalg.norm(w)
    return float(np.max(np.sum(np.square(X), axis=1)) / gamma**2) if gamma > 0 else -1
''',
    "03-cycle-period": '''
def cycle_period(X, y):
    # compares with the end of the last pass only
    w = np.zeros(len(X[0]))
    for _ in range(200):
        old = w
        for a, label in zip(np.asarray(X, dtype=float), y):
            w = w + label * a * (label * (a @ w) <= 0)
        if (w == old).all():
            return 0 if min(np.asarray(y) * (np.asarray(X) @ w)) > 0 else 1
    return 0
''',
}
