"""Plausible wrong solutions of notebook 13: the hidden tests must reject each of them."""
WRONG = {
    "13-stump-error": '''
def stump_error(x, y, D):
    # cuts between neighbours only: forgets the constants
    x, signed = np.asarray(x, dtype=float), np.asarray(D) * np.asarray(y)
    edges = [abs(signed[x > cut].sum() - signed[x <= cut].sum()) for cut in np.unique(x)[:-1]]
    return (1 - max(edges)) / 2
''',
    "13-reweight": '''
def reweight(D, y, h):
    # as printed: the new weights are the exponentials, without the old weights as a factor
    D, agree = np.asarray(D), np.multiply(y, h)
    alpha = 0.5 * np.log(D[agree > 0].sum() / D[agree < 0].sum())
    new = np.exp(-alpha * agree)
    return [alpha, (D * new).sum(), (new / new.sum()).tolist()]
''',
    "13-min-margin": '''
def min_margin(M, alpha):
    # divides by the sum of the weights, which may be negative or small
    return np.min(np.dot(M, alpha)) / np.sum(alpha)
''',
}
