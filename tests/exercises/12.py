"""Plausible wrong solutions of notebook 12: the hidden tests must reject each of them."""
WRONG = {
    "12-losses": '''
def losses_of(W, X, y):
    # the 0-1 loss as printed: 1 where the answer is right; the visible example cannot tell
    S, y = np.asarray(X) @ np.asarray(W).T, np.asarray(y)
    U = S - S[np.arange(len(y)), y][:, None] + (np.arange(S.shape[1]) != y[:, None])
    return [float(np.mean(S.argmax(axis=1) == y)), float(U.max(axis=1).mean())]
''',
    "12-vote": '''
def vote(h):
    # for j < i the rule is read with the classes exchanged, so sign(j - i) counts defeats as wins
    h = np.asarray(h)
    full, i = h - h.T, np.arange(len(h))
    sums = (np.sign(i[None, :] - i[:, None]) * full).sum(axis=1)
    return [*((sums + len(h) - 1) // 2).tolist(), int(sums.argmax())]
''',
    "12-step": '''
def many_step(W, x, y, lam, eta):
    # as printed: no penalty in the step
    W, own = np.asarray(W, dtype=float), np.arange(len(W)) == y
    worst = np.argmax(W @ x + ~own)
    return (W - eta * np.outer((np.arange(len(W)) == worst) * 1.0 - own, x)).tolist()
''',
}
