"""What every live figure must do at every position of its controls; no notebook, no browser."""

import inspect
import re
import warnings

import ipywidgets as widgets
import numpy as np
import pytest

from course import notebooks
from helpers.live import Figure, controls
from lessons import folders, lesson
from tests import lanes

STATEMENT = r"(?:Theorem|Lemma|Proposition|Corollary|Fact|Identity) \d+\.\d+"
RANDOM_POSITIONS = 50 if lanes.full() else 5
OFTEN = 1 / 3  # a claim applies at least here, or at a step of the story that shows it


def classes():
    """(number of the notebook, class) of every figure, in order."""
    for number in folders():
        module = lesson(number)
        for kind in vars(module).values():
            if (
                inspect.isclass(kind)
                and issubclass(kind, Figure)
                and kind.__module__.startswith(module.__name__)
            ):
                yield number, kind


ALL = list(classes())
EACH = dict(params=ALL, ids=[f"{number} {kind.__name__}" for number, kind in ALL])


@pytest.fixture(scope="module", **EACH)
def made(request):
    """A figure, made once for all its tests: making it costs more than most of them."""
    figure = request.param[1]()
    yield figure
    figure.dispose()


@pytest.fixture
def figure(made):
    made.reset()
    return made


def positions(figure):
    """Steps of the story, every control to each of its stops, and a seeded crowd in between."""
    yield from figure.presets.values()
    for name in figure.controls:
        for value in exact(figure, name):
            yield {**figure.first, name: value}
    yield from crowd(figure)


def exact(figure, name):
    """Values that a theorem may ask for to the digit: ends, start, 0, 1, those of the story."""
    control, stops = figure.controls[name], figure.stops(name)
    if isinstance(control.value, bool) or not hasattr(control, "max"):
        return stops
    named = {step.values[name] for step in figure.story if name in step.values}
    wanted = {control.min, control.max, figure.first[name], 0, 1, *named}
    return [value for value in stops if value in wanted]


def crowd(figure, count=RANDOM_POSITIONS):
    """Random positions: a third exact values, a third stops of the slider, a third in between."""
    rng = np.random.default_rng(0)
    for _ in range(count):
        yield {name: somewhere(figure, name, rng) for name in figure.controls}


def somewhere(figure, name, rng):
    control = figure.controls[name]
    among = exact(figure, name) if rng.random() < 1 / 3 else figure.stops(name)
    if rng.random() < 1 / 2 or not isinstance(control.value, float):
        return among[rng.integers(len(among))]
    low, high = control.min, control.max
    if control.logarithmic:
        value = np.exp(rng.uniform(np.log(low), np.log(high)))
    else:
        value = rng.uniform(low, high)
    return min(max(float(f"{value:.3g}"), low), high)


def test_every_position_is_drawn_described_and_true(figure):
    first, seen, active = figure.image(), set(), []
    names = [claim.name for claim in figure.claims()]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for values in positions(figure):
            figure.set(**values)
            seen.add(figure.image())
            described(figure)
            found = figure.claims()
            assert [claim.name for claim in found] == names, f"other claims at {values}"
            broken = [str(claim) for claim in found if not claim.why_not and not claim.holds]
            assert not broken, f"at {values}: {broken}"
            active.append([not claim.why_not for claim in found])
        figure.reset()
    assert figure.image() == first, "reset does not restore the first frame"
    assert len(seen) > (10 if lanes.full() else 5), f"only {len(seen)} different pictures"
    claims_apply(figure, names, np.array(active))
    legends_stand_clear(figure)


def legends_stand_clear(figure):
    """Curves would run through a legend that stands in its panel."""
    for panel in figure.canvas.figure.axes:
        legend = panel.get_legend()
        if legend is not None and legend.get_visible():
            inside = panel.get_window_extent().padded(-1)
            assert not inside.overlaps(legend.get_window_extent()), legend.texts[0].get_text()


def test_a_legend_among_the_curves_is_noticed():
    figure = next(kind for number, kind in ALL if number == "07")()
    legends_stand_clear(figure)
    figure.canvas.figure.axes[0].legend(loc="center")
    figure.canvas.figure.canvas.draw()
    with pytest.raises(AssertionError):
        legends_stand_clear(figure)
    figure.dispose()


def described(figure):
    for control in figure.controls.values():
        assert controls.spoken(control) in figure.alt, (
            f"{controls.spoken(control)} is not in {figure.alt}"
        )
    assert len(figure.alt.split(": ", 1)[1]) > 20, f"the alt text says too little: {figure.alt!r}"


def claims_apply(figure, names, active):
    """A claim that hardly ever applies is none: often in the crowd, or at a step of the story."""
    if not names:
        return
    often = active[-RANDOM_POSITIONS:].mean(axis=0) >= OFTEN
    if not lanes.full():  # a few positions say nothing about how often
        often = active.any(axis=0)
    shown = active[: len(figure.presets)].any(axis=0)
    silent = [name for name, a, b in zip(names, often, shown) if not (a or b)]
    assert not silent, f"hardly ever applies, and no step shows it: {silent}"


def test_what_a_step_says_is_seen_there_and_not_everywhere(figure):
    """The predicate of a step is its sentence in code; one that held anywhere would say nothing."""
    assert set(figure.sees) <= {step.name for step in figure.story}
    for name, sees in figure.sees.items():
        figure.set(**figure.presets[name])
        assert sees(figure.r), f"“{name}” says what is not to be seen"
        figure.reset()
        places = elsewhere(figure)
        assert any(not sees(r) for r in places), f"“{name}” would be true anywhere"


def elsewhere(figure):
    """What the figure shows at other places, one after the other."""
    for values in positions(figure):
        figure.set(**values)
        yield figure.r


def test_a_value_out_of_range_is_refused_in_one_sentence(figure):
    before = figure.image(), figure.values
    for name, control in figure.controls.items():
        if isinstance(control, widgets.Checkbox):
            continue
        nonsense = 10 * abs(control.max) + 1 if hasattr(control, "max") else "no such choice (("
        with pytest.raises(ValueError) as refusal:
            figure.set(**{name: nonsense})
        assert "\n" not in str(refusal.value)
    assert (figure.image(), figure.values) == before


def test_the_words_are_short_and_the_story_tells_what_to_look_at(figure):
    for step in figure.story:
        assert len(step.look) > 15 and step.look.rstrip()[-1] in ".?!", step.name
        figure.set(**figure.presets[step.name])
        caption = figure.caption(figure.r)
        assert len(re.findall(r"(?<![\w.])[-−]?\d[\d.,]*", caption)) <= 4, caption
        assert len(caption) <= 220, caption
    assert figure.headline(figure.r) is None or figure.headline(figure.r).words


def test_the_headline_cites_a_statement_of_the_text(made):
    claim = made.headline(made.r)
    number = type(made).__module__.split(".")[1][1:3]
    assert claim is not None, "no headline"
    cited = re.search(STATEMENT, claim.source)
    text = notebooks.prose(notebooks.path_of(number))
    assert cited and f"**{cited[0]}" in text, f"{claim.source} is not in the text"


def test_functions_are_short(made):
    for name, part in vars(type(made)).items():
        function = getattr(part, "__func__", part)
        if inspect.isfunction(function):
            assert len(inspect.getsource(function).splitlines()) <= 40, f"{name} is over 40 lines"
