"""Figures as classes: controls, story, handles, words and what is stored, without a browser."""

import io
from importlib import resources

import ipywidgets as widgets
import numpy as np
import pytest
from PIL import Image

from helpers.live import (
    Claim,
    Figure,
    Handle,
    Step,
    controls,
    figures,
    int_slider,
    slider,
    still,
    words,
)
from tests.live import sample


@pytest.fixture
def figure():
    return sample.fit()


class small(Figure):
    """The least that a figure needs; tests change a part of it."""

    size = (3, 2)

    def sliders(self):
        return dict(a=slider("height a", 1, 0, 2))

    @staticmethod
    def compute(a):
        return dict(double=2 * a)

    def picture(self, fig):
        ax = fig.subplots()
        ax.set(xlim=(0, 1), ylim=(0, 4))
        (line,) = ax.plot([], [])

        def move(r):
            line.set_data([0, 1], [r.a, r.double])
            return (line,)

        return move

    def caption(self, r):
        return f"It rises to {r.double:g}."


# positions


def test_every_step_and_random_positions_draw_and_every_claim_holds(figure):
    rng = np.random.default_rng(0)
    for index, step in enumerate(figure.story):
        figure.show(index)
        assert figure.step == index and step.look in figure.said.html
        assert figure.values == figure.presets[step.name] == {**figure.first, **step.values}
    for _ in range(30):
        values = {name: rng.choice(figure.stops(name)).item() for name in figure.controls}
        if values["M"] == 11:
            continue
        figure.set(**values)
        assert "FAILS" not in figure.describe()


def test_the_picture_depends_on_the_values_alone(figure):
    first = figure.image()
    figure.show(2)
    there = figure.image()
    figure.set(M=5, lift=1.0)
    figure.reset()
    assert figure.image() == first != there
    figure.show(2)
    assert figure.image() == there


def test_the_alt_text_names_every_value_and_then_the_numbers(figure):
    at = "At M = 3, penalty λ‖w‖² off, λ = 0.0001, δ = 0, σ = 0.25, examples as dots: "
    assert figure.alt == at + figure.numbers(figure.r)
    assert small().alt == "At a = 1: It rises to 2."  # numbers default to the caption


@pytest.mark.parametrize(
    "values, sentence",
    [
        (dict(lam=1e9), "between 1e-10 and 1000"),
        (dict(lam=float("nan")), "between"),
        (dict(M=13), "outside"),
        (dict(M=2.5), "degree M"),
        (dict(mark="stars"), "cannot be 'stars'"),
        (dict(nonsense=1), "no control named nonsense"),
        (dict(M=11), "degree 11 is left out"),
        (dict(lift="high"), "cannot be 'high'"),
    ],
)
def test_a_value_that_cannot_be_raises_and_nothing_is_lost(figure, values, sentence):
    figure.show(2)
    before = figure.image(), figure.values, figure.alt, figure.step
    with pytest.raises(ValueError, match=sentence):
        figure.set(**values)
    assert (figure.image(), figure.values, figure.alt, figure.step) == before


def test_an_error_behind_a_slider_is_one_sentence_under_the_picture(figure):
    shown = figure.view.png
    figure.controls["M"].slider.value = 11
    assert "degree 11 is left out" in figure.said.html and 'role="alert"' in figure.said.html
    assert figure.view.png == shown
    figure.controls["M"].slider.value = 10
    assert "Not drawn" not in figure.said.html and figure.view.png != shown


@pytest.mark.parametrize(
    "name, typed, sentence",
    [
        ("lam", 7e9, "regularisation λ must be between 1e-10 and 1000: 7e+09 is outside."),
        ("lam", -1, "regularisation λ must be between 1e-10 and 1000: -1 is outside."),
        ("M", 77, "degree M must be between 0 and 12: 77 is outside."),
        ("M", 2.5, "degree M must be a whole number: 2.5 is not."),
    ],
)
def test_a_typed_value_out_of_range_says_so_and_the_old_one_stays(figure, name, typed, sentence):
    before, control = (figure.view.png, figure.values, figure.alt), figure.controls[name]
    for _ in range(2):  # also when it is typed a second time after something else was said
        control.box.value = typed
        assert sentence in figure.said.html
        assert f"It stays at {controls.number(control.value)}." in figure.said.html
        assert (figure.view.png, figure.values, figure.alt) == before
        assert control.box.value == control.value
        figure.reset()
        assert "Not taken" not in figure.said.html
    control.box.value = 5
    assert control.value == 5 and "Not taken" not in figure.said.html


def test_running_a_cell_again_replaces_its_figure(figure):
    count, old = len(figures()), figure
    again = sample.fit()
    assert len(figures()) == count and figures()[-1] is again
    inside = [old, *old.children, old.controls["M"].slider, old.controls["M"].box]
    assert all(widget.comm is None for widget in inside)


def test_the_cost_of_the_last_move_is_known(figure):
    figure.set(M=4)
    assert set(figure.cost) == {"compute", "draw", "encode"}
    assert all(part > 0 for part in figure.cost.values())


# what the author may not do


def test_a_result_named_like_a_control_is_an_error():
    class clash(small):
        @staticmethod
        def compute(a):
            return dict(a=a, double=2)

    with pytest.raises(ValueError, match="compute returns the control a"):
        clash()


@pytest.mark.parametrize(
    "parts, sentence",
    [
        (dict(story=[Step("up", "Look.", b=1)]), "step “up” has no control b"),
        (dict(story=[Step("up", "Look."), Step("up", "Look.")]), "step “up” comes twice"),
        (dict(more=("b",)), "more names no control: b"),
    ],
)
def test_a_story_or_a_fold_that_names_no_control_is_an_error(parts, sentence):
    with pytest.raises(ValueError, match=sentence):
        type("broken", (small,), parts)()


def test_five_controls_in_sight_are_an_error_and_are_folded_by_themselves():
    def five(self):
        return {name: slider(f"dial {name}", 1, 0, 2) for name in "abcde"}

    def double(a, **others):
        return dict(double=2 * a)

    parts = dict(sliders=five, compute=staticmethod(double))
    assert len(type("auto", (small,), parts)().dials.rest.children) == 1
    with pytest.raises(ValueError, match="more than 4 controls are in sight"):
        type(
            "wide",
            (small,),
            {
                **parts,
                "sliders": lambda self: {**five(self), "f": slider("f", 1, 0, 2)},
                "more": ("e",),
            },
        )()


# controls of a notebook


def test_the_notebook_may_replace_a_control_the_name_and_the_story():
    figure = sample.fit(M=int_slider("degree M", 4, 0, 10), name="other", story=[])
    assert figure.name == "other" and figure.first["M"] == 4 and figure.presets == {}
    with pytest.raises(ValueError, match="between 0 and 10"):
        figure.set(M=12)
    with pytest.raises(ValueError, match="no control named X"):
        sample.fit(X=int_slider("X", 1, 0, 2))
    with pytest.raises(ValueError, match="M must be a control"):
        sample.fit(M=9)


def test_compute_is_pure_and_needs_no_figure():
    values = dict(M=9, penalty=False, lam=1.0, lift=0.0, noise=0.25, mark="o")
    one, two = (sample.fit.compute(**values) for _ in range(2))
    assert np.array_equal(one["w"], two["w"]) and one["missed"][9] < 1e-12


def test_a_choice_among_objects_gives_compute_the_object_and_keeps_the_text(figure):
    figure.set(mark="squares")
    assert figure.values["mark"] == "squares" and figure.r.mark == "s"


def test_a_figure_knows_the_stops_of_its_story():
    class told(small):
        story = [Step("odd", "Look.", a=0.12345)]

    assert 0.12345 in told().stops("a") and 0.12345 not in small().stops("a")


def test_every_stop_can_be_set(figure):
    for name, control in figure.controls.items():
        for value in figure.stops(name)[:: max(1, len(figure.stops(name)) // 8)]:
            controls.move(control, value)
            assert control.value == value and type(control.value) is type(control.start)


# story


def test_a_moved_slider_leaves_the_story_and_next_starts_it_again(figure):
    assert figure.step is None
    figure.next()
    figure.next()
    assert figure.step == 1 and figure.values["M"] == 3
    figure.set(M=5)
    assert figure.step is None and figure.story[1].look not in figure.said.html
    figure.show(len(figure.story) - 1)
    figure.next()
    assert figure.step == 0


def test_the_buttons_of_the_story(figure):
    *steps, onward = figure.steps.children
    assert [b.description for b in steps][0] == "1 · too simple" and onward.description == "next ▸"
    steps[2].click()
    assert figure.values["M"] == 9
    assert ["here" in b._dom_classes for b in steps] == [False, False, True, False]
    onward.click()
    assert figure.step == 3 and "here" in steps[3]._dom_classes
    reset = figure.dials.children[0].children[-1].children[0]
    reset.click()
    assert figure.values == figure.first and not any("here" in b._dom_classes for b in steps)


def test_folded_controls_open_at_a_click_or_when_a_step_moves_one():
    class folds(sample.fit):
        story = [Step("quiet", "No noise.", noise=0.0), Step("line", "A line.", M=1)]

    figure = folds()
    folded = figure.dials.rest
    assert list(folded.children) == [figure.controls["noise"], figure.controls["mark"]]
    assert folded.layout.display == "none"
    figure.show(1)
    assert folded.layout.display == "none"
    figure.show(0)
    assert folded.layout.display != "none"
    figure.dials.opener.click()
    assert folded.layout.display == "none"


def test_the_play_button_and_its_slider_are_one_unit(figure):
    unit = figure.dials.children[0].children[0]
    player, control = unit.children
    assert isinstance(player, widgets.Play) and control is figure.controls["M"]
    assert "live-unit" in unit._dom_classes
    assert (player.min, player.max, player.step) == (0, 12, 1)
    assert unit.link.target[0] is control.slider


# handles


def test_a_handle_moves_its_control_to_the_hand(figure):
    u, v = figure.canvas.place(1, 6, 1.0)
    assert np.allclose(figure.canvas.point(1, u, v), (6, 1.0))
    figure.view.pull = {"name": 1, "count": 1, "u": u, "v": v}
    assert figure.values["M"] == 6 == figure.controls["M"].slider.value
    assert np.isclose(figure.view.handles[1]["u"], u)
    assert figure.view.handles[1]["text"] == "M = 6"
    figure.view.pull = {"name": 1, "count": 2, "u": 1.0, "v": 0.0}  # beyond the end of the slider
    assert figure.values["M"] == 12


def test_an_arrow_key_moves_a_handle_by_a_stop(figure):
    figure.view.pull = {"name": 1, "count": 1, "arrow": [1, 0]}
    assert figure.values["M"] == 4
    figure.view.pull = {"name": 0, "count": 2, "arrow": [0, -1]}  # up
    assert figure.values["lift"] == 0.05
    figure.view.pull = {"name": 0, "count": 3, "arrow": [1, 0]}  # it moves up and down only
    assert figure.values["lift"] == 0.05


def test_points_of_a_data_set_can_be_dragged():
    figure = sample.line()
    u, v = figure.canvas.place(0, 1.5, 2.5)
    figure.view.pull = {"name": 1, "count": 1, "u": u, "v": v}
    assert np.allclose(figure.r.places, [(0, 0), (1.5, 2.5), (2, 2)], atol=0.01)
    assert np.isclose(figure.r.slope, np.polyfit([0, 1.5, 2], [0, 2.5, 2], 1)[0], atol=0.02)
    figure.view.pull = {"name": 0, "count": 2, "arrow": [-1, 0]}
    assert figure.r.places[0][0] < 0 and np.allclose(figure.r.places[1], (1.5, 2.5), atol=0.01)
    figure.controls["places"].value = "1 2, 3"
    assert "points p must be 3 points “x y”, separated by commas" in figure.said.html


def test_a_handle_may_move_several_controls_or_be_absent():
    class pair(small):
        handles = [
            Handle(
                "move the point",
                at=lambda r: (r.b, r.a) if r.b < 0.9 else None,
                to=lambda r, x, y: dict(a=y, b=x),
            )
        ]

        def sliders(self):
            return dict(a=slider("height a", 1, 0, 2), b=slider("place b", 0.5, 0, 1))

        @staticmethod
        def compute(a, b):
            return dict(double=2 * a)

    figure = pair()
    u, v = figure.canvas.place(0, 0.25, 1.5)
    figure.view.pull = {"name": 0, "count": 1, "u": u, "v": v}
    assert figure.values == dict(a=1.5, b=0.25)
    assert figure.view.handles[0]["text"] == "a = 1.5, b = 0.25"
    figure.set(b=1.0)
    assert figure.view.handles[0] == {"label": "move the point", "hidden": True}


def test_a_handle_outside_the_panel_stands_at_its_edge(figure):
    inside, edge = figure.canvas.place(0, 0.5, 2.2), figure.canvas.place(0, 0.5, 1e6)
    assert np.allclose(inside, edge)
    assert np.isfinite(figure.canvas.place(0, 0.5, float("nan"))).all()


# words


def test_the_caption_and_the_step_stand_under_the_picture(figure):
    assert words.said(figure.caption(figure.r)) == figure.said.html
    figure.show(0)
    assert "1 · too simple." in figure.said.html and figure.told in figure.said.html


def test_a_headline_is_a_bar_and_a_sentence_and_identities_are_one_line(figure):
    figure.show(2)
    shown = figure.proved.html
    assert "A higher degree never fits the examples worse." in shown and "live-bar" in shown
    assert "✓ 2 identities hold" in shown
    figure.show(3)
    assert 'class="live-theorem off"' in figure.proved.html
    assert "○ does not apply: the penalty is on" in figure.proved.html
    assert [c.name for c in figure.claims()][0] == "more freedom, never a larger minimum"
    assert len(figure.claims()) == 3 and small().claims() == []


@pytest.mark.parametrize(
    "measured, bound, kind, why_not, bar",
    [
        (1, 4, "<=", "", '<div class="live-bar" aria-hidden="true"><span style="width:25.0%">'),
        (-3, -1, "<=", "", '<div class="live-bar blank" aria-hidden="true"></div>'),
        (-1, 0, "<=", "", '<div class="live-bar blank" aria-hidden="true"></div>'),
        (1, 4, "<=", "η is large", '<div class="live-bar" aria-hidden="true">'),
        (5, 4, "<=", "", '<div class="live-bar" aria-hidden="true"></div>'),
    ],
)
def test_a_bar_is_drawn_where_a_share_says_something(measured, bound, kind, why_not, bar):
    assert bar in words.theorem(Claim("name", "Theorem 1.1", measured, bound, kind, 0, why_not))


@pytest.mark.parametrize(
    "kinds, says",
    [
        ("h", "✓ 1 identity holds"),
        ("hhhh", "✓ 4 identities hold"),
        ("hn", "✓ 1 identity holds · ○ 1 identity does not apply here"),
        ("hfnn", "✗ 1 identity FAILS · ✓ 1 identity holds · ○ 2 identities do not apply here"),
        ("hb", "✓ 2 facts hold"),
    ],
)
def test_identities_are_counted(kinds, says):
    made = {
        "h": Claim("a", "s", 1, 1, "=="),
        "f": Claim("a", "s", 1, 2, "=="),
        "n": Claim("a", "s", 1, 2, "==", why_not="no"),
        "b": Claim("a", "s", 1, 2),
    }
    assert words.summary([made[kind] for kind in kinds]) == says


def test_the_code_under_the_figure_is_what_runs(figure):
    code = figure.children[-1].html
    assert "the code of this figure" in code and "staticmethod" not in code
    first, folded = code.split("how it is drawn")
    assert "vander" in first and "set_data" not in first and "set_data" in folded
    assert "never a larger minimum" in folded and "vote" not in code


def test_text_is_escaped():
    class sharp(small):
        def caption(self, r):
            return "a < b & c"

        def headline(self, r):
            return Claim("<b>", "<i>", 1, 2, words="<script>")

    figure = sharp()
    assert "a &lt; b &amp; c" in figure.said.html
    assert "<script>" not in figure.proved.html and "<script>" not in still.html(figure)


def test_every_part_has_its_class(figure):
    looks = [child._dom_classes[-1] for child in figure.children]
    parts = ["picture", "say", "story", "controls", "claim", "code"]
    assert looks == [f"live-{part}" for part in parts]
    css = (resources.files("helpers.live") / "look.css").read_text(encoding="utf-8")
    assert "nth-child" not in css and all(f".{look}" in css for look in looks)


# what is stored


@pytest.fixture
def displayed(monkeypatch):
    """What a figure displays: (data, metadata) pairs."""
    shown = []

    def display(data, metadata=None, raw=False):
        assert raw
        shown.append((data, metadata))

    monkeypatch.setattr(still, "display", display)
    return shown


def test_a_stored_figure_has_picture_caption_and_headline_and_the_picture_once(figure, displayed):
    figure._ipython_display_()
    (picture, metadata), (told, _) = displayed
    assert set(picture) == {still.VIEW, "image/png", "text/plain"}
    assert metadata == {"image/png": {"alt": figure.alt}}
    assert picture["text/plain"] == figure.describe()
    assert Image.open(io.BytesIO(picture["image/png"])).mode == "P"
    assert len(picture["image/png"]) < min(60_000, len(figure.image()))
    assert set(told) == {"text/html", "text/plain"} and "base64" not in told["text/html"]
    for part in (figure.told, figure.headlined.words, "uses 9 %", "run all cells", figure.alt):
        assert part in told["text/html"]
    assert figure.notes not in str(displayed)


def test_what_is_stored_depends_on_the_first_picture_alone(displayed):
    for _ in range(2):
        sample.fit()._ipython_display_()
    first, second = displayed[:2], displayed[2:]
    for (one, _), (two, _) in zip(first, second):
        one.pop(still.VIEW, None)
        two.pop(still.VIEW, None)
    assert first == second
