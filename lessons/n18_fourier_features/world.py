"""What the figures of this lesson share, and its own laws and cases."""

from helpers import plots
from helpers.kernels import spectra

SHAPES = spectra.SHAPES
NEGATIVE = plots.RED


def below_zero(ax, low):
    """Shade what is negative, down to `low`."""
    ax.axhspan(low, 0, color=NEGATIVE, alpha=0.1, lw=0)
    ax.axhline(0, color=plots.BLACK, lw=1)


def _plain(value):
    """Three digits; what rounding may have made is 0."""
    return "0" if abs(value) < 1e-9 else f"{value:.3g}"
