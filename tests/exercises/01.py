"""Plausible wrong solutions of notebook 01: the hidden tests must reject each of them."""
WRONG = {
    "01-zero-one": '''
def zero_one_risk(w, X, y):
    # the form printed in the notes: a score of exactly 0 is no mistake
    return float(np.mean(np.asarray(X) @ np.asarray(w) * np.asarray(y) < 0))
''',
    "01-promise": '''
def promise(sigma, n, d):
    # the risk with n in place of n - d - 1: right for many examples only
    return [sigma**2 * (1 - d / n), sigma**2 * (1 + d / n)]
''',
    "01-projection": '''
def kl_projection(weights, means, variances):
    # the mean of the variances: forgets the spread between the means
    return [np.dot(weights, means), np.dot(weights, variances)]
''',
    "01-prices": '''
def l0_prices(risks, k):
    # neighbours only: a k that beats both may still lose to one further away
    low = risks[k] - risks[k + 1] if k + 1 < len(risks) else 0.0
    high = risks[k - 1] - risks[k] if k else float("inf")
    return [low, high] if low <= high else []
''',
}
