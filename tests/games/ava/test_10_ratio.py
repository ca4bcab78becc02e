"""Chapter 10.1 to 10.3: who may attack what, declaring, strengths, ratio, shifts, limits."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.play.action import Impossible
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
    field,
    lines,
    printed,
    strike,
    tally,
    touched,
)
from tests.support.position import at, find_pair, hexes, play, refusal, rules_of, steps, unit

FAR = "S2014"
TABLE = ["1:1", "1.5:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1", "9:1", "10:1"]


# ---------------------------------------------------------------------- 10.1: who may attack what
@pytest.mark.rule("ava:10.2")
def test_declared_attacks_can_be_asked_for_until_they_are_fought() -> None:
    match = field({"7pz": NORTHWEST, "12pz": NORTHWEST, "10rd": TARGET})
    target = hexes(match, TARGET)[0]
    assert match.view().declared() == {}
    play(match, f"attack 12pz {TARGET}", f"attack 7pz {TARGET}")
    assert match.view().declared() == {target: tuple(sorted((unit(match, "7pz"), unit(match, "12pz"))))}
    play(match, "withdraw 12pz")
    assert match.view("soviet").declared() == {target: (unit(match, "7pz"),)}
    play(match, "fight")
    assert match.view().declared() == {}


@pytest.mark.rule("ava:10.0", "ava:10.1")
def test_combat_is_optional() -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET})
    assert match.check("end") is None
    events = match.play("end")
    assert events[0].text == "The Combat Segment ends." and not any(e.kind == "combat" for e in events)


@pytest.mark.rule("ava:10.0", "ava:10.1")
def test_units_of_the_active_side_attack_and_the_others_defend() -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET}, side="soviet")
    assert match.check(f"attack 10rd {NORTHWEST}") is None
    assert refusal(match, f"attack 7pz {TARGET}").rule == "ava:10.1"
    found = tally(match, "10rd", target=NORTHWEST)
    assert (found.attack, found.defense) == (2, 4)


@pytest.mark.rule("ava:10.0", "ava:10.1")
@pytest.mark.parametrize(
    ("target", "words"),
    [(NORTH, "empty hexes cannot be attacked"), (FAR, "is not adjacent"), (SOUTHWEST, "empty hexes cannot be")],
    ids=["empty", "not adjacent", "own unit"],
)
def test_only_adjacent_enemies_are_attacked(target: str, words: str) -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET, "90rd": FAR, "12pz": SOUTHWEST})
    found = refusal(match, f"attack 7pz {target}")
    assert found.rule == "ava:10.1" and words in found.reason
    assert found.hexes == hexes(match, target)


@pytest.mark.rule("ava:10.1", "ava:8.1")
def test_units_that_are_not_activated_cannot_attack() -> None:
    match = field({"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET}, active=["7pz"])
    found = refusal(match, f"attack 12pz {TARGET}")
    assert found.rule == "ava:10.1" and "not activated" in found.reason
    assert match.legal.of("12pz") == [] and f"attack 7pz {TARGET}" in match.legal


@pytest.mark.rule("ava:10.1")
def test_a_unit_attacks_one_hex_in_a_segment() -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET, "90rd": NORTH})
    play(match, f"attack 7pz {TARGET}", f"attack 7pz {NORTH}")
    assert match.c.state.target[unit(match, "7pz")] == hexes(match, NORTH)[0]
    match.dice.queue([6])
    play(match, "fight")
    assert "attack" not in match.legal.verbs()


@pytest.mark.rule("ava:10.1")
def test_a_unit_that_has_attacked_cannot_attack_again() -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET})
    match.c.state.fought[unit(match, "7pz")] = 1
    assert "has attacked" in refusal(match, f"attack 7pz {TARGET}").reason


@pytest.mark.rule("ava:10.1")
def test_a_hex_is_attacked_once_in_a_segment() -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET})
    match.c.state.attacked.append(hexes(match, TARGET)[0])
    found = refusal(match, f"attack 7pz {TARGET}")
    assert found.rule == "ava:10.1" and "has been attacked" in found.reason


@pytest.mark.rule("ava:10.1")
def test_two_units_of_a_stack_attack_different_hexes() -> None:
    match = field({"7pz": NORTHWEST, "12pz": NORTHWEST, "10rd": TARGET, "90rd": NORTH})
    play(match, f"attack 7pz {TARGET}", f"attack 12pz {NORTH}")
    assert refusal(match, "end").rule == "ava:10.2"
    play(match, "fight")
    assert [str(a) for a in match.legal] == sorted([f"resolve {TARGET}", f"resolve {NORTH}"])


@pytest.mark.rule("ava:10.2")
@pytest.mark.parametrize("count", [1, 2])
def test_a_single_attack_is_rolled_for_at_once_and_of_several_the_attacker_chooses_the_first(count: int) -> None:
    match = field({"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET, "90rd": SOUTH})
    play(match, *(f"attack 7pz {TARGET}", f"attack 12pz {SOUTH}")[:count])
    match.dice.queue([6])
    events = match.play("fight")
    assert [e.rolls for e in events if e.kind == "combat"] == [(6,)] * (count == 1)
    assert ("resolve" in match.legal.verbs()) == (count == 2)


@pytest.mark.rule("ava:10.1", "ava:10.3", "ava:10.3(1)")
def test_units_of_several_hexes_attack_together() -> None:
    match = field({"7pz": NORTHWEST, "12pz": NORTHWEST, "291inf": SOUTHWEST, "10rd": TARGET})
    play(match, *(f"attack {name} {TARGET}" for name in ("7pz", "12pz", "291inf")))
    match.dice.queue([6])
    events = match.play("fight")
    assert [e.kind for e in events].count("combat") == 1
    combat = next(e for e in events if e.kind == "combat")
    assert combat.units == tuple(sorted(unit(match, n) for n in ("7pz", "12pz", "291inf")))
    assert combat.rolls == (6,)


@pytest.mark.rule("ava:10.1", "ava:10.3(1)")
def test_two_defenders_are_attacked_together() -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET, "5td": TARGET})
    found = tally(match, "7pz")
    assert found.defense == 5 and set(found.defenders) == {unit(match, "10rd"), unit(match, "5td")}


@pytest.mark.rule("ava:10.1")
def test_no_attack_over_a_hexside_closed_to_movement() -> None:
    barred = [f"{NORTHWEST}-{TARGET}"]
    match = field({"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET}, lines={"barred": barred})
    found = refusal(match, f"attack 7pz {TARGET}")
    assert found.rule == "ava:10.1" and "No attack over the side" in found.reason
    assert match.check(f"attack 12pz {TARGET}") is None


@pytest.mark.rule("ava:10.1")
def test_mountains_are_attacked_along_a_road_only() -> None:
    road = [f"{SOUTHWEST}-{TARGET}"]
    match = field(
        {"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET}, ground={TARGET: "mountain"}, lines={"road": road}
    )
    assert refusal(match, f"attack 7pz {TARGET}").rule == "ava:10.1"
    assert match.check(f"attack 12pz {TARGET}") is None


@pytest.mark.rule("ava:10.1", "ava:R1")
def test_soviet_units_do_not_attack_over_the_start_line_axis_units_do() -> None:
    line = [f"{NORTHWEST}-{TARGET}"]
    units = {"7pz": NORTHWEST, "5td": TARGET}
    east = field(units, side="soviet", lines={"start line": line})
    assert refusal(east, f"attack 5td {NORTHWEST}").rule == "ava:10.1"
    west = field(units, side="axis", lines={"start line": line})
    assert west.check(f"attack 7pz {TARGET}") is None


# ---------------------------------------------------------------------- 10.2: the procedure
@pytest.mark.rule("ava:10.2", "ava:10.2(1)", "ava:R29")
def test_all_attacks_are_declared_before_the_first_roll() -> None:
    match = field({"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET, "90rd": SOUTH})
    assert refusal(match, "fight").rule == "ava:10.1"
    assert refusal(match, "withdraw 7pz").rule == "ava:10.2"
    assert rules_of(match.play(f"attack 7pz {TARGET}")) == [("declare", "ava:10.2")]
    assert refusal(match, f"attack 7pz {TARGET}").rule == "ava:10.2"
    play(match, "withdraw 7pz", f"attack 7pz {TARGET}", f"attack 12pz {SOUTH}", "fight")
    assert refusal(match, f"attack 12pz {TARGET}").rule == "ava:10.2"
    assert refusal(match, f"resolve {NORTH}").rule == "ava:10.2"


@pytest.mark.rule("ava:10.2", "ava:10.2(1)", "ava:R29")
@pytest.mark.parametrize("order", [(TARGET, SOUTH), (SOUTH, TARGET)])
def test_the_attacker_chooses_the_order_of_the_attacks(order: Sequence[str]) -> None:
    match = field({"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET, "90rd": SOUTH})
    printed(match, **{"7pz": (2, 4), "12pz": (2, 4)})
    play(match, f"attack 7pz {TARGET}", f"attack 12pz {SOUTH}", "fight")
    no_effect = tally(match, "7pz").results.index("-") + 1
    match.dice.queue([no_effect, no_effect])
    events = [match.play(f"resolve {h}") for h in order]
    fought = [e.hexes for found in events for e in found if e.kind == "combat"]
    assert fought == [(h,) for h in hexes(match, *order)]


@pytest.mark.rule("ava:10.2", "ava:R29")
def test_an_attack_whose_target_is_empty_falls_away() -> None:
    match = field({"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET, "90rd": SOUTH})
    play(match, f"attack 7pz {TARGET}", f"attack 12pz {SOUTH}", "fight")
    match.c.state.hex_of[unit(match, "90rd")] = hexes(match, FAR)[0]
    touched(match)
    events = match.play(f"resolve {SOUTH}")
    assert rules_of(events) == [("combat", "ava:10.1")] and events[0].rolls == ()
    assert [str(a) for a in match.legal] == [f"resolve {TARGET}"]


@pytest.mark.rule("ava:10.2", "ava:10.2(2)", "ava:10.2(3)")
def test_each_attack_tells_its_calculation_then_its_roll() -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET})
    events = strike(match, "RR", "7pz")
    assert rules_of(events)[:2] == [("tally", "ava:10.3"), ("combat", "ava:10.4")]
    short = match.c.roster.short
    panzer, rifle = short[unit(match, "7pz")], short[unit(match, "10rd")]
    assert events[0].text.startswith(f"{panzer} attacks 8; {rifle} defends 2; ratio 8:2")
    assert f"at 4:1: roll {events[1].rolls[0]}, RR" in events[1].text


# ---------------------------------------------------------------------- 10.3(1): strengths
@pytest.mark.rule("ava:10.3", "ava:10.3(1)", "ava:13.0")
def test_headquarters_add_their_strength() -> None:
    match = field({"7pz": NORTHWEST, "hq-3pzg": NORTHWEST, "10rd": TARGET, "s-hq-3a": TARGET})
    found = tally(match, "7pz", "hq-3pzg")
    assert (found.attack, found.defense) == (10, 3)


@pytest.mark.rule("ava:10.3(1)", "ava:2.2")
def test_reduced_units_fight_with_their_reduced_side() -> None:
    match = field({"7pz": (NORTHWEST, 1), "10rd": (TARGET, 1)})
    found = tally(match, "7pz")
    assert (found.attack, found.defense) == (4, 1)


@pytest.mark.rule("ava:10.3", "ava:10.3(1)")
@pytest.mark.parametrize("river", ["minor river", "major river"])
@pytest.mark.parametrize("bridge", [False, True])
def test_a_river_halves_only_those_who_attack_over_it(river: str, bridge: bool) -> None:
    bank = [f"{NORTHWEST}-{TARGET}"]
    match = field(
        {"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET},
        lines={river: bank, **({"railroad": bank} if bridge else {})},
    )
    assert match.c.board.has("bridge", *hexes(match, NORTHWEST, TARGET)) is bridge
    found = tally(match, "7pz", "12pz")
    assert found.attack == 4 + 8
    assert ("4", "ava:10.3(1)") in lines(found) and any(f"halved over a {river}" in x.text for x in found.lines)


@pytest.mark.rule("ava:10.3(1)", "ava:15.1", "ava:R26")
def test_rivers_halve_nobody_in_the_surprise_attack() -> None:
    bank = [f"{NORTHWEST}-{TARGET}"]
    match = field({"7pz": NORTHWEST, "10rd": TARGET}, lines={"major river": bank}, rivers=False)
    assert tally(match, "7pz").attack == 8


@pytest.mark.rule("ava:10.3", "ava:10.3(1)", "ava:R5")
def test_a_unit_that_retreated_into_a_target_does_not_defend_it_but_suffers() -> None:
    match = field({"7pz": NORTHWEST, "12pz": SOUTHWEST, "21inf": NORTH, "10rd": TARGET, "90rd": SOUTH})
    printed(match, **{"7pz": (8, 4), "12pz": (20, 4)})
    play(match, f"attack 7pz {TARGET}", f"attack 21inf {TARGET}", f"attack 12pz {SOUTH}", "fight")
    before = tally(match, "12pz", target=SOUTH)
    # Whatever way the retreat took in play, here it ended in the other target.
    u = unit(match, "10rd")
    match.c.state.hex_of[u], match.c.state.retreated[u] = hexes(match, SOUTH)[0], 1
    touched(match)
    after = tally(match, "12pz", target=SOUTH)
    assert (before.defense, after.defense) == (2, 2) and after.column == before.column
    assert ("0", "ava:10.3(1)") in lines(after)
    match.dice.queue([after.results.index("3RR") + 1])
    match.play(f"resolve {SOUTH}")
    assert match.side == "soviet" and match.prompt.rule == "ava:10.5"
    play(match, "lose 10rd", "lose 10rd")
    assert (at(match, "10rd"), steps(match, "90rd")) == ("[available]", 1)


@pytest.mark.rule("ava:10.3", "ava:R28")
def test_a_hex_without_defense_strength_is_attacked_from_the_last_column() -> None:
    match = field({"291inf": NORTHWEST, "10rd": TARGET}, ground={TARGET: "light woods"})
    match.c.state.retreated[unit(match, "10rd")] = 1
    touched(match)
    found = tally(match, "291inf")
    assert (found.defense, found.odds, found.column) == (0, "10:1", "9:1")


@pytest.mark.rule("ava:10.3(1)", "ava:10.3(4)", "ava:1.2")
def test_an_attack_without_strength_is_none_even_against_nothing() -> None:
    bank = [f"{NORTHWEST}-{TARGET}"]
    match = field({"5td": NORTHWEST, "7pz": TARGET}, side="soviet", lines={"minor river": bank})
    printed(match, **{"5td": (1, 1)})
    match.c.state.retreated[unit(match, "7pz")] = 1
    touched(match)
    found = tally(match, "5td")
    assert (found.attack, found.column, found.automatic) == (0, None, "canceled")


@pytest.mark.rule("ava:10.3(1)")
def test_a_unit_with_no_attack_strength_declares_nothing() -> None:
    match = printed(field({"7pz": NORTHWEST, "10rd": TARGET}), **{"7pz": (0, 4)})
    assert refusal(match, f"attack 7pz {TARGET}").rule == "ava:10.3(1)"


@pytest.mark.rule("ava:10.3", "ava:10.3(1)", "ava:11.1(3)")
def test_supply_has_no_effect_on_strength() -> None:
    ring = {"21cd": "S1808", "50cd": "S1809", "53cd": "S1810"}
    joined, cut = field({"7pz": NORTHWEST, "10rd": TARGET}), field({"7pz": NORTHWEST, "10rd": TARGET, **ring})
    assert joined.view().supply(unit(joined, "7pz")).in_supply
    assert not cut.view().supply(unit(cut, "7pz")).in_supply
    assert tally(joined, "7pz").attack == tally(cut, "7pz").attack == 8


# ---------------------------------------------------------------------- 10.3(2): the ratio
@pytest.mark.rule("ava:10.3", "ava:10.3(2)", "ava:CRT")
@pytest.mark.parametrize(
    ("attack", "defense", "column"),
    [
        (15, 5, "3:1"),
        (26, 9, "2:1"),
        (12, 7, "1.5:1"),
        (18, 13, "1:1"),
        (25, 2, "10:1"),
        (8, 2, "4:1"),
        (10, 2, "5:1"),
        (3, 2, "1.5:1"),
        (2, 2, "1:1"),
        (39, 4, "9:1"),
        (40, 4, "10:1"),
        (100, 1, "10:1"),
    ],
)
def test_the_ratio_is_rounded_in_the_defenders_favor(attack: int, defense: int, column: str) -> None:
    match = printed(field({"7pz": NORTHWEST, "10rd": TARGET}), **{"7pz": (attack, 1), "10rd": (1, defense)})
    found = tally(match, "7pz")
    assert (found.odds, found.column, found.shift) == (column, column, 0)
    assert (column, "ava:10.3(2)") in lines(found) and (column, "ava:10.4") in lines(found)
    assert found.attack == attack and found.defense == defense


@pytest.mark.rule("ava:10.3", "ava:10.3(2)")
def test_fifteen_to_five_with_printed_counters() -> None:
    match = field({"7pz": NORTHWEST, "36mot": SOUTHWEST, "hq-3pzg": NORTHWEST, "5td": TARGET, "10rd": TARGET})
    found = tally(match, "7pz", "36mot", "hq-3pzg")
    assert (found.attack, found.defense, found.column) == (15, 5, "3:1")


@pytest.mark.rule("ava:10.3(2)", "ava:10.4", "ava:CRT")
def test_the_distribution_of_a_column_counts_its_six_faces() -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET})
    found = tally(match, "7pz")
    assert len(found.results) == 6 and abs(sum(found.distribution.values()) - 1) < 1e-9
    assert all(found.distribution[r] == found.results.count(r) / 6 for r in found.results)


# ---------------------------------------------------------------------- 10.3(3): shifts
@pytest.mark.rule("ava:10.3", "ava:10.3(3)", "ava:TEC")
@pytest.mark.parametrize(
    ("terrain", "size", "columns"),
    [
        ("plains", "", 0),
        ("light woods", "", 1),
        ("heavy woods", "", 2),
        ("marsh", "", 1),
        ("mountain", "", 2),
        ("plains", "city", 1),
        ("light woods", "city", 2),
        ("heavy woods", "city", 3),
        ("marsh", "city", 2),
        ("plains", "major city", 2),
        ("heavy woods", "major city", 2),
    ],
)
def test_terrain_shifts_columns_to_the_left(terrain: str, size: str, columns: int) -> None:
    match = field(
        {"7pz": NORTHWEST, "10rd": TARGET},
        ground={TARGET: terrain},
        places={TARGET: size} if size else None,
        lines={"road": [f"{NORTHWEST}-{TARGET}"]},
    )
    found = tally(match, "7pz")
    assert found.odds == "4:1" and found.shift == -columns
    assert found.column == TABLE[TABLE.index("4:1") - columns]
    shifts = [(x.value, x.rule) for x in found.lines if x.value.endswith(" left")]
    assert sum(int(value.split()[0]) for value, _ in shifts) == columns
    assert all(rule == "ava:10.3(3)" for _, rule in shifts)


@pytest.mark.rule("ava:10.3", "ava:10.3(3)")
@pytest.mark.parametrize(("attack", "start", "column"), [(6, "3:1", "1.5:1"), (24, "10:1", "8:1")])
def test_a_city_in_light_woods_shifts_two_columns(attack: int, start: str, column: str) -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET}, ground={TARGET: "light woods"}, places={TARGET: "city"})
    printed(match, **{"7pz": (attack, 1)})
    found = tally(match, "7pz")
    assert (found.odds, found.column) == (start, column)
    assert [x.text for x in found.lines if x.value == "1 left"] == ["light woods", "city"]


@pytest.mark.rule("ava:10.3(3)")
def test_the_attackers_terrain_shifts_nothing() -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET}, ground={NORTHWEST: "heavy woods"}, places={NORTHWEST: "city"})
    assert tally(match, "7pz").shift == 0


# ---------------------------------------------------------------------- 10.3(4): limits
@pytest.mark.rule("ava:10.3", "ava:10.3(4)", "ava:R7")
@pytest.mark.parametrize(
    ("attack", "terrain", "odds"), [(1, "plains", "1:2"), (2, "light woods", "1:1"), (3, "heavy woods", "1.5:1")]
)
def test_an_attack_below_one_to_one_cannot_be_declared(attack: int, terrain: str, odds: str) -> None:
    match = field({"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET}, ground={TARGET: terrain})
    printed(match, **{"7pz": (attack, 4)})
    match.play(f"attack 7pz {TARGET}")
    found = tally(match, "7pz")
    assert (found.odds, found.column, found.automatic, found.distribution) == (
        odds,
        None,
        "canceled",
        {"canceled": 1.0},
    )
    assert ("canceled", "ava:10.3(4)") in lines(found)
    assert refusal(match, "fight").rule == "ava:10.3(4)"
    # Its unit is not spent: another one joins, and the attack stands.
    match.play(f"attack 12pz {TARGET}")
    assert match.check("fight") is None


@pytest.mark.rule("ava:10.3(4)")
def test_one_to_one_itself_is_fought() -> None:
    match = printed(field({"7pz": NORTHWEST, "10rd": TARGET}), **{"7pz": (2, 4)})
    match.play(f"attack 7pz {TARGET}")
    assert tally(match, "7pz").column == "1:1" and match.check("fight") is None


# ---------------------------------------------------------------------- the examples of the rulebook
def example(terrain: str = "plains", headquarters: bool = False) -> Match:
    """Three divisions against the 179th Rifle Division (2), two of them over the river."""
    units = {"36mot": SOUTHWEST, "21inf": NORTHWEST, "217inf": NORTHWEST, "10rd": TARGET}
    units |= {"hq-4pzg": SOUTHWEST} if headquarters else {}
    return field(units, ground={TARGET: terrain}, lines={"major river": [f"{NORTHWEST}-{TARGET}"]})


@pytest.mark.rule("ava:10.3", "ava:10.3(1)", "ava:10.3(2)")
def test_the_combat_ratio_example() -> None:
    found = tally(example(), "36mot", "21inf", "217inf")
    assert [value for value, rule in lines(found) if rule == "ava:10.3(1)"] == ["5", "1.5", "1.5", "2"]
    assert (found.attack, found.defense, found.column) == (8, 2, "4:1")


@pytest.mark.rule("ava:10.3", "ava:10.3(1)", "ava:13.0")
def test_the_combat_ratio_example_with_the_headquarters() -> None:
    found = tally(example(headquarters=True), "36mot", "21inf", "217inf", "hq-4pzg")
    assert (found.attack, found.column) == (10, "5:1")


@pytest.mark.rule("ava:10.3", "ava:10.3(3)")
def test_the_combat_ratio_example_in_heavy_woods() -> None:
    found = tally(example("heavy woods"), "36mot", "21inf", "217inf")
    assert (found.odds, found.shift, found.column) == ("4:1", -2, "2:1")


@pytest.mark.rule("ava:10.3", "ava:10.4", "ava:CRT")
def test_the_attack_example_rolls_a_four_at_four_to_one() -> None:
    match = example()
    assert tally(match, "36mot", "21inf", "217inf").results[3] == "RR"
    play(match, *(f"attack {name} {TARGET}" for name in ("36mot", "21inf", "217inf")))
    match.dice.queue([4])
    events = match.play("fight")
    assert "at 4:1: roll 4, RR." in next(e.text for e in events if e.kind == "combat")
    defaults(match, "ava:10.6")
    retreat = match.c.grid.distance(*hexes(match, TARGET, at(match, "10rd")))
    assert retreat == 2 and steps(match, "10rd") == 2


@pytest.mark.rule("ava:10.3", "ava:10.3(1)")
@pytest.mark.parametrize(("headquarters", "attack", "column"), [(False, 8, "4:1"), (True, 10, "5:1")])
def test_the_combat_ratio_example_on_its_own_hexes(headquarters: bool, attack: int, column: str) -> None:
    """The 179th stands in L1523: two divisions come over the Musa from L1423 and L1424, the HQ would from L1522 not."""
    attackers = {
        "36mot": "L1522",
        "21inf": "L1423",
        "217inf": "L1424",
        **({"hq-4pzg": "L1522"} if headquarters else {}),
    }
    match = field({**attackers, "10rd": "L1523"}, ground=None, sources=None)
    found = tally(match, *attackers, target="L1523")
    assert (found.attack, found.defense, found.column) == (attack, 2, column)


@pytest.mark.rule("ava:10.1", "ava:TEC")
def test_on_the_printed_map_an_unbridged_major_river_is_attacked_over() -> None:
    match = field({}, ground=None, sources=None, phase="movement")
    board = match.c.board
    a, b = find_pair(match, lambda a, b: board.has("major river", a, b) and not board.has("bridge", a, b))
    match = field({"7pz": a, "10rd": b}, ground=None, sources=None)
    assert match.check(f"attack 7pz {b}") is None
    assert tally(match, "7pz", target=b).attack == 4


@pytest.mark.rule("ava:10.1")
def test_only_hexes_with_enemies_beside_a_unit_are_listed() -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET, "90rd": NORTHEAST, "48rd": SOUTHEAST})
    assert [str(a) for a in match.legal.of("7pz")] == [f"attack 7pz {TARGET}"]


@pytest.mark.rule("ava:10.3(2)", "ava:10.3(4)")
@pytest.mark.parametrize(("attack", "odds"), [(4, "1:2"), (1, "1:5"), (2, "1:3")])
def test_poor_odds_are_told_as_they_are_and_called_off_for_certain(attack: int, odds: str) -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET})
    printed(match, **{"7pz": (attack, 1), "10rd": (1, 5)})
    found = tally(match, "7pz")
    assert (found.odds, found.column, found.called_off) == (odds, None, True)
    assert found.distribution == {found.automatic: 1.0}


# ---------------------------------------------------------------------- what cannot be attacked
@pytest.mark.rule("ava:10.0", "ava:10.1")
def test_no_calculation_of_what_cannot_be_attacked() -> None:
    match = field({"7pz": NORTHWEST, "12pz": FAR, "10rd": TARGET})
    for name, target in (("7pz", NORTH), ("12pz", TARGET), ("7pz", NORTHWEST), ("10rd", TARGET), ("20pz", TARGET)):
        with pytest.raises(Impossible) as refused:
            match.view().tally("attack", [unit(match, name)], hexes(match, target)[0])
        assert refused.value.refusal.rule == "ava:10.1"
    with pytest.raises(Impossible):
        match.view().tally("attack", [unit(match, "7pz"), unit(match, "10rd")], hexes(match, TARGET)[0])
    assert match.view().tally("attack", [unit(match, "10rd")], hexes(match, NORTHWEST)[0]).attack == 2
    thought = {"stands": f"12pz@{NORTHEAST}"}
    assert match.view().tally("attack", [unit(match, "12pz")], hexes(match, TARGET)[0], thought).column


@pytest.mark.rule("ava:10.1", "ava:9.2")
def test_no_calculation_into_a_mountain_without_a_road() -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET}, ground={TARGET: "mountain"})
    with pytest.raises(Impossible, match="No attack over the side"):
        match.view().tally("attack", [unit(match, "7pz")], hexes(match, TARGET)[0])
