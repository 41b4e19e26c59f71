"""JupyterLab as `make lab` starts it: saved notebooks keep pictures, slides work."""

import warnings
from pathlib import Path

from course.notebooks import NOTEBOOKS, strip_widgets

HERE = Path(__file__).parent
EXTENSIONS = HERE / "slides" / "labextensions"  # slide mode
CONFIG = f"--config={HERE / 'jupyter_config.py'}"
FIRST = str(NOTEBOOKS / "00_start.ipynb")


def configure(c):
    """Jupyter's configuration."""
    c.ContentsManager.pre_save_hook = keep_pictures
    # Jupyter may apply its configuration twice, and would then tell the reader so
    warnings.filterwarnings("ignore", message="Overriding existing pre_save_hook")
    c.LabApp.extra_labextensions_path = [str(EXTENSIONS)]
    # a browser would keep the parts of slide mode for a year, and miss every update of the course
    c.LabApp.cache_files = False


def keep_pictures(model, **kwargs):
    """Before a notebook is saved, take the widget views out; the picture beside each stays."""
    if model["type"] == "notebook" and model["content"] is not None:
        strip_widgets(model["content"])
