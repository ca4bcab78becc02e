"""Several units with one key, the rest of a stack first, and what an end would lose."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.play.match import Match
from tests.games.ava.battles import NORTHWEST, TARGET, printed
from tests.support.pm_position import position as pm_position
from tests.support.position import at, play
from tests.tui.driving import Driver, driven, press, screen_text, start, table
from tests.tui.test_left import FAR, segment, sitting
from tests.tui.test_pm_play import at_table, bar, go
from tui.app import StavkaApp
from tui.game.controller import Controller


# ---------------------------------------------------------------------- one after the other
async def test_a_stack_moves_with_one_key_where_units_act_singly(tmp_path: Path) -> None:
    match = segment({"7pz": FAR, "12pz": FAR, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        screen = table(app)
        await press(pilot, "tab", "G")
        assert screen.hand.party == ("7pz", "12pz") and "7Pz, 12Pz: move" in screen_text(app)
        screen.go_to(match.data.board.index["S1808"])
        await press(pilot, "enter")
        assert at(match, "7pz") == at(match, "12pz") == "S1808" and not screen.hand.party
        assert [line.action for line in match.history] == ["move 7pz S1808", "move 12pz S1808"]


async def test_a_second_key_leaves_the_mechanized_and_a_third_nobody(tmp_path: Path) -> None:
    match = segment({"7pz": FAR, "137inf": FAR, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        hand = table(app).hand
        table(app).go_to(match.data.board.index[FAR])
        await press(pilot, "G")
        assert set(hand.party) == {"7pz", "137inf"}
        await press(pilot, "G")
        assert hand.selected == "7pz" and not hand.party
        await press(pilot, "G")
        assert hand.selected is None
        await press(pilot, "G", "1")
        assert len(hand.party) == 0 and hand.selected is not None, "a digit takes one out"


async def test_all_go_or_nobody(tmp_path: Path) -> None:
    match = segment({"7pz": FAR, "12pz": FAR, "36mot": "S1808", "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        table(app).go_to(match.data.board.index[FAR])
        await press(pilot, "G")
        table(app).go_to(match.data.board.index["S1808"])
        await press(pilot, "enter")
        assert at(match, "7pz") == FAR and not match.history
        assert "Not all of them" in screen_text(app) and "ava:3.1" in screen_text(app)


async def test_several_are_found_and_in_hand_together(tmp_path: Path) -> None:
    match = segment({"7pz": FAR, "12pz": FAR, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, "g", *"7pz", "right", *"12pz", "right")
        assert screen_text(app).count("+ ") >= 2
        await press(pilot, "enter")
        assert set(table(app).hand.party) == {"7pz", "12pz"}


# ---------------------------------------------------------------------- the rest of the stack
async def test_the_rest_of_the_stack_comes_first(tmp_path: Path) -> None:
    match = segment({"7pz": FAR, "12pz": FAR, "36mot": NORTHWEST, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        hand = table(app).hand
        play_now = table(app)
        play_now.go_to(match.data.board.index[FAR])
        await press(pilot, "2")
        assert hand.selected == "12pz"
        play_now.go_to(match.data.board.index["S1808"])
        await press(pilot, "enter", "escape", "tab")
        assert hand.selected == "7pz", "the cursor was not put elsewhere"
        await press(pilot, "u", "down", "down", "tab")
        assert hand.selected is not None


# ---------------------------------------------------------------------- what would be lost
def combat(strength: int) -> Match:
    """A Combat Segment with one attack that can be made."""
    return printed(segment({"7pz": NORTHWEST, "10rd": TARGET}, "combat"), **{"10rd": (1, strength)})


async def test_bad_attacks_that_were_not_made_are_told(tmp_path: Path) -> None:
    match = combat(7)
    async with driven(start(tmp_path, Controller(match, None, hand_over=False))) as (app, pilot):
        await press(pilot, "e")
        assert match.c.frame.step != "combat" and f"Not made: {TARGET}" in screen_text(app)


async def test_a_planned_attack_that_is_not_declared_is_asked_about(tmp_path: Path) -> None:
    match = segment({"7pz": FAR, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, "X", "1", "enter")
        assert table(app).hand.meant and match.history
        await press(pilot, "escape", "e")
        assert match.c.frame.step == "combat"
        printed(match, **{"10rd": (1, 7)})
        await press(pilot, "e")
        assert match.c.frame.step == "combat" and "as planned" in screen_text(app)
        play(match, f"attack 7pz {TARGET}")


# ---------------------------------------------------------------------- where units are picked as a group
@pytest.mark.rule("pm:12.5")
async def test_the_whole_stack_then_the_mechanized_then_nobody(tmp_path: Path) -> None:
    match = pm_position({"7pz": "2510N", "20pz": "2510N", "12inf": "2510N", "rd-001": "4122N"}, turn=2)
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        await go(pilot, app, "2510N")
        groups = table(app).groups
        for picked in (["7pz", "20pz", "12inf"], ["7pz", "20pz"], [], ["7pz", "20pz", "12inf"]):
            await press(pilot, "G")
            assert set(groups.group()) == set(picked), screen_text(app)
        assert table(app).hand.selected is not None


@pytest.mark.rule("pm:8.3", "pm:12.6")
async def test_reserves_are_found_at_once_and_come_in_together_and_what_is_left_of_them_comes_first(
    tmp_path: Path,
) -> None:
    units = {"7pz": "2510N", "20pz": "2510N", "8pz": "2512N", "rd-001": "4122N"}
    match = pm_position(units, turn=2, boxes={"60mot": "okh north", "18mot": "okh north"})
    async with driven(start(tmp_path, at_table(match))) as (app, pilot):
        hand = table(app).hand
        await press(pilot, "g", *"60m", "right", *"18m", "right", "enter")
        assert set(table(app).groups.group()) == {"60mot", "18mot"} and "2 units" in bar(app)
        place, code = next(iter([*(await letters(app, pilot)).items()]))
        await press(pilot, *code[:-1], code[-1].upper())
        assert {match.state.hex_of[match.c.unit(u)] for u in ("60mot", "18mot")} == {place}
        await press(pilot, "escape")
        await go(pilot, app, "2510N")
        await press(pilot, "1")
        assert hand.selected == "7pz"
        table(app).go_to(next(h for h in sorted(hand.targets) if h != hand.decision.place("7pz")))
        await press(pilot, "enter", "escape", "tab")
        assert hand.selected in ("7pz", "20pz")
        await press(pilot, "tab")
        assert hand.selected in ("7pz", "20pz"), "the two that began together, before anybody else"


async def letters(app: StavkaApp, pilot: Driver) -> dict[int, str]:
    """Letters on the hexes that what is in hand can go to."""
    await press(pilot, "f")
    return dict(table(app).hand.letters)
