"""Slips that students make, one module for each notebook, beside answers that are right too.

SLIPS   exercise -> "Kind: what was done" -> the change of the reference that does it
RIGHT   exercise -> functions that are right in another way
"""
