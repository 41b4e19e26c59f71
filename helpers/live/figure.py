"""The live figure: a class that holds all of it, so that a notebook shows one line.

    class Wiggle(Figure):
        sliders(self)         the controls, by name
        compute(...)          static and pure: control values -> dict
        picture(self, left, right)
                              says what each artist of the panels shows of r; see `panel`
        panels, widths        the axes of each panel and their widths; or one `mosaic`
        caption(self, r)      one sentence: what to notice now
        numbers(self, r)      the same with every number, for the alt text
        headline(self, r)     the theorem, measured: a Claim or None
        identities(self, r)   what else is checked at every position: Claims
        guess                 what a reader says before the picture is shown; see `guess`
        story, handles, play  the steps to walk through, the points to drag, what a button moves
        veiled                panels that the guess covers; without any the whole picture waits
        sees                  step of the story -> a predicate on r that says its sentence in code
        more                  controls that are folded away; at most four are in sight
        notes                 for the lecturer; never in the notebook

`r` is one namespace: the control values and what `compute` returned. A slider move costs
compute + draw + encode. While the hand moves, frames are drawn at screen density; a moment
after it rests, the same picture is sent once more at double density, sharp on any screen.
"""

import time
from types import SimpleNamespace

import ipywidgets as widgets
from IPython.display import display

from helpers.live import canvas, cards, controls, drag, layout, still, words
from helpers.live.panel import Picture as Panels
from helpers.live.picture import Picture, Words
from helpers.live.score import session
from helpers.live.story import presets, steps
from helpers.lookup import snake

made = {}


def figures():
    """Every live figure of this process, in order."""
    return list(made.values())


class Figure(widgets.VBox):
    """A picture with its story, controls, claims and code; see the module for its parts."""

    size = (10, 4.2)
    panels = ()
    widths = None
    mosaic = ""
    shared = {}  # what all panels share: dict(sharey=True)
    guess = None
    story = ()
    sees = {}
    handles = ()
    more = ()
    veiled = ()
    play = None
    notes = ""

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        if isinstance(cls.story, str):
            cls.story = steps(cls.story)

    def sliders(self):
        return {}

    def numbers(self, r):
        return self.caption(r)

    def headline(self, r):
        return None

    def identities(self, r):
        return []

    def __init__(self, name=None, story=None, **changed):
        self.name = name or snake(type(self).__name__)
        if name:  # a second figure of its kind: the first one has asked
            self.guess = None
        self.controls = controls.replaced(self.name, self.sliders(), changed)
        self.first = self.values
        self.story = tuple(self.story if story is None else story)
        self.presets = presets(self.name, self.story, self.first)
        self.step = None
        self.canvas = canvas.Canvas(self._panels if self.panels else self.picture, self.size)
        self._quiet = False
        self._build()
        self._draw()
        for control in self.controls.values():
            control.observe(self._on_change, "value")
            if isinstance(control, controls.Number):
                control.observe(self._on_complaint, "complaint")
        if self.name in made:  # its cell was run again: the old one goes
            made[self.name].dispose()
        made[self.name] = self

    # what readers, tests, slides and exercises use

    @property
    def values(self):
        """Plain values of all controls."""
        return {name: control.value for name, control in self.controls.items()}

    def set(self, **values):
        """Move controls, compute and draw at once; raises on a value that a control cannot take."""
        unknown = set(values) - set(self.controls)
        if unknown:
            raise ValueError(f"{self.name} has no control named {', '.join(sorted(unknown))}")
        before, self._quiet = self.values, True
        try:
            for name, value in values.items():
                controls.move(self.controls[name], value)
            self._draw()
        except Exception:  # nothing is lost: the controls go back to the picture that is shown
            for name, value in before.items():
                self.controls[name].value = value
            raise
        finally:
            self._quiet = False

    def reset(self):
        """Back to the first frame."""
        self.set(**self.first)

    def show(self, index):
        """Go to a step of the story, counted from 0."""
        step, before = self.story[index], self.step
        self.step = index
        try:
            self.set(**self.presets[step.name])
        except Exception:
            self.step = before
            raise
        self.dials.reveal(step.values)

    def next(self):
        """The step after this one; after the last the story starts again."""
        self.show(0 if self.step is None else (self.step + 1) % len(self.story))

    def claims(self):
        """The theorems at the current values: the headline, if there is one, and the identities."""
        return list(self._found)

    def stops(self, name):
        """Values of a control that are worth a test, those of the story among them."""
        named = [step.values[name] for step in self.story if name in step.values]
        return controls.stops(self.controls[name], named)

    def image(self):
        """The current frame, PNG bytes."""
        return self._frame

    def stored(self):
        """The current picture as the saved notebook keeps it: a palette PNG."""
        return canvas.small_png(self.canvas.pixels())

    def describe(self):
        """The numbers and the verdicts as plain text, a line each."""
        return "\n".join([self.alt, *map(str, self._found)])

    def dispose(self):
        """Close every widget of this figure and let go of its picture, which is large."""
        self.view.rest()
        layout.close(self)
        self.canvas = self.r = None
        if made.get(self.name) is self:
            del made[self.name]

    # drawing

    def _draw(self):
        clock = [time.perf_counter()]
        r = self._computed()
        # words first: if they fail, the picture that stands is still described rightly
        headline, identities = self.headline(r), list(self.identities(r))
        caption, numbers = map(words.powers, (self.caption(r), self.numbers(r)))
        clock.append(time.perf_counter())
        self.canvas.move(r)
        pixels = self.canvas.pixels()
        clock.append(time.perf_counter())
        self._frame = canvas.png(pixels)
        clock.append(time.perf_counter())
        self.r, self.told, self.headlined = r, caption, headline
        self._found = [] if headline is None else [headline]
        self._found += identities
        self.alt = f"At {', '.join(map(controls.spoken, self.controls.values()))}: {numbers}"
        self._tell(caption, words.proved(headline, identities))
        laps = zip(("compute", "draw", "encode"), clock, clock[1:])
        self.cost = {part: 1e3 * (end - start) for part, start, end in laps}

    def _panels(self, fig):
        """Draw the panels once; their hands come before the other handles."""
        drawn = Panels(fig, self.picture, self.panels, self.widths, self.mosaic, **self.shared)
        self.handles = (*drawn.hands, *self.handles)
        return drawn.move

    def _computed(self):
        """One namespace of control values and results."""
        given = {name: control.argument(control.value) for name, control in self.controls.items()}
        result = self.compute(**given)
        clashes = set(given) & set(result)
        if clashes:
            raise ValueError(f"{self.name}: compute returns the control {', '.join(clashes)}")
        return SimpleNamespace(**given, **result)

    def _tell(self, caption, proved):
        """Send the picture first: it is what the hand waits for."""
        with self.view.hold_sync():  # one message: the picture and its handles never disagree
            self.view.png = self._frame
            self.view.handles = [drag.grip(self, handle) for handle in self.handles]
            self.view.alt = self.alt
        if self.step is not None and self.values != self.presets[self.story[self.step].name]:
            self.step = None  # the reader has left the story
        step = None if self.step is None else (self.step + 1, self.story[self.step])
        self.said.html = words.said(caption, step)
        self.proved.html = proved
        self.steps.mark(self.step)

    def _on_change(self, _):
        """A control moved in the browser."""
        if not self._quiet:
            self._guard(self._draw)

    def _on_complaint(self, change):
        """Something was typed that a control cannot take."""
        if change["new"] and not self._quiet:
            kept = f"It stays at {words.number(change['owner'].value)}."
            self.said.html = words.complaint(change["new"], "Not taken.", kept)

    def _guard(self, action):
        """Do it, and say in one sentence what is wrong if it cannot be done."""
        try:
            action()
        except Exception as error:
            self.said.html = words.complaint(error)
        else:
            self.view.sharpen_later()

    def _sleep(self, guess):
        """Wait for the guess; panels that do not give the answer away are seen before it."""
        self.add_class("asleep")
        if self.veiled:
            self.add_class("peeks")
            self.view.veils = [self.canvas.box(panel) for panel in self.veiled]
        session.then(guess.question, lambda: self.remove_class("asleep"))

    def _sharp(self):
        return canvas.png(self.canvas.pixels(density=2))

    def _pulled(self, change):
        """The hand moved a handle, or an arrow key did."""
        self._guard(lambda: drag.pull(self, change["new"]))

    # parts

    def _written(self):
        """What the author wrote besides `compute`, as it runs."""
        names = ("picture", "caption", "numbers", "headline", "identities")
        own = [getattr(type(self), name) for name in names]
        return [part for part in own if part not in vars(Figure).values()]

    def _build(self):
        width, height = (round(canvas.DPI * side) for side in self.size)
        self.view = Picture(self._sharp, width=width, height=height)
        self.view.observe(self._pulled, "pull")
        self.said, self.proved = Words(look="live-say"), Words(look="live-claim")
        self.steps = layout.Story(
            self.story,
            lambda index: self._guard(lambda: self.show(index)),
            lambda: self._guard(self.next),
        )
        self.dials = layout.Controls(self, lambda: self._guard(self.reset))
        code = Words(html=words.code(self.compute, self._written()), look="live-code")
        super().__init__([self.view, self.said, self.steps, self.dials, self.proved, code])
        self.add_class("live-figure")

    def _ipython_display_(self):
        if self.guess is not None:
            display(cards.card(self.guess))
            self._sleep(self.guess)
        still.show(self, self)
