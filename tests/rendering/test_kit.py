"""The drawing kit: text, atlas, canvas, marks, bars, files."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from rendering.kit import bars, fonts, marks, text
from rendering.kit.atlas import Atlas, Workshop
from rendering.kit.canvas import Canvas
from rendering.kit.encode import png
from rendering.kit.levels import FULL, levels
from rendering.kit.pen import Pen
from rendering.kit.raster import over, paint, reduce, tint
from rendering.kit.theme import BAR_READS, BARS, BOLD, MARKS, REGULAR, Face, Theme, register

COLOURS = {
    **MARKS,
    "bar": "#1A1F23",
    "active": "#343C43",
    "legend": "#22282D",
    "footer": "#101316",
    "text": "#F3EBD8",
    "muted": "#B9BDB8",
    "title": "#F4DF9E",
    "line": "#CFA550",
    "line-light": "#F4DF9E",
    "line-dark": "#0E1114",
    "token": "#15181B",
    "red": "#CC4226",
}


def theme(name: str = "test", **colours: str) -> Theme:
    return Theme(name, Face("marcellus"), {**COLOURS, **colours}, (), BAR_READS, ())


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    shop = Workshop(theme())
    slope = np.linspace(0, 255, 64, dtype=np.float32)
    shop.ground("slope", np.repeat(np.tile(slope, (32, 1))[..., None], 3, 2))
    disc = np.hypot(*(np.mgrid[0:80, 0:80] - 39.5)) <= 35
    shop.sprite("disc", reduce(paint(tint("#FFFFFF"), disc)), 10, 10)
    shop.sprite("square", paint(tint("#2776C4"), np.ones((8, 8))), 0, 0)
    return shop.close(64)


def colours_of(canvas: Canvas) -> np.ndarray:
    return np.asarray(canvas.image().convert("RGB"), int)


# Text


def test_each_run_is_in_a_face_that_covers_it() -> None:
    found = fonts.runs("ann Жуков אבי สมชาย", BOLD)
    assert "".join(run.text for run in found) == "ann Жуков אבי สมชาย"
    assert [run.face.family for run in found] == [
        "atkinson-hyperlegible",
        "noto-sans",
        "rubik",
        "noto-sans-thai",
    ]


def test_a_combining_mark_stays_with_its_letter() -> None:
    assert list(fonts.clusters("e\u0301a\u0327\u0301x")) == ["e\u0301", "a\u0327\u0301", "x"]


def test_a_right_to_left_text_has_its_runs_from_the_right() -> None:
    assert [run.text.strip() for run in fonts.runs("אבי ann", BOLD)] == ["ann", "אבי"]


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("anneliese", "anneliese"),
        ("ann \U0001f600", "ann"),
        ("\U0001f600\U0001f600", "player K"),
        ("\U00012000\U00012001 a", "player K"),
        ("Жуков", "Жуков"),
        ("!!!", "!!!"),
        ("", "player K"),
    ],
)
def test_a_name_without_letters_that_can_be_drawn_gives_way(name: str, drawn: str) -> None:
    assert fonts.legible(name, BOLD, "player K") == drawn


def test_a_text_that_fits_stays_and_a_longer_one_is_cut_to_its_room() -> None:
    assert text.fit("Chi", BOLD, 36, 200) == "Chi"
    cut = text.fit("Dimitri Konstantinou", BOLD, 36, 200)
    assert cut.startswith("Dimitri")
    assert cut.endswith("…")
    assert text.width(cut, BOLD, 36) <= 200
    longer = cut[:-1] + "onstantinou"[len(cut) - len("Dimitri K…") :][:1] + "…"
    assert text.width(longer, BOLD, 36) > 200
    assert text.fit("W" * 50, BOLD, 36, 1) == "…"


def test_a_mask_is_as_wide_as_its_text_and_covers_it_fully_somewhere() -> None:
    mask = text.mask("Hamburg", BOLD, 36)
    assert mask.width == pytest.approx(text.width("Hamburg", BOLD, 36))
    assert mask.stencil.levels.max() == FULL << 8
    columns = np.flatnonzero(mask.stencil.levels.any(0))
    assert columns[0] >= mask.x
    assert columns[-1] <= mask.x + mask.width


def test_capitals_have_about_their_share_of_the_size() -> None:
    assert 0.6 * 46 < text.cap_height(BOLD, 46) < 0.75 * 46
    assert text.cap_height(REGULAR, 92) == pytest.approx(2 * text.cap_height(REGULAR, 46), abs=0.3)


# Atlas


def test_every_role_has_its_exact_colour_in_the_palette(atlas: Atlas) -> None:
    for role, code in COLOURS.items():
        at = 3 * atlas.index[role]
        assert "#" + atlas.palette[at : at + 3].hex().upper() == code, role


def test_the_palette_keeps_its_bound() -> None:
    shop = Workshop(theme())
    shop.sprite("x", paint(tint("#CC4226"), np.ones((4, 4))), 0, 0)
    with pytest.raises(ValueError, match="256 colours"):
        shop.close(256)


def test_a_ground_keeps_its_colours_closely(atlas: Atlas) -> None:
    palette = np.frombuffer(atlas.palette, np.uint8).reshape(-1, 3).astype(int)
    got = palette[atlas.grounds["slope"]]
    want = np.linspace(0, 255, 64)[None, :, None]
    assert np.abs(got - want).max() <= 12


def test_the_same_input_gives_the_same_atlas() -> None:
    def made() -> Atlas:
        shop = Workshop(theme())
        down, across = np.mgrid[0:48, 0:48].astype(np.float32) * 5
        shop.ground("g", np.stack([down, across, (down + across) / 2], 2))
        return shop.close(96)

    one, two = made(), made()
    assert one.palette == two.palette
    assert np.array_equal(one.soft, two.soft)
    assert np.array_equal(one.grounds["g"], two.grounds["g"])


def test_a_blend_lies_between_its_colour_and_the_ground(atlas: Atlas) -> None:
    """Level 0 leaves the ground, 15 is the colour, and between it goes evenly up."""
    palette = np.frombuffer(atlas.palette, np.uint8).reshape(-1, 3).astype(float)
    bar, ivory = atlas.index["bar"], atlas.index["ivory"]
    steps = [atlas.tables["ivory"][(level << 8) + bar] for level in range(FULL + 1)]
    assert (steps[0], steps[-1]) == (bar, ivory)
    for level, index in enumerate(steps):
        want = palette[bar] + (palette[ivory] - palette[bar]) * level / FULL
        assert np.abs(palette[index] - want).max() <= 26, level


# Canvas


def test_a_sprite_covers_its_middle_and_blends_at_its_edge(atlas: Atlas) -> None:
    canvas = Canvas(atlas, 60, 60, "bar")
    canvas.put("disc", 30, 30)
    got = colours_of(canvas)
    assert tuple(got[30, 30]) == (255, 255, 255)
    assert tuple(got[5, 5]) == (0x1A, 0x1F, 0x23)
    row = got[30, 18:26, 0]  # from the bar's red 26 to the disc's 255, and never down again
    assert (np.diff(row) >= 0).all()
    assert len(set(row)) >= 3


@pytest.mark.parametrize("at", [(0, 0), (59, 59), (-3, 30), (30, 63), (200, 200)])
def test_what_hangs_over_the_edge_is_cut_and_counted(atlas: Atlas, at: tuple[int, int]) -> None:
    whole = Canvas(atlas, 300, 300, "bar")
    whole.put("disc", at[0] + 60, at[1] + 60)
    canvas = Canvas(atlas, 60, 60, "bar")
    canvas.put("disc", *at)
    assert canvas.cut == 1
    assert np.array_equal(canvas.pixels, whole.pixels[60:120, 60:120])
    canvas.mark(marks.disc("3"), -2, 4)
    assert canvas.cut > 1


def test_a_text_is_recorded_where_it_stands(atlas: Atlas) -> None:
    canvas = Canvas(atlas, 300, 80, "footer", look=True)
    end = canvas.text(20, 40, "HEN", 46, "title")
    (box,) = canvas.boxes
    assert (box.text, box.size, box.colour, box.ground) == ("HEN", 46, "#F4DF9E", "#101316")
    assert (box.x0, box.x1) == (20, end)
    rows, columns = np.nonzero(canvas.pixels != atlas.index["footer"])
    assert box.x0 - 1 <= columns.min()
    assert columns.max() <= box.x1 + 1
    assert abs(rows.min() - box.y0) <= 2
    assert abs(rows.max() - box.y1) <= 2


def test_align_says_what_x_is(atlas: Atlas) -> None:
    for align, at in (("l", 100), ("m", 200), ("r", 300)):
        canvas = Canvas(atlas, 400, 80, "bar")
        canvas.text(at, 40, "HHHHHHHH", 36, "text", align=align)
        columns = np.nonzero(canvas.pixels != atlas.index["bar"])[1]
        wide = text.width("HHHHHHHH", BOLD, 36)
        start = at - {"l": 0.0, "m": wide / 2, "r": wide}[align]
        assert abs(columns.min() - start) < 5
        assert abs(columns.max() - start - wide) < 5


def test_an_image_is_a_palette_picture_and_a_small_file(atlas: Atlas) -> None:
    image = Canvas(atlas, 1200, 100, "bar").image()
    assert (image.mode, image.size) == ("P", (1200, 100))
    data = png(image)
    again = Image.open(io.BytesIO(data))
    assert (again.format, again.mode) == ("PNG", "P")
    assert np.array_equal(np.asarray(again), np.asarray(image))


# Marks


def test_a_pen_lays_later_shapes_on_earlier_ones(atlas: Atlas) -> None:
    pen = Pen(20, 20)
    pen.circle(10, 10, 10, "ink")
    pen.circle(10, 10, 5, "ivory")
    pen.circle(10, 10, 2, "ink")
    canvas = Canvas(atlas, 20, 20, "bar")
    canvas.mark(pen.mark(), 10, 10)
    index = atlas.index
    assert [int(canvas.pixels[10, x]) for x in (10, 6, 2)] == [
        index["ink"],
        index["ivory"],
        index["ink"],
    ]


def test_a_pens_paint_and_mark_show_the_same() -> None:
    pen = Pen(24, 24)
    pen.box(2, 2, 22, 22, 4, "ink")
    pen.ring(12, 12, 6, 3, "ivory")
    ground = np.tile(tint("#CC4226"), (24, 24, 1)).astype(np.float32)
    over(ground, pen.paint(COLOURS), 0, 0)
    flat = np.tile(tint("#CC4226"), (24, 24, 1)).astype(np.float32)
    for layer in pen.mark().layers:
        height, width = layer.stencil.levels.shape
        cover = (layer.stencil.levels >> 8)[..., None] / FULL
        part = flat[layer.y : layer.y + height, layer.x : layer.x + width]
        part += (tint(COLOURS[layer.role]) - part) * cover
    assert np.abs(ground - flat).max() < 12  # sixteen levels


@pytest.mark.parametrize("shape", ["circle", "triangle", "square", "diamond"])
def test_tokens_differ_in_shape_and_hold_their_letter(atlas: Atlas, shape: str) -> None:
    mark = marks.token(shape, "K", "token", "ivory", "line")
    assert [w.text for w in mark.written] == ["K"]
    canvas = Canvas(atlas, 100, 100, "bar")
    canvas.mark(mark, 50, 50)
    assert canvas.cut == 0
    other = Canvas(atlas, 100, 100, "bar")
    other.mark(
        marks.token("circle" if shape != "circle" else "square", "K", "token", "ivory", "line"),
        50,
        50,
    )
    assert not np.array_equal(canvas.pixels, other.pixels)


def test_an_arrow_points_from_its_first_point_to_its_last(atlas: Atlas) -> None:
    canvas = Canvas(atlas, 240, 100, "bar")
    canvas.mark(marks.arrow(((0, 0), (160, 0))), 40, 50)
    rows = (canvas.pixels == atlas.index["ivory"]).sum(0)
    assert rows[60] < rows[172]
    assert rows[40]
    assert not rows[205:].any()


def test_levels_reach_from_nothing_to_full() -> None:
    assert list(levels(np.array([0, 8, 128, 255])) >> 8) == [0, 0, 8, FULL]
    assert list(levels(np.array([0.0, 1.0]), 1, 0.5) >> 8) == [0, 8]


# Bars


def legend(count: int, words: str = "stack") -> bars.Legend:
    item = (bars.Sign(marks.disc("1"), 44), bars.Word("a1"), bars.Word(words, 30))
    return bars.Legend(theme(), ("since your", "last move"), [item] * count)


def test_a_legend_takes_two_rows_when_one_is_too_short() -> None:
    assert (legend(3).rows, legend(3).height) == (1, bars.LEGEND)
    assert (legend(8).rows, legend(8).height) == (2, bars.LEGEND_TWO)


def test_a_legend_keeps_its_items_inside(atlas: Atlas) -> None:
    for count in range(9):
        made = legend(count, "a rather long thing to say")
        canvas = Canvas(atlas, 1200, made.height, "bar", look=True)
        made.draw(canvas, 0)
        assert all(box.x0 >= 0 and box.x1 <= 1200 - 20 for box in canvas.boxes), count


def test_a_long_name_in_the_prompt_leaves_the_words_whole() -> None:
    def words(names: list[str]) -> str:
        return f"{names[0]} to move"

    (cut,) = bars.footer_names(theme(), ["W" * 32], words)
    assert cut.endswith("…")
    assert len(cut) > 10
    assert bars.MARGIN * 2 + text.width(words([cut]), BOLD, 46) <= 1200
    assert bars.footer_names(theme(), ["Chi"], words) == ["Chi"]


def test_two_names_in_the_prompt_share_the_room() -> None:
    def words(names: list[str]) -> str:
        return " and ".join(names) + " share the win"

    short, long = bars.footer_names(theme(), ["Chi", "W" * 32], words, "12 chips each")
    assert short == "Chi"
    assert long.endswith("…")
    assert text.width(words([short, long]), BOLD, 46) <= 1200 - 60


def test_the_strip_marks_who_is_asked_and_who_resigned(atlas: Atlas) -> None:
    token = marks.token("circle", "K", "token", "ivory", "line")
    canvas = Canvas(atlas, 1200, 76, "bar", look=True)
    cells = bars.strip(
        canvas,
        0,
        [
            bars.Player(token, "ann"),
            bars.Player(token, "bob", asked=True),
            bars.Player(token, "W" * 32, out=True),
        ],
    )
    assert cells == [(0, 400), (400, 800), (800, 1200)]
    assert canvas.pixels[10, 600] == atlas.index["active"]
    assert canvas.pixels[10, 200] == atlas.index["bar"]
    by_text = {box.text: box for box in canvas.boxes if box.text != "K"}
    assert by_text["ann"].colour == COLOURS["text"]
    cut = next(box for words, box in by_text.items() if words.startswith("W"))
    assert cut.colour == COLOURS["muted"]
    assert cut.x1 <= 1200


# Themes


def test_a_theme_names_every_role_that_the_kit_needs() -> None:
    short = {role: code for role, code in COLOURS.items() if role != "legend"}
    with pytest.raises(ValueError, match="legend"):
        Theme("short", Face("marcellus"), short, (), (), ())
    assert set(BARS) <= set(COLOURS)


def test_two_themes_of_one_name_are_refused() -> None:
    from rendering.kit.theme import THEMES

    try:
        register(theme("twice"))
        with pytest.raises(ValueError, match="twice"):
            register(theme("twice"))
    finally:
        THEMES.pop("twice")
