"""Section 11: prepared assaults from the factors to the advance; expectations from the book."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from engine.components.board import Place
from engine.components.charts import Tally
from engine.components.roster import Roster
from engine.games.bd import works
from engine.games.bd.combat.odds import tally
from engine.games.bd.combat.support import NONE, Support
from engine.play.event import Event
from engine.play.match import Match
from engine.play.state import Frame
from tests.support.bd_position import at, play, position, refusal, unit

MID, NE, E, SE, SW, W, NW = "1810", "1709", "1809", "1909", "1910", "1811", "1710"
"""A hex in an even row, which lies half a hex farther east, and those around it in the order of the compass."""


def front(
    attackers: Mapping[str, str],
    defenders: Iterable[str] = ("3pz",),
    *,
    side: str = "soviet",
    at_: str = MID,
    **more: Any,
) -> Match:
    """An assault phase with attackers and, in the middle, defenders; attackers have offensive supply."""
    where = {**attackers, **dict.fromkeys(defenders, at_)}
    more = {"ground": {}, "order": "fight-move", "offensive": {"A": at_} if side == "soviet" else {}, **more}
    match = position(where, side=side, **{"phase": "combat", **more})
    own = match.c.roster = match.data.roster = _own(match.data.roster)
    assert len(own) > 0
    return match


def _own(roster: Roster) -> Roster:
    found = copy.copy(roster)
    found.faces, found.attack, found.defense = list(roster.faces), list(roster.attack), list(roster.defense)
    return found


def values(match: Match, **factors: tuple[int, int]) -> Match:
    """Give counters other factors: ``three_pz=(4, 3)`` for ``3pz``."""
    for name, (attack, defense) in factors.items():
        u = unit(match, name.lstrip("_"))
        r = match.c.roster
        r.attack[u], r.defense[u], r.faces[u] = attack, defense, ((attack, defense, 0),)
    match.c.forget()
    return match


def odds(
    match: Match, attackers: Iterable[str], at_: str = MID, kind: str = "prepared", support: Support = NONE
) -> Tally:
    c = match.c
    return tally(c, kind, [unit(match, a) for a in attackers], c.board.find(at_), support)


def shifts(found: Tally) -> dict[str, str]:
    """Every shift of a calculation by its rule."""
    return {line.rule: line.value for line in found.lines if line.value.endswith(("L", "R"))}


def attack(match: Match, *units: str, at_: str = MID) -> list[Event]:
    """Make up an attack with these units and roll."""
    return play(match, f"target {at_}", *(f"add {u}" for u in units), "roll")


def result(match: Match, wanted: str, *units: str, at_: str = MID) -> list[Event]:
    """The same with a die that brings a result."""
    found = odds(match, units, at_)
    match.dice.queue([found.results.index(wanted) + 1])
    return attack(match, *units, at_=at_)


# ---------------------------------------------------------------------- odds
@pytest.mark.rule("bd:11.8", "bd:R27", "bd:11.2")
def test_twenty_six_to_seven_is_three_to_one() -> None:
    match = values(front({"16ra": W}, ["3pz", "24pz"]), _16ra=(26, 3), _3pz=(4, 3), _24pz=(4, 4))
    found = odds(match, ["16ra"])
    assert (found.attack, found.defense, found.odds) == (26, 7, "3:1")


@pytest.mark.rule("bd:11.9")
def test_five_to_eleven_is_one_to_three() -> None:
    match = values(front({"16ra": W}), _16ra=(5, 3), _3pz=(4, 11))
    assert odds(match, ["16ra"]).odds == "1:3"


@pytest.mark.rule("bd:11.10", "bd:11.25")
def test_odds_beyond_the_table_are_not_rolled_for() -> None:
    match = values(front({"16ra": W}), _16ra=(24, 3), _3pz=(4, 3))
    assert odds(match, ["16ra"]).automatic == "DE"
    match = values(front({"16ra": W}), _16ra=(1, 3), _3pz=(4, 7))
    assert odds(match, ["16ra"]).automatic == "AE"
    # 20:1 with 2L is 18:1, not 5:1.
    match = values(
        front({"16ra": W}, ground={MID: "rough"}, lines={"river": [f"{W}-{MID}"]}), _16ra=(60, 3), _3pz=(4, 3)
    )
    found = odds(match, ["16ra"])
    assert found.shift == -2 and found.automatic == "DE"


@pytest.mark.rule("bd:1.3", "bd:11.12", "bd:7.16")
def test_common_reductions_are_made_once_and_rounded_down() -> None:
    """Without overland supply and without a marker in range: quarters from turn 7 on (7.22)."""
    cut: dict[str, list[str]] = {"supply_soviet": []}
    match = values(front({"16ra": W, "3ra": W}, zones=cut), _16ra=(3, 3), _3ra=(3, 3))
    assert odds(match, ["16ra", "3ra"]).attack == 1
    assert odds(match, ["16ra"]).attack == 1
    half = front({"16ra": W, "3ra": W}, offensive={})
    assert odds(half, ["16ra", "3ra"]).attack == 3 and odds(half, ["16ra"]).attack == 1


@pytest.mark.rule("bd:7.16", "bd:7.17")
def test_defenders_without_supply_are_halved() -> None:
    match = front({"16ra": W}, ["3pz", "24pz"], zones={"supply_german": []})
    assert odds(match, ["16ra"]).defense == 3


@pytest.mark.rule("bd:7.22", "bd:5.7", "bd:R96")
@pytest.mark.parametrize(
    ("more", "alone", "with_a_rifle_army"),
    [({}, 6, 9), ({"offensive": {}}, 3, 4), ({"zones": {"supply_soviet": []}}, 3, 4), ({"order": "move-fight"}, 3, 6),
     ({"zones": {"supply_soviet": []}, "places": {W: "city"}, "heroes": [W]}, 3, 4)],
)  # fmt: skip
def test_a_shock_army_attacks_with_three_where_others_are_cut(
    more: dict[str, Any], alone: int, with_a_rifle_army: int
) -> None:
    match = front({"1sh": W, "16ra": W}, **more)
    assert odds(match, ["1sh"]).attack == alone and odds(match, ["1sh", "16ra"]).attack == with_a_rifle_army


# ---------------------------------------------------------------------- terrain
@pytest.mark.rule("bd:11.13", "bd:11.11", "bd:11.14")
def test_rough_is_one_left_and_clear_nothing() -> None:
    assert shifts(odds(front({"16ra": W}), ["16ra"])) == {}
    assert shifts(odds(front({"16ra": W}, ground={MID: "rough"}), ["16ra"])) == {"bd:11.14": "1L"}


@pytest.mark.rule("bd:11.14")
def test_supplied_mountain_infantry_attacks_rough_with_its_defense_factor() -> None:
    match = front({"49mtn": W}, ["16ra"], side="axis", ground={MID: "rough"})
    assert (
        odds(match, ["49mtn"]).attack == 3 and odds(front({"49mtn": W}, ["16ra"], side="axis"), ["49mtn"]).attack == 2
    )


@pytest.mark.rule("bd:11.15")
def test_marsh_halves_mechanized_attackers_and_shifts_right() -> None:
    found = odds(front({"3t": W, "16ra": W}, ground={MID: "marsh"}), ["3t", "16ra"])
    # 4 halved to 2, and 3.
    assert found.attack == 5 and shifts(found) == {"bd:11.15": "1R"}


@pytest.mark.rule("bd:11.16", "bd:11.3")
def test_a_river_counts_only_if_all_come_across() -> None:
    river = {"river": [f"{W}-{MID}"]}
    match = front({"16ra": W, "3ra": SW}, lines=river)
    assert shifts(odds(match, ["16ra"])) == {"bd:11.16": "1L"} and shifts(odds(match, ["16ra", "3ra"])) == {}


@pytest.mark.rule("bd:11.17")
def test_the_kerch_strait_is_a_river_for_the_non_mechanized_alone() -> None:
    match = position({"9ra": "3105", "3t": "3105", "ksc": "3106"}, side="soviet", phase="combat", order="fight-move")
    play(match, "target 3106", "add 9ra")
    assert refusal(match, "add 3t").rule == "bd:11.17"
    assert shifts(odds(match, ["9ra"], "3106"))["bd:11.16"] == "1L"


@pytest.mark.rule("bd:11.18")
def test_soviet_non_mechanized_units_attack_across_the_sivash_from_turn_seven_on() -> None:
    units = {"16ra": "2907", "3t": "2907", "1inf": "3008"}
    match = position(units, side="soviet", phase="combat", turn=7)
    play(match, "target 3008", "add 16ra")
    assert refusal(match, "add 3t").rule == "bd:11.18"


@pytest.mark.rule("bd:11.19")
def test_nobody_attacks_across_a_lake() -> None:
    match = front({"16ra": W, "3ra": SW}, lines={"lake": [f"{W}-{MID}"]})
    play(match, f"target {MID}")
    assert refusal(match, "add 16ra").rule == "bd:11.19"


@pytest.mark.rule("bd:11.20", "bd:11.26")
def test_a_city_is_one_left_and_stalls_what_would_make_german_defenders_retreat() -> None:
    city = front({"16ra": W, "3ra": SW, "4ra": SE}, places={MID: "city"})
    found = odds(city, ["16ra", "3ra", "4ra"])
    plain = odds(front({"16ra": W, "3ra": SW, "4ra": SE}, ground={MID: "rough"}), ["16ra", "3ra", "4ra"])
    assert shifts(found)["bd:11.20"] == "1L" and "DR" not in found.distribution
    assert found.distribution.get("AS", 0) == plain.distribution.get("AS", 0) + plain.distribution.get("DR", 0)


@pytest.mark.rule("bd:11.20", "bd:8.29")
def test_panzer_corps_attack_cities_with_their_defense_factor_unless_late() -> None:
    match = front({"3pz": W, "24pz-late": W}, ["16ra"], side="axis", places={MID: "city"})
    assert odds(match, ["3pz"]).attack == 3 and odds(match, ["24pz-late"]).attack == 2


@pytest.mark.rule("bd:11.21")
def test_fortified_lines_help_their_own_side_while_they_stand() -> None:
    zones = {"german_lines": [MID], "soviet_lines": [W]}
    match = front({"16ra": W}, zones=zones)
    assert shifts(odds(match, ["16ra"])) == {"bd:11.21": "1L"}
    match = front({"3pz": E}, ["16ra"], side="axis", zones=zones)
    assert shifts(odds(match, ["3pz"])) == {}


@pytest.mark.rule("bd:11.21")
def test_german_lines_are_destroyed_by_soviet_units_and_soviet_ones_never() -> None:
    match = position({"16ra": W}, side="soviet", ground={}, zones={"german_lines": [MID]}, control={MID: "axis"})
    play(match, f"move 16ra {MID}")
    assert match.state.destroyed == [MID]  # type: ignore[attr-defined]


@pytest.mark.rule("bd:11.21")
def test_german_lines_taken_early_fall_with_turn_five_if_soviet_units_still_stand_in_them() -> None:
    """Occupied whenever turn 4 is over: coming there is not asked for."""
    for turn, gone in ((3, []), (4, [MID])):
        match = position({"16ra": MID}, side="soviet", ground={}, zones={"german_lines": [MID, W]}, turn=turn,
                         control={W: "soviet"}, memory={"paused": 1})  # fmt: skip
        match.c.state.turn += 1
        match.c.state.stack = [Frame("game")]
        match.c.call("turn")
        assert match.state.destroyed == gone  # type: ignore[attr-defined]
        assert (match.c.board.find(MID) in works.lines(match.c, "axis")) is not bool(gone)


# ---------------------------------------------------------------------- strongholds
@pytest.mark.rule("bd:9.6", "bd:9.3", "bd:11.26")
def test_hero_cities_are_three_left_without_concentric_bonus_and_turn_retreats_into_bloodbaths() -> None:
    units = {"3pz": W, "24pz": E, "39pz": SW}
    match = front(units, ["16ra"], side="axis", places={MID: "city"}, heroes=[MID])
    found = odds(match, units)
    assert shifts(found) == {"bd:9.6": "3L"} and "DR" not in found.distribution


@pytest.mark.rule("bd:8.18", "bd:11.22")
@pytest.mark.parametrize(("placed", "shift", "retreats"), [(20, "1L", True), (16, "2L", False)])
def test_the_fortified_area_is_stronger_after_its_first_turn(placed: int, shift: str, retreats: bool) -> None:
    match = front({"3pz": W, "24pz": W, "39pz": W}, ["16ra"], side="axis", area=E, area_turn=placed)
    found = odds(match, ["3pz", "24pz", "39pz"])
    assert shifts(found) == {"bd:8.18": shift} and ("DR" in found.distribution) == retreats


@pytest.mark.rule("bd:8.18", "bd:11.24", "bd:R95")
@pytest.mark.parametrize(("placed", "found"), [(20, {"bd:8.18": "1L", "bd:11.24": "1R"}), (16, {"bd:8.18": "2L"})])
def test_attacks_from_all_around_gain_nothing_in_the_fortified_area_after_its_first_turn(
    placed: int, found: dict[str, str]
) -> None:
    units = {"3pz": W, "24pz": E}
    match = front(units, ["16ra"], side="axis", area=MID, area_turn=placed)
    assert shifts(odds(match, units)) == found


# ---------------------------------------------------------------------- all around
@pytest.mark.rule("bd:11.24")
@pytest.mark.parametrize(
    ("where", "bonus"),
    [((W, E), True), ((W, SW), False), ((NE, SE, W), True), ((NE, E, SE), False), ((NE, E, SE, SW), True)],
)
def test_concentric_assaults(where: tuple[str, ...], bonus: bool) -> None:
    units = dict(zip(("3pz", "24pz", "39pz", "40pz"), where, strict=False))
    match = front(units, ["16ra"], side="axis")
    assert ("bd:11.24" in shifts(odds(match, units))) == bonus


@pytest.mark.rule("bd:11.24")
def test_no_concentric_bonus_for_soviet_attacks_on_cities() -> None:
    match = front({"16ra": W, "3ra": E}, places={MID: "city"})
    assert "bd:11.24" not in shifts(odds(match, ["16ra", "3ra"]))


# ---------------------------------------------------------------------- order of the phases and support
@pytest.mark.rule("bd:5.7")
def test_soviet_assaults_after_movement_are_one_left_and_shock_armies_double_only_before_it() -> None:
    units = {"1sh": W}
    first, second = front(units), front(units, order="move-fight")
    assert odds(first, units).attack == 6 and shifts(odds(first, units)) == {}
    assert odds(second, units).attack == 3 and shifts(odds(second, units)) == {"bd:5.7": "1L"}
    # Attack supply is needed too from turn 7 on (7.22, R96).
    assert odds(front(units, offensive={}), units).attack == 3


@pytest.mark.rule("bd:5.6", "bd:R7")
def test_german_assaults_before_movement_are_one_right_in_the_summers_of_the_early_years() -> None:
    units = {"3pz": W}
    assert shifts(odds(front(units, ["16ra"], side="axis", turn=2), units)) == {"bd:5.6": "1R"}
    assert shifts(odds(front(units, ["16ra"], side="axis", turn=5), units)) == {}
    north = front(units, ["16ra"], side="axis", turn=9, memory={"bonus zone": 1})
    assert shifts(odds(north, units)) == {"bd:5.6": "1R"}
    south = front(units, ["16ra"], side="axis", turn=9, memory={"bonus zone": 2})
    assert shifts(odds(south, units)) == {}


@pytest.mark.rule("bd:8.31", "bd:11.23")
def test_tigers_and_aircraft_are_a_column_each_however_many_tigers() -> None:
    units = {"3pz": W, "505tb": W, "24pz": SW, "506tb": SW}
    match = front(units, ["16ra"], side="axis")
    found = odds(match, ["3pz", "24pz"], support=Support(luftwaffe=1))
    assert shifts(found) == {"bd:8.31": "1R", "bd:11.23": "1R"}
    assert shifts(odds(front({"16ra": W}, ["3pz", "505tb"]), ["16ra"])) == {"bd:8.31": "1L"}


@pytest.mark.rule("bd:8.32")
def test_each_cavalry_mechanized_group_is_a_column() -> None:
    units = {"16ra": W, "cmb": W, "3ra": SW, "cmo": SW}
    assert shifts(odds(front(units, turn=25), ["16ra", "3ra"])) == {"bd:8.32": "2R"}


@pytest.mark.rule("bd:8.36", "bd:8.38", "bd:8.41")
def test_artillery_doubles_and_air_armies_add_one_each() -> None:
    boxes = {"2art": "artillery corps", "1air": "air armies", "2air": "air armies"}
    match = front({"16ra": W, "3t": W, "1sh": SW}, boxes=boxes)
    found = odds(match, ["16ra", "3t"], support=Support(air=2, artillery=1))
    # The tank army is doubled: 3 + 8 + 2.
    assert found.attack == 13
    play(match, f"target {MID}", "add 16ra", "support air")
    assert refusal(match, "support air").rule == "bd:8.38"
    play(match, "add 3t", "support artillery")
    assert refusal(match, "support artillery").rule == "bd:8.36"
    # Shock armies are never supported by artillery.
    play(match, "cancel", f"target {MID}", "add 1sh")
    assert refusal(match, "support artillery").rule == "bd:8.36"


@pytest.mark.rule("bd:8.36", "bd:8.38", "bd:8.40")
def test_after_movement_neither_artillery_nor_air_armies_support() -> None:
    boxes = {"2art": "artillery corps", "1air": "air armies", "partisans": "support", "airborne": "support"}
    match = front({"16ra": W}, order="move-fight", boxes=boxes)
    play(match, f"target {MID}", "add 16ra")
    for sort, law in (("air", "bd:8.38"), ("artillery", "bd:8.36"), ("airborne", "bd:8.40")):
        assert refusal(match, f"support {sort}").rule == law


@pytest.mark.rule("bd:8.39", "bd:8.40", "bd:R19")
def test_partisans_and_paratroopers_are_a_column_against_hexes_in_the_union_that_are_no_cities() -> None:
    boxes = {"partisans": "support", "airborne": "support"}
    match = front({"16ra": W}, boxes=boxes)
    found = odds(match, ["16ra"], support=Support(partisans=1, airborne=1))
    assert shifts(found) == {"bd:8.39": "1R", "bd:8.40": "1R"}
    play(match, f"target {MID}", "add 16ra", "support partisans", "support airborne")
    assert refusal(match, "support partisans").rule == "bd:8.39"
    city = front({"16ra": W}, boxes=boxes, places={MID: "city"})
    play(city, f"target {MID}", "add 16ra")
    assert refusal(city, "support partisans").rule == "bd:8.39" and refusal(city, "support airborne").rule == "bd:8.40"
    cut = front({"16ra": W}, boxes=boxes, zones={"supply_german": []})
    play(cut, f"target {MID}", "add 16ra")
    assert refusal(cut, "support partisans").rule == "bd:8.39"
    used = front({"16ra": W}, boxes=boxes, memory={"airborne 1943": 1})
    play(used, f"target {MID}", "add 16ra")
    assert refusal(used, "support airborne").rule == "bd:8.40"


@pytest.mark.rule("bd:8.37", "bd:R18")
def test_the_interceptor_corps_flies_within_five_hexes_of_moscow() -> None:
    boxes = {"viic": "support"}
    for moscow, allowed in (("1806", True), ("1805", False)):
        match = front({"16ra": W}, turn=7, boxes=boxes)
        board = match.c.board
        board.places = (Place("Moscow", (board.find(moscow),), "city"),)
        match.c.forget()
        board.memo.clear()
        play(match, f"target {MID}", "add 16ra")
        assert (match.check("support interceptor") is None) == allowed, moscow


@pytest.mark.rule("bd:11.33")
def test_a_satellite_army_alone_in_the_union_is_one_right() -> None:
    match = front({"16ra": "2211"}, ["4ro"], at_="2210")
    assert shifts(odds(match, ["16ra"], "2210")) == {"bd:11.33": "1R"}
    match = front({"16ra": "2211"}, ["4ro", "1inf"], at_="2210")
    assert shifts(odds(match, ["16ra"], "2210")) == {}


# ---------------------------------------------------------------------- who attacks what
@pytest.mark.rule("bd:11.1", "bd:11.4", "bd:11.5", "bd:11.6")
def test_nobody_attacks_or_is_attacked_twice_in_a_phase() -> None:
    match = front({"16ra": W, "3ra": W, "1inf": NW})
    result(match, "AS", "16ra") if "AS" in odds(match, ["16ra"]).results else None
    if match.c.step.id == "german-answer":
        play(match, "pass")
    assert refusal(match, f"target {MID}").rule == "bd:11.4"
    play(match, f"target {NW}", "add 3ra")
    assert refusal(match, "add 16ra").rule == "bd:11.4"


@pytest.mark.rule("bd:11.12", "bd:8.33", "bd:10.34")
def test_units_without_an_attack_factor_take_no_part() -> None:
    match = front({"fcse": W, "3pz": W}, ["16ra"], side="axis")
    play(match, f"target {MID}")
    assert refusal(match, "add fcse").rule == "bd:11.12"


@pytest.mark.rule("bd:8.35")
def test_the_counter_fire_corps_attacks_with_an_army_and_by_a_die() -> None:
    match = front({"lcfc": W, "16ra": SW})
    play(match, f"target {MID}", "add lcfc")
    assert refusal(match, "roll").rule == "bd:8.35"
    found = odds(match, ["lcfc", "16ra"])
    assert found.attack == 6.5 and sum(found.distribution.values()) == pytest.approx(1)


# ---------------------------------------------------------------------- results
@pytest.mark.rule("bd:11.26", "bd:8.12")
def test_attackers_and_defenders_are_eliminated() -> None:
    match = values(front({"16ra": W}), _16ra=(1, 3), _3pz=(4, 7))
    attack(match, "16ra")
    assert at(match, "16ra") == "[dead pile]" and at(match, "3pz") == MID
    match = values(front({"16ra": W, "3ra": W}, ["3pz", "505tb"]), _16ra=(30, 3))
    match.dice.queue([2])
    attack(match, "16ra")
    assert at(match, "3pz") == "[dead pile]" and at(match, "505tb") == "[turn 22]"


@pytest.mark.rule("bd:11.26", "bd:5.7")
def test_a_bloodbath_takes_attackers_with_as_many_factors_dotted_ones_first() -> None:
    match = values(front({"16ra": W, "3ra": W, "mgp": W}), _16ra=(3, 3), _3ra=(6, 3), _mgp=(2, 2), _3pz=(4, 3))
    found = odds(match, ["16ra", "3ra", "mgp"])
    match.dice.queue([found.results.index("BB") + 1])
    attack(match, "16ra", "3ra", "mgp")
    if match.c.step.id == "german-answer":
        play(match, "pass")
    assert at(match, "3pz") == "[dead pile]" and at(match, "mgp") == "[removed]"
    assert match.c.step.id == "losses" and match.side == "soviet"
    play(match, "lose 16ra")
    assert at(match, "16ra") == "[dead pile]" and at(match, "3ra") == W


# ---------------------------------------------------------------------- retreats
def driven(**more: Any) -> Match:
    """Soviet defenders in the middle that have to retreat from a German attack out of the west."""
    match = front({"3pz": W, "24pz": W}, ["16ra"], side="axis", **more)
    result(match, "DR", "3pz", "24pz")
    return match


@pytest.mark.rule("bd:11.27", "bd:11.28")
def test_soviet_units_retreat_eastward_by_choice() -> None:
    match = driven()
    assert match.c.step.id == "retreat" and match.side == "soviet"
    assert {str(a) for a in match.legal} == {f"to {NE}", f"to {E}", f"to {SE}"}
    assert refusal(match, f"to {SW}").rule == "bd:11.27"
    play(match, f"to {E}")
    assert at(match, "16ra") == E


@pytest.mark.rule("bd:11.27")
def test_west_only_where_the_east_is_shut() -> None:
    match = front({"3pz": W, "24pz": W, "1inf": NE, "2inf": E, "10inf": SE}, ["16ra"], side="axis")
    result(match, "DR", "3pz", "24pz")
    assert {str(a) for a in match.legal} == {f"to {NW}", f"to {SW}"}


@pytest.mark.rule("bd:11.28", "bd:6.3")
def test_surplus_units_go_farther_and_who_finds_no_way_is_eliminated() -> None:
    full = dict.fromkeys(("3ra", "4ra", "13ra", "18ra", "20ra"), E)
    match = front(
        {"3pz": W, "24pz": W, "1inf": NE, "10inf": SE, "2inf": NW, "23inf": SW, **full}, ["16ra"], side="axis"
    )
    result(match, "DR", "3pz", "24pz")
    if match.c.step.id == "retreat":
        play(match, str(next(iter(match.legal))))
    h = match.c.board.find(at(match, "16ra"))
    assert match.c.grid.distance(h, match.c.board.find(MID)) == 2
    ring = {"3pz": W, "24pz": W, "1inf": NE, "10inf": SE, "2inf": NW, "23inf": SW, "26inf": E}
    match = front(ring, ["16ra"], side="axis")
    result(match, "DR", "3pz")
    assert at(match, "16ra") == "[dead pile]"


@pytest.mark.rule("bd:11.29")
def test_who_retreated_into_a_hex_does_not_defend_it_and_falls_with_it() -> None:
    other = front({"3pz": W, "24pz": W, "39pz": "1908", "40pz": "1908", "3ra": E}, ["16ra"], side="axis")
    result(other, "DR", "3pz", "24pz")
    play(other, f"to {E}", "end")
    found = odds(other, ["39pz", "40pz"], E)
    assert found.defense == 3
    values(other, _39pz=(40, 3))
    play(other, f"target {E}", "add 39pz", "roll")
    assert at(other, "3ra") == at(other, "16ra") == "[dead pile]"


@pytest.mark.rule("bd:8.34", "bd:8.33")
def test_static_units_do_not_retreat() -> None:
    match = front({"3pz": W, "24pz": W}, ["lpma"], side="axis")
    result(match, "DR", "3pz", "24pz")
    assert at(match, "lpma") == "[removed]"


@pytest.mark.rule("bd:10.34")
def test_the_coastal_army_retreats_to_its_other_port() -> None:
    match = position({"3pz": "3107", "24pz": "3107", "ica": "3108"}, phase="combat", turn=2, control={"2911": "soviet"})
    found = odds(match, ["3pz", "24pz"], "3108")
    match.dice.queue([found.results.index("DR") + 1])
    play(match, "target 3108", "add 3pz", "add 24pz", "roll")
    assert at(match, "ica") == "2911"


# ---------------------------------------------------------------------- advance
@pytest.mark.rule("bd:11.30", "bd:11.32")
def test_attackers_advance_and_mechanized_ones_a_hex_farther_in_summer() -> None:
    match = values(front({"3pz": W, "1inf": W}, ["16ra"], side="axis"), _3pz=(40, 3))
    attack(match, "3pz", "1inf")
    assert match.c.step.id == "advance"
    play(match, "advance 3pz", "advance 1inf")
    assert (
        refusal(match, f"onward 1inf {E}").rule == "bd:11.32" and refusal(match, "onward 3pz 1808").rule == "bd:11.32"
    )
    play(match, f"onward 3pz {E}")
    assert (at(match, "3pz"), at(match, "1inf")) == (E, MID)


@pytest.mark.rule("bd:11.32", "bd:5.8")
@pytest.mark.parametrize(("side", "turn", "far"), [("axis", 21, False), ("soviet", 12, False), ("soviet", 21, True)])
def test_the_second_hex_has_its_seasons(side: str, turn: int, far: bool) -> None:
    own, enemy = ("3pz", "16ra") if side == "axis" else ("3t", "1inf")
    start, on = (W, E) if side == "axis" else (E, W)
    match = values(front({own: start}, [enemy], side=side, turn=turn), **{f"_{own}": (40, 3)})
    attack(match, own)
    if match.c.step.id == "german-answer":
        play(match, "pass")
    play(match, f"advance {own}")
    found = match.check(f"onward {own} {on}") if match.c.step.id == "advance" else "closed"
    assert (found is None) == far


@pytest.mark.rule("bd:11.31")
def test_defenders_never_advance() -> None:
    match = values(front({"16ra": W}), _16ra=(1, 3), _3pz=(4, 7))
    attack(match, "16ra")
    assert at(match, "3pz") == MID and match.c.step.id != "advance"


# ---------------------------------------------------------------------- what the German side may add
@pytest.mark.rule("bd:11.23", "bd:8.38", "bd:10.33")
def test_the_luftwaffe_answers_a_soviet_attack_and_air_armies_stay_away() -> None:
    match = front({"16ra": W, "3t": W}, turn=20, boxes={"1air": "air armies"})
    play(match, f"target {MID}", "add 16ra", "add 3t", "support air", "roll")
    assert match.c.step.id == "german-answer" and match.side == "axis"
    events = play(match, "luftwaffe")
    told = next(e.text for e in events if e.kind == "tally")
    assert "Luftwaffe 1L" in told and "air army" not in told
    # The air army was not used up.
    assert match.state.planes_used == 1  # type: ignore[attr-defined]


@pytest.mark.rule("bd:7.7")
def test_aerial_supply_can_be_committed_after_the_attack_was_declared() -> None:
    match = front({"16ra": W}, zones={"supply_german": []}, aerial_ready=13, turn=30)
    play(match, f"target {MID}", "add 16ra", "roll")
    assert match.c.step.id == "german-answer"
    events = play(match, "aerial")
    assert match.state.aerial == MID  # type: ignore[attr-defined]
    assert "3Pz defends with 3;" in next(e.text for e in events if e.kind == "tally") + ";"
