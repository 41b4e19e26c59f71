"""A live figure in a notebook: picture, story, controls and theorem as widgets.

While the hand moves, frames are sent at screen density; a moment after it rests, the same picture
is sent once more at double density, sharp on any screen. The newest value wins.
"""

import ipywidgets as widgets
from IPython.display import display

from helpers.live import canvas, cards, drag, layout, still, typed, words
from helpers.live.picture import Picture, Words
from helpers.live.score import session


class View(widgets.VBox):
    """The widgets of one figure; they show its values, and what they are moved to is drawn."""

    def __init__(self, figure):
        self.figure, self._quiet = figure, False
        width, height = (round(canvas.DPI * side) for side in figure.size)
        self.picture = Picture(self._sharp, width=width, height=height)
        self.said, self.proved = Words(look="live-say"), Words(look="live-claim")
        self.steps = layout.Story(
            figure.story,
            lambda index: self._guard(lambda: figure.show(index)),
            lambda: self._guard(figure.next),
        )
        self.dials = {name: typed.widget(one) for name, one in figure.controls.items()}
        reset = lambda: self._guard(figure.reset)  # noqa: E731
        self.controls = layout.Controls(figure, self.dials, reset)
        code = Words(html=words.code(figure.compute, figure.written()), look="live-code")
        parts = [self.picture, self.said, self.steps, self.controls, self.proved, code]
        super().__init__(parts)
        self.add_class("live-figure")
        self.update()
        self._listen()

    def update(self):
        """Show the figure as it is now; the words last: a hand waits for the picture.

        A control that the hand moved has its value already; others follow before the picture, so
        that who sees the picture of a step finds the controls at that step.
        """
        figure, before, self._quiet = self.figure, self._quiet, True
        try:
            for name, value in figure.values.items():
                self.dials[name].value = value
        finally:
            self._quiet = before
        with self.picture.hold_sync():  # one message: picture and handles never disagree
            self.picture.png = figure.image()
            self.picture.handles = figure.grips()
            self.picture.alt = figure.alt
        step = None if figure.step is None else (figure.step + 1, figure.story[figure.step])
        self.said.html = words.said(figure.told, step)
        self.proved.html = words.proved(figure.headlined, figure.identified)
        self.steps.mark(figure.step)

    def reveal(self, names):
        """Open the folded controls if one of the names is among them."""
        self.controls.reveal(names)

    def display(self):
        """Show the guess, then the figure that waits for it, and what is stored of both."""
        guess = self.figure.guess
        if guess is not None:
            display(cards.card(guess))
            self._sleep(guess)
        still.show(self, self.figure)

    def dispose(self):
        """Close every widget."""
        self.picture.rest()
        layout.close(self)

    # what the reader does

    def _listen(self):
        self.picture.observe(self._pulled, "pull")
        for name, dial in self.dials.items():
            dial.observe(lambda change, name=name: self._moved(name, change["new"]), "value")
            if isinstance(dial, typed.Number):
                dial.observe(self._complained, "complaint")

    def _moved(self, name, value):
        """A control moved in the browser."""
        if not self._quiet:
            self.figure.controls[name].value = value
            self._guard(self.figure.redraw)

    def _complained(self, change):
        """Something was typed that a control cannot take."""
        if change["new"] and not self._quiet:
            kept = f"It stays at {words.number(change['owner'].value)}."
            self.said.html = words.complaint(change["new"], "Not taken.", kept)

    def _pulled(self, change):
        """The hand moved a handle, or an arrow key did."""
        self._guard(lambda: drag.pull(self.figure, change["new"]))

    def _guard(self, action):
        """Do it, and say in one sentence what is wrong if it cannot be done."""
        try:
            action()
        except Exception as error:
            self.said.html = words.complaint(error)
        else:
            self.picture.sharpen_later()

    def _sleep(self, guess):
        """Wait for the guess; panels that do not give the answer away are seen before it."""
        self.add_class("asleep")
        if self.figure.veiled:
            self.add_class("peeks")
            boxes = map(self.figure.canvas.box, self.figure.veiled)
            self.picture.veils = list(boxes)
        before = guess.question in session.right
        session.then(guess.question, lambda: self._wake(come=not before))

    def _wake(self, come):
        """Show the figure; a guess that was just answered brings it into sight."""
        self.remove_class("asleep")
        if come:
            self.picture.send({"come": True})

    def _sharp(self):
        return canvas.png(self.figure.canvas.pixels(density=2))
