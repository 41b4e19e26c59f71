"""The two widgets of the kit that run in the browser: a picture with handles, and a text."""

import asyncio
from pathlib import Path

import anywidget
from traitlets import Bytes, Dict, Int, List, Unicode

REST = 0.4  # seconds without a move before the sharp picture is made
HERE = Path(__file__).parent
CSS = (HERE / "look.css").read_text(encoding="utf-8")


class Picture(anywidget.AnyWidget):
    """A PNG picture; on it handles that answer to mouse, finger and arrow keys.

    `handles` are dicts of label, u, v (place in fractions of the picture), value and text, or of
    label and hidden. `pull` is what the browser sends: which handle, and the place of the hand or
    an arrow key. `veils` are boxes (left, top, width, height) that are covered before a guess.
    """

    _esm = (HERE / "picture.js").read_text(encoding="utf-8")
    _css = CSS
    png = Bytes().tag(sync=True)
    alt = Unicode().tag(sync=True)
    width = Int(1000).tag(sync=True)
    height = Int(420).tag(sync=True)
    handles = List().tag(sync=True)
    veils = List().tag(sync=True)
    pull = Dict().tag(sync=True)

    def __init__(self, sharp, **traits):
        """`sharp` gives the current picture once more, at double density."""
        super().__init__(**traits)
        self.add_class("live-picture")
        self._sharp, self._resting = sharp, None
        self._view_count = 0  # asks the browser to count the views
        self.observe(self.sharpen_later, "_view_count")

    def sharpen_later(self, _=None):
        """Send the sharp picture once the hand has rested for a moment."""
        if not self._view_count:  # nobody is looking: a notebook executed without a browser
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # no kernel around us, so nobody to look
            return
        self.rest()
        self._resting = loop.call_later(REST, self._sharpen)

    def rest(self):
        """No sharp picture is on its way any more."""
        if self._resting is not None:
            self._resting.cancel()
        self._resting = None

    def _sharpen(self):
        self._resting = None
        self.png = self._sharp()


class Words(anywidget.AnyWidget):
    """HTML that may change under the reader's eyes: what is open stays open."""

    _esm = """
    export default { render({ model, el }) {
      const show = () => {
        const open = [...el.querySelectorAll("details")].map((d) => d.open);
        el.innerHTML = model.get("html");
        el.querySelectorAll("details").forEach((d, i) => { d.open = open[i] ?? false; });
      };
      model.on("change:html", show);
      show();
    } };
    """
    _css = CSS
    html = Unicode().tag(sync=True)

    def __init__(self, html="", look=""):
        super().__init__(html=html)
        self.add_class(look)
