"""Section 5: the turn sequence; and where hexes lie (2.3)."""

from __future__ import annotations

import pytest

from engine.games.pm.phases.sequence import couplets
from engine.play.match import Match
from tests.support.pm_position import column, play, position, refusal, unit


def phases_of(match: Match) -> list[tuple[str, str]]:
    """Side and step of everything that is asked until the turn changes, each answered by its end."""
    found: list[tuple[str, str]] = []
    turn = match.state.turn
    while not match.over and match.state.turn == turn:
        now = (match.side, match.state.stack[-1].step)
        if not found or found[-1] != now:
            found.append(now)
        match.play("end" if "end" in match.legal else str(match.legal.plain()[0]))
    return found


@pytest.mark.rule("pm:5.1")
@pytest.mark.rule("pm:5.2")
def test_a_turn_goes_through_its_phases_in_the_printed_order() -> None:
    units = {"1pz": "2510N", "rd-001": "2512N", "1inf": "2513N"}
    match = position(units, side="axis", phase="orders", turn=2, carries={"aerial-1": "1inf"})
    player_turns = [("axis", "orders"), ("axis", "commitment"), ("axis", "movement"), ("axis", "combat")]
    soviet = [("soviet", "movement"), ("soviet", "combat")]
    found = [p for p in phases_of(match) if p[1] not in ("pause",)]
    asked = [p for p in player_turns if p in found]
    assert asked[0] == ("axis", "orders") and ("axis", "movement") in asked
    first = found[: found.index(("soviet", "movement")) + 1]
    assert [p for p in first if p in player_turns] == asked and first[-1] == soviet[0]
    assert found.count(("axis", "movement")) == found.count(("soviet", "movement")) == 2, "two couplets"


@pytest.mark.rule("pm:5.4")
def test_the_first_turn_has_one_couplet() -> None:
    assert [couplets(position(turn=t).c) for t in range(1, 13)] == [1] + [2] * 11
    match = position({"1pz": "2510N", "rd-001": "2710N"}, phase="orders", turn=1)
    assert phases_of(match).count(("axis", "movement")) == 1


@pytest.mark.rule("pm:5.2")
@pytest.mark.rule("pm:5.1")
@pytest.mark.rule("pm:R71")
def test_replacements_and_refits_come_after_the_supply_orders_and_before_the_aircraft() -> None:
    match = position(
        {"1pz": ("2510N", 2), "rd-001": "2713N"}, phase="orders", turn=2, boxes={"viii-fk": "air"}, memory={"pause": 1}
    )
    for step in ("orders", "upkeep", "commitment", "movement"):
        assert match.state.stack[-1].step == step
        match.play("end")
    titles = [line.id for line in match.view("axis").outline()]
    assert titles.index("axis-orders-1") < titles.index("axis-upkeep-1") < titles.index("axis-commitment-1")


@pytest.mark.rule("pm:5.2")
def test_the_soviet_side_commits_aircraft_in_december_alone() -> None:
    units = {"1inf": "2010N", "rd-001": "5018N"}
    boxes = {"6-iak": "air"}
    december = position(units, side="soviet", phase="commitment", turn=12, boxes=boxes)
    assert december.state.stack[-1].step == "commitment"
    november = position(units, phase="combat", turn=11, boxes=boxes)
    if november.state.stack[-1].step == "combat":
        november.play("end")
    assert (november.side, november.state.stack[-1].step) == ("soviet", "movement")


@pytest.mark.rule("pm:5.3")
def test_on_the_first_turn_nobody_moves_in_hungary_and_romania() -> None:
    c = position().c
    romania = c.label(min(c.board.zone("zomo_romania")))
    match = position({"ro-5inf": romania, "1pz": "2010N"}, turn=1)
    assert match.legal.of("ro-5inf") == [] and match.legal.of("1pz")
    later = position({"ro-5inf": romania, "1pz": "2010N"}, turn=2)
    assert later.legal.of("ro-5inf")


@pytest.mark.rule("pm:5.2")
@pytest.mark.rule("pm:R29")
def test_the_sequence_of_beginners_leaves_out_the_phases_that_they_do_not_play() -> None:
    units = {"1inf": "2010N", "rd-001": "4810N"}
    full = {line.id for line in position(units).view("axis").outline()}
    easy = {line.id for line in position(units, options={"rules": "beginners"}).view("axis").outline()}
    missing = {"weather-1", "axis-orders-1", "axis-upkeep-1", "axis-commitment-1"}
    assert full - easy == missing and {"reinforcement", "axis-movement-1", "soviet-combat-1", "victory"} <= easy


@pytest.mark.rule("pm:5.3")
def test_no_soviet_unit_attacks_into_hungary_or_romania_on_the_first_turn() -> None:
    units = {"ro-6inf": "1908S", "rd-001": "1907S", "td-001": "1907S", "rd-002": "4810N"}
    for turn, allowed in ((1, False), (2, True)):
        fast = position(units, side="soviet", turn=turn)
        found = fast.check("assault td-001 1908S")
        assert (found is None) is allowed and (allowed or (found is not None and found.rule == "pm:5.3"))
        slow = position(units, side="soviet", phase="combat", turn=turn)
        assert (slow.state.stack[-1].step == "combat" and slow.check("target 1908S") is None) is allowed
    home = position({"ro-6inf": "1908S", "rd-001": "1907S"}, phase="combat", turn=1)
    assert home.state.stack[-1].step != "combat" or home.check("target 1907S") is not None


@pytest.mark.rule("pm:5.3")
@pytest.mark.rule("pm:R15")
@pytest.mark.rule("pm:R29")
def test_nobody_shifts_on_the_first_turn_but_beginners() -> None:
    boxes = {"1inf": "okh north"}
    assert refusal(position(boxes=boxes, turn=1), "shift 1inf").rule == "pm:5.3"
    assert position(boxes=boxes, turn=1, options={"rules": "beginners"}).check("shift 1inf") is None


@pytest.mark.rule("pm:5.6")
def test_german_mobile_assaults_cost_six_on_the_first_turn_and_seven_afterwards() -> None:
    for turn, cost in ((1, 6), (2, 7)):
        match = position(
            {"1pz": "3010N", "rd-001": "3011N"}, identities={"rd-001": (6, 9, 5)}, ground={}, turn=turn, dice=[1, 1]
        )
        before = match.c.roster.move[unit(match, "1pz")]
        match.play("assault 1pz 3011N")
        assert column(match, "mp_left")[unit(match, "1pz")] in (before - cost, 0), turn


@pytest.mark.rule("pm:2.3")
@pytest.mark.rule("pm:2.4")
def test_hex_numbers_of_both_maps() -> None:
    board = position().c.board
    names = {label: board.place_at[board.find(label)].name for label in ("4201N", "2512S", "2817N", "2919S")}
    assert names == {"4201N": "Leningrad", "2512S": "Odessa", "2817N": "Minsk", "2919S": "Sevastopol"}
    assert board.find("3028N") == board.find("3000S") and board.label(board.find("3028N")) == "3000S"


@pytest.mark.rule("pm:2.18")
def test_the_phase_that_is_over_does_not_come_back() -> None:
    match = position({"1pz": "2510N", "rd-001": "2611N"}, turn=3)
    play(match, "end")
    assert match.state.stack[-1].step == "combat" and refusal(match, "move 1pz 2410N").rule in ("pm:14.1", "pm:14.5")
