"""The line protocol: every command, every kind of error, and lines that nobody would send."""

from __future__ import annotations

import io
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from engine import protocol
from engine.play.match import Match
from engine.protocol import Session, serve
from engine.protocol.lookups import protocol_text
from engine.protocol.session import COMMANDS
from engine.protocol.wire import LINE_LIMIT

Send = Callable[..., dict[str, Any]]


class Shelf:
    """Saves in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, Any]] = {}

    def save(self, match: Match, name: str) -> str:
        self.kept[name] = json.loads(json.dumps(match.record()))
        return name

    def save_to(self, match: Match, path: str) -> str:
        raise OSError("the disk is full")

    def load(self, name: str) -> Match:
        return Match.from_record(self.kept[name])

    load_from = load

    def list(self) -> list[dict[str, Any]]:
        return [{"name": name, "game": r["game"]} for name, r in sorted(self.kept.items())]


def talk(session: Session) -> Send:
    """A function that sends a command and reads the reply."""

    def send(cmd: str, **arguments: Any) -> dict[str, Any]:
        text = session.handle(json.dumps({"cmd": cmd, **arguments}))
        assert "\n" not in text
        reply: dict[str, Any] = json.loads(text)
        return reply

    return send


@pytest.fixture
def session(toy: str) -> Session:
    """A session with saves and no game yet."""
    return Session(Shelf())


@pytest.fixture
def send(session: Session) -> Send:
    """Sends to a session in a fresh game of the toy."""
    ask = talk(session)
    assert ask("new", game="toy", scenario="duel", seed=7)["ok"]
    return ask


def code(reply: dict[str, Any]) -> str:
    """The code of an error reply."""
    assert reply["ok"] is False and reply["error"]["message"], reply
    return str(reply["error"]["code"])


# ---------------------------------------------------------------------- the program
def test_hello(session: Session) -> None:
    reply = talk(session)("hello", id=5)
    assert reply["id"] == 5 and reply["name"] == "stavka" and reply["protocol"] == 1
    assert {"ava", "toy"} <= set(reply["games"])
    assert set(reply["commands"]) == set(COMMANDS)


def test_every_command_of_the_contract_is_there() -> None:
    wanted = """hello games new status legal check do undo redo roll view unit hex reach supply zoc tally chart rules
    edit save load saves digest play log help"""
    assert set(COMMANDS) == set(wanted.split())


def test_games(session: Session) -> None:
    games = {g["id"]: g for g in talk(session)("games")["games"]}
    toy = games["toy"]
    assert [(s["id"], s["turns"], s["sides"]) for s in toy["scenarios"]] == [("duel", 3, ["axis", "soviet"])]
    assert toy["options"][0] | {"scenarios": []} == {
        "id": "length", "title": "Length", "rule": "toy:4.1", "default": "short", "values": ["short", "long"],
        "scenarios": [],
    }  # fmt: skip
    assert [s["id"] for s in games["ava"]["scenarios"]]


def test_every_listed_scenario_can_be_started(session: Session) -> None:
    send = talk(session)
    for game in send("games")["games"]:
        for scenario in game["scenarios"]:
            assert send("new", game=game["id"], scenario=scenario["id"])["scenario"] == scenario["id"]


def test_status(send: Send) -> None:
    status = send("status")
    keys = "game scenario turn phase side step prompt over result analysis can_undo digest"
    assert set(keys.split()) <= set(status)
    assert status["phase"] == {"id": "planning", "title": "Planning", "rule": "toy:1.2"}
    assert (status["side"], status["step"], status["over"], status["result"]) == ("axis", "plan", False, None)
    assert status["digest"] == send("digest")["digest"]


def test_new_takes_seed_options_and_players(send: Send) -> None:
    reply = send("new", game="toy", scenario="duel", seed=9, options={"length": "long"}, players={"soviet": "random"})
    assert reply["seed"] == 9 and reply["options"]["length"] == "long"
    assert reply["players"] == {"axis": "human", "soviet": "random"}


@pytest.mark.parametrize(
    "arguments",
    [
        {"game": "chess", "scenario": "duel"}, {"game": "toy", "scenario": "../duel"},
        {"game": "toy", "scenario": "duel", "options": {"length": "endless"}},
        {"game": "toy", "scenario": "duel", "players": {"soviet": "deep"}},
        {"game": "toy", "scenario": "duel", "players": {"green": "random"}},
    ],
)  # fmt: skip
def test_new_refuses_and_keeps_the_old_game(send: Send, arguments: dict[str, Any]) -> None:
    before = send("digest")
    assert code(send("new", **arguments)) == "bad_input"
    assert send("digest") == before


# ---------------------------------------------------------------------- playing
def test_legal_narrowed(send: Send) -> None:
    send("do", actions=["plan bold", "plan careful"])
    every = send("legal")
    assert every["count"] == len(every["actions"]) and not every["truncated"]
    assert every["actions"] == sorted(every["actions"], key=str.split)
    assert send("legal", unit="a1")["actions"] == [a for a in every["actions"] if a.split()[1:2] == ["a1"]]
    assert send("legal", hex="0204")["actions"] == [a for a in every["actions"] if a.endswith("T0204")]
    assert send("legal", verb="end")["actions"] == ["end"]
    cut = send("legal", limit=2)
    assert cut["actions"] == every["actions"][:2] and cut["truncated"] and cut["count"] == every["count"]


def test_check(send: Send) -> None:
    send("do", actions=["plan bold", "plan careful"])
    assert send("check", action="end") == {"ok": True, "legal": True}
    refused = send("check", action="move a1 T0602")
    assert refused["legal"] is False and refused["rule"] == "toy:2.1" and refused["hexes"] == ["T0602"]
    assert refused["units"] == ["r1"]
    assert send("check", action="fly a1")["legal"] is False
    assert code(send("check", action="move a1")) == "bad_input"
    assert code(send("check", action="move nobody T0101")) == "bad_input"
    assert code(send("check", action="  ")) == "bad_input"


def test_do_tells_events_and_rolls(send: Send) -> None:
    reply = send("do", actions=["plan bold", "plan careful", "move a1 T0302"])
    assert [e["kind"] for e in reply["events"]] == ["plan", "plan", "reveal", "move"]
    assert reply["events"][0]["seen_by"] == "axis" and "seen_by" not in reply["events"][2]
    assert reply["events"][3]["units"] == ["a1"]
    send("roll", values=[6])
    attack = send("do", action="attack a1 T0402")
    assert [e["rolls"] for e in attack["events"]] == [[6]]
    assert attack["status"]["step"] == "losses" and attack["status"]["side"] == "soviet"


def test_do_all_or_none(send: Send) -> None:
    before = send("status")
    reply = send("do", actions=["plan bold", "plan careful", "move a1 T0602"])
    assert code(reply) == "illegal" and reply["error"]["rule"] == "toy:2.1"
    assert "3 of 3" in reply["error"]["hint"]
    assert send("status") == before


def test_do_needs_one_of_action_and_actions(send: Send) -> None:
    assert code(send("do")) == "bad_argument"
    assert code(send("do", action="end", actions=["end"])) == "bad_argument"


def test_undo_and_redo(send: Send) -> None:
    send("do", actions=["plan bold", "plan careful"])
    refused = send("undo")
    assert code(refused) == "cannot_undo" and "secret" in refused["error"]["message"]
    assert code(send("redo")) == "cannot_redo"
    before = send("digest")
    after = send("do", action="move a1 T0204")["status"]["digest"]
    assert send("undo")["digest"] == before["digest"]
    assert send("redo")["digest"] == after


def test_roll(send: Send) -> None:
    assert send("roll", values=[3, 9])["queued"] == [3, 9]
    assert send("roll", values=[2], clear=True)["queued"] == [2]
    for values in ([0], [1.5], ["6"], [True], 6, None):
        assert code(send("roll", values=values)) in ("bad_argument", "bad_input")


def test_a_die_that_cannot_be(send: Send) -> None:
    send("do", actions=["plan bold", "plan careful", "move a1 T0302"])
    send("roll", values=[7])
    before = send("digest")
    assert code(send("do", action="attack a1 T0402")) == "bad_input"
    assert send("digest") == before
    assert send("roll", values=[], clear=True)["queued"] == []
    assert send("do", action="attack a1 T0402")["ok"]


def test_play_to_the_end(send: Send) -> None:
    moves = 0
    for _ in range(200):
        side = send("status")["side"]
        if side is None:
            break
        reply = send("play", side=side, player="random")
        moves += len(reply["actions"])
        assert reply["status"]["side"] != side
    status = send("status")
    assert status["over"] and status["result"]["winner"] in ("axis", "soviet") and moves > 10
    assert status["phase"]["id"] == "over" and status["side"] is None
    assert send("legal")["actions"] == []
    assert send("play", side="axis", player="random")["actions"] == []
    assert code(send("do", action="end")) == "illegal"


def test_play_is_the_same_again(send: Send) -> None:
    first = send("play", side="axis", player="random")
    send("new", game="toy", scenario="duel", seed=7)
    assert send("play", side="axis", player="random") == first


def test_play_limits_and_errors(send: Send) -> None:
    send("do", actions=["plan bold", "plan careful"])
    assert len(send("play", side="axis", player="random", actions=1)["actions"]) == 1
    assert send("play", side="soviet", player="random")["actions"] == []
    assert code(send("play", side="axis", player="nobody")) == "bad_input"
    assert code(send("play", side="green", player="random")) == "bad_input"
    assert code(send("play", side="axis", player="random", actions=-1)) == "bad_argument"


# ---------------------------------------------------------------------- asking
UNIT = "id name side nationality type size mech steps max_steps attack defense move flags hidden"
HEX = "hex terrain place neighbours sides roads rails control units vp regions stacking"


def test_view(send: Send) -> None:
    reply = send("view", side="soviet")
    assert {"units", "control", "points", "markers", "weather", "tracks"} <= set(reply)
    for unit in reply["units"]:
        assert set(UNIT.split()) <= set(unit) and ("hex" in unit) != ("box" in unit)
    assert reply["control"]["T0102"] == "axis" and reply["points"] == {"T0302": 1}


def test_view_blanks_what_the_other_side_hides(send: Send) -> None:
    send("do", action="plan bold")
    lines = {side: send("view", side=side)["tracks"][0]["lines"] for side in ("axis", "soviet", "")}
    assert lines == {"axis": ["axis: bold"], "soviet": [], "": []}


def test_unit_by_id_and_by_unit(send: Send) -> None:
    unit = send("unit", id="a1")
    assert unit["id"] == "a1" and unit["hex"] == "T0102" and unit["attack"] == 4 and unit["mech"] is True
    assert set(UNIT.split()) <= set(unit)
    numbered = send("unit", unit="a1", id=17)
    assert numbered["id"] == 17 and numbered["unit"] == "a1" and numbered["name"] == unit["name"]
    assert code(send("unit", unit="zz")) == "bad_input"


def test_hex(send: Send) -> None:
    found = send("hex", hex="0302")
    assert set(HEX.split()) <= set(found)
    assert found["hex"] == "T0302" and found["place"] == {"name": "Ford", "kind": "city"}
    assert set(found["neighbours"]) == {"N", "NE", "SE", "S", "SW", "NW"}
    assert found["neighbours"]["NE"] == "T0402" and "bridge" in found["sides"]["NE"]
    assert sorted(found["roads"]) == ["NE", "NW"]
    assert found["stacking"] == {"used": 0, "limit": 2}
    assert send("hex", id="T0101")["neighbours"]["N"] is None
    assert code(send("hex", hex="9999")) == "bad_input"


def test_reach(send: Send) -> None:
    one = send("reach", unit="a1")
    assert one["hexes"]["T0102"] == 0 and one["hexes"]["T0202"] == 1
    both = send("reach", units=["a1", "a3"])
    assert set(both["hexes"]) <= set(one["hexes"]) and "T0203" in both["hexes"]
    assert send("reach", unit="r5")["blocked"] == {}
    assert code(send("reach")) == "bad_argument" == code(send("reach", units=[]))
    assert code(send("reach", unit="a1", mode="fly")) == "bad_input"


def test_reach_says_what_bars_the_way(send: Send) -> None:
    send("do", actions=["plan bold", "plan careful", "move a1 T0302"])
    barred = send("reach", unit="a1")["blocked"]
    assert barred["T0402"]["rule"] == "toy:2.1" and barred["T0402"]["reason"]


def test_supply_and_zoc(send: Send) -> None:
    reply = send("supply", unit="a3")
    assert reply["in_supply"] is True and reply["status"] == "in supply" and reply["source"] == "T0102"
    assert reply["path"][0] == "T0203" and reply["path"][-1] == "T0102"
    assert "T0202" in send("zoc", side="axis")["hexes"]
    assert code(send("zoc", side="green")) == "bad_input"


def test_tally(send: Send) -> None:
    send("do", actions=["plan bold", "plan careful", "move a1 T0302"])
    reply = send("tally", kind="attack", attackers=["a1"], target="0402")
    assert (reply["attack"], reply["defense"], reply["odds"], reply["shift"]) == (4, 2, "2:1", 1)
    assert sum(reply["distribution"].values()) == pytest.approx(1)
    assert all({"value", "text", "rule"} <= set(line) for line in reply["lines"])
    assert (reply["targets"], reply["support"], reply["defender_support"]) == (["T0402"], [], [])
    assert send("tally", kind="attack", attackers=["a1"], target=["0402"])["lines"] == reply["lines"]
    for wrong in (["0402", "0502"], ["0402", "0999"]):
        assert code(send("tally", kind="attack", attackers=["a1"], target=wrong)) == "bad_input"
    assert code(send("tally", kind="attack", attackers=["a1"], target=[])) == "bad_argument"
    for modifiers, told in (({"support": ["a2"]}, "bad_input"), ({"x": ["a2"]}, "bad_argument")):
        assert code(send("tally", kind="attack", attackers=["a1"], target="0402", modifiers=modifiers)) == told
    assert code(send("tally", kind="siege", attackers=["a1"], target="0402")) == "bad_input"
    assert code(send("tally", kind="attack", attackers=["a1"], target="0101")) == "bad_input"


def test_chart(session: Session) -> None:
    send = talk(session)
    chart = send("chart", game="toy", chart="crt")
    assert chart["columns"] == ["1:2", "1:1", "2:1"] and len(chart["rows"]) == 6
    assert chart["provenance"] == "reconstructed" and chart["source"] and chart["rule"] == "toy:3.1"
    missing = send("chart", game="toy", chart="weather")
    assert code(missing) == "not_found" and "crt" in missing["error"]["hint"]
    assert code(send("chart", chart="crt")) == "no_match"
    assert send("chart", game="ava", chart="turn_track.smolensk")["columns"][0] == "turn"


def test_rules(session: Session) -> None:
    send = talk(session)
    found = send("rules", rule="toy:2.1", id=3)
    assert found["id"] == 3 and found["entries"][0]["id"] == "toy:2.1" and found["entries"][0]["see"] == ["toy:1.0"]
    assert send("rules", id="ava:10.6")["entries"][0]["id"] == "ava:10.6"
    best = send("rules", query="attack with a die", game="toy")["entries"]
    assert best[0]["id"] == "toy:3.1" and {"title", "text", "kind"} <= set(best[0])
    assert code(send("rules", rule="toy:77.7")) == "not_found"
    assert code(send("rules", game="toy")) == "bad_argument"
    assert code(send("rules", query="x", game="chess")) == "bad_input"


@pytest.mark.parametrize(
    ("asked", "id"),
    [
        ("efs2:6.14", "efs2:6.14"),
        ("efs1:ED13", "efs1:ED13"),
        ("bd:R27", "bd:R27"),
        ("pm:8.2" + "ff", "pm:8.2"),
        ("ava:TEC", "ava:TEC"),
    ],
)
def test_rules_answer_for_every_book_without_a_game(session: Session, asked: str, id: str) -> None:
    assert [e["id"] for e in talk(session)("rules", rule=asked)["entries"]] == [id]


def test_rules_without_a_game_look_into_all_books(session: Session) -> None:
    send = talk(session)
    found = [e["id"] for e in send("rules", rule="R12")["entries"]]
    assert len(found) >= 4 and all(id.endswith(":R12") for id in found)
    assert len({e["id"].partition(":")[0] for e in send("rules", query="retreat")["entries"]}) > 2
    assert send("rules", rule="12.53g", game="efs2")["entries"][0]["clause"].startswith("(g)")
    assert "clause" not in send("rules", rule="12.53", game="EFS2")["entries"][0]
    assert code(send("rules", rule="99.99")) == "not_found"
    send("new", game="toy", scenario="duel")
    assert send("rules", rule="2.1")["entries"][0]["id"] == "toy:2.1"
    assert send("rules", rule="efs2:6.14")["entries"][0]["id"] == "efs2:6.14"


@pytest.mark.parametrize("game", ["ava", "pm", "bd", "efs1", "efs2"])
def test_charts_answer_for_every_book(session: Session, game: str) -> None:
    send = talk(session)
    chart = send("chart", game=game, chart="crt")
    assert chart["game"] == game and chart["rows"] and chart["rule"].startswith(f"{game}:")
    send("new", game="toy", scenario="duel")
    assert send("chart", game=game.upper(), chart="crt") == chart
    assert code(send("chart", game=game, chart="nothing")) == "not_found"
    assert code(send("chart", game="chess", chart="crt")) == "bad_input"


def test_help_lists_every_command_with_arguments_and_an_example(session: Session) -> None:
    send = talk(session)
    told = {entry["cmd"]: entry for entry in send("help")["commands"]}
    assert set(told) == set(COMMANDS)
    for name, entry in told.items():
        example = json.loads(entry["example"])
        assert example["cmd"] == name and entry["about"].endswith(".")
        COMMANDS[name].signature.read(name, example)
        assert set(entry["arguments"]) == set(COMMANDS[name].signature.arguments)
    assert [entry["cmd"] for entry in send("help", command="tally")["commands"]] == ["tally"]
    assert told["tally"]["arguments"]["modifiers"].endswith("optional")
    assert code(send("help", command="fly")) == "bad_input"


def test_the_text_of_the_protocol_names_every_command_and_code() -> None:
    text = protocol_text()
    assert [name for name in COMMANDS if f"`{name}`" not in text and f'"{name}"' not in text] == []
    described = protocol.__doc__ or ""
    assert [c for c in re.findall(r"^``(\w+)``", described, re.M) if f"`{c}`" not in text] == []


# ---------------------------------------------------------------------- positions and saves
def test_edit_makes_an_analysis(send: Send) -> None:
    status = send("edit", clear=True, turn=2, place=[{"unit": "a1", "hex": "0302", "steps": 1}])
    assert status["analysis"] is True and status["turn"] == 2
    unit = send("unit", unit="a1")
    assert unit["hex"] == "T0302" and unit["steps"] == 1 and unit["attack"] == 2
    assert send("unit", unit="r1")["box"] == "available"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"place": [{"unit": "a1"}]}, "bad_argument"), ({"place": "a1"}, "bad_argument"),
        ({"colour": "red"}, "bad_argument"), ({"turn": "two"}, "bad_argument"),
        ({"place": [{"unit": "a1", "hex": "0602"}]}, "bad_input"),
        ({"clear": True, "place": [{"unit": "a1", "hex": "0302"}, {"unit": "zz", "hex": "0101"}]}, "bad_input"),
    ],
)  # fmt: skip
def test_edit_all_or_nothing(send: Send, changes: dict[str, Any], expected: str) -> None:
    before = send("status")
    assert code(send("edit", **changes)) == expected
    assert send("status") == before


def test_save_load_saves(send: Send, session: Session) -> None:
    send("do", actions=["plan bold", "plan careful", "move a1 T0204"])
    saved = send("save", name="one")
    assert saved["name"] == "one" and saved["status"]["turn"] == 1
    send("do", action="end")
    loaded = send("load", name="one")
    assert loaded["digest"] == saved["digest"] == send("digest")["digest"]
    assert send("saves")["saves"] == [{"name": "one", "game": "toy"}]
    assert code(send("undo")) == "cannot_undo"


def test_saves_that_fail(send: Send, session: Session) -> None:
    before = send("digest")
    assert code(send("load", name="none")) == "bad_save"
    full = send("save", path="a/b")
    assert code(full) == "bad_save" and "full" in full["error"]["message"]
    assert code(send("save")) == "bad_argument" == code(send("load", name="a", path="b"))
    assert send("digest") == before
    shelf = session.files
    assert isinstance(shelf, Shelf)
    send("save", name="one")
    shelf.kept["one"]["state"]["hex_of"][0] = 3
    assert code(send("load", name="one")) == "bad_save"
    assert send("digest") == before


def test_no_place_for_saves(toy: str) -> None:
    send = talk(Session())
    assert send("new", game="toy", scenario="duel")["ok"]
    for cmd, arguments in {"save": {"name": "x"}, "load": {"name": "x"}, "saves": {}}.items():
        assert code(send(cmd, **arguments)) == "no_saves"


# ---------------------------------------------------------------------- errors
def test_commands_that_need_a_game(session: Session) -> None:
    send = talk(session)
    for cmd in ("status", "legal", "undo", "redo", "view", "digest", "edit"):
        assert code(send(cmd)) == "no_match"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", "bad_json"), ("   ", "bad_json"), ("{", "bad_json"), ("nonsense", "bad_json"), ("[1]", "bad_request"),
        ('"hello"', "bad_request"), ("null", "bad_request"), ("{}", "bad_request"), ('{"cmd": 3}', "bad_request"),
        ('{"cmd": "status", "id": {}}', "bad_request"), ('{"cmd": "helo"}', "unknown_command"),
        ('{"cmd": "roll", "values": [NaN]}', "bad_json"), ('{"cmd": "roll", "values": [1e999]}', "bad_json"),
        ('{"cmd": "legal", "limit": 1e3}', "bad_argument"), ('{"cmd": "legal", "limit": -1}', "bad_argument"),
        ('{"cmd": "legal", "limit": true}', "bad_argument"), ('{"cmd": "legal", "colour": 1}', "bad_argument"),
        ('{"cmd": "new", "game": "toy", "scenario": "duel", "seed": ' + "9" * 30 + "}", "bad_argument"),
        ('{"cmd": "roll", "values": [' + "9" * 6000 + "]}", "bad_json"),
        ('{"cmd": "check", "action": "\\ud800"}', None), ('{"cmd": "check", "action": "\ud800"}', "bad_json"),
        ("[" * 200_000, "bad_json"), ('{"cmd": ' + '{"a":' * 50_000, "bad_json"), ("{}" + " " * LINE_LIMIT, "too_long"),
        ('{"cmd": "do", "action": "end"}\u0000', "bad_json"),
    ],
    ids=lambda value: repr(value)[:30],
)  # fmt: skip
def test_lines_that_are_no_requests(send: Send, session: Session, line: str, expected: str | None) -> None:
    before = send("status")
    reply = json.loads(session.handle(line))
    if expected is None:
        assert reply["ok"]
    else:
        assert code(reply) == expected
    assert send("status") == before


def test_a_near_command_is_named(session: Session) -> None:
    assert "'status'" in talk(session)("statsu")["error"]["hint"]


def test_id_is_echoed_with_errors_too(session: Session) -> None:
    send = talk(session)
    assert send("status", id="x7")["id"] == "x7"
    assert send("nonsense", id=None)["id"] is None
    assert "id" not in send("status")


def test_a_fault_of_the_program_is_a_reply(send: Send, monkeypatch: pytest.MonkeyPatch) -> None:
    send("do", actions=["plan bold", "plan careful"])
    before = send("status")

    def fail(*_: Any) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("engine.play.view.View.reach", fail)
    assert code(send("reach", unit="a1")) == "internal"
    monkeypatch.setattr("engine.play.match.Match._guard_undo", fail)
    assert code(send("do", action="end")) == "internal"
    assert send("status") == before


def fuzzed(rng: random.Random, words: list[str]) -> str:
    """A line that is nearly a request."""

    def value(depth: int = 0) -> Any:
        kind = rng.randrange(9 if depth < 3 else 6)
        if kind < 3:
            return rng.choice(words)
        if kind == 3:
            return rng.choice([0, -1, 1, 3, 10**9, -(2**63), 2**70, 0.5, 1e300])
        if kind == 4:
            return rng.choice([None, True, False, "", "\ud800", "\u202e", "a" * 500, "T0102", "a1", "axis"])
        if kind == 5:
            return " ".join(rng.choice(words) for _ in range(rng.randrange(4)))
        if kind == 6:
            return [value(depth + 1) for _ in range(rng.randrange(4))]
        return {rng.choice(words): value(depth + 1) for _ in range(rng.randrange(4))}

    request = {"cmd": rng.choice(words[: len(COMMANDS)])}
    signature = COMMANDS[request["cmd"]].signature
    for name in signature.arguments:
        if rng.random() < 0.7:
            request[name] = value()
    if rng.random() < 0.1:
        request[rng.choice(words)] = value()
    line = json.dumps(request)
    if rng.random() < 0.15:
        cut = rng.randrange(len(line))
        line = line[:cut] + rng.choice(["", "\x00", "}", '"', "\ud800", "\\"]) + line[cut + 1 :]
    return line


def test_fuzzed_lines_never_break_it(send: Send, session: Session) -> None:
    rng = random.Random(20)
    words = [*COMMANDS, "a1", "r5", "T0302", "0402", "axis", "soviet", "end", "plan", "bold", "careful", "move",
             "attack", "lose", "random", "toy", "duel", "unit", "hex", "steps", "crt", "toy:2.1", "one"]  # fmt: skip
    answered, failed = 0, set()
    for _ in range(2_000):
        before = session.current.digest() if session.current else ""
        text = session.handle(fuzzed(rng, words))
        assert text.isascii() and "\n" not in text
        reply = json.loads(text)
        answered += reply["ok"]
        if not reply["ok"]:
            failed.add(reply["error"]["code"])
            assert session.current is not None and session.current.digest() == before
            assert reply["error"]["code"] != "internal", reply
    assert answered > 200
    assert {"bad_json", "bad_argument", "bad_input", "illegal", "bad_save"} <= failed
    assert session.current is not None and not session.current.rules.invariants(session.current.c)


def test_a_calculation_that_the_rules_never_allow_is_illegal_with_its_rule(send: Send) -> None:
    assert send("new", game="ava", scenario="smolensk")["ok"]
    assert send("edit", clear=True, place=[{"unit": "7pz", "hex": "S0816"}])["analysis"]
    refused = send("tally", kind="attack", attackers=["7pz"], target="S0817")
    assert code(refused) == "illegal" and refused["error"]["rule"] == "ava:10.1"
    assert send("hex", hex="S0816")["stacking"] == {"used": 1, "limit": 2}


@pytest.mark.parametrize("weather", ["mud", {"north": "mud", "south": "rain"}])
def test_weather_is_told_for_all_zones_or_by_zone(send: Send, weather: object) -> None:
    assert send("new", game="pm", scenario="campaign")["ok"]
    assert send("edit", clear=True, turn=8, weather=weather)["analysis"]
    south = weather["south"] if isinstance(weather, dict) else weather
    assert send("view")["weather"] == {"north": "mud", "south": south}
    assert code(send("edit", weather={"north": 3})) == "bad_argument" == code(send("edit", weather=3))


# ---------------------------------------------------------------------- the loop
def test_serve_answers_line_by_line(toy: str) -> None:
    out = io.StringIO()
    long = '{"cmd": "' + "x" * (3 * LINE_LIMIT) + '"}'
    serve(io.StringIO(f'{{"cmd": "hello"}}\n\n{long}\n{{"cmd": "digest", "id": 4}}'), out)
    replies = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [r["ok"] for r in replies] == [True, False, False, False]
    assert [r["error"]["code"] for r in replies[1:]] == ["bad_json", "too_long", "no_match"]
    assert replies[3]["id"] == 4


def test_serve_reads_bytes_that_are_no_text(toy: str) -> None:
    out = io.StringIO()
    serve(io.TextIOWrapper(io.BytesIO(b'{"cmd": "\xff"}\n{"cmd":\r"hello"}\r\n')), out)
    replies = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [r["ok"] for r in replies] == [False, True]


def test_serve_ends_when_nobody_reads(toy: str) -> None:
    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    serve(io.StringIO('{"cmd": "hello"}\n'), Gone())


def test_as_a_program() -> None:
    lines = '{"cmd":"new","game":"ava","scenario":"smolensk","seed":7}\n{"cmd":"legal","limit":1}\n{"cmd":"saves"}\n'
    done = subprocess.run(
        [sys.executable, "-m", "engine", "serve"], input=lines, capture_output=True, text=True, timeout=60, check=False
    )
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and done.stderr == ""
    assert [r["ok"] for r in replies] == [True, True, False]
    assert replies[2]["error"]["code"] == "no_saves"


def test_a_unit_counts_once(send: Send) -> None:
    twice = send("tally", kind="attack", attackers=["a1", "A1"], target="T0402")
    assert code(twice) == "bad_input" and "named twice" in twice["error"]["message"]
    assert code(send("reach", units=["a1", "a2", "a1"])) == "bad_input"


def test_the_examples_of_help_are_answered_one_after_the_other() -> None:
    """In the order of help, from a session that has just begun."""
    session = Session(Shelf())
    told = talk(session)("help")["commands"]
    refused = []
    for entry in told:
        reply = json.loads(session.handle(entry["example"]))
        if not reply["ok"]:
            refused.append((entry["cmd"], reply["error"]["code"]))
    assert refused == [] and [entry["cmd"] for entry in told][:2] == ["hello", "help"]
