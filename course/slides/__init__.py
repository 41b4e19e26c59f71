"""Slides from the notebooks: decks that answer without a kernel, and their rehearsal."""
