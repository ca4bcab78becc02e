"""Chapter 10.6: retreats, clause by clause, and the worked example on an equal situation."""

from __future__ import annotations

import pytest

from engine.play.event import Event
from engine.play.match import Match
from tests.games.ava.battles import (
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    TARGET,
    defaults,
    duel,
    field,
    printed,
    strike,
    tally,
)
from tests.support.position import at, hexes, play, refusal, steps, unit

EAST, EAST_LOW, SOUTH_LOW = "S2210", "S2211", "S2111"
"""The hexes beside SOUTHEAST that lie two hexes from TARGET."""
FUNNEL = dict.fromkeys((NORTH, NORTHEAST, SOUTH, SOUTHWEST), "lake")
"""Water around TARGET: the attacker stands in the northwest, the only way out is southeast."""


def ways(match: Match, name: str) -> set[str]:
    """The ways that a unit may take now, without its name."""
    return {" ".join(a.args[1:]) for a in match.legal.of(name) if a.verb == "retreat"}


def retreat_of(match: Match, name: str) -> Event:
    """The event that tells of a unit's retreat."""
    return next(e for e in match.log if e.kind == "retreat" and e.units == (unit(match, name),))


# ---------------------------------------------------------------------- whose decision
@pytest.mark.rule("ava:10.6")
def test_the_owner_retreats_units_the_number_of_hexes() -> None:
    match = duel("R", {"10rd": TARGET})
    assert (match.side, match.prompt.rule) == ("soviet", "ava:10.6")
    assert ways(match, "10rd") == {NORTHEAST, SOUTHEAST}
    events = match.play(f"retreat 10rd {SOUTHEAST}")
    assert (events[0].kind, events[0].rule) == ("retreat", "ava:10.6")
    assert events[0].hexes == hexes(match, TARGET, SOUTHEAST)
    assert (at(match, "10rd"), steps(match, "10rd"), match.side) == (SOUTHEAST, 2, "axis")


@pytest.mark.rule("ava:10.6")
def test_axis_units_retreat_by_the_same_rules() -> None:
    match = field({"5td": SOUTHEAST, "291inf": TARGET}, side="soviet")
    printed(match, **{"5td": (12, 4)})
    strike(match, "R", "5td")
    assert match.side == "axis" and ways(match, "291inf") == {NORTHWEST, SOUTHWEST}


# ---------------------------------------------------------------------- (1) no movement
@pytest.mark.rule("ava:10.6", "ava:10.6(1)")
def test_a_retreat_costs_no_movement_points() -> None:
    marsh = {h: "marsh" for h in (SOUTHEAST, EAST, EAST_LOW, SOUTH_LOW)}
    match = duel("RR", {"1mos-mil": TARGET}, ground=FUNNEL | marsh)
    u = unit(match, "1mos-mil")
    assert match.c.roster.move[u] == 3  # two marsh hexes would cost 4
    before = match.c.state.mp_left[u]
    defaults(match, "ava:10.6")
    assert at(match, "1mos-mil") in (EAST, EAST_LOW)
    assert match.c.state.mp_left[u] == before


# ---------------------------------------------------------------------- (2) stacks
@pytest.mark.rule("ava:10.6", "ava:10.6(2)")
def test_units_of_a_stack_retreat_to_separate_hexes() -> None:
    match = duel("R", {"10rd": TARGET, "5td": TARGET})
    play(match, f"retreat 5td {NORTHEAST}", f"retreat 10rd {SOUTHEAST}")
    assert (at(match, "5td"), at(match, "10rd")) == (NORTHEAST, SOUTHEAST)


@pytest.mark.rule("ava:10.6(2)", "ava:10.6(5)")
def test_the_first_to_retreat_takes_the_room_from_the_second() -> None:
    match = duel("R", {"10rd": TARGET, "5td": TARGET, "90rd": SOUTHEAST}, ground={NORTHEAST: "lake"})
    assert ways(match, "10rd") == ways(match, "5td") == {SOUTHEAST}
    match.play(f"retreat 5td {SOUTHEAST}")
    # South is not in the zone of the attacker, so the last one goes there without a loss and without a key.
    assert (at(match, "10rd"), steps(match, "10rd")) == (SOUTH, 2)


# ---------------------------------------------------------------------- (3) where nobody may go
@pytest.mark.rule("ava:10.6", "ava:10.6(3)", "ava:10.6(7)")
@pytest.mark.parametrize("water", ["lake", "sea"])
def test_nobody_retreats_into_water(water: str) -> None:
    ring = dict.fromkeys((NORTH, NORTHEAST, SOUTHEAST, SOUTH, SOUTHWEST), water)
    match = duel("R", {"10rd": TARGET}, ground=ring)
    gone = next(e for e in match.log if e.kind == "eliminated")
    assert at(match, "10rd") == "[available]" and gone.rule == "ava:10.6(7)"


@pytest.mark.rule("ava:10.6", "ava:10.6(3)")
def test_nobody_retreats_off_the_map() -> None:
    corner = {"10rd": "S5510", "7pz": "S5410", "12pz": "S5411", "36mot": "S5509", "291inf": "S5511"}
    match = field(corner, sources={"soviet": ("S5504",), "axis": ("S1510",), "from_moscow": ()})
    assert [match.c.label(n) for n in match.c.grid.adjacent[match.c.board.find("S5510")]].count("S5409") == 0
    printed(match, **{"7pz": (20, 4)})
    strike(match, "RR", "7pz", target="S5510")
    assert at(match, "10rd") == "[available]"


@pytest.mark.rule("ava:10.6", "ava:10.6(3)")
def test_nobody_retreats_over_a_prohibited_hexside() -> None:
    match = duel("R", {"10rd": TARGET}, ground=FUNNEL, lines={"barred": [f"{TARGET}-{SOUTHEAST}"]})
    assert at(match, "10rd") == "[available]"


RIVER = [f"{SOUTHEAST}-{far}" for far in (EAST, EAST_LOW, SOUTH_LOW)]


@pytest.mark.rule("ava:10.6", "ava:10.6(3)")
def test_the_second_hex_of_a_retreat_is_not_over_an_unbridged_major_river() -> None:
    assert at(duel("RR", {"10rd": TARGET}, ground=FUNNEL, lines={"major river": RIVER}), "10rd") == "[available]"
    # One hex is well.
    assert at(duel("R", {"10rd": TARGET}, ground=FUNNEL, lines={"major river": RIVER}), "10rd") == SOUTHEAST


@pytest.mark.rule("ava:10.6(3)", "ava:2.1")
@pytest.mark.parametrize("way", ["road", "railroad"])
def test_the_second_hex_may_be_over_a_bridge(way: str) -> None:
    match = duel("RR", {"10rd": TARGET}, ground=FUNNEL, lines={"major river": RIVER, way: [f"{SOUTHEAST}-{SOUTH_LOW}"]})
    assert (at(match, "10rd"), steps(match, "10rd")) == (SOUTH_LOW, 2)


@pytest.mark.rule("ava:10.6(3)")
def test_a_minor_river_stops_no_retreat() -> None:
    match = duel("RR", {"10rd": TARGET}, ground=FUNNEL, lines={"minor river": RIVER})
    assert ways(match, "10rd") == {f"{SOUTHEAST} {EAST}", f"{SOUTHEAST} {EAST_LOW}"}


@pytest.mark.rule("ava:10.6(3)")
def test_the_first_hex_may_be_over_a_major_river() -> None:
    match = duel("RR", {"10rd": TARGET}, ground=FUNNEL, lines={"major river": [f"{TARGET}-{SOUTHEAST}"]})
    defaults(match, "ava:10.6")
    assert at(match, "10rd") in (EAST, EAST_LOW) and steps(match, "10rd") == 2


@pytest.mark.rule("ava:10.6(3)", "ava:15.1", "ava:R26")
def test_in_the_surprise_attack_no_river_stops_a_retreat() -> None:
    match = duel("RR", {"10rd": TARGET}, ground=FUNNEL, lines={"major river": RIVER}, rivers=False)
    defaults(match, "ava:10.6")
    assert at(match, "10rd") in (EAST, EAST_LOW)


@pytest.mark.rule("ava:10.6", "ava:10.6(3)", "ava:R1")
def test_soviet_units_never_retreat_over_the_start_line() -> None:
    line = {"start line": [f"{TARGET}-{SOUTHEAST}"]}
    assert at(duel("R", {"10rd": TARGET}, ground=FUNNEL, lines=line), "10rd") == "[available]"


@pytest.mark.rule("ava:10.6", "ava:R1")
def test_axis_units_retreat_over_the_start_line() -> None:
    water = dict.fromkeys((NORTH, NORTHEAST, SOUTH, SOUTHWEST), "lake")
    match = field(
        {"5td": SOUTHEAST, "291inf": TARGET}, side="soviet", ground=water,
        lines={"start line": [f"{TARGET}-{NORTHWEST}"]},
    )  # fmt: skip
    strike(printed(match, **{"5td": (12, 4)}), "R", "5td")
    assert at(match, "291inf") == NORTHWEST


@pytest.mark.rule("ava:10.6(3)", "ava:9.2")
def test_mountains_are_left_out_but_for_a_road() -> None:
    ground = FUNNEL | {SOUTHEAST: "mountain"}
    assert at(duel("R", {"10rd": TARGET}, ground=ground), "10rd") == "[available]"
    road = {"road": [f"{TARGET}-{SOUTHEAST}"]}
    assert at(duel("R", {"10rd": TARGET}, ground=ground, lines=road), "10rd") == SOUTHEAST


@pytest.mark.rule("ava:10.6", "ava:R10")
def test_nobody_retreats_onto_an_enemy() -> None:
    match = duel("R", {"10rd": TARGET}, {"7pz": NORTHWEST, "12pz": SOUTHEAST}, ground=FUNNEL)
    assert at(match, "10rd") == "[available]"


# ---------------------------------------------------------------------- (4) enemy zones of control
@pytest.mark.rule("ava:10.6", "ava:10.6(4)")
def test_each_hex_in_an_enemy_zone_costs_a_step() -> None:
    match = duel("R", {"10rd": TARGET, "12pz": EAST_LOW, "36mot": SOUTH_LOW}, ground=FUNNEL)
    assert (at(match, "10rd"), steps(match, "10rd")) == (SOUTHEAST, 1)
    losses = [e for e in match.log if e.kind == "loss" and e.rule == "ava:10.6(4)"]
    assert len(losses) == 1


@pytest.mark.rule("ava:10.6(4)", "ava:10.6(7)")
@pytest.mark.parametrize(("start", "result"), [((TARGET, 1), "R"), (TARGET, "RR")], ids=["one hex", "two hexes"])
def test_a_unit_that_would_lose_its_last_step_on_the_way_is_eliminated(start: object, result: str) -> None:
    match = duel(result, {"10rd": start, "12pz": EAST_LOW}, ground=FUNNEL)
    assert at(match, "10rd") == "[available]"
    assert [e.rule for e in match.log if e.kind in ("retreat", "eliminated")] == ["ava:10.6(7)"]


@pytest.mark.rule("ava:10.6(4)", "ava:R10")
def test_a_friend_in_the_hex_does_not_lift_the_zone() -> None:
    units = {"10rd": TARGET, "90rd": SOUTHEAST, "12pz": EAST_LOW, "36mot": SOUTH_LOW}
    match = duel("R", units, ground=FUNNEL)
    assert (at(match, "10rd"), steps(match, "10rd"), steps(match, "90rd")) == (SOUTHEAST, 1, 2)


@pytest.mark.rule("ava:10.6(4)", "ava:14.2")
def test_a_fortress_keeps_the_zone_away() -> None:
    match = duel("R", {"10rd": TARGET, "12pz": EAST_LOW}, ground=FUNNEL, fortress={SOUTHEAST: 1})
    assert (at(match, "10rd"), steps(match, "10rd")) == (SOUTHEAST, 2)


# ---------------------------------------------------------------------- (5) overstacking
FULL = {"90rd": SOUTHEAST, "48rd": SOUTHEAST}


@pytest.mark.rule("ava:10.6", "ava:10.6(5)", "ava:3.1")
def test_a_retreat_into_a_full_hex_goes_on() -> None:
    match = duel("R", {"10rd": TARGET, **FULL}, ground=FUNNEL)
    assert ways(match, "10rd") == {f"{SOUTHEAST} {EAST}", f"{SOUTHEAST} {EAST_LOW}"}
    match.play(f"retreat 10rd {SOUTHEAST} {EAST}")
    assert at(match, "10rd") == EAST


@pytest.mark.rule("ava:10.6(5)", "ava:3.1")
def test_and_on_until_there_is_room() -> None:
    water = FUNNEL | dict.fromkeys((EAST, SOUTH_LOW), "lake")
    crowd = {"125rd": EAST_LOW, "11rd": EAST_LOW}
    match = duel("R", {"10rd": TARGET, **FULL, **crowd}, ground=water)
    assert ways(match, "10rd") == {f"{SOUTHEAST} {EAST_LOW} {end}" for end in ("S2310", "S2311")}
    defaults(match, "ava:10.6")
    target, end = match.c.board.find(TARGET), match.state.hex_of[unit(match, "10rd")]
    assert match.c.grid.distance(target, end) == 3


@pytest.mark.rule("ava:10.6(3)", "ava:10.6(5)", "ava:R43")
def test_no_hex_after_the_first_lies_over_an_unbridged_major_river() -> None:
    water = FUNNEL | dict.fromkeys((EAST, SOUTH_LOW), "lake")
    crowd = {"125rd": EAST_LOW, "11rd": EAST_LOW, "33rd": "S2310"}
    river = {"major river": [f"{EAST_LOW}-S2310"]}
    assert at(duel("R", {"10rd": TARGET, **FULL, **crowd}, ground=water, lines=river), "10rd") == "S2311"


@pytest.mark.rule("ava:10.6(5)", "ava:R10")
def test_a_hex_with_room_is_taken_before_a_full_one() -> None:
    south = {"soviet": ("S2120",), "axis": ("S1510",), "from_moscow": ()}
    ground = {SOUTH: "lake"}
    assert at(duel("R", {"10rd": TARGET}, ground=ground, sources=south), "10rd") == SOUTHEAST
    assert at(duel("R", {"10rd": TARGET, **FULL}, ground=ground, sources=south), "10rd") == NORTHEAST


@pytest.mark.rule("ava:10.6(5)", "ava:10.6(4)", "ava:R10")
def test_going_on_from_a_full_hex_is_better_than_a_step_loss() -> None:
    match = duel("R", {"10rd": TARGET, **FULL, "12pz": "S2108"}, ground={SOUTH: "lake"})
    defaults(match, "ava:10.6")
    assert at(match, "10rd") in (EAST, EAST_LOW) and steps(match, "10rd") == 2


@pytest.mark.rule("ava:10.6(5)", "ava:R2")
def test_fortress_markers_take_no_room() -> None:
    match = duel("R", {"10rd": TARGET, "90rd": SOUTHEAST}, ground=FUNNEL, fortress={SOUTHEAST: 2})
    assert at(match, "10rd") == SOUTHEAST


# ---------------------------------------------------------------------- (6) towards a line of communications
@pytest.mark.rule("ava:10.6", "ava:10.6(6)")
def test_the_shortest_line_of_communications_decides() -> None:
    for source, end in (("S2020", SOUTH), ("S2401", NORTHEAST)):
        match = duel("R", {"10rd": TARGET}, sources={"soviet": (source,), "axis": ("S1510",), "from_moscow": ()})
        assert at(match, "10rd") == end


@pytest.mark.rule("ava:10.6", "ava:10.6(6)")
@pytest.mark.parametrize("way", ["", SOUTH, f"{SOUTHEAST} {EAST}"])
def test_no_other_way_is_allowed(way: str) -> None:
    match = duel("R", {"10rd": TARGET})
    found = refusal(match, f"retreat 10rd {way}".strip())
    assert found.rule == "ava:10.6(6)" and SOUTHEAST in found.reason and NORTHEAST in found.reason


@pytest.mark.rule("ava:10.6(6)", "ava:R10")
def test_among_equal_ways_the_owner_chooses() -> None:
    match = duel("RR", {"10rd": TARGET})
    assert ways(match, "10rd") == {
        f"{NORTHEAST} S2209", f"{NORTHEAST} {EAST}", f"{SOUTHEAST} {EAST}", f"{SOUTHEAST} {EAST_LOW}"
    }  # fmt: skip
    match.play(f"retreat 10rd {NORTHEAST} {EAST}")
    assert retreat_of(match, "10rd").hexes == hexes(match, TARGET, NORTHEAST, EAST)


@pytest.mark.rule("ava:10.6(6)", "ava:R10")
def test_each_hex_leads_farther_from_the_fight() -> None:
    # Without any source all ways are equal, but a way around a corner is not two hexes of retreat.
    match = duel("RR", {"10rd": TARGET}, sources={"soviet": (), "axis": ("S1510",), "from_moscow": ()})
    ends = {way.split()[-1] for way in ways(match, "10rd")}
    start = hexes(match, TARGET)[0]
    assert len(ends) > 3 and {match.c.grid.distance(start, h) for h in hexes(match, *ends)} == {2}


@pytest.mark.rule("ava:10.6(6)", "ava:R10")
def test_but_the_shortest_line_goes_first() -> None:
    # The source is the hex to the southeast: around a corner the unit ends in it.
    match = duel("RR", {"10rd": TARGET}, sources={"soviet": (SOUTHEAST,), "axis": ("S1510",), "from_moscow": ()})
    assert {way.split()[-1] for way in ways(match, "10rd")} == {SOUTHEAST}


@pytest.mark.rule("ava:10.6(6)", "ava:R10")
def test_unless_there_is_no_other_way() -> None:
    ground = FUNNEL | dict.fromkeys((EAST, EAST_LOW, SOUTH_LOW), "lake")
    del ground[SOUTH]
    match = duel("RR", {"10rd": TARGET}, ground=ground | dict.fromkeys((SOUTH_LOW, "S2012", "S1911"), "lake"))
    assert retreat_of(match, "10rd").hexes == hexes(match, TARGET, SOUTH, SOUTHEAST)


@pytest.mark.rule("ava:10.6(6)", "ava:R11")
def test_a_hex_with_a_line_goes_before_a_nearer_one_without() -> None:
    # The southeast is nearer to the source, but from there only the attacked hex leads on.
    sides = [f"{SOUTHEAST}-{n}" for n in (EAST, EAST_LOW, SOUTH_LOW, SOUTH, NORTHEAST)]
    match = duel("R", {"10rd": TARGET}, lines={"barred": sides}, ground={NORTHEAST: "lake"})
    assert at(match, "10rd") == SOUTH


@pytest.mark.rule("ava:10.6(6)", "ava:R11")
def test_without_any_line_the_distance_to_a_source_decides() -> None:
    ring = [f"S3010-{n}" for n in ("S3009", "S3109", "S3110", "S3011", "S2910", "S2909")]
    match = duel("R", {"10rd": TARGET}, lines={"barred": ring})
    assert ways(match, "10rd") == {NORTHEAST, SOUTHEAST}


@pytest.mark.rule("ava:10.6(6)", "ava:10.6(2)", "ava:R11")
def test_a_comrade_who_must_leave_too_keeps_no_line_open() -> None:
    # Northeast and southeast lead nowhere but back; a line would come up from the south while one of two still stands.
    pockets = [f"{NORTHEAST}-{n}" for n in (NORTH, "S2108", "S2209", EAST, SOUTHEAST)]
    pockets += [f"{SOUTHEAST}-{n}" for n in (EAST, EAST_LOW, SOUTH_LOW, SOUTH)]
    units = {"90rd": SOUTH, "48rd": SOUTH, "12pz": "S1911", "10rd": TARGET}
    sources = {"soviet": ("S2515",), "axis": ("S1510",), "from_moscow": ()}
    alone = duel("R", units, lines={"barred": pockets}, sources=sources)
    assert at(alone, "10rd") == SOUTHEAST
    match = duel("R", units | {"5td": TARGET}, lines={"barred": pockets}, sources=sources)
    assert ways(match, "10rd") == ways(match, "5td") == {SOUTHEAST}


@pytest.mark.rule("ava:10.6(6)", "ava:10.6(4)")
def test_avoiding_a_step_loss_goes_before_the_shortest_line() -> None:
    sources = {"soviet": ("S2613",), "axis": ("S1510",), "from_moscow": ()}
    assert at(duel("R", {"10rd": TARGET}, sources=sources), "10rd") == SOUTHEAST
    match = duel("R", {"10rd": TARGET, "12pz": EAST_LOW}, sources=sources)
    assert ways(match, "10rd") == {NORTHEAST, SOUTH}
    assert refusal(match, f"retreat 10rd {SOUTHEAST}").rule == "ava:10.6(6)"


# ---------------------------------------------------------------------- (7) no way out
@pytest.mark.rule("ava:10.6", "ava:10.6(7)")
def test_a_surrounded_unit_is_eliminated() -> None:
    ring = {"7pz": NORTHWEST, "12pz": SOUTHWEST, "36mot": NORTH, "3mot": SOUTH, "291inf": NORTHEAST, "61inf": SOUTHEAST}
    match = duel("R", {"10rd": TARGET, "5td": TARGET}, ring)
    assert (at(match, "10rd"), at(match, "5td")) == ("[available]", "[eliminated]")
    assert [e.rule for e in match.log if e.kind == "eliminated"] == ["ava:10.6(7)", "ava:10.6(7)"]
    assert match.prompt.rule == "ava:10.7"


@pytest.mark.rule("ava:10.6(7)")
def test_a_unit_with_a_way_cannot_give_itself_up() -> None:
    match = duel("R", {"10rd": TARGET})
    assert refusal(match, "retreat 10rd").rule == "ava:10.6(6)"
    assert refusal(match, f"retreat 7pz {NORTH}").rule == "ava:10.6"


# ---------------------------------------------------------------------- retreating twice
@pytest.mark.rule("ava:10.6", "ava:10.3(1)", "ava:R5")
def test_a_unit_that_retreated_retreats_again_with_the_hex_it_came_to() -> None:
    units = {"7pz": NORTHWEST, "12pz": "S2012", "36mot": "S1911", "10rd": TARGET, "90rd": SOUTH}
    match = field(units, ground=dict.fromkeys((NORTH, NORTHEAST, SOUTHEAST, SOUTHWEST), "lake"))
    printed(match, **{"7pz": (4, 4), "12pz": (8, 4)})
    play(match, f"attack 7pz {TARGET}", f"attack 12pz {SOUTH}", "fight")
    match.dice.queue([tally(match, "7pz").results.index("R") + 1])
    match.play(f"resolve {TARGET}")
    # The whole unit loses a step in the zone of the panzers, then it is attacked where it came to.
    assert (at(match, "10rd"), steps(match, "10rd")) == (SOUTH, 1)
    match.play("end")
    second = tally(match, "12pz", target=SOUTH)
    assert second.defense == 2 and second.column == "4:1"
    match.dice.queue([second.results.index("R") + 1])
    match.play(f"resolve {SOUTH}")
    defaults(match, "ava:10.6")
    assert SOUTH not in (at(match, "10rd"), at(match, "90rd"))


# ---------------------------------------------------------------------- the worked example
@pytest.mark.rule("ava:10.6", "ava:10.6(4)", "ava:10.6(6)")
def test_the_retreat_example() -> None:
    """Three empty hexes, two in enemy zones; the free one is heavy woods; then the hex with the shortest line."""
    attackers = {"36mot": SOUTHWEST, "21inf": NORTH, "217inf": NORTHWEST}
    match = duel(
        "RR", {"10rd": TARGET}, attackers, ground={SOUTHEAST: "heavy woods"},
        sources={"soviet": ("S2115",), "axis": ("S1510",), "from_moscow": ()},
    )  # fmt: skip
    zone = match.view().zoc("axis")
    assert [h in zone for h in hexes(match, NORTHEAST, SOUTHEAST, SOUTH)] == [True, False, True]
    assert retreat_of(match, "10rd").hexes == hexes(match, TARGET, SOUTHEAST, SOUTH_LOW)
    assert (at(match, "10rd"), steps(match, "10rd")) == (SOUTH_LOW, 2)
    assert (match.side, match.prompt.rule) == ("axis", "ava:10.7")
