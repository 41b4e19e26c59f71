"""Nothing public stands in helpers for the tests alone: a notebook, a lesson or a tool reaches it.

The graph is read from the source. A definition reaches what its text names: definitions of its own
module, and what it imports. Notebooks, lessons, answers and the course are where one starts.
"""

import ast
import json
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# what only tests call, and why it stays
ALLOWED = {
    "helpers.desk.checking.forget": "tests set the desk back between two readers",
    "helpers.desk.edits": "wrong answers are edits of the right one; tests of slips write them",
    "helpers.losses.mean_grad": "the gradient of mean_loss: one without the other would surprise",
    "Code.hidden": "tests try a wrong answer as the grader does",
    "Program.d_star": "the best dual value, beside p_star",
}


def module_name(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {module_name(p): p for p in sorted((ROOT / "helpers").rglob("*.py"))}


class Module:
    """The definitions of a text, the statements outside them, and the names that it imports."""

    def __init__(self, text, name=""):
        self.name, tree = name, ast.parse(text)
        self.parts, self.names = {}, {}
        for node in tree.body:
            for defined in bound(node) or {""}:
                self.parts.setdefault(defined, []).append(node)
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                whole = [alias for alias in node.names if alias.asname]
                self.names |= {a.asname: a.name for a in whole} | {"helpers": "helpers"}
            elif isinstance(node, ast.ImportFrom):
                source = node.module or "helpers"
                self.names |= {a.asname or a.name: f"{source}.{a.name}" for a in node.names}
        texts = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)]
        self.words = {word for text in texts if isinstance(text, str) for word in text.split()}
        self.words |= {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}

    def references(self, part):
        """Dotted names in the text of a definition, as far as its imports explain them."""
        for node in self.parts.get(part, ()):
            for dotted in chains(node):
                first, _, rest = dotted.partition(".")
                if first in self.names:
                    whole = ".".join([self.names[first], *([rest] if rest else [])])
                    yield from self.named({whole}) if whole in FILES else [whole]
                elif first in self.parts:
                    yield f"{self.name}.{first}"
            yield from self.named({n.value for n in ast.walk(node) if isinstance(n, ast.Constant)})

    def named(self, modules):
        """What a module may be asked for that is handed on, as S in `S = svm`, or loaded by text.

        `import_module("helpers.desk")` and `getattr(plots, name)` are such: every word of the text
        may be one of its definitions.
        """
        for whole in modules & set(FILES):
            yield from (whole, *(f"{whole}.{word}" for word in self.words))


def bound(node):
    """The names that a statement of a module defines; none where it does something."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return {node.name}
    if not isinstance(node, (ast.Assign, ast.AnnAssign)):
        return set()
    stored = (n for n in ast.walk(node) if isinstance(n, ast.Name))
    return {n.id for n in stored if isinstance(n.ctx, ast.Store)}


def chains(node):
    """Every a.b.c in a text, as long as it goes, as text."""
    dotted, rest = [], node
    while isinstance(rest, ast.Attribute):
        dotted, rest = [rest.attr, *dotted], rest.value
    if isinstance(rest, ast.Name):
        yield ".".join([rest.id, *dotted])
    else:
        for child in ast.iter_child_nodes(rest):
            yield from chains(child)


@cache
def module(name):
    return Module(FILES[name].read_text(encoding="utf-8"), name)


def target(dotted):
    """(module, definition) of helpers that a dotted name means, through what packages hand on."""
    name, rest = dotted, []
    while name and name not in FILES:
        name, _, last = name.rpartition(".")
        rest.insert(0, last)
    if name and not rest:  # a module, or the function of the same name that its package hands on
        package, _, last = name.rpartition(".")
        handed = package and module(package).names.get(last)
        return target(handed) if handed and handed != name else None
    if not name:
        return None
    if rest[0] in module(name).parts:
        return name, rest[0]
    if rest[0] in module(name).names:
        return target(".".join([module(name).names[rest[0]], *rest[1:]]))
    lazy = "__getattr__"  # by which a package loads what it is asked for
    return (name, lazy) if lazy in module(name).parts else None


def starts():
    """The texts in which one starts: cells without magic lines, and modules."""
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        lines = (line for text in code for line in text.split("\n"))
        yield "\n".join(line for line in lines if not line.startswith(("%", "!")))
    for top in ("lessons", "answers", "course"):
        yield from (p.read_text(encoding="utf-8") for p in sorted((ROOT / top).rglob("*.py")))


@cache
def reached():
    """All (module, definition) of helpers that one comes to."""
    texts = [Module(text) for text in starts()]
    new = {target(name) for text in texts for part in text.parts for name in text.references(part)}
    new |= {(name, "") for name in FILES}
    done = set()
    while new := new - done - {None}:
        done |= new
        new = {target(name) for m, part in new for name in module(m).references(part)}
    return done


def test_all_of_helpers_is_reached():
    there = {(name, part) for name in FILES for part in module(name).parts}
    dead = {(name, part) for name, part in there - reached() if not part.startswith("__")}
    dead = {f"{name}.{part}" for name, part in dead if name not in ALLOWED}
    assert dead <= set(ALLOWED), sorted(dead - set(ALLOWED))


def test_every_method_is_called():
    """By its name alone: who has it is not known before the code runs."""
    texts = [*starts(), *(path.read_text(encoding="utf-8") for path in FILES.values())]
    nodes = [node for text in texts for node in ast.walk(ast.parse(text))]
    called = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    classes = [
        node
        for name in FILES
        for node in ast.parse(FILES[name].read_text()).body
        if isinstance(node, ast.ClassDef)
    ]
    methods = {
        f"{c.name}.{m.name}"
        for c in classes
        for m in c.body
        if isinstance(m, ast.FunctionDef) and not m.name.startswith("_")
    }
    silent = {name for name in methods if name.split(".")[1] not in called}
    assert silent <= set(ALLOWED), sorted(silent - set(ALLOWED))
