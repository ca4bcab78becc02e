"""The fields of the protocol that Army Group Center takes and gives beyond those of all games."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.components.errors import BadInput
from engine.games.efs.air.flak import worths
from engine.games.efs.movement.railroad import capacity_left
from engine.play.match import Match
from engine.protocol import Session
from engine.protocol.replies import supply
from tests.support.efs import column, unit

A, B, C, D, E = "B0133", "B0134", "B0135", "B0136", "B0137"


def drawn(*place: dict[str, Any], phase: str = "movement axis", map_: Any = None, game: str = "efs2",
          **more: Any) -> Match:  # fmt: skip
    """A match on an empty field with these counters on it."""
    m = Match.new(game, "borisov", seed=1)
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


@pytest.mark.rule("efs2:14.63", "efs2:14.64", "efs1:13.1")
@pytest.mark.parametrize("game", ["efs1", "efs2"])
def test_a_marker_of_interdiction_lays_its_level_around_it(game: str) -> None:
    far = "B1030"
    tracks = {"interdiction_markers": {C: 1, far: 2}, "interdiction": {B: 1, A: 1}}
    m = drawn(counter("one", "B0830"), tracks=tracks, game=game)
    levels = {label: m.view("axis").hex(m.c.hex(label))["interdiction"] for label in (A, B, C, D, E, far, "B1031")}
    assert levels == {A: 1, B: 2, C: 1, D: 1, E: 0, far: 2, "B1031": 2}
    with pytest.raises(BadInput, match="interdiction_markers"):
        drawn(counter("one", "B0830"), tracks={"interdiction_markers": {C: 3}}, game=game)


@pytest.mark.rule("efs2:6.5", "efs1:6.7")
def test_an_edition_without_fuel_shortage_takes_no_such_marker() -> None:
    short = counter("pz", A, type="armor", markers=["fuel shortage"])
    assert drawn(short).view("axis").unit(0) is not None
    with pytest.raises(BadInput, match="runs short of fuel"):
        drawn(short, game="efs1")
    with pytest.raises(BadInput, match="'markers' is a list of: overrun, garrison"):
        drawn({**short, "markers": ["tired"]}, game="efs1")


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


@pytest.mark.rule("efs2:5.2", "efs2:5.23", "efs2:5.31")
def test_storm_and_ice_come_with_the_weather_over_the_protocol() -> None:
    session = Session()

    def ask(**request: Any) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(session.handle(json.dumps(request)))
        return found

    assert ask(cmd="new", game="efs2", scenario="borisov", seed=1)["ok"]
    icy = {"weather": "snow", "storm": True, "lingering": None, "frozen": True}
    reply = ask(cmd="edit", clear=True, phase="movement axis", weather=icy)
    assert reply["ok"], reply
    assert session.current is not None
    sky = [column(session.current, name) for name in ("weather", "storm", "frozen")]
    assert sky == ["snow", True, True]
    for wrong in ({"weather": "snow", "frozen": "yes"}, {"weather": "snow", "storm": 1}, ["snow"]):
        assert not ask(cmd="edit", weather=wrong)["ok"], wrong
    assert sky == [column(session.current, name) for name in ("weather", "storm", "frozen")]


@pytest.mark.rule("efs1:16.3.2", "efs1:16.3.3", "efs1:R30", "efs2:3.51")
def test_a_counter_of_two_sides_has_steps_by_its_defense_strength_in_the_first_edition() -> None:
    sides: dict[str, dict[str, Any]] = {
        "four": {"attack": 8, "defense": 9, "attack2": 4, "defense2": 5},
        "three": {"attack": 7, "defense": 5, "attack2": 3, "defense2": 2},
        "two": {"attack": 3, "defense": 4, "attack2": 1, "defense2": 2},
        "one": {"attack": 8, "defense": 9},
    }
    units = [counter(name, A, stacking=1, **values) for name, values in sides.items()]
    units.append(counter("worn", E, steps=1, **sides["four"]))
    found = {}
    for game in ("efs1", "efs2"):
        m = Match.new(game, "borisov", seed=1)
        m.edit({"clear": True, "map": {"blank": True}, "place": units, "phase": "movement axis"})
        view = m.view("axis")
        found[game] = {name: view.unit(unit(m, name)).get("step_values") for name in sides}
        worn = view.unit(unit(m, "worn"))
        found[game]["worn"] = [worn[key] for key in ("steps", "attack", "defense")]
    assert found["efs1"] == {
        "four": [[8, 9], [6, 7], [4, 5], [2, 3]], "three": [[7, 5], [5, 3], [3, 2]], "two": [[3, 4], [1, 2]],
        "one": None, "worn": [1, 2, 3],
    }  # fmt: skip
    assert [found["efs2"][name] for name in ("four", "worn")] == [[[8, 9], [4, 5]], [1, 4, 5]]


@pytest.mark.rule("efs2:6.42", "efs2:10.22", "efs2:10.25")
def test_reach_of_several_is_that_of_their_stack() -> None:
    trucks = counter("msu", "B1030", type="mobile supply unit", move=8, asp=1)
    m = drawn(trucks, counter("foot", "B1030"), counter("foe", "B1032", "soviet"))
    session = Session()
    session.current = m

    def asked(*names: str) -> dict[str, float]:
        found: dict[str, float] = json.loads(session.handle(json.dumps({"cmd": "reach", "units": names})))["hexes"]
        return found

    assert "B1031" not in asked("msu"), "alone it stays out of enemy zones"
    assert asked("msu", "foot")["B1031"] == asked("foot")["B1031"] == 2
    assert max(asked("msu", "foot").values()) == 5 < max(asked("msu").values())
    assert not any(column(m, "picked")), "the question picks nobody"


@pytest.mark.rule("efs1:10.2.4", "efs1:22.7.2", "efs2:10.13")
def test_headquarters_of_the_first_edition_activate_super_heavy_guns_which_then_fire_for_nobody() -> None:
    gun = counter("gun", A, side="soviet", type="super-heavy artillery", ma="green", attack=0, support=4, range=2)
    leader = counter("leader", E, side="soviet", type="headquarters", attack=0, command=2, recovery=3)
    found = []
    for game in ("efs1", "efs2"):
        m = Match.new(game, "borisov", seed=1)
        phase = "motorized-movement soviet"
        m.edit({"clear": True, "map": {"blank": True}, "place": [gun, leader], "phase": phase})
        refused = m.check("activate gun")
        found.append(refused and refused.rule)
    assert found == [None, "efs2:10.13"]


@pytest.mark.rule("efs1:17.1.5", "efs2:14.22")
def test_aircraft_given_by_value_fly_anywhere_in_the_first_edition() -> None:
    plane = {"id": "plane", "side": "axis", "type": "fighter", "box": "ready", "air_combat": 3}
    found = []
    for game in ("efs1", "efs2"):
        m = Match.new(game, "borisov", seed=1)
        m.edit({"clear": True, "map": {"blank": True}, "place": [plane]})
        found.append(m.c.roster.number("reach", unit(m, "plane")))
    assert found == [0, m.c.data.constant("air_range")]


@pytest.mark.rule("efs1:22.10.1")
def test_a_counter_of_the_game_is_placed_with_its_untried_side_up() -> None:
    found = []
    for more in ({"untried": True}, {"untried": False}, {"untried_side": True}, {}):
        m = Match.new("efs1", "campaign", seed=1)
        place = [{"unit": "mil-04", "hex": "B1721", **more}]
        m.edit({"clear": True, "place": place, "phase": "replacements soviet"})
        refused = m.check("dissolve mil-04")
        found.append((m.view("soviet").unit(unit(m, "mil-04"))["untried"], refused and refused.rule))
    assert found == [(True, "efs1:22.10.1"), (False, None)] * 2
    with pytest.raises(BadInput, match="no Untried side"):
        m.edit({"place": [{"unit": "1cav", "hex": "B1030", "untried": True}]})


def test_clear_takes_the_drawn_map_away() -> None:
    m = drawn(counter("one", A), map_={"hexes": {A: ["woods"]}})
    fresh = Match.new("efs2", "borisov", seed=1)
    m.edit({"clear": True})
    assert m.data.drawn == [] and m.c.board is m.data.board and m.data.in_play == fresh.data.in_play
    now, shipped = (each.view("").hex(each.c.hex("B0235")) for each in (m, fresh))
    for key in ("terrain", "place", "sides", "lines", "neighbours", "vp", "in_play"):
        assert now[key] == shipped[key], key


# ---------------------------------------------------------------------- reach
def reach(m: Match, name: str, mode: str) -> dict[str, float]:
    found = m.view("axis").reach(unit(m, name), mode)
    return {m.c.label(h): cost for h, cost in found.costs.items()}


@pytest.mark.rule("efs2:16.4", "efs2:16.45", "efs2:16.48")
def test_reach_tells_where_retreats_end_and_what_they_pass() -> None:
    m = drawn(counter("one", "B0730"), counter("foe", "B0729", "soviet"))
    back = reach(m, "one", "retreat")
    assert {m.c.grid.distance(m.c.hex("B0730"), m.c.hex(h)) for h in back} == {2}
    assert (back["B0632"], back["B0529"]) == (0, 1), "past the enemy too, who is counted"
    led = reach(m, "one", "additional-retreat")
    assert {m.c.grid.distance(m.c.hex("B0730"), m.c.hex(h)) for h in led} == {3}
    foes = [counter(f"foe{n}", label, "soviet") for n, label in enumerate(("B0729", "B0733", "B0531", "B0931"))]
    past = reach(drawn(counter("one", "B0730"), *foes), "one", "retreat")
    assert past and set(past.values()) == {1}


@pytest.mark.rule("efs2:14.22", "efs2:14.74", "efs2:14.75")
def test_reach_tells_the_range_of_aircraft_and_of_those_they_carry() -> None:
    kinds = {"jg": ("fighter", "Bf 109F"), "he": ("bomber", "He 111"), "ju": ("transport", "Ju 52")}
    planes = [{"id": name, "side": "axis", "type": kind, "aircraft": plane, "box": "ready"}
              for name, (kind, plane) in kinds.items()]  # fmt: skip
    towns = {"places": {A: "town", "B2030": "town", E: "town"}, "supply_sources": {"axis": [A, "B2030"]}}
    m = drawn(*planes, counter("hq", A, type="infantry"), map_=towns, control={"B2030": "axis", A: "axis"})
    far = m.c.data.constant("air_range")
    flown = reach(m, "jg", "mission")
    assert (flown[A], flown["B2030"], max(flown.values())) == (0, 0, far)
    assert max(reach(m, "he", "mission").values()) > far
    carried = reach(m, "hq", "airlift")
    assert carried == {A: 0, "B2030": m.c.grid.distance(m.c.hex(A), m.c.hex("B2030"))}
    assert set(reach(m, "ju", "mission")) == {A, "B2030", E}
    with pytest.raises(BadInput, match="there is no mode"):
        reach(m, "jg", "siege")
    marks = m.view("axis").overlay("air", "axis").marks
    assert marks[m.c.hex(A)] == "B" and marks[m.c.hex(B)] == "2"


# ---------------------------------------------------------------------- dice
def asked(m: Match, kind: str, **told: Any) -> dict[str, Any]:
    session = Session()
    session.current = m
    reply: dict[str, Any] = json.loads(session.handle(json.dumps({"cmd": "tally", "kind": kind, **told})))
    assert reply["ok"], reply
    assert all({"value", "text", "rule"} <= line.keys() for line in reply["lines"]) and reply["lines"]
    return reply


@pytest.mark.rule("efs2:5.16", "efs2:5.21", "efs2:5.22", "efs2:5.23", "efs2:5.32", "efs2:5.33")
@pytest.mark.parametrize(
    ("climate", "before", "result", "told"),
    [
        ("dry", ["mud", "mud"], "mud", ("dry", None, False)),
        ("dry", ["dry"] * 5, "dry", ("mud", None, False)),
        ("mud", ["mud"], "dry", ("dry", "mud", False)),
        ("frost", ["snow"], "frost", ("snow", "snow", False)),
        ("snow", ["snow"], "snow", ("snow", None, True)),
        ("snow", ["snow", "snow"], "mud", ("mud", None, False)),
        ("dry", [], "mud", ("mud", None, False)),
    ],
)
def test_weather_is_told_by_the_results_of_the_turns(
    climate: str, before: list[str], result: str, told: tuple[str, str | None, bool]
) -> None:
    reply = asked(drawn(), "weather", climate=climate, before=before, result=result)
    assert (reply["weather"], reply["lingering"], reply["frozen"]) == told


@pytest.mark.rule("efs2:7.22", "efs2:6.53", "efs2:20.11", "efs2:20.21", "efs2:16.48")
def test_dice_of_the_turn_are_told_with_their_modifiers() -> None:
    tanks = counter("pz", A, type="armor", division="lehr", division_kind="panzer", supply="out of supply")
    foes = [counter(f"foe{n}", label, "soviet") for n, label in enumerate(("B0729", "B0733", "B0531", "B0931"))]
    gun = counter("gun", "B0730", type="field artillery", support=2, range=1)
    m = drawn(tanks, counter("one", "B0730"), gun, *foes, weather="mud", tracks={"mandated_attacks": 4})
    assert asked(m, "replacements")["drm"] == 3
    assert asked(m, "fuel-shortage")["groups"] == ["lehr"]
    reply = asked(m, "retreat", target="B0730")
    assert (reply["drm"], reply["succeeds_on"], reply["distribution"]) == (2, 3, {"yes": 0.1, "no": 0.9})
    reply = asked(m, "surrender", target="B0729")
    assert reply["required"] is True and reply["drm"] == 0 and sum(reply["distribution"].values()) == pytest.approx(1)
    assert asked(m, "surrender", target=A)["required"] is False


@pytest.mark.rule("efs2:19.21", "efs2:19.22", "efs2:14.32", "efs2:14.43", "efs2:14.44")
def test_conversion_and_dice_in_the_air_are_told() -> None:
    rails = {"railroads": {"axis": [[A, B]]}, "roads": {"railroad": [[B, C, D]]}, "supply_sources": {"axis": [A]},
             "hexes": {C: ["swamp"]}, "places": {E: "major city"}}  # fmt: skip
    flak = [counter(f"aa{n}", E, "soviet", type="anti-aircraft") for n in range(2)]
    m = drawn(*flak, map_=rails, phase="engineering axis", tracks={"railroad_conversion_points": 4})
    reply = asked(m, "conversion", target=B)
    assert (reply["allowed"], reply["cost"]) == (False, 1) and reply["refusal"]["rule"] == "efs2:19.21"
    reply = asked(m, "conversion", target=C)
    assert (reply["allowed"], reply["cost"]) == (True, 2)
    assert [asked(m, "air-combat", firing=n, target=2)["column"] for n in (3, 2, 9, 0)] == ["+1", "0", "+4", "-2"]
    assert asked(m, "aa-fire", target=E)["drm"] == 2
    assert asked(m, "aa-fire", target=E, modifiers={"aircraft_drm": -1})["drm"] == 1
    assert asked(m, "aa-fire", target=A)["drm"] == 0


def test_questions_that_make_no_sense_are_refused() -> None:
    session = Session()
    session.current = drawn()
    for told in (
        {"kind": "weather", "climate": "wet", "result": "dry"}, {"kind": "air-combat", "firing": 3, "target": "B0235"},
        {"kind": "surrender"}, {"kind": "surrender", "target": "Z9"}, {"kind": "attack", "climate": "dry"},
        {"kind": "attack", "target": A}, {"kind": "attack", "attackers": [], "target": 3}, {"kind": "siege"},
    ):  # fmt: skip
        reply = json.loads(session.handle(json.dumps({"cmd": "tally", **told})))
        assert reply["error"]["code"] in ("bad_input", "bad_argument"), told


@pytest.mark.rule("efs2:11.37")
def test_an_overrun_tells_its_modifier_and_its_price() -> None:
    tanks = counter("pz", A, type="armor", attack=9, defense=7, move=7, ma="yellow")
    m = drawn(tanks, counter("foe", B, "soviet", defense=1, attack=1))
    reply = asked(m, "overrun", attackers=["pz"], target=B)
    assert (reply["allowed"], reply["odds"], reply["cost"]) == (True, "9:1", 2) and isinstance(reply["drm"], int)


@pytest.mark.rule("efs2:14.11", "efs2:9.1")
def test_an_air_unit_off_the_map_says_what_it_is() -> None:
    view = Match.new("efs2", "borisov", seed=1).view("axis")
    told = {view.short(u): view.whereabouts(u) for u, box in enumerate(view.state.box) if box == "ready"}
    assert told["2K3"].endswith(" bomber, Ready Box") and all("," in words for words in told.values())


# ---------------------------------------------------------------------- refusals, Soviet aircraft, Soviet railroads
@pytest.mark.rule("efs2:14.71", "efs2:14.73", "efs2:14.75")
def test_reach_by_air_tells_why_nobody_flies() -> None:
    towns = {"places": {A: "town", "B2030": "town"}, "supply_sources": {"axis": [A, "B2030"]}}
    where = {"B2030": "axis", A: "axis"}
    m = drawn(counter("one", A), map_=towns, control=where)
    found = m.view("axis").reach(unit(m, "one"), "airlift")
    assert found.costs == {m.c.hex(A): 0} and {law for law, _ in found.blocked.values()} == {"efs2:14.71"}
    plane = {"id": "ju", "side": "axis", "type": "transport", "aircraft": "Ju 52", "box": "ready"}
    m = drawn(plane, counter("big", A, stacking=2), map_=towns, control=where)
    found = m.view("axis").reach(unit(m, "big"), "airlift")
    assert {law for law, _ in found.blocked.values()} == {"efs2:14.73"}


@pytest.mark.rule("efs2:14.22")
def test_soviet_long_range_bombers_reach_every_hex() -> None:
    towns = {"places": {A: "town"}, "supply_sources": {"soviet": [A]}}
    planes = [{"id": name, "side": "soviet", "type": kind, "aircraft": plane, "box": "ready"}
              for name, kind, plane in (("dba", "bomber", "DB-3"), ("i16", "fighter", "I-16"))]  # fmt: skip
    m = drawn(*planes, map_=towns, control={A: "soviet"}, phase="movement soviet")
    far = m.c.data.constant("air_range")
    assert max(reach(m, "i16", "mission").values()) == far
    assert len(reach(m, "dba", "mission")) == len(m.data.in_play)


@pytest.mark.rule("efs2:19.3", "efs2:19.12", "efs2:22.14")
def test_soviet_engineers_convert_their_hex_without_points() -> None:
    rails = {"railroads": {"axis": [[A, B]]}, "roads": {"railroad": [[B, C, D]]}, "supply_sources": {"soviet": [D]}}
    for name, kind in (("eng", "engineer"), ("rifles", "infantry")):
        m, place = Match.new("efs2", "minsk-pocket", seed=1), [counter(name, B, "soviet", type=kind)]
        m.edit({"clear": True, "map": {"blank": True, **rails}, "place": place, "phase": "engineering soviet"})
        reply = asked(m, "conversion", target=B)
        assert reply["allowed"] == (name == "eng") and reply["cost"] == (name != "eng")
    m.edit({"place": [counter("late", C, "soviet", type="engineer")], "phase": "engineering soviet"})
    refused = asked(m, "conversion", target=C)["refusal"]
    assert refused["rule"] == "efs2:19.3" and "Axis gauge" in refused["reason"], "it is of Soviet gauge"


@pytest.mark.rule("efs2:14.43", "efs2:14.44")
def test_a_headquarters_counts_once_in_the_fire_at_aircraft() -> None:
    hqs = [counter(f"hq{n}", h, "soviet", type="headquarters", command=3, recovery=4) for n, h in enumerate((D, E))]
    m = drawn(*hqs)
    worth = worths(m.c)["soviet_hq"]
    assert worth and asked(m, "aa-fire", target=E)["drm"] == worth
    flak = counter("aa", E, "soviet", type="anti-aircraft")
    assert asked(drawn(hqs[0], flak), "aa-fire", target=E)["drm"] == min(2, worth + worths(m.c)["aa_unit_each"])
