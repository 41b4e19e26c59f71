"""Plausible wrong solutions of notebook 02: the hidden tests must reject each of them."""
WRONG = {
    "02-squared-constants": '''
def squared_constants(x, y, B, lam):
    # the Lipschitz constant without the answer y, right only where y = 0
    size = np.linalg.norm(x)
    return [2 * size * B * size + 2 * lam * B, 2 * size**2 + 2 * lam, 2 * lam]
''',
    "02-corner-set": '''
def corner_set(w, knots, weights):
    # every corner counts as if its weight were 1
    k = np.asarray(knots, dtype=float)
    return [np.sum(np.where(w > k, 1, -1)), np.sum(np.where(w >= k, 1, -1))]
''',
    "02-cheapest": '''
def cheapest(p):
    # the exponential loss without its factor one half: the signs are right
    odds = np.log(p / (1 - p))
    return [2 * p - 1, odds, odds, float(np.sign(p - 0.5))]
''',
}
