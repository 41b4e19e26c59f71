"""A docstring of helpers begins with one line that can be read alone; formulas are raw strings."""

import ast

import pytest

from course.notebooks import ROOT

FILES = sorted((ROOT / "helpers").rglob("*.py"))
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_first_sentence_stands_on_the_first_line(path):
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)):
        words = ast.get_docstring(node) if isinstance(node, DOCUMENTED) else None
        if words:
            summary = words.split("\n\n")[0]
            assert "\n" not in summary, f"{getattr(node, 'name', path.name)}: {summary}"
            literal = ast.get_source_segment(text, node.body[0])
            assert "\\" not in literal or literal.startswith("r"), getattr(node, "name", path.name)
