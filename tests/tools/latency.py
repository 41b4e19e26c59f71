"""From the hand to the picture: key press or drag to changed pixels, in JupyterLab in a browser.

One figure of two panels, three sliders, a headline and a handle, shown in three ways: by the kit,
by an `ipywidgets.Image` beside a slider with the kit's canvas behind it, and rebuilt by @interact.
"""

import tempfile
from pathlib import Path

import numpy as np

from tests.tools import browser

FIGURE = '''import numpy as np
from helpers import plots
from helpers.live import Claim, Figure, Handle, Step, slider

GRID = np.linspace(0, 2 * np.pi, 400)


class wave(Figure):
    """A wave that the hand shifts."""

    story = [Step("still", "Nothing moves.", shift=0.0)]
    handles = [Handle("shift it", at=lambda r: (r.shift, 0), to=lambda r, x, y: dict(shift=x))]

    def sliders(self):
        return dict(
            shift=slider("shift s", 1, 0, 6, 0.05),
            height=slider("height h", 1, 0, 2, 0.05),
            damping=slider("damping d", 0.2, 0, 1, 0.05),
        )

    @staticmethod
    def compute(shift, height, damping):
        """Two curves."""
        y = height * np.sin(GRID - shift)
        return dict(y=y, damped=np.exp(-damping * GRID) * np.abs(y) + 1e-3)

    def picture(self, fig):
        left, right = fig.subplots(1, 2)
        left.set(xlim=(0, 6.3), ylim=(-2, 2), xlabel="$x$", title="the wave")
        right.set(xlim=(0, 6.3), ylim=(1e-3, 10), yscale="log", xlabel="$x$", title="damped")
        a, b = plots.curves(left, ["wave"]), plots.curves(right, ["damped"], log="y")
        return lambda r: (*a(GRID, r.y), *b(GRID, r.damped))

    def caption(self, r):
        return f"The wave is highest at {GRID[r.y.argmax()]:.2f}."

    def headline(self, r):
        words = "A wave never leaves its height."
        return Claim("bounded", "bench", np.abs(r.y).max(), r.height, words=words)


wave()'''

PLAIN = """import ipywidgets as widgets
from types import SimpleNamespace
from helpers.live import canvas

own = wave(name="own")
drawn = canvas.Canvas(own.picture, own.size)
image, label = widgets.Image(format="png"), widgets.HTML()
dial = widgets.FloatSlider(value=1, min=0, max=6, step=0.05)


def show(shift):
    values = dict(shift=shift, height=1.0, damping=0.2)
    r = SimpleNamespace(**values, **wave.compute(**values))
    drawn.move(r)
    image.value = canvas.png(drawn.pixels())
    label.value = own.caption(r)


dial.observe(lambda change: show(change["new"]), "value")
show(1.0)
plain = widgets.VBox([dial, image, label])
plain.add_class("plain")
plain"""

REBUILT = """import matplotlib.pyplot as plt


def rebuilt(shift):
    fig = plt.figure(figsize=own.size)
    values = dict(shift=shift, height=1.0, damping=0.2)
    own.picture(fig)(SimpleNamespace(**values, **wave.compute(**values)))
    plt.show()


widgets.interact(rebuilt, shift=widgets.FloatSlider(value=1, min=0, max=6, step=0.05));"""

# @interact makes a new image each time, so the watcher has to look it up
NEWEST = ("drawImage(img,", "drawImage(document.querySelector('.widget-interact img') || img,")
DRAGGED = ("'keydown'", "'pointermove'")


def measure(presses=60):
    """Milliseconds by way of showing: the kit, its handle, a plain image, @interact."""
    with tempfile.TemporaryDirectory() as folder:
        home, work = Path(folder) / "home", Path(folder) / "work"
        home.mkdir()
        work.mkdir()
        _write(work / "latency.ipynb")
        with browser.lab(work, home) as address, browser.page(1440, 900) as page:
            browser.open_notebook(page, address, "latency.ipynb")
            browser.run_all(page)
            interact = page.locator(".widget-interact")
            browser.until(page, lambda: interact.locator("img").count() > 0)
            kit, plain = page.locator(".live-figure").first, page.locator(".plain")
            times = {"the kit, arrow key": [], "the kit, handle dragged": []}
            times |= {"plain Image, arrow key": [], "@interact, arrow key": []}
            for _ in range(2):  # turn by turn: the machine is not always equally busy
                times["the kit, arrow key"] += _keys(page, kit, presses // 2)
                times["the kit, handle dragged"] += _drag(page, kit, presses // 2)
                times["plain Image, arrow key"] += _keys(page, plain, presses // 2)
                times["@interact, arrow key"] += _keys(page, interact, presses // 6, 800, NEWEST)
    return times


def rows(presses=60):
    """A table: median, 95th percentile, and both beside the kit's arrow key."""
    times = measure(presses)
    base = np.median(times["the kit, arrow key"])
    header = ["way", "median ms", "p95 ms", "times the kit", "pictures"]
    table = [
        [
            name,
            f"{np.median(found):.0f}",
            f"{np.percentile(found, 95):.0f}",
            f"{np.median(found) / base:.2f}",
            len(found),
        ]
        for name, found in times.items()
    ]
    return header, table, "One figure, two panels; from the event to the first frame that differs."


def _keys(page, shown, presses, pause=150, change=("", "")):
    _into_view(page, shown)
    return browser.latencies(page, shown, presses, pause, watch=browser.WATCH.replace(*change))


def _drag(page, shown, moves, pause=150):
    _into_view(page, shown)
    shown.locator("img").evaluate(browser.WATCH.replace(*DRAGGED))
    box = shown.locator(".live-handle").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate("window.liveTimes.length = 0")
    for i in range(moves):
        page.mouse.move(x + 8 * (1 + (i % 20 if i % 20 < 10 else 20 - i % 20)), y)
        page.wait_for_timeout(pause)
    page.wait_for_timeout(500)
    found = page.evaluate("window.liveTimes")
    page.mouse.up()
    return found


def _into_view(page, shown):
    shown.evaluate("element => element.scrollIntoView({block: 'center'})")
    page.wait_for_timeout(1000)  # the sharp picture arrives


def _write(path):
    import nbformat
    from nbformat.v4 import new_code_cell, new_notebook

    cells = [new_code_cell(code) for code in (FIGURE, PLAIN, REBUILT)]
    kernel = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
    nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)


if __name__ == "__main__":
    header, table, remark = rows()
    for row in [header, *table]:
        print(*(f"{cell!s:>26}" for cell in row))
    print(remark)
