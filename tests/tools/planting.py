"""A planted mistake is addressed by definition and syntax, so that formatting cannot break it.

The address is a module, the dotted name of a function, method or assignment in it, and a fragment
of that definition's canonical text: what `ast.unparse` writes. The fragment occurs exactly once.
"""

import ast
import textwrap
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LISTS = Path(__file__).with_name("planted")  # helpers.toml, and one for each notebook's claims


@dataclass(frozen=True)
class Mistake:
    """In the definition `name` of `module`, `new` stands for `old`; `test` must notice it."""

    module: str
    name: str
    old: str
    new: str
    test: str

    def file(self, root=ROOT):
        """The file of the module below a root: a module or a package."""
        path = root.joinpath(*self.module.split("."))
        return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")

    def planted(self, source):
        """The source with the mistake in it; only the lines of the definition change."""
        node = definition(ast.parse(source), self.name)
        right = ast.unparse(node)
        if right.count(self.old) != 1:
            times = right.count(self.old)
            raise ValueError(f"in {self.module}, {self.name}: {self.old!r} occurs {times} times")
        wrong = right.replace(self.old, self.new)
        if same_syntax(right, wrong):
            raise ValueError(f"in {self.module}, {self.name}: {self.new!r} changes nothing")
        return with_lines(source, node, wrong)


def mistakes(folder=LISTS):
    """All planted mistakes, in the order of the lists."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.toml")))
    groups = [group for text in texts for group in tomllib.loads(text)["planted"]]
    return [Mistake(g["module"], *m, g["test"]) for g in groups for m in g["mistakes"]]


def definition(tree, name):
    """The one statement that defines a dotted name: `f`, `C.f`, or `X` of `X = ...`."""
    nodes = [tree]
    for part in name.split("."):
        nodes = [n for node in nodes for n in getattr(node, "body", []) if part in defined(n)]
    if len(nodes) != 1:
        raise ValueError(f"{name} is defined {len(nodes)} times")
    return nodes[0]


def defined(node):
    """The names that a statement defines."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    if not isinstance(node, (ast.Assign, ast.AnnAssign)):
        return set()
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    names = (n for target in targets for n in ast.walk(target) if isinstance(n, ast.Name))
    return {n.id for n in names if isinstance(n.ctx, ast.Store)}


def same_syntax(one, other):
    """True if two texts mean the same program; a text that is none is a ValueError."""
    try:
        return ast.dump(ast.parse(one)) == ast.dump(ast.parse(other))
    except SyntaxError as error:
        raise ValueError(f"no Python: {error}") from error


def with_lines(source, node, text):
    """The source with the lines of one statement, decorators included, replaced by a text."""
    lines = source.split("\n")  # as ast counts them; splitlines also splits at form feeds
    decorators = getattr(node, "decorator_list", [])
    first = min(n.lineno for n in [node, *decorators])
    lines[first - 1 : node.end_lineno] = [textwrap.indent(text, " " * node.col_offset)]
    return "\n".join(lines)
