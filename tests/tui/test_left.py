"""What is left, the question before a segment ends, units held back, the attack list, and doing the same again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from engine.play.match import Match
from tests.games.ava.battles import NORTH, NORTHWEST, SOUTHWEST, TARGET, field, printed
from tests.support.position import at, play, position, refusal
from tests.tui.driving import driven, game, press, screen_text, start, table
from tui.game.controller import Controller
from tui.game.decision import Decision
from tui.table.again import last_action

FAR = "S1707"


def sitting(match: Match) -> Controller:
    """A person plays the side that decides, the computer the other."""
    other = "soviet" if match.side == "axis" else "axis"
    match.meta[f"player.{other}"] = "random"
    return Controller(match, None)


def segment(units: Mapping[str, str], phase: str = "movement") -> Match:
    """A segment on open ground."""
    return field(units, phase=phase)


# ---------------------------------------------------------------------- ending early
async def test_ending_asks_once_while_units_could_reach_the_enemy(tmp_path: Path) -> None:
    match = segment({"7pz": FAR, "12pz": FAR, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, "e")
        assert match.c.frame.step == "movement"
        assert "2 units could come beside the enemy: 7Pz, 12Pz. e again ends it, w lists" in screen_text(app)
        await press(pilot, "e")
        assert match.c.frame.step != "movement"


async def test_ending_asks_nothing_when_nothing_is_left(tmp_path: Path) -> None:
    match = segment({"7pz": NORTHWEST, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (_, pilot):
        await press(pilot, "e")
        assert match.c.frame.step == "combat"


async def test_the_question_can_be_turned_off(tmp_path: Path) -> None:
    match = segment({"7pz": FAR, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match), confirm_end=False)) as (_, pilot):
        await press(pilot, "e")
        assert match.c.frame.step != "movement"


async def test_good_attacks_not_declared_are_asked_about_and_bad_ones_are_not(tmp_path: Path) -> None:
    for strength, asked in ((1, True), (7, False)):
        match = printed(segment({"7pz": NORTHWEST, "10rd": TARGET}, "combat"), **{"10rd": (1, strength)})
        async with driven(start(tmp_path, sitting(match))) as (app, pilot):
            await press(pilot, "e")
            assert ("again ends it" in screen_text(app)) == asked == (match.c.frame.step == "combat")


async def test_a_single_declared_attack_is_fought_with_one_key(tmp_path: Path) -> None:
    match = segment({"7pz": NORTHWEST, "10rd": TARGET}, "combat")
    play(match, f"attack 7pz {TARGET}")
    async with driven(start(tmp_path, sitting(match))) as (_, pilot):
        await press(pilot, "e")
        assert [(h.action, len(h.rolls)) for h in match.history[1:2]] == [("fight", 1)]


# ---------------------------------------------------------------------- the list, holding back
async def test_the_list_of_what_is_left_goes_there(tmp_path: Path) -> None:
    match = segment({"7pz": FAR, "12pz": NORTHWEST, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, "w")
        shown = table(app).menu.items
        assert "7Pz: 10 MP left, can reach" in shown[0].text and shown[0].role == "now" and "12Pz" in shown[1].text
        assert any("then Combat" in i.text for i in shown)
        await press(pilot, "enter")
        assert table(app).hand.selected == "7pz" and table(app).label(table(app).cursor) == FAR


async def test_a_unit_held_back_is_passed_over_and_not_asked_about(tmp_path: Path) -> None:
    match = segment({"7pz": FAR, "12pz": "S1608", "36mot": NORTHWEST, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, "w", *"/7pz", "right")
        assert "held back" in screen_text(app) and table(app).hand.held == {"7pz"}
        await press(pilot, "escape", "escape")
        seen = set()
        for _ in range(4):
            await press(pilot, "tab")
            seen.add(table(app).hand.selected)
        assert seen == {"12pz", "36mot"}
        await press(pilot, "escape", "e")
        assert "Not done yet: 12Pz" in screen_text(app)
        await press(pilot, "w", *"/7pz", "left", "escape", "escape")
        assert table(app).hand.held == set()


async def test_one_key_holds_the_unit_in_hand_back_and_goes_on(tmp_path: Path) -> None:
    match = segment({"7pz": FAR, "12pz": "S1608", "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match)), size=(100, 30)) as (app, pilot):
        hand = table(app).hand
        await press(pilot, "tab")
        first = hand.selected
        assert ", hold" in screen_text(app).splitlines()[-1]
        await press(pilot, ",")
        second = hand.selected
        assert hand.held == {first} and {first, second} == {"7pz", "12pz"}
        assert "is held back; the key , releases it there" in screen_text(app)
        await press(pilot, ",")
        assert hand.held == {"7pz", "12pz"} and hand.selected is None
        assert "No other unit is left" in screen_text(app)
        await press(pilot, ",")
        assert hand.held == {first} and "is released" in screen_text(app)
        await press(pilot, "u")
        assert not match.history
        await press(pilot, "w")
        assert any("held back" in i.text for i in table(app).menu.items)


async def test_nobody_here_to_be_held_back(tmp_path: Path) -> None:
    match = segment({"7pz": FAR, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        table(app).go_to(match.c.hex(TARGET))
        await press(pilot, "escape", ",")
        assert table(app).hand.held == set() and "No unit that can still act" in screen_text(app)


async def test_walking_passes_over_units_that_are_declared(tmp_path: Path) -> None:
    match = segment({"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET}, "combat")
    play(match, f"attack 7pz {TARGET}")
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        for _ in range(3):
            await press(pilot, "tab")
            assert table(app).hand.selected == "12pz"


async def test_a_game_that_lists_no_tasks_still_tells_what_is_left(toy: str, tmp_path: Path) -> None:
    controller = game(tmp_path, soviet="random")
    controller.play("plan careful")
    while controller.bot_turn:
        controller.bot_step()
    async with driven(start(tmp_path, controller)) as (app, pilot):
        await press(pilot, "w")
        assert any(i.text.endswith(": move") for i in table(app).menu.items)
        await press(pilot, "escape", "X")
        assert "No attack can be made or reached" in screen_text(app)


# ---------------------------------------------------------------------- the attack list
async def test_attacks_are_listed_best_first_and_open_the_planner(tmp_path: Path) -> None:
    match = segment({"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET, "90rd": NORTH}, "combat")
    printed(match, **{"10rd": (1, 1), "90rd": (1, 8)})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, "X")
        menu = table(app).menu
        worths = [float(i.text.split()[0]) for i in menu.items]
        assert worths == sorted(worths, reverse=True) and TARGET in menu.items[0].text
        assert f"{TARGET} at" in screen_text(app) and "%" in table(app).said
        await press(pilot, "?")
        assert "steps the defender loses on average less those the attacker loses" in " ".join(table(app).said.split())
        await press(pilot, "enter")
        plan = table(app).tally.plan
        assert plan is not None and table(app).label(plan.target) == TARGET
        chosen = [match.data.roster.ids[u] for u in plan.chosen]
        await press(pilot, "enter")
        assert [h.action for h in match.history] == [f"attack {u} {TARGET}" for u in chosen]


async def test_in_the_movement_segment_the_planner_moves_the_attackers_up(tmp_path: Path) -> None:
    match = printed(segment({"7pz": FAR, "12pz": "S1608", "10rd": TARGET}), **{"10rd": (2, 4)})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, "X")
        assert "by 2 (2)" in table(app).menu.items[0].note and "from S" in table(app).said
        await press(pilot, "enter")
        assert "moves there" in screen_text(app) and "16 against 4: 4:1" in screen_text(app)
        await press(pilot, "enter")
        near = {match.c.label(h) for h in match.c.grid.adjacent[match.c.hex(TARGET)]}
        assert {at(match, "7pz"), at(match, "12pz")} <= near
        assert [h.action.split()[0] for h in match.history] == ["move", "move"]


# ---------------------------------------------------------------------- again
async def test_again_moves_the_other_unit_of_the_stack_to_the_same_hex(tmp_path: Path) -> None:
    match = segment({"7pz": FAR, "12pz": FAR, "36mot": "S1508", "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, ":", *"move 7pz S1808", "enter", ".")
        assert (at(match, "7pz"), at(match, "12pz")) == ("S1808", "S1808")
        assert "Again: move 12Pz S1808." in screen_text(app)
        await press(pilot, ".")
        assert at(match, "36mot") == "S1508"
        assert "No other unit can repeat" in screen_text(app) and "[ava:" in screen_text(app)


async def test_again_declares_the_next_unit_against_the_same_hex(tmp_path: Path) -> None:
    match = segment({"7pz": NORTHWEST, "12pz": SOUTHWEST, "10rd": TARGET}, "combat")
    async with driven(start(tmp_path, sitting(match))) as (_, pilot):
        await press(pilot, ":", *f"attack 7pz {TARGET}", "enter", ".")
        assert [h.action for h in match.history] == [f"attack 7pz {TARGET}", f"attack 12pz {TARGET}"]


@pytest.mark.parametrize("phase", ["movement", "combat"])
async def test_again_without_anything_to_repeat_is_a_sentence(tmp_path: Path, phase: str) -> None:
    match = segment({"7pz": NORTHWEST, "10rd": TARGET}, phase)
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, ".")
        assert "Nothing to repeat yet" in screen_text(app) and match.history == []
        assert last_action(match.history, "axis") is None


async def test_what_is_not_asked_now_is_not_repeated(tmp_path: Path) -> None:
    match = segment({"7pz": FAR, "12pz": FAR, "10rd": TARGET})
    play(match, "move 7pz S1909", "end")
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, ".")
        assert "is not asked now" in screen_text(app) and len(match.history) == 2


# ---------------------------------------------------------------------- what is not about the map
async def test_a_unit_is_no_chit_that_is_not_in_hand(tmp_path: Path) -> None:
    chits = {"guderian": "hand", "s-3a": "cup", "supply": "cup"}
    match = position({"7pz": FAR, "hq-2pzg": NORTHWEST}, phase="draw", chits=chits)
    match.play("draw")
    async with driven(start(tmp_path, sitting(match), hints=False)) as (app, pilot):
        table(app).go_to(match.c.board.find(FAR))
        await press(pilot, "escape", "enter")
        text = screen_text(app)
        assert "not in hand" not in text and "interrupt Guderian" in text, "what is asked, as a list"


def test_a_place_of_the_queue_is_a_number() -> None:
    match = position({"7pz": FAR}, phase="draw", chits={"supply": "cup"}, scenario="campaign",
                     options={"players_count": "4", "queue": "on"})  # fmt: skip
    assert Decision(match).why_not("7pz", None) is None
    assert refusal(match, "reveal 1").rule == "ava:19.4(6)"


async def test_other_ways_speak_of_the_unit_in_hand(tmp_path: Path) -> None:
    match = segment({"12pz": FAR, "7pz": FAR, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match), hints=False)) as (app, pilot):
        table(app).go_to(match.c.board.find(FAR))
        await press(pilot, "enter", "enter")
        second = table(app).hand.selected
        await press(pilot, "m")
        assert second and f"{match.c.roster.short[match.c.roster.find(second)]} acts on the" in screen_text(app)
        table(app).go_to(match.c.board.find(TARGET))
        await press(pilot, "m")
        assert "No: " in screen_text(app) and "[ava:" in screen_text(app)
