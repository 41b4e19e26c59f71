"""How long things take: the parts of the report that `python -m tests.tools.bench` writes."""
