"""Section 12: ground movement; with it 5.5, 8.2-8.4, 9.7-9.20 and 13.3-13.7 as far as they change it."""

from __future__ import annotations

import pytest

from engine.games.pm.movement.allowance import allowance, movers
from engine.games.pm.movement.costs import MECH, class_of, edges, step_cost
from engine.games.pm.movement.reach import reach_of
from engine.play.match import Match
from tests.support.pm_position import at, column, hexes, left, play, position, refusal, unit

COLUMN = [f"25{row:02d}N" for row in range(2, 28)]
"""A line of hexes from north to south, each beside the next."""


def costs(match: Match, *names: str) -> dict[str, int]:
    """Points to every hex that a group reaches, by label."""
    found, _ = reach_of(match.c, [unit(match, n) for n in names])
    return {match.c.label(h): cost for h, cost in found.items()}


def step(name: str, ground: str, *, river: bool = False, **words: object) -> int:
    """What a unit pays from 2510N to 2511N when that is such ground."""
    lines = {"river": ["2510N-2511N"]} if river else {}
    side = "soviet" if name[:2] in ("rd", "td", "cd") else "axis"
    words = {"side": side, **words}
    match = position({name: "2510N"}, ground={"2511N": ground}, lines=lines, **words)  # type: ignore[arg-type]
    u, (a, b) = unit(match, name), hexes(match, "2510N", "2511N")
    return step_cost(match.c, class_of(match.c, u), match.side, a, b)


# ---------------------------------------------------------------------- general
@pytest.mark.rule("pm:12.1", "pm:2.13")
def test_a_unit_goes_as_far_as_its_points() -> None:
    match = position({"1inf": "2510N", "1pz": "2610N"}, ground={})
    assert max(costs(match, "1inf").values()) == 5
    assert costs(match, "1inf")["2515N"] == 5
    assert refusal(match, "move 1inf 2516N").rule == "pm:12.1"
    events = play(match, "move 1pz 2622N")
    assert at(match, "1pz") == "2622N" and left(match, "1pz") == 0
    assert [match.c.label(h) for h in events[0].hexes] == [f"26{n}N" for n in range(10, 23)]


@pytest.mark.rule("pm:12.1")
def test_only_the_own_side_moves() -> None:
    match = position({"1inf": "2510N", "rd-001": "2520N"}, ground={})
    assert refusal(match, "move rd-001 2519N").rule == "pm:12.1"
    assert "rd-001" not in movers(match.c)


@pytest.mark.rule("pm:12.2")
def test_points_are_not_saved_for_the_next_phase() -> None:
    match = position({"1inf": "2510N", "rd-001": "2525N"}, ground={})
    play(match, "move 1inf 2512N")
    assert left(match, "1inf") == 3
    while match.side == "axis":
        match.play("end")
    while match.side == "soviet" or match.state.stack[-1].step != "movement":
        match.play("end")
    assert allowance(match.c, unit(match, "1inf")) == 5 == max(costs(match, "1inf").values())


@pytest.mark.rule("pm:12.2", "pm:12.6")
def test_who_is_held_has_moved() -> None:
    match = position({"1inf": "2510N", "11inf": "2510N"}, ground={})
    play(match, "hold 1inf")
    assert refusal(match, "move 1inf 2511N").rule == "pm:12.6"
    assert match.check("move 11inf 2511N") is None


@pytest.mark.rule("pm:12.1")
def test_way_points_lead_around() -> None:
    match = position({"1inf": "2510N"}, ground={})
    play(match, "move 1inf 2509N 2510N 2511N")
    assert left(match, "1inf") == 2
    assert refusal(match, "move 1inf 2512N 2513N 2514N").rule == "pm:12.1"


@pytest.mark.rule("pm:12.3")
def test_one_hex_is_always_possible_for_all_points() -> None:
    match = position({"1inf": ("2510N", 1), "rd-001": "2525N"}, ground={"2511N": "marsh"}, weather="mud")
    # A reduced division has 4 points; marsh costs 4 in mud. Out of supply it has 2 and may still go.
    assert costs(match, "1inf")["2511N"] == 4
    column(match, "supply")[unit(match, "1inf")] = 3
    slow = position({"1inf": "2510N", "rd-001": "2511N", "rd-002": "2610N"}, ground={"2509N": "marsh"}, weather="mud")
    column(slow, "moving")[unit(slow, "1inf")] = 1
    column(slow, "mp_left")[unit(slow, "1inf")] = 3
    slow.c.touch()
    assert "2509N" not in costs(slow, "1inf"), "not after a unit has begun to move"


@pytest.mark.rule("pm:12.3", "pm:9.7")
def test_the_minimum_move_of_a_unit_out_of_supply() -> None:
    ring = {f"rd-00{n}": label for n, label in enumerate(("2508N", "2612N", "2412N", "2513N"), 1)}
    match = position({"1pz": ("2510N", 1), **ring}, ground={"2511N": "marsh", "2512N": "clear"}, weather="mud")
    cut_off(match)
    assert allowance(match.c, unit(match, "1pz")) == 5
    assert costs(match, "1pz")["2511N"] == 5
    play(match, "move 1pz 2511N")
    assert left(match, "1pz") == 0


@pytest.mark.rule("pm:12.3")
def test_the_minimum_move_opens_nothing() -> None:
    match = position({"1inf": "2510N", "rd-001": "2511N"}, ground={"2509N": "sea"})
    assert refusal(match, "move 1inf 2511N").rule == "pm:12.4"
    assert refusal(match, "move 1inf 2509N").rule == "pm:12.14"


@pytest.mark.rule("pm:12.4")
def test_enemies_are_gone_around() -> None:
    match = position({"1inf": "2510N", "rd-001": "2511N"}, ground={})
    assert "2511N" not in costs(match, "1inf")
    assert costs(match, "1inf")["2512N"] == 3
    assert "mobile assault" in refusal(match, "move 1inf 2511N").reason


@pytest.mark.rule("pm:12.22")
def test_nobody_leaves_the_map() -> None:
    match = position({"1inf": "1515N"}, turn=2)
    assert refusal(match, "move 1inf 1516N").rule == "pm:12.22"
    assert refusal(match, "shift 1inf").rule == "pm:8.3"


# ---------------------------------------------------------------------- stacks
@pytest.mark.rule("pm:12.5", "pm:12.7")
def test_a_stack_goes_at_the_pace_of_the_slowest() -> None:
    match = position({"1inf": "2510N", "1pz": "2510N", "6pz": "2511N"}, ground={})
    play(match, "gather 1inf")
    assert max(costs(match, "1inf", "1pz").values()) == 5
    assert refusal(match, "move 1pz 2516N").rule == "pm:12.1"
    play(match, "move 1pz 2515N")
    assert (at(match, "1inf"), at(match, "1pz"), left(match, "1pz")) == ("2515N", "2515N", 7)
    # The slow one has nothing left and stays behind by itself, the fast one goes on.
    assert refusal(match, "drop 1inf").rule == "pm:12.5"
    play(match, "move 1pz 2520N")
    assert (at(match, "1inf"), left(match, "1pz")) == ("2515N", 2)


@pytest.mark.rule("pm:12.5", "pm:15.8")
def test_units_that_began_elsewhere_do_not_join() -> None:
    match = position({"1inf": "2510N", "11inf": "2511N", "21inf": "2511N"}, ground={})
    play(match, "move 11inf 2510N")
    assert refusal(match, "move 21inf 2511N").rule == "pm:12.1"
    play(match, "pick 11inf")
    assert refusal(match, "pick 21inf").rule == "pm:12.5"
    assert refusal(match, "pick 1inf").rule == "pm:12.5"
    assert refusal(match, "pick 11inf").rule == "pm:12.5"
    play(match, "drop 11inf")
    assert refusal(match, "drop 11inf").rule == "pm:12.5"


@pytest.mark.rule("pm:12.6")
def test_the_rest_of_a_stack_goes_on_until_another_begins() -> None:
    match = position({"1pz": "2510N", "6pz": "2510N", "36mot": "2510N", "8pz": "2520N"}, ground={})
    play(match, "gather 1pz", "move 1pz 2512N", "drop 6pz", "move 6pz 2612N", "move 1pz 2514N", "move 6pz 2613N")
    assert (at(match, "36mot"), at(match, "6pz"), left(match, "6pz")) == ("2514N", "2613N", 8)
    play(match, "move 8pz 2521N")
    assert {refusal(match, f"move {name} 2515N").rule for name in ("1pz", "6pz", "36mot")} == {"pm:12.6"}


@pytest.mark.rule("pm:12.5", "pm:12.6", "pm:R84")
def test_who_was_left_behind_stays_there_once_another_stack_moves() -> None:
    match = position({"1pz": "2510N", "6pz": "2510N", "36mot": "2510N", "8pz": "2520N", "7pz": "2520N"}, ground={})
    play(match, "move 1pz 2511N", "move 6pz 2512N", "move 1pz 2512N")
    events = play(match, "move 8pz 2521N")
    assert ("phase", "pm:12.6") in [(e.kind, e.rule) for e in events], "whoever leaves somebody behind is told so"
    assert {refusal(match, f"move {name} 2509N").rule for name in ("1pz", "6pz", "36mot")} == {"pm:12.6"}
    play(match, "move 7pz 2521N", "move 8pz 2522N")
    assert not match.view("axis").reach(unit(match, "36mot")).costs


@pytest.mark.rule("pm:15.8", "pm:R84")
def test_nobody_is_held_back_to_see_the_assault_of_another_stack() -> None:
    units = {"1pz": "2510N", "6pz": "2510N", "36mot": "2510N", "8pz": "2520N", "rd-001": "2511N"}
    match = position(units, ground={}, identities={"rd-001": (1, 1, 5)}, dice=[6])
    play(match, "hold 36mot", "move 8pz 2521N", "pick 1pz", "pick 6pz", "assault 6pz 2511N")
    assert (at(match, "6pz"), at(match, "1pz")) == ("2511N", "2511N"), "to be told to stay begins nothing"
    match = position(units, ground={}, identities={"rd-001": (1, 1, 5)}, dice=[6])
    play(match, "move 1pz 2509N", "move 8pz 2521N")
    assert refusal(match, "assault 6pz 2511N").rule == "pm:12.6"


@pytest.mark.rule("pm:12.7", "pm:R45")
def test_a_mixed_stack_pays_the_highest_cost() -> None:
    match = position({"1inf": "2510N", "1pz": "2510N"}, ground={"2511N": "forest"})
    assert costs(match, "1inf")["2511N"] == 1
    assert costs(match, "1inf", "1pz")["2511N"] == costs(match, "1pz")["2511N"] == 2


# ---------------------------------------------------------------------- terrain
@pytest.mark.rule("pm:12.10", "pm:12.11", "pm:12.12", "pm:12.13", "pm:17.9")
@pytest.mark.parametrize(
    ("ground", "mech", "foot", "light"),
    [("clear", 1, 1, 1), ("forest", 2, 1, 1), ("hills", 3, 2, 1), ("marsh", 4, 2, 2)],
)
def test_natural_terrain(ground: str, mech: int, foot: int, light: int) -> None:
    assert [step(name, ground) for name in ("1pz", "1inf", "1cav", "1mtn")] == [mech, foot, light, light]
    assert [step(name, ground) for name in ("td-001", "rd-001", "cd-001")] == [mech, foot, light]


@pytest.mark.rule("pm:12.10", "pm:12.19")
def test_cities_are_clear_and_other_places_cost_nothing() -> None:
    places = {"2511N": "city", "2509N": "large town", "2610N": "town"}
    ground = {"2511N": "hills", "2509N": "hills", "2610N": "hills"}
    match = position({"1pz": "2510N"}, ground=ground, places=places, forts_at={"2411N": "heavy fort"})
    found = costs(match, "1pz")
    assert [found[h] for h in ("2511N", "2509N", "2610N", "2411N")] == [1, 3, 3, 1]


@pytest.mark.rule("pm:12.14")
def test_the_sea_is_closed() -> None:
    match = position({"1inf": "2510N"}, ground={"2511N": "sea", "2610N": "lake"}, lines={"sea": ["2510N-2509N"]})
    assert refusal(match, "move 1inf 2511N").rule == "pm:12.14"
    assert refusal(match, "move 1inf 2610N").rule == "pm:17.9"
    assert costs(match, "1inf")["2509N"] == 2, "only around the all-sea hexside"


@pytest.mark.rule("pm:12.15", "pm:12.21")
def test_rivers_cost_extra_and_costs_add_up() -> None:
    # 12.21: a mechanized unit crosses a river into hills for 5.
    assert step("1pz", "hills", river=True) == 5
    assert [step(name, "clear", river=True) for name in ("1pz", "1inf", "1cav")] == [3, 2, 2]
    assert step("1inf", "forest", river=True) == 2


@pytest.mark.rule("pm:5.5")
def test_germans_ignore_rivers_on_the_first_turn() -> None:
    assert step("1pz", "clear", river=True, turn=1) == 1
    assert step("td-001", "clear", river=True, turn=1) == 3


@pytest.mark.rule("pm:12.20", "pm:13.10")
def test_the_highway_helps_mechanized_units_in_forest() -> None:
    # 3217N is forest on the printed course, between 3116N and 3316N.
    match = position({"1pz": "3116N", "1inf": "3116N"})
    assert costs(match, "1pz")["3217N"] == 1
    across = position({"1pz": "3216N"})
    assert costs(across, "1pz")["3217N"] == 2, "not along it"
    assert costs(position({"1pz": "3116N"}, memory={"bad north": 1}), "1pz")["3217N"] == 2
    assert costs(position({"1pz": "3116N"}, weather="mud"), "1pz")["3217N"] == 4
    beginners = position({"1pz": "3116N"}, options={"rules": "beginners"})
    assert costs(beginners, "1pz")["3217N"] == 2


@pytest.mark.rule("pm:12.16", "pm:9.15")
@pytest.mark.parametrize(("a", "b"), [("3216S", "3315S"), ("3719S", "3820S"), ("3819S", "3820S"), ("3820S", "3719S")])
def test_straits_take_the_whole_allowance_of_who_begins_there(a: str, b: str) -> None:
    # Soviet units at Perekop bar the way by land.
    match = position({"1pz": a, "1inf": a, "rd-001": "3115S", "rd-002": "3116S"})
    assert costs(match, "1pz")[b] == 12
    play(match, "gather 1pz", f"move 1pz {b}")
    assert (at(match, "1pz"), at(match, "1inf"), left(match, "1pz")) == (b, b, 0)


@pytest.mark.rule("pm:12.16")
def test_straits_are_not_crossed_after_a_move() -> None:
    match = position({"1pz": "3920S"})
    play(match, "move 1pz 3820S")
    assert refusal(match, "move 1pz 3819S").rule == "pm:12.16"
    start = position({"1pz": "3820S"})
    events = play(start, "move 1pz 3819S")
    assert left(start, "1pz") == 0 and events[0].rule == "pm:12.16"


@pytest.mark.rule("pm:R80", "pm:12.16", "pm:14.20")
def test_beginners_cross_the_straits_too() -> None:
    match = position({"1pz": "3820S"}, options={"rules": "beginners"})
    play(match, "move 1pz 3819S")
    assert (at(match, "1pz"), left(match, "1pz")) == ("3819S", 0)


# ---------------------------------------------------------------------- weather
@pytest.mark.rule("pm:13.3", "pm:13.4", "pm:R42")
def test_rain_takes_a_point_from_german_side_units_only() -> None:
    match = position({"1inf": "2510N", "rd-001": "2520N"}, ground={}, weather="rain")
    assert [allowance(match.c, unit(match, n)) for n in ("1inf", "rd-001")] == [4, 5]
    cut_off(match)
    assert allowance(match.c, unit(match, "1inf")) == 2, "half of 5 is 3, less one"
    assert step("1pz", "marsh", weather="rain") == 4
    south = position({"1inf": "3217S"}, weather=("rain", "dry"))
    assert allowance(south.c, unit(south, "1inf")) == 5


@pytest.mark.rule("pm:13.5")
def test_mud_doubles_hexes_but_not_rivers() -> None:
    assert [step("1pz", ground, weather="mud") for ground in ("clear", "forest", "hills", "marsh")] == [2, 4, 6, 8]
    assert step("1pz", "clear", river=True, weather="mud") == 4
    assert step("rd-001", "marsh", weather="mud") == 4


@pytest.mark.rule("pm:13.6")
def test_frost_takes_rivers_and_marsh_away() -> None:
    assert step("1pz", "marsh", river=True, weather="frost") == 1
    assert step("1pz", "hills", weather="frost") == 3


@pytest.mark.rule("pm:13.7")
def test_snow_doubles_and_freezes() -> None:
    assert [step("1pz", ground, river=True, weather="snow") for ground in ("clear", "marsh", "forest")] == [2, 2, 4]
    assert step("rd-001", "marsh", weather="snow") == 2
    match = position({"1pz": "3820S"}, weather="snow")
    assert costs(match, "1pz")["3819S"] == 2
    assert costs(position({"1pz": "3216S"}, weather=("dry", "snow")), "1pz")["3215S"] == 1
    # The Sivash belongs to the southern zone, the Kerch Straits go by the hex entered.
    assert costs(position({"1pz": "3819S"}, weather=("dry", "snow")), "1pz")["3820S"] == 12


@pytest.mark.rule("pm:13.7", "pm:R44")
def test_frozen_lakes_bear_but_nobody_stops_on_them() -> None:
    ground = {"2511N": "lake"}
    match = position({"1inf": "2510N"}, ground=ground, weather="snow", lines={"lake": ["2510N-2509N"]})
    found = costs(match, "1inf")
    assert (found["2511N"], found["2512N"], found["2509N"]) == (2, 4, 2)
    assert refusal(match, "move 1inf 2511N").rule == "pm:13.7"
    play(match, "move 1inf 2512N")
    assert at(match, "1inf") == "2512N"


@pytest.mark.rule("pm:R28")
def test_the_weather_of_the_hex_entered_counts() -> None:
    match = position({"1inf": "3114S"}, weather=("mud", "dry"))
    assert costs(match, "1inf")["3115S"] == 2
    assert costs(match, "1inf").get("3116S", 3) == 3


# ---------------------------------------------------------------------- supply
def cut_off(match: Match) -> None:
    """Soviet units on every source of the German side: nobody of it is in supply."""
    zone = match.c.board.zone("supply_german")
    soviets = [u for u, f in enumerate(match.c.roster.formation) if f == "rd"][::-1]
    for h, u in zip(sorted(zone), soviets, strict=False):
        match.state.hex_of[u], match.state.box[u] = h, ""
    match.c.touch()


@pytest.mark.rule("pm:9.7", "pm:9.8")
def test_units_out_of_supply_have_half_their_points() -> None:
    match = position({"1inf": "2510N", "1pz": "2510N"}, ground={})
    cut_off(match)
    assert [allowance(match.c, unit(match, n)) for n in ("1inf", "1pz")] == [3, 6]
    play(match, "move 1inf 2511N")
    assert column(match, "supply")[unit(match, "1inf")] == 3 and left(match, "1inf") == 2


@pytest.mark.rule("pm:9.18")
def test_aerial_supply_moves_with_its_marker() -> None:
    carries = {"aerial-1": "1pz"}
    match = position({"1pz": "2510N", "6pz": "2510N", "1inf": "2512N"}, ground={}, carries=carries)
    cut_off(match)
    assert allowance(match.c, unit(match, "1pz")) == 6
    # Alone the other unit has what its own supply gives: half of 12.
    assert max(costs(match, "6pz").values()) == 6
    play(match, "gather 1pz", "move 1pz 2512N", "drop 6pz", "move 1pz 2513N")
    assert left(match, "1pz") == 3
    assert column(match, "supply")[unit(match, "6pz")] == 3 and left(match, "6pz") == 4
    foot = position({"1inf": "2510N"}, ground={}, carries={"aerial-1": "1inf"})
    cut_off(foot)
    assert allowance(foot.c, unit(foot, "1inf")) == 5


@pytest.mark.rule("pm:9.20")
def test_who_has_no_concentration_marker_moves_one_hex() -> None:
    match = position({"1pz": "2510N", "6pz": "2520N"}, ground={}, memory={"concentration": 1}, marked=["6pz"])
    assert set(costs(match, "1pz").values()) == {0, 1}
    assert refusal(match, "move 1pz 2512N").rule == "pm:9.20"
    play(match, "move 1pz 2511N")
    assert refusal(match, "move 1pz 2512N").rule == "pm:9.20"
    play(match, "move 6pz 2525N")
    assert left(match, "6pz") == 7


@pytest.mark.rule("pm:8.20", "pm:14.41")
def test_units_that_stand_still() -> None:
    match = position({"1pz": "2510N", "arko": "2512N", "1inf": "2514N"}, ground={}, still=["1pz", "arko", "1inf"])
    column(match, "refit")[unit(match, "1pz")] = 1
    assert refusal(match, "move 1pz 2511N").rule == "pm:8.20"
    assert refusal(match, "move arko 2511N").rule == "pm:14.41"
    assert refusal(match, "move 1inf 2511N").rule == "pm:9.18"


# ---------------------------------------------------------------------- the OKH Reserve Areas
@pytest.mark.rule("pm:8.2", "pm:8.3", "pm:8.4", "pm:R14")
def test_units_enter_from_a_reserve_area_and_pay_for_the_first_hex() -> None:
    match = position({}, boxes={"1inf": "okh north", "1pz": "okh south"}, turn=2)
    assert refusal(match, "move 1inf 1515N").rule == "pm:8.3"
    assert refusal(match, "enter 1inf 1907N").rule == "pm:8.2"
    assert refusal(match, "enter 1inf 1800S").rule == "pm:8.2"
    assert refusal(match, "enter 1inf 1913N").rule == "pm:8.2"
    play(match, "enter 1inf 1515N")
    assert at(match, "1inf") == "1515N" and left(match, "1inf") == 4
    play(match, "move 1inf 1514N", "enter 1pz 1302S")
    assert left(match, "1pz") == 9, "hills"
    assert refusal(match, "move 1inf 1515N").rule == "pm:12.6"


@pytest.mark.rule("pm:R41", "pm:12.5")
def test_units_that_enter_together_are_a_stack() -> None:
    match = position({}, boxes={"1pz": "okh north", "6pz": "okh north", "8pz": "okh north"})
    play(match, "pick 1pz", "pick 6pz", "enter 1pz 1515N", "move 1pz 1514N")
    assert (at(match, "1pz"), at(match, "6pz"), at(match, "8pz")) == ("1514N", "1514N", "[okh north]")
    play(match, "enter 8pz 1515N")
    assert refusal(match, "move 1pz 1515N").rule == "pm:12.6"
    assert left(match, "8pz") == 11


@pytest.mark.rule("pm:8.3", "pm:R15", "pm:8.5", "pm:5.3")
def test_shifts_between_the_reserve_areas() -> None:
    boxes = {"1inf": "okh north", "11inf": "okh south", "ro-6inf": "okh south"}
    match = position({"rd-001": "4010N"}, boxes=boxes)
    play(match, "shift 1inf", "shift 11inf")
    assert (at(match, "1inf"), at(match, "11inf")) == ("[shift south]", "[shift north]")
    assert refusal(match, "enter 1inf 1515N").rule == "pm:8.3"
    assert refusal(match, "shift ro-6inf").rule == "pm:8.5"
    assert refusal(position({}, boxes=boxes, turn=1), "shift 1inf").rule == "pm:5.3"


@pytest.mark.rule("pm:5.3", "pm:R43")
def test_the_southern_area_rests_on_the_first_turn() -> None:
    match = position({}, boxes={"1inf": "okh south", "11inf": "okh north"}, turn=1)
    assert refusal(match, "enter 1inf 1302S").rule == "pm:5.3"
    assert match.check("enter 11inf 1515N") is None


@pytest.mark.rule("pm:12.4")
def test_an_enemy_in_the_zomo_bars_the_entry() -> None:
    match = position({"rd-001": "1515N"}, boxes={"1pz": "okh north"})
    assert refusal(match, "enter 1pz 1515N").rule == "pm:12.4"


# ---------------------------------------------------------------------- what entering does
@pytest.mark.rule("pm:12.1", "pm:3.9")
def test_places_on_the_way_are_taken() -> None:
    match = position({"1pz": "2510N"}, ground={}, places={"2511N": ("large town", 1), "2513N": "city"})
    play(match, "move 1pz 2511N 2512N 2513N 2514N")
    assert (column(match, "control")["2511N"], column(match, "control")["2513N"]) == ("axis", "axis")
    assert column(match, "vp") == 1
    assert hexes(match, "2514N") == (match.state.hex_of[unit(match, "1pz")],)


@pytest.mark.rule("pm:4.6", "pm:4.3")
def test_the_war_may_end_on_the_way() -> None:
    match = position({"1pz": "4917N"}, control={"5116N": "axis"}, dice=[2])
    play(match, "move 1pz 5017N")
    assert match.over and match.state.winner == "axis"


@pytest.mark.rule("pm:12.1")
def test_what_the_screens_ask() -> None:
    match = position({"1inf": "2510N", "rd-001": "2511N", "1pz": "2610N"}, boxes={"11inf": "okh north"})
    view = match.view("axis")
    found = view.reach(unit(match, "1inf"), "normal")
    assert found.blocked[hexes(match, "2511N")[0]][0] == "pm:12.4"
    assert hexes(match, "2509N")[0] in found.costs
    assert view.reach(unit(match, "rd-001"), "normal").costs, "enemies are taken as fresh"
    assert hexes(match, "2511N")[0] in view.reach(unit(match, "1pz"), "assault").costs
    entry = view.reach(unit(match, "11inf"), "normal").costs
    assert entry[hexes(match, "1515N")[0]] == 1
    play(match, "move 1inf 2509N")
    assert left(match, "1inf") == 4
    play(match, "hold 1inf")
    ended = match.view("axis").reach(unit(match, "1inf"))
    assert ended.costs == {} and {rule for rule, _ in ended.blocked.values()} == {"pm:12.6"}


@pytest.mark.rule("pm:12.1")
def test_an_enemy_is_refused_as_such_before_a_hex_is_asked_for() -> None:
    match = position({"1pz": "2610N", "rd-001": "2612N"}, ground={})
    assert "not" in refusal(match, "move rd-001").reason and "Name a hex" not in refusal(match, "move rd-001").reason
    assert "Name a hex" in refusal(match, "move 1pz").reason


def test_tables_of_steps_share_what_is_the_same_in_them() -> None:
    """A campaign meets some twenty tables; each by itself would take a megabyte."""
    c = Match.new("pm", "campaign", seed=1).c
    one, other = edges(c, MECH, "axis"), edges(c, MECH, "soviet")
    assert one is not other, "in the first turn they are two tables"
    same = [a for a, row in enumerate(one) if row and row == other[a]]
    assert len(same) > 500 and all(one[a] is other[a] for a in same)
