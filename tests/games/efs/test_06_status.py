"""Rules 6.2, 6.3 and 6.5: supply status, temporary sources, strongpoints that fall apart, fuel."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs.movement.allowance import whole
from engine.games.efs.phases.supply_phase import Feeding, SupplyStatus, can_feed
from engine.games.efs.queries.units import supply_of, whereabouts
from engine.games.efs.state import EMERGENCY, GENERAL, OUT, QUARTERS
from engine.games.efs.supply import points, status
from engine.games.efs.units import POOL, allowance
from engine.games.efs2 import fuel
from engine.play.match import Match
from engine.play.state import Frame
from tests.support.efs import EITHER, column, play, position, refusal, unit

SOURCE = "B0330"
"""The Axis source of these positions; nothing else leads anywhere."""
KINDS = (SupplyStatus, Feeding, fuel.FuelShortage)


def laid(units: dict[str, str], *, asp: dict[str, int] | None = None, at: str = "B0730", **given: Any) -> Match:
    """Open country with a source, supply units of so many points, and units that are to be looked at."""
    m = position({**units, **dict.fromkeys(asp or {}, at)}, kinds=KINDS, ground={}, **given)
    m.data.scenario = {**m.data.scenario, "supply": {"axis": [SOURCE], "soviet": []}}
    m.c.scenario = m.data.scenario
    m.data.memo.clear()
    for name, n in (asp or {}).items():
        column(m, "asp")[unit(m, name)] = n
    for u, box in enumerate(column(m, "box")):
        if box == "not in play" and m.c.roster.kind[u] == "supply unit":
            column(m, "box")[u] = POOL
    m.c.forget()
    return m


def phase(m: Match) -> list[str]:
    """Enter the Supply Status Phase of a position; the rules of what is told of supply."""
    m.c.state.stack = [Frame("below")]
    m.c.call("supply", side="axis", phase="supply-status")
    told = [event.rule for event in m.c.events if event.kind == "supply"]
    m._after()
    return told


def supply(m: Match, name: str) -> int:
    found: int = column(m, "supply")[unit(m, name)]
    return found


# ---------------------------------------------------------------------- 6.3
@EITHER
@pytest.mark.rule(
    "efs2:6.31",
    "efs2:6.32",
    "efs2:6.33",
    "efs2:6.34",
    "efs2:6.11",
    "efs1:6.6.1",
    "efs1:6.6.2",
    "efs1:6.6.3",
    "efs1:6.6.4",
)
def test_general_then_emergency_then_out_and_back() -> None:
    m = laid({"18pz-pzr": "B0730", "253inf": "B1530"})
    states = []
    for _ in range(3):
        phase(m)
        states.append((supply(m, "18pz-pzr"), supply(m, "253inf")))
    assert states == [(GENERAL, EMERGENCY), (GENERAL, OUT), (GENERAL, OUT)]
    column(m, "hex_of")[unit(m, "253inf")] = m.c.hex("B0730")
    m.c.touch()
    assert status.status(m.c, unit(m, "253inf")) == OUT
    phase(m)
    assert supply(m, "253inf") == GENERAL


@pytest.mark.rule("efs2:6.33", "efs2:6.35", "efs2:R91")
def test_emergency_supply_costs_nothing_and_out_of_supply_two_points() -> None:
    m = laid({"18pz-pzr": "B1530", "1cav": "B1530", "253inf": "B1531"})
    points_of = {u: allowance(m.c, unit(m, u)) for u in ("18pz-pzr", "1cav", "253inf")}
    phase(m)
    assert {u: whole(m.c, unit(m, u)) // QUARTERS for u in points_of} == points_of
    phase(m)
    lost = {u: n - whole(m.c, unit(m, u)) // QUARTERS for u, n in points_of.items()}
    assert lost == {"18pz-pzr": 2, "1cav": 0, "253inf": 2}
    assert status.is_out(m.c, unit(m, "253inf")) and not status.is_out(m.c, unit(m, "hq-13a"))


@pytest.mark.rule("efs2:6.37", "efs2:6.44", "efs2:21.34", "efs2:6.22", "efs2:18.54")
def test_who_needs_no_route() -> None:
    fort = {"fort": ("citadel", ["B1532"])}
    m = laid({"atr-a1": "B1530", "flot-berez": "B1530", "asup-01": "B1730", "rd-100": "B1532"}, zones=fort)
    for _ in range(2):
        phase(m)
    assert {supply(m, u) for u in ("atr-a1", "flot-berez", "asup-01", "rd-100", "rd-161")} == {GENERAL}
    column(m, "ruined").append("B1532")
    phase(m)
    assert supply(m, "rd-100") == EMERGENCY


@pytest.mark.rule("efs2:6.34")
def test_what_changes_is_told_once() -> None:
    m = laid({"253inf": "B1530"})
    assert [phase(m) for _ in range(3)] == [["efs2:6.33"], ["efs2:6.34"], []]


# ---------------------------------------------------------------------- 6.26
@EITHER
@pytest.mark.rule("efs2:6.26", "efs2:6.43", "efs2:6.14", "efs1:6.5.3")
def test_a_point_feeds_five_hexes_within_a_line() -> None:
    hexes = ["B1430", "B1431", "B1530", "B1531", "B1630", "B1631"]
    units = dict(zip(("253inf", "18pz-pzr", "18pz-sr1", "18pz-sr2", "18pz-rec", "flak101"), hexes, strict=True))
    m = laid({**units, "ssup-01": "B1532"}, asp={"asup-01": 1}, at="B1330")
    phase(m)
    assert m.c.frame.step == "feeding" and supply(m, "253inf") == EMERGENCY
    play(m, *(f"feed asup-01 {h}" for h in hexes[:5]))
    assert [supply(m, u) for u in units] == [GENERAL] * 5 + [EMERGENCY]
    assert column(m, "given")[unit(m, "253inf")] == 1 and column(m, "box")[unit(m, "asup-01")] == POOL
    assert m.c.frame.step == "below", "nothing is left to feed with"


@EITHER
@pytest.mark.rule("efs2:6.26", "efs1:6.5.3")
def test_a_point_that_is_spent_feeds_no_sixth_hex() -> None:
    hexes = ["B1430", "B1431", "B1530", "B1531", "B1630", "B1631"]
    units = dict(zip(("253inf", "18pz-pzr", "18pz-sr1", "18pz-sr2", "18pz-rec", "flak101"), hexes, strict=True))
    m = laid(units, asp={"asup-01": 1, "asup-02": 1}, at="B1330")
    phase(m)
    play(m, *(f"feed asup-01 {h}" for h in hexes[:2]))
    assert whereabouts(m.c, unit(m, "asup-01")) == "its point at B1330 feeds 3 more"
    play(m, *(f"feed asup-01 {h}" for h in hexes[2:5]))
    assert whereabouts(m.c, unit(m, "asup-01")) == "not in use"
    assert refusal(m, "feed asup-01 B1631").rule == "efs2:6.26"
    assert "not on the map" in refusal(m, "feed asup-01 B1631").reason
    assert m.check("feed asup-02 B1631") is None
    play(m, "feed asup-02 B1631")
    assert m.c.frame.step == "feeding", "four more hexes may be fed, for works and bridges"
    play(m, "done")
    assert m.c.frame.step == "below"


@EITHER
@pytest.mark.rule("efs2:6.26", "efs1:6.5.3")
def test_what_cannot_feed_or_be_fed() -> None:
    m = laid({"253inf": "B1530", "rd-100": "B1632"}, asp={"asup-01": 1}, at="B1330")
    column(m, "hex_of")[unit(m, "ssup-01")] = m.c.hex("B1330")
    phase(m)
    assert "no supply unit of yours; " in (found := refusal(m, "feed 253inf B1530").reason) and "could feed" in found
    assert "no supply unit" in refusal(m, "feed ssup-01 B1530").reason
    assert "enemy" in refusal(m, "feed asup-01 B1632").reason
    assert "General Supply" in refusal(m, "feed asup-01 B0430").reason
    assert "No Line of Communications" in refusal(m, "feed asup-01 D1801").reason


@pytest.mark.rule("efs2:6.26", "efs2:6.33")
def test_a_fed_unit_was_in_supply_when_the_next_turn_asks() -> None:
    m = laid({"253inf": "B1530"}, asp={"asup-01": 2}, at="B1430")
    phase(m)
    play(m, "done")
    phase(m)
    assert supply(m, "253inf") == OUT
    play(m, "feed asup-01 B1530", "done")
    assert supply(m, "253inf") == GENERAL and column(m, "asp")[unit(m, "asup-01")] == 1
    phase(m)
    assert supply(m, "253inf") == EMERGENCY


@pytest.mark.rule("efs2:6.26", "efs2:6.48")
def test_a_dump_feeds_with_each_of_its_points() -> None:
    hexes = ["B1430", "B1431", "B1530", "B1531", "B1630", "B1631"]
    units = dict(zip(("253inf", "18pz-pzr", "18pz-sr1", "18pz-sr2", "18pz-rec", "flak101"), hexes, strict=True))
    m = laid(units, asp={"adump-1": 3}, at="B1330")
    phase(m)
    play(m, "feed adump-1 B1430")
    dump = next(u for u in points.on_map(m.c, "axis"))
    name = m.c.roster.ids[dump]
    assert name != "adump-1" and column(m, "asp")[dump] == 2 and column(m, "box")[unit(m, "adump-1")] == POOL
    play(m, *(f"feed adump-1 {h}" for h in hexes[1:5]))
    assert refusal(m, "feed adump-1 B1631").rule == "efs2:6.26"
    assert m.c.frame.vars["opened"] == ["adump-1 B1330 0"]
    play(m, f"feed {name} B1631")
    assert column(m, "asp")[dump] == 1


@pytest.mark.rule("efs2:6.26", "efs2:18.43", "efs2:22.23")
def test_a_fed_hex_is_in_general_supply_for_the_turn() -> None:
    m = laid({"253inf": "B1530"}, asp={"asup-01": 1}, at="B1430")
    phase(m)
    h = m.c.hex("B1530")
    assert not status.supplied(m.c, h, "axis")
    play(m, "feed asup-01 B1530", "feed asup-01 B1531", "done")
    assert status.supplied(m.c, h, "axis") and status.supplied(m.c, m.c.hex("B1531"), "axis")
    assert not status.supplied(m.c, h, "soviet")
    phase(m)
    assert not status.supplied(m.c, h, "axis")


@pytest.mark.rule("efs2:6.26", "efs2:4.21")
def test_nobody_is_asked_where_no_point_reaches_anybody() -> None:
    m = laid({"253inf": "B1930"}, asp={"asup-01": 1}, at="B0330")
    phase(m)
    assert m.c.frame.step == "below" and not can_feed(m.c, "axis")


# ---------------------------------------------------------------------- 6.36
@pytest.mark.rule("efs2:6.36", "efs2:18.13")
def test_a_deserted_strongpoint_without_supply_falls_apart() -> None:
    m = laid({"253inf": "B1530"})
    column(m, "works").update({"B1531": "axis active", "B1730": "axis active", "B0430": "axis active"})
    column(m, "works")["B1732"] = "axis building 253inf"
    phase(m)
    assert sorted(column(m, "works")) == ["B0430", "B1531"]


@pytest.mark.rule("efs2:6.36", "efs2:6.26")
def test_a_supply_unit_keeps_a_strongpoint() -> None:
    m = laid({}, asp={"asup-01": 1}, at="B1430")
    column(m, "works")["B1730"] = "axis active"
    phase(m)
    play(m, "feed asup-01 B1730", "done")
    assert column(m, "works") == {"B1730": "axis active"}


# ---------------------------------------------------------------------- 6.5
def dry(m: Match) -> Match:
    """Two phases without supply."""
    for _ in range(2):
        phase(m)
        while m.c.frame.step == "feeding":
            play(m, "done")
    return m


@pytest.mark.rule("efs2:6.51", "efs2:6.52", "efs2:6.53", "efs2:6.54")
@pytest.mark.parametrize(("die", "short"), [(5, 0), (6, 1)])
def test_a_group_with_a_unit_out_of_supply_rolls(die: int, short: int) -> None:
    m = laid({"18pz-pzr": "B1530", "18pz-rec": "B0430", "17pz-pzr": "B0431"}, dice=[die])
    dry(m)
    assert [column(m, "fuel")[unit(m, u)] for u in ("18pz-pzr", "18pz-rec", "17pz-pzr")] == [short, short, 0]


@pytest.mark.rule("efs2:6.53", "efs2:R181")
def test_modifiers_of_the_fuel_roll() -> None:
    m = dry(laid({"18pz-pzr": "B1530", "18pz-rec": "B1531"}, dice=[1]))
    both = [unit(m, "18pz-pzr"), unit(m, "18pz-rec")]
    assert fuel.modifier(m.c, both) == 2
    m.c.state.weather = "mud"
    m.c.touch()
    assert fuel.modifier(m.c, both) == 3
    column(m, "hex_of")[unit(m, "asup-01")] = m.c.hex("B1330")
    column(m, "asp")[unit(m, "asup-01")] = 1
    m.c.touch()
    assert fuel.modifier(m.c, both) == 1


@pytest.mark.rule("efs2:6.54", "efs2:6.55")
def test_units_of_no_group_share_the_shortage_of_their_hex() -> None:
    units = {"18pz-pzr": "B1530", "pzf100": "B1530", "pj611": "B1531", "253inf": "B1530", "17pz-pzr": "B1530"}
    m = dry(laid(units, dice=[1, 10]))
    found = {u: column(m, "fuel")[unit(m, u)] for u in units}
    grouped = {u for u in ("17pz-pzr", "18pz-pzr") if found[u]}
    assert len(grouped) == 1 and found == {**dict.fromkeys(units, 0), **dict.fromkeys(grouped, 1), "pzf100": 1}


@pytest.mark.rule("efs2:6.55", "efs2:6.26")
def test_a_point_spent_on_the_group_keeps_it_from_rolling() -> None:
    m = laid({"18pz-pzr": "B1530"}, asp={"asup-01": 1}, at="B1430")
    phase(m)
    play(m, "done")
    phase(m)
    play(m, "feed asup-01 B1530", "done")
    assert fuel.short_of_fuel(m.c) == {} and column(m, "fuel")[unit(m, "18pz-pzr")] == 0


@pytest.mark.rule("efs2:6.12")
def test_the_route_that_is_shown_has_each_hex_once() -> None:
    match = Match.new("efs2", "borisov", seed=1)
    u = unit(match, "pzf100")
    path = supply_of(match.c, u).path
    assert path[0] == match.c.state.hex_of[u] and len(path) == len(set(path)) > 3
