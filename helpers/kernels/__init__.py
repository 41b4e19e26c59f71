"""Kernels; those to build with are here: kernels.gaussian(1.0) + kernels.linear()."""

from helpers.kernels.algebra import (
    ATOM,
    POWER,
    PRODUCT,
    SUM,
    Kernel,
    constant,
    cosine,
    exp,
    fourier,
    gaussian,
    laplace,
    linear,
    periodic,
    polynomial,
    sinc,
    substrings,
)

__all__ = [
    "ATOM",
    "Kernel",
    "POWER",
    "PRODUCT",
    "SUM",
    "constant",
    "cosine",
    "exp",
    "fourier",
    "gaussian",
    "laplace",
    "linear",
    "periodic",
    "polynomial",
    "sinc",
    "substrings",
]
