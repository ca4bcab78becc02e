"""Chapter 10.7: advance after combat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

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
)
from tests.support.position import at, column, hexes, play, refusal, rules_of, steps


def won(attackers: Mapping[str, Any] | None = None, others: Mapping[str, Any] | None = None, **more: Any) -> Match:
    """A combat in which the defender is gone: the advance is asked."""
    match = duel("2RR", {"10rd": TARGET, **(others or {})}, attackers, **more)
    assert (match.side, match.prompt.rule) == ("axis", "ava:10.7")
    return match


def ends(match: Match, name: str) -> set[str]:
    """Hexes in which an advance of the unit may end."""
    return {a.args[-1] for a in match.legal.of(name) if a.verb == "advance"}


# ---------------------------------------------------------------------- when
@pytest.mark.rule("ava:10.7")
def test_the_advance_is_optional() -> None:
    match = won({"7pz": NORTHWEST, "36mot": NORTHWEST, "291inf": SOUTHWEST})
    assert match.check("end") is None
    play(match, f"advance 36mot {TARGET}", "end")
    assert [at(match, n) for n in ("7pz", "36mot", "291inf")] == [NORTHWEST, TARGET, SOUTHWEST]


@pytest.mark.rule("ava:10.7")
def test_an_advance_follows_a_retreat_as_well_as_an_elimination() -> None:
    match = duel("R", {"10rd": TARGET})
    defaults(match, "ava:10.6")
    assert match.prompt.rule == "ava:10.7"
    events = match.play(f"advance 7pz {TARGET}")
    assert rules_of(events)[0] == ("advance", "ava:10.7")
    assert events[0].hexes == hexes(match, NORTHWEST, TARGET) and at(match, "7pz") == TARGET


@pytest.mark.rule("ava:10.7", "ava:10.4")
@pytest.mark.parametrize("result", ["A1", "-"])
def test_nobody_advances_while_the_defender_stands(result: str) -> None:
    match = duel(result, {"10rd": TARGET})
    assert "advance" not in match.legal.verbs() and at(match, "10rd") == TARGET


@pytest.mark.rule("ava:10.7", "ava:14.2", "ava:R12")
def test_nobody_advances_onto_a_fortress() -> None:
    match = duel("RR", {}, {"7pz": NORTHWEST}, fortress={TARGET: 2})
    assert match.c.state.fortress == {} and match.prompt.rule == "ava:10.7"
    match = duel("R", {}, {"7pz": NORTHWEST}, fortress={TARGET: 2})
    assert match.c.state.fortress == {TARGET: 1} and "advance" not in match.legal.verbs()


# ---------------------------------------------------------------------- who
@pytest.mark.rule("ava:10.7", "ava:R12")
def test_only_units_of_the_combat_advance_each_once() -> None:
    match = won({"7pz": NORTHWEST, "36mot": NORTHWEST}, others={"291inf": SOUTHWEST})
    assert refusal(match, f"advance 291inf {TARGET}").rule == "ava:10.7"
    match.play(f"advance 7pz {TARGET}")
    assert "took no part" in refusal(match, f"advance 7pz {TARGET} {SOUTHEAST}").reason


@pytest.mark.rule("ava:10.7", "ava:R12")
def test_reduced_units_and_headquarters_advance() -> None:
    match = won({"7pz": (NORTHWEST, 1), "hq-3pzg": NORTHWEST})
    play(match, f"advance hq-3pzg {TARGET}", f"advance 7pz {TARGET}")
    assert at(match, "7pz") == at(match, "hq-3pzg") == TARGET and steps(match, "7pz") == 1


@pytest.mark.rule("ava:10.7")
def test_soviet_attackers_advance_too() -> None:
    match = field({"5td": NORTHWEST, "hq-9a": TARGET}, side="soviet")
    strike(printed(match, **{"5td": (20, 4), "hq-9a": (2, 2)}), "1RR", "5td")
    assert (match.side, match.prompt.rule) == ("soviet", "ava:10.7")
    match.play(f"advance 5td {TARGET} {SOUTHEAST}")
    assert at(match, "5td") == SOUTHEAST


@pytest.mark.rule("ava:10.7", "ava:R1")
def test_soviet_units_do_not_advance_over_the_start_line() -> None:
    match = field(
        {"5td": NORTHWEST, "hq-9a": TARGET}, side="soviet", lines={"start line": [f"{TARGET}-{SOUTHEAST}"]}
    )  # fmt: skip
    strike(printed(match, **{"5td": (20, 4), "hq-9a": (2, 2)}), "1RR", "5td")
    assert refusal(match, f"advance 5td {TARGET} {SOUTHEAST}").rule == "ava:10.7"
    assert TARGET in ends(match, "5td") and SOUTHEAST not in ends(match, "5td")


# ---------------------------------------------------------------------- how far
@pytest.mark.rule("ava:10.7", "ava:13.0", "ava:TEC")
@pytest.mark.parametrize("name", ["291inf", "1cav", "221sec", "hq-3pzg", "hq-9a"])
def test_foot_units_and_headquarters_advance_one_hex(name: str) -> None:
    match = won({"7pz": NORTHWEST, name: NORTHWEST})
    assert ends(match, name) == {TARGET}
    found = refusal(match, f"advance {name} {TARGET} {SOUTHEAST}")
    assert found.rule == "ava:10.7" and "one hex only" in found.reason


@pytest.mark.rule("ava:10.7", "ava:TEC")
@pytest.mark.parametrize("name", ["7pz", "36mot", "reich"])
def test_mechanized_units_advance_two_hexes_over_open_ground(name: str) -> None:
    match = won({"12pz": NORTHWEST, name: NORTHWEST})
    assert {TARGET, NORTH, NORTHEAST, SOUTHEAST, SOUTH, SOUTHWEST} <= ends(match, name)
    match.play(f"advance {name} {TARGET} {SOUTHEAST}")
    assert at(match, name) == SOUTHEAST


LIMITS = [
    ("light woods", "", ""),
    ("heavy woods", "", ""),
    ("marsh", "", ""),
    ("mountain", "", ""),
    ("plains", "city", ""),
    ("plains", "major city", ""),
    ("plains", "", "minor river"),
    ("plains", "", "major river"),
]


@pytest.mark.rule("ava:10.7", "ava:TEC")
@pytest.mark.parametrize(("terrain", "size", "river"), LIMITS)
@pytest.mark.parametrize("road", [False, True])
def test_the_first_hex_may_end_the_advance(terrain: str, size: str, river: str, road: bool) -> None:
    bank = [f"{NORTHWEST}-{TARGET}"]
    match = won(
        ground={TARGET: terrain},
        places={TARGET: size} if size else None,
        lines=({river: bank} if river else {}) | ({"road": bank} if road or terrain == "mountain" else {}),
    )
    assert ends(match, "7pz") == {TARGET}
    assert refusal(match, f"advance 7pz {TARGET} {SOUTHEAST}").rule == "ava:10.7"
    match.play(f"advance 7pz {TARGET}")
    assert at(match, "7pz") == TARGET


@pytest.mark.rule("ava:10.7")
@pytest.mark.parametrize(("terrain", "size", "river"), LIMITS[:3] + LIMITS[4:])
def test_the_second_hex_does_not(terrain: str, size: str, river: str) -> None:
    match = won(
        ground={SOUTHEAST: terrain},
        places={SOUTHEAST: size} if size else None,
        lines={river: [f"{TARGET}-{SOUTHEAST}"]} if river else None,
    )
    match.play(f"advance 7pz {TARGET} {SOUTHEAST}")
    assert at(match, "7pz") == SOUTHEAST


@pytest.mark.rule("ava:10.7", "ava:15.1", "ava:R26")
def test_in_the_surprise_attack_a_river_ends_no_advance() -> None:
    match = won(lines={"major river": [f"{NORTHWEST}-{TARGET}"]}, rivers=False)
    assert SOUTHEAST in ends(match, "7pz")


@pytest.mark.rule("ava:10.7")
def test_a_unit_from_the_dry_side_goes_two_hexes() -> None:
    match = won({"7pz": NORTHWEST, "36mot": SOUTHWEST}, lines={"minor river": [f"{NORTHWEST}-{TARGET}"]})
    assert ends(match, "7pz") == {TARGET} and SOUTHEAST in ends(match, "36mot")


# ---------------------------------------------------------------------- where
@pytest.mark.rule("ava:10.7")
def test_the_first_hex_is_the_vacated_one_then_ways_part() -> None:
    match = won({"7pz": NORTHWEST, "36mot": NORTHWEST, "12pz": SOUTHWEST})
    assert refusal(match, f"advance 7pz {NORTH}").rule == "ava:10.7"
    play(match, f"advance 7pz {TARGET} {NORTHEAST}", f"advance 36mot {TARGET} {SOUTHEAST}", f"advance 12pz {TARGET}")
    assert [at(match, n) for n in ("7pz", "36mot", "12pz")] == [NORTHEAST, SOUTHEAST, TARGET]


@pytest.mark.rule("ava:10.7", "ava:9.1")
def test_an_advance_ignores_zones_and_costs_no_points() -> None:
    match = won(others={"90rd": "S2111", "48rd": "S2211"})
    match.c.state.mp_left[match.c.roster.find("7pz")] = 0
    match.play(f"advance 7pz {TARGET} {SOUTHEAST}")
    assert at(match, "7pz") == SOUTHEAST and steps(match, "7pz") == 2


@pytest.mark.rule("ava:10.7")
def test_the_second_hex_is_beside_the_first() -> None:
    match = won()
    found = refusal(match, f"advance 7pz {TARGET} S2210")
    assert found.rule == "ava:10.7" and "cannot be entered" in found.reason


@pytest.mark.rule("ava:10.7", "ava:3.1")
def test_nobody_advances_onto_an_enemy() -> None:
    match = won(others={"90rd": SOUTHEAST})
    assert "An enemy is in" in refusal(match, f"advance 7pz {TARGET} {SOUTHEAST}").reason


@pytest.mark.rule("ava:10.7")
@pytest.mark.parametrize("water", ["lake", "sea"])
def test_nobody_advances_into_water(water: str) -> None:
    match = won(ground={SOUTHEAST: water})
    assert refusal(match, f"advance 7pz {TARGET} {SOUTHEAST}").rule == "ava:10.7"
    assert SOUTHEAST not in ends(match, "7pz")


@pytest.mark.rule("ava:10.7")
def test_nobody_advances_over_a_prohibited_hexside() -> None:
    match = won(lines={"barred": [f"{TARGET}-{SOUTHEAST}"]})
    assert refusal(match, f"advance 7pz {TARGET} {SOUTHEAST}").rule == "ava:10.7"


@pytest.mark.rule("ava:10.7", "ava:2.1")
def test_nobody_advances_off_the_map() -> None:
    match = field({"7pz": "S5410", "10rd": "S5510"})
    strike(printed(match, **{"7pz": (20, 4)}), "3RR", "7pz", target="S5510")
    # Back to where it came from would be an advance too, if a strange one.
    assert ends(match, "7pz") == {"S5510", "S5509", "S5511", "S5411", "S5410"}


@pytest.mark.rule("ava:10.7", "ava:3.1")
def test_stacking_holds_at_the_end_of_the_advance() -> None:
    match = won({"7pz": NORTHWEST, "36mot": NORTHWEST, "12pz": SOUTHWEST}, others={"291inf": SOUTH, "61inf": SOUTH})
    assert refusal(match, f"advance 7pz {TARGET} {SOUTH}").rule == "ava:3.1"
    play(match, f"advance 7pz {TARGET}", f"advance 36mot {TARGET}")
    assert refusal(match, f"advance 12pz {TARGET}").rule == "ava:3.1"
    # Through the full hex it may go on.
    match.play(f"advance 12pz {TARGET} {SOUTHEAST}")
    assert at(match, "12pz") == SOUTHEAST


@pytest.mark.rule("ava:10.7")
def test_what_is_listed_and_what_is_allowed_agree() -> None:
    match = won({"7pz": NORTHWEST, "291inf": SOUTHWEST})
    labels = [match.c.label(n) for n in match.c.grid.adjacent[match.c.board.find(TARGET)]]
    allowed = {f"advance 7pz {TARGET} {n}" for n in labels if match.check(f"advance 7pz {TARGET} {n}") is None}
    assert {str(a) for a in match.legal.of("7pz")} == allowed | {f"advance 7pz {TARGET}"}


@pytest.mark.rule("ava:10.7", "ava:3.4")
def test_an_advance_takes_control_of_what_it_enters() -> None:
    match = field({"7pz": "S2317", "10rd": "S2418"}, places={"S2418": "major city"})
    strike(printed(match, **{"7pz": (60, 4)}), "2RR", "7pz", target="S2418")
    assert column(match, "control")["S2418"] == "soviet"
    events = match.play("advance 7pz S2418")
    assert column(match, "control")["S2418"] == "axis" and ("control", "ava:3.4") in rules_of(events)


# ---------------------------------------------------------------------- the worked example
@pytest.mark.rule("ava:10.7")
def test_the_advance_example() -> None:
    """The motorized division goes on into the heavy woods, the two foot divisions stop in the attacked hex."""
    attackers = {"36mot": SOUTHWEST, "21inf": NORTH, "217inf": NORTHWEST}
    match = duel(
        "RR", {"10rd": TARGET}, attackers, ground={SOUTHEAST: "heavy woods"},
        sources={"soviet": ("S2115",), "axis": ("S1510",), "from_moscow": ()},
    )  # fmt: skip
    play(match, f"advance 36mot {TARGET} {SOUTHEAST}", f"advance 21inf {TARGET}", f"advance 217inf {TARGET}")
    assert [at(match, n) for n in attackers] == [SOUTHEAST, TARGET, TARGET]
