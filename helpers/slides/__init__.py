"""Decks from the notebooks: slides that answer without a kernel, and a rehearsal that finds what would go wrong."""
