"""Positions put up by hand and asked about over the line protocol: a board beside the paper map."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.games.bd.tables import tables
from engine.protocol import Session
from tests.support.bd_position import position
from tests.support.playing import column

TYPES = (
    "infantry", "mountain infantry", "panzer", "parachute panzer", "cavalry", "paratroops", "rifle", "tank",
    "mechanized", "guards", "guards tank", "shock", "airborne", "naval infantry", "static",
)  # fmt: skip
"""Types of 2.9 and 2.3 by which a counter may be given."""


def value(name: str, hex_: str, side: str, kind: str, factors: str, **more: Any) -> dict[str, Any]:
    """A counter by its values: ``"4-3-9"``."""
    attack, defense, move = (int(n) for n in factors.split("-"))
    return {
        "id": name,
        "hex": hex_,
        "side": side,
        "type": kind,
        "attack": attack,
        "defense": defense,
        "move": move,
        **more,
    }


class Board:
    """A session with a match, sent commands and read replies."""

    def __init__(self) -> None:
        self.session = Session(None)
        assert self.ask("new", game="bd", scenario="citadel", seed=1)["ok"]

    def ask(self, cmd: str, **arguments: Any) -> dict[str, Any]:
        reply: dict[str, Any] = json.loads(self.session.handle(json.dumps({"cmd": cmd, **arguments})))
        return reply

    def put(self, *place: dict[str, Any], **more: Any) -> dict[str, Any]:
        """An otherwise empty map on a summer turn of 1943."""
        return self.ask("edit", **{"clear": True, "turn": 20, "phase": "movement axis", "place": list(place), **more})


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.mark.rule("bd:2.9", "bd:2.3")
def test_every_type_can_be_given_by_its_values(board: Board) -> None:
    hexes = (
        "1808",
        "1807",
        "1806",
        "1805",
        "1804",
        "1803",
        "1802",
        "1801",
        "1704",
        "1703",
        "1702",
        "1701",
        "1605",
        "1604",
        "1603",
    )
    place = [
        value(f"x{n}", h, "soviet" if kind in TYPES[6:] else "axis", kind, "4-3-5")
        for n, (kind, h) in enumerate(zip(TYPES, hexes, strict=True))
    ]
    reply = board.put(*place)
    assert reply["ok"], reply
    told = [board.ask("unit", unit=f"x{n}") for n in range(len(TYPES))]
    assert [t["type"] for t in told] == list(TYPES) and [t["hex"] for t in told] == list(hexes)
    mech = {t["type"] for t in told if t["mech"]}
    assert mech == {"panzer", "parachute panzer", "tank", "mechanized", "guards", "guards tank"}


@pytest.mark.rule("bd:6.3", "bd:6.4", "bd:10.4")
def test_what_may_not_stand_is_refused_with_its_rule(board: Board) -> None:
    five = [value(f"x{n}", "1808", "axis", "infantry", "2-3-5") for n in range(5)]
    assert board.put(*five)["ok"]
    for more, law in (
        ([value("x5", "1808", "axis", "infantry", "2-3-5")], "bd:6.3"),
        ([value("x5", "1808", "soviet", "rifle", "3-3-4")], "bd:10.4"),
    ):
        assert board.put(*five, *more)["error"]["rule"] == law
    satellites = [value(f"s{n}", "2408", "axis", "infantry", "2-2-5", satellite=True) for n in range(2)]
    assert board.put(*satellites)["error"]["rule"] == "bd:6.4"


@pytest.mark.rule("bd:10.1", "bd:10.7", "bd:10.12", "bd:10.18", "bd:11.27")
def test_reach_tells_costs_the_allowance_and_where_a_retreat_ends(board: Board) -> None:
    assert board.put(value("pz", "2010", "axis", "panzer", "4-3-9"), value("inf", "2010", "axis", "infantry", "2-3-5"),
                     value("ra", "2009", "soviet", "rifle", "3-3-4"))["ok"]  # fmt: skip
    alone, both = board.ask("reach", unit="pz"), board.ask("reach", units=["pz", "inf"])
    assert alone["allowance"] == 9 and both["allowance"] == 5
    assert alone["hexes"]["2010"] == 0 and max(alone["hexes"].values()) <= 9 and "2009" not in alone["hexes"]
    back = board.ask("reach", unit="inf", mode="retreat")["hexes"]
    assert back and set(back.values()) == {0} and "2010" not in back
    assert all(label in ("1911", "2011", "2110", "2111", "1910") for label in back), "homeward is west"


@pytest.mark.rule("bd:11.8", "bd:11.20", "bd:11.23", "bd:8.38", "bd:5.7")
def test_tally_takes_support_and_says_what_is_not_allowed(board: Board) -> None:
    where = {"tracks": {"phase_order": "fight-move", "offensive_supply": {"A": "1808"}}, "phase": "combat soviet"}
    place = [
        value(u, h, "soviet", kind, "3-3-4", size="army")
        for u, h, kind in (("a", "1807", "rifle"), ("b", "1708", "shock"))
    ]
    place.append(value("d", "1808", "axis", "infantry", "2-3-5"))
    assert board.put(*place, **where)["ok"]
    plain = board.ask("tally", kind="prepared", attackers=["a", "b"], target="1808")
    assert plain["ok"] and plain["attack"] == 3 + 2 * 3 and plain["defense"] == 3, "the shock army is doubled"
    assert plain["allowed"] is True and abs(sum(plain["distribution"].values()) - 1) < 1e-9
    more = board.ask(
        "tally", kind="prepared", attackers=["a", "b"], target="1808", modifiers={"air_armies": 2, "partisans": True}
    )
    assert more["allowed"] is True and more["attack"] == 11 and more["shift"] == plain["shift"] + 1
    none = board.ask(
        "tally", kind="prepared", attackers=["a"], target="1808", modifiers={"luftwaffe": 1, "air_armies": 1}
    )
    # 8.38: air armies stay away from the Luftwaffe. What does not apply changes nothing.
    assert none["allowed"] is True and none["attack"] == 3 and none["shift"] == plain["shift"] - 1
    assert all(line["rule"].startswith("bd:") for line in plain["lines"])


@pytest.mark.rule("bd:7.2", "bd:7.4", "bd:7.7", "bd:7.13", "bd:7.16")
def test_supply_is_traced_and_told_by_its_name(board: Board) -> None:
    assert board.put(value("a", "2010", "axis", "infantry", "2-3-5"), value("c", "3105", "axis", "infantry", "2-3-5"),
                     value("o", "1011", "axis", "infantry", "2-3-5"), value("s", "1606", "soviet", "rifle", "3-3-4"),
                     control={"3108": "axis", "3106": "axis"}, tracks={"aerial_supply": "1011"})["ok"]  # fmt: skip
    told = {u: board.ask("supply", unit=u)["status"] for u in "acos"}
    assert told["a"] == told["s"] == "regular overland supply" and told["c"] == "crimea supply"


@pytest.mark.rule("bd:9.1", "bd:9.2", "bd:8.18", "bd:7.12", "bd:4.2")
def test_tracks_stand_on_the_map(board: Board) -> None:
    tracks = {
        "hero_cities": ["1606"], "fortress_cities": ["2407"], "fortified_area": "2207", "fortified_area_turn": 16,
        "offensive_supply": {"A": "2208", "C": "1708"}, "victory_points": 21, "paulus_pause": True,
    }  # fmt: skip
    reply = board.put(value("a", "2010", "axis", "infantry", "2-3-5"), tracks=tracks)
    assert reply["ok"], reply
    markers = {label: board.ask("hex", hex=label)["markers"] for label in ("1606", "2407", "2207", "2208", "1708")}
    assert markers == {
        "1606": ["hero city"], "2407": ["fortress city"], "2207": ["fortified area"], "2208": ["offensive supply A"],
        "1708": ["offensive supply C"],
    }  # fmt: skip
    assert column(board.session.match, "vp") == 21
    assert board.put(tracks={"offensive_supply": {"D": "2208"}})["ok"] is False


@pytest.mark.rule("bd:5.2", "bd:5.4")
def test_an_edited_position_waits_in_every_phase(board: Board) -> None:
    for step, phase in WAITS.items():
        reply = board.put(value("a", "2010", "axis", "infantry", "2-3-5"), phase=phase)
        assert reply["ok"], (phase, reply)
        assert (board.session.match.c.frame.step, board.session.match.side) == (step, phase.split()[1])


WAITS = {
    "movement": "movement axis", "combat": "combat soviet", "phase-order": "phase-order axis",
    "strategic-movement": "strategic-movement axis", "rvgk": "rvgk soviet",
}  # fmt: skip
"""Steps to the words of the phases in which a position may wait."""


def test_a_map_changed_for_one_match_changes_no_other() -> None:
    position({}).c.board.memo.clear()
    painted = position({"5inf": "2010"}, ground={})
    plain, moscow = position({}), painted.c.hex("1606")
    assert tables(plain.c).city(moscow) and not tables(painted.c).city(moscow)
