"""A real JupyterLab in a real browser: start it as `make lab` does, open a notebook, look."""

import base64
import contextlib
import io
import os
import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from course.serve import PATIENCE, TOKEN, lab, open_notebook
from course.slides.rehearse import chromium

__all__ = ["PATIENCE", "TOKEN", "lab", "open_notebook"]  # what the course has, under one name

ROOT = Path(__file__).resolve().parents[2]
SHOTS = ROOT / "build" / "screenshots"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
]

# keydown -> first animation frame in which the picture differs from the one at the key press
WATCH = """img => {
  const canvas = document.createElement('canvas'); canvas.width = 160; canvas.height = 100;
  const pen = canvas.getContext('2d', {willReadFrequently: true});
  const look = () => {
    pen.drawImage(img, 0, 0, 160, 100);
    const d = pen.getImageData(0, 0, 160, 100).data;
    let h = 0;
    for (let i = 0; i < d.length; i++) h = (h * 31 + d[i]) | 0;
    return h; };
  window.liveTimes = [];
  const mine = window.liveWatch = (window.liveWatch ?? 0) + 1; // an older watcher stops looking
  let before = null, start = 0;
  document.addEventListener('keydown', () => {
    if (mine === window.liveWatch) { before = look(); start = performance.now(); } }, true);
  const frame = () => {
    if (mine !== window.liveWatch) return;
    if (before !== null && look() !== before) {
      window.liveTimes.push(performance.now() - start); before = null; }
    requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""


def needed():
    """Skip what needs a browser where there is none; in CI that is a failure."""
    if chromium() is None:
        if os.environ.get("BROWSER_TESTS") == "required":
            pytest.fail("no chromium on this machine, but BROWSER_TESTS=required")
        pytest.skip("no chromium on this machine: install it to run the browser tests")


@contextlib.contextmanager
def page(width=1280, height=900, scale=1, **options):
    """A browser page that can reach nothing but this machine; options are the context's."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as p:
        how = {"executable_path": chromium(), "args": FLAGS, "timeout": 1000 * PATIENCE}
        browser = p.chromium.launch(**how)
        try:
            size = {"width": width, "height": height}
            context = browser.new_context(viewport=size, device_scale_factor=scale, **options)
            page = context.new_page()
            page.set_default_timeout(1000 * PATIENCE)
            yield page
        finally:
            browser.close()


def run_all(page):
    """What Run > Run All Cells does; returns when the last cell is done."""
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_timeout(300)


def figure(page, index):
    """The index-th live figure, scrolled into view (JupyterLab renders long notebooks lazily)."""
    found, end = page.locator(".live-figure"), time.monotonic() + PATIENCE
    while time.monotonic() < end:
        total = page.evaluate("document.querySelector('.jp-WindowedPanel-outer').scrollHeight")
        for y in range(0, int(total) + 600, 500):
            if found.count() > index:
                found.nth(index).scroll_into_view_if_needed()
                return found.nth(index)
            page.evaluate(f"document.querySelector('.jp-WindowedPanel-outer').scrollTop = {y}")
            page.wait_for_timeout(150)
    raise AssertionError(f"no live figure number {index}")


def happens(page, happened, seconds):
    """Does happened() become true within that time?"""
    end = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > end:
            return False
        page.wait_for_timeout(100)
    return True


def until(page, happened, seconds=PATIENCE):
    """Wait until happened() is true."""
    assert happens(page, happened, seconds), "it did not happen in time"


def shot(page, name):
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=str(SHOTS / f"{name}.png"))


def touch(page, x, y, far):
    """Draw a finger over the screen, `far` pixels to the right."""
    client = page.context.new_cdp_session(page)

    def send(kind, points):
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    send("touchStart", [{"x": x, "y": y}])
    for k in range(1, 6):
        send("touchMove", [{"x": x + far * k / 5, "y": y}])
    send("touchEnd", [])


def latencies(page, live, presses=40, pause=150, watch=WATCH):
    """Milliseconds from key press to changed pixels, one per press that changed the picture."""
    live.locator("img").evaluate(watch)
    handle = live.locator(".noUi-handle").first
    handle.focus()
    for i in range(presses):
        page.keyboard.press("ArrowRight" if i % 20 < 10 else "ArrowLeft")
        page.wait_for_timeout(pause)
    page.wait_for_timeout(500)
    return page.evaluate("window.liveTimes")


@contextlib.contextmanager
def screencast(page):
    """Collect every frame that the compositor shows, as PNG bytes."""
    frames, client = [], page.context.new_cdp_session(page)

    def keep(event):
        frames.append(base64.b64decode(event["data"]))
        client.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    client.on("Page.screencastFrame", keep)
    client.send("Page.startScreencast", {"format": "png"})
    yield frames
    client.send("Page.stopScreencast")


def ink(frame, box):
    """The share of dark pixels of a frame inside a box of the page."""
    picture = Image.open(io.BytesIO(frame)).convert("L")
    region = picture.crop(
        (int(box["x"]), int(box["y"]), int(box["x"] + box["width"]), int(box["y"] + box["height"]))
    )
    return float(np.mean(np.asarray(region) < 128))
