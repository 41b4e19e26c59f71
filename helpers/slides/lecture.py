"""Slide mode in JupyterLab: where our small extension is, and how a new start begins outside slide mode."""

import re
from pathlib import Path

from jupyterlab.commands import get_user_settings_dir

EXTENSIONS = str(Path(__file__).parent / "labextensions")


def leave_slides(folder=None):
    """Slide mode was on when JupyterLab was closed, and its settings remember it: switch it off, touch nothing else."""
    file = Path(folder or get_user_settings_dir()) / "jupyterlab-slideshow" / "plugin.jupyterlab-settings"
    if file.exists():
        words = file.read_text(encoding="utf-8")
        file.write_text(re.sub(r'("active"\s*:\s*)true', r"\1false", words), encoding="utf-8")
