"""Computer players of the protocol: the same game in many requests as in one; and games kept for the program."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.protocol import Session
from saves import SaveError, Store
from tests.tui.test_cli import run
from tui.shell.protocol_files import ProtocolFiles

Plain = dict[str, Any]


def ask(session: Session, cmd: str, **arguments: Any) -> Plain:
    """A request and its reply, which must be a good one."""
    reply: Plain = json.loads(session.handle(json.dumps({"cmd": cmd, **arguments})))
    assert reply["ok"], reply
    return reply


def side_turns(piece: int | None, player: str, turns: int = 6) -> tuple[list[str], str]:
    """Actions of the first sides to act in Leningrad, asked for ``piece`` at a time, and the digest at the end."""
    session, done = Session(), list[str]()
    ask(session, "new", game="ava", scenario="leningrad", seed=21)
    for _ in range(turns):
        side = ask(session, "status")["side"]
        while ask(session, "status")["side"] == side:
            limit = {} if piece is None else {"actions": piece}
            done += ask(session, "play", side=side, player=player, viewer=side, **limit)["actions"]
    return done, str(ask(session, "digest")["digest"])


@pytest.mark.parametrize("player", ["random", "greedy"])
def test_a_computer_player_plays_the_same_game_step_by_step_as_at_once(player: str) -> None:
    whole = side_turns(None, player)
    assert side_turns(1, player) == whole and side_turns(7, player) == whole
    assert len(whole[0]) > 10


def test_plans_go_on_from_one_request_to_the_next() -> None:
    assert side_turns(1, "easy", 2) == side_turns(None, "easy", 2) and side_turns(1, "normal", 1)[0]


def test_reasons_are_told_beside_the_actions_to_whoever_asks_for_them() -> None:
    session = Session()
    ask(session, "new", game="ava", scenario="leningrad", seed=21)
    side = ask(session, "status")["side"]
    reply = ask(session, "play", side=side, player="easy", viewer=side, reasons=True)
    assert len(reply["reasons"]) == len(reply["actions"]) > 0 and all(reply["reasons"])
    assert "reasons" not in ask(session, "play", side=side, player="easy")


def test_after_an_undo_the_player_is_a_new_one() -> None:
    """What he remembers belongs to a moment that is gone."""
    session = Session()
    ask(session, "new", game="ava", scenario="leningrad", seed=21, options={"free_undo": "on"})
    side = ask(session, "status")["side"]
    first = ask(session, "play", side=side, player="greedy", actions=2, viewer=side)["actions"]
    ask(session, "undo")
    ask(session, "undo")
    assert ask(session, "play", side=side, player="greedy", actions=2, viewer=side)["actions"] == first


def test_a_bots_game_is_a_game_of_the_list(tmp_path: Path, own_folders: Path) -> None:
    store = Store(tmp_path / "saves")
    session = Session(ProtocolFiles(store, tmp_path / "none"))
    ask(session, "new", game="ava", scenario="leningrad", seed=3)
    ask(session, "save", name="end")
    assert [entry.slug for entry in store.list()] == ["end"] and store.files() == []
    listed = run("--saves", str(tmp_path / "saves"), "saves").stdout
    assert listed.startswith("end ")
    before = ask(session, "digest")["digest"]
    ask(session, "play", side=ask(session, "status")["side"], player="random", actions=3)
    ask(session, "save", name="end")
    after = ask(session, "digest")["digest"]
    assert store.peek("end").match.digest() == after != before
    assert [entry.slug for entry in store.list()] == ["end"]
    ask(session, "new", game="ava", scenario="kiev", seed=3)
    assert ask(session, "load", name="end")["digest"] == after


def test_a_game_that_somebody_plays_is_not_written_over(tmp_path: Path) -> None:
    store = Store(tmp_path / "saves")
    session = Session(ProtocolFiles(store, tmp_path / "none"))
    ask(session, "new", game="ava", scenario="leningrad", seed=3)
    ask(session, "save", name="mine")
    held = store.open("mine")
    reply = json.loads(session.handle('{"cmd": "save", "name": "mine"}'))
    assert reply["error"]["code"] == "bad_save"
    held.close()
    ask(session, "save", name="mine")
    with pytest.raises(SaveError):
        store.put(session.match, "../out")
