"""Settings: where they come from, which wins, and one sentence for each that is wrong."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import settings
from rendering.words import say
from settings import Settings, SettingsError

TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of bot.py; the current folder is another, and nothing is set."""
    for name in [name for name in os.environ if name.upper().startswith("PARLOUR_")]:
        monkeypatch.delenv(name)
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    home.mkdir()
    elsewhere.mkdir()
    monkeypatch.setattr(settings, "HERE", home)
    monkeypatch.chdir(elsewhere)
    return home


def token(chosen: Settings) -> str | None:
    return chosen.token.get_secret_value() if chosen.token else None


def test_nothing_needs_to_be_set(home: Path) -> None:
    chosen = settings.load()
    assert chosen.token is None
    assert chosen.level("run") == "info"
    assert chosen.level("local") == "warning"
    assert chosen.local_port == 0
    assert chosen.path("discord") == home / "parlour.db"
    assert chosen.path("local") == home / "parlour-local.db"


def test_the_environment_comes_before_the_current_folder_and_that_before_the_bots(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / ".env").write_text("PARLOUR_TOKEN=beside\nPARLOUR_LOG_LEVEL=error\n")
    assert token(settings.load()) == "beside"
    Path(".env").write_text("PARLOUR_TOKEN=current\n")
    chosen = settings.load()
    assert token(chosen) == "current"
    assert chosen.log_level == "error", "what only the bot's folder sets still counts"
    monkeypatch.setenv("PARLOUR_TOKEN", "environment")
    assert token(settings.load()) == "environment"


def test_an_empty_token_takes_back_the_one_of_a_file(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / ".env").write_text("PARLOUR_TOKEN=beside\n")
    monkeypatch.setenv("PARLOUR_TOKEN", "")
    assert settings.load().token is None


def test_a_relative_database_counts_from_the_bots_folder_wherever_it_is_started(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_DATABASE", "kept/games.db")
    assert settings.load().path("discord") == home / "kept" / "games.db"
    assert settings.load().path("local") == home / "kept" / "games.db"
    monkeypatch.setenv("PARLOUR_DATABASE", str(home.parent / "absolute.db"))
    assert settings.load().path("discord") == home.parent / "absolute.db"
    monkeypatch.setenv("HOME", str(home.parent))
    monkeypatch.setenv("PARLOUR_DATABASE", "~/mine.db")
    assert settings.load().path("discord") == home.parent / "mine.db"


WRONG = (
    ("PARLOUR_TOKEN", "two words"),
    ("PARLOUR_TOKEN", "ein-schlüssel"),
    ("PARLOUR_LOG_LEVEL", "loud"),
    ("PARLOUR_LOCAL_PORT", "many"),
    ("PARLOUR_LOCAL_PORT", "65536"),
    ("PARLOUR_LOCAL_PORT", "-1"),
    ("PARLOUR_LOCAL_PORT", ""),
)


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_wrong_setting_is_one_sentence_that_names_it_and_never_its_value(
    home: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as raised:
        settings.load()
    sentence = say("en", raised.value.reason.key, **raised.value.reason.args)
    assert name in sentence
    assert "\n" not in sentence
    if value and name == "PARLOUR_TOKEN":
        assert value not in sentence + repr(raised.value)
    assert raised.value.__suppress_context__, "the error behind it would show the value"


def test_the_level_is_read_in_any_case(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_LOG_LEVEL", " Debug ")
    assert settings.load().level("run") == "debug"
    assert settings.load().level("local") == "debug"


def test_a_file_that_is_no_text_is_named(home: Path) -> None:
    (home / ".env").write_bytes(b"PARLOUR_TOKEN=\xff\xfe\n")
    with pytest.raises(SettingsError) as raised:
        settings.load()
    sentence = say("en", raised.value.reason.key, **raised.value.reason.args)
    assert str(home / ".env") in sentence


def test_no_token_is_shown_by_the_settings(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_TOKEN", TOKEN)
    chosen = settings.load()
    assert TOKEN not in repr(chosen) + str(chosen) + chosen.model_dump_json()


def test_unknown_variables_are_named_with_the_one_that_was_meant(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_TOKNE", "x")
    monkeypatch.setenv("PARLOUR_WEATHER", "fine")
    (home / ".env").write_text("PARLOUR_LOGLEVEL=info\nOTHER_THING=1\n")
    assert settings.unknown() == [
        ("PARLOUR_LOGLEVEL", "PARLOUR_LOG_LEVEL"),
        ("PARLOUR_TOKNE", "PARLOUR_TOKEN"),
        ("PARLOUR_WEATHER", ""),
    ]
    assert settings.load().token is None


def test_the_readme_explains_every_setting_and_no_other() -> None:
    readme = (Path(settings.__file__).parent / "README.md").read_text("utf-8")
    told = set(re.findall(r"^\| `(PARLOUR_\w+)` \|", readme, re.MULTILINE))
    assert told == {f"PARLOUR_{name.upper()}" for name in Settings.model_fields}
