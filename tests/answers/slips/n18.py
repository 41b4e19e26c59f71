"""Slips and other right answers, notebook 18."""

import numpy as np

from helpers.desk.edits import after, before, edit

# 18-features


def turns_of(X, Z, bandwidth):
    return np.array(X, dtype=float) @ np.array(Z, dtype=float).T / bandwidth


def by_complex_numbers(X, Z, bandwidth):
    """Another way: real and imaginary part."""
    waves = np.exp(1j * turns_of(X, Z, bandwidth)) / len(Z) ** 0.5
    return np.hstack([waves.real, waves.imag])


def by_loops(X, Z, bandwidth):
    """Another way: one number after the other, as lists."""
    rows = []
    for x in X:
        turns = [sum(a * b for a, b in zip(x, z)) / bandwidth for z in Z]
        row = [np.cos(t) for t in turns] + [np.sin(t) for t in turns]
        rows.append([float(value) / len(Z) ** 0.5 for value in row])
    return rows


# 18-density


def sampled(values, step):
    return step * np.arange(len(values)), np.array(values, dtype=float)


def by_trapezoid(values, step, omegas):
    """Another way: NumPy's rule over the whole line."""
    h = np.array([*values[:0:-1], *values], dtype=float)
    t = step * (np.arange(len(h)) - (len(values) - 1))
    return [float(np.trapezoid(h * np.cos(w * t), t) / (2 * np.pi)) for w in omegas]


def by_complex_waves(values, step, omegas):
    """Another way: complex waves and the real part, as an array."""
    t, h = sampled(values, step)
    one_sided = np.exp(-1j * np.outer(omegas, t)) @ h
    return (2 * one_sided.real - h[0]) * step / (2 * np.pi)


SLIPS = {
    "18-features": {
        "Order: sines before cosines.": edit(
            "[np.cos(turns), np.sin(turns)]", "[np.sin(turns), np.cos(turns)]"
        ),
        "Power: divided by the root of the bandwidth.": edit(
            "Z / bandwidth", "Z / np.sqrt(bandwidth)"
        ),
        "Constant: the frequencies of exp(-|x - z|^2 / bandwidth^2).": edit(
            "Z / bandwidth", "np.sqrt(2) * Z / bandwidth"
        ),
        "Flag ignored: bandwidth 1.": edit("Z / bandwidth", "Z"),
        "Denominator: divided by the root of the number of points.": edit("len(Z)", "len(X)"),
        "Denominator: divided by the root of the number of coordinates, too.": edit(
            "len(Z)", "Z.size"
        ),
        "Unit: cycles for radians.": edit("Z / bandwidth", "2 * np.pi * Z / bandwidth"),
        "Another estimate: the factor of the shifted cosines.": edit("len(Z)", "len(Z) / 2"),
        "Shape: a column for each point.": after(np.transpose),
        "Sign: the imaginary part of exp(-i w x).": edit("np.sin(turns)", "-np.sin(turns)"),
    },
    "18-density": {
        "Index: the last value but one is lost, too.": before(
            lambda values, step, omegas: ([*values[:-2], 0.0, 0.0], step, omegas)
        ),
        "Index: the sum starts at the first step.": edit("h[0] /= 2", "h[0] = 0"),
        "Wave: sines instead of cosines.": edit("np.cos(", "np.sin("),
        "Sign: the size of the spectrum.": after(np.abs),
        "Special case: no negative values of h.": before(
            lambda values, step, omegas: (np.maximum(values, 0), step, omegas)
        ),
        "Special case: a spectrum below 0 told as 0.": after(
            lambda spectrum: np.maximum(spectrum, 0)
        ),
        "Denominator: as a share of the largest.": after(
            lambda spectrum: np.divide(spectrum, np.abs(spectrum).max())
        ),
        "Constant: 1/π once more.": edit("/ np.pi", "/ np.pi ** 2"),
        "Rule: waves at the middle of each step.": edit(
            "np.arange(len(h))",
            "(np.arange(len(h) - 1) + 0.5)",
            "h[0] /= 2",
            "h = (h[1:] + h[:-1]) / 2",
        ),
    },
}
RIGHT = {
    "18-features": (by_complex_numbers, by_loops),
    "18-density": (by_trapezoid, by_complex_waves),
}
