"""Jupyter server configuration that `make lab` uses: saved notebooks keep pictures, not dead widgets; slides work."""
import warnings

from helpers.course.clean import strip_widgets
from helpers.slides.lecture import EXTENSIONS, leave_slides


def keep_pictures(model, **kwargs):
    """Before a notebook is saved, take the widget views out; the picture beside each of them stays."""
    if model["type"] == "notebook" and model["content"] is not None:
        strip_widgets(model["content"])


c = get_config()  # noqa: F821 (Jupyter defines it)
c.ContentsManager.pre_save_hook = keep_pictures
# Jupyter may apply this file twice, and would then tell the reader so
warnings.filterwarnings("ignore", message="Overriding existing pre_save_hook")
c.LabApp.extra_labextensions_path = [EXTENSIONS]
leave_slides()
