"""A deck in a browser, from the disk: sliders, votes, keys, the lecturer's window, links, a phone,
paper. Nothing is asked of the network."""

import re

import pytest

from course import draft, notebooks
from course.slides import deck
from tests.tools import browser

pytestmark = pytest.mark.browser

LECTURE = """=== md slide
# 99 · A lecture

About $x < 2$.
=== code skip
from helpers.live import Claim, Figure, Guess, Step, choice, slider


class rise(Figure):
    notes = "Let the class vote first."
    veiled = (1,)
    guess = Guess("Which way?", {"up": "It rises.", "down": "No: it rises."}, "up")
    story = [Step("flat", "It does not rise.", a=0), Step("steep", "It rises.", a=1, b=4)]

    def sliders(self):
        return dict(
            a=slider("slope a", 0.5, 0, 1),
            b=slider("factor b", 2, 1, 5),
            kind=choice("kind", "up", ["up", "down"]),
        )

    @staticmethod
    def compute(a, b, kind):
        return dict(slope=a * b if kind == "up" else -a * b)

    def picture(self, fig):
        left, right = fig.subplots(1, 2)
        (line,) = left.plot([0, 1], [-5, 5])
        (same,) = right.plot([0, 1], [-5, 5])

        def move(r):
            line.set_ydata([0, r.slope])
            same.set_ydata([0, r.slope])
            return [line, same]

        return move

    def caption(self, r):
        return f"The line has slope {r.slope:.3g}."

    def headline(self, r):
        why_not = "the factor b is not 2" if r.b > 2 else ""
        words = "The slope is at most 2."
        return Claim("bounded", "nowhere", r.slope, 2, why_not=why_not, words=words)
=== md slide
## 1 · Try it

Some words about lines.
=== code fragment
rise()
=== md slide
## 2 · Why

Some words.
=== code fragment
print("the end")
"""
FIGURE = 2  # the place of the figure's slide


@pytest.fixture(scope="module")
def lecture(tmp_path_factory):
    """The deck of a lecture on one figure, as `make slides` makes it."""
    browser.needed()
    folder, written = tmp_path_factory.mktemp("slides"), draft.to_notebook(LECTURE)
    notebooks.write(folder / "99_lecture.ipynb", written)
    return deck.build(folder / "99_lecture.ipynb", folder, 5)


@pytest.fixture(scope="module")
def window(lecture):
    """A browser's page that notes what goes wrong, and requests for anything but the deck."""
    with browser.page(1280, 720) as page:
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        page.on("request", lambda request: _note(page, request.url))
        yield page


@pytest.fixture
def opened(window, lecture):
    """The deck, fresh, on its figure."""
    window.goto("about:blank")
    window.set_viewport_size({"width": 1280, "height": 720})
    visit(window, lecture, "#rise")
    yield window
    assert window.problems == []


def _note(page, address):
    if not address.startswith(("file:", "data:", "blob:", "about:")):
        page.problems.append(address)


def visit(page, file, fragment=""):
    page.goto(file.as_uri() + fragment)
    page.wait_for_function("window.Reveal?.isReady?.()")


def seen(page):
    """What the audience sees of the current figure: picture, words, and its description."""
    return page.evaluate(
        """() => {
          const find = part => Reveal.getCurrentSlide().querySelector('.live-figure ' + part);
          const over = find('.over');
          return [over.hidden ? '' : over.src, find('.tells').textContent, find('.still').alt]; }"""
    )


def place(page):
    return page.evaluate("Reveal.getIndices().h")


def thumbs(page):
    """Where the sliders stand, from 0 to 1."""
    inputs = "[...document.querySelectorAll('.live-figure input[type=range]')]"
    return page.evaluate(f"{inputs}.map(input => +input.value)")


def mode(page):
    return page.evaluate("document.querySelector('.live-figure').dataset.mode")


def test_sliders_steps_and_keys_without_a_kernel(opened):
    opened.keyboard.press("r")  # wakes it
    first = seen(opened)
    assert "The slope is at most 2." in first[1]
    slope = opened.get_by_label("slope a").first
    slope.focus()
    opened.keyboard.press("ArrowRight")
    moved = seen(opened)
    assert all(a != b for a, b in zip(first, moved))
    assert place(opened) == FIGURE  # the slider keeps its arrow keys
    assert slope.get_attribute("aria-valuetext") in moved[2]
    opened.keyboard.press("2")
    told = seen(opened)[1]
    assert "It rises." in told and "slope 4" in told and "at most 2" not in told
    slope.focus()
    opened.keyboard.press("ArrowLeft")
    assert "It rises." not in seen(opened)[1]  # the step was left
    opened.keyboard.press("r")
    assert seen(opened) == first
    opened.get_by_role("button", name="flat").click()
    assert "It does not rise." in seen(opened)[1]
    opened.keyboard.press("n")
    assert "It rises." in seen(opened)[1]
    opened.keyboard.press("n")  # after the last step the first
    assert "It does not rise." in seen(opened)[1]
    opened.keyboard.press("ArrowRight")
    assert place(opened) == FIGURE + 1
    opened.keyboard.press("ArrowLeft")
    slope.focus()
    opened.keyboard.press("PageDown")  # what a lecturer's remote sends
    assert place(opened) == FIGURE + 1


def test_every_slider_stands_at_its_true_value_and_none_is_moved_behind_ones_back(opened):
    opened.keyboard.press("r")
    assert thumbs(opened) == [0.5, 0.25]
    opened.keyboard.press("2")
    assert thumbs(opened) == [1, 0.75]  # the one that rests, too
    opened.keyboard.press("r")
    opened.get_by_label("slope a").first.focus()
    opened.keyboard.press("End")
    at_the_end = seen(opened)
    factor = opened.get_by_label("factor b").first
    assert factor.get_attribute("aria-disabled") == "true" and thumbs(opened) == [1, 0.25]
    factor.focus()
    opened.keyboard.press("ArrowRight")
    assert "One slider at a time" in seen(opened)[1]  # it says why
    assert thumbs(opened) == [1, 0.25] and seen(opened)[0] == at_the_end[0]
    opened.get_by_label("slope a").first.focus()
    for _ in range(2):
        opened.keyboard.press("ArrowLeft")
    assert factor.get_attribute("aria-disabled") == "false"  # back where they were: all move
    factor.focus()
    opened.keyboard.press("ArrowRight")
    assert thumbs(opened)[0] == 0.5 and thumbs(opened)[1] > 0.25


def test_a_guess_is_a_vote_above_the_picture_and_the_answer_wakes_it(opened):
    veil, up = opened.locator(".veil"), opened.locator("[data-option='0']")
    assert mode(opened) == "ask" and veil.is_visible()
    assert opened.locator(".question").is_visible()
    before = opened.locator(".stage").bounding_box()
    for _ in range(3):
        up.click()
    up.click(modifiers=["Shift"])
    opened.locator("[data-option='1']").click()
    counts = [opened.locator("[data-option] output").nth(i).inner_text() for i in (0, 1)]
    assert counts == ["2", "1"]
    opened.keyboard.press("ArrowRight")
    assert mode(opened) == "answer" and not veil.is_visible() and place(opened) == FIGURE
    assert opened.locator(".answer").is_visible() and up.is_visible()
    opened.keyboard.press("ArrowLeft")
    assert mode(opened) == "ask"  # and back
    opened.keyboard.press("ArrowRight")
    opened.keyboard.press("1")
    assert mode(opened) == "tells" and not opened.locator(".question").is_visible()
    assert opened.locator(".stage").bounding_box() == before  # nothing jumps
    assert before["width"] > 1100
    opened.keyboard.press("ArrowRight")
    assert place(opened) == FIGURE + 1


def test_every_picture_is_described_and_the_font_is_there(opened):
    pictures = "[...document.querySelectorAll('img:not([aria-hidden])')].map(image => image.alt)"
    assert opened.evaluate(pictures) == ["At a = 0.5, b = 2, kind up: The line has slope 1."]
    assert opened.evaluate("document.fonts.check('20px \"Deck Math\"')")


def test_the_address_leads_back_to_the_same_picture(opened, lecture):
    opened.keyboard.press("2")
    opened.get_by_label("slope a").first.focus()
    opened.keyboard.press("ArrowLeft")
    there, fragment = seen(opened), opened.evaluate("location.hash")
    assert fragment.startswith("#rise.2.a.")
    opened.goto("about:blank")
    visit(opened, lecture, fragment)
    assert seen(opened) == there and place(opened) == FIGURE and mode(opened) == "tells"
    visit(opened, lecture, "#nowhere")
    browser.until(opened, lambda: place(opened) == 0)


def test_a_key_shows_a_code_to_photograph(opened):
    opened.keyboard.press("2")
    opened.keyboard.press("l")
    overlay = opened.locator(".overlay")
    assert "#rise.2" in overlay.inner_text() and overlay.locator("svg").count() == 0  # on a disk
    opened.keyboard.press("Escape")
    assert overlay.count() == 0
    published = "document.querySelector('meta[name=published-at]').content = 'https://a.org/b'"
    opened.evaluate(published)
    opened.keyboard.press("l")
    link = "https://a.org/b/99_lecture.html#rise.2"
    assert overlay.locator("svg").get_attribute("aria-label") == link
    assert decoded(opened) == link
    opened.keyboard.press("l")
    assert overlay.count() == 0


def decoded(page):
    """What the code on the page says: its modules are read back, without the library's help."""
    modules = page.evaluate("""() => {
        const path = document.querySelector('.overlay svg path').getAttribute('d');
        return [...path.matchAll(/M(\\d+),(\\d+)/g)].map(m => [+m[1], +m[2]]); }""")
    return qr_text({((y - 16) // 4, (x - 16) // 4) for x, y in modules})


def qr_text(dark):
    """The text of a QR code in byte mode, from the set of its dark modules (row, column)."""
    size = 1 + max(row for row, _ in dark)
    version = (size - 17) // 4
    bit = [[(row, column) in dark for column in range(size)] for row in range(size)]
    mask = sum(bit[8][2 + k] << 2 - k for k in range(3)) ^ 0b101  # bits 2-4 of the format
    flips = MASKS[mask]
    places = zigzag(size, reserved(size, version))
    stream = [bit[r][c] ^ flips(r, c) for r, c in places]
    words = [_number(stream[k : k + 8]) for k in range(0, len(stream) - 7, 8)]
    data = interleaved(words, *BLOCKS_M[version])
    bits = [word >> 7 - k & 1 for word in data for k in range(8)]
    assert _number(bits[:4]) == 4  # bytes
    count = _number(bits[4:12])
    found = [_number(bits[12 + 8 * k : 20 + 8 * k]) for k in range(count)]
    return bytes(found).decode()


MASKS = [
    lambda r, c: (r + c) % 2 == 0,
    lambda r, c: r % 2 == 0,
    lambda r, c: c % 3 == 0,
    lambda r, c: (r + c) % 3 == 0,
    lambda r, c: (r // 2 + c // 3) % 2 == 0,
    lambda r, c: r * c % 2 + r * c % 3 == 0,
    lambda r, c: (r * c % 2 + r * c % 3) % 2 == 0,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2 == 0,
]
BLOCKS_M = {1: (1, 16), 2: (1, 28), 3: (1, 44), 4: (2, 32), 5: (2, 43)}  # blocks, data words each


def reserved(size, version):
    """Modules that carry no data: finders, timing, alignment, format."""
    near = {(r, c) for r in range(9) for c in range(9)}
    corners = near | {(r, size - 1 - c) for r in range(9) for c in range(8)}
    corners |= {(size - 1 - r, c) for r in range(8) for c in range(9)}
    timing = {(6, k) for k in range(size)} | {(k, 6) for k in range(size)}
    middle = 4 * version + 10
    spot = {(middle + r, middle + c) for r in range(-2, 3) for c in range(-2, 3)}
    return corners | timing | (spot if version > 1 else set())


def zigzag(size, taken):
    """The places of the data, in order: two columns at a time, up and down, from the right."""
    found, upwards = [], True
    for right in [c for c in range(size - 1, 0, -2) if c > 6] + [5, 3, 1]:
        rows = range(size - 1, -1, -1) if upwards else range(size)
        found += [(r, c) for r in rows for c in (right, right - 1) if (r, c) not in taken]
        upwards = not upwards
    return found


def interleaved(words, blocks, count):
    """The data words of the blocks, one block after the other."""
    return [words[blocks * k + b] for b in range(blocks) for k in range(count)]


def _number(bits):
    return int("".join("1" if bit else "0" for bit in bits), 2)


def test_the_lecturers_window_mirrors_the_figure_and_takes_the_keys(opened):
    with opened.expect_popup() as popup:
        opened.keyboard.press("s")
    lecturer = popup.value
    lecturer.wait_for_selector(".shown section")
    notes = lecturer.locator("main > .notes")
    assert "Let the class vote first." in notes.inner_text() and "steep" in notes.inner_text()
    assert "2 · Why" in lecturer.locator(".later").inner_text()
    lecturer.keyboard.press("2")  # a key in the lecturer's window
    browser.until(opened, lambda: "slope 4" in seen(opened)[1])
    mirrored = lecturer.locator(".shown")
    assert "slope 4" in mirrored.inner_text()
    assert mirrored.locator(".over").get_attribute("src") == seen(opened)[0]
    assert float(mirrored.locator("[data-control=b]").input_value()) == 0.75
    mirrored.locator("[data-state='1']").click()  # a step chosen there
    browser.until(opened, lambda: "It does not rise." in seen(opened)[1])
    lecturer.keyboard.press("ArrowRight")
    browser.until(opened, lambda: place(opened) == FIGURE + 1)
    assert "2 · Why" in mirrored.inner_text()
    assert re.fullmatch(r"4 / 4", lecturer.locator(".place").inner_text())
    lecturer.close()


def test_all_slides_at_once(opened):
    opened.keyboard.press("o")
    sections = opened.locator(".slides > section")
    assert all(sections.nth(i).is_visible() for i in range(4))
    boxes = [sections.nth(i).bounding_box() for i in range(4)]
    assert len({(box["x"], box["y"]) for box in boxes}) == 4
    sections.nth(3).click()
    assert place(opened) == 3 and sections.nth(3).bounding_box()["width"] == 1280
    opened.keyboard.press("o")
    opened.keyboard.press("Escape")
    assert not sections.nth(0).is_visible()


def test_a_print_has_a_page_for_each_slide_and_each_step(opened):
    opened.keyboard.press("2")
    before, address = seen(opened), opened.url
    printed = opened.pdf(prefer_css_page_size=True, print_background=True)
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) == 4 + 2
    assert printed.count(b"/Subtype /Image") >= 4  # the first picture, and what each step lays over
    browser.until(opened, lambda: opened.locator(".slides > section").count() == 4)
    assert seen(opened) == before and opened.url == address and place(opened) == FIGURE
    opened.evaluate("paper.lay()")  # what goes to the printer
    opened.emulate_media(media="print")
    pages = opened.locator(".slides > section")
    boxes = [pages.nth(i).bounding_box() for i in range(6)]
    assert [box["height"] for box in boxes] == [720] * 6
    pictures = [pages.nth(i).locator(".stage").bounding_box() for i in (2, 3, 4)]
    for box, picture in zip(boxes[2:5], pictures):
        assert picture["width"] > 900 and box["y"] < picture["y"]
        assert picture["y"] + picture["height"] < box["y"] + 720
    assert "The answer: up." in pages.nth(2).inner_text() and "steep" in pages.nth(4).inner_text()
    opened.emulate_media(media="screen")


def test_a_finger_on_a_slider_does_not_turn_the_page(opened):
    opened.keyboard.press("r")
    box = opened.get_by_label("slope a").first.bounding_box()
    browser.touch(opened, box["x"] + box["width"] / 2, box["y"] + box["height"] - 10, 250)
    assert place(opened) == FIGURE
    stage = opened.locator("section.present h2").bounding_box()
    browser.touch(opened, stage["x"] + 500, stage["y"] + 10, -300)  # on the title it does
    assert place(opened) == FIGURE + 1


def test_a_phone_has_one_long_page_with_readable_pictures(window, lecture):
    window.goto("about:blank")
    window.set_viewport_size({"width": 390, "height": 844})
    window.goto(lecture.as_uri())
    window.wait_for_selector(".slice")
    assert window.evaluate("document.documentElement.scrollWidth") <= 390
    slices = window.locator(".slice")
    boxes = [slices.nth(i).bounding_box() for i in (0, 1)]
    assert boxes[1]["y"] >= boxes[0]["y"] + boxes[0]["height"]  # one above the other
    assert all(box["width"] > 340 and box["height"] > 250 for box in boxes)
    letters = "parseFloat(getComputedStyle(document.querySelector('.text')).fontSize)"
    assert window.evaluate(letters) >= 16
    window.locator("[data-option='1']").click()
    assert window.get_by_text("The answer: up.").is_visible()
    window.locator("[data-state='2']").click()
    shown = [slices.nth(i).locator(".over").get_attribute("src") for i in (0, 1)]
    assert shown[0] == shown[1] and shown[0].startswith("data:image/webp")
    assert "slope 4" in window.locator(".tells").inner_text()
    window.goto(lecture.as_uri() + "#rise.1")
    window.reload()
    window.wait_for_selector(".slice")
    assert "It does not rise." in window.locator(".tells").inner_text()
    assert window.evaluate("scrollY") > 100 and window.problems == []
