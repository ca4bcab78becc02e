"""The fields of the protocol that Army Group Center takes and gives beyond those of all games."""

from __future__ import annotations

from typing import Any

import pytest

from engine.components.errors import BadInput
from engine.games.efs.movement.railroad import capacity_left
from engine.play.match import Match
from engine.protocol.replies import supply
from tests.support.efs import column, unit

A, B, C, D, E = "B0133", "B0134", "B0135", "B0136", "B0137"


def drawn(*place: dict[str, Any], phase: str = "movement axis", map_: Any = None, **more: Any) -> Match:
    """A match on an empty field with these counters on it."""
    m = Match.new("efs2", "borisov", seed=1)
    m.edit({"clear": True, "map": {"blank": True, **(map_ or {})}, "place": list(place), "phase": phase, **more})
    return m


def counter(name: str, hex_: str, side: str = "axis", **more: Any) -> dict[str, Any]:
    basic = {"id": name, "side": side, "type": "infantry", "attack": 4, "defense": 4, "move": 5, "hex": hex_}
    return {**basic, **more}


@pytest.mark.rule("efs2:2.22", "efs2:14.66", "efs2:21.11", "efs2:11.15", "efs2:15.58")
def test_a_unit_tells_every_field_by_which_it_can_be_given() -> None:
    tanks = counter("pz", A, type="armor", division="lehr", division_kind="panzer", steps=2, stacking=2, ma="yellow",
                    step_values=[[8, 7], [6, 5]], markers=["overrun", "do not move 1"],
                    supply="emergency supply")  # fmt: skip
    hq = counter("hq", D, "soviet", type="headquarters", command=3, recovery=4)
    gun = counter("karl", A, type="super-heavy artillery", mode="firing", support=5, range=2, support_attack_only=True,
                  drm=-2, no_zoc=True)  # fmt: skip
    plane = {"id": "ju", "side": "axis", "type": "bomber", "box": "ready", "close_air_support": 2, "interdiction": 1,
             "air_combat": 3, "aircraft": "Ju 87"}  # fmt: skip
    m = drawn(tanks, hq, gun, plane, tracks={"interdiction": {D: 1}})
    told = {name: m.view("axis").unit(unit(m, name)) for name in ("pz", "hq", "karl", "ju")}
    wanted = {"motorized": True, "red_attack": True, "ma": "yellow", "stacking": 2, "no_zoc": False, "guards": False,
              "nkvd": False, "militia": False, "machine_gun": False, "untried": False, "division": "lehr",
              "division_kind": "panzer", "supply": "emergency supply", "markers": ["overrun", "do not move 1"],
              "step_values": [[8, 7], [6, 5]], "max_steps": 2, "steps": 2, "attack": 8, "railroad_capacity": 2,
              "traces": False}  # fmt: skip
    assert {key: told["pz"][key] for key in wanted} == wanted
    assert {key: told["hq"][key] for key in ("command", "command_range", "recovery", "operational")} == {
        "command": 2, "command_range": m.c.data.constant("command_range"), "recovery": 4, "operational": True,
    }  # fmt: skip
    gun_keys = {"support": 5, "range": 2, "support_attack_only": True, "drm": -2, "mode": "firing", "no_zoc": True}
    assert {key: told["karl"][key] for key in gun_keys} == gun_keys
    assert [told["ju"][key] for key in ("box", "aircraft", "air_combat", "close_air_support", "interdiction")] == [
        "ready", "Ju 87", 3, 2, 1,
    ]  # fmt: skip


def test_what_is_told_of_a_unit_can_be_given_again() -> None:
    tanks = counter("pz", A, type="armor", division="lehr", division_kind="panzer", steps=2, markers=["garrison"],
                    step_values=[[8, 7], [6, 5]])  # fmt: skip
    m = drawn(tanks, {"unit": "rd-50", "hex": D}, {"unit": "hq-13a", "hex": E})
    before = {name: m.view("axis").unit(unit(m, name)) for name in ("pz", "rd-50", "hq-13a")}
    known = [{"unit": told["id"], **told} for name, told in before.items() if name != "pz"]
    m.edit({"clear": True, "place": [before["pz"], *known], "map": {"blank": True}, "phase": "movement axis"})
    assert {name: m.view("axis").unit(unit(m, name)) for name in before} == before


@pytest.mark.rule("efs2:6.14", "efs2:6.15", "efs2:6.16", "efs2:6.33", "efs2:6.34", "efs2:R7")
def test_supply_tells_the_parts_of_the_route_and_what_comes_next() -> None:
    lines = {"roads": {"main road": [[B, C, D]]}, "railroads": {"axis": [[A, B]]}, "supply_sources": {"axis": [A]}}
    far = counter("far", "B2030", supply="emergency supply")
    m = drawn(counter("near", E), far, map_=lines)
    told = supply(m.c.data, m.view("axis").supply(unit(m, "near")))
    assert (told["status"], told["traces"], told["next_status"], told["source"]) == (
        "general supply", True, "general supply", A,
    )  # fmt: skip
    assert told["components"] == {"line_of_communications": 1, "road_net": 3, "railroad_net": 2}
    assert told["path"] == [E, D, C, B, A]
    told = supply(m.c.data, m.view("axis").supply(unit(m, "far")))
    assert (told["status"], told["traces"], told["next_status"]) == ("emergency supply", False, "out of supply")
    assert set(told["components"].values()) == {0} and told["path"] == []


@pytest.mark.rule("efs2:18.1", "efs2:14.64", "efs2:3.32")
def test_a_hex_tells_its_works_interdiction_and_stacking() -> None:
    works = {"fortifications": {A: {"axis": "strongpoint under construction"}, B: ["fortified belt", "strongpoint"]}}
    m = drawn(counter("one", A, stacking=3), map_=works, tracks={"interdiction": {C: 2}})
    a, b, c = (m.view("axis").hex(m.c.hex(label)) for label in (A, B, C))
    assert a["fortifications"] == ["Axis strongpoint under construction"] and a["stacking"]["used"] == 3
    assert b["fortifications"] == ["Soviet fortified belt", "Soviet strongpoint"]
    assert (a["interdiction"], c["interdiction"]) == (0, 2)


@pytest.mark.rule("efs2:12.11", "efs2:12.41", "efs2:11.14", "efs2:7.33", "efs2:7.4", "efs2:7.5")
def test_attacks_are_declared_and_results_of_the_turn_set() -> None:
    results = {"soviet": {"E": 1, "R": 2, "V": 1, "strongpoints": 3}, "axis": {"V": 2}}
    tracks = {"declared_attacks": [B], "railroad_capacity": {"soviet": 7}, "replacement_results": results}
    units = counter("one", A), counter("foe", B, "soviet")
    m = drawn(*units, phase="reaction soviet", tracks=tracks)
    assert column(m, "battle") == {B: 1} and column(m, "committed")[unit(m, "one")] == 1
    s = m.c.state
    assert (s.events["E"], s.events["R"], s.events["soviet V"], s.events["axis V"], s.strongpoints["soviet"]) == (
        1, 2, 1, 2, 3,
    )  # fmt: skip
    assert capacity_left(m.c, "soviet") == 7
    with pytest.raises(BadInput, match="nobody of the side axis"):
        drawn(*units, phase="combat axis", tracks={"declared_attacks": [D]})
    with pytest.raises(BadInput, match="has no 'Q'"):
        drawn(*units, tracks={"replacement_results": {"soviet": {"Q": 1}}})


def test_clear_takes_the_drawn_map_away() -> None:
    m = drawn(counter("one", A), map_={"hexes": {A: ["woods"]}})
    fresh = Match.new("efs2", "borisov", seed=1)
    m.edit({"clear": True})
    assert m.data.drawn == [] and m.c.board is m.data.board and m.data.in_play == fresh.data.in_play
    now, shipped = (each.view("").hex(each.c.hex("B0235")) for each in (m, fresh))
    for key in ("terrain", "place", "sides", "lines", "neighbours", "vp", "in_play"):
        assert now[key] == shipped[key], key
