"""Rehearse a deck: open it in a browser as wide as a small projector, walk every slide, and say what would go wrong.

Every preset and both ends of every slider are tried too, since the words under a picture change with them.
"""

import contextlib
import shutil
import sys

from helpers.slides import deck

SIZE = {"width": 1280, "height": 720}
QUICK = 2  # a rehearsal needs the ends of a slider, not the way between them
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]

ADVICE = {
    "no title": "start its cell with a heading",
    "overflow": "move a part of its text to a `skip` cell, or start a `subslide`",
    "small text": "nothing on a slide may be under 16 px (24 px on a 1080p projector); see helpers/slides/deck.css",
    "small picture": "shorten the figure's caption or claims, or use fewer presets: they take its room",
    "no label": "give the control a text label",
    "no presets": 'give the figure presets=...: a lecturer must not have to hunt for "the good value"',
    "no alt text": "the figure's caption is empty",
}

# One pass over all slides. A picture's smallest letters are 15.3 px (11 pt at 100 dpi) where it is shown in full size.
WALK = """async () => {
  if (!Reveal.isReady()) await new Promise(ready => Reveal.on('ready', ready));
  const found = [], sections = [...document.querySelectorAll('.slides > section')];
  const inside = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1 &&
                                   inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const shown = e => e.getClientRects().length && !e.closest('aside, [hidden]');
  for (const [i, section] of sections.entries()) {
    Reveal.slide(i, 0, 99);
    const title = section.querySelector('h2').textContent.trim();
    const say = (kind, detail) => found.push({slide: i + 1, title, kind, detail});
    if (!title) say('no title', '');
    const look = where => {
      const frame = section.getBoundingClientRect();
      const out = [...section.querySelectorAll('*')].find(e => shown(e) && !inside(e.getBoundingClientRect(), frame));
      if (out) say('overflow', `${where}${out.textContent.trim().slice(0, 40) || out.tagName} ends at ` +
        `${Math.round(out.getBoundingClientRect().right)} × ${Math.round(out.getBoundingClientRect().bottom)} px`);
      const picture = section.querySelector('img.still');
      if (picture) {
        const letters = 15.3 * picture.clientWidth / picture.naturalWidth;
        if (letters < LETTERS) say('small picture', `${where}its labels are ${letters.toFixed(1)} px high`);
      }
    };
    const walker = document.createTreeWalker(section, NodeFilter.SHOW_TEXT), small = new Set();
    while (walker.nextNode()) {
      const e = walker.currentNode.parentElement, words = walker.currentNode.data.trim();
      if (words && shown(e) && !e.closest('math') && parseFloat(getComputedStyle(e).fontSize) < 16)
        small.add(words.slice(0, 30));
    }
    if (small.size) say('small text', [...small].slice(0, 3).join(' | '));
    for (const control of section.querySelectorAll('input, select, textarea')) {
      const words = [...(control.labels || [])].flatMap(l => [...l.childNodes]).filter(n => n.nodeType === 3);
      if (!words.map(n => n.data).join('').trim()) say('no label', control.dataset.control || control.type);
    }
    for (const image of section.querySelectorAll('img:not([aria-hidden])'))
      if (!image.alt.trim()) say('no alt text', image.closest('[data-figure]')?.dataset.figure || '');
    const box = section.querySelector('.live-figure'), player = box && players.get(box);
    if (!player) { look(''); continue; }
    if (player.film.states.length < 2) say('no presets', box.dataset.figure);
    const before = found.length;
    for (const [number, frame] of player.film.frames.entries()) {
      player.show(number);
      look(`at ${frame.shown.join(', ')}: `);
      if (found.length > before) break;
    }
    player.choose(0);
  }
  return found;
}"""


def report(paths, folder=deck.BUILD / "rehearsal"):
    """Rehearse the decks of some notebooks and print what is wrong; returns the exit code."""
    total = 0
    with stage() as page:
        for path in paths:
            wrong = defects(page, deck.build(path, folder, QUICK))
            print(f"{path.stem}: {'ready' if not wrong else f'{len(wrong)} to mend'}", flush=True)
            for words in wrong:
                print(f"  {words}")
            total += len(wrong)
    return min(total, 1)


def defects(page, file, letters=16):
    """Everything that would go wrong with a deck, a sentence each; no letter of a picture is under `letters` px."""
    page.goto(file.resolve().as_uri())
    return [
        f"slide {found['slide']} ({found['title'] or 'untitled'}): {found['kind']}"
        f"{': ' * bool(found['detail'])}{found['detail']}; {ADVICE[found['kind']]}"
        for found in page.evaluate(WALK.replace("LETTERS", str(letters)))
    ]


def chromium():
    """The path of a browser, or None."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)


@contextlib.contextmanager
def stage():
    """A browser page of the size of a small projector."""
    program = chromium()
    if program is None:
        sys.exit("A rehearsal needs Chromium or Chrome: install it, for example with `sudo apt install chromium`.")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        try:
            yield browser.new_page(viewport=SIZE)
        finally:
            browser.close()
