"""Algorithms of one notebook each beside an independent answer: rows of `make bench`.

A row: what is measured, ours, theirs, how far the answers may differ, a remark.
"""
