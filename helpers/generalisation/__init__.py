"""Why a sample tells about what was not sampled: concentration, and what is built on it."""
