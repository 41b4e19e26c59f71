"""Lazy training: a network beside its tangent at the start, which is a kernel method."""

import numpy as np


def tangent(J, at, y, eta, T):
    """What T steps of descent from 0 on the mean of (J w - y)^2 / 2 predict at the rows `at`.

    Only the kernel K = J J' enters: at J' K^-1 (I - (I - eta K / n)^T) y.
    """
    size, U = np.linalg.eigh(J @ J.T)
    size = np.maximum(size, 1e-12)
    x = eta * size / len(y)
    grown = np.where(x < 0.5, -np.expm1(T * np.log1p(-np.minimum(x, 0.5))), 1 - (1 - x) ** T)
    return at @ (J.T @ (U @ (grown / size * (U.T @ y))))


def cosine_kernel(x, z, bandwidth):
    """The mean kernel of sqrt(2/H) sum_j v_j cos(u_j x + b_j), all 3H weights trained.

    At the start u_j ~ N(0, 1/bandwidth^2), b_j is uniform and v_j ~ N(0, 1): a Gaussian times
    2 + x z.
    """
    x, z = np.asarray(x)[:, None], np.asarray(z)[None]
    return np.exp(-((x - z) ** 2) / (2 * bandwidth**2)) * (2 + x * z)
