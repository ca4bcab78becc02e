"""Chapter 10.4, 10.5 and 10.8: reading the result, step losses by their owner, where eliminated units go."""

from __future__ import annotations

import pytest

from engine.games.ava.combat.battle import read_result
from tests.games.ava.battles import NORTH, NORTHWEST, SOUTH, SOUTHWEST, TARGET, defaults, duel, field, printed, strike
from tests.support.position import at, play, refusal, rules_of, steps, unit


# ---------------------------------------------------------------------- 10.4: the result
@pytest.mark.rule("ava:10.4", "ava:14.2")
@pytest.mark.parametrize(
    ("result", "plain", "fortress"),
    [
        ("A1", (1, 0, 0), (1, 0, 0)),
        ("A2", (2, 0, 0), (2, 0, 0)),
        ("-", (0, 0, 0), (0, 0, 0)),
        ("R", (0, 0, 1), (0, 1, 0)),
        ("RR", (0, 0, 2), (0, 2, 0)),
        ("1RR", (0, 1, 2), (0, 3, 0)),
        ("2RR", (0, 2, 2), (0, 4, 0)),
        ("3RR", (0, 3, 2), (0, 5, 0)),
    ],
)
def test_a_result_is_losses_and_hexes_of_retreat(
    result: str, plain: tuple[int, int, int], fortress: tuple[int, int, int]
) -> None:
    assert read_result(result, False) == plain
    assert read_result(result, True) == fortress


@pytest.mark.rule("ava:10.4", "ava:CRT")
def test_every_result_of_the_table_can_be_read() -> None:
    match = field({})
    rows = match.data.charts["crt"]["rows"]
    for result in {cell for row in rows for cell in row}:
        own, enemy, retreat = read_result(result, False)
        assert own == 0 or (enemy, retreat) == (0, 0)
        assert retreat in (0, 1, 2)


@pytest.mark.rule("ava:10.4")
def test_no_effect_leaves_everybody_where_they_are() -> None:
    match = duel("-", {"10rd": TARGET, "5td": TARGET})
    assert at(match, "10rd") == at(match, "5td") == TARGET and at(match, "7pz") == NORTHWEST
    assert [steps(match, n) for n in ("10rd", "5td", "7pz")] == [2, 2, 2]
    assert match.log[-1].kind != "advance" and not any(e.kind in ("loss", "retreat") for e in match.log)


@pytest.mark.rule("ava:10.4")
def test_r_retreats_all_defenders_one_hex_and_rr_two() -> None:
    for result, distance in (("R", 1), ("RR", 2)):
        match = duel(result, {"10rd": TARGET, "5td": TARGET})
        defaults(match, "ava:10.6")
        target = match.c.board.find(TARGET)
        for name in ("10rd", "5td"):
            assert match.c.grid.distance(target, match.state.hex_of[unit(match, name)]) == distance
            assert steps(match, name) == 2


@pytest.mark.rule("ava:10.4", "ava:10.5")
def test_2rr_takes_two_steps_and_retreats_who_is_left() -> None:
    match = duel("2RR", {"10rd": TARGET, "5td": TARGET})
    assert match.side == "soviet" and match.prompt.rule == "ava:10.5"
    play(match, "lose 10rd", "lose 10rd")
    assert at(match, "10rd") == "[available]" and match.prompt.rule == "ava:10.6"
    defaults(match, "ava:10.6")
    assert match.c.grid.distance(match.c.board.find(TARGET), match.state.hex_of[unit(match, "5td")]) == 2
    assert match.side == "axis"


# ---------------------------------------------------------------------- 10.5: step losses
@pytest.mark.rule("ava:10.5")
@pytest.mark.parametrize(
    ("losses", "left"), [(("10rd", "5td"), (1, 1)), (("10rd", "10rd"), (2, 2)), (("5td", "5td"), (2, 0))]
)
def test_the_example_of_two_losses_in_a_stack_has_three_ways(losses: tuple[str, str], left: tuple[int, int]) -> None:
    match = duel("2RR", {"10rd": TARGET, "5td": TARGET})
    assert [str(a) for a in match.legal] == ["lose 10rd", "lose 5td"]
    events = play(match, *(f"lose {name}" for name in losses))
    wanted = {("10rd", "5td"): "[map]", ("10rd", "10rd"): "[available]", ("5td", "5td"): "[eliminated]"}[losses]
    gone = [n for n in ("10rd", "5td") if match.state.hex_of[unit(match, n)] < 0]
    assert [at(match, n) for n in gone] == ([] if wanted == "[map]" else [wanted])
    # A Soviet foot unit waits whole in its box; a mechanized one is gone with both steps.
    assert (steps(match, "10rd"), steps(match, "5td")) == left
    assert all(e.rule == "ava:10.5" for e in events if e.kind in ("loss", "eliminated"))


@pytest.mark.rule("ava:10.5")
def test_the_owner_of_the_attackers_chooses_too() -> None:
    match = duel("A1", {"10rd": TARGET}, {"7pz": NORTHWEST, "36mot": NORTHWEST})
    assert (match.side, match.prompt.rule) == ("axis", "ava:10.5")
    match.play("lose 36mot")
    assert (steps(match, "7pz"), steps(match, "36mot"), steps(match, "10rd")) == (2, 1, 2)
    assert at(match, "10rd") == TARGET


@pytest.mark.rule("ava:10.4", "ava:10.5")
def test_only_units_of_the_combat_take_its_losses() -> None:
    match = field({"7pz": NORTHWEST, "36mot": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET, "90rd": SOUTH})
    printed(match, **{"7pz": (1, 4), "36mot": (1, 4)})
    strike(match, "A1", "7pz", "36mot")
    found = refusal(match, "lose 12pz")
    assert found.rule == "ava:10.5" and "7pz, 36mot" in found.reason.replace("36mot, 7pz", "7pz, 36mot")
    assert refusal(match, "lose 10rd").rule == "ava:10.5"


@pytest.mark.rule("ava:10.5", "ava:10.4")
def test_a_loss_without_a_choice_is_taken_at_once() -> None:
    match = duel("A2", {"10rd": TARGET})
    assert at(match, "7pz") == "[eliminated]"
    assert ("loss", "ava:10.5") in rules_of(match.log) and ("eliminated", "ava:10.5") in rules_of(match.log)


@pytest.mark.rule("ava:10.5")
def test_losses_that_take_everybody_ask_nothing() -> None:
    match = duel("2RR", {"25cd": TARGET, "21cd": TARGET})  # one step each
    assert at(match, "25cd") == at(match, "21cd") == "[available]" and match.prompt.rule == "ava:10.7"


@pytest.mark.rule("ava:10.5", "ava:R22")
def test_losses_beyond_what_is_there_are_ignored() -> None:
    match = duel("3RR", {"10rd": TARGET})
    assert at(match, "10rd") == "[available]"
    assert (match.side, match.prompt.rule) == ("axis", "ava:10.7")


@pytest.mark.rule("ava:10.5", "ava:R3")
def test_a_unit_without_a_reduced_side_goes_with_its_first_loss() -> None:
    match = duel("1RR", {"25cd": TARGET, "10rd": TARGET})
    match.play("lose 25cd")
    assert at(match, "25cd") == "[available]" and steps(match, "10rd") == 2
    assert at(duel("A1", {"10rd": TARGET}, {"hq-9a": NORTHWEST}), "hq-9a") == "[eliminated]"


@pytest.mark.rule("ava:10.5")
def test_a_flipped_unit_shows_its_reduced_side() -> None:
    match = duel("1RR", {"29md": TARGET})
    assert match.view().strength(unit(match, "29md"))[:2] == (2, 2)
    assert "reduced" in match.view().flags(unit(match, "29md"))


# ---------------------------------------------------------------------- 10.8: eliminated units
@pytest.mark.rule("ava:10.8", "ava:12.3", "ava:13.0")
@pytest.mark.parametrize(
    ("name", "box"),
    [("10rd", "[available]"), ("25cd", "[available]"), ("s-hq-3a", "[available]"), ("194mtn", "[available]"),
     ("5td", "[eliminated]"), ("29md", "[eliminated]")],
)  # fmt: skip
def test_soviet_foot_units_and_headquarters_come_back_mechanized_ones_do_not(name: str, box: str) -> None:
    match = duel("2RR", {name: TARGET})
    assert at(match, name) == box
    whole = match.c.roster.steps[unit(match, name)]
    assert steps(match, name) == (whole if box == "[available]" else 0)


@pytest.mark.rule("ava:10.8", "ava:12.3", "ava:10.6(7)")
@pytest.mark.parametrize(("name", "box"), [("10rd", "[available]"), ("5td", "[eliminated]")])
def test_the_same_holds_for_units_that_cannot_retreat(name: str, box: str) -> None:
    ring = {"7pz": NORTHWEST, "12pz": SOUTHWEST, "36mot": NORTH, "3mot": SOUTH, "291inf": "S2109", "61inf": "S2110"}
    assert at(duel("RR", {name: TARGET}, ring), name) == box


@pytest.mark.rule("ava:10.8", "ava:13.0")
@pytest.mark.parametrize("name", ["7pz", "291inf", "hq-9a", "rum-6inf"])
def test_axis_units_never_come_back(name: str) -> None:
    assert at(duel("A2", {"10rd": TARGET}, {name: NORTHWEST}), name) == "[eliminated]"


@pytest.mark.rule("ava:10.8", "ava:16.1")
def test_eliminated_soviet_mechanized_units_count_for_victory() -> None:
    before = field({"5td": TARGET}).view().score().total
    after = duel("2RR", {"5td": TARGET}, {"291inf": NORTHWEST}).view().score()
    assert after.total == before + 1
