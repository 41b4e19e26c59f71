"""The pages around the notebooks, in notebooks/guides: plan, graph, glossary and index."""
