"""The project itself: layers, requirements, words."""

import re
import subprocess
import sys
import tomllib

import lessons
from course import figures, notebooks, outline
from course.__main__ import parser
from course.notebooks import ROOT
from course.pages import plan
from course.start import EXTRAS

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PACKED = ("helpers", "lessons", "answers", "course")
NBVAL = [r for r in PYPROJECT["project"]["optional-dependencies"]["test"] if r.startswith("nbval")]
DRAWING, JUPYTER = {"matplotlib"}, {"ipywidgets", "IPython"}
SHOWING = {"plots", "live", "desk"}  # the rooms of helpers that know of pictures or widgets
MODULES = sorted(
    ".".join(parts)
    for p in (ROOT / "helpers").rglob("[!_]*.py")
    if (parts := p.relative_to(ROOT / "helpers").with_suffix("").parts)[0] not in SHOWING
)


def loaded(code):
    """Top-level names of the modules that a fresh process has after running the code."""
    out = subprocess.check_output(
        [sys.executable, "-c", f"{code}; import sys; print(*sys.modules)"], text=True
    )
    return {name.split(".")[0] for name in out.split()} | {
        name for name in out.split() if name.startswith("helpers.")
    }


def test_algorithms_know_nothing_of_pictures_and_pictures_nothing_of_jupyter():
    assert not loaded("import " + ", ".join(f"helpers.{m}" for m in MODULES)) & (
        DRAWING | JUPYTER | {"helpers.plots", "helpers.live"}
    )
    assert not loaded("import helpers.plots") & JUPYTER


def test_notebooks_know_nothing_of_what_runs_the_course():
    for path in notebooks.paths():
        for cell in notebooks.code(path):
            assert not re.search(r"^\s*(from|import) course\b", cell["source"], re.MULTILINE), path


def test_the_wheel_holds_every_file_of_the_packages():
    """Templates, styles, vendored scripts and their licences, not only modules."""
    data = PYPROJECT["tool"]["setuptools"]["package-data"]
    packed = {
        file
        for package, patterns in data.items()
        for pattern in patterns
        for file in (ROOT / package.replace(".", "/")).glob(pattern)
    }
    kept = subprocess.check_output(["git", "ls-files", *PACKED], cwd=ROOT, text=True)
    for name in kept.split("\n"):
        file = ROOT / name
        assert file.suffix == ".py" or not file.is_file() or file in packed, name


def test_homework_stands_beside_the_figures():
    assert not loaded("import course.grading") & (
        DRAWING | JUPYTER | {"helpers.plots", "helpers.live"}
    )


def test_the_product_does_not_need_what_only_tests_need():
    assert not loaded(
        "import helpers.live, course.grading, course.ledger, "
        + ", ".join(f"helpers.{m}" for m in MODULES)
    ) & {"sklearn", "playwright", "pytest", "nbgrader"}


def test_conda_users_get_the_same_requirements():
    """Those to run, and nbval beside them: who has no `make test` checks a notebook with that."""
    listed = re.findall(
        r"^  - ([\w\-]+)(>=[\d.]+)?$", (ROOT / "environment.yml").read_text(), flags=re.MULTILINE
    )
    wanted = {
        (re.split(r"[><=]", r)[0], r[len(re.split(r"[><=]", r)[0]) :])
        for r in [*PYPROJECT["project"]["dependencies"], *NBVAL]
    }
    assert len(NBVAL) == 1
    assert {pair for pair in listed if pair[0] not in ("conda-forge", "python", "pip")} == wanted
    assert ("python", PYPROJECT["project"]["requires-python"]) in listed


def test_the_lock_file_names_every_requirement_and_no_place_to_get_it():
    lock = (ROOT / "requirements.lock").read_text()
    pinned = set(re.findall(r"^([\w\-.]+)==", lock, flags=re.MULTILINE))
    everything = PYPROJECT["project"]["dependencies"] + sum(
        PYPROJECT["project"]["optional-dependencies"].values(), []
    )
    names = {re.split(r"[><=\[]", r)[0] for r in everything} - {PYPROJECT["project"]["name"]}
    assert names <= pinned, names - pinned
    assert "://" not in lock


TEXTS = (".py", ".md", ".toml", ".yml", ".ipynb", ".csv", ".lock")
MACHINE = "|".join(
    [
        "/wo" + "rk/",
        "/ro" + "ot/",
        "/tm" + "p/",
        "../sha" + "red",
        "pypi" + r"\.org",
        "files.python" + "hosted",
        "npmjs" + r"\.org",
    ]
)
MAKING = r"\b(sub" + r"agent|language " + r"model|this ses" + r"sion)\b"


def test_the_text_speaks_of_the_project_alone():
    """No path of one machine; no registry's host; nothing about how the text came about."""
    texts = [path for path in ROOT.rglob("*") if path.suffix in TEXTS]
    for path in texts:
        if {".venv", "build", ".git"} & set(path.relative_to(ROOT).parts):
            continue
        text = path.read_text(encoding="utf-8")
        found = re.search(MACHINE, text)
        if path.suffix != ".lock":
            found = found or re.search(MAKING, text, flags=re.IGNORECASE)
        assert not found, f"{path.relative_to(ROOT)}: {found.group()}"
    assert len(texts) > 300


def test_a_notebook_its_lesson_and_its_card_have_one_title():
    folders = {number: folder.name for number, folder in lessons.folders().items()}
    assert folders == {path.name[:2]: f"n{path.stem}" for path in notebooks.paths()}
    for number, card in lessons.cards().items():
        assert folders[number][4:].replace("_", " ") == card.title
        assert card == lessons.lesson(number).CARD
        shown = figures.classes_of(number)
        assert set(card.live) <= shown and card.question
        assert set(card.weeks) <= set(plan.PLANS) and set(card.needs) <= set(folders)


def test_the_readme_lists_the_notebooks_as_their_cards_say():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert outline.with_table(readme) == readme, "run `python -m course pages`"


def test_every_target_of_the_makefile_is_explained_and_works_without_make():
    makefile = (ROOT / "Makefile").read_text()
    targets = re.findall(r"^([a-z]+):.*## ", makefile, flags=re.MULTILINE)
    commands = next(a.choices for a in parser()._actions if a.choices)
    assert set(commands) == set(EXTRAS)
    assert set(targets) - {"clean", "help"} == set(re.findall(r"\$\(START\) (\w+)", makefile))
    assert set(targets) - {"clean", "help"} <= set(commands)
    assert set(targets) == set(re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)[1].split())


def test_an_old_python_is_told_what_to_do(tmp_path):
    code = (
        "import sys, runpy; sys.version_info = (3, 8, 0); sys.argv = ['start.py', 'lab']; "
        f"runpy.run_path({str(ROOT / 'course/start.py')!r}, run_name='__main__')"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (
        result.returncode == 1
        and "needs Python 3.11 or newer, and this is 3.8" in result.stderr
        and "Traceback" not in result.stderr
    )


def test_a_missing_venv_module_is_told_what_to_do(tmp_path):
    """Debian's Python without python3-venv: `python -m venv` fails."""
    fake = tmp_path / "venv.py"
    fake.write_text("import sys; sys.exit('ensurepip is not available')")
    copy = tmp_path / "course" / "course"
    copy.mkdir(parents=True)
    (copy / "start.py").write_text((ROOT / "course/start.py").read_text())
    result = subprocess.run(
        [sys.executable, str(copy / "start.py"), "lab"],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(tmp_path), "PATH": ""},
    )
    assert (
        result.returncode == 1
        and "apt install python3-venv" in result.stderr
        and "Traceback" not in result.stderr
    )


def test_stored_notebooks_have_lf_line_ends():
    for path in notebooks.paths():
        assert b"\r" not in path.read_bytes()
        assert path.read_bytes().endswith(b"}\n")
