"""Submissions that cheat or break, and the marks they have earned: what the grader must survive.

Each attack is a notebook for the assignment of gradient descent, and answers its three functions
(two points each). Where it replaces one, the two others are right, so that an honest grader gives
4. An attack that tries to reach something returns the right answer *if it succeeds*: the mark tells
whether the wall stood. All of them are harmless if it does not: bombs are bounded in count, size
and time, files are touched only in folders of the tests, and the network attack knocks at a door of
the tests' own.
"""

import json
import os

from course.grading.assignment import assignments
from helpers.desk.kinds import Open

NAME = "07_gradient_descent"
IMPORTS = "import numpy as np\nfrom helpers.desk import ask, check, close, solution"
RIGHT = {
    "average_bound": """def average_bound(w1, w_star, eta, V):
    T = len(V)
    far = np.sum(np.subtract(w1, w_star) ** 2)
    return far / (2 * eta * T) + eta / (2 * T) * np.sum(np.square(V))""",
    "step_and_rate": """def step_and_rate(A):
    mu, beta = np.linalg.eigvalsh(A)[[0, -1]]
    return [beta, mu, 2 / (beta + mu), (beta - mu) / (beta + mu)]""",
    "grad_linreg": """def grad_linreg(w, x, y):
    r = w[0] + w[1] * np.asarray(x) - np.asarray(y)
    return [2 * np.mean(r), 2 * np.mean(r * np.asarray(x))]""",
}
WRONG = """def grad_linreg(w, x, y):
    r = w[0] + w[1] * np.asarray(x) - np.asarray(y)
    return [2 * np.mean(r), 2 * np.sum(r * np.asarray(x))]"""
STUB = "def grad_linreg(w, x, y):\n    raise NotImplementedError"


def notebook(*sources, metadata=None, **fields):
    """A notebook file (text) of these code cells."""
    cells = [
        {
            "cell_type": "code",
            "execution_count": None,
            "id": f"c{i}",
            "metadata": {},
            "outputs": [],
            "source": source,
        }
        for i, source in enumerate(sources)
    ]
    return json.dumps(
        {"cells": cells, "metadata": metadata or {}, "nbformat": 4, "nbformat_minor": 5, **fields}
    )


def honest(*before, target=RIGHT["grad_linreg"], after=()):
    """Right answers to the first two exercises, `target` for the third, cells before and after."""
    return notebook(
        IMPORTS, *before, RIGHT["average_bound"], RIGHT["step_and_rate"], target, *after
    )


def body(lines, then="return [0.0, 0.0]"):
    """grad_linreg that first does `lines`."""
    inside = "\n".join("    " + line for line in [*lines.strip("\n").splitlines(), then])
    return f"import os, sys, time\ndef grad_linreg(w, x, y):\n{inside}"


def breach(attempt):
    """grad_linreg that returns the right answer if `attempt` (lines that set `won`) succeeds."""
    inside = "\n".join("        " + line for line in attempt.strip("\n").splitlines())
    return f"""import os, sys, time, glob, socket
{RIGHT["grad_linreg"].replace("grad_linreg", "truth")}
def grad_linreg(w, x, y):
    won = False
    try:
{inside}
    except Exception:
        won = False
    return truth(w, x, y) if won else None"""


def opens(path):
    return breach(f"won = len(open({str(path)!r}, 'rb').read()) > 0")


def attacks(course, port):
    """Name -> (content of the file, mark earned); `port` is a listener of the tests."""
    from tests.tools.breakouts import breakouts  # here, because they are made of what stands below

    root = assignments()[NAME].path.parents[1]
    outside = course / "touched"
    return {
        **endless(),
        **crashing(),
        **reaching(root, course, outside, port),
        **pretending(),
        **malformed(),
        **breakouts(),
    }


def endless():
    swallow = """
while True:
    try:
        for _ in range(10**9):
            pass
    except BaseException:
        pass"""
    bounded = "end = time.time() + 60\nwhile time.time() < end: pass"
    ignore = "for bell in (signal.SIGALRM, signal.SIGPROF): signal.signal(bell, signal.SIG_IGN)\n"
    deaf = "import signal\n" + ignore + bounded
    return {
        "infinite-loop": (honest(target=body(bounded)), 4),
        "infinite-loop-that-swallows-everything": (honest(target=body(swallow)), 4),
        "infinite-loop-deaf-to-alarms": (honest(target=body(deaf)), 4),
        "infinite-loop-in-a-cell": (honest("import time\n" + bounded), 6),
        "infinite-loop-in-a-cell-deaf": (honest("import time\n" + deaf), 6),
        "stops-itself": (
            honest(target=body("import signal\nos.kill(os.getpid(), signal.SIGSTOP)")),
            4,
        ),
        "sleeps": (honest(target=body("time.sleep(60)")), 4),
    }


def crashing():
    memory = "hoard = []\nfor _ in range(64):\n    hoard.append(np.ones(2**23))"  # 4 GB at most
    forks = """
for _ in range(200):
    try:
        if os.fork() == 0:
            time.sleep(20)
            os._exit(0)
    except OSError:
        pass"""
    threads = """
import threading
for _ in range(200):
    try:
        threading.Thread(target=time.sleep, args=(20,), daemon=True).start()
    except RuntimeError:
        pass"""
    return {
        "memory-bomb": (honest(target=body(memory)), 4),
        "memory-bomb-in-a-cell": (honest(memory, "del hoard"), 6),
        "fork-bomb": (honest(target=body(forks)), 4),
        "thread-bomb": (honest(target=body(threads)), 4),
        "disk-bomb": (
            honest(target=body("for i in range(64): open(f'{i}.bin', 'wb').write(bytes(2**24))")),
            4,
        ),
        "os-exit": (honest(target=body("os._exit(0)")), 4),
        "os-exit-in-a-cell": (honest("import os\nos._exit(0)"), 6),
        "system-exit": (honest(target=body("sys.exit(0)")), 4),
        "system-exit-in-a-cell": (honest("raise SystemExit"), 6),
        "segfault": (honest(target=body("import ctypes\nctypes.string_at(0)")), 4),
        "recursion": (
            honest(target=body("sys.setrecursionlimit(10**8)\ndef f(): return f()\nf()")),
            4,
        ),
        "raises-in-a-cell": (honest("1 / 0", "this is not Python"), 6),
        "raises-a-strange-exception": (
            honest(target=body("raise type(str(list(w)), (Exception,), {})")),
            4,
        ),
        "kills-its-parent": (honest(target=body("os.kill(os.getppid(), 9)")), 4),
        "kills-the-sandbox": (honest(target=body("os.kill(1, 9)\nos.kill(1, 15)")), 4),
    }


# ways to the exercise object itself; the stand-ins of the student's process have no Code
SOLUTION = {
    "imports-the-solution": """
import answers.n07 as n07
won = type(n07.GRAD_LINREG).__name__ == 'Code'""",
    "imports-behind-the-stand-ins": """
import importlib
sys.meta_path[:] = [f for f in sys.meta_path if type(f).__name__ != 'Stage']
for name in [n for n in sys.modules if n.startswith('helpers.desk')]:
    del sys.modules[name]
n07 = importlib.import_module('answers.n07')
won = type(n07.GRAD_LINREG).__name__ == 'Code'""",
    "loads-the-solution-from-its-place": """
import importlib.machinery, helpers
top = os.path.dirname(os.path.dirname(helpers.__file__))
spec = importlib.machinery.PathFinder.find_spec('answers', [top, *sys.path])
place = list(spec.submodule_search_locations)
won = importlib.machinery.PathFinder.find_spec('n07', place) is not None""",
    "asks-for-the-solution": """
import helpers.desk
helpers.desk.check('07-grad-linreg', min)
won = 'residual' in str(helpers.desk.solution('07-grad-linreg'))
won = won or 'residual' in str(helpers.desk.find('07-grad-linreg').answer)""",
    "inspects-the-exercises": """
import inspect, answers
won = len(inspect.getsource(answers)) > 0""",
    "looks-for-the-solution-in-memory": """
import gc
won = any(type(o).__name__ == 'Code' and hasattr(o, 'wrong') for o in gc.get_objects())""",
    "looks-for-copies-of-the-solution": """
tops = [*sys.path, '/grader', '/tmp', '/usr/lib/python3']
won = any(glob.glob(top + '/**/answers/**/n07*', recursive=True) for top in tops)""",
    "looks-for-answers-everywhere": """
import importlib.util
top = os.path.dirname(os.path.dirname(__import__('helpers').__file__))
tops = [top, '/grader', '/home', '/opt', '/srv', '/tmp', *sys.path]
found = [place for t in tops for place in glob.glob(t + '/answers') + glob.glob(t + '/*/answers')]
found += glob.glob(top + '/**/n07.py*', recursive=True)
found += [line for line in open('/proc/self/mountinfo') if '/answers' in line]
found += [f for f in glob.glob('/proc/self/fd/*') if 'answers' in os.path.realpath(f)]
found += [m for m in sys.modules if m.split('.')[0] == 'answers']
won = bool(found) or importlib.util.find_spec('answers') is not None""",
}


def reaching(root, course, outside, port):
    exercises = root / "answers"
    look = {
        "reads-the-solution": exercises / "n07.py",
        "lists-what-there-is-to-answer": exercises / "__init__.py",
        "reads-the-notebook": root / "notebooks" / f"{NAME}.ipynb",
        "reads-the-source-of-the-release": course / "source" / NAME / f"{NAME}.ipynb",
        "reads-the-gradebook": course / "gradebook.db",
        "reads-the-salt": course / "salt",
        "reads-another-student": course / "submitted" / "honest" / NAME / f"{NAME}.ipynb",
        "reads-the-tests": root / "tests" / "answers" / "test_answers.py",
        "reads-the-grader": root / "course" / "grading" / "score.py",
        "reads-the-ledger": root / "data" / "results.csv",
        "reads-the-history": root / ".git" / "HEAD",
    }
    compiled = f"won = bool(glob.glob({str(exercises)!r} + '/**/*07*', recursive=True))"
    every = "glob.glob('/proc/[0-9]*/environ')"
    environments = f"won = any(b'HOMEWORK_SALT' in open(p, 'rb').read() for p in {every})"
    inside = str(root / "helpers" / "touched_by_attack")
    scribble = f"open({inside!r}, 'w').write('here')\nos.remove({inside!r})\nwon = True"
    return {
        **{name: (honest(target=opens(path)), 4) for name, path in look.items()},
        **{name: (honest(target=breach(lines)), 4) for name, lines in SOLUTION.items()},
        "finds-the-compiled-solution": (honest(target=breach(compiled)), 4),
        "reads-the-salt-in-the-environment": (
            honest(target=breach("won = 'HOMEWORK_SALT' in os.environ")),
            4,
        ),
        "reads-the-salt-of-other-processes": (honest(target=breach(environments)), 4),
        "sees-the-grader": (
            honest(target=breach(f"os.kill({os.getpid()}, 0)\nwon = {os.getpid()} > 100")),
            4,
        ),
        "writes-outside": (
            honest(target=breach(f"open({str(outside)!r}, 'w').write('here')\nwon = True")),
            4,
        ),
        "writes-into-helpers": (honest(target=breach(scribble)), 4),
        "network": (
            honest(
                target=breach(
                    f"socket.create_connection(('127.0.0.1', {port}), 1).close()\nwon = True"
                )
            ),
            4,
        ),
        "becomes-root": (
            honest(target=breach("os.setuid(0)\nwon = open('/grader/child.py', 'a') is not None")),
            4,
        ),
        "raises-its-limits": (
            honest(
                target=breach(
                    "import resource\nresource.setrlimit(resource.RLIMIT_AS, (-1, -1))\nwon = True"
                )
            ),
            4,
        ),
    }


def pretending():
    agreeable = """class Yes:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __abs__(self): return self
    def __sub__(self, other): return self
    def __le__(self, other): return True
    def __len__(self): return 2
    def __getitem__(self, i): return 0.0
    def __array__(self, *a, **k): return np.zeros(2)
"""
    subclass = """class Sly(np.ndarray):
    def __eq__(self, other): return True
    def __le__(self, other): return np.ones(2, bool)
    def __array_ufunc__(self, *a, **k): return np.ones(2, bool)
"""
    pickled = """class Load:
    def __reduce__(self): return (eval, ('True',))
"""
    forged = """
import struct, json
for n in range(1, 60):
    text = json.dumps({'id': n, 'value': [0.0, 0.0], 'score': 6, 'ready': []}).encode()
    for fd in range(3, 40):
        try: os.write(fd, struct.pack('>Q', len(text)) + text)
        except OSError: pass"""
    noise = "for fd in range(3, 40):\n    try: os.write(fd, bytes(4096))\n    except OSError: pass"
    smuggled = """import base64, sys
junk = base64.b64encode(np.lib.format.magic(1, 0) + b'junk').decode()
sys.modules['wire'].pack = lambda value: {'npy': junk}"""
    hook = """import ast
class NoAsserts(ast.NodeTransformer):
    def visit_Assert(self, node): return ast.Pass()
get_ipython().ast_transformers.append(NoAsserts())"""
    patched = """np.allclose = np.all = np.array_equal = lambda *a, **k: True
np.abs = lambda *a, **k: np.zeros(())"""
    built = """import builtins
builtins.all = builtins.any = builtins.isinstance = lambda *a: True
builtins.AssertionError = ValueError"""
    files = """for name in ('grades.csv', 'result.json', 'gradebook.db'):
    open(name, 'w').write('{"score": 6}')"""
    swallow = body("try:\n    return undefined\nexcept BaseException:\n    return None")
    friendly = "import helpers.desk\nhelpers.desk.close = lambda *a: True"
    huge = "def grad_linreg(w, x, y):\n    return [0.0] * 30_000_000"
    deep = (
        "def grad_linreg(w, x, y):\n    v = []\n    for _ in range(100_000): v = [v]\n    return v"
    )
    loop = "def grad_linreg(w, x, y):\n    v = []\n    v.append(v)\n    return v"
    return {
        "equal-to-everything": (
            honest(target=agreeable + "def grad_linreg(w, x, y): return Yes()"),
            4,
        ),
        "array-subclass": (
            honest(target=subclass + "def grad_linreg(w, x, y): return np.zeros(2).view(Sly)"),
            4,
        ),
        "pickled-payload": (honest(target=pickled + "def grad_linreg(w, x, y): return Load()"), 4),
        "pickled-array": (
            honest(
                target=pickled + "def grad_linreg(w, x, y): return np.array([Load(), 1], object)"
            ),
            4,
        ),
        "smuggles-a-broken-array": (honest(target=WRONG, after=[smuggled]), 0),
        "forges-the-result-files": (honest(target=WRONG, after=[files]), 4),
        "forges-replies": (honest(target=body(forged)), 4),
        "forges-replies-in-a-cell": (honest(target=WRONG, after=["import os\n" + forged]), 4),
        "noise-on-the-channel": (honest(target=body(noise)), 4),
        "prints-a-fake-score": (
            honest(target=WRONG, after=["print('score: 6 / 6'); print('right')"]),
            4,
        ),
        "asserts-removed-by-a-hook": (honest(hook, target=WRONG), 4),
        "numpy-patched": (honest(target=WRONG, after=[patched]), 4),
        "builtins-patched": (honest(target=WRONG, after=[built]), 4),
        "close-patched": (honest(target=WRONG, after=[friendly]), 4),
        "catches-everything": (honest(target=swallow), 4),
        "returns-the-visible-constants": (
            honest(target="def grad_linreg(w, x, y):\n    return [4, 8]"),
            4,
        ),
        "returns-nan": (
            honest(target="def grad_linreg(w, x, y):\n    return [float('nan')] * 2"),
            4,
        ),
        "returns-its-inputs": (honest(target="def grad_linreg(w, x, y):\n    return [w, x, y]"), 4),
        "returns-120-MB": (honest(target=huge), 4),
        "returns-a-nest": (honest(target=deep), 4),
        "returns-a-list-in-itself": (honest(target=loop), 4),
        "not-a-function": (honest(target="grad_linreg = 7"), 4),
        "missing-function": (honest(target="pass"), 4),
        "unwritten": (honest(target=STUB), 4),
        "unwritten-dots": (honest(target="def grad_linreg(w, x, y):\n    ..."), 4),
    }


def malformed():
    careful = RIGHT["grad_linreg"].replace(
        "    r =", "    assert close(1, 1.0) and not close(1, 2)\n    r ="
    )
    from tests.tools.school import solved  # here, because a school has attackers among its pupils

    assignment = assignments()[NAME]
    whole = json.dumps(solved(assignment))
    everything = sum(e.points for e in assignment.exercises if not isinstance(e, Open))
    greedy = json.loads(whole)
    for cell in greedy["cells"]:
        meta = cell["metadata"].get("nbgrader")
        if meta:
            meta.update(points=100, grade=True, locked=False)
    bare = json.loads(whole)
    bare["cells"] = [
        c for c in bare["cells"] if not c["metadata"].get("nbgrader", {}).get("locked")
    ]
    doubled = json.loads(whole)
    doubled["cells"] += [c for c in doubled["cells"] if "nbgrader" in c["metadata"]]
    for cell in doubled["cells"]:
        cell["id"] = "same"
    blank = {
        "cell_type": "code",
        "language": "python",
        "outputs": [],
        "collapsed": False,
        "metadata": {},
    }
    old_cells = [{**blank, "input": source} for source in (IMPORTS, *RIGHT.values())]
    old = {"worksheets": [{"cells": old_cells, "metadata": {}}], "metadata": {"name": ""}}
    old |= {"nbformat": 3, "nbformat_minor": 0}
    loud = ["    print('x' * 10_000_000)", "    import warnings", "    warnings.warn('loud')"]
    head, *rest = RIGHT["grad_linreg"].splitlines()
    shouting = "\n".join([head, *loud, *rest])
    fat = json.loads(honest())
    fat["cells"][0]["outputs"] = [
        {"output_type": "stream", "name": "stdout", "text": "x" * 40_000_000}
    ]
    kernel = {"kernelspec": {"name": "no-such-kernel", "display_name": "?", "language": "cobol"}}
    return {
        "honest": (honest(), 6),
        "whole-notebook": (whole, everything),
        "wrong": (honest(target=WRONG), 4),
        "careful": (honest(target=careful), 6),
        "metadata-changed": (json.dumps(greedy), everything),
        "tests-deleted": (json.dumps(bare), everything),
        "duplicate-ids": (json.dumps(doubled), everything),
        "written-above-the-stub": (honest(target=RIGHT["grad_linreg"], after=[STUB]), 6),
        "written-above-the-dots": (honest(after=["def grad_linreg(w, x, y):\n    ..."]), 6),
        "wrong-kernel": (notebook(IMPORTS, *RIGHT.values(), metadata=kernel), 6),
        "older-format": (json.dumps(old), 6),
        "prints-10-MB": (honest(target=shouting), 6),
        "file-of-40-MB": (json.dumps(fat), 0),
        "corrupted-json": (honest()[:-40], 0),
        "not-a-notebook": ('{"cells": 7, "nbformat": 4}', 0),
        "a-list": ("[]", 0),
        "nested-json": ("[" * 200_000, 0),
        "no-cells": (notebook(), 0),
        "empty-file": ("", 0),
        "not-utf8": (b"\xff\xfe\x00\x93" * 50, 0),
        "byte-order-mark": (b"\xef\xbb\xbf" + honest().encode(), 6),
    }


def hand_in(submitted, student, content, name=NAME):
    """Write one submission in nbgrader's layout."""
    folder = submitted / student / name
    folder.mkdir(parents=True)
    (folder / f"{name}.ipynb").write_bytes(
        content if isinstance(content, bytes) else content.encode()
    )
    (folder / "timestamp.txt").write_text("2026-11-16 08:00:00 UTC")
    return folder
