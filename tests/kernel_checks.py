"""What a live figure must do at every position of its controls. Imported by the notebook's own kernel."""

import warnings

import ipywidgets as widgets
import numpy as np

from helpers import live
from helpers.live import controls

RANDOM_POSITIONS = 50


def figures(names):
    """The figures that the cells made are those that the tests will drive."""
    assert [figure.name for figure in live.figures()] == names, [figure.name for figure in live.figures()]


def fuzz(name):
    """Every preset, every control to its ends, fifty random positions; then reset gives the first frame to the byte."""
    figure = next(f for f in live.figures() if f.name == name)
    first, seen = figure.image(), set()
    claims = [claim.name for claim in figure.claims()]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for values in positions(figure):
            try:
                figure.set(**values)
            except Exception as error:
                raise AssertionError(f"{name} at {values}: {type(error).__name__}: {error}") from error
            seen.add(figure.image())
            _described(figure)
            assert [claim.name for claim in figure.claims()] == claims, (
                f"{name} at {values}: other claims than at the start"
            )
            broken = [str(claim) for claim in figure.claims() if not claim.why_not and not claim.holds]
            assert not broken, f"{name} at {values}: {broken}"
        figure.reset()
    assert figure.image() == first, f"{name}: reset does not restore the first frame"
    assert len(seen) > 10, f"{name}: only {len(seen)} different pictures"
    _refuses_nonsense(figure)


def positions(figure):
    """All positions to try, as values for `set`; each names every control."""
    yield from figure.presets.values()
    for name, control in figure.controls.items():
        for end in _ends(control):
            yield {**figure.first, name: end}
    rng = np.random.default_rng(0)
    for _ in range(RANDOM_POSITIONS):
        yield {name: _somewhere(control, rng) for name, control in figure.controls.items()}


def _described(figure):
    for control in figure.controls.values():
        assert controls.spoken(control) in figure.alt, (
            f"{controls.spoken(control)!r} is not in the alt text {figure.alt!r}"
        )
    sentence = figure.alt.split(": ", 1)[1]
    assert len(sentence) > 20, f"the caption says too little: {figure.alt!r}"


def _refuses_nonsense(figure):
    """A value outside a control's range raises one sentence and leaves the picture as it was."""
    before = figure.image(), figure.values
    for name, control in figure.controls.items():
        if isinstance(control, widgets.Checkbox):
            continue
        nonsense = 10 * abs(control.max) + 1 if hasattr(control, "max") else "no such choice (("
        try:
            figure.set(**{name: nonsense})
        except ValueError as error:
            assert "\n" not in str(error)
        else:
            raise AssertionError(f"{figure.name} took {name} = {nonsense!r}")
    assert (figure.image(), figure.values) == before


def _ends(control):
    if hasattr(control, "max"):
        return [control.min, control.max]
    if isinstance(control, widgets.Dropdown):
        return list(control.options)
    return [False, True] if isinstance(control, widgets.Checkbox) else []


def _somewhere(control, rng):
    if isinstance(control, controls.Number):
        lo, hi = (np.log(control.min), np.log(control.max)) if control.logarithmic else (control.min, control.max)
        place = rng.uniform(lo, hi)
        value = float(f"{np.exp(place) if control.logarithmic else place:.3g}")
        return min(max(value, control.min), control.max)
    if isinstance(control, widgets.IntSlider):
        return int(control.min + control.step * rng.integers((control.max - control.min) // control.step + 1))
    if isinstance(control, widgets.Dropdown):
        return str(rng.choice(control.options))
    if isinstance(control, widgets.Checkbox):
        return bool(rng.integers(2))
    return control.value
