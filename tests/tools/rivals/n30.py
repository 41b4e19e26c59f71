"""Topics: EM on many starts at once and the recovery, beside plain loops and SciPy."""

import numpy as np
from scipy.linalg import eig

from helpers.estimation import moments


def rivals(rng):
    B = rng.dirichlet(np.ones(8), size=4).T
    pi = np.array([0.4, 0.3, 0.2, 0.1])
    texts = moments.draw_texts(B, pi, 400, rng)
    shares = moments.shares_of(texts, 8)
    start = rng.dirichlet(np.ones(8), size=4).T

    def text_by_text():
        """EM as it is told, over every text."""
        now, weight = start.copy(), np.full(4, 0.25)
        for _ in range(20):
            q = weight * np.prod(now[texts], axis=1)
            q /= q.sum(axis=1, keepdims=True)
            weight, now = q.mean(axis=0), np.zeros((8, 4))
            for j in range(3):
                np.add.at(now, texts[:, j], q)
            now /= now.sum(axis=0)
        return now

    def all_triples():
        run = moments.em(shares, start[None], np.full((1, 4), 0.25), 20)
        return moments.parameters(run.last[0], 8, 4)[0]

    yield (
        "EM, 400 texts, 20 rounds",
        all_triples,
        text_by_text,
        1e-8,
        "120 sorted triples beside 400 texts, plain NumPy",
    )
    M1, M2, M3 = moments.topic_moments(B, pi)
    v = rng.normal(size=8)

    def generalised():
        U = np.linalg.svd(M2)[0][:, :4]
        found = M2 @ U @ eig(U.T @ (M3 @ v) @ U, U.T @ M2 @ U)[1].real
        found = found / found.sum(axis=0)
        return found[:, moments.match(found, B)]

    def recovered():
        found = moments.recover(M1, M2, M3, 4, v)[0]
        return found[:, moments.match(found, B)]

    yield (
        "topics from moments, d = 8, k = 4",
        recovered,
        generalised,
        1e-8,
        "SciPy’s generalised eigenvalues",
    )
