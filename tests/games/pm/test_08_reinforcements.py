"""Section 8: reinforcements, replacements and withdrawals."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.games.pm.movement.entry_hexes import gates
from engine.games.pm.phases.soviet_replacements import (
    aircraft,
    conversions,
    reclaim,
    replacement_rate,
    tank_brigade_modifiers,
)
from engine.games.pm.phases.upkeep import owed_words
from engine.games.pm.setup.strictures import starting_pieces
from engine.games.pm.supply import lake_supply, overland, soviet_field
from engine.games.pm.tables import tables
from engine.play.match import Match
from tests.support.pm_position import at, column, play, position, refusal, steps, unit

GERMAN_TOWNS = {"2705N": "axis"}


def soviet_phase(
    units: Mapping[str, str] | None = None, *, turn: int = 2, boxes: Mapping[str, str] | None = None, **more: object
) -> Match:
    """A Soviet Mutual Reinforcement Phase."""
    return position(units, side="soviet", phase="soviet-reinforcement", turn=turn, boxes=boxes, **more)  # type: ignore[arg-type]


def beside(label: str) -> str:
    """A land hex next to a hex."""
    c = position().c
    return next(c.label(h) for h in c.grid.adjacent[c.hex(label)] if h in tables(c).land)


# ---------------------------------------------------------------------- 8.1 - 8.6 the German side
@pytest.mark.rule("pm:8.1")
@pytest.mark.rule("pm:8.3")
@pytest.mark.rule("pm:8.5")
def test_units_appear_in_the_reserve_area_of_their_nationality() -> None:
    boxes = {"7para": "turn 6", "250sp": "turn 6", "it-9inf": "turn 6", "ro-5inf": "turn 6", "2pz": "turn 7"}
    match = position(phase="german-reinforcement", turn=6, boxes=boxes)
    assert [at(match, u) for u in ("7para", "250sp")] == ["[okh north]"] * 2
    assert [at(match, u) for u in ("it-9inf", "ro-5inf")] == ["[okh south]"] * 2
    assert at(match, "2pz") == "[turn 7]"


@pytest.mark.rule("pm:8.2")
def test_the_reserve_areas_touch_the_zomo_as_printed() -> None:
    board = position().c.board
    north, south = board.zones["okh_north_entry"].inside, board.zones["okh_south_entry"].inside
    assert {board.find("1908N"), board.find("1025N")} <= north
    assert not {board.find(h) for h in ("1906N", "1907N", "1913N", "2013N", "2014N")} & north
    assert {board.find("1026N"), board.find("2115S")} <= south and not north & south


@pytest.mark.rule("pm:8.3")
@pytest.mark.rule("pm:R14")
def test_reserves_enter_over_the_zomo_and_may_wait() -> None:
    match = position(boxes={"7para": "okh north", "2pz": "okh north"}, turn=7)
    match.play("enter 7para 1908N")
    assert at(match, "7para") == "1908N" and at(match, "2pz") == "[okh north]"
    assert refusal(match, "enter 2pz 2006N").rule in ("pm:8.2", "pm:8.3", "pm:12.4")


@pytest.mark.rule("pm:8.3")
@pytest.mark.rule("pm:R15")
def test_a_shift_takes_one_couplet() -> None:
    match = position({"rd-001": "4201N"}, boxes={"7para": "okh north"}, turn=6)
    play(match, "shift 7para", "end")
    assert at(match, "7para") == "[shift south]"
    while column(match, "couplet") == 1:
        match.play("end")
    assert at(match, "7para") == "[okh south]"


@pytest.mark.rule("pm:8.5")
def test_allies_never_enter_the_northern_area() -> None:
    match = position(boxes={"it-9inf": "okh south", "ro-5inf": "okh south"}, turn=6)
    assert refusal(match, "shift it-9inf").rule == "pm:8.5"
    hungary = match.c.label(min(tables(match.c).zone("zomo_hungary") & tables(match.c).zone("okh_south_entry")))
    assert refusal(match, f"enter ro-5inf {hungary}").rule == "pm:8.5"


# ---------------------------------------------------------------------- 8.21, 14.41 called out
@pytest.mark.rule("pm:8.21")
def test_security_divisions_come_by_threes_for_a_point() -> None:
    names = ("207sec", "281sec", "285sec", "221sec", "286sec", "403sec")
    boxes = dict.fromkeys(names, "aside")
    match = position(phase="german-reinforcement", turn=4, boxes=boxes, control=GERMAN_TOWNS)
    before = column(match, "vp")
    match.play("security")
    assert column(match, "vp") == before - 1 and match.rules.invariants(match.c) == []
    called = [name for name in names if at(match, name) == "[arriving]"]
    assert len(called) == 3
    assert refusal(match, "end").rule == "pm:8.21" and refusal(match, f"post {called[0]} 2817N").rule == "pm:8.21"
    play(match, *(f"post {name} 2705N" for name in called))
    assert [at(match, name) for name in called] == ["2705N"] * 3
    match.play("end")


@pytest.mark.rule("pm:8.21")
def test_security_divisions_need_a_german_city_or_large_town() -> None:
    match = position(
        phase="german-reinforcement", turn=4, boxes={"207sec": "aside", "281sec": "aside", "285sec": "aside"}
    )
    assert match.state.stack[-1].step != "german-reinforcement", "nothing to decide"


@pytest.mark.rule("pm:8.21")
@pytest.mark.rule("pm:14.41")
@pytest.mark.rule("pm:R73")
def test_attenuated_supply_is_enough_for_siege_artillery_not_for_security_divisions() -> None:
    boxes = {**dict.fromkeys(("207sec", "281sec", "285sec"), "aside"), "arko": "aside"}
    control = {"4205S": "axis"}
    match = position(phase="german-reinforcement", turn=6, boxes=boxes, control=control)
    assert refusal(match, "security").rule == "pm:8.21" and match.check("organize arko 4205S") is None
    later = position(phase="german-reinforcement", turn=6, boxes=boxes, control=control, memory={"paused": 1})
    play(later, "security", "post 207sec 4205S")
    both = position(phase="german-reinforcement", turn=6, boxes=boxes, control={**control, **GERMAN_TOWNS})
    both.play("security")
    assert refusal(both, "post 207sec 4205S").rule == "pm:8.21" and both.check("post 207sec 2705N") is None
    easy = {"rules": "beginners"}
    first = position(phase="german-reinforcement", turn=6, boxes=boxes, control=control, options=easy)
    assert first.check("security") is None


@pytest.mark.rule("pm:14.41")
def test_siege_artillery_is_organized_away_from_the_enemy_and_waits_a_couplet() -> None:
    match = position(phase="german-reinforcement", turn=5, boxes={"arko": "aside"}, control=GERMAN_TOWNS)
    match.play("organize arko 2705N")
    assert at(match, "arko") == "2705N" and column(match, "still")[unit(match, "arko")] == 1
    close = position(
        {"rd-001": beside("2705N")}, phase="german-reinforcement", turn=5, boxes={"arko": "aside"}, control=GERMAN_TOWNS
    )
    assert refusal(close, "organize arko 2705N").rule == "pm:14.41"
    end_until(match, "movement", 1)
    assert refusal(match, "move arko 2706N").rule == "pm:14.41"
    end_until(match, "movement", 2)
    assert match.check("move arko 2706N") is None


# ---------------------------------------------------------------------- 8.7 where Soviet units enter
@pytest.mark.rule("pm:8.7")
@pytest.mark.rule("pm:8.8")
def test_ten_units_enter_through_riga_which_is_no_district() -> None:
    boxes = {f"rd-{n:03d}": "turn 2" for n in range(1, 13)}
    match = soviet_phase(boxes=boxes)
    match.play("fill 2705N rd")
    here = [u for u in boxes if at(match, u) == "2705N"]
    assert len(here) == 10 and refusal(match, "put 2705N rd").rule in ("pm:6.1", "pm:6.5")
    assert refusal(match, f"put {beside('2705N')} rd").rule == "pm:8.7"
    assert {column(match, "moving")[unit(match, u)] for u in here} == {0}, "they move and attack at once"


@pytest.mark.rule("pm:8.7")
def test_forty_units_enter_through_minsk_and_the_hexes_around_it() -> None:
    boxes = {f"rd-{n:03d}": "turn 2" for n in range(1, 45)}
    match = soviet_phase(boxes=boxes)
    c = match.c
    around = [c.label(h) for h in c.grid.adjacent[c.hex("2817N")]]
    assert len(around) == 6 and all(c.hex(label) in gates(c) for label in around)
    play(match, *(f"fill {label} rd" for label in ["2817N", *around]))
    assert sum(1 for u in boxes if at(match, u) == "2817N") == 10
    assert sum(1 for u in boxes if at(match, u) in around) == 30


@pytest.mark.rule("pm:8.7")
@pytest.mark.rule("pm:R90")
def test_water_between_a_district_and_the_hex_beside_it_does_not_matter() -> None:
    match = soviet_phase(boxes={"rd-001": "turn 2"})
    c = match.c
    odessa, coast = c.hex("2512S"), c.hex("2612S")
    assert c.board.has("sea", odessa, coast)
    match.play("put 2612S rd")
    assert at(match, "rd-001") == "2612S"
    held = soviet_phase({"1pz": "2612S"}, boxes={"rd-001": "turn 2"})
    assert refusal(held, "put 2612S rd").rule == "pm:8.7"
    assert set(c.grid.adjacent[odessa]) & tables(c).land - {coast} <= set(gates(held.c))


@pytest.mark.rule("pm:8.7")
def test_no_entry_through_a_german_or_unsupplied_place() -> None:
    match = soviet_phase({"1pz": "3010N"}, boxes={"rd-001": "turn 2"}, control={"2817N": "axis"})
    assert refusal(match, "put 2817N rd").rule == "pm:8.7"
    c = position().c
    ring = [c.label(h) for h in c.grid.adjacent[c.hex("2705N")] if h in tables(c).land]
    german = [c.roster.ids[u] for u in range(len(c.roster)) if c.roster.kind[u] == "infantry"]
    cut = soviet_phase(dict(zip(german, ring, strict=False)), boxes={"rd-001": "turn 2"})
    assert refusal(cut, "put 2705N rd").rule == "pm:8.7"


@pytest.mark.rule("pm:8.7")
@pytest.mark.rule("pm:3.9")
def test_a_place_beside_a_district_changes_hands_when_a_unit_enters_there() -> None:
    lost = {"5017N": "axis", "5116N": "axis"}
    match = soviet_phase(boxes={"rd-001": "turn 2"}, control={"5017N": "axis"})
    assert column(match, "vp") == 0
    match.play("put 5017N rd")
    assert column(match, "control")["5017N"] == "soviet", "Moscow's other hex is the Military District"
    gone = soviet_phase(boxes={"rd-001": "turn 2"}, control=lost)
    assert refusal(gone, "put 5017N rd").rule == "pm:8.7"


@pytest.mark.rule("pm:8.7")
@pytest.mark.rule("pm:R70")
def test_an_entry_hex_takes_in_no_more_on_a_game_turn_than_may_stack_there() -> None:
    boxes = {f"rd-{n:03d}": "turn 2" for n in range(1, 11)} | {"tb-001": "rvgk"}
    match = soviet_phase(boxes=boxes)
    play(match, "fill 2705N rd", "end")
    while match.state.stack[-1].step != "release":
        match.play("end")
    assert refusal(match, "put 2705N tb").rule in ("pm:6.1", "pm:6.5"), "they still stand there"
    gone = position(
        {"rd-011": "4810N"}, side="soviet", phase="release", boxes={"tb-001": "rvgk"}, memory={"came 2705N": 10}
    )
    assert refusal(gone, "put 2705N tb").rule == "pm:8.7"
    match.play("end")
    while match.state.turn == 2:
        match.play("end" if "end" in match.legal else str(match.legal.plain()[0]))
    assert not any(key.startswith("came ") for key in column(match, "memory")), "forgotten on the next game turn"


# ---------------------------------------------------------------------- 8.1 RVGK
@pytest.mark.rule("pm:8.1")
@pytest.mark.rule("pm:R62")
def test_ten_units_are_held_back_the_rest_must_enter() -> None:
    boxes = {f"rd-{n:03d}": "turn 2" for n in range(1, 13)}
    match = soviet_phase(boxes=boxes)
    assert refusal(match, "end").rule == "pm:8.7"
    play(match, *["hold-back rd"] * 10)
    assert refusal(match, "hold-back rd").rule == "pm:8.1" and refusal(match, "end").rule == "pm:8.1"
    play(match, "fill 2705N rd", "end")
    assert sum(1 for u in boxes if at(match, u) == "[rvgk]") == 10


@pytest.mark.rule("pm:8.1")
def test_units_leave_the_rvgk_at_the_start_of_a_soviet_player_turn() -> None:
    match = position({"rd-001": "4810N"}, side="soviet", phase="release", boxes={"tb-001": "rvgk"}, turn=4)
    match.play("put 2705N tb")
    assert at(match, "tb-001") == "2705N"
    match.play("end")
    assert match.state.stack[-1].step == "movement" and match.legal.of("tb-001")


@pytest.mark.rule("pm:8.1")
def test_the_german_player_does_not_see_what_is_held_back() -> None:
    match = position({"rd-001": "4810N"}, boxes={"tb-001": "rvgk", "rd-002": "turn 9"})
    for side in ("axis", ""):
        seen = match.view(side).state.box
        assert seen[unit(match, "tb-001")] == seen[unit(match, "rd-002")] == "off map"
    assert match.view("soviet").state.box[unit(match, "tb-001")] == "rvgk"


# ---------------------------------------------------------------------- 8.9 tank brigades
@pytest.mark.rule("pm:8.9")
def test_two_dice_bring_tank_brigades_from_turn_three_on() -> None:
    boxes = {f"tb-{n:03d}": "tank brigades" for n in range(1, 49)}
    early = soviet_phase(turn=2, boxes=boxes)
    assert early.state.draws == 0
    match = soviet_phase(turn=3, boxes=boxes, dice=[3, 4])
    assert sum(1 for u in boxes if at(match, u) == "[arriving]") == 7
    last = soviet_phase(turn=9, boxes={"tb-001": "tank brigades", "tb-002": "tank brigades"}, dice=[6, 6])
    assert [at(last, u) for u in ("tb-001", "tb-002")] == ["[arriving]"] * 2


@pytest.mark.rule("pm:8.9")
@pytest.mark.rule("pm:R17")
@pytest.mark.parametrize(
    ("control", "total"),
    [
        ({}, 0),
        ({"4201N": "axis"}, -3),
        ({"5017N": "axis"}, -3),
        ({"5017N": "axis", "5116N": "axis"}, -3),
        ({"4201N": "axis", "5116N": "axis"}, -6),
    ],
)
def test_leningrad_and_moscow_each_cost_three_brigades(control: dict[str, str], total: int) -> None:
    match = position(control=control)
    assert sum(n for n, _ in tank_brigade_modifiers(match.c)) == total


LAND_RING = dict(zip(("1inf", "11inf", "21inf", "61inf"), ("4101N", "4202N", "4100N", "4301N"), strict=True))
"""German units that leave Leningrad only the lake."""


@pytest.mark.rule("pm:8.9")
@pytest.mark.rule("pm:9.16")
def test_a_city_on_the_lake_alone_or_cut_off_costs_three_brigades_too() -> None:
    lake = position(LAND_RING)
    assert [why for _, why in tank_brigade_modifiers(lake.c)] == ["Leningrad is on lake supply"]
    cut = position({**LAND_RING, "217inf": "4401N", "58inf": "4500N"})
    assert [why for _, why in tank_brigade_modifiers(cut.c)] == ["Leningrad is cut off"]
    both = position(moscow_ring())
    assert tank_brigade_modifiers(both.c) == [(-3, "Moscow is cut off")]


def moscow_ring() -> dict[str, str]:
    """German units in every hex around Moscow."""
    c = position().c
    moscow = [c.hex("5017N"), c.hex("5116N")]
    ring = sorted({n for h in moscow for n in c.grid.adjacent[h]} - set(moscow))
    foot = [c.roster.ids[u] for u in range(len(c.roster)) if c.roster.kind[u] == "infantry"]
    return dict(zip(foot, (c.label(h) for h in ring), strict=False))


@pytest.mark.rule("pm:8.7")
@pytest.mark.rule("pm:9.16")
def test_leningrad_on_lake_supply_is_no_military_district() -> None:
    free = soviet_phase(boxes={"rd-001": "turn 2"})
    assert free.check("put 4200N rd") is None
    match = soviet_phase(LAND_RING, boxes={"rd-001": "turn 2"})
    assert refusal(match, "put 4200N rd").rule == "pm:8.7" and match.check("put 4201N rd") is None


@pytest.mark.rule("pm:8.13")
@pytest.mark.rule("pm:9.16")
def test_districts_without_a_line_over_land_bring_no_replacements() -> None:
    districts = len(tables(position().c).districts)
    assert replacement_rate(position(LAND_RING, turn=3).c) == (1, districts - 1)
    assert replacement_rate(position(moscow_ring(), turn=3).c) == (1, districts - 2)
    odessa = dict(zip(("1inf", "11inf", "21inf", "61inf", "217inf", "58inf"), land_around("2512S"), strict=False))
    assert replacement_rate(position(odessa, turn=3).c) == (1, districts - 1), "a port is no line over land"


def land_around(label: str) -> list[str]:
    """The land hexes around a hex."""
    c = position().c
    return [c.label(h) for h in c.grid.adjacent[c.hex(label)] if h in tables(c).land]


@pytest.mark.rule("pm:8.10")
@pytest.mark.rule("pm:R18")
def test_the_soviet_aircraft_do_not_come_to_a_moscow_that_is_cut_off() -> None:
    match = position(moscow_ring(), turn=12, boxes={"6-iak": "aside"})
    aircraft(match.c)
    assert at(match, "6-iak") == "[aside]"


@pytest.mark.rule("pm:8.9")
def test_a_result_below_zero_makes_no_debt() -> None:
    boxes = {"tb-001": "tank brigades", "rd-001": "turn 5"}
    match = soviet_phase(turn=5, boxes=boxes, dice=[1, 2], control={"4201N": "axis", "5116N": "axis"})
    assert at(match, "tb-001") == "[tank brigades]"


# ---------------------------------------------------------------------- 8.10 aircraft
@pytest.mark.rule("pm:8.10")
@pytest.mark.rule("pm:10.4")
@pytest.mark.rule("pm:R18")
@pytest.mark.parametrize(("control", "box"), [({}, "[air]"), ({"5017N": "axis"}, "[aside]")])
def test_the_soviet_aircraft_come_on_turn_twelve_if_moscow_holds(control: dict[str, str], box: str) -> None:
    match = position(turn=12, boxes={"6-iak": "aside"}, control=control)
    aircraft(match.c)
    assert at(match, "6-iak") == box
    arriving = soviet_phase(turn=12, boxes={"6-iak": "aside", "rd-001": "turn 12"}, control=control)
    assert at(arriving, "6-iak") == box
    early = position(turn=11, boxes={"6-iak": "aside"})
    aircraft(early.c)
    assert at(early, "6-iak") == "[aside]"


# ---------------------------------------------------------------------- 8.11 Guards
GUARDS = {name: "aside" for name in ("1grd", "2grd", "3grd", "4grd", "5grd", "6grd", "7grd", "1gmrd", "1gtb")}


@pytest.mark.rule("pm:8.11")
@pytest.mark.rule("pm:17.6")
def test_guards_conversions_by_the_schedule() -> None:
    assert conversions(position(turn=7).c) == {"rd": 7, "mrd": 1}
    assert conversions(position(turn=10).c) == {"tb": 1}
    assert conversions(position(turn=11).c) == {"rd": 2, "cd": 4}
    assert conversions(position(turn=8).c) == {}


@pytest.mark.rule("pm:8.11")
def test_a_tried_brigade_becomes_guards_in_its_hex() -> None:
    match = soviet_phase({"tb-001": "4810N", "tb-002": "4811N"}, turn=10, boxes=GUARDS, tried=["tb-001"])
    assert refusal(match, "guard tb-002").rule == "pm:8.11", "a tried unit goes first"
    match.play("guard tb-001")
    assert at(match, "1gtb") == "4810N" and steps(match, "1gtb") == 2 and at(match, "tb-001") == "[converted]"
    assert refusal(match, "guard tb-002").rule == "pm:8.11", "only one this turn"


@pytest.mark.rule("pm:8.11")
def test_without_a_fitting_tried_unit_an_untried_one_is_taken() -> None:
    units = {"tb-001": "4810N", "tb-002": "4411N", "1pz": beside("4411N")}
    match = soviet_phase(units, turn=10, boxes=GUARDS, tried=["tb-002"])
    assert refusal(match, "guard tb-002").rule == "pm:8.11", "beside a German unit"
    match.play("guard tb-001")
    assert at(match, "1gtb") == "4810N"


@pytest.mark.rule("pm:8.11")
def test_units_in_the_rvgk_may_be_converted_and_what_is_not_made_is_forfeit() -> None:
    match = soviet_phase({"rd-001": "4810N"}, turn=10, boxes={**GUARDS, "tb-001": "rvgk"})
    match.play("guard tb-001")
    assert at(match, "1gtb") == "[rvgk]"
    other = soviet_phase({"tb-001": "4810N"}, turn=10, boxes=GUARDS)
    other.play("end")
    assert at(other, "1gtb") == "[aside]"


@pytest.mark.rule("pm:8.1")
@pytest.mark.rule("pm:8.11")
def test_a_conversion_in_the_rvgk_is_not_told_to_the_german_player() -> None:
    match = soviet_phase({"rd-001": "4810N", "tb-002": "4811N"}, turn=10, boxes={**GUARDS, "tb-001": "rvgk"})
    event = next(e for e in match.play("guard tb-001") if e.rule == "pm:8.11")
    assert event.seen_by == "soviet"
    assert not any(e.rule == "pm:8.11" for e in match.view("axis").log())
    assert match.view("axis").state.box[unit(match, "1gtb")] == "off map"


@pytest.mark.rule("pm:8.11")
@pytest.mark.rule("pm:9.16")
@pytest.mark.rule("pm:9.17")
def test_units_on_lake_supply_are_not_converted_those_in_ports_are() -> None:
    c = position().c
    near = sorted(h for h in tables(c).land if c.grid.distance(h, c.hex("4201N")) == 2 and c.label(h) != "4100N")
    foot = [c.roster.ids[u] for u in range(len(c.roster)) if c.roster.kind[u] == "infantry"]
    ring = dict(zip(foot, (c.label(h) for h in near), strict=False))
    units = {"tb-001": "4201N", "tb-002": "4100N", "tb-003": "2919S", **ring}
    match = soviet_phase(units, turn=10, boxes=GUARDS)
    assert lake_supply(match.c)
    assert refusal(match, "guard tb-001").rule == refusal(match, "guard tb-002").rule == "pm:8.11"
    assert match.check("guard tb-003") is None


@pytest.mark.rule("pm:8.11")
@pytest.mark.rule("pm:9.13")
def test_oranienbaum_is_in_full_supply_with_leningrad() -> None:
    around = ["4000N", "4001N", "4101N"]
    units = {"tb-002": "4100N", **dict(zip(("1inf", "11inf", "21inf"), around, strict=True))}
    sea = {"sea": ["4100N-4201N", "4100N-4200N"]}
    match = soviet_phase(units, turn=10, boxes=GUARDS, lines=sea)
    pocket = match.c.hex("4100N")
    assert pocket not in soviet_field(match.c)[0], "it has no line of its own"
    assert overland(match.c, pocket)


# ---------------------------------------------------------------------- 8.12 - 8.15 replacements
@pytest.mark.rule("pm:8.13")
@pytest.mark.rule("pm:R16")
@pytest.mark.rule("pm:R19")
def test_the_soviet_rate_by_month_for_each_district_hex() -> None:
    districts = len(tables(position().c).districts)
    rates = [replacement_rate(position(turn=t).c) for t in range(3, 13)]
    assert rates == [(r, districts) for r in (1, 2, 2, 3, 3, 4, 4, 5, 5, 6)]
    lost = position(turn=4, control={"2817N": "axis", "5017N": "axis"})
    assert replacement_rate(lost.c) == (2, districts - 2), "Moscow counts by hexes"


@pytest.mark.rule("pm:8.13")
@pytest.mark.rule("pm:R60")
def test_dead_rifle_divisions_come_back_untried_and_nobody_knows_which() -> None:
    boxes = {f"rd-{n:03d}": "eliminated" for n in range(1, 41)} | {"rb-001": "eliminated", "1grd": "eliminated"}
    match = position(turn=3, boxes=boxes, tried=list(boxes)[:40])
    before = {column(match, "identity")[unit(match, f"rd-{n:03d}")] for n in range(1, 41)}
    rate, hexes = replacement_rate(match.c)
    came = reclaim(match.c)
    assert len(came) == rate * hexes and {match.c.roster.formation[u] for u in came} == {"rd"}
    assert all(not column(match, "tried")[u] and match.state.steps_left[u] == 1 for u in came)
    after = {column(match, "identity")[unit(match, f"rd-{n:03d}")] for n in range(1, 41)}
    assert after == before
    assert at(match, "rb-001") == at(match, "1grd") == "[eliminated]"


@pytest.mark.rule("pm:R60")
@pytest.mark.rule("pm:2.15")
def test_the_lot_of_the_replacements_does_not_tell_who_came() -> None:
    boxes = {f"rd-{n:03d}": "eliminated" for n in range(1, 41)}
    dealt = []
    for seed in (1, 2):
        match = position(turn=3, boxes=boxes, tried=list(boxes), dice=[500])
        match.dice.seed = seed
        reclaim(match.c)
        dealt.append([column(match, "identity")[unit(match, name)] for name in boxes])
    assert sorted(dealt[0]) == sorted(dealt[1]) and dealt[0] != dealt[1]


@pytest.mark.rule("pm:8.13")
def test_replacements_that_are_not_used_are_lost() -> None:
    match = soviet_phase(turn=3, boxes={"rd-001": "eliminated"}, tried=["rd-001"])
    assert at(match, "rd-001") == "[arriving]"
    match.play("end")
    assert at(match, "rd-001") == "[eliminated]"


def upkeep(units: Mapping[str, str | tuple[str, int]], **more: object) -> Match:
    return position(units, phase="upkeep", **more)  # type: ignore[arg-type]


@pytest.mark.rule("pm:8.12")
@pytest.mark.rule("pm:8.14")
@pytest.mark.rule("pm:8.15")
def test_a_replacement_step_turns_a_foot_division_over() -> None:
    match = upkeep({"291inf": ("2010N", 1), "61inf": "2010N"})
    match.play("replace 291inf")
    assert steps(match, "291inf") == 2 and column(match, "replacements") == 27
    assert match.state.stack[-1].step == "upkeep" and refusal(match, "replace 61inf").rule == "pm:8.14"


@pytest.mark.rule("pm:8.13")
@pytest.mark.parametrize(
    ("name", "allowed"),
    [("291inf", True), ("250sp", True), ("22al", True), ("97j", True), ("1mtn", True), ("7para", True),
     ("1pz", False), ("ro-5inf", False), ("it-9inf", False), ("1cav", False)],
)  # fmt: skip
def test_who_may_have_replacements(name: str, allowed: bool) -> None:
    south = "1903S" if name.startswith(("ro", "it")) else "2010N"
    match = upkeep({name: (south, 1), "6inf": ("2011N", 1)}, turn=3)
    found = match.check(f"replace {name}")
    assert (found is None) is allowed and (allowed or (found is not None and found.rule == "pm:8.13"))


@pytest.mark.rule("pm:8.14")
@pytest.mark.rule("pm:8.15")
def test_replacements_need_supply_and_end_after_twenty_eight() -> None:
    c = position().c
    ring = [c.label(h) for h in c.grid.adjacent[c.hex("3810N")] if h in tables(c).land]
    guards = {f"rd-{n:03d}": label for n, label in enumerate(ring, 1)}
    match = upkeep({"291inf": ("3810N", 1), "61inf": ("2010N", 1), **guards})
    assert refusal(match, "replace 291inf").rule == "pm:8.14"
    column(match, "identity")  # the rest of the position is as it was
    setattr(match.state, "replacements", 0)  # noqa: B010 - a column of this game
    assert refusal(match, "replace 61inf").rule == "pm:8.15"


# ---------------------------------------------------------------------- 8.18 - 8.20 refits
@pytest.mark.rule("pm:8.18")
@pytest.mark.rule("pm:8.20")
@pytest.mark.rule("pm:17.5")
@pytest.mark.parametrize(("die", "gained"), [(1, 1), (4, 1), (5, 2), (6, 2)])
def test_a_refit_regains_steps_by_the_table_once_a_game(die: int, gained: int) -> None:
    match = upkeep({"1pz": ("2510N", 1), "6pz": ("2510N", 1)}, dice=[die])
    match.play("refit 1pz")
    assert steps(match, "1pz") == 1 + gained and column(match, "still")[unit(match, "1pz")] == 1
    assert refusal(match, "refit 1pz").rule == "pm:8.20"


@pytest.mark.rule("pm:8.20")
def test_no_division_is_made_stronger_than_four_steps() -> None:
    match = upkeep({"1pz": ("2510N", 3)}, dice=[6])
    match.play("refit 1pz")
    assert steps(match, "1pz") == 4


@pytest.mark.rule("pm:8.18")
def test_who_never_refits() -> None:
    units = {
        "2pz": ("2510N", 2),
        "5pz": ("2510N", 2),
        "1ss-bde": ("2511N", 1),
        "291inf": ("2511N", 1),
        "1pz": ("2510N", 2),
    }
    match = upkeep(units, turn=7)
    for name in ("2pz", "5pz", "1ss-bde", "291inf"):
        assert refusal(match, f"refit {name}").rule == "pm:8.18", name


@pytest.mark.rule("pm:8.20")
@pytest.mark.rule("pm:8.19")
@pytest.mark.rule("pm:13.9")
@pytest.mark.rule("pm:R21")
def test_refits_need_full_supply_distance_and_good_weather() -> None:
    far = upkeep({"1pz": ("4110N", 2), "6inf": ("2011N", 1)})
    assert refusal(far, "refit 1pz").rule == "pm:8.20"
    assert upkeep({"1pz": ("4110N", 2)}, memory={"paused": 1}).check("refit 1pz") is None
    close = upkeep({"1pz": ("2510N", 2), "rd-001": beside("2510N"), "6inf": ("2011N", 1)})
    assert refusal(close, "refit 1pz").rule == "pm:8.20"
    late = upkeep({"1pz": ("2510N", 2), "6inf": ("2011N", 1)}, memory={"bad weather": 1}, turn=9)
    assert refusal(late, "refit 1pz").rule == "pm:8.19"


def end_until(match: Match, step: str, couplet: int) -> None:
    """End everything until a German step of a couplet waits."""
    while (match.state.stack[-1].step, match.side, column(match, "couplet")) != (step, "axis", couplet):
        match.play("end")


@pytest.mark.rule("pm:8.20")
def test_a_division_refits_once_and_moves_again_in_the_next_couplet() -> None:
    match = upkeep({"1pz": ("2510N", 1), "6pz": ("2510N", 1), "rd-001": "4810N"}, dice=[1])
    match.play("refit 1pz")
    end_until(match, "upkeep", 2)
    assert refusal(match, "refit 1pz").rule == "pm:8.20" and match.check("refit 6pz") is None
    end_until(match, "movement", 2)
    assert match.check("move 1pz 2410N") is None


@pytest.mark.rule("pm:8.20")
def test_a_refit_takes_the_player_turn() -> None:
    match = upkeep({"1pz": ("2510N", 2), "6inf": "2011N"}, dice=[1])
    play(match, "refit 1pz", *(["end"] if match.state.stack[-1].step == "upkeep" else []))
    while match.state.stack[-1].step != "movement":
        match.play("end")
    assert match.check("move 1pz 2410N") is not None


# ---------------------------------------------------------------------- 8.16 - 8.17 withdrawals
@pytest.mark.rule("pm:8.16")
@pytest.mark.rule("pm:17.4")
def test_turn_nine_asks_for_a_jager_division() -> None:
    match = upkeep({"97j": "2510N", "291inf": "2510N"}, turn=9, memory={"bad weather": 1})
    assert refusal(match, "end").rule == "pm:8.16" and refusal(match, "withdraw 291inf").rule == "pm:8.16"
    match.play("withdraw 97j")
    assert at(match, "97j") == "[withdrawn]" and match.state.stack[-1].step == "upkeep"
    match.play("end")


@pytest.mark.rule("pm:8.17")
def test_each_declined_withdrawal_costs_a_point() -> None:
    match = upkeep({"291inf": "2510N", "61inf": "2510N"}, turn=10)
    before = column(match, "vp")
    play(match, "decline", "withdraw 61inf")
    assert column(match, "vp") == before - 1 and refusal(match, "decline").rule == "pm:8.17"


@pytest.mark.rule("pm:8.17")
@pytest.mark.rule("pm:R20")
def test_a_withdrawal_that_cannot_be_made_costs_a_point_at_once() -> None:
    match = position({"291inf": "2510N"}, phase="upkeep", turn=9)
    assert column(match, "vp") == -1, "no Jager division is left"
    assert match.state.stack[-1].step != "upkeep"


@pytest.mark.rule("pm:8.16")
@pytest.mark.rule("pm:R20")
@pytest.mark.parametrize(("label", "cost"), [("3810N", -1), ("4110N", 0)])
def test_units_without_supply_cannot_be_withdrawn_those_on_attenuated_supply_can(label: str, cost: int) -> None:
    guards = {f"rd-{n:03d}": hex_ for n, hex_ in enumerate(land_around("3810N"), 1)}
    match = upkeep({"97j": label, **guards}, turn=9)
    assert column(match, "vp") == cost
    assert (match.state.stack[-1].step == "upkeep") is not bool(cost)


@pytest.mark.rule("pm:8.16")
@pytest.mark.rule("pm:10.1")
@pytest.mark.rule("pm:10.2")
@pytest.mark.rule("pm:R20")
def test_in_december_flak_and_aircraft_go_without_being_asked() -> None:
    boxes = {"viii-fk": "air", "i-fk": "air"}
    match = position(
        {"i-flak": "2510N", "ii-flak": "2511N", "291inf": "2510N"},
        phase="upkeep", turn=12, boxes=boxes, carries={"viii-fk": "291inf"},
    )  # fmt: skip
    assert [at(match, u) for u in ("i-flak", "ii-flak", "viii-fk", "i-fk")] == ["[withdrawn]"] * 4
    assert column(match, "carries") == {} and column(match, "vp") == -1, "the third Flak Corps was lost before"
    match.play("withdraw 291inf")


@pytest.mark.rule("pm:R10")
def test_withdrawals_are_asked_for_in_the_first_couplet_alone() -> None:
    match = upkeep({"97j": "2510N", "291inf": ("2510N", 1)}, turn=9, couplet=2)
    assert refusal(match, "withdraw 97j").rule == "pm:8.16" and match.check("replace 291inf") is None


@pytest.mark.rule("pm:R61")
def test_units_in_a_reserve_area_may_be_withdrawn() -> None:
    match = upkeep({"291inf": "2510N"}, turn=9, boxes={"97j": "okh north"})
    match.play("withdraw 97j")
    assert at(match, "97j") == "[withdrawn]"


@pytest.mark.rule("pm:R29")
@pytest.mark.rule("pm:8.9")
def test_the_beginners_game_keeps_tank_brigades_and_leaves_replacements_out() -> None:
    boxes = {f"tb-{n:03d}": "tank brigades" for n in range(1, 20)} | {"rd-001": "eliminated"}
    match = soviet_phase(turn=3, boxes=boxes, dice=[2, 2], options={"rules": "beginners"}, tried=["rd-001"])
    assert sum(1 for u in boxes if at(match, u) == "[arriving]") == 4 and at(match, "rd-001") == "[eliminated]"


@pytest.mark.rule("pm:17.6")
def test_every_untried_unit_has_its_place_in_the_schedule() -> None:
    match = Match.new("pm", "campaign")
    rows = tables(match.c).schedule
    assert sum(len(starting_pieces(match.c, row)) for row in rows) == 609


@pytest.mark.rule("pm:8.21")
def test_called_out_divisions_without_room_appear_next_turn() -> None:
    boxes = {**dict.fromkeys(("207sec", "281sec", "285sec"), "aside"), "arko": "aside"}
    full = {name: "2705N" for name in ("1inf", "11inf", "21inf", "61inf", "217inf", "58inf", "254inf")}
    match = position(full, phase="german-reinforcement", turn=4, boxes=boxes, control=GERMAN_TOWNS)
    play(match, "security", "organize arko 2705N", "post 207sec 2705N", "post 281sec 2705N")
    match.play("end")
    assert at(match, "285sec") == "[late 5]" and match.rules.invariants(match.c) == []


@pytest.mark.rule("pm:8.16")
def test_what_is_to_leave_fits_the_line_of_its_question() -> None:
    owed = {"german cavalry division": 1, "german infantry division": 5, "german panzer division": 2}
    assert owed_words({"german cavalry division": 1, "Italian corps": 2}) == "1 cavalry division, 2 Italian corps"
    assert owed_words(owed) == "1 cavalry division and 7 others"
    line = f"German side: Withdraw or decline: {owed_words(owed)}. (pm:8.16)"
    assert len(line) <= 78
