"""JupyterLab as `make lab` starts it: saved notebooks keep pictures, slides work."""

import re
import warnings
from pathlib import Path

from course.notebooks import NOTEBOOKS, strip_widgets

HERE = Path(__file__).parent
EXTENSIONS = HERE / "slides" / "labextensions"  # what lectures need on top of slide mode
CONFIG = f"--config={HERE / 'jupyter_config.py'}"
FIRST = str(NOTEBOOKS / "00_start.ipynb")


def configure(c):
    """Jupyter's configuration."""
    c.ContentsManager.pre_save_hook = keep_pictures
    # Jupyter may apply its configuration twice, and would then tell the reader so
    warnings.filterwarnings("ignore", message="Overriding existing pre_save_hook")
    c.LabApp.extra_labextensions_path = [str(EXTENSIONS)]
    leave_slides()


def keep_pictures(model, **kwargs):
    """Before a notebook is saved, take the widget views out; the picture beside each stays."""
    if model["type"] == "notebook" and model["content"] is not None:
        strip_widgets(model["content"])


def leave_slides(folder=None):
    """Switch slide mode off in JupyterLab's settings, and touch nothing else.

    It was on when JupyterLab was closed, and its settings remember it.
    """
    from jupyterlab.commands import get_user_settings_dir

    settings = Path(folder or get_user_settings_dir()) / "jupyterlab-slideshow"
    file = settings / "plugin.jupyterlab-settings"
    if file.exists():
        words = file.read_text(encoding="utf-8")
        file.write_text(re.sub(r'("active"\s*:\s*)true', r"\1false", words), encoding="utf-8")
