"""8 and 6.45: who comes in, where, and what is placed in cities."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs.arrivals import edge_hexes, is_due, receive, waiting, zap_places
from engine.games.efs.edition import Edition
from engine.games.efs.movement.allowance import granted
from engine.games.efs.movement.classes import class_of
from engine.games.efs.movement.entry import come, comers, first_price, may_enter, road_price
from engine.games.efs.movement.railroad import stations
from engine.games.efs.movement.reach import reach_of
from engine.games.efs.movement.strategic import march_of, may_march
from engine.games.efs.phases.movement import Movement
from engine.games.efs.phases.reinforcements import Reinforcements
from engine.games.efs.queries.turn import tracks
from engine.games.efs.state import HALTED, OPEN, RAIL
from engine.games.efs.zones import in_zoc
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs2.edition import EDITION as SECOND
from engine.play.match import Match
from tests.support.efs import EITHER, at, begun, column, play, position, refusal, unit

MINSK, TOWN = "A5739", "B2031"


def phase(match: Match, turn: int) -> Match:
    """The Reinforcements Phase of a turn in a match."""
    match.c.state.turn = turn
    match.c.steps["reinforcements"] = Reinforcements()
    match.c.state.stack = []
    match.c.call("below")
    match.c.call("reinforcements", side="axis", phase="reinforcements")
    match._after()
    return match


@EITHER
@pytest.mark.rule("efs2:8.11", "efs1:8.2.1", "efs1:8.1.3")
def test_reinforcements_wait_for_their_turn_and_may_wait_longer() -> None:
    m = begun()
    tank = unit(m, "td-13")
    assert not is_due(m.c, tank) and tank not in waiting(m.c, "soviet")
    for turn in (6, 8):
        m.c.state.turn = turn
        m.c.touch()
        assert is_due(m.c, tank) and tank in waiting(m.c, "soviet")
    assert unit(m, "17pz-pzr") in waiting(m.c, "axis") and unit(m, "jg51-i") not in waiting(m.c, "axis")


@EITHER
@pytest.mark.rule("efs2:8.12", "efs2:8.32", "efs1:8.1.1")
def test_they_enter_where_the_set_up_card_says_or_at_a_source() -> None:
    m = begun()
    assert [m.c.label(h) for h in edge_hexes(m.c, unit(m, "td-13"))] == ["B1931"]
    assert [m.c.label(h) for h in edge_hexes(m.c, unit(m, "zap-01"))] == ["B1931", "B1939"]
    m.c.state.holder["B1931"] = "axis"
    m.c.touch()
    assert [m.c.label(h) for h in edge_hexes(m.c, unit(m, "zap-01"))] == ["B1939"], "no friendly source any more"


@pytest.mark.rule("efs2:6.45", "efs2:6.46", "efs2:6.43")
def test_points_come_as_supply_units_and_are_not_saved() -> None:
    m = begun()
    new = receive(m.c, "axis")
    assert [m.c.roster.ids[u] for u in new] == ["asup-02", "asup-03"]
    assert {at(m, "asup-02"), at(m, "asup-03")} == {"[turn 5]"} and column(m, "asp")[new[0]] == 1
    m.c.state.turn = 6
    assert [m.c.roster.ids[u] for u in receive(m.c, "axis")] == ["asup-02"], "one point for turn 6"
    assert at(m, "asup-03") == "[supply pool]" and column(m, "asp")[new[1]] == 0


@pytest.mark.rule("efs2:6.45")
def test_points_without_a_supply_unit_are_lost() -> None:
    m = begun()
    for name in ("asup-02", "asup-03"):
        column(m, "box")[unit(m, name)] = "not in play"
    assert "2 lost" in "".join(e.text for e in phase(m, 5).log)


@pytest.mark.rule("efs2:6.47", "efs2:8.13")
def test_a_new_supply_unit_of_the_soviet_side_may_come_in_a_city() -> None:
    m = phase(begun(), 5)
    assert m.side == "soviet"
    name = next(w for w in m.c.step.subjects(m.c))
    assert refusal(m, f"place {name} B1332").rule == "efs2:6.47", "Tolochin is a town"
    assert refusal(m, f"place {name} {MINSK}").rule == "efs2:6.47", "Minsk is not friendly"
    play(m, f"place {name} B0235")
    assert at(m, name) == "B0235" and m.c.step.subjects(m.c) == []
    play(m, "end")
    assert m.c.frame.step == "below"


@pytest.mark.rule("efs2:6.47")
def test_a_city_that_is_its_own_source_alone_does_not_serve() -> None:
    around = ("B0134", "B0234", "B0335", "B0336", "B0236", "B0135")
    axis = ("18pz-pzr", "18pz-sr1", "18pz-sr2", "17pz-sr1", "17pz-sr2", "17pz-pzr")
    units = {**dict(zip(axis, around, strict=True)), "rd-50": "B0235"}
    m = position(units, turn=5, boxes={"ssup-01": "turn 5"})
    m.c.state.box = ["supply pool" if b == "not in play" and "sup" in i else b
                     for b, i in zip(m.c.state.box, m.c.roster.ids, strict=True)]  # fmt: skip
    m = phase(m, 5)
    assert refusal(m, "place ssup-01 B0235").rule == "efs2:6.47"


@pytest.mark.rule("efs2:8.31")
def test_rebuilt_units_are_placed_one_to_a_city_out_of_enemy_zones() -> None:
    m = position({"18pz-sr1": "B0134"}, boxes={"rd-2": "active", "rd-8": "active"}, turn=5)
    m = phase(m, 5)
    assert refusal(m, "place rd-2 B0235").rule == "efs2:8.13", "an enemy zone reaches Borisov"
    play(m, "place rd-2 B1939")
    assert at(m, "rd-2") == "B1939"
    assert refusal(m, "place rd-8 B1939").rule == "efs2:8.31"


@pytest.mark.rule("efs2:8.31", "efs2:7.43", "efs2:R231")
def test_a_city_of_two_hexes_takes_one_unit_and_one_zap_unit_a_turn() -> None:
    boxes = {"rd-2": "active", "rd-8": "active", "zap-01": "active", "zap-02": "active"}
    m = phase(position({}, boxes=boxes, scenario="smolensk-pocket", turn=12), 12)
    here, there = "B3427", "B3526"
    play(m, f"place rd-2 {here}")
    assert refusal(m, f"place rd-8 {there}").rule == "efs2:8.31"
    m.c.state.zaps[here] = 12
    m.c.touch()
    assert m.c.hex(there) not in zap_places(m.c)
    m.c.state.turn = 13
    m.c.touch()
    assert m.c.hex(there) in zap_places(m.c)


@pytest.mark.rule("efs2:7.43", "efs2:R231")
def test_a_source_at_the_map_edge_takes_one_zap_unit_a_turn() -> None:
    m = position(boxes={"zap-01": "active", "zap-02": "active"}, phase="soviet-movement", side="soviet", turn=5)
    come(m.c, unit(m, "zap-01"), m.c.hex("B1931"))
    assert why(m, "zap-02", "B1931") == "efs:7.43" and why(m, "zap-02", "B1939") == ""
    assert m.c.hex("B1931") not in stations(m.c, unit(m, "zap-02"))


@EITHER
@pytest.mark.rule("efs2:8.15", "efs1:8.2.3")
def test_air_units_go_to_the_ready_box_or_in_a_storm_to_the_flown_box() -> None:
    for storm, box in ((False, "[ready]"), (True, "[flown]")):
        m = begun("lepel")
        column(m, "box")[unit(m, "a-57-214bap")] = "turn 9"
        m.c.state.storm = storm
        assert at(phase(m, 9), "a-57-214bap") == box


@pytest.mark.rule("efs2:7.43")
def test_a_zap_unit_comes_to_a_friendly_place_one_a_turn() -> None:
    m = begun()
    borisov, krupki, minsk = (m.c.hex(h) for h in ("B0235", "B0834", MINSK))
    found = zap_places(m.c)
    assert borisov in found and krupki in found and minsk not in found
    m.c.state.zaps["B0235"] = m.c.state.turn
    m.c.touch()
    assert borisov not in zap_places(m.c)
    m.c.state.turn += 1
    m.c.touch()
    assert borisov in zap_places(m.c)


# ---------------------------------------------------------------------- entering
def waits(*names: str, phase: str = "axis-movement", turn: int = 8, **more: Any) -> Match:
    """Units that wait to enter in a movement phase of their side, with the arrivals of Borisov."""
    side = phase.split("-")[0]
    return position(boxes=dict.fromkeys(names, f"turn {turn}"), phase=phase, side=side, turn=turn, **more)


def why(m: Match, name: str, label: str) -> str:
    """The rule that keeps a unit from entering at a hex; empty where none does."""
    found = may_enter(m.c, unit(m, name), m.c.hex(label))
    return "" if found is None else found.rule


@EITHER
@pytest.mark.rule("efs2:8.12", "efs2:10.43", "efs1:8.1.5", "efs1:8.1.2")
def test_the_first_hex_is_paid_by_road_where_one_leads_off_the_map() -> None:
    m = waits("29mot-ir1", "29mot-rec")
    u = unit(m, "29mot-ir1")
    come(m.c, u, m.c.hex(MINSK))
    assert (at(m, "29mot-ir1"), column(m, "mp_left")[u], column(m, "way")[u]) == (MINSK, 26, OPEN)
    assert column(m, "supply")[u] == 0 and m.c.events[-1].rule == "efs2:8.12"
    m = waits("td-57", phase="soviet-motorized", turn=8)
    assert first_price(m.c, class_of(m.c, unit(m, "td-57")), m.c.hex("D1803")) == (4, RAIL)


@pytest.mark.rule("efs2:8.12", "efs2:10.22")
def test_a_division_comes_in_as_one_stack() -> None:
    parts = ("29mot-ir1", "29mot-ir2", "29mot-rec")
    m = waits(*parts, "mpi-xxxxvii", step="movement", kinds=[Movement])
    named = {action.args for action in m.legal if action.verb == "bring"}
    assert {name for name, _ in named} == set(parts)
    assert refusal(m, f"bring mpi-xxxxvii {MINSK}").rule == "efs2:8.12"
    play(m, f"bring 29mot-rec {MINSK}")
    assert {at(m, name) for name in parts} == {MINSK} and at(m, "mpi-xxxxvii") == "[turn 8]"
    assert [m.c.roster.ids[u] for u, on in enumerate(column(m, "picked")) if on] == list(parts)
    play(m, "move 29mot-ir1 " + m.c.label(min(reach_of(m.c, [unit(m, name) for name in parts]).hexes)))
    assert len({at(m, name) for name in parts}) == 1 and at(m, parts[0]) != MINSK


@pytest.mark.rule("efs2:7.43", "efs2:8.13")
def test_a_zap_unit_put_beside_the_enemy_may_leave_his_zone_again() -> None:
    m = position({"rd-2": "B0834", "134inf": "B0833"}, boxes={"zap-01": "active"}, phase="soviet-movement",
                 side="soviet", turn=12)  # fmt: skip
    come(m.c, unit(m, "zap-01"), m.c.hex("B0834"))
    free = {h for h in m.c.grid.neighbours[m.c.hex("B0834")] if not in_zoc(m.c, "axis")[h]}
    assert free & set(reach_of(m.c, [unit(m, "zap-01")]).hexes)


@pytest.mark.rule("efs2:7.43", "efs2:8.12")
def test_counters_of_one_kind_are_no_division_that_comes_in_together() -> None:
    boxes = {"zap-01": "active", "zap-02": "active", "rd-2": "active", "rd-8": "active"}
    m = position(boxes=boxes, phase="soviet-movement", side="soviet", turn=12)
    m.c.steps["movement"] = Movement()
    m.c.call("movement", side="soviet", phase="soviet-movement")
    m._after()
    assert not [action for action in m.legal if action.verb == "bring"]
    assert refusal(m, "bring zap-01 B0834").rule == "efs2:8.12", "one Zap unit to a place in a turn"
    play(m, "enter zap-01 B0834")
    assert (at(m, "zap-01"), at(m, "zap-02")) == ("B0834", "[active]")
    assert refusal(m, "bring rd-2 B1931").rule == "efs2:8.12"


@EITHER
@pytest.mark.rule("efs2:8.12", "efs2:10.12", "efs1:8.2.1")
def test_only_motorized_units_and_cavalry_enter_in_the_motorized_phase() -> None:
    m = waits("rd-187", "td-57", phase="soviet-motorized", turn=7)
    assert why(m, "rd-187", "D1803") == "efs:8.12"
    m = waits("29mot-ir1", phase="axis-motorized")
    assert why(m, "29mot-ir1", MINSK) == ""
    assert why(m, "29mot-ir1", "B0235") == "efs:8.12", "not its entry hex"
    assert why(m, "18pz-pzr", MINSK) == "efs:8.11", "it does not wait"


@pytest.mark.parametrize("terms", [FIRST, SECOND])
@pytest.mark.rule("efs2:8.12", "efs1:8.2.1")
def test_the_second_edition_alone_lets_cavalry_choose_its_phase(terms: Edition) -> None:
    for phase in ("soviet-motorized", "soviet-movement"):
        m = position(boxes={"cd-4": "active"}, phase=phase, side="soviet", turn=12, terms=terms)
        late = terms is FIRST and "motorized" in phase
        assert why(m, "cd-4", "B1931") == ("efs:8.12" if late else "")


@EITHER
@pytest.mark.rule("efs2:8.12", "efs2:10.24", "efs1:8.1.3")
def test_an_entry_hex_may_lie_in_an_enemy_zone_but_hold_no_enemy() -> None:
    m = waits("29mot-ir1", units={"rd-50": MINSK})
    assert why(m, "29mot-ir1", MINSK) == "efs:8.12"
    m = waits("29mot-ir1", units={"rd-50": "A5839"}, ground={})
    assert why(m, "29mot-ir1", MINSK) == ""
    come(m.c, unit(m, "29mot-ir1"), m.c.hex(MINSK))
    u = unit(m, "29mot-ir1")
    assert column(m, "mp_left")[u] == 20 and column(m, "did")[u] & HALTED


@pytest.mark.rule("efs2:8.12", "efs2:6.42")
def test_an_enemy_supply_unit_bars_an_entry_hex_and_yields_to_units_that_are_placed() -> None:
    m = waits("29mot-ir1", units={"ssup-01": MINSK})
    assert why(m, "29mot-ir1", MINSK) == "efs:8.12"
    m = phase(position({"asup-01": "B1939"}, boxes={"rd-2": "active"}, turn=5), 5)
    play(m, "place rd-2 B1939")
    assert at(m, "rd-2") == "B1939" and at(m, "asup-01") == "[supply pool]"


@EITHER
@pytest.mark.rule("efs2:6.47", "efs2:10.25", "efs1:6.8.4")
def test_supply_units_enter_at_sources_on_a_road() -> None:
    m = waits("asup-01")
    assert [m.c.label(h) for h in edge_hexes(m.c, unit(m, "asup-01"))] == ["A5739", "A5740"]
    assert why(m, "asup-01", MINSK) == "" and comers(m.c) == ["asup-01"]
    m = waits("asup-01", units={"rd-50": "A5839"}, ground={}, lines={"main_road": ["A5739-A5740"]})
    assert why(m, "asup-01", MINSK) == "efs:10.25"


@pytest.mark.rule("efs2:7.43")
def test_a_zap_unit_is_put_into_a_friendly_place_in_the_movement_phase_alone() -> None:
    boxes = {"zap-01": "active", "zap-02": "active"}
    m = position(boxes=boxes, phase="soviet-movement", side="soviet", turn=5)
    come(m.c, unit(m, "zap-01"), m.c.hex("B0834"))
    assert at(m, "zap-01") == "B0834" and column(m, "mp_left")[unit(m, "zap-01")] == 16
    assert why(m, "zap-02", "B0834") == "efs:8.12" and why(m, "zap-02", "B1332") == ""
    m.c.state.phase = "soviet-motorized"
    m.c.touch()
    assert why(m, "zap-02", "B1332") == "efs:8.12"


@EITHER
@pytest.mark.rule("efs2:8.12", "efs2:11.21", "efs2:11.22", "efs2:11.23", "efs1:8.1.2")
def test_a_reinforcement_may_come_in_by_strategic_movement() -> None:
    m = position(boxes={"rd-50": "active"}, phase="soviet-movement", side="soviet", step="movement", kinds=[Movement])
    u, here = unit(m, "rd-50"), m.c.hex("B1931")
    cost = road_price(m.c, class_of(m.c, u), here)
    assert cost is not None and march_of(m.c, [u]).hexes[here] == cost[0] == 2
    found = {h: n for h, n in march_of(m.c, [u]).hexes.items() if n > granted(m.c, u)}
    assert found and max(found.values()) <= granted(m.c, u) * 3 // 2
    play(m, f"strategic rd-50 {m.c.label(min(found))}")
    assert m.c.state.hex_of[u] == min(found) and column(m, "mp_left")[u] == 0 and column(m, "supply")[u] == 0


@pytest.mark.rule("efs2:8.12", "efs2:11.23", "efs2:14.65")
def test_it_enters_so_neither_near_the_enemy_nor_into_interdiction() -> None:
    m = position({"253inf": "B1730"}, boxes={"rd-50": "active"}, phase="soviet-movement", side="soviet")
    u, here = unit(m, "rd-50"), m.c.hex("B1931")
    assert m.c.grid.distance(here, m.c.hex("B1730")) == 2 and here not in march_of(m.c, [u]).hexes
    m = position(boxes={"rd-50": "active"}, phase="soviet-movement", side="soviet")
    column(m, "zoi")["B1931"] = 1
    m.c.touch()
    assert here not in march_of(m.c, [u]).hexes and first_price(m.c, class_of(m.c, u), here) == (4, OPEN), (
        "no road rate there"
    )
    column(m, "zoi")["B1939"] = 1
    m.c.touch()
    refusal = may_march(m.c, [u])
    assert refusal is not None and refusal.rule == "efs:11.23"


# ---------------------------------------------------------------------- militia
@EITHER
@pytest.mark.rule("efs2:8.42", "efs2:8.43", "efs1:8.5")
def test_a_militia_brigade_is_drawn_blindly_and_placed_near_its_city() -> None:
    m = phase(begun("lepel"), 8)
    name = next(i for i in m.c.step.subjects(m.c) if i.startswith("mil-"))
    u = unit(m, name)
    city = str(m.c.roster.value("city", u))
    assert city in ("Vitebsk", "Polotsk", "Orsha") and at(m, name) == "[turn 8]"
    assert u not in waiting(m.c, "soviet"), "it does not enter at the edge"
    home = next(p for p in m.c.board.places if p.name == city).hexes[0]
    far = next(h for h in sorted(m.c.data.in_play) if m.c.grid.distance(h, home) == 7)
    assert refusal(m, f"place {name} {m.c.label(far)}").rule == "efs2:8.43"
    spots = [words[1] for words in (a.args for a in m.legal.of(name)) if words[0] == name]
    assert spots and all(m.c.grid.distance(m.c.hex(label), home) <= 5 for label in spots)
    play(m, f"place {name} {spots[0]}")
    assert at(m, name) == spots[0] and column(m, "mode")[u] == 1


@pytest.mark.rule("efs2:8.43", "efs2:8.13")
def test_a_militia_brigade_comes_to_a_friendly_hex() -> None:
    m = position(boxes={"mil-06": "turn 8"}, scenario="lepel", turn=8)
    m = phase(m, 8)
    assert m.check("place mil-06 B1926") is None
    m.c.state.holder["B1926"] = "axis"
    m.c.touch()
    assert refusal(m, "place mil-06 B1926").rule == "efs2:8.13", "the Axis was there last"


@pytest.mark.rule("efs2:8.43")
def test_no_militia_is_drawn_for_a_city_in_axis_hands() -> None:
    m = begun("lepel")
    for label in ("B1822", "B1721", "B2031", "B0418"):
        m.c.state.holder[label] = "axis"
    m = phase(m, 8)
    assert not [i for i in m.c.step.subjects(m.c) if i.startswith("mil-")]


@pytest.mark.rule("efs2:8.11")
def test_all_who_may_enter_now_are_told_in_one_line_of_their_side() -> None:
    boxes = {"17pz-pzr": "turn 5", "17pz-sr1": "turn 4", "rd-53": "turn 7", "rd-23": "active"}
    m = position({"18pz-pzr": "B0830"}, boxes=boxes, turn=5, step="movement", phase="axis-movement", kinds=[Movement])
    found = {track.id: track for track in tracks(m.c, "axis")}
    first, *_, last = found["arrivals"].lines
    assert first == "now: Axis side: 39Pz, 40M"
    assert last == "turn 7: Soviet side: 53RD" and found["active-soviet"].title == "Active Box: Soviet side"
