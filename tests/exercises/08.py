"""Plausible wrong solutions of notebook 08: the hidden tests must reject each of them."""
WRONG = {
    "08-batch-grad": '''
def batch_grad(w, x, y, J):
    # as printed: the mean of all x in the first term, and a sum over the batch in the last
    x, y = np.asarray(x), np.asarray(y)
    first = 2 * w[0] + 2 * w[1] * np.mean(x[J]) - 2 * np.mean(y[J])
    return [first, 2 * w[0] * np.mean(x) + 2 * w[1] * np.mean(x[J] ** 2) - 2 * np.sum(y[J] * x[J])]
''',
    "08-robbins-monro": '''
def robbins_monro(C, s, floor):
    # as the notes have it: every popular rate will do
    return [s <= 1, s >= 0.5]
''',
    "08-batch-variance": '''
def batch_variance(G, m, replace):
    # forgets that a batch without replacement uses the sample up
    return np.var(G, axis=0).sum() / m
''',
}
