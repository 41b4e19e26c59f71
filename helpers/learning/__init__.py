"""The learning problem: risk, convexity, surrogates."""
