"""Section 11: Soviet movement on the Black Sea."""

from __future__ import annotations

import pytest

from engine.games.pm.combat.landing import invaders, invasion_target
from engine.play.match import Match
from tests.support.pm_position import at, column, hexes, play, position, refusal, unit

ODESSA, SEVASTOPOL, NOVOROSSISK = "2512S", "2919S", "4022S"
BEACH = "3120S"


def sea(units: dict[str, str] | None = None, **words: object) -> Match:
    """A Soviet movement phase."""
    return position(units or {}, side="soviet", **words)  # type: ignore[arg-type]


@pytest.mark.rule("pm:11.1")
def test_tank_and_motorized_divisions_stay_ashore() -> None:
    names = ("rd-001", "rb-001", "cd-001", "tb-001", "mrb-001", "td-001", "mrd-001")
    match = sea({name: ODESSA for name in names})
    found = [match.check(f"sail {name} {SEVASTOPOL}") for name in names]
    assert [f.rule if f else "" for f in found] == [""] * 5 + ["pm:11.1"] * 2
    assert refusal(position({"1inf": ODESSA}), f"sail 1inf {SEVASTOPOL}").rule == "pm:11.1"


@pytest.mark.rule("pm:11.1", "pm:11.2")
def test_five_units_a_player_turn_from_and_to_different_places() -> None:
    units = {f"rd-00{n}": ODESSA for n in range(1, 5)} | {"cd-001": SEVASTOPOL}
    match = sea(units, boxes={"rb-001": "ports"})
    play(match, "pick rd-001", "pick rd-002", f"sail rd-001 {SEVASTOPOL}", f"sail cd-001 {NOVOROSSISK}")
    play(match, "sail rd-003 ports", f"sail rb-001 {ODESSA}")
    assert [at(match, n) for n in ("rd-001", "rd-002", "cd-001", "rd-003", "rb-001")] == [
        SEVASTOPOL, SEVASTOPOL, NOVOROSSISK, "[ports]", ODESSA,
    ]  # fmt: skip
    assert column(match, "memory")["sea"] == 5
    assert refusal(match, f"sail rd-004 {SEVASTOPOL}").rule == "pm:11.1"


@pytest.mark.rule("pm:11.2")
def test_after_the_voyage_no_move_and_no_attack() -> None:
    match = sea({"rd-001": ODESSA})
    play(match, f"sail rd-001 {SEVASTOPOL}")
    assert refusal(match, "move rd-001 3018S").rule == "pm:11.2"
    assert column(match, "still")[unit(match, "rd-001")] == 1


@pytest.mark.rule("pm:11.2")
def test_sea_movement_comes_first_and_from_a_port_where_the_phase_began() -> None:
    match = sea({"rd-001": ODESSA, "rd-002": "2511S", "rd-003": "2511S"})
    assert refusal(match, f"sail rd-002 {SEVASTOPOL}").rule == "pm:11.2"
    play(match, f"move rd-002 {ODESSA}")
    assert refusal(match, f"sail rd-001 {SEVASTOPOL}").rule == "pm:11.2"
    assert refusal(match, f"sail rd-002 {SEVASTOPOL}").rule == "pm:11.2"


@pytest.mark.rule("pm:11.2", "pm:9.17")
def test_only_to_ports_in_soviet_hands() -> None:
    match = sea({"rd-001": ODESSA, "1inf": SEVASTOPOL}, control={SEVASTOPOL: "axis"})
    assert refusal(match, f"sail rd-001 {SEVASTOPOL}").rule == "pm:11.2"
    assert refusal(match, "sail rd-001 2711S").rule == "pm:11.2"
    assert refusal(match, f"sail rd-001 {ODESSA}").rule == "pm:11.2"
    empty = sea({"rd-001": ODESSA}, control={SEVASTOPOL: "axis"})
    assert refusal(empty, f"sail rd-001 {SEVASTOPOL}").rule == "pm:11.2"


@pytest.mark.rule("pm:R11")
def test_a_full_port_takes_nobody() -> None:
    # Novorossiysk is a large town: five units.
    match = sea({"rd-001": ODESSA} | {f"rd-01{n}": NOVOROSSISK for n in range(5)})
    assert refusal(match, f"sail rd-001 {NOVOROSSISK}").rule == "pm:6.1"


@pytest.mark.rule("pm:11.3")
def test_the_holding_box() -> None:
    boxes = {f"rd-00{n}": "ports" for n in range(1, 9)} | {"rd-009": "ports new"}
    match = sea({}, boxes=boxes)
    assert refusal(match, f"sail rd-009 {ODESSA}").rule == "pm:11.3"
    assert refusal(match, "sail rd-001 ports").rule == "pm:11.2"
    assert refusal(match, "move rd-001 4022S").rule == "pm:12.1"
    play(match, f"sail rd-001 {ODESSA}")
    assert at(match, "rd-001") == ODESSA


@pytest.mark.rule("pm:11.3")
@pytest.mark.rule("pm:8.1")
def test_units_of_the_rvgk_sail_on_in_the_second_couplet_not_in_the_first() -> None:
    for couplet, allowed in ((1, False), (2, True)):
        match = position({}, side="soviet", phase="release", couplet=couplet, boxes={"rd-001": "rvgk"}, turn=4)
        events = play(match, "ship rd", "end")
        assert [e.text for e in events if e.rule == "pm:11.3"] == ["RD enters the Southern Ports box."]
        found = match.check(f"sail rd-001 {ODESSA}")
        assert (found is None) is allowed and (allowed or (found is not None and found.rule == "pm:11.3"))


@pytest.mark.rule("pm:11.4")
def test_an_unopposed_landing() -> None:
    match = sea({"rd-001": ODESSA}, control={SEVASTOPOL: "axis"})
    assert refusal(match, "invade rd-001 2816S").rule == "pm:11.4"
    assert refusal(match, "invade rd-001 3618S").rule == "pm:11.4"
    play(match, f"invade rd-001 {SEVASTOPOL}")
    assert at(match, "rd-001") == SEVASTOPOL
    assert column(match, "control")[SEVASTOPOL] == "soviet"
    assert refusal(match, "move rd-001 3018S").rule == "pm:11.2"
    assert column(match, "memory")["invaded"] == 1 and column(match, "memory")["sea"] == 1


@pytest.mark.rule("pm:11.4", "pm:R47")
def test_invaders_wait_at_sea_for_the_first_assault() -> None:
    units = {"rd-001": ODESSA, "rd-002": ODESSA, "rd-003": NOVOROSSISK, "1inf": BEACH}
    match = sea(units)
    play(match, f"invade rd-001 {BEACH}", f"invade rd-003 {BEACH}")
    names = [match.c.roster.ids[u] for u in invaders(match.c)]
    assert names == ["rd-001", "rd-003"]
    spot = hexes(match, at(match, "rd-001"))[0]
    assert match.c.board.terrain_name(spot) == "sea" and spot in match.c.grid.adjacent[hexes(match, BEACH)[0]]
    assert invasion_target(match.c) == hexes(match, BEACH)[0]
    assert match.rules.invariants(match.c) == []
    # One invasion, one hex.
    assert refusal(match, "invade rd-002 3220S").rule == "pm:11.4"
    assert refusal(match, "move rd-001 3020S").rule == "pm:12.6"
    assert match.check(f"sail rd-002 {SEVASTOPOL}") is None


@pytest.mark.rule("pm:11.4")
def test_a_landing_in_the_teeth_of_the_enemy_succeeds_or_all_are_lost() -> None:
    units = {"rd-001": ODESSA, "rd-002": ODESSA, "369cr": BEACH}
    strong = {"rd-001": (20, 6, 5), "rd-002": (20, 6, 5)}
    match = sea(units, identities=strong)
    play(match, "pick rd-001", "pick rd-002", f"invade rd-001 {BEACH}", "end")
    play(match, "roll")
    assert [at(match, n) for n in ("rd-001", "rd-002", "369cr")] == [BEACH, BEACH, "[eliminated]"]
    weak = sea(units | {"369cr": "2525N", "1inf": BEACH}, identities={"rd-001": (1, 1, 5), "rd-002": (1, 1, 5)})
    play(weak, "pick rd-001", "pick rd-002", f"invade rd-001 {BEACH}", "end")
    play(weak, "roll")
    while weak.state.stack[-1].step == "losses":
        weak.play(next(iter(weak.legal)))
    assert [at(weak, n) for n in ("rd-001", "rd-002", "1inf")] == ["[eliminated]", "[eliminated]", BEACH]


@pytest.mark.rule("pm:R26", "pm:11.4")
def test_units_on_land_join_the_invasion_and_survive_its_failure() -> None:
    units = {"rd-001": ODESSA, "rd-003": ODESSA, "rd-002": "3119S", "1inf": BEACH}
    # 12 against 6 is 2:1; hills and the invasion two columns left, the sea as a third direction one right: 1:1.
    strength = {name: (4, 4, 5) for name in ("rd-001", "rd-002", "rd-003")}
    match = sea(units, identities=strength, dice=[5])
    play(match, f"invade rd-001 {BEACH}", f"invade rd-003 {BEACH}", "end")
    assert refusal(match, "drop rd-001").rule == "pm:11.4"
    events = play(match, "add rd-002", "roll", "lose 1inf", "lose rd-001")
    assert ["at 1:1: roll 5, 1/1: " in e.text for e in events if e.kind == "combat"] == [True]
    assert [at(match, n) for n in ("rd-001", "rd-003", "rd-002")] == ["[eliminated]", "[eliminated]", "3119S"]


@pytest.mark.rule("pm:11.4")
def test_the_stacking_limit_holds_for_invaders() -> None:
    units = {f"rd-00{n}": ODESSA for n in range(1, 6)} | {"rd-006": BEACH}
    match = sea(units)
    play(match, *(f"invade rd-00{n} {BEACH}" for n in range(1, 5)))
    assert refusal(match, f"invade rd-005 {BEACH}").rule == "pm:6.1"


@pytest.mark.rule("pm:11.0")
def test_beginners_do_not_sail() -> None:
    match = sea({"rd-001": ODESSA}, options={"rules": "beginners"})
    assert refusal(match, f"sail rd-001 {SEVASTOPOL}").rule == "pm:11.0"
    assert not [a for a in match.legal.of("rd-001") if a.verb == "sail"]
