"""Plausible wrong solutions of notebook 10: the hidden tests must reject each of them."""
WRONG = {
    "10-log-prior": '''
def log_prior(w, mu, V, phi, psi):
    # as printed: psi log phi, which nobody notices while phi = psi
    delta, gamma, d = np.asarray(w[:-1]) - mu, w[-1], len(mu)
    q = delta @ np.linalg.solve(V, delta)
    normal = -(d * np.log(2 * np.pi) + d * gamma + np.linalg.slogdet(V)[1] + np.exp(-gamma) * q) / 2
    return normal + psi * np.log(phi) - lgamma(phi) - phi * gamma - psi * np.exp(-gamma)


def grad_log_prior(w, mu, V, phi, psi):
    pull, shrink = np.linalg.solve(V, np.asarray(w[:-1]) - mu), np.exp(-w[-1])
    q = (np.asarray(w[:-1]) - mu) @ pull
    return [*(-shrink * pull), -len(mu) / 2 + shrink * q / 2 - phi + psi * shrink]
''',
    "10-sgld-path": '''
def sgld_path(z, J, w1, eta, tau, eps):
    # the batch does not stand for all n examples; invisible while the batch is the data
    path = [w1]
    for batch, noise in zip(J, eps):
        w = path[-1]
        path.append(w + eta * (sum(z[j] - w for j in batch) - w) + (2 * eta * tau) ** 0.5 * noise)
    return path
''',
    "10-weighted-mean": '''
def weighted_mean(chain, etas, burn):
    # the discarded steps still count in the denominator; invisible without burn-in
    return float(np.dot(etas[burn:], chain[burn:]) / np.sum(etas))
''',
}
