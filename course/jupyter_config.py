"""Jupyter reads this file: `make lab` and `jupyter lab --config=course/jupyter_config.py`."""

from course.lab import configure

configure(get_config())  # noqa: F821 (Jupyter defines it)
