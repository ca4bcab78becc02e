"""10.45c, 10.47b and chapter 11 without overrun: crossings, railroad, strategic, infiltration, one hex, map exit."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs.edition import edition
from engine.games.efs.movement.railroad import capacity, lines_from, load
from engine.games.efs.movement.strategic import march_of, stretched
from engine.games.efs.movement.whole import rises
from engine.games.efs.state import BACK, BY_RAIL, ENGINEERED, OUT, QUARTERS, SPECIAL, STRATEGIC
from engine.games.efs.supply.sources import working
from engine.games.efs.tables import tables
from engine.play.match import Match
from tests.games.efs.test_10_movement import costs, left, moving
from tests.support.efs import EITHER, at, column, play, refusal, unit

PANZER, FOOT, CAVALRY, GUNS, SAPPERS = "18pz-pzr", "253inf", "1cav", "art-xxxxviia", "pi-xii"
SOVIET, HORSE, TRAIN, AA = "rd-5", "cd-6", "atr-n1", "aa-minsk"
AROUND = [f"B0631-{h}" for h in ("B0630", "B0730", "B0731", "B0632", "B0531", "B0530")]
RIVER = {"major river": AROUND}
LAKE = {"lake": AROUND}
"""Water on all sides of one hex."""


# ---------------------------------------------------------------------- over water
@pytest.mark.rule("efs2:10.45", "efs2:10.34")
def test_crossing_a_major_river_takes_the_whole_allowance() -> None:
    m = moving({FOOT: "B0630", PANZER: "B0630", GUNS: "B0630"}, lines=RIVER)
    assert refusal(m, f"move {FOOT} B0631").rule == "efs2:10.45"
    for heavy in (PANZER, GUNS):
        assert refusal(m, f"cross {heavy} B0631").rule == "efs2:10.45"
    play(m, f"cross {FOOT} B0631")
    assert at(m, FOOT) == "B0631" and left(m, FOOT) == 0
    assert not column(m, "did")[unit(m, FOOT)] & SPECIAL


@pytest.mark.rule("efs2:10.45")
def test_who_has_moved_to_the_river_crosses_it_another_day() -> None:
    m = moving({FOOT: "B0629"}, lines=RIVER)
    play(m, f"move {FOOT} B0630")
    assert refusal(m, f"cross {FOOT} B0631").rule == "efs2:11.0"
    m = moving({FOOT: "B0630"}, lines=RIVER | {"main_road": ["B0630-B0631"]})
    assert refusal(m, f"cross {FOOT} B0631").rule == "efs2:10.45"


@pytest.mark.rule("efs2:10.45", "efs2:R166")
def test_soviet_units_cross_in_the_phase_of_their_full_allowance() -> None:
    m = moving({"mr-qt": "B0630", SOVIET: "B0630"}, side="soviet", lines=RIVER)
    assert refusal(m, "cross mr-qt B0631").rule == "efs2:10.45"
    play(m, f"cross {SOVIET} B0631")
    m = moving({"mr-qt": "B0630"}, side="soviet", phase="soviet-motorized", lines=RIVER)
    play(m, "cross mr-qt B0631")


@pytest.mark.rule("efs2:10.44", "efs2:10.45", "efs2:R165")
def test_axis_foot_finds_no_bridge_under_the_motorway() -> None:
    lines = RIVER | {"motorway": ["B0630-B0631"]}
    m = moving({FOOT: "B0630", PANZER: "B0630"}, lines=lines)
    assert refusal(m, f"move {FOOT} B0631").rule == "efs2:10.44"
    play(m, f"cross {FOOT} B0631")
    play(m, f"move {PANZER} B0631")
    m = moving({FOOT: "B0630"}, lines=lines | {"railroad": ["B0630-B0631"]})
    assert costs(m, FOOT)["B0631"] == 1


@EITHER
@pytest.mark.rule("efs2:10.35", "efs2:10.45", "efs1:10.6.6")
def test_no_crossing_from_zone_to_zone() -> None:
    m = moving({FOOT: "B0630", SOVIET: "B0632", "rd-33": "B0629"}, lines={"major river": AROUND[:1]})
    assert refusal(m, f"cross {FOOT} B0631").rule == "efs2:10.35"


@pytest.mark.rule("efs2:10.47", "efs2:22.14", "efs2:R23")
def test_boats_of_an_engineer_carry_three_points_over_a_lake() -> None:
    units = {"mpi-xxxxvii": "B0629", SAPPERS: "B0630", "18pz-sr1": "B0630", "18pz-rec": "B0630"}
    m = moving(units, lines=LAKE)
    assert refusal(m, "move 18pz-sr1 B0631").rule == "efs2:10.47"
    play(m, "cross 18pz-sr1 B0631")
    assert left(m, SAPPERS) == 0 and column(m, "did")[unit(m, SAPPERS)] & ENGINEERED
    assert refusal(m, "cross 18pz-rec B0631").rule == "efs2:10.47"  # two points, and one is left
    assert refusal(m, f"move {SAPPERS} B0629").rule == "efs2:10.23"
    m = moving({"18pz-sr1": "B0630", "mpi-xxxxvii": "B0629"}, lines=LAKE)
    play(m, "move mpi-xxxxvii B0630")
    assert refusal(m, "cross 18pz-sr1 B0631").rule == "efs2:10.47"
    m = moving({SAPPERS: "B0630"}, lines=LAKE)
    play(m, f"cross {SAPPERS} B0631")


# ---------------------------------------------------------------------- infiltration
BETWEEN = {PANZER: "B0632", FOOT: "B0632", CAVALRY: "B0632", SOVIET: "B0633"}
"""Units in the zone of an enemy; B0532 is in it too."""


@pytest.mark.rule("efs2:11.41", "efs2:11.42", "efs2:11.44", "efs2:10.35")
def test_infiltration_goes_from_zone_to_zone() -> None:
    m = moving(BETWEEN)
    assert refusal(m, f"slip {FOOT} B0532").rule == "efs2:11.42"
    assert refusal(m, f"slip {PANZER} B0631").rule == "efs2:11.41"
    for name in (PANZER, CAVALRY):
        play(m, f"slip {name} B0532")
        assert at(m, name) == "B0532" and left(m, name) == 0
        assert column(m, "did")[unit(m, name)] & SPECIAL


@pytest.mark.rule("efs2:11.43", "efs2:R162")
def test_infiltration_asks_for_the_full_allowance() -> None:
    m = moving(BETWEEN, phase="axis-motorized")
    assert refusal(m, f"slip {PANZER} B0532").rule == "efs2:11.43"
    m = moving({HORSE: "B0632", FOOT: "B0633"}, side="soviet", phase="soviet-motorized")
    assert refusal(m, f"slip {HORSE} B0532").rule == "efs2:11.43"
    m = moving({HORSE: "B0632", FOOT: "B0633"}, side="soviet")
    play(m, f"slip {HORSE} B0532")


@pytest.mark.rule("efs2:11.44", "efs2:R26", "efs2:11.43")
def test_infiltration_needs_what_the_hex_costs_without_the_zone() -> None:
    m = moving(BETWEEN, ground={"B0532": "wooded hills"})
    column(m, "supply")[unit(m, PANZER)] = OUT
    m.c.touch()
    play(m, f"slip {PANZER} B0532")
    m = moving(BETWEEN, ground={"B0532": "swamp"})
    assert refusal(m, f"slip {PANZER} B0532").rule == "efs2:10.48"
    m = moving(BETWEEN, ground={"B0532": "wooded hills"}, lines={"meander": ["B0632-B0532"]})
    column(m, "supply")[unit(m, PANZER)] = OUT
    m.c.touch()
    assert refusal(m, f"slip {PANZER} B0532").rule == "efs2:11.44"


@EITHER
@pytest.mark.rule("efs2:11.45", "efs2:11.47", "efs1:11.5.4", "efs1:11.5.5")
def test_no_infiltration_into_mud_and_works() -> None:
    m = moving(BETWEEN, weather="mud", lines={"main_road": ["B0633-B0532", "B0633-B0632"]})
    assert refusal(m, f"slip {PANZER} B0532").rule == "efs2:11.45"
    m = moving(BETWEEN)
    column(m, "works")["B0532"] = "soviet active"
    m.c.touch()
    assert refusal(m, f"slip {PANZER} B0532").rule == "efs2:11.47"


@pytest.mark.rule("efs2:11.46", "efs2:11.48", "efs2:11.42")
def test_skis_in_snow_and_mountain_troops_in_hills(monkeypatch: pytest.MonkeyPatch) -> None:
    m = moving(BETWEEN)
    kinds = {unit(m, FOOT): "mountain infantry", unit(m, CAVALRY): "ski infantry"}
    monkeypatch.setattr(m.c.roster, "kind", [kinds.get(u, kind) for u, kind in enumerate(m.c.roster.kind)])
    assert refusal(m, f"slip {FOOT} B0532").rule == "efs2:11.48"
    assert refusal(m, f"slip {CAVALRY} B0532").rule == "efs2:11.46"
    m.c.state.weather = "snow"
    m.c.touch()
    assert m.check(f"slip {CAVALRY} B0532") is None
    m = moving(BETWEEN, ground={"B0632": "hills"})
    monkeypatch.setattr(m.c.roster, "kind", [kinds.get(u, kind) for u, kind in enumerate(m.c.roster.kind)])
    assert m.check(f"slip {FOOT} B0532") is None


@pytest.mark.rule("efs2:11.48")
def test_hills_mountains_and_alpine_hexes_are_heights(monkeypatch: pytest.MonkeyPatch) -> None:
    m = moving(BETWEEN)
    for terrain, high in (("mountain", True), ("alpine", True), ("wooded hills", True), ("marsh", False)):
        monkeypatch.setattr(type(tables(m.c)), "terrain", lambda self, h, name=terrain: name)
        assert rises(m.c, m.c.hex("B0632")) == high


@pytest.mark.rule("efs2:11.48", "efs2:R170")
def test_anybody_but_guns_infiltrates_to_a_friend_who_is_there_since_the_phase_began() -> None:
    units = {FOOT: "B0632", GUNS: "B0632", "pi-xii": "B0532", "pi-ix": "B0630", SOVIET: "B0633"}
    m = moving(units)
    assert refusal(m, f"slip {GUNS} B0532").rule == "efs2:11.42"
    play(m, f"slip {FOOT} B0532")
    play(m, "move pi-xii B0531")
    m = moving(units)
    play(m, "move pi-xii B0531")
    assert refusal(m, f"slip {FOOT} B0532").rule == "efs2:11.42"


# ---------------------------------------------------------------------- one hex
@pytest.mark.rule("efs2:11.51", "efs2:11.52", "efs2:11.53")
def test_one_hex_movement_into_dear_ground() -> None:
    ground = {"B0631": "wooded hills"}
    m = moving({FOOT: "B0630", "asup-01": "B0630", "rd-33": "B0633"}, ground=ground, weather="mud")
    column(m, "supply")[unit(m, FOOT)] = OUT
    m.c.touch()
    assert refusal(m, f"onehex {FOOT} B0629").rule == "efs2:11.52"
    assert refusal(m, f"move {FOOT} B0631").rule == "efs2:10.21"
    play(m, f"onehex {FOOT} B0631")
    assert left(m, FOOT) == 0 and column(m, "did")[unit(m, FOOT)] & SPECIAL


@pytest.mark.rule("efs2:6.46", "efs2:6.48", "efs2:11.53", "efs2:10.45")
def test_mobile_supply_units_go_one_hex_and_dumps_nowhere() -> None:
    ground, water = {"B0631": "wooded hills"}, {"river": ["B0630-B0631"]}
    m = moving({"asup-01": "B0630"}, ground=ground, lines=water, weather="mud")
    column(m, "asp")[unit(m, "asup-01")] = 1
    m.c.touch()
    assert refusal(m, "move asup-01 B0631").rule == "efs2:10.21", "eight points, and it has seven"
    play(m, "onehex asup-01 B0631")
    assert left(m, "asup-01") == 0
    for verb, lines in (("onehex", {}), ("cross", RIVER)):
        m = moving({"asup-01": "B0630"}, lines=lines)
        column(m, "asp")[unit(m, "asup-01")] = 2
        m.c.touch()
        assert refusal(m, f"{verb} asup-01 B0631").rule in ("efs2:11.53", "efs2:10.45")


@pytest.mark.rule("efs2:11.51", "efs2:11.53")
def test_one_hex_movement_keeps_to_phase_ground_and_zones() -> None:
    m = moving({PANZER: "B0630"}, phase="axis-motorized", ground={"B0631": "swamp"})
    assert refusal(m, f"onehex {PANZER} B0631").rule == "efs2:11.51"
    m = moving({PANZER: "B0630"}, ground={"B0631": "swamp"})
    assert refusal(m, f"onehex {PANZER} B0631").rule == "efs2:10.48"
    m = moving(BETWEEN, ground={"B0532": "wooded hills"}, weather="mud", lines={"minor_road": ["B0632-B0633-B0532"]})
    assert refusal(m, f"onehex {FOOT} B0532").rule == "efs2:11.53"
    m = moving({AA: "B0630", SOVIET: "B0631"}, side="soviet")
    assert refusal(m, f"onehex {AA} B0629").rule == "efs2:11.53"


# ---------------------------------------------------------------------- railroad movement
def railway(units: dict[str, str], **more: Any) -> Match:
    """The Soviet Movement Phase with units on the map of the scenario, whose railroad leads from Minsk to Orsha."""
    return moving(units, side="soviet", ground=None, **more)


@EITHER
@pytest.mark.rule(
    "efs2:11.11", "efs2:11.12", "efs2:11.13", "efs2:11.14", "efs1:11.1.1", "efs1:11.1.2", "efs1:11.1.3", "efs1:10.7.5"
)
def test_a_unit_rides_by_railroad() -> None:
    m = railway({SOVIET: "B1931"})
    assert capacity(m.c, "soviet") == 8 and load(m.c, unit(m, SOVIET)) == 4
    play(m, f"rail {SOVIET} B0834")
    assert at(m, SOVIET) == "B0834" and m.c.state.rail_used["soviet"] == 4
    assert column(m, "did")[unit(m, SOVIET)] & BY_RAIL
    assert refusal(m, f"move {SOVIET} B0935").rule == "efs2:10.23"


@pytest.mark.rule("efs2:10.21", "efs2:11.13", "efs2:11.22")
def test_what_is_listed_is_what_is_allowed() -> None:
    m = railway({SOVIET: "B1931", "rd-53": "B1230", FOOT: "B0931"})
    listed = {str(a) for a in m.legal}
    words = (f"{verb} {who} {m.c.label(h)}" for verb in ("move", "rail", "strategic") for who in (SOVIET, "rd-53")
             for h in sorted(m.c.data.in_play)[::3])  # fmt: skip
    differ = [text for text in words if (m.check(text) is None) != (text in listed)]
    assert not differ and {text.split()[0] for text in listed} >= {"move", "rail", "strategic"}


@EITHER
@pytest.mark.rule("efs2:11.13", "efs2:10.33", "efs1:11.1.2", "efs1:10.6.3")
def test_trains_keep_three_hexes_from_the_enemy() -> None:
    m = railway({SOVIET: "B1931", FOOT: "B0931"})
    assert refusal(m, f"rail {SOVIET} B0834").rule == "efs2:11.13"
    m = railway({SOVIET: "B0834", FOOT: "B0932"})
    assert refusal(m, f"rail {SOVIET} B1033").rule == "efs2:11.13"


@EITHER
@pytest.mark.rule("efs2:11.14", "efs2:11.15", "efs2:11.16", "efs1:11.1.3")
def test_capacity_of_the_railroads() -> None:
    m = railway({"rd-5": "B1931", "rd-33": "B1931", "hq-13a": "B1931", "ssup-01": "B1931"})
    column(m, "asp")[unit(m, "ssup-01")] = 3
    assert [load(m.c, unit(m, name)) for name in ("rd-5", "hq-13a", "ssup-01")] == [4, 1, 3]
    column(m, "asp")[unit(m, "ssup-01")] = 1  # with more it has no allowance, and is not picked with the others
    m.c.touch()
    play(m, "gather rd-5")
    assert refusal(m, "rail rd-5 B1033").rule == "efs2:11.14"
    play(m, "drop ssup-01")
    play(m, "drop hq-13a")
    play(m, "rail rd-5 B1033")
    assert at(m, "rd-33") == "B1033"
    assert refusal(m, "rail hq-13a B1033").rule == "efs2:11.14"


@EITHER
@pytest.mark.rule("efs2:11.16", "efs1:11.1.3")
def test_axis_capacity_is_half_in_snow_or_what_the_scenario_says(monkeypatch: pytest.MonkeyPatch) -> None:
    m = railway({SOVIET: "B1931"})
    given = {(side, 5): {"rail": 9} for side in ("axis", "soviet")}
    monkeypatch.setitem(vars(tables(m.c)), "_logistics", given)
    m.c.state.weather = "snow"
    halved = edition(m.c).snow_halves_rails
    assert (capacity(m.c, "axis"), capacity(m.c, "soviet")) == (4 if halved else 9, 9)


@pytest.mark.rule("efs2:21.27", "efs2:11.11")
def test_no_more_units_ride_out_of_the_zone_of_a_non_op_headquarters_than_it_lets_go() -> None:
    m = railway({SOVIET: "B1931", "hq-13a": "B1935"})
    column(m, "mode")[unit(m, "hq-13a")] = BACK
    m.c.touch()
    m.c.step.begin(m.c)  # type: ignore[attr-defined]
    assert m.check(f"rail {SOVIET} B0834") is None
    m.c.state.zone_left["hq-13a"] = 0
    m.c.touch()
    assert refusal(m, f"rail {SOVIET} B0834").rule == "efs2:21.27"


@pytest.mark.rule("efs2:11.11", "efs2:10.29", "efs2:6.48")
def test_a_supply_dump_is_unloaded_anywhere_on_the_line() -> None:
    m = railway({"ssup-01": "B1931"})
    column(m, "asp")[unit(m, "ssup-01")] = 2
    m.c.touch()
    line = lines_from(m.c, m.c.hex("B1931"), "soviet")[0]
    play(m, f"rail ssup-01 {m.c.label(next(h for h, n in line.items() if n and not m.c.board.place_at.get(h)))}")
    assert m.c.state.rail_used["soviet"] == 2


@pytest.mark.rule("efs2:10.51", "efs2:11.11")
def test_machine_guns_without_an_allowance_do_not_ride() -> None:
    for mode in (BACK, 0):
        m = railway({"mg-01": "B1931", "ssup-01": "B1931"})
        column(m, "mode")[unit(m, "mg-01")] = mode
        m.c.touch()
        assert refusal(m, "rail mg-01 B0834").rule == "efs2:10.51"


@EITHER
@pytest.mark.rule("efs2:11.12", "efs2:6.35", "efs2:10.29", "efs1:11.1.1", "efs1:11.1.2")
def test_who_does_not_ride() -> None:
    m = railway({SOVIET: "B1931", TRAIN: "B1931", AA: "B1931"}, phase="soviet-motorized")
    assert m.c.frame.step == "movement"
    assert refusal(m, f"rail {SOVIET} B0834").rule == "efs2:11.12"
    m = railway({SOVIET: "B1931", TRAIN: "B1931", AA: "B1931"})
    column(m, "supply")[unit(m, SOVIET)] = OUT
    m.c.touch()
    assert refusal(m, f"rail {SOVIET} B0834").rule == "efs2:11.11"
    assert refusal(m, f"rail {TRAIN} B0834").rule == "efs2:11.12"
    assert refusal(m, f"move {AA} B1932").rule == "efs2:10.29"
    nowhere = next(
        h for h, n in lines_from(m.c, m.c.hex("B1931"), "soviet")[0].items() if n and not m.c.board.place_at.get(h)
    )
    found = m.check(f"rail {AA} {m.c.label(nowhere)}")
    assert (found and found.rule) == ("efs2:10.29" if edition(m.c).rides_end_in_towns else None)


@EITHER
@pytest.mark.rule("efs2:11.13", "efs2:14.65", "efs1:11.1.5")
def test_an_interdicted_hex_costs_twelve_railroad_points() -> None:
    m = railway({SOVIET: "B1931"})
    before = lines_from(m.c, m.c.hex("B1931"), "soviet")[0][m.c.hex("B0834")]
    column(m, "zoi")["B1033"] = 1
    m.c.touch()
    assert lines_from(m.c, m.c.hex("B1931"), "soviet")[0][m.c.hex("B0834")] == before + 11


@EITHER
@pytest.mark.rule("efs2:14.65", "efs1:13.2.1", "efs1:11.1.1")
def test_railroad_movement_begins_in_a_zone_of_interdiction_or_not() -> None:
    m = railway({SOVIET: "B1931"})
    assert m.check(f"rail {SOVIET} B0834") is None
    column(m, "zoi")["B1931"] = 1
    m.c.touch()
    assert (m.check(f"rail {SOVIET} B0834") is None) is edition(m.c).rides_from_zoi
    m = railway({TRAIN: "B1931"})
    column(m, "zoi")["B1931"] = 1
    m.c.touch()
    assert costs(m, TRAIN), "armored trains do"


@EITHER
@pytest.mark.rule("efs2:21.32", "efs2:11.12", "efs2:10.33", "efs2:10.32", "efs1:11.1.2")
def test_armored_trains_run_on_rails_into_but_not_through_a_zone() -> None:
    m = railway({TRAIN: "B1931", FOOT: "B0833"})
    found = costs(m, TRAIN)
    assert found["B1033"] == 9 and "B0734" not in found
    assert refusal(m, f"move {TRAIN} B1832").rule == "efs2:21.32"
    m.c.state.gauge["B1033"] = "cut"
    m.c.touch()
    assert "B1033" not in costs(m, TRAIN)


@EITHER
@pytest.mark.rule("efs2:11.17", "efs2:8.12", "efs1:11.1.4")
def test_reinforcements_come_in_by_railroad(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = {"rd-53": "turn 5", SOVIET: "turn 5"}
    arrivals = [{"units": [SOVIET], "entry": ["B1931"]}, {"units": ["rd-53"], "entry": ["B1230"]}]
    m = railway({"hq-13a": "B1935"}, boxes=waits)
    monkeypatch.setitem(m.c.scenario, "arrival", arrivals)
    m.c.touch()
    assert refusal(m, "rail rd-53 B1033").rule == "efs2:11.17", "no railroad leads through where it comes in"
    assert m.check(f"rail {SOVIET} B1033") is None
    play(m, f"rail {SOVIET} B1033")
    assert at(m, SOVIET) == "B1033" and m.c.state.rail_used["soviet"] == 4
    assert refusal(m, f"move {SOVIET} B1034").rule == "efs2:10.23"
    m = railway({"hq-13a": "B1935"}, boxes=waits)
    monkeypatch.setitem(m.c.scenario, "arrival", [{**arrivals[0], "special_trains": True}])
    m.c.touch()
    play(m, f"rail {SOVIET} B1033")
    assert m.c.state.rail_used["soviet"] == (0 if edition(m.c).special_trains else 4)


# ---------------------------------------------------------------------- strategic movement
@EITHER
@pytest.mark.rule("efs2:11.21", "efs2:11.22", "efs2:11.23", "efs2:11.25", "efs2:R168", "efs1:11.3.2")
@pytest.mark.parametrize(
    ("who", "side", "points"), [("mr-qt", "soviet", 5.25), (FOOT, "axis", 7.5), (SOVIET, "soviet", 6)]
)
def test_half_as_many_points_again(who: str, side: str, points: float) -> None:
    m = moving({who: "B1931"}, side=side)
    assert stretched(m.c, [unit(m, who)]) == points * QUARTERS


@EITHER
@pytest.mark.rule("efs2:11.22", "efs2:11.23", "efs2:11.0", "efs1:11.3.1", "efs1:11.3.3")
def test_strategic_movement_along_the_road() -> None:
    m = railway({SOVIET: "B1931"})
    found = {m.c.label(h): n / QUARTERS for h, n in march_of(m.c, [unit(m, SOVIET)]).hexes.items()}
    assert found["B0933"] == 5
    assert all(any(m.c.board.side(kind)[m.c.hex(h) * 6 + d] for kind in ("motorway", "main_road", "minor_road")
                   for d in range(6)) for h in found)  # fmt: skip
    play(m, f"strategic {SOVIET} B0933")
    assert left(m, SOVIET) == 0 and column(m, "did")[unit(m, SOVIET)] & STRATEGIC
    assert refusal(m, f"rail {SOVIET} B1033").rule == "efs2:11.0"


@EITHER
@pytest.mark.rule("efs2:11.23", "efs2:11.24", "efs2:14.65", "efs2:6.35", "efs2:R169", "efs1:11.3.1")
def test_what_bars_strategic_movement() -> None:
    m = railway({SOVIET: "B1931", TRAIN: "B1931", FOOT: "B1231"})
    assert refusal(m, f"strategic {SOVIET} B1332").rule == "efs2:11.23"
    assert refusal(m, f"strategic {TRAIN} B1831").rule == "efs2:11.24"
    assert refusal(m, f"strategic {SOVIET} B1930").rule in ("efs2:11.22", "efs2:11.23")
    column(m, "zoi")["B1931"] = 1
    m.c.touch()
    assert refusal(m, f"strategic {SOVIET} B1831").rule == "efs2:14.65"
    column(m, "zoi").clear()
    column(m, "supply")[unit(m, SOVIET)] = OUT
    m.c.touch()
    assert refusal(m, f"strategic {SOVIET} B1831").rule == "efs2:11.23"


@pytest.mark.rule("efs2:11.22", "efs2:10.44")
def test_axis_foot_does_not_march_on_the_motorway() -> None:
    m = moving({FOOT: "A5839", PANZER: "A5839"}, ground=None)
    foot, motor = (march_of(m.c, [unit(m, who)]).hexes for who in (FOOT, PANZER))
    assert m.c.hex("A6039") in motor and m.c.hex("A5938") not in foot


# ---------------------------------------------------------------------- leaving the map
@pytest.mark.rule("efs2:11.61", "efs2:11.62", "efs2:11.63", "efs2:10.27")
def test_map_exit(monkeypatch: pytest.MonkeyPatch) -> None:
    m = moving({PANZER: "B1931", FOOT: "B1831"})
    assert refusal(m, f"exit {PANZER}").rule == "efs2:10.27"
    monkeypatch.setitem(m.c.data.scenario, "exits", {"axis": {"east": ["B1931"]}})
    play(m, f"move {FOOT} B1931")
    play(m, f"exit {FOOT}")
    assert at(m, FOOT) == "[exited]" and m.c.state.exits["axis east"] == 1
    assert [m.c.label(h) for h in working(m.c, "soviet")] == ["B1939"], "no supply through the exit area any more"
    play(m, f"exit {PANZER}")
    assert at(m, PANZER) == "[exited]"


@EITHER
@pytest.mark.rule("efs2:21.31", "efs2:21.35", "efs1:3.0")
def test_two_armored_trains_end_a_phase_in_one_hex_by_the_first_rules_alone() -> None:
    m = railway({TRAIN: "B1931", "atr-a1": "B1033"})
    play(m, "move atr-a1 B1931")
    if not edition(m.c).one_train_a_hex:
        assert m.check("end") is None
        return
    assert refusal(m, "end").rule == "efs2:21.31" and m.prompt.rule == "efs2:21.31"
    assert "Two armored trains in B1931" in m.prompt.text
    assert refusal(m, f"discard {SOVIET}").rule == "efs2:3.33"
    play(m, "discard atr-a1")
    assert at(m, "atr-a1") == "[cadre]" and m.check("end") is None
