"""Colours: the formulas against published values, and every registered theme against the rules."""

from __future__ import annotations

import itertools

import pytest

from rendering.kit.colour import SIGHTS, contrast, delta_e, distance, mix, rgb
from rendering.kit.theme import BAR_READS, PIECES, THEMES, Theme
from rendering.scene import renderers

renderers()  # themes are registered by the modules that draw
EVERY = list(THEMES.values())

# Sharma, Wu, Dalal: "The CIEDE2000 color-difference formula", table 1.
SHARMA = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, 3.1571, -77.2803), (50.0, 0.0, -82.7485), 2.8615),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("one", "two", "expected"), SHARMA)
def test_ciede2000_gives_the_published_differences(
    one: tuple[float, float, float], two: tuple[float, float, float], expected: float
) -> None:
    assert delta_e(one, two) == pytest.approx(expected, abs=1e-4)
    assert delta_e(two, one) == pytest.approx(expected, abs=1e-4)


def test_contrast_gives_the_published_values() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005)  # WCAG's example
    assert contrast("#FFFFFF", "#777777") == contrast("#777777", "#FFFFFF")


def test_red_and_green_of_one_lightness_are_alike_to_a_protanope() -> None:
    """What the simulation is for: a pair that is far apart until the sight is missing."""
    assert distance("#B03020", "#5A6B20") > 30
    assert distance("#B03020", "#5A6B20", "protan") < 20
    assert distance("#808080", "#808080", "tritan") == 0


def test_a_colour_is_written_in_one_way() -> None:
    assert rgb("#2776C4") == (39, 118, 196)
    assert mix("#000000", "#FFFFFF", 0.5) == "#808080"
    with pytest.raises(ValueError, match="not a colour"):
        rgb("2776C4")


def test_sarena_has_a_theme() -> None:
    assert "sarena" in THEMES


@pytest.mark.parametrize("theme", EVERY, ids=lambda t: t.name)
@pytest.mark.parametrize("sight", SIGHTS)
def test_what_must_be_told_apart_is_12_apart(theme: Theme, sight: str) -> None:
    """ART 1: CIEDE2000 of at least 12 for every kind of sight."""
    for group in theme.apart:
        for a, b in itertools.combinations(group, 2):
            colours = theme.colours
            assert distance(colours[a], colours[b], sight) >= 12, (a, b)


@pytest.mark.parametrize("theme", EVERY, ids=lambda t: t.name)
def test_text_has_a_contrast_of_4_5(theme: Theme) -> None:
    assert set(BAR_READS) <= set(theme.reads)
    for text, ground in theme.reads:
        colours = theme.colours
        assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)


@pytest.mark.parametrize("theme", EVERY, ids=lambda t: t.name)
def test_pieces_have_a_contrast_of_3_against_outline_or_ground(theme: Theme) -> None:
    assert theme.stands
    for piece, ground in theme.stands:
        colours = theme.colours
        assert contrast(colours[piece], colours[ground]) >= 3, (piece, ground)


def test_the_family_colours_are_22_apart_for_every_sight() -> None:
    """ART 1: the least difference between any two pieces, 21.7 where the page rounds to 22."""
    least = min(
        distance(a, b, sight)
        for sight in SIGHTS
        for a, b in itertools.combinations(PIECES.values(), 2)
    )
    assert least == pytest.approx(22, abs=0.5)
