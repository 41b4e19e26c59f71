"""What the figures of this lesson share, and its own laws and cases."""

from helpers import plots

RIVAL = plots.ORANGE  # the learner that is beaten
