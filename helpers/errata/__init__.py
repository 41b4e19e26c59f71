"""Slips of the lecture notes: what is printed, what holds, and a measurement that decides."""

from helpers.errata.table import Slip, errata

__all__ = ["Slip", "errata"]
