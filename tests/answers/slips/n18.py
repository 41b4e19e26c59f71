"""Slips and other right answers, notebook 18."""

import numpy as np

from answers.n18 import fourier_features, spectral_density

# 18-features


def turns_of(X, Z, bandwidth):
    return np.array(X, dtype=float) @ np.array(Z, dtype=float).T / bandwidth


def sines_first(X, Z, bandwidth):
    """Order: sines before cosines."""
    t = turns_of(X, Z, bandwidth)
    return np.hstack([np.sin(t), np.cos(t)]) / np.sqrt(len(Z))


def root_of_the_bandwidth(X, Z, bandwidth):
    """Power: divided by the root of the bandwidth."""
    return fourier_features(X, Z, np.sqrt(bandwidth))


def gaussian_without_half(X, Z, bandwidth):
    """Constant: the frequencies of exp(-|x - z|^2 / bandwidth^2)."""
    return fourier_features(X, Z, bandwidth / np.sqrt(2))


def bandwidth_ignored(X, Z, bandwidth):
    """Flag ignored: bandwidth 1."""
    return fourier_features(X, Z, 1.0)


def by_points(X, Z, bandwidth):
    """Denominator: divided by the root of the number of points."""
    return fourier_features(X, Z, bandwidth) * np.sqrt(len(Z) / len(X))


def by_coordinates(X, Z, bandwidth):
    """Denominator: divided by the root of the number of coordinates, too."""
    return fourier_features(X, Z, bandwidth) / np.sqrt(1 + len(X[0]))


def in_cycles(X, Z, bandwidth):
    """Unit: cycles for radians."""
    return fourier_features(X, Z, bandwidth / (2 * np.pi))


def shifted_form(X, Z, bandwidth):
    """Another estimate: the factor of the shifted cosines."""
    return np.sqrt(2) * fourier_features(X, Z, bandwidth)


def turned_over(X, Z, bandwidth):
    """Shape: a column for each point."""
    return fourier_features(X, Z, bandwidth).T


def negative_sines(X, Z, bandwidth):
    """Sign: the imaginary part of exp(-i w x)."""
    full = fourier_features(X, Z, bandwidth)
    return np.hstack([full[:, : len(Z)], -full[:, len(Z) :]])


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


def last_value_lost(values, step, omegas):
    """Index: the last value but one is lost, too."""
    return spectral_density([*values[:-2], 0.0, 0.0], step, omegas)


def first_value_lost(values, step, omegas):
    """Index: the sum starts at the first step."""
    return spectral_density([0.0, *values[1:]], step, omegas)


def with_sines(values, step, omegas):
    """Wave: sines instead of cosines."""
    t, h = sampled(values, step)
    return (np.sin(np.outer(omegas, t)) @ h * step / np.pi).tolist()


def sizes_only(values, step, omegas):
    """Sign: the size of the spectrum."""
    return [abs(s) for s in spectral_density(values, step, omegas)]


def cut_at_zero(values, step, omegas):
    """Special case: no negative values of h."""
    return spectral_density([max(v, 0.0) for v in values], step, omegas)


def never_negative(values, step, omegas):
    """Special case: a spectrum below 0 told as 0."""
    return [max(s, 0.0) for s in spectral_density(values, step, omegas)]


def as_shares(values, step, omegas):
    """Denominator: as a share of the largest."""
    found = np.array(spectral_density(values, step, omegas))
    return (found / np.abs(found).max()).tolist()


def divided_by_pi_twice(values, step, omegas):
    """Constant: 1/π once more."""
    return [s / np.pi for s in spectral_density(values, step, omegas)]


def midpoints(values, step, omegas):
    """Rule: waves at the middle of each step."""
    t, h = sampled(values, step)
    middle = (h[1:] + h[:-1]) / 2
    return (np.cos(np.outer(omegas, t[:-1] + step / 2)) @ middle * step / np.pi).tolist()


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
    "18-features": (
        sines_first,
        root_of_the_bandwidth,
        gaussian_without_half,
        bandwidth_ignored,
        by_points,
        by_coordinates,
        in_cycles,
        shifted_form,
        turned_over,
        negative_sines,
    ),
    "18-density": (
        last_value_lost,
        first_value_lost,
        with_sines,
        sizes_only,
        cut_at_zero,
        never_negative,
        as_shares,
        divided_by_pi_twice,
        midpoints,
    ),
}
RIGHT = {
    "18-features": (by_complex_numbers, by_loops),
    "18-density": (by_trapezoid, by_complex_waves),
}
