"""What verify makes of an exported file: what it proves, what does not fit, what no file can prove;
and of what is no such file. Each test is named after the fault in a file."""

from __future__ import annotations

import json
import os
import socket
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

import rules
from data.sheet import Status
from data.verify import LONGEST, contents, verify
from rendering.words import say
from rules import game
from rules.kernel import Refused
from tests.data.exported import (
    NAMES,
    NONE,
    OLD,
    Toy,
    argument,
    document,
    judged,
    keys,
    rechained,
    words,
)
from tests.data.table import begun, finished, opened, played

# An honest match.


@pytest.mark.parametrize("name", ["sarena", "toy"])
async def test_s12_finished_matches_are_verified(store, name):
    for key in range(5):
        sheet = await finished(store, name, key)
        verdict = verify(await store.export(sheet.id, None, NAMES[:2]))
        assert verdict.status == 0
        assert argument(verdict, "verify-seed", "commitment") == sheet.commitment
        assert argument(verdict, "verify-head", "head") == sheet.head
        assert argument(verdict, "verify-key", "presses") == 3
        assert argument(verdict, "verify-replayed", "count") == sheet.n
        assert not [key for key in keys(verdict) if key.startswith("audit")]


async def test_an_honest_match_is_told_part_by_part(good):
    verdict = judged(good)
    assert keys(verdict) == [
        "verify-match",
        "verify-proved", "verify-seed", "verify-key", "verify-chain", "verify-head",
        "verify-replayed", "verify-result",
        "verify-compare", "verify-compare-head", "verify-compare-commitment",
        "verify-unproved", "verify-seat", "verify-seat", "verify-seat", "verify-no-people",
        "verify-no-times", "verify-no-reasons", "verify-no-options", "verify-no-ids",
        "verify-good",
    ]  # fmt: skip


async def test_the_winner_is_told_by_seat_as_the_rules_have_it(good):
    winners = [seat + 1 for seat in good["result"]["winners"]]
    told = argument(judged(good), "verify-result", "winners")
    assert told == ", ".join(map(str, winners))


async def test_what_was_posted_is_compared_all_of_it_or_its_first_digits(good):
    for length in (12, 40, 64):
        posted = {"head": good["head"][:length], "commitment": good["commitment"][:length]}
        verdict = judged(good, **posted)
        assert verdict.status == 0
        assert {"verify-same-head", "verify-same-commitment"} < set(keys(verdict))
        assert "verify-compare" not in keys(verdict)


# The faults of which verify once knew nothing.


async def test_other_names_and_so_another_winner_are_said_to_be_the_files_word_only(good):
    good["seats"][0]["name"], good["seats"][1]["name"] = "Bob", "Ann"
    verdict = judged(good)
    said = words(verdict).split(say("en", "verify-unproved"))
    assert "Ann" not in said[0], "no name stands among what is proved"
    assert say("en", "verify-seat", seat=1, name="Bob") in said[1]
    assert say("en", "verify-seat", seat=2, name="Ann") in said[1]


async def test_another_reason_for_an_undo_is_said_to_be_unproved(good):
    entry = next(e for e in good["log"] if e["kind"] == "undo")
    assert entry["note"] == "a slip"
    entry["note"] = "Ann cheated"
    said = words(judged(good)).split(say("en", "verify-unproved"))
    assert say("en", "verify-no-reasons") in said[1]
    assert "cheated" not in "".join(said)


async def test_another_match_number(good):
    good["match"] += 1
    verdict = judged(good)
    assert verdict.status == 1
    assert "audit-origin" in keys(verdict)
    assert "verify-chain" not in keys(verdict)


async def test_another_match_number_chain_and_all_has_another_head(good):
    head = good["head"]
    good["match"] += 1
    rechained(good)
    assert judged(good).status == 0, "a match of its own"
    assert judged(good, head=head).status == 1


async def test_another_whole_match_under_the_same_seed_and_presses(tmp_path):
    files = []
    for n in (1, 2):
        async with opened(tmp_path / f"{n}.db") as store:
            sheet = await played(store, await begun(store, "toy", 3, 3), 10_000, Random(n))
            files.append(await document(store, sheet.id))
    one, other = files
    same = ("match", "game", "seed", "commitment", "message", "presses", "options")
    assert [one[name] for name in same] == [other[name] for name in same]
    assert one["result"] != other["result"] or one["head"] != other["head"]
    alone = judged(other)
    assert alone.status == 0
    assert say("en", "verify-compare-head", head=other["head"]) in words(alone)
    against = judged(other, head=one["head"], commitment=one["commitment"])
    assert against.status == 1
    assert "verify-other-head" in keys(against)
    assert "verify-same-commitment" in keys(against)


async def test_a_commitment_that_was_not_posted(good):
    verdict = judged(good, commitment="0" * 12)
    assert verdict.status == 1
    assert "verify-other-commitment" in keys(verdict)


async def test_a_game_that_there_is_not_is_named_and_nothing_is_called_proved_of_it(good):
    good["game"] = "chess"
    rechained(good)
    verdict = judged(good)
    assert verdict.status == 3
    assert argument(verdict, "audit-version", "game") == "chess"
    assert "no game chess" in words(verdict)
    assert not {"verify-replayed", "verify-result", "verify-key"} & set(keys(verdict))
    assert "verify-no-result" in keys(verdict)


async def test_entries_of_a_version_that_cannot_be_replayed_are_named_by_their_range(good):
    for e in good["log"]:
        e["version"] = 99
    good["result"]["winners"] = [0, 1, 2]
    verdict = judged(good)
    assert verdict.status == 3
    told = next(r.args for r in verdict.reasons if r.key == "audit-version")
    assert (told["from"], told["to"], told["there"]) == (1, len(good["log"]), 99)
    assert "verify-result" not in keys(verdict)
    assert "verify-no-result" in keys(verdict)


async def test_a_match_carried_over_to_newer_rules_is_not_proved_whole(tmp_path, monkeypatch):
    class Later(Toy):
        version = 2

        def migrate(self, doc, version):
            return doc

    async with opened(tmp_path / "p.db") as store:
        sheet = await played(store, await begun(store, "toy"), 5, Random(1))
    monkeypatch.setitem(rules.games(), "toy", Later())
    async with opened(tmp_path / "p.db") as store:
        sheet = await played(store, await store.load(sheet.id), 1000, Random(1))
        assert sheet.status is Status.OVER
        doc = await document(store, sheet.id, 2)
    verdict = judged(doc)
    assert verdict.status == 3
    assert {"audit-version", "audit-carried", "verify-result"} < set(keys(verdict))
    carried = argument(verdict, "audit-carried", "n")
    assert argument(verdict, "verify-replayed", "count") == len(doc["log"]) - carried
    assert "verify-key" not in keys(verdict), "the first position was not played again"
    for change in (
        lambda d: d["bases"][1].update(state=d["bases"][1]["state"].replace("rivals", "together")),
        lambda d: d["bases"][1].update(floor=0),
        lambda d: d["bases"][1].update(version=1),
        lambda d: d["bases"][1].pop("draws"),
    ):
        altered = deepcopy(doc)
        change(altered)
        assert "audit-base" in keys(judged(altered))


# Made by 0.1.0.


@pytest.mark.parametrize("name", ["match-2.json", "match-5.json"])
def test_files_of_0_1_0_are_verified_as_what_they_are(name):
    doc = json.loads((OLD / name).read_text("utf-8"))
    assert doc["revision"] == 1
    verdict = verify((OLD / name).read_bytes())
    today = {e["version"] for e in doc["log"]} == {game(doc["game"]).version}
    assert verdict.status == (0 if today else 3)
    assert ("verify-result" in keys(verdict)) == today
    assert {"verify-old", "verify-old-number", "verify-chain-old"} < set(keys(verdict))
    assert not {"verify-key", "verify-chain", "verify-no-ids"} & set(keys(verdict))


def test_at_least_one_file_of_0_1_0_is_played_again_to_its_end():
    assert verify((OLD / "match-2.json").read_bytes()).complete


@pytest.mark.parametrize("name", ["match-1-seat-0", "match-1-spectator", "match-4-seat-1"])
def test_unfinished_files_of_0_1_0_cannot_be_verified_yet(name):
    verdict = verify((OLD / f"{name}.json").read_bytes())
    assert (verdict.status, keys(verdict)) == (1, ["verify-not-over"])


# What is no plain file.


def refused(path: Path) -> str:
    with pytest.raises(Refused) as refusal:
        contents(path)
    reason = refusal.value.reason
    assert str(path) in say("en", reason.key, **reason.args)
    return reason.key


@pytest.mark.skipif(os.name != "posix", reason="devices, pipes and sockets are files there")
def test_a_folder_a_device_a_pipe_and_a_socket_are_refused_at_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the address of a socket has to be short
    os.mkfifo("pipe")
    Path("link").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("socket")
        for path in (".", "/dev/zero", "/dev/null", "/dev/tty", "pipe", "link", "socket"):
            assert refused(Path(path)) == "verify-not-a-file"


@pytest.mark.skipif(os.name != "posix", reason="pipes are files there")
def test_a_pipe_that_takes_a_files_place_at_the_last_moment_does_not_hang(tmp_path, monkeypatch):
    pipe, file = tmp_path / "pipe", tmp_path / "file"
    os.mkfifo(pipe)
    file.write_bytes(b"{}")
    monkeypatch.setattr(os, "stat", lambda path: os.lstat(file))
    assert refused(pipe) == "verify-not-a-file"


def test_a_file_larger_than_any_match_is_refused_without_being_read(tmp_path, monkeypatch):
    path = tmp_path / "large.json"
    path.touch()
    os.truncate(path, LONGEST + 1)
    read: list[object] = []
    monkeypatch.setattr("builtins.open", lambda *given: read.append(given))
    assert refused(path) == "verify-too-large"
    assert not read


def test_a_file_of_the_greatest_length_is_read(tmp_path):
    path = tmp_path / "odd.json"
    path.touch()
    os.truncate(path, 1000)
    assert contents(path) == bytes(1000)
    assert keys(verify(contents(path))) == [NONE]
