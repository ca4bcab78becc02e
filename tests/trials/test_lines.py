"""The line protocol and whoever writes into it: a reply to every line, soon, short if an error, nothing lost."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.play.match import Match
from engine.players.random import RandomPlayer
from engine.protocol import Session
from engine.protocol.failure import ECHO
from engine.protocol.session import COMMANDS
from saves import Store
from tests.trials.games import SCENARIOS
from tests.trials.table import FULL, Tally
from tui.shell.protocol_files import ProtocolFiles

SOON = 2.0
"""Seconds of work for a reply."""
SLOW = {"play"}
"""A computer player may think for as long as it needs."""
ERROR = 3_000
"""Characters of an error reply at most."""


def session_of(folder: Path, match: Match | None = None) -> Session:
    """A session with saves in a folder, and a game."""
    session = Session(ProtocolFiles(Store(folder), folder / "data"), None)
    session.current = match
    return session


def asked(session: Session, line: str, within: float = SOON) -> dict[str, Any]:
    """The reply to a line; what is true of every reply is checked."""
    before = session.current.digest() if session.current else ""
    start = time.process_time()
    text = session.handle(line)
    taken = time.process_time() - start
    reply: dict[str, Any] = json.loads(text)
    assert taken <= within, f"{taken:.1f} s for {line[:300]}"
    assert text.isascii() and text.isprintable()
    if not reply["ok"]:
        assert reply["error"]["code"] != "internal", f"{line[:300]}: {text[:600]}"
        assert len(text) <= ERROR, f"{len(text)} characters for {line[:200]}"
        assert not session.current or session.current.digest() == before
    return reply


# ---------------------------------------------------------------------- lines made by chance
WORDS = ["", "axis", "soviet", "3pz", "S0915", "move", "ava:10.2", "random", "crt", "x" * 9_999,
         "x" * 900_000, "'" * 5_000, "../../x", "/etc/passwd", "~nobody/x", "a\x00b", "\x1b[2J", "\u202e", "\ud800",
         "ß" * 3_000, "fight", "1", "0"]  # fmt: skip


def value(rnd: Random, depth: int = 0) -> Any:
    """Anything that JSON can say."""
    kind = rnd.randint(0, 9 if depth < 3 else 5)
    if kind < 3:
        return rnd.choice(WORDS if depth == 0 or rnd.random() < 0.05 else WORDS[:9])
    if kind == 3:
        return rnd.choice([0, -1, 1, 2**31, 2**62, -(2**63), 10**300, 1.5, 1e308])
    if kind < 6:
        return rnd.choice([None, True, False])
    if kind < 8:
        return rnd.choice(
            [[value(rnd, 3) for _ in range(rnd.randint(0, 4))], [rnd.choice(WORDS[:9])] * 300, [1] * 30_000]
        )
    return {str(rnd.choice(WORDS[:9])): value(rnd, depth + 1) for _ in range(rnd.randint(0, 4))}


def line(rnd: Random, match: Match | None) -> str:
    """A request: right, wrong in one place, or nonsense."""
    name = rnd.choice([*COMMANDS, *COMMANDS, "nonsense", "x" * 300])
    request: dict[str, Any] = {"cmd": name}
    for argument in COMMANDS[name].signature.arguments if name in COMMANDS else ():
        if rnd.random() < 0.7:
            request[argument] = value(rnd) if rnd.random() < 0.6 else rnd.choice(WORDS[:9])
    if name == "do" and match and not match.over and rnd.random() < 0.7:
        request = {"cmd": "do", "action": str(rnd.choice(list(match.legal)))}
    if name == "play":
        request["actions"] = rnd.randint(0, 3)
    if name in ("save", "load") and "path" in request:
        request["path"] = rnd.choice(WORDS[12:18])
    if rnd.random() < 0.1:
        request[rnd.choice(["id", "x", "cmd"])] = value(rnd)
    text = json.dumps(request)
    if rnd.random() < 0.15:
        at = rnd.randrange(len(text))
        text = (
            text[:at]
            + rnd.choice(["", "\x00", "}", '"', "[" * 2000, "9" * 5000, "NaN"])
            + text[at + rnd.randint(0, 3) :]
        )
    return text


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths without a folder lie in a folder of the test."""
    monkeypatch.chdir(tmp_path)


def fuzzed(folder: Path, seed: int, going: Callable[[int], bool], tally: Tally) -> None:
    """Line after line, a new game of any scenario every so often, as long as it shall go on."""
    what = "56 minutes of work a night: lines by chance and nearly right, each answered in 2 s, position as it was"
    tally.of("protocol: fuzz", what).timed = True
    rnd, outside, number = Random(seed), folder.parent / "x.toml", 0
    while going(number):
        if number % 250 == 0:
            game, scenario = rnd.choice(SCENARIOS)
            session = session_of(folder / "saves", Match.new(game, scenario, seed=rnd.randrange(10**6)))
        text = line(rnd, session.current)
        with tally.one(f"line {number} of {seed}"):
            asked(session, text, 60.0 if '"play"' in text or '"new"' in text else SOON)
        number += 1
    assert not outside.exists()


@pytest.mark.short_form
def test_lines_by_chance_are_answered(tmp_path: Path, tally: Tally) -> None:
    fuzzed(tmp_path, 150, lambda number: number < 60, tally)


PARTS, SECONDS = 28, 120
"""With four minutes of the rows on bytes, hostile saves, damage and settings that is the hour of fuzz of a night."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(
    "amount",
    [pytest.param(SECONDS, id=FULL, marks=[pytest.mark.nightly(minutes=SECONDS / 60), pytest.mark.timeout(3600)])],
)
def test_most_of_an_hour_of_lines_is_answered(tmp_path: Path, part: int, amount: int, tally: Tally) -> None:
    """``amount`` is the seconds of work of this part."""
    end = time.process_time() + amount
    fuzzed(tmp_path, part, lambda number: time.process_time() < end, tally)


# ---------------------------------------------------------------------- what was slow or long
LONG = "a" * 900_000


def test_arguments_are_not_longer_than_anything_means(tmp_path: Path, tally: Tally) -> None:
    tally.of("protocol", "what was slow or long, paths as names, all actions in each position: answered in 2 s of work")
    session = session_of(tmp_path, Match.new("ava", "smolensk", seed=5))
    for name, found in COMMANDS.items():
        for argument, kind in found.signature.arguments.items():
            for words in (LONG, "'" + "b" * 9_000, "c" * 201):
                filled: Any = (
                    [words] if kind.startswith("texts") else {words: words} if kind.startswith("words") else words
                )
                with tally.one(f"{name} {argument} {len(words)}"):
                    reply = asked(session, json.dumps({"cmd": name, argument: filled}))
                    assert reply["ok"] or words[: ECHO + 1] not in json.dumps(reply)
                    if words is LONG:
                        assert reply["error"]["code"] in ("bad_argument", "too_long"), reply
    with tally.one("id"):
        assert len(session.handle(json.dumps({"cmd": "nonsense", "id": LONG}))) < ERROR


def test_a_verb_is_folded_once(tmp_path: Path, tally: Tally) -> None:
    tally.of("protocol")
    session = session_of(tmp_path, Match.new("ava", "smolensk", seed=5))
    verb = str(next(iter(session.match.legal))).split()[0]
    with tally.one("verb"):
        assert asked(session, json.dumps({"cmd": "legal", "verb": verb.upper()}))["count"] > 0


def test_a_name_is_a_name_and_a_path_is_a_path(tmp_path: Path, tally: Tally) -> None:
    tally.of("protocol")
    session = session_of(tmp_path / "saves", Match.new("ava", "smolensk", seed=5))
    for name in ("../up.toml", "/abs", "up.toml", "a/b", "~/x", ".", "", "x" * 41, "UP", "a\x00"):
        for command in ("save", "load"):
            with tally.one(f"{command} {name!r}"):
                assert asked(session, json.dumps({"cmd": command, "name": name}))["error"]["code"] == "bad_save"
    assert not list(tmp_path.rglob("*.toml"))
    with tally.one("name"):
        assert asked(session, '{"cmd": "save", "name": "ford"}')["ok"] and (tmp_path / "saves" / "ford").is_dir()
        assert asked(session, '{"cmd": "load", "name": "ford"}')["ok"]
    with tally.one("path"):
        request = {"cmd": "save", "path": str(tmp_path / "one")}
        assert asked(session, json.dumps(request))["ok"] and (tmp_path / "one").is_file()
        assert asked(session, json.dumps({**request, "cmd": "load"}))["ok"]


@pytest.mark.parametrize("form", [pytest.param("short", marks=pytest.mark.short_form),
                                  pytest.param("full", marks=pytest.mark.nightly)])  # fmt: skip
def test_all_actions_are_listed_soon_in_every_position(tmp_path: Path, tally: Tally, form: str) -> None:
    tally.of("protocol")
    for number, (game, scenario) in enumerate(SCENARIOS[:1] if form == "short" else SCENARIOS):
        match, player = Match.new(game, scenario, seed=number), RandomPlayer(number)
        session = session_of(tmp_path, match)
        for turn in range(20 if form == "short" else 400):
            if match.over:
                break
            if turn % 10 == 0:
                for request in ({"cmd": "legal"}, {"cmd": "view"}, {"cmd": "status"}):
                    with tally.one(f"{scenario} {turn} {request['cmd']}"):
                        asked(session, json.dumps(request))
            match.play(player.choose(match)[0])
