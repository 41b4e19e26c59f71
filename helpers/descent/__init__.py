"""Descent: gradient methods, their bounds and laws, and sampling by noise."""
