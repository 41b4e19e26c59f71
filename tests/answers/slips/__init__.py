"""Slips that students make, one module for each notebook, beside answers that are right too.

SLIPS   exercise -> functions with one slip each, of different kinds; the docstring names it
RIGHT   exercise -> functions that are right in another way
"""
