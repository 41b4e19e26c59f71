"""Plausible wrong solutions of notebook 07: the hidden tests must reject each of them."""
WRONG = {
    "07-average-bound": '''
def average_bound(w1, w_star, eta, V):
    # as printed: the distance from the origin
    return np.sum(np.square(w_star)) / (2 * eta * len(V)) + eta / (2 * len(V)) * np.sum(np.square(V))
''',
    "07-step-and-rate": '''
def step_and_rate(A):
    # the diagonal instead of the eigenvalues
    mu, beta = np.sort(np.diag(A))[[0, -1]]
    return [beta, mu, 2 / (beta + mu), (beta - mu) / (beta + mu)]
''',
    "07-grad-linreg": '''
def grad_linreg(w, x, y):
    # as printed: the last term is a sum, not a mean
    x, y = np.asarray(x), np.asarray(y)
    return [2 * np.mean(w[0] + w[1] * x - y), 2 * np.mean((w[0] + w[1] * x) * x) - 2 * np.sum(y * x)]
''',
}
