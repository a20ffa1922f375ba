"""The gallery: every view of a played position, as files."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from rendering.gallery import render


def test_every_view_gets_a_picture_and_its_words(tmp_path: Path) -> None:
    files, ply = render("sarena", seed=7, ply=20, out=tmp_path, seats=3)
    assert ply == 20
    assert sorted(files) == sorted(tmp_path.iterdir())
    stems = {file.stem.removeprefix("sarena-7-20-") for file in files}
    assert {"channel", "seat0", "seat1", "seat2"} < stems
    assert len(stems) == 5  # and the asked seat with its candidates
    for file in files:
        if file.suffix == ".png":
            with Image.open(file) as image:
                assert (image.mode, image.width) == ("P", 1200)
        else:
            alt, _, board = file.read_text("utf-8").partition("\n\n")
            assert len(alt) <= 1024
            assert max(map(len, board.splitlines())) <= 38


def test_the_same_arguments_give_the_same_files(tmp_path: Path) -> None:
    one = render("sarena", 3, 9, tmp_path / "a").files
    two = render("sarena", 3, 9, tmp_path / "b").files
    assert [f.name for f in one] == [f.name for f in two]
    assert all(a.read_bytes() == b.read_bytes() for a, b in zip(one, two, strict=True))


def test_a_match_that_ends_is_drawn_as_it_ended(tmp_path: Path) -> None:
    files, ply = render("sarena", 1, 1000, tmp_path, seats=2)
    names = [file.name for file in files]
    assert ply == int(names[0].split("-")[2])
    assert 20 <= ply <= 45
    assert not any("choose" in name for name in names)


def test_only_the_private_words_tell_the_secret(tmp_path: Path) -> None:
    render("sarena", 7, 12, tmp_path)
    told = {f.stem: f.read_text("utf-8") for f in tmp_path.glob("*.txt")}
    assert "You are" not in told["sarena-7-12-channel"]
    for seat in range(4):
        assert "You are" in told[f"sarena-7-12-seat{seat}"]


def test_the_toy_is_drawn_too(tmp_path: Path) -> None:
    """For any game found."""
    assert render("toy", 1, 3, tmp_path).files


def test_an_unknown_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KeyError, match="there are"):
        render("chess", 1, 1, tmp_path)
