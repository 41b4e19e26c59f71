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

`r` is one namespace: the control values and what `compute` returned. A move costs compute + draw +
encode. A figure knows nothing of a notebook: slides, pages, tests and graders use it as it is, and
where it is displayed, `view.View` shows it with widgets.
"""

import time
from types import SimpleNamespace

from helpers.live import canvas, controls, drag, words
from helpers.live.panel import Picture
from helpers.live.story import presets, steps
from helpers.lookup import snake

made = {}


def figures():
    """Every live figure of this process, in order."""
    return list(made.values())


class Figure:
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
        controls.folded(self)  # or the author is told what is wrong
        self.canvas = canvas.Canvas(self._panels if self.panels else self.picture, self.size)
        self.view = None  # what a notebook shows, once it does
        self.redraw()
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
        before = self.values
        try:
            for name, value in values.items():
                self.controls[name].value = value
            self.redraw()
        except Exception:  # nothing is lost: the controls go back to the picture that is shown
            for name, value in before.items():
                self.controls[name].value = value
            raise

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
        if self.view is not None:
            self.view.reveal(step.values)

    def next(self):
        """The step after this one; after the last the story starts again."""
        self.show(0 if self.step is None else (self.step + 1) % len(self.story))

    def claims(self):
        """The theorems at the current values: the headline, if there is one, and the identities."""
        return [*([] if self.headlined is None else [self.headlined]), *self.identified]

    def stops(self, name):
        """Values of a control that are worth a test, those of the story among them."""
        named = [step.values[name] for step in self.story if name in step.values]
        return self.controls[name].stops(named)

    def grips(self):
        """The handles as they stand: place on the picture and value in words, or hidden."""
        return [drag.grip(self, handle) for handle in self.handles]

    def image(self):
        """The current frame, PNG bytes."""
        return self._frame

    def stored(self):
        """The current picture as the saved notebook keeps it: a palette PNG."""
        return canvas.small_png(self.canvas.pixels())

    def describe(self):
        """The numbers and the verdicts as plain text, a line each."""
        return "\n".join([self.alt, *map(str, self.claims())])

    def widget(self):
        """The figure for a notebook, an ipywidget; made when it is first asked for."""
        if self.view is None:
            from helpers.live.view import View  # widgets are loaded only where they are seen

            self.view = View(self)
        return self.view

    def dispose(self):
        """Let go of the picture, which is large, and close what shows it."""
        if self.view is not None:
            self.view.dispose()
        self.canvas = self.r = None
        if made.get(self.name) is self:
            del made[self.name]

    # drawing

    def redraw(self):
        """Compute and draw at the values that the controls have."""
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
        self.r, self.told, self.headlined, self.identified = r, caption, headline, identities
        self.alt = f"At {', '.join(map(controls.spoken, self.controls.values()))}: {numbers}"
        if self.step is not None and self.values != self.presets[self.story[self.step].name]:
            self.step = None  # the reader has left the story
        if self.view is not None:
            self.view.update()
        laps = zip(("compute", "draw", "encode"), clock, clock[1:])
        self.cost = {part: 1e3 * (end - start) for part, start, end in laps}

    def _panels(self, fig):
        """Draw the panels once; their hands come before the other handles."""
        drawn = Picture(fig, self.picture, self.panels, self.widths, self.mosaic, **self.shared)
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

    # what it shows of itself

    def written(self):
        """What the author wrote besides `compute`, as it runs."""
        names = ("picture", "caption", "numbers", "headline", "identities")
        own = [getattr(type(self), name) for name in names]
        return [part for part in own if part not in vars(Figure).values()]

    def _ipython_display_(self):
        self.widget().display()
