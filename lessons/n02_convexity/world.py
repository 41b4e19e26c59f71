"""What the figures of this lesson share, and its own laws and cases."""

import numpy as np

WINDOW = np.arange(-104, 105) / 40  # the stage of all pictures over a line; kinks are in it


def _weak(f, mu):
    """Why f is not mu-strongly convex; "" if it is."""
    if not f.convex:
        return f"{f.name} is not convex"
    return "" if mu <= f.mu + 1e-12 else f"μ is over {f.mu:.3g}, all that {f.name} has"
