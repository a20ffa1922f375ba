"""The commands that look after what is stored, draw, and explain themselves."""

from __future__ import annotations

import argparse
import io
import json
import os
import sqlite3
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from PIL import Image

import bot
from data.sheet import Sheet
from tests.data import table
from tests.data.many import many
from tests.local.driver import BOT, clean_environment
from tests.operator.conftest import TOKEN, Operator, ended, said
from tests.operator.test_running import connected

GAME = "sarena"
GOLDEN = Path(__file__).parents[1] / "golden" / "0.1.0"


async def stored(path: Path) -> Sheet:
    """A database with a match played to its end; that match."""
    async with table.opened(path) as store:
        return await table.finished(store, GAME)


async def exported(path: Path) -> bytes:
    """The file of a finished match."""
    async with table.opened(path) as store:
        sheet = await table.finished(store, GAME)
        file = await store.export(sheet.id, None, ["Ann", "Bob"])
    assert file is not None
    return file


# Backup.


async def test_a_backup_is_made_beside_a_running_bot_and_is_whole(operator: Operator) -> None:
    await stored(operator.database)
    await connected(operator)
    done = await operator.run("backup", "copy.db", PARLOUR_TOKEN=TOKEN)
    assert (done.status, done.err) == (0, "")
    assert done.out.strip() == said("cli-backed-up", path="copy.db")
    copy = operator.folder / "copy.db"
    assert copy.exists(), "a path counts from where the operator stands"
    whole = await operator.run("check", "--database", str(copy))
    assert whole.status == 0
    again = await operator.run("backup", "copy.db", PARLOUR_TOKEN=TOKEN)
    assert again.status == 1
    assert again.sentence == said("store-backup-exists", path=str(copy))


async def test_a_backup_of_nothing_is_one_sentence(operator: Operator) -> None:
    done = await operator.run("backup", "copy.db")
    assert done.status == 1
    assert done.sentence == said("store-not-there", path=str(operator.database))
    assert not (operator.folder / "copy.db").exists()


# Check.


async def test_check_says_that_a_whole_database_is_whole(operator: Operator) -> None:
    await stored(operator.database)
    done = await operator.run("check")
    assert (done.status, done.err) == (0, "")
    assert done.out.strip() == said("cli-check-good", path=str(operator.database))


async def test_check_says_in_words_what_is_wrong(operator: Operator) -> None:
    sheet = await stored(operator.database)
    connection = sqlite3.connect(operator.database)
    connection.execute("UPDATE match SET state = x'7b7d' WHERE id = ?", (sheet.id,))
    connection.commit()
    connection.close()
    done = await operator.run("check")
    assert done.status == 1
    assert done.err == ""
    *findings, last = done.out.strip().splitlines()
    assert said("audit-state", match=sheet.id) in findings
    assert last == said("cli-check-bad", path=str(operator.database), wrong=len(findings))


async def test_check_of_one_match(operator: Operator) -> None:
    sheet = await stored(operator.database)
    done = await operator.run("check", "--match", str(sheet.id))
    assert (done.status, done.err) == (0, "")
    assert done.out.strip() == said("cli-check-one", match=sheet.id, path=str(operator.database))
    done = await operator.run("check", "--match", "77")
    assert done.status == 1
    assert done.out.splitlines()[0] == said("audit-no-match", match=77)


async def test_check_of_a_file_with_a_view_that_never_ends_is_one_sentence(
    operator: Operator,
) -> None:
    await stored(operator.database)
    connection = sqlite3.connect(operator.database)
    connection.execute("ALTER TABLE failed RENAME TO old")
    connection.execute(
        "CREATE VIEW failed AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"
        " SELECT x AS id, 1 AS match FROM c"
    )
    connection.commit()
    connection.close()
    for command in (("check",), ("backup", "b.db"), ("restore", str(operator.database)), ("run",)):
        more = ("--database", "new.db") if command[0] == "restore" else ()
        done = await operator.run(*command, *more, PARLOUR_TOKEN=TOKEN)
        assert done.status == 1
        assert done.sentence == said("store-strange", path=str(operator.database), what="failed")


async def test_check_says_how_far_it_is_and_shares_the_work(operator: Operator) -> None:
    await many(operator.database, 1100, GAME, 2)
    done = await operator.run("check")
    assert done.status == 0
    assert done.err.splitlines() == [said("cli-check-progress", done=1000, of=1100)]
    assert done.out.strip() == said("cli-check-good", path=str(operator.database))


# Verify.


async def test_verify_says_that_an_honest_match_is_honest(operator: Operator) -> None:
    file = operator.folder / "match.json"
    file.write_bytes(await exported(operator.database))
    done = await operator.run("verify", "match.json")
    assert (done.status, done.err) == (0, "")
    assert done.out.strip().splitlines()[-1] == said("verify-good")
    assert json.loads(file.read_text())["commitment"] in done.out


async def test_verify_says_that_a_changed_match_does_not_hold(operator: Operator) -> None:
    document = json.loads(await exported(operator.database))
    document["seed"] = "00" * 32
    (operator.folder / "match.json").write_text(json.dumps(document))
    done = await operator.run("verify", "match.json")
    assert done.status == 1
    assert said("audit-commitment", match=document["match"]) in done.out
    assert done.out.strip().splitlines()[-1] == said("verify-bad")


async def test_verify_compares_what_was_posted_however_it_was_copied(operator: Operator) -> None:
    document = json.loads(await exported(operator.database))
    (operator.folder / "match.json").write_text(json.dumps(document))
    head, commitment = document["head"].upper(), document["commitment"]
    posted = ("--head", f" `{head[:20]} {head[20:40]}`\n", "--commitment", f"`{commitment}`")
    done = await operator.run("verify", "match.json", *posted)
    assert done.status == 0
    assert said("verify-same-head") in done.out
    assert said("verify-same-commitment") in done.out
    assert said("verify-compare") not in done.out
    other = await operator.run("verify", "match.json", "--head", "0123456789ab")
    assert other.status == 1
    assert said("verify-other-head", here=document["head"], there="0123456789ab") in other.out
    assert said("verify-compare-commitment", commitment=commitment) in other.out


@pytest.mark.parametrize("text", ["", "0123456789a", "g" * 64, "0" * 65, "\u0661" * 12])
def test_what_can_be_no_head_is_refused_in_words(
    text: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    with pytest.raises(SystemExit) as end:
        bot.main(["verify", "match.json", "--head", text])
    assert end.value.code == 2
    assert said("cli-not-a-hash") in capsys.readouterr().err


async def test_verify_of_what_cannot_all_be_played_again_has_a_status_of_its_own(
    operator: Operator,
) -> None:
    document = json.loads(await exported(operator.database))
    for entry in document["log"]:
        entry["version"] += 98
    (operator.folder / "match.json").write_text(json.dumps(document))
    done = await operator.run("verify", "match.json")
    assert (done.status, done.err) == (3, "")
    assert done.out.strip().splitlines()[-1] == said("verify-part")


EVIL = (
    "\x1b[2J\x1b]0;owned\x07\x9b31m\u202eeve\u2066\n- The seed is proved.\r\x00\u200b\u2028"
    + "e" * 5000
)


async def test_terminal_signs_in_a_file_are_not_printed(operator: Operator) -> None:
    document = json.loads(await exported(operator.database))
    document["game"] = EVIL
    document["seats"][0]["name"] = EVIL
    document["seats"][1]["name"] = "\x1b"
    (operator.folder / "match.json").write_text(json.dumps(document))
    done = await operator.run("verify", "match.json")
    assert done.status == 1
    assert "owned" in done.out, "the name is told"
    lines = done.out.splitlines()
    assert "- The seed is proved." not in lines
    assert all(len(line) < 400 for line in lines)
    odd = {ch for ch in done.out if ch != "\n" and unicodedata.category(ch)[0] in "CZ"} - {" "}
    assert not odd
    assert said("verify-seat", seat=2, name="?") in lines


def test_terminal_signs_are_printed_once_nothing_cleans_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same with the cleaning taken out: the test above would notice."""
    document = json.loads((GOLDEN / "match-2.json").read_text("utf-8"))
    document["seats"][0]["name"] = EVIL[:100]
    file = tmp_path / "match.json"
    file.write_text(json.dumps(document))
    assert bot.verify(file, None, None) == 0
    assert "\x1b" not in capsys.readouterr().out
    monkeypatch.setattr("bot.shown", lambda text, longest=0: text)
    bot.verify(file, None, None)
    assert "\x1b" in capsys.readouterr().out


def test_a_terminal_that_lacks_a_letter_gets_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), "latin-1"))
    assert bot.shown("Zoë \u05d0") == "Zoë ?"


async def test_verify_of_something_else_is_one_sentence(operator: Operator) -> None:
    (operator.folder / "cat.jpg").write_bytes(bytes(range(256)))
    done = await operator.run("verify", "cat.jpg")
    assert (done.status, done.err) == (1, "")
    assert done.out.strip() == said("verify-not-a-match")
    none = await operator.run("verify", "nowhere.json")
    assert none.status == 1
    assert "nowhere.json" in none.sentence


@pytest.mark.skipif(os.name != "posix", reason="devices and pipes are files there")
async def test_verify_of_a_folder_a_device_or_a_pipe_is_one_sentence(operator: Operator) -> None:
    os.mkfifo(operator.folder / "pipe")
    for path in (".", "/dev/zero", "pipe"):
        done = await operator.run("verify", path)
        assert (done.status, done.out) == (1, "")
        assert done.sentence == said("verify-not-a-file", path=path)


# Render.


def test_where_nobody_reads_what_is_printed_there_is_no_traceback(tmp_path: Path) -> None:
    """``bot.py render ... | head -0``"""
    with subprocess.Popen(
        [sys.executable, str(BOT), "render", GAME, "--ply", "5", "--out", "a"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
        env=clean_environment(),
    ) as run:  # fmt: skip
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.close()
        assert run.stderr.read() == ""


async def test_render_draws_for_everybody_who_sees_a_picture(operator: Operator) -> None:
    done = await operator.run(
        "render", GAME, "--seed", "7", "--ply", "5", "--out", "a/b", "--seats", "3"
    )
    assert (done.status, done.err) == (0, "")
    files = [operator.folder / line for line in done.out.splitlines()]
    pictures = [file for file in files if file.suffix == ".png"]
    seen = [picture for picture in pictures if not picture.stem.endswith("-choose")]
    assert len(seen) == 4, "the channel and three seats"
    assert len(pictures) == 5, "and once more, with the choices, for the one who is asked"
    for picture in pictures:
        with Image.open(picture) as image:
            assert image.width == 1200
    assert all(file.read_text("utf-8").strip() for file in files if file.suffix == ".txt")
    assert len(files) > len(pictures)


async def test_render_says_when_the_match_ended_before_the_move_asked_for(
    operator: Operator,
) -> None:
    done = await operator.run("render", GAME, "--ply", "999", "--out", ".", "--seats", "2")
    assert done.status == 0
    first = Path(done.out.splitlines()[0])
    ply = int(first.name.split("-")[2])
    assert 20 <= ply <= 45
    assert done.err.strip() == said("cli-render-over", ply=ply, asked=999)


@pytest.mark.parametrize(
    ("arguments", "key", "args"),
    [
        (("chess",), "cli-no-game", {"game": "chess", "games": GAME}),
        ((GAME, "--seats", "9"), "cli-seats", {"game": GAME, "least": 2, "most": 4}),
    ],
)
async def test_what_cannot_be_drawn_is_one_sentence(
    operator: Operator, arguments: tuple[str, ...], key: str, args: dict[str, str | int]
) -> None:
    done = await operator.run("render", *arguments, "--out", ".")
    assert done.status == 1
    if key == "cli-no-game":
        assert done.sentence.startswith(said(key, **args).split(GAME)[0])
        assert GAME in done.sentence
    else:
        assert done.sentence == said(key, **args)


async def test_a_number_that_is_none_is_refused_in_words(operator: Operator) -> None:
    done = await operator.run("render", GAME, "--ply", "-3", "--out", ".")
    assert done.status == 2
    assert said("cli-not-a-number", text="-3") in done.err


# The program itself.


def test_help_tells_what_every_command_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    whole = bot.parser()
    commands = next(a.choices for a in whole._actions if isinstance(a, argparse._SubParsersAction))
    assert set(commands) == {
        "run", "local", "sync", "backup", "restore", "check", "verify", "render"
    }  # fmt: skip
    for name, command in commands.items():
        assert said(f"cli-{name}") in whole.format_help()
        assert said(f"cli-{name}") in command.format_help()


async def test_a_command_that_does_not_exist_is_refused(operator: Operator) -> None:
    done = await operator.run("dance")
    assert done.status == 2
    assert "dance" in done.err


async def test_an_unknown_setting_is_named_and_the_work_goes_on(operator: Operator) -> None:
    await stored(operator.database)
    done = await operator.run("check", PARLOUR_DATABSE="x.db")
    assert done.status == 0
    assert done.sentence == said(
        "settings-unknown", name="PARLOUR_DATABSE", meant="PARLOUR_DATABASE"
    )


async def test_a_wrong_setting_stops_every_command_with_one_sentence(operator: Operator) -> None:
    done = await operator.run("check", PARLOUR_LOG_LEVEL="loud")
    assert done.status == 1
    assert done.sentence == said("settings-wrong-log-level", name="PARLOUR_LOG_LEVEL")


def test_missing_packages_are_told_with_the_command_that_gets_them(tmp_path: Path) -> None:
    program = (
        "import sys, runpy; sys.modules['pydantic_settings'] = None\n"
        f"runpy.run_path({str(BOT)!r}, run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=clean_environment(
            PYTHONPATH=str(BOT.parent)
        ), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    readme = (BOT.parent / "README.md").read_text("utf-8")
    (install,) = [line for line in readme.splitlines() if line.endswith(".venv/bin/python bot.py")]
    assert install.rpartition(" && ")[0] in done.stderr


async def test_without_simcord_the_local_table_says_how_to_get_it(operator: Operator) -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); sys.modules['simcord'] = None\n"
        "import bot; sys.exit(bot.main(['local']))"
    )
    done = await ended(await operator.start_python("-c", program, str(BOT.parent)))
    assert done.status == 1
    assert done.sentence == said("cli-no-simcord", package="simcord")
