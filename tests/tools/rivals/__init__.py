"""Algorithms beside independent answers: rows of `make bench`, by family and by notebook.

A row: what is measured, ours, theirs, how far the answers may differ, a remark.
"""
