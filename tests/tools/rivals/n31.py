"""Networks: a hundred steps of descent and a sharpness, beside scikit-learn and SciPy."""

import warnings

import numpy as np
from scipy.sparse.linalg import LinearOperator, eigsh
from sklearn.neural_network import MLPRegressor

from helpers import networks


def rivals(rng):
    X, y = rng.normal(size=(200, 10)), rng.normal(size=(200, 1))
    net, pull = networks.Net((10, 32, 1)), networks.half_squares(y)
    machine = MLPRegressor(
        hidden_layer_sizes=(32,),
        activation="tanh",
        solver="sgd",
        alpha=0.0,
        batch_size=200,
        learning_rate_init=0.05,
        max_iter=1,
        shuffle=False,
        momentum=0.0,
        nesterovs_momentum=False,
        tol=0.0,
        n_iter_no_change=10**6,
        warm_start=True,
        random_state=0,
    )

    def fit():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it is told to stop before it has converged
            return machine.fit(X, y[:, 0])

    fit()
    layers = [a.copy() for a in machine.coefs_], [a.copy() for a in machine.intercepts_]
    start = np.concatenate([a.ravel() for pair in zip(*layers) for a in pair])
    machine.set_params(max_iter=100)

    def theirs():
        machine.coefs_, machine.intercepts_ = ([a.copy() for a in part] for part in layers)
        return fit().predict(X)

    def ours():
        return net(networks.train(net, start, X, pull, 0.05, 100, every=100).last, X)[:, 0]

    yield ("network 10-32-1, n = 200, 100 full steps", ours, theirs, 1e-6, "MLPRegressor")
    grad, v = networks.gradient(net, X, pull), rng.normal(size=net.P)

    def turned(v):
        v = v.ravel()
        return (grad(start + 1e-4 * v) - grad(start - 1e-4 * v)) / 2e-4

    def scipys():
        H = LinearOperator((net.P, net.P), matvec=turned, dtype=float)
        return eigsh(H, 1, which="LA", v0=v, tol=1e-6)[0][0]

    yield (
        "its sharpness, 385 weights",
        lambda: networks.sharpness(grad, start, v, 30)[0],
        scipys,
        1e-4,
        "SciPy’s eigsh with the same products",
    )
